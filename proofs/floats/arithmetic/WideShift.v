(* Sums of double-doubles with different exponents (wide_with_exp and wide_add of src/arithmetic/wide.h), over the
   extracted terms: the operand with the smaller exponent is shifted. If its high part stays above 2^-969, only its low
   part loses digits, at most 2^-1075, which is 2^-106 of the operand. So the sum is within 2^-103. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Mult_error.
From Carom Require Import Model Operations ErrorFree Terms_wide ErrorFreeTerms Wide WideSum.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma power_value n k : (-1022 <= k <= 1023)%Z -> finite (fpower n k) /\ real (fpower n k) = bpow radix2 k.
Proof.
  intros Hk. unfold fpower, nearest. assert (E : ((-1022 <=? k) && (k <=? 1023))%Z = true) by lia. rewrite E. clear E.
  destruct (fconst_value (f := double) 1 k eq_refl) as (A & B).
  - unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia.
  - change (Z.log2 (Z.abs 1)) with 0%Z. change (emax double) with 1024%Z. lia.
  - rewrite Rmult_1_l in B. split; [exact A | exact B].
Qed.

(* The part of a shifted low part that is lost: half of the smallest double. *)
Notation lost := (bpow radix2 (-1075)).

(* wide_with_exp by at most 1000 binary places: hi keeps its digits if it stays above 2^-969. *)
Lemma wide_with_exp_error ah al ea e n hi lo e' :
  wide_with_exp_results ah al ea e n hi lo e' -> finite ah -> finite al -> is_wide ah al ->
  (ea <= e)%Z -> (-1000 <= ea - e)%Z -> bpow radix2 (-969) <= Rabs (real ah * bpow radix2 (ea - e)) ->
  e' = e /\ finite hi /\ finite lo /\ is_wide hi lo /\ real hi = real ah * bpow radix2 (ea - e) /\
  Rabs (real lo - real al * bpow radix2 (ea - e)) <= lost.
Proof.
  intros (k & f & H) Fa Fl W Hle Hs Hb. destruct H as [Ek Ef Eh El Ee]. subst e'.
  rewrite <- Ek in *. assert (L : (k <? -1000)%Z = false) by (apply Z.ltb_ge; lia). rewrite L in Ef. subst f.
  destruct (power_value n k ltac:(lia)) as (Ff & Vf).
  assert (P1 : bpow radix2 k <= 1) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 k) as P0.
  assert (Small : forall x : D, Rabs (real x * bpow radix2 k) < bpow radix2 1024).
  { intros x. rewrite Rabs_mult, (Rabs_pos_eq (bpow radix2 k)) by lra.
    apply Rle_lt_trans with (Rabs (real x)); [| exact (real_below x)]. pose proof (Rabs_pos (real x)). nra. }
  assert (Scaled : forall x : D, finite x -> finite (fmul x (fpower n k)) /\
    real (fmul x (fpower n k)) = rnd (real x * bpow radix2 k)).
  { intros x Fx.
    generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE x (fpower n k)).
    fold (real x). fold (real (fpower n k)). rewrite Vf. rewrite Rlt_bool_true.
    - unfold finite in *. rewrite Fx, Ff. intros (C1 & C2 & _). split; [exact C2 | exact C1].
    - change (Rabs (rnd (real x * bpow radix2 k)) < bpow radix2 1024).
      apply Rle_lt_trans with (Rabs (real x)); [| exact (real_below x)].
      apply abs_round_le_generic; auto with typeclass_instances.
      + apply generic_format_abs, real_in_format.
      + rewrite Rabs_mult, (Rabs_pos_eq (bpow radix2 k)) by lra. pose proof (Rabs_pos (real x)). nra. }
  destruct (Scaled ah Fa) as (F1 & V1). destruct (Scaled al Fl) as (F2 & V2). subst hi lo.
  assert (Fmt : forall j, (-1021 <= j + mag radix2 (real ah))%Z -> fmt (real ah * bpow radix2 j)).
  { intros j Hj. apply (mult_bpow_exact_FLT radix2 (emin double) (prec double) (real ah) j (real_in_format ah)).
    unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia. }
  assert (M : (-968 <= mag radix2 (real ah) + k)%Z).
  { rewrite <- mag_mult_bpow. apply mag_ge_bpow; exact Hb.
    intros Z. rewrite Z, Rmult_0_l, Rabs_R0 in Hb. pose proof (bpow_gt_0 radix2 (-969)). lra. }
  assert (E1 : rnd (real ah * bpow radix2 k) = real ah * bpow radix2 k) by (apply rnd_of_format, Fmt; lia).
  split; [reflexivity |]. split; [exact F1 |]. split; [exact F2 |]. rewrite V1, V2, E1.
  split; [| split; [reflexivity |]].
  - unfold is_wide. rewrite V1, V2, E1. unfold u. change (prec double) with 53%Z. change (- (53))%Z with (-53)%Z.
    replace (bpow radix2 (-53) * Rabs (real ah * bpow radix2 k)) with (Rabs (real ah * bpow radix2 (k - 53))).
    + apply abs_round_le_generic; auto with typeclass_instances.
      * apply generic_format_abs, Fmt. lia.
      * unfold is_wide, u in W. change (prec double) with 53%Z in W. change (- (53))%Z with (-53)%Z in W.
        unfold Zminus. rewrite bpow_plus. change (- (53))%Z with (-53)%Z.
        rewrite !Rabs_mult, (Rabs_pos_eq (bpow radix2 k)), (Rabs_pos_eq (bpow radix2 (-53))) by apply bpow_ge_0. nra.
    + unfold Zminus. rewrite bpow_plus. change (- (53))%Z with (-53)%Z. rewrite !Rabs_mult.
      rewrite (Rabs_pos_eq (bpow radix2 (-53))) by apply bpow_ge_0. ring.
  - (* a product by a power of 2 rounds only if it underflows *)
    destruct (Rle_or_lt (bpow radix2 (-1021)) (Rabs (real al * bpow radix2 k))) as [N | N].
    + rewrite rnd_of_format; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply bpow_ge_0 |].
      apply (mult_bpow_exact_FLT radix2 (emin double) (prec double) (real al) k (real_in_format al)).
      assert (mag radix2 (real al) + k >= -1020)%Z.
      { rewrite <- mag_mult_bpow. apply Z.le_ge, mag_ge_bpow; exact N.
        intros Z. rewrite Z, Rmult_0_l, Rabs_R0 in N. pose proof (bpow_gt_0 radix2 (-1021)). lra. }
      unfold emin. change (prec double) with 53%Z. change (emax double) with 1024%Z. lia.
    + pose proof (error_le_half_ulp radix2 (exponents double) (fun t => negb (Z.even t)) (real al * bpow radix2 k)) as
      H.
      eapply Rle_trans; [exact H |].
      change (-1021)%Z with (emin double + prec double)%Z in N.
      unfold exponents. rewrite ulp_FLT_small by (try apply prec_positive; exact N).
      change (emin double) with (1 + -1075)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.

(* A sum with a shifted operand: what the shift loses is 2^-106 of that operand. *)
Lemma shifted_sum (ah al bh bl : D) x v :
  is_wide ah al -> is_wide bh bl -> Rabs (real bl - x) <= lost -> bpow radix2 (-969) <= Rabs (real bh) ->
  Rabs (v - (real ah + real al + (real bh + real bl))) <= sum_bound (real ah) (real bh) ->
  (0 <= real ah * real bh -> Rabs (v - (real ah + real al + (real bh + x))) <=
    bpow radix2 (-103) * Rabs (real ah + real al + (real bh + x))) /\
  (real ah * real bh <= 0 -> Rabs (v - (real ah + real al + (real bh + x))) <=
    bpow radix2 (-103) * Rmax (Rabs (real ah + real al)) (Rabs (real bh + x))).
Proof.
  intros Wa Wb Hx Hb B. destruct (sum_is_close_of_bound ah al bh bl v Wa Wb B) as (C1 & C2).
  pose proof (eta_of_splittable _ Hb) as Hl.
  assert (E : Rabs (v - (real ah + real al + (real bh + x))) <=
    Rabs (v - (real ah + real al + (real bh + real bl))) + u53 * u53 * Rabs (real bh)).
  { replace (v - (real ah + real al + (real bh + x)))
      with ((v - (real ah + real al + (real bh + real bl))) + (real bl - x)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (abs_near (real ah + real al + (real bh + real bl)) (real ah + real al + (real bh + x)) lost) as [N1 _].
  { replace (real ah + real al + (real bh + real bl) - (real ah + real al + (real bh + x))) with (real bl - x) by ring.
    exact Hx. }
  destruct (abs_near (real bh + real bl) (real bh + x) lost) as [N2 _].
  { replace (real bh + real bl - (real bh + x)) with (real bl - x) by ring. exact Hx. }
  destruct (wide_size _ _ Wb) as [Sb _]. pose proof (Rabs_pos (real bh)) as P. pose proof (Rabs_pos (real ah)).
  change (bpow radix2 (-104)) with (/ 20282409603651670423947251286016) in *.
  change (bpow radix2 (-103)) with (/ 10141204801825835211973625643008) in *.
  split; intros S.
  - destruct (equal_signs_size ah al bh bl Wa Wb S) as (_ & L). specialize (C1 S). lra.
  - specialize (C2 S). set (M := Rmax (Rabs (real ah + real al)) (Rabs (real bh + x))).
    assert (M1 : Rabs (real ah + real al) <= M) by apply Rmax_l.
    assert (M2 : Rabs (real bh + x) <= M) by apply Rmax_r.
    assert (M3 : Rmax (Rabs (real ah + real al)) (Rabs (real bh + real bl)) <= M + lost).
    { apply Rmax_lub; [pose proof (bpow_gt_0 radix2 (-1075)); lra | lra]. }
    lra.
Qed.

(* wide_add where b has the smaller exponent, and neither is 0. *)
Theorem wide_add_shifted_error ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> finite lo -> finite ah -> finite bh -> finite bl ->
  is_wide ah al -> is_wide bh bl -> real ah <> 0 ->
  (eb < ea <= eb + 1000)%Z -> bpow radix2 (-969) <= Rabs (real bh * bpow radix2 (eb - ea)) ->
  is_wide hi lo /\ e = ea /\
  (0 <= real ah * real bh -> Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <=
    bpow radix2 (-103) * Rabs (value ah al ea + value bh bl eb)) /\
  (real ah * real bh <= 0 -> Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <=
    bpow radix2 (-103) * Rmax (Rabs (value ah al ea)) (Rabs (value bh bl eb))).
Proof.
  unfold wide_add_results. intros H Fl Fa Fb Fbl Wa Wb Na He Hb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 _ X0 X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  assert (Nb : real bh <> 0).
  { intros Z. rewrite Z, Rmult_0_l, Rabs_R0 in Hb. pose proof (bpow_gt_0 radix2 (-969)). lra. }
  assert (V0 : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0).
  { constant_of double 0%Z 0%Z. destruct C as [C1 C2]. split; [exact C1 |]. rewrite C2. ring. }
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
  destruct (wide_with_exp_error _ _ _ _ _ _ _ _ X0 Fb Fbl Wb ltac:(lia) ltac:(lia) Hb) as (_ & _ & _ & Wb' & Vh & Vl).
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (? & ? & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (? & ? & ?).
  clear S1 S2 S3 S4 X0. subst.
  destruct (wide_sum_bound ah al bh' bl' Fl Wa Wb') as (W & B). split; [exact W |]. split; [reflexivity |].
  rewrite <- Vh in Hb. destruct (shifted_sum ah al bh' bl' _ _ Wa Wb' Vl Hb B) as (C1 & C2).
  set (k := (eb - ea)%Z) in *. pose proof (bpow_gt_0 radix2 k) as Pk.
  assert (EB : value bh bl eb = (real bh' + real bl * bpow radix2 k) * bpow radix2 ea).
  { unfold value. rewrite Vh. replace eb with (k + ea)%Z by (unfold k; ring). rewrite bpow_plus. ring. }
  assert (Sgn : real ah * real bh' = real ah * real bh * bpow radix2 k) by (rewrite Vh; ring).
  rewrite Sgn in C1, C2. rewrite EB. unfold value. rewrite <- Rmult_plus_distr_r. split; intros S.
  - apply relative_of_scaled. apply C1. apply Rmult_le_pos; lra.
  - assert (S' : real ah * real bh * bpow radix2 k <= 0) by nra. specialize (C2 S').
    rewrite <- Rmult_minus_distr_r, !Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    rewrite !(Rmult_comm _ (bpow radix2 ea)), RmaxRmult, <- Rmult_assoc, (Rmult_comm (bpow radix2 (-103))), Rmult_assoc
      by apply bpow_ge_0.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact C2].
Qed.

(* wide_add where a has the smaller exponent, and neither is 0. *)
Theorem wide_add_shifted_first_error ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> finite lo -> finite bh -> finite ah -> finite al ->
  is_wide ah al -> is_wide bh bl -> real bh <> 0 ->
  (ea < eb <= ea + 1000)%Z -> bpow radix2 (-969) <= Rabs (real ah * bpow radix2 (ea - eb)) ->
  is_wide hi lo /\ e = eb /\
  (0 <= real ah * real bh -> Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <=
    bpow radix2 (-103) * Rabs (value ah al ea + value bh bl eb)) /\
  (real ah * real bh <= 0 -> Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <=
    bpow radix2 (-103) * Rmax (Rabs (value ah al ea)) (Rabs (value bh bl eb))).
Proof.
  unfold wide_add_results. intros H Fl Fb Fa Fal Wa Wb Nb He Hb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 I4 X0 _ X1 X2 X3 X4 X5 Y1 Y2 Y3 Y4 Y5 S1 S2 S3 S4 R1 R2 R3].
  assert (Na : real ah <> 0).
  { intros Z. rewrite Z, Rmult_0_l, Rabs_R0 in Hb. pose proof (bpow_gt_0 radix2 (-969)). lra. }
  assert (V0 : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0).
  { constant_of double 0%Z 0%Z. destruct C as [C1 C2]. split; [exact C1 |]. rewrite C2. ring. }
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
  destruct (wide_with_exp_error _ _ _ _ _ _ _ _ X0 Fa Fal Wa ltac:(lia) ltac:(lia) Hb) as (E5 & _ & _ & Wa' & Vh & Vl).
  destruct (wide_of_sum_values _ _ _ _ _ S1) as (? & ? & _).
  destruct (wide_of_sum_values _ _ _ _ _ S2) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S3) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ S4) as (? & ? & ?).
  clear S1 S2 S3 S4 X0. subst.
  destruct (wide_sum_bound ah' al' bh bl Fl Wa' Wb) as (W & B). split; [exact W |]. split; [reflexivity |].
  assert (B' : forall v, Rabs (v - (real ah' + real al' + (real bh + real bl))) <= sum_bound (real ah') (real bh) ->
    Rabs (v - (real bh + real bl + (real ah' + real al'))) <= sum_bound (real bh) (real ah')).
  { intros v Q. unfold sum_bound in *.
    replace (v - (real bh + real bl + (real ah' + real al'))) with (v - (real ah' + real al' + (real bh + real bl)))
      by ring.
    rewrite (Rplus_comm (real bh) (real ah')), (Rplus_comm (Rabs (real bh)) (Rabs (real ah'))). exact Q. }
  apply B' in B. clear B'.
  rewrite <- Vh in Hb. destruct (shifted_sum bh bl ah' al' _ _ Wb Wa' Vl Hb B) as (C1 & C2).
  set (k := (ea - eb)%Z) in *. pose proof (bpow_gt_0 radix2 k) as Pk.
  assert (EA : value ah al ea = (real ah' + real al * bpow radix2 k) * bpow radix2 eb).
  { unfold value. rewrite Vh. replace ea with (k + eb)%Z by (unfold k; ring). rewrite bpow_plus. ring. }
  assert (Sgn : real bh * real ah' = real ah * real bh * bpow radix2 k) by (rewrite Vh; ring).
  rewrite Sgn in C1, C2. rewrite EA, (Rplus_comm (_ * bpow radix2 eb)), (Rmax_comm (Rabs (_ * bpow radix2 eb))).
  unfold value. rewrite <- Rmult_plus_distr_r. split; intros S.
  - apply relative_of_scaled. apply C1. apply Rmult_le_pos; lra.
  - assert (S' : real ah * real bh * bpow radix2 k <= 0) by nra. specialize (C2 S').
    rewrite <- Rmult_minus_distr_r, !Rabs_mult, (Rabs_pos_eq (bpow _ _)) by apply bpow_ge_0.
    rewrite !(Rmult_comm _ (bpow radix2 eb)), RmaxRmult, <- Rmult_assoc, (Rmult_comm (bpow radix2 (-103))), Rmult_assoc
      by apply bpow_ge_0.
    apply Rmult_le_compat_l; [apply bpow_ge_0 | exact C2].
Qed.

(* An operand that is 0: the other one is the sum. *)
Theorem wide_add_zero ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> ea <> eb -> finite ah -> finite bh -> is_wide ah al ->
    is_wide bh bl ->
  real ah = 0 \/ real bh = 0 -> value hi lo e = value ah al ea + value bh bl eb.
Proof.
  unfold wide_add_results. intros H Ne Fa Fb Wa Wb Z.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 I2 I3 _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ R1 R2 R3].
  assert (V0 : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0).
  { constant_of double 0%Z 0%Z. destruct C as [C1 C2]. split; [exact C1 |]. rewrite C2. ring. }
  destruct V0 as (F0 & V0). apply Z.eqb_neq in Ne. rewrite Ne in I1. simpl negb in I1. subst x. cbv iota in *.
  destruct (feq ah (fconst 0 0)) eqn:E2; subst x0; cbv iota in *.
  - pose proof (feq_real _ _ Fa F0 E2) as Za. rewrite V0 in Za. subst. unfold value.
    rewrite (wide_zero _ _ Wa Za), Za. ring.
  - pose proof (feq_real_false _ _ Fa F0 E2) as Na. rewrite V0 in Na. destruct Z as [Z | Z]; [contradiction |].
    destruct (feq bh (fconst 0 0)) eqn:E3; subst x1; cbv iota in *.
    + subst. unfold value. rewrite (wide_zero _ _ Wb Z), Z. ring.
    + pose proof (feq_real_false _ _ Fb F0 E3) as Nb. rewrite V0 in Nb. contradiction.
Qed.

(* wide_sub is wide_add with -b. *)
Lemma is_wide_neg (hi lo : D) : is_wide hi lo -> is_wide (fneg hi) (fneg lo).
Proof. unfold is_wide. now rewrite !real_fneg, !Rabs_Ropp. Qed.

Lemma value_neg (hi lo : D) e : value (fneg hi) (fneg lo) e = - value hi lo e.
Proof. unfold value. rewrite !real_fneg. ring. Qed.

Theorem wide_sub_error ah al bh bl e k1 k2 hi lo e' :
  wide_sub_results ah al e bh bl e k1 k2 hi lo e' -> finite lo -> is_wide ah al -> is_wide bh bl ->
  is_wide hi lo /\ e' = e /\
  (real ah * real bh <= 0 -> Rabs (value hi lo e' - (value ah al e - value bh bl e)) <=
    bpow radix2 (-104) * Rabs (value ah al e - value bh bl e)) /\
  (0 <= real ah * real bh -> Rabs (value hi lo e' - (value ah al e - value bh bl e)) <=
    bpow radix2 (-104) * Rmax (Rabs (value ah al e)) (Rabs (value bh bl e))).
Proof.
  intros [H] Fl Wa Wb.
  destruct (wide_add_error _ _ _ _ _ _ _ _ _ _ H Fl Wa (is_wide_neg _ _ Wb)) as (W & E & C1 & C2).
  rewrite real_fneg, value_neg in C1, C2. rewrite Rabs_Ropp in C2. repeat split; auto; intros S; [apply C1 | apply C2];
    lra.
Qed.
