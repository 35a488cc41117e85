(* Sums and products of bounded numbers are finite, and each rounding has its error.

   `below n x` says that x is finite and at most 2^n in magnitude. A filter tests that the sizes of its terms are at
   most 2^200, so products of four of them stay below 2^1024. Then each operation of the filter obeys the error bound of
   one rounding: relative for sums and differences, relative and one underflow for products. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model.

Open Scope R_scope.

Notation D := (F double).
Notation eps := (u double).
Notation tiny := (eta double).

Lemma eps_small : 0 < eps <= / 1048576.
Proof. rewrite u_double. lra. Qed.

Lemma tiny_pos : 0 < tiny.
Proof. apply eta_pos. Qed.

Lemma power_in_format n : (-1074 <= n)%Z -> in_format double (bpow radix2 n).
Proof.
  intros H. apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia.
Qed.

Lemma rnd_below n x : (-1074 <= n)%Z -> Rabs x <= bpow radix2 n -> Rabs (rnd double x) <= bpow radix2 n.
Proof.
  intros N H. apply Rabs_le_inv in H. destruct H as [L U]. apply Rabs_le. split.
  - rewrite <- (rnd_of_format double (- bpow radix2 n)) by (apply generic_format_opp, power_in_format, N).
    now apply rnd_le.
  - rewrite <- (rnd_of_format double (bpow radix2 n)) by (apply power_in_format, N). now apply rnd_le.
Qed.

Definition below (n : Z) (x : D) := finite x /\ Rabs (real x) <= bpow radix2 n.

Lemma below_weaken m n x : below m x -> (m <= n)%Z -> below n x.
Proof. intros [Fx H] L. split; auto. eapply Rle_trans; [exact H |]. now apply bpow_le. Qed.

Lemma two_powers n : bpow radix2 n + bpow radix2 n = bpow radix2 (n + 1).
Proof. rewrite bpow_plus. change (bpow radix2 1) with 2. ring. Qed.

Lemma power_below_overflow n x :
  (-1074 <= n < 1024)%Z -> Rabs x <= bpow radix2 n ->
  Rlt_bool (Rabs (round radix2 (SpecFloat.fexp (prec double) (emax double)) (round_mode mode_NE) x))
    (bpow radix2 (emax double)) = true.
Proof.
  intros N H. apply Rlt_bool_true. change (Rabs (rnd double x) < bpow radix2 1024).
  eapply Rle_lt_trans; [apply rnd_below with (n := n); [lia | exact H] |]. apply bpow_lt. lia.
Qed.

Lemma below_add n x y : (-1075 <= n < 1023)%Z -> below n x -> below n y -> below (n + 1) (fadd x y).
Proof.
  intros N [Fx Hx] [Fy Hy].
  assert (S : Rabs (real x + real y) <= bpow radix2 (n + 1)).
  { rewrite <- two_powers. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE x y Fx Fy). intros C.
  rewrite power_below_overflow with (n := (n + 1)%Z) in C by (assumption || lia).
  destruct C as (C1 & C2 & _). split; [exact C2 |].
  unfold real, fadd. rewrite C1. apply rnd_below; [lia | exact S].
Qed.

Lemma below_sub n x y : (-1075 <= n < 1023)%Z -> below n x -> below n y -> below (n + 1) (fsub x y).
Proof.
  intros N [Fx Hx] [Fy Hy].
  assert (S : Rabs (real x - real y) <= bpow radix2 (n + 1)).
  { rewrite <- two_powers. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  generalize (Bminus_correct (prec double) (emax double) _ _ mode_NE x y Fx Fy). intros C.
  rewrite power_below_overflow with (n := (n + 1)%Z) in C by (assumption || lia).
  destruct C as (C1 & C2 & _). split; [exact C2 |].
  unfold real, fsub. rewrite C1. apply rnd_below; [lia | exact S].
Qed.

Lemma below_mul m n x y : (-1074 <= m + n < 1024)%Z -> below m x -> below n y -> below (m + n) (fmul x y).
Proof.
  intros N [Fx Hx] [Fy Hy].
  assert (S : Rabs (real x * real y) <= bpow radix2 (m + n)).
  { rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE x y). intros C.
  rewrite power_below_overflow with (n := (m + n)%Z) in C by (assumption || lia).
  destruct C as (C1 & C2 & _). rewrite Fx, Fy in C2. split; [exact C2 |].
  unfold real, fmul. rewrite C1. apply rnd_below; [lia | exact S].
Qed.

Lemma below_abs n x : below n x -> below n (fabs x).
Proof. intros [Fx H]. split; [now apply finite_fabs |]. now rewrite real_fabs, Rabs_Rabsolu. Qed.

Lemma below_neg n x : below n x -> below n (fneg x).
Proof. intros [Fx H]. split; [now apply finite_fneg |]. now rewrite real_fneg, Rabs_Ropp. Qed.

Lemma below_if n (c : bool) x y : below n x -> below n y -> below n (if c then x else y).
Proof. now destruct c. Qed.

(* The errors. *)
Lemma fadd_error (x y : D) :
  finite (fadd x y) -> Rabs (real (fadd x y) - (real x + real y)) <= eps * Rabs (real x + real y).
Proof.
  intros H. destruct (fadd_finite _ _ H) as (_ & _ & E). rewrite E. apply rnd_sum_error; apply real_in_format.
Qed.

Lemma fsub_error (x y : D) :
  finite (fsub x y) -> Rabs (real (fsub x y) - (real x - real y)) <= eps * Rabs (real x - real y).
Proof.
  intros H. destruct (fsub_finite _ _ H) as (_ & _ & E). rewrite E. unfold Rminus at 2 3.
  apply rnd_sum_error; [apply real_in_format |]. apply generic_format_opp, real_in_format.
Qed.

Lemma fmul_error (x y : D) :
  finite (fmul x y) -> Rabs (real (fmul x y) - real x * real y) <= eps * Rabs (real x * real y) + tiny.
Proof. intros H. destruct (fmul_finite _ _ H) as (_ & _ & E). rewrite E. apply rnd_error. Qed.

(* A sum of numbers that are not negative is at least each of them. *)
Lemma fadd_at_least (x y : D) :
  finite (fadd x y) -> 0 <= real y -> real x <= real (fadd x y).
Proof.
  intros H Y. destruct (fadd_finite _ _ H) as (_ & _ & E). rewrite E.
  rewrite <- (rnd_of_format double (real x)) at 1 by apply real_in_format. apply rnd_le. lra.
Qed.

Lemma fadd_at_least_right (x y : D) :
  finite (fadd x y) -> 0 <= real x -> real y <= real (fadd x y).
Proof.
  intros H X. destruct (fadd_finite _ _ H) as (_ & _ & E). rewrite E.
  rewrite <- (rnd_of_format double (real y)) at 1 by apply real_in_format. apply rnd_le. lra.
Qed.

Lemma fadd_zero (x : D) : finite x -> real (fadd x (fconst 0 0)) = real x /\ finite (fadd x (fconst 0 0)).
Proof.
  intros Fx. constant_of double 0%Z 0%Z. destruct C as (Fc & Vc). rewrite Rmult_0_l in Vc.
  generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE x (fconst 0 0) Fx Fc). intros C.
  change (B2R (fconst 0 0)) with (real (fconst 0 0 : D)) in C. rewrite Vc, Rplus_0_r in C.
  change (B2R x) with (real x) in C.
  change (round radix2 (SpecFloat.fexp (prec double) (emax double)) (round_mode mode_NE) (real x))
    with (rnd double (real x)) in C.
  rewrite rnd_of_format in C by apply real_in_format.
  rewrite Rlt_bool_true in C by apply real_below. destruct C as (C1 & C2 & _). split; [exact C1 | exact C2].
Qed.

(* Constants. *)
Lemma const_value (m e : Z) :
  (Z.abs m <? 2 ^ 53)%Z = true -> (-1074 <=? e)%Z = true -> (Z.log2 (Z.abs m) + 1 + e <=? 1024)%Z = true ->
  finite (fconst m e : D) /\ real (fconst m e : D) = IZR m * bpow radix2 e.
Proof.
  intros A B C. apply Z.ltb_lt in A. apply Z.leb_le in B, C. apply fconst_value; assumption.
Qed.
Ltac const_facts m e Fc Vc := destruct (const_value m e eq_refl eq_refl eq_refl) as [Fc Vc].

Lemma flt_real_cases (x y : D) : finite x -> finite y ->
  (flt x y = true /\ real x < real y) \/ (flt x y = false /\ real y <= real x).
Proof.
  intros Fx Fy. destruct (flt x y) eqn:E; [left | right]; split; auto.
  - now apply flt_real.
  - now apply flt_real_false.
Qed.

(* The larger and the smaller of two numbers are rounded exactly. *)
Lemma real_larger (x y : D) : finite x -> finite y -> real (if flt y x then x else y) = Rmax (real x) (real y).
Proof.
  intros Fx Fy. destruct (flt_real_cases y x Fy Fx) as [[-> H] | [-> H]].
  - rewrite Rmax_left; lra.
  - rewrite Rmax_right; lra.
Qed.

Lemma real_smaller (x y : D) : finite x -> finite y -> real (if flt x y then x else y) = Rmin (real x) (real y).
Proof.
  intros Fx Fy. destruct (flt_real_cases x y Fx Fy) as [[-> H] | [-> H]].
  - rewrite Rmin_left; lra.
  - rewrite Rmin_right; lra.
Qed.

Lemma finite_if (c : bool) (x y : D) : finite x -> finite y -> finite (if c then x else y).
Proof. now destruct c. Qed.
