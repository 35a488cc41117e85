(* The contact point of any size as a whole: surface_point of src/rest/contact_integers.c with carom_careful_point
   where double-doubles are not sharp enough. Each coordinate is within an ulp of the true one, and exact if that is a
   double; it is never -0.

   Premises: what find_nearest gives (AnySizeNearest.v proves it), and that the integers of carom_exact_surface give
   each coordinate within 2^-57 of itself. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideDouble Geometry ContactFeature ContactGeometry
  ContactSpec MovingRoughShift MovingRoughWide ContactPointSteps AnySizeRound AnySizeNormal AnySizeEnd AnySizeNearest
  AnySizeContact AnySizeCoordinate AnySizePlace AnySizePoint AnySizeSurface.
From Carom Require Terms_wide Terms_any_surface.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_any_surface.surface_point_terms(surface_point_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* A number near x whose high part is the nearest double. *)
Definition is_near_coordinate (x : R) (h : D) e := exists l, is_good 850 h l /\ is_nearest_high h l /\
  Rabs (value h l e - x) <= b2 (-57) * Rabs x.

Lemma wide_to_double_is_not_minus_zero h e k g1 g2 d : wide_to_double_results h e k g1 g2 d -> d <> B754_zero true.
Proof.
  unfold wide_to_double_results. intros H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  match goal with E : d = _ |- _ => rewrite E end. apply plus_zero_is_not_minus_zero.
Qed.

Section Contact.
Variables cx cy ax ay bx by_ wr : D.
Variables n : Z.
Variable x : extent.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Hypothesis finite_points : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Hypothesis radius : finite wr /\ nonneg wr.
Hypothesis feature_right : is_feature x C A B n.
(* what find_nearest gives *)
Variables R : R.
Variables dh dl th tl kxh kxl kyh kyl nxh nxl nyh nyl : D.
Variables de te kxe kye nxe nye : Z.
Hypothesis nearest : nearest_found x n C A B R dh dl de th tl te nxh nxl nxe nyh nyl nye.
Hypothesis axis_point : is_axis_point n C A B kxh kxl kxe kyh kyl kye.
(* the normal, rounded *)
Variables nx ny j1 j2 : D.
Variables i1 i2 i3 i4 : bool.
Hypothesis nx_rounded : wide_to_double_results nxh nxe j1 i1 i2 nx.
Hypothesis ny_rounded : wide_to_double_results nyh nye j2 i3 i4 ny.
(* the point *)
Variables u1 u2 u3 u4 u5 u6 xh yh k1 k2 px' py' : D.
Variables xe ye : Z.
Variables s1 s2 : bool.
Hypothesis run : surface_point_results cx cy ax ay bx by_ wr n kxh kxl kxe kyh kyl kye nxh nxl nxe nyh nyl nye nx ny
  u1 u2 u3 u4 u5 u6 s1 s2 xh xe yh ye k1 k2 px' py'.
Variable N : point.
Hypothesis normal_is : (~ is_on_end n C A B -> N = normal_of n C A B) /\ (is_on_end n C A B -> N = left_normal A B).
Let PX := surface_x cx cy ax ay bx by_ wr n N.
Let PY := surface_y cx cy ax ay bx by_ wr n N.
Hypothesis integers : is_near_coordinate PX xh xe /\ is_near_coordinate PY yh ye.

Theorem contact_point_is_right : finite px' -> finite py' ->
  is_rounded_coordinate (real px') PX /\ is_rounded_coordinate (real py') PY.
Proof.
  destruct finite_points as (F1 & F2 & F3 & F4 & F5 & F6). destruct radius as (Fw & Pw).
  assert (Normal : is_near_normal N nxh nxl nxe nyh nyl nye /\ Rabs (px N) <= 1 /\ Rabs (py N) <= 1).
  { destruct normal_is as (N1 & N2). destruct nearest as [_ _ M1 M2 _ _].
    assert (Cases : ~ is_on_end n C A B \/ is_on_end n C A B).
    { unfold is_on_end. destruct (Z.eq_dec n 1); [left; tauto |].
      destruct (Req_dec (end_x n C A B) 0); [| left; tauto].
      destruct (Req_dec (end_y n C A B) 0); [right; auto | left; tauto]. }
    destruct Cases as [O | O].
    - rewrite (N1 O). split; [now apply M1 | apply normal_of_is_unit].
    - rewrite (N2 O). split; [now apply M2 | apply left_normal_is_unit]. }
  destruct Normal as (M & U1 & U2).
  destruct (normal_rounded _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M U1 U2 nx_rounded ny_rounded) as (_ & Rx & Ry).
  destruct axis_point as (a1 & a2 & w & Hw & Kx & Ky). destruct integers as ((lx & Gx & Hx & Ix) & (ly & Gy & Hy & Iy)).
  eapply surface_point_correct; [exact run | repeat split; assumption | split; assumption | split;
    [exact Kx | exact Ky] |
    exact Hw | split; assumption | exact M |].
  intros g1 g2 g3 g4 qx qy careful.
  eapply careful_point_correct; [exact careful | exact finite_points | | exact feature_right | exact normal_is |
    split; assumption |].
  - split; [exact Fw | now apply nonneg_real].
  - split; intros; eapply near_is_rounded_coordinate; eassumption.
Qed.

Theorem contact_point_is_not_minus_zero : px' <> B754_zero true /\ py' <> B754_zero true.
Proof.
  pose proof run as Q. unfold surface_point_results in Q. repeat match type of Q with ex _ => destruct Q as [? Q] end.
  destruct Q. rewrite E_result_x, E_result_y.
  match type of E_if1 with ?i = _ => destruct i end.
  - split; eapply wide_to_double_is_not_minus_zero; eassumption.
  - eapply careful_point_is_not_minus_zero. eassumption.
Qed.
End Contact.
