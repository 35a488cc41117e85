(* A time that is rounded down: down_by of src/sweep/sweep_place.h, and what follows from SweepTime.v if the rounding
   error of the time is known.

   If the true time is within err of z, and the rest of z exceeds err or err is 0, the sign of the rest tells whether
   the rounded z or the double below is the largest double not after the true time. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree SweepTime.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).

Lemma fdown_value (n x : D) d : finite x -> 0 < real x -> finite (fdown n x d) /\
  real (fdown n x d) = if d then pred radix2 (exponents double) (real x) else real x.
Proof.
  intros Fx P. destruct d; [| now split].
  destruct x as [s | s | | [|] m e Hm]; try discriminate.
  - exfalso. unfold real in P. simpl in P. lra.
  - exfalso. unfold real in P. simpl in P. assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0.
      simpl in *. lra.
  - unfold fdown. set (v := B754_finite false m e Hm : D) in *.
    generalize (Bpred_correct (prec double) (emax double) _ _ v Fx). rewrite Rlt_bool_true.
    + intros (E & Fp & _). split; [exact Fp | exact E].
    + apply Rlt_le_trans with 0.
      * rewrite <- Ropp_0. apply Ropp_lt_contravar. apply bpow_gt_0.
      * apply (pred_ge_0 radix2 (exponents double)); [exact P | apply real_in_format].
Qed.

Lemma rounded_down_or_exact z T err :
  Rabs (T - z) <= err -> err < Rabs (z - rnd double z) \/ err = 0 ->
  is_largest_not_after (if Rlt_bool (z - rnd double z) 0 then pred radix2 (exponents double) (rnd double z) else rnd
    double z) T.
Proof.
  intros N [C | Z]; [now apply rounded_down with (err := err) |].
  destruct (Req_dec (z - rnd double z) 0) as [R0 | R0].
  - rewrite Rlt_bool_false by lra.
    assert (E : T = rnd double z).
    { rewrite Z in N. pose proof (Rabs_pos (T - z)). assert (T - z = 0).
      { destruct (Req_dec (T - z) 0) as [|K]; [assumption |]. apply Rabs_pos_lt in K. lra. } lra. }
    rewrite E. split; [apply rnd_in_format |]. split; [lra | auto].
  - apply rounded_down with (err := err); [exact N |]. rewrite Z. now apply Rabs_pos_lt.
Qed.

(* The sum of a guess and a step, rounded down. *)
Theorem sum_rounded_down (guess step n : D) T err :
  finite (sum_rest guess step) -> 0 < real guess -> 2 * Rabs (real step) <= real guess ->
  Rabs (T - (real guess + real step)) <= err ->
  err < Rabs (real (sum_rest guess step)) \/ err = 0 ->
  let t := fdown n (fadd guess step) (flt (sum_rest guess step) (fconst 0 0)) in
  finite t /\ is_largest_not_after (real t) T.
Proof.
  intros F P H N C t. destruct (two_sum_exact guess step F) as (_ & _ & Ft & Et & X).
  set (z := real guess + real step) in *.
  assert (Er : real (sum_rest guess step) = z - rnd double z) by lra.
  assert (Z0 : real guess / 2 <= z).
  { unfold z. pose proof (Rle_abs (- real step)) as A. rewrite Rabs_Ropp in A. lra. }
  assert (T0 : 0 < real (fadd guess step)).
  { pose proof (rnd_sum_error double _ _ (real_in_format guess) (real_in_format step)) as E. fold z in E.
    rewrite <- Et, u_double, (Rabs_pos_eq z) in E by lra. apply Rabs_le_inv in E. lra. }
  rewrite Er in C.
  destruct (fdown_value n _ (flt (sum_rest guess step) (fconst 0 0)) Ft T0) as (Fd & Ed). fold t in Fd, Ed.
  split; [exact Fd |]. rewrite Ed, Et. pose proof (rounded_down_or_exact z T err N C) as K. rewrite <- Er in K.
  assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
  destruct (flt (sum_rest guess step) (fconst 0 0)) eqn:L.
  - apply flt_real in L; [| exact F | exact F0]. rewrite V0 in L. now rewrite Rlt_bool_true in K.
  - apply flt_real_false in L; [| exact F | exact F0]. rewrite V0 in L. now rewrite Rlt_bool_false in K.
Qed.
