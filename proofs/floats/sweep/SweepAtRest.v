(* carom_circle_sweep and carom_circle_sweep_to of src/sweep/sweep.c as a whole, with the calls that join their
   stages: certain misses, overlaps at the start, and contacts in one pass. What these decide is right, so the result
   is right if that of the code is which decides the rest: carom_sweep_closely and what it calls. SweepPublic.v ties
   both together. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx Geometry Bounded SweepErrors SweepSquares SweepAxis
  SweepGeometry SweepVectors SweepTerms SweepMiss SweepContact SweepFirst SweepTime SweepSmallTimes SweepInputs
  SweepRight.
From Carom Require Import SweepQuery.
From Carom Require TimeSideFoot TimeEndFirst ContactAtStart.
From Carom Require Terms_sweep Terms_fast Terms_overlap Terms_level Terms_sweep_fast Terms_sweep_public.
Import Terms_sweep.set_terms_across_terms(set_terms_across_results).
Import Terms_sweep.set_terms_along_terms(set_terms_along_results).
Import Terms_sweep.misses_across_terms(misses_across_results).
Import Terms_sweep.misses_along_terms(misses_along_results).
Import Terms_sweep.is_certain_miss_terms(is_certain_miss_results).
Import Terms_fast.approach_of_terms(approach_of_results).
Import Terms_fast.set_fast_side_terms(set_fast_side_results).
Import Terms_fast.set_fast_end_terms(set_fast_end_results).
Import Terms_fast.sweep_of_fast_terms(sweep_of_fast_results).
Import Terms_overlap.sweep_in_wall_terms(sweep_in_wall_results).
Import Terms_level.is_past_level_terms(is_past_level_results).
Import Terms_sweep_fast.sweep_fast_terms(sweep_fast_results).
Import Terms_sweep_public.sweep_at_rest_terms(sweep_at_rest_results).
Import Terms_sweep_public.carom_sweep_near_terms(carom_sweep_near_results).
Import Terms_sweep_public.carom_circle_sweep_terms(carom_circle_sweep_results).
Import Terms_sweep_public.carom_circle_sweep_to_terms(carom_circle_sweep_to_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Lemma fast_kind g q p1 p2 q1 q2 q3 q4 q5 q6 u k h t r1 r2 r3 r4 r5 r6 :
  sweep_of_fast_results g q p1 p2 q1 q2 q3 q4 q5 q6 u k h t r1 r2 r3 r4 r5 r6 -> k = 3%Z /\ h = g.
Proof. intros H. unfold sweep_of_fast_results in H. open H. destruct H. split; congruence. Qed.

Section Sweep.
Variables cx cy cr mx my : F double.
Variable is_end : bool.
Variables ax ay bx by_ wr : F double.
Variable n : Z.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= n)%Z.
Notation is_right := (sweep_is_right cx cy cr mx my is_end ax ay bx by_ wr n).
Notation is_valid := (is_valid_input cx cy cr mx my ax ay bx by_ wr n).

Let c := Point (real cx) (real cy).
Let v := way_of cx cy mx my is_end.
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.

Section Terms.
Variables reach ux uy wx wy zx zy vx vy e1 e2 e3 e4 u1 u2 u3 u4 sw sz su sv ends : F double.
Variables may is_segment : bool.
Variables uu vv tx ty kx ky evx evy eux euy vu : F double.
Hypothesis Across : set_terms_across_results cx cy cr mx my is_end false ax ay bx by_ wr n (fconst 0 0) (fconst 0 0)
  reach ux uy wx wy zx zy vx vy e1 e2 e3 e4 u1 u2 u3 u4 sw sz su sv ends may is_segment uu vv tx ty kx ky.
Hypothesis Along : set_terms_along_results ux uy vx vy e1 e2 e3 e4 evx evy eux euy vu.
(* The same as structs. *)
Let query := swept_query.make (carom_circle.make (carom_vec2.make cx cy) cr) (carom_vec2.make mx my) is_end false
  (carom_wall.make (carom_vec2.make ax ay) (carom_vec2.make bx by_) wr n false 0 0)
  (carom_vec2.make (fconst 0 0) (fconst 0 0)).
Let terms := axis_terms.make reach (pair.make ux uy) (pair.make wx wy) (pair.make zx zy) (pair.make vx vy)
  (pair.make e1 e2) (pair.make e3 e4) (pair.make sw sz) (pair.make u1 u2) (pair.make u3 u4) (pair.make su sv)
  (pair.make uu vv) (pair.make tx ty) (pair.make kx ky) (pair.make evx evy) (pair.make eux euy) vu ends may is_segment.

Lemma terms_of_query : terms_of query terms.
Proof. apply terms_across. exact (conj eq_refl (conj Across Along)). Qed.

(* If the terms may decide, the input is valid. *)
Lemma terms_are_valid : may = true -> is_valid.
Proof.
  intros M. pose proof Across as K. rewrite M in K. clear - number_nonneg K.
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ K)
    as [rr facts]. destruct facts as [Nu Nw _ Nv _ _ _ _ [[Fr _] _] _ _ _ _ _ _].
  unfold set_terms_across_results in K. open K. destruct K.
  clear E_rounded_vectors_of.
  symmetry in E_t_may_decide. apply andb_prop in E_t_may_decide. destruct E_t_may_decide as [May Known]. apply
    Z.leb_le in Known. apply andb_prop in May.
  destruct May as [_ Least]. rewrite E_least_radius in Least.
  destruct (least_nonneg _ _ Least) as [Ncr Nwr]. pose proof (nonneg_real _ Ncr). pose proof (nonneg_real _ Nwr).
  assert (Extent : exists x, n = extent_number x).
  { assert (V : (n = 0 \/ n = 1 \/ n = 2)%Z) by lia.
    destruct V as [-> | [-> | ->]]; [exists Segment | exists Ray | exists Line]; reflexivity. }
  cbv iota in *. subst.
  destruct Nu as (U1 & U2 & _). destruct Nw as (W1 & W2 & _). destruct Nv as (V1 & V2 & _).
  destruct (fadd_finite _ _ Fr) as (Fcr & Fwr & _).
  destruct (difference_finite _ _ U1), (difference_finite _ _ U2), (difference_finite _ _ W1),
    (difference_finite _ _ W2).
  destruct is_end; [destruct (difference_finite _ _ V1), (difference_finite _ _ V2) |]; repeat split; auto.
Qed.

(* A certain miss. *)
Lemma miss_is_right across along :
  misses_across_results reach sw su sv uu vv tx ty kx ky ends is_segment across ->
  misses_along_results reach sw sz su sv uu vv evx evy eux euy vu ends is_segment along ->
  may = true -> across = true \/ along = true -> is_right 1 0 (fconst 0 0).
Proof.
  intros A L M D. pose proof (terms_are_valid M) as Valid. pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _
    & x & Ex).
  right. split; [exact Valid |]. destruct zero_value as [F0 V0]. split; [exact F0 |]. exists x. split; [exact Ex |].
  apply right_miss; [| exact V0].
  refine (is_certain_miss_correct x cx cy cr mx my is_end false ax ay bx by_ wr (fconst 0 0) (fconst 0 0) _).
  rewrite <- Ex. unfold is_certain_miss_results. repeat match goal with |- ex _ => eexists end.
  econstructor; [exact Across | exact A | exact Along | exact L |].
  rewrite M. destruct across; [reflexivity |]. now destruct D as [D | ->].
Qed.

(* A long wall has no equal points. *)
Lemma long_has_length : may = true -> fle (fconst 1 (-400)) uu = true -> 0 < len2 a b.
Proof.
  intros M H. pose proof Across as K. rewrite M in K. pose proof K as Q. apply across_terms in Q.
  destruct Q as (_ & _ & -> & _). apply TimeEndFirst.across_line_vectors in K. destruct K as (Kv & _).
  exact (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv H).
Qed.

(* A contact in one pass names the end of a wall of equal points. *)
Lemma fast_side_names nan length reach_len inverse2 side gap inverse time feet_x feet_y is_long f1 f2 f3 f4 f5 f6 f7 f8
    f9 f10 f :
  approach_of_results reach uu tx ty eux euy vu nan length reach_len inverse2 side gap inverse time feet_x feet_y
    is_long ->
  set_fast_side_results cx cy cr mx my is_end ax ay bx by_ wr n reach vx vy sw sz su sv vu may is_segment length
    inverse2 side inverse time feet_x feet_y is_long f1 f2 f3 f4 f5 true f6 f7 f8 f9 f10 f ->
  may = true /\ 0 < len2 a b.
Proof.
  intros K S. unfold set_fast_side_results in S. open S. destruct S. symmetry in E_f_is_certain.
  do 3 (apply andb_prop in E_f_is_certain; destruct E_f_is_certain as [E_f_is_certain _]).
  apply andb_prop in E_f_is_certain. destruct E_f_is_certain as [M L]. split; [exact M |].
  apply long_has_length; [exact M |]. unfold approach_of_results in K. open K. destruct K. congruence.
Qed.

Lemma fast_end_names nan length reach_len inverse2 side gap inverse time feet_x feet_y is_long f1 f2 f3 f4 f5 f6 f7 f8
    f9 f10 f :
  approach_of_results reach uu tx ty eux euy vu nan length reach_len inverse2 side gap inverse time feet_x feet_y
    is_long ->
  set_fast_end_results cx cy cr mx my is_end ax ay bx by_ wr n reach vx vy sw su sv vv tx kx ky evx evy may is_segment
    reach_len inverse feet_x feet_y is_long f1 f2 f3 true f4 f5 f6 f7 f8 f9 f10 f ->
  may = true /\ names_point a b f.
Proof.
  intros HK S. apply TimeEndFirst.end_tests in S. destruct S as (M & Ef & Tests). split; [exact M |]. intros Z.
  pose proof Across as K. rewrite M in K. pose proof K as Q. apply across_terms in Q.
  destruct Q as ((Ee1 & Ee2 & Ee3 & Ee4) & _ & Euu & _ & Etx & Ety & _).
  pose proof Along as HL. unfold set_terms_along_results in HL. destruct HL as [_ _ _ Eey Evu]. rewrite Ee2, Ee4 in Eey.
  apply TimeEndFirst.across_line_vectors in K.
  destruct K as (Kv & _ & _ & _ & _ & _ & _ & Esu & _).
  unfold approach_of_results in HK. open HK. destruct HK.
  destruct (flt (fconst 0 0) feet_y) eqn:At; [exfalso | now rewrite Ef].
  destruct Tests as [(_ & L & _) | Zu].
  - assert (0 < len2 a b) by (apply long_has_length; [exact M | congruence]). lra.
  - assert (Feet : feet_y = fadd euy (fmul time vu)) by congruence. rewrite Feet in At.
    rewrite (TimeEndFirst.point_has_end_a ux uy wx wy zx zy vx vy su sw sz sv reach _ _ _ _ _ nan time vu euy Kv Esu Zu)
      in At; [discriminate At | | exact Evu | exact Eey].
    rewrite <- Euu, <- Etx, <- Ety. subst x x1 x3 x4 x5 x6 x7 x8. exact E_result_time.
Qed.

(* A contact in one pass. *)
Lemma fast_is_right nan length reach_len inverse2 side gap inverse time feet_x feet_y is_long is_side unknown
    kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind f t X Y PX PY NX NY :
  approach_of_results reach uu tx ty eux euy vu nan length reach_len inverse2 side gap inverse time feet_x feet_y
    is_long ->
  sweep_fast_results cx cy cr mx my is_end ax ay bx by_ wr n reach vx vy sw sz su sv vv tx kx ky evx evy vu may
    is_segment length reach_len inverse2 side inverse time feet_x feet_y is_long is_side unknown kind1 f1 t1 x1 y1 px1
    py1 nx1 ny1 kind f t X Y PX PY NX NY ->
  is_right kind1 f1 t1 -> is_right kind f t.
Proof.
  intros K S Else. unfold sweep_fast_results in S. open S. destruct S. rewrite E_result_kind, E_result_feature,
    E_result_t.
  match goal with |- sweep_is_right _ _ _ _ _ _ _ _ _ _ _ _ (if ?p then _ else _) _ _ => destruct p end;
    [clear Else | exact Else].
  clear E_result_kind E_result_feature E_result_t E_result_center_x E_result_center_y
    E_result_point_x E_result_point_y E_result_normal_x E_result_normal_y.
  match type of E_sweep_of_fast with sweep_of_fast_results ?g _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ =>
    assert (Names : may = true /\ names_point a b g) end.
  { destruct is_side.
    - rewrite <- E_f_is_certain_2 in E_set_fast_side. eapply fast_side_names in E_set_fast_side; [| exact K].
      destruct E_set_fast_side as (M & L). split; [exact M |]. intros Z. exfalso. lra.
    - rewrite <- E_f_is_certain_2 in E_set_fast_end. eapply fast_end_names in E_set_fast_end; [| exact K].
      rewrite E_f_feature_2. exact E_set_fast_end. }
  destruct Names as (M & Names).
  pose proof (terms_are_valid M) as Valid.
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & (_ & R1) & (_ & R2) & ext & Ex).
  right. split; [exact Valid |]. assert (R0 : 0 <= R) by (unfold R; lra).
  destruct (fast_kind _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_of_fast) as (Kind & Feature).
  rewrite Kind, Feature. rewrite E_f_feature_2 in *. rewrite E_f_normal_x_2, E_f_normal_y_2, E_f_t_2, E_f_rest_2,
    E_f_from_x_2, E_f_from_y_2, E_f_center_x_2, E_f_center_y_2, E_f_off_2 in E_sweep_of_fast.
  set (line := line_approach.make length reach_len inverse2 side gap inverse time (pair.make feet_x feet_y) is_long).
  assert (Line : line_of terms line) by (exists nan; symmetry; exact (approach_of_function terms nan line K)).
  match type of E_sweep_of_fast with ?h ?u ?k ?g ?t ?ox ?oy ?qx ?qy ?nx ?ny =>
    set (s := carom_sweep.make k g t (carom_vec2.make ox oy) (carom_vec2.make qx qy) (carom_vec2.make nx ny)) end.
  assert (Swept : forall f, sweep_of_fast_relation f unknown s -> swept_from f s).
  { intros g Q. exists unknown. symmetry. exact (sweep_of_fast_function g unknown s Q). }
  destruct is_side.
  - rewrite <- E_f_is_certain_2 in E_set_fast_side.
    match type of E_set_fast_side with ?h ?nx ?ny ?t ?rest ?err true ?fx ?fy ?ox ?oy ?off ?g =>
      set (contact := fast_contact.make g true t rest err (carom_vec2.make nx ny) (pair.make ox oy) (pair.make fx fy)
        off)
      end.
    assert (C : certain_on_side query terms line contact).
    { split; [exact terms_of_query |]. split; [exact Line |]. split; [| reflexivity]. exists contact. symmetry.
      exact (set_fast_side_function query terms line contact E_set_fast_side). }
    destruct (TimeSideFoot.set_fast_side_hits ext _ _ _ _ s C (Swept contact E_sweep_of_fast) Ex)
      as (H1 & H2 & T & T0 & B & To & Ft & L).
    split; [exact Ft |]. exists ext. split; [exact Ex |]. cbn in H2. rewrite H2 in Names |- *.
    apply (right_when_hits _ _ _ _ _ _ Side T); [exact R0 | exact Names | exact H1 | lra | exact B | exact To | exact
      L].
  - rewrite <- E_f_is_certain_2 in E_set_fast_end.
    match type of E_set_fast_end with ?h ?t ?rest ?err true ?ox ?oy ?nx ?ny ?fx ?fy ?off ?g =>
      set (contact := fast_contact.make g true t rest err (carom_vec2.make nx ny) (pair.make ox oy) (pair.make fx fy)
        off)
      end.
    assert (C : certain_at_end query terms line contact).
    { split; [exact terms_of_query |]. split; [exact Line |]. split; [| reflexivity]. exists contact. symmetry.
      exact (set_fast_end_function query terms line contact E_set_fast_end). }
    destruct (TimeEndFirst.set_fast_end_hits ext _ _ _ _ s C (Swept contact E_sweep_of_fast) Ex)
      as (F & H2 & _ & H1 & T & T0 & B & To & Ft & L).
    split; [exact Ft |]. exists ext. split; [exact Ex |]. cbn in H2. rewrite H2 in Names |- *.
    apply (right_when_hits _ _ _ _ _ _ F T); [exact R0 | exact Names | exact H1 | lra | exact B | exact To | exact L].
Qed.
End Terms.

(* A circle that seems to be in contact at the start. The results 1 are those of carom_sweep_from_contact, for the
   contact that carom_circle_contact gives, with the relation `asked`; the results 2 are those of
   carom_sweep_closely. *)
Lemma in_wall_is_right asked kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 kind f t X Y PX PY NX
    NY :
  sweep_in_wall_results cx cy cr ax ay bx by_ wr n asked kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind2 f2 t2 x2 y2 px2 py2
    nx2
    ny2 kind f t X Y PX PY NX NY ->
  is_valid ->
  ((2 <= asked)%Z -> is_right kind1 f1 t1) -> ((asked < 2)%Z -> is_right kind2 f2 t2) -> is_right kind f t.
Proof.
  intros W Valid First Second.
  destruct (ContactAtStart.overlap_at_start_is_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ number_nonneg W) as [(A & E) | [(A & E) | (x & q & Ex & Ek & Et & _ & _ & Fe & Di & Q)]].
  - injection E as -> -> -> _ _ _ _ _ _. auto.
  - injection E as -> -> -> _ _ _ _ _ _. auto.
  - right. split; [exact Valid |]. destruct zero_value as [F0 V0]. rewrite Et, Ek. split; [exact F0 |].
    exists x. split; [exact Ex |]. apply right_overlap; [exact V0 | | exact Fe].
    destruct Di as (Q0 & (s & As & Ds) & _). exists s. split; [exact As |].
    change (dist2_at c a b s = q ^ 2) in Ds. fold c a b R. rewrite Ds. fold R in Q. nra.
Qed.

(* The sweep of a wall at rest. The results 1 and 2 of `closely` are those of carom_sweep_closely; of `near`, those of
   carom_sweep_near, which is asked about level walls. *)
Theorem sweep_at_rest_is_right kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 kind3 f3
    t3 x3 y3 px3 py3 nx3 ny3 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 unknown kind5 f5 t5 x5 y5 px5 py5 nx5 ny5 kind f t X Y
      PX
    PY NX NY :
  sweep_at_rest_results cx cy cr mx my is_end ax ay bx by_ wr n kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2
    t2
    x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 unknown kind5 f5 t5 x5
      y5
    px5 py5 nx5 ny5 kind f t X Y PX PY NX NY ->
  is_right kind1 f1 t1 -> is_right kind5 f5 t5 -> is_right kind4 f4 t4 ->
  (is_valid -> (2 <= asked)%Z -> is_right kind2 f2 t2) -> ((asked < 2)%Z -> is_right kind3 f3 t3) ->
  is_right kind f t.
Proof.
  intros H First Fifth Near Contact Third. unfold sweep_at_rest_results in H. open H. destruct H. subst.
  pose proof E_sweep_fast as Fast.
  eapply fast_is_right in Fast; [| exact E_set_terms_across | exact E_set_terms_along | exact E_approach_of | exact
    Fifth].
  match type of E_misses_across with misses_across_results _ _ _ _ _ _ _ _ _ _ _ _ ?p => rename p into across end.
  match type of E_misses_along with misses_along_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p => rename p into along end.
  match type of E_set_terms_across with set_terms_across_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p _ _ _ _ _ _ _ =>
    rename p into may end.
  assert (Valid : may = true -> is_valid).
  { eapply terms_are_valid. exact E_set_terms_across. }
  assert (Miss : may = true -> across = true \/ along = true -> is_right 1 0 (fconst 0 0)).
  { eapply miss_is_right; [exact E_set_terms_across | exact E_set_terms_along | exact E_misses_across
    | exact E_misses_along]. }
  assert (Wall : may = true -> is_right x66 x67 x68).
  { intros M. eapply in_wall_is_right; [exact E_sweep_in_wall | now apply Valid | apply Contact; now apply Valid |
    exact Third]. }
  clear - First Near Fast Miss Wall.
  destruct across, may, x62, x64, along, x77; cbn [andb negb] in *; auto.
Qed.

(* The same for a circle that is known to come near the wall. The results 1 are those of carom_sweep_past_level: they
   are used if the wall is level or upright and their kind is not 0. *)
Theorem sweep_near_is_right level1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 kind3 f3
    t3 x3 y3 px3 py3 nx3 ny3 unknown kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 kind f t X Y PX PY NX NY :
  carom_sweep_near_results cx cy cr mx my is_end false ax ay bx by_ wr n (fconst 0 0) (fconst 0 0)
    level1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2 t2
    x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 unknown kind4 f4 t4 x4 y4 px4 py4 nx4 ny4
    kind f t X Y PX PY NX NY ->
  (level1 <> 0%Z -> is_past_level_results ax ay bx by_ true -> is_right level1 f1 t1) -> is_right kind4 f4 t4 ->
  (is_valid -> (2 <= asked)%Z -> is_right kind2 f2 t2) -> ((asked < 2)%Z -> is_right kind3 f3 t3) ->
  is_right kind f t.
Proof.
  intros H Level Fourth Contact Third. unfold carom_sweep_near_results in H. open H. destruct H. subst.
  pose proof E_sweep_fast as Fast.
  eapply fast_is_right in Fast; [| exact E_set_terms_across | exact E_set_terms_along | exact E_approach_of | exact
    Fourth].
  match type of E_set_terms_across with set_terms_across_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p _ _ _ _ _ _ _ =>
    rename p into may end.
  assert (Valid : may = true -> is_valid).
  { eapply terms_are_valid. exact E_set_terms_across. }
  assert (Wall : may = true -> is_right x62 x63 x64).
  { intros M. eapply in_wall_is_right; [exact E_sweep_in_wall | now apply Valid | apply Contact; now apply Valid |
    exact Third]. }
  assert (Past : x = true -> level1 <> 0%Z -> is_right level1 f1 t1) by (intros ->; auto).
  clear - Past Fast Wall. destruct (Z.eqb_spec level1 0); destruct x, may, x59, x60; cbn [andb negb]; auto.
Qed.
End Sweep.

Section Public.
Variables cx cy cr mx my ax ay bx by_ wr : F double.
Variables n kind1 f1 asked kind2 f2 kind3 f3 kind4 f4 kind5 f5 kind f : Z.
Variables t1 x1 y1 px1 py1 nx1 ny1 t2 x2 y2 px2 py2 nx2 ny2 t3 x3 y3 px3 py3 nx3 ny3 t4 x4 y4 px4 py4 nx4 ny4 t5 x5 y5
  px5 py5 nx5 ny5 unknown t X Y PX PY NX NY : F double.
Variable nan : bool.
Hypothesis number_nonneg : (0 <= n)%Z.

Let others_are_right is_end := let is_right := sweep_is_right cx cy cr mx my is_end ax ay bx by_ wr n in
  is_right kind1 f1 t1 /\ is_right kind5 f5 t5 /\ is_right kind4 f4 t4 /\
  (is_valid_input cx cy cr mx my ax ay bx by_ wr n -> (2 <= asked)%Z -> is_right kind2 f2 t2) /\
  ((asked < 2)%Z -> is_right kind3 f3 t3).

Theorem circle_sweep_is_right :
  carom_circle_sweep_results cx cy cr mx my ax ay bx by_ wr n kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2 t2
    x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 unknown kind5 f5 t5 x5
      y5
    px5 py5 nx5 ny5 kind f t X Y PX PY NX NY ->
  others_are_right false -> sweep_is_right cx cy cr mx my false ax ay bx by_ wr n kind f t.
Proof.
  intros H (R1 & R2 & R3 & R4 & R5). unfold carom_circle_sweep_results in H. open H. destruct H. subst.
  eapply sweep_at_rest_is_right in E_sweep_at_rest; eassumption.
Qed.

(* mx and my are the place at the end. *)
Theorem circle_sweep_to_is_right :
  carom_circle_sweep_to_results cx cy cr mx my ax ay bx by_ wr n kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 nan asked kind2 f2
    t2
    x2 y2 px2 py2 nx2 ny2 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 unknown kind5 f5 t5 x5
      y5
    px5 py5 nx5 ny5 kind f t X Y PX PY NX NY ->
  others_are_right true -> sweep_is_right cx cy cr mx my true ax ay bx by_ wr n kind f t.
Proof.
  intros H (R1 & R2 & R3 & R4 & R5). unfold carom_circle_sweep_to_results in H. open H. destruct H. subst.
  eapply sweep_at_rest_is_right in E_sweep_at_rest; eassumption.
Qed.
End Public.
