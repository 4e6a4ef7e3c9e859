/* What is noted of a game that somebody follows: the blocks that have run, the cards an ability of which has begun, and
 * which effects begin and end. */

typedef struct Marks {
    unsigned char ran[N_BLOCKS];
    u64 acted[CARD_WORDS];
} Marks;

static Marks ignored, followed, known; /* of games that nobody follows; of the one that is; what was told of that one */

static inline void ran(M *m, int block) { m->marks->ran[block] = 1; }
static inline void acted(M *m, i64 card) {
    index_in(m, card, N_CARDS);
    m->marks->acted[card >> 6] |= (u64)1 << (card & 63);
}

enum { BEGINS, ENDS };

/* Tells the follower something; its errors end the run. */
static __attribute__((noinline, cold)) void tell(M *m, int what, PyObject *frame) {
    static PyObject *names[2];
    if (!names[what]) names[what] = PyUnicode_InternFromString(what == BEGINS ? "begins" : "ends");
    PyObject *done = names[what] ? PyObject_CallMethodObjArgs(m->follower, names[what], frame, NULL) : NULL;
    Py_XDECREF(frame);
    if (!done) longjmp(*m->out, FAILED);
    Py_DECREF(done);
}
/* An effect begins, at a point with some values, of which the first is told. */
static inline void begins(M *m, int point, int values, i64 first) {
    if (!m->follower) return;
    int number = site_number[point];
    tell(m, BEGINS, values ? Py_BuildValue("(iL)", number, (long long)first) : Py_BuildValue("(i)", number));
}
static inline void ends(M *m) { if (m->follower) tell(m, ENDS, NULL); }
