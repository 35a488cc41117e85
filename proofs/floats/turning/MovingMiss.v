(* The certain misses of a sweep against a wall that turns: is_certain_turning_miss of src/turning/moving_filter.h.

   If the filter is certain, the centre is farther than R from all points of the axis at all times in [0, 1].
   Separating directions are x, y and the mean of w and z at both times. Across the wall, the Bernstein coefficients
   of X exceed R max(|u(0)|, |u(1)|); their errors are at most 14 eps U W, and that of R |u| 6 eps U R, of the 32 eps
   U (W + R) that the filter allows. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepSquares SweepAxis SweepGeometry SweepVectors
  SweepTerms SweepMiss SweepCompare Geometry MovingGeometry MovingVectors MovingTurn Terms_sweep Terms_moving.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Lemma is_apart_means r q N x error E K :
  square_of r q N -> below 500 x -> below 500 error -> 0 <= E -> E <= real error ->
  K <= (1 + 6 * eps) * (real r * sqrt N) -> is_apart_results x error (fmul (fmul r r) q) true -> K < real x - E.
Proof.
  intros S Bx Be E0 HE HK H. unfold is_apart_results in H. open H. destruct H. subst.
  match goal with A : true = _ |- _ => symmetry in A; rename A into L end.
  eapply compare_above; eauto.
Qed.

(* The square of the length of a vector, as the filter rounds it. *)
Lemma length_of_close x y X Y s : close x y X Y s ->
  let q := fadd (fmul x x) (fmul y y) in let N := real x ^ 2 + real y ^ 2 in
  below 403 q /\ 0 <= real q /\ 0 <= N <= bpow radix2 405 / 4 /\
  Rabs (real q - N) <= (2 * eps + eps * eps) * N + 3 * tiny.
Proof.
  intros C q N. destruct (close_below _ _ _ _ _ C) as [Bx By]. pose proof (close_size_nonneg _ _ _ _ _ C) as S0.
  assert (B1 : below (202 + 202) (fmul x x)) by (apply below_mul; auto; lia).
  assert (B2 : below (202 + 202) (fmul y y)) by (apply below_mul; auto; lia).
  assert (B3 : below (404 + 1) (fadd (fmul x x) (fmul y y))) by (apply below_add; auto; lia).
  pose proof eps_small as E. pose proof tiny_pos as T. pose proof tiny_small as T1.
  pose proof (two_products_error _ tiny _ _ _ _ _ E (Rlt_le _ _ T) (fmul_error _ _ (proj1 B1)) (fmul_error _ _ (proj1
    B2))
    (fadd_error _ _ (proj1 B3))) as V.
  assert (P1 : 0 <= real x * real x) by nra. assert (P2 : 0 <= real y * real y) by nra.
  rewrite (Rabs_pos_eq (real x * real x)), (Rabs_pos_eq (real y * real y)) in V by assumption.
  assert (EN : real x * real x + real y * real y = N) by (unfold N; ring). rewrite EN in V. fold q in V.
  assert (N0 : 0 <= N) by lra.
  assert (Q0 : 0 <= real q) by (apply fadd_nonneg;
    [apply B3 | apply fmul_square_nonneg, B1 | apply fmul_square_nonneg, B2]).
  destruct C as (_ & _ & _ & L & H).
  set (b := bpow radix2 200) in *. assert (b1 : 1 <= b) by (unfold b; change 1 with (bpow radix2 0); apply bpow_le;
    lia).
  assert (BB : b * b = bpow radix2 400) by (unfold b; now rewrite <- bpow_plus).
  assert (L2 : Rabs (real x) + Rabs (real y) <= 251 / 100 * b).
  { assert (eps * s <= / 1048576 * s) by (apply Rmult_le_compat_r; lra). lra. }
  assert (L3 : N <= 251 / 100 * b * (251 / 100 * b)).
  { pose proof (Rabs_pos (real x)) as X0. pose proof (Rabs_pos (real y)) as Y0.
    assert (M : (Rabs (real x) + Rabs (real y)) * (Rabs (real x) + Rabs (real y)) <= 251 / 100 * b * (251 / 100 * b)).
    { apply Rmult_le_compat; lra. }
    assert (0 <= Rabs (real x) * Rabs (real y)) by now apply Rmult_le_pos.
    assert (X2 : Rabs (real x) * Rabs (real x) = real x * real x) by (rewrite <- Rabs_mult; now apply Rabs_pos_eq).
    assert (Y2 : Rabs (real y) * Rabs (real y) = real y * real y) by (rewrite <- Rabs_mult; now apply Rabs_pos_eq).
    lra. }
  assert (P403 : bpow radix2 403 = 8 * (b * b)).
  { rewrite BB. change 403%Z with (3 + 400)%Z. rewrite bpow_plus. change (bpow radix2 3) with 8. reflexivity. }
  assert (P405 : bpow radix2 405 = 32 * (b * b)).
  { rewrite BB. change 405%Z with (5 + 400)%Z. rewrite bpow_plus. change (bpow radix2 5) with 32. reflexivity. }
  assert (b2 : 1 <= b * b) by (rewrite BB; change 1 with (bpow radix2 0); apply bpow_le; lia).
  repeat split; auto.
  - apply B3.
  - rewrite Rabs_pos_eq by assumption. rewrite P403. apply Rabs_le_inv in V.
    assert (eps * N <= / 1048576 * N) by (apply Rmult_le_compat_r; lra).
    assert (eps * (eps * N) <= / 1048576 * (eps * N)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]).
    lra.
  - rewrite P405. lra.
Qed.

(* error_of of two sizes exceeds the error and what R |n| needs. *)
Lemma allowance_covers s t K k : below 210 s -> below 210 t -> 0 <= real s -> 0 <= real t ->
  0 <= K -> K <= (1 + 4 * eps) * (real s * real t) -> k <= 30 * eps * K + 1000 * tiny ->
  below 500 (allowance s t) /\ k <= real (allowance s t).
Proof.
  intros Bs Bt S T K0 HK Hk. destruct (allowance_bounds s t Bs Bt S T) as [B A]. pose proof eps_small.
  split; [eapply below_weaken; [exact B | lia] |].
  assert (ST : 0 <= real s * real t) by now apply Rmult_le_pos.
  assert (30 * eps * K <= 30 * eps * ((1 + 4 * eps) * (real s * real t))) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * (real s * real t)) by (apply Rmult_le_pos; lra).
  assert (eps * (eps * (real s * real t)) <= / 1048576 * (eps * (real s * real t))) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

Section Miss.
Variables (ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r : D) (is_end : bool) (c cm a am b bm : point) (R : R).
Hypothesis T : turning ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r is_end c cm a am b bm R.
Variables (u1x u1y w1x w1y z1x z1y : D).
Hypotheses (HU : vector_at_results ux uy uxc uyc (fconst 1 0) u1x u1y)
  (HW : vector_at_results wx wy wxc wyc (fconst 1 0) w1x w1y) (HZ : vector_at_results zx zy zxc zyc (fconst 1 0) z1x
    z1y).

Notation UX t := (u_x is_end a am b bm t). Notation UY t := (u_y is_end a am b bm t).
Notation WX t := (w_x is_end c cm a am t). Notation WY t := (w_y is_end c cm a am t).
Notation ZX t := (z_x is_end c cm b bm t). Notation ZY t := (z_y is_end c cm b bm t).

Lemma sizes_nonneg : 0 <= real us /\ 0 <= real ws /\ 0 <= real zs /\ 0 <= real r.
Proof. destruct T as [[? ? ? ? ? ? ? ? [_ Su] _] [? ? ? ? ? ? ? ? [_ Sw] _] [? ? ? ? ? ? ? ? [_ Sz] _] [_ Sr] _ _ _].
auto. Qed.

Lemma sizes_below : below 200 us /\ below 200 ws /\ below 200 zs /\ below 200 r.
Proof. destruct T as [[? ? ? ? ? ? ? ? [Su _] _] [? ? ? ? ? ? ? ? [Sw _] _] [? ? ? ? ? ? ? ? [Sz _] _] [Sr _] _ _ _].
auto. Qed.

Let total := fadd ws zs.

Lemma total_facts : below 201 total /\ 0 <= real total /\ (1 - eps) * (real ws + real zs) <= real total.
Proof.
  destruct sizes_nonneg as (_ & W & Z & _). destruct sizes_below as (_ & Bw & Bz & _).
  apply (sizes_sum ws zs 200); auto. lia.
Qed.

(* Beyond R along a coordinate. p is the coordinate of w and z at both times, with an error of 5 eps of their sizes. *)
Let limit := fadd r (fmul (fconst 1 (-48)) (fadd total r)).

Lemma limit_at_least : finite limit /\ real r + 28 * eps * (real ws + real zs + real r) - 3 / 2 * tiny <= real limit.
Proof.
  destruct sizes_nonneg as (_ & W & Z & R0). destruct sizes_below as (_ & _ & _ & Br).
  destruct total_facts as (Bt & P & L).
  pose proof eps_small. pose proof tiny_pos.
  assert (Br1 : below 201 r) by (eapply below_weaken; [exact Br | lia]).
  destruct (sizes_sum total r 201 ltac:(lia) Bt Br1 P R0) as (B1 & P1 & L1).
  const_facts 1%Z (-48)%Z F1 V1. rewrite Rmult_1_l, eps_48 in V1.
  assert (Bc : below 0 (fconst 1 (-48))) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B2 : below (0 + 202) (fmul (fconst 1 (-48)) (fadd total r))) by (apply below_mul; auto; lia).
  assert (Br2 : below 202 r) by (eapply below_weaken; [exact Br | lia]).
  assert (B3 : below (202 + 1) limit) by (apply below_add; auto; lia).
  split; [apply B3 |].
  pose proof (fmul_error _ _ (proj1 B2)) as E2. rewrite V1 in E2. pose proof (fadd_error _ _ (proj1 B3)) as E3.
  assert (P2 : 0 <= real (fmul (fconst 1 (-48)) (fadd total r))) by (apply fmul_nonneg; [apply B2 | lra | lra]).
  fold limit in E3. revert P2 E2 E3. generalize (real limit). generalize (real (fmul (fconst 1 (-48)) (fadd total r))).
  revert P1 L1. generalize (real (fadd total r)). intros g P1 L1 p l P2 E2 E3.
  set (k := real ws + real zs + real r) in *. assert (K0 : 0 <= k) by (unfold k; lra).
  assert (EK : 0 <= eps * k) by (apply Rmult_le_pos; lra).
  assert (EEK : eps * (eps * k) <= / 1048576 * (eps * k)) by (apply Rmult_le_compat_r; lra).
  assert (G : k - 2 * (eps * k) <= g).
  { assert ((1 - eps) * ((1 - eps) * (real ws + real zs)) <= (1 - eps) * real total) by (apply Rmult_le_compat_l; lra).
    assert (0 <= eps * (eps * (real ws + real zs))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
    assert (0 <= eps * real r) by (apply Rmult_le_pos; lra). unfold k. lra. }
  assert (EG : eps * (k - 2 * (eps * k)) <= eps * g) by (apply Rmult_le_compat_l; lra).
  assert (G0 : 0 <= eps * g) by (apply Rmult_le_pos; lra).
  assert (EEG : eps * (eps * g) <= / 1048576 * (eps * g)) by (apply Rmult_le_compat_r; lra).
  rewrite (Rabs_pos_eq (32 * eps * g)) in E2 by lra. apply Rabs_le_inv in E2.
  assert (P0 : 30 * (eps * k) - tiny <= p) by lra.
  apply Rabs_le_inv in E3.
  assert (Et : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  assert (0 <= eps * tiny) by (apply Rmult_le_pos; lra).
  assert (RK : eps * real r <= eps * k) by (apply Rmult_le_compat_l; unfold k; lra).
  assert (X : (1 - eps) * (real r + (30 * (eps * k) - tiny)) <= l).
  { rewrite (Rabs_pos_eq (real r + p)) in E3 by lra.
    assert ((1 - eps) * (real r + (30 * (eps * k) - tiny)) <= (1 - eps) * (real r + p)) by (apply Rmult_le_compat_l;
      lra). lra. }
  lra.
Qed.

Lemma near_limit (p0 p1 q0 q1 : D) P0 P1 Q0 Q1 :
  below 202 p0 -> below 202 p1 -> below 202 q0 -> below 202 q1 ->
  Rabs (real p0 - P0) <= 5 * eps * real ws -> Rabs (real p1 - P1) <= 5 * eps * real ws ->
  Rabs (real q0 - Q0) <= 5 * eps * real zs -> Rabs (real q1 - Q1) <= 5 * eps * real zs ->
  flt limit (distance_of (smaller (smaller p0 p1) (smaller q0 q1)) (larger (larger p0 p1) (larger q0 q1))) = true ->
  exists d, R < d /\ ((d <= P0 /\ d <= P1 /\ d <= Q0 /\ d <= Q1) \/ (P0 <= - d /\ P1 <= - d /\ Q0 <= - d /\ Q1 <= - d)).
Proof.
  intros B0 B1 B2 B3 E0 E1 E2 E3 H. destruct limit_at_least as [Fl Ll]. destruct sizes_nonneg as (_ & W & Z & R0).
  destruct (smaller_facts _ _ _ B0 B1) as (Bs1 & S0 & S1). destruct (smaller_facts _ _ _ B2 B3) as (Bs2 & S2 & S3).
  destruct (smaller_facts _ _ _ Bs1 Bs2) as (Bl & S4 & S5).
  destruct (larger_facts _ _ _ B0 B1) as (Bg1 & G0 & G1 & _).
  destruct (larger_facts _ _ _ B2 B3) as (Bg2 & G2 & G3 & _).
  destruct (larger_facts _ _ _ Bg1 Bg2) as (Bg & G4 & G5 & _).
  destruct (distance_facts _ _ _ Bl Bg) as (Bd & D). apply flt_by_unit in H; [| exact Fl | apply Bd].
  pose proof eps_small. pose proof tiny_pos. pose proof (T_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as HR.
  apply Rabs_le_inv in E0. apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3.
  assert (0 <= eps * real ws) by (apply Rmult_le_pos; lra). assert (0 <= eps * real zs) by (apply Rmult_le_pos; lra).
  assert (0 <= eps * real r) by (apply Rmult_le_pos; lra).
  exists (real limit + 2 * tiny - 5 * eps * (real ws + real zs)). split; [lra |].
  destruct D as [D | D]; rewrite D in H; [left | right]; repeat split; lra.
Qed.

Lemma along_x_misses :
  flt limit (distance_of (smaller (smaller wx w1x) (smaller zx z1x)) (larger (larger wx w1x) (larger zx z1x))) = true ->
  turns_clear is_end c cm a am b bm R.
Proof.
  intros H. destruct (vectors_at_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & W0 & Z0).
  destruct (vectors_at_end _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ HU HW HZ) as (_ & W1 & Z1).
  pose proof (close_below _ _ _ _ _ W0) as [BW0 _]. pose proof (close_below _ _ _ _ _ W1) as [BW1 _].
  pose proof (close_below _ _ _ _ _ Z0) as [BZ0 _]. pose proof (close_below _ _ _ _ _ Z1) as [BZ1 _].
  pose proof (T_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as HR.
  assert (N : norm 1 0 = 1) by (unfold norm; replace (1 * 1 + 0 * 0) with 1 by ring; apply sqrt_1).
  assert (N' : norm (-1) 0 = 1) by (unfold norm; replace (-1 * -1 + 0 * 0) with 1 by ring; apply sqrt_1).
  destruct W0 as (_ & _ & W0 & _), W1 as (_ & _ & W1 & _), Z0 as (_ & _ & Z0 & _), Z1 as (_ & _ & Z1 & _).
  pose proof (Rabs_pos (real wy - WY 0)). pose proof (Rabs_pos (real w1y - WY 1)).
  pose proof (Rabs_pos (real zy - ZY 0)). pose proof (Rabs_pos (real z1y - ZY 1)).
  destruct (near_limit _ _ _ _ (WX 0) (WX 1) (ZX 0) (ZX 1) BW0 BW1 BZ0 BZ1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
    H)
    as (d & Hd & [S | S]).
  - apply (direction_misses _ _ _ _ _ _ _ _ (proj1 HR) 1 0 d); [rewrite N |  |  |  |]; lra.
  - apply (direction_misses _ _ _ _ _ _ _ _ (proj1 HR) (-1) 0 d); [rewrite N' |  |  |  |]; lra.
Qed.

Lemma along_y_misses :
  flt limit (distance_of (smaller (smaller wy w1y) (smaller zy z1y)) (larger (larger wy w1y) (larger zy z1y))) = true ->
  turns_clear is_end c cm a am b bm R.
Proof.
  intros H. destruct (vectors_at_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & W0 & Z0).
  destruct (vectors_at_end _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ HU HW HZ) as (_ & W1 & Z1).
  pose proof (close_below _ _ _ _ _ W0) as [_ BW0]. pose proof (close_below _ _ _ _ _ W1) as [_ BW1].
  pose proof (close_below _ _ _ _ _ Z0) as [_ BZ0]. pose proof (close_below _ _ _ _ _ Z1) as [_ BZ1].
  pose proof (T_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as HR.
  assert (N : norm 0 1 = 1) by (unfold norm; replace (0 * 0 + 1 * 1) with 1 by ring; apply sqrt_1).
  assert (N' : norm 0 (-1) = 1) by (unfold norm; replace (0 * 0 + -1 * -1) with 1 by ring; apply sqrt_1).
  destruct W0 as (_ & _ & W0 & _), W1 as (_ & _ & W1 & _), Z0 as (_ & _ & Z0 & _), Z1 as (_ & _ & Z1 & _).
  pose proof (Rabs_pos (real wx - WX 0)). pose proof (Rabs_pos (real w1x - WX 1)).
  pose proof (Rabs_pos (real zx - ZX 0)). pose proof (Rabs_pos (real z1x - ZX 1)).
  destruct (near_limit _ _ _ _ (WY 0) (WY 1) (ZY 0) (ZY 1) BW0 BW1 BZ0 BZ1 ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)
    H)
    as (d & Hd & [S | S]).
  - apply (direction_misses _ _ _ _ _ _ _ _ (proj1 HR) 0 1 d); [rewrite N |  |  |  |]; lra.
  - apply (direction_misses _ _ _ _ _ _ _ _ (proj1 HR) 0 (-1) d); [rewrite N' |  |  |  |]; lra.
Qed.

(* Beyond R along a direction that both w and z have. *)
Let nx := fadd (fadd wx w1x) (fadd zx z1x).
Let ny := fadd (fadd wy w1y) (fadd zy z1y).

Lemma sum_of_four (p q s t : D) : below 202 p -> below 202 q -> below 202 s -> below 202 t ->
  below 204 (fadd (fadd p q) (fadd s t)) /\
  Rabs (real (fadd (fadd p q) (fadd s t))) <=
    (1 + 3 * eps) * (Rabs (real p) + Rabs (real q) + Rabs (real s) + Rabs (real t)).
Proof.
  intros P Q S U. assert (B1 : below (202 + 1) (fadd p q)) by (apply below_add; auto; lia).
  assert (B2 : below (202 + 1) (fadd s t)) by (apply below_add; auto; lia).
  assert (B3 : below (203 + 1) (fadd (fadd p q) (fadd s t))) by (apply below_add; auto; lia).
  split; [exact B3 |]. pose proof eps_small.
  assert (G : forall x y : D, finite (fadd x y) -> Rabs (real (fadd x y))
    <= (1 + eps) * (Rabs (real x) + Rabs (real y))).
  { intros x y F. pose proof (fadd_error _ _ F) as E. pose proof (Rabs_triang (real x) (real y)) as X.
    pose proof (Rabs_triang_inv (real (fadd x y)) (real x + real y)).
    assert (eps * Rabs (real x + real y) <= eps * (Rabs (real x) + Rabs (real y))) by (apply Rmult_le_compat_l; lra).
    lra. }
  pose proof (G _ _ (proj1 B1)). pose proof (G _ _ (proj1 B2)). pose proof (G _ _ (proj1 B3)).
  pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)). pose proof (Rabs_pos (real s)).
  pose proof (Rabs_pos (real t)).
  set (k := Rabs (real p) + Rabs (real q) + Rabs (real s) + Rabs (real t)) in *.
  assert ((1 + eps) * (Rabs (real (fadd p q)) + Rabs (real (fadd s t))) <= (1 + eps) * ((1 + eps) * k)).
  { apply Rmult_le_compat_l; [lra |]. unfold k. lra. }
  assert (0 <= eps * k) by (apply Rmult_le_pos; unfold k; lra).
  assert (eps * (eps * k) <= / 1048576 * (eps * k)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma mean_close : close nx ny (real nx) (real ny) (real (size nx ny)) /\ below 203 (size nx ny) /\ 0
  <= real (size nx ny).
Proof.
  destruct (vectors_at_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & W0 & Z0).
  destruct (vectors_at_end _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ HU HW HZ) as (_ & W1 & Z1).
  destruct (close_below _ _ _ _ _ W0) as [A1 A2]. destruct (close_below _ _ _ _ _ W1) as [A3 A4].
  destruct (close_below _ _ _ _ _ Z0) as [A5 A6]. destruct (close_below _ _ _ _ _ Z1) as [A7 A8].
  destruct (sum_of_four _ _ _ _ A1 A3 A5 A7) as [Bx Nx]. destruct (sum_of_four _ _ _ _ A2 A4 A6 A8) as [By Ny].
  fold nx in Bx, Nx. fold ny in By, Ny.
  assert (Bs : below (204 + 1) (size nx ny)) by (apply below_add; auto using below_abs; lia).
  destruct (size_bounds _ _ (proj1 Bs)) as (S0 & _ & _ & E). pose proof (size_lower _ _ (proj1 Bs)) as L.
  destruct W0 as (_ & _ & _ & W0 & _), W1 as (_ & _ & _ & W1 & _), Z0 as (_ & _ & _ & Z0 & _), Z1 as (_ & _ & _ & Z1 &
    _).
  pose proof (T_sizes _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as TS.
  destruct sizes_nonneg as (_ & W & Z & _).
  pose proof eps_small. pose proof (bpow_ge_0 radix2 200) as P.
  set (k := real ws + real zs) in *.
  assert (N1 : Rabs (real nx) + Rabs (real ny) <= (1 + 3 * eps) * (2 * ((1 + 32 * eps) * k))).
  { eapply Rle_trans with ((1 + 3 * eps) * (Rabs (real wx) + Rabs (real w1x) + Rabs (real zx) + Rabs (real z1x) +
      (Rabs (real wy) + Rabs (real w1y) + Rabs (real zy) + Rabs (real z1y)))); [lra |].
    apply Rmult_le_compat_l; [lra |]. unfold k. lra. }
  assert (N2 : Rabs (real nx) + Rabs (real ny) <= 21 / 10 * bpow radix2 200).
  { set (q := bpow radix2 200) in *. assert (EK : 0 <= eps * k <= / 1048576 * k).
    { split; [apply Rmult_le_pos; unfold k; lra | apply Rmult_le_compat_r; unfold k; lra]. }
    assert (eps * (eps * k) <= / 1048576 * (eps * k)) by (apply Rmult_le_compat_r; lra).
    assert (eps * q <= / 1048576 * q) by (apply Rmult_le_compat_r; lra). lra. }
  pose proof (Rabs_pos (real nx)). pose proof (Rabs_pos (real ny)).
  assert (S1 : real (size nx ny) <= 5 / 2 * bpow radix2 200).
  { apply Rabs_le_inv in E.
    assert (eps * (Rabs (real nx) + Rabs (real ny)) <= / 1048576 * (Rabs (real nx) + Rabs (real ny)))
      by (apply Rmult_le_compat_r; lra).
    lra. }
  split; [| split; [| exact S0]].
  - repeat split; auto; try apply Bx; try apply By.
    + rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. rewrite Rplus_0_r. repeat apply Rmult_le_pos; lra.
    + assert (0 <= eps * real (size nx ny)) by (apply Rmult_le_pos; lra). lra.
  - split; [apply Bs |]. rewrite Rabs_pos_eq by assumption. change 203%Z with (3 + 200)%Z. rewrite bpow_plus.
    change (bpow radix2 3) with 8. lra.
Qed.

Let dot_w0 := fadd (fmul wx nx) (fmul wy ny).
Let dot_w1 := fadd (fmul w1x nx) (fmul w1y ny).
Let dot_z0 := fadd (fmul zx nx) (fmul zy ny).
Let dot_z1 := fadd (fmul z1x nx) (fmul z1y ny).

Lemma beyond_misses :
  is_apart_results (smaller (smaller dot_w0 dot_w1) (smaller dot_z0 dot_z1)) (allowance total (size nx ny))
    (fmul (fmul r r) (fadd (fmul nx nx) (fmul ny ny))) true -> turns_clear is_end c cm a am b bm R.
Proof.
  intros H. destruct (vectors_at_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (_ & W0 & Z0).
  destruct (vectors_at_end _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ HU HW HZ) as (_ & W1 & Z1).
  destruct mean_close as (Cn & Bn & N0). destruct total_facts as (Bt & T0 & LT).
  destruct sizes_nonneg as (_ & W & Z & R0).
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ W0 Cn) as (B1 & E1 & _).
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ W1 Cn) as (B2 & E2 & _).
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ Z0 Cn) as (B3 & E3 & _).
  destruct (close_dot _ _ _ _ _ _ _ _ _ _ Z1 Cn) as (B4 & E4 & _).
  fold dot_w0 in B1, E1. fold dot_w1 in B2, E2. fold dot_z0 in B3, E3. fold dot_z1 in B4, E4.
  destruct (smaller_facts _ _ _ B1 B2) as (B5 & S1 & S2). destruct (smaller_facts _ _ _ B3 B4) as (B6 & S3 & S4).
  destruct (smaller_facts _ _ _ B5 B6) as (B7 & S5 & S6).
  set (low := smaller (smaller dot_w0 dot_w1) (smaller dot_z0 dot_z1)) in *.
  pose proof eps_small. pose proof tiny_pos. pose proof (T_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as HR.
  set (s := real (size nx ny)) in *. set (K := (real ws + real zs) * s).
  assert (KW : 0 <= real ws * s) by now apply Rmult_le_pos. assert (KZ : 0 <= real zs * s) by now apply Rmult_le_pos.
  assert (K0 : K = real ws * s + real zs * s) by (unfold K; ring).
  assert (EW : 0 <= eps * (real ws * s)) by (apply Rmult_le_pos; lra).
  assert (EZ : 0 <= eps * (real zs * s)) by (apply Rmult_le_pos; lra).
  destruct (allowance_covers total (size nx ny) K (13 * eps * K + 3 * tiny)) as [Ba Ha].
  - eapply below_weaken; [exact Bt | lia].
  - eapply below_weaken; [exact Bn | lia].
  - exact T0.
  - exact N0.
  - lra.
  - unfold K. rewrite (Rmult_comm _ s), (Rmult_comm (real total)). apply sizes_product3; auto; [lra |].
    assert (0 <= eps * (real ws + real zs)) by (apply Rmult_le_pos; lra). lra.
  - rewrite K0. lra.
  - destruct (length_of_close _ _ _ _ _ Cn) as (Bq & Q0 & HN & HQ).
    assert (Br : below 201 r) by (eapply below_weaken; [apply sizes_below | lia]).
    assert (Hs : square_of r (fadd (fmul nx nx) (fmul ny ny)) (real nx ^ 2 + real ny ^ 2)) by (constructor; auto).
    assert (L : R * norm (real nx) (real ny) < real low - (13 * eps * K + 3 * tiny)).
    { eapply is_apart_means with (K := R * norm (real nx) (real ny)) (1 := Hs); eauto.
      - eapply below_weaken; [exact B7 | lia].
      - rewrite K0. lra.
      - rewrite <- norm_of_sum. pose proof (norm_nonneg (real nx) (real ny)).
        apply reach_times_norm; auto. split; [assumption |].
        assert (0 <= eps * norm (real nx) (real ny)) by (apply Rmult_le_pos; lra). lra. }
    apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3. apply Rabs_le_inv in E4. rewrite K0 in L.
    eapply (direction_misses _ _ _ _ _ _ _ _ (proj1 HR) (real nx) (real ny)); [exact L | | | |]; lra.
Qed.

(* Across the turning wall. *)
Let begin := fsub (fmul ux wy) (fmul uy wx).
Let end_ := fsub (fmul u1x w1y) (fmul u1y w1x).
Let middle := fmul (fconst 1 (-1)) (fadd (fsub (fmul ux w1y) (fmul uy w1x)) (fsub (fmul u1x wy) (fmul u1y wx))).
Let across := distance_of (smaller (smaller begin end_) middle) (larger (larger begin end_) middle).
Let longest := larger (fadd (fmul ux ux) (fmul uy uy)) (fadd (fmul u1x u1x) (fmul u1y u1y)).

Lemma longest_facts : exists N, square_of r longest N /\
  R * norm (UX 0) (UY 0) <= (1 + 2 * eps) * (real r * sqrt N) + 6 * eps * (real us * real r) /\
  R * norm (UX 1) (UY 1) <= (1 + 2 * eps) * (real r * sqrt N) + 6 * eps * (real us * real r).
Proof.
  destruct (vectors_at_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (U0 & _ & _).
  destruct (vectors_at_end _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ HU HW HZ) as (U1 & _ & _).
  destruct (length_of_close _ _ _ _ _ U0) as (B0 & P0 & N0 & E0).
  destruct (length_of_close _ _ _ _ _ U1) as (B1 & P1 & N1 & E1).
  destruct sizes_nonneg as (S0 & _ & _ & R0). pose proof eps_small. pose proof tiny_pos.
  pose proof (T_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as HR.
  assert (Br : below 201 r) by (eapply below_weaken; [apply sizes_below | lia]).
  destruct (larger_facts _ _ _ B0 B1) as (Bq & Q0 & Q1 & EQ). fold longest in Bq, Q0, Q1, EQ.
  set (n0 := real ux ^ 2 + real uy ^ 2) in *. set (n1 := real u1x ^ 2 + real u1y ^ 2) in *.
  exists (Rmax n0 n1). split.
  - assert (X : n0 <= Rmax n0 n1) by apply Rmax_l. assert (Y : n1 <= Rmax n0 n1) by apply Rmax_r.
    constructor; auto; try lra.
    + split; [lra |]. apply Rmax_lub; lra.
    + apply Rabs_le_inv in E0. apply Rabs_le_inv in E1. rewrite EQ. set (k := 2 * eps + eps * eps) in *.
      assert (K0 : 0 <= k) by (unfold k; assert (0 <= eps * eps) by (apply Rmult_le_pos; lra); lra).
      assert (k * n0 <= k * Rmax n0 n1) by (apply Rmult_le_compat_l; lra).
      assert (k * n1 <= k * Rmax n0 n1) by (apply Rmult_le_compat_l; lra).
      apply Rabs_le. unfold Rmax in *. destruct (Rle_dec n0 n1), (Rle_dec (real _) (real _)); lra.
  - assert (G : forall x y X Y n, close x y X Y (real us) -> real x ^ 2 + real y ^ 2 <= n ->
      R * norm X Y <= (1 + 2 * eps) * (real r * sqrt n) + 6 * eps * (real us * real r)).
    { intros x y X Y n C L. pose proof (close_norm _ _ _ _ _ C) as M. rewrite (norm_of_sum (real x)) in M.
      pose proof (sqrt_le_1_alt _ _ L) as L'. pose proof (norm_nonneg X Y). pose proof (sqrt_pos n).
      assert (V : R * norm X Y <= (1 + 2 * eps) * real r * (sqrt n + 5 * eps * real us)) by (apply Rmult_le_compat;
        lra).
      assert (0 <= eps * (real us * real r)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
      assert (eps * (eps * (real us * real r)) <= / 1048576 * (eps * (real us * real r))) by (apply Rmult_le_compat_r;
        lra). lra. }
    split; [apply (G _ _ _ _ _ U0), Rmax_l | apply (G _ _ _ _ _ U1), Rmax_r].
Qed.

Lemma middle_error : below 406 middle /\
  Rabs (real middle - cross_between is_end c cm a am b bm 0 1) <= 15 * eps * (real us * real ws) + 5 * tiny.
Proof.
  destruct (vectors_at_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (U0 & W0 & _).
  destruct (vectors_at_end _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ HU HW HZ) as (U1 & W1 & _).
  destruct (close_cross _ _ _ _ _ _ _ _ _ _ U0 W1) as (B1 & E1 & G1).
  destruct (close_cross _ _ _ _ _ _ _ _ _ _ U1 W0) as (B2 & E2 & G2).
  assert (B3 : below (405 + 1) (fadd (fsub (fmul ux w1y) (fmul uy w1x)) (fsub (fmul u1x wy) (fmul u1y wx))))
    by (apply below_add; auto; lia).
  const_facts 1%Z (-1)%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 (-1)) with (/ 2) in V1.
  assert (Bc : below 0 (fconst 1 (-1))) by (split; [exact F1 |]; rewrite V1, Rabs_pos_eq; simpl; lra).
  assert (B4 : below (0 + 406) middle) by (apply below_mul; auto; lia). split; [exact B4 |].
  pose proof (fadd_error _ _ (proj1 B3)) as E3. pose proof (fmul_error _ _ (proj1 B4)) as E4. rewrite V1 in E4.
  fold middle in E4.
  pose proof eps_small. pose proof tiny_pos. destruct sizes_nonneg as (S0 & S1 & _).
  unfold cross_between. change ((405 + 1)%Z) with 406%Z in *.
  revert E1 E2 E3 E4 G1 G2. generalize (real middle).
  generalize (real (fadd (fsub (fmul ux w1y) (fmul uy w1x)) (fsub (fmul u1x wy) (fmul u1y wx)))).
  generalize (real (fsub (fmul ux w1y) (fmul uy w1x))) (real (fsub (fmul u1x wy) (fmul u1y wx))).
  generalize (UX 0 * WY 1 - UY 0 * WX 1) (UX 1 * WY 0 - UY 1 * WX 0).
  set (K := real us * real ws). assert (K0 : 0 <= K) by now apply Rmult_le_pos.
  intros A B p q s m E1 E2 E3 E4 G1 G2.
  assert (EK : 0 <= eps * K) by (apply Rmult_le_pos; lra).
  assert (EK1 : eps * K <= / 1048576 * K) by (apply Rmult_le_compat_r; lra).
  assert (EEK : eps * (eps * K) <= / 1048576 * (eps * K)) by (apply Rmult_le_compat_r; lra).
  assert (ET : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in G1. apply Rabs_le_inv in G2.
  assert (X1 : Rabs (p + q) <= 21 / 10 * K + 6 * tiny) by (apply Rabs_le; lra).
  assert (X2 : eps * Rabs (p + q) <= eps * (21 / 10 * K + 6 * tiny)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E3. apply Rabs_le_inv in X1.
  assert (X3 : Rabs (/ 2 * s) <= 11 / 10 * K + 4 * tiny) by (apply Rabs_le; lra).
  assert (X4 : eps * Rabs (/ 2 * s) <= eps * (11 / 10 * K + 4 * tiny)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E4. apply Rabs_le. lra.
Qed.

Lemma beside_misses_by_filter :
  is_apart_results across (allowance us (fadd ws r)) (fmul (fmul r r) longest) true
    -> turns_clear is_end c cm a am b bm R.
Proof.
  intros H. destruct (vectors_at_start _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as (U0 & W0 & _).
  destruct (vectors_at_end _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T _ _ _ _ _ _ HU HW HZ) as (U1 & W1 & _).
  destruct (close_cross _ _ _ _ _ _ _ _ _ _ U0 W0) as (B1 & E1 & _).
  destruct (close_cross _ _ _ _ _ _ _ _ _ _ U1 W1) as (B2 & E2 & _).
  fold begin in B1, E1. fold end_ in B2, E2. destruct middle_error as (B3 & E3).
  destruct longest_facts as (N & Hs & L0 & L1).
  destruct sizes_nonneg as (S0 & S1 & _ & R0). destruct sizes_below as (Bu & Bw & _ & Br).
  pose proof eps_small. pose proof tiny_pos. pose proof (T_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T) as HR.
  assert (B1' : below 406 begin) by (eapply below_weaken; [exact B1 | lia]).
  assert (B2' : below 406 end_) by (eapply below_weaken; [exact B2 | lia]).
  destruct (smaller_facts _ _ _ B1' B2') as (B4 & X1 & X2). destruct (smaller_facts _ _ _ B4 B3) as (B5 & X3 & X4).
  destruct (larger_facts _ _ _ B1' B2') as (B6 & Y1 & Y2 & _).
  destruct (larger_facts _ _ _ B6 B3) as (B7 & Y3 & Y4 & _).
  destruct (distance_facts _ _ _ B5 B7) as (B8 & D). fold across in B8, D.
  destruct (sizes_sum ws r 200 ltac:(lia) Bw Br S1 R0) as (B9 & P9 & L9).
  set (K := real us * real ws) in *. set (K2 := real us * real r) in *.
  assert (K0 : 0 <= K) by now apply Rmult_le_pos. assert (K20 : 0 <= K2) by now apply Rmult_le_pos.
  assert (EK : 0 <= eps * K) by (apply Rmult_le_pos; lra). assert (EK2 : 0 <= eps * K2) by (apply Rmult_le_pos; lra).
  destruct (allowance_covers us (fadd ws r) (K + K2) (15 * eps * K + 6 * tiny + 6 * eps * K2)) as [Ba Ha].
  - eapply below_weaken; [exact Bu | lia].
  - eapply below_weaken; [exact B9 | lia].
  - exact S0.
  - exact P9.
  - lra.
  - replace (K + K2) with (real us * (real ws + real r)) by (unfold K, K2; ring). apply sizes_product; auto; [lra |].
    assert (0 <= eps * (real ws + real r)) by (apply Rmult_le_pos; lra). lra.
  - lra.
  - assert (RS : 0 <= real r * sqrt N) by (apply Rmult_le_pos; [assumption | apply sqrt_pos]).
    assert (ERS : 0 <= eps * (real r * sqrt N)) by (apply Rmult_le_pos; lra).
    assert (L : (1 + 2 * eps) * (real r * sqrt N) < real across - (15 * eps * K + 6 * tiny + 6 * eps * K2)).
    { eapply is_apart_means with (1 := Hs); eauto.
      - eapply below_weaken; [exact B8 | lia].
      - lra.
      - lra. }
    apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3.
    change (UX 0 * WY 0 - UY 0 * WX 0) with (cross_at is_end c cm a am b bm 0) in E1.
    change (UX 1 * WY 1 - UY 1 * WX 1) with (cross_at is_end c cm a am b bm 1) in E2.
    destruct D as [D | D].
    + apply (beside_misses _ _ _ _ _ _ _ _ (proj1 HR) 1 (real across - 15 * eps * K - 6 * tiny)); rewrite ?D in *; lra.
    + apply (beside_misses _ _ _ _ _ _ _ _ (proj1 HR) (-1) (real across - 15 * eps * K - 6 * tiny)); rewrite ?D in *;
        lra.
Qed.

End Miss.

Theorem certain_turning_miss_correct cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end extent
    ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r :
  turning_vectors_of_results cx cy cr cmx cmy ax ay bx by_ wr amx amy bmx bmy is_end ux uy uxc uyc us wx wy wxc wyc ws
    zx zy zxc zyc zs r ->
  is_certain_turning_miss_results cr wr extent ux uy uxc uyc us wx wy wxc wyc ws zx zy zxc zyc zs r true ->
  finite_points cx cy cmx cmy ax ay amx amy bx by_ bmx bmy /\ finite cr /\ finite wr /\ 0 <= real cr /\ 0 <= real wr /\
  extent = 0%Z /\
  turns_clear is_end (point_of cx cy) (point_of cmx cmy) (point_of ax ay) (point_of amx amy) (point_of bx by_)
    (point_of bmx bmy) (real cr + real wr).
Proof.
  intros V H. unfold is_certain_turning_miss_results in H. open H. destruct H. subst.
  match goal with A : true = (if negb ?v then _ else _) |- _ => destruct v eqn:Valid; simpl in A; [| discriminate];
    rename A into H end.
  destruct (valid_turn_is_turning _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ V
    (Build_is_valid_turn _ _ _ _ _ _ _ _ (eq_sym Valid))) as (F & Fc & Fw & C0 & W0 & E & T).
  repeat (split; [assumption |]).
  match type of H with true = (if orb ?x ?y then _ else _) => destruct (orb x y) eqn:Boxes end.
  - apply orb_prop in Boxes. destruct Boxes as [B | B].
    + eapply along_x_misses; eassumption.
    + eapply along_y_misses; eassumption.
  - symmetry in H. apply orb_prop in H. destruct H as [H | H]; subst.
    + eapply beyond_misses; eassumption.
    + eapply beside_misses_by_filter; eassumption.
Qed.
