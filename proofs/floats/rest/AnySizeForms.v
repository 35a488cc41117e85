(* The forms from doubles on: set_vectors, approximate_side and approximate_end of src/rest/contact_integers.c. If
   they are accepted, they are what solve_side and solve_end need, for all finite centres, ends and radii. So the signs
   of u x w and of the gaps are right. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble Geometry
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeSideForms AnySizeParts AnySizeNormal AnySizeEnd AnySizeSide AnySizeSideDepth AnySizeAlong.
From Carom Require Bounded Overflow Terms_wide Terms_any_size.
Import Terms_any_size.set_vectors_terms(set_vectors_results).
Import Terms_any_size.is_in_safe_range_terms(is_in_safe_range_results).
Import Terms_any_size.approximate_side_terms(approximate_side_results).
Import Terms_any_size.approximate_end_terms(approximate_end_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma side_is_in_range uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye a1 a2 a3 a4 a5 a6 a7 a8 a9 rh rl re a10 a11 a12
    margin k1 k2 k3 k4 k5 k6 k7 k8 ch cl ce lh ll le dh dl de gh gl ge :
  approximate_side_results uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye a1 a2 a3 a4 a5 a6 a7 a8 a9 rh rl re a10 a11
    a12 margin k1 k2 k3 k4 k5 k6 k7 k8 true ch cl ce lh ll le dh dl de gh gl ge ->
  is_in_safe_range_results uxh uyh true /\ is_in_safe_range_results wxh wyh true /\ fle rh (fconst 1 200) = true.
Proof.
  unfold approximate_side_results. intros (i1 & i2 & i3 & H).
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  destruct i3; [discriminate E_result |]. symmetry in E_if1. apply orb_false_elim in E_if1. destruct E_if1 as (A & C).
  apply orb_false_elim in A. destruct A as (A & B). apply negb_false_iff in A, B, C. subst i1 i2. auto.
Qed.

(* A vector of two differences of doubles that is in the range. *)
Lemma vector_of_doubles ax ay bx by_ xh xl xe yh yl ye :
  Terms_wide.wide_of_difference_terms.wide_of_difference_results ax bx xh xl xe ->
  Terms_wide.wide_of_difference_terms.wide_of_difference_results ay by_ yh yl ye ->
  finite ax -> finite ay -> finite bx -> finite by_ -> is_in_safe_range_results xh yh true ->
  is_vector true (real ax - real bx) (real ay - real by_) xh xl xe yh yl ye /\
  b2 (-401) <= (real ax - real bx) * (real ax - real bx) + (real ay - real by_) * (real ay - real by_) <= b2 402.
Proof.
  intros Hx Hy F1 F2 F3 F4 S.
  destruct (safe_range _ _ S) as ((Fx & Bx) & (Fy & By) & L); [eapply difference_is_number; eassumption .. |].
  destruct (difference_is_good _ _ _ _ _ Hx Fx Bx) as (Gx & Zx & Vx).
  destruct (difference_is_good _ _ _ _ _ Hy Fy By) as (Gy & Zy & Vy).
  split; [split; [auto | split; auto] |].
  (* the same bounds as those of plain_squares, from the sizes *)
  set (X := real ax - real bx) in *. set (Y := real ay - real by_) in *.
  pose proof (wide_size _ _ (good_wide _ _ _ Gx)) as (X1 & X2). pose proof (wide_size _ _ (good_wide _ _ _ Gy))
    as (Y1 & Y2).
  assert (E : forall h l : D, real h + real l = value h l 0) by (intros; unfold value; change (b2 0) with 1; ring).
  rewrite E, Vx in X1, X2. rewrite E, Vy in Y1, Y2.
  pose proof (square_of_abs X) as AX. pose proof (square_of_abs Y) as AY. pose proof (Rabs_pos X).
    pose proof (Rabs_pos Y).
  pose proof (Rle_0_sqr X) as QX. pose proof (Rle_0_sqr Y) as QY. unfold Rsqr in QX, QY. rewrite <- AX, <- AY in *.
  pose proof (bpow_gt_0 radix2 (-200)) as P1. pose proof (bpow_gt_0 radix2 200) as P2. split.
  - change (-401)%Z with (-1 + (-200 + -200))%Z. rewrite (bpow_plus radix2 (-1)), (bpow_plus radix2 (-200)).
    change (b2 (-1)) with (/ 2). pose proof (Rmult_lt_0_compat _ _ P1 P1).
    assert (Sq : forall v : R, (1 - u53) * b2 (-200) <= Rabs v -> / 2 * (b2 (-200) * b2 (-200)) <= Rabs v * Rabs v).
    { intros v Hv. apply Rle_trans with ((1 - u53) * b2 (-200) * ((1 - u53) * b2 (-200))); [lra |].
      apply Rmult_le_compat; lra. }
    destruct L as [L | L]; [pose proof (Sq X ltac:(lra)) | pose proof (Sq Y ltac:(lra))]; lra.
  - change 402%Z with (2 + (200 + 200))%Z. rewrite (bpow_plus radix2 2), (bpow_plus radix2 200). change (b2 2) with 4.
    pose proof (Rmult_lt_0_compat _ _ P2 P2).
    assert (Sq : forall v : R, Rabs v <= (1 + u53) * b2 200 -> Rabs v * Rabs v <= 2 * (b2 200 * b2 200)).
    { intros v Hv. pose proof (Rabs_pos v). apply Rle_trans with ((1 + u53) * b2 200 * ((1 + u53) * b2 200)); [| lra].
      apply Rmult_le_compat; lra. }
    pose proof (Sq X ltac:(lra)). pose proof (Sq Y ltac:(lra)). lra.
Qed.

Section Doubles.
Variables cx cy r ax ay bx by_ wr : D.
Variables uxh uxl uyh uyl wxh wxl wyh wyl zxh zxl zyh zyl rh rl : D.
Variables uxe uye wxe wye zxe zye re : Z.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Let R := real r + real wr.
Hypothesis finite_points : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Hypothesis radii : nonneg r /\ nonneg wr.
Hypothesis vectors : set_vectors_results cx cy r ax ay bx by_ wr uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye
  zxh zxl zxe zyh zyl zye rh rl re.

(* ---- the side ---- *)

Section Side.
Variables a1 a2 a4 a5 a7 a8 a10 a11 margin k1 k2 k3 k4 k5 k6 k7 k8 ch cl lh ll dh dl gh gl : D.
Variables a3 a6 a9 a12 ce le de ge : Z.
Hypothesis accepted : approximate_side_results uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye a1 a2 a3 a4 a5 a6 a7 a8
  a9
  rh rl re a10 a11 a12 margin k1 k2 k3 k4 k5 k6 k7 k8 true ch cl ce lh ll le dh dl de gh gl ge.
Let ux := Geometry.ux A B.
Let uy := Geometry.uy A B.
Let wx := Geometry.wx C A.
Let wy := Geometry.wy C A.
Let L := ux * ux + uy * uy.
Let W := wx * wx + wy * wy.
Let c := ux * wy - uy * wx.

Theorem side_forms_of_doubles :
  is_vector true ux uy uxh uxl uxe uyh uyl uye /\ is_reach true R rh rl re /\ is_side_length true L lh ll le /\
  is_side_cross true c R L ch cl ce /\
  (finite margin -> real margin = b2 (-95) -> is_side_gap true c R L gh gl ge) /\
  is_side_dot true (wx * ux + wy * uy) (Rabs (wx * ux) + Rabs (wy * uy)) dh dl de /\
  b2 (-402) <= sqrt W / sqrt L /\ b2 (-201) <= sqrt W <= b2 201.
Proof.
  destruct finite_points as (F1 & F2 & F3 & F4 & F5 & F6). destruct radii as (P1 & P2).
  pose proof accepted as Range. apply side_is_in_range in Range. destruct Range as (Su & Sw & Lr).
  destruct vectors as [Hux Huy Hwx Hwy _ _ Hr].
  destruct (vector_of_doubles _ _ _ _ _ _ _ _ _ _ Hux Huy F5 F6 F3 F4 Su) as (Vu & (L1 & L2)).
  destruct (vector_of_doubles _ _ _ _ _ _ _ _ _ _ Hwx Hwy F1 F2 F3 F4 Sw) as (Vw & (W1 & W2)).
  destruct (reach_is_good _ _ _ _ _ Hr P1 P2 Lr) as (Gr & Zr & Vr & R0).
  pose proof Vu as ((Gux & Zux & Eux) & (Guy & Zuy & Euy) & Lu). pose proof Vw as ((Gwx & Zwx & Ewx)
    & (Gwy & Zwy & Ewy) & _).
  pose proof accepted as Run. rewrite Zux, Zuy, Zwx, Zwy, Zr in Run.
  eapply side_core in Run; [| reflexivity | exact Gux | exact Guy | exact Gwx | exact Gwy | exact Gr | exact Lu].
  destruct Run as ((-> & -> & -> & ->) & (Gc & Gl & Gd & Gg) & ((_ & _) & El) & Ed & (Sc & Lc & Dc) & (VL & Eg) & Sg).
  rewrite Eux, Euy in El. rewrite Eux, Euy, Ewx, Ewy in Ed, Sc. rewrite Eux, Euy, Ewx, Ewy, Vr in Dc, VL, Eg, Sg.
  change (real bx - real ax) with ux in *. change (real by_ - real ay) with uy in *.
  change (real cx - real ax) with wx in *. change (real cy - real ay) with wy in *.
  change (real r + real wr) with R in Dc, VL, Eg, Sg.
  fold L in L1, L2, El, Dc, VL, Eg, Sg |- *. fold W in W1, W2. fold c in Sc, Dc, VL, Eg, Sg |- *.
  assert (L0 : 0 < L) by (pose proof (bpow_gt_0 radix2 (-401)); lra).
  split; [exact Vu |]. split; [split; [| auto]; unfold R; pose proof (nonneg_real _ P1);
    pose proof (nonneg_real _ P2); lra |].
  split; [split; [exact L0 |]; auto |]. split.
  { split; [exact Gc |]. split; [reflexivity |]. split; [exact Sc |]. split; [exact Lc |]. split; [exact Dc |].
    split; [exact VL |].
    (* Lagrange *)
    assert (Id : c * c = L * W - (wx * ux + wy * uy) * (wx * ux + wy * uy)) by (unfold c, L, W; ring).
    pose proof (Rle_0_sqr (wx * ux + wy * uy)) as Q. unfold Rsqr in Q.
    assert (L * W <= L * b2 404).
    { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact W2 | apply bpow_le; lia]. }
    lra. }
  split.
  { intros Fm Vm. destruct (Sg (-95)%Z Fm Vm ltac:(lia)) as (S1 & S2 & _). repeat split; try assumption; try apply Gg;
    try apply S1. }
  split; [split; [exact Gd |]; split; [reflexivity |]; exact Ed |].
  assert (sw : b2 (-201) <= sqrt W) by (apply (sqrt_power_least (-402)); [lia |]; eapply Rle_trans; [| exact W1];
    apply bpow_le; lia).
  assert (sl : sqrt L <= b2 201) by (apply (sqrt_power 402); [lia | exact L2]). pose proof (sqrt_lt_R0 _ L0) as s0.
  split; [| split; [exact sw | apply (sqrt_power 402); [lia | exact W2]]].
  apply Rle_trans with (b2 (-201) * b2 (-201)); [rewrite <- bpow_plus; apply bpow_le; lia |].
  unfold Rdiv. apply Rmult_le_compat; try apply bpow_ge_0; [exact sw |]. change (-201)%Z with (- (201))%Z.
  rewrite bpow_opp. now apply Rinv_le.
Qed.

(* The signs, if they are accepted. *)
Theorem approximate_side_correct j : finite margin -> real margin = b2 j -> (-95 <= j <= 0)%Z ->
  same_sign (real ch) (cross C A B) /\ same_sign (real gh) (R * R * len2 A B - cross C A B * cross C A B).
Proof.
  intros Fm Vm Hj. destruct finite_points as (F1 & F2 & F3 & F4 & F5 & F6). destruct radii as (P1 & P2).
  pose proof accepted as Range. apply side_is_in_range in Range. destruct Range as (Su & Sw & Lr).
  destruct vectors as [Hux Huy Hwx Hwy _ _ Hr].
  destruct (vector_of_doubles _ _ _ _ _ _ _ _ _ _ Hux Huy F5 F6 F3 F4 Su)
    as (((Gux & Zux & Eux) & (Guy & Zuy & Euy) & Lu) & _).
  destruct (vector_of_doubles _ _ _ _ _ _ _ _ _ _ Hwx Hwy F1 F2 F3 F4 Sw) as (((Gwx & Zwx & Ewx) & (Gwy & Zwy & Ewy)
    & _) & _).
  destruct (reach_is_good _ _ _ _ _ Hr P1 P2 Lr) as (Gr & Zr & Vr & R0).
  pose proof accepted as Run. rewrite Zux, Zuy, Zwx, Zwy, Zr in Run.
  eapply side_core in Run; [| reflexivity | exact Gux | exact Guy | exact Gwx | exact Gwy | exact Gr | exact Lu].
  destruct Run as (_ & _ & _ & _ & (Sc & _) & _ & Sg).
  rewrite Eux, Euy, Ewx, Ewy in Sc, Sg. rewrite Vr in Sg. destruct (Sg j Fm Vm Hj) as (Sg' & _).
    split; [exact Sc | exact Sg'].
Qed.
End Side.

(* ---- an end ---- *)

Section End.
Variables a1 a2 a4 a5 margin k1 k2 k3 k4 k5 k6 k7 k8 gah gal gbh gbl : D.
Variables n a3 a6 gae gbe : Z.
Let at_a := Z.eqb n 2.
Let x := if at_a then Geometry.wx C A else zx C B.
Let y := if at_a then Geometry.wy C A else zy C B.
Hypothesis accepted : approximate_end_results wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye rh rl re a1 a2 a3 a4 a5
  a6 n
  margin k1 k2 k3 k4 k5 k6 k7 k8 true gah gal gae gbh gbl gbe.

Theorem end_forms_of_doubles :
  is_vector true x y (if at_a then wxh else zxh) (if at_a then wxl else zxl) (if at_a then wxe else zxe)
    (if at_a then wyh else zyh) (if at_a then wyl else zyl) (if at_a then wye else zye) /\ is_reach true R rh rl re /\
  (x <> 0 \/ y <> 0) /\
  (finite margin -> real margin = b2 (-95) -> is_end_gap true R (x * x + y * y) (if at_a then gah else gbh)
    (if at_a then gal else gbl) (if at_a then gae else gbe)).
Proof.
  destruct finite_points as (F1 & F2 & F3 & F4 & F5 & F6). destruct vectors as [_ _ Hwx Hwy Hzx Hzy Hr].
  assert (Done : forall ex ey (xh xl : D) xe (yh yl : D) ye m1 m2 m3 m4 (g l : D) e, finite ex -> finite ey ->
    Terms_wide.wide_of_difference_terms.wide_of_difference_results cx ex xh xl xe ->
    Terms_wide.wide_of_difference_terms.wide_of_difference_results cy ey yh yl ye ->
    Terms_any_size.approximate_gap_terms.approximate_gap_results xh xl xe yh yl ye rh rl re margin m1 m2 m3 m4 true g l
      e ->
    let X := real cx - real ex in let Y := real cy - real ey in
    is_vector true X Y xh xl xe yh yl ye /\ is_reach true R rh rl re /\ (X <> 0 \/ Y <> 0) /\
    (finite margin -> real margin = b2 (-95) -> is_end_gap true R (X * X + Y * Y) g l e)).
  { intros ex ey xh xl xe yh yl ye m1 m2 m3 m4 g l e Fx Fy Hx Hy Gap X Y.
    destruct (approximate_gap_inputs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (conj F1 F2) (conj Fx Fy)
      radii Hx Hy Hr Gap)
      as ((Gx & Zx & Vx) & (Gy & Zy & Vy) & (Gr & Zr & Vr & R0) & Lg).
    split; [split; [auto | split; auto] |]. split.
    { split; [| auto]. destruct radii as (P1 & P2). pose proof (nonneg_real _ P1). pose proof (nonneg_real _ P2).
      unfold R. lra. }
    split.
    { destruct (Req_dec X 0) as [A0 | A0]; [right | now left]. intros B0. unfold X in A0. unfold Y in B0.
      rewrite A0 in Vx. rewrite B0 in Vy. pose proof (high_of_zero _ _ _ _ Gx Vx) as Hx0.
      pose proof (high_of_zero _ _ _ _ Gy Vy) as Hy0. rewrite Hx0, Hy0, Rabs_R0 in Lg.
      pose proof (bpow_gt_0 radix2 (-200)). destruct Lg; lra. }
    intros Fm Vm. rewrite Zx, Zy, Zr in Gap.
    pose proof (end_gap_of_doubles _ _ _ _ _ _ _ _ _ _ _ _ _ _ (-95) Gap Gx Gy Gr Lg Fm Vm ltac:(lia)) as Q.
    rewrite Vx, Vy, Vr in Q. exact Q. }
  unfold approximate_end_results in accepted. destruct accepted as (i1 & b1 & g1 & l1 & e1 & b2' & g2 & l2 & e2 & []).
  fold at_a in E_if1. subst i1. destruct at_a.
  - rewrite <- E_result in E_approximate_gap. subst.
    exact (Done ax ay _ _ _ _ _ _ _ _ _ _ _ _ _ F3 F4 Hwx Hwy E_approximate_gap).
  - rewrite <- E_result in E_approximate_gap_2. subst.
    exact (Done bx by_ _ _ _ _ _ _ _ _ _ _ _ _ _ F5 F6 Hzx Hzy E_approximate_gap_2).
Qed.
End End.
End Doubles.
