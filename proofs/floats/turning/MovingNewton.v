(* One Newton step to the contact with an end of a wall that turns, in real numbers: step_at_end of
   src/turning/moving_time.h.

   F + s x + V x^2 = 0 is the gap at the time x after the guess, where it falls: s + 2 V x <= 0. The residual and the
   slope -k are near F and s, Q is the square of all sizes, and j = 1 / k. If the bound is below 2^-60, the terms of
   second order are small, so x is within the bound of the step. *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Wide.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).

Section Newton.
Variables F s V x res k step j Q T Vc err : R.
Let E0 := 4096 * (u53 * u53) * Q + T.
Hypotheses (k0 : 0 < k) (jk : j * k = 1) (root : F + s * x + V * (x * x) = 0) (falls : s + 2 * (V * x) <= 0)
  (V0 : 0 <= V) (Vc0 : 0 <= Vc) (VVc : V <= Vc + 7 * u53 * Q) (VQ : V <= 101 / 100 * Q) (T0 : 0 <= T)
  (slope : Rabs (s + k) <= 53 * u53 * Q) (residual : Rabs (res - F) <= u53 * Rabs res + 21 / 100 * E0)
  (stepped : Rabs (step - res * j) <= 22 / 10 * u53 * Rabs (res * j) + E0 * j / 1000) (kQ : k <= 22 / 10 * Q)
  (bound : 98 / 100 * ((E0 + Rabs step * (64 * u53 * Q + 2 * (Rabs step * Vc))) * j) <= err)
  (certain : err <= 101 / 100 * (u53 / 128)).

Let q := Q * j.
Let e := E0 * j.
Let m := Rabs step.

Lemma parts : 0 < j /\ 0 <= m /\ 1 <= 22 / 10 * q /\ q <= 18000000000 /\ 0 <= e <= 105 / 100 * (u53 / 128) /\
  q * m <= / 7800 /\ e = 4096 * (u53 * u53) * q + T * j /\
  98 / 100 * (e + 64 * u53 * (q * m) + 2 * (Vc * j * (m * m))) <= err.
Proof.
  assert (j0 : 0 < j) by (apply Rmult_lt_reg_r with k; [exact k0 |]; lra).
  assert (m0 : 0 <= m) by apply Rabs_pos.
  assert (q1 : 1 <= 22 / 10 * q).
  { unfold q. apply Rmult_le_reg_r with k; [exact k0 |].
    replace (22 / 10 * (Q * j) * k) with (22 / 10 * Q * (j * k)) by ring.
    rewrite jk. lra. }
  assert (ee : e = 4096 * (u53 * u53) * q + T * j) by (unfold e, E0, q; ring).
  assert (Tj : 0 <= T * j) by (apply Rmult_le_pos; lra).
  assert (b : 98 / 100 * (e + 64 * u53 * (q * m) + 2 * (Vc * j * (m * m))) <= err).
  { eapply Rle_trans; [| exact bound]. right. unfold e, q, m. ring. }
  assert (B0 : 0 <= Vc * j * (m * m)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
  assert (B1 : 0 <= q * m) by (apply Rmult_le_pos; lra).
  split; [exact j0 |]. split; [exact m0 |]. split; [exact q1 |]. split; [lra |]. split; [lra |]. split; [lra |]. split;
    [exact ee | exact b].
Qed.

Lemma residual_and_step : Rabs (res * j) <= 1001 / 1000 * m + e / 500 /\ Rabs (F * j) <= 101 / 100 * m + 22 / 100 * e /\
  Rabs (F * j - step) <= 33 / 10 * u53 * m + 22 / 100 * e.
Proof.
  destruct parts as (j0 & m0 & q1 & q2 & e0 & qm & ee & _).
  set (r := res * j). assert (St : Rabs (step - r) <= 22 / 10 * u53 * Rabs r + e / 1000) by exact stepped.
  pose proof (Rabs_pos r) as r0.
  assert (Rr : Rabs r <= 1001 / 1000 * m + e / 500).
  { assert (Rabs r <= m + (22 / 10 * u53 * Rabs r + e / 1000)).
    { replace r with (step - (step - r)) at 1 by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. unfold m. lra. }
    lra. }
  assert (Fr : Rabs (r - F * j) <= u53 * Rabs r + 21 / 100 * e).
  { unfold r. replace (res * j - F * j) with ((res - F) * j) by ring. rewrite Rabs_mult, (Rabs_pos_eq j) by lra.
    replace (u53 * Rabs (res * j) + 21 / 100 * e) with ((u53 * Rabs res + 21 / 100 * E0) * j).
    - apply Rmult_le_compat_r; lra.
    - rewrite Rabs_mult, (Rabs_pos_eq j) by lra. unfold e. ring. }
  split; [exact Rr |]. split.
  - replace (F * j) with (r - (r - F * j)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. lra.
  - replace (F * j - step) with (- (r - F * j) + - (step - r)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite !Rabs_Ropp. lra.
Qed.

Lemma time_is_small : Rabs x <= 1005 / 1000 * Rabs (F * j).
Proof.
  destruct parts as (j0 & m0 & q1 & q2 & e0 & qm & ee & _). destruct residual_and_step as (_ & Ff & _).
  set (f := F * j) in *. set (v := V * j). set (d := s * j).
  assert (v0 : 0 <= v) by (unfold v; apply Rmult_le_pos; lra).
  assert (vq : v <= 101 / 100 * q) by (unfold v, q; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra).
  assert (Eq : f + d * x + v * (x * x) = 0).
  { unfold f, d, v. replace (F * j + s * j * x + V * j * (x * x)) with ((F + s * x + V * (x * x)) * j) by ring.
    rewrite root. ring. }
  assert (Fa : d + 2 * (v * x) <= 0).
  { unfold d, v. replace (s * j + 2 * (V * j * x)) with ((s + 2 * (V * x)) * j) by ring.
    assert (0 <= - (s + 2 * (V * x)) * j) by (apply Rmult_le_pos; lra). lra. }
  assert (Sd : Rabs (d + 1) <= 53 * u53 * q).
  { unfold d, q. replace (s * j + 1) with ((s + k) * j) by (rewrite <- jk; ring).
    rewrite Rabs_mult, (Rabs_pos_eq j) by lra.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  apply Rabs_le_inv in Sd. set (g := - d - v * x). assert (Gx : g * x = f) by (unfold g; lra).
  assert (G1 : 49 / 100 <= g) by (unfold g; lra).
  assert (Xf : Rabs x <= 206 / 100 * Rabs f).
  { rewrite <- Gx, Rabs_mult, (Rabs_pos_eq g) by lra. pose proof (Rabs_pos x).
    assert (49 / 100 * Rabs x <= g * Rabs x) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Vx : Rabs (v * x) <= / 1000).
  { rewrite Rabs_mult, (Rabs_pos_eq v) by assumption. pose proof (Rabs_pos x) as x0.
    assert (A1 : v * Rabs x <= 101 / 100 * q * Rabs x) by (apply Rmult_le_compat_r; lra).
    assert (A2 : q * Rabs x <= q * (206 / 100 * (101 / 100 * m + 22 / 100 * e))) by (apply Rmult_le_compat_l; lra).
    assert (A3 : q * e <= 18000000000 * (105 / 100 * (u53 / 128))) by (apply Rmult_le_compat; lra).
    lra. }
  apply Rabs_le_inv in Vx. assert (G2 : 996 / 1000 <= g) by (unfold g; lra).
  rewrite <- Gx, Rabs_mult, (Rabs_pos_eq g) by lra. pose proof (Rabs_pos x).
  assert (996 / 1000 * Rabs x <= g * Rabs x) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma newton_step_near : Rabs (x - step) <= err.
Proof.
  destruct parts as (j0 & m0 & q1 & q2 & e0 & qm & ee & b). destruct residual_and_step as (_ & Ff & Fs).
  pose proof time_is_small as X.
  set (f := F * j) in *. set (v := V * j). set (d := s * j). pose proof (Rabs_pos x) as x0.
  assert (v0 : 0 <= v) by (unfold v; apply Rmult_le_pos; lra).
  assert (vq : v <= 101 / 100 * q) by (unfold v, q; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra).
  assert (vc : v <= Vc * j + 7 * u53 * q).
  { unfold v, q. replace (Vc * j + 7 * u53 * (Q * j)) with ((Vc + 7 * u53 * Q) * j) by ring. apply Rmult_le_compat_r;
      lra. }
  assert (Eq : f + d * x + v * (x * x) = 0).
  { unfold f, d, v. replace (F * j + s * j * x + V * j * (x * x)) with ((F + s * x + V * (x * x)) * j) by ring.
    rewrite root. ring. }
  assert (Sd : Rabs (d + 1) <= 53 * u53 * q).
  { unfold d, q. replace (s * j + 1) with ((s + k) * j) by (rewrite <- jk; ring).
    rewrite Rabs_mult, (Rabs_pos_eq j) by lra.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (Xm : Rabs x <= 102 / 100 * m + 23 / 100 * e) by lra.
  (* The parts of x - step. *)
  replace (x - step) with ((f - step) + ((d + 1) * x + v * (x * x))) by lra.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  assert (P1 : Rabs ((d + 1) * x) <= 53 * u53 * q * (102 / 100 * m + 23 / 100 * e)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (P2 : Rabs (v * (x * x)) <= v * ((102 / 100 * m + 23 / 100 * e) * (102 / 100 * m + 23 / 100 * e))).
  { rewrite !Rabs_mult, (Rabs_pos_eq v) by assumption. apply Rmult_le_compat_l; [exact v0 |]. apply Rmult_le_compat;
      lra. }
  assert (qe : q * e <= 18000000000 * e) by (apply Rmult_le_compat_r; lra).
  assert (vm : v * m <= 101 / 100 * (q * m)).
  { replace (101 / 100 * (q * m)) with (101 / 100 * q * m) by ring. apply Rmult_le_compat_r; lra. }
  assert (ve : v * e <= 101 / 100 * q * e) by (apply Rmult_le_compat_r; lra).
  assert (vme : v * m * e <= / 7000 * e) by (apply Rmult_le_compat_r; lra).
  assert (qe2 : q * e <= 18000000000 * (105 / 100 * (u53 / 128))) by (apply Rmult_le_compat; lra).
  assert (vee : v * e * e <= / 40000000 * e) by (apply Rmult_le_compat_r; lra).
  assert (vmm : v * (m * m) <= Vc * j * (m * m) + 7 * u53 * (q * m) * m).
  { replace (Vc * j * (m * m) + 7 * u53 * (q * m) * m) with ((Vc * j + 7 * u53 * q) * (m * m)) by ring.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | exact vc]. }
  assert (m1 : m <= / 3000).
  { assert (5 / 11 * m <= q * m) by (apply Rmult_le_compat_r; lra). lra. }
  assert (B1 : 0 <= q * m) by (apply Rmult_le_pos; lra).
  assert (qmm : q * m * m <= q * m * / 3000) by (apply Rmult_le_compat_l; lra).
  assert (mq : m <= 22 / 10 * (q * m)).
  { assert (1 * m <= 22 / 10 * q * m) by (apply Rmult_le_compat_r; lra). lra. }
  assert (B2 : 0 <= Vc * j * (m * m)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
  lra.
Qed.

(* After x the gap is negative, as far as the bound reaches. *)
Theorem newton_step_to_end : Rabs (x - step) <= err /\
  forall y, x < y -> Rabs (y - step) <= err -> F + s * y + V * (y * y) < 0.
Proof.
  split; [exact newton_step_near |]. intros y L Hy.
  destruct parts as (j0 & m0 & q1 & q2 & e0 & qm & ee & b). destruct residual_and_step as (_ & Ff & _).
  pose proof time_is_small as X. set (v := V * j). assert (v0 : 0 <= v) by (unfold v; apply Rmult_le_pos; lra).
  assert (vq : v <= 101 / 100 * q) by (unfold v, q; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra).
  assert (Sd : Rabs (s * j + 1) <= 53 * u53 * q).
  { unfold q. replace (s * j + 1) with ((s + k) * j) by (rewrite <- jk; ring).
    rewrite Rabs_mult, (Rabs_pos_eq j) by lra. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (Hm : Rabs y <= m + err).
  { replace y with (step + (y - step)) by ring. eapply Rle_trans; [apply Rabs_triang |]. unfold m. lra. }
  assert (Hxy : Rabs (x + y) <= 203 / 100 * m + 23 / 100 * e + err).
  { eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (err0 : 0 <= err) by (pose proof (Rabs_pos (y - step)); lra).
  assert (A : Rabs (v * (x + y)) <= 101 / 100 * q * (203 / 100 * m + 23 / 100 * e + err)).
  { rewrite Rabs_mult, (Rabs_pos_eq v) by exact v0. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (qe : q * e <= 18000000000 * (105 / 100 * (u53 / 128))) by (apply Rmult_le_compat; lra).
  assert (qr : q * err <= 18000000000 * (101 / 100 * (u53 / 128))) by (apply Rmult_le_compat; lra).
  apply Rabs_le_inv in Sd. apply Rabs_le_inv in A.
  assert (B : (s + V * (x + y)) * j < 0) by (replace ((s + V * (x + y)) * j) with (s * j + v * (x + y)) by (unfold v;
    ring); lra).
  assert (C : s + V * (x + y) < 0).
  { apply Rnot_le_lt. intros N. assert (0 <= (s + V * (x + y)) * j) by (apply Rmult_le_pos; lra). lra. }
  replace (F + s * y + V * (y * y)) with ((F + s * x + V * (x * x)) + (y - x) * (s + V * (x + y))) by ring.
  rewrite root. assert (0 < (y - x) * - (s + V * (x + y))) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
End Newton.
