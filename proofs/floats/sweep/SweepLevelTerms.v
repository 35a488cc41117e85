(* The coordinate across a level or upright wall, as level_first_contact of src/sweep/sweep_level.h computes it.

   If the range checks hold, the distance, R, the gap between them and the speed towards the wall have no error. Numbers
   whose difference is not 0 and small are not large, so nothing overflows. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Bounded SweepSmallGrid SweepLevelTime SweepLevelCompare.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma level_check (x : D) : finite x -> (fle (fconst 1 (-400)) (fabs x) || feq x (fconst 0 0))%bool = true
  -> level_part x.
Proof.
  intros Fx H. split; [exact Fx |]. apply orb_prop in H. destruct H as [H | H]; [right | left; now apply feq_zero].
  const_facts 1%Z (-400)%Z F1 V1. rewrite Rmult_1_l in V1. apply fle_real in H; [| exact F1 | now apply finite_fabs].
  now rewrite V1, real_fabs in H.
Qed.

(* Numbers whose difference is not 0 and small are not large. *)
Lemma close_not_large x y : in_format double x -> in_format double y -> x - y <> 0 -> Rabs (x - y) < bpow radix2 230 ->
  Rabs x <= bpow radix2 300.
Proof.
  intros Fx Fy N H. apply Rnot_lt_le. intros L. apply N. apply (grid_small 230); [| exact H].
  assert (Lx : bpow radix2 (52 + 230) <= Rabs x).
  { apply Rlt_le. eapply Rle_lt_trans; [| exact L]. apply bpow_le. lia. }
  assert (Ly : bpow radix2 (52 + 230) <= Rabs y).
  { pose proof (Rabs_triang_inv x (x - y)) as T. replace (x - (x - y)) with y in T by ring.
    assert (bpow radix2 (52 + 230) + bpow radix2 230 <= bpow radix2 300); [| lra].
    apply Rle_trans with (bpow radix2 282 + bpow radix2 282).
    - apply Rplus_le_compat_l. apply bpow_le. lia.
    - rewrite two_powers. apply bpow_le. lia. }
  apply grid_sub; apply grid_of_format; auto.
Qed.

(* A sum of two numbers, split. *)
Lemma split_sum (p q : D) n : (-960 < n < 1018)%Z -> below n p -> below n q ->
  finite (sum_rest p q) /\ finite (fadd p q) /\ real (fadd p q) + real (sum_rest p q) = real p + real q /\
  Rabs (real (sum_rest p q)) <= eps * Rabs (real (fadd p q)) /\ real (fadd p q) = rnd double (real p + real q).
Proof.
  intros N [Fp Bp] [Fq Bq].
  assert (F : finite (sum_rest p q)) by (apply (two_sum_finite p q n); auto; unfold emin; simpl; lia).
  destruct (two_sum_exact p q F) as (_ & _ & Fs & E & X). destruct (two_sum_rest_small p q F) as [_ W]. auto.
Qed.

(* Times 1 or -1. *)
Lemma signed (t : bool) (x : D) : below 210 x ->
  below 210 (fmul (if t then fneg (fconst 1 0) else fconst 1 0) x) /\
  real (fmul (if t then fneg (fconst 1 0) else fconst 1 0) x) = if t then - real x else real x.
Proof.
  intros B. const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  assert (B1 : below 0 (if t then fneg (fconst 1 0) else fconst 1 0)).
  { destruct t; [apply below_neg |]; (split; [exact F1 |]); rewrite V1, Rabs_R1; simpl; lra. }
  pose proof (below_mul 0 210 _ _ ltac:(lia) B1 B) as B2. split; [exact B2 |].
  destruct (fmul_finite _ _ (proj1 B2)) as (_ & _ & ->). destruct t.
  - rewrite real_fneg, V1. replace (- (1) * real x) with (- real x) by ring.
      apply rnd_of_format, in_format_opp, real_in_format.
  - rewrite V1, Rmult_1_l. apply rnd_of_format, real_in_format.
Qed.

Lemma small_low (h l : D) : below 209 h -> finite l -> Rabs (real l) <= eps * Rabs (real h) -> below 210 l.
Proof.
  intros [_ B] F H. split; [exact F |]. pose proof eps_small. pose proof (Rabs_pos (real h)).
  assert (eps * Rabs (real h) <= 1 * Rabs (real h)) by (apply Rmult_le_compat_r; lra).
  assert (bpow radix2 209 <= bpow radix2 210) by (apply bpow_le; lia). lra.
Qed.

Section Across.
Variables (center a move cr wr : D) (is_end : bool).
Let distance_hi := fadd center (fneg a).
Let distance_lo := sum_rest center (fneg a).
Let reach_hi := fadd cr wr.
Let reach_lo := sum_rest cr wr.
Let gap_hi := fadd (fabs distance_hi) (fneg reach_hi).
Let gap_lo := sum_rest (fabs distance_hi) (fneg reach_hi).
Let move_hi := if is_end then fadd center (fneg move) else fneg move.
Let move_lo := if is_end then sum_rest center (fneg move) else fconst 0 0.
Let d := real center - real a.
Let R := real cr + real wr.
Let V := if is_end then real move - real center else real move.

Hypotheses (Zd : feq distance_lo (fconst 0 0) = true) (Zr : feq reach_lo (fconst 0 0) = true)
  (Hg : fle (fconst 1 (-400)) gap_hi = true)
  (Hl : (fle (fconst 1 (-400)) (fabs gap_lo) || feq gap_lo (fconst 0 0))%bool = true)
  (Hs : (fle (fconst 1 (-400)) (fabs move_hi) || feq move_hi (fconst 0 0))%bool = true)
  (Ht : (fle (fconst 1 (-400)) (fabs move_lo) || feq move_lo (fconst 0 0))%bool = true).
Hypotheses (Fm : finite move) (Dm : Rabs d <= bpow radix2 202) (Rm : 0 <= R <= bpow radix2 202) (Vm : Rabs V <= bpow
  radix2 202).

Lemma distance_exact : below 202 distance_hi /\ real distance_hi = d /\ finite center.
Proof.
  apply feq_zero in Zd. destruct Zd as [Fd Vd].
  destruct (two_sum_exact center (fneg a) Fd) as (Fc & _ & Fh & _ & X). fold distance_hi distance_lo in Fh, X.
  rewrite real_fneg, Vd in X. assert (E : real distance_hi = d) by (unfold d; lra).
  split; [split; [exact Fh | now rewrite E] | auto].
Qed.

Lemma reach_exact : below 202 reach_hi /\ real reach_hi = R.
Proof.
  apply feq_zero in Zr. destruct Zr as [Fd Vd].
  destruct (two_sum_exact cr wr Fd) as (_ & _ & Fh & _ & X). fold reach_hi reach_lo in Fh, X.
  rewrite Vd in X. assert (E : real reach_hi = R) by (unfold R; lra).
  split; [split; [exact Fh | rewrite E, Rabs_pos_eq; lra] | exact E].
Qed.

Theorem gap_exact : below 209 gap_hi /\ bpow radix2 (-400) <= real gap_hi /\ level_part gap_lo /\
  Rabs (real gap_lo) <= eps * real gap_hi /\ real gap_hi + real gap_lo = Rabs d - R.
Proof.
  destruct distance_exact as (Bd & Ed & _). destruct reach_exact as (Br & Er).
  assert (Bn : below 202 (fneg reach_hi)) by now apply below_neg.
  assert (Ba : below 202 (fabs distance_hi)) by now apply below_abs.
  destruct (split_sum _ _ 202 ltac:(lia) Ba Bn) as (Fl & Fh & X & W & _).
  fold gap_hi gap_lo in Fl, Fh, X, W. rewrite real_fabs, real_fneg, Ed, Er in X.
  const_facts 1%Z (-400)%Z F1 V1. rewrite Rmult_1_l in V1. pose proof Hg as Hg'. apply fle_real in Hg'; auto.
  rewrite V1 in Hg'.
  pose proof (bpow_gt_0 radix2 (-400)). rewrite (Rabs_pos_eq (real gap_hi)) in W by lra.
  split; [apply (below_weaken 203); [apply (below_add 202); auto; lia | lia] |]. split; [exact Hg' |].
  split; [now apply level_check |]. split; [exact W | lra].
Qed.

Lemma distance_exceeds : R < Rabs d.
Proof.
  destruct gap_exact as (_ & P & _ & W & X). pose proof (bpow_gt_0 radix2 (-400)). pose proof eps_small.
  assert (eps * real gap_hi <= / 1048576 * real gap_hi) by (apply Rmult_le_compat_r; lra). apply Rabs_le_inv in W. lra.
Qed.

Theorem move_exact : below 209 move_hi /\ level_part move_lo /\ (real move_hi = 0 \/ bpow radix2 (-400) <= Rabs (real
  move_hi)) /\
  Rabs (real move_lo) <= eps * Rabs (real move_hi) /\ real move_hi + real move_lo = - V.
Proof.
  destruct distance_exact as (Bd & Ed & Fc). pose proof distance_exceeds as Out.
  assert (Main : finite move_hi /\ finite move_lo /\ Rabs (real move_lo) <= eps * Rabs (real move_hi) /\
    real move_hi + real move_lo = - V /\ real move_hi = rnd double (- V)).
  { unfold move_hi, move_lo, V in *. destruct is_end.
    - assert (Nd : d <> 0) by (intros Z; rewrite Z, Rabs_R0 in Out; lra).
      assert (Lc : Rabs (real center) <= bpow radix2 300).
      { apply (close_not_large _ (real a)); try apply real_in_format; [exact Nd |].
        eapply Rle_lt_trans; [exact Dm |]. apply bpow_lt. lia. }
      assert (Lm : Rabs (real move) <= bpow radix2 301).
      { replace (real move) with (real center + (real move - real center)) by ring.
        eapply Rle_trans; [apply Rabs_triang |]. change 301%Z with (300 + 1)%Z. rewrite <- two_powers.
        assert (bpow radix2 202 <= bpow radix2 300) by (apply bpow_le; lia). lra. }
      assert (Bc : below 301 center) by (split; [exact Fc | eapply Rle_trans; [exact Lc | apply bpow_le; lia]]).
      assert (Bm : below 301 (fneg move)) by (apply below_neg; split; assumption).
      destruct (split_sum _ _ 301 ltac:(lia) Bc Bm) as (F1 & F2 & X & W & E). rewrite real_fneg in X, E.
      split; [exact F2 |]. split; [exact F1 |]. split; [exact W |]. split; [lra |]. rewrite E. f_equal. ring.
    - destruct zero_value as [F0 V0]. rewrite V0, real_fneg. split; [now apply finite_fneg |]. split; [exact F0 |].
      rewrite Rabs_R0. split; [apply Rmult_le_pos; [pose proof eps_small; lra | apply Rabs_pos] |]. split; [ring |].
      symmetry. apply rnd_of_format, in_format_opp, real_in_format. }
  destruct Main as (F1 & F2 & W & X & E).
  assert (B1 : below 202 move_hi) by (split; [exact F1 |]; rewrite E; apply rnd_below; [lia | now rewrite Rabs_Ropp]).
  split; [eapply below_weaken; [exact B1 | lia] |]. split; [now apply level_check |].
  split; [now apply (level_check move_hi F1) |]. split; [exact W | exact X].
Qed.
End Across.

(* The place along the wall: the numbers wn, vn and un stand for W, V and U, and guess for T. *)
Section Along.
Variables (wn vn un sw sv su guess : D) (W V U T : R).
Let along := fadd wn (fmul guess vn).
Let from_a := if flt (fconst 0 0) un then along else fneg along.
Let from_b := fsub (fabs un) from_a.
Let error := fmul (fconst 1 (-48)) (fadd (fadd sw sv) su).
Hypotheses (Bw : below 210 wn) (Bv : below 210 vn) (Bu : below 210 un) (Bsw : below 210 sw) (Bsv : below 210 sv) (Bsu :
  below 210 su)
  (Ew : Rabs (real wn - W) <= 4 * eps * real sw) (Ev : Rabs (real vn - V) <= 4 * eps * real sv)
  (Eu : Rabs (real un - U) <= 4 * eps * real su) (Sw : Rabs (real wn) <= (1 + 32 * eps) * real sw)
  (Sv : Rabs (real vn) <= (1 + 32 * eps) * real sv) (Least : bpow radix2 (-401) <= real sw)
  (Psv : 0 <= real sv) (Psu : 0 <= real su) (Nu : real un <> 0) (Su : 0 < real un -> 0 < U) (Su' : real un < 0 -> U < 0)
  (Fg : finite guess) (Pg : 0 < real guess) (T1 : 0 < T < 1) (ET : Rabs (T - real guess) <= 8 * (eps * real guess)).

Lemma tiny_size : tiny <= eps * (eps * real sw).
Proof.
  apply Rle_trans with (eps * (eps * bpow radix2 (-401))).
  - unfold u. simpl prec. rewrite <- !bpow_plus. apply bpow_le. unfold emin. simpl. lia.
  - pose proof eps_small. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra.
Qed.

Lemma along_error : below 213 along /\ Rabs (real along - (W + T * V)) <= 8 * (eps * real sw) + 24 * (eps * real sv).
Proof.
  pose proof eps_small as Es. pose proof tiny_size as Ht. pose proof (bpow_gt_0 radix2 (-401)) as P401.
  assert (Pw : 0 < real sw) by lra.
  assert (G2 : real guess <= 2).
  { apply Rabs_le_inv in ET. assert (eps * real guess <= / 1048576 * real guess) by (apply Rmult_le_compat_r; lra). lra.
    }
  assert (Bg : below 1 guess) by (split; [exact Fg |]; rewrite Rabs_pos_eq by lra; change (bpow radix2 1) with 2;
    exact G2).
  assert (B1 : below 211 (fmul guess vn)) by (apply (below_mul 1 210); auto; lia).
  assert (B2 : below 212 along) by (apply (below_add 211); [lia | eapply below_weaken; [exact Bw | lia] | exact B1]).
  split; [eapply below_weaken; [exact B2 | lia] |].
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fadd_error _ _ (proj1 B2)) as E2. fold along in E2.
  set (p := real (fmul guess vn)) in *. pose proof (Rabs_pos (real vn)) as v0. set (nv := Rabs (real vn)) in *.
  assert (esv : 0 <= eps * real sv <= / 1048576 * real sv) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (esw : 0 <= eps * real sw <= / 1048576 * real sw) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (eesw : 0 <= eps * (eps * real sw) <= / 1048576 * (eps * real sw))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (eesv : 0 <= eps * (eps * real sv) <= / 1048576 * (eps * real sv))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (env : eps * nv <= eps * ((1 + 32 * eps) * real sv)) by (apply Rmult_le_compat_l; lra).
  assert (G1 : real guess <= 1 + 9 * eps).
  { apply Rabs_le_inv in ET. assert (eps * real guess <= / 1048576 * real guess) by (apply Rmult_le_compat_r; lra).
    assert (eps * real guess <= eps * (1 + / 16)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (A1 : Rabs (real guess * real vn) <= (1 + 9 * eps) * nv).
  { rewrite Rabs_mult, (Rabs_pos_eq (real guess)) by lra. apply Rmult_le_compat_r; [exact v0 | exact G1]. }
  assert (A2 : Rabs (real guess * real vn - T * V) <= 8 * (eps * (2 * nv)) + 4 * eps * real sv).
  { replace (real guess * real vn - T * V) with ((real guess - T) * real vn + T * (real vn - V)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, (Rabs_pos_eq T), (Rabs_minus_sym (real guess)) by lra.
    fold nv.
    apply Rplus_le_compat.
    - apply Rle_trans with (8 * (eps * real guess) * nv); [apply Rmult_le_compat_r; lra |].
      replace (8 * (eps * real guess) * nv) with (8 * eps * nv * real guess) by ring.
      replace (8 * (eps * (2 * nv))) with (8 * eps * nv * 2) by ring. apply Rmult_le_compat_l; [apply Rmult_le_pos;
        lra | exact G2].
    - apply Rle_trans with (1 * (4 * eps * real sv)); [apply Rmult_le_compat; try lra; apply Rabs_pos | lra]. }
  assert (A3 : Rabs p <= (1 + eps) * ((1 + 9 * eps) * nv) + tiny).
  { replace p with (p - real guess * real vn + real guess * real vn) by ring. eapply Rle_trans; [apply Rabs_triang |].
    assert (eps * Rabs (real guess * real vn) <= eps * ((1 + 9 * eps) * nv)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (A4 : eps * Rabs (real wn + p) <= eps * ((1 + 32 * eps) * real sw + ((1 + eps) * ((1 + 9 * eps) * nv) +
    tiny))).
  { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (A5 : eps * Rabs (real guess * real vn) <= eps * ((1 + 9 * eps) * nv)) by (apply Rmult_le_compat_l; lra).
  assert (Bd : (1 + eps) * ((1 + 9 * eps) * nv) <= 11 / 10 * real sv).
  { assert (nv <= (1 + / 20) * real sv) by lra.
    assert (K : (1 + eps) * (1 + 9 * eps) <= (1 + / 1048576) * (1 + 9 / 1048576)) by (apply Rmult_le_compat; lra).
    replace ((1 + eps) * ((1 + 9 * eps) * nv)) with ((1 + eps) * (1 + 9 * eps) * nv) by ring.
    apply Rle_trans with ((1 + / 100) * ((1 + / 20) * real sv)); [| lra].
    apply Rmult_le_compat; try lra. apply Rmult_le_pos; lra. }
  assert (Bc : (1 + 9 * eps) * nv <= 11 / 10 * real sv).
  { apply Rle_trans with ((1 + eps) * ((1 + 9 * eps) * nv)); [| exact Bd].
    assert (0 <= (1 + 9 * eps) * nv) by (apply Rmult_le_pos; lra).
    assert (0 <= eps * ((1 + 9 * eps) * nv)) by (apply Rmult_le_pos; lra). lra. }
  assert (eps * ((1 + 9 * eps) * nv) <= eps * (11 / 10 * real sv)) by (apply Rmult_le_compat_l; lra).
  assert (eps * ((1 + 32 * eps) * real sw + ((1 + eps) * ((1 + 9 * eps) * nv) + tiny)) <=
    eps * ((1 + 32 * eps) * real sw + (11 / 10 * real sv + real sw))) by (apply Rmult_le_compat_l; lra).
  assert (A2' : 8 * (eps * (2 * nv)) <= 17 * (eps * real sv)).
  { assert (eps * ((1 + 32 * eps) * real sv) <= eps * (17 / 16 * real sv)).
    { apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_r; lra. } lra. }
  apply Rabs_le_inv in E1, E2, A2, Ew. apply Rabs_le. lra.
Qed.

Lemma along_allowance : below 180 error /\ 31 * (eps * (real sw + real sv + real su)) <= real error.
Proof.
  pose proof eps_small as Es. pose proof tiny_size as Ht. pose proof (bpow_gt_0 radix2 (-401)).
  assert (B1 : below 211 (fadd sw sv)) by (apply (below_add 210); auto; lia).
  assert (B2 : below 212 (fadd (fadd sw sv) su)) by (apply (below_add 211); [lia | exact B1 | eapply below_weaken;
    [exact Bsu | lia]]).
  const_facts 1%Z (-48)%Z F48 V48. rewrite Rmult_1_l in V48.
  assert (B3 : below (-48 + 212) error).
  { apply (below_mul (-48) 212); [lia | | exact B2]. split; [exact F48 |]. rewrite V48, Rabs_pos_eq by apply bpow_ge_0.
    lra. }
  split; [eapply below_weaken; [exact B3 | lia] |].
  pose proof (fadd_error _ _ (proj1 B1)) as E1. pose proof (fadd_error _ _ (proj1 B2)) as E2.
  pose proof (fmul_error _ _ (proj1 B3)) as E3. fold error in E3. rewrite V48 in E3.
  assert (C : bpow radix2 (-48) = 32 * eps) by (rewrite u_double; simpl; lra). rewrite C in E3.
  set (s1 := real (fadd sw sv)) in *. set (s2 := real (fadd (fadd sw sv) su)) in *.
  rewrite (Rabs_pos_eq (real sw + real sv)) in E1 by lra. apply Rabs_le_inv in E1.
  assert (e1 : 0 <= eps * (real sw + real sv) <= / 1048576 * (real sw + real sv))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  rewrite (Rabs_pos_eq (s1 + real su)) in E2 by lra. apply Rabs_le_inv in E2.
  assert (e2 : 0 <= eps * (s1 + real su) <= / 1048576 * (s1 + real su))
    by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (L : 999 / 1000 * (real sw + real sv + real su) <= s2) by lra.
  assert (es2 : 0 <= 32 * eps * s2) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (32 * eps * s2)) in E3 by exact es2. apply Rabs_le_inv in E3.
  assert (eps * (32 * eps * s2) <= / 1048576 * (32 * eps * s2)) by (apply Rmult_le_compat_r; lra).
  assert (32 * eps * (999 / 1000 * (real sw + real sv + real su)) <= 32 * eps * s2) by (apply Rmult_le_compat_l; lra).
  assert (eps * (eps * real sw) <= / 1048576 * (eps * real sw)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |];
    lra).
  assert (0 <= eps * real sv) by (apply Rmult_le_pos; lra). assert (0 <= eps * real su) by (apply Rmult_le_pos; lra).
  assert (0 <= eps * real sw) by (apply Rmult_le_pos; lra). lra.
Qed.

(* The sign of U, on both sides. *)
Lemma from_a_value : below 213 from_a /\ exists s, (s = 1 \/ s = -1) /\ real from_a = s * real along /\ 0 < s * U
  /\ s * real un = Rabs (real un).
Proof.
  destruct along_error as (B & _). destruct zero_value as [F0 V0]. unfold from_a.
  destruct (flt_real_cases (fconst 0 0) un F0 (proj1 Bu)) as [[F L] | [F L]]; rewrite F; rewrite V0 in L.
  - split; [exact B |]. exists 1. split; [now left |]. specialize (Su L). rewrite Rabs_pos_eq by lra. repeat split; lra.
  - split; [now apply below_neg |]. exists (-1). split; [now right |]. rewrite real_fneg.
    assert (L2 : real un < 0) by lra. specialize (Su' L2). rewrite Rabs_left by lra. repeat split; lra.
Qed.

Theorem beyond_a : flt error from_a = true -> 0 < U * (W + T * V).
Proof.
  intros H. destruct from_a_value as (B & s & Hs & E & PU & _). destruct along_error as (_ & Ea).
  destruct along_allowance as (Be & La).
  apply flt_real in H; [| apply Be | apply B]. rewrite E in H. pose proof eps_small.
  pose proof (bpow_gt_0 radix2 (-401)).
  assert (0 <= eps * real sw) by (apply Rmult_le_pos; lra). assert (0 <= eps * real sv) by (apply Rmult_le_pos; lra).
  assert (0 <= eps * real su) by (apply Rmult_le_pos; lra). apply Rabs_le_inv in Ea.
  assert (P : 0 < s * (W + T * V)) by (destruct Hs; subst s; lra).
  replace (U * (W + T * V)) with (s * U * (s * (W + T * V))) by (destruct Hs; subst s; ring).
  now apply Rmult_lt_0_compat.
Qed.

Theorem before_b : flt error from_b = true -> U * (W + T * V) < U * U.
Proof.
  intros H. destruct from_a_value as (B & s & Hs & E & PU & Au). destruct along_error as (_ & Ea).
  destruct along_allowance as (Be & La).
  assert (Bb : below 214 from_b).
  { apply (below_sub 213); [lia | apply below_abs; eapply below_weaken; [exact Bu | lia] | exact B]. }
  apply flt_real in H; [| apply Be | apply Bb]. destruct (fsub_finite _ _ (proj1 Bb)) as (_ & _ & Eb).
  fold from_b in Eb.
  rewrite Eb in H. apply above_after_rounding in H. rewrite real_fabs, E, <- Au in H. pose proof eps_small.
  pose proof (bpow_gt_0 radix2 (-401)).
  assert (0 <= eps * real sw) by (apply Rmult_le_pos; lra). assert (0 <= eps * real sv) by (apply Rmult_le_pos; lra).
  assert (0 <= eps * real su) by (apply Rmult_le_pos; lra). apply Rabs_le_inv in Ea, Eu.
  assert (P : 0 < s * U - s * (W + T * V)) by (destruct Hs; subst s; lra).
  assert (0 < s * U * (s * U - s * (W + T * V))) by (apply Rmult_lt_0_compat; lra). destruct Hs; subst s; lra.
Qed.
End Along.
