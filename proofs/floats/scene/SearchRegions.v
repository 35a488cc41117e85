(* The regions of a scene's searches in doubles (src/scene/traversal.h, src/rest/path_box.h): sums rounded up, low
   ends of boxes rounded outward, and the box around a circle. Every wall whose axis is within reach has a box that
   overlaps the region; with IndexCoordinates.v no node above it is left out. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Overflow Order Geometry IndexCoordinates Terms_region.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Lemma number_of_nonneg_sum {f} (x y : F f) : number x -> number y -> nonneg x -> nonneg y -> number (fadd x y).
Proof.
  intros Nx Ny Px Py. destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  1: now apply fadd_rounds.
  all: destruct x as [| [|] | |], y as [| [|] | |]; simpl in *; auto; discriminate.
Qed.

Lemma infinite_of_nonneg {f} (x : F f) : number x -> nonneg x -> ~ finite x -> x = finf.
Proof. destruct x as [s | s | | s m e B]; simpl; intros; subst; auto; try discriminate; elim H1; reflexivity. Qed.

(* s is at least r: a finite number, or infinity. *)
Definition at_least {f} (s : F f) (r : R) := s = finf \/ (finite s /\ r <= real s).

(* ---- sums rounded up ---- *)

Lemma up_factor : finite (fadd (fconst 1 0) (fconst 1 (-51)) : F double) /\
  real (fadd (fconst 1 0) (fconst 1 (-51)) : F double) = 1 + 4 * u double.
Proof.
  constant_of double 1%Z 0%Z. constant_of double 1%Z (-51)%Z. destruct C as (F1 & V1), C0 as (F2 & V2).
  assert (U : 4 * u double = bpow radix2 (-51)) by (unfold u, double; simpl; lra).
  assert (V : real (fconst 1 0 : F double) + real (fconst 1 (-51) : F double) = 1 + 4 * u double).
  { rewrite V1, V2, U. change (bpow radix2 0) with 1. ring. }
  assert (G : in_format double (1 + 4 * u double)).
  { apply generic_format_FLT. exists (Float radix2 (2 ^ 51 + 1) (-51)); [| vm_compute; reflexivity | vm_compute;
    discriminate].
    rewrite U. unfold F2R. simpl. lra. }
  pose proof (fadd_rounds _ _ F1 F2) as (N & H). rewrite V, rnd_of_format in H by exact G.
  assert (B : 1 + 4 * u double < @huge double).
  { unfold huge. apply Rlt_le_trans with (bpow radix2 1); [rewrite u_double; simpl; lra | apply bpow_le; simpl;
    lia]. }
  pose proof (huge_pos (f := double)). pose proof u_double_small.
  destruct H as [(F & P) | [(_ & P) | (_ & P)]]; [| lra | lra]. split; [exact F |]. now rewrite value_finite in P.
Qed.

Lemma tiny_value : finite (fconst 1 (-1074) : F double) /\ real (fconst 1 (-1074) : F double) = 2 * eta double.
Proof.
  constant_of double 1%Z (-1074)%Z. destruct C as (F1 & V1). split; [exact F1 |]. rewrite V1. unfold eta.
  change (bpow radix2 (-1074)) with (bpow radix2 (1 + (emin double - 1))). rewrite bpow_plus. change (bpow radix2 1)
    with 2. ring.
Qed.

(* Sums of small numbers are exact. *)
Lemma small_sum_exact (x y : R) : in_format double x -> in_format double y -> Rabs (x + y) <= bpow radix2 (-1021) ->
  in_format double (x + y).
Proof.
  intros Hx Hy H. apply generic_format_FLT_FIX; try exact H; try apply prec_positive.
  apply generic_format_FIX_FLT in Hx; try apply prec_positive. apply generic_format_FIX_FLT in Hy; try apply
    prec_positive.
  apply FIX_format_generic in Hx. apply FIX_format_generic in Hy.
  destruct Hx as [[mx ex] -> Ex]. destruct Hy as [[my ey] -> Ey]. simpl in Ex, Ey. subst.
  apply generic_format_FIX. exists (Float radix2 (mx + my) (emin double)); [| reflexivity].
  unfold F2R. simpl Fnum. simpl Fexp. rewrite plus_IZR. ring.
Qed.

(* The sum exceeds p + q by more than what a product loses to underflow. *)
Theorem sum_up_above (p q s : F double) : sum_up_results p q s ->
  number p -> number q -> nonneg p -> nonneg q ->
  number s /\ nonneg s /\ (s = finf \/ (finite p /\ finite q /\ finite s /\ real p + real q + 3 / 2 * eta double <=
    real s)).
Proof.
  intros [->] Np Nq Pp Pq. destruct up_factor as (Fc & Vc). destruct tiny_value as (Ft & Vt).
  pose proof u_double_small as U. pose proof (eta_pos double) as T.
  set (c := fadd (fconst 1 0) (fconst 1 (-51)) : F double) in *. set (d := fconst 1 (-1074) : F double) in *.
  clearbody c d.
  assert (Pc : nonneg c) by (apply nonneg_of_real; auto; lra). assert (Pd : nonneg d) by (apply nonneg_of_real; auto;
    lra).
  assert (P1 : nonneg (fadd p q)) by now apply nonneg_fadd.
  assert (N1 : number (fadd p q)) by now apply number_of_nonneg_sum.
  assert (P2 : nonneg (fmul (fadd p q) c)) by now apply nonneg_fmul.
  assert (N2 : number (fmul (fadd p q) c)) by (apply number_fmul; auto; lra).
  assert (P3 : nonneg (fadd (fmul (fadd p q) c) d)) by now apply nonneg_fadd.
  assert (N3 : number (fadd (fmul (fadd p q) c) d)) by (apply number_of_nonneg_sum; auto; now apply number_finite).
  split; [exact N3 |]. split; [exact P3 |].
  destruct (is_finite (fadd (fmul (fadd p q) c) d)) eqn:F3.
  2: { left. apply infinite_of_nonneg; auto. unfold finite. congruence. }
  right. destruct (fadd_finite _ _ F3) as (F2 & _ & V3). destruct (fmul_finite _ _ F2) as (F1 & _ & V2).
  destruct (fadd_finite _ _ F1) as (Fp & Fq & V1). split; [exact Fp |]. split; [exact Fq |]. split; [exact F3 |].
  pose proof (nonneg_real p Pp). pose proof (nonneg_real q Pq).
  pose proof (nonneg_real _ P1) as R1. pose proof (nonneg_real _ P2) as R2.
  pose proof (rnd_sum_error double (real p) (real q) (real_in_format p) (real_in_format q)) as E1. rewrite <- V1 in E1.
  pose proof (rnd_error double (real (fadd p q) * real c)) as E2. rewrite <- V2 in E2.
  pose proof (rnd_sum_error double _ _ (real_in_format (fmul (fadd p q) c)) (real_in_format d)) as E3. rewrite <- V3 in
    E3.
  (* s1 is at least the rounded sum, and small sums are exact *)
  assert (M1 : real (fadd p q) <= real (fmul (fadd p q) c)).
  { rewrite V2. apply Rle_trans with (rnd double (real (fadd p q))); [rewrite rnd_of_format by apply real_in_format;
    lra |].
    apply rnd_le. rewrite Vc. assert (0 <= real (fadd p q) * u double) by (apply Rmult_le_pos; lra). lra. }
  assert (Small : real p + real q <= bpow radix2 (-1022) -> real p + real q + 2 * eta double <= real (fadd (fmul (fadd
    p q) c) d)).
  { intros H1. assert (B : bpow radix2 (-1021) = 2 * bpow radix2 (-1022)).
    { change (-1021)%Z with (1 + -1022)%Z. rewrite bpow_plus. reflexivity. }
    assert (B2 : 2 * eta double <= bpow radix2 (-1022)).
    { rewrite <- (proj2 tiny_value). rewrite (proj2 tiny_value). unfold eta. change 2 with (bpow radix2 1). rewrite <-
      bpow_plus.
      apply bpow_le. vm_compute. discriminate. }
    assert (X1 : real (fadd p q) = real p + real q).
    { rewrite V1. apply rnd_of_format. apply small_sum_exact; try apply real_in_format. rewrite Rabs_pos_eq; lra. }
    apply Rle_trans with (rnd double ((real p + real q) + real d)).
    - rewrite Vt, rnd_of_format; [lra |]. rewrite <- Vt, <- X1. apply small_sum_exact; try apply real_in_format.
      rewrite Rabs_pos_eq; lra.
    - rewrite V3. apply rnd_le. lra. }
  rewrite Vc in E2. rewrite Vt in E3.
  set (t := real (fadd p q)) in *. set (s1 := real (fmul (fadd p q) c)) in *. set (s := real (fadd (fmul (fadd p q) c)
    d)) in *.
  rewrite (Rabs_pos_eq (real p + real q)) in E1 by lra. rewrite (Rabs_pos_eq (t * _)) in E2 by (apply Rmult_le_pos;
    lra).
  rewrite (Rabs_pos_eq (s1 + _)) in E3 by lra.
  assert (L1 : real p + real q - u double * (real p + real q) <= t) by (revert E1; unfold Rabs; destruct (Rcase_abs _);
    lra).
  assert (L2 : t * (1 + 4 * u double) - u double * (t * (1 + 4 * u double)) - eta double <= s1)
    by (revert E2; unfold Rabs; destruct (Rcase_abs _); lra).
  assert (L3 : s1 + 2 * eta double - u double * (s1 + 2 * eta double) <= s) by (revert E3; unfold Rabs; destruct
    (Rcase_abs _); lra).
  clear E1 E2 E3. clearbody t s1 s.
  destruct (Rle_or_lt (real p + real q) (bpow radix2 (-1022))) as [Sm | Lg]; [specialize (Small Sm); lra | clear Small
    M1].
  assert (Lg' : eta double <= u double * (real p + real q)).
  { apply Rle_trans with (u double * bpow radix2 (-1022)); [| apply Rmult_le_compat_l; lra].
    unfold u, eta. rewrite <- bpow_plus. apply bpow_le. vm_compute. discriminate. }
  revert L1 L2 L3 U T R1 R2 Lg'. generalize (u double) (eta double). intros v h L1 L2 L3 U T R1 R2 Lg'.
  set (x := real p + real q) in *. assert (X : 0 <= x) by (unfold x; lra). clearbody x.
  (* (1 - v)^3 (1 + 4 v) >= 1 *)
  assert (A1 : x * (1 - v) * ((1 - v) * (1 + 4 * v)) <= t * ((1 - v) * (1 + 4 * v))).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
  assert (A2 : (x * (1 - v) * ((1 - v) * (1 + 4 * v)) - h + 2 * h) * (1 - v) <= (s1 + 2 * h) * (1 - v)).
  { apply Rmult_le_compat_r; lra. }
  assert (A3 : 1 + 9 / 10 * v <= (1 - v) * ((1 - v) * (1 + 4 * v)) * (1 - v)).
  { assert (W2 : 0 <= v * v <= / 1048576 * v) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]).
    assert (W3 : 0 <= v * v * v <= / 1048576 * (v * v)).
    { split; [apply Rmult_le_pos; lra |]. rewrite (Rmult_comm (v * v)). apply Rmult_le_compat_r; lra. }
    assert (W4 : v * v * v * v <= / 1048576 * (v * v * v)).
    { rewrite (Rmult_comm (v * v * v)). apply Rmult_le_compat_r; lra. }
    lra. }
  assert (A4 : x * (1 + 9 / 10 * v) <= x * ((1 - v) * ((1 - v) * (1 + 4 * v)) * (1 - v))) by (apply Rmult_le_compat_l;
    lra).
  assert (A5 : h * v <= h * / 1048576) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The distance at which an axis matters: not less than the sum of the radii and the gap. *)
Theorem reach_of_above (common radius gap s : F double) : reach_of_results common radius gap s ->
  number common -> number radius -> number gap -> nonneg common -> nonneg radius -> nonneg gap ->
  number s /\ nonneg s /\ at_least s (real radius + real gap + real common).
Proof.
  intros (s1 & [H1 H2]) Nc Nr Ng Pc Pr Pg.
  destruct (sum_up_above _ _ _ H1 Nr Ng Pr Pg) as (N1 & P1 & D1).
  destruct (sum_up_above _ _ _ H2 N1 Nc P1 Pc) as (N2 & P2 & D2). split; [exact N2 |]. split; [exact P2 |].
  destruct D2 as [-> | (F1 & Fc & Fs & L2)]; [left; reflexivity | right]. split; [exact Fs |].
  pose proof (eta_pos double). destruct D1 as [-> | (Fr & Fg & _ & L1)]; [discriminate | lra].
Qed.

(* ---- low ends ---- *)

Lemma eps_value : finite (fconst 1 (-52) : F double) /\ real (fconst 1 (-52) : F double) = bpow radix2 (-52).
Proof. constant_of double 1%Z (-52)%Z. destruct C as (F1 & V1). split; [exact F1 |]. rewrite V1. ring. Qed.

(* The step outward is at least the distance to the next double. *)
Lemma step_covers_ulp (x g : F double) : finite x ->
  g = fadd (fmul (fabs x) (fconst 1 (-52))) (fconst 1 (-1074)) ->
  number g /\ nonneg g /\ (finite g -> ulp radix2 (exponents double) (real x) <= real g).
Proof.
  intros Fx ->. destruct eps_value as (Fe & Ve). destruct tiny_value as (Ft & Vt). pose proof (eta_pos double) as T.
  set (e := fconst 1 (-52) : F double) in *. set (d := fconst 1 (-1074) : F double) in *. clearbody e d.
  assert (Pe : nonneg e) by (apply nonneg_of_real; auto; rewrite Ve; apply bpow_ge_0).
  assert (Pd : nonneg d) by (apply nonneg_of_real; auto; lra).
  assert (Pp : nonneg (fmul (fabs x) e)) by (apply nonneg_fmul; auto; apply nonneg_fabs).
  assert (Np : number (fmul (fabs x) e)) by (apply fmul_rounds; auto; now apply finite_fabs).
  split; [apply number_of_nonneg_sum; auto; now apply number_finite |]. split; [now apply nonneg_fadd |].
  intros Fg. destruct (fadd_finite _ _ Fg) as (Fp & _ & Vg). destruct (fmul_finite _ _ Fp) as (_ & _ & Vp).
  rewrite Vg, Vp, Ve, Vt, real_fabs. clear Vg Vp Fg Fp Pp Np.
  set (y := real x).
  destruct (Rle_or_lt (bpow radix2 (-1022)) (Rabs y)) as [B | B].
  - (* the ulp is in the format, and at most |x| 2^-52 *)
    assert (L : ulp radix2 (exponents double) y <= Rabs y * bpow radix2 (-52)).
    { apply (ulp_FLT_le radix2 (emin double) (prec double)). exact B. }
    assert (G : in_format double (ulp radix2 (exponents double) y)).
    { destruct (Req_dec y 0) as [Z | Z]; [rewrite Z, Rabs_R0 in B; pose proof (bpow_gt_0 radix2 (-1022)); lra |].
      apply generic_format_ulp; [apply exponents_valid | intros n; unfold exponents, FLT_exp; pose proof (prec_gt_1
        double); lia]. }
    apply Rle_trans with (rnd double (Rabs y * bpow radix2 (-52))).
    + rewrite <- (rnd_of_format double _ G). now apply rnd_le.
    + rewrite <- (rnd_of_format double (rnd double (Rabs y * bpow radix2 (-52)))) at 1 by apply rnd_in_format.
      apply rnd_le. lra.
  - assert (L : ulp radix2 (exponents double) y = 2 * eta double).
    { rewrite <- Vt. unfold exponents. rewrite ulp_FLT_small; [| apply prec_positive |].
      - rewrite Vt. unfold eta. replace (emin double) with (1 + (emin double - 1))%Z at 1 by ring. rewrite bpow_plus.
        reflexivity.
      - eapply Rlt_le_trans; [exact B |]. apply bpow_le. vm_compute. discriminate. }
    rewrite L. rewrite <- (rnd_of_format double (2 * eta double)) at 1 by (rewrite <- Vt; apply real_in_format).
    apply rnd_le. pose proof (rnd_nonneg double (Rabs y * bpow radix2 (-52))
      ltac:(apply Rmult_le_pos; [apply Rabs_pos | apply bpow_ge_0])). lra.
Qed.

(* The low end of the box of a thick wall is not above the wall's. *)
Theorem low_end_of_below (p radius low : F double) : low_end_of_results p radius low ->
  finite p -> finite radius -> 0 <= real radius ->
  number low /\ (low = finf_down \/ (finite low /\ real low <= real p - real radius)).
Proof.
  intros (x & [Hx ->]) Fp Fr Pr. constant_of double 0%Z 0%Z. destruct C as (Fz & Vz).
  destruct (feq radius (fconst 0 0)) eqn:Z.
  { apply feq_real in Z; auto. rewrite Vz in Z. split; [now apply number_finite |]. right. split; [exact Fp | lra]. }
  pose proof (fsub_rounds p radius Fp Fr) as (Nx & D). rewrite <- Hx in Nx, D.
  destruct D as [(Fx & Vx) | [(Ex & D) | (Ex & D)]].
  - rewrite value_finite in Vx by exact Fx.
    set (g := fadd (fmul (fabs x) (fconst 1 (-52))) (fconst 1 (-1074)) : F double).
    destruct (step_covers_ulp x g Fx eq_refl) as (Ng & Pg & U).
    destruct (is_finite g) eqn:Fg.
    + specialize (U Fg). pose proof (fsub_rounds x g Fx Fg) as (Nr & R). split; [exact Nr |].
      assert (L : rnd double (real x - real g) <= real p - real radius).
      { apply Rle_trans with (pred radix2 (exponents double) (real x)).
        - rewrite <- (rnd_of_format double (pred radix2 (exponents double) (real x))).
          + apply rnd_le. unfold pred. pose proof (succ_le_plus_ulp radix2 (exponents double) (- real x)) as S.
            rewrite ulp_opp in S. lra.
          + apply generic_format_pred; [apply exponents_valid | apply real_in_format].
        - rewrite Vx. apply pred_round_le_id; [apply exponents_valid | apply valid_rnd_N]. }
      destruct R as [(F & V) | [(E & V) | (E & V)]].
      * right. split; [exact F |]. rewrite value_finite in V by exact F. now rewrite V.
      * (* no overflow upward: x is finite and g is not negative *)
        exfalso. pose proof (nonneg_real g Pg). pose proof (finite_below x Fx) as B. rewrite value_finite in B by
          exact Fx.
        assert (rnd double (real x - real g) <= real x).
        { rewrite <- (rnd_of_format double (real x)) at 2 by apply real_in_format. apply rnd_le. lra. }
        lra.
      * now left.
    + assert (E : g = finf) by (apply infinite_of_nonneg; auto; unfold finite; congruence). rewrite E.
      destruct x as [| | |]; try discriminate; split; try reflexivity; left; reflexivity.
  - (* p - radius does not overflow upward *)
    exfalso. pose proof (finite_below p Fp) as B. rewrite value_finite in B by exact Fp.
    assert (rnd double (real p - real radius) <= real p).
    { rewrite <- (rnd_of_format double (real p)) at 2 by apply real_in_format. apply rnd_le. lra. }
    lra.
  - rewrite Ex. split; [reflexivity | left; reflexivity].
Qed.

(* ---- boxes of walls ---- *)

(* v is at most r: a finite number, or minus infinity. *)
Definition at_most {f} (v : F f) (r : R) := v = finf_down \/ (finite v /\ real v <= r).

(* The box contains every point within wr of the segment from a to b. *)
Definition bounds_wall (p : box double) (a b : point) (wr : R) :=
  (at_most (min_x p) (Rmin (px a) (px b) - wr) /\ at_least (max_x p) (Rmax (px a) (px b) + wr)) /\
  (at_most (min_y p) (Rmin (py a) (py b) - wr) /\ at_least (max_y p) (Rmax (py a) (py b) + wr)).

Definition lesser (x y : F double) := if flt x y then x else y.
Definition greater (x y : F double) := if flt y x then x else y.

Lemma lesser_value x y : finite x -> finite y -> finite (lesser x y) /\ real (lesser x y) = Rmin (real x) (real y).
Proof.
  intros Fx Fy. unfold lesser. destruct (flt x y) eqn:C.
  - apply flt_real in C; auto. split; auto. rewrite Rmin_left; lra.
  - apply flt_real_false in C; auto. split; auto. rewrite Rmin_right; lra.
Qed.

Lemma greater_value x y : finite x -> finite y -> finite (greater x y) /\ real (greater x y) = Rmax (real x) (real y).
Proof.
  intros Fx Fy. unfold greater. destruct (flt y x) eqn:C.
  - apply flt_real in C; auto. split; auto. rewrite Rmax_left; lra.
  - apply flt_real_false in C; auto. split; auto. rewrite Rmax_right; lra.
Qed.

Section Walls.
Variables ax ay bx by_ : F double.
Hypothesis ax_finite : finite ax.
Hypothesis ay_finite : finite ay.
Hypothesis bx_finite : finite bx.
Hypothesis by_finite : finite by_.
Let a := Point (real ax) (real ay).
Let b := Point (real bx) (real by_).

(* scene_wall_box of a segment of radius 0. *)
Theorem thin_box : bounds_wall (Box _ (lesser ax bx) (greater ax bx) (lesser ay by_) (greater ay by_)) a b 0.
Proof.
  destruct (lesser_value ax bx) as (F1 & V1), (greater_value ax bx) as (F2 & V2),
    (lesser_value ay by_) as (F3 & V3), (greater_value ay by_) as (F4 & V4); auto.
  unfold bounds_wall, a, b. cbn [min_x max_x min_y max_y px py].
  repeat split; right; rewrite ?V1, ?V2, ?V3, ?V4; split; auto; lra.
Qed.

(* carom_wall_box of a segment: the low ends, and those of the negated coordinates. *)
Theorem thick_box (wr x0 x1 y0 y1 : F double) : finite wr -> 0 <= real wr ->
  low_end_of_results (lesser ax bx) wr x0 -> low_end_of_results (lesser (fneg ax) (fneg bx)) wr x1 ->
  low_end_of_results (lesser ay by_) wr y0 -> low_end_of_results (lesser (fneg ay) (fneg by_)) wr y1 ->
  bounds_wall (Box _ x0 (fneg x1) y0 (fneg y1)) a b (real wr).
Proof.
  intros Fw Pw H0 H1 H2 H3.
  assert (low : forall p q v, finite p -> finite q -> low_end_of_results (lesser p q) wr v ->
    at_most v (Rmin (real p) (real q) - real wr)).
  { intros p q v Fp Fq H. destruct (lesser_value p q Fp Fq) as (Fl & Vl). rewrite <- Vl.
    exact (proj2 (low_end_of_below _ wr v H Fl Fw Pw)). }
  assert (high : forall p q v, finite p -> finite q -> low_end_of_results (lesser (fneg p) (fneg q)) wr v ->
    at_least (fneg v) (Rmax (real p) (real q) + real wr)).
  { intros p q v Fp Fq H. destruct (low (fneg p) (fneg q) v) as [-> | (Fv & V)]; auto using finite_fneg; [left;
    reflexivity |].
    right. split; [now apply finite_fneg |]. rewrite real_fneg. rewrite !real_fneg in V.
    rewrite <- Ropp_Rmax in V. lra. }
  unfold bounds_wall, a, b. cbn [min_x max_x min_y max_y px py]. auto.
Qed.
End Walls.

(* ---- the region around a circle ---- *)

Lemma number_of_at_most {f} (v : F f) r : at_most v r -> number v.
Proof. intros [-> | (H & _)]; [reflexivity | now apply number_finite]. Qed.

Lemma number_of_at_least {f} (v : F f) r : at_least v r -> number v.
Proof. intros [-> | (H & _)]; [reflexivity | now apply number_finite]. Qed.

Lemma low_side (v c reach : F double) (r : R) :
  finite c -> at_least reach r -> at_most v (real c + r) -> fle v (fadd c reach) = true.
Proof.
  intros Fc Hr Hv. destruct Hr as [-> | (Fr & Lr)].
  - replace (fadd c finf) with (finf : F double) by (destruct c; try discriminate; reflexivity).
    apply fle_of_values. split; [now apply number_of_at_most in Hv |]. split; [reflexivity |]. apply value_range.
  - destruct Hv as [-> | (Fv & Lv)].
    + apply fle_of_values. split; [reflexivity |]. split; [now apply fadd_rounds |]. apply value_range.
    + eapply format_below; [now apply fadd_rounds | now apply number_finite |]. rewrite value_finite by exact Fv.
      lra.
Qed.

Lemma high_side (v c reach : F double) (r : R) :
  finite c -> at_least reach r -> at_least v (real c - r) -> fle (fsub c reach) v = true.
Proof.
  intros Fc Hr Hv. destruct Hr as [-> | (Fr & Lr)].
  - replace (fsub c finf) with (finf_down : F double) by (destruct c; try discriminate; reflexivity).
    apply fle_of_values. split; [reflexivity |]. split; [now apply number_of_at_least in Hv |]. apply value_range.
  - destruct Hv as [-> | (Fv & Lv)].
    + apply fle_of_values. split; [now apply fsub_rounds |]. split; [reflexivity |]. apply value_range.
    + eapply format_above; [now apply fsub_rounds | now apply number_finite |]. rewrite value_finite by exact Fv.
      lra.
Qed.

(* One coordinate of a point of the axis within r of the centre. *)
Lemma coordinate_within (c p q t d r : R) : 0 <= r -> 0 <= t <= 1 -> 0 <= d ->
  (c - (p + t * (q - p))) ^ 2 + d <= r ^ 2 -> Rmin p q <= c + r /\ c - r <= Rmax p q.
Proof.
  intros P [T0 T1] D H.
  assert (A : Rmin p q <= p + t * (q - p) <= Rmax p q).
  { pose proof (Rmin_l p q). pose proof (Rmin_r p q). pose proof (Rmax_l p q). pose proof (Rmax_r p q).
    assert (t * Rmin p q <= t * q <= t * Rmax p q) by (split; apply Rmult_le_compat_l; lra).
    assert ((1 - t) * Rmin p q <= (1 - t) * p <= (1 - t) * Rmax p q) by (split; apply Rmult_le_compat_l; lra). lra. }
  revert A H. generalize (p + t * (q - p)). intros x A H.
  assert (B : Rabs (c - x) <= r).
  { rewrite <- (Rabs_pos_eq r) by exact P. apply Rsqr_le_abs_0. unfold Rsqr. lra. }
  revert B. unfold Rabs. destruct (Rcase_abs _); lra.
Qed.

(* The box of a wall whose axis is within reach + wr of the centre overlaps the region around the circle. *)
Theorem region_overlaps (p : box double) (a b : point) (cx cy reach x0 y0 x1 y1 : F double) (r wr t : R) :
  bounds_wall p a b wr -> finite cx -> finite cy -> at_least reach r -> 0 <= r -> 0 <= wr ->
  box_around_results cx cy reach x0 y0 x1 y1 ->
  on_axis Segment t -> dist2_at (Point (real cx) (real cy)) a b t <= (r + wr) ^ 2 ->
  overlap p (Box _ x0 x1 y0 y1).
Proof.
  intros ((B0 & B1) & (B2 & B3)) Fx Fy Hr Pr Pw (u0 & u1 & u2 & u3 & [A0 A1 A2 A3 R0 R1 R2 R3]) T D. subst.
  unfold dist2_at in D. cbn [px py] in D.
  assert (P : 0 <= r + wr) by lra.
  pose proof (coordinate_within _ _ _ _ _ _ P T (pow2_ge_0 _) D) as (X0 & X1).
  rewrite Rplus_comm in D. pose proof (coordinate_within _ _ _ _ _ _ P T (pow2_ge_0 _) D) as (Y0 & Y1).
  assert (lower : forall v (m n : R), at_most v m -> m <= n -> at_most (v : F double) n).
  { intros v m n [-> | (Fv & L)] L'; [now left | right; split; auto; lra]. }
  assert (raise : forall v (m n : R), at_least v m -> n <= m -> at_least (v : F double) n).
  { intros v m n [-> | (Fv & L)] L'; [now left | right; split; auto; lra]. }
  repeat split; cbn [min_x max_x min_y max_y].
  - apply low_side with r; auto. eapply lower; [exact B0 | lra].
  - apply high_side with r; auto. eapply raise; [exact B1 | lra].
  - apply low_side with r; auto. eapply lower; [exact B2 | lra].
  - apply high_side with r; auto. eapply raise; [exact B3 | lra].
Qed.

(* A search around a circle: a wall whose axis is within radius + gap + common + wr, where `common` is the radius that
   all walls have in common and wr the wall's own one if radii differ. Its box overlaps the region, and no node above it
   is left out. *)
Theorem search_finds_wall (p : box double) (a b : point) (ox oy scale cx cy radius gap common reach x0 y0 x1 y1 : F
  double)
    (wr t : R) (wall region node : box single) :
  bounds_wall p a b wr -> 0 <= wr ->
  finite ox -> finite oy -> finite scale -> 0 < real scale ->
  finite cx -> finite cy -> number radius -> number gap -> number common ->
  nonneg radius -> nonneg gap -> nonneg common ->
  reach_of_results common radius gap reach -> box_around_results cx cy reach x0 y0 x1 y1 ->
  on_axis Segment t ->
  dist2_at (Point (real cx) (real cy)) a b t <= (real radius + real gap + real common + wr) ^ 2 ->
  overlap p (Box _ x0 x1 y0 y1) /\
  (index_box ox oy scale p wall -> index_box ox oy scale (Box _ x0 x1 y0 y1) region -> contains node wall ->
   flt (max_x region) (min_x node) = false /\ flt (max_x node) (min_x region) = false /\
   flt (max_y region) (min_y node) = false /\ flt (max_y node) (min_y region) = false).
Proof.
  intros B Pw Fox Foy Fs Ps Fx Fy Nr Ng Nc Pr Pg Pc H H0 T D.
  destruct (reach_of_above _ _ _ _ H Nc Nr Ng Pc Pr Pg) as (_ & _ & L).
  pose proof (nonneg_real _ Pr). pose proof (nonneg_real _ Pg). pose proof (nonneg_real _ Pc).
  assert (O : overlap p (Box _ x0 x1 y0 y1)).
  { apply (region_overlaps p a b cx cy reach x0 y0 x1 y1 (real radius + real gap + real common) wr t); auto; lra. }
  split; [exact O |]. intros I I' C. eapply node_never_lost with (ox := ox) (oy := oy) (scale := scale); eauto.
Qed.
