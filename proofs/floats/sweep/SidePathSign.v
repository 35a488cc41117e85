(* The sign of s (u x w) - R |u| in double-doubles (sign_beyond of src/sweep/side_path.h), over the extracted terms:
   a sign that is not 0 is right.

   The terms of u x w are off by 16 2^-106 K and R |u| by 80 2^-106 R |u|; the code's bound is 512 2^-106 of both. The
   last rounding does not change the sign. docs/exactness.md, "Paths along the side of a wall". *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Terms_wide Terms_side_path ErrorFreeTerms Wide SweepTerms
  TangentGapLine TangentProducts.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation lost := (bpow radix2 (-808)).
Notation most := (bpow radix2 410).

Definition is_below (x : D) := finite x /\ Rabs (real x) <= most.

Lemma sign_factor (s x : D) : finite s -> is_sign (real s) -> is_below x ->
  is_below (fmul s x) /\ real (fmul s x) = real s * real x.
Proof.
  intros Fs Sg (Fx & Bx). assert (B : Rabs (real s * real x) <= most) by now rewrite sign_abs.
  destruct (fmul_is_finite s x 410 (conj eq_refl eq_refl) Fs Fx B) as (F & _ & B').
  split; [split; assumption |]. now apply times_sign.
Qed.

(* The sum that is compared, and its sign, in real numbers. *)
Section Sign.
Variables x g r t er C L K Q s : R.
Hypothesis Sg : is_sign s.
Hypotheses (K0 : 0 <= K) (Q0 : bpow radix2 (-301) <= Q).
Variables vh vl rh rl gl : R.
Hypothesis (Eg : g + gl = s * vh - rh).
Hypothesis (Hgl : Rabs gl <= u53 * Rabs (s * vh - rh)).
Hypothesis (Hr : Rabs (r - (s * vl - rl)) <= u53 * Rabs (s * vl - rl)).
Hypothesis (Ht : Rabs (t - (gl + r)) <= u53 * Rabs (gl + r)).
Hypothesis (Hx : Rabs (x - (g + t)) <= u53 * Rabs (g + t)).
Hypotheses (V1 : Rabs vh <= 101 / 100 * K + lost) (V2 : Rabs vl <= 43 / 10 * u53 * K + 6 * lost)
  (V3 : Rabs (vh + vl - C) <= 16 * (u53 * u53) * K + 5 * lost).
Hypotheses (R1 : Rabs (rh - Q) <= u53 * Q + w) (R2 : Rabs rl <= 6 * u53 * Q)
  (R3 : Rabs (rh + rl - L) <= 80 * (u53 * u53) * Q).
Hypothesis (Her : 500 * (u53 * u53) * (K + Q) <= er).

Lemma sign_of_sum : (er < x -> L < s * C) /\ (x < - er -> s * C < L).
Proof using All.
  assert (Z : lost <= u53 * u53 * Q /\ w <= u53 * u53 * Q).
  { assert (Lo : lost <= u53 * u53 * bpow radix2 (-301)).
    { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
    assert (u53 * u53 * bpow radix2 (-301) <= u53 * u53 * Q) by (apply Rmult_le_compat_l; lra).
    destruct lost_bounds as (Z0 & Z1). assert (0 < w) by apply bpow_gt_0. lra. }
  destruct Z as (Zl & Zw). destruct lost_bounds as (Z0 & _). assert (W0 : 0 < w) by apply bpow_gt_0.
  assert (Qp : 0 < Q) by (pose proof (bpow_gt_0 radix2 (-301)); lra).
  assert (A1 : Rabs (s * vh) <= 101 / 100 * K + lost) by now rewrite sign_abs.
  assert (A2 : Rabs (s * vl) <= 43 / 10 * u53 * K + 6 * lost) by now rewrite sign_abs.
  assert (A3 : Rabs (s * (vh + vl - C)) <= 16 * (u53 * u53) * K + 5 * lost) by now rewrite sign_abs.
  replace (s * (vh + vl - C)) with (s * vh + s * vl - s * C) in A3 by ring.
  set (a := s * vh) in *. set (b := s * vl) in *. set (c := s * C) in *.
  assert (B1 : Rabs (a - rh) <= 102 / 100 * (K + Q)) by (clear - A1 R1 Zl Zw K0 Qp Z0 W0; two_sided; lra).
  assert (B2 : Rabs gl <= u53 * (102 / 100 * (K + Q))) by (eapply Rle_trans; [exact Hgl |]; apply Rmult_le_compat_l;
    lra).
  assert (B3 : Rabs (b - rl) <= 7 * u53 * (K + Q)) by (clear - A2 R2 Zl Zw K0 Qp Z0 W0; two_sided; lra).
  assert (B4 : Rabs (r - (b - rl)) <= u53 * (7 * u53 * (K + Q))) by (eapply Rle_trans; [exact Hr |]; apply
    Rmult_le_compat_l; lra).
  assert (B5 : Rabs (gl + r) <= 9 * u53 * (K + Q)) by (clear - B2 B3 B4 K0 Qp; two_sided; lra).
  assert (B6 : Rabs (t - (gl + r)) <= u53 * (9 * u53 * (K + Q))) by (eapply Rle_trans; [exact Ht |]; apply
    Rmult_le_compat_l; lra).
  assert (N : Rabs (g + t - (c - L)) <= 120 * (u53 * u53) * (K + Q)) by (clear - A3 R3 B4 B6 Eg Zl K0 Qp Z0; two_sided;
    lra).
  assert (E : 0 < er) by (assert (0 < 500 * (u53 * u53) * (K + Q)) by nra; lra).
  split; intros S.
  - assert (P : 0 <= g + t).
    { apply Rnot_lt_le. intros M. rewrite (Rabs_left (g + t)) in Hx by lra. apply Rabs_le_inv in Hx. lra. }
    rewrite (Rabs_pos_eq (g + t)) in Hx by lra. clear - Hx N S Her K0 Qp E. apply Rabs_le_inv in Hx.
    apply Rabs_le_inv in N. lra.
  - assert (P : g + t <= 0).
    { apply Rnot_lt_le. intros M. rewrite (Rabs_pos_eq (g + t)) in Hx by lra. apply Rabs_le_inv in Hx. lra. }
    rewrite (Rabs_left1 (g + t)) in Hx by lra. clear - Hx N S Her K0 Qp E. apply Rabs_le_inv in Hx.
    apply Rabs_le_inv in N. lra.
Qed.
End Sign.

Lemma sign_beyond_right (vh vl terms side rh rl : D) result C L K Q :
  sign_beyond_results vh vl terms side rh rl result ->
  finite side -> is_sign (real side) -> is_below vh -> is_below vl -> is_below terms -> is_below rh -> is_below rl ->
  0 <= K -> bpow radix2 (-301) <= Q ->
  Rabs (real vh) <= 101 / 100 * K + lost -> Rabs (real vl) <= 43 / 10 * u53 * K + 6 * lost ->
  Rabs (real vh + real vl - C) <= 16 * (u53 * u53) * K + 5 * lost -> 999 / 1000 * K - 4 * w <= real terms ->
  Rabs (real rh - Q) <= u53 * Q + w -> Rabs (real rl) <= 6 * u53 * Q -> Rabs (real rh + real rl - L) <= 80 * (u53 *
    u53) * Q ->
  ((0 < result)%Z -> L < real side * C) /\ ((result < 0)%Z -> real side * C < L).
Proof.
  intros H Fs Sg Bh Bl (Ft & Bt) (Frh & Brh) (Frl & Brl) K0 Q0 V1 V2 V3 T R1 R2 R3.
  destruct H as (gh & gl & ge & rest & x & er & H). destruct H as [W Er Ex Ee Res].
  destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _). clear W.
  destruct (sign_factor side vh Fs Sg Bh) as ((Fa & Ba) & Ea).
  destruct (sign_factor side vl Fs Sg Bl) as ((Fb & Bb) & Eb).
  assert (Fnr : finite (fneg rh)) by now apply finite_fneg.
  assert (Bnr : Rabs (real (fneg rh)) <= most) by now rewrite real_fneg, Rabs_Ropp.
  pose proof (two_sum_finite (fmul side vh) (fneg rh) 410 (conj eq_refl eq_refl) Fa Fnr Ba Bnr) as Fgl.
  destruct (two_sum_exact _ _ Fgl) as (_ & _ & Fgh & _ & Eg). destruct (two_sum_rest_small _ _ Fgl) as (Sgl & _).
  rewrite u_double in Sgl. rewrite real_fneg, Ea in Eg, Sgl. fold (Rminus (real side * real vh) (real rh)) in Eg, Sgl.
  assert (Bg : Rabs (real (fadd (fmul side vh) (fneg rh))) <= bpow radix2 411).
  { destruct (fadd_is_finite (fmul side vh) (fneg rh) 411 (conj eq_refl eq_refl) Fa Fnr) as (_ & _ & B); [| exact B].
    change 411%Z with (410 + 1)%Z. now apply sum_below. }
  set (gh := fadd (fmul side vh) (fneg rh)) in *. set (gl := sum_rest (fmul side vh) (fneg rh)) in *.
  assert (Bgl : Rabs (real gl) <= bpow radix2 411).
  { destruct (two_sum_rest_small _ _ Fgl) as (_ & B). fold gl gh in B. rewrite u_double in B.
    pose proof (Rabs_pos (real gh)). lra. }
  destruct (fsub_is_finite (fmul side vl) rl 411 (conj eq_refl eq_refl) Fb Frl) as (Fr & _ & Br).
  { change 411%Z with (410 + 1)%Z. now apply difference_below. }
  destruct (fsub_error _ _ _ Fr (Rle_refl _)) as (_ & _ & E1). rewrite <- Er in E1, Fr, Br. rewrite Eb in E1.
  destruct (fadd_is_finite gl rest 412 (conj eq_refl eq_refl) Fgl Fr) as (Fl & _ & Bl').
  { change 412%Z with (411 + 1)%Z. now apply sum_below. }
  destruct (fadd_error _ _ _ Fl (Rle_refl _)) as (_ & _ & E2).
  destruct (fadd_is_finite gh (fadd gl rest) 413 (conj eq_refl eq_refl) Fgh Fl) as (Fx & _ & _).
  { change 413%Z with (412 + 1)%Z. apply sum_below; [| exact Bl']. eapply Rle_trans; [exact Bg | apply bpow_le; lia]. }
  destruct (fadd_error _ _ _ Fx (Rle_refl _)) as (_ & _ & E3). rewrite <- Ex in E3, Fx.
  (* the bound *)
  assert (Q1 : 0 < Q) by (pose proof (bpow_gt_0 radix2 (-301)); lra).
  assert (Wq : w <= u53 * u53 * Q /\ w <= u53 * u53 * (u53 * u53 * Q)).
  { assert (Lo : w <= u53 * u53 * (u53 * u53 * bpow radix2 (-301))).
    { change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
    assert (u53 * u53 * bpow radix2 (-301) <= u53 * u53 * Q) by (apply Rmult_le_compat_l; lra). lra. }
  destruct Wq as (Wq & Wq2).
  destruct (fadd_is_finite terms rh 411 (conj eq_refl eq_refl) Ft Frh) as (Fs2 & _ & Bs2).
  { change 411%Z with (410 + 1)%Z. now apply sum_below. }
  destruct (fadd_error _ _ _ Fs2 (Rle_refl _)) as (_ & _ & E4). set (sum := fadd terms rh) in *.
  assert (S0 : 99 / 100 * (K + Q) <= real sum).
  { assert (A : 998 / 1000 * (K + Q) <= real terms + real rh) by (clear - R1 T Wq K0 Q1; apply Rabs_le_inv in R1; lra).
    rewrite (Rabs_pos_eq (real terms + real rh)) in E4 by lra. clear - A E4 K0 Q1. apply Rabs_le_inv in E4. lra. }
  const_facts 1%Z 1%Z F2 V2'. const_facts 1%Z (-98)%Z F98 V98. rewrite Rmult_1_l in V2', V98.
  change (bpow radix2 1) with 2 in V2'.
  assert (Ec : finite (fmul (fconst 1 1) (fconst 1 (-98)) : D) /\ real (fmul (fconst 1 1) (fconst 1 (-98)) : D) = bpow
    radix2 (-97)).
  { destruct (fmul_is_finite (fconst 1 1 : D) (fconst 1 (-98)) 0 (conj eq_refl eq_refl) F2 F98) as (F & E & _).
    - rewrite V2', V98. change 2 with (bpow radix2 1). rewrite <- bpow_plus, Rabs_pos_eq by apply bpow_ge_0.
      apply bpow_le. lia.
    - split; [exact F |]. rewrite E, V2', V98. change 2 with (bpow radix2 1). rewrite <- bpow_plus.
      apply rnd_of_format, power_in_format. lia. }
  destruct Ec as (Fc & Vc).
  assert (Uc : bpow radix2 (-97) = 512 * (u53 * u53)).
  { change u53 with (bpow radix2 (-53)). change 512 with (bpow radix2 9). rewrite <- !bpow_plus. reflexivity. }
  destruct (fmul_is_finite (fmul (fconst 1 1) (fconst 1 (-98))) sum 411 (conj eq_refl eq_refl) Fc Fs2) as (Fe & _ & _).
  { rewrite Vc, Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    apply Rle_trans with (1 * bpow radix2 411); [| lra].
    apply Rmult_le_compat; try apply bpow_ge_0; try apply Rabs_pos; [| exact Bs2].
    change 1 with (bpow radix2 0). apply bpow_le. lia. }
  destruct (fmul_error _ _ _ w Fe (Rle_refl _) (Rle_refl _)) as (_ & _ & E5). rewrite Vc, Uc in E5.
  rewrite <- Ee in Fe, E5.
  assert (Her : 500 * (u53 * u53) * (K + Q) <= real er).
  { assert (P : u53 * u53 * (99 / 100 * (K + Q)) <= u53 * u53 * real sum) by (apply Rmult_le_compat_l; lra).
    rewrite (Rabs_pos_eq (512 * (u53 * u53) * real sum)) in E5 by (apply Rmult_le_pos; lra).
    replace (512 * (u53 * u53) * real sum) with (512 * (u53 * u53 * real sum)) in E5 by ring.
    set (y := u53 * u53 * real sum) in *. clear - P E5 Wq2 K0 Q1. apply Rabs_le_inv in E5. lra. }
  destruct (sign_of_sum (real x) (real gh) (real rest) (real (fadd gl rest)) (real er) C L K Q (real side) Sg K0 Q0
    (real vh) (real vl) (real rh) (real rl) (real gl)) as (P1 & P2); auto.
  subst result. split; intros Z.
  - apply P1. destruct (flt er x) eqn:A; [now apply flt_real |]. destruct (flt x (fneg er)); simpl in Z; lia.
  - apply P2. destruct (flt er x) eqn:A; [simpl in Z; lia |]. destruct (flt x (fneg er)) eqn:B; [| simpl in Z; lia].
    apply flt_real in B; auto; [now rewrite real_fneg in B | now apply finite_fneg].
Qed.
