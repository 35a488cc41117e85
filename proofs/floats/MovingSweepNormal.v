(* The normal of a hit on a wall that turns: estimate_turning of src/exact/moving_time.h, after a walk. At an end it is
   within 4.67 units of 2^-53 of the true one in each coordinate, on the side within 5.78.

   The true normal is that at the true time of the contact: from the axis to the centre, at right angles to the axis on
   the side. MovingNormalEnd.v and MovingNormalStep.v have the bounds. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry SweepGeometry Bounded SweepErrors SweepTerms MovingGeometry
  MovingVectors MovingTurn MovingEnds MovingSlopeReal MovingContact MovingAnswer ErrorFreeTerms Wide Terms_wide
  Terms_pair Terms_time Terms_moving Terms_turning TimeEndPlace TangentGapLine MovingPlace MovingTimeEnd MovingTime
  MovingSideParts MovingSideStep MovingSideLong MovingSideWalk MovingTimeSide MovingWalk MovingEstimate MovingNormalEnd
  MovingNormalStep.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Section Contact.
Variables (is_end : bool) (c cm a am b bm : point) (R : R).

(* The normal of a contact: a unit vector; from the end or, at right angles, from the axis it leads to the centre. *)
Definition is_contact_normal (f : Z) (T : Rdefinitions.R) (n : point) :=
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
  (f = 2%Z -> w_x is_end c cm a am T * w_x is_end c cm a am T + w_y is_end c cm a am T * w_y is_end c cm a am T = R * R) /\
  (f = 3%Z -> z_x is_end c cm b bm T * z_x is_end c cm b bm T + z_y is_end c cm b bm T * z_y is_end c cm b bm T = R * R).
Proof.
  intros L0 (T0 & HT & Cl0 & To0 & Feat & _) P Cl To.
  assert (E : T0 = T) by (apply (first_contact_unique is_end c cm a am b bm R); auto; lra). subst T0.
  destruct To as [(k & Hk & Ek) Nearest].
  split; intros ->; destruct Feat as [[N Wu] | [[N Wu] | [N Wu]]]; try discriminate N.
  - pose proof (at_end_a _ _ _ Segment k ltac:(discriminate) Hk (Rlt_le _ _ Wu)) as L.
    match type of Ek with dist2_at ?C ?A ?B k = _ => rewrite <- (w2_is C A B) in L end. rewrite Ek in L.
    pose proof (Nearest 0 ltac:(lra)) as G. unfold w_x, w_y, Geometry.wx, Geometry.wy. unfold dist2_at in L, G. simpl in L, G.
    apply Rle_antisym; simpl; lra.
  - pose proof (at_end_b _ _ _ k Hk (Rlt_le _ _ Wu)) as L.
    match type of Ek with dist2_at ?C ?A ?B k = _ => rewrite <- (z2_is C A B) in L end. rewrite Ek in L.
    pose proof (Nearest 1 ltac:(lra)) as G. unfold z_x, z_y, Geometry.zx, Geometry.zy. unfold dist2_at in L, G. simpl in L, G.
    apply Rle_antisym; simpl; lra.
Qed.

(* Where the depth of the circle at an end exceeds a number, R is positive. *)
Lemma reach_is_positive (y r : D) : finite r -> 0 <= real r -> nonneg y -> flt y (fmul (fconst 1 (-4)) (fmul r r)) = true ->
  0 < real r.
Proof.
  intros Fr [P | Z] Ny H; [exact P | exfalso]. destruct r as [s | s | | s m e B]; try discriminate Fr.
  - assert (E : fmul (fconst 1 (-4)) (fmul (B754_zero s) (B754_zero s)) = (B754_zero false : D)) by (destruct s;
      vm_compute; reflexivity).
    rewrite E in H. pose proof (flt_finite _ _ H Ny) as Fy. apply flt_real in H; [| exact Fy | reflexivity].
    pose proof (nonneg_real _ Ny). unfold real in H at 2. simpl in H. lra.
  - symmetry in Z. unfold real in Z. simpl in Z. apply eq_0_F2R in Z. now destruct s.
Qed.
