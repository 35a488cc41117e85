(* Sums, squares and differences of numbers that are not negative: bounds from below, and when they are finite. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model.

Open Scope R_scope.

(* One rounding of a number that is not negative, from below and above. *)
Lemma rnd_down x : 0 <= x -> x * (1 - u double) - eta double <= rnd double x.
Proof.
  intros H. pose proof (rnd_error double x) as E. rewrite (Rabs_pos_eq x) in E by exact H.
  apply Rabs_le_inv in E. destruct E. lra.
Qed.

Lemma sum_down (x y : F double) : finite (fadd x y) -> 0 <= real x -> 0 <= real y ->
  (real x + real y) * (1 - u double) <= real (fadd x y).
Proof.
  intros H X Y. destruct (fadd_finite _ _ H) as (_ & _ & ->).
  pose proof (rnd_sum_error double _ _ (real_in_format x) (real_in_format y)) as E.
  rewrite (Rabs_pos_eq (real x + real y)) in E by lra. apply Rabs_le_inv in E. destruct E. lra.
Qed.

(* A sum with a number that is not negative is not smaller. *)
Lemma sum_not_below (x y : F double) : finite (fadd x y) -> 0 <= real y -> real x <= real (fadd x y).
Proof.
  intros H Y. destruct (fadd_finite _ _ H) as (_ & _ & ->).
  rewrite <- (rnd_of_format double (real x)) at 1 by apply real_in_format. apply rnd_le. lra.
Qed.

(* A smaller number has a smaller square, which is finite if the larger one is. *)
Lemma square_finite (x y : F double) : finite (fmul y y) -> finite x -> 0 <= real x <= real y ->
  finite (fmul x x) /\ 0 <= real (fmul x x) <= real (fmul y y).
Proof.
  intros Fy Fx [X Y]. destruct (fmul_finite _ _ Fy) as (_ & _ & Ey).
  assert (Q : real x * real x <= real y * real y) by (apply Rmult_le_compat; lra).
  assert (Q0 : 0 <= real x * real x) by (apply Rmult_le_pos; lra).
  assert (Fs : finite (fmul x x)).
  { unfold finite, fmul. generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE x x). intros C.
    rewrite Rlt_bool_true in C.
    - destruct C as (_ & C & _). rewrite C, Fx. reflexivity.
    - change (Rabs (rnd double (real x * real x)) < bpow radix2 (emax double)).
      rewrite Rabs_pos_eq by now apply rnd_nonneg.
      apply Rle_lt_trans with (real (fmul y y)); [rewrite Ey; now apply rnd_le |].
      eapply Rle_lt_trans; [apply Rle_abs | apply real_below]. }
  split; [exact Fs |]. destruct (fmul_finite _ _ Fs) as (_ & _ & Es). rewrite Es, Ey. split.
  - now apply rnd_nonneg.
  - now apply rnd_le.
Qed.

Lemma sum_finite (x y x' y' : F double) : finite (fadd x' y') -> finite x -> finite y ->
  0 <= real x <= real x' -> 0 <= real y <= real y' -> finite (fadd x y).
Proof.
  intros F' Fx Fy [X X'] [Y Y']. destruct (fadd_finite _ _ F') as (_ & _ & E').
  unfold finite, fadd. generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE x y Fx Fy). intros C.
  rewrite Rlt_bool_true in C; [apply C |].
  change (Rabs (rnd double (real x + real y)) < bpow radix2 (emax double)).
  rewrite Rabs_pos_eq by (apply rnd_nonneg; lra).
  apply Rle_lt_trans with (real (fadd x' y')); [rewrite E'; apply rnd_le; lra |].
  eapply Rle_lt_trans; [apply Rle_abs | apply real_below].
Qed.

(* A sum that is below something is finite, if one term is finite and the other not negative. *)
Lemma flt_sum_finite (a b x : F double) : flt (fadd a b) x = true -> finite a -> nonneg b -> finite (fadd a b).
Proof.
  intros H Fa Nb. destruct (is_finite b) eqn:Fb.
  - generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE a b Fa Fb). intros C.
    change (round radix2 (SpecFloat.fexp (prec double) (emax double)) (round_mode mode_NE)) with (rnd double) in C.
    destruct (Rlt_bool_spec (Rabs (rnd double (B2R a + B2R b))) (bpow radix2 (emax double))) as [_ | O]; [apply C |].
    destruct C as [C1 C2]. exfalso.
    assert (Sb : Bsign b = false).
    { destruct b as [[|] | [|] | | [|]]; simpl in Nb, Fb; try discriminate; auto. exfalso.
      change (bpow radix2 (emax double) <= Rabs (rnd double (real a + 0))) in O.
      rewrite Rplus_0_r, (rnd_of_format double) in O by apply real_in_format.
      pose proof (real_below a). lra. }
    rewrite C2, Sb in C1. change (binary_overflow (prec double) (emax double) mode_NE false) with
      (SpecFloat.S754_infinity false) in C1.
    fold (fadd a b) in C1. destruct (fadd a b) as [| [|] | | ]; simpl in C1; try discriminate.
    destruct x as [[|] | [|] | | [|]]; discriminate.
  - exfalso. destruct b as [[|] | [|] | | [|]]; simpl in Nb, Fb; try discriminate.
    all: destruct a as [[|] | [|] | | [|]]; unfold finite in Fa; simpl in Fa; try discriminate.
    all: destruct x as [[|] | [|] | | [|]]; discriminate.
Qed.

Lemma nonneg_difference_of_overflow (x y : F double) :
  is_finite x = false -> nonneg x -> nonneg y -> nonneg (fsub x y).
Proof.
  destruct x as [[|] | [|] | | [|]]; intros Fx Nx Ny; try discriminate;
    destruct y as [[|] | [|] | | [|]]; try discriminate Ny; exact I || reflexivity.
Qed.
