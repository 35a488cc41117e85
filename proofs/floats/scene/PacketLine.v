(* The line of a wall as the beams of a packet see it (seen_from, beams_apart in src/scene/packet_lanes.h): a path
   approaches the line, from |u x (a - from)| by `closing` in all. What is `left` of that, less the bound for
   |u| (reach + radius) and for the rounding, is reached neither until the time `until` if until * closing is less, nor
   before left / closing.

   With P = u_far a_far and Q = u_far path_far the rounding is less than 15 u P + 6 u Q; the bound has 64 of both. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry Overflow Products SlabParts SlabBeside
  SlabChain PacketCross.

Open Scope R_scope.

(* ---- real numbers ---- *)

Lemma beyond_the_line (c a b : point) (r t : R) : 0 <= r ->
  (Rabs (px b - px a) + Rabs (py b - py a)) * r <
    Rabs ((py b - py a) * (px a - px c) - (px b - px a) * (py a - py c)) ->
  r ^ 2 < dist2_at c a b t.
Proof.
  intros R0 H. set (ux := px b - px a) in *. set (uy := py b - py a) in *. unfold dist2_at. fold ux uy.
  set (dx := px c - (px a + t * ux)). set (dy := py c - (py a + t * uy)).
  replace (uy * (px a - px c) - ux * (py a - py c)) with (- (uy * dx - ux * dy)) in H by (unfold dx, dy; ring).
  rewrite Rabs_Ropp in H. pose proof (Rabs_pos ux). pose proof (Rabs_pos uy).
  assert (P : 0 <= (Rabs ux + Rabs uy) * r) by (apply Rmult_le_pos; lra).
  assert (L : (ux ^ 2 + uy ^ 2) * r ^ 2 < (ux ^ 2 + uy ^ 2) * (dx ^ 2 + dy ^ 2)).
  { apply Rle_lt_trans with ((Rabs ux + Rabs uy) * r * ((Rabs ux + Rabs uy) * r)).
    - rewrite <- (pow2_abs ux), <- (pow2_abs uy).
      replace ((Rabs ux + Rabs uy) * r * ((Rabs ux + Rabs uy) * r)) with
        ((Rabs ux ^ 2 + Rabs uy ^ 2) * r ^ 2 + 2 * (Rabs ux * Rabs uy) * r ^ 2) by ring.
      assert (0 <= 2 * (Rabs ux * Rabs uy) * r ^ 2); [| lra].
      apply Rmult_le_pos; [| apply pow2_ge_0]. apply Rmult_le_pos; [lra |]. now apply Rmult_le_pos.
    - apply Rlt_le_trans with (Rabs (uy * dx - ux * dy) * Rabs (uy * dx - ux * dy)).
      + apply Rmult_le_0_lt_compat; assumption.
      + rewrite <- Rabs_mult, Rabs_pos_eq by apply Rle_0_sqr. pose proof (pow2_ge_0 (ux * dx + uy * dy)). lra. }
  apply Rmult_lt_reg_l with (ux ^ 2 + uy ^ 2); [| exact L].
  destruct (Rle_lt_or_eq_dec 0 (ux ^ 2 + uy ^ 2)) as [G | G]; [pose proof (pow2_ge_0 ux); pose proof (pow2_ge_0 uy);
    lra |
    exact G |]. rewrite <- G in L. lra.
Qed.

(* A product of two sums, both of which are known but for 2 u. *)
Lemma product_of_sums x y a b : 0 <= x -> 0 <= y -> (1 - 2 * ud) * x <= a -> (1 - 2 * ud) * y <= b ->
  x * y <= (1 + 5 * ud) * (a * b).
Proof.
  intros X Y A B. pose proof u_double_small as U. assert (XY : 0 <= x * y) by now apply Rmult_le_pos.
  assert (L : (1 - 2 * ud) * x * ((1 - 2 * ud) * y) <= a * b) by (apply Rmult_le_compat; auto; apply Rmult_le_pos; lra).
  assert (UX : 0 <= ud * (x * y) <= / 1048576 * (x * y)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UUX : 0 <= ud * (ud * (x * y)) <= / 1048576 * (ud * (x * y))) by (split; [apply Rmult_le_pos |
    apply Rmult_le_compat_r]; lra).
  assert (UUUX : 0 <= ud * (ud * (ud * (x * y))) <= / 1048576 * (ud * (ud * (x * y)))) by (split; [apply Rmult_le_pos |
    apply Rmult_le_compat_r]; lra).
  assert (M : (1 + 5 * ud) * ((1 - 2 * ud) * x * ((1 - 2 * ud) * y)) <= (1 + 5 * ud) * (a * b)) by
    (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma cross_terms a b c d : Rabs (a * c) + Rabs (b * d) <= (Rabs b + Rabs a) * (Rabs c + Rabs d).
Proof.
  rewrite !Rabs_mult. pose proof (Rabs_pos a). pose proof (Rabs_pos b). pose proof (Rabs_pos c). pose proof (Rabs_pos
    d).
  assert (0 <= Rabs b * Rabs c) by now apply Rmult_le_pos. assert (0 <= Rabs a * Rabs d) by now apply Rmult_le_pos. lra.
Qed.

(* What is left, from the real numbers before it. *)
Lemma left_in_reals (start S V P Q RR bound gap x left : R) : 0 <= P -> 0 <= Q -> 0 <= RR ->
  Rabs (start - S) <= 402 / 100 * ud * V + 201 / 100 * etad -> Rabs S <= V -> V <= (1 + 5 * ud) * P ->
  (1 - 5 * ud) * RR + 635 / 10 * (ud * P) + 1000 * etad <= bound ->
  Rabs (gap - (Rabs start - bound)) <= ud * Rabs (Rabs start - bound) ->
  0 <= x -> 635 / 10 * (ud * Q) - 3 * etad <= x -> Rabs (left - (gap - x)) <= ud * Rabs (gap - x) -> 0 < left ->
  left + RR + 48 * (ud * P) + 60 * (ud * Q) + 900 * etad <= Rabs start - Rabs (start - S) /\
  left <= 11 / 10 * P + 3 * etad /\ RR <= 11 / 10 * P + 3 * etad.
Proof.
  intros P0 Q0 R0 HS SV VP HB HG X0 HX HL L. pose proof u_double_small as U. pose proof eta_double_pos as T.
  assert (UP : 0 <= ud * P <= / 1048576 * P) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUP : 0 <= ud * (ud * P) <= / 1048576 * (ud * P)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UQ : 0 <= ud * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UR : 0 <= ud * RR <= / 1048576 * RR) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UV : ud * V <= ud * ((1 + 5 * ud) * P)) by (apply Rmult_le_compat_l; lra).
  set (st := Rabs start) in *.
  assert (B1 : st <= V + (402 / 100 * ud * V + 201 / 100 * etad)).
  { unfold st. replace start with (S + (start - S)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (G0 : 0 < gap - x).
  { destruct (Rle_or_lt (gap - x) 0) as [N | N]; [| exact N]. exfalso. rewrite (Rabs_left1 (gap - x)) in HL by exact N.
    apply within in HL. assert (ud * - (gap - x) <= / 1048576 * - (gap - x)) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite (Rabs_pos_eq (gap - x)) in HL by lra. apply within in HL.
  assert (B0 : 0 <= bound) by lra.
  assert (N : 0 < st - bound).
  { apply Rnot_le_lt. intros N. rewrite (Rabs_left1 (st - bound)) in HG by exact N. apply within in HG.
    assert (ud * - (st - bound) <= / 1048576 * - (st - bound)) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite (Rabs_pos_eq (st - bound)) in HG by lra. apply within in HG.
  assert (U1 : ud * (st - bound) <= ud * st) by (apply Rmult_le_compat_l; lra).
  assert (U2 : ud * (gap - x) <= ud * gap) by (apply Rmult_le_compat_l; lra).
  assert (U3 : ud * gap <= ud * (st - bound + ud * st)) by (apply Rmult_le_compat_l; lra).
  assert (U4 : ud * st <= ud * (V + (402 / 100 * ud * V + 201 / 100 * etad))) by (apply Rmult_le_compat_l; lra).
  assert (U5 : ud * (ud * V) <= ud * (ud * ((1 + 5 * ud) * P))) by (apply Rmult_le_compat_l; lra).
  assert (U6 : ud * (ud * st) <= / 1048576 * (ud * st)).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; [lra | apply Rabs_pos] | lra]. }
  assert (U7 : st <= 102 / 100 * P + 21 / 10 * etad) by lra.
  assert (U8 : RR <= 11 / 10 * P + 3 * etad) by lra.
  assert (U9 : ud * RR <= ud * (11 / 10 * P + 3 * etad)) by (apply Rmult_le_compat_l; lra).
  assert (UB : 0 <= ud * bound) by (apply Rmult_le_pos; lra).
  assert (UUU : ud * (ud * (ud * P)) <= / 1048576 * (ud * (ud * P))) by (apply Rmult_le_compat_r; lra).
  split; [| split]; lra.
Qed.
