(* Rough distances of many walls, rough_distances in src/scene/point_lanes.h: where a lane has one, it is within
   11 * 2^-53 of the span and 2^-446 of the distance to the axis less the radius, for all doubles, fused or not.

   The regions and roots are those of DistanceMeasure.v. On the side the difference of products is off by 4.02 u of
   |u| |w|, and root and quotient lose 4.1 u of the quotient, which is at most |w|. |w| is at most the span. The
   derivation is in docs/exactness.md, "Nearest walls of a scene". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry Regions Overflow Products Points Distances
  SideDistance DistanceMeasure PointLanesParts.
From Carom Require Terms_rough.
Import Terms_rough.rough_distances_lanes_terms(rough_distances_lanes_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Implicit Types v : F double.

(* ---- a lane ---- *)

Lemma difference_close (x y : F double) : finite (fsub x y) ->
  Rabs (real (fsub x y)) <= (1 + ud) * Rabs (real x - real y) /\ (1 - ud) * Rabs (real x - real y) <= Rabs (real (fsub x
      y)).
Proof.
  intros F. destruct (fsub_error x y F) as (_ & _ & E). split.
  - replace (real (fsub x y)) with ((real x - real y) + (real (fsub x y) - (real x - real y))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
  - replace (real (fsub x y)) with ((real x - real y) - ((real x - real y) - real (fsub x y))) by ring.
    eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite (Rabs_minus_sym (real x - real y)). lra.
Qed.

Lemma sum_operands v (a b c d : F double) p : sum_or_fused v (fmul a b) (fmul c d) p (Some (c, d)) -> finite v ->
  (p = None \/ p = Some (a, b)) -> finite a /\ finite b /\ finite c /\ finite d.
Proof.
  intros S F P. destruct S as [-> | [(q & t & E & ->) | (q & t & E & ->)]].
  - destruct (fadd_finite _ _ F) as (F1 & F2 & _). destruct (fmul_finite _ _ F1) as (A & B & _).
    destruct (fmul_finite _ _ F2) as (C & D & _). auto.
  - destruct P as [-> | ->]; [discriminate | injection E as <- <-]. destruct (ffma_finite _ _ _ F) as (A & B & F2 & _).
    destruct (fmul_finite _ _ F2) as (C & D & _). auto.
  - injection E as <- <-. destruct (ffma_finite _ _ _ F) as (C & D & F1 & _). destruct (fmul_finite _ _ F1) as (A & B &
      _). auto.
Qed.

Lemma squares_nonneg s v w : sum_or_fused s (fmul v v) (fmul w w) None (Some (w, w)) -> nonneg s.
Proof.
  intros [-> | [(q & t & E & _) | (q & t & E & ->)]]; [| discriminate |].
  - apply nonneg_fadd; apply nonneg_square.
  - injection E as <- <-. apply nonneg_fma_square, nonneg_square.
Qed.

Lemma below_root (x L : R) k : x * x <= L -> L <= bpow radix2 (k + k) -> Rabs x <= bpow radix2 k.
Proof.
  intros X H. apply Rsqr_incr_0_var; [| apply bpow_ge_0]. rewrite <- Rsqr_abs. unfold Rsqr. rewrite <- bpow_plus. lra.
Qed.

Lemma nonneg_quotient (x y : F double) : nonneg x -> finite y -> finite (fdiv x y) -> 0 < real y -> nonneg (fdiv x y).
Proof.
  intros Nx Fy F P. destruct (fdiv_finite _ _ F Fy ltac:(lra)) as (Fx & E). apply nonneg_of_real; [exact F |]. rewrite
      E.
  apply rnd_nonneg, Rmult_le_pos; [now apply nonneg_real | left; now apply Rinv_0_lt_compat].
Qed.

Section Lane.
Variables fx fy span ax ay bx by_ r result : F double.
Variable known : Z.
Hypothesis lane : rough_distances_lanes_results fx fy span ax ay bx by_ r result known.
Hypothesis is_known : known <> 0%Z.
Hypothesis span_finite : finite span.
Hypothesis span_high : real span <= bpow radix2 500.
Hypothesis radius_valid : fle (fconst 0 0) r = true.

Let c := point_of fx fy.
Let a := point_of ax ay.
Let b := point_of bx by_.

Theorem rough_distance_is_close d : is_distance Segment c a b d ->
  (finite fx /\ finite fy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite r /\ 0 <= real r) /\
  finite result /\ Rabs (real result) <= 2 * real span + kshort /\
  Rabs (real result - (d - real r)) <= 11 * ud * real span + kshort.
Proof.
  intros De. pose proof lane as Q.
  destruct Q as (x & y & none & sp & ux & uy & wx & wy & zx & zy & len2 & w2 & z2 & wu & zu & minus & cross & at_a &
      at_end & root &
    size & len2_max & H). destruct H.
  subst x y none sp. pose proof u_double_small as U. pose proof eta_double_pos as ET. pose proof eta_double_small as ES.
  destruct kd_small as [K0 K1]. destruct kshort_facts as (K2 & _ & _). destruct zero_value as [Z1 Z2].
  (* what is known *)
  assert (Kn : fle size span = true /\ fle len2 (fconst 1 1000) = true /\ fle r span = true).
  { rewrite E_result_is_known, E_len2_max in is_known. destruct (fle size span); [| now elim is_known].
    destruct (fle len2 (fconst 1 1000)); [| now elim is_known]. destruct (fle r span); [auto | now elim is_known]. }
  destruct Kn as (N1 & N2 & N3).
  assert (Fr : finite r /\ 0 <= real r <= real span).
  { assert (Nr : nonneg r) by (apply (fle_nonneg _ _ radius_valid); [exact Z1 | lra]).
    assert (F : finite r) by (eapply fle_finite; eauto). split; [exact F |]. split; [now apply nonneg_real | now apply
        fle_real]. }
  destruct Fr as (Fr & R0 & R1).
  assert (Fsz : finite size).
  { eapply fle_finite; [exact N1 | rewrite E_size; apply nonneg_fadd; apply nonneg_fabs | exact span_finite]. }
  apply fle_real in N1; auto. rewrite E_size in Fsz, N1. destruct (fadd_finite _ _ Fsz) as (Fwx & Fwy & Es).
  apply fabs_finite in Fwx, Fwy. rewrite !real_fabs in Es.
  assert (Wx : Rabs (real wx) <= real span /\ Rabs (real wy) <= real span).
  { pose proof (Rabs_pos (real wx)). pose proof (Rabs_pos (real wy)). split; (eapply Rle_trans; [| exact N1]); rewrite
      Es.
    - apply Rle_trans with (rnd double (Rabs (real wx))); [| apply rnd_le; lra].
      rewrite rnd_of_format; [apply Rle_refl | rewrite <- real_fabs; apply real_in_format].
    - apply Rle_trans with (rnd double (Rabs (real wy))); [| apply rnd_le; lra].
      rewrite rnd_of_format; [apply Rle_refl | rewrite <- real_fabs; apply real_in_format]. }
  destruct Wx as (Wx & Wy).
  pose proof Fwx as Fwx'. rewrite E_wx in Fwx'. pose proof Fwy as Fwy'. rewrite E_wy in Fwy'.
  destruct (fsub_finite _ _ Fwx') as (Ffx & Fax & _). destruct (fsub_finite _ _ Fwy') as (Ffy & Fay & _).
  destruct (difference_close _ _ Fwx') as (_ & Lx). destruct (difference_close _ _ Fwy') as (_ & Ly). rewrite <- E_wx in
      Lx. rewrite <- E_wy in Ly.
  set (W := Rabs (real fx - real ax) + Rabs (real fy - real ay)).
  assert (W0 : 0 <= W) by (unfold W; pose proof (Rabs_pos (real fx - real ax)); pose proof (Rabs_pos (real fy - real
      ay)); lra).
  assert (WS : W <= (1 + 3 * ud) * real span).
  { pose proof (rnd_sum_error double (Rabs (real wx)) (Rabs (real wy))) as E. rewrite <- Es in E.
    specialize (E ltac:(rewrite <- real_fabs; apply real_in_format) ltac:(rewrite <- real_fabs; apply real_in_format)).
    pose proof (Rabs_pos (real wx)). pose proof (Rabs_pos (real wy)). rewrite (Rabs_pos_eq (_ + _)) in E by lra. apply
        within in E.
    assert (A : (1 - ud) * W <= Rabs (real wx) + Rabs (real wy)) by (unfold W; lra).
    assert (B : (1 - ud) * ((1 - ud) * W) <= real span) by (eapply Rle_trans; [apply Rmult_le_compat_l; [lra | exact A]
        | lra]).
    assert (UW : 0 <= ud * W <= / 1048576 * W) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
    assert (D : 0 <= ud * (ud * W) <= / 1048576 * (ud * W)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
        lra).
    assert (C : ud * ((1 - 2 * ud) * W) <= ud * real span) by (apply Rmult_le_compat_l; lra). lra. }
  assert (S0 : 0 <= real span) by (pose proof (Rabs_pos (real wx)); lra).
  assert (US : 0 <= ud * real span <= / 1048576 * real span) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  (* u *)
  assert (Nl : nonneg len2) by (eapply squares_nonneg; exact E_len2).
  constant_of double 1%Z 1000%Z. destruct C as [C1 C2]. rewrite Rmult_1_l in C2.
  assert (Fl : finite len2) by (eapply fle_finite; eauto). apply fle_real in N2; auto. rewrite C2 in N2.
  destruct (sum_operands _ _ _ _ _ _ E_len2 Fl (or_introl eq_refl)) as (Fux & _ & Fuy & _).
  pose proof Fux as Fux'. rewrite E_ux in Fux'. pose proof Fuy as Fuy'. rewrite E_uy in Fuy'.
  destruct (fsub_finite _ _ Fux') as (Fbx & _ & _). destruct (fsub_finite _ _ Fuy') as (Fby & _ & _).
  split; [tauto |].
  pose proof (approx_sub_exact bx ax) as Aux. pose proof (approx_sub_exact by_ ay) as Auy. rewrite <- E_ux in Aux.
      rewrite <- E_uy in Auy.
  pose proof (approx_sub_exact fx ax) as Awx. pose proof (approx_sub_exact fy ay) as Awy. rewrite <- E_wx in Awx.
      rewrite <- E_wy in Awy.
  pose proof (approx_sub_exact fx bx) as Azx. pose proof (approx_sub_exact fy by_) as Azy. rewrite <- E_zx in Azx.
      rewrite <- E_zy in Azy.
  assert (Sq : forall p q : R, Rabs p * Rabs p + Rabs q * Rabs q = p * p + q * q).
  { intros. rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. reflexivity. }
  assert (Sq0 : forall p q : R, 0 <= p * p + q * q).
  { intros p q. pose proof (Rle_0_sqr p). pose proof (Rle_0_sqr q). unfold Rsqr in *. lra. }
  pose proof (dot_close _ _ _ _ _ _ _ _ _ _ _ _ _ E_len2 Aux Aux Auy Auy Fl ltac:(rewrite Sq; apply Sq0)) as HL. rewrite
      Sq in HL.
  change ((real bx - real ax) * (real bx - real ax) + (real by_ - real ay) * (real by_ - real ay)) with (Geometry.len2 a
      b) in HL.
  pose proof (len2_nonneg a b) as L0.
  assert (L1 : Geometry.len2 a b <= bpow radix2 (501 + 501)).
  { apply within in HL. change (501 + 501)%Z with (2 + 1000)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
    assert (ud * Geometry.len2 a b <= / 1048576 * Geometry.len2 a b) by (apply Rmult_le_compat_r; lra).
    assert (1 <= bpow radix2 1000) by (apply (bpow_le radix2 0 1000); lia). lra. }
  assert (Ux : Rabs (real bx - real ax) <= bpow radix2 501 /\ Rabs (real by_ - real ay) <= bpow radix2 501).
  { change (Geometry.len2 a b) with ((real bx - real ax) * (real bx - real ax) + (real by_ - real ay) * (real by_ - real
      ay)) in L1.
    pose proof (Rle_0_sqr (real bx - real ax)). pose proof (Rle_0_sqr (real by_ - real ay)). unfold Rsqr in *.
    split; apply (below_root _ _ _ ltac:(apply Rle_refl)); lra. }
  destruct Ux as (Ux & Uy).
  assert (P500 : bpow radix2 503 = 8 * bpow radix2 500 /\ bpow radix2 501 = 2 * bpow radix2 500 /\ 0 < bpow radix2 500).
  { split; [change 503%Z with (3 + 500)%Z | split; [change 501%Z with (1 + 500)%Z |]]; rewrite ?bpow_plus; [reflexivity
      | reflexivity | apply bpow_gt_0]. }
  destruct P500 as (P3 & P1 & P0).
  assert (Sux : small ux).
  { split; [exact Fux |]. destruct (difference_close _ _ Fux') as (M & _). rewrite <- E_ux in M.
    assert (ud * Rabs (real bx - real ax) <= 1 * Rabs (real bx - real ax)) by (apply Rmult_le_compat_r; [apply Rabs_pos
        | lra]). lra. }
  assert (Suy : small uy).
  { split; [exact Fuy |]. destruct (difference_close _ _ Fuy') as (M & _). rewrite <- E_uy in M.
    assert (ud * Rabs (real by_ - real ay) <= 1 * Rabs (real by_ - real ay)) by (apply Rmult_le_compat_r; [apply
        Rabs_pos | lra]). lra. }
  assert (Swx : small wx) by (split; [exact Fwx | lra]). assert (Swy : small wy) by (split; [exact Fwy | lra]).
  assert (Zd : forall v p q : F double, v = fsub p q -> finite p -> finite q -> Rabs (real p - real q) <= bpow radix2
      503 -> small v).
  { intros v p q -> Fp Fq Hz. destruct (fsub_is_finite p q 503) as (F & _ & B); auto; [unfold emin; simpl; lia |]. now
      split. }
  assert (Szx : small zx).
  { apply (Zd zx fx bx); auto. replace (real fx - real bx) with ((real fx - real ax) - (real bx - real ax)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. unfold W in WS. pose proof (Rabs_pos (real fy - real
        ay)). lra. }
  assert (Szy : small zy).
  { apply (Zd zy fy by_); auto. replace (real fy - real by_) with ((real fy - real ay) - (real by_ - real ay)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. unfold W in WS. pose proof (Rabs_pos (real fx - real
        ax)). lra. }
  (* the signs and the squares *)
  assert (Pp : forall p q r s : R, 0 <= Rabs p * Rabs q + Rabs r * Rabs s).
  { intros. apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply Rabs_pos. }
  assert (Fwu : finite wu) by (apply (dot_finite _ _ _ _ _ E_wu); assumption).
  assert (Fzu : finite zu) by (apply (dot_finite _ _ _ _ _ E_zu); assumption).
  assert (Fw2 : finite w2) by (apply (dot_finite _ _ _ _ _ E_w2); assumption).
  assert (Fz2 : finite z2) by (apply (dot_finite _ _ _ _ _ E_z2); assumption).
  pose proof (dot_close _ _ _ _ _ _ _ _ _ _ _ _ _ E_wu Awx Aux Awy Auy Fwu (Pp _ _ _ _)) as Hwu.
  pose proof (dot_close _ _ _ _ _ _ _ _ _ _ _ _ _ E_zu Azx Aux Azy Auy Fzu (Pp _ _ _ _)) as Hzu.
  pose proof (dot_close _ _ _ _ _ _ _ _ _ _ _ _ _ E_w2 Awx Awx Awy Awy Fw2 (Pp _ _ _ _)) as Hw2. rewrite Sq in Hw2.
  pose proof (dot_close _ _ _ _ _ _ _ _ _ _ _ _ _ E_z2 Azx Azx Azy Azy Fz2 (Pp _ _ _ _)) as Hz2. rewrite Sq in Hz2.
  rewrite <- !Rabs_mult in Hwu, Hzu.
  pose proof (dot_sign _ _ _ (proj1 (sizes_nonneg c a b)) Hwu) as [Aneg Apos].
  pose proof (dot_sign _ _ _ (proj2 (sizes_nonneg c a b)) Hzu) as [Bneg Bpos].
  change ((real fx - real ax) * (real bx - real ax) + (real fy - real ay) * (real by_ - real ay)) with (Geometry.wu c a
      b) in *.
  change ((real fx - real bx) * (real bx - real ax) + (real fy - real by_) * (real by_ - real ay)) with (Geometry.zu c a
      b) in *.
  change ((real fx - real ax) * (real fx - real ax) + (real fy - real ay) * (real fy - real ay)) with (Geometry.w2 c a)
      in *.
  change ((real fx - real bx) * (real fx - real bx) + (real fy - real by_) * (real fy - real by_)) with (Geometry.z2 c
      b) in *.
  (* |w| and the distance are at most W *)
  assert (wW : sqrt (Geometry.w2 c a) <= W).
  { rewrite <- (sqrt_pow2 W) by exact W0. apply sqrt_le_1_alt. rewrite <- Rsqr_pow2. unfold Rsqr, W.
    change (Geometry.w2 c a) with ((real fx - real ax) * (real fx - real ax) + (real fy - real ay) * (real fy - real
        ay)).
    rewrite <- Sq. pose proof (Pp (real fx - real ax) (real fy - real ay) 0 0). rewrite Rabs_R0 in *. lra. }
  assert (dW : d <= W).
  { pose proof De as (D0 & _ & D1). specialize (D1 0 ltac:(simpl; lra)). rewrite w2_is in D1.
    apply Rle_trans with (sqrt (Geometry.w2 c a)); [| exact wW]. rewrite <- (sqrt_pow2 d) by exact D0. now apply
        sqrt_le_1_alt. }
  assert (d0 : 0 <= d) by apply De.
  assert (UW : 0 <= ud * W <= / 1048576 * W) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUS : 0 <= ud * (ud * real span) <= / 1048576 * (ud * real span)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  assert (UWS : ud * W <= ud * real span + 3 * (ud * (ud * real span))).
  { apply Rle_trans with (ud * ((1 + 3 * ud) * real span)); [apply Rmult_le_compat_l; lra | lra]. }
  assert (UK : 0 <= ud * kshort <= / 1048576 * kshort) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  set (rough := if negb (Z.eqb at_end 0) then root else fdiv cross root) in *.
  assert (Close : finite rough /\ 0 <= real rough /\ Rabs (real rough - d) <= 932 / 100 * (ud * W) + kshort / 3).
  { assert (End : forall v q, finite v -> nonneg v -> 0 <= q -> Rabs (real v - q) <= 402 / 100 * ud * q + 201 / 100 *
      etad ->
      ((1 - ud / 100) * sqrt q - 2 * kd <= d <= sqrt q \/ sqrt q - bpow radix2 (-449) <= d <= sqrt q) ->
      finite (fsqrt v) /\ 0 <= real (fsqrt v) /\ Rabs (real (fsqrt v) - d) <= 932 / 100 * (ud * W) + kshort / 3).
    { intros v q Fv Nv q0 Hq HD. pose proof (finite_fsqrt v Fv Nv) as Fs. split; [exact Fs |].
      split; [apply nonneg_real, nonneg_fsqrt, Nv |]. pose proof (end_error v q d Fs q0 Hq HD) as E.
      pose proof (nonneg_real _ (nonneg_fsqrt _ Nv)) as P. set (s := real (fsqrt v)) in *.
      assert (Us : 0 <= ud * s <= / 1048576 * s) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
      apply within in E. assert (S1 : s <= 10001 / 10000 * W + kshort) by lra.
      assert (ud * s <= ud * (10001 / 10000 * W + kshort)) by (apply Rmult_le_compat_l; lra). apply within. lra. }
    destruct (fle wu (fconst 0 0) || flt len2 (fconst 1 (-900)))%bool eqn:A.
    - assert (Er : rough = fsqrt w2) by (unfold rough; rewrite E_at_end, E_root, E_at_end, E_at_a; destruct (fle (fconst
        0 0) zu); reflexivity).
      rewrite Er. apply (End w2 (Geometry.w2 c a)); auto using w2_nonneg; [eapply squares_nonneg; exact E_w2 |].
      apply orb_prop in A. destruct A as [A | A].
      + left. apply fle_real in A; auto. rewrite Z2 in A. apply Aneg in A.
        apply (distance_at_end Segment c a b d 0); auto using w2_nonneg, w2_is; [simpl; lra |].
        intros t T. apply (nearly_end_a ud etad U ES c a b Segment t); auto; discriminate.
      + right. constant_of double 1%Z (-900)%Z. destruct C as [F9 E9]. rewrite Rmult_1_l in E9.
        apply flt_real in A; auto. rewrite E9 in A. pose proof (distance_short c a b d De) as DS.
        assert (sqrt (Geometry.len2 a b) <= bpow radix2 (-449)); [| lra].
        rewrite <- (sqrt_pow2 (bpow radix2 (-449))) by apply bpow_ge_0. apply sqrt_le_1_alt.
        rewrite <- Rsqr_pow2. unfold Rsqr. rewrite <- bpow_plus. change (-449 + -449)%Z with (2 + -900)%Z.
        rewrite bpow_plus. change (bpow radix2 2) with 4. apply within in HL.
        assert (Z : (-1055 <= -900)%Z) by lia. apply eta_below_power in Z.
        assert (ud * Geometry.len2 a b <= / 1048576 * Geometry.len2 a b) by (apply Rmult_le_compat_r; lra). lra.
    - apply orb_false_iff in A. destruct A as [A A9]. apply fle_real_false in A; auto. rewrite Z2 in A.
      pose proof (limit_900_real len2 Fl (or_intror A9)) as BL.
      destruct (fle (fconst 0 0) zu) eqn:B.
      + assert (Er : rough = fsqrt z2) by (unfold rough; rewrite E_at_end, E_root, E_at_end, E_at_a; reflexivity).
        rewrite Er. apply (End z2 (Geometry.z2 c b)); auto using z2_nonneg; [eapply squares_nonneg; exact E_z2 |]. left.
        apply fle_real in B; auto. rewrite Z2 in B. apply Bpos in B.
        apply (distance_at_end Segment c a b d 1); auto using z2_nonneg, z2_is; [simpl; lra |].
        intros t T. now apply (nearly_end_b ud etad U ES).
      + assert (Er : rough = fdiv (fabs minus) (fsqrt len2)).
        { unfold rough. rewrite E_at_end, E_root, E_at_end, E_at_a, E_cross. reflexivity. }
        rewrite Er. apply fle_real_false in B; auto. rewrite Z2 in B.
        assert (Fm : finite minus) by (apply (cross_finite _ _ _ _ _ E_minus1); assumption).
        pose proof (cross_close _ _ _ _ _ _ _ _ _ _ _ _ _ E_minus1 Aux Awy Auy Awx Fm (Pp _ _ _ _)) as Hc.
        change ((real bx - real ax) * (real fy - real ay) - (real by_ - real ay) * (real fx - real ax)) with
            (Geometry.cross c a b) in Hc.
        assert (Lu : Rabs (real bx - real ax) <= sqrt (Geometry.len2 a b) /\ Rabs (real by_ - real ay) <= sqrt
            (Geometry.len2 a b)).
        { change (Geometry.len2 a b) with ((real bx - real ax) * (real bx - real ax) + (real by_ - real ay) * (real by_
            - real ay)).
          pose proof (Rle_0_sqr (real bx - real ax)). pose proof (Rle_0_sqr (real by_ - real ay)).
          split; rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; unfold Rsqr in *; lra. }
        assert (Terms : Rabs (real bx - real ax) * Rabs (real fy - real ay) + Rabs (real by_ - real ay) * Rabs (real fx
            - real ax) <=
          sqrt (Geometry.len2 a b) * W).
        { unfold W. destruct Lu as (Lu1 & Lu2).
          pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos (real fy - real ay)) Lu1).
          pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos (real fx - real ax)) Lu2). lra. }
        destruct (quotient_close len2 minus (Geometry.len2 a b) (Geometry.cross c a b) L0 Fl BL HL Fm W) as (Fq & Eq).
        { eapply Rle_trans; [| exact Terms]. change (Geometry.cross c a b) with
            ((real bx - real ax) * (real fy - real ay) - (real by_ - real ay) * (real fx - real ax)).
          unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult. lra. }
        { eapply Rle_trans; [exact Hc |]. apply Rplus_le_compat_r. apply Rmult_le_compat_l; [lra | exact Terms]. }
        { apply Rle_trans with (bpow radix2 501); [lra |]. apply bpow_le. lia. }
        split; [exact Fq |].
        split; [apply nonneg_real, nonneg_quotient; [apply nonneg_fabs | now apply finite_fsqrt | exact Fq |] |].
        { destruct (root_facts len2 (Geometry.len2 a b) L0 Fl BL HL) as (_ & P & _ & E & _). apply within in E.
          assert (ud * sqrt (Geometry.len2 a b) <= / 1048576 * sqrt (Geometry.len2 a b)) by (apply Rmult_le_compat_r;
              lra). lra. }
        destruct (root_facts len2 (Geometry.len2 a b) L0 Fl BL HL) as (_ & SL & SH & _ & _).
        assert (Lp : 0 < Geometry.len2 a b).
        { destruct L0 as [L | L]; [exact L |]. rewrite <- L, sqrt_0 in SL. lra. }
        destruct (distance_on_side Segment c a b d De Lp) as [D1 D2].
        { intros _. apply Apos. lra. } { intros _. apply Bneg. lra. }
        replace (((1 + ud / 100) * Rabs (Geometry.cross c a b) + 5 * etad) / sqrt (Geometry.len2 a b)) with
          ((1 + ud / 100) * (Rabs (Geometry.cross c a b) / sqrt (Geometry.len2 a b)) + 5 * (etad / sqrt (Geometry.len2 a
              b))) in D2
          by (field; lra).
        apply within in Eq. apply within. revert D1 D2 Eq SH.
        generalize (Rabs (Geometry.cross c a b) / sqrt (Geometry.len2 a b)) (etad / sqrt (Geometry.len2 a b)).
        intros m h D1 D2 Eq SH. assert (ud * m <= ud * W) by (apply Rmult_le_compat_l; lra). lra. }
  destruct Close as (Fh & H0 & Close). apply within in Close.
  assert (Fres : finite result) by (rewrite E_result_distance; now apply fsub_nonneg_finite).
  split; [exact Fres |]. rewrite E_result_distance in Fres. destruct (fsub_error _ _ Fres) as (_ & _ & E). rewrite <-
      E_result_distance in E.
  assert (M : Rabs (real rough - real r) <= 10001 / 10000 * real span + kshort) by (apply Rabs_le; lra).
  assert (ud * Rabs (real rough - real r) <= ud * (10001 / 10000 * real span + kshort)) by (apply Rmult_le_compat_l;
      lra).
  apply within in E. split; [apply Rabs_le; apply Rabs_le_inv in M; lra | apply within; lra].
Qed.

End Lane.
