(* The turn of the normal on the side within the step: step_at_side of src/turning/moving_time.h, in real numbers and
   their roundings. The angle is step (u x u') / |u|^2. u and u' are differences of rounded numbers; A and B are their
   sizes.

   u x u' is off by 1.02 A^2 + 5.07 A B units of 2^-53. A is at most 1.46 |u| + B, and B at most 2.75 10^7 |u|. Times
   the step, B is at most 2^-30 |u|. So the angle is off by 0.17 units, and by 2^-57 for the error of the time. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Bounded.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).
Notation fl := (rnd double).

Lemma cross_little n A B m d : 0 < n -> 0 <= B <= 27500000 * n -> 0 <= A <= 146 / 100 * n + 1002 / 1000 * B ->
  0 <= m <= 3 / 10000 -> m * B <= 94 / 100000000000 * n -> d <= 102 / 100 * (A * A) + 507 / 100 * (A * B) ->
  m * d <= 17 / 100 * (n * n).
Proof.
  intros n0 [B0 B1] [A0 A1] [m0 m1] MB D. assert (nn : 0 < n * n) by now apply Rmult_lt_0_compat.
  set (b := m * B) in *. assert (b0 : 0 <= b) by (unfold b; now apply Rmult_le_pos).
  assert (bB : b * B <= 94 / 100000000000 * 27500000 * (n * n)).
  { replace (94 / 100000000000 * 27500000 * (n * n)) with (94 / 100000000000 * n * (27500000 * n)) by ring.
    apply Rmult_le_compat; lra. }
  assert (bn : n * b <= 94 / 100000000000 * (n * n)).
  { replace (94 / 100000000000 * (n * n)) with (n * (94 / 100000000000 * n)) by ring. apply Rmult_le_compat_l; lra. }
  assert (mn : m * (n * n) <= 3 / 10000 * (n * n)) by (apply Rmult_le_compat_r; lra).
  assert (AA : m * (A * A) <= m * ((146 / 100 * n + 1002 / 1000 * B) * (146 / 100 * n + 1002 / 1000 * B))).
  { apply Rmult_le_compat_l; [exact m0 |]. apply Rmult_le_compat; lra. }
  assert (AB : m * (A * B) <= m * ((146 / 100 * n + 1002 / 1000 * B) * B)).
  { apply Rmult_le_compat_l; [exact m0 |]. apply Rmult_le_compat_r; lra. }
  replace (m * ((146 / 100 * n + 1002 / 1000 * B) * (146 / 100 * n + 1002 / 1000 * B))) with
    (146 / 100 * (146 / 100) * (m * (n * n)) + 2 * (146 / 100) * (1002 / 1000) * (n * b) + 1002 / 1000 * (1002 / 1000) *
      (b * B)) in AA by (unfold b; ring).
  replace (m * ((146 / 100 * n + 1002 / 1000 * B) * B)) with (146 / 100 * (n * b) + 1002 / 1000 * (b * B)) in AB by
    (unfold b; ring).
  apply Rle_trans with (m * (102 / 100 * (A * A) + 507 / 100 * (A * B))); [now apply Rmult_le_compat_l | lra].
Qed.

(* The roundings of the angle, each with an allowance h for underflow. *)
Lemma angle_rounded d i n tr s2 an st h : 0 < n -> 0 < i -> Rabs (i * n - 1) <= 5 * u53 ->
  Rabs (tr - d * i) <= u53 * Rabs (d * i) + h -> Rabs (s2 - tr * i) <= u53 * Rabs (tr * i) + h ->
  Rabs (an - st * s2) <= u53 * Rabs (st * s2) + h -> Rabs (st * d) <= / 1000000000 * (n * n) -> Rabs st <= 1 ->
  0 <= h -> h * i <= u53 / 1000000000 -> h <= u53 / 1000000000 ->
  Rabs (an - st * d / (n * n)) <= u53 / 1000000.
Proof.
  intros n0 i0 I T S N SD S1 h0 hi h1. assert (nn : 0 < n * n) by now apply Rmult_lt_0_compat.
  set (y := st * d / (n * n)). set (j := i * n) in *. set (w := st * d * i * i).
  assert (Y : Rabs y <= / 1000000000).
  { unfold y, Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ (n * n))) by (left; now apply Rinv_0_lt_compat).
    apply Rmult_le_reg_r with (n * n); [exact nn |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. exact SD. }
  assert (W : w = y * (j * j)) by (unfold w, y, j; field; lra). apply Rabs_le_inv in I.
  assert (jj : Rabs (j * j - 1) <= 11 * u53).
  { replace (j * j - 1) with ((j - 1) * (j + 1)) by ring. rewrite Rabs_mult, (Rabs_pos_eq (j + 1)) by lra.
    assert (Rabs (j - 1) <= 5 * u53) by (apply Rabs_le; lra).
    apply Rle_trans with (5 * u53 * (2 + 5 * u53)); [apply Rmult_le_compat; auto using Rabs_pos; lra | lra]. }
  assert (E0 : Rabs (w - y) <= 12 * u53 / 1000000000).
  { replace (w - y) with (y * (j * j - 1)) by (rewrite W; ring). rewrite Rabs_mult.
    apply Rle_trans with (/ 1000000000 * (11 * u53)); [apply Rmult_le_compat; auto using Rabs_pos | lra]. }
  pose proof (Rabs_pos st) as st0. set (t1 := st * (tr * i)).
  assert (E1 : Rabs (t1 - w) <= u53 * Rabs w + u53 / 1000000000).
  { replace (t1 - w) with (st * i * (tr - d * i)) by (unfold t1, w; ring). rewrite !Rabs_mult, (Rabs_pos_eq i) by lra.
    apply Rle_trans with (Rabs st * i * (u53 * Rabs (d * i) + h)).
    - apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact T].
    - replace (Rabs st * i * (u53 * Rabs (d * i) + h)) with (u53 * (Rabs st * Rabs (d * i) * i) + Rabs st * (h * i)) by
        ring.
      assert (Ew : Rabs w = Rabs st * Rabs (d * i) * i).
      { unfold w. rewrite !Rabs_mult, (Rabs_pos_eq i) by lra. ring. }
      rewrite Ew. assert (0 <= h * i) by (apply Rmult_le_pos; lra).
      assert (Rabs st * (h * i) <= 1 * (h * i)) by (apply Rmult_le_compat_r; lra). lra. }
  set (t2 := st * s2) in *.
  assert (E2 : Rabs (t2 - t1) <= u53 * Rabs t1 + u53 / 1000000000).
  { replace (t2 - t1) with (st * (s2 - tr * i)) by (unfold t1, t2; ring). rewrite Rabs_mult.
    apply Rle_trans with (Rabs st * (u53 * Rabs (tr * i) + h)); [apply Rmult_le_compat_l; assumption |].
    assert (E : Rabs t1 = Rabs st * Rabs (tr * i)) by (unfold t1; apply Rabs_mult). rewrite E.
    assert (Rabs st * h <= 1 * h) by (apply Rmult_le_compat_r; lra). lra. }
  assert (L0 : Rabs w <= 2 / 1000000000).
  { replace w with ((w - y) + y) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (L1 : Rabs t1 <= 3 / 1000000000).
  { replace t1 with ((t1 - w) + w) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (L2 : Rabs t2 <= 4 / 1000000000).
  { replace t2 with ((t2 - t1) + t1) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (an - y) with ((an - t2) + (t2 - t1) + (t1 - w) + (w - y)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang ((an - t2) + (t2 - t1)) (t1 - w)).
  pose proof (Rabs_triang (an - t2) (t2 - t1)). lra.
Qed.

(* A coordinate that turns: s is 1 or -1. *)
Lemma turned_coordinate nx ny an p q be s : s = 1 \/ s = -1 -> Rabs (nx - p) <= 4507 / 1000 * u53 ->
  Rabs (ny - q) <= 4507 / 1000 * u53 -> Rabs p <= 1 -> Rabs q <= 1 -> Rabs be <= / 1000000000 ->
  Rabs (an - be) <= 24 / 100 * u53 ->
  Rabs (an * ny) <= 1 /\ Rabs (nx + s * fl (an * ny)) <= 2 /\
  Rabs (fl (nx + s * fl (an * ny)) - (p + s * (be * q))) <= 576 / 100 * u53.
Proof.
  intros Hs X Y P Q B A.
  assert (LY : Rabs ny <= 1 + 5 * u53).
  { replace ny with ((ny - q) + q) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (LA : Rabs an <= 2 / 1000000000).
  { replace an with ((an - be) + be) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (L : Rabs (an * ny) <= 3 / 1000000000).
  { rewrite Rabs_mult. apply Rle_trans with (2 / 1000000000 * (1 + 5 * u53)); [apply Rmult_le_compat; auto using
      Rabs_pos | lra]. }
  assert (E1 : Rabs (an * ny - be * q) <= 241 / 1000 * u53).
  { replace (an * ny - be * q) with ((an - be) * ny + be * (ny - q)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite !Rabs_mult. assert (Rabs (an - be) * Rabs ny <= 24 / 100 * u53 * (1 + 5 * u53)) by (apply Rmult_le_compat;
      auto using Rabs_pos).
    assert (Rabs be * Rabs (ny - q) <= / 1000000000 * (4507 / 1000 * u53)) by (apply Rmult_le_compat; auto using
      Rabs_pos). lra. }
  assert (Tn : eta double <= / 1000 * u53).
  { apply Rle_trans with (/ 1024 * u53); [| lra]. change (/ 1024) with (bpow radix2 (-10)).
    change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. change (eta double) with (bpow radix2 (-1075)).
    apply bpow_le. lia. }
  pose proof (rnd_error double (an * ny)) as R1. rewrite u_double in R1. set (v := fl (an * ny)) in *.
  assert (E2 : Rabs (v - be * q) <= 243 / 1000 * u53).
  { replace (v - be * q) with ((v - an * ny) + (an * ny - be * q)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    lra. }
  assert (As : Rabs s = 1) by (destruct Hs as [-> | ->]; [apply Rabs_R1 | rewrite Rabs_left; lra]).
  assert (E3 : Rabs (nx + s * v - (p + s * (be * q))) <= 475 / 100 * u53).
  { replace (nx + s * v - (p + s * (be * q))) with ((nx - p) + s * (v - be * q)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, As. lra. }
  assert (Bq : Rabs (be * q) <= / 1000000000).
  { rewrite Rabs_mult. apply Rle_trans with (/ 1000000000 * 1); [apply Rmult_le_compat; auto using Rabs_pos | lra]. }
  assert (L3 : Rabs (nx + s * v) <= 1 + 2 / 1000000000).
  { replace (nx + s * v) with ((nx + s * v - (p + s * (be * q))) + p + s * (be * q)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, As.
    pose proof (Rabs_triang (nx + s * v - (p + s * (be * q))) p). lra. }
  split; [lra |]. split; [lra |]. pose proof (rnd_error double (nx + s * v)) as R2. rewrite u_double in R2.
  replace (fl (nx + s * v) - (p + s * (be * q))) with ((fl (nx + s * v) - (nx + s * v)) + (nx + s * v - (p + s * (be *
    q)))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.
