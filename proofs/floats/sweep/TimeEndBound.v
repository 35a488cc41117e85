(* The floating-point terms of estimate_end in src/sweep/sweep_time.h: the sign of the direction, the inverse of the
   rate, and the lower bound of `error`.

   The error is 2^-94 S^2 + 2^-800 over the rate, and 4 b^2 + 2^-50 (1 + S |v| / rate) of the step, but for roundings.
   S^2 over the rate is not small, so what underflows is far below the first term. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Wide WideQuotient SweepStart TimeEndTerms
  TimeEndGuess.

Open Scope R_scope.

Opaque fadd fsub fsqrt ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

Definition is_sign (x : D) := finite x /\ (real x = 1 \/ real x = - 1).

(* A product with 1 or -1 is exact. *)
Lemma sign_product (c x : D) : is_sign c -> finite (fmul c x) -> finite x /\ real (fmul c x) = real c * real x.
Proof.
  intros [Fc Vc] F. destruct (fmul_finite _ _ F) as (_ & Fx & E). split; [exact Fx |]. rewrite E.
  apply rnd_of_format. destruct Vc as [-> | ->].
  - rewrite Rmult_1_l. apply real_in_format.
  - replace (-1 * real x) with (- real x) by ring. apply in_format_opp, real_in_format.
Qed.

Lemma sign_product_finite (c x : D) : is_sign c -> finite x -> finite (fmul c x).
Proof.
  intros [Fc Vc] Fx. generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE c x).
  rewrite Rlt_bool_true.
  - intros (_ & C & _). unfold finite, fmul. rewrite C, Fc, Fx. reflexivity.
  - change (Rabs (rnd double (real c * real x)) < bpow radix2 (emax double)).
    rewrite rnd_of_format.
    + rewrite Rabs_mult. replace (Rabs (real c)) with 1 by (destruct Vc as [-> | ->]; unfold Rabs; destruct Rcase_abs;
        lra).
      rewrite Rmult_1_l. apply real_below.
    + destruct Vc as [-> | ->]; [rewrite Rmult_1_l; apply real_in_format |].
      replace (-1 * real x) with (- real x) by ring. apply in_format_opp, real_in_format.
Qed.

Lemma is_sign_neg c : is_sign c -> is_sign (fneg c).
Proof. intros [F V]. split; [now apply finite_fneg |]. rewrite real_fneg. lra. Qed.

(* The inverse of a positive number, which may be infinite. *)
Lemma inverse_nonneg (r : D) : flt (fconst 0 0) r = true -> nonneg (fdiv (fconst 1 0) r).
Proof.
  intros H. destruct r as [sr | sr | | sr m e Hm]; try (destruct sr; discriminate H); try discriminate H.
  - destruct sr; [discriminate H | exact I].
  - destruct one_value as [F1 V1]. assert (P : 0 < real (B754_finite sr m e Hm : D)).
    { destruct (const_value 0 0 eq_refl eq_refl eq_refl) as [F0 V0]. rewrite Rmult_0_l in V0.
      pose proof (flt_real _ (B754_finite sr m e Hm : D) F0 eq_refl H) as L. now rewrite V0 in L. }
    assert (sr = false).
    { destruct sr; [| reflexivity]. exfalso. assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0.
      unfold real in P. simpl in *. lra. }
    subst sr. set (r := B754_finite false m e Hm : D) in *.
    generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (fconst 1 0) r ltac:(change (B2R r) with (real
      r); lra)).
    destruct (Rlt_bool _ _).
    + intros (C1 & C2 & _). apply nonneg_of_real.
      * unfold finite, fdiv. rewrite C2. exact F1.
      * unfold real, fdiv. rewrite C1. change (0 <= rnd double (real (fconst 1 0 : D) / real r)). apply rnd_nonneg.
        rewrite V1. apply Rmult_le_pos; [lra |]. apply Rlt_le, Rinv_0_lt_compat, P.
    + intros C. apply nonneg_of_overflow. unfold fdiv. rewrite C. reflexivity.
Qed.

(* The inverse of a finite one. *)
Lemma inverse_near (r : D) (inv := fdiv (fconst 1 0) r) :
  finite inv -> finite r -> 0 < real r <= bpow radix2 900 ->
  Rabs (real inv * real r - 1) <= 11 / 10 * u53 /\ 0 < real inv /\ bpow radix2 (-901) <= real inv.
Proof.
  intros Fi Fr [r0 rB]. destruct one_value as [_ V1]. destruct (fdiv_finite _ _ Fi Fr ltac:(lra)) as (_ & Ei).
  fold inv in Ei. rewrite V1 in Ei. set (y := 1 / real r) in *. assert (Ey : y * real r = 1) by (unfold y; field; lra).
  assert (Y1 : bpow radix2 (-900) <= y).
  { apply Rmult_le_reg_r with (real r); [exact r0 |]. rewrite Ey.
    apply Rle_trans with (bpow radix2 (-900) * bpow radix2 900); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact
      rB] |].
    rewrite <- bpow_plus. simpl. lra. }
  pose proof (eta_against (-900) y ltac:(lia) Y1) as E2. pose proof (bpow_gt_0 radix2 (-900)) as P1.
  pose proof (rnd_error double y) as R3. rewrite <- Ei, u_double, (Rabs_pos_eq y), eta_double in R3 by lra.
  assert (R4 : (1 - u53 - u53 * u53) * y <= real inv <= (1 + u53 + u53 * u53) * y) by (clear - R3 E2; two_sided; lra).
  split; [| split; [lra |]].
  - assert ((1 - u53 - u53 * u53) * y * real r <= real inv * real r) by (apply Rmult_le_compat_r; lra).
    assert (real inv * real r <= (1 + u53 + u53 * u53) * y * real r) by (apply Rmult_le_compat_r; lra).
    apply Rabs_le. lra.
  - apply Rle_trans with (bpow radix2 (-900) * / 2); [| lra].
    change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

Section EstimateError.
Variables size v_size inv step bend : D.
Let error := fadd (fmul (fadd (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800))) inv)
  (fmul (fabs step) (fadd (fadd (fmul (fmul (fconst 1 2) bend) bend) (fconst 1 (-50)))
    (fmul (fmul (fconst 1 (-50)) (fmul size v_size)) inv))).

Lemma four_product_finite (x : D) : finite (fmul (fconst 1 2) x) -> real (fmul (fconst 1 2) x) = 4 * real x.
Proof.
  intros F. destruct (fmul_finite _ _ F) as (_ & _ & E). destruct (power_value 2 eq_refl eq_refl) as [_ V].
  rewrite E, V.
  change (bpow radix2 2) with 4. apply rnd_of_format, four_times.
Qed.

Lemma estimate_error_nonneg :
  nonneg size -> nonneg v_size -> nonneg inv -> nonneg (fmul (fmul (fconst 1 2) bend) bend) -> nonneg error.
Proof.
  intros Ns Nt Ni Nb. assert (C : forall e, (-1074 <=? e)%Z = true -> (1 + e <=? 1024)%Z = true -> nonneg (fconst 1 e
    : D)).
  { intros e A B. destruct (power_value e A B) as [F V]. apply nonneg_of_real; [exact F |]. rewrite V.
    apply bpow_ge_0. }
  unfold error. apply nonneg_fadd.
  - apply nonneg_fmul; [| exact Ni]. apply nonneg_fadd; [| now apply C]. apply nonneg_fmul; [now apply C |].
    apply nonneg_fmul; exact Ns.
  - apply nonneg_fmul; [apply nonneg_fabs |]. apply nonneg_fadd; [apply nonneg_fadd; [exact Nb | now apply C] |].
    apply nonneg_fmul; [| exact Ni]. apply nonneg_fmul; [now apply C |]. apply nonneg_fmul; [exact Ns | exact Nt].
Qed.

Hypothesis Fe : finite error.
Hypothesis (S0 : 0 <= real size) (t0 : 0 <= real v_size) (i0 : 0 <= real inv).

Lemma estimate_error_parts :
  finite size /\ finite v_size /\ finite inv /\ finite step /\ finite bend /\
  (1 - 8 * u53) * ((bpow radix2 (-94) * (real size * real size) + bpow radix2 (-800)) * real inv) - 2 * eta +
  (1 - 10 * u53) * (Rabs (real step) * (4 * (real bend * real bend) + bpow radix2 (-50) +
    bpow radix2 (-50) * (real size * real v_size * real inv))) -
  4 * eta * (1 + real inv) * (Rabs (real step) + 1) <= real error /\
  (1 - 8 * u53) * ((bpow radix2 (-94) * (real size * real size) + bpow radix2 (-800)) * real inv) - 2 * eta +
  (1 - 10 * u53) * (bpow radix2 (-50) * Rabs (real step)) - 4 * eta * (Rabs (real step) + 1) <= real error.
Proof.
  unfold error in *. clear error. destruct (fadd_finite _ _ Fe) as (F3 & F2 & _).
  destruct (fmul_finite _ _ F3) as (F4 & Fi & _).
  destruct (fadd_finite _ _ F4) as (F5 & _ & _). destruct (fmul_finite _ _ F5) as (_ & F6 & _).
  destruct (fmul_finite _ _ F6) as (Fs & _ & _). destruct (fmul_finite _ _ F2) as (Fa & F7 & _).
  destruct (fadd_finite _ _ F7) as (F8 & F9 & _). destruct (fadd_finite _ _ F8) as (F10 & _ & _).
  destruct (fmul_finite _ _ F10) as (F11 & Fb & E10). destruct (fmul_finite _ _ F9) as (F12 & _ & _).
  destruct (fmul_finite _ _ F12) as (_ & F13 & _). destruct (fmul_finite _ _ F13) as (_ & Ft & _).
  pose proof (fabs_finite _ Fa) as Fst.
  destruct (power_value (-94) eq_refl eq_refl) as [_ V1]. destruct (power_value (-800) eq_refl eq_refl) as [_ V2].
  destruct (power_value (-50) eq_refl eq_refl) as [_ V4].
  pose proof (bpow_gt_0 radix2 (-94)) as c1. pose proof (bpow_gt_0 radix2 (-800)) as c2.
  pose proof (bpow_gt_0 radix2 (-50)) as c4. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  assert (e2 : 1000000 * eta <= u53 * bpow radix2 (-800)).
  { apply Rle_trans with (bpow radix2 20 * eta); [change (bpow radix2 20) with 1048576; lra |].
    change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (c11 : bpow radix2 (-94) <= 1) by (apply (bpow_le radix2 _ 0); lia).
  assert (c41 : bpow radix2 (-50) <= / 1000) by (apply Rle_trans with (bpow radix2 (-10)); [apply bpow_le; lia |
    simpl; lra]).
  set (C1 := bpow radix2 (-94)) in *. set (C2 := bpow radix2 (-800)) in *. set (C4 := bpow radix2 (-50)) in *.
  set (S := real size) in *. set (t := real v_size) in *. set (i := real inv) in *. set (b := real bend) in *.
  assert (sa : real (fabs step) = Rabs (real step)) by apply real_fabs. pose proof (Rabs_pos (real step)) as s0.
  set (s := Rabs (real step)) in *. do 5 (split; [assumption |]).
  (* the residual's error *)
  assert (SS : 0 <= S * S) by (apply Rmult_le_pos; exact S0).
  pose proof (product_at_least size size S S F6 S0 S0 (Rle_refl _) (Rle_refl _)) as A1.
  assert (a1 : 0 <= real (fmul size size)) by (apply fmul_nonneg; [exact F6 | exact S0 | exact S0]).
  pose proof (product_at_least (fconst 1 (-94)) (fmul size size) C1 _ F5 ltac:(lra) a1 ltac:(lra) (Rle_refl _)) as A2.
  assert (a2 : 0 <= real (fmul (fconst 1 (-94)) (fmul size size))) by (apply fmul_nonneg; [exact F5 | lra | exact
    a1]).
  assert (A2' : (1 - 3 * u53) * (C1 * (S * S)) - 2 * eta <= real (fmul (fconst 1 (-94)) (fmul size size))).
  { assert (C1 * ((1 - u53) * (S * S) - eta) <= C1 * real (fmul size size)) by (apply Rmult_le_compat_l; lra).
    assert (C1 * eta <= 1 * eta) by (apply Rmult_le_compat_r; lra).
    assert (0 <= C1 * (S * S)) by (apply Rmult_le_pos; lra). lra. }
  pose proof (sum_at_least (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800))
    (real (fmul (fconst 1 (-94)) (fmul size size))) C2 F4 ltac:(lra) (Rle_refl _) ltac:(lra)) as A3.
  set (W := C1 * (S * S) + C2) in *.
  assert (CS : 0 <= C1 * (S * S)) by (apply Rmult_le_pos; lra). assert (W0 : 0 <= W) by (unfold W; lra).
  set (w := fadd (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800))) in *.
  assert (A4 : (1 - 5 * u53) * W <= real w) by (unfold W; lra).
  pose proof (product_at_least w inv ((1 - 5 * u53) * W) i F3 ltac:(lra) ltac:(lra) A4 (Rle_refl _)) as A5.
  assert (wi : 0 <= W * i) by (apply Rmult_le_pos; lra).
  assert (A0 : 0 <= real (fmul w inv)) by (apply fmul_nonneg; [exact F3 | lra | exact i0]).
  (* the step's error *)
  assert (bb : 0 <= b * b) by apply Rle_0_sqr.
  assert (B0 : (1 - u53) * (4 * (b * b)) - eta <= real (fmul (fmul (fconst 1 2) bend) bend) /\
    0 <= real (fmul (fmul (fconst 1 2) bend) bend)).
  { rewrite (four_product_finite bend F11) in E10. fold b in E10.
    replace (4 * b * b) with (4 * (b * b)) in E10 by ring. pose proof (rnd_error double (4 * (b * b))) as R.
    rewrite <- E10, u_double, eta_double, (Rabs_pos_eq (4 * (b * b))) in R by lra. apply Rabs_le_inv in R.
    split; [lra |]. rewrite E10. apply rnd_nonneg. lra. }
  destruct B0 as [B0 B0']. set (bb4 := fmul (fmul (fconst 1 2) bend) bend) in *.
  pose proof (sum_at_least bb4 (fconst 1 (-50)) (real bb4) C4 F8 ltac:(lra) (Rle_refl _) ltac:(lra)) as B1.
  assert (St : 0 <= S * t) by (apply Rmult_le_pos; assumption).
  pose proof (product_at_least size v_size S t F13 S0 t0 (Rle_refl _) (Rle_refl _)) as G1.
  assert (g1 : 0 <= real (fmul size v_size)) by (apply fmul_nonneg; [exact F13 | exact S0 | exact t0]).
  pose proof (product_at_least (fconst 1 (-50)) (fmul size v_size) C4 _ F12 ltac:(lra) g1 ltac:(lra) (Rle_refl _)) as
    G2.
  assert (g2 : 0 <= real (fmul (fconst 1 (-50)) (fmul size v_size))) by (apply fmul_nonneg; [exact F12 | lra |
    exact g1]).
  pose proof (product_at_least (fmul (fconst 1 (-50)) (fmul size v_size)) inv _ i F9 g2 i0 (Rle_refl _) (Rle_refl _))
    as G3.
  assert (g3 : 0 <= real (fmul (fmul (fconst 1 (-50)) (fmul size v_size)) inv))
    by (apply fmul_nonneg; [exact F9 | exact g2 | exact i0]).
  set (y := fmul (fconst 1 (-50)) (fmul size v_size)) in *. set (z := fmul y inv) in *.
  assert (G4 : (1 - 3 * u53) * (C4 * (S * t)) - 2 * eta <= real y).
  { assert (C4 * ((1 - u53) * (S * t) - eta) <= C4 * real (fmul size v_size)) by (apply Rmult_le_compat_l; lra).
    assert (C4 * eta <= / 1000 * eta) by (apply Rmult_le_compat_r; lra).
    assert (0 <= C4 * (S * t)) by (apply Rmult_le_pos; lra). lra. }
  assert (G5 : ((1 - 3 * u53) * (C4 * (S * t)) - 2 * eta) * i <= real y * i) by (apply Rmult_le_compat_r; assumption).
  assert (Cz : 0 <= C4 * (S * t * i)) by (repeat apply Rmult_le_pos; lra).
  assert (ei : 0 <= eta * i) by (apply Rmult_le_pos; lra).
  assert (G6 : (1 - 5 * u53) * (C4 * (S * t * i)) - 2 * (eta * i) - eta <= real z).
  { replace (((1 - 3 * u53) * (C4 * (S * t)) - 2 * eta) * i) with ((1 - 3 * u53) * (C4 * (S * t * i)) - 2 * (eta * i))
      in G5 by ring.
    lra. }
  pose proof (fadd_nonneg bb4 (fconst 1 (-50)) F8 B0' ltac:(lra)) as B2.
  pose proof (sum_at_least (fadd bb4 (fconst 1 (-50))) z (real (fadd bb4 (fconst 1 (-50)))) (real z) F7 ltac:(lra)
    (Rle_refl _) (Rle_refl _)) as B3.
  set (k := fadd (fadd bb4 (fconst 1 (-50))) z) in *. assert (k0 : 0 <= real k) by (apply fadd_nonneg; [exact F7 |
    exact B2 | exact g3]).
  assert (B4 : (1 - 7 * u53) * (4 * (b * b) + C4 + C4 * (S * t * i)) - 3 * eta - 2 * (eta * i) <= real k) by lra.
  pose proof (product_at_least (fabs step) k s (real k) F2 s0 k0 ltac:(lra) (Rle_refl _)) as B5.
  assert (B6 : s * ((1 - 7 * u53) * (4 * (b * b) + C4 + C4 * (S * t * i)) - 3 * eta - 2 * (eta * i)) <= s * real k)
    by (apply Rmult_le_compat_l; assumption).
  assert (B7 : 0 <= real (fmul (fabs step) k)) by (apply fmul_nonneg; [exact F2 | lra | exact k0]).
  pose proof (sum_at_least (fmul w inv) (fmul (fabs step) k) (real (fmul w inv)) (real (fmul (fabs step) k)) Fe
    ltac:(lra)
    (Rle_refl _) (Rle_refl _)) as G.
  assert (es : 0 <= eta * s) by (apply Rmult_le_pos; lra). assert (eis : 0 <= eta * i * s) by (apply Rmult_le_pos; lra).
  set (Q := 4 * (b * b) + C4 + C4 * (S * t * i)) in *. assert (Q0 : 0 <= Q) by (unfold Q; lra).
  assert (sQ : 0 <= s * Q) by (apply Rmult_le_pos; assumption).
  assert (bs : 0 <= C4 * s) by (apply Rmult_le_pos; lra).
  assert (B8 : s * ((1 - 3 * u53) * C4) <= s * real k).
  { apply Rmult_le_compat_l; [exact s0 |]. lra. }
  split; lra.
Qed.

End EstimateError.

(* The steps of the second order, from the residual g, the inverse rate and |v|^2. *)
Section SecondStep.
Variables residual move2 inverse dir : D.
Variable V2 : R.
Let first := fmul (fmul (fconst 1 (-1)) residual) inverse.
Let bend := fmul (fmul (fmul (fconst 1 (-1)) move2) first) inverse.
Let step := fmul dir (fadd first (fmul first bend)).
Let sg := real dir.
Let i := real inverse.
Let c := real first.
Let b := real bend.
Let n := 4 * eta * (1 + i).
Hypothesis is_dir : is_sign dir.
Hypothesis (Fst : finite step) (Fb : finite bend) (i0 : 0 <= i) (Bb : Rabs b <= / 1024) (V0 : 0 <= V2).
Hypothesis (Mv : Rabs (real move2 - V2) <= 23 * u53 * V2) (eV : eta <= u53 * V2).

Lemma second_step_terms :
  Rabs (c - real residual * (i / 2)) <= 3 * u53 * Rabs c + n /\ Rabs (b - V2 * (i / 2) * c) <= 40 * u53 * Rabs b + n /\
  Rabs c <= 1003 / 1000 * Rabs (real step) + n /\ Rabs (sg * real step - (c + b * c)) <= 101 / 100 * u53 * Rabs c + n.
Proof.
  pose proof (bpow_gt_0 radix2 (-1075)) as e0. destruct (power_value (-1) eq_refl eq_refl) as [_ V1].
  change (bpow radix2 (-1)) with (/ 2) in V1.
  assert (nE : n = 4 * eta + 4 * (eta * i)) by (unfold n; ring).
  assert (ei : 0 <= eta * i) by (apply Rmult_le_pos; lra).
  pose proof Fst as Fs0. unfold step in Fs0. destruct (fmul_finite _ _ Fs0) as (_ & Fsum & _).
  destruct (fadd_finite _ _ Fsum) as (Ff & _ & _).
  (* the first step *)
  pose proof Ff as Ff'. unfold first in Ff'. pose proof (Bounded.fmul_error _ _ Ff') as C1.
  destruct (fmul_finite _ _ Ff') as (Fh & _ & _).
  pose proof (Bounded.fmul_error _ _ Fh) as C2. fold first c i in C1. rewrite V1, u_double, ?eta_double in *.
  set (g := real residual) in *. set (h := real (fmul (fconst 1 (-1)) residual)) in *.
  assert (C3 : Rabs (h * i - g * (i / 2)) <= u53 * Rabs (g * (i / 2)) + eta * i).
  { replace (h * i - g * (i / 2)) with ((h - / 2 * g) * i) by field. rewrite Rabs_mult, (Rabs_pos_eq i) by exact i0.
    replace (Rabs (g * (i / 2))) with (Rabs (/ 2 * g) * i).
    - replace (u53 * (Rabs (/ 2 * g) * i) + eta * i) with ((u53 * Rabs (/ 2 * g) + eta) * i) by ring.
      apply Rmult_le_compat_r; assumption.
    - rewrite !Rabs_mult, (Rabs_pos_eq (/ 2)), (Rabs_pos_eq (i / 2)) by lra. field. }
  assert (C4 : Rabs (c - g * (i / 2)) <= 3 * u53 * Rabs c + n).
  { set (y := g * (i / 2)) in *. pose proof (Rabs_pos y) as y0. pose proof (Rabs_pos c) as c0.
    assert (Q1 : Rabs (h * i) <= (1 + u53) * Rabs y + eta * i).
    { replace (h * i) with (y + (h * i - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (Q2 : Rabs (c - y) <= 21 / 10 * u53 * Rabs y + 11 / 10 * (eta * i) + eta).
    { replace (c - y) with ((c - h * i) + (h * i - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (Q3 : Rabs y <= Rabs c + Rabs (c - y)).
    { replace y with (c + - (c - y)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    lra. }
  (* the bend *)
  pose proof Fb as Fb'. unfold bend in Fb'. pose proof (Bounded.fmul_error _ _ Fb') as D1.
  destruct (fmul_finite _ _ Fb') as (F3 & _ & _).
  pose proof (Bounded.fmul_error _ _ F3) as D2. destruct (fmul_finite _ _ F3) as (F4 & _ & _).
  pose proof (Bounded.fmul_error _ _ F4) as D3.
  fold bend b i in D1. fold first c in D2. rewrite V1, u_double, ?eta_double in *.
  set (m := real move2) in *. set (m2 := real (fmul (fconst 1 (-1)) move2)) in *.
  set (mc := real (fmul (fmul (fconst 1 (-1)) move2) first)) in *.
  pose proof (Rabs_pos c) as c0. pose proof (Rabs_pos b) as b0.
  assert (X0 : 0 <= V2 * Rabs c) by (apply Rmult_le_pos; assumption).
  assert (M2 : Rabs (m2 - V2 / 2) <= 28 * u53 * (V2 / 2)).
  { assert (m0 : Rabs (/ 2 * m) <= 101 / 200 * V2).
    { rewrite Rabs_mult, (Rabs_pos_eq (/ 2)) by lra. replace m with (V2 + (m - V2)) by ring.
      assert (Rabs (V2 + (m - V2)) <= V2 + 23 * u53 * V2).
      { eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq V2) by exact V0. lra. }
      lra. }
    replace (m2 - V2 / 2) with ((m2 - / 2 * m) + / 2 * (m - V2)) by field. eapply Rle_trans; [apply Rabs_triang |].
    rewrite (Rabs_mult (/ 2) (m - V2)), (Rabs_pos_eq (/ 2)) by lra. lra. }
  assert (M3 : Rabs (mc - V2 / 2 * c) <= 31 * u53 * (V2 / 2 * Rabs c) + eta).
  { assert (Q1 : Rabs (m2 * c - V2 / 2 * c) <= 28 * u53 * (V2 / 2 * Rabs c)).
    { replace (m2 * c - V2 / 2 * c) with ((m2 - V2 / 2) * c) by ring. rewrite Rabs_mult.
      replace (28 * u53 * (V2 / 2 * Rabs c)) with (28 * u53 * (V2 / 2) * Rabs c) by ring.
      apply Rmult_le_compat_r; assumption. }
    assert (Q2 : Rabs (m2 * c) <= 101 / 100 * (V2 / 2 * Rabs c)).
    { replace (m2 * c) with (V2 / 2 * c + (m2 * c - V2 / 2 * c)) by ring. eapply Rle_trans; [apply Rabs_triang |].
      rewrite (Rabs_mult (V2 / 2)), (Rabs_pos_eq (V2 / 2)) by lra. lra. }
    replace (mc - V2 / 2 * c) with ((mc - m2 * c) + (m2 * c - V2 / 2 * c)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  set (Y := V2 * (i / 2) * c). assert (Ya : Rabs Y = V2 / 2 * Rabs c * i).
  { unfold Y. rewrite !Rabs_mult, (Rabs_pos_eq V2), (Rabs_pos_eq (i / 2)) by (assumption || lra). field. }
  assert (M4 : Rabs (b - Y) <= 40 * u53 * Rabs b + n).
  { assert (Q1 : Rabs (mc * i - Y) <= 31 * u53 * Rabs Y + eta * i).
    { replace (mc * i - Y) with ((mc - V2 / 2 * c) * i) by (unfold Y; field).
      rewrite Rabs_mult, (Rabs_pos_eq i), Ya by exact i0.
      replace (31 * u53 * (V2 / 2 * Rabs c * i) + eta * i) with ((31 * u53 * (V2 / 2 * Rabs c) + eta) * i) by ring.
      apply Rmult_le_compat_r; assumption. }
    pose proof (Rabs_pos Y) as y0.
    assert (Q2 : Rabs (mc * i) <= 101 / 100 * Rabs Y + eta * i).
    { replace (mc * i) with (Y + (mc * i - Y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (Q3 : Rabs (b - Y) <= 34 * u53 * Rabs Y + 2 * (eta * i) + eta).
    { replace (b - Y) with ((b - mc * i) + (mc * i - Y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
    assert (Q4 : Rabs Y <= Rabs b + Rabs (b - Y)).
    { replace Y with (b + - (b - Y)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    lra. }
  (* the step *)
  pose proof Fst as Fst'. unfold step in Fst'. destruct (sign_product dir _ is_dir Fst') as [F5 Es]. fold step sg in Es.
  pose proof (Bounded.fadd_error _ _ F5) as S1. destruct (fadd_finite _ _ F5) as (_ & F6 & _).
  pose proof (Bounded.fmul_error _ _ F6) as S2. fold c b in S1, S2. rewrite u_double, ?eta_double in *.
  set (x := real (fadd first (fmul first bend))) in *. set (cb := real (fmul first bend)) in *.
  assert (sg2 : sg * sg = 1) by (unfold sg; destruct is_dir as [_ [-> | ->]]; ring).
  assert (Ex : sg * real step = x) by (rewrite Es, <- Rmult_assoc, sg2; ring).
  assert (Ax : Rabs (real step) = Rabs x).
  { rewrite Es, Rabs_mult. replace (Rabs sg) with 1; [ring |]. unfold sg.
    destruct is_dir as [_ [-> | ->]]; unfold Rabs; destruct Rcase_abs; lra. }
  assert (Cb : Rabs (c * b) <= / 1000 * Rabs c).
  { rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [exact c0 | lra]. }
  assert (S3 : Rabs (x - (c + b * c)) <= 101 / 100 * u53 * Rabs c + 2 * eta).
  { assert (Q1 : Rabs (c + cb) <= 1002 / 1000 * Rabs c + eta).
    { assert (Rabs cb <= / 999 * Rabs c + eta).
      { replace cb with (c * b + (cb - c * b)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
      eapply Rle_trans; [apply Rabs_triang |]. lra. }
    replace (x - (c + b * c)) with ((x - (c + cb)) + (cb - c * b)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    lra. }
  assert (S4 : Rabs c <= 1003 / 1000 * Rabs x + n).
  { assert (Rabs c <= Rabs x + Rabs (x - (c + b * c)) + Rabs (c * b)).
    { replace c with (x + - (x - (c + b * c)) + - (c * b)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp.
      apply Rplus_le_compat_r. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    lra. }
  rewrite <- Ax in S4. rewrite <- Ex in S3.
  split; [exact C4 |]. split; [exact M4 |]. split; [exact S4 | lra].
Qed.

End SecondStep.

Lemma between_finite (x : D) a b : flt (fconst 1 a) x = true -> flt x (fconst 1 b) = true -> finite x.
Proof.
  intros H1 H2. destruct x as [s | s | | s m e Hm]; try reflexivity; exfalso.
  - destruct s.
    + destruct (fconst 1 a : D) as [| [|] | | [|]]; discriminate H1.
    + destruct (fconst 1 b : D) as [| [|] | | [|]]; discriminate H2.
  - rewrite not_below_nan in H1. discriminate.
Qed.

Lemma bend_square_nonneg (b : D) : finite b -> Rabs (real b) <= 1 -> nonneg (fmul (fmul (fconst 1 2) b) b).
Proof.
  intros Fb Bb. destruct (power_value 2 eq_refl eq_refl) as [F4 V4]. change (bpow radix2 2) with 4 in V4.
  destruct (fmul_is_finite (fconst 1 2) b 2 (conj eq_refl eq_refl) F4 Fb) as (F5 & _ & B5).
  { rewrite V4, Rabs_mult, (Rabs_pos_eq 4) by lra. change (bpow radix2 2) with 4. lra. }
  destruct (fmul_is_finite (fmul (fconst 1 2) b) b 3 (conj eq_refl eq_refl) F5 Fb) as (F6 & E6 & _).
  { rewrite Rabs_mult. change (bpow radix2 3) with 8. change (bpow radix2 2) with 4 in B5.
    apply Rle_trans with (4 * 1); [apply Rmult_le_compat; try apply Rabs_pos; lra | lra]. }
  apply nonneg_of_real; [exact F6 |]. rewrite E6, (four_product_finite b F5). apply rnd_nonneg.
  replace (4 * real b * real b) with (4 * (real b * real b)) by ring. apply Rmult_le_pos; [lra | apply Rle_0_sqr].
Qed.

Lemma guess_product (g : D) : finite g -> 0 < real g < 2 -> finite (fmul (fconst 1 (-60)) g) /\
  real (fmul (fconst 1 (-60)) g) <= (1 + u53) * (bpow radix2 (-60) * real g) + eta.
Proof.
  intros Fg G. destruct (power_value (-60) eq_refl eq_refl) as [F60 V60].
  assert (B60 : Rabs (real (fconst 1 (-60) : D) * real g) <= bpow radix2 (-59)).
  { rewrite V60, Rabs_mult, (Rabs_pos_eq (bpow _ _)), (Rabs_pos_eq (real g)) by (apply bpow_ge_0 || lra).
    replace (bpow radix2 (-59)) with (bpow radix2 (-60) * 2) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
      reflexivity).
    apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
  destruct (fmul_is_finite (fconst 1 (-60)) g (-59) (conj eq_refl eq_refl) F60 Fg B60) as (Fp & Ep & _).
  split; [exact Fp |]. rewrite V60 in Ep. pose proof (rnd_error double (bpow radix2 (-60) * real g)) as Er.
  rewrite <- Ep, u_double, eta_double in Er. pose proof (bpow_gt_0 radix2 (-60)) as p0.
  rewrite (Rabs_pos_eq (bpow radix2 (-60) * real g)) in Er by (apply Rmult_le_pos; lra). apply Rabs_le_inv in Er. lra.
Qed.
