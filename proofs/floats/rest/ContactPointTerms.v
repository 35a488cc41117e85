(* The two terms of a coordinate of the contact point: t u along the axis and (wr / |v|) v along the normal, for
   fast_point of src/rest/contact_double_double.h. ContactPointSteps.v has the roundings of a term and of their sums.
   docs/exactness.md, "Point". *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps ContactRoot
  ContactDepth ContactEnd ContactPointSteps.
From Carom Require Terms_contact.
Import Terms_contact.quotient_rest_terms(quotient_rest_results).

Open Scope R_scope.

(* wr / |v| as m + rest. *)
Section Radius.
Variables wr length lrest inverse rest : F double.
Variables l : R.
Hypothesis wr_finite : finite wr.
Hypothesis wr_size : bpow radix2 (-150) <= real wr <= bpow radix2 151.
Hypothesis l_size : bpow radix2 (-160) <= l <= bpow radix2 165.
Hypothesis length_below : below length 202.
Hypothesis lrest_finite : finite lrest.
Hypothesis inverse_finite : finite inverse.
Hypothesis length_is : - (33/10 * (ud * l)) <= real length - l <= 33/10 * (ud * l).
Hypothesis length_rest_is : - (34/10 * (ud * l)) <= real lrest <= 34/10 * (ud * l).
Hypothesis length_sum : - (51 * (ud * (ud * l))) <= real length + real lrest - l <= 51 * (ud * (ud * l)).
Hypothesis inverse_is : - (5 * ud) <= real inverse * real length - 1 <= 5 * ud.
Let m := fmul wr inverse.
Hypothesis rest_is : quotient_rest_results m wr (fconst 0 0) length lrest inverse rest.

Lemma radius_parts :
  below m 430 /\ bpow radix2 (-330) <= real m /\ 999/1000 * real wr <= real m * l <= 1001/1000 * real wr /\
    finite rest /\
  - (11 * (ud * real wr)) <= real rest * l <= 11 * (ud * real wr) /\
  - (206 * (ud * (ud * real wr))) <= (real m + real rest) * l - real wr <= 206 * (ud * (ud * real wr)).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. destruct zero_value as [Fz Ez].
  pose proof (bpow_gt_0 radix2 (-160)) as Z1. pose proof (bpow_gt_0 radix2 (-150)) as Z2.
  assert (l0 : 0 < l) by lra. scales l (Rlt_le _ _ l0). set (w := real wr) in *. assert (w0 : 0 < w) by lra.
  scales w (Rlt_le _ _ w0).
  assert (n0 : 0 < real length) by lra.
  assert (i0 : 0 < real inverse).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real inverse * real length) by (apply Rmult_le_pos; lra). lra. }
  assert (Wi : - (5 * (ud * w)) <= w * (real inverse * real length - 1) <= 5 * (ud * w)).
  { pose proof (product_within w _ w _ ltac:(lra) inverse_is) as M. replace (w * (5 * ud)) with (5 * (ud * w)) in M
      by ring. exact M. }
  (* the product does not overflow *)
  assert (iB : real inverse <= bpow radix2 161).
  { apply Rmult_le_reg_r with (real length); [exact n0 |].
    assert (E : bpow radix2 161 * bpow radix2 (-160) = 2) by (rewrite <- bpow_plus; reflexivity).
    assert (bpow radix2 161 * (99/100 * bpow radix2 (-160)) <= bpow radix2 161 * real length)
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]). lra. }
  assert (p0 : 0 < w * real inverse) by (apply Rmult_lt_0_compat; lra).
  assert (pB : w * real inverse <= bpow radix2 312).
  { change 312%Z with (151 + 161)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  destruct (mul_step wr inverse (w * real inverse) wr_finite inverse_finite ltac:(fold w; lra)) as (Fm & Xm).
  { eapply Rle_trans; [exact pB | apply bpow_le; lia]. }
  fold m in Fm, Xm. fold w in Xm.
  assert (nT : 0 <= real length * tiny <= / 1000 * (ud * (ud * w))).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (bpow radix2 166 * bpow radix2 (-1075)).
    - apply Rmult_le_compat; try lra; [| exact tiny_is_tiny]. change 166%Z with (1 + 165)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra.
    - apply Rle_trans with (bpow radix2 (-10) * (bpow radix2 (-53) * (bpow radix2 (-53) * bpow radix2 (-150)))).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + change (bpow radix2 (-53)) with ud. apply Rmult_le_compat; [apply bpow_ge_0 | repeat apply Rmult_le_pos;
          lra | simpl; lra |].
        repeat (apply Rmult_le_compat_l; [lra |]). lra. }
  assert (Hm : - (6001/1000 * (ud * w)) <= real m * real length - w <= 6001/1000 * (ud * w)).
  { replace (real m * real length - w) with ((real m - w * real inverse) * real length + w * (real inverse * real length
      - 1)) by ring.
    assert (M : - (ud * (w * real inverse) + tiny) * real length <= (real m - w * real inverse) * real length <=
      (ud * (w * real inverse) + tiny) * real length) by (split; apply Rmult_le_compat_r; lra).
    replace ((ud * (w * real inverse) + tiny) * real length)
      with (ud * (w * (real inverse * real length - 1)) + ud * w + real length * tiny) in M by ring.
    replace (- (ud * (w * real inverse) + tiny) * real length)
      with (- (ud * (w * (real inverse * real length - 1)) + ud * w + real length * tiny)) in M by ring.
    assert (V : ud * (w * (real inverse * real length - 1)) <= ud * (5 * (ud * w))) by (apply Rmult_le_compat_l; lra).
    lra. }
  assert (m0 : 0 <= real m).
  { apply Rnot_lt_le. intros Hc. assert (0 < - real m * real length) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Bm : below m 430).
  { split; [exact Fm |]. rewrite Rabs_pos_eq by exact m0. apply Rle_trans with (bpow radix2 313);
      [| apply bpow_le; lia].
    change 313%Z with (1 + 312)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    assert (ud * (w * real inverse) <= / 2 * (w * real inverse)) by (apply Rmult_le_compat_r; lra).
    assert (tiny <= / 4 * bpow radix2 312).
    { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le;
        lia]. } lra. }
  assert (Lm : bpow radix2 (-330) <= real m).
  { apply Rmult_le_reg_r with (real length); [exact n0 |].
    apply Rle_trans with (bpow radix2 (-330) * bpow radix2 166).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 166%Z with (1 + 165)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra.
    - rewrite <- bpow_plus. apply Rle_trans with (/ 2 * bpow radix2 (-150)); [| lra].
      change (/ 2) with (bpow radix2 (-1)).
      rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Ml : - (10 * (ud * w)) <= real m * l - w <= 10 * (ud * w)).
  { pose proof (times_scaled (real m) (real length) (1001/1000 * w) (l - real length) (34/10 * ud) n0 ltac:(lra)) as M.
    assert (Q : - (34/10 * ud * real length) <= l - real length <= 34/10 * ud * real length).
    { assert (ud * l <= ud * (10001/10000 * real length)) by (apply Rmult_le_compat_l; lra). lra. }
    specialize (M Q ltac:(lra)). replace (34/10 * ud * (1001/1000 * w)) with (34034/10000 * (ud * w)) in M by field.
    replace (real m * l - w) with (real m * real length - w + real m * (l - real length)) by ring. lra. }
  assert (LT : l * tiny <= / 2000 * (ud * (ud * (1001/1000 * w)))).
  { apply Rle_trans with (bpow radix2 165 * bpow radix2 (-1075)).
    - apply Rmult_le_compat; try lra. exact tiny_is_tiny.
    - apply Rle_trans with (bpow radix2 (-11) * (bpow radix2 (-53) * (bpow radix2 (-53) * bpow radix2 (-150)))).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + change (bpow radix2 (-53)) with ud. apply Rmult_le_compat; [apply bpow_ge_0 | repeat apply Rmult_le_pos;
          lra | simpl; lra |].
        repeat (apply Rmult_le_compat_l; [lra |]). lra. }
  assert (Sp : is_splittable (real m * real length)).
  { right. rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). apply Rle_trans with (/ 2 * bpow radix2 (-150)); [| lra].
    change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (wB : 1001/1000 * w <= bpow radix2 450).
  { apply Rle_trans with (bpow radix2 1 * bpow radix2 151); [change (bpow radix2 1) with 2; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (quotient_parts m wr (fconst 0 0) length lrest inverse rest w l (1001/1000 * w) 0 0) as (Q1 & Q2 & Q3);
    auto; try (fold w; lra).
  { apply (below_weaken length 202); [exact length_below | lia]. }
  { eapply Rle_trans; [apply bpow_le | apply l_size]; lia. }
  { apply Rle_trans with (bpow radix2 (-150)); [apply bpow_le; lia | lra]. }
  do 2 (split; [assumption |]). split; [lra |]. split; [exact Q1 |].
  replace (ud * (1001/1000 * w)) with (1001/1000 * (ud * w)) in * by ring.
  replace (ud * (1001/1000 * (ud * w))) with (1001/1000 * (ud * (ud * w))) in * by ring. lra.
Qed.

Variables dh dl : F double.
Variable x : R.
Hypothesis dh_ordinary : ordinary dh.
Hypothesis dl_finite : finite dl.
Hypothesis x_sum : real dh + real dl = x.
Hypothesis x_rest : Rabs (real dl) <= ud * Rabs x.
Hypothesis x_l : Rabs x <= l.
Hypothesis x_not_0 : x <> 0.
Let M := real wr * Rabs x / l.

(* (wr / |v|) x *)
Lemma radius_term :
  let h := fmul m dh in let low := fadd (pair_product_rest m dh) (fadd (fmul m dl) (fmul rest dh)) in
  bpow radix2 (-500) <= M <= bpow radix2 151 /\
  finite h /\ - (102/100 * M) <= real h <= 102/100 * M /\ 99/100 * M <= Rabs (real h) /\
  finite low /\ - (195/10 * (ud * M)) <= real low <= 195/10 * (ud * M) /\
  - (279 * (ud * (ud * M))) <= real h + real low - real wr / l * x <= 279 * (ud * (ud * M)).
Proof.
  cbv zeta. destruct radius_parts as (Bm & Lm & Ml & Fr & Rl & Sm). destruct ud_small as [U0 U1].
  pose proof (bpow_gt_0 radix2 (-160)) as Z1. pose proof (bpow_gt_0 radix2 (-150)) as Z2. assert (l0 : 0 < l) by lra.
  assert (w0 : 0 < real wr) by lra.
  pose proof (Rabs_pos_lt _ x_not_0) as ax0. pose proof (bpow_gt_0 radix2 (-330)) as Z3.
  assert (Nd : bpow radix2 (-150) <= Rabs (real dh)).
  { destruct dh_ordinary as [_ [Zd | Q]]; [| exact Q]. exfalso. assert (E : real dl = x) by lra. rewrite E in x_rest.
    assert (ud * Rabs x <= / 2 * Rabs x) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Lx : bpow radix2 (-151) <= Rabs x).
  { change (-151)%Z with (-1 + -150)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2).
    assert (Rabs (real dh) <= Rabs x + Rabs (real dl)).
    { replace (real dh) with (x - real dl) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (ud * Rabs x <= / 2 * Rabs x) by (apply Rmult_le_compat_r; lra). lra. }
  assert (EM : M * l = real wr * Rabs x) by (unfold M; field; lra).
  assert (MS : bpow radix2 (-500) <= M <= bpow radix2 151).
  { split; apply Rmult_le_reg_r with l; try exact l0; rewrite EM.
    - apply Rle_trans with (bpow radix2 (-500) * bpow radix2 165); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
      apply Rle_trans with (bpow radix2 (-150) * bpow radix2 (-151)); [rewrite <- !bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat; try lra; apply bpow_ge_0.
    - apply Rmult_le_compat; lra. }
  pose proof (bpow_gt_0 radix2 (-500)) as Z5. assert (M0 : 0 <= M) by lra. scales M M0.
  assert (Sc : forall y c, 0 <= c -> - (c * real wr) <= y * l <= c * real wr -> - (c * M) <= y * x <= c * M).
  { intros y c c0 Hy. apply Rabs_le in Hy. apply Rabs_le_inv. rewrite Rabs_mult in *.
    rewrite (Rabs_pos_eq l) in Hy by lra.
    apply Rmult_le_reg_r with l; [exact l0 |]. replace (c * M * l) with (c * (M * l)) by ring. rewrite EM.
    replace (Rabs y * Rabs x * l) with (Rabs y * l * Rabs x) by ring.
    replace (c * (real wr * Rabs x)) with (c * real wr * Rabs x) by ring.
    apply Rmult_le_compat_r; lra. }
  assert (uw : forall c, c * (ud * real wr) = c * ud * real wr) by (intros; ring).
  assert (Hm1 : - (101/100 * M) <= real m * x <= 101/100 * M) by (apply Sc; lra).
  assert (Hr1 : - (17 * (ud * M)) <= real rest * x <= 17 * (ud * M)).
  { pose proof (Sc (real rest) (17 * ud) ltac:(lra)) as K. assert (0 <= ud * real wr) by (apply Rmult_le_pos; lra).
    specialize (K ltac:(lra)). lra. }
  assert (uu : 0 <= ud * ud) by (apply Rmult_le_pos; lra).
  assert (Hg1 : - (206 * (ud * (ud * M))) <= (real m + real rest) * x - real wr / l * x <= 206 * (ud * (ud * M))).
  { pose proof (Sc (real m + real rest - real wr / l) (206 * (ud * ud)) ltac:(lra)) as K.
    replace ((real m + real rest - real wr / l) * l) with ((real m + real rest) * l - real wr) in K by (field; lra).
    specialize (K ltac:(lra)). lra. }
  assert (Sp : is_splittable (real m * real dh)).
  { right. rewrite Rabs_mult, (Rabs_pos_eq (real m)) by lra.
    apply Rle_trans with (bpow radix2 (-330) * bpow radix2 (-150)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; try lra; apply bpow_ge_0. }
  assert (Nm : is_normal_or_zero (real m)).
  { right. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply bpow_le | exact Lm]; lia. }
  assert (MB : bpow radix2 (-700) <= M <= bpow radix2 300).
  { split; [eapply Rle_trans; [apply bpow_le | apply MS] | eapply Rle_trans; [apply MS | apply bpow_le]]; lia. }
  destruct (term_parts m rest dh dl x (real wr / l) M (206 * (ud * (ud * M))) Bm Nm Sp Fr dh_ordinary dl_finite x_sum
    x_rest MB Hm1 Hr1 Hg1)
    as (G1 & G2 & G3 & G4 & G5 & G6).
  split; [exact MS |]. do 2 (split; [assumption |]). split.
  { assert (K : 999/1000 * M <= Rabs (real m * x)).
    { rewrite Rabs_mult, (Rabs_pos_eq (real m)) by lra. apply Rmult_le_reg_r with l; [exact l0 |].
      replace (999/1000 * M * l) with (999/1000 * (M * l)) by ring. rewrite EM.
      replace (999/1000 * (real wr * Rabs x)) with (999/1000 * real wr * Rabs x) by ring.
      replace (real m * Rabs x * l) with (real m * l * Rabs x) by ring. apply Rmult_le_compat_r; lra. }
    lra. }
  do 2 (split; [assumption |]). lra.
Qed.

End Radius.

(* t u, for t = (w.u) / |u|^2 as t + rest. N are the terms of w.u. *)
Section Side.
Variables t rest uh ul : F double.
Variables x D A N : R.
Let l := sqrt A.
Hypothesis A_size : bpow radix2 (-320) <= A.
Hypothesis l_high : l <= bpow radix2 165.
Hypothesis N_size : bpow radix2 (-320) <= N.
Hypothesis N_high : N <= bpow radix2 210 * l.
Hypothesis t_below : below t 430.
Hypothesis t_size : real t = 0 \/ bpow radix2 (-720) <= Rabs (real t).
Hypothesis rest_finite : finite rest.
Hypothesis t_A : - (1002/1000 * N) <= real t * A <= 1002/1000 * N.
Hypothesis rest_A : - (16 * (ud * N)) <= real rest * A <= 16 * (ud * N).
Hypothesis t_is : Rabs (real t + real rest - D / A) <= 290 * (ud * ud) * (N / A).
Hypothesis uh_ordinary : ordinary uh.
Hypothesis ul_finite : finite ul.
Hypothesis x_sum : real uh + real ul = x.
Hypothesis x_rest : Rabs (real ul) <= ud * Rabs x.
Hypothesis x_l : Rabs x <= l.
Let M := N / l.

Lemma side_term :
  let h := fmul t uh in let low := fadd (pair_product_rest t uh) (fadd (fmul t ul) (fmul rest uh)) in
  bpow radix2 (-500) <= M <= bpow radix2 210 /\
  finite h /\ - (102/100 * M) <= real h <= 102/100 * M /\ finite low /\
    - (195/10 * (ud * M)) <= real low <= 195/10 * (ud * M) /\
  - (363 * (ud * (ud * M))) <= real h + real low - D / A * x <= 363 * (ud * (ud * M)).
Proof.
  cbv zeta. destruct ud_small as [U0 U1]. pose proof (bpow_gt_0 radix2 (-320)) as Z1. assert (A0 : 0 < A) by lra.
  assert (l0 : 0 < l) by (apply sqrt_lt_R0; exact A0). assert (ll : l * l = A) by (apply sqrt_sqrt; lra).
  assert (N0 : 0 < N) by lra.
  assert (EM : M * l = N) by (unfold M; field; lra).
  assert (MS : bpow radix2 (-500) <= M <= bpow radix2 210).
  { split; apply Rmult_le_reg_r with l; try exact l0; rewrite EM; [| exact N_high].
    apply Rle_trans with (bpow radix2 (-500) * bpow radix2 165); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
    rewrite <- bpow_plus. eapply Rle_trans; [apply bpow_le | exact N_size]; lia. }
  pose proof (bpow_gt_0 radix2 (-500)) as Z5. assert (M0 : 0 <= M) by lra. scales M M0.
  assert (Sc : forall y c, 0 <= c -> - (c * N) <= y * A <= c * N -> - (c * M) <= y * x <= c * M).
  { intros y c c0 Hy. apply Rabs_le in Hy. apply Rabs_le_inv. rewrite Rabs_mult in *.
    rewrite (Rabs_pos_eq A) in Hy by lra.
    apply Rmult_le_reg_r with l; [exact l0 |]. replace (c * M * l) with (c * (M * l)) by ring. rewrite EM.
    eapply Rle_trans; [| exact Hy]. rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply Rabs_pos |]. rewrite <- ll.
    apply Rmult_le_compat_r; lra. }
  assert (uN : 0 <= ud * N) by (apply Rmult_le_pos; lra).
  assert (Hm1 : - (101/100 * M) <= real t * x <= 101/100 * M) by (apply Sc; lra).
  assert (Hr1 : - (17 * (ud * M)) <= real rest * x <= 17 * (ud * M)).
  { pose proof (Sc (real rest) (17 * ud) ltac:(lra)) as K. specialize (K ltac:(lra)). lra. }
  assert (uu : 0 <= ud * ud) by (apply Rmult_le_pos; lra).
  assert (Hg1 : - (290 * (ud * (ud * M))) <= (real t + real rest) * x - D / A * x <= 290 * (ud * (ud * M))).
  { pose proof (Sc (real t + real rest - D / A) (290 * (ud * ud)) ltac:(lra)) as K.
    assert (Q : - (290 * (ud * ud) * N) <= (real t + real rest - D / A) * A <= 290 * (ud * ud) * N).
    { apply Rabs_le_inv. rewrite Rabs_mult, (Rabs_pos_eq A) by lra.
      replace (290 * (ud * ud) * N) with (290 * (ud * ud) * (N / A) * A) by (field; lra). apply Rmult_le_compat_r; lra.
      }
    specialize (K Q). lra. }
  assert (Sp : is_splittable (real t * real uh)).
  { destruct t_size as [Z | Z]; [left; rewrite Z; ring |]. destruct uh_ordinary as [_ [W | W]];
      [left; rewrite W; ring | right].
    rewrite Rabs_mult. apply Rle_trans with (bpow radix2 (-720) * bpow radix2 (-150));
      [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; auto using bpow_ge_0. }
  assert (Nm : is_normal_or_zero (real t)).
  { destruct t_size as [Z | Z]; [now left | right]. eapply Rle_trans; [apply bpow_le | exact Z]; lia. }
  assert (MB : bpow radix2 (-700) <= M <= bpow radix2 300).
  { split; [eapply Rle_trans; [apply bpow_le | apply MS] | eapply Rle_trans; [apply MS | apply bpow_le]]; lia. }
  destruct (term_parts t rest uh ul x (D / A) M (290 * (ud * (ud * M))) t_below Nm Sp rest_finite uh_ordinary ul_finite
    x_sum x_rest MB Hm1 Hr1 Hg1)
    as (G1 & G2 & _ & G4 & G5 & G6).
  split; [exact MS |]. do 4 (split; [assumption |]). lra.
Qed.

End Side.
