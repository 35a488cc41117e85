(* What the integers answer about a time: is_apart_at of src/sweep/sweep_integers.c in real numbers.

   At the time t they compare the distance from the feature with R, and look whether the circle still comes closer, or
   already goes away. Both hold until the first touch and not after it, or from the last touch on and not before it.
   That the integers have the signs of these polynomials is not proved here. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Carom Require Import Geometry SweepContact SweepGeometry TimeSideHit TimeSideExit FormsHit.

Open Scope R_scope.

(* `dir` is -1 for the first touch (PASSING_IN) and 1 for the last (PASSING_OUT). *)
Definition is_apart_at (F : feature) (c v a b : point) (r dir t : R) :=
  let p := moved c v t in let e := end_of F a b in
  match F with
  | Side => 0 <= dir * (cross p a b * (ux a b * py v - uy a b * px v)) /\ r * r * len2 a b <= cross p a b * cross p a b
  | _ => r * r <= (px p - px e) * (px p - px e) + (py p - py e) * (py p - py e) /\
      0 <= dir * ((px p - px e) * px v + (py p - py e) * py v)
  end.

(* With a line: s says on which side the circle is, m = |Y|. *)
Lemma apart_of_line k m d : 0 <= k -> 0 < m -> (0 <= m * d /\ k * k <= d * d) <-> k <= d.
Proof.
  intros K M. split.
  - intros (D & Q). assert (d0 : 0 <= d) by (apply Rmult_le_reg_l with m; lra). nra.
  - intros L. split; [apply Rmult_le_pos; lra | nra].
Qed.

(* With an end: the square of the distance is rr + 2 (t - T) q + (t - T)^2 w. *)
Lemma apart_of_end rr q w h : 0 < w -> q <= 0 ->
  (rr <= rr + 2 * h * q + h * h * w /\ q + h * w <= 0) <-> h <= 0.
Proof.
  intros W Q. split.
  - intros (A & B). apply Rnot_lt_le. intros P.
    assert (h * (q + h * w) <= 0) by (rewrite <- (Rmult_0_r h); apply Rmult_le_compat_l; lra).
    assert (0 < h * h * w) by (apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat | exact W]). lra.
  - intros H. split; [| nra]. assert (0 <= h * q) by nra. assert (0 <= h * h * w) by (apply Rmult_le_pos; nra). lra.
Qed.

Section Answer.
Variables (F : feature) (x : extent) (c v a b : point) (R T : R).
Hypothesis R0 : 0 <= R.
Hypothesis touch : touches F x (moved c v T) a b R.
Let Y := ux a b * py v - uy a b * px v.
Hypothesis side_is_line : F = Side -> 0 < len2 a b /\ (R = 0 -> Y <> 0).
Let e := end_of F a b.
Let ex := px c - px e.
Let ey := py c - py e.
Let v2 := px v * px v + py v * py v.
Let q := (ex + T * px v) * px v + (ey + T * py v) * py v.

Lemma feature_cases : F = Side \/ F <> Side.
Proof. clear touch side_is_line. destruct F; [left; reflexivity | right; discriminate | right; discriminate]. Qed.

Lemma moved_cross t : cross (moved c v t) a b = cross c a b + t * Y.
Proof. unfold cross, moved, Y, wx, wy. simpl. ring. Qed.

Lemma reach_squared : R * norm (ux a b) (uy a b) * (R * norm (ux a b) (uy a b)) = R * R * len2 a b.
Proof.
  replace (R * norm (ux a b) (uy a b) * (R * norm (ux a b) (uy a b))) with
    (R * R * (norm (ux a b) (uy a b) * norm (ux a b) (uy a b))) by ring. rewrite norm_square. reflexivity.
Qed.

(* At an end the answer is about the quadratic. *)
Lemma apart_at_end dir t : F <> Side -> is_apart_at F c v a b R dir t <->
  R * R <= (ex + t * px v) * (ex + t * px v) + (ey + t * py v) * (ey + t * py v) /\
  0 <= dir * ((ex + t * px v) * px v + (ey + t * py v) * py v).
Proof.
  intros NF. assert (E : forall p, px (moved c v t) - px p = px c - px p + t * px v /\
    py (moved c v t) - py p = py c - py p + t * py v) by (intros; unfold moved; simpl; split; ring).
  unfold ex, ey, e. clear touch side_is_line. unfold is_apart_at. destruct (E (end_of F a b)) as (-> & ->).
  destruct F; [now elim NF | reflexivity | reflexivity].
Qed.

Lemma around_touch t : (ex + T * px v) * (ex + T * px v) + (ey + T * py v) * (ey + T * py v) = R * R ->
  (ex + t * px v) * (ex + t * px v) + (ey + t * py v) * (ey + t * py v) =
    R * R + 2 * (t - T) * q + (t - T) * (t - T) * v2 /\
  (ex + t * px v) * px v + (ey + t * py v) * py v = q + (t - T) * v2.
Proof. intros E. rewrite <- E. unfold q, v2. split; ring. Qed.

Theorem apart_until_first_touch t : is_first_time x c v a b R T -> is_apart_at F c v a b R (-1) t <-> t <= T.
Proof.
  intros (T0 & Before). destruct feature_cases as [EF | NF].
  - destruct (side_is_line EF) as (L0 & NY). assert (Ts := touch). rewrite EF in Ts.
    destruct (falls_to_reach x c v a b R T R0 L0 (proj1 T0) Before Ts NY) as (s & Sg & Dir & E). fold Y in Dir, E.
    assert (k0 : 0 <= R * norm (ux a b) (uy a b)) by (apply Rmult_le_pos; [exact R0 | apply norm_nonneg]).
    pose proof reach_squared as K2. set (k := R * norm (ux a b) (uy a b)) in *.
    assert (S2 : s * s = 1) by (destruct Sg as [-> | ->]; ring).
    assert (A : is_apart_at F c v a b R (-1) t <-> (0 <= - (s * Y) * (s * (cross c a b + t * Y)) /\
      k * k <= s * (cross c a b + t * Y) * (s * (cross c a b + t * Y)))).
    { rewrite EF. unfold is_apart_at. rewrite moved_cross, K2. fold Y.
      replace (- (s * Y) * (s * (cross c a b + t * Y))) with (s * s * (-1 * ((cross c a b + t * Y) * Y))) by ring.
      replace (s * (cross c a b + t * Y) * (s * (cross c a b + t * Y))) with
        (s * s * ((cross c a b + t * Y) * (cross c a b + t * Y))) by ring. rewrite S2, !Rmult_1_l. reflexivity. }
    rewrite A, (apart_of_line k (- (s * Y)) _ k0) by lra.
    replace (s * (cross c a b + t * Y)) with (k + (T - t) * - (s * Y)) by (rewrite <- E; ring). split; intros H.
    + apply Rnot_lt_le. intros P. assert (0 < (t - T) * - (s * Y)) by (apply Rmult_lt_0_compat; lra). lra.
    + assert (0 <= (T - t) * - (s * Y)) by (apply Rmult_le_pos; lra). lra.
  - destruct (quadratic_at_touch F x c v a b R T touch NF) as (Q & Out). fold e ex ey in Q, Out.
    destruct (first_contact_facts ex ey (px v) (py v) R T Q (proj1 T0)) as (V0 & D0 & _ & _ & S & _).
    { intros t' Ht. apply Out. now apply Before. }
    fold v2 in V0. fold q in S. pose proof (sqrt_pos (R * R * v2 - (px v * ey - py v * ex) * (px v * ey - py v * ex)))
      as S0.
    fold v2 in S. rewrite (apart_at_end (-1) t NF). destruct (around_touch t Q) as (-> & ->).
    pose proof (apart_of_end (R * R) q v2 (t - T) V0 ltac:(lra)) as G. split; intros H.
    + assert (t - T <= 0); [apply G; lra | lra].
    + assert (H' : t - T <= 0) by lra. apply G in H'. lra.
Qed.

Theorem apart_from_last_touch t : is_last_time x c v a b R T -> is_apart_at F c v a b R 1 t <-> T <= t.
Proof.
  intros (T0 & After). destruct feature_cases as [EF | NF].
  - destruct (side_is_line EF) as (L0 & NY). assert (Ts := touch). rewrite EF in Ts.
    destruct (grows_from_reach x c v a b R T R0 L0 (proj2 T0) After Ts NY) as (s & Sg & Dir & E). fold Y in Dir, E.
    assert (k0 : 0 <= R * norm (ux a b) (uy a b)) by (apply Rmult_le_pos; [exact R0 | apply norm_nonneg]).
    pose proof reach_squared as K2. set (k := R * norm (ux a b) (uy a b)) in *.
    assert (S2 : s * s = 1) by (destruct Sg as [-> | ->]; ring).
    assert (A : is_apart_at F c v a b R 1 t <-> (0 <= s * Y * (s * (cross c a b + t * Y)) /\
      k * k <= s * (cross c a b + t * Y) * (s * (cross c a b + t * Y)))).
    { rewrite EF. unfold is_apart_at. rewrite moved_cross, K2. fold Y.
      replace (s * Y * (s * (cross c a b + t * Y))) with (s * s * ((cross c a b + t * Y) * Y)) by ring.
      replace (s * (cross c a b + t * Y) * (s * (cross c a b + t * Y))) with
        (s * s * ((cross c a b + t * Y) * (cross c a b + t * Y))) by ring. rewrite S2, !Rmult_1_l. reflexivity. }
    rewrite A, (apart_of_line k (s * Y) _ k0) by lra.
    replace (s * (cross c a b + t * Y)) with (k + (t - T) * (s * Y)) by (rewrite <- E; ring). split; intros H.
    + apply Rnot_lt_le. intros P. assert (0 < (T - t) * (s * Y)) by (apply Rmult_lt_0_compat; lra). lra.
    + assert (0 <= (t - T) * (s * Y)) by (apply Rmult_le_pos; lra). lra.
  - destruct (quadratic_at_touch F x c v a b R T touch NF) as (Q & Out). fold e ex ey in Q, Out.
    destruct (last_contact_facts ex ey (px v) (py v) R T Q T0) as (V0 & D0 & S & _).
    { intros t' Ht. apply Out. now apply After. }
    fold v2 in V0. fold q in S. pose proof (sqrt_pos (R * R * v2 - (px v * ey - py v * ex) * (px v * ey - py v * ex)))
      as S0.
    fold v2 in S. rewrite (apart_at_end 1 t NF). destruct (around_touch t Q) as (-> & ->).
    pose proof (apart_of_end (R * R) (- q) v2 (T - t) V0 ltac:(lra)) as G.
    assert (E : R * R + 2 * (T - t) * - q + (T - t) * (T - t) * v2 = R * R + 2 * (t - T) * q + (t - T) * (t - T) * v2)
      by ring. rewrite E in G. split; intros H.
    + assert (T - t <= 0); [apply G; lra | lra].
    + assert (H' : T - t <= 0) by lra. apply G in H'. lra.
Qed.

End Answer.
