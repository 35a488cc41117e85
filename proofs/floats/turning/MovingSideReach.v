(* R |u| for the time on a side that turns: step_at_side of src/turning/moving_time.h.

   u is a double-double whose low parts may be large beside |u|, as those of a place that moves. The root in double is
   that of the rounded vector, so |u|^2 - length^2 has the error of |u|^2, in units of u53^2 = 2^-106 of P, which bounds
   the square of all sizes. R |u| then has an error of R P / |u|. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair ErrorFreeTerms Wide
  TangentGapLength TimeSideProducts TimeSideReach TimeSideResidual.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).
Notation eta' := (bpow radix2 (-1075)).

Section Length.
Variables uhx uhy ulx uly s : D.
Let hx := fadd uhx ulx.
Let hy := fadd uhy uly.
Let S := real s.
Let Q := S * S.
Let w := fadd (fmul hx hx) (fmul hy hy).
Hypothesis s_is : s = fsqrt w.
Hypothesis F_w : finite w.
Hypothesis w_large : bpow radix2 (-700) <= real w.
Hypothesis s_below : S <= bpow radix2 203.
Variables X Y A B P : R.
Hypothesis vector : is_vector uhx uhy ulx uly X Y A B.
Hypothesis P_size : A * A + B * B <= P.
Hypothesis P_length : Q <= P.
Hypotheses (A_loss : loss A A <= u212 * P) (B_loss : loss B B <= u212 * P).
Let N := X * X + Y * Y.

Lemma root_of_rounded : 0 < S /\ 0 < Q /\ Rabs (N - Q) <= 65 / 10 * u53 * Q.
Proof.
  destruct (length_scales _ _ _ s_is F_w w_large) as (S0 & _). destruct (length_square _ _ _ s_is F_w w_large) as (Hs &
    _).
  fold S Q in Hs. destruct vector as [EX EY _ _ _ _].
  destruct (fadd_finite _ _ F_w) as (F1 & F2 & _). destruct (fmul_finite _ _ F1) as (Fx & _ & _).
  destruct (fmul_finite _ _ F2) as (Fy & _ & _).
  pose proof (fadd_error_of_result _ _ Fx) as Rx. pose proof (fadd_error_of_result _ _ Fy) as Ry.
  fold hx in Rx. fold hy in Ry. rewrite EX in Rx. rewrite EY in Ry. rewrite Rabs_minus_sym in Rx, Ry.
  pose proof (square_of_low _ _ Rx) as Nx. pose proof (square_of_low _ _ Ry) as Ny.
  replace (real hx + (X - real hx)) with X in Nx by ring. replace (real hy + (Y - real hy)) with Y in Ny by ring.
  assert (X0 : 0 <= real hx * real hx) by apply Rle_0_sqr. assert (Y0 : 0 <= real hy * real hy) by apply Rle_0_sqr.
  assert (Q0 : 0 < Q) by (now apply Rmult_lt_0_compat).
  split; [exact S0 |]. split; [exact Q0 |]. unfold N. clear - Nx Ny Hs X0 Y0 Q0. two_sided; lra.
Qed.

(* |u|^2 - length^2 *)
Lemma wide_left_near ph qh pl ql hi lo e (left : D) :
  pair_mul_results uhx uhy ulx uly uhx uhy ulx uly ph qh pl ql -> sum_of_pair_results ph qh pl ql hi lo e ->
  left = fadd (fsub hi (fmul s s)) (fsub lo (pair_product_rest s s)) -> finite left ->
  Rabs (real left - (N - Q)) <= 135 * (u53 * u53) * P /\ Rabs (real left) <= 66 / 10 * u53 * Q + 135 * (u53 * u53) * P.
Proof.
  intros M Sm El Fl. destruct root_of_rounded as (S0 & Q0 & HN).
  destruct (length_scales _ _ _ s_is F_w w_large) as (_ & _ & _ & T2 & T3). fold S Q in T2, T3.
  rewrite El in Fl. destruct (fadd_finite _ _ Fl) as (F1 & F2 & _). destruct (fsub_finite _ _ F2) as (Flo & Fr & _).
  set (L := u212 * P) in *.
  destruct (square_near _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ P L vector M Sm Flo P_size A_loss B_loss) as [_ N1 N2 N3].
  fold N in N1, N3.
  assert (QL : loss S S <= L).
  { eapply Rle_trans; [apply T3; lra |]. unfold L. apply Rmult_le_compat_l; [lra | exact P_length]. }
  destruct (product_near s s S S L Fr) as (_ & _ & _ & P1 & P2 & P3).
  { fold S. rewrite Rabs_pos_eq; lra. } { fold S. rewrite Rabs_pos_eq; lra. } { exact QL. }
  fold S Q in P1, P2, P3. pose proof P_length as PQ.
  assert (C1 : Rabs (real hi - real (fmul s s)) <= 20 * u53 * P) by (unfold L in *; clear - N1 HN P1 Q0 PQ; two_sided;
    lra).
  destruct (Wide.fsub_error _ _ _ F1 C1) as (_ & _ & E1).
  assert (C2 : Rabs (real lo - real (pair_product_rest s s)) <= 141 / 10 * u53 * P)
    by (unfold L in *; clear - N2 P3 Q0 PQ; two_sided; lra).
  destruct (Wide.fsub_error _ _ _ F2 C2) as (_ & _ & E2).
  set (a := fsub hi (fmul s s)) in *. set (b := fsub lo (pair_product_rest s s)) in *.
  assert (C3 : Rabs (real a + real b) <= 65 / 10 * u53 * Q + 125 * (u53 * u53) * P)
    by (unfold L in *; clear - E1 E2 N3 P2 HN Q0 PQ; two_sided; lra).
  destruct (Wide.fadd_error _ _ _ Fl C3) as (_ & _ & E3). rewrite <- El in E3.
  split.
  - unfold L in *. clear - E1 E2 E3 N3 P2 Q0 PQ. two_sided; lra.
  - clear - E3 C3 Q0 PQ. two_sided; lra.
Qed.

(* The inverse of the length, and half of it. *)
Lemma inverse_length_near (inv : D) : inv = fdiv (fconst 1 0) s -> finite inv ->
  Rabs (real inv * S - 1) <= 101 / 100 * u53.
Proof.
  intros Ei Fi. destruct root_of_rounded as (S0 & _). destruct (length_finite _ _ _ s_is F_w w_large) as (Fs & _).
  rewrite Ei in Fi. destruct (fdiv_finite _ _ Fi Fs ltac:(fold S; lra)) as (_ & Er). rewrite <- Ei in Er.
  const_facts 1%Z 0%Z F1 V1. change (1 * bpow radix2 0) with (1 * 1) in V1. rewrite Rmult_1_r in V1. rewrite V1 in Er.
  fold S in Er.
  pose proof (rnd_error double (1 / S)) as R. rewrite <- Er, u_double in R. change (eta double) with eta' in R.
  pose proof (bpow_gt_0 radix2 (-1075)) as Z0.
  assert (T : eta' * S <= u53 / 1000).
  { apply Rle_trans with (eta' * bpow radix2 203); [apply Rmult_le_compat_l; lra |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  assert (P0 : 0 < / S) by now apply Rinv_0_lt_compat. unfold Rdiv in R.
  rewrite Rmult_1_l, (Rabs_pos_eq (/ S)) in R by lra.
  replace (real inv * S - 1) with ((real inv - / S) * S) by (field; lra). rewrite Rabs_mult, (Rabs_pos_eq S) by lra.
  apply Rle_trans with ((u53 * / S + eta') * S); [apply Rmult_le_compat_r; lra |].
  replace ((u53 * / S + eta') * S) with (u53 + eta' * S) by (field; lra). lra.
Qed.

(* R times the correction of the root, and R |u|. *)
Variables rh rl : D.
Variable L : R.
Hypothesis rh_range : 0 <= real rh <= bpow radix2 200.
Hypothesis rl_small : Rabs (real rl) <= u53 * real rh.
Hypothesis L_large : loss (real rh) S <= L.
Hypothesis L_room : bpow radix2 (-870) <= L.
Let G := real rh * (P / S).

Lemma correction_of_wide (left inv : D) (t := fmul left (fmul (fconst 1 (-1)) inv)) :
  inv = fdiv (fconst 1 0) s -> finite (fmul rh t) ->
  Rabs (real left - (N - Q)) <= 135 * (u53 * u53) * P -> Rabs (real left) <= 66 / 10 * u53 * Q + 135 * (u53 * u53) * P
    ->
  Rabs (real (fmul rh t) - real rh * ((N - Q) / (2 * S))) <= 86 * (u53 * u53) * G + L.
Proof.
  intros Ei Ft Hl Bl. destruct root_of_rounded as (S0 & Q0 & HN).
  destruct (fmul_finite _ _ Ft) as (_ & Ft1 & Et). destruct (fmul_finite _ _ Ft1) as (_ & Fk & Et1).
  destruct (fmul_finite _ _ Fk) as (_ & Fi & Ek).
  pose proof (inverse_length_near _ Ei Fi) as I1. set (i := real inv) in *.
  const_facts 1%Z (-1)%Z F2 V2. change (1 * bpow radix2 (-1)) with (1 * / 2) in V2. rewrite Rmult_1_l in V2.
  rewrite V2 in Ek. pose proof (rnd_error double (/ 2 * i)) as Rk. rewrite <- Ek in Rk.
  pose proof (rnd_error double (real left * real (fmul (fconst 1 (-1)) inv))) as R1. rewrite <- Et1 in R1.
  pose proof (rnd_error double (real rh * real t)) as R2. fold t in Et, R1. rewrite <- Et in R2.
  rewrite u_double in *. change (eta double) with eta' in *. pose proof (bpow_gt_0 radix2 (-1075)) as Z0.
  set (k := real (fmul (fconst 1 (-1)) inv)) in *. set (tr := real t) in *. set (l := real left) in *.
  set (d := (N - Q) / (2 * S)). assert (Ed : 2 * S * d = N - Q) by (unfold d; field; lra).
  assert (TS : eta' * S <= u53 / 1000).
  { apply Rle_trans with (eta' * bpow radix2 203); [apply Rmult_le_compat_l; lra |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-63)); [apply bpow_le; lia |]. simpl. lra. }
  assert (K1 : Rabs (2 * S * k - 1) <= 203 / 100 * u53).
  { assert (i0 : 0 <= i).
    { apply Rnot_lt_le. intros C. assert (0 <= - i * S) by (apply Rmult_le_pos; lra). clear - I1 H. two_sided. lra. }
    rewrite (Rabs_pos_eq (/ 2 * i)) in Rk by lra.
    assert (E : Rabs (2 * S * (k - / 2 * i)) <= 2 * S * (u53 * (/ 2 * i) + eta')).
    { rewrite Rabs_mult, (Rabs_pos_eq (2 * S)) by lra. apply Rmult_le_compat_l; lra. }
    replace (2 * S * (u53 * (/ 2 * i) + eta')) with (u53 * (i * S) + 2 * (eta' * S)) in E by field.
    replace (2 * S * (k - / 2 * i)) with (2 * S * k - i * S) in E by field.
    clear - E I1 TS. two_sided; lra. }
  assert (P0 : 0 < P) by (pose proof P_length; lra).
  (* 2 S (t - d) *)
  assert (D1 : Rabs (2 * S * (l * k) - l) <= 204 / 100 * u53 * (66 / 10 * u53 * Q + 135 * (u53 * u53) * P)).
  { replace (2 * S * (l * k) - l) with (l * (2 * S * k - 1)) by ring. rewrite Rabs_mult, Rmult_comm.
    pose proof (Rabs_pos l). apply Rmult_le_compat; try apply Rabs_pos; [lra | exact Bl]. }
  assert (D2 : Rabs (2 * S * (tr - l * k)) <=
    u53 * (1001 / 1000 * (66 / 10 * u53 * Q + 135 * (u53 * u53) * P)) + 2 * S * eta').
  { rewrite Rabs_mult, (Rabs_pos_eq (2 * S)) by lra.
    apply Rle_trans with (2 * S * (u53 * Rabs (l * k) + eta')); [apply Rmult_le_compat_l; lra |].
    assert (Q1 : 2 * S * Rabs (l * k) <= 1001 / 1000 * (66 / 10 * u53 * Q + 135 * (u53 * u53) * P)).
    { rewrite <- (Rabs_pos_eq (2 * S)) at 1 by lra. rewrite <- Rabs_mult.
      replace (2 * S * (l * k)) with (2 * S * k * l) by ring. rewrite Rabs_mult.
      apply Rmult_le_compat; try apply Rabs_pos; [| exact Bl]. clear - K1. two_sided; lra. }
    lra. }
  pose proof P_length as PQ.
  assert (D3 : Rabs (2 * S * (tr - d)) <= 156 * (u53 * u53) * P + 2 * S * eta').
  { replace (2 * S * (tr - d)) with (2 * S * (tr - l * k) + (2 * S * (l * k) - l) + (l - 2 * S * d)) by ring.
    rewrite Ed. set (ST := S * eta') in *. replace (2 * S * eta') with (2 * ST) in * by (unfold ST; ring).
    clear - D1 D2 Hl PQ Q0 Z0. set (x := 2 * S * (tr - l * k)) in *. set (y := 2 * S * (l * k) - l) in *.
    two_sided; lra. }
  assert (D4 : Rabs (tr - d) <= 78 * (u53 * u53) * (P / S) + eta').
  { apply Rmult_le_reg_l with (2 * S); [lra |]. rewrite <- (Rabs_pos_eq (2 * S)) at 1 by lra. rewrite <- Rabs_mult.
    eapply Rle_trans; [exact D3 |]. right. field. lra. }
  assert (D5 : Rabs d <= 33 / 10 * u53 * S).
  { apply divide_by_length; [exact S0 |]. rewrite Ed. unfold Q in *. lra. }
  assert (PS : S <= P / S).
  { apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. unfold Q in PQ. lra. }
  assert (Ar : Rabs (real rh) <= real rh) by (rewrite Rabs_pos_eq; lra).
  pose proof (times_size _ _ _ _ Ar D4) as E4. pose proof (times_size _ _ _ _ Ar D5) as E5.
  assert (RE : real rh * eta' <= L / 16).
  { apply Rle_trans with (bpow radix2 200 * eta'); [apply Rmult_le_compat_r; lra |]. rewrite <- bpow_plus.
    apply Rle_trans with (bpow radix2 (-4) * bpow radix2 (-870)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-4)) with (/ 16). lra. }
  assert (EL : eta' <= L / 16).
  { apply Rle_trans with (bpow radix2 (-4) * bpow radix2 (-870)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-4)) with (/ 16). lra. }
  assert (RS : real rh * S <= G) by (unfold G; apply Rmult_le_compat_l; lra).
  replace (real rh * (78 * (u53 * u53) * (P / S) + eta')) with (78 * (u53 * u53) * G + real rh * eta') in E4
    by (unfold G; ring).
  replace (real rh * (33 / 10 * u53 * S)) with (33 / 10 * u53 * (real rh * S)) in E5 by ring.
  assert (G0 : 0 <= real rh * S) by (apply Rmult_le_pos; lra).
  replace (real rh * tr) with (real rh * (tr - d) + real rh * d) in R2 by ring.
  set (x := real rh * (tr - d)) in *. set (y := real rh * d) in *. set (v := real (fmul rh t)) in *.
  assert (R3 : Rabs (v - (x + y)) <= u53 * (79 * (u53 * u53) * G + 33 / 10 * u53 * G + L) + eta').
  { eapply Rle_trans; [exact R2 |]. apply Rplus_le_compat_r, Rmult_le_compat_l; [lra |].
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  clear - R3 E4 RE EL RS G0 Z0. two_sided; lra.
Qed.

Lemma wide_reach_near ph qh pl ql hi lo e (inv left rest : D) :
  pair_mul_results uhx uhy ulx uly uhx uhy ulx uly ph qh pl ql -> sum_of_pair_results ph qh pl ql hi lo e ->
  inv = fdiv (fconst 1 0) s -> left = fadd (fsub hi (fmul s s)) (fsub lo (pair_product_rest s s)) ->
  rest = fadd (pair_product_rest rh s) (fadd (fmul rh (fmul left (fmul (fconst 1 (-1)) inv))) (fmul rl s)) ->
  finite rest ->
  Rabs (real (fmul rh s)) <= 11 / 10 * G + L /\ Rabs (real rest) <= 66 / 10 * u53 * G + 6 * L /\
  Rabs (real (fmul rh s) + real rest - (real rh + real rl) * sqrt N) <= 110 * (u53 * u53) * G + 4 * L.
Proof.
  intros M Sm Ei El Er Fr. pose proof Fr as Fr0. rewrite Er in Fr0.
  destruct (fadd_finite _ _ Fr0) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (Ft & _ & _).
  destruct (fmul_finite _ _ Ft) as (_ & Ft1 & _). destruct (fmul_finite _ _ Ft1) as (Fl & _ & _).
  destruct (wide_left_near _ _ _ _ _ _ _ _ M Sm El Fl) as [Hl Bl].
  pose proof (correction_of_wide _ _ Ei Ft Hl Bl) as Hc. destruct root_of_rounded as (S0 & Q0 & HN).
  destruct (reach_with_correction _ _ _ s_is F_w w_large X Y rh rl _ L (proj1 rh_range) rl_small L_large rest _ HN Er Fr
    Hc) as (R1 & R2 & R3). fold S N in R1, R2, R3.
  assert (RS : 0 <= real rh * S <= G).
  { split; [apply Rmult_le_pos; lra |]. unfold G. apply Rmult_le_compat_l; [lra |].
    apply Rmult_le_reg_r with S; [exact S0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    pose proof P_length as PQ. unfold Q in PQ. lra. }
  pose proof (bpow_gt_0 radix2 (-870)). repeat split; lra.
Qed.
End Length.
