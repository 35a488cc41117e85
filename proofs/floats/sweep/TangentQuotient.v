(* The time of a contact in triple-doubles is a quotient g / s of a gap and a speed, both known as hi + lo: what
   set_tangent_time of src/sweep/sweep_tangent.h computes as guess + step, over the terms that the C has.

   Method: all errors are relative to the gap. (guess + step) s misses g by at most 26 2^-106 g. Where the guess is so
   small that it may underflow, the time is below 2^-200, and the code does not accept it. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Wide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).

Lemma inverse_finite (s : D) : finite (fdiv (fconst 1 0) s) -> finite s -> real s <> 0.
Proof.
  intros H Fs Z. destruct s as [g | g | | g m e Hm]; try discriminate.
  unfold real in Z. simpl in Z. destruct g; apply eq_0_F2R in Z; discriminate.
Qed.

Section Quotient.
Variables gh gl sh sl : D.
Let i := fdiv (fconst 1 0) sh.
Let guess := fmul gh i.
Let back := product_rest guess sh.
Let left := fadd (fsub (fsub gh (fmul guess sh)) back) (fsub gl (fmul guess sl)).
Let step := fmul left i.
Hypothesis Fstep : finite step.
Hypothesis gap_least : bpow radix2 (-700) <= real gh.
Hypothesis gap_most : real gh <= bpow radix2 420.
Hypothesis speed_most : Rabs (real sh) <= bpow radix2 420.
Hypothesis gap_low : finite gl -> Rabs (real gl) <= u53 * Rabs (real gh).
Hypothesis speed_low : finite sl -> Rabs (real sl) <= u53 * Rabs (real sh).

Let G := real gh.
Let S := Rabs (real sh).

Lemma parts_finite : finite gh /\ finite gl /\ finite sh /\ finite sl /\ finite i /\ finite guess /\ finite left /\
  finite (fmul guess sh) /\ finite back /\ real sh <> 0.
Proof.
  destruct (fmul_finite _ _ Fstep) as (Fl & Fi & _). destruct (fadd_finite _ _ Fl) as (F1 & F2 & _).
  destruct (fsub_finite _ _ F1) as (F3 & Fb & _). destruct (fsub_finite _ _ F3) as (Fg & Fp & _).
  destruct (fmul_finite _ _ Fp) as (Fq & Fs & _). destruct (fsub_finite _ _ F2) as (Fgl & F4 & _).
  destruct (fmul_finite _ _ F4) as (_ & Fsl & _). pose proof (inverse_finite sh Fi Fs). auto 12.
Qed.

Lemma eta_of_gap : 100 * w <= u53 * u53 * u53 * u53 * G.
Proof.
  change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. change (-53 + -53 + -53 + -53)%Z with (-212)%Z.
  apply Rle_trans with (bpow radix2 (-212) * bpow radix2 (-700)).
  - rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 7 * w); [| rewrite <- bpow_plus; apply bpow_le; lia].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (bpow radix2 7) with 128. lra.
  - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact gap_least].
Qed.

Lemma inverse_near : Rabs (real i * real sh - 1) <= u53 + u53 * u53.
Proof.
  destruct parts_finite as (_ & _ & Fs & _ & Fi & _ & _ & _ & _ & Ns).
  const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
  destruct (fdiv_finite _ _ Fi Fs Ns) as (_ & E). rewrite V1 in E.
  pose proof (rnd_error double (1 / real sh)) as R. rewrite <- E, u_double in R. change (eta double) with w in R.
  fold i in R.
  assert (S0 : 0 < S) by now apply Rabs_pos_lt.
  assert (Q : Rabs (1 / real sh) * S = 1).
  { unfold S. rewrite <- Rabs_mult. replace (1 / real sh * real sh) with 1 by (field; exact Ns). apply Rabs_R1. }
  assert (T : w * S <= u53 * u53).
  { apply Rle_trans with (w * bpow radix2 420); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact speed_most] |].
    change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia. }
  replace (real i * real sh - 1) with ((real i - 1 / real sh) * real sh) by (field; exact Ns).
  rewrite Rabs_mult. fold S. apply Rle_trans with ((u53 * Rabs (1 / real sh) + w) * S); [apply Rmult_le_compat_r; lra
    |].
  replace ((u53 * Rabs (1 / real sh) + w) * S) with (u53 * (Rabs (1 / real sh) * S) + w * S) by ring. lra.
Qed.

(* A rounded product with the inverse, times the speed. *)
Lemma times_inverse (x : D) : finite (fmul x i) ->
  Rabs (real (fmul x i) * real sh - real x) <= (2 * u53 + 4 * (u53 * u53)) * Rabs (real x) + w * S.
Proof.
  intros Fm. destruct (fmul_finite _ _ Fm) as (_ & _ & E). pose proof inverse_near as I.
  pose proof (rnd_error double (real x * real i)) as R. rewrite <- E, u_double in R. change (eta double) with w in R.
  replace (real (fmul x i) * real sh - real x) with
    ((real (fmul x i) - real x * real i) * real sh + real x * (real i * real sh - 1)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
  assert (A : Rabs (real x) * Rabs (real i * real sh - 1) <= Rabs (real x) * (u53 + u53 * u53))
    by (apply Rmult_le_compat_l; [apply Rabs_pos | exact I]).
  assert (B : Rabs (real i) * S <= 1 + 2 * u53).
  { unfold S. rewrite <- Rabs_mult. replace (real i * real sh) with (1 + (real i * real sh - 1)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_R1. lra. }
  assert (C : Rabs (real (fmul x i) - real x * real i) * S <= (u53 * Rabs (real x * real i) + w) * S)
    by (apply Rmult_le_compat_r; [apply Rabs_pos | exact R]).
  rewrite Rabs_mult in C.
  assert (E1 : Rabs (real x) * (Rabs (real i) * S) <= Rabs (real x) * (1 + 2 * u53))
    by (apply Rmult_le_compat_l; [apply Rabs_pos | exact B]).
  pose proof (Rabs_pos (real x)). fold S. lra.
Qed.

(* The rest of a product needs no condition. *)
Lemma back_near : Rabs (real (fmul guess sh) + real back - real guess * real sh) <= 7 * w.
Proof.
  destruct parts_finite as (_ & _ & _ & _ & _ & _ & _ & _ & Fb & _).
  destruct (split_product guess sh Fb) as (_ & _ & _ & _ & _ & H). eapply Rle_trans; [exact H |].
  change (-1074)%Z with (1 + -1075)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.

(* If the guess does not underflow. *)
Section Normal.
Hypothesis normal : w * S <= u53 * u53 * u53 * u53 * G.

Lemma quotient_parts :
  Rabs (real guess * real sh - G) <= (2 * u53 + 5 * (u53 * u53)) * G /\
  Rabs (real step * real sh) <= (45 / 10) * u53 * G /\
  Rabs (G + real gl - (real guess + real step) * (real sh + real sl)) <= 26 * (u53 * u53) * G.
Proof.
  destruct parts_finite as (Fg & Fgl & Fs & Fsl & Fi & Fq & Fl & Fp & Fb & Ns).
  specialize (gap_low Fgl). specialize (speed_low Fsl). pose proof eta_of_gap as Et.
  assert (G0 : 0 < G) by (pose proof (bpow_gt_0 radix2 (-700)); unfold G; lra).
  rewrite (Rabs_pos_eq (real gh)) in gap_low by (fold G; lra). fold G S in gap_low, speed_low.
  pose proof (times_inverse gh Fq) as H1. fold guess in H1. fold G in H1. rewrite (Rabs_pos_eq G) in H1 by lra.
  set (P := real guess * real sh) in *.
  assert (D1 : Rabs (P - G) <= (2 * u53 + 5 * (u53 * u53)) * G) by lra. split; [exact D1 |]. clear H1.
  assert (AP : Rabs P <= (1 + 3 * u53) * G) by (clear - D1 G0; two_sided; lra).
  destruct (fmul_error guess sh _ w Fp AP (Rle_refl _)) as (_ & _ & E1). fold P in E1.
  set (b := fmul guess sh) in *.
  pose proof back_near as E2. fold b P in E2.
  assert (B2 : Rabs (real back) <= (u53 + 4 * (u53 * u53)) * G) by (clear - E1 E2 G0 Et; two_sided; lra).
  unfold left in Fl. destruct (fadd_finite _ _ Fl) as (F1 & F2 & _). destruct (fsub_finite _ _ F1) as (F3 & _ & _).
  destruct (fsub_finite _ _ F2) as (_ & F4 & _).
  assert (B3 : Rabs (real gh - real b) <= (3 * u53 + 10 * (u53 * u53)) * G)
    by (fold G; clear - D1 E1 G0 Et; two_sided; lra).
  destruct (fsub_error _ _ _ F3 B3) as (_ & _ & E3). fold G in E3. set (l1 := fsub gh b) in *.
  assert (B4 : Rabs (real l1 - real back) <= (2 * u53 + 10 * (u53 * u53)) * G)
    by (clear - D1 E2 E3 G0 Et; two_sided; lra).
  destruct (fsub_error _ _ _ F1 B4) as (_ & _ & E4). set (l2 := fsub l1 back) in *.
  assert (B5 : Rabs (real guess * real sl) <= (u53 + 3 * (u53 * u53)) * G).
  { rewrite Rabs_mult. apply Rle_trans with (Rabs (real guess) * (u53 * S));
      [apply Rmult_le_compat_l; [apply Rabs_pos | exact speed_low] |].
    replace (Rabs (real guess) * (u53 * S)) with (u53 * Rabs P) by (unfold P, S; rewrite Rabs_mult; ring). lra. }
  destruct (fmul_error _ _ _ w F4 B5 (Rle_refl _)) as (_ & _ & E5). set (m := fmul guess sl) in *.
  assert (B6 : Rabs (real gl - real m) <= (2 * u53 + 6 * (u53 * u53)) * G) by (clear - gap_low B5 E5 G0 Et; two_sided;
    lra).
  destruct (fsub_error _ _ _ F2 B6) as (_ & _ & E6). set (l3 := fsub gl m) in *.
  assert (B7 : Rabs (real l2 + real l3) <= (4 * u53 + 30 * (u53 * u53)) * G) by (clear - B4 B6 E4 E6 G0; two_sided;
    lra).
  destruct (fadd_error _ _ _ Fl B7) as (_ & _ & E7). fold left in E7.
  pose proof (times_inverse left Fstep) as H2. fold step in H2.
  assert (BL : Rabs (real left) <= (4 * u53 + 36 * (u53 * u53)) * G) by (clear - B7 E7 G0; two_sided; lra).
  assert (H3 : Rabs (real step * real sh - real left) <= 9 * (u53 * u53) * G).
  { assert ((2 * u53 + 4 * (u53 * u53)) * Rabs (real left) <= (2 * u53 + 4 * (u53 * u53)) * ((4 * u53 + 36 * (u53 *
      u53)) * G))
      by (apply Rmult_le_compat_l; lra). lra. }
  assert (BS : Rabs (real step * real sh) <= 45 / 10 * u53 * G) by (clear - BL H3 G0; two_sided; lra).
  split; [exact BS |].
  assert (BT : Rabs (real step * real sl) <= 45 / 10 * (u53 * u53) * G).
  { rewrite Rabs_mult. apply Rle_trans with (Rabs (real step) * (u53 * S));
      [apply Rmult_le_compat_l; [apply Rabs_pos | exact speed_low] |].
    replace (Rabs (real step) * (u53 * S)) with (u53 * Rabs (real step * real sh)) by (unfold S; rewrite Rabs_mult;
      ring). lra. }
  replace (G + real gl - (real guess + real step) * (real sh + real sl)) with
    (G + real gl - P - real guess * real sl - real step * real sh - real step * real sl) by (unfold P; ring).
  clear - E1 E2 E3 E4 E5 E6 E7 H3 BT Et G0.
  set (x := real guess * real sl) in *. set (y := real step * real sh) in *. set (z := real step * real sl) in *.
  two_sided; lra.
Qed.

End Normal.

(* If it may, the sum is tiny. *)
Lemma underflow_is_tiny : u53 * u53 * u53 * u53 * G < w * S -> Rabs (real guess + real step) <= bpow radix2 (-800).
Proof.
  intros Hs. destruct parts_finite as (Fg & Fgl & Fs & Fsl & Fi & Fq & Fl & Fp & Fb & Ns).
  specialize (gap_low Fgl). specialize (speed_low Fsl). pose proof eta_of_gap as Et.
  assert (G0 : 0 < G) by (pose proof (bpow_gt_0 radix2 (-700)); unfold G; lra).
  rewrite (Rabs_pos_eq (real gh)) in gap_low by (fold G; lra). fold G S in gap_low, speed_low.
  set (M := bpow radix2 212 * (w * S)).
  assert (S0 : 0 < S) by now apply Rabs_pos_lt.
  assert (h0 : 0 < w * S) by (apply Rmult_lt_0_compat; [apply bpow_gt_0 | exact S0]).
  assert (U : bpow radix2 212 * (u53 * u53 * u53 * u53 * G) = G).
  { change u53 with (bpow radix2 (-53)). rewrite <- !Rmult_assoc, <- !bpow_plus. simpl. ring. }
  assert (GM : G <= M).
  { unfold M. rewrite <- U at 1. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
  assert (hM : w * S <= M).
  { unfold M. rewrite <- (Rmult_1_l (w * S)) at 1. apply Rmult_le_compat_r; [lra |].
    change 1 with (bpow radix2 0). apply bpow_le. lia. }
  pose proof (times_inverse gh Fq) as H1. fold guess in H1. fold G in H1. rewrite (Rabs_pos_eq G) in H1 by lra.
  set (P := real guess * real sh) in *.
  assert (AP : Rabs P <= 3 * M) by (clear - H1 GM hM G0; two_sided; lra).
  destruct (fmul_error guess sh _ w Fp AP (Rle_refl _)) as (_ & _ & E1). fold P in E1.
  set (b := fmul guess sh) in *.
  pose proof back_near as E2. fold b P in E2.
  unfold left in Fl. destruct (fadd_finite _ _ Fl) as (F1 & F2 & _). destruct (fsub_finite _ _ F1) as (F3 & _ & _).
  destruct (fsub_finite _ _ F2) as (_ & F4 & _).
  assert (B3 : Rabs (real gh - real b) <= 5 * M) by (fold G; clear - AP E1 GM G0 Et; two_sided; lra).
  destruct (fsub_error _ _ _ F3 B3) as (_ & _ & E3). set (l1 := fsub gh b) in *.
  assert (B4 : Rabs (real l1 - real back) <= 10 * M) by (clear - AP B3 E1 E2 E3 GM G0 Et; two_sided; lra).
  destruct (fsub_error _ _ _ F1 B4) as (_ & _ & E4). set (l2 := fsub l1 back) in *.
  assert (B5 : Rabs (real guess * real sl) <= 3 * M).
  { rewrite Rabs_mult. apply Rle_trans with (Rabs (real guess) * (u53 * S));
      [apply Rmult_le_compat_l; [apply Rabs_pos | exact speed_low] |].
    replace (Rabs (real guess) * (u53 * S)) with (u53 * Rabs P) by (unfold P, S; rewrite Rabs_mult; ring). lra. }
  destruct (fmul_error _ _ _ w F4 B5 (Rle_refl _)) as (_ & _ & E5). set (m := fmul guess sl) in *.
  assert (B6 : Rabs (real gl - real m) <= 5 * M) by (clear - gap_low B5 E5 GM G0 Et; two_sided; lra).
  destruct (fsub_error _ _ _ F2 B6) as (_ & _ & E6). set (l3 := fsub gl m) in *.
  assert (B7 : Rabs (real l2 + real l3) <= 20 * M) by (clear - B4 B6 E4 E6 GM G0; two_sided; lra).
  destruct (fadd_error _ _ _ Fl B7) as (_ & _ & E7). fold left in E7.
  pose proof (times_inverse left Fstep) as H2. fold step in H2.
  assert (BL : Rabs (real left) <= 21 * M) by (clear - B7 E7 GM G0; two_sided; lra).
  assert (BS : Rabs (real step * real sh) <= 24 * M).
  { assert ((2 * u53 + 4 * (u53 * u53)) * Rabs (real left) <= (2 * u53 + 4 * (u53 * u53)) * (21 * M))
      by (apply Rmult_le_compat_l; lra).
    clear - H H2 BL hM h0. two_sided; lra. }
  apply Rmult_le_reg_r with S; [exact S0 |]. unfold S at 1. rewrite <- Rabs_mult.
  apply Rle_trans with (27 * M).
  - replace ((real guess + real step) * real sh) with (P + real step * real sh) by (unfold P; ring).
    clear - AP BS. set (y := real step * real sh) in *. two_sided; lra.
  - unfold M. rewrite <- !Rmult_assoc. apply Rmult_le_compat_r; [lra |].
    rewrite Rmult_assoc, <- bpow_plus. apply Rle_trans with (bpow radix2 5 * bpow radix2 (212 + -1075)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (bpow radix2 5) with 32. lra.
    + rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

End Quotient.
