(* Pieces of time beside a wall that turns: the first test of is_free in src/turning/moving_filter.h, with its values.

   values_at gives the values at both ends of a piece [l, h] of [0, 1], piece_of the coefficients between, errors_of
   the bounds. If the coefficients of f exceed their bound, all points of the axis are farther than R on the piece. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds MovingSide
  Terms_moving.

Open Scope R_scope.

(* The side of the axis: 1 or -1. *)
Lemma side_value (x : D) : exists sign, sign * sign = 1 /\
  finite (if flt x (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0 : D) /\
  real (if flt x (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0 : D) = sign.
Proof.
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  destruct (flt x (fconst 0 0)); [exists (-1) | exists 1]; (split; [lra |]).
  - split; [now apply finite_fneg |]. rewrite real_fneg, V1. lra.
  - auto.
Qed.

Lemma times_side (s x : D) sign n : sign * sign = 1 -> finite s -> real s = sign -> (0 <= n < 1000)%Z -> below n x ->
  below n (fmul s x) /\ real (fmul s x) = sign * real x.
Proof.
  intros S Fs Vs N B. pose proof (sign_cases sign S) as C.
  assert (Bs : below 0 s).
  { split; [exact Fs |]. rewrite Vs. destruct C as [-> | ->]; [rewrite Rabs_pos_eq | rewrite Rabs_left]; simpl; lra. }
  assert (B1 : below (0 + n) (fmul s x)) by (apply below_mul; auto; lia). split; [exact B1 |].
  destruct (fmul_finite _ _ (proj1 B1)) as (_ & _ & E). rewrite E, Vs.
  destruct C as [-> | ->].
  - rewrite Rmult_1_l. apply rnd_of_format, real_in_format.
  - replace (-1 * real x) with (- real x) by ring. apply rnd_of_format, generic_format_opp, real_in_format.
Qed.

Section Piece.
Variables (l h : R).
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point) (R : R).
Hypothesis T : turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R.
Variables (lux luy lwx lwy hux huy hwx hwy : D).
Notation UX t := (u_x is_end a am b bm t). Notation UY t := (u_y is_end a am b bm t).
Notation WX t := (w_x is_end c cm a am t). Notation WY t := (w_y is_end c cm a am t).
Hypotheses (LU : close lux luy (UX l) (UY l) (padded us)) (LW : close lwx lwy (WX l) (WY l) (padded ws))
  (HU : close hux huy (UX h) (UY h) (padded us)) (HW : close hwx hwy (WX h) (WY h) (padded ws)).

Let l_len := fsqrt (fadd (fmul lux lux) (fmul luy luy)).
Let h_len := fsqrt (fadd (fmul hux hux) (fmul huy huy)).
Let l_cross := fsub (fmul lux lwy) (fmul luy lwx).
Let h_cross := fsub (fmul hux hwy) (fmul huy hwx).
Let side := if flt l_cross (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0 : D.
Let cross := fmul (fconst 1 (-1)) (fadd (fsub (fmul lux hwy) (fmul luy hwx)) (fsub (fmul hux lwy) (fmul huy lwx))).
Let f0 := fsub (fmul side l_cross) (fmul r l_len).
Let f1 := fsub (fmul side cross) (fmul r (fmul (fconst 1 (-1)) (fadd l_len h_len))).
Let f2 := fsub (fmul side h_cross) (fmul r h_len).
Let e_f := fadd (fmul (fmul (fconst 1 (-48)) us) (fadd ws r)) (tiny_of_lengths r).

Lemma length_facts x y X Y : close x y X Y (padded us) ->
  let len := fsqrt (fadd (fmul x x) (fmul y y)) in
  below 202 len /\ 0 <= real len /\ Rabs (real len - norm X Y) <= 10 * eps * real us + H500 / 100000 /\
  0 <= norm X Y <= (1 + 1 / 100) * real us + H500 / 100000.
Proof.
  intros C len. destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & _).
  destruct (length_of_close _ _ _ _ _ C) as (Bq & Q0 & _ & _). pose proof (fsqrt_is_finite _ (proj1 Bq) Q0) as Fl.
  destruct (length_known x y X Y us Su C Fl) as (L0 & E & N). fold len in Fl, L0, E.
  split; [| auto]. split; [exact Fl |]. rewrite Rabs_pos_eq by assumption. destruct (in_range_le _ Su) as [_ L].
  destruct small_root as (_ & _ & _ & G). pose proof (bpow_ge_0 radix2 (-500)). pose proof eps_small.
  pose proof (proj2 Su).
  apply Rabs_le_inv in E. change 202%Z with (2 + 200)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
  assert (eps * real us <= / 1048576 * real us) by (apply Rmult_le_compat_r; lra).
  assert (1 <= bpow radix2 200) by (change 1 with (bpow radix2 0); apply bpow_le; lia). lra.
Qed.

Lemma f_values : exists sign, sign * sign = 1 /\ finite side /\ real side = sign /\ finite e_f /\
  (below 407 f0 /\ below 407 f1 /\ below 407 f2) /\
  Rabs (real f0 - (sign * cross_at is_end c cm a am b bm l - R * norm (UX l) (UY l))) < real e_f /\
  Rabs (real f1 - (sign * cross_between is_end c cm a am b bm l h - R * ((norm (UX l) (UY l) + norm (UX h) (UY h)) /
    2))) < real e_f /\
  Rabs (real f2 - (sign * cross_at is_end c cm a am b bm h - R * norm (UX h) (UY h))) < real e_f.
Proof.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _ & Sr & HR & ER).
  destruct (side_value l_cross) as (sign & S2 & Fs & Vs). fold side in Fs, Vs. exists sign. repeat (split;
    [assumption |]).
  destruct (bound_of_f us ws r Su Sw Sr) as [Fe He]. fold e_f in Fe, He. split; [exact Fe |].
  set (K := real us * real ws) in *. assert (K0 : 0 <= K) by (apply Rmult_le_pos; [apply Su | apply Sw]).
  assert (U0 : 0 <= real us <= bpow radix2 200) by (split; [apply Su | apply (in_range_le _ Su)]).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw LU LW) as (B1 & E1 & M1).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw HU HW) as (B2 & E2 & M2).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw LU HW) as (B3 & E3 & M3).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw HU LW) as (B4 & E4 & M4). cbv zeta in *.
  fold K in E1, M1, E2, M2, E3, M3, E4, M4.
  destruct half_value as [Fh Vh].
  destruct (half_sum_known _ _ _ 1 _ _ _ Fh (or_introl eq_refl) Vh K0 B3 E3 M3 B4 E4 M4) as (B5 & E5 & M5).
  rewrite Rmult_1_l in E5.
  fold cross in B5, E5. fold l_cross in B1, E1. fold h_cross in B2, E2.
  destruct (length_facts _ _ _ _ LU) as (Bl & L0 & EL & NL). destruct (length_facts _ _ _ _ HU) as (Bh & H0 & EH & NH).
  fold l_len in Bl, L0, EL. fold h_len in Bh, H0, EH.
  pose proof eps_small. pose proof (bpow_gt_0 radix2 (-600)) as P6. pose proof (bpow_gt_0 radix2 (-500)) as P5.
  assert (EU : 0 <= eps * real us) by (apply Rmult_le_pos; lra). assert (EK : 0 <= eps * K) by (apply Rmult_le_pos;
    lra).
  assert (Bc : below 0 (fconst 1 (-1))) by (split; [exact Fh |]; rewrite Vh, Rabs_pos_eq; simpl; lra).
  assert (B6 : below (202 + 1) (fadd l_len h_len)) by (apply below_add; auto; lia).
  assert (B7 : below (0 + 203) (fmul (fconst 1 (-1)) (fadd l_len h_len))) by (apply below_mul; auto; lia).
  set (chord := fmul (fconst 1 (-1)) (fadd l_len h_len)) in *.
  assert (C0 : 0 <= real chord).
  { apply fmul_nonneg; [apply B7 | lra |]. apply fadd_nonneg; [apply B6 | assumption | assumption]. }
  assert (EC : Rabs (real chord - (norm (UX l) (UY l) + norm (UX h) (UY h)) / 2) <= 13 * eps * real us + H500 / 400).
  { pose proof (fadd_error _ _ (proj1 B6)) as A1. pose proof (fmul_error _ _ (proj1 B7)) as A2. rewrite Vh in A2.
    fold chord in A2.
    destruct small_root as (_ & _ & TG & _). pose proof tiny_pos.
    pose proof (fadd_nonneg _ _ (proj1 B6) L0 H0) as A0.
    revert A0 A1 A2. generalize (real chord). generalize (real (fadd l_len h_len)). intros s m A0 A1 A2.
    rewrite (Rabs_pos_eq (1 / 2 * s)) in A2 by lra. rewrite (Rabs_pos_eq (real l_len + real h_len)) in A1 by lra.
    apply Rabs_le_inv in EL. apply Rabs_le_inv in EH. apply Rabs_le_inv in A1. apply Rabs_le_inv in A2.
    assert (EU2 : eps * real us <= / 1048576 * real us) by (apply Rmult_le_compat_r; lra).
    assert (A3 : real l_len + real h_len <= 203 / 100 * real us + H500 / 200) by lra.
    assert (A4 : eps * (real l_len + real h_len) <= eps * (203 / 100 * real us + H500 / 200))
      by (apply Rmult_le_compat_l; lra).
    assert (A5 : eps * H500 <= / 1048576 * H500) by (apply Rmult_le_compat_r; lra).
    assert (A6 : s <= 204 / 100 * real us + H500 / 100) by lra.
    assert (A7 : eps * s <= eps * (204 / 100 * real us + H500 / 100)) by (apply Rmult_le_compat_l; lra).
    apply Rabs_le. lra. }
  assert (Signed : forall v X, Rabs (v - X) <= 15 * eps * K + H600 / 50 -> Rabs (sign * v - sign * X)
    <= 15 * eps * K + H600 / 50).
  { intros v X A. replace (sign * v - sign * X) with (sign * (v - X)) by ring. rewrite Rabs_mult.
    destruct (sign_cases sign S2) as [-> | ->]; [rewrite Rabs_pos_eq by lra | rewrite (Rabs_left (-1)) by lra]; lra. }
  assert (Sized : forall X, Rabs X <= (1 + 1 / 50) * K + H600 / 100 -> Rabs (sign * X)
    <= (1 + 1 / 50) * K + H600 / 100).
  { intros X A. rewrite Rabs_mult.
    destruct (sign_cases sign S2) as [-> | ->]; [rewrite Rabs_pos_eq by lra | rewrite (Rabs_left (-1)) by lra]; lra. }
  assert (Step : forall x y X Y, below 406 x -> Rabs (real x - X) <= 15 * eps * K + H600 / 50 -> Rabs X
    <= (1 + 1 / 50) * K + H600 / 100 ->
    below 203 y -> 0 <= real y -> Rabs (real y - Y) <= 13 * eps * real us + H500 / 400 -> 0 <= Y
      <= (1 + 1 / 50) * real us + H500 / 400 ->
    below 407 (fsub (fmul side x) (fmul r y)) /\ Rabs (real (fsub (fmul side x) (fmul r y)) - (sign * X - R * Y))
      < real e_f).
  { intros x y X Y Bx Ex Mx By Y0 Ey My. destruct (times_side side x sign 406 S2 Fs Vs ltac:(lia) Bx) as [Bs Es].
    destruct (f_known (fmul side x) y r (sign * X) Y R K (real us) Sr HR ER K0 U0 Bs) as [Bf Ef]; auto.
    - rewrite Es. now apply Signed.
    - split; [exact Bf |]. eapply Rle_lt_trans; [exact Ef |]. assert (0 <= eps * (real us * real r)).
      { apply Rmult_le_pos; [lra | apply Rmult_le_pos; [lra | apply Sr]]. }
      assert (0 <= real r * H500) by (apply Rmult_le_pos; [apply Sr | lra]). lra. }
  destruct (Step l_cross l_len _ (norm (UX l) (UY l)) (below_weaken _ 406 _ B1 ltac:(lia)) ltac:(eapply Rle_trans;
    [exact E1 | lra]) M1
    (below_weaken _ 203 _ Bl ltac:(lia)) L0 ltac:(eapply Rle_trans; [exact EL | lra]) ltac:(lra)) as [X1 Y1].
  destruct (Step h_cross h_len _ (norm (UX h) (UY h)) (below_weaken _ 406 _ B2 ltac:(lia)) ltac:(eapply Rle_trans;
    [exact E2 | lra]) M2
    (below_weaken _ 203 _ Bh ltac:(lia)) H0 ltac:(eapply Rle_trans; [exact EH | lra]) ltac:(lra)) as [X2 Y2].
  destruct (Step cross chord _ ((norm (UX l) (UY l) + norm (UX h) (UY h)) / 2) B5 E5 M5 B7 C0 EC ltac:(lra)) as [X3 Y3].
  split; [exact (conj X1 (conj X3 X2)) |]. exact (conj Y1 (conj Y3 Y2)).
Qed.

Theorem beside_is_free : flt e_f (smaller (smaller f0 f1) f2) = true ->
  forall t, l <= t <= h -> farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) R.
Proof.
  intros H t Ht. destruct f_values as (sign & S2 & _ & _ & Fe & (B0 & B1 & B2) & E0 & E1 & E2).
  destruct (above_three 407 _ _ _ _ B0 B1 B2 Fe H) as (A0 & A1 & A2).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & _ & _ & _ & HR & _).
  apply Rabs_def2 in E0. apply Rabs_def2 in E1. apply Rabs_def2 in E2.
  apply (piece_beside _ _ _ _ _ _ _ _ (proj1 HR) sign l h t S2 Ht); lra.
Qed.
End Piece.
