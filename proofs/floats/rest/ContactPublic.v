(* carom_circle_contact and the signed distance of src/rest/contact.c: feature, relation and the sign of the depth of a
   contact of ordinary size are right, and depth and distance are within an ulp. Results of code for any size stay what
   that code returns. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactDepth ContactEnd ContactSideDepth ContactLevel ContactMeasure ContactMeasured ContactFast
  ContactSpec.
From Carom Require Terms_contact Terms_public.
Import Terms_public.carom_circle_contact_terms(carom_circle_contact_results).
Import Terms_public.carom_circle_signed_distance_terms(carom_circle_signed_distance_results).
Import Terms_public.carom_circle_distance_terms(carom_circle_distance_results).

Open Scope R_scope.

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
     Rmax (w2 C A) (z2 C B) < (real r - real wr) ^ 2)).
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
  assert (Eq : relation = rel2 /\ feature = n /\ depth = depth') by (repeat split; congruence).
  destruct Eq as (-> & -> & ->).
  exists x, q. do 7 (split; [assumption |]). do 4 (split; [assumption |]). do 4 (split; [assumption |]).
  rewrite E_contact_relation_2, E_contact_relation_1. destruct P4 as [-> | P4]; [left; reflexivity | right].
  replace (Z.eqb rel 0) with false; [exact P4 |]. symmetry. apply Z.eqb_neq. lia.
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
