(* How a sharp time is rounded: round_down of src/sweep/sweep_double_double.c and round_up of src/sweep/passage.c,
   over the extracted terms; and sweep_of_fast of src/sweep/sweep.c.

   If what is left of guess + step exceeds the error, its sign decides. Else the true time T is within twice the
   error of the rounded sum, so it is between its neighbours, and the integers tell on which side. That their answer
   is right is a premise here. The result is the largest double not after T, or the smallest not before T. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Terms_wide Terms_fast Terms_time Terms_leaving
  Terms_passage ErrorFreeTerms Wide SweepTime.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* A sharp estimate of T. *)
Record is_estimate (guess step error : D) (T : R) : Prop := {
  F_guess : finite guess; F_step : finite step; F_error : finite error;
  guess_range : 0 < real guess <= 2;
  step_small : 2 * Rabs (real step) <= real guess;
  error_small : real error <= bpow radix2 (-59) * real guess;
  time_near : Rabs (T - (real guess + real step)) <= real error }.

(* The next double below or above a positive one is farther than 2^-54 of it. *)
Lemma neighbours_far (t : R) : in_format double t -> 0 < t -> below t <= t - / 2 * u53 * t /\ t + u53 * t <= above t.
Proof.
  intros Ft t0. assert (U : forall x, 0 <= x -> u53 * x <= ulp radix2 (exponents double) x).
  { intros x x0. pose proof (ulp_FLT_gt radix2 (emin double) (prec double) x) as H.
    rewrite Rabs_pos_eq in H by exact x0.
    change (bpow radix2 (- prec double)) with (u double) in H. rewrite u_double in H. unfold exponents. lra. }
  split.
  - pose proof (pred_plus_ulp radix2 (exponents double) t t0 Ft) as E.
    assert (P : 0 <= below t) by (apply pred_ge_0; auto with typeclass_instances).
    pose proof (U _ P). lra.
  - rewrite succ_eq_pos by lra. pose proof (U t ltac:(lra)). lra.
Qed.

(* The error of a sharp estimate. *)
Lemma sharp_error (guess error : D) : is_sharp_results guess error true -> finite guess -> finite error ->
  real error <= bpow radix2 (-59) * real guess /\ bpow radix2 (-200) < real guess.
Proof.
  intros [S] Fg Fe. symmetry in S. apply andb_true_iff in S. destruct S as [S1 S2].
  const_facts 1%Z (-60)%Z F60 V60. rewrite Rmult_1_l in V60. const_facts 1%Z (-200)%Z F200 V200.
  rewrite Rmult_1_l in V200.
  pose proof (flt_real _ _ F200 Fg S1) as G. rewrite V200 in G. split; [| exact G].
  assert (Fm : finite (fmul (fconst 1 (-60)) guess)).
  { destruct (below_mul (-60) 1024 (fconst 1 (-60)) guess ltac:(lia)) as (Fm & _); [| | exact Fm].
    - split; [exact F60 |]. rewrite V60, Rabs_pos_eq; [lra | apply bpow_ge_0].
    - split; [exact Fg |]. apply Rlt_le. exact (@real_below double guess). }
  pose proof (flt_real _ _ Fe Fm S2) as H. destruct (fmul_finite _ _ Fm) as (_ & _ & Em). rewrite V60 in Em.
  pose proof (rnd_error double (bpow radix2 (-60) * real guess)) as R. rewrite <- Em, u_double in R.
  pose proof (bpow_gt_0 radix2 (-200)) as p200. pose proof (bpow_gt_0 radix2 (-60)) as p60.
  assert (P : 0 < bpow radix2 (-60) * real guess) by (apply Rmult_lt_0_compat; lra).
  rewrite (Rabs_pos_eq (bpow radix2 (-60) * real guess)) in R by lra.
  assert (e1 : eta double <= / 4 * (bpow radix2 (-60) * real guess)).
  { apply Rle_trans with (/ 4 * (bpow radix2 (-60) * bpow radix2 (-200))).
    - change (/ 4) with (bpow radix2 (-2)). rewrite <- !bpow_plus. change (eta double) with (bpow radix2 (-1075)).
      apply bpow_le. lia.
    - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  assert (E : bpow radix2 (-59) = 2 * bpow radix2 (-60)) by (rewrite <- (bpow_plus radix2 1); reflexivity).
  rewrite E. apply Rabs_le_inv in R. lra.
Qed.

(* The neighbours as the code computes them. *)
Lemma fdown_value (n x : D) (d : bool) : finite x -> 0 < real x ->
  finite (fdown n x d) /\ real (fdown n x d) = if d then below (real x) else real x.
Proof.
  intros Fx P. unfold fdown. destruct d; [| auto].
  destruct x as [s | | | s m e p]; try discriminate Fx; [unfold real in P; simpl in P; lra |].
  destruct s; [exfalso; assert (real (B754_finite true m e p : D) < 0) by (unfold real; simpl; now apply F2R_lt_0);
    lra |].
  set (x := B754_finite false m e p : D) in *. pose proof (Bpred_correct (prec double) (emax double) _ _ x Fx) as H.
  rewrite Rlt_bool_true in H.
  - destruct H as (H1 & H2 & _). split; [exact H2 | exact H1].
  - apply Rlt_le_trans with 0; [pose proof (bpow_gt_0 radix2 (emax double)); lra |].
    apply (pred_ge_0 radix2 (exponents double)); [exact P | apply (real_in_format x)].
Qed.

Lemma fup_value (n x : D) : finite x -> 0 < real x < 4 -> finite (fup n x) /\ real (fup n x) = above (real x).
Proof.
  intros Fx [P Q]. unfold fup.
  destruct x as [s | | | s m e p]; try discriminate Fx; [unfold real in P; simpl in P; lra |].
  destruct s; [exfalso; assert (real (B754_finite true m e p : D) < 0) by (unfold real; simpl; now apply F2R_lt_0);
    lra |].
  set (x := B754_finite false m e p : D) in *. pose proof (Bsucc_correct (prec double) (emax double) _ _ x Fx) as H.
  rewrite Rlt_bool_true in H.
  - destruct H as (H1 & H2 & _). split; [exact H2 | exact H1].
  - apply Rle_lt_trans with (bpow radix2 2); [| apply bpow_lt; simpl; lia].
    apply (succ_le_lt radix2 (exponents double)); [apply (real_in_format x) | apply power_in_format; lia |].
    change (bpow radix2 2) with 4. exact Q.
Qed.

Section Rounding.
Variables guess step error : D.
Variable T : R.
Hypothesis estimate : is_estimate guess step error T.
Let hi := fadd guess step.
Let t := real hi.

Lemma sum_is : finite hi /\ finite (ordered_rest guess step) /\ finite (sum_rest guess step) /\ 0 < t < 4 /\
  real error <= / 30 * u53 * t /\ t = rnd double (real guess + real step) /\
  t + real (ordered_rest guess step) = real guess + real step /\
    t + real (sum_rest guess step) = real guess + real step.
Proof.
  destruct estimate as [Fg Fs Fe [g0 g1] S E _].
  assert (Bs : Rabs (real step) <= 1) by lra. pose proof (Rabs_pos (real step)) as s0. pose proof Bs as Bs'.
  apply Rabs_le_inv in Bs'.
  destruct (fadd_is_finite guess step 2 (conj eq_refl eq_refl) Fg Fs) as (Fh & Eh & Bh).
  { change (bpow radix2 2) with 4. apply Rabs_le. lra. }
  fold hi in Fh, Eh, Bh. change (bpow radix2 2) with 4 in Bh. apply Rabs_le_inv in Bh.
  destruct (fsub_is_finite hi guess 3 (conj eq_refl eq_refl) Fh Fg) as (Fw & _ & Bw).
  { change (bpow radix2 3) with 8. apply Rabs_le. lra. }
  change (bpow radix2 3) with 8 in Bw. apply Rabs_le_inv in Bw. set (x := fsub hi guess) in *.
  destruct (fsub_is_finite step x 4 (conj eq_refl eq_refl) Fs Fw) as (Fr & _ & Br).
  { change (bpow radix2 4) with 16. apply Rabs_le. lra. }
  destruct (fsub_is_finite hi x 4 (conj eq_refl eq_refl) Fh Fw) as (Fy & _ & By).
  { change (bpow radix2 4) with 16. apply Rabs_le. lra. }
  change (bpow radix2 4) with 16 in Br, By. apply Rabs_le_inv in Br, By. set (y := fsub hi x) in *.
  destruct (fsub_is_finite guess y 5 (conj eq_refl eq_refl) Fg Fy) as (Fz & _ & Bz).
  { change (bpow radix2 5) with 32. apply Rabs_le. lra. }
  change (bpow radix2 5) with 32 in Bz. apply Rabs_le_inv in Bz.
  destruct (fadd_is_finite (fsub guess y) (fsub step x) 6 (conj eq_refl eq_refl) Fz Fr) as (Fq & _ & _).
  { change (bpow radix2 6) with 64. apply Rabs_le. lra. }
  assert (O : real guess = 0 \/ Rabs (real step) <= Rabs (real guess)) by (right; rewrite (Rabs_pos_eq (real guess));
    lra).
  destruct (ordered_sum_exact guess step Fr O) as (_ & _ & _ & _ & X1).
  destruct (two_sum_exact guess step Fq) as (_ & _ & _ & _ & X2). fold hi in X1, X2.
  pose proof (rnd_sum_error double _ _ (real_in_format guess) (real_in_format step)) as R.
  rewrite <- Eh, u_double in R.
  assert (Z : / 2 * real guess <= real guess + real step <= 3).
  { pose proof (Rle_abs (- real step)) as A. rewrite Rabs_Ropp in A. lra. }
  rewrite (Rabs_pos_eq (real guess + real step)) in R by lra. apply Rabs_le_inv in R.
  assert (E59 : bpow radix2 (-59) = / 64 * u53).
  { change (/ 64) with (bpow radix2 (-6)). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  rewrite E59 in E. fold t in R, X1, X2, Eh.
  split; [exact Fh |]. split; [exact Fr |]. split; [exact Fq |]. split; [split; lra |].
  split; [| split; [exact Eh | split; assumption]].
  assert (G : real guess <= 201 / 100 * t) by lra. lra.
Qed.

(* The sum is not certainly on one side, but T is between its neighbours. *)
Lemma time_between : Rabs (t - (real guess + real step)) <= real error -> below t < T < above t.
Proof.
  intros H. destruct sum_is as (_ & _ & _ & [t0 _] & E & Et & _). destruct estimate as [_ _ _ _ _ _ N].
  assert (Ft : in_format double t) by apply real_in_format. destruct (neighbours_far t Ft t0) as (B & A).
  assert (ut : 0 < u53 * t) by lra. apply Rabs_le_inv in H, N. split; lra.
Qed.

Theorem round_down_correct is_not_after unknown time rest :
  round_down_results guess step error is_not_after unknown time rest ->
  (is_not_after = true -> t <= T) -> (is_not_after = false -> T < t) ->
  finite time /\ is_largest_not_after (real time) T.
Proof.
  intros K Yes No. unfold round_down_results in K. destruct K as (h & l & e & kt & kr & a1 & a2 & a3 & dn & K).
  destruct K as [W -> -> E1 E2 E3 E4 _ ->]. destruct (wide_of_ordered_sum_values _ _ _ _ _ _ W) as (-> & -> & _).
  subst a1 a2.
  destruct sum_is as (Fh & Fl & _ & [t0 t4] & E & Et & X & _). fold hi in E4. rewrite E4.
  destruct (fdown_value unknown hi a3 Fh t0) as (Fd & Vd). fold t in Vd. split; [exact Fd |]. rewrite Vd.
  destruct estimate as [Fg Fs Fe _ _ _ N].
  set (lo := ordered_rest guess step) in *. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  assert (El : real lo = real guess + real step - rnd double (real guess + real step)) by lra.
  destruct (flt_real_cases error (fabs lo) Fe (finite_fabs _ Fl)) as [[Q H] | [Q H]]; rewrite Q in E3; cbv [negb] in
    E3;
    rewrite real_fabs in H.
  - rewrite E3, Et. rewrite El in H. pose proof (rounded_down _ _ _ N H) as R. rewrite <- El in R.
    destruct (flt_real_cases lo (fconst 0 0) Fl F0) as [[-> G] | [-> G]]; rewrite V0 in G.
    + rewrite Rlt_bool_true in R by exact G. exact R.
    + rewrite Rlt_bool_false in R by exact G. exact R.
  - assert (H' : Rabs (t - (real guess + real step)) <= real error).
    { replace (t - (real guess + real step)) with (- real lo) by lra. now rewrite Rabs_Ropp. }
    destruct (time_between H') as (B & A). assert (Ft : in_format double t) by apply real_in_format.
    rewrite E3. destruct is_not_after; cbv [negb].
    + split; [exact Ft |]. split; [now apply Yes |]. intros v Fv Lv. apply Rnot_lt_le. intros C.
      assert (above t <= v) by (apply succ_le_lt; auto with typeclass_instances). lra.
    + specialize (No eq_refl). split; [now apply generic_format_pred; auto with typeclass_instances |].
      split; [lra |].
      intros v Fv Lv. apply pred_ge_gt; auto with typeclass_instances. lra.
Qed.

Theorem round_up_correct is_not_before unknown time rest :
  round_up_results guess step error is_not_before unknown time rest ->
  (is_not_before = true -> T <= t) -> (is_not_before = false -> t < T) ->
  finite time /\ is_smallest_not_before (real time) T.
Proof.
  intros K Yes No. unfold round_up_results in K. destruct K as (h & l & e & kt & kr & a1 & up & r1 & t1 & K).
  destruct K as [W -> -> E1 E2 _ -> E3 _]. destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _).
  destruct sum_is as (Fh & _ & Fl & [t0 t4] & E & Et & _ & X). fold hi in E2, E3.
  destruct (fup_value unknown hi Fh (conj t0 t4)) as (Fu & Vu). fold t in Vu.
  destruct estimate as [Fg Fs Fe _ _ _ N].
  set (lo := sum_rest guess step) in *. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  assert (El : real lo = real guess + real step - rnd double (real guess + real step)) by lra.
  assert (Vt : finite time /\ real time = if a1 then above t else t).
  { rewrite E3. destruct a1; [rewrite E2; auto | auto]. }
  destruct Vt as (Ftm & Vt). split; [exact Ftm |]. rewrite Vt.
  destruct (flt_real_cases error (fabs lo) Fe (finite_fabs _ Fl)) as [[Q H] | [Q H]]; rewrite Q in E1; rewrite
    real_fabs in H.
  - rewrite E1, Et. rewrite El in H. pose proof (rounded_up _ _ _ N H) as R. rewrite <- El in R.
    destruct (flt_real_cases (fconst 0 0) lo F0 Fl) as [[-> G] | [-> G]]; rewrite V0 in G.
    + rewrite Rlt_bool_true in R by exact G. exact R.
    + rewrite Rlt_bool_false in R by exact G. exact R.
  - assert (H' : Rabs (t - (real guess + real step)) <= real error).
    { replace (t - (real guess + real step)) with (- real lo) by lra. now rewrite Rabs_Ropp. }
    destruct (time_between H') as (B & A). assert (Ft : in_format double t) by apply real_in_format.
    rewrite E1. destruct is_not_before; cbv [negb].
    + split; [exact Ft |]. split; [now apply Yes |]. intros v Fv Lv. apply Rnot_lt_le. intros C.
      assert (v <= below t) by (apply pred_ge_gt; auto with typeclass_instances). lra.
    + specialize (No eq_refl). split; [now apply generic_format_succ; auto with typeclass_instances |].
      split; [lra |].
      intros v Fv Lv. apply succ_le_lt; auto with typeclass_instances. lra.
Qed.

End Rounding.

(* The time that carom_circle_sweep returns for a contact in one pass. *)
Theorem sweep_of_fast_time feature t rest nx ny cx cy fx fy off unknown kind f time ox oy px py mx my :
  sweep_of_fast_results feature t rest nx ny cx cy fx fy off unknown kind f time ox oy px py mx my ->
  finite t -> finite rest -> 0 < real t ->
  finite time /\ real time = if Rlt_bool (real rest) 0 then below (real t) else real t.
Proof.
  intros K Ft Fr P. unfold sweep_of_fast_results in K. repeat match type of K with ex _ => destruct K as [? K] end.
  destruct K as [_ Et _ _ _ _ _ _ _ _ _ _ -> _ _ _ _ _ _]. rewrite Et.
  destruct (fdown_value unknown t (flt rest (fconst 0 0)) Ft P) as (Fd & ->). split; [exact Fd |].
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  destruct (flt_real_cases rest (fconst 0 0) Fr F0) as [[-> G] | [-> G]]; rewrite V0 in G.
  - now rewrite Rlt_bool_true.
  - now rewrite Rlt_bool_false.
Qed.
