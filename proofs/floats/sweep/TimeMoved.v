(* wide_displacement of src/sweep/sweep_filter.h and pair_place of src/sweep/sweep_time.h, over the extracted terms.

   The displacement is exact in double-doubles, but for that of a wall that moves to a place: its error is 3 2^-106 of
   itself where is_known holds. Sums and differences are exact (ErrorFree.v), and two low parts are rounded. With
   TimePlace.v follows the error of the place at the time t. Source: docs/exactness.md, "The time". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry Bounded SweepErrors SweepGeometry SweepVectors
  SweepTerms SweepStart Terms_wide Terms_pair Terms_sweep Terms_time ErrorFreeTerms Wide TimePlace TangentGapSign.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* One coordinate X of the displacement. *)
Definition displaced (vh vl : D) (X : R) :=
  Rabs (real vl) <= 2 * u53 * Rabs (real vh) /\ Rabs (real vh + real vl - X) <= 3 * (u53 * u53) * Rabs (real vh).

Lemma displaced_exact (vh vl : D) X :
  Rabs (real vl) <= u53 * Rabs (real vh) -> real vh + real vl = X -> displaced vh vl X.
Proof.
  intros H E. pose proof (Rabs_pos (real vh)). split; [lra |]. rewrite Rminus_diag_eq, Rabs_R0 by exact E. lra.
Qed.

Lemma displaced_sum (a b : D) : finite (sum_rest a b) -> displaced (fadd a b) (sum_rest a b) (real a + real b).
Proof.
  intros H. destruct (two_sum_exact a b H) as (_ & _ & _ & _ & X). destruct (two_sum_rest_small a b H) as (_ & L).
  rewrite u_double in L. now apply displaced_exact.
Qed.

Lemma displaced_zero (a : D) : displaced a (fconst 0 0) (real a).
Proof.
  assert (Z : real (fconst 0 0 : D) = 0) by reflexivity. pose proof (Rabs_pos (real a)).
  apply displaced_exact; rewrite Z; [rewrite Rabs_R0 |]; lra.
Qed.

(* A rounded sum of 0 is a sum of 0. *)
Lemma two_sum_zero (a b : D) : finite (sum_rest a b) -> real (fadd a b) = 0 -> real (sum_rest a b) = 0.
Proof.
  intros F Z. destruct (two_sum_rest_small a b F) as (_ & L). rewrite Z, Rabs_R0, Rmult_0_r in L.
  destruct (Req_dec (real (sum_rest a b)) 0) as [| N]; [assumption |]. pose proof (Rabs_pos_lt _ N). lra.
Qed.

Lemma relative_move_displaced to from wall_to wall_from hi lo :
  relative_move_results to from wall_to wall_from hi lo true -> finite lo ->
  displaced hi lo (real to - real from - (real wall_to - real wall_from)).
Proof.
  intros H Flo. unfold relative_move_results in H. open H. destruct H as [W1 W2 W3 W4 W5 W6 Kn Eh El Ek].
  destruct (wide_of_sum_values _ _ _ _ _ W1) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ W2) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ W3) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ W4) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ W5) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ W6) as (-> & -> & _).
  clear W1 W2 W3 W4 W5 W6. subst hi lo. rewrite <- Ek in Kn. symmetry in Kn. clear Ek.
  set (circle_hi := fadd to (fneg from)) in *. set (wall_hi := fadd wall_to (fneg wall_from)) in *.
  set (circle_lo := sum_rest to (fneg from)) in *. set (wall_lo := sum_rest wall_to (fneg wall_from)) in *.
  set (s_hi := fadd circle_hi (fneg wall_hi)) in *. set (s_lo := sum_rest circle_hi (fneg wall_hi)) in *.
  set (low_hi := fadd circle_lo (fneg wall_lo)) in *. set (low_lo := sum_rest circle_lo (fneg wall_lo)) in *.
  set (rest_hi := fadd s_lo low_hi) in *. set (rest_lo := sum_rest s_lo low_hi) in *.
  set (v_hi := fadd s_hi rest_hi) in *. set (v_lo := sum_rest s_hi rest_hi) in *.
  destruct (fadd_finite _ _ Flo) as (F1 & F2 & _). destruct (fadd_finite _ _ F2) as (F3 & F4 & _).
  destruct (two_sum_exact _ _ F1) as (Fs & Fr & Fv & Ev & X6).
  destruct (two_sum_exact _ _ F3) as (Fsl & Flh & _ & Er & X5).
  destruct (two_sum_exact _ _ F4) as (Fcl & Fwl & _ & _ & X4). destruct (two_sum_exact _ _ Fsl) as (_ & _ & _ & _ & X3).
  destruct (two_sum_exact _ _ Fcl) as (_ & _ & _ & _ & X1). apply fneg_finite in Fwl.
  destruct (two_sum_exact _ _ Fwl) as (_ & _ & _ & _ & X2).
  change (sum_rest s_hi rest_hi) with v_lo in X6. change (sum_rest s_lo low_hi) with rest_lo in X5.
  change (sum_rest circle_lo (fneg wall_lo)) with low_lo in X4.
  change (sum_rest circle_hi (fneg wall_hi)) with s_lo in X3.
  change (sum_rest to (fneg from)) with circle_lo in X1. change (sum_rest wall_to (fneg wall_from)) with wall_lo in X2.
  fold v_hi in X6, Fv, Ev. fold rest_hi in X5, Er. fold low_hi in X4. fold s_hi in X3. fold circle_hi in X1.
  fold wall_hi in X2.
  rewrite real_fneg in X1, X2, X3, X4.
  assert (Sum : real v_hi + (real v_lo + (real rest_lo + real low_lo)) =
    real to - real from - (real wall_to - real wall_from)) by lra.
  destruct (two_sum_rest_small _ _ F1) as (_ & L6). destruct (two_sum_rest_small _ _ F3) as (L5 & _).
  destruct (two_sum_rest_small _ _ F4) as (_ & L4).
  change (sum_rest s_hi rest_hi) with v_lo in L6. change (sum_rest s_lo low_hi) with rest_lo in L5.
  change (sum_rest circle_lo (fneg wall_lo)) with low_lo in L4.
  rewrite u_double in L4, L5, L6. fold v_hi in L6. fold low_hi in L4.
  pose proof (Rabs_pos (real v_hi)) as v0. pose proof (Rabs_pos (real s_lo)) as sl0.
  pose proof (Rabs_pos (real low_hi)) as l0.
  apply orb_prop in Kn. destruct Kn as [Known | Known].
  - const_facts 1%Z 2%Z F4c V4. rewrite Rmult_1_l in V4. change (bpow radix2 2) with 4 in V4.
    assert (N : nonneg (fmul (fconst 1 2) (fadd (fabs s_lo) (fabs low_hi)))).
    { apply nonneg_fmul; [apply nonneg_of_real; [exact F4c | lra] |]. apply nonneg_fadd; apply nonneg_fabs. }
    pose proof (fle_finite _ _ Known N (finite_fabs _ Fv)) as Fm.
    apply fle_real in Known; [| exact Fm | now apply finite_fabs].
    destruct (fmul_finite _ _ Fm) as (_ & Fa & Em).
    rewrite Em, V4, (rnd_of_format double (4 * _)), real_fabs in Known by apply four_times.
    pose proof (size_lower s_lo low_hi Fa) as L. change (size s_lo low_hi) with (fadd (fabs s_lo) (fabs low_hi)) in L.
    rewrite u_double in L. pose proof (Rabs_triang (real s_lo) (real low_hi)) as T.
    set (k := real (fadd (fabs s_lo) (fabs low_hi))) in *.
    assert (B1 : Rabs (real rest_lo) <= 27 / 100 * u53 * Rabs (real v_hi)) by lra.
    assert (B2 : Rabs (real low_lo) <= 27 / 100 * u53 * Rabs (real v_hi)) by lra.
    assert (B3 : Rabs (real rest_lo + real low_lo) <= 54 / 100 * u53 * Rabs (real v_hi))
      by (clear - B1 B2 v0; two_sided; lra).
    destruct (Wide.fadd_error _ _ _ F2 B3) as (_ & _ & E1). set (q := fadd rest_lo low_lo) in *.
    assert (B4 : Rabs (real v_lo + real q) <= 155 / 100 * u53 * Rabs (real v_hi)) by (clear - L6 B3 E1 v0; two_sided;
      lra).
    destruct (Wide.fadd_error _ _ _ Flo B4) as (_ & _ & E2). set (lo := fadd v_lo q) in *. split.
    + clear - B4 E2 v0. two_sided; lra.
    + rewrite <- Sum. clear - E1 E2 v0. two_sided; lra.
  - const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. apply feq_real in Known; [| exact Fs | exact F0].
    rewrite V0 in Known.
    pose proof (two_sum_zero _ _ Fsl Known) as Zs. change (sum_rest circle_hi (fneg wall_hi)) with s_lo in Zs.
    assert (Rr : real rest_hi = real low_hi).
    { rewrite Er, Zs, Rplus_0_l. apply rnd_of_format, real_in_format. }
    assert (Vr : real v_hi = real low_hi) by (rewrite Ev, Known, Rplus_0_l, Rr; apply rnd_of_format, real_in_format).
    assert (Zr : real rest_lo = 0) by lra. assert (Zv : real v_lo = 0) by lra.
    assert (Q : real (fadd rest_lo low_lo) = real low_lo).
    { destruct (fadd_finite _ _ F2) as (_ & _ & ->). rewrite Zr, Rplus_0_l. apply rnd_of_format, real_in_format. }
    assert (P : real (fadd v_lo (fadd rest_lo low_lo)) = real low_lo).
    { destruct (fadd_finite _ _ Flo) as (_ & _ & ->). rewrite Zv, Q, Rplus_0_l. apply rnd_of_format, real_in_format. }
    apply displaced_exact; rewrite P; [rewrite Vr; exact L4 | lra].
Qed.

Lemma relative_move_same to from wt wf hi lo k hi' lo' k' :
  relative_move_results to from wt wf hi lo k -> relative_move_results to from wt wf hi' lo' k' ->
  hi = hi' /\ lo = lo' /\ k = k'.
Proof.
  intros H H'. unfold relative_move_results in H, H'. open H. open H'. destruct H, H'.
  repeat match goal with W : wide_of_sum_results _ _ _ _ _ |- _ =>
    destruct (wide_of_sum_values _ _ _ _ _ W) as (? & ? & _); clear W end.
  subst. auto.
Qed.

(* The displacement and the one that the filter uses. *)
Theorem displacement_parts cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    hx hy lx ly :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  finite sv -> wide_displacement_results cx cy mx my is_end moves ax ay wmx wmy hx hy lx ly ->
  hx = vx /\ hy = vy /\
  (finite lx -> displaced vx lx (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))) /\
  (finite ly -> displaced vy ly (displacement is_end moves (real cy) (real my) (real ay) (real wmy))).
Proof.
  intros H Fs Wd. unfold sweep_vectors_of_results in H. open H. destruct H.
  unfold wide_displacement_results in Wd. open Wd. destruct Wd as [Ei M1 M2 S1 S2 Vhx Vhy Vlx Vly].
  match goal with A : relative_move_results mx cx wmx ax ?h ?l ?k, B : relative_move_results my cy wmy ay ?h' ?l' ?k'
    |- _ =>
    destruct (relative_move_same _ _ _ _ _ _ _ _ _ _ M1 A) as (-> & -> & ->);
    destruct (relative_move_same _ _ _ _ _ _ _ _ _ _ M2 B) as (-> & -> & ->); clear A B end.
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S1) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ S2) as (-> & -> & -> & ->). clear S1 S2.
  unfold displacement. destruct is_end, moves; cbv [andb] in *; subst.
  - match goal with Q : finite (if (if ?j then ?k else false) then _ else _) |- _ =>
      destruct j, k; cbv iota in Q; try discriminate Q end.
    split; [reflexivity |]. split; [reflexivity |]. split; now apply relative_move_displaced.
  - split; [apply fadd_neg |]. split; [apply fadd_neg |]. rewrite <- !fadd_neg.
    split; intros F; pose proof (displaced_sum _ _ F) as A; rewrite real_fneg in A; exact A.
  - split; [apply fadd_neg |]. split; [apply fadd_neg |]. rewrite <- !fadd_neg.
    split; intros F; pose proof (displaced_sum _ _ F) as A; rewrite real_fneg in A; exact A.
  - split; [reflexivity |]. split; [reflexivity |]. split; intros _; apply displaced_zero.
Qed.

Corollary displacement_known cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    hx hy lx ly :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  finite sv -> wide_displacement_results cx cy mx my is_end moves ax ay wmx wmy hx hy lx ly -> finite lx -> finite ly ->
  hx = vx /\ hy = vy /\
  displaced vx lx (displacement is_end moves (real cx) (real mx) (real ax) (real wmx)) /\
  displaced vy ly (displacement is_end moves (real cy) (real my) (real ay) (real wmy)).
Proof.
  intros H Fs Wd Fx Fy. edestruct displacement_parts with (1 := H) (3 := Wd) as (Ex & Ey & Mx & My); [exact Fs |]. auto.
Qed.

(* One coordinate of the place, for the displacement X. *)
Lemma place_of_displaced (c e vh vl t : D) X E V :
  let ph := fadd (fsub c e) (fmul vh t) in
  let pl := fadd (sum_rest (fsub c e) (fmul vh t))
    (fadd (difference_rest c e) (fadd (pair_product_rest vh t) (fmul vl t))) in
  finite pl -> displaced vh vl X -> Rabs (real t) <= 2 -> Rabs (real c - real e) <= E -> Rabs (real vh) <= V ->
  Rabs (real ph + real pl - (real c - real e + real t * X)) <= u53 * u53 * (4 * E + 33 * V) + 2 * place_tiny /\
  Rabs (real pl) <= u53 * (3 * E + 9 * V) + 8 * place_tiny /\
  Rabs (real ph) <= (1 + 4 * u53) * (E + 2 * V) + 2 * place_tiny.
Proof.
  intros ph pl F [Hl HX] Ht HE HV. destruct (place_coordinate c e vh vl t E V F Hl Ht HE HV) as (_ & A & B & C).
  fold ph in A, C. fold pl in A, B. split; [| auto]. clear B C Hl.
  assert (Q : Rabs (real t * (real vh + real vl - X)) <= 2 * (3 * (u53 * u53) * V)).
  { apply times_size; [exact Ht |]. lra. }
  replace (real t * (real vh + real vl - X)) with (real t * (real vh + real vl) - real t * X) in Q by ring.
  two_sided; lra.
Qed.

(* pair_place, for the vectors of the filter. E and V bound the coordinates of c - e and of the rounded displacement. *)
Theorem pair_place_error cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ex ey t hx hy lx ly Ex Ey Vx Vy :
  let X := displacement is_end moves (real cx) (real mx) (real ax) (real wmx) in
  let Y := displacement is_end moves (real cy) (real my) (real ay) (real wmy) in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  finite sv -> pair_place_results cx cy mx my is_end moves ax ay wmx wmy ex ey t hx hy lx ly -> finite lx -> finite ly
    ->
  Rabs (real t) <= 2 -> Rabs (real cx - real ex) <= Ex -> Rabs (real cy - real ey) <= Ey ->
  Rabs (real vx) <= Vx -> Rabs (real vy) <= Vy ->
  (Rabs (real hx + real lx - (real cx - real ex + real t * X)) <= u53 * u53 * (4 * Ex + 33 * Vx) + 2 * place_tiny /\
   Rabs (real lx) <= u53 * (3 * Ex + 9 * Vx) + 8 * place_tiny /\
   Rabs (real hx) <= (1 + 4 * u53) * (Ex + 2 * Vx) + 2 * place_tiny) /\
  (Rabs (real hy + real ly - (real cy - real ey + real t * Y)) <= u53 * u53 * (4 * Ey + 33 * Vy) + 2 * place_tiny /\
   Rabs (real ly) <= u53 * (3 * Ey + 9 * Vy) + 8 * place_tiny /\
   Rabs (real hy) <= (1 + 4 * u53) * (Ey + 2 * Vy) + 2 * place_tiny).
Proof.
  intros X Y Hv Fs H Fx Fy Ht HEx HEy HVx HVy. unfold pair_place_results in H. open H.
  destruct H as [Wd P1 P2 -> -> P3 -> -> -> ->].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ P3) as (-> & -> & -> & ->). clear P1 P2 P3.
  assert (L : forall a b q r0 l : D, finite (fadd a (fadd b (fadd q (fmul l r0)))) -> finite l).
  { intros a b q r0 l F. destruct (fadd_finite _ _ F) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (_ & F2 & _).
    destruct (fadd_finite _ _ F2) as (_ & F3 & _). now destruct (fmul_finite _ _ F3). }
  pose proof (L _ _ _ _ _ Fx) as Flx. pose proof (L _ _ _ _ _ Fy) as Fly.
  edestruct displacement_parts with (1 := Hv) (3 := Wd) as (-> & -> & Mx & My); try assumption.
  split; apply place_of_displaced; auto.
Qed.
