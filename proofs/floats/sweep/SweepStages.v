(* The stages of src/sweep/sweep_double_double.c that decide a sweep after sweep.c, with the calls that join them: times
   near tangents or from integers, contacts at the start, level walls, any size. Each lemma says that what one
   function gives is right, if what it asks others for is. Of the integers it is a premise that they answer right. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepGeometry SweepTerms SweepContact SweepTime
  SweepSmallTimes SweepInputs SweepRight SweepIntegers ErrorFreeTerms.
From Carom Require TangentSweep TangentSideLength TangentEndHit Leaving LeavingSlides ContactFeature SweepLevel
  RelationPublic.
From Carom Require Terms_sweep Terms_tangent Terms_level Terms_leaving Terms_closely.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_tangent.set_tangent_end_terms(set_tangent_end_results).
Import Terms_closely.set_tangent_sweep_terms(set_tangent_sweep_results).
Import Terms_closely.sweep_exactly_terms(sweep_exactly_results).
Import Terms_closely.sweep_from_apart_terms(sweep_from_apart_results).
Import Terms_sweep.is_safe_terms(is_safe_results).
Import Terms_closely.leaving_at_start_terms(leaving_at_start_results).
Import Terms_closely.carom_sweep_from_contact_terms(carom_sweep_from_contact_results).
Import Terms_closely.carom_sweep_past_level_terms(carom_sweep_past_level_results).
Import Terms_closely.carom_reach_at_terms(carom_reach_at_results).
Import Terms_closely.sweep_of_any_size_terms(sweep_of_any_size_results).
Import Terms_level.is_past_level_terms(is_past_level_results).
Import Terms_leaving.certain_leaving_terms(certain_leaving_results).
Import Terms_leaving.certainly_slides_terms(certainly_slides_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Lemma norm_not_zero a b : bpow radix2 (-151) <= norm (ux a b) (uy a b) -> len2 a b <> 0.
Proof.
  intros H Z. pose proof (norm_square (ux a b) (uy a b)) as S. change (_ + _) with (len2 a b) in S. rewrite Z in S.
  pose proof (bpow_gt_0 radix2 (-151)). assert (0 < norm (ux a b) (uy a b) * norm (ux a b) (uy a b)) by
    (apply Rmult_lt_0_compat; lra). lra.
Qed.

Section Closely.
Variables cx cy cr mx my : F double.
Variable is_end : bool.
Variables ax ay bx by_ wr : F double.
Variable n : Z.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= n)%Z.
Notation is_right := (sweep_is_right cx cy cr mx my is_end ax ay bx by_ wr n).
Notation is_valid := (is_valid_input cx cy cr mx my ax ay bx by_ wr n).
Notation zero := (fconst 0 0 : F double).

Let c := Point (real cx) (real cy).
Let v := way_of cx cy mx my is_end.
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.

Lemma reach_nonneg : is_valid -> 0 <= R.
Proof. intros (_ & _ & _ & _ & _ & _ & _ & _ & (_ & R1) & (_ & R2) & _). unfold R. lra. Qed.

(* If the filter may decide, the input is valid. *)
Lemma filter_input_is_valid ux uy wx wy zx zy vx vy su sw sz sv r :
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero ux uy wx wy zx zy vx vy su sw sz sv
    r ->
  is_for_filter_results cr wr n su sw sz sv r true -> is_valid.
Proof.
  intros V S. destruct (sweep_extent_known _ _ _ _ _ _ _ _ number_nonneg S) as (x & Ex).
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V S) as
    (F1 & F2 & F3 & F4 & F5 & F6 & F7 & F8 & F9 & F10 & _ & R1 & R2).
  repeat split; auto. now exists x.
Qed.

(* A time near a tangent at an end is only certain for a circle with a reach. *)
Lemma tangent_end_has_reach sw sz sv f n1 n2 n3 n4 n5 n6 vhx vhy vlx vly t rest err dhx dhy dlx dly length
  length_rest :
  set_tangent_end_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero sw sz sv f
    n1 n2 n3 n4 n5 n6 true vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest -> is_valid -> 0 < R.
Proof.
  intros H V. destruct V as (_ & _ & _ & _ & _ & _ & _ & _ & (Fcr & R1) & (Fwr & R2) & _).
  unfold set_tangent_end_results in H. open H. destruct H.
  destruct (wide_of_sum_values _ _ _ _ _ E_wide_of_sum) as (Er & _). symmetry in E_result.
  do 3 (apply andb_prop in E_result; destruct E_result as [E_result _]). apply andb_prop in E_result.
  destruct E_result as [_ L]. rewrite Er in L. clear - L Fcr R1 Fwr R2 R. apply Rnot_le_lt. intros N. unfold R in N.
  assert (Bc : Bounded.below 0 cr) by (split; [exact Fcr |]; change (bpow radix2 0) with 1; rewrite Rabs_pos_eq; lra).
  assert (Bw : Bounded.below 0 wr) by (split; [exact Fwr |]; change (bpow radix2 0) with 1; rewrite Rabs_pos_eq; lra).
  assert (Fs : finite (fadd cr wr)) by (apply (below_add 0); [lia | exact Bc | exact Bw]).
  const_facts 1%Z (-150)%Z F1 V1. apply fle_real in L; [| exact F1 | exact Fs]. rewrite V1, Rmult_1_l in L.
  destruct (fadd_finite _ _ Fs) as (_ & _ & E). replace (real cr + real wr) with 0 in E by lra.
  rewrite rnd_zero in E. pose proof (bpow_gt_0 radix2 (-150)). lra.
Qed.

(* Near tangents. A contact with the side is proved; that with an end must be known. *)
Lemma tangent_is_right kind0 f0 t0 x0 y0 px0 py0 nx0 ny0 f u1 u2 u3 u4 u5 u6 u7 kind g t X Y PX PY NX NY :
  set_tangent_sweep_results kind0 f0 t0 x0 y0 px0 py0 nx0 ny0 cx cy cr mx my is_end false ax ay bx by_ wr n zero zero
    f
    u1 u2 u3 u4 u5 u6 u7 true kind g t X Y PX PY NX NY ->
  (f <> 1%Z -> is_valid -> forall x, n = extent_number x -> right_contact x c v a b R 3 f) -> is_right kind g t.
Proof.
  intros H End. unfold set_tangent_sweep_results in H. open H. destruct H.
  match type of E_result with true = (if ?p then _ else _) => destruct p; [discriminate E_result | clear E_result]
    end.
  symmetry in E_if2. cbn [orb] in E_if2. apply orb_false_elim in E_if2. destruct E_if2 as [S Ok].
  apply negb_false_iff in S, Ok. rewrite S in E_is_for_filter. clear S.
  pose proof (filter_input_is_valid _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of E_is_for_filter) as Valid.
  pose proof (reach_nonneg Valid) as R0. pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & x' & Ex).
  right. split; [exact Valid |]. pose proof E_is_for_filter as Sf. rewrite Ex in Sf, E_set_tangent_side.
  rewrite E_if1 in *. destruct (Z.eqb_spec f 1) as [F1 | F1].
  - rewrite Ok in E_set_tangent_side. rewrite F1 in E_sweep_of_tangent. subst.
    pose proof E_set_tangent_side as Long. eapply (TangentSideLength.tangent_side_is_long x') in Long;
      [| exact E_sweep_vectors_of | exact Sf]. apply norm_not_zero in Long.
    eapply (TangentSweep.sweep_of_tangent_side_correct x') in E_sweep_of_tangent;
      [| exact E_sweep_vectors_of | exact Sf | exact E_set_tangent_side].
    destruct E_sweep_of_tangent as (-> & -> & T & Hit & _ & Ft & L). split; [exact Ft |]. exists x'.
    split; [reflexivity |]. exact (right_hit _ _ _ _ _ _ Side T _ R0 (fun Z => False_ind _ (Long Z)) Hit L).
  - rewrite Ok in E_set_tangent_end. pose proof (tangent_end_has_reach _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      E_set_tangent_end Valid) as Rp.
    pose proof (End F1 Valid x' Ex) as Known. pose proof Known as (T' & _ & (_ & _ & Names & F & EF & _) & _).
    rewrite EF in Known, Names. destruct (hits_at_of_contact _ _ _ _ _ _ F Rp Known) as (T & Hit).
    rewrite EF in E_set_tangent_end, E_sweep_of_tangent. subst.
    eapply (TangentEndHit.sweep_of_tangent_end_correct x') in E_sweep_of_tangent;
      [| exact E_sweep_vectors_of | exact Sf | exact E_set_tangent_end | intros ->; now apply F1 | exact Hit].
    destruct E_sweep_of_tangent as (-> & -> & _ & Ft & L). split; [exact Ft |]. exists x'.
    split; [reflexivity |]. exact (right_hit _ _ _ _ _ _ F T _ R0 Names Hit L).
Qed.

(* ---- what is asked of others ---- *)

(* The first contact of a circle that starts farther. *)
Definition first_premise kind f := forall x, n = extent_number x -> farther x c a b R -> right_first x c v a b R
  kind f.

(* sweep_from_integers is asked for the kind and the feature of the first contact, and gives a right result. *)
Notation contact_is_asked := (contact_is_asked cx cy cr mx my is_end ax ay bx by_ wr n).
Definition integers_are_right kind f (t : F double) := forall kind0 f0, contact_is_asked kind0 f0 -> is_right kind f t.
(* The sign of R - distance at the start, and the contact there if the circle is not separate. *)
Definition reach_premise s := forall x, n = extent_number x -> RelationPublic.is_reach_sign s x c a b R.
Definition contact_premise relation f := forall x, n = extent_number x -> ContactFeature.is_feature x c a b f /\
  ((relation = 2%Z /\ is_distance x c a b R) \/ ((2 < relation)%Z /\ nearer x c a b R)).

(* Does a circle that touches at the start come nearer? *)
Definition leaving_premise s := forall x, n = extent_number x -> is_distance x c a b R ->
  ((s < 0)%Z -> presses_in x c v a b R 0) /\ ((0 <= s)%Z -> never_overlaps x c v a b R).

(* The sweep whose kind and feature are known: near tangents, or from integers. The results 1 are those of
   sweep_from_integers. *)
Lemma exactly_is_right kind0 f0 g0 s0 t0 x0 y0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 u6 u7 kind1 f1 t1 x1 y1 px1 py1 nx1 ny1
    kind f t X Y PX PY NX NY :
  sweep_exactly_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero kind0 f0 g0 s0 t0 x0 y0 px0 py0 nx0
    ny0 u1 u2 u3 u4 u5 u6 u7 kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind f t X Y PX PY NX NY ->
  contact_is_asked kind0 f0 -> integers_are_right kind1 f1 t1 -> is_right kind f t.
Proof.
  intros H Known Integers. unfold sweep_exactly_results in H. open H. destruct H.
  specialize (Integers kind0 f0 Known).
  match type of E_set_tangent_sweep with set_tangent_sweep_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ ?p _ _ _ _ _ _ _ _ _ => rename p into found end.
  rewrite E_if1 in *. rewrite E_result_kind, E_result_feature, E_result_t.
  destruct (Z.eqb_spec kind0 3) as [K3 | K3], found; cbn [andb]; [| exact Integers ..].
  eapply tangent_is_right; [exact E_set_tangent_sweep |]. intros _ _ x Ex. rewrite <- K3. now apply Known.
Qed.

(* A circle that starts farther, from integers. *)
Lemma apart_is_right kind0 f0 g0 s0 t0 x0 y0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 u6 u7 kind1 f1 t1 x1 y1 px1 py1 nx1 ny1
    kind f t X Y PX PY NX NY :
  sweep_from_apart_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero kind0 f0 g0 s0 t0 x0 y0 px0 py0 nx0
    ny0 u1 u2 u3 u4 u5 u6 u7 kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind f t X Y PX PY NX NY ->
  is_valid -> (forall x, n = extent_number x -> farther x c a b R) ->
  first_premise kind0 f0 -> integers_are_right kind1 f1 t1 -> is_right kind f t.
Proof.
  intros H Valid Far First Integers. unfold sweep_from_apart_results in H. open H. destruct H. subst.
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & x' & Ex).
  assert (K : forall x, n = extent_number x -> right_first x c v a b R kind0 f0) by auto.
  destruct (Z.eqb_spec kind0 1) as [K1 | K1].
  - right. split; [exact Valid |]. destruct zero_value as [F0 V0]. split; [exact F0 |]. exists x'.
    split; [exact Ex |]. apply right_miss; [| exact V0].
    destruct (K x' Ex) as [(_ & M) | (T & _ & _ & [(E & _) | (E & _)])]; [exact M | lia | lia].
  - eapply exactly_is_right; [exact E_sweep_exactly | | exact Integers].
    intros x Ex'. destruct (K x Ex') as [(E & _) | C]; [now elim K1 | exact C].
Qed.

(* Does a circle that touches leave? *)
Lemma leaving_stage exact result :
  leaving_at_start_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero exact result ->
  is_valid -> leaving_premise exact -> leaving_premise result.
Proof.
  intros H Valid Exact. unfold leaving_at_start_results in H. open H. destruct H.
  match type of E_is_safe with is_safe_results _ _ _ _ _ ?p => rename p into safe end.
  match type of E_is_safe_2 with is_safe_results _ _ _ _ _ ?p => assert (p = safe) as ->;
    [unfold is_safe_results in *; destruct E_is_safe, E_is_safe_2; congruence |] end.
  destruct safe; [| rewrite E_certain in E_result; cbn in E_result; now rewrite E_result].
  intros ext Ex D. rewrite Ex in *.
  match type of E_is_safe with is_safe_results ?s1 ?s2 ?s3 ?s4 ?s5 _ =>
    assert (S : is_for_filter_results cr wr (extent_number ext) s1 s2 s3 s4 s5 true) end.
  { unfold is_safe_results in E_is_safe. destruct E_is_safe as [E]. constructor. rewrite <- E.
    destruct Valid as (_ & _ & _ & _ & _ & _ & _ & _ & (F1 & R1) & (F2 & R2) & _). destruct zero_value as [F0 V0].
    assert (P : forall y : F double, finite y -> 0 <= real y -> fle zero y = true).
    { intros y Fy Y0. unfold fle. rewrite Bleb_correct by assumption. apply Rle_bool_true.
      change (B2R zero) with (real zero). rewrite V0. exact Y0. }
    rewrite !P by assumption. now destruct ext. }
  rewrite E_certain in E_result.
  pose proof (Leaving.certain_leaving_correct ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    E_sweep_vectors_of S E_certain_leaving) as (Out & In).
  fold c a b in Out, In. change (Point (displacement is_end false _ _ _ _) _) with v in Out, In.
  match type of E_certain_leaving with certain_leaving_results _ _ _ _ _ _ _ _ _ _ _ _ _ ?p => rename p into s end.
  destruct (Z.eqb_spec s 0) as [S0 | S0]; cbn [negb orb andb] in E_result.
  - match type of E_certainly_slides with certainly_slides_results _ _ _ _ _ _ _ _ _ _ _ ?p => destruct p end;
      [| rewrite E_result; apply Exact; auto].
    rewrite E_result, S0. split; [lia |]. intros _. eapply sliding_never_overlaps; [exact D |].
    exact (LeavingSlides.certainly_slides_correct ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      E_sweep_vectors_of S E_certainly_slides).
  - rewrite E_result. split; intros L.
    + eapply approaching_presses_in; [exact D | now apply In].
    + eapply leaving_never_overlaps; [exact D |]. apply Out. lia.
Qed.

(* The result for a circle that touches or overlaps at the start. *)
Lemma from_contact_is_right relation f0 px0 py0 nx0 ny0 depth leaving touches0 w1 w2 side kind f t X Y PX PY NX NY :
  carom_sweep_from_contact_results cx cy cr ax ay bx by_ wr relation f0 px0 py0 nx0 ny0 depth leaving touches0 w1 w2
    side
    kind f t X Y PX PY NX NY ->
  is_valid -> contact_premise relation f0 -> leaving_premise leaving -> is_right kind f t.
Proof.
  intros H Valid Contact Leave. unfold carom_sweep_from_contact_results in H. open H. destruct H.
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & (F1 & R1) & (F2 & R2) & ext & Ex).
  right. split; [exact Valid |]. destruct zero_value as [F0 V0]. rewrite E_result_t. split; [exact F0 |]. exists ext.
  split; [exact Ex |]. rewrite E_result_feature, E_s_feature, E_result_kind, E_s_kind_1, E_s_kind, V0.
  destruct (Contact ext Ex) as (Fe & [(Re & D) | (Re & N)]).
  - rewrite Re. cbn [Z.eqb Pos.eqb]. apply right_at_start; [reflexivity | exact D | exact Fe |].
    destruct (Leave ext Ex D) as (In & Out). rewrite Z.geb_leb.
    destruct (feq cr zero && feq wr zero)%bool eqn:P; cbn [orb].
    + left. split; [reflexivity |]. left. apply andb_prop in P. destruct P as [P1 P2].
      apply feq_zero in P1, P2. lra.
    + destruct (Z.leb_spec 0 leaving); [left | right]; auto.
  - destruct (Z.eqb_spec relation 2); [lia |]. now apply right_overlap.
Qed.

(* Level and upright walls. *)
Lemma past_level_is_right q1 q2 q3 q4 q5 u s0 relation kind0 f0 t0 x0 y0 px0 py0 nx0 ny0 kind f t X Y PX PY NX NY :
  carom_sweep_past_level_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero q1 q2 q3 q4 q5 u s0 relation
    kind0 f0 t0 x0 y0 px0 py0 nx0 ny0 kind f t X Y PX PY NX NY ->
  (is_valid -> relation <> 1%Z -> is_right kind0 f0 t0) -> is_past_level_results ax ay bx by_ true -> kind <> 0%Z ->
  is_right kind f t.
Proof.
  intros H Contact Past K. unfold carom_sweep_past_level_results in H. open H. destruct H.
  match type of E_is_for_filter with is_for_filter_results _ _ _ _ _ _ _ _ ?p => destruct p end;
    rewrite E_if1 in *; cbn [negb] in *; [| now elim K].
  pose proof (filter_input_is_valid _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of E_is_for_filter) as Valid.
  pose proof (reach_nonneg Valid) as R0. pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & ext & Ex).
  rewrite Ex in E_is_for_filter, E_level_first_contact.
  pose proof E_level_first_contact as Q. eapply (SweepLevel.level_first_contact_correct ext) in Q;
    [| exact E_sweep_vectors_of | exact E_is_for_filter].
  destruct Q as (Kinds & Miss & _). destruct zero_value as [F0 V0]. rewrite E_contact_relation in E_if4.
  clear E_if1 E_result_center_x E_result_center_y E_result_point_x E_result_point_y E_result_normal_x
    E_result_normal_y.
  match type of E_if2 with _ = Z.eqb ?p 3 => destruct Kinds as [Kd | [Kd | Kd]]; rewrite Kd in * end;
    cbn [Z.eqb Pos.eqb andb] in E_if2, E_if3; rewrite E_if2 in *; rewrite E_if3 in *.
  - cbn [andb] in E_s_kind_3. rewrite E_s_kind_3, E_s_kind_2, E_s_kind in E_result_kind.
    destruct (Z.geb s0 0); [| now elim K]. rewrite E_if4 in *.
    destruct (Z.eqb_spec relation 1) as [Q | Q]; cbn [negb] in *; [now elim K |].
    rewrite E_result_kind, E_result_feature, E_result_t. now apply Contact.
  - cbn [andb] in E_s_kind_3. rewrite E_result_kind, E_result_feature, E_result_t, E_s_kind_3, E_s_kind_2, E_s_kind,
      E_s_feature_1, E_s_t_1.
    right. split; [exact Valid |]. split; [exact F0 |]. exists ext. split; [exact Ex |].
    apply right_miss; [now apply Miss | exact V0].
  - match type of E_s_kind_3 with _ = (if (true && negb ?p)%bool then _ else _) => destruct p end;
      cbn [andb negb] in E_s_kind_3; [| rewrite E_s_kind_3 in E_result_kind; now elim K].
    rewrite E_s_kind in E_set_level_contact.
    eapply (SweepLevel.level_sweep_correct ext) in E_set_level_contact;
      [| exact E_sweep_vectors_of | exact E_is_for_filter | exact E_level_first_contact].
    destruct E_set_level_contact as (Q1 & Q2 & _ & Ft & T & Hit & L).
    rewrite E_result_kind, E_result_feature, E_result_t, E_s_kind_3, E_s_kind_2, E_s_feature_1, E_s_t_1, Q1, Q2.
    right. split; [exact Valid |]. split; [exact Ft |]. exists ext. split; [exact Ex |].
    apply (right_hit _ _ _ _ _ _ Side T _ R0); [| exact Hit | exact L]. intros Z. exfalso.
    destruct Valid as (_ & _ & _ & _ & A1 & A2 & A3 & A4 & _). unfold len2, ux, uy, a, b in Z. cbn [px py] in Z.
    destruct (SweepLevel.is_past_level_correct ax ay bx by_ A1 A2 A3 A4 Past) as [(E & N) | (N & E)];
      apply N; nra.
Qed.

(* The sign of R - distance at the start. *)
Lemma reach_stage exact sign : carom_reach_at_results cx cy cr ax ay bx by_ wr n exact sign ->
  reach_premise exact -> reach_premise sign.
Proof.
  intros [G] Reach ext Ex. rewrite Ex in G. destruct zero_value as [_ V0].
  destruct (RelationPublic.valid_reach_sign_correct _ _ _ _ _ _ _ _ _ _ _ _ G) as [S | S].
  - rewrite V0, Rplus_0_r in S. exact S.
  - rewrite S. now apply Reach.
Qed.

(* Any size, and invalid input. *)
Lemma any_size_is_right s0 kind0 f0 g0 s1 t0 x0 y0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 u6 u7 kind2 f2 t2 x2 y2 px2 py2 nx2
    ny2 kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind f t X Y PX PY NX NY :
  sweep_of_any_size_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero s0 kind0 f0 g0 s1 t0 x0 y0 px0 py0
    nx0 ny0 u1 u2 u3 u4 u5 u6 u7 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind f t X Y PX
    PY NX NY ->
  (is_valid -> reach_premise s0 /\ first_premise kind0 f0 /\ integers_are_right kind2 f2 t2) ->
  (is_valid -> (forall x, n = extent_number x -> ~ farther x c a b R) -> is_right kind1 f1 t1) ->
  is_right kind f t.
Proof.
  intros H Others Contact. unfold sweep_of_any_size_results in H. open H. destruct H.
  apply RelationPublic.circle_is_valid_correct in E_carom_circle_is_valid.
  apply RelationPublic.wall_is_valid_correct in E_carom_wall_is_valid. destruct zero_value as [F0 V0].
  match type of E_if1 with ?p = negb ?q => assert (V : q = true <-> is_valid) end.
  { rewrite (andb_true_iff (andb (andb _ _) _)), (andb_true_iff (andb _ _) (andb _ _)),
    !RelationPublic.coordinates_valid,
      andb_true_iff, E_carom_circle_is_valid, E_carom_wall_is_valid. unfold is_valid_input. tauto. }
  match type of V with ?q = true <-> _ => destruct q end; cbn [negb] in E_if1; rewrite E_if1 in *.
  - pose proof (proj1 V eq_refl) as Valid. destruct (Others Valid) as (Reach & First & Integers).
    rewrite E_result_kind, E_result_feature, E_result_t, E_if2.
    pose proof (reach_stage _ _ E_carom_reach_at Reach) as Start.
    match type of E_if2 with _ = Z.ltb ?p 0 => destruct (Z.ltb_spec p 0) as [S | S] end.
    + eapply apart_is_right; [exact E_sweep_from_apart | exact Valid | | exact First | exact Integers].
      intros ext Ex. now apply (Start ext Ex).
    + apply Contact; [exact Valid |]. intros ext Ex Far. destruct (Start ext Ex) as (Near & _ & Touch).
      match type of S with (0 <= ?p)%Z => destruct (Z.eq_dec p 0) as [Z0 | Z0] end.
      * destruct (Touch Z0) as (_ & (q & Aq & Dq) & _). specialize (Far q Aq). fold R in Dq. lra.
      * destruct (Near ltac:(lia)) as (q & Aq & Dq). specialize (Far q Aq). fold R in Dq. lra.
  - left. split; [| exact E_result_kind]. intros Valid. apply V in Valid. discriminate Valid.
Qed.
End Closely.
