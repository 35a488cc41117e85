(* The box of the start and the ends of all paths of a packet (box_with_end, set_packet_region in
   src/scene/traversal.c): `size` is at least all their coordinates, and the region holds every place within reach of a
   path, but for 2^-53 of the margin.

   carom_packet_start calls box_with_end once for each path; box_of_ends says the same. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Lanes Overflow Order IndexCoordinates SearchRegions PacketSlab.
From Carom Require SlabParts SlabBeside SlabLine SlabRegion PathRegion.
From Carom Require Terms_packet Terms_index.
Import Terms_packet.box_with_end_terms(box_with_end_results).
Import Terms_packet.set_packet_region_terms(set_packet_region_results).

Open Scope R_scope.

(* The paths, the last one first, and the box. *)
Inductive box_of_ends (fx fy : F double) : list (F double * F double) -> box double -> Prop :=
  | box_of_start : box_of_ends fx fy nil (Box _ fx fx fy fy)
  | box_of_next mx my paths b x0 y0 x1 y1 : box_of_ends fx fy paths b ->
      box_with_end_results (min_x b) (min_y b) (max_x b) (max_y b) fx fy mx my x0 y0 x1 y1 ->
      box_of_ends fx fy ((mx, my) :: paths) (Box _ x0 x1 y0 y1).

Section Ends.
Variables fx fy : F double.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy.

Definition between (lo v hi : F double) := fle lo v = true /\ fle v hi = true.

Lemma between_wider lo v hi lo' hi' : between lo v hi -> fle lo' lo = true -> fle hi hi' = true -> between lo' v hi'.
Proof. intros (A & B) C D. split; eapply fle_trans; eassumption. Qed.

Lemma ends_between paths b : box_of_ends fx fy paths b -> Forall (fun m => finite (fst m) /\ finite (snd m)) paths ->
  box_of_numbers b /\ between (min_x b) fx (max_x b) /\ between (min_y b) fy (max_y b) /\
  forall mx my, In (mx, my) paths -> between (min_x b) (fadd fx mx) (max_x b) /\ between (min_y b) (fadd fy my) (max_y
    b).
Proof.
  intros H. induction H as [| mx my paths b x0 y0 x1 y1 Hb IH Hs]; intros Fp.
  - pose proof (number_finite fx Ffx) as N1. pose proof (number_finite fy Ffy) as N2.
    split; [repeat split; assumption |]. split; [split; now apply fle_refl |]. split; [split; now apply fle_refl |].
    intros mx my [].
  - inversion_clear Fp as [| ? ? Fm Fp']. destruct Fm as (Fmx & Fmy). cbn [fst snd] in Fmx, Fmy.
    destruct (IH Fp') as ((N0 & N1 & N2 & N3) & Bx & By & Bp). clear IH.
    destruct Hs as (tx & ty & ex & ey & ex' & ey' & [-> -> -> -> -> -> -> -> -> ->]). cbn [min_x max_x min_y max_y].
    assert (Nx : number (fadd fx mx)) by now apply fadd_rounds. assert (Ny : number (fadd fy my)) by now apply
      fadd_rounds.
    destruct (smaller_is_below (fadd fx mx) (min_x b) Nx N0) as (A1 & A2 & A3).
    destruct (larger_is_above (fadd fx mx) (max_x b) Nx N1) as (B1 & B2 & B3).
    destruct (smaller_is_below (fadd fy my) (min_y b) Ny N2) as (C1 & C2 & C3).
    destruct (larger_is_above (fadd fy my) (max_y b) Ny N3) as (D1 & D2 & D3).
    split; [repeat split; assumption |]. split; [eapply between_wider; eassumption |].
    split; [eapply between_wider; eassumption |]. intros nx ny [E | I].
    + injection E as <- <-. split; split; assumption.
    + destruct (Bp _ _ I) as (P1 & P2). split; eapply between_wider; eassumption.
Qed.

Lemma between_finite lo v hi : between lo v hi -> finite lo -> finite hi ->
  finite v /\ real lo <= real v <= real hi.
Proof.
  intros (A & B) Fl Fh. assert (Fv : finite v).
  { destruct v as [| [|] | |]; try reflexivity; exfalso.
    - destruct lo; discriminate.
    - destruct hi; discriminate.
    - destruct lo; discriminate. }
  apply fle_real in A; auto. apply fle_real in B; auto.
Qed.

(* ---- the size and the region ---- *)

Variables ox oy scale reach size p_reach x0 y0 x1 y1 : F double.
Variables i0 i1 i2 i3 : F single.
Variable paths : list (F double * F double).
Variable ends : box double.
Hypothesis ends_are : box_of_ends fx fy paths ends.
Hypothesis paths_finite : Forall (fun m => finite (fst m) /\ finite (snd m)) paths.
Hypothesis region_is : set_packet_region_results ox oy scale (min_x ends) (min_y ends) (max_x ends) (max_y ends) reach
  size p_reach x0 y0 x1 y1 i0 i1 i2 i3.
Hypothesis reach_number : number reach. Hypothesis reach_valid : nonneg reach.

Lemma size_is : number size /\ nonneg size /\ (finite size ->
  finite (min_x ends) /\ finite (max_x ends) /\ finite (min_y ends) /\ finite (max_y ends) /\
  Rabs (real (min_x ends)) <= real size /\ Rabs (real (max_x ends)) <= real size /\
  Rabs (real (min_y ends)) <= real size /\ Rabs (real (max_y ends)) <= real size).
Proof.
  destruct region_is as (l1 & l2 & l3 & l4 & l5 & l6 & s & wx & wy & H).
  destruct H as [-> -> -> -> E5 E6 Es _ _ _ _ _ _ _ _ ->].
  destruct (ends_between _ _ ends_are paths_finite) as ((N0 & N1 & N2 & N3) & _).
  assert (Nn : forall v : F double, number v -> v <> B754_nan) by (intros v N ->; discriminate).
  assert (P5 : nonneg l5 /\ l5 <> B754_nan).
  { rewrite E5. destruct (flt (fabs (max_x ends)) (fabs (min_x ends))); split; auto using nonneg_fabs,
    SlabBeside.fabs_not_nan. }
  assert (P6 : nonneg l6 /\ l6 <> B754_nan).
  { rewrite E6. destruct (flt (fabs (max_y ends)) (fabs (min_y ends))); split; auto using nonneg_fabs,
    SlabBeside.fabs_not_nan. }
  assert (Nan : forall v : F double, v <> B754_nan -> number v) by (intros v N; destruct v; try reflexivity; now elim
    N).
  split; [rewrite Es; destruct (flt l6 l5); apply Nan; tauto |].
  split; [rewrite Es; destruct (flt l6 l5); tauto |]. intros Fs. rewrite Es in Fs.
  destruct (SlabBeside.max_bounds _ _ _ (SlabBeside.larger_is_some_max l5 l6)) as (F5 & F6 & B5 & B6); try tauto.
  rewrite <- Es in B5, B6. rewrite E5 in F5, B5. rewrite E6 in F6, B6.
  destruct (SlabBeside.larger_abs _ _ (Nn _ N0) (Nn _ N1) F5) as (G0 & G1 & C0 & C1).
  destruct (SlabBeside.larger_abs _ _ (Nn _ N2) (Nn _ N3) F6) as (G2 & G3 & C2 & C3).
  repeat split; auto; lra.
Qed.

Theorem packet_size_covers mx my : In (mx, my) paths -> size_covers size fx fy mx my.
Proof.
  intros I Fs. destruct size_is as (_ & _ & H). destruct (H Fs) as (F0 & F1 & F2 & F3 & S0 & S1 & S2 & S3).
  destruct (ends_between _ _ ends_are paths_finite) as (_ & Bx & By & Bp). destruct (Bp _ _ I) as (Px & Py).
  destruct (between_finite _ _ _ Bx F0 F1) as (_ & B1). destruct (between_finite _ _ _ By F2 F3) as (_ & B2).
  destruct (between_finite _ _ _ Px F0 F1) as (Ftx & B3). destruct (between_finite _ _ _ Py F2 F3) as (Fty & B4).
  apply Rabs_le_inv in S0, S1, S2, S3. do 2 (split; [assumption |]). repeat split; apply Rabs_le; lra.
Qed.

Lemma packet_reach : number p_reach /\ nonneg p_reach /\ (p_reach = finf \/ (finite p_reach /\ finite size /\
  finite reach /\ 0 <= real reach /\ real reach + 55 / 10 * u double * real size + 102 / 100 * eta double <= real
    p_reach)).
Proof.
  pose proof size_is as (Nsz & Ns & _). destruct region_is as (l1 & l2 & l3 & l4 & l5 & l6 & s & wx & wy & H).
  destruct H as [_ _ _ _ _ _ _ E_sum _ _ _ _ _ _ _ Es]. rewrite <- Es in E_sum.
  destruct (Facts.constant_value (-49) ltac:(lia)) as [Fc Vc].
  assert (Np : number (fmul size (fconst 1 (-49)))) by (apply number_fmul; [exact Nsz | exact Fc | rewrite Vc;
    apply bpow_gt_0]).
  assert (Pp : nonneg (fmul size (fconst 1 (-49)))) by (apply nonneg_fmul; [exact Ns | reflexivity]).
  destruct (sum_up_above _ _ _ E_sum reach_number Np reach_valid Pp) as (Nm & Pm & C).
  do 2 (split; [assumption |]). destruct C as [-> | (_ & Fsz & Fm & _)]; [now left | right].
  destruct (fmul_finite _ _ Fsz) as (Fsize & _).
  destruct (SlabLine.path_margin reach size p_reach E_sum reach_valid Fm (nonneg_real _ Ns)) as (Fr & R0 & ME). auto.
Qed.
(* A place within reach of a path is in the region, but for 2^-53 of the margin. *)
Variables tau qx qy : R.
Variables px py : F double.
Hypothesis is_path : In (px, py) paths.
Hypothesis tau_range : 0 <= tau <= 1.
Hypothesis in_reach : finite reach ->
  (qx - (real fx + tau * real px)) ^ 2 + (qy - (real fy + tau * real py)) ^ 2 <= real reach ^ 2.
Let del := u double * real p_reach.

(* One coordinate. *)
Lemma side_holds (e0 e1 f m x0' x1' : F double) (q rest : R) : finite p_reach -> finite e0 -> finite e1 -> between e0 f
  e1 ->
  between e0 (fadd f m) e1 -> Rabs (real e0) <= real size -> Rabs (real e1) <= real size ->
  x0' = fsub e0 p_reach -> x1' = fadd e1 p_reach -> 0 <= rest ->
  (q - (real f + tau * real m)) ^ 2 + rest <= real reach ^ 2 ->
  (at_most x0' (real f) /\ at_least x1' (real f)) /\ (at_most x0' (q + del) /\ at_least x1' (q - del)) /\
  at_least x1' (real f + 8 / 10 * real p_reach) /\ at_most x0' (real f - 8 / 10 * real p_reach).
Proof.
  intros Fp F0 F1 Bf Bt S0 S1 -> -> P D. destruct packet_reach as (_ & _ & [E | (_ & Fs & Fr & R0 & ME)]); [rewrite E
    in Fp;
    discriminate |].
  pose proof u_double_small as U. pose proof (u_pos double) as U0. pose proof (eta_pos double) as T.
  destruct (between_finite _ _ _ Bf F0 F1) as (Ff & B1). destruct (between_finite _ _ _ Bt F0 F1) as (Ft & B2).
  destruct (fadd_finite _ _ Ft) as (_ & Fm & V).
  pose proof (rnd_sum_error double _ _ (real_in_format f) (real_in_format m)) as E. rewrite <- V in E.
  set (t := real (fadd f m)) in *. set (s := real size) in *.
  assert (Bt' : Rabs t <= s) by (apply Rabs_le_inv in S0, S1; apply Rabs_le; lra).
  assert (s0 : 0 <= s) by (pose proof (Rabs_pos t); lra).
  assert (US : 0 <= u double * s <= / 1048576 * s) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (E' : Rabs (t - (real f + real m)) <= 31 / 10 * u double * s + 101 / 100 * eta double).
  { rewrite <- (Rplus_0_r (u double * _)) in E. pose proof E as E2. apply PathLimit.rounded_up in E2; [| lra | lra].
    assert (Rabs (real f + real m) <= (1 + 101 / 100 * u double) * (s + 0)) by (eapply Rle_trans; [exact E2 |];
      apply Rmult_le_compat_l; lra).
    assert (u double * Rabs (real f + real m) <= u double * (11 / 10 * s)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (K : 0 <= 0 <= 1) by lra.
  destruct (PathRegion.path_coordinate (real f) (real f + real m) t q q 0 tau rest (real reach) _ R0 tau_range K P E')
    as (X0
    & X1).
  { eapply Rle_trans; [| exact D]. right. ring. }
  rewrite Rmin_left in X0 by lra. rewrite Rmax_left in X1 by lra.
  assert (G0 : real e0 <= Rmin (real f) t) by (apply Rmin_glb; lra).
  assert (G1 : Rmax (real f) t <= real e1) by (apply Rmax_lub; lra).
  assert (m0 : 0 <= real p_reach) by lra.
  assert (Um : 0 <= u double * real p_reach <= / 1048576 * real p_reach) by (split; [apply Rmult_le_pos | apply
    Rmult_le_compat_r]; lra).
  destruct (SlabRegion.low_margin e0 p_reach s q F0 Fp m0 S0) as (C1 & D1); [lra |].
  destruct (SlabRegion.high_margin e1 p_reach s q F1 Fp m0 S1) as (C2 & D2); [lra |].
  destruct (SlabRegion.high_margin e1 p_reach s (real f + (8 / 10 + u double) * real p_reach) F1 Fp m0 S1) as (C5 & _);
    [lra |].
  destruct (SlabRegion.low_margin e0 p_reach s (real f - (8 / 10 + u double) * real p_reach) F0 Fp m0 S0) as (C6 & _);
    [lra |].
  replace (real f + (8 / 10 + u double) * real p_reach - u double * real p_reach) with (real f + 8 / 10 * real p_reach)
    in C5
    by ring.
  replace (real f - (8 / 10 + u double) * real p_reach + u double * real p_reach) with (real f - 8 / 10 * real p_reach)
    in C6
    by ring.
  assert (H1 : real e0 <= real f) by lra. assert (H2 : real f <= real e1) by lra. specialize (D1 _ H1). specialize (D2
    _ H2).
  unfold del. repeat split; assumption.
Qed.

Theorem packet_region_holds :
  (at_most x0 (real fx) /\ at_least x1 (real fx) /\ at_most y0 (real fy) /\ at_least y1 (real fy)) /\
  (at_most x0 (qx + del) /\ at_least x1 (qx - del) /\ at_most y0 (qy + del) /\ at_least y1 (qy - del)) /\
  0 <= del /\
  (finite p_reach -> at_least x1 (real fx + 8 / 10 * real p_reach) /\ at_most x0 (real fx - 8 / 10 * real p_reach)).
Proof.
  pose proof packet_reach as (_ & Pm & C). pose proof size_is as (_ & _ & Sz).
  destruct region_is as (l1 & l2 & l3 & l4 & l5 & l6 & s & wx & wy & H).
  destruct H as [_ _ _ _ _ _ _ _ -> -> E_x0 E_y0 E_x1 E_y1 _ _].
  destruct (ends_between _ _ ends_are paths_finite) as (_ & Bx & By & Bp). destruct (Bp _ _ is_path) as (Px & Py).
  destruct C as [E | (Fm & Fs & Fr & R0 & _)].
  - assert (Low : forall v f hi : F double, between v f hi -> finite f -> fsub v p_reach = finf_down /\ fadd hi p_reach
    = finf).
    { intros v f hi (A & B) Ff. rewrite E. split.
      - destruct v as [| [|] | |]; try reflexivity; destruct f as [| | | [|]]; discriminate.
      - destruct hi as [| [|] | |]; try reflexivity; destruct f as [| | | [|]]; discriminate. }
    destruct (Low _ _ _ Bx Ffx) as (G1 & G2). destruct (Low _ _ _ By Ffy) as (G3 & G4).
    rewrite E_x0, E_x1, E_y0, E_y1, G1, G2, G3, G4. unfold del. rewrite E. change (real (finf : F double)) with 0.
    repeat match goal with |- _ /\ _ => split end; try (left; reflexivity); try lra; intros; discriminate.
  - specialize (in_reach Fr). destruct (Sz Fs) as (F0 & F1 & F2 & F3 & S0 & S1 & S2 & S3).
    destruct (side_holds _ _ fx px x0 x1 qx _ Fm F0 F1 Bx Px S0 S1 E_x0 E_x1 (pow2_ge_0 _) in_reach) as ((A1 & A2) &
      (A3 & A4) &
      A5 & A6).
    rewrite Rplus_comm in in_reach.
    destruct (side_holds _ _ fy py y0 y1 qy _ Fm F2 F3 By Py S2 S3 E_y0 E_y1 (pow2_ge_0 _) in_reach) as ((B1 & B2) &
      (B3 & B4) &
      _ & _).
    do 2 (split; [auto |]). split; [| auto]. unfold del. pose proof (u_pos double). apply Rmult_le_pos; [lra |].
    now apply nonneg_real.
Qed.
End Ends.
