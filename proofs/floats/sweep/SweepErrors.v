(* The error bounds of the sweep's filter: scalar and cross products of rounded vectors, squares of gaps.

   `near x y X Y s` says that the numbers x and y are the vector (X, Y) but for an error of 4 eps s each, that their
   size |x| + |y| is s but for rounding, and that s is at most 2^200. Both products of two such vectors then have the
   error 11 eps s t, and an underflow. The filter allows 2^-48 = 32 eps of s t. Hand derivation: docs/exactness.md, "The
   filter of the sweep". *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Bounded.

Open Scope R_scope.

(* Real numbers. *)

Lemma factor_error e s t p P q Q :
  0 < e <= / 1048576 -> Rabs (p - P) <= 4 * e * s -> Rabs (q - Q) <= 4 * e * t ->
  Rabs (p * q - P * Q) <= 4 * e * s * Rabs q + (Rabs p + 4 * e * s) * (4 * e * t).
Proof.
  intros E Hp Hq.
  replace (p * q - P * Q) with ((p - P) * q + P * (q - Q)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
  assert (Rabs P <= Rabs p + 4 * e * s).
  { replace P with (p - (p - P)) by ring. unfold Rminus at 1.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  apply Rplus_le_compat.
  - apply Rmult_le_compat_r; auto using Rabs_pos.
  - apply Rmult_le_compat; auto using Rabs_pos.
Qed.

(* Two products, each rounded, and their sum, rounded. *)
Lemma two_products_error e h a1 a2 r1 r2 r :
  0 < e <= / 1048576 -> 0 <= h ->
  Rabs (r1 - a1) <= e * Rabs a1 + h -> Rabs (r2 - a2) <= e * Rabs a2 + h ->
  Rabs (r - (r1 + r2)) <= e * Rabs (r1 + r2) ->
  Rabs (r - (a1 + a2)) <= (2 * e + e * e) * (Rabs a1 + Rabs a2) + 3 * h.
Proof.
  intros E H H1 H2 H3.
  assert (B1 : Rabs r1 <= (1 + e) * Rabs a1 + h).
  { replace r1 with (a1 + (r1 - a1)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (B2 : Rabs r2 <= (1 + e) * Rabs a2 + h).
  { replace r2 with (a2 + (r2 - a2)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (B3 : Rabs (r1 + r2) <= (1 + e) * (Rabs a1 + Rabs a2) + 2 * h).
  { eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (r - (a1 + a2)) with ((r - (r1 + r2)) + ((r1 - a1) + (r2 - a2))) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  assert (e * Rabs (r1 + r2) <= e * ((1 + e) * (Rabs a1 + Rabs a2) + 2 * h)) by (apply Rmult_le_compat_l; lra).
  assert (e * h <= / 1048576 * h) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* The error of p . q from those of the coordinates. *)
Lemma vectors_error e s t p1 p2 q1 q2 P1 P2 Q1 Q2 :
  0 < e <= / 1048576 -> 0 <= s -> 0 <= t ->
  Rabs (p1 - P1) <= 4 * e * s -> Rabs (p2 - P2) <= 4 * e * s -> Rabs p1 + Rabs p2 <= (1 + 32 * e) * s ->
  Rabs (q1 - Q1) <= 4 * e * t -> Rabs (q2 - Q2) <= 4 * e * t -> Rabs q1 + Rabs q2 <= (1 + 32 * e) * t ->
  Rabs (p1 * q1 - P1 * Q1) + Rabs (p2 * q2 - P2 * Q2) <= (8 + 1 / 100) * e * (s * t) /\
  Rabs (p1 * q1) + Rabs (p2 * q2) <= (1 + 1 / 100) * (s * t).
Proof.
  intros E S T Hp1 Hp2 Hp Hq1 Hq2 Hq.
  assert (ST : 0 <= s * t) by now apply Rmult_le_pos.
  pose proof (Rabs_pos p1). pose proof (Rabs_pos p2). pose proof (Rabs_pos q1). pose proof (Rabs_pos q2).
  split.
  - pose proof (factor_error e s t p1 P1 q1 Q1 E Hp1 Hq1) as F1.
    pose proof (factor_error e s t p2 P2 q2 Q2 E Hp2 Hq2) as F2.
    assert (G1 : 4 * e * s * (Rabs q1 + Rabs q2) <= 4 * e * s * ((1 + 32 * e) * t)).
    { apply Rmult_le_compat_l; [nra | lra]. }
    assert (G2 : (Rabs p1 + Rabs p2 + 8 * e * s) * (4 * e * t) <= ((1 + 32 * e) * s + 8 * e * s) * (4 * e * t)).
    { apply Rmult_le_compat_r; [nra | lra]. }
    assert (G3 : e * (e * (s * t)) <= / 1048576 * (e * (s * t))).
    { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; lra. }
    nra.
  - rewrite !Rabs_mult.
    assert (Rabs p1 * Rabs q1 + Rabs p2 * Rabs q2 <= (Rabs p1 + Rabs p2) * (Rabs q1 + Rabs q2)) by nra.
    assert ((Rabs p1 + Rabs p2) * (Rabs q1 + Rabs q2) <= ((1 + 32 * e) * s) * ((1 + 32 * e) * t)).
    { apply Rmult_le_compat; lra. }
    assert (e * (s * t) <= / 1048576 * (s * t)) by (apply Rmult_le_compat_r; lra).
    assert (e * (e * (s * t)) <= / 1048576 * (e * (s * t))).
    { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; lra. }
    nra.
Qed.

(* Vectors of numbers. *)

Definition near (x y : D) (X Y s : R) :=
  finite x /\ finite y /\ Rabs (real x - X) <= 4 * eps * s /\ Rabs (real y - Y) <= 4 * eps * s /\
  Rabs (real x) + Rabs (real y) <= (1 + 32 * eps) * s /\ s <= bpow radix2 200.

Lemma near_size_nonneg x y X Y s : near x y X Y s -> 0 <= s.
Proof.
  intros (_ & _ & _ & _ & H & _). pose proof eps_small.
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  apply Rmult_le_reg_l with (1 + 32 * eps); lra.
Qed.

Lemma near_below x y X Y s : near x y X Y s -> below 201 x /\ below 201 y.
Proof.
  intros N. pose proof (near_size_nonneg _ _ _ _ _ N) as S. destruct N as (Fx & Fy & _ & _ & H & B).
  pose proof eps_small. pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  assert ((1 + 32 * eps) * s <= bpow radix2 201).
  { change 201%Z with (200 + 1)%Z. rewrite <- two_powers. nra. }
  split; split; auto; lra.
Qed.

Section Products.
Variables (px py qx qy : D) (PX PY QX QY s t : R).
Hypothesis (Hp : near px py PX PY s) (Hq : near qx qy QX QY t).

Lemma dot_error :
  let d := fadd (fmul px qx) (fmul py qy) in
  below 403 d /\ Rabs (real d - (PX * QX + PY * QY)) <= 11 * eps * (s * t) + 3 * tiny /\
  Rabs (real d - (real px * real qx + real py * real qy)) <= 3 * eps * (s * t) + 3 * tiny.
Proof.
  pose proof (near_size_nonneg _ _ _ _ _ Hp) as S. pose proof (near_size_nonneg _ _ _ _ _ Hq) as T.
  destruct (near_below _ _ _ _ _ Hp) as [Bpx Bpy]. destruct (near_below _ _ _ _ _ Hq) as [Bqx Bqy].
  destruct Hp as (_ & _ & P1 & P2 & P3 & _). destruct Hq as (_ & _ & Q1 & Q2 & Q3 & _).
  assert (B1 : below 402 (fmul px qx)) by (apply (below_mul 201 201); auto; lia).
  assert (B2 : below 402 (fmul py qy)) by (apply (below_mul 201 201); auto; lia).
  assert (B : below 403 (fadd (fmul px qx) (fmul py qy))) by (apply (below_add 402); auto; lia).
  pose proof (fmul_error _ _ (proj1 B1)) as E1. pose proof (fmul_error _ _ (proj1 B2)) as E2.
  pose proof (fadd_error _ _ (proj1 B)) as E3.
  pose proof eps_small as E. pose proof tiny_pos as H.
  pose proof (two_products_error _ tiny _ _ _ _ _ E (Rlt_le _ _ H) E1 E2 E3) as R.
  destruct (vectors_error _ s t _ _ _ _ PX PY QX QY E S T P1 P2 P3 Q1 Q2 Q3) as [V1 V2].
  intros d. unfold d. split; [exact B |].
  assert (ST : 0 <= s * t) by now apply Rmult_le_pos.
  assert (R' : (2 * eps + eps * eps) * (Rabs (real px * real qx) + Rabs (real py * real qy)) <= 2.5 * eps * (s * t)).
  { assert (2 * eps + eps * eps <= (2 + 1 / 100) * eps) by nra.
    assert ((2 * eps + eps * eps) * (Rabs (real px * real qx) + Rabs (real py * real qy)) <=
            (2 + 1 / 100) * eps * ((1 + 1 / 100) * (s * t))).
    { apply Rmult_le_compat; try lra; [nra |].
      pose proof (Rabs_pos (real px * real qx)). pose proof (Rabs_pos (real py * real qy)). lra. }
    assert (0 <= eps * (s * t)) by (apply Rmult_le_pos; lra). nra. }
  assert (Z : 0 <= eps * (s * t)) by (apply Rmult_le_pos; lra).
  split; [| lra].
  replace (real (fadd (fmul px qx) (fmul py qy)) - (PX * QX + PY * QY)) with
    ((real (fadd (fmul px qx) (fmul py qy)) - (real px * real qx + real py * real qy)) +
     ((real px * real qx - PX * QX) + (real py * real qy - PY * QY))) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |]. lra.
Qed.

End Products.

Lemma fsub_is_fadd (x y : D) : fsub x y = fadd x (fneg y).
Proof. unfold fadd, fsub, fneg, Bminus. destruct x, y; reflexivity. Qed.

Lemma fneg_fmul_right (x y : D) : finite x -> finite y -> finite (fmul x y) ->
  finite (fmul x (fneg y)) /\ real (fmul x (fneg y)) = - real (fmul x y).
Proof.
  intros Fx Fy Fp.
  assert (Fn : finite (fneg y)) by now apply finite_fneg.
  generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE x y). intros C.
  generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE x (fneg y)). intros C'.
  assert (E : B2R x * B2R (fneg y) = - (B2R x * B2R y)).
  { change (B2R (fneg y)) with (real (fneg y)). rewrite real_fneg. unfold real. ring. }
  rewrite E in C'. rewrite round_NE_opp, Rabs_Ropp in C'.
  destruct (Rlt_bool _ _).
  - destruct C as (C1 & C2 & _). destruct C' as (C1' & C2' & _).
    rewrite Fx, Fn in C2'. split; [exact C2' |]. unfold real, fmul. rewrite C1, C1'. reflexivity.
  - exfalso. exact (finite_of_overflow _ _ C Fp).
Qed.

Lemma cross_error px py qx qy PX PY QX QY s t :
  near px py PX PY s -> near qx qy QX QY t ->
  let d := fsub (fmul px qy) (fmul py qx) in
  below 403 d /\ Rabs (real d - (PX * QY - PY * QX)) <= 11 * eps * (s * t) + 3 * tiny.
Proof.
  intros Hp Hq d.
  assert (Hq' : near qy (fneg qx) QY (- QX) t).
  { destruct Hq as (A & B & C & E & F & G). repeat split; auto using finite_fneg.
    - rewrite real_fneg. replace (- real qx - - QX) with (- (real qx - QX)) by ring. now rewrite Rabs_Ropp.
    - rewrite real_fneg, Rabs_Ropp, Rplus_comm. assumption. }
  destruct (near_below _ _ _ _ _ Hp) as [Bpx Bpy]. destruct (near_below _ _ _ _ _ Hq) as [Bqx Bqy].
  assert (B1 : below 402 (fmul px qy)) by (apply (below_mul 201 201); auto; lia).
  assert (B2 : below 402 (fmul py qx)) by (apply (below_mul 201 201); auto; lia).
  assert (B : below 403 d) by (apply (below_sub 402); auto; lia).
  split; [exact B |].
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Hp Hq') as (B' & X & _).
  replace (PX * QY - PY * QX) with (PX * QY + PY * - QX) by ring.
  replace (real d) with (real (fadd (fmul px qy) (fmul py (fneg qx)))); [exact X |].
  destruct (fneg_fmul_right py qx (proj1 Bpy) (proj1 Bqx) (proj1 B2)) as [_ N].
  destruct (fadd_finite _ _ (proj1 B')) as (_ & _ & E1). destruct (fsub_finite _ _ (proj1 B)) as (_ & _ & E2).
  rewrite E1. fold d in E2. rewrite E2, N. reflexivity.
Qed.

Lemma near_swap px py PX PY s : near px py PX PY s -> near py px PY PX s.
Proof. intros (A & B & C & E & G & H). repeat split; auto. lra. Qed.

(* The real vector has nearly the same size. *)
Lemma near_real_size px py PX PY s : near px py PX PY s -> Rabs PX + Rabs PY <= (1 + 40 * eps) * s.
Proof.
  intros (_ & _ & A & B & C & _). pose proof eps_small.
  pose proof (Rabs_triang_inv PX (real px)). pose proof (Rabs_triang_inv PY (real py)).
  rewrite (Rabs_minus_sym PX) in *. rewrite (Rabs_minus_sym PY) in *. lra.
Qed.

Lemma real_products_size px py qx qy PX PY QX QY s t :
  near px py PX PY s -> near qx qy QX QY t -> Rabs (PX * QX) + Rabs (PY * QY) <= (1 + 1 / 50) * (s * t).
Proof.
  intros Hp Hq. pose proof (near_size_nonneg _ _ _ _ _ Hp) as S. pose proof (near_size_nonneg _ _ _ _ _ Hq) as T.
  pose proof (near_real_size _ _ _ _ _ Hp) as A. pose proof (near_real_size _ _ _ _ _ Hq) as B. pose proof eps_small.
  pose proof (Rabs_pos PX). pose proof (Rabs_pos PY). pose proof (Rabs_pos QX). pose proof (Rabs_pos QY).
  rewrite !Rabs_mult.
  assert (C : (Rabs PX + Rabs PY) * (Rabs QX + Rabs QY) <= ((1 + 40 * eps) * s) * ((1 + 40 * eps) * t)).
  { apply Rmult_le_compat; lra. }
  assert (ST : 0 <= s * t) by now apply Rmult_le_pos.
  assert (eps * (s * t) <= / 1048576 * (s * t)) by (apply Rmult_le_compat_r; lra).
  assert (eps * (eps * (s * t)) <= / 1048576 * (eps * (s * t))).
  { apply Rmult_le_compat_r; [| lra]. apply Rmult_le_pos; lra. }
  nra.
Qed.

Lemma dot_size px py qx qy PX PY QX QY s t :
  near px py PX PY s -> near qx qy QX QY t ->
  Rabs (real (fadd (fmul px qx) (fmul py qy))) <= (1 + 3 / 100) * (s * t) + 3 * tiny.
Proof.
  intros Hp Hq. destruct (dot_error _ _ _ _ _ _ _ _ _ _ Hp Hq) as (_ & E & _).
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ Hp Hq) as S. pose proof (Rabs_triang (PX * QX) (PY * QY)).
  pose proof (Rabs_triang_inv (real (fadd (fmul px qx) (fmul py qy))) (PX * QX + PY * QY)).
  pose proof (near_size_nonneg _ _ _ _ _ Hp). pose proof (near_size_nonneg _ _ _ _ _ Hq). pose proof eps_small.
  assert (0 <= s * t) by now apply Rmult_le_pos.
  assert (eps * (s * t) <= / 1048576 * (s * t)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma cross_size px py qx qy PX PY QX QY s t :
  near px py PX PY s -> near qx qy QX QY t ->
  Rabs (real (fsub (fmul px qy) (fmul py qx))) <= (1 + 3 / 100) * (s * t) + 3 * tiny.
Proof.
  intros Hp Hq. destruct (cross_error _ _ _ _ _ _ _ _ _ _ Hp Hq) as (_ & E).
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ Hp (near_swap _ _ _ _ _ Hq)) as S.
  pose proof (Rabs_triang (PX * QY) (- (PY * QX))) as T. rewrite Rabs_Ropp in T.
  pose proof (Rabs_triang_inv (real (fsub (fmul px qy) (fmul py qx))) (PX * QY - PY * QX)).
  pose proof (near_size_nonneg _ _ _ _ _ Hp). pose proof (near_size_nonneg _ _ _ _ _ Hq). pose proof eps_small.
  unfold Rminus in *.
  assert (0 <= s * t) by now apply Rmult_le_pos.
  assert (eps * (s * t) <= / 1048576 * (s * t)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
