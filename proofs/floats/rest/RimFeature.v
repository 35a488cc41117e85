(* Stage 2 of the relation, src/rest/relation_filter.h: the farthest point of a segment and the nearest feature of an
   axis. What is certain is right, for all valid input.

   A squared length may overflow where the circle's side does not; then its exact value is larger still (Overflow.v).
   The errors are those of Products.v. The computed dot products tell a region only if they exceed their bounds. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Regions Overflow Products Points Operations RelationFilter.
From Carom Require Terms_relation.

Open Scope R_scope.

(* The farthest point of a segment. *)

Lemma dist2_at_most_ends c a b t : 0 <= t <= 1 -> dist2_at c a b t <= Rmax (w2 c a) (z2 c b).
Proof.
  intros T. rewrite <- (w2_is c a b), <- (z2_is c a b), !dist2_at_expand. pose proof (len2_nonneg a b) as L.
  pose proof (Rmax_l (w2 c a - 2 * 0 * wu c a b + 0 * 0 * len2 a b) (w2 c a - 2 * 1 * wu c a b + 1 * 1 * len2 a b)).
  pose proof (Rmax_r (w2 c a - 2 * 0 * wu c a b + 0 * 0 * len2 a b) (w2 c a - 2 * 1 * wu c a b + 1 * 1 * len2 a b)).
  revert H H0. generalize (Rmax (w2 c a - 2 * 0 * wu c a b + 0 * 0 * len2 a b) (w2 c a - 2 * 1 * wu c a b + 1 * 1 *
    len2 a b)).
  intros m H H0. revert H H0 L. generalize (w2 c a) (wu c a b) (len2 a b). intros p q l H H0 L.
  assert (t * t * l <= t * l) by (apply Rmult_le_compat_r; nra).
  assert ((1 - t) * p <= (1 - t) * m) by (apply Rmult_le_compat_l; lra).
  assert (t * (p - 2 * q + l) <= t * m) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

(* The thickened segment reaches out of the circle, or lies inside it. *)
Definition reaches_out c a b r wr := exists t, 0 <= t <= 1 /\ r < sqrt (dist2_at c a b t) + wr.
Definition inside c a b r wr := forall t, 0 <= t <= 1 -> sqrt (dist2_at c a b t) + wr < r.

Lemma root_larger s q : s ^ 2 < q -> s < sqrt q.
Proof.
  intros H. destruct (Rlt_dec s 0) as [N | N]; [pose proof (sqrt_pos q); lra |].
  rewrite <- (sqrt_pow2 s) by lra. apply sqrt_lt_1_alt. pose proof (pow2_ge_0 s). lra.
Qed.

Lemma root_smaller s q : 0 <= s -> 0 <= q -> q < s ^ 2 -> sqrt q < s.
Proof. intros S Q H. rewrite <- (sqrt_pow2 s) by lra. apply sqrt_lt_1_alt. lra. Qed.

Theorem rim_correct cx cy cr ax ay bx by' wr result :
  Terms_relation.carom_filter_rim_terms.carom_filter_rim_results cx cy cr ax ay bx by' wr result ->
  (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') ->
  (finite cr /\ finite wr /\ 0 <= real cr /\ 0 <= real wr) -> result <> 0%Z ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by' in
  (result = 1%Z /\ inside c a b (real cr) (real wr)) \/ (result = (-1)%Z /\ reaches_out c a b (real cr) (real wr)).
Proof.
  intros (wx & wy & zx & zy & w2' & z2' & far2 & rim & rim2 & H) (Fcx & Fcy & Fax & Fay & Fbx & Fby) (Fcr & Fwr & R1 &
    R2) D c a b.
  destruct H. fold slack in E_result. fold tiny in E_result.
  pose proof u_double_small as U. pose proof eta_double_small as ES.
  assert (Frim : finite rim) by (rewrite E_rim; now apply fsub_nonneg_finite).
  assert (Hrim : Rabs (real rim - (real cr - real wr)) <= ud * Rabs (real cr - real wr)).
  { rewrite E_rim in Frim |- *. apply (fsub_error _ _ Frim). }
  destruct zero_value as [Z1 Z2].
  destruct (squares_at_most cx ax cy ay Fcx Fax Fcy Fay) as (Nw & Pw & Mw).
  destruct (squares_at_most cx bx cy by' Fcx Fbx Fcy Fby) as (Nz & Pz & Mz).
  rewrite <- E_wx, <- E_wy, <- E_w2 in Nw, Pw, Mw. rewrite <- E_zx, <- E_zy, <- E_z2 in Nz, Pz, Mz.
  change ((real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay)) with (w2 c a) in Mw.
  change ((real cx - real bx) * (real cx - real bx) + (real cy - real by') * (real cy - real by')) with (z2 c b) in Mz.
  assert (Far : number far2 /\ nonneg far2 /\ (far2 = w2' \/ far2 = z2') /\ value w2' <= value far2 /\ value z2' <=
    value far2).
  { rewrite E_far2. destruct (flt z2' w2') eqn:L.
    - destruct (flt_value _ _ L) as (_ & _ & V). repeat split; auto; lra.
    - apply flt_value_false in L; auto. repeat split; auto; lra. }
  destruct Far as (Nf & Pf & Ef & Vw & Vz).
  destruct (flt rim (fconst 0 0)) eqn:Neg.
  - (* The radius is less than the segment's. *)
    right. cbn [orb] in E_result. split; [assumption |]. apply flt_real in Neg; auto. rewrite Z2 in Neg.
    exists 0. split; [lra |]. pose proof (sqrt_pos (dist2_at c a b 0)).
    apply Rnot_le_lt. intros N. apply within in Hrim. rewrite (Rabs_pos_eq (real cr - real wr)) in Hrim by lra.
    assert (ud * (real cr - real wr) <= / 1048576 * (real cr - real wr)) by (apply Rmult_le_compat_r; lra). lra.
  - cbn [orb] in E_result. apply flt_real_false in Neg; auto. rewrite Z2 in Neg.
    assert (S0 : 0 <= real cr - real wr).
    { apply Rnot_lt_le. intros N. rewrite (Rabs_left (real cr - real wr)) in Hrim by assumption. apply within in Hrim.
      assert (ud * - (real cr - real wr) <= / 1048576 * - (real cr - real wr)) by (apply Rmult_le_compat_r; lra). lra. }
    set (s := real cr - real wr) in *.
    assert (Prim : nonneg rim2) by (rewrite E_rim2; apply nonneg_square).
    assert (Hrim2 : finite rim2 -> Rabs (real rim2 - s ^ 2) <= 112 / 10 * ud * s ^ 2 + 22 / 10 * etad).
    { intros F2. rewrite E_rim2 in F2 |- *. destruct (fmul_error _ _ F2) as (_ & _ & E).
      assert (D0 : 0 <= ud <= / 10000) by lra. assert (Z0 : 0 <= 0) by lra.
      assert (ER' : Rabs (real rim - s) <= ud * Rabs s + 0) by lra.
      assert (Z3 : 0 * 0 <= ud * ud * etad) by (rewrite Rmult_0_l; repeat apply Rmult_le_pos; lra).
      pose proof (square_error _ _ _ _ _ D0 Z0 ER' E Z3) as S. replace (s ^ 2) with (s * s) by ring.
      assert (0 <= ud * (s * s)) by (repeat apply Rmult_le_pos; lra). lra. }
    pose proof (pow2_ge_0 s) as S2.
    destruct (flt _ far2) eqn:C1 in E_result.
    + right. split; [assumption |]. destruct (slack_below _ _ C1 Prim) as (F2 & _ & _ & V).
      assert (large : forall m, 0 <= m -> value far2 <= (1 + 402 / 100 * ud) * m + 201 / 100 * etad -> s ^ 2 < m).
      { intros m M B. pose proof (decide_larger _ _ _ _ S2 M (Hrim2 F2) V B).
        assert (0 <= ud * s ^ 2) by (apply Rmult_le_pos; lra). lra. }
      destruct Ef as [-> | ->].
      * apply large in Mw; [| apply w2_nonneg]. exists 0. split; [lra |]. rewrite w2_is. apply root_larger in Mw.
      unfold s in Mw. lra.
      * apply large in Mz; [| apply z2_nonneg]. exists 1. split; [lra |]. rewrite z2_is. apply root_larger in Mz.
      unfold s in Mz. lra.
    + destruct (flt _ rim2) eqn:C2 in E_result; [| cbn [andb] in E_result; congruence].
      destruct (fle rim2 _) eqn:C3 in E_result; cbn [andb] in E_result; [| congruence].
      left. split; [assumption |]. apply fle_finite in C3; [| assumption | exact most_value].
      destruct (slack_below _ _ C2 Pf) as (F2 & _ & F0 & V). rewrite (value_finite rim2) in V by assumption.
      assert (small : forall (v : F double) m, number v -> nonneg v -> value v <= value far2 -> 0 <= m ->
        (finite v -> Rabs (real v - m) <= 402 / 100 * ud * m + 201 / 100 * etad) -> m < s ^ 2).
      { intros v m Nv Pv Lv M B. pose proof (real_below far2) as BF. fold (huge (f := double)) in BF.
        rewrite (value_finite far2) in Lv by assumption. pose proof (value_nonneg _ Pv).
        rewrite (Rabs_pos_eq (real far2)) in BF by assumption.
        assert (Fv : finite v) by (apply finite_of_value; [assumption | rewrite Rabs_pos_eq by assumption; lra]).
        rewrite (value_finite v) in Lv by assumption. specialize (B Fv). apply within in B.
        assert (V' : (1 - 402 / 100 * ud) * m - 201 / 100 * etad <= real far2) by lra.
        pose proof (decide_smaller _ _ _ _ S2 M (Hrim2 C3) V V').
        assert (0 <= ud * m) by (apply Rmult_le_pos; lra). assert (0 <= ud * etad) by (apply Rmult_le_pos; lra). lra. }
      assert (Bw : w2 c a < s ^ 2).
      { apply (small w2'); auto using w2_nonneg. intros Fw. rewrite E_w2, E_wx, E_wy in Fw |- *.
        exact (squares_error _ _ _ _ Fw). }
      assert (Bz : z2 c b < s ^ 2).
      { apply (small z2'); auto using z2_nonneg. intros Fw. rewrite E_z2, E_zx, E_zy in Fw |- *.
        exact (squares_error _ _ _ _ Fw). }
      intros t T. pose proof (dist2_at_most_ends c a b t T) as B.
      assert (B' : dist2_at c a b t < s ^ 2) by (eapply Rle_lt_trans; [exact B |]; now apply Rmax_lub_lt).
      apply root_smaller in B'; [unfold s in B'; lra | assumption | apply dist2_nonneg].
Qed.

(* The nearest feature of the axis. *)

(* The point of parameter t is nearest, and it is no end. *)
Definition is_nearest x c a b t := on_axis x t /\ forall t', on_axis x t' -> dist2_at c a b t <= dist2_at c a b t'.
Definition no_end x t := match x with Segment => 0 < t < 1 | Ray => 0 < t | Line => True end.

(* What the number of a feature means: side, a or b; with a = b always a. *)
Definition is_feature (n : Z) x c a b :=
  (n = 1%Z /\ a <> b /\ exists t, no_end x t /\ is_nearest x c a b t) \/
  (n = 2%Z /\ (a = b \/ x <> Line) /\ is_nearest x c a b 0) \/
  (n = 3%Z /\ a <> b /\ x = Segment /\ is_nearest x c a b 1).

Lemma foot_is_nearest x c a b : 0 < len2 a b -> on_axis x (wu c a b / len2 a b) ->
  is_nearest x c a b (wu c a b / len2 a b).
Proof.
  intros L T. split; [assumption |]. intros t _. apply Rmult_le_reg_l with (len2 a b); [assumption |].
  rewrite !dist2_at_is.
  replace (wu c a b - wu c a b / len2 a b * len2 a b) with 0 by (field; lra).
  pose proof (pow2_ge_0 (wu c a b - t * len2 a b)). lra.
Qed.

Lemma on_axis_0 x : on_axis x 0.
Proof. destruct x; simpl; auto; lra. Qed.

Lemma len2_0 a b : len2 a b = 0 -> a = b.
Proof.
  intros H. destruct a as [x y], b as [x' y']. unfold len2, ux, uy in H. simpl in H.
  assert (0 <= (x' - x) * (x' - x)) by apply Rle_0_sqr. assert (0 <= (y' - y) * (y' - y)) by apply Rle_0_sqr.
  assert (A : (x' - x) * (x' - x) = 0) by lra. assert (B : (y' - y) * (y' - y) = 0) by lra.
  apply Rmult_integral in A. apply Rmult_integral in B. f_equal; destruct A, B; lra.
Qed.

Lemma len2_pos a b : a <> b -> 0 < len2 a b.
Proof. intros N. pose proof (len2_nonneg a b) as [L | L]; [assumption |]. elim N. now apply len2_0. Qed.

(* So an axis has one nearest point and one feature. *)
Lemma nearest_unique x c a b t t' : a <> b -> is_nearest x c a b t -> is_nearest x c a b t' -> t = t'.
Proof.
  intros AB (T & H) (T' & H'). pose proof (len2_pos a b AB) as L.
  assert (M : on_axis x ((t + t') / 2)) by (destruct x; simpl in *; auto; lra).
  specialize (H _ M). specialize (H' _ M). rewrite !dist2_at_expand in H, H'.
  assert (Q : len2 a b * (t - t') ^ 2 <= 0) by lra. pose proof (pow2_ge_0 (t - t')) as P.
  assert (Z : (t - t') ^ 2 = 0).
  { apply Rle_antisym; [| assumption]. apply Rmult_le_reg_l with (len2 a b); [assumption |]. lra. }
  apply Rminus_diag_uniq. simpl in Z. rewrite Rmult_1_r in Z. apply Rmult_integral in Z. tauto.
Qed.

(* A computed dot product that exceeds its bound has the right sign. *)
Lemma certain_sign (p q : F double) (S : R) X Y : S = X + Y ->
  Rabs (real p - X) <= 301 / 100 * ud * Rabs X + etad -> Rabs (real q - Y) <= 301 / 100 * ud * Rabs Y + etad ->
  finite (products_bound p q) ->
  (flt (products_bound p q) (fadd p q) = true -> 0 < S) /\ (flt (fadd p q) (fneg (products_bound p q)) = true -> S < 0).
Proof.
  intros ES HX HY Fe. destruct (products_bound_at_least _ _ Fe) as (Fp & Fq & _ & B).
  assert (HY' : Rabs (real (fneg q) - - Y) <= 301 / 100 * ud * Rabs (- Y) + etad).
  { rewrite real_fneg, Rabs_Ropp. replace (- real q - - Y) with (- (real q - Y)) by ring. now rewrite Rabs_Ropp. }
  pose proof (difference_error ud etad u_double_small eta_double_pos _ _ _ _ HX HY') as E.
  rewrite real_fneg, Rabs_Ropp in E. replace (real p - - real q - (X - - Y)) with (real p + real q - S) in E by lra.
  pose proof u_double_small as U. pose proof eta_double_pos. apply within in E.
  pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)).
  assert (0 <= ud * (Rabs (real p) + Rabs (real q))) by (apply Rmult_le_pos; lra).
  pose proof (rnd_sum_error double (real p) (real q) (real_in_format p) (real_in_format q)) as D. apply within in D.
  assert (ud * Rabs (real p + real q) <= / 1048576 * Rabs (real p + real q)) by (apply Rmult_le_compat_r;
    [apply Rabs_pos | lra]).
  split; intros H4.
  - destruct (flt_value _ _ H4) as (_ & _ & V). apply (rounded_above _ _ _ (fadd_rounded p q Fp Fq) Fe) in V.
    destruct (Rle_dec 0 (real p + real q)); [rewrite (Rabs_pos_eq (real p + real q)) in *
      by assumption | rewrite (Rabs_left (real p + real q)) in * by lra]; lra.
  - destruct (flt_value _ _ H4) as (_ & _ & V). apply (rounded_below _ _ _ (fadd_rounded p q Fp Fq) (finite_fneg _
    Fe)) in V.
    rewrite real_fneg in V.
    destruct (Rle_dec 0 (real p + real q)); [rewrite (Rabs_pos_eq (real p + real q)) in *
      by assumption | rewrite (Rabs_left (real p + real q)) in * by lra]; lra.
Qed.

Theorem feature_correct cx cy ax ay bx by' x result :
  Terms_relation.carom_filter_feature_terms.carom_filter_feature_results cx cy ax ay bx by' (extent_number x) result ->
  (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') -> result <> 0%Z ->
  is_feature result x (point_of cx cy) (point_of ax ay) (point_of bx by').
Proof.
  intros (ux & uy & wx & wy & zx & zy & wu & zu & wu_error & zu_error & H) (Fcx & Fcy & Fax & Fay & Fbx & Fby) D.
  destruct H. fold tiny in E_wu_error, E_zu_error.
  fold (products_bound (fmul wx ux) (fmul wy uy)) in E_wu_error.
  fold (products_bound (fmul zx ux) (fmul zy uy)) in E_zu_error.
  set (c := point_of cx cy). set (a := point_of ax ay). set (b := point_of bx by').
  destruct (feq ax bx && feq ay by')%bool eqn:Same.
  { apply andb_true_iff in Same. destruct Same as [S1 S2]. apply feq_real in S1; auto. apply feq_real in S2; auto.
    assert (AB : a = b) by (unfold a, b, point_of; now f_equal). right. left. split; [assumption |]. split; [auto |].
    split; [apply on_axis_0 |]. intros t _. rewrite <- AB. unfold dist2_at. apply Req_le. ring. }
  assert (AB : a <> b).
  { intros E. unfold a, b, point_of in E. injection E as E1 E2. apply andb_false_iff in Same.
    destruct Same as [S | S]; apply feq_real_false in S; auto. }
  pose proof (len2_pos a b AB) as L.
  destruct (Z.eqb_spec (extent_number x) 2) as [X2 | X2].
  { destruct x; try discriminate. left. split; [assumption |]. split; [assumption |].
    exists (Geometry.wu c a b / len2 a b). split; [exact I |]. apply foot_is_nearest; auto. exact I. }
  assert (XL : x <> Line) by (intros ->; apply X2; reflexivity).
  destruct (fle (fadd wu_error zu_error) _) eqn:Fin; [| cbn [negb] in E_result; congruence]. cbn [negb] in E_result.
  apply fle_finite in Fin; [| rewrite E_wu_error, E_zu_error; apply nonneg_fadd;
    apply nonneg_products_bound | exact most_value].
  destruct (fadd_finite _ _ Fin) as (Few & Fez & _).
  rewrite E_wu_error in Few. rewrite E_zu_error in Fez.
  assert (Products : forall p p' q q', finite (fmul (fsub p p') (fsub q q')) ->
    Rabs (real (fmul (fsub p p') (fsub q q')) - (real p - real p') * (real q - real q')) <=
      301 / 100 * ud * Rabs ((real p - real p') * (real q - real q')) + etad)
    by (intros; now apply product_of_differences).
  destruct (products_bound_at_least _ _ Few) as (Fw1 & Fw2 & _ & _).
  destruct (products_bound_at_least _ _ Fez) as (Fz1 & Fz2 & _ & _).
  rewrite E_w_x, E_u_x in Fw1. rewrite E_w_y, E_u_y in Fw2. rewrite E_z_x, E_u_x in Fz1. rewrite E_z_y, E_u_y in Fz2.
  apply Products in Fw1, Fw2, Fz1, Fz2.
  rewrite <- E_w_x, <- E_u_x in Fw1. rewrite <- E_w_y, <- E_u_y in Fw2. rewrite <- E_z_x, <- E_u_x in Fz1.
  rewrite <- E_z_y, <- E_u_y in Fz2.
  destruct (certain_sign _ _ (Geometry.wu c a b) _ _ eq_refl Fw1 Fw2 Few) as [Wp Wn].
  destruct (certain_sign _ _ (Geometry.zu c a b) _ _ eq_refl Fz1 Fz2 Fez) as [Zp Zn].
  rewrite <- E_wu, <- E_wu_error in Wp, Wn. rewrite <- E_zu, <- E_zu_error in Zp, Zn.
  pose proof (zu_is c a b) as ZU.
  destruct (flt wu (fneg wu_error)).
  { right. left. split; [assumption |]. split; [now right |]. split; [apply on_axis_0 |]. intros t T. rewrite w2_is.
    apply at_end_a with x; auto. specialize (Wn eq_refl). lra. }
  destruct (flt wu_error wu); [| congruence]. specialize (Wp eq_refl).
  assert (T0 : 0 < Geometry.wu c a b / len2 a b) by (apply Rmult_lt_0_compat;
    [assumption | now apply Rinv_0_lt_compat]).
  destruct (Z.eqb_spec (extent_number x) 1) as [X1 | X1].
  { destruct x; try discriminate. left. split; [assumption |]. split; [assumption |].
    exists (Geometry.wu c a b / len2 a b). split; [exact T0 |]. apply foot_is_nearest; auto. simpl. lra. }
  assert (XS : x = Segment) by (destruct x; auto; [now elim X1 | now elim XL]). subst x. cbn [orb] in E_result.
  destruct (flt zu (fneg zu_error)).
  { specialize (Zn eq_refl).
    assert (T1 : Geometry.wu c a b / len2 a b < 1).
    { apply Rmult_lt_reg_r with (len2 a b); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    left. split; [assumption |]. split; [assumption |].
    exists (Geometry.wu c a b / len2 a b). split; [simpl; lra |]. apply foot_is_nearest; auto. simpl. lra. }
  destruct (flt zu_error zu); [| congruence]. specialize (Zp eq_refl).
  right. right. split; [assumption |]. split; [assumption |]. split; [reflexivity |]. split; [simpl; lra |].
  intros t T. rewrite z2_is. apply at_end_b; auto. lra.
Qed.
