(* The parameter of the nearest point on a side, as solve_side and parameter_within of
   src/rest/contact_integers.c compute it: an ulp of itself plus 2^-96 |w| / |u|, and within the axis. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble Geometry
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeParts AnySizeNormal AnySizeEnd AnySizeSide AnySizeSideDepth.
From Carom Require Bounded ContactAlongRounded Terms_wide Terms_any_size.
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_any_size.solve_side_terms(solve_side_results).
Import Terms_any_size.parameter_within_terms(parameter_within_results).
Import ContactAlongRounded(is_parameter).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* w . u, with N = |wx ux| + |wy uy|. *)
Definition is_side_dot (plain : bool) (d N : R) (h l : D) (e : Z) :=
  if plain then is_good 407 h l /\ e = 0%Z /\ Rabs (value h l 0 - d) <= b2 (-101) * N + b2 (-1064)
  else is_cut_off d h l e.

(* The size of the parameter, and its exponent. *)
Definition is_along_term (plain : bool) (h l : D) (e : Z) :=
  if plain then e = 0%Z else is_good 30 h l /\ (real h = 0 \/ b2 (-30) <= Rabs (real h)).

(* The quotient d / L, from d and 1 / L that are near. *)
Lemma quotient_error v d N L i p t : 0 < L -> Rabs d <= N -> 0 <= t -> Rabs (v - d) <= b2 (-101) * N + t ->
  Rabs (i * L - 1) <= 104 / 100 * b2 (-97) -> Rabs (p - v * i) <= b2 (-102) * Rabs (v * i) + t ->
  Rabs (p - d / L) <= 118 / 100 * b2 (-97) * (N / L) + t * (11 / 10 * / L + 1).
Proof.
  intros L0 HN T0 Hv Hi Hp. pose proof (Rinv_0_lt_compat _ L0) as I0. pose proof (Rabs_pos d) as D0.
  assert (B97 : b2 (-97) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-97)) as P97. set (k := b2 (-97)) in *.
  assert (E101 : b2 (-101) = / 16 * k).
  { unfold k. change (/ 16) with (b2 (-4)). rewrite <- bpow_plus. reflexivity. }
  assert (E102 : b2 (-102) = / 32 * k).
  { unfold k. change (/ 32) with (b2 (-5)). rewrite <- bpow_plus. reflexivity. }
  rewrite E101 in Hv. rewrite E102 in Hp.
  assert (Nl : 0 <= N / L) by (apply Rmult_le_pos; lra).
  assert (A : Rabs ((v - d) / L) <= / 16 * k * (N / L) + t * / L).
  { unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq L) by lra. rewrite <- Rmult_assoc, <- Rmult_plus_distr_r.
    apply Rmult_le_compat_r; lra. }
  assert (B : Rabs (d / L) <= N / L).
  { unfold Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq L) by lra. apply Rmult_le_compat_r; lra. }
  assert (Il : Rabs (i * L) <= 101 / 100).
  { destruct (abs_near _ _ _ Hi) as (H & _). rewrite Rabs_R1 in H. lra. }
  assert (kN : 0 <= k * (N / L)) by (apply Rmult_le_pos; lra). assert (tL : 0 <= t * / L) by (apply Rmult_le_pos; lra).
  assert (C : Rabs (v * i - d / L) <= 111 / 100 * k * (N / L) + 101 / 100 * (t * / L)).
  { replace (v * i - d / L) with ((v - d) / L * (i * L) + d / L * (i * L - 1)) by (field; lra).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_mult ((v - d) / L)), (Rabs_mult (d / L)).
    assert (X1 : Rabs ((v - d) / L) * Rabs (i * L) <= (/ 16 * k * (N / L) + t * / L) * (101 / 100)).
    { apply Rmult_le_compat; auto using Rabs_pos. }
    assert (X2 : Rabs (d / L) * Rabs (i * L - 1) <= N / L * (104 / 100 * k)).
    { apply Rmult_le_compat; auto using Rabs_pos. }
    lra. }
  destruct (abs_near _ _ _ C) as (H & _).
  assert (kk : k * (k * (N / L)) <= / 1024 * (k * (N / L))) by (apply Rmult_le_compat_r; assumption).
  assert (kt : k * (t * / L) <= / 1024 * (t * / L)) by (apply Rmult_le_compat_r; assumption).
  assert (X3 : / 32 * k * Rabs (v * i) <= / 32 * k * (N / L + (111 / 100 * k * (N / L) + 101 / 100 * (t * / L)))).
  { apply Rmult_le_compat_l; lra. }
  replace (p - d / L) with (p - v * i + (v * i - d / L)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

(* The largest terms of w . u are at most |w| |u|. *)
Lemma terms_of_dot wx wy ux uy (W := wx * wx + wy * wy) (L := ux * ux + uy * uy) : 0 < L ->
  Rabs (wx * ux + wy * uy) <= Rabs (wx * ux) + Rabs (wy * uy) /\
  (Rabs (wx * ux) + Rabs (wy * uy)) / L <= sqrt W / sqrt L.
Proof.
  intros L0. split; [apply Rabs_triang |]. pose proof (sqrt_lt_R0 _ L0) as s0.
  set (N := Rabs (wx * ux) + Rabs (wy * uy)).
  assert (N0 : 0 <= N) by (unfold N; pose proof (Rabs_pos (wx * ux)); pose proof (Rabs_pos (wy * uy)); lra).
  assert (W0 : 0 <= W) by (unfold W; pose proof (Rle_0_sqr wx); pose proof (Rle_0_sqr wy); unfold Rsqr in *; lra).
  assert (NN : N <= sqrt W * sqrt L).
  { rewrite <- sqrt_mult by lra. apply Rsqr_incr_0_var; [| apply sqrt_pos]. unfold Rsqr.
    rewrite sqrt_sqrt by (apply Rmult_le_pos; lra). unfold N, W, L.
    pose proof (square_of_abs (wx * ux)) as A. pose proof (square_of_abs (wy * uy)) as B.
    assert (C : 2 * (Rabs (wx * ux) * Rabs (wy * uy)) <= (wx * uy) * (wx * uy) + (wy * ux) * (wy * ux)).
    { rewrite <- Rabs_mult. replace (wx * ux * (wy * uy)) with (wx * uy * (wy * ux)) by ring. rewrite Rabs_mult.
      pose proof (square_of_abs (wx * uy)) as E. pose proof (square_of_abs (wy * ux)) as F.
      pose proof (Rle_0_sqr (Rabs (wx * uy) - Rabs (wy * ux))) as G. unfold Rsqr in G. lra. }
    lra. }
  apply Rmult_le_reg_r with L; [exact L0 |]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra.
  replace (sqrt W / sqrt L * L) with (sqrt W * (L / sqrt L)) by (field; lra).
  replace (L / sqrt L) with (sqrt L); [lra |]. rewrite <- (sqrt_sqrt L) at 2 by lra. field. lra.
Qed.

(* v is within 2^-53 of itself of a double. *)
Lemma parameter_rounded h l e k g1 g2 d tau s n : wide_to_double_results h e k g1 g2 d -> is_good n h l -> finite d ->
  Rabs tau <= s -> Rabs (value h l e - tau) <= 119 / 100 * b2 (-97) * s ->
  Rabs (real d - tau) <= ulp_of tau + b2 (-96) * s.
Proof.
  intros H G Fd Hs Hv. pose proof (proj1 G) as Fh. pose proof (good_wide _ _ _ G) as W.
  destruct (wide_to_double_error _ _ _ _ _ _ _ H Fh W Fd) as (E1 & E2).
  pose proof (high_at_most_value h l e W) as B. rewrite <- abs_scaled in B.
  destruct (abs_near _ _ _ Hv) as (N & _). pose proof (Rabs_pos tau) as T0.
  assert (s0 : 0 <= s) by lra. set (X := Rabs (real h * b2 e)) in *.
  assert (K : 0 <= b2 (-97) * s) by (apply Rmult_le_pos; [apply bpow_ge_0 | exact s0]).
  assert (E96 : b2 (-96) = 2 * b2 (-97)) by (change (-96)%Z with (1 + -97)%Z; rewrite bpow_plus; reflexivity).
  assert (U : u double * Rabs tau <= ulp_of tau /\ b2 (-1074) <= ulp_of tau).
  { destruct (Req_dec tau 0) as [Z | Z].
    - rewrite Z, Rabs_R0, Rmult_0_r. split; [apply ulp_ge_0 |].
      unfold exponents. rewrite ulp_FLT_small; [apply Rle_refl | apply prec_positive |]. rewrite Rabs_R0.
        apply bpow_gt_0.
    - destruct (ulp_at_least tau Z) as (U1 & U2). split; [| exact U2]. eapply Rle_trans; [| exact U1].
      replace (mag radix2 tau - 53)%Z with (-53 + mag radix2 tau)%Z by ring. rewrite bpow_plus.
      apply Rmult_le_compat_l; [apply bpow_ge_0 |]. left. apply bpow_mag_gt. }
  destruct U as (U1 & U2). rewrite u_double in *.
  assert (B97 : b2 (-97) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  assert (u105 : u53 * (2 * u53) <= / 64 * b2 (-97)) by (change (b2 (-97)) with (/ 158456325028528675187087900672);
    lra).
  assert (UT : u53 * (2 * u53) * Rabs tau <= / 64 * (b2 (-97) * s)).
  { replace (/ 64 * (b2 (-97) * s)) with (/ 64 * b2 (-97) * s) by ring. apply Rmult_le_compat; lra. }
  rewrite E96. replace (real d - tau) with (real d - value h l e + (value h l e - tau)) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  destruct (Rle_or_lt (b2 (-1022)) X) as [Nl | Sb].
  - specialize (E2 Nl). assert (u53 * X <= u53 * ((1 + 2 * u53) * (Rabs tau + 119 / 100 * b2 (-97) * s))).
    { apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact B |]. apply Rmult_le_compat_l; lra. }
    lra.
  - assert (u53 * X <= b2 (-1075)).
    { change u53 with (b2 (-53)). apply Rle_trans with (b2 (-53) * b2 (-1022)).
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | lra].
      - rewrite <- bpow_plus. apply bpow_le. lia. }
    change (-1074)%Z with (1 + -1075)%Z in U2. rewrite bpow_plus in U2. change (b2 1) with 2 in U2. lra.
Qed.

Lemma parameter_within_is h e extent k g1 g2 d : parameter_within_results h e extent k g1 g2 d -> exists d0,
  wide_to_double_results h e k g1 g2 d0 /\
  d = (if andb (negb (Z.eqb extent 2)) (flt d0 (fconst 0 0)) then fconst 0 0
       else if andb (Z.eqb extent 0) (flt (fconst 1 0) d0) then fconst 1 0 else d0).
Proof.
  unfold parameter_within_results. intros H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  match type of E_result with _ = if andb _ (flt ?d0 _) then _ else _ => exists d0 end.
  split; [| exact E_result]. unfold wide_to_double_results.
  repeat match goal with |- ex _ => eexists end. constructor; eassumption.
Qed.

(* The promise, for a parameter that is not beyond the range of double. *)
Theorem parameter_within_correct x h l e k g1 g2 d tau s n : parameter_within_results h e (extent_number x) k g1 g2 d ->
  is_good n h l -> on_axis x tau -> Rabs tau <= s -> Rabs (value h l e - tau) <= 119 / 100 * b2 (-97) * s ->
  (forall d0, wide_to_double_results h e k g1 g2 d0 -> finite d0) ->
  finite d /\ is_parameter x (real d) tau s.
Proof.
  intros H G On Hs Hv Fin. destruct (parameter_within_is _ _ _ _ _ _ _ H) as (d0 & H0 & Ed). specialize (Fin _ H0).
  pose proof (parameter_rounded _ _ _ _ _ _ _ _ _ _ H0 G Fin Hs Hv) as E.
  destruct zero_value as (F0 & V0). destruct one_value as (F1 & V1).
  set (b := ulp_of tau + b2 (-96) * s) in *.
  destruct (andb (negb (Z.eqb (extent_number x) 2)) (flt d0 (fconst 0 0))) eqn:C1.
  - apply andb_prop in C1. destruct C1 as (C1 & C2). apply flt_real in C2; try assumption. rewrite V0 in C2. subst d.
    assert (T0 : 0 <= tau) by (destruct x; simpl in *; [lra | lra | discriminate]).
    split; [exact F0 |]. rewrite V0. constructor; [| intros; lra | intros; lra].
    fold b. apply Rabs_le_inv in E. apply Rabs_le. lra.
  - destruct (andb (Z.eqb (extent_number x) 0) (flt (fconst 1 0) d0)) eqn:C2.
    + apply andb_prop in C2. destruct C2 as (C2 & C3). apply flt_real in C3; try assumption. rewrite V1 in C3. subst d.
      assert (T1 : tau <= 1) by (destruct x; simpl in *; [lra | discriminate | discriminate]).
      split; [exact F1 |]. rewrite V1. constructor; [| intros; lra | intros; lra].
      fold b. apply Rabs_le_inv in E. apply Rabs_le. lra.
    + subst d. split; [exact Fin |]. constructor; [exact E | |].
      * intros Nl. assert (X : flt d0 (fconst 0 0) = false) by (destruct x; simpl in C1; auto; now elim Nl).
        apply flt_real_false in X; try assumption; lra.
      * intros ->. assert (X : flt (fconst 1 0) d0 = false) by exact C2. apply flt_real_false in X; try assumption; lra.
Qed.

Section Side.
Variables uxe uye dote ce le re ge de te pxe pye nxe nye : Z.
Variables ax ay uxh uxl uyh uyl doth dotl ch cl lh ll rh rl gh gl k1 k2 k3 k4 k5 k6 : D.
Variables dh dl th tl pxh pxl pyh pyl nxh nxl nyh nyl : D.
Hypothesis run : solve_side_results ax ay uxh uxl uxe uyh uyl uye doth dotl dote ch cl ce lh ll le rh rl re gh gl ge
  k1 k2 k3 k4 k5 k6 dh dl de th tl te pxh pxl pxe pyh pyl pye nxh nxl nxe nyh nyl nye.
Variable plain : bool.
Variables ux uy wx wy : R.
Let L := ux * ux + uy * uy.
Let W := wx * wx + wy * wy.
Let N := Rabs (wx * ux) + Rabs (wy * uy).
Let tau := (wx * ux + wy * uy) / L.
Hypothesis length : is_side_length plain L lh ll le.
Hypothesis dot : is_side_dot plain (wx * ux + wy * uy) N doth dotl dote.
Hypothesis far : plain = true -> b2 (-402) <= sqrt W / sqrt L.

Theorem solve_side_along : is_good 850 th tl /\ Rabs tau <= sqrt W / sqrt L /\
  Rabs (value th tl te - tau) <= 119 / 100 * b2 (-97) * (sqrt W / sqrt L) /\ is_along_term plain th tl te.
Proof.
  pose proof run as Q. unfold solve_side_results in Q.
  repeat match type of Q with ex _ => destruct Q as [? Q] end. destruct Q. subst.
  pose proof (proj1 length) as L0. pose proof (sqrt_lt_R0 _ L0) as s0.
  destruct (length_is_positive _ _ _ _ _ length) as (Pl & El).
  destruct (root_of_positive _ _ _ _ _ _ _ _ E_wide_sqrt Pl L0 El) as (Ps & Es).
  destruct (inverse_of_length _ _ _ _ _ _ _ _ _ _ _ E_wide_of E_wide_div Ps s0 Es) as (Fi & Pi & L2 & L9).
  destruct (square_of_inverse _ _ _ _ _ _ _ _ E_wide_mul L0 Fi Pi L2 L9) as (Gi & I0 & Ei & Mi).
  destruct (terms_of_dot wx wy ux uy L0) as (DN & NL). fold W L N in DN, NL. set (s := sqrt W / sqrt L) in *.
  assert (N0 : 0 <= N) by (pose proof (Rabs_pos (wx * ux + wy * uy)); lra).
  assert (I' : 0 < / L) by now apply Rinv_0_lt_compat.
  assert (Ts : Rabs tau <= s).
  { eapply Rle_trans; [| exact NL]. unfold tau, Rdiv. rewrite Rabs_mult, Rabs_inv, (Rabs_pos_eq L) by lra.
    apply Rmult_le_compat_r; lra. }
  pose proof (good_weaken _ 850 _ _ Gi ltac:(lia)) as Gi'.
  assert (Gd : is_good 407 doth dotl).
  { destruct plain; [apply dot |]. apply (good_weaken 1); [apply (cut_off_parts _ _ _ _ dot) | lia]. }
  pose proof (good_weaken _ 850 _ _ Gd ltac:(lia)) as Gd'.
  assert (Bound : Rabs (value th tl te - tau) <= 118 / 100 * b2 (-97) * (N / L) + / 1000 * b2 (-97) * s /\
    is_good 850 th tl /\ is_along_term plain th tl te).
  { destruct plain.
    - destruct dot as (_ & Zd & Ed). destruct Mi as (Zi & _). rewrite Zd in *. rewrite Zi in *.
      destruct (plain_product 830 _ _ _ _ _ _ _ E_wide_mul_4 ltac:(lia) Gd' Gi'
        (product_at_most 407 423 _ _ (proj2 (proj2 (proj2 Gd))) (proj2 (proj2 (proj2 Gi))))) as (Gt & -> & Et).
      split; [| split; [apply (good_weaken 833); [exact Gt | lia] | reflexivity]].
      match type of Et with Rabs ?y <= ?z + _ => assert (Et' : Rabs y <= z + b2 (-1064))
        by (eapply Rle_trans; [exact Et |]; apply Rplus_le_compat_l, bpow_le; lia) end.
      eapply Rle_trans; [apply (quotient_error _ _ N L _ _ (b2 (-1064)) L0 DN (bpow_ge_0 _ _) Ed Ei Et') |].
      apply Rplus_le_compat_l. destruct length as (_ & _ & _ & (L1 & _) & _).
      assert (Li : / L <= b2 401).
      { change 401%Z with (- -401)%Z. rewrite bpow_opp. apply Rinv_le; [apply bpow_gt_0 | exact L1]. }
      assert (X : 11 / 10 * / L + 1 <= b2 402).
      { change 402%Z with (1 + 401)%Z. rewrite bpow_plus. change (b2 1) with 2.
        assert (b2 7 <= b2 401) by (apply bpow_le; lia). change (b2 7) with 128 in H. lra. }
      apply Rle_trans with (b2 (-1064) * b2 402); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact X] |].
      apply Rle_trans with (b2 (-10) * b2 (-97) * b2 (-402)).
      + rewrite <- !bpow_plus. apply bpow_le. lia.
      + apply Rmult_le_compat; try apply bpow_ge_0; [apply Rmult_le_pos; apply bpow_ge_0 | | now apply far].
        apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-10)) with (/ 1024). lra.
    - destruct Mi as (G23 & L19). destruct (cut_off_parts _ _ _ _ dot) as (G1 & _ & _ & _ & O & E).
      match type of E_wide_mul_4 with wide_mul_results _ _ _ ?i _ _ _ _ _ =>
        assert (Sp : is_splittable (real doth * real i)) end.
      { apply (splittable_of_sizes _ _ 0 (-19)); [exact O | right; rewrite Rabs_pos_eq; lra | lia]. }
      destruct (wide_mul_sized 24 _ _ _ _ _ _ _ _ _ E_wide_mul_4 ltac:(lia) Gd' Gi'
        (product_at_most 1 23 _ _ (proj2 (proj2 (proj2 G1))) (proj2 (proj2 (proj2 G23)))) Sp) as
          (Gt & _ & (S1 & S2) & Et).
      split; [| split; [apply (good_weaken 27); [exact Gt | lia] | split; [apply (good_weaken 27);
        [exact Gt | lia] |]]].
      2: { destruct O as [Z | O].
        - left. rewrite Z, Rmult_0_l, Rabs_R0 in S2. destruct (Req_dec (real th) 0) as [| Nz]; [assumption |].
          apply Rabs_pos_lt in Nz. lra.
        - right. apply Rle_trans with (/ 2 * b2 (-19)); [rewrite half_power; apply bpow_le; lia |].
          pose proof (bpow_gt_0 radix2 (-19)). rewrite Rabs_mult in S1. match type of L19 with _ <= ?y =>
            rewrite (Rabs_pos_eq y) in S1 by lra;
            assert (1 * b2 (-19) <= Rabs (real doth) * y) by (apply Rmult_le_compat; lra) end. lra. }
      assert (E' : Rabs (value doth dotl dote - (wx * ux + wy * uy)) <= b2 (-101) * N + 0).
      { rewrite Rplus_0_r. eapply Rle_trans; [exact E |].
        apply Rmult_le_compat; try apply bpow_ge_0; [apply Rabs_pos | apply bpow_le; lia | exact DN]. }
      rewrite <- (Rplus_0_r (b2 (-102) * _)) in Et.
      eapply Rle_trans; [apply (quotient_error _ _ N L _ _ 0 L0 DN (Rle_refl 0) E' Ei Et) |].
      rewrite Rmult_0_l. apply Rplus_le_compat_l. pose proof (Rabs_pos tau). pose proof (bpow_ge_0 radix2 (-97)).
      apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]. }
  destruct Bound as (B & G & T). split; [exact G |]. split; [exact Ts |]. split; [| exact T].
  assert (K : b2 (-97) * (N / L) <= b2 (-97) * s) by (apply Rmult_le_compat_l; [apply bpow_ge_0 | exact NL]).
  assert (0 <= b2 (-97) * s).
  { apply Rmult_le_pos; [apply bpow_ge_0 |]. pose proof (Rabs_pos tau). lra. }
  lra.
Qed.
End Side.
