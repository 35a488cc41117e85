(* carom_sweep_closely of src/sweep/sweep_double_double.c: level walls, small integers, sides near a tangent, and else
   the filter. What it gives is right, if that is right which it takes from the functions of SweepStages.v and
   SweepFiltered.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepGeometry SweepTerms SweepContact SweepTime
  SweepSmallTimes SweepRight SweepStages.
From Carom Require SweepSmall SweepSmallResult RelationPublic.
From Carom Require Terms_sweep Terms_level Terms_small Terms_closely.
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_level.is_past_level_terms(is_past_level_results).
Import Terms_small.is_small_terms(is_small_results).
Import Terms_small.small_end_terms(small_end_results).
Import Terms_small.small_first_contact_terms(small_first_contact_results).
Import Terms_small.set_contact_by_quotient_terms(set_contact_by_quotient_results).
Import Terms_closely.carom_sweep_closely_terms(carom_sweep_closely_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

(* Kinds of the code for small integers. *)
Lemma small_end_kinds wx wy zx zy vx vy m2 r2 ca cb wv zv n kind f :
  small_end_results wx wy zx zy vx vy m2 r2 ca cb wv zv n kind f -> (kind = 0 \/ kind = 1 \/ kind = 2 \/ kind = 3)%Z.
Proof.
  intros H. unfold small_end_results in H. open H. destruct H. rewrite E_result_kind.
  repeat match goal with |- context [if ?p then _ else _] => destruct p; auto end.
Qed.

Lemma small_kinds wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n kind f :
  small_first_contact_results wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n kind f ->
  (kind = 0 \/ kind = 1 \/ kind = 2 \/ kind = 3)%Z.
Proof.
  intros H. unfold small_first_contact_results in H. open H. destruct H.
  apply small_end_kinds in E_small_end, E_small_end_2, E_small_end_3, E_small_end_4. rewrite E_result_kind.
  repeat match goal with |- context [if ?p then _ else _] => destruct p; auto end.
Qed.

(* A wall of equal points has the feature a. *)
Lemma small_end_feature wx wy zx zy vx vy m2 r2 ca cb wv zv n kind f :
  small_end_results wx wy zx zy vx vy m2 r2 ca cb wv zv n kind f -> kind = 2%Z \/ kind = 3%Z -> f = n.
Proof.
  intros H K. unfold small_end_results in H. open H. destruct H.
  repeat match type of E_result_kind with _ = if ?p then _ else _ => destruct p; try (exfalso; lia) end;
    exact E_result_feature.
Qed.

Lemma small_feature wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n kind f :
  small_first_contact_results wx wy zx zy vx vy su sw sz sv r l2 m2 r2 cs cm ca cb wv zv wu zu vu n kind f ->
  kind = 2%Z \/ kind = 3%Z -> f = 2%Z \/ feq su (fconst 0 0) = false.
Proof.
  intros H K. unfold small_first_contact_results in H. open H. destruct H. rewrite E_if2 in *.
  destruct (feq su (fconst 0 0)); [left | now right].
  match type of E_result_kind with _ = if ?p then _ else _ => destruct p; [exfalso; lia |] end.
  rewrite <- E_result_kind in E_small_end. apply small_end_feature in E_small_end; [congruence | exact K].
Qed.

Section Joined.
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

(* What is tried before. The results 1 are those of carom_sweep_past_level, 2 those of sweep_of_any_size, 3 those of
   sweep_closely. *)
Theorem carom_sweep_closely_is_right kind1 f1 t1 x1 y1 px1 py1 nx1 ny1 kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 u g0 s0 q1
  q2 q3
  q4 q5
    q6 q7 q8 q9 q10 q11 q12 w h0 s1 o1 o2 o3 o4 o5 o6 o7 e1 e2 e3 e4 e5 e6 e7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3
    kind f t X Y PX PY NX NY :
  carom_sweep_closely_results cx cy cr mx my is_end false ax ay bx by_ wr n zero zero kind1 f1 t1 x1 y1 px1 py1 nx1
    ny1
    kind2 f2 t2 x2 y2 px2 py2 nx2 ny2 u g0 s0 q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 w h0 s1 o1 o2 o3 o4 o5 o6 o7
    e1 e2 e3 e4 e5 e6 e7 kind3 f3 t3 x3 y3 px3 py3 nx3 ny3 kind f t X Y PX PY NX NY ->
  (kind1 <> 0%Z -> is_past_level_results ax ay bx by_ true -> is_right kind1 f1 t1) -> is_right kind2 f2 t2 ->
    is_right kind3 f3 t3 -> is_right kind f t.
Proof.
  intros H Level Any Closely. unfold carom_sweep_closely_results in H. open H. destruct H.
  clear E_result_center_x E_result_center_y E_result_point_x E_result_point_y E_result_normal_x E_result_normal_y.
  rewrite E_result_kind, E_result_feature, E_result_t, E_if1, E_level_kind, E_level_feature, E_level_t.
  match goal with |- is_right (if _ then if _ then _ else ?k else _) (if _ then if _ then _ else ?g else _)
    (if _ then if _ then _ else ?s else _) => assert (Rest : is_right k g s);
    [| match goal with |- is_right (if ?p then _ else _) _ _ => destruct p; [| exact Rest] end;
       destruct (Z.eqb_spec kind1 0) as [K | K]; cbn [negb]; [exact Rest | exact (Level K E_is_past_level)]] end.
  rewrite E_rest10, E_rest11, E_rest12, E_if2, E_if3, E_if4.
  match type of E_is_for_filter with is_for_filter_results _ _ _ _ _ _ _ _ ?p => destruct p end; cbn [negb];
    [| exact Any].
  pose proof (filter_input_is_valid _ _ _ _ _ _ _ _ _ _ _ _ number_nonneg _ _ _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of
    E_is_for_filter) as Valid.
  pose proof (reach_nonneg _ _ _ _ _ _ _ _ _ _ _ Valid) as R0.
  pose proof Valid as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & ext & Ex). destruct zero_value as [F0 V0].
  match goal with |- is_right (if _ then _ else ?k) (if _ then _ else ?g) (if _ then _ else ?s) =>
    assert (Last : is_right k g s) end.
  { rewrite E_rest1, E_rest2, E_rest3, E_if5.
    match type of E_set_tangent_sweep with Terms_closely.set_tangent_sweep_terms.set_tangent_sweep_results
      _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p _ _ _ _ _ _ _ _ _ => destruct p end;
      match goal with |- is_right (if (?q && _)%bool then _ else _) _ _ => destruct q end; cbn [andb]; try exact
        Closely.
    eapply tangent_is_right; [exact number_nonneg | exact E_set_tangent_sweep | intros N; now elim N]. }
  match type of E_is_small with is_small_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p => destruct p end; [| exact Last].
  pose proof E_is_for_filter as Sf. pose proof E_small_first_contact as Hf. rewrite Ex in Sf, Hf.
  pose proof (SweepSmall.small_first_contact_correct ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ E_sweep_vectors_of Sf E_is_small E_set_terms Hf) as (Miss & _).
  apply small_kinds in E_small_first_contact.
  match type of E_small_first_contact with ?p = 0%Z \/ _ => rename p into m end.
  match type of E_set_contact_by_quotient with set_contact_by_quotient_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?p _ _ _ _ _ _ _ _ _ => rename p into found end.
  assert (Quotient : m = 2%Z \/ m = 3%Z -> found = true -> is_right x45 x46 x47).
  { intros K E. rewrite E in E_set_contact_by_quotient.
    destruct (SweepSmallTerms.small_vectors_exact _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      E_sweep_vectors_of Sf E_is_small) as (g & Kv).
    assert (Names : names_point a b x42).
    { intros Z. destruct (small_feature _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hf K) as [E2 | E2];
        [exact E2 | exfalso].
      destruct (SweepSmallTerms.V_su _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv) as (Fsu & Esu).
      apply feq_real_false in E2; [| exact Fsu | exact F0]. rewrite V0, Esu in E2. fold a b in E2.
      assert (ux a b = 0 /\ uy a b = 0) as (U1 & U2) by (unfold len2 in Z; split; nra).
      apply E2. rewrite U1, U2, Rabs_R0. ring. }
    pose proof (SweepSmallResult.reach_is_positive ext _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      _ _ _ _ _ _ _ _ _ _ Hf K g Kv) as Rp.
    eapply (SweepSmallResult.small_sweep_correct ext) in E_set_contact_by_quotient;
      [| exact E_sweep_vectors_of | exact Sf | exact E_is_small | exact E_set_terms | exact Hf | exact K].
    destruct E_set_contact_by_quotient as (E1 & E2 & F & T & n1 & n2 & E3 & (G & H) & Ft & L & _).
    rewrite E1, E2. rewrite E3 in *.
    right. split; [exact Valid |]. split; [exact Ft |]. exists ext. split; [exact Ex |].
    destruct K as [K | K]; rewrite K.
    - exact (right_graze _ _ _ _ _ _ F T _ Rp Names (G K) L).
    - exact (right_hit _ _ _ _ _ _ F T _ R0 Names (H K) L). }
  destruct E_small_first_contact as [M | [M | M]].
  - rewrite M in *. exact Last.
  - rewrite M in *. cbn [Z.eqb Pos.eqb]. right. split; [exact Valid |]. split; [exact F0 |]. exists ext.
    split; [exact Ex |]. apply right_miss; [now apply Miss | exact V0].
  - specialize (Quotient M). destruct M as [M | M]; rewrite M in *; cbn [Z.eqb Pos.eqb negb andb];
      destruct found; try exact Last; now apply Quotient.
Qed.
End Joined.
