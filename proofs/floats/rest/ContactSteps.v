(* What the steps of a double-double computation lose: products, sums of two products, in proportion to their terms.

   A number x is hi + lo. Exact parts come from ContactPairs.v; each rounding of a low part costs 2^-106 of a scale of
   the terms. Underflow is far below that if the scale is at least 2^-800. Each lemma follows one function of
   src/arithmetic/double_pair.h. docs/exactness.md, "Contacts of ordinary size", counts the same roundings. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Operations Approx ErrorFree ContactFeature ContactPairs.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_wide.wide_of_sum_terms(wide_of_sum_results).
Import Terms_wide.wide_of_product_terms(wide_of_product_results).
Import Terms_pair.pair_mul_terms(pair_mul_results).
Import Terms_pair.sum_of_pair_terms(sum_of_pair_results).
Import Terms_pair.difference_of_pair_terms(difference_of_pair_results).
Import Terms_contact.wide_square_terms(wide_square_results).

Open Scope R_scope.

(* The extracted functions as expressions. *)
Lemma wide_of_sum_is a b hi lo e : wide_of_sum_results a b hi lo e -> hi = fadd a b /\ lo = sum_rest a b.
Proof. intros (s & t & []). subst. auto. Qed.

Lemma wide_of_product_is a b hi lo e : wide_of_product_results a b hi lo e -> hi = fmul a b /\ lo = product_rest a b.
Proof.
  intros (sp & ta & tb & a1 & b1 & a2 & b2 & p & []). unfold product_rest, rest_of_split, split_high. cbv zeta.
  rewrite <- E_splitter, <- E_ta, <- E_tb, <- E_a1, <- E_b1, <- E_a2, <- E_b2, <- E_p. split; assumption.
Qed.

Lemma pair_mul_is ahx ahy alx aly bhx bhy blx bly hx hy lx ly :
  pair_mul_results ahx ahy alx aly bhx bhy blx bly hx hy lx ly ->
  hx = fmul ahx bhx /\ hy = fmul ahy bhy /\
  lx = fadd (pair_product_rest ahx bhx) (fadd (fmul ahx blx) (fmul alx bhx)) /\
  ly = fadd (pair_product_rest ahy bhy) (fadd (fmul ahy bly) (fmul aly bhy)).
Proof.
  intros (phx & phy & plx & ply & p1 & p2 & []). apply pair_product_values in E_pair_product.
  destruct E_pair_product as (-> & -> & -> & ->). subst. auto.
Qed.

Lemma sum_of_pair_is hx hy lx ly hi lo e : sum_of_pair_results hx hy lx ly hi lo e ->
  hi = fadd hx hy /\ lo = fadd (sum_rest hx hy) (fadd lx ly).
Proof. intros (s & t & k & []). apply wide_of_sum_is in E_wide_of_sum. destruct E_wide_of_sum as (-> & ->). subst. auto.
Qed.

Lemma difference_of_pair_is hx hy lx ly hi lo e : difference_of_pair_results hx hy lx ly hi lo e ->
  hi = fadd hx (fneg hy) /\ lo = fadd (sum_rest hx (fneg hy)) (fsub lx ly).
Proof. intros (s & t & k & []). apply wide_of_sum_is in E_wide_of_sum. destruct E_wide_of_sum as (-> & ->). subst. auto.
Qed.

Lemma wide_square_is hx hy lx ly hi lo e : wide_square_results hx hy lx ly hi lo e ->
  hi = fadd (fmul hx hx) (fmul hy hy) /\
  lo = fadd (sum_rest (fmul hx hx) (fmul hy hy))
    (fadd (fadd (pair_product_rest hx hx) (fadd (fmul hx lx) (fmul hx lx)))
          (fadd (pair_product_rest hy hy) (fadd (fmul hy ly) (fmul hy ly)))).
Proof.
  intros (phx & phy & plx & ply & c1 & c2 & []). apply pair_product_values in E_pair_product.
  apply sum_of_pair_is in E_sum_of_pair.
  destruct E_pair_product as (-> & -> & -> & ->). destruct E_sum_of_pair as (-> & ->). subst. auto.
Qed.

(* Scales. *)
Lemma tiny_small M : bpow radix2 (-800) <= M -> tiny <= / 1000000 * (ud * (ud * (ud * M))).
Proof.
  intros H. assert (E : tiny = bpow radix2 (-116) * (ud * (ud * (ud * bpow radix2 (-800))))).
  { unfold u, eta. rewrite <- !bpow_plus. f_equal. }
  rewrite E. destruct ud_small as [U _]. pose proof (bpow_gt_0 radix2 (-800)).
  assert (ud * (ud * (ud * bpow radix2 (-800))) <= ud * (ud * (ud * M))) by (repeat (apply Rmult_le_compat_l; [lra |]);
    exact H).
  assert (0 <= ud * (ud * (ud * bpow radix2 (-800)))) by (repeat apply Rmult_le_pos; lra).
  assert (bpow radix2 (-116) <= / 1000000) by (apply Rle_trans with (bpow radix2 (-20)); [apply bpow_le; lia | simpl;
    lra]).
  pose proof (bpow_gt_0 radix2 (-116)). apply Rmult_le_compat; lra.
Qed.

(* The powers of the unit times a scale. *)
Lemma scale_facts M : 0 <= M ->
  0 <= ud * M /\ ud * M <= / 1000000000000000 * M /\
  0 <= ud * (ud * M) /\ ud * (ud * M) <= / 1000000000000000 * (ud * M) /\
  0 <= ud * (ud * (ud * M)) /\ ud * (ud * (ud * M)) <= / 1000000000000000 * (ud * (ud * M)).
Proof.
  intros H. destruct ud_small as [U V].
  assert (0 <= ud * M) by (apply Rmult_le_pos; lra).
  assert (0 <= ud * (ud * M)) by (apply Rmult_le_pos; lra).
  assert (0 <= ud * (ud * (ud * M))) by (apply Rmult_le_pos; lra).
  repeat split; auto; apply Rmult_le_compat_r; lra.
Qed.

Ltac scales M H :=
  let A := fresh "sc" in pose proof (scale_facts M H) as A; destruct A as (? & ? & ? & ? & ? & ?).

(* Exact parts with the sizes that the steps need. *)
Lemma sum_parts (v w : F double) k : below v k -> below w k -> (-900 <= k <= 1000)%Z ->
  finite (fadd v w) /\ finite (sum_rest v w) /\ real (fadd v w) + real (sum_rest v w) = real v + real w /\
  Rabs (real (sum_rest v w)) <= ud * Rabs (real v + real w) /\
    Rabs (real (sum_rest v w)) <= ud * Rabs (real (fadd v w)).
Proof.
  intros [Fv Bv] [Fw Bw] K.
  assert (F : finite (sum_rest v w)) by (apply (two_sum_finite v w k); auto; unfold emin; simpl; lia).
  destruct (two_sum_exact v w F) as (_ & _ & Fs & _ & E). destruct (two_sum_rest_small v w F) as (S1 & S2).
  repeat split; auto.
Qed.

Lemma product_parts (v w : F double) k : below v k -> below w k -> (0 <= k <= 440)%Z ->
  is_splittable (real v * real w) ->
  finite (fmul v w) /\ finite (product_rest v w) /\ real (fmul v w) + real (product_rest v w) = real v * real w /\
  Rabs (real (product_rest v w)) <= ud * Rabs (real v * real w) + tiny.
Proof.
  intros V W K S. pose proof (product_rest_finite v w k V W K) as F.
  destruct (product_exact v w F S) as (_ & _ & Fp & E & X). repeat split; auto.
  replace (real (product_rest v w)) with (- (real (fmul v w) - real v * real w)) by lra.
  rewrite Rabs_Ropp, E. apply rnd_error.
Qed.

Lemma pair_product_parts (v w : F double) k : below v k -> below w k -> (0 <= k <= 440)%Z ->
  is_normal_or_zero (real v) -> is_normal_or_zero (real w) -> is_splittable (real v * real w) ->
  finite (fmul v w) /\ finite (pair_product_rest v w) /\
  real (fmul v w) + real (pair_product_rest v w) = real v * real w /\
  Rabs (real (pair_product_rest v w)) <= ud * Rabs (real v * real w) + tiny.
Proof.
  intros V W K Nv Nw S. pose proof (pair_product_rest_finite v w k V W K) as F.
  destruct (pair_product_exact v w F S Nv Nw) as (_ & _ & Fp & E & X). repeat split; auto.
  replace (real (pair_product_rest v w)) with (- (real (fmul v w) - real v * real w)) by lra.
  rewrite Rabs_Ropp, E. apply rnd_error.
Qed.

(* A product of two double-doubles: the low part. P bounds the product, c1 and c2 the mixed products. *)
Lemma product_low (r c1 c2 : F double) (ah al bh bl h P : R) :
  finite r -> finite c1 -> finite c2 -> h + real r = ah * bh ->
  - (ud * P + tiny) <= real r <= ud * P + tiny ->
  - (ud * P) <= ah * bl <= ud * P -> - (ud * P) <= al * bh <= ud * P -> - (ud * (ud * P)) <= al * bl <= ud * (ud * P) ->
  - (ud * (ud * P) + tiny) <= real c1 - ah * bl <= ud * (ud * P) + tiny ->
  - (ud * (ud * P) + tiny) <= real c2 - al * bh <= ud * (ud * P) + tiny ->
  0 <= P <= bpow radix2 900 ->
  finite (fadd r (fadd c1 c2)) /\
  - (31/10 * (ud * P) + 4 * tiny) <= real (fadd r (fadd c1 c2)) <= 31/10 * (ud * P) + 4 * tiny /\
  - (81/10 * (ud * (ud * P)) + 4 * tiny) <= h + real (fadd r (fadd c1 c2)) - (ah + al) * (bh + bl) <=
    81/10 * (ud * (ud * P)) + 4 * tiny.
Proof.
  intros Fr F1 F2 E R X Y Z C1 C2 [P0 PB]. scales P P0. pose proof (eta_pos double) as T0. destruct ud_small as [U0 U1].
  assert (Big : 1000 * (P + 1) <= big).
  { assert (bpow radix2 900 * 2 <= bpow radix2 901).
    { change 901%Z with (900 + 1)%Z. rewrite (bpow_plus radix2 900 1). change (bpow radix2 1) with 2. lra. }
    assert (1 <= bpow radix2 900) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
    assert (1000 * bpow radix2 901 <= big).
    { unfold big. change 1000%Z with (99 + 901)%Z. rewrite (bpow_plus radix2 99). apply Rmult_le_compat_r;
        [apply bpow_ge_0 |].
      apply Rle_trans with (bpow radix2 10); [simpl; lra | apply bpow_le; lia]. }
    lra. }
  assert (T1 : tiny <= / 1000000).
  { apply Rle_trans with (bpow radix2 (-20)); [unfold eta; apply bpow_le; unfold emin; simpl; lia | simpl; lra]. }
  assert (UT : 0 <= ud * tiny <= / 1000000 * tiny).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. }
  destruct (add_step c1 c2 (201/100 * (ud * P) + 2 * tiny) F1 F2 ltac:(lra) ltac:(lra)) as (F3 & S1).
  destruct (add_step r (fadd c1 c2) (302/100 * (ud * P) + 4 * tiny) Fr F3 ltac:(lra) ltac:(lra)) as (F4 & S2).
  split; [exact F4 |].
  replace (ud * (201 / 100 * (ud * P) + 2 * tiny)) with (201/100 * (ud * (ud * P)) + 2 * (ud * tiny)) in S1 by ring.
  replace (ud * (302 / 100 * (ud * P) + 4 * tiny)) with (302/100 * (ud * (ud * P)) + 4 * (ud * tiny)) in S2 by ring.
  split; [lra |].
  replace ((ah + al) * (bh + bl)) with (ah * bh + ah * bl + al * bh + al * bl) by ring. lra.
Qed.

(* The sum of two high parts, which is exact, with the rounded low parts q. *)
Lemma total_low (hx hy q : F double) (M : R) k :
  below hx k -> below hy k -> (-900 <= k <= 1000)%Z -> finite q ->
  - M <= real hx + real hy <= M -> 0 <= M <= bpow radix2 900 -> - (34/10 * (ud * M)) <= real q <= 34/10 * (ud * M) ->
  let hi := fadd hx hy in let lo := fadd (sum_rest hx hy) q in
  finite hi /\ finite lo /\ - (ud * M) <= real hi - (real hx + real hy) <= ud * M /\
  - (45/10 * (ud * M)) <= real lo <= 45/10 * (ud * M) /\
  - (45/10 * (ud * (ud * M))) <= real hi + real lo - (real hx + real hy + real q) <= 45/10 * (ud * (ud * M)).
Proof.
  intros Hx Hy K Fq HM [M0 MB] HQ. cbv zeta. scales M M0.
  destruct (sum_parts hx hy k Hx Hy K) as (F1 & F2 & E & S & _). destruct ud_small as [U0 U1].
  assert (S' : Rabs (real (sum_rest hx hy)) <= ud * M).
  { eapply Rle_trans; [exact S |]. apply Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  apply Rabs_le_inv in S'.
  assert (Big : 44/10 * (ud * M) <= big).
  { apply Rle_trans with (bpow radix2 900); [lra | unfold big; apply bpow_le; lia]. }
  destruct (add_step (sum_rest hx hy) q (44/10 * (ud * M)) F2 Fq ltac:(lra) Big) as (F3 & S3).
  replace (ud * (44/10 * (ud * M))) with (44/10 * (ud * (ud * M))) in S3 by ring.
  repeat match goal with |- _ /\ _ => split; [first [assumption | lra] |] end; lra.
Qed.

Definition ordinary (v : F double) := below v 200 /\ (real v = 0 \/ bpow radix2 (-150) <= Rabs (real v)).

Lemma ordinary_normal v : ordinary v -> is_normal_or_zero (real v).
Proof. intros [_ [H | H]]; [now left | right]. eapply Rle_trans; [| exact H]. apply bpow_le. lia. Qed.

Lemma ordinary_product v w : ordinary v -> ordinary w -> is_splittable (real v * real w).
Proof.
  intros [_ [V | V]] [_ [W | W]]; try (left; rewrite ?V, ?W; ring). right.
  apply Rle_trans with (bpow radix2 (-150) * bpow radix2 (-150)).
  - rewrite <- bpow_plus. apply bpow_le. lia.
  - rewrite Rabs_mult. apply Rmult_le_compat; auto using bpow_ge_0.
Qed.

Lemma ordinary_parts v w : ordinary v -> ordinary w ->
  finite (fmul v w) /\ finite (pair_product_rest v w) /\
  real (fmul v w) + real (pair_product_rest v w) = real v * real w /\
  Rabs (real (pair_product_rest v w)) <= ud * Rabs (real v * real w) + tiny /\ below (fmul v w) 400.
Proof.
  intros V W. destruct (pair_product_parts v w 200 (proj1 V) (proj1 W) ltac:(lia) (ordinary_normal v V) (ordinary_normal
    w W)
    (ordinary_product v w V W)) as (F1 & F2 & E & S). repeat split; auto.
  apply (mul_below v w 200 200); [apply V | apply W | lia].
Qed.

(* One product of double-doubles of ordinary size, such as ux wy; S bounds |x y|. *)
Lemma component_parts (ah al bh bl c2 : F double) (x y : R) :
  c2 = fmul al bh \/ c2 = fmul bh al ->
  ordinary ah -> ordinary bh -> finite al -> finite bl -> real ah + real al = x -> real bh + real bl = y ->
  Rabs (real al) <= ud * Rabs x -> Rabs (real bl) <= ud * Rabs y ->
  let S := Rabs (x * y) in
  let lo := fadd (pair_product_rest ah bh) (fadd (fmul ah bl) c2) in
  finite lo /\ below (fmul ah bh) 400 /\
  - (32/10 * (ud * S) + 4 * tiny) <= real lo <= 32/10 * (ud * S) + 4 * tiny /\
  - (82/10 * (ud * (ud * S)) + 4 * tiny) <= real (fmul ah bh) + real lo - x * y <= 82/10 * (ud * (ud * S)) + 4 * tiny /\
  - (101/100 * S) <= real ah * real bh <= 101/100 * S.
Proof.
  intros Hc A B Fal Fbl Ex Ey Sa Sb. cbv zeta. set (S := Rabs (x * y)).
  destruct (ordinary_parts ah bh A B) as (F1 & F2 & E & Sr & Bp). destruct ud_small as [U0 U1].
  assert (S0 : 0 <= S) by apply Rabs_pos. scales S S0.
  assert (X1 : Rabs (real ah) <= (1 + ud) * Rabs x).
  { replace (real ah) with (x - real al) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (Y1 : Rabs (real bh) <= (1 + ud) * Rabs y).
  { replace (real bh) with (y - real bl) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (P : forall p q a b : R, Rabs p <= a * Rabs x -> Rabs q <= b * Rabs y -> - (a * b * S) <= p * q <= a * b * S).
  { intros p q a b Hp Hq. assert (H5 : Rabs (p * q) <= a * b * S).
    { unfold S. rewrite !Rabs_mult. replace (a * b * (Rabs x * Rabs y)) with ((a * Rabs x) * (b * Rabs y)) by ring.
      apply Rmult_le_compat; auto using Rabs_pos. }
    apply Rabs_le_inv in H5. lra. }
  pose proof (P _ _ _ _ X1 Y1) as P1. pose proof (P _ _ _ _ X1 Sb) as P2. pose proof (P _ _ _ _ Sa Y1) as P3.
  pose proof (P _ _ _ _ Sa Sb) as P4.
  assert (HP : - (101/100 * S) <= real ah * real bh <= 101/100 * S) by lra.
  assert (SB : 101/100 * S <= bpow radix2 900).
  { destruct A as [[_ BA] _]. destruct B as [[_ BB] _]. unfold S. rewrite Rabs_mult.
    assert (Rabs x <= 2 * bpow radix2 200).
    { rewrite <- Ex. eapply Rle_trans; [apply Rabs_triang |].
      assert (ud * Rabs x <= / 2 * Rabs x) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
      assert (Rabs x <= Rabs (real ah) + Rabs (real al)) by (rewrite <- Ex; apply Rabs_triang). lra. }
    assert (Rabs y <= 2 * bpow radix2 200).
    { rewrite <- Ey. eapply Rle_trans; [apply Rabs_triang |].
      assert (ud * Rabs y <= / 2 * Rabs y) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
      assert (Rabs y <= Rabs (real bh) + Rabs (real bl)) by (rewrite <- Ey; apply Rabs_triang). lra. }
    assert (Rabs x * Rabs y <= 2 * bpow radix2 200 * (2 * bpow radix2 200)) by (apply Rmult_le_compat;
      auto using Rabs_pos).
    assert (8 * (bpow radix2 200 * bpow radix2 200) <= bpow radix2 900).
    { rewrite <- bpow_plus. replace 8 with (bpow radix2 3) by (simpl; lra). rewrite <- bpow_plus. apply bpow_le. lia. }
    pose proof (bpow_ge_0 radix2 200). assert (0 <= bpow radix2 200 * bpow radix2 200) by (apply Rmult_le_pos; lra).
    lra. }
  assert (Q1 : Rabs (real (pair_product_rest ah bh)) <= ud * (101/100 * S) + tiny).
  { eapply Rle_trans; [exact Sr |]. apply Rplus_le_compat_r, Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  apply Rabs_le_inv in Q1.
  assert (Big : ud * (101/100 * S) <= big).
  { apply Rle_trans with (bpow radix2 900); [lra | unfold big; apply bpow_le; lia]. }
  destruct (mul_step ah bl (ud * (101/100 * S)) (proj1 (proj1 A)) Fbl ltac:(lra) Big) as (G1 & C1).
  assert (G : finite c2 /\ - (ud * (ud * (101/100 * S)) + tiny) <= real c2 - real al * real bh <=
    ud * (ud * (101/100 * S)) + tiny).
  { destruct Hc as [-> | ->].
    - exact (mul_step al bh (ud * (101/100 * S)) Fal (proj1 (proj1 B)) ltac:(lra) Big).
    - rewrite (Rmult_comm (real al)). exact (mul_step bh al (ud * (101/100 * S)) (proj1 (proj1 B)) Fal ltac:(lra) Big).
      }
  destruct G as (G2 & C2).
  destruct (product_low (pair_product_rest ah bh) (fmul ah bl) c2 (real ah) (real al) (real bh) (real bl)
    (real (fmul ah bh)) (101/100 * S) F2 G1 G2 E Q1 ltac:(lra) ltac:(lra) ltac:(lra) C1 C2 ltac:(lra))
      as (G3 & L1 & L2).
  rewrite Ex, Ey in L2. split; [exact G3 |]. split; [exact Bp |]. split; [lra |]. split; [lra | lra].
Qed.

(* |d|^2 *)
Lemma square_parts (hx hy lx ly hi lo : F double) e (x y : R) :
  wide_square_results hx hy lx ly hi lo e ->
  ordinary hx -> ordinary hy -> finite lx -> finite ly -> real hx + real lx = x -> real hy + real ly = y ->
  Rabs (real lx) <= ud * Rabs x -> Rabs (real ly) <= ud * Rabs y ->
  let A := x * x + y * y in bpow radix2 (-800) <= A ->
  finite hi /\ finite lo /\ - (43/10 * (ud * A)) <= real hi - A <= 43/10 * (ud * A) /\
  - (46/10 * (ud * A)) <= real lo <= 46/10 * (ud * A) /\
  - (17 * (ud * (ud * A))) <= real hi + real lo - A <= 17 * (ud * (ud * A)).
Proof.
  intros H Hx Hy Fx Fy Ex Ey Sx Sy. cbv zeta. set (A := x * x + y * y). intros A1. apply wide_square_is in H.
  destruct H as (-> & ->).
  pose proof (tiny_small A A1) as T. pose proof (bpow_gt_0 radix2 (-800)). assert (A0 : 0 <= A) by lra. scales A A0.
  pose proof (eta_pos double) as T0. destruct ud_small as [U0 U1].
  destruct (component_parts hx lx hx lx (fmul hx lx) x x (or_intror eq_refl) Hx Hx Fx Fx Ex Ex Sx Sx)
    as (F1 & B1 & L1 & E1 & P1).
  destruct (component_parts hy ly hy ly (fmul hy ly) y y (or_intror eq_refl) Hy Hy Fy Fy Ey Ey Sy Sy)
    as (F2 & B2 & L2 & E2 & P2).
  assert (Q : forall p : R, Rabs (p * p) = p * p) by (intros; apply Rabs_pos_eq, Rle_0_sqr). rewrite !Q in *.
  pose proof (Rle_0_sqr x) as X0. pose proof (Rle_0_sqr y) as Y0. unfold Rsqr in X0, Y0. scales (x * x) X0.
  scales (y * y) Y0.
  destruct Hx as [Bx _], Hy as [By _].
  assert (EA : forall c, c * A = c * (x * x) + c * (y * y)) by (intros; unfold A; ring).
  assert (AB : 101/100 * A <= bpow radix2 900).
  { assert (Z : forall (h l : F double) z, below h 200 -> real h + real l = z -> Rabs (real l) <= ud * Rabs z ->
      z * z <= 16 * bpow radix2 400).
    { intros h l z [_ Bz] Ez Sz. assert (Rabs z <= 2 * bpow radix2 200).
      { assert (Rabs z <= Rabs (real h) + Rabs (real l)) by (rewrite <- Ez; apply Rabs_triang).
        assert (ud * Rabs z <= / 2 * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
      rewrite <- Q, Rabs_mult. change 400%Z with (200 + 200)%Z. rewrite bpow_plus. pose proof (bpow_ge_0 radix2 200).
      assert (Rabs z * Rabs z <= 2 * bpow radix2 200 * (2 * bpow radix2 200)) by (apply Rmult_le_compat;
        auto using Rabs_pos).
      assert (0 <= bpow radix2 200 * bpow radix2 200) by (apply Rmult_le_pos; lra). lra. }
    pose proof (Z hx lx x Bx Ex Sx). pose proof (Z hy ly y By Ey Sy).
    assert (64 * bpow radix2 400 <= bpow radix2 900).
    { replace 64 with (bpow radix2 6) by (simpl; lra). rewrite <- bpow_plus. apply bpow_le. lia. }
    pose proof (bpow_ge_0 radix2 400). unfold A. lra. }
  set (l1 := fadd (pair_product_rest hx hx) _) in *. set (l2 := fadd (pair_product_rest hy hy) _) in *.
  pose proof (EA ud) as A2. pose proof (EA (ud * ud)) as A3. fold A in A2.
  replace (ud * ud * A) with (ud * (ud * A)) in A3 by ring.
  replace (ud * ud * (x * x)) with (ud * (ud * (x * x))) in A3 by ring.
  replace (ud * ud * (y * y)) with (ud * (ud * (y * y))) in A3 by ring.
  assert (A4 : A = x * x + y * y) by reflexivity.
  assert (Big : 33/10 * (ud * A) <= big).
  { apply Rle_trans with (bpow radix2 900); [lra | unfold big; apply bpow_le; lia]. }
  destruct (add_step l1 l2 (33/10 * (ud * A)) F1 F2 ltac:(lra) Big) as (F3 & S3).
  replace (ud * (33/10 * (ud * A))) with (33/10 * (ud * (ud * A))) in S3 by ring.
  replace (ud * (101/100 * A)) with (101/100 * (ud * A)) in * by ring.
  destruct (total_low (fmul hx hx) (fmul hy hy) (fadd l1 l2) (101/100 * A) 400 B1 B2 ltac:(lia) F3 ltac:(lra) ltac:(lra)
    ltac:(lra))
    as (G1 & G2 & G3 & G4 & G5).
  split; [exact G1 |]. split; [exact G2 |].
  replace (ud * (101/100 * A)) with (101/100 * (ud * A)) in * by ring.
  replace (ud * (101/100 * (ud * A))) with (101/100 * (ud * (ud * A))) in * by ring.
  replace (ud * (ud * (101/100 * A))) with (101/100 * (ud * (ud * A))) in * by ring.
  split; [lra |]. split; [lra |].
  lra.
Qed.
