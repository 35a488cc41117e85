(* The slab around a path, set_slab in src/scene/traversal.c, in doubles: a place q within `reach` of the path has
   |N.(q - from)| of at most the margin of the slab. SlabNode.v and SlabBox.v take the slab from here to index
   coordinates. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry Products SlabParts SlabBeside.
From Carom Require Lanes Order IndexCoordinates SearchRegions SearchLimit NodeLimit PathRegion.
From Carom Require Terms_slab Terms_index.
Import Terms_slab.set_slab_terms(set_slab_results).
Import Terms_index.index_coordinate_terms(index_coordinate_results).

Open Scope R_scope.

(* ---- the slab in doubles ---- *)

Section Slab.
Variables fx fy n0x n0y m0 mx my reach nx ny margin : F double.
Hypothesis slab : set_slab_results fx fy n0x n0y m0 mx my reach true nx ny margin.
Hypothesis reach_valid : nonneg reach.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy. Hypothesis Fmx : finite mx. Hypothesis Fmy : finite my.

Theorem slab_holds_near_places : nonneg margin /\ finite nx /\ finite ny /\ Rabs (real nx) <= 1 /\ Rabs (real ny) <= 1
    /\
  (finite margin -> finite reach /\ bpow radix2 (-1022) <= real margin /\ forall tau qx qy, 0 <= tau <= 1 ->
    (qx - (real fx + tau * real mx)) ^ 2 + (qy - (real fy + tau * real my)) ^ 2 <= real reach ^ 2 ->
    Rabs (real nx * (qx - real fx) + real ny * (qy - real fy)) <= real margin).
Proof.
  destruct slab as (from_x & from_y & to_x & to_y & l1x & l1y & l2x & l2y & l3x & l3y & size & l4x & l4y & hs & nx1 &
      ny1 & len & m1 & H).
  destruct H as [-> -> E_to_x E_to_y E_l1x E_l1y E_l2x E_l2y E_l3x E_l3y E_size E_l4x E_l4y E_hs E_has E_normal -> -> ->
      -> ->].
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  symmetry in E_has. rewrite !andb_true_iff in E_has. destruct E_has as ((K1 & K2) & K3).
  assert (Fmost : finite (fconst 9007199254740991 971 : F double)) by reflexivity.
  assert (Nsize : nonneg size).
  { rewrite E_size, E_l3x, E_l3y, E_l1x, E_l1y, E_l2x, E_l2y.
    repeat match goal with |- nonneg (if ?c then _ else _) => destruct c end; apply nonneg_fabs. }
  assert (Fsz : finite size) by (apply (fle_finite _ _ K3); [exact Nsize | exact Fmost]).
  assert (Nt : to_x <> B754_nan /\ to_y <> B754_nan).
  { split; intros E; [destruct (Overflow.fadd_rounded fx mx Ffx Fmx) as (N & _) | destruct (Overflow.fadd_rounded fy my
      Ffy Fmy) as (N & _)];
      rewrite <- ?E_to_x, <- ?E_to_y, E in N; discriminate. }
  destruct Nt as (Ntx & Nty).
  assert (Sizes : finite to_x /\ finite to_y /\ Rabs (real fx) <= real size /\ Rabs (real fy) <= real size /\
    Rabs (real to_x) <= real size /\ Rabs (real to_y) <= real size).
  { rewrite E_size in Fsz.
    assert (N1 : nonneg l3x /\ l3x <> B754_nan).
    { rewrite E_l3x, E_l1x, E_l1y. destruct (flt (fabs fy) (fabs fx)); split; auto using nonneg_fabs, fabs_not_nan,
        finite_not_nan. }
    assert (N2 : nonneg l3y /\ l3y <> B754_nan).
    { rewrite E_l3y, E_l2x, E_l2y. destruct (flt (fabs to_y) (fabs to_x)); split; auto using nonneg_fabs, fabs_not_nan.
        }
    destruct (max_bounds _ _ _ (larger_is_some_max l3x l3y)) as (F1 & F2 & B1 & B2); try tauto. rewrite <- E_size in B1,
        B2.
    rewrite E_l3x, E_l1x, E_l1y in F1, B1. rewrite E_l3y, E_l2x, E_l2y in F2, B2.
    destruct (larger_abs fx fy (finite_not_nan _ Ffx) (finite_not_nan _ Ffy) F1) as (_ & _ & C1 & C2).
    destruct (larger_abs to_x to_y Ntx Nty F2) as (F3 & F4 & C3 & C4). repeat split; auto; lra. }
  destruct Sizes as (Ftx & Fty & S1 & S2 & S3 & S4). pose proof (nonneg_real _ Nsize) as size0.
  assert (US : 0 <= ud * real size <= / 1048576 * real size) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  rewrite E_hs, E_l4x, E_l4y in K1, K2.
  assert (Fhs : finite (if flt (fabs my) (fabs mx) then fabs mx else fabs my)).
  { apply (fle_finite _ _ K2); [| exact Fmost]. destruct (flt (fabs my) (fabs mx)); apply nonneg_fabs. }
  set (s := Rmax (Rabs (real mx)) (Rabs (real my))).
  assert (sS : s <= 21 / 10 * real size).
  { assert (G : forall f m w : F double, w = fadd f m -> finite w -> Rabs (real f) <= real size -> Rabs (real w) <= real
      size ->
      Rabs (real m) <= 21 / 10 * real size).
    { intros f m w -> Fw B1 B2. destruct (fadd_finite _ _ Fw) as (_ & _ & E).
      pose proof (rnd_sum_error_of_result (real f) (real m) (real_in_format f) (real_in_format m)) as R. rewrite <- E in
          R. apply within in R.
      apply Rabs_le_inv in B1. assert (ud * Rabs (real (fadd f m)) <= ud * real size) by (apply Rmult_le_compat_l; lra).
      apply Rabs_le_inv in B2. apply Rabs_le. lra. }
    unfold s. apply Rmax_lub; [apply (G fx mx to_x) | apply (G fy my to_y)]; auto. }
  assert (s0 : bpow radix2 (-500) <= s).
  { destruct (constant_value (-500) ltac:(lia)) as [F5 E5]. apply fle_real in K1; auto. rewrite E5 in K1. eapply
      Rle_trans; [exact K1 |].
    unfold s. rewrite <- !real_fabs. destruct (flt (fabs my) (fabs mx)); [apply Rmax_l | apply Rmax_r]. }
  pose proof (bpow_gt_0 radix2 (-500)) as P500.
  destruct (slab_normal_is mx my nx1 ny1 E_normal Fmx Fmy) as (Fnx & Fny & Bnx & Bny & Nlong & Nm); [fold s; lra |].
      fold s in Nm.
  assert (Nmargin : nonneg (fadd (fadd (fmul reach (fadd (fsqrt (fadd (fmul nx1 nx1) (fmul ny1 ny1))) (fconst 1 (-40))))
    (fmul (fconst 1 (-48)) size)) (fconst 1 (-1022)))).
  { apply nonneg_fadd; [apply nonneg_fadd |]; try reflexivity; apply nonneg_fmul; try reflexivity; auto.
    apply nonneg_fadd; [| reflexivity]. apply nonneg_fsqrt, nonneg_fadd; apply nonneg_square. }
  split; [exact Nmargin |]. do 4 (split; [assumption |]). intros Fmargin.
  destruct (margin_enough nx1 ny1 reach size reach_valid size0 Bnx Bny Nlong Fmargin) as (Fr & _ & R0 & Enough).
  split; [exact Fr |]. split.
  { destruct (fadd_finite _ _ Fmargin) as (Fs1 & Fs2 & V). destruct (constant_value (-1022) ltac:(lia)) as [_ E22].
    rewrite V, E22. apply Rle_trans with (rnd double (bpow radix2 (-1022))).
    - rewrite rnd_of_format; [apply Rle_refl | apply generic_format_bpow; vm_compute; discriminate].
    - apply rnd_le. assert (0 <= real (fadd (fmul reach (fadd (fsqrt (fadd (fmul nx1 nx1) (fmul ny1 ny1))) (fconst 1
        (-40))))
        (fmul (fconst 1 (-48)) size))); [| lra]. apply nonneg_real, nonneg_fadd; apply nonneg_fmul; try reflexivity;
            auto.
      apply nonneg_fadd; [| reflexivity]. apply nonneg_fsqrt, nonneg_fadd; apply nonneg_square. }
  intros tau qx qy Ht D.
  destruct (normal_size nx1 ny1 Bnx Bny Nlong) as (nu1 & _). set (nu := sqrt (real nx1 ^ 2 + real ny1 ^ 2)) in *.
  assert (Slop : Rabs (tau * (real nx1 * real mx + real ny1 * real my)) <= 5 * ud * real size).
  { rewrite Rabs_mult, (Rabs_pos_eq tau) by lra.
    assert (Us : 0 <= ud * s <= ud * (21 / 10 * real size)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l];
        lra).
    assert (Te : etad * s <= ud * s * (1 / 10)).
    { assert (etad <= ud * (1 / 10)); [| replace (ud * s * (1 / 10)) with (ud * (1 / 10) * s) by ring; apply
        Rmult_le_compat_r; lra].
      assert (bpow radix2 (-10) * ud <= ud * (1 / 10)) by (change (bpow radix2 (-10)) with (/ 1024); lra).
      eapply Rle_trans; [| eassumption]. unfold eta, u. rewrite <- bpow_plus. apply bpow_le. simpl. lia. }
    pose proof (Rabs_pos (real nx1 * real mx + real ny1 * real my)).
    apply Rle_trans with (1 * Rabs (real nx1 * real mx + real ny1 * real my)); [apply Rmult_le_compat_r; lra | lra]. }
  set (dx := qx - (real fx + tau * real mx)) in *. set (dy := qy - (real fy + tau * real my)) in *.
  assert (Near : Rabs (real nx1 * dx + real ny1 * dy) <= real reach * nu).
  { assert (N2 : nu * nu = real nx1 ^ 2 + real ny1 ^ 2) by (apply sqrt_sqrt; lra).
    assert (P : 0 <= real reach * nu) by (apply Rmult_le_pos; lra).
    apply Rsqr_incr_0_var; [| exact P]. rewrite <- Rsqr_abs. unfold Rsqr.
    pose proof (pow2_ge_0 (real nx1 * dy - real ny1 * dx)).
    assert (nu * nu * (dx ^ 2 + dy ^ 2) <= nu * nu * real reach ^ 2) by (apply Rmult_le_compat_l; [rewrite N2; lra |
        exact D]).
    replace (real reach * nu * (real reach * nu)) with (nu * nu * real reach ^ 2) by ring. rewrite N2 in *. lra. }
  replace (real nx1 * (qx - real fx) + real ny1 * (qy - real fy)) with
    ((real nx1 * dx + real ny1 * dy) + tau * (real nx1 * real mx + real ny1 * real my)) by (unfold dx, dy; ring).
  eapply Rle_trans; [apply Rabs_triang |].
  pose proof (nonneg_real _ Nmargin) as M0.
  assert (0 <= ud * real (fadd (fadd (fmul reach (fadd (fsqrt (fadd (fmul nx1 nx1) (fmul ny1 ny1))) (fconst 1 (-40))))
    (fmul (fconst 1 (-48)) size)) (fconst 1 (-1022)))) by (apply Rmult_le_pos; lra). lra.
Qed.

End Slab.
