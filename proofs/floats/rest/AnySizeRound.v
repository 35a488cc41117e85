(* The last rounding of a depth, a distance and a normal: wide_to_double and signed_double of
   src/rest/contact_integers.c. A depth near x, which is at most m, is within an ulp of m of x, and keeps the sign
   of x: what would become 0 becomes the least number of its sign. A number near x of at most 1 is within 2^-52. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap.
From Carom Require Bounded Overflow ContactFeature Terms_wide Terms_any_size.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_any_size.signed_double_terms(signed_double_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

Notation ulp_of := (ulp radix2 (exponents double)).

Lemma ulp_at_least m : m <> 0 -> b2 (mag radix2 m - 53) <= ulp_of m /\ b2 (-1074) <= ulp_of m.
Proof.
  intros N. rewrite ulp_neq_0 by exact N. unfold cexp, exponents, FLT_exp.
  change (prec double) with 53%Z. change (emin double) with (-1074)%Z. split; apply bpow_le; lia.
Qed.

Lemma ulp_eighth m : 0 < m -> b2 (-56) * m <= / 8 * ulp_of m.
Proof.
  intros P. destruct (ulp_at_least m ltac:(lra)) as (U & _). pose proof (bpow_mag_gt radix2 m) as B.
  rewrite Rabs_pos_eq in B by lra. apply Rle_trans with (/ 8 * b2 (mag radix2 m - 53)); [| lra].
  replace (mag radix2 m - 53)%Z with (3 + (-56 + mag radix2 m))%Z by ring. rewrite (bpow_plus radix2 3).
  change (b2 3) with 8. rewrite bpow_plus. pose proof (bpow_gt_0 radix2 (-56)).
  assert (b2 (-56) * m <= b2 (-56) * b2 (mag radix2 m)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* v is a number of 53 bits and l, and H is that number. x is near v and at most m. *)
Lemma nearest_within_an_ulp (h l : D) e x m : real h = rnd (real h + real l) -> b2 (-900) <= Rabs (real h) ->
  Rabs (real l) <= u53 * Rabs (real h) -> 0 < m -> Rabs x <= m -> Rabs (value h l e - x) <= b2 (-56) * m ->
  Rabs (real h * b2 e - x) <= 9 / 10 * ulp_of m.
Proof.
  intros Eh Lh Wl P Hx Hv. destruct (ulp_at_least m ltac:(lra)) as (U & _). pose proof (ulp_eighth m P) as U8.
  set (y := real h + real l) in *. assert (Vy : value h l e = y * b2 e) by reflexivity.
  pose proof (bpow_gt_0 radix2 e) as Pe. pose proof (bpow_gt_0 radix2 (-900)) as P9.
  assert (Ny : y <> 0).
  { intros Z. assert (real l = - real h) by (unfold y in Z; lra). rewrite H, Rabs_Ropp in Wl. lra. }
  assert (Ly : b2 (-901) <= Rabs y).
  { unfold y. change (-901)%Z with (-1 + -900)%Z. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2).
    pose proof (Rabs_triang (real h + real l) (- real l)) as T. rewrite Rabs_Ropp in T.
    replace (real h + real l + - real l) with (real h) in T by ring. lra. }
  assert (My : (-900 <= mag radix2 y)%Z) by (now apply mag_ge_bpow).
  assert (Near : forall f, in_format double f -> Rabs (real h - y) <= Rabs (f - y)).
  { intros f Ff. rewrite Eh. apply (round_N_pt radix2 (exponents double) (fun t => negb (Z.even t)) y). exact Ff. }
  assert (Hn : Rabs (real h * b2 e - x) <= Rabs (real h - y) * b2 e + b2 (-56) * m).
  { replace (real h * b2 e - x) with ((real h - y) * b2 e + (y * b2 e - x)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq (b2 e)) by lra. rewrite Vy in Hv. lra. }
  set (k := mag radix2 m : Z) in *. pose proof (bpow_gt_0 radix2 (k - 53)) as Pk.
  destruct (Z_le_gt_dec (mag radix2 y + e) k) as [K | K].
  - assert (Half : Rabs (real h - y) <= / 2 * b2 (mag radix2 y - 53)).
    { rewrite Eh. eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |].
      rewrite ulp_neq_0 by exact Ny. unfold cexp, exponents, FLT_exp. change (prec double) with 53%Z.
      change (emin double) with (-1074)%Z. rewrite Z.max_l by lia. lra. }
    assert (Rabs (real h - y) * b2 e <= / 2 * b2 (k - 53)).
    { apply Rle_trans with (/ 2 * b2 (mag radix2 y - 53) * b2 e); [apply Rmult_le_compat_r; lra |].
      rewrite Rmult_assoc, <- bpow_plus. apply Rmult_le_compat_l; [lra | apply bpow_le; lia]. }
    lra.
  - (* v is just above a power of two, and m below *)
    set (f := b2 (k - e)).
    assert (Yk : f <= Rabs y).
    { apply Rle_trans with (b2 (mag radix2 y - 1)); [apply bpow_le; lia | now apply bpow_mag_le]. }
    assert (Yu : Rabs y * b2 e <= m + b2 (-56) * m).
    { rewrite <- (Rabs_pos_eq (b2 e)), <- Rabs_mult by lra. rewrite Vy in Hv. destruct (abs_near _ _ _ Hv). lra. }
    assert (Ef : f * b2 e = b2 k) by (unfold f; rewrite <- bpow_plus; f_equal; ring).
    assert (Mk : m < b2 k) by (rewrite <- (Rabs_pos_eq m) by lra; apply bpow_mag_gt).
    assert (D : (Rabs y - f) * b2 e <= b2 (-56) * m) by lra.
    assert (Ff : in_format double f).
    { unfold f. apply Bounded.power_in_format. assert (b2 (-901) * b2 e <= b2 (k + 1)).
      { apply Rle_trans with (Rabs y * b2 e); [apply Rmult_le_compat_r; lra |]. rewrite bpow_plus. change (b2 1) with 2.
        assert (b2 (-56) * m <= 1 * m) by (apply Rmult_le_compat_r; [lra | change 1 with (b2 0); apply bpow_le; lia]).
          lra. }
      rewrite <- bpow_plus in H. apply le_bpow in H. lia. }
    assert (N : Rabs (real h - y) <= Rabs y - f).
    { destruct (Rle_or_lt 0 y) as [Y | Y].
      - rewrite (Rabs_pos_eq y) in * by exact Y. eapply Rle_trans; [apply (Near f Ff) |].
        rewrite Rabs_minus_sym, Rabs_pos_eq; lra.
      - rewrite (Rabs_left y) in * by exact Y. eapply Rle_trans; [apply (Near (- f)); now apply in_format_opp |].
        rewrite Rabs_pos_eq; lra. }
    assert (Rabs (real h - y) * b2 e <= (Rabs y - f) * b2 e) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma wide_to_double_finite h e k g1 g2 d : wide_to_double_results h e k g1 g2 d -> finite h -> finite d ->
  real d = rnd (real h * b2 e).
Proof.
  intros H Fh Fd. destruct (wide_to_double_rounds _ _ _ _ _ _ H Fh) as (_ & _ & (_ & [(_ & _ & V) | [(_ & V)
    | (_ & V)]])).
  - exact V.
  - subst d. discriminate.
  - subst d. discriminate.
Qed.

(* The nearest double of the same sign. *)
Lemma signed_double_is h e k g1 g2 d : signed_double_results h e k g1 g2 d -> exists d0,
  wide_to_double_results h e k g1 g2 d0 /\
  d = (if (negb (feq d0 (fconst 0 0)) || feq h (fconst 0 0))%bool then d0
       else if flt (fconst 0 0) h then fconst 1 (-1074) else fneg (fconst 1 (-1074))).
Proof.
  unfold signed_double_results. intros H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  match type of E_result with _ = if (negb (feq ?d0 _) || _)%bool then _ else _ => exists d0 end.
  split; [| exact E_result]. unfold wide_to_double_results.
  repeat match goal with |- ex _ => eexists end. constructor; eassumption.
Qed.

(* h 2^e, rounded where it is subnormal. *)
Lemma rounded_high (h l : D) e x m : is_good 850 h l -> real h = rnd (real h + real l) -> b2 (-900) <= Rabs (real h) ->
  0 < m -> Rabs x <= m -> Rabs (value h l e - x) <= b2 (-56) * m -> Rabs (rnd (real h * b2 e) - x) <= ulp_of m.
Proof.
  intros G Eh Lh P Hx Hv. destruct (ulp_at_least m ltac:(lra)) as (U1 & U2).
  pose proof (ulp_eighth m P) as U8. pose proof (is_wide_bound _ _ (good_wide _ _ _ G)) as W.
  destruct (Rle_or_lt (b2 (-1022)) (Rabs (real h * b2 e))) as [N | N].
  - rewrite rnd_of_format by (apply format_scaled; [apply real_in_format | now right]).
    pose proof (nearest_within_an_ulp h l e x m Eh Lh W P Hx Hv). pose proof (bpow_gt_0 radix2 (-1074)). lra.
  - pose proof (bpow_gt_0 radix2 e) as Pe. pose proof (bpow_gt_0 radix2 (-900)) as P9.
    assert (Nh : real h <> 0) by (intros Z; rewrite Z, Rabs_R0 in Lh; lra).
    assert (Low : Rabs (real l) * b2 e <= b2 (-1076)).
    { destruct G as (_ & _ & (_ & T) & _). rewrite half_power, unit_at_least in T.
      assert (M : (-899 <= mag radix2 (real h))%Z) by (now apply mag_ge_bpow).
      rewrite Z.max_l in T by lia.
      assert (Me : (mag radix2 (real h) + e <= -1022)%Z).
      { pose proof (bpow_mag_le radix2 _ Nh) as B. rewrite abs_scaled in N.
        assert (X : b2 (mag radix2 (real h) - 1 + e) < b2 (-1022)).
        { eapply Rle_lt_trans; [| exact N]. rewrite bpow_plus. apply Rmult_le_compat_r; lra. }
        apply lt_bpow in X. lia. }
      apply Rle_trans with (b2 (mag radix2 (real h) - 53 - 1) * b2 e); [apply Rmult_le_compat_r; lra |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (Half : Rabs (rnd (real h * b2 e) - real h * b2 e) <= b2 (-1075)).
    { eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |].
      change (b2 (-1075)) with (b2 (-1074 - 1)). rewrite <- half_power. apply Rmult_le_compat_l; [lra |].
      unfold exponents. rewrite ulp_FLT_small; [apply Rle_refl | apply prec_positive |].
      eapply Rlt_le_trans; [exact N |]. apply bpow_le. vm_compute. discriminate. }
    assert (E : real h * b2 e - x = value h l e - x - real l * b2 e) by (unfold value; ring).
    assert (Rabs (real h * b2 e - x) <= b2 (-56) * m + b2 (-1076)).
    { rewrite E. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, abs_scaled. lra. }
    change (-1074)%Z with (2 + -1076)%Z in U2. rewrite (bpow_plus radix2 2) in U2. change (b2 2) with 4 in U2.
    change (-1075)%Z with (1 + -1076)%Z in Half. rewrite (bpow_plus radix2 1) in Half. change (b2 1) with 2 in Half.
    replace (rnd (real h * b2 e) - x) with (rnd (real h * b2 e) - real h * b2 e + (real h * b2 e - x)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (bpow_gt_0 radix2 (-1076)). lra.
Qed.

(* A depth or a distance: within an ulp of the larger of R and the distance, and of the right sign. *)
Theorem signed_double_correct h l e k g1 g2 d x m : signed_double_results h e k g1 g2 d ->
  is_good 850 h l -> real h = rnd (real h + real l) -> real h = 0 \/ b2 (-900) <= Rabs (real h) ->
  0 <= m -> Rabs x <= m -> Rabs (value h l e - x) <= b2 (-56) * m -> same_sign (real h) x -> finite d ->
  same_sign (real d) x /\ Rabs (real d - x) <= ulp_of m.
Proof.
  intros H G Eh Lh M0 Hx Hv S Fd. destruct (signed_double_is _ _ _ _ _ _ H) as (d0 & H0 & Ed). clear H.
  destruct zero_value as (F0 & V0). pose proof (proj1 G) as Fh.
  destruct Lh as [Z | Lh].
  - (* the gap is 0 *)
    assert (Zx : x = 0).
    { destruct S as ((_ & S1) & (_ & S2)). rewrite Z in *. destruct (Rtotal_order x 0) as [A | [A | A]]; [| exact A |].
      - specialize (S2 A). lra.
      - specialize (S1 A). lra. }
    assert (Fz : feq h (fconst 0 0) = true) by (apply ContactFeature.feq_zero_true; assumption).
    rewrite Fz, Bool.orb_true_r in Ed. subst d. rewrite (wide_to_double_finite _ _ _ _ _ _ H0 Fh Fd), Z, Rmult_0_l,
      rnd_zero, Zx. split; [split; split; lra |]. rewrite Rminus_0_r, Rabs_R0. apply ulp_ge_0.
  - pose proof (bpow_gt_0 radix2 (-900)) as P9. pose proof (bpow_gt_0 radix2 e) as Pe.
    assert (Nh : real h <> 0) by (intros Z; rewrite Z, Rabs_R0 in Lh; lra).
    assert (Nz : feq h (fconst 0 0) = false).
    { destruct (feq h (fconst 0 0)) eqn:E; [| reflexivity]. apply feq_zero in E. lra. }
    assert (Nx : x <> 0).
    { destruct S as ((S1 & _) & (S2 & _)). intros Zx. rewrite Zx in *. destruct (Rtotal_order (real h) 0)
      as [A | [A | A]];
        [specialize (S2 A); lra | contradiction | specialize (S1 A); lra]. }
    assert (P : 0 < m) by (pose proof (Rabs_pos_lt _ Nx); lra).
    pose proof (rounded_high h l e x m G Eh Lh P Hx Hv) as B.
    rewrite Nz, Bool.orb_false_r in Ed.
    assert (Sh : same_sign (real h * b2 e) x).
    { apply same_sign_trans with (real h); [| exact S]. unfold same_sign. split; split; intros A.
      - apply Rmult_lt_reg_r with (b2 e); lra.
      - now apply Rmult_lt_0_compat.
      - apply Rmult_lt_reg_r with (b2 e); lra.
      - apply Ropp_lt_cancel. rewrite Ropp_0, Ropp_mult_distr_l. apply Rmult_lt_0_compat; lra. }
    destruct (feq d0 (fconst 0 0)) eqn:E0; cbn [negb] in Ed.
    + (* what would become 0 *)
      apply feq_zero in E0. destruct E0 as (Fd0 & Z0).
      rewrite (wide_to_double_finite _ _ _ _ _ _ H0 Fh Fd0) in Z0. rewrite Z0 in B.
      destruct (constant_of_power (-1074) ltac:(lia)) as (Fc & Vc). destruct (ulp_at_least m ltac:(lra)) as (_ & U2).
      rewrite Rminus_0_l, Rabs_Ropp in B. pose proof (bpow_gt_0 radix2 (-1074)) as P10.
      destruct S as ((S1 & S1') & (S2 & S2')).
      destruct (flt (fconst 0 0) h) eqn:C.
      * apply flt_real in C; try assumption. rewrite V0 in C. specialize (S1 C). subst d. rewrite Vc.
        split; [split; split; lra |]. rewrite Rabs_pos_eq in B by lra. apply Rabs_le. lra.
      * apply flt_real_false in C; try assumption. rewrite V0 in C. assert (A : real h < 0) by lra. specialize (S2 A).
        subst d. rewrite real_fneg, Vc. split; [split; split; lra |]. rewrite Rabs_left in B by lra. apply Rabs_le. lra.
    + subst d. rewrite <- (wide_to_double_finite _ _ _ _ _ _ H0 Fh Fd) in B. split; [| exact B].
      apply feq_real_false in E0; try assumption. rewrite V0 in E0.
      apply same_sign_trans with (real h * b2 e); [| exact Sh].
      pose proof (wide_to_double_finite _ _ _ _ _ _ H0 Fh Fd) as V.
      assert (R1 : 0 <= real h * b2 e -> 0 <= real d0) by (intros A; rewrite V; now apply rnd_nonneg).
      assert (R2 : real h * b2 e <= 0 -> real d0 <= 0).
      { intros A. rewrite V, <- (rnd_zero double). now apply rnd_le. }
      split; split; intros A.
      * apply Rnot_le_lt. intros X. specialize (R2 X). lra.
      * assert (0 <= real d0) by (apply R1; lra). lra.
      * apply Rnot_le_lt. intros X. specialize (R1 X). lra.
      * assert (real d0 <= 0) by (apply R2; lra). lra.
Qed.

(* A coordinate of a normal. *)
Theorem unit_rounded h l e k g1 g2 d x n : wide_to_double_results h e k g1 g2 d -> is_good n h l ->
  Rabs x <= 1 -> Rabs (value h l e - x) <= b2 (-90) -> finite d /\ Rabs (real d - x) <= b2 (-52).
Proof.
  intros H G Hx Hv. pose proof (proj1 G) as Fh. pose proof (high_at_most_value h l e (good_wide _ _ _ G)) as B.
  destruct (abs_near _ _ _ Hv) as (V & _).
  assert (S : b2 (-90) <= / 1024 * b2 (-53)).
  { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (H1 : Rabs (real h * b2 e) <= 1 + / 1000).
  { rewrite abs_scaled. change (b2 (-53)) with u53 in S. lra. }
  assert (Fd : finite d).
  { destruct (wide_to_double_rounds _ _ _ _ _ _ H Fh) as (_ & _ & (_ & [(F & _ & _) | [(V1 & _) | (V1 & _)]]));
    [exact F | |];
      exfalso.
    - assert (rnd (real h * b2 e) <= 2).
      { rewrite <- (rnd_of_format double 2) by (change 2 with (b2 1); apply Bounded.power_in_format; lia).
        apply rnd_le. apply Rabs_le_inv in H1. lra. }
      assert (b2 2 <= @Overflow.huge double) by (apply bpow_le; vm_compute; discriminate). change (b2 2) with 4 in H2.
        lra.
    - assert (- b2 1 <= rnd (real h * b2 e)).
      { rewrite <- (rnd_of_format double (- b2 1)) by (apply in_format_opp, Bounded.power_in_format; lia).
        apply rnd_le. apply Rabs_le_inv in H1. change (b2 1) with 2. lra. }
      assert (b2 2 <= @Overflow.huge double) by (apply bpow_le; vm_compute; discriminate). change (b2 2) with 4 in H2.
      change (b2 1) with 2 in H0. lra. }
  split; [exact Fd |].
  destruct (wide_to_double_error _ _ _ _ _ _ _ H Fh (good_wide _ _ _ G) Fd) as (E & _). rewrite u_double in E.
  assert (T : b2 (-1075) <= / 1024 * b2 (-53)).
  { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  change (-52)%Z with (1 + -53)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2.
  change (b2 (-53)) with u53 in *. replace (real d - x) with (real d - value h l e + (value h l e - x)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.
