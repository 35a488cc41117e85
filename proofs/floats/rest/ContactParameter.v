(* The parameter of the nearest point beside a wall that is level or upright: a quotient of two differences with its
   remainder, for measure_level of src/rest/contact_double_double.h. The error is relative to the parameter.
   docs/exactness.md, "Parameter". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Overflow ContactFeature ContactPairs ContactSteps
  ContactRoot ContactDepth ContactEnd ContactPointSteps ContactPoint.
From Carom Require Terms_contact.
Import Terms_contact.quotient_rest_terms(quotient_rest_results).

Open Scope R_scope.

Lemma fmul_of_negated (x y : F double) : fmul (fneg x) (fneg y) = fmul x y.
Proof.
  destruct x as [sx | sx | | sx mx ex Hx], y as [sy | sy | | sy my ey Hy]; try reflexivity;
    try (destruct sx, sy; reflexivity).
  apply B2SF_inj. unfold fmul, Bmult, fneg, Bopp. rewrite !B2SF_SF2B. destruct sx, sy; reflexivity.
Qed.

(* A positive denominator. pr is the low part of hi * b.hi. *)
Section Positive.
Variables hi a_hi a_lo b_hi b_lo inverse rest pr : F double.
Variables a b : R.
Hypothesis a_ordinary : ordinary a_hi.
Hypothesis a_not_0 : a <> 0.
Hypothesis F_a_lo : finite a_lo.
Hypothesis a_sum : real a_hi + real a_lo = a.
Hypothesis a_rest : Rabs (real a_lo) <= ud * Rabs a.
Hypothesis b_ordinary : ordinary b_hi.
Hypothesis b_pos : 0 < b.
Hypothesis F_b_lo : finite b_lo.
Hypothesis b_sum : real b_hi + real b_lo = b.
Hypothesis b_rest : Rabs (real b_lo) <= ud * Rabs b.
Hypothesis F_inverse : finite inverse.
Hypothesis hi_is : Rabs (real hi * real b_hi - real a_hi) <= 2 * (ud * Rabs (real a_hi)).
Hypothesis inverse_is : - (2 * ud) <= real inverse * real b_hi - 1 <= 2 * ud.
Hypothesis F_p : finite (fmul hi b_hi).
Hypothesis F_pr : finite pr.
Hypothesis pr_is : real (fmul hi b_hi) + real pr = real hi * real b_hi.
Hypothesis pr_small : Rabs (real pr) <= ud * Rabs (real hi * real b_hi) + tiny.
Hypothesis rest_is : rest = fmul (fadd (fsub (fsub a_hi (fmul hi b_hi)) pr) (fsub a_lo (fmul hi b_lo))) inverse.

Lemma positive_quotient : finite rest /\ Rabs (real hi + real rest - a / b) <= 270 * (ud * ud) * Rabs (a / b).
Proof.
  destruct ud_small as [U0 U1]. destruct (not_small a_hi a_lo a a_ordinary a_sum a_rest a_not_0) as [A1 _].
  destruct (not_small b_hi b_lo b b_ordinary b_sum b_rest ltac:(lra)) as [B1 B2].
  pose proof (proj2 (proj1 a_ordinary)) as A3. pose proof (proj2 (proj1 b_ordinary)) as B3.
  rewrite (Rabs_pos_eq b) in * by lra.
  assert (Bl : Rabs (real b_lo) <= / 1000 * b) by (eapply Rle_trans; [exact b_rest | apply Rmult_le_compat_r; lra]).
  pose proof (Rabs_le_inv _ _ b_rest) as b_rest'. apply Rabs_le_inv in Bl.
  rewrite (Rabs_pos_eq (real b_hi)) in B1, B3 by lra.
  set (M := Rabs (real a_hi)) in *. assert (M0 : 0 <= M) by apply Rabs_pos. scales M M0. scales b (Rlt_le _ _ b_pos).
  assert (AM : Rabs a <= 1001/1000 * M).
  { assert (Rabs a <= M + Rabs (real a_lo)) by (rewrite <- a_sum; apply Rabs_triang).
    assert (ud * Rabs a <= / 10000 * Rabs a) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
  assert (MA : M <= 1001/1000 * Rabs a).
  { assert (M <= Rabs a + Rabs (real a_lo)).
    { unfold M. replace (real a_hi) with (a - real a_lo) by lra. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp. lra. }
    assert (ud * Rabs a <= / 10000 * Rabs a) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
  assert (uA : ud * Rabs a <= ud * (1001/1000 * M)) by (apply Rmult_le_compat_l; lra).
  pose proof (Rabs_le_inv _ _ (Rle_refl M)) as Ma. pose proof (Rabs_le_inv _ _ hi_is) as Hh.
  assert (a_rest' : - (46/10 * (ud * M)) <= real a_lo <= 46/10 * (ud * M)) by (apply Rabs_le_inv; lra).
  assert (bT : b * tiny <= / 2000 * (ud * (ud * M))).
  { apply Rle_trans with (bpow radix2 201 * bpow radix2 (-1075)).
    - apply Rmult_le_compat; try lra; [left; apply eta_pos | | exact tiny_is_tiny].
      change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
    - apply Rle_trans with (bpow radix2 (-11) * (bpow radix2 (-53) * (bpow radix2 (-53) * bpow radix2 (-150)))).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + change (bpow radix2 (-53)) with ud. apply Rmult_le_compat; [apply bpow_ge_0 | repeat apply Rmult_le_pos;
          try lra; apply bpow_ge_0 | simpl; lra |].
        repeat (apply Rmult_le_compat_l; [lra |]). exact A1. }
  assert (B450 : bpow radix2 200 <= bpow radix2 450) by (apply bpow_le; lia).
  destruct (quotient_with_rest hi a_hi a_lo b_hi b_lo inverse rest pr a b M M 0) as (Q1 & _ & Q3); auto; try lra.
  { apply a_ordinary. }
  { eapply Rle_trans; [apply bpow_le | exact B2]; lia. }
  { eapply Rle_trans; [apply bpow_le | exact A1]; lia. }
  split; [exact Q1 |].
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ b)) by (left; now apply Rinv_0_lt_compat).
  apply Rmult_le_reg_r with b; [exact b_pos |].
  replace (270 * (ud * ud) * (Rabs a * / b) * b) with (270 * (ud * (ud * Rabs a))) by (field; lra).
  rewrite <- (Rabs_pos_eq b) at 2 by lra. rewrite <- Rabs_mult.
  replace ((real hi + real rest - a * / b) * b) with ((real hi + real rest) * b - a) by (field; lra).
  apply Rle_trans with (267 * (ud * (ud * M))); [apply Rabs_le; lra |].
  assert (ud * (ud * M) <= ud * (ud * (1001/1000 * Rabs a))) by (repeat (apply Rmult_le_compat_l; [lra |]); lra). lra.
Qed.

End Positive.

(* A denominator of either sign. *)
Section Quotient.
Variables w_hi w_lo u_hi u_lo rest : F double.
Variables w u : R.
Hypothesis w_ordinary : ordinary w_hi.
Hypothesis F_w_lo : finite w_lo.
Hypothesis w_sum : real w_hi + real w_lo = w.
Hypothesis w_rest : Rabs (real w_lo) <= ud * Rabs w.
Hypothesis u_ordinary : ordinary u_hi.
Hypothesis u_not_0 : u <> 0.
Hypothesis F_u_lo : finite u_lo.
Hypothesis u_sum : real u_hi + real u_lo = u.
Hypothesis u_rest : Rabs (real u_lo) <= ud * Rabs u.
Let t := fdiv w_hi u_hi.
Let inverse := fdiv (fconst 1 0) u_hi.
Hypothesis rest_is : quotient_rest_results t w_hi w_lo u_hi u_lo inverse rest.

Lemma quotient_of_differences :
  finite t /\ Rabs (real t) <= bpow radix2 352 /\ finite rest /\
    Rabs (real t + real rest - w / u) <= 270 * (ud * ud) * Rabs (w / u).
Proof.
  destruct ud_small as [U0 U1]. destruct (not_small u_hi u_lo u u_ordinary u_sum u_rest u_not_0) as [B1 B2].
  pose proof (proj1 (proj1 w_ordinary)) as Fw. pose proof (proj1 (proj1 u_ordinary)) as Fu.
  pose proof (proj2 (proj1 w_ordinary)) as Bw.
  pose proof (proj2 (proj1 u_ordinary)) as B3. pose proof (bpow_gt_0 radix2 (-150)) as Z.
  pose proof (eta_pos double) as T0.
  assert (Nu : real u_hi <> 0) by (intros Zu; rewrite Zu, Rabs_R0 in B1; lra).
  destruct (constant_value 0 ltac:(lia)) as [F1 E1]. change (bpow radix2 0) with 1 in E1.
  (* both divisions *)
  assert (Dv : forall v : F double, finite v -> Rabs (real v) <= bpow radix2 200 ->
    finite (fdiv v u_hi) /\ Rabs (real (fdiv v u_hi)) <= bpow radix2 352 /\
    Rabs (real (fdiv v u_hi) * real u_hi - real v) <= ud * Rabs (real v) + bpow radix2 (-875)).
  { intros v Fv Bv. set (z := real v / real u_hi).
    assert (zu : z * real u_hi = real v) by (unfold z; field; exact Nu).
    assert (Bz : Rabs z <= bpow radix2 350).
    { apply Rmult_le_reg_r with (Rabs (real u_hi)); [lra |]. rewrite <- Rabs_mult, zu.
      apply Rle_trans with (bpow radix2 350 * bpow radix2 (-150)).
      - rewrite <- bpow_plus. exact Bv.
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact B1]. }
    destruct (div_step v u_hi (Rabs z) Fv Fu Nu) as (F & X); [apply Rabs_le_inv, Rle_refl | eapply Rle_trans;
      [exact Bz | apply bpow_le; lia] |].
    fold z in X. split; [exact F |].
    assert (X' : Rabs (real (fdiv v u_hi) - z) <= ud * Rabs z + tiny) by (apply Rabs_le; exact X).
    split.
    - apply Rle_trans with (Rabs z + (ud * Rabs z + tiny)).
      + replace (real (fdiv v u_hi)) with (z + (real (fdiv v u_hi) - z)) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. lra.
      + assert (ud * Rabs z <= 1 * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
        assert (tiny <= bpow radix2 350) by (eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le; lia]).
        change 352%Z with (2 + 350)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. lra.
    - replace (real (fdiv v u_hi) * real u_hi - real v) with ((real (fdiv v u_hi) - z) * real u_hi) by (rewrite <- zu;
        ring).
      rewrite Rabs_mult. apply Rle_trans with ((ud * Rabs z + tiny) * Rabs (real u_hi));
        [apply Rmult_le_compat_r; lra |].
      rewrite <- zu, Rabs_mult. rewrite Rmult_plus_distr_r, Rmult_assoc. apply Rplus_le_compat_l.
      apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 200); [apply Rmult_le_compat; try lra;
        exact tiny_is_tiny |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (Dv w_hi Fw Bw) as (Ft & Bt & Ht). fold t in Ft, Bt, Ht.
  destruct (Dv (fconst 1 0) F1) as (Fi & _ & Hi). { rewrite E1, Rabs_R1. apply (bpow_le radix2 0 200). lia. }
  fold inverse in Fi, Hi. rewrite E1, Rabs_R1 in Hi. split; [exact Ft |]. split; [exact Bt |].
  assert (B875 : bpow radix2 (-875) <= / 2 * (ud * bpow radix2 (-150))).
  { apply Rle_trans with (bpow radix2 (-1) * (bpow radix2 (-53) * bpow radix2 (-150)));
      [rewrite <- !bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-53)) with ud. change (bpow radix2 (-1)) with (/ 2). lra. }
  assert (Hi' : - (2 * ud) <= real inverse * real u_hi - 1 <= 2 * ud).
  { apply Rabs_le_inv. assert (bpow radix2 (-150) <= 1) by (apply (bpow_le radix2 (-150) 0); lia).
    assert (ud * bpow radix2 (-150) <= ud * 1) by (apply Rmult_le_compat_l; lra). lra. }
  apply quotient_rest_is in rest_is. set (pr := product_rest t u_hi) in rest_is.
  assert (Bt' : below t 440) by (split; [exact Ft | eapply Rle_trans; [exact Bt | apply bpow_le; lia]]).
  assert (Bu' : below u_hi 440) by (split; [exact Fu | eapply Rle_trans; [exact B3 | apply bpow_le; lia]]).
  destruct (Req_dec w 0) as [Zw | Nw].
  - (* all terms are 0 *)
    assert (Zl : real w_lo = 0) by (rewrite Zw, Rabs_R0, Rmult_0_r in w_rest; apply Rabs_le_inv in w_rest; lra).
    assert (Zh : real w_hi = 0) by lra.
    assert (Zt : real t = 0).
    { unfold t in Ft |- *. destruct (fdiv_finite _ _ Ft Fu Nu) as (_ & ->). rewrite Zh. unfold Rdiv. rewrite Rmult_0_l.
      apply rnd_zero. }
    destruct zero_value as [Fz Ez].
    destruct (product_parts t u_hi 440 Bt' Bu' ltac:(lia) ltac:(left; rewrite Zt; ring)) as (_ & Fr & Er & _).
    fold pr in Fr, Er.
    destruct (zero_product t u_hi Ft Fu ltac:(rewrite Zt; ring)) as (F2 & E2).
    rewrite E2, Zt, Rmult_0_l, Rplus_0_l in Er.
    destruct (zero_product t u_lo Ft F_u_lo ltac:(rewrite Zt; ring)) as (F3 & E3).
    destruct (fsub_exact w_hi _ (fconst 0 0) Fw F2 ltac:(lra)) as (F4 & E4).
    destruct (fsub_exact _ pr (fconst 0 0) F4 Fr ltac:(lra)) as (F5 & E5).
    destruct (fsub_exact w_lo _ (fconst 0 0) F_w_lo F3 ltac:(lra)) as (F6 & E6).
    destruct (fadd_exact _ _ (fconst 0 0) F5 F6 ltac:(lra)) as (F7 & E7).
    destruct (zero_product _ inverse F7 Fi ltac:(rewrite E7, Ez; ring)) as (F8 & E8). rewrite <- rest_is in F8, E8.
    split; [exact F8 |]. rewrite E8, Zt, Zw. unfold Rdiv. rewrite Rmult_0_l, Rplus_0_l, Rminus_diag_eq, Rabs_R0
      by reflexivity.
    rewrite Rmult_0_r. lra.
  - destruct (not_small w_hi w_lo w w_ordinary w_sum w_rest Nw) as [A1 _].
    assert (Ht' : Rabs (real t * real u_hi - real w_hi) <= 2 * (ud * Rabs (real w_hi))).
    { assert (ud * bpow radix2 (-150) <= ud * Rabs (real w_hi)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= ud * Rabs (real w_hi)) by (apply Rmult_le_pos; lra). lra. }
    assert (Sp : is_splittable (real t * real u_hi)).
    { right. assert (Q : / 2 * Rabs (real w_hi) <= Rabs (real t * real u_hi)).
      { pose proof (Rabs_triang_inv (real w_hi) (real w_hi - real t * real u_hi)) as K.
        replace (real w_hi - (real w_hi - real t * real u_hi)) with (real t * real u_hi) in K by ring.
        rewrite (Rabs_minus_sym (real w_hi)) in K.
        assert (ud * Rabs (real w_hi) <= / 4 * Rabs (real w_hi)) by (apply Rmult_le_compat_r; lra). lra. }
      assert (bpow radix2 (-969) <= / 2 * bpow radix2 (-150)) by (change (/ 2) with (bpow radix2 (-1));
        rewrite <- bpow_plus; apply bpow_le; lia). lra. }
    destruct (product_parts t u_hi 440 Bt' Bu' ltac:(lia) Sp) as (Fp & Fr & Er & Sr). fold pr in Fr, Er, Sr.
    destruct (Rlt_le_dec 0 u) as [P | N].
    + exact (positive_quotient t w_hi w_lo u_hi u_lo inverse rest pr w u w_ordinary Nw F_w_lo w_sum w_rest u_ordinary P
        F_u_lo u_sum u_rest Fi Ht' Hi' Fp Fr Er Sr rest_is).
    + rewrite <- (fmul_of_negated t u_hi), <- (fmul_of_negated t u_lo) in rest_is.
      rewrite <- (fmul_of_negated t u_hi) in Fp, Er.
      set (a := fadd _ _) in rest_is. set (rest' := fmul a (fneg inverse)).
      assert (Om : ordinary (fneg u_hi)).
      { destruct u_ordinary as [[_ K] Ou]. split; [split; [now apply finite_fneg | now rewrite real_fneg, Rabs_Ropp] |].
        rewrite real_fneg, Rabs_Ropp. destruct Ou as [Ou | Ou]; [left; lra | now right]. }
      destruct (positive_quotient (fneg t) w_hi w_lo (fneg u_hi) (fneg u_lo) (fneg inverse) rest' pr w (- u))
        as (Q1 & Q2); auto using finite_fneg;
        rewrite ?real_fneg, ?Rabs_Ropp; try lra.
      * replace (- real t * - real u_hi - real w_hi) with (real t * real u_hi - real w_hi) by ring. exact Ht'.
      * replace (- real t * - real u_hi) with (real t * real u_hi) by ring. exact Sr.
      * rewrite real_fneg in Q2.
        destruct (fmul_finite _ _ Q1) as (Fa & _ & E'). rewrite real_fneg in E'.
        replace (real a * - real inverse) with (- (real a * real inverse)) in E' by ring.
        rewrite rnd_opp in E'. fold rest' in E'.
        destruct (rounded_finite _ _ (fmul_rounded a inverse Fa Fi)) as (F2 & E2).
        { replace (rnd double (real a * real inverse)) with (- real rest') by lra. rewrite Rabs_Ropp. apply real_below.
          }
        rewrite <- rest_is in F2, E2. split; [exact F2 |]. rewrite <- E2 in E'.
        replace (real t + real rest - w / u) with (- (- real t + real rest' - w / - u)) by (rewrite E'; field;
          exact u_not_0).
        replace (Rabs (w / u)) with (Rabs (w / - u)); [rewrite Rabs_Ropp; exact Q2 |].
        replace (w / - u) with (- (w / u)) by (field; exact u_not_0). apply Rabs_Ropp.
Qed.

End Quotient.
