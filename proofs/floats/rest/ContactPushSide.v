(* push_off of src/rest/push_off.h, one coordinate: c + (R - q) x / |v| as hi + lo, with its error.

   The roundings are those of quotient_rest, of the products with the vector and of the sums of low parts, in units of
   2^-106 of R, of the distance q and of T = (|ux wy| + |uy wx|) / |u|. docs/exactness.md, "Push-out". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Approx ErrorFree ContactFeature ContactPairs ContactSteps ContactRoot
  ContactDepth ContactEnd.

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
  below hi 1001 /\ finite lo /\ rnd double (real hi + real lo) = real hi /\ below sum 1000 /\
  Rabs (real c + g * x / l - (real hi + real lo)) <=
    ud * (ud * (310 * Rr + 460 * q + 185 * T)) + 2 * (ud * (ud * Rabs (real sum))).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. pose proof (bpow_gt_0 radix2 (-160)) as Z1.
  pose proof (bpow_gt_0 radix2 (-700)) as Z2. assert (l0 : 0 < l) by lra. assert (R0 : 0 <= Rr) by lra.
  destruct q_size as [q0 qB]. destruct T_size as [t0 tB].
  scales Rr R0. scales q q0. scales T t0.
  pose proof (tiny_small Rr ltac:(eapply Rle_trans; [apply bpow_le | apply Rr_size]; lia)) as TR.
  set (E := 13 * Rr + 125/10 * q + 5 * T) in *. assert (E0 : 0 <= E) by (unfold E; lra). scales E E0.
  assert (EE : E = 13 * Rr + 125/10 * q + 5 * T) by reflexivity.
  assert (EU : ud * E = 13 * (ud * Rr) + 125/10 * (ud * q) + 5 * (ud * T)) by (unfold E; ring).
  assert (EV : ud * (ud * E) = 13 * (ud * (ud * Rr)) + 125/10 * (ud * (ud * q)) + 5 * (ud * (ud * T))) by (unfold E;
    ring).
  assert (Big : 100 * (Rr + q + T) <= bpow radix2 300).
  { assert (400 * bpow radix2 220 <= bpow radix2 300).
    { apply Rle_trans with (bpow radix2 10 * bpow radix2 220); [apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl;
        lra] |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    lra. }
  assert (Big2 : bpow radix2 300 <= big) by (apply bpow_le; lia).
  destruct dh_ordinary as [[Fh Bh] Oh].
  assert (Dh : - (1001/1000 * l) <= real dh <= 1001/1000 * l).
  { apply Rabs_le_inv. replace (real dh) with (x - real dl) by lra. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp.
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
  destruct (pair_product_parts m dh 430 m_below Bd ltac:(lia) m_normal (ordinary_normal dh dh_ordinary) split)
    as (Fm & Fr & Em & Sm).
  fold h in Fm, Em.
  assert (Sm' : Rabs (real (pair_product_rest m dh)) <= 102/100 * (ud * Rr)).
  { eapply Rle_trans; [exact Sm |]. assert (ud * Rabs (real m * real dh) <= ud * (1012/1000 * Rr))
      by (apply Rmult_le_compat_l; [lra | apply Rabs_le; lra]). lra. }
  apply Rabs_le_inv in Sm'.
  destruct (mul_step m dl (101/100 * (ud * Rr)) (proj1 m_below) F_dl P2 ltac:(lra)) as (F1 & X1).
  replace (ud * (101/100 * (ud * Rr))) with (101/100 * (ud * (ud * Rr))) in X1 by ring.
  destruct (mul_step rest dh (1001/1000 * (ud * E)) F_rest Fh P3 ltac:(lra)) as (F2 & X2).
  replace (ud * (1001/1000 * (ud * E))) with (1001/1000 * (ud * (ud * E))) in X2 by ring.
  destruct (add_step (fmul m dl) (fmul rest dh) (102/100 * (ud * Rr) + 1002/1000 * (ud * E)) F1 F2 ltac:(lra)
    ltac:(lra)) as (F3 & X3).
  replace (ud * (102/100 * (ud * Rr) + 1002/1000 * (ud * E)))
    with (102/100 * (ud * (ud * Rr)) + 1002/1000 * (ud * (ud * E))) in X3 by ring.
  set (s1 := fadd (fmul m dl) (fmul rest dh)) in *.
  destruct (add_step (pair_product_rest m dh) s1 (205/100 * (ud * Rr) + 1003/1000 * (ud * E)) Fr F3 ltac:(lra)
    ltac:(lra)) as (F4 & X4).
  replace (ud * (205/100 * (ud * Rr) + 1003/1000 * (ud * E)))
    with (205/100 * (ud * (ud * Rr)) + 1003/1000 * (ud * (ud * E))) in X4 by ring.
  set (s2 := fadd (pair_product_rest m dh) s1) in *.
  (* the sums *)
  assert (Bm : below h 998).
  { split; [exact Fm |]. apply Rabs_le. assert (bpow radix2 300 <= bpow radix2 998) by (apply bpow_le; lia). lra. }
  destruct (sum_parts c h 998 c_below Bm ltac:(lia)) as (Fs & Fsl & Es & _ & Ss). fold sum in Fs, Es, Ss.
  pose proof (add_below c h 998 c_below Bm ltac:(lia)) as Bs. fold sum in Bs. change (998 + 1)%Z with 999%Z in Bs.
  set (S := Rabs (real sum)) in *. assert (S0 : 0 <= S) by apply Rabs_pos. scales S S0. apply Rabs_le_inv in Ss.
  assert (SB : S <= bpow radix2 999) by apply Bs.
  assert (Big3 : bpow radix2 300 + bpow radix2 999 <= big).
  { assert (bpow radix2 300 <= bpow radix2 999) by (apply bpow_le; lia). unfold big. change 1000%Z with (1 + 999)%Z.
    rewrite bpow_plus.
    change (bpow radix2 1) with 2. lra. }
  destruct (add_step (sum_rest c h) s2 (ud * S + 206/100 * (ud * Rr) + 1004/1000 * (ud * E)) Fsl F4 ltac:(lra)
    ltac:(lra)) as (F5 & X5).
  replace (ud * (ud * S + 206/100 * (ud * Rr) + 1004/1000 * (ud * E)))
    with (ud * (ud * S) + 206/100 * (ud * (ud * Rr)) + 1004/1000 * (ud * (ud * E))) in X5 by ring.
  fold low in F5, X5.
  assert (Bl : below low 999).
  { split; [exact F5 |]. apply Rabs_le. assert (100 * bpow radix2 300 <= bpow radix2 999).
    { apply Rle_trans with (bpow radix2 7 * bpow radix2 300); [apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl;
        lra] |].
      rewrite <- bpow_plus. apply bpow_le. lia. }
    lra. }
  destruct (sum_parts sum low 999 Bs Bl ltac:(lia)) as (Fhi & Flo & Eh & _ & _). fold hi lo in Fhi, Flo, Eh.
  split. { pose proof (add_below sum low 999 Bs Bl ltac:(lia)) as K. apply (below_weaken _ _ _ K). lia. }
  split; [exact Flo |].
  split. { rewrite Eh. unfold hi in Fhi |- *. destruct (fadd_finite _ _ Fhi) as (_ & _ & <-). reflexivity. }
  split; [apply (below_weaken _ _ _ Bs); lia |]. rewrite Eh.
  (* the move along the vector *)
  assert (Mv : - (ud * (ud * (236 * Rr + 395 * q + 156 * T))) <= (real m + real rest) * x - g * x / l <=
    ud * (ud * (236 * Rr + 395 * q + 156 * T))).
  { assert (W0 : 0 <= ud * (ud * (236 * Rr + 395 * q + 156 * T))) by (repeat apply Rmult_le_pos; lra).
    apply (divide _ l); [exact l0 |].
    replace (((real m + real rest) * x - g * x / l) * l) with (((real m + real rest) * l - g) * x) by (field; lra).
    apply Rabs_le_inv in x_l. apply product_within; lra. }
  replace (ud * (ud * (236 * Rr + 395 * q + 156 * T))) with (236 * (ud * (ud * Rr)) + 395 * (ud * (ud * q)) + 156 *
    (ud * (ud * T))) in Mv by ring.
  replace (ud * (ud * (310 * Rr + 460 * q + 185 * T))) with (310 * (ud * (ud * Rr)) + 460 * (ud * (ud * q)) + 185 *
    (ud * (ud * T))) by ring.
  assert (Ex : (real m + real rest) * x = real m * real dh + real m * real dl + real rest * real dh + real rest * real
    dl).
  { rewrite <- x_sum. ring. }
  apply Rabs_le. lra.
Qed.

End PushCoordinate.

From Carom Require Import ContactSide ContactLarge.
From Carom Require Terms_contact.
Import Terms_contact.quotient_rest_terms(quotient_rest_results).

(* The length of the move: (R - q) / |v| as m + rest. *)
Section Move.
Variables r wr R_hi R_lo k_hi k_lo length length_rest inverse rest : F double.
Variables l q T : R.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis quotient : is_quotient k_hi k_lo q T.
Hypothesis l_size : bpow radix2 (-160) <= l <= bpow radix2 165.
Hypothesis length_below : below length 202.
Hypothesis length_rest_finite : finite length_rest.
Hypothesis inverse_finite : finite inverse.
Hypothesis length_is : - (33/10 * (ud * l)) <= real length - l <= 33/10 * (ud * l).
Hypothesis length_rest_is : - (34/10 * (ud * l)) <= real length_rest <= 34/10 * (ud * l).
Hypothesis length_sum : - (51 * (ud * (ud * l))) <= real length + real length_rest - l <= 51 * (ud * (ud * l)).
Hypothesis inverse_is : - (5 * ud) <= real inverse * real length - 1 <= 5 * ud.
Hypothesis q_size : bpow radix2 (-566) <= q <= bpow radix2 215.
Hypothesis T_size : 0 <= T <= bpow radix2 215.
Hypothesis overlap : q < real r + real wr.
Hypothesis T_small : T <= 1003/1000 * bpow radix2 40 * (real r + real wr + q).
Let g := fadd R_hi (fneg k_hi).
Let gl := fadd (sum_rest R_hi (fneg k_hi)) (fsub R_lo k_lo).
Let m := fmul g inverse.
Hypothesis rest_is : quotient_rest_results m g gl length length_rest inverse rest.
Let Rr := 1011/1000 * real R_hi.

Lemma move_parts :
  below m 430 /\ (real m = 0 \/ bpow radix2 (-800) <= Rabs (real m)) /\ finite rest /\
  bpow radix2 (-700) <= Rr <= bpow radix2 220 /\
  - (101/100 * Rr) <= real m * l <= 101/100 * Rr /\
  - (ud * (13 * Rr + 125/10 * q + 5 * T)) <= real rest * l <= ud * (13 * Rr + 125/10 * q + 5 * T) /\
  - (ud * (ud * (236 * Rr + 395 * q + 156 * T))) <= (real m + real rest) * l - (real r + real wr - q) <=
    ud * (ud * (236 * Rr + 395 * q + 156 * T)).
Proof.
  destruct ud_small as [U0 U1]. pose proof (eta_pos double) as T0. pose proof (bpow_gt_0 radix2 (-160)) as Z1.
  pose proof (bpow_gt_0 radix2 (-566)) as Z2. assert (l0 : 0 < l) by lra. assert (q0 : 0 <= q) by lra.
  destruct T_size as [t0 tB].
  destruct reach as [Fr Fw Nr Nw [FRh BRh] FRl R0 ER SR]. rewrite Rabs_pos_eq in BRh by exact R0.
  destruct quotient as [B1 B2 B2s B3 B4 B5 B6].
  scales (real R_hi) R0. scales q q0. scales T t0. scales l (Rlt_le _ _ l0).
  replace (20 * (ud * (q + T))) with (20 * (ud * q) + 20 * (ud * T)) in B4 by ring.
  replace (ud * (11 * q + 48/10 * T)) with (11 * (ud * q) + 48/10 * (ud * T)) in B5 by ring.
  replace (ud * (ud * (206 * q + 80 * T))) with (206 * (ud * (ud * q)) + 80 * (ud * (ud * T))) in B6 by ring.
  set (S := real R_hi) in *.
  assert (uT : 20 * (ud * T) <= 6/1000 * S).
  { assert (E : bpow radix2 40 * ud = / 8192) by (unfold u; rewrite <- bpow_plus; simpl; lra).
    assert (K : ud * T <= ud * (1003/1000 * bpow radix2 40 * (real r + real wr + q))) by (apply Rmult_le_compat_l; lra).
    replace (ud * (1003/1000 * bpow radix2 40 * (real r + real wr + q)))
      with (1003/1000 * (bpow radix2 40 * ud) * (real r + real wr + q)) in K by ring.
    rewrite E in K. lra. }
  assert (qS : q <= 1001/1000 * S) by lra.
  assert (SL : bpow radix2 (-567) <= S).
  { change (-567)%Z with (-1 + -566)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). lra. }
  assert (Bk : below k_hi 470) by (apply (below_weaken _ _ _ B1); lia).
  assert (BR : below R_hi 470) by (split; [exact FRh | rewrite Rabs_pos_eq by exact R0; eapply Rle_trans;
    [exact BRh | apply bpow_le; lia]]).
  assert (Bn : below (fneg k_hi) 470) by (split; [apply finite_fneg, Bk | rewrite real_fneg, Rabs_Ropp; apply Bk]).
  destruct (sum_parts R_hi (fneg k_hi) 470 BR Bn ltac:(lia)) as (Fg & Fs & Es & Sg & _). fold g in Fg, Es.
  rewrite real_fneg in Es, Sg. fold S in Es, Sg.
  assert (Sd : Rabs (S + - real k_hi) <= 1006/1000 * S) by (apply Rabs_le; lra).
  assert (Sg' : Rabs (real (sum_rest R_hi (fneg k_hi))) <= 1006/1000 * (ud * S)).
  { eapply Rle_trans; [exact Sg |]. replace (1006/1000 * (ud * S)) with (ud * (1006/1000 * S)) by ring.
    apply Rmult_le_compat_l; lra. }
  apply Rabs_le_inv in Sg', Sd.
  assert (Big : 100 * (S + q + T) <= big).
  { apply Rle_trans with (bpow radix2 10 * bpow radix2 216); [| rewrite <- bpow_plus; apply bpow_le; lia].
    assert (bpow radix2 150 <= bpow radix2 215) by (apply bpow_le; lia). simpl (bpow radix2 10).
    change 216%Z with (1 + 215)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  destruct (sub_step R_lo k_lo (ud * S + 11 * (ud * q) + 48/10 * (ud * T)) FRl B3 ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (ud * S + 11 * (ud * q) + 48/10 * (ud * T)))
    with (ud * (ud * S) + 11 * (ud * (ud * q)) + 48/10 * (ud * (ud * T))) in X1 by ring.
  set (d := fsub R_lo k_lo) in *. set (s := sum_rest R_hi (fneg k_hi)) in *.
  destruct (add_step s d (2007/1000 * (ud * S) + 1101/100 * (ud * q) + 481/100 * (ud * T)) Fs F1 ltac:(lra) ltac:(lra))
    as (F2 & X2).
  replace (ud * (2007/1000 * (ud * S) + 1101/100 * (ud * q) + 481/100 * (ud * T)))
    with (2007/1000 * (ud * (ud * S)) + 1101/100 * (ud * (ud * q)) + 481/100 * (ud * (ud * T))) in X2 by ring.
  fold gl in F2, X2.
  assert (Gh : - (1007/1000 * S) <= real g <= 1007/1000 * S) by lra.
  (* m *)
  assert (n0 : 0 < real length) by lra.
  assert (i0 : 0 < real inverse).
  { apply Rnot_le_lt. intros Hc. assert (0 <= - real inverse * real length) by (apply Rmult_le_pos; lra). lra. }
  assert (iB : real inverse <= bpow radix2 162).
  { apply Rmult_le_reg_r with (real length); [exact n0 |].
    assert (E : bpow radix2 162 * bpow radix2 (-160) = 4) by (rewrite <- bpow_plus; reflexivity).
    assert (bpow radix2 162 * bpow radix2 (-160) <= bpow radix2 162 * (1001/1000 * real length))
      by (apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]). lra. }
  assert (Gi : Rabs (real g * real inverse) <= bpow radix2 320).
  { rewrite Rabs_mult, (Rabs_pos_eq (real inverse)) by lra. apply Rle_trans with (bpow radix2 151 * bpow radix2 162).
    - apply Rmult_le_compat; try apply Rabs_pos; try lra. apply Rabs_le. change 151%Z with (1 + 150)%Z.
      rewrite bpow_plus.
      change (bpow radix2 1) with 2. lra.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (fmul_is_finite g inverse 320 ltac:(unfold emin; simpl; lia) Fg inverse_finite Gi) as (Fm & Em & Bm).
  fold m in Fm, Em, Bm.
  pose proof (rnd_error double (real g * real inverse)) as Rm. rewrite <- Em in Rm.
  assert (lT : l * tiny <= / 4000 * (ud * (ud * S))).
  { apply Rle_trans with (bpow radix2 165 * bpow radix2 (-1075)); [apply Rmult_le_compat; try lra;
      exact tiny_is_tiny |].
    apply Rle_trans with (bpow radix2 (-12) * (bpow radix2 (-53) * (bpow radix2 (-53) * bpow radix2 (-567))));
      [rewrite <- !bpow_plus; apply bpow_le; lia |].
    change (bpow radix2 (-53)) with ud. apply Rmult_le_compat; [apply bpow_ge_0 | repeat apply Rmult_le_pos; try lra;
      apply bpow_ge_0 | simpl; lra |].
    repeat (apply Rmult_le_compat_l; [lra |]). exact SL. }
  assert (nT : real length * tiny <= / 3000 * (ud * (ud * S))).
  { assert (real length * tiny <= 1001/1000 * l * tiny) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Gn : Rabs (real g * real inverse) * real length <= 1008/1000 * S).
  { rewrite <- (Rabs_pos_eq (real length)) by lra. rewrite <- Rabs_mult, Rmult_assoc.
    pose proof (product_within _ (real inverse * real length) _ (10001/10000) Gh ltac:(lra)) as M. apply Rabs_le. lra. }
  assert (Hn : Rabs (real m * real length - real g) <= 6 * (ud * (101/100 * S))).
  { pose proof (product_within _ _ _ _ Gh inverse_is) as M1.
    replace (1007/1000 * S * (5 * ud)) with (5035/1000 * (ud * S)) in M1 by field.
    assert (M2 : Rabs ((real m - real g * real inverse) * real length) <= 1009/1000 * (ud * S)).
    { rewrite Rabs_mult, (Rabs_pos_eq (real length)) by lra.
      apply Rle_trans with ((ud * Rabs (real g * real inverse) + tiny) * real length); [apply Rmult_le_compat_r; lra |].
      assert (ud * (Rabs (real g * real inverse) * real length) <= ud * (1008/1000 * S)) by (apply Rmult_le_compat_l;
        lra). lra. }
    apply Rabs_le_inv in M2.
    replace (real m * real length - real g) with ((real m - real g * real inverse) * real length + real g *
      (real inverse * real length - 1)) by ring.
    apply Rabs_le. lra. }
  apply Rabs_le_inv in Hn.
  (* 0 or not small *)
  assert (Om : real m = 0 \/ bpow radix2 (-800) <= Rabs (real m)).
  { destruct (fadd_finite _ _ Fg) as (_ & _ & Eg). fold g in Eg. rewrite real_fneg in Eg. fold S in Eg.
    destruct (sum_not_small S (- real k_hi) (-570) (real_in_format R_hi) (in_format_opp _ (real_in_format k_hi)))
      as [Q | Q]; try lia.
    { right. rewrite Rabs_pos_eq by exact R0. eapply Rle_trans; [apply bpow_le | exact SL]; lia. }
    { right. rewrite Rabs_Ropp, Rabs_pos_eq by exact B2. exact B2s. }
    - left. rewrite Em, Eg, Q, rnd_zero, Rmult_0_l. apply rnd_zero.
    - right. change (-570 - 53)%Z with (-623)%Z in Q.
      assert (G1 : bpow radix2 (-624) <= Rabs (real g)).
      { replace (real g) with ((S + - real k_hi) - real s) by lra.
        pose proof (Rabs_triang_inv (S + - real k_hi) (real s)) as K.
        assert (Rabs (real s) <= / 2 * Rabs (S + - real k_hi)) by (eapply Rle_trans; [exact Sg |];
          apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
        change (-624)%Z with (-1 + -623)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2). lra. }
      assert (G2 : bpow radix2 (-168) <= real inverse).
      { apply Rmult_le_reg_r with (real length); [exact n0 |].
        apply Rle_trans with (bpow radix2 (-168) * bpow radix2 166).
        - apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change 166%Z with (1 + 165)%Z. rewrite bpow_plus.
          change (bpow radix2 1) with 2. lra.
        - rewrite <- bpow_plus. change (bpow radix2 (-168 + 166)) with (/ 4). lra. }
      apply Rnot_lt_le. intros Hc.
      assert (G3 : bpow radix2 (-798) <= Rabs (real g * real inverse)).
      { rewrite Rabs_mult, (Rabs_pos_eq (real inverse)) by lra.
        apply Rle_trans with (bpow radix2 (-624) * bpow radix2 (-168)).
        - rewrite <- bpow_plus. apply bpow_le. lia.
        - apply Rmult_le_compat; auto using bpow_ge_0. }
      assert (Rabs (real g * real inverse) <= Rabs (real m) + (ud * Rabs (real g * real inverse) + tiny)).
      { replace (real g * real inverse) with (real m - (real m - real g * real inverse)) at 1 by ring.
        eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
      assert (ud * Rabs (real g * real inverse) <= / 4 * Rabs (real g * real inverse)) by (apply Rmult_le_compat_r;
        [apply Rabs_pos | lra]).
      assert (tiny <= / 4 * bpow radix2 (-798)).
      { change (/ 4) with (bpow radix2 (-2)). rewrite <- bpow_plus.
        eapply Rle_trans; [exact tiny_is_tiny | apply bpow_le; lia]. }
      assert (bpow radix2 (-798) = 4 * bpow radix2 (-800)) by (change (-798)%Z with (2 + -800)%Z; rewrite bpow_plus;
        reflexivity). lra. }
  assert (Bm' : below m 430) by (split; [exact Fm | eapply below_le; [exact Bm | lia]]).
  assert (Ln : bpow radix2 (-161) <= real length) by (change (-161)%Z with (-1 + -160)%Z; rewrite bpow_plus;
    change (bpow radix2 (-1)) with (/ 2); lra).
  assert (Sp : is_splittable (real m * real length)).
  { destruct Om as [Z | Om]; [left; rewrite Z; ring | right]. rewrite Rabs_mult, (Rabs_pos_eq (real length)) by lra.
    apply Rle_trans with (bpow radix2 (-800) * bpow radix2 (-161)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    apply Rmult_le_compat; auto using bpow_ge_0. }
  set (M2 := 45/100 * S + 241/100 * q + 106/100 * T).
  assert (EM : ud * M2 = 45/100 * (ud * S) + 241/100 * (ud * q) + 106/100 * (ud * T)) by (unfold M2; ring).
  assert (EN : ud * (ud * M2) = 45/100 * (ud * (ud * S)) + 241/100 * (ud * (ud * q)) + 106/100 * (ud * (ud * T)))
    by (unfold M2; ring).
  assert (MB : 100 * (S + q + T) <= bpow radix2 450).
  { apply Rle_trans with (bpow radix2 10 * bpow radix2 216); [| rewrite <- bpow_plus; apply bpow_le; lia].
    assert (bpow radix2 150 <= bpow radix2 215) by (apply bpow_le; lia). simpl (bpow radix2 10).
    change 216%Z with (1 + 215)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (EM1 : ud * (101/100 * S) = 101/100 * (ud * S)) by ring.
  assert (EM2 : ud * (ud * (101/100 * S)) = 101/100 * (ud * (ud * S))) by ring.
  destruct (quotient_parts m g gl length length_rest inverse rest (real r + real wr - q) l (101/100 * S) M2
    (31/10 * (ud * (ud * S)) + 229 * (ud * (ud * q)) + 90 * (ud * (ud * T)))) as (Q1 & Q2 & Q3); auto; try (unfold M2;
      lra); try lra.
  { apply (below_weaken _ _ _ length_below). lia. }
  { eapply Rle_trans; [apply bpow_le | apply l_size]; lia. }
  { apply Rle_trans with (bpow radix2 (-567)); [apply bpow_le; lia | lra]. }
  rewrite EM, EM1 in Q2. rewrite EN, EM2 in Q3.
  split; [exact Bm' |]. split; [exact Om |]. split; [exact Q1 |]. unfold Rr. fold S.
  split. { split; [apply Rle_trans with (bpow radix2 (-567)); [apply bpow_le; lia | lra] |].
    apply Rle_trans with (bpow radix2 1 * bpow radix2 150); [change (bpow radix2 1) with 2; lra | rewrite <- bpow_plus;
      apply bpow_le; lia]. }
  split.
  { pose proof (times_scaled (real m) (real length) (1008/1000 * S) (l - real length) (34/10 * ud) n0 ltac:(lra)) as M.
    assert (Q : - (34/10 * ud * real length) <= l - real length <= 34/10 * ud * real length).
    { assert (ud * l <= ud * (10001/10000 * real length)) by (apply Rmult_le_compat_l; lra). lra. }
    specialize (M Q ltac:(lra)). replace (real m * l) with (real m * real length + real m * (l - real length)) by ring.
    replace (34/10 * ud * (1008/1000 * S)) with (34272/10000 * (ud * S)) in M by field. lra. }
  split.
  { replace (ud * (13 * (1011/1000 * S) + 125/10 * q + 5 * T))
      with (13143/1000 * (ud * S) + 125/10 * (ud * q) + 5 * (ud * T)) by field. lra. }
  replace (ud * (ud * (236 * (1011/1000 * S) + 395 * q + 156 * T)))
    with (238596/1000 * (ud * (ud * S)) + 395 * (ud * (ud * q)) + 156 * (ud * (ud * T))) by field. lra.
Qed.

End Move.
