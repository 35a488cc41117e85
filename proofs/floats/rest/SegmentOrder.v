(* Which of two segments is nearer, certain_segment_order in src/rest/distance_order_filter.h: what is certain is
   right, for all doubles.

   With L the squared length and d the distance, the filter compares (d1^2 L1) L2 with (d2^2 L2) L1. Here d^2 L is
   S = (u x w)^2 + m^2, where m is what a clamp to [0, L] takes off w.u. The error of S is at most u (46 S + 17 L^2):
   the terms of both products are at most s + L, where s^2 = S. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Regions Overflow Products Points Distances Operations.
From Carom Require Terms_order.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* d^2 L = S. *)
Definition square_by_length c a b := cross c a b ^ 2 + off c a b ^ 2.

Lemma distance_by_products c a b d : 0 < len2 a b -> is_distance Segment c a b d ->
  d ^ 2 * len2 a b = square_by_length c a b.
Proof.
  intros L (D0 & (t & T & E) & D1). unfold square_by_length. apply Rle_antisym.
  - set (t0 := clamp (wu c a b) (len2 a b) / len2 a b).
    assert (T0 : on_axis Segment t0).
    { unfold t0. simpl. unfold clamp. split.
      - apply Rmult_le_pos; [min_max_cases; lra |]. left. now apply Rinv_0_lt_compat.
      - apply Rmult_le_reg_r with (len2 a b); [assumption |].
        unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. min_max_cases; lra. }
    specialize (D1 t0 T0). pose proof (dist2_at_is c a b t0) as Q.
    replace (wu c a b - t0 * len2 a b) with (off c a b) in Q by (unfold off, t0; field; lra).
    rewrite <- Q. rewrite (Rmult_comm (len2 a b)). apply Rmult_le_compat_r; lra.
  - pose proof (dist2_at_is c a b t) as Q. rewrite E in Q. pose proof (off_least c a b t T). lra.
Qed.

Lemma square_nonneg c a b : 0 <= square_by_length c a b.
Proof. unfold square_by_length. apply Rplus_le_le_0_compat; apply pow2_ge_0. Qed.

(* The terms of both products are at most s + L. *)
Lemma terms_at_most c a b s : 0 <= s -> s ^ 2 = square_by_length c a b ->
  Rabs (ux a b * wy c a) + Rabs (uy a b * wx c a) <= s + len2 a b /\ wu_size c a b <= s + len2 a b /\
  Rabs (cross c a b) <= s /\ Rabs (off c a b) <= s.
Proof.
  intros S0 S2. unfold square_by_length in S2. pose proof (len2_nonneg a b) as L.
  pose proof (pow2_ge_0 (cross c a b)) as C2. pose proof (pow2_ge_0 (off c a b)) as O2.
  assert (root : forall x, x ^ 2 <= s ^ 2 -> Rabs x <= s).
  { intros x H. rewrite <- (Rabs_pos_eq s) by assumption. apply Rsqr_le_abs_0. now rewrite !Rsqr_pow2. }
  assert (RO : Rabs (off c a b) <= s) by (apply root; lra).
  assert (G : w2 c a * len2 a b <= (s + len2 a b) ^ 2).
  { rewrite Rmult_comm, w2_by_products.
    assert (K : 0 <= clamp (wu c a b) (len2 a b) <= len2 a b) by (unfold clamp; min_max_cases; lra).
    replace (wu c a b) with (off c a b + clamp (wu c a b) (len2 a b)) by (unfold off; ring).
    apply Rabs_le_inv in RO. revert RO K S2. generalize (clamp (wu c a b) (len2 a b)). intros k RO K S2.
    assert (off c a b * k <= s * len2 a b).
    { apply Rle_trans with (s * k); [apply Rmult_le_compat_r | apply Rmult_le_compat_l]; lra. }
    assert (k ^ 2 <= len2 a b ^ 2) by (apply pow_incr; lra). lra. }
  assert (most : forall x, 0 <= x -> x ^ 2 <= w2 c a * len2 a b -> x <= s + len2 a b).
  { intros x X H. apply Rnot_lt_le. intros N.
    assert ((s + len2 a b) ^ 2 < x ^ 2) by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra). lra. }
  split; [| split; [| split; [apply root; lra | assumption]]].
  - apply most. { apply Rplus_le_le_0_compat; apply Rabs_pos. }
    eapply Rle_trans; [apply size_by_lengths |]. unfold w2, len2. apply Req_le. ring.
  - apply most; [apply (sizes_nonneg c a b) | apply wu_size_at_most].
Qed.

(* The least squared length, and how small underflow is against it. *)
Definition mind := bpow radix2 (-1022).
Definition lw := bpow radix2 (-500).

Lemma mind_small : 0 < etad <= mind /\ 1000000 * mind <= ud * lw.
Proof.
  split.
  - split; [apply eta_pos |]. unfold eta, mind. apply bpow_le. vm_compute. discriminate.
  - unfold mind, lw. change ud with (bpow radix2 (-53)). rewrite <- bpow_plus.
    apply Rle_trans with (bpow radix2 20 * bpow radix2 (-1022)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra].
    + rewrite <- bpow_plus. apply bpow_le. lia.
Qed.

Lemma lw_products l l' : bpow radix2 (-162) <= l -> bpow radix2 (-162) <= l' ->
  lw <= l /\ lw <= l * l' /\ lw <= l * l * l'.
Proof.
  intros H H'. pose proof (bpow_gt_0 radix2 (-162)) as P.
  assert (A : bpow radix2 (-162) * bpow radix2 (-162) <= l * l') by (apply Rmult_le_compat; lra).
  assert (A' : bpow radix2 (-162) * bpow radix2 (-162) <= l * l) by (apply Rmult_le_compat; lra).
  assert (B : bpow radix2 (-162) * bpow radix2 (-162) * bpow radix2 (-162) <= l * l * l').
  { apply Rmult_le_compat; try lra. apply Rmult_le_pos; lra. }
  rewrite <- !bpow_plus in *. unfold lw.
  repeat split; eapply Rle_trans; [| exact H | | exact A | | exact B]; apply bpow_le; lia.
Qed.

(* S in reals: from the errors of its terms. *)
Lemma square_sum_error (s l C O c m cc mm v : R) : 0 <= s -> 0 <= l -> lw <= l -> lw <= l * l ->
  C ^ 2 + O ^ 2 = s ^ 2 ->
  Rabs C <= s -> Rabs O <= s ->
  Rabs (c - C) <= 403 / 100 * ud * (s + l) -> Rabs (m - O) <= 91 / 10 * ud * s + 122 / 10 * ud * l ->
  Rabs (cc - c * c) <= ud * Rabs (c * c) + etad -> Rabs (mm - m * m) <= ud * Rabs (m * m) + etad ->
  Rabs (v - (cc + mm)) <= ud * Rabs (cc + mm) ->
  Rabs (v - s ^ 2) <= 46 * ud * s ^ 2 + 17 * ud * (l * l).
Proof.
  intros S0 L0 W1 W2 E HC HO Ec Em Ecc Emm Ev. pose proof u_double_small as U. destruct mind_small as [EM ML].
  assert (WL : ud * lw <= ud * (l * l)) by (apply Rmult_le_compat_l; lra).
  assert (SL : 2 * (s * l) <= s ^ 2 + l * l) by (pose proof (pow2_ge_0 (s - l)); lra).
  assert (S2 : 0 <= s ^ 2) by apply pow2_ge_0. assert (L2 : 0 <= l * l) by apply Rle_0_sqr.
  assert (SL0 : 0 <= s * l) by (apply Rmult_le_pos; lra).
  assert (US2 : 0 <= ud * s ^ 2) by (apply Rmult_le_pos; lra).
  assert (UL2 : 0 <= ud * (l * l)) by (apply Rmult_le_pos; lra).
  assert (USL0 : 0 <= ud * (s * l)) by (apply Rmult_le_pos; lra).
  assert (USL : ud * (2 * (s * l)) <= ud * (s ^ 2 + l * l)) by (apply Rmult_le_compat_l; lra).
  assert (UU : forall x, 0 <= x -> ud * (ud * x) <= / 1048576 * (ud * x) /\ 0 <= ud * (ud * x)).
  { intros x X. assert (0 <= ud * x) by (apply Rmult_le_pos; lra).
    split; [apply Rmult_le_compat_r; lra | apply Rmult_le_pos; lra]. }
  assert (square : forall x X k1 k2, 0 <= k1 <= 20 -> 0 <= k2 <= 20 -> Rabs X <= s ->
    Rabs (x - X) <= k1 * ud * s + k2 * ud * l ->
    Rabs (x * x - X ^ 2) <= 2 * k1 * ud * s ^ 2 + 2 * k2 * ud * (s * l) + ud / 100 * s ^ 2 + ud / 100 * (l * l)).
  { intros x X k1 k2 K1 K2 HX Hx. replace (x * x - X ^ 2) with ((x - X) * (2 * X + (x - X))) by ring. rewrite Rabs_mult.
    set (dlt := k1 * ud * s + k2 * ud * l) in *.
    assert (D20 : dlt <= 20 * ud * (s + l)).
    { unfold dlt. assert (0 <= ud * s) by (apply Rmult_le_pos; lra). assert (0 <= ud * l) by (apply Rmult_le_pos; lra).
      assert (k1 * (ud * s) <= 20 * (ud * s)) by (apply Rmult_le_compat_r; lra).
      assert (k2 * (ud * l) <= 20 * (ud * l)) by (apply Rmult_le_compat_r; lra). lra. }
    pose proof (Rabs_pos (x - X)) as P0. pose proof (Rabs_pos (2 * X + (x - X))) as P1.
    assert (B : Rabs (2 * X + (x - X)) <= 2 * s + dlt).
    { eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra. lra. }
    eapply Rle_trans; [apply Rmult_le_compat; [exact P0 | exact P1 | exact Hx | exact B] |].
    assert (DD : dlt * dlt <= (20 * ud * (s + l)) * (20 * ud * (s + l))) by (apply Rmult_le_compat; lra).
    destruct (UU (s ^ 2) S2). destruct (UU (l * l) L2). destruct (UU (s * l) SL0).
    replace (dlt * (2 * s + dlt)) with (2 * k1 * ud * s ^ 2 + 2 * k2 * ud * (s * l) + dlt * dlt) by (unfold dlt;
      ring). lra. }
  assert (QC : Rabs (c * c - C ^ 2) <= 2 * (403 / 100) * ud * s ^ 2 + 2 * (403 / 100) * ud * (s * l) + ud / 100 * s ^
    2 + ud / 100 * (l * l)).
  { apply square; lra. }
  assert (QM : Rabs (m * m - O ^ 2) <= 2 * (91 / 10) * ud * s ^ 2 + 2 * (122 / 10) * ud * (s * l) + ud / 100 * s ^ 2 +
    ud / 100 * (l * l)).
  { apply square; lra. }
  assert (C0 : 0 <= c * c) by apply Rle_0_sqr. assert (M0 : 0 <= m * m) by apply Rle_0_sqr.
  rewrite (Rabs_pos_eq (c * c)) in Ecc by exact C0. rewrite (Rabs_pos_eq (m * m)) in Emm by exact M0.
  apply within in QC. apply within in QM. apply within in Ecc. apply within in Emm.
  revert Ecc Emm QC QM C0 M0. generalize (c * c) (m * m). intros c2 m2 Ecc Emm QC QM C0 M0.
  assert (B2 : c2 + m2 <= 2 * s ^ 2 + l * l).
  { assert (ud * s ^ 2 <= / 1048576 * s ^ 2) by (apply Rmult_le_compat_r; lra).
    assert (ud * (l * l) <= / 1048576 * (l * l)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (B3 : c2 + m2 <= s ^ 2 + 45 * ud * s ^ 2 + 17 * ud * (l * l)) by lra.
  assert (UB : ud * (c2 + m2) <= ud * (s ^ 2 + 45 * ud * s ^ 2 + 17 * ud * (l * l))) by (apply Rmult_le_compat_l; lra).
  destruct (UU (s ^ 2) S2) as [V1 _]. destruct (UU (l * l) L2) as [V2 _].
  assert (CM : Rabs (cc + mm) <= (1 + ud) * (c2 + m2) + 2 * etad) by (apply Rabs_le; lra).
  assert (UCM : ud * Rabs (cc + mm) <= ud * ((1 + ud) * (c2 + m2) + 2 * etad)) by (apply Rmult_le_compat_l; lra).
  assert (UUB : ud * (ud * (c2 + m2)) <= / 1048576 * (ud * (c2 + m2))) by (apply Rmult_le_compat_r;
    [apply Rmult_le_pos |]; lra).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  apply within in Ev. apply within. lra.
Qed.

(* A minimum of rounded numbers differs from that of the exact ones by their errors. *)
Lemma clamp_error n n' l l' t dn dl : 0 <= l -> 0 <= t -> Rabs (n' - n) <= dn -> Rabs (l' - l) <= dl ->
  Rabs (Rmin (Rmax n' t) l' - clamp n l) <= dn + dl + t.
Proof. intros L T N D. apply within in N. apply within in D. apply within. unfold clamp. min_max_cases; lra. Qed.

(* One wall: L and S as computed. *)
Lemma squares_of_error (cx cy ax ay bx by' ux uy wx wy len dot cross from_a m v : F double) :
  ux = fsub bx ax -> uy = fsub by' ay -> wx = fsub cx ax -> wy = fsub cy ay ->
  len = fadd (fmul ux ux) (fmul uy uy) -> dot = fadd (fmul wx ux) (fmul wy uy) ->
  cross = fsub (fmul ux wy) (fmul uy wx) ->
  from_a = (if flt (fconst 1 (-1022)) dot then dot else fconst 1 (-1022)) ->
  m = fsub dot (if flt from_a len then from_a else len) ->
  v = fadd (fmul cross cross) (fmul m m) -> finite v -> finite len -> fle (fconst 1 (-160)) len = true ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by' in
  (finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by') /\
  bpow radix2 (-162) <= len2 a b /\ Rabs (real len - len2 a b) <= 403 / 100 * ud * len2 a b /\
  Rabs (real v - square_by_length c a b) <= 46 * ud * square_by_length c a b + 17 * ud * (len2 a b * len2 a b).
Proof.
  intros Eux Euy Ewx Ewy Elen Edot Ecross Efrom Em Ev Fv Flen Large c a b.
  pose proof u_double_small as U. destruct mind_small as [EM ML].
  rewrite Ev in Fv. destruct (fadd_error _ _ Fv) as (Fcc & Fmm & EV).
  destruct (fmul_error _ _ Fcc) as (Fcross & _ & ECC). destruct (fmul_error _ _ Fmm) as (Fm & _ & EMM).
  rewrite Em in Fm. destruct (fsub_error _ _ Fm) as (Fdot & _ & EMS). rewrite <- Em in EMS.
  assert (Sdot := Fdot). rewrite Edot, Ewx, Ewy, Eux, Euy in Sdot.
  destruct (finite_dot _ _ _ _ _ _ _ _ Sdot) as (Fcx & Fax & Fbx & _ & Fcy & Fay & Fby & _).
  split; [tauto |].
  (* L *)
  assert (HL : Rabs (real len - len2 a b) <= 402 / 100 * ud * len2 a b + 201 / 100 * etad).
  { assert (Sl := Flen). rewrite Elen, Eux, Euy in Sl. pose proof (squares_error _ _ _ _ Sl) as E.
    rewrite <- Eux, <- Euy, <- Elen in E. exact E. }
  pose proof (len2_nonneg a b) as L0.
  assert (BL : bpow radix2 (-162) <= len2 a b).
  { constant_of double 1%Z (-160)%Z. destruct C as [C1 C2]. apply fle_real in Large; auto.
    rewrite C2, Rmult_1_l in Large.
    change (-160)%Z with (2 + -162)%Z in Large. rewrite bpow_plus in Large. change (bpow radix2 2) with 4 in Large.
    apply within in HL. assert (ud * len2 a b <= / 1048576 * len2 a b) by (apply Rmult_le_compat_r; lra).
    assert (Z : (-1055 <= -162)%Z) by lia. apply eta_below_power in Z. lra. }
  destruct (lw_products _ _ BL BL) as (W1 & W2 & W3).
  assert (UW : ud * lw <= ud * len2 a b) by (apply Rmult_le_compat_l; lra).
  assert (HL' : Rabs (real len - len2 a b) <= 403 / 100 * ud * len2 a b) by lra.
  split; [assumption |]. split; [assumption |].
  (* The cross product, w.u and what the clamp takes off it. *)
  set (s := sqrt (square_by_length c a b)).
  assert (S0 : 0 <= s) by apply sqrt_pos. assert (S2 : s ^ 2 = square_by_length c a b)
    by (apply pow2_sqrt, square_nonneg).
  destruct (terms_at_most c a b s S0 S2) as (K1 & K2 & K3 & K4).
  assert (UK1 : ud * (Rabs (Geometry.ux a b * Geometry.wy c a) + Rabs (Geometry.uy a b * Geometry.wx c a)) <=
    ud * (s + len2 a b)) by (apply Rmult_le_compat_l; lra).
  assert (UK2 : ud * wu_size c a b <= ud * (s + len2 a b)) by (apply Rmult_le_compat_l; lra).
  assert (US : 0 <= ud * s) by (apply Rmult_le_pos; lra).
  assert (EC : Rabs (real cross - Geometry.cross c a b) <= 403 / 100 * ud * (s + len2 a b)).
  { assert (Fs := Fcross). rewrite Ecross in Fs. destruct (fsub_error _ _ Fs) as (P1 & P2 & E).
    assert (Q1 := P1). assert (Q2 := P2). rewrite Eux, Ewy in Q1. rewrite Euy, Ewx in Q2.
    apply product_of_differences in Q1. apply product_of_differences in Q2.
    rewrite <- Eux, <- Ewy in Q1. rewrite <- Euy, <- Ewx in Q2. rewrite <- Ecross in E.
    assert (Q2' : Rabs (- real (fmul uy wx) - - (Geometry.uy a b * Geometry.wx c a)) <=
      301 / 100 * ud * Rabs (- (Geometry.uy a b * Geometry.wx c a)) + etad).
    { rewrite Rabs_Ropp. replace (- real (fmul uy wx) - - (Geometry.uy a b * Geometry.wx c a)) with
        (- (real (fmul uy wx) - Geometry.uy a b * Geometry.wx c a)) by ring. rewrite Rabs_Ropp. exact Q2. }
    pose proof (sum_error ud etad u_double_small eta_double_pos _ _ _ _ (real cross) Q1 Q2' E) as G.
    rewrite Rabs_Ropp in G.
    change (Geometry.cross c a b) with (Geometry.ux a b * Geometry.wy c a + - (Geometry.uy a b * Geometry.wx c a)).
    eapply Rle_trans; [exact G |].
    change ((real bx - real ax) * (real cy - real ay)) with (Geometry.ux a b * Geometry.wy c a). lra. }
  assert (ED : Rabs (real dot - wu c a b) <= 403 / 100 * ud * (s + len2 a b)).
  { pose proof (wu_error _ _ _ _ _ _ Sdot) as E. rewrite <- Eux, <- Euy, <- Ewx, <- Ewy, <- Edot in E.
    fold c a b in E. lra. }
  assert (EH : real (if flt from_a len then from_a else len) = Rmin (Rmax (real dot) mind) (real len)).
  { constant_of double 1%Z (-1022)%Z. destruct C as [C1 C2]. rewrite Rmult_1_l in C2. fold mind in C2.
    assert (FR : finite from_a /\ real from_a = Rmax (real dot) mind).
    { rewrite Efrom. destruct (flt _ dot) eqn:H.
      - apply flt_real in H; auto. rewrite C2 in H. split; [assumption |]. now rewrite Rmax_left by lra.
      - apply flt_real_false in H; auto. rewrite C2 in H. split; [assumption |]. now rewrite Rmax_right by lra. }
    destruct FR as [FR1 FR2]. rewrite <- FR2. destruct (flt from_a len) eqn:H.
    - apply flt_real in H; auto. now rewrite Rmin_left by lra.
    - apply flt_real_false in H; auto. now rewrite Rmin_right by lra. }
  assert (EO : Rabs (real m - off c a b) <= 91 / 10 * ud * s + 122 / 10 * ud * len2 a b).
  { rewrite EH in EMS. assert (T0 : 0 <= mind) by lra.
    pose proof (clamp_error _ _ _ _ mind _ _ L0 T0 ED HL') as CE.
    revert EMS CE. generalize (Rmin (Rmax (real dot) mind) (real len)). intros h EMS CE. unfold off in K4 |- *.
    apply within in ED. apply within in CE.
    assert (DH : Rabs (real dot - h - (wu c a b - clamp (wu c a b) (len2 a b))) <=
      806 / 100 * ud * (s + len2 a b) + 404 / 100 * ud * len2 a b).
    { apply within. lra. }
    apply within in DH. assert (B : Rabs (real dot - h) <= s + (806 / 100 * ud * (s + len2 a b) + 404 / 100 * ud *
      len2 a b)).
    { apply Rabs_le_inv in K4. apply Rabs_le. lra. }
    assert (UB : ud * Rabs (real dot - h) <= ud * (s + (806 / 100 * ud * (s + len2 a b) + 404 / 100 * ud * len2 a b)))
      by (apply Rmult_le_compat_l; lra).
    assert (ud * (ud * s) <= / 1048576 * (ud * s)) by (apply Rmult_le_compat_r; lra).
    assert (ud * (ud * len2 a b) <= / 1048576 * (ud * len2 a b)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |];
      lra).
    assert (0 <= ud * len2 a b) by (apply Rmult_le_pos; lra).
    apply within in EMS. apply within. lra. }
  rewrite <- S2. rewrite <- Ev in EV.
  apply square_sum_error with (Geometry.cross c a b) (off c a b) (real cross) (real m) (real (fmul cross cross)) (real
    (fmul m m)); auto.
Qed.

(* The comparison in reals: A = S1 L2, B = S2 L1, P = L1^2 L2, Q = L1 L2^2. *)
Lemma order_decided A B P Q (l r sum T all err : R) : 0 <= A -> 0 <= B -> lw <= P -> lw <= Q ->
  Rabs (l - A) <= 52 * ud * A + 18 * ud * P -> Rabs (r - B) <= 52 * ud * B + 18 * ud * Q ->
  0 <= l -> 0 <= r -> (1 - 20 * ud) * (P + Q) <= T ->
  Rabs (sum - (l + r)) <= ud * Rabs (l + r) -> Rabs (all - (sum + T)) <= ud * Rabs (sum + T) ->
  Rabs (err - 128 * ud * all) <= ud * Rabs (128 * ud * all) + etad ->
  err < (1 + ud) * Rabs (l - r) ->
  (l < r -> A < B) /\ (r <= l -> B < A).
Proof.
  intros A0 B0 P0 Q0 HA HB L0 R0 HT Hs Ha He Lt. pose proof u_double_small as U. destruct mind_small as [EM ML].
  assert (W0 : 0 < lw) by apply bpow_gt_0.
  assert (UWP : ud * lw <= ud * P) by (apply Rmult_le_compat_l; lra).
  assert (UWQ : ud * lw <= ud * Q) by (apply Rmult_le_compat_l; lra).
  apply within in HA. apply within in HB.
  rewrite (Rabs_pos_eq (l + r)) in Hs by lra. apply within in Hs.
  assert (ud * (l + r) <= / 1048576 * (l + r)) by (apply Rmult_le_compat_r; lra).
  assert (PQ : 0 <= ud * (P + Q)) by (apply Rmult_le_pos; lra).
  assert (ud * (P + Q) <= / 1048576 * (P + Q)) by (apply Rmult_le_compat_r; lra).
  assert (T0 : 0 <= T) by lra. assert (S0 : 0 <= sum) by lra.
  rewrite (Rabs_pos_eq (sum + T)) in Ha by lra. apply within in Ha.
  assert (ud * (sum + T) <= / 1048576 * (sum + T)) by (apply Rmult_le_compat_r; lra).
  assert (All : 9999 / 10000 * (l + r + (P + Q)) <= all) by lra.
  assert (UAll : ud * (9999 / 10000 * (l + r + (P + Q))) <= ud * all) by (apply Rmult_le_compat_l; lra).
  assert (AL0 : 0 <= ud * all) by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (128 * ud * all)) in He by lra. apply within in He.
  assert (ud * (ud * all) <= / 1048576 * (ud * all)) by (apply Rmult_le_compat_r; lra).
  assert (UA : 0 <= ud * A) by (apply Rmult_le_pos; lra). assert (UB : 0 <= ud * B) by (apply Rmult_le_pos; lra).
  assert (ud * A <= / 1048576 * A) by (apply Rmult_le_compat_r; lra).
  assert (ud * B <= / 1048576 * B) by (apply Rmult_le_compat_r; lra).
  assert (LR : 999 / 1000 * (A + B) - / 1000 * (P + Q) <= l + r) by lra.
  assert (ULR : ud * (999 / 1000 * (A + B) - / 1000 * (P + Q)) <= ud * (l + r)) by (apply Rmult_le_compat_l; lra).
  assert (E1 : 126 * ud * (A + B) + 126 * ud * (P + Q) <= err) by lra.
  assert (E2 : err <= 1001 / 1000 * Rabs (l - r)).
  { pose proof (Rabs_pos (l - r)). assert (ud * Rabs (l - r) <= / 1048576 * Rabs (l - r)) by (apply Rmult_le_compat_r;
    lra). lra. }
  assert (PW : 0 < ud * P) by (apply Rmult_lt_0_compat; lra).
  split; intros O.
  - rewrite (Rabs_left (l - r)) in E2 by lra. lra.
  - rewrite (Rabs_pos_eq (l - r)) in E2 by lra. lra.
Qed.

Theorem segment_order_correct cx cy ax ay bx by' ax' ay' bx' by'' result :
  Terms_order.certain_segment_order_terms.certain_segment_order_results cx cy ax ay bx by' ax' ay' bx' by'' result ->
  result <> 0%Z ->
  let c := point_of cx cy in let a := point_of ax ay in let b := point_of bx by' in let a' :=
    point_of ax' ay' in let b' := point_of bx' by'' in
  (finite cx /\ finite cy /\ (finite ax /\ finite ay /\ finite bx /\ finite by') /\
   (finite ax' /\ finite ay' /\ finite bx' /\ finite by'')) /\
  forall d d', is_distance Segment c a b d -> is_distance Segment c a' b' d' ->
    (result = (-1)%Z /\ d < d') \/ (result = 1%Z /\ d' < d).
Proof.
  intros (ux1 & uy1 & wx1 & wy1 & len1 & dot1 & cross1 & from1 & m1 & v1 & ux2 & uy2 & wx2 & wy2 & len2' & dot2 &
    cross2 &
    from2 & m2 & v2 & lhs & rhs & error & H) D c a b a' b'.
  destruct H.
  destruct (flt error _) eqn:Lt; [| cbn [andb negb] in E_result; congruence].
  destruct (fle _ len1) eqn:G1; [| cbn [andb negb] in E_result; congruence].
  destruct (fle _ len2') eqn:G2; [| cbn [andb negb] in E_result; congruence]. cbn [andb negb] in E_result.
  assert (Pl1 : nonneg len1) by (rewrite E_s1_len2; apply nonneg_fadd; apply nonneg_square).
  assert (Pl2 : nonneg len2') by (rewrite E_s2_len2; apply nonneg_fadd; apply nonneg_square).
  assert (Pv1 : nonneg v1) by (rewrite E_s1_dist2_len2; apply nonneg_fadd; apply nonneg_square).
  assert (Pv2 : nonneg v2) by (rewrite E_s2_dist2_len2; apply nonneg_fadd; apply nonneg_square).
  assert (Pl : nonneg lhs) by (rewrite E_lhs; now apply nonneg_fmul).
  assert (Pr : nonneg rhs) by (rewrite E_rhs; now apply nonneg_fmul).
  assert (Pe : nonneg error).
  { rewrite E_error. apply nonneg_fmul; [reflexivity |]. repeat first [apply nonneg_fadd | apply nonneg_fmul];
    assumption. }
  pose proof (flt_finite _ _ Lt Pe) as Fe. assert (Se := Fe). rewrite E_error in Se.
  destruct (fmul_error _ _ Se) as (_ & Fall & Eerr). destruct (fadd_error _ _ Fall) as (Fsum & FT & Eall).
  destruct (fadd_error _ _ Fsum) as (Fl & Fr & Esum). destruct (fmul_error _ _ FT) as (Fll & FL & ET).
  destruct (fmul_error _ _ Fll) as (_ & _ & ELL). destruct (fadd_error _ _ FL) as (Fl1 & Fl2 & ELs).
  assert (Sl := Fl). assert (Sr := Fr). rewrite E_lhs in Sl. rewrite E_rhs in Sr.
  destruct (fmul_error _ _ Sl) as (Fv1 & _ & El). destruct (fmul_error _ _ Sr) as (Fv2 & _ & Er).
  rewrite <- E_lhs in El. rewrite <- E_rhs in Er. rewrite <- E_error in Eerr.
  destruct (squares_of_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_squares_of_1_ux E_squares_of_1_uy E_squares_of_1_wx
    E_squares_of_1_wy
    E_s1_len2 E_squares_of_1_dot E_squares_of_1_cross E_squares_of_1_from_a E_squares_of_1_m E_s1_dist2_len2 Fv1 Fl1
      G1) as (Fin1 & BL1 & HL1 & HS1).
  destruct (squares_of_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ E_squares_of_2_ux E_squares_of_2_uy E_squares_of_2_wx
    E_squares_of_2_wy
    E_s2_len2 E_squares_of_2_dot E_squares_of_2_cross E_squares_of_2_from_a E_squares_of_2_m E_s2_dist2_len2 Fv2 Fl2
      G2) as (Fin2 & BL2 & HL2 & HS2).
  split; [tauto |]. fold c a b in BL1, HL1, HS1. fold c a' b' in BL2, HL2, HS2.
  pose proof (nonneg_real _ Pl) as L0. pose proof (nonneg_real _ Pr) as R0.
  pose proof (nonneg_real _ Pl1) as l10. pose proof (nonneg_real _ Pl2) as l20.
  pose proof (nonneg_real _ Pv1) as v10. pose proof (nonneg_real _ Pv2) as v20.
  pose proof (square_nonneg c a b) as S10. pose proof (square_nonneg c a' b') as S20.
  pose proof (bpow_gt_0 radix2 (-162)) as PP. pose proof u_double_small as U. destruct mind_small as [EM ML].
  destruct (lw_products _ _ BL1 BL2) as (_ & W12 & W112). destruct (lw_products _ _ BL2 BL1) as (_ & _ & W221).
  assert (Dec : (real lhs < real rhs -> square_by_length c a b * len2 a' b' < square_by_length c a' b' * len2 a b) /\
    (real rhs <= real lhs -> square_by_length c a' b' * len2 a b < square_by_length c a b * len2 a' b')).
  { assert (one : forall S v l l' L L', 0 <= S -> 0 <= v -> 0 <= L -> 0 <= L' -> 0 <= l' -> lw <= L * L * L' ->
      Rabs (v - S) <= 46 * ud * S + 17 * ud * (L * L) -> Rabs (l' - L') <= 403 / 100 * ud * L' ->
      Rabs (l - v * l') <= ud * Rabs (v * l') + etad -> Rabs (l - S * L') <=
        52 * ud * (S * L') + 18 * ud * (L * L * L')).
    { intros S v l l' L L' HS Hv HL HL' Hl' W E1 E2 E3. rewrite (Rabs_pos_eq (v * l')) in E3 by (apply Rmult_le_pos;
      assumption).
      apply within in E3. apply within in E2. apply within in E1.
      assert (UW : ud * lw <= ud * (L * L * L')) by (apply Rmult_le_compat_l; lra).
      assert (Q0 : 0 <= L * L) by nra. assert (SL : 0 <= S * L') by (apply Rmult_le_pos; lra).
      assert (QL : 0 <= L * L * L') by (apply Rmult_le_pos; lra).
      assert (USL : 0 <= ud * (S * L')) by (apply Rmult_le_pos; lra).
      assert (UQL : 0 <= ud * (L * L * L')) by (apply Rmult_le_pos; lra).
      assert (UUSL : ud * (ud * (S * L')) <= / 1048576 * (ud * (S * L'))) by (apply Rmult_le_compat_r; lra).
      assert (UUQL : ud * (ud * (L * L * L')) <= / 1048576 * (ud * (L * L * L'))) by (apply Rmult_le_compat_r; lra).
      assert (UUSL0 : 0 <= ud * (ud * (S * L'))) by (apply Rmult_le_pos; lra).
      assert (UUQL0 : 0 <= ud * (ud * (L * L * L'))) by (apply Rmult_le_pos; lra).
      assert (Up : v * l' <= v * ((1 + 403 / 100 * ud) * L')) by (apply Rmult_le_compat_l; lra).
      assert (Lo : v * ((1 - 403 / 100 * ud) * L') <= v * l') by (apply Rmult_le_compat_l; lra).
      assert (VU : v * L' <= (S + (46 * ud * S + 17 * ud * (L * L))) * L') by (apply Rmult_le_compat_r; lra).
      assert (VL : (S - (46 * ud * S + 17 * ud * (L * L))) * L' <= v * L') by (apply Rmult_le_compat_r; lra).
      assert (UVU : ud * (v * L') <= ud * ((S + (46 * ud * S + 17 * ud * (L * L))) * L')) by (apply Rmult_le_compat_l;
        lra).
      assert (UVl : ud * (v * l') <= ud * (v * ((1 + 403 / 100 * ud) * L'))) by (apply Rmult_le_compat_l; lra).
      assert (UUV : ud * (ud * (v * L')) <= / 1048576 * (ud * (v * L'))).
      { apply Rmult_le_compat_r; [apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra] | lra]. }
      apply within. lra. }
    set (L1 := len2 a b) in *. set (L2 := len2 a' b') in *.
    assert (HA := one _ _ (real lhs) (real len2') L1 L2 S10 v10 ltac:(lra) ltac:(lra) l20 W112 HS1 HL2 El).
    assert (HB := one _ _ (real rhs) (real len1) L2 L1 S20 v20 ltac:(lra) ltac:(lra) l10 W221 HS2 HL1 Er).
    pose proof (flt_abs_rounded _ _ _ Lt Fe (fsub_rounded lhs rhs Fl Fr)) as LT.
    pose proof (rounded_difference lhs rhs) as DF.
    constant_of double 1%Z (-46)%Z. destruct C as [_ C2]. rewrite Rmult_1_l in C2.
    change (-46)%Z with (7 + -53)%Z in C2 at 2. rewrite bpow_plus in C2. change (bpow radix2 7) with 128 in C2.
    change (bpow radix2 (-53)) with ud in C2.
    rewrite C2 in Eerr.
    refine (order_decided _ _ (L1 * L1 * L2) (L2 * L2 * L1) _ _ _ _ _ _ _ _ W112 W221 HA HB L0 R0 _ Esum Eall Eerr
      (Rlt_le_trans _ _ _ LT DF)).
    - apply Rmult_le_pos; lra.
    - apply Rmult_le_pos; lra.
    - clear - HL1 HL2 ET ELL ELs BL1 BL2 PP U EM ML W12 W112 W221 l10 l20. apply within in HL1. apply within in HL2.
      assert (0 <= ud * L1) by (apply Rmult_le_pos; lra). assert (0 <= ud * L2) by (apply Rmult_le_pos; lra).
      assert (ud * L1 <= / 1048576 * L1) by (apply Rmult_le_compat_r; lra).
      assert (ud * L2 <= / 1048576 * L2) by (apply Rmult_le_compat_r; lra).
      rewrite (Rabs_pos_eq (real len1 * real len2')) in ELL by (apply Rmult_le_pos; lra).
      rewrite (Rabs_pos_eq (real len1 + real len2')) in ELs by lra. apply within in ELL. apply within in ELs.
      assert (M1 : (1 - 403 / 100 * ud) * L1 * ((1 - 403 / 100 * ud) * L2) <= real len1 * real len2')
        by (apply Rmult_le_compat; try apply Rmult_le_pos; lra).
      assert (UW : ud * lw <= ud * (L1 * L2)) by (apply Rmult_le_compat_l; lra).
      assert (Z0 : 0 <= L1 * L2) by (apply Rmult_le_pos; lra).
      assert (UZ : 0 <= ud * (L1 * L2)) by (apply Rmult_le_pos; lra).
      assert (UUZ : ud * (ud * (L1 * L2)) <= / 1048576 * (ud * (L1 * L2))) by (apply Rmult_le_compat_r; lra).
      assert (UUZ0 : 0 <= ud * (ud * (L1 * L2))) by (apply Rmult_le_pos; lra).
      assert (UUUZ : ud * (ud * (ud * (L1 * L2))) <= / 1048576 * (ud * (ud * (L1 * L2)))) by (apply Rmult_le_compat_r;
        lra).
      assert (N1 : (1 - 91 / 10 * ud) * (L1 * L2) <= real (fmul len1 len2')).
      { assert ((1 - ud) * ((1 - 403 / 100 * ud) * L1 * ((1 - 403 / 100 * ud) * L2)) <=
        (1 - ud) * (real len1 * real len2')) by (apply Rmult_le_compat_l; lra). lra. }
      assert (N2 : (1 - 51 / 10 * ud) * (L1 + L2) <= real (fadd len1 len2')).
      { assert ((1 - ud) * ((1 - 403 / 100 * ud) * (L1 + L2)) <= (1 - ud) * (real len1 + real len2'))
        by (apply Rmult_le_compat_l; lra).
        assert (0 <= ud * (ud * L1)) by (apply Rmult_le_pos; lra).
        assert (0 <= ud * (ud * L2)) by (apply Rmult_le_pos; lra). lra. }
      assert (N3 : (1 - 91 / 10 * ud) * (L1 * L2) * ((1 - 51 / 10 * ud) * (L1 + L2)) <=
        real (fmul len1 len2') * real (fadd len1 len2')).
      { apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra. }
      assert (N0 : 0 <= real (fmul len1 len2') * real (fadd len1 len2')).
      { apply Rmult_le_pos; [assert (0 <= (1 - 91 / 10 * ud) * (L1 * L2)) by (apply Rmult_le_pos;
        lra) | assert (0 <= (1 - 51 / 10 * ud) * (L1 + L2)) by (apply Rmult_le_pos; lra)]; lra. }
      rewrite (Rabs_pos_eq (_ * _)) in ET by assumption. apply within in ET.
      assert (N4 : (1 - ud) * ((1 - 91 / 10 * ud) * (L1 * L2) * ((1 - 51 / 10 * ud) * (L1 + L2))) <=
        (1 - ud) * (real (fmul len1 len2') * real (fadd len1 len2')))
        by (apply Rmult_le_compat_l; lra).
      replace ((1 - 91 / 10 * ud) * (L1 * L2) * ((1 - 51 / 10 * ud) * (L1 + L2))) with
        ((1 - 91 / 10 * ud) * ((1 - 51 / 10 * ud) * (L1 * L1 * L2 + L2 * L2 * L1))) in N4 by ring.
      assert (W0 : 0 < lw) by apply bpow_gt_0. assert (UW3 : ud * lw <= ud * (L1 * L1 * L2))
        by (apply Rmult_le_compat_l; lra).
      assert (X0 : 0 <= L1 * L1 * L2 + L2 * L2 * L1) by lra. revert N4 X0 UW3.
      assert (XX : ud * (L1 * L1 * L2) <= ud * (L1 * L1 * L2 + L2 * L2 * L1)) by (apply Rmult_le_compat_l; lra).
      revert XX.
      generalize (L1 * L1 * L2 + L2 * L2 * L1) (ud * (L1 * L1 * L2)). intros x y XX N4 X0 UW3.
      assert (UX : 0 <= ud * x) by (apply Rmult_le_pos; lra).
      assert (UUX : ud * (ud * x) <= / 1048576 * (ud * x)) by (apply Rmult_le_compat_r; lra).
      assert (UUX0 : 0 <= ud * (ud * x)) by (apply Rmult_le_pos; lra).
      assert (UUUX : ud * (ud * (ud * x)) <= / 1048576 * (ud * (ud * x))) by (apply Rmult_le_compat_r; lra).
      lra. }
  assert (L1p : 0 < len2 a b) by lra. assert (L2p : 0 < len2 a' b') by lra.
  intros d d' Hd Hd'. pose proof (distance_by_products c a b d L1p Hd) as Q1.
  pose proof (distance_by_products c a' b' d' L2p Hd') as Q2.
  destruct Hd as (D0 & _). destruct Hd' as (D0' & _). rewrite <- Q1, <- Q2 in Dec. destruct Dec as [Dec1 Dec2].
  assert (LL : 0 < len2 a b * len2 a' b') by now apply Rmult_lt_0_compat.
  assert (root : forall x y, 0 <= y -> x ^ 2 * (len2 a b * len2 a' b') < y ^ 2 * (len2 a b * len2 a' b') -> x < y).
  { intros x y Y0 E. apply Rmult_lt_reg_r in E; [| assumption]. apply Rnot_le_lt. intros N.
    assert (y ^ 2 <= x ^ 2) by (apply pow_incr; lra). lra. }
  destruct (flt lhs rhs) eqn:O.
  - left. split; [assumption |]. apply flt_real in O; auto. apply Dec1 in O. apply root; [assumption |]. lra.
  - right. split; [assumption |]. apply flt_real_false in O; auto. apply Dec2 in O. apply root; [assumption |]. lra.
Qed.
