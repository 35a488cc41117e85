(* The residual and the rate at the guess, for the place p of the centre as seen from an end.

   p = (hx + lx, hy + ly) is near the real place P = e + g v (TimePlace.v). So |p|^2 - R^2 is |P|^2 - R^2 but for its
   last rounding and 840 2^-106 S^2, where S is the size of e, v and R together. The code allows 2^-94 = 4096 2^-106.
   The rate p.v in double is P.v but for 20 2^-53 S |v|. Source: docs/exactness.md, "The time". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import CheckerTactics Model Facts Operations Wide Terms_time TimePlace TimeEndResidual.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* One coordinate h + l of the place P, from the sizes E and V. *)
Definition placed (h l : D) P E V :=
  Rabs (real h + real l - P) <= u53 * u53 * (4 * E + 33 * V) + 2 * place_tiny /\
  Rabs (real l) <= u53 * (3 * E + 9 * V) + 8 * place_tiny /\
  Rabs (real h) <= (1 + 4 * u53) * (E + 2 * V) + 2 * place_tiny.

Lemma place_tiny_least : 1000 * place_tiny <= u53 * u53 * least.
Proof. by_powers. Qed.

Lemma placed_sizes h l P E V A :
  placed h l P E V -> 0 <= E -> 0 <= V -> E + 2 * V + least <= A ->
  Rabs (real h) <= 1001 / 1000 * A /\ Rabs (real l) <= 5 * u53 * A /\
  Rabs (real h + real l - P) <= 17 * (u53 * u53) * A /\
  Rabs ((real h + real l) * (real h + real l) - P * P) <= 35 * (u53 * u53) * (A * A).
Proof.
  intros (H1 & H2 & H3) E0 V0 HA. pose proof place_tiny_least as T. pose proof (bpow_gt_0 radix2 (-370)) as L.
  pose proof (bpow_gt_0 radix2 (-959)) as T0.
  assert (B1 : Rabs (real h) <= 1001 / 1000 * A) by lra. assert (B2 : Rabs (real l) <= 5 * u53 * A) by lra.
  assert (B3 : Rabs (real h + real l - P) <= 17 * (u53 * u53) * A) by lra.
  split; [exact B1 |]. split; [exact B2 |]. split; [exact B3 |].
  replace ((real h + real l) * (real h + real l) - P * P) with
    ((real h + real l - P) * (2 * (real h + real l) - (real h + real l - P))) by ring.
  assert (B4 : Rabs (2 * (real h + real l) - (real h + real l - P)) <= 203 / 100 * A).
  { assert (A0 : 0 <= A) by lra. clear - B1 B2 B3 A0. two_sided; lra. }
  eapply Rle_trans; [apply times_size; [exact B3 | exact B4] |].
  assert (0 <= A * A) by (apply Rmult_le_pos; lra). lra.
Qed.

Section Place.
Variables hx hy lx ly cr wr : D.
Variables PX PY Ex Ey Vx Vy s t r R S : R.
Hypothesis (Px : placed hx lx PX Ex Vx) (Py : placed hy ly PY Ey Vy).
Hypothesis (Ex0 : 0 <= Ex) (Ey0 : 0 <= Ey) (Vx0 : 0 <= Vx) (Vy0 : 0 <= Vy).
Hypothesis (e_size : Ex + Ey <= 1001 / 1000 * s) (v_size : Vx + Vy <= 1001 / 1000 * t).
Hypothesis (R0 : 0 <= R) (R_size : R <= 1001 / 1000 * r).
Hypothesis sizes : s + t + r <= 1001 / 1000 * S.

Theorem residual_at_place_error res :
  residual_at_end_results hx hy lx ly cr wr res -> finite res -> R = real cr + real wr ->
  Rabs (real res - (PX * PX + PY * PY - R * R)) <= u53 * Rabs (real res) + 840 * (u53 * u53) * (S * S) + bpow radix2
    (-810).
Proof.
  intros H F ER. set (A := Ex + 2 * Vx + R + least). set (B := Ey + 2 * Vy + R + least).
  pose proof (bpow_gt_0 radix2 (-370)) as L.
  destruct (placed_sizes _ _ _ _ _ A Px Ex0 Vx0 ltac:(unfold A; lra)) as (X1 & X2 & _ & X3).
  destruct (placed_sizes _ _ _ _ _ B Py Ey0 Vy0 ltac:(unfold B; lra)) as (Y1 & Y2 & _ & Y3).
  pose proof (residual_at_end_error hx hy lx ly cr wr res A B H F ltac:(unfold A; lra) ltac:(unfold B; lra) X1 X2 Y1 Y2
    ltac:(rewrite <- ER; unfold A, B; lra)) as G.
  rewrite <- ER in G. assert (AB : A + B <= 201 / 100 * S + 2 * least) by (unfold A, B; lra).
  assert (A0 : 0 < A) by (unfold A; lra). assert (B0 : 0 < B) by (unfold B; lra).
  assert (AA : 0 <= A * B) by (apply Rmult_le_pos; lra).
  assert (S0 : 0 <= S) by lra. assert (SS : 0 <= S * S) by (apply Rmult_le_pos; lra).
  assert (Q : (A + B) * (A + B) <= 506 / 100 * (S * S) + 20 * (least * least)).
  { apply Rle_trans with ((201 / 100 * S + 2 * least) * (201 / 100 * S + 2 * least)); [apply Rmult_le_compat; lra |].
    pose proof (Rle_0_sqr (201 / 100 * S / 2 - 2 * (2 * least))) as Z. unfold Rsqr in Z.
    assert (0 <= S * S) by (apply Rmult_le_pos; lra). lra. }
  assert (T : 165 * (u53 * u53) * (20 * (least * least)) <= bpow radix2 (-810)) by by_powers.
  assert (C : Rabs (real res - (PX * PX + PY * PY - R * R)) <=
    u53 * Rabs (real res) + 130 * (u53 * u53) * ((A + B) * (A + B)) + 35 * (u53 * u53) * (A * A + B * B)).
  { pose proof (Rabs_pos (real res)) as P0. set (q := Rabs (real res)) in *. clear - G X3 Y3. two_sided; lra. }
  lra.
Qed.

(* The rate. *)
Theorem rate_at_place_error (vx vy : D) VX VY (rate := fadd (fmul (fadd hx lx) vx) (fmul (fadd hy ly) vy)) :
  finite rate -> Rabs (real vx) <= Vx -> Rabs (real vy) <= Vy ->
  Rabs (real vx - VX) <= 4 * u53 * t -> Rabs (real vy - VY) <= 4 * u53 * t ->
  Rabs (real rate - (PX * VX + PY * VY)) <= 25 * u53 * (S * t) + 20 * (u53 * least * t) + 3 * bpow radix2 (-1075).
Proof.
  intros Fr Bx By Nx Ny. unfold rate in *. clear rate.
  destruct (fadd_finite _ _ Fr) as (F1 & F2 & _). destruct (fmul_finite _ _ F1) as (F3 & _ & _).
  destruct (fmul_finite _ _ F2) as (F4 & _ & _). pose proof (bpow_gt_0 radix2 (-370)) as L.
  set (A := Ex + 2 * Vx + least). set (B := Ey + 2 * Vy + least).
  destruct (placed_sizes _ _ _ _ _ A Px Ex0 Vx0 ltac:(unfold A; lra)) as (X1 & X2 & X3 & _).
  destruct (placed_sizes _ _ _ _ _ B Py Ey0 Vy0 ltac:(unfold B; lra)) as (Y1 & Y2 & Y3 & _).
  assert (A0 : 0 < A) by (unfold A; lra). assert (B0 : 0 < B) by (unfold B; lra).
  set (M := 201 / 100 * S + 2 * least). assert (AB : A + B <= M) by (unfold A, B, M; lra).
  assert (t0 : 0 <= t) by lra. assert (S0 : 0 <= S) by (unfold A, B in *; lra).
  assert (C : forall (h l v : D) P V A0 W, finite (fmul (fadd h l) v) -> Rabs (real h) <= 1001 / 1000 * A0 ->
    Rabs (real l) <= 5 * u53 * A0 -> Rabs (real h + real l - P) <= 17 * (u53 * u53) * A0 -> Rabs (real v) <= W ->
    Rabs (real v - V) <= 4 * u53 * t -> 0 <= A0 -> 0 <= W -> A0 <= M -> W <= 1001 / 1000 * t ->
    Rabs (real (fmul (fadd h l) v) - P * V) <= 31 / 10 * u53 * (M * W) + 41 / 10 * u53 * (A0 * t) + bpow radix2
      (-1075) /\
    Rabs (P * V) <= 101 / 100 * (A0 * t)).
  { intros h l v P V A1 W F H1 H2 H3 H4 H5 a0 w0 HM HW. destruct (fmul_finite _ _ F) as (Fs & _ & _).
    assert (Q1 : Rabs (real h + real l) <= 1002 / 1000 * A1) by (clear - H1 H2 a0; two_sided; lra).
    destruct (Wide.fadd_error _ _ _ Fs Q1) as (_ & _ & E1). set (a := fadd h l) in *.
    assert (Q2 : Rabs (real a - P) <= 101 / 100 * u53 * A1) by (clear - H3 E1 a0; two_sided; lra).
    assert (Q3 : Rabs (real a) <= 1003 / 1000 * A1) by (clear - Q1 E1 a0; two_sided; lra).
    assert (Q4 : Rabs P <= 1003 / 1000 * A1) by (clear - Q1 H3 a0; two_sided; lra).
    assert (Q5 : Rabs V <= 1002 / 1000 * t) by (clear - H4 H5 HW w0 t0; two_sided; lra).
    pose proof (times_size _ _ _ _ Q3 H4) as Q6.
    destruct (Wide.fmul_error _ _ _ _ F Q6 (Rle_refl _)) as (_ & _ & E2).
    pose proof (times_size _ _ _ _ Q2 H4) as Q7. pose proof (times_size _ _ _ _ Q4 H5) as Q8.
    pose proof (times_size _ _ _ _ Q4 Q5) as Q9.
    assert (aw : A1 * W <= M * W) by (apply Rmult_le_compat_r; lra).
    assert (aw0 : 0 <= A1 * W) by (apply Rmult_le_pos; lra). assert (at0 : 0 <= A1 * t) by (apply Rmult_le_pos; lra).
    split; [| lra].
    replace (real (fmul a v) - P * V) with
      ((real (fmul a v) - real a * real v) + ((real a - P) * real v + P * (real v - V))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |]. lra. }
  destruct (C hx lx vx PX VX A Vx F1 X1 X2 X3 Bx Nx ltac:(lra) Vx0 ltac:(lra) ltac:(lra)) as [Ex1 Ex2].
  destruct (C hy ly vy PY VY B Vy F2 Y1 Y2 Y3 By Ny ltac:(lra) Vy0 ltac:(lra) ltac:(lra)) as [Ey1 Ey2]. clear C.
  set (p := fmul (fadd hx lx) vx) in *. set (q := fmul (fadd hy ly) vy) in *.
  assert (M0 : 0 <= M) by (unfold M; lra).
  assert (MV : M * (Vx + Vy) <= M * (1001 / 1000 * t)) by (apply Rmult_le_compat_l; lra).
  assert (ABt : (A + B) * t <= M * t) by (apply Rmult_le_compat_r; lra).
  assert (Mt : 0 <= M * t) by (apply Rmult_le_pos; lra). pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (Sum : Rabs (real p + real q) <= 102 / 100 * (M * t) + 3 * bpow radix2 (-1075)).
  { assert (Rabs (real p + real q) <= 31 / 10 * u53 * (M * Vx) + 41 / 10 * u53 * (A * t) + 31 / 10 * u53 * (M * Vy) +
      41 / 10 * u53 * (B * t) + 2 * bpow radix2 (-1075) + 101 / 100 * (A * t) + 101 / 100 * (B * t))
      by (clear - Ex1 Ex2 Ey1 Ey2; two_sided; lra).
    lra. }
  destruct (Wide.fadd_error _ _ _ Fr Sum) as (_ & _ & E3).
  assert (G : Rabs (real (fadd p q) - (PX * VX + PY * VY)) <= 31 / 10 * u53 * (M * Vx) + 41 / 10 * u53 * (A * t) +
    31 / 10 * u53 * (M * Vy) + 41 / 10 * u53 * (B * t) + 2 * bpow radix2 (-1075) +
    u53 * (102 / 100 * (M * t) + 3 * bpow radix2 (-1075))) by (clear - Ex1 Ey1 E3; two_sided; lra).
  assert (0 <= S * t) by (apply Rmult_le_pos; lra). assert (0 <= least * t) by (apply Rmult_le_pos; lra).
  unfold M in *. lra.
Qed.

End Place.
