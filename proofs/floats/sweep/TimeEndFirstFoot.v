(* The foot of the perpendicular in set_fast_end (src/sweep/sweep_one_pass.h), in real numbers.

   `ft` is w.u + time v.u, where time is the gap q to the line at distance R times the inverse i of |u x v|. Times c0
   = 1 / i it is the form F0 c0 + Q g but for 11.1 eps A c0 + 30 eps m P and what underflows. A and P are the sizes of
   the scalar products, m that of the gap. Half of what exceeds start_error and half of what exceeds line_error show
   that the form is negative. docs/exactness.md, "Hits of a wall at rest, in one pass". *)
From Coq Require Import Reals Lra Psatz.
From Flocq Require Import Core.

Open Scope R_scope.

Section Form.
Variables e h t4 A P m c0 i q Q time vu pr eu ft F0 g al st le : R.
Hypothesis E0 : 0 < e <= / 1048576.
Hypothesis h0 : 0 < h <= / 1024.
Hypothesis t40 : 0 < t4.
Hypothesis A0 : 0 <= A.
Hypothesis P0 : 0 <= P.
Hypothesis m0 : 0 <= m.
Hypothesis c0_pos : 0 < c0.
(* What underflows. *)
Hypothesis hc : h * c0 <= t4 / 10000.
Hypothesis hP : h * P <= t4 / 10000.
Hypothesis hm : h * m <= t4 / 10000.
Hypothesis hh : h <= t4 / 10000.
Hypothesis hPA : h * P <= e * A / 100.
Hypothesis i_pos : 0 < i.
Hypothesis i_near : Rabs (i * c0 - 1) <= 1001 / 1000 * e.
Hypothesis Q_range : 0 <= Q <= (1 + 5 / 100) * m.
Hypothesis q0 : 0 <= q.
Hypothesis q_near : Rabs (q - Q) <= 25 / 2 * (e * m) + 8 * h.
Hypothesis time_near : Rabs (time - q * i) <= e * (q * i) + h.
Hypothesis vu_near : Rabs (vu - g) <= 11 * (e * P) + 3 * h.
Hypothesis vu_size : Rabs vu <= (1 + 3 / 100) * P + 3 * h.
Hypothesis product_near : Rabs (pr - time * vu) <= e * Rabs (time * vu) + h.
Hypothesis eu_near : Rabs (eu - F0) <= 11 * (e * A) + 3 * h.
Hypothesis foot_near : Rabs (ft - (eu + pr)) <= e * Rabs (eu + pr).
Hypothesis al_large : 100 * (e * (P * (A + m))) + t4 / 2 <= al.
Hypothesis st_large : 31 * (e * A) <= st.
Hypothesis le_large : (1 - e) * (al * i) - h <= le.
Hypothesis past_start : ft < - st.
Hypothesis past_line : ft < - le.

Lemma scaled_time : Rabs (c0 * time - Q) <= 15 * (e * m) + 10 * h + c0 * h /\
  Rabs (c0 * time) <= (1 + 6 / 100) * m + 10 * h + c0 * h.
Proof.
  assert (em : 0 <= e * m <= / 1048576 * m) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (eh : 0 <= e * h <= / 1048576 * h) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (qm : q <= (1 + 55 / 1000) * m + 8 * h) by (apply Rabs_le_inv in q_near; lra).
  assert (qic : Rabs (q * (i * c0 - 1)) <= 1001 / 1000 * (e * q)).
  { rewrite Rabs_mult, (Rabs_pos_eq q) by exact q0.
    replace (1001 / 1000 * (e * q)) with (q * (1001 / 1000 * e)) by ring. now apply Rmult_le_compat_l. }
  assert (eq0 : 0 <= e * q <= e * ((1 + 55 / 1000) * m + 8 * h)) by (split; [apply Rmult_le_pos | apply
    Rmult_le_compat_l]; lra).
  assert (eqs : e * q <= / 1048576 * q) by (apply Rmult_le_compat_r; lra).
  assert (eeq : e * (e * q) <= / 1048576 * (e * q)) by (apply Rmult_le_compat_r; lra).
  assert (T : Rabs (c0 * time - c0 * (q * i)) <= e * (q * (i * c0)) + c0 * h).
  { replace (c0 * time - c0 * (q * i)) with (c0 * (time - q * i)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq c0) by lra.
    replace (e * (q * (i * c0)) + c0 * h) with (c0 * (e * (q * i) + h)) by ring. apply Rmult_le_compat_l; lra. }
  assert (S : e * (q * (i * c0)) <= (1 + 1 / 100) * (e * q)).
  { replace (e * (q * (i * c0))) with (e * q + e * (q * (i * c0 - 1))) by ring. apply Rabs_le_inv in qic.
    assert (e * (q * (i * c0 - 1)) <= e * (1001 / 1000 * (e * q))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (G : Rabs (c0 * time - Q) <= 15 * (e * m) + 10 * h + c0 * h).
  { replace (c0 * time - Q) with ((c0 * time - c0 * (q * i)) + q * (i * c0 - 1) + (q - Q)) by ring.
    revert T qic. generalize (c0 * time - c0 * (q * i)) (q * (i * c0 - 1)). intros x y T qic.
    apply Rabs_le_inv in T. apply Rabs_le_inv in qic. apply Rabs_le_inv in q_near. apply Rabs_le. lra. }
  split; [exact G |]. apply Rabs_le_inv in G. apply Rabs_le. assert (0 <= c0 * h) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma scaled_way : Rabs (c0 * pr - Q * g) <= 30 * (e * (m * P)) + e * (A * c0) / 30 + t4 / 100.
Proof.
  destruct scaled_time as [T1 T2].
  assert (mP : 0 <= m * P) by now apply Rmult_le_pos.
  assert (emP : 0 <= e * (m * P) <= / 1048576 * (m * P)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (Ac : 0 <= A * c0) by (apply Rmult_le_pos; lra).
  assert (eAc : 0 <= e * (A * c0)) by (apply Rmult_le_pos; lra).
  assert (ch : 0 <= c0 * h) by (apply Rmult_le_pos; lra).
  assert (hP0 : 0 <= h * P) by (apply Rmult_le_pos; lra). assert (hm0 : 0 <= h * m) by (apply Rmult_le_pos; lra).
  assert (chP : c0 * h * P <= e * (A * c0) / 100).
  { replace (c0 * h * P) with (c0 * (h * P)) by ring.
    replace (e * (A * c0) / 100) with (c0 * (e * A / 100)) by field. apply Rmult_le_compat_l; lra. }
  assert (chP0 : 0 <= c0 * h * P) by (apply Rmult_le_pos; lra).
  assert (hhh : 0 <= h * h <= / 1024 * h) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (chh : 0 <= c0 * h * h <= / 1024 * (c0 * h)).
  { split; [apply Rmult_le_pos; lra |]. rewrite (Rmult_comm (/ 1024)). apply Rmult_le_compat_l; lra. }
  assert (W : forall x, 0 <= x -> 0 <= e * x <= / 1048576 * x).
  { intros x X. split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra. }
  pose proof (W _ hP0) as W1. pose proof (W _ hm0) as W2. pose proof (W _ chP0) as W3. pose proof (W _ (proj1 hhh)) as
    W4.
  pose proof (W _ (proj1 chh)) as W5. pose proof (W h ltac:(lra)) as W6.
  (* (c0 time - Q) vu and Q (vu - g) *)
  assert (X1 : Rabs ((c0 * time - Q) * vu) <= (15 * (e * m) + 10 * h + c0 * h) * ((1 + 3 / 100) * P + 3 * h)).
  { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X2 : Rabs (Q * (vu - g)) <= (1 + 5 / 100) * m * (11 * (e * P) + 3 * h)).
  { rewrite Rabs_mult, (Rabs_pos_eq Q) by lra. apply Rmult_le_compat; try lra; apply Rabs_pos. }
  assert (X3 : Rabs (c0 * (time * vu)) <= ((1 + 6 / 100) * m + 10 * h + c0 * h) * ((1 + 3 / 100) * P + 3 * h)).
  { rewrite <- Rmult_assoc, Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  assert (X4 : Rabs (c0 * pr - c0 * (time * vu)) <= e * Rabs (c0 * (time * vu)) + c0 * h).
  { replace (c0 * pr - c0 * (time * vu)) with (c0 * (pr - time * vu)) by ring.
    rewrite !(Rabs_mult c0), (Rabs_pos_eq c0) by lra.
    replace (e * (c0 * Rabs (time * vu)) + c0 * h) with (c0 * (e * Rabs (time * vu) + h)) by ring.
    apply Rmult_le_compat_l; lra. }
  assert (X5 : e * Rabs (c0 * (time * vu)) <= e * (((1 + 6 / 100) * m + 10 * h + c0 * h) * ((1 + 3 / 100) * P + 3 * h)))
    by (apply Rmult_le_compat_l; lra).
  replace ((15 * (e * m) + 10 * h + c0 * h) * ((1 + 3 / 100) * P + 3 * h)) with
    (15 * (1 + 3 / 100) * (e * (m * P)) + 45 * (e * (h * m)) + 10 * (1 + 3 / 100) * (h * P) + 30 * (h * h) +
     (1 + 3 / 100) * (c0 * h * P) + 3 * (c0 * h * h)) in X1 by field.
  replace ((1 + 5 / 100) * m * (11 * (e * P) + 3 * h)) with
    ((1 + 5 / 100) * 11 * (e * (m * P)) + (1 + 5 / 100) * 3 * (h * m)) in X2 by field.
  replace (e * (((1 + 6 / 100) * m + 10 * h + c0 * h) * ((1 + 3 / 100) * P + 3 * h))) with
    ((1 + 6 / 100) * (1 + 3 / 100) * (e * (m * P)) + (1 + 6 / 100) * 3 * (e * (h * m)) +
     10 * (1 + 3 / 100) * (e * (h * P)) + 30 * (e * (h * h)) + (1 + 3 / 100) * (e * (c0 * h * P)) + 3 * (e * (c0 * h *
       h)))
    in X5 by field.
  replace (c0 * pr - Q * g) with ((c0 * pr - c0 * (time * vu)) + ((c0 * time - Q) * vu + Q * (vu - g))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
  set (x1 := e * (m * P)) in *. set (x2 := e * (A * c0)) in *. lra.
Qed.

Theorem form_is_negative : F0 * c0 + Q * g < - (40 * (e * (A * P))) - t4 / 8.
Proof.
  pose proof scaled_way as W.
  assert (Ac : 0 <= A * c0) by (apply Rmult_le_pos; lra).
  assert (AP : 0 <= A * P) by now apply Rmult_le_pos. assert (mP : 0 <= m * P) by now apply Rmult_le_pos.
  assert (K : forall x, 0 <= x -> 0 <= e * x <= / 1048576 * x).
  { intros x X. split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra. }
  pose proof (K _ Ac) as eAc. pose proof (K _ AP) as eAP. pose proof (K _ mP) as emP.
  pose proof (K _ (proj1 eAc)) as eeAc. pose proof (K _ (proj1 eAP)) as eeAP. pose proof (K _ (proj1 emP)) as eemP.
  pose proof (K t4 ltac:(lra)) as et.
  assert (al0 : 0 <= al) by (replace (P * (A + m)) with (A * P + m * P) in al_large by ring; lra).
  pose proof (K _ al0) as eal.
  (* the start *)
  assert (C1 : Rabs (c0 * eu - c0 * F0) <= 11 * (e * (A * c0)) + 3 * (h * c0)).
  { replace (c0 * eu - c0 * F0) with (c0 * (eu - F0)) by ring. rewrite Rabs_mult, (Rabs_pos_eq c0) by lra.
    replace (11 * (e * (A * c0)) + 3 * (h * c0)) with (c0 * (11 * (e * A) + 3 * h)) by ring.
    apply Rmult_le_compat_l; lra. }
  (* the foot, not rounded *)
  assert (st0 : 0 <= st) by (assert (0 <= e * A) by (apply Rmult_le_pos; lra); lra).
  set (N := eu + pr) in *.
  assert (N0 : N < 0 /\ (1 + e) * N <= ft).
  { assert (Nn : N < 0).
    { apply Rnot_le_lt. intros C. rewrite (Rabs_pos_eq N) in foot_near by exact C. apply Rabs_le_inv in foot_near.
      assert (e * N <= / 1048576 * N) by (apply Rmult_le_compat_r; lra). lra. }
    split; [exact Nn |]. rewrite (Rabs_left N) in foot_near by exact Nn. apply Rabs_le_inv in foot_near. lra. }
  destruct N0 as [Nn Nf].
  (* times c0 *)
  assert (B : c0 * ((1 + e) * N) < c0 * (- (st + le) / 2)) by (apply Rmult_lt_compat_l; lra).
  assert (S : 31 * (e * (A * c0)) <= c0 * st).
  { replace (31 * (e * (A * c0))) with (c0 * (31 * (e * A))) by ring. apply Rmult_le_compat_l; lra. }
  assert (Li : (1 - 3 * e) * al - h * c0 <= c0 * le).
  { apply Rle_trans with (c0 * ((1 - e) * (al * i) - h)); [| apply Rmult_le_compat_l; lra].
    replace (c0 * ((1 - e) * (al * i) - h)) with ((1 - e) * (al * (i * c0)) - h * c0) by ring.
    assert (al * (1 - 1001 / 1000 * e) <= al * (i * c0)).
    { apply Rmult_le_compat_l; [exact al0 |]. apply Rabs_le_inv in i_near. lra. }
    assert ((1 - e) * (al * (1 - 1001 / 1000 * e)) <= (1 - e) * (al * (i * c0))) by (apply Rmult_le_compat_l; lra).
    replace ((1 - e) * (al * (1 - 1001 / 1000 * e))) with (al - 2001 / 1000 * (e * al) + 1001 / 1000 * (e * (e * al)))
      in *
      by field.
    assert (0 <= e * (e * al)) by (apply Rmult_le_pos; lra). lra. }
  replace (P * (A + m)) with (A * P + m * P) in al_large by ring.
  replace (c0 * ((1 + e) * N)) with ((1 + e) * (c0 * N)) in B by ring.
  replace (c0 * (- (st + le) / 2)) with (- (c0 * st + c0 * le) / 2) in B by field.
  assert (cN : c0 * N < - (1 - e) * (c0 * st + c0 * le) / 2).
  { assert (Z : 0 <= c0 * st + c0 * le).
    { assert (0 <= e * al) by (apply Rmult_le_pos; lra). lra. }
    apply Rmult_lt_reg_l with (1 + e); [lra |]. eapply Rlt_le_trans; [exact B |].
    assert (0 <= e * (e * (c0 * st + c0 * le))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
  assert (Sum : 31 * (e * (A * c0)) + (1 - 3 * e) * al - h * c0 <= c0 * st + c0 * le) by lra.
  assert (Al : 99 * (e * (A * P)) + 99 * (e * (m * P)) + 49 / 100 * t4 <= (1 - 3 * e) * al).
  { assert ((1 - 3 * e) * (100 * (e * (A * P + m * P)) + t4 / 2) <= (1 - 3 * e) * al) by (apply Rmult_le_compat_l; lra).
    lra. }
  set (z := c0 * st + c0 * le) in *.
  assert (z1 : 31 * (e * (A * c0)) + 99 * (e * (A * P)) + 99 * (e * (m * P)) + 48 / 100 * t4 <= z) by lra.
  assert (z2 : (1 - e) * (31 * (e * (A * c0)) + 99 * (e * (A * P)) + 99 * (e * (m * P)) + 48 / 100 * t4) <= (1 - e) * z)
    by (apply Rmult_le_compat_l; lra).
  replace (F0 * c0 + Q * g) with (c0 * N - (c0 * eu - c0 * F0) - (c0 * pr - Q * g)) by (unfold N; ring).
  apply Rabs_le_inv in C1. apply Rabs_le_inv in W.
  set (x := c0 * eu - c0 * F0) in *. set (y := c0 * pr - Q * g) in *. lra.
Qed.

End Form.
