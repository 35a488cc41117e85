(* The time of a hit at an end of a wall that turns: step_at_end of src/turning/moving_time.h, after a walk.

   The walk says that the first contact lies between two times, at an end. If the slope of the step is negative and
   its bound below 2^-60 of the guess, the true time of that contact is within the bound of guess + step. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Bounded SweepErrors SweepTerms MovingGeometry MovingVectors
  MovingTurn MovingEnds MovingContact MovingAnswer ErrorFreeTerms Wide Terms_wide Terms_pair Terms_time Terms_moving
  Terms_turning TimeEndPlace MovingPlace MovingTimeEnd.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* A quadratic that is positive before a root falls there. *)
Lemma falls_at_root F s V x low : F + s * x + V * (x * x) = 0 -> low < x -> (forall y,
  low < y < x -> 0 < F + s * y + V * (y * y)) ->
  0 <= V -> s + 2 * (V * x) <= 0.
Proof.
  intros Root L Before V0. apply Rnot_lt_le. intros P. set (g := s + 2 * (V * x)) in *.
  set (d := Rmin ((x - low) / 2) (g / (2 * (V + 1)))).
  assert (D0 : 0 < g / (2 * (V + 1))).
  { unfold Rdiv. apply Rmult_lt_0_compat; [exact P |]. apply Rinv_0_lt_compat. lra. }
  assert (d0 : 0 < d) by (unfold d; apply Rmin_glb_lt; lra).
  assert (d1 : d <= (x - low) / 2) by apply Rmin_l. assert (d2 : d <= g / (2 * (V + 1))) by apply Rmin_r.
  specialize (Before (x - d) ltac:(lra)).
  assert (E : F + s * (x - d) + V * ((x - d) * (x - d)) = - d * g + V * (d * d)).
  { unfold g. replace (F + s * (x - d) + V * ((x - d) * (x - d))) with
      (F + s * x + V * (x * x) + (- d * (s + 2 * (V * x)) + V * (d * d))) by ring. rewrite Root. ring. }
  assert (Vd : V * d <= g / 2).
  { apply Rle_trans with ((V + 1) * (g / (2 * (V + 1)))).
    - apply Rmult_le_compat; lra.
    - right. field. lra. }
  assert (d * (V * d) <= d * (g / 2)) by (apply Rmult_le_compat_l; lra).
  assert (0 < d * g) by now apply Rmult_lt_0_compat. lra.
Qed.

(* A vector of the motion in double-doubles. *)
Lemma wide_vector_known p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy size X Y CX CY t hx hy lx ly :
  vector_motion_of_results p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy size
    -> motion ax ay cx cy size X Y CX CY ->
  X = real p0x - real q0x -> Y = real p0y - real q0y ->
  CX = displaced is_end (real p0x) (real p1x) - displaced is_end (real q0x) (real q1x) ->
  CY = displaced is_end (real p0y) (real p1y) - displaced is_end (real q0y) (real q1y) ->
  wide_vector_at_results p0x p0y q0x q0y p1x p1y q1x q1y is_end t hx hy lx ly -> finite lx -> finite ly
    -> Rabs (real t) <= 1001 / 1000 ->
  placed hx lx (X + real t * CX) 0 (Rabs (real ax) + Rabs (real cx)) /\
  placed hy ly (Y + real t * CY) 0 (Rabs (real ay) + Rabs (real cy)) /\ finite t.
Proof.
  intros H M EX EY ECX ECY W Fx Fy Ht. destruct M as [_ _ Fcx Fcy _ _ _ _ _ _]. unfold vector_motion_of_results in H.
  open H. destruct H. subst.
  unfold wide_vector_at_results in W. open W. destruct W.
  repeat match goal with A : pair_sum_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_sum_values _ _ _ _ _ _ _ _ A) as (? & ? & ? & ?); clear A end.
  match goal with A : pair_product_results _ _ _ _ _ _ _ _ |- _ => destruct (pair_product_values _ _ _ _ _ _ _ _ A)
    as (? & ? & ? & ?); clear A end.
  subst.
  destruct (vector_coordinate p0x q0x p1x q1x t is_end _ Fcx Fx (Rle_refl _) Ht) as [A1 (_ & _ & _ & _ & Ft)].
  destruct (vector_coordinate p0y q0y p1y q1y t is_end _ Fcy Fy (Rle_refl _) Ht) as [A2 _].
  rewrite !fsub_is_fadd in *. split; [| split; [| exact Ft]].
  - destruct is_end; exact A1.
  - destruct is_end; exact A2.
Qed.

Lemma nonneg_inverse_of_negative (y : D) : flt y (fconst 0 0) = true -> nonneg (fdiv (fconst 1 0) (fabs y)).
Proof.
  intros H. destruct y as [s | s | | s m e p].
  - exfalso. revert H. destruct s; vm_compute; discriminate.
  - destruct s; vm_compute; exact I || reflexivity.
  - exfalso. revert H. vm_compute. discriminate.
  - apply nonneg_inverse; [reflexivity |]. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
    apply flt_real in H; [| reflexivity | exact F0]. rewrite V0 in H. rewrite real_fabs. apply Rabs_pos_lt. lra.
Qed.

Section End.
Variables (p0x p0y q0x q0y p1x p1y q1x q1y : D) (is_end : bool) (ax ay cx cy es r cr wr t hx hy lx ly res : D) (R low T
  : R).
Let X := real p0x - real q0x.
Let Y := real p0y - real q0y.
Let CX := displaced is_end (real p0x) (real p1x) - displaced is_end (real q0x) (real q1x).
Let CY := displaced is_end (real p0y) (real p1y) - displaced is_end (real q0y) (real q1y).
Hypotheses (H : vector_motion_of_results p0x p0y q0x q0y p1x p1y q1x q1y is_end ax ay cx cy es) (M : motion ax ay cx cy
  es X Y CX CY)
  (Sr : size_in_range r) (HR : 0 <= R <= (1 + 2 * eps) * real r) (ER : R = real cr + real wr)
  (W : wide_vector_at_results p0x p0y q0x q0y p1x p1y q1x q1y is_end t hx hy lx ly)
  (Hres : residual_at_end_results hx hy lx ly cr wr res) (Ht : 0 <= real t <= 1001 / 1000).
Let slope := fmul (fconst 1 1) (fadd (fmul (fadd hx lx) cx) (fmul (fadd hy ly) cy)).
Let inv := fdiv (fconst 1 0) (fabs slope).
Let size := fadd es r.
Let step := fmul res inv.
Let error := fmul (fadd (fadd (fmul (fmul (fconst 1 (-94)) size) size) (fconst 1 (-560))) (fmul (fabs step) (fadd (fmul
  (fmul (fmul
  (fconst 1 1) (fconst 1 (-48))) size) size) (fmul (fmul (fconst 1 1) (fabs step)) (fadd (fmul cx cx) (fmul cy cy))))))
    inv.
Hypotheses (Falls : flt slope (fconst 0 0) = true) (Certain : flt error (fmul (fconst 1 (-60)) t) = true).
Let square y := (X + y * CX) * (X + y * CX) + (Y + y * CY) * (Y + y * CY).
Hypotheses (LT : low < T) (Root : square T = R * R) (Before : forall y, low < y < T -> R * R < square y).

(* All numbers are finite, and the vector is known. *)
Lemma end_vector_known : (finite error /\ finite step) /\ (finite hx /\ finite lx /\ finite hy /\ finite ly) /\
  placed hx lx (X + real t * CX) 0 (Rabs (real ax) + Rabs (real cx)) /\
  placed hy ly (Y + real t * CY) 0 (Rabs (real ay) + Rabs (real cy)) /\ finite t.
Proof.
  assert (Nc : forall n, (n = -94 \/ n = -560 \/ n = 1 \/ n = -48)%Z -> nonneg (fconst 1 n : D)).
  { intros n Hn. assert (C : finite (fconst 1 n : D) /\ real (fconst 1 n : D) = 1 * bpow radix2 n).
    { destruct Hn as [-> | [-> | [-> | ->]]]; apply const_value; reflexivity. }
    apply nonneg_of_real; [apply C |]. destruct C as [_ ->]. rewrite Rmult_1_l. apply bpow_ge_0. }
  pose proof (nonneg_inverse_of_negative _ Falls) as Ni. fold inv in Ni.
  assert (Nsize : nonneg size).
  { pose proof (M_range _ _ _ _ _ _ _ _ _ M) as Se. apply nonneg_fadd; apply nonneg_of_real; try apply Se; apply Sr. }
  assert (Ne : nonneg error).
  { unfold error. apply nonneg_fmul; [| exact Ni]. apply nonneg_fadd.
    - apply nonneg_fadd; [apply nonneg_fmul; [apply nonneg_fmul |]; auto | auto].
    - apply nonneg_fmul; [apply nonneg_fabs |]. apply nonneg_fadd.
      + apply nonneg_fmul; [apply nonneg_fmul; [apply nonneg_fmul |] |]; auto 6.
      + apply nonneg_fmul; [apply nonneg_fmul; [| apply nonneg_fabs] |]; auto 6. apply nonneg_fadd;
          apply nonneg_square. }
  pose proof (flt_finite _ _ Certain Ne) as Fe. destruct (fmul_finite _ _ Fe) as (Fa & _ & _).
  destruct (fadd_finite _ _ Fa) as (_ & F3 & _). destruct (fmul_finite _ _ F3) as (Fs & _ & _). apply fabs_finite in Fs.
  destruct (fmul_finite _ _ Fs) as (Fr & _ & _).
  destruct (residual_operands _ _ _ _ _ _ _ Hres Fr) as (Fhx & Flx & Fhy & Fly).
  assert (At : Rabs (real t) <= 1001 / 1000) by (rewrite Rabs_pos_eq; lra).
  destruct (wide_vector_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ X Y CX CY t hx hy lx ly H M eq_refl eq_refl eq_refl eq_refl W
    Flx Fly At)
    as (Px & Py & Ft).
  auto 10.
Qed.

Lemma step_to_end_known : Rabs (T - (real t + real step)) <= real error /\ is_small_step step error /\
  forall y, T < y -> Rabs (y - (real t + real step)) <= real error -> square y < R * R.
Proof.
  destruct end_vector_known as ((Fe & Fs) & (Fhx & Flx & Fhy & Fly) & Px & Py & Ft).
  assert (Both : Rabs ((T - real t) - real step) <= real error /\
    forall y, T - real t < y -> Rabs (y - real step) <= real error ->
      ((X + real t * CX) * (X + real t * CX) + (Y + real t * CY) * (Y + real t * CY) - R * R) +
        2 * ((X + real t * CX) * CX + (Y + real t * CY) * CY) * y + (CX * CX + CY * CY) * (y * y) < 0).
  2: { destruct Both as [A B]. split; [| split].
    - replace (T - (real t + real step)) with ((T - real t) - real step) by ring. exact A.
    - split; [exact Fs |]. split; [exact Fe |]. exact (step_is_small ax ay cx cy es r t hx hy lx ly res X Y CX CY R M
      Sr HR
        Fhx Flx Fhy Fly Px Py Ft Ht Falls Certain).
    - intros y Hy Ny. specialize (B (y - real t) ltac:(lra)).
      replace (y - real t - real step) with (y - (real t + real step)) in B by ring. specialize (B Ny). unfold square.
      lra. }
  apply (step_within_bound ax ay cx cy es r cr wr t hx hy lx ly res X Y CX CY R M Sr HR ER Fhx Flx Fhy Fly Px Py Ft Ht
    Hres Falls Certain).
  - unfold square in Root. lra.
  - apply (falls_at_root ((X + real t * CX) * (X + real t * CX) + (Y + real t * CY) * (Y + real t * CY) - R * R) _ _ _
      (low - real t)).
    + unfold square in Root. lra.
    + lra.
    + intros y Hy. specialize (Before (real t + y) ltac:(lra)). unfold square in Before. lra.
    + apply Rplus_le_le_0_compat; apply Rle_0_sqr.
Qed.
End End.

(* The first contact of a hit at an end has the time of the step, but for its bound. *)
Theorem step_at_end_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r f t step error slope nx ny turn low high :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  let c := point_of cx cy in let cm := point_of cmx cmy in let a := point_of ax ay in let am := point_of amx amy in
  let b := point_of bx by_ in let bm := point_of bmx bmy in let R := real cr + real wr in
  (f = 2 \/ f = 3)%Z -> 0 <= low -> first_hit is_end c cm a am b bm R f low high ->
  step_at_end_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end wxc wyc ws zxc zyc zs r f t
    step error slope nx ny turn ->
  0 <= real t <= 1001 / 1000 -> flt slope (fconst 0 0) = true -> flt error (fmul (fconst 1 (-60)) t) = true ->
  exists T, low < T < high /\ (forall y,
    0 < y < T -> clear_at is_end c cm a am b bm R y) /\ touch_at is_end c cm a am b bm R T /\
    Rabs (T - (real t + real step)) <= real error /\ is_small_step step error /\
    forall y, T < y -> Rabs (y - (real t + real step)) <= real error -> near_at is_end c cm a am b bm R y.
Proof.
  intros V Valid. cbv zeta. intros Hf Low Hit H Ht Falls Certain.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & T).
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & _ & _ & Sr & HR & _).
  destruct Hit as (T0 & HT & Before & [(k & Hk & Ek) Nearest] & Feat & _). exists T0. split; [exact HT |]. split;
    [exact Before |].
  split; [split; [exists k; auto | exact Nearest] |].
  unfold turning_vectors_of_results in V. open V. destruct V. subst.
  unfold step_at_end_results in H. open H. destruct H. subst.
  assert (Third : forall A B C C' : Prop, A /\ B /\ C -> (C -> C') -> A /\ B /\ C') by tauto.
  destruct Hf as [-> | ->]; cbv [Z.eqb Pos.eqb] in *.
  - destruct Feat as [[N _] | [[_ Wu] | [N _]]]; [discriminate N | | discriminate N].
    eapply Third; [eapply (step_to_end_known cx cy ax ay cmx cmy amx amy is_end) with (low := low);
      [eassumption | exact (T_w _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) |
      exact Sr | exact HR | reflexivity | eassumption | eassumption | exact Ht | exact Falls | exact Certain | lra | |]
        |].
    + pose proof (at_end_a _ _ _ Segment k ltac:(discriminate) Hk (Rlt_le _ _ Wu)) as L.
      match type of Ek with dist2_at ?C ?A ?B k = _ => rewrite <- (w2_is C A B) in L end. rewrite Ek in L.
      pose proof (Nearest 0 ltac:(lra)) as G. apply Rle_antisym.
      * eapply Rle_trans; [| eapply Rle_trans; [exact L |]]; right; unfold dist2_at, place, displaced; simpl; ring.
      * eapply Rle_trans; [| eapply Rle_trans; [exact G |]]; right; unfold dist2_at, place, displaced; simpl; ring.
    + intros y Hy. pose proof (Before y ltac:(lra) 0 ltac:(simpl; lra)) as G.
      eapply Rle_lt_trans; [| eapply Rlt_le_trans; [exact G |]]; right; unfold dist2_at, place, displaced; simpl; ring.
    + intros Soon y Hy Ny. specialize (Soon y Hy Ny). exists 0. split; [simpl; lra |].
    eapply Rle_lt_trans; [| eapply Rlt_le_trans; [exact Soon |]]; right;
      unfold dist2_at, place, displaced; simpl; ring.
  - destruct Feat as [[N _] | [[N _] | [_ Zu]]]; [discriminate N | discriminate N |].
    eapply Third; [eapply (step_to_end_known cx cy bx by_ cmx cmy bmx bmy is_end) with (low := low);
      [eassumption | exact (T_z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) |
      exact Sr | exact HR | reflexivity | eassumption | eassumption | exact Ht | exact Falls | exact Certain | lra | |]
        |].
    + pose proof (at_end_b _ _ _ k Hk (Rlt_le _ _ Zu)) as L.
      match type of Ek with dist2_at ?C ?A ?B k = _ => rewrite <- (z2_is C A B) in L end. rewrite Ek in L.
      pose proof (Nearest 1 ltac:(lra)) as G. apply Rle_antisym.
      * eapply Rle_trans; [| eapply Rle_trans; [exact L |]]; right; unfold dist2_at, place, displaced; simpl; ring.
      * eapply Rle_trans; [| eapply Rle_trans; [exact G |]]; right; unfold dist2_at, place, displaced; simpl; ring.
    + intros y Hy. pose proof (Before y ltac:(lra) 1 ltac:(simpl; lra)) as G.
      eapply Rle_lt_trans; [| eapply Rlt_le_trans; [exact G |]]; right; unfold dist2_at, place, displaced; simpl; ring.
    + intros Soon y Hy Ny. specialize (Soon y Hy Ny). exists 1. split; [simpl; lra |].
    eapply Rle_lt_trans; [| eapply Rlt_le_trans; [exact Soon |]]; right;
      unfold dist2_at, place, displaced; simpl; ring.
Qed.
