(* Whether a circle comes nearer up to the end of its motion: certain_leaving of src/sweep/sweep_double_double.c, asked
   about the place where the motion ends, with the vectors of the sweep.

   The vector from the wall to that place is w + v. So its size is hardly more than 2^200 if all sizes are together at
   most 2^200, and the bounds of the filter hold for it. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepErrors SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepCompare SweepEnd SweepContact SweepFilter SweepStart SweepInputs Leaving.
From Carom Require Terms_sweep Terms_leaving.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_leaving.certain_leaving_terms(certain_leaving_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation B200 := (bpow radix2 200).

(* A vector whose size is in range, or hardly more. *)
Definition nearly (x y : D) (X Y : R) (s : D) :=
  below 210 s /\ 0 <= real s /\ exists w, near x y X Y w /\ 0 <= w <= real s.

Lemma nearly_of_near x y X Y s : near x y X Y (real s) -> size_in_range s -> nearly x y X Y s.
Proof.
  intros N S. split; [now apply in_range_210 |]. split; [apply S |]. exists (real s). split; [exact N |].
  split; [apply S | lra].
Qed.

Lemma products_at_most w t s u : 0 <= w <= s -> 0 <= t <= u ->
  11 * eps * (w * t) + 3 * tiny <= 31 * eps * (s * u) + 1000 * tiny.
Proof.
  intros W T. pose proof eps_small. pose proof tiny_pos.
  assert (A : w * t <= s * u) by (apply Rmult_le_compat; lra). assert (0 <= w * t) by (apply Rmult_le_pos; lra).
  assert (eps * (w * t) <= eps * (s * u)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * (w * t)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma nearly_dot px py qx qy PX PY QX QY s t : nearly px py PX PY s -> nearly qx qy QX QY t ->
  known (fadd (fmul px qx) (fmul py qy)) (PX * QX + PY * QY) (allowance s t).
Proof.
  intros (Bs & S0 & w & Np & W) (Bt & T0 & z & Nq & Z). destruct (dot_error _ _ _ _ _ _ _ _ _ _ Np Nq) as (B & E & _).
  apply known_by_allowance; auto; [eapply below_weaken; [exact B | lia] |].
  eapply Rle_trans; [exact E |]. now apply products_at_most.
Qed.

Lemma nearly_cross px py qx qy PX PY QX QY s t : nearly px py PX PY s -> nearly qx qy QX QY t ->
  known (fsub (fmul px qy) (fmul py qx)) (PX * QY - PY * QX) (allowance s t).
Proof.
  intros (Bs & S0 & w & Np & W) (Bt & T0 & z & Nq & Z). destruct (cross_error _ _ _ _ _ _ _ _ _ _ Np Nq) as (B & E).
  apply known_by_allowance; auto; [eapply below_weaken; [exact B | lia] |].
  eapply Rle_trans; [exact E |]. now apply products_at_most.
Qed.

Lemma difference_below (x y : D) : finite x -> finite y -> Rabs (real x - real y) <= bpow radix2 202 ->
  below 202 (fsub x y).
Proof.
  intros Fx Fy B. generalize (Bminus_correct (prec double) (emax double) _ _ mode_NE x y Fx Fy). intros C.
  rewrite power_below_overflow with (n := 202%Z) in C by (assumption || lia). destruct C as (C1 & C2 & _).
  split; [exact C2 |]. change (real (fsub x y)) with (B2R (fsub x y)). unfold fsub. rewrite C1.
  apply rnd_below; [lia | exact B].
Qed.

(* The vector from q to m, by way of c. *)
Lemma end_vector (mx my cx cy qx qy : D) sw sv :
  finite mx -> finite my -> finite cx -> finite cy -> finite qx -> finite qy ->
  sv = size (fsub mx cx) (fsub my cy) -> sw = size (fsub cx qx) (fsub cy qy) -> finite sv -> finite sw ->
  real sw + real sv <= (1 + 2 * eps) * B200 ->
  nearly (fsub mx qx) (fsub my qy) (real mx - real qx) (real my - real qy) (size (fsub mx qx) (fsub my qy)).
Proof.
  intros F1 F2 F3 F4 F5 F6 Ev Ew Fv Fw Sum. pose proof eps_small as E. pose proof (bpow_gt_0 radix2 200) as P.
  assert (Parts : forall p1 p2 q1 q2 s, s = size (fsub p1 q1) (fsub p2 q2) -> finite s ->
    0 <= real s /\ Rabs (real p1 - real q1) + Rabs (real p2 - real q2) <= (1 + 2 * eps) * ((1 + 2 * eps) * real s)).
  { intros p1 p2 q1 q2 s Es Fs. rewrite Es in *. destruct (size_finite _ _ Fs) as [G1 G2].
    pose proof (rounded_real _ _ _ E (fsub_error _ _ G1)) as Q1. pose proof (rounded_real _ _ _ E (fsub_error _ _ G2))
      as Q2.
    destruct (size_bounds _ _ Fs) as (S0 & _). split; [exact S0 |]. pose proof (size_lower _ _ Fs) as L.
    eapply Rle_trans; [apply Rplus_le_compat; [exact Q1 | exact Q2] |]. rewrite <- Rmult_plus_distr_l.
    apply Rmult_le_compat_l; lra. }
  destruct (Parts _ _ _ _ _ Ev Fv) as (v0 & Pv). destruct (Parts _ _ _ _ _ Ew Fw) as (w0 & Pw). clear Parts.
  set (X := real mx - real qx). set (Y := real my - real qy).
  assert (TX : Rabs X <= Rabs (real mx - real cx) + Rabs (real cx - real qx)).
  { unfold X. replace (real mx - real qx) with ((real mx - real cx) + (real cx - real qx)) by ring. apply Rabs_triang. }
  assert (TY : Rabs Y <= Rabs (real my - real cy) + Rabs (real cy - real qy)).
  { unfold Y. replace (real my - real qy) with ((real my - real cy) + (real cy - real qy)) by ring. apply Rabs_triang. }
  assert (XY : Rabs X + Rabs Y <= (1 + 7 * eps) * B200).
  { apply Rle_trans with ((1 + 2 * eps) * (1 + 2 * eps) * (real sw + real sv)); [lra |].
    apply Rle_trans with ((1 + 2 * eps) * (1 + 2 * eps) * ((1 + 2 * eps) * B200)).
    - apply Rmult_le_compat_l; [nra | exact Sum].
    - replace ((1 + 2 * eps) * (1 + 2 * eps) * ((1 + 2 * eps) * B200)) with
        ((1 + 2 * eps) * (1 + 2 * eps) * (1 + 2 * eps) * B200) by ring.
      apply Rmult_le_compat_r; [lra |]. assert (eps * eps <= / 1048576 * eps) by (apply Rmult_le_compat_r; lra).
      assert (eps * (eps * eps) <= / 1048576 * eps).
      { apply Rle_trans with (/ 1048576 * (eps * eps)); [apply Rmult_le_compat_r; [nra | lra] | nra]. }
      nra. }
  pose proof (Rabs_pos X). pose proof (Rabs_pos Y).
  assert (eB : eps * B200 <= / 1048576 * B200) by (apply Rmult_le_compat_r; lra).
  assert (B202 : bpow radix2 202 = 4 * B200) by (change 4 with (bpow radix2 2); rewrite <- bpow_plus; reflexivity).
  assert (Bx : below 202 (fsub mx qx)) by (apply difference_below; auto; fold X; lra).
  assert (By : below 202 (fsub my qy)) by (apply difference_below; auto; fold Y; lra).
  assert (Bs : below 203 (size (fsub mx qx) (fsub my qy))).
  { apply (below_add 202); [lia | |]; split; try (apply finite_fabs); rewrite ?real_fabs, ?Rabs_Rabsolu; (apply Bx ||
    apply By). }
  pose proof (fsub_error _ _ (proj1 Bx)) as Ex. pose proof (fsub_error _ _ (proj1 By)) as Ey.
  fold X in Ex. fold Y in Ey. destruct (size_bounds _ _ (proj1 Bs)) as (S0 & _).
  split; [eapply below_weaken; [exact Bs | lia] |]. split; [exact S0 |].
  destruct (Rle_lt_dec (real (size (fsub mx qx) (fsub my qy))) B200) as [Le | Gt].
  - exists (real (size (fsub mx qx) (fsub my qy))). split; [| lra].
    exact (proj1 (rounded_vector _ _ _ _ (proj1 Bs) Le Ex Ey)).
  - exists B200. split; [| lra].
    assert (eX : eps * Rabs X <= eps * ((1 + 7 * eps) * B200)) by (apply Rmult_le_compat_l; lra).
    assert (eY : eps * Rabs Y <= eps * ((1 + 7 * eps) * B200)) by (apply Rmult_le_compat_l; lra).
    assert (eeB : eps * (eps * B200) <= / 1048576 * (eps * B200)).
    { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
    assert (eB0 : 0 <= eps * B200) by (apply Rmult_le_pos; lra).
    assert (Sz : eps * (Rabs X + Rabs Y) <= eps * ((1 + 7 * eps) * B200)) by (apply Rmult_le_compat_l; lra).
    split; [exact (proj1 Bx) |]. split; [exact (proj1 By) |]. split; [lra |]. split; [lra |]. split; [| lra].
    pose proof (Rabs_triang_inv (real (fsub mx qx)) X). pose proof (Rabs_triang_inv (real (fsub my qy)) Y). lra.
Qed.

(* The sizes are together at most 2^200. *)
Lemma sizes_together su sw sz sv r n cr wr : is_for_filter_results cr wr n su sw sz sv r true ->
  nonneg su -> nonneg sw -> nonneg sz -> nonneg sv ->
  real sw + real sv <= (1 + 2 * eps) * B200 /\ real sz + real sv <= (1 + 2 * eps) * B200.
Proof.
  intros [S] Nu Nw Nz Nv. symmetry in S. repeat (apply andb_prop in S; destruct S as [S ?]).
  pose proof (safe_sizes _ _ _ _ _ S Nu Nw Nz Nv) as (Su & Sw & Sz & Sv & Sr).
  const_facts 1%Z 200%Z F1 V1. rewrite Rmult_1_l in V1. pose proof eps_small as E.
  assert (N1 : nonneg (fadd su sw)) by now apply nonneg_fadd.
  assert (N2 : nonneg (fadd (fadd su sw) sz)) by now apply nonneg_fadd.
  assert (N3 : nonneg (fadd (fadd (fadd su sw) sz) sv)) by now apply nonneg_fadd.
  assert (N4 : nonneg (fabs r)) by apply nonneg_fabs.
  assert (Fs : finite (fadd (fadd (fadd (fadd su sw) sz) sv) (fabs r))).
  { eapply fle_finite; [exact S | now apply nonneg_fadd | exact F1]. }
  apply fle_real in S; auto. rewrite V1 in S.
  pose proof (fadd_at_least _ _ Fs (proj2 Sr)) as A4. destruct (fadd_finite _ _ Fs) as (F3 & _ & _).
  destruct (fadd_finite _ _ F3) as (F2 & _ & _). destruct (fadd_finite _ _ F2) as (F1' & _ & _).
  pose proof (fadd_at_least_right _ _ F1' (proj2 Su)) as A1. pose proof (fadd_at_least _ _ F2 (proj2 Sz)) as A2.
  pose proof (fadd_at_least_right _ _ F2 (nonneg_real _ N1)) as A2'.
  pose proof (fadd_error _ _ F3) as A3. pose proof (nonneg_real _ N2) as P2. pose proof (proj2 Sv) as Pv.
  set (s2 := real (fadd (fadd su sw) sz)) in *. rewrite (Rabs_pos_eq (s2 + real sv)) in A3 by lra.
  apply Rabs_le_inv in A3.
  assert (Sum : s2 + real sv <= (1 + 2 * eps) * B200); [| lra].
  assert (L : (1 - eps) * (s2 + real sv) <= B200) by lra.
  assert ((1 + 2 * eps) * ((1 - eps) * (s2 + real sv)) <= (1 + 2 * eps) * B200) by (apply Rmult_le_compat_l; lra).
  assert (0 <= (eps - 2 * eps * eps) * (s2 + real sv)) by (apply Rmult_le_pos; nra). nra.
Qed.

Theorem certain_leaving_at_end_correct x cx cy cr mx my ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    result :
  let e := Point (real mx) (real my) in
  let v := Point (displacement true false (real cx) (real mx) (real ax) (real wmx))
                 (displacement true false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  sweep_vectors_of_results cx cy cr mx my true false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  certain_leaving_results mx my ax ay bx by_ (extent_number x) ux uy vx vy su sv result ->
  (result < 0)%Z -> comes x e v a b.
Proof.
  intros e v a b Hv Hs Hl.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct Inputs as (Fcx & Fcy & Fmx & Fmy & Fax & Fay & Fbx & Fby & _).
  destruct K as [[Nu Nw Nz Nv Su Sw Sz Sv _ _] _ _ _].
  unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv.
  assert (Ev : sw = size (fsub cx ax) (fsub cy ay) /\ sz = size (fsub cx bx) (fsub cy by_) /\
    sv = size (fsub mx cx) (fsub my cy) /\ su = size ux uy).
  { rewrite andb_false_l in *. subst. unfold size. auto. }
  clear - Ev Nu Nw Nz Nv Su Sw Sz Sv Hl Hs Fcx Fcy Fmx Fmy Fax Fay Fbx Fby. destruct Ev as (Ew & Ez & Ev & Eu).
  destruct (sizes_together _ _ _ _ _ _ _ _ Hs) as (Tw & Tz);
    [rewrite Eu; apply nonneg_size | rewrite Ew; apply nonneg_size | rewrite Ez; apply nonneg_size | rewrite Ev; apply
      nonneg_size |].
  pose proof (end_vector mx my cx cy ax ay sw sv Fmx Fmy Fcx Fcy Fax Fay Ev Ew (proj1 (proj1 Sv)) (proj1 (proj1 Sw)) Tw)
    as Na.
  pose proof (end_vector mx my cx cy bx by_ sz sv Fmx Fmy Fcx Fcy Fbx Fby Ev Ez (proj1 (proj1 Sv)) (proj1 (proj1 Sz))
    Tz) as Nb.
  pose proof (nearly_of_near _ _ _ _ _ Nu Su) as Mu. pose proof (nearly_of_near _ _ _ _ _ Nv Sv) as Mv.
  exact (proj2 (certain_leaving_if x _ _ _ _ _ _ _ _ _ _ _ _ _ v Fmx Fmy Fax Fay Fbx Fby
    (nearly_cross _ _ _ _ _ _ _ _ _ _ Mu Na) (nearly_cross _ _ _ _ _ _ _ _ _ _ Mu Mv)
    (nearly_dot _ _ _ _ _ _ _ _ _ _ Na Mv) (nearly_dot _ _ _ _ _ _ _ _ _ _ Nb Mv) Hl)).
Qed.
