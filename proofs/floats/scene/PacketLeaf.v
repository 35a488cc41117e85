(* The walls of a leaf that the region of a packet may meet (leaf_meets in src/scene/leaf_lanes.h with the box that
   set_packet_region in src/scene/traversal.c sets): no wall within reach of a beam is left out. PathRegion.v has the
   same for one path. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Geometry Lanes Overflow Order IndexCoordinates SearchRegions PathRegion
  PacketSlab PacketRegion.
From Carom Require Terms_packet Terms_boxes.
Import Terms_boxes.axes_meet_lanes_terms(axes_meet_lanes_results).
Import Terms_packet.set_packet_region_terms(set_packet_region_results).

Open Scope R_scope.

Lemma below_infinity (m wr : F double) : finite m -> finite wr -> fle (fsub m wr) finf = true.
Proof.
  intros Fm Fw. apply fle_of_values. split; [now apply fsub_rounds |]. split; [reflexivity |]. apply value_range.
Qed.

Lemma above_infinity (m wr : F double) : finite m -> finite wr -> fle finf_down (fadd m wr) = true.
Proof.
  intros Fm Fw. apply fle_of_values. split; [reflexivity |]. split; [now apply fadd_rounds |]. apply value_range.
Qed.

Theorem leaf_keeps_wall_of_packet (fx fy ox oy scale reach size p_reach x0 y0 x1 y1 mx my : F double)
    (i0 i1 i2 i3 : F single) (paths : list (F double * F double)) (ends : box double)
    (ax ay bx by_ own : F double) (meets : Z) (tau t : R) :
  finite fx -> finite fy -> Forall (fun m => finite (fst m) /\ finite (snd m)) paths -> box_of_ends fx fy paths ends ->
  set_packet_region_results ox oy scale (min_x ends) (min_y ends) (max_x ends) (max_y ends) reach size p_reach x0 y0 x1
    y1
    i0 i1 i2 i3 ->
  number reach -> nonneg reach -> In (mx, my) paths ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite own -> 0 <= real own ->
  axes_meet_lanes_results ax ay bx by_ own x0 y0 x1 y1 meets ->
  on_axis Segment t -> 0 <= tau <= 1 ->
  (finite reach -> dist2_at (Point (real fx + tau * real mx) (real fy + tau * real my))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) t <= (real reach + real own) ^ 2) -> meets <> 0%Z.
Proof.
  intros Ffx Ffy Fp Hends Hregion Nr Pr Hin Fax Fay Fbx Fby Fw Pw Hmeets T Tau D.
  destruct (axis_is_met _ _ _ _ _ _ _ _ _ _ Hmeets) as (low_x & high_x & low_y & high_y & M0 & M1 & M2 & M3 & M).
  apply M.
  clear M Hmeets.
  destruct (M0 Fax Fbx) as (G0 & W0). destruct (M1 Fax Fbx) as (G1 & W1).
  destruct (M2 Fay Fby) as (G2 & W2). destruct (M3 Fay Fby) as (G3 & W3).
  destruct (packet_reach fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends Hends Fp
    Hregion Nr Pr)
    as (_ & Pp & Cp).
  destruct (size_is fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends Hends Fp Hregion)
    as (_ & _ & Sz).
  destruct Hregion as (l1 & l2 & l3 & l4 & l5 & l6 & s & wx & wy & H).
  destruct H as [_ _ _ _ _ _ _ _ -> -> E_x0 E_y0 E_x1 E_y1 _ _].
  destruct (ends_between fx fy Ffx Ffy _ _ Hends Fp) as (_ & Bx & By & Bp). destruct (Bp _ _ Hin) as (Px & Py).
  destruct Cp as [E | (Fm & Fs & Fr & R0 & ME)].
  - assert (Wide : forall v f hi : F double, between v f hi -> finite f -> fsub v p_reach = finf_down /\ fadd hi
    p_reach = finf).
    { intros v f hi (A & B) Ff. rewrite E. split.
      - destruct v as [| [|] | |]; try reflexivity; destruct f as [| | | [|]]; discriminate.
      - destruct hi as [| [|] | |]; try reflexivity; destruct f as [| | | [|]]; discriminate. }
    destruct (Wide _ _ _ Bx Ffx) as (I0 & I1). destruct (Wide _ _ _ By Ffy) as (I2 & I3).
    rewrite E_x0, E_x1, E_y0, E_y1, I0, I1, I2, I3, !below_infinity, !above_infinity by assumption. reflexivity.
  - specialize (D Fr). destruct (Sz Fs) as (F0 & F1 & F2 & F3 & S0 & S1 & S2 & S3). unfold dist2_at in D. cbn [px py]
    in D.
    pose proof (nonneg_real _ Pr) as Rr. assert (P : 0 <= real reach + real own) by lra.
    pose proof u_double_small as U. pose proof (eta_pos double) as Te.
    assert (Side : forall (lo f m hi : F double) (p q rest : R), between lo f hi -> between lo (fadd f m) hi -> finite
      lo ->
      finite hi -> Rabs (real lo) <= real size -> Rabs (real hi) <= real size -> 0 <= rest ->
      (real f + tau * real m - (p + t * (q - p))) ^ 2 + rest <= (real reach + real own) ^ 2 ->
      Rmin p q - real own <= real hi + real p_reach /\ real lo - real p_reach <= Rmax p q + real own).
    { intros lo f m hi p q rest Bf Bt Fl Fh Bl Bh Rest H.
      destruct (between_finite _ _ _ Bf Fl Fh) as (Ff & B1). destruct (between_finite _ _ _ Bt Fl Fh) as (Ft & B2).
      destruct (fadd_finite _ _ Ft) as (_ & Fmm & V).
      pose proof (rnd_sum_error double _ _ (real_in_format f) (real_in_format m)) as Er. rewrite <- V in Er.
      set (e := real (fadd f m)) in *.
      assert (Be : Rabs e <= real size) by (apply Rabs_le_inv in Bl, Bh; apply Rabs_le; lra).
      assert (s0 : 0 <= real size) by (pose proof (Rabs_pos e); lra).
      assert (US : 0 <= u double * real size) by (apply Rmult_le_pos; lra).
      assert (E' : Rabs (e - (real f + real m)) <= 31 / 10 * u double * real size + 101 / 100 * eta double).
      { rewrite <- (Rplus_0_r (u double * _)) in Er. pose proof Er as E2. apply PathLimit.rounded_up in E2; [| lra |
        lra].
        assert (Rabs (real f + real m) <= (1 + 101 / 100 * u double) * (real size + 0)) by (eapply Rle_trans; [exact E2
          |];
          apply Rmult_le_compat_l; lra).
        assert (UU : u double * real size <= / 1048576 * real size) by (apply Rmult_le_compat_r; lra).
        assert (u double * Rabs (real f + real m) <= u double * (11 / 10 * real size)) by (apply Rmult_le_compat_l;
          lra). lra. }
      destruct (path_coordinate (real f) (real f + real m) e p q t tau rest (real reach + real own) _ P Tau T Rest E')
        as (X0 & X1).
      { eapply Rle_trans; [| exact H]. right. ring. }
      assert (Rmax (real f) e <= real hi) by (apply Rmax_lub; lra). assert (real lo <= Rmin (real f) e) by (apply
        Rmin_glb; lra).
      lra. }
    destruct (Side _ _ _ _ (real ax) (real bx) _ Bx Px F0 F1 S0 S1 (pow2_ge_0 _) D) as (X0 & X1). rewrite Rplus_comm in
      D.
    destruct (Side _ _ _ _ (real ay) (real by_) _ By Py F2 F3 S2 S3 (pow2_ge_0 _) D) as (Y0 & Y1).
    assert (L : at_least p_reach (real p_reach)) by (right; split; [exact Fm | lra]).
    rewrite E_x0, E_x1, E_y0, E_y1.
    rewrite (leaf_low low_x own (max_x ends) p_reach (real p_reach)), (leaf_high high_x own (min_x ends) p_reach (real
      p_reach)),
      (leaf_low low_y own (max_y ends) p_reach (real p_reach)), (leaf_high high_y own (min_y ends) p_reach (real
        p_reach)); auto;
      rewrite ?W0, ?W1, ?W2, ?W3; lra.
Qed.
