(* carom_circle_compare_time_of_impact of src/sweep/sweep_order.c as a whole: which of two walls is met first.
   If the times of both sweeps differ, the true times do in the same way, because each is rounded down. Equal times of
   which one is at the start are compared by the start. The premises are that both sweeps are right (SweepPublic.v) and
   that the integers are, where they are asked. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Geometry SweepGeometry SweepContact SweepTerms SweepTime SweepRight SweepStages.
From Carom Require Terms_sweep_compare.
Import Terms_sweep_compare.carom_circle_compare_time_of_impact_terms(carom_circle_compare_time_of_impact_results).

Open Scope R_scope.

Section Wall.
Variables cx cy cr mx my ax ay bx by_ wr : F double.
Variable n : Z.
Notation is_right := (sweep_is_right cx cy cr mx my false ax ay bx by_ wr n).
Notation is_valid := (is_valid_input cx cy cr mx my ax ay bx by_ wr n).

Let c := Point (real cx) (real cy).
Let v := way_of cx cy mx my false.
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).
Let R := real cr + real wr.

(* The time of the first contact, 0 for an overlap at the start. Invalid input counts as a miss. *)
Definition meets_wall_at T := is_valid /\ exists x, n = extent_number x /\
  ((T = 0 /\ nearer x c a b R) \/ exists f, first_contact_at x c v a b R f T).
Definition misses_wall := ~ is_valid \/ exists x, n = extent_number x /\ stays_farther x c v a b R.

Lemma met_if kind f t : is_right kind f t -> (2 <= kind)%Z ->
  finite t /\ exists T, meets_wall_at T /\ is_largest_not_after (real t) T.
Proof.
  intros [(_ & E) | (Valid & Ft & x & Ex & S)] K; [lia |]. split; [exact Ft |].
  destruct S as [(E & _) | [(_ & E & N & _) | (T & C & _ & L)]]; [lia | |].
  - exists 0. split; [split; [exact Valid |]; exists x; auto |]. rewrite E. apply largest_of_zero.
  - exists T. split; [split; [exact Valid |]; exists x; split; [exact Ex |]; right; now exists f | exact L].
Qed.

Lemma missed_if kind f t : is_right kind f t -> (kind < 2)%Z -> misses_wall.
Proof.
  intros [(N & E) | (Valid & Ft & x & Ex & S)] K; [now left | right]. exists x. split; [exact Ex |].
  destruct S as [(_ & _ & _ & M) | [(E & _) | (T & _ & [(E & _) | (E & _)] & _)]]; [exact M | lia | lia | lia].
Qed.

(* The contact is at the start if the circle is not separate there. *)
Lemma starts_if T exact sign : meets_wall_at T ->
  Terms_closely.carom_reach_at_terms.carom_reach_at_results cx cy cr ax ay bx by_ wr n exact sign ->
  (is_valid -> reach_premise cx cy cr ax ay bx by_ wr n exact) ->
  ((0 <= sign)%Z -> T = 0) /\ ((sign < 0)%Z -> 0 < T).
Proof.
  intros (Valid & x & Ex & C) H Reach.
  pose proof (reach_stage _ _ _ _ _ _ _ _ _ _ _ H (Reach Valid) x Ex) as (Near & Far & Touch).
  fold c a b R in Near, Far, Touch.
  assert (T0 : 0 <= T) by (destruct C as [(-> & _) | (f & (T0 & _) & _)]; lra).
  split; intros S.
  - destruct C as [(E & _) | (f & _ & B & _)]; [exact E |]. destruct T0 as [T0 | T0]; [exfalso | now symmetry].
    specialize (B 0 ltac:(lra)). rewrite moved_at_start in B.
    destruct (Z.eq_dec sign 0) as [Z0 | Z0].
    + destruct (Touch Z0) as (_ & (s & As & Ds) & _). specialize (B s As). lra.
    + destruct (Near ltac:(lia)) as (s & As & Ds). specialize (B s As). lra.
  - specialize (Far S). destruct C as [(E & s & As & Ds) | (f & _ & _ & _ & F & _ & To)].
    + specialize (Far s As). lra.
    + destruct T0 as [T0 | T0]; [exact T0 | exfalso]. rewrite <- T0, moved_at_start in To.
      destruct (touches_on_axis _ _ _ _ _ _ To) as (s & As & Ds). specialize (Far s As). lra.
Qed.

End Wall.

Lemma largest_in_order s t S T : is_largest_not_after s S -> is_largest_not_after t T -> s < t -> S < T.
Proof.
  intros (Fs & _ & L) (Ft & B & _) H. apply Rnot_le_lt. intros N. specialize (L t Ft ltac:(lra)). lra.
Qed.

Section Both.
Variables cx cy cr mx my ax ay bx by_ wr ax' ay' bx' by' wr' t1 t2 : F double.
Variables n n' kind1 f1 kind2 f2 reach1 reach2 exact result : Z.
Notation meets1 := (meets_wall_at cx cy cr mx my ax ay bx by_ wr n).
Notation meets2 := (meets_wall_at cx cy cr mx my ax' ay' bx' by' wr' n').

(* What the sign of a comparison means. *)
Definition is_order (s : Z) T1 T2 := (s = (-1)%Z /\ T1 < T2) \/ (s = 0%Z /\ T1 = T2) \/ (s = 1%Z /\ T2 < T1).

Hypothesis run : carom_circle_compare_time_of_impact_results cx cy cr ax ay bx by_ wr n ax' ay' bx' by' wr' n'
  kind1 t1 kind2 t2 reach1 reach2 exact result.
Hypothesis first_is_right : sweep_is_right cx cy cr mx my false ax ay bx by_ wr n kind1 f1 t1.
Hypothesis second_is_right : sweep_is_right cx cy cr mx my false ax' ay' bx' by' wr' n' kind2 f2 t2.
Hypothesis reach1_is_right : is_valid_input cx cy cr mx my ax ay bx by_ wr n ->
  reach_premise cx cy cr ax ay bx by_ wr n reach1.
Hypothesis reach2_is_right : is_valid_input cx cy cr mx my ax' ay' bx' by' wr' n' ->
  reach_premise cx cy cr ax' ay' bx' by' wr' n' reach2.
Hypothesis exact_is_right : forall T1 T2, meets1 T1 -> meets2 T2 -> 0 < T1 -> 0 < T2 -> is_order exact T1 T2.

Theorem compare_time_is_right :
  (misses_wall cx cy cr mx my ax ay bx by_ wr n /\ misses_wall cx cy cr mx my ax' ay' bx' by' wr' n' /\
    result = 0%Z) \/
  (exists T, meets1 T /\ misses_wall cx cy cr mx my ax' ay' bx' by' wr' n' /\ result = (-1)%Z) \/
  (exists T, misses_wall cx cy cr mx my ax ay bx by_ wr n /\ meets2 T /\ result = 1%Z) \/
  exists T1 T2, meets1 T1 /\ meets2 T2 /\ is_order result T1 T2.
Proof.
  pose proof run as H. unfold carom_circle_compare_time_of_impact_results in H. open H. destruct H. subst.
  rewrite !Z.geb_leb. destruct (Z.leb_spec 2 kind1) as [K1 | K1], (Z.leb_spec 2 kind2) as [K2 | K2];
    cbn [negb orb].
  - destruct (met_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ first_is_right K1) as (F1 & T1 & M1 & L1).
    destruct (met_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ second_is_right K2) as (F2 & T2 & M2 & L2).
    do 3 right. exists T1, T2. split; [exact M1 |]. split; [exact M2 |].
    destruct (feq t1 t2) eqn:E; cbn [negb].
    + destruct (starts_if _ _ _ _ _ _ _ _ _ _ _ T1 _ _ M1 E_carom_reach_at reach1_is_right) as (A1 & A2).
      destruct (starts_if _ _ _ _ _ _ _ _ _ _ _ T2 _ _ M2 E_carom_reach_at_2 reach2_is_right) as (B1 & B2).
      match goal with |- context [orb (Z.leb 0 ?p) (Z.leb 0 ?q)] =>
        destruct (Z.leb_spec 0 p) as [P | P], (Z.leb_spec 0 q) as [Q | Q] end; cbn [orb]; unfold is_order.
      * right; left. split; [reflexivity |]. rewrite (A1 P), (B1 Q). reflexivity.
      * left. split; [reflexivity |]. rewrite (A1 P). exact (B2 Q).
      * right; right. split; [reflexivity |]. rewrite (B1 Q). exact (A2 P).
      * exact (exact_is_right T1 T2 M1 M2 (A2 P) (B2 Q)).
    + unfold is_order. apply feq_real_false in E; [| exact F1 | exact F2]. destruct (flt t1 t2) eqn:S.
      * left. split; [reflexivity |]. apply flt_real in S; [| exact F1 | exact F2].
        exact (largest_in_order _ _ _ _ L1 L2 S).
      * right; right. split; [reflexivity |]. apply flt_real_false in S; [| exact F1 | exact F2].
        apply (largest_in_order _ _ _ _ L2 L1). lra.
  - destruct (met_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ first_is_right K1) as (_ & T1 & M1 & _). right; left. exists T1.
    split; [exact M1 |]. split; [exact (missed_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ second_is_right K2) | reflexivity].
  - destruct (met_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ second_is_right K2) as (_ & T2 & M2 & _). right; right; left.
    exists T2. split; [exact (missed_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ first_is_right K1) |].
    split; [exact M2 | reflexivity].
  - left. split; [exact (missed_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ first_is_right K1) |].
    split; [exact (missed_if _ _ _ _ _ _ _ _ _ _ _ _ _ _ second_is_right K2) | reflexivity].
Qed.
End Both.
