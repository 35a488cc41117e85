(* Bounds in real numbers for the normal of a hit on the side of a wall that turns: step_at_side of
   src/turning/moving_time.h. MovingNormalStep.v has the theorem, with 5.78 units of 2^-53.

   The direction of the rounded u is off by 1 unit, its squared length by 2, which is 1 of the length. The root and its
   inverse are off by 1.5 units together (SweepPlaceNormal.v), and the product by 1. Then the vector turns by the angle
   beta = step (u x u') / |u|^2. That angle is off by 0.24 units, because |u|^2 is at least 12 2^-53 of the square of
   all sizes. The turn is below 2^-30, so what it neglects is 0.02 units. The last sum is rounded, too. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Overflow Bounded ErrorFree Geometry SweepGeometry SweepErrors
  SweepTerms MovingVectors MovingTangent TangentGapLine Wide TimePlace TimeEndPlace SweepPlaceRounding SweepPlaceNormal
  MovingTimeEnd MovingNormalEnd.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation fl := (rnd double).

(* The direction of a vector whose coordinates are rounded. *)
Section Direction.
Variables hx hy X Y n g : R.
Hypotheses (n0 : 0 < n) (n_is : n * n = X * X + Y * Y) (g0 : 0 < g) (g_is : g * g = hx * hx + hy * hy)
  (near_x : Rabs (hx - X) <= u53 * Rabs X + u53 * n / 1000000) (near_y : Rabs (hy - Y) <= u53 * Rabs Y + u53 * n /
    1000000).

Lemma length_of_rounded : Rabs (g - n) <= 15 / 10 * u53 * n.
Proof.
  destruct (below_norm X Y n n0 n_is) as (_ & LX).
  destruct (below_norm Y X n n0 ltac:(lra)) as (_ & LY).
  pose proof (Rabs_pos X) as X0. pose proof (Rabs_pos Y) as Y0.
  assert (Sq : forall h Z, Rabs (h - Z) <= u53 * Rabs Z + u53 * n / 1000000 -> Rabs Z <= n ->
    Rabs (h * h - Z * Z) <= 2001 / 1000 * u53 * (Z * Z) + u53 * (n * n) / 10000).
  { intros h Z H L. pose proof (Rabs_pos Z) as Z0. replace (Z * Z) with (Rabs Z * Rabs Z) at 2 by (rewrite <- Rabs_mult;
      apply Rabs_pos_eq, Rle_0_sqr).
    replace (h * h - Z * Z) with ((h - Z) * (2 * Z + (h - Z))) by ring. set (d := h - Z) in *. set (z := Rabs Z) in *.
    assert (B : Rabs (2 * Z + d) <= (2 + u53) * z + u53 * n / 1000000).
    { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. fold z. lra. }
    rewrite Rabs_mult. eapply Rle_trans; [apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact H | exact B]
      |].
    assert (zz : 0 <= z * z) by (apply Rmult_le_pos; lra). assert (zn : z * n <= n * n) by (apply Rmult_le_compat_r;
      lra).
    assert (nn : 0 <= n * n) by (apply Rmult_le_pos; lra). assert (zn0 : 0 <= z * n) by (apply Rmult_le_pos; lra). lra.
      }
  pose proof (Sq _ _ near_x LX) as Qx. pose proof (Sq _ _ near_y LY) as Qy.
  assert (G : Rabs (g * g - n * n) <= 2002 / 1000 * u53 * (n * n)).
  { rewrite g_is, n_is. replace (hx * hx + hy * hy - (X * X + Y * Y)) with ((hx * hx - X * X) + (hy * hy - Y * Y)) by
    ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite n_is in Qx, Qy.
    pose proof (Rle_0_sqr X). pose proof (Rle_0_sqr Y). unfold Rsqr in *. lra. }
  replace (g * g - n * n) with ((g - n) * (g + n)) in G by ring. rewrite Rabs_mult, (Rabs_pos_eq (g + n)) in G by lra.
  pose proof (Rabs_pos (g - n)) as gn0.
  assert (H : Rabs (g - n) * n <= 2002 / 1000 * u53 * n * n).
  { assert (Rabs (g - n) * n <= Rabs (g - n) * (g + n)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (H1 : Rabs (g - n) <= 2002 / 1000 * u53 * n) by (apply Rmult_le_reg_r with n; lra).
  pose proof H1 as H1'. apply Rabs_le_inv in H1'.
  apply Rmult_le_reg_r with (g + n); [lra |]. eapply Rle_trans; [exact G |].
  assert (n * ((2 - 3 * u53) * n) <= n * (g + n)) by (apply Rmult_le_compat_l; lra).
  assert (nn : 0 <= n * n) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma direction_near : Rabs (hx / g - X / n) <= 1001 / 1000 * u53 /\ Rabs (hy / g - Y / n) <= 1001 / 1000 * u53.
Proof.
  pose proof length_of_rounded as G. apply Rabs_le_inv in G.
  set (px := hx / g). set (py := hy / g). set (qx := X / n). set (qy := Y / n).
  assert (Ep : px * px + py * py = 1).
  { unfold px, py. replace (hx / g * (hx / g) + hy / g * (hy / g)) with ((hx * hx + hy * hy) / (g * g)) by (field; lra).
    rewrite <- g_is. field. lra. }
  assert (Eq : qx * qx + qy * qy = 1).
  { unfold qx, qy. replace (X / n * (X / n) + Y / n * (Y / n)) with ((X * X + Y * Y) / (n * n)) by (field; lra).
    rewrite <- n_is. field. lra. }
  destruct (below_norm X Y n n0 n_is) as (Qx & LX).
  destruct (below_norm Y X n n0 ltac:(lra)) as (Qy & LY). fold qx in Qx. fold qy in Qy.
  set (cr := qx * py - qy * px). set (dot := qx * px + qy * py).
  assert (XY : Rabs X * Rabs Y <= / 2 * (n * n)).
  { rewrite n_is. pose proof (Rle_0_sqr (Rabs X - Rabs Y)) as Q. unfold Rsqr in Q.
    assert (Rabs X * Rabs X = X * X /\ Rabs Y * Rabs Y = Y * Y) as [E1 E2].
    { split; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr. }
    lra. }
  pose proof (Rabs_pos X) as X0. pose proof (Rabs_pos Y) as Y0. assert (nn : 0 < n * n) by now apply Rmult_lt_0_compat.
  assert (Cr : Rabs cr <= 10001 / 10000 * u53).
  { assert (E : cr * (g * n) = X * (hy - Y) - Y * (hx - X)) by (unfold cr, px, py, qx, qy; field; lra).
    assert (B : Rabs (cr * (g * n)) <= u53 * (n * n) + u53 * (n * n) / 100000).
    { rewrite E. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult.
      assert (Rabs X * Rabs (hy - Y) <= Rabs X * (u53 * Rabs Y + u53 * n / 1000000)) by (apply Rmult_le_compat_l; lra).
      assert (Rabs Y * Rabs (hx - X) <= Rabs Y * (u53 * Rabs X + u53 * n / 1000000)) by (apply Rmult_le_compat_l; lra).
      assert (Rabs X * n <= n * n) by (apply Rmult_le_compat_r; lra).
      assert (Rabs Y * n <= n * n) by (apply Rmult_le_compat_r; lra). lra. }
    rewrite Rabs_mult, (Rabs_pos_eq (g * n)) in B by (apply Rmult_le_pos; lra).
    apply Rmult_le_reg_r with (g * n); [apply Rmult_lt_0_compat; lra |]. eapply Rle_trans; [exact B |].
    assert ((1 - 2 * u53) * n * n <= g * n) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Dp : 0 < dot).
  { assert (E : dot * (g * n) = n * n + (X * (hx - X) + Y * (hy - Y))) by (unfold dot, px, py, qx, qy; rewrite n_is;
    field;
      lra).
    assert (B : Rabs (X * (hx - X) + Y * (hy - Y)) <= / 10 * (n * n)).
    { eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
      assert (Rabs X * Rabs (hx - X) <= n * (3 * u53 * n)) by (apply Rmult_le_compat; auto using Rabs_pos; lra).
      assert (Rabs Y * Rabs (hy - Y) <= n * (3 * u53 * n)) by (apply Rmult_le_compat; auto using Rabs_pos; lra). lra. }
    apply Rabs_le_inv in B. apply Rmult_lt_reg_r with (g * n); [apply Rmult_lt_0_compat; lra |]. lra. }
  assert (One : dot * dot + cr * cr = 1).
  { unfold dot, cr. replace ((qx * px + qy * py) * (qx * px + qy * py) + (qx * py - qy * px) * (qx * py - qy * px)) with
      ((qx * qx + qy * qy) * (px * px + py * py)) by ring. rewrite Ep, Eq. ring. }
  assert (Cc : 0 <= cr * cr <= u53 / 1000000).
  { split; [apply Rle_0_sqr |]. rewrite <- (Rabs_pos_eq (cr * cr)) by apply Rle_0_sqr. rewrite Rabs_mult.
    eapply Rle_trans; [apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact Cr | exact Cr] |]. lra. }
  assert (D1 : Rabs (dot - 1) <= u53 / 1000000).
  { assert (dot <= 1) by (apply Rnot_lt_le; intros C; assert (1 * 1 < dot * dot) by (apply Rmult_le_0_lt_compat; lra);
    lra).
    apply Rabs_le. split; [| lra]. assert (E : (1 - dot) * (1 + dot) = cr * cr) by lra.
    assert ((1 - dot) * 1 <= (1 - dot) * (1 + dot)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Ex : px - qx = (dot - 1) * qx - cr * qy).
  { unfold dot, cr. replace ((qx * px + qy * py - 1) * qx - (qx * py - qy * px) * qy) with
      (px * (qx * qx + qy * qy) - qx) by ring. rewrite Eq. ring. }
  assert (Ey : py - qy = (dot - 1) * qy + cr * qx).
  { unfold dot, cr. replace ((qx * px + qy * py - 1) * qy + (qx * py - qy * px) * qx) with
      (py * (qx * qx + qy * qy) - qy) by ring. rewrite Eq. ring. }
  assert (B : forall p q, Rabs p <= 1 -> Rabs q <= 1 -> Rabs ((dot - 1) * p) + Rabs (cr * q) <= 1001 / 1000 * u53).
  { intros p q Hp Hq. rewrite !Rabs_mult.
    assert (Rabs (dot - 1) * Rabs p <= u53 / 1000000 * 1) by (apply Rmult_le_compat; auto using Rabs_pos).
    assert (Rabs cr * Rabs q <= 10001 / 10000 * u53 * 1) by (apply Rmult_le_compat; auto using Rabs_pos). lra. }
  split.
  - rewrite Ex. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. now apply B.
  - rewrite Ey. eapply Rle_trans; [apply Rabs_triang |]. now apply B.
Qed.
End Direction.

(* The rounded inverse of the rounded root of a rounded sum of squares, against the length g. *)
Lemma inverse_of_length w g : 0 < g -> Rabs (w - g * g) <= 2001 / 1000 * u53 * (g * g) ->
  bpow radix2 (-450) <= sqrt w <= bpow radix2 450 ->
  0 < fl (1 / fl (sqrt w)) /\ Rabs (fl (1 / fl (sqrt w)) * g - 1) <= 2503 / 1000 * u53.
Proof.
  intros g0 W Z. destruct (inverse_of_rounded (sqrt w) Z) as (_ & q0 & Q). set (q := fl (1 / fl (sqrt w))) in *.
  split; [exact q0 |]. set (z := sqrt w) in *. pose proof (bpow_gt_0 radix2 (-450)) as p450.
  assert (gg : 0 < g * g) by now apply Rmult_lt_0_compat.
  assert (zz : z * z = w).
  { unfold z. apply sqrt_sqrt. apply Rabs_le_inv in W. lra. }
  assert (H : Rabs (z - g) <= 10008 / 10000 * u53 * g).
  { rewrite <- zz in W. replace (z * z - g * g) with ((z - g) * (z + g)) in W by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (z + g)) in W by lra. pose proof (Rabs_pos (z - g)) as a0.
    assert (H1 : Rabs (z - g) <= 2001 / 1000 * u53 * g).
    { apply Rmult_le_reg_r with g; [exact g0 |].
      assert (Rabs (z - g) * g <= Rabs (z - g) * (z + g)) by (apply Rmult_le_compat_l; lra). lra. }
    apply Rabs_le_inv in H1. apply Rmult_le_reg_r with (z + g); [lra |]. eapply Rle_trans; [exact W |].
    assert (g * ((2 - 3 * u53) * g) <= g * (z + g)) by (apply Rmult_le_compat_l; lra). lra. }
  apply Rabs_le_inv in H, Q. apply Rabs_le.
  assert (A : q * z * (1 - 10009 / 10000 * u53) <= q * g <= q * z * (1 + 10009 / 10000 * u53)).
  { assert (z * (1 - 10009 / 10000 * u53) <= g <= z * (1 + 10009 / 10000 * u53)) as [A B] by lra.
    split; rewrite Rmult_assoc; apply Rmult_le_compat_l; lra. }
  lra.
Qed.

(* One coordinate before the turn. *)
Lemma coordinate_before_turn h g q p Q : 0 < g -> p = h / g -> Rabs (p - Q) <= 1001 / 1000 * u53 -> Rabs Q <= 1 ->
  Rabs (q * g - 1) <= 2503 / 1000 * u53 -> Rabs (fl (h * q) - Q) <= 4507 / 1000 * u53.
Proof.
  intros g0 Ep Hp HQ Hq. assert (E : h * q = p * (q * g)) by (rewrite Ep; field; lra).
  assert (L : Rabs p <= 1 + 2 * u53).
  { replace p with ((p - Q) + Q) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (B : Rabs (h * q - Q) <= 3505 / 1000 * u53).
  { rewrite E. replace (p * (q * g) - Q) with ((p - Q) + p * (q * g - 1)) by ring. eapply Rle_trans; [apply Rabs_triang
    |].
    rewrite Rabs_mult. assert (Rabs p * Rabs (q * g - 1) <= (1 + 2 * u53) * (2503 / 1000 * u53)) by (apply
      Rmult_le_compat; auto using Rabs_pos). lra. }
  assert (L2 : Rabs (h * q) <= 1 + 4 * u53).
  { replace (h * q) with ((h * q - Q) + Q) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  pose proof (rnd_error double (h * q)) as R. rewrite u_double in R.
  assert (Tn : eta double <= / 1000 * u53).
  { apply Rle_trans with (/ 1024 * u53); [| lra]. change (/ 1024) with (bpow radix2 (-10)).
    change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. change (eta double) with (bpow radix2 (-1075)).
    apply bpow_le. lia. }
  replace (fl (h * q) - Q) with ((fl (h * q) - h * q) + (h * q - Q)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  lra.
Qed.

(* A vector that moves by x C turns by beta, but for squares. *)
Section Turned.
Variables X Y CX CY x n nt : R.
Hypotheses (n0 : 0 < n) (n_is : n * n = X * X + Y * Y) (nt0 : 0 <= nt)
  (nt_is : nt * nt = (X + x * CX) * (X + x * CX) + (Y + x * CY) * (Y + x * CY))
  (little : Rabs x * (Rabs CX + Rabs CY) <= 95 / 100000000000 * n).
Let beta := x * (X * CY - Y * CX) / (n * n).

Lemma turned_vector : 0 < nt /\ Rabs beta <= 95 / 100000000000 /\
  Rabs ((X + x * CX) / nt - (X / n - beta * (Y / n))) <= 2 / 100 * u53 /\
  Rabs ((Y + x * CY) / nt - (Y / n + beta * (X / n))) <= 2 / 100 * u53.
Proof.
  destruct (below_norm X Y n n0 n_is) as (Qx & LX). destruct (below_norm Y X n n0 ltac:(lra)) as (Qy & LY).
  set (a := x * (X * CX + Y * CY) / (n * n)). set (s := 95 / 100000000000) in *.
  pose proof (Rabs_pos x) as x0. pose proof (Rabs_pos CX) as c1. pose proof (Rabs_pos CY) as c2.
  pose proof (Rabs_pos X) as X0. pose proof (Rabs_pos Y) as Y0.
  assert (Small : forall p q, Rabs p <= n -> Rabs q <= n -> Rabs (x * (p * CX + q * CY) / (n * n)) <= s).
  { intros p q Hp Hq. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ (n * n))) by
      (left; apply Rinv_0_lt_compat; now apply Rmult_lt_0_compat).
    apply Rmult_le_reg_r with (n * n); [now apply Rmult_lt_0_compat |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by
      (apply Rgt_not_eq; now apply Rmult_lt_0_compat).
    rewrite Rabs_mult. assert (B : Rabs (p * CX + q * CY) <= n * (Rabs CX + Rabs CY)).
    { eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
      assert (Rabs p * Rabs CX <= n * Rabs CX) by (apply Rmult_le_compat_r; lra).
      assert (Rabs q * Rabs CY <= n * Rabs CY) by (apply Rmult_le_compat_r; lra). lra. }
    apply Rle_trans with (Rabs x * (n * (Rabs CX + Rabs CY))); [apply Rmult_le_compat_l; assumption |].
    replace (Rabs x * (n * (Rabs CX + Rabs CY))) with (n * (Rabs x * (Rabs CX + Rabs CY))) by ring.
    replace (s * (n * n)) with (n * (s * n)) by ring. apply Rmult_le_compat_l; lra. }
  assert (A : Rabs a <= s) by (apply Small; assumption).
  assert (B : Rabs beta <= s).
  { unfold beta. replace (X * CY - Y * CX) with (- Y * CX + X * CY) by ring. apply Small; [now rewrite Rabs_Ropp |
      assumption]. }
  assert (nn : 0 < n * n) by now apply Rmult_lt_0_compat.
  assert (Ex : X + x * CX = (1 + a) * X - beta * Y).
  { unfold a, beta. apply Rmult_eq_reg_r with (n * n); [| lra].
    replace (((1 + x * (X * CX + Y * CY) / (n * n)) * X - x * (X * CY - Y * CX) / (n * n) * Y) * (n * n)) with
      (X * (n * n) + x * CX * (X * X + Y * Y)) by (field; lra). rewrite <- n_is. ring. }
  assert (Ey : Y + x * CY = (1 + a) * Y + beta * X).
  { unfold a, beta. apply Rmult_eq_reg_r with (n * n); [| lra].
    replace (((1 + x * (X * CX + Y * CY) / (n * n)) * Y + x * (X * CY - Y * CX) / (n * n) * X) * (n * n)) with
      (Y * (n * n) + x * CY * (X * X + Y * Y)) by (field; lra). rewrite <- n_is. ring. }
  rewrite Ex, Ey in *. clear Ex Ey Small. clearbody a beta. unfold s in *. clear s little.
  set (rho := nt / n).
  assert (Er : rho * rho = (1 + a) * (1 + a) + beta * beta).
  { unfold rho. replace (nt / n * (nt / n)) with (nt * nt / (n * n)) by (field; lra). rewrite nt_is.
    replace (((1 + a) * X - beta * Y) * ((1 + a) * X - beta * Y) + ((1 + a) * Y + beta * X) * ((1 + a) * Y + beta * X))
      with
      (((1 + a) * (1 + a) + beta * beta) * (X * X + Y * Y)) by ring. rewrite <- n_is. field. lra. }
  assert (r0 : 0 <= rho) by (unfold rho; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  apply Rabs_le_inv in A. pose proof (Rabs_pos beta) as b0.
  assert (bb : 0 <= beta * beta <= 82 / 10000 * u53).
  { split; [apply Rle_0_sqr |]. rewrite <- (Rabs_pos_eq (beta * beta)) by apply Rle_0_sqr. rewrite Rabs_mult.
    eapply Rle_trans; [apply Rmult_le_compat; [apply Rabs_pos | apply Rabs_pos | exact B | exact B] |]. lra. }
  assert (R1 : 1 + a <= rho).
  { apply Rsqr_incr_0_var; [| exact r0]. unfold Rsqr. lra. }
  assert (R2 : (rho - (1 + a)) * (199 / 100) <= beta * beta).
  { replace (beta * beta) with ((rho - (1 + a)) * (rho + (1 + a))) by (replace ((rho - (1 + a)) * (rho + (1 + a))) with
      (rho * rho - (1 + a) * (1 + a)) by ring; lra). apply Rmult_le_compat_l; lra. }
  assert (Ent : nt = rho * n) by (unfold rho; field; lra).
  assert (ntp : 0 < nt) by (rewrite Ent; apply Rmult_lt_0_compat; lra).
  split; [exact ntp |]. split; [exact B |].
  assert (Bm : Rabs (beta * (1 - rho)) <= 84 / 10000 * u53).
  { rewrite Rabs_mult. apply Rle_trans with (95 / 100000000000 * (951 / 1000000000000)).
    - apply Rmult_le_compat; auto using Rabs_pos. apply Rabs_le. lra.
    - lra. }
  assert (Main : forall p q, Rabs p <= 1 -> Rabs q <= 1 -> Rabs (((1 + a) * p - beta * q) / rho - (p - beta * q)) <=
    2 / 100 * u53).
  { intros p q Hp Hq. replace (((1 + a) * p - beta * q) / rho - (p - beta * q)) with
      ((((1 + a) - rho) * p - beta * (1 - rho) * q) * / rho) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (/ rho)) by (left; apply Rinv_0_lt_compat; lra).
    assert (I : / rho <= 11 / 10).
    { apply Rmult_le_reg_r with rho; [lra |]. rewrite Rinv_l; lra. }
    assert (N : Rabs ((1 + a - rho) * p - beta * (1 - rho) * q) <= 14 / 1000 * u53).
    { unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, (Rabs_mult _ p), (Rabs_mult _ q).
      assert (Rabs (1 + a - rho) * Rabs p <= 5 / 1000 * u53 * 1).
      { apply Rmult_le_compat; auto using Rabs_pos. apply Rabs_le. lra. }
      assert (Rabs (beta * (1 - rho)) * Rabs q <= 84 / 10000 * u53 * 1) by (apply Rmult_le_compat; auto using Rabs_pos).
      lra. }
    assert (0 < / rho) by (apply Rinv_0_lt_compat; lra).
    apply Rle_trans with (14 / 1000 * u53 * (11 / 10)); [apply Rmult_le_compat; auto using Rabs_pos; lra | lra]. }
  split.
  - replace (((1 + a) * X - beta * Y) / nt) with (((1 + a) * (X / n) - beta * (Y / n)) / rho) by (rewrite Ent; field;
    lra).
    now apply Main.
  - replace (((1 + a) * Y + beta * X) / nt) with (((1 + a) * (Y / n) - beta * (- (X / n))) / rho) by (rewrite Ent;
    field;
      lra).
    replace (Y / n + beta * (X / n)) with (Y / n - beta * - (X / n)) by ring. apply Main; [assumption | now rewrite
      Rabs_Ropp].
Qed.
End Turned.
