(* The root sqrt D of a sweep's contact with an end, in real numbers: D = R^2 |v|^2 - (v x e)^2.

   s, t and r are the sizes of e and v and the radius R, and S is their sum. ro is the computed root and i its inverse.
   If 2^-94 S^2 i and 2^-1000 i^2 are small, nothing that counts underflows, and the computed D is off by at most 24 eps
   s^2 t^2 + 16 eps r^2 t^2. Source: docs/exactness.md, "Hits of a wall at rest, in one pass". *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded Wide.

Open Scope R_scope.

Notation u53 := (/ 9007199254740992).
Notation eta := (bpow radix2 (-1075)).

Section Root.
Variables s t r S R V2 K q m k P C Dc ro i : R.
Hypothesis (s0 : 0 <= s) (t0 : 0 <= t) (r0 : 0 <= r).
Hypothesis sizes : s + t + r <= 1001 / 1000 * S.
Hypothesis S_small : S <= bpow radix2 202.
Hypothesis R0 : 0 <= R.
Hypothesis reach : Rabs (r - R) <= u53 * R.
Hypothesis q_near : Rabs (q - r * r) <= u53 * (r * r) + eta.
Hypothesis m_near : Rabs (m - V2) <= 11 * u53 * (t * t) + 3 * eta.
Hypothesis m_size : Rabs m <= 103 / 100 * (t * t) + 3 * eta.
Hypothesis k_near : Rabs (k - K) <= 11 * u53 * (s * t) + 3 * eta.
Hypothesis k_size : Rabs k <= 103 / 100 * (s * t) + 3 * eta.
Hypothesis P_near : Rabs (P - q * m) <= u53 * Rabs (q * m) + eta.
Hypothesis C_near : Rabs (C - k * k) <= u53 * (k * k) + eta.
Hypothesis D_near : Rabs (Dc - (P - C)) <= u53 * Rabs (P - C).
Hypothesis D_pos : 0 <= Dc.
Hypothesis ro_pos : 0 < ro.
Hypothesis ro_near : Rabs (ro * ro - Dc) <= 21 / 10 * u53 * Dc.
Hypothesis i_near : Rabs (i * ro - 1) <= 11 / 10 * u53.
Hypothesis i_small : bpow radix2 (-1000) * (i * i) <= / 1000.
Hypothesis S_sharp : bpow radix2 (-94) * (S * S) * i <= bpow radix2 (-58).

Lemma i_positive : 0 < i.
Proof.
  apply Rnot_le_lt. intros N. assert (i * ro <= 0) by nra. two_sided. lra.
Qed.

Lemma S_nonneg : 0 <= S.
Proof. lra. Qed.

(* ro is not small: neither against 1 nor against S^2. *)
Lemma root_not_small : bpow radix2 (-497) <= ro /\ S * S <= bpow radix2 37 * ro.
Proof.
  pose proof i_positive as I. assert (B : 99 / 100 <= i * ro) by (two_sided; lra). split.
  - assert (L : i <= bpow radix2 496).
    { apply Rnot_lt_le. intros L.
      assert (N : bpow radix2 496 * bpow radix2 496 < i * i) by (apply Rmult_le_0_lt_compat; auto using bpow_ge_0).
      apply (Rmult_lt_compat_l (bpow radix2 (-1000))) in N; [| apply bpow_gt_0].
      rewrite <- !bpow_plus in N. change (bpow radix2 (-1000 + (496 + 496))) with (/ 256) in N. lra. }
    apply Rmult_le_reg_l with i; [exact I |]. apply Rle_trans with (99 / 100); [| exact B].
    apply Rle_trans with (bpow radix2 496 * bpow radix2 (-497)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | exact L].
    + rewrite <- bpow_plus. simpl. lra.
  - apply Rmult_le_reg_l with (bpow radix2 (-94) * i).
    { apply Rmult_lt_0_compat; [apply bpow_gt_0 | exact I]. }
    replace (bpow radix2 (-94) * i * (S * S)) with (bpow radix2 (-94) * (S * S) * i) by ring.
    eapply Rle_trans; [exact S_sharp |].
    replace (bpow radix2 (-94) * i * (bpow radix2 37 * ro)) with (bpow radix2 (-94) * bpow radix2 37 * (i * ro)) by
      ring.
    rewrite <- bpow_plus. change (-94 + 37)%Z with (-57)%Z.
    apply Rle_trans with (bpow radix2 (-57) * (99 / 100)).
    + change (-57)%Z with (1 + -58)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
      pose proof (bpow_ge_0 radix2 (-58)). lra.
    + apply Rmult_le_compat_l; [apply bpow_ge_0 | exact B].
Qed.

Let rr := r * r.
Let tt := t * t.

Lemma rr_size : 0 <= rr <= 101 / 100 * (S * S).
Proof.
  unfold rr. split; [apply Rmult_le_pos; lra |].
  apply Rle_trans with ((1001 / 1000 * S) * (1001 / 1000 * S)); [apply Rmult_le_compat; lra |].
  pose proof S_nonneg. assert (0 <= S * S) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma tt_size : 0 <= tt <= 101 / 100 * (S * S).
Proof.
  unfold tt. split; [apply Rmult_le_pos; lra |].
  apply Rle_trans with ((1001 / 1000 * S) * (1001 / 1000 * S)); [apply Rmult_le_compat; lra |].
  pose proof S_nonneg. assert (0 <= S * S) by (apply Rmult_le_pos; lra). lra.
Qed.

(* An underflow against the square of the root. *)
Lemma eta_of_root x : 0 <= x <= 4 * (S * S) -> eta * x <= / 1000000 * (ro * ro) /\ eta <= / 1000000 * (ro * ro).
Proof.
  intros Hx. destruct root_not_small as [L1 L2].
  assert (Q : bpow radix2 (-497) * ro <= ro * ro) by (apply Rmult_le_compat_r; lra).
  assert (Q2 : bpow radix2 (-497) * bpow radix2 (-497) <= ro * ro) by (apply Rmult_le_compat; auto using bpow_ge_0).
  split.
  - apply Rle_trans with (eta * (bpow radix2 39 * ro)).
    { apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 39%Z with (2 + 37)%Z. rewrite bpow_plus.
      change (bpow radix2 2) with 4. lra. }
    apply Rle_trans with (bpow radix2 (-500) * (bpow radix2 (-497) * ro)).
    { rewrite <- !Rmult_assoc, <- !bpow_plus. apply Rmult_le_compat_r; [lra |]. apply bpow_le. lia. }
    apply Rmult_le_compat; try apply bpow_ge_0; try lra.
    + apply Rmult_le_pos; [apply bpow_ge_0 | lra].
    + apply Rle_trans with (bpow radix2 (-20)); [apply bpow_le; lia | simpl; lra].
  - apply Rle_trans with (bpow radix2 (-20) * (bpow radix2 (-497) * bpow radix2 (-497))).
    { rewrite <- !bpow_plus. apply bpow_le. lia. }
    apply Rmult_le_compat; try apply bpow_ge_0; try lra.
    + apply Rmult_le_pos; apply bpow_ge_0.
    + simpl. lra.
Qed.

Lemma qm_size : Rabs (q * m) <= 105 / 100 * (rr * tt) + / 100000 * (ro * ro).
Proof.
  pose proof rr_size as Hr. pose proof tt_size as Ht. pose proof (bpow_gt_0 radix2 (-1075)) as E0.
  destruct (eta_of_root rr ltac:(lra)) as [E1 E2]. destruct (eta_of_root tt ltac:(lra)) as [E3 _].
  fold rr in q_near. fold tt in m_size. assert (Rq : Rabs q <= (1 + u53) * rr + eta) by (clear m_size; two_sided; lra).
  eapply Rle_trans; [apply times_size; [exact Rq | exact m_size] |].
  assert (E4 : eta <= 1) by (apply (bpow_le radix2 _ 0); lia).
  assert (E5 : eta * eta <= 1 * eta) by (apply Rmult_le_compat_r; lra).
  assert (0 <= rr * tt) by (apply Rmult_le_pos; lra). lra.
Qed.

(* R^2 |v|^2 is not small against the root. *)
Lemma product_not_small : 9 / 10 * (ro * ro) <= rr * tt.
Proof.
  pose proof qm_size as Q. destruct (eta_of_root 0) as [_ E].
  { pose proof S_nonneg. split; [lra |]. assert (0 <= S * S) by (apply Rmult_le_pos; lra). lra. }
  pose proof (bpow_gt_0 radix2 (-1075)) as E0. assert (K0 : 0 <= k * k) by apply Rle_0_sqr.
  assert (C0 : - eta <= C) by (two_sided; lra).
  assert (P1 : P <= (1 + u53) * Rabs (q * m) + eta) by (pose proof (Rle_abs (q * m)); two_sided; lra).
  assert (O0 : 0 <= ro * ro) by (apply Rmult_le_pos; lra).
  assert (D1 : ro * ro <= (1 + 3 * u53) * Dc) by (clear - ro_near; two_sided; lra).
  assert (D2 : Dc <= (1 + 2 * u53) * (P - C)).
  { destruct (Rle_or_lt 0 (P - C)) as [H | H].
    - rewrite (Rabs_pos_eq (P - C)) in D_near by exact H. two_sided; lra.
    - rewrite (Rabs_left (P - C)) in D_near by exact H. exfalso.
      assert (Dc <= (1 - u53) * (P - C)) by (clear - D_near; two_sided; lra).
      assert ((1 - u53) * (P - C) < 0) by lra. lra. }
  lra.
Qed.

Lemma sizes_not_small : bpow radix2 (-76) * (S * S) <= tt /\ bpow radix2 (-76) * (S * S) <= rr /\ ro <= 2 * (S * S).
Proof.
  pose proof product_not_small as H. pose proof rr_size as Hr. pose proof tt_size as Ht.
  destruct root_not_small as [L1 L2].
  pose proof (bpow_gt_0 radix2 (-497)) as P0. assert (SS : 0 < S * S) by nra.
  assert (Q : bpow radix2 (-75) * ((S * S) * (S * S)) <= rr * tt).
  { assert (G : (S * S) * (S * S) <= (bpow radix2 37 * ro) * (bpow radix2 37 * ro)) by (apply Rmult_le_compat; lra).
    replace (bpow radix2 37 * ro * (bpow radix2 37 * ro)) with (bpow radix2 74 * (ro * ro)) in G
      by (change (bpow radix2 74) with (bpow radix2 (37 + 37)); rewrite bpow_plus; ring).
    apply (Rmult_le_compat_l (bpow radix2 (-75)) _ _ (bpow_ge_0 _ _)) in G.
    rewrite <- (Rmult_assoc _ (bpow radix2 74)), <- bpow_plus in G. change (bpow radix2 (-75 + 74)) with (/ 2) in G.
    assert (0 <= ro * ro) by (apply Rmult_le_pos; lra). lra. }
  assert (E : bpow radix2 (-75) = 2 * bpow radix2 (-76)) by (rewrite <- (bpow_plus radix2 1); reflexivity).
  pose proof (bpow_gt_0 radix2 (-76)) as P1. rewrite E in Q. split; [| split].
  - apply Rnot_lt_le. intros N. assert (rr * tt <= 101 / 100 * (S * S) * (bpow radix2 (-76) * (S * S))) by (apply
      Rmult_le_compat; lra).
    assert (0 < bpow radix2 (-76) * (S * S * (S * S))) by (apply Rmult_lt_0_compat; [exact P1 | now apply
      Rmult_lt_0_compat]). lra.
  - apply Rnot_lt_le. intros N. assert (rr * tt <= (bpow radix2 (-76) * (S * S)) * (101 / 100 * (S * S))) by (apply
      Rmult_le_compat; lra).
    assert (0 < bpow radix2 (-76) * (S * S * (S * S))) by (apply Rmult_lt_0_compat; [exact P1 | now apply
      Rmult_lt_0_compat]). lra.
  - apply Rnot_lt_le. intros N. assert (rr * tt <= 101 / 100 * (S * S) * (101 / 100 * (S * S))) by (apply
      Rmult_le_compat; lra).
    assert ((2 * (S * S)) * (2 * (S * S)) <= ro * ro) by (apply Rmult_le_compat; lra).
    assert (0 < S * S * (S * S)) by now apply Rmult_lt_0_compat. lra.
Qed.

(* An underflow against what is at least 2^-76 S^2. *)
Lemma eta_of_size x : bpow radix2 (-76) * (S * S) <= x -> eta <= u53 * u53 * x /\ eta * bpow radix2 80 <= u53 * u53 * x.
Proof.
  intros Hx. destruct sizes_not_small as (_ & _ & H). destruct root_not_small as [L1 _].
  assert (G : bpow radix2 (-574) <= x).
  { eapply Rle_trans; [| exact Hx]. apply Rle_trans with (bpow radix2 (-76) * bpow radix2 (-498)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change (-497)%Z with (1 + -498)%Z in L1. rewrite bpow_plus in L1.
      change (bpow radix2 1) with 2 in L1. lra. }
  change u53 with (bpow radix2 (-53)). rewrite <- !bpow_plus.
  assert (T : bpow radix2 (-106) * bpow radix2 (-574) <= bpow radix2 (-106) * x) by (apply Rmult_le_compat_l; auto
    using bpow_ge_0).
  rewrite <- bpow_plus in T. split; (eapply Rle_trans; [| exact T]); apply bpow_le; lia.
Qed.

Let st := s * t.

Lemma discriminant_error :
  Rabs (ro * ro - (R * R * V2 - K * K)) <=
    u53 * (24 * (st * st) + 16 * (rr * tt)) + 3 * eta + 32 / 10 * u53 * (ro * ro).
Proof.
  destruct sizes_not_small as (T1 & T2 & _). pose proof rr_size as Hr. pose proof tt_size as Ht.
  destruct (eta_of_size tt T1) as [Et _]. destruct (eta_of_size rr T2) as [Er Er2].
  pose proof (bpow_gt_0 radix2 (-1075)) as E0. pose proof S_nonneg as S0.
  assert (x0 : 0 <= st) by (apply Rmult_le_pos; lra).
  (* R^2 |v|^2 *)
  assert (RR : Rabs (R * R - rr) <= 22 / 10 * u53 * rr /\ R * R <= 1001 / 1000 * rr).
  { assert (Rr : R <= (1 + 11 / 10 * u53) * r) by (clear - reach R0 r0; two_sided; lra).
    assert (G : Rabs (R * R - rr) <= 22 / 10 * u53 * rr).
    { replace (R * R - rr) with ((r - R) * - (R + r)) by (unfold rr; ring).
      eapply Rle_trans; [apply times_size; [exact reach | rewrite Rabs_Ropp, Rabs_pos_eq by lra; apply Rle_refl] |].
      assert (R * (R + r) <= (1 + 11 / 10 * u53) * r * ((2 + 11 / 10 * u53) * r)) by (apply Rmult_le_compat; lra).
      unfold rr in *. lra. }
    split; [exact G |]. clear - G Hr. two_sided; lra. }
  destruct RR as [RR RR1]. fold rr in q_near. fold tt in m_near, m_size.
  assert (RR0 : 0 <= R * R) by (apply Rmult_le_pos; lra).
  assert (Q1 : Rabs (q - R * R) <= 33 / 10 * u53 * rr) by (clear - q_near RR Er Hr; two_sided; lra).
  assert (Q2 : Rabs q <= 1001 / 1000 * rr) by (clear - q_near Er Hr; two_sided; lra).
  assert (M1 : Rabs (m - V2) <= 111 / 10 * u53 * tt) by (clear - m_near Et Ht; two_sided; lra).
  assert (M2 : Rabs m <= 104 / 100 * tt) by (clear - m_size Et Ht; two_sided; lra).
  assert (rt0 : 0 <= rr * tt) by (apply Rmult_le_pos; lra).
  assert (QM : Rabs (q * m - R * R * V2) <= 147 / 10 * u53 * (rr * tt)).
  { replace (q * m - R * R * V2) with ((q - R * R) * m + R * R * (m - V2)) by ring.
    eapply Rle_trans; [apply Rabs_triang |].
    pose proof (times_size _ _ _ _ Q1 M2) as A1.
    assert (A2 : Rabs (R * R) <= 1001 / 1000 * rr) by (rewrite Rabs_pos_eq; lra).
    pose proof (times_size _ _ _ _ A2 M1) as A3. lra. }
  assert (QM2 : Rabs (q * m) <= 105 / 100 * (rr * tt)).
  { eapply Rle_trans; [apply times_size; [exact Q2 | exact M2] |]. lra. }
  assert (PE : Rabs (P - R * R * V2) <= 158 / 10 * u53 * (rr * tt) + eta).
  { assert (A : Rabs (P - q * m) <= u53 * (105 / 100 * (rr * tt)) + eta) by lra. clear - A QM rt0. two_sided; lra. }
  (* (v x e)^2 *)
  fold st in k_near, k_size.
  assert (Xs : st <= 101 / 100 * (S * S)).
  { unfold st. apply Rle_trans with ((1001 / 1000 * S) * (1001 / 1000 * S)); [apply Rmult_le_compat; lra |].
    assert (0 <= S * S) by (apply Rmult_le_pos; lra). lra. }
  assert (EX : eta * st <= / 10 * (u53 * u53) * (rr * tt)).
  { apply Rle_trans with (eta * (bpow radix2 80 * (/ 10 * tt))).
    - apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact Xs |].
      apply Rle_trans with (bpow radix2 80 * (/ 10 * (bpow radix2 (-76) * (S * S)))).
      + replace (bpow radix2 80 * (/ 10 * (bpow radix2 (-76) * (S * S))))
          with (bpow radix2 80 * bpow radix2 (-76) * / 10 * (S * S)) by ring.
        rewrite <- bpow_plus. change (bpow radix2 (80 + -76)) with 16.
        assert (0 <= S * S) by (apply Rmult_le_pos; lra). lra.
      + apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
    - replace (eta * (bpow radix2 80 * (/ 10 * tt))) with (eta * bpow radix2 80 * (/ 10 * tt)) by ring.
      replace (/ 10 * (u53 * u53) * (rr * tt)) with (u53 * u53 * rr * (/ 10 * tt)) by ring.
      apply Rmult_le_compat_r; lra. }
  assert (E1 : eta <= / 1000000) by (apply Rle_trans with (bpow radix2 (-20)); [apply bpow_le; lia | simpl; lra]).
  assert (E2 : eta * eta <= / 1000000 * eta) by (apply Rmult_le_compat_r; lra).
  assert (xx0 : 0 <= st * st) by (apply Rmult_le_pos; lra).
  assert (K1 : Rabs (k + K) <= 207 / 100 * st + 9 * eta).
  { replace (k + K) with (2 * k - (k - K)) by ring. clear - k_near k_size x0 E0. two_sided; lra. }
  assert (KK : Rabs (k * k - K * K) <= 228 / 10 * u53 * (st * st) + u53 * u53 * (rr * tt) + / 100 * eta).
  { replace (k * k - K * K) with ((k - K) * (k + K)) by ring.
    eapply Rle_trans; [apply times_size; [exact k_near | exact K1] |]. lra. }
  assert (K2 : k * k <= 107 / 100 * (st * st) + u53 * u53 * (rr * tt) + / 100 * eta).
  { rewrite <- (Rabs_pos_eq (k * k)) by apply Rle_0_sqr.
    eapply Rle_trans; [apply times_size; [exact k_size | exact k_size] |]. lra. }
  assert (CE : Rabs (C - K * K) <= 239 / 10 * u53 * (st * st) + 2 * (u53 * u53) * (rr * tt) + 102 / 100 * eta)
    by (clear - C_near KK K2 xx0 rt0 E0; two_sided; lra).
  (* their difference and its root *)
  assert (PC : Rabs (P - C) <= (1 + 2 * u53) * Dc).
  { pose proof (Rabs_triang_inv (P - C) Dc) as Tr. rewrite (Rabs_minus_sym _ Dc), (Rabs_pos_eq Dc) in Tr by exact
      D_pos. lra. }
  assert (O0 : 0 <= ro * ro) by (apply Rmult_le_pos; lra).
  assert (D1 : Dc <= (1 + 3 * u53) * (ro * ro)) by (clear - ro_near D_pos; two_sided; lra).
  assert (DE : Rabs (Dc - (P - C)) <= 101 / 100 * u53 * (ro * ro)) by lra.
  clear - ro_near D1 DE PE CE xx0 rt0 E0 O0 D_pos. two_sided; lra.
Qed.

Hypothesis error_small : (32 * u53 * (S * S * tt) + bpow radix2 (-1000)) * (i * i) <= / 1000.

Lemma discriminant_error_relative :
  Rabs (ro * ro - (R * R * V2 - K * K)) <=
    (77 / 100 * ((32 * u53 * (S * S * tt) + bpow radix2 (-1000)) * (i * i)) + 33 / 10 * u53) * (ro * ro).
Proof.
  pose proof discriminant_error as H. pose proof (bpow_gt_0 radix2 (-1075)) as E0. pose proof S_nonneg as S0.
  destruct tt_size as [Ht _].
  assert (Sz : st * st + rr * tt <= 1003 / 1000 * (S * S * tt)).
  { replace (st * st + rr * tt) with ((s * s + r * r) * tt) by (unfold st, rr, tt; ring).
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [exact Ht |].
    assert ((s + r) * (s + r) <= (1001 / 1000 * S) * (1001 / 1000 * S)) by (apply Rmult_le_compat; lra).
    assert (0 <= s * r) by (apply Rmult_le_pos; lra). assert (0 <= S * S) by (apply Rmult_le_pos; lra). lra. }
  assert (N1 : 0 <= st * st) by apply Rle_0_sqr.
  assert (N2 : 0 <= rr * tt) by (apply Rmult_le_pos; [apply rr_size | exact Ht]).
  assert (E1 : 3 * eta <= / 100 * bpow radix2 (-1000)).
  { apply Rle_trans with (bpow radix2 (-10) * bpow radix2 (-1000)).
    - apply Rle_trans with (bpow radix2 2 * eta); [change (bpow radix2 2) with 4; lra |].
      rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra]. }
  set (X := 32 * u53 * (S * S * tt) + bpow radix2 (-1000)) in *.
  assert (X0 : 0 <= X).
  { unfold X. pose proof (bpow_ge_0 radix2 (-1000)). assert (0 <= S * S * tt) by (repeat apply Rmult_le_pos; lra).
    lra. }
  assert (B : u53 * (24 * (st * st) + 16 * (rr * tt)) + 3 * eta <= 76 / 100 * X).
  { unfold X. pose proof (bpow_ge_0 radix2 (-1000)). lra. }
  assert (J : (1 - 3 * u53) <= (i * ro) * (i * ro)).
  { assert (1 - 11 / 10 * u53 <= i * ro) by (clear - i_near; two_sided; lra).
    apply Rle_trans with ((1 - 11 / 10 * u53) * (1 - 11 / 10 * u53)); [lra |]. apply Rmult_le_compat; lra. }
  assert (Y : X * (1 - 3 * u53) <= X * ((i * ro) * (i * ro))) by (apply Rmult_le_compat_l; assumption).
  replace (X * (i * ro * (i * ro))) with (X * (i * i) * (ro * ro)) in Y by ring.
  assert (O0 : 0 <= ro * ro) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem discriminant_positive : 0 < R * R * V2 - K * K.
Proof.
  pose proof discriminant_error_relative as H. set (X := 32 * u53 * (S * S * tt) + bpow radix2 (-1000)) in *.
  assert (O0 : 0 < ro * ro) by now apply Rmult_lt_0_compat.
  assert (G : (77 / 100 * (X * (i * i)) + 33 / 10 * u53) * (ro * ro) <= / 900 * (ro * ro))
    by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in H. lra.
Qed.

(* The true rate and the inverse of the computed root. *)
Theorem root_inverse_error sigma :
  0 < sigma -> sigma * sigma = R * R * V2 - K * K ->
  Rabs (i * sigma - 1) <=
    45 / 100 * ((32 * u53 * (S * S * tt) + bpow radix2 (-1000)) * (i * i)) + 29 / 10 * u53.
Proof.
  intros P0 E. pose proof discriminant_error_relative as H. rewrite <- E in H.
  set (X := (32 * u53 * (S * S * tt) + bpow radix2 (-1000)) * (i * i)) in *.
  assert (X0 : 0 <= X).
  { unfold X. apply Rmult_le_pos; [| apply Rle_0_sqr]. destruct tt_size as [Ht _]. pose proof S_nonneg.
    pose proof (bpow_ge_0 radix2 (-1000)). assert (0 <= S * S * tt) by (repeat apply Rmult_le_pos; lra). lra. }
  set (c := 77 / 100 * X + 33 / 10 * u53) in *.
  assert (O0 : 0 < ro * ro) by now apply Rmult_lt_0_compat.
  assert (L : 99 / 100 * ro <= sigma).
  { apply Rnot_lt_le. intros N.
    assert (sigma * sigma <= (99 / 100 * ro) * (99 / 100 * ro)) by (apply Rmult_le_compat; lra).
    assert (c * (ro * ro) <= / 900 * (ro * ro)) by (apply Rmult_le_compat_r; unfold c; lra).
    apply Rabs_le_inv in H. lra. }
  assert (G : Rabs (ro - sigma) * (199 / 100 * ro) <= c * (ro * ro)).
  { eapply Rle_trans; [| exact H].
    replace (ro * ro - sigma * sigma) with ((ro - sigma) * (ro + sigma)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq (ro + sigma)) by lra. apply Rmult_le_compat_l; [apply Rabs_pos | lra]. }
  assert (G2 : Rabs (ro - sigma) <= 100 / 199 * c * ro).
  { apply Rmult_le_reg_r with (199 / 100 * ro); [lra |]. eapply Rle_trans; [exact G |]. apply Req_le. field. }
  pose proof i_positive as I.
  assert (G3 : Rabs (i * ro - i * sigma) <= 100 / 199 * c * (i * ro)).
  { replace (i * ro - i * sigma) with (i * (ro - sigma)) by ring. rewrite Rabs_mult, (Rabs_pos_eq i) by lra.
    replace (100 / 199 * c * (i * ro)) with (i * (100 / 199 * c * ro)) by ring. apply Rmult_le_compat_l; lra. }
  assert (G4 : 100 / 199 * c * (i * ro) <= 100 / 199 * c * (1 + 11 / 10 * u53)).
  { apply Rmult_le_compat_l; [unfold c; lra |]. clear - i_near. two_sided; lra. }
  unfold c in *. clear - i_near G3 G4 X0 error_small. two_sided; lra.
Qed.

(* All of these together. *)
Theorem root_facts :
  bpow radix2 (-497) <= ro <= 2 * (S * S) /\ 0 < R * R * V2 - K * K /\
  forall sigma, 0 < sigma -> sigma * sigma = R * R * V2 - K * K ->
    Rabs (i * sigma - 1) <=
      45 / 100 * ((32 * u53 * (S * S * tt) + bpow radix2 (-1000)) * (i * i)) + 29 / 10 * u53.
Proof.
  split; [split; [apply root_not_small | apply sizes_not_small] |].
  split; [exact discriminant_positive | exact root_inverse_error].
Qed.

End Root.
