(* Coordinates of any size. The differences of coordinates that contact_double_double.h accepts are at most 2^200. So
   coordinates whose difference is not 0 are at most 2^258. What is added to a larger coordinate is far below its ulp:
   the rounded sum is the coordinate, and the rest is what was added. No sum overflows. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFree Overflow ContactFeature ContactPairs ContactSteps.

Open Scope R_scope.

(* A double that is 0 or at least 2^e is a multiple of 2^(e - 53). *)
Lemma is_multiple x k : in_format double x -> x = 0 \/ bpow radix2 k <= Rabs x -> (-900 <= k)%Z ->
  exists z, x = IZR z * bpow radix2 (k - 53).
Proof.
  intros F [-> | H] K; [exists 0%Z; ring |].
  unfold in_format, generic_format in F. set (c := cexp radix2 (exponents double) x) in F.
  assert (Hc : (k - 53 <= c)%Z).
  { unfold c, cexp, exponents, FLT_exp. pose proof (mag_ge_bpow radix2 x (k + 1)) as M.
    replace (k + 1 - 1)%Z with k in M by lia. specialize (M H). change (prec double) with 53%Z. lia. }
  exists (Ztrunc (scaled_mantissa radix2 (exponents double) x) * 2 ^ (c - (k - 53)))%Z.
  rewrite F at 1. unfold F2R. cbn [Fnum Fexp]. fold c. rewrite mult_IZR, (IZR_Zpower radix2) by lia.
  rewrite Rmult_assoc, <- bpow_plus. f_equal. f_equal. lia.
Qed.

Lemma sum_not_small x y k : in_format double x -> in_format double y -> (x = 0 \/ bpow radix2 k <= Rabs x) ->
  (y = 0 \/ bpow radix2 k <= Rabs y) -> (-900 <= k)%Z -> x + y = 0 \/ bpow radix2 (k - 53) <= Rabs (x + y).
Proof.
  intros Fx Fy Hx Hy K. destruct (is_multiple x k Fx Hx K) as [z1 E1]. destruct (is_multiple y k Fy Hy K) as [z2 E2].
  replace (x + y) with (IZR (z1 + z2) * bpow radix2 (k - 53)) by (rewrite E1, E2, plus_IZR; ring).
  destruct (Z.eq_dec (z1 + z2) 0) as [Z | Z]; [left; rewrite Z; ring | right].
  rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite <- abs_IZR.
  rewrite <- (Rmult_1_l (bpow radix2 (k - 53))) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply IZR_le. lia.
Qed.

(* A sum of magnitudes, from below. *)
Lemma sum_at_least (v w : F double) : finite (fadd v w) -> 0 <= real v -> 0 <= real w ->
  999/1000 * (real v + real w) <= real (fadd v w).
Proof.
  intros F v0 w0. destruct (fadd_finite _ _ F) as (_ & _ & E). destruct ud_small as [U0 U1].
  pose proof (rnd_sum_error double (real v) (real w) (real_in_format _) (real_in_format _)) as Q. rewrite <- E in Q.
  rewrite (Rabs_pos_eq (real v + real w)) in Q by lra. apply Rabs_le_inv in Q.
  assert (ud * (real v + real w) <= / 1000 * (real v + real w)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* Numbers of at least 2^k whose difference is not 0 differ by at least 2^(k - 53). *)
Lemma apart_if_large (x y : R) k : in_format double x -> in_format double y -> bpow radix2 k <= Rabs x ->
  bpow radix2 k <= Rabs y -> (-900 <= k)%Z -> x - y <> 0 -> bpow radix2 (k - 53) <= Rabs (x - y).
Proof.
  intros Fx Fy Hx Hy K N. replace (x - y) with (x + - y) in N |- * by ring.
  destruct (sum_not_small x (- y) k Fx (in_format_opp y Fy) (or_intror Hx)) as [Z | L]; auto; [| contradiction].
  right. now rewrite Rabs_Ropp.
Qed.

Lemma difference_bound (x y : F double) k : below (fsub x y) k ->
  finite x /\ finite y /\ Rabs (real x - real y) <= 2 * bpow radix2 k.
Proof.
  intros [F B]. destruct (fsub_finite _ _ F) as (Fx & Fy & E). do 2 (split; [assumption |]).
  pose proof (rnd_sum_error double (real x) (- real y) (real_in_format _) (in_format_opp _ (real_in_format _))) as Q.
  change (real x + - real y) with (real x - real y) in Q. rewrite <- E in Q. destruct ud_small as [U0 U1].
  assert (H : ud * Rabs (real x - real y) <= / 2 * Rabs (real x - real y)) by (apply Rmult_le_compat_r;
    [apply Rabs_pos | lra]).
  pose proof (Rabs_triang_inv (real x - real y) (real (fsub x y))) as T.
  rewrite (Rabs_minus_sym (real x - real y)) in T. lra.
Qed.

Lemma doubled k : 2 * bpow radix2 k = bpow radix2 (k + 1).
Proof. rewrite Z.add_comm, bpow_plus. reflexivity. Qed.

Lemma not_large (x y : F double) k : below (fsub x y) k -> (0 <= k <= 900)%Z -> real x - real y <> 0 ->
  below x (k + 58) /\ below y (k + 58).
Proof.
  intros B K N. destruct (difference_bound x y k B) as (Fx & Fy & D). rewrite doubled in D.
  assert (G : forall v w : F double, real v - real w <> 0 -> Rabs (real v - real w) <= bpow radix2 (k + 1) ->
    Rabs (real v) <= bpow radix2 (k + 58)).
  { intros v w Nv Dv. apply Rnot_lt_le. intros Hc.
    assert (W : bpow radix2 (k + 57) <= Rabs (real w)).
    { pose proof (Rabs_triang_inv (real v) (real w)). pose proof (doubled (k + 57)) as H2.
      replace (k + 57 + 1)%Z with (k + 58)%Z in H2 by ring.
      assert (bpow radix2 (k + 1) <= bpow radix2 (k + 57)) by (apply bpow_le; lia). lra. }
    assert (V : bpow radix2 (k + 57) <= Rabs (real v)) by (apply Rlt_le, Rle_lt_trans with (2 := Hc), bpow_le; lia).
    pose proof (apart_if_large _ _ (k + 57) (real_in_format v) (real_in_format w) V W ltac:(lia) Nv) as A.
    assert (bpow radix2 (k + 1) < bpow radix2 (k + 57 - 53)) by (apply bpow_lt; lia). lra. }
  split; split; auto; [now apply (G x y) |]. apply (G y x); [lra | now rewrite Rabs_minus_sym].
Qed.

(* What is added to a large number does not change it. *)
Lemma rnd_large (a h : R) : in_format double a -> bpow radix2 900 <= Rabs a -> Rabs h <= bpow radix2 800 ->
  rnd double (a + h) = a.
Proof.
  intros Fa La Lh. destruct (Req_dec (rnd double (a + h) - a) 0) as [Z | N]; [lra | exfalso].
  assert (C : Rabs (rnd double (a + h) - (a + h)) <= Rabs h).
  { pose proof (round_N_pt radix2 (exponents double) (fun n => negb (Z.even n)) (a + h)) as [_ P]. specialize (P a Fa).
    replace (a - (a + h)) with (- h) in P by ring. rewrite Rabs_Ropp in P. exact P. }
  assert (D : Rabs (rnd double (a + h) - a) <= bpow radix2 801).
  { replace (rnd double (a + h) - a) with (rnd double (a + h) - (a + h) + h) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    change 801%Z with (1 + 800)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (B : bpow radix2 899 <= Rabs (rnd double (a + h))).
  { assert (Rabs a <= Rabs (rnd double (a + h)) + Rabs (rnd double (a + h) - a)).
    { replace a with (rnd double (a + h) - (rnd double (a + h) - a)) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (bpow radix2 900 = 2 * bpow radix2 899) by (change 900%Z with (1 + 899)%Z; rewrite bpow_plus; reflexivity).
    assert (bpow radix2 801 <= bpow radix2 899) by (apply bpow_le; lia). lra. }
  assert (A : bpow radix2 899 <= Rabs a) by (eapply Rle_trans; [apply bpow_le | exact La]; lia).
  pose proof (apart_if_large _ _ 899 (rnd_in_format double (a + h)) Fa B A ltac:(lia) N) as K.
  assert (bpow radix2 801 < bpow radix2 (899 - 53)) by (apply bpow_lt; lia). lra.
Qed.

Lemma sum_with_large (a h : F double) : finite a -> bpow radix2 900 <= Rabs (real a) -> below h 800 ->
  finite (fadd a h) /\ real (fadd a h) = real a /\ finite (sum_rest a h) /\ real (sum_rest a h) = real h.
Proof.
  intros Fa La [Fh Lh]. pose proof (real_below a) as Ba.
  assert (Small : forall v w : F double, finite v -> finite w -> Rabs (real v - real w) <= bpow radix2 900 ->
    finite (fsub v w) /\ real (fsub v w) = rnd double (real v - real w)).
  { intros v w Fv Fw B. destruct (fsub_is_finite v w 900 ltac:(unfold emin; simpl; lia) Fv Fw B) as (F1 & E1 & _). auto.
    }
  assert (Sum : forall v w : F double, finite v -> finite w -> Rabs (real v + real w) <= bpow radix2 900 ->
    finite (fadd v w)).
  { intros v w Fv Fw B. now destruct (fadd_is_finite v w 900 ltac:(unfold emin; simpl; lia) Fv Fw B). }
  assert (P : 0 < bpow radix2 900) by apply bpow_gt_0.
  assert (H8 : bpow radix2 800 <= bpow radix2 900) by (apply bpow_le; lia).
  destruct (rounded_finite _ _ (fadd_rounded a h Fa Fh)) as (Fs & Es);
    [rewrite rnd_large; auto; apply real_in_format |].
  rewrite rnd_large in Es; auto using real_in_format. set (s := fadd a h) in *.
  destruct (Small s a Fs Fa ltac:(rewrite Es, Rminus_diag_eq, Rabs_R0 by reflexivity; lra)) as (Ft & Et).
  rewrite Es, Rminus_diag_eq, rnd_zero in Et by reflexivity. set (t := fsub s a) in *.
  assert (R0 : rnd double (real s - real t) = real a).
  { rewrite Es, Et, Rminus_0_r. apply rnd_of_format, real_in_format. }
  destruct (rounded_finite _ _ (fsub_rounded s t Fs Ft)) as (Fd & Ed); [now rewrite R0 |]. rewrite R0 in Ed.
  set (d := fsub s t) in *.
  destruct (Small a d Fa Fd ltac:(rewrite Ed, Rminus_diag_eq, Rabs_R0 by reflexivity; lra)) as (F1 & E1).
  rewrite Ed, Rminus_diag_eq, rnd_zero in E1 by reflexivity.
  destruct (Small h t Fh Ft ltac:(rewrite Et, Rminus_0_r; lra)) as (F2 & E2).
  rewrite Et, Rminus_0_r, rnd_of_format in E2 by apply real_in_format.
  assert (Fr : finite (sum_rest a h)).
  { unfold sum_rest. fold s t d. apply Sum; auto. rewrite E1, E2, Rplus_0_l. lra. }
  split; [exact Fs |]. split; [exact Es |]. split; [exact Fr |].
  destruct (two_sum_exact a h Fr) as (_ & _ & _ & _ & Q). fold s in Q. lra.
Qed.
