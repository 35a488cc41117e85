(* The branch-free filter of the relation: if certain_relation is certain, the relation is right and the input valid.
   docs/exactness.md, "Stage 1 of the relation". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Approx Geometry ReachBound Reach RelationBound Terms_relation.

Open Scope R_scope.

(* What underflow can lose, in proportion to |u|^2 >= 2^-481. *)
Lemma small_eta2 L : bpow radix2 (-481) <= L ->
  64 * eta double <= (u double * L) * (u double * L) /\
  1000 * eta double <= u double * (u double * L) /\
  1000 * bpow radix2 (-1022) <= u double * L.
Proof.
  intros H. pose proof (bpow_gt_0 radix2 (-481)) as B. pose proof (u_pos double) as u0.
  assert (U : u double = bpow radix2 (-53)) by reflexivity.
  assert (UL : bpow radix2 (-534) <= u double * L).
  { replace (bpow radix2 (-534)) with (u double * bpow radix2 (-481)) by (rewrite U, <- bpow_plus; reflexivity).
    apply Rmult_le_compat_l; lra. }
  pose proof (bpow_gt_0 radix2 (-534)) as B2.
  assert (K : forall k, 1000 * bpow radix2 k <= bpow radix2 (k + 10)).
  { intros k. rewrite bpow_plus. change (bpow radix2 10) with 1024. pose proof (bpow_gt_0 radix2 k). lra. }
  repeat split.
  - apply Rle_trans with (bpow radix2 (-534) * bpow radix2 (-534)); [| apply Rmult_le_compat; lra].
    unfold eta. change 64 with (bpow radix2 6). rewrite <- !bpow_plus. apply bpow_le. simpl. lia.
  - apply Rle_trans with (u double * bpow radix2 (-534)); [| apply Rmult_le_compat_l; lra].
    eapply Rle_trans; [apply K |]. rewrite U, <- bpow_plus. apply bpow_le. simpl. lia.
  - eapply Rle_trans; [apply K |]. eapply Rle_trans; [| exact UL]. apply bpow_le. lia.
Qed.

Lemma factor50_value : finite (fconst 1 (-50) : F double) /\ real (fconst 1 (-50) : F double) = 8 * u double.
Proof.
  constant_of double 1%Z (-50)%Z. destruct C as [C1 C2]. split; [assumption |]. rewrite C2, u_double. simpl. lra.
Qed.

Lemma factor48_value : finite (fconst 1 (-48) : F double) /\ real (fconst 1 (-48) : F double) = 32 * u double.
Proof.
  constant_of double 1%Z (-48)%Z. destruct C as [C1 C2]. split; [assumption |]. rewrite C2, u_double. simpl. lra.
Qed.

(* One rounding of a number that is not negative, from below and above. *)
Lemma rnd_down x : 0 <= x -> x * (1 - u double) - eta double <= rnd double x.
Proof.
  intros H. pose proof (rnd_error double x) as E. rewrite (Rabs_pos_eq x) in E by exact H.
  apply Rabs_le_inv in E. destruct E. lra.
Qed.

Lemma sum_down (x y : F double) : finite (fadd x y) -> 0 <= real x -> 0 <= real y ->
  (real x + real y) * (1 - u double) <= real (fadd x y).
Proof.
  intros H X Y. destruct (fadd_finite _ _ H) as (_ & _ & ->).
  pose proof (rnd_sum_error double _ _ (real_in_format x) (real_in_format y)) as E.
  rewrite (Rabs_pos_eq (real x + real y)) in E by lra. apply Rabs_le_inv in E. destruct E. lra.
Qed.

(* A sum with a number that is not negative is not smaller. *)
Lemma sum_not_below (x y : F double) : finite (fadd x y) -> 0 <= real y -> real x <= real (fadd x y).
Proof.
  intros H Y. destruct (fadd_finite _ _ H) as (_ & _ & ->).
  rewrite <- (rnd_of_format double (real x)) at 1 by apply real_in_format. apply rnd_le. lra.
Qed.

(* A smaller number has a smaller square, which is finite if the larger one is. *)
Lemma square_finite (x y : F double) : finite (fmul y y) -> finite x -> 0 <= real x <= real y ->
  finite (fmul x x) /\ 0 <= real (fmul x x) <= real (fmul y y).
Proof.
  intros Fy Fx [X Y]. destruct (fmul_finite _ _ Fy) as (_ & _ & Ey).
  assert (Q : real x * real x <= real y * real y) by (apply Rmult_le_compat; lra).
  assert (Q0 : 0 <= real x * real x) by (apply Rmult_le_pos; lra).
  assert (Fs : finite (fmul x x)).
  { unfold finite, fmul. generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE x x). intros C.
    rewrite Rlt_bool_true in C.
    - destruct C as (_ & C & _). rewrite C, Fx. reflexivity.
    - change (Rabs (rnd double (real x * real x)) < bpow radix2 (emax double)).
      rewrite Rabs_pos_eq by now apply rnd_nonneg.
      apply Rle_lt_trans with (real (fmul y y)); [rewrite Ey; now apply rnd_le |].
      eapply Rle_lt_trans; [apply Rle_abs | apply real_below]. }
  split; [exact Fs |]. destruct (fmul_finite _ _ Fs) as (_ & _ & Es). rewrite Es, Ey. split.
  - now apply rnd_nonneg.
  - now apply rnd_le.
Qed.

Lemma sum_finite (x y x' y' : F double) : finite (fadd x' y') -> finite x -> finite y ->
  0 <= real x <= real x' -> 0 <= real y <= real y' -> finite (fadd x y).
Proof.
  intros F' Fx Fy [X X'] [Y Y']. destruct (fadd_finite _ _ F') as (_ & _ & E').
  unfold finite, fadd. generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE x y Fx Fy). intros C.
  rewrite Rlt_bool_true in C; [apply C |].
  change (Rabs (rnd double (real x + real y)) < bpow radix2 (emax double)).
  rewrite Rabs_pos_eq by (apply rnd_nonneg; lra).
  apply Rle_lt_trans with (real (fadd x' y')); [rewrite E'; apply rnd_le; lra |].
  eapply Rle_lt_trans; [apply Rle_abs | apply real_below].
Qed.

(* A sum that is below something is finite, if one term is finite and the other not negative. *)
Lemma flt_sum_finite (a b x : F double) : flt (fadd a b) x = true -> finite a -> nonneg b -> finite (fadd a b).
Proof.
  intros H Fa Nb. destruct (is_finite b) eqn:Fb.
  - generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE a b Fa Fb). intros C.
    change (round radix2 (SpecFloat.fexp (prec double) (emax double)) (round_mode mode_NE)) with (rnd double) in C.
    destruct (Rlt_bool_spec (Rabs (rnd double (B2R a + B2R b))) (bpow radix2 (emax double))) as [_ | O]; [apply C |].
    destruct C as [C1 C2]. exfalso.
    assert (Sb : Bsign b = false).
    { destruct b as [[|] | [|] | | [|]]; simpl in Nb, Fb; try discriminate; auto. exfalso.
      change (bpow radix2 (emax double) <= Rabs (rnd double (real a + 0))) in O.
      rewrite Rplus_0_r, (rnd_of_format double) in O by apply real_in_format.
      pose proof (real_below a). lra. }
    rewrite C2, Sb in C1. change (binary_overflow (prec double) (emax double) mode_NE false) with (SpecFloat.S754_infinity false) in C1.
    fold (fadd a b) in C1. destruct (fadd a b) as [| [|] | | ]; simpl in C1; try discriminate.
    destruct x as [[|] | [|] | | [|]]; discriminate.
  - exfalso. destruct b as [[|] | [|] | | [|]]; simpl in Nb, Fb; try discriminate.
    all: destruct a as [[|] | [|] | | [|]]; unfold finite in Fa; simpl in Fa; try discriminate.
    all: destruct x as [[|] | [|] | | [|]]; discriminate.
Qed.

Lemma nonneg_difference_of_overflow (x y : F double) :
  is_finite x = false -> nonneg x -> nonneg y -> nonneg (fsub x y).
Proof.
  destruct x as [[|] | [|] | | [|]]; intros Fx Nx Ny; try discriminate;
    destruct y as [[|] | [|] | | [|]]; try discriminate Ny; exact I || reflexivity.
Qed.

Section Relate.
Variables cx cy r ax ay bx by_ wr : F double.
Variable x : Z.
Variables ux uy wx wy zx zy w2 z2 len2 reach rim dot_x dot_y cross_x cross_y dot cross from_a m cross_most m_most lhs rhs
  most ahead error rim2 far2 : F double.
Variables is_over is_out is_in is_certain : bool.
Variables over in_ result : Z.
Hypothesis run : certain_relation cx cy r ax ay bx by_ wr x ux uy wx wy zx zy w2 z2 len2 reach rim dot_x dot_y cross_x
  cross_y dot cross from_a m cross_most m_most lhs rhs most ahead error rim2 far2 is_over is_out is_in is_certain over in_
  result.
Hypothesis certain : is_certain = true.

Let C := at_ cx cy.
Let A := at_ ax ay.
Let B := at_ bx by_.
Let R := real r + real wr.
Let L := Geometry.len2 A B.
Let K := Geometry.cross C A B.
Let M := Geometry.off C A B.
Let ud := u double.
(* The sums of the magnitudes of the terms of u x w and of w.u. *)
Let KT := Rabs (real bx - real ax) * Rabs (real cy - real ay) + Rabs (real by_ - real ay) * Rabs (real cx - real ax).
Let NT := Rabs (real cx - real ax) * Rabs (real bx - real ax) + Rabs (real cy - real ay) * Rabs (real by_ - real ay).

Lemma relate_tests :
  flt error (fabs ahead) = true /\ fle (fconst 1 (-480)) len2 = true /\ nonneg r /\ nonneg wr /\
  orb (orb (negb is_over) is_out) is_in = true /\ x = 0%Z.
Proof.
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E _ _ _].
  rewrite certain in E. symmetry in E. rewrite !andb_true_iff in E. destruct E as (((((H1 & H2) & H3) & H4) & H5) & H6).
  apply Z.eqb_eq in H6. repeat split; auto using nonneg_of_test.
Qed.

Lemma nonneg_terms : nonneg len2 /\ nonneg cross /\ nonneg m /\ nonneg most /\ nonneg lhs /\ nonneg rhs /\
  nonneg (fmul (fconst 1 (-50)) (fadd (fabs cross_x) (fabs cross_y))) /\
  nonneg (fmul (fconst 1 (-50)) (fadd (fadd (fabs dot_x) (fabs dot_y)) len2)) /\
  nonneg (fmul (fconst 1 (-48)) (fadd most rhs)).
Proof.
  destruct relate_tests as (_ & HL & _).
  destruct factor50_value as [F50 E50]. destruct factor48_value as [F48 E48]. pose proof (u_pos double) as u0.
  assert (N50 : nonneg (fconst 1 (-50) : F double)) by (apply nonneg_of_real; [assumption | lra]).
  assert (N48 : nonneg (fconst 1 (-48) : F double)) by (apply nonneg_of_real; [assumption | lra]).
  assert (Nl : nonneg len2).
  { destruct least_len2_value as [Fk Ek]. apply fle_nonneg with (fconst 1 (-480)); auto.
    rewrite Ek. apply bpow_ge_0. }
  destruct run as [_ _ _ _ _ _ _ _ _ E_reach _ _ _ _ _ _ E_cross _ E_m _ _ E_lhs E_rhs E_most _ _ _ _ _ _ _ _ _ _ _].
  assert (Nlhs : nonneg lhs) by (rewrite E_lhs; apply nonneg_fadd; apply nonneg_square).
  assert (Nmost : nonneg most) by (rewrite E_most; apply nonneg_fadd; apply nonneg_square).
  assert (Nrhs : nonneg rhs) by (rewrite E_rhs; apply nonneg_fmul; [apply nonneg_square | exact Nl]).
  repeat split; auto.
  - rewrite E_cross. apply nonneg_fabs.
  - rewrite E_m. apply nonneg_fabs.
  - apply nonneg_fmul; [exact N50 |]. apply nonneg_fadd; apply nonneg_fabs.
  - apply nonneg_fmul; [exact N50 |]. apply nonneg_fadd; [apply nonneg_fadd; apply nonneg_fabs | exact Nl].
  - apply nonneg_fmul; [exact N48 |]. now apply nonneg_fadd.
Qed.

Lemma finite_sides : finite most /\ finite lhs /\ finite rhs /\ finite error /\ finite cross_most /\ finite m_most.
Proof.
  destruct relate_tests as (H & _). destruct nonneg_terms as (Nl & Nc & Nm & Nmost & Nlhs & Nrhs & X50 & Y50 & Z48).
  destruct run as [_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_cm E_mm E_lhs _ E_most _ E_error _ _ _ _ _ _ _ _ _].
  destruct (is_finite most) eqn:Fmost.
  - assert (Q : finite cross_most /\ finite m_most /\ finite (fmul cross_most cross_most) /\ finite (fmul m_most m_most)).
    { assert (Fm : finite most) by exact Fmost. rewrite E_most in Fm. destruct (fadd_finite _ _ Fm) as (F1 & F2 & _).
      destruct (fmul_finite _ _ F1) as (F3 & _). destruct (fmul_finite _ _ F2) as (F4 & _). auto. }
    destruct Q as (Fcm & Fmm & Fc2 & Fm2).
    assert (Fc : finite cross) by (rewrite E_cm in Fcm; now destruct (fadd_finite _ _ Fcm)).
    assert (Fm : finite m) by (rewrite E_mm in Fmm; now destruct (fadd_finite _ _ Fmm)).
    assert (Cc : 0 <= real cross <= real cross_most).
    { split; [now apply nonneg_real |]. rewrite E_cm in Fcm |- *. apply sum_not_below; [exact Fcm | now apply nonneg_real]. }
    assert (Cm : 0 <= real m <= real m_most).
    { split; [now apply nonneg_real |]. rewrite E_mm in Fmm |- *. apply sum_not_below; [exact Fmm | now apply nonneg_real]. }
    destruct (square_finite _ _ Fc2 Fc Cc) as [F5 B5]. destruct (square_finite _ _ Fm2 Fm Cm) as [F6 B6].
    assert (Flhs : finite lhs).
    { rewrite E_lhs. apply sum_finite with (fmul cross_most cross_most) (fmul m_most m_most); auto.
      rewrite <- E_most. exact Fmost. }
    assert (Fd : finite (fsub most lhs)) by (apply fsub_nonneg_finite; auto using nonneg_real).
    assert (Fe : finite error) by (rewrite E_error in H |- *; now apply flt_sum_finite with (fabs ahead)).
    assert (Frhs : finite rhs).
    { rewrite E_error in Fe. destruct (fadd_finite _ _ Fe) as (_ & F7 & _). destruct (fmul_finite _ _ F7) as (_ & F8 & _).
      now destruct (fadd_finite _ _ F8) as (_ & F9 & _). }
    repeat split; assumption.
  - exfalso.
    assert (Nd : nonneg (fsub most lhs)) by now apply nonneg_difference_of_overflow.
    assert (Fe : finite error) by (apply flt_finite with (fabs ahead); [exact H | rewrite E_error; now apply nonneg_fadd]).
    rewrite E_error in Fe. destruct (fadd_finite _ _ Fe) as (Fd & _). destruct (fsub_finite _ _ Fd) as (Fm & _).
    unfold finite in Fm. congruence.
Qed.

End Relate.
