(* The residual |p|^2 - R^2 at an end (residual_at_end of src/sweep/sweep_time.h), over the extracted terms.

   Squares are double-doubles and R^2 is an exact product, but for underflow. With Q = A + B, where A and B bound the
   coordinates of p from 2^-370 on, all roundings of low parts together are below 130 2^-106 Q^2. The result is rounded
   once more, relative to itself. Source: docs/exactness.md, "The time": 2^-94 of the squared sizes. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree PairProduct Terms_wide Terms_pair Terms_time ErrorFreeTerms
  Wide WideQuotient TangentGapSquare.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).

(* The least size: what underflows is 2^-212 of its square. *)
Notation least := (bpow radix2 (-370)).

Lemma little_of_size (h : D) A : least <= A -> Rabs (real h) <= 1001 / 1000 * A -> loses_little (real h) (real h) (A *
  A).
Proof.
  intros HA Hh. unfold loses_little. pose proof (bpow_gt_0 radix2 (-370)) as L.
  assert (A2 : least * A <= A * A) by (apply Rmult_le_compat_r; lra).
  assert (L2 : least * least <= A * A) by (apply Rmult_le_compat; lra).
  assert (E1 : bpow radix2 (-960) <= / 2 * u212 * (least * least)).
  { change u53 with (bpow radix2 (-53)). change (/ 2) with (bpow radix2 (-1)). rewrite <- !bpow_plus. apply bpow_le.
    lia. }
  assert (E2 : bpow radix2 (-1010) * 4 <= / 2 * u212 * least).
  { change u53 with (bpow radix2 (-53)). change (/ 2) with (bpow radix2 (-1)). change 4 with (bpow radix2 2).
    rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (E3 : bpow radix2 (-1010) * (Rabs (real h) + Rabs (real h)) <= bpow radix2 (-1010) * 4 * A).
  { rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
  assert (E4 : bpow radix2 (-1010) * 4 * A <= / 2 * u212 * least * A) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* The square of one coordinate h + l. *)
Lemma square_coordinate (h l : D) A (M := A * A) (q := fadd (pair_product_rest h h) (fadd (fmul h l) (fmul l h))) :
  finite q -> least <= A -> Rabs (real h) <= 1001 / 1000 * A -> Rabs (real l) <= 5 * u53 * A ->
  Rabs (real (fmul h h)) <= 101 / 100 * M /\ Rabs (real q) <= 12 * u53 * M /\
  Rabs (real (fmul h h) + real q - (real h + real l) * (real h + real l)) <= 62 * (u53 * u53) * M.
Proof.
  intros Fq HA Hh Hl. pose proof (little_of_size h A HA Hh) as S. fold M in S.
  pose proof (bpow_gt_0 radix2 (-370)) as L. assert (M0 : 0 <= M) by (apply Rmult_le_pos; lra).
  destruct (fadd_finite _ _ Fq) as (Fr & Fs & _). destruct (fadd_finite _ _ Fs) as (F1 & F2 & _).
  assert (B0 : Rabs (real h * real h) <= 1003 / 1000 * M).
  { eapply Rle_trans; [apply times_size; [exact Hh | exact Hh] |]. unfold M in *. lra. }
  assert (B1 : Rabs (real h * real l) <= 501 / 100 * u53 * M).
  { eapply Rle_trans; [apply times_size; [exact Hh | exact Hl] |]. unfold M in *. lra. }
  assert (B2 : Rabs (real l * real h) <= 501 / 100 * u53 * M) by (rewrite Rmult_comm; exact B1).
  assert (B3 : Rabs (real l * real l) <= 25 * (u53 * u53) * M).
  { eapply Rle_trans; [apply times_size; [exact Hl | exact Hl] |]. unfold M in *. lra. }
  destruct (product_parts h h _ M Fr S B0) as (_ & _ & _ & P1 & P2 & P3).
  pose proof (little_eta _ _ _ S) as He.
  destruct (fmul_error _ _ _ _ F1 B1 He) as (_ & _ & E1). destruct (fmul_error _ _ _ _ F2 B2 He) as (_ & _ & E2).
  assert (B4 : Rabs (real (fmul h l) + real (fmul l h)) <= 1003 / 100 * u53 * M)
    by (clear - B1 B2 E1 E2 M0; two_sided; lra).
  destruct (fadd_error _ _ _ Fs B4) as (_ & _ & E3). set (s := fadd (fmul h l) (fmul l h)) in *.
  assert (B5 : Rabs (real (pair_product_rest h h) + real s) <= 1105 / 100 * u53 * M)
    by (clear - P3 B4 E3 M0; two_sided; lra).
  destruct (fadd_error _ _ _ Fq B5) as (_ & _ & E4). fold q in E4. split; [| split].
  - clear - P2 B0 M0. two_sided; lra.
  - clear - E4 B5 M0. two_sided; lra.
  - replace ((real h + real l) * (real h + real l)) with
      (real h * real h + real h * real l + real l * real h + real l * real l) by ring.
    clear - P1 E1 E2 E3 E4 B3 M0. two_sided; lra.
Qed.

Theorem residual_at_end_error hx hy lx ly cr wr res A B :
  residual_at_end_results hx hy lx ly cr wr res -> finite res -> least <= A -> least <= B ->
  Rabs (real hx) <= 1001 / 1000 * A -> Rabs (real lx) <= 5 * u53 * A ->
  Rabs (real hy) <= 1001 / 1000 * B -> Rabs (real ly) <= 5 * u53 * B ->
  0 <= real cr + real wr <= A + B ->
  Rabs (real res - ((real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly) -
    (real cr + real wr) * (real cr + real wr))) <= u53 * Rabs (real res) + 130 * (u53 * u53) * ((A + B) * (A + B)).
Proof.
  intros H Fres HA HB Hhx Hlx Hhy Hly HR. unfold residual_at_end_results in H.
  destruct H as (? & ? & ? & ? & d_hi & d_lo & ? & r_hi & r_lo & ? & q_hi & q_lo & ? & g_hi & g_lo & ? & H).
  destruct H as [Pm Sp Wr Wq Wg Er].
  destruct Pm as (? & ? & ? & ? & ? & ? & Pm). destruct Pm as [Pp Q1 Q2 Q3 Q4 Q5 Q6]. rewrite Q1 in Q5.
  rewrite Q2 in Q6. clear Q1 Q2.
  destruct (pair_product_values _ _ _ _ _ _ _ _ Pp) as (-> & -> & -> & ->). clear Pp.
  rewrite Q3, Q4, Q5, Q6 in Sp. clear Q3 Q4 Q5 Q6.
  destruct Sp as (s_hi & s_lo & ? & Sp). destruct Sp as [Ws -> -> _].
  destruct (wide_of_sum_values _ _ _ _ _ Ws) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ Wr) as (-> & -> & _).
  destruct (wide_of_product_values _ _ _ _ _ Wq) as (-> & -> & _).
  destruct (wide_of_sum_values _ _ _ _ _ Wg) as (-> & -> & _).
  clear Ws Wr Wq Wg.
  set (lowx := fadd (pair_product_rest hx hx) (fadd (fmul hx lx) (fmul lx hx))) in *.
  set (lowy := fadd (pair_product_rest hy hy) (fadd (fmul hy ly) (fmul ly hy))) in *.
  set (px := fmul hx hx) in *. set (py := fmul hy hy) in *.
  set (r_hi := fadd cr wr) in *. set (r_lo := sum_rest cr wr) in *.
  set (q_hi := fmul r_hi r_hi) in *. set (q_lo := product_rest r_hi r_hi) in *.
  set (s_hi := fadd px py) in *. set (s_lo := sum_rest px py) in *.
  set (g_hi := fadd s_hi (fneg q_hi)) in *. set (g_lo := sum_rest s_hi (fneg q_hi)) in *.
  rewrite Er in Fres. destruct (fadd_finite _ _ Fres) as (Fg & F1 & Eres). rewrite <- Er in Eres, Fres.
  destruct (fadd_finite _ _ F1) as (Fgl & F2 & _). destruct (fsub_finite _ _ F2) as (F3 & F4 & _).
  destruct (fadd_finite _ _ F3) as (Fsl & F5 & _). destruct (fadd_finite _ _ F5) as (Fx & Fy & _).
  destruct (fadd_finite _ _ F4) as (Fql & F6 & _). destruct (fmul_finite _ _ F6) as (F7 & Frl & _).
  destruct (two_sum_exact _ _ Fgl) as (_ & Fnq & _ & _ & Xg). destruct (two_sum_exact _ _ Fsl) as (_ & _ & _ & _ & Xs).
  destruct (two_sum_exact _ _ Frl) as (_ & _ & _ & _ & Xr). destruct (split_product _ _ Fql) as (_ & _ & _ & _ & _ &
    Xq).
  change (sum_rest s_hi (fneg q_hi)) with g_lo in Xg. change (sum_rest px py) with s_lo in Xs.
  change (sum_rest cr wr) with r_lo in Xr. change (product_rest r_hi r_hi) with q_lo in Xq.
  fold g_hi in Xg. fold s_hi in Xs. fold r_hi in Xr. fold q_hi in Xq. rewrite real_fneg in Xg.
  destruct (square_coordinate hx lx A Fx HA Hhx Hlx) as (X1 & X2 & X3). fold px in X1, X3. fold lowx in X2, X3.
  destruct (square_coordinate hy ly B Fy HB Hhy Hly) as (Y1 & Y2 & Y3). fold py in Y1, Y3. fold lowy in Y2, Y3.
  pose proof (bpow_gt_0 radix2 (-370)) as L0.
  assert (AB : 0 <= A * B) by (apply Rmult_le_pos; lra).
  assert (AA : 0 <= A * A) by (apply Rmult_le_pos; lra). assert (BB : 0 <= B * B) by (apply Rmult_le_pos; lra).
  set (M := (A + B) * (A + B)) in *. assert (EM : A * A + B * B <= M) by (unfold M; lra).
  assert (M0 : 0 <= M) by lra.
  set (R := real cr + real wr) in *. assert (RM : 0 <= R * R <= M).
  { split; [apply Rmult_le_pos; lra |]. unfold M. apply Rmult_le_compat; lra. }
  assert (He : bpow radix2 (-1075) <= u212 * M).
  { apply Rle_trans with (u212 * (A * A)); [| apply Rmult_le_compat_l; lra].
    exact (little_eta _ _ _ (little_of_size hx A HA Hhx)). }
  assert (He' : 7 / 2 * bpow radix2 (-1074) <= 7 * u212 * M).
  { replace (-1074)%Z with (1 + -1075)%Z by reflexivity. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  (* R^2 *)
  destruct (two_sum_rest_small _ _ Frl) as (Lr & _). change (sum_rest cr wr) with r_lo in Lr. rewrite u_double in Lr.
  fold R in Lr, Xr. rewrite (Rabs_pos_eq R) in Lr by lra.
  assert (Brl : Rabs (real r_lo * real r_lo) <= u53 * u53 * M).
  { eapply Rle_trans; [apply times_size; [exact Lr | exact Lr] |]. lra. }
  assert (Rh : Rabs (real r_hi) <= (1 + u53) * R) by (clear - Xr Lr HR; two_sided; lra).
  assert (Rhl : Rabs (real r_hi * real r_lo) <= (u53 + u53 * u53) * M).
  { eapply Rle_trans; [apply times_size; [exact Rh | exact Lr] |]. lra. }
  assert (Rhh : Rabs (real r_hi * real r_hi) <= (1 + 3 * u53) * M).
  { eapply Rle_trans; [apply times_size; [exact Rh | exact Rh] |]. lra. }
  assert (ER : R * R = real r_hi * real r_hi + 2 * (real r_hi * real r_lo) + real r_lo * real r_lo)
    by (rewrite <- Xr; ring).
  assert (Fq : finite q_hi) by (unfold q_lo in Fql; destruct (split_product _ _ Fql) as (_ & _ & F & _); exact F).
  destruct (fmul_error _ _ _ _ Fq Rhh He) as (_ & _ & Eq). fold q_hi in Eq.
  assert (E2 : real (fmul (fconst 1 1) r_hi) = 2 * real r_hi) by (apply twice_exact; exact F7).
  assert (B6 : Rabs (real (fmul (fconst 1 1) r_hi) * real r_lo) <= 2 * ((u53 + u53 * u53) * M)).
  { rewrite E2. replace (2 * real r_hi * real r_lo) with (2 * (real r_hi * real r_lo)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. lra. }
  destruct (fmul_error _ _ _ _ F6 B6 He) as (_ & _ & E6). rewrite E2 in E6.
  replace (2 * real r_hi * real r_lo) with (2 * (real r_hi * real r_lo)) in E6 by ring.
  set (c := fmul (fmul (fconst 1 1) r_hi) r_lo) in *. clear B6 E2 Frl F7.
  assert (Lq : Rabs (real q_lo) <= (u53 + 4 * (u53 * u53)) * M) by (clear - Xq Eq He' M0; two_sided; lra).
  assert (B4 : Rabs (real q_lo + real c) <= 31 / 10 * u53 * M) by (clear - Lq E6 Rhl M0; two_sided; lra).
  destruct (fadd_error _ _ _ F4 B4) as (_ & _ & E4). set (rest2 := fadd q_lo c) in *.
  (* |p|^2 *)
  assert (B5 : Rabs (real lowx + real lowy) <= 12 * u53 * M) by (clear - X2 Y2 EM M0; two_sided; lra).
  destruct (fadd_error _ _ _ F5 B5) as (_ & _ & E5). set (low := fadd lowx lowy) in *.
  destruct (two_sum_rest_small _ _ Fsl) as (Ls & _). change (sum_rest px py) with s_lo in Ls. rewrite u_double in Ls.
  assert (Bs : Rabs (real px + real py) <= 101 / 100 * M) by (clear - X1 Y1 EM M0; two_sided; lra).
  assert (B3 : Rabs (real s_lo + real low) <= 131 / 10 * u53 * M)
    by (clear - Ls Bs E5 B5 M0; assert (Rabs (real s_lo) <= 101 / 100 * u53 * M) by lra; clear Ls; two_sided; lra).
  destruct (fadd_error _ _ _ F3 B3) as (_ & _ & E3). set (dlo := fadd s_lo low) in *.
  (* the gap *)
  assert (B2 : Rabs (real dlo - real rest2) <= 163 / 10 * u53 * M) by (clear - E3 B3 E4 B4 M0; two_sided; lra).
  destruct (fsub_error _ _ _ F2 B2) as (_ & _ & E2). set (w := fsub dlo rest2) in *.
  destruct (two_sum_rest_small _ _ Fgl) as (Lg & _). change (sum_rest s_hi (fneg q_hi)) with g_lo in Lg.
  rewrite u_double, real_fneg in Lg.
  assert (Bg : Rabs (real s_hi + - real q_hi) <= 203 / 100 * M).
  { clear - Bs Xs Ls Eq Rhh M0. assert (Rabs (real s_lo) <= 101 / 100 * u53 * M) by lra. clear Ls. two_sided; lra. }
  assert (B1 : Rabs (real g_lo + real w) <= 184 / 10 * u53 * M).
  { clear - Lg Bg E2 B2 M0. assert (Rabs (real g_lo) <= 203 / 100 * u53 * M) by lra. clear Lg. two_sided; lra. }
  destruct (fadd_error _ _ _ F1 B1) as (_ & _ & E1). set (v := fadd g_lo w) in *.
  pose proof (rnd_sum_error_of_result (f := double) _ _ (real_in_format g_hi) (real_in_format v)) as E0.
  rewrite <- Eres, u_double in E0.
  replace (real res - ((real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly) - R * R))
    with ((real res - (real g_hi + real v)) + (real g_hi + real v -
      ((real hx + real lx) * (real hx + real lx) + (real hy + real ly) * (real hy + real ly) - R * R))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [exact E0 |].
  clear E0 Lg Ls Eres Bg B1 B2 B3 B4 B5. rewrite ER. clear ER.
  clear - Xg Xs Xq He' E1 E2 E3 E4 E5 E6 X3 Y3 EM M0 Brl. two_sided; lra.
Qed.
