(* The rest of src/sweep/sweep_double_double.c: the sweep that the filter decides, with a sharp time or one from
   integers (sweep_closely), and with triple-doubles (sweep_undecided). What they give is right, if the stages of
   SweepStages.v and the integers are that they ask. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepGeometry SweepTerms SweepContact SweepTime
  SweepSmallTimes SweepFilter SweepFirst SweepStart TangentGapSign TimeRound TimeEndGuess TimeEndHit SweepRight
  SweepStages.
From Carom Require RelationPublic TimeSideHit TimeEndSharp TimeEndBound Leaving RelationFilter.
From Carom Require Terms_sweep Terms_relation Terms_contact_sweep Terms_time Terms_leaving Terms_closely.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_sweep.set_terms_terms(set_terms_results).
Import Terms_contact_sweep.filter_first_contact_terms(filter_first_contact_results).
Import Terms_contact_sweep.filter_end_terms(filter_end_results).
Import Terms_time.estimate_side_terms(estimate_side_results).
Import Terms_time.estimate_end_terms(estimate_end_results).
Import Terms_time.is_sharp_terms(is_sharp_results).
Import Terms_leaving.round_down_terms(round_down_results).
Import Terms_closely.sweep_undecided_terms(sweep_undecided_results).
Import Terms_closely.sweep_closely_terms(sweep_closely_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

(* The filter gives a miss, a hit, or is not certain. *)
Lemma end_filter_kinds wx wy zx zy vx vy sw sz sv m2 r2 ca cb wv zv n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14
  has
    kind f :
  filter_end_results wx wy zx zy vx vy sw sz sv m2 r2 ca cb wv zv n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has
    kind f -> (kind = 0 \/ kind = 1 \/ kind = 3)%Z.
Proof.
  intros H. unfold filter_end_results in H. open H. destruct H. rewrite E_result_kind.
  repeat match goal with |- context [if ?p then _ else _] => destruct p; auto end.
Qed.

Lemma filter_kinds wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n q1 q2 q3 q4 q5 q6 q7 q8 q9
  q10
    q11 q12 q13 q14 has kind f :
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n q1 q2 q3 q4 q5
    q6 q7
    q8 q9 q10 q11 q12 q13 q14 has kind f -> (kind = 0 \/ kind = 1 \/ kind = 3)%Z.
Proof.
  intros H. unfold filter_first_contact_results in H. open H. destruct H.
  apply end_filter_kinds in E_filter_end, E_filter_end_2, E_filter_end_3, E_filter_end_4. rewrite E_result_kind.
  repeat match goal with |- context [if ?p then _ else _] => destruct p; auto end.
Qed.

(* A wall of equal points has the feature a; else it is long enough for squares. *)
Lemma end_filter_feature wx wy zx zy vx vy sw sz sv m2 r2 ca cb wv zv n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14
    has f :
  filter_end_results wx wy zx zy vx vy sw sz sv m2 r2 ca cb wv zv n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has
    3%Z f -> f = n.
Proof.
  intros H. unfold filter_end_results in H. open H. destruct H.
  repeat match type of E_result_kind with _ = if ?p then _ else _ => destruct p; try discriminate E_result_kind end.
  exact E_result_feature.
Qed.

Lemma filter_feature wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n q1 q2 q3 q4 q5 q6 q7 q8 q9
    q10 q11 q12 q13 q14 has f :
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n q1 q2 q3 q4 q5 q6
    q7 q8 q9 q10 q11 q12 q13 q14 has 3%Z f -> f = 2%Z \/ fle (fconst 1 (-400)) l2 = true.
Proof.
  intros H. unfold filter_first_contact_results in H. open H. destruct H. rewrite E_if1, E_if2 in *.
  destruct (feq su (fconst 0 0)).
  - left. match type of E_result_kind with _ = if ?p then _ else _ => destruct p; [| discriminate E_result_kind] end.
    rewrite <- E_result_kind in E_filter_end. apply end_filter_feature in E_filter_end. congruence.
  - destruct (fle (fconst 1 (-400)) l2); [now right | discriminate E_result_kind].
Qed.

(* The distance of an end that a circle comes to falls through R there. *)
Lemma touched_end_falls x c v a b r T T0 (F : feature) (e := if Z.eqb (feature_number F) 2 then a else b) :
  F <> Side -> hits_at F x c v a b r T ->
  directed_contact 1 (px c - px e) (py c - py e) (px v) (py v) r T0 ->
  directed_contact 1 (px c - px e) (py c - py e) (px v) (py v) r T.
Proof.
  intros HF (T01 & Before & (s & Fs & At & _) & _) H0.
  assert (Place : forall t, dist2_at (moved c v t) a b s = (px c - px e + t * px v) * (px c - px e + t * px v) +
    (py c - py e + t * py v) * (py c - py e + t * py v) /\ on_axis x s).
  { intros t. unfold e, dist2_at, moved. cbn [px py].
    destruct F; [now elim HF | |]; cbn [feature_number Z.eqb Pos.eqb]; destruct Fs as [Fx ->].
    - split; [ring | destruct x; simpl; lra || auto].
    - rewrite Fx. split; [ring | simpl; lra]. }
  assert (r2 : r ^ 2 = r * r) by ring. rewrite r2 in *.
  apply first_contact_falls with (T0 := T0); [lra | | | exact H0].
  - intros t Ht. specialize (Before t Ht s (proj2 (Place t))). rewrite (proj1 (Place t)), r2 in Before. exact Before.
  - rewrite <- (proj1 (Place T)). exact At.
Qed.

Section Filtered.
Variables cx cy cr mx my : F double.
Variable is_end : bool.
Variables ax ay bx by_ wr : F double.
Variable n : Z.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= n)%Z.
Notation is_right := (sweep_is_right cx cy cr mx my is_end ax ay bx by_ wr n).
Notation is_valid := (is_valid_input cx cy cr mx my ax ay bx by_ wr n).
Notation first_premise := (first_premise cx cy cr mx my is_end ax ay bx by_ wr n).
Notation integers_are_right := (integers_are_right cx cy cr mx my is_end ax ay bx by_ wr n).
Notation zero := (fconst 0 0 : F double).

Let c := Point (real cx) (real cy).
Let v := way_of cx cy mx my is_end.
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.

Section Vectors.
Variables ux uy wx wy zx zy vx vy su sw sz sv r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu
  vu :
  F double.
Hypothesis Hv : sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero
  ux uy wx wy zx zy vx vy su sw sz sv r.
Hypothesis Hs : is_for_filter_results cr wr n su sw sz sv r true.
Hypothesis Ht : set_terms_results ux uy wx wy zx zy vx vy r
  reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu.

Lemma filter_names_point x q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has f : n = extent_number x ->
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a cross_b
    wv zv wu zu vu n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has 3%Z f -> names_point a b f.
Proof.
  intros Ex H Z. apply filter_feature in H. destruct H as [H | H]; [exact H | exfalso].
  pose proof Hs as Sf. rewrite Ex in Sf.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Sf) as K.
  pose proof (C_line _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ K) as Kl.
  pose proof Ht as Ht'. unfold set_terms_results in Ht'. destruct Ht' as [_ El2 _ _ _ _ _ _ _ _ _ _].
  rewrite El2 in H. pose proof (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kl H) as L. fold a b in L. lra.
Qed.

(* A sharp time at an end. *)
Lemma sharp_end_time x F T guess step error nx ny is_not_after unknown time rest :
  n = extent_number x -> F <> Side -> hits_at F x c v a b R T ->
  estimate_end_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero wx wy zx zy vx vy sw sz sv r move2 reach2
    cross_a cross_b wv zv (feature_number F) (fconst 1 0) guess step error nx ny ->
  is_sharp_results guess error true -> round_down_results guess step error is_not_after unknown time rest ->
  (if is_not_after then real (fadd guess step) <= T else T < real (fadd guess step)) ->
  finite time /\ is_largest_not_after (real time) T.
Proof.
  intros Ex NF Hit He Sh Hr Ask. pose proof Hs as Sf. rewrite Ex in Sf.
  destruct one_value as (F1 & V1).
  assert (Sd : TimeEndBound.is_sign (fconst 1 0)) by (split; [exact F1 | now left]).
  destruct (TimeEndSharp.estimate_end_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ Hv Sf Ht He Sh Sd) as ((T1 & Some) & All).
  rewrite V1 in Some, All.
  assert (Dir : directed_contact 1 (real cx - real (if Z.eqb (feature_number F) 2 then ax else bx))
    (real cy - real (if Z.eqb (feature_number F) 2 then ay else by_)) (px v) (py v) R T).
  { pose proof (touched_end_falls x c v a b R T T1 F NF Hit) as G.
    destruct (Z.eqb (feature_number F) 2); apply G; exact Some. }
  pose proof Hit as (T01 & _). specialize (All T Dir (proj2 T01)).
  apply (round_down_correct guess step error T All is_not_after unknown time rest Hr); intros E; rewrite E in Ask;
    exact Ask.
Qed.
End Vectors.

(* Vectors and sizes are those of the input. *)
Lemma vectors_unique ux uy wx wy zx zy vx vy su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' :
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero ux uy wx wy zx zy vx vy su sw sz sv
    r ->
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero ux' uy' wx' wy' zx' zy' vx' vy' su'
    sw'
    sz' sv' r' -> su' = su /\ sw' = sw /\ sz' = sz /\ sv' = sv /\ r' = r.
Proof.
  intros H K. unfold sweep_vectors_of_results in H, K. open H. open K. destruct H, K.
  rewrite andb_false_l in *. subst. auto 10.
Qed.

(* The filter with triple-doubles, for input of a safe size. *)
Lemma undecided_is_right ux uy wx wy zx zy vx vy su sw sz sv r has relation kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind0
    f0 g0 s1 t0 x0 y0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 u6 u7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 g2 s2 t2 x2 y2 px2 py2 nx2
    ny2 e1 e2 e3 e4 e5 e6 e7 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 kind f t X Y PX PY NX NY :
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero ux uy wx wy zx zy vx vy su sw sz sv
    r ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  sweep_undecided_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero has relation kind1 f1 t1 x1 y1 px1
    py1 nx1 ny1 kind0 f0 g0 s1 t0 x0 y0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 u6 u7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 g2 s2 t2
    x2 y2 px2 py2 nx2 ny2 e1 e2 e3 e4 e5 e6 e7 kind4 f4 t4 x4 y4 px4 py4 nx4 ny4 kind f t X Y PX PY NX NY ->
  (relation = 1%Z -> forall x, n = extent_number x -> farther x c a b R) ->
  (relation <> 1%Z -> is_right kind1 f1 t1) ->
  first_premise kind0 f0 -> integers_are_right kind3 f3 t3 -> integers_are_right kind4 f4 t4 -> is_right kind f t.
Proof.
  intros V S H Apart Contact First Integers Integers2.
  pose proof (filter_input_is_valid _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ V S) as Valid.
  pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ Valid) as R0.
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & ext & Ex).
  unfold sweep_undecided_results in H. open H. destruct H.
  destruct (vectors_unique _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V E_sweep_vectors_of) as
    (-> & -> & -> & -> & ->).
  destruct zero_value as [F0 V0].
  match type of E_if1 with _ = Z.geb ?p 0 => rename p into sign end.
  rewrite E_contact_relation in E_if2. rewrite E_result_kind, E_result_feature, E_result_t.
  destruct (Z.geb sign 0 && negb (Z.eqb relation 1))%bool eqn:Start.
  { apply andb_prop in Start. destruct Start as [P Q]. rewrite E_if1, P, E_if2, Q. apply Contact. intros E.
    rewrite E in Q. discriminate Q. }
  assert (Far : farther ext c a b R).
  { apply andb_false_iff in Start. destruct Start as [Q | Q].
    - rewrite Z.geb_leb in Q. apply Z.leb_gt in Q.
      assert (N0 : sign <> 0%Z) by lia.
      destruct (RelationFilter.reach_correct _ _ _ _ _ _ _ _ _ _ _ E_carom_filter_reach N0) as (_ & _ & y & Ey & D).
      assert (y = ext) by (apply extent_number_injective; congruence). subst y.
      destruct D as [(D & _) | (_ & D)]; [lia |]. rewrite V0, Rplus_0_r in D. exact D.
    - apply negb_false_iff, Z.eqb_eq in Q. exact (Apart Q ext Ex). }
  rewrite E_if1, E_if2. clear E_if1 E_if2.
  match goal with |- is_right (if _ then if _ then _ else ?k else _) (if _ then if _ then _ else ?g else _)
    (if _ then if _ then _ else ?s else _) => assert (Rest : is_right k g s);
    [| destruct (Z.geb sign 0), (negb (Z.eqb relation 1)); try exact Rest; discriminate Start] end.
  rewrite E_rest1, E_rest2, E_rest3. pose proof S as Sf. rewrite Ex in Sf, E_filter_first_contact, E_certain_leaving.
  destruct (TangentGapSign.sweep_filter_closely_correct ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of Sf E_set_terms E_filter_first_contact) as (Miss & Hit).
  destruct (Leaving.certain_leaving_correct ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    E_sweep_vectors_of Sf E_certain_leaving) as (Out & _).
  assert (Missed : stays_farther ext c v a b R -> is_right 1 0 zero).
  { intros M. right. split; [exact Valid |]. split; [exact F0 |]. exists ext. split; [exact Ex |].
    now apply right_miss. }
  pose proof E_filter_first_contact as Kinds. apply filter_kinds in Kinds.
  match type of E_if3 with _ = Z.gtb ?p 0 => destruct (Z.gtb_spec p 0) as [L | L] end; rewrite E_if3.
  { apply Missed. eapply leaving_misses; [exact Far |]. now apply Out. }
  rewrite E_if4, E_if5. clear E_if3 E_if4 E_if5.
  match type of Kinds with ?p = 0%Z \/ _ => rename p into m end.
  destruct Kinds as [M | [M | M]]; rewrite M in *; cbn [Z.eqb Pos.eqb].
  - eapply apart_is_right; [exact number_nonneg | exact E_sweep_from_apart | exact Valid | | exact First | exact
    Integers].
    intros y Ey. assert (y = ext) by (apply extent_number_injective; congruence). subst y. exact Far.
  - apply Missed. now apply Miss.
  - eapply exactly_is_right; [exact number_nonneg | exact E_sweep_exactly | | exact Integers2].
    intros y Ey. assert (y = ext) by (apply extent_number_injective; congruence). subst y.
    destruct (Hit eq_refl) as (F & EF & H & _). rewrite EF in *. apply right_contact_of_hits; [exact R0 | | exact H].
    rewrite <- Ex in E_filter_first_contact. eapply filter_names_point; [exact E_sweep_vectors_of | exact S |
      exact E_set_terms | exact Ex | exact E_filter_first_contact].
Qed.

(* The time s for which the integers are asked on which side of it the contact is, and the feature f that the filter
   gives. *)
Definition is_asked (f : Z) (s : F double) :=
  exists ux uy wx wy zx zy vx vy su sw sz sv r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 guess step error nx ny,
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero ux uy wx wy zx zy vx vy su sw sz sv
    r /\
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    /\
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a
    cross_b
    wv zv wu zu vu n q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 false 3%Z f /\
  (f = 1%Z -> estimate_side_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero ux uy su sw sv r len2
    cross_start cross_move (fconst 1 0) guess step error nx ny) /\
  (f <> 1%Z -> estimate_end_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero wx wy zx zy vx vy sw sz sv r
    move2 reach2 cross_a cross_b wv zv f (fconst 1 0) guess step error nx ny) /\
  s = fadd guess step.
Definition answer_premise (is_not_after : bool) := forall x f s T, n = extent_number x -> is_asked f s ->
  first_contact_at x c v a b R f T -> if is_not_after then real s <= T else T < real s.

(* The filter, and a sharp time or one from integers. The results 1 are those of sweep_of_any_size, 2 those of
   sweep_undecided, which is asked for input of a safe size. *)
Lemma sweep_closely_is_right kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 kind2
  f2 t2
    x2 y2 px2 py2 nx2 ny2 g0 s1 t0 x0 y0 px0 py0 nx0 ny0 u1 u2 u3 u4 u5 u6 u7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3
    is_not_after unknown kind f t X Y PX PY NX NY :
  sweep_closely_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 q1 q2
    q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 g0 s1 t0 x0 y0 px0 py0 nx0 ny0 u1 u2 u3
    u4 u5 u6 u7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 is_not_after unknown kind f t X Y PX PY NX NY ->
  is_right kind1 f1 t1 ->
  (forall ux uy wx wy zx zy vx vy su sw sz sv r,
    sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr zero zero ux uy wx wy zx zy vx vy su sw sz
      sv r ->
    is_for_filter_results cr wr n su sw sz sv r true -> is_right kind2 f2 t2) ->
  (is_valid -> integers_are_right kind3 f3 t3 /\ answer_premise is_not_after) ->
  is_right kind f t.
Proof.
  intros H Any Undecided Integers. unfold sweep_closely_results in H. open H. destruct H.
  rewrite E_result_kind, E_result_feature, E_result_t.
  match type of E_is_for_filter with is_for_filter_results _ _ _ _ _ _ _ _ ?p => destruct p end;
    rewrite E_if1; cbn [negb]; [| exact Any].
  pose proof (filter_input_is_valid _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of
    E_is_for_filter) as Valid.
  pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ Valid) as R0.
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & ext & Ex).
  destruct (Integers Valid) as (Exactly & Answer).
  assert (Second : is_right kind2 f2 t2) by (eapply Undecided; [exact E_sweep_vectors_of | exact E_is_for_filter]).
  destruct zero_value as [F0 V0]. pose proof E_is_for_filter as Sf. rewrite Ex in Sf. pose proof
    E_filter_first_contact as Hf.
  rewrite Ex in Hf. rewrite E_if2, E_if3.
  assert (No : false = true -> forall n sign, Terms_contact_sweep.tangent_sign_terms.tangent_sign_results q1 q2 q3 q4
    q5 q6
    q7 q8 q9 q10 q11 q12 q13 q14 n sign -> tangent_right c v a b R n sign) by discriminate.
  pose proof Hf as Q. eapply (sweep_filter_correct ext) in Q; [| exact E_sweep_vectors_of | exact Sf | exact
    E_set_terms |
    exact No].
  destruct Q as (Miss & Hit). pose proof Hf as Kinds. apply filter_kinds in Kinds.
  match type of Kinds with ?p = 0%Z \/ _ => rename p into m end.
  destruct Kinds as [M | [M | M]]; rewrite M in *; cbn [Z.eqb Pos.eqb]; [exact Second | |].
  { right. split; [exact Valid |]. split; [exact F0 |]. exists ext. split; [exact Ex |].
    apply right_miss; [now apply Miss | exact V0]. }
  destruct (Hit eq_refl) as (F & EF & HitF & _). rewrite EF in E_filter_first_contact.
  assert (Names : names_point a b (feature_number F)).
  { eapply filter_names_point; [exact E_sweep_vectors_of | exact E_is_for_filter | exact E_set_terms | exact Ex |
      exact E_filter_first_contact]. }
  match type of E_is_sharp with is_sharp_results _ _ ?p => destruct p end; rewrite E_if5; cbn [negb].
  2: { eapply exactly_is_right; [exact number_nonneg | exact E_sweep_exactly | | exact Exactly].
    intros y Ey. assert (y = ext) by (apply extent_number_injective; congruence). subst y.
    rewrite EF. now apply right_contact_of_hits. }
  right. split; [exact Valid |]. rewrite E_s_feature, E_s_t, EF. rewrite EF in Hf, E_if4.
  pose proof HitF as (T & T0 & Before & Touch & _).
  pose proof (hits_has_time _ _ _ _ _ _ F T HitF ltac:(lra) Before Touch) as HitT.
  assert (First : first_contact_at ext c v a b R (feature_number F) T).
  { split; [lra |]. split; [exact Before |]. split; [exact Names |]. now exists F. }
  match type of E_round_down with round_down_results _ _ _ _ _ ?p _ =>
    assert (Sharp : finite p /\ is_largest_not_after (real p) T) end.
  { rewrite E_if4 in *. destruct (Z.eqb_spec (feature_number F) 1) as [F1 | F1].
    - assert (F = Side) by (destruct F; [reflexivity | discriminate F1 | discriminate F1]). subst F.
      rewrite E_e_guess, E_e_step, E_e_error in *.
      destruct (TimeSideHit.sharp_hit_on_side_time ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
        _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of Sf E_set_terms No Hf
        E_estimate_side E_is_sharp E_round_down) as (S & S1 & Ft & L).
      + intros S (S0 & SB & ST). apply (Answer ext 1%Z _ S Ex).
        * do 44 eexists. split; [exact E_sweep_vectors_of |]. split; [exact E_set_terms |].
          split; [exact E_filter_first_contact |]. split; [intros _; exact E_estimate_side |]. split; [intros N; now
            elim N | reflexivity].
        * split; [lra |]. split; [exact SB |]. split; [exact Names |]. now exists Side.
      + assert (S = T) as <-; [| split; assumption].
        destruct S1 as (S0 & SB & ST). eapply (first_contact_unique _ _ _ _ _ _ 1 1); [| exact First].
        split; [lra |]. split; [exact SB |]. split; [exact Names |]. now exists Side.
    - rewrite E_e_guess, E_e_step, E_e_error in *. rewrite EF in E_estimate_end.
      eapply sharp_end_time; [exact E_sweep_vectors_of | exact E_is_for_filter | exact E_set_terms | exact Ex |
        intros N; apply F1; now rewrite N | exact HitT | exact E_estimate_end | exact E_is_sharp | exact E_round_down
          |].
      apply (Answer ext (feature_number F) _ T Ex); [| exact First]. do 44 eexists. split; [exact E_sweep_vectors_of
        |].
      split; [exact E_set_terms |]. split; [exact E_filter_first_contact |]. split; [intros N; now elim F1 |].
      split; [intros _; exact E_estimate_end | reflexivity]. }
  destruct Sharp as (Ft & L). split; [exact Ft |]. exists ext. split; [exact Ex |].
  exact (right_hit _ _ _ _ _ _ F T _ R0 Names HitT L).
Qed.
End Filtered.
