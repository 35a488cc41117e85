(* What a certain time of set_fast_time says of the guess, and the geometry of the contact with an end, in real numbers.

   The guess is finite and positive, because a larger error than 2^-60 of it is not certain; as the bound includes 2^-50
   of the step, the step is below 2^-9 of the guess. T is the time when the distance to the end falls to R; there the
   rate is sqrt D, and the residual at the guess is a quadratic of the rest of the time. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Terms_wide Terms_fast ErrorFreeTerms Wide SweepTime
  TimeEndTerms.

Open Scope R_scope.

Opaque fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

Lemma not_below_nan (x : D) : flt x B754_nan = false.
Proof. destruct x as [| [|] | | [|]]; reflexivity. Qed.

(* The guess is a number. *)
Lemma certain_guess_finite (guess step error : D) :
  flt error (fmul (fconst 1 (-60)) guess) = true -> finite error -> flt (fadd guess step) (fconst 1 0) = true ->
  finite guess.
Proof.
  intros H Fe L. destruct (power_value (-60) eq_refl eq_refl) as [F1 V1]. pose proof (bpow_gt_0 radix2 (-60)) as P.
  destruct guess as [| sg | | ]; try reflexivity; exfalso.
  - destruct sg.
    + set (c := fconst 1 (-60) : D) in *. destruct c as [sc | sc | | sc m e Hm]; try discriminate F1.
      * unfold real in V1. simpl in V1. lra.
      * destruct sc.
        { unfold real in V1. simpl in V1. assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0.
          simpl in *. lra. }
        destruct error as [| | | [|]]; discriminate.
    + revert L. set (c := fconst 1 0 : D). unfold flt, fadd.
      destruct step as [| [|] | |]; destruct c as [| [|] | | [|]]; simpl; try discriminate;
        pose proof (proj1 one_value) as F2; intros; try discriminate.
  - set (c := fconst 1 (-60) : D) in *. destruct c; cbn in H; rewrite not_below_nan in H; discriminate.
Qed.

(* A certain time, if the bound of its error is not negative. *)
Lemma certain_time (guess step error t rest err : D) :
  set_fast_time_results guess step error true t rest err -> nonneg error ->
  finite guess /\ finite error /\ real error <= (1 + 2 * u53) * (bpow radix2 (-60) * real guess) + bpow radix2 (-1075)
    /\
  flt (fadd guess step) (fconst 1 0) = true.
Proof.
  intros (hi & lo & e & H) Ne. destruct H as [H1 -> -> -> R].
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ H1) as (-> & -> & _).
  symmetry in R. apply andb_true_iff in R. destruct R as [R R3]. apply andb_true_iff in R. destruct R as [R1 R2].
  pose proof (flt_finite _ _ R1 Ne) as Fe. pose proof (certain_guess_finite _ _ _ R2 Fe R3) as Fg.
  destruct (power_value (-60) eq_refl eq_refl) as [F1 V1].
  assert (B : Rabs (real (fconst 1 (-60) : D) * real guess) <= bpow radix2 1000).
  { rewrite V1, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    apply Rle_trans with (bpow radix2 (-60) * bpow radix2 1024).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. apply Rlt_le, (real_below (guess : D)).
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (fmul_is_finite (fconst 1 (-60)) guess 1000 (conj eq_refl eq_refl) F1 Fg B) as (Fp & Ep & _).
  pose proof (flt_real _ _ Fe Fp R2) as L. rewrite V1 in Ep.
  pose proof (rnd_error double (bpow radix2 (-60) * real guess)) as Er. rewrite <- Ep, u_double, eta_double in Er.
  pose proof (nonneg_real _ Ne) as E0.
  assert (P : 0 <= bpow radix2 (-60) * real guess).
  { apply Rnot_lt_le. intros N. assert (real (fmul (fconst 1 (-60) : D) guess) <= 0).
    { rewrite Ep, <- (rnd_zero double). apply rnd_le. lra. }
    lra. }
  rewrite (Rabs_pos_eq (bpow radix2 (-60) * real guess)) in Er by exact P. apply Rabs_le_inv in Er.
  split; [exact Fg |]. split; [exact Fe |]. split; [lra | exact R3].
Qed.

(* If the bound includes 2^-50 of the step and 2^-263, the step is small against the guess. *)
Lemma certain_step (guess step error : D) :
  finite guess -> finite step -> flt (fadd guess step) (fconst 1 0) = true ->
  real error <= (1 + 2 * u53) * (bpow radix2 (-60) * real guess) + bpow radix2 (-1075) ->
  99 / 100 * (bpow radix2 (-50) * Rabs (real step)) + bpow radix2 (-263) <= real error ->
  0 < real guess <= 101 / 100 /\ Rabs (real step) <= / 1000 * real guess /\ real error <= bpow radix2 (-59).
Proof.
  intros Fg Fs L U B. pose proof (Rabs_pos (real step)) as s0.
  assert (E1 : 2 * bpow radix2 (-1075) <= bpow radix2 (-263)).
  { change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_gt_0 radix2 (-1075)) as e0. pose proof (bpow_gt_0 radix2 (-60)) as p0.
  assert (E50 : bpow radix2 (-50) = 1024 * bpow radix2 (-60)) by (rewrite <- (bpow_plus radix2 10); reflexivity).
  assert (E59 : bpow radix2 (-59) = 2 * bpow radix2 (-60)) by (rewrite <- (bpow_plus radix2 1); reflexivity).
  rewrite E50 in B. set (p := bpow radix2 (-60)) in *.
  assert (ps : 0 <= p * Rabs (real step)) by (apply Rmult_le_pos; lra).
  assert (Q : 1013 * Rabs (real step) * p <= (1 + 2 * u53) * real guess * p) by lra.
  apply Rmult_le_reg_r in Q; [| exact p0].
  assert (G0 : 0 < real guess).
  { apply Rnot_le_lt. intros N. assert ((1 + 2 * u53) * real guess * p <= 0) by nra. lra. }
  assert (S1 : Rabs (real step) <= / 1000 * real guess) by lra.
  destruct (small_sum_finite guess step Fg Fs ltac:(lra) L) as (Fo & L1).
  assert (O : real guess = 0 \/ Rabs (real step) <= Rabs (real guess)) by (right; rewrite (Rabs_pos_eq (real guess));
    lra).
  destruct (ordered_sum_exact guess step Fo O) as (_ & _ & Ft & Et & _).
  pose proof (rnd_sum_error double _ _ (real_in_format guess) (real_in_format step)) as R. rewrite <- Et, u_double in R.
  assert (G1 : 999 / 1000 * real guess <= real guess + real step) by (clear - S1; two_sided; lra).
  rewrite (Rabs_pos_eq (real guess + real step)) in R by lra. apply Rabs_le_inv in R.
  assert (G2 : real guess <= 101 / 100) by lra. split; [lra |]. split; [exact S1 |]. rewrite E59.
  assert (p * real guess <= p * (101 / 100)) by (apply Rmult_le_compat_l; lra).
  assert (1000 * bpow radix2 (-1075) <= p).
  { unfold p. apply Rle_trans with (bpow radix2 10 * bpow radix2 (-1075)); [apply Rmult_le_compat_r; [lra | simpl;
      lra] |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  lra.
Qed.

(* The contact with an end: e + T v is at the distance R, and comes nearer. *)
Definition end_contact (ex ey vx vy R T : R) :=
  (ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy) = R * R /\
  (ex + T * vx) * vx + (ey + T * vy) * vy < 0.

Lemma end_contact_rate ex ey vx vy R T (s := - ((ex + T * vx) * vx + (ey + T * vy) * vy)) (k := vx * ey - vy * ex) :
  end_contact ex ey vx vy R T -> 0 < s /\ s * s = R * R * (vx * vx + vy * vy) - k * k.
Proof.
  intros [H1 H2]. unfold s, k. split; [lra |]. rewrite <- H1. ring.
Qed.

Lemma end_contact_residual ex ey vx vy R T g (s := - ((ex + T * vx) * vx + (ey + T * vy) * vy)) (x := T - g) :
  end_contact ex ey vx vy R T ->
  (vx * vx + vy * vy) * (x * x) + 2 * s * x = (ex + g * vx) * (ex + g * vx) + (ey + g * vy) * (ey + g * vy) - R * R.
Proof. intros [H1 _]. unfold s, x. rewrite <- H1. ring. Qed.

Lemma end_contact_exists ex ey vx vy R (k := vx * ey - vy * ex) :
  0 < R * R * (vx * vx + vy * vy) - k * k -> exists T, end_contact ex ey vx vy R T.
Proof.
  intros H. set (a := vx * vx + vy * vy) in *. set (d := R * R * a - k * k) in *.
  assert (k0 : 0 <= k * k) by apply Rle_0_sqr. assert (a0 : 0 <= a) by (unfold a; pose proof (Rle_0_sqr vx); pose
    proof (Rle_0_sqr vy); unfold Rsqr in *; lra).
  assert (A : 0 < a).
  { destruct a0 as [A | A]; [exact A |]. exfalso. unfold d in H. rewrite <- A in H. lra. }
  pose proof (sqrt_lt_R0 d H) as q0. pose proof (sqrt_sqrt d (Rlt_le _ _ H)) as Q. set (q := sqrt d) in *.
  set (b := ex * vx + ey * vy). exists ((- b - q) / a). set (T := (- b - q) / a).
  assert (ET : T * a = - b - q) by (unfold T; field; lra).
  assert (Rate : (ex + T * vx) * vx + (ey + T * vy) * vy = - q).
  { replace ((ex + T * vx) * vx + (ey + T * vy) * vy) with (b + T * a) by (unfold a, b; ring). lra. }
  split; [| lra]. apply Rmult_eq_reg_r with a; [| lra].
  replace (((ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy)) * a) with
    (((ex + T * vx) * vx + (ey + T * vy) * vy) * ((ex + T * vx) * vx + (ey + T * vy) * vy) + k * k)
    by (unfold a, k; ring).
  rewrite Rate. replace (- q * - q) with (q * q) by ring. rewrite Q. unfold d. ring.
Qed.

(* At the start the end is not nearer than R. *)
Lemma starts_beyond ex ey vx vy R T :
  0 <= R -> end_contact ex ey vx vy R T -> 0 <= T -> R <= Rabs ex + Rabs ey.
Proof.
  intros R0 [At Q] T0. set (q := (ex + T * vx) * vx + (ey + T * vy) * vy) in *.
  assert (Far : R * R <= ex * ex + ey * ey).
  { assert (0 <= T * - q) by (apply Rmult_le_pos; lra). assert (0 <= T * T * (vx * vx + vy * vy)).
    { pose proof (Rle_0_sqr T). pose proof (Rle_0_sqr vx). pose proof (Rle_0_sqr vy). unfold Rsqr in *.
      apply Rmult_le_pos; lra. }
    replace (ex * ex + ey * ey) with (R * R + 2 * (T * - q) + T * T * (vx * vx + vy * vy))
      by (rewrite <- At; unfold q; ring).
    lra. }
  pose proof (Rabs_pos ex) as x0. pose proof (Rabs_pos ey) as y0. apply Rnot_lt_le. intros C.
  assert ((Rabs ex + Rabs ey) * (Rabs ex + Rabs ey) < R * R) by (apply Rmult_le_0_lt_compat; lra).
  assert (Sq : forall z, Rabs z * Rabs z = z * z).
  { intros z. rewrite <- Rabs_mult. apply Rabs_pos_eq, Rle_0_sqr. }
  assert (0 <= Rabs ex * Rabs ey) by now apply Rmult_le_pos.
  pose proof (Sq ex). pose proof (Sq ey). lra.
Qed.

(* The test that the error of the time is small against the normal. *)
Lemma normal_test (error size reach : D) :
  nonneg error -> nonneg size -> finite error -> finite reach -> bpow radix2 (-300) <= real reach <= bpow radix2 200 ->
  flt (fmul error size) (fmul (fconst 1 (-57)) reach) = true ->
  real error * real size <= 101 / 1600 * u53 * real reach.
Proof.
  intros Ne Nt Fe Fr0 [rL Br] H. set (r := real reach) in *. pose proof (nonneg_real _ Ne) as er0.
  pose proof (nonneg_real _ Nt) as t0. pose proof (bpow_gt_0 radix2 (-300)) as P300.
  assert (r1 : 0 < r) by lra.
  assert (er_small : bpow radix2 (-1075) <= / 1000000 * (bpow radix2 (-700) * r)).
  { apply Rle_trans with (/ 1000000 * (bpow radix2 (-700) * bpow radix2 (-300))).
    - apply Rle_trans with (bpow radix2 (-20) * (bpow radix2 (-700) * bpow radix2 (-300))).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + apply Rmult_le_compat_r; [apply Rmult_le_pos; apply bpow_ge_0 | simpl; lra].
    - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply bpow_ge_0 | exact rL]. }
  destruct (power_value (-57) eq_refl eq_refl) as [F57 V57].
  assert (E57 : bpow radix2 (-57) = / 16 * u53) by (change u53 with (bpow radix2 (-53)); rewrite <- (bpow_plus radix2
    (-4)); reflexivity).
  rewrite E57 in V57. assert (Nn : nonneg (fmul error size)) by now apply nonneg_fmul.
  assert (B57 : Rabs (real (fconst 1 (-57) : D) * real reach) <= bpow radix2 200).
  { fold r. rewrite V57, Rabs_pos_eq; [lra |]. apply Rmult_le_pos; lra. }
  destruct (fmul_is_finite (fconst 1 (-57)) reach 200 ltac:(split; reflexivity) F57 Fr0 B57) as (F3 & E3 & _).
  pose proof (flt_finite _ _ H Nn) as F4. pose proof (flt_real _ _ F4 F3 H) as L.
  pose proof (product_at_least error size _ _ F4 er0 t0 (Rle_refl _) (Rle_refl _)) as Lo.
  pose proof (rnd_error double (/ 16 * u53 * r)) as Hi. rewrite V57 in E3. fold r in E3.
  rewrite <- E3, u_double, eta_double, (Rabs_pos_eq (/ 16 * u53 * r)) in Hi by lra. apply Rabs_le_inv in Hi.
  assert (b700 : bpow radix2 (-700) * r <= / 1000000 * u53 * r).
  { apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (bpow radix2 (-20) * u53); [| apply Rmult_le_compat_r; [lra
      | simpl; lra]].
    change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (ev0 : 0 <= real error * real size) by (apply Rmult_le_pos; assumption).
  set (p := real error * real size) in *. lra.
Qed.

(* The contact where the distance falls to R (sg = 1) or grows beyond (sg = -1). *)
Definition directed_contact (sg ex ey vx vy R T : R) :=
  (ex + T * vx) * (ex + T * vx) + (ey + T * vy) * (ey + T * vy) = R * R /\
  sg * ((ex + T * vx) * vx + (ey + T * vy) * vy) < 0.

Section Directed.
Variables sg ex ey vx vy rr g : R.
Hypothesis is_unit : sg = 1 \/ sg = - 1.
Let px := ex + g * vx.
Let py := ey + g * vy.
Let w := - sg * (px * vx + py * vy).
Let f := px * px + py * py - rr * rr.
Let a := vx * vx + vy * vy.

(* The time from the guess to the contact is the nearer root of the quadratic. *)
Lemma contact_root T (x := sg * (T - g)) :
  directed_contact sg ex ey vx vy rr T -> 2 * w * x = f + a * (x * x) /\ a * x < w.
Proof.
  intros [H1 H2]. unfold f. rewrite <- H1. unfold w, a, x, px, py in *.
  assert (E : sg * sg = 1) by (destruct is_unit as [-> | ->]; ring). split.
  - replace (sg * (T - g) * (sg * (T - g))) with (sg * sg * ((T - g) * (T - g))) by ring.
    replace (2 * (- sg * ((ex + g * vx) * vx + (ey + g * vy) * vy)) * (sg * (T - g))) with
      (sg * sg * (- 2 * ((ex + g * vx) * vx + (ey + g * vy) * vy) * (T - g))) by ring.
    rewrite E. ring.
  - assert ((vx * vx + vy * vy) * (sg * (T - g)) - (- sg * ((ex + g * vx) * vx + (ey + g * vy) * vy)) =
      sg * ((ex + T * vx) * vx + (ey + T * vy) * vy)) by ring. lra.
Qed.

Lemma root_contact x : 2 * w * x = f + a * (x * x) -> a * x < w -> directed_contact sg ex ey vx vy rr (g + sg * x).
Proof.
  unfold directed_contact, w, f, a, px, py. intros H1 H2.
  assert (E : sg * sg = 1) by (destruct is_unit as [-> | ->]; ring). split.
  - replace ((ex + (g + sg * x) * vx) * (ex + (g + sg * x) * vx) + (ey + (g + sg * x) * vy) * (ey + (g + sg * x) *
      vy)) with
      ((ex + g * vx) * (ex + g * vx) + (ey + g * vy) * (ey + g * vy) -
       2 * (- sg * ((ex + g * vx) * vx + (ey + g * vy) * vy)) * x + sg * sg * ((vx * vx + vy * vy) * (x * x))) by ring.
    rewrite E. lra.
  - replace (sg * ((ex + (g + sg * x) * vx) * vx + (ey + (g + sg * x) * vy) * vy)) with
      (sg * ((ex + g * vx) * vx + (ey + g * vy) * vy) + sg * sg * ((vx * vx + vy * vy) * x)) by ring.
    rewrite E. lra.
Qed.

End Directed.
