(* wide_add with exponents so far apart that the smaller operand is shifted out, wholly or in part
   (src/arithmetic/wide.h).

   The shifted operand is below 2^-897 and the other one at least 2^-500, so whatever the shift loses is far below
   2^-200 of the sum. The sums lose 3.1 * 2^-106 of the larger operand. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift.
From Carom Require Terms_wide.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_with_exp_terms(wide_with_exp_results).

Open Scope R_scope.

Notation b2 := (bpow radix2).

(* The sums, where one operand is tiny; A is the size of the other one. *)
Lemma far_sum (ah al bh bl : D) (A : R) :
  let hi := fadd (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  let lo := ordered_rest (sum_hi ah al bh bl) (sum_low ah al bh bl) in
  finite lo -> 0 <= A ->
  (finite ah -> finite al -> finite bh -> finite bl ->
    (1 - u53 / 100) * A <= Rabs (real ah + real bh) <= (1 + u53) * A /\ Rabs (real al + real bl) <= (1 + u53) * (u53 *
        A)) ->
  is_wide hi lo /\ finite ah /\ finite al /\ finite bh /\ finite bl /\
  Rabs (real hi + real lo - (real ah + real al + (real bh + real bl))) <= 4 * (u53 * u53) * A.
Proof.
  intros hi lo Fl A0 Sizes. unfold lo, hi in *. clear hi lo.
  destruct (ordered_rest_parts _ _ Fl) as (Fs1 & Fx).
  unfold sum_low in Fx. destruct (fadd_finite _ _ Fx) as (Fs1l & Ftl & _).
  destruct (ordered_rest_parts _ _ Fs1l) as (Fs & Fy). destruct (fadd_finite _ _ Fy) as (Fsl & Ft & _).
  destruct (two_sum_exact _ _ Fsl) as (Fah & Fbh & _ & Es & Xs). destruct (two_sum_exact _ _ Ftl) as (Fal & Fbl & _ & Et
      & Xt).
  destruct (two_sum_rest_small _ _ Fsl) as (Rs & _). destruct (two_sum_rest_small _ _ Ftl) as (Rt & _).
  rewrite u_double in Rs, Rt. destruct (Sizes Fah Fal Fbh Fbl) as ((S0 & S1) & S2). clear Sizes.
  set (sl := sum_rest ah bh) in *. set (tl := sum_rest al bl) in *.
  assert (S3 : Rabs (real sl) <= 11 / 10 * (u53 * A)) by lra. assert (S4 : Rabs (real tl) <= 11 / 10 * (u53 * (u53 *
      A))) by lra.
  assert (S5 : Rabs (real (fadd al bl)) <= 11 / 10 * (u53 * A)).
  { replace (real (fadd al bl)) with ((real al + real bl) - real tl) by lra. unfold Rminus. eapply Rle_trans; [apply
      Rabs_triang |].
    rewrite Rabs_Ropp. lra. }
  assert (B1 : Rabs (real sl + real (fadd al bl)) <= 22 / 10 * (u53 * A)) by (eapply Rle_trans; [apply Rabs_triang |];
      lra).
  destruct (Wide.fadd_error sl (fadd al bl) _ Fy B1) as (_ & _ & E1). set (y := fadd sl (fadd al bl)) in *.
  assert (S6 : Rabs (real y) <= 23 / 10 * (u53 * A)).
  { replace (real y) with ((real sl + real (fadd al bl)) + (real y - (real sl + real (fadd al bl)))) by ring. eapply
      Rle_trans; [apply Rabs_triang |]. lra. }
  assert (S7 : (1 - 4 * u53) * A <= Rabs (real (fadd ah bh))).
  { replace (real (fadd ah bh)) with ((real ah + real bh) - real sl) by lra. eapply Rle_trans; [| apply
      Rabs_triang_inv]. lra. }
  assert (O1 : real (fadd ah bh) = 0 \/ Rabs (real y) <= Rabs (real (fadd ah bh))) by (right; lra).
  destruct (ordered_sum_exact _ _ Fs1l O1) as (_ & _ & _ & _ & X1). destruct (ordered_rest_small _ _ Fs1l O1) as (R1 &
      _).
  rewrite u_double in R1. set (s1l := ordered_rest (fadd ah bh) y) in *. change (fadd (fadd ah bh) y) with (sum_hi ah al
      bh bl) in X1.
  assert (S8 : Rabs (real (fadd ah bh)) <= (1 + 3 * u53) * A).
  { replace (real (fadd ah bh)) with ((real ah + real bh) - real sl) by lra. unfold Rminus. eapply Rle_trans; [apply
      Rabs_triang |].
    rewrite Rabs_Ropp. lra. }
  assert (S9 : Rabs (real s1l) <= 11 / 10 * (u53 * A)).
  { eapply Rle_trans; [exact R1 |]. pose proof (Rabs_triang (real (fadd ah bh)) (real y)). lra. }
  assert (B2' : Rabs (real s1l + real tl) <= 12 / 10 * (u53 * A)) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
  destruct (Wide.fadd_error s1l tl _ Fx B2') as (_ & _ & E2). change (fadd s1l tl) with (sum_low ah al bh bl) in E2.
  set (x := sum_low ah al bh bl) in *.
  assert (Sx : Rabs (real x) <= 13 / 10 * (u53 * A)).
  { replace (real x) with ((real s1l + real tl) + (real x - (real s1l + real tl))) by ring. eapply Rle_trans; [apply
      Rabs_triang |]. lra. }
  assert (Sh : (1 - 9 * u53) * A <= Rabs (real (sum_hi ah al bh bl))).
  { replace (real (sum_hi ah al bh bl)) with (real (fadd ah bh) - (real s1l - real y)) by lra. eapply Rle_trans; [|
      apply Rabs_triang_inv].
    assert (Rabs (real s1l - real y) <= Rabs (real s1l) + Rabs (real y)).
    { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. } lra. }
  assert (O2 : real (sum_hi ah al bh bl) = 0 \/ Rabs (real x) <= Rabs (real (sum_hi ah al bh bl))) by (right; lra).
  destruct (ordered_sum_exact _ _ Fl O2) as (_ & _ & _ & _ & X2). destruct (ordered_rest_small _ _ Fl O2) as (_ & R2).
  split; [exact R2 |]. do 4 (split; [assumption |]). fold x in X2 |- *.
  set (lo := ordered_rest (sum_hi ah al bh bl) x) in *.
  replace (real (fadd (sum_hi ah al bh bl) x) + real lo - (real ah + real al + (real bh + real bl))) with
    ((real y - (real sl + real (fadd al bl))) + (real x - (real s1l + real tl))) by lra.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The operand that is shifted is tiny. *)
Lemma tiny_operand (ah al bh bl : D) : is_wide ah al -> Rabs (real bh) <= b2 (-300) * Rabs (real ah) ->
  Rabs (real bl) <= b2 (-300) * Rabs (real ah) ->
  (1 - u53 / 100) * Rabs (real ah) <= Rabs (real ah + real bh) <= (1 + u53) * Rabs (real ah) /\
  Rabs (real al + real bl) <= (1 + u53) * (u53 * Rabs (real ah)).
Proof.
  intros Wa Hb Hbl. apply is_wide_bound in Wa. pose proof (Rabs_pos (real ah)) as A0. set (A := Rabs (real ah)) in *.
  assert (P300 : 0 < b2 (-300) <= u53 * u53 * u53).
  { split; [apply bpow_gt_0 |]. rewrite <- u_double. unfold u. rewrite <- !bpow_plus. apply bpow_le. simpl. lia. }
  assert (T : b2 (-300) * A <= u53 * u53 * u53 * A) by (apply Rmult_le_compat_r; lra).
  split; [split |].
  - replace (real ah + real bh) with (real ah - - real bh) by ring. eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite
      Rabs_Ropp. fold A. lra.
  - eapply Rle_trans; [apply Rabs_triang |]. fold A. lra.
  - eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* What a shift leaves of an operand below 2^-900. *)
Lemma left_of_shift (w w' f n : D) k : f = (if (k <? -1000)%Z then fconst 0 0 else fpower n k) -> (k < 0)%Z -> w' = fmul
    w f ->
  Rabs (real w * b2 k) <= b2 (-900) -> finite w' -> Rabs (real w') <= b2 (-898).
Proof.
  intros Ef Hk -> B Fw. pose proof (bpow_gt_0 radix2 (-900)) as P900.
  assert (P898 : b2 (-898) = 4 * b2 (-900)) by (change (-898)%Z with (2 + -900)%Z; rewrite bpow_plus; reflexivity).
  destruct (fmul_finite _ _ Fw) as (_ & _ & V). rewrite V. destruct (Z.ltb_spec k (-1000)) as [L | L]; rewrite Ef.
  - assert (Z0 : real (fconst 0 0 : D) = 0) by reflexivity. rewrite Z0, Rmult_0_r, rnd_zero, Rabs_R0. lra.
  - destruct (power_value n k ltac:(lia)) as (_ & Vq). rewrite Vq.
    eapply Rle_trans; [apply (rnd_below _ (-900)); [unfold emin; simpl; lia | exact B] | lra].
Qed.

(* The sum against the operands before the shift. *)
Lemma far_sum_close (ah al bh bl : D) (x y v : R) : is_wide ah al -> b2 (-500) <= Rabs (real ah) ->
  Rabs (real bh) <= b2 (-898) -> Rabs (real bl) <= b2 (-898) -> Rabs x <= b2 (-900) -> Rabs y <= b2 (-900) ->
  Rabs (v - (real ah + real al + (real bh + real bl))) <= 4 * (u53 * u53) * Rabs (real ah) ->
  Rabs (v - (real ah + real al + (x + y))) <= b2 (-103) * Rabs (real ah + real al + (x + y)).
Proof.
  intros Wa Ha Lh Ll Hx Hy B. pose proof (bpow_gt_0 radix2 (-900)) as P900. destruct (wide_size _ _ Wa) as [Sa _].
  set (A := Rabs (real ah)) in *. assert (A0 : 0 <= A) by apply Rabs_pos.
  assert (P896 : b2 (-896) = 16 * b2 (-900) /\ b2 (-898) = 4 * b2 (-900)).
  { split; [change (-896)%Z with (4 + -900)%Z | change (-898)%Z with (2 + -900)%Z]; rewrite bpow_plus; reflexivity. }
  assert (Tiny : b2 (-896) <= u53 * u53 * u53 * A).
  { apply Rle_trans with (b2 (-159) * b2 (-500)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - replace (u53 * u53 * u53) with (b2 (-159)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Ha] |].
      rewrite <- u_double. unfold u. rewrite <- !bpow_plus. reflexivity. }
  assert (Diff : Rabs ((real bh + real bl) - (x + y)) <= b2 (-896)).
  { apply Rabs_le_inv in Lh, Ll, Hx, Hy. apply Rabs_le. lra. }
  assert (Err : Rabs (v - (real ah + real al + (x + y))) <= 5 * (u53 * u53) * A).
  { replace (v - (real ah + real al + (x + y))) with ((v - (real ah + real al + (real bh + real bl))) + ((real bh + real
      bl) - (x + y))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  eapply Rle_trans; [exact Err |].
  assert (Low : (1 - 2 * u53) * A <= Rabs (real ah + real al + (x + y))).
  { replace (real ah + real al + (x + y)) with ((real ah + real al) - - (x + y)) by ring.
    eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite Rabs_Ropp. pose proof (Rabs_triang x y). lra. }
  change (b2 (-103)) with (/ 10141204801825835211973625643008). lra.
Qed.

Theorem wide_add_far_error ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> finite lo -> finite ah -> finite bh -> finite bl ->
  is_wide ah al -> is_wide bh bl -> real bh <> 0 -> b2 (-500) <= Rabs (real ah) ->
  (eb < ea)%Z -> Rabs (real bh * b2 (eb - ea)) <= b2 (-900) ->
  is_wide hi lo /\ e = ea /\
  Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <= b2 (-103) * Rabs (value ah al ea + value bh bl eb).
Proof.
  unfold wide_add_results. intros H Fl Fa Fb Fbl Wa Wb Nb Ha He Hb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 _ X0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  pose proof (bpow_gt_0 radix2 (-500)) as P500.
  assert (Na : real ah <> 0) by (intros Z; rewrite Z, Rabs_R0 in Ha; lra).
  assert (V0 : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct V0 as (F0 & V0).
  assert (J1 : (ea =? eb)%Z = false) by (apply Z.eqb_neq; lia).
  assert (J4 : (ea <? eb)%Z = false) by (apply Z.ltb_ge; lia).
  assert (J2 : feq ah (fconst 0 0) = false).
  { destruct (feq ah (fconst 0 0)) eqn:E; [| reflexivity]. elim Na. rewrite <- V0. now apply feq_real. }
  assert (J3 : feq bh (fconst 0 0) = false).
  { destruct (feq bh (fconst 0 0)) eqn:E; [| reflexivity]. elim Nb. rewrite <- V0. now apply feq_real. }
  rewrite J1 in I1. rewrite J2 in I2. rewrite J3 in I3. rewrite J4 in I4. simpl negb in I1. subst x x0 x1 x2.
  cbv iota in *.
  match type of X0 with wide_with_exp_results _ _ _ _ _ ?h ?l ?q => rename h into bh'; rename l into bl' end.
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (? & ? & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (? & ? & ?).
  clear S1 S2 S3 S4. subst.
  set (k := (eb - ea)%Z) in *. pose proof (bpow_gt_0 radix2 k) as Pk.
  assert (Hbl : Rabs (real bl * b2 k) <= b2 (-900)).
  { apply is_wide_bound in Wb. pose proof (Rabs_pos (real bh)). eapply Rle_trans; [| exact Hb]. rewrite !Rabs_mult,
      (Rabs_pos_eq (b2 k)) by lra.
    apply Rmult_le_compat_r; lra. }
  destruct X0 as (sh & f & [Esh Ef Eh El _]). fold k in Esh. subst sh.
  assert (Big : b2 (-898) <= b2 (-300) * Rabs (real ah)).
  { apply Rle_trans with (b2 (-300) * b2 (-500)); [rewrite <- bpow_plus; apply bpow_le; lia | apply Rmult_le_compat_l;
      [apply bpow_ge_0 | exact Ha]]. }
  assert (Lh : finite bh' -> Rabs (real bh') <= b2 (-898)) by (intros; eapply left_of_shift; eauto; lia).
  assert (Ll : finite bl' -> Rabs (real bl') <= b2 (-898)) by (intros; eapply left_of_shift; eauto; lia).
  destruct (far_sum ah al bh' bl' (Rabs (real ah)) Fl (Rabs_pos _)) as (W & _ & _ & Fbh' & Fbl' & B).
  { intros _ _ G1 G2. apply tiny_operand; auto; [specialize (Lh G1) | specialize (Ll G2)]; lra. }
  split; [exact W |]. split; [reflexivity |].
  assert (EB : value bh bl eb = (real bh * b2 k + real bl * b2 k) * b2 ea).
  { unfold value. replace eb with (k + ea)%Z by (unfold k; ring). rewrite bpow_plus. ring. }
  rewrite EB. unfold value. rewrite <- Rmult_plus_distr_r. apply relative_of_scaled.
  apply (far_sum_close ah al bh' bl'); auto.
Qed.

(* The same where a has the smaller exponent. *)
Theorem wide_add_far_first_error ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> finite lo -> finite ah -> finite al -> finite bh ->
  is_wide ah al -> is_wide bh bl -> real ah <> 0 -> b2 (-500) <= Rabs (real bh) ->
  (ea < eb)%Z -> Rabs (real ah * b2 (ea - eb)) <= b2 (-900) ->
  is_wide hi lo /\ e = eb /\
  Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <= b2 (-103) * Rabs (value ah al ea + value bh bl eb).
Proof.
  unfold wide_add_results. intros H Fl Fa Fal Fb Wa Wb Na Hb He Ha.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 X0 _ X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  pose proof (bpow_gt_0 radix2 (-500)) as P500.
  assert (Nb : real bh <> 0) by (intros Z; rewrite Z, Rabs_R0 in Hb; lra).
  assert (V0 : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct V0 as (F0 & V0).
  assert (J1 : (ea =? eb)%Z = false) by (apply Z.eqb_neq; lia).
  assert (J4 : (ea <? eb)%Z = true) by (apply Z.ltb_lt; lia).
  assert (J2 : feq ah (fconst 0 0) = false).
  { destruct (feq ah (fconst 0 0)) eqn:E; [| reflexivity]. elim Na. rewrite <- V0. now apply feq_real. }
  assert (J3 : feq bh (fconst 0 0) = false).
  { destruct (feq bh (fconst 0 0)) eqn:E; [| reflexivity]. elim Nb. rewrite <- V0. now apply feq_real. }
  rewrite J1 in I1. rewrite J2 in I2. rewrite J3 in I3. rewrite J4 in I4. simpl negb in I1. subst x x0 x1 x2.
  cbv iota in *.
  match type of X0 with wide_with_exp_results _ _ _ _ _ ?h ?l ?q => rename h into ah'; rename l into al' end.
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (? & ? & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (? & ? & ?).
  clear S1 S2 S3 S4. subst.
  destruct X0 as (sh & f & [Esh Ef Eh El Ee]). subst sh.
  set (k := (ea - eb)%Z) in *. pose proof (bpow_gt_0 radix2 k) as Pk.
  assert (Hal : Rabs (real al * b2 k) <= b2 (-900)).
  { apply is_wide_bound in Wa. pose proof (Rabs_pos (real ah)). eapply Rle_trans; [| exact Ha]. rewrite !Rabs_mult,
      (Rabs_pos_eq (b2 k)) by lra.
    apply Rmult_le_compat_r; lra. }
  assert (Big : b2 (-898) <= b2 (-300) * Rabs (real bh)).
  { apply Rle_trans with (b2 (-300) * b2 (-500)); [rewrite <- bpow_plus; apply bpow_le; lia | apply Rmult_le_compat_l;
      [apply bpow_ge_0 | exact Hb]]. }
  assert (Lh : finite ah' -> Rabs (real ah') <= b2 (-898)) by (intros; eapply left_of_shift; eauto; lia).
  assert (Ll : finite al' -> Rabs (real al') <= b2 (-898)) by (intros; eapply left_of_shift; eauto; lia).
  destruct (far_sum ah' al' bh bl (Rabs (real bh)) Fl (Rabs_pos _)) as (W & Fah' & Fal' & _ & _ & B).
  { intros G1 G2 _ _. rewrite (Rplus_comm (real ah')), (Rplus_comm (real al')). apply tiny_operand; auto; [specialize
      (Lh G1) | specialize (Ll G2)]; lra. }
  rewrite Ee. split; [exact W |]. split; [reflexivity |].
  assert (EA : value ah al ea = (real ah * b2 k + real al * b2 k) * b2 eb).
  { unfold value. replace ea with (k + eb)%Z by (unfold k; ring). rewrite bpow_plus. ring. }
  rewrite EA. unfold value. rewrite <- Rmult_plus_distr_r. apply relative_of_scaled.
  rewrite (Rplus_comm (real ah * b2 k + real al * b2 k)). apply (far_sum_close bh bl ah' al'); auto.
  replace (real bh + real bl + (real ah' + real al')) with (real ah' + real al' + (real bh + real bl)) by ring. exact B.
Qed.
