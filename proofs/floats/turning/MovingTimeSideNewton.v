(* One Newton step to the contact with the side of a wall that turns, in real numbers: step_at_side of
   src/turning/moving_time.h.

   g is the gap by the time after the guess. It is F + s y but for V y^2 near the guess, and changes its sign once in
   the piece, at x. The residual and the slope -k are near F and s, K is the product of all sizes, and j = 1 / k. If
   the bound is below 2^-60, g has the sign of step - y at both ends of the bound, so x lies between them. *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Wide.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).

Section Newton.
Variables F s V x res k step j K T Bd err low high : R.
Variable g : R -> R.
Let E0 := 2048 * (u53 * u53) * K + T.
Let m := Rabs step.
Hypotheses (k0 : 0 < k) (jk : j * k = 1) (V0 : 0 <= V) (Bd0 : 0 <= Bd) (VB : V <= Bd / 2 + E0 / 1000)
  (VK : V <= 101 / 100 * K) (T0 : 0 <= T)
  (slope : Rabs (s + k) <= 40 * u53 * K) (residual : Rabs (res - F) <= 32 / 10 * u53 * Rabs res + 40 / 100 * E0)
  (stepped : Rabs (step - res * j) <= 22 / 10 * u53 * Rabs (res * j) + E0 * j / 1000) (kK : k <= 22 / 10 * K)
  (bound : 98 / 100 * ((E0 + m * (64 * u53 * K + m * Bd)) * j) <= err)
  (certain : err <= 101 / 100 * (u53 / 128)).
Hypothesis near : forall y, Rabs y <= m + err -> Rabs (g y - (F + s * y)) <= V * (y * y).
Hypotheses (inside : low <= 0 <= high) (x_inside : low <= x <= high) (root : g x = 0)
  (before : forall y, low <= y < x -> 0 < g y) (after : forall y, x < y <= high -> g y < 0).

Let q := K * j.
Let e := E0 * j.

Lemma side_parts : 0 < j /\ 0 <= m /\ 1 <= 22 / 10 * q /\ q <= 36000000000 /\ 0 <= e <= 105 / 100 * (u53 / 128) /\
  q * m <= / 7800 /\ 98 / 100 * (e + 64 * u53 * (q * m) + Bd * j * (m * m)) <= err.
Proof.
  assert (j0 : 0 < j) by (apply Rmult_lt_reg_r with k; [exact k0 |]; lra).
  assert (m0 : 0 <= m) by apply Rabs_pos.
  assert (q1 : 1 <= 22 / 10 * q).
  { unfold q. apply Rmult_le_reg_r with k; [exact k0 |].
    replace (22 / 10 * (K * j) * k) with (22 / 10 * K * (j * k)) by ring. rewrite jk. lra. }
  assert (ee : e = 2048 * (u53 * u53) * q + T * j) by (unfold e, E0, q; ring).
  assert (Tj : 0 <= T * j) by (apply Rmult_le_pos; lra).
  assert (b : 98 / 100 * (e + 64 * u53 * (q * m) + Bd * j * (m * m)) <= err).
  { eapply Rle_trans; [| exact bound]. right. unfold e, q. ring. }
  assert (B0 : 0 <= Bd * j * (m * m)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
  assert (B1 : 0 <= q * m) by (apply Rmult_le_pos; lra).
  split; [exact j0 |]. split; [exact m0 |]. split; [exact q1 |]. split; [lra |]. split; [lra |]. split; [lra |].
  exact b.
Qed.

Lemma residual_and_side_step : Rabs (F * j - step) <= 55 / 10 * u53 * m + 41 / 100 * e.
Proof.
  destruct side_parts as (j0 & m0 & q1 & q2 & e0 & qm & _).
  set (r := res * j). assert (St : Rabs (step - r) <= 22 / 10 * u53 * Rabs r + e / 1000) by exact stepped.
  pose proof (Rabs_pos r) as r0.
  assert (Rr : Rabs r <= 1001 / 1000 * m + e / 500).
  { assert (Rabs r <= m + (22 / 10 * u53 * Rabs r + e / 1000)).
    { replace r with (step - (step - r)) at 1 by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. unfold m. lra. }
    lra. }
  assert (Fr : Rabs (r - F * j) <= 32 / 10 * u53 * Rabs r + 40 / 100 * e).
  { unfold r. replace (res * j - F * j) with ((res - F) * j) by ring. rewrite Rabs_mult, (Rabs_pos_eq j) by lra.
    replace (32 / 10 * u53 * Rabs (res * j) + 40 / 100 * e) with ((32 / 10 * u53 * Rabs res + 40 / 100 * E0) * j).
    - apply Rmult_le_compat_r; lra.
    - rewrite Rabs_mult, (Rabs_pos_eq j) by lra. unfold e. ring. }
  replace (F * j - step) with (- (r - F * j) + - (step - r)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  rewrite !Rabs_Ropp. lra.
Qed.

(* The gap over k is step - y but for less than the bound. *)
Lemma gap_near_step y : Rabs y <= m + err -> Rabs (g y * j - (step - y)) < err.
Proof.
  intros Hy. destruct side_parts as (j0 & m0 & q1 & q2 & e0 & qm & b). pose proof residual_and_side_step as Fs.
  assert (q0 : 0 < q) by lra.
  assert (qmp : 0 <= q * m) by (apply Rmult_le_pos; lra).
  assert (B0 : 0 <= Bd * j * (m * m)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
  assert (err0 : 0 < err).
  { assert (0 < e); [| lra]. apply Rlt_le_trans with (2048 * (u53 * u53) * q); [lra |].
    unfold e, E0, q. assert (0 <= T * j) by (apply Rmult_le_pos; lra). lra. }
  assert (Sd : Rabs ((s * j + 1) * y) <= 40 * u53 * q * (m + err)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. unfold q.
    replace (s * j + 1) with ((s + k) * j) by (rewrite <- jk; ring). rewrite Rabs_mult, (Rabs_pos_eq j) by lra.
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  set (v := V * j). assert (v0 : 0 <= v) by (unfold v; apply Rmult_le_pos; lra).
  assert (vq : v <= 101 / 100 * q) by (unfold v, q; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra).
  assert (vb : v <= Bd * j / 2 + e / 1000).
  { unfold v, e. replace (Bd * j / 2 + E0 * j / 1000) with ((Bd / 2 + E0 / 1000) * j) by field.
    apply Rmult_le_compat_r; lra. }
  assert (Nr : Rabs ((g y - (F + s * y)) * j) <= v * ((m + err) * (m + err))).
  { rewrite Rabs_mult, (Rabs_pos_eq j) by lra. unfold v.
    replace (V * j * ((m + err) * (m + err))) with (V * ((m + err) * (m + err)) * j) by ring.
    apply Rmult_le_compat_r; [lra |]. eapply Rle_trans; [now apply near |]. apply Rmult_le_compat_l; [exact V0 |].
    rewrite <- (Rabs_pos_eq (y * y)) by apply Rle_0_sqr. rewrite Rabs_mult.
    apply Rmult_le_compat; auto using Rabs_pos. }
  replace (g y * j - (step - y)) with ((g y - (F + s * y)) * j + ((F * j - step) + (s * j + 1) * y)) by ring.
  eapply Rle_lt_trans; [apply Rabs_triang |].
  eapply Rle_lt_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  assert (vm : v * m <= 101 / 100 * (q * m)).
  { replace (101 / 100 * (q * m)) with (101 / 100 * q * m) by ring. apply Rmult_le_compat_r; lra. }
  assert (vme : v * m * err <= / 7000 * err) by (apply Rmult_le_compat_r; lra).
  assert (ve : v * err <= / 1000000).
  { apply Rle_trans with (101 / 100 * 36000000000 * (101 / 100 * (u53 / 128))); [apply Rmult_le_compat; lra | lra]. }
  assert (vee : v * err * err <= / 1000000 * err) by (apply Rmult_le_compat_r; lra).
  assert (qe : q * err <= 36000000000 * err) by (apply Rmult_le_compat_r; lra).
  assert (m1 : m <= / 3000).
  { assert (5 / 11 * m <= q * m) by (apply Rmult_le_compat_r; lra). lra. }
  assert (mm : 0 <= m * m <= / 9000000).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (/ 3000 * / 3000); [apply Rmult_le_compat; lra | lra]. }
  assert (vmm : v * (m * m) <= Bd * j * (m * m) / 2 + e / 1000).
  { apply Rle_trans with ((Bd * j / 2 + e / 1000) * (m * m)); [apply Rmult_le_compat_r; lra |].
    assert (e * (m * m) <= e * / 9000000) by (apply Rmult_le_compat_l; lra). lra. }
  assert (mq : m <= 22 / 10 * (q * m)).
  { assert (1 * m <= 22 / 10 * q * m) by (apply Rmult_le_compat_r; lra). lra. }
  lra.
Qed.

Theorem newton_step_to_side : Rabs (x - step) <= err /\
  forall y, Rabs y <= m + err -> Rabs (g y * j - (step - y)) < err.
Proof.
  split; [| exact gap_near_step].
  destruct side_parts as (j0 & m0 & _). assert (S : - m <= step <= m) by (apply Rabs_le_inv, Rle_refl).
  assert (err0 : 0 < err).
  { pose proof (gap_near_step 0) as G. rewrite Rabs_R0 in G. apply Rnot_le_lt. intros C.
    destruct (Rle_lt_dec 0 (m + err)) as [H | H].
    - specialize (G H). pose proof (Rabs_pos (g 0 * j - (step - 0))). lra.
    - destruct side_parts as (_ & _ & q1 & _ & e0 & _ & b).
      assert (0 <= Bd * j * (m * m)) by (apply Rmult_le_pos; apply Rmult_le_pos; lra).
      assert (0 <= q * m) by (apply Rmult_le_pos; lra). lra. }
  apply Rabs_le. split; apply Rnot_lt_le; intros C.
  - (* After x the gap would be positive. *)
    set (y := Rmin (step - err) high).
    assert (Y1 : y <= step - err) by apply Rmin_l. assert (Y2 : y <= high) by apply Rmin_r.
    assert (Y3 : x <= y) by (apply Rmin_glb; lra). assert (Y4 : - (m + err) <= y) by (apply Rmin_glb; lra).
    assert (G := gap_near_step y ltac:(apply Rabs_le; lra)). apply Rabs_lt_inv in G.
    assert (P : 0 < g y) by (apply Rmult_lt_reg_r with j; lra).
    destruct (Rle_lt_or_eq_dec x y Y3) as [L | L]; [specialize (after y ltac:(lra)) | rewrite <- L in P]; lra.
  - (* Before x the gap would be negative. *)
    set (y := Rmax (step + err) low).
    assert (Y1 : step + err <= y) by apply Rmax_l. assert (Y2 : low <= y) by apply Rmax_r.
    assert (Y3 : y <= x) by (apply Rmax_lub; lra). assert (Y4 : y <= m + err) by (apply Rmax_lub; lra).
    assert (G := gap_near_step y ltac:(apply Rabs_le; lra)). apply Rabs_lt_inv in G.
    assert (P : g y < 0) by (apply Rmult_lt_reg_r with j; lra).
    destruct (Rle_lt_or_eq_dec y x Y3) as [L | L]; [specialize (before y ltac:(lra)) | rewrite L in P]; lra.
Qed.
End Newton.
