(* The side of a wall that is level or upright: measure_level of src/geometry/contact_fast.h.

   The distance is the magnitude of one exact difference, so R - distance is an exact sum of four doubles. Its sign is
   that of the computed depth: where R.h - d.h is rounded, it exceeds all low parts; where it is exact, the sign follows
   from the monotony of rounding. docs/exactness.md, "Level and upright walls". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN Sterbenz.
From Carom Require Import Model Operations Approx ErrorFree Geometry ContactFeature ContactGeometry ContactPairs ContactSteps
  ContactRoot ContactDepth ContactEnd ContactProducts ContactSideDepth.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_contact.measure_level_terms(measure_level, measure_level_results).

Open Scope R_scope.

(* A rounded sum is 0 only if the sum is. *)
Lemma rnd_sum_zero (x y : R) : in_format double x -> in_format double y -> rnd double (x + y) = 0 -> x + y = 0.
Proof.
  intros Hx Hy H. pose proof (rnd_sum_error double x y Hx Hy) as E. rewrite H in E.
  replace (0 - (x + y)) with (- (x + y)) in E by ring. rewrite Rabs_Ropp in E. destruct ud_small as [U0 U1].
  destruct (Req_dec (x + y) 0) as [Z | Z]; [exact Z |]. pose proof (Rabs_pos_lt _ Z).
  assert (ud * Rabs (x + y) <= / 2 * Rabs (x + y)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma rnd_pos_sum (x y : R) : in_format double x -> in_format double y ->
  (0 < rnd double (x + y) <-> 0 < x + y) /\ (rnd double (x + y) < 0 <-> x + y < 0).
Proof.
  intros Hx Hy. pose proof (rnd_sum_zero x y Hx Hy) as Z.
  assert (P : 0 <= x + y -> 0 <= rnd double (x + y)) by apply rnd_nonneg.
  assert (N : x + y <= 0 -> rnd double (x + y) <= 0) by (intros; rewrite <- (rnd_zero double); now apply rnd_le).
  assert (E : x + y = 0 -> rnd double (x + y) = 0) by (intros ->; apply rnd_zero).
  destruct (Rtotal_order (x + y) 0) as [L | [L | L]]; split; split; intros; try lra.
  all: destruct (Req_dec (rnd double (x + y)) 0) as [Q | Q]; [apply Z in Q; lra | lra].
Qed.

(* The depth from R.h + R.l - (k.h + k.l). *)
Section LevelDepth.
Variables R_hi R_lo k_hi k_lo : F double.
Hypothesis BR : below R_hi 470.
Hypothesis Bk : below k_hi 470.
Hypothesis FR : finite R_lo.
Hypothesis Fk : finite k_lo.
Hypothesis R0 : 0 <= real R_hi.
Hypothesis k0 : 0 <= real k_hi.
Hypothesis SR : - (ud * real R_hi) <= real R_lo <= ud * real R_hi.
Hypothesis Sk : - (ud * real k_hi) <= real k_lo <= ud * real k_hi.
Let g := fadd R_hi (fneg k_hi).
Let gl := sum_rest R_hi (fneg k_hi).
Let h := fadd R_lo (fneg k_lo).
Let hl := sum_rest R_lo (fneg k_lo).
Let first := fadd g (fadd gl h).
Let depth := if feq first (fconst 0 0) then hl else first.
Let x := real R_hi + real R_lo - (real k_hi + real k_lo).

Theorem level_depth :
  finite depth /\ (0 < real depth <-> 0 < x) /\ (real depth < 0 <-> x < 0) /\
  (real depth = x \/ exists V, real depth = rnd double V /\ Rabs (V - x) <= 8 * (ud * (ud * (real R_hi + real k_hi)))).
Proof.
  destruct ud_small as [U0 U1]. set (S := real R_hi + real k_hi). assert (S0 : 0 <= S) by (unfold S; lra).
  scales S S0. scales (real R_hi) R0. scales (real k_hi) k0.
  assert (ES : ud * S = ud * real R_hi + ud * real k_hi) by (unfold S; ring).
  assert (EU : ud * (ud * S) = ud * (ud * real R_hi) + ud * (ud * real k_hi)) by (unfold S; ring).
  assert (Bn : below (fneg k_hi) 470) by (split; [apply finite_fneg, Bk | rewrite real_fneg, Rabs_Ropp; apply Bk]).
  assert (Bl : below R_lo 470).
  { split; [exact FR |]. destruct BR as [_ B]. rewrite Rabs_pos_eq in B by exact R0. apply Rabs_le. lra. }
  assert (Bm : below (fneg k_lo) 470).
  { split; [now apply finite_fneg |]. destruct Bk as [_ B]. rewrite Rabs_pos_eq in B by exact k0. rewrite real_fneg. apply Rabs_le. lra. }
  destruct (sum_parts R_hi (fneg k_hi) 470 BR Bn ltac:(lia)) as (Fg & Fgl & Eg & Sg & _). rewrite real_fneg in Eg, Sg. fold g gl in Fg, Fgl, Eg, Sg.
  destruct (sum_parts R_lo (fneg k_lo) 470 Bl Bm ltac:(lia)) as (Fh & Fhl & Eh & Sh & _). rewrite real_fneg in Eh, Sh. fold h hl in Fh, Fhl, Eh, Sh.
  assert (Sg' : Rabs (real gl) <= ud * S) by (eapply Rle_trans; [exact Sg |]; apply Rmult_le_compat_l; [lra | apply Rabs_le; unfold S; lra]).
  assert (Sh' : Rabs (real hl) <= ud * (ud * S)).
  { eapply Rle_trans; [exact Sh |]. apply Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  apply Rabs_le_inv in Sg', Sh'.
  assert (SB : S <= bpow radix2 471).
  { destruct BR as [_ B1]. destruct Bk as [_ B2]. rewrite Rabs_pos_eq in B1, B2 by assumption. unfold S.
    change 471%Z with (1 + 470)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  assert (Big : 10 * S <= big).
  { apply Rle_trans with (bpow radix2 4 * bpow radix2 471); [simpl (bpow radix2 4); lra |]. rewrite <- bpow_plus. apply bpow_le. lia. }
  destruct (add_step gl h (3 * (ud * S)) Fgl Fh ltac:(lra) ltac:(lra)) as (F1 & X1).
  replace (ud * (3 * (ud * S))) with (3 * (ud * (ud * S))) in X1 by ring.
  destruct (add_step g (fadd gl h) (2 * S) Fg F1 ltac:(unfold S in *; lra) ltac:(lra)) as (F2 & _). fold first in F2.
  set (y := fadd gl h) in *.
  destruct (fadd_finite _ _ F2) as (_ & _ & E2). fold first in E2.
  assert (Ex : x = real g + real gl + real h + real hl) by (unfold x; lra).
  pose proof (rnd_pos_sum (real g) (real y) (real_in_format _) (real_in_format _)) as [P1 P2].
  pose proof (rnd_sum_zero (real g) (real y) (real_in_format _) (real_in_format _)) as P0. rewrite <- E2 in P0, P1, P2.
  (* V is near x *)
  assert (Vx : Rabs (real g + real y - x) <= 8 * (ud * (ud * S))) by (rewrite Ex; apply Rabs_le; lra).
  destruct (Req_dec (real gl) 0) as [Zg | Ng].
  - (* exact: g + h has the sign of g + h + hl *)
    assert (Ey : real y = real h).
    { destruct (fadd_finite _ _ F1) as (_ & _ & E). fold y in E. rewrite E, Zg, Rplus_0_l. apply rnd_of_format, real_in_format. }
    assert (Hh : real h = rnd double (real R_lo + - real k_lo)).
    { unfold h. destruct (fadd_finite _ _ Fh) as (_ & _ & E). fold h in E |- *. now rewrite real_fneg in E. }
    assert (M1 : real R_lo + - real k_lo <= - real g -> real h <= - real g).
    { intros L. rewrite Hh. rewrite <- (rnd_of_format double (- real g)) by (apply in_format_opp, real_in_format). now apply rnd_le. }
    assert (M2 : - real g <= real R_lo + - real k_lo -> - real g <= real h).
    { intros L. rewrite Hh. rewrite <- (rnd_of_format double (- real g)) by (apply in_format_opp, real_in_format). now apply rnd_le. }
    assert (Ex' : x = real g + (real R_lo + - real k_lo)) by lra.
    unfold depth. destruct (feq first (fconst 0 0)) eqn:Hf.
    + apply feq_zero in Hf. destruct Hf as [_ Hf]. apply P0 in Hf. assert (Hx : real hl = x) by lra.
      split; [exact Fhl |]. rewrite Hx. repeat split; try lra; now left.
    + assert (Nf : real first <> 0) by (intros Z; rewrite feq_zero_true in Hf; [discriminate | exact F2 | exact Z]).
      split; [exact F2 |]. split; [| split].
      * rewrite P1, Ey. split; intros L.
        -- apply Rnot_le_lt. intros L2. assert (real h <= - real g) by (apply M1; lra). lra.
        -- destruct (Rle_lt_or_eq_dec 0 (real g + real h)) as [Q | Q]; [assert (- real g <= real h) by (apply M2; lra); lra | exact Q |].
           exfalso. apply Nf. rewrite E2, Ey, <- Q. apply rnd_zero.
      * rewrite P2, Ey. split; intros L.
        -- apply Rnot_le_lt. intros L2. assert (- real g <= real h) by (apply M2; lra). lra.
        -- destruct (Rle_lt_or_eq_dec (real g + real h) 0) as [Q | Q]; [assert (real h <= - real g) by (apply M1; lra); lra | exact Q |].
           exfalso. apply Nf. rewrite E2, Ey, Q. apply rnd_zero.
      * right. exists (real g + real y). split; [exact E2 | exact Vx].
  - (* rounded: R.h and k.h differ by more than a factor of 2 *)
    assert (Far : S <= 4 * Rabs (real R_hi - real k_hi)).
    { assert (NS : forall p q : F double, 0 <= real p -> 0 <= real q -> real q / 2 <= real p <= 2 * real q -> in_format double (real p - real q)).
      { intros p q _ _ L. apply sterbenz; try apply real_in_format; auto with typeclass_instances. unfold exponents. apply FLT_exp_monotone. }
      apply Rnot_lt_le. intros Hc. apply Ng.
      assert (L : real k_hi / 2 <= real R_hi <= 2 * real k_hi).
      { unfold S in Hc. unfold Rabs in Hc. destruct Rcase_abs; lra. }
      pose proof (NS R_hi k_hi R0 k0 L) as G.
      assert (Egx : real g = real R_hi + - real k_hi).
      { unfold g. destruct (fadd_finite _ _ Fg) as (_ & _ & E). fold g in E |- *. rewrite real_fneg in E. rewrite E. now apply rnd_of_format. }
      lra. }
    assert (Sx : Rabs (x - (real R_hi - real k_hi)) <= ud * S) by (unfold x; apply Rabs_le; lra).
    assert (Sv : Rabs (real g + real y - (real R_hi - real k_hi)) <= 4 * (ud * S)) by (apply Rabs_le; lra).
    assert (Sp : 0 < S).
    { destruct (Req_dec S 0) as [Z | Z]; [| lra]. exfalso. apply Ng. rewrite Z in Sg'. lra. }
    apply Rabs_le_inv in Sx, Sv.
    assert (Sn : (0 < real g + real y <-> 0 < x) /\ (real g + real y < 0 <-> x < 0) /\ real g + real y <> 0).
    { unfold Rabs in Far. destruct Rcase_abs; repeat split; intros; lra. }
    destruct Sn as (Sn1 & Sn2 & Sn3).
    unfold depth. destruct (feq first (fconst 0 0)) eqn:Hf.
    + exfalso. apply feq_zero in Hf. destruct Hf as [_ Hf]. apply P0 in Hf. lra.
    + split; [exact F2 |]. rewrite P1, P2. split; [exact Sn1 |]. split; [exact Sn2 |].
      right. exists (real g + real y). split; [exact E2 | exact Vx].
Qed.

End LevelDepth.
