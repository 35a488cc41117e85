(* What a sweep promises, in real numbers: include/carom/sweep.h. The file has the definition of a right result that
   all stages of src/sweep/sweep.c and sweep_double_double.c share, and the lemmas that give it from what the stages
   prove: misses, hits with their time, contacts and overlaps at the start.

   The feature is the part of the axis that is touched. Of a wall of equal points it is the end a. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core.
From Carom Require Import Model Facts Geometry Distances ContactFeature SweepGeometry SweepContact SweepLast SweepTime
  SweepSmallTimes Leaving LeavingSlides RimFeature.

Open Scope R_scope.

Section Meaning.
Variables (x : extent) (c v a b : point) (r : R).

(* The circle overlaps right after T. It overlaps at no time. *)
Definition presses_in T := exists d, 0 < d /\ forall t, T < t < T + d -> nearer x (moved c v t) a b r.
Definition never_overlaps := forall t, 0 <= t -> ~ nearer x (moved c v t) a b r.

(* A wall of equal points has the feature a, 2. *)
Definition names_point (f : Z) := len2 a b = 0 -> f = 2%Z.

(* The first contact is at the time T, with the feature of this number. *)
Definition first_contact_at (f : Z) T := 0 <= T <= 1 /\ (forall t, 0 <= t < T -> farther x (moved c v t) a b r) /\
  names_point f /\ exists F, f = feature_number F /\ touches F x (moved c v T) a b r.

(* 2 is a graze, 3 a hit. A point, of reach 0, grazes if it starts on the wall, and hits if it comes to it. *)
Definition is_kind_of_contact (kind : Z) T :=
  (kind = 3%Z /\ ((r = 0 /\ 0 < T) \/ presses_in T)) \/ (kind = 2%Z /\ ((r = 0 /\ T = 0) \/ (0 < r /\
    never_overlaps))).

(* 1 is a miss, 4 an overlap at the start. *)
Definition right_sweep (kind f : Z) (t : R) :=
  (kind = 1%Z /\ f = 0%Z /\ t = 0 /\ stays_farther x c v a b r) \/
  (kind = 4%Z /\ t = 0 /\ nearer x c a b r /\ ContactFeature.is_feature x c a b f) \/
  exists T, first_contact_at f T /\ is_kind_of_contact kind T /\ is_largest_not_after t T.

Lemma moved_at_start : moved c v 0 = c.
Proof. destruct c. unfold moved. simpl. f_equal; ring. Qed.

Lemma touches_on_axis F p : touches F x p a b r -> exists s, on_axis x s /\ dist2_at p a b s = r ^ 2.
Proof.
  intros (s & A & D & _). exists s. split; [| exact D]. destruct F, x; simpl in *; auto; try lra;
    destruct A as [E A]; rewrite ?A; try lra; discriminate E.
Qed.

Lemma touch_unique F G S T : 0 <= S -> (forall t, 0 <= t < S -> farther x (moved c v t) a b r) ->
  touches F x (moved c v S) a b r -> 0 <= T -> (forall t, 0 <= t < T -> farther x (moved c v t) a b r) ->
  touches G x (moved c v T) a b r -> S = T.
Proof.
  intros S0 SB SF T0 TB TG.
  destruct (touches_on_axis _ _ SF) as (s & As & Ds). destruct (touches_on_axis _ _ TG) as (t & At & Dt).
  destruct (Rtotal_order S T) as [L | [E | L]]; [exfalso | exact E | exfalso].
  - specialize (TB S ltac:(lra) s As). lra.
  - specialize (SB T ltac:(lra) t At). lra.
Qed.

Lemma first_contact_unique f g S T : first_contact_at f S -> first_contact_at g T -> S = T.
Proof.
  intros (S0 & SB & _ & F & _ & SF) (T0 & TB & _ & G & _ & TG).
  apply (touch_unique F G); auto; lra.
Qed.

Lemma right_miss t : stays_farther x c v a b r -> t = 0 -> right_sweep 1 0 t.
Proof. intros H E. left. auto. Qed.

Lemma right_hit F T t : 0 <= r -> names_point (feature_number F) -> hits_at F x c v a b r T -> is_largest_not_after t
  T ->
  right_sweep 3 (feature_number F) t.
Proof.
  intros R0 N (T0 & B & C & P & _) L. right; right. exists T. split; [| split; [| exact L]].
  - split; [lra |]. split; [exact B |]. split; [exact N |]. now exists F.
  - left. split; [reflexivity |]. destruct (Rle_lt_or_eq_dec _ _ R0) as [Rp | Rz]; [right; now apply P | left].
    split; [now symmetry | lra].
Qed.

Lemma right_graze F T t : 0 < r -> names_point (feature_number F) -> grazes_at F x c v a b r T -> is_largest_not_after
  t T ->
  right_sweep 2 (feature_number F) t.
Proof.
  intros Rp N (T0 & B & C & P) L. right; right. exists T. split; [| split; [| exact L]].
  - split; [lra |]. split; [exact B |]. split; [exact N |]. now exists F.
  - right. split; [reflexivity |]. right. split; [exact Rp |]. intros s _. apply P.
Qed.

(* hits says that there is a time. *)
Lemma hits_has_time F T : hits F x c v a b r -> 0 <= T <= 1 ->
  (forall t, 0 <= t < T -> farther x (moved c v t) a b r) -> touches F x (moved c v T) a b r -> hits_at F x c v a b r
    T.
Proof.
  intros (S & S0 & SB & ST & P) T0 TB TT.
  assert (E : S = T) by (apply (touch_unique F F); auto; lra).
  subst S. split; [exact S0 |]. split; [exact SB |]. split; [exact ST |]. exact P.
Qed.

Lemma right_when_hits F T t : 0 <= r -> names_point (feature_number F) -> hits F x c v a b r -> 0 <= T <= 1 ->
  (forall t, 0 <= t < T -> farther x (moved c v t) a b r) -> touches F x (moved c v T) a b r ->
  is_largest_not_after t T -> right_sweep 3 (feature_number F) t.
Proof. intros R0 N H T0 B C. apply right_hit; [exact R0 | exact N |]. now apply hits_has_time. Qed.

(* What is known of the first contact of a circle that starts farther: a miss, or the kind and the feature. *)
Definition right_contact (kind f : Z) := exists T, 0 < T /\ first_contact_at f T /\ is_kind_of_contact kind T.
Definition right_first (kind f : Z) := (kind = 1%Z /\ stays_farther x c v a b r) \/ right_contact kind f.

Lemma right_contact_of_hits F : 0 <= r -> names_point (feature_number F) -> hits F x c v a b r -> right_contact 3
  (feature_number F).
Proof.
  intros R0 N (T & T0 & B & C & P & _). exists T. split; [lra |]. split.
  - split; [lra |]. split; [exact B |]. split; [exact N |]. now exists F.
  - left. split; [reflexivity |]. destruct (Rle_lt_or_eq_dec _ _ R0) as [Rp | Rz]; [right; now apply P | left].
    split; [now symmetry | lra].
Qed.

Lemma hits_at_of_contact F : 0 < r -> right_contact 3 (feature_number F) -> exists T, hits_at F x c v a b r T.
Proof.
  intros Rp (T & T0 & (T1 & B & _ & G & E & C) & [(_ & [(Z & _) | P]) | (N & _)]); [lra | | discriminate N].
  assert (F = G) by (destruct F, G; discriminate E || reflexivity). subst G. exists T.
  split; [lra |]. split; [exact B |]. split; [exact C |]. split; [intros _; exact P | lra].
Qed.

(* ---- contacts at the start ---- *)

Lemma largest_of_zero : is_largest_not_after 0 0.
Proof. split; [apply generic_format_0 |]. split; [lra |]. auto. Qed.

Lemma touches_at_feature f : is_distance x c a b r -> ContactFeature.is_feature x c a b f ->
  exists F, f = feature_number F /\ touches F x c a b r.
Proof.
  intros (R0 & (s & As & Ds) & Least) Fe.
  assert (Done : forall F q, feature_at F x a b q -> on_axis x q -> dist2_at c a b q <= dist2_at c a b s ->
    touches F x c a b r).
  { intros F q H A D. exists q. split; [exact H |]. split; [| exact Least]. specialize (Least q A). lra. }
  destruct Fe as [(-> & L & Wa & Wb) | [(-> & H) | (-> & Ex & L & W)]].
  - exists Side. split; [reflexivity |]. set (q := wu c a b / len2 a b).
    assert (Q : q * len2 a b = wu c a b) by (unfold q; field; lra).
    assert (Qa : x = Line \/ 0 < q).
    { destruct Wa as [Wa | Wa]; [now left | right]. now apply Rdiv_lt_0_compat. }
    assert (Qb : x <> Segment \/ q < 1).
    { destruct Wb as [Wb | Wb]; [now left | right]. apply Rmult_lt_reg_r with (len2 a b); lra. }
    assert (O : on_axis x q) by (destruct x; simpl; auto; destruct Qa as [Qa | Qa], Qb as [Qb | Qb];
      try discriminate Qa; try (now elim Qb); lra).
    apply (Done _ q); [| exact O |].
    + destruct x; simpl; auto; destruct Qa as [Qa | Qa], Qb as [Qb | Qb]; try discriminate Qa; try (now elim Qb); lra.
    + exact (proj2 (foot_is_nearest x c a b L O) s As).
  - exists EndA. split; [reflexivity |]. apply (Done _ 0).
    + split; [| reflexivity]. destruct H as [Z | (N & _)]; auto.
    + destruct x; simpl; auto; lra.
    + destruct H as [Z | (N & W)].
      * assert (E : ux a b = 0 /\ uy a b = 0).
        { unfold len2 in Z. split; nra. }
        destruct E as [E1 E2]. unfold dist2_at. unfold ux in E1. unfold uy in E2. rewrite E1, E2. right. ring.
      * destruct (Req_dec (len2 a b) 0) as [Z | Z].
        -- assert (E : ux a b = 0 /\ uy a b = 0) by (unfold len2 in Z; split; nra).
           destruct E as [E1 E2]. unfold dist2_at. unfold ux in E1. unfold uy in E2. rewrite E1, E2. right. ring.
        -- pose proof (len2_nonneg a b) as L0. assert (L : 0 < len2 a b) by lra.
           apply Rmult_le_reg_l with (len2 a b); [exact L |]. rewrite !dist2_at_is.
           assert (S0 : 0 <= s) by (destruct x; simpl in As; try lra; now elim N).
           assert (0 <= s * len2 a b) by (apply Rmult_le_pos; lra). nra.
  - exists EndB. split; [reflexivity |]. subst x. apply (Done _ 1); [now split | simpl; lra |].
    apply Rmult_le_reg_l with (len2 a b); [exact L |]. rewrite !dist2_at_is. simpl in As.
    assert (s * len2 a b <= 1 * len2 a b) by (apply Rmult_le_compat_r; lra). nra.
Qed.

Lemma right_overlap f t : t = 0 -> nearer x c a b r -> ContactFeature.is_feature x c a b f -> right_sweep 4 f t.
Proof. intros E N F. right; left. auto. Qed.

(* A circle that touches at the start grazes if it comes no nearer, or is a point; else it hits. *)
Lemma contact_at_start f : is_distance x c a b r -> ContactFeature.is_feature x c a b f -> first_contact_at f 0.
Proof.
  intros D F. split; [lra |]. split; [intros t T; lra |]. rewrite moved_at_start.
  split; [| now apply touches_at_feature]. intros Z.
  destruct F as [(_ & L & _) | [(E & _) | (_ & _ & L & _)]]; [lra | exact E | lra].
Qed.

Lemma right_at_start kind f t : t = 0 -> is_distance x c a b r -> ContactFeature.is_feature x c a b f ->
  (kind = 2%Z /\ (r = 0 \/ never_overlaps)) \/ (kind = 3%Z /\ presses_in 0) -> right_sweep kind f t.
Proof.
  intros E D F K. right; right. exists 0. split; [now apply contact_at_start |].
  split; [| rewrite E; exact largest_of_zero]. destruct K as [(-> & K) | (-> & K)]; [right | left; auto].
  split; [reflexivity |]. destruct (Req_dec r 0) as [Z | Z]; [left; auto | right].
  destruct D as (R0 & _). destruct K as [K | K]; [contradiction |]. split; [lra | exact K].
Qed.

Lemma nearest_is_distance s : is_distance x c a b r -> is_nearest x c a b s -> dist2_at c a b s = r ^ 2.
Proof.
  intros (R0 & (q & Aq & Dq) & Least) (As & Ns). specialize (Least s As). specialize (Ns q Aq). lra.
Qed.

Lemma leaving_never_overlaps : is_distance x c a b r -> leaves x c v a b -> never_overlaps.
Proof.
  intros D (s0 & N & H) t T (s & As & Ns). rewrite <- (nearest_is_distance s0 D N) in Ns.
  destruct T as [T | T]; [specialize (H t s T As); lra |]. rewrite <- T, moved_at_start in Ns.
  destruct N as (_ & N). specialize (N s As). lra.
Qed.

Lemma approaching_presses_in : is_distance x c a b r -> approaches x c v a b -> presses_in 0.
Proof.
  intros D (s0 & N & d & D0 & H). exists d. split; [exact D0 |]. intros t T. exists s0. split; [apply N |].
  rewrite <- (nearest_is_distance s0 D N). apply H. lra.
Qed.

Lemma sliding_never_overlaps : is_distance x c a b r -> slides x c v a b -> never_overlaps.
Proof.
  intros D H t T (s & As & Ns). destruct D as (R0 & (q & Aq & Dq) & Least).
  assert (N : is_nearest x c a b q) by (split; [exact Aq |]; intros s' As'; specialize (Least s' As'); lra).
  destruct (H q N) as (_ & Q). specialize (Q t s As). lra.
Qed.

(* A circle that starts farther and leaves misses. *)
Lemma leaving_misses : farther x c a b r -> leaves x c v a b -> stays_farther x c v a b r.
Proof.
  intros Fa (s0 & (As & N) & H) t T s S. specialize (Fa s0 As).
  destruct (Rle_lt_or_eq_dec 0 t ltac:(lra)) as [P | Z].
  - specialize (H t s P S). lra.
  - rewrite <- Z, moved_at_start. specialize (N s S). lra.
Qed.

End Meaning.

(* The result for a wall at rest: invalid is 0, and only for invalid input. *)
Section Input.
Variables cx cy cr mx my : F double.
Variable is_end : bool.
Variables ax ay bx by_ wr : F double.
Variable n : Z.

Definition is_valid_input := finite cx /\ finite cy /\ finite mx /\ finite my /\ finite ax /\ finite ay /\ finite bx
  /\
  finite by_ /\ (finite cr /\ 0 <= real cr) /\ (finite wr /\ 0 <= real wr) /\ exists x, n = extent_number x.

Definition way_of := Point (if is_end then real mx - real cx else real mx) (if is_end then real my - real cy else
  real my).

Definition sweep_is_right (kind f : Z) (t : F double) :=
  (~ is_valid_input /\ kind = 0%Z) \/
  (is_valid_input /\ finite t /\ exists x, n = extent_number x /\
    right_sweep x (Point (real cx) (real cy)) way_of (Point (real ax) (real ay)) (Point (real bx) (real by_))
      (real cr + real wr) kind f (real t)).
End Input.
