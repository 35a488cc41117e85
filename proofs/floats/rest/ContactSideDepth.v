(* measure_side of src/rest/contact_double_double.h as a whole: distance, depth and direction on the side of the axis.

   The parts are those of ContactSide.v and ContactProducts.v; here is what the tests of the function ensure.
   docs/exactness.md, "Depth on the side". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSide.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_contact.measure_side_terms(measure_side_results).

Open Scope R_scope.

(* A vector whose coordinates have exact low parts. *)
Record is_difference (hx hy lx ly : F double) (x y : R) : Prop := {
  dx_ordinary : ordinary hx; dy_ordinary : ordinary hy; dlx_finite : finite lx; dly_finite : finite ly;
  dx_sum : real hx + real lx = x; dy_sum : real hy + real ly = y;
  dx_rest : Rabs (real lx) <= ud * Rabs x; dy_rest : Rabs (real ly) <= ud * Rabs y }.

(* u x w: the high part, the low part, and the terms. *)
Section Cross.
Variables uhx uhy ulx uly whx why wlx wly : F double.
Variables ux uy wx wy : R.
Hypothesis U : is_difference uhx uhy ulx uly ux uy.
Hypothesis W : is_difference whx why wlx wly wx wy.
Let px := fmul uhx why.
Let py := fmul uhy whx.
Let lx := fadd (pair_product_rest uhx why) (fadd (fmul uhx wly) (fmul ulx why)).
Let ly := fadd (pair_product_rest uhy whx) (fadd (fmul uhy wlx) (fmul uly whx)).
Let C := ux * wy - uy * wx.
Let K := Rabs (ux * wy) + Rabs (uy * wx).
Let terms := fadd (fabs px) (fabs py).
Let hi := fadd px (fneg py).
Let lo := fadd (sum_rest px (fneg py)) (fsub lx ly).

Lemma cross_finite : finite hi.
Proof.
  destruct U as [Ux Uy _ _ _ _ _ _]. destruct W as [Wx Wy _ _ _ _ _ _].
  pose proof (mul_below uhx why 200 200 (proj1 Ux) (proj1 Wy) ltac:(lia)) as B1. fold px in B1.
  pose proof (mul_below uhy whx 200 200 (proj1 Uy) (proj1 Wx) ltac:(lia)) as B2. fold py in B2.
  apply (add_below px (fneg py) 400); [exact B1 | | lia]. split; [apply finite_fneg, B2 | rewrite real_fneg, Rabs_Ropp;
    apply B2].
Qed.

(* What is known if the high part is not 0. *)
Lemma cross_parts : real hi <> 0 ->
  bpow radix2 (-310) <= K <= bpow radix2 404 /\ - K <= C <= K /\
  finite hi /\ finite lo /\ - (44/10 * (ud * K)) <= real hi - C <= 44/10 * (ud * K) /\
  - (46/10 * (ud * K)) <= real lo <= 46/10 * (ud * K) /\
  - (163/10 * (ud * (ud * K))) <= real hi + real lo - C <= 163/10 * (ud * (ud * K)) /\
  finite terms /\ - (6 * (ud * K)) <= real terms - K <= 6 * (ud * K).
Proof.
  destruct U as [Ux Uy Flx Fly Ex Ey Rx Ry]. destruct W as [Wx Wy Fwx Fwy Gx Gy Sx Sy]. intros N.
  destruct (component_parts uhx ulx why wly (fmul ulx why) ux wy (or_introl eq_refl) Ux Wy Flx Fwy Ex Gy Rx Sy)
    as (A1 & A2 & A3 & A4 & A5). fold px lx in A1, A2, A3, A4.
  destruct (component_parts uhy uly whx wlx (fmul uly whx) uy wx (or_introl eq_refl) Uy Wx Fly Fwx Ey Gx Ry Sx)
    as (B1 & B2 & B3 & B4 & B5). fold py ly in B1, B2, B3, B4.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0.
  assert (NZ : real px <> 0 \/ real py <> 0).
  { destruct (Req_dec (real px) 0) as [Z1 | Z1]; [| now left]. destruct (Req_dec (real py) 0) as [Z2 | Z2];
      [| now right].
    exfalso. apply N. unfold hi.
    destruct (sum_parts px (fneg py) 400 A2) as (Fs & _).
    { split; [apply finite_fneg, B2 | rewrite real_fneg, Rabs_Ropp; apply B2]. } { lia. }
    destruct (fadd_finite _ _ Fs) as (_ & _ & ->). rewrite real_fneg, Z1, Z2. replace (0 + - 0) with 0 by ring.
    apply rnd_zero. }
  pose proof (Rabs_pos (ux * wy)) as P1. pose proof (Rabs_pos (uy * wx)) as P2.
  assert (K0 : bpow radix2 (-310) <= K).
  { unfold K. destruct NZ as [NZ | NZ].
    - pose proof (product_low_bound uhx ulx why wly ux wy Ux Wy Ex Gy Rx Sy NZ (proj1 A2)). lra.
    - pose proof (product_low_bound uhy uly whx wlx uy wx Uy Wx Ey Gx Ry Sx NZ (proj1 B2)). lra. }
  assert (K1 : K <= bpow radix2 404).
  { unfold K. pose proof (product_high_bound ux wy uhx ulx why wly Ux Wy Ex Gy Rx Sy).
    pose proof (product_high_bound uy wx uhy uly whx wlx Uy Wx Ey Gx Ry Sx).
    change 404%Z with (2 + 402)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. pose proof (bpow_ge_0 radix2 402).
    lra. }
  split; [split; assumption |].
  assert (CK : - K <= C <= K).
  { pose proof (Rabs_le_inv (ux * wy) _ (Rle_refl _)). pose proof (Rabs_le_inv (uy * wx) _ (Rle_refl _)). unfold C, K.
    lra. }
  split; [exact CK |].
  pose proof (bpow_gt_0 radix2 (-310)) as Z. assert (Kp : 0 <= K) by lra. scales K Kp.
  scales (Rabs (ux * wy)) P1. scales (Rabs (uy * wx)) P2.
  assert (T : tiny <= / 1000000 * (ud * (ud * (ud * K)))) by (apply tiny_small; eapply Rle_trans;
    [apply bpow_le | exact K0]; lia).
  assert (EK : K = Rabs (ux * wy) + Rabs (uy * wx)) by reflexivity.
  assert (E1 : ud * K = ud * Rabs (ux * wy) + ud * Rabs (uy * wx)) by (unfold K; ring).
  assert (Big : 33/10 * (ud * K) <= big).
  { apply Rle_trans with (bpow radix2 404); [lra | apply bpow_le; lia]. }
  destruct (sub_step lx ly (33/10 * (ud * K)) A1 B1 ltac:(lra) Big) as (F3 & X3).
  replace (ud * (33/10 * (ud * K))) with (33/10 * (ud * (ud * K))) in X3 by ring.
  assert (EY : Rabs (- (uy * wx)) = Rabs (uy * wx)) by apply Rabs_Ropp.
  destruct (two_products px (fneg py) (fsub lx ly) (real lx) (- real ly) (ux * wy) (- (uy * wx)))
    as (G1 & G2 & G3 & G4 & G5);
    rewrite ?EY, ?real_fneg; fold K; auto; try lra.
  { split; [apply finite_fneg, B2 | rewrite real_fneg, Rabs_Ropp; apply B2]. }
  { eapply Rle_trans; [apply bpow_le | exact K0]; lia. }
  { eapply Rle_trans; [exact K1 | apply bpow_le; lia]. }
  rewrite EY in *. fold K hi lo in G1, G2, G3, G4, G5.
  replace (ux * wy + - (uy * wx)) with C in * by (unfold C; ring).
  do 2 (split; [assumption |]). do 3 (split; [assumption |]).
  (* the terms *)
  assert (Q1 : - (33/10 * (ud * Rabs (ux * wy)) + 9 * tiny) <= Rabs (real px) - Rabs (ux * wy) <=
    33/10 * (ud * Rabs (ux * wy)) + 9 * tiny).
  { apply Rabs_le_inv. eapply Rle_trans; [apply Rabs_triang_inv2 |]. apply Rabs_le. lra. }
  assert (Q2 : - (33/10 * (ud * Rabs (uy * wx)) + 9 * tiny) <= Rabs (real py) - Rabs (uy * wx) <=
    33/10 * (ud * Rabs (uy * wx)) + 9 * tiny).
  { apply Rabs_le_inv. eapply Rle_trans; [apply Rabs_triang_inv2 |]. apply Rabs_le. lra. }
  assert (Big2 : 2 * K <= big).
  { apply Rle_trans with (bpow radix2 1 * bpow radix2 404); [change (bpow radix2 1) with 2; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (Rabs_pos (real px)). pose proof (Rabs_pos (real py)).
  destruct (add_step (fabs px) (fabs py) (2 * K)) as (F4 & X4); rewrite ?real_fabs in *; auto using finite_fabs;
    try lra.
  { apply finite_fabs, A2. } { apply finite_fabs, B2. }
  fold terms in F4, X4. split; [exact F4 | lra].
Qed.

End Cross.

(* A product with 1 or -1 is exact. *)
Lemma turned (t v : F double) : finite t -> real t = 1 \/ real t = -1 -> finite v ->
  finite (fmul t v) /\ real (fmul t v) = real t * real v.
Proof.
  intros Ft Et Fv. assert (G : in_format double (real t * real v)).
  { destruct Et as [-> | ->]; [rewrite Rmult_1_l | replace (-1 * real v) with (- real v) by ring; apply in_format_opp];
      apply real_in_format. }
  assert (A : Rabs (real t * real v) < bpow radix2 (emax double)).
  { rewrite Rabs_mult. replace (Rabs (real t)) with 1; [rewrite Rmult_1_l; apply real_below |].
    destruct Et as [-> | ->]; [rewrite Rabs_R1; reflexivity | rewrite Rabs_left; lra]. }
  generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE t v). rewrite Rlt_bool_true.
  - rewrite Ft, Fv. intros (C1 & C2 & _). split; [exact C2 |]. rewrite <- (rnd_of_format double (real t * real v))
      by exact G. exact C1.
  - change (Rabs (rnd double (real t * real v)) < bpow radix2 (emax double)). now rewrite rnd_of_format.
Qed.

Lemma turned_ordinary (t v : F double) : finite t -> real t = 1 \/ real t = -1 -> ordinary v -> ordinary (fmul t v).
Proof.
  intros Ft Et [[Fv Bv] Ov]. destruct (turned t v Ft Et Fv) as (F & E).
  assert (A : Rabs (real (fmul t v)) = Rabs (real v)).
  { rewrite E, Rabs_mult. destruct Et as [-> | ->]; [rewrite Rabs_R1; ring | rewrite (Rabs_left (-1)); lra]. }
  split; [split; [exact F | rewrite A; exact Bv] |]. destruct Ov as [Z | Z]; [left; rewrite E, Z; ring | right;
    rewrite A; exact Z].
Qed.

Section Side.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Variables hi lo depth error along along_rest spread dhx dhy dlx dly uhx uhy ulx uly length rest inverse : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis run : measure_side_results R_hi R_lo cx cy ax ay bx by_ true hi lo depth error along along_rest spread
  dhx dhy dlx dly uhx uhy ulx uly length rest inverse.

Let ux := real bx - real ax.
Let uy := real by_ - real ay.
Let wx := real cx - real ax.
Let wy := real cy - real ay.
Let l := sqrt (ux * ux + uy * uy).
Let C := ux * wy - uy * wx.
Let K := Rabs (ux * wy) + Rabs (uy * wx).
Let q := Rabs C / l.
(* The side of the axis where the centre is: 1 left, -1 right. *)
Let side := if Rlt_dec C 0 then -1 else 1.

Theorem measure_side_is :
  finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\
  C <> 0 /\ bpow radix2 (-400) <= Rabs C /\
  uhx = fsub bx ax /\ uhy = fsub by_ ay /\ ulx = difference_rest bx ax /\ uly = difference_rest by_ ay /\
  is_difference (fsub cx ax) (fsub cy ay) (difference_rest cx ax) (difference_rest cy ay) wx wy /\
  is_vector uhx uhy ulx uly length rest inverse ux uy /\
  is_vector dhx dhy dlx dly length rest inverse (- side * uy) (side * ux) /\
  is_quotient hi lo q (K / l) /\ K / l <= 1003/1000 * bpow radix2 40 * (real r + real wr + q) /\
  250 * (ud * (ud * (real R_hi + q + K / l))) <= real error /\
  depth_is depth error (real r + real wr) q.
Proof.
  destruct run as (u_hx & u_hy & u_lx & u_ly & whx & why & wlx & wly & thx & thy & tlx & tly & a_hi & a_lo & a_e &
    dts_hx & dts_hy &
    dts_lx & dts_ly & dot_hi & dot_lo & dot_e & phx & phy & plx & ply & c_hi & c_lo & c_e & terms & len & i2 & i & rst &
      neg &
    s_hi & s_lo & turn & turns_x & turns_y & big_x & big_y & w_size & fu & fw & []).
  symmetry in E_result. rewrite !andb_true_iff in E_result.
  destruct E_result as ((((((T1 & T2) & T3) & T4) & T5) & T6) & T7).
  destruct (constant_value (-150) ltac:(lia)) as [F1 E1]. destruct (constant_value 150 ltac:(lia)) as [F2 E2].
  destruct (constant_value (-50) ltac:(lia)) as [F5 E5]. destruct (constant_value 40 ltac:(lia)) as [F6 E6].
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. pose proof (bpow_gt_0 radix2 (-150)) as Z0.
  (* the sizes of u and w *)
  assert (Ns : nonneg len) by (apply fle_nonneg with (fconst 1 (-150)); auto; rewrite E1; apply bpow_ge_0).
  assert (Fs : finite len) by (eapply fle_finite; eauto).
  assert (S0 : bpow radix2 (-150) <= real len <= bpow radix2 150).
  { split; [rewrite <- E1 | rewrite <- E2]; now apply fle_real. }
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (Ehx & Ehy & Elx & Ely).
  apply pair_difference_values in E_pair_difference_2. destruct E_pair_difference_2 as (Ghx & Ghy & Glx & Gly).
  destruct (wide_square_is _ _ _ _ _ _ _ E_wide_square) as (Ea & _).
  pose proof Fs as Fs'. rewrite E_length, Ea in Fs'. pose proof S0 as S0'. rewrite E_length, Ea in S0'.
  destruct (root_below u_hx u_hy Fs' ltac:(lra)) as (Bx & By & _).
  pose proof Bx as Bx'. rewrite Ehx in Bx'. pose proof By as By'. rewrite Ehy in By'.
  destruct (difference_parts bx ax 160 Bx' ltac:(lia)) as (Fbx & Fax & Flx & Sx & Lx).
  destruct (difference_parts by_ ay 160 By' ltac:(lia)) as (Fby & Fay & Fly & Sy & Ly).
  rewrite <- Ehx, <- Elx in *. rewrite <- Ehy, <- Ely in *. fold ux in Sx, Lx. fold uy in Sy, Ly.
  destruct (pair_below whx why big_x big_y w_size fw E_is_fast_pair_2 T5 E_larger_x E_larger_y E_w_size T3)
    as (Ow & Ov).
  pose proof (proj1 Ow) as Wx'. rewrite Ghx in Wx'. pose proof (proj1 Ov) as Wy'. rewrite Ghy in Wy'.
  destruct (difference_parts cx ax 200 Wx' ltac:(lia)) as (Fcx & _ & Fmx & Vx & Mx).
  destruct (difference_parts cy ay 200 Wy' ltac:(lia)) as (Fcy & _ & Fmy & Vy & My).
  rewrite <- Ghx, <- Glx in *. rewrite <- Ghy, <- Gly in *. fold wx in Vx, Mx. fold wy in Vy, My.
  destruct (square_of_vector _ _ _ _ _ _ _ _ _ _ E_wide_square E_is_fast_pair T4 ltac:(rewrite <- E_length; exact Fs)
    ltac:(rewrite <- E_length; exact S0) Flx Fly Sx Sy Lx Ly) as (Ou & Oy & Fah & Fal & A01 & A3 & A4 & A5).
  destruct (inverse_of_square a_hi _ Fah A01 A3) as (Fi2 & Fi & I2 & I3).
  rewrite <- E_length, <- E_inverse2, <- E_inverse in *.
  assert (Vu : is_vector u_hx u_hy u_lx u_ly len rst i ux uy).
  { rewrite E_length. eapply vector_parts; eauto; rewrite <- E_length; auto. lra. }
  assert (Du : is_difference u_hx u_hy u_lx u_ly ux uy) by (constructor; auto).
  assert (Dw : is_difference whx why wlx wly wx wy) by (constructor; auto).
  (* u x w *)
  apply pair_mul_is in E_pair_mul_2. rewrite E_turned_w_hi_x, E_turned_w_hi_y, E_turned_w_lo_x, E_turned_w_lo_y
    in E_pair_mul_2.
  destruct E_pair_mul_2 as (Epx & Epy & Eqx & Eqy).
  apply difference_of_pair_is in E_difference_of_pair. destruct E_difference_of_pair as (Ech & Ecl).
  rewrite Epx, Epy in Ech, Ecl, E_terms. rewrite Eqx, Eqy in Ecl.
  set (c_lo' := fadd (sum_rest (fmul u_hx why) (fneg (fmul u_hy whx))) _) in Ecl.
  assert (Fc : finite c_hi) by (rewrite Ech; eapply cross_finite; eauto).
  destruct zero_value as [Fz Ez].
  assert (Hsz : finite s_hi /\ real s_hi = Rabs (real c_hi)).
  { rewrite E_size_hi, E_wide_abs_if1. destruct (flt c_hi (fconst 0 0)) eqn:Hn.
    - apply flt_real in Hn; auto. rewrite Ez in Hn. split; [now apply finite_fneg |]. rewrite real_fneg, Rabs_left; lra.
    - apply flt_real_false in Hn; auto. rewrite Ez in Hn. split; [exact Fc |]. now rewrite Rabs_pos_eq. }
  destruct Hsz as [Fsh Esh].
  assert (Nt : nonneg (fmul (fconst 1 (-50)) terms)).
  { apply nonneg_fmul; [apply nonneg_of_real; [exact F5 | rewrite E5; apply bpow_ge_0] |].
    rewrite E_terms. apply nonneg_fadd; apply nonneg_fabs. }
  assert (Ft : finite (fmul (fconst 1 (-50)) terms)) by (eapply flt_finite; eauto).
  pose proof (flt_real _ _ Ft Fsh T6) as L6. pose proof (nonneg_real _ Nt) as L7.
  assert (NC : real c_hi <> 0) by (intros Z; rewrite Esh, Z, Rabs_R0 in L6; lra).
  rewrite Ech in NC.
  destruct (cross_parts u_hx u_hy u_lx u_ly whx why wlx wly ux uy wx wy Du Dw NC)
    as ([K0 K1] & CK & _ & Fcl & C1 & C2 & C3 & Ftm & C4).
  (* lra would try both sides of an inequality. *)
  clear NC. rewrite <- Ech, <- E_terms in *. fold c_lo' in Fcl, C2, C3. rewrite <- Ecl in *.
  fold C K in K0, K1, CK, C1, C2, C3, C4.
  pose proof (bpow_gt_0 radix2 (-310)) as Z3. assert (Kp : 0 <= K) by lra. scales K Kp.
  assert (TK : tiny <= / 1000000 * (ud * (ud * (ud * K)))) by (apply tiny_small; eapply Rle_trans;
    [apply bpow_le | exact K0]; lia).
  destruct (fmul_finite _ _ Ft) as (_ & _ & Et). rewrite E5 in Et.
  assert (E50 : bpow radix2 (-50) = 8 * ud) by (unfold u; simpl (- prec double)%Z; change 8 with (bpow radix2 3);
    rewrite <- bpow_plus; reflexivity).
  rewrite E50 in Et.
  assert (L8 : 79/10 * (ud * K) <= real s_hi).
  { pose proof (rnd_error double (8 * ud * real terms)) as Q. rewrite <- Et in Q.
    assert (t0 : 0 <= real terms) by lra. rewrite (Rabs_pos_eq (8 * ud * real terms)) in Q
      by (repeat apply Rmult_le_pos; lra).
    apply Rabs_le_inv in Q. assert (ud * (999/1000 * K) <= ud * real terms) by (apply Rmult_le_compat_l; lra).
    assert (ud * (8 * ud * real terms) <= / 1000 * (8 * ud * real terms)) by (apply Rmult_le_compat_r;
      [repeat apply Rmult_le_pos; lra | lra]).
    lra. }
  (* the sign of u x w *)
  assert (Sg : C <> 0 /\ - (44/10 * (ud * K)) <= real s_hi - Rabs C <= 44/10 * (ud * K) /\ finite s_lo /\
    - (46/10 * (ud * K)) <= real s_lo <= 46/10 * (ud * K) /\
    - (163/10 * (ud * (ud * K))) <= real s_hi + real s_lo - Rabs C <= 163/10 * (ud * (ud * K)) /\
    finite turn /\ real turn = side).
  { destruct (constant_value 0 ltac:(lia)) as [F3 E3]. change (bpow radix2 0) with 1 in E3.
    rewrite Esh in L8 |- *. rewrite E_size_lo, E_wide_abs_if1, E_turn. unfold side.
    destruct (flt c_hi (fconst 0 0)) eqn:Hn.
    - apply flt_real in Hn; auto. rewrite Ez in Hn. rewrite (Rabs_left (real c_hi)) in * by lra.
      assert (C < 0) by lra. rewrite (Rabs_left C), real_fneg by lra. destruct (Rlt_dec C 0); [| lra].
      repeat match goal with |- _ /\ _ => split end; try lra; auto using finite_fneg. rewrite real_fneg, E3. ring.
    - apply flt_real_false in Hn; auto. rewrite Ez in Hn. rewrite (Rabs_pos_eq (real c_hi)) in * by lra.
      assert (0 < C) by lra. rewrite (Rabs_pos_eq C) by lra. destruct (Rlt_dec C 0); [lra |].
      repeat match goal with |- _ /\ _ => split end; try lra; auto. }
  destruct Sg as (NzC & G1 & Fsl & G2 & G3 & Ftn & Etn).
  assert (Cp : 0 < Rabs C) by exact (Rabs_pos_lt C NzC). clear NzC.
  assert (CK' : Rabs C <= K) by (apply Rabs_le; lra).
  destruct Vu as [v1 v2 v3 v4 v5 v6 v7 v8 [Q0 Q1] v10 v11 v12 v13 v14 v15 v16]. fold l in Q0, Q1, v13, v14, v15.
  pose proof (bpow_gt_0 radix2 (-160)) as Z4. assert (l0 : 0 < l) by lra. scales l (Rlt_le _ _ l0).
  assert (Kl : K <= bpow radix2 210 * l).
  { assert (G : forall x y : R, Rabs x <= l -> Rabs y <= bpow radix2 201 -> Rabs (x * y) <= bpow radix2 201 * l).
    { intros x y Hx Hy. rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat; auto using Rabs_pos. }
    assert (K5 : forall x y : R, Rabs x <= sqrt (x * x + y * y)).
    { intros x y. rewrite <- (sqrt_Rsqr_abs x). apply sqrt_le_1_alt. pose proof (Rle_0_sqr y). unfold Rsqr in *. lra. }
    assert (K6 : Rabs uy <= l) by (unfold l; rewrite Rplus_comm; apply K5).
    assert (W : forall (h m : F double) z, ordinary h -> real h + real m = z -> Rabs (real m) <= ud * Rabs z ->
      Rabs z <= bpow radix2 201).
    { intros h m z [[_ K7] _] Em Sm. change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
      assert (Rabs z <= Rabs (real h) + Rabs (real m)) by (rewrite <- Em; apply Rabs_triang).
      assert (ud * Rabs z <= / 2 * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
    pose proof (G ux wy (K5 ux uy) (W _ _ _ Ov Vy My)) as I1. pose proof (G uy wx K6 (W _ _ _ Ow Vx Mx)) as I4.
    change 210%Z with (9 + 201)%Z. rewrite bpow_plus, Rmult_assoc.
    assert (0 <= bpow radix2 201 * l) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
    assert (2 <= bpow radix2 9) by (simpl; lra).
    apply Rle_trans with (2 * (bpow radix2 201 * l)); [unfold K; lra | apply Rmult_le_compat_r; lra]. }
  assert (Dq : is_quotient hi lo (Rabs C / l) (K / l)).
  { apply (distance_parts s_hi s_lo len rst i hi lo l (Rabs C) K); auto; lra. }
  destruct Dq as [B1 B2 B2s B3 B4 B5 B6]. fold q in B4, B5, B6. set (T := K / l) in *.
  destruct reach as [Fr Fw Nr Nw [FRh BRh] FRl NRh ER SR]. rewrite Rabs_pos_eq in BRh by exact NRh.
  assert (il : 0 < / l) by now apply Rinv_0_lt_compat.
  assert (q0 : 0 <= q) by (apply Rmult_le_pos; lra). assert (t0 : 0 <= T) by (apply Rmult_le_pos; lra).
  assert (qT : q <= T) by (apply Rmult_le_compat_r; lra).
  assert (TB : T <= bpow radix2 210).
  { apply Rmult_le_reg_r with l; [exact l0 |]. unfold T, Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  scales q q0. scales T t0. scales (real R_hi) NRh.
  replace (ud * (11 * q + 48/10 * T)) with (11 * (ud * q) + 48/10 * (ud * T)) in B5 by ring.
  replace (ud * (ud * (206 * q + 80 * T))) with (206 * (ud * (ud * q)) + 80 * (ud * (ud * T))) in B6 by ring.
  replace (20 * (ud * (q + T))) with (20 * (ud * q) + 20 * (ud * T)) in B4 by ring.
  (* the depth *)
  assert (Dp : exists V, finite depth /\ real depth = rnd double V /\ Rabs (rnd double V - V) <= ud * Rabs V /\
     - (231 * (ud * (ud * real R_hi)) + 231 * (ud * (ud * q)) + 91 * (ud * (ud * T))) <= V - (real r + real wr - q) <=
        231 * (ud * (ud * real R_hi)) + 231 * (ud * (ud * q)) + 91 * (ud * (ud * T))).
  { destruct (depth_parts R_hi R_lo hi lo depth (real r + real wr) q (206 * (ud * (ud * q)) + 80 * (ud * (ud * T)))
      (11 * q + 48/10 * T)
      E_depth_of) as (V & D1 & D2 & D3 & D4); auto; try lra.
    - split; [exact FRh |]. rewrite Rabs_pos_eq by exact NRh. eapply Rle_trans; [exact BRh | apply bpow_le; lia].
    - apply (below_weaken _ _ _ B1). lia.
    - split; [lra |]. apply Rle_trans with (bpow radix2 5 * bpow radix2 210); [simpl (bpow radix2 5); lra |].
      rewrite <- bpow_plus. apply bpow_le. lia.
    - exists V. do 3 (split; [assumption |]).
      replace (ud * (ud * (11 * q + 48/10 * T))) with (11 * (ud * (ud * q)) + 48/10 * (ud * (ud * T))) in D4 by ring.
      assert (W : ud * (ud * real hi) <= ud * (ud * (q + (20 * (ud * q) + 20 * (ud * T)))))
        by (repeat (apply Rmult_le_compat_l; [lra |]); lra).
      replace (ud * (ud * (q + (20 * (ud * q) + 20 * (ud * T)))))
        with (ud * (ud * q) + 20 * (ud * (ud * (ud * q))) + 20 * (ud * (ud * (ud * T)))) in W by ring.
      lra. }
  destruct Dp as (V & D1 & D2 & D3 & D4).
  (* the terms divided by |u| *)
  assert (i0 : 0 < real i).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real i * real len) by (apply Rmult_le_pos; lra). lra. }
  assert (Il : - (8 * ud) <= real i * l - 1 <= 8 * ud).
  { pose proof (times_scaled (real i) (real len) (1001/1000) (l - real len) (34/10 * ud) ltac:(lra) ltac:(lra)) as M.
    assert (Q : - (34/10 * ud * real len) <= l - real len <= 34/10 * ud * real len).
    { assert (ud * l <= ud * (10001/10000 * real len)) by (apply Rmult_le_compat_l; lra). lra. }
    specialize (M Q ltac:(lra)).
    replace (real i * l - 1) with (real i * real len - 1 + real i * (l - real len)) by ring. lra. }
  assert (Tm : - (15 * (ud * K)) <= real terms * (real i * l) - K <= 15 * (ud * K)).
  { pose proof (product_within (real terms) _ (1001/1000 * K) _ ltac:(lra) Il) as M.
    replace (1001/1000 * K * (8 * ud)) with (8008/1000 * (ud * K)) in M by field.
    replace (real terms * (real i * l) - K) with (real terms * (real i * l - 1) + (real terms - K)) by ring. lra. }
  assert (EK : T * l = K) by (unfold T; field; lra).
  assert (Tm' : - (15 * (ud * T)) <= real terms * real i - T <= 15 * (ud * T)).
  { apply (divide _ l); [exact l0 |]. replace (15 * (ud * T) * l) with (15 * (ud * (T * l))) by ring. rewrite EK.
    replace ((real terms * real i - T) * l) with (real terms * (real i * l) - T * l) by ring. rewrite EK. exact Tm. }
  assert (Big3 : 10 * (bpow radix2 150 + bpow radix2 210 + bpow radix2 210) * bpow radix2 41 <= big).
  { apply Rle_trans with (bpow radix2 5 * bpow radix2 210 * bpow radix2 41).
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. simpl (bpow radix2 5).
      assert (bpow radix2 150 <= bpow radix2 210) by (apply bpow_le; lia).
      pose proof (bpow_ge_0 radix2 210). lra.
    - rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (B41 : 1 <= bpow radix2 41) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
  assert (Big4 : 10 * (bpow radix2 150 + bpow radix2 210 + bpow radix2 210) <= big).
  { pose proof (bpow_ge_0 radix2 150). pose proof (bpow_ge_0 radix2 210). eapply Rle_trans; [| exact Big3].
    rewrite <- (Rmult_1_r (10 * _)) at 1. apply Rmult_le_compat_l; lra. }
  destruct (mul_step terms i (1001/1000 * T) Ftm Fi ltac:(lra) ltac:(lra)) as (F7 & X7). set (ti := fmul terms i) in *.
  assert (TT : tiny <= / 1000000 * (ud * T)).
  { assert (bpow radix2 (-800) <= T).
    { apply Rmult_le_reg_r with l; [exact l0 |]. rewrite EK.
      apply Rle_trans with (bpow radix2 (-800) * bpow radix2 165).
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q1].
      - rewrite <- bpow_plus. eapply Rle_trans; [apply bpow_le | exact K0]. lia. }
    pose proof (tiny_small T ltac:(assumption)). lra. }
  assert (tiB : - (17 * (ud * T)) <= real ti - T <= 17 * (ud * T)) by lra.
  destruct (add_step R_hi hi (real R_hi + real hi) FRh (proj1 B1) ltac:(lra) ltac:(lra)) as (F8 & X8).
  set (t1 := fadd R_hi hi) in *.
  assert (rh0 : 0 <= real R_hi + real hi) by lra. scales (real R_hi + real hi) rh0.
  destruct (add_step t1 ti (real t1 + real ti) F8 F7 ltac:(lra) ltac:(lra)) as (F9 & X9). set (t2 := fadd t1 ti) in *.
  assert (t10 : 0 <= real t1 + real ti) by lra. scales (real t1 + real ti) t10.
  destruct (constant_value (-98) ltac:(lia)) as [F4 E4].
  assert (E98 : bpow radix2 (-98) = 256 * (ud * ud)).
  { unfold u. rewrite <- bpow_plus. change 256 with (bpow radix2 8). rewrite <- bpow_plus. f_equal. }
  assert (uu : 0 <= ud * ud <= / 1000000).
  { split; [apply Rmult_le_pos; lra | apply Rle_trans with (1 * / 1000000); [apply Rmult_le_compat |]; lra]. }
  assert (t20 : 0 <= real t2) by lra.
  destruct (mul_step (fconst 1 (-98)) t2 (256 * (ud * ud) * real t2) F4 F9) as (F10 & X10).
  { rewrite E4, E98. pose proof (Rmult_le_pos _ _ (proj1 uu) t20). lra. }
  { assert (256 * (ud * ud) * real t2 <= 1 * real t2) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite E4, E98, <- E_k_error in X10. rewrite <- E_k_error in F10.
  assert (Er : 250 * (ud * (ud * (real R_hi + q + T))) <= real error).
  { assert (Ty : tiny <= / 1000000 * (ud * (ud * (ud * T)))).
    { apply tiny_small. apply Rmult_le_reg_r with l; [exact l0 |]. rewrite EK.
      apply Rle_trans with (bpow radix2 (-800) * bpow radix2 165).
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q1].
      - rewrite <- bpow_plus. eapply Rle_trans; [apply bpow_le | exact K0]. lia. }
    assert (999/1000 * (real R_hi + q + T) <= real t2) by lra.
    replace (256 * (ud * ud) * real t2) with (256 * (ud * (ud * real t2))) in X10 by ring. scales (real t2) t20.
    assert (W : ud * (ud * (999/1000 * (real R_hi + q + T))) <= ud * (ud * real t2))
      by (repeat (apply Rmult_le_compat_l; [lra |]); lra).
    replace (ud * (ud * (999/1000 * (real R_hi + q + T)))) with (999/1000 * (ud * (ud * (real R_hi + q + T)))) in W
      by ring.
    replace (ud * (ud * (real R_hi + q + T))) with (ud * (ud * real R_hi) + ud * (ud * q) + ud * (ud * T)) in * by ring.
    lra. }
  (* the terms are not too large *)
  assert (Tl : T <= 1003/1000 * bpow radix2 40 * (real r + real wr + q)).
  { pose proof (bpow_gt_0 radix2 40) as Z40.
    assert (E41 : bpow radix2 41 = 2 * bpow radix2 40) by (change 41%Z with (1 + 40)%Z; rewrite bpow_plus; reflexivity).
    assert (P1 : 0 <= bpow radix2 40 * real t1) by (apply Rmult_le_pos; lra).
    assert (PB : bpow radix2 40 * real t1 <= big).
    { eapply Rle_trans; [| exact Big3]. rewrite Rmult_comm, E41. apply Rmult_le_compat; try lra. }
    destruct (mul_step (fconst 1 40) t1 (bpow radix2 40 * real t1) F6 F8 ltac:(rewrite E6; lra) PB) as (F11 & X11).
    rewrite E6 in X11. pose proof (fle_real _ _ F7 F11 T7) as L9.
    assert (ud * (bpow radix2 40 * real t1) <= / 1000000 * (bpow radix2 40 * real t1)) by (apply Rmult_le_compat_r;
      lra).
    assert (P2 : bpow radix2 40 * real t1 <= bpow radix2 40 * (1000001/1000000 * (real R_hi + real hi)))
      by (apply Rmult_le_compat_l; lra).
    assert (P3 : bpow radix2 40 * (real R_hi + real hi) <= bpow radix2 40 * (1000001/1000000 * (real r + real wr) + q +
      20 * (ud * q) + 20 * (ud * T)))
      by (apply Rmult_le_compat_l; lra).
    assert (P4 : bpow radix2 40 * (20 * (ud * T)) <= 25/10000 * T).
    { assert (E : bpow radix2 40 * ud = / 8192) by (unfold u; rewrite <- bpow_plus; simpl; lra).
      replace (bpow radix2 40 * (20 * (ud * T))) with (20 * (bpow radix2 40 * ud) * T) by ring. rewrite E. lra. }
    assert (P5 : bpow radix2 40 * (20 * (ud * q)) <= / 1000000 * (bpow radix2 40 * q)).
    { replace (/ 1000000 * (bpow radix2 40 * q)) with (bpow radix2 40 * (/ 1000000 * q)) by ring.
      apply Rmult_le_compat_l; lra. }
    assert (0 <= bpow radix2 40 * q) by (apply Rmult_le_pos; lra).
    assert (0 <= bpow radix2 40 * (real r + real wr)) by (apply Rmult_le_pos; lra). lra. }
  assert (Vd : Rabs (V - (real r + real wr - q)) <= 231 * (ud * (ud * (real R_hi + q + T)))).
  { replace (ud * (ud * (real R_hi + q + T))) with (ud * (ud * real R_hi) + ud * (ud * q) + ud * (ud * T)) by ring.
    apply Rabs_le. lra. }
  assert (CL : bpow radix2 (-400) <= Rabs C).
  { apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-310)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-53)) with ud. apply Rle_trans with (ud * K); [apply Rmult_le_compat_l; lra | lra]. }
  do 6 (split; [assumption |]). split; [intros Z; rewrite Z, Rabs_R0 in Cp; lra |]. split; [exact CL |].
  split; [congruence |]. split; [congruence |]. split; [congruence |]. split; [congruence |].
  rewrite <- ?Ghx, <- ?Ghy, <- ?Glx, <- ?Gly. split; [exact Dw |].
  replace uhx with u_hx by congruence. replace uhy with u_hy by congruence. replace ulx with u_lx by congruence.
  replace uly with u_ly by congruence. replace length with len by congruence. replace rest with rst by congruence.
  replace inverse with i by congruence.
  split; [constructor; auto; fold l; split; assumption |].
  split.
  { rewrite E_k_direction_hi_x, E_k_direction_hi_y, E_k_direction_lo_x, E_k_direction_lo_y, E_turns_x, E_turns_y.
    assert (S1 : real turn = 1 \/ real turn = -1) by (rewrite Etn; unfold side; destruct (Rlt_dec C 0); auto).
    assert (S2 : real (fneg turn) = 1 \/ real (fneg turn) = -1) by (rewrite real_fneg; lra).
    pose proof (finite_fneg _ Ftn) as Fn.
    destruct (turned _ u_lx Ftn S1 v3) as (Y1 & Y2). destruct (turned _ u_ly Fn S2 v4) as (Y3 & Y4).
    destruct (turned _ u_hx Ftn S1 (proj1 (proj1 v1))) as (Y5 & Y6). destruct (turned _ u_hy Fn S2 (proj1 (proj1 v2)))
      as (Y7 & Y8).
    rewrite real_fneg in Y4, Y8. rewrite Etn in *.
    assert (Sd : Rabs side = 1) by (destruct S1 as [-> | ->]; [apply Rabs_R1 | rewrite Rabs_left; lra]).
    assert (Sq : side * side = 1) by (destruct S1 as [-> | ->]; ring).
    assert (El : sqrt (- side * uy * (- side * uy) + side * ux * (side * ux)) = l).
    { unfold l. f_equal. replace (- side * uy * (- side * uy) + side * ux * (side * ux))
        with (side * side * (ux * ux + uy * uy)) by ring.
      rewrite Sq. ring. }
    constructor; rewrite ?El; auto.
    - now apply turned_ordinary.
    - apply turned_ordinary; auto. rewrite Etn. exact S1.
    - rewrite Y8, Y4, <- v6. ring.
    - rewrite Y6, Y2, <- v5. ring.
    - rewrite Y4, !Rabs_mult, Rabs_Ropp, Sd. lra.
    - rewrite Y2, !Rabs_mult, Sd. lra. }
  split; [constructor; auto; lra |]. split; [exact Tl |]. split; [exact Er |].
  split; [exact D1 |]. split; [exact F10 |]. exists V. split; [exact D2 |]. split; [exact D3 |].
  assert (G0 : 0 <= real R_hi + q + T) by lra. scales (real R_hi + q + T) G0.
  split.
  + eapply Rle_trans; [exact Vd |].
    assert (ud * real error <= / 1000 * real error) by (apply Rmult_le_compat_r; lra). lra.
  + eapply Rle_trans; [exact Vd |].
    apply Rle_trans with (231 * (ud * ud) * (101/100 * (real r + real wr + q) + 1003/1000 * bpow radix2 40 * (real r +
      real wr + q))).
    * rewrite Rmult_assoc, Rmult_assoc. repeat (apply Rmult_le_compat_l; [lra |]). lra.
    * replace (231 * (ud * ud) * (101/100 * (real r + real wr + q) + 1003/1000 * bpow radix2 40 * (real r + real wr +
        q)))
        with (231 * (101/100 + 1003/1000 * bpow radix2 40) * (ud * ud) * (real r + real wr + q)) by ring.
      apply Rmult_le_compat_r; [lra |].
      replace (bpow radix2 (-58)) with (bpow radix2 48 * (ud * ud)) by (unfold u; rewrite <- !bpow_plus; reflexivity).
      apply Rmult_le_compat_r; [lra |]. simpl. lra.
Qed.

End Side.
