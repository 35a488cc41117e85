(* The sign of x^2 - p q that sweeps of small integers use: compare_square (src/sweep/sweep_small.h).

   All numbers are integers times a unit. Both products are split without error (ErrorFreeTerms.v). If the difference of
   the high parts is below 2^53 units of the products, it is exact. Above that it decides alone, as the difference of
   the low parts is at most 2^52 units. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree ErrorFreeTerms Terms_wide Terms_small.

Open Scope R_scope.

Lemma whole_units z s : (Z.abs z <= 2 ^ 53)%Z -> (-1074 <= s)%Z ->
  rnd double (IZR z * bpow radix2 s) = IZR z * bpow radix2 s.
Proof. intros H S. pose proof (whole_exact z 0 s H ltac:(lia) S) as E. now rewrite Z.pow_0_r, Z.mul_1_r in E. Qed.

Lemma rounded_multiple z s : exists h, rnd double (IZR z * bpow radix2 s) = IZR h * bpow radix2 s.
Proof.
  set (x := IZR z * bpow radix2 s). set (c := cexp radix2 (exponents double) x).
  destruct (Z_le_gt_dec s c) as [C | C].
  - exists (ZnearestE (scaled_mantissa radix2 (exponents double) x) * 2 ^ (c - s))%Z.
    change (rnd double x) with (IZR (ZnearestE (scaled_mantissa radix2 (exponents double) x)) * bpow radix2 c).
    rewrite mult_IZR, (IZR_Zpower radix2), Rmult_assoc, <- bpow_plus by lia. do 2 f_equal. lia.
  - exists z. apply rnd_of_format. change x with (F2R (Float radix2 z s)). apply generic_format_F2R.
    intros _. change (F2R (Float radix2 z s)) with x. fold c. simpl. lia.
Qed.

(* Rounding keeps multiples of a unit, and moves them by at most 2^51 units if they are at most 2^104 units. *)
Lemma rounded_units z s : (-1074 <= s)%Z -> (Z.abs z <= 2 ^ 104)%Z ->
  exists h, rnd double (IZR z * bpow radix2 s) = IZR h * bpow radix2 s /\ (Z.abs (h - z) <= 2 ^ 51)%Z.
Proof.
  intros S H. set (x := IZR z * bpow radix2 s).
  destruct (rounded_multiple z s) as (h & E). fold x in E. exists h. split; [exact E |].
  pose proof (rnd_error double x) as B. rewrite E in B. unfold x in B.
  rewrite <- Rmult_minus_distr_r, <- minus_IZR, !Rabs_mult, (Rabs_pos_eq (bpow _ s)), <- !abs_IZR in B
    by apply bpow_ge_0.
  assert (Eta : eta double <= / 2 * bpow radix2 s).
  { unfold eta. change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le.
    change (emin double) with (-1074)%Z. lia. }
  assert (Q : IZR (Z.abs (h - z)) <= IZR (2 ^ 51) + / 2).
  { apply Rmult_le_reg_r with (bpow radix2 s); [apply bpow_gt_0 |].
    assert (u double * (IZR (Z.abs z) * bpow radix2 s) <= IZR (2 ^ 51) * bpow radix2 s).
    { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
      apply IZR_le in H. rewrite u_double.
      apply Rle_trans with (/ 9007199254740992 * IZR (2 ^ 104)); [apply Rmult_le_compat_l; lra |].
      change (2 ^ 104)%Z with (9007199254740992 * 2 ^ 51)%Z. rewrite mult_IZR. lra. }
    lra. }
  apply Z.lt_succ_r. apply lt_IZR. rewrite succ_IZR. lra.
Qed.

Definition integer_sign (z : Z) := (if (0 <? z)%Z then 1 else if (z <? 0)%Z then -1 else 0)%Z.

(* The sum of two rounded differences of parts has the sign of the sum without error. *)
Lemma sign_of_parts h l s :
  (-1074 <= s)%Z -> (Z.abs l <= 2 ^ 52)%Z ->
  let v := rnd double (rnd double (IZR h * bpow radix2 s) + rnd double (IZR l * bpow radix2 s)) in
  ((0 < h + l)%Z -> 0 < v) /\ ((h + l < 0)%Z -> v < 0) /\ ((h + l)%Z = 0%Z -> v = 0).
Proof.
  intros S L. cbv zeta. pose proof (bpow_gt_0 radix2 s) as B.
  rewrite (whole_units l s) by lia.
  assert (Pos : forall k, (1 <= k)%Z -> bpow radix2 s <= IZR k * bpow radix2 s).
  { intros k K. apply IZR_le in K. nra. }
  assert (One : rnd double (bpow radix2 s) = bpow radix2 s).
  { rewrite <- (Rmult_1_l (bpow radix2 s)). apply (whole_units 1); lia. }
  assert (OneN : rnd double (- bpow radix2 s) = - bpow radix2 s) by (rewrite rnd_opp, One; reflexivity).
  assert (Big : IZR (2 ^ 53) * bpow radix2 s = rnd double (IZR (2 ^ 53) * bpow radix2 s)).
  { symmetry. apply whole_units; lia. }
  destruct (Z_le_gt_dec (Z.abs h) (2 ^ 53)) as [H | H].
  - rewrite (whole_units h s H S), <- Rmult_plus_distr_r, <- plus_IZR. repeat split; intros K.
    + apply Rlt_le_trans with (bpow radix2 s); [exact B |]. rewrite <- One at 1. apply rnd_le, Pos. lia.
    + apply Rle_lt_trans with (- bpow radix2 s); [| lra]. rewrite <- OneN. apply rnd_le.
      pose proof (Pos (- (h + l))%Z ltac:(lia)) as P. rewrite opp_IZR in P. lra.
    + rewrite K, Rmult_0_l. apply rnd_zero.
  - assert (LowHi : IZR (Z.abs l) <= IZR (2 ^ 52)) by now apply IZR_le.
    assert (LR : - (IZR (2 ^ 52) * bpow radix2 s) <= IZR l * bpow radix2 s <= IZR (2 ^ 52) * bpow radix2 s).
    { rewrite abs_IZR in LowHi. apply Rabs_le_inv in LowHi.
      split; [rewrite Ropp_mult_distr_l |]; apply Rmult_le_compat_r; lra. }
    assert (Gap : IZR (2 ^ 53) * bpow radix2 s - IZR (2 ^ 52) * bpow radix2 s >= bpow radix2 s).
    { rewrite <- Rmult_minus_distr_r, <- minus_IZR. apply Rle_ge, Pos. lia. }
    destruct (Z_le_gt_dec 0 h) as [G | G].
    + assert (D : IZR (2 ^ 53) * bpow radix2 s <= rnd double (IZR h * bpow radix2 s)).
      { rewrite Big at 1. apply rnd_le. apply Rmult_le_compat_r; [lra |]. apply IZR_le. lia. }
      repeat split; intros K; try (exfalso; lia).
      apply Rlt_le_trans with (bpow radix2 s); [exact B |]. rewrite <- One at 1. apply rnd_le. lra.
    + assert (D : rnd double (IZR h * bpow radix2 s) <= - (IZR (2 ^ 53) * bpow radix2 s)).
      { rewrite Big, <- rnd_opp. apply rnd_le. rewrite Ropp_mult_distr_l, <- opp_IZR.
        apply Rmult_le_compat_r; [lra |]. apply IZR_le. lia. }
      repeat split; intros K; try (exfalso; lia).
      apply Rle_lt_trans with (- bpow radix2 s); [| lra]. rewrite <- OneN. apply rnd_le. lra.
Qed.

Lemma split_in_units a b A B g hi lo e :
  wide_of_product_results a b hi lo e -> finite lo -> (-484 <= g)%Z ->
  real a = IZR A * bpow radix2 g -> real b = IZR B * bpow radix2 g ->
  (Z.abs A <= 2 ^ 52)%Z -> (Z.abs B <= 2 ^ 52)%Z ->
  finite hi /\ exists h, real hi = IZR h * bpow radix2 (g + g) /\
    real lo = IZR (A * B - h) * bpow radix2 (g + g) /\ (Z.abs (A * B - h) <= 2 ^ 51)%Z.
Proof.
  intros H F G EA EB BA BB.
  assert (P : real a * real b = IZR (A * B) * bpow radix2 (g + g)).
  { rewrite EA, EB, mult_IZR, bpow_plus. ring. }
  assert (S : is_splittable (real a * real b)).
  { unfold is_splittable. rewrite P. destruct (Z.eq_dec (A * B) 0) as [Z | Z].
    - left. rewrite Z. ring.
    - right. rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0.
      apply Rle_trans with (bpow radix2 (g + g)); [apply bpow_le; lia |].
      assert (1 <= IZR (Z.abs (A * B))) by (apply IZR_le; lia). pose proof (bpow_gt_0 radix2 (g + g)). nra. }
  destruct (wide_of_product_values _ _ _ _ _ H) as (V1 & V2 & _). subst hi lo.
  destruct (product_exact a b F S) as (_ & _ & Fh & Eh & Sum). split; [exact Fh |].
  destruct (rounded_units (A * B) (g + g) ltac:(lia)) as (h & E & Bd).
  { change (2 ^ 104)%Z with (2 ^ 52 * 2 ^ 52)%Z. now apply abs_product_le. }
  exists h. rewrite P in Eh, Sum. rewrite E in Eh. split; [exact Eh |]. split.
  - rewrite minus_IZR. lra.
  - rewrite <- Z.abs_opp. replace (- (A * B - h))%Z with (h - A * B)%Z by ring. exact Bd.
Qed.

(* compare_square is the sign of X^2 - P Q, if its sum does not overflow. *)
Theorem compare_square_exact x p q lhs_hi lhs_lo lhs_exp rhs_hi rhs_lo rhs_exp ahead result X P Q g :
  compare_square x p q lhs_hi lhs_lo lhs_exp rhs_hi rhs_lo rhs_exp ahead result ->
  finite ahead -> (-484 <= g)%Z ->
  real x = IZR X * bpow radix2 g -> real p = IZR P * bpow radix2 g -> real q = IZR Q * bpow radix2 g ->
  (Z.abs X <= 2 ^ 52)%Z -> (Z.abs P <= 2 ^ 52)%Z -> (Z.abs Q <= 2 ^ 52)%Z ->
  result = integer_sign (X * X - P * Q).
Proof.
  intros H Fa G EX EP EQ BX BP BQ. destruct H as [H1 H2 Ea Er]. subst ahead.
  destruct (fadd_finite _ _ Fa) as (Fd & Fl & E). destruct (fsub_finite _ _ Fd) as (_ & _ & E1).
  destruct (fsub_finite _ _ Fl) as (F1 & F2 & E2).
  destruct (split_in_units _ _ X X g _ _ _ H1 F1 G EX EX BX BX) as (_ & h & Eh & El & Bl).
  destruct (split_in_units _ _ P Q g _ _ _ H2 F2 G EP EQ BP BQ) as (_ & k & Ek & Em & Bm).
  rewrite Eh, Ek, <- Rmult_minus_distr_r, <- minus_IZR in E1.
  rewrite El, Em, <- Rmult_minus_distr_r, <- minus_IZR in E2. rewrite E1, E2 in E.
  destruct (sign_of_parts (h - k) (X * X - h - (P * Q - k)) (g + g) ltac:(lia) ltac:(lia)) as (S1 & S2 & S3).
  rewrite <- E in S1, S2, S3.
  replace (h - k + (X * X - h - (P * Q - k)))%Z with (X * X - P * Q)%Z in * by ring.
  revert Er. set (v := fadd _ _) in *. intros Er.
  assert (F0 : finite (fconst 0 0 : F double)) by reflexivity.
  assert (V0 : real (fconst 0 0 : F double) = 0) by reflexivity.
  unfold integer_sign. subst result.
  destruct (flt (fconst 0 0) v) eqn:C1; destruct (flt v (fconst 0 0)) eqn:C2;
    (apply flt_real in C1 || apply flt_real_false in C1); (apply flt_real in C2 || apply flt_real_false in C2); auto;
    rewrite V0 in *; destruct (Z.ltb_spec 0 (X * X - P * Q)) as [K | K];
    try destruct (Z.ltb_spec (X * X - P * Q) 0) as [K' | K']; try reflexivity; exfalso;
    try (specialize (S1 K); lra); try (specialize (S2 K'); lra);
    try (assert (X * X - P * Q = 0)%Z as Z0 by lia; specialize (S3 Z0); lra); lra.
Qed.
