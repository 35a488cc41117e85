(* A bound for pair_product of src/arithmetic/double_pair.h without conditions: where the low part underflows, or a
   factor is subnormal, hi + lo misses the product by at most 2^-960 + 2^-1010 (|a| + |b|).

   Method: either the product is exact (ErrorFree.v), or it is so small that every term may be wrong. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree.

Open Scope R_scope.

Notation D := (F double).
Notation w := (bpow radix2 (-1075)).

(* A high half is near its number. *)
Lemma high_half_near a a1 M K e :
  is_high_half a a1 M K e -> Rabs (a1 - a) <= / 67108864 * Rabs a + bpow radix2 (-1048).
Proof.
  intros (-> & -> & _ & HK & He & _ & N). pose proof (bpow_gt_0 radix2 e) as P.
  rewrite <- Rmult_minus_distr_r, <- minus_IZR, !Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- !abs_IZR by lra.
  assert (H1 : IZR (Z.abs (K * 2 ^ 27 - M)) <= 67108864) by (apply (IZR_le _ 67108864); lia).
  pose proof (bpow_gt_0 radix2 (-1048)).
  assert (H0 : 0 <= IZR (Z.abs M)) by (apply IZR_le; lia).
  destruct (Z_lt_le_dec (-1074) e) as [L | L].
  - assert (H2 : 4503599627370496 <= IZR (Z.abs M)) by (apply (IZR_le 4503599627370496); specialize (N L); lia).
    assert (IZR (Z.abs (K * 2 ^ 27 - M)) * bpow radix2 e <= / 67108864 * IZR (Z.abs M) * bpow radix2 e).
    { apply Rmult_le_compat_r; lra. }
    lra.
  - replace e with (-1074)%Z in * by lia.
    assert (E : bpow radix2 (-1048) = 67108864 * bpow radix2 (-1074)).
    { replace (-1048)%Z with (26 + -1074)%Z by reflexivity. rewrite bpow_plus. reflexivity. }
    rewrite E. assert (IZR (Z.abs (K * 2 ^ 27 - M)) * bpow radix2 (-1074) <= 67108864 * bpow radix2 (-1074)).
    { apply Rmult_le_compat_r; lra. }
    assert (0 <= / 67108864 * (IZR (Z.abs M) * bpow radix2 (-1074))).
    { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; lra. }
    lra.
Qed.

Lemma rounded_size x B : Rabs x <= B -> Rabs (rnd double x) <= 2 * B + w.
Proof.
  intros H. pose proof (rnd_error double x) as E. rewrite u_double in E. change (eta double) with w in E.
  replace (rnd double x) with (x + (rnd double x - x)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  pose proof (Rabs_pos x). lra.
Qed.

Lemma power_of_w k j : (k = j + -1075)%Z -> bpow radix2 k = bpow radix2 j * w.
Proof. intros ->. apply bpow_plus. Qed.

(* All terms are at most a few products of the sizes. *)
Lemma pair_product_size (a b : D) (A := 2 * Rabs (real a) + 268435456 * w) (B := 2 * Rabs (real b) + 268435456 * w) :
  finite (pair_product_rest a b) ->
  Rabs (real (fmul a b) + real (pair_product_rest a b) - real a * real b) <= 95 * (A * B) + 62 * w.
Proof.
  unfold pair_product_rest. intros H.
  destruct (rest_of_split_value _ _ _ _ H)
    as (F1 & G1 & Fp & a2 & b2 & q0 & q1 & q2 & q3 & s0 & s1 & s2 & V2 & W2 & E4 & E5 & E6 & E7 & E3 & E2 & E1 & E).
  destruct (fhigh_value a F1) as (_ & M & K & e & HA). destruct (fhigh_value b G1) as (_ & N & L & g & HB).
  destruct (fmul_finite _ _ Fp) as (_ & _ & Ep).
  pose proof (high_half_near _ _ _ _ _ HA) as NA. pose proof (high_half_near _ _ _ _ _ HB) as NB.
  assert (P48 : bpow radix2 (-1048) = 134217728 * w) by (rewrite (power_of_w _ 27) by reflexivity; reflexivity).
  rewrite P48 in NA, NB.
  assert (W0 : 0 < w) by apply bpow_gt_0.
  pose proof (Rabs_pos (real a)) as A0. pose proof (Rabs_pos (real b)) as B0.
  assert (Ra : Rabs (real a) <= A) by (unfold A; lra). assert (Rb : Rabs (real b) <= B) by (unfold B; lra).
  assert (Ra1 : Rabs (real (fhigh a)) <= A).
  { replace (real (fhigh a)) with (real a + (real (fhigh a) - real a)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. unfold A. lra. }
  assert (Rb1 : Rabs (real (fhigh b)) <= B).
  { replace (real (fhigh b)) with (real b + (real (fhigh b) - real b)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. unfold B. lra. }
  (* the difference of a and its high half has no underflow *)
  assert (Ra2 : Rabs a2 <= A).
  { rewrite V2. pose proof (rnd_sum_error double (real a) (- real (fhigh a)) (real_in_format a)
      (in_format_opp _ (real_in_format _))) as Er. rewrite u_double in Er. fold (Rminus (real a) (real (fhigh a))) in
        Er.
    rewrite Rabs_minus_sym in NA.
    replace (rnd double (real a - real (fhigh a))) with ((real a - real (fhigh a)) +
      (rnd double (real a - real (fhigh a)) - (real a - real (fhigh a)))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. unfold A. lra. }
  assert (Rb2 : Rabs b2 <= B).
  { rewrite W2. pose proof (rnd_sum_error double (real b) (- real (fhigh b)) (real_in_format b)
      (in_format_opp _ (real_in_format _))) as Er. rewrite u_double in Er. fold (Rminus (real b) (real (fhigh b))) in
        Er.
    rewrite Rabs_minus_sym in NB.
    replace (rnd double (real b - real (fhigh b))) with ((real b - real (fhigh b)) +
      (rnd double (real b - real (fhigh b)) - (real b - real (fhigh b)))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. unfold B. lra. }
  set (T := A * B).
  pose proof (times_size _ _ _ _ Ra Rb) as T0.
  pose proof (rounded_size _ _ T0) as Tp. rewrite <- Ep in Tp.
  pose proof (rounded_size _ _ (times_size _ _ _ _ Ra1 Rb1)) as Q0. rewrite <- E4 in Q0.
  pose proof (rounded_size _ _ (times_size _ _ _ _ Ra1 Rb2)) as Q1. rewrite <- E5 in Q1.
  pose proof (rounded_size _ _ (times_size _ _ _ _ Ra2 Rb1)) as Q2. rewrite <- E6 in Q2.
  pose proof (rounded_size _ _ (times_size _ _ _ _ Ra2 Rb2)) as Q3. rewrite <- E7 in Q3.
  fold T in T0, Tp, Q0, Q1, Q2, Q3.
  assert (Tp' : Rabs (- real (fmul a b)) <= 2 * T + w) by now rewrite Rabs_Ropp.
  pose proof (rounded_size _ _ (plus_size _ _ _ _ Q0 Tp')) as S0.
  fold (Rminus q0 (real (fmul a b))) in S0. rewrite <- E3 in S0.
  pose proof (rounded_size _ _ (plus_size _ _ _ _ S0 Q1)) as S1. rewrite <- E2 in S1.
  pose proof (rounded_size _ _ (plus_size _ _ _ _ S1 Q2)) as S2. rewrite <- E1 in S2.
  pose proof (rounded_size _ _ (plus_size _ _ _ _ S2 Q3)) as S3. rewrite <- E in S3.
  assert (T0' : Rabs (- (real a * real b)) <= T) by now rewrite Rabs_Ropp.
  pose proof (plus_size _ _ _ _ (plus_size _ _ _ _ Tp S3) T0') as Z. unfold Rminus. eapply Rle_trans; [exact Z |]. lra.
Qed.

Theorem pair_product_error (a b : D) :
  finite (pair_product_rest a b) ->
  Rabs (real (fmul a b) + real (pair_product_rest a b) - real a * real b) <=
  bpow radix2 (-960) + bpow radix2 (-1010) * (Rabs (real a) + Rabs (real b)).
Proof.
  intros H. pose proof (pair_product_size a b H) as Z. cbv zeta in Z.
  assert (W0 : 0 < w) by apply bpow_gt_0.
  set (A := Rabs (real a)) in *. set (B := Rabs (real b)) in *.
  assert (A0 : 0 <= A) by apply Rabs_pos. assert (B0 : 0 <= B) by apply Rabs_pos.
  rewrite (power_of_w (-960) 115), (power_of_w (-1010) 65) by reflexivity.
  change (bpow radix2 115) with 41538374868278621028243970633760768. change (bpow radix2 65) with 36893488147419103232.
  assert (AW : 0 <= A * w) by (apply Rmult_le_pos; lra). assert (BW : 0 <= B * w) by (apply Rmult_le_pos; lra).
  assert (W1 : w * w <= / 1000000000000000000000 * w).
  { apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (bpow radix2 (-80)); [apply bpow_le; lia |].
    simpl. lra. }
  assert (Small : A * B <= 81129638414606681695789005144064 * w \/ A <= 9007199254740992 * w \/ B <= 9007199254740992 *
    w ->
    Rabs (real (fmul a b) + real (pair_product_rest a b) - real a * real b) <=
    41538374868278621028243970633760768 * w + 36893488147419103232 * w * (A + B)).
  { intros C. eapply Rle_trans; [exact Z |].
    assert (AB : A * B <= 81129638414606681695789005144064 * w + 9007199254740992 * (A * w) + 9007199254740992 * (B *
      w)).
    { destruct C as [C | [C | C]].
      - lra.
      - assert (A * B <= 9007199254740992 * w * B) by (apply Rmult_le_compat_r; assumption). lra.
      - assert (A * B <= A * (9007199254740992 * w)) by (apply Rmult_le_compat_l; assumption). lra. }
    lra. }
  assert (P69 : bpow radix2 (-969) = 81129638414606681695789005144064 * w)
    by (rewrite (power_of_w _ 106) by reflexivity; reflexivity).
  assert (P22 : bpow radix2 (-1022) = 9007199254740992 * w) by (rewrite (power_of_w _ 53) by reflexivity; reflexivity).
  destruct (Rle_or_lt (bpow radix2 (-969)) (Rabs (real a * real b))) as [S | S].
  2: { apply Small. left. rewrite Rabs_mult in S. fold A B in S. lra. }
  destruct (Rle_or_lt (bpow radix2 (-1022)) (Rabs (real a))) as [Sa | Sa].
  2: { apply Small. right. left. fold A in Sa. lra. }
  destruct (Rle_or_lt (bpow radix2 (-1022)) (Rabs (real b))) as [Sb | Sb].
  2: { apply Small. right. right. fold B in Sb. lra. }
  destruct (pair_product_exact a b H (or_intror S) (or_intror Sa) (or_intror Sb)) as (_ & _ & _ & _ & X).
  rewrite Rminus_diag_eq, Rabs_R0 by exact X.
  assert (0 <= w * (A + B)) by (apply Rmult_le_pos; lra). lra.
Qed.
