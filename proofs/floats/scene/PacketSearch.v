(* The nodes that a packet searches (list_children, children_met in src/scene/traversal_lanes.h, packet_lanes.h): a node
   above a wall within reach of a beam until the time `until` is not left out for that beam, neither because it is
   farther than the beam's limit nor because it is beside its slab.

   The limit is that of NodeLimit.v for until * length + reach; PacketNode.v has the slab. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Geometry Lanes Overflow Order IndexCoordinates SearchRegions SearchLimit
  NodeLimit PathLimit PacketSlab PacketRegion SlabPlace PacketNode.
From Carom Require Conversions SlabLine SlabRegion.
From Carom Require Terms_packet Terms_index Terms_region Terms_boxes.
Import Terms_packet.has_slab_terms(has_slab_results).
Import Terms_packet.set_packet_region_terms(set_packet_region_results).
Import Terms_packet.beam_of_terms(beam_of_results).
Import Terms_packet.limit_of_beam_terms(limit_of_beam_results).
Import Terms_packet.larger_limit_terms(larger_limit_results).
Import Terms_packet.middle_of_terms(middle_of_results).
Import Terms_packet.slabs_apart_lanes_terms(slabs_apart_lanes_results).
Import Terms_index.index_coordinate_terms(index_coordinate_results).
Import Terms_boxes.squares_to_lanes_terms(squares_to_lanes_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* ---- real numbers ---- *)

Lemma sum_of_vectors a b c d m n : 0 <= m -> 0 <= n -> a ^ 2 + b ^ 2 <= m ^ 2 -> c ^ 2 + d ^ 2 <= n ^ 2 ->
  (a + c) ^ 2 + (b + d) ^ 2 <= (m + n) ^ 2.
Proof.
  intros M N H1 H2. assert (K : a * c + b * d <= m * n).
  { assert (P : 0 <= m * n) by now apply Rmult_le_pos.
    destruct (Rle_or_lt (a * c + b * d) 0) as [C | C]; [lra |]. apply Rsqr_incr_0_var; [| exact P]. unfold Rsqr.
    assert (Q : (a ^ 2 + b ^ 2) * (c ^ 2 + d ^ 2) <= m ^ 2 * n ^ 2).
    { pose proof (pow2_ge_0 a). pose proof (pow2_ge_0 b). pose proof (pow2_ge_0 c). pose proof (pow2_ge_0 d).
      apply Rmult_le_compat; lra. }
    pose proof (pow2_ge_0 (a * d - b * c)). lra. }
  lra.
Qed.

(* A place between two points whose distance is at most r + w: within r of the one and within w of the other. *)
Lemma place_between px py cx cy r w : 0 <= r -> 0 <= w -> (px - cx) ^ 2 + (py - cy) ^ 2 <= (r + w) ^ 2 ->
  exists qx qy, (qx - px) ^ 2 + (qy - py) ^ 2 <= r ^ 2 /\ Rabs (qx - cx) <= w /\ Rabs (qy - cy) <= w.
Proof.
  intros R W H. set (s := r + w) in *. destruct (Req_dec s 0) as [Z | Z].
  - exists cx, cy. replace (cx - cx) with 0 by ring. replace (cy - cy) with 0 by ring. rewrite Rabs_R0, Z in *.
    replace ((cx - px) ^ 2 + (cy - py) ^ 2) with ((px - cx) ^ 2 + (py - cy) ^ 2) by ring.
    pose proof (pow2_ge_0 r). repeat split; lra.
  - assert (S : 0 < s) by (unfold s in *; lra). set (k := w / s).
    assert (K : 0 <= k) by (unfold k, Rdiv; apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
    assert (Kw : k * s = w) by (unfold k; field; lra). assert (Kr : (1 - k) * s = r) by (unfold s in *; lra).
    assert (K1 : 0 <= 1 - k).
    { apply Rmult_le_reg_r with s; [exact S |]. lra. }
    exists (cx + k * (px - cx)), (cy + k * (py - cy)). split.
    + replace ((cx + k * (px - cx) - px) ^ 2 + (cy + k * (py - cy) - py) ^ 2) with
        ((1 - k) ^ 2 * ((px - cx) ^ 2 + (py - cy) ^ 2)) by ring.
      rewrite <- Kr, Rpow_mult_distr. apply Rmult_le_compat_l; [apply pow2_ge_0 | exact H].
    + assert (G : forall z, z ^ 2 <= s ^ 2 -> Rabs (k * z) <= w).
      { intros z Hz. rewrite Rabs_mult, (Rabs_pos_eq k) by exact K. rewrite <- Kw. apply Rmult_le_compat_l; [exact K |].
        apply Rsqr_incr_0_var; [| lra]. rewrite <- Rsqr_abs. unfold Rsqr. lra. }
      pose proof (pow2_ge_0 (px - cx)). pose proof (pow2_ge_0 (py - cy)).
      replace (cx + k * (px - cx) - cx) with (k * (px - cx)) by ring.
      replace (cy + k * (py - cy) - cy) with (k * (py - cy)) by ring. split; apply G; lra.
Qed.

(* ---- the limit ---- *)

(* What limit_of_beam takes for the distance is not less than the real one, but for 2^-24 and 2^-150. *)
Lemma beam_far_enough (scale mx my length until p_reach far : F double) (reach : R) : 0 < real scale ->
  finite mx -> finite my ->
  length = fsqrt (fadd (fmul (fmul mx scale) (fmul mx scale)) (fmul (fmul my scale) (fmul my scale))) ->
  far = fadd (fmul until length) (fmul p_reach scale) -> finite far -> 0 <= real until <= 1 -> 0 <= reach <= real
    p_reach ->
  (real until * sqrt (real mx ^ 2 + real my ^ 2) + reach) * real scale <= (1 + u single) * real far + eta single.
Proof.
  intros Ps Fmx Fmy El -> Ff U R. destruct (fadd_finite _ _ Ff) as (F1 & F2 & Vf).
  destruct (fmul_finite _ _ F1) as (Fu & Fl & V1). destruct (fmul_finite _ _ F2) as (Fp & Fs & V2).
  assert (Sub : forall x : F double, finite x -> x = fsub x (fconst 0 0)).
  { intros x Fx. destruct x as [[|] | | |]; try discriminate; reflexivity. }
  pose proof (path_root_enough (fconst 0 0) (fconst 0 0) mx my scale mx my length Ps (Sub _ Fmx) (Sub _ Fmy) El Fl) as
    L.
  change (real (fconst 0 0 : F double)) with 0 in L. rewrite !Rminus_0_r in L.
  set (len := sqrt (real mx ^ 2 + real my ^ 2)) in *.
  assert (Root0 : 0 <= real length).
  { rewrite El in Fl |- *. destruct (fsqrt_finite _ Fl) as (_ & _ & ->). apply rnd_nonneg, sqrt_pos. }
  set (v := / 9007199254740992). assert (Vd : u double = v) by apply u_double.
  assert (v0 : 0 <= v <= / 1048576) by (unfold v; lra). pose proof (eta_pos double) as T.
  pose proof (rnd_error double (real until * real length)) as E1. rewrite <- V1, Vd in E1.
  pose proof (rnd_error double (real p_reach * real scale)) as E2. rewrite <- V2, Vd in E2.
  pose proof (rnd_sum_error double _ _ (real_in_format (fmul until length)) (real_in_format (fmul p_reach scale))) as
    E3.
  rewrite <- Vf, Vd in E3.
  assert (P1 : 0 <= real until * real length) by (apply Rmult_le_pos; lra).
  assert (P2 : 0 <= real p_reach * real scale) by (apply Rmult_le_pos; lra).
  assert (N1 : 0 <= real (fmul until length)) by (rewrite V1; now apply rnd_nonneg).
  assert (N2 : 0 <= real (fmul p_reach scale)) by (rewrite V2; now apply rnd_nonneg).
  apply rounded_up in E1; [| lra | lra]. apply rounded_up in E2; [| lra | lra].
  rewrite <- (Rplus_0_r (v * _)) in E3. apply rounded_up in E3; [| lra | lra].
  rewrite (Rabs_pos_eq (real until * _)), (Rabs_pos_eq (real (fmul until length))) in E1 by assumption.
  rewrite (Rabs_pos_eq (real p_reach * _)), (Rabs_pos_eq (real (fmul p_reach scale))) in E2 by assumption.
  rewrite (Rabs_pos_eq (real (fmul until length) + _)) in E3 by lra.
  assert (Far0 : 0 <= real (fadd (fmul until length) (fmul p_reach scale))) by (rewrite Vf; apply rnd_nonneg; lra).
  rewrite (Rabs_pos_eq (real (fadd _ _))) in E3 by exact Far0.
  set (sigma := bpow radix2 (-300)) in *. assert (S0 : 0 < sigma) by apply bpow_gt_0.
  assert (TS1 : eta double <= sigma) by (unfold sigma, eta; apply bpow_le; vm_compute; discriminate).
  assert (SH : 1024 * sigma <= eta single).
  { unfold sigma, eta. change 1024 with (bpow radix2 10). rewrite <- bpow_plus. apply bpow_le. vm_compute.
    discriminate. }
  rewrite Vd in L.
  assert (A : real until * (len * real scale) <= (1 + 7 * v) * (real until * real length) + 6 * sigma).
  { assert (B : real until * (len * real scale) <= real until * ((1 + 7 * v) * real length + 6 * sigma)) by
      (apply Rmult_le_compat_l; lra).
    assert (C : real until * (6 * sigma) <= 1 * (6 * sigma)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (B : reach * real scale <= real p_reach * real scale) by (apply Rmult_le_compat_r; lra).
  rewrite Rmult_plus_distr_r, Rmult_assoc. rewrite u_single.
  assert (C : (1 + 7 * v) * (real until * real length) <= (1 + 7 * v) * ((1 + 101 / 100 * v) * (real (fmul until
    length) + eta
    double))) by (apply Rmult_le_compat_l; lra).
  clear - A B C E2 E3 N1 N2 Far0 SH TS1 S0 T. unfold v in *.
  set (m1 := real (fmul until length)) in *. set (m2 := real (fmul p_reach scale)) in *.
  set (fr := real (fadd (fmul until length) (fmul p_reach scale))) in *. clearbody m1 m2 fr. lra.
Qed.

(* A sum that is no number, which may come from 0 times infinity, sets no limit. *)
Lemma no_limit (x y limit : F single) : Terms_region.limit_of_terms.limit_of_results x y B754_nan limit -> limit = finf.
Proof.
  intros (error & lim & [He Hl Hr]). assert (E : lim = B754_nan); [| rewrite Hr, E; reflexivity].
  rewrite Hl. destruct error; reflexivity.
Qed.

(* ---- the limit of all beams ---- *)

(* carom_packet_start and carom_packet_shrink take the largest limit of the beams, one by one. *)
Inductive limit_of_all : list (F single) -> F single -> Prop :=
  | no_beams : limit_of_all nil (fconst 0 0)
  | next_beam l ls m m' : limit_of_all ls m -> larger_limit_results l m m' -> limit_of_all (l :: ls) m'.

Theorem search_keeps_what_a_beam_keeps (limits : list (F single)) (all limit key : F single) : limit_of_all limits all
  ->
  Forall number limits -> In limit limits -> flt limit key = false -> flt all key = false.
Proof.
  intros H N I K. assert (L : number all /\ (In limit limits -> fle limit all = true)).
  { clear I K. induction H as [| l ls m m' H IH R]; [split; [reflexivity | intros []] |].
    inversion_clear N as [| ? ? Nl Ns]. destruct (IH Ns) as (Nm & Below). destruct R as [->].
    destruct (larger_is_above m l Nm Nl) as (A & B & C).
    split; [exact C |]. intros [<- | I]; [exact B | eapply fle_trans; [now apply Below | exact A]]. }
  destruct L as (_ & L). specialize (L I). apply not_true_is_false. intros T. apply flt_of_values in T.
  destruct T as (_ & Nk & T).
  apply fle_of_values in L. destruct L as (Nl & _ & L). assert (flt limit key = true); [| congruence].
  apply flt_of_values. split; [exact Nl |]. split; [exact Nk |]. lra.
Qed.

(* ---- the node ---- *)

Section Search.
Variables fx fy ox oy scale reach size p_reach x0 y0 x1 y1 : F double.
Variables i0 i1 i2 i3 f_x f_y : F single.
Variable paths : list (F double * F double).
Variable ends : box double.
Variables mx my nx ny slab_margin length until : F double.
Variables snx sny soff smar limit : F single.
(* The scene, and its index coordinates. *)
Hypothesis Fox : finite ox. Hypothesis Foy : finite oy.
Hypothesis Box_small : Rabs (real ox) <= bpow radix2 969. Hypothesis Boy_small : Rabs (real oy) <= bpow radix2 969.
Hypothesis Fscale : finite scale. Hypothesis Pscale : 0 < real scale.
Hypothesis start_x : index_coordinate_results fx ox scale f_x.
Hypothesis start_y : index_coordinate_results fy oy scale f_y.
(* The packet, and one of its beams. *)
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy.
Hypothesis paths_finite : Forall (fun m => finite (fst m) /\ finite (snd m)) paths.
Hypothesis ends_are : box_of_ends fx fy paths ends.
Hypothesis region_is : set_packet_region_results ox oy scale (min_x ends) (min_y ends) (max_x ends) (max_y ends) reach
  size p_reach x0 y0 x1 y1 i0 i1 i2 i3.
Hypothesis reach_number : number reach. Hypothesis reach_valid : nonneg reach.
Hypothesis is_path : In (mx, my) paths.
Hypothesis is_long : has_slab_results mx my true.
Hypothesis beam_is : beam_of_results scale i0 i1 i2 i3 f_x f_y mx my reach size nx ny slab_margin length snx sny soff
  smar.
Hypothesis limit_is : limit_of_beam_results scale f_x f_y p_reach length until limit.
Hypothesis until_finite : finite until. Hypothesis until_range : 0 <= real until <= 1.
(* The node above a wall. *)
Variable wall : box double.
Variables wall' node : box single.
Hypothesis wall_is : index_box ox oy scale wall wall'.
Hypothesis node_contains : contains node wall'.
Hypothesis node_range : box_in_range node.
Variables key x y half_x half_y : F single.
Variable result : Z.
Hypothesis key_is : squares_to_lanes_results (min_x node) (max_x node) (min_y node) (max_y node) f_x f_y key.
Hypothesis middle_is : middle_of_results i0 i1 i2 i3 (min_x node) (max_x node) (min_y node) (max_y node) x y half_x
  half_y.
Hypothesis lane : slabs_apart_lanes_results snx sny soff smar limit x y half_x half_y key result.

Let near := Box _ i0 i1 i2 i3.
Let region := Box _ x0 x1 y0 y1.

Lemma region_in_index : index_box ox oy scale region near.
Proof.
  destruct region_is as (l1 & l2 & l3 & l4 & l5 & l6 & s & wx & wy & H). destruct H. exact E_index_box_of.
Qed.

Section Place.
Variables tau qx qy : R.
Hypothesis tau_range : 0 <= tau <= real until.
Hypothesis in_reach : finite reach ->
  (qx - (real fx + tau * real mx)) ^ 2 + (qy - (real fy + tau * real my)) ^ 2 <= real reach ^ 2.
Hypothesis wall_holds : at_most (min_x wall) qx /\ at_least (max_x wall) qx /\ at_most (min_y wall) qy /\
  at_least (max_y wall) qy.

Lemma key_within_limit : flt limit key = false.
Proof.
  destruct (proj1 (Forall_forall _ _) paths_finite _ is_path) as (Fmx & Fmy). cbn [fst snd] in Fmx, Fmy.
  destruct limit_is as [L]. set (far := fadd (fmul until length) (fmul p_reach scale)) in *.
  destruct (packet_reach fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
    paths_finite
    region_is reach_number reach_valid) as (Np & Pp & Cp).
  destruct (is_nan far) eqn:Nan.
  { assert (E : far = B754_nan) by (destruct far; try discriminate; reflexivity). rewrite E in L.
    rewrite (no_limit _ _ _ L). apply flt_infinite. }
  assert (El : length = fsqrt (fadd (fmul (fmul mx scale) (fmul mx scale)) (fmul (fmul my scale) (fmul my scale)))).
  { destruct beam_is as (sc & xx & yy & bnx & bny & bsm & bsx & bsy & bso & bsm1 & bl & H). destruct H. subst.
    reflexivity. }
  destruct wall_holds as (W0 & W1 & W2 & W3). destruct node_range as (R0 & R1 & R2 & R3).
  assert (Pl : nonneg length) by (rewrite El; apply nonneg_fsqrt, nonneg_fadd; apply nonneg_square).
  assert (Pu : nonneg until) by (apply nonneg_of_real; tauto).
  assert (Psc : nonneg scale) by (apply nonneg_of_real; auto; lra).
  apply (node_within_limit ox oy scale fx fy far wall wall' node f_x f_y key limit qx qy);
    auto.
  - apply nonneg_fadd; now apply nonneg_fmul.
  - intros Ff. destruct (fadd_finite _ _ Ff) as (_ & F2 & _). destruct (fmul_finite _ _ F2) as (Fp & _).
    destruct Cp as [E | (_ & Fs & Fr & Rr & Le)]; [rewrite E in Fp; discriminate |]. specialize (in_reach Fr).
    destruct (size_is fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
      paths_finite
      region_is) as (_ & Ps & _). pose proof (nonneg_real _ Ps) as s0. pose proof (u_pos double) as U. pose proof
        (eta_pos
      double) as T. assert (0 <= u double * real size) by (apply Rmult_le_pos; lra).
    pose proof (beam_far_enough scale mx my length until p_reach far (real reach) Pscale Fmx Fmy El eq_refl Ff
      until_range
      ltac:(lra)) as B.
    set (len := sqrt (real mx ^ 2 + real my ^ 2)) in *. assert (len0 : 0 <= len) by apply sqrt_pos.
    assert (Len : len ^ 2 = real mx ^ 2 + real my ^ 2).
    { unfold len. rewrite pow2_sqrt; [reflexivity |]. pose proof (pow2_ge_0 (real mx)). pose proof (pow2_ge_0 (real
      my)). lra. }
    assert (D : (qx - real fx) ^ 2 + (qy - real fy) ^ 2 <= (real until * len + real reach) ^ 2).
    { replace (qx - real fx) with (tau * real mx + (qx - (real fx + tau * real mx))) by ring.
      replace (qy - real fy) with (tau * real my + (qy - (real fy + tau * real my))) by ring.
      apply sum_of_vectors; auto; [apply Rmult_le_pos; lra |]. rewrite !Rpow_mult_distr, <- Rmult_plus_distr_l, <- Len.
      apply Rmult_le_compat_r; [apply pow2_ge_0 |]. apply pow_incr. lra. }
    rewrite !Rpow_mult_distr, !pow2_abs, <- Rmult_plus_distr_r.
    apply Rle_trans with (((real until * len + real reach) * real scale) ^ 2).
    + rewrite Rpow_mult_distr. apply Rmult_le_compat_r; [apply pow2_ge_0 | exact D].
    + apply pow_incr. split; [| exact B]. apply Rmult_le_pos; [| lra].
      assert (0 <= real until * len) by (apply Rmult_le_pos; lra). lra.
Qed.

(* The region of a packet reaches 0.8 of the margin beyond the start, so what a place may lie outside is small in index
   coordinates. *)
Lemma outside_is_small : let L := Rmax (Rmax (Rabs (real i0)) (Rabs (real i1))) (Rmax (Rabs (real i2)) (Rabs (real
  i3))) in
  L < bpow radix2 99 -> u double * real p_reach * real scale <= / 16777216 * L + eta single.
Proof.
  intros L HL. assert (Tau : 0 <= tau <= 1) by lra.
  destruct (packet_region_holds fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
    paths_finite region_is reach_number reach_valid tau qx qy mx my is_path Tau in_reach) as (_ & _ & D0 & M).
  pose proof (eta_pos single) as T.
  assert (LX : Rabs (real i0) <= L /\ Rabs (real i1) <= L).
  { unfold L. pose proof (Rmax_l (Rabs (real i0)) (Rabs (real i1))). pose proof (Rmax_r (Rabs (real i0)) (Rabs (real
    i1))).
    match goal with |- context [Rmax (Rmax ?a ?b) ?c] => pose proof (Rmax_l (Rmax a b) c) end. lra. }
  destruct LX as (L0 & L1). pose proof (Rabs_pos (real i0)).
  destruct (is_finite p_reach) eqn:Fm.
  2: { replace (real p_reach) with 0; [lra |]. destruct p_reach; try discriminate; reflexivity. }
  destruct (M Fm) as (Hi & Lo). destruct (index_box_coordinates _ _ _ _ _ region_in_index) as (I0 & I1 & _).
  cbn [min_x max_x region near] in I0, I1.
  exact (SlabRegion.margin_in_index ox scale fx p_reach x0 x1 i0 i1 L Fox Box_small Fscale Pscale D0 Hi Lo I0 I1 L0 L1
    HL).
Qed.

Theorem place_in_reach_keeps_node : result = 0%Z.
Proof.
  assert (Tau : 0 <= tau <= 1) by lra.
  destruct (proj1 (Forall_forall _ _) paths_finite _ is_path) as (Fmx & Fmy). cbn [fst snd] in Fmx, Fmy.
  destruct (packet_region_holds fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
    paths_finite region_is reach_number reach_valid tau qx qy mx my is_path Tau in_reach) as (S & P & D0 & _).
  pose proof region_in_index as Hr. pose proof Hr as I. apply index_box_coordinates in I. destruct I as (I0 & I1 & I2 &
    I3).
  cbn [min_x max_x min_y max_y region near] in I0, I1, I2, I3. pose proof S as S'. destruct S' as (S0 & S1 & S2 & S3).
  pose proof (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ (number_of_at_most _ _ S0) I0) as N0.
  pose proof (index_coordinate_bounded ox scale Fox Fscale Pscale _ _ (number_of_at_least _ _ S1) I1) as N1.
  pose proof (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ (number_of_at_most _ _ S2) I2) as N2.
  pose proof (index_coordinate_bounded oy scale Foy Fscale Pscale _ _ (number_of_at_least _ _ S3) I3) as N3.
  destruct (size_is fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends ends_are
    paths_finite
    region_is) as (_ & Ps & _).
  pose proof (packet_size_covers fx fy Ffx Ffy ox oy scale reach size p_reach x0 y0 x1 y1 i0 i1 i2 i3 paths ends
    ends_are
    paths_finite region_is mx my is_path) as Covers.
  pose proof beam_is as B. destruct B as (sc & xx & yy & bnx & bny & bsm & bsx & bsy & bso & bsm1 & bl & Hb).
  destruct Hb as [_ _ _ En Em Es _ <- <- <- _ <- <- <- <-].
  destruct (beam_slab fx fy mx my reach size nx ny slab_margin Fmx Fmy is_long En Em reach_valid Ps Covers) as (Nm &
    Fnx & Fny & Bnx &
    Bny & _ & Hm).
  destruct (place_in_reach_is_in_slab ox oy scale fx fy nx ny slab_margin Fox Foy Box_small Boy_small Fscale Pscale Ffx
    Ffy region wall
    near near wall' node f_x f_y snx sny soff smar qx qy (u double * real p_reach) Nm Fnx Fny Bnx Bny) as (Fsx & Fsy &
      Bsx & Bsy &
    Fso & Q); auto; cbn [min_x max_x min_y max_y region near]; auto.
  - intros Fm. destruct (Hm Fm) as (Fr & _ & M22 & _). split; [exact M22 |].
    exact (beam_slab_holds fx fy mx my reach size nx ny slab_margin Fmx Fmy is_long En Em reach_valid Ps Covers tau qx
      qy Fm Tau
      (in_reach Fr)).
  - repeat split; tauto || (first [apply N0 | apply N1 | apply N2 | apply N3]).
  - pose proof (Rmax_l (Rabs (real i0)) (Rabs (real i1))). pose proof (Rmax_r (Rabs (real i0)) (Rabs (real i1))).
    pose proof (Rmax_l (Rabs (real i2)) (Rabs (real i3))). pose proof (Rmax_r (Rabs (real i2)) (Rabs (real i3))).
    match goal with |- context [Rmax (Rmax ?a ?b) (Rmax ?c ?d)] => pose proof (Rmax_l (Rmax a b) (Rmax c d)); pose proof
        (Rmax_r (Rmax a b) (Rmax c d)) end.
    repeat split; lra.
  - split; [exact D0 | exact outside_is_small].
  - apply (box_in_reach_meets_beam near node snx sny soff smar limit key x y half_x half_y result Fsx Fsy Fso Bsx Bsy
    Q);
      auto. exact key_within_limit.
Qed.
End Place.

(* A wall from a to b whose own radius is `own`, or 0 if all walls have one radius: that is part of `reach` then. *)
Theorem node_above_wall_in_reach_is_searched (a b : point) (own tau t : R) : bounds_wall wall a b own -> 0 <= own ->
  on_axis Segment t -> 0 <= tau <= real until ->
  (finite reach -> dist2_at (Point (real fx + tau * real mx) (real fy + tau * real my)) a b t <= (real reach + own) ^
    2) ->
  result = 0%Z.
Proof.
  intros ((B0 & B1) & (B2 & B3)) O Ta Ht D. simpl in Ta. unfold dist2_at in D. cbn [px py] in D.
  set (cx := px a + t * (px b - px a)) in *. set (cy := py a + t * (py b - py a)) in *.
  assert (Mid : forall p q, Rmin p q <= p + t * (q - p) <= Rmax p q).
  { intros p q. unfold Rmin, Rmax. destruct (Rle_dec p q) as [C | C].
    - assert (0 <= t * (q - p) <= 1 * (q - p)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra). lra.
    - apply Rnot_le_lt in C. assert (0 <= t * (p - q) <= 1 * (p - q)) by (split; [apply Rmult_le_pos |
        apply Rmult_le_compat_r]; lra). lra. }
  pose proof (Mid (px a) (px b)) as Mx. pose proof (Mid (py a) (py b)) as My. fold cx in Mx. fold cy in My.
  assert (Q : exists qx qy, (finite reach -> (qx - (real fx + tau * real mx)) ^ 2 + (qy - (real fy + tau * real my)) ^
    2 <=
    real reach ^ 2) /\ Rabs (qx - cx) <= own /\ Rabs (qy - cy) <= own).
  { destruct (is_finite reach) eqn:Fr.
    - destruct (place_between _ _ _ _ (real reach) own (nonneg_real _ reach_valid) O (D Fr)) as (qx & qy & A & B & C).
      exists qx, qy. auto.
    - exists cx, cy. split; [intros E; unfold finite in E; congruence |]. replace (cx - cx) with 0 by ring.
      replace (cy - cy) with 0 by ring. rewrite Rabs_R0. auto. }
  destruct Q as (qx & qy & A & X & Y). apply Rabs_le_inv in X, Y.
  assert (lower : forall v (m n : R), at_most v m -> m <= n -> at_most (v : F double) n).
  { intros v m n [-> | (Fv & L)] L'; [now left | right; split; auto; lra]. }
  assert (raise : forall v (m n : R), at_least v m -> n <= m -> at_least (v : F double) n).
  { intros v m n [-> | (Fv & L)] L'; [now left | right; split; auto; lra]. }
  apply (place_in_reach_keeps_node tau qx qy Ht A).
  split; [eapply lower; [exact B0 | lra] |]. split; [eapply raise; [exact B1 | lra] |].
  split; [eapply lower; [exact B2 | lra] | eapply raise; [exact B3 | lra]].
Qed.
End Search.
