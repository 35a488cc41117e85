(* The time of a sweep against a wall that turns, where it hits the side: estimate_turning of src/turning/moving_time.h
   after walk_turning of src/turning/moving_filter.h.

   The walk gives the piece of time in which the gap falls through 0. If the estimate is sharp, the true time of the
   first contact is within its error of guess + step. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require TimeRound.
From Carom Require Import Model Operations Geometry Bounded SweepErrors SweepTerms MovingGeometry MovingTurn
  MovingContact MovingAnswer Terms_time Terms_moving Terms_turning MovingVectors MovingEnds MovingTimeEnd MovingWalk
  MovingEstimate MovingDepth MovingSideParts MovingSideResidual MovingTrendSide MovingSideLong MovingSideWalk
  MovingTimeSide.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Theorem turning_hit_on_side_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end first last
    low high guess step error nx ny :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true -> errors_of_results us ws zs r e_f e_p e_q e_a e_b ->
  is_moment ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r (fconst 0 0) first ->
  is_moment ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r (fconst 1 0) last ->
  walks ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end
    first [last] 3 1 low high ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  (gap = 1%Z -> clear_at is_end c cm a am b bm R 0) -> (gap = 0%Z -> touch_at is_end c cm a am b bm R 0 /\ 0 < R) ->
  (gap = 0 \/ gap = 1)%Z ->
  estimate_turning_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r 1 low high guess step error nx ny ->
  flt error (fmul (fconst 1 (-60)) guess) = true ->
  exists T, 0 < T < 1 /\ T < real high /\ (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) /\
    touch_at is_end c cm a am b bm R T /\ Rabs (T - (real guess + real step)) <= real error /\
    is_small_step step error /\
    (bpow radix2 (-200) < real guess -> T < real (fadd guess step) <= real high ->
      Rabs (real (fadd guess step) - (real guess + real step)) <= real error ->
      near_at is_end c cm a am b bm R (real (fadd guess step))).
Proof.
  intros V Valid E M0 M1 W. cbv zeta. intros G1 G0 G H Sharp.
  pose proof (hit_piece_of_walk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    V Valid E first last 1%Z low high M0 M1 W G1 G0 G) as P.
  assert (B : finite low /\ finite high /\ 0 <= real low < real high /\ real high <= 1).
  { destruct P as (l & h & _ & _ & _ & Fl & _ & Fh & _ & L & H1 & _). auto. }
  destruct B as (Fl & Fh & L & H1).
  destruct (sharp_estimate_is_step _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fl Fh
    (conj (proj1 L) (Rlt_le _ _ (proj2 L))) H1 H Sharp) as (Fg & In & lux & luy & lwx & lwy & slope & nx' & ny' & turn
      & VU & VW & St & Falls & Turns & Still & _ &
    hux & huy & VH & Deep).
  cbv [Z.eqb Pos.eqb] in St, Deep.
  pose proof (side_of_hit_piece _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    V Valid E low high lux luy lwx lwy P VU VW) as Side.
  destruct (step_at_side_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    V Valid (proj1 L) H1 Side St Fg In Falls Sharp Turns Still) as (T & HT & Cl & To & Err & Small & Steep & Soon).
  exists T. split; [lra |]. split; [lra |]. split; [exact Cl |]. split; [exact To |]. split; [exact Err |].
  split; [exact Small |]. intros G200 [TL TH] N. apply Soon; [lra | exact N |].
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & Tu).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu) as (Su & _ & _ & Sr & HR & ER).
  assert (Sharp' : is_sharp_results guess error true).
  { constructor. rewrite Sharp, andb_true_r. symmetry. const_facts 1%Z (-200)%Z F2 V2. rewrite Rmult_1_l in V2.
    apply flt_of_real; [exact F2 | exact Fg | rewrite V2; exact G200]. }
  destruct (TimeRound.sharp_error guess error Sharp' Fg (proj1 (proj2 Small))) as [E59 _].
  pose proof (sum_finite guess step error Fg Small ltac:(lra) E59) as Fs.
  destruct Side as (sign & T' & _ & _ & HT' & _ & _ & _ & _ & _ & _ & Long).
  assert (Hi : real low <= real (fadd guess step) <= real high) by lra.
  destruct (long_enough _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid (Long _ Hi)) as [Big
    Far].
  set (a := point_of ax ay) in *. set (am := point_of amx amy) in *. set (b := point_of bx by_) in *.
  set (bm := point_of bmx bmy) in *. set (c := point_of cx cy) in *. set (cm := point_of cmx cmy) in *.
  destruct Tu as [Mu _ _ _ _ _ _].
  pose proof (close_at_time _ _ _ _ _ _ _ _ _ Mu _ _ _ Fs ltac:(lra) VH) as Close.
  pose proof (moves_norm _ _ _ _ _ _ _ _ _ _ _ (motion_moves _ _ _ _ _ _ _ _ _ Mu) (real (fadd guess step)) ltac:(lra))
    as Un.
  pose proof (vectors_at is_end c cm a am b bm (real (fadd guess step))) as (Et1 & Et2 & _).
  rewrite <- Et1, <- Et2 in Close, Un.
  destruct (length_not_small (real us) _ _ (u_x is_end a am b bm (real (fadd guess step)))
    (u_y is_end a am b bm (real (fadd guess step))) (proj2 Su) Big Far) as (n1 & _ & n2 & _); [| exact Un |].
  { rewrite !Rminus_diag_eq by reflexivity. rewrite Rabs_R0. pose proof (bpow_ge_0 radix2 (-959)).
    assert (0 <= real us) by apply Su. lra. }
  assert (Fsl : finite slope).
  { pose proof (bpow_gt_0 radix2 (-502)) as p. unfold real in Steep. destruct slope; try reflexivity; exfalso;
      simpl B2R in Steep; lra. }
  apply (depth_exceeds_error slope guess step error r hux huy us _ _ (real cr + real wr) Fsl); auto; try lra.
  pose proof (bpow_gt_0 radix2 (-502)). lra.
Qed.
