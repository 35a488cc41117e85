(* First contacts with a wall that turns, in real numbers: what a gap that grows or shrinks on a piece of time says.

   `clear_at t`: all points of the axis are farther than R. `touch_at t`: the nearest is at the distance R. `near_at
   t`: one is nearer. On a piece where one feature is nearest, a continuous function of t has the sign of the gap:
   the squared distance to the end, less R^2, or |X| - R |u|. If it is strictly monotone there, it decides the first
   contact. *)
From Coq Require Import Reals Lra Psatz Ranalysis5 ZArith.
From Carom Require Import Geometry SweepGeometry MovingGeometry MovingSlopeReal.

Open Scope R_scope.

Lemma continuous_positive k t0 : continuity_pt k t0 -> 0 < k t0 -> exists d, 0 < d /\ forall t,
  Rabs (t - t0) < d -> 0 < k t.
Proof.
  intros C P. destruct (C (k t0) P) as (d & D0 & D). exists d. split; [exact D0 |]. intros t T.
  destruct (Req_dec t t0) as [-> | N]; [exact P |].
  assert (X : R_dist (k t) (k t0) < k t0).
  { apply D. split; [split; [exact I | auto] | exact T]. }
  unfold R_dist in X. apply Rabs_def2 in X. lra.
Qed.

Section Contact.
Variables (is_end : bool) (c cm a am b bm : point) (r : R).
Hypothesis R0 : 0 <= r.

Notation C t := (place is_end c cm t). Notation A t := (place is_end a am t). Notation B t := (place is_end b bm t).

Definition clear_at t := farther Segment (C t) (A t) (B t) r.
Definition near_at t := nearer Segment (C t) (A t) (B t) r.
Definition touch_at t := (exists s, 0 <= s <= 1 /\ dist2_at (C t) (A t) (B t) s = r ^ 2) /\
  forall s, 0 <= s <= 1 -> r ^ 2 <= dist2_at (C t) (A t) (B t) s.

(* The nearest feature: 1 is the side, 2 end a, 3 end b. *)
Definition feature_at (f : Z) t :=
  (f = 1%Z /\ 0 < wu (C t) (A t) (B t) < len2 (A t) (B t)) \/ (f = 2%Z /\ wu (C t) (A t) (B t) < 0) \/
  (f = 3%Z /\ 0 < zu (C t) (A t) (B t)).

(* g has the sign of the gap on [l, h]; behind a wall, g may be negative where the gap is not. *)
Record decides (g : R -> R) (l h : R) : Prop := {
  D_continuous : forall t, continuity_pt g t;
  D_clear : forall t, l <= t <= h -> 0 < g t -> clear_at t;
  D_touch : forall t, l <= t <= h -> g t = 0 -> touch_at t;
  D_start_clear : clear_at l -> 0 < g l;
  D_start_touch : touch_at l -> g l = 0;
  D_after : 0 < r -> forall t0, l <= t0 <= h -> g t0 = 0 -> exists d, 0 < d /\
    forall t, t0 < t < t0 + d -> t <= h -> g t < 0 -> near_at t;
  D_end : 0 < r -> g h < 0 -> near_at h }.

Definition grows (g : R -> R) l h := forall s t, l <= s -> s < t -> t <= h -> g s < g t.
Definition shrinks (g : R -> R) l h := forall s t, l <= s -> s < t -> t <= h -> g t < g s.

Section Piece.
Variables (g : R -> R) (l h : R).
Hypotheses (LH : l <= h) (D : decides g l h).

Lemma start_value : clear_at l \/ touch_at l -> 0 <= g l.
Proof.
  intros [S | S]; [pose proof (D_start_clear _ _ _ D S) | pose proof (D_start_touch _ _ _ D S)]; lra.
Qed.

Lemma growing_gap_is_clear : grows g l h -> clear_at l \/ touch_at l -> forall t, l < t <= h -> clear_at t.
Proof.
  intros G S t T. apply (D_clear _ _ _ D); [lra |]. pose proof (start_value S).
  pose proof (G l t ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.

(* The hit: free before, a contact, and less than R after it. *)
Lemma shrinking_gap_hits : shrinks g l h -> clear_at l -> g h < 0 ->
  exists t0, l < t0 < h /\ (forall t, l <= t < t0 -> clear_at t) /\ touch_at t0 /\ g t0 = 0 /\ (forall t,
    t0 < t <= h -> g t < 0) /\
    (0 < r -> exists d, 0 < d /\ forall t, t0 < t < t0 + d -> t <= h -> near_at t).
Proof.
  intros G S N. pose proof (D_start_clear _ _ _ D S) as P.
  assert (L : l < h) by (destruct (Rle_lt_or_eq_dec _ _ LH) as [L | L]; [exact L | rewrite L in P; lra]).
  destruct (IVT_interv (fun t => - g t) l h) as (t0 & T0 & Z); try lra.
  { intros t _. apply continuity_pt_opp, (D_continuous _ _ _ D). }
  assert (Z' : g t0 = 0) by lra. exists t0.
  assert (l <> t0) by (intros E; rewrite <- E in Z'; lra). assert (t0 <> h) by (intros E; rewrite E in Z'; lra).
  split; [lra |]. split.
  - intros t T. apply (D_clear _ _ _ D); [lra |]. pose proof (G t t0 ltac:(lra) ltac:(lra) ltac:(lra)). lra.
  - split; [now apply (D_touch _ _ _ D) |]. split; [exact Z' |].
    assert (After : forall t, t0 < t <= h -> g t < 0) by (intros t T;
      pose proof (G t0 t ltac:(lra) ltac:(lra) ltac:(lra)); lra).
    split; [exact After |]. intros Rp. destruct (D_after _ _ _ D Rp t0 ltac:(lra) Z') as (d & D0 & Dd). exists d.
    split; [exact D0 |].
    intros t T Th. apply Dd; auto. apply After. lra.
Qed.

Lemma shrinking_gap_from_touch : shrinks g l h -> l < h -> touch_at l -> 0 < r ->
  exists d, 0 < d /\ forall t, l < t < l + d -> t <= h -> near_at t.
Proof.
  intros G L S Rp. pose proof (D_start_touch _ _ _ D S) as Z.
  destruct (D_after _ _ _ D Rp l ltac:(lra) Z) as (d & D0 & Dd).
  exists d. split; [exact D0 |]. intros t T Th. apply Dd; auto. pose proof (G l t ltac:(lra) ltac:(lra) ltac:(lra)).
  lra.
Qed.

Lemma shrinking_gap_at_end : shrinks g l h -> 0 < r ->
  near_at h \/ ((clear_at h \/ touch_at h) /\ forall t, l <= t < h -> clear_at t).
Proof.
  intros G Rp. destruct (Rlt_le_dec (g h) 0) as [N | P]; [left; now apply (D_end _ _ _ D) | right].
  split.
  - destruct (Rle_lt_or_eq_dec _ _ P) as [Q | Q]; [left; apply (D_clear _ _ _ D); lra | right; apply (D_touch _ _ _ D);
      lra].
  - intros t T. apply (D_clear _ _ _ D); [lra |]. pose proof (G t h ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.
End Piece.

(* The squared distance to an end that is nearest. *)
Definition gap_of_a t := dist2_at (C t) (A t) (B t) 0 - r * r.
Definition gap_of_b t := dist2_at (C t) (A t) (B t) 1 - r * r.

Lemma nearest_point_decides g l h k : 0 <= k <= 1 -> (forall t, continuity_pt g t) ->
  (forall t, l <= t <= h -> g t = dist2_at (C t) (A t) (B t) k - r * r /\
    forall s, 0 <= s <= 1 -> dist2_at (C t) (A t) (B t) k <= dist2_at (C t) (A t) (B t) s) ->
  l <= h -> decides g l h.
Proof.
  intros K Cg Near LH. constructor; auto.
  - intros t T P s S. simpl in S. destruct (Near t T) as [E N]. specialize (N s S). lra.
  - intros t T Z. destruct (Near t T) as [E N]. split.
    + exists k. split; [exact K | lra].
    + intros s S. specialize (N s S). lra.
  - intros S. destruct (Near l ltac:(lra)) as [E _]. specialize (S k). simpl in S. specialize (S K). lra.
  - intros [(s & S & Es) S']. destruct (Near l ltac:(lra)) as [E N]. specialize (N s S). specialize (S' k K). lra.
  - intros _ t0 T0 Z. exists 1. split; [lra |]. intros t T Th N. destruct (Near t ltac:(lra)) as [E _].
    exists k. simpl. split; [exact K | lra].
  - intros _ N. destruct (Near h ltac:(lra)) as [E _]. exists k. simpl. split; [exact K | lra].
Qed.

Lemma distance_continuous k : forall t, continuity_pt (fun t => dist2_at (C t) (A t) (B t) k - r * r) t.
Proof.
  intros t. unfold dist2_at, place. simpl.
  generalize (displaced is_end (px c) (px cm)) (displaced is_end (py c) (py cm)) (displaced is_end (px a) (px am))
    (displaced is_end (py a) (py am)) (displaced is_end (px b) (px bm)) (displaced is_end (py b) (py bm)).
  intros c1 c2 a1 a2 b1 b2. reg.
Qed.

Lemma end_a_decides l h : l <= h -> (forall t, l <= t <= h -> wu (C t) (A t) (B t) < 0) -> decides gap_of_a l h.
Proof.
  intros LH W. apply nearest_point_decides with (k := 0); auto; try lra; [apply distance_continuous |].
  intros t T. split; [reflexivity |]. intros s S. rewrite w2_is. apply (at_end_a _ _ _ Segment s);
    [discriminate | exact S |].
  specialize (W t T). lra.
Qed.

Lemma end_b_decides l h : l <= h -> (forall t, l <= t <= h -> 0 < zu (C t) (A t) (B t)) -> decides gap_of_b l h.
Proof.
  intros LH W. apply nearest_point_decides with (k := 1); auto; try lra; [apply distance_continuous |].
  intros t T. split; [reflexivity |]. intros s S. rewrite z2_is. apply (at_end_b _ _ _ s); [exact S |].
  specialize (W t T). lra.
Qed.

(* The side. *)
Notation UX t := (u_x is_end a am b bm t). Notation UY t := (u_y is_end a am b bm t).
Notation X t := (cross_at is_end c cm a am b bm t).
Notation N t := (norm (UX t) (UY t)).

Lemma side_continuous sign k t : continuity_pt (fun t => sign * X t + k * N t) t.
Proof.
  unfold cross_at, norm, u_x, u_y, w_x, w_y, ux, uy, wx, wy, place. simpl.
  generalize (displaced is_end (px c) (px cm)) (displaced is_end (py c) (py cm)) (displaced is_end (px a) (px am))
    (displaced is_end (py a) (py am)) (displaced is_end (px b) (px bm)) (displaced is_end (py b) (py bm)).
  intros c1 c2 a1 a2 b1 b2.
  apply continuity_pt_plus; [reg |]. apply continuity_pt_mult; [reg |].
  apply (continuity_pt_comp (fun t => (px b + t * b1 - (px a + t * a1)) * (px b + t * b1 - (px a + t * a1)) +
    (py b + t * b2 - (py a + t * a2)) * (py b + t * b2 - (py a + t * a2))) sqrt); [reg |].
  apply continuity_pt_sqrt. apply Rplus_le_le_0_compat; apply Rle_0_sqr.
Qed.

Lemma side_products t : N t * N t = len2 (A t) (B t) /\ X t = cross (C t) (A t) (B t).
Proof. split; [unfold norm; now apply sqrt_sqrt, len2_nonneg | reflexivity]. Qed.

Lemma within_side t : 0 < wu (C t) (A t) (B t) < len2 (A t) (B t) ->
  (Rabs (X t) < r * N t -> near_at t) /\ (Rabs (X t) = r * N t -> touch_at t) /\ (clear_at t -> r * N t < Rabs (X t)) /\
  (touch_at t -> Rabs (X t) = r * N t).
Proof.
  intros W. destruct (side_products t) as [EN EX]. pose proof (norm_nonneg (UX t) (UY t)) as NP.
  pose proof (Rabs_pos (X t)) as XP.
  assert (SX : Rabs (X t) * Rabs (X t) = cross (C t) (A t) (B t) ^ 2) by (rewrite <- Rabs_mult, EX,
    Rabs_pos_eq by apply Rle_0_sqr; ring).
  set (L := len2 (A t) (B t)) in *. set (w := wu (C t) (A t) (B t)) in *. assert (L0 : 0 < L) by lra.
  assert (RN : 0 <= r * N t) by now apply Rmult_le_pos.
  assert (E2 : r * N t * (r * N t) = r ^ 2 * L) by (rewrite <- EN; ring).
  set (k := w / L). assert (K : k * L = w) by (unfold k; field; lra).
  assert (K01 : 0 <= k <= 1) by (split; apply Rmult_le_reg_r with L; lra).
  assert (Foot : L * dist2_at (C t) (A t) (B t) k = Rabs (X t) * Rabs (X t)).
  { unfold L. rewrite dist2_at_is. fold L w. rewrite K, SX. ring. }
  assert (All : forall s, Rabs (X t) * Rabs (X t) <= L * dist2_at (C t) (A t) (B t) s).
  { intros s. unfold L. rewrite dist2_at_is. fold L w. rewrite SX. pose proof (pow2_ge_0 (w - s * L)). lra. }
  split; [| split; [| split]].
  - intros H. exists k. split; [exact K01 |]. apply Rmult_lt_reg_l with L; [exact L0 |]. rewrite Foot.
    apply Rlt_le_trans with (r * N t * (r * N t)); [now apply Rmult_le_0_lt_compat | lra].
  - intros H. split.
    + exists k. split; [exact K01 |]. apply Rmult_eq_reg_l with L; [| lra]. rewrite Foot, H. lra.
    + intros s _. apply Rmult_le_reg_l with L; [exact L0 |]. specialize (All s). rewrite H in All. lra.
  - intros H. apply Rnot_le_lt. intros H'. specialize (H k K01).
    assert (Rabs (X t) * Rabs (X t) <= r * N t * (r * N t)) by now apply Rmult_le_compat.
    assert (L * r ^ 2 < L * dist2_at (C t) (A t) (B t) k) by now apply Rmult_lt_compat_l. lra.
  - intros [(s & S & Es) H]. specialize (H k K01). specialize (All s). rewrite Es in All.
    assert (L * r ^ 2 <= L * dist2_at (C t) (A t) (B t) k) by (apply Rmult_le_compat_l; lra).
    assert (E : Rabs (X t) * Rabs (X t) = r * N t * (r * N t)) by lra.
    destruct (Rtotal_order (Rabs (X t)) (r * N t)) as [O | [O | O]]; [exfalso | exact O | exfalso].
    + assert (Rabs (X t) * Rabs (X t) < r * N t * (r * N t)) by now apply Rmult_le_0_lt_compat. lra.
    + assert (r * N t * (r * N t) < Rabs (X t) * Rabs (X t)) by now apply Rmult_le_0_lt_compat. lra.
Qed.

Lemma side_decides sign l h : sign * sign = 1 -> l <= h ->
  (forall t, l <= t <= h -> 0 < wu (C t) (A t) (B t) < len2 (A t) (B t)) ->
  0 < sign * X l -> (0 < r -> 0 < sign * X h) -> decides (gap_of_side is_end c cm a am b bm r sign) l h.
Proof.
  intros S2 LH W Xl Xh. pose proof (sign_cases sign S2) as SC.
  assert (Pos : forall t, 0 <= sign * X t -> Rabs (X t) = sign * X t).
  { intros t P. destruct SC as [-> | ->]; [rewrite Rabs_pos_eq | rewrite Rabs_left1]; lra. }
  assert (RN : forall t, 0 <= r * N t) by (intros t; apply Rmult_le_pos; [exact R0 | apply norm_nonneg]).
  assert (NP : forall t, l <= t <= h -> 0 < N t).
  { intros t T. specialize (W t T). destruct (side_products t) as [EN _]. pose proof (norm_nonneg (UX t) (UY t)).
    destruct (Req_dec (N t) 0) as [Z | Z]; [rewrite Z in EN; lra | lra]. }
  constructor; unfold gap_of_side.
  - intros t. pose proof (side_continuous sign (- r) t) as Cs.
    replace (fun t => sign * X t - r * N t) with (fun t => sign * X t + - r * N t)
      by (apply FunctionalExtensionality.functional_extensionality; intros; ring). exact Cs.
  - intros t T P. apply (beside_at _ _ _ _ _ _ _ r R0 sign t S2). lra.
  - intros t T Z. destruct (within_side t (W t T)) as (_ & H & _). apply H. rewrite Pos; specialize (RN t); lra.
  - intros H. destruct (within_side l (W l ltac:(lra))) as (_ & _ & H' & _). specialize (H' H). rewrite Pos in H'; lra.
  - intros H. destruct (within_side l (W l ltac:(lra))) as (_ & _ & _ & H'). specialize (H' H). rewrite Pos in H'; lra.
  - intros Rp t0 T0 Z. assert (P : 0 < sign * X t0 + r * N t0).
    { pose proof (Rmult_lt_0_compat _ _ Rp (NP t0 T0)). lra. }
    destruct (continuous_positive _ _ (side_continuous sign r t0) P) as (d & D0 & Dd). exists d. split; [exact D0 |].
    intros t T Th Ng. specialize (Dd t ltac:(rewrite Rabs_pos_eq; lra)).
    destruct (within_side t (W t ltac:(lra))) as (H & _). apply H.
    destruct SC as [-> | ->]; apply Rabs_def1; lra.
  - intros Rp Ng. specialize (Xh Rp). destruct (within_side h (W h ltac:(lra))) as (H & _). apply H. rewrite Pos; lra.
Qed.
End Contact.
