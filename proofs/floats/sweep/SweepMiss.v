(* The certain misses of a sweep: is_certain_miss of src/sweep/sweep_filter.h.

   Four separating axes: across the wall, across the path, and along both. If the filter is certain, the centre is
   farther than R from all points of the axis at all times in [0, 1]. Each proof adds up the errors of the gap, at most
   17 eps of its sizes, and compares them with the 32 eps that the filter allows; the rest covers the error of the
   displacement in R |v|. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms Terms_sweep.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* A sum of two sizes. *)
Lemma sizes_sum (x y : D) n : (-1075 <= n < 1023)%Z -> below n x -> below n y -> 0 <= real x -> 0 <= real y ->
  below (n + 1) (fadd x y) /\ 0 <= real (fadd x y) /\ (1 - eps) * (real x + real y) <= real (fadd x y).
Proof.
  intros N Bx By X Y. pose proof (below_add n x y N Bx By) as B. split; auto.
  split; [apply fadd_nonneg; auto; apply B |].
  pose proof (fadd_error _ _ (proj1 B)) as E. rewrite (Rabs_pos_eq (real x + real y)) in E by lra.
  apply Rabs_le_inv in E. lra.
Qed.

Lemma norm_of_sum x y : norm x y = sqrt (x ^ 2 + y ^ 2).
Proof. unfold norm. f_equal. ring. Qed.

(* Doubling does not underflow. *)
Lemma twice_size (s : D) : size_in_range s ->
  below 201 (fmul (fconst 1 1) s) /\ 0 <= real (fmul (fconst 1 1) s) /\
  (1 - eps) * (2 * real s) <= real (fmul (fconst 1 1) s).
Proof.
  intros [B P]. const_facts 1%Z 1%Z F2 C2. rewrite Rmult_1_l in C2. change (bpow radix2 1) with 2 in C2.
  assert (B6 : below (1 + 200) (fmul (fconst 1 1) s)).
  { apply below_mul; [lia | split; [exact F2 |] | exact B]. rewrite C2, Rabs_pos_eq; simpl; lra. }
  split; [exact B6 |]. split; [apply fmul_nonneg; [apply B6 | lra | lra] |].
  destruct (fmul_finite _ _ (proj1 B6)) as (_ & _ & E). rewrite E, C2.
  replace (2 * real s) with (real s + real s) by ring.
  pose proof (rnd_sum_error double (real s) (real s) (real_in_format s) (real_in_format s)) as X.
  rewrite (Rabs_pos_eq (real s + real s)) in X by lra. apply Rabs_le_inv in X. lra.
Qed.

(* The comparison of an axis: `allowance s t` is the error bound, E the error, and what remains covers `slack`. *)
Lemma axis_by_sizes px py r s t gap E slack K :
  below 201 px -> below 201 py -> size_in_range r -> below 210 s -> below 210 t -> 0 <= real s -> 0 <= real t ->
  below 500 gap -> 0 <= K -> K <= (1 + 4 * eps) * (real s * real t) -> E + slack <= 30 * eps * K + 1000 * tiny ->
  flt (squares r (fadd (fmul px px) (fmul py py)))
    (fmul (fsub gap (allowance s t)) (fabs (fsub gap (allowance s t)))) = true ->
  (1 + 6 * eps) * (real r * norm (real px) (real py)) + slack < real gap - E.
Proof.
  intros Bx By Sr Bs Bt S T Bg K0 HK HE L.
  destruct (square_length_error px py Bx By) as (Bq & Q0 & HQ & HN).
  destruct (allowance_bounds s t Bs Bt S T) as [Ba Va]. pose proof eps_small.
  rewrite norm_of_sum. apply axis_certain with (q := fadd (fmul px px) (fmul py py)) (err := allowance s t); auto.
  - eapply below_weaken; [apply Sr | lia].
  - apply Sr.
  - eapply below_weaken; [exact Ba | lia].
  - assert (ST : 0 <= real s * real t) by now apply Rmult_le_pos.
    assert (A : 30 * eps * K <= 30 * eps * ((1 + 4 * eps) * (real s * real t))) by (apply Rmult_le_compat_l; lra).
    assert (0 <= eps * (real s * real t)) by (apply Rmult_le_pos; lra).
    assert (eps * (eps * (real s * real t)) <= / 1048576 * (eps * (real s * real t))) by (apply Rmult_le_compat_r; lra).
    lra.
Qed.

Section Axes.
Variables (ux uy wx wy zx zy vx vy su sw sz sv r rr ends : D) (U1 U2 W1 W2 Z1 Z2 V1 V2 R : R).
Hypothesis facts : sweep_facts ux uy wx wy zx zy vx vy su sw sz sv r rr ends U1 U2 W1 W2 Z1 Z2 V1 V2 R.

Let Su := F_su _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Sw := F_sw _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Sz := F_sz _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Sv := F_sv _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Sr := F_r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Srr := F_rr _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Nu := F_u _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Nw := F_w _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Nz := F_z _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Nv := F_v _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Wall := F_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.
Let Path := F_path _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts.

Lemma ends_at_least :
  below 202 ends /\ 0 <= real ends /\ (1 - 2 * eps) * (real sw + real sz + real rr) <= real ends.
Proof.
  destruct (sizes_sum sw sz 200 ltac:(lia) (proj1 Sw) (proj1 Sz) (proj2 Sw) (proj2 Sz)) as (B1 & P1 & L1).
  assert (Brr : below 201 rr) by (eapply below_weaken; [apply Srr | lia]).
  destruct (sizes_sum (fadd sw sz) rr 201 ltac:(lia) B1 Brr P1 (proj2 Srr)) as (B2 & P2 & L2).
  rewrite (F_ends_sum _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts).
  split; [exact B2 |]. split; [exact P2 |]. pose proof eps_small.
  pose proof (proj2 Sw). pose proof (proj2 Sz). pose proof (proj2 Srr).
  assert ((1 - eps) * ((1 - eps) * (real sw + real sz)) <= (1 - eps) * real (fadd sw sz)) by (apply Rmult_le_compat_l;
    lra).
  assert (0 <= eps * (eps * (real sw + real sz))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert (0 <= eps * real rr) by (apply Rmult_le_pos; lra). lra.
Qed.

(* If t is at least (1 - 3 eps) of the sizes x, the products are as close. *)
Lemma sizes_product3 s x t : 0 <= s -> 0 <= x -> (1 - 3 * eps) * x <= t -> s * x <= (1 + 4 * eps) * (s * t).
Proof.
  intros S X T. pose proof eps_small.
  assert (A : s * ((1 - 3 * eps) * x) <= s * t) by (apply Rmult_le_compat_l; lra).
  assert (SX : 0 <= s * x) by now apply Rmult_le_pos.
  assert (B : (1 + 4 * eps) * (s * ((1 - 3 * eps) * x)) <= (1 + 4 * eps) * (s * t)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= eps * (s * x)) by (apply Rmult_le_pos; lra).
  assert (eps * (eps * (s * x)) <= / 1048576 * (eps * (s * x))) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma sizes_product s x t : 0 <= s -> 0 <= x -> (1 - 2 * eps) * x <= t -> s * x <= (1 + 4 * eps) * (s * t).
Proof.
  intros S X T. apply sizes_product3; auto. pose proof eps_small.
  assert (0 <= eps * x) by (apply Rmult_le_pos; lra). lra.
Qed.

(* Across the wall. *)
Let start := fsub (fmul ux wy) (fmul uy wx).
Let move := fsub (fmul ux vy) (fmul uy vx).

Lemma across_wall x c v a b :
  U1 = px b - px a -> U2 = py b - py a -> W1 = px c - px a -> W2 = py c - py a -> V1 = px v -> V2 = py v ->
  flt (squares r (fadd (fmul ux ux) (fmul uy uy)))
    (let low := fsub (interval_gap start (fadd start move)) (allowance su (fadd sw sv)) in fmul low (fabs low)) = true
      ->
  stays_farther x c v a b R.
Proof.
  intros EU1 EU2 EW1 EW2 EV1 EV2 L. cbv zeta in L.
  pose proof eps_small. pose proof tiny_pos.
  pose proof (proj2 Su) as su0. pose proof (proj2 Sw) as sw0. pose proof (proj2 Sv) as sv0.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ Nu Nw) as [B1 E1]. fold start in B1, E1.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ Nu Nv) as [B2 E2]. fold move in B2, E2.
  pose proof (cross_size _ _ _ _ _ _ _ _ _ _ Nu Nw) as G1. fold start in G1.
  pose proof (cross_size _ _ _ _ _ _ _ _ _ _ Nu Nv) as G2. fold move in G2.
  assert (B3 : below 404 (fadd start move)) by (apply (below_add 403); auto; lia).
  pose proof (fadd_error _ _ (proj1 B3)) as E3.
  set (K := real su * (real sw + real sv)).
  assert (KW : 0 <= real su * real sw) by now apply Rmult_le_pos.
  assert (KV : 0 <= real su * real sv) by now apply Rmult_le_pos.
  assert (K0 : K = real su * real sw + real su * real sv) by (unfold K; ring).
  assert (G3 : Rabs (real start + real move) <= (1 + 3 / 100) * K + 6 * tiny).
  { eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (E3' : eps * Rabs (real start + real move) <= eps * ((1 + 3 / 100) * K + 6 * tiny)) by (apply
    Rmult_le_compat_l; lra).
  assert (EK : 0 <= eps * K) by (apply Rmult_le_pos; lra).
  assert (EK1 : eps * K <= / 1048576 * K) by (apply Rmult_le_compat_r; lra).
  assert (Et : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  set (m := (1 + 4 / 100) * K + 7 * tiny).
  assert (M1 : Rabs (real start) <= m) by (unfold m; lra).
  assert (M2 : Rabs (real (fadd start move)) <= m).
  { pose proof (Rabs_triang_inv (real (fadd start move)) (real start + real move)). unfold m. lra. }
  destruct (interval_gap_bounds start (fadd start move) m) as [Bg HG]; auto;
    try (eapply below_weaken; [eassumption | lia]).
  assert (Em : eps * m = (1 + 4 / 100) * (eps * K) + 7 * (eps * tiny)) by (unfold m; ring).
  destruct (sizes_sum sw sv 200 ltac:(lia) (proj1 Sw) (proj1 Sv) sw0 sv0) as (Bs & Ps & Ls).
  set (E := (4 * eps * m + tiny) + (25 / 2 * (eps * K) + 7 * tiny)).
  assert (D : (1 + 6 * eps) * (real r * norm (real ux) (real uy)) + 0 < real (interval_gap start (fadd start move)) -
    E).
  { apply axis_by_sizes with (s := su) (t := fadd sw sv) (K := K); auto.
    - apply (near_below _ _ _ _ _ Nu).
    - apply (near_below _ _ _ _ _ Nu).
    - eapply below_weaken; [apply Su | lia].
    - eapply below_weaken; [exact Bs | lia].
    - eapply below_weaken; [exact Bg | lia].
    - lra.
    - unfold K. apply sizes_product; auto; [lra |]. nra.
    - unfold E. lra. }
  set (g := real (interval_gap start (fadd start move)) - E) in *.
  assert (g0 : 0 < g).
  { assert (N : 0 <= real r * norm (real ux) (real uy)) by (apply Rmult_le_pos; [apply Sr | apply norm_nonneg]).
    pose proof (Rmult_le_pos eps _ ltac:(lra) N). lra. }
  apply misses_across_wall with (d := g).
  - apply (F_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts).
  - unfold Geometry.ux, Geometry.uy. rewrite <- EU1, <- EU2. lra.
  - unfold Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy. rewrite <- EU1, <- EU2, <- EW1, <- EW2, <- EV1, <- EV2.
    apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3.
    assert (X1 : 11 * eps * (real su * real sw) <= 11 * (eps * K)) by (rewrite K0;
      assert (0 <= eps * (real su * real sv)) by (apply Rmult_le_pos; lra); lra).
    assert (X2 : 11 * eps * (real su * real sw) + 11 * eps * (real su * real sv) = 11 * (eps * K)) by (rewrite K0;
      ring).
    destruct (HG (g + (25 / 2 * (eps * K) + 7 * tiny))) as [[P Q] | [P Q]]; [lra | unfold g, E; lra | left | right];
      lra.
Qed.

(* Across the path. *)
Let cross_a := fsub (fmul vx wy) (fmul vy wx).
Let cross_b := fsub (fmul vx zy) (fmul vy zx).

(* The room for the error of v in R |v|. *)
Lemma path_slack K : 0 <= K -> 9 * eps * (real sv * real rr) <= 30 * eps * (K + real sv * real rr) - 30 * eps * K.
Proof.
  intros K0. pose proof eps_small.
  assert (0 <= eps * (real sv * real rr)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; [apply Sv |
    apply Srr]]). lra.
Qed.

Lemma across_path c v a b :
  W1 = px c - px a -> W2 = py c - py a -> Z1 = px c - px b -> Z2 = py c - py b -> V1 = px v -> V2 = py v ->
  flt (squares r (fadd (fmul vx vx) (fmul vy vy)))
    (let low := fsub (interval_gap cross_a cross_b) (allowance sv ends) in fmul low (fabs low)) = true ->
  stays_farther Segment c v a b R.
Proof.
  intros EW1 EW2 EZ1 EZ2 EV1 EV2 L. cbv zeta in L.
  pose proof eps_small. pose proof tiny_pos.
  pose proof (proj2 Sw) as sw0. pose proof (proj2 Sz) as sz0. pose proof (proj2 Sv) as sv0. pose proof (proj2 Srr) as
    rr0.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ Nv Nw) as [B1 E1]. fold cross_a in B1, E1.
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ Nv Nz) as [B2 E2]. fold cross_b in B2, E2.
  pose proof (cross_size _ _ _ _ _ _ _ _ _ _ Nv Nw) as G1. fold cross_a in G1.
  pose proof (cross_size _ _ _ _ _ _ _ _ _ _ Nv Nz) as G2. fold cross_b in G2.
  set (K := real sv * (real sw + real sz)).
  assert (KW : 0 <= real sv * real sw) by now apply Rmult_le_pos.
  assert (KZ : 0 <= real sv * real sz) by now apply Rmult_le_pos.
  assert (K0 : K = real sv * real sw + real sv * real sz) by (unfold K; ring).
  assert (EK : 0 <= eps * K) by (apply Rmult_le_pos; lra).
  assert (KR : 0 <= real sv * real rr) by now apply Rmult_le_pos.
  assert (Et : eps * tiny <= / 1048576 * tiny) by (apply Rmult_le_compat_r; lra).
  set (m := (1 + 3 / 100) * K + 3 * tiny).
  assert (M1 : Rabs (real cross_a) <= m) by (unfold m; lra).
  assert (M2 : Rabs (real cross_b) <= m) by (unfold m; lra).
  destruct (interval_gap_bounds cross_a cross_b m) as [Bg HG]; auto;
    try (eapply below_weaken; [eassumption | lia]).
  assert (Em : eps * m = (1 + 3 / 100) * (eps * K) + 3 * (eps * tiny)) by (unfold m; ring).
  destruct ends_at_least as (Be & Pe & Le).
  set (E := (4 * eps * m + tiny) + (11 * (eps * K) + 3 * tiny)).
  assert (D : (1 + 6 * eps) * (real r * norm (real vx) (real vy)) + 9 * eps * (real sv * real rr) <
              real (interval_gap cross_a cross_b) - E).
  { apply axis_by_sizes with (s := sv) (t := ends) (K := K + real sv * real rr); auto.
    - apply (near_below _ _ _ _ _ Nv).
    - apply (near_below _ _ _ _ _ Nv).
    - eapply below_weaken; [apply Sv | lia].
    - eapply below_weaken; [exact Be | lia].
    - eapply below_weaken; [exact Bg | lia].
    - lra.
    - replace (K + real sv * real rr) with (real sv * (real sw + real sz + real rr)) by (unfold K; ring).
      apply sizes_product; auto; lra.
    - pose proof (path_slack K ltac:(lra)). unfold E. lra. }
  set (g := real (interval_gap cross_a cross_b) - E) in *.
  assert (g0 : 0 < g).
  { assert (N : 0 <= real r * norm (real vx) (real vy)) by (apply Rmult_le_pos; [apply Sr | apply norm_nonneg]).
    assert (0 <= eps * (real sv * real rr)) by (apply Rmult_le_pos; lra).
    pose proof (Rmult_le_pos eps _ ltac:(lra) N). lra. }
  apply misses_across_path with (d := g).
  - apply (F_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts).
  - rewrite <- EV1, <- EV2. lra.
  - unfold Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy. rewrite <- EW1, <- EW2, <- EZ1, <- EZ2, <- EV1, <- EV2.
    apply Rabs_le_inv in E1. apply Rabs_le_inv in E2.
    assert (X0 : 0 <= eps * (real sv * real sw)) by (apply Rmult_le_pos; lra).
    assert (X1 : 0 <= eps * (real sv * real sz)) by (apply Rmult_le_pos; lra).
    assert (X2 : eps * K = eps * (real sv * real sw) + eps * (real sv * real sz)) by (rewrite K0; ring).
    destruct (HG (g + (11 * (eps * K) + 3 * tiny))) as [[P Q] | [P Q]]; [lra | unfold g, E; lra | left | right]; lra.
Qed.

(* Along the wall. *)
Let wu := fadd (fmul ux wx) (fmul uy wy).
Let zu := fadd (fmul ux zx) (fmul uy zy).
Let vu := fadd (fmul ux vx) (fmul uy vy).
Let off_wall :=
  let before_a := fneg (if flt (fadd wu vu) wu then wu else fadd wu vu) in
  let after_b := if flt zu (fadd zu vu) then zu else fadd zu vu in
  if flt after_b before_a then before_a else after_b.

(* A sum of two products and its error. *)
Lemma sum_error x y X Y ex ey n :
  below 403 x -> below 403 y -> Rabs (real x - X) <= ex -> Rabs (real y - Y) <= ey ->
  Rabs (real x) + Rabs (real y) <= n -> below 404 (fadd x y) /\ Rabs (real (fadd x y) - (X + Y)) <= ex + ey + eps * n.
Proof.
  intros Bx By EX EY N. pose proof eps_small.
  assert (B : below 404 (fadd x y)) by (apply (below_add 403); auto; lia). split; auto.
  pose proof (fadd_error _ _ (proj1 B)) as E. pose proof (Rabs_triang (real x) (real y)).
  assert (eps * Rabs (real x + real y) <= eps * n) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le_inv in E. apply Rabs_le_inv in EX. apply Rabs_le_inv in EY. apply Rabs_le. lra.
Qed.

Lemma along_wall c v a b :
  U1 = px b - px a -> U2 = py b - py a -> W1 = px c - px a -> W2 = py c - py a -> Z1 = px c - px b ->
    Z2 = py c - py b ->
  V1 = px v -> V2 = py v ->
  flt (squares r (fadd (fmul ux ux) (fmul uy uy)))
    (let low := fsub off_wall (allowance su (fadd (fadd sw sz) (fmul (fconst 1 1) sv))) in fmul low (fabs low)) = true
      ->
  stays_farther Segment c v a b R.
Proof.
  intros EU1 EU2 EW1 EW2 EZ1 EZ2 EV1 EV2 L. cbv zeta in L.
  pose proof eps_small. pose proof tiny_pos.
  pose proof (proj2 Su) as su0. pose proof (proj2 Sw) as sw0. pose proof (proj2 Sz) as sz0. pose proof (proj2 Sv) as
    sv0.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nu Nw) as (B1 & E1 & _). fold wu in B1, E1.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nu Nz) as (B2 & E2 & _). fold zu in B2, E2.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nu Nv) as (B3 & E3 & _). fold vu in B3, E3.
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nu Nw) as G1. fold wu in G1.
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nu Nz) as G2. fold zu in G2.
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nu Nv) as G3. fold vu in G3.
  set (K := real su * (real sw + real sz + 2 * real sv)).
  assert (KW : 0 <= real su * real sw) by now apply Rmult_le_pos.
  assert (KZ : 0 <= real su * real sz) by now apply Rmult_le_pos.
  assert (KV : 0 <= real su * real sv) by now apply Rmult_le_pos.
  assert (K0 : K = real su * real sw + real su * real sz + 2 * (real su * real sv)) by (unfold K; ring).
  set (n := (1 + 3 / 100) * K + 6 * tiny).
  destruct (sum_error wu vu _ _ _ _ n B1 B3 E1 E3) as [B4 E4]; [unfold n; lra |].
  destruct (sum_error zu vu _ _ _ _ n B2 B3 E2 E3) as [B5 E5]; [unfold n; lra |].
  assert (En : eps * n = (1 + 3 / 100) * (eps * K) + 6 * (eps * tiny)) by (unfold n; ring).
  assert (Et : 0 <= eps * tiny <= / 1048576 * tiny) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (XW : 0 <= eps * (real su * real sw)) by (apply Rmult_le_pos; lra).
  assert (XZ : 0 <= eps * (real su * real sz)) by (apply Rmult_le_pos; lra).
  assert (XV : 0 <= eps * (real su * real sv)) by (apply Rmult_le_pos; lra).
  assert (XK : eps * K = eps * (real su * real sw) + eps * (real su * real sz) + 2 * (eps * (real su * real sv)))
    by (rewrite K0; ring).
  (* the sizes *)
  destruct (twice_size sv Sv) as (B6 & P6 & L6).
  destruct (sizes_sum sw sz 200 ltac:(lia) (proj1 Sw) (proj1 Sz) sw0 sz0) as (B7 & P7 & L7).
  destruct (sizes_sum _ _ 201 ltac:(lia) B7 B6 P7 P6) as (B8 & P8 & L8).
  set (t := fadd (fadd sw sz) (fmul (fconst 1 1) sv)) in *.
  set (E := 25 / 2 * (eps * K) + 8 * tiny).
  assert (B9 : below 404 off_wall).
  { unfold off_wall. repeat apply below_if; try apply below_neg; repeat apply below_if; auto;
      (eapply below_weaken; [eassumption | lia]). }
  assert (D : (1 + 6 * eps) * (real r * norm (real ux) (real uy)) + 0 < real off_wall - E).
  { apply axis_by_sizes with (s := su) (t := t) (K := K); auto.
    - apply (near_below _ _ _ _ _ Nu).
    - apply (near_below _ _ _ _ _ Nu).
    - eapply below_weaken; [apply Su | lia].
    - eapply below_weaken; [exact B8 | lia].
    - eapply below_weaken; [exact B9 | lia].
    - lra.
    - unfold K. apply sizes_product; [lra | lra |].
      assert (Y : (1 - eps) * ((1 - eps) * (real sw + real sz + 2 * real sv)) <=
              (1 - eps) * (real (fadd sw sz) + real (fmul (fconst 1 1) sv))) by (apply Rmult_le_compat_l; lra).
      assert (0 <= eps * (eps * (real sw + real sz + 2 * real sv))).
      { apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; lra. } lra.
    - unfold E. lra. }
  set (g := real off_wall - E) in *.
  assert (g0 : 0 < g).
  { assert (N : 0 <= real r * norm (real ux) (real uy)) by (apply Rmult_le_pos; [apply Sr | apply norm_nonneg]).
    pose proof (Rmult_le_pos eps _ ltac:(lra) N). lra. }
  assert (R0 := F_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts).
  assert (RU : R * norm (Geometry.ux a b) (Geometry.uy a b) < g).
  { unfold Geometry.ux, Geometry.uy. rewrite <- EU1, <- EU2. lra. }
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E4. apply Rabs_le_inv in E5.
  assert (F1 : finite (if flt (fadd wu vu) wu then wu else fadd wu vu)) by (apply finite_if; [apply B1 | apply B4]).
  assert (F3 : finite (if flt zu (fadd zu vu) then zu else fadd zu vu)) by (apply finite_if; [apply B2 | apply B5]).
  assert (O : real off_wall = Rmax (- Rmax (real wu) (real (fadd wu vu))) (Rmin (real zu) (real (fadd zu vu)))).
  { unfold off_wall. rewrite real_larger by (auto using finite_fneg). rewrite real_fneg.
    rewrite real_larger by (apply B1 || apply B4). rewrite real_smaller by (apply B2 || apply B5). reflexivity. }
  unfold g in *. clear D L.
  destruct (Rle_lt_dec (Rmin (real zu) (real (fadd zu vu))) (- Rmax (real wu) (real (fadd wu vu)))) as [C | C].
  - rewrite Rmax_left in O by lra. pose proof (Rmax_l (real wu) (real (fadd wu vu))).
    pose proof (Rmax_r (real wu) (real (fadd wu vu))).
    eapply misses_beyond_a; eauto; unfold Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy;
      rewrite <- EU1, <- EU2, <- EW1, <- EW2, <- ?EV1, <- ?EV2; rewrite O; unfold E; lra.
  - rewrite Rmax_right in O by lra. pose proof (Rmin_l (real zu) (real (fadd zu vu))).
    pose proof (Rmin_r (real zu) (real (fadd zu vu))).
    eapply misses_beyond_b; eauto; unfold Geometry.ux, Geometry.uy, Geometry.zx, Geometry.zy;
      rewrite <- EU1, <- EU2, <- EZ1, <- EZ2, <- ?EV1, <- ?EV2; rewrite O; unfold E; lra.
Qed.

(* Along the path. *)
Let wv := fadd (fmul vx wx) (fmul vy wy).
Let zv := fadd (fmul vx zx) (fmul vy zy).
Let v2 := fadd (fmul vx vx) (fmul vy vy).
Let off_path :=
  let behind := if flt wv zv then wv else zv in
  let ahead := fsub (fneg (if flt zv wv then wv else zv)) v2 in
  if flt ahead behind then behind else ahead.

Lemma along_path c v a b :
  W1 = px c - px a -> W2 = py c - py a -> Z1 = px c - px b -> Z2 = py c - py b -> V1 = px v -> V2 = py v ->
  flt (squares r v2) (let low := fsub off_path (allowance sv (fadd ends sv)) in fmul low (fabs low)) = true ->
  stays_farther Segment c v a b R.
Proof.
  intros EW1 EW2 EZ1 EZ2 EV1 EV2 L. cbv zeta in L.
  pose proof eps_small. pose proof tiny_pos.
  pose proof (proj2 Sw) as sw0. pose proof (proj2 Sz) as sz0. pose proof (proj2 Sv) as sv0. pose proof (proj2 Srr) as
    rr0.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nv Nw) as (B1 & E1 & _). fold wv in B1, E1.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nv Nz) as (B2 & E2 & _). fold zv in B2, E2.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ Nv Nv) as (B3 & E3 & _). fold v2 in B3, E3.
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nv Nw) as G1. fold wv in G1.
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nv Nz) as G2. fold zv in G2.
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ Nv Nv) as G3. fold v2 in G3.
  set (K := real sv * (real sw + real sz + real sv)).
  assert (KW : 0 <= real sv * real sw) by now apply Rmult_le_pos.
  assert (KZ : 0 <= real sv * real sz) by now apply Rmult_le_pos.
  assert (KV : 0 <= real sv * real sv) by now apply Rmult_le_pos.
  assert (KR : 0 <= real sv * real rr) by now apply Rmult_le_pos.
  assert (K0 : K = real sv * real sw + real sv * real sz + real sv * real sv) by (unfold K; ring).
  assert (Et : 0 <= eps * tiny <= / 1048576 * tiny) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (XW : 0 <= eps * (real sv * real sw)) by (apply Rmult_le_pos; lra).
  assert (XZ : 0 <= eps * (real sv * real sz)) by (apply Rmult_le_pos; lra).
  assert (XV : 0 <= eps * (real sv * real sv)) by (apply Rmult_le_pos; lra).
  assert (XK : eps * K = eps * (real sv * real sw) + eps * (real sv * real sz) + eps * (real sv * real sv))
    by (rewrite K0; ring).
  set (most := if flt zv wv then wv else zv) in *.
  assert (Bm : below 403 most) by (apply below_if; auto).
  assert (Om : real most = Rmax (real wv) (real zv)) by (apply real_larger; [apply B1 | apply B2]).
  set (ahead := fsub (fneg most) v2) in *.
  assert (B5 : below 404 ahead) by (apply (below_sub 403); [lia | now apply below_neg | exact B3]).
  assert (E5 : Rabs (real ahead - (- real most - real v2)) <= (1 + 3 / 100) * (eps * K) + 6 * (eps * tiny)).
  { pose proof (fsub_error _ _ (proj1 B5)) as X. rewrite real_fneg in X. fold ahead in X.
    eapply Rle_trans; [exact X |].
    assert (Y : Rabs (- real most - real v2) <= (1 + 3 / 100) * K + 6 * tiny).
    { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_Ropp.
      assert (Rabs (real most) <= (1 + 3 / 100) * (real sv * real sw + real sv * real sz) + 3 * tiny).
      { unfold most. destruct (flt zv wv); lra. } lra. }
    replace ((1 + 3 / 100) * (eps * K) + 6 * (eps * tiny)) with (eps * ((1 + 3 / 100) * K + 6 * tiny)) by ring.
    apply Rmult_le_compat_l; lra. }
  destruct ends_at_least as (Be & Pe & Le).
  destruct (sizes_sum ends sv 202 ltac:(lia) Be (below_weaken 200 202 sv (proj1 Sv) ltac:(lia)) Pe sv0) as (B8 & P8 &
    L8).
  set (E := 25 / 2 * (eps * K) + 8 * tiny).
  assert (B9 : below 404 off_path).
  { unfold off_path. apply below_if; [| exact B5]. apply below_if; (eapply below_weaken; [eassumption | lia]). }
  assert (D : (1 + 6 * eps) * (real r * norm (real vx) (real vy)) + 9 * eps * (real sv * real rr) < real off_path - E).
  { apply axis_by_sizes with (s := sv) (t := fadd ends sv) (K := K + real sv * real rr); auto.
    - apply (near_below _ _ _ _ _ Nv).
    - apply (near_below _ _ _ _ _ Nv).
    - eapply below_weaken; [apply Sv | lia].
    - eapply below_weaken; [exact B8 | lia].
    - eapply below_weaken; [exact B9 | lia].
    - lra.
    - replace (K + real sv * real rr) with (real sv * (real sw + real sz + real rr + real sv)) by (unfold K; ring).
      apply sizes_product3; auto; [lra |].
      assert (S0 : 0 <= real sw + real sz + real rr) by lra. revert Le S0. generalize (real sw + real sz + real rr).
      intros x Le S0.
      assert (Y : (1 - eps) * ((1 - 2 * eps) * x + real sv) <= (1 - eps) * (real ends + real sv)) by (apply
        Rmult_le_compat_l; lra).
      assert (0 <= eps * (eps * x)) by (apply Rmult_le_pos; [lra |]; apply Rmult_le_pos; lra).
      assert (0 <= eps * real sv) by (apply Rmult_le_pos; lra). lra.
    - pose proof (path_slack K ltac:(lra)). unfold E. lra. }
  set (g := real off_path - E) in *.
  assert (g0 : 0 < g).
  { assert (N : 0 <= real r * norm (real vx) (real vy)) by (apply Rmult_le_pos; [apply Sr | apply norm_nonneg]).
    assert (0 <= eps * (real sv * real rr)) by (apply Rmult_le_pos; lra).
    pose proof (Rmult_le_pos eps _ ltac:(lra) N). lra. }
  assert (R0 := F_R _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ facts).
  assert (RV : R * norm (px v) (py v) < g) by (rewrite <- EV1, <- EV2; lra).
  apply Rabs_le_inv in E1. apply Rabs_le_inv in E2. apply Rabs_le_inv in E3. apply Rabs_le_inv in E5.
  assert (F1 : finite (if flt wv zv then wv else zv)) by (apply finite_if; [apply B1 | apply B2]).
  assert (O : real off_path = Rmax (Rmin (real wv) (real zv)) (real ahead)).
  { unfold off_path. fold most. fold ahead. rewrite real_larger by (auto; apply B5).
    rewrite real_smaller by (apply B1 || apply B2). reflexivity. }
  unfold g in *. clear D L.
  destruct (Rle_lt_dec (real ahead) (Rmin (real wv) (real zv))) as [C | C].
  - rewrite Rmax_left in O by lra. pose proof (Rmin_l (real wv) (real zv)). pose proof (Rmin_r (real wv) (real zv)).
    eapply misses_behind; eauto; unfold Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy;
      rewrite <- ?EW1, <- ?EW2, <- ?EZ1, <- ?EZ2, <- EV1, <- EV2; rewrite O; unfold E; lra.
  - rewrite Rmax_right in O by lra. pose proof (Rmax_l (real wv) (real zv)). pose proof (Rmax_r (real wv) (real zv)).
    rewrite <- Om in *.
    eapply misses_ahead; eauto; unfold Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy;
      rewrite <- ?EW1, <- ?EW2, <- ?EZ1, <- ?EZ2, <- EV1, <- EV2; rewrite O; unfold E; lra.
Qed.

(* misses_across and misses_along. *)
Lemma misses_across_correct x c v a b :
  U1 = px b - px a -> U2 = py b - py a -> W1 = px c - px a -> W2 = py c - py a -> Z1 = px c - px b ->
    Z2 = py c - py b ->
  V1 = px v -> V2 = py v ->
  misses_across_results r sw su sv (fadd (fmul ux ux) (fmul uy uy)) v2 start move cross_a cross_b ends
    (Z.eqb (extent_number x) 0) true ->
  stays_farther x c v a b R.
Proof.
  intros EU1 EU2 EW1 EW2 EZ1 EZ2 EV1 EV2 H. unfold misses_across_results in H. open H. destruct H.
  match goal with K : true = orb _ _ |- _ => symmetry in K; rename K into Result end.
  revert EU1 EU2 EW1 EW2 EZ1 EZ2 EV1 EV2. subst. intros EU1 EU2 EW1 EW2 EZ1 EZ2 EV1 EV2. apply orb_prop in Result.
    destruct Result as [L | L].
  - eapply across_wall; eauto.
  - apply andb_prop in L. destruct L as [L X]. destruct x; try discriminate X. eapply across_path; eauto.
Qed.

Lemma misses_along_correct x c v a b :
  U1 = px b - px a -> U2 = py b - py a -> W1 = px c - px a -> W2 = py c - py a -> Z1 = px c - px b ->
    Z2 = py c - py b ->
  V1 = px v -> V2 = py v ->
  misses_along_results r sw sz su sv (fadd (fmul ux ux) (fmul uy uy)) v2 wv zv wu zu vu ends
    (Z.eqb (extent_number x) 0) true ->
  stays_farther x c v a b R.
Proof.
  intros EU1 EU2 EW1 EW2 EZ1 EZ2 EV1 EV2 H. unfold misses_along_results in H. open H. destruct H.
  match goal with K : true = andb _ _ |- _ => symmetry in K; rename K into Result end.
  revert EU1 EU2 EW1 EW2 EZ1 EZ2 EV1 EV2. subst. intros EU1 EU2 EW1 EW2 EZ1 EZ2 EV1 EV2.
  apply andb_prop in Result. destruct Result as [X Result]. destruct x; try discriminate X.
  apply orb_prop in Result. destruct Result as [L | L].
  - eapply along_wall; eauto.
  - eapply along_path; eauto.
Qed.

End Axes.

(* is_certain_miss is right. *)
Theorem is_certain_miss_correct x c_circle_center_x c_circle_center_y c_circle_radius c_move_x c_move_y c_is_end
    c_wall_moves c_wall_a_x c_wall_a_y c_wall_b_x c_wall_b_y c_wall_radius c_wall_move_x c_wall_move_y :
  is_certain_miss_results c_circle_center_x c_circle_center_y c_circle_radius c_move_x c_move_y c_is_end c_wall_moves
    c_wall_a_x c_wall_a_y c_wall_b_x c_wall_b_y c_wall_radius (extent_number x) c_wall_move_x c_wall_move_y true ->
  let v := Point
    (displacement c_is_end c_wall_moves (real c_circle_center_x) (real c_move_x) (real c_wall_a_x) (real c_wall_move_x))
    (displacement c_is_end c_wall_moves (real c_circle_center_y) (real c_move_y) (real c_wall_a_y) (real c_wall_move_y))
      in
  stays_farther x (Point (real c_circle_center_x) (real c_circle_center_y)) v
    (Point (real c_wall_a_x) (real c_wall_a_y)) (Point (real c_wall_b_x) (real c_wall_b_y))
    (real c_circle_radius + real c_wall_radius).
Proof.
  intros H v. unfold is_certain_miss_results in H. open H. destruct H.
  match goal with K : set_terms_across_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ ?m _ _ _ _ _ _ _ |- _ => assert (May : m = true); [| rename K into Across] end.
  { match goal with K : true = (if ?across then _ else _) |- _ =>
      destruct across; [now symmetry | symmetry in K; now apply andb_prop in K] end. }
  rewrite May in *.
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Across)
    as [rr facts].
  destruct (across_terms _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    Across)
    as ((-> & -> & -> & ->) & -> & -> & -> & -> & -> & -> & ->).
  match goal with K : true = (if ?across then _ else _) |- _ => destruct across end.
  - eapply misses_across_correct; eauto.
  - match goal with K : true = andb true _ |- _ => simpl in K end.
    match goal with K : set_terms_along_results _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ =>
      unfold set_terms_along_results in K; destruct K end.
    subst. eapply misses_along_correct; eauto.
Qed.

