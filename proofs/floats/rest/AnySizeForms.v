(* The forms of a side from doubles on: set_vectors and approximate_side of src/rest/contact_integers.c. If they are
   accepted, the signs of u x w and of the gap are right, for all finite centres, ends and radii. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble Geometry
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeSums AnySizeGap AnySizeSideForms.
From Carom Require Bounded Overflow Terms_wide Terms_any_size.
Import Terms_any_size.set_vectors_terms(set_vectors_results).
Import Terms_any_size.is_in_safe_range_terms(is_in_safe_range_results).
Import Terms_any_size.approximate_side_terms(approximate_side_results).

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

(* Two numbers of exponent 0, one of which is at least 2^-200. *)
Definition is_vector (x y : R) (xh xl : D) (xe : Z) (yh yl : D) (ye : Z) :=
  (is_good 200 xh xl /\ xe = 0%Z /\ value xh xl 0 = x) /\ (is_good 200 yh yl /\ ye = 0%Z /\ value yh yl 0 = y) /\
  (b2 (-200) <= Rabs (real xh) \/ b2 (-200) <= Rabs (real yh)).

(* A vector of two differences of doubles that is in the range. *)
Lemma vector_of_doubles ax ay bx by_ xh xl xe yh yl ye :
  Terms_wide.wide_of_difference_terms.wide_of_difference_results ax bx xh xl xe ->
  Terms_wide.wide_of_difference_terms.wide_of_difference_results ay by_ yh yl ye ->
  finite ax -> finite ay -> finite bx -> finite by_ -> is_in_safe_range_results xh yh true ->
  is_vector (real ax - real bx) (real ay - real by_) xh xl xe yh yl ye /\
  b2 (-401) <= (real ax - real bx) * (real ax - real bx) + (real ay - real by_) * (real ay - real by_) <= b2 402.
Proof.
  intros Hx Hy F1 F2 F3 F4 S.
  destruct (safe_range _ _ S) as ((Fx & Bx) & (Fy & By) & L); [eapply difference_is_number; eassumption .. |].
  destruct (difference_is_good _ _ _ _ _ Hx Fx Bx) as (Gx & Zx & Vx).
  destruct (difference_is_good _ _ _ _ _ Hy Fy By) as (Gy & Zy & Vy).
  split; [split; [auto | split; auto] |].
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
Let c := ux * wy - uy * wx.

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

End Doubles.
