(* Two balls over a span of time: is_span_clear of src/crowd/gate.c. If it is true, the balls do not overlap at any
   real time of the span, while both go straight and evenly on their legs.

   One of four rules holds. The exact calls for whole legs (rules 1 and 2) and the exact tests of the corners (of rule
   4) are premises: what they say in real numbers. Rule 3 is GateApart.v, the rest of rule 4 GateLeaving.v. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded Geometry GatePlace GateApart GateLeaving GateDirection.
From Carom Require Terms_gate.
Import Terms_gate.are_exactly_clear_terms(are_exactly_clear_results).
Import Terms_gate.is_span_clear_terms(is_span_clear_results).
Import ListNotations.

Open Scope R_scope.

(* Two discs do not overlap: R is the sum of the radii, (x, y) the vector between the centres. *)
Definition apart (R x y : R) := R ^ 2 <= x ^ 2 + y ^ 2.

Lemma even_on_leg f t s e a b time : s < e -> a < b ->
  on_leg f t s e time = between (on_leg f t s e a) (on_leg f t s e b) ((time - a) / (b - a)).
Proof. intros L M. unfold on_leg, between. field. lra. Qed.

Lemma whole_leg f t s e time : on_leg f t s e time = between f t ((time - s) / (e - s)).
Proof. reflexivity. Qed.

Lemma leg_at_start f t s e : on_leg f t s e s = f.
Proof. unfold on_leg, Rdiv. rewrite Rminus_diag_eq by reflexivity. ring. Qed.

Lemma leg_at_end f t s e : s < e -> on_leg f t s e e = t.
Proof. intros L. unfold on_leg. field. lra. Qed.

Lemma standing_leg f s e time : on_leg f f s e time = f.
Proof. unfold on_leg. ring. Qed.

Section Span.
(* The radii; the legs; the span from a to b; the scale. *)
Variables r1 r2 p_from_x p_from_y p_to_x p_to_y p_start p_end q_from_x q_from_y q_to_x q_to_y q_start q_end : D.
Variables a b scale : D.

Let R := real r1 + real r2.
Let p_x t := on_leg (real p_from_x) (real p_to_x) (real p_start) (real p_end) t.
Let p_y t := on_leg (real p_from_y) (real p_to_y) (real p_start) (real p_end) t.
Let q_x t := on_leg (real q_from_x) (real q_to_x) (real q_start) (real q_end) t.
Let q_y t := on_leg (real q_from_y) (real q_to_y) (real q_start) (real q_end) t.

(* All coordinates are finite. The scale is at least each of them in magnitude, and the radii. *)
Hypothesis p_finite : finite p_from_x /\ finite p_from_y /\ finite p_to_x /\ finite p_to_y.
Hypothesis q_finite : finite q_from_x /\ finite q_from_y /\ finite q_to_x /\ finite q_to_y.
Hypothesis scale_holds : is_small_scale scale ->
  (in_scale scale p_from_x /\ in_scale scale p_from_y /\ in_scale scale p_to_x /\ in_scale scale p_to_y) /\
  (in_scale scale q_from_x /\ in_scale scale q_from_y /\ in_scale scale q_to_x /\ in_scale scale q_to_y) /\
  is_radius scale r1 /\ is_radius scale r2.

(* The times are fractions of the frame. Both legs last, and the span lies in both. *)
Hypothesis p_times : below 0 p_start /\ below 0 p_end.
Hypothesis q_times : below 0 q_start /\ below 0 q_end.
Hypothesis span_times : below 0 a /\ below 0 b.
Hypothesis is_span : real a < real b.
Hypothesis in_p : real p_start <= real a /\ real b <= real p_end.
Hypothesis in_q : real q_start <= real a /\ real b <= real q_end.

(* What the exact answers say, where they are asked. *)
Variables overlap_at_start overlap_at_end both_move_clear q_moves_clear p_moves_clear : bool.
Hypothesis start_is_right : overlap_at_start = false -> real a = real p_start -> real a = real q_start ->
  apart R (real p_from_x - real q_from_x) (real p_from_y - real q_from_y).
Hypothesis end_is_right : overlap_at_end = false -> real b = real p_end -> real b = real q_end ->
  apart R (real p_to_x - real q_to_x) (real p_to_y - real q_to_y).
Hypothesis both_is_right : both_move_clear = true -> forall k, 0 <= k <= 1 ->
  apart R (between (real p_from_x) (real p_to_x) k - between (real q_from_x) (real q_to_x) k)
    (between (real p_from_y) (real p_to_y) k - between (real q_from_y) (real q_to_y) k).
Hypothesis q_is_right : q_moves_clear = true -> forall k, 0 <= k <= 1 ->
  apart R (real p_from_x - between (real q_from_x) (real q_to_x) k)
    (real p_from_y - between (real q_from_y) (real q_to_y) k).
Hypothesis p_is_right : p_moves_clear = true -> forall k, 0 <= k <= 1 ->
  apart R (between (real p_from_x) (real p_to_x) k - real q_from_x)
    (between (real p_from_y) (real p_to_y) k - real q_from_y).

Let holds t := apart R (p_x t - q_x t) (p_y t - q_y t).

Lemma p_lasts : real p_start < real p_end.
Proof. lra. Qed.
Lemma q_lasts : real q_start < real q_end.
Proof. lra. Qed.

Lemma difference_on_span t :
  let k := (t - real a) / (real b - real a) in
  p_x t - q_x t = between (p_x (real a) - q_x (real a)) (p_x (real b) - q_x (real b)) k /\
  p_y t - q_y t = between (p_y (real a) - q_y (real a)) (p_y (real b) - q_y (real b)) k.
Proof.
  intros k. unfold k. pose proof p_lasts as P. pose proof q_lasts as Q. unfold p_x, p_y, q_x, q_y.
  rewrite (even_on_leg _ _ _ _ (real a) (real b) t P is_span) at 1.
  rewrite (even_on_leg _ _ _ _ (real a) (real b) t Q is_span) at 1. split; [unfold between; ring |].
  rewrite (even_on_leg _ _ _ _ (real a) (real b) t P is_span) at 1.
  rewrite (even_on_leg _ _ _ _ (real a) (real b) t Q is_span) at 1. unfold between; ring.
Qed.

Lemma exactly_clear result :
  are_exactly_clear_results p_from_x p_from_y p_to_x p_to_y p_start p_end q_from_x q_from_y q_to_x q_to_y q_start q_end
    both_move_clear q_moves_clear p_moves_clear result -> result = true ->
  forall t, real a <= t <= real b -> holds t.
Proof.
  intros [E] -> t T. symmetry in E. pose proof p_lasts as Lp. pose proof q_lasts as Lq.
  assert (P : 0 <= (t - real p_start) / (real p_end - real p_start) <= 1) by (apply fraction_between; lra).
  assert (Q : 0 <= (t - real q_start) / (real q_end - real q_start) <= 1) by (apply fraction_between; lra).
  unfold holds, p_x, p_y, q_x, q_y. rewrite !whole_leg.
  destruct (andb (feq p_start q_start) (feq p_end q_end)) eqn:Same.
  { apply andb_prop in Same. destruct Same as [S1 S2].
    apply feq_real in S1; [| apply p_times | apply q_times]. apply feq_real in S2; [| apply p_times | apply q_times].
    rewrite S1, S2 in *. now apply both_is_right. }
  destruct (andb (feq p_from_x p_to_x) (feq p_from_y p_to_y)) eqn:Stand.
  { apply andb_prop in Stand. destruct Stand as [S1 S2]. apply feq_real in S1, S2; try tauto. rewrite <- S1, <- S2.
    pose proof (q_is_right E _ Q) as H. unfold between at 1 3. replace (real p_from_x - real p_from_x) with 0 by ring.
    replace (real p_from_y - real p_from_y) with 0 by ring. rewrite !Rmult_0_r, !Rplus_0_r. exact H. }
  apply andb_prop in E. destruct E as [Stands E]. apply andb_prop in Stands. destruct Stands as [S1 S2].
  apply feq_real in S1, S2; try tauto. rewrite <- S1, <- S2. pose proof (p_is_right E _ P) as H. unfold between at 2 4.
  replace (real q_from_x - real q_from_x) with 0 by ring. replace (real q_from_y - real q_from_y) with 0 by ring.
  rewrite !Rmult_0_r, !Rplus_0_r. exact H.
Qed.

Lemma leaving_is_never_nearer_back x y x2 y2 k : 0 <= x2 * (x - x2) + y2 * (y - y2) -> k <= 1 ->
  x2 ^ 2 + y2 ^ 2 <= between x x2 k ^ 2 + between y y2 k ^ 2.
Proof.
  intros H K. replace (between x x2 k) with (between x2 x (1 - k)) by (unfold between; ring).
  replace (between y y2 k) with (between y2 y (1 - k)) by (unfold between; ring).
  apply leaving_is_never_nearer; [exact H | lra].
Qed.

Theorem is_span_clear_correct :
  is_span_clear_results r1 r2 p_from_x p_from_y p_to_x p_to_y p_start p_end q_from_x q_from_y q_to_x q_to_y
    q_start q_end a b scale overlap_at_start overlap_at_end both_move_clear q_moves_clear p_moves_clear true ->
  forall t, real a <= t <= real b -> holds t.
Proof.
  intros H t T. unfold is_span_clear_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H.
  subst. symmetry in E_result.
  match type of E_are_exactly_clear with are_exactly_clear_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ?x =>
    destruct (bool_dec x true) as [X | X]; [exact (exactly_clear _ E_are_exactly_clear X t T) |
      apply not_true_is_false in X; rewrite X in E_result] end.
  clear E_are_exactly_clear.
  match type of E_result with (if ?c then _ else _) = true => destruct c eqn:Scale; [| discriminate E_result] end.
  apply andb_prop in Scale. destruct Scale as [Low High].
  assert (S : is_small_scale scale).
  { destruct (constant_value (-480) ltac:(lia)) as [Fl Vl]. destruct (constant_value 480 ltac:(lia)) as [Fh Vh].
    assert (Fs : finite scale).
    { apply (fle_finite _ _ High); [| exact Fh]. apply (fle_nonneg _ _ Low Fl). rewrite Vl. apply bpow_ge_0. }
    apply (fle_real _ _ Fl Fs) in Low. apply (fle_real _ _ Fs Fh) in High. rewrite Vl in Low. rewrite Vh in High.
    pose proof (bpow_gt_0 radix2 (-480)). split; [split; [exact Fs | rewrite Rabs_pos_eq; lra] | exact Low]. }
  pose proof (small_scale _ S) as S0. destruct (scale_holds S) as ((I1 & I2 & I3 & I4) & (J1 & J2 & J3 & J4) & R1 & R2).
  destruct p_times as [Ps Pe]. destruct q_times as [Qs Qe]. destruct span_times as [Ta Tb].
  pose proof p_lasts as Lp. pose proof q_lasts as Lq.
  assert (A1 := place_on_leg_correct _ _ _ _ _ _ _ _ _ _ E_place_on_leg S0 I1 I2 I3 I4 Ps Pe Ta Lp ltac:(lra)).
  assert (A2 := place_on_leg_correct _ _ _ _ _ _ _ _ _ _ E_place_on_leg_2 S0 I1 I2 I3 I4 Ps Pe Tb Lp ltac:(lra)).
  assert (A3 := place_on_leg_correct _ _ _ _ _ _ _ _ _ _ E_place_on_leg_3 S0 J1 J2 J3 J4 Qs Qe Ta Lq ltac:(lra)).
  assert (A4 := place_on_leg_correct _ _ _ _ _ _ _ _ _ _ E_place_on_leg_4 S0 J1 J2 J3 J4 Qs Qe Tb Lq ltac:(lra)).
  fold (p_x (real a)) (p_y (real a)) in A1. fold (p_x (real b)) (p_y (real b)) in A2.
  fold (q_x (real a)) (q_y (real a)) in A3. fold (q_x (real b)) (q_y (real b)) in A4.
  clear E_place_on_leg E_place_on_leg_2 E_place_on_leg_3 E_place_on_leg_4.
  unfold holds, apart. destruct (difference_on_span t) as [-> ->].
  assert (K : 0 <= (t - real a) / (real b - real a) <= 1) by (apply fraction_between; lra).
  match type of E_result with (if ?c then _ else _) = true => destruct c end.
  { left. eapply are_certainly_apart_correct; [exact S0 | eapply direction_of_correct; exact E_direction_of | exact R1 |
      exact R2 | exact A1 | exact A3 | exact A2 | exact A4 | exact E_are_certainly_apart | exact K]. }
  match type of E_result with (if ?c then _ else _) = true => destruct c eqn:Start end.
  { rewrite !andb_true_iff, negb_true_iff in Start. destruct Start as (((S1 & S2) & L) & O).
    apply feq_real in S1, S2; try apply Ta; [| apply Qs | apply Ps]. rewrite L in E_is_certainly_leaving.
    apply is_certainly_leaving_correct with (1 := S) (2 := A1) (3 := A3) (4 := A2) (5 := A4) in E_is_certainly_leaving.
    eapply Rle_trans; [| apply leaving_is_never_nearer; [left; exact E_is_certainly_leaving | apply K]].
    pose proof (start_is_right O S1 S2) as B.
    assert (P : p_x (real a) = real p_from_x /\ p_y (real a) = real p_from_y).
    { unfold p_x, p_y. rewrite S1. split; apply leg_at_start. }
    assert (Q : q_x (real a) = real q_from_x /\ q_y (real a) = real q_from_y).
    { unfold q_x, q_y. rewrite S2. split; apply leg_at_start. }
    destruct P as [-> ->]. destruct Q as [-> ->]. exact B. }
  match type of E_result with (if ?c then _ else _) = true => destruct c eqn:End; [| discriminate E_result] end.
  rewrite !andb_true_iff, negb_true_iff in End. destruct End as (((S1 & S2) & L) & O).
  apply feq_real in S1, S2; try apply Tb; [| apply Qe | apply Pe]. rewrite L in E_is_certainly_leaving_2.
  apply is_certainly_leaving_correct with (1 := S) (2 := A2) (3 := A4) (4 := A1) (5 := A3) in E_is_certainly_leaving_2.
  eapply Rle_trans; [| apply leaving_is_never_nearer_back; [left; exact E_is_certainly_leaving_2 | apply K]].
  pose proof (end_is_right O S1 S2) as B.
  assert (P : p_x (real b) = real p_to_x /\ p_y (real b) = real p_to_y).
  { unfold p_x, p_y. rewrite S1. split; now apply leg_at_end. }
  assert (Q : q_x (real b) = real q_to_x /\ q_y (real b) = real q_to_y).
  { unfold q_x, q_y. rewrite S2. split; now apply leg_at_end. }
  destruct P as [-> ->]. destruct Q as [-> ->]. exact B.
Qed.
End Span.
