(* The normal on the side of a wall, as set_fast_side (src/sweep/sweep_one_pass.h) and estimate_side (sweep_time.h)
   compute it: u times the rounded inverse of the rounded length.

   u, the length, its inverse and the product are rounded. The length is 2^k m with 1 <= m < 2, so the roundings of it
   and of its inverse are at most 1 / m and m / 2 units of the result: together 1.5. So each coordinate is within 3.51
   units of 2^-53. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree Geometry SweepGeometry TangentGapLine
  TangentGapLength Terms_wide Terms_pair ErrorFreeTerms Wide WideQuotient PairProduct TimeSideProducts TimeSideReach
  TimeSideResidual TimePlace TimeSidePlace SweepPlaceRounding.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation fl := (rnd double).

(* The inverse of a rounded number. *)
Lemma inverse_of_rounded z : bpow radix2 (-450) <= z <= bpow radix2 450 ->
  0 < fl z /\ 0 < fl (1 / fl z) /\ Rabs (fl (1 / fl z) * z - 1) <= 1501 / 1000 * u53.
Proof.
  intros [L H]. pose proof (bpow_gt_0 radix2 (-450)) as P450. set (s := fl z).
  assert (S1 : bpow radix2 (-450) <= s).
  { unfold s. rewrite <- (rnd_of_format double (bpow radix2 (-450))) by (apply power_in_format; lia). now apply rnd_le.
    }
  assert (S2 : s <= bpow radix2 450).
  { unfold s. rewrite <- (rnd_of_format double (bpow radix2 450)) by (apply power_in_format; lia). now apply rnd_le. }
  assert (As : Rabs s = s) by (apply Rabs_pos_eq; lra).
  set (k := mag radix2 s : Z). set (p := bpow radix2 (k - 1)). pose proof (bpow_gt_0 radix2 (k - 1)) as p0. fold p in
    p0.
  assert (K : (-449 <= k <= 451)%Z).
  { split; unfold k.
    - apply mag_ge_bpow. rewrite As. exact S1.
    - apply mag_le_bpow; [lra |]. rewrite As. apply Rle_lt_trans with (1 := S2). apply bpow_lt. lia. }
  assert (M1 : p <= s) by (rewrite <- As; unfold p, k; apply bpow_mag_le; lra).
  assert (E2 : bpow radix2 k = 2 * p).
  { unfold p. replace k with (k - 1 + 1)%Z at 1 by lia. rewrite bpow_plus. change (bpow radix2 1) with 2. ring. }
  assert (M2 : s < 2 * p) by (rewrite <- E2, <- As; unfold k; apply bpow_mag_gt).
  assert (Zp : z <= 2 * p).
  { apply Rnot_lt_le. intros C. assert (fl (2 * p) <= s) by (apply rnd_le; lra).
    rewrite (rnd_of_format double) in H0; [lra |]. rewrite <- E2. apply power_in_format. lia. }
  assert (Ez : Rabs (s - z) <= u53 * p).
  { eapply Rle_trans; [apply (rounding_within (k - 53)); [lia |] |].
    - replace (k - 53 + 53)%Z with k by lia. rewrite Rabs_pos_eq by lra. rewrite E2. exact Zp.
    - unfold Zminus. rewrite bpow_plus, E2. change (bpow radix2 (- (53))) with u53. lra. }
  assert (Ip : 1 / s <= / p) by (unfold Rdiv; rewrite Rmult_1_l; apply Rinv_le_contravar; lra).
  assert (Is : 0 < 1 / s) by (apply Rdiv_lt_0_compat; lra).
  assert (Eq : Rabs (fl (1 / s) - 1 / s) <= u53 / 2 * / p).
  { eapply Rle_trans; [apply (rounding_within (- (k - 1) - 53)); [lia |] |].
    - replace (- (k - 1) - 53 + 53)%Z with (- (k - 1))%Z by lia. rewrite bpow_opp. fold p.
      rewrite Rabs_pos_eq by lra. exact Ip.
    - unfold Zminus. rewrite bpow_plus. fold (Zminus k 1). rewrite bpow_opp. fold p.
      change (bpow radix2 (- (53))) with u53. lra. }
  set (q := fl (1 / s)) in *. set (m := s / p). set (w := / p) in *.
  assert (wp : w * p = 1) by (unfold w; field; lra). assert (w0 : 0 < w) by (unfold w; now apply Rinv_0_lt_compat).
  assert (Es : s = m * p) by (unfold m; field; lra).
  assert (m1 : 1 <= m) by (apply Rmult_le_reg_r with p; lra).
  assert (m2 : m <= 2) by (apply Rmult_le_reg_r with p; lra).
  set (i := / m). assert (im : i * m = 1) by (unfold i; field; lra). assert (i0 : 0 < i) by (unfold i; apply
    Rinv_0_lt_compat; lra).
  assert (Esi : 1 / s = i * w) by (unfold i, w; rewrite Es; field; lra).
  assert (Sum : i + m / 2 <= 3 / 2).
  { apply Rmult_le_reg_r with m; [lra |]. assert (0 <= (m - 1) * (2 - m)) by (apply Rmult_le_pos; lra).
    replace ((i + m / 2) * m) with (1 + m * m / 2) by (rewrite Rmult_plus_distr_r, im; field). lra. }
  assert (i1 : i <= 1) by (apply Rmult_le_reg_r with m; lra).
  split; [lra |].
  assert (Q0 : 0 < q).
  { apply Rabs_le_inv in Eq. rewrite Esi in Eq. assert (/ 2 * w <= i * w) by (apply Rmult_le_compat_r; [lra |];
    apply Rmult_le_reg_r with m; lra). lra. }
  split; [exact Q0 |].
  replace (q * z - 1) with ((q - 1 / s) * s + (q - 1 / s) * (z - s) + (1 / s * (z - s))) by (field; lra).
  assert (A1 : Rabs ((q - 1 / s) * s) <= u53 / 2 * m).
  { rewrite Rabs_mult, As. apply Rle_trans with (u53 / 2 * w * s); [apply Rmult_le_compat_r; lra |].
    rewrite Es. replace (u53 / 2 * w * (m * p)) with (u53 / 2 * m * (w * p)) by ring. rewrite wp. lra. }
  assert (A2 : Rabs ((q - 1 / s) * (z - s)) <= u53 / 2 * u53).
  { rewrite Rabs_mult, (Rabs_minus_sym z s).
    apply Rle_trans with (u53 / 2 * w * (u53 * p)); [apply Rmult_le_compat; auto using Rabs_pos |].
    replace (u53 / 2 * w * (u53 * p)) with (u53 / 2 * u53 * (w * p)) by ring. rewrite wp. lra. }
  assert (A3 : Rabs (1 / s * (z - s)) <= u53 * i).
  { rewrite Rabs_mult, (Rabs_minus_sym z s), (Rabs_pos_eq (1 / s)), Esi by lra.
    apply Rle_trans with (i * w * (u53 * p)); [apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Ez] |].
    replace (i * w * (u53 * p)) with (u53 * i * (w * p)) by ring. rewrite wp. lra. }
  eapply Rle_trans; [apply Rabs_triang |].
  pose proof (Rabs_triang ((q - 1 / s) * s) ((q - 1 / s) * (z - s))). lra.
Qed.

(* One coordinate of the normal: h is the rounded X, z nearly the length l. *)
Lemma coordinate_of_normal h X z l : 0 < l -> Rabs (z - l) <= 200 * (u53 * u53) * l ->
  Rabs (X - h) <= u53 * Rabs h -> Rabs X <= l -> bpow radix2 (-450) <= z <= bpow radix2 450 ->
  Rabs (h * fl (1 / fl z)) <= 2 /\ Rabs (fl (h * fl (1 / fl z)) - X / l) <= 351 / 100 * u53.
Proof.
  intros l0 Hz Hh HX Z. destruct (inverse_of_rounded z Z) as (_ & q0 & Q). set (q := fl (1 / fl z)) in *.
  set (t := X / l). assert (EX : X = t * l) by (unfold t; field; lra).
  assert (T1 : Rabs t <= 1).
  { apply Rmult_le_reg_r with l; [exact l0 |]. rewrite <- (Rabs_pos_eq l) at 1 by lra. rewrite <- Rabs_mult, <- EX.
    lra. }
  assert (E : Rabs (q * (z - l)) <= 200 * (u53 * u53) * (q * l)).
  { rewrite Rabs_mult, (Rabs_pos_eq q) by lra.
    apply Rle_trans with (q * (200 * (u53 * u53) * l)); [apply Rmult_le_compat_l; lra | lra]. }
  set (b := q * l) in *. assert (Eb : b = q * z - q * (z - l)) by (unfold b; ring).
  assert (b0 : 0 < b) by (unfold b; now apply Rmult_lt_0_compat).
  apply Rabs_le_inv in E, Q.
  assert (B : Rabs (b - 1) <= 1502 / 1000 * u53) by (apply Rabs_le; lra).
  pose proof (Rabs_pos h) as h0. pose proof (Rabs_triang (- (X - h)) X) as Tr. rewrite Rabs_Ropp in Tr.
  replace (- (X - h) + X) with h in Tr by ring.
  assert (Hh' : Rabs (h - X) <= 1001 / 1000 * u53 * l) by (rewrite Rabs_minus_sym; lra).
  assert (A1 : Rabs ((h - X) * q) <= 1002 / 1000 * u53).
  { rewrite Rabs_mult, (Rabs_pos_eq q) by lra.
    apply Rle_trans with (1001 / 1000 * u53 * l * q); [apply Rmult_le_compat_r; lra |].
    replace (1001 / 1000 * u53 * l * q) with (1001 / 1000 * u53 * b) by (unfold b; ring).
    apply Rabs_le_inv in B. lra. }
  assert (A2 : Rabs (t * (b - 1)) <= 1502 / 1000 * u53).
  { rewrite Rabs_mult. apply Rle_trans with (1 * Rabs (b - 1)); [apply Rmult_le_compat_r; [apply Rabs_pos | exact T1] |
    lra]. }
  assert (N : Rabs (h * q - t) <= 2504 / 1000 * u53).
  { replace (h * q - t) with ((h - X) * q + t * (b - 1)) by (rewrite EX; unfold b; ring).
    eapply Rle_trans; [apply Rabs_triang | lra]. }
  assert (L : Rabs (h * q) <= 1 + 3 * u53).
  { replace (h * q) with (h * q - t + t) by ring. eapply Rle_trans; [apply Rabs_triang | lra]. }
  split; [lra |]. pose proof (rnd_error double (h * q)) as R. rewrite u_double in R.
  assert (Tn : eta double <= / 1000 * u53).
  { apply Rle_trans with (/ 1024 * u53); [| lra]. change (/ 1024) with (bpow radix2 (-10)).
    change u53 with (bpow radix2 (-53)). rewrite <- bpow_plus. change (eta double) with (bpow radix2 (-1075)).
    apply bpow_le. lia. }
  replace (fl (h * q) - t) with ((fl (h * q) - h * q) + (h * q - t)) by ring.
  eapply Rle_trans; [apply Rabs_triang | lra].
Qed.

(* Both coordinates. *)
Section Normal.
Variables hx hy s corr side : D.
Variables X Y l : R.
Let scale := fdiv side (fadd s corr).
Hypotheses (Fx : finite hx) (Fy : finite hy) (Fs : finite s) (Fc : finite corr) (Fd : finite side)
  (Sd : is_sign (real side)).
Hypotheses (l0 : 0 < l) (near : Rabs (real s + real corr - l) <= 200 * (u53 * u53) * l)
  (range : bpow radix2 (-209) <= l <= bpow radix2 209).
Hypotheses (NX : Rabs (X - real hx) <= u53 * Rabs (real hx)) (NY : Rabs (Y - real hy) <= u53 * Rabs (real hy))
  (LX : Rabs X <= l) (LY : Rabs Y <= l).

Theorem side_normal_near : let nx := fsub (fconst 0 0) (fmul hy scale) in let ny := fadd (fconst 0 0) (fmul hx scale) in
  finite nx /\ finite ny /\ Rabs (real nx - - (real side * Y / l)) <= 351 / 100 * u53 /\
  Rabs (real ny - real side * X / l) <= 351 / 100 * u53.
Proof.
  intros nx ny. set (z := real s + real corr) in *.
  assert (Z : bpow radix2 (-210) <= z <= bpow radix2 210).
  { assert (E1 : bpow radix2 (-209) = 2 * bpow radix2 (-210)) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
    reflexivity).
    assert (E2 : bpow radix2 210 = 2 * bpow radix2 209) by (change 2 with (bpow radix2 1); rewrite <- bpow_plus;
      reflexivity).
    apply Rabs_le_inv in near. lra. }
  pose proof (bpow_gt_0 radix2 (-210)) as P.
  destruct (fadd_is_finite s corr 210 (conj eq_refl eq_refl) Fs Fc)
    as (Fz & Ez & Bz); [fold z; rewrite Rabs_pos_eq; lra |].
  fold z in Ez. assert (Z' : bpow radix2 (-450) <= z <= bpow radix2 450).
  { split; [eapply Rle_trans; [| apply Z] | eapply Rle_trans; [apply Z |]]; apply bpow_le; lia. }
  destruct (inverse_of_rounded z Z') as (z0 & q0 & _). set (q := fl (1 / fl z)) in *.
  destruct (coordinate_of_normal (real hx) X z l l0 near NX LX Z') as (Bx & Hx).
  destruct (coordinate_of_normal (real hy) Y z l l0 near NY LY Z') as (By & Hy). fold q in Bx, Hx, By, Hy.
  assert (Sc : finite scale /\ real scale = real side * q).
  { assert (E : fl (real side / fl z) = real side * q).
    { unfold q. destruct Sd as [-> | ->]; [ring |].
      replace (-1 / fl z) with (- (1 / fl z)) by (field; lra). rewrite fl_opp. ring. }
    assert (N0 : real (fadd s corr) <> 0) by (rewrite Ez; lra).
    generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE side (fadd s corr) N0). rewrite Rlt_bool_true.
    - intros (C1 & C2 & _). split; [unfold finite, scale, fdiv; rewrite C2; exact Fd |].
      unfold scale, fdiv, real at 1. rewrite C1. change (fl (real side / real (fadd s corr)) = real side * q).
      rewrite Ez. exact E.
    - change (Rabs (fl (real side / real (fadd s corr))) < bpow radix2 1024). rewrite Ez, E.
      rewrite (sign_abs (real side)) by exact Sd.
      assert (Rabs q <= bpow radix2 220); [| eapply Rle_lt_trans; [eassumption | apply bpow_lt; lia]].
      unfold q. apply Bounded.rnd_below; [lia |]. rewrite Rabs_pos_eq by (apply Rlt_le, Rdiv_lt_0_compat; lra).
      apply Rmult_le_reg_r with (fl z); [exact z0 |]. unfold Rdiv. rewrite Rmult_1_l, Rinv_l by lra.
      assert (bpow radix2 (-210) <= fl z).
      { rewrite <- (rnd_of_format double (bpow radix2 (-210))) by (apply power_in_format; lia). apply rnd_le. lra. }
      apply Rle_trans with (bpow radix2 220 * bpow radix2 (-210)); [rewrite <- bpow_plus; change 1 with (bpow radix2 0);
        apply bpow_le; lia | apply Rmult_le_compat_l; [apply bpow_ge_0 | assumption]]. }
  destruct Sc as (Fsc & Esc).
  assert (Prod : forall (h : D) W, finite h -> Rabs (real h * q) <= 2 -> Rabs (fl (real h * q) - W / l) <= 351 / 100 *
    u53 ->
    finite (fmul h scale) /\ Rabs (real (fmul h scale) - real side * W / l) <= 351 / 100 * u53 /\
    Rabs (real (fmul h scale)) <= 2).
  { intros h W Fh B Hw. assert (B' : Rabs (real h * real scale) <= bpow radix2 1).
    { rewrite Esc. replace (real h * (real side * q)) with (real side * (real h * q)) by ring. now rewrite sign_abs. }
    destruct (fmul_is_finite h scale 1 (conj eq_refl eq_refl) Fh Fsc B')
      as (F & E & B2). split; [exact F |]. split; [| exact B2].
    rewrite E, Esc. destruct Sd as [-> | ->].
    - replace (real h * (1 * q)) with (real h * q) by ring. replace (1 * W / l) with (W / l) by (field; lra). exact Hw.
    - replace (real h * (-1 * q)) with (- (real h * q)) by ring. rewrite fl_opp.
      replace (- fl (real h * q) - -1 * W / l) with (- (fl (real h * q) - W / l)) by (field; lra). now rewrite
        Rabs_Ropp. }
  destruct (Prod hx X Fx Bx Hx) as (F1 & H1 & B1). destruct (Prod hy Y Fy By Hy) as (F2 & H2 & B2).
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  destruct (fsub_is_finite (fconst 0 0) (fmul hy scale) 1 (conj eq_refl eq_refl) F0 F2) as (F3 & E3 & _).
  { rewrite V0, Rminus_0_l, Rabs_Ropp. exact B2. }
  destruct (fadd_is_finite (fconst 0 0) (fmul hx scale) 1 (conj eq_refl eq_refl) F0 F1) as (F4 & E4 & _).
  { rewrite V0, Rplus_0_l. exact B1. }
  split; [exact F3 |]. split; [exact F4 |]. unfold nx, ny. rewrite E3, E4, V0, Rminus_0_l, Rplus_0_l.
  rewrite fl_opp, !(rnd_of_format double (real _)) by apply real_in_format. split; [| exact H1].
  replace (- real (fmul hy scale) - - (real side * Y / l)) with (- (real (fmul hy scale) - real side * Y / l)) by ring.
  now rewrite Rabs_Ropp.
Qed.
End Normal.

(* What is left of the length, as half of it times the inverse. *)
Lemma rest_by_half (left h : D) S G : finite (fmul left h) -> 0 < S -> Rabs (2 * S * real h - 1) <= 7 * u53 ->
  Rabs (real left - G) <= 150 * (u53 * u53) * (S * S) -> Rabs (real left) <= 7 * u53 * (S * S) ->
  bpow radix2 (-1075) <= u53 * u53 * S ->
  Rabs (real (fmul left h) - G / (2 * S)) <= 110 * (u53 * u53) * S.
Proof.
  intros F S0 Hh HG HL Tn. destruct (fmul_finite _ _ F) as (_ & _ & E).
  pose proof (rnd_error double (real left * real h)) as R. rewrite <- E, u_double in R.
  change (eta double) with (bpow radix2 (-1075)) in R. set (m := real left / (2 * S)). set (d := G / (2 * S)).
  assert (Em : real left = 2 * S * m) by (unfold m; field; lra). assert (Ed : G = 2 * S * d) by (unfold d; field; lra).
  assert (M1 : Rabs (m - d) <= 75 * (u53 * u53) * S).
  { apply divide_by_length; [exact S0 |]. replace (2 * S * (m - d)) with (real left - G) by (rewrite Em, Ed; ring).
    lra. }
  assert (M2 : Rabs m <= 35 / 10 * u53 * S) by (apply divide_by_length; [exact S0 |]; rewrite <- Em; lra).
  assert (M3 : Rabs (m * (2 * S * real h - 1)) <= 245 / 10 * (u53 * u53) * S).
  { eapply Rle_trans; [apply times_size; [exact M2 | exact Hh] |]. lra. }
  assert (M4 : Rabs (real left * real h) <= 36 / 10 * u53 * S).
  { replace (real left * real h) with (m * (2 * S * real h - 1) + m) by (rewrite Em; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (real (fmul left h) - d) with
    ((real (fmul left h) - real left * real h) + (m * (2 * S * real h - 1) + (m - d))) by (rewrite Em; ring).
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang (m * (2 * S * real h - 1)) (m - d)). lra.
Qed.

(* The same as a quotient. *)
Lemma rest_by_quotient (left s : D) G : let S := real s in let q := fdiv left (fmul (fconst 1 1) s) in
  finite q -> finite (fmul (fconst 1 1) s) -> 0 < S ->
  Rabs (real left - G) <= 150 * (u53 * u53) * (S * S) -> Rabs (real left) <= 7 * u53 * (S * S) ->
  bpow radix2 (-1075) <= u53 * u53 * S ->
  Rabs (real q - G / (2 * S)) <= 110 * (u53 * u53) * S.
Proof.
  intros S q Fq F2 S0 HG HL Tn. unfold q in *. assert (E2 : real (fmul (fconst 1 1) s) = 2 * S) by now apply
    twice_exact.
  destruct (fdiv_finite _ _ Fq F2 ltac:(rewrite E2; lra)) as (_ & E). rewrite E2 in E.
  set (m := real left / (2 * S)) in *. set (d := G / (2 * S)).
  pose proof (rnd_error double m) as R. rewrite <- E, u_double in R. change (eta double) with (bpow radix2 (-1075)) in
    R.
  assert (Em : real left = 2 * S * m) by (unfold m; field; lra). assert (Ed : G = 2 * S * d) by (unfold d; field; lra).
  assert (M1 : Rabs (m - d) <= 75 * (u53 * u53) * S).
  { apply divide_by_length; [exact S0 |]. replace (2 * S * (m - d)) with (real left - G) by (rewrite Em, Ed; ring).
    lra. }
  assert (M2 : Rabs m <= 35 / 10 * u53 * S) by (apply divide_by_length; [exact S0 |]; rewrite <- Em; lra).
  set (f := real (fdiv left (fmul (fconst 1 1) s))) in *.
  replace (f - d) with ((f - m) + (m - d)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The length from both, before the sum is rounded. *)
Lemma length_from_parts s x l d : 0 < s -> Rabs (x - d) <= 110 * (u53 * u53) * s ->
  Rabs (l - s - d) <= 6 * (u53 * u53) * s -> Rabs d <= 33 / 10 * u53 * s ->
  0 < l /\ Rabs (s + x - l) <= 200 * (u53 * u53) * l /\ s <= 2 * l /\ l <= 2 * s.
Proof.
  intros s0 Hx Hl Hd. apply Rabs_le_inv in Hx, Hl, Hd. split; [lra |]. split; [apply Rabs_le; lra | lra].
Qed.
