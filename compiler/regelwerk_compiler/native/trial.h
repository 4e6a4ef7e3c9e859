/* What bots ask of an engine in which they try things out; see `regelwerk_runtime.bots.trial`. What the library cannot
 * work out is asked of the engine in Python at the same position. */

/* Asks the engine in Python; an argument that is an engine is put into Python too. */
static PyObject *ask_python(Engine *e, const char *name, PyObject *argument) {
    PyObject *trial = PyObject_CallMethod((PyObject *)e, "_in_python", NULL);
    if (!trial) return NULL;
    PyObject *result = NULL;
    if (!argument) result = PyObject_CallMethod(trial, name, NULL);
    else if (Py_TYPE(argument) != Py_TYPE(e)) result = PyObject_CallMethod(trial, name, "O", argument);
    else {
        PyObject *other = PyObject_CallMethod(argument, "_in_python", NULL);
        if (other) result = PyObject_CallMethod(trial, name, "O", other);
        Py_XDECREF(other);
    }
    Py_DECREF(trial);
    return result;
}

/* Another engine of the same class that has not been left, or NULL: then Python is asked. */
static M *beside(Engine *e, PyObject *other) {
    if (e->python || Py_TYPE(other) != Py_TYPE(e) || ((Engine *)other)->python) return NULL;
    return &((Engine *)other)->m;
}

/* ---- what a position is worth */

static PyObject *engine_aim(Engine *e, PyObject *arg) {
    M *m = &e->m;
    long long player = PyLong_AsLongLong(arg);
    if (player == -1 && PyErr_Occurred()) return NULL;
    if (e->python || player < 0 || player >= m->s.players) return ask_python(e, "aim", arg);
    MAY_LEAVE(m);
    if (_setjmp(out)) return ask_python(e, "aim", arg);
    return PyLong_FromLongLong(aim_of(m, player));
}

static PyObject *engine_aims(Engine *e, PyObject *unused) {
    M *m = &e->m;
    i64 found[MOST_PLAYERS];
    if (e->python) return ask_python(e, "aims", NULL);
    MAY_LEAVE(m);
    if (_setjmp(out)) return ask_python(e, "aims", NULL);
    for (int p = 0; p < m->s.players; p++) found[p] = aim_of(m, p);
    return numbers(found, (int)m->s.players);
}

/* Whether the values of one player are better than those of another. */
static int is_ahead(const i64 *values, int one, int other) {
    for (int line = 0; line < N_OUTCOME; line++) {
        i64 a = values[line * MOST_PLAYERS + one], b = values[line * MOST_PLAYERS + other];
        if (a != b) return (a > b) == (outcome_signs[line] > 0);
    }
    return 0;
}

static PyObject *engine_ranking(Engine *e, PyObject *unused) {
    M *m = &e->m;
    i64 values[N_OUTCOME * MOST_PLAYERS + 1], ranks[MOST_PLAYERS];
    int players = (int)m->s.players;
    if (e->python) return ask_python(e, "ranking", NULL);
    MAY_LEAVE(m);
    if (_setjmp(out)) return ask_python(e, "ranking", NULL);
    for (int line = 0; line < N_OUTCOME; line++)
        for (int p = 0; p < (TOGETHER ? 1 : players); p++) values[line * MOST_PLAYERS + p] = outcome_line(m, line, p);
    for (int p = 0; p < players; p++) {
        ranks[p] = TOGETHER && !values[0] ? 2 : 1;
        for (int other = 0; !TOGETHER && other < players; other++) ranks[p] += is_ahead(values, other, p);
    }
    return numbers(ranks, players);
}

/* ---- hints */

/* What a hint says of an option; answers whether the library cannot tell. */
static int told(Engine *e, int prefer, Py_ssize_t index, i64 *found) {
    M *m = &e->m;
    int sp = m->sp;
    MAY_LEAVE(m);
    if (_setjmp(out)) {
        m->sp = sp;
        return 1;
    }
    const i64 *option = m->options + index * m->width;
    *found = prefer ? prefer_of(m, option) : skip_of(m, option) != 0;
    m->sp = sp;
    return 0;
}
static PyObject *told_by_python(Engine *e, int prefer, Py_ssize_t index) {
    PyObject *trial = PyObject_CallMethod((PyObject *)e, "_in_python", NULL);
    if (!trial) return NULL;
    PyObject *all = PyObject_CallMethod(trial, "hinted", "s[n]", prefer ? "prefer" : "skip", index);
    Py_DECREF(trial);
    PyObject *first = all ? PySequence_GetItem(all, 0) : NULL;
    Py_XDECREF(all);
    return first;
}
static PyObject *engine_hinted(Engine *e, PyObject *args) {
    const char *kind;
    PyObject *indices;
    if (!PyArg_ParseTuple(args, "sO", &kind, &indices)) return NULL;
    if (e->python) return PyObject_CallMethod(e->python, "hinted", "sO", kind, indices);
    PyObject *fast = PySequence_Fast(indices, "some indices were meant");
    if (!fast) return NULL;
    int prefer = kind[0] == 'p';
    Py_ssize_t count = PySequence_Fast_GET_SIZE(fast);
    PyObject *result = PyList_New(count);
    for (Py_ssize_t i = 0; result && i < count; i++) {
        Py_ssize_t index = PyLong_AsSsize_t(PySequence_Fast_GET_ITEM(fast, i));
        i64 found = 0;
        PyObject *one = NULL;
        if (index < 0 || index >= e->m.count) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "there is no such option");
        } else
            one = told(e, prefer, index, &found) ? told_by_python(e, prefer, index) : PyLong_FromLongLong(found);
        if (!one) Py_CLEAR(result);
        else PyList_SET_ITEM(result, i, one);
    }
    Py_DECREF(fast);
    return result;
}

/* ---- comparing */

static PyObject *engine_answered(Engine *e, PyObject *unused) {
    M *m = &e->m;
    int sp = m->sp;
    if (e->python) return ask_python(e, "answered", NULL);
    MAY_LEAVE(m);
    if (_setjmp(out)) {
        m->sp = sp;
        return ask_python(e, "answered", NULL);
    }
    i64 found = m->count ? answers_of(m) : NONE;
    m->sp = sp;
    if (found == NONE) Py_RETURN_NONE;
    return PyLong_FromLongLong(found);
}

static PyObject *engine_is_within(Engine *e, PyObject *other) {
    M *m = &e->m, *first = beside(e, other);
    if (!first) return ask_python(e, "is_within", other);
    int below = first->sp - (first->sp ? frame_words(first->stack, first->sp) : 0), at = m->sp;
    if (at <= below || memcmp(m->stack, first->stack, below * sizeof(i64))) Py_RETURN_FALSE;
    while (at > below) at -= frame_words(m->stack, at);
    return PyBool_FromLong(at == below);
}
static PyObject *engine_has_luck_since(Engine *e, PyObject *other) {
    M *m = &e->m, *first = beside(e, other);
    if (!first) return ask_python(e, "has_luck_since", other);
    return PyBool_FromLong(
        memcmp(m->s.rolls, first->s.rolls, N_ROLLS * sizeof(int)) ||
        memcmp(m->s.shuffles, first->s.shuffles, N_PILES * sizeof(int)));
}

static int same_board(const State *a, const State *b) {
    if (memcmp(a->veiled, b->veiled, 8 * (CARD_WORDS + N_VARIABLE_WORDS)) ||
        memcmp(a->places, b->places, N_PLACES * sizeof(int)) || memcmp(a->size, b->size, N_PILES * sizeof(int)))
        return 0;
    for (int z = 0; z < N_PILES; z++)
        for (int c = a->bottom[z], d = b->bottom[z]; c >= 0; c = a->above[c], d = b->above[d])
            if (c != d) return 0;
    return 1;
}
static PyObject *engine_is_at(Engine *e, PyObject *other) {
    M *m = &e->m, *first = beside(e, other);
    if (!first) return ask_python(e, "is_at", other);
    return PyBool_FromLong(
        m->site == first->site && m->player == first->player && m->sp == first->sp &&
        !memcmp(m->stack, first->stack, m->sp * sizeof(i64)) && same_board(&m->s, &first->s));
}

static char *put(char *at, const void *from, size_t size) {
    memcpy(at, from, size);
    return at + size;
}
static PyObject *engine_key(Engine *e, PyObject *unused) {
    M *m = &e->m;
    if (e->python) return ask_python(e, "key", NULL);
    int cards = 0;
    for (int z = 0; z < N_PILES; z++) cards += m->s.size[z];
    size_t words = 8 * (CARD_WORDS + N_VARIABLE_WORDS + 1 + m->sp), ints = (N_PLACES + N_PILES + cards) * sizeof(int);
    PyObject *key = PyBytes_FromStringAndSize(NULL, words + ints);
    if (!key) return NULL;
    char *at = PyBytes_AS_STRING(key);
    at = put(at, m->s.veiled, 8 * (CARD_WORDS + N_VARIABLE_WORDS));
    at = put(at, &m->player, 8);
    at = put(at, m->s.places, N_PLACES * sizeof(int));
    at = put(at, m->s.size, N_PILES * sizeof(int));
    for (int z = 0; z < N_PILES; z++)
        for (int c = m->s.bottom[z]; c >= 0; c = m->s.above[c]) at = put(at, &c, sizeof(int));
    put(at, m->stack, m->sp * sizeof(i64));
    return key;
}

/* ---- changing */

/* A position that the choices so far do not lead to is where Python begins when the game is left. */
static int begin_here(Engine *e) {
    Engine *twin = (Engine *)engine_copy(e, NULL);
    if (!twin) return -1;
    Py_CLEAR(twin->origin);
    Py_XSETREF(e->origin, (PyObject *)twin);
    return 0;
}
static PyObject *engine_reseed(Engine *e, PyObject *seed) {
    if (e->python) return PyObject_CallMethod(e->python, "reseed", "O", seed);
    if (set_seed(e, seed) || begin_here(e)) return NULL;
    Py_RETURN_NONE;
}
static PyObject *engine_renew(Engine *e, PyObject *seed) {
    if (e->python) return PyObject_CallMethod(e->python, "renew", "O", seed);
    memset(e->m.s.rolls, 0, sizeof e->m.s.rolls);
    memset(e->m.s.shuffles, 0, sizeof e->m.s.shuffles);
    return engine_reseed(e, seed);
}
static PyObject *engine_end(Engine *e, PyObject *reason) {
    M *m = &e->m;
    int over = (int)PyLong_AsLong(reason);
    if (over == -1 && PyErr_Occurred()) return NULL;
    m->over = over;
    m->sp = m->depth = m->count = 0;
    m->queue_at = m->player = m->site = -1;
    Py_CLEAR(e->shown);
    Py_RETURN_NONE;
}

/* An option at random of those that the hints do not leave out, or of all; -1 for an error of Python. */
static Py_ssize_t random_option(Engine *e, PyObject *draw) {
    M *m = &e->m;
    int kept = m->count, *which = NULL;
    if (has_skip(m->site)) {
        which = PyMem_Malloc(m->count * sizeof(int));
        if (!which) {
            PyErr_NoMemory();
            return -1;
        }
        kept = 0;
        for (int i = 0; i < m->count; i++) {
            i64 skipped = 0;
            if (told(e, 0, i, &skipped)) {
                PyObject *found = told_by_python(e, 0, i);
                skipped = found ? PyLong_AsLongLong(found) : 0;
                Py_XDECREF(found);
                if (PyErr_Occurred()) {
                    PyMem_Free(which);
                    return -1;
                }
            }
            if (!skipped) which[kept++] = i;
        }
        if (!kept) {
            PyMem_Free(which);
            which = NULL;
            kept = m->count;
        }
    }
    PyObject *number = PyObject_CallNoArgs(draw);
    Py_ssize_t index = -1;
    if (number) {
        index = (Py_ssize_t)(PyFloat_AsDouble(number) * kept);
        Py_DECREF(number);
        if (PyErr_Occurred() || index < 0 || index >= kept) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a number below 1 was meant");
            index = -1;
        } else if (which)
            index = which[index];
    }
    PyMem_Free(which);
    return index;
}
static PyObject *engine_play_at_random(Engine *e, PyObject *args) {
    M *m = &e->m;
    PyObject *rng;
    int choices;
    long long watched;
    if (e->python) {
        PyObject *method = PyObject_GetAttrString(e->python, "play_at_random");
        PyObject *found = method ? PyObject_CallObject(method, args) : NULL;
        Py_XDECREF(method);
        return found;
    }
    if (!PyArg_ParseTuple(args, "OiL", &rng, &choices, &watched)) return NULL;
    PyObject *draw = PyObject_GetAttrString(rng, "random");
    if (!draw) return NULL;
    Py_CLEAR(e->shown);
    int is_own = m->player == watched, failed = 0;
    while (choices && m->count && !e->python && (watched < 0 || (m->player == watched) == is_own)) {
        Py_ssize_t index = random_option(e, draw);
        int left = index < 0 ? -1 : take_option(e, index);
        choices--;
        if (left > 0) {
            PyObject *done = left_game(e);
            left = done ? 0 : -1;
            Py_XDECREF(done);
        }
        if ((failed = left < 0)) break;
    }
    Py_DECREF(draw);
    return failed ? NULL : PyLong_FromLong(choices);
}
