(* The normal of a sweep that hits an end near a tangent: set_tangent_end and sweep_of_tangent of
   src/sweep/sweep_tangent.h, over the extracted terms. Each coordinate is within 1 + 10^-5 units of 2^-53 of the
   true one, and within 9.8 units of itself.

   The code computes e + T v in double-doubles at the time t + rest. It has two tests for that. The error of the time
   times |v| is below 2^-70 R, where R is the reach. That error is at least 2^-97 t, so t |v| is below 2^27 R and |e|
   below 2^28 R. So double-doubles lose at most 19 2^-106 2^28 R, and e + T v is within 1.08 2^-70 R. Its coordinates
   exceed 2^-20 R, so it is within 8.7 2^-53 of itself. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Bounded ErrorFree PairProduct Geometry Terms_sweep Terms_tangent ErrorFreeTerms
  Wide ContactPairs SweepGeometry SweepTerms SweepContact SweepSmallTimes SweepStart TangentGapSign TangentSide
  TangentEndHit TangentNormal.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation E := (bpow radix2 (-800)).

Notation p70 := (/ 1180591620717411303424).

(* A coordinate of e + (t + rest) v. *)
Definition at_last (eh el vh vl t rest : D) :=
  fadd (sum_rest eh (fmul vh t)) (fadd el (fadd (pair_product_rest vh t) (fadd (fmul vh rest) (fmul vl t)))).
Definition at_high (eh el vh vl t rest : D) := fadd (fadd eh (fmul vh t)) (at_last eh el vh vl t rest).
Definition at_low (eh el vh vl t rest : D) := sum_rest (fadd eh (fmul vh t)) (at_last eh el vh vl t rest).

(* M bounds the start and the way. *)
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
Hypotheses (X_is : real eh + real el = X) (V_is : real vh + real vl = V)
  (R_size : bpow radix2 (-151) <= R <= bpow radix2 203)
  (sv_is : Rabs (real vh) <= (1 + 32 * u53) * sv) (time : Rabs (T - (real t + real rest)) <= err)
  (own : 99 / 100 * (bpow radix2 (-97) * real t) <= err) (T0 : 0 <= T) (touch : Rabs (X + T * V) <= R).
Hypothesis small : err * sv <= 1001 / 1000 * (p70 * R).
Let hi := at_high eh el vh vl t rest.
Let lo := at_low eh el vh vl t rest.

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
    assert (T * Rabs V <= ((1 + u53) * real t + err) * Rabs V)
      by (apply Rmult_le_compat_r; [apply Rabs_pos | exact T1]).
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
    ltac:(lra) HM) as (F1 & F2 & L & N).
  change (Rabs (real hi + real lo - ((real eh + real el) + (real t + real rest) * (real vh + real vl))) <=
    19 * (u53 * u53) * (268435456 * R) + 20 * E) in N.
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

Lemma normal_from_quotient v z q : is_rounded_once v z -> Rabs (z - q) <= 108 / 100 * p70 -> Rabs q <= 1 ->
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

(* What set_tangent_end says of the normal. *)
Lemma set_tangent_end_direction cx cy cr mx my is_end ax ay bx by_ wr wmx wmy sw sz sv f n1 n2 n3 n4 n5 n6
    vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest
    (at_a := Z.eqb f 2) (ex := if at_a then ax else bx) (ey := if at_a then ay else by_) :
  set_tangent_end_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy sw sz sv f n1 n2 n3 n4 n5 n6 true
    vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest ->
  wide_displacement_results cx cy mx my is_end false ax ay wmx wmy vhx vhy vlx vly /\
  dhx = at_high (fsub cx ex) (difference_rest cx ex) vhx vlx t rest /\
  dlx = at_low (fsub cx ex) (difference_rest cx ex) vhx vlx t rest /\
  dhy = at_high (fsub cy ey) (difference_rest cy ey) vhy vly t rest /\
  dly = at_low (fsub cy ey) (difference_rest cy ey) vhy vly t rest /\
  length = fadd cr wr /\ length_rest = sum_rest cr wr /\ fle (fconst 1 (-150)) length = true /\
  flt (fmul err sv) (fmul (fconst 1 (-70)) length) = true /\
  flt (fmul (fconst 1 (-20)) length) (if flt (fabs dhx) (fabs dhy) then fabs dhx else fabs dhy) = true.
Proof.
  intros H. unfold set_tangent_end_results in H. open H.
  destruct H as [Eat De Wr Wd _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Way Lx Ly At All Sx Sy Least Dx Dy Dlx Dly Len
    Rest Res].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ De) as (-> & -> & -> & ->).
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _).
  destruct (pair_product_values _ _ _ _ _ _ _ _ Way) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ At) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ All) as (-> & -> & -> & ->). clear De Wr Way At All.
  symmetry in Res. rewrite !andb_true_iff in Res. destruct Res as ((((_ & R1) & _) & R2) & R3).
  split; [exact Wd |]. fold at_a in Eat. subst. auto 20.
Qed.

(* The two tests, in real numbers. *)
Section Tests.
Variables (err sv rh : D) (R : R).
Hypotheses (Frh : finite rh) (rh_size : bpow radix2 (-150) <= real rh <= bpow radix2 200)
  (R_is : Rabs (real rh - R) <= u53 * real rh).

Lemma scaled_reach k : (-70 <= k <= 0)%Z -> let v := fmul (fconst 1 k) rh in
  finite v /\ Rabs (real v - bpow radix2 k * real rh) <= 2 * u53 * (bpow radix2 k * real rh).
Proof.
  intros Hk v. destruct (constant_value k ltac:(lia)) as (Fc & Vc). pose proof (bpow_gt_0 radix2 (-150)) as P.
  assert (B : Rabs (real (fconst 1 k : D) * real rh) <= bpow radix2 k * real rh).
  { rewrite Vc, Rabs_pos_eq; [apply Rle_refl | apply Rmult_le_pos; [apply bpow_ge_0 | lra]]. }
  destruct (product_known (fconst 1 k) rh _ Fc Frh B) as (F & X).
  { apply Rle_trans with (bpow radix2 0 * bpow radix2 200); [| rewrite <- bpow_plus; apply bpow_le; lia].
    apply Rmult_le_compat; [apply bpow_ge_0 | lra | apply bpow_le; lia | lra]. }
  fold v in F, X. split; [exact F |]. rewrite Vc in X. eapply Rle_trans; [exact X |].
  assert (w <= u53 * (bpow radix2 k * real rh)); [| lra].
  apply Rle_trans with (bpow radix2 (-53) * (bpow radix2 k * bpow radix2 (-150))).
  - rewrite <- !bpow_plus. apply bpow_le. lia.
  - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
Qed.

Lemma time_test : finite err -> 0 <= real err -> nonneg sv ->
  flt (fmul err sv) (fmul (fconst 1 (-70)) rh) = true -> real err * real sv <= 1001 / 1000 * (p70 * R).
Proof.
  intros Fe e0 Ns H. destruct (scaled_reach (-70) ltac:(lia)) as (F & X). change (bpow radix2 (-70)) with p70 in X.
  pose proof (bpow_gt_0 radix2 (-150)) as P.
  pose proof (nonneg_fmul _ _ (nonneg_of_real _ Fe e0) Ns) as Nm. pose proof (flt_finite _ _ H Nm) as Fm.
  pose proof (flt_real _ _ Fm F H) as L. destruct (fmul_error err sv _ w Fm (Rle_refl _) (Rle_refl _)) as (_ & Fs & Y).
  pose proof (nonneg_real _ Ns) as s0. rewrite (Rabs_pos_eq (real err * real sv)) in Y by now apply Rmult_le_pos.
  assert (W : w <= u53 * (p70 * real rh)).
  { apply Rle_trans with (bpow radix2 (-53) * (bpow radix2 (-70) * bpow radix2 (-150))).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  set (z := real err * real sv) in *. clear - X Y L W R_is P rh_size. two_sided; lra.
Qed.

Lemma coordinate_test (a b : D) : finite a -> finite b ->
  flt (fmul (fconst 1 (-20)) rh) (if flt (fabs a) (fabs b) then fabs a else fabs b) = true ->
  999 / 1000 * / 1048576 * R <= Rabs (real a) /\ 999 / 1000 * / 1048576 * R <= Rabs (real b).
Proof.
  intros Fa Fb H. destruct (scaled_reach (-20) ltac:(lia)) as (F & X). change (bpow radix2 (-20)) with (/ 1048576) in X.
  pose proof (finite_fabs _ Fa) as Fa'. pose proof (finite_fabs _ Fb) as Fb'. pose proof (bpow_gt_0 radix2 (-150)) as P.
  apply flt_real in H; [| exact F | now apply finite_if]. rewrite (real_smaller _ _ Fa' Fb'), !real_fabs in H.
  pose proof (Rmin_l (Rabs (real a)) (Rabs (real b))). pose proof (Rmin_r (Rabs (real a)) (Rabs (real b))).
  apply Rabs_le_inv in X, R_is. split; lra.
Qed.
End Tests.

Theorem tangent_end_normal x f cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    n1 n2 n3 n4 n5 n6 vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest unknown kind feature time ox oy qx
    qy nx ny T :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  let e := if Z.eqb (feature_number f) 2 then a else b in
  let n := Point ((px c - px e + T * px v) / R) ((py c - py e + T * py v) / R) in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_tangent_end_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy sw sz sv (feature_number f)
    n1 n2 n3 n4 n5 n6 true vhx vhy vlx vly t rest err dhx dhy dlx dly length length_rest ->
  sweep_of_tangent_results cx cy cr ax ay bx by_ wr (feature_number f) t rest vhx vhy vlx vly dhx dhy dlx dly
    length length_rest unknown kind feature time ox oy qx qy nx ny ->
  f <> Side -> hits_at f x c v a b R T ->
  bpow radix2 (-151) <= R /\ px n * px n + py n * py n = 1 /\
  is_normal_coordinate nx (px n) /\ is_normal_coordinate ny (py n).
Proof.
  intros c v a b R e n Hv Hs Ht Hr NS Hit.
  edestruct set_tangent_end_correct with (4 := NS) (5 := Hit)
    as (_ & Ft & Frest & [t0 t1] & Fe & Near & _ & Own & Hrest & (Flx & Fly) & Frl & Fvlx & Fvly);
    [exact Hv | exact Hs | exact Ht |].
  destruct (set_tangent_end_direction _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ht)
    as (Wd & Dhx & Dlx & Dhy & Dly & El & Er & Len & Small & Least). clear Ht.
  pose proof (normal_of_tangent _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hr) as Fast. clear Hr.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct K as [[_ Nw Nz Nv _ _ _ _ Sr _] _ _ _]. destruct Sr as (((Fr & Br) & R0) & _). clear Hs.
  assert (nsv : nonneg sv /\ wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx /\ zy = fsub cy by_ /\
    r = fadd cr wr /\ vx = (if is_end then fsub mx cx else mx) /\ vy = (if is_end then fsub my cy else my)).
  { unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv. cbv [andb] in *.
    split; [destruct is_end; subst; repeat apply nonneg_fadd; apply nonneg_fabs |].
    destruct is_end; subst; repeat split; congruence. }
  destruct nsv as (nsv & -> & -> & -> & -> & -> & Evx & Evy). clear Hv.
  destruct (displacement_parts _ _ _ _ _ _ _ _ _ _ _ _ _ Wd) as (Evx' & Evy' & Vx & Vy & Cvx & Cvy).
  assert (vx = vhx /\ vy = vhy) as (-> & ->) by (split; congruence). clear Evx Evy Evx' Evy' Wd.
  specialize (Vx Fvlx). specialize (Vy Fvly).
  destruct (near_size _ _ _ _ _ Nv) as (Sv1 & Sv2). destruct (Cvx Sv1) as (Lvx & _). destruct (Cvy Sv2) as (Lvy & _).
  specialize (Lvx Fvlx). specialize (Lvy Fvly). destruct Nv as (Fvx & Fvy & _ & _ & Sum & _). rewrite u_double in Sum.
  pose proof (Rabs_pos (real vhx)). pose proof (Rabs_pos (real vhy)).
  (* the reach *)
  const_facts 1%Z (-150)%Z F150 V150. rewrite Rmult_1_l in V150. subst length length_rest.
  apply fle_real in Len; [| exact F150 | exact Fr]. rewrite V150 in Len.
  pose proof (sum_value _ _ Frl) as Rv. fold R in Rv. destruct (two_sum_rest_small _ _ Frl) as (_ & Lr).
  rewrite u_double, (Rabs_pos_eq (real (fadd cr wr))) in Lr by exact R0. apply Rabs_le_inv in Br.
  set (rh := fadd cr wr) in *. set (rl := sum_rest cr wr) in *. destruct Br as [_ Br].
  assert (Rn : Rabs (real rh - R) <= u53 * real rh).
  { replace (real rh - R) with (- real rl) by lra. now rewrite Rabs_Ropp. }
  pose proof (bpow_gt_0 radix2 (-150)) as P.
  assert (Rr : bpow radix2 (-151) <= R <= bpow radix2 203).
  { apply Rabs_le_inv in Rn. change (-151)%Z with (-1 + -150)%Z. change 203%Z with (3 + 200)%Z. rewrite !bpow_plus.
    change (bpow radix2 (-1)) with (/ 2). change (bpow radix2 3) with 8. pose proof (bpow_gt_0 radix2 200). lra. }
  assert (Rp : 0 < R) by (pose proof (bpow_gt_0 radix2 (-151)); lra).
  assert (e0 : 0 <= real err) by (pose proof (Rabs_pos (T - (real t + real rest))); lra).
  pose proof (time_test err sv rh R Fr (conj Len Br) Rn Fe e0 nsv Small) as Small'.
  (* the contact *)
  set (X := px c - px e) in *. set (Y := py c - py e) in *.
  assert (Touch : (X + T * px v) * (X + T * px v) + (Y + T * py v) * (Y + T * py v) = R * R).
  { destruct Hit as (_ & _ & (s & Fs & Ds & _) & _). unfold dist2_at, moved in Ds. cbn [px py] in Ds.
    unfold X, Y, e. destruct f; [now elim NS | |]; simpl in Fs; cbn [feature_number Z.eqb Pos.eqb].
    - destruct Fs as [_ ->]. rewrite <- (Rsqr_pow2 R) in Ds. unfold Rsqr in Ds. rewrite <- Ds. ring.
    - destruct Fs as [_ ->]. rewrite <- (Rsqr_pow2 R) in Ds. unfold Rsqr in Ds. rewrite <- Ds. ring. }
  assert (T0 : 0 <= T) by (destruct Hit as (Q & _); lra).
  assert (N2 : px n * px n + py n * py n = 1).
  { unfold n. cbn [px py].
    replace ((X + T * px v) / R * ((X + T * px v) / R) + (Y + T * py v) / R * ((Y + T * py v) / R))
      with (((X + T * px v) * (X + T * px v) + (Y + T * py v) * (Y + T * py v)) / (R * R)) by (field; lra).
    rewrite Touch. field. lra. }
  split; [apply Rr |]. split; [exact N2 |].
  (* the start *)
  set (ex := if Z.eqb (feature_number f) 2 then ax else bx) in *.
  set (ey := if Z.eqb (feature_number f) 2 then ay else by_) in *.
  assert (Start : (finite (fsub cx ex) /\ Rabs (real (fsub cx ex)) <= bpow radix2 201) /\
    (finite (fsub cy ey) /\ Rabs (real (fsub cy ey)) <= bpow radix2 201) /\ px e = real ex /\ py e = real ey).
  { destruct (near_size _ _ _ _ _ Nw) as (W1 & W2). destruct (near_size _ _ _ _ _ Nz) as (Z1 & Z2).
    destruct Nw as (W3 & W4 & _). destruct Nz as (Z3 & Z4 & _). unfold ex, ey, e.
    destruct (Z.eqb (feature_number f) 2); auto. }
  destruct Start as ((Fex & Sx) & (Fey & Sy) & Ex & Ey). clear Nw Nz.
  pose proof (proj1 (difference_coordinate _ _ Sx) Flx) as Lex.
  pose proof (proj1 (difference_coordinate _ _ Sy) Fly) as Ley.
  assert (Within : Rabs (X + T * px v) <= R /\ Rabs (Y + T * py v) <= R).
  { split; apply Rsqr_incr_0_var; try lra; unfold Rsqr; rewrite <- Rabs_mult, (Rabs_pos_eq (_ * _)) by apply Rle_0_sqr.
    - pose proof (Rle_0_sqr (Y + T * py v)) as Q. unfold Rsqr in Q. lra.
    - pose proof (Rle_0_sqr (X + T * px v)) as Q. unfold Rsqr in Q. lra. }
  destruct Within as (Wx & Wy). assert (t01 : 0 < real t < 1) by (pose proof (bpow_gt_0 radix2 (-200)); lra).
  destruct (direction_near (fsub cx ex) (difference_rest cx ex) vhx vlx t rest X (px v) T R (real err) (real sv))
    as (Fhx & Flx' & Lx & Nx); try assumption; try lra.
  { rewrite (difference_value _ _ Flx), <- Ex. reflexivity. }
  destruct (direction_near (fsub cy ey) (difference_rest cy ey) vhy vly t rest Y (py v) T R (real err) (real sv))
    as (Fhy & Fly' & Ly & Ny); try assumption; try lra.
  { rewrite (difference_value _ _ Fly), <- Ey. reflexivity. }
  rewrite <- Dhx in Fhx, Lx, Nx. rewrite <- Dlx in Flx', Lx, Nx. rewrite <- Dhy in Fhy, Ly, Ny.
  rewrite <- Dly in Fly', Ly, Ny. clear Dhx Dhy Dlx Dly.
  destruct (coordinate_test rh R Fr (conj Len Br) Rn dhx dhy Fhx Fhy Least) as (Bx & By).
  (* a coordinate *)
  assert (Final : forall (h l : D) N, Rabs (real l) <= u53 * Rabs (real h) ->
    Rabs (real h + real l - N) <= 108 / 100 * p70 * R -> Rabs N <= R ->
    999 / 1000 * / 1048576 * R <= Rabs (real h) ->
    Rabs (real h) <= 2 * real rh /\ Rabs ((real h + real l) / R - N / R) <= 108 / 100 * p70 /\ Rabs (N / R) <= 1 /\
    99 / 100 * / 1048576 <= Rabs ((real h + real l) / R)).
  { intros h l N Hl HN BN Bh. assert (Ri : forall z, Rabs (z / R) * R = Rabs z).
    { intros z. rewrite <- (Rabs_pos_eq R) at 2 by lra. rewrite <- Rabs_mult. f_equal. field. lra. }
    pose proof (Rabs_triang_inv (real h) (- real l)) as Q. rewrite Rabs_Ropp in Q.
    replace (real h - - real l) with (real h + real l) in Q by ring.
    assert (Q2 : Rabs (real h + real l) <= Rabs N + 108 / 100 * p70 * R).
    { replace (real h + real l) with (N + (real h + real l - N)) by ring. eapply Rle_trans; [apply Rabs_triang | lra]. }
    apply Rabs_le_inv in Rn. split; [lra |]. split; [| split]; apply Rmult_le_reg_r with R; try lra; rewrite ?Ri;
      try lra.
    replace ((real h + real l) / R - N / R) with ((real h + real l - N) / R) by (field; lra). rewrite Ri. exact HN. }
  destruct (Final dhx dlx _ Lx Nx Wx Bx) as (Hx & Ax & Ux & Mx).
  destruct (Final dhy dly _ Ly Ny Wy By) as (Hy & Ay & Uy & My). clear Final.
  destruct (fast_normal_rounded_once _ _ _ _ _ _ _ _ R Fast Fhx Fhy Flx' Fly' Fr Frl) as (Qx & Qy);
    try assumption; try lra.
  { split; [exact Len |]. eapply Rle_trans; [exact Br | apply bpow_le; lia]. }
  { rewrite Rv, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  split; [apply (normal_from_quotient _ _ _ Qx Ax Ux Mx) | apply (normal_from_quotient _ _ _ Qy Ay Uy My)].
Qed.
