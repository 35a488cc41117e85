(* gaps_of_walls of src/scene/gap_lanes.h: where a lane says that the gap is set, the gap has the bits of
   carom_circle_signed_distance, on machines that fuse products and on those that do not.

   The hypothesis `run` names what measure_fast computes for the same circle and segment: its records are equations for
   all numbers, so there is always one. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactMeasure GapsSame GapsDepth.
From Carom Require Terms_wide Terms_contact Terms_gaps.
Import Terms_contact.fast_vectors_of_terms(fast_vectors_of_results).
Import Terms_contact.measure_distance_terms(measure_distance_results).
Import Terms_contact.measure_fast_terms(measure_fast_results).
Import Terms_gaps.lanes64_exact_sum_lanes_terms(lanes64_exact_sum_lanes_results).
Import Terms_gaps.distance_to_side_lanes_terms(distance_to_side_lanes_results).
Import Terms_gaps.gaps_of_walls_lanes_terms(gaps_of_walls_lanes_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Definition zero : F double := fconst 0 0.

(* ---- the feature ---- *)

Lemma flt_contradiction (e x : F double) : nonneg e -> flt x (fneg e) = true -> flt e x = true -> False.
Proof.
  intros N H1 H2. pose proof (flt_finite _ _ H2 N) as Fe. pose proof (nonneg_real _ N) as P.
  assert (Fx : finite x).
  { destruct x as [[|] | [|] | | ? ? ? ?]; try reflexivity; [| | discriminate].
    - destruct e as [| | |]; discriminate.
    - destruct e as [| | |]; discriminate. }
  apply flt_real in H1; auto using finite_fneg. apply flt_real in H2; auto. rewrite real_fneg in H1. lra.
Qed.

Lemma difference_not_both_positive (e x y : F double) :
  nonneg e -> flt e (fsub x y) = true -> flt e (fsub y x) = true -> False.
Proof.
  intros N H1 H2. pose proof (flt_finite _ _ H1 N) as Fe. pose proof (nonneg_real _ N) as P.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  - assert (G : forall v w : F double, finite v -> finite w -> flt e (fsub v w) = true -> 0 < real v - real w).
    { clear - Fe P. intros v w Fv Fw H. generalize (Bminus_correct (prec double) (emax double) _ _ mode_NE v w Fv Fw).
      destruct (Rlt_bool _ _) eqn:B.
      - intros (C1 & C2 & _). apply flt_real in H; auto.
        assert (E : real (fsub v w) = rnd double (real v - real w)) by exact C1.
        apply Rnot_le_lt. intros L. apply (rnd_le double) in L. rewrite rnd_zero in L. lra.
      - intros (C1 & S). destruct (Bsign v) eqn:Sv.
        + exfalso. change (B2SF (fsub v w) = binary_overflow (prec double) (emax double) mode_NE true) in C1.
          destruct (fsub v w) as [| [|] | |]; try discriminate. destruct e as [| | | ]; discriminate.
        + assert (Nv : 0 <= real v) by (apply nonneg_real; destruct v; simpl in *; auto; discriminate).
          assert (Nw : 0 <= - real w).
          { rewrite <- real_fneg. apply nonneg_real. destruct w as [s | s | | s m k K]; simpl in *; try discriminate;
              destruct s; try discriminate; reflexivity. }
          apply Rnot_le_lt. intros L. assert (Z : real v - real w = 0) by lra.
          rewrite Rlt_bool_true in B; [discriminate |].
          change (Rabs (rnd double (real v - real w)) < bpow radix2 (emax double)).
          rewrite Z, rnd_zero, Rabs_R0. apply bpow_gt_0. }
    pose proof (G x y Fx Fy H1). pose proof (G y x Fy Fx H2). lra.
  - destruct x as [| | | ], y as [| [|] | | ]; try discriminate; destruct e; discriminate.
  - destruct x as [| [|] | | ], y as [| | | ]; try discriminate; destruct e; discriminate.
  - destruct x as [| [|] | | ], y as [| [|] | | ]; try discriminate; destruct e; discriminate.
Qed.

Lemma side_is_bit uxh uxl uyh uyl wxh wxl wyh wyl lh ll i dh dl sp f :
  distance_to_side_lanes_results uxh uxl uyh uyl wxh wxl wyh wyl lh ll i dh dl sp f -> exists b, f = bit b.
Proof.
  intros H. unfold distance_to_side_lanes_results in H. repeat match type of H with exists _, _ => destruct H as [? H]
      end.
  destruct H. rewrite E_result_is_fast, E_k_is_fast. subst. bits_in_goal. eauto.
Qed.

Section Gap.
Variables cx cy r ax ay bx by_ wr : F double.
Variable set : Z.
Variable gap : F double.
Hypothesis lane : gaps_of_walls_lanes_results ax ay bx by_ wr cx cy r set gap.
Hypothesis is_set : set <> 0%Z.
(* Circle and wall are valid. *)
Hypothesis valid_circle : fle zero r = true.
Hypothesis valid_wall : fle zero wr = true.

(* The same circle and wall alone. *)
Variables vux vuy vwx vwy vzx vzy : F double.
Variable p : bool.
Hypothesis vectors : fast_vectors_of_results cx cy ax ay bx by_ vux vuy vwx vwy vzx vzy p.
Variable result : bool.
Variables R_hi R_lo hi lo depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly : F
    double.
Variables (feature e : Z) (level : bool).
Hypothesis run : measure_fast_results vux vuy vwx vwy p cx cy r ax ay bx by_ wr 0 result feature R_hi R_lo e level hi lo
  depth error along along_rest dhx dhy dlx dly inverse length rest spread uhx uhy ulx uly.

Lemma valid_radius_fast : is_long_or_none wr = (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool.
Proof.
  unfold is_long_or_none. f_equal. destruct wr as [[|] | [|] | | [|] ? ? ?]; try reflexivity; try discriminate.
Qed.

(* The gap is 0.0 - depth, as carom_circle_signed_distance returns it. *)
Theorem gap_in_a_lane_has_the_bits : result = true /\ gap = fsub (fconst 0 0) depth.
Proof.
  destruct vectors as (a_x & a_y & b_x & b_y & c_x & c_y & ux' & uy' & wx' & wy' & zx' & zy' & u1 & u2 & p' & V).
  assert (Vux : vux = fsub bx ax) by (destruct V; congruence). assert (Vuy : vuy = fsub by_ ay) by (destruct V;
      congruence).
  assert (Vwx : vwx = fsub cx ax) by (destruct V; congruence). assert (Vwy : vwy = fsub cy ay) by (destruct V;
      congruence).
  assert (Vp : p = andb (feq vux (fconst 0 0)) (feq vuy (fconst 0 0))) by (destruct V; congruence). clear V.
  (* the lane *)
  pose proof lane as L.
  destruct L as (ccx & ccy & aax & aay & bbx & bby & radius & none & one & low & high & reach_hi & reach_lo & ux_hi &
      ux_lo & uy_hi &
    uy_lo & wx_hi & wx_lo & wy_hi & wy_lo & gx & gy & wu & length2 & feature_error & is_point & at_side & at_a & at_b &
        zx_hi &
    zx_lo & zy_hi & zy_lo & dx_hi & dx_lo & dy_hi & dy_lo & square_hi & square_lo & len & quotient & inv & back_hi &
        back_lo &
    len_rest & root_hi & root_lo & side_hi & side_lo & side_spread & side_is_fast & k_hi & k_lo & g_hi & g_lo & k_depth
        & k_error &
    has_digits & is_off & l1 & n1 & l2 & n2 & l3 & n3 & all_set & k_gap & L).
  destruct L as [-> -> -> -> -> -> -> -> -> -> -> Lreach Lux Luy Lwx Lwy Lgx Lgy Lwu Llen2 Lferr Lpoint Lside La Lb Lzx
      Lzy
    Ldx Ldx' Ldy Ldy' Lsq Llen Lquot Linv Lback Lrest -> -> Ldist Lhi Llo Lg Ldepth Lerr Ldig Loff Ll1 Ln1 Ll2 Ln2 Ll3
        Ln3 Lset Lgap Lgap' Lres].
  pose proof (exact_difference_is _ _ _ _ Lux) as (Qux & _). pose proof (exact_difference_is _ _ _ _ Luy) as (Quy & _).
  pose proof (exact_difference_is _ _ _ _ Lwx) as (Qwx & _). pose proof (exact_difference_is _ _ _ _ Lwy) as (Qwy & _).
  rewrite <- Vux in Qux. rewrite <- Vuy in Quy. rewrite <- Vwx in Qwx. rewrite <- Vwy in Qwy.
  (* one wall alone *)
  pose proof run as M. destruct M as (m_result & depth' & if1 & if2 & tie & depth'' & M). destruct M.
  pose proof E_measure_distance as D. unfold measure_distance_results in D.
  repeat match type of D with exists _, _ => destruct D as [? D] end. destruct D.
  clear E_measure_level E_is_plain_tie E_measure_distance E_k_hi_2 E_k_lo_2 E_k_along_2 E_k_along_rest_2
      E_k_direction_hi_x_2
    E_k_direction_hi_y_2 E_k_direction_lo_x_2 E_k_direction_lo_y_2 E_k_inverse_2 E_k_length_2 E_k_length_rest_2
        E_k_spread_2
    E_k_u_hi_x_2 E_k_u_hi_y_2 E_k_u_lo_x_2 E_k_u_lo_y_2 E_k_is_level_1 E_k_hi_4 E_k_lo_4 E_k_along_4 E_k_along_rest_4
    E_k_direction_hi_x_4 E_k_direction_hi_y_4 E_k_direction_lo_x_4 E_k_direction_lo_y_4 E_k_inverse_4 E_k_length_4
    E_k_length_rest_4 E_k_spread_4 E_k_u_hi_x_4 E_k_u_hi_y_4 E_k_u_lo_x_4 E_k_u_lo_y_4.
  destruct (side_is_bit _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ldist) as (b & Eb).
  (* the reach *)
  apply exact_sum_is in Lreach. destruct Lreach as (Rh & Rl).
  pose proof (wide_of_sum_is _ _ _ _ _ E_wide_of_sum) as (Rh' & Rl'). rewrite <- Rh' in Rh. rewrite <- Rl' in Rl. subst
      reach_hi reach_lo.
  (* the masks *)
  destruct E_fast_feature as (gx' & gy' & lx & ly & wu' & len2 & terms & ferr & seg & line & ba & bb & [G1 G2 G3 G4 G5
      G6 G7 G8 G9 G10 G11 G12 G13]).
  rewrite Qux, Quy, Qwx, Qwy in *.
  assert (H1 : wu = wu') by congruence. assert (H2 : length2 = len2) by congruence.
  assert (H3 : feature_error = ferr).
  { rewrite Lferr, G8, G7. congruence. }
  rewrite H1, H2, H3, <- G11, <- G12 in *.
  assert (Nf : nonneg ferr).
  { rewrite G8. assert (P : forall k, (-1074 <= k <= 1000)%Z -> nonneg (fconst 1 k : F double)).
    { intros k K. destruct (constant_value k K) as [Fk Ek]. apply nonneg_of_real; [exact Fk | rewrite Ek; apply
        bpow_ge_0]. }
    apply nonneg_fadd; [| apply nonneg_fmul; apply P; lia].
    - apply nonneg_fmul; [apply P; lia |]. rewrite G7. apply nonneg_fadd; [apply nonneg_fadd; apply nonneg_fabs |].
      rewrite G6, G3, G4. apply nonneg_fadd; apply nonneg_square. }
  rewrite <- Vp in Lpoint. rewrite Lpoint in La. bits_in La. bits_in Lside. bits_in Lb. bits_in Ldig.
  rewrite Lres, Lset, Lside, La, Lb, Eb, Ldig, Ll1, Ln1, Ll2, Ln2, Ll3, Ln3, Loff in is_set. bits_in is_set.
  rewrite !andb_true_iff in is_set. destruct is_set as (((((((C & f1) & f2) & s1) & s2) & s3) & s4) & s5).
  change (is_long_or_none dx_hi = true) in f1. change (is_long_or_none dy_hi = true) in f2.
  change (is_long_or_none wr = true) in s4. rewrite valid_radius_fast in s4.
  pose proof (reach_is r wr R_hi R_lo e E_wide_of_sum valid_circle s3 s4) as Reach.
  assert (Done : x79 = true -> same k_depth depth' -> same k_error error -> result = true /\ gap = fsub (fconst 0 0)
      depth).
  { intros Hm Sd Se. unfold zero in valid_circle. rewrite Hm, valid_circle, s3, s4 in E_result0. cbn in E_result0.
    rewrite E_result0 in E_if1. cbn in E_if1.
    rewrite (same_flt _ _ _ _ Se (same_fabs _ _ Sd)), <- E_if2 in s5.
    rewrite E_if1, s5 in *. split; [exact E_result |]. rewrite E_k_depth_2, E_k_depth_1, Lgap', Lgap. now apply
        zero_minus. }
  rewrite Lside in *. rewrite select_bit in *. rewrite G9, G10 in G13. cbn [Z.eqb orb negb andb] in G13.
  rewrite orb_false_r, orb_false_r in G13.
  assert (Fp : p = true -> ba = true -> False).
  { intros Pp Hb. rewrite G11 in Hb. rewrite Vp in Pp. apply andb_prop in Pp. destruct Pp as (P1 & P2).
    apply feq_zero in P1, P2. pose proof (flt_finite _ _ Hb Nf) as Ff.
    assert (Z : forall v w : F double, finite v -> real v = 0 -> fmul v w = B754_nan \/ (finite (fmul v w) /\ real (fmul
        v w) = 0)).
    { clear. intros [s | s | | s m k K] w Fv Zv; try discriminate.
      - destruct w as [t | t | | t n l L]; [right | left | left | right]; split; reflexivity.
      - exfalso. apply (F2R_neq_0 radix2 (Float radix2 (cond_Zopp s (Z.pos m)) k)) in Zv; [exact Zv |]. destruct s;
          discriminate. }
    assert (W : wu' = B754_nan \/ (finite wu' /\ real wu' = 0)).
    { rewrite G5, G1, G2. destruct (Z vux vwx (proj1 P1) (proj2 P1)) as [-> | (A1 & A2)]; [now left |].
      destruct (Z vuy vwy (proj1 P2) (proj2 P2)) as [-> | (B1 & B2)]; [left; now destruct (fmul vux vwx) |].
      right. destruct (fadd_exact (fmul vux vwx) (fmul vuy vwy) zero A1 B1) as (F3 & E3); [rewrite A2, B2; unfold zero;
          rewrite (proj2 zero_value); ring |].
      unfold zero in E3. rewrite (proj2 zero_value) in E3. auto. }
    destruct W as [W | (Fw & Zw)]; [rewrite W in Hb; clear - Hb; now destruct ferr as [| | |] |].
    apply flt_real in Hb; auto. apply nonneg_real in Nf. lra. }
  destruct (ba && bb) eqn:S.
  - apply andb_prop in S. destruct S as (Sa & Sb).
    assert (Np : p = false) by (destruct p; [now elim Fp | reflexivity]).
    rewrite Sa, Sb, Np in *. cbn [andb negb orb] in *.
    assert (N1 : flt wu' (fneg ferr) = false).
    { destruct (flt wu' (fneg ferr)) eqn:Hw; [exfalso | reflexivity]. now apply (flt_contradiction ferr wu'). }
    assert (N2 : flt ferr (fsub wu' len2) = false).
    { destruct (flt ferr (fsub wu' len2)) eqn:Hw; [exfalso | reflexivity]. now apply (difference_not_both_positive ferr
        wu' len2). }
    rewrite N1, N2, !orb_false_r in C. apply andb_prop in C. destruct C as (C1 & C2).
    subst dx_hi dx_lo dy_hi dy_lo k_hi k_lo len. rewrite Lquot in Linv. subst inv len_rest side_is_fast.
    assert (Ex : x = true) by (rewrite E_if0, G13; reflexivity).
    assert (Bn : bit b <> 0%Z) by (now apply bit_is_set).
    edestruct side_has_the_depth as (Rs & Ds & Es); [exact Reach | exact E_measure_side | exact Lux | exact Luy | exact
        Lwx | exact Lwy |
      exact Lsq | exact Lback | exact Ldist | exact Lg | exact f1 | exact f2 | exact s1 | exact s2 | exact Bn | exact C2
          |].
    edestruct side_parts as (_ & _ & _ & _ & _ & _ & _ & Nx & Ny); try eassumption.
    assert (Nl : x1 = false) by (rewrite E_k_is_level, E_is_upright, Nx, Ny; reflexivity).
    rewrite Ex, Nl in *. apply Done; [congruence | |].
    + rewrite E_k_depth_4, E_k_depth_0, Ldepth. exact Ds.
    + rewrite E_k_error_4, E_k_error_2, Es, Lerr. apply same_refl.
  - set (at_end_a := orb p (flt wu' (fneg ferr))) in *.
    assert (Ft : feature = if at_end_a then 2%Z else 3%Z).
    { rewrite G13. destruct at_end_a; [reflexivity |]. cbn [andb orb] in C. rewrite C. reflexivity. }
    assert (Ex : x = false) by (rewrite E_if0, Ft; destruct at_end_a; reflexivity).
    assert (X : lanes64_exact_sum_lanes_results cx (fneg (if Z.eqb feature 2 then ax else bx)) dx_hi dx_lo).
    { rewrite Ft, Ldx, Ldx', La, select_bit. destruct at_end_a; assumption. }
    assert (Y : lanes64_exact_sum_lanes_results cy (fneg (if Z.eqb feature 2 then ay else by_)) dy_hi dy_lo).
    { rewrite Ft, Ldy, Ldy', La, select_bit. destruct at_end_a; assumption. }
    subst k_hi k_lo len. rewrite Lquot in Linv. subst inv len_rest.
    edestruct end_has_the_depth as (Rs & Ds & Es); [exact Reach | exact E_measure_end | exact X | exact Y | exact Lsq |
        exact Lback |
      exact Lg | exact f1 | exact f2 | exact s1 | exact s2 |].
    assert (Nz : Z.eqb feature 0 = false) by (rewrite Ft; destruct at_end_a; reflexivity).
    rewrite Ex in *. apply Done.
    + rewrite E_is_measured_3, E_is_measured_2, Rs, Nz. reflexivity.
    + rewrite E_k_depth_4, Ldepth. exact Ds.
    + rewrite E_k_error_4, Lerr. exact Es.
Qed.

Let C := point_of cx cy.
Let B := point_of bx by_.

End Gap.
