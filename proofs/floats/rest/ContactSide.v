(* The contact on the side of the axis: measure_side of src/rest/contact_double_double.h.

   If it returns true, u and its length are double-doubles with errors in units of 2^-106, and the depth is R - distance
   but for less than its error, whose scale is R + distance + (|ux wy| + |uy wx|) / |u|. docs/exactness.md, "Depth on
   the side". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_contact.quotient_rest_terms(quotient_rest_results).

Open Scope R_scope.

(* 1 / |u| from the root and the inverse of the square: five roundings. *)
Lemma inverse_of_square (a_hi : F double) (A : R) :
  finite a_hi -> bpow radix2 (-320) <= A <= bpow radix2 330 ->
    - (43/10 * (ud * A)) <= real a_hi - A <= 43/10 * (ud * A) ->
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
  { apply tiny_times. split; [lra |]. apply Rle_trans with (2 * bpow radix2 330); [lra |].
    change 2 with (bpow radix2 1).
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
  { assert (M : - (203/100 * (ud * real a_hi)) * real i2 <= (real s * real s - real a_hi) * real i2 <=
      203/100 * (ud * real a_hi) * real i2)
      by (split; apply Rmult_le_compat_r; lra).
    assert (V : ud * (real i2 * real a_hi) <= ud * (1001/1000)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (S5 : - (306/100 * ud) <= real s * (real s * real i2) - 1 <= 306/100 * ud).
  { replace (real s * (real s * real i2) - 1) with ((real s * real s - real a_hi) * real i2 + (real i2 * real a_hi - 1))
      by ring. lra. }
  assert (s0 : 0 < real s) by lra.
  assert (sT : 0 <= real s * tiny <= / 1000 * ud).
  { apply tiny_times. split; [lra |]. apply Rle_trans with (2 * bpow radix2 201); [lra |].
    change 2 with (bpow radix2 1).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (p0 : 0 < real s * real i2) by (apply Rmult_lt_0_compat; lra).
  assert (pB : real s * real i2 <= big).
  { apply Rle_trans with (bpow radix2 202 * bpow radix2 322).
    - apply Rmult_le_compat; try lra.
      + apply Rle_trans with (2 * bpow radix2 201); [lra |]. change 2 with (bpow radix2 1). rewrite <- bpow_plus.
        apply bpow_le. lia.
      + apply Rle_trans with (2 * bpow radix2 321).
        * apply Rle_trans with (1 / real a_hi + ud * (1 / real a_hi) + tiny); [lra |].
          assert (ud * (1 / real a_hi) <= / 100 * (1 / real a_hi)) by (apply Rmult_le_compat_r; lra).
          assert (tiny <= / 100 * bpow radix2 321).
          { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 321); [rewrite <- bpow_plus; eapply Rle_trans;
              [exact tiny_is_tiny | apply bpow_le; lia] |].
            apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra]. }
          lra.
        * change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (mul_step s i2 (real s * real i2) Fs Fi ltac:(lra) pB) as (F4 & X4). set (i := fmul s i2) in *.
  do 2 (split; [assumption |]). split; [lra |].
  replace (real i * real s - 1) with ((real i - real s * real i2) * real s + (real s * (real s * real i2) - 1)) by ring.
  assert (M : - (ud * (real s * real i2) + tiny) * real s <= (real i - real s * real i2) * real s <=
    (ud * (real s * real i2) + tiny) * real s)
    by (split; apply Rmult_le_compat_r; lra).
  replace ((ud * (real s * real i2) + tiny) * real s) with (ud * (real s * (real s * real i2)) + real s * tiny) in M
    by ring.
  replace (- (ud * (real s * real i2) + tiny) * real s) with (- (ud * (real s * (real s * real i2)) + real s * tiny))
    in M by ring.
  assert (V : ud * (real s * (real s * real i2)) <= ud * (1001/1000)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The distance: |u x w| / |u| as hi + lo, with T = (|ux wy| + |uy wx|) / |u|. *)
Record is_quotient (hi lo : F double) (q T : R) : Prop := {
  hi_below : below hi 400; hi_nonneg : 0 <= real hi; hi_size : bpow radix2 (-570) <= real hi; lo_finite : finite lo;
  hi_close : - (20 * (ud * (q + T))) <= real hi - q <= 20 * (ud * (q + T));
  lo_small : - (ud * (11 * q + 48/10 * T)) <= real lo <= ud * (11 * q + 48/10 * T);
  sum_close : - (ud * (ud * (206 * q + 80 * T))) <= real hi + real lo - q <= ud * (ud * (206 * q + 80 * T)) }.

Section Distance.
Variables size_hi size_lo length rest inverse hi lo : F double.
Variables l C K : R.
(* |u| *)
Hypothesis l_size : bpow radix2 (-160) <= l <= bpow radix2 165.
Hypothesis length_below : below length 202.
Hypothesis F_rest : finite rest.
Hypothesis F_inverse : finite inverse.
Hypothesis length_is : - (33/10 * (ud * l)) <= real length - l <= 33/10 * (ud * l).
Hypothesis rest_is : - (34/10 * (ud * l)) <= real rest <= 34/10 * (ud * l).
Hypothesis length_sum : - (51 * (ud * (ud * l))) <= real length + real rest - l <= 51 * (ud * (ud * l)).
Hypothesis inverse_is : - (42/10 * ud) <= real inverse * real length - 1 <= 42/10 * ud.
(* |u x w| *)
Hypothesis F_hi : finite size_hi.
Hypothesis F_lo : finite size_lo.
Hypothesis C_pos : 0 < C.
Hypothesis C_K : C <= K.
Hypothesis K_low : bpow radix2 (-310) <= K.
Hypothesis K_high : K <= bpow radix2 404.
Hypothesis K_l : K <= bpow radix2 210 * l.
Hypothesis size_is : - (44/10 * (ud * K)) <= real size_hi - C <= 44/10 * (ud * K).
Hypothesis size_lo_is : - (46/10 * (ud * K)) <= real size_lo <= 46/10 * (ud * K).
Hypothesis size_sum : - (163/10 * (ud * (ud * K))) <= real size_hi + real size_lo - C <= 163/10 * (ud * (ud * K)).
Hypothesis size_large : 7 * (ud * K) <= real size_hi.
Hypothesis hi_is : hi = fmul size_hi inverse.
Hypothesis lo_is : quotient_rest_results hi size_hi size_lo length rest inverse lo.

Lemma distance_parts : is_quotient hi lo (C / l) (K / l).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0.
  pose proof (bpow_gt_0 radix2 (-160)) as Z1. pose proof (bpow_gt_0 radix2 (-310)) as Z2.
  assert (l0 : 0 < l) by lra. assert (K0 : 0 < K) by lra. scales K (Rlt_le _ _ K0). scales l (Rlt_le _ _ l0).
  set (S := real size_hi) in *. assert (S0 : 0 < S) by lra. assert (S1 : S <= 1001/1000 * K) by lra.
  scales S (Rlt_le _ _ S0).
  assert (n0 : 0 < real length) by lra.
  assert (i0 : 0 < real inverse).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real inverse * real length) by (apply Rmult_le_pos; lra). lra. }
  assert (iB : real inverse <= 2 * bpow radix2 160).
  { assert (E : bpow radix2 160 * bpow radix2 (-160) = 1) by (rewrite <- bpow_plus; reflexivity).
    pose proof (bpow_gt_0 radix2 160).
    assert (1 <= bpow radix2 160 * l) by (rewrite <- E; apply Rmult_le_compat_l; lra).
    apply Rmult_le_reg_r with (real length); [exact n0 |].
    assert (bpow radix2 160 * (99/100 * l) <= bpow radix2 160 * real length) by (apply Rmult_le_compat_l; lra). lra. }
  assert (KB : K <= bpow radix2 450) by (eapply Rle_trans; [exact K_high | apply bpow_le; lia]).
  assert (pB : S * real inverse <= big).
  { apply Rle_trans with (bpow radix2 405 * bpow radix2 161).
    - apply Rmult_le_compat; try lra.
      + change 405%Z with (1 + 404)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
      + change 161%Z with (1 + 160)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (p0 : 0 < S * real inverse) by (apply Rmult_lt_0_compat; lra).
  destruct (mul_step size_hi inverse (S * real inverse) F_hi F_inverse ltac:(fold S; lra) pB) as (Fh & Xh).
  rewrite <- hi_is in Fh, Xh. fold S in Xh.
  (* hi |u| is the size but for 6 roundings *)
  assert (low : bpow radix2 (-400) <= S).
  { apply Rle_trans with (ud * K); [| lra]. apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-310)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - unfold u. simpl (- prec double)%Z. apply Rmult_le_compat_l; [apply bpow_ge_0 | exact K_low]. }
  assert (lT : l * tiny <= / 2000 * (ud * (ud * S))).
  { apply Rle_trans with (bpow radix2 165 * bpow radix2 (-1075)).
    - apply Rmult_le_compat; try lra; exact tiny_is_tiny.
    - apply Rle_trans with (bpow radix2 (-11) * (bpow radix2 (-53) * (bpow radix2 (-53) * bpow radix2 (-400)))).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + unfold u. simpl (- prec double)%Z. apply Rmult_le_compat; try apply bpow_ge_0.
        * repeat apply Rmult_le_pos; apply bpow_ge_0.
        * simpl; lra.
        * repeat (apply Rmult_le_compat_l; [apply bpow_ge_0 |]). exact low. }
  assert (nT : 0 <= real length * tiny <= / 1000 * (ud * (ud * S))).
  { split; [apply Rmult_le_pos; lra |]. assert (real length * tiny <= 1001/1000 * l * tiny) by (apply Rmult_le_compat_r;
      lra). lra. }
  assert (Pn : - (42/10 * (ud * S)) <= S * (real inverse * real length - 1) <= 42/10 * (ud * S)).
  { pose proof (product_within S _ S _ ltac:(lra) inverse_is) as M. replace (S * (42/10 * ud)) with (42/10 * (ud * S))
      in M by ring. exact M. }
  assert (Hn : - (55/10 * (ud * S)) <= real hi * real length - S <= 55/10 * (ud * S)).
  { replace (real hi * real length - S) with ((real hi - S * real inverse) * real length + S * (real inverse * real
      length - 1)) by ring.
    assert (M : - (ud * (S * real inverse) + tiny) * real length <= (real hi - S * real inverse) * real length <=
      (ud * (S * real inverse) + tiny) * real length) by (split; apply Rmult_le_compat_r; lra).
    replace ((ud * (S * real inverse) + tiny) * real length)
      with (ud * (S * (real inverse * real length - 1)) + ud * S + real length * tiny) in M by ring.
    replace (- (ud * (S * real inverse) + tiny) * real length)
      with (- (ud * (S * (real inverse * real length - 1)) + ud * S + real length * tiny)) in M by ring.
    assert (V : ud * (S * (real inverse * real length - 1)) <= ud * (42/10 * (ud * S))) by (apply Rmult_le_compat_l;
      lra). lra. }
  assert (h0 : 0 <= real hi).
  { apply Rnot_lt_le. intros Hc. assert (0 < - real hi * real length) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (hB : below hi 400).
  { split; [exact Fh |]. rewrite Rabs_pos_eq by exact h0.
    apply Rmult_le_reg_r with (real length); [exact n0 |]. apply Rle_trans with (bpow radix2 212 * real length).
    - change 212%Z with (2 + 210)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
      assert (bpow radix2 210 * l <= bpow radix2 210 * (1001/1000 * real length)) by (apply Rmult_le_compat_l;
        [apply bpow_ge_0 | lra]). lra.
    - apply Rmult_le_compat_r; [lra |]. apply bpow_le. lia. }
  assert (nB : below length 430) by (apply (below_weaken _ _ _ length_below); lia).
  assert (sp : is_splittable (real hi * real length)).
  { right. rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra).
    apply Rle_trans with (bpow radix2 (-1) * bpow radix2 (-400)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - simpl (bpow radix2 (-1)). pose proof (bpow_ge_0 radix2 (-400)). lra. }
  destruct (quotient_parts hi size_hi size_lo length rest inverse lo C l S K (163/10 * (ud * (ud * K))))
    as (Q1 & Q2 & Q3);
    auto; try (fold S; lra).
  { apply (below_weaken _ _ _ hB). lia. }
  { eapply Rle_trans; [apply bpow_le | apply l_size]; lia. }
  { eapply Rle_trans; [apply bpow_le | exact low]; lia. }
  { apply Rle_trans with (2 * bpow radix2 404); [lra |]. change 2 with (bpow radix2 1). rewrite <- bpow_plus.
    apply bpow_le. lia. }
  (* divided by |u| *)
  assert (EC : C / l * l = C) by (field; lra). assert (EK : K / l * l = K) by (field; lra).
  set (q := C / l) in *. set (T := K / l) in *.
  assert (hS : bpow radix2 (-570) <= real hi).
  { apply Rmult_le_reg_r with (real length); [exact n0 |]. apply Rle_trans with (bpow radix2 (-570) * bpow radix2 166).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 166%Z with (1 + 165)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra.
    - apply Rle_trans with (bpow radix2 (-1) * bpow radix2 (-400)); [rewrite <- !bpow_plus; apply bpow_le; lia |].
      change (bpow radix2 (-1)) with (/ 2). pose proof (bpow_ge_0 radix2 (-400)). lra. }
  constructor; auto.
  - apply (divide _ l); [exact l0 |].
    replace (20 * (ud * (q + T)) * l) with (20 * (ud * (q * l)) + 20 * (ud * (T * l))) by ring.
    replace ((real hi - q) * l) with (real hi * l - q * l) by ring. rewrite EC, EK.
    pose proof (times_scaled (real hi) (real length) (1001/1000 * S) (l - real length) (34/10 * ud) n0 ltac:(lra)) as M.
    assert (Q : - (34/10 * ud * real length) <= l - real length <= 34/10 * ud * real length).
    { assert (ud * l <= ud * (10001/10000 * real length)) by (apply Rmult_le_compat_l; lra). lra. }
    specialize (M Q ltac:(lra)).
    replace (34/10 * ud * (1001/1000 * S)) with (34034/10000 * (ud * S)) in M by field.
    assert (ud * S <= ud * (C + 44/10 * (ud * K))) by (apply Rmult_le_compat_l; lra).
    scales C (Rlt_le _ _ C_pos). lra.
  - apply (divide _ l); [exact l0 |].
    replace (ud * (11 * q + 48/10 * T) * l) with (11 * (ud * (q * l)) + 48/10 * (ud * (T * l))) by ring. rewrite EC, EK.
    assert (ud * S <= ud * (C + 44/10 * (ud * K))) by (apply Rmult_le_compat_l; lra). scales C (Rlt_le _ _ C_pos). lra.
  - apply (divide _ l); [exact l0 |].
    replace (ud * (ud * (206 * q + 80 * T)) * l) with (206 * (ud * (ud * (q * l))) + 80 * (ud * (ud * (T * l))))
      by ring.
    replace ((real hi + real lo - q) * l) with ((real hi + real lo) * l - q * l) by ring. rewrite EC, EK.
    assert (ud * (ud * S) <= ud * (ud * (C + 44/10 * (ud * K)))) by (repeat (apply Rmult_le_compat_l; [lra |]); lra).
    scales C (Rlt_le _ _ C_pos). lra.
Qed.

End Distance.
