(* The test of estimate_turning in src/turning/moving_time.h that a circle does not pass through a wall that turns in
   the time between two doubles.

   If |slope| ulp is below 2^-4 of R |u| in double, R |u| exceeds |slope| times the error, which is below 2^-59 of the
   time. Then the circle overlaps the wall at a time that is after the contact by at most twice the error. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepGeometry SweepTerms SweepSquares MovingVectors
  MovingMiss MovingErrors MovingSide MovingTangent MovingTimeEnd.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation u53 := (/ 9007199254740992).

(* The sum of guess and step is about the guess. *)
Lemma sum_near_guess (guess step error : D) : is_small_step step error -> bpow radix2 (-200) < real guess ->
  real error <= bpow radix2 (-59) * real guess ->
  Rabs (real (fadd guess step) - (real guess + real step)) <= real error ->
  999 / 1000 * real guess <= real (fadd guess step) <= 1001 / 1000 * real guess.
Proof.
  intros (_ & _ & S) G E H. assert (E59 : bpow radix2 (-59) = / 64 * u53).
  { change (/ 64) with (bpow radix2 (-6)). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  rewrite E59 in E. pose proof (bpow_gt_0 radix2 (-200)) as p.
  assert (St : Rabs (real step) <= real guess / 1700) by lra. apply Rabs_le_inv in H. apply Rabs_le_inv in St. lra.
Qed.

Lemma sum_finite (guess step error : D) : finite guess -> is_small_step step error ->
  bpow radix2 (-200) < real guess <= 1 -> real error <= bpow radix2 (-59) * real guess -> finite (fadd guess step).
Proof.
  intros Fg (Fs & _ & S) [G0 G1] E. pose proof (bpow_gt_0 radix2 (-200)) as p.
  assert (E59 : bpow radix2 (-59) = / 64 * u53).
  { change (/ 64) with (bpow radix2 (-6)). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  rewrite E59 in E. apply (below_add 0); [lia | |].
  - split; [exact Fg |]. rewrite Rabs_pos_eq by lra. simpl. lra.
  - split; [exact Fs |]. simpl. lra.
Qed.

Lemma depth_exceeds_error (slope guess step error r vx vy us : D) UX UY R : finite slope -> real slope < 0 ->
  bpow radix2 (-502) <= - real slope -> is_small_step step error -> bpow radix2 (-200) < real guess <= 1 ->
  real error <= bpow radix2 (-59) * real guess -> finite (fadd guess step) ->
  Rabs (real (fadd guess step) - (real guess + real step)) <= real error ->
  size_in_range us -> size_in_range r -> Rabs (real r - R) <= eps * R -> 0 <= R ->
  close vx vy UX UY (padded us) -> bpow radix2 (-301) <= norm UX UY -> real us <= 33554432 * norm UX UY ->
  flt (fmul (fabs slope) (fmul (fconst 1 (-52)) (fadd guess step)))
    (fmul (fconst 1 (-4)) (fmul r (fsqrt (fadd (fmul vx vx) (fmul vy vy))))) = true ->
  - real slope * real error < R * norm UX UY.
Proof.
  intros Fs Neg Steep Small [G0 G1] E Fh H Su Sr ER R0 C n1 n2 Deep.
  destruct (sum_near_guess _ _ _ Small G0 E H) as [T0 T1]. set (hi := fadd guess step) in *. set (n := norm UX UY) in *.
  destruct (length_of_close _ _ _ _ _ C) as (Bq & Q0 & _). set (q := fadd (fmul vx vx) (fmul vy vy)) in *.
  pose proof (fsqrt_is_finite q (proj1 Bq) Q0) as Fl. destruct (length_known vx vy UX UY us Su C Fl) as (l0 & El & _ &
    En).
  fold q in l0. fold q n in El. fold n in En. set (len := fsqrt q) in *. rewrite u_double in *.
  pose proof (bpow_gt_0 radix2 (-301)) as p301. pose proof (bpow_gt_0 radix2 (-502)) as p502.
  pose proof (bpow_gt_0 radix2 (-200)) as p200.
  assert (P500 : bpow radix2 (-500) <= / 1048576 * bpow radix2 (-301)).
  { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_gt_0 radix2 (-500)) as p500.
  assert (Ln : real len <= 101 / 100 * n) by (apply Rabs_le_inv in El; lra).
  destruct Sr as [Br r0]. destruct Su as [[_ Bu] u0]. rewrite Rabs_pos_eq in Bu by exact u0.
  assert (Lu : real len <= bpow radix2 203).
  { assert (P203 : bpow radix2 203 = 8 * bpow radix2 200) by (change 8 with (bpow radix2 3); rewrite <- bpow_plus;
      reflexivity).
    assert (P301 : bpow radix2 (-301) <= / 1048576 * bpow radix2 200).
    { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
    lra. }
  (* Both sides are finite. *)
  const_facts 1%Z (-52)%Z F52 V52. const_facts 1%Z (-4)%Z F4 V4. rewrite Rmult_1_l in V52, V4.
  assert (Q52 : bpow radix2 (-52) = 2 * u53).
  { change 2 with (bpow radix2 1). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  rewrite Q52 in V52. change (bpow radix2 (-4)) with (/ 16) in V4.
  assert (Bl : below 203 len) by (split; [exact Fl | rewrite Rabs_pos_eq; assumption]).
  assert (B4 : below 0 (fconst 1 (-4))) by (split; [exact F4 |]; rewrite V4, Rabs_pos_eq; simpl; lra).
  assert (B1 : below (200 + 203) (fmul r len)) by (apply below_mul; [lia | exact Br | exact Bl]).
  assert (B2 : below (0 + 403) (fmul (fconst 1 (-4)) (fmul r len))) by (apply below_mul; [lia | exact B4 | exact B1]).
  assert (N1 : nonneg (fmul (fabs slope) (fmul (fconst 1 (-52)) hi))).
  { apply nonneg_fmul; [apply nonneg_fabs | apply nonneg_fmul; apply nonneg_of_real; auto; lra]. }
  pose proof (flt_finite _ _ Deep N1) as F1. apply flt_real in Deep; [| exact F1 | apply B2].
  destruct (fmul_finite _ _ F1) as (_ & F2 & _).
  destruct (product_low _ _ F2 ltac:(lra) ltac:(lra)) as [G3 L3].
  destruct (product_low _ _ F1 ltac:(rewrite real_fabs; apply Rabs_pos) G3) as [_ L4].
  rewrite real_fabs, Rabs_left in L4 by exact Neg. rewrite V52 in L3.
  pose proof (Bounded.fmul_error _ _ (proj1 B1)) as E5. pose proof (Bounded.fmul_error _ _ (proj1 B2)) as E6.
  rewrite V4 in E6.
  rewrite u_double in *. set (s := - real slope) in *. set (h := real hi) in *. set (e := real error) in *.
  set (c := real (fmul (fconst 1 (-52)) hi)) in *. set (d := real (fmul r len)) in *.
  set (rhs := real (fmul (fconst 1 (-4)) (fmul r len))) in *. set (lhs := real (fmul (fabs slope) (fmul (fconst 1
    (-52)) hi))) in *.
  pose proof tiny_pos as t0.
  (* Nothing of weight underflows. *)
  assert (h0 : / 2 * bpow radix2 (-200) <= h) by lra.
  assert (ht : 1048576 * tiny <= u53 * bpow radix2 (-200)).
  { change u53 with (bpow radix2 (-53)). change 1048576 with (bpow radix2 20). change tiny with (bpow radix2 (-1075)).
    rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (C1 : 199 / 100 * u53 * h <= c) by lra.
  set (L := s * (u53 * h)). assert (L0 : 1048576 * tiny <= L).
  { apply Rle_trans with (bpow radix2 (-502) * (u53 * (/ 2 * bpow radix2 (-200)))).
    - change u53 with (bpow radix2 (-53)). change 1048576 with (bpow radix2 20). change tiny with (bpow radix2 (-1075)).
      change (/ 2) with (bpow radix2 (-1)). rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; [lra | apply Rmult_le_pos; lra | exact Steep | apply Rmult_le_compat_l; lra]. }
  assert (C2 : s * (199 / 100 * u53 * h) <= s * c) by (apply Rmult_le_compat_l; lra).
  replace (s * (199 / 100 * u53 * h)) with (199 / 100 * L) in C2 by (unfold L; ring).
  assert (rl : real r * real len <= 103 / 100 * (R * n)).
  { assert (A : real r <= 101 / 100 * R).
    { apply Rabs_le_inv in ER. lra. }
    replace (103 / 100 * (R * n)) with (103 / 100 * R * n) by ring.
    apply Rle_trans with (101 / 100 * R * (101 / 100 * n)); [apply Rmult_le_compat; lra |].
    assert (0 <= R * n) by (apply Rmult_le_pos; lra). lra. }
  assert (rl0 : 0 <= real r * real len) by (now apply Rmult_le_pos).
  rewrite (Rabs_pos_eq (real r * real len)) in E5 by exact rl0. apply Rabs_le_inv in E5.
  assert (d0 : 0 <= d).
  { unfold d. destruct (fmul_finite _ _ (proj1 B1)) as (_ & _ & ->). now apply (rnd_nonneg double). }
  rewrite (Rabs_pos_eq (/ 16 * d)) in E6 by lra. apply Rabs_le_inv in E6.
  assert (E59 : bpow radix2 (-59) = / 64 * u53).
  { change (/ 64) with (bpow radix2 (-6)). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  rewrite E59 in E. assert (e1 : e <= / 63 * (u53 * h)) by lra.
  assert (se : s * e <= s * (/ 63 * (u53 * h))) by (apply Rmult_le_compat_l; lra).
  replace (s * (/ 63 * (u53 * h))) with (/ 63 * L) in se by (unfold L; ring).
  set (sc := s * c) in *. set (x := real r * real len) in *. set (y := R * n) in *. set (z := s * e) in *.
  clear - Deep L4 C2 L0 rl E5 E6 se t0 rl0. lra.
Qed.
