// What stands in for the parts of a scene: pointers into its bytes, which Frama-C's model of memory
// does not know. A part starts at a number of bytes from the header, and can be read up to the end
// of the scene, as far as the buffer has so many bytes. Included by the copy of layout.h.

// clang-format off

// One by one, because that is easier for provers than all levels at once.
#define RISES(l) (s->level_count > l + 1 ==> s->level_start[l] < s->level_start[l + 1])
#define BELOW(l, nodes) (s->level_count > l ==> s->level_start[l] < nodes)
#define ENDS(l) BELOW(l, s->level_start[s->level_count - 1] + 1)
#define SAME(l) (p->level_start[l] == s->level_start[l])

/*@ axiomatic parts {
      logic carom_scene *header_of(void *bytes) reads \nothing;
      logic integer room_of(carom_scene *s) reads \nothing;
      logic uint32_t *words_at(carom_scene *s, integer at) reads \nothing;
    } */

// Macros and not predicates, so that the provers need not unfold them.
#define PART(at, bytes)                                                                            \
    (sizeof(carom_scene) <= (at) && (at) % CAROM_SCENE_ALIGNMENT == 0 && (at) + (bytes) <= s->size)
#define LEVELS                                                                                     \
    (s->level_count <= LEVELS_MAX && (s->level_count == 0 <==> s->leaf_count == 0) &&              \
     (s->level_count > 0 ==> s->level_start[0] == 0) && RISES(0) && RISES(1) && RISES(2) &&        \
     RISES(3) && RISES(4) && RISES(5) && RISES(6) && RISES(7) && RISES(8) && ENDS(0) && ENDS(1) && \
     ENDS(2) && ENDS(3) && ENDS(4) && ENDS(5) && ENDS(6) && ENDS(7) && ENDS(8) && ENDS(9))
#define NODES                                                                                      \
    (PART(s->nodes_at, 0) &&                                                                       \
     (s->level_count > 0 ==> s->level_start[s->level_count - 1] + 1 <=                             \
          (s->size - s->nodes_at) / sizeof(scene_node)))

/*@ predicate laid_out(carom_scene *s) =
      s->count <= CAROM_INDEX_MAX && s->endless_from <= s->count &&
      s->leaf_count == (s->count + LEAF_WALLS - 1) / LEAF_WALLS && s->links_at == 0 &&
      s->size >= sizeof(carom_scene) && LEVELS && NODES &&
      PART(s->leaves_at, s->leaf_count * sizeof(scene_leaf)) &&
      PART(s->index_at, s->count * sizeof(uint32_t)) &&
      PART(s->slot_at, s->count * sizeof(uint32_t)) &&
      (s->radii_at == 0 || PART(s->radii_at, s->count * sizeof(double))) &&
      (s->endless_from == s->count || PART(s->extents_at, s->count - s->endless_from)) &&
      (s->categories_at == 0 || PART(s->categories_at, s->count * sizeof(uint32_t))) &&
      (s->groups_at == 0 || PART(s->groups_at, s->count * sizeof(uint32_t))) &&
      (s->one_sided_at == 0 || PART(s->one_sided_at, s->count));

    predicate in_bytes(carom_scene *s) = \valid_read(s) && s->size <= room_of(s);

    predicate readable(carom_scene *s) =
      in_bytes(s) && laid_out(s) && s->loose_leaves <= s->leaf_count;

    predicate right_indices(carom_scene *s) =
      \forall integer i; 0 <= i < s->count ==>
        words_at(s, s->index_at)[i] < s->count &&
        words_at(s, s->slot_at)[words_at(s, s->index_at)[i]] == i; */

/*@ requires in_bytes(s) && at <= s->size && at % CAROM_SCENE_ALIGNMENT == 0;
    terminates \true;
    assigns \nothing;
    ensures \valid_read(\result + (0 .. (s->size - at) / sizeof(scene_leaf) - 1)); */
const scene_leaf *carom_proof_leaves(const carom_scene *s, uint64_t at);

/*@ requires in_bytes(s) && at <= s->size && at % CAROM_SCENE_ALIGNMENT == 0;
    terminates \true;
    assigns \nothing;
    ensures \valid_read(\result + (0 .. (s->size - at) / sizeof(scene_node) - 1)); */
const scene_node *carom_proof_nodes(const carom_scene *s, uint64_t at);

/*@ requires in_bytes(s) && at <= s->size && at % CAROM_SCENE_ALIGNMENT == 0;
    terminates \true;
    assigns \nothing;
    ensures \valid_read(\result + (0 .. (s->size - at) / sizeof(double) - 1)); */
const double *carom_proof_doubles(const carom_scene *s, uint64_t at);

/*@ requires in_bytes(s) && at <= s->size && at % CAROM_SCENE_ALIGNMENT == 0;
    terminates \true;
    assigns \nothing;
    ensures \valid_read(\result + (0 .. (s->size - at) / sizeof(uint8_t) - 1)); */
const uint8_t *carom_proof_bytes(const carom_scene *s, uint64_t at);

/*@ requires in_bytes(s) && at <= s->size && at % CAROM_SCENE_ALIGNMENT == 0;
    terminates \true;
    assigns \nothing;
    ensures \valid_read(\result + (0 .. (s->size - at) / 4 - 1)) && \result == words_at(s, at); */
const uint32_t *carom_proof_words(const carom_scene *s, uint64_t at);

// The 8 bytes at this offset.
/*@ requires in_bytes(s) && at + 8 <= s->size;
    terminates \true;
    assigns \nothing; */
uint64_t carom_proof_word(const carom_scene *s, uint64_t at);

/*@ requires \valid(to) && \valid_read(s);
    terminates \true;
    assigns *to;
    ensures to->count == s->count && to->endless_from == s->endless_from &&
        to->loose_leaves == s->loose_leaves; */
void carom_proof_copy(carom_scene *to, const carom_scene *s);

// The header has no padding, so equal bytes are equal members.
/*@ requires \valid_read(p) && \valid_read(s);
    terminates \true;
    assigns \nothing;
    ensures \result ==> p->size == s->size && p->count == s->count &&
        p->endless_from == s->endless_from && p->leaf_count == s->leaf_count &&
        p->leaves_at == s->leaves_at && p->nodes_at == s->nodes_at && p->index_at == s->index_at &&
        p->slot_at == s->slot_at && p->radii_at == s->radii_at && p->extents_at == s->extents_at &&
        p->categories_at == s->categories_at && p->groups_at == s->groups_at &&
        p->one_sided_at == s->one_sided_at &&
        p->level_count == s->level_count && p->loose_leaves == s->loose_leaves &&
        p->links_at == s->links_at &&
        SAME(0) && SAME(1) && SAME(2) && SAME(3) && SAME(4) && SAME(5) && SAME(6) && SAME(7) &&
        SAME(8) && SAME(9); */
bool carom_proof_are_equal(const carom_scene *p, const carom_scene *s);

/*@ requires \valid(s);
    terminates \true;
    assigns s->magic[0 .. 7]; */
void carom_proof_set_magic(carom_scene *s);

/*@ requires \valid(s);
    terminates \true;
    assigns s->level_start[0 .. LEVELS_MAX - 1]; */
void carom_proof_clear_levels(carom_scene *s);

// Are the first 8 bytes those of a scene?
/*@ requires room_of(header_of(bytes)) >= 8;
    terminates \true;
    assigns \nothing; */
bool carom_proof_has_magic(const void *bytes);

/*@ terminates \true;
    assigns \nothing;
    ensures \result == header_of(bytes); */
const carom_scene *carom_proof_header(const void *bytes);

/*@ terminates \true;
    assigns \nothing; */
uintptr_t carom_proof_address(const void *bytes);
