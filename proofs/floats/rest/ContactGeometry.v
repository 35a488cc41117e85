(* The distance of a point to the axis of a wall, and what the features say of it, in real numbers.

   The distance is the least one to the points a + t u of the axis. It is |w| at the end a, |z| at the end b and
   |u x w| / |u| on the side; docs/exactness.md, "What is compared". *)
From Coq Require Import ZArith Reals Lra Psatz.
From Carom Require Import Model Geometry ContactFeature.

Open Scope R_scope.

Lemma farther_is x c a b d r : is_distance x c a b d -> 0 <= r -> (farther x c a b r <-> r < d).
Proof.
  intros (D0 & (t & T & Dt) & Dm) R0. split.
  - intros H. specialize (H t T). rewrite Dt in H. apply Rsqr_incrst_0; auto. unfold Rsqr. lra.
  - intros H s S. specialize (Dm s S). nra.
Qed.

Section Features.
Variables (x : extent) (c a b : point).

Lemma sqrt_is_square s : 0 <= s -> sqrt s ^ 2 = s.
Proof. intros H. rewrite <- Rsqr_pow2. now apply Rsqr_sqrt. Qed.

Lemma distance_at_a : is_end_a x c a b -> is_distance x c a b (sqrt (w2 c a)).
Proof.
  intros H. assert (W0 : 0 <= w2 c a) by (unfold w2; nra).
  split; [apply sqrt_pos |]. rewrite sqrt_is_square by exact W0. split.
  - exists 0. split; [destruct x; simpl; lra | apply w2_is].
  - intros t T. destruct H as [H | [X H]]; [| now apply (at_end_a c a b x t X T)].
    assert (Geometry.ux a b = 0 /\ Geometry.uy a b = 0) as [X Y].
    { unfold len2 in H. pose proof (Rle_0_sqr (Geometry.ux a b)). pose proof (Rle_0_sqr (Geometry.uy a b)).
      unfold Rsqr in *.
      split; apply Rsqr_0_uniq; unfold Rsqr; lra. }
    rewrite dist2_at_expand. unfold wu, len2. rewrite X, Y. lra.
Qed.

Lemma distance_at_b : is_end_b x c a b -> is_distance x c a b (sqrt (z2 c b)).
Proof.
  intros (-> & L & H). assert (W0 : 0 <= z2 c b) by (unfold z2; nra).
  split; [apply sqrt_pos |]. rewrite sqrt_is_square by exact W0. split.
  - exists 1. split; [simpl; lra | apply z2_is].
  - intros t T. apply at_end_b; [exact T |]. rewrite zu_is. lra.
Qed.

Lemma distance_on_side : is_side x c a b -> is_distance x c a b (Rabs (cross c a b) / sqrt (len2 a b)).
Proof.
  intros (L & HA & HB). pose proof (sqrt_lt_R0 _ L) as S.
  assert (E : (Rabs (cross c a b) / sqrt (len2 a b)) ^ 2 * len2 a b = cross c a b ^ 2).
  { rewrite <- (sqrt_is_square (len2 a b)) at 2 by lra.
    replace ((Rabs (cross c a b) / sqrt (len2 a b)) ^ 2 * sqrt (len2 a b) ^ 2) with (Rabs (cross c a b) ^ 2) by (field;
      lra).
    now rewrite pow2_abs. }
  split.
  - apply Rmult_le_pos; [apply Rabs_pos |]. left. now apply Rinv_0_lt_compat.
  - split.
    + exists (wu c a b / len2 a b). split.
      * destruct x; simpl; [| | exact I]; destruct HA as [HA | HA]; try discriminate; destruct HB as [HB | HB];
          try congruence.
        -- split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
           apply Rmult_le_reg_r with (len2 a b); [exact L |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
        -- apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
        -- apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
      * apply Rmult_eq_reg_l with (len2 a b); [| lra]. rewrite dist2_at_is.
        replace (wu c a b - wu c a b / len2 a b * len2 a b) with 0 by (field; lra). rewrite Rmult_comm in E. lra.
    + intros t _. apply Rmult_le_reg_l with (len2 a b); [exact L |]. rewrite dist2_at_is, Rmult_comm, E.
      pose proof (pow2_ge_0 (wu c a b - t * len2 a b)). lra.
Qed.

End Features.
