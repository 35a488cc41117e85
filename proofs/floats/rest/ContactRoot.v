(* Roots and quotients of double-doubles: root_rest and quotient_rest of src/rest/contact_double_double.h, and the
   inverse that both use. The errors are relative to the result, in units of 2^-106; docs/exactness.md, "Lengths" and
   "Depth on the side", counts the same roundings. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps.
From Carom Require Terms_contact.
Import Terms_contact.root_rest_terms(root_rest_results).
Import Terms_contact.quotient_rest_terms(quotient_rest_results).

Open Scope R_scope.

Lemma root_rest_is a_hi a_lo s i r : root_rest_results a_hi a_lo s i r ->
  r = fmul (fadd (fsub (fsub a_hi (fmul s s)) (product_rest s s)) a_lo) (fmul (fconst 1 (-1)) i).
Proof. intros (qh & ql & e & []). apply wide_of_product_is in E_wide_of_product.
destruct E_wide_of_product as (-> & ->). exact E_result. Qed.

Lemma quotient_rest_is hi a_hi a_lo b_hi b_lo i r : quotient_rest_results hi a_hi a_lo b_hi b_lo i r ->
  r = fmul (fadd (fsub (fsub a_hi (fmul hi b_hi)) (product_rest hi b_hi)) (fsub a_lo (fmul hi b_lo))) i.
Proof. intros (qh & ql & e & []). apply wide_of_product_is in E_wide_of_product.
destruct E_wide_of_product as (-> & ->). exact E_result. Qed.

Lemma div_step (v w : F double) B : finite v -> finite w -> real w <> 0 -> - B <= real v / real w <= B -> B <= big ->
  finite (fdiv v w) /\ - (ud * B + tiny) <= real (fdiv v w) - real v / real w <= ud * B + tiny.
Proof.
  intros Fv Fw W H Hb. assert (A : Rabs (real v / real w) <= bpow radix2 1000) by (fold big; apply Rabs_le; lra).
  assert (R1 : Rabs (rnd double (real v / real w)) <= bpow radix2 1000).
  { apply rnd_below; [unfold emin; simpl; lia | exact A]. }
  pose proof (Bdiv_correct (prec double) (emax double) _ _ mode_NE v w W) as C.
  rewrite Rlt_bool_true in C.
  2: { eapply Rle_lt_trans; [exact R1 |]. apply bpow_lt. simpl. lia. }
  destruct C as (C1 & C2 & _).
  assert (E : real (fdiv v w) = rnd double (real v / real w)) by exact C1.
  split; [unfold finite, fdiv; rewrite C2; exact Fv |].
  pose proof (rnd_error double (real v / real w)) as R. rewrite <- E in R.
  assert (Rabs (real v / real w) <= B) by (apply Rabs_le; lra). destruct ud_small as [U _].
  assert (ud * Rabs (real v / real w) <= ud * B) by (apply Rmult_le_compat_l; lra). apply Rabs_le_inv in R. lra.
Qed.

Lemma sqrt_step (v : F double) : finite v -> 0 < real v ->
  finite (fsqrt v) /\ - (ud * sqrt (real v) + tiny) <= real (fsqrt v) - sqrt (real v) <= ud * sqrt (real v) + tiny.
Proof.
  intros Fv P. destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE v) as (C1 & C2 & _).
  assert (F : finite (fsqrt v)).
  { unfold finite, fsqrt. rewrite C2. destruct v as [s | s | | s m e Hm]; try discriminate; [reflexivity |].
    destruct s; [| reflexivity]. exfalso.
    unfold real in P. simpl in P. assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0. simpl in *. lra. }
  split; [exact F |]. pose proof (rnd_error double (sqrt (real v))) as R.
  assert (E : real (fsqrt v) = rnd double (sqrt (real v))) by exact C1.
  rewrite <- E, (Rabs_pos_eq (sqrt _)) in R by apply sqrt_pos. apply Rabs_le_inv in R. lra.
Qed.

Lemma tiny_is_tiny : tiny <= bpow radix2 (-1075).
Proof. unfold eta. apply bpow_le. unfold emin. simpl. lia. Qed.

(* What underflow loses, times a number of ordinary size. *)
Lemma tiny_times x : 0 <= x <= bpow radix2 500 -> 0 <= x * tiny <= / 1000 * ud.
Proof.
  intros [H0 H1]. pose proof (eta_pos double). split; [apply Rmult_le_pos; lra |].
  apply Rle_trans with (bpow radix2 500 * bpow radix2 (-1075)).
  - apply Rmult_le_compat; try lra. exact tiny_is_tiny.
  - rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-10 + -53)); [apply bpow_le; lia |].
    rewrite bpow_plus. change (bpow radix2 (-53)) with ud. destruct ud_small as [U _]. apply Rmult_le_compat_r; [lra |].
    simpl. lra.
Qed.

(* From a bound of x s to one of x. *)
Lemma divide x s B : 0 < s -> - (B * s) <= x * s <= B * s -> - B <= x <= B.
Proof.
  intros S [H1 H2]. split; apply Rmult_le_reg_r with s; auto. rewrite <- Ropp_mult_distr_l. exact H1.
Qed.

Section Root.
Variables a_hi a_lo : F double.
Variable A : R.
Hypothesis F_hi : finite a_hi.
Hypothesis F_lo : finite a_lo.
Hypothesis A_low : bpow radix2 (-320) <= A.
Hypothesis A_high : A <= bpow radix2 402.
Hypothesis hi_is : - (43/10 * (ud * A)) <= real a_hi - A <= 43/10 * (ud * A).
Hypothesis lo_is : - (46/10 * (ud * A)) <= real a_lo <= 46/10 * (ud * A).
Hypothesis a_is : - (17 * (ud * (ud * A))) <= real a_hi + real a_lo - A <= 17 * (ud * (ud * A)).
Let s := fsqrt a_hi.
Let sg := sqrt A.

Lemma A_pos : 0 < A.
Proof. pose proof (bpow_gt_0 radix2 (-320)). lra. Qed.

Lemma sg_is : 0 < sg /\ sg * sg = A /\ bpow radix2 (-160) <= sg <= bpow radix2 201.
Proof.
  pose proof A_pos as P. split; [now apply sqrt_lt_R0 |]. split; [now apply sqrt_sqrt, Rlt_le |].
  split.
  - rewrite <- (sqrt_Rsqr (bpow radix2 (-160))) by apply bpow_ge_0. apply sqrt_le_1_alt.
    unfold Rsqr. rewrite <- bpow_plus. exact A_low.
  - rewrite <- (sqrt_Rsqr (bpow radix2 201)) by apply bpow_ge_0. apply sqrt_le_1_alt.
    unfold Rsqr. rewrite <- bpow_plus. exact A_high.
Qed.

Lemma s_is : finite s /\ - (33/10 * (ud * sg)) <= real s - sg <= 33/10 * (ud * sg) /\
  - (202/100 * (ud * A)) <= real s * real s - real a_hi <= 202/100 * (ud * A).
Proof.
  pose proof A_pos as P. destruct ud_small as [U0 U1]. scales A (Rlt_le _ _ P). destruct sg_is as (G0 & G1 & G2 & G3).
  assert (P' : 0 < real a_hi) by lra. destruct (sqrt_step a_hi F_hi P') as (Fs & Hs). fold s in Fs, Hs.
  split; [exact Fs |]. set (r := sqrt (real a_hi)) in *.
  assert (r0 : 0 < r) by (apply sqrt_lt_R0; exact P'). assert (rr : r * r = real a_hi) by (apply sqrt_sqrt; lra).
  (* underflow *)
  assert (T : tiny <= / 1000 * (ud * r)).
  { assert (bpow radix2 (-161) <= r).
    { unfold r. rewrite <- (sqrt_Rsqr (bpow radix2 (-161))) by apply bpow_ge_0. apply sqrt_le_1_alt. unfold Rsqr.
      rewrite <- bpow_plus. change (-161 + -161)%Z with (-2 + -320)%Z. rewrite bpow_plus. simpl (bpow radix2 (-2)).
      pose proof (bpow_gt_0 radix2 (-320)). lra. }
    pose proof (tiny_small r ltac:(eapply Rle_trans; [apply bpow_le | exact H5]; lia)) as T.
    scales r (Rlt_le _ _ r0). lra. }
  assert (K : - (1001/1000 * (ud * r)) <= real s - r <= 1001/1000 * (ud * r)) by lra.
  set (d := real s - r) in *.
  assert (S2 : - (202/100 * (ud * A)) <= real s * real s - real a_hi <= 202/100 * (ud * A)).
  { replace (real s) with (r + d) by (unfold d; ring). rewrite <- rr.
    pose proof (product_within r d r (1001/1000 * (ud * r)) ltac:(lra) K) as M1.
    pose proof (product_within d d _ _ K K) as M2.
    replace (r * (1001/1000 * (ud * r))) with (1001/1000 * (ud * (r * r))) in M1 by ring.
    replace (1001/1000 * (ud * r) * (1001/1000 * (ud * r))) with (1002001/1000000 * (ud * (ud * (r * r)))) in M2
      by field.
    rewrite rr in M1, M2. assert (V : ud * real a_hi <= 1001/1000 * (ud * A)).
    { replace (1001/1000 * (ud * A)) with (ud * (1001/1000 * A)) by ring. apply Rmult_le_compat_l; lra. }
    scales (real a_hi) (Rlt_le _ _ P').
    replace ((r + d) * (r + d) - r * r) with (2 * (r * d) + d * d) by ring. lra. }
  split; [| exact S2].
  (* (s - sg)(s + sg) = s^2 - A *)
  assert (D : - (633/100 * (ud * A)) <= (real s - sg) * (real s + sg) <= 633/100 * (ud * A)).
  { replace ((real s - sg) * (real s + sg)) with (real s * real s - sg * sg) by ring. rewrite G1. lra. }
  assert (s0 : 0 < real s).
  { assert (0 < ud * r) by (apply Rmult_lt_0_compat; lra). assert (ud * r <= / 1000 * r) by (apply Rmult_le_compat_r;
      lra). unfold d in K. lra. }
  assert (E1 : - (633/100 * (ud * sg)) <= real s - sg <= 633/100 * (ud * sg)).
  { assert (X : ud * A = ud * sg * sg) by (rewrite <- G1; ring). rewrite X in D.
    split; apply Rnot_lt_le; intros Hc.
    - assert ((real s - sg) * (real s + sg) < - (633/100 * (ud * sg)) * sg); [| lra].
      assert (0 < ud * sg) by (apply Rmult_lt_0_compat; lra). nra.
    - assert (633/100 * (ud * sg) * sg < (real s - sg) * (real s + sg)); [| lra].
      assert (0 < ud * sg) by (apply Rmult_lt_0_compat; lra). nra. }
  scales sg (Rlt_le _ _ G0).
  assert (E2 : 199/100 * sg <= real s + sg) by lra.
  assert (X : ud * A = ud * sg * sg) by (rewrite <- G1; ring). rewrite X in D.
  assert (0 < ud * sg) by (apply Rmult_lt_0_compat; lra).
  split; apply Rnot_lt_le; intros Hc.
  - assert ((real s - sg) * (real s + sg) <= - (33/10 * (ud * sg)) * (199/100 * sg)); [| nra].
    apply Ropp_le_cancel. rewrite <- Ropp_mult_distr_l, Ropp_involutive.
    replace (- ((real s - sg) * (real s + sg))) with ((sg - real s) * (real s + sg)) by ring.
    apply Rmult_le_compat; try nra.
  - assert (33/10 * (ud * sg) * (199/100 * sg) <= (real s - sg) * (real s + sg)); [| nra].
    apply Rmult_le_compat; nra.
Qed.

Variables inverse rest : F double.
Hypothesis F_inverse : finite inverse.
Hypothesis inverse_is : - (5 * ud) <= real inverse * real s - 1 <= 5 * ud.
Hypothesis rest_is : root_rest_results a_hi a_lo s inverse rest.

Theorem root_parts :
  finite rest /\ - (34/10 * (ud * sg)) <= real rest <= 34/10 * (ud * sg) /\
  - (51 * (ud * (ud * sg))) <= real s + real rest - sg <= 51 * (ud * (ud * sg)).
Proof.
  pose proof A_pos as P. destruct ud_small as [U0 U1]. scales A (Rlt_le _ _ P). destruct sg_is as (G0 & G1 & G2 & G3).
  destruct s_is as (Fs & S1 & S2). scales sg (Rlt_le _ _ G0). pose proof (eta_pos double) as T0.
  assert (Ab : bpow radix2 (-800) <= A) by (eapply Rle_trans; [apply bpow_le | exact A_low]; lia).
  pose proof (tiny_small A Ab) as TA.
  assert (Big : 100 * A <= big).
  { apply Rle_trans with (bpow radix2 7 * bpow radix2 402); [apply Rmult_le_compat; try lra; simpl; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (s0 : 99/100 * sg <= real s <= 101/100 * sg) by lra.
  assert (sB : below s 202).
  { split; [exact Fs |]. change 202%Z with (1 + 201)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. apply Rabs_le.
    lra. }
  assert (ss : is_splittable (real s * real s)).
  { right. apply Rle_trans with (A * / 2).
    - apply Rle_trans with (bpow radix2 (-320) * / 2); [| lra]. change (/ 2) with (bpow radix2 (-1)).
      rewrite <- bpow_plus.
      apply bpow_le. lia.
    - rewrite Rabs_pos_eq by apply Rle_0_sqr. lra. }
  destruct (product_parts s s 202 sB sB ltac:(lia) ss) as (Fq & Fr & Eq & Sq).
  rewrite (Rabs_pos_eq (real s * real s)) in Sq by apply Rle_0_sqr.
  assert (Sq' : Rabs (real (product_rest s s)) <= 101/100 * (ud * A)).
  { eapply Rle_trans; [exact Sq |]. assert (ud * (real s * real s) <= 1005/1000 * (ud * A)); [| lra].
    replace (1005/1000 * (ud * A)) with (ud * (1005/1000 * A)) by ring. apply Rmult_le_compat_l; lra. }
  apply Rabs_le_inv in Sq'. apply root_rest_is in rest_is.
  destruct (sub_step a_hi (fmul s s) (304/100 * (ud * A)) F_hi Fq ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (304/100 * (ud * A))) with (304/100 * (ud * (ud * A))) in X1 by ring.
  set (x1 := fsub a_hi (fmul s s)) in *.
  destruct (sub_step x1 (product_rest s s) (203/100 * (ud * A)) F1 Fr ltac:(lra) ltac:(lra)) as (F2 & X2).
  replace (ud * (203/100 * (ud * A))) with (203/100 * (ud * (ud * A))) in X2 by ring.
  set (x2 := fsub x1 (product_rest s s)) in *.
  destruct (add_step x2 a_lo (664/100 * (ud * A)) F2 F_lo ltac:(lra) ltac:(lra)) as (F3 & X3).
  replace (ud * (664/100 * (ud * A))) with (664/100 * (ud * (ud * A))) in X3 by ring.
  set (x3 := fadd x2 a_lo) in *.
  (* half the inverse *)
  constant_of double 1%Z (-1)%Z. destruct C as [Fh Eh]. change (bpow radix2 (-1)) with (/ 2) in Eh.
  assert (iB : - (2 * bpow radix2 160) <= real inverse <= 2 * bpow radix2 160).
  { assert (Hs : / bpow radix2 160 <= sg) by (rewrite <- bpow_opp; exact G2).
    assert (H160 : 0 < bpow radix2 160) by apply bpow_gt_0.
    assert (L1 : 1 <= sg * bpow radix2 160).
    { apply Rmult_le_reg_r with (/ bpow radix2 160); [now apply Rinv_0_lt_compat |]. rewrite Rmult_assoc, Rinv_r by lra.
      lra. }
    assert (L2 : real inverse * real s <= 101/100) by lra. assert (L3 : 0 <= real inverse * real s) by lra.
    split; apply Rnot_lt_le; intros Hc.
    - assert (real inverse * real s < 0); [| lra]. apply Ropp_lt_cancel. rewrite Ropp_0, Ropp_mult_distr_l.
      apply Rmult_lt_0_compat; lra.
    - assert (2 * bpow radix2 160 * (99/100 * sg) <= real inverse * real s); [| nra]. apply Rmult_le_compat; lra. }
  assert (B1 : 2 * bpow radix2 160 <= big).
  { change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (P1 : 0 < real inverse).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real inverse * real s) by (apply Rmult_le_pos; lra). lra. }
  destruct (mul_step (fconst 1 (-1)) inverse (real inverse) Fh F_inverse ltac:(rewrite Eh; lra) ltac:(lra))
    as (F4 & X4).
  rewrite Eh in X4. set (j := fmul (fconst 1 (-1)) inverse) in *.
  assert (T1 : 0 <= real s * tiny <= / 1000 * ud).
  { apply tiny_times. split; [lra |]. destruct sB as [_ sB]. rewrite Rabs_pos_eq in sB by lra.
    eapply Rle_trans; [exact sB |]. apply bpow_le. lia. }
  (* 2 j s = 1 but for 8 u *)
  assert (J : - (8 * ud) <= 2 * real j * real s - 1 <= 8 * ud).
  { assert (M : - (ud * real inverse + tiny) * real s <= (real j - 1 * / 2 * real inverse) * real s <=
      (ud * real inverse + tiny) * real s).
    { split; apply Rmult_le_compat_r; lra. }
    assert (V : ud * (real inverse * real s) <= ud * (101/100)) by (apply Rmult_le_compat_l; lra).
    replace ((ud * real inverse + tiny) * real s) with (ud * (real inverse * real s) + real s * tiny) in M by ring.
    replace (- (ud * real inverse + tiny) * real s) with (- (ud * (real inverse * real s) + real s * tiny)) in M
      by ring.
    lra. }
  assert (x3B : - (665/100 * (ud * A)) <= real x3 <= 665/100 * (ud * A)) by lra.
  pose proof (product_within _ _ _ _ x3B J) as M1.
  replace (665/100 * (ud * A) * (8 * ud)) with (5320/100 * (ud * (ud * A))) in M1 by field.
  assert (XJ : - (3/2 * big) <= real x3 * real j <= 3/2 * big -> True) by auto.
  (* the product with x3 *)
  assert (Y : - (335/100 * (ud * sg)) <= real x3 * real j <= 335/100 * (ud * sg)).
  { assert (Z : - (666/100 * (ud * A)) <= real x3 * (2 * real j * real s) <= 666/100 * (ud * A)).
    { replace (real x3 * (2 * real j * real s)) with (real x3 + real x3 * (2 * real j * real s - 1)) by ring. lra. }
    assert (W : ud * A = ud * sg * sg) by (rewrite <- G1; ring). rewrite W in Z.
    assert (0 < ud * sg) by (apply Rmult_lt_0_compat; lra).
    assert (s1 : 999/1000 * sg <= real s) by lra.
    apply (divide _ (real s)); [lra |].
    assert (V : ud * sg * (999/1000 * sg) <= ud * sg * real s) by (apply Rmult_le_compat_l; lra). lra. }
  assert (sgB : 335/100 * (ud * sg) <= big).
  { apply Rle_trans with (1 * bpow radix2 201); [lra |]. rewrite Rmult_1_l. apply bpow_le. lia. }
  destruct (mul_step x3 j (335/100 * (ud * sg)) F3 F4 Y sgB) as (F5 & X5). rewrite <- rest_is in F5, X5.
  replace (ud * (335/100 * (ud * sg))) with (335/100 * (ud * (ud * sg))) in X5 by ring.
  assert (sgT : bpow radix2 (-800) <= sg) by (eapply Rle_trans; [apply bpow_le | exact G2]; lia).
  pose proof (tiny_small sg sgT) as TS.
  split; [exact F5 |]. split; [lra |].
  (* (s + x3 j - sg) 2 s = x3 (2 s j) - D + (s - sg)^2 with D = A - s^2 *)
  assert (Q : - (94 * (ud * (ud * A))) <= (real s + real x3 * real j - sg) * (2 * real s) <= 94 * (ud * (ud * A))).
  { replace ((real s + real x3 * real j - sg) * (2 * real s))
      with (real x3 * (2 * real j * real s - 1) + (real x3 - (sg * sg - real s * real s)) + (real s - sg) * (real s -
        sg)) by ring.
    pose proof (product_within _ _ _ _ S1 S1) as M2.
    replace (33/10 * (ud * sg) * (33/10 * (ud * sg))) with (1089/100 * (ud * (ud * (sg * sg)))) in M2 by field.
    rewrite G1 in *. pose proof (Rle_0_sqr (real s - sg)) as N. unfold Rsqr in N. lra. }
  assert (W : ud * (ud * A) = ud * (ud * sg) * sg) by (rewrite <- G1; ring). rewrite W in Q.
  assert (0 < ud * (ud * sg)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (s1 : 19999/10000 * sg <= 2 * real s) by lra.
  assert (Z : - (471/10 * (ud * (ud * sg))) <= real s + real x3 * real j - sg <= 471/10 * (ud * (ud * sg))); [| lra].
  apply (divide _ (2 * real s)); [lra |].
  assert (V : ud * (ud * sg) * (19999/10000 * sg) <= ud * (ud * sg) * (2 * real s)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

End Root.

(* |h z| for |h| b <= H and |z| <= c b *)
Lemma times_scaled h b H z c : 0 < b -> - H <= h * b <= H -> - (c * b) <= z <= c * b -> 0 <= H ->
  - (c * H) <= h * z <= c * H.
Proof.
  intros B Hh Hz H0. assert (A : Rabs (h * z) * b <= c * H * b).
  { rewrite Rabs_mult. assert (Rabs h * b <= H).
    { rewrite <- (Rabs_pos_eq b) by lra. rewrite <- Rabs_mult. apply Rabs_le. lra. }
    assert (Rabs z <= c * b) by (apply Rabs_le; lra).
    replace (Rabs h * Rabs z * b) with (Rabs h * b * Rabs z) by ring. replace (c * H * b) with (H * (c * b)) by ring.
    apply Rmult_le_compat; auto using Rabs_pos. apply Rmult_le_pos; [apply Rabs_pos | lra]. }
  apply Rmult_le_reg_r in A; [| exact B]. apply Rabs_le_inv in A. lra.
Qed.

(* pr is the low part of hi * b.hi, however that is split. *)
Section Quotient.
Variables hi a_hi a_lo b_hi b_lo inverse rest pr : F double.
Variables a b M1 M2 Ea : R.
Hypothesis F_a_hi : finite a_hi.
Hypothesis F_a_lo : finite a_lo.
Hypothesis F_b_lo : finite b_lo.
Hypothesis F_inverse : finite inverse.
Hypothesis F_p : finite (fmul hi b_hi).
Hypothesis F_pr : finite pr.
Hypothesis pr_is : real (fmul hi b_hi) + real pr = real hi * real b_hi.
Hypothesis pr_small : Rabs (real pr) <= ud * Rabs (real hi * real b_hi) + tiny.
Hypothesis b_low : bpow radix2 (-400) <= b.
Hypothesis b_hi_is : - (5 * (ud * b)) <= real b_hi - b <= 5 * (ud * b).
Hypothesis b_lo_is : - (46/10 * (ud * b)) <= real b_lo <= 46/10 * (ud * b).
Hypothesis b_is : - (51 * (ud * (ud * b))) <= real b_hi + real b_lo - b <= 51 * (ud * (ud * b)).
Hypothesis M1_low : bpow radix2 (-700) <= M1.
Hypothesis no_underflow : b * tiny <= / 2000 * (ud * (ud * M1)).
Hypothesis M1_high : M1 <= bpow radix2 450.
Hypothesis M2_low : 0 <= M2.
Hypothesis M2_high : M2 <= bpow radix2 450.
Hypothesis a_hi_is : - M1 <= real a_hi <= M1.
Hypothesis a_lo_is : - (46/10 * (ud * M2)) <= real a_lo <= 46/10 * (ud * M2).
Hypothesis a_is : - Ea <= real a_hi + real a_lo - a <= Ea.
Hypothesis hi_is : - (6 * (ud * M1)) <= real hi * real b_hi - real a_hi <= 6 * (ud * M1).
Hypothesis inverse_is : - (5 * ud) <= real inverse * real b_hi - 1 <= 5 * ud.
Hypothesis rest_is : rest = fmul (fadd (fsub (fsub a_hi (fmul hi b_hi)) pr) (fsub a_lo (fmul hi b_lo))) inverse.

Theorem quotient_with_rest :
  finite rest /\ - (108/10 * (ud * M1) + 47/10 * (ud * M2)) <= real rest * b <= 108/10 * (ud * M1) + 47/10 * (ud * M2)
    /\
  - (Ea + 205 * (ud * (ud * M1)) + 62 * (ud * (ud * M2))) <= (real hi + real rest) * b - a <=
    Ea + 205 * (ud * (ud * M1)) + 62 * (ud * (ud * M2)).
Proof.
  destruct ud_small as [U0 U1]. pose proof (bpow_gt_0 radix2 (-700)) as Z7. pose proof (bpow_gt_0 radix2 (-400)) as Z4.
  assert (b0 : 0 < b) by lra. assert (M10 : 0 <= M1) by lra. scales M1 M10. scales M2 M2_low. scales b (Rlt_le _ _ b0).
  pose proof (eta_pos double) as T0.
  pose proof (tiny_small M1 ltac:(eapply Rle_trans; [apply bpow_le | exact M1_low]; lia)) as T.
  assert (Big : 100 * bpow radix2 450 <= bpow radix2 500).
  { change 500%Z with (50 + 450)%Z. rewrite (bpow_plus radix2 50). apply Rmult_le_compat_r;
      [apply bpow_ge_0 | simpl; lra]. }
  assert (Big' : bpow radix2 500 <= big) by (apply bpow_le; lia).
  assert (b1 : 999/1000 * b <= real b_hi <= 1001/1000 * b) by lra.
  (* |hi| b <= 1.002 M1 *)
  assert (HB0 : - (1002/1000 * M1) <= real hi * b <= 1002/1000 * M1).
  { apply (divide _ (999/1000)); [lra |].
    assert (A1 : - (1000001/1000000 * M1) <= real hi * real b_hi <= 1000001/1000000 * M1) by lra.
    assert (K : - (1000001/1000000 * M1) <= real hi * (999/1000 * b) <= 1000001/1000000 * M1).
    { pose proof (times_scaled (real hi) (real b_hi) (1000001/1000000 * M1) (999/1000 * b) 1 ltac:(lra) A1 ltac:(lra)
        ltac:(lra)). lra. }
    lra. }
  assert (F_hi' : finite hi) by (destruct (fmul_finite _ _ F_p) as (K & _); exact K).
  pose proof F_p as Fp. pose proof F_pr as Fr. pose proof pr_is as Ep. pose proof pr_small as Sp.
  assert (Sp' : Rabs (real pr) <= 1001/1000 * (ud * M1)).
  { eapply Rle_trans; [exact Sp |]. assert (ud * Rabs (real hi * real b_hi) <= 10001/10000 * (ud * M1)); [| lra].
    replace (10001/10000 * (ud * M1)) with (ud * (10001/10000 * M1)) by ring. apply Rmult_le_compat_l; [lra |].
    apply Rabs_le. lra. }
  apply Rabs_le_inv in Sp'.
  destruct (sub_step a_hi (fmul hi b_hi) (702/100 * (ud * M1)) F_a_hi Fp ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (702/100 * (ud * M1))) with (702/100 * (ud * (ud * M1))) in X1 by ring.
  set (y1 := fsub a_hi (fmul hi b_hi)) in *.
  destruct (sub_step y1 pr (601/100 * (ud * M1)) F1 Fr ltac:(lra) ltac:(lra)) as (F2 & X2).
  replace (ud * (601/100 * (ud * M1))) with (601/100 * (ud * (ud * M1))) in X2 by ring.
  set (y2 := fsub y1 pr) in *.
  pose proof (times_scaled (real hi) b _ (real b_lo) (46/10 * ud) b0 HB0 ltac:(lra) ltac:(lra)) as HB.
  replace (46/10 * ud * (1002/1000 * M1)) with (46092/10000 * (ud * M1)) in HB by field.
  destruct (mul_step hi b_lo (461/100 * (ud * M1)) F_hi' F_b_lo ltac:(lra) ltac:(lra)) as (F3 & X3).
  replace (ud * (461/100 * (ud * M1))) with (461/100 * (ud * (ud * M1))) in X3 by ring.
  set (c := fmul hi b_lo) in *.
  destruct (sub_step a_lo c (462/100 * (ud * M1) + 461/100 * (ud * M2)) F_a_lo F3 ltac:(lra) ltac:(lra)) as (F4 & X4).
  replace (ud * (462/100 * (ud * M1) + 461/100 * (ud * M2)))
    with (462/100 * (ud * (ud * M1)) + 461/100 * (ud * (ud * M2))) in X4 by ring.
  set (d := fsub a_lo c) in *.
  destruct (add_step y2 d (1064/100 * (ud * M1) + 462/100 * (ud * M2)) F2 F4 ltac:(lra) ltac:(lra)) as (F5 & X5).
  replace (ud * (1064/100 * (ud * M1) + 462/100 * (ud * M2)))
    with (1064/100 * (ud * (ud * M1)) + 462/100 * (ud * (ud * M2))) in X5 by ring.
  set (y := fadd y2 d) in *.
  assert (yB : - (1065/100 * (ud * M1) + 463/100 * (ud * M2)) <= real y <= 1065/100 * (ud * M1) + 463/100 * (ud * M2))
    by lra.
  set (Y := 1065/100 * (ud * M1) + 463/100 * (ud * M2)) in *.
  assert (Y0 : 0 <= Y) by (unfold Y; lra). assert (Y1 : Y <= bpow radix2 450) by (unfold Y; lra).
  (* rest b_hi is y but for 7 roundings *)
  pose proof (product_within _ _ _ _ yB inverse_is) as M3.
  assert (iB : - (2 * bpow radix2 400) <= real inverse <= 2 * bpow radix2 400).
  { assert (K1 : - (101/100) <= real inverse * real b_hi <= 101/100) by lra.
    assert (K2 : 1 <= bpow radix2 400 * b).
    { assert (E : bpow radix2 400 * bpow radix2 (-400) = 1) by (rewrite <- bpow_plus; reflexivity).
      rewrite <- E. apply Rmult_le_compat_l; [apply bpow_ge_0 | exact b_low]. }
    apply (divide _ (real b_hi)); [lra |].
    assert (bpow radix2 400 * (999/1000 * b) <= bpow radix2 400 * real b_hi) by (apply Rmult_le_compat_l;
      [apply bpow_ge_0 | lra]). lra. }
  pose proof (product_within _ _ _ _ yB iB) as M4.
  assert (M4B : Y * (2 * bpow radix2 400) <= big).
  { apply Rle_trans with (bpow radix2 450 * bpow radix2 401).
    - apply Rmult_le_compat; auto; [pose proof (bpow_ge_0 radix2 400); lra |]. change 401%Z with (1 + 400)%Z.
      rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (yi : - (Y * (101/100)) <= real y * real inverse * real b_hi <= Y * (101/100)).
  { rewrite Rmult_assoc. apply product_within; [exact yB | lra]. }
  destruct (mul_step y inverse (Rabs (real y * real inverse)) F5 F_inverse) as (F6 & X6).
  { apply Rabs_le_inv, Rle_refl. }
  { eapply Rle_trans; [| exact M4B]. apply Rabs_le. lra. }
  rewrite <- rest_is in F6, X6. split; [exact F6 |].
  assert (tb : 0 <= real b_hi * tiny <= / 1000 * (ud * (ud * M1))).
  { split; [apply Rmult_le_pos; lra |].
    assert (real b_hi * tiny <= 1001/1000 * b * tiny) by (apply Rmult_le_compat_r; lra). lra. }
  assert (R1 : - (102/100 * (ud * Y) + / 1000 * (ud * (ud * M1))) <= (real rest - real y * real inverse) * real b_hi <=
     102/100 * (ud * Y) + / 1000 * (ud * (ud * M1))).
  { assert (Hy : Rabs (real y * real inverse) * real b_hi <= Y * (101/100)).
    { rewrite <- (Rabs_pos_eq (real b_hi)) by lra. rewrite <- Rabs_mult. apply Rabs_le. lra. }
    assert (Hu : ud * (Rabs (real y * real inverse) * real b_hi) <= ud * (Y * (101/100))) by (apply Rmult_le_compat_l;
      lra).
    assert (V : - (ud * Rabs (real y * real inverse) + tiny) * real b_hi <= (real rest - real y * real inverse) * real
      b_hi <=
      (ud * Rabs (real y * real inverse) + tiny) * real b_hi) by (split; apply Rmult_le_compat_r; lra).
    assert (0 <= ud * Y) by (apply Rmult_le_pos; lra).
    replace ((ud * Rabs (real y * real inverse) + tiny) * real b_hi)
      with (ud * (Rabs (real y * real inverse) * real b_hi) + real b_hi * tiny) in V by ring.
    replace (- (ud * Rabs (real y * real inverse) + tiny) * real b_hi)
      with (- (ud * (Rabs (real y * real inverse) * real b_hi) + real b_hi * tiny)) in V by ring. lra. }
  (* rest b_hi *)
  assert (EY : ud * Y = 1065/100 * (ud * (ud * M1)) + 463/100 * (ud * (ud * M2))) by (unfold Y; ring).
  replace (Y * (5 * ud)) with (5 * (ud * Y)) in M3 by ring.
  assert (R2 : - (602/100 * (ud * Y) + / 1000 * (ud * (ud * M1))) <= real rest * real b_hi - real y <=
    602/100 * (ud * Y) + / 1000 * (ud * (ud * M1))).
  { replace (real rest * real b_hi - real y)
      with ((real rest - real y * real inverse) * real b_hi + real y * (real inverse * real b_hi - 1)) by ring.
    assert (0 <= ud * Y) by (apply Rmult_le_pos; lra). lra. }
  assert (Y3 : Y = 1065/100 * (ud * M1) + 463/100 * (ud * M2)) by reflexivity.
  assert (R3 : - (1066/1000 * 10 * (ud * M1) + 464/100 * (ud * M2)) <= real rest * real b_hi <=
    1066/100 * (ud * M1) + 464/100 * (ud * M2)) by lra.
  (* rest b *)
  assert (R4 : - (1075/100 * (ud * M1) + 468/100 * (ud * M2)) <= real rest * b <= 1075/100 * (ud * M1) + 468/100 *
    (ud * M2)).
  { apply (divide _ (999/1000)); [lra |].
    pose proof (times_scaled (real rest) (real b_hi) (1066/100 * (ud * M1) + 464/100 * (ud * M2)) (999/1000 * b) 1
      ltac:(lra)
      ltac:(lra) ltac:(lra) ltac:(lra)). lra. }
  split; [lra |].
  pose proof (times_scaled (real rest) b _ (b - real b_hi) (5 * ud) b0 R4 ltac:(lra) ltac:(lra)) as R5.
  replace (5 * ud * (1075/100 * (ud * M1) + 468/100 * (ud * M2)))
    with (5375/100 * (ud * (ud * M1)) + 2340/100 * (ud * (ud * M2))) in R5 by field.
  pose proof (times_scaled (real hi) b _ (b - (real b_hi + real b_lo)) (51 * (ud * ud)) b0 HB0 ltac:(lra) ltac:(lra)) as
    R6.
  replace (51 * (ud * ud) * (1002/1000 * M1)) with (51102/1000 * (ud * (ud * M1))) in R6 by field.
  replace ((real hi + real rest) * b - a) with
    (real hi * (b - (real b_hi + real b_lo)) + real rest * (b - real b_hi) + (real rest * real b_hi - real y) +
     (real y - (real a_hi + real a_lo - (real hi * real b_hi + real hi * real b_lo))) + (real a_hi + real a_lo - a))
       by ring.
  lra.
Qed.

End Quotient.

(* The same with the product that quotient_rest splits. *)
Theorem quotient_parts (hi a_hi a_lo b_hi b_lo inverse rest : F double) (a b M1 M2 Ea : R) :
  finite a_hi -> finite a_lo -> finite b_lo -> finite inverse -> below hi 430 -> below b_hi 430 ->
  is_splittable (real hi * real b_hi) -> bpow radix2 (-400) <= b ->
  - (5 * (ud * b)) <= real b_hi - b <= 5 * (ud * b) -> - (46/10 * (ud * b)) <= real b_lo <= 46/10 * (ud * b) ->
  - (51 * (ud * (ud * b))) <= real b_hi + real b_lo - b <= 51 * (ud * (ud * b)) ->
  bpow radix2 (-700) <= M1 -> b * tiny <= / 2000 * (ud * (ud * M1)) -> M1 <= bpow radix2 450 -> 0 <= M2 ->
    M2 <= bpow radix2 450 ->
  - M1 <= real a_hi <= M1 -> - (46/10 * (ud * M2)) <= real a_lo <= 46/10 * (ud * M2) ->
      - Ea <= real a_hi + real a_lo - a <= Ea ->
  - (6 * (ud * M1)) <= real hi * real b_hi - real a_hi <= 6 * (ud * M1) ->
      - (5 * ud) <= real inverse * real b_hi - 1 <= 5 * ud ->
  quotient_rest_results hi a_hi a_lo b_hi b_lo inverse rest ->
  finite rest /\ - (108/10 * (ud * M1) + 47/10 * (ud * M2)) <= real rest * b <= 108/10 * (ud * M1) + 47/10 * (ud * M2)
    /\
  - (Ea + 205 * (ud * (ud * M1)) + 62 * (ud * (ud * M2))) <= (real hi + real rest) * b - a <=
    Ea + 205 * (ud * (ud * M1)) + 62 * (ud * (ud * M2)).
Proof.
  intros F1 F2 F3 F4 B1 B2 S. intros. destruct (product_parts hi b_hi 430 B1 B2 ltac:(lia) S) as (Fp & Fr & Ep & Sp).
  match goal with K : quotient_rest_results _ _ _ _ _ _ _ |- _ => apply quotient_rest_is in K end.
  apply (quotient_with_rest hi a_hi a_lo b_hi b_lo inverse rest (product_rest hi b_hi) a b M1 M2 Ea); assumption.
Qed.
