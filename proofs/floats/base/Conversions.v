(* Conversions between doubles and floats: narrowing rounds, widening is exact. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations.

Open Scope R_scope.

(* A finite number converted to format g: it is rounded, or overflows with its sign. *)
Lemma converted_value (f g : format) (x : F f) : finite x ->
  if Rlt_bool (Rabs (rnd g (real x))) (bpow radix2 (emax g))
  then finite (converted f g x) /\ real (converted f g x) = rnd g (real x)
  else B2SF (converted f g x) = binary_overflow (prec g) (emax g) mode_NE (Bsign x).
Proof.
  destruct x as [s | s | | s m e B]; try discriminate; intros _.
  - change (real (B754_zero s : F f)) with 0. rewrite rnd_zero, Rabs_R0, Rlt_bool_true by apply bpow_gt_0. split;
    reflexivity.
  - generalize (binary_normalize_correct (prec g) (emax g) _ _ mode_NE (cond_Zopp s (Zpos m)) e s). cbv zeta. intros C.
    change (round radix2 (SpecFloat.fexp (prec g) (emax g)) (round_mode mode_NE)) with (rnd g) in C.
    change (real (B754_finite s m e B : F f)) with (F2R (Float radix2 (cond_Zopp s (Zpos m)) e)).
    destruct (Rlt_bool (Rabs (rnd g (F2R (Float radix2 (cond_Zopp s (Zpos m)) e)))) (bpow radix2 (emax g))).
    + destruct C as (C1 & C2 & _). split; assumption.
    + change (B2SF (nearest g (cond_Zopp s (Zpos m)) e s) = binary_overflow (prec g) (emax g) mode_NE s).
      unfold nearest. rewrite C. f_equal. destruct s; simpl cond_Zopp.
      * apply Rlt_bool_true. now apply F2R_lt_0.
      * apply Rlt_bool_false. apply F2R_ge_0. simpl. lia.
Qed.

Lemma fwiden_value (x : F single) : finite x -> finite (fwiden x) /\ real (fwiden x) = real x.
Proof.
  intros Fx. pose proof (converted_value single double x Fx) as C.
  assert (G : in_format double (real x)).
  { apply generic_inclusion_mag with (exponents single); [| apply real_in_format].
    intros _. unfold exponents, FLT_exp, emin. simpl. lia. }
  rewrite rnd_of_format in C by exact G. rewrite Rlt_bool_true in C; [exact C |].
  eapply Rlt_trans; [apply real_below |]. apply bpow_lt. reflexivity.
Qed.

Lemma fnarrow_value (x : F double) : finite x -> Rabs (rnd single (real x)) < bpow radix2 128 ->
  finite (fnarrow x) /\ real (fnarrow x) = rnd single (real x).
Proof. intros Fx H. pose proof (converted_value double single x Fx) as C. now rewrite Rlt_bool_true in C. Qed.

(* is_float of src/batch/batch.c: (double)(float)x == x. *)
Lemma is_float_value (x : F double) : finite x -> feq (fwiden (fnarrow x)) x = true ->
  finite (fnarrow x) /\ real (fnarrow x) = real x.
Proof.
  intros Fx H.
  assert (Fn : finite (fnarrow x)).
  { destruct (fnarrow x) as [s | s | | s m e B] eqn:E; try reflexivity.
    - simpl in H. unfold feq, Beqb, SpecFloat.SFeqb, SpecFloat.SFcompare in H. destruct x as [| | | sx], s; try
      destruct sx; simpl in *; discriminate.
    - simpl in H. discriminate. }
  destruct (fwiden_value _ Fn) as (Fw & Vw). apply feq_real in H; auto. split; [exact Fn |]. now rewrite <- Vw.
Qed.
