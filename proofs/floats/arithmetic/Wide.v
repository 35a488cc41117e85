(* The operations of src/arithmetic/wide.h on double-doubles with an exponent: relative errors, over the extracted
   terms.

   The value of a wide is (hi + lo) 2^exp with |lo| <= 2^-53 |hi|. Each rounding is bounded by numbers that are linear
   in one size (that of the product, of the dividend and so on), with the constant 2^-53, so that lra finishes. Sources:
   Dekker 1971; Joldes, Muller and Popescu 2017 for the terms of a sum. The promise of wide.h is 2^-100 per
   operation. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Sterbenz.
From Carom Require Import Model Facts Operations ErrorFree Terms_wide Terms_pair ErrorFreeTerms.

Open Scope R_scope.

(* Conversions unfold the operations of Flocq last; otherwise Qed takes minutes. *)
Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Definition value (hi lo : D) (e : Z) := (real hi + real lo) * bpow radix2 e.
Definition is_wide (hi lo : D) := Rabs (real lo) <= u double * Rabs (real hi).

(* |x| <= y as two inequalities, everywhere. *)
Ltac two_sided :=
  repeat match goal with H : Rabs _ <= _ |- _ => apply Rabs_le_inv in H; destruct H end;
  try apply Rabs_le.

Lemma eta_double : eta double = bpow radix2 (-1075).
Proof. reflexivity. Qed.

(* One operation, if the size of its exact result is known. *)
Lemma fadd_error (a b : D) B :
  finite (fadd a b) -> Rabs (real a + real b) <= B ->
  finite a /\ finite b /\ Rabs (real (fadd a b) - (real a + real b)) <= u53 * B.
Proof.
  intros H HB. destruct (fadd_finite _ _ H) as (Fa & Fb & E). repeat split; auto. rewrite E.
  eapply Rle_trans; [apply rnd_sum_error; apply real_in_format |]. rewrite u_double.
  apply Rmult_le_compat_l; lra.
Qed.

Lemma fsub_error (a b : D) B :
  finite (fsub a b) -> Rabs (real a - real b) <= B ->
  finite a /\ finite b /\ Rabs (real (fsub a b) - (real a - real b)) <= u53 * B.
Proof.
  intros H HB. destruct (fsub_finite _ _ H) as (Fa & Fb & E). repeat split; auto. rewrite E.
  unfold Rminus at 2 3. eapply Rle_trans.
  - apply rnd_sum_error; [apply real_in_format | apply in_format_opp, real_in_format].
  - rewrite u_double. apply Rmult_le_compat_l; [lra | exact HB].
Qed.

Lemma fmul_error (a b : D) B t :
  finite (fmul a b) -> Rabs (real a * real b) <= B -> bpow radix2 (-1075) <= t ->
  finite a /\ finite b /\ Rabs (real (fmul a b) - real a * real b) <= u53 * B + t.
Proof.
  intros H HB Ht. destruct (fmul_finite _ _ H) as (Fa & Fb & E). repeat split; auto. rewrite E.
  eapply Rle_trans; [apply rnd_error |]. rewrite u_double, eta_double.
  apply Rplus_le_compat; [apply Rmult_le_compat_l; lra | exact Ht].
Qed.

(* An underflow is 2^-106 of what is at least 2^-969. *)
Lemma eta_of_splittable x :
  bpow radix2 (-969) <= x -> bpow radix2 (-1075) <= u53 * u53 * x.
Proof.
  intros H. replace (bpow radix2 (-1075)) with (u53 * u53 * bpow radix2 (-969)).
  - apply Rmult_le_compat_l; lra.
  - replace (-1075)%Z with (-53 + (-53 + -969))%Z by reflexivity. rewrite !(bpow_plus _ (-53)).
    change (bpow radix2 (-53)) with (u double). rewrite u_double. ring.
Qed.

Lemma is_wide_bound hi lo : is_wide hi lo -> Rabs (real lo) <= u53 * Rabs (real hi).
Proof. unfold is_wide. now rewrite u_double. Qed.

(* The rest of a product: the error of its rounded high part. *)
Lemma product_rest_small (a b : D) :
  finite (product_rest a b) -> bpow radix2 (-969) <= Rabs (real a * real b) ->
  Rabs (real (product_rest a b)) <= (u53 + u53 * u53) * Rabs (real a * real b) /\
  real (fmul a b) + real (product_rest a b) = real a * real b.
Proof.
  intros H S. destruct (product_exact a b H (or_intror S)) as (_ & _ & _ & E & X). split; [| exact X].
  replace (real (product_rest a b)) with (- (rnd double (real a * real b) - real a * real b)) by lra.
  rewrite Rabs_Ropp. eapply Rle_trans; [apply rnd_error |]. rewrite u_double, eta_double.
  pose proof (eta_of_splittable _ S). lra.
Qed.

Lemma wide_mul_bound (ah al bh bl : D) (P := Rabs (real ah * real bh)) :
  let r := fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh)) in
  finite r -> is_wide ah al -> is_wide bh bl -> bpow radix2 (-969) <= P ->
  Rabs (real r) <= 4 * u53 * P /\
  Rabs (real (fmul ah bh) + real r - (real ah + real al) * (real bh + real bl)) <= 11 * (u53 * u53) * P.
Proof.
  intros r Fr Wa Wb HP. unfold r in *. clear r.
  apply is_wide_bound in Wa. apply is_wide_bound in Wb.
  destruct (fadd_finite _ _ Fr) as (Fl & Fm & _).
  destruct (product_rest_small ah bh Fl HP) as (Bl & X). fold P in Bl.
  destruct (fadd_finite _ _ Fm) as (F1 & F2 & _).
  pose proof (eta_of_splittable _ HP) as Ht.
  assert (P0 : 0 <= P) by apply Rabs_pos.
  assert (B1 : Rabs (real ah * real bl) <= u53 * P).
  { eapply Rle_trans; [apply times_size; [apply Rle_refl | exact Wb] |]. unfold P. rewrite Rabs_mult. lra. }
  assert (B2 : Rabs (real al * real bh) <= u53 * P).
  { eapply Rle_trans; [apply times_size; [exact Wa | apply Rle_refl] |]. unfold P. rewrite Rabs_mult. lra. }
  assert (B3 : Rabs (real al * real bl) <= u53 * u53 * P).
  { eapply Rle_trans; [apply times_size; [exact Wa | exact Wb] |]. unfold P. rewrite Rabs_mult. lra. }
  destruct (fmul_error ah bl _ _ F1 B1 Ht) as (_ & _ & E1).
  destruct (fmul_error al bh _ _ F2 B2 Ht) as (_ & _ & E2).
  assert (B4 : Rabs (real (fmul ah bl) + real (fmul al bh)) <= (2 * u53 + 4 * (u53 * u53)) * P) by (two_sided; lra).
  destruct (fadd_error _ _ _ Fm B4) as (_ & _ & E3).
  assert (B5 : Rabs (real (product_rest ah bh) + real (fadd (fmul ah bl) (fmul al bh))) <=
    (3 * u53 + 8 * (u53 * u53)) * P) by (two_sided; lra).
  destruct (fadd_error _ _ _ Fr B5) as (_ & _ & E4).
  clear Wa Wb. split; two_sided; lra.
Qed.

Lemma value_times hi lo e hi' lo' e' :
  value hi lo e * value hi' lo' e' = (real hi + real lo) * (real hi' + real lo') * bpow radix2 (e + e').
Proof. unfold value. rewrite bpow_plus. ring. Qed.

Lemma relative_of_scaled x y c e :
  Rabs (x - y) <= c * Rabs y -> Rabs (x * bpow radix2 e - y * bpow radix2 e) <= c * Rabs (y * bpow radix2 e).
Proof.
  intros H. rewrite <- Rmult_minus_distr_r, !Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
  rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact H].
Qed.

Lemma wide_zero hi lo : is_wide hi lo -> real hi = 0 -> real lo = 0.
Proof.
  unfold is_wide. intros W Z. rewrite Z, Rabs_R0, Rmult_0_r in W.
  pose proof (Rabs_pos (real lo)). destruct (Req_dec (real lo) 0) as [| N]; [assumption |].
  pose proof (Rabs_pos_lt _ N). lra.
Qed.

(* The product of the high parts is at least half the product. *)
Lemma wide_size hi lo : is_wide hi lo ->
  (1 - u53) * Rabs (real hi) <= Rabs (real hi + real lo) <= (1 + u53) * Rabs (real hi).
Proof.
  intros W. apply is_wide_bound in W. split.
  - replace (real hi + real lo) with (real hi - - real lo) by ring.
    eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite Rabs_Ropp. lra.
  - eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Theorem wide_mul_error ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> finite lo ->
  is_wide ah al -> is_wide bh bl -> is_splittable (real ah * real bh) ->
  is_wide hi lo /\
  Rabs (value hi lo e - value ah al ea * value bh bl eb) <= bpow radix2 (-102) * Rabs (value ah al ea * value bh bl eb).
Proof.
  intros (ph & pl & pe & H) Fl Wa Wb S. destruct H as [Hp Hs].
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & ->).
  set (r := fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh))) in *.
  assert (Fr : finite r) by (subst lo; unfold ordered_rest in Fl; now destruct (fsub_finite _ _ Fl)).
  assert (G : (real (fmul ah bh) = 0 \/ Rabs (real r) <= Rabs (real (fmul ah bh))) /\
    Rabs (real (fmul ah bh) + real r - (real ah + real al) * (real bh + real bl)) <=
    bpow radix2 (-102) * Rabs ((real ah + real al) * (real bh + real bl))).
  { destruct S as [Z | S].
    - assert (Zp : real (fmul ah bh) = 0).
      { subst lo. unfold ordered_rest in Fl. destruct (fsub_finite _ _ Fl) as (_ & F1 & _).
        destruct (fsub_finite _ _ F1) as (_ & F2 & _). destruct (fmul_finite _ _ F2) as (_ & _ & ->).
        now rewrite Z, rnd_zero. }
      assert (Zr : real r = 0).
      { unfold r in *. destruct (fadd_finite _ _ Fr) as (F1 & F2 & ->). destruct (fadd_finite _ _ F2) as (F3 & F4 & ->).
        destruct (fmul_finite _ _ F3) as (_ & _ & ->). destruct (fmul_finite _ _ F4) as (_ & _ & ->).
        destruct (product_exact _ _ F1 (or_introl Z)) as (_ & _ & _ & _ & X).
        assert (Zl : real (product_rest ah bh) = 0) by lra. rewrite Zl.
        apply Rmult_integral in Z. destruct Z as [Z | Z].
        - rewrite (wide_zero _ _ Wa Z), Z, !Rmult_0_l, !rnd_zero, Rplus_0_r, rnd_zero, Rplus_0_r. apply rnd_zero.
        - rewrite (wide_zero _ _ Wb Z), Z, !Rmult_0_r, !rnd_zero, Rplus_0_r, rnd_zero, Rplus_0_r. apply rnd_zero. }
      split; [now left |]. rewrite Zp, Zr.
      apply Rmult_integral in Z. destruct Z as [Z | Z];
        [rewrite (wide_zero _ _ Wa Z), Z | rewrite (wide_zero _ _ Wb Z), Z];
        rewrite !Rplus_0_r, ?Rmult_0_l, ?Rmult_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity; lra.
    - destruct (wide_mul_bound ah al bh bl Fr Wa Wb S) as (B1 & B2). fold r in B1, B2.
      destruct (fadd_finite _ _ Fr) as (F1 & _ & _). destruct (product_rest_small ah bh F1 S) as (B3 & X).
      set (P := Rabs (real ah * real bh)) in *. assert (P0 : 0 <= P) by apply Rabs_pos.
      destruct (wide_size _ _ Wa) as [Sa _]. destruct (wide_size _ _ Wb) as [Sb _]. split.
      + right. replace (real (fmul ah bh)) with (real ah * real bh - real (product_rest ah bh)) by lra.
        eapply Rle_trans; [| apply Rabs_triang_inv]. fold P. lra.
      + eapply Rle_trans; [exact B2 |].
        assert (Big : (1 - u53) * (1 - u53) * P <= Rabs ((real ah + real al) * (real bh + real bl))).
        { unfold P. rewrite !Rabs_mult.
          replace ((1 - u53) * (1 - u53) * (Rabs (real ah) * Rabs (real bh)))
            with ((1 - u53) * Rabs (real ah) * ((1 - u53) * Rabs (real bh))) by ring.
          pose proof (Rabs_pos (real ah)). pose proof (Rabs_pos (real bh)).
          apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra. }
        change (bpow radix2 (-102)) with (/ 5070602400912917605986812821504). lra. }
  destruct G as (O & B).
  rewrite El in Fl. destruct (ordered_sum_exact _ _ Fl O) as (_ & _ & _ & _ & X).
  destruct (ordered_rest_small _ _ Fl O) as (_ & W). subst hi lo. split; [exact W |].
  rewrite value_times. unfold value. rewrite X. now apply relative_of_scaled.
Qed.
