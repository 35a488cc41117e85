(* A coordinate of the contact point as a whole: the sum of its terms, its last rounding, and the test that it has not
   lost too many digits. The error of the sum is below 2^-97 of the terms. A coordinate is kept if it is at least 2^-40
   of the terms; then the error is below 2^-57 of the coordinate. docs/exactness.md, "Point". *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps ContactRoot
  ContactDepth ContactEnd ContactPointSteps.

Open Scope R_scope.

(* A sum of magnitudes, from below. *)
Lemma sum_at_least (v w : F double) : finite (fadd v w) -> 0 <= real v -> 0 <= real w ->
  999/1000 * (real v + real w) <= real (fadd v w).
Proof.
  intros F v0 w0. destruct (fadd_finite _ _ F) as (_ & _ & E). destruct ud_small as [U0 U1].
  pose proof (rnd_sum_error double (real v) (real w) (real_in_format _) (real_in_format _)) as Q. rewrite <- E in Q.
  rewrite (Rabs_pos_eq (real v + real w)) in Q by lra. apply Rabs_le_inv in Q.
  assert (ud * (real v + real w) <= / 1000 * (real v + real w)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma kept (hi lo t point : F double) (P S : R) :
  finite hi -> Rabs (real hi) <= bpow radix2 320 -> finite lo -> Rabs (real lo) <= bpow radix2 320 ->
  nonneg t -> (finite t -> 97/100 * S <= real t) -> bpow radix2 (-500) <= S ->
  Rabs (real hi + real lo - P) <= 430 * (ud * (ud * S)) ->
  point = fadd (fadd hi lo) (fconst 0 0) -> fle (fmul (fconst 1 (-40)) t) (fabs point) = true ->
  finite point /\ is_rounded_coordinate (real point) P.
Proof.
  intros Fh Bh Fl Bl Nt Ht S0 HP Ep Hk. destruct ud_small as [U0 U1]. destruct zero_value as [Fz Ez].
  assert (B : Rabs (real hi + real lo) <= bpow radix2 321) by (change 321%Z with (320 + 1)%Z; apply sum_below;
    assumption).
  destruct (fadd_is_finite hi lo 321 ltac:(unfold emin; simpl; lia) Fh Fl B) as (F1 & E1 & _).
  destruct (fadd_exact (fadd hi lo) (fconst 0 0) (fadd hi lo) F1 Fz ltac:(rewrite Ez; ring)) as (F2 & E2).
  rewrite <- Ep in F2, E2. split; [exact F2 |]. rewrite E2, E1. apply rounded_coordinate. rewrite <- E1, <- E2.
  destruct (constant_value (-40) ltac:(lia)) as [F4 E4].
  assert (Nl : nonneg (fmul (fconst 1 (-40)) t)) by (apply nonneg_fmul; [apply nonneg_of_real; [exact F4 | rewrite E4;
    apply bpow_ge_0] | exact Nt]).
  pose proof (fle_finite _ _ Hk Nl (finite_fabs _ F2)) as Fle. apply fle_real in Hk; auto using finite_fabs.
  rewrite real_fabs in Hk.
  destruct (fmul_finite _ _ Fle) as (_ & Ft & El). specialize (Ht Ft). rewrite El, E4 in Hk.
  pose proof (rnd_error double (bpow radix2 (-40) * real t)) as Q. pose proof (bpow_gt_0 radix2 (-500)) as Z5.
  pose proof (bpow_gt_0 radix2 (-40)) as Z4.
  set (p := Rabs (real point)) in *. set (b := bpow radix2 (-40) * real t) in *.
  assert (b0 : 0 <= b) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq b) in Q by exact b0. apply Rabs_le_inv in Q.
  assert (ud * b <= / 1000 * b) by (apply Rmult_le_compat_r; lra).
  assert (b1 : bpow radix2 (-40) * (97/100 * S) <= b) by (apply Rmult_le_compat_l; lra).
  assert (T : tiny <= / 1000 * (bpow radix2 (-40) * S)).
  { eapply Rle_trans; [exact tiny_is_tiny |]. apply Rle_trans
      with (bpow radix2 (-10) * (bpow radix2 (-40) * bpow radix2 (-500))).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; [apply bpow_ge_0 | rewrite <- bpow_plus; apply bpow_ge_0 | simpl; lra |].
      apply Rmult_le_compat_l; lra. }
  assert (L : 96/100 * (bpow radix2 (-40) * S) <= p) by lra.
  eapply Rle_trans; [exact HP |].
  assert (E : 512 * (ud * (ud * S)) = bpow radix2 (-57) * (bpow radix2 (-40) * S)).
  { change ud with (bpow radix2 (-53)). change 512 with (bpow radix2 9). rewrite <- !Rmult_assoc, <- !bpow_plus.
    reflexivity. }
  pose proof (Rmult_le_compat_l (bpow radix2 (-57)) _ _ (bpow_ge_0 _ _) L) as K. pose proof (bpow_ge_0 radix2 (-57)).
  assert (0 <= bpow radix2 (-57) * (bpow radix2 (-40) * S)) by (repeat apply Rmult_le_pos; try apply bpow_ge_0; lra).
  replace (bpow radix2 (-57) * (96/100 * (bpow radix2 (-40) * S)))
    with (96/100 * (bpow radix2 (-57) * (bpow radix2 (-40) * S))) in K by ring.
  lra.
Qed.

(* A term: h + low for X, of at most M. *)
Record is_term (h low : F double) (X M E : R) : Prop := {
  M_size : bpow radix2 (-500) <= M <= bpow radix2 300;
  h_finite : finite h; h_size : - (102/100 * M) <= real h <= 102/100 * M;
  low_finite : finite low; low_size : - (195/10 * (ud * M)) <= real low <= 195/10 * (ud * M);
  term_error : - E <= real h + real low - X <= E }.

Lemma abs_below (v : F double) k : below v k -> - Rabs (real v) <= real v <= Rabs (real v) /\
  0 <= Rabs (real v) <= bpow radix2 k.
Proof. intros [_ B]. split; [apply Rabs_le_inv, Rle_refl | split; [apply Rabs_pos | exact B]]. Qed.

Section Sums.
Variables a h1 low1 h2 low2 spread : F double.
Variables X1 M1 X2 M2 : R.
Hypothesis a_below : below a 300.
Let A := Rabs (real a).
Let s1 := fadd a h1.
Let l1 := fadd (sum_rest a h1) low1.

(* The point of the axis. *)
Lemma axis_coordinate point : is_term h1 low1 X1 M1 (363 * (ud * (ud * M1))) ->
  nonneg spread -> (finite spread -> 99/100 * M1 <= real spread) ->
  point = fadd (fadd s1 l1) (fconst 0 0) -> fle (fmul (fconst 1 (-40)) (fadd (fabs a) spread)) (fabs point) = true ->
  finite point /\ is_rounded_coordinate (real point) (real a + X1).
Proof.
  intros [MS Fh Sh Fl Sl He] Ns Hs Ep Hk. destruct ud_small as [U0 U1]. pose proof (bpow_gt_0 radix2 (-500)) as Z.
  destruct (abs_below _ _ a_below) as (Aa & A0 & AB). fold A in Aa, A0, AB. assert (M0 : 0 <= M1) by lra. scales A A0.
  scales M1 M0.
  destruct (first_sum a h1 low1 X1 A M1 _ a_below Aa Fh Sh Fl Sl He ltac:(lra) ltac:(lra))
    as (Bs & Ss & F1 & Sl1 & He1). fold s1 in Bs, Ss, He1. fold l1 in F1, Sl1, He1.
  replace (ud * (1001/1000 * A + 206/10 * M1)) with (1001/1000 * (ud * A) + 206/10 * (ud * M1)) in * by ring.
  replace (ud * (1001/1000 * (ud * A) + 206/10 * (ud * M1)))
    with (1001/1000 * (ud * (ud * A)) + 206/10 * (ud * (ud * M1))) in * by ring.
  assert (B300 : 4 * bpow radix2 300 <= bpow radix2 320) by (change 4 with (bpow radix2 2); rewrite <- bpow_plus;
    apply bpow_le; lia).
  apply (kept s1 l1 (fadd (fabs a) spread) point (real a + X1) (A + M1)); auto; try lra.
  - apply Bs.
  - apply Rabs_le. lra.
  - apply Rabs_le. lra.
  - apply nonneg_fadd; [apply nonneg_fabs | exact Ns].
  - intros Ft. destruct (fadd_finite _ _ Ft) as (_ & Fsp & _). specialize (Hs Fsp).
    pose proof (sum_at_least _ _ Ft ltac:(rewrite real_fabs; exact A0) ltac:(lra)) as K. rewrite real_fabs in K.
    fold A in K. lra.
  - replace (430 * (ud * (ud * (A + M1)))) with (430 * (ud * (ud * A)) + 430 * (ud * (ud * M1))) by ring. apply Rabs_le.
    lra.
Qed.

(* The point of the axis and the radius. *)
Lemma surface_coordinate point : is_term h1 low1 X1 M1 (363 * (ud * (ud * M1))) ->
  is_term h2 low2 X2 M2 (279 * (ud * (ud * M2))) ->
  99/100 * M2 <= Rabs (real h2) -> nonneg spread -> (finite spread -> 99/100 * M1 <= real spread) ->
  point = fadd (fadd (fadd s1 h2) (fadd (fadd (sum_rest s1 h2) l1) low2)) (fconst 0 0) ->
  fle (fmul (fconst 1 (-40)) (fadd (fadd (fabs a) spread) (fabs h2))) (fabs point) = true ->
  finite point /\ is_rounded_coordinate (real point) (real a + X1 + X2).
Proof.
  intros [MS Fh Sh Fl Sl He] [MS2 Fh2 Sh2 Fl2 Sl2 He2] H2 Ns Hs Ep Hk. destruct ud_small as [U0 U1].
  pose proof (bpow_gt_0 radix2 (-500)) as Z.
  destruct (abs_below _ _ a_below) as (Aa & A0 & AB). fold A in Aa, A0, AB. assert (M0 : 0 <= M1) by lra.
  assert (N0 : 0 <= M2) by lra.
  scales A A0. scales M1 M0. scales M2 N0.
  destruct (first_sum a h1 low1 X1 A M1 _ a_below Aa Fh Sh Fl Sl He ltac:(lra) ltac:(lra))
    as (Bs & Ss & F1 & Sl1 & He1). fold s1 in Bs, Ss, He1. fold l1 in F1, Sl1, He1.
  assert (B300 : 100 * bpow radix2 300 <= bpow radix2 310).
  { change 310%Z with (10 + 300)%Z. rewrite bpow_plus. simpl (bpow radix2 10). pose proof (bpow_ge_0 radix2 300). lra. }
  assert (B310 : 100 * bpow radix2 310 <= bpow radix2 320).
  { change 320%Z with (10 + 310)%Z. rewrite bpow_plus. simpl (bpow radix2 10). pose proof (bpow_ge_0 radix2 310). lra. }
  pose proof (bpow_ge_0 radix2 300) as Z3. pose proof (bpow_ge_0 radix2 310) as Z4.
  set (S := 1001/1000 * (A + 102/100 * M1)) in *. set (L := 1001/1000 * A + 206/10 * M1) in *.
  assert (S0 : 0 <= S <= bpow radix2 310) by (unfold S; lra). assert (L0 : 0 <= L <= bpow radix2 310) by (unfold L;
    lra).
  assert (EL : ud * (ud * L) = 1001/1000 * (ud * (ud * A)) + 206/10 * (ud * (ud * M1))) by (unfold L; ring).
  rewrite EL in He1.
  destruct (next_sum s1 l1 h2 low2 (real a + X1) X2 S L M2 _ _ (below_weaken s1 304 310 Bs ltac:(lia)) Ss F1 Sl1 He1 Fh2
    Sh2 Fl2 Sl2 He2 S0 L0 ltac:(lra))
    as (F3 & S3 & F4 & S4 & He3).
  assert (EU : ud * (ud * (201/100 * S + 201/100 * L + 217/10 * M2)) <= ud * (ud * (403/100 * A + 436/10 * M1 + 217/10 *
    M2))).
  { repeat (apply Rmult_le_compat_l; [lra |]). unfold S, L. lra. }
  replace (ud * (ud * (403/100 * A + 436/10 * M1 + 217/10 * M2)))
    with (403/100 * (ud * (ud * A)) + 436/10 * (ud * (ud * M1)) + 217/10 * (ud * (ud * M2))) in EU by ring.
  assert (USL : 0 <= 21 * (ud * (S + L + M2)) <= bpow radix2 320).
  { assert (0 <= ud * (S + L + M2)) by (apply Rmult_le_pos; lra).
    assert (ud * (S + L + M2) <= / 1000 * (S + L + M2)) by (apply Rmult_le_compat_r; lra). lra. }
  apply (kept (fadd s1 h2) (fadd (fadd (sum_rest s1 h2) l1) low2) (fadd (fadd (fabs a) spread) (fabs h2)) point (real a
    + X1 + X2) (A + M1 + M2)); auto; try lra.
  - apply Rabs_le. lra.
  - apply Rabs_le. lra.
  - repeat apply nonneg_fadd; auto using nonneg_fabs.
  - intros Ft. destruct (fadd_finite _ _ Ft) as (Ft1 & _ & _). destruct (fadd_finite _ _ Ft1) as (_ & Fsp & _).
    specialize (Hs Fsp).
    pose proof (sum_at_least _ _ Ft1 ltac:(rewrite real_fabs; exact A0) ltac:(lra)) as K. rewrite real_fabs in K.
    fold A in K.
    pose proof (sum_at_least _ _ Ft ltac:(lra) ltac:(rewrite real_fabs; apply Rabs_pos)) as K2. rewrite real_fabs in K2.
    lra.
  - replace (430 * (ud * (ud * (A + M1 + M2)))) with (430 * (ud * (ud * A)) + 430 * (ud * (ud * M1)) + 430 *
      (ud * (ud * M2))) by ring. apply Rabs_le. lra.
Qed.

(* An end and the radius. *)
Lemma end_coordinate point : is_term h2 low2 X2 M2 (279 * (ud * (ud * M2))) -> 99/100 * M2 <= Rabs (real h2) ->
  point = fadd (fadd (fadd a h2) (fadd (fadd (sum_rest a h2) (fconst 0 0)) low2)) (fconst 0 0) ->
  fle (fmul (fconst 1 (-40)) (fadd (fabs a) (fabs h2))) (fabs point) = true ->
  finite point /\ is_rounded_coordinate (real point) (real a + X2).
Proof.
  intros [MS2 Fh2 Sh2 Fl2 Sl2 He2] H2 Ep Hk. destruct ud_small as [U0 U1]. pose proof (bpow_gt_0 radix2 (-500)) as Z.
  destruct zero_value as [Fz Ez].
  destruct (abs_below _ _ a_below) as (Aa & A0 & AB). fold A in Aa, A0, AB. assert (N0 : 0 <= M2) by lra. scales A A0.
  scales M2 N0.
  assert (B310 : 100 * bpow radix2 310 <= bpow radix2 320).
  { change 320%Z with (10 + 310)%Z. rewrite bpow_plus. simpl (bpow radix2 10). pose proof (bpow_ge_0 radix2 310). lra. }
  assert (B300 : bpow radix2 300 <= bpow radix2 310) by (apply bpow_le; lia). pose proof (bpow_ge_0 radix2 310) as Z4.
  destruct (next_sum a (fconst 0 0) h2 low2 (real a) X2 A 0 M2 0 _ (below_weaken a 300 310 a_below ltac:(lia)) Aa Fz
    ltac:(rewrite Ez; lra)
    ltac:(rewrite Ez; lra) Fh2 Sh2 Fl2 Sl2 He2 ltac:(lra) ltac:(lra) ltac:(lra)) as (F3 & S3 & F4 & S4 & He3).
  replace (ud * (201/100 * A + 201/100 * 0 + 217/10 * M2)) with (201/100 * (ud * A) + 217/10 * (ud * M2)) in He3
    by ring.
  replace (ud * (201/100 * (ud * A) + 217/10 * (ud * M2))) with (201/100 * (ud * (ud * A)) + 217/10 * (ud * (ud * M2)))
    in He3 by ring.
  assert (USL : 0 <= 21 * (ud * (A + 0 + M2)) <= bpow radix2 320).
  { assert (0 <= ud * (A + 0 + M2)) by (apply Rmult_le_pos; lra).
    assert (ud * (A + 0 + M2) <= / 1000 * (A + 0 + M2)) by (apply Rmult_le_compat_r; lra). lra. }
  apply (kept (fadd a h2) (fadd (fadd (sum_rest a h2) (fconst 0 0)) low2) (fadd (fabs a) (fabs h2)) point (real a + X2)
    (A + M2)); auto; try lra.
  - apply Rabs_le. lra.
  - apply Rabs_le. lra.
  - repeat apply nonneg_fadd; auto using nonneg_fabs.
  - intros Ft. pose proof (sum_at_least _ _ Ft ltac:(rewrite real_fabs; exact A0) ltac:(rewrite real_fabs;
      apply Rabs_pos)) as K.
    rewrite !real_fabs in K. fold A in K. lra.
  - replace (430 * (ud * (ud * (A + M2)))) with (430 * (ud * (ud * A)) + 430 * (ud * (ud * M2))) by ring. apply Rabs_le.
    lra.
Qed.

End Sums.
