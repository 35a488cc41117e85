// What the ufuncs are compared with in C, compiled with the library that the extension holds.
// Called through ctypes. Room: bench.
#include <carom/carom.h>

#include <stddef.h>
#include <stdint.h>

typedef struct columns {
    const double *cx, *cy, *r, *ax, *ay, *bx, *by;
} columns;

void touches_rows(const columns *in, ptrdiff_t count, uint8_t *touches);
void relate_rows(const columns *in, ptrdiff_t count, int8_t *relation);
void contact_rows(const columns *in, ptrdiff_t count, int8_t *codes, double *numbers);

static carom_circle circle_at(const columns *in, ptrdiff_t i) {
    return carom_circle_make(carom_vec2_make(in->cx[i], in->cy[i]), in->r[i]);
}

static carom_wall wall_at(const columns *in, ptrdiff_t i) {
    return carom_segment(carom_vec2_make(in->ax[i], in->ay[i]),
                         carom_vec2_make(in->bx[i], in->by[i]));
}

/// The batch with vectors, not a call for each row.
void touches_rows(const columns *in, ptrdiff_t count, uint8_t *touches) {
    const carom_circle_soa circles = {.x = in->cx,
                                      .y = in->cy,
                                      .radius = in->r,
                                      .number = CAROM_NUMBER_DOUBLE,
                                      .count = (size_t)count};
    const carom_wall_soa walls = {.ax = in->ax,
                                  .ay = in->ay,
                                  .bx = in->bx,
                                  .by = in->by,
                                  .number = CAROM_NUMBER_DOUBLE,
                                  .count = (size_t)count};
    carom_batch_pairs(&circles, &walls, 0, (size_t)count, CAROM_CONTACT_RULE_CLOSED_DISC, NULL,
                      touches);
}

void relate_rows(const columns *in, ptrdiff_t count, int8_t *relation) {
    for (ptrdiff_t i = 0; i < count; i++)
        relation[i] = (int8_t)carom_circle_relate(circle_at(in, i), wall_at(in, i));
}

/// Writes the answers in columns, as NumPy does: relations, then features; along, px, py, nx, ny,
/// depth.
void contact_rows(const columns *in, ptrdiff_t count, int8_t *codes, double *numbers) {
    for (ptrdiff_t i = 0; i < count; i++) {
        const carom_contact c = carom_circle_contact(circle_at(in, i), wall_at(in, i));
        codes[i] = (int8_t)c.relation;
        codes[count + i] = (int8_t)c.feature;
        const double values[] = {c.along, c.point.x, c.point.y, c.normal.x, c.normal.y, c.depth};
        for (int k = 0; k < 6; k++)
            numbers[k * count + i] = values[k];
    }
}

void ask_rows(bool (*inside)(const void *geometry, double x, double y), const void *geometry,
              ptrdiff_t count, const double *x, const double *y, bool *answers);

/// A peer in C, asked row by row.
void ask_rows(bool (*inside)(const void *geometry, double x, double y), const void *geometry,
              ptrdiff_t count, const double *x, const double *y, bool *answers) {
    for (ptrdiff_t i = 0; i < count; i++)
        answers[i] = inside(geometry, x[i], y[i]);
}
