(* The direction of the normal at an end near a tangent: e + T v of set_tangent_end of src/geometry/sweep_tangent.h, in
   double-doubles at the time t + rest, against the true one. Here R is the reach.

   The code has two tests for it. The error of the time times |v| is below 2^-70 R. Since that error is at least 2^-97 t,
   the way t |v| is below 2^27 R and the start below 2^28 R. So what the double-doubles lose is at most 19 2^-106 2^28 R,
   and the direction is within 1.08 2^-70 R. The coordinates exceed 2^-20 R, so it is also within 8.7 2^-53 of itself. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Geometry Terms_wide Terms_pair Terms_sweep
  Terms_tangent ErrorFreeTerms Wide ContactPairs SweepErrors SweepGeometry SweepTerms SweepContact SweepSmallTimes
  SweepStart SweepInputs SweepTime SweepVectors TangentGapSign TangentEndHit TangentNormal.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation E := (bpow radix2 (-800)).

Notation p70 := (/ 1180591620717411303424).

(* One coordinate. M bounds the start and the way. *)
Section Coordinate.
Variables (eh el vh vl t rest : D) (M : R).
Hypotheses (Feh : finite eh) (Fel : finite el) (Fvh : finite vh) (Fvl : finite vl) (Ft : finite t) (Fr : finite rest).
Hypotheses (e_low : Rabs (real el) <= u53 * Rabs (real eh)) (v_low : Rabs (real vl) <= u53 * Rabs (real vh))
  (v_size : Rabs (real vh) <= bpow radix2 201) (t_size : 0 < real t < 1) (t_low : Rabs (real rest) <= u53 * real t).
Hypotheses (e_most : Rabs (real eh) <= M) (way_most : real t * Rabs (real vh) <= M) (M_most : M <= bpow radix2 250).
Let way := fmul vh t.
Let way_low := fadd (pair_product_rest vh t) (fadd (fmul vh rest) (fmul vl t)).
Let low := fadd (sum_rest eh way) (fadd el way_low).
Let hi := fadd (fadd eh way) low.
Let lo := sum_rest (fadd eh way) low.

Lemma place_known : finite hi /\ finite lo /\ Rabs (real lo) <= u53 * Rabs (real hi) /\
  Rabs (real hi + real lo - ((real eh + real el) + (real t + real rest) * (real vh + real vl))) <=
    19 * (u53 * u53) * M + 20 * E.
Proof.
  assert (M0 : 0 <= M) by (pose proof (Rabs_pos (real eh)); lra). pose proof (bpow_gt_0 radix2 (-800)) as E0.
  assert (W1 : w <= E) by (apply bpow_le; lia).
  assert (E1 : E <= 1) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
  assert (M9 : 100 * M + 100 <= bpow radix2 300).
  { apply Rle_trans with (bpow radix2 20 * bpow radix2 250 + bpow radix2 20 * bpow radix2 250).
    - assert (100 * M <= bpow radix2 20 * bpow radix2 250) by (apply Rmult_le_compat; try lra; simpl; lra).
      assert (100 <= bpow radix2 20 * bpow radix2 250).
      { rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 7); [simpl; lra | apply bpow_le; lia]. }
      lra.
    - rewrite <- bpow_plus. assert (bpow radix2 (20 + 250) <= bpow radix2 299) by (apply bpow_le; lia).
      change 300%Z with (1 + 299)%Z. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2. lra. }
  assert (B9 : bpow radix2 300 <= bpow radix2 900) by (apply bpow_le; lia).
  (* the way *)
  assert (H1 : Rabs (real vh * real t) <= M) by (rewrite Rabs_mult, (Rabs_pos_eq (real t)); lra).
  destruct (product_known vh t _ Fvh Ft H1 ltac:(lra)) as (Fw & Xw). fold way in Fw, Xw.
  assert (Fp : finite (pair_product_rest vh t)).
  { apply pair_product_rest_finite with (k := 201%Z); [| | lia]; split; try assumption. rewrite Rabs_pos_eq by lra.
    apply Rle_trans with (bpow radix2 0); [simpl; lra | apply bpow_le; lia]. }
  assert (Xp : Rabs (real way + real (pair_product_rest vh t) - real vh * real t) <= E).
  { eapply Rle_trans; [apply (pair_product_error vh t Fp) |]. rewrite (Rabs_pos_eq (real t)) by lra.
    apply Rle_trans with (bpow radix2 (-960) + bpow radix2 (-1010) * bpow radix2 202).
    - apply Rplus_le_compat_l, Rmult_le_compat_l; [apply bpow_ge_0 |]. change 202%Z with (1 + 201)%Z.
      rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2.
      assert (1 <= bpow radix2 201) by (apply (bpow_le radix2 0); lia). lra.
    - rewrite <- bpow_plus. change (-800)%Z with (1 + -801)%Z. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2.
      assert (bpow radix2 (-960) <= bpow radix2 (-801)) by (apply bpow_le; lia).
      assert (bpow radix2 (-1010 + 202) <= bpow radix2 (-801)) by (apply bpow_le; lia). lra. }
  set (p := pair_product_rest vh t) in *.
  assert (Bp : Rabs (real p) <= u53 * M + 2 * E) by (clear - Xw Xp W1; two_sided; lra).
  assert (H2 : Rabs (real vh * real rest) <= u53 * M).
  { rewrite Rabs_mult. apply Rle_trans with (Rabs (real vh) * (u53 * real t)); [apply Rmult_le_compat_l;
      [apply Rabs_pos | exact t_low] | lra]. }
  assert (H3 : Rabs (real vl * real t) <= u53 * M).
  { rewrite Rabs_mult, (Rabs_pos_eq (real t)) by lra.
    apply Rle_trans with (u53 * Rabs (real vh) * real t); [apply Rmult_le_compat_r; lra | lra]. }
  assert (H4 : Rabs (real vl * real rest) <= u53 * u53 * M).
  { rewrite Rabs_mult. apply Rle_trans with (u53 * Rabs (real vh) * (u53 * real t)); [apply Rmult_le_compat;
      try apply Rabs_pos; assumption | lra]. }
  destruct (product_known vh rest _ Fvh Fr H2 ltac:(lra)) as (F1 & X1).
  destruct (product_known vl t _ Fvl Ft H3 ltac:(lra)) as (F2 & X2).
  set (m1 := fmul vh rest) in *. set (m2 := fmul vl t) in *.
  assert (H5 : Rabs (real m1 + real m2) <= 201 / 100 * u53 * M + 2 * E) by (clear - X1 X2 H2 H3 W1 M0; two_sided; lra).
  destruct (sum_known m1 m2 _ F1 F2 H5 ltac:(lra)) as (F3 & X3). set (s := fadd m1 m2) in *.
  assert (H6 : Rabs (real p + real s) <= 302 / 100 * u53 * M + 6 * E) by (clear - Bp H5 X3 M0 E0; two_sided; lra).
  destruct (sum_known p s _ Fp F3 H6 ltac:(lra)) as (F4 & X4). fold way_low in F4, X4.
  assert (Way : Rabs (real way + real way_low - (real t + real rest) * (real vh + real vl)) <=
    805 / 100 * (u53 * u53) * M + 5 * E).
  { replace ((real t + real rest) * (real vh + real vl)) with
      (real vh * real t + real vh * real rest + real vl * real t + real vl * real rest) by ring.
    clear - Xp X1 X2 X3 X4 H4 W1 M0 E0. two_sided; lra. }
  assert (Bwl : Rabs (real way_low) <= 303 / 100 * u53 * M + 7 * E) by (clear - H6 X4 M0 E0; two_sided; lra).
  (* the sum *)
  assert (Bw : Rabs (real way) <= 101 / 100 * M + E) by (clear - Xw H1 W1 M0 E0; two_sided; lra).
  assert (H7 : Rabs (real eh + real way) <= 202 / 100 * M + E) by (clear - e_most Bw M0; two_sided; lra).
  assert (Fs1 : finite (sum_rest eh way))
    by (apply (two_sum_finite eh way 300); [unfold emin; simpl; lia | assumption | assumption | lra | lra]).
  destruct (two_sum_exact _ _ Fs1) as (_ & _ & Fah & _ & Xs1). destruct (two_sum_rest_small _ _ Fs1) as (Ls1 & _).
  rewrite u_double in Ls1.
  assert (H8 : Rabs (real el + real way_low) <= 404 / 100 * u53 * M + 8 * E).
  { assert (Rabs (real el) <= u53 * M) by lra. clear - H Bwl M0 E0. two_sided; lra. }
  destruct (sum_known el way_low _ Fel F4 H8 ltac:(lra)) as (F5 & X5). set (q := fadd el way_low) in *.
  assert (Bs1 : Rabs (real (sum_rest eh way)) <= 202 / 100 * u53 * M + E) by lra.
  assert (H9 : Rabs (real (sum_rest eh way) + real q) <= 607 / 100 * u53 * M + 12 * E)
    by (clear - Bs1 H8 X5 M0 E0; two_sided; lra).
  destruct (sum_known (sum_rest eh way) q _ Fs1 F5 H9 ltac:(lra)) as (F6 & X6). fold low in F6, X6.
  assert (Blow : Rabs (real low) <= M + 13 * E) by (clear - H9 X6 M0 E0; two_sided; lra).
  assert (Bah : Rabs (real (fadd eh way)) <= 3 * M + 13 * E).
  { assert (K : Rabs (real (fadd eh way)) <= Rabs (real eh + real way) + Rabs (real (sum_rest eh way))).
    { replace (real (fadd eh way)) with ((real eh + real way) + - real (sum_rest eh way)) by lra.
      rewrite <- (Rabs_Ropp (real (sum_rest eh way))). apply Rabs_triang. }
    lra. }
  assert (Flo : finite (sum_rest (fadd eh way) low))
    by (apply (two_sum_finite (fadd eh way) low 300); [unfold emin; simpl; lia | assumption | assumption | lra | lra]).
  destruct (two_sum_exact _ _ Flo) as (_ & _ & Fhi & _ & Xlo). destruct (two_sum_rest_small _ _ Flo) as (_ & Llo).
  rewrite u_double in Llo. fold hi in Fhi, Xlo, Llo. fold lo in Flo, Xlo, Llo.
  split; [exact Fhi |]. split; [exact Flo |]. split; [exact Llo |].
  set (W := (real t + real rest) * (real vh + real vl)) in *.
  clear - Xlo Xs1 X5 X6 H8 H9 Way M0 E0. two_sided; lra.
Qed.
End Coordinate.

(* One coordinate X + T V of a vector of length R. sv is the size of the displacement. *)
Section Direction.
Variables (eh el vh vl t rest : D) (X V T R err sv : R).
Hypotheses (Feh : finite eh) (Fel : finite el) (Fvh : finite vh) (Fvl : finite vl) (Ft : finite t) (Fr : finite rest).
Hypotheses (e_low : Rabs (real el) <= u53 * Rabs (real eh)) (v_low : Rabs (real vl) <= u53 * Rabs (real vh))
  (v_size : Rabs (real vh) <= bpow radix2 201) (t_size : 0 < real t < 1) (t_low : Rabs (real rest) <= u53 * real t).
Hypotheses (X_is : real eh + real el = X) (V_is : real vh + real vl = V) (R_size : bpow radix2 (-151) <= R <= bpow radix2 203)
  (sv_is : Rabs (real vh) <= (1 + 32 * u53) * sv) (time : Rabs (T - (real t + real rest)) <= err)
  (own : 99 / 100 * (bpow radix2 (-97) * real t) <= err) (T0 : 0 <= T) (touch : Rabs (X + T * V) <= R).
Hypothesis small : err * sv <= 1001 / 1000 * (p70 * R).
Let way := fmul vh t.
Let low := fadd (sum_rest eh way) (fadd el (fadd (pair_product_rest vh t) (fadd (fmul vh rest) (fmul vl t)))).
Let hi := fadd (fadd eh way) low.
Let lo := sum_rest (fadd eh way) low.

Lemma direction_near : finite hi /\ finite lo /\ Rabs (real lo) <= u53 * Rabs (real hi) /\
  Rabs (real hi + real lo - (X + T * V)) <= 108 / 100 * p70 * R.
Proof.
  pose proof (bpow_gt_0 radix2 (-151)) as P. change (bpow radix2 (-97)) with (/ 158456325028528675187087900672) in own.
  assert (e0 : 0 <= err) by (pose proof (Rabs_pos (T - (real t + real rest))); lra).
  pose proof (Rabs_pos (real vh)) as v0.
  assert (ev : err * Rabs (real vh) <= 1002 / 1000 * (p70 * R)).
  { assert (err * Rabs (real vh) <= err * ((1 + 32 * u53) * sv)) by now apply Rmult_le_compat_l. lra. }
  assert (tv : real t * Rabs (real vh) <= 102 / 100 * 134217728 * R).
  { assert (real t * Rabs (real vh) <= 100 / 99 * 158456325028528675187087900672 * err * Rabs (real vh))
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (HV : Rabs V <= (1 + u53) * Rabs (real vh)).
  { rewrite <- V_is. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (eV : err * Rabs V <= 1003 / 1000 * (p70 * R)).
  { assert (err * Rabs V <= err * ((1 + u53) * Rabs (real vh))) by now apply Rmult_le_compat_l. lra. }
  assert (TV : T * Rabs V <= 103 / 100 * 134217728 * R).
  { assert (T1 : T <= (1 + u53) * real t + err) by (apply Rabs_le_inv in time, t_low; lra).
    assert (T * Rabs V <= ((1 + u53) * real t + err) * Rabs V) by (apply Rmult_le_compat_r; [apply Rabs_pos | exact T1]).
    assert (real t * Rabs V <= real t * ((1 + u53) * Rabs (real vh))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (HX : Rabs X <= 104 / 100 * 134217728 * R).
  { replace X with ((X + T * V) + - (T * V)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq T) by exact T0. lra. }
  assert (He : Rabs (real eh) <= 268435456 * R).
  { pose proof (Rabs_triang X (- real el)) as Q. rewrite Rabs_Ropp in Q.
    replace (X + - real el) with (real eh) in Q by lra. lra. }
  assert (HM : 268435456 * R <= bpow radix2 250).
  { change 268435456 with (bpow radix2 28).
    apply Rle_trans with (bpow radix2 28 * bpow radix2 203); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (place_known eh el vh vl t rest (268435456 * R) Feh Fel Fvh Fvl Ft Fr e_low v_low v_size t_size t_low He
    ltac:(lra) HM) as (F1 & F2 & L & N). fold way low in F1, F2, L, N. fold hi lo in F1, F2, L, N.
  split; [exact F1 |]. split; [exact F2 |]. split; [exact L |].
  assert (Tiny : 20 * E <= / 1000 * (p70 * R)).
  { apply Rle_trans with (bpow radix2 5 * E); [apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra] |].
    apply Rle_trans with (/ 1024 * (p70 * bpow radix2 (-151))); [| lra].
    change (/ 1024) with (bpow radix2 (-10)). change p70 with (bpow radix2 (-70)). rewrite <- !bpow_plus.
    apply bpow_le. lia. }
  rewrite X_is, V_is in N.
  assert (Q : Rabs ((T - (real t + real rest)) * V) <= err * Rabs V)
    by (rewrite Rabs_mult; apply Rmult_le_compat_r; [apply Rabs_pos | exact time]).
  replace (real hi + real lo - (X + T * V)) with
    ((real hi + real lo - (X + (real t + real rest) * V)) + - ((T - (real t + real rest)) * V)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.
End Direction.

(* v is q, a coordinate of a unit vector: within 1 + 10^-5 units of 2^-53, and 9.8 units of itself. *)
Definition is_normal_coordinate (v : D) (q : R) :=
  finite v /\ Rabs (real v - q) <= (1 + / 100000) * u53 /\ Rabs (real v - q) <= 98 / 10 * u53 * Rabs q.

Lemma normal_from_quotient v z q : is_quotient v z -> Rabs (z - q) <= 108 / 100 * p70 -> Rabs q <= 1 ->
  99 / 100 * / 1048576 <= Rabs z -> is_normal_coordinate v q.
Proof.
  intros (F & H) Hz Hq Low. assert (S : bpow radix2 (-640) <= / 1000000 * p70).
  { apply Rle_trans with (bpow radix2 (-20) * p70); [| simpl; lra]. change p70 with (bpow radix2 (-70)).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (A : Rabs z <= Rabs q + 108 / 100 * p70).
  { replace z with (q + (z - q)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang | lra]. }
  assert (G : Rabs (real v - q) <= Rabs (real v - z) + Rabs (z - q)).
  { replace (real v - q) with ((real v - z) + (z - q)) by ring. apply Rabs_triang. }
  split; [exact F |]. split; lra.
Qed.
