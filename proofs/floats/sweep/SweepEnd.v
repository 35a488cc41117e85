(* The tests of filter_end of src/sweep/sweep_filter.h: does the circle meet the disc of radius R around an end?

   e is the vector from the end to the centre, v the displacement, f = e + v. The error of |f|^2 is at most 15 eps
   (|e| + |v|) |f|; the filter allows 120. R^2 is off by 8 eps, and the filter allows 30. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss SweepCompare Terms_sweep.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* A product is known to within its allowance. *)
Lemma known_by_allowance x X s t :
  below 449 x -> below 210 s -> below 210 t -> 0 <= real s -> 0 <= real t ->
  Rabs (real x - X) <= 31 * eps * (real s * real t) + 1000 * tiny -> known x X (allowance s t).
Proof.
  intros Bx Bs Bt S T H. destruct (allowance_bounds s t Bs Bt S T) as [Ba Va].
  pose proof eps_small. pose proof tiny_pos.
  assert (0 <= 31 * eps * (real s * real t)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
  split; [eapply below_weaken; [exact Bx | lia] |]. split; [eapply below_weaken; [exact Ba | lia] |]. lra.
Qed.

Lemma in_range_210 s : size_in_range s -> below 210 s.
Proof. intros [B _]. eapply below_weaken; [exact B | lia]. Qed.

Lemma known_dot px py qx qy PX PY QX QY s t :
  near px py PX PY (real s) -> near qx qy QX QY (real t) -> size_in_range s -> size_in_range t ->
  known (fadd (fmul px qx) (fmul py qy)) (PX * QX + PY * QY) (allowance s t).
Proof.
  intros Np Nq Ss St. destruct (dot_error _ _ _ _ _ _ _ _ _ _ Np Nq) as (B & E & _).
  pose proof eps_small. pose proof tiny_pos.
  apply known_by_allowance; auto using in_range_210; try apply Ss; try apply St.
  - eapply below_weaken; [exact B | lia].
  - assert (0 <= eps * (real s * real t)).
    { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [apply Ss | apply St]. } lra.
Qed.

Lemma known_cross px py qx qy PX PY QX QY s t :
  near px py PX PY (real s) -> near qx qy QX QY (real t) -> size_in_range s -> size_in_range t ->
  known (fsub (fmul px qy) (fmul py qx)) (PX * QY - PY * QX) (allowance s t).
Proof.
  intros Np Nq Ss St. destruct (cross_error _ _ _ _ _ _ _ _ _ _ Np Nq) as (B & E).
  pose proof eps_small. pose proof tiny_pos.
  apply known_by_allowance; auto using in_range_210; try apply Ss; try apply St.
  - eapply below_weaken; [exact B | lia].
  - assert (0 <= eps * (real s * real t)).
    { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [apply Ss | apply St]. } lra.
Qed.

(* The radius, and a vector whose length is known. *)
Definition reach_of (r : D) (R : R) := size_in_range r /\ 0 <= R /\ R <= (1 + 2 * eps) * real r /\
  real r <= (1 + 2 * eps) * R.

Definition length_of (x y : D) (X Y : R) :=
  norm X Y <= (1 + 2 * eps) * norm (real x) (real y) /\ norm (real x) (real y) <= (1 + 2 * eps) * norm X Y.

(* |p x q| against R |p|. *)
Lemma number_against_reach px py PX PY s x X error r R sign :
  near px py PX PY s -> below 449 x -> below 449 error -> 0 <= real error -> Rabs (real x - X) <= real error ->
  reach_of r R -> length_of px py PX PY ->
  certain_compare_results x error
    (fmul (fmul r r) (fadd (fmul px px) (fmul py py))) sign ->
  ((0 < sign)%Z -> R * norm PX PY < X) /\ ((sign < 0)%Z -> X < R * norm PX PY).
Proof.
  intros Np Bx Be P E (Sr & R0 & R1 & R2) [L1 L2] H.
  pose proof (norm_nonneg PX PY). pose proof (norm_nonneg (real px) (real py)). pose proof (proj2 Sr) as r0.
  apply certain_compare_correct with (r := r) (q := fadd (fmul px px) (fmul py py)) (N := real px ^ 2 + real py ^ 2)
    (x := x) (error := error); auto.
  - destruct (near_below _ _ _ _ _ Np). now apply square_of_vector.
  - rewrite <- norm_of_sum. apply reach_times_norm; auto.
  - rewrite <- norm_of_sum.
    assert (K0 : 0 <= R * norm PX PY) by now apply Rmult_le_pos. pose proof eps_small.
    assert (A : real r * norm (real px) (real py) <= ((1 + 2 * eps) * R) * ((1 + 2 * eps) * norm PX PY)).
    { apply Rmult_le_compat; auto. }
    assert (0 <= eps * (R * norm PX PY)) by (apply Rmult_le_pos; lra).
    assert (eps * (eps * (R * norm PX PY)) <= / 1048576 * (eps * (R * norm PX PY))) by (apply Rmult_le_compat_r; lra).
    lra.
  - now apply Rmult_le_pos.
Qed.

(* The same for |p x q|; the bound is that of q and p, or of p and q. *)
Lemma cross_against_reach px py qx qy PX PY QX QY s t r R sign :
  near px py PX PY (real s) -> near qx qy QX QY (real t) -> size_in_range s -> size_in_range t ->
  reach_of r R -> length_of px py PX PY ->
  certain_compare_results (fabs (fsub (fmul px qy) (fmul py qx))) (allowance s t)
    (fmul (fmul r r) (fadd (fmul px px) (fmul py py))) sign \/
  certain_compare_results (fabs (fsub (fmul px qy) (fmul py qx))) (allowance t s)
    (fmul (fmul r r) (fadd (fmul px px) (fmul py py))) sign ->
  ((0 < sign)%Z -> R * norm PX PY < Rabs (PX * QY - PY * QX)) /\
  ((sign < 0)%Z -> Rabs (PX * QY - PY * QX) < R * norm PX PY).
Proof.
  intros Np Nq Ss St HR HL H.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ Np Nq) as (B & X).
  assert (E : Rabs (real (fabs (fsub (fmul px qy) (fmul py qx))) - Rabs (PX * QY - PY * QX)) <=
    11 * eps * (real s * real t) + 3 * tiny).
  { rewrite real_fabs. eapply Rle_trans; [apply Rabs_triang_inv2 | exact X]. }
  assert (B' : below 449 (fabs (fsub (fmul px qy) (fmul py qx)))) by (apply below_abs; eapply below_weaken; [exact B |
    lia]).
  pose proof eps_small. pose proof tiny_pos.
  assert (0 <= eps * (real s * real t)).
  { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [apply Ss | apply St]. }
  destruct H as [H | H]; eapply number_against_reach in H; eauto.
  - eapply below_weaken; [apply allowance_bounds; auto using in_range_210; try apply Ss; try apply St | lia].
  - eapply Rle_trans; [| apply allowance_bounds; auto using in_range_210; try apply Ss; try apply St]. lra.
  - eapply Rle_trans; [exact E |].
    eapply Rle_trans; [| apply allowance_bounds; auto using in_range_210; try apply Ss; try apply St]. lra.
  - eapply below_weaken; [apply allowance_bounds; auto using in_range_210; try apply Ss; try apply St | lia].
  - eapply Rle_trans; [| apply allowance_bounds; auto using in_range_210; try apply Ss; try apply St].
    rewrite (Rmult_comm (real t)). lra.
  - eapply Rle_trans; [exact E |].
    eapply Rle_trans; [| apply allowance_bounds; auto using in_range_210; try apply Ss; try apply St].
    rewrite (Rmult_comm (real t)). lra.
Qed.

(* R^2 rounded. *)
Lemma reach_square_real e h r R r2 :
  0 < e <= / 1048576 -> 0 <= h -> 0 <= r -> 0 <= R -> R <= (1 + 2 * e) * r -> r <= (1 + 2 * e) * R ->
  Rabs (r2 - r ^ 2) <= e * r ^ 2 + h -> 0 <= r2 ->
  R ^ 2 <= (1 + 8 * e) * r2 + 2 * h /\ (1 - 8 * e) * r2 - 2 * h <= R ^ 2.
Proof.
  intros E H r0 R0 H1 H2 Hr P.
  assert (A : R ^ 2 <= (1 + 2 * e) * (1 + 2 * e) * r ^ 2).
  { replace ((1 + 2 * e) * (1 + 2 * e) * r ^ 2) with ((1 + 2 * e) * r * ((1 + 2 * e) * r)) by ring. nra. }
  assert (B : r ^ 2 <= (1 + 2 * e) * (1 + 2 * e) * R ^ 2).
  { replace ((1 + 2 * e) * (1 + 2 * e) * R ^ 2) with ((1 + 2 * e) * R * ((1 + 2 * e) * R)) by ring. nra. }
  assert (S0 : 0 <= r ^ 2) by apply pow2_ge_0. assert (S1 : 0 <= R ^ 2) by apply pow2_ge_0.
  apply Rabs_le_inv in Hr. revert A B S0 S1 Hr. generalize (r ^ 2) (R ^ 2). intros q Q A B S0 S1 Hr.
  assert (E1 : 0 <= e * q) by (apply Rmult_le_pos; lra).
  assert (E2 : e * (e * q) <= / 1048576 * (e * q)) by (apply Rmult_le_compat_r; lra).
  assert (E3 : 0 <= e * Q) by (apply Rmult_le_pos; lra).
  assert (E4 : e * (e * Q) <= / 1048576 * (e * Q)) by (apply Rmult_le_compat_r; lra).
  assert (E5 : 0 <= e * h <= / 1048576 * h) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (E6 : 0 <= e * r2) by (apply Rmult_le_pos; lra).
  assert (E7 : e * (e * r2) <= / 1048576 * (e * r2)) by (apply Rmult_le_compat_r; lra).
  split.
  - (* q <= (1 + 2 e) (r2 + h) *)
    assert (X1 : (1 + 2 * e) * (q - e * q - h) <= (1 + 2 * e) * r2) by (apply Rmult_le_compat_l; lra).
    assert (X2 : q <= r2 + 2 * (e * r2) + 2 * h) by lra.
    assert (X3 : e * q <= e * (r2 + 2 * (e * r2) + 2 * h)) by (apply Rmult_le_compat_l; lra). lra.
  - assert (X1 : q <= Q + 5 * (e * Q)) by lra.
    assert (X2 : r2 <= q + e * q + h) by lra.
    assert (X3 : e * q <= e * (Q + 5 * (e * Q))) by (apply Rmult_le_compat_l; lra).
    assert (X4 : r2 <= Q + 7 * (e * Q) + h) by lra.
    assert (X5 : (1 - 8 * e) * r2 <= (1 - 8 * e) * (Q + 7 * (e * Q) + h)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= e * (e * Q)) by (apply Rmult_le_pos; lra). lra.
Qed.

Section End.
Variables (ex ey vx vy se sv r : D) (E1 E2 V1 V2 R : R).
Hypotheses (Ne : near ex ey E1 E2 (real se)) (Nv : near vx vy V1 V2 (real sv)) (Se : size_in_range se) (Sv :
  size_in_range sv)
  (HR : reach_of r R) (Lv : length_of vx vy V1 V2).

Let ev := fadd (fmul ex vx) (fmul ey vy).
Let move2 := fadd (fmul vx vx) (fmul vy vy).
Let reach2 := fmul r r.

(* (e + v) . v *)
Lemma known_past : known (fadd ev move2) (E1 * V1 + E2 * V2 + (V1 * V1 + V2 * V2)) (allowance sv (fadd se sv)).
Proof.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Ne Nv) as (B1 & D1 & _).
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nv Nv) as (B2 & D2 & _).
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Ne Nv) as G1. pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nv Nv) as G2.
  fold ev in B1, D1, G1. fold move2 in B2, D2, G2.
  destruct (sizes_sum se sv 200 ltac:(lia) (proj1 Se) (proj1 Sv) (proj2 Se) (proj2 Sv)) as (Bs & Ps & Ls).
  pose proof (proj2 Se) as e0. pose proof (proj2 Sv) as v0. pose proof eps_small. pose proof tiny_pos.
  assert (KE : 0 <= real se * real sv) by now apply Rmult_le_pos. assert (KV : 0 <= real sv * real sv) by now apply
    Rmult_le_pos.
  destruct (sum_error ev move2 _ _ _ _ ((1 + 3 / 100) * (real se * real sv + real sv * real sv) + 6 * tiny) B1 B2 D1 D2)
    as [B3 D3]; [lra |].
  apply known_by_allowance; auto; [eapply below_weaken; [exact B3 | lia] | apply in_range_210, Sv |
    eapply below_weaken; [exact Bs | lia] |].
  eapply Rle_trans; [exact D3 |].
  assert (A : real sv * ((1 - eps) * (real se + real sv)) <= real sv * real (fadd se sv)) by (apply Rmult_le_compat_l;
    lra).
  assert (XE : 0 <= eps * (real se * real sv)) by (apply Rmult_le_pos; lra).
  assert (XV : 0 <= eps * (real sv * real sv)) by (apply Rmult_le_pos; lra).
  assert (A2 : eps * (real sv * ((1 - eps) * (real se + real sv))) <= eps * (real sv * real (fadd se sv))) by (apply
    Rmult_le_compat_l; lra).
  replace (eps * (real sv * ((1 - eps) * (real se + real sv)))) with
    (eps * (real se * real sv) + eps * (real sv * real sv) - eps * (eps * (real se * real sv)) - eps * (eps * (real sv *
      real sv))) in A2 by ring.
  assert (eps * (eps * (real se * real sv)) <= / 1048576 * (eps * (real se * real sv))) by (apply Rmult_le_compat_r;
    lra).
  assert (eps * (eps * (real sv * real sv)) <= / 1048576 * (eps * (real sv * real sv))) by (apply Rmult_le_compat_r;
    lra).
  assert (eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* f = e + v at t = 1. *)
Let fx := fadd ex vx.
Let fy := fadd ey vy.
Let S := real se + real sv.
Let Fs := Rabs (real fx) + Rabs (real fy).
Let Q := eps * (S * Fs) + 10 * (eps * S) * (eps * S).
Let dist2 := fadd (fmul fx fx) (fmul fy fy).
Let D2 := (E1 + V1) ^ 2 + (E2 + V2) ^ 2.

Lemma f_bounds : below 202 fx /\ below 202 fy /\
  Rabs (real fx - (E1 + V1)) <= 6 * (eps * S) /\ Rabs (real fy - (E2 + V2)) <= 6 * (eps * S) /\ Fs <= (1 + 1 / 10) * S.
Proof.
  destruct (near_below _ _ _ _ _ Ne) as [B1 B2]. destruct (near_below _ _ _ _ _ Nv) as [B3 B4].
  assert (B5 : below 202 fx) by (apply (below_add 201); auto; lia).
  assert (B6 : below 202 fy) by (apply (below_add 201); auto; lia).
  pose proof (fadd_error _ _ (proj1 B5)) as X. pose proof (fadd_error _ _ (proj1 B6)) as Y. fold fx in X. fold fy in Y.
  destruct Ne as (_ & _ & H1 & H2 & H3 & _). destruct Nv as (_ & _ & H4 & H5 & H6 & _).
  pose proof (proj2 Se) as e0. pose proof (proj2 Sv) as v0. pose proof eps_small.
  pose proof (Rabs_triang (real ex) (real vx)). pose proof (Rabs_triang (real ey) (real vy)).
  pose proof (Rabs_pos (real ex)). pose proof (Rabs_pos (real ey)). pose proof (Rabs_pos (real vx)). pose proof
    (Rabs_pos (real vy)).
  assert (SS : S = real se + real sv) by reflexivity.
  assert (ES0 : eps * S = eps * real se + eps * real sv) by (unfold S; ring).
  assert (ES : 0 <= eps * S <= / 1048576 * S) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EES : eps * (eps * S) <= / 1048576 * (eps * S)) by (apply Rmult_le_compat_r; lra).
  assert (M1 : Rabs (real ex + real vx) <= S + 32 * (eps * S)) by lra.
  assert (M2 : Rabs (real ey + real vy) <= S + 32 * (eps * S)) by lra.
  assert (M3 : eps * Rabs (real ex + real vx) <= eps * (S + 32 * (eps * S))) by (apply Rmult_le_compat_l; lra).
  assert (M4 : eps * Rabs (real ey + real vy) <= eps * (S + 32 * (eps * S))) by (apply Rmult_le_compat_l; lra).
  split; [exact B5 |]. split; [exact B6 |].
  pose proof (Rabs_triang_inv (real fx) (real ex + real vx)). pose proof (Rabs_triang_inv (real fy) (real ey + real
    vy)).
  assert (M5 : eps * (Rabs (real ex + real vx) + Rabs (real ey + real vy)) <= 1 / 100 * S).
  { lra. }
  split; [| split].
  - apply Rabs_le_inv in X. apply Rabs_le_inv in H1. apply Rabs_le_inv in H4. apply Rabs_le. lra.
  - apply Rabs_le_inv in Y. apply Rabs_le_inv in H2. apply Rabs_le_inv in H5. apply Rabs_le. lra.
  - unfold Fs. lra.
Qed.

Lemma dist2_error_bound :
  below 405 dist2 /\ 0 <= real dist2 /\ 0 <= Q /\ Rabs (real dist2 - D2) <= 16 * Q + 3 * tiny /\
  eps * real dist2 <= 2 * Q + tiny.
Proof.
  destruct f_bounds as (B1 & B2 & X & Y & M).
  assert (B3 : below 404 (fmul fx fx)) by (apply (below_mul 202 202); auto; lia).
  assert (B4 : below 404 (fmul fy fy)) by (apply (below_mul 202 202); auto; lia).
  assert (B5 : below 405 dist2) by (apply (below_add 404); auto; lia).
  pose proof eps_small. pose proof tiny_pos.
  pose proof (two_products_error _ tiny _ _ _ _ _ eps_small ltac:(lra) (fmul_error _ _ (proj1 B3)) (fmul_error _ _
    (proj1 B4))
    (fadd_error _ _ (proj1 B5))) as E. fold dist2 in E.
  assert (P0 : 0 <= real dist2).
  { apply fadd_nonneg; [apply B5 | apply fmul_square_nonneg, B3 | apply fmul_square_nonneg, B4]. }
  rewrite (Rabs_pos_eq (real fx * real fx)), (Rabs_pos_eq (real fy * real fy)) in E by nra.
  pose proof (Rabs_pos (real fx)) as x0. pose proof (Rabs_pos (real fy)) as y0.
  pose proof (proj2 Se) as e0. pose proof (proj2 Sv) as v0.
  assert (S0 : 0 <= S) by (unfold S; lra). assert (F0 : 0 <= Fs) by (unfold Fs; lra).
  set (d := 6 * (eps * S)) in *.
  assert (ES : 0 <= eps * S) by (apply Rmult_le_pos; lra).
  assert (SF : 0 <= S * Fs) by now apply Rmult_le_pos.
  assert (ESF : 0 <= eps * (S * Fs)) by (apply Rmult_le_pos; lra).
  assert (ESS : 0 <= (eps * S) * (eps * S)) by now apply Rmult_le_pos.
  assert (Q0 : 0 <= Q) by (unfold Q; lra).
  assert (Sq : forall f F, Rabs (f - F) <= d -> Rabs (f * f - F ^ 2) <= d * (2 * Rabs f + d)).
  { intros f F H1. replace (f * f - F ^ 2) with ((f - F) * (2 * f - (f - F))) by ring. rewrite Rabs_mult.
    apply Rmult_le_compat; auto using Rabs_pos. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq 2) by lra. lra. }
  pose proof (Sq _ _ X) as SX. pose proof (Sq _ _ Y) as SY.
  assert (N : real fx * real fx + real fy * real fy <= Fs * Fs).
  { unfold Fs. rewrite <- (Rabs_pos_eq (real fx * real fx)), <- (Rabs_pos_eq (real fy * real fy)) by nra.
    rewrite !Rabs_mult. assert (0 <= Rabs (real fx) * Rabs (real fy)) by now apply Rmult_le_pos. lra. }
  assert (N0 : 0 <= real fx * real fx + real fy * real fy) by nra.
  assert (FF : Fs * Fs <= (1 + 1 / 10) * (S * Fs)) by nra.
  assert (EN : eps * (real fx * real fx + real fy * real fy) <= eps * ((1 + 1 / 10) * (S * Fs))) by (apply
    Rmult_le_compat_l; lra).
  assert (EEN : eps * (eps * (real fx * real fx + real fy * real fy)) <= / 1048576 * (eps * (real fx * real fx + real fy
    * real fy))).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra. }
  split; [exact B5 |]. split; [exact P0 |]. split; [exact Q0 |].
  assert (DQ : d * (2 * Rabs (real fx) + d) + d * (2 * Rabs (real fy) + d) = 12 * (eps * (S * Fs)) + 72 * ((eps * S) *
    (eps * S))).
  { unfold d, Fs. ring. }
  split.
  - apply Rabs_le_inv in E. apply Rabs_le_inv in SX. apply Rabs_le_inv in SY. unfold D2, Q. apply Rabs_le. lra.
  - apply Rabs_le_inv in E.
    assert (K : real dist2 <= (1 + 1 / 100) * (real fx * real fx + real fy * real fy) + 3 * tiny).
    { assert (eps * (real fx * real fx + real fy * real fy) <= / 1048576 * (real fx * real fx + real fy * real fy)) by
      (apply Rmult_le_compat_r; lra).
      lra. }
    assert (eps * real dist2 <= eps * ((1 + 1 / 100) * (real fx * real fx + real fy * real fy) + 3 * tiny)) by (apply
      Rmult_le_compat_l; lra).
    assert (eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
    unfold Q. lra.
Qed.

(* The allowances. *)
Let f_error := fadd (fmul (fconst 1 (-48)) (fadd se sv)) (fconst 1 (-500)).
Let dist2_error := fmul (fmul (fconst 1 2) f_error) (fadd (fadd (fabs fx) (fabs fy)) f_error).
Let reach2_error := fadd (fmul (fconst 1 (-48)) reach2) (fconst 1 (-660)).
Let T5 := bpow radix2 (-500).

Lemma T5_facts : 0 < T5 /\ tiny <= eps * T5 / 1024 /\ 1000 * tiny <= T5 * T5 / 1024 /\ T5 <= 1.
Proof.
  unfold T5. split; [apply bpow_gt_0 |]. unfold eta, u, emin. simpl prec. simpl emax.
  assert (K : forall m n, (m + 10 <= n)%Z -> bpow radix2 m <= bpow radix2 n / 1024).
  { intros m n H. replace (bpow radix2 n / 1024) with (bpow radix2 (n - 10)).
    - apply bpow_le. lia.
    - unfold Zminus. rewrite bpow_plus. change (bpow radix2 (- (10))) with (/ 1024). reflexivity. }
  split; [| split].
  - rewrite <- bpow_plus. apply K. lia.
  - rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (10 + (3 - 1024 - 53 - 1))).
    + rewrite bpow_plus. change (bpow radix2 10) with 1024. pose proof (bpow_gt_0 radix2 (3 - 1024 - 53 - 1)). lra.
    + apply K. lia.
  - change 1 with (bpow radix2 0). apply bpow_le. lia.
Qed.

Lemma f_error_bound : below 201 f_error /\ 31 * (eps * S) + T5 / 2 <= real f_error.
Proof.
  destruct (sizes_sum se sv 200 ltac:(lia) (proj1 Se) (proj1 Sv) (proj2 Se) (proj2 Sv)) as (Bs & Ps & Ls). fold S in Ls.
  const_facts 1%Z (-48)%Z G1 K1. rewrite Rmult_1_l, eps_48 in K1. const_facts 1%Z (-500)%Z G2 K2. rewrite Rmult_1_l in
    K2.
  fold T5 in K2. destruct T5_facts as (t0 & t1 & _ & t3). pose proof eps_small. pose proof tiny_pos.
  assert (B1 : below (-48) (fconst 1 (-48))) by (split; auto; rewrite K1, Rabs_pos_eq, <- eps_48; lra).
  assert (B2 : below (-48 + 201) (fmul (fconst 1 (-48)) (fadd se sv))) by (apply below_mul; auto; lia).
  assert (B3 : below 200 (fconst 1 (-500))).
  { split; auto. rewrite K2, Rabs_pos_eq by lra. apply bpow_le. lia. }
  assert (B4 : below 201 f_error) by (apply (below_add 200); [lia | eapply below_weaken; [exact B2 | lia] | exact B3]).
  split; [exact B4 |].
  pose proof (fmul_error _ _ (proj1 B2)) as X1. rewrite K1 in X1. pose proof (fadd_error _ _ (proj1 B4)) as X2.
  fold f_error in X2. rewrite K2 in X2.
  assert (P2 : 0 <= real (fmul (fconst 1 (-48)) (fadd se sv))) by (apply fmul_nonneg; [apply B2 | lra | lra]).
  rewrite (Rabs_pos_eq (_ + T5)) in X2 by lra. apply Rabs_le_inv in X2.
  revert X1 X2 P2 Ls Ps. generalize (real (fmul (fconst 1 (-48)) (fadd se sv))) (real (fadd se sv)).
  intros p q X1 X2 P2 Ls Ps. assert (S0 : 0 <= S) by (unfold S; pose proof (proj2 Se); pose proof (proj2 Sv); lra).
  assert (Eq0 : 0 <= eps * q) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq (32 * eps * q)) in X1 by lra.
  apply Rabs_le_inv in X1.
  assert (ES : 0 <= eps * S) by (apply Rmult_le_pos; lra).
  assert (EES : eps * (eps * S) <= / 1048576 * (eps * S)) by (apply Rmult_le_compat_r; lra).
  assert (A1 : eps * ((1 - eps) * S) <= eps * q) by (apply Rmult_le_compat_l; lra).
  assert (A2 : eps * (eps * q) <= / 1048576 * (eps * q)) by (apply Rmult_le_compat_r; lra).
  assert (A3 : eps * p <= / 1048576 * p) by (apply Rmult_le_compat_r; lra).
  assert (A4 : eps * T5 <= / 1048576 * T5) by (apply Rmult_le_compat_r; lra).
  assert (A5 : (1 - eps) * (32 * (eps * q) - 32 * (eps * (eps * q)) - tiny) <= (1 - eps) * p) by (apply
    Rmult_le_compat_l; lra).
  assert (0 <= eps * (eps * (eps * q))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert (0 <= eps * tiny) by (apply Rmult_le_pos; lra).
  nra.
Qed.

Lemma dist2_error_at_least : below 407 dist2_error /\ 100 * Q + 100 * tiny <= real dist2_error.
Proof.
  destruct f_error_bound as [B0 L0]. destruct f_bounds as (B1 & B2 & _ & _ & M).
  const_facts 1%Z 2%Z G1 K1. rewrite Rmult_1_l in K1. change (bpow radix2 2) with 4 in K1.
  destruct T5_facts as (t0 & t1 & t2 & t3). pose proof eps_small. pose proof tiny_pos.
  assert (Bc : below 2 (fconst 1 2)) by (split; auto; rewrite K1, Rabs_pos_eq; simpl; lra).
  assert (B3 : below 203 (fmul (fconst 1 2) f_error)) by (apply (below_mul 2 201); auto; lia).
  assert (B4 : below 203 (fadd (fabs fx) (fabs fy))) by (apply (below_add 202); auto using below_abs; lia).
  assert (B5 : below 204 (fadd (fadd (fabs fx) (fabs fy)) f_error)).
  { apply (below_add 203); [lia | exact B4 |]. eapply below_weaken; [exact B0 | lia]. }
  assert (B6 : below 407 dist2_error) by (apply (below_mul 203 204); auto; lia).
  split; [exact B6 |].
  destruct (size_bounds fx fy (proj1 B4)) as (P4 & _ & _ & E4). fold Fs in E4.
  pose proof (fmul_error _ _ (proj1 B3)) as E3. rewrite K1 in E3.
  pose proof (fadd_error _ _ (proj1 B5)) as E5. pose proof (fmul_error _ _ (proj1 B6)) as E6. fold dist2_error in E6.
  change (fadd (fabs fx) (fabs fy)) with (size fx fy) in *.
  assert (S0 : 0 <= S) by (unfold S; pose proof (proj2 Se); pose proof (proj2 Sv); lra).
  assert (ES : 0 <= eps * S) by (apply Rmult_le_pos; lra).
  assert (F0 : 0 <= Fs) by (unfold Fs; pose proof (Rabs_pos (real fx)); pose proof (Rabs_pos (real fy)); lra).
  unfold Q. revert L0 E3 E4 E5 E6 P4 F0 ES.
  generalize (real dist2_error) (real (fmul (fconst 1 2) f_error)) (real (fadd (size fx fy) f_error)) (real (size fx
    fy)) (real f_error).
  replace (eps * (S * Fs)) with (eps * S * Fs) by ring. generalize Fs (eps * S).
  intros F es d g w z fe L0 E3 E4 E5 E6 P4 F0 ES.
  set (lo := 31 * es + T5 / 2) in *. assert (lo0 : 0 < lo) by (unfold lo; lra).
  apply Rabs_le_inv in E4.
  assert (Z1 : (1 - eps) * F <= z) by lra.
  rewrite (Rabs_pos_eq (z + fe)) in E5 by lra. apply Rabs_le_inv in E5.
  assert (W1 : (1 - eps) * ((1 - eps) * F + lo) <= w).
  { assert ((1 - eps) * ((1 - eps) * F + lo) <= (1 - eps) * (z + fe)) by (apply Rmult_le_compat_l; lra). lra. }
  rewrite (Rabs_pos_eq (4 * fe)) in E3 by lra. apply Rabs_le_inv in E3.
  assert (T : tiny <= eps * lo).
  { assert (eps * (T5 / 2) <= eps * lo) by (apply Rmult_le_compat_l; [lra | unfold lo; lra]).
    assert (0 <= eps * T5) by (apply Rmult_le_pos; lra). lra. }
  assert (G2 : (39 / 10) * lo <= g).
  { assert (eps * lo <= / 1048576 * lo) by (apply Rmult_le_compat_r; lra).
    assert (eps * fe <= / 1048576 * fe) by (apply Rmult_le_compat_r; lra). lra. }
  assert (W2 : (99 / 100) * (F + lo) <= w).
  { assert (eps * F <= / 1048576 * F) by (apply Rmult_le_compat_r; lra).
    assert (eps * lo <= / 1048576 * lo) by (apply Rmult_le_compat_r; lra).
    assert (0 <= eps * (eps * F)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
  assert (GW : (39 / 10) * lo * ((99 / 100) * (F + lo)) <= g * w) by (apply Rmult_le_compat; lra).
  assert (GW0 : 0 <= g * w) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (g * w)) in E6 by assumption. apply Rabs_le_inv in E6.
  assert (eps * (g * w) <= / 1048576 * (g * w)) by (apply Rmult_le_compat_r; lra).
  assert (LF : 31 * es * F <= lo * F) by (apply Rmult_le_compat_r; [lra | unfold lo; lra]).
  assert (LL : 31 * es * (31 * es) + T5 / 2 * (T5 / 2) <= lo * lo) by (unfold lo; nra).
  assert (0 <= es * F) by (apply Rmult_le_pos; lra). assert (0 <= es * es) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma reach2_bounds : below 402 reach2 /\ 0 <= real reach2 /\
  R ^ 2 <= (1 + 8 * eps) * real reach2 + 2 * tiny /\ (1 - 8 * eps) * real reach2 - 2 * tiny <= R ^ 2 /\
  below 403 reach2_error /\ 30 * eps * real reach2 + T4 / 2 <= real reach2_error /\ 1024 * tiny <= T4.
Proof.
  destruct HR as (Sr & R0 & R1 & R2). assert (Br : below 201 r) by (eapply below_weaken; [apply Sr | lia]).
  assert (B1 : below 402 reach2) by (apply (below_mul 201 201); auto; lia).
  assert (P1 : 0 <= real reach2) by apply fmul_square_nonneg, B1.
  pose proof (fmul_error _ _ (proj1 B1)) as E. fold reach2 in E. replace (real r * real r) with (real r ^ 2) in E by
    ring.
  rewrite (Rabs_pos_eq (real r ^ 2)) in E by apply pow2_ge_0.
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  destruct (reach_square_real eps tiny (real r) R (real reach2) eps_small ltac:(lra) (proj2 Sr) R0 R1 R2 E P1) as [Q1
    Q2].
  const_facts 1%Z (-48)%Z G1 K1. rewrite Rmult_1_l, eps_48 in K1. destruct T4_value as [BT VT].
  assert (Bc : below (-48) (fconst 1 (-48))) by (split; auto; rewrite K1, Rabs_pos_eq, <- eps_48; lra).
  assert (B2 : below 354 (fmul (fconst 1 (-48)) reach2)) by (apply (below_mul (-48) 402); auto; lia).
  assert (B3 : below 403 reach2_error).
  { apply (below_add 402); [lia | eapply below_weaken; [exact B2 | lia] | eapply below_weaken; [exact BT | lia]]. }
  assert (TT : 1024 * tiny <= T4) by (pose proof tiny_T4; pose proof one_le_405; nra).
  repeat (split; auto).
  pose proof (fmul_error _ _ (proj1 B2)) as X1. rewrite K1 in X1. pose proof (fadd_error _ _ (proj1 B3)) as X2.
  fold reach2_error in X2. rewrite VT in X2.
  assert (P2 : 0 <= real (fmul (fconst 1 (-48)) reach2)) by (apply fmul_nonneg; [apply B2 | lra | lra]).
  rewrite (Rabs_pos_eq (_ + T4)) in X2 by lra. apply Rabs_le_inv in X2.
  assert (Er : 0 <= eps * real reach2) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (32 * eps * real reach2)) in X1 by lra. apply Rabs_le_inv in X1.
  assert (eps * (eps * real reach2) <= / 1048576 * (eps * real reach2)) by (apply Rmult_le_compat_r; lra).
  assert (eps * real (fmul (fconst 1 (-48)) reach2) <= / 1048576 * real (fmul (fconst 1 (-48)) reach2)) by (apply
    Rmult_le_compat_r; lra).
  assert (eps * T4 <= / 1048576 * T4) by (apply Rmult_le_compat_r; lra).
  assert (X3 : eps * real (fmul (fconst 1 (-48)) reach2) <= eps * (33 * (eps * real reach2) + tiny)).
  { apply Rmult_le_compat_l; lra. }
  assert (eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma ends_within : flt (fadd (fadd dist2 dist2_error) reach2_error) reach2 = true -> D2 < R ^ 2.
Proof.
  intros C. destruct dist2_error_bound as (B1 & P1 & Q0 & M1 & _). destruct dist2_error_at_least as [B2 L2].
  destruct reach2_bounds as (B3 & P3 & _ & U3 & B4 & L4 & TT).
  assert (B5 : below 408 (fadd dist2 dist2_error)).
  { apply (below_add 407); [lia | eapply below_weaken; [exact B1 | lia] | exact B2]. }
  assert (B6 : below 409 (fadd (fadd dist2 dist2_error) reach2_error)).
  { apply (below_add 408); [lia | exact B5 | eapply below_weaken; [exact B4 | lia]]. }
  apply flt_real in C; [| apply B6 | apply B3].
  pose proof (fadd_error _ _ (proj1 B5)) as X5. pose proof (fadd_error _ _ (proj1 B6)) as X6.
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  assert (0 <= eps * real reach2) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (real dist2 + real dist2_error)) in X5 by lra. apply Rabs_le_inv in X5.
  assert (P5 : 0 <= real (fadd dist2 dist2_error)).
  { assert (eps * (real dist2 + real dist2_error) <= 1 * (real dist2 + real dist2_error)) by (apply Rmult_le_compat_r;
    lra). lra. }
  rewrite (Rabs_pos_eq (_ + real reach2_error)) in X6 by lra. apply Rabs_le_inv in X6.
  apply Rabs_le_inv in M1. revert C X5 X6 P5.
  generalize (real (fadd (fadd dist2 dist2_error) reach2_error)) (real (fadd dist2 dist2_error)).
  intros z y C X5 X6 P5.
  set (s := real dist2 + real dist2_error + real reach2_error).
  assert (Y1 : (1 - eps) * ((1 - eps) * (real dist2 + real dist2_error)) <= (1 - eps) * y) by (apply Rmult_le_compat_l;
    lra).
  assert (s0 : 0 <= s) by (unfold s; lra).
  assert (0 <= eps * (eps * (real dist2 + real dist2_error))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert (0 <= eps * real reach2_error) by (apply Rmult_le_pos; lra).
  assert (Y2 : (1 - 2 * eps) * s <= z) by (unfold s; lra).
  assert (Y3 : s < (1 + 3 * eps) * real reach2).
  { apply Rnot_le_lt. intros W.
    assert ((1 - 2 * eps) * ((1 + 3 * eps) * real reach2) <= (1 - 2 * eps) * s) by (apply Rmult_le_compat_l; lra).
    assert (eps * (eps * real reach2) <= / 1048576 * (eps * real reach2)) by (apply Rmult_le_compat_r; lra). lra. }
  unfold s in Y3. lra.
Qed.

Lemma ends_beyond : flt reach2 (fsub (fsub dist2 dist2_error) reach2_error) = true -> R ^ 2 < D2.
Proof.
  intros C. destruct dist2_error_bound as (B1 & P1 & Q0 & M1 & M2). destruct dist2_error_at_least as [B2 L2].
  destruct reach2_bounds as (B3 & P3 & U3 & _ & B4 & L4 & TT).
  assert (B5 : below 408 (fsub dist2 dist2_error)).
  { apply (below_sub 407); [lia | eapply below_weaken; [exact B1 | lia] | exact B2]. }
  assert (B6 : below 409 (fsub (fsub dist2 dist2_error) reach2_error)).
  { apply (below_sub 408); [lia | exact B5 | eapply below_weaken; [exact B4 | lia]]. }
  apply flt_real in C; [| apply B3 | apply B6].
  pose proof (fsub_error _ _ (proj1 B5)) as X5. pose proof (fsub_error _ _ (proj1 B6)) as X6.
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  assert (Er : 0 <= eps * real reach2) by (apply Rmult_le_pos; lra).
  apply Rabs_le_inv in M1. revert C X5 X6.
  generalize (real (fsub (fsub dist2 dist2_error) reach2_error)) (real (fsub dist2 dist2_error)).
  intros z y C X5 X6.
  assert (Pos : forall p q : RbaseSymbolsImpl.R, Rabs (p - q) <= eps * Rabs q -> 0 < p -> 0 < q /\ p <= (1 + eps) * q).
  { intros p q X P. destruct (Rle_lt_dec q 0) as [W | W].
    - rewrite (Rabs_left1 q) in X by assumption. apply Rabs_le_inv in X.
      assert (eps * - q <= 1 * - q) by (apply Rmult_le_compat_r; lra). lra.
    - rewrite (Rabs_pos_eq q) in X by lra. apply Rabs_le_inv in X. lra. }
  destruct (Pos _ _ X6 ltac:(lra)) as [Y1 Y2]. destruct (Pos _ _ X5 ltac:(lra)) as [Y3 Y4].
  assert (Y5 : real reach2 < (1 + eps) * (y - real reach2_error)) by lra.
  assert (Y6 : (1 - eps) * real reach2 < y - real reach2_error).
  { apply Rnot_le_lt. intros W.
    assert ((1 + eps) * (y - real reach2_error) <= (1 + eps) * ((1 - eps) * real reach2)) by (apply Rmult_le_compat_l;
      lra).
    assert (0 <= eps * (eps * real reach2)) by (apply Rmult_le_pos; lra). lra. }
  assert (0 <= eps * real dist2_error) by (apply Rmult_le_pos; lra). lra.
Qed.

End End.
