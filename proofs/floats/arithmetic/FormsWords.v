(* The leading bits of an integer as a double-double: to_wide of src/arithmetic/integers.h, over the extracted terms of
   wide_of_words.

   The integer X is below 2^(top+1) and at least 2^top. The two words are its bits from `top` down and the 64 bits that
   follow, as bits_down_from reads them from limbs: a premise. Then hi + lo has the 106 leading bits of X, and what is
   cut off is less than 2^-105 of X. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum MovingRough Terms_forms.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [ordered_rest].

Notation b2 := (bpow radix2).

(* The 64 bits of X below and including bit `top`; bits below bit 0 are 0. *)
Definition bits_at (X top : Z) : Z := Z.modulo (Z.shiftr X (top - 63)) 18446744073709551616.

(* The bits of X above bit k. *)
Lemma shiftr_floor X k : IZR (Z.shiftr X k) * b2 k <= IZR X < (IZR (Z.shiftr X k) + 1) * b2 k.
Proof.
  destruct (Z.le_gt_cases 0 k) as [H | H].
  - rewrite Z.shiftr_div_pow2 by exact H. pose proof (Z.pow_pos_nonneg 2 k ltac:(lia) H) as P.
    pose proof (Z.div_mod X (2 ^ k) ltac:(lia)) as E. pose proof (Z.mod_pos_bound X (2 ^ k) P) as B.
    rewrite <- IZR_Zpower by exact H. change (Zpower radix2 k) with (2 ^ k)%Z.
    rewrite <- (plus_IZR _ 1), <- !mult_IZR. split; [apply IZR_le | apply IZR_lt]; lia.
  - replace k with (- - k)%Z at 1 3 by lia. rewrite Z.shiftr_opp_r, Z.shiftl_mul_pow2 by lia.
    rewrite mult_IZR. change (2 ^ - k)%Z with (Zpower radix2 (- k)). rewrite IZR_Zpower by lia.
    assert (E : b2 (- k) * b2 k = 1) by (rewrite <- bpow_plus, Z.add_opp_diag_l; reflexivity).
    pose proof (bpow_gt_0 radix2 k). rewrite Rmult_plus_distr_r, Rmult_assoc, E. lra.
Qed.

Lemma lor_of_parts a b k : (0 <= k)%Z -> (0 <= b < 2 ^ k)%Z -> Z.lor (a * 2 ^ k) b = (a * 2 ^ k + b)%Z.
Proof.
  intros Hk Hb. assert (L : Z.land (a * 2 ^ k) b = 0%Z).
  { apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec, Z.bits_0. destruct (Z.lt_ge_cases n k) as [H | H].
    - now rewrite Z.mul_pow2_bits_low.
    - rewrite <- (Z.mod_small b (2 ^ k)) by exact Hb. rewrite Z.mod_pow2_bits_high by lia. apply andb_false_r. }
  rewrite Z.add_nocarry_lxor by exact L. symmetry. now apply Z.lxor_lor.
Qed.

(* The two halves that the code makes of the words. *)
Lemma halves_of_words X top (Q := Z.shiftr X (top - 105)) :
  (2 ^ 105 <= Q < 2 ^ 106)%Z ->
  let A := Z.shiftr (bits_at X top) 11 in
  let L := Z.lor (Z.modulo (Z.shiftl (Z.land (bits_at X top) 2047) 42) 18446744073709551616)
    (Z.shiftr (bits_at X (top - 64)) 22) in
  (2 ^ 52 <= A < 2 ^ 53)%Z /\ (0 <= L < 2 ^ 53)%Z /\ (A * 2 ^ 53 + L = Q)%Z.
Proof.
  intros HQ A L. subst A L. unfold bits_at in *.
  set (Y := Z.shiftr X (top - 127)).
  assert (E1 : Z.shiftr X (top - 63) = (Y / 2 ^ 64)%Z).
  { unfold Y. rewrite <- Z.shiftr_div_pow2, Z.shiftr_shiftr by lia. f_equal. lia. }
  assert (E2 : Q = (Y / 2 ^ 22)%Z).
  { unfold Q, Y. rewrite <- Z.shiftr_div_pow2, Z.shiftr_shiftr by lia. f_equal. lia. }
  replace (top - 64 - 63)%Z with (top - 127)%Z by ring. fold Y. rewrite E1, E2 in *. clear E1 E2 Q. clearbody Y.
  set (w := 18446744073709551616%Z). change (2 ^ 64)%Z with w.
  assert (YB : (2 ^ 127 <= Y < 2 ^ 128)%Z).
  { pose proof (Z.div_mod Y (2 ^ 22) ltac:(lia)). pose proof (Z.mod_pos_bound Y (2 ^ 22) ltac:(lia)). lia. }
  pose proof (Z.div_mod Y w ltac:(lia)) as D1. pose proof (Z.mod_pos_bound Y w ltac:(lia)) as B1.
  set (up := (Y / w)%Z) in *. set (low := (Y mod w)%Z) in *.
  assert (UB : (2 ^ 63 <= up < 2 ^ 64)%Z) by (unfold w in *; lia).
  rewrite (Z.mod_small up w) by (unfold w; lia).
  rewrite !Z.shiftr_div_pow2, Z.shiftl_mul_pow2 by lia. change 2047%Z with (Z.ones 11). rewrite Z.land_ones by lia.
  pose proof (Z.div_mod up (2 ^ 11) ltac:(lia)) as D2. pose proof (Z.mod_pos_bound up (2 ^ 11) ltac:(lia)) as B2.
  pose proof (Z.div_mod low (2 ^ 22) ltac:(lia)) as D3. pose proof (Z.mod_pos_bound low (2 ^ 22) ltac:(lia)) as B3.
  set (a := (up / 2 ^ 11)%Z) in *. set (r := (up mod 2 ^ 11)%Z) in *.
  set (l := (low / 2 ^ 22)%Z) in *. set (s := (low mod 2 ^ 22)%Z) in *.
  assert (LB : (0 <= l < 2 ^ 42)%Z) by (unfold w in *; lia).
  rewrite (Z.mod_small (r * 2 ^ 42) w) by (unfold w; lia). rewrite lor_of_parts by lia.
  split; [lia |]. split; [lia |]. unfold w in D1.
  apply (Z.div_unique Y (2 ^ 22) _ s); [left; lia |]. lia.
Qed.

(* An integer of at most 53 bits, converted. *)
Lemma integer_is_exact z : (Z.abs z < 2 ^ 53)%Z ->
  finite (nearest double z 0 false) /\ real (nearest double z 0 false) = IZR z.
Proof.
  intros H. change (nearest double z 0 false) with (fconst z 0 : F double).
  destruct (@fconst_value double z 0) as (A & B); [exact H | change (-1074 <= 0)%Z; lia | | split; [exact A |]].
  - change (Z.log2 (Z.abs z) + 1 + 0 <= 1024)%Z. destruct (Z.eq_dec (Z.abs z) 0) as [-> | N]; [simpl; lia |].
    assert (Z.log2 (Z.abs z) < 53)%Z by (apply Z.log2_lt_pow2; lia). lia.
  - rewrite B. simpl. ring.
Qed.

Lemma scaled_integer z k : (Z.abs z < 2 ^ 53)%Z -> (-200 <= k <= 0)%Z ->
  finite (fmul (nearest double z 0 false) (fconst 1 k)) /\
  real (fmul (nearest double z 0 false) (fconst 1 k)) = IZR z * b2 k.
Proof.
  intros Hz Hk. destruct (integer_is_exact z Hz) as (Fz & Vz).
  destruct (constant_value k ltac:(lia)) as (Fk & Vk).
  assert (B : Rabs (IZR z * b2 k) <= b2 53).
  { rewrite Rabs_mult, (Rabs_pos_eq (b2 k)), <- abs_IZR by apply bpow_ge_0. rewrite <- (Rmult_1_r (b2 53)).
    apply Rmult_le_compat; [apply (IZR_le 0); lia | apply bpow_ge_0 | |].
    - change (b2 53) with (IZR (2 ^ 53)). apply IZR_le. lia.
    - change 1 with (b2 0). apply bpow_le. lia. }
  destruct (fmul_is_finite (nearest double z 0 false) (fconst 1 k) 53) as (F1 & V & _); auto.
  - unfold emin. simpl. lia.
  - now rewrite Vz, Vk.
  - split; [exact F1 |]. rewrite V, Vz, Vk. apply rnd_of_format.
    replace (IZR z) with (IZR (z * 2 ^ 0)) by (rewrite Z.mul_1_r; reflexivity). apply whole_in_format; lia.
Qed.

(* The ordered sum of a number between 1 and 2 and one that is below its last place. *)
Lemma sum_of_halves (a b : F double) :
  finite a -> finite b -> 1 <= real a -> 0 <= real b < b2 (-52) -> real a + real b < 2 ->
  finite (fadd a b) /\ finite (ordered_rest a b) /\ 1 <= real (fadd a b) <= 2 /\
  Rabs (real (ordered_rest a b)) <= b2 (-53) /\ real (fadd a b) + real (ordered_rest a b) = real a + real b.
Proof.
  intros Fa Fb a1 (b0 & b1) S. change (b2 (-52)) with (/ 4503599627370496) in b1.
  assert (Ba : Bounded.below 1 a) by (split; [exact Fa | rewrite Rabs_pos_eq by lra; change (b2 1) with 2; lra]).
  assert (Bb : Bounded.below 1 b) by (split; [exact Fb | rewrite Rabs_pos_eq by lra; change (b2 1) with 2; lra]).
  destruct (MovingRoughWide.below_ordered_rest 1 a b ltac:(lia) Ba Bb) as (Fr & _).
  destruct (ordered_sum_exact a b Fr) as (_ & _ & Fh & Eh & X).
  { right. rewrite !Rabs_pos_eq by lra. lra. }
  split; [exact Fh |]. split; [exact Fr |]. split; [| split; [| exact X]].
  - rewrite Eh. split.
    + rewrite <- (rnd_of_format double 1) at 1; [apply rnd_le; lra | apply (Bounded.power_in_format 0); lia].
    + rewrite <- (rnd_of_format double 2); [apply rnd_le; lra | apply (Bounded.power_in_format 1); lia].
  - replace (real (ordered_rest a b)) with (- (Model.rnd double (real a + real b) - (real a + real b))) by lra.
    rewrite Rabs_Ropp. unfold Model.rnd.
    eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |].
    rewrite ulp_neq_0 by lra. unfold cexp, exponents, FLT_exp.
    assert (M : (mag radix2 (real a + real b) = 1 :> Z)%Z).
    { apply mag_unique_pos. change (b2 (1 - 1)) with 1. change (b2 1) with 2. lra. }
    rewrite M. change (Z.max (1 - prec double) (emin double)) with (-52)%Z.
    change (b2 (-52)) with (/ 4503599627370496). change (b2 (-53)) with (/ 9007199254740992). lra.
Qed.

(* The value of X 2^unit, for X of at least one bit. *)
Theorem words_are_cut_off X top unit hi lo e :
  wide_of_words_results (bits_at X top) (bits_at X (top - 64)) (unit + top) hi lo e ->
  b2 top <= IZR X < b2 (top + 1) ->
  is_cut_off (IZR X * b2 unit) hi lo e /\ 0 < real hi /\ e = (unit + top)%Z.
Proof.
  intros (h & l & [Eh El Es]) HX. destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Es) as (Rh & Rl & Re).
  pose proof (shiftr_floor X (top - 105)) as (Q1 & Q2). set (Q := Z.shiftr X (top - 105)) in *.
  pose proof (bpow_gt_0 radix2 (top - 105)) as p.
  assert (T : b2 top = b2 105 * b2 (top - 105)) by (rewrite <- bpow_plus; f_equal; ring).
  assert (HQ : (2 ^ 105 <= Q < 2 ^ 106)%Z).
  { split.
    - apply (Z.lt_succ_r (2 ^ 105) Q), lt_IZR. rewrite succ_IZR. change (IZR (2 ^ 105)) with (b2 105).
      apply Rmult_lt_reg_r with (b2 (top - 105)); [exact p |]. rewrite <- T. lra.
    - apply lt_IZR. change (IZR (2 ^ 106)) with (b2 106). apply Rmult_lt_reg_r with (b2 (top - 105)); [exact p |].
      rewrite <- bpow_plus. replace (106 + (top - 105))%Z with (top + 1)%Z by ring. lra. }
  destruct (halves_of_words X top HQ) as (HA & HL & E).
  change (Z.shiftr X (top - 105)) with Q in E.
  set (A := Z.shiftr (bits_at X top) 11) in *.
  match type of El with l = fmul (nearest _ ?z _ _) _ => set (L := z) in * end.
  destruct (scaled_integer A (-52) ltac:(lia) ltac:(lia)) as (Fh & Vh). rewrite <- Eh in Fh, Vh.
  destruct (scaled_integer L (-105) ltac:(lia) ltac:(lia)) as (Fl & Vl). rewrite <- El in Fl, Vl.
  assert (S : real h + real l = IZR Q * b2 (-105)).
  { rewrite Vh, Vl, <- E, plus_IZR, mult_IZR. change (IZR (2 ^ 53)) with (b2 53).
    replace (b2 (-52)) with (b2 53 * b2 (-105)) by (rewrite <- bpow_plus; reflexivity). ring. }
  assert (S2 : IZR Q * b2 (-105) < 2).
  { replace 2 with (b2 106 * b2 (-105)) by (rewrite <- bpow_plus; reflexivity). apply Rmult_lt_compat_r; [apply
    bpow_gt_0 |].
    change (b2 106) with (IZR (2 ^ 106)). apply IZR_lt. lia. }
  assert (A1 : 1 <= real h).
  { rewrite Vh. replace 1 with (b2 52 * b2 (-52)) by (rewrite <- bpow_plus; reflexivity). apply Rmult_le_compat_r;
    [apply bpow_ge_0 |].
    change (b2 52) with (IZR (2 ^ 52)). apply IZR_le. lia. }
  assert (B1 : 0 <= real l < b2 (-52)).
  { rewrite Vl. split; [apply Rmult_le_pos; [apply (IZR_le 0); lia | apply bpow_ge_0] |].
    replace (b2 (-52)) with (b2 53 * b2 (-105)) by (rewrite <- bpow_plus; reflexivity). apply Rmult_lt_compat_r; [apply
      bpow_gt_0 |].
    change (b2 53) with (IZR (2 ^ 53)). apply IZR_lt. lia. }
  destruct (sum_of_halves h l Fh Fl A1 B1 ltac:(lra)) as (F1 & F2 & H1 & H2 & X1).
  rewrite <- Rh in F1, H1, X1. rewrite <- Rl in F2, H2, X1.
  split; [| split; [lra | exact Re]]. split; [exact F1 |]. split; [exact F2 |]. right.
  rewrite (Rabs_pos_eq (real hi)) by lra. split; [exact H1 |]. split; [exact H2 |].
  unfold value. rewrite X1, S, Re. replace (IZR Q * b2 (-105) * b2 (unit + top)) with
    (IZR Q * b2 (top - 105) * b2 unit).
  2: { rewrite !Rmult_assoc, <- !bpow_plus. do 2 f_equal. ring. }
  rewrite <- Rmult_minus_distr_r, !Rabs_mult, (Rabs_pos_eq (b2 unit)), <- Rmult_assoc by apply bpow_ge_0.
  apply Rmult_le_compat_r; [apply bpow_ge_0 |].
  replace (b2 (-105) * Rabs (IZR X)) with (b2 (-105) * IZR X).
  2: { rewrite Rabs_pos_eq; [reflexivity |]. pose proof (bpow_gt_0 radix2 top). lra. }
  apply Rle_trans with (b2 (top - 105)).
  - apply Rabs_le. lra.
  - replace (top - 105)%Z with (-105 + top)%Z by ring. rewrite bpow_plus. apply Rmult_le_compat_l; [apply bpow_ge_0 |].
    lra.
Qed.

(* to_wide gives 0 for 0, and negates for a negative integer. *)
Lemma cut_off_neg x (hi lo : F double) e : is_cut_off x hi lo e -> is_cut_off (- x) (fneg hi) (fneg lo) e.
Proof.
  intros (Fh & Fl & C). split; [now apply finite_fneg |]. split; [now apply finite_fneg |].
  rewrite !real_fneg, !Rabs_Ropp, WideShift.value_neg.
  destruct C as [(-> & -> & ->) | (H & L & C)]; [left; repeat split; ring | right].
  split; [exact H |]. split; [exact L |].
  replace (- value hi lo e - - x) with (- (value hi lo e - x)) by ring. now rewrite Rabs_Ropp.
Qed.
