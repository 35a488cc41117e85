(* The normal of step_at_side in src/turning/moving_time.h over the terms: each coordinate is within 5.78 units of 2^-53
   of that of the unit vector across the wall at the true time T.

   The premises are those of the step: u is known at the guess, |u|^2 is at least 12 2^-53 of the square of all sizes,
   the error is below 2^-60, and the turn within the step and the error is small. MovingNormalSide.v and
   MovingNormalTurn.v have the bounds in real numbers. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Overflow Bounded ErrorFree Geometry SweepGeometry SweepErrors
  SweepTerms MovingVectors MovingTangent TangentGapLine Wide TimePlace TimeEndPlace SweepPlaceRounding SweepPlaceNormal
  SweepPlaceEnd MovingTimeEnd MovingSideParts MovingNormalEnd MovingNormalSide MovingNormalTurn.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation fl := (rnd double).

Section Normal.
Variables x0 y0 ucx ucy us uhx uhy ulx uly side t step error : D.
Variables X0 Y0 CX CY T : R.
Hypothesis Mu : motion x0 y0 ucx ucy us X0 Y0 CX CY.
Let UX := X0 + real t * CX.
Let UY := Y0 + real t * CY.
Let Vx := Rabs (real x0) + Rabs (real ucx).
Let Vy := Rabs (real y0) + Rabs (real ucy).
Hypotheses (Px : placed uhx ulx UX 0 Vx) (Py : placed uhy uly UY 0 Vy) (Fhx : finite uhx) (Fhy : finite uhy)
  (Flx : finite ulx) (Fly : finite uly) (Ht : 0 <= real t <= 1001 / 1000)
  (big : bpow radix2 (-602) <= UX * UX + UY * UY) (long : 12 * u53 * (real us * real us) <= UX * UX + UY * UY).
Hypotheses (Fside : finite side) (side_is : is_sign (real side)) (Fs : finite step) (Fe : finite error)
  (small : 28 * u53 * Rabs (real step) <= real error) (certain : real error <= 101 / 100 * (u53 / 128)).
Let ax := fadd uhx ulx.
Let ay := fadd uhy uly.
Let w := fadd (fmul ax ax) (fmul ay ay).
Let len := fsqrt w.
Let inv := fdiv (fconst 1 0) len.
Let rate := fmul (fadd (fabs ucx) (fabs ucy)) inv.
Hypotheses (Turns : flt (fmul rate (fabs step)) (fconst 1 (-30)) = true) (Still : flt (fmul rate error) (fconst 1
  (-57)) =
  true).
Hypothesis Near : Rabs (T - (real t + real step)) <= real error.
Let n := norm UX UY.
Let g := norm (real ax) (real ay).
Let A := Rabs (real x0) + Rabs (real y0).
Let B := Rabs (real ucx) + Rabs (real ucy).
Let m := Rabs (real step).
Let e := real error.

(* The length against all sizes. *)
Lemma length_is_long : 0 < n /\ n * n = UX * UX + UY * UY /\ bpow radix2 (-301) <= n <= 101 / 100 * real us /\
  0 <= real us <= 27400000 * n /\ real us <= bpow radix2 200 /\ Vx + Vy <= (1 + 5 * u53) * real us.
Proof.
  assert (nn : n * n = UX * UX + UY * UY) by apply norm_square. assert (n0 : 0 <= n) by apply norm_nonneg.
  destruct (motion_moves _ _ _ _ _ _ _ _ _ Mu) as [_ _ _ _ _ _ _ _ Sz [s0 s1] _ _ Nm]. fold Vx Vy in Sz.
  specialize (Nm (real t) Ht). fold UX UY n in Nm. rewrite <- nn in big, long.
  assert (L : bpow radix2 (-301) <= n).
  { apply Rsqr_incr_0_var; [| exact n0]. unfold Rsqr. rewrite <- bpow_plus. exact big. }
  pose proof (bpow_gt_0 radix2 (-301)).
  split; [lra |]. split; [exact nn |]. split; [lra |]. split; [split; [exact s0 |] | auto].
  assert (0 <= n * n) by (apply Rmult_le_pos; lra). apply Rsqr_incr_0_var; [| lra]. unfold Rsqr. lra.
Qed.

(* The rounded vector. *)
Lemma rounded_vector : finite ax /\ finite ay /\ Rabs (real ax - UX) <= u53 * Rabs UX + u53 * n / 1000000 /\
  Rabs (real ay - UY) <= u53 * Rabs UY + u53 * n / 1000000.
Proof.
  destruct length_is_long as (n0 & nn & [nL nH] & [s0 s1] & s2 & Sz).
  destruct (below_norm UX UY n n0 nn) as (_ & LX). destruct (below_norm UY UX n n0 ltac:(lra)) as (_ & LY).
  assert (Tn : place_tiny <= / 1000000000 * (u53 * n)).
  { apply Rle_trans with (bpow radix2 (-40) * (bpow radix2 (-53) * bpow radix2 (-301))).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - change (bpow radix2 (-40)) with (/ 1099511627776). change (bpow radix2 (-53)) with u53.
      assert (u53 * bpow radix2 (-301) <= u53 * n) by (apply Rmult_le_compat_l; lra).
      assert (0 <= u53 * bpow radix2 (-301)) by (apply Rmult_le_pos; [lra | apply bpow_ge_0]). lra. }
  assert (P202 : bpow radix2 202 = 4 * bpow radix2 200) by (change 202%Z with (2 + 200)%Z; rewrite bpow_plus;
    reflexivity).
  assert (One : forall (h l : D) Z V, finite h -> finite l -> placed h l Z 0 V -> 0 <= V -> V <= (1 + 5 * u53) * real
    us ->
    Rabs Z <= n -> finite (fadd h l) /\ Rabs (real (fadd h l) - Z) <= u53 * Rabs Z + u53 * n / 1000000).
  { intros h l Z V Fh Fl (P & _) V0 VS LZ.
    assert (Pd : Rabs (real h + real l - Z) <= u53 * n / 5000000).
    { eapply Rle_trans; [exact P |]. rewrite Rmult_0_r, Rplus_0_l. set (y := place_tiny) in *. clearbody y.
      clear - Tn VS s1 V0 n0. lra. }
    assert (L : Rabs (real h + real l) <= Rabs Z + u53 * n / 5000000).
    { replace (real h + real l) with ((real h + real l - Z) + Z) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
      }
    destruct (fadd_is_finite h l 202 ltac:(easy) Fh Fl) as (F & _ & _).
    { rewrite P202. pose proof (bpow_gt_0 radix2 200). lra. }
    split; [exact F |]. pose proof (Bounded.fadd_error _ _ F) as E. rewrite u_double in E.
    replace (real (fadd h l) - Z) with ((real (fadd h l) - (real h + real l)) + (real h + real l - Z)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (V0 : 0 <= Vx /\ 0 <= Vy).
  { unfold Vx, Vy. pose proof (Rabs_pos (real x0)). pose proof (Rabs_pos (real y0)). pose proof (Rabs_pos (real ucx)).
    pose proof (Rabs_pos (real ucy)). lra. }
  destruct (One uhx ulx UX Vx Fhx Flx Px (proj1 V0) ltac:(lra) LX) as (F1 & E1).
  destruct (One uhy uly UY Vy Fhy Fly Py (proj2 V0) ltac:(lra) LY) as (F2 & E2). auto.
Qed.

(* The root and its inverse. *)
Lemma inverse_is : finite len /\ finite inv /\ 0 < g /\ g * g = real ax * real ax + real ay * real ay /\
  Rabs (g - n) <= 15 / 10 * u53 * n /\ 0 < real inv /\ Rabs (real inv * g - 1) <= 2503 / 1000 * u53 /\
  0 < real len <= (1 + 6 * u53) * n.
Proof.
  destruct length_is_long as (n0 & nn & [nL nH] & [s0 s1] & s2 & Sz). destruct rounded_vector as (Fx & Fy & Ex & Ey).
  assert (gg : g * g = real ax * real ax + real ay * real ay) by apply norm_square.
  assert (g0 : 0 <= g) by apply norm_nonneg.
  assert (gp : 0 < g).
  { destruct g0 as [| Z]; [assumption | exfalso]. rewrite <- Z, Rmult_0_l in gg.
    assert (Q : real ax = 0 /\ real ay = 0).
    { pose proof (Rle_0_sqr (real ax)) as a1. pose proof (Rle_0_sqr (real ay)) as a2. unfold Rsqr in *.
      split; apply Rsqr_0_uniq; unfold Rsqr; lra. }
    destruct Q as [Qx Qy]. rewrite Qx, Rminus_0_l, Rabs_Ropp in Ex. rewrite Qy, Rminus_0_l, Rabs_Ropp in Ey.
    assert (Rabs UX * Rabs UX <= / 4 * n * (/ 4 * n)) by (apply Rmult_le_compat; auto using Rabs_pos; lra).
    assert (Rabs UY * Rabs UY <= / 4 * n * (/ 4 * n)) by (apply Rmult_le_compat; auto using Rabs_pos; lra).
    assert (Rabs UX * Rabs UX = UX * UX /\ Rabs UY * Rabs UY = UY * UY) as [E1 E2].
    { split; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr. }
    assert (0 < n * n) by now apply Rmult_lt_0_compat. lra. }
  pose proof (length_of_rounded (real ax) (real ay) UX UY n g n0 nn gp gg Ex Ey) as Gn.
  pose proof Gn as Gn'. apply Rabs_le_inv in Gn'.
  destruct (below_norm (real ax) (real ay) g gp gg) as (_ & Lx).
  destruct (below_norm (real ay) (real ax) g gp ltac:(lra)) as (_ & Ly).
  assert (g201 : g <= bpow radix2 201).
  { change 201%Z with (1 + 200)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  pose proof (bpow_gt_0 radix2 201) as p201.
  assert (Pr : forall h : D, finite h -> Rabs (real h) <= g -> finite (fmul h h) /\ 0 <= real (fmul h h) <= bpow radix2
    402 /\
    Rabs (real (fmul h h) - real h * real h) <= u53 * (real h * real h) + eta double).
  { intros h Fh Lh. assert (S : 0 <= real h * real h) by apply Rle_0_sqr.
    destruct (fmul_is_finite h h 402 ltac:(easy) Fh Fh) as (F & E & H).
    { rewrite Rabs_mult. change 402%Z with (201 + 201)%Z. rewrite bpow_plus.
      apply Rmult_le_compat; auto using Rabs_pos; lra. }
    split; [exact F |]. assert (P : 0 <= real (fmul h h)) by (rewrite E; apply rnd_nonneg, S).
    split; [rewrite Rabs_pos_eq in H by exact P; lra |].
    rewrite E. pose proof (rnd_error double (real h * real h)) as R. rewrite u_double, (Rabs_pos_eq (real h * real h))
      in R
      by exact S. exact R. }
  destruct (Pr ax Fx Lx) as (F1 & B1 & E1). destruct (Pr ay Fy Ly) as (F2 & B2 & E2).
  destruct (fadd_is_finite (fmul ax ax) (fmul ay ay) 403 ltac:(easy) F1 F2) as (Fw & _ & _).
  { change 403%Z with (1 + 402)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. rewrite Rabs_pos_eq; lra. }
  pose proof (Bounded.fadd_error _ _ Fw) as E3. rewrite u_double, (Rabs_pos_eq (real (fmul ax ax) + real (fmul ay ay)))
    in E3 by lra. fold w in Fw, E3.
  assert (Tn : eta double <= / 1000000 * (u53 * (g * g))).
  { apply Rle_trans with (bpow radix2 (-20) * (bpow radix2 (-53) * bpow radix2 (-604))).
    - change (eta double) with (bpow radix2 (-1075)). rewrite <- !bpow_plus. apply bpow_le. lia.
    - change (bpow radix2 (-20)) with (/ 1048576). change (bpow radix2 (-53)) with u53.
      assert (G : bpow radix2 (-604) <= g * g).
      { change (-604)%Z with (-302 + -302)%Z. rewrite bpow_plus.
        assert (bpow radix2 (-302) <= g).
        { assert (Q : bpow radix2 (-301) = 2 * bpow radix2 (-302)) by (change (-301)%Z with (1 + -302)%Z; rewrite
            bpow_plus; reflexivity). pose proof (bpow_gt_0 radix2 (-302)). lra. }
        apply Rmult_le_compat; auto using bpow_ge_0. }
      assert (u53 * bpow radix2 (-604) <= u53 * (g * g)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= u53 * bpow radix2 (-604)) by (apply Rmult_le_pos; [lra | apply bpow_ge_0]). lra. }
  assert (W : Rabs (real w - g * g) <= 2001 / 1000 * u53 * (g * g)).
  { assert (ggp : 0 < g * g) by now apply Rmult_lt_0_compat. rewrite gg in *. set (y := eta double) in *. clearbody y.
    clear - E1 E2 E3 Tn ggp B1 B2. pose proof (Rle_0_sqr (real ax)) as S1. pose proof (Rle_0_sqr (real ay)) as S2.
    unfold Rsqr in *. set (p := real ax * real ax) in *. set (q := real ay * real ay) in *.
    set (p1 := real (fmul ax ax)) in *. set (q1 := real (fmul ay ay)) in *. clearbody p q p1 q1.
    apply Rabs_le_inv in E1, E2, E3. apply Rabs_le. lra. }
  assert (Z : bpow radix2 (-450) <= sqrt (real w) <= bpow radix2 450).
  { apply Rabs_le_inv in W. split.
    - rewrite <- (sqrt_square (bpow radix2 (-450))) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
      apply Rle_trans with (/ 2 * (g * g)); [| lra]. apply Rle_trans with (/ 2 * bpow radix2 (-604)).
      + change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia.
      + apply Rmult_le_compat_l; [lra |]. change (-604)%Z with (-302 + -302)%Z. rewrite bpow_plus.
        assert (bpow radix2 (-302) <= g).
        { assert (Q : bpow radix2 (-301) = 2 * bpow radix2 (-302)) by (change (-301)%Z with (1 + -302)%Z; rewrite
            bpow_plus; reflexivity). pose proof (bpow_gt_0 radix2 (-302)). lra. }
        apply Rmult_le_compat; auto using bpow_ge_0.
    - rewrite <- (sqrt_square (bpow radix2 450)) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
      apply Rle_trans with (2 * (bpow radix2 201 * bpow radix2 201)).
      + assert (g * g <= bpow radix2 201 * bpow radix2 201) by (apply Rmult_le_compat; lra). lra.
      + change 2 with (bpow radix2 1). rewrite <- !bpow_plus. apply bpow_le. lia. }
  destruct (inverse_of_length (real w) g gp W Z) as (q0 & Q).
  assert (w0 : 0 <= real w).
  { apply Rabs_le_inv in W. assert (0 < g * g) by now apply Rmult_lt_0_compat. lra. }
  assert (Fl : finite len) by (apply fsqrt_is_finite; assumption).
  destruct (fsqrt_finite w Fl) as (_ & _ & El). fold len in El. change (real len = fl (sqrt (real w))) in El.
  destruct (inverse_of_reach len (sqrt (real w)) Fl El Z) as (Fi & [i0 _] & _). fold inv in Fi, i0.
  assert (l0 : 0 < real len).
  { rewrite El. destruct (inverse_of_rounded (sqrt (real w)) Z) as (P & _). exact P. }
  destruct (fdiv_finite _ _ Fi Fl ltac:(lra)) as (_ & Ei). fold inv in Ei.
  const_facts 1%Z 0%Z Fo Vo. rewrite Rmult_1_l in Vo. change (bpow radix2 0) with 1 in Vo. rewrite Vo, El in Ei.
  rewrite <- El in Ei. pose proof (rnd_error double (1 / real len)) as Er. rewrite <- Ei, u_double in Er.
  rewrite El in Ei. rewrite <- Ei in Q. repeat (split; [assumption |]).
  assert (I : 0 < 1 / real len) by (apply Rdiv_lt_0_compat; lra). rewrite (Rabs_pos_eq (1 / real len)) in Er by lra.
  assert (l450 : real len <= bpow radix2 451).
  { rewrite El, <- (rnd_of_format double (bpow radix2 451)) by (apply power_in_format; lia). apply rnd_le.
    eapply Rle_trans; [apply Z | apply bpow_le; lia]. }
  assert (Te : eta double * real len <= u53 / 1000).
  { apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 451); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact
    l450] |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  assert (Q2 : Rabs ((real inv - 1 / real len) * real len) <= (u53 * (1 / real len) + eta double) * real len).
  { rewrite Rabs_mult, (Rabs_pos_eq (real len)) by lra. apply Rmult_le_compat_r; lra. }
  replace ((real inv - 1 / real len) * real len) with (real inv * real len - 1) in Q2 by (field; lra).
  replace ((u53 * (1 / real len) + eta double) * real len) with (u53 + eta double * real len) in Q2 by (field; lra).
  apply Rabs_le_inv in Q, Q2. apply Rmult_le_reg_l with (real inv); [exact i0 |].
  assert (real inv * ((1 - 2 * u53) * g) <= real inv * n) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Let C1 := Rabs CX + Rabs CY.
Let dt := T - real t.

(* The turn within the step and the error. *)
Lemma turn_is_little : 0 <= m <= 3 / 10000 /\ m * B <= 94 / 100000000000 * n /\ e * C1 <= 63 / 1000 * u53 * n /\
  Rabs dt * C1 <= 95 / 100000000000 * n /\ m * C1 <= 95 / 100000000000 * n /\ C1 <= B + / 100000000 * n /\ 0 <= B /\
  0 <= e <= u53 / 100 /\ Rabs (dt - real step) <= e.
Proof.
  destruct length_is_long as (n0 & nn & [nL nH] & [s0 s1] & s2 & Sz).
  destruct inverse_is as (Fl & Fi & g0 & _ & _ & i0 & _ & l0 & l1).
  assert (m0 : 0 <= m) by apply Rabs_pos. assert (e0 : 0 <= e) by (unfold e; pose proof (Rabs_pos (real step)); lra).
  assert (e1 : e <= u53 / 100) by (unfold e; lra). assert (m1 : m <= 3 / 10000) by (unfold m; lra).
  assert (B0 : 0 <= B) by (unfold B; pose proof (Rabs_pos (real ucx)); pose proof (Rabs_pos (real ucy)); lra).
  pose proof (nonneg_inverse len Fl l0) as Ni. fold inv in Ni.
  assert (Nt : nonneg rate) by (apply nonneg_fmul; [apply nonneg_fadd; apply nonneg_fabs | exact Ni]).
  assert (Ne : nonneg error) by (apply nonneg_of_real; assumption).
  pose proof (flt_finite _ _ Turns (nonneg_fmul _ _ Nt (nonneg_fabs _))) as F1.
  pose proof (flt_finite _ _ Still (nonneg_fmul _ _ Nt Ne)) as F2.
  const_facts 1%Z (-30)%Z F30 V30. const_facts 1%Z (-57)%Z F57 V57. rewrite Rmult_1_l in V30, V57.
  pose proof Turns as L1. apply flt_real in L1; [| exact F1 | exact F30]. rewrite V30 in L1.
  pose proof Still as L2. apply flt_real in L2; [| exact F2 | exact F57]. rewrite V57 in L2.
  destruct Mu as [_ _ Fcx Fcy Sx Sy Ecx Ecy _ _]. fold Vx in Ecx. fold Vy in Ecy. rewrite u_double in *.
  assert (r1 : 0 <= real len <= bpow radix2 203).
  { split; [lra |]. change 203%Z with (3 + 200)%Z. rewrite bpow_plus. change (bpow radix2 3) with 8. lra. }
  destruct (turn_at_least ucx ucy len (fabs step) Fcx Fcy Fl r1 (finite_fabs _ Fs) ltac:(rewrite real_fabs; fold m; lra)
    (nonneg_real _ Ni) F1) as (_ & T1).
  destruct (turn_at_least ucx ucy len error Fcx Fcy Fl r1 Fe ltac:(fold e; lra) (nonneg_real _ Ni) F2) as (_ & T2).
  rewrite real_fabs in T1. fold m B inv rate in T1. fold e B inv rate in T2.
  assert (E1075 : 0 < bpow radix2 (-1075) <= / 1048576 * bpow radix2 (-57)).
  { split; [apply bpow_gt_0 |]. change (/ 1048576) with (bpow radix2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (E57 : bpow radix2 (-57) <= bpow radix2 (-30)) by (apply bpow_le; lia).
  assert (cc1 : 0 <= B * m) by (apply Rmult_le_pos; lra). assert (cc2 : 0 <= B * e) by (apply Rmult_le_pos; lra).
  assert (l2 : real len <= (1 + 2 * u53) * ((1 + 5 * u53) * n)) by lra.
  assert (T1' := turn_within (B * m) _ _ _ ((1 + 5 * u53) * n) _ cc1 T1 (Rlt_le _ _ L1) ltac:(lra) l0 l2).
  assert (T2' := turn_within (B * e) _ _ _ ((1 + 5 * u53) * n) _ cc2 T2 (Rlt_le _ _ L2) ltac:(lra) l0 l2).
  clear T1 T2 L1 L2 E1075 E57 cc1 cc2.
  assert (P57 : bpow radix2 (-57) = u53 / 16).
  { unfold Rdiv. change u53 with (bpow radix2 (-53)). change (/ 16) with (bpow radix2 (-4)). now rewrite <- bpow_plus. }
  rewrite P57 in T2'. change (bpow radix2 (-30)) with (/ 1073741824) in T1'. clear P57.
  assert (HC : C1 <= B + / 100000000 * n).
  { pose proof (Rabs_triang_inv CX (real ucx)) as t1. pose proof (Rabs_triang_inv CY (real ucy)) as t2.
    rewrite (Rabs_minus_sym CX) in t1. rewrite (Rabs_minus_sym CY) in t2. unfold C1, B.
    clear - t1 t2 Ecx Ecy Sz s1 n0. lra. }
  assert (C0 : 0 <= C1) by (unfold C1; pose proof (Rabs_pos CX); pose proof (Rabs_pos CY); lra).
  assert (Xs : Rabs (dt - real step) <= e).
  { unfold dt. replace (T - real t - real step) with (T - (real t + real step)) by ring. exact Near. }
  assert (Xm : Rabs dt <= m + e).
  { replace dt with (real step + (dt - real step)) by ring. eapply Rle_trans; [apply Rabs_triang |]. unfold m. lra. }
  assert (mB : m * B <= 94 / 100000000000 * n) by (clear - T1' n0; lra).
  assert (mC : m * C1 <= 944 / 1000000000000 * n).
  { apply Rle_trans with (m * (B + / 100000000 * n)); [apply Rmult_le_compat_l; assumption |].
    assert (m * n <= 3 / 10000 * n) by (apply Rmult_le_compat_r; lra). clear - mB H n0. lra. }
  assert (eC : e * C1 <= 63 / 1000 * u53 * n).
  { apply Rle_trans with (e * (B + / 100000000 * n)); [apply Rmult_le_compat_l; assumption |].
    assert (e * n <= u53 / 100 * n) by (apply Rmult_le_compat_r; lra). clear - T2' H n0. lra. }
  assert (XC : Rabs dt * C1 <= 95 / 100000000000 * n).
  { apply Rle_trans with ((m + e) * C1); [apply Rmult_le_compat_r; assumption |]. clear - mC eC n0. lra. }
  split; [lra |]. split; [exact mB |]. split; [exact eC |]. split; [exact XC |]. split; [clear - mC n0; lra |]. auto.
Qed.

(* u x u' in double. *)
Let cross := fsub (fmul x0 ucy) (fmul y0 ucx).
Let Cross := UX * CY - UY * CX.

Lemma cross_is : finite cross /\ Rabs (real cross) <= bpow radix2 403 /\ Rabs Cross <= n * C1 /\ m * Rabs (real cross -
  Cross) <= 1701 / 10000 * u53 * (n * n).
Proof.
  destruct length_is_long as (n0 & nn & [nL nH] & [s0 s1] & s2 & Sz).
  destruct turn_is_little as ([m0 m1] & mB & _ & _ & _ & HC & B0 & _).
  destruct (below_norm UX UY n n0 nn) as (_ & LX). destruct (below_norm UY UX n n0 ltac:(lra)) as (_ & LY).
  pose proof (Rabs_pos CX) as cx0. pose proof (Rabs_pos CY) as cy0.
  assert (LC : Rabs Cross <= n * C1).
  { unfold Cross, C1, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult.
    assert (Rabs UX * Rabs CY <= n * Rabs CY) by (apply Rmult_le_compat_r; lra).
    assert (Rabs UY * Rabs CX <= n * Rabs CX) by (apply Rmult_le_compat_r; lra). lra. }
  destruct Mu as [Fx0 Fy0 Fcx Fcy Sx Sy Ecx Ecy _ Ms]. rewrite u_double in *.
  pose proof (Rabs_pos (real x0)) as a0. pose proof (Rabs_pos (real y0)) as b0. pose proof (Rabs_pos (real ucx)) as c0.
  pose proof (Rabs_pos (real ucy)) as d0.
  assert (P201 : bpow radix2 201 = 2 * bpow radix2 200) by (change 201%Z with (1 + 200)%Z; rewrite bpow_plus;
    reflexivity).
  pose proof (bpow_gt_0 radix2 200) as p200.
  assert (Pr : forall p q : D, finite p -> finite q -> Rabs (real p) <= bpow radix2 201 -> Rabs (real q) <= bpow radix2
    201
    -> finite (fmul p q) /\ Rabs (real (fmul p q)) <= bpow radix2 402 /\
    Rabs (real (fmul p q) - real p * real q) <= u53 * (Rabs (real p) * Rabs (real q)) + eta double).
  { intros p q Fp Fq Lp Lq. destruct (fmul_is_finite p q 402 ltac:(easy) Fp Fq) as (F & E & L).
    { rewrite Rabs_mult. change 402%Z with (201 + 201)%Z. rewrite bpow_plus. apply Rmult_le_compat; auto using
      Rabs_pos. }
    split; [exact F |]. split; [exact L |]. rewrite E, <- Rabs_mult, <- u_double. apply rnd_error. }
  destruct (Pr x0 ucy Fx0 Fcy ltac:(lra) ltac:(lra)) as (F1 & L1 & E1).
  destruct (Pr y0 ucx Fy0 Fcx ltac:(lra) ltac:(lra)) as (F2 & L2 & E2).
  destruct (fsub_is_finite (fmul x0 ucy) (fmul y0 ucx) 403 ltac:(easy) F1 F2) as (F3 & _ & L3).
  { change 403%Z with (1 + 402)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
    apply Rabs_le_inv in L1, L2. apply Rabs_le. lra. }
  pose proof (Bounded.fsub_error _ _ F3) as E3. rewrite u_double in E3. fold cross in F3, E3.
  split; [exact F3 |]. split; [exact L3 |]. split; [exact LC |]. fold Vx in Ecx. fold Vy in Ecy.
  assert (Ec : Cross = X0 * CY - Y0 * CX) by (unfold Cross, UX, UY; ring). rewrite Ec. clear Ec LC.
  set (x := real x0) in *. set (y := real y0) in *. set (p := real ucx) in *. set (q := real ucy) in *.
  set (S := Rabs x * Rabs q + Rabs y * Rabs p). set (Q := Rabs x * Rabs y).
  assert (SAB : S <= A * B).
  { unfold S, A, B. fold x y p q. assert (0 <= Rabs x * Rabs p) by (apply Rmult_le_pos; lra).
    assert (0 <= Rabs y * Rabs q) by (apply Rmult_le_pos; lra). lra. }
  assert (QA : Q <= A * A / 4).
  { unfold Q, A. fold x y. pose proof (Rle_0_sqr (Rabs x - Rabs y)) as Z. unfold Rsqr in Z. lra. }
  assert (S0 : 0 <= S) by (unfold S; apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra).
  assert (Q0 : 0 <= Q) by (unfold Q; apply Rmult_le_pos; lra).
  (* x q - X0 CY = x (q - CY) + (x - X0) CY *)
  assert (G : forall z Z r C V, Rabs (z - Z) <= 101 / 100 * u53 * Rabs z -> Rabs (r - C) <= 203 / 100 * u53 * V ->
    0 <= V -> Rabs (z * r - Z * C) <= 203 / 100 * u53 * (Rabs z * V) + 101 / 100 * u53 * (Rabs z * Rabs r) + u53 /
      1000000 *
      (Rabs z * V)).
  { intros z Z r C V Hz Hr V0. pose proof (Rabs_pos z) as z0. pose proof (Rabs_pos r) as r0.
    replace (z * r - Z * C) with (z * (r - C) + (z - Z) * r + - ((z - Z) * (r - C))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (z * (r - C)) ((z - Z) * r)) as Tr.
    rewrite Rabs_Ropp, !Rabs_mult in *.
    assert (Rabs z * Rabs (r - C) <= Rabs z * (203 / 100 * u53 * V)) by (apply Rmult_le_compat_l; assumption).
    assert (Rabs (z - Z) * Rabs r <= 101 / 100 * u53 * Rabs z * Rabs r) by (apply Rmult_le_compat_r; assumption).
    assert (Rabs (z - Z) * Rabs (r - C) <= 101 / 100 * u53 * Rabs z * (203 / 100 * u53 * V)) by (apply
      Rmult_le_compat; auto using Rabs_pos).
    assert (zV : 0 <= Rabs z * V) by (apply Rmult_le_pos; lra). lra. }
  assert (Vx0 : 0 <= Vx /\ 0 <= Vy) by (unfold Vx, Vy; fold x y p q; lra).
  pose proof (G x X0 q CY Vy Sx Ecy (proj2 Vx0)) as G1. pose proof (G y Y0 p CX Vx Sy Ecx (proj1 Vx0)) as G2. clear G.
  unfold Vx, Vy in G1, G2. fold x y p q in G1, G2.
  replace (Rabs x * (Rabs y + Rabs q)) with (Q + Rabs x * Rabs q) in G1 by (unfold Q; ring).
  replace (Rabs y * (Rabs x + Rabs p)) with (Q + Rabs y * Rabs p) in G2 by (unfold Q; ring).
  set (xq := Rabs x * Rabs q) in *. set (yp := Rabs y * Rabs p) in *.
  assert (D0 : Rabs (x * q - y * p) <= S).
  { unfold S, xq, yp, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult. lra. }
  assert (xq0 : 0 <= xq /\ 0 <= yp) by (unfold xq, yp; split; apply Rmult_le_pos; lra).
  assert (E4 : Rabs (real (fmul x0 ucy) - real (fmul y0 ucx)) <= (1 + u53) * S + 2 * eta double).
  { replace (real (fmul x0 ucy) - real (fmul y0 ucx)) with ((real (fmul x0 ucy) - x * q) + - (real (fmul y0 ucx) - y *
    p) +
      (x * q - y * p)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    pose proof (Rabs_triang (real (fmul x0 ucy) - x * q) (- (real (fmul y0 ucx) - y * p))) as Tr. rewrite Rabs_Ropp in
      Tr.
    unfold S in D0 |- *. lra. }
  pose proof (eta_pos double) as h0. set (h := eta double) in *.
  assert (E : Rabs (real cross - (X0 * CY - Y0 * CX)) <= u53 * (102 / 100 * (A * A) + 507 / 100 * (A * B)) + 4 * h).
  { replace (real cross - (X0 * CY - Y0 * CX)) with ((real cross - (real (fmul x0 ucy) - real (fmul y0 ucx))) +
      ((real (fmul x0 ucy) - x * q) + (x * q - X0 * CY)) + - ((real (fmul y0 ucx) - y * p) + (y * p - Y0 * CX))) by
        ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    pose proof (Rabs_triang (real cross - (real (fmul x0 ucy) - real (fmul y0 ucx))) ((real (fmul x0 ucy) - x * q) + (x
      * q
      - X0 * CY))). pose proof (Rabs_triang (real (fmul x0 ucy) - x * q) (x * q - X0 * CY)).
    pose proof (Rabs_triang (real (fmul y0 ucx) - y * p) (y * p - Y0 * CX)).
    assert (S = xq + yp) by reflexivity. clearbody h S Q xq yp. clear - E1 E2 E3 E4 G1 G2 H H0 H1 H2 SAB QA S0 Q0 xq0
      h0.
    lra. }
  assert (Hh : 4 * h <= / 100000 * (u53 * (n * n))).
  { assert (N2 : bpow radix2 (-602) <= n * n).
    { change (-602)%Z with (-301 + -301)%Z. rewrite bpow_plus. apply Rmult_le_compat; auto using bpow_ge_0. }
    apply Rle_trans with (bpow radix2 (-20) * (bpow radix2 (-53) * bpow radix2 (-602))).
    - unfold h. change 4 with (bpow radix2 2). change (eta double) with (bpow radix2 (-1075)). rewrite <- !bpow_plus.
      apply bpow_le. lia.
    - change (bpow radix2 (-20)) with (/ 1048576). change (bpow radix2 (-53)) with u53.
      assert (u53 * bpow radix2 (-602) <= u53 * (n * n)) by (apply Rmult_le_compat_l; lra).
      assert (0 <= u53 * bpow radix2 (-602)) by (apply Rmult_le_pos; [lra | apply bpow_ge_0]). lra. }
  assert (UU : Rabs UX + Rabs UY <= 14143 / 10000 * n).
  { pose proof (Rabs_pos UX) as u0. pose proof (Rabs_pos UY) as v0. apply Rsqr_incr_0_var; [| lra]. unfold Rsqr.
    assert (Rabs UX * Rabs UX = UX * UX /\ Rabs UY * Rabs UY = UY * UY) as [e1 e2].
    { split; rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr. }
    pose proof (Rle_0_sqr (Rabs UX - Rabs UY)) as Z. unfold Rsqr in Z. assert (0 <= n * n) by (apply Rmult_le_pos; lra).
    lra. }
  assert (HB : B <= 27500000 * n) by (unfold B; fold p q; unfold Vx, Vy in Sz; fold x y p q in Sz; lra).
  assert (HA : A <= 146 / 100 * n + 1002 / 1000 * B).
  { assert (St : forall z Z U C, Z = U - real t * C -> Rabs (z - Z) <= 101 / 100 * u53 * Rabs z ->
      Rabs z <= Rabs U + 1001 / 1000 * Rabs C + 101 / 100 * u53 * Rabs z).
    { intros z Z U C EZ Hz. replace z with ((z - Z) + U + - (real t * C)) at 1 by (rewrite EZ; ring).
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq (real t)) by lra.
      pose proof (Rabs_triang (z - Z) U).
      assert (real t * Rabs C <= 1001 / 1000 * Rabs C) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
    pose proof (St x X0 UX CX ltac:(unfold UX; ring) Sx) as A1. pose proof (St y Y0 UY CY ltac:(unfold UY; ring) Sy) as
      A2.
    unfold C1 in HC. unfold A. fold x y. clear - A1 A2 UU HC n0 B0 cx0 cy0 a0 b0. lra. }
  assert (A0 : 0 <= A) by (unfold A; fold x y; lra).
  pose proof (cross_little n A B m _ n0 (conj B0 HB) (conj A0 HA) (conj m0 m1) mB (Rle_refl _)) as L.
  set (d := 102 / 100 * (A * A) + 507 / 100 * (A * B)) in *. clearbody d h.
  apply Rle_trans with (m * (u53 * d + 4 * h)); [apply Rmult_le_compat_l; assumption |].
  assert (m * (4 * h) <= 1 * (4 * h)) by (apply Rmult_le_compat_r; lra). clear - L H Hh n0.
  assert (0 <= n * n) by (apply Rmult_le_pos; lra). lra.
Qed.

(* The angle. *)
Let angle := fmul step (fmul (fmul cross inv) inv).
Let beta := dt * Cross / (n * n).

Lemma angle_is : finite angle /\ Rabs (real angle - beta) <= 24 / 100 * u53.
Proof.
  destruct length_is_long as (n0 & nn & [nL nH] & _).
  destruct inverse_is as (Fl & Fi & g0 & _ & Gn & i0 & Gi & l0 & l1).
  destruct turn_is_little as ([m0 m1] & mB & eC & _ & mC & HC & B0 & [e0 e1] & Xs).
  destruct cross_is as (Fc & Lc & LC & Ec).
  set (i := real inv) in *. set (st := real step) in *. set (d := real cross) in *.
  assert (npp : 0 < n * n) by now apply Rmult_lt_0_compat.
  assert (I : Rabs (i * n - 1) <= 5 * u53).
  { apply Rabs_le_inv in Gn, Gi. assert (i * ((1 - 16 / 10 * u53) * g) <= i * n <= i * ((1 + 16 / 10 * u53) * g)) by
      (split; apply Rmult_le_compat_l; lra). apply Rabs_le. lra. }
  assert (SC : m * Rabs Cross <= 95 / 100000000000 * (n * n)).
  { apply Rle_trans with (m * (n * C1)); [apply Rmult_le_compat_l; assumption |].
    replace (m * (n * C1)) with (n * (m * C1)) by ring.
    replace (95 / 100000000000 * (n * n)) with (n * (95 / 100000000000 * n)) by ring. apply Rmult_le_compat_l; lra. }
  assert (SD : Rabs (st * d) <= / 1000000000 * (n * n)).
  { rewrite Rabs_mult. fold m. replace d with ((d - Cross) + Cross) by ring.
    apply Rle_trans with (m * (Rabs (d - Cross) + Rabs Cross)); [apply Rmult_le_compat_l; [exact m0 | apply
      Rabs_triang] |].
    lra. }
  assert (iB : i <= bpow radix2 303).
  { apply Rmult_le_reg_r with n; [exact n0 |]. apply Rle_trans with (bpow radix2 303 * bpow radix2 (-301)).
    - rewrite <- bpow_plus. change (bpow radix2 (303 + -301)) with 4. apply Rabs_le_inv in I. lra.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact nL]. }
  assert (m2 : m <= 1) by lra. pose proof (rnd_error double) as R. rewrite u_double in R.
  destruct (fmul_is_finite cross inv 706 ltac:(easy) Fc Fi) as (F1 & E1 & L1).
  { change 706%Z with (403 + 303)%Z. rewrite bpow_plus, Rabs_mult. fold i d.
    apply Rmult_le_compat; auto using Rabs_pos. rewrite Rabs_pos_eq; lra. }
  destruct (fmul_is_finite (fmul cross inv) inv 1009 ltac:(easy) F1 Fi) as (F2 & E2 & L2).
  { change 1009%Z with (706 + 303)%Z. rewrite bpow_plus, Rabs_mult. fold i.
    apply Rmult_le_compat; auto using Rabs_pos. rewrite Rabs_pos_eq; lra. }
  destruct (fmul_is_finite step (fmul (fmul cross inv) inv) 1009 ltac:(easy) Fs F2) as (F3 & E3 & _).
  { rewrite Rabs_mult. fold st. fold m. pose proof (Rabs_pos (real (fmul (fmul cross inv) inv))) as z0.
    assert (m * Rabs (real (fmul (fmul cross inv) inv)) <= 1 * Rabs (real (fmul (fmul cross inv) inv))) by (apply
      Rmult_le_compat_r; lra). lra. }
  fold angle in F3, E3. fold i d in E1. fold i in E2. fold st in E3. split; [exact F3 |].
  assert (H : eta double <= u53 / 1000000000).
  { apply Rle_trans with (bpow radix2 (-100)); [apply bpow_le; vm_compute; discriminate |]. simpl. lra. }
  assert (Hi : eta double * i <= u53 / 1000000000).
  { apply Rle_trans with (eta double * bpow radix2 303); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact iB] |].
    unfold eta. rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-100)); [apply bpow_le; vm_compute;
      discriminate |]. simpl. lra. }
  pose proof (R (d * i)) as R1. rewrite <- E1 in R1. pose proof (R (real (fmul cross inv) * i)) as R2. rewrite <- E2 in
    R2.
  pose proof (R (st * real (fmul (fmul cross inv) inv))) as R3. rewrite <- E3 in R3.
  pose proof (angle_rounded d i n _ _ _ st (eta double) n0 i0 I R1 R2 R3 SD m2 (bpow_ge_0 radix2 _) Hi H) as Q.
  assert (Q2 : Rabs (st * d / (n * n) - beta) <= 234 / 1000 * u53).
  { replace (st * d / (n * n) - beta) with ((st * (d - Cross) + - (dt - st) * Cross) * / (n * n)) by (unfold beta;
    field;
      lra).
    rewrite Rabs_mult, (Rabs_pos_eq (/ (n * n))) by (left; now apply Rinv_0_lt_compat).
    apply Rmult_le_reg_r with (n * n); [exact npp |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, Rabs_Ropp. fold m.
    assert (Rabs (dt - st) * Rabs Cross <= e * (n * C1)) by (apply Rmult_le_compat; auto using Rabs_pos).
    replace (e * (n * C1)) with (n * (e * C1)) in H0 by ring.
    assert (n * (e * C1) <= n * (63 / 1000 * u53 * n)) by (apply Rmult_le_compat_l; lra). lra. }
  replace (real angle - beta) with ((real angle - st * d / (n * n)) + (st * d / (n * n) - beta)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The normal. *)
Let sd := real side.
Let nx0 := fmul (fmul (fneg side) ay) inv.
Let ny0 := fmul (fmul side ax) inv.
Let nx := fsub nx0 (fmul angle ny0).
Let ny := fadd ny0 (fmul angle nx0).
Let nt := norm (X0 + T * CX) (Y0 + T * CY).

(* A product with 1 or -1, and with the inverse. *)
Lemma product_with_sign (k h : D) q : finite k -> (real k = 1 \/ real k = -1) -> finite h -> finite inv ->
  Rabs (fl (real h * real inv) - q) <= 4507 / 1000 * u53 -> Rabs q <= 1 ->
  finite (fmul (fmul k h) inv) /\ Rabs (real (fmul (fmul k h) inv) - real k * q) <= 4507 / 1000 * u53.
Proof.
  intros Fk Sk Fh Fi H Q. assert (E : real k * real h = real h \/ real k * real h = - real h).
  { destruct Sk as [-> | ->]; [left | right]; ring. }
  assert (F1 : finite (fmul k h) /\ real (fmul k h) = real k * real h).
  { generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE k h).
    assert (Rd : fl (real k * real h) = real k * real h).
    { apply rnd_of_format. destruct E as [-> | ->]; [apply real_in_format | apply in_format_opp, real_in_format]. }
    rewrite Rlt_bool_true.
    - intros (C1' & C2 & _). split; [unfold finite, fmul; rewrite C2, Fk, Fh; reflexivity |].
      unfold real at 1, fmul. rewrite C1'. exact Rd.
    - change (Rabs (fl (real k * real h)) < bpow radix2 (emax double)). rewrite Rd.
      destruct E as [-> | ->]; rewrite ?Rabs_Ropp; apply real_below. }
  destruct F1 as [F1 E1].
  assert (L : Rabs (real (fmul k h) * real inv) <= bpow radix2 2).
  { assert (A1 : Rabs (real (fmul k h) * real inv) = Rabs (real h * real inv)).
    { rewrite E1. destruct E as [-> | ->]; [reflexivity |]. now rewrite Ropp_mult_distr_l_reverse, Rabs_Ropp. }
    rewrite A1. apply Rnot_lt_le. intros C. change (bpow radix2 2) with 4 in C.
    assert (B1 : Rabs (fl (real h * real inv)) <= 2).
    { replace (fl (real h * real inv)) with ((fl (real h * real inv) - q) + q) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra. }
    pose proof (rnd_error double (real h * real inv)) as R. rewrite u_double in R.
    assert (T1 : eta double <= 1) by (change 1 with (bpow radix2 0); apply bpow_le; vm_compute; discriminate).
    pose proof (Rabs_triang_inv (real h * real inv) (fl (real h * real inv))) as Tr. rewrite Rabs_minus_sym in Tr.
    set (z := Rabs (real h * real inv)) in *. lra. }
  destruct (fmul_is_finite (fmul k h) inv 2 ltac:(easy) F1 Fi L) as (F2 & E2 & _). split; [exact F2 |]. rewrite E2, E1.
  destruct Sk as [-> | ->].
  - rewrite !Rmult_1_l. exact H.
  - replace (-1 * real h * real inv) with (- (real h * real inv)) by ring. rewrite fl_opp.
    replace (- fl (real h * real inv) - -1 * q) with (- (fl (real h * real inv) - q)) by ring. now rewrite Rabs_Ropp.
Qed.

Theorem side_normal_correct : 0 < nt /\ finite nx /\ finite ny /\
  Rabs (real nx - - (sd * (Y0 + T * CY) / nt)) <= 578 / 100 * u53 /\
  Rabs (real ny - sd * (X0 + T * CX) / nt) <= 578 / 100 * u53.
Proof.
  destruct length_is_long as (n0 & nn & _). destruct rounded_vector as (Fx & Fy & Ex & Ey).
  destruct inverse_is as (Fl & Fi & g0 & gg & _ & i0 & Gi & _).
  destruct turn_is_little as (_ & _ & _ & XC & _). destruct angle_is as (Fa & Ea).
  destruct (direction_near (real ax) (real ay) UX UY n g n0 nn g0 gg Ex Ey) as (Dx & Dy).
  destruct (below_norm UX UY n n0 nn) as (Qx & _). destruct (below_norm UY UX n n0 ltac:(lra)) as (Qy & _).
  pose proof (coordinate_before_turn (real ax) g (real inv) _ (UX / n) g0 eq_refl Dx Qx Gi) as Hx.
  pose proof (coordinate_before_turn (real ay) g (real inv) _ (UY / n) g0 eq_refl Dy Qy Gi) as Hy.
  assert (Sn : real (fneg side) = 1 \/ real (fneg side) = -1) by (rewrite real_fneg; destruct side_is as [-> | ->];
    lra).
  destruct (product_with_sign (fneg side) ay (UY / n) (finite_fneg _ Fside) Sn Fy Fi Hy Qy) as (F1 & H1).
  destruct (product_with_sign side ax (UX / n) Fside side_is Fx Fi Hx Qx) as (F2 & H2). fold nx0 in F1, H1.
  fold ny0 sd in F2, H2. rewrite real_fneg in H1. fold sd in H1.
  assert (Sd : Rabs sd = 1) by (destruct side_is as [E | E]; unfold sd; rewrite E; [apply Rabs_R1 | rewrite Rabs_left;
    lra]).
  assert (nt_is : nt * nt = (UX + dt * CX) * (UX + dt * CX) + (UY + dt * CY) * (UY + dt * CY)).
  { unfold nt. rewrite norm_square. unfold UX, UY, dt. ring. }
  destruct (turned_vector UX UY CX CY dt n nt n0 nn (norm_nonneg _ _) nt_is XC) as (ntp & Be & Tx & Ty).
  fold Cross beta in Be, Tx, Ty.
  assert (P1 : Rabs (- sd * (UY / n)) <= 1) by (rewrite Rabs_mult, Rabs_Ropp, Sd; lra).
  assert (P2 : Rabs (sd * (UX / n)) <= 1) by (rewrite Rabs_mult, Sd; lra).
  assert (Be' : Rabs beta <= / 1000000000) by lra.
  destruct (turned_coordinate (real nx0) (real ny0) (real angle) _ _ beta (-1) ltac:(now right) H1 H2 P1 P2 Be' Ea)
    as (A1 & A2 & A3).
  destruct (turned_coordinate (real ny0) (real nx0) (real angle) _ _ beta 1 ltac:(now left) H2 H1 P2 P1 Be' Ea)
    as (B1 & B2 & B3).
  destruct (fmul_is_finite angle ny0 1 ltac:(easy) Fa F2) as (Fm1 & Em1 & _); [change (bpow radix2 1) with 2; lra |].
  destruct (fmul_is_finite angle nx0 1 ltac:(easy) Fa F1) as (Fm2 & Em2 & _); [change (bpow radix2 1) with 2; lra |].
  destruct (fsub_is_finite nx0 (fmul angle ny0) 1 ltac:(easy) F1 Fm1) as (Fn1 & En1 & _).
  { rewrite Em1. change (bpow radix2 1) with 2. replace (real nx0 - fl (real angle * real ny0)) with (real nx0 + -1 * fl
      (real angle * real ny0)) by ring. exact A2. }
  destruct (fadd_is_finite ny0 (fmul angle nx0) 1 ltac:(easy) F2 Fm2) as (Fn2 & En2 & _).
  { rewrite Em2. change (bpow radix2 1) with 2. replace (real ny0 + fl (real angle * real nx0)) with (real ny0 + 1 * fl
      (real angle * real nx0)) by ring. exact B2. }
  fold nx in Fn1, En1. fold ny in Fn2, En2. rewrite Em1 in En1. rewrite Em2 in En2.
  replace (real nx0 - fl (real angle * real ny0)) with (real nx0 + -1 * fl (real angle * real ny0)) in En1 by ring.
  replace (real ny0 + fl (real angle * real nx0)) with (real ny0 + 1 * fl (real angle * real nx0)) in En2 by ring.
  rewrite <- En1 in A3. rewrite <- En2 in B3.
  split; [exact ntp |]. split; [exact Fn1 |]. split; [exact Fn2 |].
  assert (EX : UX + dt * CX = X0 + T * CX) by (unfold UX, dt; ring).
  assert (EY : UY + dt * CY = Y0 + T * CY) by (unfold UY, dt; ring). rewrite EX in Tx. rewrite EY in Ty.
  split.
  - replace (real nx - - (sd * (Y0 + T * CY) / nt)) with ((real nx - (- sd * (UY / n) + -1 * (beta * (sd * (UX / n)))))
    +
      sd * ((Y0 + T * CY) / nt - (UY / n + beta * (UX / n)))) by (field; lra).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult sd), Sd. lra.
  - replace (real ny - sd * (X0 + T * CX) / nt) with ((real ny - (sd * (UX / n) + 1 * (beta * (- sd * (UY / n))))) +
      - sd * ((X0 + T * CX) / nt - (UX / n - beta * (UY / n)))) by (field; lra).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult (- sd)), Rabs_Ropp, Sd. lra.
Qed.
End Normal.
