(* The time on the side, set_fast_side of src/sweep/sweep_one_pass.h: what its parts prove together. If the error is
   below 2^-60 of the guess and the sum of guess and step below 1, the sign of u x v is certain, and the real time T
   is within the error of guess + step.

   The numbers are those that the theorem in TimeSideFast.v takes from the extracted terms. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepGeometry SweepTerms ErrorFree PairProduct Terms_wide Terms_pair
  ErrorFreeTerms Wide TangentGapLine SweepTime TimeSideProducts TimeSideReach TimeSideResidual TimeSideStep.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).

(* A number as hi + lo, exactly. *)
Definition is_exact (h l : D) (X : R) := real h + real l = X /\ Rabs (real l) <= u53 * Rabs (real h).

Lemma coordinate_of_exact h l X : is_exact h l X -> Rabs (X - real h) <= u53 * Rabs (real h).
Proof. intros [<- H]. now replace (real h + real l - real h) with (real l) by ring. Qed.

Lemma vector_of_exact hx hy lx ly X Y : is_exact hx lx X -> is_exact hy ly Y ->
  is_vector hx hy lx ly X Y (Rabs (real hx)) (Rabs (real hy)).
Proof.
  intros [E1 L1] [E2 L2]. pose proof (Rabs_pos (real hx)). pose proof (Rabs_pos (real hy)).
  split; try assumption; lra.
Qed.

(* The size |x| + |y| in double. *)
Lemma size_near (x y s : D) : s = fadd (fabs x) (fabs y) -> finite s -> 0 <= real s ->
  Rabs (real x) + Rabs (real y) <= (1 + u53) * real s.
Proof.
  intros E F P. rewrite E in F. pose proof (fadd_error_of_result _ _ F) as H.
  rewrite <- E, !real_fabs, (Rabs_pos_eq (real s)) in H by exact P.
  clear E F. two_sided. lra.
Qed.

Lemma cross_of_sizes a b c d s t k : 0 <= a -> 0 <= b -> 0 <= c -> 0 <= d -> 0 <= k -> 0 <= s -> 0 <= t ->
  a + b <= k * s -> c + d <= k * t -> a * d + b * c <= k * k * (s * t).
Proof.
  intros. assert ((a + b) * (c + d) <= k * s * (k * t)) by (apply Rmult_le_compat; lra).
  assert (0 <= a * c) by now apply Rmult_le_pos. assert (0 <= b * d) by now apply Rmult_le_pos. lra.
Qed.

Lemma loss_in_range a b : a <= bpow radix2 202 -> b <= bpow radix2 202 -> loss a b <= bpow radix2 (-806).
Proof.
  intros Ha Hb. unfold loss. assert (A : bpow radix2 (-1010) * (a + b) <= bpow radix2 (-1010) * bpow radix2 203).
  { apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 203%Z with (1 + 202)%Z. rewrite bpow_plus.
    change (bpow radix2 1) with 2. lra. }
  rewrite <- bpow_plus in A. assert (B : bpow radix2 (-960) <= bpow radix2 (-807)) by (apply bpow_le; lia).
  change (-1010 + 203)%Z with (-807)%Z in A.
  change (-806)%Z with (1 + -807)%Z. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2. lra.
Qed.

Section Side.
Variables uhx uhy ulx uly whx why wlx wly vhx vhy vlx vly : D.
Variables U1 U2 W1 W2 V1 V2 : R.
Hypothesis Ux : is_exact uhx ulx U1.
Hypothesis Uy : is_exact uhy uly U2.
Hypothesis Wx : is_exact whx wlx W1.
Hypothesis Wy : is_exact why wly W2.
Hypothesis Vx : is_exact vhx vlx V1.
Hypothesis Vy : is_exact vhy vly V2.
Variables su sw sv rh rl : D.
Hypothesis su_is : su = fadd (fabs uhx) (fabs uhy).
Hypothesis sw_is : sw = fadd (fabs whx) (fabs why).
Hypothesis sv_is : sv = fadd (fabs vhx) (fabs vhy).
Hypothesis su_range : size_in_range su.
Hypothesis sw_range : size_in_range sw.
Hypothesis sv_range : size_in_range sv.
Hypothesis rh_range : size_in_range rh.
Hypothesis rl_small : finite rl -> Rabs (real rl) <= u53 * real rh.
(* approach_of *)
Variables w2 s inv2 cm side time : D.
Hypothesis w2_is : w2 = fadd (fmul uhx uhx) (fmul uhy uhy).
Hypothesis s_is : s = fsqrt w2.
Hypothesis inv2_is : inv2 = fdiv (fconst 1 0) w2.
Hypothesis w2_large : bpow radix2 (-400) <= real w2.
Hypothesis cm_is : cm = fsub (fmul uhx vhy) (fmul uhy vhx).
Hypothesis side_is : is_sign (real side).
Hypothesis side_of_move : real side * real cm = - Rabs (real cm).
Hypothesis time_nonneg : nonneg time.
Let inverse := inverse_of cm.
(* set_fast_side *)
Variables ph1 qh1 pl1 ql1 cs_hi cs_lo ph2 qh2 pl2 ql2 cm_hi cm_lo ph3 qh3 pl3 ql3 len_hi len_lo : D.
Variables e1 e2 e3 : Z.
Hypothesis P1 : pair_mul_results uhx uhy ulx uly why whx wly wlx ph1 qh1 pl1 ql1.
Hypothesis D1 : difference_of_pair_results ph1 qh1 pl1 ql1 cs_hi cs_lo e1.
Hypothesis P2 : pair_mul_results uhx uhy ulx uly vhy vhx vly vlx ph2 qh2 pl2 ql2.
Hypothesis D2 : difference_of_pair_results ph2 qh2 pl2 ql2 cm_hi cm_lo e2.
Hypothesis P3 : pair_mul_results uhx uhy ulx uly uhx uhy ulx uly ph3 qh3 pl3 ql3.
Hypothesis D3 : sum_of_pair_results ph3 qh3 pl3 ql3 len_hi len_lo e3.
Let left := fadd (fsub len_hi (fmul s s)) (fsub len_lo (pair_product_rest s s)).
Let half_inverse := fmul (fconst 1 (-1)) (fmul s inv2).
Let reach_rest := fadd (pair_product_rest rh s) (fadd (fmul left (fmul half_inverse rh)) (fmul rl s)).
Let gap_hi := fadd (fmul side cs_hi) (fneg (fmul rh s)).
Let gap_lo := sum_rest (fmul side cs_hi) (fneg (fmul rh s)).
Let gap_rest := fadd gap_lo (fsub (fmul side cs_lo) reach_rest).
Let speed_rest := fmul (fneg side) cm_lo.
Let residual := fadd (fsub (fsub gap_hi (fmul time (fabs cm_hi))) (pair_product_rest time (fabs cm_hi)))
  (fsub gap_rest (fmul time speed_rest)).
Let step := fmul residual inverse.
Let error := error_of_side su sw sv rh inverse step.
Hypothesis F_error : finite error.
Hypothesis error_small : flt error (fmul (fconst 1 (-60)) time) = true.
Hypothesis time_early : flt (fadd time step) (fconst 1 0) = true.

Let M := real su * (real sw + real sv + real rh).
Let B := real su * real sv.
Let i := real inverse.
Let c := Rabs (real cm).
Let Cw := U1 * W2 - U2 * W1.
Let Cv := U1 * V2 - U2 * V1.
Let RL := (real rh + real rl) * norm U1 U2.

Lemma sizes : 0 <= real su /\ 0 <= real sw /\ 0 <= real sv /\ 0 <= real rh /\ 0 <= B /\ B <= M /\
  Rabs (real uhx) + Rabs (real uhy) <= (1 + u53) * real su /\
    Rabs (real whx) + Rabs (real why) <= (1 + u53) * real sw /\
  Rabs (real vhx) + Rabs (real vhy) <= (1 + u53) * real sv.
Proof.
  destruct su_range as [[F1 _] N1]. destruct sw_range as [[F2 _] N2]. destruct sv_range as [[F3 _] N3].
  destruct rh_range as [_ N4].
  assert (B0 : 0 <= B) by (now apply Rmult_le_pos).
  assert (BM : B <= M) by (unfold B, M; apply Rmult_le_compat_l; lra).
  repeat split; try assumption; eapply size_near; eauto.
Qed.

Lemma in_202 (x y t : D) : t = fadd (fabs x) (fabs y) -> size_in_range t -> Rabs (real x) <= bpow radix2 201 /\
  Rabs (real y) <= bpow radix2 201.
Proof.
  intros E [[F1 B1] N1]. pose proof (size_near _ _ _ E F1 N1) as S. rewrite Rabs_pos_eq in B1 by exact N1.
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. split; lra.
Qed.

Lemma coordinates_finite (x y t : D) : t = fadd (fabs x) (fabs y) -> size_in_range t -> Bounded.below 201 x /\
  Bounded.below 201 y.
Proof.
  intros E R. destruct (in_202 _ _ _ E R) as (Bx & By). destruct R as [[Ft _] _]. rewrite E in Ft.
  destruct (fadd_finite _ _ Ft) as (Fx & Fy & _). apply fabs_finite in Fx. apply fabs_finite in Fy.
  repeat split; assumption.
Qed.

Lemma cross_move_finite : finite cm /\ c <= bpow radix2 404.
Proof.
  destruct (coordinates_finite _ _ _ su_is su_range) as (B1 & B2).
  destruct (coordinates_finite _ _ _ sv_is sv_range) as (B3 & B4).
  assert (Bc : Bounded.below 403 cm).
  { rewrite cm_is. apply (below_sub 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  split; [apply Bc |]. unfold c. eapply Rle_trans; [apply Bc |]. apply bpow_le. lia.
Qed.

Lemma cross_move_near : finite cm /\ c <= bpow radix2 404 /\
  Rabs (- (real side * Cv) - c) <= 53 / 10 * u53 * B + 3 * eta'.
Proof.
  destruct cross_move_finite as (Fcm & Hc). split; [exact Fcm |]. split; [exact Hc |].
  destruct sizes as (U0 & _ & T0 & _ & B0 & _ & SU & _ & SV).
  pose proof Fcm as Fc. rewrite cm_is in Fc. pose proof (coordinate_of_exact _ _ _ Ux).
  pose proof (coordinate_of_exact _ _ _ Uy). pose proof (coordinate_of_exact _ _ _ Vx) as Lx.
  pose proof (coordinate_of_exact _ _ _ Vy) as Ly. pose proof (Rabs_pos (real vhx)). pose proof (Rabs_pos (real vhy)).
  destruct (rounded_cross_near uhx uhy vhx vhy U1 U2 V1 V2 ((1 + u53) * (1 + u53) * B) Fc) as (E & _);
    try assumption; try lra.
  { unfold B. apply cross_of_sizes; try apply Rabs_pos; try assumption. lra. }
  rewrite <- cm_is in E. replace (- (real side * Cv) - c) with (real side * (real cm - Cv)) by (unfold c; rewrite <-
    (Ropp_involutive (Rabs _)), <- side_of_move; ring).
  rewrite sign_abs by exact side_is. fold Cv in E. eapply Rle_trans; [exact E |]. lra.
Qed.

Lemma certain_bounds :
  finite time /\ finite step /\ finite residual /\ 2 * Rabs (real step) <= real time /\ 0 < real time <= 11 / 10 /\
  bpow radix2 (-203) <= real time /\ 0 < i /\ M * i <= 50000000000 /\ 64 * (L * i) <= u53 / 100 /\
  Rabs (i * c - 1) <= 1001 / 1000 * u53 /\
  999 / 1000 * (4096 * (u53 * u53) * (M * i) + 64 * (L * i) + bpow radix2 (-262) + 8 * u53 * Rabs (real step) +
    8 * u53 * (B * i * Rabs (real step))) <= real error.
Proof.
  destruct sizes as (U0 & W0 & T0 & R0 & B0 & BM & _).
  destruct cross_move_near as (Fcm & Hc & _). destruct (inverse_range cm Fcm Hc) as (Fi & [i0 i1] & Inv).
  fold inverse i in i0, i1, Inv.
  destruct (error_at_least su sw sv rh inverse step U0 W0 T0 R0 (Rlt_le _ _ i0) F_error i1) as (_ & Fs & E0 &
    E1).
  fold error in E0, E1. fold M B i in E1.
  pose proof Fs as Fr. destruct (fmul_finite _ _ Fs) as (Fres & _ & _).
  destruct (fadd_finite _ _ Fres) as (_ & F1 & _). destruct (fsub_finite _ _ F1) as (_ & F2 & _).
  destruct (fmul_finite _ _ F2) as (Ft & _).
  pose proof (nonneg_real _ time_nonneg) as t0.
  (* the error is small against the time *)
  const_facts 1%Z (-60)%Z F60 V60. rewrite Rmult_1_l in V60.
  assert (K60 : bpow radix2 (-60) = / 128 * u53).
  { change (/ 128) with (bpow radix2 (-7)). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  rewrite K60 in V60.
  assert (Fm : finite (fmul (fconst 1 (-60)) time)).
  { destruct (below_mul (-60) 1024 (fconst 1 (-60)) time ltac:(lia)) as (Fm & _); [| | exact Fm].
    - split; [exact F60 |]. rewrite V60, K60, Rabs_pos_eq; lra.
    - split; [exact Ft |]. apply Rlt_le. exact (@real_below double time). }
  pose proof (flt_real _ _ F_error Fm error_small) as Lt.
  destruct (fmul_error (fconst 1 (-60)) time (/ 128 * u53 * real time) eta' Fm) as (_ & _ & Em).
  { rewrite V60, Rabs_pos_eq; [lra | apply Rmult_le_pos; lra]. } { lra. }
  rewrite V60 in Em.
  destruct constants as (_ & _ & _ & L0 & e0 & eL & Lk). pose proof (bpow_gt_0 radix2 (-262)) as k0.
  set (k := bpow radix2 (-262)) in *. pose proof (Rabs_pos (real step)) as s0.
  assert (Mi0 : 0 <= M * i) by (apply Rmult_le_pos; lra). assert (Li0 : 0 <= L * i) by (apply Rmult_le_pos; lra).
  assert (Bis0 : 0 <= B * i * Rabs (real step)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | exact s0]).
  assert (H1 : real error <= 101 / 100 * (/ 128 * u53 * real time)).
  { assert (eta' <= / 1000000 * k) by lra. clear - Lt Em H E0 k0 t0. two_sided. lra. }
  assert (H2 : 2 * Rabs (real step) <= real time) by lra.
  destruct (small_sum_finite time step Ft Fs H2 time_early) as (_ & S1).
  assert (H3 : real time <= 11 / 10).
  { assert (Fa : finite (fadd time step)).
    { destruct (small_sum_finite time step Ft Fs H2 time_early) as (Fo & _). unfold ordered_rest in Fo.
      destruct (fsub_finite _ _ Fo) as (_ & F3 & _). now destruct (fsub_finite _ _ F3) as (F4 & _). }
    pose proof (fadd_error_of_result _ _ Fa) as Ea.
    assert (Hs : Rabs (real step) <= 1 / 50 * real time) by lra.
    assert (P0 : 0 <= real (fadd time step)).
    { destruct (fadd_finite _ _ Fa) as (_ & _ & ->). apply rnd_nonneg. clear - Hs t0. two_sided. lra. }
    rewrite (Rabs_pos_eq (real (fadd time step))) in Ea by exact P0. clear - Ea Hs S1 P0 t0. two_sided. lra. }
  assert (H4 : bpow radix2 (-203) <= real time).
  { assert (E : bpow radix2 (-203) = bpow radix2 6 * (bpow radix2 53 * k)).
    { unfold k. rewrite <- !bpow_plus. reflexivity. }
    rewrite E. change (bpow radix2 6) with 64. change (bpow radix2 53) with 9007199254740992. lra. }
  pose proof (bpow_gt_0 radix2 (-203)) as t1.
  assert (H5 : 64 * (L * i) <= u53 / 100) by lra.
  assert (H6 : i < bpow radix2 899).
  { apply Rnot_le_lt. intros C. assert (L * bpow radix2 899 <= L * i) by (apply Rmult_le_compat_l; lra).
    unfold L in H at 1. rewrite <- bpow_plus in H.
    assert (1 <= bpow radix2 (-706 + 899)) by (apply (bpow_le radix2 0); lia). lra. }
  split; [exact Ft |]. split; [exact Fs |]. split; [exact Fres |]. split; [exact H2 |].
  split; [split; [lra | exact H3] |].
  split; [exact H4 |]. split; [exact i0 |]. split; [lra |]. split; [exact H5 |]. split; [exact (Inv H6) | exact E1].
Qed.

(* The terms of the residual, all within one bound. *)
Let M' := 102 / 100 * M.

Lemma length_range : finite w2 /\ 0 < real s <= 101 / 100 * real su.
Proof.
  destruct (coordinates_finite _ _ _ su_is su_range) as (B1 & B2).
  destruct sizes as (U0 & _ & _ & _ & _ & _ & SU & _).
  assert (Fw : finite w2).
  { rewrite w2_is. apply (below_add 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  split; [exact Fw |]. pose proof s_is as Es. rewrite w2_is in Es. pose proof Fw as Fw'. rewrite w2_is in Fw'.
  pose proof w2_large as Lw. rewrite w2_is in Lw.
  apply (Rle_trans (bpow radix2 (-700))) in Lw; [| apply bpow_le; lia].
  destruct (length_scales _ _ _ Es Fw' Lw) as (S0 & _). destruct (length_square _ _ _ Es Fw' Lw) as (Q & _).
  split; [exact S0 |]. pose proof (Rabs_pos (real uhx)) as a0. pose proof (Rabs_pos (real uhy)) as b0.
  assert (Ax : Rabs (real uhx) * Rabs (real uhx) = real uhx * real uhx) by (rewrite <- Rabs_mult; apply Rabs_pos_eq,
    Rle_0_sqr).
  assert (Ay : Rabs (real uhy) * Rabs (real uhy) = real uhy * real uhy) by (rewrite <- Rabs_mult; apply Rabs_pos_eq,
    Rle_0_sqr).
  rewrite <- Ax, <- Ay in Q. set (a := Rabs (real uhx)) in *. set (b := Rabs (real uhy)) in *.
  assert (ab : 0 <= a * b) by now apply Rmult_le_pos.
  assert (E : (a + b) * (a + b) <= (1 + u53) * real su * ((1 + u53) * real su)) by (apply Rmult_le_compat; lra).
  apply Rnot_lt_le. intros C. assert (101 / 100 * real su * (101 / 100 * real su) <= real s * real s) by (apply
    Rmult_le_compat; lra).
  assert (0 < real s * real s) by now apply Rmult_lt_0_compat.
  assert (0 <= real su * real su) by now apply Rmult_le_pos.
  clear - Q E H H0 H1 ab. two_sided. lra.
Qed.

Lemma terms_near : finite residual ->
  is_near cs_hi cs_lo Cw M' L /\ is_near cm_hi cm_lo Cv (102 / 100 * B) L /\
    Rabs (real (fmul rh s)) <= 11 / 10 * M' + L /\
  Rabs (real reach_rest) <= 7 * u53 * M' + 9 * L /\
  Rabs (real (fmul rh s) + real reach_rest - RL) <= 150 * (u53 * u53) * M' + 6 * L.
Proof.
  intros Fres. destruct sizes as (U0 & W0 & T0 & R0 & B0 & BM & SU & SW & SV).
  destruct (fadd_finite _ _ Fres) as (_ & F1 & _). destruct (fsub_finite _ _ F1) as (F2 & F3 & _).
  destruct (fadd_finite _ _ F2) as (_ & F4 & _). destruct (fsub_finite _ _ F4) as (F5 & Frr & _).
  destruct (fmul_finite _ _ F5) as (_ & Fcs & _).
  destruct (fmul_finite _ _ F3) as (_ & F6 & _). destruct (fmul_finite _ _ F6) as (_ & Fcm & _).
  destruct (fadd_finite _ _ Frr) as (Fpr & F7 & _). destruct (fadd_finite _ _ F7) as (Ft1 & F8 & _).
  destruct (fmul_finite _ _ F8) as (Frl & _).
  destruct (fmul_finite _ _ Ft1) as (Fleft & F9 & _). destruct (fmul_finite _ _ F9) as (Fhalf & _).
  specialize (rl_small Frl).
  destruct (in_202 _ _ _ su_is su_range) as (Bu1 & Bu2). destruct (in_202 _ _ _ sw_is sw_range) as (Bw1 & Bw2).
  destruct (in_202 _ _ _ sv_is sv_range) as (Bv1 & Bv2).
  assert (Loss : forall a b, a <= bpow radix2 201 -> b <= bpow radix2 201 -> loss a b <= L).
  { intros a b Ha Hb. apply Rle_trans with (bpow radix2 (-806)); [| apply bpow_le; lia].
    assert (bpow radix2 201 <= bpow radix2 202) by (apply bpow_le; lia). apply loss_in_range; lra. }
  pose proof (vector_of_exact _ _ _ _ _ _ Ux Uy) as VU. pose proof (vector_of_exact _ _ _ _ _ _ Wx Wy) as VW.
  pose proof (vector_of_exact _ _ _ _ _ _ Vx Vy) as VV.
  assert (MW : real su * real sw <= M) by (unfold M; apply Rmult_le_compat_l; lra).
  assert (MR : real su * real rh <= M) by (unfold M; apply Rmult_le_compat_l; lra).
  assert (MW0 : 0 <= real su * real sw) by now apply Rmult_le_pos.
  assert (MR0 : 0 <= real su * real rh) by now apply Rmult_le_pos.
  assert (NW : is_near cs_hi cs_lo Cw M' L).
  { eapply cross_near; eauto. apply Rle_trans with ((1 + u53) * (1 + u53) * (real su * real sw)).
    - apply cross_of_sizes; try apply Rabs_pos; try assumption. lra.
    - unfold M'. lra. }
  assert (NV : is_near cm_hi cm_lo Cv (102 / 100 * B) L).
  { eapply cross_near; eauto. apply Rle_trans with ((1 + u53) * (1 + u53) * B).
    - apply cross_of_sizes; try apply Rabs_pos; try assumption. lra.
    - lra. }
  split; [exact NW |]. split; [exact NV |]. clear NW NV VW VV.
  destruct length_range as (Fw & S0 & S1).
  pose proof s_is as Es. rewrite w2_is in Es. pose proof Fw as Fw'. rewrite w2_is in Fw'. pose proof w2_large as Lw.
  rewrite w2_is in Lw.
  apply (Rle_trans (bpow radix2 (-700))) in Lw; [| apply bpow_le; lia].
  destruct Ux as [_ Lux]. destruct Uy as [_ Luy].
  destruct (left_near _ _ _ Es Fw' Lw _ _ _ _ VU Lux Luy _ _ _ _ _ _ _ left P3 D3 eq_refl Fleft) as (HN & HL & BL).
  assert (Su : real su <= bpow radix2 200) by (destruct su_range as [[_ Bs] Ns]; rewrite Rabs_pos_eq in Bs;
    assumption).
  assert (S202 : real s <= bpow radix2 201).
  { change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (W404 : real w2 <= bpow radix2 404).
  { rewrite w2_is. destruct (coordinates_finite _ _ _ su_is su_range) as (B1 & B2).
    destruct (below_add 402 _ _ ltac:(lia) (below_mul 201 201 _ _ ltac:(lia) B1 B1)
      (below_mul 201 201 _ _ ltac:(lia) B2 B2)) as [_ Bw]. apply Rabs_le_inv in Bw. eapply Rle_trans; [apply Bw |].
    apply bpow_le. lia. }
  pose proof (half_inverse_near s w2 inv2 s_is inv2_is Fhalf Fw (conj w2_large W404)) as HH.
  assert (Rh : real rh <= bpow radix2 201).
  { destruct rh_range as [[_ Bs] Ns]. rewrite Rabs_pos_eq in Bs by exact Ns.
    eapply Rle_trans; [exact Bs | apply bpow_le; lia]. }
  pose proof (Loss _ _ Rh S202) as LR.
  assert (Le : bpow radix2 (-1075) <= L) by (apply bpow_le; lia).
  assert (LQ : 7 * u53 * (real s * real s) * bpow radix2 (-1075) <= L).
  { apply Rle_trans with (bpow radix2 (-50) * (bpow radix2 201 * bpow radix2 201) * bpow radix2 (-1075)).
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply Rmult_le_compat; try lra.
      + apply Rmult_le_pos; lra.
      + change (bpow radix2 (-50)) with (/ 1125899906842624). lra.
      + apply Rmult_le_compat; lra.
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  pose proof (correction_near left half_inverse rh (real s) _ L Ft1 S0 R0 HH HL BL LQ Le) as HC.
  destruct (reach_near _ _ _ Es Fw' Lw _ _ rh rl (fmul left (fmul half_inverse rh)) L R0 rl_small LR left reach_rest
    HN eq_refl Frr HC)
    as (G1 & G2 & G3).
  assert (K : real rh * real s <= M').
  { assert (real rh * real s <= real rh * (101 / 100 * real su)) by (apply Rmult_le_compat_l; assumption).
    unfold M'. lra. }
  assert (L0 : 0 < L) by apply bpow_gt_0.
  repeat split; [lra | lra |]. eapply Rle_trans; [exact G3 |]. lra.
Qed.

Theorem side_time_near : let T := (real side * Cw - RL) / - (real side * Cv) in
  finite time /\ finite step /\ 2 * Rabs (real step) <= real time /\ bpow radix2 (-203) <= real time <= 11 / 10 /\
  real side * Cv < 0 /\ L <= real su * real sv /\ Rabs (T - (real time + real step)) <= real error.
Proof.
  destruct certain_bounds as (Ft & Fs & Fres & H2 & [t0 t1] & t2 & i0 & Mi & Li & Inv & E).
  split; [exact Ft |]. split; [exact Fs |]. split; [exact H2 |]. split; [split; assumption |].
  destruct (terms_near Fres) as (NW & NV & G1 & G2 & G3). destruct cross_move_near as (_ & _ & Hw).
  destruct sizes as (U0 & W0 & T0 & R0 & B0 & BM & _). destruct constants as (_ & _ & _ & L0 & e0 & eL & Lk).
  set (w := - (real side * Cv)) in *.
  assert (Bi : B * i <= 50000000000).
  { eapply Rle_trans; [| exact Mi]. apply Rmult_le_compat_r; lra. }
  assert (Bi0 : 0 <= B * i) by (apply Rmult_le_pos; lra). assert (Li0 : 0 <= L * i) by (apply Rmult_le_pos; lra).
  assert (ei : eta' * i <= u53 * u53).
  { apply Rle_trans with (u53 * u53 * L * i); [apply Rmult_le_compat_r; lra |]. rewrite Rmult_assoc. lra. }
  assert (ei0 : 0 <= eta' * i) by (apply Rmult_le_pos; lra).
  assert (A : Rabs (i * (w - c)) <= i * (53 / 10 * u53 * B + 3 * eta')).
  { rewrite Rabs_mult, (Rabs_pos_eq i) by lra. apply Rmult_le_compat_l; lra. }
  assert (iw : 99 / 100 <= i * w).
  { replace (i * w) with (i * (w - c) + (i * c - 1) + 1) by ring.
    replace (i * (53 / 10 * u53 * B + 3 * eta')) with (53 / 10 * u53 * (B * i) + 3 * (eta' * i)) in A by ring.
    clear - A Inv Bi ei ei0 Bi0. two_sided. lra. }
  assert (w0 : 0 < w).
  { apply Rnot_le_lt. intros C. assert (0 <= i * - w) by (apply Rmult_le_pos; lra). lra. }
  assert (Sgn : real side * Cv < 0) by (unfold w in w0; lra). split; [exact Sgn |].
  split.
  { fold B. destruct NV as [N0 _ _ _].
    assert (wB : w <= 12 / 10 * B).
    { unfold w. rewrite <- (Rabs_left (real side * Cv)), sign_abs by assumption. lra. }
    assert (i * w <= 12 / 10 * (B * i)) by (replace (12 / 10 * (B * i)) with (i * (12 / 10 * B)) by ring; apply
      Rmult_le_compat_l; lra).
    apply Rmult_le_reg_r with i; [exact i0 |]. lra. }
  (* the sign of the leading part of u x v *)
  assert (App : real side * real cm_hi = - Rabs (real cm_hi)).
  { destruct NV as [_ N1 _ _].
    assert (A2 : Rabs (i * (real side * (real cm_hi - Cv))) <= i * (12 * u53 * (102 / 100 * B) + 3 * L)).
    { rewrite Rabs_mult, sign_abs, (Rabs_pos_eq i) by (assumption || lra). apply Rmult_le_compat_l; lra. }
    replace (i * (12 * u53 * (102 / 100 * B) + 3 * L)) with (12 * u53 * (102 / 100 * (B * i)) + 3 * (L * i)) in A2 by
      ring.
    replace (i * (real side * (real cm_hi - Cv))) with (i * (real side * real cm_hi) + i * w) in A2 by (unfold w;
      ring).
    assert (Q : i * (real side * real cm_hi) < 0) by (clear - A2 iw Bi Li Bi0; two_sided; lra).
    assert (Q' : real side * real cm_hi < 0).
    { apply Rnot_le_lt. intros C. assert (0 <= i * (real side * real cm_hi)) by (apply Rmult_le_pos; lra). lra. }
    rewrite <- (sign_abs (real side) (real cm_hi) side_is), Rabs_left by exact Q'. ring. }
  assert (Le : bpow radix2 (-1075) <= L) by (apply bpow_le; lia).
  assert (M0 : 0 <= M') by (unfold M'; lra).
  assert (NV' : is_near cm_hi cm_lo Cv M' L) by (eapply is_near_weaken; [exact NV | unfold M'; lra | apply Rle_refl]).
  assert (BL : loss (11 / 10) (Rabs (real cm_hi)) <= L + u53 * u53 * u53 * M').
  { destruct NV' as [N0 N1 _ _]. assert (Hb : Rabs (real cm_hi) <= 2 * M' + 3 * L) by (clear - N0 N1 M0; two_sided;
      lra).
    unfold loss. assert (K1 : bpow radix2 (-1010) <= u53 * u53 * u53 * / 2).
    { change u53 with (bpow radix2 (-53)). change (/ 2) with (bpow radix2 (-1)). rewrite <- !bpow_plus.
      apply bpow_le. lia. }
    assert (K2 : 2 * bpow radix2 (-1010) <= / 8 * L).
    { change 2 with (bpow radix2 1). change (/ 8) with (bpow radix2 (-3)). unfold L. rewrite <- !bpow_plus.
      apply bpow_le. lia. }
    assert (K3 : bpow radix2 (-960) <= / 8 * L).
    { change (/ 8) with (bpow radix2 (-3)). unfold L. rewrite <- !bpow_plus. apply bpow_le. lia. }
    pose proof (bpow_gt_0 radix2 (-1010)) as p0.
    assert (bpow radix2 (-1010) * (2 * M' + 3 * L) <= u53 * u53 * u53 * / 2 * (2 * M' + 3 * L)) by (apply
      Rmult_le_compat_r; lra).
    assert (bpow radix2 (-1010) * (11 / 10 + Rabs (real cm_hi)) <= bpow radix2 (-1010) * (11 / 10 + (2 * M' + 3 * L)))
      by (apply Rmult_le_compat_l; lra).
    lra. }
  assert (HR : Rabs (real residual - (real side * Cw - RL + real time * (real side * Cv))) <=
    31 / 10 * u53 * Rabs (real residual) + 600 * (u53 * u53) * M' + 40 * L).
  { apply residual_near; assumption || lra. }
  destruct (fmul_finite _ _ Fs) as (_ & _ & Es). pose proof (rnd_error double (real residual * i)) as Rs.
  unfold i in Rs at 2. rewrite u_double, Rabs_minus_sym in Rs. fold i in Es. rewrite <- Es in Rs.
  change (eta double) with eta' in Rs.
  destruct (side_time_error (real time) (real side * Cw - RL + real time * (real side * Cv)) w (real residual) i
    (real step) c
    (53 / 10 * u53 * (B * i) + 11 / 10 * u53) B M (bpow radix2 (-262)) eta' w0 i0 B0 ltac:(lra) (Rlt_le _ _ e0)
    ltac:(lra) ltac:(lra) ei Inv Hw eq_refl) as (_ & _ & Fin).
  { eapply Rle_trans; [exact HR |]. unfold M'. pose proof (Rabs_pos (real residual)). lra. }
  { exact Rs. }
  replace ((real side * Cw - RL) / w) with (real time + (real side * Cw - RL + real time * (real side * Cv)) / w).
  2: { replace (real side * Cv) with (- w) by (unfold w; ring). field. lra. }
  eapply Rle_trans; [exact Fin |]. eapply Rle_trans; [| exact E].
  pose proof (Rabs_pos (real step)) as s0. pose proof (bpow_gt_0 radix2 (-262)).
  assert (0 <= B * i * Rabs (real step)) by (apply Rmult_le_pos; assumption).
  assert (0 <= M * i) by (apply Rmult_le_pos; lra). lra.
Qed.

End Side.
