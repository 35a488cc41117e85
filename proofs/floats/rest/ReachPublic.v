(* carom_circle_compare_gap of include/carom/relation.h as a whole, on which carom_circle_touches, _overlaps and _within
   rest: the filter that is inlined into callers, with products fused or not, then carom_detail_reach_sign of
   src/rest/relation.c with all its stages. The answer is right for all doubles, if that of the integers is, which
   decide what the filters leave open. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Geometry Products Points Operations RelationRim RelationPublic.
From Carom Require Reach ContactFeature.
From Carom Require Terms_decide Terms_gap_order.
Import Terms_decide.carom_detail_reach_sign_terms(carom_detail_reach_sign_results).
Import Terms_gap_order.carom_circle_compare_gap_terms(carom_circle_compare_gap_results).
Import Terms_gap_order.carom_circle_compare_gap_fused_terms(carom_circle_compare_gap_fused_results).

Open Scope R_scope.

Section Gap.
Variables cx cy r ax ay bx by_ wr gap : F double.
Variables number exact_reach : Z.

Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let distance := real r + real wr + real gap.
Let is_valid := (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_) /\
  (finite r /\ finite wr /\ 0 <= real r /\ 0 <= real wr) /\ (finite gap /\ 0 <= real gap) /\ exists x,
    number = extent_number x.

Hypothesis integers_are_right : forall x, number = extent_number x -> is_valid ->
  is_reach_sign exact_reach x C A B distance.

Theorem detail_reach_sign_correct result :
  carom_detail_reach_sign_results cx cy r ax ay bx by_ wr gap number exact_reach result ->
  (~ is_valid /\ result = (-1)%Z) \/ (is_valid /\ exists x, number = extent_number x /\
    is_reach_sign result x C A B distance).
Proof.
  intros (ccx & ccy & cr & wax & way & wbx & wby & war & x & ux & uy & reach & relation & circle_is_valid &
    wall_is_valid & sign & rest1 & []).
  subst ccx ccy cr wax way wbx wby war.
  assert (Ext : forall y, x = extent_number y <-> number = extent_number y).
  { intros y. rewrite E_wall_extent. destruct (Z.leb_spec number 2); [tauto |].
    split; intros E; destruct y; simpl in E; lia. }
  assert (Rest : (~ is_valid /\ rest1 = (-1)%Z) \/
    (is_valid /\ exists y, number = extent_number y /\ is_reach_sign rest1 y C A B distance)).
  { apply circle_is_valid_correct in E_carom_circle_is_valid. apply wall_is_valid_correct in E_carom_wall_is_valid.
    destruct (orb _ _) eqn:V in E_rest1.
    - left. split; [| exact E_rest1]. intros ((F1 & F2 & F3 & F4 & F5 & F6) & (F7 & F8 & F9 & F10) & G & y & Ey).
      apply orb_true_iff in V. rewrite orb_true_iff, !negb_true_iff, <- !not_true_iff_false in V.
      destruct V as [[V | V] | V]; apply V.
      + apply E_carom_circle_is_valid. auto.
      + apply E_carom_wall_is_valid. split; [exists y; now apply Ext | auto 10].
      + now apply radius_valid.
    - right. apply orb_false_iff in V. rewrite orb_false_iff, !negb_false_iff in V. destruct V as ((V1 & V2) & V3).
      apply E_carom_circle_is_valid in V1. apply E_carom_wall_is_valid in V2. apply radius_valid in V3.
      destruct V2 as ((y & Ey) & V2). rewrite Ey in E_valid_reach_sign. apply Ext in Ey.
      assert (V : is_valid) by (unfold is_valid; intuition (now exists y)). split; [exact V |]. exists y.
      split; [exact Ey |]. rewrite E_rest1.
      destruct (valid_reach_sign_correct _ _ _ _ _ _ _ _ _ _ _ _ E_valid_reach_sign) as [S | ->]; [exact S |].
      exact (integers_are_right y Ey V). }
  destruct (andb _ _) eqn:Long in E_result; [| rewrite E_result; exact Rest].
  destruct (Z.eqb_spec relation 0) as [N | N]; cbn [negb] in E_result; [rewrite E_result; exact Rest |].
  right. apply andb_prop in Long. destruct Long as (Long & _). apply Facts.feq_zero in Long.
  destruct Long as (Fg & Vg).
  destruct (certain_relation_is_right _ _ _ _ _ _ _ _ _ _ E_certain_relation N)
    as (Ex & F1 & F2 & F3 & F4 & F5 & F6 & F7 & R0 & F8 & W0 & S).
  assert (Ey : number = extent_number Segment) by now apply Ext.
  split; [unfold is_valid; repeat split; auto; [lra | now exists Segment] |]. exists Segment. split; [exact Ey |].
  unfold distance. rewrite Vg, Rplus_0_r, E_result.
  destruct S as [(-> & S) | [(-> & S & _) | (-> & S & _)]]; (split; [| split]); intros D; exact S || discriminate D.
Qed.

Theorem compare_gap_correct result :
  carom_circle_compare_gap_results cx cy r ax ay bx by_ wr number gap exact_reach result \/
  carom_circle_compare_gap_fused_results cx cy r ax ay bx by_ wr number gap exact_reach result ->
  (~ is_valid /\ result = 1%Z) \/
  (is_valid /\ exists x, number = extent_number x /\ is_reach_sign (- result) x C A B distance).
Proof.
  intros H.
  assert (G : exists certain sign rest,
    (Terms_reach.carom_detail_certain_reach_terms.carom_detail_certain_reach_results cx cy r ax ay bx by_ wr number gap
       certain sign \/
     Terms_reach.carom_detail_certain_reach_fused_terms.carom_detail_certain_reach_fused_results cx cy r ax ay bx by_ wr
       number gap certain sign) /\
    carom_detail_reach_sign_results cx cy r ax ay bx by_ wr gap number exact_reach rest /\
    result = if certain then if flt (fconst 0 0) sign then (-1)%Z else 1%Z else Z.opp rest).
  { destruct H as [(certain & sign & rest & []) | (certain & sign & rest & [])]; exists certain, sign, rest; auto. }
  destruct G as (certain & sign & rest & Certain & Rest & ->). clear H.
  destruct certain.
  - right. destruct (Reach.certain_reach_is_right _ _ _ _ _ _ _ _ _ _ _ _ Certain eq_refl)
      as (Ex & F1 & F2 & F3 & F4 & F5 & F6 & (F7 & R0) & (F8 & W0) & (Fg & G0) & Fs & N & Near & Far).
    split; [unfold is_valid; repeat split; auto; now exists Segment |]. exists Segment. split; [exact Ex |].
    destruct zero_value as (F0 & V0).
    destruct (flt (fconst 0 0) sign) eqn:S.
    + apply flt_real in S; auto. rewrite V0 in S. specialize (Near S).
      (split; [| split]); intros D; exact Near || discriminate D.
    + apply flt_real_false in S; auto. rewrite V0 in S. specialize (Far ltac:(lra)).
      (split; [| split]); intros D; exact Far || discriminate D.
  - destruct (detail_reach_sign_correct _ Rest) as [(V & ->) | (V & x & Ex & S)]; [left; auto | right].
    split; [exact V |]. exists x. split; [exact Ex |]. now rewrite Z.opp_involutive.
Qed.
End Gap.
