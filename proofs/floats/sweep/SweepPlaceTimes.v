(* A rounded time and its rest know the true time as place_contact asks (SweepPlace.v): round_down of
   src/sweep/sweep_double_double.c, round_up of src/sweep/passage.c, and set_fast_time of src/sweep/sweep_one_pass.h.

   The rest is what the time lost in rounding, rounded itself. So time + rest is off by the error of the estimate, below
   2^-59 of a guess of 2 at most, and by 2^-100. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Terms_wide Terms_fast Terms_leaving Terms_passage
  ErrorFreeTerms Wide SweepTime TimeRound SweepPlaceRounding.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* A neighbour of a number up to 4 is near. *)
Lemma below_near t : in_format double t -> 0 < t <= 4 -> 0 <= t - below t <= bpow radix2 (-50).
Proof.
  intros Ft [t0 t4]. pose proof (pred_plus_ulp radix2 (exponents double) t t0 Ft) as E.
  assert (P : 0 <= below t) by (apply pred_ge_0; auto with typeclass_instances).
  assert (L : below t <= t) by (apply pred_le_id).
  assert (U : ulp radix2 (exponents double) (below t) <= ulp radix2 (exponents double) (bpow radix2 2)).
  { apply ulp_le; [apply exponents_valid | apply FLT_exp_monotone |]. change (bpow radix2 2) with 4. rewrite
    !Rabs_pos_eq by lra. lra. }
  rewrite ulp_bpow in U. change (exponents double (2 + 1)) with (-50)%Z in U. lra.
Qed.

Lemma above_near t : 0 < t <= 4 -> 0 <= above t - t <= bpow radix2 (-50).
Proof.
  intros [t0 t4]. rewrite succ_eq_pos by lra. pose proof (ulp_ge_0 radix2 (exponents double) t).
  assert (U : ulp radix2 (exponents double) t <= ulp radix2 (exponents double) (bpow radix2 2)).
  { apply ulp_le; [apply exponents_valid | apply FLT_exp_monotone |]. change (bpow radix2 2) with 4. rewrite
    !Rabs_pos_eq by lra. lra. }
  rewrite ulp_bpow in U. change (exponents double (2 + 1)) with (-50)%Z in U. lra.
Qed.

(* The rest, after the time has gone to a neighbour. *)
Lemma rest_of_rounded (hi lo time rest : D) z : rest = fadd lo (fsub hi time) \/ rest = fadd (fsub hi time) lo ->
  finite hi -> finite lo -> finite time -> real hi + real lo = z ->
  Rabs (real lo) <= bpow radix2 (-50) -> Rabs (real hi - real time) <= bpow radix2 (-50) ->
  finite rest /\ Rabs (real rest) <= bpow radix2 (-48) /\
  Rabs (real time + real rest - z) <= bpow radix2 (-98).
Proof.
  intros Er Fh Fl Ft X L N. destruct (fsub_is_finite hi time 0 (conj eq_refl eq_refl) Fh Ft) as (F1 & _ & _).
  { eapply Rle_trans; [exact N |]. apply bpow_le. lia. }
  pose proof (Bounded.fsub_error _ _ F1) as E1. set (d := fsub hi time) in *.
  change eps with (bpow radix2 (-53)) in E1.
  assert (L1 : Rabs (real d - (real hi - real time)) <= bpow radix2 (-103)).
  { eapply Rle_trans; [exact E1 |]. change (-103)%Z with (-53 + -50)%Z. rewrite bpow_plus.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact N]. }
  change (bpow radix2 (-103)) with (/ 10141204801825835211973625643008) in L1.
  change (bpow radix2 (-98)) with (/ 316912650057057350374175801344).
  change (bpow radix2 (-50)) with (/ 1125899906842624) in *. change (bpow radix2 (-48)) with (/ 281474976710656).
  assert (Ld : Rabs (real lo + real d) <= / 500000000000000).
  { replace (real lo + real d) with (real lo + ((real d - (real hi - real time)) + (real hi - real time))) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    pose proof (Rabs_triang (real d - (real hi - real time)) (real hi - real time)). lra. }
  assert (Rd : finite rest /\ real rest = rnd double (real lo + real d)).
  { destruct Er as [-> | ->].
    - destruct (fadd_is_finite lo d 0 (conj eq_refl eq_refl) Fl F1)
      as (F2 & E2 & _); [change (bpow radix2 0) with 1; lra | auto].
    - rewrite Rplus_comm in Ld |- *.
      destruct (fadd_is_finite d lo 0 (conj eq_refl eq_refl) F1 Fl)
        as (F2 & E2 & _); [change (bpow radix2 0) with 1; lra | auto].
        }
  destruct Rd as (F2 & Ed). pose proof (rnd_sum_error double _ _ (real_in_format lo) (real_in_format d)) as E2.
  rewrite <- Ed, u_double in E2. set (r := real rest) in *.
  split; [exact F2 |]. split.
  - replace r with (r - (real lo + real d) + (real lo + real d)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
  - replace (real time + r - z) with ((r - (real lo + real d)) + (real d - (real hi - real time))) by (rewrite <- X;
    ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Section Rounding.
Variables guess step error : D.
Variable T : R.
Hypothesis estimate : is_estimate guess step error T.
Hypothesis inside : 0 <= T <= 1.
Let hi := fadd guess step.

Lemma time_near_sum : Rabs (real guess + real step - T) <= bpow radix2 (-58) /\
  Rabs (real (ordered_rest guess step)) <= bpow radix2 (-50) /\ Rabs (real (sum_rest guess step)) <= bpow radix2 (-50).
Proof.
  destruct (sum_is guess step error T estimate) as (_ & _ & _ & [t0 t4] & _ & Et & X & Y).
  destruct estimate as [_ _ _ [g0 g2] S E N].
  assert (E1 : real error <= bpow radix2 (-58)).
  { eapply Rle_trans; [exact E |]. change (-58)%Z with (-59 + 1)%Z. rewrite bpow_plus.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact g2]. }
  split; [rewrite Rabs_minus_sym; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format guess) (real_in_format step)) as R. rewrite u_double in R.
  assert (Z : Rabs (real guess + real step) <= 3).
  { eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (real guess)) by lra. lra. }
  change (bpow radix2 (-50)) with (/ 1125899906842624).
  split.
  - replace (real (ordered_rest guess step)) with (- (rnd double (real guess + real step) - (real guess + real step)))
      by lra. rewrite Rabs_Ropp. lra.
  - replace (real (sum_rest guess step)) with (- (rnd double (real guess + real step) - (real guess + real step))) by
    lra.
    rewrite Rabs_Ropp. lra.
Qed.

Lemma close_of_rest (lo time : D) : lo = ordered_rest guess step \/ lo = sum_rest guess step -> finite time ->
  0 <= real time <= 1 -> Rabs (real hi - real time) <= bpow radix2 (-50) ->
  finite (fadd lo (fsub hi time)) /\ time_close (real time) (real (fadd lo (fsub hi time))) T.
Proof.
  intros K Ft Tt N. destruct (sum_is guess step error T estimate) as (Fh & Fo & Fs & _ & _ & _ & X & Y).
  destruct time_near_sum as (N1 & N2 & N3). fold hi in Fh, X, Y.
  assert (Xl : finite lo /\ Rabs (real lo) <= bpow radix2 (-50) /\ real hi + real lo = real guess + real step)
    by (destruct K as [-> | ->]; auto).
  destruct Xl as (Fl & Ll & Xl). destruct (rest_of_rounded hi lo time _ _ (or_introl eq_refl) Fh Fl Ft Xl Ll N) as (F &
    R & E).
  split; [exact F |]. split; [exact Tt |]. split; [eapply Rle_trans; [exact R |]; apply bpow_le; lia |].
  split; [exact inside |]. set (r := real (fadd lo (fsub hi time))) in *. set (z := real guess + real step) in *.
  replace (real time + r - T) with ((real time + r - z) + (z - T)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  change (-58)%Z with (-60 + 2)%Z in N1. change (-98)%Z with (-60 + -38)%Z in E. rewrite bpow_plus in N1, E.
  change (bpow radix2 2) with 4 in N1. change (bpow radix2 (-38)) with (/ 274877906944) in E.
  pose proof (bpow_gt_0 radix2 (-60)). lra.
Qed.

Theorem round_down_close is_not_after unknown time rest :
  round_down_results guess step error is_not_after unknown time rest ->
  (is_not_after = true -> real hi <= T) -> (is_not_after = false -> T < real hi) ->
  finite time /\ finite rest /\ time_close (real time) (real rest) T.
Proof.
  intros K Yes No. destruct (round_down_correct guess step error T estimate _ _ _ _ K Yes No) as (Ft & _ & LT & Most).
  destruct (sum_is guess step error T estimate) as (Fh & _ & _ & [t0 t4] & _ & _ & _ & _). fold hi in Fh, t0, t4.
  unfold round_down_results in K. destruct K as (h & l & e & kt & kr & a1 & a2 & a3 & dn & [W -> -> _ _ _ E4 -> ->]).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ W) as (-> & -> & _). clear W. fold hi in E4 |- *.
  assert (P : 0 <= real dn) by (apply Most; [apply generic_format_0 | lra]).
  destruct (fdown_value unknown hi a3 Fh t0) as (_ & Vd). rewrite <- E4 in Vd.
  assert (N : Rabs (real hi - real dn) <= bpow radix2 (-50)).
  { rewrite Vd. destruct a3; [| rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply bpow_ge_0].
    pose proof (below_near (real hi) (real_in_format hi) ltac:(lra)) as A. rewrite Rabs_pos_eq; lra. }
  split; [exact Ft |]. apply close_of_rest; [now left | exact Ft | lra | exact N].
Qed.

Theorem round_up_close is_not_before unknown time rest :
  round_up_results guess step error is_not_before unknown time rest ->
  (is_not_before = true -> T <= real hi) -> (is_not_before = false -> real hi < T) ->
  finite time /\ finite rest /\ time_close (real time) (real rest) T.
Proof.
  intros K Yes No. destruct (round_up_correct guess step error T estimate _ _ _ _ K Yes No) as (Ft & _ & LT & Least).
  destruct (sum_is guess step error T estimate) as (Fh & _ & Fs & [t0 t4] & _ & _ & _ & Y). fold hi in Fh, t0, t4, Y.
  unfold round_up_results in K. destruct K as (h & l & e & kt & kr & a1 & up & r1 & t1 & [W -> -> _ E3 -> -> -> ->]).
  destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _). clear W. fold hi in E3, Least |- *.
  destruct one_value as (F1 & V1).
  assert (P : real (if a1 then up else hi) <= 1).
  { rewrite <- V1. apply Least; [apply real_in_format | lra]. }
  destruct (fup_value unknown hi Fh (conj t0 t4)) as (Fu & Vu). rewrite <- E3 in Fu, Vu.
  split; [exact Ft |]. destruct a1.
  - pose proof (above_near (real hi) ltac:(lra)) as A. rewrite <- Vu in A.
    apply close_of_rest; [now right | exact Ft | lra |]. rewrite Rabs_minus_sym, Rabs_pos_eq; lra.
  - destruct time_near_sum as (N1 & _ & N3). split; [exact Fs |]. split; [lra |].
    split; [eapply Rle_trans; [exact N3 |]; apply bpow_le; lia |]. split; [exact inside |]. rewrite Y.
    eapply Rle_trans; [exact N1 |]. change (-58)%Z with (-60 + 2)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    pose proof (bpow_gt_0 radix2 (-60)). lra.
Qed.
End Rounding.

(* In one pass; the time is not rounded down before the place is computed. *)
Theorem set_fast_time_close guess step error t rest err T :
  set_fast_time_results guess step error true t rest err ->
  finite guess -> finite step -> nonneg error -> 2 * Rabs (real step) <= real guess -> 0 <= T <= 1 ->
  (finite error -> Rabs (T - (real guess + real step)) <= real error) ->
  finite t /\ finite rest /\ time_close (real t) (real rest) T.
Proof.
  intros H Fg Fst Ne Hs HT Near.
  destruct (set_fast_time_correct _ _ _ _ _ _ T H Fg Fst Ne Hs Near) as (Ft & Fr & [t0 t1] & X & _).
  split; [exact Ft |]. split; [exact Fr |].
  destruct H as (hi & lo & e & [H1 -> -> -> R]).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ H1) as (-> & -> & _). clear H1.
  symmetry in R. apply andb_true_iff in R. destruct R as [R _]. apply andb_true_iff in R. destruct R as [R1 R2].
  pose proof (flt_finite _ _ R1 Ne) as Fe. specialize (Near Fe).
  set (z := real guess + real step) in *.
  pose proof (rnd_sum_error double _ _ (real_in_format guess) (real_in_format step)) as S. rewrite u_double in S.
  fold z in S.
  destruct (fadd_finite _ _ Ft) as (_ & _ & Et). fold z in Et. rewrite <- Et in S.
  set (h := real (fadd guess step)) in *.
  pose proof (Rabs_pos (real step)) as s0.
  assert (z0 : 0 <= z) by (unfold z; pose proof (Rle_abs (- real step)) as A; rewrite Rabs_Ropp in A; lra).
  rewrite (Rabs_pos_eq z) in S by exact z0. apply Rabs_le_inv in S.
  assert (g2 : real guess <= 3).
  { unfold z in *. pose proof (Rle_abs (- real step)) as A. rewrite Rabs_Ropp in A. lra. }
  assert (g0 : 0 <= real guess) by (pose proof (Rabs_pos (real step)); lra).
  const_facts 1%Z (-60)%Z F60 V60. rewrite Rmult_1_l in V60.
  destruct (fmul_is_finite (fconst 1 (-60)) guess 2 (conj eq_refl eq_refl) F60 Fg) as (Fm & Em & _).
  { rewrite V60. change (bpow radix2 2) with 4. change (bpow radix2 (-60)) with (/ 1152921504606846976).
    rewrite Rabs_pos_eq; lra. }
  pose proof (flt_real _ _ Fe Fm R2) as L. rewrite Em, V60 in L.
  pose proof (rnd_error double (bpow radix2 (-60) * real guess)) as Er. rewrite u_double in Er.
  pose proof (bpow_gt_0 radix2 (-60)) as P60.
  assert (Tn : eta double <= / 1024 * bpow radix2 (-60)).
  { change (/ 1024) with (bpow radix2 (-10)). rewrite <- bpow_plus. change (eta double) with (bpow radix2 (-1075)).
    apply bpow_le. lia. }
  rewrite (Rabs_pos_eq (bpow radix2 (-60) * real guess)) in Er by (apply Rmult_le_pos; lra). apply Rabs_le_inv in Er.
  assert (Eg : bpow radix2 (-60) * real guess <= bpow radix2 (-60) * 3) by (apply Rmult_le_compat_l; lra).
  split; [lra |]. split.
  - replace (real (ordered_rest guess step)) with (z - h) by lra. change (bpow radix2 (-20)) with (/ 1048576).
    apply Rabs_le. lra.
  - split; [exact HT |]. rewrite X, Rabs_minus_sym. lra.
Qed.
