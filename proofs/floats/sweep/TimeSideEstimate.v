(* The time on the side, estimate_side of src/sweep/sweep_time.h: what its parts prove together. If the estimate is
   sharp and the time T of the contact with the line at distance R is at most 1, T is within the error of guess +
   step. This holds for the time when the distance falls to R and for that when it grows beyond, and for walls that
   move.

   The numbers are those that the theorem in TimeSideSharp.v takes from the extracted terms. *)
From Coq Require Import ZArith NArith List Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import CheckerTactics Model Operations Bounded SweepGeometry SweepTerms ErrorFree PairProduct
  Terms_wide Terms_pair
  ErrorFreeTerms Wide WideQuotient TangentGapLine TimePlace TimeSideProducts TimeSideReach TimeSideResidual
  TimeSidePlace TimeSideStep TimeSide TimeSideGuess.
Import ListNotations.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta' := (bpow radix2 (-1075)).

(* A coordinate W + g V of the place, for the rounded displacement v. *)
Record is_place (hi lo v : D) (W V g : R) : Prop := {
  place_sum : Rabs (real hi + real lo - (W + g * V)) <= u53 * u53 * (4 * Rabs W + 33 * Rabs (real v)) + 2 *
    place_tiny;
  place_lo : Rabs (real lo) <= u53 * (3 * Rabs W + 9 * Rabs (real v)) + 8 * place_tiny;
  place_hi : Rabs (real hi) <= (1 + 4 * u53) * (Rabs W + 2 * Rabs (real v)) + 2 * place_tiny }.

(* A coordinate of the place, for the inputs i and j, which are those of the difference and of the displacement. *)
Notation high_of_place i j := (input_near [] [([], Float radix2 1 (-957)); ([Val i], Float radix2 1035 (-10));
  ([Val j], Float radix2 2059 (-10))] false nothing 1024).
Notation low_of_place i j := (input_near [([], Float radix2 1 (-957)); ([Val i], Float radix2 33 (-109));
  ([Val j], Float radix2 265 (-109))] [([], Float radix2 1 (-956)); ([Val i], Float radix2 25 (-56));
  ([Val j], Float radix2 73 (-56))] false nothing 1024).

Section Estimate.
Variables ux uy ulx uly wx wy vx vy su sw sv rh rl : D.
Variables U1 U2 W1 W2 V1 V2 : R.
Hypothesis Ux : is_exact ux ulx U1.
Hypothesis Uy : is_exact uy uly U2.
Hypothesis Wx : Rabs (W1 - real wx) <= u53 * Rabs (real wx).
Hypothesis Wy : Rabs (W2 - real wy) <= u53 * Rabs (real wy).
Hypothesis Vx : Rabs (V1 - real vx) <= 21 / 10 * u53 * Rabs (real vx).
Hypothesis Vy : Rabs (V2 - real vy) <= 21 / 10 * u53 * Rabs (real vy).
Hypothesis rl_small : Rabs (real rl) <= u53 * real rh.
Hypothesis su_is : su = fadd (fabs ux) (fabs uy).
Hypothesis sw_is : sw = fadd (fabs wx) (fabs wy).
Hypothesis sv_is : sv = fadd (fabs vx) (fabs vy).
Hypothesis su_range : size_in_range su.
Hypothesis sw_range : size_in_range sw.
Hypothesis sv_range : size_in_range sv.
Hypothesis rh_range : size_in_range rh.
Variables l2 len cs cm in_ side : D.
Hypothesis l2_is : l2 = fadd (fmul ux ux) (fmul uy uy).
Hypothesis len_is : len = fsqrt l2.
Hypothesis l2_large : bpow radix2 (-400) <= real l2.
Hypothesis cs_is : cs = fsub (fmul ux wy) (fmul uy wx).
Hypothesis cm_is : cm = fsub (fmul ux vy) (fmul uy vx).
Hypothesis in_is : is_sign (real in_).
Hypothesis side_is : is_sign (real side).
Hypothesis side_of_move : real in_ * (real side * real cm) = - Rabs (real cm).
Let inverse := fdiv (fconst 1 0) (fabs cm).
Let guess := fmul (fmul in_ (fsub (fmul side cs) (fmul rh len))) inverse.
Let g := real guess.
Variables phx phy plx ply : D.
Hypothesis place : Rabs g <= 2 -> is_place phx plx vx W1 V1 g /\ is_place phy ply vy W2 V2 g.
Variables ph1 qh1 pl1 ql1 cp_hi cp_lo ph3 qh3 pl3 ql3 len_hi len_lo : D.
Variables e1 e3 : Z.
Hypothesis P1 : pair_mul_results ux uy ulx uly phy phx ply plx ph1 qh1 pl1 ql1.
Hypothesis D1 : difference_of_pair_results ph1 qh1 pl1 ql1 cp_hi cp_lo e1.
Hypothesis P3 : pair_mul_results ux uy ulx uly ux uy ulx uly ph3 qh3 pl3 ql3.
Hypothesis D3 : sum_of_pair_results ph3 qh3 pl3 ql3 len_hi len_lo e3.
Let left := fadd (fsub len_hi (fmul len len)) (fsub len_lo (pair_product_rest len len)).
Let length_rest := fdiv left (fmul (fconst 1 1) len).
Let reach_rest := fadd (pair_product_rest rh len) (fadd (fmul rh length_rest) (fmul rl len)).
Let gap_hi := fadd (fmul side cp_hi) (fneg (fmul rh len)).
Let gap_lo := sum_rest (fmul side cp_hi) (fneg (fmul rh len)).
Let residual := fadd gap_hi (fadd gap_lo (fsub (fmul side cp_lo) reach_rest)).
Let step := fmul (fmul in_ residual) inverse.
Let error := error_of_estimate su sw sv rh inverse step.
Hypothesis F_guess : finite guess.
Hypothesis F_error : finite error.
Hypothesis guess_large : flt (fconst 1 (-200)) guess = true.
Hypothesis error_small : flt error (fmul (fconst 1 (-60)) guess) = true.

Let M := real su * (real sw + real sv + real rh).
Let Cw := U1 * W2 - U2 * W1.
Let Cv := U1 * V2 - U2 * V1.
Let RL := (real rh + real rl) * norm U1 U2.
Let N := real side * Cw - RL.
Let w := - (real in_ * (real side * Cv)).
Let M1 := 26 / 10 * M + bpow radix2 (-698).
Let Cp := U1 * (W2 + g * V2) - U2 * (W1 + g * V1).

Lemma place_cross_near : Rabs g <= 2 -> finite cp_lo -> is_near cp_hi cp_lo Cp M1 L.
Proof.
  intros Hg Fl. destruct (place Hg) as ([X1 X2 X3] & [Y1 Y2 Y3]). pose proof P1 as Q1. pose proof D1 as Q2.
  destruct Q1 as (px & py & lx & ly & lx1 & ly1 & [Q1 -> -> Eh1 Eh2 -> ->]).
  destruct Q2 as (sh & sl & se & [Q2 Eh Elo _]).
  destruct (pair_product_values _ _ _ _ _ _ _ _ Q1) as (Epx & Epy & -> & ->). subst px py ph1 qh1.
  destruct (wide_of_sum_values _ _ _ _ _ Q2) as (-> & -> & _). clear Q1 Q2.
  destruct (in_202 _ _ _ su_is su_range) as (U3 & U4). destruct (in_202 _ _ _ sw_is sw_range) as (W3 & W4).
  destruct (in_202 _ _ _ sv_is sv_range) as (V3 & V4). destruct Ux as [EU1 Lx]. destruct Uy as [EU2 Ly].
  destruct su_range as [[Fsu _] u0]. destruct sw_range as [[Fsw _] w0]. destruct sv_range as [[Fsv _] v0].
  destruct rh_range as [_ r0].
  assert (A : forall X h : R, Rabs (X - h) <= u53 * Rabs h -> Rabs X <= (1 + u53) * Rabs h).
  { intros X h H. replace X with (X - h + h) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  pose proof (A _ _ Wx) as AX. pose proof (A _ _ Wy) as AY. clear A.
  pose proof (Rabs_pos (real wx)). pose proof (Rabs_pos (real wy)). pose proof (Rabs_pos (real vx)).
  pose proof (Rabs_pos (real vy)).
  set (QX := W1 + g * V1 - real phx). set (QY := W2 + g * V2 - real phy).
  assert (EX : Rabs (QX - real plx) <= u53 * u53 * (41 / 10 * Rabs (real wx) + 33 * Rabs (real vx)) + 2 * place_tiny).
  { rewrite Rabs_minus_sym. replace (real plx - QX) with (real phx + real plx - (W1 + g * V1)) by (unfold QX; ring).
  lra. }
  assert (EY : Rabs (QY - real ply) <= u53 * u53 * (41 / 10 * Rabs (real wy) + 33 * Rabs (real vy)) + 2 * place_tiny).
  { rewrite Rabs_minus_sym. replace (real ply - QY) with (real phy + real ply - (W2 + g * V2)) by (unfold QY; ring).
  lra. }
  replace Cp with ((real ux + real ulx) * (real phy + QY) - (real uy + real uly) * (real phx + QX))
    by (rewrite EU1, EU2; unfold Cp, QX, QY; ring).
  clearbody QX QY. clear P1 D1 place.
  assert (tn0 : 0 < place_tiny) by apply bpow_gt_0.
  assert (K957 : bpow radix2 (-957) = 4 * place_tiny) by (change 4 with (bpow radix2 2); now rewrite <- bpow_plus).
  assert (K956 : bpow radix2 (-956) = 8 * place_tiny) by (change 8 with (bpow radix2 3); now rewrite <- bpow_plus).
  assert (K109 : bpow radix2 (-109) = / 8 * (u53 * u53)) by (change (/ 8) with (bpow radix2 (-3));
    change u53 with (bpow radix2 (-53)); now rewrite <- !bpow_plus).
  subst cp_hi.
  near_by [(exact_input 201, ux, real ux); (input_below 1 (-53) [Val 0] 1024, ulx, real ulx);
    (exact_input 201, uy, real uy); (input_below 1 (-53) [Val 2] 1024, uly, real uly); (exact_input 201, wx, real wx);
    (exact_input 201, wy, real wy); (exact_input 201, vx, real vx); (exact_input 201, vy, real vy);
    (high_of_place 4 6, phx, real phx); (low_of_place 4 6, plx, QX); (high_of_place 5 7, phy, real phy);
    (low_of_place 5 7, ply, QY)] [cp_lo; su; sw; sv]
    (fadd (fmul ux phy) (fneg (fmul uy phx))) cp_lo
    ((real ux + real ulx) * (real phy + QY) - (real uy + real uly) * (real phx + QX))
    (IZR 5 * bpow radix2 (-1) * (real su * (real sw + real sv)) + bpow radix2 (-700)) (bpow radix2 (-707));
    try solve [rewrite ?Rminus_diag_eq, ?Rabs_R0 by reflexivity; rewrite ?K957, ?K956, ?K109;
      change (bpow radix2 (-56)) with (/ 72057594037927936); change (bpow radix2 (-10)) with (/ 1024); lra].
  change (bpow radix2 (-1)) with (/ 2) in *. pose proof (bpow_plus radix2 1 (-707) : L = 2 * bpow radix2 (-707)) as EL.
  assert (bpow radix2 (-700) <= bpow radix2 (-698)) by (apply bpow_le; lia). pose proof (bpow_gt_0 radix2 (-707)).
  pose proof (bpow_gt_0 radix2 (-700)). assert (0 <= real su * (real sw + real sv)) by (apply Rmult_le_pos; lra).
  assert (0 <= real su * real rh) by (now apply Rmult_le_pos). unfold M1, M. split; lra.
Qed.

Lemma estimate_reach_near : finite residual ->
  Rabs (real (fmul rh len)) <= 11 / 10 * M1 + L /\ Rabs (real reach_rest) <= 7 * u53 * M1 + 9 * L /\
  Rabs (real (fmul rh len) + real reach_rest - RL) <= 150 * (u53 * u53) * M1 + 6 * L.
Proof.
  intros Fres.
  destruct (estimate_sizes ux uy wx wy vx vy su sw sv rh su_is sw_is sv_is su_range sw_range sv_range rh_range)
    as (U0 & W0 & T0 & R0 & B0 & EM & A0 & C0 & SU & _). fold M in EM.
  destruct (fadd_finite _ _ Fres) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (_ & F2 & _).
  destruct (fsub_finite _ _ F2) as (_ & Frr & _). destruct (fadd_finite _ _ Frr) as (Fpr & F3 & _).
  destruct (fadd_finite _ _ F3) as (Ft1 & F4 & _). destruct (fmul_finite _ _ F4) as (_ & Flen & _).
  destruct (fmul_finite _ _ Ft1) as (_ & Flr & _).
  pose proof len_is as Es. rewrite l2_is in Es. pose proof l2_large as Lw. rewrite l2_is in Lw.
  apply (Rle_trans (bpow radix2 (-700))) in Lw; [| apply bpow_le; lia].
  assert (Fw : finite (fadd (fmul ux ux) (fmul uy uy))) by (rewrite Es in Flen; now destruct (fsqrt_finite _ Flen)).
  pose proof (coordinate_of_exact _ _ _ Ux) as Qx. pose proof (coordinate_of_exact _ _ _ Uy) as Qy.
  destruct (length_of_rounded _ _ _ U1 U2 Es Fw Lw Qx Qy) as (S0 & _ & SS). specialize (SS _ U0 SU).
  assert (F2s : finite (fmul (fconst 1 1) len)).
  { const_facts 1%Z 1%Z Fc Vc. apply (below_mul 1 202 (fconst 1 1) len ltac:(lia)).
    - split; [exact Fc |]. rewrite Vc, Rmult_1_l, Rabs_pos_eq; [apply Rle_refl | apply bpow_ge_0].
    - split; [exact Flen |]. rewrite Rabs_pos_eq by lra. destruct su_range as [[_ Bs] Ns].
      rewrite Rabs_pos_eq in Bs by exact Ns.
      change 202%Z with (2 + 200)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4. lra. }
  assert (F2n : real (fmul (fconst 1 1) len) <> 0) by (rewrite (twice_exact _ F2s); lra).
  destruct (fdiv_finite _ _ Flr F2s F2n) as (Fleft & _).
  destruct (left_near _ _ _ Es Fw Lw _ _ _ _ (vector_of_exact _ _ _ _ _ _ Ux Uy) (proj2 Ux) (proj2 Uy) _ _ _ _ _ _ _
    left P3 D3
    eq_refl Fleft) as (HN & HL & BL).
  assert (Su : real su <= bpow radix2 200) by (destruct su_range as [[_ Bs] Ns]; rewrite Rabs_pos_eq in Bs;
    assumption).
  assert (Rr : real rh <= bpow radix2 200) by (destruct rh_range as [[_ Bs] Ns]; rewrite Rabs_pos_eq in Bs;
    assumption).
  assert (P2 : bpow radix2 202 = 4 * bpow radix2 200) by (change 4 with (bpow radix2 2); rewrite <- bpow_plus;
    reflexivity).
  assert (LR : loss (real rh) (real len) <= L).
  { apply Rle_trans with (bpow radix2 (-806)); [apply loss_in_range; lra | apply bpow_le; lia]. }
  assert (Le : bpow radix2 (-1075) <= L) by (apply bpow_le; lia).
  assert (Lr : real rh * bpow radix2 (-1075) <= L).
  { apply Rle_trans with (bpow radix2 200 * bpow radix2 (-1075)); [apply Rmult_le_compat_r; [apply bpow_ge_0 | exact
      Rr] |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (length_finite _ _ _ Es Fw Lw) as (_ & S350).
  pose proof (quotient_correction_near left len rh _ L Ft1 F2s S350 R0 HL BL Lr Le) as HC.
  destruct (reach_near _ _ _ Es Fw Lw _ _ rh rl (fmul rh length_rest) L R0 rl_small LR left reach_rest HN eq_refl Frr
    HC)
    as (G1 & G2 & G3).
  assert (K : real rh * real len <= M1).
  { assert (real rh * real len <= real rh * (101 / 100 * real su)) by (apply Rmult_le_compat_l; assumption).
    pose proof (bpow_gt_0 radix2 (-698)). unfold M1. lra. }
  assert (L0 : 0 < L) by apply bpow_gt_0.
  repeat split; [lra | lra |]. eapply Rle_trans; [exact G3 |]. lra.
Qed.

Variable T : R.
Hypothesis w_pos : 0 < w.
Hypothesis T_is : real in_ * N = T * w.
Hypothesis T_early : T <= 1.

Theorem estimate_near :
  finite step /\ bpow radix2 (-200) < g <= 1001 / 1000 /\ Rabs (real step) <= / 500 * g /\
  Rabs (T - (g + real step)) <= real error.
Proof.
  pose proof (coordinate_of_exact _ _ _ Ux) as Qx. pose proof (coordinate_of_exact _ _ _ Uy) as Qy.
  assert (HR : Rabs (real rh + real rl - real rh) <= u53 * real rh)
    by (replace (real rh + real rl - real rh) with (real rl) by ring; exact rl_small).
  pose proof (guess_bounds ux uy wx wy vx vy su sw sv rh U1 U2 W1 W2 V1 V2 (real rh + real rl) Qx Qy Wx Wy Vx Vy HR
    su_is sw_is
    sv_is su_range sw_range sv_range rh_range l2 len cs cm in_ side step l2_is len_is l2_large cs_is cm_is in_is
      side_is
    side_of_move F_guess F_error guess_large error_small T w_pos T_is T_early) as GB.
  change (finite inverse /\ finite step /\ bpow radix2 (-200) < g <= 1001 / 1000 /\ 0 < real inverse /\
    M * real inverse <= 20000000000 /\ 64 * (L * real inverse) <= u53 / 100 /\
    Rabs (real inverse * Rabs (real cm) - 1) <= 1001 / 1000 * u53 /\ bpow radix2 (-202) <= M * real inverse /\
    Rabs (real step) <= / 500 * g /\
    999 / 1000 * (4096 * (u53 * u53) * (M * real inverse) + 64 * (L * real inverse) + 8 * u53 * Rabs (real step) +
      8 * u53 * (real su * real sv * real inverse * Rabs (real step))) - 3 * eta' <= real error) in GB.
  destruct GB as (Fi & Fs & [G0 G1] & i0 & Mi & Li & Inv & Mi1 & H2 & E).
  split; [exact Fs |]. split; [split; assumption |]. split; [exact H2 |].
  destruct (crosses_near ux uy wx wy vx vy su sw sv rh U1 U2 W1 W2 V1 V2 Qx Qy Wx Wy Vx Vy su_is sw_is sv_is su_range
    sw_range
    sv_range rh_range cs cm in_ side cs_is cm_is in_is side_is side_of_move) as (_ & _ & Hw & _).
  fold w in Hw. set (i := real inverse) in *. set (c := Rabs (real cm)) in *.
  destruct (estimate_sizes ux uy wx wy vx vy su sw sv rh su_is sw_is sv_is su_range sw_range sv_range rh_range)
    as (U0 & W0 & T0 & R0 & B0 & EM & A0 & C0 & _). fold M in EM.
  set (B := real su * real sv) in *.
  destruct (fmul_finite _ _ Fs) as (Fir & _ & Es). destruct (fmul_finite _ _ Fir) as (_ & Fres & _).
  pose proof (times_sign in_ residual in_is Fir) as Eir.
  destruct (fadd_finite _ _ Fres) as (_ & F1 & _). destruct (fadd_finite _ _ F1) as (_ & F2 & _).
  destruct (fsub_finite _ _ F2) as (F3 & _ & _). destruct (fmul_finite _ _ F3) as (_ & Fcp & _).
  pose proof (bpow_gt_0 radix2 (-200)) as p200.
  pose proof (place_cross_near ltac:(rewrite Rabs_pos_eq; lra) Fcp) as NP.
  destruct (estimate_reach_near Fres) as (K1 & K2 & K3).
  destruct constants as (_ & _ & _ & L0 & e0 & eL & _).
  assert (M0 : 0 <= M) by lra. pose proof (bpow_gt_0 radix2 (-698)) as k698.
  assert (M10 : 0 <= M1) by (unfold M1; lra).
  assert (RN : Rabs (real residual - (real side * Cp - RL)) <= 11 / 10 * u53 * Rabs (real residual) +
    300 * (u53 * u53) * M1 + 20 * L) by (apply place_residual_near; assumption).
  assert (k1 : u53 * u53 * bpow radix2 (-698) <= / 1000 * L).
  { change u53 with (bpow radix2 (-53)). apply Rle_trans with (bpow radix2 (-10) * L).
    - unfold L. rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_r; [lra |]. simpl. lra. }
  assert (Bi0 : 0 <= B * i) by (apply Rmult_le_pos; lra). assert (Li0 : 0 <= L * i) by (apply Rmult_le_pos; lra).
  assert (Mi0 : 0 <= M * i) by (apply Rmult_le_pos; lra).
  assert (BMi : B * i <= M * i) by (apply Rmult_le_compat_r; lra).
  assert (ei : eta' * i <= u53 * u53).
  { apply Rle_trans with (u53 * u53 * L * i); [apply Rmult_le_compat_r; lra |]. rewrite Rmult_assoc. lra. }
  assert (ek : eta' <= u53 * u53 * (u53 * u53 * (M * i))).
  { apply Rle_trans with (u53 * u53 * (u53 * u53 * bpow radix2 (-202))).
    - change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia.
    - repeat (apply Rmult_le_compat_l; [lra |]). exact Mi1. }
  pose proof (rnd_error double (real (fmul in_ residual) * i)) as Rs. unfold i in Rs at 1.
  rewrite <- Es, u_double, Rabs_minus_sym in Rs.
  change (eta double) with eta' in Rs. rewrite Eir in Rs.
  assert (HRr : Rabs (real in_ * real residual - real in_ * (real side * Cp - RL)) <= 31 / 10 * u53 *
    Rabs (real in_ * real residual) + 2000 * (u53 * u53) * M + 50 * L).
  { rewrite <- Rmult_minus_distr_l, !sign_abs by exact in_is. pose proof (Rabs_pos (real residual)) as r0.
    unfold M1 in RN. lra. }
  destruct (side_time_error g (real in_ * (real side * Cp - RL)) w (real in_ * real residual) i (real step) c
    (53 / 10 * u53 * (B * i) + 11 / 10 * u53) B M (u53 * u53 * (M * i)) eta' w_pos i0 B0 M0 (Rlt_le _ _ e0) ek
    ltac:(lra) ei Inv Hw eq_refl HRr Rs) as (_ & _ & Fin).
  assert (ET : T = g + real in_ * (real side * Cp - RL) / w).
  { apply Rmult_eq_reg_r with w; [| lra]. rewrite <- T_is.
    replace ((g + real in_ * (real side * Cp - RL) / w) * w) with (g * w + real in_ * (real side * Cp - RL)) by
      (field; lra).
    unfold w, N, Cp, Cw, Cv. ring. }
  rewrite ET. eapply Rle_trans; [exact Fin |]. eapply Rle_trans; [| exact E].
  pose proof (Rabs_pos (real step)) as s0. assert (Bis : 0 <= B * i * Rabs (real step)) by (apply Rmult_le_pos;
    assumption).
  clear - ek Mi0 Li0 Bis s0. set (x := M * i) in *. set (y := L * i) in *. set (z := B * i * Rabs (real step)) in *.
  lra.
Qed.

End Estimate.
