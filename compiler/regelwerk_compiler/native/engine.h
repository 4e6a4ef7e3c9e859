/* The engine as a Python type. `regelwerk_runtime.native` has the class above it, which knows what to do when a game is
 * left: it plays the same choices with the engine in Python. */

#undef s

typedef struct {
    PyObject_HEAD
    M m;
    unsigned *past;
    int count, room;
    PyObject *shown;  /* the options as Python knows them, when they were asked for */
    PyObject *python; /* the engine that has taken over, when the game was left */
    PyObject *origin; /* the engine whose position was loaded, if one was */
} Engine;

static State initial[MOST_PLAYERS + 1];
static int is_set_up[MOST_PLAYERS + 1];

static PyObject *left_game(Engine *e) { return PyObject_CallMethod((PyObject *)e, "_leave", NULL); }

/* What follows in a function may leave the game: `_setjmp(out)` is then not 0. */
#define MAY_LEAVE(m) jmp_buf out; (m)->out = &out; (m)->base = __builtin_frame_address(0)

/* Runs the frames on the stack until they ask or end; answers whether the game was left, -1 for an error of Python. */
static int run(Engine *e) {
    M *m = &e->m;
    MAY_LEAVE(m);
    m->s.work = 0;
    switch (_setjmp(out)) {
    case 0:
        while (m->sp > 0) {
            int point = (int)m->stack[--m->sp];
            m->depth--;
            m->asked = pn = frames = 0;
            if (run_point(m, point)) {
                put_frames(m);
                if (m->asked) return 0;
            }
        }
        m->over = 2;
        break;
    case OVER:
        m->over = 1;
        break;
    case FAILED:
        return -1;
    default:
        return 1;
    }
    m->sp = m->depth = m->count = 0;
    m->queue_at = m->player = m->site = -1;
    return 0;
}

/* Takes the luck of a seed, which has a sign or 64 bits; answers -1 for an error of Python. */
static int set_seed(Engine *e, PyObject *arg) {
    char digits[24];
    int overflow;
    long long seed = PyLong_AsLongLongAndOverflow(arg, &overflow);
    if (PyErr_Occurred()) return -1;
    snprintf(digits, sizeof digits, "%lld", seed);
    if (overflow) {
        unsigned long long large = overflow > 0 ? PyLong_AsUnsignedLongLong(arg) : 0;
        if (overflow < 0 || PyErr_Occurred()) {
            PyErr_SetString(PyExc_OverflowError, "a native engine takes seeds of 64 bits");
            return -1;
        }
        snprintf(digits, sizeof digits, "%llu", large);
    }
    Luck *luck = luck_of(digits);
    if (!luck) {
        PyErr_NoMemory();
        return -1;
    }
    luck_drop(e->m.luck);
    e->m.luck = luck;
    return 0;
}

static PyObject *engine_restart(Engine *e, PyObject *arg) {
    M *m = &e->m;
    if (set_seed(e, arg)) return NULL;
    memcpy(&m->s, &initial[m->s.players], sizeof(State));
    m->sp = m->depth = m->count = m->over = e->count = 0;
    m->queue_at = -1;
    m->ended = NULL;
    Py_CLEAR(e->shown);
    Py_CLEAR(e->python);
    Py_CLEAR(e->origin);
    m->given_count = 0;
    MAY_LEAVE(m);
    pn = frames = 0;
    if (_setjmp(out)) return left_game(e);
    make_room(m, 2);
    m->stack[m->sp++] = PLAY;
    m->depth++;
    if (SETUP >= 0) {
        m->stack[m->sp++] = SETUP;
        m->depth++;
    }
    int left = run(e);
    if (left < 0) return NULL;
    if (left) return left_game(e);
    Py_RETURN_NONE;
}

/* Takes an option; answers whether the game was left, -1 for an error of Python. */
static int take_option(Engine *e, Py_ssize_t index) {
    M *m = &e->m;
    if (e->count == e->room) {
        int room = 2 * e->room + 64;
        unsigned *past = realloc(e->past, room * sizeof(unsigned));
        if (!past) {
            PyErr_NoMemory();
            return -1;
        }
        e->past = past;
        e->room = room;
    }
    e->past[e->count++] = (unsigned)index;
    memcpy(m->answer, m->options + index * m->width, m->width * sizeof(i64));
    return run(e);
}

static PyObject *engine_play(Engine *e, PyObject *arg) {
    M *m = &e->m;
    if (e->python) return PyObject_CallMethod(e->python, "play", "O", arg);
    Py_ssize_t index = PyLong_AsSsize_t(arg);
    if (index == -1 && PyErr_Occurred()) return NULL;
    if (index < 0) index += m->count;
    if (index < 0 || index >= m->count) {
        PyErr_SetString(PyExc_IndexError, "there is no such option");
        return NULL;
    }
    Py_CLEAR(e->shown);
    int left = take_option(e, index);
    if (left < 0) return NULL;
    if (left) return left_game(e);
    Py_RETURN_NONE;
}

/* The number of a broken invariant, -1 if all hold, -2 if that cannot be worked out. */
static int broken(Engine *e) {
    M *m = &e->m;
    MAY_LEAVE(m);
    m->s.work = 0;
    return _setjmp(out) ? -2 : broken_invariant(m);
}

static u64 mixed(u64 z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
/* _playout(base, checked): plays at random up to the end, or to a broken invariant, whose number it answers. */
static PyObject *engine_playout(Engine *e, PyObject *args) {
    M *m = &e->m;
    unsigned long long base;
    int checked;
    if (!PyArg_ParseTuple(args, "Kp", &base, &checked)) return NULL;
    Py_CLEAR(e->shown);
    for (int turn = 1; m->count && !e->python; turn++) {
        u64 z = mixed(base + (u64)e->count * 0x9e3779b97f4a7c15u);
        int left = take_option(e, (Py_ssize_t)((unsigned __int128)z * m->count >> 64));
        if (left < 0) return NULL;
        int which = left ? -2 : checked ? broken(e) : NONE;
        if (which == -2) {
            PyObject *done = left_game(e);
            if (!done) return NULL;
            Py_DECREF(done);
            return PyLong_FromLong(NONE);
        }
        if (which >= 0) return PyLong_FromLong(which);
        if (turn % 4096 == 0 && PyErr_CheckSignals()) return NULL; /* what it runs may play on, or leave the game */
    }
    return PyLong_FromLong(NONE);
}

static PyObject *numbers(const i64 *from, int count) {
    PyObject *found = PyTuple_New(count);
    for (int i = 0; found && i < count; i++) {
        PyObject *one = PyLong_FromLongLong(from[i]);
        if (!one) Py_CLEAR(found);
        else PyTuple_SET_ITEM(found, i, one);
    }
    return found;
}
static PyObject *option_of(M *m, int at) {
    i64 *option = m->options + at * m->width;
    const int *parts = option_parts[m->site];
    if (!parts || option[0] == DECLINE) return PyLong_FromLongLong(option[0]);
    return numbers(option, parts[option[0]]);
}
static PyObject *engine_options(Engine *e, void *unused) {
    M *m = &e->m;
    if (e->python) return PyObject_GetAttrString(e->python, "options");
    if (!e->shown) {
        PyObject *shown = PyTuple_New(m->count);
        for (int at = 0; shown && at < m->count; at++) {
            PyObject *option = option_of(m, at);
            if (!option) Py_CLEAR(shown);
            else PyTuple_SET_ITEM(shown, at, option);
        }
        e->shown = shown;
    }
    Py_XINCREF(e->shown);
    return e->shown;
}
static PyObject *engine_player(Engine *e, void *unused) {
    if (e->python) return PyObject_GetAttrString(e->python, "player");
    return PyLong_FromLongLong(e->m.player);
}
static PyObject *engine_site(Engine *e, void *unused) {
    if (e->python) return PyObject_GetAttrString(e->python, "site");
    return PyLong_FromLong(e->m.site < 0 ? NONE : site_number[e->m.site]);
}
static PyObject *engine_depth(Engine *e, void *unused) {
    if (e->python) return PyObject_GetAttrString(e->python, "depth");
    return PyLong_FromLong(e->m.depth);
}
static PyObject *engine_over(Engine *e, void *unused) { return PyLong_FromLong(e->m.over); }
static PyObject *engine_ended(Engine *e, void *unused) {
    if (e->python) return PyObject_GetAttrString(e->python, "ended");
    return PyUnicode_FromString(e->m.ended ? e->m.ended : "");
}
static PyObject *engine_count(Engine *e, void *unused) {
    if (e->python) return PyObject_GetAttrString(e->python, "count");
    return PyLong_FromLong(e->count);
}
static PyObject *engine_players(Engine *e, void *unused) { return PyLong_FromLongLong(e->m.s.players); }
static PyObject *engine_seed(Engine *e, void *unused) { return PyLong_FromString(e->m.luck ? e->m.luck->seed : "0", NULL, 10); }
static PyObject *engine_past(Engine *e, void *unused) {
    return PyBytes_FromStringAndSize((char *)e->past, e->count * sizeof(unsigned));
}

static PyObject *engine_new(PyTypeObject *type, PyObject *args, PyObject *named) {
    int players;
    if (!PyArg_ParseTuple(args, "i", &players)) return NULL;
    if (players < 0 || players > MOST_PLAYERS || !is_set_up[players]) {
        PyErr_SetString(PyExc_ValueError, "the game is not set up for so many players");
        return NULL;
    }
    Engine *e = (Engine *)type->tp_alloc(type, 0);
    if (!e) return NULL;
    memcpy(&e->m.s, &initial[players], sizeof(State));
    e->m.player = e->m.site = e->m.queue_at = -1;
    e->m.marks = &ignored;
    return (PyObject *)e;
}
static void engine_free(Engine *e) {
    PyTypeObject *type = Py_TYPE(e);
    free(e->m.options);
    free(e->m.stack);
    free(e->past);
    luck_drop(e->m.luck);
    Py_XDECREF(e->shown);
    Py_XDECREF(e->python);
    Py_XDECREF(e->origin);
    Py_XDECREF(e->m.follower);
    type->tp_free(e);
    Py_DECREF(type);
}
static void *copied(const void *from, size_t size) {
    void *to = malloc(size ? size : 1);
    if (to && size) memcpy(to, from, size);
    return to;
}
static PyObject *engine_copy(Engine *e, PyObject *unused) {
    PyTypeObject *type = Py_TYPE(e);
    Engine *twin = (Engine *)type->tp_alloc(type, 0);
    if (!twin) return NULL;
    if (e->python && !(twin->python = PyObject_CallMethod(e->python, "copy", NULL))) {
        Py_DECREF(twin);
        return NULL;
    }
    M *m = &twin->m;
    memcpy(m, &e->m, sizeof(M));
    m->marks = &ignored;
    m->follower = NULL;
    if (m->luck) m->luck->shared++;
    m->room = m->count * m->width;
    m->height = m->sp;
    twin->count = twin->room = e->count;
    m->options = copied(e->m.options, m->room * sizeof(i64));
    m->stack = copied(e->m.stack, m->sp * sizeof(i64));
    twin->past = copied(e->past, e->count * sizeof(unsigned));
    if (!m->options || !m->stack || !twin->past) {
        Py_DECREF(twin);
        return PyErr_NoMemory();
    }
    Py_XINCREF(e->shown);
    twin->shown = e->shown;
    Py_XINCREF(e->origin);
    twin->origin = e->origin;
    return (PyObject *)twin;
}

static PyObject *words(const void *from, size_t count) { return PyBytes_FromStringAndSize(from, count * 8); }
static PyObject *ints(const int *from, int count) { return PyBytes_FromStringAndSize((const char *)from, count * sizeof(int)); }

static PyObject *pile_of(const State *state, int zone) {
    PyObject *pile = PyTuple_New(state->size[zone]);
    int at = 0;
    for (int c = state->bottom[zone]; pile && c >= 0; c = state->above[c])
        PyTuple_SET_ITEM(pile, at++, PyLong_FromLong(c));
    return pile;
}

/* The position, as `regelwerk_runtime.native` takes it apart. */
static PyObject *engine_raw(Engine *e, PyObject *unused) {
    M *m = &e->m;
    PyObject *piles = PyTuple_New(N_PILES);
    if (!piles) return NULL;
    for (int z = 0; z < N_PILES; z++) {
        PyObject *pile = pile_of(&m->s, z);
        if (!pile) { Py_DECREF(piles); return NULL; }
        PyTuple_SET_ITEM(piles, z, pile);
    }
    return Py_BuildValue(
        "{s:L,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N,s:N}", "fuel", (long long)m->s.fuel, "piles", piles, "rolls",
        ints(m->s.rolls, N_ROLLS), "where", ints(m->s.where, N_CARDS), "places", ints(m->s.places, N_PLACES), "shuffles",
        ints(m->s.shuffles, N_PILES), "veiled", words(m->s.veiled, CARD_WORDS), "variables",
        words(m->s.veiled + CARD_WORDS, N_VARIABLE_WORDS), "stack", words(m->stack, m->sp), "given",
        words(m->given, m->given_count));
}

static int bytes_into(PyObject *from, void *to, Py_ssize_t size) {
    if (!PyBytes_Check(from) || PyBytes_GET_SIZE(from) != size) {
        PyErr_SetString(PyExc_ValueError, "the data do not fit the game");
        return -1;
    }
    memcpy(to, PyBytes_AS_STRING(from), size);
    return 0;
}
static int numbers_from(PyObject *from, int *to, int count) {
    PyObject *fast = PySequence_Fast(from, "a sequence was meant");
    if (!fast) return -1;
    if (PySequence_Fast_GET_SIZE(fast) != count) {
        PyErr_SetString(PyExc_ValueError, "the position does not fit the game");
        Py_DECREF(fast);
        return -1;
    }
    for (int i = 0; i < count; i++) to[i] = (int)PyLong_AsLong(PySequence_Fast_GET_ITEM(fast, i));
    Py_DECREF(fast);
    return PyErr_Occurred() ? -1 : 0;
}

static int set_from(PyObject *set, u64 *to) {
    Py_INCREF(set);
    for (int k = 0; set && k < WORDS; k++) {
        to[k] = PyLong_AsUnsignedLongLongMask(set);
        if (k + 1 == WORDS) break;
        PyObject *word = PyLong_FromLong(64), *rest = word ? PyNumber_Rshift(set, word) : NULL;
        Py_XDECREF(word);
        Py_SETREF(set, rest);
    }
    Py_XDECREF(set);
    return PyErr_Occurred() ? -1 : 0;
}
/* Fills the variables, which follow one another in a state; answers -1 for an error of Python. */
static int variables_from(PyObject *state, u64 *to) {
    for (int v = 0; v < N_VARIABLES; v++) {
        PyObject *value = PyTuple_GET_ITEM(state, 3 + v);
        int many = PyList_Check(value);
        if ((many ? PyList_GET_SIZE(value) : 1) != variable_counts[v]) {
            PyErr_SetString(PyExc_ValueError, "the position does not fit the game");
            return -1;
        }
        for (int i = 0; i < variable_counts[v]; i++) {
            PyObject *one = many ? PyList_GET_ITEM(value, i) : value;
            if (variable_kinds[v] == 's') {
                if (set_from(one, to)) return -1;
                to += WORDS;
            } else {
                i64 number = PyLong_AsLongLong(one);
                if (number == -1 && PyErr_Occurred()) return -1;
                *to++ = (u64)number;
            }
        }
    }
    return 0;
}

/* Fills a state, from fuel, piles, places and variables; answers -1 for an error of Python. */
static int state_from(M *m, int players, PyObject *state) {
    PyObject *piles = PyTuple_Check(state) && PyTuple_GET_SIZE(state) == 3 + N_VARIABLES ? PyTuple_GET_ITEM(state, 1) : NULL;
    if (!piles || !PyList_Check(piles) || PyList_GET_SIZE(piles) != N_PILES) {
        PyErr_SetString(PyExc_ValueError, "the position does not fit the game");
        return -1;
    }
    long long fuel = PyLong_AsLongLong(PyTuple_GET_ITEM(state, 0));
    if (variables_from(state, m->s.veiled + CARD_WORDS) || PyErr_Occurred()) return -1;
    m->s.players = players;
    m->s.fuel = fuel;
    for (int c = 0; c < N_CARDS; c++) m->s.where[c] = NONE;
    for (int z = 0; z < N_PILES; z++) {
        m->s.top[z] = m->s.bottom[z] = NONE;
        m->s.size[z] = 0;
    }
    for (int z = 0; z < N_PILES; z++) {
        PyObject *pile = PyList_GET_ITEM(piles, z);
        for (Py_ssize_t i = 0; PyTuple_Check(pile) && i < PyTuple_GET_SIZE(pile); i++) {
            int card = (int)PyLong_AsLong(PyTuple_GET_ITEM(pile, i));
            if (card < 0 || card >= N_CARDS || m->s.where[card] >= 0) {
                PyErr_SetString(PyExc_ValueError, "the cards are in disorder");
                return -1;
            }
            put_on_top(m, card, z);
            m->s.where[card] = z;
        }
    }
    if (numbers_from(PyTuple_GET_ITEM(state, 2), m->s.places, N_PLACES)) return -1;
    for (int i = 0; i < N_PLACES; i++) {
        int card = m->s.places[i];
        if (card == NONE) continue;
        if (card < 0 || card >= N_CARDS || m->s.where[card] >= 0) {
            PyErr_SetString(PyExc_ValueError, "the cards are in disorder");
            return -1;
        }
        m->s.where[card] = N_PILES + i;
    }
    for (int c = 0; c < N_CARDS; c++)
        if (m->s.where[c] < 0) {
            PyErr_SetString(PyExc_ValueError, "the cards are in disorder");
            return -1;
        }
    return 0;
}

/* _take(state): takes a state of Python or that of another engine, for figures alone: luck, frames and options do not
 * belong to it. Answers whether more than fuel and luck is different now. */
static PyObject *engine_take(Engine *e, PyObject *state) {
    M *m = &e->m;
    State before;
    memcpy(&before, &m->s, sizeof before);
    if (Py_TYPE(state) == Py_TYPE(e)) memcpy(&m->s, &((Engine *)state)->m.s, sizeof before);
    else if (state_from(m, (int)m->s.players, state)) {
        memcpy(&m->s, &before, sizeof before);
        return NULL;
    }
    return PyBool_FromLong(memcmp(before.where, m->s.where, sizeof before - offsetof(State, where)));
}

/* A part of a position by its name; borrowed, NULL with an error of Python where there is none. */
static PyObject *part_of(PyObject *raw, const char *name) {
    PyObject *found = PyDict_Check(raw) ? PyDict_GetItemString(raw, name) : NULL;
    if (!found) PyErr_Format(PyExc_ValueError, "the position has no `%s`", name);
    return found;
}
static long long number_of(PyObject *raw, const char *name) {
    PyObject *found = part_of(raw, name);
    return found ? PyLong_AsLongLong(found) : -1;
}
/* The bytes of a part in memory of their own, with their number; NULL for an error of Python. */
static void *bytes_of(PyObject *raw, const char *name, Py_ssize_t *size) {
    PyObject *found = part_of(raw, name);
    char *bytes;
    if (!found || PyBytes_AsStringAndSize(found, &bytes, size) < 0) return NULL;
    void *own = copied(bytes, *size);
    if (!own) PyErr_NoMemory();
    return own;
}

/* _load(raw): takes a position that `regelwerk_runtime.native.positions` has put together. */
static PyObject *engine_load(Engine *e, PyObject *raw) {
    M *m = &e->m;
    PyObject *state = part_of(raw, "state"), *rolls = part_of(raw, "rolls");
    PyObject *shuffles = part_of(raw, "shuffles"), *veiled = part_of(raw, "veiled");
    if (PyErr_Occurred()) return NULL;
    if (state_from(m, (int)m->s.players, state) || bytes_into(rolls, m->s.rolls, sizeof(int) * N_ROLLS) || bytes_into(shuffles, m->s.shuffles, sizeof(int) * N_PILES) ||
        bytes_into(veiled, m->s.veiled, 8 * CARD_WORDS))
        return NULL;
    PyObject *seed = part_of(raw, "seed");
    if (!seed || set_seed(e, seed)) return NULL;
    Py_ssize_t stack, options, past, given;
    i64 *numbers = bytes_of(raw, "given", &given);
    if (numbers && given <= (Py_ssize_t)sizeof m->given) {
        memcpy(m->given, numbers, given);
        m->given_count = (int)(given / 8);
    } else if (numbers)
        PyErr_SetString(PyExc_ValueError, "more rolls are given than a native engine keeps");
    free(numbers);
    free(m->stack);
    m->stack = bytes_of(raw, "stack", &stack);
    free(m->options);
    m->options = bytes_of(raw, "options", &options);
    free(e->past);
    e->past = bytes_of(raw, "past", &past);
    m->width = (int)number_of(raw, "width");
    m->depth = (int)number_of(raw, "depth");
    m->queue_at = (int)number_of(raw, "queue");
    m->player = number_of(raw, "player");
    m->site = (int)number_of(raw, "point");
    m->over = (int)number_of(raw, "over");
    if (PyErr_Occurred()) {
        m->sp = m->height = m->count = m->room = e->count = e->room = 0;
        return NULL;
    }
    m->sp = m->height = (int)(stack / 8);
    m->room = (int)(options / 8);
    m->count = m->width > 0 && m->width <= MOST_PARTS ? m->room / m->width : 0;
    e->count = e->room = (int)(past / sizeof(unsigned));
    Py_CLEAR(e->shown);
    Py_CLEAR(e->python);
    Py_RETURN_NONE;
}

/* _go_on(): runs the frames on the stack. */
static PyObject *engine_go_on(Engine *e, PyObject *unused) {
    Py_CLEAR(e->shown);
    int left = run(e);
    if (left < 0) return NULL;
    if (left) return left_game(e);
    Py_RETURN_NONE;
}

/* The values of each line of `outcome`: by line, then by player. */
static PyObject *engine_outcome(Engine *e, PyObject *unused) {
    M *m = &e->m;
    MAY_LEAVE(m);
    m->s.work = 0;
    if (_setjmp(out)) Py_RETURN_NONE;
    i64 found[N_OUTCOME * MOST_PLAYERS + 1]; /* all of them before Python makes anything, which a jump would lose */
    for (int line = 0; line < N_OUTCOME; line++)
        for (int p = 0; p < m->s.players; p++) found[line * MOST_PLAYERS + p] = outcome_line(m, line, p);
    PyObject *lines = PyTuple_New(N_OUTCOME);
    for (int line = 0; lines && line < N_OUTCOME; line++) {
        PyObject *values = PyTuple_New(m->s.players);
        for (int p = 0; values && p < m->s.players; p++)
            PyTuple_SET_ITEM(values, p, PyLong_FromLongLong(found[line * MOST_PLAYERS + p]));
        if (!values) Py_CLEAR(lines);
        else PyTuple_SET_ITEM(lines, line, values);
    }
    return lines;
}

/* _figures(number, first, end): a measure, or behind them the value, for each player from the first one up to the end;
 * None if one cannot be worked out. */
static PyObject *engine_figures(Engine *e, PyObject *args) {
    M *m = &e->m;
    int number, first, end;
    if (!PyArg_ParseTuple(args, "iii", &number, &first, &end)) return NULL;
    if (first < 0 || end > m->s.players) {
        PyErr_SetString(PyExc_ValueError, "there is no such player");
        return NULL;
    }
    MAY_LEAVE(m);
    if (_setjmp(out)) Py_RETURN_NONE;
    i64 found[MOST_PLAYERS + 1]; /* all of them before Python makes anything, which a jump would lose */
    for (int p = first; p < end; p++) {
        m->s.work = 0;
        found[p] = figure_of(m, number, p);
    }
    PyObject *values = PyTuple_New(end > first ? end - first : 0);
    for (int p = first; values && p < end; p++) PyTuple_SET_ITEM(values, p - first, PyLong_FromLongLong(found[p]));
    return values;
}
