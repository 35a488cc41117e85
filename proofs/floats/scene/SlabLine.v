(* Axes whose line the path does not reach (axes_apart in src/scene/leaf_lanes.h, set_path in
   src/scene/traversal.c): if u x (p - a) is beyond |u| times the margin at both ends of the path, on one side, then all
   points of the line are farther than `reach` from the exact path.

   In units of u times all terms T, the computed values are off by 9, the rounded inputs by 4, and the bound has 63. The
   end of the path is off by 5.2 u of the largest coordinate; the margin has 16. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry Regions Overflow Fused Products SideDistance
  SlabParts SlabBeside SlabChain.
From Carom Require LaneBound Lanes Order SearchRegions PathLimit PathRegion.
From Carom Require Terms_region.
Import Terms_region.sum_up_terms(sum_up_results).

Open Scope R_scope.

Notation top := (@huge double).

(* The margin covers the error of the end of the path. *)
Lemma path_margin (reach size margin : F double) : sum_up_results reach (fmul size (fconst 1 (-49))) margin ->
  nonneg reach -> finite margin -> 0 <= real size ->
  finite reach /\ 0 <= real reach /\ real reach + 55 / 10 * ud * real size + 102 / 100 * etad <= real margin.
Proof.
  intros H N F1 P. pose proof H as [E]. pose proof F1 as F2. rewrite E in F2. destruct (fadd_finite _ _ F2) as (F3 & _ &
      _).
  destruct (fmul_finite _ _ F3) as (F4 & _ & _). destruct (fadd_finite _ _ F4) as (Fr & Fm & _). destruct (fmul_finite _
      _ Fm) as (Fs & Fc & Vm).
  pose proof (nonneg_real _ N) as R0. split; [exact Fr |]. split; [exact R0 |].
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  destruct (constant_value (-49) ltac:(lia)) as [_ C49].
  assert (P49 : bpow radix2 (-49) = 16 * ud) by (unfold u; change (-49)%Z with (4 + - prec double)%Z; rewrite bpow_plus;
      reflexivity).
  rewrite C49, P49 in Vm. assert (q0 : 0 <= real (fmul size (fconst 1 (-49)))) by (rewrite Vm; apply rnd_nonneg,
      Rmult_le_pos; lra).
  pose proof (rnd_error double (real size * (16 * ud))) as Q. rewrite <- Vm, (Rabs_pos_eq (real size * (16 * ud))) in Q
      by (apply Rmult_le_pos; lra). apply within in Q.
  assert (US : 0 <= ud * real size <= / 1048576 * real size) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  assert (UUS : 0 <= ud * (ud * real size) <= / 1048576 * (ud * real size)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  destruct (SearchRegions.sum_up_above _ _ _ H) as (_ & _ & [I | (_ & _ & _ & L)]); auto using number_finite,
      nonneg_of_real.
  - rewrite I in F1. discriminate.
  - destruct (Rle_or_lt (ud * real size) (6 / 100 * etad)); lra.
Qed.

(* ---- real numbers ---- *)

Lemma factors_close A a B b : Rabs (a - A) <= ud * Rabs A -> Rabs (b - B) <= ud * Rabs B ->
  Rabs (A * B - a * b) <= 21 / 10 * ud * Rabs (a * b).
Proof.
  intros HA HB. pose proof u_double_small as U.
  assert (G : forall X x : R, Rabs (x - X) <= ud * Rabs X -> Rabs X <= (1 + 101 / 100 * ud) * Rabs x).
  { intros X x H. pose proof (Rabs_pos X). pose proof (Rabs_pos x).
    assert ((1 - ud) * Rabs X <= Rabs x).
    { replace x with (X - (X - x)) at 1 by ring. eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite (Rabs_minus_sym X
        x). lra. }
    assert (0 <= ud * Rabs x <= / 1048576 * Rabs x) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    assert (0 <= ud * (ud * Rabs x) <= / 1048576 * (ud * Rabs x)) by (split; [apply Rmult_le_pos | apply
        Rmult_le_compat_r]; lra).
    apply Rmult_le_reg_l with (1 - ud); [lra |]. lra. }
  pose proof (G A a HA) as GA. pose proof (G B b HB) as GB. pose proof (Rabs_pos a). pose proof (Rabs_pos b).
  pose proof (Rabs_pos A). pose proof (Rabs_pos B).
  replace (A * B - a * b) with (- (a - A) * B - a * (b - B)) by ring. unfold Rminus at 1.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult, Rabs_Ropp. unfold Rminus in HA, HB |- *.
  assert (P1 : Rabs (a + - A) * Rabs B <= ud * Rabs A * Rabs B) by (apply Rmult_le_compat_r; lra).
  assert (P2 : Rabs a * Rabs (b + - B) <= Rabs a * (ud * Rabs B)) by (apply Rmult_le_compat_l; lra).
  assert (P3 : Rabs A * Rabs B <= (1 + 101 / 100 * ud) * Rabs a * ((1 + 101 / 100 * ud) * Rabs b)) by (apply
      Rmult_le_compat; lra).
  assert (P4 : Rabs a * Rabs B <= Rabs a * ((1 + 101 / 100 * ud) * Rabs b)) by (apply Rmult_le_compat_l; lra).
  assert (M : 0 <= Rabs a * Rabs b) by (apply Rmult_le_pos; lra). set (m := Rabs a * Rabs b) in *.
  replace ((1 + 101 / 100 * ud) * Rabs a * ((1 + 101 / 100 * ud) * Rabs b)) with ((1 + 101 / 100 * ud) * (1 + 101 / 100
      * ud) * m) in P3
    by (unfold m; ring).
  replace (Rabs a * ((1 + 101 / 100 * ud) * Rabs b)) with ((1 + 101 / 100 * ud) * m) in P4 by (unfold m; ring).
  assert (P5 : ud * (Rabs A * Rabs B) <= ud * ((1 + 101 / 100 * ud) * (1 + 101 / 100 * ud) * m)) by (apply
      Rmult_le_compat_l; lra).
  assert (P6 : ud * (Rabs a * Rabs B) <= ud * ((1 + 101 / 100 * ud) * m)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= ud * m <= / 1048576 * m) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (0 <= ud * (ud * m) <= / 1048576 * (ud * m)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (ud * (ud * (ud * m)) <= / 1048576 * (ud * (ud * m))) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* The bound of the lane. *)
Section Bound.
Variables u_far margin a_far path_far plus of_ reach : F double.
Hypothesis plus_is : sum_or_fused plus (fmul (fconst 1 3) (fconst 1 (-1022))) (fmul u_far margin) None (Some (u_far,
    margin)).
Hypothesis of_is : of_ = fmul u_far (fadd a_far path_far).
Hypothesis reach_is : sum_or_fused reach plus (fmul (fconst 1 (-47)) of_) None (Some (fconst 1 (-47), of_)).
Hypothesis reach_finite : finite reach.
Hypothesis Nu : nonneg u_far. Hypothesis Nm : nonneg margin. Hypothesis Na : nonneg a_far. Hypothesis Np : nonneg
    path_far.

Lemma bound_is : finite u_far /\ finite margin /\ finite a_far /\ finite path_far /\ finite of_ /\
  let T := real u_far * (real a_far + real path_far) in
  real of_ < top /\ (1 - 3 * ud) * T - etad <= real of_ /\
  (1 - 5 * ud) * (real u_far * real margin) + 635 / 10 * (ud * T) + 1000 * etad <= real reach.
Proof.
  destruct (sum_or_fused_error (proj2 u_double_small) _ _ _ _ _ reach_is I eq_refl reach_finite) as (Fp & (_ & Fo) &
      E1).
  destruct (sum_or_fused_error (proj2 u_double_small) _ _ _ _ _ plus_is I eq_refl Fp) as (_ & (Fu & Fm) & E2).
  cbn [value operand_finite] in *. pose proof Fo as Fo'. rewrite of_is in Fo'. destruct (fmul_error _ _ Fo') as (_ & Fs
      & E3).
  destruct (fadd_error _ _ Fs) as (Fa & Fpf & E4). rewrite <- of_is in E3.
  cbv zeta. do 5 (split; [assumption |]). set (T := real u_far * (real a_far + real path_far)). pose proof
      u_double_small as U. pose proof eta_double_pos as ET.
  pose proof (nonneg_real _ Nu). pose proof (nonneg_real _ Nm). pose proof (nonneg_real _ Na). pose proof (nonneg_real _
      Np).
  destruct (constant_value (-47) ltac:(lia)) as [_ C47].
  assert (P47 : bpow radix2 (-47) = 64 * ud) by (unfold u; change (-47)%Z with (6 + - prec double)%Z; rewrite bpow_plus;
      reflexivity).
  rewrite C47, P47 in E1.
  assert (Tiny : 10000 * etad <= real (fmul (fconst 1 3) (fconst 1 (-1022)) : F double)).
  { rewrite real_SF. replace (B2SF (fmul (fconst 1 3) (fconst 1 (-1022)) : F double)) with (SpecFloat.S754_finite false
      4503599627370496 (-1071))
      by (vm_compute; reflexivity). unfold SF2R, eta. change (emin double - 1)%Z with (-1075)%Z.
    rewrite (F2R_power _ _ 52) by (reflexivity || lia). replace (52 + -1071)%Z with (56 + -1075)%Z by lia. rewrite
        bpow_plus.
    pose proof (bpow_gt_0 radix2 (-1075)). assert (10000 <= bpow radix2 56) by (simpl; lra). apply Rmult_le_compat_r;
        lra. }
  set (ty := real (fmul (fconst 1 3) (fconst 1 (-1022)))) in *.
  rewrite (Rabs_pos_eq (real a_far + real path_far)) in E4 by lra. apply within in E4. set (s := real (fadd a_far
      path_far)) in *.
  set (w := real a_far + real path_far) in *. assert (w0 : 0 <= w) by (unfold w; lra).
  assert (Uw : 0 <= ud * w <= / 1048576 * w) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (s0 : 0 <= s) by lra. assert (us0 : 0 <= real u_far * s) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq _ us0) in E3. apply within in E3.
  assert (T0 : 0 <= T) by (apply Rmult_le_pos; lra).
  assert (us : (1 - ud) * T <= real u_far * s).
  { unfold T. replace ((1 - ud) * (real u_far * w)) with (real u_far * ((1 - ud) * w)) by ring. apply Rmult_le_compat_l;
      lra. }
  assert (UT : 0 <= ud * T <= / 1048576 * T) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUT : 0 <= ud * (ud * T) <= / 1048576 * (ud * T)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  assert (O1 : (1 - ud) * ((1 - ud) * T) <= (1 - ud) * (real u_far * s)) by (apply Rmult_le_compat_l; lra).
  assert (Ol : (1 - 3 * ud) * T - etad <= real of_) by lra.
  split; [| split; [exact Ol |]].
  { pose proof (real_below of_) as B. apply Rabs_def2 in B. unfold huge. lra. }
  assert (o0 : 0 <= real of_).
  { apply nonneg_real. rewrite of_is. apply nonneg_fmul; [exact Nu | now apply nonneg_fadd]. }
  set (um := real u_far * real margin) in *. assert (um0 : 0 <= um) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq ty), (Rabs_pos_eq um) in E2 by lra. apply within in E2.
  assert (Uum : 0 <= ud * um <= / 1048576 * um) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Uty : 0 <= ud * ty <= / 1048576 * ty) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  set (p := real plus) in *. assert (p0 : 0 <= p) by lra.
  assert (Uo : 0 <= ud * real of_ <= / 1048576 * real of_) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  rewrite (Rabs_pos_eq p), (Rabs_pos_eq (64 * ud * real of_)) in E1 by lra. apply within in E1.
  assert (Up : ud * p <= ud * ((1 + 201 / 100 * ud) * (ty + um) + 4 * etad)) by (apply Rmult_le_compat_l; lra).
  assert (UUo : 0 <= ud * (ud * real of_) <= / 1048576 * (ud * real of_)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  assert (UUum : 0 <= ud * (ud * um) <= / 1048576 * (ud * um)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  assert (UUty : 0 <= ud * (ud * ty) <= / 1048576 * (ud * ty)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  assert (UE : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UOl : ud * ((1 - 3 * ud) * T - etad) <= ud * real of_) by (apply Rmult_le_compat_l; lra). lra.
Qed.

End Bound.
