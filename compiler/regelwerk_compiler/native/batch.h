/* What batches ask of an engine that they follow; see `regelwerk_runtime.native.marks`. */

/* follow(follower): what is played from now on is told and noted. */
static PyObject *engine_follow(Engine *e, PyObject *follower) {
    Py_INCREF(follower);
    Py_XSETREF(e->m.follower, follower);
    e->m.marks = &followed;
    Py_RETURN_NONE;
}

/* Adds a number to a list, which is then NULL for an error of Python. */
static void list_number(PyObject **list, int number) {
    PyObject *one = PyLong_FromLong(number);
    if (!one || PyList_Append(*list, one)) Py_CLEAR(*list);
    Py_XDECREF(one);
}

/* _noted(): what was noted since the last time: whether blocks have run that never had before, and the cards
 * that have acted; None for nothing. */
static PyObject *engine_noted(Engine *e, PyObject *unused) {
    int is_new = memcmp(followed.ran, known.ran, sizeof known.ran) != 0, any = is_new;
    for (int k = 0; k < CARD_WORDS; k++) any |= followed.acted[k] != 0;
    if (!any) Py_RETURN_NONE;
    memcpy(known.ran, followed.ran, sizeof known.ran);
    PyObject *cards = PyList_New(0);
    for (int c = 0; cards && c < N_CARDS; c++)
        if (followed.acted[c >> 6] >> (c & 63) & 1) list_number(&cards, c);
    memset(followed.acted, 0, sizeof followed.acted);
    return cards ? Py_BuildValue("(NN)", PyBool_FromLong(is_new), cards) : NULL;
}

/* _where(before): the zones of all cards as bytes, and the cards that have others than before; None if there are none. */
static PyObject *engine_where(Engine *e, PyObject *before) {
    const int *now = e->m.s.where;
    int size = PyBytes_Check(before) ? (int)PyBytes_GET_SIZE(before) : 0, is_first = size != N_CARDS * (int)sizeof(int);
    const int *old = is_first ? NULL : (const int *)PyBytes_AS_STRING(before);
    if (old && !memcmp(now, old, size)) Py_RETURN_NONE;
    PyObject *moved = PyList_New(0);
    for (int c = 0; moved && c < N_CARDS; c++)
        if (!old || old[c] != now[c]) list_number(&moved, c);
    return moved ? Py_BuildValue("(NN)", ints(now, N_CARDS), moved) : NULL;
}

/* pile(zone): its cards, the top one last. */
static PyObject *engine_pile(Engine *e, PyObject *arg) {
    long zone = PyLong_AsLong(arg);
    if (zone >= 0 && zone < N_PILES) return pile_of(&e->m.s, (int)zone);
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "there is no such pile");
    return NULL;
}

/* forget(): nothing has run yet. */
static PyObject *forget(PyObject *module, PyObject *unused) {
    memset(&followed, 0, sizeof followed);
    memset(&known, 0, sizeof known);
    Py_RETURN_NONE;
}
