(* The speed at an end in triple-doubles (set_tangent_end of src/sweep/sweep_tangent.h): the bound that the code
   takes for -e.v + sqrt D exceeds its error.

   e.v has 16 2^-106 of its terms, the sum 4 2^-106 of both parts, and the root 1.92 E / W of itself and 180 2^-106. The
   code takes 64 2^-106 of the terms, 512 2^-106 of the root and 2 E / W of the root. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Wide TangentProducts.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).

Section Speed.
Variables es vs K Bc B rh rt rd e h l ck r8 sm a r2 q b se : R.
Hypotheses (es0 : 0 <= es) (vs0 : 0 <= vs) (K0 : 0 <= K) (HK : K <= 1001 / 1000 * (es * vs)).
Hypotheses (e0 : 0 <= e <= 1) (rl0 : bpow radix2 (-400) <= rh) (Hrt : Rabs (rt - rh) <= u53 * rh) (q0 : 0 <= q).
Hypothesis Large : bpow radix2 (-703) <= Rabs h.
Hypothesis Low : Rabs l <= u53 * Rabs h.
Hypothesis HB : Rabs (Bc - B) <= 16 * (u53 * u53) * K + 5 * lost.
Hypothesis SB : Rabs Bc <= 101 / 100 * K + 8 * lost.
Hypothesis Hsum : Rabs (h + l - (Bc + rt)) <= 4 * (u53 * u53) * (Rabs Bc + rt).
Hypothesis Hroot : Rabs (rt - rd) <= (192 / 100 * e + 180 * (u53 * u53)) * rt.
Hypothesis Hck : Rabs (ck - es * vs) <= u53 * Rabs (es * vs) + w.
Hypothesis H8 : Rabs (r8 - 8 * rh) <= u53 * Rabs (8 * rh) + w.
Hypothesis Hsm : Rabs (sm - (ck + r8)) <= u53 * Rabs (ck + r8).
Hypothesis Ha : Rabs (a - 64 * (u53 * u53) * sm) <= u53 * Rabs (64 * (u53 * u53) * sm) + w.
Hypothesis H2 : Rabs (r2 - 2 * rh) <= u53 * Rabs (2 * rh) + w.
Hypothesis Hq : Rabs (q - e) <= u53 * Rabs e + w.
Hypothesis Hb : Rabs (b - r2 * q) <= u53 * Rabs (r2 * q) + w.
Hypothesis Hse : Rabs (se - (a + b)) <= u53 * Rabs (a + b).

Lemma end_speed_enough : Rabs (h + l - (B + rd)) <= se.
Proof using All.
  destruct lost_bounds as (Z0 & Zw). assert (W0 : 0 < w) by apply bpow_gt_0.
  assert (rh0 : 0 < rh) by (pose proof (bpow_gt_0 radix2 (-400)); lra).
  set (P := es * vs) in *. assert (P0 : 0 <= P) by (unfold P; now apply Rmult_le_pos).
  apply Rabs_le_inv in Hrt.
  assert (er0 : 0 <= e * rh) by (apply Rmult_le_pos; lra).
  assert (ert : e * rt <= (1 + u53) * (e * rh)).
  { replace ((1 + u53) * (e * rh)) with (e * ((1 + u53) * rh)) by ring. apply Rmult_le_compat_l; lra. }
  (* a lower bound of the sizes *)
  assert (Sum : / 2 * bpow radix2 (-703) <= P + rh).
  { assert (L8 : 8 * lost <= / 1000 * bpow radix2 (-703)).
    { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-703)).
      - change 8 with (bpow radix2 3). rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. simpl. lra. }
    assert (Q : Rabs h - Rabs l <= Rabs (h + l)).
    { replace (h + l) with (h - - l) by ring. rewrite <- (Rabs_Ropp l). apply Rabs_triang_inv. }
    assert (T : Rabs (h + l) <= Rabs Bc + rt + 4 * (u53 * u53) * (Rabs Bc + rt)).
    { replace (h + l) with ((Bc + rt) + (h + l - (Bc + rt))) by ring. eapply Rle_trans; [apply Rabs_triang |].
      apply Rplus_le_compat; [| exact Hsum]. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq rt); lra. }
    pose proof (Rabs_pos Bc). clear - L8 Q T Large Low SB HK Hrt H P0 rh0. lra. }
  assert (E : 51 / 10 * lost <= 30 * (u53 * u53) * (P + rh)).
  { assert (Q : lost = / 32 * (64 * (u53 * u53) * bpow radix2 (-703))).
    { change u53 with (bpow radix2 (-53)). change 64 with (bpow radix2 6). change (/ 32) with (bpow radix2 (-5)).
      rewrite <- !bpow_plus. reflexivity. }
    assert (u53 * u53 * (/ 2 * bpow radix2 (-703)) <= u53 * u53 * (P + rh)) by (apply Rmult_le_compat_l; lra). lra. }
  (* the error *)
  assert (Err : Rabs (h + l - (B + rd)) <= 202 / 10 * (u53 * u53) * P + 51 / 10 * lost + 193 / 100 * (e * rh) + 186 *
    (u53 * u53) * rh).
  { assert (H3 : Rabs (rt - rd) <= 1921 / 1000 * (e * rh) + 181 * (u53 * u53) * rh) by lra.
    clear - Hsum HB SB H3 HK Z0 Hrt rh0 P0 K0. pose proof (Rabs_pos Bc).
    set (y := e * rh) in *. apply Rabs_le_inv in Hsum. apply Rabs_le_inv in HB. apply Rabs_le_inv in H3.
    apply Rabs_le. lra. }
  eapply Rle_trans; [exact Err |].
  (* the bound *)
  rewrite (Rabs_pos_eq P) in Hck by lra. rewrite (Rabs_pos_eq (8 * rh)) in H8 by lra.
  rewrite (Rabs_pos_eq (2 * rh)) in H2 by lra.
  rewrite (Rabs_pos_eq e) in Hq by lra. apply Rabs_le_inv in Hck. apply Rabs_le_inv in H8. apply Rabs_le_inv in H2.
  apply Rabs_le_inv in Hq.
  assert (Wz : w <= / 1000000000 * lost).
  { apply Rle_trans with (bpow radix2 (-30) * lost); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [lra | simpl; lra]. }
  assert (Ws : w <= / 1000000 * (u53 * u53 * (P + rh))) by lra.
  assert (c0 : 999 / 1000 * (P + 8 * rh) <= ck + r8) by lra.
  rewrite (Rabs_pos_eq (ck + r8)) in Hsm by lra. apply Rabs_le_inv in Hsm.
  assert (s0 : 998 / 1000 * (P + 8 * rh) <= sm) by lra.
  rewrite (Rabs_pos_eq (64 * (u53 * u53) * sm)) in Ha by lra. apply Rabs_le_inv in Ha.
  assert (a0 : 63 * (u53 * u53) * (P + 8 * rh) <= a) by lra.
  assert (w1 : w <= / 1000000 * (u53 * u53)).
  { apply Rle_trans with (bpow radix2 (-20) * (u53 * u53)); [| apply Rmult_le_compat_r; [lra | simpl; lra]].
    change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (w2 : w * rh <= / 1000000 * (u53 * u53) * rh) by (apply Rmult_le_compat_r; lra).
  assert (w3 : w <= u53 * rh).
  { apply Rle_trans with (u53 * bpow radix2 (-400)); [| apply Rmult_le_compat_l; lra].
    change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (r2l : (2 - 4 * u53) * rh <= r2) by lra. assert (r20 : 0 <= r2) by lra.
  assert (rq0 : 0 <= r2 * q) by now apply Rmult_le_pos.
  assert (wr0 : 0 <= w * rh) by (apply Rmult_le_pos; lra). assert (g0 : 0 <= (2 - 4 * u53) * rh) by lra.
  assert (rq : (2 - 7 * u53) * (e * rh) - 2 * (w * rh) <= r2 * q).
  { destruct (Rle_or_lt ((1 - u53) * e - w) 0) as [N | N].
    - assert (N2 : (2 - 4 * u53) * rh * ((1 - u53) * e - w) <= (2 - 4 * u53) * rh * 0) by (apply Rmult_le_compat_l;
        [exact g0 | exact N]).
      replace ((2 - 4 * u53) * rh * ((1 - u53) * e - w))
        with ((2 - 4 * u53) * (1 - u53) * (e * rh) - (2 - 4 * u53) * (w * rh)) in N2 by ring. lra.
    - assert (N2 : (2 - 4 * u53) * rh * ((1 - u53) * e - w) <= r2 * q)
        by (apply Rmult_le_compat; [exact g0 | left; exact N | exact r2l | lra]).
      replace ((2 - 4 * u53) * rh * ((1 - u53) * e - w))
        with ((2 - 4 * u53) * (1 - u53) * (e * rh) - (2 - 4 * u53) * (w * rh)) in N2 by ring. lra. }
  rewrite (Rabs_pos_eq (r2 * q)) in Hb by assumption. apply Rabs_le_inv in Hb.
  assert (b0 : (2 - 9 * u53) * (e * rh) - u53 * u53 * (P + rh) <= b) by (set (y := r2 * q) in *; lra).
  assert (ab : 0 <= a + b) by lra.
  rewrite (Rabs_pos_eq (a + b)) in Hse by lra. apply Rabs_le_inv in Hse. lra.
Qed.
End Speed.
