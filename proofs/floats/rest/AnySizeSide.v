(* What depth and normal on the side of a wall need, for solve_side of src/rest/contact_integers.c: the forms, from
   doubles (approximate_side) or from integers, 1 / |u|^2, and in real numbers the distance and the gap.
   AnySizeSideDepth.v has solve_side.

   The distance is |u x w| / |u|, within 2^-59 of the larger of R and itself. The gap, divided by |u|^2, is within 2^-58
   of R^2 + q^2. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeParts AnySizeNormal.
From Carom Require Bounded Terms_wide Terms_any_size.
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_any_size.solve_side_terms(solve_side_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* ---- the forms ---- *)

Definition is_side_length (plain : bool) (L : R) (h l : D) (e : Z) :=
  0 < L /\
  if plain then is_good 405 h l /\ e = 0%Z /\ b2 (-401) <= L <= b2 402 /\ Rabs (value h l 0 - L) <= b2 (-101) * L
  else is_cut_off L h l e.

Definition is_side_cross (plain : bool) (c r L : R) (h l : D) (e : Z) :=
  if plain then
    is_good 407 h l /\ e = 0%Z /\ same_sign (real h) c /\ b2 (-752) <= Rabs (real h) /\
    Rabs (value h l 0 - c) * Rabs (value h l 0 - c) <= b2 (-123) * (r * r * L + c * c) /\
    b2 (-402) * L <= r * r * L + c * c /\ c * c <= b2 404 * L
  else is_cut_off c h l e.

Definition is_side_gap (plain : bool) (c r L : R) (h l : D) (e : Z) :=
  if plain then
    is_good 820 h l /\ e = 0%Z /\ same_sign (real h) (r * r * L - c * c) /\
    Rabs (value h l 0 - (r * r * L - c * c)) <= b2 (-59) * (r * r * L + c * c) /\
    8 / 10 * (b2 (-95) * (r * r * L + c * c)) <= Rabs (real h)
  else is_cut_off (r * r * L - c * c) h l e.

Lemma length_is_positive plain L h l e : is_side_length plain L h l e ->
  is_positive plain 405 8 h l e /\ Rabs (value h l e - L) <= b2 (-100) * L.
Proof.
  intros (L0 & H). destruct plain.
  - destruct H as (G & -> & (S1 & _) & E).
    assert (E' : Rabs (value h l 0 - L) <= b2 (-100) * L).
    { eapply Rle_trans; [exact E |]. apply Rmult_le_compat_r; [lra | apply bpow_le; lia]. }
    split; [| exact E']. split; [exact G |]. split; [| reflexivity].
    change (b2 (-101)) with (/ 2535301200456458802993406410752) in E. apply Rabs_le_inv in E.
    assert (P : 0 < real h) by (apply (high_sign 405 h l 0 G); lra).
    pose proof (plain_value_size _ _ _ G) as A. pose proof (wide_size _ _ (good_wide _ _ _ G)) as (_ & W).
    assert (El : real h + real l = value h l 0) by (unfold value; change (b2 0) with 1; ring). rewrite El in W.
    rewrite (Rabs_pos_eq (real h)), Rabs_pos_eq in W by lra. change (- (405))%Z with (-4 + -401)%Z.
    rewrite (bpow_plus radix2 (-4)). change (b2 (-4)) with (/ 16). lra.
  - destruct (cut_off_parts _ _ _ _ H) as (G & _ & S & Z & O & E). rewrite (Rabs_pos_eq L) in E by lra.
    assert (P : 0 < real h) by (apply S; exact L0). rewrite (Rabs_pos_eq (real h)) in O by lra.
    assert (O' : 1 <= real h) by (destruct O; lra).
    assert (One : forall i, (0 <= i)%Z -> b2 (- i) <= real h).
    { intros i Hi. apply Rle_trans with (b2 0); [apply bpow_le; lia | exact O']. }
    split; [| eapply Rle_trans; [exact E |]; apply Rmult_le_compat_r; [lra | apply bpow_le; lia]].
    split; [apply (good_weaken 1); [exact G | lia] |]. split; [apply One; lia |].
    split; [apply (good_weaken 1); [exact G | lia] | apply One; lia].
Qed.

(* ---- 1 / |u|^2 ---- *)

Definition is_inverse2 (plain : bool) (L : R) (h l : D) (e : Z) :=
  is_good 423 h l /\ 0 < real h /\ Rabs (value h l e * L - 1) <= 104 / 100 * b2 (-97) /\
  if plain then e = 0%Z /\ b2 (-420) <= real h else is_good 23 h l /\ b2 (-19) <= real h.

Lemma square_of_inverse plain L ih il ie h l e : wide_mul_results ih il ie ih il ie h l e -> 0 < L ->
  is_factor plain 1 (sqrt L) ih il ie -> 0 < real ih -> b2 (-209) <= real ih -> (plain = false -> b2 (-9) <= real ih) ->
  is_inverse2 plain L h l e.
Proof.
  intros H L0 (G & E & M) P L2 L9. pose proof (good_weaken _ 850 _ _ G ltac:(lia)) as G'.
  pose proof (proj2 (proj2 (proj2 G))) as B. pose proof (bpow_gt_0 radix2 (-209)) as P2.
  assert (A2 : b2 (-209) <= Rabs (real ih)) by (rewrite Rabs_pos_eq; lra).
  assert (Sp : is_splittable (real ih * real ih)) by (apply (splittable_of_sizes _ _ (-209) (-209));
    [now right ..| lia]).
  destruct (wide_mul_sized 420 _ _ _ _ _ _ _ _ _ H ltac:(lia) G' G' (product_at_most 210 210 _ _ B B) Sp)
    as (G2 & Ee & S2 & E2).
  set (i := value ih il ie) in *. set (v := value h l e) in *.
  assert (Sq : sqrt L * sqrt L = L) by (apply sqrt_sqrt; lra). pose proof (sqrt_lt_R0 _ L0) as q0.
  pose proof (Rle_0_sqr i) as I0. unfold Rsqr in I0. rewrite (Rabs_pos_eq (i * i)) in E2 by exact I0.
  assert (Small : b2 (-98) <= / 1000000) by (apply Rle_trans with (b2 (-30)); [apply bpow_le; lia |
    change (b2 (-30)) with (/ 1073741824); lra]).
  assert (Ei : Rabs (i * i * L - 1) <= 2 * b2 (-98) + / 1000000 * b2 (-98)).
  { rewrite <- Sq. replace (i * i * (sqrt L * sqrt L) - 1) with ((i * sqrt L - 1) * (2 + (i * sqrt L - 1))) by ring.
    rewrite Rabs_mult. replace (2 * b2 (-98) + / 1000000 * b2 (-98)) with (b2 (-98) * (2 + / 1000000)) by ring.
    apply Rmult_le_compat; try apply Rabs_pos; [exact E |]. eapply Rle_trans; [apply Rabs_triang |].
    rewrite (Rabs_pos_eq 2) by lra. lra. }
  assert (EL : Rabs (v * L - 1) <= 104 / 100 * b2 (-97)).
  { replace (v * L - 1) with ((v - i * i) * L + (i * i * L - 1)) by ring. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_mult, (Rabs_pos_eq L) by lra.
    assert (T : Rabs (v - i * i) * L <= b2 (-102) * (i * i * L)).
    { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
    destruct (abs_near _ _ _ Ei) as (N & _). rewrite Rabs_R1, Rabs_pos_eq in N by (apply Rmult_le_pos; lra).
    assert (T2 : b2 (-102) * (i * i * L) <= b2 (-102) * (1 + / 10)).
    { apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    change (-97)%Z with (1 + -98)%Z. change (-102)%Z with (-4 + -98)%Z in T, T2. rewrite bpow_plus in T, T2 |- *.
    change (b2 1) with 2. change (b2 (-4)) with (/ 16) in T, T2. pose proof (bpow_gt_0 radix2 (-98)).
    (* 2^-102 is 2^-98 / 16 *)
    lra. }
  rewrite (Rabs_pos_eq (real ih * real ih)) in S2 by (apply Rmult_le_pos; lra).
  assert (Pv : 0 < v).
  { apply Rabs_le_inv in EL. apply Rmult_lt_reg_r with L; [exact L0 |]. rewrite Rmult_0_l.
    assert (b2 (-97) <= / 4) by (change (/ 4) with (b2 (-2)); apply bpow_le; lia). lra. }
  assert (Ph : 0 < real h) by (apply (high_sign _ _ _ e G2); exact Pv). rewrite (Rabs_pos_eq (real h)) in S2 by lra.
  split; [exact G2 |]. split; [exact Ph |]. split; [exact EL |].
  assert (Low : forall i, b2 (- i) <= real ih -> b2 (- (2 * i + 1)) <= real h).
  { intros j Hj. pose proof (bpow_gt_0 radix2 (- j)).
    replace (- (2 * j + 1))%Z with (-1 + (- j + - j))%Z by ring. rewrite !bpow_plus. change (b2 (-1)) with (/ 2).
    assert (b2 (- j) * b2 (- j) <= real ih * real ih) by (apply Rmult_le_compat; lra).
    pose proof (Rmult_lt_0_compat _ _ H0 H0). lra. }
  destruct plain.
  - split; [now rewrite Ee, M |]. eapply Rle_trans; [| apply (Low 209%Z); exact L2]. apply bpow_le. lia.
  - destruct M as (G10 & _). specialize (L9 eq_refl). split; [| now apply (Low 9%Z)].
    apply (good_of_bound 423); [exact G2 |]. rewrite Rabs_pos_eq by lra. pose proof (proj2 (proj2 (proj2 G10))) as B10.
    rewrite Rabs_pos_eq in B10 by lra. change 23%Z with (1 + (11 + 11))%Z.
    rewrite (bpow_plus radix2 1), (bpow_plus radix2 11). change (b2 1) with 2.
    assert (real ih * real ih <= b2 11 * b2 11).
    { pose proof (bpow_le radix2 10 11 ltac:(lia)). apply Rmult_le_compat; lra. }
    pose proof (Rmult_lt_0_compat _ _ (bpow_gt_0 radix2 11) (bpow_gt_0 radix2 11)). lra.
Qed.

(* ---- the distance ---- *)

Lemma abs_of_high (n : Z) (h l : D) e : is_good n h l ->
  let ah := if flt h (fconst 0 0) then fneg h else h in let al := if flt h (fconst 0 0) then fneg l else l in
  is_good n ah al /\ 0 <= real ah /\ real ah = Rabs (real h) /\ value ah al e = Rabs (value h l e).
Proof.
  intros G ah al. destruct (magnitude n h l e G) as (Ga & Za & Va). fold ah al in Ga, Za, Va.
  destruct zero_value as (F0 & V0).
  assert (A : real ah = Rabs (real h)).
  { unfold ah. destruct (flt h (fconst 0 0)) eqn:C.
    - apply flt_real in C; [| apply G | exact F0]. rewrite V0 in C. rewrite real_fneg, Rabs_left; lra.
    - apply flt_real_false in C; [| apply G | exact F0]. rewrite V0 in C. now rewrite Rabs_pos_eq by lra. }
  split; [exact Ga |]. split; [rewrite A; apply Rabs_pos | auto].
Qed.

(* In real numbers: v near |c|, i near 1 / s, where s^2 = L and q = |c| / s. *)
Lemma distance_error v c r s i d : 0 < s -> 0 <= r -> 0 <= v ->
  Rabs (v - Rabs c) * Rabs (v - Rabs c) <= b2 (-123) * (r * r * (s * s) + c * c) -> Rabs (i * s - 1) <= b2 (-98) ->
  Rabs (d - v * i) <= b2 (-102) * Rabs (v * i) ->
  Rabs (d - Rabs c / s) <= b2 (-59) * Rmax r (Rabs c / s).
Proof.
  intros S R0 V0 Hv Hi Hd. set (q := Rabs c / s). pose proof (Rabs_pos c) as C0.
  assert (q0 : 0 <= q). { unfold q. apply Rmult_le_pos; [exact C0 |]. left. now apply Rinv_0_lt_compat. }
  pose proof (Rmax_l r q) as M1. pose proof (Rmax_r r q) as M2. set (m := Rmax r q) in *.
  assert (Ec : Rabs c = q * s) by (unfold q; field; lra).
  assert (Cc : c * c = q * q * (s * s)) by (rewrite <- (square_of_abs c), Ec; ring).
  set (t := Rabs (v - Rabs c)) in *. assert (t0 : 0 <= t) by apply Rabs_pos.
  assert (T : t <= b2 (-61) * (m * s)).
  { apply Rsqr_incr_0_var; [| apply Rmult_le_pos; [apply bpow_ge_0 | apply Rmult_le_pos; lra]]. unfold Rsqr.
    eapply Rle_trans; [exact Hv |]. rewrite Cc.
    replace (b2 (-61) * (m * s) * (b2 (-61) * (m * s))) with (b2 (-61) * b2 (-61) * (m * m * (s * s))) by ring.
    rewrite <- bpow_plus. change (-61 + -61)%Z with (1 + -123)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2.
    assert (r * r <= m * m) by (apply Rmult_le_compat; lra). assert (q * q <= m * m) by (apply Rmult_le_compat; lra).
    assert (Q : r * r * (s * s) + q * q * (s * s) <= 2 * (m * m * (s * s))).
    { pose proof (Rmult_lt_0_compat _ _ S S) as SS.
      assert (r * r * (s * s) <= m * m * (s * s)) by (apply Rmult_le_compat_r; lra).
      assert (q * q * (s * s) <= m * m * (s * s)) by (apply Rmult_le_compat_r; lra). lra. }
    assert (b2 (-123) * (r * r * (s * s) + q * q * (s * s)) <= b2 (-123) * (2 * (m * m * (s * s)))) by
      (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Q]). lra. }
  assert (Hv' : Rabs (v - q * s) = t) by (unfold t; now rewrite Ec).
  assert (Is : Rabs (i * s) <= 1 + b2 (-98)).
  { destruct (abs_near _ _ _ Hi) as (H & _). now rewrite Rabs_R1 in H. }
  assert (B98 : b2 (-98) <= / 1024 * b2 (-61)).
  { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (B61 : b2 (-61) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-61)) as P61. pose proof (bpow_gt_0 radix2 (-98)) as P98.
  assert (Vi : Rabs (v * i - q) <= 105 / 100 * (b2 (-61) * m)).
  { replace (v * i - q) with ((v - q * s) / s * (i * s) + q * (i * s - 1)) by (field; lra).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult ((v - q * s) / s)), (Rabs_mult q), (Rabs_pos_eq q q0).
    assert (A : Rabs ((v - q * s) / s) <= b2 (-61) * m).
    { unfold Rdiv. rewrite Rabs_mult, Hv', Rabs_inv, (Rabs_pos_eq s) by lra. apply Rmult_le_reg_r with s; [exact S |].
      rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (B : Rabs ((v - q * s) / s) * Rabs (i * s) <= b2 (-61) * m * (1 + b2 (-98))).
    { apply Rmult_le_compat; auto using Rabs_pos. }
    assert (C : q * Rabs (i * s - 1) <= m * b2 (-98)) by (apply Rmult_le_compat; auto using Rabs_pos).
    assert (X : 0 <= b2 (-61) * m) by (apply Rmult_le_pos; lra).
    assert (b2 (-61) * m * b2 (-98) <= b2 (-61) * m * / 1000).
    { apply Rmult_le_compat_l; [exact X |]. assert (/ 1024 * b2 (-61) <= / 1024 * / 1024) by lra. lra. }
    assert (m * b2 (-98) <= m * (/ 1024 * b2 (-61))) by (apply Rmult_le_compat_l; lra). lra. }
  destruct (abs_near _ _ _ Vi) as (N & _). rewrite (Rabs_pos_eq q q0) in N.
  assert (M0 : 0 <= m) by lra. assert (X : 0 <= b2 (-61) * m) by (apply Rmult_le_pos; lra).
  assert (b2 (-61) * m <= / 1024 * m) by (apply Rmult_le_compat_r; lra).
  assert (D' : Rabs (d - v * i) <= / 10 * (b2 (-61) * m)).
  { eapply Rle_trans; [exact Hd |]. apply Rle_trans with (b2 (-102) * (2 * m)).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
    - change (-102)%Z with (-41 + -61)%Z. rewrite (bpow_plus radix2 (-41)). change (b2 (-41)) with (/ 2199023255552).
      lra. }
  change (-59)%Z with (2 + -61)%Z. rewrite (bpow_plus radix2 2). change (b2 2) with 4.
  replace (d - q) with (d - v * i + (v * i - q)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The gap, divided by L: g near G, i near 1 / L. *)
Lemma divided_gap_error g G V L i p : 0 < L -> 0 <= V -> Rabs G <= V -> Rabs (g - G) <= b2 (-59) * V ->
  Rabs (i * L - 1) <= 104 / 100 * b2 (-97) -> Rabs (p - g * i) <= b2 (-102) * Rabs (g * i) ->
  Rabs (p - G / L) <= b2 (-58) * (V / L).
Proof.
  intros L0 V0 HG Hg Hi Hp.
  assert (B97 : b2 (-97) <= / 1024 * b2 (-59)).
  { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (B59 : b2 (-59) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-59)) as P59. pose proof (bpow_gt_0 radix2 (-97)) as P97.
  assert (Vl : 0 <= V / L) by (apply Rmult_le_pos; [exact V0 | left; now apply Rinv_0_lt_compat]).
  assert (Div : forall y b, Rabs y <= b * V -> Rabs (y / L) <= b * (V / L)).
  { intros y b H. unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq L) by lra. rewrite <- Rmult_assoc.
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | exact H]. }
  assert (A : Rabs ((g - G) / L) <= b2 (-59) * (V / L)) by (apply Div; exact Hg).
  assert (B : Rabs (G / L) <= 1 * (V / L)) by (apply Div; lra).
  assert (Il : Rabs (i * L) <= 2).
  { destruct (abs_near _ _ _ Hi) as (H & _). rewrite Rabs_R1 in H. lra. }
  assert (Gi : Rabs (g * i - G / L) <= 103 / 100 * (b2 (-59) * (V / L))).
  { replace (g * i - G / L) with ((g - G) / L * (i * L) + G / L * (i * L - 1)) by (field; lra).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult ((g - G) / L)), (Rabs_mult (G / L)).
    assert (Il' : Rabs (i * L) <= 1 + / 100).
    { destruct (abs_near _ _ _ Hi) as (H & _). rewrite Rabs_R1 in H. lra. }
    assert (T1 : Rabs ((g - G) / L) * Rabs (i * L) <= b2 (-59) * (V / L) * (1 + / 100)) by
      (apply Rmult_le_compat; auto using Rabs_pos).
    assert (T2 : Rabs (G / L) * Rabs (i * L - 1) <= 1 * (V / L) * (104 / 100 * b2 (-97))) by
      (apply Rmult_le_compat; auto using Rabs_pos).
    assert (V / L * b2 (-97) <= V / L * (/ 1024 * b2 (-59))) by (apply Rmult_le_compat_l; lra).
    assert (0 <= b2 (-59) * (V / L)) by (apply Rmult_le_pos; lra). lra. }
  destruct (abs_near _ _ _ Gi) as (N & _). assert (X : 0 <= b2 (-59) * (V / L)) by (apply Rmult_le_pos; lra).
  assert (b2 (-59) * (V / L) <= / 1024 * (V / L)) by (apply Rmult_le_compat_r; lra).
  assert (P : Rabs (p - g * i) <= / 10 * (b2 (-59) * (V / L))).
  { eapply Rle_trans; [exact Hp |]. apply Rle_trans with (b2 (-102) * (2 * (V / L))).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
    - change (-102)%Z with (-43 + -59)%Z. rewrite (bpow_plus radix2 (-43)). change (b2 (-43)) with (/ 8796093022208).
      lra. }
  change (-58)%Z with (1 + -59)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2.
  replace (p - G / L) with (p - g * i + (g * i - G / L)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.
