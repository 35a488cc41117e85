(* The numbers at an end of a wall: solve_end of src/rest/contact_integers.c, over forms that come from doubles or
   from integers. The depth and the normal are near enough for their last rounding, the parameter is 0 or 1 exactly, and
   the nearest point is the end. If the centre is on the end, the normal is the left-hand one, or (0, 1) on a point. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeParts AnySizeNormal.
From Carom Require Bounded ContactFeature Terms_wide Terms_any_size.
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_wide.wide_sqrt_terms(wide_sqrt_results).
Import Terms_wide.wide_sum_of_squares_terms(wide_sum_of_squares_results).
Import Terms_any_size.approximate_gap_terms(approximate_gap_results).
Import Terms_any_size.solve_end_terms(solve_end_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* ---- the gap ---- *)

(* S is the squared distance. *)
Definition is_end_gap (plain : bool) (x S : R) (gh gl : D) (ge : Z) :=
  if plain then
    is_good 407 gh gl /\ ge = 0%Z /\ b2 (-500) <= Rabs (real gh) /\ same_sign (real gh) (x * x - S) /\
    Rabs (value gh gl 0 - (x * x - S)) <= b2 (-100) * (x * x + S)
  else is_cut_off (x * x - S) gh gl ge.

Lemma gap_of_end plain x S gh gl ge : is_end_gap plain x S gh gl ge -> 0 <= S -> is_gap x (sqrt S) gh gl ge.
Proof.
  intros H S0. unfold is_gap. rewrite sqrt_sqrt by exact S0. pose proof (Rle_0_sqr x) as X0. unfold Rsqr in X0.
  destruct plain.
  - destruct H as (G & -> & L & Sg & E). split; [apply (good_weaken 407); [exact G | lia] |]. split; [now right |].
    split; [exact Sg |]. eapply Rle_trans; [exact E |]. apply Rmult_le_compat_r; [lra | apply bpow_le; lia].
  - destruct (cut_off_parts _ _ _ _ H) as (G & _ & Sg & _ & O & E).
    split; [apply (good_weaken 1); [exact G | lia] |]. split.
    { destruct O as [Z | O]; [now left | right]. eapply Rle_trans; [| exact O]. change 1 with (b2 0). apply bpow_le.
      lia. }
    split; [exact Sg |]. eapply Rle_trans; [exact E |]. apply Rmult_le_compat; try apply bpow_ge_0;
      [apply Rabs_pos | |].
    + apply bpow_le. lia.
    + apply Rabs_le. lra.
Qed.

(* A gap that approximate_gap accepts. *)
Theorem end_gap_of_doubles xh xl yh yl rh rl margin k1 k2 k3 k4 gh gl ge j
    (x := value xh xl 0) (y := value yh yl 0) (r := value rh rl 0) :
  approximate_gap_results xh xl 0 yh yl 0 rh rl 0 margin k1 k2 k3 k4 true gh gl ge ->
  is_good 200 xh xl -> is_good 200 yh yl -> is_good 200 rh rl ->
  b2 (-200) <= Rabs (real xh) \/ b2 (-200) <= Rabs (real yh) ->
  finite margin -> real margin = b2 j -> (-95 <= j <= 0)%Z -> is_end_gap true r (x * x + y * y) gh gl ge.
Proof.
  intros H Gx Gy Gr L Fm Vm Hj.
  destruct (gap_core _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H Gx Gy Gr L) as (G & E & (S1 & _) & B & C).
  destruct (C eq_refl j Fm Vm Hj) as (C1 & C2). split; [exact G |]. split; [exact E |].
    split; [| split; [exact C2 | exact B]].
  fold x y r in C1, S1. eapply Rle_trans; [| exact C1]. apply Rle_trans with (b2 (-1) * (b2 (-95) * b2 (-401))).
  - rewrite <- !bpow_plus. apply bpow_le. lia.
  - change (b2 (-1)) with (/ 2). pose proof (bpow_gt_0 radix2 (-750)). pose proof (Rle_0_sqr r) as R0.
    unfold Rsqr in R0.
    assert (P : b2 (-95) * b2 (-401) <= b2 j * (r * r + (x * x + y * y))).
    { apply Rmult_le_compat; try apply bpow_ge_0; [apply bpow_le; lia | lra]. }
    assert (0 <= b2 (-95) * b2 (-401)) by (apply Rmult_le_pos; apply bpow_ge_0). lra.
Qed.

(* ---- small numbers ---- *)

Lemma wide_of_value a h l e : wide_of_results a h l e -> finite a ->
  is_good 250 h l /\ real l = 0 /\ value h l e = real a.
Proof.
  intros H Fa. destruct (wide_of_is_exact _ _ _ _ H Fa) as (Fh & V & Zl & B). split; [| auto].
  assert (Fl : finite l).
  { unfold wide_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H. subst l.
    reflexivity. }
  split; [exact Fh |]. split; [exact Fl |]. split; [split |].
  - intros _. exact Zl.
  - rewrite Zl, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real h))). lra.
  - destruct B as [Z | B]; [rewrite Z, Rabs_R0; apply bpow_ge_0 | apply B].
Qed.

Lemma high_of_zero n (h l : D) e : is_good n h l -> value h l e = 0 -> real h = 0.
Proof.
  intros G V. apply (zero_of_value h l); [apply G |]. unfold value in V. apply Rmult_integral in V.
  destruct V as [V | V]; [exact V |]. pose proof (bpow_gt_0 radix2 e). lra.
Qed.

Lemma cut_off_zero n (h l : D) e : is_good n h l -> real h = 0 -> is_cut_off 0 h l e.
Proof.
  intros (F1 & F2 & (T & _) & _) Z. split; [exact F1 |]. split; [exact F2 |]. left. auto.
Qed.

(* The distance 0. *)
Lemma root_of_zeros xh xl xe yh yl ye k1 k2 sh sl se h l e :
  wide_sum_of_squares_results xh xl xe yh yl ye k1 k2 sh sl se -> wide_sqrt_results sh sl se h l e ->
  is_cut_off 0 xh xl xe -> is_cut_off 0 yh yl ye -> is_cut_off 0 h l e /\ is_good 250 h l /\ real h = 0.
Proof.
  intros (ph & pl & pe & qh & ql & qe & [Mx My A]) Q Cx Cy.
  destruct (square_of_cut_off _ _ _ _ _ _ _ Cx Mx) as (Gp & _ & Pz & _).
  destruct (square_of_cut_off _ _ _ _ _ _ _ Cy My) as (Gq & _ & Qz & _).
  destruct (sum_of_zeros 5 _ _ _ _ _ _ _ _ _ _ _ A ltac:(lia) Gp Gq (Pz eq_refl) (Qz eq_refl)) as (Gs & Zs & _).
  unfold wide_sqrt_results in Q. repeat match type of Q with ex _ => destruct Q as [? Q] end.
  destruct Q as [I1 W I2 _ _ _ _ _ _ _ _ _ _ R1 R2 R3].
  rewrite (ContactFeature.feq_zero_true sh (proj1 Gs) Zs) in I1. subst. destruct zero_value as (F0 & V0).
  destruct (wide_of_value _ _ _ _ W F0) as (G & _ & V). rewrite V0 in V.
  pose proof (high_of_zero _ _ _ _ G V) as Z. split; [now apply (cut_off_zero 250) | auto].
Qed.

Lemma coordinate_at_most x y : Rabs x <= sqrt (x * x + y * y) /\ Rabs y <= sqrt (x * x + y * y).
Proof.
  pose proof (Rle_0_sqr x) as X. pose proof (Rle_0_sqr y) as Y. unfold Rsqr in X, Y.
  split; rewrite <- sqrt_Rsqr_abs; apply sqrt_le_1_alt; unfold Rsqr; lra.
Qed.

Lemma length_positive x y : x <> 0 \/ y <> 0 -> 0 < x * x + y * y.
Proof.
  intros N. pose proof (Rle_0_sqr x) as X. pose proof (Rle_0_sqr y) as Y. unfold Rsqr in X, Y.
  destruct N as [N | N]; apply Rsqr_pos_lt in N; unfold Rsqr in N; lra.
Qed.

(* ---- solve_end ---- *)

Section End.
Variables n uxe uye wxe wye zxe zye re gae gbe de te pxe pye nxe nye : Z.
Variables ax ay bx by_ uxh uxl uyh uyl wxh wxl wyh wyl zxh zxl zyh zyl rh rl gah gal gbh gbl k1 k2 k3 k4 k5 k6 : D.
Variables dh dl th tl pxh pxl pyh pyl nxh nxl nyh nyl : D.
Hypothesis run : solve_end_results n ax ay bx by_ uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl
  zye
  rh rl re gah gal gae gbh gbl gbe k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye.
Let at_a := Z.eqb n 2.
Hypothesis finite_ends : finite ax /\ finite ay /\ finite bx /\ finite by_.

(* The parameter and the nearest point are exact. *)
Theorem solve_end_place :
  (is_good 250 th tl /\ real tl = 0 /\ value th tl te = if at_a then 0 else 1) /\
  (is_good 250 pxh pxl /\ value pxh pxl pxe = real (if at_a then ax else bx)) /\
  (is_good 250 pyh pyl /\ value pyh pyl pye = real (if at_a then ay else by_)).
Proof.
  pose proof run as Q. unfold solve_end_results in Q. repeat match type of Q with ex _ => destruct Q as [? Q] end.
  destruct Q. fold at_a in E_at_a. destruct finite_ends as (F1 & F2 & F3 & F4).
  destruct one_value as (Fo & Vo). destruct zero_value as (Fz & Vz). subst.
  destruct (wide_of_value _ _ _ _ E_wide_of) as (G1 & Z1 & V1); [destruct at_a; assumption |].
  destruct (wide_of_value _ _ _ _ E_wide_of_2) as (G2 & _ & V2); [destruct at_a; assumption |].
  destruct (wide_of_value _ _ _ _ E_wide_of_3) as (G3 & _ & V3); [destruct at_a; assumption |].
  split; [split; [exact G1 |]; split; [exact Z1 |] | auto]. rewrite V1. now destruct at_a.
Qed.

(* x and y lead from the end to the centre. *)
Variable plain : bool.
Variables x y r : R.
Let S := x * x + y * y.
Let q := sqrt S.
Hypothesis vector : is_vector plain x y (if at_a then wxh else zxh) (if at_a then wxl else zxl)
  (if at_a then wxe else zxe)
  (if at_a then wyh else zyh) (if at_a then wyl else zyl) (if at_a then wye else zye).
Hypothesis reach : is_reach plain r rh rl re.

Theorem solve_end_depth : x <> 0 \/ y <> 0 ->
  is_end_gap plain r S (if at_a then gah else gbh) (if at_a then gal else gbl) (if at_a then gae else gbe) ->
  is_depth r q dh dl de.
Proof.
  intros N Gap. pose proof run as Q. unfold solve_end_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q. fold at_a in E_at_a. subst.
  pose proof (length_positive x y N) as S0. fold S in S0. pose proof (sqrt_lt_R0 _ S0) as q0. fold q in q0.
  destruct (squares_of_vector _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_sum_of_squares vector N) as (Ps & Es). fold S in Es.
  destruct (root_of_positive _ _ _ _ _ _ _ _ E_wide_sqrt Ps S0 Es) as ((Gd & Ld & Md) & Ed). fold q in Ed.
  pose proof (bpow_gt_0 radix2 (- (206))) as P2. destruct (reach_parts _ _ _ _ _ reach) as (Gr & R0 & _ & Sr).
  apply (depth_of_gap_correct plain _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_depth_of_gap reach).
  - left. split; [apply (good_weaken 206); [exact Gd | lia] |]. split; [lra |]. destruct plain.
    + split; [destruct reach as (_ & _ & -> & _); now rewrite Md |].
      assert (b2 (-230) <= b2 (- (206))) by (apply bpow_le; lia). lra.
    + destruct Md as (G6 & L6). split; [| right; lra]. split; [apply (good_weaken 6); [exact G6 | lia] |]. right.
      rewrite Rabs_pos_eq by lra. eapply Rle_trans; [| exact L6]. apply bpow_le. lia.
  - lra.
  - eapply Rle_trans; [exact Ed |]. apply Rmult_le_compat; try apply bpow_ge_0; [lra | apply bpow_le;
    lia | apply Rmax_r].
  - apply (gap_of_end plain); [exact Gap | lra].
Qed.

Theorem solve_end_normal : x <> 0 \/ y <> 0 ->
  (is_ordinary nxh nxl nxe /\ Rabs (value nxh nxl nxe - x / q) <= 11 / 10 * b2 (-96)) /\
  (is_ordinary nyh nyl nye /\ Rabs (value nyh nyl nye - y / q) <= 11 / 10 * b2 (-96)).
Proof.
  intros N. pose proof run as Q. unfold solve_end_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q. fold at_a in E_at_a. subst.
  pose proof (length_positive x y N) as S0. fold S in S0. pose proof (sqrt_lt_R0 _ S0) as q0. fold q in q0.
  destruct (squares_of_vector _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_sum_of_squares vector N) as (Ps & Es). fold S in Es.
  destruct (root_of_positive _ _ _ _ _ _ _ _ E_wide_sqrt Ps S0 Es) as (Pd & Ed). fold q in Ed.
  match type of E_wide_sqrt with wide_sqrt_results _ _ _ ?h _ _ => assert (Nz : feq h (fconst 0 0) = false) end.
  { match goal with |- ?f = false => destruct f eqn:E; [| reflexivity] end. apply feq_zero in E.
    pose proof (bpow_gt_0 radix2 (- (206))). destruct Pd as (_ & L & _). lra. }
  rewrite Nz in *. cbv iota in *.
  destruct (inverse_of_length _ _ _ _ _ _ _ _ _ _ _ E_wide_of_4 E_wide_div Pd q0 Ed) as (Fi & _).
  destruct (coordinates _ _ _ _ _ _ _ _ _ vector) as (Cx & Cy). destruct E_set_normal.
  destruct (coordinate_at_most x y) as (Bx & By). fold S q in Bx, By.
  rewrite <- (Rmult_1_l x), <- (Rmult_1_l y).
  split; eapply component_correct; try eassumption; apply Rabs_R1.
Qed.

(* The centre is on the end. *)
Theorem solve_end_depth_on_end : plain = false -> x = 0 -> y = 0 ->
  is_end_gap plain r 0 (if at_a then gah else gbh) (if at_a then gal else gbl) (if at_a then gae else gbe) ->
  is_depth r 0 dh dl de.
Proof.
  intros Pl X0 Y0 Gap. revert Pl X0 Y0. pose proof run as Q. unfold solve_end_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q. fold at_a in E_at_a. subst.
  intros Pl X0 Y0. rewrite Pl in *. rewrite X0, Y0 in vector. destruct vector as (Cx & Cy).
  destruct (root_of_zeros _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_sum_of_squares E_wide_sqrt Cx Cy) as (Cd & Gd & Zd).
  destruct (reach_parts _ _ _ _ _ reach) as (Gr & R0 & _ & _).
  apply (depth_of_gap_correct false _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_depth_of_gap reach).
  - destruct (Req_dec (real rh) 0) as [Zr | Nr].
    + right. destruct reach as (_ & Cr). destruct (cut_off_parts _ _ _ _ Cr) as (_ & _ & _ & Zx & _). apply Zx in Zr.
      unfold is_end_gap in Gap. rewrite Zr, Rmult_0_l, Rminus_0_r in Gap. now apply (cut_off_parts _ _ _ _ Gap).
    + left. split; [now apply (good_of_zero 250) |]. split; [lra |]. split; [| now left].
      split; [now apply (good_of_zero 250) | now left].
  - lra.
  - rewrite (value_of_zero _ _ _ (proj1 (proj2 (proj2 Gd))) Zd), Rminus_0_r, Rabs_R0.
    apply Rmult_le_pos; [apply bpow_ge_0 |]. eapply Rle_trans; [| apply Rmax_r]. lra.
  - rewrite <- sqrt_0. apply (gap_of_end false); [exact Gap | lra].
Qed.

(* The normal there: u turned left, or (0, 1). *)
Theorem solve_end_normal_on_end ux uy : plain = false -> x = 0 -> y = 0 -> is_vector false ux uy uxh uxl uxe uyh uyl
  uye ->
  let p := (if Req_EM_T (ux * ux + uy * uy) 0 then 0 else - uy / sqrt (ux * ux + uy * uy)) in
  let s := (if Req_EM_T (ux * ux + uy * uy) 0 then 1 else ux / sqrt (ux * ux + uy * uy)) in
  (is_ordinary nxh nxl nxe /\ Rabs (value nxh nxl nxe - p) <= 11 / 10 * b2 (-96)) /\
  (is_ordinary nyh nyl nye /\ Rabs (value nyh nyl nye - s) <= 11 / 10 * b2 (-96)).
Proof.
  intros Pl X0 Y0 Vu p s. revert Pl X0 Y0. pose proof run as Q. unfold solve_end_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q. fold at_a in E_at_a. subst.
  intros Pl X0 Y0. rewrite Pl in *. rewrite X0, Y0 in vector. destruct vector as (Cx & Cy).
  destruct (root_of_zeros _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_sum_of_squares E_wide_sqrt Cx Cy) as (_ & Gd & Zd).
  rewrite (ContactFeature.feq_zero_true _ (proj1 Gd) Zd) in *. cbv iota in *.
  destruct (coordinates _ _ _ _ _ _ _ _ _ Vu) as (Dx & Dy).
  destruct (cut_off_parts _ _ _ _ (proj1 Vu)) as (Gx & _ & _ & Zx & _).
  destruct (cut_off_parts _ _ _ _ (proj2 Vu)) as (Gy & _ & _ & Zy & _).
  pose proof (Rle_0_sqr ux) as U1. pose proof (Rle_0_sqr uy) as U2. unfold Rsqr in U1, U2.
  destruct E_set_normal.
  destruct (feq uxh (fconst 0 0) && feq uyh (fconst 0 0))%bool eqn:Point; cbv iota in *.
  - apply andb_prop in Point. destruct Point as (A & B). apply feq_zero in A, B. destruct A as (_ & A).
    destruct B as (_ & B).
    apply Zx in A. apply Zy in B. unfold p, s.
    destruct (Req_EM_T (ux * ux + uy * uy) 0) as [_ | N]; [| exfalso; apply N; rewrite A, B; ring].
    destruct zero_value as (Fz & Vz). destruct one_value as (Fo & Vo).
    destruct (wide_of_value _ _ _ _ E_wide_of_5 Fz) as (G0 & _ & V0). rewrite Vz in V0.
    match type of E_wide_of_5 with wide_of_results _ _ _ ?e =>
      pose proof (cut_off_zero _ _ _ e G0 (high_of_zero _ _ _ _ G0 V0)) as C0 end.
    destruct (wide_of_one _ _ _ E_wide_of_4) as (-> & -> & ->).
    assert (One : value (fconst 1 0 : D) (fconst 0 0) 0 = 1).
    { unfold value. rewrite Vo, Vz. change (b2 0) with 1. ring. }
    assert (C1 : is_cut_off 1 (fconst 1 0) (fconst 0 0) 0).
    { split; [exact Fo |]. split; [exact Fz |]. right. rewrite Vo, Vz, One, Rabs_R1, Rabs_R0.
      rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. pose proof (bpow_gt_0 radix2 (-105)). lra. }
    assert (P1 : is_positive false 206 6 (fconst 1 0) (fconst 0 0) 0).
    { assert (L : forall i, (0 <= i)%Z -> b2 (- i) <= real (fconst 1 0 : D)).
      { intros i Hi. rewrite Vo. change 1 with (b2 0). apply bpow_le. lia. }
      split; [apply (good_weaken 1); [apply one_is_good | lia] |]. split; [apply L; lia |].
      split; [apply (good_weaken 1); [apply one_is_good | lia] | apply L; lia]. }
    assert (E1 : Rabs (value (fconst 1 0 : D) (fconst 0 0) 0 - 1) <= b2 (-99) * 1).
    { rewrite One, Rminus_diag_eq, Rabs_R0 by reflexivity. pose proof (bpow_gt_0 radix2 (-99)). lra. }
    destruct (inverse_of_length _ _ _ _ _ _ _ _ _ _ _ E_wide_of_4 E_wide_div P1 Rlt_0_1 E1) as (Fi & _).
    split.
    + destruct (component_correct false 1 1 0 _ _ _ _ _ _ _ _ _ E_wide_mul C0 Fi Rlt_0_1) as (K1 & K2);
        [rewrite Rabs_R0; lra | apply Rabs_R1 |]. replace (1 * 0 / 1) with 0 in K2 by field. auto.
    + destruct (component_correct false 1 1 1 _ _ _ _ _ _ _ _ _ E_wide_mul_2 C1 Fi Rlt_0_1) as (K1 & K2);
        [rewrite Rabs_R1; lra | apply Rabs_R1 |]. replace (1 * 1 / 1) with 1 in K2 by field. auto.
  - assert (N : ux <> 0 \/ uy <> 0).
    { destruct (Req_dec ux 0) as [A | A]; [right | now left]. intros B. apply Zx in A. apply Zy in B.
      rewrite (ContactFeature.feq_zero_true _ (proj1 Gx) A), (ContactFeature.feq_zero_true _ (proj1 Gy) B) in Point.
      discriminate. }
    pose proof (length_positive ux uy N) as L0. unfold p, s.
    destruct (Req_EM_T (ux * ux + uy * uy) 0) as [Z | _]; [lra |]. pose proof (sqrt_lt_R0 _ L0) as q0.
    assert (Vt : is_vector false (- uy) ux (fneg uyh) (fneg uyl) uye uxh uxl uxe).
    { split; [now apply (coordinate_neg false) | exact Dx]. }
    assert (Nt : - uy <> 0 \/ ux <> 0) by (destruct N; [right | left]; lra).
    assert (El : - uy * - uy + ux * ux = ux * ux + uy * uy) by ring.
    destruct (squares_of_vector _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_sum_of_squares_2 Vt Nt) as (Ps & Es).
      rewrite El in Es.
    destruct (root_of_positive _ _ _ _ _ _ _ _ E_wide_sqrt_2 Ps L0 Es) as (Pd & Ed).
    destruct (inverse_of_length _ _ _ _ _ _ _ _ _ _ _ E_wide_of_4 E_wide_div Pd q0 Ed) as (Fi & _).
    destruct (coordinate_at_most ux uy) as (Bx & By).
    pose proof (coordinate_neg false _ _ _ _ Dy) as Dy'. rewrite <- Rabs_Ropp in By.
    split.
    + rewrite <- (Rmult_1_l (- uy)). eapply (component_correct false); try eassumption; apply Rabs_R1.
    + destruct (component_correct false 1 _ ux _ _ _ _ _ _ _ _ _ E_wide_mul_2 Dx Fi q0 Bx Rabs_R1) as (K1 & K2).
      rewrite Rmult_1_l in K2. auto.
Qed.

End End.
