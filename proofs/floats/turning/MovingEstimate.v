(* The time of a sweep against a wall that turns, where it hits an end: estimate_turning of src/turning/moving_time.h.

   The guess lies between the times of the walk. If the estimate is sharp, the true time of the first contact is
   within its error of guess + step. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Bounded SweepErrors SweepTerms MovingGeometry MovingTurn
  MovingContact MovingAnswer Terms_time Terms_moving Terms_turning MovingTimeEnd MovingTime MovingWalk.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

(* A time that is kept between two others is finite, whatever it was. *)
Lemma kept_between (low high x s t : D) : finite low -> finite high -> real low <= real high ->
  s = (if flt low x then x else low) -> t = (if flt s high then s else high) -> finite t /\ real low <= real t
    <= real high.
Proof.
  intros Fl Fh L -> ->. destruct (flt low x) eqn:A.
  - destruct (flt x high) eqn:B; [| split; [exact Fh | lra]].
    assert (Fx : finite x).
    { destruct x as [s | s | | s m e p]; try reflexivity; exfalso.
      - destruct s; [destruct low as [? | ? | | ? ? ? ?] | destruct high as [? | ? | | ? ? ? ?]]; discriminate.
      - destruct low as [? | ? | | ? ? ? ?]; discriminate. }
    split; [exact Fx |]. apply flt_real in A; auto. apply flt_real in B; auto. lra.
  - destruct (flt low high); split; auto; lra.
Qed.

(* A sharp estimate is that of a step, at a guess between the times of the walk. *)
Lemma sharp_estimate_is_step cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r f low high guess step error nx ny :
  finite low -> finite high -> 0 <= real low <= real high -> real high <= 1 ->
  estimate_turning_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r f low high guess step error nx ny ->
  flt error (fmul (fconst 1 (-60)) guess) = true ->
  finite guess /\ real low <= real guess <= real high /\ exists lux luy lwx lwy slope nx' ny' turn,
    vector_at_results ux uy uxc uyc low lux luy /\ vector_at_results wx wy wxc wyc low lwx lwy /\
    (if (f =? 1)%Z then
      step_at_side_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wxc wyc ws r
        (if flt (fsub (fmul lux lwy) (fmul luy lwx)) (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0) guess
        step error slope nx' ny' turn
    else step_at_end_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end wxc wyc ws zxc zyc zs r f guess
      step error slope nx' ny' turn) /\
    flt slope (fconst 0 0) = true /\ flt (fmul turn (fabs step)) (fconst 1 (-30)) = true /\
    flt (fmul turn error) (fconst 1 (-57)) = true /\ (nx = fadd nx' (fconst 0 0) /\ ny = fadd ny' (fconst 0 0)) /\
    exists hux huy,
    vector_at_results ux uy uxc uyc (fadd guess step) hux huy /\
    flt (fmul (fabs slope) (fmul (fconst 1 (-52)) (fadd guess step))) (fmul (fconst 1 (-4)) (if (f =? 1)%Z then
      fmul r (fsqrt (fadd (fmul hux hux) (fmul huy huy))) else fmul r r)) = true.
Proof.
  intros Fl Fh [L0 LH] H1 H Sharp.
  unfold estimate_turning_results in H. destruct H as
    (? & lux & luy & lwx & lwy & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? &
    ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? &
    ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & if2 & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ?
    & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & r_slope_2 & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ?
    & holds & ? & ? & ? &
    [_ X1 X2 X3 X4 X5 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Q0 Q1 Qs
    Q2 Q3 Q4 Q5 Q6 N1 N2 Qt Ta _ Q7 Q8 Qs2 Q9 Q10 Q11 Q12 Q13 N3 N4 Qt1 Tb Tc Q14 Q15 Q16 N5 N6 Qt2 Q17 Q18 Qu Qv1 Qv2
      Qv3
    Qv4 Qd Q19 Q20 N7 N8 Q21 Q22 Q23 N9 N10]).
  destruct (kept_between _ _ _ _ _ Fl Fh LH Q0 Q1) as [Fg1 G1].
  destruct (kept_between _ _ _ _ _ Fl Fh LH Q7 Q8) as [Fg2 G2].
  assert (Fg : finite guess /\ real low <= real guess <= real high) by (rewrite Q21, Q17; destruct if2;
    [exact (conj Fg1 G1) | exact (conj Fg2 G2)]).
  assert (Holds : holds = true).
  { destruct holds; [reflexivity | exfalso]. rewrite Q20 in Q23. rewrite Q23 in Sharp. destruct Fg as [Fg G].
    const_facts 1%Z 0%Z Fo Vo. rewrite Rmult_1_l in Vo. change (bpow radix2 0) with 1 in Vo.
    const_facts 1%Z (-60)%Z F6 V6. rewrite Rmult_1_l in V6.
    assert (P6 : 0 < bpow radix2 (-60) <= / 2) by (split; [apply bpow_gt_0 | change (/ 2) with (bpow radix2 (-1));
      apply bpow_le; lia]).
    assert (Bg : below 0 guess) by (split; [exact Fg |]; rewrite Rabs_pos_eq; simpl; lra).
    assert (Bc : below (-1) (fconst 1 (-60))) by (split; [exact F6 |]; rewrite V6, Rabs_pos_eq; simpl; lra).
    assert (B : below (-1 + 0) (fmul (fconst 1 (-60)) guess)) by (apply below_mul; [lia | exact Bc | exact Bg]).
    apply flt_real in Sharp; [| exact Fo | apply B]. rewrite Vo in Sharp. destruct B as [_ B].
    change (bpow radix2 (-1 + 0)) with (/ 2) in B. apply Rabs_le_inv in B. lra. }
  rewrite Holds in Q19, Q20. symmetry in Q19.
  repeat match type of Q19 with (_ && _)%bool = true => let A := fresh "A" in apply andb_prop in Q19; destruct Q19 as
    [Q19 A] end.
  split; [apply Fg |]. split; [apply Fg |]. clear Fg Holds holds.
  rewrite Q23, Q20, Q22, Q18, Q21, Q17 in *. rewrite Q3 in *. rewrite Q10 in *. rewrite X5 in *.
  rewrite Qd, Qv1, Qv2, Qv3, Qv4, Qu in *.
  exists lux, luy, lwx, lwy. rewrite N9, N10, N7, N8. destruct if2; rewrite Q14, Q15, Q16, Qt2, Tc, N5, N6 in *.
  - rewrite N1, N2. rewrite Ta in *. rewrite Q4, Q5, Q6, Qt in *. destruct (f =? 1)%Z; eexists _, _, _, _; (split;
    [constructor;
    assumption |]);
      (split; [constructor; assumption |]);
      (split; [first [exact Qs | exact Q2] | split; [exact Q19 |]]);
      (split; [eassumption |]); (split; [eassumption |]); (split; [split; reflexivity |]); eexists _, _; (split;
        [constructor; reflexivity |
        eassumption]).
  - rewrite N3, N4. rewrite Tb in *. rewrite Q11, Q12, Q13, Qt1 in *. destruct (f =? 1)%Z; eexists _, _, _, _; (split;
    [constructor;
    assumption |]);
      (split; [constructor; assumption |]);
      (split; [first [exact Qs2 | exact Q9] | split; [exact Q19 |]]);
      (split; [eassumption |]); (split; [eassumption |]); (split; [split; reflexivity |]); eexists _, _; (split;
        [constructor; reflexivity |
        eassumption]).
Qed.

(* The filter as a whole, for a hit at an end: the walk, and the time if the estimate is sharp. *)
Theorem turning_hit_at_end_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end first last
    f low high guess step error nx ny :
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
  (gap = 0 \/ gap = 1)%Z -> (f = 2 \/ f = 3)%Z ->
  estimate_turning_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r f low high guess step error nx ny ->
  flt error (fmul (fconst 1 (-60)) guess) = true ->
  exists T, 0 < T < 1 /\ T < real high /\ (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) /\
    touch_at is_end c cm a am b bm R T /\ Rabs (T - (real guess + real step)) <= real error /\
    is_small_step step error /\
    (bpow radix2 (-200) < real guess -> T < real (fadd guess step) <= real high ->
      Rabs (real (fadd guess step) - (real guess + real step)) <= real error ->
      near_at is_end c cm a am b bm R (real (fadd guess step))).
Proof.
  intros V Valid E M0 M1 W. cbv zeta. intros G1 G0 G Hf H Sharp.
  destruct (walk_turning_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    V Valid E first last 3%Z f low high M0 M1 W G1 G0 G) as (_ & A & _).
  destruct (A eq_refl) as (Fl & Fh & L & H1 & Hit).
  destruct (sharp_estimate_is_step _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fl Fh
    (conj (proj1 L) (Rlt_le _ _ (proj2 L))) H1 H Sharp) as (_ & Gu & lux & luy & lwx & lwy & slope & nx' & ny' &
      turn & _ & _ & St & Falls & _).
  assert (F1 : (f =? 1)%Z = false) by (destruct Hf as [-> | ->]; reflexivity). rewrite F1 in St.
  assert (Ht : 0 <= real guess <= 1001 / 1000) by lra.
  destruct (step_at_end_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    V Valid Hf (proj1 L) Hit St Ht Falls Sharp) as (T & HT & Cl & To & Err & Small & Soon).
  exists T. split; [lra |]. split; [lra |]. split; [exact Cl |]. split; [exact To |]. split; [exact Err |].
  split; [exact Small |]. intros _ [TL _] N. exact (Soon _ TL N).
Qed.
