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

(* 0 divided. *)
Lemma zero_below n (x : D) : finite x -> real x = 0 -> Bounded.below n x.
Proof. intros F Z. split; [exact F |]. rewrite Z, Rabs_R0. apply bpow_ge_0. Qed.

Lemma zero_minus (x y : D) : finite x -> real x = 0 -> finite y -> real y = 0 -> finite (fsub x y) /\
  real (fsub x y) = 0.
Proof.
  intros Fx X Fy Y. destruct (Bounded.below_sub 0 _ _ ltac:(lia) (zero_below 0 x Fx X) (zero_below 0 y Fy Y)) as (F & _).
  split; [exact F |]. destruct (fsub_finite _ _ F) as (_ & _ & E). now rewrite E, X, Y, Rminus_0_r, rnd_zero.
Qed.

Lemma zero_plus (x y : D) : finite x -> real x = 0 -> finite y -> real y = 0 -> finite (fadd x y) /\
  real (fadd x y) = 0.
Proof.
  intros Fx X Fy Y. destruct (Bounded.below_add 0 _ _ ltac:(lia) (zero_below 0 x Fx X) (zero_below 0 y Fy Y)) as (F & _).
  split; [exact F |]. destruct (fadd_finite _ _ F) as (_ & _ & E). now rewrite E, X, Y, Rplus_0_r, rnd_zero.
Qed.

Lemma quotient_of_zero ah al ea bh bl eb h l e : wide_div_results ah al ea bh bl eb h l e -> is_good 850 ah al ->
  real ah = 0 -> is_good 700 bh bl -> real bh <> 0 -> is_good 0 h l /\ real h = 0.
Proof.
  intros (q & ph & pl & pe & rest & [Eq Hp Er Hs]) Ga Za Gb Nb. destruct Ga as (Fa & Fal & (Ta & _) & _).
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (-> & -> & _). clear Hp Hs.
  assert (Quot : forall x : D, finite x -> real x = 0 -> finite (fdiv x bh) /\ real (fdiv x bh) = 0).
  { intros x Fx Zx. assert (B : Bounded.below 0 (fdiv x bh)).
    { apply below_quotient; [lia | exact Fx | apply Gb | exact Nb |]. rewrite Zx. unfold Rdiv.
      rewrite Rmult_0_l, Rabs_R0. apply bpow_ge_0. }
    split; [apply B |]. destruct (fdiv_finite _ _ (proj1 B) (proj1 Gb) Nb) as (_ & ->). rewrite Zx. unfold Rdiv.
    now rewrite Rmult_0_l, rnd_zero. }
  destruct (Quot ah Fa Za) as (Fq & Zq). rewrite <- Eq in Fq, Zq.
  destruct (good_below _ _ _ Gb) as (Bb & Bbl).
  destruct (below_product_rest 0 700 q bh ltac:(lia) ltac:(lia) ltac:(lia) (zero_below 0 _ Fq Zq) Bb) as (Fr & _).
  destruct (product_exact q bh Fr) as (_ & _ & Fp & Ep & Xp); [left; rewrite Zq; ring |].
  rewrite Zq, Rmult_0_l, rnd_zero in Ep. rewrite Zq, Rmult_0_l, Ep, Rplus_0_l in Xp.
  destruct (fmul_is_finite q bl 1) as (Fm & Vm & _); [unfold emin; simpl; lia | exact Fq | apply Gb | |].
  { rewrite Zq, Rmult_0_l, Rabs_R0. apply bpow_ge_0. }
  rewrite Zq, Rmult_0_l, rnd_zero in Vm.
  destruct (zero_minus ah (fmul q bh) Fa Za Fp Ep) as (F1 & Z1).
  destruct (zero_minus _ (product_rest q bh) F1 Z1 Fr Xp) as (F2 & Z2).
  destruct (zero_plus _ al F2 Z2 Fal (Ta Za)) as (F3 & Z3). destruct (zero_minus _ (fmul q bl) F3 Z3 Fm Vm) as (F4 & Z4).
  rewrite <- Er in F4, Z4. destruct (Quot rest F4 Z4) as (F5 & Z5).
  destruct (zero_plus q (fdiv rest bh) Fq Zq F5 Z5) as (F6 & Z6).
  assert (L : finite (ordered_rest q (fdiv rest bh)) /\ real (ordered_rest q (fdiv rest bh)) = 0).
  { unfold ordered_rest. cbv zeta. destruct (zero_minus _ q F6 Z6 Fq Zq) as (F7 & Z7). now apply zero_minus. }
  destruct L as (F8 & Z8). split; [| exact Z6].
  split; [exact F6 |]. split; [exact F8 |]. rewrite Z6. split; [| rewrite Rabs_R0; apply bpow_ge_0].
  split; [now rewrite Z6 | rewrite Z8, Rabs_R0]. pose proof (bpow_gt_0 radix2 (unit_of (real (fadd q (fdiv rest bh))))). lra.
Qed.

(* A quotient of numbers of either kind. *)
Lemma quotient plain c d x y ah al ea bh bl eb h l e : wide_div_results ah al ea bh bl eb h l e ->
  is_sizeable plain 850 6 ah al ea -> is_sizeable plain 510 6 bh bl eb -> is_within c (value ah al ea) x ->
  is_within d (value bh bl eb) y -> y <> 0 -> 0 <= c <= / 16 -> 0 <= d <= / 16 ->
  (plain = true -> x <> 0 -> b2 (-890) <= Rabs (x / y) <= b2 700 /\ b2 (-900) <= Rabs x /\ b2 (-690) <= Rabs y) ->
  is_good 850 h l /\ real h = rnd (real h + real l) /\ is_within (c + 4 / 3 * d + 2 * (c * d) + b2 (-100)) (value h l e) (x / y) /\
  (x = 0 -> real h = 0).
Proof.
  intros H Sa Sb Wa Wb Ny Hc Hd R. pose proof (sizeable_good _ _ _ _ _ _ Sa ltac:(lia)) as Ga.
  pose proof (good_weaken _ 700 _ _ (sizeable_good _ _ _ _ _ _ Sb ltac:(lia)) ltac:(lia)) as Gb.
  pose proof (Rabs_pos_lt _ Ny) as Y. unfold is_within in Wa, Wb.
  destruct (abs_near _ _ _ Wb) as (B1 & B2). destruct (abs_near _ _ _ Wa) as (A1 & A2).
  assert (dy : d * Rabs y <= / 16 * Rabs y) by (apply Rmult_le_compat_r; lra).
  pose proof (Rabs_pos x) as X. assert (cx : c * Rabs x <= / 16 * Rabs x) by (apply Rmult_le_compat_r; lra).
  assert (Nb : real bh <> 0).
  { intros Z. rewrite (value_of_zero bh bl eb (proj1 (proj2 (proj2 Gb))) Z), Rabs_R0 in B2. lra. }
  destruct (Req_dec x 0) as [Zx | Nx].
  - assert (Za : real ah = 0).
    { rewrite Zx, Rabs_R0 in A1. apply (zero_of_value ah al (proj1 (proj2 (proj2 Ga)))).
      assert (Z : value ah al ea = 0).
      { destruct (Req_dec (value ah al ea) 0) as [| N]; [assumption |]. apply Rabs_pos_lt in N. lra. }
      unfold value in Z. apply Rmult_integral in Z. destruct Z as [Z | Z]; [exact Z |]. pose proof (bpow_gt_0 radix2 ea).
      lra. }
    destruct (quotient_of_zero _ _ _ _ _ _ _ _ _ H Ga Za Gb Nb) as (G & Zh). pose proof G as (_ & _ & T & _).
    split; [apply (good_weaken 0); [exact G | lia] |]. split; [rewrite Zh, (proj1 T Zh), Rplus_0_l, rnd_zero; reflexivity |].
    split; [| auto]. unfold is_within. rewrite (value_of_zero h l e T Zh), Zx. unfold Rdiv.
    rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. rewrite Rmult_0_r. lra.
  - pose proof (Rabs_pos_lt _ Nx) as Xp.
    assert (Na : real ah <> 0).
    { intros Z. rewrite (value_of_zero ah al ea (proj1 (proj2 (proj2 Ga))) Z), Rabs_R0 in A2. lra. }
    pose proof (high_at_most_value ah al ea (good_wide _ _ _ Ga)) as Ha1.
    pose proof (high_at_most_value bh bl eb (good_wide _ _ _ Gb)) as Hb1.
    assert (Low : forall (vh vl : D) ve, is_wide vh vl -> Rabs (value vh vl ve) <= (1 + u53) * (Rabs (real vh) * b2 ve)).
    { intros vh vl ve W. unfold value. rewrite abs_scaled, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
      now apply wide_size. }
    pose proof (Low _ _ ea (good_wide _ _ _ Ga)) as Ha2. pose proof (Low _ _ eb (good_wide _ _ _ Gb)) as Hb2. clear Low.
    assert (Range : b2 (-900) <= Rabs (real ah / real bh) <= b2 800 /\ b2 (-960) <= Rabs (real ah) /\
      b2 (-700) <= Rabs (real bh)).
    { assert (Ib : 0 < / Rabs (real bh)) by (apply Rinv_0_lt_compat, Rabs_pos_lt; exact Nb). destruct plain.
      - destruct Sa as (_ & ->). destruct Sb as (_ & ->). change (b2 0) with 1 in *. rewrite Rmult_1_r in *.
        destruct (R eq_refl Nx) as ((R1 & R2) & R3 & R4).
        assert (Q : Rabs (x / y) = Rabs x / Rabs y) by (unfold Rdiv; now rewrite Rabs_mult, Rabs_inv).
        assert (Q' : Rabs (real ah / real bh) = Rabs (real ah) / Rabs (real bh)) by
          (unfold Rdiv; now rewrite Rabs_mult, Rabs_inv).
        assert (Xy : Rabs x = Rabs (x / y) * Rabs y) by (rewrite Q; field; lra).
        assert (Ah : / 2 * Rabs x <= Rabs (real ah) <= 2 * Rabs x) by lra.
        assert (Bh : / 2 * Rabs y <= Rabs (real bh) <= 2 * Rabs y) by lra.
        assert (q0 : 0 <= Rabs (x / y)) by apply Rabs_pos.
        rewrite Q'. split; [split |].
        + apply Rmult_le_reg_r with (Rabs (real bh)); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
          apply Rle_trans with (b2 (-900) * (2 * Rabs y)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
          assert (T : b2 (-900) * 4 <= b2 (-890)) by (change 4 with (b2 2); rewrite <- bpow_plus; apply bpow_le; lia).
          assert (b2 (-900) * 4 * Rabs y <= Rabs (x / y) * Rabs y) by (apply Rmult_le_compat_r; lra). lra.
        + apply Rmult_le_reg_r with (Rabs (real bh)); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
          apply Rle_trans with (b2 800 * (/ 2 * Rabs y)); [| apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]].
          assert (T : 4 * b2 700 <= b2 800) by (change 4 with (b2 2); rewrite <- bpow_plus; apply bpow_le; lia).
          assert (Rabs (x / y) * Rabs y <= b2 700 * Rabs y) by (apply Rmult_le_compat_r; lra).
          assert (4 * b2 700 * Rabs y <= b2 800 * Rabs y) by (apply Rmult_le_compat_r; lra). lra.
        + assert (T1 : 2 * b2 (-960) <= b2 (-900)) by (change 2 with (b2 1); rewrite <- bpow_plus; apply bpow_le; lia).
          assert (T2 : 2 * b2 (-700) <= b2 (-690)) by (change 2 with (b2 1); rewrite <- bpow_plus; apply bpow_le; lia).
          lra.
      - destruct Sa as (G6 & [Z | La]); [contradiction |]. destruct Sb as (G6' & [Z | Lb]); [contradiction |].
        change (- (6))%Z with (-6)%Z in *. pose proof (quotient_at_most 6 (-6) _ _ (proj2 (proj2 (proj2 G6))) Lb) as U.
        split; [split |].
        + unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rle_trans with (b2 (-6) * b2 (- (6))).
          * rewrite <- bpow_plus. apply bpow_le. lia.
          * apply Rmult_le_compat; try apply bpow_ge_0; [exact La |]. rewrite bpow_opp.
            apply Rinv_le; [apply Rabs_pos_lt; exact Nb | apply G6'].
        + eapply Rle_trans; [exact U | apply bpow_le; lia].
        + split; [eapply Rle_trans; [| exact La] | eapply Rle_trans; [| exact Lb]]; apply bpow_le; lia. }
    destruct Range as (Rq & Ra & Rb).
    destruct (wide_div_sized 800 _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb Ra Rb Rq) as (G & Eh & _ & _ & E).
    split; [apply (good_weaken 802); [exact G | lia] |]. split; [exact Eh |]. split; [| intros Z; contradiction].
    assert (Cd : 0 <= c * d <= / 256).
    { split; [apply Rmult_le_pos; lra |]. replace (/ 256) with (/ 16 * / 16) by field. apply Rmult_le_compat; lra. }
    assert (B101 : b2 (-100) = 2 * b2 (-101)) by (change (-100)%Z with (1 + -101)%Z; rewrite bpow_plus; reflexivity).
    pose proof (bpow_gt_0 radix2 (-101)) as p0.
    eapply (within_trans (b2 (-101)) (c + 4 / 3 * d + 4 / 3 * (c * d))); [exact E | | lra | lra |].
    + apply (within_quotient c d); try assumption; lra.
    + set (k := c + 4 / 3 * d + 4 / 3 * (c * d)). assert (k <= 1) by (unfold k; lra).
      assert (b2 (-101) * k <= b2 (-101) * 1) by (apply Rmult_le_compat_l; lra). unfold k in *. lra.
Qed.
