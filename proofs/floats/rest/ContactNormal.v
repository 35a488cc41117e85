(* fast_normal of src/rest/contact_double_double.h: each coordinate of the unit vector is within an ulp of 1 of the true
   one.

   It is a quotient with its remainder, as the distance is. docs/exactness.md, "Normal". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree ContactFeature ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd.
From Carom Require Terms_contact.
Import Terms_contact.fast_normal_terms(fast_normal, fast_normal_results).

Open Scope R_scope.

(* A coordinate x / l of a vector of length l, as hi + lo. *)
Section Coordinate.
Variables h lo length rest inverse : F double.
Variables x l : R.
Hypothesis h_ordinary : ordinary h.
Hypothesis lo_finite : finite lo.
Hypothesis x_sum : real h + real lo = x.
Hypothesis x_rest : Rabs (real lo) <= ud * Rabs x.
Hypothesis x_l : Rabs x <= l.
Hypothesis l_size : bpow radix2 (-160) <= l <= bpow radix2 165.
Hypothesis length_below : below length 202.
Hypothesis rest_finite : finite rest.
Hypothesis inverse_finite : finite inverse.
Hypothesis length_is : - (33/10 * (ud * l)) <= real length - l <= 33/10 * (ud * l).
Hypothesis length_rest_is : - (34/10 * (ud * l)) <= real rest <= 34/10 * (ud * l).
Hypothesis length_sum : - (51 * (ud * (ud * l))) <= real length + real rest - l <= 51 * (ud * (ud * l)).
Hypothesis inverse_is : - (5 * ud) <= real inverse * real length - 1 <= 5 * ud.
Let n := fmul h inverse.
Let low := fmul (fadd (fsub (fsub h (fmul n length)) (pair_product_rest n length)) (fsub lo (fmul n rest))) inverse.

Lemma coordinate_parts :
  finite n /\ finite low /\ Rabs (real n) <= 11/10 /\ Rabs (real low) <= 20 * ud /\
  Rabs (real n + real low - x / l) <= 275 * (ud * ud).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. pose proof (bpow_gt_0 radix2 (-160)) as Z1.
  assert (l0 : 0 < l) by lra. scales l (Rlt_le _ _ l0). destruct h_ordinary as [[Fh Bh] Oh].
  assert (Hh : - (1001/1000 * l) <= real h <= 1001/1000 * l).
  { apply Rabs_le_inv. replace (real h) with (x - real lo) by lra. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp.
    assert (ud * Rabs x <= / 1000 * Rabs x) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
  assert (n0 : 0 < real length) by lra.
  assert (i0 : 0 < real inverse).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real inverse * real length) by (apply Rmult_le_pos; lra). lra. }
  (* h / l is at most 1 *)
  assert (Hi : - (101/100) <= real h * real inverse <= 101/100).
  { apply (divide _ (real length)); [exact n0 |].
    pose proof (product_within (real h) (real inverse * real length) (1001/1000 * l) (1001/1000) Hh ltac:(lra)) as M.
    replace (real h * real inverse * real length) with (real h * (real inverse * real length)) by ring. lra. }
  assert (Big : 101/100 <= big) by (apply Rle_trans with (bpow radix2 1); [change (bpow radix2 1) with 2;
    lra | apply bpow_le; lia]).
  destruct (mul_step h inverse (101/100) Fh inverse_finite Hi Big) as (Fn & Xn). fold n in Fn, Xn.
  assert (B0 : Rabs (real h * real inverse) <= 101/100) by (apply Rabs_le; lra).
  destruct (fmul_finite _ _ Fn) as (_ & _ & En). fold n in En.
  pose proof (rnd_error double (real h * real inverse)) as Rn. rewrite <- En in Rn.
  assert (T1 : tiny <= / 1000 * ud).
  { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-53)); [rewrite <- bpow_plus; eapply Rle_trans;
      [exact tiny_is_tiny | apply bpow_le; lia] |].
    change (bpow radix2 (-53)) with ud. apply Rmult_le_compat_r; [lra | simpl; lra]. }
  (* n is 0 or of ordinary size *)
  assert (On : real n = 0 \/ bpow radix2 (-400) <= Rabs (real n)).
  { destruct Oh as [Oh | Oh]; [left; rewrite En, Oh, Rmult_0_l; apply rnd_zero | right].
    apply Rnot_lt_le. intros Hc.
    assert (L : bpow radix2 (-399) <= Rabs (real h * real inverse)).
    { rewrite Rabs_mult, (Rabs_pos_eq (real inverse)) by lra.
      apply Rle_trans with (bpow radix2 (-150) * bpow radix2 (-249)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      apply Rmult_le_compat; auto using bpow_ge_0.
      apply Rmult_le_reg_r with (real length); [exact n0 |].
      apply Rle_trans with (bpow radix2 (-249) * bpow radix2 202).
      - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. destruct length_below as [_ K]. rewrite Rabs_pos_eq in K by lra.
        exact K.
      - rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-1)); [apply bpow_le; lia | simpl; lra]. }
    assert (K : Rabs (real h * real inverse) <= Rabs (real n) + (ud * Rabs (real h * real inverse) + tiny)).
    { replace (real h * real inverse) with (real n - (real n - real h * real inverse)) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (ud * Rabs (real h * real inverse) <= / 4 * Rabs (real h * real inverse)) by (apply Rmult_le_compat_r;
      [apply Rabs_pos | lra]).
    assert (tiny <= / 8 * bpow radix2 (-399)).
    { replace (/ 8) with (bpow radix2 (-3)) by (simpl; lra). rewrite <- bpow_plus.
      eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le; lia]. }
    assert (bpow radix2 (-399) = 2 * bpow radix2 (-400)) by (change (-399)%Z with (1 + -400)%Z; rewrite bpow_plus;
      reflexivity). lra. }
  assert (Bn : Rabs (real n) <= 11/10) by (apply Rabs_le; lra).
  assert (Bn' : below n 202).
  { split; [exact Fn |]. eapply Rle_trans; [exact Bn |]. apply Rle_trans with (bpow radix2 1);
      [change (bpow radix2 1) with 2; lra | apply bpow_le; lia]. }
  assert (Ln : bpow radix2 (-161) <= real length).
  { change (-161)%Z with (-1 + -160)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). lra. }
  destruct (pair_product_parts n length 202 Bn' length_below ltac:(lia)) as (Fp & Fr & Ep & Sp).
  { destruct On as [On | On]; [now left | right]. eapply Rle_trans; [apply bpow_le | exact On]; lia. }
  { right. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply bpow_le | exact Ln]; lia. }
  { destruct On as [On | On]; [left; rewrite On; ring | right]. rewrite Rabs_mult, (Rabs_pos_eq (real length)) by lra.
    apply Rle_trans with (bpow radix2 (-400) * bpow radix2 (-161)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; auto using bpow_ge_0. }
  (* the quotient *)
  assert (lT' : l * tiny <= / 4000 * (ud * (ud * l))).
  { apply Rle_trans with (bpow radix2 165 * bpow radix2 (-1075)).
    - apply Rmult_le_compat; try lra. exact tiny_is_tiny.
    - apply Rle_trans with (bpow radix2 (-12) * (bpow radix2 (-53) * (bpow radix2 (-53) * bpow radix2 (-160)))).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + change (bpow radix2 (-53)) with ud. apply Rmult_le_compat; [apply bpow_ge_0 | repeat apply Rmult_le_pos;
          lra | simpl; lra |].
        repeat (apply Rmult_le_compat_l; [lra |]). lra. }
  assert (lT : 0 <= real length * tiny <= / 1000 * (ud * (ud * l))).
  { split; [apply Rmult_le_pos; lra |]. assert (real length * tiny <= 1001/1000 * l * tiny) by (apply Rmult_le_compat_r;
      lra). lra. }
  assert (Hn : - (6 * (ud * (101/100 * l))) <= real n * real length - real h <= 6 * (ud * (101/100 * l))).
  { pose proof (product_within (real h) _ _ _ Hh inverse_is) as M1.
    assert (H7 : Rabs ((real n - real h * real inverse) * real length) <= 1003/1000 * (ud * l) + real length * tiny).
    { rewrite Rabs_mult, (Rabs_pos_eq (real length)) by lra.
      apply Rle_trans with ((ud * Rabs (real h * real inverse) + tiny) * real length); [apply Rmult_le_compat_r; lra |].
      assert (K : Rabs (real h * real inverse) * real length <= 10025/10000 * l).
      { rewrite <- (Rabs_pos_eq (real length)) by lra. rewrite <- Rabs_mult.
        pose proof (product_within (real h) (real inverse * real length) (1001/1000 * l) (1001/1000) Hh ltac:(lra)) as
          M.
        replace (real h * real inverse * real length) with (real h * (real inverse * real length)) by ring.
        apply Rabs_le. lra. }
      assert (ud * (Rabs (real h * real inverse) * real length) <= ud * (10025/10000 * l)) by (apply Rmult_le_compat_l;
        lra). lra. }
    apply Rabs_le_inv in H7.
    replace (1001/1000 * l * (5 * ud)) with (5005/1000 * (ud * l)) in M1 by field.
    replace (real n * real length - real h) with ((real n - real h * real inverse) * real length + real h *
      (real inverse * real length - 1)) by ring.
    lra. }
  assert (Slo : - (46/10 * (ud * l)) <= real lo <= 46/10 * (ud * l)).
  { apply Rabs_le_inv. eapply Rle_trans; [exact x_rest |]. assert (ud * Rabs x <= ud * l) by (apply Rmult_le_compat_l;
      lra). lra. }
  assert (lB : 101/100 * l <= bpow radix2 450).
  { apply Rle_trans with (bpow radix2 1 * bpow radix2 165); [change (bpow radix2 1) with 2; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (quotient_with_rest n h lo length rest inverse low (pair_product_rest n length) x l (101/100 * l) l 0)
    as (F9 & Q1 & Q2);
    auto; try lra.
  { eapply Rle_trans; [apply bpow_le | apply l_size]; lia. }
  { apply Rle_trans with (bpow radix2 (-160)); [apply bpow_le; lia | lra]. }
  split; [exact Fn |]. split; [exact F9 |]. split; [exact Bn |].
  replace (ud * (101/100 * l)) with (101/100 * (ud * l)) in * by ring.
  replace (ud * (101/100 * (ud * l))) with (101/100 * (ud * (ud * l))) in * by ring.
  split.
  - apply Rabs_le, (divide _ l); [exact l0 |]. lra.
  - apply Rabs_le, (divide _ l); [exact l0 |]. replace ((real n + real low - x / l) * l)
      with ((real n + real low) * l - x) by (field; lra). lra.
Qed.

(* The rounded coordinate, with no -0. *)
Lemma coordinate_rounded : let v := fadd (fadd n low) (fconst 0 0) in
  finite v /\ Rabs (real v - x / l) <= bpow radix2 (-52).
Proof.
  cbv zeta. destruct ud_small as [U0 U1]. destruct coordinate_parts as (F1 & F2 & B1 & B2 & H).
  destruct zero_value as [Fz Ez].
  apply Rabs_le_inv in B1, B2.
  assert (Big : 2 <= big) by (apply (bpow_le radix2 1 1000); lia).
  assert (Hx : - 1 <= x / l <= 1).
  { assert (l0 : 0 < l) by (pose proof (bpow_gt_0 radix2 (-160)); lra). apply (divide _ l); [exact l0 |].
    replace (x / l * l) with x by (field; lra). apply Rabs_le_inv in x_l. lra. }
  apply Rabs_le_inv in H. assert (uu : 0 <= ud * ud <= / 1000000 * ud) by (split; [apply Rmult_le_pos;
    lra | apply Rmult_le_compat_r; lra]).
  destruct (add_step n low (1 + 275 * (ud * ud)) F1 F2 ltac:(lra) ltac:(lra)) as (F3 & X3).
  destruct (fadd_exact (fadd n low) (fconst 0 0) (fadd n low) F3 Fz ltac:(rewrite Ez; ring)) as (F4 & E4).
  split; [exact F4 |]. rewrite E4. apply Rabs_le.
  replace (bpow radix2 (-52)) with (2 * ud) by (change ud with (bpow radix2 (-53)); change (-52)%Z with (1 + -53)%Z;
    rewrite bpow_plus; reflexivity).
  assert (ud * (1 + 275 * (ud * ud)) <= ud * (11/10)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

End Coordinate.

Theorem fast_normal_is_right (hx hy lx ly length rest inverse nx ny : F double) (x y : R) :
  is_vector hx hy lx ly length rest inverse x y -> fast_normal_results hx hy lx ly length rest inverse nx ny ->
  let l := sqrt (x * x + y * y) in
  finite nx /\ finite ny /\ Rabs (real nx - x / l) <= bpow radix2 (-52) /\ Rabs (real ny - y / l) <= bpow radix2 (-52).
Proof.
  intros [Ox Oy Fx Fy Ex Ey Rx Ry Sl Bl Frest Fi L1 L2 L3 I1] H. cbv zeta. set (l := sqrt (x * x + y * y)) in *.
  destruct H as (ix & iy & lx' & ly' & n_x & n_y & phx & phy & plx & ply & fx & fy & wx & wy & sx & sy & []).
  apply pair_product_values in E_pair_product. destruct E_pair_product as (E1 & E2 & E3 & E4).
  assert (Xl : Rabs x <= l).
  { unfold l. rewrite <- (sqrt_Rsqr_abs x). apply sqrt_le_1_alt. pose proof (Rle_0_sqr y). unfold Rsqr in *. lra. }
  assert (Yl : Rabs y <= l).
  { unfold l. rewrite <- (sqrt_Rsqr_abs y). apply sqrt_le_1_alt. pose proof (Rle_0_sqr x). unfold Rsqr in *. lra. }
  destruct (coordinate_rounded hx lx length rest inverse x l Ox Fx Ex Rx Xl Sl Bl Frest Fi L1 L2 L3 I1) as (G1 & G2).
  destruct (coordinate_rounded hy ly length rest inverse y l Oy Fy Ey Ry Yl Sl Bl Frest Fi L1 L2 L3 I1) as (G3 & G4).
  assert (Nx : nx = fadd (fadd (fmul hx inverse) (fmul (fadd (fsub (fsub hx (fmul (fmul hx inverse) length))
    (pair_product_rest (fmul hx inverse) length)) (fsub lx (fmul (fmul hx inverse) rest))) inverse)) (fconst 0 0))
    by (subst; reflexivity).
  assert (Ny : ny = fadd (fadd (fmul hy inverse) (fmul (fadd (fsub (fsub hy (fmul (fmul hy inverse) length))
    (pair_product_rest (fmul hy inverse) length)) (fsub ly (fmul (fmul hy inverse) rest))) inverse)) (fconst 0 0))
    by (subst; reflexivity).
  rewrite Nx, Ny. auto.
Qed.
