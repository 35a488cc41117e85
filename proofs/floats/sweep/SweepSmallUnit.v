(* The unit of a sweep of small integers: beyond_unit and is_small (src/sweep/sweep_small.h).

   The unit 2^g is 2^-25 of the largest power of two that is at most the sum of all sizes, so this sum is below 2^26
   units. is_small adds 2^52 units to each number and subtracts them again. What is left is a multiple of the unit.
   If it is the number again, the number is a multiple, too. So is_small holds only if all inputs are. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Bounded SweepTerms SweepSmallSquare SweepSmallGrid
  Terms_small.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd fconst].

Lemma kept_by_units (x units : D) g :
  finite (fsub (fsub (fadd x units) units) x) -> real (fsub (fsub (fadd x units) units) x) = 0 ->
  0 <= real x -> real units = bpow radix2 (52 + g) -> on_grid g (real x).
Proof.
  intros H Z P U. destruct (fsub_finite _ _ H) as (H1 & _ & E). destruct (fsub_finite _ _ H1) as (H2 & _ & E1).
  destruct (fadd_finite _ _ H2) as (_ & _ & E2). rewrite Z in E. symmetry in E.
  apply (rnd_sum_zero double) in E; [| apply real_in_format | apply generic_format_opp, real_in_format].
  assert (Ex : real x = real (fsub (fadd x units) units)) by lra. rewrite Ex, E1, E2.
  apply grid_rnd, grid_sub; [apply rounded_large; lra |]. rewrite U. apply (grid_finer (52 + g)); [lia |]. exists 1%Z.
  ring.
Qed.

Theorem beyond_unit_multiples p_x p_y units result g :
  beyond_unit_results p_x p_y units result -> finite result -> real result = 0 -> real units = bpow radix2 (52 + g) ->
  on_grid g (real p_x) /\ on_grid g (real p_y).
Proof.
  intros (x & y & H) Fr Z U. destruct H as [-> -> ->]. destruct (fadd_finite _ _ Fr) as (Fa & Fb & E).
  rewrite Z in E. symmetry in E. apply (rnd_sum_zero double) in E; try apply real_in_format. rewrite !real_fabs in E.
  apply fabs_finite in Fa. apply fabs_finite in Fb.
  assert (Signed : forall p : D, on_grid g (real (fabs p)) -> on_grid g (real p)).
  { intros p K. rewrite real_fabs in K. destruct (Rle_dec 0 (real p)) as [P | P].
    - now rewrite Rabs_pos_eq in K.
    - rewrite Rabs_left in K by lra. apply grid_opp in K. now rewrite Ropp_involutive in K. }
  assert (Zero : forall r, Rabs r = 0 -> r = 0).
  { intros r K. destruct (Req_dec r 0) as [Q | Q]; [exact Q | now apply Rabs_no_R0 in Q]. }
  match type of E with Rabs ?a + Rabs ?b = 0 => pose proof (Rabs_pos a); pose proof (Rabs_pos b) end.
  split; apply Signed;
    (eapply kept_by_units; [eassumption | apply Zero; lra | rewrite real_fabs; apply Rabs_pos | exact U]).
Qed.

(* power_of_two_below *)
Lemma power_below_value (n x : D) : finite x -> bpow radix2 (-1022) <= real x ->
  exists e, finite (fbelow n x) /\ real (fbelow n x) = bpow radix2 e /\ bpow radix2 e <= real x < bpow radix2 (e + 1).
Proof.
  intros Fx P. pose proof (bpow_gt_0 radix2 (-1022)) as P0.
  destruct x as [s | s | | [|] m e Hm]; try discriminate.
  - unfold real in P. simpl in P. lra.
  - exfalso. unfold real in P. simpl in P. assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0.
      simpl in *. lra.
  - assert (Be : (Z.pos m < 2 ^ 53 /\ -1074 <= e <= 971 /\ (-1074 < e -> 2 ^ 52 <= Z.pos m))%Z).
    { pose proof Hm as Hc. unfold SpecFloat.bounded, SpecFloat.canonical_mantissa in Hc. apply andb_true_iff in Hc.
      destruct Hc as [Hc Hd]. apply Z.leb_le in Hd.
      apply Zeq_bool_eq in Hc. rewrite Digits.Zpos_digits2_pos in Hc. unfold SpecFloat.fexp, SpecFloat.emin in Hc.
      change (prec double) with 53%Z in Hc, Hd. change (emax double) with 1024%Z in Hc, Hd.
      pose proof (Digits.Zdigits_correct radix2 (Z.pos m)) as [D1 D2].
      change (Z.abs (Z.pos m)) with (Z.pos m) in *. change (Zpower radix2) with (Z.pow 2) in *.
      assert (Digits.Zdigits radix2 (Z.pos m) <= 53)%Z by lia.
      split; [| split; [lia |]].
      - eapply Z.lt_le_trans; [exact D2 |]. apply Z.pow_le_mono_r; lia.
      - intros G. eapply Z.le_trans; [| exact D1]. apply Z.pow_le_mono_r; lia. }
    destruct Be as (B1 & B2 & B3). set (v := B754_finite false m e Hm : D) in *.
    assert (V : real v = IZR (Z.pos m) * bpow radix2 e) by reflexivity.
    pose proof (bpow_gt_0 radix2 e) as Pe.
    assert (Scaled : forall k, (0 <= k)%Z -> IZR (2 ^ k) * bpow radix2 e = bpow radix2 (k + e)).
    { intros k K. rewrite (IZR_Zpower radix2), <- bpow_plus by exact K. reflexivity. }
    assert (Large : (2 ^ 52 <= Z.pos m)%Z).
    { destruct (Z_lt_le_dec (-1074) e) as [L | L]; [now apply B3 |]. assert (e = -1074)%Z by lia. subst e.
      apply le_IZR. apply Rmult_le_reg_r with (bpow radix2 (-1074)); [exact Pe |]. rewrite Scaled by lia. rewrite <- V.
      exact P. }
    exists (52 + e)%Z. unfold v at 1 2. unfold fbelow. rewrite (proj2 (Z.ltb_ge (Z.pos m) (2 ^ 52)) Large).
    generalize (binary_normalize_correct (prec double) (emax double) _ _ mode_NE 1 (e + 52) false). cbv zeta.
    assert (E1 : F2R (Float radix2 1 (e + 52)) = bpow radix2 (52 + e)) by (rewrite F2R_bpow; f_equal; lia). rewrite E1.
    assert (E2 : rnd double (bpow radix2 (52 + e)) = bpow radix2 (52 + e)).
    { apply rnd_of_format, power_in_format. lia. }
    change (round radix2 (SpecFloat.fexp (prec double) (emax double)) (round_mode mode_NE)) with (rnd double).
    rewrite E2, Rlt_bool_true.
    + intros (C1 & C2 & _). split; [exact C2 |]. split; [exact C1 |]. rewrite V. split.
      * rewrite <- (Scaled 52%Z) by lia. apply Rmult_le_compat_r; [lra | now apply IZR_le].
      * replace (52 + e + 1)%Z with (53 + e)%Z by lia. rewrite <- (Scaled 53%Z) by lia.
        apply Rmult_lt_compat_r; [exact Pe | now apply IZR_lt].
    + rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_lt. change (emax double) with 1024%Z. lia.
Qed.

(* A sum of numbers that are not negative is 0 only if both are. *)
Lemma nonneg_zero_sum (a b : D) : nonneg a -> nonneg b -> finite (fadd a b) -> real (fadd a b) = 0 ->
  (finite a /\ real a = 0) /\ (finite b /\ real b = 0).
Proof.
  intros A B H Z. apply nonneg_real in A. apply nonneg_real in B. destruct (fadd_finite _ _ H) as (Fa & Fb & E).
  rewrite Z in E. symmetry in E. apply (rnd_sum_zero double) in E; try apply real_in_format. repeat split; auto; lra.
Qed.

(* All inputs are multiples of 2^g, and the sum of the sizes is below 2^26 units. *)
Record small_inputs (g : Z) (cx cy cr mx my ax ay bx by_ wr total : D) : Prop := {
  S_range : (-175 <= g <= 175)%Z;
  S_total : below 204 total /\ 0 <= real total < bpow radix2 (26 + g);
  S_cx : on_grid g (real cx); S_cy : on_grid g (real cy); S_cr : on_grid g (real cr);
  S_mx : on_grid g (real mx); S_my : on_grid g (real my); S_ax : on_grid g (real ax); S_ay : on_grid g (real ay);
  S_bx : on_grid g (real bx); S_by : on_grid g (real by_); S_wr : on_grid g (real wr) }.

Theorem is_small_correct cx cy cr mx my ax ay bx by_ wr su sw sz sv r n :
  size_in_range su -> size_in_range sw -> size_in_range sz -> size_in_range sv -> size_in_range r ->
  real (fadd (fadd (fadd (fadd su sw) sz) sv) r) <= bpow radix2 200 ->
  is_small_results cx cy cr mx my ax ay bx by_ wr su sw sz sv r n true ->
  exists g, small_inputs g cx cy cr mx my ax ay bx by_ wr (fadd (fadd (fadd (fadd su sw) sz) sv) r).
Proof.
  intros (Bu & Pu) (Bw & Pw) (Bz & Pz) (Bv & Pv) (Br & Pr) Safe
    (total & units & rx & ry & x1 & y1 & x2 & y2 & x3 & y3 & x4 &
    y4 & x5 & y5 & H).
  destruct H as [Et Eu -> -> -> -> -> -> -> -> -> -> -> -> Er]. rewrite <- Et in Safe |- *.
  assert (B : below 204 total).
  { rewrite Et. apply (below_add 203); [lia | | eapply below_weaken; [exact Br | lia]].
    apply (below_add 202); [lia | | eapply below_weaken; [exact Bv | lia]].
    apply (below_add 201); [lia | | eapply below_weaken; [exact Bz | lia]]. apply (below_add 200); auto; lia. }
  destruct (fle (fconst 1 (-150)) total) eqn:L; [| discriminate Er]. change (negb true) with false in Er.
  cbv iota in Er.
  const_facts 1%Z (-150)%Z F1 V1. rewrite Rmult_1_l in V1. apply fle_real in L; [| exact F1 | apply B]. rewrite V1 in L.
  destruct (power_below_value n total (proj1 B)) as (e & Fp & Ep & L1 & L2).
  { eapply Rle_trans; [| exact L]. apply bpow_le. lia. }
  assert (E1 : (-151 < e)%Z).
  { assert (H : bpow radix2 (-150) < bpow radix2 (e + 1)) by lra. apply lt_bpow in H. lia. }
  assert (E2 : (e <= 200)%Z) by (apply (le_bpow radix2); lra).
  const_facts 1%Z 27%Z F27 V27. rewrite Rmult_1_l in V27.
  assert (U : real units = bpow radix2 (52 + (e - 25))).
  { assert (Bm : below (27 + 204) units).
    { rewrite Eu. apply (below_mul 27 204); [lia | |].
      - split; [exact F27 |]. rewrite V27, Rabs_pos_eq by apply bpow_ge_0. lra.
      - split; [exact Fp |]. rewrite Ep, Rabs_pos_eq by apply bpow_ge_0. apply bpow_le. lia. }
    rewrite Eu in Bm |- *. destruct (fmul_finite _ _ (proj1 Bm)) as (_ & _ & ->). rewrite V27, Ep, <- bpow_plus.
    replace (52 + (e - 25))%Z with (27 + e)%Z by lia. apply rnd_of_format, power_in_format. lia. }
  symmetry in Er. apply feq_zero in Er. destruct Er as [Fr Zr].
  assert (N : forall p q : D, nonneg (fadd (fabs p) (fabs q))) by (intros; apply nonneg_fadd; apply nonneg_fabs).
  apply nonneg_zero_sum in Zr; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact Fr].
  destruct Zr as [[F4 Z4] [G5 Y5]].
  apply nonneg_zero_sum in Z4; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact F4].
  destruct Z4 as [[F3 Z3] [G4 Y4]].
  apply nonneg_zero_sum in Z3; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact F3].
  destruct Z3 as [[F2 Z2] [G3 Y3]].
  apply nonneg_zero_sum in Z2; [| repeat apply nonneg_fadd; apply nonneg_fabs | apply N | exact F2].
  destruct Z2 as [[G1 Y1] [G2 Y2]].
  assert (Both : forall p q : D,
    finite (fadd (fabs (fsub (fsub (fadd (fabs p) units) units) (fabs p)))
                 (fabs (fsub (fsub (fadd (fabs q) units) units) (fabs q)))) ->
    real (fadd (fabs (fsub (fsub (fadd (fabs p) units) units) (fabs p)))
               (fabs (fsub (fsub (fadd (fabs q) units) units) (fabs q)))) = 0 ->
    on_grid (e - 25) (real p) /\ on_grid (e - 25) (real q)).
  { intros p q F0 Z0. eapply beyond_unit_multiples; [| exact F0 | exact Z0 | exact U].
    exists (fabs p), (fabs q). constructor; reflexivity. }
  exists (e - 25)%Z.
  destruct (Both _ _ G1 Y1), (Both _ _ G2 Y2), (Both _ _ G3 Y3), (Both _ _ G4 Y4), (Both _ _ G5 Y5).
  constructor; auto; [lia |]. split; [exact B |]. pose proof (bpow_gt_0 radix2 e).
  split; [lra |]. replace (26 + (e - 25))%Z with (e + 1)%Z by lia. apply L2.
Qed.
