(* Sums and products of two doubles as hi + lo, for numbers of ordinary size: all parts are finite, and hi + lo is
   exact.

   ErrorFree.v shows that hi + lo is exact if lo is finite. Here finite factors of ordinary size give finite parts. The
   steps add_step, sub_step and mul_step bound one rounded operation by a scale of its terms. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree ContactFeature.

Open Scope R_scope.

Notation ud := (u double).
Notation tiny := (eta double).
Definition big := bpow radix2 1000.

Lemma ud_small : 0 < ud /\ ud <= / 1000000000000000.
Proof. pose proof (u_pos double). rewrite u_double in *. lra. Qed.

Lemma product_within x y a b : - a <= x <= a -> - b <= y <= b -> - (a * b) <= x * y <= a * b.
Proof.
  intros X Y. assert (H : Rabs (x * y) <= a * b).
  { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; apply Rabs_le; lra. }
  apply Rabs_le_inv in H. lra.
Qed.

Lemma eight_times x : 0 <= x -> x <= x * bpow radix2 3.
Proof. intros. simpl. lra. Qed.

(* One operation on finite numbers, with a bound B of the exact result. *)
Section Steps.
Implicit Types v w : F double.

Lemma bounds_of_error r x B : Rabs (r - x) <= ud * Rabs x -> - B <= x <= B -> - (ud * B) <= r - x <= ud * B.
Proof.
  intros H X. assert (Rabs x <= B) by (apply Rabs_le; lra). destruct ud_small as [U _].
  assert (ud * Rabs x <= ud * B) by (apply Rmult_le_compat_l; lra). apply Rabs_le_inv in H. lra.
Qed.

Lemma add_step v w B : finite v -> finite w -> - B <= real v + real w <= B -> B <= big ->
  finite (fadd v w) /\ - (ud * B) <= real (fadd v w) - (real v + real w) <= ud * B.
Proof.
  intros Fv Fw H Hb. assert (A : Rabs (real v + real w) <= bpow radix2 1000) by (fold big; apply Rabs_le; lra).
  destruct (fadd_is_finite v w 1000 ltac:(unfold emin; simpl; lia) Fv Fw A) as (Fs & E & _). split; [exact Fs |].
  apply bounds_of_error; [| exact H]. rewrite E. apply rnd_sum_error; apply real_in_format.
Qed.

Lemma sub_step v w B : finite v -> finite w -> - B <= real v - real w <= B -> B <= big ->
  finite (fsub v w) /\ - (ud * B) <= real (fsub v w) - (real v - real w) <= ud * B.
Proof.
  intros Fv Fw H Hb. assert (A : Rabs (real v - real w) <= bpow radix2 1000) by (fold big; apply Rabs_le; lra).
  destruct (fsub_is_finite v w 1000 ltac:(unfold emin; simpl; lia) Fv Fw A) as (Fs & E & _). split; [exact Fs |].
  apply bounds_of_error; [| exact H]. rewrite E. apply rnd_sum_error; [apply real_in_format |].
  apply in_format_opp, real_in_format.
Qed.

Lemma mul_step v w B : finite v -> finite w -> - B <= real v * real w <= B -> B <= big ->
  finite (fmul v w) /\ - (ud * B + tiny) <= real (fmul v w) - real v * real w <= ud * B + tiny.
Proof.
  intros Fv Fw H Hb. assert (A : Rabs (real v * real w) <= bpow radix2 1000) by (fold big; apply Rabs_le; lra).
  destruct (fmul_is_finite v w 1000 ltac:(unfold emin; simpl; lia) Fv Fw A) as (Fs & E & _). split; [exact Fs |].
  pose proof (rnd_error double (real v * real w)) as R. rewrite <- E in R.
  assert (Rabs (real v * real w) <= B) by (apply Rabs_le; lra). destruct ud_small as [U _].
  assert (ud * Rabs (real v * real w) <= ud * B) by (apply Rmult_le_compat_l; lra). apply Rabs_le_inv in R. lra.
Qed.

(* Numbers of ordinary size. *)
Definition below v (k : Z) := finite v /\ Rabs (real v) <= bpow radix2 k.

Lemma below_weaken v k j : below v k -> (k <= j)%Z -> below v j.
Proof. intros [F B] H. split; [exact F |]. eapply below_le; eassumption. Qed.

Lemma add_below v w k : below v k -> below w k -> (-900 <= k <= 1020)%Z -> below (fadd v w) (k + 1).
Proof.
  intros [Fv Bv] [Fw Bw] K.
  destruct (fadd_is_finite v w (k + 1) ltac:(unfold emin; simpl; lia) Fv Fw (sum_below _ _ _ Bv Bw)) as (F & _ & B).
  split; assumption.
Qed.

Lemma sub_below v w k : below v k -> below w k -> (-900 <= k <= 1020)%Z -> below (fsub v w) (k + 1).
Proof.
  intros [Fv Bv] [Fw Bw] K.
  destruct (fsub_is_finite v w (k + 1) ltac:(unfold emin; simpl; lia) Fv Fw (difference_below _ _ _ Bv Bw))
    as (F & _ & B).
  split; assumption.
Qed.

Lemma mul_below v w j k : below v j -> below w k -> (-900 <= j + k <= 1000)%Z -> below (fmul v w) (j + k).
Proof.
  intros [Fv Bv] [Fw Bw] K. assert (H : Rabs (real v * real w) <= bpow radix2 (j + k)).
  { rewrite Rabs_mult, bpow_plus. apply Rmult_le_compat; auto using Rabs_pos. }
  destruct (fmul_is_finite v w (j + k) ltac:(unfold emin; simpl; lia) Fv Fw H) as (F & _ & B). split; assumption.
Qed.

Lemma rest_of_split_finite v w v1 w1 k :
  below v k -> below w k -> below v1 k -> below w1 k -> (0 <= k <= 480)%Z -> finite (rest_of_split v w v1 w1).
Proof.
  intros V W V1 W1 K.
  assert (V2 : below (fsub v v1) (k + 1)) by (apply sub_below; auto; lia).
  assert (W2 : below (fsub w w1) (k + 1)) by (apply sub_below; auto; lia).
  unfold rest_of_split.
  assert (L : forall (x y : F double), below x (k + 1) -> below y (k + 1) -> below (fmul x y) (2 * k + 2)).
  { intros x y X Y. replace (2 * k + 2)%Z with (k + 1 + (k + 1))%Z by lia. apply mul_below; auto; lia. }
  assert (S : forall x, below x k -> below x (k + 1)) by (intros x X; apply (below_weaken _ _ _ X); lia).
  assert (P0 : below (fsub (fmul v1 w1) (fmul v w)) (2 * k + 3)).
  { replace (2 * k + 3)%Z with (2 * k + 2 + 1)%Z by lia. apply sub_below; auto; lia. }
  assert (P1 : below (fadd (fsub (fmul v1 w1) (fmul v w)) (fmul v1 (fsub w w1))) (2 * k + 4)).
  { replace (2 * k + 4)%Z with (2 * k + 3 + 1)%Z by lia. apply add_below; auto; [| lia].
    apply (below_weaken _ (2 * k + 2)); [auto | lia]. }
  assert (P2 : below (fadd (fadd (fsub (fmul v1 w1) (fmul v w)) (fmul v1 (fsub w w1))) (fmul (fsub v v1) w1)) (2 * k +
    5)).
  { replace (2 * k + 5)%Z with (2 * k + 4 + 1)%Z by lia. apply add_below; auto; [| lia].
    apply (below_weaken _ (2 * k + 2)); [auto | lia]. }
  refine (proj1 (add_below _ _ (2 * k + 5) P2 _ _)); [| lia].
  apply (below_weaken _ (2 * k + 2)); [auto | lia].
Qed.

Lemma split_high_below v k : below v k -> (0 <= k <= 440)%Z -> below (split_high v) (k + 30).
Proof.
  intros V K. unfold split_high. constant_of double 134217729%Z 0%Z. destruct C as [F0 E0].
  assert (T : below (fmul (fconst 134217729 0) v) (28 + k)).
  { apply mul_below; auto; [| lia]. split; [exact F0 |]. rewrite E0. simpl. rewrite Rabs_pos_eq; lra. }
  replace (k + 30)%Z with (28 + k + 1 + 1)%Z by lia. apply sub_below; [| | lia].
  - apply (below_weaken _ _ _ T). lia.
  - apply sub_below; auto; [| lia]. apply (below_weaken _ _ _ V). lia.
Qed.

(* wide_of_product *)
Lemma product_rest_finite v w k : below v k -> below w k -> (0 <= k <= 440)%Z -> finite (product_rest v w).
Proof.
  intros V W K. unfold product_rest. apply (rest_of_split_finite _ _ _ _ (k + 30)); try lia.
  - apply (below_weaken _ _ _ V). lia.
  - apply (below_weaken _ _ _ W). lia.
  - now apply split_high_below.
  - now apply split_high_below.
Qed.

Lemma fhigh_below v k : below v k -> (0 <= k <= 440)%Z -> below (fhigh v) (k + 30).
Proof.
  intros [Fv Bv] K.
  assert (F : finite (fhigh v)).
  { destruct v as [s | s | | s m e Hm]; try discriminate; [reflexivity |].
    unfold fhigh, nearest. set (n := ((Z.pos m + 2 ^ 26) / 2 ^ 27)%Z).
    generalize (binary_normalize_correct (prec double) (emax double) _ _ mode_NE (cond_Zopp s (n * 2 ^ 27)) e s).
    cbv zeta. rewrite Rlt_bool_true; [intros C; apply C |].
    change (Rabs (rnd double (F2R (Float radix2 (cond_Zopp s (n * 2 ^ 27)) e))) < bpow radix2 (emax double)).
    apply Rle_lt_trans with (bpow radix2 (k + 30)); [| apply bpow_lt; simpl; lia].
    apply rnd_below; [unfold emin; simpl; lia |].
    assert (B : Rabs (real (B754_finite s m e Hm : F double)) = IZR (Z.pos m) * bpow radix2 e).
    { unfold real. simpl B2R. rewrite <- F2R_Zabs. unfold F2R. simpl. destruct s; reflexivity. }
    rewrite B in Bv. rewrite <- F2R_Zabs. unfold F2R. cbn [Fnum Fexp].
    assert (N : (0 <= Z.abs (cond_Zopp s (n * 2 ^ 27)) <= Z.pos m * 2 ^ 27)%Z).
    { assert (0 <= n)%Z by (apply Z.div_pos; lia).
      assert (n * 2 ^ 27 <= Z.pos m + 2 ^ 26)%Z.
      { rewrite Z.mul_comm. apply Z.mul_div_le. lia. }
      destruct s; unfold cond_Zopp; lia. }
    apply Rle_trans with (IZR (Z.pos m * 2 ^ 27) * bpow radix2 e).
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. now apply IZR_le.
    - rewrite mult_IZR, (IZR_Zpower radix2) by lia.
      replace (k + 30)%Z with (27 + k + 3)%Z by lia. rewrite !bpow_plus.
      pose proof (bpow_gt_0 radix2 27). pose proof (bpow_gt_0 radix2 k).
      apply Rle_trans with (bpow radix2 27 * bpow radix2 k); [| apply eight_times, Rmult_le_pos; lra].
      rewrite Rmult_assoc, (Rmult_comm (bpow radix2 27)), <- Rmult_assoc, (Rmult_comm _ (bpow radix2 27)).
      apply Rmult_le_compat_l; lra. }
  split; [exact F |]. destruct (fhigh_value v F) as (_ & M & N & e & E1 & E2 & HM & HN & _).
  rewrite E2. rewrite E1 in Bv. rewrite Rabs_mult, <- abs_IZR, (Rabs_pos_eq (bpow _ _)) in * by apply bpow_ge_0.
  destruct (Z.eq_dec M 0) as [-> | M0].
  { assert (N = 0)%Z by lia. subst N. simpl. rewrite Rmult_0_l. apply bpow_ge_0. }
  apply Rle_trans with (IZR (Z.abs M * 2 ^ 27) * bpow radix2 e).
  - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply IZR_le. lia.
  - rewrite mult_IZR, (IZR_Zpower radix2) by lia.
    replace (k + 30)%Z with (27 + k + 3)%Z by lia. rewrite !bpow_plus.
    pose proof (bpow_gt_0 radix2 27). pose proof (bpow_gt_0 radix2 k).
    apply Rle_trans with (bpow radix2 27 * bpow radix2 k); [| apply eight_times, Rmult_le_pos; lra].
    rewrite Rmult_assoc, (Rmult_comm (bpow radix2 27)), <- Rmult_assoc, (Rmult_comm _ (bpow radix2 27)).
    apply Rmult_le_compat_l; lra.
Qed.

Lemma pair_product_rest_finite v w k : below v k -> below w k -> (0 <= k <= 440)%Z -> finite (pair_product_rest v w).
Proof.
  intros V W K. unfold pair_product_rest. apply (rest_of_split_finite _ _ _ _ (k + 30)); try lia.
  - apply (below_weaken _ _ _ V). lia.
  - apply (below_weaken _ _ _ W). lia.
  - now apply fhigh_below.
  - now apply fhigh_below.
Qed.

End Steps.
