(* One Newton step to the contact with an end, in real numbers: set_fast_end of src/sweep/sweep_one_pass.h.

   x is the time from the guess to the contact: a x^2 + 2 s x = f, with the rate s of the contact. The residual g is off
   by a rounding and by E, i is the inverse of s with the relative error p, and the step is g i / 2, rounded. Then the
   step is off by 0.6 E i, by its roundings, by p and by 1.3 b of itself, where b = a i |step| / 2. Source:
   docs/exactness.md, "Hits of a wall at rest, in one pass". *)
From Coq Require Import Reals Lra Psatz.
From Carom Require Import Wide.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).

Section Step.
Variables a s i x f g step E p w : R.
Hypothesis (a0 : 0 <= a) (s0 : 0 < s) (i0 : 0 < i) (E0 : 0 <= E) (w0 : 0 <= w).
Hypothesis root : a * (x * x) + 2 * s * x = f.
Hypothesis inverse_near : Rabs (i * s - 1) <= p.
Hypothesis p_small : p <= / 900.
Hypothesis bend_small : Rabs (a * x) * i <= / 900.
Hypothesis residual_near : Rabs (g - f) <= u53 * Rabs g + E.
Hypothesis step_near : Rabs (step - g * (i / 2)) <= 3 * u53 * Rabs step + w.

Let y := f / (2 * s).
Let h := a / (2 * s).

Lemma s_times_i : 899 / 900 <= i * s <= 901 / 900.
Proof. clear - inverse_near p_small. two_sided. lra. Qed.

Lemma h_size : 0 <= h <= 1002 / 1000 * (a * (i / 2)).
Proof.
  pose proof s_times_i as J. unfold h. split.
  - apply Rmult_le_pos; [exact a0 |]. apply Rlt_le, Rinv_0_lt_compat. lra.
  - apply Rmult_le_reg_r with (2 * s); [lra |]. replace (a / (2 * s) * (2 * s)) with a by (field; lra).
    replace (1002 / 1000 * (a * (i / 2)) * (2 * s)) with (1002 / 1000 * (a * (i * s))) by field.
    assert (a * (899 / 900) <= a * (i * s)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma hx_small : h * Rabs x <= / 1700.
Proof.
  pose proof s_times_i as J. unfold h. apply Rmult_le_reg_r with (2 * (i * s)); [lra |].
  replace (a / (2 * s) * Rabs x * (2 * (i * s))) with (a * Rabs x * i) by (field; lra).
  rewrite <- (Rabs_pos_eq a), <- Rabs_mult by exact a0. lra.
Qed.

(* y is x but for the bend. *)
Lemma x_minus_y : Rabs (x - y) = h * Rabs x * Rabs x.
Proof.
  replace (x - y) with (- (h * (x * x))) by (unfold y, h; rewrite <- root; field; lra).
  rewrite Rabs_Ropp, !Rabs_mult, (Rabs_pos_eq h) by apply h_size. ring.
Qed.

Lemma y_minus_step : Rabs (y - step) <= (101 / 100 * p + 44 / 10 * u53) * Rabs step + 51 / 100 * (E * i) + 102 / 100 *
  w.
Proof.
  pose proof s_times_i as J. pose proof (Rabs_pos step) as S0. pose proof (Rabs_pos g) as G0.
  assert (p0 : 0 <= p) by (pose proof (Rabs_pos (i * s - 1)); lra).
  assert (ps : p * Rabs step <= / 900 * Rabs step) by (apply Rmult_le_compat_r; lra).
  assert (ps0 : 0 <= p * Rabs step) by (apply Rmult_le_pos; lra).
  assert (B : Rabs (y - step) * (i * s) <=
    (u53 * Rabs g + E) * (i / 2) + (3 * u53 * Rabs step + w) + Rabs step * p).
  { rewrite <- (Rabs_pos_eq (i * s)) at 1 by lra. rewrite <- Rabs_mult.
    replace ((y - step) * (i * s)) with (- (g - f) * (i / 2) + (- (step - g * (i / 2)) + - (step * (i * s - 1)))).
    2: { unfold y. field. lra. }
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rplus_assoc. apply Rplus_le_compat.
    - rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (i / 2)) by lra. apply Rmult_le_compat_r; lra.
    - eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_Ropp. apply Rplus_le_compat; [exact step_near |].
      rewrite Rabs_mult. apply Rmult_le_compat_l; lra. }
  assert (Gi : Rabs g * (i / 2) <= (1 + 3 * u53) * Rabs step + w).
  { rewrite <- (Rabs_pos_eq (i / 2)) at 1 by lra. rewrite <- Rabs_mult.
    replace (g * (i / 2)) with (step - (step - g * (i / 2))) by ring.
    unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  set (Y := Rabs (y - step)) in *. assert (Y0 : 0 <= Y) by apply Rabs_pos.
  assert (YJ : Y * (899 / 900) <= Y * (i * s)) by (apply Rmult_le_compat_l; lra).
  assert (Ei : 0 <= E * i) by (apply Rmult_le_pos; lra).
  assert (pg : p * Rabs step * / 900 <= / 900 * Rabs step) by lra.
  replace ((u53 * Rabs g + E) * (i / 2)) with (u53 * (Rabs g * (i / 2)) + E * i * / 2) in B by field.
  lra.
Qed.

Theorem newton_step_error :
  Rabs (x - step) <= 6 / 10 * (E * i) +
    (101 / 100 * p + 44 / 10 * u53 + 14 / 10 * (a * (i / 2) * Rabs step)) * Rabs step + 2 * w.
Proof.
  pose proof x_minus_y as X. pose proof y_minus_step as Y. pose proof hx_small as H. pose proof h_size as [H0 H1].
  pose proof (Rabs_pos x) as x0. pose proof (Rabs_pos step) as S0. pose proof (Rabs_pos (y - step)) as Y0.
  assert (p0 : 0 <= p) by (pose proof (Rabs_pos (i * s - 1)); lra).
  assert (Ei : 0 <= E * i) by (apply Rmult_le_pos; lra).
  set (d := 51 / 100 * (E * i) + 102 / 100 * w) in *. assert (d0 : 0 <= d) by (unfold d; lra).
  assert (ps : p * Rabs step <= / 900 * Rabs step) by (apply Rmult_le_compat_r; lra).
  assert (Yd : Rabs (y - step) <= / 800 * Rabs step + d) by (unfold d; lra).
  assert (XY : Rabs x <= Rabs (x - y) + Rabs (y - step) + Rabs step).
  { replace x with ((x - y) + (y - step) + step) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |].
    apply Rplus_le_compat_r, Rabs_triang. }
  assert (Xh : Rabs (x - y) <= / 1700 * Rabs x) by (rewrite X; apply Rmult_le_compat_r; assumption).
  assert (Xs : Rabs x <= 1002 / 1000 * (801 / 800 * Rabs step + d)) by lra.
  assert (T : Rabs (x - step) <= Rabs (x - y) + Rabs (y - step)).
  { replace (x - step) with ((x - y) + (y - step)) by ring. apply Rabs_triang. }
  set (b := a * (i / 2)) in *. assert (b0 : 0 <= b) by (unfold b; apply Rmult_le_pos; lra).
  assert (bs : 0 <= b * Rabs step) by (apply Rmult_le_pos; lra).
  assert (bss : 0 <= b * Rabs step * Rabs step) by (apply Rmult_le_pos; lra).
  destruct (Rle_or_lt (Rabs step) (10 * d)) as [L | L].
  - (* the step is small against the error *)
    assert (Rabs (x - y) <= / 1700 * (1002 / 1000 * (802 / 80 * d + d))) by lra.
    unfold d in *. lra.
  - assert (Xs' : Rabs x <= 111 / 100 * Rabs step) by lra.
    assert (Q : h * Rabs x * Rabs x <= 1002 / 1000 * b * (111 / 100 * Rabs step) * (111 / 100 * Rabs step)).
    { apply Rmult_le_compat; try assumption; [apply Rmult_le_pos; assumption |].
      apply Rmult_le_compat; assumption. }
    unfold d in *. lra.
Qed.

End Step.
