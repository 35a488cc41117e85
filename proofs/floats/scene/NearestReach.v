(* How far a search for the nearest walls must go (reach_of_last in src/scene/nearest.c): a wall that is at least as
   near as the last one found lies within the returned distance, so the node above it is searched.

   If the rough gap of the last wall is known, it is off by less than the error that is added (PointOrder.v). If it is
   NaN, the exact gap is off by an ulp of M, the larger of distance and radius (ContactPublic.v). Let S = |gap| + radius
   and u = 2^-53. Then M <= (1 + 3 u) S. The ulp is at most 2 u M, and the two sums lose u S each: 4 u S and a little in
   all. The margin is 8 u S; this proof needs 4.01. DBL_MIN exceeds what underflows. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Overflow Order Geometry Products Points Distances
  DistanceMeasure IndexCoordinates SearchRegions NodeLimit PointLanes PointOrder ContactPublic.
From Carom Require Terms_nearest Terms_index Terms_region Terms_boxes.
Import Terms_nearest.reach_of_last_terms(reach_of_last_results).
Import Terms_region.sum_up_terms(sum_up_results) Terms_region.limit_of_terms(limit_of_results)
  Terms_index.index_coordinate_terms(index_coordinate_results)
    Terms_boxes.squares_to_lanes_terms(squares_to_lanes_results).

Open Scope R_scope.

(* ---- a bound on the exact gap ---- *)

Lemma ulp_at_most m : 0 <= m -> ulp radix2 (exponents double) m <= 2 * ud * m + 2 * etad.
Proof.
  intros M. pose proof eta_double_pos as T. pose proof u_double_small as U.
  assert (UM : 0 <= ud * m) by (apply Rmult_le_pos; lra). unfold exponents.
  destruct (Rle_or_lt (bpow radix2 (emin double + prec double - 1)) m) as [H | H].
  - rewrite <- (Rabs_pos_eq m) in H by exact M.
    assert (E : ulp radix2 (FLT_exp (emin double) (prec double)) m <= Rabs m * bpow radix2 (1 - prec double)) by (apply
      ulp_FLT_le; exact H).
    rewrite (Rabs_pos_eq m) in E by exact M. replace (bpow radix2 (1 - prec double)) with (2 * ud) in E; [lra |].
    unfold u. change (1 - prec double)%Z with (1 + - prec double)%Z. rewrite bpow_plus. reflexivity.
  - assert (L : Rabs m < bpow radix2 (emin double + prec double)).
    { rewrite Rabs_pos_eq by exact M. eapply Rlt_le_trans; [exact H |]. apply bpow_le. lia. }
    rewrite (ulp_FLT_small radix2 (emin double) (prec double) m L).
    unfold eta. change (emin double) with (1 + (emin double - 1))%Z at 1. rewrite bpow_plus.
    change (bpow radix2 1) with 2. unfold eta in T. lra.
Qed.

(* What the signed distance of a point promises: infinity only if it overflows, else an ulp. *)
Definition is_signed_distance (gap : F double) (q wr : R) :=
  gap = finf \/ (finite gap /\ Rabs (real gap - (q - wr)) <= ulp radix2 (exponents double) (Rmax wr q)).

Lemma gap_is_bounded (g w t m s1 s2 q r e : R) : 0 <= q -> 0 <= r -> 0 <= e <= / 1048576 -> 0 <= t -> 0 < m ->
  Rabs (g - (q - r)) <= 2 * e * Rmax r q + t -> 100 * t <= m ->
  8 * e * ((1 - 3 * e) * (Rabs g + r)) - t <= w <= 9 * e * (Rabs g + r) + t ->
  Rabs (s1 - (g + w)) <= e * Rabs (g + w) -> Rabs (s2 - (s1 + m)) <= e * Rabs (s1 + m) -> q - r <= s2.
Proof.
  intros Q R0 E T M G TM [W0 W1] S1 S2. set (S := Rabs g + r) in *.
  assert (S0 : 0 <= S) by (unfold S; pose proof (Rabs_pos g); lra). assert (G0 : Rabs g <= S) by (unfold S; lra).
  assert (ES : 0 <= e * S <= / 1048576 * S) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EES : 0 <= e * (e * S) <= / 1048576 * (e * S)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (ET : 0 <= e * t <= / 1048576 * t) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EM : 0 <= e * m <= / 1048576 * m) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  (* the larger of distance and radius *)
  set (L := Rmax r q) in *.
  assert (L0 : 0 <= L) by (unfold L; pose proof (Rmax_l r q); lra).
  assert (EL : 0 <= e * L <= / 1048576 * L) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  apply within in G. assert (L1 : L <= S + 2 * e * L + t).
  { unfold L at 1, S. pose proof (Rle_abs g). pose proof (Rabs_pos g). apply Rmax_lub; lra. }
  assert (L2 : L <= S * (1 + 3 * e) + 2 * t).
  { assert (e * L <= e * (S + 2 * e * L + t)) by (apply Rmult_le_compat_l; lra).
    assert (e * (e * L) <= / 1048576 * (e * L)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (L3 : e * L <= e * (S * (1 + 3 * e) + 2 * t)) by (apply Rmult_le_compat_l; lra).
  assert (B1 : Rabs (g + w) <= S + (9 * e * S + t)).
  { eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [exact G0 |]. apply Rabs_le. lra. }
  assert (B2 : e * Rabs (g + w) <= e * (S + (9 * e * S + t))) by (apply Rmult_le_compat_l; lra).
  apply within in S1.
  assert (B3 : Rabs (s1 + m) <= S + 11 * e * S + 2 * t + m).
  { replace (s1 + m) with ((g + w) + (s1 - (g + w) + m)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs (s1 - (g + w) + m) <= e * (S + (9 * e * S + t)) + m) by (apply Rabs_le; lra). lra. }
  assert (B4 : e * Rabs (s1 + m) <= e * (S + 11 * e * S + 2 * t + m)) by (apply Rmult_le_compat_l; lra).
  apply within in S2. lra.
Qed.

Lemma number_of_sum (x y : F double) : finite x -> number y -> nonneg y -> fadd x y = finf \/ finite (fadd x y) /\
  finite
    y.
Proof.
  intros Fx Ny Py. destruct (is_finite y) eqn:Fy.
  - pose proof (fadd_rounds x y Fx Fy) as (_ & [(F & _) | [(-> & _) | (_ & H)]]); [now right | now left |]. exfalso.
    pose proof (nonneg_real _ Py) as Y. pose proof (finite_below x Fx) as X. rewrite value_finite in X by exact Fx.
    pose proof (rnd_le double (real x) (real x + real y) ltac:(lra)) as E. rewrite (rnd_of_format double (real x)) in E
      by apply real_in_format. lra.
  - left. apply infinite_of_nonneg in Ny; [| exact Py | unfold finite; congruence]. rewrite Ny. destruct x; try
      discriminate; reflexivity.
Qed.

Lemma times_infinity (c : F double) : finite c -> 0 < real c -> fmul c finf = finf.
Proof.
  destruct c as [s | s | | [|] m e B]; try discriminate; intros _ P; unfold real in P; simpl in P; try lra; [|
    reflexivity].
  exfalso. pose proof (F2R_lt_0 radix2 (Float radix2 (Z.neg m) e) eq_refl). simpl in *. lra.
Qed.

Lemma exact_gap_is_bounded (gap wr s : F double) (q : R) : is_signed_distance gap q (real wr) -> 0 <= q ->
  finite wr -> 0 <= real wr ->
  s = fadd (fadd gap (fmul (fconst 1 (-50)) (fadd (fabs gap) wr))) (fconst 1 (-1022)) -> at_least s (q - real wr).
Proof.
  intros G Q Fw W ->. destruct (constant_value (-50) ltac:(lia)) as (F5 & E5).
  destruct (constant_value (-1022) ltac:(lia)) as (Fm & Em).
  destruct G as [-> | (Fg & G)].
  { left. replace (fadd (fabs finf) wr) with (finf : F double) by (destruct wr; try discriminate; reflexivity).
    rewrite times_infinity; [| exact F5 | rewrite E5; apply bpow_gt_0]. revert Fm. generalize (fconst 1 (-1022) : F
      double).
    intros x Fx. destruct x; try discriminate; reflexivity. }
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  assert (P5 : bpow radix2 (-50) = 8 * ud).
  { unfold u. change (-50)%Z with (3 + - prec double)%Z. rewrite bpow_plus. reflexivity. }
  assert (PM : 1000 * etad <= bpow radix2 (-1022)) by (assert (B : (-1055 <= -1022)%Z) by lia; apply eta_below_power in
    B; lra).
  set (c := fconst 1 (-50) : F double) in *. set (m := fconst 1 (-1022) : F double) in *. clearbody c m.
  assert (Nw : nonneg wr) by now apply nonneg_of_real.
  assert (Nm : nonneg m) by (apply nonneg_of_real; [exact Fm | rewrite Em; apply bpow_ge_0]).
  assert (N1 : nonneg (fadd (fabs gap) wr)) by (apply nonneg_fadd; [apply nonneg_fabs | exact Nw]).
  assert (M1 : number (fadd (fabs gap) wr)) by (apply fadd_rounds; [now apply finite_fabs | exact Fw]).
  assert (N2 : nonneg (fmul c (fadd (fabs gap) wr))).
  { apply nonneg_fmul; [| exact N1]. apply nonneg_of_real; [exact F5 | rewrite E5; apply bpow_ge_0]. }
  assert (M2 : number (fmul c (fadd (fabs gap) wr))).
  { destruct (is_finite (fadd (fabs gap) wr)) eqn:F1; [now apply fmul_rounds |].
    apply infinite_of_nonneg in M1; [| exact N1 | unfold finite; congruence]. rewrite M1, times_infinity; auto.
    + reflexivity.
    + rewrite E5. apply bpow_gt_0. }
  destruct (number_of_sum gap _ Fg M2 N2) as [-> | (F3 & F2)].
  { left. destruct m; try discriminate; reflexivity. }
  destruct (number_of_sum _ m F3 (number_finite _ Fm) Nm) as [-> | (F4 & _)]; [now left |]. right.
  split; [exact F4 |].
  destruct (fmul_finite _ _ F2) as (_ & F1 & _).
  destruct (fadd_error _ _ F4) as (_ & _ & E4). destruct (fadd_error _ _ F3) as (_ & _ & E3).
  destruct (fmul_error _ _ F2) as (_ & _ & E2). destruct (fadd_error _ _ F1) as (_ & _ & E1).
  rewrite E5, P5 in E2. rewrite Em in E4. rewrite real_fabs in E1.
  set (S := Rabs (real gap) + real wr) in *. assert (S0 : 0 <= S) by (unfold S; pose proof (Rabs_pos (real gap)); lra).
  rewrite (Rabs_pos_eq S) in E1 by exact S0. apply within in E1.
  set (h := real (fadd (fabs gap) wr)) in *. set (w := real (fmul c (fadd (fabs gap) wr))) in *.
  assert (US : 0 <= ud * S <= / 1048576 * S) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (H0 : 0 <= h) by lra.
  apply (gap_is_bounded (real gap) w (3 * etad) (bpow radix2 (-1022)) (real (fadd gap (fmul c (fadd (fabs gap) wr))))
    _ q
    (real wr) ud); auto; try lra.
  - pose proof (ulp_at_most (Rmax (real wr) q)) as B. pose proof (Rmax_r (real wr) q). specialize (B ltac:(lra)). lra.
  - assert (UH : 0 <= ud * h <= ud * ((1 + ud) * S)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l]; lra).
    assert (UUH : 0 <= ud * (ud * h) <= ud * (ud * ((1 + ud) * S))) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_l]; lra).
    assert (UUS : 0 <= ud * (ud * S) <= / 1048576 * (ud * S)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
    assert (U3S : 0 <= ud * (ud * (ud * S)) <= / 1048576 * (ud * (ud * S))) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
    assert (HL : ud * ((1 - ud) * S) <= ud * h) by (apply Rmult_le_compat_l; lra).
    rewrite (Rabs_pos_eq (8 * ud * h)) in E2 by lra. apply within in E2. fold S. lra.
Qed.

(* ---- the last wall ---- *)

Lemma number_equals_itself (v : F double) : negb (feq v v) = false <-> number v.
Proof.
  destruct (is_finite v) eqn:Fv.
  - unfold feq. rewrite Beqb_correct, Req_bool_true by auto. split; [intros _; now apply number_finite | reflexivity].
  - destruct v as [s | [|] | | s m e B]; try discriminate Fv; split; intros H; try reflexivity; discriminate H.
Qed.

Definition at_least_zero (v : F double) := if flt (fconst 0 0) v then v else fconst 0 0.

Lemma larger_than_0 v r : at_least v r ->
  at_least (at_least_zero v) r /\ number (at_least_zero v) /\ nonneg (at_least_zero v).
Proof.
  unfold at_least_zero. destruct zero_value as (Z1 & Z2). intros [-> | (Fv & L)]; [repeat split; now left |].
  destruct (flt (fconst 0 0) v) eqn:E.
  - apply flt_real in E; auto. split; [right; auto |]. split; [now apply number_finite |]. apply nonneg_of_real; lra
    || auto.
  - apply flt_real_false in E; auto. split; [right; split; [exact Z1 | lra] |]. split; [reflexivity | reflexivity].
Qed.

Section Last.
Variables common cx cy error last_gap ax ay bx by_ wr any span reach : F double.
Variable n : Z.
Variable x : extent.
Variable q : R.
Let C := point_of cx cy.
Let A := point_of ax ay.
Let B := point_of bx by_.
Hypothesis run : reach_of_last_results common cx cy error last_gap ax ay bx by_ wr n any reach.
(* The last wall, and its axis' distance from the centre. *)
Hypothesis extent_is : n = extent_number x.
Hypothesis radius_valid : finite wr /\ 0 <= real wr.
Hypothesis distance : is_distance x C A B q.
(* The radius common to all walls, 0 if radii differ. *)
Hypothesis common_valid : finite common /\ 0 <= real common.
(* search_error_is_enough; rough_distance_of_a_lane and rough_distance_of_any_wall, of the radius if radii differ. *)
Hypothesis error_is : is_error span error.
Hypothesis rough : number last_gap -> is_rough span last_gap (q - (real wr - real common)).
(* The promise of carom_distance_of_any_size, which is asked if measure_fast does not answer. *)
Hypothesis promise : is_signed_distance any q (real wr).

(* A wall that is at least as near. The part of its radius that is not common is in its box. *)
Theorem reach_of_last_is_enough (q' wr' : R) : q' - wr' <= q - real wr ->
  number reach /\ nonneg reach /\ at_least reach (q' - (wr' - real common)).
Proof.
  intros Near.
  assert (Enough : at_least reach (q - (real wr - real common)) /\ number reach /\ nonneg reach).
  2: { destruct Enough as ([-> | (F & L)] & N & P); repeat split; auto; [now left | right; split; [exact F | lra]]. }
  clear Near. pose proof run as H. destruct H as (within & wax & way & wbx & wby & w & e & px & py & gap & within1 &
    within2 & within3 & []).
  subst. apply larger_than_0.
  destruct radius_valid as (Fw & W0), common_valid as (Fc & C0).
  destruct (negb (feq (fadd last_gap error) (fadd last_gap error))) eqn:Nan.
  - clear rough. destruct distance as (Q0 & _).
    assert (G : is_signed_distance gap q (real wr)).
    { destruct (signed_distance_is_right cx cy (fconst 0 0) ax ay bx by_ wr any (extent_number x) ltac:(destruct x;
      simpl;
        lia) gap E_carom_circle_signed_distance) as [-> | (y & p & Ey & Fg & D & _ & _ & G)]; [exact promise |].
      apply extent_number_injective in Ey. subst y. rewrite (distance_unique _ _ _ _ _ _ D distance) in G.
      rewrite (proj2 zero_value), Rplus_0_l in G. now right. }
    destruct (larger_than_0 _ _ (exact_gap_is_bounded _ _ _ _ G Q0 Fw W0 eq_refl)) as (L & N & P).
    set (w := at_least_zero _) in *. change (sum_up_results w common within2) in E_sum_up.
    destruct (sum_up_above _ _ _ E_sum_up N (number_finite _ Fc) P ltac:(now apply nonneg_of_real)) as (_ & _ & [-> |
      (F1 &
      _ & F & S)]); [now left |]. right. split; [exact F |]. pose proof (eta_pos double).
    destruct L as [L | (_ & L)]; [rewrite L in F1; discriminate | lra].
  - apply number_equals_itself in Nan.
    assert (Ng : number last_gap) by (destruct last_gap; try reflexivity; now destruct error).
    destruct (rough Ng) as (Fg & Sg & Eg). destruct error_is as (Fs & (S0 & S1) & Fe & E0 & E1).
    destruct powers as (P1 & P2 & P3 & P4 & P5 & P6). pose proof u_double_small as U.
    assert (US : 0 <= ud * real span <= / 1048576 * real span) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r];
      lra).
    apply Rabs_le_inv in Sg. apply within in Eg.
    assert (Le : Rabs (real last_gap + real error) <= 3 * real span + 300 * kshort) by (apply Rabs_le; lra).
    destruct (fadd_is_finite last_gap error 503) as (Fa & _ & _); auto; [unfold emin; simpl; lia | |].
    { eapply Rle_trans; [exact Le |]. change 503%Z with (3 + 500)%Z. rewrite bpow_plus. change (bpow radix2 3) with 8.
      assert (1 <= bpow radix2 500) by (apply (bpow_le radix2 0 500); lia). lra. }
    destruct (fadd_error _ _ Fa) as (_ & _ & E). right. split; [exact Fa |].
    assert (UL : ud * Rabs (real last_gap + real error) <= ud * (3 * real span + 300 * kshort)) by (apply
      Rmult_le_compat_l; lra).
    assert (UK : 0 <= ud * kshort <= / 1048576 * kshort) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
    apply within in E. lra.
Qed.
(* The box of a wall in the tree holds all within `own` of the axis: the part of the radius that is not common. *)
Definition holds_wall (p : box double) (y : extent) (a b : point) (own : R) :=
  forall t k, on_axis y t -> dist2_at k a b t <= own ^ 2 ->
  at_most (min_x p) (px k) /\ at_least (max_x p) (px k) /\ at_most (min_y p) (py k) /\ at_least (max_y p) (py k).

(* The node above a wall that is at least as near is searched. *)
Theorem search_within_reach_of_last_keeps_node (y : extent) (a b : point) (q' wr' : R) (ox oy scale : F double)
    (wall : box double) (wall' node : box single) (ix iy square limit : F single) :
  is_distance y C a b q' -> q' - wr' <= q - real wr -> 0 <= wr' - real common ->
  holds_wall wall y a b (wr' - real common) ->
  finite ox -> finite oy -> Rabs (real ox) <= bpow radix2 969 -> Rabs (real oy) <= bpow radix2 969 ->
  finite scale -> 0 < real scale -> finite cx -> finite cy ->
  index_box ox oy scale wall wall' -> contains node wall' ->
  in_range (min_x node) -> in_range (max_x node) -> in_range (min_y node) -> in_range (max_y node) ->
  index_coordinate_results cx ox scale ix -> index_coordinate_results cy oy scale iy ->
  squares_to_lanes_results (min_x node) (max_x node) (min_y node) (max_y node) ix iy square ->
  limit_of_results ix iy (fmul reach scale) limit ->
  flt limit square = false.
Proof.
  intros (Q0 & (t & T & D) & _) Near Own Holds Fox Foy Sox Soy Fs Ps Fx Fy Hw Hc R0 R1 R2 R3 Hx Hy Hs Hl.
  destruct (reach_of_last_is_enough q' wr' Near) as (Nr & Pr & L). set (own := wr' - real common) in *.
  assert (Place : exists k, dist2_at k a b t <= own ^ 2 /\ (px k - px C) ^ 2 + (py k - py C) ^ 2 <= Rmax 0 (q' - own) ^
    2).
  { destruct (Rle_or_lt q' own) as [Le | Lt].
    - exists C. split; [rewrite D; apply pow_incr; lra |]. rewrite !Rminus_diag_eq by reflexivity. rewrite pow_i by lia.
      rewrite Rplus_0_l. apply pow2_ge_0.
    - set (e := own / q'). assert (E : e * q' = own) by (unfold e; field; lra).
      unfold dist2_at in D. set (gx := px a + t * (px b - px a)) in *. set (gy := py a + t * (py b - py a)) in *.
      exists (Point (gx + e * (px C - gx)) (gy + e * (py C - gy))). unfold dist2_at. fold gx gy. cbn [px py]. split.
      + rewrite <- E. replace ((e * q') ^ 2) with (e ^ 2 * q' ^ 2) by ring. rewrite <- D. apply Req_le. ring.
      + rewrite Rmax_right by lra. rewrite <- E. replace ((q' - e * q') ^ 2) with ((1 - e) ^ 2 * q' ^ 2) by ring.
        rewrite <- D. apply Req_le. ring. }
  destruct Place as (k & K1 & K2). destruct (Holds t k T K1) as (W0 & W1 & W2 & W3).
  apply (point_search_keeps_node ox oy scale cx cy reach wall wall' node ix iy square limit (px k) (py k)); auto.
  intros Fr. eapply Rle_trans; [exact K2 |]. apply pow_incr. split; [apply Rmax_l |].
  destruct L as [-> | (_ & L)]; [discriminate |]. apply Rmax_lub; [now apply nonneg_real | exact L].
Qed.
End Last.

(* The boxes of segments hold them. *)
Theorem box_holds_segment p a b own : bounds_wall p a b own -> 0 <= own -> holds_wall p Segment a b own.
Proof.
  intros ((B0 & B1) & (B2 & B3)) Own t k T D. unfold dist2_at in D.
  destruct (coordinate_within _ _ _ _ _ _ Own T (pow2_ge_0 _) D) as (X0 & X1).
  rewrite Rplus_comm in D. destruct (coordinate_within _ _ _ _ _ _ Own T (pow2_ge_0 _) D) as (Y0 & Y1).
  repeat split; [destruct B0 as [-> | (F & L)] | destruct B1 as [-> | (F & L)] | destruct B2 as [-> | (F & L)] |
    destruct
    B3 as [-> | (F & L)]]; try (now left); right; split; auto; lra.
Qed.
