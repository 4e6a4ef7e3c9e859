/* The binding to Python: the tables of the type, and the module. */

static PyMethodDef engine_methods[] = {
    {"restart", (PyCFunction)engine_restart, METH_O, "Begins the game anew with the luck of a seed."},
    {"play", (PyCFunction)engine_play, METH_O, "Takes the option with an index, and plays on up to the next decision."},
    {"copy", (PyCFunction)engine_copy, METH_NOARGS, "An equal engine that shares nothing changeable."},
    {"_raw", (PyCFunction)engine_raw, METH_NOARGS, "The position as bytes."},
    {"_playout", (PyCFunction)engine_playout, METH_VARARGS, "Plays at random up to the end."},
    {"_take", (PyCFunction)engine_take, METH_O, "Takes a state."},
    {"_load", (PyCFunction)engine_load, METH_O, "Takes a position."},
    {"_go_on", (PyCFunction)engine_go_on, METH_NOARGS, "Runs the frames on the stack."},
    {"_outcome", (PyCFunction)engine_outcome, METH_NOARGS, "The values of each line of the outcome, or None."},
    {"aim", (PyCFunction)engine_aim, METH_O, "The aim of a player."},
    {"aims", (PyCFunction)engine_aims, METH_NOARGS, "The aim of each player."},
    {"ranking", (PyCFunction)engine_ranking, METH_NOARGS, "The rank of each player."},
    {"hinted", (PyCFunction)engine_hinted, METH_VARARGS, "What a hint says of some options."},
    {"answered", (PyCFunction)engine_answered, METH_NOARGS, "The number of answers to a simultaneous choice, or None."},
    {"is_within", (PyCFunction)engine_is_within, METH_O, "Whether play is within the effect that asks in another engine."},
    {"has_luck_since", (PyCFunction)engine_has_luck_since, METH_O, "Whether luck was used since another engine."},
    {"is_at", (PyCFunction)engine_is_at, METH_O, "Whether this is the position of another engine, but for luck."},
    {"key", (PyCFunction)engine_key, METH_NOARGS, "The position as bytes, without luck."},
    {"reseed", (PyCFunction)engine_reseed, METH_O, "Takes the luck of another seed."},
    {"renew", (PyCFunction)engine_renew, METH_O, "Begins luck anew with a seed."},
    {"play_at_random", (PyCFunction)engine_play_at_random, METH_VARARGS, "Plays on at random."},
    {"_end", (PyCFunction)engine_end, METH_O, "The game is over for a reason, given by its number."},
    {"follow", (PyCFunction)engine_follow, METH_O, "Tells somebody which effects begin and end."},
    {"_noted", (PyCFunction)engine_noted, METH_NOARGS, "What was noted since the last time."},
    {"_where", (PyCFunction)engine_where, METH_O, "The zones of all cards, and those that have moved."},
    {"pile", (PyCFunction)engine_pile, METH_O, "The cards of a pile."},
    {"_figures", (PyCFunction)engine_figures, METH_VARARGS, "A measure or the value of some players, or None."},
    {NULL}};
static PyGetSetDef engine_facts[] = {
    {"options", (getter)engine_options, NULL, "What can be chosen; empty exactly when the game is over."},
    {"player", (getter)engine_player, NULL, "Who decides; -1 when the game is over."},
    {"site", (getter)engine_site, NULL, "The number of the site that asks; -1 when the game is over."},
    {"depth", (getter)engine_depth, NULL, "The number of frames."},
    {"_over", (getter)engine_over, NULL, "0 while the game goes on, else why it is over."},
    {"ended", (getter)engine_ended, NULL, "The line of the sources that ended the game, or \"\"."},
    {"count", (getter)engine_count, NULL, "The number of choices made."},
    {"players", (getter)engine_players, NULL, "The number of players."},
    {"seed", (getter)engine_seed, NULL, "The seed."},
    {"_past", (getter)engine_past, NULL, "The indices of the options chosen."},
    {NULL}};
static PyMemberDef engine_members[] = {
    {"_python", T_OBJECT, offsetof(Engine, python), 0, "The engine that has taken over, or None."},
    {"_follower", T_OBJECT, offsetof(Engine, m.follower), READONLY, "Who hears which effects begin and end, or None."},
    {"_origin", T_OBJECT, offsetof(Engine, origin), 0, "The engine whose position was loaded, or None."},
    {NULL}};
static PyType_Slot engine_slots[] = {
    {Py_tp_new, engine_new},         {Py_tp_dealloc, engine_free}, {Py_tp_methods, engine_methods},
    {Py_tp_getset, engine_facts},    {Py_tp_members, engine_members}, {0, NULL}};
static PyType_Spec engine_spec = {
    "native.Engine", sizeof(Engine), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, engine_slots};

/* set_up(players, state): the first position for so many players. */
static PyObject *set_up(PyObject *module, PyObject *args) {
    int players;
    PyObject *state;
    if (!PyArg_ParseTuple(args, "iO", &players, &state)) return NULL;
    if (players < 0 || players > MOST_PLAYERS) {
        PyErr_SetString(PyExc_ValueError, "the game is not for so many players");
        return NULL;
    }
    static M scratch;
    memset(&scratch, 0, sizeof scratch);
    if (state_from(&scratch, players, state)) return NULL;
    initial[players] = scratch.s;
    is_set_up[players] = 1;
    first_state = &initial[players];
    Py_RETURN_NONE;
}

/* set_keys(dice, shuffles, cards, hidden, sites): the keys of luck, the zones that somebody may not see, and for each
 * point its number in Python. */
static PyObject *set_keys(PyObject *module, PyObject *args) {
    PyObject *dice, *shuffles, *cards, *hidden, *sites;
    if (!PyArg_ParseTuple(args, "OOOOO", &dice, &shuffles, &cards, &hidden, &sites)) return NULL;
    if (bytes_into(dice, die_key, 8 * N_ROLLS) || bytes_into(shuffles, shuffle_key, 8 * N_PILES) ||
        bytes_into(cards, card_key, 8 * N_CARDS) || bytes_into(hidden, hidden_zone, N_PILES + N_PLACES) ||
        bytes_into(sites, site_number, sizeof(int) * N_POINTS))
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef module_methods[] = {
    {"set_up", set_up, METH_VARARGS, "Takes the first position for a number of players."},
    {"set_keys", set_keys, METH_VARARGS, "Takes the keys of luck."},
    {"forget", forget, METH_NOARGS, "Forgets what has run."},
    {NULL}};

static int module_exec(PyObject *module) {
    PyObject *type = PyType_FromSpec(&engine_spec);
    if (!type || PyModule_AddObject(module, "Engine", type) < 0) {
        Py_XDECREF(type);
        return -1;
    }
    return PyModule_AddStringConstant(module, "FACTS", facts);
}
/* Initialised in phases: else Python would give the module of one game the contents of another. */
static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};
static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, .m_name = "native", .m_size = 0, .m_methods = module_methods, .m_slots = module_slots};

PyMODINIT_FUNC PyInit_native(void) { return PyModuleDef_Init(&module_def); }
