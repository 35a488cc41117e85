(* What the checker (Checker.v) finds, and what it refuses: a bound of half the size, without a term for underflow, with
   a swapped operand, or without an fabs. A checker that accepts everything fails here, and one that accepts nothing. *)
From Coq Require Import ZArith NArith Reals List Lra Bool.
From Flocq Require Import Core.
From Carom Require Import Model Bounded ErrorFree CheckerTactics.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [sum_rest difference_rest ordered_rest pair_product_rest product_rest].
Section Examples.
Variables wx wy ux uy s : D.
Variables WX WY UX UY : R.
Hypothesis wx_is : Rabs (WX - real wx) <= u double * Rabs (real wx).
Hypothesis wy_is : Rabs (WY - real wy) <= u double * Rabs (real wy).
Hypothesis ux_is : Rabs (UX - real ux) <= u double * Rabs (real ux).
Hypothesis uy_is : Rabs (UY - real uy) <= u double * Rabs (real uy).

Ltac on_rounded tactic :=
  tactic constr:([(rounded_input 1024, wx, WX); (rounded_input 1024, wy, WY); (rounded_input 1024, ux, UX);
    (rounded_input 1024, uy, UY)]).
(* Exact vectors that are not huge. *)
Ltac on_exact tactic :=
  tactic constr:([(exact_input 100, wx, real wx); (exact_input 100, wy, real wy); (exact_input 100, ux, real ux);
    (exact_input 100, uy, real uy)]).

(* carom_filter_reach of src/rest/relation_filter.h: differences that are rounded once, and all finite doubles. *)
Notation p := (fmul ux wy).
Notation q := (fmul uy wx).
Notation sizes := (fadd (fabs p) (fabs q)).
Notation margin e := (fmul (fconst 1 e) sizes).
Notation bound e := (fadd (margin e) (fconst 1 (-1019))).

Lemma cross_product : finite (fsub p q) -> finite (bound (-50)) ->
  Rabs (real (fsub p q) - (UX * WY - UY * WX)) <= real (bound (-50)).
Proof. intros. on_rounded ltac:(fun i => by_checker i [fsub p q; bound (-50)]). Qed.

Goal refused (Rabs (real (fsub p q) - (UX * WY - UY * WX)) <= real (bound (-51))).
Proof. on_rounded ltac:(fun i => refused_by_checker i [fsub p q; bound (-51)]). Qed.
Goal refused (Rabs (real (fsub p q) - (UX * WY - UY * WX)) <= real (margin (-50))).
Proof. on_rounded ltac:(fun i => refused_by_checker i [fsub p q; margin (-50)]). Qed.
Goal refused (Rabs (real (fsub p q) - (UX * WX - UY * WY)) <= real (bound (-50))).
Proof. on_rounded ltac:(fun i => refused_by_checker i [fsub p q; bound (-50)]). Qed.
Goal let e := fadd (fmul (fconst 1 (-50)) (fadd (fabs p) q)) (fconst 1 (-1019)) in
  refused (Rabs (real (fsub p q) - (UX * WY - UY * WX)) <= real e).
Proof.
  cbv zeta. on_rounded ltac:(fun i => refused_by_checker i [fsub p q;
    fadd (fmul (fconst 1 (-50)) (fadd (fabs p) q)) (fconst 1 (-1019))]).
Qed.
(* Four roundings are 2^-51, but for their products: too small by little. *)
Goal refused (Rabs (real (fsub p q) - (UX * WY - UY * WX)) <=
  bpow radix2 (-51) * (real (fabs p) + real (fabs q)) + bpow radix2 (-1019)).
Proof. on_rounded ltac:(fun i => refused_by_checker i [fsub p q]). Qed.

(* In double-doubles: what the error-free sums and products leave cancels. *)
Notation high := (fsub p q).
Notation low := (fadd (difference_rest p q) (fsub (pair_product_rest ux wy) (pair_product_rest uy wx))).
Notation off := (real high + real low - (real ux * real wy - real uy * real wx)).
Notation products := (real (fabs ux) * real (fabs wy) + real (fabs uy) * real (fabs wx)).
Hypothesis small : forall c, In c [wx; wy; ux; uy] -> Rabs (real c) <= bpow radix2 100.

Lemma cross_product_in_pairs : finite high -> finite low ->
  Rabs off <= bpow radix2 (-104) * products + bpow radix2 (-900).
Proof.
  intros. on_exact ltac:(fun i => by_checker i [high; low]).
  all: apply small; simpl; tauto.
Qed.
Goal refused (Rabs off <= bpow radix2 (-105) * products + bpow radix2 (-900)).
Proof. on_exact ltac:(fun i => refused_by_checker i [high; low]). Qed.
Goal refused (Rabs off <= bpow radix2 (-104) * products + bpow radix2 (-970)).
Proof. on_exact ltac:(fun i => refused_by_checker i [high; low]). Qed.
(* The low part of the other product. *)
Goal refused (Rabs (real high + real (fadd (difference_rest p q) (fsub (pair_product_rest ux wy)
    (pair_product_rest ux wy))) - (real ux * real wy - real uy * real wx)) <=
  bpow radix2 (-104) * products + bpow radix2 (-900)).
Proof.
  on_exact ltac:(fun i => refused_by_checker i [high; fadd (difference_rest p q) (fsub (pair_product_rest ux wy)
    (pair_product_rest ux wy))]).
Qed.

(* A quotient: its product with the divisor is the dividend, but for one rounding and underflow. *)
Hypothesis s_small : Rabs (real s) <= bpow radix2 100.
Hypothesis s_least : bpow radix2 (-100) <= Rabs (real s).
Hypothesis s_positive : 0 <= real s.
Definition divisor (k : N) := input_within nothing (variable (Val k)) true (Float radix2 1 (-100)) 100 k.
Notation quotient_bound n e :=
  (bpow radix2 n * real (fabs ux) + bpow radix2 e * real s).
Lemma quotient : finite s -> finite (fdiv ux s) ->
  Rabs (real (fdiv ux s) * real s - real ux) <= quotient_bound (-53) (-1075).
Proof.
  intros. by_checker [(divisor, s, real s); (exact_input 100, ux, real ux)] [s; fdiv ux s].
  apply small; simpl; tauto.
Qed.
Goal refused (Rabs (real (fdiv ux s) * real s - real ux) <= quotient_bound (-54) (-1075)).
Proof. refused_by_checker [(divisor, s, real s); (exact_input 100, ux, real ux)] [s; fdiv ux s]. Qed.
Goal refused (Rabs (real (fdiv ux s) * real s - real ux) <= quotient_bound (-53) (-1076)).
Proof. refused_by_checker [(divisor, s, real s); (exact_input 100, ux, real ux)] [s; fdiv ux s]. Qed.

(* A root: its square is what is below the root, but for two roundings, and nothing underflows. *)
Lemma root : finite (fsqrt s) ->
  Rabs (real (fsqrt s) * real (fsqrt s) - real s) <= IZR 5 * bpow radix2 (-54) * real s.
Proof. intros. by_checker [(divisor, s, real s)] [fsqrt s]. Qed.
Goal refused (Rabs (real (fsqrt s) * real (fsqrt s) - real s) <= IZR 4 * bpow radix2 (-54) * real s).
Proof. refused_by_checker [(divisor, s, real s)] [fsqrt s]. Qed.

(* A fused product and sum has one rounding. *)
Notation fused_bound := (bpow radix2 (-53) * (real (fabs ux) * real (fabs wy) + real (fabs uy)) + bpow radix2 (-1075)).
Lemma fused : finite wx -> finite (ffma ux wy uy) ->
  Rabs (real (ffma ux wy uy) - (real ux * real wy + real uy)) <= fused_bound.
Proof. intros. on_exact ltac:(fun i => by_checker i [wx; ffma ux wy uy]). all: apply small; simpl; tauto. Qed.
Goal refused (Rabs (real (fadd (fmul ux wy) uy) - (real ux * real wy + real uy)) <= fused_bound).
Proof. on_exact ltac:(fun i => refused_by_checker i [wx; fadd (fmul ux wy) uy]). Qed.

(* Keep: the bound is in the magnitude of a difference, and not of its terms. *)
Variable d : D.
Hypothesis d_is : d = fsub wx wy.
Lemma product_with_kept : kept d -> finite wy -> finite uy -> finite (fmul d ux) ->
  Rabs (real (fmul d ux) - real d * real ux) <=
  bpow radix2 (-53) * (real (fabs d) * real (fabs ux)) + bpow radix2 (-1075).
Proof. intros. on_exact ltac:(fun i => by_checker i [wy; uy; fmul d ux]). all: apply small; simpl; tauto. Qed.
Goal refused (Rabs (real (fmul d ux) - real d * real ux) <=
  bpow radix2 (-53) * (real (fabs d) * real (fabs ux)) + bpow radix2 (-1075)).
Proof. on_exact ltac:(fun i => refused_by_checker i [wy; uy; fmul d ux]). Qed.
(* A bound in the value of a sum of squares, and not in its terms: with a square as certificate, and not without. *)
Notation squares := (fadd (fmul ux ux) (fmul wx wx)).
Notation twice := (2 * real (fmul (fabs ux) (fabs wx))).
Ltac on_two tactic := tactic constr:([(exact_input 100, wx, real wx); (exact_input 100, ux, real ux)]).
Lemma by_a_square : finite squares -> finite (fmul (fabs ux) (fabs wx)) ->
  twice <= (1 + bpow radix2 (-50)) * real squares + bpow radix2 (-1000).
Proof.
  intros. apply with_square with (c := 1 + bpow radix2 (-51)) (s := real (fabs ux) - real (fabs wx)).
  { pose proof (bpow_gt_0 radix2 (-51)). lra. }
  on_two ltac:(fun i => by_checker i [squares; fmul (fabs ux) (fabs wx)]); apply small; simpl; tauto.
Qed.
Goal refused (twice <= (1 + bpow radix2 (-50)) * real squares + bpow radix2 (-1000)).
Proof. on_two ltac:(fun i => refused_by_checker i [squares; fmul (fabs ux) (fabs wx)]). Qed.

(* A refusal is found by the tactic, and not at Qed. *)
Goal finite (fsub p q) -> finite (bound (-51)) -> True.
Proof.
  intros. Fail (assert (Rabs (real (fsub p q) - (UX * WY - UY * WX)) <= real (bound (-51)));
    [on_rounded ltac:(fun i => by_checker i [fsub p q; bound (-51)]) |]). exact I.
Qed.

(* Bounds that are real numbers, and no values of the program; the low part of a product with either split. *)
Variable A : R.
Hypothesis wx_below : Rabs (real wx) <= A.
Hypothesis ux_below : Rabs (real ux) <= A.
Notation in_pairs := (real (fmul ux wx) + real (product_rest ux wx)).
Ltac on_below tactic := tactic constr:([(parameter, zero, A); (input_below 1 0 [Par 0] 1024, wx, real wx);
  (input_below 1 0 [Par 0] 1024, ux, real ux)]).
Lemma product_below : 0 <= A -> finite (product_rest ux wx) ->
  Rabs (real (product_rest ux wx)) <= bpow radix2 (-53) * (A * A) + bpow radix2 (-900) * (1 + A) /\
  Rabs (in_pairs - real ux * real wx) <= bpow radix2 (-900) * (1 + A).
Proof.
  intros A0 F. split; on_below ltac:(fun i => by_checker i [product_rest ux wx]).
Qed.
Goal refused (Rabs (real (product_rest ux wx)) <= bpow radix2 (-54) * (A * A) + bpow radix2 (-900) * (1 + A)).
Proof. on_below ltac:(fun i => refused_by_checker i [product_rest ux wx]). Qed.
Goal refused (Rabs (in_pairs - real ux * real wx) <= bpow radix2 (-1100) * (1 + A)).
Proof. on_below ltac:(fun i => refused_by_checker i [product_rest ux wx]). Qed.

End Examples.
