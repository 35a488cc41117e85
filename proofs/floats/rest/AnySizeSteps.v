(* Operations of src/arithmetic/wide.h on double-doubles whose sizes are bounded, for src/rest/contact_integers.c.

   `is_good n` bounds the high part by 2^n. Sums and products are finite and have absolute errors, whatever underflows.
   Products and quotients of numbers that are 0 or not too small have relative errors: 2^-102, 2^-101. AnySizeRoot.v has
   roots.
   The operations compute finite numbers since no step exceeds 2^100 of the operands. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideQuotient WideDouble
  MovingRoughShift MovingRoughWide.
From Carom Require Bounded Terms_wide.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_wide.wide_sqrt_terms(wide_sqrt_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma good_of_zero n m (hi lo : D) : is_good n hi lo -> real hi = 0 -> is_good m hi lo.
Proof.
  intros (A & B & C & _) Z. split; [exact A |]. split; [exact B |]. split; [exact C |]. rewrite Z, Rabs_R0.
  apply bpow_ge_0.
Qed.

(* The power of two above a number. *)
Definition top (x : D) := mag radix2 (real x) : Z.

Lemma top_bounds (x : D) : real x <> 0 -> b2 (top x - 1) <= Rabs (real x) <= b2 (top x).
Proof. intros N. split; [now apply bpow_mag_le | left; apply bpow_mag_gt]. Qed.

Lemma top_at_most n (x : D) : real x <> 0 -> Rabs (real x) <= b2 n -> (top x <= n + 1)%Z.
Proof.
  intros N H. apply mag_le_bpow; [exact N |]. eapply Rle_lt_trans; [exact H | apply bpow_lt; lia].
Qed.

Lemma top_at_least n (x : D) : b2 n <= Rabs (real x) -> (n + 1 <= top x)%Z.
Proof. intros H. now apply mag_ge_bpow; replace (n + 1 - 1)%Z with n by ring. Qed.

Lemma tops_of_product k (x y : D) : real x <> 0 -> real y <> 0 -> Rabs (real x * real y) <= b2 k ->
  (top x + top y <= k + 2)%Z.
Proof.
  intros Nx Ny H. destruct (top_bounds x Nx) as (A & _). destruct (top_bounds y Ny) as (B & _).
  assert (P : b2 (top x - 1 + (top y - 1)) <= b2 k).
  { eapply Rle_trans; [| exact H]. rewrite bpow_plus, Rabs_mult.
    apply Rmult_le_compat; auto using bpow_ge_0. }
  apply le_bpow in P. lia.
Qed.

Lemma good_of_bound n m (hi lo : D) : is_good n hi lo -> Rabs (real hi) <= b2 m -> is_good m hi lo.
Proof. intros (A & B & C & _) H. repeat split; auto; apply C. Qed.

Lemma good_top n (hi lo : D) : is_good n hi lo -> real hi <> 0 -> is_good (top hi) hi lo.
Proof. intros G N. apply (good_of_bound n); [exact G |]. now apply top_bounds. Qed.

(* ---- products ---- *)

Theorem wide_mul_bounded k ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> (0 <= k <= 840)%Z -> is_good 850 ah al -> is_good 850 bh bl ->
  Rabs (real ah * real bh) <= b2 k ->
  is_good (k + 3) hi lo /\ e = (ea + eb)%Z /\ (real ah = 0 \/ real bh = 0 -> real hi = 0) /\
  Rabs (value hi lo e - value ah al ea * value bh bl eb) <=
    b2 (-102) * Rabs (value ah al ea * value bh bl eb) + b2 (-1066) * b2 e.
Proof.
  intros H Hk Ga Gb P.
  destruct (Req_dec (real ah) 0) as [Za | Na]; [| destruct (Req_dec (real bh) 0) as [Zb | Nb]].
  - destruct (wide_mul_large (-40) 850 _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) ltac:(lia)
      (good_of_zero _ _ _ _ Ga Za) Gb) as (G & E & Z & B).
    split; [apply (good_of_zero _ _ _ _ G), Z; now left | auto].
  - destruct (wide_mul_large 850 (-40) _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) ltac:(lia)
      Ga (good_of_zero _ _ _ _ Gb Zb)) as (G & E & Z & B).
    split; [apply (good_of_zero _ _ _ _ G), Z; now right | auto].
  - pose proof (tops_of_product k ah bh Na Nb P) as T.
    pose proof (top_at_most 850 ah Na (proj2 (proj2 (proj2 Ga)))) as Ta.
    pose proof (top_at_most 850 bh Nb (proj2 (proj2 (proj2 Gb)))) as Tb.
    set (m := Z.max (top ah) (-900)). set (n := Z.max (Z.max (top bh) (-900)) (-140 - m)).
    assert (Gm : is_good m ah al) by (apply (good_weaken (top ah)); [now apply (good_top 850) | lia]).
    assert (Gn : is_good n bh bl) by (apply (good_weaken (top bh)); [now apply (good_top 850) | lia]).
    destruct (wide_mul_large m n _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) ltac:(lia) Gm Gn) as (G & E & Z & B).
    split; [apply (good_weaken (m + n + 1)); [exact G | lia] | auto].
Qed.

(* The high part of a number that is near x y z. *)
Lemma high_of_value (hi lo : D) e x c : is_wide hi lo -> 0 <= c <= / 1024 ->
  Rabs (value hi lo e - x * b2 e) <= c * Rabs (x * b2 e) ->
  9 / 10 * Rabs x <= Rabs (real hi) <= 11 / 10 * Rabs x.
Proof.
  intros W Hc H. destruct (wide_size _ _ W) as (S1 & S2).
  assert (K : Rabs (real hi + real lo - x) <= c * Rabs x).
  { apply Rmult_le_reg_r with (b2 e); [apply bpow_gt_0 |]. rewrite <- abs_scaled, Rmult_minus_distr_r.
    rewrite Rmult_assoc, <- abs_scaled. exact H. }
  destruct (abs_near _ _ _ K) as (K1 & K2). pose proof (Rabs_pos x). pose proof (Rabs_pos (real hi)).
  assert (c * Rabs x <= / 1024 * Rabs x) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma size_of_product ah al bh bl : is_wide ah al -> is_wide bh bl ->
  99 / 100 * Rabs (real ah * real bh) <= Rabs ((real ah + real al) * (real bh + real bl)) <=
    101 / 100 * Rabs (real ah * real bh).
Proof.
  intros Wa Wb. destruct (wide_size _ _ Wa) as (A1 & A2). destruct (wide_size _ _ Wb) as (B1 & B2).
  rewrite !Rabs_mult. pose proof (Rabs_pos (real ah)) as Pa. pose proof (Rabs_pos (real bh)) as Pb.
  pose proof (Rmult_le_pos _ _ Pa Pb) as P.
  split.
  - apply Rle_trans with ((1 - u53) * Rabs (real ah) * ((1 - u53) * Rabs (real bh))); [lra |].
    apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra.
  - apply Rle_trans with ((1 + u53) * Rabs (real ah) * ((1 + u53) * Rabs (real bh))); [| lra].
    apply Rmult_le_compat; try assumption; apply Rabs_pos.
Qed.

Theorem wide_mul_sized k ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> (0 <= k <= 840)%Z -> is_good 850 ah al -> is_good 850 bh bl ->
  Rabs (real ah * real bh) <= b2 k -> is_splittable (real ah * real bh) ->
  is_good (k + 3) hi lo /\ e = (ea + eb)%Z /\
  8 / 10 * Rabs (real ah * real bh) <= Rabs (real hi) <= 12 / 10 * Rabs (real ah * real bh) /\
  Rabs (value hi lo e - value ah al ea * value bh bl eb) <= b2 (-102) * Rabs (value ah al ea * value bh bl eb).
Proof.
  intros H Hk Ga Gb P S. destruct (wide_mul_bounded k _ _ _ _ _ _ _ _ _ H Hk Ga Gb P) as (G & E & _ & _).
  split; [exact G |]. split; [exact E |].
  pose proof (good_wide _ _ _ Ga) as Wa. pose proof (good_wide _ _ _ Gb) as Wb.
  destruct (wide_mul_error _ _ _ _ _ _ _ _ _ H (proj1 (proj2 G)) Wa Wb S) as (W & B). split; [| exact B].
  rewrite value_times in B. subst e.
  pose proof (high_of_value _ _ _ _ (b2 (-102)) W ltac:(change (b2 (-102)) with (/ 5070602400912917605986812821504);
    lra)
    B) as Q.
  pose proof (size_of_product _ _ _ _ Wa Wb). pose proof (Rabs_pos (real ah * real bh)). lra.
Qed.

(* ---- sums with one exponent ---- *)

Theorem wide_add_same n ah al bh bl e k1 k2 hi lo e' :
  wide_add_results ah al e bh bl e k1 k2 hi lo e' -> (-70 <= n <= 900)%Z -> is_good n ah al -> is_good n bh bl ->
  is_good (n + 2) hi lo /\ e' = e /\
  Rabs (value hi lo e - (value ah al e + value bh bl e)) <=
    b2 (-104) * (Rabs (value ah al e) + Rabs (value bh bl e)).
Proof.
  unfold wide_add_results. intros H Hn Ga Gb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 A0 B0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (-> & -> & ->).
  clear S1 S2 S3 S4 A0 B0. rewrite Z.eqb_refl in I1. simpl negb in I1. rewrite I1 in *. cbv iota in *. subst.
  destruct (sum_of_shifted n ah al bh bl ah al bh bl e e e 0) as (G & C); auto using no_loss, Rle_refl.
  split; [exact G |]. split; [reflexivity |]. eapply Rle_trans; [exact C |]. lra.
Qed.

(* ---- quotients ---- *)

Lemma below_quotient n (x y : D) : (-1074 <= n < 1024)%Z -> finite x -> finite y -> real y <> 0 ->
  Rabs (real x / real y) <= b2 n -> Bounded.below n (fdiv x y).
Proof.
  intros N Fx Fy Y B. generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE x y Y). intros C.
  rewrite Bounded.power_below_overflow with (n := n) in C by assumption.
  destruct C as (C1 & C2 & _). split; [unfold finite, fdiv; rewrite C2; exact Fx |].
  unfold real at 1, fdiv. rewrite C1. apply Bounded.rnd_below; [lia | exact B].
Qed.

Lemma quotient_at_most i j (x y : R) : Rabs x <= b2 i -> b2 j <= Rabs y -> Rabs (x / y) <= b2 (i - j).
Proof.
  intros A B. unfold Rdiv. rewrite Rabs_mult, Rabs_inv. unfold Zminus. rewrite bpow_plus, bpow_opp.
  pose proof (bpow_gt_0 radix2 j). apply Rmult_le_compat; [apply Rabs_pos | | exact A | now apply Rinv_le].
  apply Rlt_le, Rinv_0_lt_compat. lra.
Qed.

(* The remainder of a quotient or root q of a, where b = q for a root. *)
Lemma below_rest J m n (a q b al bl : D) : (-140 <= J <= 880)%Z -> (-900 <= m < 860)%Z -> (-900 <= n < 860)%Z ->
  (m + n = J + 2)%Z -> Bounded.below J a -> Bounded.below m q -> Bounded.below n b -> Bounded.below J al ->
  Bounded.below n bl ->
  Bounded.below (J + 75) (fadd (fsub (fsub a (fmul q b)) (product_rest q b)) al) /\
  Bounded.below (J + 76) (fsub (fadd (fsub (fsub a (fmul q b)) (product_rest q b)) al) (fmul q bl)).
Proof.
  intros HJ Hm Hn E Ba Bq Bb Bal Bbl.
  assert (B1 : Bounded.below (J + 2) (fmul q b)) by (rewrite <- E; apply Bounded.below_mul; auto; lia).
  assert (B2 : Bounded.below (J + 3) (fsub a (fmul q b))).
  { replace (J + 3)%Z with (J + 2 + 1)%Z by ring. apply Bounded.below_sub; [lia | | exact B1].
    apply (Bounded.below_weaken J); [exact Ba | lia]. }
  assert (B3 : Bounded.below (J + 72) (product_rest q b)).
  { replace (J + 72)%Z with (m + n + 70)%Z by lia. apply below_product_rest; auto; lia. }
  assert (B4 : Bounded.below (J + 74) (fsub (fsub a (fmul q b)) (product_rest q b))).
  { apply (Bounded.below_weaken (J + 72 + 1)); [| lia]. apply Bounded.below_sub; [lia | | exact B3].
    apply (Bounded.below_weaken (J + 3)); [exact B2 | lia]. }
  assert (B5 : Bounded.below (J + 75) (fadd (fsub (fsub a (fmul q b)) (product_rest q b)) al)).
  { replace (J + 75)%Z with (J + 74 + 1)%Z by ring. apply Bounded.below_add; [lia | exact B4 |].
    apply (Bounded.below_weaken J); [exact Bal | lia]. }
  split; [exact B5 |]. replace (J + 76)%Z with (J + 75 + 1)%Z by ring. apply Bounded.below_sub; [lia | exact B5 |].
  apply (Bounded.below_weaken (m + n)); [| lia]. apply Bounded.below_mul; auto; lia.
Qed.

Theorem wide_div_sized k ah al ea bh bl eb hi lo e :
  wide_div_results ah al ea bh bl eb hi lo e -> (0 <= k <= 800)%Z -> is_good 850 ah al -> is_good 700 bh bl ->
  b2 (-960) <= Rabs (real ah) -> b2 (-700) <= Rabs (real bh) ->
  b2 (-900) <= Rabs (real ah / real bh) <= b2 k ->
  is_good (k + 2) hi lo /\ real hi = rnd (real hi + real lo) /\ e = (ea - eb)%Z /\
  8 / 10 * Rabs (real ah / real bh) <= Rabs (real hi) <= 12 / 10 * Rabs (real ah / real bh) /\
  Rabs (value hi lo e - value ah al ea / value bh bl eb) <= b2 (-101) * Rabs (value ah al ea / value bh bl eb).
Proof.
  intros H Hk Ga Gb La Lb (LQ & UQ). pose proof H as H'. destruct H as (q & ph & pl & pe & rest & H).
  destruct H as [Eq Hp Er Hs].
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & Ee). clear Hp Hs. subst q rest.
  assert (P7 : 0 < b2 (-700)) by apply bpow_gt_0. assert (P9 : 0 < b2 (-960)) by apply bpow_gt_0.
  assert (Na : real ah <> 0) by (intros Z; rewrite Z, Rabs_R0 in La; lra).
  assert (Nb : real bh <> 0) by (intros Z; rewrite Z, Rabs_R0 in Lb; lra).
  pose proof (good_wide _ _ _ Ga) as Wa. pose proof (good_wide _ _ _ Gb) as Wb.
  destruct (top_bounds ah Na) as (A1 & A2). destruct (top_bounds bh Nb) as (B1 & B2).
  pose proof (top_at_most 850 ah Na (proj2 (proj2 (proj2 Ga)))) as Ta.
  pose proof (top_at_most 700 bh Nb (proj2 (proj2 (proj2 Gb)))) as Tb.
  pose proof (top_at_least _ _ Lb) as Tb'.
  assert (Tk : (top ah - top bh <= k + 1)%Z).
  { assert (X : b2 (top ah - 1) <= b2 (k + top bh)).
    { eapply Rle_trans; [exact A1 |]. replace (real ah) with (real ah / real bh * real bh) by (field; exact Nb).
      rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
    apply le_bpow in X. lia. }
  set (J := Z.max (top ah) (-140)). set (m := (J + 2 - top bh)%Z).
  set (q := fdiv ah bh) in *.
  assert (Bq : Bounded.below m q).
  { apply below_quotient; [lia | apply Ga | apply Gb | exact Nb |]. apply Rle_trans with (b2 (top ah - (top bh - 1))).
    - now apply quotient_at_most.
    - apply bpow_le. lia. }
  destruct (good_below _ _ _ (good_top _ _ _ Ga Na)) as (Bah & Bal).
  destruct (good_below _ _ _ (good_top _ _ _ Gb Nb)) as (Bbh & Bbl).
  destruct (below_rest J m (top bh) ah q bh al bl) as (_ & Br); try lia; try assumption;
    try (apply (Bounded.below_weaken (top ah)); [assumption | lia]).
  set (rest := fsub (fadd (fsub (fsub ah (fmul q bh)) (product_rest q bh)) al) (fmul q bl)) in *.
  assert (Bd : Bounded.below 890 (fdiv rest bh)).
  { apply below_quotient; [lia | apply Br | apply Gb | exact Nb |].
    apply Rle_trans with (b2 (J + 76 - (top bh - 1))); [apply quotient_at_most; [apply Br | exact B1] |].
    apply bpow_le. lia. }
  assert (Bq' : Bounded.below 890 q) by (apply (Bounded.below_weaken m); [exact Bq | lia]).
  assert (Flo : finite lo) by (rewrite El; apply (below_ordered_rest 890); auto; lia).
  assert (Fhi : finite hi) by (rewrite Eh; apply (Bounded.below_add 890); auto; lia).
  destruct (wide_div_error _ _ _ _ _ _ _ _ _ H' Flo (proj1 Gb) Nb Wa Wb) as (W & B).
  { eapply Rle_trans; [| exact La]. apply bpow_le. lia. }
  { eapply Rle_trans; [| exact LQ]. apply bpow_le. lia. }
  destruct (wide_div_bound ah al bh bl (proj1 Bq) (proj1 Bd) (proj1 Br) (proj1 Gb) Nb Wa Wb) as (C1 & C2 & C3).
  { eapply Rle_trans; [| exact La]. apply bpow_le. lia. }
  { eapply Rle_trans; [| exact LQ]. apply bpow_le. lia. }
  cbv zeta in C1, C2, C3. fold q rest in C1, C2, C3. set (d := fdiv rest bh) in *.
  set (Q := Rabs (real ah / real bh)) in *. assert (Q0 : 0 <= Q) by apply Rabs_pos.
  assert (O : real q = 0 \/ Rabs (real d) <= Rabs (real q)) by (right; lra).
  rewrite El in Flo. destruct (ordered_sum_exact _ _ Flo O) as (_ & _ & _ & Eh' & X).
  rewrite <- Eh in Eh', X. rewrite <- El in X, Flo.
  assert (T : is_tight hi lo) by (apply (tight_of_sum q d); assumption).
  assert (S : 8 / 10 * Q <= Rabs (real hi) <= 12 / 10 * Q).
  { destruct (wide_size _ _ W) as (S1 & S2). rewrite X in S1, S2.
    pose proof (wide_size _ _ Wa) as Sa. pose proof (wide_size _ _ Wb) as Sb.
    assert (Rq : Rabs (real q) <= (1 + 4 * u53) * Q).
    { pose proof (proj1 Bq) as Fq. unfold q in Fq |- *.
      destruct (fdiv_finite _ _ Fq (proj1 Gb) Nb) as (_ & ->).
      pose proof (rnd_error double (real ah / real bh)) as R. rewrite u_double, eta_double in R.
      destruct (abs_near _ _ _ R) as (R1 & _). fold Q in R1. pose proof (eta_of_splittable Q) as Ht.
      assert (b2 (-969) <= Q) by (eapply Rle_trans; [| exact LQ]; apply bpow_le; lia). specialize (Ht H). lra. }
    pose proof (Rabs_triang (real q) (real d)) as T1. pose proof (Rabs_triang_inv (real q) (- real d)) as T2.
    rewrite Rabs_Ropp in T2. replace (real q - - real d) with (real q + real d) in T2 by ring.
    pose proof (Rabs_pos (real hi)). lra. }
  split; [| rewrite X; auto]. split; [exact Fhi |]. split; [exact Flo |]. split; [exact T |].
  eapply Rle_trans; [apply S |]. rewrite bpow_plus. change (b2 2) with 4. pose proof (bpow_gt_0 radix2 k). lra.
Qed.
