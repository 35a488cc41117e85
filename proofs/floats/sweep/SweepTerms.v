(* What set_terms_across of src/sweep/sweep_filter.h computes if the filter may decide: vectors near the real ones, with
   sizes of at most 2^200, and the reach. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded SweepErrors SweepSquares SweepGeometry SweepVectors Terms_sweep.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Ltac open H := repeat match type of H with ex _ => destruct H as [? H] end.

Definition size_in_range (s : D) := below 200 s /\ 0 <= real s.

Lemma sum_in_range (x y : D) :
  finite (fadd x y) -> nonneg x -> nonneg y -> real (fadd x y) <= bpow radix2 200 ->
  size_in_range x /\ size_in_range y.
Proof.
  intros F X Y B. destruct (fadd_finite _ _ F) as (Fx & Fy & _).
  pose proof (nonneg_real _ X) as PX. pose proof (nonneg_real _ Y) as PY.
  pose proof (fadd_at_least _ _ F PY). pose proof (fadd_at_least_right _ _ F PX).
  repeat split; auto; rewrite Rabs_pos_eq; lra.
Qed.

(* The smaller radius is not negative, so both are not. *)
Lemma least_nonneg (x y : D) :
  fle (fconst 0 0) (if flt x y then x else y) = true -> nonneg x /\ nonneg y.
Proof.
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. intros H.
  destruct (flt x y) eqn:L.
  - assert (X : nonneg x) by (apply fle_nonneg with (y := fconst 0 0); auto; lra). split; auto.
    destruct y as [| [|] | | [|] m e p]; simpl; auto.
    + destruct x as [| [|] | | [|]]; discriminate.
    + exfalso. assert (Fx : finite x) by (destruct x as [| [|] | | [|]]; auto; discriminate).
      apply flt_real in L; auto. pose proof (nonneg_real _ X).
      assert (real (B754_finite true m e p : D) < 0) by (unfold real; simpl; now apply F2R_lt_0). lra.
  - assert (Y : nonneg y) by (apply fle_nonneg with (y := fconst 0 0); auto; lra). split; auto.
    assert (NY : y <> B754_nan) by (intros ->; destruct (fconst 0 0 : D) as [| [|] | | [|]]; discriminate).
    destruct x as [| [|] | | [|] m e p]; simpl; auto.
    + exfalso. destruct y as [| [|] | | [|]]; try discriminate; auto; simpl in Y; discriminate.
    + exfalso. destruct y as [ys | [|] | | [|] ym ye yp]; try discriminate; auto.
Qed.

Lemma zero_nonneg : nonneg (fconst 0 0 : D).
Proof. const_facts 0%Z 0%Z F0 V0. apply nonneg_of_real; auto. rewrite V0. lra. Qed.

Lemma fadd_with_zero (s z : D) : finite (fadd s z) -> real z = 0 -> real (fadd s z) = real s /\ finite s.
Proof.
  intros F Z. destruct (fadd_finite _ _ F) as (Fs & _ & E). split; auto.
  rewrite E, Z, Rplus_0_r. apply rnd_of_format, real_in_format.
Qed.

Lemma fsub_self (s : D) : finite (fsub s s) -> real (fsub s s) = 0.
Proof. intros F. destruct (fsub_finite _ _ F) as (_ & _ & E). rewrite E, Rminus_diag_eq by reflexivity. apply rnd_zero.
  Qed.

(* The vectors and sizes of the axes. *)
Record sweep_facts (ux uy wx wy zx zy vx vy su sw sz sv r rr ends : D) (U1 U2 W1 W2 Z1 Z2 V1 V2 R : R) : Prop := {
  F_u : near ux uy U1 U2 (real su);
  F_w : near wx wy W1 W2 (real sw);
  F_z : near zx zy Z1 Z2 (real sz);
  F_v : near vx vy V1 V2 (real sv);
  F_su : size_in_range su; F_sw : size_in_range sw; F_sz : size_in_range sz; F_sv : size_in_range sv;
  F_r : size_in_range r; F_rr : size_in_range rr; F_ends : size_in_range ends;
  F_ends_sum : ends = fadd (fadd sw sz) rr;
  F_R : 0 <= R;
  F_wall : R * norm U1 U2 <= (1 + 6 * eps) * (real r * norm (real ux) (real uy));
  F_path : R * norm V1 V2 <= (1 + 6 * eps) * (real r * norm (real vx) (real vy)) + 9 * eps * (real sv * real rr) }.

Lemma reach_error_real (cr wr : D) : finite (fadd cr wr) -> nonneg cr -> nonneg wr ->
  0 <= real cr + real wr <= (1 + 2 * eps) * real (fadd cr wr).
Proof.
  intros F C W. pose proof (nonneg_real _ C). pose proof (nonneg_real _ W).
  pose proof (fadd_error _ _ F) as E. apply rounded_real in E; [| apply eps_small].
  assert (0 <= real (fadd cr wr)).
  { pose proof (fadd_at_least _ _ F H0). lra. }
  rewrite !Rabs_pos_eq in E by lra. lra.
Qed.

Lemma reach_times_norm (r R n N : R) :
  0 <= r -> 0 <= n -> 0 <= R <= (1 + 2 * eps) * r -> 0 <= N <= (1 + 2 * eps) * n -> R * N <= (1 + 6 * eps) * (r * n).
Proof.
  intros r0 n0 HR HN. pose proof eps_small.
  assert (A : R * N <= ((1 + 2 * eps) * r) * ((1 + 2 * eps) * n)) by (apply Rmult_le_compat; lra).
  assert (0 <= r * n) by now apply Rmult_le_pos. assert (0 <= eps * (r * n)) by (apply Rmult_le_pos; lra).
  assert (eps * (eps * (r * n)) <= / 1048576 * (eps * (r * n))) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Lemma reach_times_moved_norm (r R n N d s : R) :
  0 <= r -> 0 <= n -> 0 <= R <= (1 + 2 * eps) * r -> 0 <= N <= n + d -> 0 <= d <= 4 * eps * s -> 0 <= s ->
  R * N <= (1 + 6 * eps) * (r * n) + 9 * eps * (s * r).
Proof.
  intros r0 n0 HR HN HD S0. pose proof eps_small.
  assert (A : R * N <= ((1 + 2 * eps) * r) * (n + 4 * eps * s)) by (apply Rmult_le_compat; lra).
  assert (0 <= r * n) by now apply Rmult_le_pos. assert (0 <= eps * (r * n)) by (apply Rmult_le_pos; lra).
  assert (0 <= s * r) by now apply Rmult_le_pos. assert (0 <= eps * (s * r)) by (apply Rmult_le_pos; lra).
  assert (eps * (eps * (s * r)) <= / 1048576 * (eps * (s * r))) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* The displacement relative to a wall that moves to a place. *)
Lemma moved_vector (c1 c2 m1 m2 a1 a2 w1 w2 : D) :
  let v1 := fsub (fsub m1 c1) (fsub w1 a1) in
  let v2 := fsub (fsub m2 c2) (fsub w2 a2) in
  let k := fadd (size (fsub m1 c1) (fsub m2 c2)) (size (fsub w1 a1) (fsub w2 a2)) in
  let s := fadd (size v1 v2) (fsub k (size v1 v2)) in
  let V1 := real m1 - real c1 - (real w1 - real a1) in
  let V2 := real m2 - real c2 - (real w2 - real a2) in
  finite s -> real s <= bpow radix2 200 ->
  near v1 v2 V1 V2 (real s) /\ Rabs (real v1 - V1) + Rabs (real v2 - V2) <= 4 * eps * real s.
Proof.
  intros v1 v2 k s V1 V2 F B.
  destruct (fadd_finite _ _ F) as (F0 & Fm & _). destruct (fsub_finite _ _ Fm) as (Fk & _ & _).
  destruct (fadd_finite _ _ Fk) as (Fp & Fb & _).
  destruct (size_finite _ _ F0) as [Fv1 Fv2]. destruct (size_finite _ _ Fp) as [Fp1 Fp2].
  destruct (size_finite _ _ Fb) as [Fb1 Fb2].
  destruct (size_bounds _ _ F0) as (S0 & _ & _ & E0).
  pose proof (fadd_error _ _ F) as Es. pose proof (fsub_error _ _ Fm) as Em. pose proof (fadd_error _ _ Fk) as Ek.
  destruct (moved_real eps (real (fsub m1 c1)) (real (fsub m2 c2)) (real (fsub w1 a1)) (real (fsub w2 a2))
    (real m1 - real c1) (real m2 - real c2) (real w1 - real a1) (real w2 - real a2) (real v1) (real v2) _ _ _ _ _ _
    eps_small (fsub_error _ _ Fp1) (fsub_error _ _ Fp2) (fsub_error _ _ Fb1) (fsub_error _ _ Fb2)
    (fsub_error _ _ Fv1) (fsub_error _ _ Fv2) (size_lower _ _ Fp) (size_lower _ _ Fb)
    (proj1 (size_bounds _ _ Fp)) (proj1 (size_bounds _ _ Fb)) Ek E0 S0 Em Es) as (A1 & A2 & A3 & A4).
  split; [| exact A4]. repeat split; assumption.
Qed.

Lemma may_decide_total (c_wall_extent : Z) (a b c d cr wr : D) :
  andb (andb (fle (fadd (fadd (fadd a b) c) d) (fconst 1 200)) (fle (fconst 0 0) (if flt cr wr then cr else wr)))
    (Z.leb c_wall_extent 2) = true ->
  nonneg a -> nonneg b -> (nonneg cr -> nonneg wr -> nonneg c) -> (nonneg cr -> nonneg wr -> nonneg d) ->
  nonneg cr /\ nonneg wr /\ size_in_range a /\ size_in_range b /\ size_in_range c /\ size_in_range d.
Proof.
  intros M A B C' D'. apply andb_prop in M. destruct M as [M _]. apply andb_prop in M. destruct M as [M L].
  destruct (least_nonneg _ _ L) as [Ncr Nwr]. specialize (C' Ncr Nwr). specialize (D' Ncr Nwr).
  const_facts 1%Z 200%Z F1 V1. rewrite Rmult_1_l in V1.
  assert (N1 : nonneg (fadd a b)) by now apply nonneg_fadd.
  assert (N2 : nonneg (fadd (fadd a b) c)) by now apply nonneg_fadd.
  assert (F : finite (fadd (fadd (fadd a b) c) d)).
  { eapply fle_finite; [exact M | now apply nonneg_fadd | exact F1]. }
  apply fle_real in M; auto. rewrite V1 in M.
  destruct (sum_in_range _ _ F N2 D' M) as [S1 S2].
  assert (M1 : real (fadd (fadd a b) c) <= bpow radix2 200) by (destruct S1 as [[_ X] Y]; rewrite Rabs_pos_eq in X;
    lra).
  destruct (sum_in_range _ _ (proj1 (proj1 S1)) N1 C' M1) as [S3 S4].
  assert (M2 : real (fadd a b) <= bpow radix2 200) by (destruct S3 as [[_ X] Y]; rewrite Rabs_pos_eq in X; lra).
  destruct (sum_in_range _ _ (proj1 (proj1 S3)) A B M2) as [S5 S6]. auto 10.
Qed.

Lemma in_range_le s : size_in_range s -> finite s /\ real s <= bpow radix2 200.
Proof. intros [[F B] P]. split; auto. rewrite Rabs_pos_eq in B; auto. Qed.

Lemma sum_in_range' (x y : D) :
  size_in_range (fadd x y) -> nonneg x -> nonneg y -> size_in_range x /\ size_in_range y.
Proof. intros H X Y. destruct (in_range_le _ H). now apply sum_in_range. Qed.

(* The sizes with nothing added are those of the vectors. *)
Lemma plus_zero_vector x y X Y (z : D) :
  size_in_range (fadd (size x y) z) -> real z = 0 ->
  (finite (size x y) -> real (size x y) <= bpow radix2 200 -> vector x y X Y (real (size x y))) ->
  vector x y X Y (real (fadd (size x y) z)).
Proof.
  intros H Z K. destruct (in_range_le _ H) as [F B]. destruct (fadd_with_zero _ _ F Z) as [E Fs].
  rewrite E in *. auto.
Qed.

(* The facts from those of u and v; a, b and c are the ends and the centre. *)
Lemma facts_from ax ay bx by_ cx cy ux uy vx vy su sv cr wr rr U1 U2 V1 V2 :
  let wx := fsub cx ax in let wy := fsub cy ay in let zx := fsub cx bx in let zy := fsub cy by_ in
  let ends := fadd (fadd (size wx wy) (size zx zy)) rr in
  nonneg cr -> nonneg wr -> nonneg rr ->
  size_in_range su -> size_in_range sv -> size_in_range ends -> size_in_range (fadd cr wr) ->
  vector ux uy U1 U2 (real su) -> near vx vy V1 V2 (real sv) ->
  (norm V1 V2 <= (1 + 2 * eps) * norm (real vx) (real vy) \/
   (rr = fadd cr wr /\ Rabs (real vx - V1) + Rabs (real vy - V2) <= 4 * eps * real sv)) ->
  sweep_facts ux uy wx wy zx zy vx vy su (size wx wy) (size zx zy) sv (fadd cr wr) rr ends U1 U2
    (real cx - real ax) (real cy - real ay) (real cx - real bx) (real cy - real by_) V1 V2 (real cr + real wr).
Proof.
  intros wx wy zx zy ends Ncr Nwr Nrr Su Sv Se Sr Hu Hv Hn.
  assert (Nw : nonneg (size wx wy)) by apply nonneg_size. assert (Nz : nonneg (size zx zy)) by apply nonneg_size.
  destruct (sum_in_range' _ _ Se) as [Swz Srr]; [now apply nonneg_fadd | assumption |].
  destruct (sum_in_range' _ _ Swz) as [Sw Sz]; auto.
  destruct (in_range_le _ Sw) as [Fw Lw]. destruct (in_range_le _ Sz) as [Fz Lz].
  pose proof (reach_error_real _ _ (proj1 (proj1 Sr)) Ncr Nwr) as HR.
  assert (R0 : 0 <= real (fadd cr wr)) by apply Sr.
  pose proof (norm_nonneg (real ux) (real uy)). pose proof (norm_nonneg (real vx) (real vy)).
  pose proof (norm_nonneg U1 U2). pose proof (norm_nonneg V1 V2).
  assert (rr0 : 0 <= real rr) by apply Srr. assert (sv0 : 0 <= real sv) by apply Sv.
  constructor; auto.
  - apply Hu.
  - apply difference_vector; auto.
  - apply difference_vector; auto.
  - lra.
  - apply reach_times_norm; auto. split; [assumption | apply Hu].
  - destruct Hn as [Hn | [Erra Hd]].
    + assert (0 <= eps * (real sv * real rr)).
      { pose proof eps_small. apply Rmult_le_pos; [lra | now apply Rmult_le_pos]. }
      pose proof (reach_times_norm (real (fadd cr wr)) (real cr + real wr) (norm (real vx) (real vy)) (norm V1 V2)
        R0 H0 HR ltac:(lra)). lra.
    + rewrite Erra. eapply reach_times_moved_norm with (d := Rabs (real vx - V1) + Rabs (real vy - V2)); auto.
      * split; [assumption |].
        replace (norm V1 V2) with (norm (real vx + (V1 - real vx)) (real vy + (V2 - real vy))) by (f_equal; ring).
        eapply Rle_trans; [apply norm_triangle |]. rewrite (Rabs_minus_sym V1), (Rabs_minus_sym V2). lra.
      * split; [| assumption]. pose proof (Rabs_pos (real vx - V1)). pose proof (Rabs_pos (real vy - V2)). lra.
Qed.

Theorem across_facts c_circle_center_x c_circle_center_y c_circle_radius c_move_x c_move_y c_is_end c_wall_moves
    c_wall_a_x c_wall_a_y c_wall_b_x c_wall_b_y c_wall_radius c_wall_extent c_wall_move_x c_wall_move_y t_reach t_u_x
    t_u_y t_w_x t_w_y t_z_x t_z_y t_v_x t_v_y t_e_x_x t_e_x_y t_e_y_x t_e_y_y t_uv_x_x t_uv_x_y t_uv_y_x t_uv_y_y
    t_e_size_x t_e_size_y t_uv_size_x t_uv_size_y t_ends t_is_segment t_uv2_x t_uv2_y t_turns_x t_turns_y t_crosses_x
    t_crosses_y :
  set_terms_across_results c_circle_center_x c_circle_center_y c_circle_radius c_move_x c_move_y c_is_end c_wall_moves
    c_wall_a_x c_wall_a_y c_wall_b_x c_wall_b_y c_wall_radius c_wall_extent c_wall_move_x c_wall_move_y t_reach t_u_x
    t_u_y t_w_x t_w_y t_z_x t_z_y t_v_x t_v_y t_e_x_x t_e_x_y t_e_y_x t_e_y_y t_uv_x_x t_uv_x_y t_uv_y_x t_uv_y_y
    t_e_size_x t_e_size_y t_uv_size_x t_uv_size_y t_ends true t_is_segment t_uv2_x t_uv2_y t_turns_x t_turns_y
    t_crosses_x t_crosses_y ->
  exists rr, sweep_facts t_u_x t_u_y t_w_x t_w_y t_z_x t_z_y t_v_x t_v_y t_uv_size_x t_e_size_x t_e_size_y t_uv_size_y
    t_reach rr t_ends (real c_wall_b_x - real c_wall_a_x) (real c_wall_b_y - real c_wall_a_y)
    (real c_circle_center_x - real c_wall_a_x) (real c_circle_center_y - real c_wall_a_y)
    (real c_circle_center_x - real c_wall_b_x) (real c_circle_center_y - real c_wall_b_y)
    (displacement c_is_end c_wall_moves (real c_circle_center_x) (real c_move_x) (real c_wall_a_x) (real c_wall_move_x))
    (displacement c_is_end c_wall_moves (real c_circle_center_y) (real c_move_y) (real c_wall_a_y) (real c_wall_move_y))
    (real c_circle_radius + real c_wall_radius).
Proof.
  intros H. unfold set_terms_across_results in H. open H. destruct H.
  match goal with K : rounded_vectors_of_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ =>
    unfold rounded_vectors_of_results in K; open K; destruct K end.
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. pose proof zero_nonneg as N0.
  match goal with K : true = _ |- _ => symmetry in K; rename K into May end.
  destruct c_is_end, c_wall_moves; simpl in *; subst;
    (apply may_decide_total in May;
      [| try apply nonneg_size; try (apply nonneg_fadd; [apply nonneg_size | apply zero_nonneg])
       | try apply nonneg_size; try (apply nonneg_more; [apply nonneg_size |]; try apply nonneg_size;
           apply nonneg_fadd; apply nonneg_size)
       | intros Ncr Nwr; repeat apply nonneg_fadd; try apply nonneg_fabs; try assumption
       | intros Ncr Nwr; apply nonneg_fadd; assumption]);
    destruct May as (Ncr & Nwr & Su & Sv & Se & Sr).
  - exists (fadd c_circle_radius c_wall_radius).
    destruct (moved_vector c_circle_center_x c_circle_center_y c_move_x c_move_y c_wall_a_x c_wall_a_y c_wall_move_x
      c_wall_move_y (proj1 (in_range_le _ Sv)) (proj2 (in_range_le _ Sv))) as [Nv Dv].
    apply facts_from; auto using nonneg_fadd.
    apply plus_zero_vector; auto. apply difference_vector.
  - exists (fconst 0 0). destruct (in_range_le _ Su) as [Fu Lu]. destruct (in_range_le _ Sv) as [Fv Lv].
    apply facts_from; auto using nonneg_fadd, zero_nonneg; try apply difference_vector; auto.
    left. apply (difference_vector _ _ _ _ Fv Lv).
  - exists (fconst 0 0). destruct (in_range_le _ Sv) as [Fv Lv]. destruct (fadd_finite _ _ Fv) as (_ & Fs & _).
    pose proof (plus_zero_vector _ _ (real c_move_x - real c_wall_move_x) (real c_move_y - real c_wall_move_y) _ Sv
      (fsub_self _ Fs) (difference_vector _ _ _ _)) as Vv.
    apply facts_from; auto using nonneg_fadd, zero_nonneg.
    + apply plus_zero_vector; auto. apply difference_vector.
    + apply Vv.
    + left. apply Vv.
  - exists (fconst 0 0). destruct (in_range_le _ Su) as [Fu Lu]. destruct (in_range_le _ Sv) as [Fv Lv].
    apply facts_from; auto using nonneg_fadd, zero_nonneg; try apply difference_vector; auto.
    + apply (exact_vector _ _ Fv Lv).
    + left. apply (exact_vector _ _ Fv Lv).
Qed.

(* The products, and the ends again. *)
Lemma across_terms c_circle_center_x c_circle_center_y c_circle_radius c_move_x c_move_y c_is_end c_wall_moves
    c_wall_a_x c_wall_a_y c_wall_b_x c_wall_b_y c_wall_radius c_wall_extent c_wall_move_x c_wall_move_y t_reach t_u_x
    t_u_y t_w_x t_w_y t_z_x t_z_y t_v_x t_v_y t_e_x_x t_e_x_y t_e_y_x t_e_y_y t_uv_x_x t_uv_x_y t_uv_y_x t_uv_y_y
    t_e_size_x t_e_size_y t_uv_size_x t_uv_size_y t_ends t_may_decide t_is_segment t_uv2_x t_uv2_y t_turns_x t_turns_y
      t_crosses_x
    t_crosses_y :
  set_terms_across_results c_circle_center_x c_circle_center_y c_circle_radius c_move_x c_move_y c_is_end c_wall_moves
    c_wall_a_x c_wall_a_y c_wall_b_x c_wall_b_y c_wall_radius c_wall_extent c_wall_move_x c_wall_move_y t_reach t_u_x
    t_u_y t_w_x t_w_y t_z_x t_z_y t_v_x t_v_y t_e_x_x t_e_x_y t_e_y_x t_e_y_y t_uv_x_x t_uv_x_y t_uv_y_x t_uv_y_y
    t_e_size_x t_e_size_y t_uv_size_x t_uv_size_y t_ends t_may_decide t_is_segment t_uv2_x t_uv2_y t_turns_x t_turns_y
    t_crosses_x t_crosses_y ->
  (t_e_x_x = t_w_x /\ t_e_x_y = t_z_x /\ t_e_y_x = t_w_y /\ t_e_y_y = t_z_y) /\
  t_is_segment = Z.eqb c_wall_extent 0 /\
  t_uv2_x = fadd (fmul t_u_x t_u_x) (fmul t_u_y t_u_y) /\ t_uv2_y = fadd (fmul t_v_x t_v_x) (fmul t_v_y t_v_y) /\
  t_turns_x = fsub (fmul t_u_x t_w_y) (fmul t_u_y t_w_x) /\ t_turns_y = fsub (fmul t_u_x t_v_y) (fmul t_u_y t_v_x) /\
  t_crosses_x = fsub (fmul t_v_x t_w_y) (fmul t_v_y t_w_x) /\
  t_crosses_y = fsub (fmul t_v_x t_z_y) (fmul t_v_y t_z_x).
Proof.
  intros H. unfold set_terms_across_results in H. open H. destruct H.
  match goal with K : rounded_vectors_of_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ => clear K
    end.
  subst. repeat split; reflexivity.
Qed.
