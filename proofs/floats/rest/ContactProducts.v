(* Sums and differences of two products of double-doubles, such as u x w and w.u, and the tests of their sizes.

   The scale of all errors is the sum of the magnitudes of the products. docs/exactness.md, "Depth on the side" and
   "Parameter". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps ContactRoot
  ContactDepth ContactEnd.
From Carom Require Terms_contact.
Import Terms_contact.is_fast_pair_terms(is_fast_pair_results).

Open Scope R_scope.

(* The tests of a pair of coordinates that is at most 2^150. *)
Lemma not_nan_of_fle (x y : F double) : fle x y = true -> y <> B754_nan.
Proof. intros H E. subst y. destruct x as [| [|] | |]; discriminate. Qed.

Lemma not_nan_of_feq (x y : F double) : feq x y = true -> x <> B754_nan.
Proof. intros H E. subst x. destruct y as [| [|] | |]; discriminate. Qed.

Lemma pair_below (x y ax ay size : F double) b :
  is_fast_pair_results x y b -> b = true -> ax = fabs x -> ay = fabs y ->
  size = (if flt ay ax then ax else ay) -> fle size (fconst 1 150) = true -> ordinary x /\ ordinary y.
Proof.
  intros H Eb Ex Ey Es Hs. destruct (constant_value 150 ltac:(lia)) as [Fk Ek].
  assert (F : finite x /\ finite y /\ Rabs (real x) <= bpow radix2 150 /\ Rabs (real y) <= bpow radix2 150).
  { assert (N : x <> B754_nan /\ y <> B754_nan).
    { destruct H as (bx & by_ & []). rewrite Eb, E_x, E_y in E_result. symmetry in E_result.
      apply andb_prop in E_result. destruct E_result as [H1 H2].
      assert (G : forall v : F double, (fle (fconst 1 (-150)) (fabs v) || feq (fabs v) (fconst 0 0))%bool = true ->
        v <> B754_nan).
      { intros v Hv Ev. subst v. apply orb_prop in Hv. destruct Hv as [Hv | Hv].
        - now apply not_nan_of_fle in Hv.
        - now apply not_nan_of_feq in Hv. }
      split; now apply G. }
    assert (Nx : nonneg ax) by (rewrite Ex; apply nonneg_fabs).
    assert (Ny : nonneg ay) by (rewrite Ey; apply nonneg_fabs).
    destruct (flt ay ax) eqn:C.
    - subst size. assert (Fx : finite ax) by (eapply fle_finite; eauto).
      assert (Fy : finite ay) by (eapply flt_finite; eauto).
      pose proof (fle_real _ _ Fx Fk Hs) as L1. pose proof (flt_real _ _ Fy Fx C) as L2. rewrite Ek in L1.
      rewrite Ex, Ey in *. rewrite !real_fabs in *. apply fabs_finite in Fx, Fy. repeat split; auto; lra.
    - subst size. assert (Fy : finite ay) by (eapply fle_finite; eauto). pose proof (fle_real _ _ Fy Fk Hs) as L1.
      rewrite Ek in L1.
      assert (Fx : finite ax).
      { rewrite Ex in *. destruct x as [s | s | | s m e p]; try reflexivity; [| now destruct N].
        exfalso. rewrite Ey in *. destruct y as [t | t | | t m e p]; try discriminate. }
      pose proof (flt_real_false _ _ Fy Fx C) as L2.
      rewrite Ex, Ey in *. rewrite !real_fabs in *. apply fabs_finite in Fx, Fy. repeat split; auto; lra. }
  destruct F as (Fx & Fy & Bx & By). destruct (is_fast_is _ _ _ H Eb Fx Fy) as [Gx Gy].
  split; (split; [split; [assumption |]; eapply below_le; [eassumption | lia] | assumption]).
Qed.

(* X + Y from two products with low parts lx and ly; ly is the low part of Y, so it has the sign of Y. *)
Lemma two_products (px py q : F double) (lx ly X Y : R) :
  let S := Rabs X + Rabs Y in
  below px 400 -> below py 400 -> finite q -> bpow radix2 (-700) <= S -> S <= bpow radix2 850 ->
  - (32/10 * (ud * Rabs X) + 4 * tiny) <= lx <= 32/10 * (ud * Rabs X) + 4 * tiny ->
  - (32/10 * (ud * Rabs Y) + 4 * tiny) <= ly <= 32/10 * (ud * Rabs Y) + 4 * tiny ->
  - (82/10 * (ud * (ud * Rabs X)) + 4 * tiny) <= real px + lx - X <= 82/10 * (ud * (ud * Rabs X)) + 4 * tiny ->
  - (82/10 * (ud * (ud * Rabs Y)) + 4 * tiny) <= real py + ly - Y <= 82/10 * (ud * (ud * Rabs Y)) + 4 * tiny ->
  - (33/10 * (ud * (ud * S))) <= real q - (lx + ly) <= 33/10 * (ud * (ud * S)) ->
  let hi := fadd px py in let lo := fadd (sum_rest px py) q in
  finite hi /\ finite lo /\ - (44/10 * (ud * S)) <= real hi - (X + Y) <= 44/10 * (ud * S) /\
  - (46/10 * (ud * S)) <= real lo <= 46/10 * (ud * S) /\
  - (163/10 * (ud * (ud * S))) <= real hi + real lo - (X + Y) <= 163/10 * (ud * (ud * S)).
Proof.
  cbv zeta. set (S := Rabs X + Rabs Y). intros Bx By Fq S1 S2 Lx Ly Px Py Hq.
  pose proof (Rabs_pos X) as X0. pose proof (Rabs_pos Y) as Y0. destruct ud_small as [U0 U1].
  pose proof (eta_pos double) as T0.
  assert (S0 : 0 <= S) by (unfold S; lra). scales S S0. scales (Rabs X) X0. scales (Rabs Y) Y0.
  assert (ES : forall c, c * S = c * Rabs X + c * Rabs Y) by (intros; unfold S; ring).
  pose proof (ES ud) as E1. pose proof (ES (ud * ud)) as E2. rewrite !Rmult_assoc in E2.
  assert (T : tiny <= / 1000000 * (ud * (ud * (ud * S)))) by (apply tiny_small; eapply Rle_trans;
    [apply bpow_le | exact S1]; lia).
  assert (AX : - Rabs X <= X <= Rabs X) by (apply Rabs_le_inv; lra).
  assert (AY : - Rabs Y <= Y <= Rabs Y) by (apply Rabs_le_inv; lra).
  assert (SB : 101/100 * S <= bpow radix2 900).
  { apply Rle_trans with (bpow radix2 1 * bpow radix2 850); [change (bpow radix2 1) with 2; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (ED : S = Rabs X + Rabs Y) by reflexivity.
  destruct (total_low px py q (101/100 * S) 400 Bx By ltac:(lia) Fq ltac:(lra) ltac:(lra)) as (G1 & G2 & G3 & G4 & G5).
  { replace (ud * (101/100 * S)) with (101/100 * (ud * S)) by ring. lra. }
  replace (ud * (101/100 * S)) with (101/100 * (ud * S)) in * by ring.
  replace (ud * (101/100 * (ud * S))) with (101/100 * (ud * (ud * S))) in * by ring.
  split; [exact G1 |]. split; [exact G2 |]. split; [lra |]. split; lra.
Qed.

(* A product of ordinary numbers that is not 0 is at least 2^-301. *)
Lemma product_low_bound (ah al bh bl : F double) (x y : R) :
  ordinary ah -> ordinary bh -> real ah + real al = x -> real bh + real bl = y ->
  Rabs (real al) <= ud * Rabs x -> Rabs (real bl) <= ud * Rabs y -> real (fmul ah bh) <> 0 -> finite (fmul ah bh) ->
  bpow radix2 (-310) <= Rabs (x * y).
Proof.
  intros [_ A] [_ B] Ex Ey Sa Sb N Fp. destruct (fmul_finite _ _ Fp) as (_ & _ & E). destruct ud_small as [U0 U1].
  assert (G : forall (h l : F double) z, (real h = 0 \/ bpow radix2 (-150) <= Rabs (real h)) -> real h + real l = z ->
    Rabs (real l) <= ud * Rabs z -> real h <> 0 -> bpow radix2 (-155) <= Rabs z).
  { intros h l z [H | H] Ez Sz Nz; [contradiction |].
    assert (Rabs (real h) <= (1 + ud) * Rabs z).
    { replace (real h) with (z - real l) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (ud * Rabs z <= Rabs z) by (rewrite <- (Rmult_1_l (Rabs z)) at 2; apply Rmult_le_compat_r;
      [apply Rabs_pos | lra]).
    assert (bpow radix2 (-155) * 2 <= bpow radix2 (-150)).
    { change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
    lra. }
  assert (NA : real ah <> 0) by (intros Z; apply N; rewrite E, Z, Rmult_0_l; apply rnd_zero).
  assert (NB : real bh <> 0) by (intros Z; apply N; rewrite E, Z, Rmult_0_r; apply rnd_zero).
  rewrite Rabs_mult. change (-310)%Z with (-155 + -155)%Z. rewrite bpow_plus.
  apply Rmult_le_compat; try apply bpow_ge_0; [exact (G ah al x A Ex Sa NA) | exact (G bh bl y B Ey Sb NB)].
Qed.

Lemma product_high_bound (x y : R) (ah al bh bl : F double) : ordinary ah -> ordinary bh ->
  real ah + real al = x -> real bh + real bl = y -> Rabs (real al) <= ud * Rabs x -> Rabs (real bl) <= ud * Rabs y ->
  Rabs (x * y) <= bpow radix2 402.
Proof.
  intros [[_ A] _] [[_ B] _] Ex Ey Sa Sb. destruct ud_small as [U0 U1].
  assert (G : forall (h l : F double) z, Rabs (real h) <= bpow radix2 200 -> real h + real l = z ->
    Rabs (real l) <= ud * Rabs z ->
    Rabs z <= bpow radix2 201).
  { intros h l z H Ez Sz. change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    assert (Rabs z <= Rabs (real h) + Rabs (real l)) by (rewrite <- Ez; apply Rabs_triang).
    assert (ud * Rabs z <= / 2 * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
  rewrite Rabs_mult. change 402%Z with (201 + 201)%Z. rewrite bpow_plus.
  apply Rmult_le_compat; try apply Rabs_pos; [exact (G ah al x A Ex Sa) | exact (G bh bl y B Ey Sb)].
Qed.
