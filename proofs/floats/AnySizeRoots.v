(* The parameters at which the straight through a and b meets the outline: solve_roots of
   src/geometry/contact_any_size.c. Each one is within 2^-55 of itself of the true root, if w.u, the gaps and |u|^2 are
   near enough: from doubles with ROOT_MARGIN, or from integers. The root that would cancel comes from the product of
   both, and is exactly 0 if the outline passes through a. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeEnd.
From Carom Require Bounded Terms_wide Terms_any_roots.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_wide.wide_sqrt_terms(wide_sqrt_results).
Import Terms_any_roots.solve_roots_terms(solve_roots_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* ---- real numbers ---- *)

(* v is within c of x. *)
Definition is_within c v x := Rabs (v - x) <= c * Rabs x.

Lemma within_trans c d e v x y : is_within c v x -> is_within d x y -> 0 <= c -> 0 <= d -> c + d + c * d <= e ->
  is_within e v y.
Proof.
  unfold is_within. intros A B C D E. pose proof (Rabs_pos y) as Y. destruct (abs_near _ _ _ B) as (X & _).
  assert (c * Rabs x <= c * (Rabs y + d * Rabs y)) by (apply Rmult_le_compat_l; assumption).
  assert ((c + d + c * d) * Rabs y <= e * Rabs y) by (apply Rmult_le_compat_r; assumption).
  replace (v - y) with (v - x + (x - y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma within_quotient c d e v x w y : y <> 0 -> is_within c v x -> is_within d w y -> 0 <= c -> 0 <= d <= / 4 ->
  c + 4 / 3 * d + 4 / 3 * (c * d) <= e -> is_within e (v / w) (x / y).
Proof.
  unfold is_within. intros N A B C D E. pose proof (Rabs_pos_lt _ N) as Y. pose proof (Rabs_pos x) as X.
  destruct (abs_near _ _ _ B) as (_ & W). assert (dy : d * Rabs y <= / 4 * Rabs y) by (apply Rmult_le_compat_r; lra).
  assert (Wp : 3 / 4 * Rabs y <= Rabs w) by lra.
  assert (Nw : w <> 0) by (intros Z; rewrite Z, Rabs_R0 in Wp; lra).
  replace (v / w - x / y) with (((v - x) * y - x * (w - y)) / (w * y)) by (field; auto).
  unfold Rdiv. rewrite !Rabs_mult, !Rabs_inv, Rabs_mult.
  apply Rmult_le_reg_r with (Rabs w * Rabs y); [apply Rmult_lt_0_compat; lra |].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rmult_integral_contrapositive; split; lra).
  replace (e * (Rabs x * / Rabs y) * (Rabs w * Rabs y)) with (e * Rabs x * Rabs w) by (field; lra).
  assert (T : Rabs ((v - x) * y - x * (w - y)) <= c * Rabs x * Rabs y + Rabs x * (d * Rabs y)).
  { unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult.
    apply Rplus_le_compat; [apply Rmult_le_compat_r; lra | apply Rmult_le_compat_l; lra]. }
  eapply Rle_trans; [exact T |].
  (* c + d <= e |w| / |y|, and |w| is at least (1 - d) |y| *)
  assert (K : (c + d) * Rabs y <= e * Rabs w).
  { apply Rle_trans with ((c + 4 / 3 * d + 4 / 3 * (c * d)) * Rabs w); [| apply Rmult_le_compat_r; lra].
    assert (0 <= c * d) by (apply Rmult_le_pos; lra).
    apply Rle_trans with ((c + 4 / 3 * d + 4 / 3 * (c * d)) * (Rabs y - d * Rabs y)); [| apply Rmult_le_compat_l; lra].
    assert (M1 : 4 / 3 * (d + c * d) * (Rabs y - d * Rabs y) >= (d + c * d) * Rabs y).
    { apply Rle_ge. replace (4 / 3 * (d + c * d) * (Rabs y - d * Rabs y)) with
        ((d + c * d) * (4 / 3 * (Rabs y - d * Rabs y))) by ring. apply Rmult_le_compat_l; lra. }
    lra. }
  replace (c * Rabs x * Rabs y + Rabs x * (d * Rabs y)) with (Rabs x * ((c + d) * Rabs y)) by ring.
  replace (e * Rabs x * Rabs w) with (Rabs x * (e * Rabs w)) by ring. now apply Rmult_le_compat_l.
Qed.

(* ---- numbers of either kind ---- *)

Definition is_sizeable (plain : bool) m i (h l : D) (e : Z) :=
  if plain then is_good m h l /\ e = 0%Z else is_good i h l /\ (real h = 0 \/ b2 (- i) <= Rabs (real h)).

Lemma sizeable_good plain m i h l e : is_sizeable plain m i h l e -> (i <= m)%Z -> is_good m h l.
Proof. destruct plain; [now intros (G & _) |]. intros (G & _) L. now apply (good_weaken i). Qed.

Lemma sum_of_one_sign plain ah al ea bh bl eb k1 k2 h l e : wide_add_results ah al ea bh bl eb k1 k2 h l e ->
  is_sizeable plain 500 4 ah al ea -> is_sizeable plain 500 4 bh bl eb ->
  Rabs (value ah al ea + value bh bl eb) = Rabs (value ah al ea) + Rabs (value bh bl eb) ->
  is_sizeable plain 502 6 h l e /\ is_within (b2 (-103)) (value h l e) (value ah al ea + value bh bl eb).
Proof.
  unfold is_within. intros H Sa Sb One. set (va := value ah al ea) in *. set (vb := value bh bl eb) in *. rewrite One.
  assert (E103 : b2 (-103) = 2 * b2 (-104)) by (change (-103)%Z with (1 + -104)%Z; rewrite bpow_plus; reflexivity).
  pose proof (Rabs_pos va) as A0. pose proof (Rabs_pos vb) as B0. pose proof (bpow_gt_0 radix2 (-104)) as P.
  destruct plain.
  - destruct Sa as (Ga & Ea). destruct Sb as (Gb & Eb). unfold va, vb in *. rewrite Ea, Eb in *.
    destruct (wide_add_same 500 _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb) as (G & -> & B).
    split; [split; [exact G | reflexivity] |]. eapply Rle_trans; [exact B |]. apply Rmult_le_compat_r; lra.
  - destruct Sa as (Ga & La). destruct Sb as (Gb & Lb).
    destruct (wide_add_exponent _ _ _ _ _ _ _ _ _ _ _ H (proj1 Ga) (proj1 Gb)) as (Xa & Xb & Ex).
    destruct (wide_add_any 4 e _ _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb Xa Xb) as (G & _ & B). fold va vb in B.
    assert (Low : forall (xh xl : D), is_good 4 xh xl -> real xh = 0 \/ b2 (- (4)) <= Rabs (real xh) -> real xh <> 0 ->
      b2 (-5) * b2 e <= Rabs (value xh xl e)).
    { intros xh xl Gx [Z | Lx] Nx; [contradiction |]. unfold value. rewrite abs_scaled.
      apply Rmult_le_compat_r; [apply bpow_ge_0 |]. destruct (wide_size _ _ (good_wide _ _ _ Gx)) as (W & _).
      change (-5)%Z with (-1 + - (4))%Z. rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2).
      pose proof (bpow_gt_0 radix2 (- (4))). lra. }
    assert (Cases : (real ah = 0 /\ real bh = 0) \/ b2 (-5) * b2 e <= Rabs va + Rabs vb).
    { destruct (Req_dec (real ah) 0) as [Za | Na]; [destruct (Req_dec (real bh) 0) as [Zb | Nb] |]; [now left | right ..].
      - destruct (Ex (or_intror Nb)) as [(N & _) | (_ & Ee)]; [contradiction |]. unfold vb. rewrite <- Ee.
        pose proof (Low _ _ Gb Lb Nb). lra.
      - destruct (Ex (or_introl Na)) as [(_ & Ee) | (Nb & Ee)].
        + unfold va. rewrite <- Ee. pose proof (Low _ _ Ga La Na). lra.
        + unfold vb. rewrite <- Ee. pose proof (Low _ _ Gb Lb Nb). lra. }
    destruct Cases as [(Za & Zb) | L].
    + assert (V0 : va = 0 /\ vb = 0) by (split; apply value_of_zero; assumption || apply Ga || apply Gb).
      destruct V0 as (Va & Vb).
      assert (Zh : real h = 0).
      { destruct (Req_dec (real h) 0) as [|N]; [assumption | exfalso].
        set (F := (mag radix2 (value h l e) - 1)%Z).
        destruct (wide_add_any 4 F _ _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb (or_introl Za) (or_introl Zb)) as (_ & _ & Q).
        fold va vb in Q. rewrite Va, Vb, Rplus_0_r, Rminus_0_r, Rabs_R0, Rplus_0_r, Rmult_0_r, Rplus_0_l in Q.
        assert (Nv : value h l e <> 0).
        { intros Z. apply N. apply (zero_of_value h l (proj1 (proj2 (proj2 G)))). unfold value in Z.
          apply Rmult_integral in Z. destruct Z as [Z | Z]; [exact Z |]. pose proof (bpow_gt_0 radix2 e). lra. }
        pose proof (bpow_mag_le radix2 _ Nv) as M. fold F in M. pose proof (bpow_gt_0 radix2 F).
        assert (b2 (4 - 990) <= / 4) by (change (/ 4) with (b2 (-2)); apply bpow_le; lia).
        assert (b2 (4 - 990) * b2 F <= / 4 * b2 F) by (apply Rmult_le_compat_r; lra). lra. }
      split; [split; [exact G | now left] |]. rewrite (value_of_zero h l e (proj1 (proj2 (proj2 G))) Zh), Va, Vb.
      rewrite Rplus_0_r, Rminus_0_r, Rabs_R0. rewrite Rplus_0_r, Rmult_0_r. lra.
    + assert (B' : Rabs (value h l e - (va + vb)) <= b2 (-103) * (Rabs va + Rabs vb)).
      { eapply Rle_trans; [exact B |]. assert (b2 (4 - 990) * b2 e <= b2 (-104) * (Rabs va + Rabs vb)); [| rewrite E103; lra].
        apply Rle_trans with (b2 (-104) * (b2 (-5) * b2 e)); [| apply Rmult_le_compat_l; lra].
        rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- bpow_plus. apply bpow_le. lia. }
      split; [| exact B']. split; [exact G | right]. destruct (abs_near _ _ _ B') as (_ & N). rewrite One in N.
      assert (S : b2 (-103) <= / 4) by (change (/ 4) with (b2 (-2)); apply bpow_le; lia).
      assert (b2 (-103) * (Rabs va + Rabs vb) <= / 4 * (Rabs va + Rabs vb)) by (apply Rmult_le_compat_r; lra).
      assert (L2 : 3 / 4 * (b2 (-5) * b2 e) <= Rabs (value h l e)) by lra. unfold value in L2. rewrite abs_scaled in L2.
      rewrite <- Rmult_assoc in L2. apply Rmult_le_reg_r in L2; [| apply bpow_gt_0].
      destruct (wide_size _ _ (good_wide _ _ _ G)) as (_ & U). change (- (6))%Z with (-1 + -5)%Z.
      rewrite (bpow_plus radix2 (-1)). change (b2 (-1)) with (/ 2). pose proof (bpow_gt_0 radix2 (-5)).
      pose proof (Rabs_pos (real h)). lra.
Qed.
