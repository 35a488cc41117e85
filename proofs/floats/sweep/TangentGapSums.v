(* The sums of triple-doubles (add_pair, add_wide_pair, gap_of_total of src/sweep/tangent_gap.h), over the extracted
   terms.

   A sum is kept as x0 + x1 + x2. x0 is the rounded sum, x1 the rounded sum of the exact errors of x0, and x2 that of
   the errors of x1. So only the sums of x2 and of the last low parts have errors, of some 2^-159 M, where M bounds
   every partial sum. Method: two-sum is exact (ErrorFree.v); the sizes of x1 and x2 follow the number of terms. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Terms_wide Terms_pair Terms_gap ErrorFreeTerms Wide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* x0 + x1 + x2 is the sum S, with bounds of x1, x2 and of the error. *)
Record column (x0 x1 x2 : D) (S M a b c : R) : Prop := {
  size_1 : Rabs (real x1) <= a * u53 * M;
  size_2 : Rabs (real x2) <= b * (u53 * u53) * M;
  sum_error : Rabs (real x0 + real x1 + real x2 - S) <= c * (u53 * u53 * u53) * M }.

Lemma column_start (x0 x1 x2 : D) M :
  0 <= M -> real x1 = 0 -> real x2 = 0 -> column x0 x1 x2 (real x0) M 0 0 0.
Proof.
  intros HM E1 E2. split; rewrite ?E1, ?E2, ?Rabs_R0; try lra.
  replace (real x0 + 0 + 0 - real x0) with 0 by ring. rewrite Rabs_R0. lra.
Qed.

Lemma column_weaken x0 x1 x2 S M a b c a' b' c' :
  column x0 x1 x2 S M a b c -> 0 <= M -> a <= a' -> b <= b' -> c <= c' -> column x0 x1 x2 S M a' b' c'.
Proof.
  intros [H1 H2 H3] HM Ha Hb Hc.
  assert (a * M <= a' * M) by (apply Rmult_le_compat_r; lra).
  assert (b * M <= b' * M) by (apply Rmult_le_compat_r; lra).
  assert (c * M <= c' * M) by (apply Rmult_le_compat_r; lra).
  split; lra.
Qed.

Lemma sum_rest_size (a b : D) B :
  finite (sum_rest a b) -> Rabs (real a + real b) <= B -> Rabs (real (sum_rest a b)) <= u53 * B.
Proof.
  intros H HB. destruct (two_sum_rest_small a b H) as (E & _). rewrite u_double in E.
  eapply Rle_trans; [exact E |]. apply Rmult_le_compat_l; lra.
Qed.

(* One number more. *)
Lemma column_add x0 x1 x2 p S M a b c :
  finite (fadd x2 (sum_rest x1 (sum_rest x0 p))) ->
  column x0 x1 x2 S M a b c -> 0 <= M -> 0 <= a <= 100 -> 0 <= b <= 1000 -> 0 <= c <= 1000 ->
  Rabs (S + real p) <= M ->
  column (fadd x0 p) (fadd x1 (sum_rest x0 p)) (fadd x2 (sum_rest x1 (sum_rest x0 p))) (S + real p) M
    (a + 1001 / 1000) (b + a + 101 / 100) (c + b + a + 101 / 100).
Proof.
  intros Ff [H1 H2 H3] HM Ha Hb Hc HS.
  destruct (fadd_finite _ _ Ff) as (F2 & Fm & _).
  destruct (two_sum_exact _ _ Fm) as (F1 & Fs & _ & _ & Xm).
  destruct (two_sum_exact _ _ Fs) as (F0 & Fp & _ & _ & Xs).
  assert (aM : 0 <= a * M <= 100 * M) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (bM : 0 <= b * M <= 1000 * M) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (cM : 0 <= c * M <= 1000 * M) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  set (s := sum_rest x0 p) in *. set (m := sum_rest x1 s) in *.
  assert (B0 : Rabs (real x0 + real p) <= (1 + 101 * u53) * M) by (two_sided; lra).
  pose proof (sum_rest_size _ _ _ Fs B0) as Bs. fold s in Bs.
  assert (B1 : Rabs (real x1 + real s) <= (a + 1 + 101 * u53) * u53 * M) by (two_sided; lra).
  pose proof (sum_rest_size _ _ _ Fm B1) as Bm. fold m in Bm.
  assert (B2 : Rabs (real x2 + real m) <= (b + a + 1 + 101 * u53) * (u53 * u53) * M) by (two_sided; lra).
  destruct (fadd_error _ _ _ Ff B2) as (_ & _ & E2).
  clear B0. split; two_sided; lra.
Qed.

Lemma add_pair_columns x0 y0 x1 y1 x2 y2 px py x0' y0' x1' y1' x2' y2' Sx Sy M a b c :
  add_pair_results x0 y0 x1 y1 x2 y2 px py x0' y0' x1' y1' x2' y2' -> finite x2' -> finite y2' ->
  column x0 x1 x2 Sx M a b c -> column y0 y1 y2 Sy M a b c ->
  0 <= M -> 0 <= a <= 100 -> 0 <= b <= 1000 -> 0 <= c <= 1000 ->
  Rabs (Sx + real px) <= M -> Rabs (Sy + real py) <= M ->
  column x0' x1' x2' (Sx + real px) M (a + 1001 / 1000) (b + a + 101 / 100) (c + b + a + 101 / 100) /\
  column y0' y1' y2' (Sy + real py) M (a + 1001 / 1000) (b + a + 101 / 100) (c + b + a + 101 / 100).
Proof.
  intros (? & ? & ? & ? & ? & ? & ? & ? & H) Fx Fy Cx Cy HM Ha Hb Hc HSx HSy.
  destruct H as [P1 P2 -> -> -> -> -> ->].
  destruct (pair_sum_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  split; now apply column_add.
Qed.

Lemma add_pair_finite x0 y0 x1 y1 x2 y2 px py x0' y0' x1' y1' x2' y2' :
  add_pair_results x0 y0 x1 y1 x2 y2 px py x0' y0' x1' y1' x2' y2' -> finite x2' -> finite y2' ->
  finite px /\ finite py /\ finite x0 /\ finite y0 /\ finite x2 /\ finite y2.
Proof.
  intros (? & ? & ? & ? & ? & ? & ? & ? & H) Fx Fy. destruct H as [P1 P2 _ _ _ _ -> ->].
  destruct (pair_sum_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  destruct (fadd_finite _ _ Fx) as (F2 & Fm & _). destruct (fadd_finite _ _ Fy) as (G2 & Gm & _).
  destruct (two_sum_exact _ _ Fm) as (_ & Fs & _). destruct (two_sum_exact _ _ Fs) as (F0 & Fp & _).
  destruct (two_sum_exact _ _ Gm) as (_ & Gs & _). destruct (two_sum_exact _ _ Gs) as (G0 & Gp & _). auto 10.
Qed.

(* hi is G, rounded, and hi + lo is G, which is S but for a small error. *)
Definition is_sum_near (hi lo : D) (S M : R) :=
  exists G, Rabs (G - S) <= 750 * (u53 * u53 * u53) * M + 2 * (u53 * u53) * Rabs (real hi) /\
    Rabs (real hi - G) <= u53 * Rabs (real hi) /\ (finite lo -> real hi + real lo = G).

(* The sum of both columns and of the rest. *)
Lemma gap_of_columns (x0 y0 x1 y1 x2 y2 rest : D) Sx Sy M :
  let first := sum_rest x0 y0 in
  let middle := fadd x1 y1 in let middle_lo := sum_rest x1 y1 in
  let second := fadd first middle in let second_lo := sum_rest first middle in
  let gap := fadd (fadd x0 y0) second in let gap_lo := sum_rest (fadd x0 y0) second in
  let low := fadd (fadd middle_lo second_lo) (fadd (fadd x2 y2) rest) in
  let hi := fadd gap (fadd gap_lo low) in let lo := sum_rest gap (fadd gap_lo low) in
  finite hi ->
  column x0 x1 x2 Sx M 7 22 60 -> column y0 y1 y2 Sy M 7 22 60 ->
  0 <= M -> Rabs Sx <= M -> Rabs Sy <= M -> Rabs (real rest) <= 60 * (u53 * u53) * M ->
  is_sum_near hi lo (Sx + Sy + real rest) M.
Proof.
  intros first middle middle_lo second second_lo gap gap_lo low hi lo Fhi [A1 A2 A3] [B1 B2 B3] HM HSx HSy HR.
  destruct (fadd_finite _ _ Fhi) as (Fgap & Fr & Ehi).
  destruct (fadd_finite _ _ Fr) as (Fgl & Flow & _).
  destruct (two_sum_exact _ _ Fgl) as (Ffh & Fsec & _ & _ & X4). fold gap gap_lo in X4.
  destruct (fadd_finite _ _ Flow) as (F1 & F2 & _).
  destruct (fadd_finite _ _ F1) as (Fml & Fsl & _). destruct (fadd_finite _ _ F2) as (F3 & Frest & _).
  destruct (two_sum_exact _ _ Fsl) as (Ff & Fm & _ & _ & X3). fold second second_lo in X3.
  destruct (two_sum_exact _ _ Fml) as (_ & _ & _ & _ & X2). fold middle middle_lo in X2.
  destruct (two_sum_exact _ _ Ff) as (_ & _ & _ & _ & X1). fold first in X1.
  pose proof (rnd_sum_error_of_result _ _ (real_in_format gap) (real_in_format (fadd gap_lo low))) as L5.
  rewrite <- Ehi, u_double in L5. fold hi in L5.
  destruct (two_sum_rest_small _ _ Fgl) as (_ & L4). fold gap gap_lo in L4. rewrite u_double in L4.
  assert (C1 : Rabs (real x0 + real y0) <= (2 + 16 * u53) * M) by (two_sided; lra).
  pose proof (sum_rest_size _ _ _ Ff C1) as L1. fold first in L1.
  assert (C2 : Rabs (real x1 + real y1) <= 14 * u53 * M) by (two_sided; lra).
  pose proof (sum_rest_size _ _ _ Fml C2) as L2. fold middle_lo in L2.
  assert (C3 : Rabs (real first + real middle) <= (16 + 50 * u53) * u53 * M) by (two_sided; lra).
  pose proof (sum_rest_size _ _ _ Fsl C3) as L3. fold second_lo in L3.
  assert (C4 : Rabs (real middle_lo + real second_lo) <= 31 * (u53 * u53) * M) by (two_sided; lra).
  destruct (fadd_error _ _ _ F1 C4) as (_ & _ & E1). set (l1 := fadd middle_lo second_lo) in *.
  assert (C5 : Rabs (real x2 + real y2) <= 44 * (u53 * u53) * M) by (two_sided; lra).
  destruct (fadd_error _ _ _ F3 C5) as (_ & _ & E2). set (l2 := fadd x2 y2) in *.
  assert (C6 : Rabs (real l2 + real rest) <= 105 * (u53 * u53) * M) by (two_sided; lra).
  destruct (fadd_error _ _ _ F2 C6) as (_ & _ & E3). set (l3 := fadd l2 rest) in *.
  assert (C7 : Rabs (real l1 + real l3) <= 137 * (u53 * u53) * M) by (two_sided; lra).
  destruct (fadd_error _ _ _ Flow C7) as (_ & _ & E4). fold low in E4.
  assert (C8 : Rabs (real low) <= 138 * (u53 * u53) * M) by (two_sided; lra).
  assert (C9 : Rabs (real gap_lo + real low) <= u53 * Rabs (real gap) + 138 * (u53 * u53) * M).
  { eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (fadd_error _ _ _ Fr C9) as (_ & _ & E5). set (r := fadd gap_lo low) in *.
  exists (real gap + real r). split; [| split; [exact L5 |]].
  2: { intros Fl. destruct (two_sum_exact _ _ Fl) as (_ & _ & _ & _ & X5). exact X5. }
  (* the leading part, seen from the result *)
  assert (G : Rabs (real gap) <= (1 + 4 * u53) * Rabs (real hi) + 150 * (u53 * u53) * M).
  { assert (Rabs (real gap) <= Rabs (real hi) + Rabs (real hi - (real gap + real r)) + Rabs (real r)).
    { replace (real gap) with (real hi + - (real hi - (real gap + real r)) + - real r) at 1 by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rplus_le_compat_r.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. apply Rle_refl. }
    assert (Rabs (real r) <= Rabs (real gap_lo + real low) + Rabs (real r - (real gap_lo + real low))).
    { eapply Rle_trans; [| apply Rabs_triang]. apply Req_le. f_equal. ring. }
    pose proof (Rabs_pos (real hi)). lra. }
  pose proof (Rabs_pos (real hi)) as P. set (H := Rabs (real hi)) in *. set (K := Rabs (real gap)) in *.
  assert (Q : real gap + real r - (Sx + Sy + real rest) =
    (real x0 + real x1 + real x2 - Sx) + (real y0 + real y1 + real y2 - Sy) +
    (real l1 - (real middle_lo + real second_lo)) + (real l2 - (real x2 + real y2)) +
    (real l3 - (real l2 + real rest)) + (real low - (real l1 + real l3)) + (real r - (real gap_lo + real low))) by lra.
  rewrite Q. clear - A3 B3 E1 E2 E3 E4 E5 G P HM. two_sided; lra.
Qed.

(* The allowance for underflow: errors below 2^-807 are 2^-212 of what is at least 2^-553. *)
Definition least_size := bpow radix2 (-553).

Lemma least_size_pos : 0 < least_size.
Proof. apply bpow_gt_0. Qed.

Lemma below_least_size k : (k <= -765)%Z -> bpow radix2 k <= u53 * u53 * u53 * u53 * least_size.
Proof.
  intros H. eapply Rle_trans; [apply bpow_le; exact H |]. unfold least_size.
  change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus. apply bpow_le. lia.
Qed.

Lemma gap_of_total_sum x0 y0 x1 y1 x2 y2 rest terms hi lo err Sx Sy M :
  gap_of_total_results x0 y0 x1 y1 x2 y2 rest terms hi lo err -> finite hi ->
  column x0 x1 x2 Sx M 7 22 60 -> column y0 y1 y2 Sy M 7 22 60 ->
  0 <= M -> Rabs Sx <= M -> Rabs Sy <= M -> Rabs (real rest) <= 60 * (u53 * u53) * M ->
  is_sum_near hi lo (Sx + Sy + real rest) M.
Proof.
  intros (first & first_lo & ? & middle & middle_lo & ? & second & second_lo & ? & gap & gap_lo & ? & low & all & all_lo
    & ? & H)
    Fl Cx Cy HM HSx HSy HR. destruct H as [W1 W2 W3 W4 Elow W5 -> -> _].
  destruct (wide_of_sum_values _ _ _ _ _ W1) as (-> & -> & _). destruct (wide_of_sum_values _ _ _ _ _ W2) as (-> & ->
    & _).
  destruct (wide_of_sum_values _ _ _ _ _ W3) as (-> & -> & _). destruct (wide_of_sum_values _ _ _ _ _ W4) as (-> & ->
    & _).
  subst low. destruct (wide_of_sum_values _ _ _ _ _ W5) as (-> & -> & _).
  exact (gap_of_columns x0 y0 x1 y1 x2 y2 rest Sx Sy M Fl Cx Cy HM HSx HSy HR).
Qed.

(* From a finite result follows that all operands are finite. *)
Lemma gap_of_total_finite x0 y0 x1 y1 x2 y2 rest terms hi lo err :
  gap_of_total_results x0 y0 x1 y1 x2 y2 rest terms hi lo err ->
  finite hi -> finite rest /\ finite x0 /\ finite y0 /\ finite x2 /\ finite y2.
Proof.
  intros (first & first_lo & ? & middle & middle_lo & ? & second & second_lo & ? & gap & gap_lo & ? & low & all & all_lo
    & ? & H) Fl.
  destruct H as [W1 W2 W3 W4 Elow W5 -> -> _].
  destruct (wide_of_sum_values _ _ _ _ _ W1) as (-> & -> & _). destruct (wide_of_sum_values _ _ _ _ _ W2) as (-> & ->
    & _).
  destruct (wide_of_sum_values _ _ _ _ _ W3) as (-> & -> & _). destruct (wide_of_sum_values _ _ _ _ _ W4) as (-> & ->
    & _).
  subst low. destruct (wide_of_sum_values _ _ _ _ _ W5) as (-> & -> & _).
  destruct (fadd_finite _ _ Fl) as (_ & Fr & _). destruct (fadd_finite _ _ Fr) as (Fgl & Flow & _).
  destruct (two_sum_exact _ _ Fgl) as (Ffh & _). destruct (fadd_finite _ _ Ffh) as (F0 & G0 & _).
  destruct (fadd_finite _ _ Flow) as (_ & F2 & _). destruct (fadd_finite _ _ F2) as (F3 & Frest & _).
  destruct (fadd_finite _ _ F3) as (Fx2 & Fy2 & _). auto 10.
Qed.

(* The error bound of a gap, and that a finite bound has finite terms. *)
Definition gap_error_of (terms hi : D) : D :=
  fadd (fadd (fmul (fconst 1 (-147)) terms) (fmul (fconst 1 (-104)) (fabs hi))) (fconst 1 (-700)).

Lemma gap_of_total_error x0 y0 x1 y1 x2 y2 rest terms hi lo err :
  gap_of_total_results x0 y0 x1 y1 x2 y2 rest terms hi lo err -> err = gap_error_of terms hi.
Proof.
  intros (first & first_lo & ? & middle & middle_lo & ? & second & second_lo & ? & gap & gap_lo & ? & low & all & all_lo
    & ? & H).
  destruct H as [_ _ _ _ _ _ -> _ ->]. reflexivity.
Qed.

Lemma gap_error_finite terms hi : finite (gap_error_of terms hi) -> finite terms /\ finite hi.
Proof.
  unfold gap_error_of. intros H. destruct (fadd_finite _ _ H) as (H1 & _). destruct (fadd_finite _ _ H1) as (H2 & H3 &
    _).
  destruct (fmul_finite _ _ H2) as (_ & Ft & _). destruct (fmul_finite _ _ H3) as (_ & Fh & _).
  apply fabs_finite in Fh. auto.
Qed.

Lemma gap_error_at_least terms hi : finite (gap_error_of terms hi) -> nonneg terms ->
  bpow radix2 (-700) <= real (gap_error_of terms hi).
Proof.
  unfold gap_error_of. intros H Ht. const_facts 1%Z (-700)%Z Fc Vc. rewrite Rmult_1_l in Vc. rewrite <- Vc.
  apply fadd_at_least_right; [exact H |]. apply nonneg_real, nonneg_fadd; apply nonneg_fmul; try apply nonneg_fabs;
    try exact Ht;
    apply nonneg_of_real; try reflexivity.
  - const_facts 1%Z (-147)%Z F1 V1. rewrite V1. apply Rmult_le_pos; [lra | apply bpow_ge_0].
  - const_facts 1%Z (-104)%Z F1 V1. rewrite V1. apply Rmult_le_pos; [lra | apply bpow_ge_0].
Qed.

Lemma gap_error_nonneg terms hi : nonneg terms -> nonneg (gap_error_of terms hi).
Proof.
  intros H. unfold gap_error_of. repeat apply nonneg_fadd; try apply nonneg_fmul; try apply nonneg_fabs; try exact H;
    apply nonneg_of_real; try reflexivity.
  - const_facts 1%Z (-147)%Z F1 V1. rewrite V1. apply Rmult_le_pos; [lra | apply bpow_ge_0].
  - const_facts 1%Z (-104)%Z F1 V1. rewrite V1. apply Rmult_le_pos; [lra | apply bpow_ge_0].
  - const_facts 1%Z (-700)%Z F1 V1. rewrite V1. apply Rmult_le_pos; [lra | apply bpow_ge_0].
Qed.

Lemma gap_error_least terms hi T :
  finite (gap_error_of terms hi) -> 0 <= real terms -> T <= 1001 / 1000 * real terms + u53 * least_size ->
  3000 * (u53 * u53 * u53) * (T + least_size) + 3 * (u53 * u53) * Rabs (real hi) <= 9 / 10 * real (gap_error_of terms
    hi).
Proof.
  unfold gap_error_of. intros H Ht HT. pose proof least_size_pos as P.
  destruct (fadd_finite _ _ H) as (H1 & _ & E1). destruct (fadd_finite _ _ H1) as (H2 & H3 & E2).
  const_facts 1%Z (-147)%Z Fa Va. const_facts 1%Z (-104)%Z Fb Vb. const_facts 1%Z (-700)%Z Fc Vc.
  rewrite Rmult_1_l in Va, Vb, Vc.
  assert (Ea : bpow radix2 (-147) = 4096 * (u53 * u53 * u53)).
  { change u53 with (bpow radix2 (-53)). change 4096 with (bpow radix2 12). rewrite <- !bpow_plus. reflexivity. }
  assert (Eb : bpow radix2 (-104) = 4 * (u53 * u53)).
  { change u53 with (bpow radix2 (-53)). change 4 with (bpow radix2 2). rewrite <- !bpow_plus. reflexivity. }
  assert (Ec : bpow radix2 (-700) = 4096 * (u53 * u53 * u53) * least_size).
  { rewrite <- Ea. unfold least_size. rewrite <- bpow_plus. reflexivity. }
  rewrite Ea in Va. rewrite Eb in Vb. rewrite Ec in Vc.
  pose proof (below_least_size (-1075) ltac:(lia)) as Et.
  pose proof (Rabs_pos (real hi)) as Ph.
  assert (B1 : Rabs (real (fconst 1 (-147) : D) * real terms) <= 4096 * (u53 * u53 * u53) * real terms)
    by (rewrite Va, Rabs_pos_eq; [apply Rle_refl | apply Rmult_le_pos; lra]).
  destruct (fmul_error _ _ _ _ H2 B1 Et) as (_ & _ & E3). rewrite Va in E3.
  assert (B2 : Rabs (real (fconst 1 (-104) : D) * real (fabs hi)) <= 4 * (u53 * u53) * Rabs (real hi))
    by (rewrite Vb, real_fabs, Rabs_pos_eq; [apply Rle_refl | apply Rmult_le_pos; lra]).
  destruct (fmul_error _ _ _ _ H3 B2 Et) as (_ & _ & E4). rewrite Vb, real_fabs in E4.
  set (x := fmul (fconst 1 (-147)) terms) in *. set (y := fmul (fconst 1 (-104)) (fabs hi)) in *.
  set (h := Rabs (real hi)) in *. set (t := real terms) in *.
  assert (B3 : Rabs (real x + real y) <= 4097 * (u53 * u53 * u53) * t + 5 * (u53 * u53) * h + u53 * u53 * u53 *
    least_size)
    by (clear - E3 E4 Ht Ph P; two_sided; lra).
  destruct (fadd_error _ _ _ H1 B3) as (_ & _ & E5). set (z := fadd x y) in *.
  assert (B4 : Rabs (real z + real (fconst 1 (-700) : D)) <=
    4098 * (u53 * u53 * u53) * t + 6 * (u53 * u53) * h + 4100 * (u53 * u53 * u53) * least_size)
    by (rewrite Vc; clear - E5 B3 Ht Ph P; two_sided; lra).
  destruct (fadd_error _ _ _ H B4) as (_ & _ & E6). rewrite Vc in E6.
  clear - E3 E4 E5 E6 Ht Ph P HT. two_sided. lra.
Qed.

(* The value of a gap: hi is G, rounded, and hi + lo is G, which is X but for less than the bound. *)
Definition is_gap (hi lo err : D) (X : R) :=
  exists G, Rabs (real hi - G) <= u53 * Rabs (real hi) /\ (finite lo -> real hi + real lo = G) /\
    Rabs (G - X) <= 9 / 10 * real err.

(* The sum is the gap, if what both miss is within the bound. *)
Lemma gap_of_sum (terms hi lo : D) S T M X :
  finite (gap_error_of terms hi) -> 0 <= real terms -> T <= 1001 / 1000 * real terms + u53 * least_size ->
  is_sum_near hi lo S M -> 750 * (u53 * u53 * u53) * M + Rabs (S - X) <= 3000 * (u53 * u53 * u53) * (T + least_size) ->
  is_gap hi lo (gap_error_of terms hi) X.
Proof.
  intros Ferr Ht HT (G & HG & Hh & Hl) HX. exists G. split; [exact Hh |]. split; [exact Hl |].
  pose proof (gap_error_least terms hi T Ferr Ht HT) as L.
  replace (G - X) with ((G - S) + (S - X)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  pose proof (Rabs_pos (real hi)). lra.
Qed.

Lemma gap_positive hi lo err X : is_gap hi lo err X -> real err < real hi -> 0 < X.
Proof.
  intros (G & H1 & _ & H2) H. assert (E0 : 0 <= real err) by (pose proof (Rabs_pos (G - X)); lra).
  rewrite (Rabs_pos_eq (real hi)) in H1 by lra. two_sided. lra.
Qed.

Lemma gap_negative hi lo err X : is_gap hi lo err X -> real hi < - real err -> X < 0.
Proof.
  intros (G & H1 & _ & H2) H. assert (E0 : 0 <= real err) by (pose proof (Rabs_pos (G - X)); lra).
  rewrite (Rabs_left1 (real hi)) in H1 by lra. two_sided. lra.
Qed.
