(* Lower bounds of what step_at_side of src/turning/moving_time.h multiplies and adds for its bound.

   K = U (2 W + R U / |u|), from the root S of |u|^2 and its inverse. The error of the slope is 64 eps K, and that
   of the residual at least 2^-95 K and 2^-560, but for rounding and for what underflows. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepTerms SweepErrors SweepSquares MovingTangent.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).
Notation H560 := (bpow radix2 (-560)).

Lemma constant_values : real (fconst 1 (-94) : D) = 4096 * (u53 * u53) /\ real (fconst 1 (-560) : D) = H560 /\
  real (fconst 1 (-60) : D) = u53 / 128 /\ finite (fconst 1 (-60) : D).
Proof.
  const_facts 1%Z (-94)%Z F1 V1. const_facts 1%Z (-560)%Z F2 V2. const_facts 1%Z (-60)%Z F3 V3.
  rewrite Rmult_1_l in V1, V2, V3. rewrite V1, V2, V3. split; [| split; [reflexivity | split; [| exact F3]]].
  - change u53 with (bpow radix2 (-53)). change 4096 with (bpow radix2 12). rewrite <- !bpow_plus. reflexivity.
  - unfold Rdiv. change u53 with (bpow radix2 (-53)). change (/ 128) with (bpow radix2 (-7)). rewrite <- bpow_plus.
  reflexivity.
Qed.

Section Bound.
Variables r us ws inv : D.
Variable S : R.
Hypotheses (U_range : 0 <= real us <= bpow radix2 200) (W_range : 0 <= real ws <= bpow radix2 200)
  (r_range : 0 <= real r <= bpow radix2 200) (S0 : 0 < S) (S1 : S <= 102 / 100 * real us)
  (S2 : real us <= 33554433 * S) (S3 : bpow radix2 (-302) <= S) (Hi : Rabs (real inv * S - 1) <= 101 / 100 * u53).
Let stretch := fmul us inv.
Let slope_error := fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) (fadd (fmul (fconst 1 1) ws) (fmul r stretch)).
Let first := fadd (fmul (fmul (fconst 1 (-94)) us) (fadd ws (fmul r stretch))) (fconst 1 (-560)).
Let g := real r * (real us * (real us / S)).
Let K := 2 * (real us * real ws) + g.

Lemma inverse_pos : 0 < real inv /\ (1 - 101 / 100 * u53) / S <= real inv <= (1 + 101 / 100 * u53) / S /\
  real inv <= 101 / 100 * bpow radix2 302.
Proof.
  apply Rabs_le_inv in Hi. destruct Hi as [A B].
  assert (L : (1 - 101 / 100 * u53) / S <= real inv).
  { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (H : real inv <= (1 + 101 / 100 * u53) / S).
  { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (0 < (1 - 101 / 100 * u53) / S) by (apply Rdiv_lt_0_compat; lra).
  split; [lra |]. split; [split; assumption |]. eapply Rle_trans; [exact H |].
  apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
  assert (P : bpow radix2 302 * bpow radix2 (-302) = 1) by (rewrite <- bpow_plus; reflexivity).
  assert (bpow radix2 302 * bpow radix2 (-302) <= bpow radix2 302 * S) by (apply Rmult_le_compat_l; [apply bpow_ge_0 |
    exact S3]).
  lra.
Qed.

(* The size of R |u|' as the code has it, and the error of the slope. *)
Lemma slope_error_low : finite slope_error -> finite stretch /\ 0 <= real stretch /\ 0 <= real slope_error /\
  (1 - 3 * u53) * (real us / S) - 2 * eta' <= real stretch /\ 639 / 10 * u53 * K - bpow radix2 (-700) <= real
    slope_error.
Proof.
  intros Fe. destruct inverse_pos as (i0 & [i1 i2] & _). destruct (fmul_finite _ _ Fe) as (F1 & F2 & _).
  destruct (fmul_finite _ _ F1) as (F3 & _ & _). destruct (fadd_finite _ _ F2) as (F4 & F5 & _).
  destruct (fmul_finite _ _ F5) as (_ & F6 & _). const_facts 1%Z 1%Z Fa Va. const_facts 1%Z (-48)%Z Fb Vb.
  rewrite Rmult_1_l in Va, Vb. change (bpow radix2 1) with 2 in Va.
  assert (V48 : bpow radix2 (-48) = 32 * u53).
  { change u53 with (bpow radix2 (-53)). change 32 with (bpow radix2 5). rewrite <- bpow_plus. reflexivity. }
  rewrite V48 in Vb.
  destruct (product_low _ _ F6 (proj1 U_range) (Rlt_le _ _ i0)) as [G1 L1]. fold stretch in G1, L1.
  destruct (product_low _ _ F5 (proj1 r_range) G1) as [G2 L2].
  destruct (product_low _ _ F4 ltac:(lra) (proj1 W_range)) as [G3 L3].
  destruct (sum_low _ _ F2 G3 G2) as [G4 L4]. destruct (product_low _ _ F3 ltac:(lra) ltac:(lra)) as [G5 L5].
  destruct (product_low _ _ F1 G5 (proj1 U_range)) as [G6 L6]. destruct (product_low _ _ Fe G6 G4) as [G7 L7].
  fold slope_error in G7, L7. rewrite Va, Vb in L5. rewrite Va in L3. rewrite u_double in *.
  change (eta double) with eta' in *.
  set (t := real (fadd (fmul (fconst 1 1) ws) (fmul r stretch))) in *. set (c1 := real (fmul (fconst 1 1) (fconst 1
    (-48)) : D)) in *.
  set (c2 := real (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us)) in *. set (a := real us) in *.
  set (rr := real r) in *.
  assert (e1 : 0 < eta' /\ 1048576 * eta' <= u53 * u53).
  { split; [apply bpow_gt_0 |]. change u53 with (bpow radix2 (-53)). change 1048576 with (bpow radix2 20).
    rewrite <- !bpow_plus. apply bpow_le. lia. }
  destruct e1 as [e0 e1]. pose proof (bpow_gt_0 radix2 (-700)) as t7.
  assert (s0 : 0 < / S) by now apply Rinv_0_lt_compat.
  assert (St : (1 - 3 * u53) * (a / S) - 2 * eta' <= real stretch).
  { assert (A : a * ((1 - 101 / 100 * u53) / S) <= a * real inv) by (apply Rmult_le_compat_l; lra).
    replace (a * ((1 - 101 / 100 * u53) / S)) with ((1 - 101 / 100 * u53) * (a / S)) in A by (unfold Rdiv; ring).
    assert (0 <= a / S) by (apply Rmult_le_pos; lra). lra. }
  assert (as0 : 0 <= a / S) by (apply Rmult_le_pos; lra).
  assert (M1 : rr * ((1 - 3 * u53) * (a / S) - 2 * eta') <= rr * real stretch) by (apply Rmult_le_compat_l; lra).
  assert (RS : 0 <= rr * (a / S)) by (apply Rmult_le_pos; lra).
  assert (re : 0 <= rr * eta') by (apply Rmult_le_pos; lra).
  assert (T1 : (1 - 6 * u53) * (2 * real ws + rr * (a / S)) - 3 * (rr * eta') - 3 * eta' <= t) by lra.
  assert (T2 : (1 - 2 * u53) * (64 * u53) <= c1) by lra.
  assert (T3 : (1 - 4 * u53) * (64 * u53) * a - eta' <= c2).
  { assert (A : (1 - 2 * u53) * (64 * u53) * a <= c1 * a) by (apply Rmult_le_compat_r; lra).
    assert (0 <= u53 * a) by (apply Rmult_le_pos; lra). lra. }
  assert (Z : c2 * ((1 - 6 * u53) * (2 * real ws + rr * (a / S)) - 3 * (rr * eta') - 3 * eta') <= c2 * t) by
    (apply Rmult_le_compat_l; assumption).
  (* c2 is at most 128 u53 a + eta'. *)
  destruct (fmul_finite _ _ F1) as (_ & _ & E2). pose proof (rnd_error double (c1 * a)) as B2. fold c1 a in E2.
  rewrite <- E2 in B2.
  fold c2 in B2. destruct (fmul_finite _ _ F3) as (_ & _ & E1). rewrite Va, Vb in E1.
  pose proof (rnd_error double (2 * (32 * u53))) as B1. rewrite <- E1 in B1. fold c1 in B1. rewrite u_double in B1, B2.
  change (eta double) with eta' in B1, B2. rewrite (Rabs_pos_eq (2 * (32 * u53))) in B1 by lra.
  assert (ca : 0 <= c1 * a) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq (c1 * a)) in B2 by assumption.
  apply Rabs_le_inv in B1. apply Rabs_le_inv in B2.
  assert (C1 : c1 * a <= 65 * u53 * a) by (apply Rmult_le_compat_r; lra).
  assert (a200 : a <= bpow radix2 200) by lra.
  assert (ua : 0 <= u53 * a) by (apply Rmult_le_pos; lra).
  assert (C2 : c2 <= 66 * u53 * a + eta') by lra.
  set (w := 2 * real ws + rr * (a / S)) in *. assert (w0 : 0 <= w) by (unfold w; lra).
  assert (Kw : K = a * w) by (unfold K, g, w; fold a rr; ring).
  set (m := 3 * (rr * eta') + 3 * eta'). assert (m0 : 0 <= m) by (unfold m; lra).
  assert (Hm : m <= bpow radix2 (-870)).
  { assert (A : rr * eta' <= bpow radix2 200 * eta') by (apply Rmult_le_compat_r; lra). rewrite <- bpow_plus in A.
    change (200 + -1075)%Z with (-875)%Z in A. assert (eta' <= bpow radix2 (-875)) by (apply bpow_le; lia).
    assert (E : bpow radix2 (-870) = 32 * bpow radix2 (-875)) by (change 32 with (bpow radix2 5); rewrite <- bpow_plus;
      reflexivity). rewrite E. unfold m. lra. }
  assert (Small : c2 * m <= bpow radix2 (-702)).
  { apply Rle_trans with ((66 * u53 * a + eta') * bpow radix2 (-870)); [apply Rmult_le_compat; lra |].
    apply Rle_trans with (bpow radix2 160 * bpow radix2 (-870)); [apply Rmult_le_compat_r; [apply bpow_ge_0 |] |
      rewrite <- bpow_plus; apply bpow_le; lia].
    assert (A : 66 * u53 * a <= bpow radix2 (-46) * bpow radix2 200).
    { apply Rmult_le_compat; [lra | lra | | exact a200]. change u53 with (bpow radix2 (-53)).
      change (bpow radix2 (-46)) with (bpow radix2 (7 + -53)). rewrite bpow_plus. change (bpow radix2 7) with 128.
      pose proof (bpow_gt_0 radix2 (-53)). lra. }
    rewrite <- bpow_plus in A. change (-46 + 200)%Z with 154%Z in A.
    assert (eta' <= bpow radix2 154) by (apply bpow_le; lia).
    assert (E : bpow radix2 160 = 64 * bpow radix2 154) by (change 64 with (bpow radix2 6); rewrite <- bpow_plus;
      reflexivity).
    rewrite E. pose proof (bpow_gt_0 radix2 154). lra. }
  assert (ew : eta' * w <= bpow radix2 (-702)).
  { assert (A1 : a / S <= bpow radix2 26).
    { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      change (bpow radix2 26) with 67108864. lra. }
    assert (A2 : rr * (a / S) <= bpow radix2 200 * bpow radix2 26) by (apply Rmult_le_compat; lra).
    rewrite <- bpow_plus in A2. change (200 + 26)%Z with 226%Z in A2.
    assert (bpow radix2 200 <= bpow radix2 226) by (apply bpow_le; lia).
    assert (A3 : w <= bpow radix2 228).
    { change 228%Z with (2 + 226)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. unfold w. lra. }
    apply Rle_trans with (eta' * bpow radix2 228); [apply Rmult_le_compat_l; lra |]. rewrite <- bpow_plus.
    apply bpow_le. lia. }
  assert (P7 : bpow radix2 (-700) = 4 * bpow radix2 (-702)) by (change 4 with (bpow radix2 2); rewrite <- bpow_plus;
    reflexivity).
  assert (Cw : ((1 - 4 * u53) * (64 * u53) * a - eta') * w <= c2 * w) by (apply Rmult_le_compat_r; assumption).
  assert (wa : 0 <= u53 * (a * w)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  replace (((1 - 4 * u53) * (64 * u53) * a - eta') * w) with ((1 - 4 * u53) * 64 * (u53 * (a * w)) - eta' * w) in Cw by
    ring.
  assert (cw : 0 <= c2 * w) by (now apply Rmult_le_pos).
  replace (c2 * ((1 - 6 * u53) * w - 3 * (rr * eta') - 3 * eta')) with ((1 - 6 * u53) * (c2 * w) - c2 * m) in Z
    by (unfold m; ring).
  split; [exact F6 |]. split; [exact G1 |]. split; [exact G7 |]. split; [exact St |].
  rewrite Kw. pose proof (bpow_gt_0 radix2 (-702)) as p7. assert (et : eta' <= bpow radix2 (-702)) by (apply bpow_le;
    lia).
  set (q := a * w) in *. set (cw' := c2 * w) in *. set (ct := c2 * t) in *. set (cm := c2 * m) in *.
  clear - L7 Z Cw Small ew P7 p7 et wa cw. lra.
Qed.

(* What the residual may lose. *)
Lemma first_low : finite slope_error -> finite first -> 999 / 1000 * (2048 * (u53 * u53) * K) + 999 / 1000 * H560 <=
  real first.
Proof.
  intros Fe F. pose proof U_range as Ur. pose proof W_range as Wr. destruct (slope_error_low Fe) as (Fs & Gs & _ & Ls &
    _).
  destruct (fadd_finite _ _ F) as (F1 & F2 & _). destruct (fmul_finite _ _ F1) as (F3 & F4 & _).
  destruct (fadd_finite _ _ F4) as (_ & F5 & _). destruct constant_values as (V1 & V2 & _).
  destruct (product_low _ _ F5 (proj1 r_range) Gs) as [G2 L2]. destruct (sum_low _ _ F4 (proj1 Wr) G2) as [G3 L3].
  destruct (product_low _ _ F3 ltac:(rewrite V1; lra) (proj1 Ur)) as [G4 L4].
  destruct (product_low _ _ F1 G4 G3) as [G5 L5].
  destruct (sum_low _ _ F G5 ltac:(rewrite V2; apply bpow_ge_0)) as [_ L6]. fold first in L6. rewrite V2 in L6.
  rewrite V1 in L4.
  rewrite u_double in *. change (eta double) with eta' in *.
  set (a := real us) in *. set (b := real ws) in *. set (rr := real r) in *.
  set (c := real (fmul (fconst 1 (-94)) us)) in *.
  set (w := real (fadd ws (fmul r stretch))) in *.
  assert (s0 : 0 < / S) by now apply Rinv_0_lt_compat. assert (as0 : 0 <= a / S) by (apply Rmult_le_pos; lra).
  assert (M : rr * ((1 - 3 * u53) * (a / S) - 2 * eta') <= rr * real stretch) by (apply Rmult_le_compat_l; lra).
  pose proof (bpow_gt_0 radix2 (-1075)) as e0. assert (re0 : 0 <= rr * eta') by (apply Rmult_le_pos; lra).
  assert (rs0 : 0 <= rr * (a / S)) by (apply Rmult_le_pos; lra).
  set (v := b + rr * (a / S)). assert (v0 : 0 <= v) by (unfold v; lra).
  assert (W : (1 - 6 * u53) * v - 3 * (rr * eta') - 2 * eta' <= w) by (unfold v; lra).
  (* The parts that underflow. *)
  assert (re : rr * eta' <= bpow radix2 (-875)).
  { apply Rle_trans with (bpow radix2 200 * eta'); [apply Rmult_le_compat_r; lra |]. rewrite <- bpow_plus.
  apply bpow_le. lia. }
  assert (ee : eta' <= bpow radix2 (-875)) by (apply bpow_le; lia).
  assert (uu1 : 4096 * (u53 * u53) <= 1) by lra. assert (ua : 0 <= u53 * u53 * a) by (apply Rmult_le_pos; lra).
  assert (C1 : (1 - u53) * (4096 * (u53 * u53)) * a - eta' <= c) by lra.
  assert (C2 : c <= 2 * a + 1).
  { destruct (fmul_finite _ _ F3) as (_ & _ & Ec). fold a c in Ec. rewrite V1 in Ec.
    pose proof (rnd_error double (4096 * (u53 * u53) * a)) as Q. rewrite <- Ec, u_double in Q.
    change (eta double) with eta' in Q.
    assert (h1 : eta' <= 1) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
    rewrite (Rabs_pos_eq (4096 * (u53 * u53) * a)) in Q by lra. apply Rabs_le_inv in Q.
    assert (4096 * (u53 * u53) * a <= a) by lra. lra. }
  assert (big2 : 2 * a + 1 <= bpow radix2 202).
  { assert (1 <= bpow radix2 200) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
    change 202%Z with (2 + 200)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. lra. }
  set (m' := 3 * (rr * eta') + 2 * eta'). assert (m0 : 0 <= m' <= 8 * bpow radix2 (-875)) by (unfold m'; lra).
  assert (Small : c * m' <= bpow radix2 (-670)).
  { apply Rle_trans with (bpow radix2 202 * (8 * bpow radix2 (-875))); [apply Rmult_le_compat; lra |].
    change 8 with (bpow radix2 3). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (V228 : v <= bpow radix2 228).
  { assert (A1 : a / S <= bpow radix2 26).
    { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
      change (bpow radix2 26) with 67108864. lra. }
    assert (A2 : rr * (a / S) <= bpow radix2 200 * bpow radix2 26) by (apply Rmult_le_compat; lra).
    rewrite <- bpow_plus in A2. change (200 + 26)%Z with 226%Z in A2.
    assert (bpow radix2 200 <= bpow radix2 226) by (apply bpow_le; lia).
    change 228%Z with (2 + 226)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. unfold v. lra. }
  assert (ev : eta' * v <= bpow radix2 (-670)).
  { apply Rle_trans with (eta' * bpow radix2 228); [apply Rmult_le_compat_l; lra |]. rewrite <- bpow_plus.
  apply bpow_le. lia. }
  assert (P670 : bpow radix2 (-670) <= / 1048576 * H560).
  { change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Z1 : ((1 - u53) * (4096 * (u53 * u53)) * a - eta') * v <= c * v) by (apply Rmult_le_compat_r; assumption).
  assert (Z2 : c * ((1 - 6 * u53) * v - m') <= c * w) by (apply Rmult_le_compat_l; [exact G4 | unfold m'; lra]).
  replace (((1 - u53) * (4096 * (u53 * u53)) * a - eta') * v) with ((1 - u53) * 4096 * (u53 * u53 * (a * v)) - eta' *
    v) in Z1 by ring.
  replace (c * ((1 - 6 * u53) * v - m')) with ((1 - 6 * u53) * (c * v) - c * m') in Z2 by ring.
  assert (ab : 0 <= a * b) by (apply Rmult_le_pos; lra).
  assert (raa : 0 <= rr * (a * (a / S))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert (EK : K = 2 * (a * b) + rr * (a * (a / S))) by reflexivity.
  assert (Kv : K / 2 <= a * v).
  { replace (a * v) with (a * b + rr * (a * (a / S))) by (unfold v; ring). rewrite EK. lra. }
  assert (uav : u53 * u53 * (K / 2) <= u53 * u53 * (a * v)) by (apply Rmult_le_compat_l; lra).
  assert (K0 : 0 <= u53 * u53 * (K / 2)) by (apply Rmult_le_pos; [lra |]; rewrite EK; lra).
  assert (cv0 : 0 <= c * v) by (now apply Rmult_le_pos).
  assert (e560 : eta' <= / 1048576 * H560) by (eapply Rle_trans; [| exact P670]; apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-560)) as h0.
  set (x := u53 * u53 * (a * v)) in *. set (cv := c * v) in *. set (cw := c * w) in *. set (cm := c * m') in *.
  set (y := u53 * u53 * (K / 2)) in *.
  replace (2048 * (u53 * u53) * K) with (4096 * y) by (unfold y; field).
  clear - L5 L6 Z1 Z2 Small ev P670 uav K0 cv0 e560 h0. lra.
Qed.
End Bound.
