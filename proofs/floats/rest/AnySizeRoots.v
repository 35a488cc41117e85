(* The parameters at which the straight through a and b meets the outline: solve_roots of
   src/rest/contact_integers.c. Each one is within 2^-55 of itself of the true root, if w.u, the gaps and |u|^2 are
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
    { destruct (Req_dec (real ah) 0) as [Za | Na]; [destruct (Req_dec (real bh) 0) as [Zb | Nb] |];
      [now left | right ..].
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
        destruct (wide_add_any 4 F _ _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb (or_introl Za) (or_introl Zb)) as
          (_ & _ & Q).
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
      { eapply Rle_trans; [exact B |]. assert (b2 (4 - 990) * b2 e <= b2 (-104) * (Rabs va + Rabs vb));
        [| rewrite E103; lra].
        apply Rle_trans with (b2 (-104) * (b2 (-5) * b2 e)); [| apply Rmult_le_compat_l; lra].
        rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- bpow_plus. apply bpow_le.
        lia. }
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
  intros Fx X Fy Y. destruct (Bounded.below_sub 0 _ _ ltac:(lia) (zero_below 0 x Fx X) (zero_below 0 y Fy Y)) as
    (F & _).
  split; [exact F |]. destruct (fsub_finite _ _ F) as (_ & _ & E). now rewrite E, X, Y, Rminus_0_r, rnd_zero.
Qed.

Lemma zero_plus (x y : D) : finite x -> real x = 0 -> finite y -> real y = 0 -> finite (fadd x y) /\
  real (fadd x y) = 0.
Proof.
  intros Fx X Fy Y. destruct (Bounded.below_add 0 _ _ ltac:(lia) (zero_below 0 x Fx X) (zero_below 0 y Fy Y)) as
    (F & _).
  split; [exact F |]. destruct (fadd_finite _ _ F) as (_ & _ & E). now rewrite E, X, Y, Rplus_0_r, rnd_zero.
Qed.

Lemma quotient_of_zero ah al ea bh bl eb h l e : wide_div_results ah al ea bh bl eb h l e -> is_good 850 ah al ->
  real ah = 0 -> is_good 700 bh bl -> real bh <> 0 -> is_good 0 h l /\ real h = 0 /\ e = (ea - eb)%Z.
Proof.
  intros (q & ph & pl & pe & rest & [Eq Hp Er Hs]) Ga Za Gb Nb. destruct Ga as (Fa & Fal & (Ta & _) & _).
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (-> & -> & ->). clear Hp Hs.
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
  destruct (zero_plus _ al F2 Z2 Fal (Ta Za)) as (F3 & Z3).
  destruct (zero_minus _ (fmul q bl) F3 Z3 Fm Vm) as (F4 & Z4).
  rewrite <- Er in F4, Z4. destruct (Quot rest F4 Z4) as (F5 & Z5).
  destruct (zero_plus q (fdiv rest bh) Fq Zq F5 Z5) as (F6 & Z6).
  assert (L : finite (ordered_rest q (fdiv rest bh)) /\ real (ordered_rest q (fdiv rest bh)) = 0).
  { unfold ordered_rest. cbv zeta. destruct (zero_minus _ q F6 Z6 Fq Zq) as (F7 & Z7). now apply zero_minus. }
  destruct L as (F8 & Z8). split; [| split; [exact Z6 | reflexivity]].
  split; [exact F6 |]. split; [exact F8 |]. rewrite Z6. split; [| rewrite Rabs_R0; apply bpow_ge_0].
  split; [now rewrite Z6 | rewrite Z8, Rabs_R0].
  pose proof (bpow_gt_0 radix2 (unit_of (real (fadd q (fdiv rest bh))))). lra.
Qed.

(* A quotient of numbers of either kind. *)
Lemma quotient plain c d x y ah al ea bh bl eb h l e : wide_div_results ah al ea bh bl eb h l e ->
  is_sizeable plain 850 6 ah al ea -> is_sizeable plain 510 6 bh bl eb -> is_within c (value ah al ea) x ->
  is_within d (value bh bl eb) y -> y <> 0 -> 0 <= c <= / 16 -> 0 <= d <= / 16 ->
  (plain = true -> x <> 0 -> b2 (-890) <= Rabs (x / y) <= b2 700 /\ b2 (-900) <= Rabs x /\ b2 (-690) <= Rabs y) ->
  is_sizeable plain 850 13 h l e /\ is_good 850 h l /\ real h = rnd (real h + real l) /\
    is_within (c + 4 / 3 * d + 2 * (c * d) + b2 (-100)) (value h l e) (x / y) /\
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
      unfold value in Z. apply Rmult_integral in Z. destruct Z as [Z | Z]; [exact Z |].
      pose proof (bpow_gt_0 radix2 ea).
      lra. }
    destruct (quotient_of_zero _ _ _ _ _ _ _ _ _ H Ga Za Gb Nb) as (G & Zh & Ee). pose proof G as (_ & _ & T & _).
    split.
    { destruct plain.
      - split; [apply (good_weaken 0); [exact G | lia] |]. rewrite Ee, (proj2 Sa), (proj2 Sb). reflexivity.
      - split; [apply (good_weaken 0); [exact G | lia] | now left]. }
    split; [apply (good_weaken 0); [exact G | lia] |].
    split; [rewrite Zh, (proj1 T Zh), Rplus_0_l, rnd_zero; reflexivity |].
    split; [| auto]. unfold is_within. rewrite (value_of_zero h l e T Zh), Zx. unfold Rdiv.
    rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. rewrite Rmult_0_r. lra.
  - pose proof (Rabs_pos_lt _ Nx) as Xp.
    assert (Na : real ah <> 0).
    { intros Z. rewrite (value_of_zero ah al ea (proj1 (proj2 (proj2 Ga))) Z), Rabs_R0 in A2. lra. }
    pose proof (high_at_most_value ah al ea (good_wide _ _ _ Ga)) as Ha1.
    pose proof (high_at_most_value bh bl eb (good_wide _ _ _ Gb)) as Hb1.
    assert (Low : forall (vh vl : D) ve, is_wide vh vl ->
      Rabs (value vh vl ve) <= (1 + u53) * (Rabs (real vh) * b2 ve)).
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
        + apply Rmult_le_reg_r with (Rabs (real bh)); [lra |]. unfold Rdiv.
          rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
          apply Rle_trans with (b2 (-900) * (2 * Rabs y)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | lra] |].
          assert (T : b2 (-900) * 4 <= b2 (-890)) by (change 4 with (b2 2); rewrite <- bpow_plus; apply bpow_le; lia).
          assert (b2 (-900) * 4 * Rabs y <= Rabs (x / y) * Rabs y) by (apply Rmult_le_compat_r; lra). lra.
        + apply Rmult_le_reg_r with (Rabs (real bh)); [lra |]. unfold Rdiv.
          rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
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
    destruct (wide_div_sized 800 _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb Ra Rb Rq) as (G & Eh & Ee & Se & E).
    split.
    { destruct plain.
      - split; [apply (good_weaken 802); [exact G | lia] |]. rewrite Ee, (proj2 Sa), (proj2 Sb). reflexivity.
      - destruct Sa as (G6 & [Z | La]); [contradiction |]. destruct Sb as (G6' & [Z | Lb]); [contradiction |].
        change (- (6))%Z with (-6)%Z in *.
        pose proof (quotient_at_most 6 (-6) _ _ (proj2 (proj2 (proj2 G6))) Lb) as U. change (6 - -6)%Z with 12%Z in U.
        assert (U' : b2 (-12) <= Rabs (real ah / real bh)).
        { unfold Rdiv. rewrite Rabs_mult, Rabs_inv. change (-12)%Z with (-6 + - (6))%Z. rewrite bpow_plus.
          apply Rmult_le_compat; try apply bpow_ge_0; [exact La |]. rewrite bpow_opp.
          apply Rinv_le; [apply Rabs_pos_lt; exact Nb | apply G6']. }
        change (b2 12) with 4096 in U. change (b2 (-12)) with (/ 4096) in U'.
        split; [apply (good_of_bound 802); [exact G | change (b2 13) with 8192; lra] | right].
        change (b2 (- (13))) with (/ 8192). lra. }
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

(* ---- the roots ---- *)

Lemma within_sign c v x : is_within c v x -> 0 <= c < 1 -> 0 <= x -> 0 <= v.
Proof.
  unfold is_within. intros H C X. rewrite (Rabs_pos_eq x X) in H. apply Rabs_le_inv in H.
  assert (c * x <= 1 * x) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma half_of_gap plain gh gl ge G h l e : wide_sqrt_results gh gl ge h l e -> is_sizeable plain 820 2 gh gl ge ->
  is_within (b2 (-56)) (value gh gl ge) G -> 0 <= G -> (plain = true -> b2 (-850) <= real gh) ->
  is_sizeable plain 500 4 h l e /\ 0 <= real h /\ is_within (102 / 100 * b2 (-56)) (value h l e) (sqrt G).
Proof.
  intros H S W G0 P. pose proof (good_weaken _ 850 _ _ (sizeable_good _ _ _ _ _ _ S ltac:(lia)) ltac:(lia)) as Gg.
  assert (S56 : b2 (-56) <= / 1024) by (change (/ 1024) with (b2 (-10)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-56)) as p56.
  pose proof (within_sign _ _ _ W ltac:(lra) G0) as V0.
  destruct (Req_dec (real gh) 0) as [Z | N].
  - destruct plain; [specialize (P eq_refl); pose proof (bpow_gt_0 radix2 (-850)); lra |].
    assert (Zg : G = 0).
    { unfold is_within in W. rewrite (value_of_zero gh gl ge (proj1 (proj2 (proj2 Gg))) Z), Rminus_0_l, Rabs_Ropp in W.
      rewrite (Rabs_pos_eq G G0) in W. assert (b2 (-56) * G <= / 1024 * G) by (apply Rmult_le_compat_r; lra). lra. }
    unfold wide_sqrt_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
    destruct H as [I1 O I2 _ _ _ _ _ _ _ _ _ _ R1 R2 R3].
    rewrite (ContactFeature.feq_zero_true gh (proj1 Gg) Z) in I1. subst. destruct zero_value as (F0 & Z0).
    destruct (wide_of_value _ _ _ _ O F0) as (Gz & _ & V). rewrite Z0 in V.
    pose proof (high_of_zero _ _ _ _ Gz V) as Zz.
    split; [split; [now apply (good_of_zero 250) | now left] |]. split; [lra |].
    unfold is_within. rewrite V, sqrt_0, Rminus_0_r, Rabs_R0, Rmult_0_r. lra.
  - assert (Pg : 0 < real gh).
    { destruct (high_sign 850 gh gl ge Gg) as (_ & (S1 & _)). destruct (Rtotal_order (real gh) 0) as [A | [A | A]];
        [specialize (S1 A); lra | contradiction | exact A]. }
    assert (Lg : b2 (-850) <= real gh).
    { destruct plain; [auto |]. destruct S as (_ & [Z | L]); [contradiction |]. rewrite Rabs_pos_eq in L by lra.
      eapply Rle_trans; [| exact L]. apply bpow_le. lia. }
    destruct (wide_sqrt_sized _ _ _ _ _ _ H Gg Lg) as (T & F1 & F2 & (Z1 & Z2) & B).
    pose proof (sqrt_pos (real gh)) as q0. split; [| split; [lra |]].
    + assert (Gn : forall n i, (i <= 2 * n)%Z -> real gh <= b2 i -> is_good (n + 1) h l).
      { intros n i L U. split; [exact F1 |]. split; [exact F2 |]. split; [exact T |].
        pose proof (sqrt_power i n _ L U). rewrite bpow_plus. change (b2 1) with 2. rewrite Rabs_pos_eq; lra. }
      destruct plain.
      * destruct S as (Gs & ->). split.
        { apply (good_weaken 411); [apply (Gn 410%Z 820%Z); [lia |] | lia]. pose proof (proj2 (proj2 (proj2 Gs))) as U.
          rewrite Rabs_pos_eq in U; lra. }
        apply (wide_sqrt_plain _ _ _ _ _ H N).
      * destruct S as (Gs & [Z | L]); [contradiction |]. rewrite Rabs_pos_eq in L by lra. split.
        { apply (good_weaken 2); [apply (Gn 1%Z 2%Z); [lia |] | lia]. pose proof (proj2 (proj2 (proj2 Gs))) as U.
          rewrite Rabs_pos_eq in U; lra. }
        right. pose proof (sqrt_power_least (- (2)) (-1) _ ltac:(lia) L) as Q. rewrite Rabs_pos_eq by lra.
        change (b2 (-1)) with (/ 2) in Q. change (b2 (- (4))) with (/ 16). lra.
    + assert (Gp : 0 < G).
      { destruct (Rle_lt_or_eq_dec 0 G G0) as [|Zg]; [assumption | exfalso]. unfold is_within in W.
        rewrite <- Zg, Rabs_R0, Rmult_0_r, Rminus_0_r in W. apply N, (zero_of_value gh gl (proj1 (proj2 (proj2 Gg)))).
        assert (Zv : value gh gl ge = 0).
        { destruct (Req_dec (value gh gl ge) 0) as [|Nv]; [assumption |]. apply Rabs_pos_lt in Nv. lra. }
        unfold value in Zv. apply Rmult_integral in Zv. destruct Zv as [Zv | Zv]; [exact Zv |].
        pose proof (bpow_gt_0 radix2 ge). lra. }
      unfold is_within in W. rewrite (Rabs_pos_eq G G0) in W.
      pose proof (near_root _ _ (b2 (-56)) Gp ltac:(lra) W) as R.
      apply (within_trans (b2 (-101)) (b2 (-56)) _ _ (sqrt (value gh gl ge))).
      * unfold is_within. rewrite (Rabs_pos_eq (sqrt _)) by apply sqrt_pos. exact B.
      * unfold is_within. rewrite (Rabs_pos_eq (sqrt G)) by apply sqrt_pos. exact R.
      * apply bpow_ge_0.
      * lra.
      * assert (b2 (-101) <= / 1024 * b2 (-56)).
        { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
        assert (b2 (-101) * b2 (-56) <= 1 * b2 (-101)); [| lra].
        rewrite Rmult_comm. apply Rmult_le_compat_r; [apply bpow_ge_0 | lra].
Qed.

Section Roots.
Variables dh dl lh ll gah gal gsh gsl k1 k2 k3 k4 ih il oh ol : D.
Variables de le gae gse ie oe : Z.
Hypothesis run : solve_roots_results dh dl de lh ll le gah gal gae gsh gsl gse k1 k2 k3 k4 ih il ie oh ol oe.
Variable plain : bool.
Variables p g L : R.
Let G := p * p + L * g.
Let H := sqrt G.
(* the sum without cancellation *)
Let Q := if Rle_dec 0 p then p + H else p - H.
Hypothesis length : is_sizeable plain 500 4 lh ll le /\ is_within (b2 (-100)) (value lh ll le) L /\ 0 < L.
Hypothesis dot : is_sizeable plain 500 4 dh dl de /\ same_sign (real dh) p /\
  Rabs (value dh dl de - p) <= b2 (-70) * (Rabs p + H).
Hypothesis gap : is_sizeable plain 500 4 gah gal gae /\ is_within (b2 (-57)) (value gah gal gae) g.
Hypothesis gap_side : is_sizeable plain 820 2 gsh gsl gse /\ is_within (b2 (-56)) (value gsh gsl gse) G /\ 0 <= G /\
  (plain = true -> b2 (-850) <= real gsh).
(* no step leaves the range of double *)
Hypothesis range : plain = true -> b2 (-600) <= Rabs Q /\ b2 (-600) <= L /\ b2 (-890) <= Rabs (Q / L) <= b2 700 /\
  (g <> 0 -> b2 (-890) <= Rabs (g / Q) <= b2 700 /\ b2 (-900) <= Rabs g).

Lemma sum_is_double : Rabs Q = Rabs p + H.
Proof.
  pose proof (sqrt_pos G) as H0. fold H in H0. unfold Q. destruct (Rle_dec 0 p) as [P | P].
  - rewrite !Rabs_pos_eq; lra.
  - rewrite (Rabs_left1 (p - H)), (Rabs_left1 p); lra.
Qed.

Theorem solve_roots_correct :
  (is_sizeable plain 850 13 oh ol oe /\ is_good 850 oh ol /\ real oh = rnd (real oh + real ol) /\
    is_within (b2 (-55)) (value oh ol oe) (Q / L)) /\
  (Q <> 0 -> is_sizeable plain 850 13 ih il ie /\ is_good 850 ih il /\ real ih = rnd (real ih + real il) /\
    is_within (b2 (-55)) (value ih il ie) (- g / Q) /\ (g = 0 -> real ih = 0)) /\
  (Q = 0 -> ih = oh /\ il = ol /\ ie = oe).
Proof.
  destruct length as (Sl & Wl & L0). destruct dot as (Sd & Dd & Ed). destruct gap as (Sg & Wg).
  destruct gap_side as (Ss & Ws & G0 & Ps).
  assert (S56 : b2 (-56) <= / 1048576) by (change (/ 1048576) with (b2 (-20)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-56)) as p56. pose proof (sqrt_pos G) as H0. fold H in H0.
  pose proof run as R. unfold solve_roots_results in R. repeat match type of R with ex _ => destruct R as [? R] end.
  destruct R. destruct (half_of_gap plain _ _ _ G _ _ _ E_wide_sqrt Ss Ws G0 Ps) as (Sh & Ph & Wh). fold H in Wh.
  match type of E_wide_sqrt with wide_sqrt_results _ _ _ ?a ?b ?c => set (hh := a) in *; set (hl := b) in *;
    set (he := c) in * end.
  pose proof (sizeable_good _ _ _ _ _ _ Sd ltac:(lia)) as Gd.
  pose proof (sizeable_good _ _ _ _ _ _ Sh ltac:(lia)) as Gh.
  destruct (value_nonneg hh hl he (good_wide _ _ _ Gh) Ph) as (Vh & _).
  assert (Hh : Rabs (value hh hl he - H) <= 102 / 100 * b2 (-56) * H).
  { unfold is_within in Wh. now rewrite (Rabs_pos_eq H H0) in Wh. }
  assert (S70 : b2 (-70) <= / 1024 * b2 (-56)).
  { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (S103 : b2 (-103) <= / 1024 * b2 (-56)).
  { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (S100 : b2 (-100) <= / 1024 * b2 (-56)).
  { change (/ 1024) with (b2 (-10)). rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (Rabs_pos p) as p0. pose proof sum_is_double as AQ.
  (* q *)
  assert (Sum : forall v, Rabs (v - Q) <= b2 (-70) * (Rabs p + H) + 102 / 100 * b2 (-56) * H ->
    is_within (104 / 100 * b2 (-56)) v Q).
  { intros v Hv. unfold is_within. rewrite AQ. eapply Rle_trans; [exact Hv |].
    assert (b2 (-70) * (Rabs p + H) <= / 1024 * b2 (-56) * (Rabs p + H)) by (apply Rmult_le_compat_r; lra).
    assert (0 <= b2 (-56) * H) by (apply Rmult_le_pos; lra).
    assert (0 <= b2 (-56) * Rabs p) by (apply Rmult_le_pos; lra).
    lra. }
  match type of E_wide_div with wide_div_results ?a ?b ?c _ _ _ _ _ _ =>
    assert (Sq : is_sizeable plain 502 6 a b c /\ is_within (106 / 100 * b2 (-56)) (value a b c) Q) end.
  { assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
    destruct Zero as (F0 & Z0).
    assert (Last : forall v w, is_within (b2 (-103)) v w -> is_within (104 / 100 * b2 (-56)) w Q ->
      is_within (106 / 100 * b2 (-56)) v Q).
    { intros v w A B. apply (within_trans (b2 (-103)) (104 / 100 * b2 (-56)) _ _ w _ A B); [apply bpow_ge_0 | lra |].
      assert (b2 (-103) * (104 / 100 * b2 (-56)) <= b2 (-103) * 1) by (apply Rmult_le_compat_l;
        [apply bpow_ge_0 | lra]).
      lra. }
    destruct Dd as ((D1 & D2) & (D3 & D4)). rewrite E_q_hi, E_q_lo, E_q_exp, E_if1. clear E_wide_div E_wide_div_2.
    destruct (fle (fconst 0 0) dh) eqn:C.
    - apply fle_real in C; [| exact F0 | apply Gd]. rewrite Z0 in C.
      assert (P : 0 <= p) by (apply Rnot_lt_le; intros N; specialize (D4 N); lra).
      destruct (value_nonneg dh dl de (good_wide _ _ _ Gd) C) as (Vd & _).
      destruct (sum_of_one_sign plain _ _ _ _ _ _ _ _ _ _ _ E_wide_add Sd Sh) as (S & W).
      { rewrite !Rabs_pos_eq; lra. }
      split; [exact S |]. apply (Last _ _ W), Sum. unfold Q. destruct (Rle_dec 0 p); [| lra].
      replace (value dh dl de + value hh hl he - (p + H)) with (value dh dl de - p + (value hh hl he - H)) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. lra.
    - apply fle_real_false in C; [| exact F0 | apply Gd]. rewrite Z0 in C.
      assert (P : p < 0) by auto. destruct E_wide_sub.
      assert (Sn : is_sizeable plain 500 4 (fneg hh) (fneg hl) he).
      { destruct plain; destruct Sh as (A1 & A2); (split; [now apply good_neg |]); [exact A2 |].
        rewrite real_fneg, Rabs_Ropp. destruct A2; [left; lra | now right]. }
      assert (Vd : value dh dl de < 0).
      { apply (high_sign 500 dh dl de Gd). exact C. }
      destruct (sum_of_one_sign plain _ _ _ _ _ _ _ _ _ _ _ E_wide_add0 Sd Sn) as (S & W).
      { rewrite value_neg, Rabs_Ropp, (Rabs_left (value dh dl de)), (Rabs_pos_eq (value hh hl he)), Rabs_left1; lra. }
      split; [exact S |]. apply (Last _ _ W), Sum. rewrite value_neg. unfold Q. destruct (Rle_dec 0 p); [lra |].
      replace (value dh dl de + - value hh hl he - (p - H)) with (value dh dl de - p + - (value hh hl he - H)) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  destruct Sq as (Sq & Wq).
  match type of E_wide_div with wide_div_results ?a ?b ?c _ _ _ _ _ _ => set (qh := a) in *; set (ql := b) in *;
    set (qe := c) in * end.
  assert (Sq' : is_sizeable plain 850 6 qh ql qe).
  { destruct plain; destruct Sq as (A1 & A2); split; try assumption. apply (good_weaken 502); [exact A1 | lia]. }
  assert (Sq2 : is_sizeable plain 510 6 qh ql qe).
  { destruct plain; destruct Sq as (A1 & A2); split; try assumption. apply (good_weaken 502); [exact A1 | lia]. }
  assert (Wider : forall m, (500 <= m)%Z -> forall h l e, is_sizeable plain 500 4 h l e -> is_sizeable plain m 6 h l e).
  { intros m Hm h l e S. destruct plain; destruct S as (A1 & A2).
    - split; [apply (good_weaken 500); [exact A1 | lia] | exact A2].
    - split; [apply (good_weaken 4); [exact A1 | lia] |]. destruct A2 as [Z | A2]; [now left | right].
      eapply Rle_trans; [| exact A2]. apply bpow_le. lia. }
  (* the outer root *)
  pose proof (bpow_ge_0 radix2 (-100)) as p100.
  destruct (quotient plain _ _ Q L _ _ _ _ _ _ _ _ _ E_wide_div Sq' (Wider 510%Z ltac:(lia) _ _ _ Sl) Wq Wl) as
    (So & Go & Eo & Wo & Zo);
    [apply Rgt_not_eq; exact L0 | lra | lra | |].
  { intros Pl Nq. destruct (range Pl) as (R1 & R2 & R3 & _). split; [exact R3 |].
    split; [eapply Rle_trans; [| exact R1]; apply bpow_le; lia |]. rewrite (Rabs_pos_eq L) by lra.
    eapply Rle_trans; [| exact R2]. apply bpow_le. lia. }
  assert (E55 : b2 (-55) = 2 * b2 (-56)) by (change (-55)%Z with (1 + -56)%Z; rewrite bpow_plus; reflexivity).
  assert (E57 : b2 (-57) = / 2 * b2 (-56)) by (change (-57)%Z with (-1 + -56)%Z; rewrite bpow_plus; reflexivity).
  assert (Weaken : forall c d v y, is_within c v y -> c <= d -> is_within d v y).
  { intros c d v y A B. unfold is_within in *. eapply Rle_trans; [exact A |].
    apply Rmult_le_compat_r; [apply Rabs_pos | exact B]. }
  rewrite E_result_outer_hi, E_result_outer_lo, E_result_outer_exp, E_result_inner_hi, E_result_inner_lo,
    E_result_inner_exp.
  rewrite E_inner_hi, E_inner_lo, E_inner_exp, E_if2.
  split; [split; [exact So |]; split; [exact Go |]; split; [exact Eo |]; eapply Weaken; [exact Wo |] |].
  { assert (106 / 100 * b2 (-56) * b2 (-100) <= 1 * b2 (-100)) by (apply Rmult_le_compat_r; [apply bpow_ge_0 | lra]).
    lra. }
  pose proof (sizeable_good _ _ _ _ _ _ Sq ltac:(lia)) as Gq.
  split.
  - intros Nq. pose proof (Rabs_pos_lt _ Nq) as Qp.
    assert (Nz : feq qh (fconst 0 0) = false).
    { destruct (feq qh (fconst 0 0)) eqn:E; [| reflexivity]. apply feq_zero in E. destruct E as (_ & Z). exfalso.
      unfold is_within in Wq. rewrite (value_of_zero qh ql qe (proj1 (proj2 (proj2 Gq))) Z), Rminus_0_l,
        Rabs_Ropp in Wq.
      assert (106 / 100 * b2 (-56) * Rabs Q <= / 2 * Rabs Q) by (apply Rmult_le_compat_r; lra). lra. }
    rewrite Nz. cbn [negb].
    assert (Sn : is_sizeable plain 500 4 (fneg gah) (fneg gal) gae).
    { destruct plain; destruct Sg as (A1 & A2); (split; [now apply good_neg |]); [exact A2 |].
      rewrite real_fneg, Rabs_Ropp. destruct A2; [left; lra | now right]. }
    assert (Wn : is_within (b2 (-57)) (value (fneg gah) (fneg gal) gae) (- g)).
    { unfold is_within in *. rewrite value_neg, Rabs_Ropp.
      replace (- value gah gal gae - - g) with (- (value gah gal gae - g)) by ring.
      now rewrite Rabs_Ropp. }
    destruct (quotient plain _ _ (- g) Q _ _ _ _ _ _ _ _ _ E_wide_div_2 (Wider 850%Z ltac:(lia) _ _ _ Sn) Sq2 Wn Wq)
      as (Si & Gi & Ei & Wi & Zi); [exact Nq | lra | lra | |].
    { intros Pl Ng. destruct (range Pl) as (R1 & _ & _ & R3). destruct R3 as (R3 & R4); [lra |].
      replace (- g / Q) with (- (g / Q)) by (unfold Rdiv; ring). rewrite !Rabs_Ropp. split; [exact R3 |].
      split; [exact R4 |]. eapply Rle_trans; [| exact R1]. apply bpow_le. lia. }
    split; [exact Si |]. split; [exact Gi |]. split; [exact Ei |]. split; [| intros Z; apply Zi; lra].
    eapply Weaken; [exact Wi |].
    assert (b2 (-57) * (106 / 100 * b2 (-56)) <= b2 (-57) * (/ 1000)) by (apply Rmult_le_compat_l; lra). lra.
  - intros Zq. assert (Z : real qh = 0).
    { apply (zero_of_value qh ql (proj1 (proj2 (proj2 Gq)))). unfold is_within in Wq.
      rewrite Zq, Rminus_0_r, Rabs_R0, Rmult_0_r in Wq.
      assert (Zv : value qh ql qe = 0).
      { destruct (Req_dec (value qh ql qe) 0) as [|Nv]; [assumption |]. apply Rabs_pos_lt in Nv. lra. }
      unfold value in Zv. apply Rmult_integral in Zv. destruct Zv as [Zv | Zv]; [exact Zv |].
      pose proof (bpow_gt_0 radix2 qe). lra. }
    rewrite (ContactFeature.feq_zero_true qh (proj1 Gq) Z). auto.
Qed.
End Roots.
