/* The speed limit: a hand-written C program that plays the same rounds as nimmtsim, card for card.
 *
 * build: cc -O3 -march=native -o limit limit.c      run: ./limit ROUNDS PLAYERS POLICY SEED
 * POLICY 0 is `random`, 1 is `nearest`; a card below all row ends takes the row with the fewest bull heads, ties to the
 * lowest end. Streams, deals, plays and takes are those of docs/engines.md, so that the heads it counts are those of
 * nimmtsim to the last one: benchmarks/speed.py compares both, the counts and the times.
 *
 * What makes it fast: the rows are sorted by their ends, so that the row which a card joins is a count of comparisons;
 * only the cards that are needed are shuffled; one word serves two places of the shuffle.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GAMMA 0x9E3779B97F4A7C15ull
#define PURPOSE 0xD1342543DE82EF95ull

enum { DECK = 104, HAND = 10, ROWS = 4, CAPACITY = 5, SEATS = 10 };

typedef struct {
    int end[ROWS], count[ROWS], bulls[ROWS];
} Rows;

static uint8_t heads[DECK + 1];

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static inline uint64_t word(uint64_t *stream) { return mix(*stream += GAMMA); }

static inline int below(uint64_t half, int n) { return (int)((half * (uint64_t)n) >> 32); }

static inline void swap(uint8_t *deck, int i, int j) {
    uint8_t card = deck[i];
    deck[i] = deck[j];
    deck[j] = card;
}

static inline void shuffle(uint8_t *deck, int needed, uint64_t stream) {
    for (int i = 0; i < needed; i += 2) {
        uint64_t w = word(&stream);
        swap(deck, i, i + below(w & 0xFFFFFFFFu, DECK - i));
        if (i + 1 < needed) swap(deck, i + 1, i + 1 + below(w >> 32, DECK - i - 1));
    }
}

static inline int slot_below(const Rows *rows, int card) {
    return (card > rows->end[0]) + (card > rows->end[1]) + (card > rows->end[2]) + (card > rows->end[3]) - 1;
}

static inline int nearest(const Rows *rows, const uint8_t *hand, int n) {
    int best = 1 << 30, place = 0;
    for (int i = 0; i < n; i++) {
        int card = hand[i], slot = slot_below(rows, card);
        int gap = slot < 0 ? 200 : rows->count[slot] == CAPACITY ? 300 : card - rows->end[slot];
        int key = gap << 8 | card;
        if (key < best) {
            best = key;
            place = i;
        }
    }
    return place;
}

static inline void open_rows(Rows *rows, const uint8_t *cards) {
    for (int r = 0; r < ROWS; r++) {
        int i = r;
        for (; i > 0 && rows->end[i - 1] > cards[r]; i--) rows->end[i] = rows->end[i - 1];
        rows->end[i] = cards[r];
    }
    for (int r = 0; r < ROWS; r++) {
        rows->count[r] = 1;
        rows->bulls[r] = heads[rows->end[r]];
    }
}

/* Places a card; returns what its owner pays. */
static inline int place(Rows *rows, int card) {
    int slot = slot_below(rows, card), paid = 0;
    if (slot < 0) {
        slot = 0;
        for (int r = 1; r < ROWS; r++)
            if (rows->bulls[r] < rows->bulls[slot]) slot = r;
        paid = rows->bulls[slot];
        for (int r = slot; r > 0; r--) {
            rows->end[r] = rows->end[r - 1];
            rows->count[r] = rows->count[r - 1];
            rows->bulls[r] = rows->bulls[r - 1];
        }
        rows->end[0] = card;
        rows->count[0] = 1;
        rows->bulls[0] = heads[card];
        return paid;
    }
    if (rows->count[slot] == CAPACITY) {
        paid = rows->bulls[slot];
        rows->count[slot] = 0;
        rows->bulls[slot] = 0;
    }
    rows->end[slot] = card;
    rows->count[slot]++;
    rows->bulls[slot] += heads[card];
    return paid;
}

static void play_round(uint64_t key, int players, int policy, const uint8_t *fresh, int *penalty) {
    uint8_t deck[DECK];
    uint64_t streams[SEATS];
    Rows rows;
    memcpy(deck, fresh, DECK);
    shuffle(deck, HAND * players + ROWS, mix(key + PURPOSE));
    for (int p = 0; p < players; p++) streams[p] = mix(key + (uint64_t)(p + 3) * PURPOSE);
    open_rows(&rows, deck + HAND * players);
    for (int n = HAND; n > 0; n--) {
        int plays[SEATS];
        for (int p = 0; p < players; p++) {
            uint8_t *hand = deck + HAND * p;
            int i = 0;
            if (n > 1) i = policy ? nearest(&rows, hand, n) : below(word(&streams[p]) >> 32, n);
            int play = hand[i] << 8 | p, at = p;
            hand[i] = hand[n - 1];
            for (; at > 0 && plays[at - 1] > play; at--) plays[at] = plays[at - 1];
            plays[at] = play;
        }
        for (int q = 0; q < players; q++) penalty[plays[q] & 255] += place(&rows, plays[q] >> 8);
    }
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: limit ROUNDS PLAYERS POLICY SEED\n");
        return 2;
    }
    long rounds = atol(argv[1]);
    int players = atoi(argv[2]), policy = atoi(argv[3]);
    uint64_t run = mix(strtoull(argv[4], NULL, 10) + GAMMA);
    if (players < 2 || players > SEATS) {
        fprintf(stderr, "PLAYERS is 2 to 10\n");
        return 2;
    }
    uint8_t fresh[DECK];
    for (int c = 1; c <= DECK; c++) {
        heads[c] = c == 55 ? 7 : c % 11 == 0 ? 5 : c % 10 == 0 ? 3 : c % 5 == 0 ? 2 : 1;
        fresh[c - 1] = (uint8_t)c;
    }
    long total = 0;
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long unit = 0; unit < rounds; unit++) {
        int penalty[SEATS] = {0};
        play_round(mix(run + (uint64_t)(unit + 1) * GAMMA), players, policy, fresh, penalty);
        for (int p = 0; p < players; p++) total += penalty[p];
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) * 1e-9;
    printf("%ld %.9f\n", total, seconds);
    return 0;
}
