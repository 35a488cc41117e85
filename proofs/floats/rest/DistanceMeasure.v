(* The distance from a point to an axis, measure_of in src/rest/distance_order_filter.h: its error is less than
   2^-49 of its size plus 2^-440, for all doubles for which the size is finite.

   At an end the distance is a root of a sum of two squares, on the side |p1 - p2| / |u| (SideDistance.v). A wrong
   region changes the distance by little (Distances.v). The error is at most 9.3 u of the size. Underflow and short
   segments lose less than 2^-446. docs/exactness.md has the derivation. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Regions Overflow Products Points Distances SideDistance Operations.
From Carom Require Terms_order.

Open Scope R_scope.


(* What the terms of measure_of say: no bound, or one of three formulas with its region. *)
Definition known_region (x : extent) c a b (w2f z2f len2f p1 p2 d s : F double) :=
  (d = fsqrt w2f /\ s = d /\
    (a = b \/ (x = Segment /\ real len2f < bpow radix2 (-900)) \/
     (x <> Line /\ wu c a b <= 5 * ud * wu_size c a b + 3 * etad /\ (x = Ray -> bpow radix2 (-900) <= real len2f)))) \/
  (d = fsqrt z2f /\ s = d /\ x = Segment /\ - (5 * ud * zu_size c a b + 3 * etad) <= zu c a b) \/
  (d = fmul (fabs (fsub p1 p2)) (fdiv (fconst 1 0) (fsqrt len2f)) /\
   s = fmul (fadd (fabs p1) (fabs p2)) (fdiv (fconst 1 0) (fsqrt len2f)) /\ bpow radix2 (-900) <= real len2f /\
   (x <> Line -> - (5 * ud * wu_size c a b + 3 * etad) <= wu c a b) /\
   (x = Segment -> zu c a b <= 5 * ud * zu_size c a b + 3 * etad)).

Lemma fsub_is_zero (x y : F double) : finite (fsub x y) -> feq (fsub x y) (fconst 0 0) = true -> real x = real y.
Proof.
  intros F H. destruct zero_value as [Z1 Z2]. apply feq_real in H; auto. rewrite Z2 in H.
  destruct (fsub_error _ _ F) as (_ & _ & E). rewrite H in E. pose proof u_double_small as U. apply within in E.
  assert (ud * Rabs (real x - real y) <= / 1048576 * Rabs (real x - real y)) by (apply Rmult_le_compat_r;
    [apply Rabs_pos | lra]).
  destruct (Rle_dec 0 (real x - real y)); [rewrite (Rabs_pos_eq (real x - real y)) in *
    by assumption | rewrite (Rabs_left (real x - real y)) in * by lra]; lra.
Qed.

Lemma measure_cases cx cy ax ay bx by' (n : Z) d s :
  Terms_order.measure_of_terms.measure_of_results cx cy ax ay bx by' n d s ->
  s = finf \/
  ((finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') /\
   let len2f := fadd (fmul (fsub bx ax) (fsub bx ax)) (fmul (fsub by' ay) (fsub by' ay)) in
   finite len2f /\ exists x, n = extent_number x /\
     known_region x (point_of cx cy) (point_of ax ay) (point_of bx by')
       (fadd (fmul (fsub cx ax) (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay)))
       (fadd (fmul (fsub cx bx) (fsub cx bx)) (fmul (fsub cy by') (fsub cy by')))
       len2f (fmul (fsub bx ax) (fsub cy ay)) (fmul (fsub by' ay) (fsub cx ax)) d s).
Proof.
  intros (ux & uy & wx & wy & zx & zy & wu & zu & len2f & if1 & is_short & at_a & at_b &
    if2 & if3 & is_point & if4 & at_a_1 & at_a_2 & at_b_1 & if5 & e & p1 & p2 & inverse & rest1 & rest2 & H).
  destruct H.
  destruct if1; [now left |].
  symmetry in E_if1. apply negb_false_iff in E_if1.
  assert (P : nonneg len2f) by (rewrite E_len2; apply nonneg_fadd; apply nonneg_square).
  apply fle_finite in E_if1; [| repeat apply nonneg_fadd; auto using nonneg_fabs | exact most_value].
  destruct (fadd_finite _ _ E_if1) as (F1 & Flen & _). destruct (fadd_finite _ _ F1) as (Fwu & Fzu & _).
  apply fabs_finite in Fwu, Fzu. clear E_if1 F1 P.
  assert (Swu := Fwu). assert (Szu := Fzu).
  rewrite E_wu, E_wx, E_wy, E_ux, E_uy in Swu. rewrite E_zu, E_zx, E_zy, E_ux, E_uy in Szu.
  pose proof (wu_error _ _ _ _ _ _ Swu) as Hwu. pose proof (zu_error _ _ _ _ _ _ Szu) as Hzu.
  rewrite <- E_ux, <- E_uy, <- E_wx, <- E_wy, <- E_wu in Hwu.
  rewrite <- E_ux, <- E_uy, <- E_zx, <- E_zy, <- E_zu in Hzu.
  destruct (finite_dot _ _ _ _ _ _ _ _ Swu) as (Fcx & Fax & Fbx & _ & Fcy & Fay & Fby & _). clear Swu Szu.
  set (c := point_of cx cy) in *. set (a := point_of ax ay) in *. set (b := point_of bx by') in *.
  pose proof (dot_sign _ _ _ (proj1 (sizes_nonneg c a b)) Hwu) as [Aneg Apos].
  pose proof (dot_sign _ _ _ (proj2 (sizes_nonneg c a b)) Hzu) as [Bneg Bpos]. clear Hwu Hzu.
  destruct zero_value as [Z1 Z2]. constant_of double 1%Z (-900)%Z. destruct C as [C1 C2]. rewrite Rmult_1_l in C2.
  assert (RA : fle wu (fconst 0 0) = true -> Geometry.wu c a b <= 5 * ud * wu_size c a b + 3 * etad).
  { intros T. apply Aneg. rewrite <- Z2. apply fle_real; auto. }
  assert (RA' : fle wu (fconst 0 0) = false -> - (5 * ud * wu_size c a b + 3 * etad) <= Geometry.wu c a b).
  { intros T. apply Apos. left. rewrite <- Z2. apply fle_real_false; auto. }
  assert (RB : at_b = true -> - (5 * ud * zu_size c a b + 3 * etad) <= Geometry.zu c a b).
  { intros T. apply Bpos. rewrite E_at_b in T. rewrite <- Z2. apply fle_real; auto. }
  assert (RB' : at_b = false -> Geometry.zu c a b <= 5 * ud * zu_size c a b + 3 * etad).
  { intros T. apply Bneg. rewrite E_at_b in T. left. rewrite <- Z2. apply fle_real_false; auto. }
  assert (SH : is_short = true -> real len2f < bpow radix2 (-900)).
  { intros T. rewrite E_is_short in T. rewrite <- C2. apply flt_real; auto. }
  assert (SH' : is_short = false -> bpow radix2 (-900) <= real len2f).
  { intros T. rewrite E_is_short in T. rewrite <- C2. apply flt_real_false; auto. }
  assert (PT : is_point = true -> a = b).
  { intros T. rewrite E_is_point in T. apply andb_true_iff in T. destruct T as [T1 T2].
    rewrite E_ux in T1. rewrite E_uy in T2.
    assert (FU : finite ux /\ finite uy).
    { rewrite E_len2 in Flen. destruct (fadd_finite _ _ Flen) as (G1 & G2 & _).
      destruct (fmul_finite _ _ G1) as (? & _ & _). destruct (fmul_finite _ _ G2) as (? & _ & _). auto. }
    destruct FU as [FU1 FU2]. rewrite E_ux in FU1. rewrite E_uy in FU2.
    apply fsub_is_zero in T1; auto. apply fsub_is_zero in T2; auto. unfold a, b, point_of. now f_equal. }
  clear Aneg Apos Bneg Bpos.
  rewrite <- E_ux, <- E_uy, <- E_wx, <- E_wy, <- E_zx, <- E_zy, <- E_len2, <- E_p1, <- E_p2.
  rewrite E_inverse in *. rewrite E_rest1, E_e in E_result_distance. rewrite E_rest2, E_e in E_result_size.
  rewrite E_at_a in *. rewrite E_at_a_1 in *. rewrite E_at_a_2 in *. rewrite E_at_b_1 in *. rewrite E_if2 in *.
  rewrite E_if3 in *. rewrite E_if4 in *.
  assert (Fin : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') by tauto.
  unfold known_region.
  destruct (Z.eqb_spec n 0) as [N0 | N0]; cbn [negb andb] in *.
  - right. split; [assumption |]. split; [assumption |]. exists Segment. split; [assumption |].
    destruct (fle wu (fconst 0 0)) eqn:A; destruct is_short eqn:S; cbn [orb] in *; rewrite E_if5 in *.
    + left. repeat split; auto; try congruence.
    + left. repeat split; auto; try congruence. right. right. repeat split; auto; congruence.
    + left. repeat split; auto; try congruence.
    + destruct at_b.
      * right. left. repeat split; auto; try congruence.
      * right. right. repeat split; auto; congruence.
  - destruct (Z.eqb_spec n 1) as [N1 | N1]; cbn [negb andb] in *.
    + destruct is_short eqn:S; destruct is_point eqn:T; cbn [negb andb orb] in *; rewrite E_if5 in *; try (left;
      congruence);
        (right; split; [assumption |]; split; [assumption |]; exists Ray; split; [assumption |]).
      * left. repeat split; auto; try congruence.
      * left. repeat split; auto; try congruence.
      * destruct (fle wu (fconst 0 0)) eqn:A; cbn [orb andb] in *.
        { left. repeat split; auto; try congruence. right. right. repeat split; auto; congruence. }
        { right. right. repeat split; auto; congruence. }
    + destruct (Z.eqb_spec n 2) as [N2 | N2]; cbn [negb andb] in *; [| left; congruence].
      destruct is_short eqn:S; destruct is_point eqn:T; cbn [negb andb orb] in *; rewrite ?andb_false_r in *;
        cbn [orb] in *; rewrite E_if5 in *; try (left; congruence);
        (right; split; [assumption |]; split; [assumption |]; exists Line; split; [assumption |]).
      * left. repeat split; auto; try congruence.
      * left. repeat split; auto; try congruence.
      * right. right. repeat split; auto; congruence.
Qed.

(* The error of the distance to an end. *)
Definition kshort := bpow radix2 (-446).

Lemma kshort_facts : 1000000 * kd <= kshort /\ bpow radix2 (-449) = kshort / 8 /\ 64 * kshort = bpow radix2 (-440).
Proof.
  unfold kshort, kd. change (-446)%Z with (20 + -466)%Z. rewrite bpow_plus. change (bpow radix2 20) with 1048576.
  assert (bpow radix2 (-536) <= bpow radix2 (-466)) by (apply bpow_le; lia). pose proof (bpow_gt_0 radix2 (-466)).
  repeat split; [lra | |].
  - change (-449)%Z with (17 + -466)%Z. rewrite bpow_plus. change (bpow radix2 17) with 131072. field.
  - change (-440)%Z with (26 + -466)%Z. rewrite bpow_plus. change (bpow radix2 26) with 67108864. ring.
Qed.

Lemma end_error (v : F double) q d : finite (fsqrt v) -> 0 <= q ->
  Rabs (real v - q) <= 402 / 100 * ud * q + 201 / 100 * etad ->
  ((1 - ud / 100) * sqrt q - 2 * kd <= d <= sqrt q \/ sqrt q - bpow radix2 (-449) <= d <= sqrt q) ->
  Rabs (real (fsqrt v) - d) <= 93 / 10 * ud * real (fsqrt v) + kshort / 4.
Proof.
  intros F Q H D. pose proof (root_error v q F Q H) as E. pose proof u_double_small as U. destruct kd_small as [K0 _].
  destruct kshort_facts as (K1 & K2 & _). rewrite K2 in D. pose proof (sqrt_pos q) as S0. apply within in E.
  revert E D S0. generalize (sqrt q) (real (fsqrt v)). intros s r E D S0.
  assert (0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (ud * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra).
  assert (R0 : 999 / 1000 * s - 2 * kd <= r) by lra.
  assert (ud * (999 / 1000 * s - 2 * kd) <= ud * r) by (apply Rmult_le_compat_l; lra).
  assert (ud * kd <= / 1048576 * kd) by (apply Rmult_le_compat_r; lra).
  apply within. destruct D; lra.
Qed.

Theorem measure_correct cx cy ax ay bx by' (n : Z) d s :
  Terms_order.measure_of_terms.measure_of_results cx cy ax ay bx by' n d s ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by' in
  nonneg s /\
  (finite s ->
    (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') /\
    exists x, n = extent_number x /\ finite d /\ 0 <= real d <= real s /\
      forall distance, is_distance x c a b distance ->
        Rabs (real d - distance) <= 93 / 10 * ud * real s + kshort / 4).
Proof.
  intros H c a b. apply measure_cases in H. fold c a b in H.
  destruct H as [-> | (Fin & Flen & x & Nx & K)].
  { split; [reflexivity |]. intros F. discriminate F. }
  pose proof u_double_small as U. pose proof eta_double_small as ES. destruct kd_small as [K0 _].
  destruct kshort_facts as (K1 & _ & _).
  pose proof (squares_error _ _ _ _ Flen) as HL. cbv zeta in HL.
  change ((real bx - real ax) * (real bx - real ax) + (real by' - real ay) * (real by' - real ay)) with (len2 a b) in
    HL.
  pose proof (len2_nonneg a b) as L0.
  assert (Root : forall v : F double, nonneg v -> nonneg (fsqrt v)) by (intros; now apply nonneg_fsqrt).
  destruct K as [(Ed & Es & K) | [(Ed & Es & -> & K) | (Ed & Es & BL & KW & KZ)]].
  - rewrite Es. assert (P : nonneg d) by (rewrite Ed; apply Root, nonneg_fadd; apply nonneg_square).
    split; [assumption |]. intros Fd. split; [assumption |]. exists x. split; [assumption |]. split; [assumption |].
    split; [pose proof (nonneg_real _ P); lra |]. intros e De. rewrite Ed in Fd |- *.
    destruct (fsqrt_finite _ Fd) as (Fv & _). pose proof (squares_error _ _ _ _ Fv) as HW. cbv zeta in HW.
    change ((real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay)) with (w2 c a) in HW.
    apply end_error with (w2 c a); auto using w2_nonneg.
    destruct K as [AB | [(-> & SH) | (XL & W & XR)]].
    + left. apply (distance_at_end x c a b e 0); auto using w2_nonneg, w2_is. { destruct x; simpl; auto; lra. }
      intros t _. rewrite <- AB. pose proof (w2_nonneg c a). assert (0 <= ud * w2 c a) by (apply Rmult_le_pos; lra).
      replace (dist2_at c a a t) with (w2 c a); [lra |]. unfold dist2_at, w2, wx, wy. ring.
    + right. pose proof (distance_short c a b e De) as DS.
      assert (sqrt (len2 a b) <= bpow radix2 (-449)).
      { rewrite <- (sqrt_pow2 (bpow radix2 (-449))) by apply bpow_ge_0. apply sqrt_le_1_alt.
        rewrite <- Rsqr_pow2. unfold Rsqr. rewrite <- bpow_plus. change (-449 + -449)%Z with (2 + -900)%Z.
        rewrite bpow_plus.
        change (bpow radix2 2) with 4. apply within in HL.
        assert (Z : (-1055 <= -900)%Z) by lia. apply eta_below_power in Z.
        assert (ud * len2 a b <= / 1048576 * len2 a b) by (apply Rmult_le_compat_r; lra). lra. }
      lra.
    + left. apply (distance_at_end x c a b e 0); auto using w2_nonneg, w2_is. { destruct x; simpl; auto; lra. }
      intros t T. apply (nearly_end_a ud etad U ES c a b x t XL T W). intros X. specialize (XR X).
      apply within in HL. assert (Z : (-1055 <= -900)%Z) by lia. apply eta_below_power in Z.
      assert (ud * len2 a b <= / 1048576 * len2 a b) by (apply Rmult_le_compat_r; lra). lra.
  - rewrite Es. assert (P : nonneg d) by (rewrite Ed; apply Root, nonneg_fadd; apply nonneg_square).
    split; [assumption |]. intros Fd. split; [assumption |]. exists Segment. split; [assumption |].
    split; [assumption |].
    split; [pose proof (nonneg_real _ P); lra |]. intros e De. rewrite Ed in Fd |- *.
    destruct (fsqrt_finite _ Fd) as (Fv & _). pose proof (squares_error _ _ _ _ Fv) as HW. cbv zeta in HW.
    change ((real cx - real bx) * (real cx - real bx) + (real cy - real by') * (real cy - real by')) with (z2 c b) in
      HW.
    apply end_error with (z2 c b); auto using z2_nonneg.
    left. apply (distance_at_end Segment c a b e 1); auto using z2_nonneg, z2_is. { simpl; lra. }
    intros t T. now apply (nearly_end_b ud etad U ES).
  - set (len2f := fadd (fmul (fsub bx ax) (fsub bx ax)) (fmul (fsub by' ay) (fsub by' ay))) in *.
    set (p1 := fmul (fsub bx ax) (fsub cy ay)) in *. set (p2 := fmul (fsub by' ay) (fsub cx ax)) in *.
    split. { rewrite Es. exact (nonneg_size len2f p1 p2 (len2 a b) L0 Flen BL HL). }
    intros Fs. rewrite Es in Fs. split; [assumption |]. exists x. split; [assumption |].
    destruct (side_value len2f p1 p2 (len2 a b) (ux a b * wy c a) (uy a b * wx c a) L0 Flen BL HL
      (product_of_differences _ _ _ _) (product_of_differences _ _ _ _) Fs) as (_ & Fd & DS & E & CS).
    rewrite <- Es, <- ?Ed in *. split; [assumption |]. split; [assumption |]. intros e De.
    destruct (root_facts len2f (len2 a b) L0 Flen BL HL) as (_ & SL & SH & _ & _).
    assert (L1 : 0 < len2 a b).
    { destruct L0 as [L | L]; [assumption |]. rewrite <- L, sqrt_0 in SL. lra. }
    destruct (distance_on_side x c a b e De L1 KW KZ) as [D1 D2].
    change (ux a b * wy c a - uy a b * wx c a) with (cross c a b) in E, CS.
    replace (((1 + ud / 100) * Rabs (cross c a b) + 5 * etad) / sqrt (len2 a b)) with
      ((1 + ud / 100) * (Rabs (cross c a b) / sqrt (len2 a b)) + 5 * (etad / sqrt (len2 a b))) in D2 by (field; lra).
    apply within in E. apply within. revert D1 D2 E CS SH DS.
    generalize (Rabs (cross c a b) / sqrt (len2 a b)) (etad / sqrt (len2 a b)) (real d) (real s).
    intros m h r z D1 D2 E CS SH DS.
    assert (ud * m <= ud * (101 / 100 * z + kd / 100)) by (apply Rmult_le_compat_l; lra).
    assert (0 <= ud * z) by (apply Rmult_le_pos; lra).
    assert (ud * kd <= / 1048576 * kd) by (apply Rmult_le_compat_r; lra).
    lra.
Qed.

(* As the header promises. *)
Corollary measure_promise cx cy ax ay bx by' (n : Z) d s :
  Terms_order.measure_of_terms.measure_of_results cx cy ax ay bx by' n d s -> finite s ->
  exists x, n = extent_number x /\ forall distance, is_distance x (point_of cx cy) (point_of ax ay) (point_of bx by')
    distance ->
    Rabs (real d - distance) < bpow radix2 (-49) * real s + bpow radix2 (-440).
Proof.
  intros H F. destruct (measure_correct _ _ _ _ _ _ _ _ _ H) as (P & M). destruct (M F) as (_ & x & Nx & _ & DS & E).
  exists x. split; [assumption |]. intros e De. specialize (E e De). destruct kshort_facts as (K1 & _ & K3).
  destruct kd_small as [K0 _].
  rewrite <- K3. change (bpow radix2 (-49)) with (bpow radix2 (4 + -53)). rewrite bpow_plus.
  change (bpow radix2 4) with 16.
  change (bpow radix2 (-53)) with ud. pose proof u_double_small.
  assert (0 <= ud * real s) by (apply Rmult_le_pos; lra). lra.
Qed.
