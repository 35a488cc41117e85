(* The contact point on the side of a wall that is neither level nor upright: fast_point of
   src/rest/contact_double_double.h. ContactPoint.v has the code of a coordinate, and the ends. docs/exactness.md,
   "Point". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSide ContactSideDepth ContactAlong
  ContactLarge ContactSpec ContactPointSteps ContactPointTerms ContactPointKept ContactPoint.
From Carom Require Terms_contact.
Import Terms_contact.quotient_rest_terms(quotient_rest_results).
Import Terms_contact.measure_side_terms(measure_side_results).
Import Terms_contact.fast_point_terms(fast_point_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* The terms of w.u are not all small, unless the wall is level or upright. *)
Lemma dot_terms_not_small hx hy lx ly kx ky mx my ux uy wx wy :
  is_difference hx hy lx ly ux uy -> is_difference kx ky mx my wx wy -> ux <> 0 -> uy <> 0 -> ux * wy - uy * wx <> 0 ->
  bpow radix2 (-320) <= Rabs (wx * ux) + Rabs (wy * uy).
Proof.
  intros [Ux Uy _ _ Ex Ey Sx Sy] [Wx Wy _ _ Gx Gy Tx Ty] Nx Ny Nc.
  destruct (not_small hx lx ux Ux Ex Sx Nx) as [_ B1]. destruct (not_small hy ly uy Uy Ey Sy Ny) as [_ B2].
  pose proof (Rabs_pos (wx * ux)) as P1. pose proof (Rabs_pos (wy * uy)) as P2.
  assert (G : forall p q : R, bpow radix2 (-151) <= Rabs p -> bpow radix2 (-151) <= Rabs q ->
    bpow radix2 (-320) <= Rabs (p * q)).
  { intros p q Hp Hq. rewrite Rabs_mult. apply Rle_trans with (bpow radix2 (-151) * bpow radix2 (-151)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; auto using bpow_ge_0. }
  destruct (Req_dec wx 0) as [Z | N].
  - assert (Nw : wy <> 0) by (intros Z2; apply Nc; rewrite Z, Z2; ring).
    destruct (not_small ky my wy Wy Gy Ty Nw) as [_ B3]. pose proof (G _ _ B3 B2). lra.
  - destruct (not_small kx mx wx Wx Gx Tx N) as [_ B3]. pose proof (G _ _ B3 B1). lra.
Qed.

Lemma ordinary_high (h l : F double) x : ordinary h -> real h + real l = x -> Rabs (real l) <= ud * Rabs x ->
  Rabs x <= bpow radix2 201.
Proof.
  intros [[_ K] _] E S. destruct ud_small as [U0 U1]. change 201%Z with (1 + 200)%Z. rewrite bpow_plus.
  change (bpow radix2 1) with 2.
  assert (Rabs x <= Rabs (real h) + Rabs (real l)) by (rewrite <- E; apply Rabs_triang).
  assert (ud * Rabs x <= / 2 * Rabs x) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra.
Qed.

Section Side.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Variables hi lo depth error t trest spread dhx dhy dlx dly uhx uhy ulx uly length lrest inverse X Y : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis radius : (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool = true.
Hypothesis run : measure_side_results R_hi R_lo cx cy ax ay bx by_ true hi lo depth error t trest spread
  dhx dhy dlx dly uhx uhy ulx uly length lrest inverse.
Hypothesis placed : fast_point_results 1 false t trest spread uhx uhy ulx uly dhx dhy dlx dly length lrest inverse
  cx cy ax ay bx by_ wr true X Y.
Let ux := real bx - real ax.
Let uy := real by_ - real ay.
Hypothesis ux_not_0 : ux <> 0.
Hypothesis uy_not_0 : uy <> 0.

Theorem fast_point_on_side_is (S := surface_of 1 (point_of cx cy) (point_of ax ay) (point_of bx by_) (real wr)) :
  finite X /\ finite Y /\ is_rounded_coordinate (real X) (px S) /\ is_rounded_coordinate (real Y) (py S).
Proof.
  destruct (measure_side_is r wr R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest spread dhx dhy dlx dly uhx uhy
    ulx uly length lrest inverse reach run)
    as (Fcx & Fcy & Fax & Fay & Fbx & Fby & Nc & _ & E1 & E2 & E3 & E4 & Dw & Vu & Vd & _).
  fold ux uy in Nc, Vu, Vd. set (wx := real cx - real ax) in *. set (wy := real cy - real ay) in *.
  set (side := if Rlt_dec (ux * wy - uy * wx) 0 then -1 else 1) in *.
  assert (Sd : side = 1 \/ side = -1) by (unfold side; destruct Rlt_dec; auto).
  set (A := ux * ux + uy * uy). set (l := sqrt A).
  assert (El : sqrt (- side * uy * (- side * uy) + side * ux * (side * ux)) = l).
  { unfold l, A. f_equal. destruct Sd as [-> | ->]; ring. }
  destruct Vu as [Ox Oy Flx Fly Ex Ey Rx Ry Sl Bl Flr Fi L1 L2 L3 I1]. fold A l in Sl, L1, L2, L3.
  destruct Vd as [Px Py Gdx Gdy Hx Hy Kx Ky _ _ _ _ _ _ _ _].
  assert (Du : is_difference uhx uhy ulx uly ux uy) by (constructor; auto).
  pose proof (dot_terms_not_small _ _ _ _ _ _ _ _ _ _ _ _ Du Dw ux_not_0 uy_not_0 Nc) as N0.
  set (N := Rabs (wx * ux) + Rabs (wy * uy)) in *.
  destruct (measure_side_along_is R_hi R_lo cx cy ax ay bx by_ hi lo depth error t trest spread dhx dhy dlx dly uhx uhy
    ulx uly length lrest inverse run N0)
    as (Bt & Zt & Ft & T1 & T2 & T3 & Ns & Ts). fold ux uy in T1, T2, T3, Ts. fold wx wy in T1, T2, T3, Ts.
    fold A in T1, T2, T3, Ts. fold N l in T1, T2, T3, Ts.
  pose proof (bpow_gt_0 radix2 (-160)) as Z1. assert (l0 : 0 < l) by lra. pose proof (bpow_gt_0 radix2 (-320)) as Z3.
  assert (A1 : A = l * l).
  { unfold l. symmetry. apply sqrt_sqrt. unfold A. pose proof (Rle_0_sqr ux). pose proof (Rle_0_sqr uy).
    unfold Rsqr in *. lra. }
  assert (A0 : bpow radix2 (-320) <= A).
  { rewrite A1. change (-320)%Z with (-160 + -160)%Z. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (Ux : Rabs ux <= l).
  { unfold l, A. rewrite <- (sqrt_Rsqr_abs ux). apply sqrt_le_1_alt. pose proof (Rle_0_sqr uy). unfold Rsqr in *. lra. }
  assert (Uy : Rabs uy <= l).
  { unfold l, A. rewrite <- (sqrt_Rsqr_abs uy). apply sqrt_le_1_alt. pose proof (Rle_0_sqr ux). unfold Rsqr in *. lra. }
  assert (NH : N <= bpow radix2 210 * l).
  { destruct Dw as [w1 w2 _ _ w5 w6 w7 w8]. pose proof (ordinary_high _ _ _ w1 w5 w7) as W1.
    pose proof (ordinary_high _ _ _ w2 w6 w8) as W2.
    assert (G : forall p q : R, Rabs p <= bpow radix2 201 -> Rabs q <= l -> Rabs (p * q) <= bpow radix2 201 * l).
    { intros p q Hp Hq. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (G _ _ W1 Ux). pose proof (G _ _ W2 Uy). apply Rle_trans with (2 * (bpow radix2 201 * l));
      [unfold N; lra |].
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |]. change 2 with (bpow radix2 1). rewrite <- bpow_plus.
    apply bpow_le. lia. }
  assert (Ba : below ax 300 /\ below ay 300).
  { split.
    - destruct (not_large bx ax 200 ltac:(rewrite <- E1; apply Ox) ltac:(lia) ux_not_0) as [_ B].
      apply (below_weaken _ _ _ B). lia.
    - destruct (not_large by_ ay 200 ltac:(rewrite <- E2; apply Oy) ltac:(lia) uy_not_0) as [_ B].
      apply (below_weaken _ _ _ B). lia. }
  destruct Ba as [Bax Bay].
  apply fast_point_is in placed. destruct placed as (mrest & Q & EX & EY & Hk). cbn [Z.eqb Pos.eqb] in EX, EY, Hk.
  cbn [negb andb orb] in Hk.
  symmetry in Hk. apply andb_prop in Hk. destruct Hk as [Hkx Hky]. unfold is_kept in Hkx, Hky. rewrite <- EX in Hkx.
  rewrite <- EY in Hky.
  unfold point_coordinate, point_hi, point_lo, axis_hi, axis_lo in EX, EY. unfold point_terms, axis_terms in Hkx, Hky.
  set (D := wx * ux + wy * uy) in *.
  destruct (side_term t trest uhx ulx ux D A N A0 (proj2 Sl) N0 NH Bt Zt Ft T1 T2 T3 Ox Flx Ex Rx Ux)
    as (MS & G1 & G2 & G3 & G4 & G5).
  destruct (side_term t trest uhy uly uy D A N A0 (proj2 Sl) N0 NH Bt Zt Ft T1 T2 T3 Oy Fly Ey Ry Uy)
    as (_ & H1 & H2 & H3 & H4 & H5).
  fold l in MS, G2, G4, G5, H2, H4, H5.
  assert (MB : bpow radix2 (-500) <= N / l <= bpow radix2 300) by (split; [lra | eapply Rle_trans;
    [apply MS | apply bpow_le; lia]]).
  pose proof (Build_is_term _ _ _ _ _ MB G1 G2 G3 G4 G5) as TX.
  pose proof (Build_is_term _ _ _ _ _ MB H1 H2 H3 H4 H5) as TY.
  assert (Es : S = Point (real ax + D / A * ux + real wr / l * (- side * uy)) (real ay + D / A * uy + real wr / l *
    (side * ux))).
  { unfold S, surface_of, normal_of, vector_length, along_of, vector_x, vector_y. cbn [Z.eqb Pos.eqb].
    change (side_of (point_of cx cy) (point_of ax ay) (point_of bx by_)) with side.
    unfold wu, len2, Geometry.wx, Geometry.wy, Geometry.ux, Geometry.uy, point_of; cbn [px py]. fold ux uy wx wy.
    rewrite El. fold D A.
    f_equal; field; split; lra. }
  rewrite Es. cbn [px py].
  destruct (radius_size r wr R_hi R_lo reach radius) as [(Rt & _ & W) | (Rf & _ & W)].
  - rewrite Rt in *.
    assert (Vx : Rabs (- side * uy) <= l /\ - side * uy <> 0 /\ Rabs (side * ux) <= l /\ side * ux <> 0).
    { rewrite !Rabs_mult. replace (Rabs (- side)) with 1 by (rewrite Rabs_Ropp; destruct Sd as [-> | ->];
        [now rewrite Rabs_R1 | rewrite Rabs_left; lra]).
      replace (Rabs side) with 1 by (destruct Sd as [-> | ->]; [now rewrite Rabs_R1 | rewrite Rabs_left; lra]).
      assert (side <> 0) by lra. repeat split; try lra; apply Rmult_integral_contrapositive_currified; lra. }
    destruct Vx as (V1 & V2 & V3 & V4).
    destruct (radius_term wr length lrest inverse mrest l (wr_finite _ _ _ _ reach) W Sl Bl Flr Fi L1 L2 L3 I1 Q dhx dlx
      _ Px Gdx Hx Kx V1 V2)
      as (M1 & I2 & I3 & I4 & I5 & I6 & I7).
    destruct (radius_term wr length lrest inverse mrest l (wr_finite _ _ _ _ reach) W Sl Bl Flr Fi L1 L2 L3 I1 Q dhy dly
      _ Py Gdy Hy Ky V3 V4)
      as (M2 & J2 & J3 & J4 & J5 & J6 & J7).
    assert (B151 : bpow radix2 151 <= bpow radix2 300) by (apply bpow_le; lia).
    pose proof (Build_is_term _ _ _ _ _ (conj (proj1 M1) (Rle_trans _ _ _ (proj2 M1) B151)) I2 I3 I5 I6 I7) as SX.
    pose proof (Build_is_term _ _ _ _ _ (conj (proj1 M2) (Rle_trans _ _ _ (proj2 M2) B151)) J2 J3 J5 J6 J7) as SY.
    destruct (surface_coordinate ax _ _ _ _ spread _ _ _ _ Bax X TX SX I4 Ns Ts EX Hkx) as (X1 & X2).
    destruct (surface_coordinate ay _ _ _ _ spread _ _ _ _ Bay Y TY SY J4 Ns Ts EY Hky) as (Y1 & Y2). auto.
  - rewrite Rf in *. rewrite W.
    destruct (axis_coordinate ax _ _ spread _ _ Bax X TX Ns Ts EX Hkx) as (X1 & X2).
    destruct (axis_coordinate ay _ _ spread _ _ Bay Y TY Ns Ts EY Hky) as (Y1 & Y2).
    replace (real ax + D / A * ux + 0 / l * (- side * uy)) with (real ax + D / A * ux) by (unfold Rdiv; ring).
    replace (real ay + D / A * uy + 0 / l * (side * ux)) with (real ay + D / A * uy) by (unfold Rdiv; ring). auto.
Qed.

End Side.
