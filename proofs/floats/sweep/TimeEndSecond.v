(* A Newton step of second order to a contact with an end, in real numbers: estimate_end of src/sweep/sweep_time.h.

   w is the rate at the guess and x the time from there: 2 w x = f + a x^2, and the contact is the nearer root. With d =
   f / (2 w) and b = a d / (2 w), x is d (1 + b) but for 2.4 b^2 of itself. The residual g is off by a rounding and by
   E, i is the inverse of w with the relative error p. Source: docs/exactness.md, "The time": 4 b^2 |d|. *)
From Coq Require Import Reals Lra Psatz.
From Carom Require Import Wide.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).

Section Step.
Variables a w i x f g c b E p n : R.
(* c is the computed first step, b the computed bend. *)
Hypothesis (a0 : 0 <= a) (i0 : 0 < i) (E0 : 0 <= E) (n0 : 0 <= n).
Hypothesis root : 2 * w * x = f + a * (x * x).
Hypothesis nearer : a * x < w.
Hypothesis inverse_near : Rabs (i * w - 1) <= p.
Hypothesis p_small : p <= / 4096.
Hypothesis residual_near : Rabs (g - f) <= u53 * Rabs g + E.
Hypothesis first_near : Rabs (c - g * (i / 2)) <= 3 * u53 * Rabs c + n.
Hypothesis b_small : Rabs b <= / 1000.
Hypothesis bend_near : Rabs (b - a * (i / 2) * c) <= 40 * u53 * Rabs b + n.
Hypothesis E_small : a * i * (E * i) <= / 100000.
Hypothesis (n_small : n <= / 100000) (c_small : Rabs c <= 1).
Hypothesis an_small : a * i * n <= / 100000.

Let h := a / (2 * w).
Let d := f / (2 * w).

Lemma w_positive : 0 < w.
Proof. apply Rnot_le_lt. intros N. assert (i * w <= 0) by nra. clear - inverse_near p_small H. two_sided. lra. Qed.

Lemma i_times_w : 4095 / 4096 <= i * w <= 4097 / 4096.
Proof. clear - inverse_near p_small. two_sided. lra. Qed.

Lemma p_nonneg : 0 <= p.
Proof. pose proof (Rabs_pos (i * w - 1)). lra. Qed.

Lemma x_of_d : x = d + h * (x * x).
Proof. pose proof w_positive. unfold d, h. apply Rmult_eq_reg_l with (2 * w); [| lra]. rewrite root. field. lra. Qed.

Lemma hx_below_half : h * x < / 2.
Proof.
  pose proof w_positive. apply Rmult_lt_reg_r with (2 * w); [lra |].
  replace (h * x * (2 * w)) with (a * x) by (unfold h; field; lra). lra.
Qed.

(* h against a i / 2 *)
Lemma h_near : 0 <= h /\ Rabs (h - a * (i / 2)) <= 101 / 100 * p * h /\ h <= 1001 / 1000 * (a * (i / 2)) /\
  a * (i / 2) <= 1001 / 1000 * h.
Proof.
  pose proof w_positive as W. pose proof i_times_w as J. pose proof p_nonneg as p0.
  assert (h0 : 0 <= h) by (unfold h; apply Rmult_le_pos; [exact a0 | apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (Eh : a * (i / 2) = h * (i * w)) by (unfold h; field; lra). rewrite Eh.
  assert (A : h * (4095 / 4096) <= h * (i * w)) by (apply Rmult_le_compat_l; lra).
  assert (B : h * (i * w) <= h * (4097 / 4096)) by (apply Rmult_le_compat_l; lra).
  split; [exact h0 |]. split; [| lra].
  replace (h - h * (i * w)) with (h * - (i * w - 1)) by ring. rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq h) by exact h0.
  assert (h * Rabs (i * w - 1) <= h * p) by (apply Rmult_le_compat_l; lra).
  assert (0 <= p * h) by (apply Rmult_le_pos; lra). lra.
Qed.

(* d against the computed first step *)
Lemma d_near : Rabs (d - c) <= (101 / 100 * p + 43 / 10 * u53) * Rabs c + 51 / 100 * (E * i) + 21 / 10 * n.
Proof.
  pose proof w_positive as W. pose proof i_times_w as J. pose proof p_nonneg as p0. pose proof (Rabs_pos c) as c0.
  assert (B : Rabs (d - c) * (i * w) <= (u53 * Rabs g + E) * (i / 2) + (3 * u53 * Rabs c + n) + Rabs c * p).
  { rewrite <- (Rabs_pos_eq (i * w)) at 1 by lra. rewrite <- Rabs_mult.
    replace ((d - c) * (i * w)) with (- (g - f) * (i / 2) + (- (c - g * (i / 2)) + - (c * (i * w - 1)))).
    2: { unfold d. field. lra. }
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rplus_assoc. apply Rplus_le_compat.
    - rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (i / 2)) by lra. apply Rmult_le_compat_r; lra.
    - eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_Ropp. apply Rplus_le_compat; [exact first_near |].
      rewrite Rabs_mult. apply Rmult_le_compat_l; lra. }
  assert (Gi : Rabs g * (i / 2) <= (1 + 3 * u53) * Rabs c + n).
  { rewrite <- (Rabs_pos_eq (i / 2)) at 1 by lra. rewrite <- Rabs_mult.
    replace (g * (i / 2)) with (c - (c - g * (i / 2))) by ring.
    unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  set (Y := Rabs (d - c)) in *. assert (Y0 : 0 <= Y) by apply Rabs_pos.
  assert (YJ : Y * (4095 / 4096) <= Y * (i * w)) by (apply Rmult_le_compat_l; lra).
  assert (Ei : 0 <= E * i) by (apply Rmult_le_pos; lra). assert (pc : 0 <= p * Rabs c) by (apply Rmult_le_pos; lra).
  replace ((u53 * Rabs g + E) * (i / 2)) with (u53 * (Rabs g * (i / 2)) + E * i * / 2) in B by field. lra.
Qed.

Lemma sizes_small :
  h * Rabs c <= / 970 /\ h * (51 / 100 * (E * i) + 21 / 10 * n) <= / 10000 /\ h * Rabs d <= / 850.
Proof.
  destruct h_near as (h0 & _ & H1 & H2). pose proof d_near as D. pose proof p_nonneg as p0.
  pose proof (Rabs_pos c) as c0.
  assert (A : h * Rabs c <= / 970).
  { assert (Q : Rabs (a * (i / 2) * c) <= / 980).
    { replace (a * (i / 2) * c) with (b - (b - a * (i / 2) * c)) by ring. unfold Rminus at 1.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. pose proof (Rabs_pos b). lra. }
    rewrite Rabs_mult, (Rabs_pos_eq (a * (i / 2))) in Q by (apply Rmult_le_pos; lra).
    assert (h * Rabs c <= 1001 / 1000 * (a * (i / 2)) * Rabs c) by (apply Rmult_le_compat_r; assumption). lra. }
  assert (B : h * (51 / 100 * (E * i) + 21 / 10 * n) <= / 10000).
  { assert (Ei : 0 <= E * i) by (apply Rmult_le_pos; lra).
    assert (h * (51 / 100 * (E * i) + 21 / 10 * n) <= 1001 / 1000 * (a * (i / 2)) * (51 / 100 * (E * i) + 21 / 10 * n))
      by (apply Rmult_le_compat_r; lra). lra. }
  split; [exact A |]. split; [exact B |].
  assert (Rabs d <= Rabs c + Rabs (d - c)).
  { replace d with (c + (d - c)) at 1 by ring. apply Rabs_triang. }
  assert (h * Rabs d <= h * (Rabs c + Rabs (d - c))) by (apply Rmult_le_compat_l; assumption).
  assert (h * Rabs (d - c) <= h * (/ 4000 * Rabs c + (51 / 100 * (E * i) + 21 / 10 * n))).
  { apply Rmult_le_compat_l; [exact h0 |]. assert (p * Rabs c <= / 4096 * Rabs c) by (apply Rmult_le_compat_r; lra).
    lra. }
  lra.
Qed.

(* There is a nearer root. *)
Lemma nearer_root_exists : exists y, 2 * w * y = f + a * (y * y) /\ a * y < w.
Proof.
  pose proof w_positive as W. destruct sizes_small as (_ & _ & B). destruct h_near as (h0 & _).
  destruct a0 as [A | A].
  2: { exists (f / (2 * w)). rewrite <- A. split; [field; lra | lra]. }
  assert (Ef : f = d * (2 * w)) by (unfold d; field; lra). assert (Ea : a = h * (2 * w)) by (unfold h; field; lra).
  assert (Q : a * f <= / 200 * (w * w)).
  { rewrite Ef, Ea. replace (h * (2 * w) * (d * (2 * w))) with (4 * (h * d) * (w * w)) by ring.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; lra |].
    assert (h * d <= h * Rabs d) by (apply Rmult_le_compat_l; [exact h0 | apply Rle_abs]). lra. }
  assert (ww : 0 < w * w) by now apply Rmult_lt_0_compat.
  assert (P : 0 < w * w - a * f) by lra. pose proof (sqrt_lt_R0 _ P) as r0.
  pose proof (sqrt_sqrt _ (Rlt_le _ _ P)) as rr.
  set (r := sqrt (w * w - a * f)) in *. exists ((w - r) / a). set (y := (w - r) / a).
  assert (Ey : a * y = w - r) by (unfold y; field; lra). split; [| lra].
  apply Rmult_eq_reg_l with a; [| lra].
  replace (a * (2 * w * y)) with (2 * w * (a * y)) by ring. replace (a * (f + a * (y * y))) with (a * f + (a * y) * (a
    * y)) by ring.
  rewrite Ey. lra.
Qed.

(* The nearer root is near d. *)
Lemma x_size : Rabs x <= 101 / 100 * Rabs d /\ h * Rabs x <= / 800.
Proof.
  pose proof x_of_d as X. pose proof hx_below_half as Hh. destruct sizes_small as (_ & _ & B).
  destruct h_near as (h0 & _).
  pose proof (Rabs_pos x) as x0. pose proof (Rabs_pos d) as d0.
  assert (Y : h * Rabs x <= 2 * (h * Rabs d)).
  { destruct (Rcase_abs x) as [N | N].
    - rewrite (Rabs_left x) in * by exact N.
      assert (G : - x + h * (x * x) <= Rabs d) by (pose proof (Rle_abs (- d)) as L; rewrite Rabs_Ropp in L; lra).
      assert (0 <= h * (x * x)) by (apply Rmult_le_pos; [exact h0 | apply Rle_0_sqr]).
      assert (h * - x <= h * Rabs d) by (apply Rmult_le_compat_l; lra).
      assert (0 <= h * Rabs d) by (apply Rmult_le_pos; lra). lra.
    - rewrite (Rabs_right x) in * by exact N.
      assert (G : x <= Rabs d + h * x * x) by (pose proof (Rle_abs d); lra).
      assert (h * x * x <= / 2 * x) by (apply Rmult_le_compat_r; lra).
      assert (h * x <= h * (2 * Rabs d)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Z : Rabs x <= Rabs d + / 425 * Rabs x).
  { rewrite X at 1. eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat_l.
    rewrite !Rabs_mult, (Rabs_pos_eq h) by exact h0. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  split; [lra |]. assert (h * Rabs x <= h * (101 / 100 * Rabs d)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The time is near the first step already. *)
Lemma first_order : Rabs x <= 102 / 100 * (Rabs c + (51 / 100 * (E * i) + 21 / 10 * n)).
Proof.
  destruct x_size as [X _]. pose proof d_near as D. pose proof p_nonneg as p0. pose proof (Rabs_pos c) as c0.
  assert (p * Rabs c <= / 4096 * Rabs c) by (apply Rmult_le_compat_r; lra).
  assert (Rabs d <= Rabs c + Rabs (d - c)).
  { replace d with (c + (d - c)) at 1 by ring. apply Rabs_triang. }
  assert (Ei : 0 <= E * i) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem second_order_error :
  Rabs (x - (c + b * c)) <= 6 / 10 * (E * i) + (102 / 100 * p + 45 / 10 * u53 + 3 * (b * b)) * Rabs c + 4 * n.
Proof.
  pose proof x_of_d as X. destruct x_size as [X1 X2]. destruct sizes_small as (C1 & C2 & C3).
  destruct h_near as (h0 & H1 & H2 & H3).
  pose proof d_near as D. pose proof p_nonneg as p0. pose proof (Rabs_pos c) as c0. pose proof (Rabs_pos x) as x0.
  pose proof (Rabs_pos b) as b0. pose proof first_order as X3.
  assert (Ei : 0 <= E * i) by (apply Rmult_le_pos; lra). assert (pc : 0 <= p * Rabs c) by (apply Rmult_le_pos; lra).
  set (q := 51 / 100 * (E * i) + 21 / 10 * n) in *. assert (q0 : 0 <= q) by (unfold q; lra).
  set (e := Rabs (d - c)) in *. assert (e0 : 0 <= e) by apply Rabs_pos.
  assert (De : e <= (101 / 100 * p + 43 / 10 * u53) * Rabs c + q) by (unfold q; lra).
  (* h' c^2 against b c, and h c^2 against h' c^2 *)
  assert (B1 : Rabs (a * (i / 2) * c * c - b * c) <= (40 * u53 * Rabs b + n) * Rabs c).
  { replace (a * (i / 2) * c * c - b * c) with (- (b - a * (i / 2) * c) * c) by ring.
    rewrite Rabs_mult, Rabs_Ropp. apply Rmult_le_compat_r; assumption. }
  assert (B2 : Rabs (h * c * c - a * (i / 2) * c * c) <= / 900 * (p * Rabs c)).
  { replace (h * c * c - a * (i / 2) * c * c) with ((h - a * (i / 2)) * c * c) by ring. rewrite !Rabs_mult.
    apply Rle_trans with (101 / 100 * p * h * Rabs c * Rabs c).
    - apply Rmult_le_compat_r; [exact c0 |]. apply Rmult_le_compat_r; assumption.
    - replace (101 / 100 * p * h * Rabs c * Rabs c) with (101 / 100 * (h * Rabs c) * (p * Rabs c)) by ring.
      apply Rmult_le_compat_r; [exact pc |]. lra. }
  (* x against c *)
  assert (hx : 0 <= h * Rabs x) by (apply Rmult_le_pos; lra).
  assert (hc : 0 <= h * Rabs c) by (apply Rmult_le_pos; lra).
  set (k := h * Rabs x * Rabs x) in *. assert (k0 : 0 <= k) by (unfold k; apply Rmult_le_pos; assumption).
  assert (Xc : Rabs (x - c) <= k + e).
  { replace (x - c) with (h * (x * x) + (d - c)) by (rewrite X at 3; ring). eapply Rle_trans; [apply Rabs_triang |].
    apply Rplus_le_compat_r. unfold k. rewrite !Rabs_mult, (Rabs_pos_eq h) by exact h0. right. ring. }
  assert (B3 : Rabs (h * (x * x) - h * c * c) <= (h * Rabs x + h * Rabs c) * (k + e)).
  { replace (h * (x * x) - h * c * c) with (h * (x + c) * (x - c)) by ring. rewrite Rabs_mult.
    apply Rmult_le_compat; try apply Rabs_pos; [| exact Xc]. rewrite Rabs_mult, (Rabs_pos_eq h) by exact h0.
    rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; [exact h0 | apply Rabs_triang]. }
  assert (Total : Rabs (x - (c + b * c)) <=
    e + (h * Rabs x + h * Rabs c) * (k + e) + / 900 * (p * Rabs c) + (40 * u53 * Rabs b + n) * Rabs c).
  { replace (x - (c + b * c)) with ((d - c) + (h * (x * x) - h * c * c) + (h * c * c - a * (i / 2) * c * c) +
      (a * (i / 2) * c * c - b * c)) by (rewrite X at 3; ring).
    assert (De0 : Rabs (d - c) <= e) by apply Rle_refl. clear - B1 B2 B3 De0. clearbody e k. two_sided; lra. }
  assert (nc : n * Rabs c <= n * 1) by (apply Rmult_le_compat_l; assumption).
  assert (nc2 : n * Rabs c <= / 100000 * Rabs c) by (apply Rmult_le_compat_r; assumption).
  assert (nc0 : 0 <= n * Rabs c) by (apply Rmult_le_pos; assumption).
  assert (bc : Rabs b * Rabs c <= / 1000 * Rabs c) by (apply Rmult_le_compat_r; assumption).
  assert (bbc : 0 <= b * b * Rabs c) by (apply Rmult_le_pos; [apply Rle_0_sqr | exact c0]).
  assert (qE : q = 51 / 100 * (E * i) + 21 / 10 * n) by reflexivity. clearbody q.
  (* two cases: the errors against the first step *)
  destruct (Rle_or_lt (Rabs c) (20 * q)) as [L | L].
  - assert (K : k <= / 800 * (22 * q)).
    { unfold k. apply Rmult_le_compat; try assumption. lra. }
    assert (M : (h * Rabs x + h * Rabs c) * (k + e) <= / 400 * (/ 800 * (22 * q) + e)) by (apply Rmult_le_compat; lra).
    lra.
  - assert (Xc2 : Rabs x <= 1072 / 1000 * Rabs c) by lra.
    assert (hx2 : h * Rabs x <= 1072 / 1000 * (h * Rabs c)).
    { replace (1072 / 1000 * (h * Rabs c)) with (h * (1072 / 1000 * Rabs c)) by ring. now apply Rmult_le_compat_l. }
    assert (K : k <= 1072 / 1000 * (h * Rabs c) * (1072 / 1000 * Rabs c)) by (unfold k; apply Rmult_le_compat;
      assumption).
    set (y := h * Rabs c) in *.
    assert (M : (h * Rabs x + y) * k <= 2072 / 1000 * y * (1072 / 1000 * y * (1072 / 1000 * Rabs c)))
      by (apply Rmult_le_compat; lra).
    assert (M2 : (h * Rabs x + y) * e <= / 400 * e) by (apply Rmult_le_compat_r; lra).
    assert (Yb : y <= 1002 / 1000 * (Rabs b + n)).
    { assert (Q : a * (i / 2) * Rabs c <= (1 + 40 * u53) * Rabs b + n).
      { rewrite <- (Rabs_pos_eq (a * (i / 2))), <- Rabs_mult by (apply Rmult_le_pos; lra).
        replace (a * (i / 2) * c) with (b - (b - a * (i / 2) * c)) by ring. unfold Rminus at 1.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
      assert (y <= 1001 / 1000 * (a * (i / 2)) * Rabs c) by (unfold y; apply Rmult_le_compat_r; assumption). lra. }
    assert (Yy : y * y <= 1005 / 1000 * (b * b) + / 100 * n).
    { apply Rle_trans with (1002 / 1000 * (Rabs b + n) * (1002 / 1000 * (Rabs b + n))); [apply Rmult_le_compat; lra |].
      assert (Rabs b * Rabs b = b * b) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
      assert (Rabs b * n <= / 1000 * n) by (apply Rmult_le_compat_r; assumption).
      assert (n * n <= / 100000 * n) by (apply Rmult_le_compat_r; assumption). pose proof (Rle_0_sqr b).
      unfold Rsqr in *. lra. }
    assert (Yyc : y * y * Rabs c <= (1005 / 1000 * (b * b) + / 100 * n) * Rabs c) by (apply Rmult_le_compat_r;
      assumption).
    lra.
Qed.

End Step.
