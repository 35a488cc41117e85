(* sweep_in_wall of src/sweep/sweep.c as a whole: if it answers by itself, the circle overlaps the wall at the start,
   and the centre is off the axis. docs/exactness.md, "Overlap at the start". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactDepth ContactEnd ContactSide ContactSideDepth ContactLevel ContactMeasure ContactMeasured
  ContactSpec ContactLevelNumbers ContactPushOut ContactPublic ContactOverlap.
From Carom Require Terms_contact Terms_overlap.
Import Terms_overlap.sweep_in_wall_terms(sweep_in_wall_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Section Start.
Variables cx cy r ax ay bx by_ wr : F double.
Variables number asked kind1 feature1 kind2 feature2 kind feature : Z.
Variables t1 x1 y1 px1 py1 nx1 ny1 t2 x2 y2 px2 py2 nx2 ny2 t X Y PX PY NX NY : F double.
(* The number of an enumeration. *)
Hypothesis number_nonneg : (0 <= number)%Z.
Hypothesis run : sweep_in_wall_results cx cy r ax ay bx by_ wr number asked kind1 feature1 t1 x1 y1 px1 py1 nx1 ny1
  kind2 feature2 t2 x2 y2 px2 py2 nx2 ny2 kind feature t X Y PX PY NX NY.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.

(* What the fast code says: kind 4 is an overlap. *)
Definition is_overlap_at_start := exists x q,
  number = extent_number x /\ kind = 4%Z /\ t = fconst 0 0 /\ X = cx /\ Y = cy /\
  is_feature x C A B feature /\ is_distance x C A B q /\ 0 < q < real r + real wr.

(* The results 1 are those of carom_sweep_from_contact, the results 2 those of carom_sweep_closely. `asked` is the
   relation that carom_circle_contact gives. *)
Theorem overlap_at_start_is_right :
  ((2 <= asked)%Z /\ (kind, feature, t, X, Y, PX, PY, NX, NY) = (kind1, feature1, t1, x1, y1, px1, py1, nx1, ny1)) \/
  ((asked < 2)%Z /\ (kind, feature, t, X, Y, PX, PY, NX, NY) = (kind2, feature2, t2, x2, y2, px2, py2, nx2, ny2)) \/
  is_overlap_at_start.
Proof.
  destruct run as (vux & vuy & vwx & vwy & vzx & vzy & p & measured & n & R_hi & R_lo & e & level & hi & lo & depth &
    k_error & s & srest & dhx & dhy & dlx & dly & inverse & length & lrest & spread & uhx & uhy & ulx & uly & error &
    if1 & sn & sx & sy & snx & sny & placed & spx & spy & rel & if2 & r1 & r2 & r3 & r4 & r5 & r6 & r7 & r8 & r9 & []).
  assert (Rest : (if1 && placed)%bool = false ->
    ((2 <= asked)%Z /\ (kind, feature, t, X, Y, PX, PY, NX, NY) = (kind1, feature1, t1, x1, y1, px1, py1, nx1, ny1)) \/
    ((asked < 2)%Z /\ (kind, feature, t, X, Y, PX, PY, NX, NY) = (kind2, feature2, t2, x2, y2, px2, py2, nx2, ny2))).
  { intros H. rewrite E_contact_relation in E_if2. pose proof (Z.geb_spec asked 2) as G. rewrite <- E_if2 in G.
    destruct if2; [left | right]; (split; [now inversion G |]); destruct if1, placed; try discriminate; congruence. }
  destruct (if1 && placed)%bool eqn:Fast; [| destruct (Rest eq_refl) as [? | ?]; auto]. right; right. clear Rest.
  apply andb_prop in Fast. destruct Fast as [I1 I2]. rewrite I1, I2 in *.
  symmetry in E_if1. rewrite !andb_true_iff in E_if1. destruct E_if1 as ((M0 & L1) & L2). rewrite M0 in *.
  assert (Results : kind = 4%Z /\ feature = n /\ t = fconst 0 0 /\ X = cx /\ Y = cy) by (repeat split; congruence).
  destruct Results as (V1 & V2 & V3 & V4 & V5).
  assert (V : vux = fsub bx ax /\ vuy = fsub by_ ay /\ vwx = fsub cx ax /\ vwy = fsub cy ay /\
    p = andb (feq vux (fconst 0 0)) (feq vuy (fconst 0 0))).
  { destruct E_fast_vectors_of as (a_x & a_y & b_x & b_y & c_x & c_y & ux' & uy' & wx' & wy' & zx' & zy' & u1 & u2 & p'
      & []).
    repeat split; congruence. }
  destruct V as (Vux & Vuy & Vwx & Vwy & Vp). pose proof E_measure_distance as D.
  apply measure_distance_cases in E_measure_distance.
  destruct E_measure_distance as (Ft & Wr & Nx & T1 & T2 & T3 & Cases).
  pose proof (reach_is r wr R_hi R_lo e Wr T1 T2 T3) as Rch. destruct zero_value as [Fz Ez].
  assert (Ex : exists x, number = extent_number x).
  { destruct (Z.eq_dec number 0) as [Z0 | Z0]; [now exists Segment |].
    destruct (Z.eq_dec number 1) as [Z1 | Z1]; [now exists Ray |]. exists Line. simpl. lia. }
  destruct Ex as [x Ex]. rewrite Ex in Ft, D.
  change (error = overlap_error R_hi hi k_error) in E_error. rewrite E_error in L1.
  (* what is common to the cases *)
  assert (Done : forall q, n <> 0%Z -> finite vux -> finite vuy ->
    (is_feature x C A B n -> is_distance x C A B q) -> 0 < q < real r + real wr -> is_overlap_at_start).
  { intros q N0 Fu1 Fu2 Hd Hq.
    pose proof (fast_feature_is_right cx cy ax ay bx by_ vux vuy vwx vwy Vux Vuy Vwx Vwy p Vp Fu1 Fu2 x n Ft N0) as Ff.
    fold C A B in Ff. exists x, q. rewrite V2, V3. auto 20. }
  destruct Cases as [(Ef & El & Hl & M) | [(Ef & El & M) | (N1 & N0 & El & M)]].
  - (* level or upright *)
    rewrite El in *. rewrite Vux, Vuy in Hl. rewrite Vux in M.
    destruct (measure_level_is r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth k_error s srest dhx dhy dlx dly inverse
      length
      lrest spread uhx uhy ulx uly Rch M) as (Fin & Nu & _ & Eq & [Fh _] & h0 & Fl & Sl & _ & _ & _ & _ & Ee & _).
    destruct (level_direction r wr R_hi R_lo cx cy ax ay bx by_ _ hi lo depth k_error s srest dhx dhy dlx dly inverse
      length
      lrest spread uhx uhy ulx uly Rch M eq_refl Hl) as (Z & _).
    fold C A B in Z. rewrite Ef in *.
    set (up := feq (fsub bx ax) (fconst 0 0)) in *.
    assert (Fu : finite vux /\ finite vuy).
    { rewrite Vux, Vuy. destruct up eqn:Hup; unfold up in Hup.
      - split; [apply feq_zero in Hup; apply Hup |]. destruct Fin as (_ & _ & _ & _ & _ & K). exact K.
      - cbn [orb] in Hl. apply feq_zero in Hl. split; [| apply Hl]. destruct Fin as (_ & _ & _ & _ & _ & K). exact K. }
    apply (Done (Rabs (if up then real cx - real ax else real cy - real ay))); try apply Fu; try discriminate.
    + intros [(_ & S) | [(S & _) | (S & _)]]; try discriminate.
      pose proof (level_distance (ux A B) (uy A B) (wx C A) (wy C A) up ltac:(destruct up; tauto)) as LD.
      change (Rabs (cross C A B) / sqrt (len2 A B) = Rabs (if up then real cx - real ax else real cy - real ay)) in LD.
      rewrite <- LD. exact (distance_on_side x C A B S).
    + split; [rewrite <- Eq | exact (overlap_of_level r wr R_hi R_lo hi k_error Rch Fh h0 L1 lo _ Fl Eq Sl)].
      apply flt_real in L2; [| eapply flt_finite; [exact L2 |] | exact Fh].
      * pose proof (overlap_parts r wr R_hi R_lo hi k_error Rch Fh h0 L1) as (e1 & e2 & _ & _ & _ & _ & _ & P6 & _).
        rewrite E_error in L2. destruct ud_small as [U0 U1]. scales (real hi) h0. lra.
      * rewrite E_error. apply nonneg_fadd; apply nonneg_fmul; try apply nonneg_fadd;
          try (apply nonneg_of_real; assumption).
        -- destruct (constant_value (-44) ltac:(lia)) as [F1 E1].
           apply nonneg_of_real; [exact F1 | rewrite E1; apply bpow_ge_0].
        -- apply nonneg_of_real; [apply Rch | apply Rch].
        -- rewrite Ee. destruct (constant_value 0 ltac:(lia)) as [F3 E3]. change (bpow radix2 0) with 1 in E3.
           replace (flt (fconst 0 0) (fneg (fconst 1 0)) : bool) with false by reflexivity.
           apply nonneg_of_real; [exact Fz | lra].
        -- destruct ratio_is as [F2 E2]. apply nonneg_of_real; [exact F2 | rewrite E2; apply bpow_ge_0].
  - (* the side *)
    rewrite El in *.
    destruct (measure_side_is r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth k_error s srest spread dhx dhy dlx dly uhx
      uhy ulx uly
      length lrest inverse Rch M) as (_ & _ & _ & _ & _ & _ & Nc & _ & U1 & U2 & _ & _ & _ & Vu & Vd & Qd & _ & Er &
        (_ & Fe & _)).
    assert (Fu : finite vux /\ finite vuy) by (rewrite Vux, Vuy, <- U1, <- U2; split; apply Vu).
    destruct Fu as [Fu1 Fu2].
    pose proof (v_size _ _ _ _ _ _ _ _ _ Vu) as Sl.
    rewrite Ef in *. pose proof (bpow_gt_0 radix2 (-160)) as Z.
    set (l := sqrt ((real bx - real ax) * (real bx - real ax) + (real by_ - real ay) * (real by_ - real ay))) in *.
    set (q := Rabs ((real bx - real ax) * (real cy - real ay) - (real by_ - real ay) * (real cx - real ax)) / l) in *.
    set (T := _ / l) in Qd, Er.
    assert (q0 : 0 < q) by (apply Rdiv_lt_0_compat; [now apply Rabs_pos_lt | lra]).
    assert (T0 : 0 <= T).
    { apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; lra]. apply Rplus_le_le_0_compat; apply Rabs_pos. }
    apply (Done q); auto; try discriminate.
    + intros [(_ & S) | [(S & _) | (S & _)]]; try discriminate. exact (distance_on_side x C A B S).
    + split; [exact q0 |]. assert (R0 : 0 <= real R_hi) by (destruct Rch; assumption).
      destruct ud_small as [U0 _]. assert (Bh : finite hi /\ 0 <= real hi) by (destruct Qd as [[? _] ? _ _ _ _ _];
        auto).
      apply (overlap_of_quotient r wr R_hi R_lo hi k_error Rch (proj1 Bh) (proj2 Bh) L1 lo q T); auto; try lra.
      eapply Rlt_le_trans; [| exact Er]. repeat apply Rmult_lt_0_compat; lra.
  - (* an end *)
    rewrite El in *.
    destruct (measure_end_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth k_error dhx dhy dlx
      dly uhx uhy ulx uly
      s srest spread Rch M) as (_ & _ & _ & _ & Eh & El' & _ & _ & _ & _ & Vd & (_ & Fe & _)).
    destruct (end_feature_finite vux vuy vwx vwy p x n Vp Ft N0 N1) as (Fu1 & Fu2).
    pose proof (fast_feature_is_right cx cy ax ay bx by_ vux vuy vwx vwy Vux Vuy Vwx Vwy p Vp Fu1 Fu2 x n Ft N0) as Ff.
    fold C A B in Ff.
    assert (En : n = 2%Z \/ n = 3%Z) by (destruct Ff as [(S & _) | [(S & _) | (S & _)]];
      [contradiction | now left | now right]).
    pose proof (end_is_quotient _ _ _ _ _ _ _ _ _ Vd) as Qd. pose proof (v_size _ _ _ _ _ _ _ _ _ Vd) as Sl.
    pose proof (end_error_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth k_error dhx dhy dlx
      dly uhx uhy ulx uly
      s srest spread _ _ Rch Vd Fe M) as Er. rewrite <- Eh, <- El' in Qd. pose proof (bpow_gt_0 radix2 (-160)) as Z.
    apply (Done (sqrt ((real cx - real (if Z.eqb n 2 then ax else bx)) * (real cx - real (if Z.eqb n 2 then ax else bx))
      +
      (real cy - real (if Z.eqb n 2 then ay else by_)) * (real cy - real (if Z.eqb n 2 then ay else by_))))); auto.
    + intros _. destruct Ff as [(S & _) | [(S & Q) | (S & Q)]]; [contradiction | |]; rewrite S;
        [exact (distance_at_a x C A B Q) | exact (distance_at_b x C A B Q)].
    + split; [lra |]. assert (R0 : 0 <= real R_hi) by (destruct Rch; assumption).
      destruct ud_small as [U0 _]. assert (Bh : finite hi /\ 0 <= real hi) by (destruct Qd as [[? _] ? _ _ _ _ _];
        auto).
      apply (overlap_of_quotient r wr R_hi R_lo hi k_error Rch (proj1 Bh) (proj2 Bh) L1 lo _ 0); auto; try lra.
      eapply Rlt_le_trans; [| exact Er]. repeat apply Rmult_lt_0_compat; lra.
Qed.

End Start.
