(* The guess of estimate_side (src/sweep/sweep_time.h): a sharp time that is at most 1 has a guess of at most 1.001.

   A sharp estimate has an error below 2^-60 of the guess. So the terms over |u x v| are below 2^35 of the guess,
   and the roundings of the guess, some 18 units of 2^-53 of the terms, are below 2^-14 of it. Then the inverse of
   |u x v| is near, and the step is below 2^-9 of the guess. Source: docs/exactness.md, "The time". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepGeometry SweepTerms ErrorFree PairProduct ErrorFreeTerms
  Wide TangentGapLine TimeSideProducts TimeSideReach TimeSideResidual TimeSideStep TimeSide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).

(* 1 / |x| in double. *)
Lemma inverse_nonneg (x : D) : finite x -> nonneg (fdiv (fconst 1 0) (fabs x)).
Proof.
  intros Fx. const_facts 1%Z 0%Z F1 V1. change (1 * bpow radix2 0) with (1 * 1) in V1. rewrite Rmult_1_r in V1.
  destruct (Req_dec (real x) 0) as [Z | N].
  - destruct x as [s | | | s m e p]; try discriminate Fx; [reflexivity |]. exfalso. revert Z. unfold real. simpl.
    destruct s; intros Z; [apply eq_0_F2R in Z | apply eq_0_F2R in Z]; simpl in Z; discriminate Z.
  - assert (P : 0 < real (fabs x)) by (rewrite real_fabs; now apply Rabs_pos_lt).
    generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) (fabs x) ltac:(unfold real in P;
      lra)).
    change (B2R (fconst 1 0)) with (real (fconst 1 0 : D)). change (B2R (fabs x)) with (real (fabs x)). rewrite V1.
    destruct (Rlt_bool _ _).
    + intros (C1 & C2 & _). apply nonneg_of_real; [unfold finite, fdiv; rewrite C2; exact F1 |].
      change (0 <= B2R (Bdiv mode_NE (fconst 1 0) (fabs x))). rewrite C1. apply rnd_nonneg.
      apply Rmult_le_pos; [lra | now apply Rlt_le, Rinv_0_lt_compat].
    + intros C. apply nonneg_of_overflow. unfold fdiv. rewrite C. f_equal.
      assert (S1 : Bsign (fconst 1 0 : D) = false) by reflexivity. rewrite S1. unfold fabs. destruct x; reflexivity.
Qed.

Lemma inverse_near (x : D) : finite x -> Rabs (real x) <= bpow radix2 404 -> finite (fdiv (fconst 1 0) (fabs x)) ->
  0 < real (fdiv (fconst 1 0) (fabs x)) /\
  Rabs (real (fdiv (fconst 1 0) (fabs x)) * Rabs (real x) - 1) <= 1001 / 1000 * u53.
Proof.
  intros Fx Hx Fi. const_facts 1%Z 0%Z F1 V1. change (1 * bpow radix2 0) with (1 * 1) in V1. rewrite Rmult_1_r in V1.
  assert (N : real x <> 0).
  { intros Z. destruct x as [s | | | s m e p]; try discriminate Fx; [discriminate Fi |]. revert Z. unfold real. simpl.
    destruct s; intros Z; [apply eq_0_F2R in Z | apply eq_0_F2R in Z]; simpl in Z; discriminate Z. }
  pose proof (Rabs_pos_lt _ N) as P.
  destruct (fdiv_finite _ _ Fi (finite_fabs _ Fx) ltac:(rewrite real_fabs; lra)) as (_ & E).
  rewrite V1, real_fabs in E.
  set (y := Rabs (real x)) in *. set (q := 1 / y) in *. assert (Eq : q * y = 1) by (unfold q; field; lra).
  assert (q0 : 0 < q) by (unfold q; apply Rdiv_lt_0_compat; lra).
  pose proof (rnd_error double q) as R. rewrite <- E, u_double in R. rewrite (Rabs_pos_eq q) in R by lra.
  change (eta double) with eta' in R. set (i := real (fdiv (fconst 1 0) (fabs x))) in *.
  assert (Ty : eta' * y <= / 1000 * u53).
  { apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 404).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Hx].
    - rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  assert (I : Rabs (i * y - 1) <= 1001 / 1000 * u53).
  { rewrite <- Eq. rewrite <- Rmult_minus_distr_r, Rabs_mult, (Rabs_pos_eq y) by lra.
    apply Rle_trans with ((u53 * q + eta') * y); [apply Rmult_le_compat_r; lra |].
    replace ((u53 * q + eta') * y) with (u53 * (q * y) + eta' * y) by ring. rewrite Eq. lra. }
  split; [| exact I]. apply Rnot_le_lt. intros C. assert (0 <= - i * y) by (apply Rmult_le_pos; lra).
  two_sided. lra.
Qed.

(* The root in double is near the length of the real vector. *)
Lemma length_of_rounded (hx hy s : D) X Y :
  s = fsqrt (fadd (fmul hx hx) (fmul hy hy)) -> finite (fadd (fmul hx hx) (fmul hy hy)) ->
  bpow radix2 (-700) <= real (fadd (fmul hx hx) (fmul hy hy)) ->
  Rabs (X - real hx) <= u53 * Rabs (real hx) -> Rabs (Y - real hy) <= u53 * Rabs (real hy) ->
  0 < real s /\ Rabs (norm X Y - real s) <= 4 * u53 * real s /\
  forall k, 0 <= k -> Rabs (real hx) + Rabs (real hy) <= (1 + u53) * k -> real s <= 101 / 100 * k.
Proof.
  intros Es Fw Lw Hx Hy. destruct (length_scales _ _ _ Es Fw Lw) as (S0 & _).
  destruct (length_square _ _ _ Es Fw Lw) as (Q & _). split; [exact S0 |].
  pose proof (square_of_low _ _ Hx) as Nx. pose proof (square_of_low _ _ Hy) as Ny.
  replace (real hx + (X - real hx)) with X in Nx by ring. replace (real hy + (Y - real hy)) with Y in Ny by ring.
  assert (x0 : 0 <= real hx * real hx) by apply Rle_0_sqr. assert (y0 : 0 <= real hy * real hy) by apply Rle_0_sqr.
  assert (Q0 : 0 < real s * real s) by now apply Rmult_lt_0_compat. split.
  - destruct (length_near _ _ _ Es Fw Lw X Y) as (L1 & L2).
    { clear - Nx Ny Q x0 y0 Q0. two_sided; lra. }
    fold (norm X Y) in L1. clear - L1 L2 S0. two_sided; lra.
  - intros k k0 Hk. pose proof (Rabs_pos (real hx)) as a0. pose proof (Rabs_pos (real hy)) as b0.
    assert (Ax : Rabs (real hx) * Rabs (real hx) = real hx * real hx) by (rewrite <- Rabs_mult; now apply
      Rabs_pos_eq).
    assert (Ay : Rabs (real hy) * Rabs (real hy) = real hy * real hy) by (rewrite <- Rabs_mult; now apply
      Rabs_pos_eq).
    rewrite <- Ax, <- Ay in Q. clear - Q Hk a0 b0 k0 S0 Q0. set (a := Rabs (real hx)) in *.
    set (b := Rabs (real hy)) in *.
    assert (ab : 0 <= a * b) by now apply Rmult_le_pos.
    assert (E : (a + b) * (a + b) <= (1 + u53) * k * ((1 + u53) * k)) by (apply Rmult_le_compat; lra).
    apply Rnot_lt_le. intros C. assert (101 / 100 * k * (101 / 100 * k) <= real s * real s) by (apply
      Rmult_le_compat; lra).
    assert (0 <= k * k) by now apply Rmult_le_pos. two_sided. lra.
Qed.

Section Guess.
Variables ux uy wx wy vx vy su sw sv rh : D.
Variables U1 U2 W1 W2 V1 V2 RR : R.
Hypothesis Ux : Rabs (U1 - real ux) <= u53 * Rabs (real ux).
Hypothesis Uy : Rabs (U2 - real uy) <= u53 * Rabs (real uy).
Hypothesis Wx : Rabs (W1 - real wx) <= u53 * Rabs (real wx).
Hypothesis Wy : Rabs (W2 - real wy) <= u53 * Rabs (real wy).
Hypothesis Vx : Rabs (V1 - real vx) <= 21 / 10 * u53 * Rabs (real vx).
Hypothesis Vy : Rabs (V2 - real vy) <= 21 / 10 * u53 * Rabs (real vy).
Hypothesis Rh : Rabs (RR - real rh) <= u53 * real rh.
Hypothesis su_is : su = fadd (fabs ux) (fabs uy).
Hypothesis sw_is : sw = fadd (fabs wx) (fabs wy).
Hypothesis sv_is : sv = fadd (fabs vx) (fabs vy).
Hypothesis su_range : size_in_range su.
Hypothesis sw_range : size_in_range sw.
Hypothesis sv_range : size_in_range sv.
Hypothesis rh_range : size_in_range rh.
Variables l2 len cs cm in_ side step : D.
Hypothesis l2_is : l2 = fadd (fmul ux ux) (fmul uy uy).
Hypothesis len_is : len = fsqrt l2.
Hypothesis l2_large : bpow radix2 (-400) <= real l2.
Hypothesis cs_is : cs = fsub (fmul ux wy) (fmul uy wx).
Hypothesis cm_is : cm = fsub (fmul ux vy) (fmul uy vx).
Hypothesis in_is : is_sign (real in_).
Hypothesis side_is : is_sign (real side).
Hypothesis side_of_move : real in_ * (real side * real cm) = - Rabs (real cm).
Let inverse := fdiv (fconst 1 0) (fabs cm).
Let guess := fmul (fmul in_ (fsub (fmul side cs) (fmul rh len))) inverse.
Let error := error_of_estimate su sw sv rh inverse step.
Hypothesis F_guess : finite guess.
Hypothesis F_error : finite error.
Hypothesis guess_large : flt (fconst 1 (-200)) guess = true.
Hypothesis error_small : flt error (fmul (fconst 1 (-60)) guess) = true.

Let M := real su * (real sw + real sv + real rh).
Let B := real su * real sv.
Let i := real inverse.
Let c := Rabs (real cm).
Let g := real guess.
Let Cw := U1 * W2 - U2 * W1.
Let Cv := U1 * V2 - U2 * V1.
Let N := real side * Cw - RR * norm U1 U2.
Let w := - (real in_ * (real side * Cv)).

Lemma estimate_sizes : 0 <= real su /\ 0 <= real sw /\ 0 <= real sv /\ 0 <= real rh /\ 0 <= B /\
  real su * real sw + B + real su * real rh = M /\ 0 <= real su * real sw /\ 0 <= real su * real rh /\
  Rabs (real ux) + Rabs (real uy) <= (1 + u53) * real su /\ Rabs (real wx) + Rabs (real wy) <= (1 + u53) * real sw /\
  Rabs (real vx) + Rabs (real vy) <= (1 + u53) * real sv.
Proof.
  destruct su_range as [[F1 _] N1]. destruct sw_range as [[F2 _] N2]. destruct sv_range as [[F3 _] N3].
  destruct rh_range as [_ N4].
  assert (B0 : 0 <= B) by (now apply Rmult_le_pos). assert (A0 : 0 <= real su * real sw) by (now apply Rmult_le_pos).
  assert (C0 : 0 <= real su * real rh) by (now apply Rmult_le_pos).
  repeat split; try assumption; try (eapply size_near; eauto). unfold B, M. ring.
Qed.

Lemma crosses_near : finite cm /\ c <= bpow radix2 404 /\ Rabs (w - c) <= 53 / 10 * u53 * B + 3 * eta' /\
  finite cs /\ Rabs (real cs - Cw) <= 53 / 10 * u53 * (real su * real sw) + 3 * eta' /\
  Rabs (real cs) <= 12 / 10 * (real su * real sw) + 3 * eta'.
Proof.
  destruct estimate_sizes as (U0 & W0 & T0 & _ & B0 & _ & A0 & _ & SU & SW & SV).
  destruct (coordinates_finite _ _ _ su_is su_range) as (B1 & B2).
  destruct (coordinates_finite _ _ _ sv_is sv_range) as (B3 & B4).
  destruct (coordinates_finite _ _ _ sw_is sw_range) as (B5 & B6).
  assert (Bc : Bounded.below 403 cm).
  { rewrite cm_is. apply (below_sub 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  assert (Bs : Bounded.below 403 cs).
  { rewrite cs_is. apply (below_sub 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  destruct Bc as [Fc Bc]. destruct Bs as [Fs _]. split; [exact Fc |]. split.
  { unfold c. eapply Rle_trans; [exact Bc |]. apply bpow_le. lia. }
  assert (E1 : Rabs (real cm - Cv) <= 53 / 10 * u53 * B + 3 * eta').
  { pose proof Fc as Fc'. rewrite cm_is in Fc'.
    destruct (rounded_cross_near ux uy vx vy U1 U2 V1 V2 ((1 + u53) * (1 + u53) * B) Fc' Ux Uy Vx Vy) as (E & _).
    - apply cross_of_sizes; try apply Rabs_pos; try assumption. lra.
    - rewrite <- cm_is in E. fold Cv in E. eapply Rle_trans; [exact E |]. lra. }
  split.
  { replace (w - c) with (real in_ * (real side * (real cm - Cv))) by
      (unfold w, c; rewrite <- (Ropp_involutive (Rabs _)), <- side_of_move; ring).
    rewrite !sign_abs by assumption. exact E1. }
  split; [exact Fs |]. pose proof Fs as Fs'. rewrite cs_is in Fs'.
  pose proof (Rabs_pos (real wx)). pose proof (Rabs_pos (real wy)).
  destruct (rounded_cross_near ux uy wx wy U1 U2 W1 W2 ((1 + u53) * (1 + u53) * (real su * real sw)) Fs' Ux Uy
    ltac:(lra) ltac:(lra)) as (E2 & E3).
  - apply cross_of_sizes; try apply Rabs_pos; try assumption. lra.
  - rewrite <- cs_is in E2, E3. fold Cw in E2. split; [eapply Rle_trans; [exact E2 |] | eapply Rle_trans; [exact E3
      |]]; lra.
Qed.

(* What a small error bound says. *)
Lemma sharp_bounds : finite inverse /\ 0 < i /\ Rabs (i * c - 1) <= 1001 / 1000 * u53 /\ bpow radix2 (-200) < g /\
  eta' <= u53 * u53 * u53 * g /\
  real error <= 10001 / 10000 * (/ 128 * u53 * g) /\
  9998 / 10000 * (4096 * (u53 * u53) * (M * i) + 64 * (L * i)) <= 10002 / 10000 * (/ 128 * u53 * g).
Proof.
  destruct estimate_sizes as (U0 & W0 & T0 & R0 & _). destruct crosses_near as (Fc & Hc & _).
  pose proof (inverse_nonneg cm Fc) as Ni. fold inverse in Ni. pose proof (nonneg_real _ Ni) as i0. fold i in i0.
  pose proof F_error as FE. unfold error, error_of_estimate in FE. destruct (fadd_finite _ _ FE) as (F1 & F2 & _).
  destruct (part_of_terms su sw sv rh inverse U0 W0 T0 R0 i0 F1) as (Fi & P1 & A1). fold M i in A1.
  destruct (inverse_near cm Fc Hc Fi) as (i1 & Inv). fold inverse i c in i1, Inv.
  const_facts 1%Z (-60)%Z F60 V60. rewrite Rmult_1_l in V60. const_facts 1%Z (-200)%Z F200 V200.
  rewrite Rmult_1_l in V200.
  assert (K60 : bpow radix2 (-60) = / 128 * u53).
  { change (/ 128) with (bpow radix2 (-7)). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  pose proof (flt_real _ _ F200 F_guess guess_large) as G0. rewrite V200 in G0. fold g in G0.
  assert (e1 : eta' <= u53 * u53 * u53 * g).
  { apply Rle_trans with (u53 * u53 * u53 * bpow radix2 (-200)); [| apply Rmult_le_compat_l; lra].
    change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_gt_0 radix2 (-200)) as p200. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (Fm : finite (fmul (fconst 1 (-60)) guess)).
  { destruct (below_mul (-60) 1024 (fconst 1 (-60)) guess ltac:(lia)) as (Fm & _); [| | exact Fm].
    - split; [exact F60 |]. rewrite V60, Rabs_pos_eq; [lra | apply bpow_ge_0].
    - split; [exact F_guess |]. apply Rlt_le. exact (@real_below double guess). }
  pose proof (flt_real _ _ F_error Fm error_small) as Lt.
  destruct (fmul_error (fconst 1 (-60)) guess (/ 128 * u53 * g) eta' Fm) as (_ & _ & Em).
  { rewrite V60, K60, Rabs_pos_eq; [fold g; lra | apply Rmult_le_pos; fold g; lra]. } { lra. }
  rewrite V60, K60 in Em. fold g in Em.
  assert (P2 : 0 <= real (part_of_step su sv inverse step)).
  { apply nonneg_real. unfold part_of_step. const_facts 1%Z (-50)%Z F50 V50.
    assert (N50 : nonneg (fconst 1 (-50) : D)).
    { apply nonneg_of_real; [exact F50 |]. rewrite V50. apply Rmult_le_pos; [lra | apply bpow_ge_0]. }
    pose proof (in_range_le _ su_range) as (Fsu & _). pose proof (in_range_le _ sv_range) as (Fsv & _).
    pose proof (nonneg_of_real _ Fsu U0). pose proof (nonneg_of_real _ Fsv T0).
    repeat first [assumption | apply nonneg_fadd | apply nonneg_fmul | apply nonneg_fabs]. }
  pose proof (fadd_at_least _ _ FE P2) as A2. fold (error_of_estimate su sw sv rh inverse step) in A2.
  fold error in A2.
  assert (H1 : real error <= 10001 / 10000 * (/ 128 * u53 * g)).
  { clear - Lt Em e1 e0 G0 p200. two_sided. lra. }
  split; [exact Fi |]. split; [exact i1 |]. split; [exact Inv |]. split; [exact G0 |]. split; [exact e1 |].
  split; [exact H1 |]. lra.
Qed.

Variable T : R.
Hypothesis w_pos : 0 < w.
Hypothesis T_is : real in_ * N = T * w.
Hypothesis T_early : T <= 1.

Theorem guess_bounds :
  finite inverse /\ finite step /\ bpow radix2 (-200) < g <= 1001 / 1000 /\ 0 < i /\ M * i <= 20000000000 /\
  64 * (L * i) <= u53 / 100 /\ Rabs (i * c - 1) <= 1001 / 1000 * u53 /\ bpow radix2 (-202) <= M * i /\
  Rabs (real step) <= / 500 * g /\
  999 / 1000 * (4096 * (u53 * u53) * (M * i) + 64 * (L * i) + 8 * u53 * Rabs (real step) +
    8 * u53 * (B * i * Rabs (real step))) - 3 * eta' <= real error.
Proof.
  destruct estimate_sizes as (U0 & W0 & T0 & R0 & B0 & EM & A0 & C0 & SU & SW & SV).
  destruct crosses_near as (Fc & Hc & Hw & Fs & S1 & S2).
  destruct sharp_bounds as (Fi & i0 & Inv & G0 & e1 & H1 & H2).
  pose proof (bpow_gt_0 radix2 (-200)) as p200. assert (g0 : 0 < g) by lra.
  destruct constants as (_ & _ & _ & L0 & e0 & eL & _).
  assert (Li0 : 0 <= L * i) by (apply Rmult_le_pos; lra). assert (M0 : 0 <= M) by lra.
  assert (Mi0 : 0 <= M * i) by (apply Rmult_le_pos; lra). assert (Bi0 : 0 <= B * i) by (apply Rmult_le_pos; lra).
  assert (BMi : B * i <= M * i) by (apply Rmult_le_compat_r; lra).
  assert (X1 : u53 * (M * i) <= / 500000 * g) by lra.
  assert (X2 : 64 * (L * i) <= / 120 * u53 * g) by lra.
  assert (ei : eta' * i <= u53 * u53 * (L * i)).
  { replace (u53 * u53 * (L * i)) with (u53 * u53 * L * i) by ring. apply Rmult_le_compat_r; lra. }
  assert (ei0 : 0 <= eta' * i) by (apply Rmult_le_pos; lra).
  (* the numerator *)
  unfold guess in F_guess. destruct (fmul_finite _ _ F_guess) as (Fn & _ & Eg).
  destruct (fmul_finite _ _ Fn) as (_ & Fd & _). destruct (fsub_finite _ _ Fd) as (Fsc & Frl & _).
  destruct (fmul_finite _ _ Frl) as (_ & Flen & _).
  pose proof (times_sign side cs side_is Fsc) as Esc.
  set (d := fsub (fmul side cs) (fmul rh len)) in *. pose proof (times_sign in_ d in_is Fn) as End.
  pose proof len_is as Es. rewrite l2_is in Es. pose proof l2_large as Lw. rewrite l2_is in Lw.
  apply (Rle_trans (bpow radix2 (-700))) in Lw; [| apply bpow_le; lia].
  assert (Fw : finite (fadd (fmul ux ux) (fmul uy uy))) by (rewrite Es in Flen; now destruct (fsqrt_finite _ Flen)).
  destruct (length_of_rounded _ _ _ U1 U2 Es Fw Lw Ux Uy) as (S0 & HL & SS). specialize (SS _ U0 SU).
  set (S := real len) in *.
  set (K := real rh * S). assert (K0 : 0 <= K) by (unfold K; apply Rmult_le_pos; lra).
  assert (K1 : K <= 101 / 100 * (real su * real rh)).
  { unfold K. replace (101 / 100 * (real su * real rh)) with (real rh * (101 / 100 * real su)) by ring.
    now apply Rmult_le_compat_l. }
  assert (HR : Rabs (RR * norm U1 U2 - K) <= 8 * u53 * K).
  { replace (RR * norm U1 U2 - K) with ((RR - real rh) * norm U1 U2 + real rh * (norm U1 U2 - S)) by (unfold K; ring).
    assert (n1 : Rabs (norm U1 U2) <= (1 + 4 * u53) * S) by (clear - HL S0; two_sided; lra).
    pose proof (times_size _ _ _ _ Rh n1) as Y1.
    pose proof (times_size _ _ _ _ (Rle_refl (Rabs (real rh))) HL) as Y2.
    rewrite (Rabs_pos_eq (real rh)) in Y2 by lra.
    replace (u53 * real rh * ((1 + 4 * u53) * S)) with ((u53 + 4 * (u53 * u53)) * K) in Y1 by (unfold K; ring).
    replace (real rh * (4 * u53 * S)) with (4 * u53 * K) in Y2 by (unfold K; ring).
    clear - Y1 Y2 K0. two_sided; lra. }
  destruct (fmul_error rh len K eta' Frl) as (_ & _ & E1).
  { fold S. unfold K. rewrite Rabs_pos_eq; [apply Rle_refl | exact K0]. } { lra. }
  fold S K in E1.
  pose proof (sign_times_le _ _ _ side_is S1) as S3. rewrite Rmult_minus_distr_l, <- Esc in S3.
  pose proof (sign_times_le _ _ _ side_is S2) as S4. rewrite <- Esc in S4.
  assert (C1 : Rabs (real (fmul side cs) - real (fmul rh len)) <= 13 / 10 * M + 5 * eta')
    by (clear - S4 E1 K0 K1 EM A0 B0 C0 e0; two_sided; lra).
  destruct (Wide.fsub_error _ _ _ Fd C1) as (_ & _ & E2). fold d in E2.
  assert (Nd : Rabs (real d - N) <= 17 * u53 * M + 6 * eta').
  { unfold N. clear - S3 E1 E2 HR K0 K1 EM A0 B0 C0 e0. set (RL := RR * norm U1 U2) in *.
    set (sc := real side * Cw) in *.
    two_sided; lra. }
  assert (Bd : Rabs (real d) <= 14 / 10 * M + 6 * eta') by (clear - C1 E2 M0 e0; two_sided; lra).
  (* the guess *)
  pose proof (rnd_error double (real (fmul in_ d) * i)) as E3. change (real inverse) with i in Eg.
  rewrite <- Eg, u_double in E3.
  change (real (fmul (fmul in_ d) inverse)) with g in E3. change (eta double) with eta' in E3. rewrite End in E3.
  set (a := real in_ * real d * i) in *.
  assert (Ba : Rabs a <= (14 / 10 * M + 6 * eta') * i).
  { unfold a. rewrite Rabs_mult, sign_abs, (Rabs_pos_eq i) by (assumption || lra). apply Rmult_le_compat_r; lra. }
  replace ((14 / 10 * M + 6 * eta') * i) with (14 / 10 * (M * i) + 6 * (eta' * i)) in Ba by ring.
  assert (Na : Rabs (a - T * (i * w)) <= 17 * (u53 * (M * i)) + 6 * (eta' * i)).
  { replace (a - T * (i * w)) with (real in_ * (real d - N) * i) by (unfold a; rewrite (Rmult_comm i w), <-
      Rmult_assoc, <- T_is; ring).
    rewrite Rabs_mult, sign_abs, (Rabs_pos_eq i) by (assumption || lra).
    replace (17 * (u53 * (M * i)) + 6 * (eta' * i)) with ((17 * u53 * M + 6 * eta') * i) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (A : Rabs (i * (w - c)) <= i * (53 / 10 * u53 * B + 3 * eta')).
  { rewrite Rabs_mult, (Rabs_pos_eq i) by lra. apply Rmult_le_compat_l; lra. }
  replace (i * (53 / 10 * u53 * B + 3 * eta')) with (53 / 10 * (u53 * (B * i)) + 3 * (eta' * i)) in A by ring.
  rewrite Rmult_minus_distr_l in A.
  assert (iw0 : 0 < i * w) by now apply Rmult_lt_0_compat.
  assert (Tw : T * (i * w) <= i * w).
  { rewrite <- (Rmult_1_l (i * w)) at 2. apply Rmult_le_compat_r; lra. }
  assert (iw : i * w <= 1 + 2 * u53 + 6 * (u53 * (M * i)) + 3 * (eta' * i)) by (clear - A Inv BMi Bi0; two_sided;
    lra).
  assert (G1 : g <= 1001 / 1000).
  { assert (a1 : a <= 1 + 2 * u53 + 23 * (u53 * (M * i)) + 9 * (eta' * i)) by (clear - Na Tw iw; two_sided; lra).
    assert (Ra : u53 * Rabs a <= 2 * (u53 * (M * i)) + 6 * (u53 * (eta' * i))) by lra.
    clear - E3 a1 Ra X1 X2 ei ei0 e1 e0 g0. two_sided. lra. }
  assert (Gm : bpow radix2 (-202) <= M * i).
  { assert (Eb : bpow radix2 (-202) = / 4 * bpow radix2 (-200)).
    { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. reflexivity. }
    rewrite Eb. clear - E3 Ba G0 X2 ei ei0 e1 e0 g0 Mi0 p200. pose proof (Rle_abs (g - a)). pose proof (Rle_abs a).
    lra. }
  (* the step *)
  assert (i1 : i <= bpow radix2 901).
  { apply Rnot_lt_le. intros C. assert (L * bpow radix2 901 <= L * i) by (apply Rmult_le_compat_l; lra).
    unfold L in H at 1. rewrite <- bpow_plus in H.
    assert (1 <= bpow radix2 (-706 + 901)) by (apply (bpow_le radix2 0); lia).
    lra. }
  pose proof F_error as FE. unfold error, error_of_estimate in FE. destruct (fadd_finite _ _ FE) as (F1 & F2 & _).
  destruct (part_of_terms su sw sv rh inverse U0 W0 T0 R0 (Rlt_le _ _ i0) F1) as (_ & P1 & Q1). fold M i in Q1.
  destruct (part_of_step_low su sv inverse step U0 T0 (Rlt_le _ _ i0) F2 i1) as (Fst & P2 & Q2). fold B i in Q2.
  destruct (fadd_low _ _ FE P1 P2) as (E & _). fold (error_of_estimate su sw sv rh inverse step) in E.
  fold error in E.
  pose proof (Rabs_pos (real step)) as s0. assert (Bis : 0 <= B * i * Rabs (real step)) by (apply Rmult_le_pos;
    assumption).
  split; [exact Fi |]. split; [exact Fst |]. split; [split; assumption |]. split; [exact i0 |].
  split; [lra |]. split; [lra |]. split; [exact Inv |]. split; [exact Gm |]. split; [| lra].
  clear - E Q1 Q2 H1 Mi0 Li0 Bis s0 e0 e1 P1 P2 g0. lra.
Qed.

End Guess.
