(* Sums and products of double-doubles that are close to real numbers (src/arithmetic/wide.h), as the times of sweeps
   from integers need them.

   `is_close k n x m` says that a value is within k 2^-100 m of the real number x. The size m is at least |x|: |x|
   itself where nothing cancels, else the sum of the magnitudes of the terms. The high part is below 2^n, and a unit of
   the exponent is at most 2^n m. So nothing overflows, and what underflows does not matter, for numbers of any size. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough.
From Carom Require Terms_wide.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_sub_terms(wide_sub_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Definition is_close (k : R) (n : Z) (x m : R) (hi lo : D) (e : Z) :=
  is_good n hi lo /\ (real hi = 0 \/ b2 e <= b2 n * m) /\ Rabs x <= m /\ Rabs (value hi lo e - x) <= k * e100 * m.

Lemma close_weaken k n k' n' x m hi lo e : is_close k n x m hi lo e -> k <= k' -> (n <= n')%Z ->
  is_close k' n' x m hi lo e.
Proof.
  intros (G & X & B & E) Hk Hn. assert (M : 0 <= m) by (pose proof (Rabs_pos x); lra).
  split; [now apply (good_weaken n) |]. split; [| split; [exact B |]].
  - destruct X as [X | X]; [now left | right]. eapply Rle_trans; [exact X |]. apply Rmult_le_compat_r; [exact M |].
    now apply bpow_le.
  - eapply Rle_trans; [exact E |]. apply Rmult_le_compat_r; [exact M |]. apply Rmult_le_compat_r; lra.
Qed.

Lemma close_neg k n x m hi lo e : is_close k n x m hi lo e -> is_close k n (- x) m (fneg hi) (fneg lo) e.
Proof.
  intros (G & X & B & E). split; [now apply good_neg |]. split; [| split].
  - rewrite real_fneg. destruct X as [X | X]; [left; lra | now right].
  - now rewrite Rabs_Ropp.
  - rewrite value_neg. replace (- value hi lo e - - x) with (- (value hi lo e - x)) by ring. now rewrite Rabs_Ropp.
Qed.

(* The leading bits of an integer. *)
Lemma close_of_cut_off x hi lo e : is_cut_off x hi lo e -> is_close 1 1 x (Rabs x) hi lo e.
Proof.
  intros C. pose proof (cut_off_good _ _ _ _ C) as G. split; [exact G |]. destruct C as (_ & _ & C).
  destruct C as [(-> & H & L) | (H & L & E)].
  - rewrite Rabs_R0. split; [now left |]. split; [lra |]. unfold value. rewrite H, L, Rplus_0_l, Rmult_0_l, Rminus_0_r,
      Rabs_R0. lra.
  - pose proof (Rabs_pos x). split; [right | split; [lra |]].
    + assert (V : / 2 * b2 e <= Rabs (value hi lo e)).
      { unfold value. rewrite abs_scaled. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
        replace (real hi + real lo) with (real hi - - real lo) by ring. eapply Rle_trans; [| apply Rabs_triang_inv].
        rewrite Rabs_Ropp. lra. }
      change (b2 1) with 2. change (b2 (-105)) with (/ 40564819207303340847894502572032) in E.
      assert (Rabs (value hi lo e) <= Rabs x + Rabs (value hi lo e - x)).
      { replace (value hi lo e) with (x + (value hi lo e - x)) at 1 by ring. apply Rabs_triang. }
      (* the value is within a factor of 1 + 2^-105 of x *)
      assert (Q : (1 - u53) * b2 e <= Rabs (value hi lo e)).
      { unfold value. rewrite abs_scaled. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
        replace (real hi + real lo) with (real hi - - real lo) by ring. eapply Rle_trans; [| apply Rabs_triang_inv].
        rewrite Rabs_Ropp. lra. }
      lra.
    + change (b2 (-105)) with (/ 40564819207303340847894502572032) in E. lra.
Qed.

Lemma value_size k n x m hi lo e : is_close k n x m hi lo e -> is_count k -> Rabs (value hi lo e) <= 2 * m.
Proof.
  intros (_ & _ & B & E) (K0 & K1). pose proof (Rabs_pos x).
  assert (k * e100 * m <= m / 2) by (assert (k * e100 <= / 2) by lra; nra).
  replace (value hi lo e) with (x + (value hi lo e - x)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* Where nothing cancels, the sign is right, and the high part has a least size. *)
Lemma close_nonzero k n x hi lo e : is_close k n x (Rabs x) hi lo e -> is_count k -> x <> 0 ->
  / 2 * Rabs x <= Rabs (value hi lo e) /\ b2 (- n - 2) <= Rabs (real hi).
Proof.
  intros H (K0 & K1) N. pose proof (value_size _ _ _ _ _ _ _ H (conj K0 K1)) as V2. destruct H as (G & X & _ & E).
  pose proof (Rabs_pos_lt _ N) as P.
  assert (Km : k * e100 * Rabs x <= Rabs x / 2) by (assert (k * e100 <= / 2) by lra; nra).
  assert (V : / 2 * Rabs x <= Rabs (value hi lo e)).
  { replace (value hi lo e) with (x - - (value hi lo e - x)) by ring. eapply Rle_trans; [| apply Rabs_triang_inv].
    rewrite Rabs_Ropp. lra. }
  split; [exact V |]. destruct X as [X | X].
  { rewrite (value_of_zero hi lo e (proj1 (proj2 (proj2 G))) X), Rabs_R0 in V. lra. }
  pose proof (good_wide _ _ _ G) as W. destruct (wide_size _ _ W) as (_ & S).
  assert (V' : Rabs (value hi lo e) <= 2 * Rabs (real hi) * b2 e).
  { unfold value. rewrite abs_scaled. apply Rmult_le_compat_r; [apply bpow_ge_0 |]. pose proof (Rabs_pos (real hi)).
    lra. }
  apply Rmult_le_reg_r with (b2 n * Rabs x); [apply Rmult_lt_0_compat; [apply bpow_gt_0 | exact P] |].
  replace (b2 (- n - 2) * (b2 n * Rabs x)) with (/ 4 * Rabs x).
  2: { rewrite <- Rmult_assoc, <- bpow_plus. replace (- n - 2 + n)%Z with (-2)%Z by ring. reflexivity. }
  assert (Rabs (real hi) * b2 e <= Rabs (real hi) * (b2 n * Rabs x))
    by (apply Rmult_le_compat_l; [apply Rabs_pos | exact X]).
  lra.
Qed.

Lemma close_zero k n hi lo e : is_close k n 0 0 hi lo e -> real hi = 0 /\ value hi lo e = 0.
Proof.
  intros (G & X & _ & E). rewrite Rmult_0_r in *. destruct X as [X | X]; [| pose proof (bpow_gt_0 radix2 e); lra].
  split; [exact X |]. exact (value_of_zero _ _ _ (proj1 (proj2 (proj2 G))) X).
Qed.

Lemma close_positive k n x hi lo e : is_close k n x (Rabs x) hi lo e -> is_count k -> 0 < x ->
  0 < value hi lo e /\ b2 (- n - 2) <= real hi.
Proof.
  intros H K P. destruct (close_nonzero _ _ _ _ _ _ H K ltac:(lra)) as (V & L). destruct K as (K0 & K1).
  destruct H as (G & _ & _ & E). rewrite (Rabs_pos_eq x) in * by lra.
  assert (Km : k * e100 * x <= x / 2) by (assert (k * e100 <= / 2) by lra; nra).
  assert (Q : 0 < value hi lo e) by (apply Rabs_le_inv in E; lra). split; [exact Q |].
  destruct (Rle_or_lt 0 (real hi)) as [S | S]; [now rewrite Rabs_pos_eq in L | exfalso].
  pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W. rewrite (Rabs_left (real hi)) in W by exact S.
  apply Rabs_le_inv in W. unfold value in Q. pose proof (bpow_gt_0 radix2 e).
  assert (0 < - (real hi + real lo) * b2 e) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* A sum whose operands have bounds of their own. What is shifted out depends on the other operand. *)
Theorem wide_add_separate m n A B ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> (0 <= m <= 600)%Z -> (0 <= n <= 600)%Z ->
  is_good m ah al -> is_good n bh bl -> 0 <= A -> 0 <= B ->
  (real ah = 0 \/ b2 ea <= A) -> (real bh = 0 \/ b2 eb <= B) ->
  is_good (Z.max m n + 2) hi lo /\ (real hi = 0 \/ b2 e <= A + B) /\
  Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <=
    b2 (-104) * (Rabs (value ah al ea) + Rabs (value bh bl eb)) + (b2 (m - 990) * B + b2 (n - 990) * A).
Proof.
  unfold wide_add_results. intros H Hm Hn Ga Gb A0 B0 Xa Xb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 L0 R0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (-> & -> & ->).
  clear S1 S2 S3 S4. set (N := Z.max m n).
  assert (GA : is_good N ah al) by (apply (good_weaken m); auto; lia).
  assert (GB : is_good N bh bl) by (apply (good_weaken n); auto; lia).
  assert (Pm : 0 <= b2 (m - 990) * B) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact B0]).
  assert (Pn : 0 <= b2 (n - 990) * A) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact A0]).
  assert (Five : forall i e' C, b2 e' <= C -> 5 * b2 (i - 999) * b2 e' <= b2 (i - 990) * C).
  { intros i e' C L. apply Rmult_le_compat; [pose proof (bpow_ge_0 radix2 (i - 999)); lra | apply bpow_ge_0 | | exact
    L].
    replace (i - 990)%Z with (9 + (i - 999))%Z by ring. rewrite bpow_plus. change (b2 9) with 512.
    pose proof (bpow_ge_0 radix2 (i - 999)). lra. }
  assert (Some : 0 <= b2 (-104) * (Rabs (value ah al ea) + Rabs (value bh bl eb))).
  { apply Rmult_le_pos; [apply bpow_ge_0 |]. apply Rplus_le_le_0_compat; apply Rabs_pos. }
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0).
  destruct (Z.eqb_spec ea eb) as [Eq | Ne]; simpl negb in I1; rewrite I1 in *; cbv iota in *.
  - subst.
    destruct (sum_of_shifted N ah al bh bl ah al bh bl eb eb eb 0) as (G & C);
      [lia | exact GA | exact GB | exact GA | exact GB | apply no_loss; lra .. |].
    split; [exact G |]. rewrite Rmult_0_r, Rmult_0_l, Rplus_0_r in C. split; [| eapply Rle_trans; [exact C | lra]].
    destruct Xa as [Za | Xa]; [destruct Xb as [Zb | Xb] |]; [| right; lra | right; lra]. left.
    rewrite (value_of_zero ah al eb), (value_of_zero bh bl eb), Rabs_R0, !Rplus_0_r, Rmult_0_r, Rminus_0_r in C
      by (apply GA || apply GB || assumption).
    match type of C with Rabs ?x <= 0 => assert (Z : x = 0)
      by (destruct (Req_dec x 0) as [| Q]; [assumption | apply Rabs_pos_lt in Q; exfalso; lra]) end.
    unfold value in Z. apply Rmult_integral in Z. pose proof (bpow_gt_0 radix2 eb). destruct Z as [Z | Z]; [| lra].
    exact (zero_of_value _ _ (proj1 (proj2 (proj2 G))) Z).
  - destruct (feq ah (fconst 0 0)) eqn:E2; rewrite I2 in *; cbv iota in *.
    { apply feq_real in E2; [| apply Ga | exact F0]. rewrite V0 in E2. subst hi lo e.
      rewrite (value_of_zero ah al ea (proj1 (proj2 (proj2 Ga))) E2) in *.
      split; [apply (good_weaken n); auto; lia |]. split; [destruct Xb; [now left | right; lra] |].
      rewrite Rplus_0_l, Rminus_diag_eq, Rabs_R0 by reflexivity. rewrite Rabs_R0 in Some. lra. }
    destruct (feq bh (fconst 0 0)) eqn:E3; rewrite I3 in *; cbv iota in *.
    { apply feq_real in E3; [| apply Gb | exact F0]. rewrite V0 in E3. subst hi lo e.
      rewrite (value_of_zero bh bl eb (proj1 (proj2 (proj2 Gb))) E3) in *.
      split; [apply (good_weaken m); auto; lia |]. split; [destruct Xa; [now left | right; lra] |].
      rewrite Rplus_0_r, Rminus_diag_eq, Rabs_R0 by reflexivity. rewrite Rabs_R0 in Some. lra. }
    apply feq_real_false in E2; [| apply Ga | exact F0]. apply feq_real_false in E3; [| apply Gb | exact F0].
    rewrite V0 in E2, E3. destruct Xa as [| La]; [contradiction |]. destruct Xb as [| Lb]; [contradiction |].
    destruct (Z.ltb_spec ea eb) as [L | L]; rewrite I4 in *; cbv iota in *; subst.
    + destruct (wide_with_exp_any m _ _ _ _ _ _ _ _ ltac:(lia) L0 Ga ltac:(lia)) as (-> & Ga' & L1 & L2).
      edestruct (sum_of_shifted N ah al bh bl) with (e := eb) (t := b2 (m - 999)) as (G & C);
        [lia | exact GA | exact GB | apply (good_weaken m); [exact Ga' | lia] | exact GB | exact L1 | exact L2 |
          apply no_loss, bpow_ge_0 .. |].
      split; [exact G |]. split; [right; lra |]. eapply Rle_trans; [exact C |]. specialize (Five m _ _ Lb). lra.
    + destruct (wide_with_exp_any n _ _ _ _ _ _ _ _ ltac:(lia) R0 Gb ltac:(lia)) as (-> & Gb' & L1 & L2).
      edestruct (sum_of_shifted N ah al bh bl) with (e := ea) (t := b2 (n - 999)) as (G & C);
        [lia | exact GA | exact GB | exact GA | apply (good_weaken n); [exact Gb' | lia] | apply no_loss, bpow_ge_0 |
          apply no_loss, bpow_ge_0 | exact L1 | exact L2 |].
      split; [exact G |]. split; [right; lra |]. eapply Rle_trans; [exact C |]. specialize (Five n _ _ La). lra.
Qed.

Theorem close_add k m n x M y L ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> is_count k -> (0 <= m <= 600)%Z -> (0 <= n <= 600)%Z ->
  (m + n <= 800)%Z -> is_close k m x M ah al ea -> is_close k n y L bh bl eb ->
  is_close (k + 1) (Z.max m n + 2) (x + y) (M + L) hi lo e.
Proof.
  intros H K Hm Hn Hmn A B. pose proof (value_size _ _ _ _ _ _ _ A K) as VA. pose proof (value_size _ _ _ _ _ _ _ B K)
    as VB.
  destruct A as (GA & XA & BA & EA). destruct B as (GB & XB & BB & EB).
  assert (M0 : 0 <= M) by (pose proof (Rabs_pos x); lra). assert (L0 : 0 <= L) by (pose proof (Rabs_pos y); lra).
  destruct (wide_add_separate m n (b2 m * M) (b2 n * L) _ _ _ _ _ _ _ _ _ _ _ H Hm Hn GA GB) as (G & X & E); auto.
  { apply Rmult_le_pos; [apply bpow_ge_0 | exact M0]. }
  { apply Rmult_le_pos; [apply bpow_ge_0 | exact L0]. }
  split; [exact G |]. split; [| split].
  - destruct X as [X | X]; [now left | right]. eapply Rle_trans; [exact X |]. rewrite Rmult_plus_distr_l.
    apply Rplus_le_compat; apply Rmult_le_compat_r; auto; apply bpow_le; lia.
  - eapply Rle_trans; [apply Rabs_triang |]. lra.
  - assert (T : b2 (m - 990) * (b2 n * L) + b2 (n - 990) * (b2 m * M) <= b2 (-104) * (M + L)).
    { rewrite <- !Rmult_assoc, <- !bpow_plus. replace (m - 990 + n)%Z with (m + n - 990)%Z by ring.
      replace (n - 990 + m)%Z with (m + n - 990)%Z by ring. rewrite <- Rmult_plus_distr_l, Rplus_comm.
      apply Rmult_le_compat; [apply bpow_ge_0 | lra | apply bpow_le; lia | lra]. }
    exact (sum_of_rough k _ _ _ x y M L _ K BA BB EA EB T E).
Qed.

Theorem close_sub k m n x M y L ah al ea bh bl eb k1 k2 hi lo e :
  wide_sub_results ah al ea bh bl eb k1 k2 hi lo e -> is_count k -> (0 <= m <= 600)%Z -> (0 <= n <= 600)%Z ->
  (m + n <= 800)%Z -> is_close k m x M ah al ea -> is_close k n y L bh bl eb ->
  is_close (k + 1) (Z.max m n + 2) (x - y) (M + L) hi lo e.
Proof.
  intros [H] K Hm Hn Hmn A B. unfold Rminus.
  exact (close_add k m n x M (- y) L _ _ _ _ _ _ _ _ _ _ _ H K Hm Hn Hmn A (close_neg _ _ _ _ _ _ _ B)).
Qed.

Theorem close_mul k j m n x M y L ah al ea bh bl eb hi lo e :
  wide_mul_results ah al ea bh bl eb hi lo e -> is_count k -> is_count j -> (0 <= m <= 260)%Z -> (0 <= n <= 260)%Z ->
  is_close k m x M ah al ea -> is_close j n y L bh bl eb ->
  is_close (k + j + 1) (m + n + 1) (x * y) (M * L) hi lo e.
Proof.
  intros H K J Hm Hn (GA & XA & BA & EA) (GB & XB & BB & EB).
  assert (M0 : 0 <= M) by (pose proof (Rabs_pos x); lra). assert (L0 : 0 <= L) by (pose proof (Rabs_pos y); lra).
  destruct (wide_mul_any m n _ _ _ _ _ _ _ _ _ H ltac:(lia) ltac:(lia) GA GB) as (G & E & Z & F).
  assert (X : (real ah = 0 \/ real bh = 0) \/ b2 e <= b2 (m + n) * (M * L)).
  { destruct XA as [XA | XA]; [tauto |]. destruct XB as [XB | XB]; [tauto |]. right. rewrite E, !bpow_plus.
    replace (b2 m * b2 n * (M * L)) with (b2 m * M * (b2 n * L)) by ring.
    apply Rmult_le_compat; auto; apply bpow_ge_0. }
  split; [exact G |]. split; [| split].
  - destruct X as [X | X]; [left; auto | right]. eapply Rle_trans; [exact X |].
    apply Rmult_le_compat_r; [now apply Rmult_le_pos | apply bpow_le; lia].
  - now apply times_size.
  - assert (F' : exists t, t <= b2 (-104) * (M * L) /\ Rabs (value hi lo e - value ah al ea * value bh bl eb) <=
      b2 (-102) * Rabs (value ah al ea * value bh bl eb) + t).
    { destruct X as [X | X].
      - exists 0. split; [apply Rmult_le_pos; [apply bpow_ge_0 | now apply Rmult_le_pos] |].
        rewrite (value_of_zero hi lo e (proj1 (proj2 (proj2 G))) (Z X)).
        replace (value ah al ea * value bh bl eb) with 0.
        2: { destruct X as [X | X]; [rewrite (value_of_zero ah al ea) | rewrite (value_of_zero bh bl eb)]; auto;
          try ring; [apply GA | apply GB]. }
        rewrite Rminus_0_r, Rabs_R0. lra.
      - exists (b2 (-1066) * b2 e). split; [| exact F]. eapply Rle_trans.
        + apply Rmult_le_compat_l; [apply bpow_ge_0 | exact X].
        + rewrite <- Rmult_assoc, <- bpow_plus. apply Rmult_le_compat_r; [now apply Rmult_le_pos | apply bpow_le; lia].
          }
    destruct F' as (t & Ht & F').
    exact (product_of_rough k j _ _ _ x y M L t K J BA BB EA EB Ht F').
Qed.
