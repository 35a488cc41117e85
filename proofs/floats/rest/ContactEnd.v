(* The contact at an end of the axis: measure_end of src/rest/contact_double_double.h.

   If it returns true, the distance and the vector from the end to the centre are double-doubles with errors in units of
   2^-106, and the depth is R - distance but for less than its error. docs/exactness.md, "Lengths", "Depth at an end".
   *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_wide.wide_of_sum_terms(wide_of_sum_results).
Import Terms_contact.wide_square_terms(wide_square_results).
Import Terms_contact.is_fast_pair_terms(is_fast_pair_results).
Import Terms_contact.root_rest_terms(root_rest_results).
Import Terms_contact.measure_end_terms(measure_end_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* R = R.h + R.l, from valid radii. *)
Record is_reach (r wr hi lo : F double) : Prop := {
  r_finite : finite r; wr_finite : finite wr; r_nonneg : 0 <= real r; wr_nonneg : 0 <= real wr;
  hi_below : below hi 150; lo_finite : finite lo; hi_nonneg : 0 <= real hi;
  reach_sum : real hi + real lo = real r + real wr;
  reach_rest : - (ud * real hi) <= real lo <= ud * real hi }.

Lemma reach_is r wr hi lo e :
  wide_of_sum_results r wr hi lo e -> fle (fconst 0 0) r = true -> fle hi (fconst 1 150) = true ->
  (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool = true -> is_reach r wr hi lo.
Proof.
  intros H Hr Hh Hw. apply wide_of_sum_is in H. destruct H as (Eh & El). destruct zero_value as [F0 E0].
  destruct (constant_value 150 ltac:(lia)) as [F1 E1]. destruct (constant_value (-150) ltac:(lia)) as [F2 E2].
  assert (Nr : nonneg r) by (apply fle_nonneg with (fconst 0 0); auto; lra).
  assert (Nw : nonneg wr).
  { apply orb_prop in Hw. destruct Hw as [Hw | Hw].
    - apply fle_nonneg with (fconst 1 (-150)); auto. rewrite E2. apply bpow_ge_0.
    - apply feq_zero in Hw. destruct Hw as [Fw Ew]. apply nonneg_of_real; [exact Fw | lra]. }
  assert (Nh : nonneg hi) by (rewrite Eh; now apply nonneg_fadd).
  assert (Fh : finite hi) by (eapply fle_finite; eauto).
  assert (Bh : real hi <= bpow radix2 150) by (rewrite <- E1; now apply fle_real).
  pose proof Fh as Fh'. rewrite Eh in Fh'. destruct (fadd_finite _ _ Fh') as (Fr & Fw & Es). rewrite <- Eh in Es.
  apply nonneg_real in Nr, Nw, Nh.
  assert (G : forall v : F double, finite v -> 0 <= real v -> real v <= real r + real wr -> below v 150).
  { intros v Fv Pv Lv. split; [exact Fv |]. rewrite Rabs_pos_eq by exact Pv. eapply Rle_trans; [| exact Bh].
    rewrite Es, <- (rnd_of_format double (real v)) by apply real_in_format. now apply rnd_le. }
  destruct (sum_parts r wr 150 (G r Fr Nr ltac:(lra)) (G wr Fw Nw ltac:(lra)) ltac:(lia)) as (_ & Fl & E & _ & S).
  rewrite <- Eh, <- El in *. rewrite (Rabs_pos_eq (real hi)) in S by exact Nh. apply Rabs_le_inv in S.
  constructor; auto. split; [exact Fh |]. now rewrite Rabs_pos_eq.
Qed.

(* A vector v as double-doubles, its length and the inverse of that. *)
Record is_vector (hx hy lx ly length rest inverse : F double) (x y : R) : Prop := {
  hx_ordinary : ordinary hx; hy_ordinary : ordinary hy; lx_finite : finite lx; ly_finite : finite ly;
  x_sum : real hx + real lx = x; y_sum : real hy + real ly = y;
  x_rest : Rabs (real lx) <= ud * Rabs x; y_rest : Rabs (real ly) <= ud * Rabs y;
  v_size : bpow radix2 (-160) <= sqrt (x * x + y * y) <= bpow radix2 165;
  length_below : below length 202; length_rest_finite : finite rest; inverse_finite : finite inverse;
  length_is : - (33/10 * (ud * sqrt (x * x + y * y))) <= real length - sqrt (x * x + y * y) <=
    33/10 * (ud * sqrt (x * x + y * y));
  length_rest_is : - (34/10 * (ud * sqrt (x * x + y * y))) <= real rest <= 34/10 * (ud * sqrt (x * x + y * y));
  length_sum : - (51 * (ud * (ud * sqrt (x * x + y * y)))) <= real length + real rest - sqrt (x * x + y * y) <=
    51 * (ud * (ud * sqrt (x * x + y * y)));
  inverse_is : - (5 * ud) <= real inverse * real length - 1 <= 5 * ud }.

(* What the square of an ordinary vector is. *)
Lemma square_of_vector (hx hy lx ly a_hi a_lo : F double) e x y b :
  wide_square_results hx hy lx ly a_hi a_lo e -> is_fast_pair_results hx hy b -> b = true ->
  finite (fsqrt a_hi) -> bpow radix2 (-150) <= real (fsqrt a_hi) <= bpow radix2 150 ->
  finite lx -> finite ly -> real hx + real lx = x -> real hy + real ly = y ->
  Rabs (real lx) <= ud * Rabs x -> Rabs (real ly) <= ud * Rabs y ->
  let A := x * x + y * y in
  ordinary hx /\ ordinary hy /\ finite a_hi /\ finite a_lo /\ bpow radix2 (-320) <= A <= bpow radix2 330 /\
  - (43/10 * (ud * A)) <= real a_hi - A <= 43/10 * (ud * A) /\
  - (46/10 * (ud * A)) <= real a_lo <= 46/10 * (ud * A) /\
  - (17 * (ud * (ud * A))) <= real a_hi + real a_lo - A <= 17 * (ud * (ud * A)).
Proof.
  intros H Hb Eb Fs Hs Fx Fy Ex Ey Sx Sy. cbv zeta. destruct ud_small as [U0 U1].
  pose proof (bpow_gt_0 radix2 (-150)) as Z.
  destruct (wide_square_is _ _ _ _ _ _ _ H) as (E1 & _). rewrite E1 in Fs, Hs.
  destruct (root_below hx hy Fs ltac:(lra)) as (Bx & By & NZ).
  destruct (is_fast_is _ _ _ Hb Eb (proj1 Bx) (proj1 By)) as (Gx & Gy).
  assert (Ox : ordinary hx) by (split; [apply (below_weaken _ _ _ Bx); lia | exact Gx]).
  assert (Oy : ordinary hy) by (split; [apply (below_weaken _ _ _ By); lia | exact Gy]).
  (* a coordinate of 2^-150 or more *)
  assert (L : forall (h l : F double) z, real h + real l = z -> Rabs (real l) <= ud * Rabs z ->
    (real h = 0 \/ bpow radix2 (-150) <= Rabs (real h)) -> real h <> 0 -> bpow radix2 (-320) <= z * z).
  { intros h l z Ez Sz [G | G] N; [contradiction |].
    assert (Rabs (real h) <= (1 + ud) * Rabs z).
    { replace (real h) with (z - real l) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (K : bpow radix2 (-160) <= Rabs z).
    { assert (ud * Rabs z <= Rabs z) by (rewrite <- (Rmult_1_l (Rabs z)) at 2; apply Rmult_le_compat_r;
        [apply Rabs_pos | lra]).
      assert (bpow radix2 (-160) * 2 <= bpow radix2 (-150)).
      { change 2 with (bpow radix2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
      lra. }
    rewrite <- (Rabs_pos_eq (z * z)) by apply Rle_0_sqr. rewrite Rabs_mult. change (-320)%Z with (-160 + -160)%Z.
    rewrite bpow_plus.
    apply Rmult_le_compat; auto using bpow_ge_0. }
  assert (Hi : forall (h l : F double) z, below h 160 -> real h + real l = z -> Rabs (real l) <= ud * Rabs z ->
    z * z <= bpow radix2 329).
  { intros h l z [_ B] Ez Sz. assert (Rabs z <= bpow radix2 161).
    { change 161%Z with (1 + 160)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
      assert (Rabs z <= Rabs (real h) + Rabs (real l)) by (rewrite <- Ez; apply Rabs_triang).
      assert (ud * Rabs z <= / 2 * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
    rewrite <- (Rabs_pos_eq (z * z)) by apply Rle_0_sqr. rewrite Rabs_mult.
    apply Rle_trans with (bpow radix2 161 * bpow radix2 161); [apply Rmult_le_compat; auto using Rabs_pos |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (Rle_0_sqr x) as X0. pose proof (Rle_0_sqr y) as Y0. unfold Rsqr in X0, Y0.
  assert (A0 : bpow radix2 (-320) <= x * x + y * y).
  { destruct NZ as [N | N]; [pose proof (L _ _ _ Ex Sx Gx N) | pose proof (L _ _ _ Ey Sy Gy N)]; lra. }
  assert (A1 : x * x + y * y <= bpow radix2 330).
  { pose proof (Hi _ _ _ Bx Ex Sx). pose proof (Hi _ _ _ By Ey Sy). change 330%Z with (1 + 329)%Z. rewrite bpow_plus.
    change (bpow radix2 1) with 2. lra. }
  destruct (square_parts hx hy lx ly a_hi a_lo e x y H Ox Oy Fx Fy Ex Ey Sx Sy) as (F1 & F2 & P1 & P2 & P3).
  { eapply Rle_trans; [apply bpow_le | exact A0]; lia. }
  do 4 (split; [assumption |]). split; [split; assumption |]. auto.
Qed.

(* The vector, if its inverse is the inverse of the rounded length but for 5 roundings. *)
Lemma vector_parts (hx hy lx ly a_hi a_lo inverse rest : F double) e x y b :
  wide_square_results hx hy lx ly a_hi a_lo e -> is_fast_pair_results hx hy b -> b = true ->
  finite (fsqrt a_hi) -> bpow radix2 (-150) <= real (fsqrt a_hi) <= bpow radix2 150 ->
  finite lx -> finite ly -> real hx + real lx = x -> real hy + real ly = y ->
  Rabs (real lx) <= ud * Rabs x -> Rabs (real ly) <= ud * Rabs y ->
  finite inverse -> - (5 * ud) <= real inverse * real (fsqrt a_hi) - 1 <= 5 * ud ->
  root_rest_results a_hi a_lo (fsqrt a_hi) inverse rest ->
  is_vector hx hy lx ly (fsqrt a_hi) rest inverse x y.
Proof.
  intros H Hb Eb Fs Hs Fx Fy Ex Ey Sx Sy Fi Hi Hr.
  destruct (square_of_vector _ _ _ _ _ _ _ _ _ _ H Hb Eb Fs Hs Fx Fy Ex Ey Sx Sy)
    as (Ox & Oy & F1 & F2 & [A0 A1] & P1 & P2 & P3).
  set (A := x * x + y * y) in *.
  assert (A2 : A <= bpow radix2 402) by (eapply Rle_trans; [exact A1 | apply bpow_le; lia]).
  destruct (s_is a_hi A F1 A0 A2 P1) as (_ & S1 & S2).
  destruct (root_parts a_hi a_lo A F1 F2 A0 A2 P1 P2 P3 inverse rest Fi Hi Hr) as (F3 & R1 & R2).
  constructor; auto.
  - fold A. split.
    + rewrite <- (sqrt_Rsqr (bpow radix2 (-160))) by apply bpow_ge_0. apply sqrt_le_1_alt. unfold Rsqr.
      rewrite <- bpow_plus. exact A0.
    + rewrite <- (sqrt_Rsqr (bpow radix2 165)) by apply bpow_ge_0. apply sqrt_le_1_alt. unfold Rsqr.
      rewrite <- bpow_plus. exact A1.
  - split; [exact Fs |]. rewrite Rabs_pos_eq by (pose proof (bpow_gt_0 radix2 (-150)); lra).
    apply Rle_trans with (bpow radix2 150); [apply Hs | apply bpow_le; lia].
Qed.

(* The depth is rnd V, where V is R - distance but for less than the error. *)
Definition depth_is (depth error : F double) (rr q : R) :=
  finite depth /\ finite error /\
  exists V, real depth = rnd double V /\ Rabs (rnd double V - V) <= ud * Rabs V /\
    Rabs (V - (rr - q)) <= real error * (1 - 2 * ud) /\ Rabs (V - (rr - q)) <= bpow radix2 (-58) * (rr + q).

Section End.
Variables feature : Z.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Variables length hi rest lo inverse depth error dhx dhy dlx dly uhx uhy ulx uly along along_rest spread : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis run : measure_end_results feature R_hi R_lo cx cy ax ay bx by_ true length hi rest lo inverse depth error
  dhx dhy dlx dly uhx uhy ulx uly along along_rest spread.

Let ex := if Z.eqb feature 2 then ax else bx.
Let ey := if Z.eqb feature 2 then ay else by_.
Let vx := real cx - real ex.
Let vy := real cy - real ey.

Theorem measure_end_is :
  finite cx /\ finite cy /\ finite ex /\ finite ey /\ hi = length /\ lo = rest /\
  dhx = fsub cx ex /\ dhy = fsub cy ey /\ dlx = difference_rest cx ex /\ dly = difference_rest cy ey /\
  is_vector dhx dhy dlx dly length rest inverse vx vy /\
  depth_is depth error (real r + real wr) (sqrt (vx * vx + vy * vy)).
Proof.
  destruct run as (at_a & e_x & e_y & hx & hy & lx & ly & a_hi & a_lo & a_e & s & i & b & []).
  subst at_a. fold ex in E_end_x. fold ey in E_end_y. subst e_x e_y.
  symmetry in E_result. rewrite !andb_true_iff in E_result. destruct E_result as ((T1 & T2) & T3).
  destruct (constant_value (-150) ltac:(lia)) as [F1 E1]. destruct (constant_value 150 ltac:(lia)) as [F2 E2].
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0.
  (* s is finite *)
  assert (Ns : nonneg s) by (apply fle_nonneg with (fconst 1 (-150)); auto; rewrite E1; apply bpow_ge_0).
  assert (Fs : finite s) by (eapply fle_finite; eauto).
  assert (S0 : bpow radix2 (-150) <= real s <= bpow radix2 150).
  { split; [rewrite <- E1 | rewrite <- E2]; now apply fle_real. }
  pose proof (bpow_gt_0 radix2 (-150)) as Z0.
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (Ehx & Ehy & Elx & Ely).
  destruct (wide_square_is _ _ _ _ _ _ _ E_wide_square) as (Ea & _).
  pose proof Fs as Fs'. rewrite E_s, Ea in Fs'. pose proof S0 as S0'. rewrite E_s, Ea in S0'.
  destruct (root_below hx hy Fs' ltac:(lra)) as (Bx & By & _).
  pose proof Bx as Bx'. rewrite Ehx in Bx'. pose proof By as By'. rewrite Ehy in By'.
  destruct (difference_parts cx ex 160 Bx' ltac:(lia)) as (Fcx & Fex & Flx & Sx & Lx).
  destruct (difference_parts cy ey 160 By' ltac:(lia)) as (Fcy & Fey & Fly & Sy & Ly).
  rewrite <- Ehx, <- Elx in *. rewrite <- Ehy, <- Ely in *. fold vx in Sx, Lx. fold vy in Sy, Ly.
  (* the inverse *)
  destruct (constant_value 0 ltac:(lia)) as [F3 E3]. change (bpow radix2 0) with 1 in E3.
  assert (sB : 1 / real s <= bpow radix2 150).
  { apply Rmult_le_reg_r with (real s); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply Rle_trans with (bpow radix2 150 * bpow radix2 (-150)); [rewrite <- bpow_plus; simpl; lra |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 | apply S0]. }
  assert (s0 : 0 < 1 / real s) by (apply Rdiv_lt_0_compat; lra).
  assert (Big : bpow radix2 150 <= big) by (apply bpow_le; lia).
  destruct (div_step (fconst 1 0) s (1 / real s) F3 Fs ltac:(lra) ltac:(rewrite E3; lra) ltac:(lra)) as (Fi & Hi).
  rewrite <- E_inverse, E3 in Hi. rewrite <- E_inverse in Fi.
  assert (Hi' : - (5 * ud) <= real i * real s - 1 <= 5 * ud).
  { assert (T : 0 <= real s * tiny <= / 1000 * ud).
    { apply tiny_times. split; [lra |]. eapply Rle_trans; [apply S0 | apply bpow_le; lia]. }
    replace (real i * real s - 1) with ((real i - 1 / real s) * real s) by (field; lra).
    assert (M : - (ud * (1 / real s) + tiny) * real s <= (real i - 1 / real s) * real s <= (ud * (1 / real s) + tiny) *
      real s)
      by (split; apply Rmult_le_compat_r; lra).
    replace ((ud * (1 / real s) + tiny) * real s) with (ud + real s * tiny) in M by (field; lra).
    replace (- (ud * (1 / real s) + tiny) * real s) with (- (ud + real s * tiny)) in M by (field; lra). lra. }
  assert (Vec : is_vector hx hy lx ly s rest i vx vy).
  { rewrite E_s. eapply vector_parts; eauto; rewrite <- E_s; auto. }
  destruct reach as [Fr Fw Nr Nw [FRh BRh] FRl NRh ER SR].
  set (q := sqrt (vx * vx + vy * vy)) in *.
  destruct Vec as [v1 v2 v3 v4 v5 v6 v7 v8 [Q0 Q1] v10 v11 v12 v13 v14 v15 v16]. fold q in Q0, Q1, v13, v14, v15.
  pose proof (bpow_gt_0 radix2 (-160)) as Z1. assert (q0 : 0 <= q) by lra. scales q q0. scales (real R_hi) NRh.
  assert (Hd : exists V, finite depth /\ real depth = rnd double V /\ Rabs (rnd double V - V) <= ud * Rabs V /\
     - (62 * (ud * (ud * (real R_hi + q)))) <= V - (real r + real wr - q) <= 62 * (ud * (ud * (real R_hi + q)))).
  { rewrite E_k_lo, E_k_hi, E_k_length in E_depth_of.
    assert (B1 : below R_hi 470).
    { split; [exact FRh |]. eapply below_le; [exact BRh | lia]. }
    destruct (depth_parts R_hi R_lo s rest depth (real r + real wr) q (51 * (ud * (ud * q))) (34/10 * q) E_depth_of B1
      FRl)
      as (V & D1 & D2 & D3 & D4); auto; try lra.
    - apply (below_weaken _ _ _ v10). lia.
    - split; [lra |]. apply Rle_trans with (bpow radix2 2 * bpow radix2 165); [simpl (bpow radix2 2); lra |].
      rewrite <- bpow_plus. apply bpow_le. lia.
    - exists V. do 3 (split; [assumption |]).
      replace (ud * (ud * (34/10 * q))) with (34/10 * (ud * (ud * q))) in D4 by ring.
      assert (W : ud * (ud * real s) <= 1001/1000 * (ud * (ud * q))).
      { replace (1001/1000 * (ud * (ud * q))) with (ud * (ud * (1001/1000 * q))) by ring.
        apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
      replace (62 * (ud * (ud * (real R_hi + q)))) with (62 * (ud * (ud * real R_hi)) + 62 * (ud * (ud * q))) by ring.
      lra. }
  destruct Hd as (V & D1 & D2 & D3 & D4).
  (* the error *)
  assert (B2 : real R_hi + real s <= bpow radix2 152).
  { rewrite Rabs_pos_eq in BRh by exact NRh. change 152%Z with (2 + 150)%Z. rewrite bpow_plus.
    change (bpow radix2 2) with 4. lra. }
  assert (Big2 : 10 * bpow radix2 152 <= big).
  { apply Rle_trans with (bpow radix2 4 * bpow radix2 152); [simpl (bpow radix2 4); pose proof (bpow_ge_0 radix2 152);
      lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (constant_value (-98) ltac:(lia)) as [F4 E4].
  assert (E98 : bpow radix2 (-98) = 256 * (ud * ud)).
  { unfold u. rewrite <- bpow_plus. change 256 with (bpow radix2 8). rewrite <- bpow_plus. f_equal. }
  destruct (add_step R_hi s (real R_hi + real s) FRh Fs ltac:(lra) ltac:(lra)) as (F5 & X5).
  set (t := fadd R_hi s) in *.
  assert (rs0 : 0 <= real R_hi + real s) by lra. scales (real R_hi + real s) rs0.
  assert (t0 : 0 <= real t) by lra.
  assert (uu : 0 <= ud * ud <= / 1000000) by (split; [apply Rmult_le_pos; lra | apply Rle_trans with (1 * / 1000000);
    [apply Rmult_le_compat |]; lra]).
  destruct (mul_step (fconst 1 (-98)) t (256 * (ud * ud) * real t) F4 F5) as (F6 & X6).
  { rewrite E4, E98. pose proof (Rmult_le_pos _ _ (proj1 uu) t0). lra. }
  { assert (256 * (ud * ud) * real t <= 1 * real t) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite E4, E98, <- E_k_error in X6. rewrite <- E_k_error in F6.
  assert (X7 : 250 * (ud * (ud * (real R_hi + q))) <= real error).
  { assert (Ty : tiny <= / 1000000 * (ud * (ud * (ud * q)))).
    { apply tiny_small. eapply Rle_trans; [apply bpow_le | exact Q0]; lia. }
    assert (999/1000 * (real R_hi + q) <= real t) by lra.
    replace (256 * (ud * ud) * real t) with (256 * (ud * (ud * real t))) in X6 by ring. scales (real t) t0.
    assert (W : ud * (ud * (999/1000 * (real R_hi + q))) <= ud * (ud * real t)) by (repeat (apply Rmult_le_compat_l;
      [lra |]); lra).
    replace (ud * (ud * (999/1000 * (real R_hi + q)))) with (999/1000 * (ud * (ud * (real R_hi + q)))) in W by ring.
    replace (ud * (ud * (real R_hi + q))) with (ud * (ud * real R_hi) + ud * (ud * q)) in * by ring. lra. }
  assert (G0 : 0 <= real R_hi + q) by lra. scales (real R_hi + q) G0.
  assert (Vd : Rabs (V - (real r + real wr - q)) <= 62 * (ud * (ud * (real R_hi + q)))) by (apply Rabs_le; lra).
  do 2 (split; [assumption |]). do 2 (split; [assumption |]). split; [congruence |]. split; [congruence |].
  split; [congruence |]. split; [congruence |]. split; [congruence |]. split; [congruence |].
  split.
  - replace dhx with hx by congruence. replace dhy with hy by congruence. replace dlx with lx by congruence.
    replace dly with ly by congruence. replace length with s by congruence. replace inverse with i by congruence.
    constructor; auto; fold q; try split; assumption.
  - split; [exact D1 |]. split; [exact F6 |]. exists V. split; [exact D2 |]. split; [exact D3 |]. split.
    + eapply Rle_trans; [exact Vd |].
      assert (real error * (1 - 2 * ud) >= real error * (1/2)) by (apply Rle_ge, Rmult_le_compat_l; lra). lra.
    + eapply Rle_trans; [exact Vd |].
      assert (R1 : real R_hi <= 1001/1000 * (real r + real wr)) by lra.
      assert (W : ud * (ud * (real R_hi + q)) <= ud * (ud * (1001/1000 * (real r + real wr + q))))
        by (repeat (apply Rmult_le_compat_l; [lra |]); lra).
      apply Rle_trans with (64 * (ud * ud) * (real r + real wr + q)).
      * replace (ud * (ud * (1001/1000 * (real r + real wr + q)))) with (1001/1000 * (ud * ud * (real r + real wr + q)))
          in W by ring.
        pose proof (Rmult_le_pos (ud * ud) (real r + real wr + q) (proj1 uu) ltac:(lra)). lra.
      * apply Rmult_le_compat_r; [lra |]. change 64 with (bpow radix2 6). unfold u. rewrite <- !bpow_plus.
        apply bpow_le. simpl. lia.
Qed.

End End.
