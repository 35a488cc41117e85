(* The foot of the perpendicular on a path along a slope, and the range of sizes (is_beside and is_fast_vec2 of
   src/sweep/side_path.h), over the extracted terms.

   is_beside is certain only if w.u and |u|^2 - w.u exceed the filter's bound. All sizes are at most 2^150, so nothing
   overflows. SidePathArea.v has u x w, SidePathLength.v has R |u|. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_pair Terms_side_path
  ErrorFreeTerms Wide SweepErrors SweepVectors SweepTerms SweepStart ContactPairs ContactSteps ContactDepth
  ContactSideDepth TangentGapLine TangentProducts SidePathSign.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).
Notation most := (bpow radix2 410).

(* The vectors that the code takes for fast. *)
Lemma fast_vec2_parts (x y : D) : is_fast_vec2_results x y true ->
  ordinary x /\ ordinary y /\ size_in_range (size x y) /\ real (size x y) <= bpow radix2 150.
Proof.
  intros (ax & ay & f & H). destruct H as [-> -> Ef Er]. symmetry in Er. apply andb_prop in Er.
  destruct Er as (E1 & E2).
  rewrite E1 in Ef. symmetry in Ef. apply andb_prop in Ef. destruct Ef as (Gx & Gy).
  const_facts 1%Z 150%Z F1 V1. const_facts 1%Z (-150)%Z F2 V2. rewrite Rmult_1_l in V1, V2.
  fold (size x y) in E2.
  assert (Fs : finite (size x y)) by (eapply fle_finite; [exact E2 | apply nonneg_size | exact F1]).
  apply fle_real in E2; auto. rewrite V1 in E2.
  destruct (size_finite _ _ Fs) as (Fx & Fy). destruct (size_bounds _ _ Fs) as (S0 & Sx & Sy & _).
  assert (B200 : bpow radix2 150 <= bpow radix2 200) by (apply bpow_le; lia).
  assert (G : forall v : D, finite v -> Rabs (real v) <= real (size x y) ->
    (fle (fconst 1 (-150)) (fabs v) || feq (fabs v) (fconst 0 0))%bool = true -> ordinary v).
  { intros v Fv Bv H. split; [split; [exact Fv | lra] |]. apply orb_prop in H. destruct H as [H | H].
    - right. apply fle_real in H; auto using finite_fabs. now rewrite V2, real_fabs in H.
    - left. apply feq_real in H; auto using finite_fabs. rewrite real_fabs in H.
      change (real (fconst 0 0 : D)) with 0 in H. destruct (Req_dec (real v) 0) as [Z | Z]; [exact Z |].
      apply Rabs_no_R0 in Z. contradiction. }
  split; [now apply G |]. split; [now apply G |]. split; [| exact E2]. split; [split; [exact Fs |] | exact S0].
  rewrite Rabs_pos_eq by exact S0. lra.
Qed.

(* The foot is between the ends. *)
Lemma beside_right (ux uy wx wy len2 : D) UX UY WX WY :
  is_beside_results ux uy wx wy len2 true ->
  near ux uy UX UY (real (size ux uy)) -> near wx wy WX WY (real (size wx wy)) ->
  size_in_range (size ux uy) -> size_in_range (size wx wy) -> bpow radix2 (-151) <= real (size ux uy) ->
  real (size ux uy) <= bpow radix2 150 -> real (size wx wy) <= bpow radix2 150 -> finite len2 ->
  Rabs (real len2 - (UX * UX + UY * UY)) <= 44 / 10 * u53 * (UX * UX + UY * UY) ->
  0 < WX * UX + WY * UY < UX * UX + UY * UY.
Proof.
  intros (wu & er & H) Nu Nw Ru Rw S0 S1 S2 Fl HL. destruct H as [Ew Ee Er].
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nw Nu) as ((Fwu & Bwu) & E & _). rewrite <- Ew in Fwu, Bwu, E.
  rewrite u_double in E. change (eta double) with w in E.
  fold (size ux uy) in Ee. fold (size wx wy) in Ee.
  destruct Ru as ((Fsu & _) & su0). destruct Rw as ((Fsw & _) & sw0).
  set (su := real (size ux uy)) in *. set (sw := real (size wx wy)) in *.
  assert (A0 : 0 <= UX * UX + UY * UY) by (pose proof (Rle_0_sqr UX); pose proof (Rle_0_sqr UY); unfold Rsqr in *; lra).
  assert (AU : UX * UX + UY * UY <= 1001 / 1000 * (su * su)).
  { clear - Nu su0. destruct Nu as (_ & _ & A1 & A2 & A3 & _). rewrite u_double in *. fold su in A1, A2, A3.
    pose proof (Rabs_triang_inv UX (real ux)) as T1. pose proof (Rabs_triang_inv UY (real uy)) as T2.
    rewrite Rabs_minus_sym in A1, A2.
    pose proof (Rabs_pos UX). pose proof (Rabs_pos UY).
    assert (S : Rabs UX + Rabs UY <= (1 + 48 * u53) * su) by lra.
    assert (Q : (Rabs UX + Rabs UY) * (Rabs UX + Rabs UY) <= ((1 + 48 * u53) * su) * ((1 + 48 * u53) * su)) by (apply
      Rmult_le_compat; lra).
    assert (Sq : forall z, Rabs z * Rabs z = z * z) by (intros z; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
    assert (0 <= Rabs UX * Rabs UY) by (apply Rmult_le_pos; lra). assert (0 <= su * su) by (apply Rmult_le_pos; lra).
    rewrite <- (Sq UX), <- (Sq UY). lra. }
  (* the bound *)
  destruct (fadd_is_finite (size wx wy) (size ux uy) 151 (conj eq_refl eq_refl) Fsw Fsu) as (Fs & _ & Bs).
  { change 151%Z with (150 + 1)%Z. apply sum_below; [fold sw | fold su]; rewrite Rabs_pos_eq; lra. }
  destruct (fadd_error _ _ _ Fs (Rle_refl _)) as (_ & _ & X1). fold su sw in X1.
  set (s := fadd (size wx wy) (size ux uy)) in *.
  rewrite (Rabs_pos_eq (sw + su)) in X1 by lra.
  assert (Lo : forall k, (k <= -860)%Z -> bpow radix2 k <= / 1000 * (u53 * (su * su))).
  { intros k Hk. assert (bpow radix2 (-151) * bpow radix2 (-151) <= su * su) by (apply Rmult_le_compat; try apply
      bpow_ge_0; lra).
    assert (H1 : bpow radix2 k * bpow radix2 10 <= u53 * (bpow radix2 (-151) * bpow radix2 (-151))).
    { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
    change (bpow radix2 10) with 1024 in H1. pose proof (bpow_gt_0 radix2 k).
    assert (u53 * (bpow radix2 (-151) * bpow radix2 (-151)) <= u53 * (su * su)) by (apply Rmult_le_compat_l; lra).
    lra. }
  pose proof (Lo (-1075)%Z ltac:(lia)) as W1. assert (W0 : 0 < w) by apply bpow_gt_0.
  destruct (fmul_is_finite (size ux uy) s 301 (conj eq_refl eq_refl) Fsu Fs) as (Fp & _ & Bp).
  { change 301%Z with (150 + 151)%Z. rewrite bpow_plus, Rabs_mult.
    apply Rmult_le_compat; try apply Rabs_pos; [| exact Bs].
    fold su. rewrite Rabs_pos_eq; lra. }
  destruct (fmul_error _ _ _ w Fp (Rle_refl _) (Rle_refl _)) as (_ & _ & X2). fold su in X2.
  set (p := fmul (size ux uy) s) in *.
  assert (s1 : (1 - u53) * (sw + su) <= real s) by (clear - X1; apply Rabs_le_inv in X1; lra).
  assert (P1 : su * ((1 - u53) * (sw + su)) <= su * real s) by (apply Rmult_le_compat_l; lra).
  assert (q0 : 0 <= su * sw) by (apply Rmult_le_pos; lra). assert (r0 : 0 <= su * su) by (apply Rmult_le_pos; lra).
  assert (P2 : 999 / 1000 * (su * sw + su * su) <= real p).
  { rewrite (Rabs_pos_eq (su * real s)) in X2 by (apply Rmult_le_pos; lra).
    replace (su * ((1 - u53) * (sw + su))) with ((1 - u53) * (su * sw + su * su)) in P1 by ring.
    set (y := su * real s) in *. clear - X2 P1 W1 q0 r0. apply Rabs_le_inv in X2. lra. }
  const_facts 1%Z (-48)%Z F48 V48. rewrite Rmult_1_l in V48.
  assert (Ec : bpow radix2 (-48) = 32 * u53).
  { change u53 with (bpow radix2 (-53)). change 32 with (bpow radix2 5). rewrite <- bpow_plus. reflexivity. }
  destruct (fmul_is_finite (fconst 1 (-48)) p 301 (conj eq_refl eq_refl) F48 Fp) as (Fm & _ & Bm).
  { rewrite V48, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    apply Rle_trans with (1 * bpow radix2 301); [| lra].
    apply Rmult_le_compat; try apply bpow_ge_0; try apply Rabs_pos; [| exact Bp].
    change 1 with (bpow radix2 0). apply bpow_le. lia. }
  destruct (fmul_error _ _ _ w Fm (Rle_refl _) (Rle_refl _)) as (_ & _ & X3). rewrite V48, Ec in X3.
  set (m := fmul (fconst 1 (-48)) p) in *.
  assert (P3 : 319 / 10 * u53 * (su * sw + su * su) <= real m).
  { rewrite (Rabs_pos_eq (32 * u53 * real p)) in X3 by (apply Rmult_le_pos; lra).
    clear - X3 P2 W1 q0 r0. apply Rabs_le_inv in X3. lra. }
  set (tail := fmul (fconst 1 4) (fconst 1 (-1022))) in *.
  const_facts 1%Z 4%Z F4 V4. const_facts 1%Z (-1022)%Z F22 V22. rewrite Rmult_1_l in V4, V22.
  destruct (fmul_is_finite (fconst 1 4 : D) (fconst 1 (-1022)) 0 (conj eq_refl eq_refl) F4 F22) as (Ft & Et & Bt).
  { rewrite V4, V22, <- bpow_plus, Rabs_pos_eq by apply bpow_ge_0. apply bpow_le. lia. }
  fold tail in Ft, Et, Bt. assert (t0 : 0 <= real tail).
  { rewrite Et, V4, V22. apply rnd_nonneg, Rmult_le_pos; apply bpow_ge_0. }
  destruct (fadd_is_finite m tail 302 (conj eq_refl eq_refl) Fm Ft) as (Fe & _ & _).
  { change 302%Z with (301 + 1)%Z. apply sum_below; [exact Bm |]. eapply Rle_trans; [exact Bt | apply bpow_le; lia]. }
  assert (P4 : 319 / 10 * u53 * (su * sw + su * su) <= real er).
  { rewrite Ee. eapply Rle_trans; [exact P3 |]. now apply fadd_at_least. }
  rewrite <- Ee in Fe. symmetry in Er. apply andb_prop in Er. destruct Er as (E1 & E2).
  apply flt_real in E1; auto.
  assert (HLen : Rabs (real len2) <= bpow radix2 403).
  { apply Rle_trans with (2 * (1001 / 1000 * (su * su))); [clear - HL AU A0 r0; two_sided; lra |].
    assert (su * su <= bpow radix2 150 * bpow radix2 150) by (apply Rmult_le_compat; lra). rewrite <- bpow_plus in H.
    change 403%Z with (103 + (150 + 150))%Z. rewrite bpow_plus. assert (4 <= bpow radix2 103) by (simpl; lra).
    assert (4 * bpow radix2 (150 + 150) <= bpow radix2 103 * bpow radix2 (150 + 150)) by (apply Rmult_le_compat_r;
      [apply bpow_ge_0 | assumption]).
    lra. }
  destruct (fsub_is_finite len2 wu 404 (conj eq_refl eq_refl) Fl Fwu) as (Fd & _ & _).
  { change 404%Z with (403 + 1)%Z. now apply difference_below. }
  apply flt_real in E2; auto. destruct (fsub_error _ _ _ Fd (Rle_refl _)) as (_ & _ & X4). set (d := fsub len2 wu) in *.
  replace (sw * su) with (su * sw) in E by ring.
  set (a := UX * UX + UY * UY) in *. set (y := su * sw) in *. set (z := su * su) in *.
  set (t := WX * UX + WY * UY) in *.
  assert (z1 : 0 < z) by (unfold z; pose proof (bpow_gt_0 radix2 (-151)); apply Rmult_lt_0_compat; lra).
  split.
  - clear - E E1 P4 W1 q0 z1. apply Rabs_le_inv in E. lra.
  - assert (Dp : 0 < real len2 - real wu).
    { apply Rnot_le_lt. intros M. rewrite (Rabs_left1 (real len2 - real wu)) in X4 by lra. apply Rabs_le_inv in X4.
      clear - X4 E2 P4 M q0 z1. lra. }
    rewrite (Rabs_pos_eq (real len2 - real wu)) in X4 by lra.
    clear - E E2 P4 W1 q0 z1 X4 HL AU A0. apply Rabs_le_inv in E. apply Rabs_le_inv in X4. apply Rabs_le_inv in HL. lra.
Qed.
