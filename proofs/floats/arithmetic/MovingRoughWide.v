(* Sums and products of double-doubles of any size (wide_add and wide_mul of src/arithmetic/wide.h), in the form that
   src/turning/moving_double_double.h needs: with an absolute error, whatever cancels or underflows.

   The operands are tight and below 2^n. Then nothing overflows, the result is tight, and the error is 2^-104 of the
   magnitudes of a sum, 2^-102 of a product, and 2^-300 of a unit of the exponent. The unit is that of the larger
   exponent of a sum, where an operand that is 0 does not count. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift.
From Carom Require Bounded Terms_wide.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation below := Bounded.below.

(* Results that are finite because their operands are bounded. *)
Lemma below_sum_rest n (x y : D) : (-900 <= n < 1000)%Z -> below n x -> below n y -> below (n + 4) (sum_rest x y).
Proof.
  intros Hn Bx By. unfold sum_rest.
  assert (Bs : below (n + 1) (fadd x y)) by (apply Bounded.below_add; auto; lia).
  assert (Bt : below (n + 2) (fsub (fadd x y) x)).
  { replace (n + 2)%Z with (n + 1 + 1)%Z by ring. apply Bounded.below_sub; auto; try lia.
    apply (Bounded.below_weaken n); auto; lia. }
  destruct Bx as [Fx Bx]. destruct By as [Fy By].
  assert (F : finite (sum_rest x y)).
  { apply (two_sum_finite x y n); auto. unfold emin. simpl. lia. }
  split; [exact F |]. destruct (two_sum_rest_small x y F) as (H & _). eapply Rle_trans; [exact H |].
  rewrite u_double. pose proof (sum_below _ _ _ Bx By) as S. rewrite bpow_plus in *. change (b2 1) with 2 in S.
  change (b2 4) with 16. pose proof (bpow_gt_0 radix2 n). pose proof (Rabs_pos (real x + real y)). lra.
Qed.

Lemma below_ordered_rest n (x y : D) : (-900 <= n < 1000)%Z -> below n x -> below n y ->
  below (n + 3) (ordered_rest x y).
Proof.
  intros Hn Bx By. unfold ordered_rest. cbv zeta.
  replace (n + 3)%Z with (n + 2 + 1)%Z by ring. apply Bounded.below_sub; [lia | |].
  - apply (Bounded.below_weaken n); auto; lia.
  - replace (n + 2)%Z with (n + 1 + 1)%Z by ring. apply Bounded.below_sub; [lia | |].
    + apply Bounded.below_add; auto; lia.
    + apply (Bounded.below_weaken n); auto; lia.
Qed.

Lemma below_split_high n (x : D) : (-900 <= n < 900)%Z -> below n x -> below (n + 30) (split_high x).
Proof.
  intros Hn Bx. unfold split_high. cbv zeta.
  assert (Bc : below 28 (fconst 134217729 0 : D)).
  { destruct (Bounded.const_value 134217729 0 eq_refl eq_refl eq_refl) as (F1 & V). split; [exact F1 |].
    rewrite V. change (b2 0) with 1. change (b2 28) with 268435456. rewrite Rabs_pos_eq; lra. }
  assert (Bt : below (28 + n) (fmul (fconst 134217729 0) x)) by (apply Bounded.below_mul; auto; lia).
  replace (n + 30)%Z with (n + 29 + 1)%Z by ring. apply Bounded.below_sub; [lia | |].
  - apply (Bounded.below_weaken (28 + n)); auto; lia.
  - replace (n + 29)%Z with (n + 28 + 1)%Z by ring. apply Bounded.below_sub; [lia | |].
    + now replace (n + 28)%Z with (28 + n)%Z by ring.
    + apply (Bounded.below_weaken n); auto; lia.
Qed.

Lemma below_product_rest m n (x y : D) : (-900 <= m < 860)%Z -> (-900 <= n < 860)%Z -> (-700 <= m + n <= 900)%Z ->
  below m x -> below n y -> below (m + n + 70) (product_rest x y).
Proof.
  intros Hm Hn Hmn Bx By. unfold product_rest, rest_of_split. cbv zeta.
  pose proof (below_split_high m x ltac:(lia) Bx) as Ax. pose proof (below_split_high n y ltac:(lia) By) as Ay.
  set (a1 := split_high x) in *. set (b1 := split_high y) in *.
  assert (Cx : below (m + 31) (fsub x a1)).
  { replace (m + 31)%Z with (m + 30 + 1)%Z by ring. apply Bounded.below_sub; auto; [lia |].
    apply (Bounded.below_weaken m); auto; lia. }
  assert (Cy : below (n + 31) (fsub y b1)).
  { replace (n + 31)%Z with (n + 30 + 1)%Z by ring. apply Bounded.below_sub; auto; [lia |].
    apply (Bounded.below_weaken n); auto; lia. }
  assert (P : forall (s t : D) i j, below i s -> below j t -> (-900 <= i + j <= m + n + 62)%Z ->
    below (m + n + 62) (fmul s t)).
  { intros s t i j Bs Bt L. apply (Bounded.below_weaken (i + j)); [| lia]. apply Bounded.below_mul; auto; lia. }
  replace (m + n + 70)%Z with (m + n + 69 + 1)%Z by ring. apply Bounded.below_add; [lia | |].
  2: { apply (Bounded.below_weaken (m + n + 62)); [| lia]. apply (P _ _ _ _ Cx Cy). lia. }
  replace (m + n + 69)%Z with (m + n + 68 + 1)%Z by ring. apply Bounded.below_add; [lia | |].
  2: { apply (Bounded.below_weaken (m + n + 62)); [| lia]. apply (P _ _ _ _ Cx Ay). lia. }
  replace (m + n + 68)%Z with (m + n + 67 + 1)%Z by ring. apply Bounded.below_add; [lia | |].
  2: { apply (Bounded.below_weaken (m + n + 62)); [| lia]. apply (P _ _ _ _ Ax Cy). lia. }
  replace (m + n + 67)%Z with (m + n + 66 + 1)%Z by ring. apply Bounded.below_sub; [lia | |].
  - apply (Bounded.below_weaken (m + n + 62)); [| lia]. apply (P _ _ _ _ Ax Ay). lia.
  - apply (Bounded.below_weaken (m + n + 62)); [| lia]. apply (P _ _ _ _ Bx By). lia.
Qed.

Lemma good_below n (hi lo : D) : is_good n hi lo -> below n hi /\ below n lo.
Proof. intros G. pose proof (low_at_most _ _ _ G). destruct G as (A & B & _ & C). split; split; assumption. Qed.

Lemma good_wide n (hi lo : D) : is_good n hi lo -> is_wide hi lo.
Proof. intros (_ & _ & T & _). now apply tight_is_wide. Qed.

(* The sum of two double-doubles with one exponent. *)
Lemma good_sum n (ah al bh bl : D) :
  let hi := fadd (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  let lo := ordered_rest (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  (-70 <= n <= 900)%Z -> is_good n ah al -> is_good n bh bl ->
  is_good (n + 2) hi lo /\
  Rabs (real hi + real lo - (real ah + real al + (real bh + real bl))) <=
    7 / 2 * (u53 * u53) * (Rabs (real ah) + Rabs (real bh)).
Proof.
  intros hi lo Hn Ga Gb. destruct (good_below _ _ _ Ga) as (Bah & Bal). destruct (good_below _ _ _ Gb) as (Bbh & Bbl).
  assert (Bs : below (n + 1) (fadd ah bh)) by (apply Bounded.below_add; auto; lia).
  assert (Bt : below (n + 1) (fadd al bl)) by (apply Bounded.below_add; auto; lia).
  pose proof (below_sum_rest n ah bh ltac:(lia) Bah Bbh) as Bsl.
  pose proof (below_sum_rest n al bl ltac:(lia) Bal Bbl) as Btl.
  assert (By : below (n + 5) (fadd (sum_rest ah bh) (fadd al bl))).
  { replace (n + 5)%Z with (n + 4 + 1)%Z by ring. apply Bounded.below_add; auto; [lia |].
    apply (Bounded.below_weaken (n + 1)); auto; lia. }
  assert (Bs1 : below (n + 6) (sum_hi ah al bh bl)).
  { unfold sum_hi. replace (n + 6)%Z with (n + 5 + 1)%Z by ring. apply Bounded.below_add; auto; [lia |].
    apply (Bounded.below_weaken (n + 1)); auto; lia. }
  assert (Bx : below (n + 9) (sum_low ah al bh bl)).
  { unfold sum_low. replace (n + 9)%Z with (n + 8 + 1)%Z by ring. apply Bounded.below_add; auto; [lia | |].
    - replace (n + 8)%Z with (n + 5 + 3)%Z by ring. apply below_ordered_rest; auto; [lia |].
      apply (Bounded.below_weaken (n + 1)); auto; lia.
    - apply (Bounded.below_weaken (n + 4)); auto; lia. }
  assert (Blo : below (n + 9 + 3) lo).
  { apply below_ordered_rest; auto; [lia |]. apply (Bounded.below_weaken (n + 6)); auto; lia. }
  destruct Blo as (Flo & _).
  destruct (wide_sum_bound ah al bh bl Flo (good_wide _ _ _ Ga) (good_wide _ _ _ Gb)) as (W & B).
  fold hi lo in W, B. unfold sum_bound in B.
  pose proof (Rabs_triang (real ah) (real bh)) as Tr. pose proof (Rabs_pos (real ah)). pose proof (Rabs_pos (real bh)).
  assert (B' : Rabs (real hi + real lo - (real ah + real al + (real bh + real bl))) <=
    7 / 2 * (u53 * u53) * (Rabs (real ah) + Rabs (real bh))) by lra.
  split; [| exact B'].
  assert (Fhi : finite hi) by (unfold lo, ordered_rest in Flo; cbv zeta in Flo;
    destruct (fsub_finite _ _ Flo) as (_ & F1 & _); now destruct (fsub_finite _ _ F1)).
  pose proof (is_wide_bound _ _ (good_wide _ _ _ Ga)) as Wa.
  pose proof (is_wide_bound _ _ (good_wide _ _ _ Gb)) as Wb. apply is_wide_bound in W.
  destruct Bah as (_ & Ha). destruct Bbh as (_ & Hb).
  split; [exact Fhi |]. split; [exact Flo |]. split.
  - destruct (wide_sum_parts ah al bh bl Flo (good_wide _ _ _ Ga) (good_wide _ _ _ Gb)) as (_ & (X & E) & _).
    now apply (tight_of_sum (sum_hi ah al bh bl) (sum_low ah al bh bl)).
  - rewrite bpow_plus. change (b2 2) with 4. pose proof (bpow_gt_0 radix2 n).
    pose proof (Rabs_pos (real hi)).
    assert (L : (1 - u53) * Rabs (real hi) <= 5 / 2 * b2 n); [| lra].
    apply Rle_trans with (Rabs (real hi + real lo)).
    { replace (real hi + real lo) with (real hi - - real lo) by ring. eapply Rle_trans; [| apply Rabs_triang_inv].
      rewrite Rabs_Ropp. lra. }
    pose proof Ha as Ha'. pose proof Hb as Hb'.
    apply Rabs_le_inv in B'. apply Rabs_le_inv in Ha, Hb, Wa, Wb. apply Rabs_le. lra.
Qed.

(* Bounds that hold for the values of both operands. *)
Lemma value_of_zero (hi lo : D) e : is_tight hi lo -> real hi = 0 -> value hi lo e = 0.
Proof. intros (T & _) Z. unfold value. rewrite Z, (T Z). ring. Qed.

Lemma zero_of_value (hi lo : D) : is_tight hi lo -> real hi + real lo = 0 -> real hi = 0.
Proof.
  intros T Z. apply tight_is_wide in T. destruct (wide_size _ _ T) as (H & _). rewrite Z, Rabs_R0 in H.
  destruct (Req_dec (real hi) 0) as [| N]; [assumption |]. pose proof (Rabs_pos_lt _ N). lra.
Qed.

(* Whether an operand counts for the exponent of a sum. *)
Definition exponent_at_most (hi : D) e E := real hi = 0 \/ (e <= E)%Z.

Lemma high_at_most_value (hi lo : D) e : is_wide hi lo -> Rabs (real hi) * b2 e <= (1 + 2 * u53) * Rabs (value hi lo e).
Proof.
  intros W. destruct (wide_size _ _ W) as (H & _). unfold value. rewrite abs_scaled, <- Rmult_assoc.
  apply Rmult_le_compat_r; [apply bpow_ge_0 |]. pose proof (Rabs_pos (real hi)). lra.
Qed.

(* Operands a and b that are shifted, or not: a' and b' are what is left. *)
Lemma sum_of_shifted n (ah al bh bl ah' al' bh' bl' : D) ea eb e t :
  let hi := fadd (sum_hi ah' al' bh' bl') (sum_low ah' al' bh' bl') in
  let lo := ordered_rest (sum_hi ah' al' bh' bl') (sum_low ah' al' bh' bl') in
  (-70 <= n <= 900)%Z -> is_good n ah al -> is_good n bh bl -> is_good n ah' al' -> is_good n bh' bl' ->
  Rabs (real ah' - real ah * b2 (ea - e)) <= t -> Rabs (real al' - real al * b2 (ea - e)) <= t ->
  Rabs (real bh' - real bh * b2 (eb - e)) <= t -> Rabs (real bl' - real bl * b2 (eb - e)) <= t ->
  is_good (n + 2) hi lo /\
  Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <=
    b2 (-104) * (Rabs (value ah al ea) + Rabs (value bh bl eb)) + 5 * t * b2 e.
Proof.
  intros hi lo Hn Ga Gb Ga' Gb' La1 La2 Lb1 Lb2. destruct (good_sum n ah' al' bh' bl' Hn Ga' Gb') as (G & B).
  fold hi lo in G, B. split; [exact G |].
  pose proof (high_at_most_value _ _ ea (good_wide _ _ _ Ga)) as Va.
  pose proof (high_at_most_value _ _ eb (good_wide _ _ _ Gb)) as Vb.
  set (va := Rabs (value ah al ea)) in *. set (vb := Rabs (value bh bl eb)) in *.
  set (ka := b2 (ea - e)) in *. set (kb := b2 (eb - e)) in *. pose proof (bpow_gt_0 radix2 e) as P.
  assert (Ea : b2 ea = ka * b2 e) by (unfold ka; rewrite <- bpow_plus; f_equal; ring).
  assert (Eb : b2 eb = kb * b2 e) by (unfold kb; rewrite <- bpow_plus; f_equal; ring).
  assert (Pa : 0 < ka) by apply bpow_gt_0. assert (Pb : 0 < kb) by apply bpow_gt_0.
  assert (Sa : Rabs (real ah') <= Rabs (real ah) * ka + t).
  { rewrite <- (Rabs_pos_eq ka), <- Rabs_mult by lra. exact (proj1 (abs_near _ _ _ La1)). }
  assert (Sb : Rabs (real bh') <= Rabs (real bh) * kb + t).
  { rewrite <- (Rabs_pos_eq kb), <- Rabs_mult by lra. exact (proj1 (abs_near _ _ _ Lb1)). }
  assert (T : 0 <= t) by (pose proof (Rabs_pos (real ah' - real ah * ka)); lra).
  assert (C : Rabs (real hi + real lo - ((real ah + real al) * ka + (real bh + real bl) * kb)) <=
    7 / 2 * (u53 * u53) * (Rabs (real ah) * ka + Rabs (real bh) * kb) + 5 * t).
  { apply Rabs_le_inv in B, La1, La2, Lb1, Lb2. apply Rabs_le. lra. }
  replace (value hi lo e - (value ah al ea + value bh bl eb)) with
    ((real hi + real lo - ((real ah + real al) * ka + (real bh + real bl) * kb)) * b2 e)
    by (unfold value; rewrite Ea, Eb; ring).
  rewrite Rabs_mult, (Rabs_pos_eq (b2 e)) by lra.
  apply Rle_trans with ((7 / 2 * (u53 * u53) * (Rabs (real ah) * ka + Rabs (real bh) * kb) + 5 * t) * b2 e).
  { apply Rmult_le_compat_r; lra. }
  rewrite Ea in Va. rewrite Eb in Vb. change (b2 (-104)) with (/ 20282409603651670423947251286016).
  assert (0 <= va) by apply Rabs_pos. assert (0 <= vb) by apply Rabs_pos. lra.
Qed.

Lemma no_loss (x : D) e t : 0 <= t -> Rabs (real x - real x * b2 (e - e)) <= t.
Proof. intros T. rewrite Z.sub_diag. change (b2 0) with 1. rewrite Rmult_1_r, Rminus_diag_eq, Rabs_R0; auto. Qed.

(* The exponent of a sum is that of one operand, and the largest one, where operands that are 0 do not count. *)
Lemma wide_add_exponent ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> finite ah -> finite bh ->
  exponent_at_most ah ea e /\ exponent_at_most bh eb e /\
  (real ah <> 0 \/ real bh <> 0 -> (real ah <> 0 /\ e = ea) \/ (real bh <> 0 /\ e = eb)).
Proof.
  unfold wide_add_results. intros H Fa Fb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 A0 B0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (_ & _ & E). clear S1 S2 S3 S4.
  destruct A0 as (? & ? & [_ _ _ _ Ea]). destruct B0 as (? & ? & [_ _ _ _ Eb]).
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0). unfold exponent_at_most. subst.
  destruct (Z.eqb_spec ea eb) as [Eq | Ne]; simpl negb; cbv iota.
  - subst. repeat split; try (right; lia). tauto.
  - destruct (feq ah (fconst 0 0)) eqn:E2.
    { apply feq_real in E2; auto. rewrite V0 in E2. repeat split; [now left | right; lia |]. tauto. }
    apply feq_real_false in E2; auto. rewrite V0 in E2.
    destruct (feq bh (fconst 0 0)) eqn:E3.
    { apply feq_real in E3; auto. rewrite V0 in E3. repeat split; [right; lia | now left |]. tauto. }
    apply feq_real_false in E3; auto. rewrite V0 in E3.
    destruct (Z.ltb_spec ea eb); repeat split; try (right; lia); auto.
Qed.

Theorem wide_add_any n E ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> (-70 <= n <= 600)%Z -> is_good n ah al -> is_good n bh bl ->
  exponent_at_most ah ea E -> exponent_at_most bh eb E ->
  is_good (n + 2) hi lo /\ exponent_at_most hi e E /\
  Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <=
    b2 (-104) * (Rabs (value ah al ea) + Rabs (value bh bl eb)) + b2 (n - 990) * b2 E.
Proof.
  unfold wide_add_results. intros H Hn Ga Gb Xa Xb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 A0 B0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (-> & -> & ->).
  clear S1 S2 S3 S4. unfold exponent_at_most in *.
  assert (Pn : 0 <= b2 (n - 999)) by apply bpow_ge_0.
  assert (Five : forall e', (e' <= E)%Z -> 5 * b2 (n - 999) * b2 e' <= b2 (n - 990) * b2 E).
  { intros e' L. apply Rmult_le_compat; try apply bpow_ge_0; [lra | | now apply bpow_le].
    replace (n - 990)%Z with (9 + (n - 999))%Z by ring. rewrite bpow_plus. change (b2 9) with 512. lra. }
  assert (Right : 0 <= b2 (-104) * (Rabs (value ah al ea) + Rabs (value bh bl eb)) + b2 (n - 990) * b2 E).
  { apply Rplus_le_le_0_compat; apply Rmult_le_pos; try apply bpow_ge_0.
    apply Rplus_le_le_0_compat; apply Rabs_pos. }
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0).
  destruct (Z.eqb_spec ea eb) as [Eq | Ne]; simpl negb in I1; rewrite I1 in *; cbv iota in *.
  - subst. destruct (good_sum n ah al bh bl ltac:(lia) Ga Gb) as (G & B).
    destruct (Req_dec (real ah) 0) as [Za | Na]; [destruct (Req_dec (real bh) 0) as [Zb | Nb] |].
    + rewrite (value_of_zero ah al eb), (value_of_zero bh bl eb) in * by (apply Ga || apply Gb || assumption).
      destruct Ga as (_ & _ & (Ta & _) & _). destruct Gb as (_ & _ & (Tb & _) & _).
      rewrite (Ta Za), (Tb Zb), Za, Zb, Rabs_R0, !Rplus_0_l, Rmult_0_r, Rminus_0_r in B.
      match type of B with Rabs ?x <= 0 => assert (Z : x = 0)
        by (destruct (Req_dec x 0) as [| N]; [assumption | apply Rabs_pos_lt in N; exfalso; lra]) end.
      split; [exact G |]. split; [left; apply (zero_of_value _ _ (proj1 (proj2 (proj2 G))) Z) |].
      apply Rle_trans with 0; [| exact Right].
      unfold value, sum_hi, sum_low in Z |- *. rewrite Z, Rmult_0_l, Rplus_0_l, Rminus_0_r, Rabs_R0. lra.
    + destruct Xb as [| L]; [contradiction |].
      destruct (sum_of_shifted n ah al bh bl ah al bh bl eb eb eb (b2 (n - 999))) as (_ & C);
        auto using no_loss; [lia |].
      split; [exact G |]. split; [now right |]. eapply Rle_trans; [exact C |]. specialize (Five _ L). lra.
    + destruct Xa as [| L]; [contradiction |].
      destruct (sum_of_shifted n ah al bh bl ah al bh bl eb eb eb (b2 (n - 999))) as (_ & C);
        auto using no_loss; [lia |].
      split; [exact G |]. split; [now right |]. eapply Rle_trans; [exact C |]. specialize (Five _ L). lra.
  - destruct (feq ah (fconst 0 0)) eqn:E2; rewrite I2 in *; cbv iota in *.
    { apply feq_real in E2; [| apply Ga | exact F0]. rewrite V0 in E2. subst hi lo e.
      rewrite (value_of_zero ah al ea (proj1 (proj2 (proj2 Ga))) E2) in *.
      split; [apply (good_weaken n); auto; lia |]. split; [exact Xb |].
      apply Rle_trans with 0; [| exact Right]. rewrite Rplus_0_l, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
    destruct (feq bh (fconst 0 0)) eqn:E3; rewrite I3 in *; cbv iota in *.
    { apply feq_real in E3; [| apply Gb | exact F0]. rewrite V0 in E3. subst hi lo e.
      rewrite (value_of_zero bh bl eb (proj1 (proj2 (proj2 Gb))) E3) in *.
      split; [apply (good_weaken n); auto; lia |]. split; [exact Xa |].
      apply Rle_trans with 0; [| exact Right]. rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
    apply feq_real_false in E2; [| apply Ga | exact F0]. apply feq_real_false in E3; [| apply Gb | exact F0].
    rewrite V0 in E2, E3. destruct Xa as [| La]; [contradiction |]. destruct Xb as [| Lb]; [contradiction |].
    destruct (Z.ltb_spec ea eb) as [L | L]; rewrite I4 in *; cbv iota in *; subst.
    + destruct (wide_with_exp_any n _ _ _ _ _ _ _ _ ltac:(lia) A0 Ga ltac:(lia)) as (-> & Ga' & L1 & L2).
      edestruct (sum_of_shifted n ah al bh bl) with (e := eb) (t := b2 (n - 999)) as (G & C);
        [lia | exact Ga | exact Gb | exact Ga' | exact Gb | exact L1 | exact L2 | now apply no_loss ..|].
      split; [exact G |]. split; [now right |]. eapply Rle_trans; [exact C |]. specialize (Five _ Lb). lra.
    + destruct (wide_with_exp_any n _ _ _ _ _ _ _ _ ltac:(lia) B0 Gb ltac:(lia)) as (-> & Gb' & L1 & L2).
      edestruct (sum_of_shifted n ah al bh bl) with (e := ea) (t := b2 (n - 999)) as (G & C);
        [lia |
          exact Ga | exact Gb | exact Ga | exact Gb' | now apply no_loss | now apply no_loss | exact L1 | exact L2 | ].
      split; [exact G |]. split; [now right |]. eapply Rle_trans; [exact C |]. specialize (Five _ La). lra.
Qed.

(* The last ordered sum of wide_mul is exact, although r may exceed p where both are tiny: then all are multiples of
   2^-1074. *)
Lemma least_multiple x : fmt x -> exists z, x = IZR z * b2 (-1074).
Proof.
  intros F. destruct (whole_of_format x F) as (z & E & _ & L). exists (z * 2 ^ (unit_of x - -1074))%Z.
  rewrite E at 1. now apply whole_times.
Qed.

Lemma adds_exactly_tiny x y : fmt x -> fmt y -> Rabs x < b2 (-1022) -> Rabs y < b2 (-1022) -> adds_exactly x y.
Proof.
  intros Fx Fy Hx Hy. destruct (least_multiple x Fx) as (a & Ea). destruct (least_multiple y Fy) as (b & Eb).
  assert (Small : forall z, Rabs (IZR z * b2 (-1074)) < b2 (-1022) -> (Z.abs z < 2 ^ 52)%Z).
  { intros z H. apply lt_IZR. rewrite abs_IZR. apply Rmult_lt_reg_r with (b2 (-1074)); [apply bpow_gt_0 |].
    rewrite <- abs_scaled. eapply Rlt_le_trans; [exact H |]. change (IZR (2 ^ 52)) with (b2 52).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  rewrite Ea in Hx |- *. rewrite Eb in Hy |- *. apply Small in Hx, Hy. unfold adds_exactly.
  rewrite <- !Rmult_plus_distr_r, <- !plus_IZR. rewrite (whole_exact_0 (a + b)) by lia.
  replace (IZR (a + b) * b2 (-1074) - IZR a * b2 (-1074)) with (IZR b * b2 (-1074)) by (rewrite plus_IZR; ring).
  rewrite (whole_exact_0 b) by lia. rewrite Rminus_diag_eq, rnd_zero by reflexivity. ring.
Qed.

Lemma product_bound (ah al bh bl : D) (P := Rabs (real ah * real bh)) :
  let r := fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh)) in
  finite r -> is_wide ah al -> is_wide bh bl ->
  Rabs (real r) <= 4 * u53 * P + b2 (-1066) /\
  Rabs (real (fmul ah bh) + real r - (real ah + real al) * (real bh + real bl)) <= 11 * (u53 * u53) * P + b2 (-1066) /\
  P * (1 - u53) - b2 (-1075) <= Rabs (real (fmul ah bh)).
Proof.
  intros r Fr Wa Wb. unfold r in *. clear r.
  apply is_wide_bound in Wa. apply is_wide_bound in Wb.
  destruct (fadd_finite _ _ Fr) as (Fl & Fm & _).
  destruct (split_product ah bh Fl) as (_ & _ & _ & Ep & _ & X).
  destruct (fadd_finite _ _ Fm) as (F1 & F2 & _).
  assert (P0 : 0 <= P) by apply Rabs_pos. set (t := b2 (-1075)).
  assert (T0 : 0 < t) by apply bpow_gt_0.
  assert (E66 : b2 (-1066) = 512 * t)
    by (unfold t; change (-1066)%Z with (9 + -1075)%Z; rewrite bpow_plus; reflexivity).
  assert (E74 : b2 (-1074) = 2 * t) by (unfold t; change (-1074)%Z with (1 + -1075)%Z; rewrite bpow_plus; reflexivity).
  rewrite E66. rewrite E74 in X.
  assert (B1 : Rabs (real ah * real bl) <= u53 * P).
  { eapply Rle_trans; [apply times_size; [apply Rle_refl | exact Wb] |]. unfold P. rewrite Rabs_mult. lra. }
  assert (B2 : Rabs (real al * real bh) <= u53 * P).
  { eapply Rle_trans; [apply times_size; [exact Wa | apply Rle_refl] |]. unfold P. rewrite Rabs_mult. lra. }
  assert (B3 : Rabs (real al * real bl) <= u53 * u53 * P).
  { eapply Rle_trans; [apply times_size; [exact Wa | exact Wb] |]. unfold P. rewrite Rabs_mult. lra. }
  destruct (Wide.fmul_error ah bl _ _ F1 B1 (Rle_refl _)) as (_ & _ & E1).
  destruct (Wide.fmul_error al bh _ _ F2 B2 (Rle_refl _)) as (_ & _ & E2). fold t in E1, E2.
  assert (B4 : Rabs (real (fmul ah bl) + real (fmul al bh)) <= (2 * u53 + 4 * (u53 * u53)) * P + 2 * t)
    by (two_sided; lra).
  destruct (Wide.fadd_error _ _ _ Fm B4) as (_ & _ & E3).
  assert (Bp : Rabs (real (fmul ah bh) - real ah * real bh) <= u53 * P + t).
  { rewrite Ep. unfold P, t. rewrite <- u_double. apply rnd_error. }
  assert (B5 : Rabs (real (product_rest ah bh) + real (fadd (fmul ah bl) (fmul al bh))) <=
    (3 * u53 + 8 * (u53 * u53)) * P + 20 * t) by (two_sided; lra).
  destruct (Wide.fadd_error _ _ _ Fr B5) as (_ & _ & E4).
  clear Wa Wb. split; [two_sided; lra |]. split; [two_sided; lra |].
  replace (real (fmul ah bh)) with (real ah * real bh - - (real (fmul ah bh) - real ah * real bh)) by ring.
  eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite Rabs_Ropp. fold P. lra.
Qed.

Lemma product_of_zero (ah al bh bl : D) :
  let r := fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh)) in
  finite r -> is_wide ah al -> is_wide bh bl -> real ah = 0 \/ real bh = 0 -> real (fmul ah bh) + real r = 0.
Proof.
  intros r Fr Wa Wb Z. unfold r in *. destruct (fadd_finite _ _ Fr) as (F1 & F2 & ->).
  destruct (fadd_finite _ _ F2) as (F3 & F4 & ->).
  destruct (fmul_finite _ _ F3) as (_ & _ & ->). destruct (fmul_finite _ _ F4) as (_ & _ & ->).
  assert (Zp : real ah * real bh = 0) by (destruct Z as [-> | ->]; ring).
  destruct (product_exact _ _ F1 (or_introl Zp)) as (_ & _ & _ & Ep & X). rewrite Zp in X, Ep. rewrite rnd_zero in Ep.
  rewrite Ep in *. assert (Zl : real (product_rest ah bh) = 0) by lra. rewrite Zl.
  destruct Z as [Z | Z];
    [rewrite (wide_zero _ _ Wa Z), Z, !Rmult_0_l | rewrite (wide_zero _ _ Wb Z), Z, !Rmult_0_r];
    rewrite !rnd_zero, Rplus_0_r, rnd_zero, Rplus_0_r, rnd_zero; ring.
Qed.

Lemma product_adds_exactly (ah al bh bl : D) :
  let r := fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh)) in
  finite r -> is_wide ah al -> is_wide bh bl -> adds_exactly (real (fmul ah bh)) (real r).
Proof.
  intros r Fr Wa Wb. destruct (product_bound ah al bh bl Fr Wa Wb) as (B & _ & L). fold r in B.
  set (P := Rabs (real ah * real bh)) in *. set (t := b2 (-1075)) in *.
  assert (T0 : 0 < t) by apply bpow_gt_0. assert (P0 : 0 <= P) by apply Rabs_pos.
  assert (E66 : b2 (-1066) = 512 * t)
    by (unfold t; change (-1066)%Z with (9 + -1075)%Z; rewrite bpow_plus; reflexivity).
  assert (E22 : b2 (-1022) = 9007199254740992 * t)
    by (unfold t; change (-1022)%Z with (53 + -1075)%Z; rewrite bpow_plus; reflexivity).
  destruct (Rle_or_lt (Rabs (real r)) (Rabs (real (fmul ah bh)))) as [H | H].
  - apply adds_exactly_in_order; try apply real_in_format. now right.
  - apply adds_exactly_tiny; try apply real_in_format; rewrite E22; lra.
Qed.

Theorem wide_mul_large m n ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> (-900 <= m < 860)%Z -> (-900 <= n < 860)%Z ->
  (-140 <= m + n <= 900)%Z -> is_good m ah al -> is_good n bh bl ->
  is_good (m + n + 1) hi lo /\ e = (ea + eb)%Z /\ (real ah = 0 \/ real bh = 0 -> real hi = 0) /\
  Rabs (value hi lo e - value ah al ea * value bh bl eb) <=
    b2 (-102) * Rabs (value ah al ea * value bh bl eb) + b2 (-1066) * b2 e.
Proof.
  intros (ph & pl & pe & H) Hm Hn Hmn Ga Gb. destruct H as [Hp Hs].
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & ->). clear Hp Hs.
  set (r := fadd (product_rest ah bh) (fadd (fmul ah bl) (fmul al bh))) in *.
  pose proof (good_wide _ _ _ Ga) as Wa. pose proof (good_wide _ _ _ Gb) as Wb.
  destruct (good_below _ _ _ Ga) as (Bah & Bal). destruct (good_below _ _ _ Gb) as (Bbh & Bbl).
  assert (Bc : below (m + n + 71) (fadd (fmul ah bl) (fmul al bh))).
  { apply (Bounded.below_weaken (m + n + 1)); [| lia].
    apply Bounded.below_add; [lia | |]; apply Bounded.below_mul; auto; lia. }
  assert (Br : below (m + n + 72) r).
  { replace (m + n + 72)%Z with (m + n + 71 + 1)%Z by ring. apply Bounded.below_add; [lia | | exact Bc].
    apply (Bounded.below_weaken (m + n + 70)); [| lia]. apply below_product_rest; auto; lia. }
  assert (Bp : below (m + n + 72) (fmul ah bh)).
  { apply (Bounded.below_weaken (m + n)); [| lia]. apply Bounded.below_mul; auto; lia. }
  assert (Blo : below (m + n + 72 + 3) lo) by (rewrite El; apply below_ordered_rest; auto; lia).
  assert (Bhi : below (m + n + 72 + 1) hi) by (rewrite Eh; apply Bounded.below_add; auto; lia).
  destruct Br as (Fr & _). destruct Blo as (Flo & _). destruct Bhi as (Fhi & _).
  destruct (product_bound ah al bh bl Fr Wa Wb) as (B1 & B2 & _). fold r in B1, B2.
  pose proof (product_adds_exactly ah al bh bl Fr Wa Wb) as A. fold r in A.
  rewrite El in Flo. destruct (ordered_rest_of_exact _ _ Flo A) as (_ & _ & X & E & _).
  rewrite <- Eh, <- El in X. rewrite <- Eh in E. rewrite <- El in Flo.
  assert (T : is_tight hi lo) by now apply (tight_of_sum (fmul ah bh) r).
  assert (Size : Rabs (real ah * real bh) <= b2 (m + n)).
  { rewrite bpow_plus. apply times_size; [apply Ga | apply Gb]. }
  destruct (wide_size _ _ Wa) as [Sa _]. destruct (wide_size _ _ Wb) as [Sb _].
  set (P := Rabs (real ah * real bh)) in *. assert (P0 : 0 <= P) by apply Rabs_pos.
  split; [split; [exact Fhi |]; split; [exact Flo |]; split; [exact T |] |].
  - destruct (wide_size _ _ (tight_is_wide _ _ T)) as (Sh & _). rewrite X in Sh.
    pose proof (Rabs_triang (real (fmul ah bh)) (real r)) as Tr.
    assert (Bph : Rabs (real (fmul ah bh)) <= b2 (m + n)).
    { apply Bounded.below_mul; auto; lia. }
    assert (Tiny : b2 (-1066) <= / 4 * b2 (m + n)).
    { change (/ 4) with (b2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
    rewrite (bpow_plus radix2 (m + n) 1). change (b2 1) with 2. pose proof (Rabs_pos (real hi)).
    pose proof (bpow_gt_0 radix2 (m + n)). lra.
  - split; [reflexivity |]. split.
    + intros Z. apply (zero_of_value hi lo T). rewrite X. now apply product_of_zero.
    + assert (Big : (1 - u53) * (1 - u53) * P <= Rabs ((real ah + real al) * (real bh + real bl))).
      { unfold P. rewrite !Rabs_mult.
        replace ((1 - u53) * (1 - u53) * (Rabs (real ah) * Rabs (real bh)))
          with ((1 - u53) * Rabs (real ah) * ((1 - u53) * Rabs (real bh))) by ring.
        pose proof (Rabs_pos (real ah)). pose proof (Rabs_pos (real bh)).
        apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra. }
      rewrite value_times. unfold value. rewrite X.
      rewrite <- Rmult_minus_distr_r, !abs_scaled, <- Rmult_assoc, <- Rmult_plus_distr_r.
      apply Rmult_le_compat_r; [apply bpow_ge_0 |].
      change (b2 (-102)) with (/ 5070602400912917605986812821504). lra.
Qed.

Corollary wide_mul_any m n ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> (-70 <= m <= 260)%Z -> (-70 <= n <= 260)%Z ->
  is_good m ah al -> is_good n bh bl ->
  is_good (m + n + 1) hi lo /\ e = (ea + eb)%Z /\ (real ah = 0 \/ real bh = 0 -> real hi = 0) /\
  Rabs (value hi lo e - value ah al ea * value bh bl eb) <=
    b2 (-102) * Rabs (value ah al ea * value bh bl eb) + b2 (-1066) * b2 e.
Proof. intros H Hm Hn. apply (wide_mul_large m n _ _ _ _ _ _ _ _ _ H); lia. Qed.
