(* The relation of carom_circle_contact of src/rest/contact.c: it is right, whether it comes from the depth or from
   carom_circle_relate, which is asked if the depth leaves it open. ContactPublic.v has the numbers of the contact, and
   RelationPublic.v the relation that is asked for. Contacts outside the range of contact_double_double.h are left. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core.
From Carom Require Import Model Geometry Points ContactGeometry RimFeature RelationPublic.
From Carom Require ContactPublic ContactFeature.
From Carom Require Terms_public Terms_decide.
Import Terms_public.carom_circle_contact_terms(carom_circle_contact_results).
Import Terms_decide.carom_circle_relate_terms(carom_circle_relate_results).

Open Scope R_scope.

Section Contact.
Variables cx cy r ax ay bx by_ wr any_along any_x any_y any_nx any_ny any_depth careful_x careful_y : F double.
Variables number any_relation any_feature asked relation feature exact_reach exact_rim : Z.
Variables along X Y nx ny depth : F double.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= number)%Z.
Hypothesis run : carom_circle_contact_results cx cy r ax ay bx by_ wr number any_relation any_feature any_along any_x
  any_y any_nx any_ny any_depth asked careful_x careful_y relation feature along X Y nx ny depth.
Hypothesis ask : carom_circle_relate_results cx cy r ax ay bx by_ wr number exact_reach exact_rim asked.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let are_finite := finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Let are_radii := finite r /\ finite wr /\ 0 <= real r /\ 0 <= real wr.
Hypothesis reach_is_right :
  forall x, number = extent_number x -> are_finite -> are_radii -> is_reach_sign exact_reach x C A B (real r + real wr).
Hypothesis rim_is_right : are_finite -> are_radii -> is_rim_sign exact_rim C A B (real r) (real wr).

Theorem contact_relation_is_right :
  (relation = any_relation /\ feature = any_feature /\ depth = any_depth) \/
  exists x, number = extent_number x /\ are_finite /\ are_radii /\ is_relation relation x C A B (real r) (real wr).
Proof.
  destruct (ContactPublic.contact_is_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg run)
    as [(E1 & E2 & _ & _ & _ & _ & _ & E3) | (x & q & Ex & F1 & F2 & F3 & F4 & F5 & F6 & (F7 & R0) & (F8 & W0) & _ &
      Dq & _ & _ & _ & _ & Rel)]; [left; auto | right].
  change (is_distance x C A B q) in Dq.
  assert (Ff : are_finite) by (unfold are_finite; auto 7). assert (Fr : are_radii) by (unfold are_radii; auto).
  destruct (sign_of_distance x C A B q (real r + real wr) ltac:(lra) Dq) as (Near & Far).
  destruct Rel as [-> | [(-> & D) | [(-> & D) | [(-> & D & O) | (-> & D & O & L & M)]]]].
  - destruct (relate_correct cx cy r ax ay bx by_ wr number exact_reach exact_rim asked ask reach_is_right rim_is_right)
      as [(_ & V) | (_ & y & Ey & S)]; [elim V; repeat split; auto; now exists x | exists y; auto].
  - exists x. unfold is_relation. auto 10.
  - exists x. rewrite D in Dq. unfold is_relation. auto 10.
  - exists x. do 3 (split; [assumption |]). right. right. left. split; [reflexivity |]. split; [now apply Near |].
    destruct O as [(O1 & O2) | O]; [left; split; [exact O1 |] | right].
    { intros AB. apply O2. change (len2 A B = 0). rewrite AB. unfold len2, ux, uy. ring. }
    assert (G : exists t, 0 <= t <= 1 /\ real r - real wr < sqrt (dist2_at C A B t)).
    { destruct O as [O | O]; [exists 0; split; [lra |]; pose proof (sqrt_pos (dist2_at C A B 0)); lra |].
      destruct (Rle_lt_dec (w2 C A) ((real r - real wr) ^ 2)) as [W | W].
      - destruct (Rle_lt_dec (z2 C B) ((real r - real wr) ^ 2)) as [Z | Z].
        + pose proof (Rmax_lub _ _ _ W Z). exfalso. exact (Rlt_not_le _ _ O H).
        + exists 1. split; [lra |]. rewrite z2_is. now apply root_larger.
      - exists 0. split; [lra |]. rewrite w2_is. now apply root_larger. }
    destruct G as (t & T & G). exists t. split; [exact T | lra].
  - exists x. do 3 (split; [assumption |]). do 4 right. split; [reflexivity |]. split; [now apply Near |].
    split; [destruct O as [O | O]; [now left | right; now apply len2_0] |].
    intros t T. pose proof (dist2_at_most_ends C A B t T) as Most.
    assert (S : sqrt (dist2_at C A B t) < real r - real wr).
    { apply root_smaller; [lra | apply dist2_nonneg |]. eapply Rle_lt_trans; [exact Most | exact M]. }
    lra.
Qed.
End Contact.
