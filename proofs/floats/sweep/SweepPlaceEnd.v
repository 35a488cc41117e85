(* The normal at an end of a wall: (p + step v) / R, as set_fast_end (src/sweep/sweep_one_pass.h) and estimate_end
   (sweep_time.h) compute it.

   p is the place at the guess in double-doubles, and is rounded here. step v is at most 1 / 100 of R. R and its inverse
   are rounded, together within 1.5 units of 2^-53. The error of the time, times |v|, is at most 2^-57 R. So each
   coordinate is within 4.67 units. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry SweepGeometry SweepPlaceRounding SweepPlaceNormal.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation fl := (rnd double).

(* The rounded inverse of R, which is rounded itself. *)
Lemma inverse_of_reach (r : D) R : finite r -> real r = fl R -> bpow radix2 (-450) <= R <= bpow radix2 450 ->
  finite (fdiv (fconst 1 0) r) /\ 0 < real (fdiv (fconst 1 0) r) <= bpow radix2 451 /\
  Rabs (real (fdiv (fconst 1 0) r) * R - 1) <= 1501 / 1000 * u53.
Proof.
  intros Fr Er Hr. destruct (inverse_of_rounded R Hr) as (r0 & q0 & Q). rewrite <- Er in r0, q0, Q.
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  pose proof (bpow_gt_0 radix2 (-450)) as P.
  assert (L : fl (1 / real r) <= bpow radix2 451).
  { rewrite <- (rnd_of_format double (bpow radix2 451)) by (apply power_in_format; lia). apply rnd_le.
    apply Rmult_le_reg_r with (real r); [exact r0 |]. unfold Rdiv. rewrite Rmult_1_l, Rinv_l by lra.
    assert (bpow radix2 (-450) <= real r).
    { rewrite Er, <- (rnd_of_format double (bpow radix2 (-450))) by (apply power_in_format; lia). apply rnd_le. lra. }
    apply Rle_trans with (bpow radix2 451 * bpow radix2 (-450)).
    - rewrite <- bpow_plus. change (bpow radix2 (451 + -450)) with 2. lra.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | assumption]. }
  generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) r ltac:(change (real r <> 0); lra)).
  rewrite Rlt_bool_true.
  - intros (C1 & C2 & _). assert (E : real (fdiv (fconst 1 0) r) = fl (1 / real r)).
    { unfold fdiv, real at 1. rewrite C1. change (fl (real (fconst 1 0 : D) / real r) = fl (1 / real r)). now rewrite
      V1. }
    split; [unfold finite, fdiv; rewrite C2; exact F1 |]. rewrite E. auto.
  - change (Rabs (fl (real (fconst 1 0 : D) / real r)) < bpow radix2 1024). rewrite V1, Rabs_pos_eq by lra.
    eapply Rle_lt_trans; [exact L | apply bpow_lt; lia].
Qed.

Section Coordinate.
Variables h l step v r : D.
Variables P V N R : R.
Let sum := fadd (fadd h l) (fmul step v).
Let n := fmul sum (fdiv (fconst 1 0) r).
Hypotheses (Fh : finite h) (Fl : finite l) (Fs : finite step) (Fv : finite v) (Fr : finite r) (Er : real r = fl R)
  (range : bpow radix2 (-450) <= R <= bpow radix2 205).
Hypotheses (place : Rabs (real h + real l - P) <= / 1000 * u53 * R)
  (lost : Rabs (real step * (real v - V)) <= 21 / 1000 * u53 * R)
  (small : Rabs (real step) * Rabs (real v) <= / 100 * R)
  (near : Rabs (P + real step * V - N * R) <= 7 / 100 * u53 * R) (N1 : Rabs N <= 1).

Lemma end_coordinate_if_little_is_lost : finite n /\ Rabs (real n - N) <= 467 / 100 * u53.
Proof.
  destruct range as [R1 R2]. pose proof (bpow_gt_0 radix2 (-450)) as P450. assert (R0 : 0 < R) by lra.
  assert (Range : bpow radix2 (-450) <= R <= bpow radix2 450).
  { split; [exact R1 |]. eapply Rle_trans; [exact R2 | apply bpow_le; lia]. }
  destruct (inverse_of_reach r R Fr Er Range) as (Fq & [q0 qB] & Q). set (q := fdiv (fconst 1 0) r) in *.
  assert (Tn : eta double <= / 1000 * u53 * R).
  { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-53) * bpow radix2 (-450)).
    - rewrite <- !bpow_plus. change (eta double) with (bpow radix2 (-1075)). apply bpow_le. lia.
    - apply Rmult_le_compat; [rewrite <- bpow_plus; apply bpow_ge_0 | lra | | exact R1].
      change (bpow radix2 (-10)) with (/ 1024). change (bpow radix2 (-53)) with u53. lra. }
  assert (SV : Rabs (real step * real v) <= / 100 * R) by (rewrite Rabs_mult; exact small).
  assert (NR : Rabs (N * R) <= R).
  { rewrite Rabs_mult, (Rabs_pos_eq R) by lra. assert (Rabs N * R <= 1 * R) by (apply Rmult_le_compat_r; lra). lra. }
  assert (LP : Rabs P <= 102 / 100 * R).
  { replace P with ((P + real step * V - N * R) + N * R + real step * (real v - V) - real step * real v) by ring.
    apply Rabs_le_inv in near, NR, lost, SV. apply Rabs_le. lra. }
  assert (B210 : 2 * bpow radix2 205 <= bpow radix2 206).
  { change 206%Z with (1 + 205)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (HL : Rabs (real h + real l) <= 103 / 100 * R).
  { replace (real h + real l) with ((real h + real l - P) + P) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (fadd_is_finite h l 206 (conj eq_refl eq_refl) Fh Fl) as (Fa & Ea & _); [lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format h) (real_in_format l)) as E1. rewrite <- Ea, u_double in E1.
  set (at_ := real (fadd h l)) in *.
  destruct (fmul_is_finite step v 206 (conj eq_refl eq_refl) Fs Fv) as (Fm & Em & _); [lra |].
  pose proof (rnd_error double (real step * real v)) as E2. rewrite <- Em, u_double in E2.
  set (sv := real (fmul step v)) in *.
  assert (NS : Rabs (at_ + sv - N * R) <= 114 / 100 * u53 * R).
  { replace (at_ + sv - N * R) with ((at_ - (real h + real l)) + (real h + real l - P) + (sv - real step * real v) +
      real step * (real v - V) + (P + real step * V - N * R)) by ring.
    assert (E1' : Rabs (at_ - (real h + real l)) <= 103 / 100 * u53 * R) by lra.
    assert (E2' : Rabs (sv - real step * real v) <= 11 / 1000 * u53 * R) by lra.
    apply Rabs_le_inv in E1', E2', place, lost, near. apply Rabs_le. lra. }
  assert (LS : Rabs (at_ + sv) <= 1001 / 1000 * R).
  { replace (at_ + sv) with ((at_ + sv - N * R) + N * R) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (fadd_is_finite (fadd h l) (fmul step v) 206 (conj eq_refl eq_refl) Fa Fm)
    as (Fsm & Es & _); [fold at_ sv; lra |].
  pose proof (rnd_sum_error double _ _ (real_in_format (fadd h l)) (real_in_format (fmul step v))) as E3.
  rewrite <- Es, u_double in E3. fold at_ sv sum in E3, Es. fold sum in Fsm.
  assert (NN : Rabs (real sum - N * R) <= 215 / 100 * u53 * R).
  { replace (real sum - N * R) with ((real sum - (at_ + sv)) + (at_ + sv - N * R)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  set (b := real q * R) in *. assert (b0 : 0 < b) by (unfold b; now apply Rmult_lt_0_compat).
  pose proof Q as Q'. apply Rabs_le_inv in Q'.
  assert (A1 : Rabs ((real sum - N * R) * real q) <= 216 / 100 * u53).
  { rewrite Rabs_mult, (Rabs_pos_eq (real q)) by lra.
    apply Rle_trans with (215 / 100 * u53 * R * real q); [apply Rmult_le_compat_r; lra |].
    replace (215 / 100 * u53 * R * real q) with (215 / 100 * u53 * b) by (unfold b; ring). lra. }
  assert (A2 : Rabs (N * (b - 1)) <= 1501 / 1000 * u53).
  { rewrite Rabs_mult. apply Rle_trans with (1 * Rabs (b - 1)); [apply Rmult_le_compat_r; [apply Rabs_pos | exact N1] |
    lra]. }
  assert (NQ : Rabs (real sum * real q - N) <= 3662 / 1000 * u53).
  { replace (real sum * real q - N) with ((real sum - N * R) * real q + N * (b - 1)) by (unfold b; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (LQ : Rabs (real sum * real q) <= 1 + 4 * u53).
  { replace (real sum * real q) with ((real sum * real q - N) + N) by ring. eapply Rle_trans; [apply Rabs_triang |].
    lra. }
  destruct (fmul_is_finite sum q 1 (conj eq_refl eq_refl) Fsm Fq)
    as (Fn & En & _); [change (bpow radix2 1) with 2; lra |].
  split; [exact Fn |]. pose proof (rnd_error double (real sum * real q)) as E4. rewrite <- En, u_double in E4.
  assert (Tn1 : eta double <= / 1000 * u53).
  { apply Rle_trans with (/ 1024 * u53); [| lra]. change (/ 1024) with (bpow radix2 (-10)).
    change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. change (eta double) with (bpow radix2 (-1075)).
    apply bpow_le. lia. }
  unfold n. replace (real (fmul sum q) - N) with ((real (fmul sum q) - real sum * real q) + (real sum * real q - N)) by
    ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.
End Coordinate.

(* For a v that is rounded. *)
Lemma end_coordinate (h l step v r : D) P V N R : finite h -> finite l -> finite step -> finite v -> finite r ->
  real r = fl R -> bpow radix2 (-450) <= R <= bpow radix2 205 -> Rabs (real h + real l - P) <= / 1000 * u53 * R ->
  Rabs (real v - V) <= 201 / 100 * u53 * Rabs (real v) -> Rabs (real step) * Rabs (real v) <= / 100 * R ->
  Rabs (P + real step * V - N * R) <= 7 / 100 * u53 * R -> Rabs N <= 1 ->
  let n := fmul (fadd (fadd h l) (fmul step v)) (fdiv (fconst 1 0) r) in
  finite n /\ Rabs (real n - N) <= 467 / 100 * u53.
Proof.
  intros Fh Fl Fs Fv Fr Er range place rounded small near N1.
  apply (end_coordinate_if_little_is_lost h l step v r P V N R); try assumption. rewrite Rabs_mult.
  apply Rle_trans with (Rabs (real step) * (201 / 100 * u53 * Rabs (real v))).
  - apply Rmult_le_compat_l; [apply Rabs_pos | exact rounded].
  - pose proof (bpow_gt_0 radix2 (-450)). lra.
Qed.
