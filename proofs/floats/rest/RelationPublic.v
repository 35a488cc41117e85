(* carom_circle_relate of src/rest/relation.c as a whole, with the calls that join its stages: the first filter, the
   second filter, the double-doubles of a contact, the farthest point of the wall, and the tests of the input. What the
   filters and the double-doubles decide is right. So the relation is right if the integers are, which decide the rest:
   that carom_exact_reach and carom_exact_rim give the right sign is the only premise. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Overflow Products Points Operations RelationFilter RimFeature
  RelationRim.
From Carom Require ContactFeature ContactMeasure DistanceOrder.
From Carom Require Import ContactGeometry.
From Carom Require Terms_decide.
Import Terms_decide.valid_reach_sign_terms(valid_reach_sign_results).
Import Terms_decide.rim_sign_terms(rim_sign_results).
Import Terms_decide.carom_circle_is_valid_terms(carom_circle_is_valid_results).
Import Terms_decide.carom_wall_is_valid_terms(carom_wall_is_valid_results).
Import Terms_decide.relate_closely_terms(relate_closely_results).
Import Terms_decide.carom_circle_relate_terms(carom_circle_relate_results).

Open Scope R_scope.

(* What a sign of r - distance means, and one of r - (distance of the farthest point + wr). *)
Definition is_reach_sign (s : Z) x c a b r :=
  ((0 < s)%Z -> nearer x c a b r) /\ ((s < 0)%Z -> farther x c a b r) /\ (s = 0%Z -> is_distance x c a b r).

Definition touches_from_inside c a b r wr :=
  (forall t, 0 <= t <= 1 -> sqrt (dist2_at c a b t) + wr <= r) /\
  exists t, 0 <= t <= 1 /\ sqrt (dist2_at c a b t) + wr = r.

Definition is_rim_sign (s : Z) c a b r wr :=
  ((0 < s)%Z -> inside c a b r wr) /\ ((s < 0)%Z -> reaches_out c a b r wr) /\
  (s = 0%Z -> touches_from_inside c a b r wr).

(* A ray or a line through two points leaves every circle. *)
Definition is_relation (n : Z) x c a b r wr :=
  (n = 1%Z /\ farther x c a b (r + wr)) \/
  (n = 2%Z /\ is_distance x c a b (r + wr)) \/
  (n = 3%Z /\ nearer x c a b (r + wr) /\ ((x <> Segment /\ a <> b) \/ reaches_out c a b r wr)) \/
  (n = 4%Z /\ nearer x c a b (r + wr) /\ (x = Segment \/ a = b) /\ touches_from_inside c a b r wr) \/
  (n = 5%Z /\ nearer x c a b (r + wr) /\ (x = Segment \/ a = b) /\ inside c a b r wr).

Lemma sign_of_distance x c a b q r : 0 <= r -> is_distance x c a b q ->
  (q < r -> nearer x c a b r) /\ (r < q -> farther x c a b r).
Proof.
  intros R0 (Q0 & (t & T & At) & Least). split.
  - intros H. exists t. split; [exact T |]. rewrite At. nra.
  - intros H t' T'. specialize (Least t' T'). nra.
Qed.

(* The tests of the input. *)
Lemma finite_is_at_most (x : F double) : finite x -> fle x (fconst 9007199254740991 971) = true.
Proof.
  intros Fx. unfold fle. rewrite Bleb_correct; [| exact Fx | exact most_value]. apply Rle_bool_true.
  pose proof (abs_B2R_le_emax_minus_prec 53 1024 eq_refl x) as M. apply Rabs_le_inv in M. destruct M as [_ M].
  eapply Rle_trans; [exact M |]. constant_of double 9007199254740991%Z 971%Z. destruct C as [_ C]. unfold real in C.
  rewrite C. change 1024%Z with (53 + 971)%Z. rewrite bpow_plus. change (53 + 971 - 53)%Z with 971%Z.
  change (bpow radix2 53) with 9007199254740992. lra.
Qed.

Lemma coordinates_valid (x y : F double) :
  (fle (fabs x) (fconst 9007199254740991 971) && fle (fabs y) (fconst 9007199254740991 971))%bool = true <->
  finite x /\ finite y.
Proof.
  rewrite andb_true_iff.
  assert (one : forall z : F double, fle (fabs z) (fconst 9007199254740991 971) = true <-> finite z).
  { intros z. split; intros H.
    - apply fle_finite in H; [| apply nonneg_fabs | exact most_value]. now destruct z.
    - now apply finite_is_at_most, finite_fabs. }
  now rewrite !one.
Qed.

Lemma radius_valid (r : F double) :
  (fle (fconst 0 0) r && fle r (fconst 9007199254740991 971))%bool = true <-> finite r /\ 0 <= real r.
Proof.
  split.
  - apply DistanceOrder.radius_is_valid.
  - intros (Fr & H). rewrite finite_is_at_most by exact Fr. destruct zero_value as [F0 V0].
    unfold fle. rewrite Bleb_correct by assumption. change (B2R (fconst 0 0)) with (real (fconst 0 0 : F double)).
    rewrite V0. now rewrite Rle_bool_true.
Qed.

Lemma circle_is_valid_correct (cx cy r : F double) result : carom_circle_is_valid_results cx cy r result ->
  result = true <-> finite cx /\ finite cy /\ finite r /\ 0 <= real r.
Proof.
  intros [->]. rewrite (andb_true_iff (andb _ _)), coordinates_valid, radius_valid. tauto.
Qed.

Lemma wall_is_valid_correct (ax ay bx by_ wr : F double) n result :
  carom_wall_is_valid_results ax ay bx by_ wr n result ->
  result = true <-> (exists x, n = extent_number x) /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite wr /\
    0 <= real wr.
Proof.
  intros (known & [-> ->]). rewrite !(andb_true_iff (andb _ (andb _ _))), (andb_true_iff (orb _ _)).
  rewrite !coordinates_valid, radius_valid.
  assert (K : ((n =? 0) || (n =? 1) || (n =? 2))%Z%bool = true <-> exists x, n = extent_number x).
  { rewrite !orb_true_iff, !Z.eqb_eq. split.
    - intros [[-> | ->] | ->]; [now exists Segment | now exists Ray | now exists Line].
    - intros (x & ->). destruct x; simpl; auto. }
  rewrite K. tauto.
Qed.

Section Relation.
Variables cx cy r ax ay bx by_ wr : F double.
Variables number exact_reach exact_rim : Z.

Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let are_finite := finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Let are_radii := finite r /\ finite wr /\ 0 <= real r /\ 0 <= real wr.
Let is_valid := are_finite /\ are_radii /\ exists x, number = extent_number x.

(* The sign of R - distance is right, or the integers give it. *)
Theorem valid_reach_sign_correct gap x result :
  valid_reach_sign_results cx cy r ax ay bx by_ wr (extent_number x) gap exact_reach result ->
  is_reach_sign result x C A B (real r + real wr + real gap) \/ result = exact_reach.
Proof.
  intros (certain & vux & vuy & vwx & vwy & vzx & vzy & p & measured & feature & R_hi & R_lo & e & level & hi & lo &
    depth & error & t & t_rest & dhx & dhy & dlx & dly & inverse & length & l_rest & spread & uhx & uhy & ulx & uly &
    []).
  destruct (Z.eqb_spec certain 0) as [Z | N]; cbn [negb] in E_result.
  - destruct (feq gap (fconst 0 0)) eqn:G; cbn [andb] in E_result; [| now right].
    destruct measured; [left | now right].
    assert (C0 : (0 <= extent_number x)%Z) by (destruct x; simpl; lia).
    destruct (ContactMeasure.measure_fast_is_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ _ E_fast_vectors_of C0 E_measure_fast)
      as (y & q & Ey & F1 & F2 & F3 & F4 & F5 & F6 & (F7 & R0) & (F8 & W0) & _ & Dq & _ & _ & Fd & P1 & P2 & _).
    apply extent_number_injective in Ey. subst y. destruct zero_value as [F0 V0].
    destruct (Facts.feq_zero _ G) as (_ & Vg). rewrite Vg, Rplus_0_r.
    destruct (sign_of_distance _ _ _ _ _ (real r + real wr) ltac:(lra) Dq) as (Near & Far).
    rewrite E_result. unfold is_reach_sign.
    destruct (flt (fconst 0 0) depth) eqn:S1; destruct (flt depth (fconst 0 0)) eqn:S2.
    + apply flt_real in S1, S2; auto. lra.
    + apply flt_real in S1; auto. rewrite V0 in S1. apply P1, Near in S1.
      (split; [| split]); intros D; exact S1 || discriminate D.
    + apply flt_real in S2; auto. rewrite V0 in S2. apply P2, Far in S2.
      (split; [| split]); intros D; exact S2 || discriminate D.
    + apply flt_real_false in S1, S2; auto. rewrite V0 in *. (split; [| split]); intros D; try discriminate D.
      replace (real r + real wr) with q; [exact Dq |]. apply Rle_antisym; apply Rnot_lt_le; intros L.
      * apply P2 in L. lra.
      * apply P1 in L. lra.
  - left. rewrite E_result.
    destruct (reach_correct _ _ _ _ _ _ _ _ _ _ _ E_carom_filter_reach N) as (_ & _ & y & Ey & S).
    apply extent_number_injective in Ey. subst y.
    destruct S as [(-> & S) | (-> & S)]; (split; [| split]); intros D; exact S || discriminate D.
Qed.

(* So is that of the farthest point. *)
Theorem rim_sign_correct result : rim_sign_results cx cy r ax ay bx by_ wr exact_rim result ->
  are_finite -> are_radii -> is_rim_sign result C A B (real r) (real wr) \/ result = exact_rim.
Proof.
  intros (certain & []) Ff Fr. destruct (Z.eqb_spec certain 0) as [Z | N]; cbn [negb] in E_result; [now right | left].
  rewrite E_result. destruct (rim_correct _ _ _ _ _ _ _ _ _ E_carom_filter_rim Ff Fr N) as [(-> & S) | (-> & S)];
    (split; [| split]); intros D; exact S || discriminate D.
Qed.

Theorem relate_closely_correct result :
  relate_closely_results cx cy r ax ay bx by_ wr number exact_reach exact_rim result ->
  (forall x, number = extent_number x -> are_finite -> are_radii -> is_reach_sign exact_reach x C A B (real r + real
    wr)) ->
  (are_finite -> are_radii -> is_rim_sign exact_rim C A B (real r) (real wr)) ->
  (result = 0%Z /\ ~ is_valid) \/
  (is_valid /\ exists x, number = extent_number x /\ is_relation result x C A B (real r) (real wr)).
Proof.
  intros (circle_is_valid & wall_is_valid & reach & rim & rest1 & []) Reach Rim.
  apply circle_is_valid_correct in E_carom_circle_is_valid. apply wall_is_valid_correct in E_carom_wall_is_valid.
  destruct (orb _ _) eqn:V in E_result.
  { left. split; [exact E_result |]. intros (Ff & Fr & x & Ex).
    apply orb_true_iff in V. rewrite !negb_true_iff in V. destruct V as [V | V].
    - rewrite <- not_true_iff_false in V. apply V, E_carom_circle_is_valid. unfold are_finite, are_radii in *. tauto.
    - rewrite <- not_true_iff_false in V. apply V, E_carom_wall_is_valid. unfold are_finite, are_radii in *.
      split; [| tauto]. now exists x. }
  right. apply orb_false_iff in V. rewrite !negb_false_iff in V. destruct V as (V1 & V2).
  apply E_carom_circle_is_valid in V1. apply E_carom_wall_is_valid in V2. destruct V2 as ((x & Ex) & V2).
  assert (Ff : are_finite) by (unfold are_finite; tauto). assert (Fr : are_radii) by (unfold are_radii; tauto).
  split; [exact (conj Ff (conj Fr (ex_intro _ x Ex))) |]. exists x. split; [exact Ex |].
  specialize (Reach x Ex Ff Fr). specialize (Rim Ff Fr). rewrite Ex in E_valid_reach_sign.
  assert (S : is_reach_sign reach x C A B (real r + real wr)).
  { destruct (valid_reach_sign_correct _ _ _ E_valid_reach_sign) as [S | ->]; [| exact Reach].
    destruct zero_value as [_ V0]. now rewrite V0, Rplus_0_r in S. }
  assert (T : is_rim_sign rim C A B (real r) (real wr)).
  { destruct (rim_sign_correct _ E_rim_sign Ff Fr) as [T | ->]; [exact T | exact Rim]. }
  destruct S as (S1 & S2 & S3). destruct T as (T1 & T2 & T3). unfold is_relation.
  destruct (Z.ltb_spec reach 0); [left; auto |]. destruct (Z.eqb_spec reach 0) as [R0 | R0]; [right; left; auto |].
  right; right. specialize (S1 ltac:(lia)).
  assert (Inner : x = Segment \/ A = B -> result = rest1 -> (result = 3%Z /\ nearer x C A B (real r + real wr) /\
      (x <> Segment /\ A <> B \/ reaches_out C A B (real r) (real wr)) \/
    result = 4%Z /\ nearer x C A B (real r + real wr) /\ (x = Segment \/ A = B) /\
      touches_from_inside C A B (real r) (real wr) \/
    result = 5%Z /\ nearer x C A B (real r + real wr) /\ (x = Segment \/ A = B) /\ inside C A B (real r) (real wr))).
  { intros AB Er. destruct (Z.ltb_spec rim 0); [left; split; [congruence | auto] | right].
    destruct (Z.eqb_spec rim 0) as [Q0 | Q0]; [left | right]; (split; [congruence | auto 6 with zarith]). }
  destruct (Z.eqb_spec number 0) as [N0 | N0]; cbn [negb] in E_result.
  { apply Inner; [left | exact E_result]. destruct x; simpl in Ex; congruence || discriminate. }
  destruct Ff as (_ & _ & Fax & Fay & Fbx & Fby).
  destruct (orb _ _) eqn:P in E_result.
  - left. split; [exact E_result |]. split; [exact S1 |]. left. split; [intros ->; now apply N0 |].
    intros AB. injection AB as AB1 AB2. apply orb_true_iff in P. rewrite !negb_true_iff in P.
    destruct P as [P | P]; apply feq_real_false in P; auto.
  - apply Inner; [right | exact E_result]. apply orb_false_iff in P. rewrite !negb_false_iff in P.
    destruct P as (P1 & P2). apply feq_real in P1, P2; auto. unfold A, B, point_of. now f_equal.
Qed.

Theorem relate_correct result :
  carom_circle_relate_results cx cy r ax ay bx by_ wr number exact_reach exact_rim result ->
  (forall x, number = extent_number x -> are_finite -> are_radii -> is_reach_sign exact_reach x C A B (real r + real
    wr)) ->
  (are_finite -> are_radii -> is_rim_sign exact_rim C A B (real r) (real wr)) ->
  (result = 0%Z /\ ~ is_valid) \/
  (is_valid /\ exists x, number = extent_number x /\ is_relation result x C A B (real r) (real wr)).
Proof.
  intros (certain & closely & []) Reach Rim. destruct (Z.eqb_spec certain 0) as [Z0 | N]; cbn [negb] in E_result.
  { rewrite E_result. exact (relate_closely_correct _ E_relate_closely Reach Rim). }
  right. destruct (certain_relation_is_right _ _ _ _ _ _ _ _ _ _ E_certain_relation N)
    as (Ex & F1 & F2 & F3 & F4 & F5 & F6 & F7 & R0 & F8 & W0 & S).
  split; [unfold is_valid, are_finite, are_radii; repeat split; auto; now exists Segment |].
  exists Segment. split; [exact Ex |]. rewrite E_result. unfold is_relation. tauto.
Qed.

End Relation.
