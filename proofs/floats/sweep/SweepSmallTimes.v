(* The time of a first contact in real numbers, and contacts exactly at the end of the motion or on a tangent.

   SweepContact.v proves that there is a first contact; here are its time and the cases that only exact numbers decide.
   A motion that reaches the wall at t = 1 is half of one of double length, which hits before its end. A graze of an end
   is where |e + t v| is least; there the circle lies on a tangent of the wall's rim, so it never overlaps. *)
From Coq Require Import ZArith Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Geometry SweepGeometry SweepContact.

Open Scope R_scope.

(* hits, with its time. *)
Definition hits_at (f : feature) (x : extent) (c v a b : point) (r t : R) :=
  0 < t <= 1 /\ (forall t', 0 <= t' < t -> farther x (moved c v t') a b r) /\
  touches f x (moved c v t) a b r /\
  (0 < r -> exists d, 0 < d /\ forall t', t < t' < t + d -> nearer x (moved c v t') a b r) /\
  (r = 0 -> f = Side /\ ux a b * py v - uy a b * px v <> 0).

(* The first contact is at t, with this feature, and the circle never overlaps. *)
Definition grazes_at (f : feature) (x : extent) (c v a b : point) (r t : R) :=
  0 < t <= 1 /\ (forall t', 0 <= t' < t -> farther x (moved c v t') a b r) /\
  touches f x (moved c v t) a b r /\ (forall t', ~ nearer x (moved c v t') a b r).

(* A motion of double length. *)
Definition twice (v : point) := Point (2 * px v) (2 * py v).

Lemma moved_twice c v t : moved c (twice v) t = moved c v (2 * t).
Proof. unfold moved, twice. simpl. f_equal; ring. Qed.

Lemma hits_at_half f x c v a b r t : hits_at f x c (twice v) a b r t -> 2 * t <= 1 -> hits_at f x c v a b r (2 * t).
Proof.
  intros (T & Before & Touch & Press & Zero) H. split; [lra |]. rewrite moved_twice in Touch.
  split; [| split; [exact Touch |]; split].
  - intros t' T'. replace t' with (2 * (t' / 2)) by field. rewrite <- moved_twice. apply Before. lra.
  - intros R. destruct (Press R) as (d & D & N). exists (2 * d). split; [lra |]. intros t' T'.
    replace t' with (2 * (t' / 2)) by field. rewrite <- moved_twice. apply N. lra.
  - intros Z. destruct (Zero Z) as [Z1 Z2]. split; [exact Z1 |]. unfold twice in Z2. simpl in Z2. intros E. apply Z2.
    replace (ux a b * (2 * py v) - uy a b * (2 * px v)) with (2 * (ux a b * py v - uy a b * px v)) by ring.
    rewrite E. ring.
Qed.

Section Side.
Variables (x : extent) (c v a b : point) (r : R).
Hypothesis R0 : 0 <= r.
Let L := len2 a b.
Let X := cross c a b.
Let Y := ux a b * py v - uy a b * px v.
Let f0 := wu c a b.
Let g := px v * ux a b + py v * uy a b.
Let k := r * norm (ux a b) (uy a b).
Let tau := (Rabs X - k) / Rabs Y.
Hypotheses (LP : 0 < L) (Out : k < Rabs X) (Toward : X * Y < 0).
Hypotheses (Fa : x <> Line -> 0 < f0 * Rabs Y + (Rabs X - k) * g)
  (Fb : x = Segment -> (f0 - L) * Rabs Y + (Rabs X - k) * g < 0).

Lemma side_foot : exists s, on_axis x s /\ s * L = f0 + tau * g.
Proof.
  assert (PY : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
  pose proof (tau_times c v a b r Toward) as TT. fold X Y k in TT. fold tau in TT.
  exists ((f0 + tau * g) / L). split; [| field; lra].
  assert (Ga : x <> Line -> 0 < f0 + tau * g).
  { intros N. specialize (Fa N). rewrite <- TT in Fa. apply Rmult_lt_reg_r with (Rabs Y); [exact PY |]. lra. }
  assert (Gb : x = Segment -> f0 + tau * g < L).
  { intros N. specialize (Fb N). rewrite <- TT in Fb. apply Rmult_lt_reg_r with (Rabs Y); [exact PY |]. lra. }
  destruct x; simpl; auto.
  - specialize (Ga ltac:(discriminate)). specialize (Gb eq_refl).
    split; apply Rmult_le_reg_r with L; auto; unfold Rdiv; rewrite ?Rmult_assoc, ?Rinv_l; lra.
  - specialize (Ga ltac:(discriminate)). apply Rmult_le_reg_r with L; auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l;
      lra.
Qed.

(* A hit of the side is at tau. *)
Lemma side_time t : hits_at Side x c v a b r t -> t = tau.
Proof.
  intros (T & Before & (s & _ & D & _) & _).
  pose proof (k_nonneg a b r R0) as K0. pose proof (k_square a b r) as K. fold k in K0, K. fold L in K.
  pose proof (dist2_moved c v a b t s) as E. rewrite D in E. fold L X Y f0 g in E.
  assert (Ct : Rabs (X + t * Y) <= k).
  { apply Rsqr_incr_0; [| apply Rabs_pos | exact K0]. rewrite <- Rsqr_abs. unfold Rsqr.
    pose proof (pow2_ge_0 (f0 + t * g - s * L)). lra. }
  destruct (Rtotal_order t tau) as [H | [H | H]]; [| exact H |]; exfalso.
  - pose proof (before_tau c v a b r t Toward ltac:(fold X Y k tau; lra)) as B. fold X Y k in B. lra.
  - pose proof (at_tau c v a b r R0 Toward) as At. fold X Y k in At. fold tau in At.
    pose proof (tau_times c v a b r Toward) as TT. fold X Y k in TT. fold tau in TT.
    assert (PY : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
    assert (T0 : 0 < tau) by (apply Rmult_lt_reg_r with (Rabs Y); lra).
    destruct side_foot as (s0 & On & Foot).
    pose proof (Before tau ltac:(lra) s0 On) as Far.
    pose proof (dist2_moved c v a b tau s0) as E2. fold L X Y f0 g in E2. rewrite Foot in E2.
    rewrite <- (pow2_abs (X + tau * Y)), At in E2.
    assert (L * r ^ 2 < L * dist2_at (moved c v tau) a b s0) by (apply Rmult_lt_compat_l; lra).
    replace (f0 + tau * g - (f0 + tau * g)) with 0 in E2 by ring. lra.
Qed.

End Side.

(* side_hit, for a motion that comes to the line by t = 1. *)
Lemma side_hit_at x c v a b r (X := cross c a b) (Y := ux a b * py v - uy a b * px v) (f0 := wu c a b)
    (g := px v * ux a b + py v * uy a b) (k := r * norm (ux a b) (uy a b)) :
  0 <= r -> 0 < len2 a b -> k < Rabs X -> X * Y < 0 -> Rabs X - Rabs Y <= k ->
  (x <> Line -> 0 < f0 * Rabs Y + (Rabs X - k) * g) ->
  (x = Segment -> (f0 - len2 a b) * Rabs Y + (Rabs X - k) * g < 0) ->
  hits_at Side x c v a b r ((Rabs X - k) / Rabs Y).
Proof.
  intros R0 P Out Toward Short Fa Fb.
  assert (PY : 0 < Rabs Y) by (apply Rabs_pos_lt; nra).
  set (Y2 := ux a b * py (twice v) - uy a b * px (twice v)).
  assert (E2 : Y2 = 2 * Y) by (unfold Y2, Y, twice; simpl; ring).
  assert (A2 : Rabs Y2 = 2 * Rabs Y) by (rewrite E2, Rabs_mult, (Rabs_pos_eq 2); lra).
  set (g2 := px (twice v) * ux a b + py (twice v) * uy a b).
  assert (G2 : g2 = 2 * g) by (unfold g2, g, twice; simpl; ring).
  assert (Toward2 : X * Y2 < 0) by (rewrite E2; lra).
  assert (Fa2 : x <> Line -> 0 < f0 * Rabs Y2 + (Rabs X - k) * g2) by (intros N; specialize (Fa N); rewrite A2, G2;
    lra).
  assert (Fb2 : x = Segment -> (f0 - len2 a b) * Rabs Y2 + (Rabs X - k) * g2 < 0)
    by (intros N; specialize (Fb N); rewrite A2, G2; lra).
  assert (H : hits Side x c (twice v) a b r).
  { apply side_hit; auto. fold X Y2 k. rewrite A2. lra. }
  destruct H as (t & H). change (hits_at Side x c (twice v) a b r t) in H.
  pose proof (side_time x c (twice v) a b r R0 P Out Toward2 Fa2 Fb2 t H) as E. fold X Y2 k in E. rewrite A2 in E.
  assert (E' : 2 * t = (Rabs X - k) / Rabs Y) by (rewrite E; field; lra).
  rewrite <- E'. apply hits_at_half; [exact H |]. rewrite E'.
  apply Rmult_le_reg_r with (Rabs Y); [exact PY |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

(* The ends. *)
Lemma comes_twice x c v a b r : comes_to_a x c v a b r -> comes_to_a x c (twice v) a b r.
Proof.
  intros (S & [Z | (N & L & tau & T & Before & At & Foot)]); split; auto. right. split; [exact N |]. split; [exact L |].
  exists (tau / 2). split; [lra |].
  assert (E : forall t, cross c a b + t * (ux a b * py (twice v) - uy a b * px (twice v)) =
    cross c a b + 2 * t * (ux a b * py v - uy a b * px v)) by (intros t; unfold twice; simpl; ring).
  split; [intros t T'; rewrite E; apply Before; lra |]. rewrite E. replace (2 * (tau / 2)) with tau by field.
  split; [exact At |]. unfold twice. simpl.
  replace (wu c a b + tau / 2 * (2 * px v * ux a b + 2 * py v * uy a b)) with
    (wu c a b + tau * (px v * ux a b + py v * uy a b)) by field. exact Foot.
Qed.

(* end_hit, for a motion that comes to the end by t = 1. *)
Lemma end_hit_by_one x c v a b r (ev := wx c a * px v + wy c a * py v) (v2 := px v * px v + py v * py v) :
  0 <= r -> comes_to_a x c v a b r -> ev < 0 ->
  Rabs (px v * wy c a - py v * wx c a) < r * norm (px v) (py v) ->
  0 <= ev + v2 \/ w2 c a + 2 * ev + v2 <= r ^ 2 -> hits EndA x c v a b r.
Proof.
  intros R0 C E Line Last.
  assert (V2 : 0 < v2).
  { assert (0 <= v2) by (unfold v2; nra). destruct (Req_dec v2 0) as [Z | Z]; [| lra]. exfalso. unfold v2, ev in *.
    assert (px v = 0) by nra. assert (py v = 0) by nra. rewrite H0, H1 in E. lra. }
  assert (H : hits EndA x c (twice v) a b r).
  { apply end_hit; auto using comes_twice.
    - unfold twice. simpl. unfold ev in E. lra.
    - unfold twice. simpl. replace (2 * px v * wy c a - 2 * py v * wx c a) with (2 * (px v * wy c a - py v * wx c a))
        by ring.
      rewrite Rabs_mult, (Rabs_pos_eq 2) by lra.
      replace (norm (2 * px v) (2 * py v)) with (2 * norm (px v) (py v)); [lra |].
      apply Rsqr_inj; [pose proof (norm_nonneg (px v) (py v)); lra | apply norm_nonneg |]. unfold Rsqr.
      rewrite norm_square. pose proof (norm_square (px v) (py v)). nra.
    - unfold twice. simpl.
      replace (wx c a * (2 * px v) + wy c a * (2 * py v) + (2 * px v * (2 * px v) + 2 * py v * (2 * py v))) with
        (2 * (ev + 2 * v2)) by (unfold ev, v2; ring).
      replace (w2 c a + 2 * (wx c a * (2 * px v) + wy c a * (2 * py v)) + (2 * px v * (2 * px v) + 2 * py v * (2 * py
        v)))
        with (w2 c a + 4 * ev + 4 * v2) by (unfold ev, v2; ring).
      destruct (Rlt_le_dec 0 (ev + 2 * v2)) as [G | G]; [left; lra | right]. destruct Last as [G2 | G2]; lra. }
  destruct H as (t & H). change (hits_at EndA x c (twice v) a b r t) in H.
  exists (2 * t). apply hits_at_half; [exact H |].
  destruct H as (T & Before & (s & [_ ->] & D & _) & _).
  (* before t the centre is farther than r from a, so if 1 < 2 t, it is so until 1, and comes no nearer *)
  apply Rnot_lt_le. intros L1.
  assert (Q : forall t, dist2_at (moved c (twice v) t) a b 0 = w2 c a + 2 * (2 * t) * ev + (2 * t) * (2 * t) * v2).
  { intros t0. unfold dist2_at, moved, twice, w2, ev, v2, wx, wy. simpl. ring. }
  destruct Last as [G | G].
  - (* e + 2 t v is past its least *)
    set (t0 := - ev / (2 * v2)). assert (T0 : 2 * t0 * v2 = - ev) by (unfold t0; field; lra).
    assert (T1 : 0 <= t0 < t).
    { split; [| apply Rle_lt_trans with (/ 2); [| lra]]; apply Rmult_le_reg_r with (2 * v2); lra. }
    pose proof (Before t0 T1) as Far.
    assert (A0 : on_axis x 0).
    { destruct x; simpl; auto; lra. }
    specialize (Far 0 A0). rewrite Q in Far, D.
    pose proof (norm_square (px v) (py v)) as NS. fold v2 in NS. pose proof (norm_nonneg (px v) (py v)) as N0.
    set (turn := px v * wy c a - py v * wx c a) in *.
    assert (LE : v2 * w2 c a = turn ^ 2 + ev ^ 2) by (unfold v2, w2, turn, ev; ring).
    assert (TS : turn ^ 2 < r ^ 2 * v2).
    { rewrite <- NS, <- (pow2_abs turn). pose proof (Rabs_pos turn). nra. }
    assert (v2 * (w2 c a + 2 * (2 * t0) * ev + 2 * t0 * (2 * t0) * v2) = turn ^ 2 + (ev + 2 * t0 * v2) ^ 2).
    { replace (v2 * (w2 c a + 2 * (2 * t0) * ev + 2 * t0 * (2 * t0) * v2)) with
        (v2 * w2 c a + 2 * (2 * t0 * v2) * ev + (2 * t0 * v2) ^ 2) by ring. rewrite LE. ring. }
    rewrite T0 in H. replace ((ev + - ev) ^ 2) with 0 in H by ring.
    assert (v2 * r ^ 2 < v2 * (w2 c a + 2 * (2 * t0) * ev + 2 * t0 * (2 * t0) * v2)) by (apply Rmult_lt_compat_l; lra).
    lra.
  - pose proof (Before (/ 2) ltac:(lra)) as Far.
    assert (A0 : on_axis x 0) by (destruct x; simpl; auto; lra).
    specialize (Far 0 A0). rewrite Q in Far. lra.
Qed.

(* The graze of end a. *)
Lemma end_graze x c v a b r (ev := wx c a * px v + wy c a * py v) (v2 := px v * px v + py v * py v)
    (turn := px v * wy c a - py v * wx c a) :
  0 < r -> comes_to_a x c v a b r -> ev < 0 -> turn ^ 2 = r ^ 2 * v2 ->
  0 <= ev + v2 \/ w2 c a + 2 * ev + v2 <= r ^ 2 -> grazes_at EndA x c v a b r (- ev / v2).
Proof.
  intros R0 C E Line Last.
  assert (V2 : 0 < v2).
  { assert (0 <= v2) by (unfold v2; nra). destruct (Req_dec v2 0) as [Z | Z]; [| lra]. exfalso. unfold v2, ev in *.
    assert (px v = 0) by nra. assert (py v = 0) by nra. rewrite H0, H1 in E. lra. }
  set (t1 := - ev / v2). assert (T1 : t1 * v2 = - ev) by (unfold t1; field; lra).
  assert (LE : v2 * w2 c a = turn ^ 2 + ev ^ 2) by (unfold v2, w2, turn, ev; ring).
  assert (Form : forall t, v2 * (w2 c a + 2 * t * ev + t * t * v2 - r ^ 2) = (ev + t * v2) ^ 2).
  { intros t. replace (v2 * (w2 c a + 2 * t * ev + t * t * v2 - r ^ 2)) with
      (v2 * w2 c a + 2 * t * v2 * ev + (t * v2) ^ 2 - r ^ 2 * v2) by ring. rewrite LE, Line. ring. }
  assert (P0 : 0 < t1) by (apply Rmult_lt_reg_r with v2; lra).
  assert (P1 : t1 <= 1).
  { apply Rmult_le_reg_r with v2; auto. rewrite T1, Rmult_1_l. destruct Last as [G | G]; [lra |].
    pose proof (Form 1) as F1. assert (v2 * (w2 c a + 2 * 1 * ev + 1 * 1 * v2 - r ^ 2) <= 0) by nra. nra. }
  assert (Root : w2 c a + 2 * t1 * ev + t1 * t1 * v2 = r ^ 2).
  { pose proof (Form t1) as F1. rewrite T1 in F1. replace ((ev + - ev) ^ 2) with 0 in F1 by ring. nra. }
  assert (Far : forall t, 0 <= t < t1 -> r ^ 2 < w2 c a + 2 * t * ev + t * t * v2).
  { intros t T. pose proof (Form t) as F1. assert (t * v2 < t1 * v2) by (apply Rmult_lt_compat_r; lra).
    assert (0 < (ev + t * v2) ^ 2) by nra. nra. }
  assert (Before : forall t, 0 <= t < t1 -> farther x (moved c v t) a b r).
  { intros t T. apply only_candidate; [lra | exact C | lra |]. intros t' T'. apply Far. lra. }
  pose proof C as (Start & Where).
  assert (W : forall t, dist2_at (moved c v t) a b 0 = w2 c a + 2 * t * ev + t * t * v2).
  { intros t. unfold dist2_at, moved, w2, ev, v2, wx, wy. simpl. ring. }
  assert (Least : forall s, on_axis x s -> r ^ 2 <= dist2_at (moved c v t1) a b s).
  { intros s OS. set (e1 := wx c a - s * ux a b). set (e2 := wy c a - s * uy a b).
    assert (Poly : forall t, dist2_at (moved c v t) a b s = (e1 * e1 + e2 * e2) + 2 * (e1 * px v + e2 * py v) * t + v2 *
      (t * t)).
    { intros t. unfold dist2_at, moved, e1, e2, v2, wx, wy, ux, uy. simpl. ring. }
    rewrite Poly. apply polynomial_limit; auto. intros t T. rewrite <- Poly. now apply Before. }
  split; [lra |]. split; [exact Before |]. split.
  - exists 0. split; [split; [destruct Where as [Z | (NL & _)]; [now right | now left] | reflexivity] |].
    split; [rewrite W; exact Root | exact Least].
  - intros t (s & OS & N).
    set (e1 := px (moved c v t1) - px a). set (e2 := py (moved c v t1) - py a).
    assert (N2 : e1 * e1 + e2 * e2 = r ^ 2).
    { rewrite <- Root, <- W. unfold dist2_at, e1, e2. ring. }
    assert (Ort : e1 * px v + e2 * py v = 0).
    { replace (e1 * px v + e2 * py v) with (ev + t1 * v2) by (unfold e1, e2, ev, v2, wx, wy, moved; simpl; ring). lra. }
    assert (Foot : 0 <= - (s * (e1 * ux a b + e2 * uy a b))).
    { destruct Where as [Z | (NL & LP & _)].
      - assert (ux a b = 0 /\ uy a b = 0) as [U1 U2] by (unfold len2 in Z; split; nra). rewrite U1, U2. lra.
      - assert (S0 : 0 <= s) by (destruct x; simpl in OS; try tauto; lra).
        assert (wu (moved c v t1) a b <= 0); [| unfold wu, wx, wy in H; fold e1 e2 in H; nra].
        apply Rnot_lt_le. intros Pos. set (w := wu (moved c v t1) a b) in *. set (L := len2 a b) in *.
        set (h := Rmin 1 (w / L)).
        assert (H0 : 0 < h) by (apply Rmin_glb_lt; [lra | now apply Rdiv_lt_0_compat]).
        assert (H1 : h <= 1) by apply Rmin_l. assert (H2 : h * L <= w).
        { replace w with (w / L * L) by (field; lra). apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
        assert (Oh : on_axis x h) by (destruct x; simpl; auto; lra).
        specialize (Least h Oh). rewrite dist2_at_expand in Least. fold w L in Least.
        rewrite <- Root, <- W, w2_is in Least. nra. }
    assert (D : dist2_at (moved c v t) a b s =
      (e1 + (t - t1) * px v - s * ux a b) ^ 2 + (e2 + (t - t1) * py v - s * uy a b) ^ 2).
    { unfold dist2_at, e1, e2, moved, ux, uy. simpl. ring. }
    set (p1 := e1 + (t - t1) * px v - s * ux a b) in *. set (p2 := e2 + (t - t1) * py v - s * uy a b) in *.
    assert (Dot : r ^ 2 <= p1 * e1 + p2 * e2).
    { replace (p1 * e1 + p2 * e2) with (e1 * e1 + e2 * e2 + (t - t1) * (e1 * px v + e2 * py v) - s * (e1 * ux a b + e2 *
      uy a b))
        by (unfold p1, p2; ring). rewrite N2, Ort. lra. }
    assert (CS : (p1 * e1 + p2 * e2) ^ 2 <= (p1 ^ 2 + p2 ^ 2) * r ^ 2).
    { rewrite <- N2. pose proof (pow2_ge_0 (p1 * e2 - p2 * e1)). nra. }
    assert (RR : 0 < r ^ 2) by (apply pow_lt; lra). rewrite D in N.
    assert ((p1 ^ 2 + p2 ^ 2) * r ^ 2 < r ^ 2 * r ^ 2) by (apply Rmult_lt_compat_r; lra).
    pose proof (Rmult_le_compat _ _ _ _ (Rlt_le _ _ RR) (Rlt_le _ _ RR) Dot Dot). lra.
Qed.

(* End b is end a of the segment with its ends exchanged. *)
Lemma nearer_exchanged c a b r : nearer Segment c a b r -> nearer Segment c b a r.
Proof.
  intros (s & [S0 S1] & N). exists (1 - s). split; [simpl; lra |]. rewrite dist2_exchanged.
  replace (1 - (1 - s)) with s by ring. exact N.
Qed.

Lemma grazes_exchanged c v a b r t : grazes_at EndA Segment c v b a r t -> grazes_at EndB Segment c v a b r t.
Proof.
  intros (T & Before & (s & [_ ->] & D & Least) & Never). split; [exact T |].
  split; [intros t' T'; apply farther_exchanged, Before, T' |]. split.
  - exists 1. split; [now split |]. split.
    + rewrite dist2_exchanged. replace (1 - 1) with 0 by ring. exact D.
    + intros s' [S0 S1]. rewrite dist2_exchanged. apply Least. simpl. lra.
  - intros t' N. apply (Never t'), nearer_exchanged, N.
Qed.
