(* The normal of a hit on a wall that turns: estimate_turning of src/turning/moving_time.h, after a walk. At an end it
   is within 4.67 units of 2^-53 of the true one in each coordinate, on the side within 5.78.

   The true normal is that at the true time of the contact: from the axis to the centre, at right angles to the axis on
   the side. MovingNormalEnd.v and MovingNormalStep.v have the bounds. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry SweepGeometry Bounded SweepErrors SweepTerms MovingGeometry
  MovingVectors MovingTurn MovingEnds MovingSlopeReal MovingContact MovingAnswer ErrorFreeTerms Wide Terms_wide
  Terms_pair Terms_time Terms_moving Terms_turning TimeEndPlace TangentGapLine MovingPlace MovingTimeEnd MovingTime
  MovingSideParts MovingSideStep MovingSideLong MovingSideWalk MovingTimeSide MovingWalk MovingEstimate
  MovingEstimateSide TimeRound MovingNormalEnd MovingNormalStep.
From Carom Require ErrorFree.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Section Contact.
Variables (is_end : bool) (c cm a am b bm : point) (R : R).

(* The normal of a contact: a unit vector; from the end or, at right angles, from the axis it leads to the centre. *)
Definition is_turning_normal (f : Z) (T : Rdefinitions.R) (n : point) :=
  px n * px n + py n * py n = 1 /\
  (f = 1%Z -> px n * u_x is_end a am b bm T + py n * u_y is_end a am b bm T = 0 /\
    px n * w_x is_end c cm a am T + py n * w_y is_end c cm a am T = R) /\
  (f = 2%Z -> R * px n = w_x is_end c cm a am T /\ R * py n = w_y is_end c cm a am T) /\
  (f = 3%Z -> R * px n = z_x is_end c cm b bm T /\ R * py n = z_y is_end c cm b bm T).

(* There is one first contact. *)
Lemma first_contact_unique T1 T2 : 0 < T1 -> 0 < T2 ->
  (forall y, 0 < y < T1 -> clear_at is_end c cm a am b bm R y) -> touch_at is_end c cm a am b bm R T1 ->
  (forall y, 0 < y < T2 -> clear_at is_end c cm a am b bm R y) -> touch_at is_end c cm a am b bm R T2 -> T1 = T2.
Proof.
  assert (One : forall S T, 0 < S -> S < T -> touch_at is_end c cm a am b bm R S -> (forall y, 0 < y < T ->
    clear_at is_end c cm a am b bm R y) -> False).
  { intros S T S0 L [(k & Hk & Ek) _] Cl. pose proof (Cl S ltac:(lra) k Hk). lra. }
  intros P1 P2 C1 To1 C2 To2. destruct (Rtotal_order T1 T2) as [L | [E | L]]; [exfalso | exact E | exfalso].
  - exact (One T1 T2 P1 L To1 C2).
  - exact (One T2 T1 P2 L To2 C1).
Qed.
End Contact.

(* The square of the distance to the end at the first contact. *)
Lemma first_hit_at_end is_end c cm a am b bm R f low high T : 0 <= low ->
  first_hit is_end c cm a am b bm R f low high -> 0 < T ->
  (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) -> touch_at is_end c cm a am b bm R T ->
  (f = 2%Z -> w_x is_end c cm a am T * w_x is_end c cm a am T + w_y is_end c cm a am T * w_y is_end c cm a am T = R *
    R) /\
  (f = 3%Z -> z_x is_end c cm b bm T * z_x is_end c cm b bm T + z_y is_end c cm b bm T * z_y is_end c cm b bm T = R *
    R).
Proof.
  intros L0 (T0 & HT & Cl0 & To0 & Feat & _) P Cl To.
  assert (E : T0 = T) by (apply (first_contact_unique is_end c cm a am b bm R); auto; lra). subst T0.
  destruct To as [(k & Hk & Ek) Nearest].
  split; intros ->; destruct Feat as [[N Wu] | [[N Wu] | [N Wu]]]; try discriminate N.
  - pose proof (at_end_a _ _ _ Segment k ltac:(discriminate) Hk (Rlt_le _ _ Wu)) as L.
    match type of Ek with dist2_at ?C ?A ?B k = _ => rewrite <- (w2_is C A B) in L end. rewrite Ek in L.
    pose proof (Nearest 0 ltac:(lra)) as G. unfold w_x, w_y, Geometry.wx, Geometry.wy. unfold dist2_at in L, G. simpl
      in L, G.
    apply Rle_antisym; simpl; lra.
  - pose proof (at_end_b _ _ _ k Hk (Rlt_le _ _ Wu)) as L.
    match type of Ek with dist2_at ?C ?A ?B k = _ => rewrite <- (z2_is C A B) in L end. rewrite Ek in L.
    pose proof (Nearest 1 ltac:(lra)) as G. unfold z_x, z_y, Geometry.zx, Geometry.zy. unfold dist2_at in L, G. simpl
      in L, G.
    apply Rle_antisym; simpl; lra.
Qed.

(* Where the depth of the circle at an end exceeds a number, R is positive. *)
Lemma reach_is_positive (y r : D) : finite r -> 0 <= real r -> nonneg y -> flt y (fmul (fconst 1 (-4)) (fmul r r)) =
  true ->
  0 < real r.
Proof.
  intros Fr [P | Z] Ny H; [exact P | exfalso]. destruct r as [s | s | | s m e B]; try discriminate Fr.
  - assert (E : fmul (fconst 1 (-4)) (fmul (B754_zero s) (B754_zero s)) = (B754_zero false : D)) by (destruct s;
      vm_compute; reflexivity).
    rewrite E in H. pose proof (flt_finite _ _ H Ny) as Fy. apply flt_real in H; [| exact Fy | reflexivity].
    pose proof (nonneg_real _ Ny). unfold real in H at 2. simpl in H. lra.
  - symmetry in Z. unfold real in Z. simpl in Z. apply eq_0_F2R in Z. now destruct s.
Qed.

(* A vector over R, as a normal. *)
Lemma unit_over_reach X Y R : 0 < R -> X * X + Y * Y = R * R ->
  (X / R) * (X / R) + (Y / R) * (Y / R) = 1 /\ R * (X / R) = X /\ R * (Y / R) = Y.
Proof.
  intros P E. split; [| split; field; lra].
  replace (X / R * (X / R) + Y / R * (Y / R)) with ((X * X + Y * Y) / (R * R)) by (field; lra). rewrite E. field. lra.
Qed.

Section Steps.
Variables (cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy : D) (is_end : bool) (extent : Z).
Variables ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D.
Hypotheses (V : turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx
  wy wxc wyc ws zx zy zxc zyc zs r) (Valid : is_valid_turn_results cr wr extent us ws zs r true).
Let c := point_of cx cy.
Let cm := point_of cmx cmy.
Let a := point_of ax ay.
Let am := point_of amx amy.
Let b := point_of bx by_.
Let bm := point_of bmx bmy.
Let R := real cr + real wr.
Variables (t step error slope nx ny turn : D) (T : Rdefinitions.R).
Hypotheses (Falls : flt slope (fconst 0 0) = true) (Certain : flt error (fmul (fconst 1 (-60)) t) = true)
  (Turns : flt (fmul turn (fabs step)) (fconst 1 (-30)) = true) (Still : flt (fmul turn error) (fconst 1 (-57)) = true)
  (Near : Rabs (T - (real t + real step)) <= real error).

Theorem step_at_end_normal f : (f = 2 \/ f = 3)%Z ->
  step_at_end_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end wxc wyc ws zxc zyc zs r f t
    step error slope nx ny turn ->
  0 <= real t <= 1001 / 1000 -> 0 < real r ->
  (f = 2%Z -> w_x is_end c cm a am T * w_x is_end c cm a am T + w_y is_end c cm a am T * w_y is_end c cm a am T = R *
    R) ->
  (f = 3%Z -> z_x is_end c cm b bm T * z_x is_end c cm b bm T + z_y is_end c cm b bm T * z_y is_end c cm b bm T = R *
    R) ->
  exists n, is_turning_normal is_end c cm a am b bm R f T n /\ bpow radix2 (-290) <= R /\ finite nx /\ finite ny /\
    Rabs (real nx - px n) <= 467 / 100 * u53 /\ Rabs (real ny - py n) <= 467 / 100 * u53.
Proof.
  intros Hf H Ht r_pos C2 C3.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & Tu).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu) as (_ & _ & _ & Sr & HR & _).
  destruct (vectors_at is_end c cm a am b bm T) as (_ & _ & Ewx & Ewy & Ezx & Ezy).
  pose proof V as V'. unfold turning_vectors_of_results in V'. open V'. destruct V'. subst.
  unfold step_at_end_results in H. open H. destruct H. subst.
  fold c cm a am b bm R in HR. pose proof (bpow_gt_0 radix2 (-290)) as p290.
  destruct Hf as [-> | ->]; cbv [Z.eqb Pos.eqb] in *.
  - specialize (C2 eq_refl). rewrite Ewx, Ewy in C2.
    match goal with A : vector_motion_of_results cx cy ax ay _ _ _ _ _ _ _ _ _ _, W : wide_vector_at_results cx cy ax
      ay _ _ _ _ _ _
      _ _ _ _, Q : residual_at_end_results _ _ _ _ _ _ _ |- _ => rename A into Hw; rename W into Wd; rename Q into Hres
        end.
    destruct (end_vector_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hw (T_w _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _
      _ _ _ _ Tu) Sr Wd Hres Ht Falls Certain) as (_ & (Fhx & Flx & Fhy & Fly) & Px & Py & Ft).
    destruct (end_normal_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T (T_w _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ Tu) Sr HR r_pos Fhx Flx Fhy Fly Px Py Ft Ht Falls Certain Turns Still Near C2) as (R1 & F1 & F2 & E1 &
        E2).
    assert (Rp : 0 < R) by (unfold R; lra). destruct (unit_over_reach _ _ R Rp C2) as (U1 & U2 & U3).
    eexists (Point (_ / R) (_ / R)). unfold is_turning_normal. rewrite Ewx, Ewy. cbn [px py].
    split; [split; [exact U1 | split; [discriminate | split; [intros _; split; [exact U2 | exact U3] | discriminate]]]
      |].
    auto.
  - specialize (C3 eq_refl). rewrite Ezx, Ezy in C3.
    match goal with A : vector_motion_of_results cx cy bx by_ _ _ _ _ _ _ _ _ _ _, W : wide_vector_at_results cx cy bx
      by_ _ _ _ _ _ _
      _ _ _ _, Q : residual_at_end_results _ _ _ _ _ _ _ |- _ => rename A into Hz; rename W into Wd; rename Q into Hres
        end.
    destruct (end_vector_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hz (T_z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _
      _ _ _ _ Tu) Sr Wd Hres Ht Falls Certain) as (_ & (Fhx & Flx & Fhy & Fly) & Px & Py & Ft).
    destruct (end_normal_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T (T_z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ Tu) Sr HR r_pos Fhx Flx Fhy Fly Px Py Ft Ht Falls Certain Turns Still Near C3) as (R1 & F1 & F2 & E1 &
        E2).
    assert (Rp : 0 < R) by (unfold R; lra). destruct (unit_over_reach _ _ R Rp C3) as (U1 & U2 & U3).
    eexists (Point (_ / R) (_ / R)). unfold is_turning_normal. rewrite Ezx, Ezy. cbn [px py].
    split; [split; [exact U1 | split; [discriminate | split; [discriminate | intros _; split; [exact U2 | exact U3]]]]
      |].
    auto.
Qed.

Theorem step_at_side_normal side low high : 0 <= real low -> real high <= 1 ->
  side_falls us ws zs cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end side low high ->
  step_at_side_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wxc wyc ws r side t
    step error slope nx ny turn ->
  finite t -> real low <= real t <= real high -> 0 < T -> (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) ->
  touch_at is_end c cm a am b bm R T -> finite step -> finite error -> 28 * u53 * Rabs (real step) <= real error ->
  exists n, is_turning_normal is_end c cm a am b bm R 1 T n /\ bpow radix2 (-602) <=
    u_x is_end a am b bm (real t) * u_x is_end a am b bm (real t) + u_y is_end a am b bm (real t) * u_y is_end a am b bm
      (real t) /\ finite nx /\ finite ny /\
    Rabs (real nx - px n) <= 578 / 100 * u53 /\ Rabs (real ny - py n) <= 578 / 100 * u53.
Proof.
  intros L0 H1 (sign & T0 & S2 & [Fs Vs] & HT & Cl0 & To0 & Zero & _ & _ & _ & Long) H Ft Ht P Cl To Fst Fe Small.
  assert (E : T0 = T) by (apply (first_contact_unique is_end c cm a am b bm R); auto; lra). subst T0. clear Cl0 To0 Cl
    To.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & Tu).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu) as (Su & Sw & _ & Sr & HR & _).
  destruct (long_enough _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid (Long (real t) Ht))
    as [Big Far]. clear Long.
  destruct (vectors_at is_end c cm a am b bm T) as (Eux & Euy & Ewx & Ewy & _).
  destruct (vectors_at is_end c cm a am b bm (real t)) as (Et1 & Et2 & _).
  assert (Certain' : real error <= 101 / 100 * (u53 / 128)).
  { const_facts 1%Z (-60)%Z F60 V60. rewrite Rmult_1_l in V60.
    assert (Bg : Rabs (real (fconst 1 (-60) : D) * real t) <= bpow radix2 (-60)).
    { rewrite V60, Rabs_mult, (Rabs_pos_eq (bpow radix2 (-60))) by apply bpow_ge_0.
      rewrite <- (Rmult_1_r (bpow radix2 (-60))) at 2. apply Rmult_le_compat_l; [apply bpow_ge_0 |]. rewrite
        Rabs_pos_eq;
        lra. }
    destruct (ErrorFree.fmul_is_finite (fconst 1 (-60)) t (-60) ltac:(easy) F60 Ft Bg) as (Fm & _ & Lm).
    pose proof Certain as L. apply flt_real in L; [| exact Fe | exact Fm]. apply Rabs_le_inv in Lm.
    assert (P60 : bpow radix2 (-60) = u53 / 128) by (unfold Rdiv; change u53 with (bpow radix2 (-53));
      change (/ 128) with (bpow radix2 (-7)); now rewrite <- bpow_plus).
    lra. }
  pose proof V as V'. destruct Tu as [Mu Mw Mz _ _ _ _].
  unfold turning_vectors_of_results in V'. open V'. destruct V'.
  repeat match goal with A : ?v = ?w |- _ => is_var v; is_var w; subst w end. subst r.
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
    I : wide_vector_at_results _ _ _ _ _ _ _ _ _ _ ?hx ?hy ?lx ?ly,
    J : wide_vector_at_results _ _ _ _ _ _ _ _ _ _ ?whx ?why ?wlx ?wly |- _ =>
    rename A into M1; rename B into D1; rename I into WU; rename J into WW end.
  pose proof (motion_moves _ _ _ _ _ _ _ _ _ Mu) as Vu. pose proof (motion_moves _ _ _ _ _ _ _ _ _ Mw) as Vw.
  assert (Rr : 0 <= real (fadd cr wr) <= bpow radix2 200).
  { destruct Sr as [[_ B] P0]. rewrite Rabs_pos_eq in B by exact P0. split; assumption. }
  destruct (terms_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Vu Vw (proj1 (proj1 Sr)) Rr
    _ _ _ _ _ _ _ _ _ M1 D1 Falls Certain (proj1 (proj1 Su)) (proj1 (proj1 Sw)))
    as (_ & _ & _ & _ & _ & _ & _ & (Fhx & Fhy & Fulx & Fuly) & _).
  assert (At : Rabs (real t) <= 1001 / 1000) by (rewrite Rabs_pos_eq; lra).
  destruct (wide_vector_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ t _ _ _ _ Hu Mu eq_refl eq_refl eq_refl eq_refl WU
    Fulx Fuly At)
    as (Pux & Puy & _).
  pose proof Big as Big'. fold a am b bm in Big, Big', Far. rewrite Et1, Et2 in Big, Far.
  assert (Sg : is_sign (real side)) by (destruct (sign_cases _ S2) as [-> | ->]; [now left | now right]).
  destruct (side_normal_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T Mu Pux Puy Fhx Fhy Fulx Fuly ltac:(lra) Big Far Fs
    Sg
    Fst Fe Small Certain' Turns Still Near) as (n0 & F1 & F2 & E1 & E2).
  change (gap_of_side is_end c cm a am b bm R (real side) T = 0) in Zero. unfold gap_of_side, cross_at in Zero.
  rewrite Eux, Euy in Zero.
  match type of n0 with 0 < norm ?p ?q => set (X := p) in *; set (Y := q) in * end.
  change (norm _ _) with (norm X Y) in Zero. set (nt := norm X Y) in *.
  change (real side * (X * w_y is_end c cm a am T - Y * w_x is_end c cm a am T) - R * nt = 0) in Zero.
  assert (nn : nt * nt = X * X + Y * Y) by apply norm_square.
  exists (Point (- (real side * Y / nt)) (real side * X / nt)). cbn [px py].
  split; [| split; [exact Big' | auto]]. unfold is_turning_normal. cbn [px py]. rewrite Eux, Euy.
  change (px b - px a + T * (displaced is_end (px b) (px bm) - displaced is_end (px a) (px am))) with X.
  change (py b - py a + T * (displaced is_end (py b) (py bm) - displaced is_end (py a) (py am))) with Y.
  split; [| split; [| split; discriminate]].
  - replace (- (real side * Y / nt) * - (real side * Y / nt) + real side * X / nt * (real side * X / nt)) with
      (real side * real side * (X * X + Y * Y) / (nt * nt)) by (field; lra). rewrite S2, <- nn. field. lra.
  - intros _. split; [field; lra |]. apply Rmult_eq_reg_r with nt; [| lra].
    replace ((- (real side * Y / nt) * w_x is_end c cm a am T + real side * X / nt * w_y is_end c cm a am T) * nt) with
      (real side * (X * w_y is_end c cm a am T - Y * w_x is_end c cm a am T)) by (field; lra). lra.
Qed.
End Steps.

Lemma plus_zero (v : D) : finite v -> Rabs (real v) <= 2 -> finite (fadd v (fconst 0 0)) /\ real (fadd v (fconst 0 0))
  = real
  v.
Proof.
  intros F L. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  destruct (ErrorFree.fadd_is_finite v (fconst 0 0) 1 ltac:(easy) F F0) as (Fs & E & _).
  { rewrite V0, Rplus_0_r. exact L. }
  split; [exact Fs |]. rewrite E, V0, Rplus_0_r. apply rnd_of_format, real_in_format.
Qed.

(* The normal of the filter's hit. *)
Theorem turning_hit_normal cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r e_f e_p e_q e_a e_b gap passes_grazes decides_by_end first last
    f low high guess step error nx ny T :
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
  flt error (fmul (fconst 1 (-60)) guess) = true -> is_estimate guess step error T -> 0 < T ->
  (forall y, 0 < y < T -> clear_at is_end c cm a am b bm R y) -> touch_at is_end c cm a am b bm R T ->
  exists n, is_turning_normal is_end c cm a am b bm R f T n /\ (f = 1 \/ f = 2 \/ f = 3)%Z /\
    (bpow radix2 (-290) <= R \/ exists t, 0 <= t <= 1 /\ bpow radix2 (-602) <=
      u_x is_end a am b bm t * u_x is_end a am b bm t + u_y is_end a am b bm t * u_y is_end a am b bm t) /\
    finite nx /\ finite ny /\ Rabs (real nx - px n) <= 578 / 100 * u53 /\ Rabs (real ny - py n) <= 578 / 100 * u53.
Proof.
  intros V Valid E M0 M1 W. cbv zeta. intros G1 G0 G H Sharp Est P Cl To.
  destruct (walk_turning_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    V Valid E first last 3%Z f low high M0 M1 W G1 G0 G) as (_ & A & _).
  destruct (A eq_refl) as (Fl & Fh & L & H1 & Hit).
  assert (Hf : (f = 1 \/ f = 2 \/ f = 3)%Z).
  { destruct Hit as (t1 & _ & _ & _ & [[X _] | [[X _] | [X _]]] & _); auto. }
  destruct (sharp_estimate_is_step _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Fl Fh
    (conj (proj1 L) (Rlt_le _ _ (proj2 L))) H1 H Sharp) as (Fg & In & lux & luy & lwx & lwy & slope & nx' & ny' & turn
      & VU & VW & St & Falls & Turns & Still & [-> ->] & hux & huy & VH & Deep).
  assert (Done : forall n, (Rabs (px n) <= 1 /\ Rabs (py n) <= 1) -> finite nx' -> finite ny' ->
    Rabs (real nx' - px n) <= 578 / 100 * u53 -> Rabs (real ny' - py n) <= 578 / 100 * u53 ->
    finite (fadd nx' (fconst 0 0)) /\ finite (fadd ny' (fconst 0 0)) /\
    Rabs (real (fadd nx' (fconst 0 0)) - px n) <= 578 / 100 * u53 /\ Rabs (real (fadd ny' (fconst 0 0)) - py n) <= 578
      / 100
      * u53).
  { intros n [N1 N2] F1 F2 E1 E2.
    assert (B : forall v p, Rabs p <= 1 -> Rabs (v - p) <= 578 / 100 * u53 -> Rabs v <= 2).
    { intros v p Hp Hv. replace v with ((v - p) + p) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    destruct (plus_zero nx' F1 (B _ _ N1 E1)) as (F3 & E3). destruct (plus_zero ny' F2 (B _ _ N2 E2)) as (F4 & E4).
    rewrite E3, E4. auto. }
  assert (Unit : forall g x y, is_turning_normal is_end (point_of cx cy) (point_of cmx cmy) (point_of ax ay) (point_of
    amx
    amy) (point_of bx by_) (point_of bmx bmy) x g T y -> Rabs (px y) <= 1 /\ Rabs (py y) <= 1).
  { intros g x y (U & _). split; apply Rabs_le; nra. }
  destruct (sum_is guess step error T Est) as (Fsum & _ & _ & [sum0 _] & _).
  assert (Nsum : nonneg (fmul (fconst 1 (-52)) (fadd guess step))).
  { const_facts 1%Z (-52)%Z F52 V52. apply nonneg_fmul; apply nonneg_of_real; auto; [rewrite V52, Rmult_1_l; apply
      bpow_ge_0 | lra]. }
  destruct Est as [_ Fst Fe Rg _ _ Near]. destruct Hf as [-> | Hf].
  - (* the side *)
    destruct (turning_hit_on_side_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _
      _ _ _ _ _ _ _ _ _ V Valid E M0 M1 W G1 G0 G H Sharp) as (_ & _ & _ & _ & _ & _ & (_ & _ & Small) & _).
    pose proof (hit_piece_of_walk _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      V Valid E first last 1%Z low high M0 M1 W G1 G0 G) as Pc.
    pose proof (side_of_hit_piece _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      V Valid E low high lux luy lwx lwy Pc VU VW) as Side.
    cbv [Z.eqb Pos.eqb] in St.
    destruct (step_at_side_normal _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid _ _ _ _ _ _ _
      T
      Falls Sharp Turns Still Near _ low high (proj1 L) H1 Side St Fg In P Cl To Fst Fe Small) as (n & N & Big & F1 &
        F2 &
        E1 & E2).
    exists n. split; [exact N |]. split; [auto |]. split; [right; exists (real guess); split; [lra | exact Big] |].
    apply Done; auto. exact (Unit _ _ _ N).
  - destruct (first_hit_at_end _ _ _ _ _ _ _ _ f (real low) (real high) T (proj1 L) Hit P Cl To) as [C2 C3].
    assert (F1 : (f =? 1)%Z = false) by (destruct Hf as [-> | ->]; reflexivity). rewrite F1 in St, Deep.
    destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
      as (_ & _ & _ & _ & _ & _ & Tu).
    destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Tu) as (_ & _ & _ & Sr & _).
    assert (r_pos : 0 < real r).
    { exact (reach_is_positive _ r (proj1 (proj1 Sr)) (proj2 Sr) (nonneg_fmul _ _ (nonneg_fabs _) Nsum) Deep). }
    destruct (step_at_end_normal _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid _ _ _ _ _ _ _ T
      Falls Sharp Turns Still Near f Hf St ltac:(lra) r_pos C2 C3) as (n & N & RL & F2 & F3 & E1 & E2).
    exists n. split; [exact N |]. split; [auto |]. split; [left; exact RL |].
    apply Done; auto; [exact (Unit _ _ _ N) | lra | lra].
Qed.
