(* Pieces of time that are free: is_free of src/turning/moving_filter.h, with its test by a tangent of |u|.

   If it is certain, all points of the axis are farther than R at all times of the piece. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss Geometry MovingGeometry MovingVectors MovingTurn MovingMiss MovingErrors MovingEnds MovingSide
  MovingFree MovingTangent Terms_moving.

Open Scope R_scope.

Section Piece.
Variables (l h : R).
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point) (R : R).
Hypothesis T : turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R.
Variables (lux luy lwx lwy hux huy hwx hwy n : D).
Notation UX t := (u_x is_end a am b bm t). Notation UY t := (u_y is_end a am b bm t).
Notation WX t := (w_x is_end c cm a am t). Notation WY t := (w_y is_end c cm a am t).
Hypotheses (LU : close lux luy (UX l) (UY l) (padded us)) (LW : close lwx lwy (WX l) (WY l) (padded ws))
  (HU : close hux huy (UX h) (UY h) (padded us)) (HW : close hwx hwy (WX h) (WY h) (padded ws)).

Let l_len := fsqrt (fadd (fmul lux lux) (fmul luy luy)).
Let h_len := fsqrt (fadd (fmul hux hux) (fmul huy huy)).
Let l_cross := fsub (fmul lux lwy) (fmul luy lwx).
Let h_cross := fsub (fmul hux hwy) (fmul huy hwx).
Let side := if flt l_cross (fconst 0 0) then fneg (fconst 1 0) else fconst 1 0 : D.
Let cross := fmul (fconst 1 (-1)) (fadd (fsub (fmul lux hwy) (fmul luy hwx)) (fsub (fmul hux lwy) (fmul huy lwx))).
Let chord := fmul r (fmul (fconst 1 (-1)) (fadd l_len h_len)).
Let f1 := fsub (fmul side cross) chord.
Let half := fmul (fconst 1 (-1)) r.
Let i := fdiv (fconst 1 0) n.
Let g0 := fsub (fmul side l_cross) (fmul half (fadd (fmul (fmul l_len l_len) i) n)).
Let g1 := fsub (fadd f1 chord) (fmul half (fadd (fmul (fadd (fmul lux hux) (fmul luy huy)) i) n)).
Let g2 := fsub (fmul side h_cross) (fmul half (fadd (fmul (fmul h_len h_len) i) n)).
Let k := fadd ws (fmul (fmul r us) i).
Let error := fadd (fmul (fmul (fmul (fconst 1 1) (fconst 1 (-48))) us) k) (tiny_of_lengths r).

Hypotheses (Hn : n = l_len \/ n = h_len) (Un : flt (fmul (fconst 1 (-10)) us) n = true).

Lemma length_is_divisor : below 202 n /\ bpow radix2 (-537) <= real n /\ real n <= (1 + 1 / 50) * real us + H500 / 1000.
Proof.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & _).
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ LU) as (Bl & L0 & EL & NL).
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ HU) as (Bh & LH0 & EH & NH).
  fold l_len in Bl, L0, EL. fold h_len in Bh, LH0, EH. pose proof eps_small. pose proof (bpow_gt_0 radix2 (-500)) as G.
  destruct Su as [Bu U0].
  const_facts 1%Z (-10)%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 (-10)) with (/ 1024) in V1.
  assert (Bc : below 0 (fconst 1 (-10))) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B1 : below (0 + 200) (fmul (fconst 1 (-10)) us)) by (apply below_mul; auto; lia).
  assert (P1 : 0 <= real (fmul (fconst 1 (-10)) us)) by (apply fmul_nonneg; [apply B1 | lra | exact U0]).
  assert (EU : eps * real us <= / 1048576 * real us) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in EL. apply Rabs_le_inv in EH.
  destruct Hn as [E | E]; rewrite E in *.
  - apply flt_real in Un; [| apply B1 | apply Bl]. split; [exact Bl |]. split; [| lra]. apply root_at_least;
      [apply Bl |]. fold l_len. lra.
  - apply flt_real in Un; [| apply B1 | apply Bh]. split; [exact Bh |]. split; [| lra]. apply root_at_least;
      [apply Bh |]. fold h_len. lra.
Qed.

Let K := real us * real ws.
Let Q := real r * ratio us n.

(* The bound. *)
Lemma error_at_least : finite error /\ 61 * eps * (K + Q) + 97 / 100 * (real r * H500) + 97 / 100 * H600 <= real error.
Proof.
  destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _ & Sr & _).
  destruct length_is_divisor as (Bn & Ln & Hl). destruct (length_ratio us n Su Bn Ln Hl Un) as (N0 & HU' & HM & _).
  destruct (inverse_known us n Su Bn Ln Hl Un) as (Bi & I0 & Ei). fold i in Bi, I0, Ei.
  pose proof eps_small. destruct tiny_600 as (T0 & T6 & T7). pose proof (bpow_gt_0 radix2 (-500)).
  pose proof (bpow_gt_0 radix2 (-600)).
  destruct Sr as [Br R0]. destruct Su as [Bu U0]. destruct Sw as [Bw W0].
  assert (B2 : below (200 + 200) (fmul r us)) by (apply below_mul; auto; lia).
  destruct (product_low _ _ (proj1 B2) R0 U0) as [P2 L2].
  assert (B3 : below (400 + 537) (fmul (fmul r us) i)) by (apply below_mul; auto; lia).
  destruct (product_low _ _ (proj1 B3) P2 I0) as [P3 L3].
  apply Rabs_le_inv in Ei. set (U := real us) in *. set (q := real r) in *. set (I := real i) in *.
  set (N := real n) in *.
  assert (UI : 0 <= U * I <= 1026).
  { split; [now apply Rmult_le_pos |]. apply Rle_trans with (1025 * N * I); [apply Rmult_le_compat_r; lra |]. lra. }
  assert (EUI : Rabs (U * (U * I) - ratio us n) <= 101 / 100 * eps * ratio us n).
  { replace (U * (U * I) - ratio us n) with (ratio us n * (I * N - 1)) by (unfold ratio; fold U N; field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (ratio us n)) by lra. rewrite Rmult_comm. apply Rmult_le_compat_r; [lra |].
    apply Rabs_le. lra. }
  pose proof (fmul_error _ _ (proj1 B2)) as E2. pose proof (fmul_error _ _ (proj1 B3)) as E3. fold I in E3.
  fold q U in E2. assert (QU : 0 <= q * U) by now apply Rmult_le_pos. rewrite (Rabs_pos_eq (q * U)) in E2 by assumption.
  assert (Iq : 0 <= tiny * I <= 1).
  { split; [apply Rmult_le_pos; lra |]. destruct Bi as [_ X]. fold I in X. rewrite Rabs_pos_eq in X by assumption.
    change 1 with (bpow radix2 0). apply Rle_trans with (bpow radix2 (-1075) * bpow radix2 537).
    - apply Rmult_le_compat; try lra. change tiny with (bpow radix2 (-1075)). lra.
    - rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (in_range_le r (conj Br R0)) as [_ Q200]. destruct (in_range_le us (conj Bu U0)) as [_ U200].
  fold q in Q200. fold U in U200.
  assert (one : 1 <= bpow radix2 200) by (change 1 with (bpow radix2 0); apply bpow_le; lia).
  revert E2 E3 L2 L3 P2 P3. set (x := real (fmul r us)). set (y := real (fmul (fmul r us) i)). intros E2 E3 L2 L3 P2 P3.
  assert (XI : 0 <= x * I) by now apply Rmult_le_pos. rewrite (Rabs_pos_eq (x * I)) in E3 by assumption.
  apply Rabs_le_inv in E2. apply Rabs_le_inv in E3.
  assert (XU : x * I <= (11 / 10 * (q * U) + tiny) * I).
  { apply Rmult_le_compat_r; [lra |]. assert (eps * (q * U) <= / 1048576 * (q * U)) by (apply Rmult_le_compat_r; lra).
    lra. }
  assert (QUI : q * (U * I) <= bpow radix2 200 * 1026) by (apply Rmult_le_compat; lra).
  assert (Y4 : y <= 2000 * bpow radix2 200).
  { assert (eps * (x * I) <= / 1048576 * (x * I)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (B3' : below 211 (fmul (fmul r us) i)).
  { split; [apply B3 |]. fold y. rewrite Rabs_pos_eq by assumption. change 211%Z with (11 + 200)%Z. rewrite bpow_plus.
    change (bpow radix2 11) with 2048. lra. }
  assert (B4 : below (211 + 1) k) by (apply below_add; [lia | eapply below_weaken; [exact Bw | lia] | exact B3']).
  destruct (sum_low _ _ (proj1 B4) W0 P3) as [P4 L4]. fold k in P4, L4. fold y in L4.
  destruct (twice_bound us k r (conj Bu U0) (below_weaken _ 412 _ B4 ltac:(lia)) P4 (conj Br R0)) as [Fe Le].
  fold error in Fe, Le.
  split; [exact Fe |]. fold U q in Le.
  (* U k against K + Q *)
  assert (X1 : (1 - eps) * (real ws + y) * U <= real k * U) by (apply Rmult_le_compat_r; lra).
  assert (X2 : ((1 - eps) * (x * I) - tiny) * U <= y * U) by (apply Rmult_le_compat_r; lra).
  assert (X3 : ((1 - eps) * (q * U) - tiny) * (U * I) <= x * (U * I)) by (apply Rmult_le_compat_r; lra).
  assert (Qq : Rabs (q * (U * (U * I)) - Q) <= 101 / 100 * (eps * Q)).
  { unfold Q. fold q. replace (q * (U * (U * I)) - q * ratio us n) with (q * (U * (U * I) - ratio us n)) by ring.
    rewrite Rabs_mult, (Rabs_pos_eq q) by assumption.
    replace (101 / 100 * (eps * (q * ratio us n))) with (q * (101 / 100 * eps * ratio us n)) by ring.
    now apply Rmult_le_compat_l. }
  apply Rabs_le_inv in Qq. assert (Q0 : 0 <= Q) by (unfold Q; apply Rmult_le_pos; lra).
  assert (EQ : 0 <= eps * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  set (P := q * (U * (U * I))) in *. assert (P0 : 0 <= P) by (unfold P; apply Rmult_le_pos; [lra | apply Rmult_le_pos;
    lra]).
  assert (TU : 0 <= tiny * U <= H600 / 1048576).
  { split; [apply Rmult_le_pos; lra |]. pose proof (tiny_times_600 U ltac:(lra)). lra. }
  assert (TUI : tiny * (U * I) <= tiny * 1026) by (apply Rmult_le_compat_l; lra).
  replace (((1 - eps) * (q * U) - tiny) * (U * I)) with ((1 - eps) * P - tiny * (U * I)) in X3 by (unfold P; ring).
  assert (EP : 0 <= eps * P <= / 1048576 * P) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  replace (((1 - eps) * (x * I) - tiny) * U) with ((1 - eps) * (x * (U * I)) - tiny * U) in X2 by ring.
  assert (X4 : (1 - eps) * ((1 - eps) * P - tiny * (U * I)) <= (1 - eps) * (x * (U * I))) by (apply Rmult_le_compat_l;
    lra).
  assert (X5 : 0 <= eps * (tiny * (U * I))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert (X6 : 0 <= eps * (eps * P)) by (apply Rmult_le_pos; lra).
  assert (YU : (1 - 2 * eps) * P - H600 / 1000 <= y * U) by lra.
  assert (K0 : 0 <= K) by (now apply Rmult_le_pos).
  replace ((1 - eps) * (real ws + y) * U) with ((1 - eps) * (K + y * U)) in X1 by (unfold K; fold U; ring).
  assert (X7 : (1 - eps) * (K + ((1 - 2 * eps) * P - H600 / 1000)) <= (1 - eps) * (K + y * U))
    by (apply Rmult_le_compat_l; lra).
  assert (EK : 0 <= eps * K <= / 1048576 * K) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (E6 : 0 <= eps * H600 <= / 1048576 * H600) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UK : 99 / 100 * (K + Q) - H600 / 500 <= U * real k) by lra.
  assert (X8 : eps * (99 / 100 * (K + Q) - H600 / 500) <= eps * (U * real k)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= q * H500) by (apply Rmult_le_pos; lra). lra.
Qed.

(* One value: x is near |X|, d near the product of two vectors u. *)
Lemma value_known (x d : D) X Y : below 408 x -> Rabs (real x - X)
  <= 18 * eps * K + 5 * eps * Q + real r * H500 / 100 + H600 / 20 ->
  Rabs X <= (1 + 1 / 50) * K + H600 / 100 ->
  below 405 d -> Rabs (real d - Y) <= 16 * eps * (padded us * padded us) + 8 * tiny -> Rabs Y
    <= (1 + 1 / 25) * (padded us * padded us) ->
  let v := fsub x (fmul half (fadd (fmul d i) n)) in
  below 421 v /\ Rabs (real v - (X - R * ((Y / real n + real n) / 2))) < real error.
Proof.
  intros Bx Ex Mx Bd Ed Md v. destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _ &
    Sr & HR & ER).
  destruct length_is_divisor as (Bn & Ln & Hl). destruct error_at_least as [_ Le].
  destruct (term_known us n r R Su Bn Ln Hl Un Sr HR ER d Y Bd Ed Md) as (Bt & Et & Mt). fold i half Q in Et, Mt.
  fold i half in Bt.
  assert (B : below (420 + 1) v).
  { apply below_sub; [lia | eapply below_weaken; [exact Bx | lia] | exact Bt]. }
  split; [exact B |]. pose proof (fsub_error _ _ (proj1 B)) as E. fold v in E.
  destruct (length_ratio us n Su Bn Ln Hl Un) as (_ & _ & HM & _). pose proof eps_small.
  pose proof (bpow_gt_0 radix2 (-500)) as G5. pose proof (bpow_gt_0 radix2 (-600)) as G6. pose proof (proj2 Sr) as R0.
  assert (Q0 : 0 <= Q) by (unfold Q; apply Rmult_le_pos; lra). assert (K0 : 0 <= K) by (unfold K; apply Rmult_le_pos;
    [apply Su | apply Sw]).
  assert (RG : 0 <= real r * H500) by (apply Rmult_le_pos; lra).
  revert Ex Mx Et Mt E Le. generalize (real v) (real (fmul half (fadd (fmul d i) n))) (R * ((Y / real n + real n) / 2))
    (real error).
  revert K0 Q0 RG. generalize K Q (real r * H500) (real x). intros k' q' g x' K0 Q0 RG v' t y e Ex Mx Et Mt E Le.
  assert (EK : 0 <= eps * k' <= / 1048576 * k') by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EQ : 0 <= eps * q' <= / 1048576 * q') by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EG : 0 <= eps * g <= / 1048576 * g) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (E6 : 0 <= eps * H600 <= / 1048576 * H600) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  apply Rabs_le_inv in Ex. apply Rabs_le_inv in Mx. apply Rabs_le_inv in Et. apply Rabs_le_inv in Mt.
  assert (S : Rabs (x' - t) <= 11 / 10 * k' + 21 / 10 * q' + g / 5 + H600) by (apply Rabs_le; lra).
  assert (ES : eps * Rabs (x' - t) <= eps * (11 / 10 * k' + 21 / 10 * q' + g / 5 + H600)) by (apply Rmult_le_compat_l;
    lra).
  apply Rabs_le_inv in E. eapply Rle_lt_trans;
    [apply Rabs_le with (b := 20 * (eps * k') + 26 * (eps * q') + g / 10 + H600 / 10); lra | lra].
Qed.

Theorem tangent_is_free : flt error (smaller (smaller g0 g1) g2) = true ->
  forall t, l <= t <= h -> farther Segment (place is_end c cm t) (place is_end a am t) (place is_end b bm t) R.
Proof.
  intros H t Ht. destruct (ranges _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (Su & Sw & _ & Sr & HR & ER).
  destruct (side_value l_cross) as (sign & S2 & Fs & Vs). fold side in Fs, Vs.
  destruct length_is_divisor as (Bn & Ln & Hl). destruct error_at_least as [Fe _]. pose proof eps_small.
  destruct (length_ratio us n Su Bn Ln Hl Un) as (N0 & _ & HM & UM & _).
  assert (K0 : 0 <= real us * real ws) by (apply Rmult_le_pos; [apply Su | apply Sw]).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw LU LW) as (B1 & E1 & M1).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw HU HW) as (B2 & E2 & M2).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw LU HW) as (B3 & E3 & M3).
  destruct (cross_known _ _ _ _ _ _ _ _ us ws Su Sw HU LW) as (B4 & E4 & M4). cbv zeta in *.
  destruct half_value as [Fh Vh].
  destruct (half_sum_known _ _ _ 1 _ _ _ Fh (or_introl eq_refl) Vh K0 B3 E3 M3 B4 E4 M4) as (B5 & E5 & M5).
  rewrite Rmult_1_l in E5.
  fold cross in B5, E5. fold l_cross in B1, E1. fold h_cross in B2, E2. fold K in E1, M1, E2, M2, E5, M5. fold K in K0.
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ LU) as (Bl & L0 & EL & NL).
  destruct (length_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ HU) as (Bh & LH0 & EH & NH).
  fold l_len in Bl, L0, EL. fold h_len in Bh, LH0, EH.
  destruct (square_of_length _ _ _ _ _ LU Bl) as (C1 & D1 & S1).
  destruct (square_of_length _ _ _ _ _ HU Bh) as (C2 & D2 & S2').
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ LU HU) as (C3 & D3 & S3). fold l_len in C1, D1. fold h_len in C2, D2.
  pose proof (bpow_gt_0 radix2 (-500)) as G5. pose proof (bpow_gt_0 radix2 (-600)) as G6. pose proof (proj2 Sr) as R0.
  pose proof (proj2 Su) as U0.
  assert (Q0 : 0 <= Q) by (unfold Q; apply Rmult_le_pos; lra). assert (RG : 0 <= real r * H500) by (apply Rmult_le_pos;
    lra).
  assert (EK : 0 <= eps * K <= / 1048576 * K) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EQ : 0 <= eps * Q <= / 1048576 * Q) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EG : 0 <= eps * (real r * H500) <= / 1048576 * (real r * H500)) by (split;
    [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (E6 : 0 <= eps * H600 <= / 1048576 * H600) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (PP : 0 <= eps * (padded us * padded us)).
  { apply Rmult_le_pos; [lra |]. pose proof (proj1 (padded_facts us Su)). now apply Rmult_le_pos. }
  assert (Signed : forall v X B, Rabs (v - X) <= B -> Rabs (sign * v - sign * X) <= B).
  { intros v X B A. replace (sign * v - sign * X) with (sign * (v - X)) by ring. rewrite Rabs_mult.
    destruct (sign_cases sign S2) as [-> | ->]; [rewrite Rabs_pos_eq by lra | rewrite (Rabs_left (-1)) by lra]; lra. }
  assert (Sized : forall X, Rabs X <= (1 + 1 / 50) * K + H600 / 100 -> Rabs (sign * X)
    <= (1 + 1 / 50) * K + H600 / 100).
  { intros X A. pose proof (Signed X 0 _ ltac:(rewrite Rminus_0_r; exact A)) as Z.
    now rewrite Rmult_0_r, Rminus_0_r in Z. }
  destruct (times_side side l_cross sign 405 S2 Fs Vs ltac:(lia) B1) as [F0 V0].
  destruct (times_side side h_cross sign 405 S2 Fs Vs ltac:(lia) B2) as [F2 V2].
  destruct (times_side side cross sign 406 S2 Fs Vs ltac:(lia) B5) as [F1 V1].
  (* The chord, as far as it is needed. *)
  assert (Bc : below 406 chord /\ Rabs (real chord) <= 12 / 10 * Q + real r * H500 / 100 + H600 / 100).
  { assert (A1 : below (202 + 1) (fadd l_len h_len)) by (apply below_add; auto; lia).
    assert (Ac : below 0 (fconst 1 (-1))) by (split; [exact Fh |]; rewrite Vh, Rabs_pos_eq; simpl; lra).
    assert (A2 : below (0 + 203) (fmul (fconst 1 (-1)) (fadd l_len h_len))) by (apply below_mul; auto; lia).
    assert (A3 : below (200 + 203) chord) by (apply below_mul; [lia | apply Sr | exact A2]).
    split; [eapply below_weaken; [exact A3 | lia] |].
    pose proof (fadd_error _ _ (proj1 A1)) as X1. pose proof (fmul_error _ _ (proj1 A2)) as X2.
    pose proof (fmul_error _ _ (proj1 A3)) as X3.
    fold chord in X3. rewrite Vh in X2. pose proof (fadd_nonneg _ _ (proj1 A1) L0 LH0) as P1.
    assert (P2 : 0 <= real (fmul (fconst 1 (-1)) (fadd l_len h_len))) by (apply fmul_nonneg;
      [apply A2 | lra | exact P1]).
    destruct small_root as (_ & _ & T5 & _). destruct tiny_600 as (T0 & T6 & _).
    revert P1 P2 X1 X2 X3. generalize (real chord). generalize (real (fmul (fconst 1 (-1)) (fadd l_len h_len))).
    generalize (real (fadd l_len h_len)).
    intros p q w P1 P2 X1 X2 X3. rewrite (Rabs_pos_eq (real l_len + real h_len)) in X1 by lra.
    rewrite (Rabs_pos_eq (1 / 2 * p)) in X2 by lra.
    assert (RQ : 0 <= real r * q) by (apply Rmult_le_pos; lra). rewrite (Rabs_pos_eq (real r * q)) in X3 by assumption.
    apply Rabs_le_inv in X1. apply Rabs_le_inv in X2. apply Rabs_le_inv in EL. apply Rabs_le_inv in EH.
    assert (eps * (real l_len + real h_len) <= / 1048576 * (real l_len + real h_len)) by (apply Rmult_le_compat_r; lra).
    assert (eps * (1 / 2 * p) <= / 1048576 * (1 / 2 * p)) by (apply Rmult_le_compat_r; lra).
    assert (eps * real us <= / 1048576 * real us) by (apply Rmult_le_compat_r; lra).
    assert (q <= 102 / 100 * real us + H500 / 10000) by lra.
    assert (q <= 115 / 100 * ratio us n + H500 / 200) by lra.
    assert (Z : real r * q <= real r * (115 / 100 * ratio us n + H500 / 200)) by (apply Rmult_le_compat_l; lra).
    replace (real r * (115 / 100 * ratio us n + H500 / 200)) with (115 / 100 * Q + real r * H500 / 200) in Z
      by (unfold Q; field).
    assert (eps * (real r * q) <= / 1048576 * (real r * q)) by (apply Rmult_le_compat_r; lra). apply Rabs_le_inv in X3.
    apply Rabs_le. lra. }
  destruct Bc as [Bc Mc]. destruct (added_again (fmul side cross) chord F1 Bc) as [F3 V3]. fold f1 in F3, V3.
  rewrite V1 in V3.
  pose proof (Signed _ _ _ E1) as G1. rewrite <- V0 in G1. pose proof (Signed _ _ _ E2) as G2. rewrite <- V2 in G2.
  pose proof (Signed _ _ _ E5) as G3.
  assert (G4 : Rabs (real (fadd f1 chord) - sign * (((UX l * WY h - UY l * WX h) + (UX h * WY l - UY h * WX l)) / 2)) <=
    18 * eps * K + 5 * eps * Q + real r * H500 / 100 + H600 / 20).
  { pose proof (Sized _ M5) as M5'. apply Rabs_le_inv in G3. apply Rabs_le_inv in M5'. apply Rabs_le_inv in V3.
    assert (SC : Rabs (sign * real cross) <= 11 / 10 * K + H600) by (apply Rabs_le; lra).
    assert (eps * Rabs (sign * real cross) <= eps * (11 / 10 * K + H600)) by (apply Rmult_le_compat_l; lra).
    assert (eps * Rabs (real chord) <= eps * (12 / 10 * Q + real r * H500 / 100 + H600 / 100))
      by (apply Rmult_le_compat_l; lra).
    apply Rabs_le. lra. }
  destruct (value_known (fmul side l_cross) (fmul l_len l_len) (sign * (UX l * WY l - UY l * WX l)) (UX l * UX l + UY l
    * UY l)) as [X0 Y0];
    [eapply below_weaken; [exact F0 | lia] | eapply Rle_trans; [exact G1 | lra] | apply Sized;
      exact M1 | exact C1 | exact D1 | exact S1 |].
  destruct (value_known (fmul side h_cross) (fmul h_len h_len) (sign * (UX h * WY h - UY h * WX h)) (UX h * UX h + UY h
    * UY h)) as [X2 Y2];
    [eapply below_weaken; [exact F2 | lia] | eapply Rle_trans; [exact G2 | lra] | apply Sized;
      exact M2 | exact C2 | exact D2 | exact S2' |].
  destruct (value_known (fadd f1 chord) (fadd (fmul lux hux) (fmul luy huy)) (sign * (((UX l * WY h - UY l * WX h) +
    (UX h * WY l - UY h * WX l)) / 2))
    (UX l * UX h + UY l * UY h)) as [X1 Y1].
  { exact F3. } { exact G4. } { apply Sized; exact M5. } { exact C3. } { pose proof tiny_pos. eapply Rle_trans;
      [exact D3 |]. lra. }
  { eapply Rle_trans; [exact S3 |]. pose proof (proj1 (padded_facts us Su)) as PU. pose proof (Rmult_le_pos _ _ PU PU).
    lra. }
  fold g0 in X0, Y0. fold g1 in X1, Y1. fold g2 in X2, Y2.
  destruct (above_three 421 _ _ _ _ X0 X1 X2 Fe H) as (A0 & A1 & A2).
  apply Rabs_def2 in Y0. apply Rabs_def2 in Y1. apply Rabs_def2 in Y2.
  apply (piece_below_tangent _ _ _ _ _ _ _ _ (proj1 HR) sign l h t (real n) S2 Ht N0);
    unfold cross_at, cross_between, u2_between; lra.
Qed.
End Piece.

Lemma both_hold (x y : bool) : (if negb x then false else y) = true -> x = true /\ y = true.
Proof. destruct x; simpl; auto; discriminate. Qed.

Lemma one_of_both (x : bool) (v w : D) : (if x then v else w) = v \/ (if x then v else w) = w.
Proof. destruct x; auto. Qed.

Theorem free_piece_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r l h
    l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a l_b h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a h_b
    e_f e_p e_q e_a e_b m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_valid_turn_results cr wr extent us ws zs r true ->
  finite l -> finite h -> 0 <= real l -> real l <= real h -> real h <= 1 ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r l l_t lux luy lwx lwy lzx lzy l_len l_cross l_p l_q l_a
    l_b ->
  values_at_results ux uy uxc uyc wx wy wxc wyc zx zy zxc zyc r h h_t hux huy hwx hwy hzx hzy h_len h_cross h_p h_q h_a
    h_b ->
  errors_of_results us ws zs r e_f e_p e_q e_a e_b ->
  piece_of_results r lux luy lwx lwy lzx lzy l_len l_cross hux huy hwx hwy hzx hzy h_len h_cross
    m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b ->
  is_free_results us ws r e_f e_p e_q e_a e_b lux luy l_len l_cross l_p l_q l_a l_b hux huy h_len h_cross h_p h_q h_a
    h_b
    m_side m_f0 m_f1 m_f2 m_p m_q m_a m_b true ->
  forall t, real l <= t <= real h ->
    farther Segment (place is_end (point_of cx cy) (point_of cmx cmy) t) (place is_end (point_of ax ay) (point_of amx
      amy) t)
      (place is_end (point_of bx by_) (point_of bmx bmy) t) (real cr + real wr).
Proof.
  intros V Valid Fl Fh L0 LH H1 VL VH E P H t Ht.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V Valid)
    as (_ & _ & _ & _ & _ & _ & T).
  unfold values_at_results in VL, VH. open VL. open VH. destruct VL, VH.
  unfold errors_of_results in E. open E. destruct E. unfold piece_of_results in P. open P. destruct P.
  unfold is_free_results in H. open H. destruct H.
  match goal with A : is_free_by_tangent_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ =>
    unfold is_free_by_tangent_results in A; open A; destruct A end.
  subst.
  match goal with A : vector_at_results ux _ _ _ l _ _, B : vector_at_results wx _ _ _ l _ _,
    C : vector_at_results zx _ _ _ l _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ _ Fl ltac:(lra) A B C)
      as (LU & LW & LZ) end.
  match goal with A : vector_at_results ux _ _ _ h _ _, B : vector_at_results wx _ _ _ h _ _,
    C : vector_at_results zx _ _ _ h _ _ |- _ =>
    destruct (vectors_at_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ _ Fh ltac:(lra) A B C)
      as (HU & HW & HZ) end.
  match goal with A : true = orb _ _ |- _ => symmetry in A; rename A into H end.
  apply orb_prop in H. destruct H as [H | H]; [apply orb_prop in H; destruct H as [H | H]; [apply orb_prop in H;
    destruct H as [H | H] |] |].
  - eapply beside_is_free; [exact T | exact LU | exact LW | exact HU | exact HW | exact H | exact Ht].
  - apply andb_prop in H. destruct H as [H H'].
    eapply beyond_a_is_free; [exact T | exact LU | exact LW | exact HU | exact HW | exact H | exact H' | exact Ht].
  - apply andb_prop in H. destruct H as [H H'].
    eapply beyond_b_is_free; [exact T | exact LU | exact LZ | exact HU | exact HZ | exact H | exact H' | exact Ht].
  - apply both_hold in H. destruct H as [A H]. apply andb_prop in A. destruct A as [_ A]. eapply tangent_is_free;
      [exact T | exact LU | exact LW | exact HU | exact HW | | exact A | exact H | exact Ht].
    apply one_of_both.
Qed.
