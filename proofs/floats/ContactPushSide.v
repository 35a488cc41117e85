(* push_off of src/geometry/push_off.h, one coordinate: c + (R - q) x / |v| as hi + lo, with its error.

   The roundings are those of quotient_rest, of the products with the vector and of the sums of low parts, in units of
   2^-106 of R, of the distance q and of T = (|ux wy| + |uy wx|) / |u|. docs/exactness.md, "Push-out". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps
  ContactRoot ContactDepth ContactEnd.

Open Scope R_scope.

Section PushCoordinate.
Variables m rest dh dl c : F double.
Variables x l g Rr q T : R.
Hypothesis m_below : below m 430.
Hypothesis m_normal : is_normal_or_zero (real m).
Hypothesis split : is_splittable (real m * real dh).
Hypothesis F_rest : finite rest.
Hypothesis dh_ordinary : ordinary dh.
Hypothesis F_dl : finite dl.
Hypothesis x_sum : real dh + real dl = x.
Hypothesis x_rest : Rabs (real dl) <= ud * Rabs x.
Hypothesis x_l : Rabs x <= l.
Hypothesis l_size : bpow radix2 (-160) <= l <= bpow radix2 165.
Hypothesis c_below : below c 998.
Hypothesis Rr_size : bpow radix2 (-700) <= Rr <= bpow radix2 220.
Hypothesis q_size : 0 <= q <= bpow radix2 220.
Hypothesis T_size : 0 <= T <= bpow radix2 220.
Hypothesis m_l : - (101/100 * Rr) <= real m * l <= 101/100 * Rr.
Hypothesis rest_l : - (ud * (13 * Rr + 125/10 * q + 5 * T)) <= real rest * l <= ud * (13 * Rr + 125/10 * q + 5 * T).
Hypothesis move : - (ud * (ud * (236 * Rr + 395 * q + 156 * T))) <= (real m + real rest) * l - g <=
  ud * (ud * (236 * Rr + 395 * q + 156 * T)).
Let h := fmul m dh.
Let sum := fadd c h.
Let low := fadd (sum_rest c h) (fadd (pair_product_rest m dh) (fadd (fmul m dl) (fmul rest dh))).
Let hi := fadd sum low.
Let lo := sum_rest sum low.

Lemma push_coordinate :
  finite hi /\ finite lo /\ rnd double (real hi + real lo) = real hi /\ below sum 1000 /\
  Rabs (real c + g * x / l - (real hi + real lo)) <=
    ud * (ud * (310 * Rr + 460 * q + 185 * T)) + 2 * (ud * (ud * Rabs (real sum))).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. pose proof (bpow_gt_0 radix2 (-160)) as Z1.
  pose proof (bpow_gt_0 radix2 (-700)) as Z2. assert (l0 : 0 < l) by lra. assert (R0 : 0 <= Rr) by lra. destruct q_size as [q0 qB]. destruct T_size as [t0 tB].
  scales Rr R0. scales q q0. scales T t0.
  pose proof (tiny_small Rr ltac:(eapply Rle_trans; [apply bpow_le | apply Rr_size]; lia)) as TR.
  set (E := 13 * Rr + 125/10 * q + 5 * T) in *. assert (E0 : 0 <= E) by (unfold E; lra). scales E E0.
  assert (EE : E = 13 * Rr + 125/10 * q + 5 * T) by reflexivity.
  assert (EU : ud * E = 13 * (ud * Rr) + 125/10 * (ud * q) + 5 * (ud * T)) by (unfold E; ring).
  assert (EV : ud * (ud * E) = 13 * (ud * (ud * Rr)) + 125/10 * (ud * (ud * q)) + 5 * (ud * (ud * T))) by (unfold E; ring).
  assert (Big : 100 * (Rr + q + T) <= bpow radix2 300).
  { assert (400 * bpow radix2 220 <= bpow radix2 300).
    { apply Rle_trans with (bpow radix2 10 * bpow radix2 220); [apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra] |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    lra. }
  assert (Big2 : bpow radix2 300 <= big) by (apply bpow_le; lia).
  destruct dh_ordinary as [[Fh Bh] Oh].
  assert (Dh : - (1001/1000 * l) <= real dh <= 1001/1000 * l).
  { apply Rabs_le_inv. replace (real dh) with (x - real dl) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    assert (ud * Rabs x <= / 1000 * Rabs x) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]). lra. }
  assert (Dl : - (ud * l) <= real dl <= ud * l).
  { apply Rabs_le_inv. eapply Rle_trans; [exact x_rest |]. apply Rmult_le_compat_l; lra. }
  (* the products *)
  pose proof (times_scaled (real m) l _ (real dh) (1001/1000) l0 m_l Dh ltac:(lra)) as P1.
  pose proof (times_scaled (real m) l _ (real dl) ud l0 m_l Dl ltac:(lra)) as P2.
  pose proof (times_scaled (real rest) l _ (real dh) (1001/1000) l0 rest_l Dh ltac:(lra)) as P3.
  pose proof (times_scaled (real rest) l _ (real dl) ud l0 rest_l Dl ltac:(lra)) as P4.
  replace (ud * (101/100 * Rr)) with (101/100 * (ud * Rr)) in P2 by ring.
  assert (Bd : below dh 430) by (split; [exact Fh | eapply below_le; [exact Bh | lia]]).
  destruct (pair_product_parts m dh 430 m_below Bd ltac:(lia) m_normal (ordinary_normal dh dh_ordinary) split) as (Fm & Fr & Em & Sm).
  fold h in Fm, Em.
  assert (Sm' : Rabs (real (pair_product_rest m dh)) <= 102/100 * (ud * Rr)).
  { eapply Rle_trans; [exact Sm |]. assert (ud * Rabs (real m * real dh) <= ud * (1012/1000 * Rr)) by (apply Rmult_le_compat_l; [lra | apply Rabs_le; lra]). lra. }
  apply Rabs_le_inv in Sm'.
  destruct (mul_step m dl (101/100 * (ud * Rr)) (proj1 m_below) F_dl P2 ltac:(lra)) as (F1 & X1).
  replace (ud * (101/100 * (ud * Rr))) with (101/100 * (ud * (ud * Rr))) in X1 by ring.
  destruct (mul_step rest dh (1001/1000 * (ud * E)) F_rest Fh P3 ltac:(lra)) as (F2 & X2).
  replace (ud * (1001/1000 * (ud * E))) with (1001/1000 * (ud * (ud * E))) in X2 by ring.
  destruct (add_step (fmul m dl) (fmul rest dh) (102/100 * (ud * Rr) + 1002/1000 * (ud * E)) F1 F2 ltac:(lra) ltac:(lra)) as (F3 & X3).
  replace (ud * (102/100 * (ud * Rr) + 1002/1000 * (ud * E))) with (102/100 * (ud * (ud * Rr)) + 1002/1000 * (ud * (ud * E))) in X3 by ring.
  set (s1 := fadd (fmul m dl) (fmul rest dh)) in *.
  destruct (add_step (pair_product_rest m dh) s1 (205/100 * (ud * Rr) + 1003/1000 * (ud * E)) Fr F3 ltac:(lra) ltac:(lra)) as (F4 & X4).
  replace (ud * (205/100 * (ud * Rr) + 1003/1000 * (ud * E))) with (205/100 * (ud * (ud * Rr)) + 1003/1000 * (ud * (ud * E))) in X4 by ring.
  set (s2 := fadd (pair_product_rest m dh) s1) in *.
  (* the sums *)
  assert (Bm : below h 998).
  { split; [exact Fm |]. apply Rabs_le. assert (bpow radix2 300 <= bpow radix2 998) by (apply bpow_le; lia). lra. }
  destruct (sum_parts c h 998 c_below Bm ltac:(lia)) as (Fs & Fsl & Es & _ & Ss). fold sum in Fs, Es, Ss.
  pose proof (add_below c h 998 c_below Bm ltac:(lia)) as Bs. fold sum in Bs. change (998 + 1)%Z with 999%Z in Bs.
  set (S := Rabs (real sum)) in *. assert (S0 : 0 <= S) by apply Rabs_pos. scales S S0. apply Rabs_le_inv in Ss.
  assert (SB : S <= bpow radix2 999) by apply Bs.
  assert (Big3 : bpow radix2 300 + bpow radix2 999 <= big).
  { assert (bpow radix2 300 <= bpow radix2 999) by (apply bpow_le; lia). unfold big. change 1000%Z with (1 + 999)%Z. rewrite bpow_plus.
    change (bpow radix2 1) with 2. lra. }
  destruct (add_step (sum_rest c h) s2 (ud * S + 206/100 * (ud * Rr) + 1004/1000 * (ud * E)) Fsl F4 ltac:(lra) ltac:(lra)) as (F5 & X5).
  replace (ud * (ud * S + 206/100 * (ud * Rr) + 1004/1000 * (ud * E)))
    with (ud * (ud * S) + 206/100 * (ud * (ud * Rr)) + 1004/1000 * (ud * (ud * E))) in X5 by ring.
  fold low in F5, X5.
  assert (Bl : below low 999).
  { split; [exact F5 |]. apply Rabs_le. assert (100 * bpow radix2 300 <= bpow radix2 999).
    { apply Rle_trans with (bpow radix2 7 * bpow radix2 300); [apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra] |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    lra. }
  destruct (sum_parts sum low 999 Bs Bl ltac:(lia)) as (Fhi & Flo & Eh & _ & _). fold hi lo in Fhi, Flo, Eh.
  split; [exact Fhi |]. split; [exact Flo |].
  split. { rewrite Eh. unfold hi in Fhi |- *. destruct (fadd_finite _ _ Fhi) as (_ & _ & <-). reflexivity. }
  split; [apply (below_weaken _ _ _ Bs); lia |]. rewrite Eh.
  (* the move along the vector *)
  assert (Mv : - (ud * (ud * (236 * Rr + 395 * q + 156 * T))) <= (real m + real rest) * x - g * x / l <= ud * (ud * (236 * Rr + 395 * q + 156 * T))).
  { assert (W0 : 0 <= ud * (ud * (236 * Rr + 395 * q + 156 * T))) by (repeat apply Rmult_le_pos; lra).
    apply (divide _ l); [exact l0 |].
    replace (((real m + real rest) * x - g * x / l) * l) with (((real m + real rest) * l - g) * x) by (field; lra).
    apply Rabs_le_inv in x_l. apply product_within; lra. }
  replace (ud * (ud * (236 * Rr + 395 * q + 156 * T))) with (236 * (ud * (ud * Rr)) + 395 * (ud * (ud * q)) + 156 * (ud * (ud * T))) in Mv by ring.
  replace (ud * (ud * (310 * Rr + 460 * q + 185 * T))) with (310 * (ud * (ud * Rr)) + 460 * (ud * (ud * q)) + 185 * (ud * (ud * T))) by ring.
  assert (Ex : (real m + real rest) * x = real m * real dh + real m * real dl + real rest * real dh + real rest * real dl).
  { rewrite <- x_sum. ring. }
  apply Rabs_le. lra.
Qed.

End PushCoordinate.
