(* The error of the lanes' filter in real numbers: how far the computed k^2 + m^2 - R^2 |u|^2 is from the true one, and
   that the computed error bound exceeds this. docs/exactness.md, "Stage 1 in lanes".

   Names: s = k^2 + a^2 with k = u x w and a = m, l = |u|^2, q = R^2. A primed number is the computed one. u is the unit
   of rounding, tiny what one operation loses to underflow, and low is the constant c of the page. *)
From Coq Require Import Reals Lra Psatz.
From Carom Require Import Facts.

Open Scope R_scope.

Lemma within x y d : Rabs (x - y) <= d -> y - d <= x <= y + d.
Proof. unfold Rabs. destruct (Rcase_abs _); lra. Qed.

Section Bound.
Variable u : R.
Hypothesis u_pos : 0 < u.
Hypothesis u_small : u <= / 1048576.

Lemma squares_of_lanes k a l k' a' :
  0 <= l ->
  Rabs (k' - k) <= u * ((402/100) * (Rabs k + Rabs a + l)) ->
  Rabs (a' - a) <= u * ((402/100) * Rabs k + (504/100) * Rabs a + (806/100) * l) ->
  Rabs ((k' * k' + a' * a') - (k * k + a * a)) <= u * ((263/10) * (k * k + a * a) + (122/10) * (l * l)).
Proof.
  intros Hl HK HA.
  pose proof (Rabs_pos k) as c0. pose proof (Rabs_pos a) as a0.
  assert (Ec : k * k = Rabs k * Rabs k) by (rewrite <- Rabs_mult, Rabs_pos_eq; [reflexivity | nra]).
  assert (Ea : a * a = Rabs a * Rabs a) by (rewrite <- Rabs_mult, Rabs_pos_eq; [reflexivity | nra]).
  set (p := (402/100) * (Rabs k + Rabs a + l)) in *.
  set (q := (402/100) * Rabs k + (504/100) * Rabs a + (806/100) * l) in *.
  assert (P : Rabs (k' * k' - k * k) <= (u * p) * (2 * Rabs k + u * p)) by (apply square_error; lra).
  assert (Q : Rabs (a' * a' - a * a) <= (u * q) * (2 * Rabs a + u * q)) by (apply square_error; lra).
  replace (k' * k' + a' * a' - (k * k + a * a)) with ((k' * k' - k * k) + (a' * a' - a * a)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Ec at 2. rewrite Ea at 2.
  revert P Q. generalize (Rabs (k' * k' - k * k)) (Rabs (a' * a' - a * a)). intros rp rq P Q.
  revert c0 a0 p q P Q HK HA Ec Ea. generalize (Rabs k) (Rabs a). intros c d c0 d0 p q P Q _ _ _ _.
  assert (p0 : 0 <= p) by (unfold p; lra). assert (q0 : 0 <= q) by (unfold q; lra).
  pose proof (Rle_0_sqr c). pose proof (Rle_0_sqr d). pose proof (Rle_0_sqr l). pose proof (Rle_0_sqr (c - d)).
  pose proof (Rle_0_sqr (c - l)). pose proof (Rle_0_sqr (d - l)). unfold Rsqr in *.
  assert (P2 : p * p <= 50 * (c * c + d * d + l * l)) by (unfold p; lra).
  assert (Q2 : q * q <= 110 * (c * c + d * d + l * l)).
  { pose proof (Rle_0_sqr (402 * d - 504 * c)). pose proof (Rle_0_sqr (402 * l - 806 * c)).
    pose proof (Rle_0_sqr (504 * l - 806 * d)). unfold Rsqr in *. unfold q. lra. }
  assert (P1 : 2 * c * p <= (1608/100) * (c * c) + (402/100) * (d * d) + (402/100) * (l * l)) by (unfold p; lra).
  assert (Q1 : 2 * d * q <= (402/100) * (c * c) + (2216/100) * (d * d) + (806/100) * (l * l)) by (unfold q; lra).
  assert (S : 0 <= c * c + d * d + l * l) by lra.
  assert (U2 : u * (p * p) + u * (q * q) <= / 1000 * (c * c + d * d + l * l)).
  { apply Rle_trans with (u * (160 * (c * c + d * d + l * l))).
    - rewrite <- Rmult_plus_distr_l. apply Rmult_le_compat_l; lra.
    - replace (u * (160 * (c * c + d * d + l * l))) with ((160 * u) * (c * c + d * d + l * l)) by ring.
      apply Rmult_le_compat_r; lra. }
  apply Rle_trans with (u * (2 * c * p + 2 * d * q + (u * (p * p) + u * (q * q)))); [lra |].
  apply Rmult_le_compat_l; lra.
Qed.

Variables low tiny : R.
Hypothesis low_pos : 0 < low.
Hypothesis low_small : low <= 1.
Hypothesis tiny_pos : 0 < tiny.
Hypothesis tiny_small : tiny * 1073741824 <= u * (low * low).

(* tau is so small that the floor of the bound exceeds its square times u a million times. *)
Let tau := low / 1024.

Lemma tau_pos : 0 < tau <= / 1024.
Proof. unfold tau. lra. Qed.

Lemma tiny_tau : 1024 * tiny <= u * (tau * tau) /\ 1024 * tiny <= u * tau /\ 1024 * tiny <= u.
Proof.
  pose proof tau_pos as T.
  assert (A : 1024 * tiny <= u * (tau * tau)) by (unfold tau; nra).
  assert (B : tau * tau <= tau) by nra.
  assert (C : u * (tau * tau) <= u * tau) by (apply Rmult_le_compat_l; lra).
  assert (D : u * tau <= u * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Variables k a l q k' a' l' q' s' g' t1 t2 least error : R.
Hypothesis l_nonneg : 0 <= l.
Hypothesis q_nonneg : 0 <= q.
Hypothesis l'_nonneg : 0 <= l'.
Hypothesis q'_nonneg : 0 <= q'.
Hypothesis k_near : Rabs (k' - k) <= u * ((402/100) * (Rabs k + Rabs a + l)) + 4 * tiny.
Hypothesis a_near : Rabs (a' - a) <= u * ((402/100) * Rabs k + (504/100) * Rabs a + (806/100) * l) + 9 * tiny.
Hypothesis l_near : Rabs (l' - l) <= (402/100) * u * l + 4 * tiny.
Hypothesis q_near : Rabs (q' - q) <= (302/100) * u * q + tiny.
Hypothesis s_near : Rabs (s' - (k' * k' + a' * a')) <= (201/100) * u * (k' * k' + a' * a') + 4 * tiny.
Hypothesis g_near : Rabs (g' - (s' - q' * l')) <= (201/100) * u * (s' + q' * l') + 4 * tiny.
Hypothesis t1_large : (99/100) * (l' + q) - 8 * tiny <= t1.
Hypothesis t2_large : (99/100) * (s' + l' * t1) - 4 * tiny <= t2.
Hypothesis least_large : (99/100) * (64 * u * low * low + 64 * u * low * q') - 4 * tiny <= least.
Hypothesis error_large : (99/100) * (least + 64 * u * t2) - 4 * tiny <= error.

Let s := k * k + a * a.

Lemma s_nonneg : 0 <= s.
Proof. unfold s. nra. Qed.

Lemma s_error : Rabs (s' - s) <= u * ((285/10) * s + (136/10) * (l * l) + 145 * (tau * tau)).
Proof.
  pose proof tiny_tau as (T1 & T2 & T3). pose proof tau_pos as T. pose proof s_nonneg as S0.
  assert (H : Rabs ((k' * k' + a' * a') - s) <= u * ((263/10) * s + (122/10) * ((l + tau) * (l + tau)))).
  { apply squares_of_lanes; [lra | |].
    - eapply Rle_trans; [exact k_near |]. nra.
    - eapply Rle_trans; [exact a_near |]. nra. }
  assert (LL : (l + tau) * (l + tau) <= (11/10) * (l * l) + 11 * (tau * tau)).
  { pose proof (Rle_0_sqr (l - 10 * tau)). unfold Rsqr in *. lra. }
  assert (H2 : Rabs ((k' * k' + a' * a') - s) <= u * ((263/10) * s + (1342/100) * (l * l) + (1342/10) * (tau * tau))).
  { eapply Rle_trans; [exact H |]. apply Rmult_le_compat_l; lra. }
  clear H. apply within in H2. pose proof (within _ _ _ s_near) as H3.
  revert H2 H3. generalize (k' * k' + a' * a'). intros s1 H2 H3.
  assert (B : 0 <= (263/10) * s + (1342/100) * (l * l) + (1342/10) * (tau * tau)) by nra.
  assert (U : u * ((263/10) * s + (1342/100) * (l * l) + (1342/10) * (tau * tau)) <=
    / 1048576 * ((263/10) * s + (1342/100) * (l * l) + (1342/10) * (tau * tau))) by (apply Rmult_le_compat_r; lra).
  assert (S1 : s1 <= (1001/1000) * s + / 1000 * (l * l) + / 1000 * (tau * tau)) by nra.
  assert (M : u * s1 <= u * ((1001/1000) * s + / 1000 * (l * l) + / 1000 * (tau * tau)))
    by (apply Rmult_le_compat_l; lra).
  assert (u * s >= 0 /\ u * (l * l) >= 0 /\ u * (tau * tau) >= 0) as (N1 & N2 & N3).
  { repeat split; apply Rle_ge; apply Rmult_le_pos; nra. }
  apply Rabs_le. lra.
Qed.

Lemma product_error : Rabs (q' * l' - q * l) <= u * ((706/100) * (q * l) + / 10 * (tau * q) + / 10 * (tau * l) + / 10 *
  (tau * tau)).
Proof.
  pose proof tiny_tau as (T1 & T2 & T3). pose proof tau_pos as T.
  apply within in l_near. apply within in q_near.
  assert (UL : u * l <= / 1048576 * l) by (apply Rmult_le_compat_r; lra).
  assert (L1 : l' <= (1001/1000) * l + 4 * tiny) by lra.
  assert (A1 : Rabs (q' - q) * l' <= ((302/100) * u * q + tiny) * ((1001/1000) * l + 4 * tiny)).
  { apply Rmult_le_compat; [apply Rabs_pos | lra | apply Rabs_le; lra | lra]. }
  assert (A2 : q * Rabs (l' - l) <= q * ((402/100) * u * l + 4 * tiny)).
  { apply Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  replace (q' * l' - q * l) with ((q' - q) * l' + q * (l' - l)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult, (Rabs_pos_eq l'), (Rabs_pos_eq q) by lra.
  assert (E1 : 1024 * tiny * q <= u * tau * q) by (apply Rmult_le_compat_r; lra).
  assert (E2 : 1024 * tiny * l <= u * tau * l) by (apply Rmult_le_compat_r; lra).
  assert (E3 : u * (tiny * q) <= 1 * (tiny * q)) by (apply Rmult_le_compat_r; nra).
  assert (E4 : tiny * tiny <= tiny * 1) by (apply Rmult_le_compat_l; lra).
  assert (0 <= q * l /\ 0 <= tau * q /\ 0 <= tau * l /\ 0 <= tau * tau) as (N1 & N2 & N3 & N4)
    by (repeat split; apply Rmult_le_pos; lra).
  apply (Rmult_le_pos u) in N1, N2, N3, N4; lra.
Qed.

(* The error of the sign. *)
Lemma g_error : Rabs (g' - (s - q * l)) <=
  u * ((306/10) * s + 14 * (l * l) + (92/10) * (q * l) + (tau * q) + 146 * (tau * tau)).
Proof.
  pose proof tiny_tau as (T1 & T2 & T3). pose proof tau_pos as T. pose proof s_nonneg as S0.
  pose proof (within _ _ _ s_error) as S. pose proof (within _ _ _ product_error) as P.
  apply within in g_near.
  assert (N0 : 0 <= l * l /\ 0 <= q * l /\ 0 <= tau * q /\ 0 <= tau * l /\ 0 <= tau * tau) by (repeat split; apply
    Rmult_le_pos; lra).
  destruct N0 as (N1 & N2 & N3 & N4 & N5).
  assert (TL : tau * l <= / 2 * (l * l) + / 2 * (tau * tau)).
  { pose proof (Rle_0_sqr (l - tau)). unfold Rsqr in *. lra. }
  set (x := (285/10) * s + (136/10) * (l * l) + 145 * (tau * tau)) in *.
  set (y := (706/100) * (q * l) + / 10 * (tau * q) + / 10 * (tau * l) + / 10 * (tau * tau)) in *.
  assert (X : u * x <= / 1048576 * x) by (apply Rmult_le_compat_r; unfold x; lra).
  assert (Y : u * y <= / 1048576 * y) by (apply Rmult_le_compat_r; unfold y; lra).
  assert (Z : u * (s' + q' * l') <= u * (s + q * l + / 1048576 * x + / 1048576 * y)) by (apply Rmult_le_compat_l; lra).
  assert (W : x + y + (201/100) * (s + q * l + / 1048576 * x + / 1048576 * y) + / 100 * (tau * tau) <=
    (306/10) * s + 14 * (l * l) + (92/10) * (q * l) + (tau * q) + 146 * (tau * tau)) by (unfold x, y; lra).
  apply (Rmult_le_compat_l u) in W; [| lra].
  apply Rabs_le. lra.
Qed.

(* The bound in use is larger. *)
Lemma error_above : u * ((306/10) * s + 14 * (l * l) + (92/10) * (q * l) + (tau * q) + 146 * (tau * tau)) <= error.
Proof.
  pose proof tiny_tau as (T1 & T2 & T3). pose proof tau_pos as T. pose proof s_nonneg as S0.
  pose proof (within _ _ _ s_error) as S. apply within in l_near. apply within in q_near.
  assert (N0 : 0 <= l * l /\ 0 <= q * l /\ 0 <= tau * q /\ 0 <= tau * l /\ 0 <= tau * tau) by (repeat split; apply
    Rmult_le_pos; lra).
  destruct N0 as (N1 & N2 & N3 & N4 & N5).
  assert (TL : tau * l <= / 2 * (l * l) + / 2 * (tau * tau)).
  { pose proof (Rle_0_sqr (l - tau)). unfold Rsqr in *. lra. }
  set (x := (285/10) * s + (136/10) * (l * l) + 145 * (tau * tau)) in *.
  assert (X : u * x <= / 1048576 * x) by (apply Rmult_le_compat_r; unfold x; lra).
  assert (UL : u * l <= / 1048576 * l) by (apply Rmult_le_compat_r; lra).
  assert (UQ : u * q <= / 1048576 * q) by (apply Rmult_le_compat_r; lra).
  assert (L0 : (999/1000) * l - 4 * tiny <= l') by lra.
  assert (L1 : l' <= (1001/1000) * l + 4 * tiny) by lra.
  assert (Q0 : (999/1000) * q - tiny <= q') by lra.
  (* tiny against the other terms *)
  assert (E0 : u * tau <= / 1048576 * tau) by (apply Rmult_le_compat_r; lra).
  assert (E1 : tiny * q <= / 1024 * tau * q) by (apply Rmult_le_compat_r; lra).
  assert (E2 : tiny * l <= / 1024 * tau * l) by (apply Rmult_le_compat_r; lra).
  assert (E3 : u * (tau * tau) <= / 1048576 * (tau * tau)) by (apply Rmult_le_compat_r; lra).
  assert (E4 : tiny * tiny <= tiny * 1) by (apply Rmult_le_compat_l; lra).
  (* l' t1 *)
  assert (A1 : l' * ((99/100) * (l' + q) - 8 * tiny) <= l' * t1) by (apply Rmult_le_compat_l; lra).
  assert (A2 : l' * l' >= 2 * l * l' - l * l) by (pose proof (Rle_0_sqr (l' - l)); unfold Rsqr in *; lra).
  assert (A3 : l * ((999/1000) * l - 4 * tiny) <= l * l') by (apply Rmult_le_compat_l; lra).
  assert (A4 : ((999/1000) * l - 4 * tiny) * q <= l' * q) by (apply Rmult_le_compat_r; lra).
  assert (A5 : tiny * l' <= tiny * ((1001/1000) * l + 4 * tiny)) by (apply Rmult_le_compat_l; lra).
  assert (B : (98/100) * (l * l) + (98/100) * (q * l) - (tau * q) - / 10 * (tau * tau) <= l' * t1) by lra.
  assert (C : (97/100) * s + (96/100) * (l * l) + (96/100) * (q * l) - (tau * q) - (tau * tau) <= t2) by (unfold x in
    *; lra).
  apply (Rmult_le_compat_l u) in C; [| lra].
  (* the floor *)
  assert (D : (99/100) * (64 * u * low * low + 64 * u * low * ((999/1000) * q - tiny)) - 4 * tiny <= least).
  { eapply Rle_trans; [| exact least_large].
    assert (u * low * ((999/1000) * q - tiny) <= u * low * q') by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra |
      lra]). lra. }
  assert (F : low = 1024 * tau) by (unfold tau; field). rewrite F in D.
  assert (G : u * (tau * tiny) <= u * (tau * tau)).
  { apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  assert (M0 : 0 <= u * s /\ 0 <= u * (l * l) /\ 0 <= u * (q * l) /\ 0 <= u * (tau * q) /\ 0 <= u * (tau * tau))
    by (repeat split; apply Rmult_le_pos; lra).
  destruct M0 as (M1 & M2 & M3 & M4 & M5).
  eapply Rle_trans; [| exact error_large]. lra.
Qed.

Theorem lanes_bound : Rabs (g' - (s - q * l)) <= error.
Proof. eapply Rle_trans; [exact g_error | exact error_above]. Qed.

End Bound.
