(* Crossings of a circle and an axis: the signs that choose the roots (crossing_forms and roots_beyond of
   src/rest/contact_integers.c). If the forms are accepted from doubles, all their signs are right; those from
   integers are a premise. Then roots_beyond tells which roots are at or beyond an end. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideSum WideShift WideDouble Geometry MovingRoughShift
  MovingRoughWide MovingRough AnySizeSums AnySizeGap AnySizeForms.
From Carom Require Terms_any_size Terms_any_crossings.
Import Terms_any_crossings.crossing_forms_terms(crossing_forms_results).
Import Terms_any_crossings.roots_beyond_terms(roots_beyond_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* The signs of all forms. *)
Record has_signs (c a b : point) (r : R) (da db cr ga gb gs : D) : Prop := {
  sign_dot_a : same_sign (real da) (wu c a b);
  sign_dot_b : same_sign (real db) (zu c a b);
  sign_cross : same_sign (real cr) (cross c a b);
  sign_gap_a : same_sign (real ga) (r * r - w2 c a);
  sign_gap_b : same_sign (real gb) (r * r - z2 c b);
  sign_gap_side : same_sign (real gs) (r * r * len2 a b - cross c a b * cross c a b) }.

Section Forms.
Variables cx cy r ax ay bx by_ wr : D.
Variables v1 v2 v4 v5 v7 v8 v10 v11 : D.
Variables v3 v6 v9 v12 : Z.
Variables k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20 : D.
(* from integers *)
Variables uxh uxl uyh uyl wxh wxl wyh wyl zxh zxl zyh zyl dah dal dbh dbl ch cl lh ll rh rl gah gal gbh gbl gh gl : D.
Variables uxe uye wxe wye zxe zye dae dbe ce le re gae gbe ge : Z.
(* results *)
Variables uxh' uxl' uyh' uyl' wxh' wxl' wyh' wyl' zxh' zxl' zyh' zyl' dah' dal' dbh' dbl' ch' cl' lh' ll' rh' rl' : D.
Variables gah' gal' gbh' gbl' gh' gl' : D.
Variables uxe' uye' wxe' wye' zxe' zye' dae' dbe' ce' le' re' gae' gbe' ge' : Z.
Hypothesis run : crossing_forms_results cx cy r ax ay bx by_ wr v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12
  k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20
  uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye dah dal dae dbh dbl dbe ch cl ce lh ll le
  rh rl re gah gal gae gbh gbl gbe gh gl ge
  uxh' uxl' uxe' uyh' uyl' uye' wxh' wxl' wxe' wyh' wyl' wye' zxh' zxl' zxe' zyh' zyl' zye' dah' dal' dae' dbh' dbl'
    dbe'
  ch' cl' ce' lh' ll' le' rh' rl' re' gah' gal' gae' gbh' gbl' gbe' gh' gl' ge'.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Let R := real r + real wr.
Hypothesis finite_points : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Hypothesis radii : nonneg r /\ nonneg wr.
Hypothesis integers : has_signs C A B R dah dbh ch gah gbh gh.

Theorem crossing_signs_correct : has_signs C A B R dah' dbh' ch' gah' gbh' gh'.
Proof.
  pose proof run as Q. unfold crossing_forms_results in Q. repeat match type of Q with ex _ => destruct Q as [? Q] end.
  destruct Q. destruct finite_points as (F1 & F2 & F3 & F4 & F5 & F6).
  match type of E_if2 with ?i = _ => destruct i end; cbv iota in *; subst; [| exact integers].
  symmetry in E_if2. apply andb_prop in E_if2. destruct E_if2 as (E & D2). apply andb_prop in E. destruct E as (E & D1).
  rewrite E in *. cbv iota in *. apply andb_prop in E. destruct E as (E & G2). apply andb_prop in E.
    destruct E as (S & G1).
  rewrite S in E_approximate_side. rewrite G1 in E_approximate_gap. rewrite G2 in E_approximate_gap_2.
  rewrite D1 in E_dot_is_clear. rewrite D2 in E_dot_is_clear_2.
  destruct (constant_value (-40) ltac:(lia)) as (Fm & Vm).
  pose proof E_approximate_side as Range. apply side_is_in_range in Range. destruct Range as (Su & Sw & Lr).
  pose proof E_approximate_side as Side.
  eapply approximate_side_correct in Side; [| exact finite_points | exact radii | exact E_set_vectors | exact Fm |
    exact Vm | lia].
  destruct Side as (Sc & Sg). pose proof E_set_vectors as Vec. destruct Vec as [Hux Huy Hwx Hwy Hzx Hzy Hr].
  destruct (vector_of_doubles _ _ _ _ _ _ _ _ _ _ Hux Huy F5 F6 F3 F4 Su)
    as (((Gux & Zux & Eux) & (Guy & Zuy & Euy) & _) & _).
  pose proof E_approximate_gap as InA. eapply approximate_gap_inputs in InA;
    [| exact (conj F1 F2) | exact (conj F3 F4) | exact radii | exact Hwx | exact Hwy | exact Hr].
  destruct InA as ((Gwx & Zwx & Ewx) & (Gwy & Zwy & Ewy) & _).
  pose proof E_approximate_gap_2 as InB. eapply approximate_gap_inputs in InB;
    [| exact (conj F1 F2) | exact (conj F5 F6) | exact radii | exact Hzx | exact Hzy | exact Hr].
  destruct InB as ((Gzx & Zzx & Ezx) & (Gzy & Zzy & Ezy) & _).
  rewrite Zux, Zuy, Zwx, Zwy in E_dot_is_clear. rewrite Zux, Zuy, Zzx, Zzy in E_dot_is_clear_2.
  constructor.
  - pose proof (dot_is_clear_correct _ _ _ _ _ _ _ _ _ _ _ _ _ E_dot_is_clear Gwx Gwy Gux Guy) as D.
    rewrite Ewx, Ewy, Eux, Euy in D. apply D.
  - pose proof (dot_is_clear_correct _ _ _ _ _ _ _ _ _ _ _ _ _ E_dot_is_clear_2 Gzx Gzy Gux Guy) as D.
    rewrite Ezx, Ezy, Eux, Euy in D. apply D.
  - exact Sc.
  - eapply approximate_gap_correct in E_approximate_gap;
      [exact E_approximate_gap | exact (conj F1 F2) | exact (conj F3 F4) | exact radii | exact Hwx | exact Hwy | exact
        Hr |
       exact Fm | exact Vm | lia].
  - eapply approximate_gap_correct in E_approximate_gap_2;
      [exact E_approximate_gap_2 | exact (conj F1 F2) | exact (conj F5 F6) | exact radii | exact Hzx | exact Hzy |
        exact Hr |
       exact Fm | exact Vm | lia].
  - exact Sg.
Qed.
End Forms.

(* The roots s <= t of L x^2 - 2 p x - g = 0 that are at or beyond 0. *)
Theorem roots_beyond_correct gap past first second L p g s t : roots_beyond_results gap past first second ->
  finite gap -> finite past -> same_sign (real gap) g -> same_sign (real past) p ->
  0 < L -> s <= t -> L * (s + t) = 2 * p -> L * (s * t) = - g ->
  (first = true <-> 0 <= s) /\ (second = true <-> 0 <= t).
Proof.
  intros (i & ahead & []) Fg Fp ((G1 & G2) & (G3 & G4)) ((P1 & P2) & (P3 & P4)) L0 Le Sum Prod.
  destruct zero_value as (F0 & V0).
  assert (Ei : i = true <-> 0 < g).
  { rewrite E_if1. split; intros H.
    - apply flt_real in H; try assumption. rewrite V0 in H. auto.
    - destruct (flt (fconst 0 0) gap) eqn:E; [reflexivity |]. apply flt_real_false in E; try assumption.
      rewrite V0 in E.
      specialize (G2 H). lra. }
  assert (Ea : ahead = true <-> 0 <= p).
  { rewrite E_ahead. split; intros H.
    - apply fle_real in H; try assumption. rewrite V0 in H. apply Rnot_lt_le. intros N. specialize (P4 N). lra.
    - destruct (fle (fconst 0 0) past) eqn:E; [reflexivity |]. apply fle_real_false in E; try assumption.
      rewrite V0 in E. specialize (P3 E). lra. }
  assert (Ez : feq gap (fconst 0 0) = true <-> g = 0).
  { split; intros H.
    - apply feq_zero in H. destruct H as (_ & H). destruct (Rtotal_order g 0) as [N | [N | N]]; [specialize (G4 N);
      lra |
        exact N | specialize (G2 N); lra].
    - apply ContactFeature.feq_zero_true; [exact Fg |]. destruct (Rtotal_order (real gap) 0) as [N | [N | N]];
        [specialize (G3 N); lra | exact N | specialize (G1 N); lra]. }
  (* signs of the roots *)
  assert (Neg : 0 < g -> s < 0 < t).
  { intros N. assert (Q : s * t < 0).
    { apply Rmult_lt_reg_l with L; [exact L0 |]. rewrite Prod, Rmult_0_r. lra. }
    destruct (Rle_or_lt 0 s) as [S | S]; [assert (0 <= s * t) by (apply Rmult_le_pos; lra); lra |].
    split; [exact S |]. apply Rnot_le_lt. intros T. assert (0 <= - s * - t) by (apply Rmult_le_pos; lra). lra. }
  assert (Pos : g <= 0 -> 0 <= p -> 0 <= s).
  { intros N P. apply Rnot_lt_le. intros S.
    assert (T : 0 < t).
    { assert (0 <= s + t) by (apply Rmult_le_reg_l with L; [exact L0 |]; rewrite Sum, Rmult_0_r; lra). lra. }
    assert (0 < - s * t) by (apply Rmult_lt_0_compat; lra).
    assert (Q : 0 <= s * t) by (apply Rmult_le_reg_l with L; [exact L0 |]; rewrite Prod, Rmult_0_r; lra). lra. }
  assert (Behind : g <= 0 -> p < 0 -> s < 0 /\ t <= 0 /\ (g = 0 <-> t = 0)).
  { intros N P. assert (St : s + t < 0) by (apply Rmult_lt_reg_l with L; [exact L0 |]; rewrite Sum, Rmult_0_r; lra).
    assert (S : s < 0) by lra.
    assert (Q : 0 <= s * t) by (apply Rmult_le_reg_l with L; [exact L0 |]; rewrite Prod, Rmult_0_r; lra).
    assert (T : t <= 0).
    { apply Rnot_lt_le. intros T. assert (0 < - s * t) by (apply Rmult_lt_0_compat; lra). lra. }
    split; [exact S |]. split; [exact T |]. split; intros H.
    - rewrite H, Ropp_0 in Prod. apply Rmult_integral in Prod. destruct Prod as [Z | Z]; [lra |].
      apply Rmult_integral in Z. destruct Z; lra.
    - rewrite H, !Rmult_0_r in Prod. lra. }
  subst first second. destruct i.
  - destruct (Neg (proj1 Ei eq_refl)) as (S & T). split; split; intros H; try reflexivity; try discriminate; lra.
  - assert (Gn : g <= 0) by (apply Rnot_lt_le; intros N; apply Ei in N; discriminate).
    destruct ahead; cbn [orb].
    + pose proof (Pos Gn (proj1 Ea eq_refl)) as S. split; split; intros H; try reflexivity; lra.
    + assert (Pn : p < 0) by (apply Rnot_le_lt; intros N; apply Ea in N; discriminate).
      destruct (Behind Gn Pn) as (S & T & Z). split; split; intros H; try discriminate; try lra.
      * apply Ez in H. apply Z in H. lra.
      * apply Ez, Z. lra.
Qed.
