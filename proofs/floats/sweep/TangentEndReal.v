(* The contact with an end in triple-doubles, in real numbers: its time is C / (B + sqrt D), and how far the computed
   root is from sqrt D (set_tangent_end of src/sweep/sweep_tangent.h).

   D is W S with W = R |v| - x and S = R |v| + x. Both factors have the error E of the gap, and S is at least half of W.
   So the root is off by at most 1.9 E / W of itself and 165 2^-106. docs/exactness.md, "Near tangents". *)
From Coq Require Import ZArith Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Geometry SweepGeometry SweepContact SweepSmallTimes.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).

(* The end with the parameter s: e is the vector from it to the centre. *)
Lemma end_time f x c v a b r t s (ex := px c - (px a + s * (px b - px a))) (ey := py c - (py a + s * (py b - py a)))
    (ev := ex * px v + ey * py v) (v2 := px v * px v + py v * py v) (turn := px v * ey - py v * ex)
    (C := ex * ex + ey * ey - r * r) (D := r * r * v2 - turn * turn) :
  hits_at f x c v a b r t -> on_axis x s -> (forall s', feature_at f x a b s' -> s' = s) -> 0 < C ->
  0 <= D /\ t * (- ev + sqrt D) = C.
Proof.
  intros (T & Before & (s' & Fs & At & _) & _) On Only C0. rewrite (Only s' Fs) in At.
  assert (Q : forall q, dist2_at (moved c v q) a b s - r ^ 2 = v2 * q * q + 2 * ev * q + C).
  { intros q. unfold dist2_at, moved, v2, ev, C, ex, ey. simpl. ring. }
  assert (V0 : 0 <= v2) by (unfold v2; nra).
  assert (Root : v2 * t * t + 2 * ev * t + C = 0) by (rewrite <- Q, At; ring).
  assert (Far : forall q, 0 <= q < t -> 0 < v2 * q * q + 2 * ev * q + C).
  { intros q Hq. rewrite <- Q. pose proof (Before q Hq s On). lra. }
  assert (DI : D = ev * ev - C * v2).
  { unfold D, C, ev, v2, turn. ring. }
  assert (Sq : D = (v2 * t + ev) * (v2 * t + ev)).
  { rewrite DI. replace ((v2 * t + ev) * (v2 * t + ev)) with (v2 * (v2 * t * t + 2 * ev * t) + ev * ev) by ring.
    replace (v2 * t * t + 2 * ev * t) with (- C) by lra. ring. }
  split; [rewrite Sq; apply Rle_0_sqr |].
  assert (N : v2 * t + ev <= 0).
  { apply Rnot_lt_le. intros P. set (d := v2 * t + ev) in *. set (h := Rmin t (d / (v2 + 1))).
    assert (H0 : 0 < h) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
    assert (H1 : h <= t) by apply Rmin_l.
    assert (H2 : h * (v2 + 1) <= d).
    { apply Rle_trans with (d / (v2 + 1) * (v2 + 1)); [apply Rmult_le_compat_r; [lra | apply Rmin_r] | right; field;
        lra]. }
    pose proof (Far (t - h) ltac:(lra)) as F.
    assert (E : v2 * (t - h) * (t - h) + 2 * ev * (t - h) + C = h * (h * v2 - 2 * d)).
    { replace C with (- (v2 * t * t + 2 * ev * t)) by lra. unfold d. ring. }
    rewrite E in F. assert (h * v2 - 2 * d <= 0) by lra. nra. }
  rewrite Sq. replace ((v2 * t + ev) * (v2 * t + ev)) with (Rsqr (v2 * t + ev)) by (unfold Rsqr; ring).
  rewrite sqrt_Rsqr_abs, Rabs_left1 by exact N.
  replace C with (- (v2 * t * t + 2 * ev * t)) by lra. ring.
Qed.

(* From squares to roots. *)
Lemma root_between y P q : 0 <= y -> 0 < P -> 0 <= q -> y <= (1 + q) * (1 + q) * P -> (q <= 1 -> (1 - q) * (1 - q) * P
  <= y) ->
  Rabs (sqrt y - sqrt P) <= q * sqrt P.
Proof.
  intros Y P0 Q Up Down. pose proof (sqrt_pos y) as z0. pose proof (sqrt_pos P) as r0.
  pose proof (sqrt_sqrt y Y) as zz. pose proof (sqrt_sqrt P ltac:(lra)) as rr.
  set (z := sqrt y) in *. set (r := sqrt P) in *.
  assert (H1 : z <= (1 + q) * r).
  { apply Rsqr_incr_0_var; [| apply Rmult_le_pos; lra]. unfold Rsqr.
    replace ((1 + q) * r * ((1 + q) * r)) with ((1 + q) * (1 + q) * (r * r)) by ring. rewrite zz, rr. exact Up. }
  assert (H2 : (1 - q) * r <= z).
  { destruct (Rle_or_lt q 1) as [L | L].
    - apply Rsqr_incr_0_var; [| exact z0]. unfold Rsqr.
      replace ((1 - q) * r * ((1 - q) * r)) with ((1 - q) * (1 - q) * (r * r)) by ring. rewrite zz, rr. now apply Down.
    - assert ((1 - q) * r <= 0) by nra. lra. }
  apply Rabs_le. lra.
Qed.

Section Root.
Variables Wc S2 W S e L : R.
Hypotheses (W0 : 0 < Wc) (e0 : 0 <= e <= 1) (Half : Wc <= 201 / 100 * S2).
Hypothesis HW : Rabs (Wc - W) <= 901 / 1000 * e * Wc.
Hypothesis HS : Rabs (S2 - S) <= 901 / 1000 * e * Wc + 150 * (u53 * u53) * L.
Hypotheses (Sum : S + W = 2 * L) (L0 : 0 <= L) (D0 : 0 <= W * S).

Lemma factor_errors : 0 < S2 /\ Rabs (W - Wc) <= 901 / 1000 * e * Wc /\
  Rabs (S - S2) <= (183 / 100 * e + 229 * (u53 * u53)) * S2.
Proof using All.
  assert (S0 : 0 < S2) by lra. split; [exact S0 |]. split; [now rewrite Rabs_minus_sym |].
  assert (eW : 0 <= e * Wc) by (apply Rmult_le_pos; lra).
  assert (eWS : e * Wc <= e * (201 / 100 * S2)) by (apply Rmult_le_compat_l; lra).
  assert (eW1 : e * Wc <= Wc) by (rewrite <- (Rmult_1_l Wc) at 2; apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in HW. apply Rabs_le_inv in HS.
  assert (HL : L <= 151 / 100 * S2 + 95 / 100 * (e * Wc)) by lra.
  assert (0 <= e * S2) by (apply Rmult_le_pos; lra).
  apply Rabs_le. split; lra.
Qed.

Lemma root_near : Rabs (sqrt (W * S) - sqrt (Wc * S2)) <= (19 / 10 * e + 116 * (u53 * u53)) * sqrt (Wc * S2).
Proof using All.
  destruct factor_errors as (S0 & A & B). set (k := 116 * (u53 * u53)). set (P := Wc * S2).
  assert (P0 : 0 < P) by (unfold P; apply Rmult_lt_0_compat; lra).
  assert (k0 : 0 < k <= / 1000000) by (unfold k; lra).
  set (p := 901 / 1000 * e). set (q := 183 / 100 * e + 229 * (u53 * u53)). fold p in A. fold q in B.
  assert (q0 : 0 <= q) by (unfold q; lra). assert (p0 : 0 <= p <= 901 / 1000) by (unfold p; lra).
  apply Rabs_le_inv in A. apply Rabs_le_inv in B.
  assert (pW : p * Wc <= 901 / 1000 * Wc) by (apply Rmult_le_compat_r; lra). assert (Wp : 0 < W) by lra.
  apply root_between; [exact D0 | exact P0 | lra | |].
  - assert (H : W * S <= ((1 + p) * Wc) * ((1 + q) * S2)).
    { destruct (Rle_or_lt 0 S) as [N | N].
      - apply Rmult_le_compat; lra.
      - assert (W * S <= 0) by nra. assert (0 <= ((1 + p) * Wc) * ((1 + q) * S2)) by (repeat apply Rmult_le_pos; lra).
        lra. }
    eapply Rle_trans; [exact H |]. replace ((1 + p) * Wc * ((1 + q) * S2)) with ((1 + p) * (1 + q) * P) by (unfold P;
      ring).
    apply Rmult_le_compat_r; [lra |]. unfold p, q, k. nra.
  - intros Small. assert (e <= 527 / 1000) by lra.
    assert (Sp : (1 - q) * S2 <= S) by lra.
    assert (q1 : q <= 97 / 100) by (unfold q; lra).
    assert (H1 : ((1 - p) * Wc) * ((1 - q) * S2) <= W * S).
    { apply Rmult_le_compat; try lra; apply Rmult_le_pos; lra. }
    eapply Rle_trans; [| exact H1].
    replace ((1 - p) * Wc * ((1 - q) * S2)) with ((1 - p) * (1 - q) * P) by (unfold P; ring).
    apply Rmult_le_compat_r; [lra |]. unfold p, q, k. nra.
Qed.
End Root.

(* The root of the rounded product, rounded. *)
Lemma root_of_rounded P P' r q rt : 0 < P -> Rabs (P' - P) <= 16 * (u53 * u53) * P ->
  Rabs (r - sqrt P') <= 32 * (u53 * u53) * sqrt P' -> 0 <= q <= 2 -> Rabs (rt - sqrt P) <= q * sqrt P -> 0 < r /\
  Rabs (r - rt) <= (q + 55 * (u53 * u53)) * (1 + 60 * (u53 * u53)) * r.
Proof.
  intros P0 HP Hr Q Ht. apply Rabs_le_inv in HP.
  assert (N : Rabs (sqrt P' - sqrt P) <= 17 * (u53 * u53) * sqrt P).
  { apply root_between; [lra | exact P0 | lra | |]; intros; nra. }
  assert (z : 0 < sqrt P) by (now apply sqrt_lt_R0). set (z0 := sqrt P) in *. set (z1 := sqrt P') in *.
  apply Rabs_le_inv in N. apply Rabs_le_inv in Hr. apply Rabs_le_inv in Ht.
  assert (A : Rabs (r - z0) <= 50 * (u53 * u53) * z0) by (apply Rabs_le; lra). apply Rabs_le_inv in A.
  split; [lra |].
  assert (B : Rabs (r - rt) <= (q + 50 * (u53 * u53)) * z0) by (apply Rabs_le; lra).
  assert (Z : z0 <= (1 + 60 * (u53 * u53)) * r) by lra.
  eapply Rle_trans; [exact B |]. rewrite Rmult_assoc. apply Rmult_le_compat; lra.
Qed.
