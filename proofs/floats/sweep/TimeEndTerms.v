(* The floating-point terms of a sweep's contact with an end: the inverse of the root, and the bounds `root_error` and
   `error` of set_fast_end in src/sweep/sweep_one_pass.h.

   Each bound is at least its real value but for a few roundings, because its terms are not negative. What underflows is
   far below the constants 2^-262, 2^-800 and 2^-1000 in it. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Wide WideQuotient.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv ffma fneg fabs fconst.

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

(* The least positive number. *)
Lemma least_positive (x : D) : 0 < real x -> bpow radix2 (-1074) <= real x.
Proof.
  intros H. pose proof (real_in_format x) as G. apply FLT_format_generic in G; [| apply prec_positive].
  destruct G as [g E1 _ E3]. rewrite E1 in *. apply gt_0_F2R in H. destruct g as [m e]. cbn [Fnum Fexp] in *.
  change (emin double) with (-1074)%Z in E3.
  apply Rle_trans with (bpow radix2 e); [now apply bpow_le |]. now apply bpow_le_F2R.
Qed.

Lemma eta_against k x : (-1075 <= k - 106)%Z -> bpow radix2 k <= x -> eta <= u53 * u53 * x.
Proof.
  intros Hk Hx. apply Rle_trans with (bpow radix2 (-53) * bpow radix2 (-53) * bpow radix2 k).
  - rewrite <- !bpow_plus. apply bpow_le. lia.
  - change (bpow radix2 (-53)) with u53. apply Rmult_le_compat_l; [lra | exact Hx].
Qed.

Theorem inverse_of_root (d : D) (ro := fsqrt d) (inv := fdiv (fconst 1 0) ro) :
  finite d -> Rabs (real d) <= bpow radix2 900 -> finite inv ->
  finite ro /\ 0 <= real d /\ 0 < real ro /\ Rabs (real ro * real ro - real d) <= 21 / 10 * u53 * real d /\
  Rabs (real inv * real ro - 1) <= 11 / 10 * u53 /\ bpow radix2 (-460) <= real inv.
Proof.
  intros Fd Hd Fi.
  assert (Fr : finite ro).
  { destruct d as [sd | sd | | sd m e Hm]; try discriminate Fd; try reflexivity.
    destruct sd; [exfalso; unfold inv, ro in Fi; discriminate Fi |].
    unfold ro, finite, fsqrt. destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE (B754_finite false m e
      Hm)) as (_ & C & _).
    exact C. }
  destruct (fsqrt_finite d Fr) as (_ & D0 & Er). fold ro in Er. pose proof (sqrt_pos (real d)) as Q0.
  assert (N : real ro <> 0).
  { intros Z. destruct ro as [sr | sr | | sr m e Hm]; try discriminate Fr.
    - unfold inv in Fi. destruct sr; discriminate Fi.
    - unfold real in Z. simpl in Z. destruct sr.
      + assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0. simpl in *. lra.
      + assert (0 < F2R (Float radix2 (Z.pos m) e)) by now apply F2R_gt_0. simpl in *. lra. }
  assert (Dp : 0 < real d).
  { destruct D0 as [D0 | D0]; [exact D0 |]. exfalso. apply N. rewrite Er, <- D0, sqrt_0. apply rnd_zero. }
  pose proof (least_positive d Dp) as L. set (q := sqrt (real d)) in *.
  assert (Ed : q * q = real d) by (apply sqrt_sqrt; lra).
  assert (Q1 : bpow radix2 (-537) <= q).
  { rewrite <- (sqrt_square (bpow radix2 (-537))) by apply bpow_ge_0. apply sqrt_le_1_alt. now rewrite <- bpow_plus. }
  assert (Q2 : q <= bpow radix2 450).
  { rewrite <- (sqrt_square (bpow radix2 450)) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
    rewrite Rabs_pos_eq in Hd by lra. exact Hd. }
  pose proof (eta_against (-537) q ltac:(lia) Q1) as E1.
  pose proof (rnd_error double q) as R1. rewrite <- Er, u_double, (Rabs_pos_eq q), eta_double in R1 by lra.
  assert (R2 : (1 - u53 - u53 * u53) * q <= real ro <= (1 + u53 + u53 * u53) * q) by (clear - R1 E1; two_sided; lra).
  pose proof (bpow_gt_0 radix2 (-537)) as P0. assert (q0 : 0 < q) by lra. assert (r0 : 0 < real ro) by lra.
  assert (QQ : 0 < q * q) by now apply Rmult_lt_0_compat.
  split; [exact Fr |]. split; [lra |]. split; [exact r0 |]. split.
  - rewrite <- Ed. apply Rabs_le.
    assert ((1 - u53 - u53 * u53) * q * ((1 - u53 - u53 * u53) * q) <= real ro * real ro) by (apply Rmult_le_compat;
      lra).
    assert (real ro * real ro <= (1 + u53 + u53 * u53) * q * ((1 + u53 + u53 * u53) * q)) by (apply Rmult_le_compat;
      lra).
    lra.
  - destruct one_value as [F1 V1]. destruct (fdiv_finite _ _ Fi Fr N) as (_ & Ei). fold inv in Ei. rewrite V1 in Ei.
    set (y := 1 / real ro) in *. assert (Ey : y * real ro = 1) by (unfold y; field; lra).
    assert (Y1 : bpow radix2 (-452) <= y).
    { apply Rmult_le_reg_r with (real ro); [exact r0 |]. rewrite Ey.
      apply Rle_trans with (bpow radix2 (-452) * (2 * bpow radix2 450)).
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
      - change 2 with (bpow radix2 1). rewrite <- !bpow_plus. simpl. lra. }
    pose proof (eta_against (-452) y ltac:(lia) Y1) as E2. pose proof (bpow_gt_0 radix2 (-452)) as P1.
    pose proof (rnd_error double y) as R3. rewrite <- Ei, u_double, (Rabs_pos_eq y), eta_double in R3 by lra.
    assert (R4 : (1 - u53 - u53 * u53) * y <= real inv <= (1 + u53 + u53 * u53) * y) by (clear - R3 E2; two_sided; lra).
    split.
    + assert ((1 - u53 - u53 * u53) * y * real ro <= real inv * real ro) by (apply Rmult_le_compat_r; lra).
      assert (real inv * real ro <= (1 + u53 + u53 * u53) * y * real ro) by (apply Rmult_le_compat_r; lra).
      apply Rabs_le. lra.
    + apply Rle_trans with (bpow radix2 (-452) * / 2); [| lra].
      change (/ 2) with (bpow radix2 (-1)). rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

(* Lower bounds of one operation on numbers that are not negative. *)
Lemma product_at_least (x y : D) X Y :
  finite (fmul x y) -> 0 <= X -> 0 <= Y -> X <= real x -> Y <= real y -> (1 - u53) * (X * Y) - eta <= real (fmul x y).
Proof.
  intros H X0 Y0 HX HY. destruct (fmul_finite _ _ H) as (_ & _ & E).
  pose proof (rnd_error double (real x * real y)) as R.
  rewrite <- E, u_double, eta_double, (Rabs_pos_eq (real x * real y)) in R by (apply Rmult_le_pos; lra).
  assert (X * Y <= real x * real y) by (apply Rmult_le_compat; assumption). apply Rabs_le_inv in R. lra.
Qed.

Lemma sum_at_least (x y : D) X Y :
  finite (fadd x y) -> 0 <= X + Y -> X <= real x -> Y <= real y -> (1 - u53) * (X + Y) <= real (fadd x y).
Proof.
  intros H S0 HX HY. destruct (fadd_finite _ _ H) as (_ & _ & E).
  pose proof (rnd_sum_error double _ _ (real_in_format x) (real_in_format y)) as R.
  rewrite <- E, u_double, (Rabs_pos_eq (real x + real y)) in R by lra. apply Rabs_le_inv in R.
  assert ((1 - u53) * (X + Y) <= (1 - u53) * (real x + real y)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The constants. *)
Lemma power_value e : (-1074 <=? e)%Z = true -> (1 + e <=? 1024)%Z = true ->
  finite (fconst 1 e : D) /\ real (fconst 1 e : D) = bpow radix2 e.
Proof. intros A B. destruct (const_value 1 e eq_refl A B) as [F V]. split; [exact F |]. rewrite V. ring. Qed.

Section RootError.
Variables size v_size inv : D.
Let terms := fmul size v_size.
Let root_error := fmul (fadd (fmul (fconst 1 (-48)) (fmul terms terms)) (fconst 1 (-1000))) (fmul inv inv).
Hypothesis Fe : finite root_error.
Hypothesis (S0 : 0 <= real size) (t0 : 0 <= real v_size) (i0 : bpow radix2 (-460) <= real inv).

(* 2^-1000 i^2 is in the bound. *)
Lemma root_error_parts :
  finite size /\ finite v_size /\ finite inv /\ 0 <= real root_error /\
  (32 * u53 * (real size * real size * (real v_size * real v_size)) + bpow radix2 (-1000)) * (real inv * real inv) <=
    (1 + 20 * u53) * real root_error + 2 * eta.
Proof.
  unfold root_error in *. clear root_error. destruct (fmul_finite _ _ Fe) as (F1 & F2 & _).
  destruct (fadd_finite _ _ F1) as (F3 & F4 & _). destruct (fmul_finite _ _ F3) as (_ & F5 & _).
  destruct (fmul_finite _ _ F5) as (F6 & _ & _). destruct (fmul_finite _ _ F6) as (Fs & Ft & _).
  destruct (fmul_finite _ _ F2) as (Fi & _ & _).
  destruct (power_value (-48) eq_refl eq_refl) as [_ V1]. destruct (power_value (-1000) eq_refl eq_refl) as [_ V2].
  assert (E48 : bpow radix2 (-48) = 32 * u53) by (change u53 with (bpow radix2 (-53)); rewrite <- (bpow_plus radix2
    5); reflexivity).
  rewrite E48 in V1. pose proof (bpow_gt_0 radix2 (-1000)) as c0. pose proof (bpow_gt_0 radix2 (-1075)) as e0.
  pose proof (bpow_gt_0 radix2 (-460)) as p0. set (c := bpow radix2 (-1000)) in *.
  set (S := real size) in *. set (t := real v_size) in *. set (i := real inv) in *.
  assert (ec : 1000000 * eta <= u53 * c).
  { apply Rle_trans with (bpow radix2 20 * eta); [change (bpow radix2 20) with 1048576; lra |].
    change u53 with (bpow radix2 (-53)). unfold c. rewrite <- !bpow_plus. apply bpow_le. lia. }
  set (Z := S * t) in *. assert (Z0 : 0 <= Z) by (apply Rmult_le_pos; assumption).
  assert (T0 : 0 <= real terms) by (apply fmul_nonneg; assumption).
  pose proof (product_at_least size v_size S t F6 S0 t0 (Rle_refl _) (Rle_refl _)) as T1. fold terms Z in T1.
  (* T^2 *)
  assert (T2 : (1 - 4 * u53) * (Z * Z) - eta <= real terms * real terms).
  { assert (E1 : eta <= / 1000000 * u53).
    { apply Rle_trans with (bpow radix2 (-20) * bpow radix2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      change (bpow radix2 (-53)) with u53. apply Rmult_le_compat_r; [lra | simpl; lra]. }
    destruct (Rle_or_lt eta (u53 * Z)) as [L | L].
    - assert (Q : (1 - 2 * u53) * Z <= real terms) by lra.
      assert (P : (1 - 2 * u53) * Z * ((1 - 2 * u53) * Z) <= real terms * real terms)
        by (apply Rmult_le_compat; try lra; apply Rmult_le_pos; lra).
      assert (0 <= u53 * u53 * (Z * Z)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]). lra.
    - assert (Z < / 1000000) by lra. assert (Z * Z <= / 1000000 * Z) by (apply Rmult_le_compat_r; lra).
      assert (u53 * (Z * Z) <= / 1000000 * eta) by lra.
      assert (ZZ : Z * Z <= eta).
      { assert (G1 : u53 * Z * (u53 * Z) <= eta * eta) by (apply Rmult_le_compat; lra).
        assert (G2 : eta * eta <= eta * (u53 * u53)).
        { apply Rmult_le_compat_l; [lra |]. change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. apply bpow_le.
          lia. }
        lra. }
      assert (0 <= Z * Z) by now apply Rmult_le_pos.
      assert (0 <= real terms * real terms) by now apply Rmult_le_pos. lra. }
  assert (ZZ0 : 0 <= Z * Z) by now apply Rmult_le_pos.
  pose proof (product_at_least terms terms _ _ F5 T0 T0 (Rle_refl _) (Rle_refl _)) as A1.
  set (A := fmul terms terms) in *. assert (A0 : 0 <= real A) by (apply fmul_nonneg; assumption).
  assert (c48 : 0 <= real (fconst 1 (-48) : D)) by (rewrite V1; lra).
  pose proof (product_at_least (fconst 1 (-48)) A _ _ F3 c48 A0 (Rle_refl _) (Rle_refl _)) as B1. rewrite V1 in B1.
  set (B := fmul (fconst 1 (-48)) A) in *. assert (B0 : 0 <= real B) by (apply fmul_nonneg; assumption).
  pose proof (sum_at_least B (fconst 1 (-1000)) (real B) c F1 ltac:(lra) (Rle_refl _) ltac:(lra)) as C1.
  set (X := fadd B (fconst 1 (-1000))) in *. assert (X0 : 0 <= real X) by (apply fadd_nonneg; [exact F1 | lra | lra]).
  assert (C2 : (1 - 8 * u53) * (32 * u53 * (Z * Z) + c) <= real X) by lra.
  (* i^2 *)
  assert (ii : bpow radix2 (-920) <= i * i).
  { apply Rle_trans with (bpow radix2 (-460) * bpow radix2 (-460)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; lra. }
  pose proof (eta_against (-920) (i * i) ltac:(lia) ii) as e1. pose proof (bpow_gt_0 radix2 (-920)) as p1.
  pose proof (product_at_least inv inv i i F2 ltac:(lra) ltac:(lra) (Rle_refl _) (Rle_refl _)) as D1.
  assert (D2 : (1 - 2 * u53) * (i * i) <= real (fmul inv inv)) by lra.
  set (j := fmul inv inv) in *.
  set (W := 32 * u53 * (Z * Z) + c) in *. assert (W0 : 0 <= W) by (unfold W; lra).
  pose proof (product_at_least X j ((1 - 8 * u53) * W) ((1 - 2 * u53) * (i * i)) Fe ltac:(lra) ltac:(lra) C2 D2) as G.
  assert (j0 : 0 <= real j) by lra.
  split; [exact Fs |]. split; [exact Ft |]. split; [exact Fi |]. split; [now apply fmul_nonneg |].
  replace (S * S * (t * t)) with (Z * Z) by (unfold Z; ring). fold W.
  assert (Wi : 0 <= W * (i * i)) by (apply Rmult_le_pos; lra).
  set (E := real (fmul X j)) in *.
  replace ((1 - u53) * ((1 - 8 * u53) * W * ((1 - 2 * u53) * (i * i)))) with
    ((1 - u53) * ((1 - 8 * u53) * (1 - 2 * u53)) * (W * (i * i))) in G by ring. lra.
Qed.

End RootError.

Section FastError.
Variables size inv step move2 root_error : D.
Let half_inverse := fmul (fconst 1 (-1)) inv.
Let bend := fmul (fabs step) (fmul half_inverse move2).
Let error := fadd (fadd (fmul (fadd (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800))) inv) (fconst 1 (-262)))
  (fmul (fabs step) (fadd (fadd (fmul (fconst 1 1) bend) (fconst 1 (-50))) root_error)).

Lemma fast_error_nonneg : nonneg size -> nonneg inv -> nonneg move2 -> nonneg root_error -> nonneg error.
Proof.
  intros. assert (C : forall e, (-1074 <=? e)%Z = true -> (1 + e <=? 1024)%Z = true -> nonneg (fconst 1 e : D)).
  { intros e A B. destruct (power_value e A B) as [F V]. apply nonneg_of_real; [exact F |]. rewrite V.
    apply bpow_ge_0. }
  unfold error, bend, half_inverse.
  repeat first [apply nonneg_fadd | apply nonneg_fmul | apply nonneg_fabs | assumption | now apply C].
Qed.

Hypothesis Fe : finite error.
Hypothesis (S0 : 0 <= real size) (i0 : bpow radix2 (-460) <= real inv) (m0 : 0 <= real move2) (re0 : 0 <= real
  root_error).

Lemma fast_error_parts :
  finite size /\ finite inv /\ finite step /\ finite move2 /\ finite root_error /\ finite half_inverse /\
  0 <= real bend /\
  (1 - 8 * u53) * ((bpow radix2 (-94) * (real size * real size) + bpow radix2 (-800)) * real inv) +
    (1 - 4 * u53) * bpow radix2 (-262) - 4 * eta +
    (1 - 8 * u53) * (Rabs (real step) * (2 * real bend + bpow radix2 (-50) + real root_error)) <= real error /\
  (1 - 5 * u53) * (Rabs (real step) * (real inv / 2 * real move2)) - 2 * eta * (Rabs (real step) + 1) <= real bend.
Proof.
  unfold error in *. clear error. destruct (fadd_finite _ _ Fe) as (F1 & F2 & _).
  destruct (fadd_finite _ _ F1) as (F3 & _ & _). destruct (fmul_finite _ _ F3) as (F4 & Fi & _).
  destruct (fadd_finite _ _ F4) as (F5 & _ & _). destruct (fmul_finite _ _ F5) as (_ & F6 & _).
  destruct (fmul_finite _ _ F6) as (Fs & _ & _). destruct (fmul_finite _ _ F2) as (Fa & F7 & _).
  destruct (fadd_finite _ _ F7) as (F8 & Fr & _). destruct (fadd_finite _ _ F8) as (F9 & _ & _).
  destruct (fmul_finite _ _ F9) as (_ & Fb & _). pose proof Fb as Fb'. unfold bend in Fb'.
  destruct (fmul_finite _ _ Fb') as (_ & F10 & _). destruct (fmul_finite _ _ F10) as (Fh & Fm & _).
  pose proof (fabs_finite _ Fa) as Fst.
  destruct (power_value (-94) eq_refl eq_refl) as [_ V1]. destruct (power_value (-800) eq_refl eq_refl) as [_ V2].
  destruct (power_value (-262) eq_refl eq_refl) as [_ V3]. destruct (power_value (-50) eq_refl eq_refl) as [_ V4].
  destruct (power_value (-1) eq_refl eq_refl) as [_ V5]. change (bpow radix2 (-1)) with (/ 2) in V5.
  pose proof (bpow_gt_0 radix2 (-94)) as c1. pose proof (bpow_gt_0 radix2 (-800)) as c2.
  pose proof (bpow_gt_0 radix2 (-262)) as c3. pose proof (bpow_gt_0 radix2 (-50)) as c4.
  pose proof (bpow_gt_0 radix2 (-1075)) as e0. pose proof (bpow_gt_0 radix2 (-460)) as p0.
  assert (e2 : 1000000 * eta <= u53 * bpow radix2 (-800)).
  { apply Rle_trans with (bpow radix2 20 * eta); [change (bpow radix2 20) with 1048576; lra |].
    change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  assert (c11 : bpow radix2 (-94) <= 1) by (apply (bpow_le radix2 _ 0); lia).
  set (C1 := bpow radix2 (-94)) in *. set (C2 := bpow radix2 (-800)) in *. set (C3 := bpow radix2 (-262)) in *.
  set (C4 := bpow radix2 (-50)) in *. pose proof (eta_against (-460) (real inv) ltac:(lia) i0) as ei.
  set (S := real size) in *. set (i := real inv) in *. set (m := real move2) in *. set (re := real root_error) in *.
  assert (sa : real (fabs step) = Rabs (real step)) by apply real_fabs. pose proof (Rabs_pos (real step)) as s0.
  set (s := Rabs (real step)) in *.
  do 6 (split; [assumption |]).
  (* half the inverse and the bend *)
  pose proof (product_at_least (fconst 1 (-1)) inv (/ 2) i Fh ltac:(lra) ltac:(lra) ltac:(lra) (Rle_refl _)) as H1.
  fold half_inverse in H1, F10. assert (H2 : (1 - 3 * u53) * (i / 2) <= real half_inverse) by lra.
  pose proof (product_at_least half_inverse move2 ((1 - 3 * u53) * (i / 2)) m F10 ltac:(lra) m0 H2 (Rle_refl _)) as H3.
  assert (h0 : 0 <= real (fmul half_inverse move2)) by (apply fmul_nonneg; try assumption; lra).
  assert (im : 0 <= i / 2 * m) by (apply Rmult_le_pos; lra).
  destruct (fmul_finite _ _ Fb') as (_ & _ & Eb).
  pose proof (product_at_least (fabs step) (fmul half_inverse move2) s _ Fb' s0 h0 ltac:(lra) (Rle_refl _)) as H4.
  fold bend in H4. assert (b0 : 0 <= real bend) by (apply fmul_nonneg; [exact Fb' | lra | exact h0]).
  assert (H5 : s * ((1 - 4 * u53) * (i / 2 * m) - eta) <= s * real (fmul half_inverse move2)) by (apply
    Rmult_le_compat_l; lra).
  assert (es : 0 <= eta * s) by (apply Rmult_le_pos; lra). assert (sim : 0 <= s * (i / 2 * m)) by (apply Rmult_le_pos;
    lra).
  split; [exact b0 |]. split; [| lra].
  (* the residual's error *)
  assert (SS : 0 <= S * S) by now apply Rmult_le_pos.
  pose proof (product_at_least size size S S F6 S0 S0 (Rle_refl _) (Rle_refl _)) as A1.
  assert (a1 : 0 <= real (fmul size size)) by now apply fmul_nonneg.
  pose proof (product_at_least (fconst 1 (-94)) (fmul size size) C1 _ F5 ltac:(lra) a1 ltac:(lra) (Rle_refl _)) as A2.
  assert (a2 : 0 <= real (fmul (fconst 1 (-94)) (fmul size size))) by (apply fmul_nonneg; [exact F5 | lra | exact
    a1]).
  assert (A2' : (1 - 3 * u53) * (C1 * (S * S)) - 2 * eta <= real (fmul (fconst 1 (-94)) (fmul size size))).
  { assert (C1 * ((1 - u53) * (S * S) - eta) <= C1 * real (fmul size size)) by (apply Rmult_le_compat_l; lra).
    assert (C1 * eta <= 1 * eta) by (apply Rmult_le_compat_r; lra).
    assert (0 <= C1 * (S * S)) by (apply Rmult_le_pos; lra). lra. }
  pose proof (sum_at_least (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800)) (real (fmul (fconst 1 (-94))
    (fmul size size))) C2 F4 ltac:(lra) (Rle_refl _) ltac:(lra)) as A3.
  set (W := C1 * (S * S) + C2) in *.
  assert (CS : 0 <= C1 * (S * S)) by (apply Rmult_le_pos; lra). assert (W0 : 0 <= W) by (unfold W; lra).
  set (w := fadd (fmul (fconst 1 (-94)) (fmul size size)) (fconst 1 (-800))) in *.
  assert (A4 : (1 - 5 * u53) * W <= real w) by (unfold W; lra).
  pose proof (product_at_least w inv ((1 - 5 * u53) * W) i F3 ltac:(lra) ltac:(lra) A4 (Rle_refl _)) as A5.
  assert (wi : 0 <= W * i) by (apply Rmult_le_pos; lra).
  assert (A0 : 0 <= real (fmul w inv)) by (apply fmul_nonneg; [exact F3 | lra | fold i; lra]).
  pose proof (sum_at_least (fmul w inv) (fconst 1 (-262)) (real (fmul w inv)) C3 F1 ltac:(lra) (Rle_refl _)
    ltac:(lra)) as A6.
  (* the step's error *)
  assert (T1 : real (fmul (fconst 1 1) bend) = 2 * real bend) by now apply twice_exact.
  pose proof (sum_at_least (fmul (fconst 1 1) bend) (fconst 1 (-50)) (2 * real bend) C4 F8 ltac:(lra) ltac:(lra)
    ltac:(lra)) as B1.
  pose proof (sum_at_least (fadd (fmul (fconst 1 1) bend) (fconst 1 (-50))) root_error ((1 - u53) * (2 * real bend +
    C4)) re F7 ltac:(lra) B1 (Rle_refl _)) as B2.
  set (q := fadd (fadd (fmul (fconst 1 1) bend) (fconst 1 (-50))) root_error) in *.
  assert (B3 : (1 - 3 * u53) * (2 * real bend + C4 + re) <= real q) by lra.
  pose proof (product_at_least (fabs step) q s ((1 - 3 * u53) * (2 * real bend + C4 + re)) F2 s0 ltac:(lra) ltac:(lra)
    B3) as B4.
  assert (sq : 0 <= s * (2 * real bend + C4 + re)) by (apply Rmult_le_pos; lra).
  assert (B5 : 0 <= real (fmul (fabs step) q)) by (apply fmul_nonneg; [exact F2 | lra | lra]).
  assert (A7 : 0 <= real (fadd (fmul w inv) (fconst 1 (-262)))).
  { apply fadd_nonneg; [exact F1 | exact A0 | lra]. }
  pose proof (sum_at_least (fadd (fmul w inv) (fconst 1 (-262))) (fmul (fabs step) q)
    (real (fadd (fmul w inv) (fconst 1 (-262)))) (real (fmul (fabs step) q)) Fe ltac:(lra) (Rle_refl _) (Rle_refl _))
      as G.
  set (Q := 2 * real bend + C4 + re) in *. lra.
Qed.

End FastError.
