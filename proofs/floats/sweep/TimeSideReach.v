(* R |u| for a sweep's time on the side (set_fast_side of src/sweep/sweep_one_pass.h and estimate_side of sweep_time.h):
   the exact product of R and the root in double, and a rest that corrects the root by half of |u|^2 - length^2 over
   length.

   Errors are in units of u53^2 = 2^-106 of R |u|, and in L, which is more than underflow loses. The square of the
   length is at least 2^-700. Source: docs/exactness.md, "Hits of a wall at rest, in one pass". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms Wide
  WideQuotient TangentGapLength TimeSideProducts.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).

Lemma square_of_low h l : Rabs l <= u53 * Rabs h -> Rabs ((h + l) * (h + l) - h * h) <= 201 / 100 * u53 * (h * h).
Proof.
  intros Hl. assert (Hh : Rabs h * Rabs h = h * h) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
  assert (0 <= h * h) by apply Rle_0_sqr.
  replace ((h + l) * (h + l) - h * h) with (2 * (h * l) + l * l) by ring.
  assert (A : Rabs (h * l) <= u53 * (h * h)).
  { eapply Rle_trans; [apply times_size; [apply Rle_refl | exact Hl] |]. rewrite <- Hh. lra. }
  assert (B : Rabs (l * l) <= u53 * u53 * (h * h)).
  { eapply Rle_trans; [apply times_size; exact Hl |]. rewrite <- Hh. lra. }
  clear Hl Hh. two_sided; lra.
Qed.

Section Length.
Variables hx hy s : D.
Let S := real s.
Let Q := S * S.
Let w := fadd (fmul hx hx) (fmul hy hy).
Hypothesis s_is : s = fsqrt w.
Hypothesis F_w : finite w.
Hypothesis w_large : bpow radix2 (-700) <= real w.

Lemma length_at_least n : (-1000 <= n)%Z -> bpow radix2 (n + n) <= real w -> finite s /\ bpow radix2 n <= S.
Proof.
  intros Hn H. assert (F : finite s).
  { rewrite s_is. apply fsqrt_is_finite; [exact F_w |]. pose proof (bpow_ge_0 radix2 (n + n)). lra. }
  split; [exact F |]. unfold S. rewrite s_is in *. destruct (fsqrt_finite _ F) as (_ & _ & ->).
  rewrite <- (rnd_of_format double (bpow radix2 n)).
  - apply rnd_le. rewrite <- (sqrt_square (bpow radix2 n)) by apply bpow_ge_0. apply sqrt_le_1_alt.
    rewrite <- bpow_plus. exact H.
  - apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia.
Qed.

Lemma length_finite : finite s /\ bpow radix2 (-350) <= S.
Proof. apply length_at_least; [lia | exact w_large]. Qed.

Lemma length_scales : 0 < S /\ bpow radix2 (-700) <= Q /\ bpow radix2 (-1075) <= u212 * S /\
  bpow radix2 (-1075) <= u212 * Q /\
  forall a, 0 <= a <= 11 / 10 * S -> loss a a <= u212 * Q.
Proof.
  destruct length_finite as (_ & H). pose proof (bpow_gt_0 radix2 (-350)) as P. assert (S0 : 0 < S) by lra.
  assert (Q1 : bpow radix2 (-700) <= Q).
  { change (-700)%Z with (-350 + -350)%Z. rewrite bpow_plus. unfold Q. apply Rmult_le_compat; lra. }
  assert (Q2 : bpow radix2 (-350) * S <= Q) by (apply Rmult_le_compat_r; lra).
  assert (U : u212 = bpow radix2 (-212)).
  { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. reflexivity. }
  rewrite U. split; [exact S0 |]. split; [exact Q1 |]. repeat split.
  - apply Rle_trans with (bpow radix2 (-212) * bpow radix2 (-350)).
    + rewrite <- bpow_plus. apply bpow_le. lia.
    + apply Rmult_le_compat_l; [apply bpow_ge_0 | exact H].
  - apply Rle_trans with (bpow radix2 (-212) * bpow radix2 (-700)).
    + rewrite <- bpow_plus. apply bpow_le. lia.
    + apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q1].
  - intros a Ha. unfold loss.
    assert (A : bpow radix2 (-960) <= bpow radix2 (-213) * bpow radix2 (-700)).
    { rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (A' : bpow radix2 (-213) * bpow radix2 (-700) <= bpow radix2 (-213) * Q)
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q1]).
    assert (B : bpow radix2 (-1010) * (a + a) <= bpow radix2 (-1010) * (4 * S))
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]).
    assert (C : bpow radix2 (-1010) * 4 <= bpow radix2 (-213) * bpow radix2 (-350)).
    { change 4 with (bpow radix2 2). rewrite <- !bpow_plus. apply bpow_le. lia. }
    assert (C' : bpow radix2 (-1010) * 4 * S <= bpow radix2 (-213) * bpow radix2 (-350) * S) by (apply
      Rmult_le_compat_r; lra).
    assert (C'' : bpow radix2 (-213) * (bpow radix2 (-350) * S) <= bpow radix2 (-213) * Q)
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q2]).
    assert (E : bpow radix2 (-212) = 2 * bpow radix2 (-213)).
    { change 2 with (bpow radix2 1). rewrite <- bpow_plus. reflexivity. }
    rewrite E. lra.
Qed.

Lemma length_square : Rabs (real hx * real hx + real hy * real hy - Q) <= 44 / 10 * u53 * Q /\
  Rabs (real w - Q) <= 3 * u53 * Q.
Proof.
  destruct length_scales as (S0 & Q1 & T1 & T2 & _). destruct length_finite as (Fs & _).
  pose proof s_is as Es. rewrite Es in Fs. destruct (fsqrt_finite _ Fs) as (Fw & W0 & Er).
  pose proof (approx_squares hx hy Fw) as (_ & _ & A). fold w in A.
  pose proof (@e_linear double 2 ltac:(simpl; lra) ltac:(rewrite u_double; lra)) as El. rewrite u_double in El.
  simpl INR in El.
  change (eta double) with (bpow radix2 (-1075)) in A.
  assert (h0 : 0 <= real hx * real hx + real hy * real hy) by (apply Rplus_le_le_0_compat; apply Rle_0_sqr).
  set (h := real hx * real hx + real hy * real hy) in *.
  assert (e2 : e double 2 * h <= 21 / 10 * u53 * h) by (apply Rmult_le_compat_r; lra).
  pose proof (rnd_error double (sqrt (real w))) as R. rewrite u_double in R.
  rewrite (Rabs_pos_eq (sqrt _)) in R by apply sqrt_pos.
  assert (ES : S = rnd double (sqrt (real w))) by (unfold S; rewrite Es; exact Er). rewrite <- ES in R.
  split.
  - apply root_square with (w := real w); try assumption. lra.
  - set (r := sqrt (real w)) in *. assert (Er' : r * r = real w) by (apply sqrt_sqrt; lra).
    assert (R0 : 0 <= r) by apply sqrt_pos. change (eta double) with (bpow radix2 (-1075)) in R.
    assert (R1 : Rabs (S - r) <= 102 / 100 * u53 * S) by (clear - R T1 S0 R0; two_sided; lra).
    assert (R2 : Rabs (S + r) <= 201 / 100 * S) by (clear - R1 S0; two_sided; lra).
    replace (real w - Q) with (- ((S - r) * (S + r))) by (rewrite <- Er'; unfold Q; ring). rewrite Rabs_Ropp.
    eapply Rle_trans; [apply times_size; [exact R1 | exact R2] |]. fold Q.
    assert (0 < S * S) by (apply Rmult_lt_0_compat; lra). unfold Q. lra.
Qed.

Variables lx ly : D.
Variables X Y : R.
Hypothesis vector : is_vector hx hy lx ly X Y (Rabs (real hx)) (Rabs (real hy)).
Hypothesis lows_x : Rabs (real lx) <= u53 * Rabs (real hx).
Hypothesis lows_y : Rabs (real ly) <= u53 * Rabs (real hy).
Let N := X * X + Y * Y.

(* |u|^2 - length^2 *)
Lemma left_near ph qh pl ql hi lo e (left : D) :
  pair_mul_results hx hy lx ly hx hy lx ly ph qh pl ql -> sum_of_pair_results ph qh pl ql hi lo e ->
  left = fadd (fsub hi (fmul s s)) (fsub lo (pair_product_rest s s)) -> finite left ->
  Rabs (N - Q) <= 65 / 10 * u53 * Q /\ Rabs (real left - (N - Q)) <= 150 * (u53 * u53) * Q /\
    Rabs (real left) <= 7 * u53 * Q.
Proof.
  intros M Sm El Fl. destruct length_scales as (S0 & Q1 & T1 & T2 & T3). destruct length_square as (Hs & _).
  assert (Q0 : 0 < Q) by (pose proof (bpow_gt_0 radix2 (-700)); lra).
  rewrite El in Fl. destruct (fadd_finite _ _ Fl) as (F1 & F2 & _). destruct (fsub_finite _ _ F2) as (Flo & Fr & _).
  destruct vector as [EX EY _ _ _ _].
  assert (X0 : 0 <= real hx * real hx) by apply Rle_0_sqr. assert (Y0 : 0 <= real hy * real hy) by apply Rle_0_sqr.
  assert (Ax : Rabs (real hx) * Rabs (real hx) = real hx * real hx) by (rewrite <- Rabs_mult; now apply Rabs_pos_eq).
  assert (Ay : Rabs (real hy) * Rabs (real hy) = real hy * real hy) by (rewrite <- Rabs_mult; now apply Rabs_pos_eq).
  assert (Size : forall h, h * h <= 101 / 100 * Q -> Rabs h <= 11 / 10 * S).
  { intros h Hh. apply Rabs_le. unfold Q in *. split.
    - apply Rnot_lt_le. intros C. assert ((11 / 10 * S) * (11 / 10 * S) <= (- h) * (- h)) by (apply Rmult_le_compat;
        lra). lra.
    - apply Rnot_lt_le. intros C. assert ((11 / 10 * S) * (11 / 10 * S) <= h * h) by (apply Rmult_le_compat; lra).
      lra. }
  assert (HX : real hx * real hx <= 101 / 100 * Q) by (clear - Hs Y0 Q0; two_sided; lra).
  assert (HY : real hy * real hy <= 101 / 100 * Q) by (clear - Hs X0 Q0; two_sided; lra).
  pose proof (square_near _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (11 / 10 * Q) (u212 * Q) vector M Sm Flo
    ltac:(rewrite Ax, Ay; clear - Hs Q0; two_sided; lra)
    ltac:(apply T3; split; [apply Rabs_pos | now apply Size]) ltac:(apply T3; split; [apply Rabs_pos | now apply
      Size]))
    as [_ N1 N2 N3]. fold N in N1, N3.
  assert (HN : Rabs (N - Q) <= 65 / 10 * u53 * Q).
  { pose proof (square_of_low _ _ lows_x) as Nx. pose proof (square_of_low _ _ lows_y) as Ny. unfold N.
    rewrite <- EX, <- EY.
    set (a := (real hx + real lx) * (real hx + real lx)) in *.
    set (b := (real hy + real ly) * (real hy + real ly)) in *.
    clear - Nx Ny Hs X0 Y0 Q0. two_sided; lra. }
  destruct (product_near s s S S (u212 * Q) Fr) as (_ & _ & _ & P1 & P2 & P3).
  { fold S. rewrite Rabs_pos_eq; lra. } { fold S. rewrite Rabs_pos_eq; lra. } { apply T3. lra. }
  fold S Q in P1, P2, P3.
  assert (C1 : Rabs (real hi - real (fmul s s)) <= 21 * u53 * Q) by (clear - N1 HN P1 Q0; two_sided; lra).
  destruct (fsub_error _ _ _ F1 C1) as (_ & _ & E1).
  assert (C2 : Rabs (real lo - real (pair_product_rest s s)) <= 16 * u53 * Q) by (clear - N2 P3 Q0; two_sided; lra).
  destruct (fsub_error _ _ _ F2 C2) as (_ & _ & E2).
  set (a := fsub hi (fmul s s)) in *. set (b := fsub lo (pair_product_rest s s)) in *.
  assert (C3 : Rabs (real a + real b) <= 66 / 10 * u53 * Q) by (clear - E1 E2 N3 P2 HN Q0; two_sided; lra).
  destruct (fadd_error _ _ _ Fl C3) as (_ & _ & E3). rewrite <- El in E3.
  split; [exact HN |]. split.
  - clear - E1 E2 E3 N3 P2 Q0. two_sided; lra.
  - clear - E3 C3 Q0. two_sided; lra.
Qed.

(* |u| from the root and half of what is left. *)
Lemma length_near : Rabs (N - Q) <= 65 / 10 * u53 * Q ->
  Rabs (sqrt N - S - (N - Q) / (2 * S)) <= 6 * (u53 * u53) * S /\ Rabs ((N - Q) / (2 * S)) <= 33 / 10 * u53 * S.
Proof.
  intros H. destruct length_scales as (S0 & _). set (d := (N - Q) / (2 * S)).
  assert (Ed : 2 * S * d = N - Q) by (unfold d; field; lra).
  assert (Hd : Rabs d <= 325 / 100 * u53 * S).
  { apply divide_by_length; [exact S0 |]. rewrite Ed. unfold Q in *. lra. }
  split; [| lra].
  assert (Q0 : 0 < Q) by (unfold Q; apply Rmult_lt_0_compat; lra).
  assert (N0 : 0 <= N) by (unfold N; apply Rplus_le_le_0_compat; apply Rle_0_sqr).
  assert (L2 : sqrt N * sqrt N = N) by now apply sqrt_sqrt. assert (L0 : 0 <= sqrt N) by apply sqrt_pos.
  set (l := sqrt N) in *.
  assert (E1 : (l - S) * (l + S) = 2 * S * d) by (rewrite Ed; unfold Q; rewrite <- L2; ring).
  assert (H1 : Rabs (l - S) <= 66 / 10 * u53 * S).
  { apply Rmult_le_reg_r with S; [exact S0 |]. apply Rle_trans with (Rabs (l - S) * Rabs (l + S)).
    - apply Rmult_le_compat_l; [apply Rabs_pos |]. rewrite Rabs_pos_eq; lra.
    - rewrite <- Rabs_mult, E1, !Rabs_mult, (Rabs_pos_eq 2), (Rabs_pos_eq S) by lra.
      assert (S * Rabs d <= S * (325 / 100 * u53 * S)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (H2 : Rabs (l - S) <= 33 / 10 * u53 * S).
  { apply Rmult_le_reg_r with (199 / 100 * S); [lra |]. apply Rle_trans with (Rabs (l - S) * Rabs (l + S)).
    - apply Rmult_le_compat_l; [apply Rabs_pos |]. rewrite Rabs_pos_eq; [| lra]. clear - H1 S0. two_sided. lra.
    - rewrite <- Rabs_mult, E1, !Rabs_mult, (Rabs_pos_eq 2), (Rabs_pos_eq S) by lra.
      assert (S * Rabs d <= S * (325 / 100 * u53 * S)) by (apply Rmult_le_compat_l; lra).
      assert (0 < u53 * (S * S)) by (apply Rmult_lt_0_compat; [lra | now apply Rmult_lt_0_compat]). lra. }
  apply divide_by_length; [exact S0 |].
  replace (2 * S * (l - S - d)) with (- ((l - S) * (l - S))) by (rewrite !Rmult_minus_distr_l, <- E1; ring).
  rewrite Rabs_Ropp. eapply Rle_trans; [apply times_size; exact H2 |].
  assert (0 < u53 * (u53 * (S * S))) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

(* R |u| *)
Variables rh rl t1 : D.
Variable L : R.
Hypothesis rh_pos : 0 <= real rh.
Hypothesis rl_small : Rabs (real rl) <= u53 * real rh.
Hypothesis L_large : loss (real rh) S <= L.

(* B bounds the error of the correction. *)
Lemma reach_with_correction (rest : D) B :
  Rabs (N - Q) <= 65 / 10 * u53 * Q ->
  rest = fadd (pair_product_rest rh s) (fadd t1 (fmul rl s)) -> finite rest ->
  Rabs (real t1 - real rh * ((N - Q) / (2 * S))) <= B ->
  Rabs (real (fmul rh s)) <= 11 / 10 * (real rh * S) + L /\
  Rabs (real rest) <= 65 / 10 * u53 * (real rh * S) + 4 * L + 11 / 10 * B /\
  Rabs (real (fmul rh s) + real rest - (real rh + real rl) * sqrt N) <=
    22 * (u53 * u53) * (real rh * S) + 21 / 10 * L + 101 / 100 * B.
Proof.
  intros HN Er Fr Ht. destruct length_scales as (S0 & _). destruct (length_near HN) as (L1 & L2).
  set (d := (N - Q) / (2 * S)) in *. set (l := sqrt N) in *.
  rewrite Er in Fr. destruct (fadd_finite _ _ Fr) as (F1 & F2 & _). destruct (fadd_finite _ _ F2) as (_ & F3 & _).
  assert (K0 : 0 <= real rh * S) by (apply Rmult_le_pos; lra).
  destruct (product_near rh s (real rh) S L F1) as (_ & _ & _ & P1 & P2 & P3).
  { rewrite Rabs_pos_eq; lra. } { fold S. rewrite Rabs_pos_eq; lra. } { exact L_large. }
  fold S in P1, P2, P3.
  assert (L0 : bpow radix2 (-1075) <= L) by (eapply Rle_trans; [apply eta_below_loss with (a := real rh) (b := S);
    lra | exact L_large]).
  pose proof (bpow_gt_0 radix2 (-1075)) as Z0.
  assert (Ar : Rabs (real rh) <= real rh) by (rewrite Rabs_pos_eq; lra).
  assert (As : Rabs S <= S) by (rewrite Rabs_pos_eq; lra).
  pose proof (times_size _ _ _ _ Ar L1) as B1. pose proof (times_size _ _ _ _ Ar L2) as B2.
  pose proof (times_size _ _ _ _ rl_small As) as B3. pose proof (times_size _ _ _ _ rl_small L1) as B4.
  pose proof (times_size _ _ _ _ rl_small L2) as B5.
  destruct (fmul_error rl s (u53 * (real rh * S)) L F3 ltac:(fold S; lra) L0) as (_ & _ & E1). fold S in E1.
  replace ((real rh + real rl) * l) with (real rh * S + real rh * d + real rh * (l - S - d) + real rl * S + real rl *
    d +
    real rl * (l - S - d)) by ring.
  set (K := real rh * S) in *.
  replace (real rh * (6 * (u53 * u53) * S)) with (6 * (u53 * u53) * K) in B1 by (unfold K; ring).
  replace (real rh * (33 / 10 * u53 * S)) with (33 / 10 * u53 * K) in B2 by (unfold K; ring).
  replace (u53 * real rh * S) with (u53 * K) in B3 by (unfold K; ring).
  replace (u53 * real rh * (6 * (u53 * u53) * S)) with (6 * (u53 * u53 * u53) * K) in B4 by (unfold K; ring).
  replace (u53 * real rh * (33 / 10 * u53 * S)) with (33 / 10 * (u53 * u53) * K) in B5 by (unfold K; ring).
  set (rd := real rh * d) in *. set (rx := real rh * (l - S - d)) in *. set (ls := real rl * S) in *.
  set (ld := real rl * d) in *. set (lx' := real rl * (l - S - d)) in *.
  clear L1 L2 Ar As HN.
  assert (B0 : 0 <= B) by (eapply Rle_trans; [apply Rabs_pos | exact Ht]).
  assert (C1 : Rabs (real t1 + real (fmul rl s)) <= 44 / 10 * u53 * K + B + 11 / 10 * L)
    by (clear - Ht B2 B3 E1 K0 L0 Z0 B0; two_sided; lra).
  destruct (fadd_error _ _ _ F2 C1) as (_ & _ & E2). set (a := fadd t1 (fmul rl s)) in *.
  assert (C2 : Rabs (real (pair_product_rest rh s) + real a) <= 6 * u53 * K + 32 / 10 * L + 101 / 100 * B)
    by (clear - P3 C1 E2 K0 L0 Z0 B0; two_sided; lra).
  destruct (fadd_error _ _ _ Fr C2) as (_ & _ & E3). rewrite <- Er in E3.
  repeat split.
  - clear - P1 K0 L0 Z0. two_sided; lra.
  - clear - C2 E3 K0 L0 Z0 B0. two_sided; lra.
  - clear - P2 Ht E1 E2 E3 B1 B4 B5 K0 L0 Z0 B0. two_sided; lra.
Qed.

Lemma reach_near (left rest : D) :
  Rabs (N - Q) <= 65 / 10 * u53 * Q ->
  rest = fadd (pair_product_rest rh s) (fadd t1 (fmul rl s)) -> finite rest ->
  Rabs (real t1 - real rh * ((N - Q) / (2 * S))) <= 120 * (u53 * u53) * (real rh * S) + 3 * L ->
  Rabs (real (fmul rh s)) <= 11 / 10 * (real rh * S) + L /\ Rabs (real rest) <= 7 * u53 * (real rh * S) + 9 * L /\
  Rabs (real (fmul rh s) + real rest - (real rh + real rl) * sqrt N) <= 150 * (u53 * u53) * (real rh * S) + 6 * L.
Proof.
  intros HN Er Fr Ht. destruct (reach_with_correction rest _ HN Er Fr Ht) as (A & B & C).
  destruct length_scales as (S0 & _). assert (K0 : 0 <= real rh * S) by (apply Rmult_le_pos; lra).
  assert (L0 : 0 < L) by (eapply Rlt_le_trans; [apply (loss_pos (real rh) S); lra | exact L_large]).
  repeat split; lra.
Qed.

End Length.
