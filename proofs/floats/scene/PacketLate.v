(* Walls that a beam of a packet does not reach in time (seen_from, beams_apart in src/scene/packet_lanes.h), in
   doubles: what is `left` of the way to the line is finite, and the path approaches the line by less than that until
   `until`, if until * closing is less. PacketLine.v counts the rounding, PacketEarly.v has the other test. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry Overflow Products SlabParts SlabBeside
  SlabChain PacketCross PacketLine.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation zero := (fconst 0 0 : F double).

(* ---- differences and quotients that are positive ---- *)

Lemma positive_difference (x y : F double) : flt zero (fsub x y) = true -> nonneg y ->
  finite y /\ (finite x \/ x = B754_infinity false).
Proof.
  intros H N. destruct y as [sy | [|] | | [|] my ey By]; try discriminate N; split; try reflexivity;
    destruct x as [sx | [|] | | sx mx ex Bx]; try discriminate; auto; left; reflexivity.
Qed.

Lemma positive_difference_finite (x y : F double) : finite x -> finite y -> 0 <= real x -> 0 <= real y ->
  finite (fsub x y).
Proof.
  intros Fx Fy X Y. apply (rounded_finite _ _ (fsub_rounded x y Fx Fy)).
  apply Rle_lt_trans with (Rmax (Rabs (real x)) (Rabs (real y))).
  - assert (Gx : in_format double (Rabs (real x))) by (rewrite <- real_fabs; apply real_in_format).
    assert (Gy : in_format double (Rabs (real y))) by (rewrite <- real_fabs; apply real_in_format).
    rewrite (Rabs_pos_eq (real x)) in * by exact X. rewrite (Rabs_pos_eq (real y)) in * by exact Y. apply Rabs_le.
      split.
    + apply Rle_trans with (- real y); [apply Ropp_le_contravar, Rmax_r |].
      rewrite <- (rnd_of_format double _ Gy) at 1. rewrite <- rnd_opp. apply rnd_le. lra.
    + apply Rle_trans with (real x); [| apply Rmax_l]. rewrite <- (rnd_of_format double _ Gx) at 2. apply rnd_le. lra.
  - apply Rmax_lub_lt; apply real_below.
Qed.

Lemma one_times (k x : F double) (s : R) : finite k -> real k = s -> s = 1 \/ s = -1 -> finite x ->
  finite (fmul k x) /\ real (fmul k x) = s * real x.
Proof.
  intros Fk Vk S Fx. assert (B : in_format double (s * real x)).
  { destruct S as [-> | ->]; [rewrite Rmult_1_l; apply real_in_format |].
    replace (-1 * real x) with (- real x) by ring. apply generic_format_opp, real_in_format. }
  assert (P : finite (fmul k x)).
  { apply product_by_unit; auto. rewrite Vk. destruct S as [-> | ->]; rewrite ?Rabs_R1, ?Rabs_Ropp; try lra.
    unfold Rabs. destruct Rcase_abs; lra. }
  split; [exact P |]. destruct (fmul_finite _ _ P) as (_ & _ & ->). rewrite Vk. now apply rnd_of_format.
Qed.

Section Late.
Variables fx fy reach own ax ay bx by_ px py until closing : F double.
Let ux := fsub bx ax. Let uy := fsub by_ ay. Let dx := fsub ax fx. Let dy := fsub ay fy.
Let u_far := fadd (fabs ux) (fabs uy).
Let a_far := fadd (fabs dx) (fabs dy).
Let path_far := fadd (fabs px) (fabs py).
Let start := fsub (fmul uy dx) (fmul ux dy).
Let sign := if flt start (fconst 0 0) then fneg (fconst 1 0) else (fconst 1 0 : F double).
Let bound := fadd (fadd (fmul (fconst 1 3) (fconst 1 (-1022))) (fmul u_far (fadd reach own)))
  (fmul (fconst 1 (-47)) (fmul u_far a_far)).
Let gap := fsub (fabs start) bound.
Let left := fsub gap (fmul (fconst 1 (-47)) (fmul u_far path_far)).
Let cx := fmul sign uy. Let cy := fmul (fneg sign) ux.
Hypothesis closing_is : sum_or_fused closing (fmul cx px) (fmul cy py) None (Some (cy, py)).
Hypothesis Fpx : finite px. Hypothesis Fpy : finite py.
Hypothesis reach_valid : nonneg reach. Hypothesis own_valid : nonneg own.
Hypothesis until_finite : finite until. Hypothesis until_range : 0 <= real until <= 1.
Hypothesis left_positive : flt zero left = true.

Let Ux := real bx - real ax. Let Uy := real by_ - real ay.
Let Dx := real ax - real fx. Let Dy := real ay - real fy.
Let S := Uy * Dx - Ux * Dy.
Let C := Uy * real px - Ux * real py.
Let P := real u_far * real a_far.
Let Q := real u_far * real path_far.
Let RR := real u_far * (real reach + real own).
Let sg := real sign.

Lemma far_nonneg : nonneg u_far /\ nonneg a_far /\ nonneg path_far.
Proof. repeat split; apply nonneg_fadd; apply nonneg_fabs. Qed.

Lemma bound_nonneg : nonneg bound /\ nonneg (fmul (fconst 1 (-47)) (fmul u_far path_far)).
Proof.
  destruct far_nonneg as (N1 & N2 & N3). assert (K : nonneg (fconst 1 (-47) : F double)) by reflexivity.
  assert (N4 : nonneg (fadd reach own)) by now apply nonneg_fadd.
  split; repeat first [apply nonneg_fadd | apply nonneg_fmul | apply nonneg_fabs]; auto; reflexivity.
Qed.

Lemma sums_are (x y : F double) : let a := fadd (fabs x) (fabs y) in finite a ->
  Rabs (real x) <= real a /\ Rabs (real y) <= real a /\ (1 - ud) * (Rabs (real x) + Rabs (real y)) <= real a.
Proof. intros a F. destruct (abs_sum_bounds _ _ F) as (_ & _ & A & B & D). auto. Qed.

Lemma sums_swapped (x y : F double) : let a := fadd (fabs x) (fabs y) in finite a ->
  Rabs (real y) <= real a /\ Rabs (real x) <= real a /\ (1 - ud) * (Rabs (real y) + Rabs (real x)) <= real a.
Proof. intros a F. destruct (abs_sum_bounds _ _ F) as (_ & _ & A & B & D). repeat split; auto. now rewrite Rplus_comm.
  Qed.

(* Nothing overflows. *)
Lemma all_finite : finite left /\ finite gap /\ finite bound /\ finite (fmul u_far a_far) /\ finite (fmul u_far
  path_far)
  /\ finite start /\ finite ux /\ finite uy /\ finite dx /\ finite dy /\ 0 < real left.
Proof.
  destruct bound_nonneg as (NB & NX). destruct (positive_difference gap _ left_positive NX) as (FX & G).
  destruct (fmul_finite _ _ FX) as (_ & FQ & _).
  assert (Start : finite bound -> finite (fmul u_far a_far) /\ finite start /\ finite ux /\ finite uy /\ finite dx /\
    finite dy).
  { intros FB. destruct (fadd_finite _ _ FB) as (_ & F1 & _). destruct (fmul_finite _ _ F1) as (_ & FP & _).
    split; [exact FP |]. destruct (fmul_finite _ _ FP) as (Fu & Fa & _).
    destruct (abs_sum_bounds _ _ Fu) as (Fux & Fuy & _). destruct (abs_sum_bounds _ _ Fa) as (Fdx & Fdy & _).
    destruct (sums_are ux uy Fu) as (X1 & X2 & X3). destruct (sums_are dx dy Fa) as (Y1 & Y2 & Y3).
    assert (F3 : finite (fmul uy dx)) by exact (product_is_finite _ _ FP uy dx Fuy Fdx X2 Y1).
    assert (F4 : finite (fmul ux dy)) by exact (product_is_finite _ _ FP ux dy Fux Fdy X1 Y2).
    refine (conj _ (conj Fux (conj Fuy (conj Fdx Fdy)))).
    pose proof (fsub_rounded _ _ F3 F4) as R.
    replace (real (fmul uy dx) - real (fmul ux dy)) with (real (fmul uy dx) + -1 * real (fmul ux dy)) in R by ring.
    exact (proj1 (proj2 (proj2 (cross_is_finite uy dx ux dy u_far a_far _ _ start (-1) (or_intror eq_refl) eq_refl
      eq_refl
      Fuy Fdx Fux Fdy (sums_swapped ux uy Fu) (conj Y1 (conj Y2 Y3)) FP R)))). }
  assert (FG : finite gap /\ finite bound).
  { destruct G as [G | G].
    - split; [exact G |]. destruct (fsub_finite _ _ G) as (_ & B & _). exact B.
    - assert (H : flt zero (fsub (fabs start) bound) = true) by (fold gap; rewrite G; reflexivity).
      destruct (positive_difference _ _ H NB) as (FB & _). destruct (Start FB) as (_ & Fs & _). split; [| exact FB].
      apply (positive_difference_finite _ _ (finite_fabs _ Fs) FB (nonneg_real _ (nonneg_fabs start)) (nonneg_real _
        NB)). }
  destruct FG as (FG & FB). destruct (Start FB) as (FP & Fs & Fu & Fv & Fd & Fe).
  assert (FL : finite left).
  { assert (Fz : finite zero) by reflexivity.
    destruct (Rle_or_lt 0 (real gap)) as [P0 | N0].
    - exact (positive_difference_finite _ _ FG FX P0 (nonneg_real _ NX)).
    - exfalso. destruct (flt_value _ _ left_positive) as (_ & _ & V). rewrite (value_finite zero Fz) in V.
      assert (Vz : real zero = 0) by reflexivity.
      pose proof (nonneg_real _ NX) as X0. destruct (fsub_rounded gap _ FG FX) as (_ & R). fold left in R.
      assert (Z : rnd double (real gap - real (fmul (fconst 1 (-47)) (fmul u_far path_far))) <= 0).
      { rewrite <- (rnd_zero double). apply rnd_le. lra. }
      destruct R as [(FL & _ & E) | [(B & _) | (_ & E)]].
      + rewrite (value_finite _ FL), E in V. lra.
      + pose proof (@huge_at_least_1 double). lra.
      + rewrite E in V. simpl in V. pose proof (@huge_at_least_1 double). lra. }
  repeat (split; [assumption |]). exact (flt_real zero left eq_refl FL left_positive).
Qed.

Lemma sign_is : finite sign /\ (sg = 1 \/ sg = -1) /\ (finite start -> sg * real start = Rabs (real start)).
Proof.
  clear closing_is. unfold sg, sign. assert (One : finite (fconst 1 0 : F double) /\ real (fconst 1 0 : F double) = 1).
  { destruct (constant_value 0 ltac:(lia)) as [A B]. split; [exact A | rewrite B; reflexivity]. }
  destruct One as (F1 & V1). destruct (flt start (fconst 0 0)) eqn:E.
  - rewrite real_fneg, V1. split; [now apply finite_fneg |]. split; [right; reflexivity |]. intros Fs.
    apply flt_real in E; [| exact Fs | reflexivity]. change (real (fconst 0 0 : F double)) with 0 in E.
    rewrite Rabs_left by exact E. ring.
  - rewrite V1. split; [exact F1 |]. split; [now left |]. intros Fs. apply flt_real_false in E; [| exact Fs |
    reflexivity].
    change (real (fconst 0 0 : F double)) with 0 in E. rewrite Rabs_pos_eq by exact E. ring.
Qed.

Lemma constant_47 : finite (fconst 1 (-47) : F double) /\ real (fconst 1 (-47) : F double) = 64 * ud.
Proof.
  destruct (constant_value (-47) ltac:(lia)) as [A B]. split; [exact A |]. rewrite B. unfold u.
  change (-47)%Z with (6 + - prec double)%Z. rewrite bpow_plus. reflexivity.
Qed.

Lemma sizes : finite u_far /\ finite a_far /\ finite path_far /\ 0 <= P /\ 0 <= Q /\ 0 <= RR /\
  (1 - 2 * ud) * (Rabs Ux + Rabs Uy) <= real u_far /\ (1 - 2 * ud) * (Rabs Dx + Rabs Dy) <= real a_far /\
  (1 - 2 * ud) * (Rabs (real px) + Rabs (real py)) <= real path_far.
Proof.
  destruct all_finite as (_ & _ & _ & FP & FQ & _ & Fu & Fv & Fd & Fe & _).
  destruct (fmul_finite _ _ FP) as (F1 & F2 & _). destruct (fmul_finite _ _ FQ) as (_ & F3 & _).
  destruct far_nonneg as (N1 & N2 & N3). pose proof (nonneg_real _ N1) as K1. pose proof (nonneg_real _ N2) as K2.
  pose proof (nonneg_real _ N3) as K3. pose proof (nonneg_real _ reach_valid) as K4. pose proof (nonneg_real _
    own_valid) as K5.
  do 3 (split; [assumption |]). split; [exact (Rmult_le_pos _ _ K1 K2) |]. split; [exact (Rmult_le_pos _ _ K1 K3) |].
  split; [exact (Rmult_le_pos _ _ K1 (Rplus_le_le_0_compat _ _ K4 K5)) |]. pose proof u_double_small as U.
  assert (G : forall x y X Y : R, (1 - ud) * (Rabs x + Rabs y) <= 0 + (1 - ud) * (Rabs x + Rabs y) ->
    Rabs (x - X) <= ud * Rabs X -> Rabs (y - Y) <= ud * Rabs Y ->
    (1 - 2 * ud) * (Rabs X + Rabs Y) <= (1 - ud) * (Rabs x + Rabs y)).
  { intros x y X Y _ HX HY.
    assert (Low : forall z Z : R, Rabs (z - Z) <= ud * Rabs Z -> (1 - ud) * Rabs Z <= Rabs z).
    { intros z Z H. replace z with (Z - (Z - z)) at 1 by ring. eapply Rle_trans; [| apply Rabs_triang_inv].
      rewrite (Rabs_minus_sym Z z). lra. }
    pose proof (Low _ _ HX). pose proof (Low _ _ HY). pose proof (Rabs_pos X). pose proof (Rabs_pos Y).
    assert (0 <= ud * (ud * (Rabs X + Rabs Y))) by (repeat apply Rmult_le_pos; lra).
    assert ((1 - ud) * ((1 - ud) * (Rabs X + Rabs Y)) <= (1 - ud) * (Rabs x + Rabs y)) by (apply Rmult_le_compat_l;
      lra).
    lra. }
  destruct (sums_are ux uy F1) as (_ & _ & A1). destruct (sums_are dx dy F2) as (_ & _ & A2).
  destruct (sums_are px py F3) as (_ & _ & A3).
  split; [| split]; (eapply Rle_trans; [| eassumption]); apply G; try lra; try (now apply difference_within);
    apply exact_within.
Qed.

(* |u| (reach + own), with a margin, and what is left, are less than the distance to the line at the start. *)
Lemma left_is : real left + RR + 48 * (ud * P) + 60 * (ud * Q) + 900 * etad <= sg * S /\
  real left <= 11 / 10 * P + 3 * etad /\ RR <= 11 / 10 * P + 3 * etad.
Proof.
  clear closing_is cx cy.
  destruct all_finite as (FL & FG & FB & FP & FQ & Fs & Fu & Fv & Fd & Fe & L0).
  destruct sizes as (F1 & F2 & F3 & P0 & Q0 & R0 & BU & BD & BP). destruct constant_47 as (F47 & V47).
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  destruct (fsub_error _ _ Fs) as (G1 & G2 & E1). destruct (fmul_error _ _ G1) as (_ & _ & E2).
  destruct (fmul_error _ _ G2) as (_ & _ & E3). destruct (fsub_error _ _ FG) as (_ & _ & E4).
  destruct (fsub_error _ _ FL) as (_ & FX & E5). destruct (fmul_error _ _ FX) as (_ & _ & E6).
  destruct (fmul_error _ _ FQ) as (_ & _ & E7).
  rewrite real_fabs in E4. rewrite V47 in E6.
  set (V := Rabs (Uy * Dx) + Rabs (Ux * Dy)).
  assert (HS : Rabs (real start - S) <= 402 / 100 * ud * V + 201 / 100 * etad).
  { pose proof (product_error ud etad u_double_small Uy Dx (real uy) (real dx) _ (difference_within _ _ Fv)
      (difference_within _ _ Fd) E2) as A1.
    pose proof (product_error ud etad u_double_small Ux Dy (real ux) (real dy) _ (difference_within _ _ Fu)
      (difference_within _ _ Fe) E3) as A2.
    unfold S, V. rewrite <- (Rabs_Ropp (Ux * Dy)).
    apply (sum_error ud etad u_double_small eta_double_pos (Uy * Dx) (- (Ux * Dy)) (real (fmul uy dx)) (- real (fmul ux
      dy)));
      auto.
    rewrite Rabs_Ropp. replace (- real (fmul ux dy) - - (Ux * Dy)) with (- (real (fmul ux dy) - Ux * Dy)) by ring.
    now rewrite Rabs_Ropp. }
  assert (SV : Rabs S <= V).
  { unfold S, V, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rle_refl. }
  assert (VP : V <= (1 + 5 * ud) * P).
  { unfold V. eapply Rle_trans; [apply cross_terms |].
    apply product_of_sums; auto; pose proof (Rabs_pos Ux); pose proof (Rabs_pos Uy); pose proof (Rabs_pos Dx);
      pose proof (Rabs_pos Dy); lra. }
  assert (UP : 0 <= ud * P <= / 1048576 * P) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUP : 0 <= ud * (ud * P) <= / 1048576 * (ud * P)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UQ : 0 <= ud * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUQ : 0 <= ud * (ud * Q) <= / 1048576 * (ud * Q)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UR : 0 <= ud * RR <= / 1048576 * RR) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUR : 0 <= ud * (ud * RR) <= / 1048576 * (ud * RR)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  (* the bound *)
  assert (HB : (1 - 5 * ud) * RR + 635 / 10 * (ud * P) + 1000 * etad <= real bound).
  { destruct (fadd_error _ _ FB) as (H1 & H2 & D1). fold bound in D1. destruct (fadd_error _ _ H1) as (_ & H3 & D2).
    destruct (fmul_error _ _ H3) as (_ & H4 & D3). destruct (fadd_error _ _ H4) as (_ & _ & D4).
    destruct (fmul_error _ _ H2) as (_ & _ & D5). destruct (fmul_error _ _ FP) as (_ & _ & D6). rewrite V47 in D5.
    assert (Tiny : 10000 * etad <= real (fmul (fconst 1 3) (fconst 1 (-1022)) : F double)).
    { rewrite real_SF. replace (B2SF (fmul (fconst 1 3) (fconst 1 (-1022)) : F double)) with (SpecFloat.S754_finite
        false 4503599627370496 (-1071)) by (vm_compute; reflexivity).
      unfold SF2R, eta. change (emin double - 1)%Z with (-1075)%Z.
      rewrite (F2R_power _ _ 52) by (reflexivity || lia). replace (52 + -1071)%Z with (56 + -1075)%Z by lia. rewrite
        bpow_plus.
      pose proof (bpow_gt_0 radix2 (-1075)). assert (10000 <= bpow radix2 56) by (simpl; lra). apply Rmult_le_compat_r;
        lra. }
    set (ty := real (fmul (fconst 1 3) (fconst 1 (-1022)))) in *. set (rs := real (fadd reach own)) in *.
    pose proof (nonneg_real _ reach_valid). pose proof (nonneg_real _ own_valid).
    rewrite (Rabs_pos_eq (real reach + real own)) in D4 by lra. apply within in D4.
    assert (u0 : 0 <= real u_far) by (apply nonneg_real, far_nonneg).
    assert (RL : (1 - ud) * RR <= real u_far * rs).
    { unfold RR. replace ((1 - ud) * (real u_far * (real reach + real own))) with (real u_far * ((1 - ud) * (real reach
      +
        real own))) by ring. apply Rmult_le_compat_l; lra. }
    assert (rs0 : 0 <= real u_far * rs) by (apply Rmult_le_pos; [lra |]; apply nonneg_real; now apply nonneg_fadd).
    rewrite (Rabs_pos_eq (real u_far * rs)) in D3 by exact rs0. apply within in D3.
    fold P in D6. rewrite (Rabs_pos_eq P) in D6 by exact P0. apply within in D6. set (p := real (fmul u_far a_far)) in
      *.
    assert (p0 : 0 <= p) by (apply nonneg_real, nonneg_fmul; apply far_nonneg).
    rewrite (Rabs_pos_eq (64 * ud * p)) in D5 by (apply Rmult_le_pos; lra). apply within in D5.
    assert (Up : ud * ((1 - ud) * P - etad) <= ud * p) by (apply Rmult_le_compat_l; lra).
    assert (Up2 : ud * p <= ud * ((1 + ud) * P + etad)) by (apply Rmult_le_compat_l; lra).
    assert (Up3 : ud * (ud * p) <= / 1048576 * (ud * p)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
    set (m1 := real (fmul u_far (fadd reach own))) in *. set (m2 := real (fmul (fconst 1 (-47)) (fmul u_far a_far))) in
      *.
    assert (M1 : (1 - 2 * ud) * RR - etad <= m1).
    { assert ((1 - ud) * ((1 - ud) * RR) <= (1 - ud) * (real u_far * rs)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (M2 : 638 / 10 * (ud * P) - 3 * etad <= m2) by lra.
    assert (M3 : 0 <= ty + m1) by (unfold m1; pose proof (nonneg_real (fmul u_far (fadd reach own)) ltac:(apply
      nonneg_fmul;
      [apply far_nonneg | now apply nonneg_fadd])); lra).
    rewrite (Rabs_pos_eq (ty + m1)) in D2 by exact M3. apply within in D2.
    set (s1 := real (fadd (fmul (fconst 1 3) (fconst 1 (-1022))) (fmul u_far (fadd reach own)))) in *.
    assert (S1 : (1 - 3 * ud) * RR + 9990 * etad <= s1).
    { assert ((1 - ud) * ((1 - 2 * ud) * RR + 9999 * etad) <= (1 - ud) * (ty + m1)) by (apply Rmult_le_compat_l; lra).
      lra. }
    assert (S2 : 0 <= s1 + m2) by (assert (0 <= (1 - 3 * ud) * RR) by (apply Rmult_le_pos; lra); lra).
    rewrite (Rabs_pos_eq (s1 + m2)) in D1 by exact S2. apply within in D1.
    assert ((1 - ud) * ((1 - 3 * ud) * RR + 638 / 10 * (ud * P) + 9980 * etad) <= (1 - ud) * (s1 + m2)) by
      (apply Rmult_le_compat_l; lra). lra. }
  set (x := real (fmul (fconst 1 (-47)) (fmul u_far path_far))) in *.
  assert (x0 : 0 <= x) by (apply nonneg_real, bound_nonneg).
  assert (HX : 635 / 10 * (ud * Q) - 3 * etad <= x).
  { fold Q in E7. rewrite (Rabs_pos_eq Q) in E7 by exact Q0. apply within in E7. set (q := real (fmul u_far path_far))
    in *.
    assert (q0 : 0 <= q) by (apply nonneg_real, nonneg_fmul; apply far_nonneg).
    rewrite (Rabs_pos_eq (64 * ud * q)) in E6 by (apply Rmult_le_pos; lra). apply within in E6.
    assert (Uq : ud * ((1 - ud) * Q - etad) <= ud * q) by (apply Rmult_le_compat_l; lra).
    assert (Uq2 : ud * q <= ud * ((1 + ud) * Q + etad)) by (apply Rmult_le_compat_l; lra).
    assert (Uq3 : ud * (ud * q) <= / 1048576 * (ud * q)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
      lra. }
  destruct (left_in_reals (real start) S V P Q RR (real bound) (real gap) x (real left) P0 Q0 R0 HS SV VP HB E4 x0 HX E5
    L0) as (A & B & D).
  split; [| split; [exact B | exact D]]. eapply Rle_trans; [exact A |]. destruct sign_is as (_ & Sg & St).
  specialize (St Fs). rewrite <- St.
  assert (sg * real start - sg * S <= Rabs (real start - S)); [| lra].
  rewrite <- Rmult_minus_distr_l. destruct Sg as [-> | ->]; [rewrite Rmult_1_l; apply Rle_abs |].
  replace (-1 * (real start - S)) with (- (real start - S)) by ring. rewrite <- Rabs_Ropp. apply Rle_abs.
Qed.

(* ---- how the path approaches ---- *)

Lemma closing_is_rounded : exists t, is_rounded closing t /\
  Rabs (t - sg * C) <= 32 / 10 * (ud * Q) + 3 * etad /\ Rabs t <= 11 / 10 * Q + 3 * etad /\ Rabs (sg * C) <= 11 / 10 *
    Q.
Proof.
  destruct all_finite as (FL & FG & FB & FP & FQ & Fs & Fu & Fv & Fd & Fe & L0).
  destruct sizes as (F1 & F2 & F3 & P0 & Q0 & R0 & BU & BD & BP). destruct sign_is as (Fsg & Sg & _).
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  destruct (one_times sign uy sg Fsg eq_refl Sg Fv) as (Fcx & Vcx). fold cx in Fcx, Vcx.
  assert (Sg' : - sg = 1 \/ - sg = -1) by (destruct Sg as [-> | ->]; [right | left]; lra).
  destruct (one_times (fneg sign) ux (- sg) (finite_fneg _ Fsg) (real_fneg sign) Sg' Fu) as (Fcy & Vcy). fold cy in Fcy,
    Vcy.
  assert (As : Rabs sg = 1) by (destruct Sg as [-> | ->]; [apply Rabs_R1 | rewrite Rabs_left; lra]).
  assert (Ax : Rabs (real cx) = Rabs (real uy)) by (rewrite Vcx, Rabs_mult, As; ring).
  assert (Ay : Rabs (real cy) = Rabs (real ux)) by (rewrite Vcy, Rabs_mult, Rabs_Ropp, As; ring).
  destruct (sums_are ux uy F1) as (X1 & X2 & _). destruct (sums_are px py F3) as (Y1 & Y2 & _).
  fold u_far in X1, X2. fold path_far in Y1, Y2. rewrite <- Ax in X2. rewrite <- Ay in X1.
  pose proof (product_is_finite _ _ FQ cx px Fcx Fpx X2 Y1) as G1.
  pose proof (product_is_finite _ _ FQ cy py Fcy Fpy X1 Y2) as G2.
  destruct (sum_rounds closing (fmul cx px) cy py closing_is G1 G2) as (t & Rt & E). exists t. split; [exact Rt |].
  destruct (fmul_error _ _ G1) as (_ & _ & E1).
  pose proof (difference_within _ _ Fv) as Dv. fold uy Uy in Dv. pose proof (difference_within _ _ Fu) as Du. fold ux Ux
    in Du.
  set (V := Rabs (Uy * real px) + Rabs (Ux * real py)).
  assert (VQ : V <= (1 + 5 * ud) * Q).
  { unfold V. eapply Rle_trans; [apply cross_terms |].
    pose proof (Rabs_pos Ux). pose proof (Rabs_pos Uy). pose proof (Rabs_pos (real px)). pose proof (Rabs_pos (real
      py)).
    apply product_of_sums; [lra | lra | exact BU | exact BP]. }
  assert (UQ : 0 <= ud * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUQ : 0 <= ud * (ud * Q) <= / 1048576 * (ud * Q)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (V0 : 0 <= V) by (unfold V; pose proof (Rabs_pos (Uy * real px)); pose proof (Rabs_pos (Ux * real py)); lra).
  assert (UV : 0 <= ud * V <= ud * ((1 + 5 * ud) * Q)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra).
  assert (UUV : 0 <= ud * (ud * V) <= / 1048576 * (ud * V)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (Term : forall w W c z : R, Rabs (w - W) <= ud * Rabs W -> Rabs c = 1 ->
    Rabs (c * w * z - c * W * z) <= ud * Rabs (W * z) /\ Rabs (c * w * z) <= (1 + ud) * Rabs (W * z)).
  { intros w W c z H Hc. assert (H' : Rabs (c * w * z - c * W * z) <= ud * Rabs (W * z)).
    { replace (c * w * z - c * W * z) with (c * ((w - W) * z)) by ring. rewrite Rabs_mult, Hc, Rmult_1_l, !Rabs_mult.
      rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos | exact H]. }
    split; [exact H' |]. replace (c * w * z) with (c * W * z + (c * w * z - c * W * z)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. replace (Rabs (c * W * z)) with (Rabs (W * z)); [lra |].
    rewrite Rmult_assoc, (Rabs_mult c), Hc. ring. }
  destruct (Term _ _ sg (real px) Dv As) as (T1 & T2).
  destruct (Term _ _ (- sg) (real py) Du ltac:(now rewrite Rabs_Ropp)) as (T3 & T4).
  rewrite <- Vcx in T1, T2. rewrite <- Vcy in T3, T4. clear Term.
  set (x := real (fmul cx px)) in *. set (y := real cy * real py) in *. set (x' := real cx * real px) in *.
  assert (EC : sg * C = sg * Uy * real px + - sg * Ux * real py) by (unfold C; ring).
  assert (B1 : Rabs (t - sg * C) <= 32 / 10 * (ud * Q) + 3 * etad).
  { rewrite EC. replace (t - (sg * Uy * real px + - sg * Ux * real py)) with
      ((t - (x + y)) + (x - x') + (x' - sg * Uy * real px) + (y - - sg * Ux * real py)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    eapply Rle_trans; [apply Rplus_le_compat_r, Rplus_le_compat_r, Rabs_triang |].
    assert (ud * Rabs y <= ud * ((1 + ud) * Rabs (Ux * real py))) by (apply Rmult_le_compat_l; lra).
    assert (ud * Rabs x' <= ud * ((1 + ud) * Rabs (Uy * real px))) by (apply Rmult_le_compat_l; lra).
    unfold V in *. lra. }
  assert (B2 : Rabs (sg * C) <= V).
  { rewrite Rabs_mult, As, Rmult_1_l. unfold C, V, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    apply Rle_refl. }
  split; [exact B1 |]. split; [| lra].
  replace t with (sg * C + (t - sg * C)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The path approaches the line by less than what is left. *)
Definition approaches_slowly := forall tau, 0 <= tau <= real until ->
  tau * (sg * C) <= real left + 20 * (ud * P) + 20 * (ud * Q) + 20 * etad.

Lemma slow_if (c t : R) : Rabs (t - sg * C) <= 32 / 10 * (ud * Q) + 3 * etad -> Rabs t <= 11 / 10 * Q + 3 * etad ->
  Rabs (c - t) <= ud * Rabs t + etad ->
  (0 <= c -> real until * c <= real left + 13 / 10 * (ud * P) + 13 / 10 * (ud * Q) + 8 * etad) -> approaches_slowly.
Proof.
  intros E B R H tau Ht. destruct all_finite as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & L0).
  destruct sizes as (_ & _ & _ & P0 & Q0 & _). pose proof u_double_small as U. pose proof eta_double_pos as T.
  assert (UP : 0 <= ud * P) by (apply Rmult_le_pos; lra). assert (UQ : 0 <= ud * Q) by (apply Rmult_le_pos; lra).
  assert (UT : ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  assert (D : sg * C <= c + 5 * (ud * Q) + 5 * etad).
  { assert (ud * Rabs t <= ud * (11 / 10 * Q + 3 * etad)) by (apply Rmult_le_compat_l; lra).
    apply within in E, R. lra. }
  assert (M : tau * (sg * C) <= tau * (c + 5 * (ud * Q) + 5 * etad)) by (apply Rmult_le_compat_l; lra).
  assert (N : tau * (5 * (ud * Q) + 5 * etad) <= 1 * (5 * (ud * Q) + 5 * etad)) by (apply Rmult_le_compat_r; lra).
  destruct (Rle_or_lt 0 c) as [c0 | c0].
  - assert (tau * c <= real until * c) by (apply Rmult_le_compat_r; lra). specialize (H c0). lra.
  - assert (tau * c <= 0); [| lra]. rewrite <- (Rmult_0_r tau). apply Rmult_le_compat_l; lra.
Qed.

(* A path that goes away from the line. *)
Lemma slow_if_negative t : Rabs (t - sg * C) <= 32 / 10 * (ud * Q) + 3 * etad -> t <= 0 -> approaches_slowly.
Proof.
  intros E N tau Ht. destruct all_finite as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & L0).
  destruct sizes as (_ & _ & _ & P0 & Q0 & _). pose proof u_double_small as U. pose proof eta_double_pos as T.
  assert (UP : 0 <= ud * P) by (apply Rmult_le_pos; lra). assert (UQ : 0 <= ud * Q) by (apply Rmult_le_pos; lra).
  apply within in E.
  assert (M : tau * (sg * C) <= tau * (32 / 10 * (ud * Q) + 3 * etad)) by (apply Rmult_le_compat_l; lra).
  assert (tau * (32 / 10 * (ud * Q) + 3 * etad) <= 1 * (32 / 10 * (ud * Q) + 3 * etad)) by (apply Rmult_le_compat_r;
    lra). lra.
Qed.

Theorem late_is_slow : flt (fmul until closing) left = true -> approaches_slowly.
Proof.
  intros H. destruct all_finite as (FL & _ & _ & _ & _ & _ & _ & _ & _ & _ & L0).
  destruct closing_is_rounded as (t & (Nc & R) & E & B & _). pose proof u_double_small as U. pose proof eta_double_pos
    as T.
  destruct sizes as (_ & _ & _ & P0 & Q0 & _).
  assert (UP : 0 <= ud * P) by (apply Rmult_le_pos; lra). assert (UQ : 0 <= ud * Q <= / 1048576 * Q) by
    (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUQ : 0 <= ud * (ud * Q) <= / 1048576 * (ud * Q)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  destruct R as [(Fc & _ & V) | [(_ & Ic) | (G & _)]].
  - pose proof (rnd_error double t) as Er. rewrite <- V in Er. apply (slow_if (real closing) t E B Er). intros c0.
    assert (Fm : finite (fmul until closing)).
    { apply product_by_unit; auto. rewrite Rabs_pos_eq; lra. }
    destruct (fmul_error _ _ Fm) as (_ & _ & Em). apply flt_real in H; auto.
    assert (M : 0 <= real until * real closing <= 1 * real closing) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
    rewrite (Rabs_pos_eq (real until * real closing)) in Em by lra. apply within in Em, Er. apply Rabs_le_inv in B.
    assert (ud * Rabs t <= ud * (11 / 10 * Q + 3 * etad)) by (apply Rmult_le_compat_l; [lra | apply Rabs_le; exact B]).
    assert (ud * (real until * real closing) <= ud * (12 / 10 * Q + 5 * etad)) by (apply Rmult_le_compat_l; lra). lra.
  - exfalso. rewrite Ic in H. destruct until as [s | s | | [|] m e M]; try discriminate until_finite.
    + discriminate H.
    + assert (N : F2R (Float radix2 (Z.neg m) e) < 0) by (now apply F2R_lt_0).
      unfold real in until_range. simpl in until_range. lra.
    + destruct left as [| [|] | | ]; try discriminate; discriminate FL.
  - apply (slow_if_negative t E). assert (rnd double t < 0) by (pose proof (@huge_at_least_1 double); lra).
    destruct (Rle_or_lt t 0) as [N | N]; [exact N |]. pose proof (rnd_nonneg double t ltac:(lra)). lra.
Qed.

End Late.
