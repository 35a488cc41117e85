(* The nearest point of the axis in double-doubles, as solve_side and solve_end of src/rest/contact_integers.c
   leave it to surface_point: at an end exactly, and on a side a + t u within 0.65 * 2^-96 |w| and 2^-103 of a. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeNormal AnySizeEnd AnySizeSide AnySizeSideDepth AnySizeAlong AnySizeCoordinate.
From Carom Require Terms_wide Terms_any_size.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_any_size.solve_side_terms(solve_side_results).
Import Terms_any_size.solve_end_terms(solve_end_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* X is a + something of size w at most. *)
Definition is_place (a w X : R) (h l : D) (e : Z) := 0 <= w /\ Rabs (X - a) <= w /\
  forall E, Rabs a + w <= b2 E -> is_term 252 (E + 270) h l e /\
    Rabs (value h l e - X) <= 65 / 100 * b2 (-96) * w + b2 (-103) * (Rabs a + w) + b2 (-400) * b2 E.

Lemma place_of_end a w h l e : wide_of_results a h l e -> finite a -> 0 <= w -> is_place (real a) w (real a) h l e.
Proof.
  intros H Fa W. pose proof (Rabs_pos (real a)) as A0. split; [exact W |].
  split; [rewrite Rminus_diag_eq, Rabs_R0; lra |]. intros E HE.
  destruct (term_of_double a E h l e H Fa ltac:(lra)) as (T & ->).
  split; [apply (term_weaken 250 _ (E + 250)); [exact T | lia | lia] |].
  rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
  repeat apply Rplus_le_le_0_compat; repeat apply Rmult_le_pos; try apply bpow_ge_0; lra.
Qed.

(* In real numbers: u near ux, t near tau. *)
Lemma step_error u ux t tau s w : 0 < s -> Rabs ux <= s -> Rabs tau <= w / s -> Rabs (u - ux) <= b2 (-105) * Rabs ux ->
  Rabs (t - tau) <= 119 / 100 * b2 (-97) * (w / s) ->
  Rabs (u * t - tau * ux) <= 120 / 100 * b2 (-97) * w /\ Rabs (u * t) <= 101 / 100 * w /\ Rabs (tau * ux) <= w.
Proof.
  intros S Hu Ht Eu Et. set (m := w / s) in *. assert (Ew : w = s * m) by (unfold m; field; lra).
  pose proof (Rabs_pos tau) as T0. assert (M0 : 0 <= m) by lra.
  assert (B : b2 (-97) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-97)) as P. set (k := b2 (-97)) in *.
  assert (E105 : b2 (-105) = / 256 * k) by (unfold k; change (/ 256) with (b2 (-8)); rewrite <- bpow_plus; reflexivity).
  rewrite E105 in Eu. assert (W0 : 0 <= s * m) by (apply Rmult_le_pos; lra).
  assert (kw : 0 <= k * (s * m) <= / 1024 * (s * m)).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. }
  assert (km : k * m <= / 1024 * m) by (apply Rmult_le_compat_r; lra).
  assert (Ht' : Rabs t <= 101 / 100 * m) by (destruct (abs_near _ _ _ Et); lra).
  assert (X1 : Rabs (u - ux) * Rabs t <= / 256 * k * s * (101 / 100 * m)).
  { apply Rmult_le_compat; try apply Rabs_pos; [| exact Ht']. eapply Rle_trans; [exact Eu |].
    apply Rmult_le_compat_l; lra. }
  assert (X2 : Rabs ux * Rabs (t - tau) <= s * (119 / 100 * k * m)) by (apply Rmult_le_compat; auto using Rabs_pos).
  assert (X3 : Rabs (tau * ux) <= s * m).
  { rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (D : Rabs (u * t - tau * ux) <= 120 / 100 * k * (s * m)).
  { replace (u * t - tau * ux) with ((u - ux) * t + ux * (t - tau)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite !Rabs_mult. lra. }
  rewrite Ew. split; [exact D |]. split; [| exact X3]. destruct (abs_near _ _ _ D). lra.
Qed.

Lemma place_coordinate plain a ux s w tau ah al ae uh ul ue th tl te ph pl pe k1 k2 h l e :
  wide_of_results a ah al ae -> wide_mul_results uh ul ue th tl te ph pl pe ->
  wide_add_results ah al ae ph pl pe k1 k2 h l e -> finite a -> is_coordinate plain ux uh ul ue -> 0 < s ->
    Rabs ux <= s ->
  is_good 850 th tl -> Rabs tau <= w / s -> Rabs (value th tl te - tau) <= 119 / 100 * b2 (-97) * (w / s) ->
  is_along_term plain th tl te -> (plain = true -> b2 (-201) <= w <= b2 201) ->
  is_place (real a) w (real a + tau * ux) h l e.
Proof.
  intros Ha Hp Hs Fa Cu S Us Gt Ht Et At Wr. destruct (coordinate_parts _ _ _ _ _ Cu) as (Gu & Eu).
  destruct (step_error _ _ _ _ _ _ S Us Ht Eu Et) as (D & V & V').
  pose proof (Rabs_pos (tau * ux)) as P0. pose proof (Rabs_pos (real a)) as A0. assert (W0 : 0 <= w) by lra.
  split; [exact W0 |]. split; [replace (real a + tau * ux - real a) with (tau * ux) by ring; exact V' |].
  intros E HE. destruct (term_of_double a E _ _ _ Ha Fa ltac:(lra)) as (Ta & Va).
  (* the product *)
  assert (Size : Rabs (real uh * real th) * b2 (ue + te) <= 103 / 100 * w).
  { rewrite Rabs_mult, bpow_plus. pose proof (high_at_most_value uh ul ue (good_wide _ _ _ Gu)) as Q1.
    pose proof (high_at_most_value th tl te (good_wide _ _ _ Gt)) as Q2.
    replace (Rabs (real uh) * Rabs (real th) * (b2 ue * b2 te)) with
      (Rabs (real uh) * b2 ue * (Rabs (real th) * b2 te)) by ring.
    rewrite Rabs_mult in V. set (vu := Rabs (value uh ul ue)) in *. set (vt := Rabs (value th tl te)) in *.
    assert (vu0 : 0 <= vu) by apply Rabs_pos. assert (vt0 : 0 <= vt) by apply Rabs_pos.
    apply Rle_trans with ((1 + 2 * u53) * vu * ((1 + 2 * u53) * vt)).
    - apply Rmult_le_compat; try assumption; apply Rmult_le_pos; try apply Rabs_pos; apply bpow_ge_0.
    - pose proof (Rmult_le_pos _ _ vu0 vt0). lra. }
  assert (Hn : Rabs (real uh * real th) <= b2 247 /\ (real uh <> 0 -> real th <> 0 -> (ue + te <= E + 270)%Z)).
  { destruct plain.
    - destruct Cu as (_ & -> & _). unfold is_along_term in At. rewrite At in Size |- *.
      destruct (Wr eq_refl) as (W1 & W2).
      change (b2 (0 + 0)) with 1 in Size. split.
      + apply Rle_trans with (2 * b2 201); [lra |]. change 2 with (b2 1). rewrite <- bpow_plus. apply bpow_le. lia.
      + intros _ _. assert (L : b2 (-201) <= b2 E) by lra. apply le_bpow in L. lia.
    - destruct At as (G30 & O). destruct (cut_off_parts _ _ _ _ Cu) as (G1 & _ & _ & _ & Ou & _). split.
      + eapply Rle_trans; [apply (product_at_most 1 30); [apply G1 | apply G30] | apply bpow_le; lia].
      + intros N1 N2. destruct Ou as [| Ou]; [contradiction |]. destruct O as [| O]; [contradiction |].
        assert (L : b2 (-30 + (ue + te)) <= b2 (1 + E)).
        { rewrite !(bpow_plus radix2 _ _). rewrite (bpow_plus radix2 ue te) in Size. change (b2 1) with 2.
          apply Rle_trans with (Rabs (real uh * real th) * (b2 ue * b2 te)); [| lra].
          apply Rmult_le_compat_r; [apply Rmult_le_pos; apply bpow_ge_0 |]. rewrite Rabs_mult.
          rewrite <- (Rmult_1_l (b2 (-30))). apply Rmult_le_compat; try lra; apply bpow_ge_0. }
        apply le_bpow in L. lia. }
  destruct Hn as (Hn & He).
  destruct (product_of_terms 247 (E + 270) _ _ _ _ _ _ _ _ _ Hp ltac:(lia) (good_weaken _ 850 _ _ Gu ltac:(lia)) Gt Hn
    He) as (Tp & Ep).
  destruct (sum_of_terms 250 (E + 270) _ _ _ _ _ _ _ _ _ _ _ Hs ltac:(lia) (term_weaken _ _ _ (E + 270) _ _ _ Ta
    (Z.le_refl _) ltac:(lia)) Tp) as (T & Es).
  split; [exact T |]. rewrite Va in Es.
  set (p := value ph pl pe) in *. set (v := value h l e) in *. set (q := value uh ul ue * value th tl te) in *.
  assert (Lost : b2 (250 - 990) * b2 (E + 270) + 2 * (b2 (-1066) * b2 (E + 270)) <= b2 (-400) * b2 E).
  { rewrite <- !bpow_plus. assert (L : forall i, (i <= -402)%Z -> b2 (E + i) <= / 4 * b2 (-400 + E)).
    { intros i Hi. change (/ 4) with (b2 (-2)). rewrite <- bpow_plus. apply bpow_le. lia. }
    pose proof (L (-470)%Z ltac:(lia)) as L1. pose proof (L (-796)%Z ltac:(lia)) as L2.
    replace (250 - 990 + (E + 270))%Z with (E + -470)%Z by ring.
    replace (-1066 + (E + 270))%Z with (E + -796)%Z by ring.
    pose proof (bpow_gt_0 radix2 (-400 + E)). lra. }
  pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-1066)) (bpow_ge_0 radix2 (E + 270))) as Z1.
  set (t1 := b2 (250 - 990) * b2 (E + 270)) in *. set (t2 := b2 (-1066) * b2 (E + 270)) in *.
  set (t3 := b2 (-400) * b2 E) in *.
  assert (K : forall i, b2 (i + -104) = b2 i * b2 (-104)) by (intros; apply bpow_plus).
  change (-97)%Z with (7 + -104)%Z in D. change (-102)%Z with (2 + -104)%Z in Ep.
  change (-96)%Z with (8 + -104)%Z. change (-103)%Z with (1 + -104)%Z. rewrite K in D, Ep |- *. rewrite K.
  change (b2 7) with 128 in D. change (b2 2) with 4 in Ep. change (b2 8) with 256. change (b2 1) with 2.
  assert (B : b2 (-104) <= / 1048576) by (change (/ 1048576) with (b2 (-20)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-104)) as P. set (k := b2 (-104)) in *. clearbody k.
  assert (kw : 0 <= k * w <= / 1048576 * w) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]).
  assert (kq : k * Rabs q <= k * (101 / 100 * w)) by (apply Rmult_le_compat_l; lra).
  assert (Hp' : Rabs p <= 102 / 100 * w + t2) by (destruct (abs_near _ _ _ Ep); lra).
  assert (kp : k * Rabs p <= k * (102 / 100 * w + t2)) by (apply Rmult_le_compat_l; lra).
  assert (kt : k * t2 <= / 1048576 * t2) by (apply Rmult_le_compat_r; lra).
  replace (v - (real a + tau * ux)) with (v - (real a + p) + (p - q) + (q - tau * ux)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r; apply Rabs_triang |].
  assert (kA : 0 <= k * Rabs (real a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Section Side.
Variables uxe uye dote ce le re ge de te pxe pye nxe nye : Z.
Variables ax ay uxh uxl uyh uyl doth dotl ch cl lh ll rh rl gh gl k1 k2 k3 k4 k5 k6 : D.
Variables dh dl th tl pxh pxl pyh pyl nxh nxl nyh nyl : D.
Hypothesis run : solve_side_results ax ay uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge
  k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye.
Variable plain : bool.
Variables ux uy wx wy : R.
Let L := ux * ux + uy * uy.
Let W := wx * wx + wy * wy.
Let tau := (wx * ux + wy * uy) / L.
Hypothesis vector : is_vector plain ux uy uxh uxl uxe uyh uyl uye.
Hypothesis length : is_side_length plain L lh ll le.
Hypothesis dot : is_side_dot plain (wx * ux + wy * uy) (Rabs (wx * ux) + Rabs (wy * uy)) doth dotl dote.
Hypothesis far : plain = true -> b2 (-402) <= sqrt W / sqrt L.
Hypothesis range : plain = true -> b2 (-201) <= sqrt W <= b2 201.
Hypothesis finite_a : finite ax /\ finite ay.

Theorem solve_side_place : is_place (real ax) (sqrt W) (real ax + tau * ux) pxh pxl pxe /\
  is_place (real ay) (sqrt W) (real ay + tau * uy) pyh pyl pye.
Proof.
  edestruct solve_side_along as (G & A1 & A2 & A3); [exact run | exact length | exact dot | exact far |].
  pose proof (sqrt_lt_R0 _ (proj1 length)) as s0. destruct (coordinates _ _ _ _ _ _ _ _ _ vector) as (Cx & Cy).
  destruct (coordinate_at_most ux uy) as (Bx & By). destruct finite_a as (Fx & Fy).
  pose proof run as Q. unfold solve_side_results in Q. repeat match type of Q with ex _ => destruct Q as [? Q] end.
  destruct Q. split.
  - exact (place_coordinate _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_of_2 E_wide_mul_5 E_wide_add Fx Cx
      s0 Bx G A1 A2 A3 range).
  - exact (place_coordinate _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_wide_of_3 E_wide_mul_6 E_wide_add_2 Fy
      Cy s0 By G A1 A2 A3 range).
Qed.
End Side.

(* At an end. *)
Theorem solve_end_axis_point n ax ay bx by_ uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye
    rh rl re gah gal gae gbh gbl gbe k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl
    nye :
  solve_end_results n ax ay bx by_ uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye rh rl re gah
    gal gae gbh gbl gbe k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye ->
  finite ax /\ finite ay /\ finite bx /\ finite by_ ->
  is_place (real (if Z.eqb n 2 then ax else bx)) 0 (real (if Z.eqb n 2 then ax else bx)) pxh pxl pxe /\
  is_place (real (if Z.eqb n 2 then ay else by_)) 0 (real (if Z.eqb n 2 then ay else by_)) pyh pyl pye.
Proof.
  intros Q (F1 & F2 & F3 & F4). unfold solve_end_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end.
  destruct Q. subst. split; eapply place_of_end; try eassumption; try apply Rle_refl; destruct (Z.eqb n 2); assumption.
Qed.
