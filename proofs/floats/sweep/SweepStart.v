(* sweep_vectors_of of src/sweep/sweep_filter.h, and the theorem on the whole filter of a sweep.

   All coordinates have a relative error of at most 8/5 eps. That of a wall that moves to a place comes from exact
   differences (TwoSum, ErrorFree.v): three roundings are left, and two of them are of numbers that `is_known` bounds by
   a quarter of the result. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact SweepFilter SweepFoot SweepFirst Terms_wide
  Terms_sweep Terms_contact_sweep.

Open Scope R_scope.

Notation D := (F double).
Definition close (x : D) (X : R) := Rabs (real x - X) <= 8 / 5 * (eps * Rabs (real x)).

Lemma close_of_rounded x X : Rabs (real x - X) <= eps * Rabs X -> close x X.
Proof.
  intros H. pose proof eps_small. pose proof (rounded_real _ _ _ eps_small H) as B. pose proof (Rabs_pos (real x)).
  unfold close. eapply Rle_trans; [exact H |].
  assert (eps * Rabs X <= eps * ((1 + 2 * eps) * Rabs (real x))) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * Rabs (real x)) by (apply Rmult_le_pos; lra).
  assert (eps * (eps * Rabs (real x)) <= / 1048576 * (eps * Rabs (real x))) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma close_bounds x X : close x X -> Rabs X <= (1 + 2 * eps) * Rabs (real x) /\
  Rabs (real x) <= (1 + 2 * eps) * Rabs X.
Proof.
  intros H. unfold close in H. pose proof eps_small. pose proof (Rabs_pos (real x)). pose proof (Rabs_pos X).
  assert (E : 0 <= eps * Rabs (real x)) by (apply Rmult_le_pos; lra).
  pose proof (Rabs_triang_inv (real x) X) as T1. pose proof (Rabs_triang_inv X (real x)) as T2.
  rewrite (Rabs_minus_sym X) in T2. split; [lra |].
  assert (A : Rabs (real x) - 8 / 5 * (eps * Rabs (real x)) <= Rabs X) by lra.
  assert ((1 + 2 * eps) * (Rabs (real x) - 8 / 5 * (eps * Rabs (real x))) <= (1 + 2 * eps) * Rabs X) by (apply
    Rmult_le_compat_l; lra).
  assert (eps * (eps * Rabs (real x)) <= / 1048576 * (eps * Rabs (real x))) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma close_vector x y X Y :
  size_in_range (size x y) -> close x X -> close y Y -> near x y X Y (real (size x y)) /\ length_of x y X Y.
Proof.
  intros S Cx Cy. destruct (in_range_le _ S) as [Fs Ls]. destruct (size_finite _ _ Fs) as [Fx Fy].
  destruct (size_bounds _ _ Fs) as (P & Ax & Ay & _). pose proof (size_lower _ _ Fs) as L. pose proof eps_small.
  pose proof (close_bounds _ _ Cx) as [X1 X2]. pose proof (close_bounds _ _ Cy) as [Y1 Y2]. unfold close in Cx, Cy.
  assert (eps * Rabs (real x) <= eps * real (size x y)) by (apply Rmult_le_compat_l; lra).
  assert (eps * Rabs (real y) <= eps * real (size x y)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * real (size x y)) by (apply Rmult_le_pos; lra).
  split; [repeat split; auto; lra |]. split; apply norm_scale; lra.
Qed.

(* Four times a number is a number. *)
Lemma four_times (y : D) : in_format double (4 * real y).
Proof.
  pose proof (real_in_format y) as H. apply FLT_format_generic in H; [| apply prec_positive].
  destruct H as [[m ex] H1 H2 H3]. apply generic_format_FLT. exists (Float radix2 m (ex + 2)); simpl in *.
  - rewrite H1. unfold F2R. simpl. rewrite bpow_plus. change (bpow radix2 2) with 4. ring.
  - exact H2.
  - lia.
Qed.

(* relative_move: a difference of differences. *)
Lemma relative_move_close to from wall_to wall_from hi lo :
  relative_move_results to from wall_to wall_from hi lo true -> finite hi ->
  close hi (real to - real from - (real wall_to - real wall_from)).
Proof.
  intros H Fhi. unfold relative_move_results in H. open H. destruct H.
  repeat match goal with W : wide_of_sum_results _ _ _ _ _ |- _ => unfold wide_of_sum_results in W; open W;
    destruct W end.
  match goal with K : true = ?b |- _ => rename K into Known end. subst.
  set (circle_hi := fadd to (fneg from)) in *.
  set (circle_lo := fadd (fsub to (fsub circle_hi (fsub circle_hi to))) (fsub (fneg from) (fsub circle_hi to))) in *.
  set (wall_hi := fadd wall_to (fneg wall_from)) in *.
  set (wall_lo := fadd (fsub wall_to (fsub wall_hi (fsub wall_hi wall_to))) (fsub (fneg wall_from) (fsub wall_hi
    wall_to))) in *.
  set (s_hi := fadd circle_hi (fneg wall_hi)) in *.
  set (s_lo := fadd (fsub circle_hi (fsub s_hi (fsub s_hi circle_hi))) (fsub (fneg wall_hi) (fsub s_hi circle_hi))) in
    *.
  set (low := fadd circle_lo (fneg wall_lo)) in *.
  set (rest := fadd s_lo low) in *. set (v := fadd s_hi rest) in *.
  destruct (fadd_finite _ _ Fhi) as (Fs & Fr & _). destruct (fadd_finite _ _ Fr) as (Fsl & Fl & _).
  destruct (fadd_finite _ _ Fl) as (Fcl & Fnl & _). pose proof (fneg_finite _ Fnl) as Fwl.
  destruct (two_sum_exact to (fneg from) Fcl) as (_ & _ & _ & _ & X1).
  destruct (two_sum_exact wall_to (fneg wall_from) Fwl) as (_ & _ & _ & _ & X2).
  destruct (two_sum_exact circle_hi (fneg wall_hi) Fsl) as (_ & _ & _ & Es & X3).
  change (sum_rest to (fneg from)) with circle_lo in X1. change (sum_rest wall_to (fneg wall_from)) with wall_lo in X2.
  change (sum_rest circle_hi (fneg wall_hi)) with s_lo in X3. fold circle_hi in X1. fold wall_hi in X2. fold s_hi in X3,
    Es.
  rewrite real_fneg in X1, X2, X3, Es.
  (* the three roundings *)
  pose proof (rnd_sum_error_of_result (f := double) (real s_hi) (real rest) (real_in_format s_hi) (real_in_format rest))
    as R1.
  destruct (fadd_finite _ _ Fhi) as (_ & _ & Ev). fold v in Ev. rewrite <- Ev in R1.
  pose proof (fadd_error _ _ Fr) as R2. fold rest in R2.
  pose proof (rnd_sum_error_of_result (f := double) (real circle_lo) (real (fneg wall_lo)) (real_in_format _)
    (real_in_format _)) as R3.
  destruct (fadd_finite _ _ Fl) as (_ & _ & El). fold low in El. rewrite <- El, real_fneg in R3.
  pose proof eps_small. pose proof (Rabs_pos (real v)) as v0. pose proof (Rabs_pos (real s_lo)) as sl0. pose proof
    (Rabs_pos (real low)) as l0.
  pose proof (Rabs_triang (real s_lo) (real low)) as T.
  assert (Bound : Rabs (real s_lo) + Rabs (real low) <= (27 / 100) * Rabs (real v) \/
    (real s_hi = 0 /\ real s_lo = 0 /\ real v = real low)).
  { symmetry in Known. apply orb_prop in Known. destruct Known as [Known | Known].
    - left. const_facts 1%Z 2%Z F2 V2. rewrite Rmult_1_l in V2. change (bpow radix2 2) with 4 in V2.
      assert (N : nonneg (fmul (fconst 1 2) (fadd (fabs s_lo) (fabs low)))).
      { apply nonneg_fmul; [apply nonneg_of_real; [exact F2 | lra] |]. apply nonneg_fadd; apply nonneg_fabs. }
      pose proof (fle_finite _ _ Known N (finite_fabs _ Fhi)) as Fm. apply fle_real in Known; [| exact Fm |
        now apply finite_fabs].
      destruct (fmul_finite _ _ Fm) as (_ & Fa & Em). rewrite Em, V2, (rnd_of_format double (4 * _)),
        real_fabs in Known by apply four_times.
      pose proof (size_lower s_lo low Fa) as L. change (size s_lo low) with (fadd (fabs s_lo) (fabs low)) in L.
      destruct (size_bounds s_lo low Fa) as (P & _). change (size s_lo low) with (fadd (fabs s_lo) (fabs low)) in P.
      assert (eps * real (fadd (fabs s_lo) (fabs low)) <= / 1048576 * real (fadd (fabs s_lo) (fabs low))) by (apply
        Rmult_le_compat_r; lra).
      lra.
    - right. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. apply feq_real in Known; [| exact Fs |
      exact F0]. rewrite V0 in Known.
      assert (Z : real s_lo = 0).
      { assert (Hx : real circle_hi + - real wall_hi = 0).
        { destruct (Req_dec (real circle_hi + - real wall_hi) 0) as [| NZ]; auto. exfalso.
          pose proof (rnd_sum_error_of_result (f := double) (real circle_hi) (real (fneg wall_hi)) (real_in_format _)
            (real_in_format _)) as Y.
          rewrite real_fneg, <- Es, Known, Rabs_R0, Rmult_0_r in Y. pose proof (Rabs_pos (0 - (real circle_hi + - real
            wall_hi))).
          apply NZ. assert (Y2 : Rabs (0 - (real circle_hi + - real wall_hi)) = 0) by lra.
          destruct (Req_dec (0 - (real circle_hi + - real wall_hi)) 0) as [Q | Q]; [lra | now apply Rabs_no_R0 in Q]. }
        lra. }
      assert (Rr : real rest = real low).
      { destruct (fadd_finite _ _ Fr) as (_ & _ & E). fold rest in E. rewrite E, Z, Rplus_0_l. apply rnd_of_format,
        real_in_format. }
      assert (Vr : real v = real low) by (rewrite Ev, Known, Rplus_0_l, Rr; apply rnd_of_format, real_in_format).
      auto. }
  unfold close. fold v.
  replace (real to - real from - (real wall_to - real wall_from)) with
    (real s_hi + (real s_lo + (real circle_lo - real wall_lo))) by lra.
  assert (Ev0 : 0 <= eps * Rabs (real v)) by (apply Rmult_le_pos; lra).
  destruct Bound as [Bound | (Zh & Zl & Vr)].
  - assert (R2' : eps * Rabs (real s_lo + real low) <= eps * (27 / 100 * Rabs (real v))) by (apply Rmult_le_compat_l;
    lra).
    assert (R3' : eps * Rabs (real low) <= eps * (27 / 100 * Rabs (real v))) by (apply Rmult_le_compat_l; lra).
    apply Rabs_le_inv in R1. apply Rabs_le_inv in R2. apply Rabs_le_inv in R3. apply Rabs_le. lra.
  - rewrite Vr in *. rewrite Zh, Zl. apply Rabs_le_inv in R3. apply Rabs_le. lra.
Qed.

(* The sum of the sizes is in range. *)
Lemma safe_sizes a b d e r :
  fle (fadd (fadd (fadd (fadd a b) d) e) (fabs r)) (fconst 1 200) = true ->
  nonneg a -> nonneg b -> nonneg d -> nonneg e ->
  size_in_range a /\ size_in_range b /\ size_in_range d /\ size_in_range e /\ size_in_range (fabs r).
Proof.
  intros H A B C E. const_facts 1%Z 200%Z F1 V1. rewrite Rmult_1_l in V1.
  assert (N1 : nonneg (fadd a b)) by now apply nonneg_fadd.
  assert (N2 : nonneg (fadd (fadd a b) d)) by now apply nonneg_fadd.
  assert (N3 : nonneg (fadd (fadd (fadd a b) d) e)) by now apply nonneg_fadd.
  assert (N4 : nonneg (fabs r)) by apply nonneg_fabs.
  assert (Fs : finite (fadd (fadd (fadd (fadd a b) d) e) (fabs r))).
  { eapply fle_finite; [exact H | now apply nonneg_fadd | exact F1]. }
  apply fle_real in H; auto. rewrite V1 in H.
  destruct (sum_in_range _ _ Fs N3 N4 H) as [S1 S2].
  destruct (sum_in_range' _ _ S1 N2 E) as [S3 S4]. destruct (sum_in_range' _ _ S3 N1 C) as [S5 S6].
  destruct (sum_in_range' _ _ S5 A B) as [S7 S8]. auto 10.
Qed.

Lemma reach_right (cr wr : D) : size_in_range (fabs (fadd cr wr)) ->
  fle (fconst 0 0) cr = true -> fle (fconst 0 0) wr = true -> reach_of (fadd cr wr) (real cr + real wr).
Proof.
  intros [[Fa B] _] C W. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. pose proof (fabs_finite _ Fa) as Fr.
  assert (Nc : nonneg cr) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  assert (Nw : nonneg wr) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  pose proof (reach_error_real _ _ Fr Nc Nw) as [R0 R1]. pose proof (nonneg_real _ (nonneg_fadd _ _ Nc Nw)) as P.
  rewrite real_fabs, Rabs_Rabsolu in B.
  split; [split; [split |]; assumption |]. split; [exact R0 |]. split; [exact R1 |].
  pose proof (fadd_error _ _ Fr) as E. rewrite (Rabs_pos_eq (real cr + real wr)) in E by assumption.
  apply Rabs_le_inv in E. pose proof eps_small. assert (0 <= eps * (real cr + real wr)) by (apply Rmult_le_pos;
    lra). lra.
Qed.

Lemma close_difference a b : finite (fsub a b) -> close (fsub a b) (real a - real b).
Proof. intros H. apply close_of_rounded, fsub_error, H. Qed.

Lemma close_same a : close a (real a).
Proof.
  unfold close. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. pose proof eps_small. pose proof (Rabs_pos (real a)).
  assert (0 <= eps * Rabs (real a)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma size_parts x y : size_in_range (size x y) -> finite x /\ finite y.
Proof. intros H. apply size_finite, (in_range_le _ H). Qed.

Lemma difference_close_vector p q s t :
  size_in_range (size (fsub p q) (fsub s t)) ->
  near (fsub p q) (fsub s t) (real p - real q) (real s - real t) (real (size (fsub p q) (fsub s t))) /\
  length_of (fsub p q) (fsub s t) (real p - real q) (real s - real t).
Proof. intros H. destruct (size_parts _ _ H). apply close_vector; auto using close_difference. Qed.

Lemma moved_place mx cx wmx ax hx lx kx my cy wmy ay hy ly ky :
  relative_move_results mx cx wmx ax hx lx kx -> relative_move_results my cy wmy ay hy ly ky ->
  size_in_range (if (if kx then ky else false) then fadd (fabs hx) (fabs hy) else finf) ->
  (if (if kx then ky else false) then fadd (fabs hx) (fabs hy) else finf) = size hx hy /\
  size_in_range (size hx hy) /\ close hx (real mx - real cx - (real wmx - real ax)) /\
  close hy (real my - real cy - (real wmy - real ay)).
Proof.
  intros Hx Hy S. destruct kx, ky; try (exfalso; destruct S as [[Fi _] _]; discriminate Fi).
  destruct (size_parts _ _ S). split; [reflexivity |]. split; [exact S |].
  split; eapply relative_move_close; eauto.
Qed.

Lemma nonneg_moved (kx ky : bool) (hx hy : D) :
  nonneg (if (if kx then ky else false) then fadd (fabs hx) (fabs hy) else finf).
Proof. destruct kx, ky; try exact (eq_refl false). apply nonneg_size. Qed.

Theorem sweep_vectors_right cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n
  :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  contact_vectors ux uy wx wy zx zy vx vy su sw sz sv r (Point (real cx) (real cy))
    (Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
           (displacement is_end moves (real cy) (real my) (real ay) (real wmy)))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) (real cr + real wr).
Proof.
  intros H S. unfold is_for_filter_results in S. destruct S as [S]. symmetry in S.
  apply andb_prop in S. destruct S as [S _]. apply andb_prop in S. destruct S as [S W0]. apply andb_prop in S. destruct
    S as [S C0].
  unfold sweep_vectors_of_results in H. open H. destruct H.
  match goal with A : relative_move_results mx cx wmx ax _ _ _, B : relative_move_results my cy wmy ay _ _ _ |- _ =>
    rename A into MoveX; rename B into MoveY end.
  destruct is_end, moves; cbv [andb] in *; subst;
    (apply safe_sizes in S; [destruct S as (Su & Sw & Sz & Sv & Sr)
      | apply nonneg_size | apply nonneg_size | apply nonneg_size
      | try apply nonneg_size; try apply nonneg_moved]).
  all: pose proof (reach_right _ _ Sr C0 W0) as HR.
  all: destruct (difference_close_vector _ _ _ _ Su) as [Nu Lu]; destruct (difference_close_vector _ _ _ _ Sw) as [Nw
    Lw];
    destruct (difference_close_vector _ _ _ _ Sz) as [Nz Lz].
  - destruct (moved_place _ _ _ _ _ _ _ _ _ _ _ _ _ _ MoveX MoveY Sv) as (E & Ss & Cx & Cy). rewrite E.
    destruct (close_vector _ _ _ _ Ss Cx Cy). constructor; [constructor | | |]; assumption.
  - destruct (difference_close_vector _ _ _ _ Sv). constructor; [constructor | | |]; assumption.
  - destruct (difference_close_vector _ _ _ _ Sv). constructor; [constructor | | |]; assumption.
  - destruct (close_vector _ _ _ _ Sv (close_same mx) (close_same my)). constructor; [constructor | | |]; assumption.
Qed.

(* The whole filter: vectors, terms, decision. If kind is a miss (1), the circle stays farther than R from the axis; if
   it is a hit (3), there is a first contact, with this feature, and the circle presses in before the end. q1 to q14
   and has_closely are the query that triple-doubles may be asked about: then their answers must be right. *)
Theorem sweep_filter_correct x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely kind f :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let R := real cr + real wr in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  (has_closely = true -> forall n sign,
    tangent_sign_results q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 n sign -> tangent_right c v a b R n sign) ->
  filter_first_contact_results wx wy zx zy vx vy su sw sz sv r len2 move2 reach2 cross_start cross_move cross_a cross_b
    wv zv wu zu vu (extent_number x) q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q11 q12 q13 q14 has_closely kind f ->
  (kind = 1%Z -> stays_farther x c v a b R) /\
  (kind = 3%Z -> exists F, f = feature_number F /\ hits_early F x c v a b R).
Proof.
  intros c v a b R Hv Hs Ht Hc Hf. pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ Hv Hs) as K.
  unfold set_terms_results in Ht. destruct Ht. subst.
  exact (filter_first_contact_correct _ _ _ _ _ _ _ _ _ _ _ _ _ x _ _ _ _ _ (C_line _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    K) K _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hc kind f Hf).
Qed.

