(* carom_circle_contact and the signed distance of src/rest/contact.c: every number of a contact of ordinary size
   keeps what include/carom/contact.h promises. Results of code for any size stay what that code returns. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactDepth ContactEnd ContactSideDepth ContactLevel ContactMeasure ContactMeasured ContactNormal
  ContactFast ContactSpec ContactPointSteps ContactPoint ContactPointSide ContactLevelNumbers ContactAlongRounded
  ContactPushOut.
From Carom Require Terms_contact Terms_public.
Import Terms_contact.fast_vectors_of_terms(fast_vectors_of_results).
Import Terms_contact.measure_fast_terms(measure_fast_results).
Import Terms_contact.fast_normal_terms(fast_normal_results).
Import Terms_contact.fast_point_terms(fast_point, fast_point_results).
Import Terms_public.carom_circle_contact_terms(carom_circle_contact, carom_circle_contact_results).
Import Terms_public.carom_circle_signed_distance_terms(carom_circle_signed_distance,
  carom_circle_signed_distance_results).
Import Terms_public.carom_circle_distance_terms(carom_circle_distance, carom_circle_distance_results).

Open Scope R_scope.

Lemma point_is_not_minus_zero n level t trest spread uhx uhy ulx uly dhx dhy dlx dly length lrest inverse cx cy ax ay bx
  by_ wr result X Y :
  fast_point_results n level t trest spread uhx uhy ulx uly dhx dhy dlx dly length lrest inverse cx cy ax ay bx by_ wr
    result X Y ->
  X <> B754_zero true /\ Y <> B754_zero true.
Proof.
  intros H. unfold fast_point_results in H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  rewrite E_point_x_2, E_point_y_2, E_point_x, E_point_y, E_point_x_1, E_point_y_1.
  destruct level; split; apply plus_zero_is_not_minus_zero.
Qed.

(* A rounded difference is 0 only if the difference is. *)
Lemma difference_not_zero (v w : F double) : finite (fsub v w) -> feq (fsub v w) (fconst 0 0) = false ->
  real v - real w <> 0.
Proof.
  intros F H Z. destruct (fsub_finite _ _ F) as (_ & _ & E). rewrite Z, rnd_zero in E. rewrite feq_zero_true in H;
    [discriminate | exact F | exact E].
Qed.

(* What is promised of normal and point, and of the parameter of each feature. *)
Record are_numbers (x : extent) (n : Z) (c a b : point) (wr : R) (v nx ny X Y careful_x careful_y : F double) : Prop :=
  {
  along_finite : finite v;
  along_side : n = 1%Z -> is_parameter x (real v) (along_of n c a b) (sqrt (w2 c a) / sqrt (len2 a b));
  along_end : n <> 1%Z -> real v = along_of n c a b;
  normal_finite : finite nx /\ finite ny;
  normal_near : Rabs (real nx - px (normal_of n c a b)) <= bpow radix2 (-52) /\
    Rabs (real ny - py (normal_of n c a b)) <= bpow radix2 (-52);
  point_near : (X = careful_x /\ Y = careful_y) \/
    (finite X /\ finite Y /\ is_rounded_coordinate (real X) (px (surface_of n c a b wr)) /\
     is_rounded_coordinate (real Y) (py (surface_of n c a b wr)) /\ X <> B754_zero true /\ Y <> B754_zero true) }.

Section Contact.
Variables cx cy r ax ay bx by_ wr any_along any_x any_y any_nx any_ny any_depth careful_x careful_y : F double.
Variables number any_relation any_feature asked relation feature : Z.
Variables along X Y nx ny depth : F double.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= number)%Z.
Hypothesis run : carom_circle_contact_results cx cy r ax ay bx by_ wr number any_relation any_feature any_along any_x
  any_y any_nx any_ny any_depth
  asked careful_x careful_y relation feature along X Y nx ny depth.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let R := real r + real wr.

(* The results that begin with any_ are those of carom_contact_of_any_size, asked is that of carom_circle_relate, and
   careful_ are those of carom_careful_point. *)
Theorem contact_is_right :
  (relation = any_relation /\ feature = any_feature /\ along = any_along /\ X = any_x /\ Y = any_y /\ nx = any_nx /\
    ny = any_ny /\ depth = any_depth) \/
  exists x q,
  number = extent_number x /\ finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  (finite r /\ 0 <= real r) /\ (finite wr /\ 0 <= real wr) /\ is_feature x C A B feature /\ is_distance x C A B q /\
  finite depth /\ (0 < real depth <-> q < R) /\ (real depth < 0 <-> R < q) /\
  Rabs (real depth - (R - q)) <= ulp radix2 (exponents double) (Rmax R q) /\
  (relation = asked \/
   (relation = 1%Z /\ R < q) \/ (relation = 2%Z /\ q = R) \/
   (relation = 3%Z /\ q < R /\
     ((x <> Segment /\ len2 A B <> 0) \/ real r < real wr \/ (real r - real wr) ^ 2 < Rmax (w2 C A) (z2 C B))) \/
   (relation = 5%Z /\ q < R /\ (x = Segment \/ len2 A B = 0) /\ real wr <= real r /\
     Rmax (w2 C A) (z2 C B) < (real r - real wr) ^ 2)) /\
  are_numbers x feature C A B (real wr) along nx ny X Y careful_x careful_y.
Proof.
  destruct run as (vux & vuy & vwx & vwy & vzx & vzy & p & measured & n & R_hi & R_lo & e & level & hi & lo & depth' &
    error & t & trest &
    dhx & dhy & dlx & dly & inverse & length & lrest & spread & uhx & uhy & ulx & uly & if1 & rel & rel1 & rel2 & feat &
      al & dep & mx & my &
    placed & X1 & Y1 & if2 & X2 & Y2 & X3 & Y3 & []).
  destruct measured; rewrite E_if1 in *; cbn [negb] in *; [| left; auto 10]. right.
  destruct (fast_contact_is_right cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy p number R_hi R_lo hi lo depth' error
    t trest
    dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly n e level rel E_fast_vectors_of number_nonneg
      E_measure_fast E_fast_relation)
    as (x & q & Ex & F1 & F2 & F3 & F4 & F5 & F6 & F7 & F8 & Ff & Dq & Fd & P1 & P2 & P3 & P4).
  destruct (measured_cases cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy p number R_hi R_lo hi lo depth' error t trest
    dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly n e level E_fast_vectors_of number_nonneg
      E_measure_fast)
    as (Rch & Hw & Fe & depth0 & Cases).
  assert (Eq : relation = rel2 /\ feature = n /\ along = rounded_along t trest /\ X = X3 /\ Y = Y3 /\ nx = mx /\
    ny = my /\ depth = depth').
  { unfold rounded_along. repeat split; congruence. }
  destruct Eq as (-> & -> & -> & -> & -> & -> & -> & ->).
  exists x, q. do 7 (split; [assumption |]). do 4 (split; [assumption |]). do 4 (split; [assumption |]).
  split. { rewrite E_contact_relation_2, E_contact_relation_1. destruct P4 as [-> | P4]; [left; reflexivity | right].
    replace (Z.eqb rel 0) with false; [exact P4 |]. symmetry. apply Z.eqb_neq. lia. }
  fold C A B in Ff, Dq.
  assert (Point : (X3 = careful_x /\ Y3 = careful_y) \/ (placed = true /\ X3 = X1 /\ Y3 = Y1)).
  { rewrite E_contact_point_x_2, E_contact_point_y_2, E_if2. destruct placed; cbn [negb]; [right | left]; auto. }
  pose proof (point_is_not_minus_zero _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_fast_point) as (M1 & M2).
  assert (Done : (placed = true -> finite X1 /\ finite Y1 /\
    is_rounded_coordinate (real X1) (px (surface_of n C A B (real wr))) /\
      is_rounded_coordinate (real Y1) (py (surface_of n C A B (real wr)))) ->
    (X3 = careful_x /\ Y3 = careful_y) \/ (finite X3 /\ finite Y3 /\
      is_rounded_coordinate (real X3) (px (surface_of n C A B (real wr))) /\
     is_rounded_coordinate (real Y3) (py (surface_of n C A B (real wr))) /\ X3 <> B754_zero true /\
       Y3 <> B754_zero true)).
  { intros H. destruct Point as [Pt | (E1 & E2 & E3)]; [now left | right]. rewrite E2, E3.
    destruct (H E1) as (? & ? & ? & ?). auto 10. }
  clear E_contact_feature E_result_feature. rewrite Ex in Fe. pose proof (bpow_ge_0 radix2 (-52)) as Z52.
  destruct Cases as [(En & El & Hl & M) | [(En & El & Nx & Ny & M) | (En & El & M)]].
  - (* level or upright *)
    rewrite El in *. subst n.
    destruct (along_of_level_is x _ r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth0 error t trest dhx dhy dlx dly inverse
      length lrest spread uhx uhy ulx uly Rch M Hl Fe)
      as (A1 & A2).
    destruct (fast_normal_of_level_is r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth0 error t trest dhx dhy dlx dly
      inverse length lrest spread uhx uhy ulx uly Rch M eq_refl Hl _ _ E_fast_normal)
      as (N1 & N2 & N3 & N4).
    constructor; auto.
    + intros Hn. now elim Hn.
    + fold C A B in N3, N4. rewrite N3, N4, !Rminus_diag_eq, Rabs_R0 by reflexivity. auto.
    + apply Done. intros _.
      exact (fast_point_of_level_is r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth0 error t trest dhx dhy dlx dly
        inverse length lrest spread uhx uhy ulx uly Rch M eq_refl Hl _ _ _ E_fast_point).
  - (* the side *)
    rewrite El in *. subst n.
    destruct (measure_side_is r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth0 error t trest spread dhx dhy dlx dly uhx
      uhy ulx uly length lrest inverse Rch M)
      as (_ & _ & _ & _ & _ & _ & _ & _ & U1 & U2 & _ & _ & _ & Vu & Vd & _).
    assert (Fu : finite (fsub bx ax) /\ finite (fsub by_ ay)) by (rewrite <- U1, <- U2; split; apply Vu).
    pose proof (difference_not_zero bx ax (proj1 Fu) Nx) as Dx.
    pose proof (difference_not_zero by_ ay (proj2 Fu) Ny) as Dy.
    destruct (along_on_side_is x _ r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth0 error t trest spread dhx dhy dlx dly
      uhx uhy ulx uly length lrest inverse Rch M Dx Dy Fe)
      as (A1 & A2).
    destruct (fast_normal_is_right _ _ _ _ _ _ _ _ _ _ _ Vd E_fast_normal) as (N1 & N2 & N3 & N4).
    constructor; auto.
    + intros Hn. now elim Hn.
    + apply Done. intros Hp. rewrite Hp in *.
      exact (fast_point_on_side_is r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth0 error t trest spread dhx dhy dlx dly
        uhx uhy ulx uly length lrest inverse X1 Y1
        Rch Hw M E_fast_point Dx Dy).
  - (* an end *)
    rewrite El in *.
    destruct (measure_end_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth0 error dhx dhy dlx dly
      uhx uhy ulx uly t trest spread Rch M)
      as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & V & _).
    destruct (along_at_end_is n R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth0 error dhx dhy dlx dly uhx
      uhy ulx uly t trest spread En M) as (A1 & A2).
    destruct (fast_normal_is_right _ _ _ _ _ _ _ _ _ _ _ V E_fast_normal) as (N1 & N2 & N3 & N4).
    constructor; auto.
    + intros Hn. destruct En; lia.
    + intros _. rewrite A2. unfold along_of. destruct En as [-> | ->]; reflexivity.
    + destruct En as [-> | ->]; split; assumption.
    + apply Done. intros Hp. rewrite Hp in *.
      exact (fast_point_at_end_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth0 error dhx dhy
        dlx dly uhx uhy ulx uly t trest spread X1 Y1
        Rch Hw En M E_fast_point).
Qed.

End Contact.

(* The signed distance is minus the depth. *)
Section Distance.
Variables cx cy r ax ay bx by_ wr any : F double.
Variable number : Z.
Hypothesis number_nonneg : (0 <= number)%Z.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let R := real r + real wr.

Theorem signed_distance_is_right result : carom_circle_signed_distance_results cx cy r ax ay bx by_ wr number any result
  ->
  result = any \/ exists x q, number = extent_number x /\ finite result /\ is_distance x C A B q /\
    (0 < real result <-> R < q) /\ (real result < 0 <-> q < R) /\
    Rabs (real result - (q - R)) <= ulp radix2 (exponents double) (Rmax R q).
Proof.
  intros (vux & vuy & vwx & vwy & vzx & vzy & p & measured & n & R_hi & R_lo & e & level & hi & lo & depth & error & t &
    trest &
    dhx & dhy & dlx & dly & inverse & length & lrest & spread & uhx & uhy & ulx & uly & []).
  destruct measured; [right | left; exact E_result].
  destruct (measure_fast_is_right cx cy r ax ay bx by_ wr vux vuy vwx vwy vzx vzy p number R_hi R_lo hi lo depth error t
    trest
    dhx dhy dlx dly inverse length lrest spread uhx uhy ulx uly n e level E_fast_vectors_of number_nonneg
      E_measure_fast)
    as (x & q & Ex & _ & _ & _ & _ & _ & _ & (_ & r0) & (_ & w0) & _ & Dq & _ & _ & Fd & D). exists x, q.
    split; [exact Ex |].
  destruct zero_value as [Fz Ez]. destruct (fsub_exact (fconst 0 0) depth (fneg depth) Fz Fd) as (Fs & Es);
    [rewrite real_fneg; lra |].
  rewrite real_fneg, <- E_result in Es. rewrite <- E_result in Fs. split; [exact Fs |]. split; [exact Dq |].
  fold R in D.
  pose proof D as (P1 & P2 & _). split; [rewrite <- P2; split; lra |]. split; [rewrite <- P1; split; lra |].
  rewrite Es. replace (- real depth - (q - R)) with (- (real depth - (R - q))) by ring. rewrite Rabs_Ropp.
  apply depth_within_an_ulp; [unfold R; lra | apply Dq | exact D].
Qed.

(* The distance of the disc to the wall: 0 exactly if they touch or overlap. *)
Theorem distance_is_right result : carom_circle_distance_results cx cy r ax ay bx by_ wr number any result ->
  result = (if flt (fconst 0 0) any then any else fconst 0 0) \/
  exists x q, number = extent_number x /\ finite result /\ is_distance x C A B q /\
    (real result = 0 <-> q <= R) /\ 0 <= real result /\
      Rabs (real result - Rmax 0 (q - R)) <= ulp radix2 (exponents double) (Rmax R q).
Proof.
  intros (signed & [H E]). destruct zero_value as [Fz Ez].
  destruct (signed_distance_is_right signed H) as [-> | (x & q & Ex & Fs & Dq & P1 & P2 & P3)]; [now left | right].
  exists x, q. split; [exact Ex |]. rewrite E. destruct (flt (fconst 0 0) signed) eqn:L.
  - apply flt_real in L; auto. rewrite Ez in L. pose proof (proj1 P1 L) as K. split; [exact Fs |]. split; [exact Dq |].
    split; [split; intros; lra |]. split; [lra |]. rewrite Rmax_right by lra. exact P3.
  - apply flt_real_false in L; auto. rewrite Ez in L. assert (K : q <= R) by (apply Rnot_lt_le; intros Q; apply P1 in Q;
      lra).
    split; [exact Fz |]. split; [exact Dq |]. rewrite Ez, Rmax_left by lra. split; [tauto |]. split; [lra |].
    rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply ulp_nonneg.
Qed.

End Distance.
