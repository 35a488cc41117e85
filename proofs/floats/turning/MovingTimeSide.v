(* The time of a hit on the side of a wall that turns: step_at_side of src/turning/moving_time.h, after a walk.

   The walk says that the gap falls through 0 between two times, at the side. If the slope of the step is negative, its
   bound below 2^-60 of the guess and the turn within the step small, that time is within the bound of guess + step. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry SweepGeometry Bounded SweepErrors SweepTerms MovingGeometry
  MovingVectors MovingTurn MovingEnds MovingSlopeReal MovingContact MovingAnswer ErrorFreeTerms Wide Terms_wide
  Terms_pair Terms_moving Terms_turning TimeEndPlace TangentGapLine MovingPlace MovingTimeEnd MovingTime MovingSideParts
  MovingSideStep MovingSideLong MovingSideWalk.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation u53 := (/ 9007199254740992).

(* The gap of the step is that of the wall. *)
Lemma gap_after_is is_end c cm a am b bm R side t y :
  gap_after side t (px b - px a) (py b - py a) (displaced is_end (px b) (px bm) - displaced is_end (px a) (px am))
    (displaced is_end (py b) (py bm) - displaced is_end (py a) (py am)) (px c - px a) (py c - py a)
    (displaced is_end (px c) (px cm) - displaced is_end (px a) (px am))
    (displaced is_end (py c) (py cm) - displaced is_end (py a) (py am)) R y =
  gap_of_side is_end c cm a am b bm R (real side) (real t + y).
Proof.
  unfold gap_of_side, gap_after, cross_at.
  destruct (vectors_at is_end c cm a am b bm (real t + y)) as (-> & -> & -> & -> & _).
  match goal with |- _ - R * norm ?x ?y = _ - R * norm ?X ?Y => replace x with X by ring; replace y with Y by ring end.
  ring.
Qed.

(* Where the side is certain, |u|^2 is not small. *)
Lemma long_enough cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r N :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  14 * eps * (real us * (real ws + real zs)) + bpow radix2 (-600) / 2 <= N ->
  bpow radix2 (-602) <= N /\ 12 * u53 * (real us * real us) <= N.
Proof.
  intros V Valid Long.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & Tu).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu) as (Su & Sw & Sz & _).
  destruct Tu as [Mu Mw Mz _ _ _ _]. unfold turning_vectors_of_results in V. open V. destruct V.
  repeat match goal with A : ?v = ?w |- _ => is_var v; is_var w; subst w end.
  match goal with A : vector_motion_of_results bx _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ => rename A into Hu end.
  pose proof (size_of_u_at_most _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Mu Mw Mz) as Sum.
  specialize (Sum ltac:(simpl; ring) ltac:(simpl; ring) ltac:(simpl; ring) ltac:(simpl; ring) (size_upper _ _ _ _ _ _ _
    _ _ _ _ _ _ _ Hu Su)).
  assert (us0 : 0 <= real us) by apply Su. rewrite u_double in *.
  assert (uw : 0 <= real us * (real ws + real zs)) by (apply Rmult_le_pos; [exact us0 |]; pose proof (proj2 Sw);
    pose proof (proj2 Sz); lra).
  pose proof (bpow_gt_0 radix2 (-600)) as h600.
  assert (P602 : bpow radix2 (-602) = / 4 * bpow radix2 (-600)) by (change (/ 4) with (bpow radix2 (-2));
    rewrite <- bpow_plus; reflexivity).
  assert (uu : real us * real us <= 101 / 100 * (real us * (real ws + real zs))).
  { replace (101 / 100 * (real us * (real ws + real zs))) with (real us * (101 / 100 * (real ws + real zs))) by ring.
    apply Rmult_le_compat_l; assumption. }
  split; lra.
Qed.

Theorem step_at_side_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r side t step error slope nx ny turn low high :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  0 <= real low -> real high <= 1 -> side_falls us ws zs cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end side
    low high ->
  step_at_side_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wxc wyc ws r side t
    step error slope nx ny turn ->
  finite t -> real low <= real t <= real high -> flt slope (fconst 0 0) = true ->
  flt error (fmul (fconst 1 (-60)) t) = true -> flt (fmul turn (fabs step)) (fconst 1 (-30)) = true ->
  flt (fmul turn error) (fconst 1 (-57)) = true ->
  exists T, real low < T < real high /\ (forall y,
    0 < y < T -> clear_at is_end c cm a am b bm R y) /\ touch_at is_end c cm a am b bm R T /\
    Rabs (T - (real t + real step)) <= real error /\ is_small_step step error /\
    bpow radix2 (-502) <= - real slope /\ forall y, T < y <= real high -> Rabs (y - (real t + real step)) <= real error
      ->
      - real slope * real error < R * norm (u_x is_end a am b bm y) (u_y is_end a am b bm y) ->
      near_at is_end c cm a am b bm R y.
Proof.
  intros V Valid. cbv zeta. intros L0 H1 (sign & T & S2 & [Fs Vs] & HT & Cl & To & Zero & Before & After & Near & Long)
    H Ft
    Ht Falls
    Certain Turns Still.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & C0 & W0 & _ & Tu).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu) as (Su & Sw & Sz & Sr & HR & ER).
  exists T. split; [exact HT |]. split; [exact Cl |]. split; [exact To |].
  destruct (long_enough _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid (Long (real t) Ht))
    as [Big Far]. clear Long.
  destruct Tu as [Mu Mw Mz _ _ _ _].
  unfold turning_vectors_of_results in V. open V. destruct V.
  repeat match goal with A : ?v = ?w |- _ => is_var v; is_var w; subst w end. subst.
  match goal with A : vector_motion_of_results bx _ _ _ _ _ _ _ _ _ _ _ _ _,
    B : vector_motion_of_results cx _ ax _ _ _ _ _ _ _ _ _ _ _ |- _ => rename A into Hu; rename B into Hw end.
  unfold step_at_side_results in H. open H. destruct H.
  repeat match goal with A : pair_product_results _ _ _ _ _ _ _ _ |- _ => destruct (pair_product_values _ _ _ _ _ _ _ _
    A)
    as (? & ? & ? & ?); clear A end.
  repeat match goal with A : wide_of_sum_results _ _ _ _ _ |- _ => destruct (wide_of_sum_values _ _ _ _ _ A)
    as (? & ? & _); clear A end.
  subst.
  match goal with
  | A : pair_mul_results ?hx ?hy ?lx ?ly ?why ?whx ?wly ?wlx _ _ _ _, B : difference_of_pair_results _ _ _ _ _ _ _,
    C : pair_mul_results ?hx ?hy ?lx ?ly ?hx ?hy ?lx ?ly _ _ _ _, G : sum_of_pair_results _ _ _ _ _ _ _,
    I : wide_vector_at_results _ _ _ _ _ _ _ _ _ _ ?hx ?hy ?lx ?ly,
    J : wide_vector_at_results _ _ _ _ _ _ _ _ _ _ ?whx ?why ?wlx ?wly |- _ =>
    rename A into M1; rename B into D1; rename C into M2; rename G into D2; rename I into WU; rename J into WW end.
  pose proof (motion_moves _ _ _ _ _ _ _ _ _ Mu) as Vu. pose proof (motion_moves _ _ _ _ _ _ _ _ _ Mw) as Vw.
  assert (Rr : 0 <= real (fadd cr wr) <= bpow radix2 200).
  { destruct Sr as [[_ B] P]. rewrite Rabs_pos_eq in B by exact P. split; assumption. }
  destruct (terms_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Vu Vw (proj1 (proj1 Sr)) Rr
    _ _ _ _ _ _ _ _ _ M1 D1 Falls Certain (proj1 (proj1 Su)) (proj1 (proj1 Sw)))
    as (_ & _ & _ & _ & _ & _ & _ & (_ & _ & Fulx & Fuly) & (_ & _ & Fwlx & Fwly)).
  assert (At : Rabs (real t) <= 1001 / 1000) by (rewrite Rabs_pos_eq; lra).
  destruct (wide_vector_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ t _ _ _ _ Hu Mu eq_refl eq_refl eq_refl eq_refl WU
    Fulx Fuly At)
    as (Pux & Puy & _).
  destruct (wide_vector_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ t _ _ _ _ Hw Mw eq_refl eq_refl eq_refl eq_refl WW
    Fwlx Fwly At)
    as (Pwx & Pwy & _).
  set (a := point_of ax ay) in *. set (am := point_of amx amy) in *. set (b := point_of bx by_) in *.
  set (bm := point_of bmx bmy) in *. set (c := point_of cx cy) in *. set (cm := point_of cmx cmy) in *.
  pose proof (gap_after_is is_end c cm a am b bm (real cr + real wr) side t) as Gap.
  pose proof (vectors_at is_end c cm a am b bm (real t)) as (Et1 & Et2 & _).
  rewrite Et1, Et2 in Big, Far. clear Et1 Et2. rewrite u_double in *.
  assert (Sg : is_sign (real side)) by (destruct (sign_cases _ S2) as [-> | ->]; [now left | now right]).
  assert (Ht' : 0 <= real t <= 1001 / 1000) by lra.
  assert (Rn : Rabs (real (fadd cr wr) - (real cr + real wr)) <= 101 / 100 * u53 * real (fadd cr wr)).
  { eapply Rle_trans; [exact ER |]. assert (u53 * (real cr + real wr) <= u53 * ((1 + 2 * u53) * real (fadd cr wr))) by
      (apply Rmult_le_compat_l; lra). lra. }
  destruct (step_within_side_bound _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (real cr + real
    wr) Vu Vw
    (M_cx _ _ _ _ _ _ _ _ _ Mu) (M_cy _ _ _ _ _ _ _ _ _ Mu) (M_cx _ _ _ _ _ _ _ _ _ Mw) (M_cy _ _ _ _ _ _ _ _ _ Mw)
    (proj1 (proj1 Sr)) Fs Rr Rn eq_refl (proj1 HR) Sg Pux Puy Pwx Pwy Ft Ht' Big Far
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ M1 D1 M2 D2 Falls Certain Turns Still (proj1 (proj1 Su)) (proj1 (proj1 Sw))
    (real low - real t) (real high - real t) (T - real t)) as (A & Small & Steep & B).
  - lra.
  - lra.
  - rewrite Gap. replace (real t + (T - real t)) with T by ring. exact Zero.
  - intros y Hy. rewrite Gap. apply Before. lra.
  - intros y Hy. rewrite Gap. apply After. lra.
  - split; [| split; [exact Small | split; [exact Steep |]]].
    { match goal with |- Rabs (_ - (_ + ?s)) <= _ => replace (T - (real t + s)) with ((T - real t) - s) by ring end.
      exact A. }
    intros y Hy Ny Deep. specialize (B (y - real t)).
    match type of Ny with Rabs (_ - (_ + ?s)) <= _ => replace (y - real t - s) with (y - (real t + s)) in B by ring end.
    specialize (B Ny). rewrite Gap in B. replace (real t + (y - real t)) with y in B by ring.
    pose proof (After y ltac:(lra)) as Neg.
    destruct (within_side is_end c cm a am b bm (real cr + real wr) (proj1 HR) y (Near y ltac:(lra))) as (N & _).
    apply N.
    unfold gap_of_side in B, Neg. destruct (sign_cases _ S2) as [Es | Es]; rewrite Es in B, Neg; apply Rabs_def1; lra.
Qed.
