(* The numbers of a contact of any size, rounded: what carom_contact_of_any_size and carom_distance_of_any_size of
   src/rest/contact_integers.c take from find_nearest (AnySizeNearest.v) by signed_double, wide_to_double and
   parameter_within keeps what include/carom/contact.h promises. AnySizePublic.v puts them together. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Wide WideSum WideShift WideDouble Geometry ContactFeature
  ContactGeometry ContactSpec MovingRoughShift MovingRoughWide MovingRough AnySizeGap AnySizeRound AnySizeVector
  AnySizeParts AnySizeNormal AnySizeEnd AnySizeAlong AnySizeNearest.
From Carom Require Overflow Terms_wide Terms_any_size.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_any_size.signed_double_terms(signed_double_results).
Import Terms_any_size.parameter_within_terms(parameter_within_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* The depth. *)
Lemma depth_rounded x q h l e k g1 g2 d : is_depth x q h l e -> 0 <= x -> 0 <= q ->
  signed_double_results h e k g1 g2 d -> finite d ->
  (0 < real d <-> q < x) /\ (real d < 0 <-> x < q) /\ Rabs (real d - (x - q)) <= ulp_of (Rmax x q).
Proof.
  intros (G & N & L & S & E) X Q H F.
  destruct (signed_double_correct _ _ _ _ _ _ _ _ _ H G N L ltac:(eapply Rle_trans; [exact X | apply Rmax_l])
    (difference_at_most_max x q X Q) E S F) as (((S1 & S2) & (S3 & S4)) & B).
  split; [split; intros A; [specialize (S1 A) | apply S2]; lra |].
  split; [split; intros A; [specialize (S3 A) | apply S4]; lra | exact B].
Qed.

(* It is infinite only beyond the range of double. *)
Theorem depth_is_finite x q h l e k g1 g2 d : is_depth x q h l e -> Rabs (x - q) <= b2 1023 -> Rmax x q <= b2 1030 ->
  signed_double_results h e k g1 g2 d -> finite d.
Proof.
  intros (G & N & L & S & E) D M H. destruct (signed_double_is _ _ _ _ _ _ H) as (d0 & H0 & Ed).
  assert (F0 : finite d0).
  { pose proof (high_at_most_value h l e (good_wide _ _ _ G)) as B. destruct (abs_near _ _ _ E) as (V & _).
    assert (T : b2 (-56) * Rmax x q <= b2 1000).
    { apply Rle_trans with (b2 (-56) * b2 1030); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact M] |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (T' : b2 1000 <= / 1024 * b2 1023).
    { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
    pose proof (bpow_gt_0 radix2 1023) as P. rewrite <- abs_scaled in B.
    assert (Hu : Rabs (real h * b2 e) <= 3 / 2 * b2 1023) by lra.
    destruct (wide_to_double_rounds _ _ _ _ _ _ H0 (proj1 G)) as (_ & _ & (_ & [(F & _ & _) | Inf]));
      [exact F | exfalso].
    pose proof (rnd_error double (real h * b2 e)) as R. rewrite u_double, eta_double in R.
    assert (b2 (-1075) <= b2 1000) by (apply bpow_le; lia).
    assert (Hg : @Overflow.huge double = 2 * b2 1023).
    { unfold Overflow.huge. change (emax double) with (1 + 1023)%Z. rewrite bpow_plus. reflexivity. }
    apply Rabs_le_inv in R, Hu. rewrite Hg in Inf. pose proof (Rabs_pos (real h * b2 e)).
    assert (Hu' : Rabs (real h * b2 e) <= 3 / 2 * b2 1023) by (apply Rabs_le; lra).
    destruct Inf as [(I & _) | (I & _)]; lra. }
  rewrite Ed. destruct (negb (feq d0 (fconst 0 0)) || feq h (fconst 0 0))%bool; [exact F0 |].
  destruct (constant_of_power (-1074) ltac:(lia)) as (F1 & _).
  destruct (flt (fconst 0 0) h); [exact F1 | now apply finite_fneg].
Qed.

(* The normal, if the vector is not 0. *)
Lemma normal_rounded p xh xl xe yh yl ye k1 g1 g2 k2 g3 g4 nx ny : is_near_normal p xh xl xe yh yl ye ->
  Rabs (px p) <= 1 -> Rabs (py p) <= 1 -> wide_to_double_results xh xe k1 g1 g2 nx ->
  wide_to_double_results yh ye k2 g3 g4 ny ->
  (finite nx /\ finite ny) /\ Rabs (real nx - px p) <= b2 (-52) /\ Rabs (real ny - py p) <= b2 (-52).
Proof.
  intros (((Gx & _) & Ex) & ((Gy & _) & Ey)) Px Py Hx Hy.
  assert (S : 11 / 10 * b2 (-96) <= b2 (-90)).
  { change (-90)%Z with (6 + -96)%Z. rewrite (bpow_plus radix2 6). change (b2 6) with 64.
    pose proof (bpow_gt_0 radix2 (-96)). lra. }
  pose proof (Rle_trans _ _ _ Ex S) as Ex'. pose proof (Rle_trans _ _ _ Ey S) as Ey'.
  destruct (unit_rounded _ _ _ _ _ _ _ _ _ Hx Gx Px Ex') as (F1 & B1).
  destruct (unit_rounded _ _ _ _ _ _ _ _ _ Hy Gy Py Ey') as (F2 & B2). auto.
Qed.

Lemma unit_parts x y (l := sqrt (x * x + y * y)) : Rabs (x / l) <= 1 /\ Rabs (y / l) <= 1.
Proof.
  destruct (coordinate_at_most x y) as (X & Y). fold l in X, Y.
  assert (G : forall v, Rabs v <= l -> Rabs (v / l) <= 1).
  { intros v V. destruct (Req_dec l 0) as [Z | N].
    - rewrite Z in V. assert (v = 0) by (destruct (Req_dec v 0) as [| A]; [assumption | apply Rabs_pos_lt in A; lra]).
      subst v. unfold Rdiv. rewrite Rmult_0_l, Rabs_R0. lra.
    - assert (P : 0 < l) by (pose proof (sqrt_pos (x * x + y * y)); unfold l in *; lra).
      unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq l) by lra. apply Rmult_le_reg_r with l; [exact P |].
      rewrite Rmult_assoc, Rinv_l by lra. lra. }
  auto.
Qed.

Lemma normal_of_is_unit n c a b : Rabs (px (normal_of n c a b)) <= 1 /\ Rabs (py (normal_of n c a b)) <= 1.
Proof. apply unit_parts. Qed.

Lemma left_normal_is_unit a b : Rabs (px (left_normal a b)) <= 1 /\ Rabs (py (left_normal a b)) <= 1.
Proof.
  unfold left_normal. destruct (Req_EM_T (len2 a b) 0); simpl; [rewrite Rabs_R0, Rabs_R1; lra |].
  destruct (unit_parts (Geometry.ux a b) (Geometry.uy a b)) as (X & Y). split; [| exact X].
  unfold Rdiv. rewrite Ropp_mult_distr_l_reverse, Rabs_Ropp. exact Y.
Qed.

(* The parameter on a side. *)
Lemma along_on_axis x c a b : is_feature x c a b 1 -> on_axis x (along_of 1 c a b).
Proof.
  unfold along_of. simpl. intros [(_ & (L & HA & HB)) | [(N & _) | (N & _)]]; [| lia | lia].
  assert (Ip : 0 < / len2 a b) by now apply Rinv_0_lt_compat.
  destruct x; simpl; [| | exact I]; destruct HA as [HA | HA]; try discriminate.
  - destruct HB as [HB | HB]; [now elim HB |]. split.
    + apply Rmult_le_pos; lra.
    + apply Rmult_le_reg_r with (len2 a b); [exact L |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
  - apply Rmult_le_pos; lra.
Qed.

(* At an end it is exactly 0 or 1. *)
Lemma along_rounded_at_end x n c a b h l e k g1 g2 d : n <> 1%Z -> is_good 250 h l ->
  real l = 0 -> value h l e = along_of n c a b -> parameter_within_results h e (extent_number x) k g1 g2 d ->
  finite d /\ real d = along_of n c a b.
Proof.
  intros Nn G Zl V H. destruct (parameter_within_is _ _ _ _ _ _ _ H) as (d0 & H0 & Ed).
  assert (A : along_of n c a b = 0 \/ along_of n c a b = 1).
  { unfold along_of. destruct (Z.eqb_spec n 1); [contradiction |]. destruct (Z.eqb n 2); auto. }
  assert (Hv : real h * b2 e = along_of n c a b) by (rewrite <- V; unfold value; rewrite Zl; ring).
  destruct zero_value as (F0 & V0). destruct one_value as (F1 & V1).
  assert (Rn : rnd (along_of n c a b) = along_of n c a b).
  { apply rnd_of_format. destruct A as [-> | ->]; [rewrite <- V0 | rewrite <- V1]; apply real_in_format. }
  destruct (wide_to_double_rounds _ _ _ _ _ _ H0 (proj1 G)) as (_ & _ & (_ & R)). rewrite Hv, Rn in R.
  assert (Hg : 2 <= @Overflow.huge double) by (apply (bpow_le radix2 1); vm_compute; discriminate).
  assert (D0 : finite d0 /\ real d0 = along_of n c a b).
  { destruct R as [(F & _ & E) | [(I1 & _) | (I1 & _)]]; [auto | |]; exfalso; destruct A as [A | A]; rewrite A in I1;
    lra. }
  destruct D0 as (Fd & Vd). rewrite Ed.
  assert (C1 : flt d0 (fconst 0 0) = false).
  { destruct (flt d0 (fconst 0 0)) eqn:C; [| reflexivity]. apply flt_real in C; try assumption. destruct A; lra. }
  assert (C2 : flt (fconst 1 0) d0 = false).
  { destruct (flt (fconst 1 0) d0) eqn:C; [| reflexivity]. apply flt_real in C; try assumption. destruct A; lra. }
  rewrite C1, C2, !andb_false_r. auto.
Qed.
