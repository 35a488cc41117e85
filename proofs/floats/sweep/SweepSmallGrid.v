(* Numbers that are whole multiples of a unit 2^g.

   Sums, products and rounded numbers of such numbers are on a grid as well, and a number of a grid is 0 or at least the
   unit. So a short computation with numbers that are not tiny never underflows. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Relative.
From Carom Require Import Model ErrorFree SweepSmallSquare.

Open Scope R_scope.

Definition on_grid (g : Z) (x : R) := exists z, x = IZR z * bpow radix2 g.

Lemma grid_zero g : on_grid g 0.
Proof. exists 0%Z. ring. Qed.

Lemma grid_opp g x : on_grid g x -> on_grid g (- x).
Proof. intros (z & ->). exists (- z)%Z. rewrite opp_IZR. ring. Qed.

Lemma grid_abs g x : on_grid g x -> on_grid g (Rabs x).
Proof. intros H. unfold Rabs. destruct (Rcase_abs x); [now apply grid_opp | exact H]. Qed.

Lemma grid_add g x y : on_grid g x -> on_grid g y -> on_grid g (x + y).
Proof. intros (z & ->) (w & ->). exists (z + w)%Z. rewrite plus_IZR. ring. Qed.

Lemma grid_sub g x y : on_grid g x -> on_grid g y -> on_grid g (x - y).
Proof. intros. unfold Rminus. auto using grid_add, grid_opp. Qed.

Lemma grid_mul g h x y : on_grid g x -> on_grid h y -> on_grid (g + h) (x * y).
Proof. intros (z & ->) (w & ->). exists (z * w)%Z. rewrite mult_IZR, bpow_plus. ring. Qed.

Lemma grid_finer g h x : (h <= g)%Z -> on_grid g x -> on_grid h x.
Proof.
  intros L (z & ->). exists (z * 2 ^ (g - h))%Z. rewrite mult_IZR, (IZR_Zpower radix2), Rmult_assoc,
    <- bpow_plus by lia.
  do 2 f_equal. lia.
Qed.

Lemma grid_rnd g x : on_grid g x -> on_grid g (rnd double x).
Proof. intros (z & ->). exact (rounded_multiple z g). Qed.

Lemma grid_least g x : on_grid g x -> x = 0 \/ bpow radix2 g <= Rabs x.
Proof.
  intros (z & ->). destruct (Z.eq_dec z 0) as [-> | N]; [left; ring | right].
  rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0.
  assert (1 <= IZR (Z.abs z)) by (apply IZR_le; lia). pose proof (bpow_gt_0 radix2 g). nra.
Qed.

Lemma grid_small g x : on_grid g x -> Rabs x < bpow radix2 g -> x = 0.
Proof. intros H L. destruct (grid_least g x H) as [Z | Z]; [exact Z | lra]. Qed.

Lemma rounded_large x g : bpow radix2 (52 + g) <= x -> on_grid g (rnd double x).
Proof.
  intros H. pose proof (bpow_gt_0 radix2 (52 + g)). set (c := cexp radix2 (exponents double) x).
  assert (C : (g <= c)%Z).
  { assert (M : (53 + g <= mag radix2 x)%Z).
    { replace (53 + g)%Z with (52 + g + 1)%Z by lia. apply mag_ge_bpow. rewrite Rabs_pos_eq by lra.
      replace (52 + g + 1 - 1)%Z with (52 + g)%Z by lia. exact H. }
    unfold c, cexp, exponents, FLT_exp. change (prec double) with 53%Z. lia. }
  exists (ZnearestE (scaled_mantissa radix2 (exponents double) x) * 2 ^ (c - g))%Z.
  change (rnd double x) with (IZR (ZnearestE (scaled_mantissa radix2 (exponents double) x)) * bpow radix2 c).
  rewrite mult_IZR, (IZR_Zpower radix2), Rmult_assoc, <- bpow_plus by lia. do 2 f_equal. lia.
Qed.

(* A number of the format is on the grid of its last bit. *)
Lemma grid_of_format g x : in_format double x -> x = 0 \/ bpow radix2 (52 + g) <= Rabs x -> on_grid g x.
Proof.
  intros Fx [-> | H]; [apply grid_zero |].
  destruct (Rle_dec 0 x) as [P | P].
  - rewrite Rabs_pos_eq in H by exact P. rewrite <- (rnd_of_format double x Fx). now apply rounded_large.
  - rewrite Rabs_left in H by lra. rewrite <- (Ropp_involutive x). apply grid_opp.
    rewrite <- (rnd_of_format double (- x)) by now apply in_format_opp. now apply rounded_large.
Qed.

(* Small whole numbers of units are numbers of the format. *)
Lemma grid_exact g x : on_grid g x -> (-1074 <= g)%Z -> Rabs x <= bpow radix2 (g + 53) -> rnd double x = x.
Proof.
  intros (z & ->) G H. apply whole_units; [| exact G]. apply le_IZR. rewrite abs_IZR, (IZR_Zpower radix2) by lia.
  rewrite Z.add_comm, bpow_plus, Rabs_mult, (Rabs_pos_eq (bpow radix2 g)) in H by apply bpow_ge_0.
  apply Rmult_le_reg_r with (bpow radix2 g); [apply bpow_gt_0 | exact H].
Qed.

(* Without underflow a rounding has a relative error. *)
Lemma rnd_relative x : x = 0 \/ bpow radix2 (-1022) <= Rabs x -> Rabs (rnd double x - x) <= u double * Rabs x.
Proof.
  intros [-> | H].
  - rewrite rnd_zero, Rminus_0_r, Rabs_R0. lra.
  - pose proof (relative_error_N_FLT radix2 (emin double) (prec double) (prec_positive double) (fun t => negb (Z.even
      t)) x H) as E.
    unfold rnd, exponents. eapply Rle_trans; [exact E |]. apply Rmult_le_compat_r; [apply Rabs_pos |].
    unfold u. change (prec double) with 53%Z. simpl. lra.
Qed.

Lemma grid_relative g x : on_grid g x -> (-1022 <= g)%Z -> Rabs (rnd double x - x) <= u double * Rabs x.
Proof.
  intros H G. apply rnd_relative. destruct (grid_least g x H) as [Z | Z]; [now left | right].
  eapply Rle_trans; [| exact Z]. now apply bpow_le.
Qed.

Lemma grid_relative_pos g x : on_grid g x -> (-1022 <= g)%Z -> 0 <= x -> Rabs (rnd double x - x) <= u double * x.
Proof. intros H G P. pose proof (grid_relative g x H G) as E. now rewrite (Rabs_pos_eq x) in E. Qed.
