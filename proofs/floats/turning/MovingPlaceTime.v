(* The rounded time of a hit on a wall that turns, and its rest, know the true time as the place of the contact needs
   it: round_turning_time of src/turning/moving_sweep.c. SweepPlaceTimes.v has the same for walls that do not turn. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Terms_wide Terms_turning_time ErrorFreeTerms Wide SweepTime
  TimeRound SweepPlaceRounding SweepPlaceTimes MovingRound.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Section Rounding.
Variables guess step error : D.
Variable T : R.
Hypothesis estimate : is_estimate guess step error T.
Hypothesis inside : 0 < T < 1.
Let hi := fadd guess step.

Theorem round_turning_time_close exact unknown time rest :
  round_turning_time_results guess step error exact unknown time rest ->
  finite time -> is_largest_not_after (real time) T -> finite rest /\ time_close (real time) (real rest) T.
Proof.
  intros K Ft (_ & LT & Most). assert (In : 0 <= T <= 1) by lra.
  destruct (sum_is guess step error T estimate) as (Fh & _ & Fs & [t0 t4] & _ & _ & _ & Y). fold hi in Fh, t0, t4, Y.
  destruct (time_near_sum guess step error T estimate) as (N1 & _ & N3).
  assert (t1 : 0 <= real time <= 1) by (split; [apply Most; [apply generic_format_0 | lra] | lra]).
  unfold round_turning_time_results in K.
  destruct K as (h & l & e & rt & rr & after & down & r1 & k1 & k2 & r2 & K).
  destruct K as [W -> -> _ Ed E1 -> E2 E3 -> ->]. destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _).
  fold hi in Ed, E1, E2. destruct after.
  - subst k2 r2. destruct (fdown_value unknown hi true Fh t0) as (_ & Vd). rewrite <- Ed in Vd.
    rewrite E1. apply (close_of_rest guess step error T estimate In); [now right | exact Ft | exact t1 |].
    rewrite Vd. pose proof (below_near (real hi) (real_in_format hi) ltac:(lra)) as A. fold hi. rewrite Rabs_pos_eq;
      lra.
  - subst k2 r2. split; [exact Fs |]. split; [exact t1 |].
    split; [eapply Rle_trans; [exact N3 |]; apply bpow_le; lia |]. split; [exact In |]. rewrite Y.
    eapply Rle_trans; [exact N1 |]. change (-58)%Z with (-60 + 2)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    pose proof (bpow_gt_0 radix2 (-60)). lra.
Qed.
End Rounding.
