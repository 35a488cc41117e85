(* Stage 2 of the relation, src/rest/relation_filter.h, and the side of a wall, carom_wall_side in
   src/rest/relation.c: what is certain is right, for all doubles.

   The terms are those that extract.py reads from the C source. Method: a comparison that holds shows that its smaller
   side is finite; the larger side may overflow, then its exact value is larger still (Overflow.v). The errors are those
   of Products.v. If rounding takes the wrong region, the distances of the two regions are so close that the bounds
   cover it. docs/exactness.md derives the constants. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Regions Overflow Products Points Operations.
From Carom Require Terms_relation.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* The side of a wall on which a point lies. *)

Lemma certain_difference (p q : F double) X Y :
  Rabs (real p - X) <= 301 / 100 * ud * Rabs X + etad -> Rabs (real q - Y) <= 301 / 100 * ud * Rabs Y + etad ->
  finite (products_bound p q) -> flt (products_bound p q) (fabs (fsub p q)) = true ->
  (real q < real p -> 0 < X - Y) /\ (real p <= real q -> X - Y < 0).
Proof.
  intros HX HY Fe H. destruct (products_bound_at_least _ _ Fe) as (Fp & Fq & _ & B).
  pose proof (flt_abs_rounded _ _ _ H Fe (fsub_rounded p q Fp Fq)) as L.
  pose proof (rounded_difference p q) as D.
  pose proof (difference_error ud etad u_double_small eta_double_pos _ _ _ _ HX HY) as E.
  pose proof u_double_small as U. pose proof eta_double_pos. apply within in E.
  pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)).
  assert (0 <= ud * (Rabs (real p) + Rabs (real q))) by (apply Rmult_le_pos; lra).
  assert (ud * Rabs (real p - real q) <= / 1048576 * Rabs (real p - real q)) by (apply Rmult_le_compat_r;
    [apply Rabs_pos | lra]).
  split; intros O.
  - rewrite (Rabs_pos_eq (real p - real q)) in * by lra. lra.
  - rewrite (Rabs_left1 (real p - real q)) in * by lra. lra.
Qed.

Theorem wall_side_correct ax ay bx by' px py result :
  Terms_relation.carom_wall_side_terms.carom_wall_side_results ax ay bx by' px py result -> result <> undecided ->
  (finite ax /\ finite ay /\ finite bx /\ finite by' /\ finite px /\ finite py) /\
  ((result = 1%Z /\ 0 < cross (point_of px py) (point_of ax ay) (point_of bx by')) \/
   (result = (-1)%Z /\ cross (point_of px py) (point_of ax ay) (point_of bx by') < 0)).
Proof.
  intros (u_x & u_y & w_x & w_y & xy & yx & error & H) D. destruct H.
  change error with error in E_error. fold tiny in E_error. fold (products_bound xy yx) in E_error.
  destruct (fle error _) eqn:L; [| now elim D]. destruct (flt error _) eqn:G; [| now elim D]. simpl in E_result.
  assert (Fe : finite error).
  { apply (fle_finite _ _ L); [rewrite E_error; apply nonneg_products_bound | exact most_value]. }
  rewrite E_error in Fe, G. destruct (products_bound_at_least _ _ Fe) as (F1 & F2 & _ & _).
  assert (Fxy := F1). assert (Fyx := F2).
  rewrite E_xy in F1. rewrite E_yx in F2.
  destruct (fmul_error _ _ F1) as (A1 & A2 & _). destruct (fmul_error _ _ F2) as (A3 & A4 & _).
  rewrite E_u_x, E_w_y in F1. rewrite E_u_y, E_w_x in F2.
  pose proof (product_of_differences _ _ _ _ F1) as B1. pose proof (product_of_differences _ _ _ _ F2) as B2.
  rewrite <- E_u_x, <- E_w_y, <- E_xy in B1. rewrite <- E_u_y, <- E_w_x, <- E_yx in B2.
  destruct (certain_difference _ _ _ _ B1 B2 Fe G) as [C1 C2].
  rewrite E_u_x in A1. rewrite E_w_y in A2. rewrite E_u_y in A3. rewrite E_w_x in A4.
  destruct (fsub_error _ _ A1) as (? & ? & _). destruct (fsub_error _ _ A2) as (? & ? & _).
  destruct (fsub_error _ _ A3) as (? & ? & _). destruct (fsub_error _ _ A4) as (? & ? & _).
  split; [tauto |]. change (cross (point_of px py) (point_of ax ay) (point_of bx by'))
    with ((real bx - real ax) * (real py - real ay) - (real by' - real ay) * (real px - real ax)).
  destruct (flt yx xy) eqn:S.
  - left. split; [assumption |]. apply C1. now apply flt_real.
  - right. split; [assumption |]. apply C2. now apply flt_real_false.
Qed.

(* The decisions of stage 2 in real numbers. v, l and h are computed numbers, g is a real square. *)
Section Decisions.
Let UU := u_double_small.
Let EE := eta_double_pos.

(* A squared length is larger than a squared sum of radii, and smaller. *)
Lemma decide_larger rhs low g m : 0 <= g -> 0 <= m -> Rabs (rhs - g) <= 112 / 10 * ud * g + 22 / 10 * etad ->
  (1 + 299 / 10 * ud) * rhs + 1000000 * etad < low -> low <= (1 + 402 / 100 * ud) * m + 201 / 100 * etad ->
  (1 + ud) * g + 100 * etad < m.
Proof.
  intros G M H L V. apply within in H. pose proof UU. pose proof EE.
  apply Rnot_le_lt. intros N.
  assert ((1 + 402 / 100 * ud) * m <= (1 + 402 / 100 * ud) * ((1 + ud) * g + 100 * etad)) by (apply Rmult_le_compat_l;
    lra).
  assert ((1 + 299 / 10 * ud) * (g - (112 / 10 * ud * g + 22 / 10 * etad)) <= (1 + 299 / 10 * ud) * rhs)
    by (apply Rmult_le_compat_l; lra).
  assert (0 <= ud * g) by (apply Rmult_le_pos; lra).
  assert (ud * (ud * g) <= / 1048576 * (ud * g)) by (apply Rmult_le_compat_r; lra).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

Lemma decide_smaller rhs high g m : 0 <= g -> 0 <= m -> Rabs (rhs - g) <= 112 / 10 * ud * g + 22 / 10 * etad ->
  (1 + 299 / 10 * ud) * high + 1000000 * etad < rhs -> (1 - 402 / 100 * ud) * m - 201 / 100 * etad <= high ->
  (1 + ud) * (m + etad) < g.
Proof.
  intros G M H L V. apply within in H. pose proof UU. pose proof EE.
  apply Rnot_le_lt. intros N.
  assert ((1 + 112 / 10 * ud) * g <= (1 + 112 / 10 * ud) * ((1 + ud) * (m + etad))) by (apply Rmult_le_compat_l; lra).
  assert ((1 + 299 / 10 * ud) * ((1 - 402 / 100 * ud) * m - 201 / 100 * etad) <= (1 + 299 / 10 * ud) * high)
    by (apply Rmult_le_compat_l; lra).
  assert (0 <= ud * m) by (apply Rmult_le_pos; lra).
  assert (ud * (ud * m) <= / 1048576 * (ud * m)) by (apply Rmult_le_compat_r; lra).
  assert (ud * (ud * (ud * m)) <= / 1048576 * (ud * (ud * m))) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |];
    lra).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  assert (ud * (ud * etad) <= / 1048576 * (ud * etad)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
  lra.
Qed.

End Decisions.

(* (R ux)^2 + (R uy)^2 as computed. *)
Lemma side_square_error (cr wr gap bx ax by' ay : F double) :
  let reach := fadd (fadd cr wr) gap in let ux := fsub bx ax in let uy := fsub by' ay in
  let rhs := fadd (fmul (fmul reach ux) (fmul reach ux)) (fmul (fmul reach uy) (fmul reach uy)) in
  nonneg cr -> nonneg wr -> nonneg gap -> finite rhs ->
  let r := real cr + real wr + real gap in
  Rabs (real rhs - r ^ 2 * len2 (point_of ax ay) (point_of bx by')) <= 112 / 10 * ud * (r ^ 2 * len2 (point_of ax ay)
    (point_of bx by')) + 22
    / 10 * etad.
Proof.
  intros reach ux uy rhs P1 P2 P3 H r. destruct (fadd_error _ _ H) as (A & B & E).
  destruct (fmul_error _ _ A) as (A1 & _ & EA). destruct (fmul_error _ _ B) as (B1 & _ & EB).
  destruct (fmul_error _ _ A1) as (FR & FX & EX). destruct (fmul_error _ _ B1) as (_ & FY & EY).
  destruct (reach_error _ _ _ FR P1 P2 P3) as (_ & _ & _ & R0 & ER). fold reach in ER. fold r in R0, ER.
  destruct (fsub_error _ _ FX) as (_ & _ & DX). destruct (fsub_error _ _ FY) as (_ & _ & DY).
  pose proof u_double_small as U. pose proof eta_double_pos as ET.
  assert (part : forall (g : F double) D, Rabs (real g - D) <= ud * Rabs D -> forall p : F double,
    Rabs (real p - real reach * real g) <= ud * Rabs (real reach * real g) + etad ->
    Rabs (real p - r * D) <= 402 / 100 * ud * Rabs (r * D) + etad).
  { intros g D HD p HP.
    assert (M : Rabs (real reach * real g - r * D) <= 301 / 100 * ud * Rabs (r * D) + ud * Rabs (r * D) / 1000).
    { replace (real reach * real g - r * D) with (r * (real g - D) + (real reach - r) * (D + (real g - D))) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult. rewrite (Rabs_pos_eq r) by assumption.
      assert (S : Rabs (D + (real g - D)) <= Rabs D + ud * Rabs D) by (eapply Rle_trans; [apply Rabs_triang |]; lra).
      pose proof (Rabs_pos D). pose proof (Rabs_pos (D + (real g - D))). pose proof (Rabs_pos (real reach - r)).
      assert (r * Rabs (real g - D) <= r * (ud * Rabs D)) by (apply Rmult_le_compat_l; assumption).
      assert (Rabs (real reach - r) * Rabs (D + (real g - D)) <= 201 / 100 * ud * r * (Rabs D + ud * Rabs D))
        by (apply Rmult_le_compat; assumption).
      assert (0 <= ud * (r * Rabs D)) by (repeat apply Rmult_le_pos; lra).
      assert (ud * (ud * (r * Rabs D)) <= / 1048576 * (ud * (r * Rabs D))) by (apply Rmult_le_compat_r; lra).
      lra. }
    pose proof (Rabs_pos (r * D)).
    assert (S : Rabs (real reach * real g) <= Rabs (r * D) + (301 / 100 * ud * Rabs (r * D) + ud * Rabs (r * D) /
      1000)).
    { replace (real reach * real g) with (r * D + (real reach * real g - r * D)) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra. }
    replace (real p - r * D) with ((real p - real reach * real g) + (real reach * real g - r * D)) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    assert (ud * Rabs (real reach * real g) <= ud * (Rabs (r * D) + (301 / 100 * ud * Rabs (r * D) + ud * Rabs (r * D)
      / 1000)))
      by (apply Rmult_le_compat_l; lra).
    assert (0 <= ud * Rabs (r * D)) by (apply Rmult_le_pos; lra).
    assert (ud * (ud * Rabs (r * D)) <= / 1048576 * (ud * Rabs (r * D))) by (apply Rmult_le_compat_r; lra).
    lra. }
  assert (D0 : 0 <= 402 / 100 * ud <= / 10000) by lra.
  assert (E0 : 0 <= etad) by lra.
  pose proof (square_error _ _ _ _ _ D0 E0 (part ux _ DX _ EX) EA eta_square) as SX.
  pose proof (square_error _ _ _ _ _ D0 E0 (part uy _ DY _ EY) EB eta_square) as SY.
  replace (r ^ 2 * len2 (point_of ax ay) (point_of bx by')) with
    (r * (real bx - real ax) * (r * (real bx - real ax)) + r * (real by' - real ay) * (r * (real by' - real ay)))
    by (unfold len2, Geometry.ux, Geometry.uy; simpl; ring).
  fold ux uy in E, SX, SY. change (fadd (fmul (fmul reach ux) (fmul reach ux)) (fmul (fmul reach uy) (fmul reach uy)))
    with rhs in E.
  revert E SX SY. generalize (real rhs) (real (fmul (fmul reach ux) (fmul reach ux))) (real (fmul (fmul reach uy)
    (fmul reach uy))).
  assert (QX : 0 <= r * (real bx - real ax) * (r * (real bx - real ax))) by apply Rle_0_sqr.
  assert (QY : 0 <= r * (real by' - real ay) * (r * (real by' - real ay))) by apply Rle_0_sqr.
  revert QX QY. generalize (r * (real bx - real ax) * (r * (real bx - real ax))) (r * (real by' - real ay) * (r *
    (real by' - real ay))).
  intros p q P Q v s t E SX SY. apply within in SX. apply within in SY. apply within.
  assert (T : Rabs (s + t) <= p + q + ((2001 / 1000 * (402 / 100 * ud) + 202 / 100 * ud) * (p + q) + 204 / 100 * etad)).
  { assert (0 <= ud * p) by (apply Rmult_le_pos; lra). assert (0 <= ud * q) by (apply Rmult_le_pos; lra).
    apply Rabs_le. lra. }
  assert (ud * Rabs (s + t) <= ud * (p + q + ((2001 / 1000 * (402 / 100 * ud) + 202 / 100 * ud) * (p + q) + 204 / 100
    * etad)))
    by (apply Rmult_le_compat_l; lra).
  apply within in E.
  assert (0 <= ud * (p + q)) by (apply Rmult_le_pos; lra).
  assert (ud * (ud * (p + q)) <= / 1048576 * (ud * (p + q))) by (apply Rmult_le_compat_r; lra).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

(* R^2 as computed. *)
Lemma end_square_error (cr wr gap : F double) :
  let reach := fadd (fadd cr wr) gap in nonneg cr -> nonneg wr -> nonneg gap -> finite (fmul reach reach) ->
  let r := real cr + real wr + real gap in
  Rabs (real (fmul reach reach) - r ^ 2) <= 112 / 10 * ud * r ^ 2 + 22 / 10 * etad.
Proof.
  intros reach P1 P2 P3 H r. destruct (fmul_error _ _ H) as (FR & _ & E).
  destruct (reach_error _ _ _ FR P1 P2 P3) as (_ & _ & _ & R0 & ER). fold reach in ER. fold r in R0, ER.
  pose proof u_double_small as U. pose proof eta_double_pos as ET.
  assert (D0 : 0 <= 201 / 100 * ud <= / 10000) by lra. assert (Z0 : 0 <= 0) by lra.
  assert (ER' : Rabs (real reach - r) <= 201 / 100 * ud * Rabs r + 0) by (rewrite (Rabs_pos_eq r) by assumption; lra).
  assert (Z1 : 0 * 0 <= ud * ud * etad) by (rewrite Rmult_0_l; repeat apply Rmult_le_pos; lra).
  pose proof (square_error _ _ _ _ _ D0 Z0 ER' E Z1) as S. replace (r ^ 2) with (r * r) by ring.
  assert (0 <= ud * (r * r)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.


(* |u x w| is larger than a computed number, and smaller. *)
Section Cross.
Variables (p q : F double) (X Y : R).
Hypothesis HX : Rabs (real p - X) <= 301 / 100 * ud * Rabs X + etad.
Hypothesis HY : Rabs (real q - Y) <= 301 / 100 * ud * Rabs Y + etad.
Let error := products_bound p q.
Let cross := fabs (fsub p q).
Hypothesis FE : finite error.

Lemma cross_facts : finite p /\ finite q /\
  Rabs (Rabs (real p - real q) - Rabs (X - Y)) <= 303 / 800 * real error /\ ud * Rabs (real p - real q) <=
    2 / 15 * real error /\
  0 < etad <= real error / 1000000.
Proof.
  destruct (products_bound_at_least _ _ FE) as (Fp & Fq & _ & B). fold error in B.
  pose proof (difference_error ud etad u_double_small eta_double_pos _ _ _ _ HX HY) as E.
  pose proof u_double_small as U. pose proof eta_double_pos as ET.
  pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)).
  assert (0 <= ud * (Rabs (real p) + Rabs (real q))) by (apply Rmult_le_pos; lra).
  assert (A : Rabs (real p - real q) <= Rabs (real p) + Rabs (real q)).
  { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (ud * Rabs (real p - real q) <= ud * (Rabs (real p) + Rabs (real q))) by (apply Rmult_le_compat_l; lra).
  pose proof (Rabs_triang_inv2 (real p - real q) (X - Y)).
  repeat split; auto; lra.
Qed.

Lemma cross_larger (rhs g : R) : rhs < huge (f := double) -> 0 <= g ->
  Rabs (rhs - g) <= 112 / 10 * ud * g + 22 / 10 * etad ->
  flt error cross = true ->
  let low := fmul (fsub cross error) (fsub cross error) in
  (1 + 299 / 10 * ud) * rhs + 1000000 * etad < value low -> g < (X - Y) ^ 2.
Proof.
  intros RH G HG H low HL. destruct cross_facts as (Fp & Fq & C & DR & T).
  pose proof (flt_abs_rounded _ _ _ H FE (fsub_rounded p q Fp Fq)) as L.
  pose proof (rounded_difference p q) as D. pose proof u_double_small as U.
  rewrite <- (pow2_abs (X - Y)). pose proof (Rabs_pos (X - Y)) as C0.
  apply within in C. apply within in HG.
  assert (0 <= ud * g) by (apply Rmult_le_pos; lra).
  assert (ud * g <= / 1048576 * g) by (apply Rmult_le_compat_r; lra).
  destruct (is_finite (fsub p q)) eqn:FS.
  - assert (FC : finite cross) by now apply finite_fabs.
    destruct (fsub_finite _ _ FS) as (_ & _ & ES).
    assert (EC : real cross = Rabs (rnd double (real p - real q))) by (unfold cross; rewrite real_fabs, ES;
      reflexivity).
    destruct (value_sub_at_most cross error FC FE) as [N K].
    assert (KB : Rabs (value (fsub cross error)) <= (1 + ud) * Rabs (X - Y)).
    { eapply Rle_trans; [exact K |]. apply Rmult_le_compat_l; [lra |]. rewrite EC, Rabs_pos_eq by lra. lra. }
    destruct (value_square_at_most _ _ N KB) as (_ & _ & V). fold low in V.
    revert V C0. generalize (Rabs (X - Y)). intros c V C0.
    assert (V' : value low <= (1 + 402 / 100 * ud) * c ^ 2 + 201 / 100 * etad).
    { assert (0 <= c ^ 2) by apply pow2_ge_0.
      assert (0 <= ud * c ^ 2) by (apply Rmult_le_pos; lra).
      assert (ud * (ud * c ^ 2) <= / 1048576 * (ud * c ^ 2)) by (apply Rmult_le_compat_r; lra).
      assert (ud * (ud * (ud * c ^ 2)) <= / 1048576 * (ud * (ud * c ^ 2))) by (apply Rmult_le_compat_r;
        [apply Rmult_le_pos |]; lra).
      lra. }
    assert (HG' : Rabs (rhs - g) <= 112 / 10 * ud * g + 22 / 10 * etad) by (apply within; lra).
    pose proof (decide_larger rhs (value low) g (c ^ 2) G (pow2_ge_0 c) HG' HL V'). lra.
  - (* p - q overflows. *)
    assert (HH : huge (f := double) <= Rabs (rnd double (real p - real q))).
    { destruct (fsub_rounded p q Fp Fq) as (_ & [(F1 & _) | [(B & _) | (B & _)]]).
      - unfold finite in F1. congruence.
      - rewrite Rabs_pos_eq; [assumption |]. pose proof (huge_at_least_1 (f := double)). lra.
      - rewrite Rabs_left1; [lra |]. pose proof (huge_at_least_1 (f := double)). lra. }
    pose proof (real_below p) as BP. pose proof (real_below q) as BQ. fold (huge (f := double)) in BP, BQ.
    assert (A : Rabs (real p - real q) <= Rabs (real p) + Rabs (real q)).
    { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    pose proof (difference_error ud etad u_double_small eta_double_pos _ _ _ _ HX HY) as E.
    pose proof (Rabs_triang_inv2 (real p - real q) (X - Y)) as E2.
    assert (E3 : Rabs (Rabs (real p - real q) - Rabs (X - Y)) <=
      302 / 100 * ud * (Rabs (real p) + Rabs (real q)) + 202 / 100 * etad) by lra.
    apply within in E3.
    assert (HB : 1000 <= huge (f := double)).
    { apply Rle_trans with (bpow radix2 10); [simpl; lra |]. apply bpow_le. vm_compute. discriminate. }
    pose proof eta_double_small as ES.
    assert (ud * (Rabs (real p) + Rabs (real q)) <= / 1048576 * (Rabs (real p) + Rabs (real q))).
    { apply Rmult_le_compat_r; [| lra]. apply Rplus_le_le_0_compat; apply Rabs_pos. }
    assert (ud * Rabs (real p - real q) <= / 1048576 * Rabs (real p - real q)) by (apply Rmult_le_compat_r;
      [apply Rabs_pos | lra]).
    assert (CH : huge (f := double) / 2 <= Rabs (X - Y)) by lra.
    assert ((huge (f := double) / 2) ^ 2 <= Rabs (X - Y) ^ 2) by (apply pow_incr; lra).
    assert (1000 * huge (f := double) <= huge (f := double) * huge (f := double)) by (apply Rmult_le_compat_r; lra).
    lra.
Qed.

Lemma cross_smaller (rhs g : R) : 0 <= g -> Rabs (rhs - g) <= 112 / 10 * ud * g + 22 / 10 * etad ->
  let high := fmul (fadd cross error) (fadd cross error) in finite high ->
  (1 + 299 / 10 * ud) * real high + 1000000 * etad < rhs -> (1 + ud) * ((X - Y) ^ 2 + etad) < g.
Proof.
  intros G HG high FH HL. destruct cross_facts as (Fp & Fq & C & DR & T).
  destruct (fmul_error _ _ FH) as (FS & _ & EH). destruct (fadd_error _ _ FS) as (FC & _ & ES).
  pose proof (fabs_finite _ FC) as FD. destruct (fsub_error _ _ FD) as (_ & _ & ED).
  pose proof u_double_small as U. pose proof eta_double_pos as ET. rewrite <- (pow2_abs (X - Y)).
  pose proof (Rabs_pos (X - Y)) as C0.
  apply within in C.
  assert (EC : Rabs (real p - real q) - ud * Rabs (real p - real q) <= real cross).
  { unfold cross. rewrite real_fabs. pose proof (Rabs_triang_inv2 (real p - real q) (real (fsub p q))) as I.
    rewrite (Rabs_minus_sym (real p - real q)) in I. pose proof (Rle_abs (Rabs (real p - real q) - Rabs (real (fsub p
      q)))). lra. }
  assert (P : Rabs (X - Y) <= real (fadd cross error)).
  { assert (S0 : 0 <= real cross + real error) by (unfold cross; rewrite real_fabs;
    pose proof (Rabs_pos (real (fsub p q))); lra).
    rewrite (Rabs_pos_eq (real cross + real error)) in ES by assumption. apply within in ES.
    assert (M : Rabs (real p - real q) - 2 / 15 * real error + real error <= real cross + real error) by lra.
    assert ((1 - ud) * (Rabs (real p - real q) - 2 / 15 * real error + real error) <=
      (1 - ud) * (real cross + real error))
      by (apply Rmult_le_compat_l; lra).
    assert (ud * real error <= / 1048576 * real error) by (apply Rmult_le_compat_r; lra).
    lra. }
  assert (S : Rabs (X - Y) ^ 2 <= real (fadd cross error) * real (fadd cross error)).
  { simpl. rewrite Rmult_1_r. apply Rmult_le_compat; lra. }
  assert (Q : 0 <= real (fadd cross error) * real (fadd cross error)) by nra.
  apply decide_smaller with rhs (real high); auto; [apply pow2_ge_0 |].
  rewrite (Rabs_pos_eq (_ * _)) in EH by assumption. apply within in EH. fold high in EH.
  assert ((1 - ud) * Rabs (X - Y) ^ 2 <= (1 - ud) * (real (fadd cross error) * real (fadd cross error)))
    by (apply Rmult_le_compat_l; lra).
  pose proof (pow2_ge_0 (Rabs (X - Y))). assert (0 <= ud * Rabs (X - Y) ^ 2) by (apply Rmult_le_pos; lra).
  lra.
Qed.

End Cross.

Theorem reach_correct cx cy cr ax ay bx by' wr (n : Z) gap result :
  Terms_relation.carom_filter_reach_terms.carom_filter_reach_results cx cy cr ax ay bx by' wr n gap result ->
  result <> 0%Z ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by' in
  let r := real cr + real wr + real gap in
  (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') /\
  (finite cr /\ finite wr /\ finite gap /\ 0 <= real cr /\ 0 <= real wr /\ 0 <= real gap) /\
  exists x, n = extent_number x /\ ((result = 1%Z /\ nearer x c a b r) \/ (result = (-1)%Z /\ farther x c a b r)).
Proof.
  intros (ux & uy & wx & wy & zx & zy & wu & zu & reach & at_a & at_b & if1 & at_a_1 & at_a_2 & at_b_1 & if2 &
    high & low & rhs & p1 & p2 & cross & error & low_1 & high_1 & rhs_1 & high_2 & low_2 & rhs_2 & rest & H) D c a b r.
  destruct H.
  fold slack in E_rest1. fold tiny in E_rest1, E_error. fold (products_bound p1 p2) in E_error.
  destruct (negb _) eqn:G in E_result; [congruence |]. apply negb_false_iff in G. rewrite !andb_true_iff in G.
  destruct G as (((G1 & G2) & G3) & G4). apply nonneg_from_zero in G2, G3, G4.
  apply fle_finite in G1; [| apply nonneg_fadd; apply nonneg_fabs | exact most_value].
  destruct (fadd_finite _ _ G1) as (Fwu & Fzu & _). apply fabs_finite in Fwu, Fzu. clear G1.
  assert (Swu := Fwu). assert (Szu := Fzu).
  rewrite E_wu, E_wx, E_wy, E_ux, E_uy in Swu. rewrite E_zu, E_zx, E_zy, E_ux, E_uy in Szu.
  pose proof (wu_error _ _ _ _ _ _ Swu) as Hwu. pose proof (zu_error _ _ _ _ _ _ Szu) as Hzu.
  rewrite <- E_ux, <- E_uy, <- E_wx, <- E_wy, <- E_wu in Hwu.
  rewrite <- E_ux, <- E_uy, <- E_zx, <- E_zy, <- E_zu in Hzu.
  fold c a b in Hwu, Hzu.
  destruct (finite_dot _ _ _ _ _ _ _ _ Swu) as (Fcx & Fax & Fbx & _ & Fcy & Fay & Fby & _). clear Swu Szu.
  split; [tauto |].
  pose proof (dot_sign _ _ _ (proj1 (sizes_nonneg c a b)) Hwu) as [Aneg Apos].
  pose proof (dot_sign _ _ _ (proj2 (sizes_nonneg c a b)) Hzu) as [Bneg Bpos]. clear Hwu Hzu.
  (* The extent, and the computed region in terms of it. *)
  destruct zero_value as [Z1 Z2].
  assert (X : exists x, n = extent_number x /\ result = rest /\
    (at_a_2 = true -> x <> Line /\ Geometry.wu c a b <= 5 * ud * wu_size c a b + 3 * etad) /\
    (x <> Line -> at_a_2 = false -> - (5 * ud * wu_size c a b + 3 * etad) <= Geometry.wu c a b) /\
    (at_b_1 = true -> x = Segment /\ - (5 * ud * zu_size c a b + 3 * etad) <= Geometry.zu c a b) /\
    (x = Segment -> at_b_1 = false -> Geometry.zu c a b <= 5 * ud * zu_size c a b + 3 * etad) /\
    (x <> Segment -> etad <= len2 a b)).
  { assert (RA : at_a = true -> Geometry.wu c a b <= 5 * ud * wu_size c a b + 3 * etad).
    { intros T. apply Aneg. rewrite E_at_a in T. rewrite <- Z2. apply fle_real; auto. }
    assert (RA' : at_a = false -> - (5 * ud * wu_size c a b + 3 * etad) <= Geometry.wu c a b).
    { intros T. apply Apos. rewrite E_at_a in T. left. rewrite <- Z2. apply fle_real_false; auto. }
    assert (RB : at_b = true -> - (5 * ud * zu_size c a b + 3 * etad) <= Geometry.zu c a b).
    { intros T. apply Bpos. rewrite E_at_b in T. rewrite <- Z2. apply fle_real; auto. }
    assert (RB' : at_b = false -> Geometry.zu c a b <= 5 * ud * zu_size c a b + 3 * etad).
    { intros T. apply Bneg. rewrite E_at_b in T. left. rewrite <- Z2. apply fle_real_false; auto. }
    clear Aneg Apos Bneg Bpos.
    rewrite E_if1 in E_at_a_2, E_at_b_1, E_result. rewrite E_at_a_1 in E_at_a_2.
    destruct (Z.eqb_spec n 0) as [N0 | N0]; cbn [negb andb] in E_at_a_2, E_at_b_1, E_result.
    - exists Segment. rewrite E_at_a_2, E_at_b_1. repeat split; auto; congruence.
    - destruct (fle _ (fadd (fmul ux ux) _)) eqn:L in E_result; cbn [negb andb] in E_result; [| congruence].
      assert (L' : etad <= len2 a b).
      { apply limit_900 in L. rewrite E_ux, E_uy in L.
        destruct (squares_at_most bx ax by' ay Fbx Fax Fby Fay) as (_ & _ & V).
        pose proof u_double_small as U. pose proof eta_double_pos.
        change ((real bx - real ax) * (real bx - real ax) + (real by' - real ay) * (real by' - real ay)) with (len2 a
          b) in V.
        pose proof (len2_nonneg a b).
        assert (ud * len2 a b <= / 1048576 * len2 a b) by (apply Rmult_le_compat_r; lra). lra. }
      destruct (Z.eqb_spec n 1) as [N1 | N1]; cbn [negb andb] in E_at_a_2, E_result.
      + exists Ray. rewrite andb_true_r in E_at_a_2. rewrite E_at_a_2, E_at_b_1. repeat split; auto; congruence.
      + destruct (Z.eqb_spec n 2) as [N2 | N2]; cbn [negb andb] in E_result; [| congruence].
        exists Line. rewrite andb_false_r in E_at_a_2. rewrite E_at_a_2, E_at_b_1. repeat split; auto; congruence. }
  clear Aneg Apos Bneg Bpos E_result E_at_a E_at_b E_at_a_1 E_at_a_2 E_at_b_1 E_if1 Z1 Z2.
  destruct X as (x & Nx & Rr & XA & XA' & XB & XB' & XL). rewrite Rr in *. clear Rr.
  (* The two comparisons. *)
  assert (Prhs : nonneg rhs_2).
  { rewrite E_rhs_2. destruct if2; [rewrite E_rhs; apply nonneg_square |].
    rewrite E_rhs_1. apply nonneg_fadd; apply nonneg_square. }
  assert (Phigh : nonneg high_2).
  { rewrite E_high_2. destruct if2; [rewrite E_high; destruct at_a_2; apply nonneg_fadd; apply nonneg_square |].
    rewrite E_high_1. apply nonneg_square. }
  assert (Cases : finite rhs_2 /\
    ((rest = (-1)%Z /\ (1 + 299 / 10 * ud) * real rhs_2 + 1000000 * etad < value low_2) \/
     (rest = 1%Z /\ finite high_2 /\ (1 + 299 / 10 * ud) * real high_2 + 1000000 * etad < real rhs_2))).
  { destruct (flt _ low_2) eqn:C1 in E_rest1.
    - destruct (slack_below _ _ C1 Prhs) as (F1 & _ & _ & V). auto.
    - destruct (flt _ rhs_2) eqn:C2 in E_rest1; [| simpl in E_rest1; congruence].
      destruct (fle rhs_2 _) eqn:C3 in E_rest1; [| simpl in E_rest1; congruence]. simpl in E_rest1.
      apply fle_finite in C3; [| assumption | exact most_value].
      destruct (slack_below _ _ C2 Phigh) as (F1 & _ & _ & V). rewrite (value_finite rhs_2) in V by assumption. auto. }
  clear E_rest1. destruct Cases as (Frhs & Cases).
  pose proof u_double_small as U. pose proof eta_double_small as ES. pose proof (pow2_ge_0 r) as R2.
  destruct if2.
  - (* An end. *)
    rewrite E_rhs_2, E_rhs, E_reach in Frhs. destruct (fmul_finite _ _ Frhs) as (Freach & _ & _).
    destruct (reach_error _ _ _ Freach G2 G3 G4) as (Fcr & Fwr & Fgap & _ & _).
    split. { repeat split; auto; now apply nonneg_real. }
    exists x. split; [assumption |].
    pose proof (end_square_error _ _ _ G2 G3 G4 Frhs) as HR. rewrite <- E_reach, <- E_rhs, <- E_rhs_2 in HR.
    fold r in HR.
    symmetry in E_if2. apply orb_true_iff in E_if2. rewrite E_high_2, E_low_2, E_low in Cases.
    destruct at_a_2; rewrite E_high in Cases.
    + destruct (XA eq_refl) as [XN W].
      change (Geometry.w2 c a) with (w2 c a) in *.
      destruct Cases as [(-> & V) | (-> & Fh & V)]; [right | left]; split; auto.
      * rewrite E_wx, E_wy in V. destruct (squares_at_most cx ax cy ay Fcx Fax Fcy Fay) as (_ & _ & M).
        pose proof (decide_larger _ _ _ _ R2 (w2_nonneg c a) HR V M) as T.
        apply (farther_at_end_a ud etad U ES); auto. intros XR. apply XL. congruence.
      * rewrite E_wx, E_wy in V, Fh. pose proof (squares_error _ _ _ _ Fh) as M. apply within in M.
        change ((real cx - real ax) * (real cx - real ax) + (real cy - real ay) * (real cy - real ay)) with (w2 c a)
          in M.
        assert (M' : (1 - 402 / 100 * ud) * w2 c a - 201 / 100 * etad <=
          real (fadd (fmul (fsub cx ax) (fsub cx ax)) (fmul (fsub cy ay) (fsub cy ay)))) by lra.
        pose proof (decide_smaller _ _ _ _ R2 (w2_nonneg c a) HR V M') as T.
        exists 0. split; [destruct x; simpl; try tauto; lra |]. rewrite w2_is. pose proof (w2_nonneg c a).
        assert (0 <= ud * w2 c a) by (apply Rmult_le_pos; lra). assert (0 <= ud * etad) by (apply Rmult_le_pos; lra).
        lra.
    + destruct E_if2 as [E_if2 | E_if2]; [discriminate |]. destruct (XB E_if2) as [-> W].
      destruct Cases as [(-> & V) | (-> & Fh & V)]; [right | left]; split; auto.
      * rewrite E_zx, E_zy in V. destruct (squares_at_most cx bx cy by' Fcx Fbx Fcy Fby) as (_ & _ & M).
        pose proof (decide_larger _ _ _ _ R2 (z2_nonneg c b) HR V M) as T.
        now apply (farther_at_end_b ud etad U ES).
      * rewrite E_zx, E_zy in V, Fh. pose proof (squares_error _ _ _ _ Fh) as M. apply within in M.
        change ((real cx - real bx) * (real cx - real bx) + (real cy - real by') * (real cy - real by')) with (z2 c b)
          in M.
        assert (M' : (1 - 402 / 100 * ud) * z2 c b - 201 / 100 * etad <=
          real (fadd (fmul (fsub cx bx) (fsub cx bx)) (fmul (fsub cy by') (fsub cy by')))) by lra.
        pose proof (decide_smaller _ _ _ _ R2 (z2_nonneg c b) HR V M') as T.
        exists 1. split; [simpl; lra |]. rewrite z2_is. pose proof (z2_nonneg c b).
        assert (0 <= ud * z2 c b) by (apply Rmult_le_pos; lra). assert (0 <= ud * etad) by (apply Rmult_le_pos; lra).
        lra.
  - (* The side. *)
    rewrite E_rhs_2, E_rhs_1, E_reach, E_ux, E_uy in Frhs. destruct (fadd_finite _ _ Frhs) as (Fp & _ & _).
    destruct (fmul_finite _ _ Fp) as (Fg & _ & _). destruct (fmul_finite _ _ Fg) as (Freach & _ & _).
    destruct (reach_error _ _ _ Freach G2 G3 G4) as (Fcr & Fwr & Fgap & _ & _).
    split. { repeat split; auto; now apply nonneg_real. }
    exists x. split; [assumption |].
    pose proof (side_square_error _ _ _ _ _ _ _ G2 G3 G4 Frhs) as HR. cbv zeta in HR.
    rewrite <- E_ux, <- E_uy, <- E_reach, <- E_rhs_1, <- E_rhs_2 in HR. fold r a b in HR.
    rewrite <- E_ux, <- E_uy, <- E_reach, <- E_rhs_1, <- E_rhs_2 in Frhs.
    assert (Q : 0 <= r ^ 2 * len2 a b) by (apply Rmult_le_pos; [assumption | apply len2_nonneg]).
    symmetry in E_if2. apply orb_false_iff in E_if2. destruct E_if2 as [NA NB].
    assert (Herr : finite error -> Rabs (real p1 - Geometry.ux a b * Geometry.wy c a) <=
      301 / 100 * ud * Rabs (Geometry.ux a b * Geometry.wy c a) + etad /\
      Rabs (real p2 - Geometry.uy a b * Geometry.wx c a) <= 301 / 100 * ud * Rabs (Geometry.uy a b * Geometry.wx c a)
        + etad).
    { intros Fe. rewrite E_error in Fe. destruct (products_bound_at_least _ _ Fe) as (F1 & F2 & _).
      rewrite E_p1, E_ux, E_wy in F1. rewrite E_p2, E_uy, E_wx in F2.
      pose proof (product_of_differences _ _ _ _ F1) as B1. pose proof (product_of_differences _ _ _ _ F2) as B2.
      rewrite <- E_ux, <- E_wy, <- E_p1 in B1. rewrite <- E_uy, <- E_wx, <- E_p2 in B2. split; assumption. }
    rewrite E_high_2, E_low_2 in Cases.
    destruct Cases as [(-> & V) | (-> & Fh & V)]; [right | left]; split; auto.
    + apply farther_on_side. destruct (flt error cross) eqn:L; rewrite E_low_1 in V.
      * assert (Fe : finite error) by (apply (flt_finite _ _ L); rewrite E_error; apply nonneg_products_bound).
        destruct (Herr Fe) as [H1 H2]. rewrite E_cross, E_error in V, L. rewrite E_error in Fe.
        apply (cross_larger _ _ _ _ H1 H2 Fe (real rhs_2)); auto.
        pose proof (real_below rhs_2) as B. apply Rabs_def2 in B. apply B.
      * exfalso. pose proof (nonneg_real _ Prhs). rewrite value_finite in V by reflexivity.
        destruct zero_value as [_ Z2]. rewrite Z2 in V.
        assert (0 <= (1 + 299 / 10 * ud) * real rhs_2) by (apply Rmult_le_pos; lra). lra.
    + assert (Fe : finite error).
      { rewrite E_high_1 in Fh. destruct (fmul_finite _ _ Fh) as (A & _ & _).
        now destruct (fadd_finite _ _ A) as (_ & ? & _). }
      destruct (Herr Fe) as [H1 H2]. rewrite E_high_1, E_cross, E_error in Fh, V. rewrite E_error in Fe.
      pose proof (cross_smaller _ _ _ _ H1 H2 Fe (real rhs_2) _ Q HR Fh V) as T.
      apply (nearer_on_side ud etad U ES); auto.
      eapply Rle_lt_trans; [| exact T].
      pose proof (pow2_ge_0 (Geometry.ux a b * Geometry.wy c a - Geometry.uy a b * Geometry.wx c a)).
      change (Geometry.cross c a b) with (Geometry.ux a b * Geometry.wy c a - Geometry.uy a b * Geometry.wx c a).
      assert (0 <= etad * etad) by apply Rle_0_sqr.
      assert (E2 : etad * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
      apply Rmult_le_compat; lra.
Qed.
