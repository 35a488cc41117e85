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

Definition is_multiple (g : Z) (p : F double) := exists z, real p = IZR z * bpow radix2 g.

Lemma nonneg_zero_sum (a b : F double) :
  finite (fadd a b) -> real (fadd a b) = 0 -> 0 <= real a -> 0 <= real b ->
  finite a /\ finite b /\ real a = 0 /\ real b = 0.
Proof.
  intros H Z A B. destruct (fadd_finite _ _ H) as (Fa & Fb & E). rewrite Z in E. symmetry in E.
  apply zero_sum in E; try apply real_in_format. repeat split; auto; lra.
Qed.

Lemma zero_finite (x : F double) : feq x (fconst 0 0) = true -> finite x /\ real x = 0.
Proof.
  intros H. assert (Fx : finite x).
  { destruct x as [| [|] | |]; try reflexivity; discriminate H. }
  split; [exact Fx |]. apply feq_real in H; [exact H | exact Fx | reflexivity].
Qed.

(* is_small: all inputs are multiples of the unit, if units is 2^52 units. *)
Theorem is_small_multiples cx cy cr mx my ax ay bx by_ wr su sw sz sv r n g :
  real (fmul (fconst 1 27) (fbelow n (fadd (fadd (fadd (fadd su sw) sz) sv) r))) = bpow radix2 (52 + g) ->
  is_small_results cx cy cr mx my ax ay bx by_ wr su sw sz sv r n true ->
  is_multiple g cx /\ is_multiple g cy /\ is_multiple g cr /\ is_multiple g mx /\ is_multiple g my /\
  is_multiple g ax /\ is_multiple g ay /\ is_multiple g bx /\ is_multiple g by_ /\ is_multiple g wr.
Proof.
  intros U (? & units & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & H). destruct H as [Et Eu -> -> -> -> -> -> -> -> -> -> -> -> Er].
  rewrite <- Et, <- Eu in U. clear Et Eu.
  assert (Z : forall (c : bool) w, true = (if c then false else w) -> w = true) by (intros [|] ?; congruence).
  apply Z in Er. clear Z. apply zero_finite in Er. destruct Er as [Fr Zr].
  assert (N : forall p q : F double, nonneg (fadd (fabs p) (fabs q))) by (intros; apply nonneg_fadd; apply nonneg_fabs).
  assert (Split : forall p q : F double, nonneg p -> nonneg q -> finite (fadd p q) -> real (fadd p q) = 0 ->
    (finite p /\ real p = 0) /\ (finite q /\ real q = 0)).
  { intros p q P Q F0 Z0. apply nonneg_real in P. apply nonneg_real in Q.
    destruct (nonneg_zero_sum p q F0 Z0 P Q) as (? & ? & ? & ?). auto. }
  apply Split in Zr; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact Fr]. destruct Zr as [[F4 Z4] [G5 Y5]].
  apply Split in Z4; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact F4]. destruct Z4 as [[F3 Z3] [G4 Y4]].
  apply Split in Z3; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact F3]. destruct Z3 as [[F2 Z2] [G3 Y3]].
  apply Split in Z2; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact F2]. destruct Z2 as [[G1 Y1] [G2 Y2]].
  assert (Both : forall p q : F double,
    finite (fadd (fabs (fsub (fsub (fadd (fabs p) units) units) (fabs p)))
                 (fabs (fsub (fsub (fadd (fabs q) units) units) (fabs q)))) ->
    real (fadd (fabs (fsub (fsub (fadd (fabs p) units) units) (fabs p)))
               (fabs (fsub (fsub (fadd (fabs q) units) units) (fabs q)))) = 0 -> is_multiple g p /\ is_multiple g q).
  { intros p q F0 Z0. eapply beyond_unit_multiples; [| exact F0 | exact Z0 | exact U].
    exists (fabs p), (fabs q). constructor; reflexivity. }
  destruct (Both _ _ G1 Y1), (Both _ _ G2 Y2), (Both _ _ G3 Y3), (Both _ _ G4 Y4), (Both _ _ G5 Y5). auto 20.
Qed.
