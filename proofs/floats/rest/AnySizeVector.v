(* Vectors, their squares and their lengths in double-doubles: what solve_end and solve_side of
   src/rest/contact_integers.c share.

   The forms come from doubles or from integers. From doubles: plain numbers, of exponent 0, where one coordinate of a
   vector is at least 2^-200 and none exceeds 2^200. From integers: numbers that are cut off after 106 bits
   (`is_cut_off`), with any exponent. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound.
From Carom Require Bounded Terms_wide Terms_any_size.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_wide.wide_sqrt_terms(wide_sqrt_results).
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_wide.wide_sum_of_squares_terms(wide_sum_of_squares_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* The plain and the cut off numbers. *)
Definition is_vector (plain : bool) (x y : R) (xh xl : D) (xe : Z) (yh yl : D) (ye : Z) :=
  if plain then
    (is_good 200 xh xl /\ xe = 0%Z /\ value xh xl 0 = x) /\ (is_good 200 yh yl /\ ye = 0%Z /\ value yh yl 0 = y) /\
    (b2 (-200) <= Rabs (real xh) \/ b2 (-200) <= Rabs (real yh))
  else is_cut_off x xh xl xe /\ is_cut_off y yh yl ye.

Definition is_reach (plain : bool) (x : R) (h l : D) (e : Z) :=
  0 <= x /\
  if plain then is_good 200 h l /\ e = 0%Z /\ value h l 0 = x /\ 0 <= real h else is_cut_off x h l e.

(* Numbers > 0: below 2^n and at least 2^-n; if cut off, within 2^i. *)
Definition is_positive (plain : bool) n i (h l : D) (e : Z) :=
  is_good n h l /\ b2 (- n) <= real h /\
  if plain then e = 0%Z else is_good i h l /\ b2 (- i) <= real h.

Lemma cut_off_parts x h l e : is_cut_off x h l e ->
  is_good 1 h l /\ is_sized 1 h l /\ same_sign (real h) x /\ (real h = 0 <-> x = 0) /\
  (real h = 0 \/ 1 <= Rabs (real h)) /\ Rabs (value h l e - x) <= b2 (-105) * Rabs x.
Proof.
  intros C. pose proof (cut_off_good _ _ _ _ C) as G. split; [exact G |]. destruct C as (Fh & Fl & C).
  pose proof (high_sign 1 h l e G) as S.
  assert (E : Rabs (value h l e - x) <= b2 (-105) * Rabs x).
  { destruct C as [(Zx & Zh & Zl) | (_ & _ & C)]; [| exact C].
    unfold value. rewrite Zh, Zl, Zx, Rplus_0_l, Rmult_0_l, Rminus_0_r, Rabs_R0, Rmult_0_r. lra. }
  assert (Sm : b2 (-105) <= / 2) by (change (/ 2) with (b2 (-1)); apply bpow_le; lia).
  assert (K : Rabs (value h l e - x) <= / 2 * Rabs x).
  { eapply Rle_trans; [exact E |]. apply Rmult_le_compat_r; [apply Rabs_pos | exact Sm]. }
  assert (Sx : same_sign (value h l e) x).
  { unfold same_sign. destruct (Rtotal_order x 0) as [A | [A | A]].
    - rewrite (Rabs_left x) in K by exact A. apply Rabs_le_inv in K. split; split; intros; lra.
    - rewrite A, Rabs_R0, Rmult_0_r in K. apply Rabs_le_inv in K. split; split; intros; lra.
    - rewrite (Rabs_pos_eq x) in K by lra. apply Rabs_le_inv in K. split; split; intros; lra. }
  pose proof (same_sign_trans _ _ _ S Sx) as SS.
  assert (Zz : real h = 0 <-> x = 0).
  { destruct SS as ((A1 & A2) & (A3 & A4)). split; intros Z.
    - destruct (Rtotal_order x 0) as [A | [A | A]]; [specialize (A4 A); lra | exact A | specialize (A2 A); lra].
    - destruct (Rtotal_order (real h) 0) as [A | [A | A]]; [specialize (A3 A); lra | exact A | specialize (A1 A);
      lra]. }
  assert (O : real h = 0 \/ 1 <= Rabs (real h)) by (destruct C as [(_ & Z & _) | ((H & _) & _)]; auto).
  split; [| auto]. split; [exact G |]. destruct O as [Z | O]; [now left | right].
  change (b2 (- (1))) with (/ 2). lra.
Qed.

Lemma splittable_of_sizes (x y : R) i j : x = 0 \/ b2 i <= Rabs x -> y = 0 \/ b2 j <= Rabs y -> (-969 <= i + j)%Z ->
  is_splittable (x * y).
Proof.
  intros [-> | X] [-> | Y] L; try (left; ring). right. apply Rle_trans with (b2 (i + j)); [apply bpow_le; exact L |].
  rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; auto using bpow_ge_0.
Qed.

(* The square of a number that is cut off. *)
Lemma square_of_cut_off x h l e ph pl pe : is_cut_off x h l e -> wide_mul_results h l e h l e ph pl pe ->
  is_good 5 ph pl /\ 0 <= real ph /\ (x = 0 -> real ph = 0) /\ (x <> 0 -> b2 (-1) <= real ph) /\
  Rabs (value ph pl pe - x * x) <= b2 (-101) * (x * x).
Proof.
  intros C M. destruct (cut_off_parts _ _ _ _ C) as (G & _ & _ & Zx & O & E).
  pose proof (good_weaken _ 850 _ _ G ltac:(lia)) as G'. pose proof (proj2 (proj2 (proj2 G))) as B.
  assert (Sp : is_splittable (real h * real h)).
  { apply (splittable_of_sizes _ _ 0 0); [| | lia]; exact O. }
  destruct (wide_mul_sized 2 _ _ _ _ _ _ _ _ _ M ltac:(lia) G' G' (product_at_most 1 1 _ _ B B) Sp)
    as (Gp & _ & Sz & Ep).
  split; [exact Gp |].
  assert (Ex : Rabs (value ph pl pe - x * x) <= b2 (-101) * (x * x)).
  { set (v := value h l e) in *. rewrite (Rabs_pos_eq (v * v)) in Ep by apply Rle_0_sqr.
    destruct (abs_near _ _ _ E) as (N1 & N2).
    assert (Ev : Rabs (v * v - x * x) <= 201 / 100 * b2 (-105) * (x * x)).
    { replace (v * v - x * x) with ((v - x) * (2 * x + (v - x))) by ring. rewrite Rabs_mult.
      apply Rle_trans with (b2 (-105) * Rabs x * (201 / 100 * Rabs x)).
      - apply Rmult_le_compat; try apply Rabs_pos; [exact E |]. eapply Rle_trans; [apply Rabs_triang |].
        rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. change (b2 (-105)) with (/ 40564819207303340847894502572032) in *.
        pose proof (Rabs_pos x). lra.
      - rewrite <- (square_of_abs x). right. field. }
    pose proof (Rle_0_sqr x) as X0. unfold Rsqr in X0. pose proof (Rle_0_sqr v) as V0. unfold Rsqr in V0.
    change (b2 (-105)) with (/ 40564819207303340847894502572032) in *.
    change (b2 (-102)) with (/ 5070602400912917605986812821504) in *.
    change (b2 (-101)) with (/ 2535301200456458802993406410752) in *.
    apply Rabs_le_inv in Ep, Ev. apply Rabs_le. lra. }
  assert (Nn : 0 <= real ph).
  { destruct (high_sign _ _ _ pe Gp) as (_ & (H & _)). apply Rnot_lt_le. intros A. specialize (H A).
    pose proof (Rle_0_sqr x) as X0. unfold Rsqr in X0. apply Rabs_le_inv in Ex.
    assert (b2 (-101) * (x * x) <= 1 * (x * x)) by (apply Rmult_le_compat_r; [exact X0 | change 1 with (b2 0);
      apply bpow_le; lia]). lra. }
  split; [exact Nn |]. rewrite (Rabs_pos_eq (real ph)) in Sz by exact Nn. split; [| split; [| exact Ex]].
  - intros Z. apply Zx in Z. rewrite Z, Rmult_0_l, Rabs_R0 in Sz. lra.
  - intros N. destruct O as [Z | O]; [apply Zx in Z; contradiction |].
    assert (1 * 1 <= Rabs (real h * real h)) by (rewrite Rabs_mult; apply Rmult_le_compat; lra).
    change (b2 (-1)) with (/ 2). lra.
Qed.

(* x^2 + y^2, from either kind of number. *)
Theorem squares_of_vector plain x y xh xl xe yh yl ye k1 k2 h l e :
  wide_sum_of_squares_results xh xl xe yh yl ye k1 k2 h l e -> is_vector plain x y xh xl xe yh yl ye ->
  x <> 0 \/ y <> 0 -> is_positive plain 405 8 h l e /\ Rabs (value h l e - (x * x + y * y)) <= b2 (-100)
    * (x * x + y * y).
Proof.
  intros H V N. destruct plain.
  - destruct V as ((Gx & -> & Vx) & (Gy & -> & Vy) & L).
    destruct (plain_squares _ _ _ _ _ _ _ _ _ H Gx Gy L) as (G & -> & (S1 & S2) & E). rewrite Vx, Vy in *.
    assert (Q0 : 0 < x * x + y * y) by (pose proof (bpow_gt_0 radix2 (-401)); lra).
    split; [| eapply Rle_trans; [exact E |]; apply Rmult_le_compat_r; [lra | apply bpow_le; lia]].
    split; [exact G |]. split; [| reflexivity].
    pose proof (high_at_most_value h l 0 (good_wide _ _ _ G)) as A.
    pose proof (wide_size _ _ (good_wide _ _ _ G)) as (_ & W).
    assert (El : real h + real l = value h l 0) by (unfold value; change (b2 0) with 1; ring). rewrite El in W.
    change (b2 (-101)) with (/ 2535301200456458802993406410752) in E. apply Rabs_le_inv in E.
    assert (P : 0 < real h) by (apply (high_sign _ _ _ 0 G); lra).
    rewrite (Rabs_pos_eq (real h)), Rabs_pos_eq in W by lra. change (- (405))%Z with (-4 + -401)%Z.
    rewrite (bpow_plus radix2 (-4)). change (b2 (-4)) with (/ 16). lra.
  - destruct V as (Cx & Cy). destruct H as (ph & pl & pe & qh & ql & qe & [Mx My A]).
    destruct (square_of_cut_off _ _ _ _ _ _ _ Cx Mx) as (Gp & P0 & Pz & Pn & Ep).
    destruct (square_of_cut_off _ _ _ _ _ _ _ Cy My) as (Gq & Q0 & Qz & Qn & Eq).
    assert (Sp : is_sized 5 ph pl).
    { split; [exact Gp |]. destruct (Req_dec x 0) as [Z | Z]; [left; auto | right]. rewrite Rabs_pos_eq by exact P0.
      eapply Rle_trans; [| apply Pn, Z]. apply bpow_le. lia. }
    assert (Sq : is_sized 5 qh ql).
    { split; [exact Gq |]. destruct (Req_dec y 0) as [Z | Z]; [left; auto | right]. rewrite Rabs_pos_eq by exact Q0.
      eapply Rle_trans; [| apply Qn, Z]. apply bpow_le. lia. }
    assert (Nz : real ph <> 0 \/ real qh <> 0).
    { pose proof (bpow_gt_0 radix2 (-1)). destruct N as [N | N]; [left; specialize (Pn N) | right; specialize (Qn N)];
      lra. }
    destruct (wide_add_nonneg 5 _ _ _ _ _ _ _ _ _ _ _ A ltac:(lia) Gp Gq P0 Q0) as (G & L & E).
    { right. repeat split; auto; try lia; try apply Gp; try apply Gq; apply Sp || apply Sq. }
    split.
    + split; [apply (good_weaken 7); [exact G | lia] |]. split; [eapply Rle_trans; [| exact L]; apply bpow_le; lia |].
      split; [apply (good_weaken 7); [exact G | lia] |]. eapply Rle_trans; [| exact L]. apply bpow_le. lia.
    + pose proof (Rle_0_sqr x) as X2. pose proof (Rle_0_sqr y) as Y2. unfold Rsqr in X2, Y2.
      change (b2 (-103)) with (/ 10141204801825835211973625643008) in E.
      change (b2 (-101)) with (/ 2535301200456458802993406410752) in *.
      change (b2 (-100)) with (/ 1267650600228229401496703205376).
      apply Rabs_le_inv in Ep, Eq, E. apply Rabs_le. lra.
Qed.

(* The root of a number that is near s. *)
Lemma near_root v s c : 0 < s -> 0 <= c <= / 4 -> Rabs (v - s) <= c * s -> Rabs (sqrt v - sqrt s) <= c * sqrt s.
Proof.
  intros S C H. assert (S0 : 0 < sqrt s) by now apply sqrt_lt_R0.
  assert (V0 : 0 <= v). { apply Rabs_le_inv in H. assert (c * s <= / 4 * s) by (apply Rmult_le_compat_r; lra). lra. }
  apply Rmult_le_reg_r with (sqrt v + sqrt s); [pose proof (sqrt_pos v); lra |].
  rewrite <- (Rabs_pos_eq (sqrt v + sqrt s)) at 1 by (pose proof (sqrt_pos v); lra). rewrite <- Rabs_mult.
  replace ((sqrt v - sqrt s) * (sqrt v + sqrt s)) with (sqrt v * sqrt v - sqrt s * sqrt s) by ring.
  rewrite !sqrt_sqrt by lra. eapply Rle_trans; [exact H |]. rewrite <- (sqrt_sqrt s) at 1 by lra.
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [lra |]. pose proof (sqrt_pos v). lra.
Qed.

Lemma sqrt_power i n h : (i <= 2 * n)%Z -> h <= b2 i -> sqrt h <= b2 n.
Proof.
  intros L H. rewrite <- (sqrt_square (b2 n)) by apply bpow_ge_0. apply sqrt_le_1_alt. eapply Rle_trans; [exact H |].
  rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

Lemma sqrt_power_least i n h : (2 * n <= i)%Z -> b2 i <= h -> b2 n <= sqrt h.
Proof.
  intros L H. rewrite <- (sqrt_square (b2 n)) by apply bpow_ge_0. apply sqrt_le_1_alt. eapply Rle_trans; [| exact H].
  rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

Lemma wide_sqrt_plain ah al hi lo e : wide_sqrt_results ah al 0 hi lo e -> real ah <> 0 -> e = 0%Z.
Proof.
  unfold wide_sqrt_results. intros H N. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [I1 _ I2 A1 A2 A3 A4 A5 A6 Es Sp Er So R1 R2 R3].
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ So) as (_ & _ & Ee). clear Sp So.
  destruct (feq ah (fconst 0 0)) eqn:E; [apply feq_zero in E; lra |]. subst. reflexivity.
Qed.

Theorem root_of_positive plain h l e rh rl re s : wide_sqrt_results h l e rh rl re -> is_positive plain 405 8 h l e ->
  0 < s -> Rabs (value h l e - s) <= b2 (-100) * s ->
  is_positive plain 206 6 rh rl re /\ Rabs (value rh rl re - sqrt s) <= b2 (-99) * sqrt s.
Proof.
  intros H (G & L & M) S E. pose proof (bpow_gt_0 radix2 (-405)) as P. pose proof (proj2 (proj2 (proj2 G))) as U.
  change (- (405))%Z with (-405)%Z in L. rewrite Rabs_pos_eq in U by lra.
  destruct (wide_sqrt_sized _ _ _ _ _ _ H) as (T & F1 & F2 & (Z1 & Z2) & B).
  { apply (good_weaken 405); [exact G | lia]. }
  { eapply Rle_trans; [| exact L]. apply bpow_le. lia. }
  assert (In : forall n i, (i <= 2 * n)%Z -> b2 (- i) <= real h <= b2 i -> is_good (n + 1) rh rl /\
    b2 (- (n + 1)) <= real rh).
  { intros n i Hi (A1 & A2). pose proof (sqrt_power i n _ Hi A2). pose proof (sqrt_power_least (- i) (- n)
    _ ltac:(lia) A1).
    pose proof (bpow_gt_0 radix2 (- n)). pose proof (bpow_gt_0 radix2 n).
    replace (- (n + 1))%Z with (-1 + - n)%Z by ring. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2).
    split; [| lra]. split; [exact F1 |]. split; [exact F2 |]. split; [exact T |]. rewrite bpow_plus.
      change (b2 1) with 2.
    rewrite Rabs_pos_eq; lra. }
  split.
  - destruct (In 203%Z 405%Z ltac:(lia) ltac:(split; assumption)) as (G1 & L1).
    split; [apply (good_weaken 204); [exact G1 | lia] |]. split; [eapply Rle_trans; [| exact L1]; apply bpow_le; lia |].
    destruct plain.
    + subst e. apply (wide_sqrt_plain _ _ _ _ _ H). lra.
    + destruct M as (G8 & L8). pose proof (proj2 (proj2 (proj2 G8))) as U8. rewrite Rabs_pos_eq in U8 by lra.
      destruct (In 4%Z 8%Z ltac:(lia) ltac:(split; assumption)) as (G4 & L4).
      split; [apply (good_weaken 5); [exact G4 | lia] |]. eapply Rle_trans; [| exact L4]. apply bpow_le. lia.
  - pose proof (near_root _ _ (b2 (-100)) S ltac:(change (b2 (-100)) with (/ 1267650600228229401496703205376);
    lra) E) as R.
    pose proof (sqrt_lt_R0 _ S) as S0. pose proof (sqrt_pos (value h l e)) as V0.
    change (b2 (-101)) with (/ 2535301200456458802993406410752) in *.
    change (b2 (-100)) with (/ 1267650600228229401496703205376) in *.
    change (b2 (-99)) with (/ 633825300114114700748351602688).
    apply Rabs_le_inv in B, R. apply Rabs_le. lra.
Qed.
