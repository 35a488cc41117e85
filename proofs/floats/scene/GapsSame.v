(* Two ways to compute the same number, up to the sign of 0: what the gaps in lanes (src/scene/gap_lanes.h) and the
   contact of one wall (src/rest/contact_double_double.h) do in different order.

   `same` is equality, but for 0 and -0. The operations keep it. The rest of a sum is the same as that of a difference,
   and the rest of a product is the same however it is computed, if no part of it underflows or overflows. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree ContactFeature ContactPairs ContactSteps.

Open Scope R_scope.

Implicit Types v w : F double.

Definition same v w := v = w \/ exists s t, v = B754_zero s /\ w = B754_zero t.

Lemma same_refl v : same v v.
Proof. now left. Qed.

Lemma same_of_real v w : finite v -> finite w -> real v = real w -> same v w.
Proof.
  intros Fv Fw E. destruct (Req_dec (real v) 0) as [Z | N].
  - right. assert (G : forall x : F double, finite x -> real x = 0 -> exists s, x = B754_zero s).
    { clear. intros [s | s | | s m e H] F Z; try discriminate; [eauto |]. exfalso.
      apply (F2R_neq_0 radix2 (Float radix2 (cond_Zopp s (Z.pos m)) e)) in Z; [exact Z |]. destruct s; discriminate. }
    destruct (G v Fv Z) as (s & ->). rewrite E in Z. destruct (G w Fw Z) as (t & ->). eauto.
  - left. assert (S : forall x : F double, finite x -> real x <> 0 -> is_finite_strict x = true).
    { clear. intros [s | s | | s m e H] F N; try discriminate; [| reflexivity]. now elim N. }
    apply B2R_inj; [now apply S | | exact E]. apply S; [exact Fw |]. now rewrite <- E.
Qed.

Lemma same_fneg v v' : same v v' -> same (fneg v) (fneg v').
Proof. intros [-> | (s & t & -> & ->)]; [now left | right; simpl; eauto]. Qed.

Lemma same_fadd v v' w w' : same v v' -> same w w' -> same (fadd v w) (fadd v' w').
Proof.
  intros [-> | (s & t & -> & ->)] [-> | (s' & t' & -> & ->)]; try (now left).
  - destruct v' as [[|] | [|] | | [|] m e H]; destruct s', t'; try (now left); right; simpl; eauto.
  - destruct w' as [[|] | [|] | | [|] m e H]; destruct s, t; try (now left); right; simpl; eauto.
  - destruct s, t, s', t'; try (now left); right; simpl; eauto.
Qed.

Lemma same_fsub v v' w w' : same v v' -> same w w' -> same (fsub v w) (fsub v' w').
Proof. intros. rewrite <- !fadd_neg. apply same_fadd; auto using same_fneg. Qed.

Lemma same_fmul v v' w w' : same v v' -> same w w' -> same (fmul v w) (fmul v' w').
Proof.
  intros [-> | (s & t & -> & ->)] [-> | (s' & t' & -> & ->)]; try (now left).
  - destruct v' as [[|] | [|] | | [|] m e H]; destruct s', t'; try (now left); right; simpl; eauto.
  - destruct w' as [[|] | [|] | | [|] m e H]; destruct s, t; try (now left); right; simpl; eauto.
  - right; simpl; eauto.
Qed.

Lemma same_fabs v v' : same v v' -> same (fabs v) (fabs v').
Proof. intros [-> | (s & t & -> & ->)]; now left. Qed.

Lemma same_flt v v' w w' : same v v' -> same w w' -> flt v w = flt v' w'.
Proof.
  intros [-> | (s & t & -> & ->)] [-> | (s' & t' & -> & ->)]; try reflexivity.
Qed.

Lemma same_if (b : bool) v v' w w' : same v v' -> same w w' -> same (if b then v else w) (if b then v' else w').
Proof. now destruct b. Qed.

(* A sum with 0, and a difference from 0. *)
Lemma same_plus_zero v : same (fadd v (fconst 0 0)) v.
Proof. destruct v as [[|] | [|] | | [|] m e H]; try (now left). right; simpl; eauto. Qed.

Lemma zero_minus v w : same v w -> fsub (fconst 0 0) v = fsub (fconst 0 0) w.
Proof. intros [-> | ([|] & [|] & -> & ->)]; reflexivity. Qed.

(* ---- rests ---- *)

Lemma fadd_opposite v w : finite (fadd v w) ->
  finite (fadd (fneg v) (fneg w)) /\ real (fadd (fneg v) (fneg w)) = - real (fadd v w).
Proof.
  intros H. destruct (fadd_finite _ _ H) as (Fv & Fw & E). pose proof (real_below (fadd v w)) as B.
  generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE (fneg v) (fneg w) (finite_fneg _ Fv) (finite_fneg _
      Fw)).
  assert (R1 : rnd double (real (fneg v) + real (fneg w)) = - real (fadd v w)).
  { rewrite !real_fneg, E, <- rnd_opp. f_equal. ring. }
  rewrite Rlt_bool_true.
  - intros (C1 & C2 & _). split; [exact C2 |]. rewrite <- R1. exact C1.
  - change (Rabs (rnd double (real (fneg v) + real (fneg w))) < bpow radix2 (emax double)). rewrite R1, Rabs_Ropp. exact
      B.
Qed.

(* The rest of a - b is that of a + -b. *)
Lemma same_rest_of_difference v w : finite (difference_rest v w) -> same (sum_rest v (fneg w)) (difference_rest v w).
Proof.
  unfold difference_rest, sum_rest. cbv zeta. rewrite fadd_neg.
  set (t := fsub (fsub v w) v). intros H. destruct (fsub_finite _ _ H) as (_ & F2 & _).
  rewrite <- (fadd_neg (fneg w) t), <- (fadd_neg (fsub v _) (fadd w t)).
  apply (same_fadd _ _ (fadd (fneg w) (fneg t)) (fneg (fadd w t))); [now left |].
  destruct (fadd_opposite w t F2) as (F3 & E3). apply same_of_real; auto using finite_fneg. now rewrite real_fneg.
Qed.

(* The rest of a product, in one of the ways in which it is computed. *)
Definition is_rest v w r := r = fused_rest v w \/ r = product_rest v w \/ r = pair_product_rest v w.

Lemma fused_rest_finite v w k : below v k -> below w k -> (0 <= k <= 440)%Z -> finite (fused_rest v w).
Proof.
  intros V W K. pose proof (mul_below v w k k V W ltac:(lia)) as [Fp Bp]. unfold fused_rest.
  apply (ffma_is_finite v w (fneg (fmul v w)) (k + k + 1)); [unfold emin; simpl; lia | apply V | apply W | now apply
      finite_fneg |].
  rewrite real_fneg. apply (difference_below (real v * real w)); [| exact Bp].
  rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos; [apply V | apply W].
Qed.

Lemma same_rests v w k r r' : below v k -> below w k -> (0 <= k <= 440)%Z -> is_splittable (real v * real w) ->
  is_normal_or_zero (real v) -> is_normal_or_zero (real w) -> is_rest v w r -> is_rest v w r' -> same r r'.
Proof.
  intros V W K S Nv Nw H H'.
  assert (G : forall x, is_rest v w x -> finite x /\ real x = real v * real w - real (fmul v w)).
  { intros x [-> | [-> | ->]].
    - pose proof (fused_rest_finite v w k V W K) as Fx. destruct (fused_product_exact v w Fx S) as (_ & _ & _ & _ & E).
        split; [exact Fx | lra].
    - pose proof (product_rest_finite v w k V W K) as Fx. destruct (product_exact v w Fx S) as (_ & _ & _ & _ & E).
        split; [exact Fx | lra].
    - pose proof (pair_product_rest_finite v w k V W K) as Fx. destruct (pair_product_exact v w Fx S Nv Nw) as (_ & _ &
        _ & _ & E).
      split; [exact Fx | lra]. }
  destruct (G r H) as (F1 & E1). destruct (G r' H') as (F2 & E2). apply same_of_real; auto; lra.
Qed.

Lemma same_rests_of_ordinary v w r r' : ordinary v -> ordinary w -> is_rest v w r -> is_rest v w r' -> same r r'.
Proof.
  intros V W. apply (same_rests v w 200); try apply V; try apply W; try lia; auto using ordinary_product,
      ordinary_normal.
Qed.
