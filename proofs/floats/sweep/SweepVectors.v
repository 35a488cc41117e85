(* The vectors of a sweep: differences of the inputs, each coordinate rounded once, and their sizes.

   `vector x y X Y s` says that (x, y) is near the real vector (X, Y) with the size s, and that |(X, Y)| is at most
   (1 + 2 eps) |(x, y)|. The displacement of a wall that moves to a place is rounded three times; its size is the sum of
   the sizes of both displacements. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Bounded SweepErrors SweepSquares SweepGeometry.

Open Scope R_scope.

Definition size (x y : D) : D := fadd (fabs x) (fabs y).

Lemma nonneg_size x y : nonneg (size x y).
Proof. apply nonneg_fadd; apply nonneg_fabs. Qed.

Lemma size_finite x y : finite (size x y) -> finite x /\ finite y.
Proof.
  intros H. destruct (fadd_finite _ _ H) as (A & B & _). split; now apply fabs_finite.
Qed.

Lemma size_bounds x y : finite (size x y) ->
  0 <= real (size x y) /\ Rabs (real x) <= real (size x y) /\ Rabs (real y) <= real (size x y) /\
  Rabs (real (size x y) - (Rabs (real x) + Rabs (real y))) <= eps * (Rabs (real x) + Rabs (real y)).
Proof.
  intros H. pose proof (fadd_error _ _ H) as E. rewrite !real_fabs in E.
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  rewrite (Rabs_pos_eq (Rabs (real x) + Rabs (real y))) in E by lra.
  assert (A : Rabs (real x) <= real (size x y)).
  { rewrite <- real_fabs. apply fadd_at_least; [exact H |]. now rewrite real_fabs. }
  assert (B : Rabs (real y) <= real (size x y)).
  { rewrite <- real_fabs. apply fadd_at_least_right; [exact H |]. now rewrite real_fabs. }
  repeat split; auto. lra.
Qed.

Lemma size_lower x y : finite (size x y) -> Rabs (real x) + Rabs (real y) <= (1 + 2 * eps) * real (size x y).
Proof.
  intros H. destruct (size_bounds _ _ H) as (P & _ & _ & E). apply Rabs_le_inv in E. pose proof eps_small.
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  assert (L : (1 - eps) * (Rabs (real x) + Rabs (real y)) <= real (size x y)) by lra.
  assert ((1 + 2 * eps) * ((1 - eps) * (Rabs (real x) + Rabs (real y))) <= (1 + 2 * eps) * real (size x y)).
  { apply Rmult_le_compat_l; lra. }
  assert (0 <= (eps - 2 * eps * eps) * (Rabs (real x) + Rabs (real y))) by (apply Rmult_le_pos; nra). nra.
Qed.

Definition vector (x y : D) (X Y s : R) := near x y X Y s /\ norm X Y <= (1 + 2 * eps) * norm (real x) (real y).

Lemma rounded_real e x X : 0 < e <= / 1048576 -> Rabs (x - X) <= e * Rabs X -> Rabs X <= (1 + 2 * e) * Rabs x.
Proof.
  intros E H. pose proof (Rabs_pos X).
  assert (A : Rabs X <= Rabs x + e * Rabs X).
  { replace X with (x - (x - X)) at 1 by ring. unfold Rminus at 1.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (B : (1 + 2 * e) * ((1 - e) * Rabs X) <= (1 + 2 * e) * Rabs x) by (apply Rmult_le_compat_l; lra).
  assert (0 <= (e - 2 * e * e) * Rabs X) by (apply Rmult_le_pos; nra). nra.
Qed.

Lemma rounded_vector x y X Y :
  finite (size x y) -> real (size x y) <= bpow radix2 200 ->
  Rabs (real x - X) <= eps * Rabs X -> Rabs (real y - Y) <= eps * Rabs Y ->
  vector x y X Y (real (size x y)).
Proof.
  intros F B HX HY. pose proof eps_small as E. destruct (size_finite _ _ F) as [Fx Fy].
  destruct (size_bounds _ _ F) as (P & Ax & Ay & _). pose proof (size_lower _ _ F) as L.
  pose proof (rounded_real _ _ _ E HX) as RX. pose proof (rounded_real _ _ _ E HY) as RY.
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  split.
  - split; [auto |]. split; [auto |].
    assert (K : forall z, 0 <= z <= real (size x y) -> eps * ((1 + 2 * eps) * z) <= 4 * eps * real (size x y)).
    { intros z Z. assert (eps * z <= eps * real (size x y)) by (apply Rmult_le_compat_l; lra).
      assert (eps * (eps * z) <= / 1048576 * (eps * z)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]).
      assert (0 <= eps * z) by (apply Rmult_le_pos; lra). lra. }
    split; [| split; [| split; [| exact B]]].
    + eapply Rle_trans; [exact HX |]. eapply Rle_trans; [| apply (K (Rabs (real x))); lra]. apply Rmult_le_compat_l;
      lra.
    + eapply Rle_trans; [exact HY |]. eapply Rle_trans; [| apply (K (Rabs (real y))); lra]. apply Rmult_le_compat_l;
      lra.
    + assert (0 <= eps * real (size x y)) by (apply Rmult_le_pos; lra). lra.
  - apply norm_scale; lra.
Qed.

Lemma difference_vector a b c d :
  finite (size (fsub a b) (fsub c d)) -> real (size (fsub a b) (fsub c d)) <= bpow radix2 200 ->
  vector (fsub a b) (fsub c d) (real a - real b) (real c - real d) (real (size (fsub a b) (fsub c d))).
Proof.
  intros F B. destruct (size_finite _ _ F) as [Fx Fy]. apply rounded_vector; auto using fsub_error.
Qed.

Lemma exact_vector x y :
  finite (size x y) -> real (size x y) <= bpow radix2 200 -> vector x y (real x) (real y) (real (size x y)).
Proof.
  intros F B. pose proof eps_small. apply rounded_vector; auto.
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [lra | apply Rabs_pos].
  - rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [lra | apply Rabs_pos].
Qed.

(* s + (k - s) is k but for rounding, and is not negative. *)
Lemma nonneg_more (s k : D) : nonneg s -> nonneg k -> nonneg (fadd s (fsub k s)).
Proof.
  intros Hs Hk.
  destruct (is_finite s) eqn:Fs; destruct (is_finite k) eqn:Fk.
  2-4: destruct s as [[|] | [|] | | [|]], k as [[|] | [|] | | [|]]; simpl in *; try discriminate; auto.
  pose proof (nonneg_real _ Hs) as S. pose proof (nonneg_real _ Hk) as K.
  pose proof (fsub_nonneg_finite k s Fk Fs K S) as Fd.
  destruct (fsub_finite _ _ Fd) as (_ & _ & E).
  assert (L : - real s <= real (fsub k s)).
  { rewrite E. rewrite <- (rnd_of_format double (- real s)) by (apply generic_format_opp,
    real_in_format). apply rnd_le. lra. }
  generalize (Bplus_correct (prec double) (emax double) _ _ mode_NE s (fsub k s) Fs Fd). intros C.
  destruct (Rlt_bool _ _).
  - destruct C as (C1 & C2 & _). apply nonneg_of_real; [exact C2 |].
    unfold real, fadd. rewrite C1. apply (rnd_nonneg double). unfold real in L. lra.
  - destruct C as [C1 C2]. destruct (Bsign s) eqn:B.
    + assert (Z : real s = 0) by (destruct s as [[|] | [|] | | [|]]; simpl in *; try discriminate; reflexivity).
      rewrite Z, Ropp_0 in L. clear E C1 Hk K. revert Fd L C2. generalize (fsub k s). intros d Fd L C2.
      destruct d as [[|] | [|] | | [|] m x p]; simpl in C2; try discriminate.
      * (* s + (-0) *) destruct s as [[|] | [|] | | [|]]; simpl in *; try discriminate; auto.
      * exfalso. assert (real (B754_finite true m x p : D) < 0) by (unfold real; simpl; now apply F2R_lt_0). lra.
    + now apply nonneg_of_overflow.
Qed.

(* In real numbers: p and b are displacements, v their difference, k their size, and s the size that the filter uses. *)
Lemma moved_real e p1 p2 b1 b2 P1 P2 B1 B2 v1 v2 sp sb k s0 m s :
  0 < e <= / 1048576 ->
  Rabs (p1 - P1) <= e * Rabs P1 -> Rabs (p2 - P2) <= e * Rabs P2 ->
  Rabs (b1 - B1) <= e * Rabs B1 -> Rabs (b2 - B2) <= e * Rabs B2 ->
  Rabs (v1 - (p1 - b1)) <= e * Rabs (p1 - b1) -> Rabs (v2 - (p2 - b2)) <= e * Rabs (p2 - b2) ->
  Rabs p1 + Rabs p2 <= (1 + 2 * e) * sp -> Rabs b1 + Rabs b2 <= (1 + 2 * e) * sb -> 0 <= sp -> 0 <= sb ->
  Rabs (k - (sp + sb)) <= e * Rabs (sp + sb) ->
  Rabs (s0 - (Rabs v1 + Rabs v2)) <= e * (Rabs v1 + Rabs v2) -> 0 <= s0 ->
  Rabs (m - (k - s0)) <= e * Rabs (k - s0) -> Rabs (s - (s0 + m)) <= e * Rabs (s0 + m) ->
  Rabs (v1 - (P1 - B1)) <= 4 * e * s /\ Rabs (v2 - (P2 - B2)) <= 4 * e * s /\ Rabs v1 + Rabs v2 <= (1 + 32 * e) * s /\
  Rabs (v1 - (P1 - B1)) + Rabs (v2 - (P2 - B2)) <= 4 * e * s.
Proof.
  intros E Hp1 Hp2 Hb1 Hb2 Hv1 Hv2 Sp Sb Sp0 Sb0 Hk Hs0 S0 Hm Hs.
  pose proof (rounded_real _ _ _ E Hp1) as Q1. pose proof (rounded_real _ _ _ E Hp2) as Q2.
  pose proof (rounded_real _ _ _ E Hb1) as Q3. pose proof (rounded_real _ _ _ E Hb2) as Q4.
  pose proof (Rabs_pos p1). pose proof (Rabs_pos p2). pose proof (Rabs_pos b1). pose proof (Rabs_pos b2).
  assert (T1 : Rabs (p1 - b1) <= Rabs p1 + Rabs b1) by (unfold Rminus; eapply Rle_trans; [apply Rabs_triang |];
    rewrite Rabs_Ropp; lra).
  assert (T2 : Rabs (p2 - b2) <= Rabs p2 + Rabs b2) by (unfold Rminus; eapply Rle_trans; [apply Rabs_triang |];
    rewrite Rabs_Ropp; lra).
  assert (D : forall p b P B v, Rabs (p - P) <= e * Rabs P -> Rabs (b - B) <= e * Rabs B ->
     Rabs (v - (p - b)) <= e * Rabs (p - b) -> Rabs P <= (1 + 2 * e) * Rabs p -> Rabs B <= (1 + 2 * e) * Rabs b ->
     Rabs (p - b) <= Rabs p + Rabs b -> Rabs (v - (P - B)) <= (2 + 1 / 100) * e * (Rabs p + Rabs b) /\
     Rabs v <= (1 + e) * (Rabs p + Rabs b)).
  { intros p b P B v X1 X2 X3 X4 X5 X6. pose proof (Rabs_pos p). pose proof (Rabs_pos b).
    assert (Y1 : e * Rabs P <= e * ((1 + 2 * e) * Rabs p)) by (apply Rmult_le_compat_l; lra).
    assert (Y2 : e * Rabs B <= e * ((1 + 2 * e) * Rabs b)) by (apply Rmult_le_compat_l; lra).
    assert (Y3 : e * Rabs (p - b) <= e * (Rabs p + Rabs b)) by (apply Rmult_le_compat_l; lra).
    assert (Y4 : e * (e * (Rabs p + Rabs b)) <= / 1048576 * (e * (Rabs p + Rabs b))).
    { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
    assert (Y5 : 0 <= e * (Rabs p + Rabs b)) by (apply Rmult_le_pos; lra).
    split.
    - replace (v - (P - B)) with ((v - (p - b)) + ((p - P) + (B - b))) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |].
      rewrite (Rabs_minus_sym B b). lra.
    - replace v with ((p - b) + (v - (p - b))) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (D _ _ _ _ _ Hp1 Hb1 Hv1 Q1 Q3 T1) as [D1 N1]. destruct (D _ _ _ _ _ Hp2 Hb2 Hv2 Q2 Q4 T2) as [D2 N2].
  clear D Hp1 Hp2 Hb1 Hb2 Hv1 Hv2 Q1 Q2 Q3 Q4 T1 T2.
  rewrite (Rabs_pos_eq (sp + sb)) in Hk by lra. apply Rabs_le_inv in Hk.
  assert (K0 : (1 - e) * (sp + sb) <= k) by lra.
  assert (KS : sp + sb <= (1 + 2 * e) * k).
  { assert ((1 + 2 * e) * ((1 - e) * (sp + sb)) <= (1 + 2 * e) * k) by (apply Rmult_le_compat_l; lra).
    assert (0 <= (e - 2 * e * e) * (sp + sb)) by (apply Rmult_le_pos; nra). nra. }
  assert (KP : 0 <= k) by nra.
  assert (EK : 0 <= e * k) by (apply Rmult_le_pos; lra).
  assert (EEK : e * (e * k) <= / 1048576 * (e * k)) by (apply Rmult_le_compat_r; lra).
  assert (PB : Rabs p1 + Rabs b1 + (Rabs p2 + Rabs b2) <= k + 5 * (e * k)).
  { assert ((1 + 2 * e) * (sp + sb) <= (1 + 2 * e) * ((1 + 2 * e) * k)) by (apply Rmult_le_compat_l; lra). lra. }
  revert D1 D2 N1 N2 PB.
  assert (X1 : 0 <= Rabs p1 + Rabs b1) by lra. assert (X2 : 0 <= Rabs p2 + Rabs b2) by lra. revert X1 X2.
  generalize (Rabs p1 + Rabs b1) (Rabs p2 + Rabs b2). intros x1 x2 X1 X2 D1 D2 N1 N2 PB.
  assert (EPB : e * (x1 + x2) <= e * (k + 5 * (e * k))) by (apply Rmult_le_compat_l; lra).
  assert (EX1 : 0 <= e * x1) by (apply Rmult_le_pos; lra). assert (EX2 : 0 <= e * x2) by (apply Rmult_le_pos; lra).
  assert (EEEK : e * (e * (e * k)) <= / 1048576 * (e * (e * k))).
  { apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]. }
  assert (NV : Rabs v1 + Rabs v2 <= k + 7 * (e * k)) by lra.
  pose proof (Rabs_pos v1). pose proof (Rabs_pos v2).
  revert NV Hs0. assert (V0 : 0 <= Rabs v1 + Rabs v2) by lra. revert V0.
  generalize (Rabs v1 + Rabs v2). intros n V0 NV Hs0.
  apply Rabs_le_inv in Hs0.
  assert (EN : e * n <= e * (k + 7 * (e * k))) by (apply Rmult_le_compat_l; lra).
  assert (DK : Rabs (k - s0) <= (1 + 1 / 100) * k).
  { assert (e * k <= / 1048576 * k) by (apply Rmult_le_compat_r; lra). apply Rabs_le. lra. }
  assert (EDK : e * Rabs (k - s0) <= e * ((1 + 1 / 100) * k)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Hm.
  assert (SM : Rabs (s0 + m) <= (1 + 1 / 100) * k).
  { assert (e * k <= / 1048576 * k) by (apply Rmult_le_compat_r; lra). apply Rabs_le. lra. }
  assert (ESM : e * Rabs (s0 + m) <= e * ((1 + 1 / 100) * k)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in Hs.
  assert (SK : k - 3 * (e * k) <= s) by lra.
  assert (ES : e * (k - 3 * (e * k)) <= e * s) by (apply Rmult_le_compat_l; lra).
  repeat split; lra.
Qed.
