(* The nearest feature of a contact: if fast_feature of src/rest/contact_double_double.h is certain, the feature is
   right, for all finite doubles. docs/exactness.md, "Contacts of ordinary size", Feature. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Approx Geometry ErrorFree.
From Carom Require Terms_contact.
Import Terms_contact.fast_feature_terms(fast_feature, fast_feature_results).

Open Scope R_scope.

(* What the nearest feature is: 1 is the side, 2 the end a, 3 the end b. *)
Definition is_side (x : extent) (c a b : point) :=
  0 < len2 a b /\ (x = Line \/ 0 < wu c a b) /\ (x <> Segment \/ wu c a b < len2 a b).
Definition is_end_a (x : extent) (c a b : point) := len2 a b = 0 \/ (x <> Line /\ wu c a b <= 0).
Definition is_end_b (x : extent) (c a b : point) := x = Segment /\ 0 < len2 a b /\ len2 a b <= wu c a b.
Definition is_feature (x : extent) (c a b : point) (n : Z) :=
  (n = 1%Z /\ is_side x c a b) \/ (n = 2%Z /\ is_end_a x c a b) \/ (n = 3%Z /\ is_end_b x c a b).

Lemma feq_finite {f} (x y : F f) : feq x y = true -> finite y -> finite x.
Proof.
  unfold feq, BinarySingleNaN.Beqb, SpecFloat.SFeqb, SpecFloat.SFcompare, finite.
  destruct x as [| [|] | |], y as [| [|] | |]; simpl; congruence.
Qed.

Lemma feq_zero_true (x : F double) : finite x -> real x = 0 -> feq x (fconst 0 0) = true.
Proof.
  destruct zero_value as [F0 E0]. intros Fx E. destruct (feq x (fconst 0 0)) eqn:H; [reflexivity |].
  apply feq_real_false in H; auto; lra.
Qed.

(* A rounded difference is 0 only if it is exactly. *)
Lemma difference_zero {f} (x y : F f) : finite (fsub x y) -> real (fsub x y) = 0 -> real x = real y.
Proof.
  intros Fs E. destruct (fsub_finite _ _ Fs) as (_ & _ & R).
  pose proof (rnd_sum_error f (real x) (- real y) (real_in_format _) (generic_format_opp _ _ _ (real_in_format _))) as
    H.
  change (real x + - real y) with (real x - real y) in H. rewrite <- R, E in H.
  replace (0 - (real x - real y)) with (- (real x - real y)) in H by ring. rewrite Rabs_Ropp in H.
  pose proof (u_le_quarter f). pose proof (Rabs_pos (real x - real y)).
  assert (Rabs (real x - real y) = 0) by nra. destruct (Req_dec (real x - real y) 0) as [D | D]; [lra |].
  apply Rabs_no_R0 in D. lra.
Qed.

Lemma below_minus_finite {f} (x y : F f) : flt x (fneg y) = true -> nonneg y -> finite y.
Proof.
  unfold flt, fneg, BinarySingleNaN.Bltb, SpecFloat.SFltb, SpecFloat.SFcompare, finite, nonneg.
  destruct x as [| [|] | |], y as [| [|] | |]; simpl; congruence.
Qed.

(* A sum or difference that is at most a sum that is finite. *)
Lemma fadd_finite_below {f} (x y a b : F f) :
  finite x -> finite y -> finite (fadd a b) -> Rabs (real x + real y) <= real a + real b -> finite (fadd x y).
Proof.
  intros Fx Fy Fs H. destruct (fadd_finite _ _ Fs) as (_ & _ & Es).
  unfold finite, fadd. generalize (BinarySingleNaN.Bplus_correct (prec f) (emax f) _ _ BinarySingleNaN.mode_NE x y Fx
    Fy).
  rewrite Rlt_bool_true; [intros K; apply K |].
  change (Rabs (rnd f (real x + real y)) < bpow radix2 (emax f)).
  eapply Rle_lt_trans; [| exact (real_below (fadd a b))].
  rewrite Es. rewrite (Rabs_pos_eq (rnd f (real a + real b))).
  2: { apply rnd_nonneg. pose proof (Rabs_pos (real x + real y)). lra. }
  apply Rabs_le_inv in H. apply Rabs_le. split; [rewrite <- rnd_opp |]; apply rnd_le; lra.
Qed.

Lemma fsub_finite_below {f} (x y a b : F f) :
  finite x -> finite y -> finite (fadd a b) -> Rabs (real x - real y) <= real a + real b -> finite (fsub x y).
Proof.
  intros Fx Fy Fs H.
  replace (fsub x y) with (fadd x (fneg y)) by (unfold fadd, fsub, fneg, BinarySingleNaN.Bminus; destruct x, y;
    reflexivity).
  apply (fadd_finite_below x (fneg y) a b); auto using finite_fneg. now rewrite real_fneg.
Qed.

Section Feature.
Variables cx cy ax ay bx by_ : F double.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Variables ux uy wx wy : F double.
Hypothesis E_ux : ux = fsub bx ax.
Hypothesis E_uy : uy = fsub by_ ay.
Hypothesis E_wx : wx = fsub cx ax.
Hypothesis E_wy : wy = fsub cy ay.
Variables (is_point : bool) (x : extent) (gx gy lx ly wu len2 terms error : F double).
Variables (is_segment is_line beyond_a before_b : bool) (result : Z).
Hypothesis run : fast_feature ux uy wx wy is_point (extent_number x) gx gy lx ly wu len2 terms error is_segment is_line
  beyond_a before_b result.

Lemma nonneg_lxy : nonneg lx /\ nonneg ly /\ nonneg len2 /\ nonneg terms /\ nonneg error.
Proof.
  clear - run. destruct run. subst lx ly. assert (nonneg len2) by (subst; apply nonneg_fadd; apply nonneg_square).
  assert (nonneg terms) by (subst; repeat apply nonneg_fadd; auto using nonneg_fabs, nonneg_square).
  repeat split; auto using nonneg_square. rewrite E_error.
  apply nonneg_fadd; apply nonneg_fmul; auto; vm_compute; auto.
Qed.

(* If the error is finite, so are all terms. *)
Hypothesis Fe : finite error.

Lemma finite_terms : finite terms /\ finite len2 /\ finite gx /\ finite gy /\ finite lx /\ finite ly.
Proof.
  clear - run Fe.
  destruct run. rewrite E_error in Fe. destruct (fadd_finite _ _ Fe) as (F1 & _).
  destruct (fmul_finite _ _ F1) as (_ & F2 & _).
  pose proof F2 as F3. rewrite E_terms in F3. destruct (fadd_finite _ _ F3) as (F4 & F5 & _).
  destruct (fadd_finite _ _ F4) as (F6 & F7 & _). apply fabs_finite in F6, F7.
  pose proof F5 as F8. rewrite E_len2 in F8. destruct (fadd_finite _ _ F8) as (F9 & G1 & _). repeat split; auto.
Qed.

Let W := Geometry.wu C A B.
Let L := Geometry.len2 A B.
Let N := Rabs (real cx - real ax) * Rabs (real bx - real ax) + Rabs (real cy - real ay) * Rabs (real by_ - real ay).

Lemma tiny_covers : 64 * eta double <= real (fmul (fconst 1 3) (fconst 1 (-1022)) : F double) /\
  finite (fmul (fconst 1 3) (fconst 1 (-1022)) : F double).
Proof.
  constant_of double 1%Z 3%Z. constant_of double 1%Z (-1022)%Z. destruct C0 as [F3 E3]. destruct C1 as [F4 E4].
  destruct run. rewrite E_error in Fe. destruct (fadd_finite _ _ Fe) as (_ & F2 & _). split; [| exact F2].
  destruct (fmul_finite _ _ F2) as (_ & _ & E). rewrite E, E3, E4.
  replace (1 * bpow radix2 3 * (1 * bpow radix2 (-1022))) with (bpow radix2 (-1019)).
  - rewrite rnd_of_format.
    + unfold eta. change (emin double - 1)%Z with (-56 + -1019)%Z. rewrite bpow_plus.
      assert (64 * bpow radix2 (-56) <= 1) by (simpl; lra). pose proof (bpow_gt_0 radix2 (-1019)). nra.
    + apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia.
  - rewrite !Rmult_1_l, <- bpow_plus. reflexivity.
Qed.

Lemma bounds :
  finite wu /\
  Rabs (real wu - W) <= 5 * u double * N + 3 * eta double /\
  Rabs (real len2 - L) <= 5 * u double * L + 3 * eta double /\
  7 * u double * (N + L) + 50 * eta double <= real error /\ 0 <= N /\ 0 <= L.
Proof.
  destruct finite_terms as (Ft & Fl & Fgx & Fgy & Flx & Fly). destruct tiny_covers as [T1 T2].
  pose proof (u_pos double) as u0. pose proof (eta_pos double) as h0. pose proof u_double as ud.
  constant_of double 1%Z (-50)%Z. destruct C0 as [Fk Ek].
  destruct run.
  assert (N0 : 0 <= N) by (unfold N; apply Rplus_le_le_0_compat; apply Rmult_le_pos; apply Rabs_pos).
  assert (L0 : 0 <= L) by apply Geometry.len2_nonneg.
  pose proof (approx_sub_exact bx ax) as Hx. pose proof (approx_sub_exact by_ ay) as Hy.
  pose proof (approx_sub_exact cx ax) as Vx. pose proof (approx_sub_exact cy ay) as Vy.
  rewrite <- E_ux in Hx. rewrite <- E_uy in Hy. rewrite <- E_wx in Vx. rewrite <- E_wy in Vy.
  pose proof (e_double 4 ltac:(lia)) as e4. pose proof (e_double 10 ltac:(lia)) as e10. simpl INR in e4, e10.
  pose proof (e_nonneg (f := double) 4) as e40. pose proof (e_nonneg (f := double) 10) as e100.
  assert (HL : approx len2 L L 4 (3 * eta double)).
  { pose proof (approx_dot _ _ _ _ _ _ _ _ _ _ _ _ Hx Hx Hy Hy) as H. rewrite <- E_l_x, <- E_l_y, <- E_len2 in H.
    eapply approx_weaken; [exact H | | lia | lra].
    rewrite <- !Rabs_mult, !Rabs_pos_eq by apply Rle_0_sqr. apply Rle_refl. }
  assert (HW : approx wu W N 4 (3 * eta double)).
  { pose proof (approx_dot _ _ _ _ _ _ _ _ _ _ _ _ Hx Vx Hy Vy) as H. rewrite <- E_g_x, <- E_g_y, <- E_wu in H.
    assert (EW : W = (real bx - real ax) * (real cx - real ax) + (real by_ - real ay) * (real cy - real ay)).
    { unfold W, Geometry.wu. change (Geometry.wx C A) with (real cx - real ax).
      change (Geometry.wy C A) with (real cy - real ay).
      change (Geometry.ux A B) with (real bx - real ax). change (Geometry.uy A B) with (real by_ - real ay). ring. }
    rewrite EW. eapply approx_weaken; [exact H | unfold N; lra | lia | lra]. }
  assert (Fw : finite wu).
  { rewrite E_wu. rewrite E_terms in Ft. destruct (fadd_finite _ _ Ft) as (Fs & _ & _).
    destruct (fadd_finite _ _ Fs) as (_ & _ & Es).
    apply (fadd_finite_below gx gy (fabs gx) (fabs gy)); auto. rewrite !real_fabs. apply Rabs_triang. }
  assert (eta_N : 0 <= u double * N) by (apply Rmult_le_pos; lra).
  assert (eta_L : 0 <= u double * L) by (apply Rmult_le_pos; lra).
  destruct (HW Fw) as (W1 & _ & W2). destruct (HL Fl) as (_ & _ & L2).
  split; [exact Fw |]. split; [| split; [| split; [| split; assumption]]].
  - eapply Rle_trans; [exact W2 |]. apply Rplus_le_compat_r, Rmult_le_compat_r; lra.
  - eapply Rle_trans; [exact L2 |]. apply Rplus_le_compat_r, Rmult_le_compat_r; lra.
  - (* the error from below *)
    assert (A1 : forall (v w : F double) (x y : R), approx v x (Rabs x) 1 0 -> approx w y (Rabs y) 1 0 ->
      finite (fmul v w) ->
      Rabs x * Rabs y * (1 - 4 * u double) - eta double <= real (fabs (fmul v w))).
    { intros v w x0 y0 H1 H2 Fp. destruct (product_of_rounded _ _ _ _ _ _ H1 H2 Fp) as (_ & _ & H3).
      pose proof (e_double 3 ltac:(lia)) as e3. simpl INR in e3. rewrite real_fabs.
      assert (H4 : e double 3 * (Rabs x0 * Rabs y0) <= 4 * u double * (Rabs x0 * Rabs y0)).
      { apply Rmult_le_compat_r; [apply Rmult_le_pos; apply Rabs_pos | lra]. }
      rewrite <- Rabs_mult in *. pose proof (Rabs_triang_inv (x0 * y0) (x0 * y0 - real (fmul v w))) as H5.
      replace (x0 * y0 - (x0 * y0 - real (fmul v w))) with (real (fmul v w)) in H5 by ring.
      rewrite Rabs_minus_sym in H3. lra. }
    rewrite E_g_x in Fgx. rewrite E_g_y in Fgy.
    pose proof (A1 _ _ _ _ Hx Vx Fgx) as B1. pose proof (A1 _ _ _ _ Hy Vy Fgy) as B2.
    rewrite <- E_g_x in B1. rewrite <- E_g_y in B2.
    assert (B3 : N * (1 - 4 * u double) - 2 * eta double <= real (fabs gx) + real (fabs gy)) by (unfold N; lra).
    assert (B4 : L * (1 - 5 * u double) - 3 * eta double <= real len2).
    { assert (e double 4 * L <= 5 * u double * L) by (apply Rmult_le_compat_r; lra). apply Rabs_le_inv in L2. lra. }
    assert (P1 : 0 <= real (fabs gx)) by (rewrite real_fabs; apply Rabs_pos).
    assert (P2 : 0 <= real (fabs gy)) by (rewrite real_fabs; apply Rabs_pos).
    assert (P3 : 0 <= real len2) by (apply nonneg_real; subst; apply nonneg_fadd; apply nonneg_square).
    assert (R1 : forall a b : F double, finite (fadd a b) -> 0 <= real a -> 0 <= real b ->
      (real a + real b) * (1 - u double) <= real (fadd a b)).
    { intros a b Fs Ha Hb. destruct (fadd_finite _ _ Fs) as (_ & _ & ->).
      pose proof (rnd_sum_error double (real a) (real b) (real_in_format _) (real_in_format _)) as H.
      rewrite (Rabs_pos_eq (real a + real b)) in H by lra. apply Rabs_le_inv in H. lra. }
    rewrite E_terms in Ft. destruct (fadd_finite _ _ Ft) as (Fs & _ & _).
    pose proof (R1 _ _ Fs P1 P2) as B5. pose proof (R1 _ _ Ft ltac:(nra) P3) as B6. rewrite <- E_terms in B6.
    rewrite E_error in Fe. destruct (fadd_finite _ _ Fe) as (Fm & _ & _). destruct (fmul_finite _ _ Fm) as (_ & _ & Em).
    assert (P4 : 0 <= real (fmul (fconst 1 (-50)) terms)).
    { rewrite Em, Ek. apply rnd_nonneg. apply Rmult_le_pos; [| nra]. apply Rmult_le_pos; [lra | apply bpow_ge_0]. }
    assert (T0 : 0 <= real terms) by nra.
    pose proof (R1 _ _ Fe P4 ltac:(lra)) as B7. rewrite <- E_error in B7.
    assert (B8 : 8 * u double * real terms * (1 - u double) - eta double <= real (fmul (fconst 1 (-50)) terms)).
    { rewrite Em, Ek. pose proof (rnd_error double (1 * bpow radix2 (-50) * real terms)) as H.
      replace (1 * bpow radix2 (-50)) with (8 * u double) in *.
      2: { unfold u. change (- prec double)%Z with (-3 + -50)%Z. rewrite bpow_plus. simpl. lra. }
      rewrite (Rabs_pos_eq (8 * u double * real terms)) in H by (apply Rmult_le_pos; lra).
      apply Rabs_le_inv in H. lra. }
    clear -B3 B4 B5 B6 B7 B8 T1 u0 h0 ud N0 L0 P1 P2 P3 P4 T0 eta_N eta_L.
    set (un := u double * N) in *. set (ul := u double * L) in *.
    assert (U : u double <= / 1000000) by (rewrite ud; lra).
    assert (C1 : real (fabs gx) + real (fabs gy) + real len2 >= (N + L) * (999/1000) - 5 * eta double).
    { assert (u double * N <= / 1000000 * N) by (apply Rmult_le_compat_r; lra).
      assert (u double * L <= / 1000000 * L) by (apply Rmult_le_compat_r; lra). lra. }
    assert (C2 : real terms >= 998/1000 * (N + L) - 5 * eta double).
    { assert (u double * (real (fabs gx) + real (fabs gy)) <= / 1000000 * (real (fabs gx) + real (fabs gy)))
        by (apply Rmult_le_compat_r; lra).
      set (gg := fadd (fabs gx) (fabs gy)) in *.
      assert (0 <= real gg) by lra.
      assert (u double * (real gg + real len2) <= / 1000000 * (real gg + real len2)) by (apply Rmult_le_compat_r; lra).
      lra. }
    assert (C3 : u double * real terms >= u double * (998/1000 * (N + L) - 5 * eta double))
      by (apply Rle_ge, Rmult_le_compat_l; lra).
    assert (C4 : u double * eta double <= / 1000000 * eta double) by (apply Rmult_le_compat_r; lra).
    assert (C5 : u double * (8 * u double * real terms) <= / 1000000 * (8 * u double * real terms)).
    { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
    set (em := real (fmul (fconst 1 (-50)) terms)) in *.
    set (tiny := real (fmul (fconst 1 3) (fconst 1 (-1022)))) in *.
    assert (C6 : u double * (em + tiny) <= / 1000000 * (em + tiny)) by (apply Rmult_le_compat_r; lra).
    replace (7 * u double * (N + L)) with (7 * un + 7 * ul) by (unfold un, ul; ring).
    assert (C7 : u double * (998/1000 * (N + L) - 5 * eta double) = 998/1000 * (un + ul) - 5 * (u double * eta double))
      by (unfold un, ul; ring).
    lra.
Qed.

Lemma differences_are_finite : finite (fsub len2 wu) /\ finite (fsub wu len2).
Proof.
  destruct finite_terms as (Ft & Fl & Fgx & Fgy & _). destruct bounds as (Fw & _).
  destruct nonneg_lxy as (_ & _ & Nl & _). apply nonneg_real in Nl. destruct run.
  assert (H : Rabs (real wu) <= real (fadd (fabs gx) (fabs gy))).
  { rewrite E_terms in Ft. destruct (fadd_finite _ _ Ft) as (Fs & _ & _). destruct (fadd_finite _ _ Fs) as (_ & _ & ->).
    rewrite E_wu in Fw |- *. destruct (fadd_finite _ _ Fw) as (_ & _ & ->). rewrite !real_fabs.
    pose proof (Rabs_triang (real gx) (real gy)) as T. apply Rabs_le_inv in T. apply Rabs_le.
    split; [rewrite <- rnd_opp |]; apply rnd_le; lra. }
  apply Rabs_le_inv in H. rewrite E_terms in Ft.
  split; [apply (fsub_finite_below len2 wu _ _ Fl Fw Ft) | apply (fsub_finite_below wu len2 _ _ Fw Fl Ft)];
    apply Rabs_le; lra.
Qed.

Lemma difference_value (v w : F double) : finite (fsub v w) ->
  Rabs (real (fsub v w) - (real v - real w)) <= u double * Rabs (real v - real w).
Proof.
  intros H. destruct (approx_sub_exact v w H) as (_ & _ & E). rewrite e_1 in E. lra.
Qed.

End Feature.

Section Right.
Variables cx cy ax ay bx by_ ux uy wx wy : F double.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Hypothesis E_ux : ux = fsub bx ax.
Hypothesis E_uy : uy = fsub by_ ay.
Hypothesis E_wx : wx = fsub cx ax.
Hypothesis E_wy : wy = fsub cy ay.
Variable is_point : bool.
Hypothesis is_point_is : is_point = andb (feq ux (fconst 0 0)) (feq uy (fconst 0 0)).
Hypothesis Fx : finite ux.
Hypothesis Fy : finite uy.

Lemma point_is_point : if is_point then len2 A B = 0 else 0 < len2 A B.
Proof.
  assert (Hx : real ux = 0 <-> real bx - real ax = 0).
  { rewrite E_ux in *. split; intros H.
    - apply difference_zero in H; [lra | exact Fx].
    - destruct (fsub_finite _ _ Fx) as (_ & _ & ->). rewrite H. apply rnd_zero. }
  assert (Hy : real uy = 0 <-> real by_ - real ay = 0).
  { rewrite E_uy in *. split; intros H.
    - apply difference_zero in H; [lra | exact Fy].
    - destruct (fsub_finite _ _ Fy) as (_ & _ & ->). rewrite H. apply rnd_zero. }
  unfold len2. change (Geometry.ux A B) with (real bx - real ax). change (Geometry.uy A B) with (real by_ - real ay).
  destruct is_point eqn:P; symmetry in is_point_is.
  - apply andb_prop in is_point_is. destruct is_point_is as [P1 P2]. apply feq_zero in P1, P2.
    destruct P1 as [_ P1], P2 as [_ P2]. apply Hx in P1. apply Hy in P2. rewrite P1, P2. ring.
  - apply andb_false_iff in is_point_is.
    pose proof (Rle_0_sqr (real bx - real ax)) as Q1. pose proof (Rle_0_sqr (real by_ - real ay)) as Q2.
    unfold Rsqr in Q1, Q2.
    destruct is_point_is as [P1 | P1].
    + assert (N : real bx - real ax <> 0) by (intros N; apply Hx in N; rewrite feq_zero_true in P1;
        [discriminate | exact Fx | exact N]).
      assert (0 < (real bx - real ax) * (real bx - real ax)); [| lra]. apply Rsqr_pos_lt in N. exact N.
    + assert (N : real by_ - real ay <> 0) by (intros N; apply Hy in N; rewrite feq_zero_true in P1;
        [discriminate | exact Fy | exact N]).
      assert (0 < (real by_ - real ay) * (real by_ - real ay)); [| lra]. apply Rsqr_pos_lt in N. exact N.
Qed.

Theorem fast_feature_is_right x result :
  fast_feature_results ux uy wx wy is_point (extent_number x) result -> result <> 0%Z -> is_feature x C A B result.
Proof.
  intros (gx & gy & lx & ly & wu & len2 & terms & error & is_segment & is_line & beyond_a & before_b & run) N0.
  edestruct nonneg_lxy as (_ & _ & Nl & _ & Ne); [exact run |].
  assert (Bn : finite error ->
     (flt error wu = true -> 0 < Geometry.wu C A B) /\ (flt wu (fneg error) = true -> Geometry.wu C A B <= 0) /\
     (flt error (fsub len2 wu) = true -> Geometry.wu C A B < Geometry.len2 A B) /\
     (flt error (fsub wu len2) = true -> Geometry.len2 A B < Geometry.wu C A B /\ flt error wu = true)).
  { intros Fe.
    edestruct finite_terms as (_ & Fl & _); [exact run | exact Fe |].
    edestruct differences_are_finite as (F1 & F2);
      [exact E_ux | exact E_uy | exact E_wx | exact E_wy | exact run | exact Fe |].
    edestruct bounds as (Fw & B1 & B2 & B3 & B4 & B5);
      [exact E_ux | exact E_uy | exact E_wx | exact E_wy | exact run | exact Fe |].
    fold C A B in B1, B2, B3, B4, B5.
    set (N := Rabs _ * Rabs _ + Rabs _ * Rabs _) in B1, B3, B4. pose proof (u_pos double) as u0.
    pose proof (eta_pos double) as h0. pose proof u_double as ud.
    assert (U0 : 0 <= u double * N) by (apply Rmult_le_pos; lra).
    assert (U1 : 0 <= u double * Geometry.len2 A B) by (apply Rmult_le_pos; lra).
    apply Rabs_le_inv in B1, B2. destruct B1, B2. apply nonneg_real in Nl.
    pose proof (difference_value len2 wu F1) as D1. pose proof (difference_value wu len2 F2) as D2.
    assert (Q : forall r s : R, Rabs (r - s) <= u double * Rabs s -> real error < r -> 99/100 * real error < s).
    { intros r s K1 K2. apply Rabs_le_inv in K1. rewrite ud in K1. unfold Rabs in K1. destruct Rcase_abs; lra. }
    split; [| split; [| split]]; intros Hf; apply flt_real in Hf; auto using finite_fneg.
    - lra.
    - rewrite real_fneg in Hf. lra.
    - apply (Q _ _ D1) in Hf. lra.
    - assert (G1 : real (fsub wu len2) <= real wu).
      { destruct (fsub_finite _ _ F2) as (_ & _ & ->). rewrite <- (rnd_of_format double (real wu)) at 2
          by apply real_in_format.
        apply rnd_le. lra. }
      split; [apply (Q _ _ D2) in Hf; lra |].
      destruct (flt error wu) eqn:G; [reflexivity |]. apply flt_real_false in G; auto. exfalso. lra. }
  pose proof point_is_point as P. destruct run. subst is_segment is_line beyond_a before_b.
  destruct (flt error wu) eqn:H1; destruct (flt wu (fneg error)) eqn:H2; destruct (flt error (fsub len2 wu)) eqn:H3;
    destruct (flt error (fsub wu len2)) eqn:H4; destruct is_point; destruct x; simpl in E_result; subst result;
    try (elim N0; reflexivity);
    unfold is_feature, is_side, is_end_a, is_end_b;
    try (right; left; split; [reflexivity |]; now left);
    try (assert (Fe : finite error) by (first [eapply flt_finite; eassumption | eapply below_minus_finite;
      eassumption]);
      specialize (Bn Fe); destruct Bn as (B1 & B2 & B3 & B4));
    try specialize (B1 eq_refl); try specialize (B2 eq_refl); try specialize (B3 eq_refl);
    try (specialize (B4 eq_refl); destruct B4 as [B4 B5]); try discriminate;
    first
    [ left; split; [reflexivity |]; split; [exact P |];
      split; [first [left; reflexivity | right; lra] | first [left; discriminate | right; lra]]
    | right; left; split; [reflexivity |]; right; split; [discriminate | lra]
    | right; right; split; [reflexivity |]; split; [reflexivity |]; lra ].
Qed.

End Right.
