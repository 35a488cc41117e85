(* The limit of a search (limit_of in src/scene/traversal.c): a node that contains a place within the distance `far` of
   the start is not beyond the limit, although index coordinates, distances and squares are rounded.

   The origin is at most 2^969, so that differences to it do not overflow. In index coordinates the start is X, and a
   coordinate b is off by little more than 2^-24 |b|. Two computed coordinates differ by at most the real difference
   plus 2.1 * 2^-24 (|X| + the difference). limit_of adds 2^-19 (|X| + |Y| + far), which is 15 times as much. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Conversions Fused Overflow Order IndexCoordinates Terms_index Terms_region.

Open Scope R_scope.

(* ---- one coordinate ---- *)

Definition clamp_far (y : R) := Rmax (- bpow radix2 100) (Rmin y (bpow radix2 100)).

Lemma clamp_cases y : (y <= - bpow radix2 100 /\ clamp_far y = - bpow radix2 100) \/
  (- bpow radix2 100 <= y <= bpow radix2 100 /\ clamp_far y = y) \/ (bpow radix2 100 <= y /\ clamp_far y = bpow radix2
    100).
Proof.
  unfold clamp_far. pose proof (bpow_gt_0 radix2 100) as B. revert B. generalize (bpow radix2 100). intros b B.
  destruct (Rle_or_lt y (- b)); [left; rewrite Rmin_left, Rmax_left by lra; auto |]. right.
  destruct (Rle_or_lt y b); [left; rewrite Rmin_left, Rmax_right by lra; split; lra | right].
  rewrite Rmin_right, Rmax_right by lra. split; lra.
Qed.

Lemma clamp_far_near x y : Rabs (clamp_far x - clamp_far y) <= Rabs (x - y).
Proof.
  pose proof (bpow_gt_0 radix2 100) as B.
  destruct (clamp_cases x) as [(? & ->) | [(? & ->) | (? & ->)]]; destruct (clamp_cases y) as [(? & ->) | [(? & ->) |
    (? & ->)]];
    unfold Rabs; repeat destruct (Rcase_abs _); lra.
Qed.

Lemma clamp_far_le x y : x <= y -> 0 <= clamp_far y - clamp_far x <= y - x.
Proof.
  intros H. pose proof (bpow_gt_0 radix2 100) as B.
  destruct (clamp_cases x) as [(? & ->) | [(? & ->) | (? & ->)]]; destruct (clamp_cases y) as [(? & ->) | [(? & ->) |
    (? & ->)]]; lra.
Qed.

(* A number that is near y is clamped near the clamped y, relative to the latter. *)
Lemma clamp_far_relative x y (e d : R) : 0 <= e <= / 4 -> 0 <= d <= 1 ->
  Rabs (x - y) <= e * Rabs y + d -> Rabs (clamp_far x - clamp_far y) <= 2 * e * Rabs (clamp_far y) + d.
Proof.
  intros E D H. pose proof (bpow_gt_0 radix2 100) as B0.
  assert (B : 8 <= bpow radix2 100) by (change 8 with (bpow radix2 3); apply bpow_le; lia).
  assert (P : 0 <= e * Rabs (clamp_far y)) by (apply Rmult_le_pos; [lra | apply Rabs_pos]).
  destruct (Rle_or_lt (Rabs y) (2 * bpow radix2 100)) as [L | L].
  - eapply Rle_trans; [apply clamp_far_near |]. eapply Rle_trans; [exact H |].
    assert (A : Rabs y <= 2 * Rabs (clamp_far y)).
    { destruct (clamp_cases y) as [(? & ->) | [(? & ->) | (? & ->)]]; revert L; unfold Rabs; repeat destruct (Rcase_abs
      _); lra. }
    assert (e * Rabs y <= e * (2 * Rabs (clamp_far y))) by (apply Rmult_le_compat_l; lra). lra.
  - assert (M : e * Rabs y <= / 4 * Rabs y) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
    assert (C : clamp_far x = clamp_far y).
    { assert (S : (y < -2 * bpow radix2 100 /\ x <= - bpow radix2 100) \/ (2 * bpow radix2 100 < y /\ bpow radix2 100
      <= x)).
      { revert H L M. unfold Rabs. repeat destruct (Rcase_abs _); intros; lra. }
      destruct (clamp_cases x) as [(? & ->) | [(? & ->) | (? & ->)]]; destruct (clamp_cases y) as [(? & ->) | [(? & ->)
        | (? & ->)]]; lra. }
    rewrite C, Rminus_diag_eq, Rabs_R0 by reflexivity. lra.
Qed.

Section Coordinate.
Variables origin scale : F double.
Hypothesis origin_finite : finite origin.
Hypothesis origin_small : Rabs (real origin) <= bpow radix2 969.
Hypothesis scale_finite : finite scale.
Hypothesis scale_positive : 0 < real scale.

(* What is within 2^969 of the largest double rounds to less than 2^1024. *)
Lemma rounds_below (x : R) : x <= (bpow radix2 1024 - bpow radix2 971) + bpow radix2 969 -> rnd double x < bpow radix2
  1024.
Proof.
  set (m := bpow radix2 1024 - bpow radix2 971).
  assert (G : in_format double m).
  { apply generic_format_FLT. exists (Float radix2 (2 ^ 53 - 1) 971); [| vm_compute; reflexivity | vm_compute;
    discriminate].
    unfold F2R, m. cbn [Fnum Fexp]. rewrite minus_IZR. change (IZR (2 ^ 53)) with (bpow radix2 53).
    change (bpow radix2 1024) with (bpow radix2 (53 + 971)). rewrite (bpow_plus radix2 53 971). ring. }
  assert (B : bpow radix2 971 = 4 * bpow radix2 969).
  { change (bpow radix2 971) with (bpow radix2 (2 + 969)). rewrite (bpow_plus radix2 2 969). reflexivity. }
  pose proof (bpow_gt_0 radix2 969) as P. intros H.
  destruct (Rle_or_lt x m) as [L | L].
  - apply (rnd_le double) in L. rewrite (rnd_of_format double m G) in L. unfold m in *. lra.
  - destruct (round_N_pt radix2 (exponents double) (fun t => negb (Z.even t)) x) as (_ & N).
    specialize (N m G). change (Rabs (rnd double x - x) <= Rabs (m - x)) in N.
    rewrite (Rabs_left (m - x)) in N by lra. pose proof (Rle_abs (rnd double x - x)). unfold m in *. lra.
Qed.

Lemma no_overflow (p : F double) : finite p -> finite (fsub p origin).
Proof.
  intros Fp. destruct (fsub_rounds p origin Fp origin_finite) as (_ & H).
  pose proof (abs_B2R_le_emax_minus_prec 53 1024 eq_refl p) as M.
  change (Rabs (real p) <= bpow radix2 1024 - bpow radix2 971) in M.

  assert (A : Rabs (real p - real origin) <= (bpow radix2 1024 - bpow radix2 971) + bpow radix2 969).
  { unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  destruct H as [(F & _) | [(_ & O) | (_ & O)]]; [exact F | exfalso | exfalso]; unfold huge in O; simpl emax in O.
  - pose proof (rounds_below (real p - real origin)) as R. pose proof (Rle_abs (real p - real origin)).
    specialize (R ltac:(lra)). lra.
  - pose proof (rounds_below (- (real p - real origin))) as R. pose proof (Rle_abs (- (real p - real origin))) as A2.
    rewrite Rabs_Ropp in A2. specialize (R ltac:(lra)).
    unfold rnd in R. rewrite round_NE_opp in R. fold (rnd double (real p - real origin)) in R. lra.
Qed.

(* The real index coordinate. *)
Definition exact_coordinate (p : R) := (p - real origin) * real scale.

Lemma q_error (p : F double) : finite p ->
  let q := fmul (fsub p origin) scale in number q /\
  (finite q -> Rabs (real q - exact_coordinate (real p)) <= (21/10) * u double * Rabs (exact_coordinate (real p)) + eta
    double).
Proof.
  intros Fp q. pose proof (no_overflow p Fp) as Fd. split; [apply number_fmul; auto; now apply number_finite |].
  intros Fq. destruct (fmul_finite _ _ Fq) as (_ & _ & Vq). destruct (fsub_finite _ _ Fd) as (_ & _ & Vd).
  assert (U : 0 < u double <= / 1048576) by (rewrite u_double; lra).
  pose proof (rnd_sum_error double (real p) (- real origin) (real_in_format p)
    ltac:(apply generic_format_opp, real_in_format)) as E1.
  change (real p + - real origin) with (real p - real origin) in E1. rewrite <- Vd in E1.
  pose proof (rnd_error double (real (fsub p origin) * real scale)) as E2. rewrite <- Vq in E2. fold q in E2.
  unfold exact_coordinate. set (d := real p - real origin) in *. set (d' := real (fsub p origin)) in *.
  assert (E3 : Rabs (d' * real scale - d * real scale) <= u double * Rabs (d * real scale)).
  { rewrite <- Rmult_minus_distr_r, !Rabs_mult, <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos | exact E1]. }
  set (y := d * real scale) in *. set (y' := d' * real scale) in *. clearbody y y'.
  assert (E4 : Rabs y' <= Rabs y + Rabs (y' - y)) by (replace y' with (y + (y' - y)) at 1 by ring; apply Rabs_triang).
  replace (real q - y) with ((real q - y') + (y' - y)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  pose proof (Rabs_pos y).
  assert (E5 : u double * Rabs y <= / 1048576 * Rabs y) by (apply Rmult_le_compat_r; lra).
  assert (E6 : u double * Rabs y' <= u double * ((1 + / 1048576) * Rabs y)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= u double * Rabs y) by (apply Rmult_le_pos; lra). lra.
Qed.

(* If the product overflows, the real coordinate is beyond the clamp on the same side. *)
Lemma product_beyond (p : F double) : finite p -> ~ finite (fmul (fsub p origin) scale) ->
  (bpow radix2 100 <= exact_coordinate (real p) /\ bpow radix2 100 <= value (fmul (fsub p origin) scale)) \/
  (exact_coordinate (real p) <= - bpow radix2 100 /\ value (fmul (fsub p origin) scale) <= - bpow radix2 100).
Proof.
  intros Fp Fq. pose proof (no_overflow p Fp) as Fd. destruct (fsub_finite _ _ Fd) as (_ & _ & Vd).
  assert (U : 0 < u double <= / 1048576) by (rewrite u_double; lra).
  pose proof (rnd_sum_error double (real p) (- real origin) (real_in_format p)
    ltac:(apply generic_format_opp, real_in_format)) as E1.
  change (real p + - real origin) with (real p - real origin) in E1. rewrite <- Vd in E1.
  unfold exact_coordinate. pose proof (fmul_rounds (fsub p origin) scale Fd scale_finite) as (_ & H).
  set (d := real p - real origin) in *. set (d' := real (fsub p origin)) in *.
  assert (E3 : Rabs (d' * real scale - d * real scale) <= u double * Rabs (d * real scale)).
  { rewrite <- Rmult_minus_distr_r, !Rabs_mult, <- Rmult_assoc. apply Rmult_le_compat_r; [apply Rabs_pos | exact E1]. }
  set (y := d * real scale) in *. set (y' := d' * real scale) in *. clearbody y y'.
  assert (E5 : u double * Rabs y <= / 1048576 * Rabs y) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
  assert (B : 2 * bpow radix2 100 <= bpow radix2 1023).
  { change 2 with (bpow radix2 1) at 1. rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (G : in_format double (bpow radix2 1023)) by (apply generic_format_bpow; vm_compute; discriminate).
  assert (L : bpow radix2 1023 < @huge double) by (apply bpow_lt; reflexivity).
  pose proof (bpow_gt_0 radix2 100) as B0.
  destruct H as [(F & _) | [(-> & O) | (-> & O)]]; [contradiction | left | right].
  - assert (Y : bpow radix2 1023 <= y').
    { apply Rnot_lt_le. intros H. apply Rlt_le, (rnd_le double) in H. rewrite (rnd_of_format double _ G) in H. lra. }
    split; [| simpl value; lra]. revert E3 E5. unfold Rabs. repeat destruct (Rcase_abs _); lra.
  - assert (Y : y' <= - bpow radix2 1023).
    { apply Rnot_lt_le. intros H. apply Rlt_le, (rnd_le double) in H.
      rewrite (rnd_of_format double (- bpow radix2 1023)) in H by (apply generic_format_opp; exact G). lra. }
    split; [| simpl value; lra]. revert E3 E5. unfold Rabs. repeat destruct (Rcase_abs _); lra.
Qed.

(* An index coordinate is off by little more than one rounding to float. *)
Lemma coordinate_error (p : F double) (x : F single) : finite p -> index_coordinate_results p origin scale x ->
  finite x /\ Rabs (real x - clamp_far (exact_coordinate (real p))) <=
    (101/100) * u single * Rabs (clamp_far (exact_coordinate (real p))) + 2 * eta single.
Proof.
  intros Fp H. apply index_coordinate_is in H. subst x.
  destruct (q_error p Fp) as (Nq & Eq). set (q := fmul (fsub p origin) scale) in *.
  destruct (clamped_range q Nq) as (Fc & Bc & Vc). destruct (narrow_of_clamped _ Fc Bc) as (Fn & Vn & _).
  split; [exact Fn |]. rewrite Vn. fold (clamp_far (value q)) in Vc.
  pose proof (eta_pos double) as T. pose proof (eta_pos single) as Ts.
  assert (TT : 1024 * eta double <= eta single).
  { unfold eta. change 1024 with (bpow radix2 10). rewrite <- bpow_plus. apply bpow_le. vm_compute. discriminate. }
  assert (T1 : eta single <= 1) by (unfold eta; change 1 with (bpow radix2 0); apply bpow_le; vm_compute; discriminate).
  set (y := exact_coordinate (real p)) in *.
  assert (D : Rabs (clamp_far (value q) - clamp_far y) <= (42/10) * u double * Rabs (clamp_far y) + eta double).
  { destruct (is_finite q) eqn:Fq.
    - specialize (Eq Fq). rewrite value_finite by exact Fq.
      eapply Rle_trans; [apply (clamp_far_relative (real q) y ((21/10) * u double) (eta double)); [rewrite u_double;
        lra | lra | exact Eq] | lra].
    - (* the product overflows: then y is beyond the clamp, too *)
      assert (O : (bpow radix2 100 <= y /\ bpow radix2 100 <= value q) \/ (y <= - bpow radix2 100 /\ value q <= - bpow
        radix2 100))
        by (apply product_beyond; [exact Fp | change (~ finite q); unfold finite; rewrite Fq; discriminate]).
      assert (C : clamp_far (value q) = clamp_far y).
      { pose proof (bpow_gt_0 radix2 100) as B.
        destruct (clamp_cases (value q)) as [(? & ->) | [(? & ->) | (? & ->)]]; destruct (clamp_cases y) as [(? & ->) |
          [(? & ->) | (? & ->)]]; lra. }
      rewrite C, Rminus_diag_eq, Rabs_R0 by reflexivity.
      assert (0 <= u double * Rabs (clamp_far y)) by (apply Rmult_le_pos; [left; apply u_pos | apply Rabs_pos]). lra. }
  rewrite <- Vc in D. set (c := clamp_far y) in *. set (c' := real (clamped q)) in *.
  pose proof (rnd_error single c') as E. clearbody c c'.
  assert (E4 : Rabs c' <= Rabs c + Rabs (c' - c)) by (replace c' with (c + (c' - c)) at 1 by ring; apply Rabs_triang).
  replace (rnd single c' - c) with ((rnd single c' - c') + (c' - c)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  pose proof (Rabs_pos c). rewrite u_double in D. rewrite u_single in *.
  assert (E5 : / 16777216 * Rabs c' <= / 16777216 * ((1001/1000) * Rabs c + eta double)) by (apply Rmult_le_compat_l;
    lra). lra.
Qed.

(* Two coordinates: the computed difference exceeds the real one by little. *)
Lemma difference_error (p q : F double) (x y : F single) : finite p -> finite q ->
  index_coordinate_results p origin scale x -> index_coordinate_results q origin scale y ->
  Rabs (real y - real x) <= (1 + (102/100) * u single) * (Rabs (real q - real p) * real scale) +
    (203/100) * u single * Rabs (real x) + 5 * eta single.
Proof.
  intros Fp Fq Hx Hy. destruct (coordinate_error p x Fp Hx) as (_ & Ex). destruct (coordinate_error q y Fq Hy) as (_ &
    Ey).
  assert (D : Rabs (clamp_far (exact_coordinate (real q)) - clamp_far (exact_coordinate (real p))) <= Rabs (real q -
    real p) * real scale).
  { eapply Rle_trans; [apply clamp_far_near |]. unfold exact_coordinate.
    replace ((real q - real origin) * real scale - (real p - real origin) * real scale) with ((real q - real p) * real
      scale) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (real scale)) by lra. lra. }
  pose proof (eta_pos single) as T. rewrite u_single in *.
  revert Ex Ey D. generalize (clamp_far (exact_coordinate (real p))) (clamp_far (exact_coordinate (real q))) (Rabs
    (real q - real p) * real scale) (real x) (real y).
  intros c d w v z Ex Ey D.
  assert (C1 : Rabs c <= Rabs v + Rabs (v - c)) by (replace c with (v - (v - c)) at 1 by ring; unfold Rminus at 1;
    rewrite <- (Rabs_Ropp (v - c)); apply Rabs_triang).
  assert (C2 : Rabs d <= Rabs c + Rabs (d - c)) by (replace d with (c + (d - c)) at 1 by ring; apply Rabs_triang).
  replace (z - v) with ((z - d) + (d - c) - (v - c)) by ring.
  unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
  eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. pose proof (Rabs_pos c). pose proof (Rabs_pos v). pose
    proof (Rabs_pos (d - c)). lra.
Qed.
End Coordinate.

(* ---- the bound in real numbers ---- *)

(* The sum of the squares of two sides that are too long is at most the square of a distance that is too long. *)
Lemma too_long (al dx dy gx gy d : R) : 0 <= al -> 0 <= dx -> 0 <= dy -> 0 <= gx -> 0 <= gy -> 0 <= d ->
  dx * dx + dy * dy <= d * d ->
  (al * dx + gx) * (al * dx + gx) + (al * dy + gy) * (al * dy + gy) <= (al * d + (gx + gy)) * (al * d + (gx + gy)).
Proof.
  intros A X Y GX GY D H.
  assert (HX : dx <= d) by (apply Rsqr_incr_0_var; auto; unfold Rsqr; pose proof (Rle_0_sqr dy); unfold Rsqr in *; lra).
  assert (HY : dy <= d) by (apply Rsqr_incr_0_var; auto; unfold Rsqr; pose proof (Rle_0_sqr dx); unfold Rsqr in *; lra).
  assert (P1 : al * al * (dx * dx + dy * dy) <= al * al * (d * d)) by (apply Rmult_le_compat_l; [apply Rmult_le_pos;
    lra | lra]).
  assert (P2 : al * gx * dx <= al * gx * d) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]).
  assert (P3 : al * gy * dy <= al * gy * d) by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]).
  assert (P4 : 0 <= gx * gy) by (apply Rmult_le_pos; lra). lra.
Qed.

Section Limit.
Variables h t far s dx dy ax ay error sum square limit w r : R.
Let e := / 16777216.
Let v := / 9007199254740992.
Hypothesis h_small : 0 < h <= / 1267650600228229401496703205376.
Hypothesis t_small : 0 < t <= h / 1267650600228229401496703205376.
Hypothesis far_nonneg : 0 <= far.
Hypothesis ax_nonneg : 0 <= ax.
Hypothesis ay_nonneg : 0 <= ay.
Hypothesis s_is : s = ax + ay.
Hypothesis dx_nonneg : 0 <= dx.
Hypothesis dy_nonneg : 0 <= dy.
Hypothesis near : dx * dx + dy * dy <= ((1 + e) * far + h) * ((1 + e) * far + h).
Hypothesis r_small : r <= (1 + e) *
  (((1 + (21/10) * e) * dx + ((204/100) * e * ax + 6 * h)) * ((1 + (21/10) * e) * dx + ((204/100) * e * ax + 6 * h)) +
   ((1 + (21/10) * e) * dy + ((204/100) * e * ay + 6 * h)) * ((1 + (21/10) * e) * dy + ((204/100) * e * ay + 6 * h))) +
     2 * h.
Hypothesis error_large : (319/10) * e * (s + far) - t <= error.
Hypothesis error_nonneg : 0 <= error.
Hypothesis sum_large : (1 - v) * (far + error) <= sum.
Hypothesis square_large : (1 - v) * (sum * sum) - t <= square.
Hypothesis limit_large : (1 - v) * (square + 16777216 * h) <= limit.
Hypothesis w_large : limit <= w.

Lemma limit_above : r <= w.
Proof.
  unfold e, v in *. clear e v.
  set (z := (1 + (43/10) * / 16777216) * far + (21/10) * / 16777216 * s).
  assert (Z0 : 0 <= z) by (unfold z; lra).
  (* r *)
  assert (R1 : r <= (1 + / 16777216) * ((z + 14 * h) * (z + 14 * h)) + 2 * h).
  { eapply Rle_trans; [exact r_small |]. apply Rplus_le_compat_r. apply Rmult_le_compat_l; [lra |].
    eapply Rle_trans; [apply too_long with (d := (1 + / 16777216) * far + h); lra |].
    assert (A : (1 + 21 / 10 * / 16777216) * ((1 + / 16777216) * far + h) + (204 / 100 * / 16777216 * ax + 6 * h + (204
      / 100 * / 16777216 * ay + 6 * h)) <= z + 14 * h)
      by (unfold z; rewrite s_is; lra).
    assert (B : 0 <= (1 + 21 / 10 * / 16777216) * ((1 + / 16777216) * far + h) + (204 / 100 * / 16777216 * ax + 6 * h +
      (204 / 100 * / 16777216 * ay + 6 * h)))
      by (lra).
    apply Rmult_le_compat; auto. }
  assert (HZ : 28 * (h * z) <= / 16777216 * (z * z) + 3300000000 * (h * h)).
  { pose proof (Rle_0_sqr (/ 16777216 * z - 14 * h)) as Q. unfold Rsqr in Q. assert (0 <= h * h) by (apply
    Rmult_le_pos; lra). lra. }
  assert (HH : h * h <= / 1267650600228229401496703205376 * h) by (apply Rmult_le_compat_r; lra).
  assert (ZZ : 0 <= z * z) by (apply Rmult_le_pos; lra).
  assert (R2 : r <= (1 + 3 * / 16777216) * (z * z) + 3 * h) by (lra).
  (* the limit *)
  assert (S0 : (1 + 20 * / 16777216) * z - t <= sum).
  { eapply Rle_trans; [| exact sum_large]. unfold z. subst s. lra. }
  assert (S1 : (1 + 20 * / 16777216) * z <= sum + t) by lra.
  assert (S2 : ((1 + 20 * / 16777216) * z) * ((1 + 20 * / 16777216) * z) <= (sum + t) * (sum + t)).
  { apply Rmult_le_compat; lra. }
  assert (sum0 : 0 <= sum) by (eapply Rle_trans; [| exact sum_large]; lra).
  assert (S3 : 2 * (sum * t) <= / 16777216 * (sum * sum) + 20000000 * (t * t)).
  { pose proof (Rle_0_sqr (/ 16777216 * sum - t)) as Q. unfold Rsqr in Q. assert (0 <= t * t) by (apply Rmult_le_pos;
    lra). lra. }
  assert (TT : t * t <= h * t) by (apply Rmult_le_compat_r; lra).
  assert (TH : h * t <= / 1267650600228229401496703205376 * t) by (apply Rmult_le_compat_r; lra).
  assert (SS : 0 <= sum * sum) by (apply Rmult_le_pos; lra).
  assert (S4 : (1 + 40 * / 16777216) * (z * z) <= (1 + / 16777216) * (sum * sum) + h) by (lra).
  assert (L : (1 + 30 * / 16777216) * (z * z) + 100 * h <= limit).
  { eapply Rle_trans; [| exact limit_large]. lra. }
  lra.
Qed.
End Limit.
