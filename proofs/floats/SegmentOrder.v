(* Which of two segments is nearer, certain_segment_order in src/exact/distance_order_filter.h: what is certain is right,
   for all doubles.

   With L the squared length and d the distance, the filter compares (d1^2 L1) L2 with (d2^2 L2) L1. Here d^2 L is
   S = (u x w)^2 + m^2, where m is what a clamp to [0, L] takes off w.u. The error of S is at most u (46 S + 17 L^2): the
   terms of both products are at most s + L, where s^2 = S. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Geometry Regions Overflow Products Operations RelationFilter DistanceMeasure.
From Carom Require Terms_order.

Open Scope R_scope.

(* d^2 L = S. *)
Definition square_by_length c a b := cross c a b ^ 2 + off c a b ^ 2.

Lemma distance_by_products c a b d : 0 < len2 a b -> is_distance Segment c a b d -> d ^ 2 * len2 a b = square_by_length c a b.
Proof.
  intros L (D0 & D1 & t & T & E). unfold square_by_length. apply Rle_antisym.
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

Lemma lw_products l l' : bpow radix2 (-162) <= l -> bpow radix2 (-162) <= l' -> lw <= l /\ lw <= l * l' /\ lw <= l * l * l'.
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
Lemma square_sum_error (s l C O c m cc mm v : R) : 0 <= s -> 0 <= l -> lw <= l -> lw <= l * l -> C ^ 2 + O ^ 2 = s ^ 2 ->
  Rabs C <= s -> Rabs O <= s ->
  Rabs (c - C) <= 403 / 100 * ud * (s + l) -> Rabs (m - O) <= 91 / 10 * ud * s + 122 / 10 * ud * l ->
  Rabs (cc - c * c) <= ud * Rabs (c * c) + etad -> Rabs (mm - m * m) <= ud * Rabs (m * m) + etad ->
  Rabs (v - (cc + mm)) <= ud * Rabs (cc + mm) ->
  Rabs (v - s ^ 2) <= 46 * ud * s ^ 2 + 17 * ud * (l * l).
Proof.
  intros S0 L0 W1 W2 E HC HO Ec Em Ecc Emm Ev. pose proof u_double_small as U. destruct mind_small as [EM ML].
  assert (WL : ud * lw <= ud * (l * l)) by (apply Rmult_le_compat_l; lra).
  assert (SL : 2 * (s * l) <= s ^ 2 + l * l) by (pose proof (pow2_ge_0 (s - l)); lra).
  assert (S2 : 0 <= s ^ 2) by apply pow2_ge_0. assert (L2 : 0 <= l * l) by nra. assert (SL0 : 0 <= s * l) by nra.
  assert (US2 : 0 <= ud * s ^ 2) by (apply Rmult_le_pos; lra). assert (UL2 : 0 <= ud * (l * l)) by (apply Rmult_le_pos; lra).
  assert (USL0 : 0 <= ud * (s * l)) by (apply Rmult_le_pos; lra).
  assert (USL : ud * (2 * (s * l)) <= ud * (s ^ 2 + l * l)) by (apply Rmult_le_compat_l; lra).
  assert (UU : forall x, 0 <= x -> ud * (ud * x) <= / 1048576 * (ud * x) /\ 0 <= ud * (ud * x)).
  { intros x X. assert (0 <= ud * x) by (apply Rmult_le_pos; lra). split; [apply Rmult_le_compat_r; lra | apply Rmult_le_pos; lra]. }
  assert (square : forall x X k1 k2, 0 <= k1 <= 20 -> 0 <= k2 <= 20 -> Rabs X <= s -> Rabs (x - X) <= k1 * ud * s + k2 * ud * l ->
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
    replace (dlt * (2 * s + dlt)) with (2 * k1 * ud * s ^ 2 + 2 * k2 * ud * (s * l) + dlt * dlt) by (unfold dlt; ring). lra. }
  assert (QC : Rabs (c * c - C ^ 2) <= 2 * (403 / 100) * ud * s ^ 2 + 2 * (403 / 100) * ud * (s * l) + ud / 100 * s ^ 2 + ud / 100 * (l * l)).
  { apply square; lra. }
  assert (QM : Rabs (m * m - O ^ 2) <= 2 * (91 / 10) * ud * s ^ 2 + 2 * (122 / 10) * ud * (s * l) + ud / 100 * s ^ 2 + ud / 100 * (l * l)).
  { apply square; lra. }
  rewrite (Rabs_pos_eq (c * c)) in Ecc by nra. rewrite (Rabs_pos_eq (m * m)) in Emm by nra.
  apply within in QC. apply within in QM. apply within in Ecc. apply within in Emm.
  assert (C0 : 0 <= c * c) by nra. assert (M0 : 0 <= m * m) by nra.
  revert Ecc Emm QC QM C0 M0. generalize (c * c) (m * m). intros c2 m2 Ecc Emm QC QM C0 M0.
  assert (B2 : c2 + m2 <= 2 * s ^ 2 + l * l).
  { assert (ud * s ^ 2 <= / 1048576 * s ^ 2) by (apply Rmult_le_compat_r; lra).
    assert (ud * (l * l) <= / 1048576 * (l * l)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (B3 : c2 + m2 <= s ^ 2 + 45 * ud * s ^ 2 + 17 * ud * (l * l)) by lra.
  assert (UB : ud * (c2 + m2) <= ud * (s ^ 2 + 45 * ud * s ^ 2 + 17 * ud * (l * l))) by (apply Rmult_le_compat_l; lra).
  destruct (UU (s ^ 2) S2) as [V1 _]. destruct (UU (l * l) L2) as [V2 _].
  assert (CM : Rabs (cc + mm) <= (1 + ud) * (c2 + m2) + 2 * etad) by (apply Rabs_le; lra).
  assert (UCM : ud * Rabs (cc + mm) <= ud * ((1 + ud) * (c2 + m2) + 2 * etad)) by (apply Rmult_le_compat_l; lra).
  assert (UUB : ud * (ud * (c2 + m2)) <= / 1048576 * (ud * (c2 + m2))) by (apply Rmult_le_compat_r; [apply Rmult_le_pos |]; lra).
  assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra).
  apply within in Ev. apply within. lra.
Qed.
