(* What is certain of a piece of time in the walk against a wall that turns: answer_on of src/turning/moving_filter.h.

   If the circle is clear of the wall at the start of the piece, or touches it at t = 0 as the task says, each answer
   is right: the piece is clear, or holds the first contact, which is a hit with the given feature, or the contact at
   t = 0 is a graze or a hit, or the gap shrinks until t = 1. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepTerms Geometry SweepGeometry MovingGeometry MovingVectors
  MovingTurn MovingTrend MovingSlopeReal MovingTrendSide MovingTangentFree MovingContact Terms_moving.

Open Scope R_scope.

Section Meaning.
Variables (is_end : bool) (c cm a am b bm : point) (r : R).
Notation clear t := (clear_at is_end c cm a am b bm r t).
Notation near t := (near_at is_end c cm a am b bm r t).
Notation touch t := (touch_at is_end c cm a am b bm r t).
Notation feature f t := (feature_at is_end c cm a am b bm f t).
Notation X t := (cross_at is_end c cm a am b bm t).

(* The first contact is at a time in (l, h): a hit with the feature f. A point crosses the side. *)
Definition first_hit (f : Z) (l h : R) := exists t0, l < t0 < h /\ (forall t,
  0 < t < t0 -> clear t) /\ touch t0 /\ feature f t0 /\
  (0 < r -> exists d, 0 < d /\ forall t, t0 < t < t0 + d -> near t) /\
  (r = 0 -> f = 1%Z /\ exists sign, (sign = 1 \/ sign = -1) /\ (forall t, l <= t < t0 -> 0 < sign * X t) /\
    forall t, t0 < t <= h -> sign * X t < 0).

(* The contact at t = 0 is a graze, or a hit. *)
Definition grazes_at_start (f : Z) := touch 0 /\ feature f 0 /\ exists d, 0 < d /\ forall t, 0 < t < d -> clear t.
Definition hits_at_start (f : Z) := touch 0 /\ feature f 0 /\ exists d, 0 < d /\ forall t, 0 < t < d -> near t.

(* The circle overlaps the wall at t = 1, or never. *)
Definition end_decides := near 1 \/ ((clear 1 \/ touch 1) /\ forall t, 0 < t < 1 -> clear t).

(* The gap at the start, if the piece starts at t = 0; no contact before, if it starts later. *)
Definition clear_until (gap : Z) (l : R) :=
  (l = 0 /\ (gap = 1%Z -> clear 0) /\ (gap = 0%Z -> touch 0 /\ 0 < r) /\ (gap = 0%Z \/ gap = 1%Z)) \/
  (0 < l /\ forall t, 0 < t <= l -> clear t).

(* The answers: 1, the piece is clear; 3, 4, 5 and 6 are final. *)
Definition answer_is_right (gap : Z) (passes_grazes decides_by_end : bool) (answer f : Z) (l h low high : R) :=
  (answer = 1%Z -> forall t, l < t <= h -> clear t) /\
  (answer = 3%Z -> low = l /\ high = h /\ first_hit f low high) /\
  (answer = 4%Z -> passes_grazes = false /\ grazes_at_start f) /\
  (answer = 5%Z -> hits_at_start f) /\
  (answer = 6%Z -> decides_by_end = true /\ low = l /\ h = 1 /\ (0 < r -> end_decides)) /\
  (answer = 0 \/ answer = 1 \/ answer = 3 \/ answer = 4 \/ answer = 5 \/ answer = 6)%Z.


(* What the trend on a piece says, if g decides it. *)
Section Trend.
Variables (g : R -> R) (l h : R) (gap f slope end_ : Z) (begin_is_start : bool).
Hypotheses (LH : 0 <= l < h) (D : slope <> 0%Z -> decides is_end c cm a am b bm r g l h)
  (T : trend_right g l h 0 slope end_) (F : forall t, l <= t <= h -> feature f t)
  (U : clear_until gap l) (Z : begin_is_start = true <-> l = 0).

Let begin := if begin_is_start then gap else 1%Z.

Lemma start_of_piece : (begin = 0%Z -> l = 0 /\ touch l /\ 0 < r) /\ (begin <> 0%Z -> clear l) /\ (clear l \/ touch l).
Proof.
  unfold begin. destruct U as [(L & C1 & C0 & O) | (L & C)].
  - destruct begin_is_start; [| destruct Z as [_ Z']; specialize (Z' L); discriminate]. subst l.
    destruct O as [O | O]; rewrite O.
    + destruct (C0 O) as [T0 Rp]. split; [now intros _ | split; [intros N; now elim N | now right]].
    + specialize (C1 O). split; [discriminate | split; [now intros _ | now left]].
  - destruct begin_is_start; [destruct Z as [Z' _]; specialize (Z' eq_refl); lra |].
    assert (clear l) by (apply C; lra). split; [discriminate | split; [now intros _ | now left]].
Qed.

Lemma growing_piece : slope = 1%Z -> (forall t, l < t <= h -> clear t) /\ (begin = 0%Z -> grazes_at_start f).
Proof.
  intros S. destruct start_of_piece as (B0 & _ & B). assert (N : slope <> 0%Z) by (rewrite S; discriminate).
  assert (G : grows g l h) by (destruct T as (T1 & _); exact (T1 S)).
  assert (C : forall t, l < t <= h -> clear t) by (apply (growing_gap_is_clear is_end c cm a am b bm r g l h); auto;
    lra).
  split; [exact C |]. intros E. destruct (B0 E) as (L & Tl & _). rewrite L in C, Tl. split; [exact Tl |]. split;
    [apply F; lra |].
  exists h. split; [lra |]. intros t Ht. apply C. lra.
Qed.

Lemma shrinking_piece : slope = (-1)%Z ->
  (begin = 0%Z -> hits_at_start f) /\
  (begin <> 0%Z -> end_ = (-1)%Z -> exists t0, l < t0 < h /\ (forall t,
    0 < t < t0 -> clear t) /\ touch t0 /\ feature f t0 /\
    (0 < r -> exists d, 0 < d /\ forall t, t0 < t < t0 + d -> near t) /\
    (forall t, l <= t < t0 -> 0 < g t) /\ (forall t, t0 < t <= h -> g t < 0)) /\
  (begin <> 0%Z -> h = 1 -> 0 < r -> end_decides).
Proof.
  intros S. destruct start_of_piece as (B0 & B1 & B). assert (N : slope <> 0%Z) by (rewrite S; discriminate).
  specialize (D N).
  assert (G : shrinks g l h) by (destruct T as (_ & T1 & _); exact (T1 S)).
  assert (Before : clear l -> forall t, 0 < t <= l -> clear t).
  { intros _ t Ht. destruct U as [(L & _) | (L & C)]; [lra | now apply C]. }
  split; [| split].
  - intros E. destruct (B0 E) as (L & Tl & Rp). rewrite L in Tl. split; [exact Tl |]. split; [apply F; lra |].
    rewrite L in G. pose proof D as D0. rewrite L in D0.
    destruct (shrinking_gap_from_touch is_end c cm a am b bm r g 0 h ltac:(lra) D0 G ltac:(lra) Tl Rp) as (d & P0 & Dd).
    exists (Rmin d h). split; [apply Rmin_glb_lt; lra |]. intros t Ht. pose proof (Rmin_l d h).
    pose proof (Rmin_r d h). apply Dd; lra.
  - intros E En. specialize (B1 E). assert (Nh : g h < 0) by (destruct T as (_ & _ & _ & T4); exact (T4 En)).
    destruct (shrinking_gap_hits is_end c cm a am b bm r g l h ltac:(lra) D G B1 Nh) as (t0 & T0 & Cl & To & Z0 &
      After & Hit).
    exists t0. split; [exact T0 |]. split; [| split; [exact To | split; [apply F; lra | split]]].
    + intros t Ht. destruct (Rle_lt_dec t l) as [L | L]; [apply Before; auto; lra | apply Cl; lra].
    + intros Rp. destruct (Hit Rp) as (d & D0 & Dd). exists (Rmin d (h - t0)). split; [apply Rmin_glb_lt; lra |].
      intros t Ht. pose proof (Rmin_l d (h - t0)). pose proof (Rmin_r d (h - t0)). apply Dd; lra.
    + split; [| exact After]. intros t Ht. pose proof (G t t0 ltac:(lra) ltac:(lra) ltac:(lra)). lra.
  - intros E Eh Rp. specialize (B1 E).
    destruct (shrinking_gap_at_end is_end c cm a am b bm r g l h ltac:(lra) D G Rp) as [H | [H1 H2]]; rewrite Eh in *;
      [now left | right].
    split; [exact H1 |]. intros t Ht. destruct (Rle_lt_dec t l) as [L | L]; [apply Before; auto; lra | apply H2; lra].
Qed.
End Trend.

Lemma trend_right_shift f g l h square slope end_ : (forall t,
  g t = f t - square) -> trend_right f l h square slope end_ ->
  trend_right g l h 0 slope end_.
Proof.
  intros E (A & B & C & D'). split; [| split; [| split]].
  - intros S s t L ST H. rewrite !E. specialize (A S s t L ST H). lra.
  - intros S s t L ST H. rewrite !E. specialize (B S s t L ST H). lra.
  - intros S. rewrite E. specialize (C S). lra.
  - intros S. rewrite E. specialize (D' S). lra.
Qed.
End Meaning.

(* The answer of the code from a trend. *)
Definition answer_of (slope end_ begin : Z) (passes_grazes decides_by_end ends : bool) : Z :=
  if (slope >? 0)%Z then if (begin =? 0)%Z && negb passes_grazes then 4%Z else 1%Z
  else if (slope <? 0)%Z && (begin =? 0)%Z then 5%Z
  else if (slope <? 0)%Z && (end_ <? 0)%Z then 3%Z
  else if (slope <? 0)%Z && ends && decides_by_end then 6%Z else 0%Z.

Lemma answer_from_trend is_end c cm a am b bm r g l h gap f slope end_ (begin_is_start ends passes_grazes
  decides_by_end : bool) answer low high :
  0 <= r -> 0 <= l < h -> (slope <> 0%Z -> decides is_end c cm a am b bm r g l h) -> trend_right g l h 0 slope end_ ->
  (forall t, l <= t <= h -> feature_at is_end c cm a am b bm f t) -> clear_until is_end c cm a am b bm r gap l ->
  (begin_is_start = true <-> l = 0) -> (ends = true -> h = 1) ->
  (slope = 1 \/ slope = -1 \/ slope = 0)%Z -> (end_ = 1 \/ end_ = -1 \/ end_ = 0)%Z ->
  (r = 0 -> g h < 0 -> f = 1%Z /\ exists sign, (sign = 1 \/ sign = -1) /\ forall t,
    g t = sign * cross_at is_end c cm a am b bm t) ->
  answer = answer_of slope end_ (if begin_is_start then gap else 1%Z) passes_grazes decides_by_end ends ->
  (answer = 3%Z \/ answer = 6%Z -> low = l) -> (answer = 3%Z -> high = h) ->
  answer_is_right is_end c cm a am b bm r gap passes_grazes decides_by_end answer f l h low high.
Proof.
  intros R0 LH D T F U Z He S En Point Ea Hl Hh. unfold answer_is_right.
  pose proof (growing_piece is_end c cm a am b bm r g l h gap f slope end_ begin_is_start LH D T F U Z) as G.
  pose proof (shrinking_piece is_end c cm a am b bm r g l h gap f slope end_ begin_is_start LH D T F U Z) as Sh.
  set (begin := if begin_is_start then gap else 1%Z) in *. unfold answer_of in Ea.
  destruct S as [S | [S | S]]; rewrite S in Ea; simpl in Ea.
  - destruct (G S) as [G1 G2]. destruct (begin =? 0)%Z eqn:B; simpl in Ea.
    + apply Z.eqb_eq in B. destruct passes_grazes; simpl in Ea; rewrite Ea; repeat split; try discriminate; auto 10;
        now apply G2.
    + rewrite Ea. repeat split; try discriminate; auto 10.
  - destruct (Sh S) as (S1 & S3 & S6). destruct (begin =? 0)%Z eqn:B; simpl in Ea.
    + apply Z.eqb_eq in B. rewrite Ea. repeat split; try discriminate; auto 10; now apply S1.
    + apply Z.eqb_neq in B. destruct En as [En | [En | En]]; rewrite En in Ea; simpl in Ea.
      2: { rewrite Ea in *. specialize (Hl (or_introl eq_refl)). specialize (Hh eq_refl). subst low high.
        repeat split; try discriminate; auto 10. destruct (S3 B En) as (t0 & T0 & Cl & To & Ft & Hit & Before & After).
        exists t0. split; [exact T0 |]. split; [exact Cl |]. split; [exact To |]. split; [exact Ft |]. split;
          [exact Hit |].
        intros Rz. assert (Ng : g h < 0) by (apply After; lra). destruct (Point Rz Ng) as (-> & sign & Sg & Eg). split;
          [reflexivity |].
        exists sign. split; [exact Sg |]. split; intros t Ht; rewrite <- Eg; [now apply Before | now apply After]. }
      all: destruct ends, decides_by_end; simpl in Ea; rewrite Ea in *; repeat split; try discriminate; auto 10.
  - rewrite Ea. repeat split; try discriminate; auto 10.
Qed.
