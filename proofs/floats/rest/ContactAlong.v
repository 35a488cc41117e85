(* The parameter of the nearest point on the side: k->along and k->along_rest of measure_side.

   The error is relative to (|wx ux| + |wy uy|) / |u|^2, not to the parameter: if the terms of w.u cancel, there are
   fewer digits. docs/exactness.md, "Parameter". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactProducts ContactSide ContactSideDepth.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_contact.wide_square_terms(wide_square_results).
Import Terms_contact.is_fast_pair_terms(is_fast_pair_results).
Import Terms_contact.quotient_rest_terms(quotient_rest_results).
Import Terms_contact.measure_side_terms(measure_side, measure_side_results).

Open Scope R_scope.

(* A double that is 0 or at least 2^e is a multiple of 2^(e - 53). *)
Lemma is_multiple x k : in_format double x -> x = 0 \/ bpow radix2 k <= Rabs x -> (-900 <= k)%Z ->
  exists z, x = IZR z * bpow radix2 (k - 53).
Proof.
  intros F [-> | H] K; [exists 0%Z; ring |].
  unfold in_format, generic_format in F. set (c := cexp radix2 (exponents double) x) in F.
  assert (Hc : (k - 53 <= c)%Z).
  { unfold c, cexp, exponents, FLT_exp. pose proof (mag_ge_bpow radix2 x (k + 1)) as M.
    replace (k + 1 - 1)%Z with k in M by lia. specialize (M H). change (prec double) with 53%Z. lia. }
  exists (Ztrunc (scaled_mantissa radix2 (exponents double) x) * 2 ^ (c - (k - 53)))%Z.
  rewrite F at 1. unfold F2R. cbn [Fnum Fexp]. fold c. rewrite mult_IZR, (IZR_Zpower radix2) by lia.
  rewrite Rmult_assoc, <- bpow_plus. f_equal. f_equal. lia.
Qed.

Lemma sum_not_small x y k : in_format double x -> in_format double y -> (x = 0 \/ bpow radix2 k <= Rabs x) ->
  (y = 0 \/ bpow radix2 k <= Rabs y) -> (-900 <= k)%Z -> x + y = 0 \/ bpow radix2 (k - 53) <= Rabs (x + y).
Proof.
  intros Fx Fy Hx Hy K. destruct (is_multiple x k Fx Hx K) as [z1 E1]. destruct (is_multiple y k Fy Hy K) as [z2 E2].
  replace (x + y) with (IZR (z1 + z2) * bpow radix2 (k - 53)) by (rewrite E1, E2, plus_IZR; ring).
  destruct (Z.eq_dec (z1 + z2) 0) as [Z | Z]; [left; rewrite Z; ring | right].
  rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0. rewrite <- abs_IZR.
  rewrite <- (Rmult_1_l (bpow radix2 (k - 53))) at 1. apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply IZR_le. lia.
Qed.

Section Dot.
Variables uhx uhy ulx uly whx why wlx wly : F double.
Variables ux uy wx wy : R.
Hypothesis U : is_difference uhx uhy ulx uly ux uy.
Hypothesis W : is_difference whx why wlx wly wx wy.
Let px := fmul whx uhx.
Let py := fmul why uhy.
Let lx := fadd (pair_product_rest whx uhx) (fadd (fmul whx ulx) (fmul wlx uhx)).
Let ly := fadd (pair_product_rest why uhy) (fadd (fmul why uly) (fmul wly uhy)).
Let D := wx * ux + wy * uy.
Let N := Rabs (wx * ux) + Rabs (wy * uy).
Let hi := fadd px py.
Let lo := fadd (sum_rest px py) (fadd lx ly).

Lemma dot_parts : bpow radix2 (-320) <= N ->
  N <= bpow radix2 404 /\ - N <= D <= N /\ (real hi = 0 \/ bpow radix2 (-380) <= Rabs (real hi)) /\
  finite hi /\ finite lo /\ - (44/10 * (ud * N)) <= real hi - D <= 44/10 * (ud * N) /\
  - (46/10 * (ud * N)) <= real lo <= 46/10 * (ud * N) /\
  - (163/10 * (ud * (ud * N))) <= real hi + real lo - D <= 163/10 * (ud * (ud * N)) /\
  finite px /\ finite py /\ 999/1000 * N <= Rabs (real px) + Rabs (real py).
Proof.
  destruct U as [Ux Uy Flx Fly Ex Ey Rx Ry]. destruct W as [Wx Wy Fwx Fwy Gx Gy Sx Sy]. intros N0.
  destruct (component_parts whx wlx uhx ulx (fmul wlx uhx) wx ux (or_introl eq_refl) Wx Ux Fwx Flx Gx Ex Sx Rx)
    as (A1 & A2 & A3 & A4 & A5). fold px lx in A1, A2, A3, A4.
  destruct (component_parts why wly uhy uly (fmul wly uhy) wy uy (or_introl eq_refl) Wy Uy Fwy Fly Gy Ey Sy Ry)
    as (B1 & B2 & B3 & B4 & B5). fold py ly in B1, B2, B3, B4.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0.
  pose proof (Rabs_pos (wx * ux)) as P1. pose proof (Rabs_pos (wy * uy)) as P2.
  assert (K1 : N <= bpow radix2 404).
  { unfold N. pose proof (product_high_bound wx ux whx wlx uhx ulx Wx Ux Gx Ex Sx Rx).
    pose proof (product_high_bound wy uy why wly uhy uly Wy Uy Gy Ey Sy Ry).
    change 404%Z with (2 + 402)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. pose proof (bpow_ge_0 radix2 402).
    lra. }
  split; [exact K1 |].
  assert (CK : - N <= D <= N).
  { pose proof (Rabs_le_inv (wx * ux) _ (Rle_refl _)). pose proof (Rabs_le_inv (wy * uy) _ (Rle_refl _)). unfold D, N.
    lra. }
  split; [exact CK |].
  pose proof (bpow_gt_0 radix2 (-320)) as Z. assert (Kp : 0 <= N) by lra. scales N Kp.
  scales (Rabs (wx * ux)) P1. scales (Rabs (wy * uy)) P2.
  assert (T : tiny <= / 1000000 * (ud * (ud * (ud * N)))) by (apply tiny_small; eapply Rle_trans;
    [apply bpow_le | exact N0]; lia).
  assert (E1 : ud * N = ud * Rabs (wx * ux) + ud * Rabs (wy * uy)) by (unfold N; ring).
  assert (Big : 33/10 * (ud * N) <= big) by (apply Rle_trans with (bpow radix2 404); [lra | apply bpow_le; lia]).
  destruct (add_step lx ly (33/10 * (ud * N)) A1 B1 ltac:(lra) Big) as (F3 & X3).
  replace (ud * (33/10 * (ud * N))) with (33/10 * (ud * (ud * N))) in X3 by ring.
  destruct (two_products px py (fadd lx ly) (real lx) (real ly) (wx * ux) (wy * uy)) as (G1 & G2 & G3 & G4 & G5);
    fold N; auto; try lra.
  { eapply Rle_trans; [apply bpow_le | exact N0]; lia. }
  { eapply Rle_trans; [exact K1 | apply bpow_le; lia]. }
  fold N hi lo D in G1, G2, G3, G4, G5.
  assert (High : 999/1000 * N <= Rabs (real px) + Rabs (real py)).
  { assert (Tri : forall p q z c e : R, - c <= q <= c -> - e <= p + q - z <= e -> Rabs z <= Rabs p + c + e).
    { intros p q z c e Hq Hz. pose proof (Rabs_le_inv p _ (Rle_refl _)). apply Rabs_le. lra. }
    pose proof (Tri _ _ _ _ _ A3 A4). pose proof (Tri _ _ _ _ _ B3 B4). unfold N in *. lra. }
  split; [| repeat (split; [assumption |]); destruct A2, B2; auto].
  (* the sum of the high parts is 0 or not small *)
  assert (M : forall v w : F double, ordinary v -> ordinary w -> real (fmul v w) = 0 \/
    bpow radix2 (-302) <= Rabs (real (fmul v w))).
  { intros v w Ov Ow. destruct (ordinary_parts v w Ov Ow) as (Fp & _). destruct (fmul_finite _ _ Fp) as (_ & _ & E).
    destruct Ov as [_ [V | V]]; [left; rewrite E, V, Rmult_0_l; apply rnd_zero |].
    destruct Ow as [_ [W' | W']]; [left; rewrite E, W', Rmult_0_r; apply rnd_zero | right].
    assert (L : bpow radix2 (-300) <= Rabs (real v * real w)).
    { rewrite Rabs_mult. change (-300)%Z with (-150 + -150)%Z. rewrite bpow_plus.
      apply Rmult_le_compat; auto using bpow_ge_0. }
    pose proof (rnd_error double (real v * real w)) as Q. rewrite <- E in Q.
    assert (Rabs (real v * real w) <= Rabs (real (fmul v w)) + (ud * Rabs (real v * real w) + tiny)).
    { replace (real v * real w) with (real (fmul v w) - (real (fmul v w) - real v * real w)) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (ud * Rabs (real v * real w) <= / 4 * Rabs (real v * real w)) by (apply Rmult_le_compat_r;
      [apply Rabs_pos | lra]).
    assert (tiny <= / 8 * bpow radix2 (-300)).
    { replace (/ 8) with (bpow radix2 (-3)) by (simpl; lra). rewrite <- bpow_plus.
      eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le; lia]. }
    assert (bpow radix2 (-300) = 4 * bpow radix2 (-302)) by (change (-300)%Z with (2 + -302)%Z; rewrite bpow_plus;
      reflexivity). lra. }
  destruct (fadd_finite _ _ G1) as (_ & _ & Eh). fold hi in Eh.
  destruct (sum_not_small (real px) (real py) (-302) (real_in_format _) (real_in_format _) (M _ _ Wx Ux) (M _ _ Wy Uy)
    ltac:(lia)) as [Q | Q].
  - left. rewrite Eh, Q. apply rnd_zero.
  - right. apply Rnot_lt_le. intros Hc. pose proof (rnd_sum_error double (real px) (real py) (real_in_format _)
      (real_in_format _)) as R5.
    rewrite <- Eh in R5. assert (ud * Rabs (real px + real py) <= / 4 * Rabs (real px + real py))
      by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
    assert (Rabs (real px + real py) <= Rabs (real hi) + Rabs (real hi - (real px + real py))).
    { replace (real px + real py) with (real hi - (real hi - (real px + real py))) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (2 * bpow radix2 (-380) <= bpow radix2 (-302 - 53)).
    { change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
    pose proof (bpow_gt_0 radix2 (-380)). lra.
Qed.

End Dot.

Section Along.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Variables hi lo depth error along along_rest spread dhx dhy dlx dly uhx uhy ulx uly length rest inverse : F double.
Hypothesis run : measure_side_results R_hi R_lo cx cy ax ay bx by_ true hi lo depth error along along_rest spread
  dhx dhy dlx dly uhx uhy ulx uly length rest inverse.

Let ux := real bx - real ax.
Let uy := real by_ - real ay.
Let wx := real cx - real ax.
Let wy := real cy - real ay.
Let A := ux * ux + uy * uy.
Let N := Rabs (wx * ux) + Rabs (wy * uy).

(* Terms that are too small do not occur where the parameter matters: on the side of a ray or segment w.u > 2^-320. *)
Theorem measure_side_along_is : bpow radix2 (-320) <= N ->
  below along 430 /\ (real along = 0 \/ bpow radix2 (-720) <= Rabs (real along)) /\ finite along_rest /\
  - (1002/1000 * N) <= real along * A <= 1002/1000 * N /\ - (16 * (ud * N)) <= real along_rest * A <= 16 * (ud * N) /\
  Rabs (real along + real along_rest - (wx * ux + wy * uy) / A) <= 290 * (ud * ud) * (N / A) /\
  nonneg spread /\ (finite spread -> 99/100 * (N / sqrt A) <= real spread).
Proof.
  intros N0.
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
  assert (Du : is_difference u_hx u_hy u_lx u_ly ux uy) by (constructor; auto).
  assert (Dw : is_difference whx why wlx wly wx wy) by (constructor; auto).
  (* w.u *)
  apply pair_mul_is in E_pair_mul. destruct E_pair_mul as (Epx & Epy & Eqx & Eqy).
  apply sum_of_pair_is in E_sum_of_pair. destruct E_sum_of_pair as (Edh & Edl).
  rewrite Epx, Epy in Edh, Edl. rewrite Eqx, Eqy in Edl.
  destruct (dot_parts u_hx u_hy u_lx u_ly whx why wlx wly ux uy wx wy Du Dw N0)
    as (N1 & DN & Hz & Fdh & Fdl & D1 & D2 & D3 & Fpx & Fpy & Npx).
  rewrite <- Edh, <- Edl in *. fold A in A01, A3, A4, A5. fold N in N1, DN, D1, D2, D3, Npx.
  set (D := wx * ux + wy * uy) in *.
  destruct A01 as [A0 A1]. pose proof (bpow_gt_0 radix2 (-320)) as Z3. assert (Np : 0 <= N) by lra.
  assert (Ap : 0 < A) by lra.
  scales N Np. scales A (Rlt_le _ _ Ap).
  assert (ah0 : 0 < real a_hi) by lra.
  (* N / A is of ordinary size *)
  assert (NA : N <= bpow radix2 362 * A).
  { pose proof (Rlt_le _ _ Ap) as A0'. pose proof (sqrt_pos A) as s0. pose proof (sqrt_sqrt A A0') as ss.
    assert (sl : bpow radix2 (-160) <= sqrt A).
    { rewrite <- (sqrt_Rsqr (bpow radix2 (-160))) by apply bpow_ge_0. apply sqrt_le_1_alt. unfold Rsqr.
      rewrite <- bpow_plus. exact A0. }
    assert (sA : sqrt A <= bpow radix2 160 * A).
    { rewrite <- ss at 2. rewrite <- Rmult_assoc. rewrite <- (Rmult_1_l (sqrt A)) at 1. apply Rmult_le_compat_r;
        [exact s0 |].
      replace 1 with (bpow radix2 160 * bpow radix2 (-160)) by (rewrite <- bpow_plus; reflexivity).
      apply Rmult_le_compat_l; [apply bpow_ge_0 | exact sl]. }
    assert (Ux1 : Rabs ux <= sqrt A) by (rewrite <- (sqrt_Rsqr_abs ux); apply sqrt_le_1_alt; pose proof (Rle_0_sqr uy);
      unfold A, Rsqr in *; lra).
    assert (Uy1 : Rabs uy <= sqrt A) by (rewrite <- (sqrt_Rsqr_abs uy); apply sqrt_le_1_alt; pose proof (Rle_0_sqr ux);
      unfold A, Rsqr in *; lra).
    assert (Wb : forall (h m : F double) z, ordinary h -> real h + real m = z -> Rabs (real m) <= ud * Rabs z ->
      Rabs z <= bpow radix2 201).
    { intros h m z [[_ K7] _] Em Sm. change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
      assert (Rabs z <= Rabs (real h) + Rabs (real m)) by (rewrite <- Em; apply Rabs_triang).
      assert (ud * Rabs z <= / 2 * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
    pose proof (Wb _ _ _ Ow Vx Mx) as Wb1. pose proof (Wb _ _ _ Ov Vy My) as Wb2.
    assert (G : forall p q : R, Rabs p <= bpow radix2 201 -> Rabs q <= sqrt A ->
      Rabs (p * q) <= bpow radix2 201 * (bpow radix2 160 * A)).
    { intros p q Hp Hq. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. lra. }
    pose proof (G wx ux Wb1 Ux1). pose proof (G wy uy Wb2 Uy1).
    replace (bpow radix2 362 * A) with (2 * (bpow radix2 201 * (bpow radix2 160 * A))); [unfold N; lra |].
    change 2 with (bpow radix2 1). rewrite <- !Rmult_assoc, <- !bpow_plus. reflexivity. }
  assert (Qb : - bpow radix2 363 <= real dot_hi / real a_hi <= bpow radix2 363).
  { apply (divide _ (real a_hi)); [exact ah0 |]. replace (real dot_hi / real a_hi * real a_hi) with (real dot_hi)
      by (field; lra).
    assert (bpow radix2 362 * A <= bpow radix2 362 * (1001/1000 * real a_hi)) by (apply Rmult_le_compat_l;
      [apply bpow_ge_0 | lra]).
    assert (0 <= bpow radix2 362 * real a_hi) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
    replace (bpow radix2 363 * real a_hi) with (2 * (bpow radix2 362 * real a_hi)); [lra |].
    change 363%Z with (1 + 362)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. ring. }
  assert (Qr : Rabs (real dot_hi / real a_hi) <= bpow radix2 363) by (apply Rabs_le; exact Qb).
  destruct (div_step dot_hi a_hi (Rabs (real dot_hi / real a_hi)) Fdh Fah ltac:(lra)) as (Fa & Xa).
  { apply Rabs_le_inv, Rle_refl. }
  { eapply Rle_trans; [exact Qr | apply bpow_le; lia]. }
  rewrite <- E_k_along in Fa, Xa.
  assert (tA : 0 <= real a_hi * tiny <= bpow radix2 (-740)).
  { split; [apply Rmult_le_pos; lra |]. apply Rle_trans with (bpow radix2 331 * bpow radix2 (-1075)).
    - apply Rmult_le_compat; try lra; [| exact tiny_is_tiny]. change 331%Z with (1 + 330)%Z. rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Xh : Rabs (real along * real a_hi - real dot_hi) <= ud * Rabs (real dot_hi) + real a_hi * tiny).
  { replace (real along * real a_hi - real dot_hi) with ((real along - real dot_hi / real a_hi) * real a_hi) by (field;
      lra).
    rewrite Rabs_mult, (Rabs_pos_eq (real a_hi)) by lra.
    apply Rle_trans with ((ud * Rabs (real dot_hi / real a_hi) + tiny) * real a_hi).
    - apply Rmult_le_compat_r; [lra |]. apply Rabs_le. exact Xa.
    - assert (K : Rabs (real dot_hi / real a_hi) * real a_hi = Rabs (real dot_hi)).
      { rewrite <- (Rabs_pos_eq (real a_hi)) at 2 by lra. rewrite <- Rabs_mult. f_equal. field. lra. }
      rewrite <- K. lra. }
  assert (U740 : bpow radix2 (-740) <= / 4000 * (ud * (ud * N))).
  { apply Rle_trans with (bpow radix2 (-12) * (bpow radix2 (-53) * (bpow radix2 (-53) * bpow radix2 (-320)))).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - change (bpow radix2 (-53)) with ud. apply Rmult_le_compat; [apply bpow_ge_0 | repeat apply Rmult_le_pos;
        lra | simpl; lra |].
      repeat (apply Rmult_le_compat_l; [lra |]). exact N0. }
  assert (Dh : Rabs (real dot_hi) <= 1001/1000 * N) by (apply Rabs_le; lra).
  assert (Ba : below along 430).
  { split; [exact Fa |]. destruct Xa as [Xa1 Xa2]. apply Rabs_le.
    assert (ud * Rabs (real dot_hi / real a_hi) <= 1 * Rabs (real dot_hi / real a_hi)) by (apply Rmult_le_compat_r;
      [apply Rabs_pos | lra]).
    assert (tiny <= bpow radix2 363) by (eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le; lia]).
    assert (4 * bpow radix2 363 <= bpow radix2 430) by (change 4 with (bpow radix2 2); rewrite <- bpow_plus;
      apply bpow_le; lia). lra. }
  assert (Bh : below a_hi 430).
  { split; [exact Fah |]. rewrite Rabs_pos_eq by lra. apply Rle_trans with (bpow radix2 1 * bpow radix2 330);
      [change (bpow radix2 1) with 2; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Sp : is_splittable (real along * real a_hi)).
  { destruct Hz as [Hz | Hz].
    - left. assert (Za : real along = 0).
      { rewrite E_k_along in Fa |- *. destruct (fdiv_finite _ _ Fa Fah ltac:(lra)) as (_ & ->). rewrite Hz. unfold Rdiv.
        rewrite Rmult_0_l. apply rnd_zero. }
      rewrite Za. ring.
    - right. apply Rle_trans with (Rabs (real dot_hi) - Rabs (real along * real a_hi - real dot_hi)).
      + assert (ud * Rabs (real dot_hi) <= / 4 * Rabs (real dot_hi)) by (apply Rmult_le_compat_r;
          [apply Rabs_pos | lra]).
        assert (bpow radix2 (-740) <= / 4 * bpow radix2 (-380)).
        { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
        assert (bpow radix2 (-969) <= / 4 * bpow radix2 (-380)).
        { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
        lra.
      + pose proof (Rabs_triang_inv (real dot_hi) (real dot_hi - real along * real a_hi)) as K.
        replace (real dot_hi - (real dot_hi - real along * real a_hi)) with (real along * real a_hi) in K by ring.
        rewrite (Rabs_minus_sym (real dot_hi)) in K. exact K. }
  assert (uD : ud * Rabs (real dot_hi) <= ud * (1001/1000 * N)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Xh.
  assert (NB : 1001/1000 * N <= bpow radix2 450).
  { apply Rle_trans with (bpow radix2 1 * bpow radix2 404); [change (bpow radix2 1) with 2; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (Rabs_le_inv _ _ Dh) as Dh'.
  destruct (quotient_parts along dot_hi dot_lo a_hi a_lo i2 along_rest D A (1001/1000 * N) N (163/10 * (ud * (ud * N))))
    as (Q1 & Q2 & Q3);
    auto; try lra.
  { eapply Rle_trans; [apply bpow_le | exact A0]; lia. }
  { apply Rle_trans with (bpow radix2 (-320)); [apply bpow_le; lia | lra]. }
  { assert (A * tiny <= 1001/1000 * real a_hi * tiny) by (apply Rmult_le_compat_r; [left; exact T0 | lra]). lra. }
  split; [exact Ba |].
  split.
  { destruct Hz as [Hz | Hz].
    - left. rewrite E_k_along in Fa |- *. destruct (fdiv_finite _ _ Fa Fah ltac:(lra)) as (_ & ->). rewrite Hz.
      unfold Rdiv.
      rewrite Rmult_0_l. apply rnd_zero.
    - right. apply Rmult_le_reg_r with (real a_hi); [exact ah0 |]. rewrite <- (Rabs_pos_eq (real a_hi)) at 2 by lra.
      rewrite <- Rabs_mult.
      pose proof (Rabs_triang_inv (real dot_hi) (real dot_hi - real along * real a_hi)) as K.
      replace (real dot_hi - (real dot_hi - real along * real a_hi)) with (real along * real a_hi) in K by ring.
      rewrite (Rabs_minus_sym (real dot_hi)) in K. pose proof (Rabs_le _ _ Xh) as Xh'.
      assert (ud * Rabs (real dot_hi) <= / 4 * Rabs (real dot_hi)) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
      assert (bpow radix2 (-740) <= / 4 * bpow radix2 (-380)).
      { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
      assert (Lo : bpow radix2 (-720) * real a_hi <= bpow radix2 (-720) * bpow radix2 331).
      { apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 331%Z with (1 + 330)%Z. rewrite bpow_plus.
        change (bpow radix2 1) with 2. lra. }
      rewrite <- bpow_plus in Lo.
      assert (bpow radix2 (-720 + 331) <= / 4 * bpow radix2 (-380)).
      { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. } lra. }
  split; [exact Q1 |].
  assert (RA : - (5 * (ud * A)) <= A - real a_hi <= 5 * (ud * A)) by lra.
  split.
  { pose proof (times_scaled (real along) (real a_hi) (10015/10000 * N) (A - real a_hi) (/ 1000000) ah0 ltac:(lra)
      ltac:(lra) ltac:(lra)) as M.
    replace (real along * A) with (real along * real a_hi + real along * (A - real a_hi)) by ring. lra. }
  split; [lra |].
  split.
  { assert (EN : N / A * A = N) by (field; lra).
    apply Rabs_le, (divide _ A); [exact Ap |].
    replace (290 * (ud * ud) * (N / A) * A) with (290 * (ud * (ud * (N / A * A)))) by ring. rewrite EN.
    replace ((real along + real along_rest - D / A) * A) with ((real along + real along_rest) * A - D) by (field; lra).
    replace (ud * (ud * (1001/1000 * N))) with (1001/1000 * (ud * (ud * N))) in Q3 by ring. lra. }
  (* the terms divided by |u| *)
  assert (Hi : 0 < real i).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real i * real len) by (apply Rmult_le_pos; lra). lra. }
  assert (Pi : nonneg i) by (apply nonneg_of_real; [exact Fi | lra]).
  rewrite E_k_spread, Epx, Epy. set (px := fmul whx u_hx) in *. set (py := fmul why u_hy) in *.
  split; [apply nonneg_fmul; [apply nonneg_fadd; apply nonneg_fabs | exact Pi] |]. intros Fsp.
  destruct (fmul_finite _ _ Fsp) as (Fsm & _ & ->). destruct (fadd_finite _ _ Fsm) as (_ & _ & Esm).
  pose proof (rnd_sum_error double (real (fabs px)) (real (fabs py)) (real_in_format _) (real_in_format _)) as R1.
  rewrite <- Esm, !real_fabs in R1. set (sm := real (fadd (fabs px) (fabs py))) in *.
  pose proof (Rabs_pos (real px)). pose proof (Rabs_pos (real py)).
  rewrite (Rabs_pos_eq (_ + _)) in R1 by lra. apply Rabs_le_inv in R1.
  assert (ud * (Rabs (real px) + Rabs (real py)) <= / 1000 * (Rabs (real px) + Rabs (real py)))
    by (apply Rmult_le_compat_r; lra).
  assert (S1 : 997/1000 * N <= sm) by lra.
  pose proof (rnd_error double (sm * real i)) as R2. assert (s0 : 0 <= sm * real i) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (sm * real i)) in R2 by exact s0. apply Rabs_le_inv in R2.
  assert (ud * (sm * real i) <= / 1000 * (sm * real i)) by (apply Rmult_le_compat_r; lra).
  assert (A2 : A <= bpow radix2 402) by (eapply Rle_trans; [exact A1 | apply bpow_le; lia]).
  destruct (sg_is A A0 A2) as (g0 & gg & gs). destruct (s_is a_hi A Fah A0 A2 A3) as (_ & L1 & _).
  rewrite <- E_length in L1. set (sg := sqrt A) in *. scales sg (Rlt_le _ _ g0).
  assert (Is1 : 998/1000 <= real i * sg).
  { assert (E : real i * real len <= real i * (1001/1000 * sg)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Is2 : 997/1000 * N * (998/1000) <= sm * (real i * sg)) by (apply Rmult_le_compat; lra).
  assert (TN : tiny <= / 1000 * (N / sg)).
  { apply Rmult_le_reg_r with sg; [exact g0 |]. replace (/ 1000 * (N / sg) * sg) with (/ 1000 * N) by (field; lra).
    apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 201); [apply Rmult_le_compat; try lra;
      exact tiny_is_tiny |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-320)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rle_trans with (/ 1000 * bpow radix2 (-320)); [apply Rmult_le_compat_r; [lra | simpl; lra] | lra]. }
  assert (Ng : 994/1000 * (N / sg) <= sm * real i).
  { apply Rmult_le_reg_r with sg; [exact g0 |]. replace (994/1000 * (N / sg) * sg) with (994/1000 * N) by (field; lra).
    lra. }
  lra.
Qed.

End Along.
