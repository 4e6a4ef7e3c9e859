/* The engine of a native build: the state, zones, luck and frames of one game. The generated part before it defines the
 * sizes; the generated part behind it has tables and rules.
 *
 * Nothing here words an error. Whatever is not plain play, a broken rule or a limit, calls `leave`: the position is
 * given up, and the engine in Python plays the same choices to say what is wrong, or goes on by itself.
 */

#define NONE (-1)
#define DECLINE (-((i64)1 << 40))
#define MOST_STEPS 300000000
#define DEEPEST 1000
#define BLOCK 4096
#define CARD_WORDS ((N_CARDS + 63) / 64 + 1)
#define MOST_FRAMES 1024
#define MOST_GIVEN 64
#define MOST_STACK (256 << 10)
#define MOST_CELLS (1 << 27)

enum { LEFT = 1, OVER = 2, FAILED = 3 };

/* ---- sets */
#define EACH_WORD for (int k_ = 0; k_ < WORDS; k_++)

static inline Set set_or(Set a, Set b) { EACH_WORD a.w[k_] |= b.w[k_]; return a; }
static inline Set set_and(Set a, Set b) { EACH_WORD a.w[k_] &= b.w[k_]; return a; }
static inline Set set_less(Set a, Set b) { EACH_WORD a.w[k_] &= ~b.w[k_]; return a; }
static inline int set_equal(Set a, Set b) { EACH_WORD if (a.w[k_] != b.w[k_]) return 0; return 1; }
static inline int set_any(Set a) { EACH_WORD if (a.w[k_]) return 1; return 0; }
static inline i64 set_count(Set a) { i64 n = 0; EACH_WORD n += __builtin_popcountll(a.w[k_]); return n; }
static inline int set_has_bit(Set a, i64 at) { return a.w[at >> 6] >> (at & 63) & 1; }
static inline void set_put(Set *a, i64 at) { a->w[at >> 6] |= (u64)1 << (at & 63); }

/* The next member from `at` on, or -1. */
static inline i64 set_next(const Set *a, i64 at) {
    if (at >= 64 * WORDS) return -1;
    int k = (int)(at >> 6);
    u64 word = a->w[k] >> (at & 63) << (at & 63);
    while (!word) {
        if (++k >= WORDS) return -1;
        word = a->w[k];
    }
    return 64 * k + __builtin_ctzll(word);
}

/* ---- a game under way */
typedef struct {
    i64 players, fuel, work;
    int rolls[N_ROLLS + 1];
    int where[N_CARDS + 1], above[N_CARDS + 1], below[N_CARDS + 1];
    int top[N_PILES], bottom[N_PILES], size[N_PILES];
    int places[N_PLACES + 1];
    int shuffles[N_PILES];
    u64 veiled[CARD_WORDS];
    STATE_VARIABLES
} State;

typedef struct Luck Luck;

typedef struct M {
    State s;
    i64 player;
    int site, over, asked;
    const char *ended; /* the line of the sources that ended the game, or NULL */
    int width, count, room; /* options: their width, their number, the room for them */
    i64 *options;
    i64 answer[MOST_PARTS];
    i64 result;
    Set result_set;
    i64 result_row[MOST_PER];
    int depth, queue_at; /* frames on the stack; where the events that wait begin, or -1 */
    int sp, height; /* words on the stack, the room for them */
    i64 *stack;
    int given_count; /* numbers that answer the next rolls in place of luck */
    i64 given[MOST_GIVEN];
    Luck *luck;
    struct Marks *marks;
    PyObject *follower; /* hears which effects begin and end, or NULL */
    jmp_buf *out;
    const char *base; /* where the stack of C stood when play began */
} M;

/* The frames that wait to be put on the stack, inner ones first; only while play runs. */
static i64 pending[STACK_WORDS];
static int starts[MOST_FRAMES], pn, frames;
static const State *first_state;

#define s (&m->s)

static __attribute__((noreturn, noinline, cold)) void leave(M *m) { longjmp(*m->out, LEFT); }
static __attribute__((noreturn, noinline, cold)) void finish(M *m, const char *line) {
    m->ended = line;
    longjmp(*m->out, OVER);
}

/* Leaves the game where calls lie so deep that the stack of C could end. */
static inline void guard(M *m) {
    const char *here = __builtin_frame_address(0);
    if (m->base - here > MOST_STACK || here - m->base > MOST_STACK) leave(m);
}

/* ---- numbers */
static inline i64 add(M *m, i64 a, i64 b) { i64 r; if (__builtin_add_overflow(a, b, &r)) leave(m); return r; }
static inline i64 subtract(M *m, i64 a, i64 b) { i64 r; if (__builtin_sub_overflow(a, b, &r)) leave(m); return r; }
static inline i64 multiply(M *m, i64 a, i64 b) { i64 r; if (__builtin_mul_overflow(a, b, &r)) leave(m); return r; }
static inline i64 divide(M *m, i64 a, i64 b) {
    if (b == 0 || (b == -1 && a == INT64_MIN)) leave(m);
    i64 q = a / b;
    return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}
static inline i64 modulo(M *m, i64 a, i64 b) {
    if (b == 0) leave(m);
    if (b == -1) return 0;
    i64 r = a % b;
    return r && ((r < 0) != (b < 0)) ? r + b : r;
}
static inline i64 negate(M *m, i64 a) { return subtract(m, 0, a); }
static inline i64 least(i64 a, i64 b) { return b < a ? b : a; }
static inline i64 greatest(i64 a, i64 b) { return b > a ? b : a; }
static inline i64 fit(M *m, i64 a, i64 low, i64 high) { if (a < low || a > high) leave(m); return a; }
static inline i64 index_in(M *m, i64 a, i64 size) { if ((u64)a >= (u64)size) leave(m); return a; }
static inline i64 between(i64 a, i64 first, i64 end) { return first <= a && a < end ? a : NONE; }
static inline i64 within(i64 a, i64 low, i64 high) { return low <= a && a <= high; }

static inline Set set_one(M *m, i64 at) {
    Set r = {{0}};
    set_put(&r, index_in(m, at, 64 * WORDS));
    return r;
}
static inline int set_has(M *m, i64 at, Set a) {
    if (at >= 64 * WORDS) return 0;
    return set_has_bit(a, index_in(m, at, 64 * WORDS));
}
static inline Set set_later(M *m, Set a, i64 at) {
    index_in(m, at, 64 * WORDS);
    EACH_WORD {
        i64 low = at + 1 - 64 * k_;
        if (low >= 64) a.w[k_] = 0;
        else if (low > 0) a.w[k_] = a.w[k_] >> low << low;
    }
    return a;
}

/* ---- steps and fuel */
static inline void spend(M *m, i64 steps) { if ((s->work += steps) > MOST_STEPS) leave(m); }
static inline void burn(M *m) { if (--s->fuel < 0) leave(m); }
static inline void paced(M *m, i64 rounds, i64 steps) {
    if (rounds > 0) spend(m, rounds > MOST_STEPS ? MOST_STEPS + (i64)1 : rounds * steps);
}

static inline i64 span(i64 low, i64 high) {
    if (high < low) return 0;
    u64 n = (u64)high - (u64)low;
    return n >= MOST_STEPS ? MOST_STEPS + (i64)1 : (i64)n + 1;
}

/* ---- zones: piles are doubly linked lists of cards */
static inline void unlink_card(M *m, int c, int z) {
    int a = s->above[c], b = s->below[c];
    if (a < 0) s->top[z] = b; else s->below[a] = b;
    if (b < 0) s->bottom[z] = a; else s->above[b] = a;
    s->size[z]--;
}
static inline void put_on_top(M *m, int c, int z) {
    int t = s->top[z];
    s->below[c] = t;
    s->above[c] = NONE;
    if (t < 0) s->bottom[z] = c; else s->above[t] = c;
    s->top[z] = c;
    s->size[z]++;
}
static inline void put_below(M *m, int c, int z) {
    int b = s->bottom[z];
    s->above[c] = b;
    s->below[c] = NONE;
    if (b < 0) s->top[z] = c; else s->below[b] = c;
    s->bottom[z] = c;
    s->size[z]++;
}
static int take(M *m, i64 card, i64 zone) {
    index_in(m, card, N_CARDS);
    int c = (int)card, old = s->where[c];
    if (old >= N_PILES) s->places[old - N_PILES] = NONE;
    else {
        unlink_card(m, c, old);
        if (old == 0 && zone != 0) s->veiled[c >> 6] &= ~((u64)1 << (c & 63));
    }
    return old;
}
static void move(M *m, i64 card, i64 zone) {
    int old = take(m, card, zone), c = (int)card, z = (int)zone;
    if (z < N_PILES) {
        put_on_top(m, c, z);
        if (z == 0 && hidden_zone[old]) s->veiled[c >> 6] |= (u64)1 << (c & 63);
    } else {
        if (s->places[z - N_PILES] != NONE) leave(m);
        s->places[z - N_PILES] = c;
    }
    s->where[c] = z;
}
static void move_below(M *m, i64 card, i64 zone) {
    if (zone >= N_PILES || zone == 0) {
        move(m, card, zone);
        return;
    }
    take(m, card, zone);
    put_below(m, (int)card, (int)zone);
    s->where[card] = (int)zone;
}
static inline i64 card_at(M *m, i64 zone, i64 from_top) { /* counted from 1 */
    if (from_top < 1 || from_top > s->size[zone]) leave(m);
    int c = s->top[zone];
    while (--from_top) c = s->below[c];
    return c;
}

/* ---- hashes: BLAKE2b (RFC 7693) and SHAKE128 (FIPS 202) */
static inline u64 rotated(u64 x, int n) { return n ? x << n | x >> (64 - n) : x; }

static void blake2b_mix(u64 *v, int a, int b, int c, int d, u64 x, u64 y) {
    v[a] += v[b] + x; v[d] = rotated(v[d] ^ v[a], 32);
    v[c] += v[d]; v[b] = rotated(v[b] ^ v[c], 40);
    v[a] += v[b] + y; v[d] = rotated(v[d] ^ v[a], 48);
    v[c] += v[d]; v[b] = rotated(v[b] ^ v[c], 1);
}

/* The first word of the digest of up to 128 bytes. */
static u64 blake2b_word(const unsigned char *text, int length) {
    static const u64 iv[8] = {
        0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
        0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u};
    static const unsigned char sigma[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    unsigned char block[128] = {0};
    u64 x[16], v[16], h = iv[0] ^ 0x01010040u;
    memcpy(block, text, length);
    for (int i = 0; i < 16; i++) {
        x[i] = 0;
        for (int b = 7; b >= 0; b--) x[i] = x[i] << 8 | block[8 * i + b];
    }
    v[0] = h;
    for (int i = 1; i < 8; i++) v[i] = iv[i];
    for (int i = 0; i < 8; i++) v[8 + i] = iv[i];
    v[12] ^= (u64)length;
    v[14] = ~v[14];
    for (int r = 0; r < 12; r++) {
        const unsigned char *p = sigma[r % 10];
        for (int i = 0; i < 4; i++) blake2b_mix(v, i, 4 + i, 8 + i, 12 + i, x[p[2 * i]], x[p[2 * i + 1]]);
        for (int i = 0; i < 4; i++)
            blake2b_mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, x[p[8 + 2 * i]], x[p[9 + 2 * i]]);
    }
    return h ^ v[0] ^ v[8];
}

static void keccak(u64 *a) {
    static const u64 constants[24] = {
        0x0000000000000001u, 0x0000000000008082u, 0x800000000000808au, 0x8000000080008000u, 0x000000000000808bu,
        0x0000000080000001u, 0x8000000080008081u, 0x8000000000008009u, 0x000000000000008au, 0x0000000000000088u,
        0x0000000080008009u, 0x000000008000000au, 0x000000008000808bu, 0x800000000000008bu, 0x8000000000008089u,
        0x8000000000008003u, 0x8000000000008002u, 0x8000000000000080u, 0x000000000000800au, 0x800000008000000au,
        0x8000000080008081u, 0x8000000000008080u, 0x0000000080000001u, 0x8000000080008008u};
    static const int turns[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
    static const int lanes[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
    u64 c[5];
    for (int round = 0; round < 24; round++) {
        for (int i = 0; i < 5; i++) c[i] = a[i] ^ a[i + 5] ^ a[i + 10] ^ a[i + 15] ^ a[i + 20];
        for (int i = 0; i < 5; i++) {
            u64 d = c[(i + 4) % 5] ^ rotated(c[(i + 1) % 5], 1);
            for (int j = 0; j < 25; j += 5) a[j + i] ^= d;
        }
        u64 kept = a[1];
        for (int i = 0; i < 24; i++) {
            u64 next = a[lanes[i]];
            a[lanes[i]] = rotated(kept, turns[i]);
            kept = next;
        }
        for (int j = 0; j < 25; j += 5) {
            for (int i = 0; i < 5; i++) c[i] = a[j + i];
            for (int i = 0; i < 5; i++) a[j + i] = c[i] ^ (~c[(i + 1) % 5] & c[(i + 2) % 5]);
        }
        a[0] ^= constants[round];
    }
}

#define RATE 168

/* ---- luck: the outcomes of dice are kept for all copies of a match */
typedef struct {
    i64 sides, block;
    int count, room, at; /* outcomes, the room for them, bytes of the sponge that were read */
    u64 sponge[25];
    int *found;
} Die;

struct Luck {
    char seed[24]; /* its digits */
    int shared;
    Die dice[N_ROLLS + 1];
};

static Luck *luck_of(const char *seed) {
    Luck *luck = calloc(1, sizeof(Luck));
    if (luck) {
        snprintf(luck->seed, sizeof luck->seed, "%s", seed);
        luck->shared = 1;
    }
    return luck;
}
static void luck_drop(Luck *luck) {
    if (!luck || --luck->shared) return;
    for (int i = 0; i <= N_ROLLS; i++) free(luck->dice[i].found);
    free(luck);
}
static int sponge_byte(Die *d) {
    if (d->at == RATE) {
        keccak(d->sponge);
        d->at = 0;
    }
    int at = d->at++;
    return (int)(d->sponge[at >> 3] >> 8 * (at & 7) & 255);
}
static void die_begin(M *m, Die *d, int die, i64 sides, i64 block) {
    char text[RATE];
    memcpy(text, die_key[die], 8);
    int length = 8 + snprintf(text + 8, sizeof text - 8, "%s %lld %lld", m->luck->seed, (long long)sides, (long long)block);
    unsigned char bytes[RATE] = {0};
    memcpy(bytes, text, length);
    bytes[length] ^= 0x1f;
    bytes[RATE - 1] ^= 0x80;
    memset(d->sponge, 0, sizeof d->sponge);
    for (int i = 0; i < RATE; i++) d->sponge[i >> 3] ^= (u64)bytes[i] << 8 * (i & 7);
    keccak(d->sponge);
    d->at = 0;
    d->count = 0;
    d->sides = sides;
    d->block = block;
}
static i64 given_roll(M *m, i64 low, i64 high) {
    i64 value = m->given[0];
    if (value < low || value > high) leave(m);
    memmove(m->given, m->given + 1, --m->given_count * sizeof(i64));
    return value;
}
static i64 roll(M *m, i64 die, i64 low, i64 high) {
    if (m->given_count) return given_roll(m, low, high);
    i64 sides = subtract(m, high, low);
    if (sides < 0 || sides >= (i64)1 << 30) leave(m);
    sides++;
    int n = s->rolls[die]++, at = n % BLOCK;
    Die *d = &m->luck->dice[die];
    if (d->sides != sides || d->block != n / BLOCK) die_begin(m, d, (int)die, sides, n / BLOCK);
    while (d->count <= at) {
        if (d->count == d->room) {
            int room = d->room ? 2 * d->room : 64;
            int *found = realloc(d->found, room * sizeof(int));
            if (!found) leave(m);
            d->found = found;
            d->room = room;
        }
        if (sides <= 256) {
            int byte = sponge_byte(d);
            if (byte < 256 - 256 % (int)sides) d->found[d->count++] = byte % (int)sides;
        } else {
            int width = (64 - __builtin_clzll((u64)sides) + 15) / 8;
            u64 word = 0, all = (u64)1 << 8 * width;
            for (int i = 0; i < width; i++) word = word << 8 | (u64)sponge_byte(d);
            if (word < all / (u64)sides * (u64)sides) d->found[d->count++] = (int)(word % (u64)sides);
        }
    }
    return low + d->found[at];
}
static inline i64 roll_dice(M *m, i64 die, int dice, i64 sides) {
    if (m->given_count) return given_roll(m, dice, dice * sides);
    i64 total = 0;
    for (int i = 0; i < dice; i++) total += roll(m, die, 1, sides);
    return total;
}
static int by_mark(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return (x > y) - (x < y);
}
static void shuffle(M *m, i64 zone) {
    char text[64];
    memcpy(text, shuffle_key[zone], 8);
    int length = 8 + snprintf(text + 8, sizeof text - 8, "%s %d", m->luck->seed, s->shuffles[zone]++);
    u64 base = blake2b_word((unsigned char *)text, length), marks[N_CARDS + 1];
    int n = 0, z = (int)zone;
    for (int c = s->bottom[z]; c >= 0; c = s->above[c]) {
        unsigned __int128 p = (unsigned __int128)card_key[c] * base;
        marks[n++] = (((u64)(p >> 64) ^ (u64)p) & ~(u64)0xffffff) | (u64)c;
    }
    if (n > 24) qsort(marks, n, sizeof(u64), by_mark);
    else
        for (int i = 1; i < n; i++) {
            u64 mark = marks[i];
            int j = i;
            for (; j > 0 && marks[j - 1] > mark; j--) marks[j] = marks[j - 1];
            marks[j] = mark;
        }
    s->top[z] = s->bottom[z] = NONE;
    s->size[z] = 0;
    for (int i = 0; i < n; i++) put_on_top(m, (int)(marks[i] & 0xffffff), z);
}
static i64 top_card(M *m, i64 zone, i64 refill) {
    int z = (int)zone, r = (int)refill;
    if (s->top[z] < 0) {
        if (r < 0 || s->top[r] < 0) return NONE;
        if (r != z) {
            for (int c = s->bottom[r]; c >= 0; c = s->above[c]) s->where[c] = z;
            s->top[z] = s->top[r];
            s->bottom[z] = s->bottom[r];
            s->size[z] = s->size[r];
            s->top[r] = s->bottom[r] = NONE;
            s->size[r] = 0;
        }
        shuffle(m, zone);
    }
    return s->top[z];
}

/* ---- maps: distances that were asked for are kept, and one that has the same place pushes another out */
#define KEPT_WAYS (1 << 14)
static struct { const Set *neighbours; i64 way, steps; } ways[KEPT_WAYS];

static i64 distance_on(M *m, const Set *neighbours, i64 size, i64 start, i64 end) {
    index_in(m, start, size);
    index_in(m, end, size);
    i64 way = start * size + end, at = way % KEPT_WAYS;
    if (ways[at].neighbours == neighbours && ways[at].way == way) return ways[at].steps;
    ways[at].neighbours = neighbours;
    ways[at].way = way;
    ways[at].steps = NONE;
    Set seen = {{0}}, edge = {{0}};
    set_put(&seen, start);
    edge = seen;
    for (i64 steps = 0; set_any(edge); steps++) {
        if (set_has_bit(edge, end)) return ways[at].steps = steps;
        Set next = {{0}};
        for (i64 on = set_next(&edge, 0); on >= 0; on = set_next(&edge, on + 1)) next = set_or(next, neighbours[on]);
        edge = set_less(next, seen);
        seen = set_or(seen, edge);
    }
    return NONE;
}

/* Where exactly so many steps end, never back at once, never onto a closed space; `from[at]` are the spaces from where
 * ways come to a space, at first none. */
static Set reach_on(M *m, const Set *neighbours, i64 size, i64 start, i64 steps, Set closed) {
    index_in(m, start, size);
    Set ends = {{0}};
    set_put(&ends, start);
    if (steps <= 0) return ends;
    if (steps > 1000) leave(m);
    paced(m, steps, size);
    Set from[2][64 * WORDS];
    int now = 0;
    for (i64 step = 0; step < steps && set_any(ends); step++) {
        Set next = {{0}};
        for (i64 here = set_next(&ends, 0); here >= 0; here = set_next(&ends, here + 1)) {
            Set out = set_less(neighbours[here], closed);
            if (step && set_count(from[now][here]) == 1) out = set_less(out, from[now][here]);
            for (i64 to = set_next(&out, 0); to >= 0; to = set_next(&out, to + 1)) {
                if (!set_has_bit(next, to)) memset(&from[1 - now][to], 0, sizeof(Set));
                set_put(&from[1 - now][to], here);
                set_put(&next, to);
            }
        }
        ends = next;
        now = 1 - now;
    }
    return ends;
}

/* ---- sequences, and rows of answers */
typedef struct { int count; i64 at[MOST_MEMBERS]; } Sequence;
typedef struct { i64 at[MOST_ROW]; } Row;
typedef struct { int count; Row rows[MOST_ROWS]; } Rows;

static inline void sequence_add(M *m, Sequence *q, i64 value) {
    if (q->count >= MOST_MEMBERS) leave(m);
    q->at[q->count++] = value;
}
static inline i64 sequence_first(M *m, Sequence *q) {
    if (!q->count) leave(m);
    i64 first = q->at[0];
    memmove(q->at, q->at + 1, --q->count * sizeof(i64));
    return first;
}
static inline Row *rows_add(M *m, Rows *rows) {
    if (rows->count >= MOST_ROWS) leave(m);
    return &rows->rows[rows->count++];
}
static inline Row rows_first(M *m, Rows *rows) {
    if (!rows->count) leave(m);
    Row first = rows->rows[0];
    memmove(rows->rows, rows->rows + 1, --rows->count * sizeof(Row));
    return first;
}

static i64 roll_of(M *m, i64 die, const Sequence *members) {
    if (!members->count) leave(m);
    if (!m->given_count) return members->at[roll(m, die, 0, members->count - 1)];
    for (int i = 0; i < members->count; i++)
        if (members->at[i] == m->given[0]) return given_roll(m, INT64_MIN, INT64_MAX);
    leave(m);
}

/* ---- frames: values, then the number of the point */
static inline void begin_frame(M *m) {
    if (frames >= MOST_FRAMES || pn > STACK_WORDS - MOST_FRAME) leave(m);
    starts[frames++] = pn;
}
static inline void keep(M *m, i64 value) { pending[pn++] = value; }
static inline void keep_words(M *m, const void *from, int words) {
    memcpy(pending + pn, from, words * sizeof(i64));
    pn += words;
}
static inline void keep_sequence(M *m, const Sequence *q) {
    keep_words(m, q->at, q->count);
    keep(m, q->count);
}
static inline void keep_rows(M *m, const Rows *rows) {
    keep_words(m, rows->rows, rows->count * MOST_ROW);
    keep(m, rows->count);
}
static inline i64 popped(M *m) { return m->stack[--m->sp]; }
static inline void pop_words(M *m, void *to, int words) {
    if (words > m->sp) leave(m);
    m->sp -= words;
    memcpy(to, m->stack + m->sp, words * sizeof(i64));
}
static inline void pop_sequence(M *m, Sequence *q) {
    q->count = (int)fit(m, popped(m), 0, MOST_MEMBERS); /* the engine in Python may have kept more */
    pop_words(m, q->at, q->count);
}
static inline void pop_rows(M *m, Rows *rows) {
    rows->count = (int)fit(m, popped(m), 0, MOST_ROWS);
    pop_words(m, rows->rows, rows->count * MOST_ROW);
}
static void make_room(M *m, int words) {
    if (m->sp + words <= m->height) return;
    if (m->sp + words > STACK_WORDS) leave(m);
    int height = 2 * (m->sp + words);
    i64 *stack = realloc(m->stack, height * sizeof(i64));
    if (!stack) leave(m);
    m->stack = stack;
    m->height = height;
}
/* Puts the frames that wait on the stack, outer ones first. */
static void put_frames(M *m) {
    make_room(m, pn);
    for (int end = pn, i = frames - 1; i >= 0; i--) {
        int start = starts[i];
        memcpy(m->stack + m->sp, pending + start, (end - start) * sizeof(i64));
        m->sp += end - start;
        end = start;
    }
    m->depth += frames;
    frames = pn = 0;
}

/* ---- effects that nest, and events that wait */
static void nest(M *m) {
    burn(m);
    if (m->depth > DEEPEST) leave(m);
}
static void hold(M *m, int queue) {
    if (m->queue_at >= 0) return;
    make_room(m, 1);
    m->stack[m->sp++] = queue;
    m->depth++;
    m->queue_at = m->sp;
}
/* The last frame that waits becomes an event: it lies right above the mark. */
static void queue_event(M *m) {
    burn(m);
    int start = starts[--frames], words = pn - start;
    if (m->queue_at < 0) leave(m);
    make_room(m, words);
    i64 *at = m->stack + m->queue_at;
    memmove(at + words, at, (m->sp - m->queue_at) * sizeof(i64));
    memcpy(at, pending + start, words * sizeof(i64));
    m->sp += words;
    pn = start;
    m->depth++;
}

/* ---- options: rows of one width in a buffer that grows */
static inline void begin_options(M *m, int width) {
    m->width = width;
    m->count = 0;
}
static i64 *new_option(M *m) {
    if ((m->count + 1) * m->width > m->room) {
        int room = 2 * m->room + 64 * m->width;
        if (room > MOST_CELLS) leave(m);
        i64 *options = realloc(m->options, room * sizeof(i64));
        if (!options) leave(m);
        m->options = options;
        m->room = room;
    }
    return m->options + m->width * m->count++;
}
/* Stops for a decision; the frame with which play goes on waits. */
static inline int ask(M *m, i64 player, int site) {
    if (player < 0 || !m->count) leave(m);
    burn(m);
    m->player = player;
    m->site = site;
    m->asked = 1;
    return 1;
}
/* What tells apart those on offer, and those that are taken already: one list of options is made at a time. */
#define LOOK_ROOM 4096
typedef struct { int count; i64 at[LOOK_ROOM]; } Looks;
static Looks offered, taken;
static int look_width;

static inline void begin_looks(int width) {
    offered.count = taken.count = 0;
    look_width = width;
}
static inline i64 *new_look(M *m, Looks *looks) {
    if ((looks->count + 1) * look_width > LOOK_ROOM) leave(m);
    return looks->at + looks->count * look_width;
}
/* Whether the look at the end of those on offer is new; forgets it again if not. */
static int is_new_look(void) {
    i64 *last = offered.at + offered.count * look_width;
    for (int i = 0; i < offered.count; i++)
        if (!memcmp(offered.at + i * look_width, last, look_width * sizeof(i64))) return 0;
    offered.count++;
    return 1;
}
/* Sets in a look are compared as numbers: the word of the last members comes first, the least word is the least number. */
static inline void order_sets(i64 *sets, int count) {
    for (; count--; sets += WORDS)
        for (int low = 0, high = WORDS - 1; low <= high; low++, high--) {
            i64 word = sets[low] ^ INT64_MIN;
            sets[low] = sets[high] ^ INT64_MIN;
            sets[high] = word;
        }
}
static int look_order(const i64 *a, const i64 *b, int width) {
    for (int i = 0; i < width; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}
/* Adds the options for the next of several cards: the last cell of a look is the card itself, and tells none apart. Of
 * cards that look the same the first is the option; none comes before one that is chosen, nor so late that too few
 * would be left. */
static void in_order(M *m, i64 least) {
    int width = look_width, count = 0, order[LOOK_ROOM];
    const i64 *last = NULL;
    for (int i = 0; i < taken.count; i++)
        if (!last || look_order(taken.at + i * width, last, width - 1) > 0) last = taken.at + i * width;
    for (int i = 0; i < offered.count; i++) {
        const i64 *look = offered.at + i * width;
        if (last && look_order(look, last, width - 1) < 0) continue;
        int at = count++;
        for (; at > 0 && look_order(offered.at + order[at - 1] * width, look, width - 1) > 0; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    i64 end = count - greatest(least - taken.count, 1);
    for (i64 i = 0; i <= end && i < count; i++) {
        const i64 *look = offered.at + order[i] * width;
        if (i == 0 || look_order(look, offered.at + order[i - 1] * width, width - 1)) *new_option(m) = look[width - 1];
    }
}
