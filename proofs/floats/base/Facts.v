(* Small facts that many proofs use: constants, signs of results, sizes of real numbers. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model.

Open Scope R_scope.

Lemma u_double_small : 0 < u double <= / 1048576.
Proof. rewrite u_double. lra. Qed.

Lemma zero_value : finite (fconst 0 0 : F double) /\ real (fconst 0 0 : F double) = 0.
Proof. constant_of double 0%Z 0%Z. destruct C. split; [assumption | lra]. Qed.

Lemma one_value : finite (fconst 1 0 : F double) /\ real (fconst 1 0 : F double) = 1.
Proof. constant_of double 1%Z 0%Z. destruct C as (F1 & V1). split; [assumption |]. rewrite V1. simpl. lra. Qed.

Lemma constant_value e : (-1074 <= e <= 1000)%Z -> finite (fconst 1 e : F double) /\ real (fconst 1 e : F double) = bpow
    radix2 e.
Proof.
  intros H. destruct (@fconst_value double 1 e) as [A B]; [reflexivity | change (-1074 <= e)%Z; lia | change (0 + 1 + e
      <= 1024)%Z; lia |].
  split; [exact A |]. rewrite B. ring.
Qed.

Lemma feq_zero (x : F double) : feq x (fconst 0 0) = true -> finite x /\ real x = 0.
Proof.
  intros H. assert (Fx : finite x) by (destruct x as [| [|] | |]; try reflexivity; discriminate H).
  split; [exact Fx |]. apply feq_real in H; [exact H | exact Fx | reflexivity].
Qed.

Lemma fmul_nonneg (x y : F double) : finite (fmul x y) -> 0 <= real x -> 0 <= real y -> 0 <= real (fmul x y).
Proof.
  intros Fp X Y. destruct (fmul_finite _ _ Fp) as (_ & _ & E). rewrite E. apply rnd_nonneg. now apply Rmult_le_pos.
Qed.

Lemma fadd_nonneg (x y : F double) : finite (fadd x y) -> 0 <= real x -> 0 <= real y -> 0 <= real (fadd x y).
Proof.
  intros Fp X Y. destruct (fadd_finite _ _ Fp) as (_ & _ & E). rewrite E. apply rnd_nonneg. lra.
Qed.

Lemma fsqrt_is_finite (x : F double) : finite x -> 0 <= real x -> finite (fsqrt x).
Proof.
  intros Fx P. destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE x) as (_ & C2 & _).
  unfold finite, fsqrt. rewrite C2. destruct x as [| | | [|] m e p]; try discriminate; auto.
  exfalso. assert (real (B754_finite true m e p : F double) < 0) by (unfold real; simpl; now apply F2R_lt_0). lra.
Qed.

Lemma plus_size x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x + y) <= a + b.
Proof. intros. eapply Rle_trans; [apply Rabs_triang |]. lra. Qed.

Lemma times_size x y a b : Rabs x <= a -> Rabs y <= b -> Rabs (x * y) <= a * b.
Proof. intros. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. Qed.

Lemma square_error x y d b : Rabs (x - y) <= d -> Rabs y <= b -> Rabs (x * x - y * y) <= d * (2 * b + d).
Proof.
  intros H Hb. replace (x * x - y * y) with ((x - y) * (2 * y + (x - y))) by ring.
  rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact H |].
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. lra.
Qed.

Lemma difference_at_most_max rr q : 0 <= rr -> 0 <= q -> Rabs (rr - q) <= Rmax rr q.
Proof. intros. unfold Rmax, Rabs. destruct Rle_dec, Rcase_abs; lra. Qed.
