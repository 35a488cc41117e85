(* Two balls over a whole frame: they never overlap if the gate accepts every span of time. Nor do balls whose boxes do
   not meet.

   The gate is src/crowd/gate.c. Its loops are not read from C: that the spans follow each other from the start to the
   end, and that each span has the legs on which the two balls then are, are premises. *)
From Coq Require Import ZArith Reals List Lra Psatz.
From Carom Require Import Model Bounded Geometry SweepGeometry GatePlace GateApart GateLeaving GateSpan.
From Carom Require Terms_gate.
Import Terms_gate.is_span_clear_terms(is_span_clear_results).
Import ListNotations.

Open Scope R_scope.

(* ---- Spans ---- *)

(* P holds from a to the first time, from there to the next one, and so on. *)
Fixpoint on_spans (P : R -> R -> Prop) (a : R) (times : list R) : Prop :=
  match times with
  | [] => True
  | b :: rest => P a b /\ on_spans P b rest
  end.

Fixpoint end_of (a : R) (times : list R) : R :=
  match times with
  | [] => a
  | b :: rest => end_of b rest
  end.

Lemma spans_cover (holds : R -> Prop) times :
  forall a, on_spans (fun a b => forall t, a <= t <= b -> holds t) a times -> times <> [] ->
  forall t, a <= t <= end_of a times -> holds t.
Proof.
  induction times as [| b rest IH]; intros a H N t T; [congruence |]. destruct H as [First Rest].
  destruct (Rle_dec t b) as [L | L]; [apply First; lra |]. destruct rest as [| c rest]; [simpl in T; lra |].
  apply (IH b Rest); [discriminate |]. simpl in *. lra.
Qed.

Lemma on_spans_weaken (P Q : R -> R -> Prop) : (forall a b, P a b -> Q a b) ->
  forall times a, on_spans P a times -> on_spans Q a times.
Proof. intros H. induction times as [| b rest IH]; simpl; auto. intros a [A B]. auto. Qed.

(* ---- The gate ---- *)

Record leg := Leg { from_x : D; from_y : D; to_x : D; to_y : D; start : D; finish : D }.

Definition place_on (l : leg) (t : R) : point :=
  Point (on_leg (real (from_x l)) (real (to_x l)) (real (start l)) (real (finish l)) t)
    (on_leg (real (from_y l)) (real (to_y l)) (real (start l)) (real (finish l)) t).

Definition leg_is_finite (l : leg) := finite (from_x l) /\ finite (from_y l) /\ finite (to_x l) /\ finite (to_y l).
Definition leg_in_scale (scale : D) (l : leg) :=
  in_scale scale (from_x l) /\ in_scale scale (from_y l) /\ in_scale scale (to_x l) /\ in_scale scale (to_y l).
Definition from_of (l : leg) := point_of (from_x l) (from_y l).
Definition to_of (l : leg) := point_of (to_x l) (to_y l).
(* The place after the fraction k of the leg. *)
Definition part_of (l : leg) (k : R) :=
  Point (between (px (from_of l)) (px (to_of l)) k) (between (py (from_of l)) (py (to_of l)) k).
Definition apart_at (r : R) (p q : point) := apart r (px p - px q) (py p - py q).

(* What the exact calls say that the gate asks. *)
Record exact_answers (r : R) (l m : leg) (a b : R)
    (start_overlaps end_overlaps both_clear second_clear first_clear : bool) : Prop := {
  at_start : start_overlaps = false -> a = real (start l) -> a = real (start m) -> apart_at r (from_of l) (from_of m);
  at_end : end_overlaps = false -> b = real (finish l) -> b = real (finish m) -> apart_at r (to_of l) (to_of m);
  both_move : both_clear = true -> forall k, 0 <= k <= 1 -> apart_at r (part_of l k) (part_of m k);
  second_moves : second_clear = true -> forall k, 0 <= k <= 1 -> apart_at r (from_of l) (part_of m k);
  first_moves : first_clear = true -> forall k, 0 <= k <= 1 -> apart_at r (part_of l k) (from_of m) }.

(* The gate has accepted two balls of the radii r and s on the span from a to b of the paths p and q. *)
Definition is_accepted (r s : D) (p q : R -> point) (a b : R) : Prop :=
  exists (l m : leg) (from until scale : D) (e1 e2 e3 e4 e5 : bool),
    a = real from /\ b = real until /\ below 0 from /\ below 0 until /\ real from < real until /\
    (forall t, a <= t <= b -> p t = place_on l t /\ q t = place_on m t) /\
    leg_is_finite l /\ below 0 (start l) /\ below 0 (finish l) /\ real (start l) <= a /\ b <= real (finish l) /\
    leg_is_finite m /\ below 0 (start m) /\ below 0 (finish m) /\ real (start m) <= a /\ b <= real (finish m) /\
    (is_small_scale scale -> leg_in_scale scale l /\ leg_in_scale scale m /\ is_radius scale r /\ is_radius scale s) /\
    exact_answers (real r + real s) l m a b e1 e2 e3 e4 e5 /\
    is_span_clear_results r s (from_x l) (from_y l) (to_x l) (to_y l) (start l) (finish l) (from_x m) (from_y m)
      (to_x m) (to_y m) (start m) (finish m) from until scale e1 e2 e3 e4 e5 true.

Lemma accepted_is_apart r s p q a b : is_accepted r s p q a b ->
  forall t, a <= t <= b -> apart_at (real r + real s) (p t) (q t).
Proof.
  intros (l & m & from & until & scale & e1 & e2 & e3 & e4 & e5 & A & B & Bf & Bu & L & Path & Fl & Sl & El & Al & Bl &
    Fm & Sm & Em & Am & Bm & Scale & [] & H) t T.
  destruct (Path t T) as [-> ->]. subst a b. unfold apart_at, place_on. cbn [px py].
  eapply is_span_clear_correct with (a := from) (b := until) (scale := scale) (overlap_at_start := e1)
    (overlap_at_end := e2) (both_move_clear := e3) (q_moves_clear := e4) (p_moves_clear := e5);
    [exact Fl | exact Fm | exact Scale | split; [exact Sl | exact El] | split; [exact Sm | exact Em] |
      split; [exact Bf | exact Bu] | exact L | split; [exact Al | exact Bl] | split; [exact Am | exact Bm] |
      exact at_start0 | exact at_end0 | exact both_move0 | exact second_moves0 | exact first_moves0 |
      exact H | exact T].
Qed.

(* The frame is the time from 0 to 1. *)
Theorem accepted_balls_never_overlap r s p q times : on_spans (is_accepted r s p q) 0 times -> end_of 0 times = 1 ->
  forall t, 0 <= t <= 1 -> apart_at (real r + real s) (p t) (q t).
Proof.
  intros H E t T. apply (spans_cover (fun t => apart_at (real r + real s) (p t) (q t)) times 0).
  - revert H. apply on_spans_weaken. intros a b. apply accepted_is_apart.
  - intros ->. simpl in E. lra.
  - now rewrite E.
Qed.

(* ---- Boxes ---- *)

(* The box of a ball holds the discs at both ends of a leg, so it holds those in between. *)
Lemma box_holds_leg lo hi r from to start finish t : start < finish -> start <= t <= finish ->
  lo + r <= from <= hi - r -> lo + r <= to <= hi - r -> lo + r <= on_leg from to start finish t <= hi - r.
Proof.
  intros L T A B. pose proof (fraction_between _ _ _ T L) as K. unfold on_leg.
  set (k := (t - start) / (finish - start)) in *. nra.
Qed.

(* Balls in boxes that do not meet, of which one coordinate tells them apart, do not overlap. *)
Lemma balls_in_boxes_are_apart r s x y border : 0 <= r -> 0 <= s -> x + r <= border <= y - s ->
  forall z, apart (r + s) (x - y) z /\ apart (r + s) (y - x) z /\ apart (r + s) z (x - y) /\ apart (r + s) z (y - x).
Proof.
  intros R0 S0 B z. unfold apart. assert ((r + s) ^ 2 <= (y - x) ^ 2) by (apply pow_incr; lra).
  replace ((x - y) ^ 2) with ((y - x) ^ 2) by ring. pose proof (pow2_ge_0 z). repeat split; lra.
Qed.

(* ---- The exact call past a ball that stands ---- *)

(* The other ball is a wall of length 0. What SweepClear.v proves of a clear path is the premise. *)
Lemma clear_path_is_apart c v a r : 0 <= r -> (forall t, 0 <= t <= 1 -> ~ nearer Segment (moved c v t) a a r) ->
  forall k, 0 <= k <= 1 -> apart_at r (moved c v k) a.
Proof.
  intros R0 H k K. unfold apart_at, apart. apply Rnot_lt_le. intros N. apply (H k K). exists 0. split; [simpl; lra |].
  unfold dist2_at. rewrite !Rmult_0_l, !Rplus_0_r. exact N.
Qed.
