(* What a level sweep decides: compare_wide_pair of src/sweep/sweep_level.h, and the geometry of a level wall.

   The order of two exact sums of two doubles: the difference of the high parts is split without error, and the filter
   allows twice what the two roundings of low parts can cost. At a level or upright wall only one coordinate counts: the
   circle comes to the side at the quotient of the gap and the speed, if the wall is there. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Bounded ErrorFreeTerms Geometry SweepGeometry SweepContact
  SweepSmallGrid SweepSmallTimes SweepLevelTime.
From Carom Require Terms_wide Terms_level.
Import Terms_level.compare_wide_pair_terms(compare_wide_pair_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* Rounding keeps the order with a number of the format. *)
Lemma above_after_rounding z (e : D) : real e < rnd double z -> real e < z.
Proof.
  intros H. apply Rnot_le_lt. intros C. apply (rnd_le double) in C.
  rewrite (rnd_of_format double (real e)) in C by apply real_in_format.
  lra.
Qed.

Lemma below_after_rounding z (e : D) : rnd double z < real e -> z < real e.
Proof.
  intros H. apply Rnot_le_lt. intros C. apply (rnd_le double) in C.
  rewrite (rnd_of_format double (real e)) in C by apply real_in_format.
  lra.
Qed.

Lemma high_part_grid (x : D) : bpow radix2 (-400) <= real x -> on_grid (-452) (real x).
Proof.
  intros H. apply grid_of_format; [apply real_in_format |]. right. pose proof (bpow_gt_0 radix2 (-400)).
  rewrite Rabs_pos_eq; [exact H | lra].
Qed.

Theorem compare_wide_pair_right ah al bh bl result :
  compare_wide_pair_results ah al bh bl result -> below 210 ah -> below 210 bh -> below 210 al -> below 210 bl ->
  bpow radix2 (-400) <= real ah -> bpow radix2 (-400) <= real bh -> level_part al -> level_part bl ->
  ((0 < result)%Z -> real bh + real bl < real ah + real al) /\
  ((result < 0)%Z -> real ah + real al < real bh + real bl).
Proof.
  intros H Ba Bb Bal Bbl Pa Pb La Lb. unfold compare_wide_pair_results in H.
  destruct H as (sh & slo & k & low & v & err & []).
  destruct (wide_of_sum_values _ _ _ _ _ E_wide_of_sum) as (Eh & El & _). clear E_wide_of_sum.
  pose proof eps_small as Es.
  assert (Bn : below 210 (fneg bh)) by now apply below_neg.
  assert (Fl : finite slo).
  { rewrite El. apply (two_sum_finite ah (fneg bh) 210); [unfold emin; simpl;
    lia | apply Ba | apply Bn | apply Ba | apply Bn]. }
  assert (Bsh : below 211 sh) by (rewrite Eh; apply (below_add 210); auto; lia).
  assert (X : real sh + real slo = real ah - real bh).
  { rewrite Eh, El. rewrite El in Fl. destruct (two_sum_exact ah (fneg bh) Fl) as (_ & _ & _ & _ & X).
    rewrite real_fneg in X. lra. }
  assert (Gs : on_grid (-452) (real sh)).
  { rewrite Eh. destruct (fadd_finite ah (fneg bh)) as (_ & _ & ->); [rewrite Eh in Bsh; apply Bsh |].
    rewrite real_fneg.
    apply grid_rnd, grid_add; [| apply grid_opp]; now apply high_part_grid. }
  assert (Gl : on_grid (-452) (real slo)).
  { replace (real slo) with (real ah - real bh - real sh) by lra. repeat apply grid_sub; auto using high_part_grid. }
  assert (Bsl : below 213 slo).
  { split; [exact Fl |]. replace (real slo) with (real ah - real bh - real sh) by lra.
    destruct Ba as [_ Ba], Bb as [_ Bb], Bsh as [_ Bsh]. change (bpow radix2 213) with (bpow radix2 (210 + 3)).
    rewrite bpow_plus.
    change (bpow radix2 3) with 8. change (bpow radix2 211) with (bpow radix2 (210 + 1)) in Bsh.
    rewrite bpow_plus in Bsh.
    change (bpow radix2 1) with 2 in Bsh. apply Rabs_le_inv in Ba, Bb, Bsh. apply Rabs_le. lra. }
  assert (Blow : below 213 low) by (rewrite E_low; apply below_weaken with 211%Z; [apply (below_sub 210); auto;
    lia | lia]).
  assert (Glow : on_grid (-452) (real low)).
  { rewrite E_low. destruct (fsub_finite al bl) as (_ & _ & ->); [rewrite E_low in Blow; apply Blow |].
    apply grid_rnd, grid_sub; now apply level_part_grid. }
  assert (Q1 : Rabs (real low - (real al - real bl)) <= eps * Rabs (real low)).
  { rewrite E_low. destruct (fsub_finite al bl) as (_ & _ & ->); [rewrite E_low in Blow; apply Blow |].
    apply (rnd_sum_of_result (real al) (- real bl)); [apply real_in_format | apply in_format_opp, real_in_format]. }
  assert (By : below 214 (fadd slo low)) by (apply (below_add 213); auto; lia).
  pose proof (fadd_error _ _ (proj1 By)) as Q2. set (y := real (fadd slo low)) in *.
  assert (Bv : below 215 v) by (rewrite E_certain_sign_x; apply (below_add 214); [lia | eapply below_weaken;
    [exact Bsh | lia] | exact By]).
  assert (Rv : real v = rnd double (real sh + y)).
  { rewrite E_certain_sign_x. destruct (fadd_finite sh (fadd slo low)) as (_ & _ & ->); [| reflexivity].
    rewrite E_certain_sign_x in Bv. apply Bv. }
  (* the error *)
  assert (Bt : below 214 (fadd (fabs slo) (fabs low))) by (apply (below_add 213);
    [lia | now apply below_abs | now apply below_abs]).
  pose proof (fadd_error _ _ (proj1 Bt)) as Q3. destruct (fadd_finite _ _ (proj1 Bt)) as (_ & _ & R3).
  rewrite !real_fabs in Q3, R3.
  assert (Gt : on_grid (-452) (real (fadd (fabs slo) (fabs low)))) by (rewrite R3;
    auto using grid_rnd, grid_add, grid_abs).
  const_facts 1%Z (-51)%Z F51 V51. rewrite Rmult_1_l in V51.
  assert (Be : below 163 err).
  { rewrite E_certain_sign_error. apply (below_mul (-51) 214); [lia | | exact Bt]. split; [exact F51 |].
    rewrite V51, Rabs_pos_eq by apply bpow_ge_0. lra. }
  assert (Re : real err = rnd double (bpow radix2 (-51) * real (fadd (fabs slo) (fabs low)))).
  { rewrite <- V51, E_certain_sign_error. apply fmul_finite. rewrite E_certain_sign_error in Be. apply Be. }
  assert (Ge : on_grid (-503) (bpow radix2 (-51) * real (fadd (fabs slo) (fabs low)))).
  { apply (grid_mul (-51) (-452)); [exists 1%Z; ring | exact Gt]. }
  pose proof (grid_relative _ _ Ge ltac:(lia)) as Q4. rewrite <- Re in Q4.
  set (s := Rabs (real slo)) in *. set (t := Rabs (real low)) in *.
  assert (s0 : 0 <= s) by apply Rabs_pos. assert (t0 : 0 <= t) by apply Rabs_pos.
  rewrite (Rabs_pos_eq (s + t)) in Q3 by lra. apply Rabs_le_inv in Q3.
  set (w := real (fadd (fabs slo) (fabs low))) in *.
  assert (est : 0 <= eps * (s + t) <= / 1048576 * (s + t)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (w0 : 99 / 100 * (s + t) <= w) by lra.
  assert (C51 : bpow radix2 (-51) = 4 * eps) by (rewrite u_double; simpl; lra). rewrite C51 in Q4.
  assert (ew : 0 <= 4 * eps * w) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq (4 * eps * w)) in Q4 by exact ew.
  apply Rabs_le_inv in Q4.
  assert (eew : eps * (4 * eps * w) <= / 1048576 * (4 * eps * w)) by (apply Rmult_le_compat_r; lra).
  assert (ew2 : 4 * eps * (99 / 100 * (s + t)) <= 4 * eps * w) by (apply Rmult_le_compat_l; lra).
  assert (Err : 3 * (eps * (s + t)) <= real err) by lra.
  assert (Q2' : Rabs (y - (real slo + real low)) <= eps * (s + t)).
  { eapply Rle_trans; [exact Q2 |]. apply Rmult_le_compat_l; [lra |]. apply Rabs_triang. }
  assert (et : eps * t <= eps * (s + t)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Q1, Q2'. rewrite E_result.
  destruct (flt err v) eqn:F1; [| destruct (flt v (fneg err)) eqn:F2]; split; intros Sg; try lia.
  - apply flt_real in F1; [| apply Be | apply Bv]. rewrite Rv in F1. apply above_after_rounding in F1. lra.
  - apply flt_real in F2; [| apply Bv | apply finite_fneg, Be]. rewrite Rv in F2. apply below_after_rounding in F2.
    rewrite real_fneg in F2. lra.
Qed.

(* The geometry: u x w is a multiple of the distance d in one coordinate, and u x v of the displacement V there. *)
Section Geometry.
Variables (x : extent) (c v a b : point) (R q d V : R).
Hypotheses (R0 : 0 <= R) (Eq : norm (ux a b) (uy a b) = Rabs q) (Nq : q <> 0) (Ed : cross c a b = q * d)
  (EV : ux a b * py v - uy a b * px v = q * V).

Lemma level_misses : R < Rabs d -> 0 <= d * V \/ Rabs V < Rabs d - R -> stays_farther x c v a b R.
Proof.
  intros Out H. pose proof (Rabs_pos_lt q Nq) as Pq.
  assert (O : R * norm (ux a b) (uy a b) < Rabs (cross c a b)) by (rewrite Eq, Ed, Rabs_mult; nra).
  destruct H as [H | H].
  - apply side_receding; auto. rewrite Ed, EV. replace (q * d * (q * V)) with (q * q * (d * V)) by ring.
      apply Rmult_le_pos; [nra | exact H].
  - apply side_short; [exact R0 |]. rewrite Eq, Ed, EV, !Rabs_mult. nra.
Qed.

Lemma level_hits T : R < Rabs d -> d * V < 0 -> Rabs d - R < Rabs V -> T = (Rabs d - R) / Rabs V ->
  (x <> Line -> 0 < wu c a b + T * (px v * ux a b + py v * uy a b)) ->
  (x = Segment -> wu c a b + T * (px v * ux a b + py v * uy a b) < len2 a b) -> hits_at Side x c v a b R T.
Proof.
  intros Out Toward Comes ET Fa Fb. pose proof (Rabs_pos_lt q Nq) as Pq.
  assert (NV : V <> 0) by nra. pose proof (Rabs_pos_lt V NV) as PV.
  assert (TV : T * Rabs V = Rabs d - R) by (rewrite ET; field; lra).
  set (g := px v * ux a b + py v * uy a b) in *.
  assert (Foot : forall f, f * Rabs (ux a b * py v - uy a b * px v) + (Rabs (cross c a b) - R * norm (ux a b) (uy a b))
    * g =
    Rabs q * Rabs V * (f + T * g)).
  { intros f. rewrite Eq, Ed, EV, !Rabs_mult. replace (Rabs q * Rabs d - R * Rabs q) with (Rabs q * (T * Rabs V))
    by (rewrite TV; ring). ring. }
  assert (PqV : 0 < Rabs q * Rabs V) by now apply Rmult_lt_0_compat.
  replace T with ((Rabs (cross c a b) - R * norm (ux a b) (uy a b)) / Rabs (ux a b * py v - uy a b * px v)).
  - apply side_hit_at; auto.
    + unfold len2. rewrite <- norm_square, Eq. nra.
    + rewrite Eq, Ed, Rabs_mult. nra.
    + rewrite Ed, EV. replace (q * d * (q * V)) with (q * q * (d * V)) by ring. assert (0 < q * q) by nra. nra.
    + rewrite Eq, Ed, EV, !Rabs_mult. nra.
    + intros N. rewrite Foot. specialize (Fa N). now apply Rmult_lt_0_compat.
    + intros N. fold g. rewrite Foot. specialize (Fb N).
      replace (wu c a b - len2 a b + T * g) with (- (len2 a b - (wu c a b + T * g))) by ring.
      assert (0 < Rabs q * Rabs V * (len2 a b - (wu c a b + T * g))) by (apply Rmult_lt_0_compat; lra). lra.
  - rewrite Eq, Ed, EV, !Rabs_mult, ET. field. lra.
Qed.
End Geometry.
