(* The distance from a point to an axis in real numbers: it exists, and it is nearly that of the computed region.

   Where rounding takes the region of an end or of the side wrongly, the distance changes by a hundredth of u, and by
   less than 2^-535 or 5 eta / |u| where the products underflow (Regions.v). *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Geometry Regions Products.

Open Scope R_scope.

Definition kd := bpow radix2 (-536).

Lemma kd_square : kd ^ 2 = 8 * etad.
Proof.
  unfold kd, eta. change (emin double - 1)%Z with (-1075)%Z. rewrite <- Rsqr_pow2. unfold Rsqr. rewrite <- bpow_plus.
  replace (-536 + -536)%Z with (3 + -1075)%Z by reflexivity. rewrite bpow_plus. f_equal.
Qed.

Lemma kd_small : 0 < kd /\ 1000 * etad <= kd.
Proof.
  split; [apply bpow_gt_0 |]. pose proof eta_double_pos. assert (1000000 * etad <= kd) by (apply eta_below_power;
    lia). lra.
Qed.

(* The distance, where the squared distance is that of an end but for a little. *)
Lemma distance_at_end x c a b d t q : 0 <= q -> is_distance x c a b d -> on_axis x t -> dist2_at c a b t = q ->
  (forall t', on_axis x t' -> (1 - ud / 100) * q - 20 * etad <= dist2_at c a b t') ->
  (1 - ud / 100) * sqrt q - 2 * kd <= d <= sqrt q.
Proof.
  intros Q (D0 & (t1 & T1 & E1) & D1) T E H. specialize (D1 t T). rewrite E in D1. specialize (H t1 T1). rewrite E1 in
    H.
  pose proof u_double_small as U. pose proof eta_double_pos as ET. pose proof kd_square as K2.
  destruct kd_small as [K0 _].
  pose proof (sqrt_pos q) as S0. pose proof (sqrt_sqrt _ Q) as SS.
  split.
  - apply Rnot_lt_le. intros N.
    assert ((d + 2 * kd) ^ 2 < ((1 - ud / 100) * sqrt q) ^ 2) by (simpl; rewrite !Rmult_1_r;
      apply Rmult_le_0_lt_compat; lra).
    assert (B : ((1 - ud / 100) * sqrt q) ^ 2 = (1 - ud / 100) ^ 2 * q) by (rewrite <- SS at 2; ring).
    assert (0 <= d * kd) by (apply Rmult_le_pos; lra).
    assert (ud * q <= / 1048576 * q) by (apply Rmult_le_compat_r; lra).
    assert (0 <= ud * q) by (apply Rmult_le_pos; lra).
    assert (ud * (ud * q) <= / 1048576 * (ud * q)) by (apply Rmult_le_compat_r; lra).
    lra.
  - rewrite <- (sqrt_pow2 d) by assumption. now apply sqrt_le_1_alt.
Qed.

(* The distance to a segment is at least that to a, less the length. *)
Lemma distance_short c a b d : is_distance Segment c a b d -> sqrt (w2 c a) - sqrt (len2 a b) <= d <= sqrt (w2 c a).
Proof.
  intros (D0 & (t & T & E) & D1). pose proof (w2_nonneg c a) as W. pose proof (len2_nonneg a b) as L. simpl in T.
  split.
  - pose proof (sqrt_pos (w2 c a)) as W1. pose proof (sqrt_pos (len2 a b)) as L1.
    pose proof (sqrt_sqrt _ W) as WW. pose proof (sqrt_sqrt _ L) as LL.
    rewrite dist2_at_expand in E.
    assert (G : wu c a b <= sqrt (w2 c a) * sqrt (len2 a b)).
    { rewrite <- sqrt_mult by assumption. eapply Rle_trans; [apply Rle_abs |].
      rewrite <- (sqrt_pow2 (Rabs _)) by apply Rabs_pos. apply sqrt_le_1_alt. rewrite pow2_abs.
      pose proof (w2_by_products c a b). pose proof (pow2_ge_0 (cross c a b)). lra. }
    assert (P : t * wu c a b <= t * (sqrt (w2 c a) * sqrt (len2 a b))) by (apply Rmult_le_compat_l; lra).
    assert (Q : (sqrt (w2 c a) - t * sqrt (len2 a b)) ^ 2 <= d ^ 2).
    { rewrite <- E. replace ((sqrt (w2 c a) - t * sqrt (len2 a b)) ^ 2) with
        (sqrt (w2 c a) * sqrt (w2 c a) - 2 * (t * (sqrt (w2 c a) * sqrt (len2 a b))) + t * t * (sqrt (len2 a b) * sqrt
          (len2 a b))) by ring.
      rewrite WW, LL. lra. }
    assert (t * sqrt (len2 a b) <= sqrt (len2 a b)) by nra.
    apply Rnot_lt_le. intros N.
    assert (d ^ 2 < (sqrt (w2 c a) - t * sqrt (len2 a b)) ^ 2) by (simpl; rewrite !Rmult_1_r;
      apply Rmult_le_0_lt_compat; lra). lra.
  - assert (S0 : on_axis Segment 0) by (simpl; lra). specialize (D1 0 S0). rewrite w2_is in D1.
    rewrite <- (sqrt_pow2 d) by assumption. now apply sqrt_le_1_alt.
Qed.

(* The distance on the side. *)
Lemma distance_on_side x c a b d : is_distance x c a b d -> 0 < len2 a b ->
  (x <> Line -> - (5 * ud * wu_size c a b + 3 * etad) <= wu c a b) ->
  (x = Segment -> zu c a b <= 5 * ud * zu_size c a b + 3 * etad) ->
  Rabs (cross c a b) / sqrt (len2 a b) <= d <= ((1 + ud / 100) * Rabs (cross c a b) + 5 * etad) / sqrt (len2 a b).
Proof.
  intros (D0 & (t & T & E) & D1) L HW HZ. pose proof u_double_small as U. pose proof eta_double_small as ES.
  assert (L1 : 0 < sqrt (len2 a b)) by now apply sqrt_lt_R0.
  assert (LL : sqrt (len2 a b) ^ 2 = len2 a b) by (apply pow2_sqrt; lra).
  pose proof (Rabs_pos (cross c a b)) as C0.
  assert (DL : 0 <= d * sqrt (len2 a b)) by (apply Rmult_le_pos; lra).
  assert (DD : (d * sqrt (len2 a b)) ^ 2 = d ^ 2 * len2 a b) by (rewrite <- LL at 2; ring).
  split.
  - apply Rmult_le_reg_r with (sqrt (len2 a b)); [assumption |]. unfold Rdiv.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    pose proof (dist2_at_is c a b t) as Q. rewrite E in Q. pose proof (pow2_ge_0 (wu c a b - t * len2 a b)).
    apply Rnot_lt_le. intros N.
    assert ((d * sqrt (len2 a b)) ^ 2 < Rabs (cross c a b) ^ 2) by (simpl; rewrite !Rmult_1_r;
      apply Rmult_le_0_lt_compat; lra).
    rewrite pow2_abs in H0. lra.
  - apply Rmult_le_reg_r with (sqrt (len2 a b)); [assumption |]. unfold Rdiv at 1.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (B : d ^ 2 * len2 a b <= (1 + ud / 100) * (cross c a b ^ 2 + 18 * etad ^ 2)).
    { apply Rnot_lt_le. intros N. destruct (nearer_on_side ud etad U ES c a b x d N HW HZ) as (s & S & G).
      specialize (D1 s S). lra. }
    rewrite <- DD, <- (pow2_abs (cross c a b)) in B. apply Rnot_lt_le. intros N.
    assert (P : 0 <= (1 + ud / 100) * Rabs (cross c a b) + 5 * etad) by (apply Rplus_le_le_0_compat;
      [apply Rmult_le_pos |]; lra).
    assert (((1 + ud / 100) * Rabs (cross c a b) + 5 * etad) ^ 2 < (d * sqrt (len2 a b)) ^ 2)
      by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra).
    pose proof (pow2_ge_0 (Rabs (cross c a b))) as C2.
    assert (0 < etad ^ 2) by (apply pow_lt; lra).
    assert (0 <= Rabs (cross c a b) * etad) by (apply Rmult_le_pos; lra).
    assert (0 <= ud * (Rabs (cross c a b) * etad)) by (apply Rmult_le_pos; lra).
    assert (0 <= ud * Rabs (cross c a b) ^ 2) by (apply Rmult_le_pos; lra).
    assert (0 <= ud * (ud * Rabs (cross c a b) ^ 2)) by (apply Rmult_le_pos; lra).
    assert (ud * etad ^ 2 <= / 1048576 * etad ^ 2) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* Every axis has a distance. *)
Lemma distance_exists x c a b : exists d, is_distance x c a b d.
Proof.
  assert (N : exists t, on_axis x t /\ forall t', on_axis x t' -> dist2_at c a b t <= dist2_at c a b t').
  { assert (S0 : on_axis x 0) by (destruct x; simpl; auto; lra).
    destruct (len2_nonneg a b) as [L | L].
    - assert (foot : on_axis x (wu c a b / len2 a b) -> exists t, on_axis x t /\ forall t', on_axis x t' ->
      dist2_at c a b t <= dist2_at c a b t').
      { intros T. exists (wu c a b / len2 a b). split; [assumption |]. intros t _.
        apply Rmult_le_reg_l with (len2 a b); [assumption |]. rewrite !dist2_at_is.
        replace (wu c a b - wu c a b / len2 a b * len2 a b) with 0 by (field; lra).
        pose proof (pow2_ge_0 (wu c a b - t * len2 a b)). lra. }
      destruct x; [| | apply foot; exact I].
      + destruct (Rle_dec (wu c a b) 0) as [W | W].
        * exists 0. split; [assumption |]. intros t T. rewrite w2_is. apply at_end_a with Segment; auto. discriminate.
        * destruct (Rle_dec 0 (zu c a b)) as [Z | Z].
          { exists 1. split; [simpl; lra |]. intros t T. rewrite z2_is. now apply at_end_b. }
          apply foot. rewrite zu_is in Z. simpl. split.
          { apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]. }
          apply Rmult_le_reg_r with (len2 a b); [assumption |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
      + destruct (Rle_dec (wu c a b) 0) as [W | W].
        * exists 0. split; [assumption |]. intros t T. rewrite w2_is. apply at_end_a with Ray; auto. discriminate.
        * apply foot. simpl. apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
    - exists 0. split; [assumption |]. intros t _.
      assert (W : wu c a b = 0).
      { pose proof (w2_by_products c a b) as E. rewrite <- L in E. pose proof (pow2_ge_0 (cross c a b)).
        pose proof (pow2_ge_0 (wu c a b)).
        assert (Q : wu c a b * wu c a b = 0) by lra. apply Rmult_integral in Q. tauto. }
      rewrite !dist2_at_expand, W, <- L. lra. }
  destruct N as (t & T & N). exists (sqrt (dist2_at c a b t)).
  assert (P : 0 <= dist2_at c a b t) by (unfold dist2_at; apply Rplus_le_le_0_compat; apply pow2_ge_0).
  split; [apply sqrt_pos |]. rewrite pow2_sqrt by assumption. split; [exists t; auto | assumption].
Qed.

Lemma distance_unique x c a b d d' : is_distance x c a b d -> is_distance x c a b d' -> d = d'.
Proof.
  intros (D0 & (t & T & E) & D1) (D0' & (t' & T' & E') & D1'). specialize (D1 t' T'). specialize (D1' t T).
  rewrite E' in D1. rewrite E in D1'. apply Rle_antisym; apply Rnot_lt_le; intros N.
  - assert (d' ^ 2 < d ^ 2) by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra). lra.
  - assert (d ^ 2 < d' ^ 2) by (simpl; rewrite !Rmult_1_r; apply Rmult_le_0_lt_compat; lra). lra.
Qed.
