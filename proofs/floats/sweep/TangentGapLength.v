(* The length of a vector in three doubles (triple_length of src/sweep/tangent_gap.h), over the extracted terms: the
   error is at most 2^-149 of the length, which is at least 2^-150.

   Method: s is the rounded root, and e = |p|^2 - s^2 comes from triple-doubles. The parts d and f correct s by two
   steps of Newton's method, so (s + d + f)^2 is |p|^2 but for some 1350 units of 2^-159, of which a root has half. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx Bounded ErrorFree PairProduct Terms_wide Terms_pair Terms_gap
  ErrorFreeTerms Wide WideQuotient TangentGapSums TangentGapSquare.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).

(* |x| s <= c s^2 is |x| <= c s. *)
Lemma divide_by_length x s c : 0 < s -> Rabs (2 * s * x) <= 2 * c * (s * s) -> Rabs x <= c * s.
Proof.
  intros Hs H. rewrite !Rabs_mult, (Rabs_pos_eq 2), (Rabs_pos_eq s) in H by lra.
  apply Rmult_le_reg_l with (2 * s); lra.
Qed.

(* A product with the rounded inverse of 2 s. *)
Lemma times_half_inverse x s k r B Q :
  Rabs (2 * s * k - 1) <= 101 / 100 * u53 -> Rabs (r - x * k) <= u53 * Rabs (x * k) + bpow radix2 (-1075) ->
  0 < s -> 2 * s * bpow radix2 (-1075) <= u212 * Q -> Rabs x <= B ->
  Rabs (2 * s * r - x) <= 202 / 100 * u53 * B + u212 * Q.
Proof.
  intros Hk Hr Hs He HB.
  assert (S1 : Rabs (2 * s * k) <= 1 + 101 / 100 * u53) by (two_sided; lra).
  assert (E1 : Rabs (2 * s * (r - x * k)) <= 2 * s * (u53 * Rabs (x * k) + bpow radix2 (-1075))).
  { rewrite Rabs_mult, (Rabs_pos_eq (2 * s)) by lra. apply Rmult_le_compat_l; lra. }
  assert (E2 : 2 * s * Rabs (x * k) <= (1 + 101 / 100 * u53) * B).
  { rewrite <- (Rabs_pos_eq (2 * s)) by lra. rewrite <- Rabs_mult.
    replace (2 * s * (x * k)) with ((2 * s * k) * x) by ring. now apply times_size. }
  assert (E3 : Rabs (x * (2 * s * k - 1)) <= B * (101 / 100 * u53)) by now apply times_size.
  replace (2 * s * r - x) with (2 * s * (r - x * k) + x * (2 * s * k - 1)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_pos x). lra.
Qed.

(* The root of N from its square. *)
Lemma root_near X N s c :
  0 < s -> Rabs (X - s) <= / 100 * s -> Rabs (N - s * s) <= / 100 * (s * s) ->
  Rabs (X * X - N) <= c * (s * s) -> Rabs (X - sqrt N) <= 52 / 100 * c * s.
Proof.
  intros Hs HX HN H.
  assert (Q : 0 < s * s) by now apply Rmult_lt_0_compat.
  assert (N0 : 99 / 100 * (s * s) <= N) by (two_sided; lra).
  assert (X0 : 99 / 100 * s <= X) by (two_sided; lra).
  assert (R0 : 98 / 100 * s <= sqrt N).
  { rewrite <- (sqrt_square (98 / 100 * s)) by lra. apply sqrt_le_1_alt. lra. }
  assert (E : (X - sqrt N) * (X + sqrt N) = X * X - N).
  { replace ((X - sqrt N) * (X + sqrt N)) with (X * X - sqrt N * sqrt N) by ring. rewrite sqrt_sqrt; lra. }
  rewrite <- E, Rabs_mult, (Rabs_pos_eq (X + sqrt N)) in H by lra.
  assert (Rabs (X - sqrt N) * (197 / 100 * s) <= c * (s * s)).
  { eapply Rle_trans; [| exact H]. apply Rmult_le_compat_l; [apply Rabs_pos | lra]. }
  assert (C : Rabs (X - sqrt N) * (197 / 100) <= c * s) by (apply Rmult_le_reg_r with s; lra).
  pose proof (Rabs_pos (X - sqrt N)). lra.
Qed.

(* The three parts in real numbers: G is e, E its high part, and L what is left of it. *)
Lemma three_parts s d f N G E L :
  let Q := s * s in
  0 < s -> Rabs (N - Q) <= 65 / 10 * u53 * Q ->
  Rabs (G - (N - Q)) <= 950 * (u53 * u53 * u53) * Q -> Rabs (E - G) <= 7 * (u53 * u53) * Q ->
  Rabs (2 * s * d - E) <= 202 / 100 * u53 * Rabs E + u212 * Q ->
  Rabs (L - (G - 2 * s * d - d * d)) <= 110 * (u53 * u53 * u53) * Q ->
  Rabs (2 * s * f - L) <= 202 / 100 * u53 * Rabs L + u212 * Q ->
  Rabs d <= 33 / 10 * u53 * s /\ Rabs f <= 20 * (u53 * u53) * s /\
  Rabs (s + d + f - sqrt N) <= 710 * (u53 * u53 * u53) * s.
Proof.
  intros Q Hs HN HG HE Hd HL Hf.
  assert (Q0 : 0 < Q) by now apply Rmult_lt_0_compat.
  assert (E1 : Rabs E <= 651 / 100 * u53 * Q) by (clear Hd HL Hf; two_sided; lra).
  assert (Hd' : Rabs (2 * s * d - E) <= 14 * (u53 * u53) * Q) by lra.
  assert (D2 : Rabs (2 * s * d) <= 2 * (33 / 10 * u53) * (s * s)).
  { change (s * s) with Q. clear - Hd' E1 Q0. two_sided; lra. }
  pose proof (divide_by_length _ _ _ Hs D2) as D1.
  assert (DD : Rabs (d * d) <= 11 * (u53 * u53) * Q).
  { eapply Rle_trans; [apply times_size; exact D1 |]. fold Q. unfold Q. pose proof Q0. unfold Q in *. lra. }
  assert (L1 : Rabs L <= 35 * (u53 * u53) * Q) by (clear - HL Hd' HE DD Q0; two_sided; lra).
  assert (Hf' : Rabs (2 * s * f - L) <= 72 * (u53 * u53 * u53) * Q) by lra.
  assert (F2 : Rabs (2 * s * f) <= 2 * (20 * (u53 * u53)) * (s * s)).
  { change (s * s) with Q. clear - Hf' L1 Q0. two_sided; lra. }
  pose proof (divide_by_length _ _ _ Hs F2) as F1.
  split; [exact D1 |]. split; [exact F1 |].
  assert (DF : Rabs (d * f) <= 67 * (u53 * u53 * u53) * Q).
  { eapply Rle_trans; [apply times_size; [exact D1 | exact F1] |]. unfold Q in *. lra. }
  assert (FF : Rabs (f * f) <= u53 * u53 * u53 * Q).
  { eapply Rle_trans; [apply times_size; exact F1 |]. unfold Q in *. lra. }
  assert (S2 : Rabs ((s + d + f) * (s + d + f) - N) <= 1350 * (u53 * u53 * u53) * (s * s)).
  { replace ((s + d + f) * (s + d + f) - N) with
      ((G - (N - Q)) + (2 * s * f - L) + (L - (G - 2 * s * d - d * d)) + 2 * (d * f) + f * f) by (unfold Q; ring).
    change (s * s) with Q. clear - HG Hf' HL DF FF Q0. two_sided; lra. }
  pose proof (root_near (s + d + f) N s (1350 * (u53 * u53 * u53)) Hs) as Rt.
  eapply Rle_trans; [apply Rt; [| | exact S2] |].
  - clear - D1 F1 Hs. two_sided; lra.
  - fold Q. clear - HN Q0. two_sided; lra.
  - lra.
Qed.

(* s is the root of h, the rounded sum of squares. *)
Lemma root_square (w s h : R) :
  0 <= w -> 0 <= h -> Rabs (w - h) <= 21 / 10 * u53 * h + 3 * bpow radix2 (-1075) ->
  Rabs (s - sqrt w) <= u53 * sqrt w + bpow radix2 (-1075) ->
  0 < s -> bpow radix2 (-1075) <= u212 * s -> bpow radix2 (-1075) <= u212 * (s * s) ->
  Rabs (h - s * s) <= 44 / 10 * u53 * (s * s).
Proof.
  intros Hw Hh Hwh Hsw Hs He He2. set (r := sqrt w) in *.
  assert (Er : r * r = w) by now apply sqrt_sqrt.
  assert (R0 : 0 <= r) by apply sqrt_pos.
  assert (R1 : Rabs (s - r) <= 102 / 100 * u53 * s) by (two_sided; lra).
  assert (Q0 : 0 < s * s) by now apply Rmult_lt_0_compat.
  assert (R2 : Rabs (s + r) <= 201 / 100 * s) by (two_sided; lra).
  assert (W : Rabs (s * s - w) <= 206 / 100 * u53 * (s * s)).
  { replace (s * s - w) with ((s - r) * (s + r)) by (rewrite <- Er; ring).
    eapply Rle_trans; [apply times_size; [exact R1 | exact R2] |]. lra. }
  clear R1 R2 Hsw Er. two_sided; lra.
Qed.

Section Length.
Variables (hx hy lx ly s d f : D).
Let S := real s.
Let N := (real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly).

Lemma length_sizes :
  bpow radix2 (-150) <= S -> S <= bpow radix2 210 ->
  0 < S /\ bpow radix2 (-1075) <= u212 * S /\ bpow radix2 (-1075) <= u212 * (S * S) /\
  2 * S * bpow radix2 (-1075) <= u212 * (S * S) /\ 7 / 2 * bpow radix2 (-1074) <= u212 * (S * S) /\
  bpow radix2 (-969) <= S * S /\
  bpow radix2 (-960) + bpow radix2 (-1010) * (4 * S) <= u212 * (S * S).
Proof.
  intros H1 H2. pose proof (bpow_gt_0 radix2 (-150)) as P.
  assert (S0 : 0 < S) by lra.
  assert (Q : bpow radix2 (-150) * bpow radix2 (-150) <= S * S) by (apply Rmult_le_compat; lra).
  rewrite <- bpow_plus in Q. change (-150 + -150)%Z with (-300)%Z in Q.
  assert (Q1 : bpow radix2 (-150) * S <= S * S) by (apply Rmult_le_compat_r; lra).
  assert (U : u212 = bpow radix2 (-212)).
  { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. reflexivity. }
  rewrite U.
  assert (T : forall k, (k <= -512)%Z -> bpow radix2 k <= bpow radix2 (-212) * (S * S)).
  { intros k Hk. apply Rle_trans with (bpow radix2 (-212) * bpow radix2 (-300)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q]. }
  assert (T1 : forall k, (k <= -366)%Z -> bpow radix2 k * (4 * S) <= bpow radix2 (-212) * (S * S) / 2).
  { intros k Hk. assert (bpow radix2 k * 8 <= bpow radix2 (-212) * bpow radix2 (-150)).
    { change 8 with (bpow radix2 3). rewrite <- !bpow_plus. apply bpow_le. lia. }
    assert (bpow radix2 k * 8 * S <= bpow radix2 (-212) * bpow radix2 (-150) * S) by (apply Rmult_le_compat_r; lra).
    assert (bpow radix2 (-212) * (bpow radix2 (-150) * S) <= bpow radix2 (-212) * (S * S))
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q1]). lra. }
  repeat split.
  - exact S0.
  - apply Rle_trans with (bpow radix2 (-212) * bpow radix2 (-150)).
    + rewrite <- bpow_plus. apply bpow_le. lia.
    + apply Rmult_le_compat_l; [apply bpow_ge_0 | exact H1].
  - apply T. lia.
  - pose proof (T1 (-1075)%Z ltac:(lia)). pose proof (bpow_gt_0 radix2 (-1075)).
    assert (0 <= bpow radix2 (-1075) * S) by (apply Rmult_le_pos; lra).
    assert (0 <= bpow radix2 (-212) * (S * S)) by (apply Rmult_le_pos; [apply bpow_ge_0 | apply Rle_0_sqr]). lra.
  - apply Rle_trans with (bpow radix2 (-1072)); [| apply T; lia].
    change (-1072)%Z with (2 + -1074)%Z. rewrite (bpow_plus _ 2). change (bpow radix2 2) with 4.
    pose proof (bpow_gt_0 radix2 (-1074)). lra.
  - apply Rle_trans with (bpow radix2 (-300)); [apply bpow_le; lia | exact Q].
  - pose proof (T1 (-1010)%Z ltac:(lia)).
    assert (bpow radix2 (-960) <= bpow radix2 (-212) * (S * S) / 2).
    { pose proof (T (-959)%Z ltac:(lia)) as X. change (-959)%Z with (1 + -960)%Z in X. rewrite (bpow_plus _ 1) in X.
      change (bpow radix2 1) with 2 in X. lra. }
    lra.
Qed.

Lemma root_of_squares :
  s = fsqrt (fadd (fmul hx hx) (fmul hy hy)) -> finite s -> bpow radix2 (-150) <= S -> S <= bpow radix2 210 ->
  Rabs (real hx * real hx + real hy * real hy - S * S) <= 44 / 10 * u53 * (S * S).
Proof.
  intros Es Fs H1 H2. destruct (length_sizes H1 H2) as (S0 & T1 & T2 & _).
  set (w := fadd (fmul hx hx) (fmul hy hy)) in *.
  rewrite Es in Fs. destruct (fsqrt_finite _ Fs) as (Fw & W0 & Er).
  pose proof (approx_squares hx hy Fw) as (_ & _ & A). fold w in A.
  pose proof (@e_linear double 2 ltac:(simpl; lra) ltac:(rewrite u_double; lra)) as El. rewrite u_double in El. simpl
    INR in El.
  change (eta double) with (bpow radix2 (-1075)) in A.
  assert (h0 : 0 <= real hx * real hx + real hy * real hy) by (apply Rplus_le_le_0_compat; apply Rle_0_sqr).
  set (h := real hx * real hx + real hy * real hy) in *.
  assert (e2 : e double 2 * h <= 21 / 10 * u53 * h) by (apply Rmult_le_compat_r; lra).
  apply root_square with (w := real w); try assumption; [lra |].
  unfold S. rewrite Es, Er. pose proof (rnd_error double (sqrt (real w))) as R. rewrite u_double in R.
  rewrite (Rabs_pos_eq (sqrt _)) in R by apply sqrt_pos. exact R.
Qed.
End Length.

(* |p|, from |p|^2. *)
Theorem triple_length_error hx hy lx ly s d f :
  triple_length_results hx hy lx ly s d f -> finite f ->
  Rabs (real lx) <= u53 * Rabs (real hx) -> Rabs (real ly) <= u53 * Rabs (real hy) ->
  bpow radix2 (-150) <= real s -> real s <= bpow radix2 210 ->
  finite s /\ finite d /\ Rabs (real d) <= 33 / 10 * u53 * real s /\ Rabs (real f) <= 20 * (u53 * u53) * real s /\
  Rabs (real s + real d + real f -
    sqrt ((real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly)))
    <= 710 * (u53 * u53 * u53) * real s.
Proof.
  intros (s' & k & bh & bl & ? & x0 & y0 & rest & x0' & y0' & x1 & y1 & x2 & y2 & eh & el & err & d' & ah & al & ? &
    left & H)
    Ff Hlx Hly H1 H2.
  destruct H as [Es Ek Wb Ex0 Ey0 Sq Gap Ed Wa Eleft -> -> Ef].
  destruct (wide_of_product_values _ _ _ _ _ Wb) as (-> & -> & _).
  destruct (wide_of_product_values _ _ _ _ _ Wa) as (-> & -> & _).
  rewrite Ef in Ff. destruct (fmul_finite _ _ Ff) as (Fleft & Fk & _). rewrite Eleft in Fleft.
  destruct (fadd_finite _ _ Fleft) as (Fl2 & Fl3 & _). destruct (fsub_finite _ _ Fl2) as (Fl1 & Fal & _).
  destruct (fsub_finite _ _ Fl1) as (Feh & Fah & _). destruct (fsub_finite _ _ Fl3) as (Fel & Fdd & _).
  destruct (fmul_finite _ _ Fah) as (Fs2 & Fd & _). destruct (fmul_finite _ _ Fs2) as (_ & Fs & _).
  pose proof (gap_of_total_finite _ _ _ _ _ _ _ _ _ _ _ Gap Feh) as (Frest & _ & _ & Fx2 & Fy2).
  pose proof (add_square_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Sq Fx2 Fy2) as (Fx0 & Fy0).
  rewrite Ex0 in Fx0. rewrite Ey0 in Fy0. apply fneg_finite in Fx0. apply fneg_finite in Fy0.
  destruct (length_sizes s' H1 H2) as (S0 & T1 & T2 & T3 & T4 & T5 & T6).
  pose proof (root_of_squares hx hy s' Es Fs H1 H2) as Hroot.
  split; [exact Fs |]. split; [exact Fd |].
  set (S := real s') in *. set (Q := S * S) in *. set (M := 12 / 10 * Q).
  assert (Q0 : 0 < Q) by now apply Rmult_lt_0_compat.
  assert (X0 : 0 <= real hx * real hx) by apply Rle_0_sqr. assert (Y0 : 0 <= real hy * real hy) by apply Rle_0_sqr.
  set (X := real hx * real hx) in *. set (Y := real hy * real hy) in *.
  set (N := (real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly)).
  assert (HX : X <= 11 / 10 * Q /\ Y <= 11 / 10 * Q /\ X <= Q + 5 * u53 * Q /\ Y <= Q + 5 * u53 * Q)
    by (clear - Hroot X0 Y0 Q0; two_sided; repeat split; lra).
  destruct HX as (HX & HY & HX' & HY').
  (* the sizes of the coordinates *)
  assert (Size : forall h, 0 <= h * h -> h * h <= 11 / 10 * Q -> Rabs h <= 13 / 10 * S).
  { intros h _ Hh. apply Rabs_le. unfold Q in *. split.
    - apply Rnot_lt_le. intros C. assert ((13 / 10 * S) * (13 / 10 * S) <= (- h) * (- h)) by (apply Rmult_le_compat;
      lra). lra.
    - apply Rnot_lt_le. intros C. assert ((13 / 10 * S) * (13 / 10 * S) <= h * h) by (apply Rmult_le_compat;
      lra). lra. }
  assert (Little : forall h, Rabs h <= 13 / 10 * S -> loses_little (2 * h) h M).
  { intros h Hh. unfold loses_little, M. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra.
    assert (bpow radix2 (-1010) * (2 * Rabs h + Rabs h) <= bpow radix2 (-1010) * (4 * S))
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]). lra. }
  pose proof (Size _ X0 HX) as Zx. pose proof (Size _ Y0 HY) as Zy.
  pose proof (Little _ Zx) as Lx. pose proof (Little _ Zy) as Ly. clear Size Little T6.
  (* s^2, exactly *)
  assert (Split : is_splittable (real s' * real s')) by (right; rewrite Rabs_pos_eq; fold S Q; lra).
  destruct (product_exact s' s' Fy0 Split) as (_ & _ & Fbh & Ebh & Xb). fold S Q in Ebh, Xb.
  assert (Bb : Rabs (real (fmul s' s') - Q) <= u53 * Q + u212 * Q).
  { rewrite Ebh. pose proof (rnd_error double Q) as R. rewrite u_double, (Rabs_pos_eq Q) in R by lra.
    change (eta double) with (bpow radix2 (-1075)) in R. lra. }
  assert (Hsx : real x0 = - real (fmul s' s')) by (rewrite Ex0; apply real_fneg).
  assert (Hsy : real y0 = - real (product_rest s' s')) by (rewrite Ey0; apply real_fneg).
  assert (Bx : - (9 / 10 * M) <= real x0 <= 9 / 10 * M) by (rewrite Hsx; unfold M; clear - Bb Q0; two_sided; split;
    lra).
  assert (By : - (9 / 10 * M) <= real y0 <= 9 / 10 * M) by (rewrite Hsy; unfold M; clear - Bb Xb Q0; two_sided; split;
    lra).
  assert (Bx' : real x0 + X <= 9 / 10 * M) by (rewrite Hsx; unfold M; clear - Bb Q0 HX; two_sided; lra).
  assert (By' : real y0 + Y <= 9 / 10 * M) by (rewrite Hsy; unfold M; clear - Bb Xb Q0 HY'; two_sided; lra).
  destruct (add_square_columns _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M Sq Frest Fx2 Fy2 eq_refl eq_refl Hlx Hly Lx Ly
    ltac:(unfold M; fold X; lra) ltac:(unfold M; fold Y; lra) Bx By Bx' By')
    as (Tx & Ty & Cx & Cy & Hx & Hy & Hrest & Hsum).
  fold X in Hx. fold Y in Hy.
  assert (M0 : 0 <= M) by (unfold M; lra).
  assert (HTx : Rabs Tx <= M) by (clear - Hx Bx Bx' M0 X0; two_sided; lra).
  assert (HTy : Rabs Ty <= M) by (clear - Hy By By' M0 Y0; two_sided; lra).
  destruct (gap_of_total_sum _ _ _ _ _ _ _ _ _ _ _ Tx Ty M Gap Feh
    (column_weaken _ _ _ _ _ _ _ _ 7 22 60 Cx M0 ltac:(lra) ltac:(lra) ltac:(lra))
    (column_weaken _ _ _ _ _ _ _ _ 7 22 60 Cy M0 ltac:(lra) ltac:(lra) ltac:(lra)) M0 HTx HTy ltac:(lra))
    as (G & HG & HE & HGl). specialize (HGl Fel).
  replace (real x0 + real y0 + (real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly))
    with (N - Q) in Hsum by (unfold N; rewrite Hsx, Hsy; lra).
  clear Cx Cy Hx Hy HTx HTy Lx Ly Hrest Gap Sq Bx By Bx' By' Hsx Hsy Ex0 Ey0 Wa Wb Zx Zy.
  (* |p|^2 is near s^2 *)
  assert (Sqr : forall h l, Rabs l <= u53 * Rabs h -> Rabs ((h + l) * (h + l) - h * h) <= 201 / 100 * u53 * (h * h)).
  { intros h l Hl. assert (Hh : Rabs h * Rabs h = h * h) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, Rle_0_sqr).
    assert (0 <= h * h) by apply Rle_0_sqr.
    replace ((h + l) * (h + l) - h * h) with (2 * (h * l) + l * l) by ring.
    assert (A : Rabs (h * l) <= u53 * (h * h)).
    { eapply Rle_trans; [apply times_size; [apply Rle_refl | exact Hl] |]. rewrite <- Hh. lra. }
    assert (B : Rabs (l * l) <= u53 * u53 * (h * h)).
    { eapply Rle_trans; [apply times_size; exact Hl |]. rewrite <- Hh. lra. }
    clear Hl Hh. two_sided; lra. }
  pose proof (Sqr _ _ Hlx) as Nx. pose proof (Sqr _ _ Hly) as Ny. clear Sqr Hlx Hly. fold X in Nx. fold Y in Ny.
  assert (HN : Rabs (N - Q) <= 65 / 10 * u53 * Q) by (unfold N; clear - Nx Ny Hroot X0 Y0 Q0; two_sided; lra).
  clear Nx Ny Hroot HX HY HX' HY'.
  assert (HE' : Rabs (real eh) <= 66 / 10 * u53 * Q).
  { assert (Rabs (real eh) <= Rabs (real eh - G) + Rabs (G - (Tx + Ty + real rest)) +
      Rabs (Tx + Ty + real rest - (N - Q)) + Rabs (N - Q)).
    { replace (real eh) with ((real eh - G) + (G - (Tx + Ty + real rest)) + (Tx + Ty + real rest - (N - Q)) + (N - Q))
      at 1
        by ring.
      eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat_r.
      eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat_r. apply Rabs_triang. }
    pose proof (Rabs_pos (real eh)). unfold M in *. lra. }
  assert (HG' : Rabs (G - (N - Q)) <= 950 * (u53 * u53 * u53) * Q).
  { replace (G - (N - Q)) with ((G - (Tx + Ty + real rest)) + (Tx + Ty + real rest - (N - Q))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. unfold M in *. lra. }
  assert (HE2 : Rabs (real eh - G) <= 7 * (u53 * u53) * Q) by lra.
  clear HG HE Hsum M0.
  (* the inverse *)
  assert (Kf : Rabs (2 * S * real k - 1) <= 101 / 100 * u53).
  { const_facts 1%Z (-1)%Z Fh Vh. rewrite Ek in Fk |- *.
    destruct (fdiv_finite _ _ Fk Fs ltac:(fold S; lra)) as (_ & ->). fold S. rewrite Vh.
    change (1 * bpow radix2 (-1)) with (1 * / 2). set (q := 1 * / 2 / S).
    assert (Eq : 2 * S * q = 1) by (unfold q; field; lra).
    assert (q0 : 0 < q) by (unfold q; apply Rdiv_lt_0_compat; lra).
    pose proof (rnd_error double q) as R. rewrite u_double, (Rabs_pos_eq q) in R by lra.
    change (eta double) with (bpow radix2 (-1075)) in R.
    replace (2 * S * rnd double q - 1) with (2 * S * (rnd double q - q)) by (rewrite Rmult_minus_distr_l, Eq;
      reflexivity).
    rewrite Rabs_mult, (Rabs_pos_eq (2 * S)) by lra.
    apply Rle_trans with (2 * S * (u53 * q + bpow radix2 (-1075))); [apply Rmult_le_compat_l; lra |].
    assert (2 * S * bpow radix2 (-1075) <= bpow radix2 (-60)).
    { apply Rle_trans with (2 * bpow radix2 210 * bpow radix2 (-1075)).
      - apply Rmult_le_compat_r; [apply bpow_ge_0 | lra].
      - change 2 with (bpow radix2 1). rewrite <- !bpow_plus. apply bpow_le. lia. }
    assert (bpow radix2 (-60) = / 128 * u53) by (simpl; lra). lra. }
  assert (Dk : Rabs (real d' - real eh * real k) <= u53 * Rabs (real eh * real k) + bpow radix2 (-1075)).
  { rewrite Ed in Fd |- *. destruct (fmul_finite _ _ Fd) as (_ & _ & ->). pose proof (rnd_error double (real eh * real
    k)) as R.
    rewrite u_double in R. exact R. }
  pose proof (times_half_inverse _ S _ _ _ Q Kf Dk S0 T3 (Rle_refl _)) as D2.
  assert (Fk' : Rabs (real (fmul left k) - real left * real k) <= u53 * Rabs (real left * real k) + bpow radix2
    (-1075)).
  { destruct (fmul_finite _ _ Ff) as (_ & _ & ->). pose proof (rnd_error double (real left * real k)) as R.
    rewrite u_double in R. exact R. }
  pose proof (times_half_inverse _ S _ _ _ Q Kf Fk' S0 T3 (Rle_refl _)) as F2. rewrite <- Ef in F2.
  (* what is left *)
  assert (D3 : Rabs (2 * S * real d' - real eh) <= 135 / 10 * (u53 * u53) * Q) by lra.
  assert (HD : Rabs (2 * S * real d') <= 2 * (34 / 10 * u53) * (S * S)) by (fold Q; clear - D3 HE' Q0; two_sided; lra).
  pose proof (divide_by_length _ _ _ S0 HD) as D1. fold Q in HD.
  assert (DD : Rabs (real d' * real d') <= 12 * (u53 * u53) * Q).
  { eapply Rle_trans; [apply times_size; exact D1 |]. unfold Q in *. lra. }
  destruct (split_product _ _ Fal) as (_ & _ & _ & Eah & _ & Sp). rewrite (twice_exact _ Fs2) in Eah, Sp. fold S in Eah,
    Sp.
  pose proof (rnd_error double (2 * S * real d')) as R. rewrite <- Eah, u_double in R.
  change (eta double) with (bpow radix2 (-1075)) in R.
  assert (R' : Rabs (real (fmul (fmul (fconst 1 1) s') d') - 2 * S * real d') <= 69 / 10 * (u53 * u53) * Q) by lra.
  set (ah := fmul (fmul (fconst 1 1) s') d') in *. set (al := product_rest (fmul (fconst 1 1) s') d') in *.
  set (sd := 2 * S * real d') in *.
  assert (A1 : Rabs (real eh - real ah) <= 21 * (u53 * u53) * Q) by (clear - R' D3 Q0; two_sided; lra).
  destruct (fsub_error _ _ _ Fl1 A1) as (_ & _ & B1). set (l1 := fsub eh ah) in *.
  assert (A2 : Rabs (real l1 - real al) <= 14 * (u53 * u53) * Q) by (clear - B1 Sp D3 Q0 T4; two_sided; lra).
  destruct (fsub_error _ _ _ Fl2 A2) as (_ & _ & B2). set (l2 := fsub l1 al) in *.
  destruct (fmul_error _ _ _ _ Fdd DD (Rle_refl _)) as (_ & _ & B3). set (dd := fmul d' d') in *.
  assert (A4 : Rabs (real el - real dd) <= 20 * (u53 * u53) * Q)
    by (clear - HGl HE2 B3 DD Q0 T2; two_sided; lra).
  destruct (fsub_error _ _ _ Fl3 A4) as (_ & _ & B4). set (l3 := fsub el dd) in *.
  assert (A5 : Rabs (real l2 + real l3) <= 35 * (u53 * u53) * Q) by (clear - A2 B2 A4 B4 Q0; two_sided; lra).
  destruct (fadd_error _ _ _ Fleft A5) as (_ & _ & B5). rewrite <- Eleft in B5.
  assert (HL : Rabs (real left - (G - 2 * S * real d' - real d' * real d')) <= 110 * (u53 * u53 * u53) * Q).
  { fold sd. clear - HGl B1 B2 B3 B4 B5 Sp Q0 T2 T4. two_sided; lra. }
  exact (three_parts S (real d') (real f) N G (real eh) (real left) S0 HN HG' HE2 D2 HL F2).
Qed.
