(* A certain contact of set_fast_side (src/sweep/sweep_one_pass.h) is the first contact, on the side, end to end: the
   foot of the perpendicular at that time is between the ends, and the circle comes from beyond the line. So the
   kind and the feature of the hit are right, and the time that sweep_of_fast returns is the largest double not
   after the contact.

   The bound of the foot is 32 units of 2^-53 of the sizes plus |step v.u|. docs/exactness.md, "What the bound
   proves". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepErrors SweepGeometry SweepTerms SweepContact
  SweepTime Terms_wide Terms_sweep Terms_fast Wide TangentGapLine TimeSideResidual TimeSideStep TimeSideFast TimeRound
  TimeSideHit SweepQuery.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).

Section Foot.
Variables su sw sz sv eu vu time step : D.
Variables E VU se T : R.
Let feet := fadd eu (fmul time vu).
Let foot_error := fadd (fmul (fmul (fconst 1 (-48)) su) (fadd (fadd sw sz) sv)) (fabs (fmul step vu)).
Let A := real su * se.
Let B := real su * real sv.
Hypothesis su_pos : 0 <= real su.
Hypothesis sw_pos : 0 <= real sw.
Hypothesis sz_pos : 0 <= real sz.
Hypothesis sv_pos : 0 <= real sv <= bpow radix2 200.
Hypothesis se_range : 0 <= se <= real sw + real sz.
Hypothesis B_large : L <= B.
Hypothesis start : Rabs (real eu - E) <= 11 * u53 * A + 3 * eta' /\ Rabs (real eu) <= 103 / 100 * A + 3 * eta'.
Hypothesis move : Rabs (real vu - VU) <= 11 * u53 * B + 3 * eta' /\ Rabs (real vu) <= 103 / 100 * B + 3 * eta'.
Hypothesis time_range : 0 < real time <= 11 / 10.
Hypothesis step_small : 2 * Rabs (real step) <= real time.
Hypothesis near : Rabs (T - (real time + real step)) <= 2 * u53.
Hypothesis F_feet : finite feet.
Hypothesis F_foot_error : finite foot_error.

Lemma foot_near : Rabs (real feet - (E + T * VU)) <= real foot_error.
Proof.
  destruct constants as (_ & _ & _ & L0 & e0 & eL & _).
  assert (A0 : 0 <= A) by (unfold A; apply Rmult_le_pos; lra). assert (B0 : 0 <= B) by lra.
  assert (eB : eta' <= u53 * u53 * B) by lra.
  destruct start as (S1 & S2). destruct move as (M1 & M2).
  (* the bound *)
  unfold foot_error in *. destruct (fadd_finite _ _ F_foot_error) as (F1 & F2 & _). apply fabs_finite in F2.
  destruct (fmul_finite _ _ F1) as (F3 & F4 & _). destruct (fadd_finite _ _ F4) as (F5 & _ & _).
  const_facts 1%Z (-48)%Z Fc Vc. rewrite Rmult_1_l in Vc.
  assert (K48 : bpow radix2 (-48) = 32 * u53).
  { change 32 with (bpow radix2 5). change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. reflexivity. }
  rewrite K48 in Vc.
  destruct (fadd_low _ _ F5 sw_pos sz_pos) as (A1 & P1). destruct (fadd_low _ _ F4 P1 (proj1 sv_pos)) as (A2 & P2).
  destruct (fmul_low (fconst 1 (-48)) su F3) as (A3 & P3); [rewrite Vc; lra | exact su_pos |]. rewrite Vc in A3.
  assert (su1 : eta' <= u53 * u53 * real su).
  { apply Rmult_le_reg_r with (bpow radix2 200); [apply bpow_gt_0 |].
    apply Rle_trans with (u53 * u53 * L).
    - unfold L. change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia.
    - replace (u53 * u53 * real su * bpow radix2 200) with (u53 * u53 * (real su * bpow radix2 200)) by ring.
      apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact B_large |]. unfold B. apply Rmult_le_compat_l; lra. }
  destruct (fmul_low _ _ F1 P3 P2) as (A4 & P4).
  set (b := fmul (fconst 1 (-48)) su) in *. set (a := fadd (fadd sw sz) sv) in *.
  assert (Q : 31 * u53 * (A + B) <= real b * real a).
  { apply Rle_trans with (319 / 10 * u53 * real su * (99 / 100 * (se + real sv))).
    - unfold A, B. assert (0 <= real su * (se + real sv)) by (apply Rmult_le_pos; lra). lra.
    - apply Rmult_le_compat; lra. }
  assert (Nf : 0 <= real (fabs (fmul step vu))) by (rewrite real_fabs; apply Rabs_pos).
  destruct (fadd_low _ _ F_foot_error P4 Nf) as (A5 & _). rewrite real_fabs in A5.
  assert (Bs : Rabs (real step) <= 55 / 100) by lra.
  assert (Sv : Rabs (real step * real vu) <= 55 / 100 * (103 / 100 * B + 3 * eta')) by now apply times_size.
  destruct (fmul_error step vu _ eta' F2 Sv (Rle_refl _)) as (_ & _ & A6).
  assert (A6' : Rabs (real step * real vu) <= Rabs (real (fmul step vu)) + u53 * (55 / 100 * (103 / 100 * B + 3 *
    eta')) + eta').
  { replace (real step * real vu) with (real (fmul step vu) - (real (fmul step vu) - real step * real vu)) by ring.
    unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  set (x := Rabs (real (fmul step vu))) in *. set (y := Rabs (real step * real vu)) in *.
  assert (y0 : 0 <= y) by apply Rabs_pos.
  assert (Low : 29 * u53 * (A + B) + y <= real foot_error).
  { unfold foot_error. fold b a. clear - A5 A4 Q A6' Sv eB A0 B0 e0 y0 P4. set (z := real b * real a) in *. lra. }
  eapply Rle_trans; [| exact Low].
  (* the foot *)
  unfold feet in *. destruct (fadd_finite _ _ F_feet) as (_ & F6 & _).
  assert (At : Rabs (real time) <= 11 / 10) by (rewrite Rabs_pos_eq; lra).
  assert (Tv : Rabs (real time * real vu) <= 11 / 10 * (103 / 100 * B + 3 * eta')) by now apply times_size.
  destruct (fmul_error time vu _ eta' F6 Tv (Rle_refl _)) as (_ & _ & E1).
  assert (C : Rabs (real eu + real (fmul time vu)) <= 104 / 100 * A + 115 / 100 * B) by (clear - S2 E1 Tv eB A0 B0
    e0; two_sided; lra).
  destruct (Wide.fadd_error _ _ _ F_feet C) as (_ & _ & E2).
  set (d := T - (real time + real step)) in *.
  assert (V1 : Rabs VU <= 104 / 100 * B) by (clear - M1 M2 eB B0; two_sided; lra).
  pose proof (times_size _ _ _ _ At M1) as E3. pose proof (times_size _ _ _ _ Bs M1) as E4.
  pose proof (times_size _ _ _ _ near V1) as E5.
  replace (E + T * VU) with (E + real time * VU + real step * VU + d * VU) by (unfold d; ring).
  rewrite Rmult_minus_distr_l in E3, E4.
  assert (Y : - y <= real step * real vu <= y) by (apply Rabs_le_inv, Rle_refl).
  set (tv := real time * real vu) in *. set (tV := real time * VU) in *. set (sv' := real step * real vu) in *.
  set (sV := real step * VU) in *. set (dV := d * VU) in *.
  clear - S1 E1 E2 E3 E4 E5 Y eB A0 B0 e0. two_sided; lra.
Qed.

End Foot.

Theorem set_fast_side_hits x q t k f s :
  certain_on_side q t k f -> swept_from f s -> q.(swept_query.wall).(carom_wall.extent) = extent_number x ->
  hits Side x (query_center q) (query_way q) (query_a q) (query_b q) (query_reach q) /\
  f.(fast_contact.feature) = 1%Z /\ exists T, is_first_contact Side x q s T.
Proof.
  intros H HF Ex. pose proof (set_fast_side_parts _ _ _ _ H) as Parts. unfold comes_to_line_of, is_time_of in Parts.
  open_swept HF. open_certain H as HA HL HK HS. subst extent.
  set (c := Point (real cx) (real cy)) in *. set (a := Point (real ax) (real ay)) in *.
  set (b := Point (real bx) (real by_)) in *. set (R := real r + real wr) in *.
  match goal with |- hits _ _ _ ?p _ _ _ /\ _ => set (v := p) in * end.
  assert (May : may = true /\ feature = 1%Z).
  { pose proof HS as HS'. unfold set_fast_side_results in HS'. open HS'. destruct HS'.
    split; [| assumption]. match goal with K : true = (may && _ && _ && _ && _)%bool |- _ =>
      symmetry in K; rewrite !andb_true_iff in K; tauto end. }
  destruct May as (-> & Ef). subst feature.
  destruct Parts
    as (step & T & ((Sg & Sy & Sk) & T0 & Ft & Fr & Fe & [t0 t1] & [Near Lr] & Lg) & Ftm & Fst & Tm & H2 & Es & Rs &
      BL & CA & CB).
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ HA)
    as (rr & Fa). destruct Fa as [Nu Nw Nz Nv Su Sw Sz Sv _ _ _ _ R0 _ _]. fold R in R0.
  assert (Eq : e_x_x = wx /\ e_y_x = wy /\ e_x_y = zx /\ e_y_y = zy /\ is_segment = (extent_number x =? 0)%Z).
  { unfold set_terms_across_results in HA. open HA. destruct HA. subst. auto 10. }
  destruct Eq as (-> & -> & -> & -> & Eseg).
  unfold set_terms_along_results in HL. destruct HL as [_ _ Eex Eey Evu].
  assert (Efeet : feet_x = fadd eu_x (fmul time vu) /\ feet_y = fadd eu_y (fmul time vu)).
  { unfold approach_of_results in HK. open HK. destruct HK. subst. auto. }
  destruct Efeet as (Efx & Efy). clear HA HK HS.
  (* the products along the wall *)
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nu Nw) as (Bw & Dw & _).
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nu Nw) as Zw.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nu Nz) as (Bz & Dz & _).
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nu Nz) as Zz.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nu Nv) as (Bv & Dv & _).
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nu Nv) as Zv.
  rewrite <- Eex in Bw, Dw, Zw. rewrite <- Eey in Bz, Dz, Zz. rewrite <- Evu in Bv, Dv, Zv.
  change (eta double) with (bpow radix2 (-1075)) in *. rewrite u_double in Dw, Dz, Dv.
  destruct (in_range_le _ Su) as (Fsu & _). destruct (in_range_le _ Sw) as (Fsw & _).
  destruct (in_range_le _ Sz) as (Fsz & _).
  destruct (in_range_le _ Sv) as (Fsv & Lsv). destruct Su as [_ u0]. destruct Sw as [_ w0]. destruct Sz as [_ z0].
  destruct Sv as [_ v0].
  assert (Bt : Bounded.below 1 time).
  { split; [exact Ftm |]. change (bpow radix2 1) with 2. rewrite Rabs_pos_eq; lra. }
  assert (Btv : Bounded.below 404 (fmul time vu)) by (apply (below_mul 1 403); [lia | exact Bt | exact Bv]).
  assert (Ffx : finite (fadd eu_x (fmul time vu))).
  { apply (below_add 404); [lia | | exact Btv]. apply (below_weaken 403); [exact Bw | lia]. }
  assert (Ffy : finite (fadd eu_y (fmul time vu))).
  { apply (below_add 404); [lia | | exact Btv]. apply (below_weaken 403); [exact Bz | lia]. }
  set (fe := fadd (fmul (fmul (fconst 1 (-48)) uv_size_x) (fadd (fadd e_size_x e_size_y) uv_size_y)) (fabs (fmul step
    vu))) in *.
  assert (Nfe : nonneg fe).
  { unfold fe. const_facts 1%Z (-48)%Z F48 V48. assert (N48 : nonneg (fconst 1 (-48) : D)).
    { apply nonneg_of_real; [exact F48 |]. rewrite V48. apply Rmult_le_pos; [lra | apply bpow_ge_0]. }
    pose proof (nonneg_of_real _ Fsu u0). pose proof (nonneg_of_real _ Fsw w0). pose proof (nonneg_of_real _ Fsz z0).
    pose proof (nonneg_of_real _ Fsv v0).
    repeat first [assumption | apply nonneg_fabs | apply nonneg_fadd | apply nonneg_fmul]. }
  assert (NT : Rabs (T - (real time + real step)) <= 2 * u53).
  { rewrite <- Es. lra. }
  (* the line *)
  set (X := cross c a b). set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v).
  set (f0 := wu c a b). set (g := px v * Geometry.ux a b + py v * Geometry.uy a b).
  set (k := R * norm (Geometry.ux a b) (Geometry.uy a b)).
  assert (Sy' : real side * Y < 0) by exact Sy.
  assert (Sk' : real side * (X + T * Y) = k).
  { etransitivity; [| exact Sk]. unfold X, Y, cross, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, c, v, a, b.
    simpl. ring. }
  assert (L0 : 0 < len2 a b).
  { destruct (Rle_lt_or_eq_dec _ _ (len2_nonneg a b)) as [| Z0]; [assumption | exfalso]. symmetry in Z0.
    unfold len2 in Z0. assert (Zu : Geometry.ux a b = 0 /\ Geometry.uy a b = 0) by (split; nra).
    destruct Zu as (Zx & Zy).
    unfold Y in Sy'. rewrite Zx, Zy in Sy'. lra. }
  assert (k0 : 0 <= k) by (unfold k; apply Rmult_le_pos; [exact R0 | apply norm_nonneg]).
  assert (Ay : Rabs Y = - (real side * Y)) by (rewrite <- (sign_abs (real side) Y Sg); now apply Rabs_left).
  assert (yp : 0 < Rabs Y) by lra. assert (Ty : 0 < T * Rabs Y) by (apply Rmult_lt_0_compat; lra).
  assert (Sx : real side * X = k + T * Rabs Y) by (rewrite Ay, <- Sk'; ring).
  assert (Ax : Rabs X = k + T * Rabs Y) by (rewrite <- (sign_abs (real side) X Sg), Sx; apply Rabs_pos_eq; lra).
  assert (XY : X * Y < 0).
  { replace (X * Y) with (- ((real side * X) * - (real side * Y))) by (destruct Sg as [-> | ->]; ring).
    assert (0 < (real side * X) * - (real side * Y)) by (apply Rmult_lt_0_compat; lra). lra. }
  assert (Tless : T * Rabs Y < 1 * Rabs Y) by (apply Rmult_lt_compat_r; lra).
  assert (Foot : forall E0 (eu : D) se feet, feet = fadd eu (fmul time vu) -> finite (fadd eu (fmul time vu)) ->
    finite fe ->
    0 <= se <= real e_size_x + real e_size_y -> Rabs (real eu - E0) <= 11 * u53 * (real uv_size_x * se) + 3 * eta' ->
    Rabs (real eu) <= (1 + 3 / 100) * (real uv_size_x * se) + 3 * eta' -> Rabs (real feet - (E0 + T * g)) <= real fe).
  { intros E0 eu se feet -> Ff Ffe Hse D1 D2. unfold fe. apply foot_near with (se := se); try assumption; try lra.
    split; [| lra].
    replace g with ((real bx - real ax) * displacement is_end false (real cx) (real mx) (real ax) (real wmx) +
      (real by_ - real ay) * displacement is_end false (real cy) (real my) (real ay) (real wmy)) by
      (unfold g, Geometry.ux, Geometry.uy, v, a, b; simpl; ring). exact Dv. }
  assert (H : hits Side x c v a b R).
  { apply side_hit; try assumption.
    - fold X k. lra.
    - fold X Y k. lra.
    - intros NL. fold X Y k f0 g. replace (f0 * Rabs Y + (Rabs X - k) * g) with (Rabs Y * (f0 + T * g)) by (rewrite
        Ax; ring).
      apply Rmult_lt_0_compat; [exact yp |].
      assert (Q : flt fe feet_x = true).
      { apply orb_prop in CA. destruct CA as [CA | CA]; [exact CA | exfalso]. apply Z.eqb_eq in CA.
        destruct x; try discriminate CA.
        now apply NL. }
      pose proof (flt_finite _ _ Q Nfe) as Ffe. pose proof Ffx as Ffx'. rewrite <- Efx in Ffx'.
      pose proof (flt_real _ _ Ffe Ffx' Q) as Lt.
      pose proof (Foot f0 eu_x (real e_size_x) feet_x Efx Ffx Ffe ltac:(lra)) as Fo.
      assert (Ef0 : f0 = (real bx - real ax) * (real cx - real ax) + (real by_ - real ay) * (real cy - real ay)).
      { unfold f0, wu, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, c, a, b. simpl. ring. }
      rewrite <- Ef0 in Dw. specialize (Fo Dw Zw). apply Rabs_le_inv in Fo. lra.
    - intros Sx'. fold X Y k f0 g. set (Ln := len2 a b).
      replace ((f0 - Ln) * Rabs Y + (Rabs X - k) * g) with (- (Rabs Y * - (f0 - Ln + T * g))) by (rewrite Ax; ring).
      assert (Q : flt fe (fneg feet_y) = true).
      { apply orb_prop in CB. destruct CB as [CB | CB]; [exact CB | exfalso]. rewrite Eseg, Sx' in CB.
        discriminate CB. }
      pose proof (flt_finite _ _ Q Nfe) as Ffe. pose proof Ffy as Ffy'. rewrite <- Efy in Ffy'.
      pose proof (flt_real _ _ Ffe (finite_fneg _ Ffy') Q) as Lt. rewrite real_fneg in Lt.
      pose proof (Foot (f0 - Ln) eu_y (real e_size_y) feet_y Efy Ffy Ffe ltac:(lra)) as Fo.
      assert (Ef0 : f0 - Ln = (real bx - real ax) * (real cx - real bx) + (real by_ - real ay) * (real cy - real
        by_)).
      { unfold f0, Ln, len2, wu, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, c, a, b. simpl. ring. }
      rewrite <- Ef0 in Dz. specialize (Fo Dz Zz). apply Rabs_le_inv in Fo.
      assert (0 < Rabs Y * - (f0 - Ln + T * g)) by (apply Rmult_lt_0_compat; lra). lra. }
  split; [exact H |]. split; [reflexivity |]. destruct H as (t2 & T2 & Before & Touch & _ & Cross).
  destruct (falls_to_reach x c v a b R t2 R0 L0 (proj1 T2) Before Touch ltac:(intros Z0; apply (Cross Z0))) as (s' &
    Ss & Sy2 & Sk2).
  fold X Y k in Sy2, Sk2.
  assert (Et : t2 = T).
  { assert (s' = real side) by (unfold is_sign in *; destruct Ss as [-> | ->], Sg as [E | E]; rewrite E in *; lra).
    subst s'.
    apply Rmult_eq_reg_r with (real side * Y); [| lra].
    replace (t2 * (real side * Y)) with (real side * (X + t2 * Y) - real side * X) by ring. rewrite Sk2, <- Sk'.
    ring. }
  subst t2. exists T. split; [exact T0 |]. split; [exact Before |]. split; [exact Touch |].
  pose proof (bpow_gt_0 radix2 (-204)).
  destruct (sweep_of_fast_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ HF Ft Fr ltac:(lra)) as (Fts & ->).
  split; assumption.
Qed.
