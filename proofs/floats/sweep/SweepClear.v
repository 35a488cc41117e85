(* carom_circle_path_is_clear of src/sweep/sweep_double_double.c as a whole, for a wall at rest: the result is true
   exactly for valid input whose path is clear of the wall. The circle does not overlap the wall at any time. A point,
   of reach 0, does not come to the axis, unless it starts on it.

   The distance is convex in time: if the circle comes nearer up to the end, the end decides; if it leaves, the start.
   Else the filter decides, or the integers. The premises are about the integers, where they are asked. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry SweepGeometry SweepContact SweepTime SweepTerms SweepStart
  SweepSmallTimes SweepRight SweepStages SweepFiltered SweepFilter Leaving LeavingEnd RelationPublic.
From Carom Require SweepAtRest.
From Carom Require Terms_sweep Terms_clear Terms_contact_sweep.
Import Terms_clear.path_is_clear_exactly_terms(path_is_clear_exactly_results).
Import Terms_clear.carom_path_is_clear_near_terms(carom_path_is_clear_near_results).
Import Terms_clear.carom_circle_path_is_clear_terms(carom_circle_path_is_clear_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_sweep.is_certain_miss_terms(is_certain_miss_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Section Meaning.
Variables (x : extent) (c v a b : point) (r : R).
Hypothesis r0 : 0 <= r.

Definition path_is_clear := (forall t, 0 <= t <= 1 -> ~ nearer x (moved c v t) a b r) /\
  (r = 0 -> ~ farther x c a b r \/ stays_farther x c v a b r).

Lemma point_not_nearer p : r = 0 -> ~ nearer x p a b r.
Proof. intros Z (s & _ & N). pose proof (dist2_nonneg p a b s). rewrite Z in N. lra. Qed.

Lemma farther_not_nearer p : farther x p a b r -> ~ nearer x p a b r.
Proof. intros H (s & A & N). specialize (H s A). lra. Qed.

Lemma distance_not_farther p : is_distance x p a b r -> ~ farther x p a b r /\ ~ nearer x p a b r.
Proof.
  intros (_ & (s & A & D) & Least). split; [intros H; specialize (H s A); lra |].
  intros (q & Aq & N). specialize (Least q Aq). lra.
Qed.

Lemma clear_if_farther : stays_farther x c v a b r -> path_is_clear.
Proof. intros H. split; [intros t T; now apply farther_not_nearer, H | auto]. Qed.

Lemma clear_if_never : never_overlaps x c v a b r -> ~ farther x c a b r -> path_is_clear.
Proof. intros H S. split; [intros t T; apply H; lra | auto]. Qed.

Lemma clear_on_axis : r = 0 -> ~ farther x c a b r -> path_is_clear.
Proof. intros Z S. split; [intros t T; now apply point_not_nearer | auto]. Qed.

Lemma not_clear_at t : 0 <= t <= 1 -> nearer x (moved c v t) a b r -> ~ path_is_clear.
Proof. intros T N (H & _). exact (H t T N). Qed.

Lemma not_clear_at_start : nearer x c a b r -> ~ path_is_clear.
Proof. intros N. apply (not_clear_at 0); [lra |]. now rewrite moved_at_start. Qed.

Lemma not_clear_if_presses T : 0 <= T < 1 -> presses_in x c v a b r T -> ~ path_is_clear.
Proof.
  intros T01 (d & d0 & H). pose proof (Rmin_l d (1 - T)). pose proof (Rmin_r d (1 - T)).
  assert (0 < Rmin d (1 - T)) by (apply Rmin_pos; lra).
  apply (not_clear_at (T + Rmin d (1 - T) / 2)); [lra |]. apply H. lra.
Qed.

Lemma not_clear_if_reached F T : r = 0 -> farther x c a b r -> 0 <= T <= 1 -> touches F x (moved c v T) a b r ->
  ~ path_is_clear.
Proof.
  intros Z S T01 Q (_ & H). destruct (touches_on_axis _ _ _ _ _ _ Q) as (s & A & D).
  destruct (H Z) as [N | N]; [now apply N |]. specialize (N T T01 s A). lra.
Qed.

Lemma clear_if_touches_last F : 0 < r -> (forall t, 0 <= t < 1 -> farther x (moved c v t) a b r) ->
  touches F x (moved c v 1) a b r -> path_is_clear.
Proof.
  intros P B (s & _ & _ & Least). split; [| intros Z; lra]. intros t T.
  destruct (Rle_lt_or_eq_dec t 1 ltac:(lra)) as [L | ->]; [apply farther_not_nearer, B; lra |].
  intros (q & A & N). specialize (Least q A). lra.
Qed.

(* The circle comes nearer up to the end. *)
Section End.
Hypothesis In : comes x (moved c v 1) v a b.

Lemma farther_than_end : exists s0, on_axis x s0 /\
  (forall s, on_axis x s -> dist2_at (moved c v 1) a b s0 <= dist2_at (moved c v 1) a b s) /\
  forall t s, 0 <= t < 1 -> on_axis x s -> dist2_at (moved c v 1) a b s0 < dist2_at (moved c v t) a b s.
Proof.
  destruct In as (_ & s0 & (A & N) & H). exists s0. split; [exact A |]. split; [exact N |]. intros t s T S.
  specialize (H (1 - t) s ltac:(lra) S).
  replace (moved (moved c v 1) (back v) (1 - t)) with (moved c v t) in H; [exact H |].
  unfold moved, back. cbn [px py]. f_equal; ring.
Qed.

Lemma end_decides : 0 < r -> path_is_clear <-> ~ nearer x (moved c v 1) a b r.
Proof.
  intros P. split; [intros (H & _); apply H; lra |]. intros E. split; [| intros Z; lra].
  intros t T (s & S & N). destruct farther_than_end as (s0 & A & _ & H).
  destruct (Rle_lt_or_eq_dec t 1 ltac:(lra)) as [L | ->]; [| apply E; now exists s].
  apply E. exists s0. split; [exact A |]. specialize (H t s ltac:(lra) S). lra.
Qed.

Lemma end_decides_point : r = 0 -> path_is_clear <-> farther x (moved c v 1) a b r.
Proof.
  intros Z. destruct farther_than_end as (s0 & A & N & H). split.
  - intros (_ & Q). destruct (Q Z) as [Q' | Q']; [exfalso; apply Q' | apply Q'; lra].
    intros s S. specialize (H 0 s ltac:(lra) S). rewrite moved_at_start in H.
    pose proof (dist2_nonneg (moved c v 1) a b s0). rewrite Z. lra.
  - intros Fe. apply clear_if_farther. intros t T s S. specialize (Fe s0 A).
    destruct (Rle_lt_or_eq_dec t 1 ltac:(lra)) as [L | ->]; [specialize (H t s ltac:(lra) S) | specialize (N s S)]; lra.
Qed.
End End.

Lemma not_clear_if_hits F : hits_early F x c v a b r -> ~ path_is_clear.
Proof.
  intros ((T & T0 & B & Q & _) & Early). destruct (Rle_lt_or_eq_dec _ _ r0) as [P | Z].
  - destruct (Early P) as (t & T1 & N). now apply (not_clear_at t).
  - apply (not_clear_if_reached F T); auto; [| lra]. rewrite <- (moved_at_start c v). apply B. lra.
Qed.
End Meaning.

Section Clear.
Variables cx cy cr mx my ax ay bx by_ wr : F double.
Variable n : Z.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= n)%Z.
Notation is_valid := (is_valid_input cx cy cr mx my ax ay bx by_ wr n).
Notation zero := (fconst 0 0 : F double).

Let c := Point (real cx) (real cy).
Let v := way_of cx cy mx my true.
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.

Definition is_clear := exists x, n = extent_number x /\ path_is_clear x c v a b R.

(* What the integers answer: at the start, at the end, about the first contact, and whether it is at the end. *)
Notation reach_at_start_is_right := (reach_premise cx cy cr ax ay bx by_ wr n).
Notation reach_at_end_is_right := (reach_premise mx my cr ax ay bx by_ wr n).
Definition last_premise (answer : bool) := forall x f T, n = extent_number x ->
  first_contact_at x c v a b R f T -> if answer then 1 <= T else T < 1.
Definition integers_of_path start leaving kind end_reach end_rim answer :=
  reach_at_start_is_right start /\ leaving_premise cx cy cr mx my true ax ay bx by_ wr n leaving /\
  (exists f, first_premise cx cy cr mx my true ax ay bx by_ wr n kind f) /\ reach_at_end_is_right end_reach /\
  is_rim_sign end_rim (Point (real mx) (real my)) a b (real cr) (real wr) /\ last_premise answer.

Lemma end_place : moved c v 1 = Point (real mx) (real my).
Proof. unfold moved, c, v, way_of. cbn [px py]. f_equal; ring. Qed.

Lemma clear_of x : n = extent_number x -> is_clear <-> path_is_clear x c v a b R.
Proof.
  intros Ex. split; [| intros H; now exists x]. intros (y & Ey & H).
  assert (y = x) by (apply extent_number_injective; congruence). now subst y.
Qed.

Lemma zero_if (w : F double) : finite w -> 0 <= real w -> if feq w zero then real w = 0 else 0 < real w.
Proof.
  intros Fw W. destruct zero_value as [F0 V0]. destruct (feq w zero) eqn:E; [now apply feq_zero |].
  assert (real w <> 0); [| lra]. intros Z. unfold feq in E. rewrite Beqb_correct in E by assumption.
  change (Raux.Req_bool (real w) (real zero) = false) in E.
  rewrite Z, V0, Raux.Req_bool_true in E; [discriminate E | reflexivity].
Qed.

Lemma point_if : is_valid -> if (feq cr zero && feq wr zero)%bool then R = 0 else 0 < R.
Proof.
  intros (_ & _ & _ & _ & _ & _ & _ & _ & (F1 & R1) & (F2 & R2) & _). unfold R.
  pose proof (zero_if cr F1 R1). pose proof (zero_if wr F2 R2). destruct (feq cr zero), (feq wr zero); cbn [andb]; lra.
Qed.

Lemma exactly_is_clear start leaving kind end_reach end_rim answer result :
  path_is_clear_exactly_results cx cy cr mx my true false ax ay bx by_ wr n zero zero ax ay bx by_ wr n start leaving
    kind end_reach end_rim answer result ->
  (is_valid -> integers_of_path start leaving kind end_reach end_rim answer) -> result = true <-> is_valid /\ is_clear.
Proof.
  intros H Others. unfold path_is_clear_exactly_results in H. open H. destruct H.
  apply circle_is_valid_correct in E_carom_circle_is_valid. apply wall_is_valid_correct in E_carom_wall_is_valid.
  destruct zero_value as [F0 V0].
  match type of E_result with _ = if negb ?q then _ else _ => assert (V : q = true <-> is_valid) end.
  { rewrite (andb_true_iff (andb (andb _ _) _)), (andb_true_iff (andb _ _) (andb _ _)), !coordinates_valid,
      andb_true_iff, E_carom_circle_is_valid, E_carom_wall_is_valid. unfold is_valid_input. tauto. }
  match type of V with ?q = true <-> _ => destruct q end; cbn [negb] in E_result.
  2: { rewrite E_result. split; [discriminate |]. intros (Valid & _). apply V in Valid. discriminate Valid. }
  pose proof (proj1 V eq_refl) as Valid. clear V.
  destruct (Others Valid) as (Start & Leave & (f & First) & EndReach & EndRim & Last).
  pose proof (point_if Valid) as Pt. pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ Valid) as R0. fold R in R0.
  pose proof Valid as (V1 & V2 & V3 & V4 & V5 & V6 & V7 & V8 & (V9 & W1) & (V10 & W2) & ext & Ex).
  assert (Goal : result = true <-> path_is_clear ext c v a b R);
    [| rewrite Goal, (clear_of ext Ex); tauto].
  pose proof (reach_stage _ _ _ _ _ _ _ _ _ _ _ E_carom_reach_at Start ext Ex) as (Near & Far & On).
  fold c a b R in Near, Far, On. rewrite E_result. clear E_result.
  match goal with |- context [Z.gtb ?s 0] => rename s into reach end.
  destruct (Z.gtb_spec reach 0) as [G | G].
  { split; [discriminate |]. intros Q. exfalso. exact (not_clear_at_start _ _ _ _ _ _ (Near ltac:(lia)) Q). }
  destruct (Z.eqb_spec reach 0) as [Z0 | Z0].
  { specialize (On Z0). destruct (distance_not_farther _ _ _ _ _ On) as (NF & NN).
    pose proof (leaving_stage _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg _ _ E_leaving_at_start Valid Leave ext Ex On) as
      (In & Out).
    fold c v a b R in In, Out.
    destruct (feq cr zero && feq wr zero)%bool; cbn [orb].
    - split; [intros _ | reflexivity]. now apply clear_on_axis.
    - rewrite Z.geb_leb.
      match goal with |- Z.leb 0 ?l = true <-> _ => destruct (Z.leb_spec 0 l) as [L | L] end.
      + split; [intros _ | reflexivity]. apply clear_if_never; auto.
      + split; [discriminate |]. intros Q. exfalso. revert Q. apply (not_clear_if_presses _ _ _ _ _ _ 0); auto. lra. }
  specialize (Far ltac:(lia)). pose proof (First ext Ex Far) as Q. fold c v a b R in Q. rewrite E_m_kind.
  destruct Q as [(-> & Stays) | (T & T0 & C & Kind)]; [split; [intros _; now apply clear_if_farther | reflexivity] |].
  pose proof C as (T1 & B & _ & F & _ & Touch).
  destruct Kind as [(-> & Press) | (-> & [(_ & Z) | (Rp & Never)])]; cbn [Z.eqb Pos.eqb negb]; [| lra |].
  2: { split; [intros _ | reflexivity]. split; [intros t Ht; apply Never; lra | intros Z; lra]. }
  destruct (feq cr zero && feq wr zero)%bool; cbn [negb andb].
  { split; [discriminate |]. intros Q. exfalso. exact (not_clear_if_reached _ _ _ _ _ _ F T Pt Far T1 Touch Q). }
  destruct Press as [(Z & _) | Press]; [lra |].
  specialize (Last ext f T Ex C).
  assert (Done : answer = true -> T = 1) by (intros E; rewrite E in Last; lra).
  assert (NotLast : T < 1 -> ~ path_is_clear ext c v a b R).
  { intros L. apply (not_clear_if_presses _ _ _ _ _ _ T); [lra | exact Press]. }
  destruct (relate_correct _ _ _ _ _ _ _ _ _ _ _ _ E_carom_circle_relate) as [(_ & NV) | (_ & y & Ey & Rel)];
    [rewrite E_end_center_x, E_end_center_y, E_end_radius; intros y Ey _ _; exact (EndReach y Ey) |
     rewrite E_end_center_x, E_end_center_y, E_end_radius; intros _ _; exact EndRim | |].
  { exfalso. apply NV. rewrite E_end_center_x, E_end_center_y, E_end_radius. repeat split; auto. now exists ext. }
  assert (y = ext) by (apply extent_number_injective; congruence). subst y.
  rewrite E_end_center_x, E_end_center_y, E_end_radius in Rel.
  split.
  - intros E. apply andb_prop in E. destruct E as [_ E]. specialize (Done E). subst T.
    apply (clear_if_touches_last _ _ _ _ _ _ F); auto.
  - intros Q. destruct (Rle_lt_or_eq_dec T 1 ltac:(lra)) as [L | ->]; [now elim (NotLast L) |].
    destruct answer; [rewrite andb_true_r | lra]. rewrite end_place in Touch.
    assert (On1 : is_distance ext (Point (real mx) (real my)) a b R).
    { destruct (touches_on_axis _ _ _ _ _ _ Touch) as (q & A & Dq). destruct Touch as (_ & _ & _ & Least).
      split; [exact R0 |]. split; [now exists q | exact Least]. }
    destruct (distance_not_farther _ _ _ _ _ On1) as (NF & NN).
    destruct Rel as [(_ & S) | [(-> & _) | [(_ & S & _) | [(_ & S & _) | (_ & S & _)]]]];
      [now elim NF | reflexivity | now elim NN ..].
Qed.

(* carom_path_is_clear_near, which the mover asks. *)
Theorem path_is_clear_near_correct start1 leaving1 kind1 end1 rim1 answer1 at_end at_start q1 q2 q3 q4 q5 q6 q7 q8
  q9 q10 q11 q12 q13
    q14 start2 leaving2 kind2 end2 rim2 answer2 result :
  carom_path_is_clear_near_results cx cy cr mx my true false ax ay bx by_ wr n zero zero start1 leaving1 kind1 end1 rim1
    answer1 at_end at_start q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 start2 leaving2 kind2 end2 rim2 answer2
    result ->
  (is_valid -> integers_of_path start1 leaving1 kind1 end1 rim1 answer1 /\
    integers_of_path start2 leaving2 kind2 end2 rim2 answer2 /\ reach_at_end_is_right at_end /\
    reach_at_start_is_right at_start) ->
  result = true <-> is_valid /\ is_clear.
Proof.
  intros H Others. unfold carom_path_is_clear_near_results in H. open H. destruct H.
  match type of E_is_for_filter with is_for_filter_results _ _ _ _ _ _ _ _ ?p => destruct p end; cbn [negb] in E_result.
  2: { rewrite E_result. eapply exactly_is_clear; [exact E_path_is_clear_exactly | apply Others]. }
  pose proof (filter_input_is_valid _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of
    E_is_for_filter) as Valid.
  destruct (Others Valid) as (_ & Integers & AtEnd & AtStart). clear E_path_is_clear_exactly.
  assert (Exactly := exactly_is_clear _ _ _ _ _ _ _ E_path_is_clear_exactly_2 (fun _ => Integers)).
  clear E_path_is_clear_exactly_2.
  pose proof (point_if Valid) as Pt. pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ Valid) as R0. fold R in R0.
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & ext & Ex).
  assert (Goal : result = true <-> path_is_clear ext c v a b R); [| rewrite Goal, (clear_of ext Ex); tauto].
  rewrite (clear_of ext Ex) in Exactly. rewrite E_path_is_clear_end_center_x, E_path_is_clear_end_center_y,
    E_path_is_clear_end_radius in *.
  pose proof (reach_stage _ _ _ _ _ _ _ _ _ _ _ E_carom_reach_at AtEnd ext Ex) as (NearE & FarE & OnE).
  pose proof (reach_stage _ _ _ _ _ _ _ _ _ _ _ E_carom_reach_at_2 AtStart ext Ex) as (Near & Far & On).
  fold a b R in NearE, FarE, OnE. fold c a b R in Near, Far, On.
  pose proof E_is_for_filter as Sf. rewrite Ex in Sf, E_certain_leaving, E_certain_leaving_2, E_filter_first_contact.
  pose proof (certain_leaving_at_end_correct ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    E_sweep_vectors_of Sf E_certain_leaving) as In.
  destruct (certain_leaving_correct ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    E_sweep_vectors_of Sf E_certain_leaving_2) as (Out & _).
  rewrite E_result. clear E_result.
  match goal with |- context [Z.ltb ?l 0] => destruct (Z.ltb_spec l 0) as [L | L] end.
  { specialize (In L). rewrite <- end_place in In, NearE, FarE, OnE. fold a b in In.
    change (Point (displacement true false _ _ _ _) _) with v in In.
    match goal with |- Z.ltb ?s _ = true <-> _ => rename s into reach end. rewrite Z.ltb_lt.
    destruct (feq cr zero && feq wr zero)%bool.
    - rewrite (end_decides_point ext c v a b R In Pt). split; [auto |]. intros Fe.
      destruct (Z_lt_le_dec reach 0) as [G | G]; [exact G | exfalso].
      destruct (Z.eq_dec reach 0) as [G0 | G0]; [exact (proj1 (distance_not_farther _ _ _ _ _ (OnE G0)) Fe) |].
      apply (point_not_nearer ext a b R _ Pt (NearE ltac:(lia))).
    - rewrite (end_decides ext c v a b R In Pt). split.
      + intros G. destruct (Z.eq_dec reach 0) as [G0 | G0]; [exact (proj2 (distance_not_farther _ _ _ _ _ (OnE G0))) |].
        apply farther_not_nearer, FarE. lia.
      + intros NN. destruct (Z_lt_le_dec reach 1) as [G | G]; [exact G | exfalso]. apply NN, NearE. lia. }
  match goal with |- context [Z.gtb ?l 0] => destruct (Z.gtb_spec l 0) as [G | G] end.
  { specialize (Out ltac:(lia)). fold c a b in Out. change (Point (displacement true false _ _ _ _) _) with v in Out.
    match goal with |- Z.leb ?s _ = true <-> _ => rename s into reach end. rewrite Z.leb_le. split.
    - intros Q. destruct (Z.eq_dec reach 0) as [G0 | G0].
      + apply clear_if_never; [eapply leaving_never_overlaps; [exact (On G0) | exact Out] |].
        exact (proj1 (distance_not_farther _ _ _ _ _ (On G0))).
      + apply clear_if_farther. apply leaving_misses; [apply Far; lia | exact Out].
    - intros Q. destruct (Z_le_gt_dec reach 0) as [S | S]; [exact S | exfalso].
      exact (not_clear_at_start _ _ _ _ _ _ (Near ltac:(lia)) Q). }
  assert (No : false = true -> forall n sign, Terms_contact_sweep.tangent_sign_terms.tangent_sign_results q1 q2 q3 q4
    q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 n sign -> tangent_right c v a b R n sign) by discriminate.
  pose proof E_filter_first_contact as Kinds. apply filter_kinds in Kinds.
  eapply (sweep_filter_correct ext) in E_filter_first_contact;
    [| exact E_sweep_vectors_of | exact Sf | exact E_set_terms | exact No].
  destruct E_filter_first_contact as (Miss & Hit). fold c a b R in Miss, Hit.
  change (Point (displacement true false _ _ _ _) _) with v in Miss, Hit.
  destruct Kinds as [M | [M | M]]; rewrite M in *; cbn [Z.eqb Pos.eqb negb].
  - rewrite Exactly. tauto.
  - split; [intros _; now apply clear_if_farther, Miss | reflexivity].
  - split; [discriminate |]. intros Q. exfalso. destruct (Hit eq_refl) as (F & _ & HF).
    exact (not_clear_if_hits _ _ _ _ _ _ R0 F HF Q).
Qed.

Theorem circle_path_is_clear_correct start1 leaving1 kind1 end1 rim1 answer1 at_end at_start q1 q2 q3 q4 q5 q6 q7 q8 q9
    q10 q11 q12 q13 q14 start2 leaving2 kind2 end2 rim2 answer2 result :
  carom_circle_path_is_clear_results cx cy cr mx my ax ay bx by_ wr n start1 leaving1 kind1 end1 rim1 answer1 at_end
    at_start q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 start2 leaving2 kind2 end2 rim2 answer2 result ->
  (is_valid -> integers_of_path start1 leaving1 kind1 end1 rim1 answer1 /\
    integers_of_path start2 leaving2 kind2 end2 rim2 answer2 /\ reach_at_end_is_right at_end /\
    reach_at_start_is_right at_start) ->
  result = true <-> is_valid /\ is_clear.
Proof.
  intros H Others. unfold carom_circle_path_is_clear_results in H. open H. destruct H. subst.
  match type of E_is_certain_miss with is_certain_miss_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p => rename p into miss
    end.
  destruct miss; cbn [orb]; [| eapply path_is_clear_near_correct; [exact E_carom_path_is_clear_near | exact Others]].
  split; [intros _ | reflexivity]. unfold is_certain_miss_results in E_is_certain_miss. open E_is_certain_miss.
  destruct E_is_certain_miss. symmetry in E_result.
  match type of E_result with (if ?p then ?m else andb ?m ?q) = true =>
    assert (May : m = true /\ (p = true \/ q = true)) by (destruct p; [auto | apply andb_prop in E_result; tauto]) end.
  assert (Right : sweep_is_right cx cy cr mx my true ax ay bx by_ wr n 1 0 zero).
  { eapply SweepAtRest.miss_is_right; [exact number_nonneg | exact E_set_terms_across | exact E_set_terms_along | exact
      E_misses_across | exact E_misses_along | apply May | apply May]. }
  destruct Right as [(_ & K) | (Valid & _ & ext & Ex & S)]; [discriminate K |]. split; [exact Valid |].
  exists ext. split; [exact Ex |].
  pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ Valid) as R0. apply clear_if_farther.
  destruct S as [(_ & _ & _ & M) | [(K & _) | (T & _ & [(K & _) | (K & _)] & _)]]; [exact M | discriminate K ..].
Qed.
End Clear.
