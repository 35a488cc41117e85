(* carom_distance_of_any_size and carom_contact_of_any_size of src/geometry/contact_any_size.c as a whole: the result is
   invalid for invalid input only, and else relation, feature, depth, distance, parameter, normal and point keep what
   include/carom/contact.h promises.

   Premises are about the integers, where they are asked: the signs of R - distance and of the rim, the nearest feature,
   each polynomial cut off after 106 bits, and each coordinate of the point within 2^-57 of itself. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideSum WideShift WideDouble Geometry Distances ContactFeature
  ContactGeometry ContactSpec MovingRoughShift MovingRoughWide MovingRough AnySizeRound AnySizeNormal AnySizeEnd
  AnySizeParts AnySizeNearest AnySizeContact AnySizePoint AnySizeSurface AnySizeContactPoint.
From Carom Require Import RelationPublic.
From Carom Require Terms_wide Terms_any_size Terms_any_point Terms_any_contact.
Import Terms_any_size.signed_double_terms(signed_double_results).
Import Terms_any_point.carom_careful_point_terms(carom_careful_point_results).
Import Terms_any_contact.carom_distance_of_any_size_terms(carom_distance_of_any_size_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

Lemma depth_opposite x q h l e : is_depth x q h l e -> is_depth q x (fneg h) (fneg l) e.
Proof.
  intros (G & N & L & S & E). split; [exact (good_neg _ _ _ G) |]. rewrite !real_fneg, Rabs_Ropp.
  split; [replace (- real h + - real l) with (- (real h + real l)) by ring; now rewrite rnd_opp, <- N |].
  split; [destruct L as [L | L]; [left; lra | now right] |]. split.
  - destruct S as ((S1 & S2) & (S3 & S4)). split; split; intros A.
    + assert (x - q < 0) by (apply S3; lra). lra.
    + assert (real h < 0) by (apply S4; lra). lra.
    + assert (0 < x - q) by (apply S1; lra). lra.
    + assert (0 < real h) by (apply S2; lra). lra.
  - rewrite value_neg, Rmax_comm. replace (- value h l e - (q - x)) with (- (value h l e - (x - q))) by ring.
    now rewrite Rabs_Ropp.
Qed.

Section AnySize.
Variables cx cy r ax ay bx by_ wr : D.
Variables number exact_reach exact_rim n : Z.
(* what is not set, and is not used *)
Variables v1 v2 v4 v5 v7 v8 v10 v11 v13 v14 v16 v17 : D.
Variables v3 v6 v9 v12 v15 v18 : Z.
(* the forms from integers *)
Variables uxh uxl uyh uyl doth dotl ch cl lh ll rh rl gh gl : D.
Variables uxe uye dote ce le re ge : Z.
Variables exh exl eyh eyl wxh wxl wyh wyl zxh zxl zyh zyl erh erl gah gal gbh gbl : D.
Variables exe eye wxe wye zxe zye ere gae gbe : Z.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Let R := real r + real wr.
Let are_finite := finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Let are_radii := finite r /\ finite wr /\ 0 <= real r /\ 0 <= real wr.
Let is_valid := are_finite /\ are_radii /\ exists x, number = extent_number x.
Hypothesis reach_right : forall x, number = extent_number x -> are_finite -> are_radii ->
  is_reach_sign exact_reach x C A B R.
Hypothesis rim_right : are_finite -> are_radii -> is_rim_sign exact_rim C A B (real r) (real wr).
Hypothesis feature_right : forall x, number = extent_number x -> are_finite -> is_feature x C A B n.
(* The integers, cut off. *)
Hypothesis integers_on_side : are_finite -> are_radii ->
  is_cut_off (Geometry.ux A B) uxh uxl uxe /\ is_cut_off (Geometry.uy A B) uyh uyl uye /\
  is_cut_off (wu C A B) doth dotl dote /\ is_cut_off (cross C A B) ch cl ce /\ is_cut_off (len2 A B) lh ll le /\
  is_cut_off R rh rl re /\ is_cut_off (R * R * len2 A B - cross C A B * cross C A B) gh gl ge.
Hypothesis integers_at_end : are_finite -> are_radii ->
  is_cut_off (Geometry.ux A B) exh exl exe /\ is_cut_off (Geometry.uy A B) eyh eyl eye /\
  is_cut_off (Geometry.wx C A) wxh wxl wxe /\ is_cut_off (Geometry.wy C A) wyh wyl wye /\
  is_cut_off (zx C B) zxh zxl zxe /\ is_cut_off (zy C B) zyh zyl zye /\ is_cut_off R erh erl ere /\
  is_cut_off (R * R - w2 C A) gah gal gae /\ is_cut_off (R * R - z2 C B) gbh gbl gbe.

(* What both begin with. *)
Lemma radii_nonneg : are_radii -> nonneg r /\ nonneg wr.
Proof. intros (F1 & F2 & P1 & P2). split; now apply nonneg_of_real. Qed.

Lemma touching_distance x relation : is_feature x C A B n -> is_relation relation x C A B (real r) (real wr) ->
  relation = 2%Z -> distance_of n C A B = R.
Proof.
  intros F S ->. pose proof (distance_of_feature _ _ _ _ _ F) as Dq.
  destruct S as [(E & _) | [(_ & S) | [(E & _) | [(E & _) | (E & _)]]]]; try discriminate E.
  exact (distance_unique _ _ _ _ _ _ Dq S).
Qed.

Lemma relation_is_not_0 relation x : is_relation relation x C A B (real r) (real wr) -> Z.eqb relation 0 = false.
Proof. intros [(-> & _) | [(-> & _) | [(-> & _) | [(-> & _) | (-> & _)]]]]; reflexivity. Qed.

Theorem distance_of_any_size_is_right result :
  carom_distance_of_any_size_results cx cy r ax ay bx by_ wr number exact_reach exact_rim n v1 v2 v3 v4 v5 v6 v7 v8 v9
    v10 v11 v12 uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge v13 v14 v15 v16 v17 v18
    exh exl exe eyh eyl eye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye erh erl ere gah gal gae gbh gbl gbe
    result ->
  (result = fconst 0 0 /\ ~ is_valid) \/
  (is_valid /\ exists x q, number = extent_number x /\ is_distance x C A B q /\
    (Rabs (q - R) <= b2 1023 -> Rmax q R <= b2 1030 -> finite result) /\
    (finite result -> (0 < real result <-> R < q) /\ (real result < 0 <-> q < R) /\
      Rabs (real result - (q - R)) <= ulp_of (Rmax q R))).
Proof.
  intros H. unfold carom_distance_of_any_size_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  destruct (relate_correct _ _ _ _ _ _ _ _ _ _ _ _ E_carom_circle_relate reach_right rim_right)
    as [(Z & V) | (V & ext & Ex & S)]; [left; rewrite Z in E_result; auto | right].
  split; [exact V |]. exists ext, (distance_of n C A B). split; [exact Ex |].
  rewrite (relation_is_not_0 _ _ S) in E_result. subst result. destruct V as (F & Radii & _).
  pose proof (feature_right ext Ex F) as Fe.
  pose proof E_find_nearest as K. eapply nearest_is_right in K; [| exact F | exact (radii_nonneg Radii) | exact Fe |
    exact (touching_distance ext _ Fe S) | exact (integers_on_side F Radii) | exact (integers_at_end F Radii)].
  destruct K as [Dq Dp _ _ _ _].
  split; [exact Dq |]. apply depth_opposite in Dp. split.
  - intros T M. exact (depth_is_finite _ _ _ _ _ _ _ _ _ Dp T M E_signed_double).
  - intros Fr. eapply depth_rounded; [exact Dp | exact (proj1 Dq) | | exact E_signed_double | exact Fr].
    destruct Radii as (_ & _ & P1 & P2). unfold R. lra.
Qed.
End AnySize.
