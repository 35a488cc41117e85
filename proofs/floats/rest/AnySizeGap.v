(* The gap at an end, R^2 - |c - e|^2 in double-doubles: approximate_gap of src/rest/contact_integers.c. Its sign is
   right if it is accepted, for all finite centres, ends and radii, and its error is below 2^-100 of the terms. The same
   for a dot product of differences: dot_is_clear.

   Also what a clear sum says: is_clear, which compares with 2^-95 of the terms or more, and 2^-750. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeSums.
From Carom Require Bounded Overflow Terms_wide Terms_any_size.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_of_difference_terms(wide_of_difference_results).
Import Terms_wide.wide_of_sum_terms(wide_of_sum_results).
Import Terms_any_size.approximate_gap_terms(approximate_gap_results).
Import Terms_any_size.dot_is_clear_terms(dot_is_clear_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma square_of_abs x : Rabs x * Rabs x = x * x.
Proof. rewrite <- Rabs_mult. apply Rabs_pos_eq, Rle_0_sqr. Qed.

Definition same_sign (x y : R) := (0 < x <-> 0 < y) /\ (x < 0 <-> y < 0).

Lemma clear_bound j (margin t dh : D) : flt (fadd (fmul margin t) (fconst 1 (-750))) (fabs dh) = true ->
  finite dh -> finite t -> 0 <= real t <= b2 900 -> finite margin -> real margin = b2 j -> (-95 <= j <= 0)%Z ->
  99 / 100 * (b2 j * real t + b2 (-750)) <= Rabs (real dh).
Proof.
  intros H Fd Ft Bt Fm Vm Hj. destruct (constant_value (-750) ltac:(lia)) as (Fl & Vl).
  assert (Bm : Bounded.below j margin).
  { split; [exact Fm |]. rewrite Vm, Rabs_pos_eq; [lra | apply bpow_ge_0]. }
  assert (Bt' : Bounded.below 900 t) by (split; [exact Ft |]; rewrite Rabs_pos_eq; lra).
  pose proof (Bounded.below_mul j 900 _ _ ltac:(lia) Bm Bt') as Bp.
  assert (Bl : Bounded.below (j + 900) (fconst 1 (-750) : D)).
  { split; [exact Fl |]. rewrite Vl, Rabs_pos_eq by apply bpow_ge_0. apply bpow_le. lia. }
  pose proof (Bounded.below_add (j + 900) _ _ ltac:(lia) Bp Bl) as Bs.
  pose proof (flt_real _ _ (proj1 Bs) (finite_fabs _ Fd) H) as Q. rewrite real_fabs in Q.
  destruct (fadd_finite _ _ (proj1 Bs)) as (_ & _ & Es). destruct (fmul_finite _ _ (proj1 Bp)) as (_ & _ & Ep).
  pose proof (rnd_error double (real margin * real t)) as R1. rewrite <- Ep, u_double, eta_double, Vm in R1.
  pose proof (rnd_sum_error double _ _ (real_in_format (fmul margin t)) (real_in_format (fconst 1 (-750) : D))) as R2.
  rewrite <- Es, u_double, Vl in R2.
  assert (P : 0 <= b2 j * real t) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
  rewrite (Rabs_pos_eq (b2 j * real t)) in R1 by exact P.
  assert (T : b2 (-1075) <= / 1000000 * b2 (-750)).
  { apply Rle_trans with (b2 (-30) * b2 (-750)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  pose proof (bpow_gt_0 radix2 (-750)) as P7. apply Rabs_le_inv in R1.
  rewrite (Rabs_pos_eq (real (fmul margin t) + b2 (-750))) in R2 by lra. apply Rabs_le_inv in R2. lra.
Qed.

(* The sign of a sum v of terms T that is clear and near x. *)
Lemma sign_of_clear T v x : 0 <= T -> Rabs (v - x) <= b2 (-97) * T + b2 (-760) ->
  98 / 100 * (b2 (-95) * T + b2 (-750)) <= Rabs v -> same_sign v x /\ Rabs (v - x) <= / 3 * Rabs v.
Proof.
  intros HT H L. change (-95)%Z with (2 + -97)%Z in L. rewrite (bpow_plus radix2 2) in L. change (b2 2) with 4 in L.
  assert (S : b2 (-760) <= / 4 * b2 (-750)).
  { change (/ 4) with (b2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_gt_0 radix2 (-750)) as P7.
  assert (0 <= b2 (-97) * T) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact HT]).
  assert (K : Rabs (v - x) <= / 3 * Rabs v) by lra. split; [| exact K].
  assert (Q : 0 < Rabs v) by lra. clear - K Q. unfold same_sign.
  destruct (Rle_or_lt 0 v) as [V | V].
  - rewrite (Rabs_pos_eq v) in K, Q by exact V. apply Rabs_le_inv in K. split; split; intros; lra.
  - rewrite (Rabs_left v) in K, Q by exact V. apply Rabs_le_inv in K. split; split; intros; lra.
Qed.

Lemma high_sign n (h l : D) e : is_good n h l -> same_sign (real h) (value h l e).
Proof.
  intros G. destruct (sign_of_high n h l e G) as (A & B & C). unfold same_sign.
  destruct (Rtotal_order (real h) 0) as [N | [Z | P]].
  - specialize (A N). split; split; intros; lra.
  - rewrite (value_of_zero h l e (proj1 (proj2 (proj2 G))) Z). split; split; intros; lra.
  - specialize (B P). split; split; intros; lra.
Qed.

Lemma same_sign_trans x y z : same_sign x y -> same_sign y z -> same_sign x z.
Proof. unfold same_sign. intros ((A1 & A2) & A3 & A4) ((B1 & B2) & B3 & B4). split; split; auto. Qed.

(* A sum of two terms with its terms. *)
Lemma sum_with_terms n ph pl qh ql k1 k2 dh dl e :
  wide_add_results ph pl 0 qh ql 0 k1 k2 dh dl e -> (0 <= n <= 830)%Z -> is_good n ph pl -> is_good n qh ql ->
  let T := Rabs (value ph pl 0) + Rabs (value qh ql 0) in
  let t := fadd (fabs ph) (fabs qh) in
  is_good (n + 2) dh dl /\ e = 0%Z /\
  Rabs (value dh dl 0 - (value ph pl 0 + value qh ql 0)) <= b2 (-104) * T /\
  Bounded.below (n + 1) t /\ 999 / 1000 * T <= real t <= 1001 / 1000 * T /\ 0 <= T.
Proof.
  intros H Hn Gp Gq T t. destruct (wide_add_same n _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Gp Gq) as (G & -> & E).
  split; [exact G |]. split; [reflexivity |]. split; [exact E |].
  destruct (good_below _ _ _ Gp) as (Bp & _). destruct (good_below _ _ _ Gq) as (Bq & _).
  assert (Bt : Bounded.below (n + 1) t) by (apply Bounded.below_add; [lia | | ]; now apply Bounded.below_abs).
  split; [exact Bt |].
  destruct (fadd_finite _ _ (proj1 Bt)) as (_ & _ & Et). rewrite !real_fabs in Et.
  pose proof (rnd_sum_error double _ _ (real_in_format (fabs ph)) (real_in_format (fabs qh))) as R.
  rewrite !real_fabs, <- Et, u_double in R.
  pose proof (wide_size _ _ (good_wide _ _ _ Gp)) as (P1 & P2). pose proof (wide_size _ _ (good_wide _ _ _ Gq)) as
    (Q1 & Q2).
  unfold T, value. change (b2 0) with 1. rewrite !Rmult_1_r. fold t in R.
  pose proof (Rabs_pos (real ph)). pose proof (Rabs_pos (real qh)).
  rewrite (Rabs_pos_eq (Rabs (real ph) + Rabs (real qh))) in R by lra. apply Rabs_le_inv in R.
  pose proof (Rabs_pos (real ph + real pl)). pose proof (Rabs_pos (real qh + real ql)). lra.
Qed.

(* ---- the gap at an end ---- *)

Section Gap.
Variables xh xl yh yl rh rl margin k1 k2 k3 k4 gh gl : D.
Variables ge : Z.
Variable b : bool.
Let X := value xh xl 0.
Let Y := value yh yl 0.
Let R := value rh rl 0.
Hypothesis run : approximate_gap_results xh xl 0 yh yl 0 rh rl 0 margin k1 k2 k3 k4 b gh gl ge.
Hypothesis good_x : is_good 200 xh xl.
Hypothesis good_y : is_good 200 yh yl.
Hypothesis good_r : is_good 200 rh rl.
Hypothesis large : b2 (-200) <= Rabs (real xh) \/ b2 (-200) <= Rabs (real yh).

Lemma gap_core : is_good 407 gh gl /\ ge = 0%Z /\ b2 (-401) <= X * X + Y * Y <= b2 402 /\
  Rabs (value gh gl 0 - (R * R - (X * X + Y * Y))) <= b2 (-100) * (R * R + (X * X + Y * Y)) /\
  (b = true -> forall j, finite margin -> real margin = b2 j -> (-95 <= j <= 0)%Z ->
    98 / 100 * (b2 j * (R * R + (X * X + Y * Y)) + b2 (-750)) <= Rabs (real gh) /\
    same_sign (real gh) (R * R - (X * X + Y * Y))).
Proof.
  destruct run as (p & pl & pe & q & ql & qe & nq & d & dl & de & t & inside & [Mp Sq Enq Add Et Egh Egl Ege _ Eb]).
  subst nq t.
  assert (Gr : is_good 850 rh rl) by (apply (good_weaken 200); [exact good_r | lia]).
  pose proof (proj2 (proj2 (proj2 good_r))) as Br.
  destruct (plain_product 400 _ _ _ _ _ _ _ Mp ltac:(lia) Gr Gr (product_at_most 200 200 _ _ Br Br)) as (Gp & -> & Ep).
  fold R in Ep.
  destruct (plain_squares _ _ _ _ _ _ _ _ _ Sq good_x good_y large) as (Gq & -> & SQ & Eq). fold X Y in SQ, Eq.
  destruct (sum_with_terms 405 _ _ _ _ _ _ _ _ _ Add ltac:(lia) (good_weaken _ 405 _ _ Gp ltac:(lia))
    (good_neg _ _ _ Gq))
    as (Gd & -> & Ed & Bt & Tt & T0).
  rewrite value_neg, Rabs_Ropp in Ed, Tt, T0. set (t := fadd (fabs p) (fabs (fneg q))) in *.
  subst gh gl ge. split; [exact Gd |]. split; [reflexivity |]. split; [exact SQ |].
  set (Q := X * X + Y * Y) in *. set (P := R * R) in *. assert (P0 : 0 <= P) by apply Rle_0_sqr.
  assert (Q0 : 0 < Q) by (pose proof (bpow_gt_0 radix2 (-401)); lra).
  assert (L : lost <= / 1000000 * b2 (-104) * Q).
  { apply Rle_trans with (b2 (-600) * b2 (-401)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; try apply bpow_ge_0; [| lra].
    apply Rle_trans with (b2 (-30) * b2 (-104)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  rewrite (Rabs_pos_eq P) in Ep by assumption.
  set (vp := value p pl 0) in *. set (vq := value q ql 0) in *. set (v := value d dl 0) in *.
  destruct (abs_near _ _ _ Ep) as (Np & Np'). destruct (abs_near _ _ _ Eq) as (Nq & Nq').
  rewrite (Rabs_pos_eq P) in Np, Np' by assumption. rewrite (Rabs_pos_eq Q) in Nq, Nq' by lra.
  assert (E : Rabs (v - (P - Q)) <= b2 (-100) * (P + Q)).
  { clear - Ed Ep Eq Np Nq L P0 Q0.
    change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
    change (b2 (-104)) with (/ 20282409603651670423947251286016) in *.
    change (b2 (-101)) with (/ 2535301200456458802993406410752) in *.
    change (b2 (-100)) with (/ 1267650600228229401496703205376) in *.
    clearbody v vp vq P Q. generalize dependent lost. intros. apply Rabs_le_inv in Ed, Ep, Eq. apply Rabs_le. lra. }
  split; [exact E |]. intros Hb j Fm Vm Hj. rewrite Hb in Eb. symmetry in Eb. apply andb_prop in Eb.
    destruct Eb as (_ & Eb).
  assert (Tr : 998 / 1000 * (P + Q) <= real t).
  { clear - Tt Np' Nq' L P0 Q0.
    change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
    change (b2 (-104)) with (/ 20282409603651670423947251286016) in *.
    change (b2 (-101)) with (/ 2535301200456458802993406410752) in *.
    generalize dependent lost. intros. lra. }
  assert (C : 981 / 1000 * (b2 j * (P + Q) + b2 (-750)) <= Rabs (real d)).
  { eapply Rle_trans; [| apply (clear_bound j _ _ _ Eb); try assumption; [apply Gd | apply Bt |]].
    - pose proof (bpow_gt_0 radix2 (-750)).
      assert (b2 j * (998 / 1000 * (P + Q)) <= b2 j * real t) by (apply Rmult_le_compat_l;
        [apply bpow_ge_0 | exact Tr]).
      assert (0 <= b2 j * (P + Q)) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra.
    - split; [lra |]. eapply Rle_trans; [apply Rle_abs |]. eapply Rle_trans; [apply Bt | apply bpow_le; lia]. }
  pose proof (bpow_gt_0 radix2 (-750)) as P7.
  assert (J0 : 0 <= b2 j * (P + Q)) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
  split; [lra |]. apply same_sign_trans with v; [apply (high_sign 407); exact Gd |].
  apply (sign_of_clear (P + Q)); [lra | |].
  - eapply Rle_trans; [exact E |]. pose proof (bpow_gt_0 radix2 (-760)).
    assert (b2 (-100) * (P + Q) <= b2 (-97) * (P + Q)) by (apply Rmult_le_compat_r; [lra | apply bpow_le; lia]). lra.
  - pose proof (wide_size _ _ (good_wide _ _ _ Gd)) as (W1 & _). unfold v, value. change (b2 0) with 1.
    rewrite Rmult_1_r.
    assert (b2 (-95) * (P + Q) <= b2 j * (P + Q)) by (apply Rmult_le_compat_r; [lra | apply bpow_le; lia]).
    assert (0 <= b2 (-95) * (P + Q)) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra.
Qed.
End Gap.

(* ---- from doubles on ---- *)

Lemma difference_is_number a b hi lo e : wide_of_difference_results a b hi lo e -> finite a -> finite b ->
  Overflow.number hi.
Proof.
  intros [H] Fa Fb. destruct (wide_of_sum_values _ _ _ _ _ H) as (-> & _). apply sum_is_number; [exact Fa |].
  now apply finite_fneg.
Qed.

Lemma difference_is_good a b hi lo e : wide_of_difference_results a b hi lo e -> finite hi ->
  Rabs (real hi) <= b2 200 -> is_good 200 hi lo /\ e = 0%Z /\ value hi lo 0 = real a - real b.
Proof.
  intros [H] F B. destruct (sum_of_doubles_good _ _ _ _ _ 200 H F B ltac:(lia)) as (G & -> & V).
  rewrite real_fneg in V. auto.
Qed.

Lemma reach_is_good r wr hi lo e : wide_of_sum_results r wr hi lo e -> nonneg r -> nonneg wr ->
  fle hi (fconst 1 200) = true ->
  is_good 200 hi lo /\ e = 0%Z /\ value hi lo 0 = real r + real wr /\ 0 <= real hi.
Proof.
  intros H Pr Pw L. destruct (constant_value 200 ltac:(lia)) as (F2 & V2).
  assert (N : nonneg hi) by (destruct (wide_of_sum_values _ _ _ _ _ H) as (-> & _); now apply nonneg_fadd).
  pose proof (fle_finite _ _ L N F2) as F. pose proof (fle_real _ _ F F2 L) as B. rewrite V2 in B.
  pose proof (nonneg_real _ N) as P.
  destruct (sum_of_doubles_good _ _ _ _ _ 200 H F ltac:(rewrite Rabs_pos_eq; assumption) ltac:(lia)) as (G & -> & V).
  auto.
Qed.

(* The sign of the gap at an end e of a wall is right if it is accepted. *)
Section End.
Variables cx cy ex ey r wr xh xl yh yl rh rl margin k1 k2 k3 k4 gh gl : D.
Variables xe ye re ge j : Z.
Let x := real cx - real ex.
Let y := real cy - real ey.
Let R := real r + real wr.
Hypothesis finite_c : finite cx /\ finite cy.
Hypothesis finite_e : finite ex /\ finite ey.
Hypothesis radii : nonneg r /\ nonneg wr.
Hypothesis run_x : wide_of_difference_results cx ex xh xl xe.
Hypothesis run_y : wide_of_difference_results cy ey yh yl ye.
Hypothesis run_r : wide_of_sum_results r wr rh rl re.
Hypothesis run : approximate_gap_results xh xl xe yh yl ye rh rl re margin k1 k2 k3 k4 true gh gl ge.

Theorem approximate_gap_inputs :
  (is_good 200 xh xl /\ xe = 0%Z /\ value xh xl 0 = x) /\ (is_good 200 yh yl /\ ye = 0%Z /\ value yh yl 0 = y) /\
  (is_good 200 rh rl /\ re = 0%Z /\ value rh rl 0 = R /\ 0 <= real rh) /\
  (b2 (-200) <= Rabs (real xh) \/ b2 (-200) <= Rabs (real yh)).
Proof.
  destruct run as (p & pl & pe & q & ql & qe & nq & d & dl & de & t & inside & H). destruct H.
  symmetry in E_result. apply andb_prop in E_result. destruct E_result as (E1 & _). apply andb_prop in E1.
  destruct E1 as (-> & Lr). destruct finite_c, finite_e, radii.
  destruct (safe_range _ _ E_is_in_safe_range) as ((Fx & Bx) & (Fy & By) & L);
    [eapply difference_is_number; eassumption .. |].
  split; [now apply difference_is_good |]. split; [now apply difference_is_good |]. split; [| exact L].
  eapply reach_is_good; eassumption.
Qed.

Theorem approximate_gap_correct : finite margin -> real margin = b2 j -> (-95 <= j <= 0)%Z ->
  same_sign (real gh) (R * R - (x * x + y * y)).
Proof.
  intros Fm Vm Hj.
  destruct approximate_gap_inputs as ((Gx & Zx & Vx) & (Gy & Zy & Vy) & (Gr & Zr & Vr & _) & L).
  rewrite Zx, Zy, Zr in run.
  destruct (gap_core _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ run Gx Gy Gr L) as (_ & _ & _ & _ & C).
  destruct (C eq_refl j Fm Vm Hj) as (_ & S). now rewrite Vx, Vy, Vr in S.
Qed.
End End.

(* ---- a dot product ---- *)

(* The sum of two products of numbers that are known exactly. *)
Section Products.
Variables ah al bh bl ch cl dh dl ph pl qh ql : D.
Variables pe qe : Z.
Let A := value ah al 0.
Let B := value bh bl 0.
Let C := value ch cl 0.
Let E := value dh dl 0.
Hypothesis run_p : wide_mul_results ah al 0 bh bl 0 ph pl pe.
Hypothesis run_q : wide_mul_results ch cl 0 dh dl 0 qh ql qe.
Hypothesis good_a : is_good 200 ah al.
Hypothesis good_b : is_good 200 bh bl.
Hypothesis good_c : is_good 200 ch cl.
Hypothesis good_d : is_good 200 dh dl.
Let S := Rabs (A * B) + Rabs (C * E).
Let T := Rabs (value ph pl 0) + Rabs (value qh ql 0).

Lemma two_products : is_good 405 ph pl /\ is_good 405 qh ql /\ pe = 0%Z /\ qe = 0%Z /\ 0 <= S /\
  Rabs (value ph pl 0 - A * B) <= b2 (-102) * Rabs (A * B) + lost /\
  Rabs (value qh ql 0 - C * E) <= b2 (-102) * Rabs (C * E) + lost /\
  999 / 1000 * S - 2 * lost <= T <= 1001 / 1000 * S + 2 * lost.
Proof.
  pose proof (proj2 (proj2 (proj2 good_a))) as Ba. pose proof (proj2 (proj2 (proj2 good_b))) as Bb.
  pose proof (proj2 (proj2 (proj2 good_c))) as Bc. pose proof (proj2 (proj2 (proj2 good_d))) as Bd.
  destruct (plain_product 400 _ _ _ _ _ _ _ run_p ltac:(lia) (good_weaken _ 850 _ _ good_a ltac:(lia))
    (good_weaken _ 850 _ _ good_b ltac:(lia)) (product_at_most 200 200 _ _ Ba Bb)) as (Gp & Zp & Ep).
  destruct (plain_product 400 _ _ _ _ _ _ _ run_q ltac:(lia) (good_weaken _ 850 _ _ good_c ltac:(lia))
    (good_weaken _ 850 _ _ good_d ltac:(lia)) (product_at_most 200 200 _ _ Bc Bd)) as (Gq & Zq & Eq).
  fold A B in Ep. fold C E in Eq.
  split; [now apply (good_weaken 403) |]. split; [now apply (good_weaken 403) |]. split; [exact Zp |].
  split; [exact Zq |]. split; [unfold S; pose proof (Rabs_pos (A * B)); pose proof (Rabs_pos (C * E)); lra |].
  split; [exact Ep |]. split; [exact Eq |].
  destruct (abs_near _ _ _ Ep) as (P1 & P2). destruct (abs_near _ _ _ Eq) as (Q1 & Q2). unfold S, T.
  change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
  pose proof (Rabs_pos (A * B)). pose proof (Rabs_pos (C * E)). lra.
Qed.
End Products.

(* The sum or difference v of two products that is near x, by the error of its last sum. *)
Lemma sum_of_products_error v p q x y S T : Rabs (v - (p + q)) <= b2 (-104) * T ->
  Rabs (p - x) <= b2 (-102) * Rabs x + lost -> Rabs (q - y) <= b2 (-102) * Rabs y + lost ->
  S = Rabs x + Rabs y -> T <= 1001 / 1000 * S + 2 * lost -> Rabs (v - (x + y)) <= b2 (-101) * S + b2 (-1064).
Proof.
  intros H Hp Hq -> HT. change (-1064)%Z with (2 + -1066)%Z. rewrite (bpow_plus radix2 2). change (b2 2) with 4.
  pose proof (bpow_gt_0 radix2 (-1066)). pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
  change (b2 (-104)) with (/ 20282409603651670423947251286016) in *.
  change (b2 (-101)) with (/ 2535301200456458802993406410752) in *.
  set (ax := Rabs x) in *. set (ay := Rabs y) in *. clearbody ax ay. generalize dependent lost. intros.
  apply Rabs_le_inv in H, Hp, Hq. apply Rabs_le. lra.
Qed.

(* Four differences that are exact, and their dot product. *)
Theorem dot_is_clear_correct pxh pxl pyh pyl qxh qxl qyh qyl k1 k2 oh ol oe :
  dot_is_clear_results pxh pxl 0 pyh pyl 0 qxh qxl 0 qyh qyl 0 k1 k2 true oh ol oe ->
  is_good 200 pxh pxl -> is_good 200 pyh pyl -> is_good 200 qxh qxl -> is_good 200 qyh qyl ->
  same_sign (real oh) (value pxh pxl 0 * value qxh qxl 0 + value pyh pyl 0 * value qyh qyl 0) /\
  is_good 407 oh ol /\ oe = 0%Z /\
  Rabs (value oh ol 0 - (value pxh pxl 0 * value qxh qxl 0 + value pyh pyl 0 * value qyh qyl 0)) <=
    b2 (-101) * (Rabs (value pxh pxl 0 * value qxh qxl 0) + Rabs (value pyh pyl 0 * value qyh qyl 0)) + b2 (-1064).
Proof.
  intros (p & pl & pe & q & ql & qe & d & dl & de & t & [Mp Mq Add Et Eh El Ee Eb]) G1 G2 G3 G4. subst oh ol oe t.
  destruct (two_products _ _ _ _ _ _ _ _ _ _ _ _ _ _ Mp Mq G1 G3 G2 G4) as (Gp & Gq & -> & -> & S0 & Ep & Eq & T1 & T2).
  destruct (sum_with_terms 405 _ _ _ _ _ _ _ _ _ Add ltac:(lia) Gp Gq) as (Gd & -> & Ed & Bt & Tt & T0).
  set (t := fadd (fabs p) (fabs q)) in *.
  pose proof (sum_of_products_error _ _ _ _ _ _ _ Ed Ep Eq eq_refl T2) as E.
  set (S := Rabs (value pxh pxl 0 * value qxh qxl 0) + Rabs (value pyh pyl 0 * value qyh qyl 0)) in *.
  set (T := Rabs (value p pl 0) + Rabs (value q ql 0)) in *. set (v := value d dl 0) in *.
  destruct (constant_value (-95) ltac:(lia)) as (Fm & Vm). symmetry in Eb.
  split; [| split; [exact Gd |]; split; [reflexivity | exact E]].
  apply same_sign_trans with v; [apply (high_sign 407); exact Gd |].
  pose proof (bpow_gt_0 radix2 (-750)) as P7.
  assert (L : 2 * lost <= / 1000000 * b2 (-760)).
  { change 2 with (b2 1) at 1. rewrite <- bpow_plus. apply Rle_trans with (b2 (-30) * b2 (-760)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  assert (L4 : b2 (-1064) = 4 * lost) by (change (-1064)%Z with (2 + -1066)%Z; rewrite bpow_plus; reflexivity).
  assert (M : b2 (-760) <= / 1000 * b2 (-750)).
  { apply Rle_trans with (b2 (-10) * b2 (-750)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-10)) with (/ 1024). lra. }
  pose proof (bpow_gt_0 radix2 (-760)) as P76. pose proof (bpow_gt_0 radix2 (-1066)) as P10.
  apply (sign_of_clear T); [exact T0 | |].
  - eapply Rle_trans; [exact E |].
    assert (b2 (-101) * S <= b2 (-97) * T + b2 (-97) * (4 * lost)).
    { rewrite <- Rmult_plus_distr_l. apply Rle_trans with (b2 (-97) * (/ 16 * S)).
      - change (-97)%Z with (4 + -101)%Z. rewrite (bpow_plus radix2 4). change (b2 4) with 16. lra.
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    assert (b2 (-97) * (4 * lost) <= 1 * (4 * lost)).
    { apply Rmult_le_compat_r; [lra |]. change 1 with (b2 0). apply bpow_le. lia. } lra.
  - pose proof (clear_bound (-95) _ _ _ Eb (proj1 Gd) (proj1 Bt)) as C.
    assert (Ct : 0 <= real t <= b2 900).
    { split; [lra |]. eapply Rle_trans; [apply Rle_abs |]. eapply Rle_trans; [apply Bt | apply bpow_le; lia]. }
    specialize (C Ct Fm Vm ltac:(lia)).
    pose proof (wide_size _ _ (good_wide _ _ _ Gd)) as (W1 & _). unfold v, value. change (b2 0) with 1.
    rewrite Rmult_1_r.
    assert (b2 (-95) * (999 / 1000 * T) <= b2 (-95) * real t) by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]).
    assert (0 <= b2 (-95) * T) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]). lra.
Qed.
