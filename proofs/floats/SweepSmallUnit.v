(* If beyond_unit (src/exact/sweep_small.h) is 0, both coordinates are multiples of the unit.

   A sum with 2^52 units is a multiple of the unit. Without the 2^52 units it still is, and it is the coordinate. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Terms_small SweepSmallSquare.

Open Scope R_scope.

Lemma rounded_large x g : bpow radix2 (52 + g) <= x -> exists h, rnd double x = IZR h * bpow radix2 g.
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

Lemma zero_sum x y : in_format double x -> in_format double y -> rnd double (x + y) = 0 -> x + y = 0.
Proof.
  intros Fx Fy Z. pose proof (rnd_sum_error double x y Fx Fy) as B. rewrite Z, Rminus_0_l, Rabs_Ropp in B.
  pose proof (u_le_quarter double). pose proof (Rabs_pos (x + y)).
  destruct (Req_dec (x + y) 0) as [E | E]; [exact E |]. apply Rabs_pos_lt in E. nra.
Qed.

Lemma kept_by_units (x units : F double) g :
  finite (fsub (fsub (fadd x units) units) x) -> real (fsub (fsub (fadd x units) units) x) = 0 ->
  0 <= real x -> real units = bpow radix2 (52 + g) -> exists z, real x = IZR z * bpow radix2 g.
Proof.
  intros H Z P U. destruct (fsub_finite _ _ H) as (H1 & _ & E). destruct (fsub_finite _ _ H1) as (H2 & _ & E1).
  destruct (fadd_finite _ _ H2) as (_ & _ & E2). rewrite Z in E. symmetry in E.
  apply zero_sum in E; [| apply real_in_format | apply generic_format_opp, real_in_format].
  destruct (rounded_large (real x + real units) g ltac:(lra)) as (h & Eh). rewrite E2, Eh, U in E1.
  replace (IZR h * bpow radix2 g - bpow radix2 (52 + g)) with (IZR (h - 2 ^ 52) * bpow radix2 g) in E1.
  - destruct (rounded_multiple (h - 2 ^ 52) g) as (k & Ek). exists k. rewrite Ek in E1. lra.
  - rewrite minus_IZR, (IZR_Zpower radix2), bpow_plus by lia. ring.
Qed.

Theorem beyond_unit_multiples p_x p_y units result g :
  beyond_unit_results p_x p_y units result -> finite result -> real result = 0 -> real units = bpow radix2 (52 + g) ->
  (exists x, real p_x = IZR x * bpow radix2 g) /\ (exists y, real p_y = IZR y * bpow radix2 g).
Proof.
  intros (x & y & H) Fr Z U. destruct H as [-> -> ->]. destruct (fadd_finite _ _ Fr) as (Fa & Fb & E).
  rewrite Z in E. symmetry in E. apply zero_sum in E; try apply real_in_format. rewrite !real_fabs in E.
  apply fabs_finite in Fa. apply fabs_finite in Fb.
  assert (Signed : forall p : F double, (exists z, real (fabs p) = IZR z * bpow radix2 g) ->
    exists z, real p = IZR z * bpow radix2 g).
  { intros p (z & K). rewrite real_fabs in K. destruct (Rle_dec 0 (real p)) as [P | P].
    - exists z. now rewrite Rabs_pos_eq in K.
    - exists (- z)%Z. rewrite opp_IZR. rewrite Rabs_left in K by lra. lra. }
  assert (Zero : forall r, Rabs r = 0 -> r = 0).
  { intros r K. destruct (Req_dec r 0) as [Q | Q]; [exact Q | now apply Rabs_no_R0 in Q]. }
  match type of E with Rabs ?a + Rabs ?b = 0 => pose proof (Rabs_pos a); pose proof (Rabs_pos b) end.
  split; apply Signed;
    (eapply kept_by_units; [eassumption | apply Zero; lra | rewrite real_fabs; apply Rabs_pos | exact U]).
Qed.
