(* Axes beside the slab of a path (set_slab in src/scene/traversal.c, axes_apart in src/scene/leaf_lanes.h): if
   both ends of an axis lie beyond one side of the slab, all its points are farther than `reach` from the exact path.

   With N the normal, N.(q - from) of an end q is off by 4.1 u of its terms; the test adds 64 u. A place of the path has
   |N.(p - from)| of at most 4.1 u of the largest coordinate; the margin has 30 u. The real length of the rounded N
   counts. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Geometry Overflow Fused Products Distances
  SideDistance SlabParts.
From Carom Require Terms_slab.
Import Terms_slab.set_slab_terms(set_slab_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Implicit Types v w : F double.

(* ---- real numbers ---- *)

(* N.(q - p) > reach |N| for a place p of the path and a point q. *)
Lemma beyond_slab (n1 n2 dx dy reach nu : R) : nu = sqrt (n1 ^ 2 + n2 ^ 2) -> 1 <= nu -> 0 <= reach ->
  reach * nu < n1 * dx + n2 * dy -> reach ^ 2 < dx ^ 2 + dy ^ 2.
Proof.
  intros E N R H. assert (N2 : nu * nu = n1 ^ 2 + n2 ^ 2).
  { rewrite E. apply sqrt_sqrt. pose proof (pow2_ge_0 n1). pose proof (pow2_ge_0 n2). lra. }
  assert (C : (n1 * dx + n2 * dy) * (n1 * dx + n2 * dy) <= nu * nu * (dx ^ 2 + dy ^ 2)).
  { rewrite N2. pose proof (pow2_ge_0 (n1 * dy - n2 * dx)). lra. }
  assert (P : 0 <= reach * nu) by (apply Rmult_le_pos; lra).
  assert (S : reach * nu * (reach * nu) < (n1 * dx + n2 * dy) * (n1 * dx + n2 * dy)) by (apply Rmult_le_0_lt_compat;
      lra).
  apply Rmult_lt_reg_l with (nu * nu); [apply Rmult_lt_0_compat; lra |]. lra.
Qed.

(* ---- sizes ---- *)

Lemma abs_sum_bounds (x y : F double) : finite (fadd (fabs x) (fabs y)) ->
  finite x /\ finite y /\ Rabs (real x) <= real (fadd (fabs x) (fabs y)) /\ Rabs (real y) <= real (fadd (fabs x) (fabs
      y)) /\
  (1 - ud) * (Rabs (real x) + Rabs (real y)) <= real (fadd (fabs x) (fabs y)).
Proof.
  intros Hf. destruct (fadd_finite _ _ Hf) as (Fx & Fy & E). apply fabs_finite in Fx, Fy. rewrite !real_fabs in E.
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  assert (G : forall v : F double, Rabs (real v) <= Rabs (real x) + Rabs (real y) -> Rabs (real v) <= real (fadd (fabs
      x) (fabs y))).
  { intros v H1. rewrite E. apply Rle_trans with (rnd double (Rabs (real v))); [| now apply rnd_le].
    rewrite rnd_of_format; [apply Rle_refl | rewrite <- real_fabs; apply real_in_format]. }
  do 2 (split; [assumption |]). split; [apply G; lra |]. split; [apply G; lra |].
  destruct (fadd_error _ _ Hf) as (_ & _ & Er). rewrite !real_fabs, (Rabs_pos_eq (_ + _)) in Er by lra. apply within in
      Er. lra.
Qed.

Lemma max_bounds (v x y : F double) : some_max v x y -> nonneg x -> nonneg y -> x <> B754_nan -> y <> B754_nan -> finite
    v ->
  finite x /\ finite y /\ real x <= real v /\ real y <= real v.
Proof.
  unfold some_max. intros M Nx Ny Hx Hy Fv. destruct (flt y x) eqn:A.
  - subst v. pose proof (flt_finite _ _ A Ny) as Fy. apply flt_real in A; auto. repeat split; auto; lra.
  - destruct (flt x y) eqn:B.
    + subst v. pose proof (flt_finite _ _ B Nx) as Fx. apply flt_real in B; auto. repeat split; auto; lra.
    + assert (G : forall p q : F double, nonneg p -> q <> B754_nan -> finite q -> flt q p = false -> p <> B754_nan ->
        finite p).
      { clear. intros p q Np Hq Fq H Hp. destruct p as [| [|] | |]; try reflexivity; try discriminate; [| now elim Hp].
        destruct q; discriminate. }
      destruct M as [-> | [-> | [_ ->]]]; [| | discriminate].
      * pose proof (G y x Ny Hx Fv B Hy) as Fy. apply flt_real_false in B; auto. repeat split; auto; lra.
      * pose proof (G x y Nx Hy Fv A Hx) as Fx. apply flt_real_false in A; auto. repeat split; auto; lra.
Qed.

(* A product with a factor of at most 1 does not overflow. *)
Lemma product_by_unit (n x : F double) : finite n -> Rabs (real n) <= 1 -> finite x -> finite (fmul n x).
Proof.
  intros Fn Hn Fx. generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE n x).
  rewrite Rlt_bool_true.
  - unfold finite in Fn, Fx. rewrite Fn, Fx. intros (_ & C & _). exact C.
  - change (Rabs (rnd double (real n * real x)) < bpow radix2 (emax double)).
    apply Rle_lt_trans with (Rabs (real x)); [| apply real_below].
    assert (H : Rabs (real n * real x) <= Rabs (real x)).
    { rewrite Rabs_mult. pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos (real x)) Hn). lra. }
    apply Rabs_le_inv in H. apply Rabs_le.
    assert (Fm : in_format double (Rabs (real x))) by (rewrite <- real_fabs; apply real_in_format).
    rewrite <- (rnd_of_format double (Rabs (real x))) by exact Fm. rewrite <- rnd_opp. split; now apply rnd_le.
Qed.

Lemma abs_sum_not_nan (x y : F double) : x <> B754_nan -> y <> B754_nan -> fadd (fabs x) (fabs y) <> B754_nan.
Proof.
  intros Nx Ny E. assert (G : forall a b : F double, nonneg a -> nonneg b -> a <> B754_nan -> b <> B754_nan -> fadd a b
      <> B754_nan).
  { clear. intros a b Na Nb Ha Hb E. destruct (is_finite a) eqn:Fa; destruct (is_finite b) eqn:Fb.
    - destruct (fadd_rounded a b Fa Fb) as (N & _). rewrite E in N. discriminate.
    - destruct b as [| [|] | |]; try discriminate; [destruct a; discriminate | now elim Hb].
    - destruct a as [| [|] | |]; try discriminate; [destruct b; discriminate | now elim Ha].
    - destruct a as [| [|] | |]; try discriminate; try (now elim Ha). destruct b as [| [|] | |]; try discriminate. now
        elim Hb. }
  apply (G (fabs x) (fabs y)); auto using nonneg_fabs; intros H; [destruct x | destruct y]; try discriminate; auto.
Qed.

Lemma difference_within (x y : F double) : finite (fsub x y) -> Rabs (real (fsub x y) - (real x - real y)) <= ud * Rabs
    (real x - real y).
Proof. intros H. now destruct (fsub_error _ _ H) as (_ & _ & E). Qed.

Lemma exact_within (x : F double) : Rabs (real x - real x) <= ud * Rabs (real x).
Proof. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rmult_le_pos; [left; apply u_pos | apply Rabs_pos]. Qed.

Lemma nan_results (x y : F double) : fmul B754_nan x = B754_nan /\ fmul x B754_nan = B754_nan /\ fadd B754_nan x =
    B754_nan /\
  fadd x B754_nan = B754_nan /\ ffma B754_nan x y = B754_nan /\ ffma x B754_nan y = B754_nan /\ ffma x y B754_nan =
      B754_nan.
Proof. repeat split; destruct x as [| | |]; destruct y as [| | |]; reflexivity. Qed.

Lemma factors_not_nan v (n x m y : F double) : sum_or_fused v (fmul n x) (fmul m y) None (Some (m, y)) -> v <> B754_nan
    ->
  n <> B754_nan /\ x <> B754_nan /\ m <> B754_nan /\ y <> B754_nan.
Proof.
  assert (N1 := fun x y => proj1 (nan_results x y)). assert (N2 := fun x y => proj1 (proj2 (nan_results x y))).
  assert (N3 := fun x y => proj1 (proj2 (proj2 (nan_results x y)))). assert (N4 := fun x y => proj1 (proj2 (proj2 (proj2
      (nan_results x y))))).
  assert (N5 := fun x y => proj2 (proj2 (proj2 (proj2 (nan_results x y))))).
  intros S N. repeat split; intros E; apply N; destruct S as [-> | [(p & q & G & _) | (p & q & G & ->)]]; try
      discriminate;
    try (injection G as <- <-); rewrite E.
  - rewrite (N1 x x). apply (N3 _ x).
  - rewrite (N1 x x). apply (N5 m y).
  - rewrite (N2 n n). apply (N3 _ n).
  - rewrite (N2 n n). apply (N5 m y).
  - rewrite (N1 y y). apply (N4 _ y).
  - apply (N5 y (fmul n x)).
  - rewrite (N2 m m). apply (N4 _ m).
  - apply (N5 m (fmul n x)).
Qed.

Lemma larger_is_some_max (x y : F double) : some_max (if flt y x then x else y) x y.
Proof. unfold some_max. destruct (flt y x); [reflexivity |]. destruct (flt x y); [reflexivity | right; now left]. Qed.

Lemma fabs_not_nan (x : F double) : x <> B754_nan -> fabs x <> B754_nan.
Proof. destruct x; intros N E; try discriminate. now apply N. Qed.

(* The larger of two absolute values. *)
Lemma larger_abs (x y : F double) : x <> B754_nan -> y <> B754_nan -> finite (if flt (fabs y) (fabs x) then fabs x else
    fabs y) ->
  finite x /\ finite y /\ Rabs (real x) <= real (if flt (fabs y) (fabs x) then fabs x else fabs y) /\
  Rabs (real y) <= real (if flt (fabs y) (fabs x) then fabs x else fabs y).
Proof.
  intros Nx Ny Fm. destruct (max_bounds _ _ _ (larger_is_some_max (fabs x) (fabs y)) (nonneg_fabs x) (nonneg_fabs y)
    (fabs_not_nan _ Nx) (fabs_not_nan _ Ny) Fm) as (A & B & C & D). rewrite !real_fabs in C, D.
  repeat split; auto using fabs_finite.
Qed.

Lemma finite_not_nan v : finite v -> v <> B754_nan.
Proof. intros H ->. discriminate. Qed.

(* ---- one end of an axis ---- *)

Section End.
Variables nx ny fx fy ax ay v far beside : F double.
Let X := real ax - real fx.
Let Y := real ay - real fy.
Hypothesis nx_finite : finite nx. Hypothesis ny_finite : finite ny.
Hypothesis nx_unit : Rabs (real nx) <= 1. Hypothesis ny_unit : Rabs (real ny) <= 1.
Hypothesis v_is : sum_or_fused v (fmul nx (fsub ax fx)) (fmul ny (fsub ay fy)) None (Some (ny, fsub ay fy)).
Let size := fadd (fabs (fsub ax fx)) (fabs (fsub ay fy)).
Hypothesis size_finite : finite size.
Hypothesis size_far : real size <= real far.
Hypothesis beside_finite : finite beside.

Lemma end_beside :
  (flt beside v = true -> real beside - 41 / 10 * ud * real far - 3 * etad <= real nx * X + real ny * Y) /\
  (flt v (fneg beside) = true -> real nx * X + real ny * Y <= - (real beside - 41 / 10 * ud * real far - 3 * etad)).
Proof.
  destruct (abs_sum_bounds _ _ size_finite) as (Fx & Fy & _ & _ & S). fold size in S.
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  destruct (dot_stands_for v nx (fsub ax fx) ny (fsub ay fy) (real nx) X (real ny) Y v_is) as (z & (Z1 & Z2) & Z3);
    [now apply product_by_unit | now apply product_by_unit | apply exact_within | now apply difference_within |
     apply exact_within | now apply difference_within |].
  assert (G : forall n x : R, Rabs n <= 1 -> Rabs (n * x) <= Rabs x).
  { intros n x H. rewrite Rabs_mult. pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos x) H). lra. }
  pose proof (difference_within _ _ Fx) as Dx. fold X in Dx. pose proof (difference_within _ _ Fy) as Dy. fold Y in Dy.
  assert (L : forall d x, Rabs (d - x) <= ud * Rabs x -> (1 - ud) * Rabs x <= Rabs d).
  { intros d x H. replace d with (x - (x - d)) at 1 by ring. eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite
      (Rabs_minus_sym x d). lra. }
  apply L in Dx, Dy. pose proof (G _ X nx_unit) as Bx. pose proof (G _ Y ny_unit) as By.
  assert (B : Rabs (real nx * X) + Rabs (real ny * Y) <= 1001 / 1000 * real far).
  { apply Rle_trans with (Rabs X + Rabs Y); [lra |].
    assert ((1 - ud) * (Rabs X + Rabs Y) <= Rabs (real (fsub ax fx)) + Rabs (real (fsub ay fy))) by lra.
    assert (Q : (1 - ud) * ((1 - ud) * (Rabs X + Rabs Y)) <= real far).
    { eapply Rle_trans; [apply Rmult_le_compat_l; [lra | eassumption] | lra]. }
    pose proof (Rabs_pos X). pose proof (Rabs_pos Y).
    assert (ud * (Rabs X + Rabs Y) <= / 1048576 * (Rabs X + Rabs Y)) by (apply Rmult_le_compat_r; lra).
    assert (0 <= ud * (ud * (Rabs X + Rabs Y))) by (repeat apply Rmult_le_pos; lra). lra. }
  assert (UB : ud * (Rabs (real nx * X) + Rabs (real ny * Y)) <= ud * (1001 / 1000 * real far)) by (apply
      Rmult_le_compat_l; lra).
  assert (0 <= ud * real far).
  { apply Rmult_le_pos; [lra |]. pose proof (Rabs_pos (real nx * X)). pose proof (Rabs_pos (real ny * Y)). lra. }
  apply within in Z3. split; intros H1.
  - apply Z1 in H1; [lra | exact beside_finite].
  - apply Z2 in H1; [| now apply finite_fneg]. rewrite real_fneg in H1. lra.
Qed.

End End.

(* ---- the slab ---- *)

Section Slab.
Variables fx fy n0x n0y m0 mx my reach nx ny margin ax ay bx by_ : F double.
Hypothesis slab : set_slab_results fx fy n0x n0y m0 mx my reach true nx ny margin.
Hypothesis reach_valid : nonneg reach.
(* The lane. *)
Variables a b far beside : F double.
Hypothesis a_is : sum_or_fused a (fmul nx (fsub ax fx)) (fmul ny (fsub ay fy)) None (Some (ny, fsub ay fy)).
Hypothesis b_is : sum_or_fused b (fmul nx (fsub bx fx)) (fmul ny (fsub by_ fy)) None (Some (ny, fsub by_ fy)).
Hypothesis far_is : some_max far (fadd (fabs (fsub ax fx)) (fabs (fsub ay fy))) (fadd (fabs (fsub bx fx)) (fabs (fsub
    by_ fy))).
Hypothesis beside_is : sum_or_fused beside margin (fmul (fconst 1 (-47)) far) None (Some (fconst 1 (-47), far)).
Hypothesis both : (flt beside a = true /\ flt beside b = true) \/ (flt a (fneg beside) = true /\ flt b (fneg beside) =
    true).

Let A := Point (real ax) (real ay).
Let B := Point (real bx) (real by_).

(* No point of the segment is within reach of the path, however far it goes. *)
Theorem beside_the_slab tau t : 0 <= tau <= 1 -> on_axis Segment t ->
  finite reach /\ real reach ^ 2 < dist2_at (Point (real fx + tau * real mx) (real fy + tau * real my)) A B t.
Proof.
  intros Ht Ta. simpl in Ta. destruct slab as (from_x & from_y & to_x & to_y & l1x & l1y & l2x & l2y & l3x & l3y & size
      & l4x & l4y & hs &
    nx1 & ny1 & len & m1 & H). destruct H.
  subst from_x from_y nx1 ny1 len m1. pose proof u_double_small as U. pose proof eta_double_pos as T.
  (* nothing is NaN *)
  assert (Na : a <> B754_nan).
  { intros ->. destruct both as [(H1 & _) | (H1 & _)]; destruct beside; discriminate. }
  assert (Nb : b <> B754_nan).
  { intros ->. destruct both as [(_ & H1) | (_ & H1)]; destruct beside; discriminate. }
  destruct (factors_not_nan _ _ _ _ _ a_is Na) as (Nnx & Nax & Nny & Nay). destruct (factors_not_nan _ _ _ _ _ b_is Nb)
      as (_ & Nbx & _ & Nby).
  assert (Nfar : nonneg far).
  { revert far_is. unfold some_max. repeat match goal with |- context [if ?c then _ else _] => destruct c end;
      [intros -> | intros -> | intros [-> | [-> | (_ & ->)]]]; try reflexivity; apply nonneg_fadd; apply nonneg_fabs. }
  assert (Nmx : mx <> B754_nan).
  { destruct E_slab_normal_of as (p1 & p2 & p3 & [_ _ _ _ Q]). intros ->. apply Nny. rewrite Q. destruct p3;
      reflexivity. }
  symmetry in E_t_has_slab. rewrite !andb_true_iff in E_t_has_slab. destruct E_t_has_slab as ((K1 & K2) & K3).
  assert (Nmy : my <> B754_nan).
  { intros ->. subst l4x l4y hs. destruct (fabs mx); discriminate. }
  assert (Fmost : finite (fconst 9007199254740991 971 : F double)) by reflexivity.
  rewrite E_has_slab_size, E_larger_4_x, E_larger_4_y in K1, K2.
  assert (Fhs : finite (if flt (fabs my) (fabs mx) then fabs mx else fabs my)).
  { apply (fle_finite _ _ K2); [| exact Fmost]. destruct (flt (fabs my) (fabs mx)); apply nonneg_fabs. }
  destruct (larger_abs mx my Nmx Nmy Fhs) as (Fmx & Fmy & Bmx & Bmy).
  (* the sizes *)
  assert (Nsize : nonneg size).
  { rewrite E_size, E_larger_3_x, E_larger_3_y, E_larger_1_x, E_larger_1_y, E_larger_2_x, E_larger_2_y.
    repeat match goal with |- nonneg (if ?c then _ else _) => destruct c end; apply nonneg_fabs. }
  assert (Nmargin : nonneg margin).
  { rewrite E_t_slab_margin_2. assert (P : forall k, (-1074 <= k <= 1000)%Z -> nonneg (fconst 1 k : F double)).
    { intros k K. destruct (constant_value k K) as [Fk Ek]. apply nonneg_of_real; [exact Fk | rewrite Ek; apply
        bpow_ge_0]. }
    apply nonneg_fadd; [apply nonneg_fadd |]; try (apply P; lia); apply nonneg_fmul; try (apply P; lia); auto.
    apply nonneg_fadd; [| apply P; lia]. apply nonneg_fsqrt, nonneg_fadd; apply nonneg_square. }
  assert (Nbeside : nonneg beside).
  { assert (P : nonneg (fconst 1 (-47) : F double)) by reflexivity.
    revert beside_is P. generalize (fconst 1 (-47) : F double). intros k S P.
    destruct S as [-> | [(p & q & G & _) | (p & q & G & ->)]]; [| discriminate |].
    - apply nonneg_fadd; [exact Nmargin | now apply nonneg_fmul].
    - injection G as <- <-. apply nonneg_ffma; auto. }
  assert (Fbeside : finite beside).
  { destruct both as [(H1 & _) | (H1 & _)]; [exact (flt_finite _ _ H1 Nbeside) |].
    destruct beside as [| [|] | |]; try reflexivity; [discriminate Nbeside | |]; destruct a as [| [|] | |]; discriminate
        H1. }
  destruct (sum_or_fused_error (proj2 u_double_small) _ _ _ _ _ beside_is I eq_refl Fbeside) as (Fmargin & (_ & Ffar) &
      Ebeside).
  cbn [value operand_finite] in *. destruct (constant_value (-47) ltac:(lia)) as [_ E47]. rewrite E47 in Ebeside.
  assert (P47 : bpow radix2 (-47) = 64 * ud) by (unfold u; change (-47)%Z with (6 + - prec double)%Z; rewrite bpow_plus;
      reflexivity).
  rewrite P47 in Ebeside. pose proof (nonneg_real _ Nfar) as far0. pose proof (nonneg_real _ Nmargin) as M0.
  assert (UF : 0 <= ud * real far <= / 1048576 * real far) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  rewrite (Rabs_pos_eq (real margin)), (Rabs_pos_eq (64 * ud * real far)) in Ebeside by lra. apply within in Ebeside.
  (* from, to and their size *)
  destruct (max_bounds _ _ _ far_is) as (Fsa & Fsb & La & Lb); auto using abs_sum_not_nan; try (apply nonneg_fadd; apply
      nonneg_fabs).
  destruct (abs_sum_bounds _ _ Fsa) as (Fdx & Fdy & _). destruct (fsub_finite _ _ Fdx) as (_ & Ffx & _). destruct
      (fsub_finite _ _ Fdy) as (_ & Ffy & _).
  assert (Fsz : finite size) by (apply (fle_finite _ _ K3); [exact Nsize | exact Fmost]).
  assert (Ntx : to_x <> B754_nan /\ to_y <> B754_nan).
  { split; intros E; [destruct (fadd_rounded fx mx Ffx Fmx) as (N & _) | destruct (fadd_rounded fy my Ffy Fmy) as (N &
      _)];
      rewrite <- ?E_to_x, <- ?E_to_y, E in N; discriminate. }
  destruct Ntx as (Ntx & Nty).
  assert (Sizes : finite to_x /\ finite to_y /\ Rabs (real fx) <= real size /\ Rabs (real fy) <= real size /\
    Rabs (real to_x) <= real size /\ Rabs (real to_y) <= real size).
  { rewrite E_size in Fsz.
    assert (N1 : nonneg l3x /\ l3x <> B754_nan).
    { rewrite E_larger_3_x, E_larger_1_x, E_larger_1_y. destruct (flt (fabs fy) (fabs fx)); split; auto using
        nonneg_fabs, fabs_not_nan, finite_not_nan. }
    assert (N2 : nonneg l3y /\ l3y <> B754_nan).
    { rewrite E_larger_3_y, E_larger_2_x, E_larger_2_y. destruct (flt (fabs to_y) (fabs to_x)); split; auto using
        nonneg_fabs, fabs_not_nan. }
    destruct (max_bounds _ _ _ (larger_is_some_max l3x l3y)) as (F1 & F2 & B1 & B2); try tauto. rewrite <- E_size in B1,
        B2.
    rewrite E_larger_3_x, E_larger_1_x, E_larger_1_y in F1, B1. rewrite E_larger_3_y, E_larger_2_x, E_larger_2_y in F2,
        B2.
    destruct (larger_abs fx fy (finite_not_nan _ Ffx) (finite_not_nan _ Ffy) F1) as (_ & _ & C1 & C2).
    destruct (larger_abs to_x to_y Ntx Nty F2) as (F3 & F4 & C3 & C4). repeat split; auto; lra. }
  destruct Sizes as (Ftx & Fty & S1 & S2 & S3 & S4). pose proof (nonneg_real _ Nsize) as size0.
  assert (US : 0 <= ud * real size <= / 1048576 * real size) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  set (s := Rmax (Rabs (real mx)) (Rabs (real my))).
  assert (sS : s <= 21 / 10 * real size).
  { assert (G : forall f m w : F double, w = fadd f m -> finite w -> Rabs (real f) <= real size -> Rabs (real w) <= real
      size -> Rabs (real m) <= 21 / 10 * real size).
    { intros f m w -> Fw B1 B2. destruct (fadd_finite _ _ Fw) as (_ & _ & E).
      pose proof (rnd_sum_error_of_result (real f) (real m) (real_in_format f) (real_in_format m)) as R. rewrite <- E in
          R. apply within in R.
      apply Rabs_le_inv in B1. assert (ud * Rabs (real (fadd f m)) <= ud * real size) by (apply Rmult_le_compat_l; lra).
      apply Rabs_le_inv in B2. apply Rabs_le. lra. }
    unfold s. apply Rmax_lub; [apply (G fx mx to_x) | apply (G fy my to_y)]; auto. }
  assert (s0 : bpow radix2 (-500) <= s).
  { destruct (constant_value (-500) ltac:(lia)) as [F5 E5]. apply fle_real in K1; auto. rewrite E5 in K1. eapply
      Rle_trans; [exact K1 |].
    unfold s. rewrite <- !real_fabs. destruct (flt (fabs my) (fabs mx)); [apply Rmax_l | apply Rmax_r]. }
  assert (tiny : 1000 * etad <= ud * real size).
  { apply Rle_trans with (bpow radix2 10 * etad); [change (bpow radix2 10) with 1024; lra |].
    apply Rle_trans with (ud * (bpow radix2 (-2) * bpow radix2 (-500))); [| apply Rmult_le_compat_l; [lra | change (bpow
        radix2 (-2)) with (/ 4); lra]].
    unfold eta, u. rewrite <- !bpow_plus. apply bpow_le. simpl. lia. }
  pose proof (bpow_gt_0 radix2 (-500)) as P500.
  destruct (slab_normal_is mx my nx ny E_slab_normal_of Fmx Fmy) as (Fnx & Fny & Bnx & Bny & Nlong & Nm); [fold s; lra
      |]. fold s in Nm.
  rewrite E_t_slab_margin_2 in Fmargin, M0, Ebeside.
  destruct (margin_enough nx ny reach size reach_valid size0 Bnx Bny Nlong Fmargin) as (Fr & _ & R0 & Enough). rewrite
      <- E_t_slab_margin_2 in *.
  split; [exact Fr |]. destruct (normal_size nx ny Bnx Bny Nlong) as (nu1 & _). set (nu := sqrt (real nx ^ 2 + real ny ^
      2)) in *.
  destruct (end_beside nx ny fx fy ax ay a far beside Fnx Fny Bnx Bny a_is Fsa La Fbeside) as (A1 & A2).
  destruct (end_beside nx ny fx fy bx by_ b far beside Fnx Fny Bnx Bny b_is Fsb Lb Fbeside) as (B1 & B2).
  set (G := real beside - 41 / 10 * ud * real far - 3 * etad) in *.
  assert (0 <= ud * real margin) by (apply Rmult_le_pos; lra).
  assert (0 <= ud * (ud * real far) <= / 1048576 * (ud * real far)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  assert (GG : real reach * nu + 29 * ud * real size <= G) by (unfold G; lra).
  assert (Slop : Rabs (tau * (real nx * real mx + real ny * real my)) <= 5 * ud * real size).
  { rewrite Rabs_mult, (Rabs_pos_eq tau) by lra.
    assert (Us : 0 <= ud * s <= ud * (21 / 10 * real size)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l];
        lra).
    assert (Te : etad * s <= ud * s * (1 / 10)).
    { assert (etad <= ud * (1 / 10)); [| replace (ud * s * (1 / 10)) with (ud * (1 / 10) * s) by ring; apply
        Rmult_le_compat_r; lra].
      assert (bpow radix2 (-10) * ud <= ud * (1 / 10)) by (change (bpow radix2 (-10)) with (/ 1024); lra).
      eapply Rle_trans; [| eassumption]. unfold eta, u. rewrite <- bpow_plus. apply bpow_le. simpl. lia. }
    pose proof (Rabs_pos (real nx * real mx + real ny * real my)).
    apply Rle_trans with (1 * Rabs (real nx * real mx + real ny * real my)); [apply Rmult_le_compat_r; lra | lra]. }
  apply Rabs_le_inv in Slop. unfold dist2_at, A, B. cbn [px py].
  set (qx := real ax + t * (real bx - real ax)). set (qy := real ay + t * (real by_ - real ay)).
  replace ((real fx + tau * real mx - qx) ^ 2 + (real fy + tau * real my - qy) ^ 2) with
    ((qx - (real fx + tau * real mx)) ^ 2 + (qy - (real fy + tau * real my)) ^ 2) by ring.
  (* N.(q - from) lies between those of the ends *)
  assert (Mix : real nx * (qx - real fx) + real ny * (qy - real fy) =
    (1 - t) * (real nx * (real ax - real fx) + real ny * (real ay - real fy)) +
    t * (real nx * (real bx - real fx) + real ny * (real by_ - real fy))) by (unfold qx, qy; ring).
  destruct both as [(H1 & H2) | (H1 & H2)].
  - specialize (A1 H1). specialize (B1 H2). apply (beyond_slab (real nx) (real ny) _ _ (real reach) nu eq_refl nu1 R0).
    pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) A1). pose proof (Rmult_le_compat_l t _ _ ltac:(lra) B1). lra.
  - specialize (A2 H1). specialize (B2 H2).
    apply (beyond_slab (- real nx) (- real ny) _ _ (real reach) nu); auto; [unfold nu; f_equal; ring |].
    pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) A2). pose proof (Rmult_le_compat_l t _ _ ltac:(lra) B2). lra.
Qed.

End Slab.
