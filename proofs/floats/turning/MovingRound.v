(* How the time of a hit on a wall that turns is rounded: round_turning_time of src/turning/moving_sweep.c, after
   walk_turning and estimate_turning.

   If what is left of guess + step exceeds the error, its sign decides. Else the integers tell whether the circle
   overlaps the wall at the rounded sum. That their answer is right is a premise here. The result is the largest double
   that is not after the first contact. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry MovingTurn MovingContact MovingAnswer Terms_wide
  Terms_time Terms_moving Terms_turning Terms_turning_time ErrorFreeTerms Wide SweepTime TimeRound MovingTimeEnd
  MovingWalk MovingEstimate MovingEstimateSide.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Section Rounding.
Variables guess step error : D.
Variable T : R.
Hypothesis estimate : is_estimate guess step error T.
Let hi := fadd guess step.

(* The answer of the integers counts only if the sum is within the error of the time. *)
Theorem round_turning_time_correct exact unknown time rest :
  round_turning_time_results guess step error exact unknown time rest ->
  (Rabs (real hi - (real guess + real step)) <= real error -> (exact < 0)%Z -> T < real hi) ->
  (Rabs (real hi - (real guess + real step)) <= real error -> (0 <= exact)%Z -> real hi <= T) ->
  finite time /\ is_largest_not_after (real time) T.
Proof.
  intros K Yes No. unfold round_turning_time_results in K.
  destruct K as (h & l & e & rt & rr & after & down & r1 & t1 & t2 & r2 & K).
  destruct K as [W -> -> Ea Ed _ -> Et _ -> _]. destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _).
  destruct (sum_is guess step error T estimate) as (Fh & _ & Fl & [t0 t4] & E & Er & _ & X).
  fold hi in Ed, Et, X, Er, t0, t4, E, Fh.
  destruct (fdown_value unknown hi true Fh t0) as (Fd & Vd).
  assert (Vt : finite t2 /\ real t2 = if after then below (real hi) else real hi).
  { rewrite Et, Ed. destruct after; [exact (conj Fd Vd) | exact (conj Fh eq_refl)]. }
  destruct Vt as [Ftm ->]. split; [exact Ftm |].
  destruct estimate as [Fg Fs Fe _ _ _ N]. set (lo := sum_rest guess step) in *. set (t := real hi) in *.
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  destruct (flt_real_cases error (fabs lo) Fe (finite_fabs _ Fl)) as [[Q H] | [Q H]]; rewrite Q in Ea; rewrite
    real_fabs in H.
  - rewrite Ea, Er. assert (El : real lo = real guess + real step - rnd double (real guess + real step)) by lra.
    rewrite El in H. pose proof (rounded_down _ _ _ N H) as Rd. rewrite <- El in Rd.
    destruct (flt_real_cases lo (fconst 0 0) Fl F0) as [[-> G] | [-> G]]; rewrite V0 in G.
    + rewrite Rlt_bool_true in Rd by exact G. exact Rd.
    + rewrite Rlt_bool_false in Rd by exact G. exact Rd.
  - assert (H' : Rabs (t - (real guess + real step)) <= real error).
    { replace (t - (real guess + real step)) with (- real lo) by lra. now rewrite Rabs_Ropp. }
    destruct (time_between guess step error T estimate H') as (B & A). fold hi t in B, A.
    assert (Ft : in_format double t) by apply real_in_format. rewrite Ea. destruct (exact <? 0)%Z eqn:S.
    + apply Z.ltb_lt in S. specialize (Yes H' S). split; [now apply generic_format_pred; auto with typeclass_instances
      |].
      split; [lra |]. intros v Fv Lv. apply pred_ge_gt; auto with typeclass_instances. lra.
    + apply Z.ltb_ge in S. split; [exact Ft |]. split; [now apply No |]. intros v Fv Lv. apply Rnot_lt_le. intros C.
      assert (above t <= v) by (apply succ_le_lt; auto with typeclass_instances). lra.
Qed.
End Rounding.

(* The whole filter for a hit: the walk and a sharp time. The sum of guess and step is not beyond the piece of the walk,
   and if it is after the contact, the circle is in the wall there. *)
Theorem turning_hit_time_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end first last
    f low high guess step error nx ny exact unknown time rest :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true -> errors_of_results us ws zs r e_f e_p e_q e_a e_b ->
  is_moment ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r (fconst 0 0) first ->
  is_moment ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r (fconst 1 0) last ->
  walks ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end
    first [last] 3 f low high ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  (gap = 1%Z -> clear_at is_end c cm a am b bm R 0) -> (gap = 0%Z -> touch_at is_end c cm a am b bm R 0 /\ 0 < R) ->
  (gap = 0 \/ gap = 1)%Z ->
  estimate_turning_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r f low high guess step error nx ny ->
  is_sharp_results guess error true -> round_turning_time_results guess step error exact unknown time rest ->
  ((exact < 0)%Z <-> near_at is_end c cm a am b bm R (real (fadd guess step))) ->
  exists T, 0 < T < 1 /\ (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) /\
    touch_at is_end c cm a am b bm R T /\ finite time /\ is_largest_not_after (real time) T.
Proof.
  intros V Valid E M0 M1 W. cbv zeta. intros G1 G0 G H Sharp Round Exact.
  set (c := point_of cx cy) in *. set (cm := point_of cmx cmy) in *. set (a := point_of ax ay) in *.
  set (am := point_of amx amy) in *. set (b := point_of bx by_) in *. set (bm := point_of bmx bmy) in *.
  set (R := real cr + real wr) in *.
  assert (Less : flt error (fmul (fconst 1 (-60)) guess) = true).
  { destruct Sharp as [S]. symmetry in S. apply andb_prop in S. apply S. }
  destruct (walk_turning_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    V Valid E first last 3%Z f low high M0 M1 W G1 G0 G) as (_ & A & _).
  destruct (A eq_refl) as (Flow & Fhigh & L & H1 & (t1 & _ & _ & _ & Feature & _)).
  assert (Hf : (f = 1 \/ f = 2 \/ f = 3)%Z) by (destruct Feature as [[X _] | [[X _] | [X _]]]; auto).
  assert (Known : exists T, 0 < T < 1 /\ T < real high /\ (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) /\
    touch_at is_end c cm a am b bm R T /\ Rabs (T - (real guess + real step)) <= real error /\ is_small_step step error
      /\
    (bpow radix2 (-200) < real guess -> T < real (fadd guess step) <= real high ->
      Rabs (real (fadd guess step) - (real guess + real step)) <= real error ->
      near_at is_end c cm a am b bm R (real (fadd guess step)))).
  { destruct Hf as [-> | Hf].
    - eapply turning_hit_on_side_correct; [exact V | exact Valid | exact E | exact M0 | exact M1 | exact W | exact G1 |
      exact G0 |
        exact G | exact H | exact Less].
    - eapply turning_hit_at_end_correct; [exact V | exact Valid | exact E | exact M0 | exact M1 | exact W | exact G1 |
      exact G0 |
        exact G | exact Hf | exact H | exact Less]. }
  destruct Known as (T & HT & TH & Cl & To & Err & Small & Soon).
  destruct (sharp_estimate_is_step _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Flow
    Fhigh
    (conj (proj1 L) (Rlt_le _ _ (proj2 L))) H1 H Less) as (Fg & In & _).
  destruct Small as (Fs & Fe & S28). destruct (sharp_error guess error Sharp Fg Fe) as [E59 G200].
  pose proof (bpow_gt_0 radix2 (-200)) as p200.
  assert (V59 : bpow radix2 (-59) = / 64 * u53).
  { change (/ 64) with (bpow radix2 (-6)). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  assert (Est : is_estimate guess step error T).
  { split; auto; [lra |]. rewrite V59 in E59. lra. }
  exists T. split; [exact HT |]. split; [exact Cl |]. split; [exact To |].
  destruct (sum_is guess step error T Est) as (Fh & _ & _ & [t0 _] & Er & _). set (hi := fadd guess step) in *.
  (* The sum is not beyond the piece of the walk. *)
  assert (Not : Rabs (real hi - (real guess + real step)) <= real error -> real hi <= real high).
  { intros N. apply Rnot_lt_le. intros C. assert (h0 : 0 < real high) by lra.
    destruct (neighbours_far (real high) (real_in_format high) h0) as [_ Ab].
    assert (Ff : in_format double (real high) /\ in_format double (real hi)) by (split; apply real_in_format).
    destruct Ff as [Ff1 Ff2].
    assert (above (real high) <= real hi) by (apply succ_le_lt; auto with typeclass_instances).
    apply Rabs_le_inv in N. apply Rabs_le_inv in Err. rewrite V59 in E59.
    assert (real guess <= real high) by apply In. lra. }
  apply (round_turning_time_correct guess step error T Est exact unknown time rest Round); fold hi.
  - intros N Neg. apply Exact in Neg. destruct Neg as (s & Hs & Ns). apply Rnot_le_lt. intros C. simpl in Hs.
    destruct (Rle_lt_or_eq_dec _ _ C) as [C1 | C1].
    + pose proof (Cl (real hi) ltac:(lra) s Hs). lra.
    + destruct To as [_ To]. specialize (To s Hs). rewrite <- C1 in To. lra.
  - intros N Pos. apply Rnot_lt_le. intros C. pose proof (proj2 Exact (Soon G200 (conj C (Not N)) N)). lia.
Qed.
