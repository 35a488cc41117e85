(* The slab around a beam of a packet in doubles (has_slab, slab_normal_of, slab_margin_of as carom_packet_start in
   src/scene/traversal.c calls them): its margin covers the places within `reach` of the path, and walls beside it
   (beams_apart in src/scene/packet_lanes.h) have no point within reach + own radius.

   The path is exact. `size` is at least all coordinates of the start and of the rounded end. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry Overflow Products SideDistance SlabParts SlabBeside.
From Carom Require Order.
From Carom Require Terms_packet Terms_slab Terms_region.
Import Terms_packet.has_slab_terms(has_slab_results).
Import Terms_slab.slab_normal_of_terms(slab_normal_of_results).
Import Terms_region.slab_margin_of_terms(slab_margin_of_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Lemma has_slab_size (mx my : F double) : has_slab_results mx my true -> mx <> B754_nan -> my <> B754_nan ->
  finite mx /\ finite my /\ bpow radix2 (-500) <= Rmax (Rabs (real mx)) (Rabs (real my)).
Proof.
  intros (lx & ly & hs & [-> -> E H]) Nmx Nmy. symmetry in H. rewrite andb_true_iff in H. destruct H as (K1 & K2).
  rewrite E in K1, K2. assert (Fmost : finite (fconst 9007199254740991 971 : F double)) by reflexivity.
  assert (Fhs : finite (if flt (fabs my) (fabs mx) then fabs mx else fabs my)).
  { apply (fle_finite _ _ K2); [| exact Fmost]. destruct (flt (fabs my) (fabs mx)); apply nonneg_fabs. }
  destruct (larger_abs mx my Nmx Nmy Fhs) as (Fmx & Fmy & _). do 2 (split; [assumption |]).
  destruct (constant_value (-500) ltac:(lia)) as [F5 E5]. apply fle_real in K1; auto. rewrite E5 in K1.
  eapply Rle_trans; [exact K1 |]. rewrite <- !real_fabs. destruct (flt (fabs my) (fabs mx)); [apply Rmax_l | apply
    Rmax_r].
Qed.

(* The largest coordinate of start and end of a path. *)
Definition size_covers (size fx fy mx my : F double) := finite size ->
  finite (fadd fx mx) /\ finite (fadd fy my) /\ Rabs (real fx) <= real size /\ Rabs (real fy) <= real size /\
  Rabs (real (fadd fx mx)) <= real size /\ Rabs (real (fadd fy my)) <= real size.

Section Slab.
Variables fx fy mx my reach size nx ny margin : F double.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy. Hypothesis Fmx : finite mx. Hypothesis Fmy : finite my.
Hypothesis is_long : has_slab_results mx my true.
Hypothesis normal_is : slab_normal_of_results mx my nx ny.
Hypothesis margin_is : slab_margin_of_results nx ny reach size margin.
Hypothesis reach_valid : nonneg reach.
Hypothesis size_nonneg : nonneg size.
Hypothesis covers : size_covers size fx fy mx my.

Let nu := sqrt (real nx ^ 2 + real ny ^ 2).

Theorem beam_slab : nonneg margin /\ finite nx /\ finite ny /\ Rabs (real nx) <= 1 /\ Rabs (real ny) <= 1 /\
  1 <= real nx ^ 2 + real ny ^ 2 /\
  (finite margin -> finite reach /\ finite size /\ bpow radix2 (-1022) <= real margin /\
    real reach * nu + 30 * ud * real size + 9 / 10 * bpow radix2 (-1022) <= (1 - 3 * ud) * real margin /\
    forall tau, 0 <= tau <= 1 -> Rabs (tau * (real nx * real mx + real ny * real my)) <= 5 * ud * real size).
Proof.
  destruct (has_slab_size mx my is_long (finite_not_nan _ Fmx) (finite_not_nan _ Fmy)) as (_ & _ & s0).
  set (s := Rmax (Rabs (real mx)) (Rabs (real my))) in *. pose proof (bpow_gt_0 radix2 (-500)) as P500.
  destruct (slab_normal_is mx my nx ny normal_is Fmx Fmy) as (Fnx & Fny & Bnx & Bny & Nlong & Nm); [fold s; lra |].
    fold s
    in Nm.
  destruct margin_is as (len & [-> E]).
  assert (Nmargin : nonneg margin).
  { rewrite E. apply nonneg_fadd; [apply nonneg_fadd |]; try reflexivity; apply nonneg_fmul; try reflexivity; auto.
    apply nonneg_fadd; [| reflexivity]. apply nonneg_fsqrt, nonneg_fadd; apply nonneg_square. }
  split; [exact Nmargin |]. do 5 (split; [assumption |]). intros Fm. rewrite E in Fm.
  pose proof u_double_small as U. pose proof eta_double_pos as T. pose proof (nonneg_real _ size_nonneg) as size0.
  destruct (margin_exceeds nx ny reach size reach_valid size0 Bnx Bny Nlong Fm) as (Fr & Fs & R0 & Enough).
  rewrite <- E in Enough. fold nu in Enough. do 2 (split; [assumption |]). split; [| split; [exact Enough |]].
  - destruct (fadd_finite _ _ Fm) as (Fs1 & Fs2 & V). destruct (constant_value (-1022) ltac:(lia)) as [_ E22].
    rewrite <- E in V. rewrite V, E22. apply Rle_trans with (rnd double (bpow radix2 (-1022))).
    + rewrite rnd_of_format; [apply Rle_refl | apply generic_format_bpow; vm_compute; discriminate].
    + apply rnd_le. match goal with |- _ <= real ?v + _ => assert (0 <= real v); [| lra] end.
      apply nonneg_real, nonneg_fadd; apply nonneg_fmul; try reflexivity; auto.
      apply nonneg_fadd; [| reflexivity]. apply nonneg_fsqrt, nonneg_fadd; apply nonneg_square.
  - intros tau Ht. destruct (covers Fs) as (Ftx & Fty & S1 & S2 & S3 & S4).
    assert (US : 0 <= ud * real size <= / 1048576 * real size) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r];
      lra).
    assert (sS : s <= 21 / 10 * real size).
    { assert (G : forall f m : F double, finite (fadd f m) -> Rabs (real f) <= real size -> Rabs (real (fadd f m)) <=
      real
        size -> Rabs (real m) <= 21 / 10 * real size).
      { intros f m Fw B1 B2. destruct (fadd_finite _ _ Fw) as (_ & _ & V).
        pose proof (rnd_sum_error_of_result (real f) (real m) (real_in_format f) (real_in_format m)) as R. rewrite <- V
          in
          R. apply within in R.
        apply Rabs_le_inv in B1. assert (ud * Rabs (real (fadd f m)) <= ud * real size) by (apply Rmult_le_compat_l;
          lra).
        apply Rabs_le_inv in B2. apply Rabs_le. lra. }
      unfold s. apply Rmax_lub; [apply (G fx mx) | apply (G fy my)]; auto. }
    rewrite Rabs_mult, (Rabs_pos_eq tau) by lra.
    assert (Us : 0 <= ud * s <= ud * (21 / 10 * real size)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_l];
      lra).
    assert (Te : etad * s <= ud * s * (1 / 10)).
    { assert (etad <= ud * (1 / 10)); [| replace (ud * s * (1 / 10)) with (ud * (1 / 10) * s) by ring; apply
        Rmult_le_compat_r; lra].
      assert (bpow radix2 (-10) * ud <= ud * (1 / 10)) by (change (bpow radix2 (-10)) with (/ 1024); lra).
      eapply Rle_trans; [| eassumption]. unfold eta, u. rewrite <- bpow_plus. apply bpow_le. simpl. lia. }
    pose proof (Rabs_pos (real nx * real mx + real ny * real my)).
    apply Rle_trans with (1 * Rabs (real nx * real mx + real ny * real my)); [apply Rmult_le_compat_r; lra | lra].
Qed.

(* A place within reach of the path is in the slab. *)
Theorem beam_slab_holds tau qx qy : finite margin -> 0 <= tau <= 1 ->
  (qx - (real fx + tau * real mx)) ^ 2 + (qy - (real fy + tau * real my)) ^ 2 <= real reach ^ 2 ->
  Rabs (real nx * (qx - real fx) + real ny * (qy - real fy)) <= real margin.
Proof.
  intros Fm Ht D. destruct beam_slab as (Nm & _ & _ & Bnx & Bny & Nlong & H).
  destruct (H Fm) as (_ & _ & _ & Enough & Slop). specialize (Slop tau Ht). pose proof u_double_small as U.
  pose proof (nonneg_real _ size_nonneg) as size0. pose proof (nonneg_real _ reach_valid) as R0.
  destruct (normal_size nx ny Bnx Bny Nlong) as (nu1 & _). fold nu in nu1. pose proof (bpow_gt_0 radix2 (-1022)) as PM.
  assert (US : 0 <= ud * real size) by (apply Rmult_le_pos; lra).
  set (dx := qx - (real fx + tau * real mx)) in *. set (dy := qy - (real fy + tau * real my)) in *.
  assert (Near : Rabs (real nx * dx + real ny * dy) <= real reach * nu).
  { assert (N2 : nu * nu = real nx ^ 2 + real ny ^ 2) by (apply sqrt_sqrt; lra).
    assert (P : 0 <= real reach * nu) by (apply Rmult_le_pos; lra).
    apply Rsqr_incr_0_var; [| exact P]. rewrite <- Rsqr_abs. unfold Rsqr.
    pose proof (pow2_ge_0 (real nx * dy - real ny * dx)).
    assert (nu * nu * (dx ^ 2 + dy ^ 2) <= nu * nu * real reach ^ 2) by (apply Rmult_le_compat_l; [rewrite N2; lra |
      exact D]).
    replace (real reach * nu * (real reach * nu)) with (nu * nu * real reach ^ 2) by ring. rewrite N2 in *. lra. }
  replace (real nx * (qx - real fx) + real ny * (qy - real fy)) with
    ((real nx * dx + real ny * dy) + tau * (real nx * real mx + real ny * real my)) by (unfold dx, dy; ring).
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (nonneg_real _ Nm).
  assert (0 <= ud * real margin) by (apply Rmult_le_pos; lra). lra.
Qed.

(* ---- a wall beside it ---- *)

Variables own ax ay bx by_ a b low high : F double.
Hypothesis own_valid : nonneg own.
Hypothesis Fax : finite ax. Hypothesis Fay : finite ay. Hypothesis Fbx : finite bx. Hypothesis Fby : finite by_.
Let a_far := fadd (fabs (fsub ax fx)) (fabs (fsub ay fy)).
Let b_far := fadd (fabs (fsub bx fx)) (fabs (fsub by_ fy)).
Let far := if flt b_far a_far then a_far else b_far.
Let wide := fadd (fmul (fconst 3 (-1)) own) (fmul (fconst 1 (-47)) far).
Let beside := fadd margin wide.
Hypothesis a_is : sum_or_fused a (fmul nx (fsub ax fx)) (fmul ny (fsub ay fy)) None (Some (ny, fsub ay fy)).
Hypothesis b_is : sum_or_fused b (fmul nx (fsub bx fx)) (fmul ny (fsub by_ fy)) None (Some (ny, fsub by_ fy)).
Hypothesis low_is : some_min low a b.
Hypothesis high_is : some_max high a b.

Lemma below_smaller (v x y w : F double) : some_min v x y -> number x -> number y -> flt w v = true ->
  flt w x = true /\ flt w y = true.
Proof.
  intros M Nx Ny H. destruct (flt_value _ _ H) as (Nw & Nv & L). unfold some_min in M.
  assert (G : forall z : F double, number z -> value v <= value z -> flt w z = true).
  { intros z Nz Hz. apply Order.flt_of_values. split; [exact Nw |]. split; [exact Nz |].
    change (value w < value z). lra. }
  destruct (flt x y) eqn:A; [| destruct (flt y x) eqn:B].
  - subst v. split; [exact H |]. apply flt_value in A. apply G; [exact Ny | lra].
  - subst v. split; [| exact H]. apply flt_value in B. apply G; [exact Nx | lra].
  - pose proof (flt_value_false _ _ A Nx Ny). pose proof (flt_value_false _ _ B Ny Nx).
    destruct M as [-> | [-> | (_ & E)]]; [split; apply G; auto; lra | split; apply G; auto; lra |].
    rewrite E in Nv. discriminate.
Qed.

Lemma above_larger (v x y w : F double) : some_max v x y -> number x -> number y -> flt v w = true ->
  flt x w = true /\ flt y w = true.
Proof.
  intros M Nx Ny H. destruct (flt_value _ _ H) as (Nv & Nw & L). unfold some_max in M.
  assert (G : forall z : F double, number z -> value z <= value v -> flt z w = true).
  { intros z Nz Hz. apply Order.flt_of_values. split; [exact Nz |]. split; [exact Nw |].
    change (value z < value w). lra. }
  destruct (flt y x) eqn:A; [| destruct (flt x y) eqn:B].
  - subst v. split; [exact H |]. apply flt_value in A. apply G; [exact Ny | lra].
  - subst v. split; [| exact H]. apply flt_value in B. apply G; [exact Nx | lra].
  - pose proof (flt_value_false _ _ A Ny Nx). pose proof (flt_value_false _ _ B Nx Ny).
    destruct M as [-> | [-> | (_ & E)]]; [split; apply G; auto; lra | split; apply G; auto; lra |].
    rewrite E in Nv. discriminate.
Qed.

Theorem beside_the_beam tau t : flt beside low = true \/ flt high (fneg beside) = true -> 0 <= tau <= 1 -> 0 <= t <= 1
  ->
  (real reach + real own) ^ 2 < dist2_at (Point (real fx + tau * real mx) (real fy + tau * real my))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) t.
Proof.
  intros H Ht Ta. destruct beam_slab as (Nm & Fnx & Fny & Bnx & Bny & Nlong & Holds).
  pose proof u_double_small as U. pose proof eta_double_pos as T.
  assert (Nfar : nonneg far) by (unfold far; destruct (flt b_far a_far); apply nonneg_fadd; apply nonneg_fabs).
  assert (Nwide : nonneg wide).
  { apply nonneg_fadd; apply nonneg_fmul; auto; reflexivity. }
  assert (Nb : nonneg beside) by now apply nonneg_fadd.
  assert (Fb : finite beside).
  { destruct H as [H | H]; [exact (flt_finite _ _ H Nb) |].
    destruct beside as [| [|] | |]; try reflexivity; [discriminate Nb | |]; destruct high as [| [|] | |]; discriminate
      H. }
  destruct (fadd_error _ _ Fb) as (Fm & Fw & E1). destruct (fadd_error _ _ Fw) as (F1 & F2 & E2).
  destruct (fmul_error _ _ F1) as (_ & Fown & E3). destruct (fmul_error _ _ F2) as (_ & Ffar & E4).
  fold wide in E1, E2. fold beside in E1.
  destruct (Holds Fm) as (Fr & Fs & _ & Enough & Slop). specialize (Slop tau Ht).
  destruct (constant_value (-47) ltac:(lia)) as [_ E47].
  assert (P47 : bpow radix2 (-47) = 64 * ud) by (unfold u; change (-47)%Z with (6 + - prec double)%Z; rewrite bpow_plus;
    reflexivity).
  rewrite E47, P47 in E4.
  assert (V3 : real (fconst 3 (-1) : F double) = 3 / 2).
  { destruct (@fconst_value double 3 (-1)) as (_ & V); try reflexivity; try (vm_compute; discriminate). rewrite V.
    change (bpow radix2 (-1)) with (/ 2). lra. }
  rewrite V3 in E3.
  assert (Nn : forall p q r s : F double, finite p -> finite q -> finite r -> finite s ->
    fadd (fabs (fsub p q)) (fabs (fsub r s)) <> B754_nan).
  { intros p q r s Fp Fq Fr' Fs'. apply abs_sum_not_nan; intros E.
    - destruct (fsub_rounded p q Fp Fq) as (N & _). rewrite E in N. discriminate.
    - destruct (fsub_rounded r s Fr' Fs') as (N & _). rewrite E in N. discriminate. }
  destruct (max_bounds far a_far b_far (larger_is_some_max a_far b_far)) as (Fa & Fbf & La & Lb);
    try (apply nonneg_fadd; apply nonneg_fabs); try (apply Nn; assumption); auto.
  assert (Number : forall v p q, finite (fadd (fabs p) (fabs q)) -> sum_or_fused v (fmul nx p) (fmul ny q) None (Some
    (ny,
    q)) -> number v).
  { intros v p q Fpq Hv. destruct (abs_sum_bounds _ _ Fpq) as (Fp & Fq & _).
    pose proof (product_by_unit nx p Fnx Bnx Fp) as G1. pose proof (product_by_unit ny q Fny Bny Fq) as G2.
    destruct Hv as [-> | [(i & j & E & _) | (i & j & E & ->)]]; [now apply fadd_rounded | discriminate |].
    injection E as <- <-. now apply ffma_rounded. }
  pose proof (Number _ _ _ Fa a_is) as Na. pose proof (Number _ _ _ Fbf b_is) as Nb'. clear Number.
  destruct (end_beside nx ny fx fy ax ay a far beside Fnx Fny Bnx Bny a_is Fa La Fb) as (A1 & A2).
  destruct (end_beside nx ny fx fy bx by_ b far beside Fnx Fny Bnx Bny b_is Fbf Lb Fb) as (B1 & B2).
  set (G := real beside - 41 / 10 * ud * real far - 3 * etad) in *.
  pose proof (nonneg_real _ Nfar) as far0. pose proof (nonneg_real _ own_valid) as own0. pose proof (nonneg_real _ Nm)
    as M0.
  pose proof (nonneg_real _ reach_valid) as R0. pose proof (nonneg_real _ size_nonneg) as size0.
  pose proof (nonneg_real _ Nwide) as W0.
  assert (NU : 1 <= nu <= 142 / 100).
  { unfold nu. assert (Gs : forall v : R, Rabs v <= 1 -> v ^ 2 <= 1).
    { intros v Hv. apply Rabs_le_inv in Hv. assert (0 <= (1 - v) * (1 + v)) by (apply Rmult_le_pos; lra). lra. }
    pose proof (Gs _ Bnx). pose proof (Gs _ Bny). split.
    - rewrite <- sqrt_1 at 1. now apply sqrt_le_1_alt.
    - rewrite <- (sqrt_pow2 (142 / 100)) by lra. apply sqrt_le_1_alt. lra. }
  assert (US : 0 <= ud * real size) by (apply Rmult_le_pos; lra).
  assert (UF : 0 <= ud * real far <= / 1048576 * real far) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UUF : 0 <= ud * (ud * real far) <= / 1048576 * (ud * real far)) by (split; [apply Rmult_le_pos |
    apply Rmult_le_compat_r]; lra).
  assert (UM : 0 <= ud * real margin <= / 1048576 * real margin) by (split; [apply Rmult_le_pos | apply
    Rmult_le_compat_r]; lra).
  assert (UO : 0 <= ud * real own <= / 1048576 * real own) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
    lra).
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (On : real own * nu <= real own * (142 / 100)) by (apply Rmult_le_compat_l; lra).
  assert (Rn : 0 <= real reach * nu) by (apply Rmult_le_pos; lra).
  assert (GG : (real reach + real own) * nu + 5 * ud * real size < G).
  { rewrite (Rabs_pos_eq (3 / 2 * real own)) in E3 by lra. rewrite (Rabs_pos_eq (64 * ud * real far)) in E4 by lra.
    apply within in E3, E4. set (w1 := real (fmul (fconst 3 (-1)) own)) in *.
    set (w2 := real (fmul (fconst 1 (-47)) far)) in *.
    assert (P1 : 0 <= w1) by (apply nonneg_real, nonneg_fmul; auto; reflexivity).
    assert (P2 : 0 <= w2) by (apply nonneg_real, nonneg_fmul; auto; reflexivity).
    rewrite (Rabs_pos_eq (w1 + w2)) in E2 by lra. rewrite (Rabs_pos_eq (real margin + real wide)) in E1 by lra.
    apply within in E1, E2.
    assert (Uw : ud * (w1 + w2) <= / 1048576 * (w1 + w2)) by (apply Rmult_le_compat_r; lra).
    assert (Uw2 : ud * real wide <= / 1048576 * real wide) by (apply Rmult_le_compat_r; lra).
    assert (Tiny : 1000 * etad <= bpow radix2 (-1022)).
    { apply Rle_trans with (bpow radix2 10 * etad); [change (bpow radix2 10) with 1024; lra |]. unfold eta.
      rewrite <- bpow_plus. apply bpow_le. vm_compute. discriminate. }
    unfold G. lra. }
  apply Rabs_le_inv in Slop. unfold dist2_at. cbn [px py].
  set (qx := real ax + t * (real bx - real ax)). set (qy := real ay + t * (real by_ - real ay)).
  replace ((real fx + tau * real mx - qx) ^ 2 + (real fy + tau * real my - qy) ^ 2) with
    ((qx - (real fx + tau * real mx)) ^ 2 + (qy - (real fy + tau * real my)) ^ 2) by ring.
  assert (Mix : real nx * (qx - real fx) + real ny * (qy - real fy) =
    (1 - t) * (real nx * (real ax - real fx) + real ny * (real ay - real fy)) +
    t * (real nx * (real bx - real fx) + real ny * (real by_ - real fy))) by (unfold qx, qy; ring).
  assert (RO : 0 <= real reach + real own) by lra.
  destruct H as [H | H].
  - destruct (below_smaller _ _ _ _ low_is Na Nb' H) as (H1 & H2). specialize (A1 H1). specialize (B1 H2).
    apply (beyond_slab (real nx) (real ny) _ _ (real reach + real own) nu eq_refl (proj1 NU) RO).
    pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) A1). pose proof (Rmult_le_compat_l t _ _ ltac:(lra) B1). lra.
  - destruct (above_larger _ _ _ _ high_is Na Nb' H) as (H1 & H2). specialize (A2 H1). specialize (B2 H2).
    apply (beyond_slab (- real nx) (- real ny) _ _ (real reach + real own) nu); [unfold nu; f_equal; ring | apply NU |
      exact RO |].
    pose proof (Rmult_le_compat_l (1 - t) _ _ ltac:(lra) A2). pose proof (Rmult_le_compat_l t _ _ ltac:(lra) B2). lra.
Qed.

End Slab.
