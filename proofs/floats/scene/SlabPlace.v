(* A place within reach of a path, in index coordinates and floats (index_slab_of in src/scene/traversal.c): its
   distance from the line of the path is below the margin of the slab, with 48 * 2^-24 of the largest coordinate of the
   region to spare. SlabNode.v counts the errors. Used for one path by SlabBox.v, for a packet by PacketNode.v. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Conversions Geometry Fused Lanes Order IndexCoordinates SearchRegions
  SearchLimit NodeLimit SlabNode.
From Carom Require ErrorFree SlabParts.
From Carom Require Terms_region Terms_index.
Import Terms_region.index_slab_of_terms(index_slab_of_results).
Import Terms_index.index_coordinate_terms(index_coordinate_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation v := (/ 16777216).
Notation es := (eta single).


Lemma small_product (n p : F single) : finite n -> finite p -> Rabs (real n) <= 2 -> Rabs (real p) <= bpow radix2 100 ->
  finite (fmul n p) /\ Rabs (real (fmul n p)) <= bpow radix2 101 /\ Rabs (real n * real p) <= bpow radix2 101.
Proof.
  intros Fn Fp Bn Bp.
  assert (B : Rabs (real n * real p) <= bpow radix2 101).
  { change 101%Z with (1 + 100)%Z. rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
  destruct (ErrorFree.fmul_is_finite n p 101) as (F1 & _ & B1); auto. unfold emin. simpl. lia.
Qed.

Lemma small_sum w (n p m q : F single) : sum_or_fused w (fmul n p) (fmul m q) None (Some (m, q)) ->
  finite n -> finite p -> Rabs (real n) <= 2 -> Rabs (real p) <= bpow radix2 100 ->
  finite m -> finite q -> Rabs (real m) <= 2 -> Rabs (real q) <= bpow radix2 100 ->
  finite w /\ Rabs (real w - (real n * real p + real m * real q)) <=
    302 / 100 * v * (Rabs (real n * real p) + Rabs (real m * real q)) + 6 * es.
Proof.
  intros S Fn Fp Bn Bp Fm Fq Bm Bq.
  destruct (small_product n p Fn Fp Bn Bp) as (F1 & A1 & C1). destruct (small_product m q Fm Fq Bm Bq) as (F2 & A2 &
      C2).
  assert (Fw : finite w).
  { destruct S as [-> | [(i & j & E & _) | (i & j & E & ->)]]; [| discriminate |].
    - apply (ErrorFree.fadd_is_finite _ _ 102); auto; [unfold emin; simpl; lia |]. now apply (ErrorFree.sum_below _ _
        101).
    - injection E as <- <-. apply (ErrorFree.ffma_is_finite _ _ _ 102); auto; [unfold emin; simpl; lia |].
      now apply (ErrorFree.sum_below _ _ 101). }
  split; [exact Fw |].
  assert (Us : u single <= / 1048576) by (rewrite u_single; lra).
  destruct (sum_or_fused_error Us _ _ _ _ _ S I eq_refl Fw) as (_ & _ & E). cbn [value] in E. rewrite u_single in E.
  destruct (fmul_finite _ _ F1) as (_ & _ & V1). pose proof (rnd_error single (real n * real p)) as E1. rewrite <- V1,
      u_single in E1.
  pose proof (eta_pos single) as T. set (x := real n * real p) in *. set (y := real m * real q) in *. set (x' := real
      (fmul n p)) in *.
  assert (Bx : Rabs x' <= Rabs x + (v * Rabs x + es)).
  { replace x' with (x + (x' - x)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (real w - (x + y)) with ((real w - (x' + y)) + (x' - x)) by ring. eapply Rle_trans; [apply Rabs_triang |].
  pose proof (Rabs_pos x). pose proof (Rabs_pos y). lra.
Qed.


Lemma narrowed_normal (n : F double) : finite n -> Rabs (real n) <= 1 ->
  finite (fnarrow n) /\ Rabs (real (fnarrow n)) <= 1 /\ Rabs (real (fnarrow n) - real n) <= v + es.
Proof.
  intros Fn Bn. assert (R1 : Rabs (rnd single (real n)) <= 1).
  { assert (G : in_format single 1) by (change 1 with (bpow radix2 0); apply generic_format_bpow; vm_compute;
      discriminate).
    apply Rabs_le_inv in Bn. apply Rabs_le. rewrite <- (rnd_of_format single 1 G) at 2.
    rewrite <- (rnd_of_format single (- (1)) (generic_format_opp _ _ _ G)). split; apply rnd_le; lra. }
  destruct (fnarrow_value n Fn) as (F1 & V).
  { eapply Rle_lt_trans; [exact R1 |]. change 1 with (bpow radix2 0). apply bpow_lt. lia. }
  split; [exact F1 |]. rewrite V. split; [exact R1 |]. pose proof (rnd_error single (real n)) as E. rewrite u_single in
      E. lra.
Qed.

Section Place.
Variables ox oy scale fx fy nx ny slab_margin : F double.
Hypothesis Fox : finite ox. Hypothesis Foy : finite oy.
Hypothesis Box_small : Rabs (real ox) <= bpow radix2 969. Hypothesis Boy_small : Rabs (real oy) <= bpow radix2 969.
Hypothesis Fscale : finite scale. Hypothesis Pscale : 0 < real scale.
Hypothesis Ffx : finite fx. Hypothesis Ffy : finite fy.
(* The region, which holds the start and the place, the latter but for a little. *)
Variables region wall : box double.
Variables near slab_near wall' node : box single.
Variables x0 y0 snx sny soff smar : F single.
Variables qx qy del : R.
(* The slab in doubles holds the place. *)
Hypothesis margin_valid : nonneg slab_margin.
Hypothesis Fnx : finite nx. Hypothesis Fny : finite ny.
Hypothesis Bnx : Rabs (real nx) <= 1. Hypothesis Bny : Rabs (real ny) <= 1.
Hypothesis Holds : finite slab_margin -> bpow radix2 (-1022) <= real slab_margin /\
  Rabs (real nx * (qx - real fx) + real ny * (qy - real fy)) <= real slab_margin.
Hypothesis near_is : index_box ox oy scale region near.
(* The slab was set for the region of a longer path, or for this one. *)
Let largest_near := Rmax (Rmax (Rabs (real (min_x slab_near))) (Rabs (real (max_x slab_near))))
  (Rmax (Rabs (real (min_y slab_near))) (Rabs (real (max_y slab_near)))).
Hypothesis slab_near_finite : finite (min_x slab_near) /\ finite (max_x slab_near) /\ finite (min_y slab_near) /\
  finite (max_y slab_near).
Hypothesis near_within : Rabs (real (min_x near)) <= largest_near /\ Rabs (real (max_x near)) <= largest_near /\
  Rabs (real (min_y near)) <= largest_near /\ Rabs (real (max_y near)) <= largest_near.
Hypothesis del_small : 0 <= del /\ (largest_near < bpow radix2 99 -> del * real scale <= v * largest_near + es).
Hypothesis holds_start : at_most (min_x region) (real fx) /\ at_least (max_x region) (real fx) /\
  at_most (min_y region) (real fy) /\ at_least (max_y region) (real fy).
Hypothesis holds_place : at_most (min_x region) (qx + del) /\ at_least (max_x region) (qx - del) /\
  at_most (min_y region) (qy + del) /\ at_least (max_y region) (qy - del).
Hypothesis start_x : index_coordinate_results fx ox scale x0.
Hypothesis start_y : index_coordinate_results fy oy scale y0.
Hypothesis index_slab : index_slab_of_results scale (min_x slab_near) (max_x slab_near) (min_y slab_near) (max_y
    slab_near)
  x0 y0 nx ny slab_margin snx sny soff smar.
(* The wall's box holds the place, and the node contains it. *)
Hypothesis wall_holds : at_most (min_x wall) qx /\ at_least (max_x wall) qx /\ at_most (min_y wall) qy /\ at_least
    (max_y wall) qy.
Hypothesis wall_is : index_box ox oy scale wall wall'.
Hypothesis node_contains : contains node wall'.
Hypothesis node_in_range : in_range (min_x node) /\ in_range (max_x node) /\ in_range (min_y node) /\ in_range (max_y
    node).

(* One coordinate of the clipped box and of the start. *)
Lemma side_of_place (o : F double) (rlo rhi wlo whi f : F double) (nlo nhi wlo' whi' blo bhi f' : F single) q far :
  finite o -> Rabs (real o) <= bpow radix2 969 -> finite f ->
  index_coordinate_results rlo o scale nlo -> index_coordinate_results rhi o scale nhi ->
  index_coordinate_results wlo o scale wlo' -> index_coordinate_results whi o scale whi' ->
  index_coordinate_results f o scale f' ->
  at_most rlo (q + del) -> at_least rhi (q - del) -> at_most wlo q -> at_least whi q ->
  at_most rlo (real f) -> at_least rhi (real f) ->
  fle blo wlo' = true -> fle whi' bhi = true -> in_range blo -> in_range bhi ->
  Rabs (real nlo) <= far -> Rabs (real nhi) <= far -> far < bpow radix2 99 -> del * real scale <= v * far + es ->
  let X := exact_coordinate o scale q in let d := (205 / 100) * v * far + 8 * es in
  (finite blo /\ real blo <= X + d) /\ (finite bhi /\ X - d <= real bhi) /\
  (finite nlo /\ real nlo <= X + d) /\ (finite nhi /\ X - d <= real nhi) /\
  finite f' /\ Rabs (real f' - exact_coordinate o scale (real f)) <= (103 / 100) * v * far + 5 * es /\
  Rabs (exact_coordinate o scale (real f)) <= (1 + 2 * v) * far + 5 * es.
Proof.
  intros Fo Bo Ff Hnl Hnh Hwl Hwh Hf R1 R2 W1 W2 S1 S2 C1 C2 B1 B2 N1 N2 Lf Dl. cbv zeta.
  destruct (low_coordinate o scale Fo Bo Fscale Pscale rlo nlo _ R1 Hnl) as (Fnl & A1).
  destruct (high_coordinate o scale Fo Bo Fscale Pscale rhi nhi _ R2 Hnh) as (Fnh & A2).
  destruct (low_coordinate o scale Fo Bo Fscale Pscale wlo wlo' _ W1 Hwl) as (Fwl & A3).
  destruct (high_coordinate o scale Fo Bo Fscale Pscale whi whi' _ W2 Hwh) as (Fwh & A4).
  destruct (low_coordinate o scale Fo Bo Fscale Pscale rlo nlo _ S1 Hnl) as (_ & A5).
  destruct (high_coordinate o scale Fo Bo Fscale Pscale rhi nhi _ S2 Hnh) as (_ & A6).
  destruct (coordinate_error o scale Fo Bo Fscale Pscale f f' Ff Hf) as (Ff' & A7). rewrite u_single in A7.
  apply fle_real in C1; [| apply B1 | exact Fwl]. apply fle_real in C2; [| exact Fwh | apply B2].
  pose proof (eta_pos single) as T. apply Rabs_le_inv in N1, N2.
  assert (f0 : 0 <= far) by lra. destruct del_small as (D0 & _).
  assert (Ts : 1000 * es <= bpow radix2 99).
  { apply Rle_trans with (bpow radix2 10 * es); [change (bpow radix2 10) with 1024; lra |]. unfold eta. rewrite <-
      bpow_plus. apply bpow_le. vm_compute. discriminate. }
  assert (P100 : bpow radix2 100 = 2 * bpow radix2 99) by (change 100%Z with (1 + 99)%Z; rewrite bpow_plus;
      reflexivity).
  (* clamped coordinates that lie inside are not clamped *)
  assert (Un : forall z, Rabs (clamp_far z) <= (1 + 2 * v) * far + 5 * es -> clamp_far z = z).
  { intros z H. destruct (clamp_cases z) as [(L & E) | [(L & E) | (L & E)]]; [| exact E |]; rewrite E in H; apply
      Rabs_le_inv in H; lra. }
  assert (Sz : forall z, z - (101 / 100 * v * Rabs z + 2 * es) <= far -> - far <= z + (101 / 100 * v * Rabs z + 2 * es)
      ->
    Rabs z <= (1 + 2 * v) * far + 5 * es).
  { intros z H1 H2. unfold Rabs in *. destruct (Rcase_abs z); lra. }
  assert (Xf : Rabs (clamp_far (exact_coordinate o scale (real f))) <= (1 + 2 * v) * far + 5 * es) by (apply Sz; lra).
  pose proof (Un _ Xf) as Ef. rewrite Ef in *.
  (* the place *)
  assert (E1 : exact_coordinate o scale (q + del) = exact_coordinate o scale q + del * real scale) by (unfold
      exact_coordinate; ring).
  assert (E2 : exact_coordinate o scale (q - del) = exact_coordinate o scale q - del * real scale) by (unfold
      exact_coordinate; ring).
  assert (Ds : 0 <= del * real scale) by (apply Rmult_le_pos; lra).
  pose proof (clamp_far_le (exact_coordinate o scale q) (exact_coordinate o scale (q + del)) ltac:(lra)) as L1.
  pose proof (clamp_far_le (exact_coordinate o scale (q - del)) (exact_coordinate o scale q) ltac:(lra)) as L2.
  set (X := clamp_far (exact_coordinate o scale q)) in *. set (Xp := clamp_far (exact_coordinate o scale (q + del))) in
      *.
  set (Xm := clamp_far (exact_coordinate o scale (q - del))) in *.
  assert (Ap : Rabs Xp <= Rabs X + (v * far + es)).
  { replace Xp with (X + (Xp - X)) by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (Xp - X)) by
      lra. lra. }
  assert (Am : Rabs Xm <= Rabs X + (v * far + es)).
  { replace Xm with (X - (X - Xm)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp, (Rabs_pos_eq (X - Xm)) by lra. lra. }
  assert (XB : Rabs X <= (1 + 22 / 10 * v) * far + 8 * es).
  { unfold Rabs in *. destruct (Rcase_abs X), (Rcase_abs Xp), (Rcase_abs Xm); lra. }
  assert (EX : X = exact_coordinate o scale q).
  { unfold X in *. destruct (clamp_cases (exact_coordinate o scale q)) as [(L & E) | [(L & E) | (L & E)]]; [| exact E
      |]; rewrite E in XB; apply Rabs_le_inv in XB; lra. }
  rewrite <- EX. repeat match goal with |- _ /\ _ => split end; try assumption; try apply B1; try apply B2; try lra.
Qed.


(* The place and the sides of a box around it, in index coordinates. *)
Definition place_in_slab (far X Y : R) :=
  let d := 205 / 100 * v * far + 8 * es in
  0 <= far < bpow radix2 99 /\
  ((finite (min_x node) /\ real (min_x node) <= X + d) /\ (finite (max_x node) /\ X - d <= real (max_x node)) /\
   (finite (min_x near) /\ real (min_x near) <= X + d) /\ (finite (max_x near) /\ X - d <= real (max_x near))) /\
  ((finite (min_y node) /\ real (min_y node) <= Y + d) /\ (finite (max_y node) /\ Y - d <= real (max_y node)) /\
   (finite (min_y near) /\ real (min_y near) <= Y + d) /\ (finite (max_y near) /\ Y - d <= real (max_y near))) /\
  (Rabs (real (min_x near)) <= far /\ Rabs (real (max_x near)) <= far /\
   Rabs (real (min_y near)) <= far /\ Rabs (real (max_y near)) <= far) /\
  Rabs (real soff) <= 201 / 100 * far + 40 * es /\ finite smar /\ 0 <= real smar /\
  (1 + 13 * v) * Rabs (real snx * X + real sny * Y - real soff) + 48 * v * far + 7000000 * es <= real smar.

Theorem place_in_reach_is_in_slab :
  finite snx /\ finite sny /\ Rabs (real snx) <= 1 /\ Rabs (real sny) <= 1 /\ finite soff /\
  (smar = finf \/ exists far X Y, place_in_slab far X Y).
Proof.
  destruct (index_box_coordinates _ _ _ _ _ near_is) as (I0 & I1 & I2 & I3).
  destruct (index_box_coordinates _ _ _ _ _ wall_is) as (J0 & J1 & J2 & J3).
  destruct holds_start as (S0 & S1 & S2 & S3), holds_place as (P0 & P1 & P2 & P3), wall_holds as (W0 & W1 & W2 & W3).
  destruct node_contains as (C0 & C1 & C2 & C3), node_in_range as (R0 & R1 & R2 & R3), del_small as (D0 & D1).
  destruct slab_near_finite as (F0 & F1 & F2 & F3).
  pose proof index_slab as Q.
  destruct Q as (l0 & l1 & l2 & l3 & l4 & l5 & far & if1 & sx & sy & so & mar & sm1 & sm2 & [-> -> -> -> E4 E5 Efar Eif
      Esx Esy Eso Emar Esm1 Esm2 T1 T2 T3 T4]).
  destruct (fwiden_value _ F0) as (G0 & V0). destruct (fwiden_value _ F1) as (G1 & V1).
  destruct (fwiden_value _ F2) as (G2 & V2). destruct (fwiden_value _ F3) as (G3 & V3).
  assert (Far : finite far /\ real far = largest_near).
  { destruct (greater_value (fabs (fwiden (min_x slab_near))) (fabs (fwiden (max_x slab_near)))) as (H0 & K0); auto
      using
      finite_fabs.
    destruct (greater_value (fabs (fwiden (min_y slab_near))) (fabs (fwiden (max_y slab_near)))) as (H1 & K1); auto
        using
        finite_fabs.
    change (l4 = greater (fabs (fwiden (min_x slab_near))) (fabs (fwiden (max_x slab_near)))) in E4.
    change (l5 = greater (fabs (fwiden (min_y slab_near))) (fabs (fwiden (max_y slab_near)))) in E5.
    change (far = greater l4 l5) in Efar. rewrite <- E4 in H0, K0. rewrite <- E5 in H1, K1.
    destruct (greater_value l4 l5 H0 H1) as (H2 & K2). rewrite <- Efar in H2, K2. split; [exact H2 |].
    rewrite K2, K0, K1, !real_fabs, V0, V1, V2, V3. reflexivity. }
  destruct Far as (Ffar & Vfar). rewrite <- Vfar in D1. set (L := real far) in *.
  destruct near_within as (N0 & N1 & N2 & N3). rewrite <- Vfar in N0, N1, N2, N3.
  destruct if1.
  { rewrite T1, T2, T3, T4. change (real (fconst 0 0 : F single)) with 0. rewrite Rabs_R0.
    repeat split; try reflexivity; try lra. now left. }
  symmetry in Eif. apply negb_false_iff in Eif.
  assert (L99 : L < bpow radix2 99).
  { destruct (Facts.constant_value (-1) ltac:(lia)) as [Fa Va]. destruct (Facts.constant_value 100 ltac:(lia))
      as [Fb Vb].
    destruct (ErrorFree.fmul_is_finite (fconst 1 (-1) : F double) (fconst 1 100) 99) as (Fc & Vc & _); auto; [unfold
        emin; simpl; lia | |].
    - rewrite Va, Vb, <- bpow_plus, Rabs_pos_eq by apply bpow_ge_0. apply Rle_refl.
    - apply flt_real in Eif; auto. rewrite Vc, Va, Vb, <- bpow_plus, rnd_of_format in Eif; [exact Eif |].
      apply generic_format_bpow. vm_compute. discriminate. }
  specialize (D1 L99).
  destruct (narrowed_normal nx Fnx Bnx) as (Fsx & Bsx & Dsx). destruct (narrowed_normal ny Fny Bny) as (Fsy & Bsy &
      Dsy).
  rewrite <- Esx in Fsx, Bsx, Dsx. rewrite <- Esy in Fsy, Bsy, Dsy.
  cbn iota in T1, T2, T3, T4. rewrite <- T1 in *. rewrite <- T2 in *. clear T1 T2 sx sy.
  destruct (side_of_place ox (min_x region) (max_x region) (min_x wall) (max_x wall) fx (min_x near) (max_x near) (min_x
      wall') (max_x wall')
    (min_x node) (max_x node) x0 qx L) as (X1 & X2 & X3 & X4 & Fx0 & Ex0 & Bx0); auto.
  destruct (side_of_place oy (min_y region) (max_y region) (min_y wall) (max_y wall) fy (min_y near) (max_y near) (min_y
      wall') (max_y wall')
    (min_y node) (max_y node) y0 qy L) as (Y1 & Y2 & Y3 & Y4 & Fy0 & Ey0 & By0); auto.
  set (Xq := exact_coordinate ox scale qx) in *. set (Yq := exact_coordinate oy scale qy) in *.
  set (Xf := exact_coordinate ox scale (real fx)) in *. set (Yf := exact_coordinate oy scale (real fy)) in *.
  pose proof (eta_pos single) as T. assert (L0 : 0 <= L) by (pose proof (Rabs_pos (real (min_x near))); lra).
  set (d := 205 / 100 * v * L + 8 * es) in *. assert (d0 : 0 <= d) by (unfold d; lra).
  assert (Ts : 1000000 * es <= bpow radix2 99 / 1000).
  { assert (bpow radix2 40 * es <= bpow radix2 0); [unfold eta; rewrite <- bpow_plus; apply bpow_le; vm_compute;
      discriminate |].
    change (bpow radix2 0) with 1 in H. assert (1000000000000 <= bpow radix2 40) by (simpl; lra).
    assert (1000000000000 * es <= bpow radix2 40 * es) by (apply Rmult_le_compat_r; lra).
    assert (1 <= bpow radix2 99) by (apply (bpow_le radix2 0 99); lia). lra. }
  assert (P100 : bpow radix2 100 = 2 * bpow radix2 99) by (change 100%Z with (1 + 99)%Z; rewrite bpow_plus;
      reflexivity).
  assert (P102 : bpow radix2 102 = 8 * bpow radix2 99) by (change 102%Z with (3 + 99)%Z; rewrite bpow_plus;
      reflexivity).
  destruct X3 as (X5 & X6), X4 as (X7 & X8), Y3 as (Y5 & Y6), Y4 as (Y7 & Y8).
  assert (BXq : Rabs Xq <= L + d) by (apply Rabs_le_inv in N0, N1; apply Rabs_le; lra).
  assert (BYq : Rabs Yq <= L + d) by (apply Rabs_le_inv in N2, N3; apply Rabs_le; lra).
  assert (Bx0' : Rabs (real x0) <= (1 + 4 * v) * L + 10 * es).
  { replace (real x0) with (Xf + (real x0 - Xf)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (By0' : Rabs (real y0) <= (1 + 4 * v) * L + 10 * es).
  { replace (real y0) with (Yf + (real y0 - Yf)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (small_sum so snx x0 sny y0 (or_introl Eso) Fsx Fx0 ltac:(lra) ltac:(lra) Fsy Fy0 ltac:(lra) ltac:(lra)) as
      (Fso & Dso).
  rewrite <- T3 in Fso, Dso.
  (* the margin *)
  destruct (flt mar (fwiden (fconst 16777215 104))) eqn:Fin.
  2: { repeat split; auto. left. rewrite T4. exact Esm2. }
  destruct flt_min_value as (Fmin & Vmin).
  assert (P20 : finite (fadd (fconst 1 0) (fconst 1 (-20)) : F double) /\ real (fadd (fconst 1 0) (fconst 1 (-20)) : F
      double) = 1 + 16 * v).
  { split; [reflexivity |]. rewrite Products.real_SF. replace (B2SF (fadd (fconst 1 0) (fconst 1 (-20)) : F double))
      with
      (SpecFloat.S754_finite false 4503603922337792 (-52)) by (vm_compute; reflexivity). unfold SF2R, F2R. simpl. lra. }
  destruct P20 as (F20 & V20).
  assert (Nfar : nonneg far) by (apply nonneg_of_real; auto).
  assert (Nmar : nonneg mar).
  { rewrite Emar. apply nonneg_fadd; [| reflexivity]. apply nonneg_fadd; [| apply nonneg_fmul; [reflexivity | exact
      Nfar]].
    apply nonneg_fmul; [| apply nonneg_of_real; auto; lra]. apply nonneg_fmul; [exact margin_valid | reflexivity]. }
  pose proof (flt_finite _ _ Fin Nmar) as Fmar.
  assert (Smar : finite smar /\ real smar = rnd single (real mar)).
  { rewrite T4, Esm2, Esm1. apply fnarrow_value; [exact Fmar |]. apply flt_real in Fin; auto using flt_max_value.
    destruct (fwiden_value (fconst 16777215 104) eq_refl) as (_ & Vm). rewrite Vm in Fin. pose proof (nonneg_real _
        Nmar) as P.
    rewrite Rabs_pos_eq by now apply rnd_nonneg. eapply Rle_lt_trans; [apply rnd_le, Rlt_le, Fin |].
    rewrite rnd_of_format by apply real_in_format. pose proof (real_below (fconst 16777215 104 : F single)) as B. apply
        Rabs_def2 in B. apply B. }
  destruct Smar as (Fsmar & Vsmar).
  pose proof Fmar as Fm1. rewrite Emar in Fm1. destruct (fadd_finite _ _ Fm1) as (Fm2 & _ & _). destruct (fadd_finite _
      _ Fm2) as (Fm3 & Fm4 & _).
  destruct (fmul_finite _ _ Fm3) as (Fm5 & _ & _). destruct (fmul_finite _ _ Fm5) as (Fsm & _ & _).
  destruct (Holds Fsm) as (SM0 & H). clear Holds.
  set (SM := real slab_margin) in *. set (SMs := SM * real scale).
  assert (SMs0 : 0 <= SMs) by (apply Rmult_le_pos; [pose proof (bpow_gt_0 radix2 (-1022)) | ]; lra).
  assert (Mlow : (1 + 15 * v) * SMs + 63 * v * L + 8000000 * es <= real mar).
  { destruct (Products.fmul_error _ _ Fm5) as (_ & _ & D1'). destruct (Products.fmul_error _ _ Fm3) as (_ & _ & D2').
    destruct (Products.fmul_error _ _ Fm4) as (_ & _ & D3'). destruct (Products.fadd_error _ _ Fm2) as (_ & _ & D4').
    destruct (Products.fadd_error _ _ Fm1) as (_ & _ & D5'). rewrite <- Emar in D5'. rewrite V20 in D1'. rewrite Vmin in
        D5'.
    destruct (Facts.constant_value (-18) ltac:(lia)) as [_ V18].
    assert (P18 : bpow radix2 (-18) = 64 * v) by (simpl; lra). rewrite V18, P18 in D3'. rewrite u_double in *.
    pose proof (eta_pos double) as Td.
    assert (Te : 1000 * eta double <= es).
    { apply Rle_trans with (bpow radix2 10 * eta double); [change (bpow radix2 10) with 1024; lra |]. unfold eta.
        rewrite <- bpow_plus.
      apply bpow_le. vm_compute. discriminate. }
    assert (Tm : eta double <= / 9007199254740992 * SM).
    { rewrite <- u_double. apply Rle_trans with (u double * bpow radix2 (-1022)); [| apply Rmult_le_compat_l; [left;
        apply u_pos | exact SM0]].
      unfold u, eta. rewrite <- bpow_plus. apply bpow_le. vm_compute. discriminate. }
    assert (S0' : 0 <= SM) by (pose proof (bpow_gt_0 radix2 (-1022)); lra).
    fold SM in D1'. set (p1 := real (fmul slab_margin _)) in *.
    rewrite (Rabs_pos_eq (SM * (1 + 16 * v))) in D1' by (apply Rmult_le_pos; lra). apply Rabs_le_inv in D1'.
    assert (p1S : (1 + 159 / 10 * v) * SM <= p1) by lra.
    assert (p1s : (1 + 159 / 10 * v) * SMs <= p1 * real scale).
    { unfold SMs. replace ((1 + 159 / 10 * v) * (SM * real scale)) with ((1 + 159 / 10 * v) * SM * real scale) by ring.
        apply Rmult_le_compat_r; lra. }
    rewrite (Rabs_pos_eq (p1 * real scale)) in D2' by lra. apply Rabs_le_inv in D2'. fold L in D3'.
    rewrite (Rabs_pos_eq (64 * v * L)) in D3' by lra. apply Rabs_le_inv in D3'.
    match type of D4' with context [real (fadd ?p ?q)] => set (s4 := real (fadd p q)) in *; set (p2 := real p) in *; set
        (p3 := real q) in * end.
    assert (Q2 : 0 <= p2 + eta double) by lra. assert (Q3 : 0 <= p3 + eta double) by lra.
    assert (A4 : Rabs (p2 + p3) <= p2 + p3 + 4 * eta double) by (apply Rabs_le; lra).
    apply Rabs_le_inv in D4'. assert (A5 : 0 <= s4 + 16777216 * es) by lra. rewrite (Rabs_pos_eq _ A5) in D5'. apply
        Rabs_le_inv in D5'. lra. }
  (* N.(q - from) in index coordinates *)
  assert (Key : Rabs (real nx * (Xq - Xf) + real ny * (Yq - Yf)) <= SMs).
  { replace (real nx * (Xq - Xf) + real ny * (Yq - Yf)) with ((real nx * (qx - real fx) + real ny * (qy - real fy)) *
      real scale)
      by (unfold Xq, Xf, Yq, Yf, exact_coordinate; ring).
    rewrite Rabs_mult, (Rabs_pos_eq (real scale)) by lra. apply Rmult_le_compat_r; lra. }
  assert (Ev : es <= v / 1000).
  { apply Rle_trans with (bpow radix2 (-40)); [unfold eta; apply bpow_le; vm_compute; discriminate | simpl; lra]. }
  assert (Turn : forall n w z : R, Rabs (w - n) <= v + es -> Rabs z <= (201 / 100) * L + 20 * es -> Rabs ((w - n) * z)
      <= 202 / 100 * v * L + es).
  { intros n w z H1 H2. rewrite Rabs_mult. apply Rle_trans with ((1001 / 1000 * v) * ((201 / 100) * L + 20 * es)); [|
      lra].
    apply Rmult_le_compat; auto using Rabs_pos. lra. }
  assert (AX : Rabs (Xq - Xf) <= 201 / 100 * L + 20 * es).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. unfold d in *. lra. }
  assert (AY : Rabs (Yq - Yf) <= 201 / 100 * L + 20 * es).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. unfold d in *. lra. }
  pose proof (Turn _ _ _ Dsx AX) as TX. pose proof (Turn _ _ _ Dsy AY) as TY. clear Turn.
  assert (Unit : forall n z b : R, Rabs n <= 1 -> Rabs z <= b -> Rabs (n * z) <= b).
  { intros n z b H1 H2. rewrite Rabs_mult. pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos z) H1). lra. }
  pose proof (Unit _ _ _ Bsx Ex0) as UX. pose proof (Unit _ _ _ Bsy Ey0) as UY.
  pose proof (Unit _ _ _ Bsx Bx0') as OX. pose proof (Unit _ _ _ Bsy By0') as OY.
  assert (Zs : Rabs (real soff) <= 201 / 100 * L + 40 * es).
  { replace (real soff) with ((real snx * real x0 + real sny * real y0) + (real soff - (real snx * real x0 + real sny *
      real y0))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |]. lra. }
  assert (Off : Rabs (real snx * Xq + real sny * Yq - real soff) <= SMs + 125 / 10 * v * L + 60 * es).
  { replace (real snx * Xq + real sny * Yq - real soff) with
      ((real nx * (Xq - Xf) + real ny * (Yq - Yf)) + ((real snx - real nx) * (Xq - Xf) + (real sny - real ny) * (Yq -
          Yf)) +
       - (real snx * (real x0 - Xf) + real sny * (real y0 - Yf)) + - (real soff - (real snx * real x0 + real sny * real
           y0))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    eapply Rle_trans; [apply Rplus_le_compat_r, Rplus_le_compat_r, Rabs_triang |]. rewrite !Rabs_Ropp.
    pose proof (Rabs_triang ((real snx - real nx) * (Xq - Xf)) ((real sny - real ny) * (Yq - Yf))).
    pose proof (Rabs_triang (real snx * (real x0 - Xf)) (real sny * (real y0 - Yf))). lra. }
  pose proof (nonneg_real _ Nmar) as mar0.
  pose proof (rnd_error single (real mar)) as Er2. rewrite <- Vsmar, u_single, (Rabs_pos_eq (real mar)) in Er2 by exact
      mar0.
  assert (sm0 : 0 <= real smar) by (rewrite Vsmar; now apply rnd_nonneg). apply Rabs_le_inv in Er2.
  do 5 (split; [assumption |]). right. exists L, Xq, Yq. unfold place_in_slab. cbv zeta. fold d.
  do 5 (split; [tauto |]). do 2 (split; [assumption |]). lra.
Qed.

End Place.
