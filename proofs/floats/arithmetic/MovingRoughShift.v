(* Double-doubles of any size under a shift (wide_with_exp of src/arithmetic/wide.h), down to what underflows.

   A double-double is tight if its low part is half a unit of the last place of the high part at most. What a shift
   leaves is then tight again, even if parts of it underflow: a low part below half of the least number is rounded
   to 0. So no operand of wide_add needs a least size. What the shift loses is at most 2^-1075 for each part, or all of
   it if that is 2^-1000 of the number before. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Wide WideSum WideShift WideDouble.
From Carom Require Terms_wide.
Import Terms_wide.wide_with_exp_terms(wide_with_exp_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation unit_of x := (cexp radix2 (exponents double) x).

Definition is_tight (hi lo : D) :=
  (real hi = 0 -> real lo = 0) /\ Rabs (real lo) <= / 2 * b2 (unit_of (real hi)).

(* All that an operand of wide_add needs: it is below 2^n. *)
Definition is_good n (hi lo : D) := finite hi /\ finite lo /\ is_tight hi lo /\ Rabs (real hi) <= b2 n.

Lemma unit_at_least x : unit_of x = Z.max (mag radix2 x - 53) (-1074).
Proof. reflexivity. Qed.

Lemma half_power k : / 2 * b2 k = b2 (k - 1).
Proof. unfold Zminus. rewrite bpow_plus. change (b2 (- (1))) with (/ 2). ring. Qed.

(* Half of the least number, and less, is rounded to 0. *)
Lemma rounded_half_least x : Rabs x <= b2 (-1075) -> rnd x = 0.
Proof.
  assert (Z : rnd (b2 (-1075)) = 0).
  { assert (F1 : finite (fmul (fconst 1 (-1074)) (fconst 1 (-1)) : D)) by (vm_compute; reflexivity).
    assert (V1 : real (fmul (fconst 1 (-1074)) (fconst 1 (-1)) : D) = 0) by (vm_compute; reflexivity).
    destruct (fmul_finite _ _ F1) as (_ & _ & V2). rewrite V1 in V2.
    rewrite (proj2 (constant_of_power (-1074) ltac:(lia))), (proj2 (constant_of_power (-1) ltac:(lia))) in V2.
    rewrite <- bpow_plus in V2. symmetry. exact V2. }
  intros H. apply Rabs_le_inv in H. destruct H as [L U]. apply Rle_antisym.
  - rewrite <- Z. now apply rnd_le.
  - replace 0 with (rnd (- b2 (-1075))) by (rewrite rnd_opp, Z; ring). now apply rnd_le.
Qed.

Lemma tight_is_wide (hi lo : D) : is_tight hi lo -> is_wide hi lo.
Proof.
  intros (Z & H). unfold is_wide. destruct (Req_dec (real hi) 0) as [Zh | N].
  { rewrite (Z Zh), Rabs_R0, Zh, Rabs_R0. lra. }
  destruct (Z_le_gt_dec (-1074) (mag radix2 (real hi) - 53)) as [L | L].
  - rewrite half_power, unit_at_least, Z.max_l in H by exact L.
    eapply Rle_trans; [exact H |]. pose proof (bpow_mag_le radix2 _ N) as M.
    replace (mag radix2 (real hi) - 53 - 1)%Z with (-53 + (mag radix2 (real hi) - 1))%Z by ring.
    rewrite bpow_plus. change (u double) with (b2 (-53)). apply Rmult_le_compat_l; [apply bpow_ge_0 | exact M].
  - rewrite half_power, unit_at_least, Z.max_r in H by lia.
    assert (E : real lo = 0) by (rewrite <- (rnd_of_format double (real lo)) by apply real_in_format;
      now apply rounded_half_least).
    rewrite E, Rabs_R0. apply Rmult_le_pos; [apply Rlt_le, u_pos | apply Rabs_pos].
Qed.

(* The rounded sum of two doubles and what it loses. *)
Lemma tight_of_sum (a b hi lo : D) : real hi = rnd (real a + real b) -> real hi + real lo = real a + real b ->
  is_tight hi lo.
Proof.
  intros E X. pose proof (sum_step _ _ (real_in_format a) (real_in_format b)) as (_ & S). rewrite <- E in S.
  split; [intros Z; rewrite Z in *; rewrite Rabs_R0, Rmult_0_r in S |].
  - pose proof (Rabs_pos (0 - (real a + real b))). apply Rle_antisym in S; [| assumption].
    symmetry in S. destruct (Req_dec (0 - (real a + real b)) 0) as [| N]; [lra |]. apply Rabs_no_R0 in N. lra.
  - destruct (Req_dec (real hi) 0) as [Z | N].
    + rewrite Z in *. rewrite Rabs_R0, Rmult_0_r in S.
      assert (E0 : real lo = 0).
      { destruct (Req_dec (0 - (real a + real b)) 0) as [| N]; [lra |]. apply Rabs_pos_lt in N. lra. }
      rewrite E0, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of 0)). lra.
    + replace (real lo) with (real a + real b - rnd (real a + real b)) by lra. rewrite E in N |- *.
      now apply half_unit.
Qed.

Lemma tight_neg (hi lo : D) : is_tight hi lo -> is_tight (fneg hi) (fneg lo).
Proof.
  intros (Z & H). split; rewrite !real_fneg; [intros E; rewrite Z; lra |].
  rewrite Rabs_Ropp, unit_at_least, mag_opp. exact H.
Qed.

Lemma good_neg n (hi lo : D) : is_good n hi lo -> is_good n (fneg hi) (fneg lo).
Proof.
  intros (A & B & C & H). split; [now apply finite_fneg |]. split; [now apply finite_fneg |].
  split; [now apply tight_neg |]. now rewrite real_fneg, Rabs_Ropp.
Qed.

Lemma good_weaken m n (hi lo : D) : is_good m hi lo -> (m <= n)%Z -> is_good n hi lo.
Proof.
  intros (A & B & C & H) L. split; [exact A |]. split; [exact B |]. split; [exact C |].
  eapply Rle_trans; [exact H | now apply bpow_le].
Qed.

(* A product by a power of 2, rounded. *)
Lemma shift_loss x k : fmt x -> (k <= 0)%Z -> Rabs (rnd (x * b2 k) - x * b2 k) <= b2 (-1075).
Proof.
  intros Fx Hk. destruct (Rle_or_lt (b2 (-1022)) (Rabs (x * b2 k))) as [N | N].
  - rewrite rnd_of_format by (apply format_scaled; auto). rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
    apply bpow_ge_0.
  - pose proof (error_le_half_ulp radix2 (exponents double) (fun t => negb (Z.even t)) (x * b2 k)) as H.
    eapply Rle_trans; [exact H |]. unfold exponents.
    assert (N' : Rabs (x * b2 k) < b2 (emin double + prec double))
      by (eapply Rlt_trans; [exact N | apply bpow_lt; reflexivity]).
    rewrite ulp_FLT_small by (try apply prec_positive; exact N'). rewrite half_power.
    apply bpow_le. unfold emin. simpl. lia.
Qed.

Lemma shifted_tight (hi lo hi' lo' : D) k : is_tight hi lo -> (k <= 0)%Z ->
  real hi' = rnd (real hi * b2 k) -> real lo' = rnd (real lo * b2 k) -> is_tight hi' lo'.
Proof.
  intros (Z & H) Hk Eh El. destruct (Req_dec (real hi) 0) as [Zh | N].
  { rewrite (Z Zh), Zh, !Rmult_0_l, rnd_zero in *. split; [auto |].
    rewrite El, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real hi'))). lra. }
  assert (Hl : Rabs (real lo * b2 k) <= b2 (unit_of (real hi) - 1 + k)).
  { rewrite half_power in H. rewrite abs_scaled, bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 | exact H]. }
  set (m := mag radix2 (real hi)) in *. rewrite unit_at_least in Hl. fold m in Hl.
  destruct (Z_le_gt_dec (-1074) (m - 54 + k)) as [L | L].
  - rewrite Z.max_l in Hl by lia. replace (m - 53 - 1 + k)%Z with (m - 54 + k)%Z in Hl by ring.
    assert (B : Rabs (real lo') <= b2 (m - 54 + k)).
    { rewrite El. apply abs_round_le_generic; auto with typeclass_instances. apply generic_format_bpow.
      unfold exponents, FLT_exp, emin. simpl. lia. }
    assert (A : b2 (m + k - 1) <= Rabs (real hi')).
    { rewrite Eh. apply abs_round_ge_generic; auto with typeclass_instances.
      - apply generic_format_bpow. unfold exponents, FLT_exp, emin. simpl. lia.
      - rewrite abs_scaled. replace (m + k - 1)%Z with (m - 1 + k)%Z by ring. rewrite bpow_plus.
        apply Rmult_le_compat_r; [apply bpow_ge_0 | now apply bpow_mag_le]. }
    split.
    + intros E. rewrite E, Rabs_R0 in A. pose proof (bpow_gt_0 radix2 (m + k - 1)). lra.
    + eapply Rle_trans; [exact B |]. rewrite half_power, unit_at_least. apply bpow_le.
      assert (m + k <= mag radix2 (real hi'))%Z by now apply mag_ge_bpow. lia.
  - assert (E0 : real lo' = 0).
    { rewrite El. apply rounded_half_least. eapply Rle_trans; [exact Hl | apply bpow_le; lia]. }
    split; [auto |]. rewrite E0, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real hi'))). lra.
Qed.

Lemma low_at_most n (hi lo : D) : is_good n hi lo -> Rabs (real lo) <= b2 n.
Proof.
  intros (_ & _ & T & H). apply tight_is_wide, is_wide_bound in T. pose proof (Rabs_pos (real hi)). lra.
Qed.

(* One part of a number that is shifted. *)
Lemma shifted_part (x f w : D) n k : (-70 <= n <= 1000)%Z -> (k <= 0)%Z -> finite x -> Rabs (real x) <= b2 n ->
  f = (if (k <? -1000)%Z then fconst 0 0 else fpower w k) ->
  finite (fmul x f) /\ Rabs (real (fmul x f)) <= b2 n /\ Rabs (real (fmul x f) - real x * b2 k) <= b2 (n - 999) /\
  ((-1000 <= k)%Z -> real (fmul x f) = rnd (real x * b2 k)) /\ ((k < -1000)%Z -> real (fmul x f) = 0).
Proof.
  intros Hn Hk Fx B Ef. destruct (Z.ltb_spec k (-1000)) as [L | L]; rewrite Ef.
  - assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
    destruct (fmul_is_finite x (fconst 0 0) 1) as (F1 & V & _); auto; [unfold emin; simpl; lia | |].
    { rewrite V0, Rmult_0_r, Rabs_R0. apply bpow_ge_0. }
    rewrite V0, Rmult_0_r, rnd_zero in V. rewrite V. rewrite Rabs_R0. split; [exact F1 |].
    split; [apply bpow_ge_0 |]. split; [| split; [lia | auto]].
    rewrite Rminus_0_l, Rabs_Ropp. eapply Rle_trans; [apply scaled_le; exact B | apply bpow_le; lia].
  - destruct (power_value w k ltac:(lia)) as (Fp & Vp).
    assert (Bs : Rabs (real x * b2 k) <= b2 n).
    { eapply Rle_trans; [apply scaled_le; exact B | apply bpow_le; lia]. }
    destruct (Z_le_gt_dec (-1000) n) as [Ln | Ln]; [| lia].
    destruct (fmul_is_finite x (fpower w k) (Z.max n (-1000))) as (F1 & V & B1); auto;
      [unfold emin; simpl; lia | |].
    { rewrite Vp. eapply Rle_trans; [exact Bs | apply bpow_le; lia]. }
    rewrite Z.max_l in B1 by lia. rewrite Vp in V. split; [exact F1 |]. split; [exact B1 |].
    split; [| split; [auto | lia]]. rewrite V.
    eapply Rle_trans; [apply shift_loss; [apply real_in_format | exact Hk] |]. apply bpow_le. lia.
Qed.

Theorem wide_with_exp_any n ah al ea e w hi lo e' : (-70 <= n <= 1000)%Z ->
  wide_with_exp_results ah al ea e w hi lo e' -> is_good n ah al -> (ea <= e)%Z ->
  e' = e /\ is_good n hi lo /\ Rabs (real hi - real ah * b2 (ea - e)) <= b2 (n - 999) /\
  Rabs (real lo - real al * b2 (ea - e)) <= b2 (n - 999).
Proof.
  intros Hn (k & f & [Ek Ef Eh El Ee]) G He. pose proof (low_at_most _ _ _ G) as Bl.
  destruct G as (Fh & Fl & T & B). rewrite <- Ek. subst hi lo.
  destruct (shifted_part ah f w n k ltac:(lia) ltac:(lia) Fh B Ef) as (F1 & B1 & L1 & V1 & Z1).
  destruct (shifted_part al f w n k ltac:(lia) ltac:(lia) Fl Bl Ef) as (F2 & B2 & L2 & V2 & Z2).
  split; [exact Ee |]. split; [| auto]. split; [exact F1 |]. split; [exact F2 |]. split; [| exact B1].
  destruct (Z_lt_le_dec k (-1000)) as [L | L].
  - split; [auto |]. rewrite (Z2 L), Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real (fmul ah f)))). lra.
  - exact (shifted_tight ah al _ _ k T ltac:(lia) (V1 L) (V2 L)).
Qed.
