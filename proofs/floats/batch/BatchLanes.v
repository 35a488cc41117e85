(* The batch kernels (src/batch/batch_lanes.h with the constants of batch_set.h), in doubles and in floats: if a lane is
   certain, all its numbers are finite and its verdict is right. Lanes.v bounds the error of the filter.

   In doubles and in floats, products may be fused or not. There is no lower limit on the length of a wall. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Fused LaneBound Geometry Lanes.

Open Scope R_scope.

(* ---- the sign ---- *)

(* Where the wall is a point, both sides of the comparison are 0. *)
Lemma no_length_no_sign c a b : len2 a b = 0 -> cross c a b ^ 2 + off c a b ^ 2 = 0.
Proof.
  unfold len2. intros H. assert (X : ux a b = 0) by nra. assert (Y : uy a b = 0) by nra.
  assert (N : wu c a b = 0) by (unfold wu; rewrite X, Y; ring).
  unfold off, clamp, len2. rewrite N. unfold cross. rewrite X, Y.
  replace (0 * 0 + 0 * 0) with 0 by ring. rewrite Rmax_left, Rmin_left by lra. ring.
Qed.

(* lanes_reach for some values of the variables between. *)
Definition lanes_reach_results {f : format} (ERROR : F f) (product : option (F f * F f))
    (ax ay bx by_ cx cy reach2 floor : F f) (touch certain : bool) :=
  exists ux uy wx wy len2 dot cross above clamped m lhs behind sum terms error,
    lanes_reach ERROR product ax ay bx by_ cx cy reach2 floor
      ux uy wx wy len2 dot cross above clamped m lhs behind sum terms error touch certain.

(* What a verdict means: the circle of radius R around c reaches the axis of the segment, or does not. *)
Definition verdict (touch : bool) (c a b : point) (R : R) :=
  if touch then nearer Segment c a b R else farther Segment c a b R.

Theorem lanes_reach_correct {f : format} (ERROR FLOOR : F f) product ax ay bx by_ cx cy reach reach2 floor touch R :
  lanes_constants ERROR FLOOR ->
  lanes_radius reach reach2 product R ->
  lanes_floor ERROR FLOOR reach2 floor ->
  lanes_reach_results ERROR product ax ay bx by_ cx cy reach2 floor touch true ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite reach) /\
  verdict touch (point_of cx cy) (point_of ax ay) (point_of bx by_) R.
Proof.
  intros constants radius least (ux & uy & wx & wy & len2 & dot & cross & above & clamped & m & lhs & behind & sum &
    terms & error & code).
  pose proof (finite_terms ERROR FLOOR constants _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ R radius least
    code eq_refl)
    as ((F1 & _) & (_ & F2) & _ & _ & F3).
  pose proof (finite_behind ERROR FLOOR constants _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ R radius least
    code eq_refl) as F4.
  pose proof (behind_error ERROR FLOOR constants _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ R radius least
    code eq_refl) as E.
  split; [tauto |].
  pose proof (E_touch _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ code F4) as T.
  pose proof (E_certain _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ code) as C. symmetry in C.
  apply flt_real in C; [| assumption | now apply finite_fabs]. rewrite real_fabs in C.
  set (c := point_of cx cy) in *. set (a := point_of ax ay) in *. set (b := point_of bx by_) in *.
  assert (L : 0 < Geometry.len2 a b).
  { destruct (Rle_lt_or_eq_dec _ _ (len2_nonneg a b)) as [L | L]; auto. symmetry in L. exfalso.
    rewrite (no_length_no_sign c a b L), L in E. replace (0 - R ^ 2 * 0) with 0 in E by ring. rewrite Rminus_0_r in E.
      lra. }
  unfold verdict. rewrite T. destruct (Bsign behind) eqn:S.
  - apply nearer_by_products; auto.
    assert (N : real behind <= 0).
    { apply Rnot_lt_le. intros H. rewrite sign_of_positive in S; auto. discriminate. }
    rewrite Rabs_left1 in C by exact N. apply within in E. lra.
  - apply farther_by_products; auto. apply nonneg_of_sign in S; auto.
    rewrite Rabs_pos_eq in C by exact S. apply within in E. lra.
Qed.

(* ---- the constants ---- *)

Lemma fmul_powers {f : format} (x y : F f) (i j : Z) :
  finite x -> finite y -> real x = bpow radix2 i -> real y = bpow radix2 j -> (emin f <= i + j < emax f)%Z ->
  finite (fmul x y) /\ real (fmul x y) = bpow radix2 (i + j).
Proof.
  intros Fx Fy X Y [H1 H2].
  generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x y). intros C.
  change (round radix2 (SpecFloat.fexp (prec f) (emax f)) (round_mode mode_NE)) with (rnd f) in C.
  change (B2R x) with (real x) in C. change (B2R y) with (real y) in C. rewrite X, Y, <- bpow_plus in C.
  rewrite rnd_of_format in C.
  - rewrite Rlt_bool_true in C.
    + destruct C as (C1 & C2 & _). split; [| exact C1]. unfold finite, fmul in *. now rewrite C2, Fx, Fy.
    + rewrite Rabs_pos_eq by apply bpow_ge_0. now apply bpow_lt.
  - apply generic_format_bpow. unfold exponents, FLT_exp. pose proof (prec_gt_1 f). apply Z.max_lub; [lia | exact H1].
Qed.

Lemma constants_of_powers (f : format) (i j : Z) :
  u f <= / 1048576 ->
  (i = 6 - prec f)%Z -> (emin f <= i)%Z -> (i < 0)%Z -> (j <= 0)%Z -> (emin f <= j)%Z -> (emin f <= i + j + j)%Z ->
  (emin f - 1 + 30 <= - prec f + j + j)%Z ->
  lanes_constants (fconst 1 i : F f) (fconst 1 j).
Proof.
  intros unit Hi I1 I2 J1 J2 IJ T. pose proof (prec_gt_1 f) as P. pose proof (prec_lt_emax f) as Q.
  assert (one : (Z.abs 1 < 2 ^ prec f)%Z) by (simpl; apply Z.pow_gt_1; lia).
  destruct (@fconst_value f 1 i one I1) as (FE & VE); [change (Z.log2 (Z.abs 1)) with 0%Z; lia |].
  destruct (@fconst_value f 1 j one J2) as (FF & VF); [change (Z.log2 (Z.abs 1)) with 0%Z; lia |].
  rewrite Rmult_1_l in VE, VF.
  destruct (fmul_powers _ _ i j FE FF VE VF) as (FP & VP); [lia |].
  destruct (fmul_powers _ _ (i + j) j FP FF VP VF) as (FS & VS); [lia |].
  assert (U : bpow radix2 i = 64 * u f).
  { rewrite Hi. unfold u. replace (6 - prec f)%Z with (6 + - prec f)%Z by ring. rewrite bpow_plus. reflexivity. }
  split; auto.
  - split; [exact FE | now rewrite VE].
  - split; [exact FF |]. rewrite VF. split; [apply bpow_gt_0 |]. change 1 with (bpow radix2 0). now apply bpow_le.
  - split; [exact FP |]. rewrite VP, bpow_plus, U, VF. reflexivity.
  - rewrite VF. unfold eta, u. change 1073741824 with (bpow radix2 30). rewrite <- !bpow_plus. apply bpow_le. lia.
Qed.

Lemma unit_of_double : u double <= / 1048576.
Proof. rewrite u_double. lra. Qed.

Lemma unit_of_single : u single <= / 1048576.
Proof. rewrite u_single. lra. Qed.

(* ERROR and FLOOR of batch_set.h. *)
Lemma constants_of_doubles : lanes_constants (fconst 1 (-47) : F double) (fconst 1 (-480)).
Proof. apply constants_of_powers; [exact unit_of_double | ..]; unfold emin; simpl; lia. Qed.

Lemma constants_of_floats : lanes_constants (fconst 1 (-18) : F single) (fconst 1 (-48)).
Proof. apply constants_of_powers; [exact unit_of_single | ..]; unfold emin; simpl; lia. Qed.

(* ---- the kernels ---- *)

(* One lane of KERNEL(bare): walls of radius 0, reach2 = r * r. *)
Definition bare_lane {f : format} (ERROR FLOOR : F f) (ax ay bx by_ cx cy r : F f) (touch certain : bool) :=
  exists product reach2 floor,
    reach2 = fmul r r /\ (product = None \/ product = Some (r, r)) /\
    lanes_floor ERROR FLOOR reach2 floor /\
    lanes_reach_results ERROR product ax ay bx by_ cx cy reach2 floor touch certain.

(* One lane of KERNEL(walls) or KERNEL(pairs): signs is the sign bit that leaves the lane open, that of the wall's
   radius or that of the smaller radius. *)
Definition disc_lane {f : format} (ERROR FLOOR : F f) (ax ay bx by_ wr cx cy r : F f) (signs touch certain : bool) :=
  exists product reach reach2 floor certain_reach,
    reach = fadd r wr /\ reach2 = fmul reach reach /\ (product = None \/ product = Some (reach, reach)) /\
    lanes_floor ERROR FLOOR reach2 floor /\
    lanes_reach_results ERROR product ax ay bx by_ cx cy reach2 floor touch certain_reach /\
    certain = andb certain_reach (negb signs).

Definition walls_lane {f : format} (ERROR FLOOR : F f) (ax ay bx by_ wr cx cy r : F f) (touch certain : bool) :=
  exists sign, is_sign sign wr /\ disc_lane ERROR FLOOR ax ay bx by_ wr cx cy r sign touch certain.

Definition pairs_lane {f : format} (ERROR FLOOR : F f) (ax ay bx by_ wr cx cy r : F f) (touch certain : bool) :=
  exists smaller sign, is_min smaller r wr /\ is_sign sign smaller /\
    disc_lane ERROR FLOOR ax ay bx by_ wr cx cy r sign touch certain.

Section Kernels.
Context {f : format}.
Variables ERROR FLOOR : F f.
Hypothesis constants : lanes_constants ERROR FLOOR.

Theorem bare_correct ax ay bx by_ cx cy r touch :
  bare_lane ERROR FLOOR ax ay bx by_ cx cy r touch true ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r) /\
  verdict touch (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r).
Proof.
  intros (product & reach2 & floor & E & P & least & code).
  apply (lanes_reach_correct ERROR FLOOR product ax ay bx by_ cx cy r reach2 floor); auto.
  split; auto. intros _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
  apply Rmult_le_pos; [left; apply u_pos | apply Rabs_pos].
Qed.

Lemma disc_correct ax ay bx by_ wr cx cy r signs touch :
  disc_lane ERROR FLOOR ax ay bx by_ wr cx cy r signs touch true ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r /\ finite wr) /\
  signs = false /\ verdict touch (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr).
Proof.
  intros (product & reach & reach2 & floor & certain & E & E2 & P & least & code & C).
  symmetry in C. apply andb_prop in C. destruct C as [-> C]. apply negb_true_iff in C.
  destruct (lanes_reach_correct ERROR FLOOR product ax ay bx by_ cx cy reach reach2 floor touch (real r + real wr))
    as ((F1 & F2 & F3 & F4 & F5 & F6 & F7) & V); auto.
  - split; auto. intros Fr. rewrite E in Fr |- *. destruct (fadd_finite _ _ Fr) as (_ & _ & ->).
    apply rnd_sum_error; apply real_in_format.
  - rewrite E in F7. destruct (fadd_finite _ _ F7) as (Fr & Fw & _). auto 12.
Qed.

(* The circle is checked once: r is not negative. *)
Theorem walls_correct ax ay bx by_ wr cx cy r touch :
  walls_lane ERROR FLOOR ax ay bx by_ wr cx cy r touch true ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r /\ finite wr) /\
  0 <= real wr /\ verdict touch (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr).
Proof.
  intros (sign & S & lane). destruct (disc_correct _ _ _ _ _ _ _ _ _ _ lane) as (Fs & C & V).
  split; [exact Fs |]. split; [| exact V]. apply nonneg_of_sign; [tauto |]. rewrite <- S; tauto.
Qed.

Theorem pairs_correct ax ay bx by_ wr cx cy r touch :
  pairs_lane ERROR FLOOR ax ay bx by_ wr cx cy r touch true ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r /\ finite wr) /\
  (0 <= real r /\ 0 <= real wr) /\
  verdict touch (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr).
Proof.
  intros (smaller & sign & M & S & lane). destruct (disc_correct _ _ _ _ _ _ _ _ _ _ lane) as (Fs & C & V).
  split; [exact Fs |]. split; [| exact V]. destruct M as (Fm & Vm); [tauto | tauto |].
  assert (N : 0 <= real smaller) by (apply nonneg_of_sign; [exact Fm |]; rewrite <- S; auto).
  rewrite Vm in N. pose proof (Rmin_l (real r) (real wr)). pose proof (Rmin_r (real r) (real wr)). lra.
Qed.
End Kernels.

Definition bare_of_doubles_correct := bare_correct _ _ constants_of_doubles.
Definition walls_of_doubles_correct := walls_correct _ _ constants_of_doubles.
Definition pairs_of_doubles_correct := pairs_correct _ _ constants_of_doubles.
Definition bare_of_floats_correct := bare_correct _ _ constants_of_floats.
Definition walls_of_floats_correct := walls_correct _ _ constants_of_floats.
Definition pairs_of_floats_correct := pairs_correct _ _ constants_of_floats.
