(* The contact on the side of the axis: measure_side of src/geometry/contact_fast.h.

   If it returns true, u and its length are double-doubles with errors in units of 2^-106, and the depth is R - distance
   but for less than its error, whose scale is R + distance + (|ux wy| + |uy wx|) / |u|. docs/exactness.md, "Depth on the
   side". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs ContactSteps
  ContactRoot ContactDepth ContactEnd ContactProducts.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_contact.wide_square_terms(wide_square_results).
Import Terms_contact.is_fast_pair_terms(is_fast_pair_results).
Import Terms_contact.root_rest_terms(root_rest_results).
Import Terms_contact.quotient_rest_terms(quotient_rest_results).
Import Terms_contact.depth_of_terms(depth_of_results).
Import Terms_contact.measure_side_terms(measure_side, measure_side_results).

Open Scope R_scope.

(* 1 / |u| from the root and the inverse of the square: five roundings. *)
Lemma inverse_of_square (a_hi : F double) (A : R) :
  finite a_hi -> bpow radix2 (-320) <= A <= bpow radix2 330 -> - (43/10 * (ud * A)) <= real a_hi - A <= 43/10 * (ud * A) ->
  let s := fsqrt a_hi in let i2 := fdiv (fconst 1 0) a_hi in let i := fmul s i2 in
  finite i2 /\ finite i /\ - (15/10 * ud) <= real i2 * real a_hi - 1 <= 15/10 * ud /\
  - (42/10 * ud) <= real i * real s - 1 <= 42/10 * ud.
Proof.
  intros Fa [A0 A1] HA. cbv zeta. destruct ud_small as [U0 U1]. pose proof (bpow_gt_0 radix2 (-320)) as Z0.
  assert (P : 0 < A) by lra. scales A (Rlt_le _ _ P). pose proof (eta_pos double) as T0.
  assert (A2 : A <= bpow radix2 402) by (eapply Rle_trans; [exact A1 | apply bpow_le; lia]).
  destruct (s_is a_hi A Fa A0 A2 HA) as (Fs & S1 & S2). set (s := fsqrt a_hi) in *.
  destruct (sg_is A A0 A2) as (G0 & G1 & G2 & G3). set (sg := sqrt A) in *. scales sg (Rlt_le _ _ G0).
  assert (P' : 0 < real a_hi) by lra.
  destruct (constant_value 0 ltac:(lia)) as [F3 E3]. change (bpow radix2 0) with 1 in E3.
  assert (iB : 1 / real a_hi <= bpow radix2 321).
  { apply Rmult_le_reg_r with (real a_hi); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (bpow radix2 321 * bpow radix2 (-320) = 2) by (rewrite <- bpow_plus; reflexivity).
    assert (bpow radix2 321 * (99/100 * bpow radix2 (-320)) <= bpow radix2 321 * real a_hi)
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]). lra. }
  assert (i0 : 0 < 1 / real a_hi) by (apply Rdiv_lt_0_compat; lra).
  assert (Big : bpow radix2 321 <= big) by (apply bpow_le; lia).
  destruct (div_step (fconst 1 0) a_hi (1 / real a_hi) F3 Fa ltac:(lra) ltac:(rewrite E3; lra) ltac:(lra)) as (Fi & Hi).
  rewrite E3 in Hi. set (i2 := fdiv (fconst 1 0) a_hi) in *.
  assert (T1 : 0 <= real a_hi * tiny <= / 1000 * ud).
  { apply tiny_times. split; [lra |]. apply Rle_trans with (2 * bpow radix2 330); [lra |]. change 2 with (bpow radix2 1).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (J : - (101/100 * ud) <= real i2 * real a_hi - 1 <= 101/100 * ud).
  { replace (real i2 * real a_hi - 1) with ((real i2 - 1 / real a_hi) * real a_hi) by (field; lra).
    assert (M : - (ud * (1 / real a_hi) + tiny) * real a_hi <= (real i2 - 1 / real a_hi) * real a_hi <=
      (ud * (1 / real a_hi) + tiny) * real a_hi) by (split; apply Rmult_le_compat_r; lra).
    replace ((ud * (1 / real a_hi) + tiny) * real a_hi) with (ud + real a_hi * tiny) in M by (field; lra).
    replace (- (ud * (1 / real a_hi) + tiny) * real a_hi) with (- (ud + real a_hi * tiny)) in M by (field; lra). lra. }
  (* s^2 i2 *)
  assert (S3 : - (203/100 * (ud * real a_hi)) <= real s * real s - real a_hi <= 203/100 * (ud * real a_hi)).
  { assert (ud * A <= ud * (1001/1000 * real a_hi)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (i20 : 0 < real i2).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real i2 * real a_hi) by (apply Rmult_le_pos; lra). lra. }
  assert (S4 : - (204/100 * ud) <= (real s * real s - real a_hi) * real i2 <= 204/100 * ud).
  { assert (M : - (203/100 * (ud * real a_hi)) * real i2 <= (real s * real s - real a_hi) * real i2 <= 203/100 * (ud * real a_hi) * real i2)
      by (split; apply Rmult_le_compat_r; lra).
    assert (V : ud * (real i2 * real a_hi) <= ud * (1001/1000)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (S5 : - (306/100 * ud) <= real s * (real s * real i2) - 1 <= 306/100 * ud).
  { replace (real s * (real s * real i2) - 1) with ((real s * real s - real a_hi) * real i2 + (real i2 * real a_hi - 1)) by ring. lra. }
  assert (s0 : 0 < real s) by lra.
  assert (sT : 0 <= real s * tiny <= / 1000 * ud).
  { apply tiny_times. split; [lra |]. apply Rle_trans with (2 * bpow radix2 201); [lra |]. change 2 with (bpow radix2 1).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (p0 : 0 < real s * real i2) by (apply Rmult_lt_0_compat; lra).
  assert (pB : real s * real i2 <= big).
  { apply Rle_trans with (bpow radix2 202 * bpow radix2 322).
    - apply Rmult_le_compat; try lra.
      + apply Rle_trans with (2 * bpow radix2 201); [lra |]. change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia.
      + apply Rle_trans with (2 * bpow radix2 321).
        * apply Rle_trans with (1 / real a_hi + ud * (1 / real a_hi) + tiny); [lra |].
          assert (ud * (1 / real a_hi) <= / 100 * (1 / real a_hi)) by (apply Rmult_le_compat_r; lra).
          assert (tiny <= / 100 * bpow radix2 321).
          { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 321); [rewrite <- bpow_plus; eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le; lia] |].
            apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra]. }
          lra.
        * change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (mul_step s i2 (real s * real i2) Fs Fi ltac:(lra) pB) as (F4 & X4). set (i := fmul s i2) in *.
  do 2 (split; [assumption |]). split; [lra |].
  replace (real i * real s - 1) with ((real i - real s * real i2) * real s + (real s * (real s * real i2) - 1)) by ring.
  assert (M : - (ud * (real s * real i2) + tiny) * real s <= (real i - real s * real i2) * real s <= (ud * (real s * real i2) + tiny) * real s)
    by (split; apply Rmult_le_compat_r; lra).
  replace ((ud * (real s * real i2) + tiny) * real s) with (ud * (real s * (real s * real i2)) + real s * tiny) in M by ring.
  replace (- (ud * (real s * real i2) + tiny) * real s) with (- (ud * (real s * (real s * real i2)) + real s * tiny)) in M by ring.
  assert (V : ud * (real s * (real s * real i2)) <= ud * (1001/1000)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
