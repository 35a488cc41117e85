(* The cross product uy ax - ux ay of a wall as the beams of a packet see it (seen_from in src/scene/packet_lanes.h): if
   the product (|ux| + |uy|) (|ax| + |ay|), computed from rounded sums, does not overflow, nor does the cross product.

   If it did, both its products would be at least 2^-54 of the largest double, and ux ax or uy ay even larger. So the
   product of the sums would overflow, although its factors are rounded. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Overflow Products SlabParts SlabBeside SlabChain.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation top := (@huge double).

(* The largest double is (1 - u) 2^1024; what is rounded beyond it is at least (1 - u / 2) 2^1024. *)
Lemma finite_below_top (x : F double) : Rabs (real x) <= (1 - ud) * top.
Proof.
  pose proof (abs_B2R_le_emax_minus_prec (prec double) (emax double) (prec_positive double) x) as H.
  unfold real, huge. eapply Rle_trans; [exact H |]. unfold u. rewrite Rmult_minus_distr_r, Rmult_1_l, <- bpow_plus.
  apply Rle_refl.
Qed.

Lemma rounded_beyond_top z : top <= rnd double z -> (1 - ud / 2) * top <= z.
Proof.
  intros H. apply Rnot_lt_le. intros L. pose proof u_double_small as U.
  assert (T0 : 0 < top) by (pose proof (@huge_at_least_1 double); lra).
  assert (UT : 0 < ud * top) by (apply Rmult_lt_0_compat; lra).
  assert (M : in_format double ((1 - ud) * top)).
  { destruct (@fconst_value double 9007199254740991 971) as (_ & V); try reflexivity; try (vm_compute; discriminate).
    replace ((1 - ud) * top) with (real (fconst 9007199254740991 971 : F double)); [apply real_in_format |]. rewrite V.
    unfold huge. change (emax double) with (53 + 971)%Z. rewrite bpow_plus, u_double. change (bpow radix2 53) with
      9007199254740992. lra. }
  destruct (Rle_or_lt z ((1 - ud) * top)) as [B | B].
  - apply (rnd_le double) in B. rewrite (rnd_of_format double _ M) in B. lra.
  - destruct (round_N_pt radix2 (SpecFloat.fexp (prec double) (emax double)) (fun t => negb (Z.even t)) z) as (_ & N).
    specialize (N _ M). change (round radix2 _ _ z) with (rnd double z) in N.
    rewrite (Rabs_pos_eq (rnd double z - z)), (Rabs_left1 ((1 - ud) * top - z)) in N by lra. lra.
Qed.

Lemma both_large (x y : F double) : top <= Rabs (rnd double (real x + real y)) ->
  (1 - ud / 2) * top <= Rabs (real x) + Rabs (real y) /\ ud / 2 * top <= Rabs (real x) /\ ud / 2 * top <= Rabs (real y).
Proof.
  intros H. assert (S : (1 - ud / 2) * top <= Rabs (real x + real y)).
  { unfold Rabs in H. destruct (Rcase_abs (rnd double (real x + real y))).
    - rewrite <- rnd_opp in H. apply rounded_beyond_top in H. rewrite <- Rabs_Ropp. eapply Rle_trans; [exact H |].
      apply Rle_abs.
    - apply rounded_beyond_top in H. eapply Rle_trans; [exact H | apply Rle_abs]. }
  pose proof (finite_below_top x). pose proof (finite_below_top y). pose proof (Rabs_triang (real x) (real y)).
  repeat split; lra.
Qed.

Lemma both_large_signed (x y : F double) (k : R) : k = 1 \/ k = -1 -> top <= Rabs (rnd double (real x + k * real y)) ->
  (1 - ud / 2) * top <= Rabs (real x) + Rabs (real y) /\ ud / 2 * top <= Rabs (real x) /\ ud / 2 * top <= Rabs (real y).
Proof.
  intros [-> | ->] H; [apply both_large; now rewrite Rmult_1_l in H |].
  rewrite <- (Rabs_Ropp (real y)), <- (real_fneg y). apply both_large. rewrite real_fneg.
  now replace (-1 * real y) with (- real y) in H by ring.
Qed.

(* The product of the sums. *)
Lemma sums_beyond_top (p q r s X Y k : R) : 0 <= p -> 0 <= q -> 0 <= r -> 0 <= s -> X = p * r -> Y = q * s ->
  0 <= k -> k * k <= X * Y -> X + Y + k <= (p + q) * (r + s).
Proof.
  intros P Q R S -> -> K H. assert (0 <= p * s) by now apply Rmult_le_pos. assert (0 <= q * r) by now apply
    Rmult_le_pos.
  destruct (Rle_or_lt k (p * s)) as [C | C]; [lra |]. destruct (Rle_or_lt k (q * r)) as [D | D]; [lra |].
  assert (p * s * (q * r) < k * k) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.

Section Cross.
Variables p r q s a b x y v : F double.
Variable k : R.
Hypothesis k_is : k = 1 \/ k = -1.
Hypothesis x_is : x = fmul p r. Hypothesis y_is : y = fmul q s.
Hypothesis Fp : finite p. Hypothesis Fr : finite r. Hypothesis Fq : finite q. Hypothesis Fs : finite s.
(* The rounded sums. *)
Hypothesis a_is : Rabs (real p) <= real a /\ Rabs (real q) <= real a /\
  (1 - ud) * (Rabs (real p) + Rabs (real q)) <= real a.
Hypothesis b_is : Rabs (real r) <= real b /\ Rabs (real s) <= real b /\
  (1 - ud) * (Rabs (real r) + Rabs (real s)) <= real b.
Hypothesis Fab : finite (fmul a b).

Lemma product_is_finite (i j : F double) : finite i -> finite j -> Rabs (real i) <= real a -> Rabs (real j) <= real b ->
  finite (fmul i j).
Proof.
  intros Fi Fj Bi Bj. pose proof (Rabs_pos (real i)). pose proof (Rabs_pos (real j)).
  destruct (fmul_finite _ _ Fab) as (_ & _ & V). apply (rounded_finite _ _ (fmul_rounded i j Fi Fj)).
  eapply Rle_lt_trans; [| exact (real_below (fmul a b))]. rewrite V, Rabs_pos_eq with (x := rnd double (real a * real
    b))
    by (apply rnd_nonneg, Rmult_le_pos; lra).
  assert (B : Rabs (real i * real j) <= real a * real b) by (rewrite Rabs_mult; apply Rmult_le_compat; lra).
  apply Rabs_le_inv in B. apply Rabs_le. rewrite <- rnd_opp. split; apply rnd_le; lra.
Qed.

Theorem cross_is_finite : is_rounded v (real x + k * real y) -> finite x /\ finite y /\ finite v /\
  real v = rnd double (real x + k * real y).
Proof.
  intros Hv. assert (Fx : finite x) by (rewrite x_is; apply product_is_finite; tauto).
  assert (Fy : finite y) by (rewrite y_is; apply product_is_finite; tauto). do 2 (split; [assumption |]).
  apply rounded_finite; [exact Hv |]. apply Rnot_le_lt. intros O. destruct (both_large_signed _ _ _ k_is O) as (L & Lx
    & Ly).
  pose proof u_double_small as U. pose proof eta_double_pos as T. pose proof top_large as TL.
  assert (T0 : 0 < top) by (pose proof (@huge_at_least_1 double); lra).
  rewrite x_is in Fx. rewrite y_is in Fy. destruct (fmul_error _ _ Fx) as (_ & _ & Ex). destruct (fmul_error _ _ Fy) as
    (_ & _ & Ey).
  rewrite <- x_is in Ex. rewrite <- y_is in Ey. destruct (fmul_error _ _ Fab) as (_ & _ & Eab).
  rewrite !Rabs_mult in Ex, Ey.
  set (P := Rabs (real p)) in *. set (Q := Rabs (real q)) in *. set (W := Rabs (real r)) in *. set (S := Rabs (real s))
    in *.
  assert (P0 : 0 <= P) by apply Rabs_pos. assert (Q0 : 0 <= Q) by apply Rabs_pos. assert (R0 : 0 <= W) by apply
    Rabs_pos.
  assert (S0 : 0 <= S) by apply Rabs_pos.
  assert (Up : forall z w m : R, Rabs (z - w) <= ud * m + etad -> Rabs w = m -> Rabs z <= (1 + ud) * m + etad).
  { intros z w m H <-. replace z with (w + (z - w)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  apply Up in Ex; [| apply Rabs_mult]. apply Up in Ey; [| apply Rabs_mult]. fold P W in Ex. fold Q S in Ey.
  assert (X0 : 0 <= P * W) by now apply Rmult_le_pos. assert (Y0 : 0 <= Q * S) by now apply Rmult_le_pos.
  set (X := P * W) in *. set (Y := Q * S) in *.
  assert (Ut : 0 < ud * top) by (apply Rmult_lt_0_compat; lra).
  assert (UUt : 0 < ud * (ud * top) <= / 1048576 * (ud * top)) by (split; [apply Rmult_lt_0_compat |
    apply Rmult_le_compat_r]; lra).
  assert (UT : 0 <= ud * etad) by (apply Rmult_le_pos; lra).
  assert (Utt : ud * top <= / 1048576 * top) by (apply Rmult_le_compat_r; lra).
  assert (UX : 0 <= ud * X <= / 1048576 * X) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UY : 0 <= ud * Y <= / 1048576 * Y) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (LX : ud * top / 3 <= X) by lra. assert (LY : ud * top / 3 <= Y) by lra.
  assert (LXY : (1 - 2 * ud) * top <= X + Y).
  { assert ((1 - ud) * ((1 + ud) * (X + Y)) <= X + Y); [| assert ((1 - ud) * ((1 - ud / 2) * top - 2 * etad) <=
      (1 - ud) * ((1 + ud) * (X + Y))) by (apply Rmult_le_compat_l; lra); lra].
    assert (0 <= ud * (ud * X)) by (apply Rmult_le_pos; lra). assert (0 <= ud * (ud * Y)) by (apply Rmult_le_pos; lra).
    lra. }
  assert (K : 64 * (ud * top) * (64 * (ud * top)) <= X * Y).
  { assert (B : ud * top / 3 * (top / 4) <= X * Y).
    { destruct (Rle_or_lt (top / 4) Y) as [C | C]; [apply Rmult_le_compat; lra |].
      rewrite (Rmult_comm X). apply Rmult_le_compat; lra. }
    eapply Rle_trans; [| exact B]. assert (0 < ud * top * top) by (apply Rmult_lt_0_compat; lra).
    replace (64 * (ud * top) * (64 * (ud * top))) with (4096 * ud * (ud * top * top)) by ring.
    replace (ud * top / 3 * (top / 4)) with (/ 12 * (ud * top * top)) by field. apply Rmult_le_compat_r; [lra |].
    rewrite u_double. lra. }
  pose proof (sums_beyond_top P Q W S X Y (64 * (ud * top)) P0 Q0 R0 S0 eq_refl eq_refl ltac:(lra) K) as Z.
  destruct a_is as (_ & _ & A), b_is as (_ & _ & B). fold P Q in A. fold W S in B.
  assert (AB : (1 - ud) * (P + Q) * ((1 - ud) * (W + S)) <= real a * real b) by (apply Rmult_le_compat; auto;
    apply Rmult_le_pos; lra).
  assert (Z' : (1 - ud) * (1 - ud) * (X + Y + 64 * (ud * top)) <= (1 - ud) * (1 - ud) * ((P + Q) * (W + S))) by
    (apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra).
  assert (Big : (1 + 50 * ud) * top <= real a * real b).
  { assert ((1 - ud) * (1 - ud) * ((1 + 62 * ud) * top) <= (1 - ud) * (1 - ud) * (X + Y + 64 * (ud * top))) by
      (apply Rmult_le_compat_l; [apply Rmult_le_pos |]; lra).
    assert (0 <= ud * (ud * (ud * top))) by (apply Rmult_le_pos; lra). lra. }
  rewrite (Rabs_pos_eq (real a * real b)) in Eab by lra. apply within in Eab. pose proof (real_below (fmul a b)) as RB.
  apply Rabs_def2 in RB. fold top in RB.
  assert ((1 - ud) * ((1 + 50 * ud) * top) <= (1 - ud) * (real a * real b)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

End Cross.
