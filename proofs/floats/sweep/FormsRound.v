(* How a time from integers is rounded: round_down_exactly of src/sweep/sweep_double_double.c and round_up_exactly of
   src/sweep/passage.c, over the extracted terms.

   The true time T lies between the neighbours of the double that is nearest to the high part. If what is left of the
   time exceeds 2^-88 of it, its sign decides, else the integers tell on which side of the double T is. That their
   answer is right is a premise here. The result is the largest double not after T, or the smallest not before T. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Overflow Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough FormsSteps FormsQuotient FormsTime SweepTime.
From Carom Require Bounded TimeRound Terms_wide Terms_forms.
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_forms.round_down_exactly_terms(round_down_exactly_results).
Import Terms_forms.round_up_exactly_terms(round_up_exactly_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation value := Wide.value.

(* A double as a wide number. *)
Lemma close_of_wide a hi lo e : wide_of_results a hi lo e -> finite a ->
  is_close 0 250 (real a) (Rabs (real a)) hi lo e /\ real lo = 0.
Proof.
  intros H Fa. destruct (wide_of_is_exact _ _ _ _ H Fa) as (Fh & V & Zl & R).
  assert (Fl : finite lo).
  { destruct H as (? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & [_ _ _ _ _ _ _ _ _ _
      _ _ _ _ _ _ _ _ _ _ E _]). rewrite E. reflexivity. }
  split; [| exact Zl]. split; [| split; [| split; [lra |]]].
  - split; [exact Fh |]. split; [exact Fl |]. split; [split; [auto |] |].
    + rewrite Zl, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real hi))). lra.
    + destruct R as [-> | R]; [rewrite Rabs_R0; apply bpow_ge_0 | apply R].
  - destruct R as [Z | (L & _)]; [now left | right]. rewrite <- V. unfold value. rewrite Zl, Rplus_0_r, abs_scaled.
    rewrite <- Rmult_assoc. rewrite <- (Rmult_1_l (b2 e)) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    replace 1 with (b2 250 * b2 (-250)) by (rewrite <- bpow_plus; reflexivity).
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact L].
  - rewrite V, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

(* The high part is the nearest of the numbers of 53 bits, of any exponent. *)
Lemma nearest_scaled (hi lo : D) e w : is_nearest_sum hi lo -> fmt w -> b2 (-1022) <= Rabs (w * b2 (- e)) ->
  Rabs (real hi * b2 e - value hi lo e) <= Rabs (w - value hi lo e).
Proof.
  intros N Fw Hw. assert (G : fmt (w * b2 (- e))) by (apply format_scaled; auto).
  pose proof (rounded_is_nearest (real hi + real lo) _ G) as R. rewrite <- N in R.
  assert (E : b2 (- e) * b2 e = 1) by (rewrite <- bpow_plus, Z.add_opp_diag_l; reflexivity).
  unfold value. rewrite <- Rmult_minus_distr_r, abs_scaled.
  replace (w - (real hi + real lo) * b2 e) with ((w * b2 (- e) - (real hi + real lo)) * b2 e).
  - rewrite abs_scaled. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact R].
  - rewrite Rmult_minus_distr_r, Rmult_assoc, E. ring.
Qed.

(* What a positive time is converted to. *)
Section Converted.
Variables (hi lo : D) (e : Z) (T : R).
Hypothesis time : is_time T hi lo e.
Hypothesis T0 : 0 < T.
Hypothesis T1 : T <= 1.
Let V := value hi lo e.
Let z := real hi * b2 e.
Variables (n d : D) (g1 g2 : bool).
Hypothesis run : wide_to_double_results hi e n g1 g2 d.

Lemma time_parts : is_good 24 hi lo /\ b2 (-26) <= real hi /\ Rabs (V - T) <= 16 * e100 * T /\ 0 < z <= 2 * T /\
  Rabs (z - V) <= 2 * u53 * T.
Proof.
  destruct time as (C & _). pose proof C as C'. rewrite <- (Rabs_pos_eq T) in C' at 2 by lra.
  destruct (close_positive _ _ _ _ _ _ C' ltac:(count) T0) as (V0 & L). change (- (24) - 2)%Z with (-26)%Z in L.
  destruct C as (G & _ & _ & E). fold V in V0, E. split; [exact G |]. split; [exact L |]. split; [exact E |].
  pose proof (bpow_gt_0 radix2 (-26)) as p. pose proof (bpow_gt_0 radix2 e) as pe.
  pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W. rewrite (Rabs_pos_eq (real hi)) in W by lra.
  apply Rabs_le_inv in W, E. assert (z0 : 0 < z) by (apply Rmult_lt_0_compat; lra).
  assert (Ez : Rabs (z - V) <= u53 * z).
  { unfold z, V, value. replace (real hi * b2 e - (real hi + real lo) * b2 e) with (- real lo * b2 e) by ring.
    rewrite abs_scaled, Rabs_Ropp, <- Rmult_assoc. apply Rmult_le_compat_r; [lra |]. apply Rabs_le. lra. }
  pose proof Ez as Ez'. apply Rabs_le_inv in Ez'. assert (z <= 2 * T) by lra. lra.
Qed.

Lemma converted_is : finite d /\ real d = rnd z /\ 0 <= real d.
Proof.
  destruct time_parts as (G & _ & _ & z0 & _).
  destruct (wide_to_double_rounds _ _ _ _ _ _ run (proj1 G)) as (_ & _ & R). fold z in R.
  destruct (rounded_finite _ _ R) as (F & E).
  - apply Rle_lt_trans with (b2 1); [| apply bpow_lt; reflexivity].
    apply Bounded.rnd_below; [lia |]. rewrite Rabs_pos_eq by lra. change (b2 1) with 2. lra.
  - split; [exact F |]. split; [exact E |]. rewrite E. apply rnd_nonneg. lra.
Qed.

Lemma neighbours_least x : 0 <= x -> fmt x -> x + b2 (-1074) <= above x /\ (0 < x -> below x <= x - b2 (-1074)).
Proof.
  intros x0 Fx. assert (U : forall y, b2 (-1074) <= ulp radix2 (exponents double) y).
  { intros y. assert (NF : Exp_not_FTZ (exponents double))
      by (unfold exponents; apply monotone_exp_not_FTZ; auto with typeclass_instances).
    pose proof (@ulp_ge_ulp_0 radix2 (exponents double) _ NF y) as H.
    unfold exponents in H at 1. rewrite ulp_FLT_0 in H by apply prec_positive. exact H. }
  split.
  - rewrite succ_eq_pos by exact x0. pose proof (U x). lra.
  - intros P. pose proof (pred_plus_ulp radix2 (exponents double) x P Fx) as E.
    pose proof (U (below x)). lra.
Qed.

(* A normal number is converted exactly. *)
Lemma converted_normal : b2 (-1022) <= z -> real d = z /\ below z < T < above z.
Proof.
  intros Hz. destruct time_parts as (G & L & E & (z0 & _) & _). destruct converted_is as (_ & Ed & _).
  destruct time as (_ & N). pose proof (bpow_gt_0 radix2 (-26)) as p26.
  assert (Fz : fmt z).
  { apply format_scaled; [apply real_in_format | right]. fold z. now rewrite Rabs_pos_eq by lra. }
  rewrite rnd_of_format in Ed by exact Fz. split; [exact Ed |].
  destruct (TimeRound.neighbours_far z Fz z0) as (Nb & Na). set (s := above z) in *. set (p := below z) in *.
  assert (Fs : fmt s) by (apply generic_format_succ; auto with typeclass_instances).
  assert (Fp : fmt p) by (apply generic_format_pred; auto with typeclass_instances).
  assert (Inv : b2 e * b2 (- e) = 1) by (rewrite <- bpow_plus, Z.add_opp_diag_r; reflexivity).
  assert (Scaled : forall w, / 4 * z <= w -> b2 (-1022) <= Rabs (w * b2 (- e))).
  { intros w Hw. assert (Z : / 4 * real hi <= w * b2 (- e)).
    { replace (/ 4 * real hi) with (/ 4 * z * b2 (- e)) by (unfold z; rewrite !Rmult_assoc, Inv; ring).
      apply Rmult_le_compat_r; [apply bpow_ge_0 | exact Hw]. }
    apply Rle_trans with (b2 (-28)); [apply bpow_le; lia |]. rewrite Rabs_pos_eq by lra.
    replace (b2 (-28)) with (/ 4 * b2 (-26)); [lra |]. change (/ 4) with (b2 (-2)). rewrite <- bpow_plus. reflexivity. }
  assert (Quarter : / 4 * z <= p).
  { destruct (Rle_or_lt (b2 (-1021)) z) as [H | H].
    - assert (Fh : fmt (z * b2 (-1))).
      { apply format_scaled; [exact Fz | right]. rewrite abs_scaled, Rabs_pos_eq by lra.
        apply Rle_trans with (b2 (-1021) * b2 (-1)); [rewrite <- bpow_plus; apply bpow_le; lia |].
        apply Rmult_le_compat_r; [apply bpow_ge_0 | exact H]. }
      change (b2 (-1)) with (/ 2) in Fh. apply Rle_trans with (z * / 2); [lra |].
      apply pred_ge_gt; auto with typeclass_instances. lra.
    - assert (Q : b2 (-1021) = 4 * b2 (-1023)).
      { change 4 with (b2 2). rewrite <- bpow_plus. reflexivity. }
      assert (Q' : b2 (-1022) = 2 * b2 (-1023)).
      { change 2 with (b2 1). rewrite <- bpow_plus. reflexivity. }
      pose proof (bpow_gt_0 radix2 (-1023)). apply Rle_trans with (b2 (-1023)); [lra |].
      apply pred_ge_gt; auto with typeclass_instances; [apply Bounded.power_in_format; lia | lra]. }
  assert (sz : z < s) by lra. assert (pz : p < z) by lra.
  pose proof (nearest_scaled hi lo e s N Fs (Scaled s ltac:(lra))) as Ns. fold z in Ns. fold V in Ns.
  pose proof (nearest_scaled hi lo e p N Fp (Scaled p Quarter)) as Np. fold z in Np. fold V in Np.
  apply Rabs_le_inv in E.
  assert (Vs : V <= (s + z) / 2).
  { destruct (Rle_or_lt s V) as [H | H]; [exfalso | ].
    - rewrite (Rabs_left1 (s - V)), (Rabs_left1 (z - V)) in Ns by lra. lra.
    - rewrite (Rabs_pos_eq (s - V)) in Ns by lra. apply Rabs_le_inv in Ns. lra. }
  assert (Vp : (p + z) / 2 <= V).
  { destruct (Rle_or_lt V p) as [H | H]; [exfalso | ].
    - rewrite (Rabs_pos_eq (p - V)), (Rabs_pos_eq (z - V)) in Np by lra. lra.
    - rewrite (Rabs_left (p - V)) in Np by lra. apply Rabs_le_inv in Np. lra. }
  destruct time_parts as (_ & _ & _ & _ & Zv). apply Rabs_le_inv in Zv.
  assert (TZ : T <= 2 * z) by lra. split; lra.
Qed.

Lemma converted_subnormal : z < b2 (-1022) -> Rabs (T - real d) < b2 (-1074).
Proof.
  intros Hz. destruct time_parts as (G & L & E & (z0 & _) & Zv). destruct converted_is as (_ & Ed & _).
  pose proof (bpow_gt_0 radix2 (-26)) as p26.
  assert (Mz : (mag radix2 z <= -1022)%Z) by (apply mag_le_bpow; [lra | rewrite Rabs_pos_eq; lra]).
  assert (D1 : Rabs (real d - z) <= b2 (-1075)).
  { rewrite Ed. unfold rnd. eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |].
    rewrite ulp_neq_0 by lra. unfold cexp, exponents, FLT_exp.
    replace (Z.max (mag radix2 z - prec double) (emin double)) with (-1074)%Z.
    - rewrite half_power. apply bpow_le. lia.
    - change (prec double) with 53%Z. change (emin double) with (-1074)%Z. lia. }
  assert (D2 : Rabs (z - V) <= b2 (-1076)).
  { unfold z, V, value. replace (real hi * b2 e - (real hi + real lo) * b2 e) with (- real lo * b2 e) by ring.
    rewrite abs_scaled, Rabs_Ropp. destruct G as (_ & _ & (_ & Ti) & _). rewrite unit_at_least, half_power in Ti.
    assert (Mh : (-26 < mag radix2 (real hi))%Z) by (apply mag_gt_bpow; rewrite Rabs_pos_eq; lra).
    assert (Me : (mag radix2 z = mag radix2 (real hi) + e :> Z)%Z) by (unfold z; apply mag_mult_bpow; lra).
    apply Rle_trans with (b2 (Z.max (mag radix2 (real hi) - 53) (-1074) - 1) * b2 e).
    - apply Rmult_le_compat_r; [apply bpow_ge_0 | exact Ti].
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Q5 : b2 (-1074) = 2 * b2 (-1075)) by (change 2 with (b2 1); rewrite <- bpow_plus; reflexivity).
  assert (Q6 : b2 (-1075) = 2 * b2 (-1076)) by (change 2 with (b2 1); rewrite <- bpow_plus; reflexivity).
  assert (Q7 : b2 (-1022) = 18014398509481984 * b2 (-1076)).
  { change 18014398509481984 with (b2 54). rewrite <- bpow_plus. reflexivity. }
  pose proof (bpow_gt_0 radix2 (-1076)).
  apply Rabs_le_inv in E, D1, D2, Zv. apply Rabs_def1; lra.
Qed.

Theorem time_between : finite d /\ 0 <= real d <= 1 /\ T < above (real d) /\ (0 < real d -> below (real d) < T).
Proof.
  destruct converted_is as (Fd & Ed & d0). split; [exact Fd |]. assert (Gd : fmt (real d)) by apply real_in_format.
  assert (B : T < above (real d) /\ (0 < real d -> below (real d) < T)).
  { destruct (Rle_or_lt (b2 (-1022)) z) as [H | H].
    - destruct (converted_normal H) as (-> & P & Q). auto.
    - pose proof (converted_subnormal H) as S. apply Rabs_def2 in S.
      destruct (neighbours_least _ d0 Gd) as (A & C). split; [lra |]. intros P. specialize (C P). lra. }
  split; [split; [exact d0 |] | exact B]. apply Rnot_lt_le. intros P.
  destruct B as (_ & B). specialize (B ltac:(lra)).
  assert (1 <= below (real d)); [| lra].
  apply pred_ge_gt; auto with typeclass_instances. apply (Bounded.power_in_format 0). lia.
Qed.

(* If the rest exceeds the error, it has the sign of T - d. *)
Lemma rest_decides wh wl we k1 k2 rh rl re m c1 c2 r :
  wide_of_results d wh wl we -> Terms_wide.wide_sub_terms.wide_sub_results hi lo e wh wl we k1 k2 rh rl re ->
  wide_to_double_results rh re m c1 c2 r ->
  fle (fconst 1 (-200)) d = true -> flt (fmul (fconst 1 (-88)) d) (fabs r) = true ->
  (flt rh (fconst 0 0) = true -> T < real d) /\ (flt rh (fconst 0 0) = false -> real d < T) /\
  (flt (fconst 0 0) rh = true -> real d < T) /\ (flt (fconst 0 0) rh = false -> T < real d).
Proof.
  intros Hw Hs Hr Big Far. destruct time_between as (Fd & (d0 & d1) & Up & Down).
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0).
  destruct (constant_value (-200) ltac:(lia)) as (F200 & V200). destruct (constant_value (-88) ltac:(lia)) as (F88 &
    V88).
  apply fle_real in Big; auto. rewrite V200 in Big. pose proof (bpow_gt_0 radix2 (-200)) as p200.
  assert (Hz : b2 (-1022) <= z).
  { apply Rnot_lt_le. intros H. pose proof (converted_subnormal H) as S. destruct time_parts as (_ & _ & E & Z2 & Zv).
    apply Rabs_def2 in S. apply Rabs_le_inv in E, Zv.
    assert (b2 (-1022) <= / 8 * b2 (-200)).
    { change (/ 8) with (b2 (-3)). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (b2 (-1074) <= / 8 * b2 (-200)).
    { change (/ 8) with (b2 (-3)). rewrite <- bpow_plus. apply bpow_le. lia. }
    lra. }
  destruct (converted_normal Hz) as (Ez & _ & _).
  destruct time_parts as (_ & _ & _ & (z0 & _) & Zv).
  assert (TZ : T <= 2 * real d) by (destruct time_parts as (_ & _ & E & _ & _); rewrite Ez; apply Rabs_le_inv in E, Zv;
    lra).
  destruct (close_of_wide _ _ _ _ Hw Fd) as (Cw & _). rewrite (Rabs_pos_eq (real d)) in Cw by lra.
  apply (close_weaken _ _ 16 250) in Cw; [| lra | lia].
  pose proof (close_sub 16 24 250 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hs ltac:(count) ltac:(lia) ltac:(lia) ltac:(lia)
    (proj1 time) Cw) as C.
  change (Z.max 24 250 + 2)%Z with 252%Z in C.
  pose proof (value_size _ _ _ _ _ _ _ C ltac:(count)) as Vs. destruct C as (G & _ & _ & E).
  destruct (wide_to_double_rounds _ _ _ _ _ _ Hr (proj1 G)) as (_ & _ & R). set (y := real rh * b2 re) in *.
  set (v := value rh rl re) in *.
  assert (Yv : (1 - 2 * u53) * Rabs y <= Rabs v /\ Rabs (y - v) <= u53 * Rabs y).
  { pose proof (good_wide _ _ _ G) as W. destruct (wide_size _ _ W) as (L & _). apply is_wide_bound in W.
    unfold v, y, value. split.
    - rewrite !abs_scaled, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
      pose proof (Rabs_pos (real rh)). lra.
    - replace (real rh * b2 re - (real rh + real rl) * b2 re) with (- real rl * b2 re) by ring.
      rewrite !abs_scaled, Rabs_Ropp, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact W]. }
  destruct Yv as (Y1 & Y2). pose proof (Rabs_pos y) as y0.
  assert (Y4 : Rabs y <= b2 4) by (change (b2 4) with 16; lra).
  destruct (rounded_finite _ _ R) as (Fr & Er).
  { apply Rle_lt_trans with (b2 4); [| apply bpow_lt; reflexivity]. apply Bounded.rnd_below; [lia | exact Y4]. }
  assert (Fe : finite (fmul (fconst 1 (-88)) d) /\ real (fmul (fconst 1 (-88)) d) = b2 (-88) * real d).
  { destruct (fmul_is_finite (fconst 1 (-88)) d 0) as (F1 & V1 & _); auto.
    - unfold emin. simpl. lia.
    - rewrite V88, Rabs_mult, !Rabs_pos_eq by (try apply bpow_ge_0; lra). apply Rle_trans with (1 * 1); [| simpl; lra].
      apply Rmult_le_compat; try apply bpow_ge_0; try lra. change 1 with (b2 0). apply bpow_le. lia.
    - split; [exact F1 |]. rewrite V1, V88. apply rnd_of_format. rewrite Rmult_comm.
      apply format_scaled; [apply real_in_format | right]. rewrite abs_scaled, Rabs_pos_eq by lra.
      apply Rle_trans with (b2 (-200) * b2 (-88)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat_r; [apply bpow_ge_0 | exact Big]. }
  destruct Fe as (Fe & Ve). apply flt_real in Far; [| exact Fe | now apply finite_fabs].
  rewrite Ve, real_fabs, Er in Far. change (b2 (-88)) with (/ 309485009821345068724781056) in Far.
  pose proof (rnd_error double y) as Re. rewrite u_double, eta_double in Re.
  assert (Eta : b2 (-1075) <= / 1000 * (/ 309485009821345068724781056 * real d)).
  { apply Rle_trans with (b2 (-1) * b2 (-200) * b2 (-88) * b2 (-10)).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - change (b2 (-88)) with (/ 309485009821345068724781056). change (b2 (-1)) with (/ 2).
      change (b2 (-10)) with (/ 1024). lra. }
  assert (Ya : / 619000000000000000000000000 * real d <= Rabs y).
  { assert (Rabs (rnd y) <= Rabs y + (u53 * Rabs y + b2 (-1075))).
    { replace (rnd y) with (y + (rnd y - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    lra. }
  assert (Small : (16 + 1) * e100 * (T + real d) <= / 2 * Rabs y) by lra.
  assert (Sign : (real rh < 0 -> T < real d) /\ (0 < real rh -> real d < T) /\ real rh <> 0).
  { pose proof (bpow_gt_0 radix2 re) as pr. apply Rabs_le_inv in E, Y2. split; [| split].
    - intros S. assert (y < 0) by (unfold y; rewrite <- (Rmult_0_l (b2 re)); now apply Rmult_lt_compat_r).
      rewrite (Rabs_left y) in * by assumption. lra.
    - intros S. assert (0 < y) by (now apply Rmult_lt_0_compat).
      rewrite (Rabs_pos_eq y) in * by lra. lra.
    - intros Z. unfold y in Ya. rewrite Z, Rmult_0_l, Rabs_R0 in Ya. lra. }
  destruct Sign as (S1 & S2 & S3).
  destruct (Bounded.flt_real_cases rh (fconst 0 0) (proj1 G) F0) as [[E1 G1] | [E1 G1]];
    destruct (Bounded.flt_real_cases (fconst 0 0) rh F0 (proj1 G)) as [[E2 G2] | [E2 G2]]; rewrite V0 in G1, G2;
    rewrite E1, E2; repeat split; intros Q; try discriminate Q; try (apply S1; lra); apply S2; lra.
Qed.

(* What follows for the rounded time. *)
Lemma largest_itself : real d <= T -> is_largest_not_after (real d) T.
Proof.
  intros L. destruct time_between as (_ & _ & Up & _). assert (Gd : fmt (real d)) by apply real_in_format.
  split; [exact Gd |]. split; [exact L |]. intros v Fv Lv. apply Rnot_lt_le. intros P.
  assert (above (real d) <= v) by (apply succ_le_lt; auto with typeclass_instances). lra.
Qed.

Lemma largest_below : T < real d -> is_largest_not_after (below (real d)) T.
Proof.
  intros L. destruct time_between as (_ & _ & _ & Down). assert (Gd : fmt (real d)) by apply real_in_format.
  specialize (Down ltac:(lra)).
  split; [now apply generic_format_pred; auto with typeclass_instances |]. split; [lra |].
  intros v Fv Lv. apply pred_ge_gt; auto with typeclass_instances. lra.
Qed.

Lemma smallest_itself : 0 < real d -> T <= real d -> is_smallest_not_before (real d) T.
Proof.
  intros P L. destruct time_between as (_ & _ & _ & Down). assert (Gd : fmt (real d)) by apply real_in_format.
  specialize (Down P). split; [exact Gd |]. split; [exact L |]. intros v Fv Lv. apply Rnot_lt_le. intros Q.
  assert (v <= below (real d)) by (apply pred_ge_gt; auto with typeclass_instances). lra.
Qed.

Lemma smallest_above : real d < T -> is_smallest_not_before (above (real d)) T.
Proof.
  intros L. destruct time_between as (_ & _ & Up & _). assert (Gd : fmt (real d)) by apply real_in_format.
  split; [now apply generic_format_succ; auto with typeclass_instances |]. split; [lra |].
  intros v Fv Lv. apply succ_le_lt; auto with typeclass_instances. lra.
Qed.

End Converted.

Lemma fup_of_zero (n : D) : finite (fup n (fconst 0 0)) /\ real (fup n (fconst 0 0)) = above 0.
Proof.
  assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
  change (fup n (fconst 0 0)) with (Bsucc (fconst 0 0 : D)).
  pose proof (Bsucc_correct (prec double) (emax double) _ _ (fconst 0 0 : D) F0) as H.
  change (B2R (fconst 0 0 : D)) with (real (fconst 0 0 : D)) in H. rewrite V0 in H. rewrite Rlt_bool_true in H.
  - destruct H as (H1 & H2 & _). split; [exact H2 | exact H1].
  - apply Rle_lt_trans with (b2 0); [| apply bpow_lt; reflexivity].
    apply (succ_le_lt radix2 (exponents double)); [apply generic_format_0 | | simpl; lra].
    apply Bounded.power_in_format. lia.
Qed.

(* The answer of the integers: `asked` is the double they are asked about. *)
Theorem round_down_exactly_correct hi lo e T n1 n2 n3 n4 n5 n6 is_not_after result :
  round_down_exactly_results hi lo e n1 n2 n3 n4 n5 is_not_after n6 result -> is_time T hi lo e -> 0 < T <= 1 ->
  (forall asked : D, finite asked -> 0 <= real asked <= 1 -> real asked = rnd (real hi * b2 e) ->
    if is_not_after then real asked <= T else T < real asked) ->
  finite result /\ is_largest_not_after (real result) T /\ 0 <= real result <= 1.
Proof.
  intros (c1 & c2 & d & wh & wl & we & rh & rl & re & er & c3 & c4 & r & [Hd Hw Hs Ee Hr E]) Ht (T0 & T1) Answer.
  subst er. destruct (time_between hi lo e T Ht T0 T1 n1 d c1 c2 Hd) as (Fd & (d0 & d1) & Up & Down).
  destruct (converted_is hi lo e T Ht T0 T1 n1 d c1 c2 Hd) as (_ & Ed & _).
  specialize (Answer d Fd (conj d0 d1) Ed).
  assert (Itself : real d <= T -> finite d /\ is_largest_not_after (real d) T /\ 0 <= real d <= 1).
  { intros L. split; [exact Fd |]. split; [exact (largest_itself hi lo e T Ht T0 T1 n1 d c1 c2 Hd L) | lra]. }
  assert (Below : forall n, T < real d ->
    finite (fdown n d true) /\ is_largest_not_after (real (fdown n d true)) T /\ 0 <= real (fdown n d true) <= 1).
  { intros n L. destruct (TimeRound.fdown_value n d true Fd ltac:(lra)) as (Ff & ->). split; [exact Ff |].
    split; [exact (largest_below hi lo e T Ht T0 T1 n1 d c1 c2 Hd L) |].
    split; [apply pred_ge_0; auto with typeclass_instances; [lra | apply real_in_format] |].
    apply Rle_trans with (real d); [apply pred_le_id | exact d1]. }
  destruct (fle (fconst 1 (-200)) d && flt (fmul (fconst 1 (-88)) d) (fabs r))%bool eqn:Far.
  - apply andb_true_iff in Far. destruct Far as (Big & Far).
    destruct (rest_decides hi lo e T Ht T0 T1 n1 d c1 c2 Hd _ _ _ _ _ _ _ _ _ _ _ _ Hw Hs Hr Big Far)
      as (S1 & S2 & _).
    rewrite E. destruct (flt rh (fconst 0 0)); [apply Below; auto | apply Itself]. specialize (S2 eq_refl). lra.
  - rewrite E. destruct is_not_after; [now apply Itself | now apply Below].
Qed.

Theorem round_up_exactly_correct hi lo e T n1 n2 n3 n4 n5 n6 n7 is_not_before result :
  round_up_exactly_results hi lo e n1 n2 n3 n4 n5 n6 is_not_before n7 result -> is_time T hi lo e -> 0 <= T <= 1 ->
  (forall asked : D, finite asked -> 0 < real asked <= 1 -> real asked = rnd (real hi * b2 e) ->
    if is_not_before then T <= real asked else real asked < T) ->
  finite result /\ is_smallest_not_before (real result) T.
Proof.
  intros (c1 & c2 & d & wh & wl & we & rh & rl & re & c3 & c4 & r & [Hd Hw Hs Hr E]) Ht (T0 & T1) Answer.
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0). pose proof (proj1 (proj1 (proj1 Ht))) as Fhi.
  destruct (Req_dec T 0) as [Z | N].
  { rewrite Z in Ht. destruct (close_zero _ _ _ _ _ (proj1 Ht)) as (Zh & _).
    assert (E1 : feq hi (fconst 0 0) = true).
    { destruct (feq hi (fconst 0 0)) eqn:Q; [reflexivity |]. apply feq_real_false in Q; [| exact Fhi | exact F0]. lra. }
    rewrite E1 in E. subst result. split; [exact F0 |]. rewrite V0, Z. split; [apply generic_format_0 |].
    split; [lra | auto]. }
  assert (T0' : 0 < T) by lra. clear T0.
  destruct (time_between hi lo e T Ht T0' T1 n1 d c1 c2 Hd) as (Fd & (d0 & d1) & Up & Down).
  destruct (converted_is hi lo e T Ht T0' T1 n1 d c1 c2 Hd) as (_ & Ed & _).
  destruct (time_parts hi lo e T Ht T0') as (_ & Lh & _). pose proof (bpow_gt_0 radix2 (-26)) as p26.
  assert (E1 : feq hi (fconst 0 0) = false).
  { destruct (feq hi (fconst 0 0)) eqn:Q; [| reflexivity]. apply feq_real in Q; [| exact Fhi | exact F0]. lra. }
  rewrite E1 in E. clear E1.
  assert (Itself : 0 < real d -> T <= real d -> finite d /\ is_smallest_not_before (real d) T).
  { intros P L. split; [exact Fd |]. exact (smallest_itself hi lo e T Ht T0' T1 n1 d c1 c2 Hd P L). }
  assert (Above : forall n, 0 < real d -> real d < T -> finite (fup n d) /\ is_smallest_not_before (real (fup n d)) T).
  { intros n P L. destruct (TimeRound.fup_value n d Fd ltac:(lra)) as (Ff & ->). split; [exact Ff |].
    exact (smallest_above hi lo e T Ht T0' T1 n1 d c1 c2 Hd L). }
  destruct (feq d (fconst 0 0)) eqn:E2.
  { apply feq_real in E2; [| exact Fd | exact F0]. rewrite V0 in E2. subst result.
    pose proof (smallest_above hi lo e T Ht T0' T1 n1 d c1 c2 Hd ltac:(lra)) as S. rewrite E2 in S.
    destruct (fup_of_zero n2) as (U1 & ->). auto. }
  apply feq_real_false in E2; [| exact Fd | exact F0]. rewrite V0 in E2. assert (P : 0 < real d) by lra.
  specialize (Answer d Fd (conj P d1) Ed).
  destruct (fle (fconst 1 (-200)) d && flt (fmul (fconst 1 (-88)) d) (fabs r))%bool eqn:Far.
  - apply andb_true_iff in Far. destruct Far as (Big & Far).
    destruct (rest_decides hi lo e T Ht T0' T1 n1 d c1 c2 Hd _ _ _ _ _ _ _ _ _ _ _ _ Hw Hs Hr Big Far)
      as (_ & _ & S1 & S2).
    rewrite E. destruct (flt (fconst 0 0) rh); [apply Above; auto | apply Itself; auto]. specialize (S2 eq_refl). lra.
  - rewrite E. destruct is_not_before; [now apply Itself | now apply Above].
Qed.
