(* The limit of a search along a path (set_limit in src/scene/traversal.c): every node that contains a place within
   `margin` of the path is searched. The path runs from the start to `to`; its vector is rounded, scaled, and its length
   computed with a root. All these errors are below 2^-50, and limit_of allows for 2^-24. *)
From Coq Require Import Bool ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Lanes BatchRim Overflow Order IndexCoordinates SearchRegions SearchLimit
  NodeLimit Terms_index Terms_region.
From Carom Require Terms_boxes.
Import Terms_boxes.squares_to_lanes_terms(squares_to_lanes_results).

Open Scope R_scope.

Lemma rounded_up (s r v d : R) : 0 <= v <= / 1048576 -> 0 <= d -> Rabs (r - s) <= v * Rabs s + d ->
  Rabs s <= (1 + (101/100) * v) * (Rabs r + d).
Proof.
  intros V D H. assert (A : Rabs s <= Rabs r + Rabs (r - s)).
  { replace s with (r - (r - s)) at 1 by ring. unfold Rminus at 1. rewrite <- (Rabs_Ropp (r - s)). apply Rabs_triang. }
  pose proof (Rabs_pos s) as S. pose proof (Rabs_pos r) as R0.
  assert (B : Rabs s * (1 - v) <= Rabs r + d) by lra.
  assert (C : (1 + (101/100) * v) * (Rabs s * (1 - v)) <= (1 + (101/100) * v) * (Rabs r + d)) by (apply
    Rmult_le_compat_l; lra).
  assert (E : v * v <= / 1048576 * v) by (apply Rmult_le_compat_r; lra).
  assert (G : 1 <= (1 + (101/100) * v) * (1 - v)) by lra.
  assert (Rabs s * 1 <= Rabs s * ((1 + (101/100) * v) * (1 - v))) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The length of a vector from a rounded root of rounded squares; sigma is far above the root of what underflows. *)
Lemma length_bound (a b g root v t sigma len : R) : 0 < v <= / 1048576 -> 0 < t -> 0 < sigma -> 16 * t <= sigma * sigma
  -> t <= sigma ->
  0 <= a -> 0 <= b -> 0 <= g -> (1 - v) * ((1 - v) * (a * a) - t + ((1 - v) * (b * b) - t)) <= g ->
  0 <= root -> sqrt g <= (1 + (101/100) * v) * (root + t) ->
  0 <= len -> len * len <= (a + t) * (a + t) + (b + t) * (b + t) -> len <= (1 + 4 * v) * root + 5 * sigma.
Proof.
  intros V T S TS TS1 A B G HG R0 HR L HL.
  assert (V1 : 0 <= v * (a * a + b * b)) by (apply Rmult_le_pos; [lra |]; pose proof (Rle_0_sqr a); pose proof
    (Rle_0_sqr b); unfold Rsqr in *; lra).
  set (m := a * a + b * b) in *. assert (M : 0 <= m) by (unfold m; pose proof (Rle_0_sqr a); pose proof (Rle_0_sqr b);
    unfold Rsqr in *; lra).
  assert (VM : v * (v * m) <= / 1048576 * (v * m)) by (apply Rmult_le_compat_r; lra).
  assert (VM1 : v * m <= / 1048576 * m) by (apply Rmult_le_compat_r; lra).
  assert (VT : 0 <= v * t <= / 1048576 * t) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]).
  assert (VVM : 0 <= v * (v * m)) by (apply Rmult_le_pos; lra).
  assert (G1 : m - 2 * (v * m) - 2 * t <= g) by (unfold m in *; lra).
  assert (VG : v * (m - 2 * (v * m) - 2 * t) <= v * g) by (apply Rmult_le_compat_l; lra).
  assert (G2 : m <= g + (21/10) * (v * g) + 3 * t) by lra.
  set (h := sqrt g) in *. assert (H0 : 0 <= h) by apply sqrt_pos. assert (HH : h * h = g) by (apply sqrt_sqrt; exact G).
  (* the length of (a, b) *)
  assert (L1 : sqrt m <= (1 + (11/10) * v) * h + sigma).
  { apply Rsqr_incr_0_var; [| assert (0 <= v * h) by (apply Rmult_le_pos; lra); lra]. unfold Rsqr. rewrite sqrt_sqrt by
    exact M.
    assert (0 <= v * h) by (apply Rmult_le_pos; lra). assert (0 <= v * h * (v * h)) by (apply Rmult_le_pos; lra).
    assert (0 <= sigma * h) by (apply Rmult_le_pos; lra). assert (0 <= sigma * (v * h)) by (apply Rmult_le_pos; lra).
    rewrite <- HH in G2. assert (0 <= v * (h * h)) by (apply Rmult_le_pos; [lra | rewrite HH; exact G]). lra. }
  assert (L2 : len <= sqrt m + 2 * t).
  { pose proof (sqrt_pos m) as P. apply Rsqr_incr_0_var; [| lra]. unfold Rsqr.
    assert (Q : sqrt m * sqrt m = m) by (apply sqrt_sqrt; exact M).
    assert (Aa : a <= sqrt m).
    { apply Rsqr_incr_0_var; [| exact P]. unfold Rsqr. rewrite Q. unfold m. pose proof (Rle_0_sqr b). unfold Rsqr in *.
      lra. }
    assert (Bb : b <= sqrt m).
    { apply Rsqr_incr_0_var; [| exact P]. unfold Rsqr. rewrite Q. unfold m. pose proof (Rle_0_sqr a). unfold Rsqr in *.
      lra. }
    assert (t * a <= t * sqrt m) by (apply Rmult_le_compat_l; lra). assert (t * b <= t * sqrt m) by (apply
      Rmult_le_compat_l; lra).
    assert (0 <= t * t) by (apply Rmult_le_pos; lra). unfold m in Q at 3. lra. }
  assert (VR : 0 <= v * root <= / 1048576 * root) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]).
  assert (VVR : v * (v * root) <= / 1048576 * (v * root)) by (apply Rmult_le_compat_r; lra).
  assert (VVT : 0 <= v * (v * t) <= / 1048576 * (v * t)) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r;
    lra]).
  assert (H2 : (1 + (11/10) * v) * h <= (1 + (11/10) * v) * ((1 + (101/100) * v) * (root + t))) by (apply
    Rmult_le_compat_l; lra).
  lra.
Qed.

(* The root that set_limit takes for the length. *)
Lemma path_root_enough (from_x from_y to_x to_y scale path_x path_y root : F double) : 0 < real scale ->
  path_x = fsub to_x from_x -> path_y = fsub to_y from_y ->
  root = fsqrt (fadd (fmul (fmul path_x scale) (fmul path_x scale)) (fmul (fmul path_y scale) (fmul path_y scale))) ->
  finite root ->
  sqrt ((real to_x - real from_x) ^ 2 + (real to_y - real from_y) ^ 2) * real scale <=
    (1 + 7 * u double) * real root + 6 * bpow radix2 (-300).
Proof.
  intros Ps -> -> E F1. rewrite E in F1 |- *. clear E.
  set (v := / 9007199254740992). assert (Vd : u double = v) by apply u_double.
  assert (V : 0 < v <= / 1048576) by (unfold v; lra).
  pose proof (eta_pos double) as T.
  destruct (fsqrt_finite _ F1) as (F3 & G0 & Vroot). destruct (fadd_finite _ _ F3) as (F4 & F5 & Vg).
  destruct (fmul_finite _ _ F4) as (F6 & _ & Vxx). destruct (fmul_finite _ _ F5) as (F7 & _ & Vyy).
  destruct (fmul_finite _ _ F6) as (F8 & _ & Vx). destruct (fmul_finite _ _ F7) as (F9 & _ & Vy).
  pose proof (difference_near to_x from_x F8) as Dx. pose proof (difference_near to_y from_y F9) as Dy. rewrite Vd in
    Dx, Dy.
  pose proof (rnd_error double (real (fsub to_x from_x) * real scale)) as Ex. rewrite <- Vx, Vd in Ex.
  pose proof (rnd_error double (real (fsub to_y from_y) * real scale)) as Ey. rewrite <- Vy, Vd in Ey.
  set (xs := fmul (fsub to_x from_x) scale) in *. set (ys := fmul (fsub to_y from_y) scale) in *.
  pose proof (rnd_error double (real xs * real xs)) as Exx. rewrite <- Vxx, Vd in Exx.
  pose proof (rnd_error double (real ys * real ys)) as Eyy. rewrite <- Vyy, Vd in Eyy.
  pose proof (rnd_sum_error double _ _ (real_in_format (fmul xs xs)) (real_in_format (fmul ys ys))) as Eg. rewrite <-
    Vg, Vd in Eg.
  set (g := fadd (fmul xs xs) (fmul ys ys)) in *.
  pose proof (rnd_error double (sqrt (real g))) as Er. rewrite <- Vroot, Vd in Er.
  assert (Root0 : 0 <= real (fsqrt g)) by (rewrite Vroot; apply rnd_nonneg, sqrt_pos).
  assert (v0 : 0 <= v <= / 1048576) by lra.
  (* each rounding upward *)
  assert (side : forall d d' s', Rabs (d' - d) <= v * Rabs d -> Rabs (s' - d' * real scale) <= v * Rabs (d' * real
    scale) + eta double ->
    Rabs d * real scale <= (1 + (203/100) * v) * (Rabs s' + eta double)).
  { intros d d' s' D S. rewrite <- (Rplus_0_r (v * _)) in D. apply rounded_up in D; [| lra | lra]. apply rounded_up in
    S; [| lra | lra].
    rewrite Rabs_mult, (Rabs_pos_eq (real scale)) in S by lra.
    assert (A : Rabs d * real scale <= (1 + (101/100) * v) * (Rabs d' + 0) * real scale) by (apply Rmult_le_compat_r;
      lra).
    assert (B : (1 + (101/100) * v) * (Rabs d' * real scale) <= (1 + (101/100) * v) * ((1 + (101/100) * v) * (Rabs s' +
      eta double)))
      by (apply Rmult_le_compat_l; lra).
    pose proof (Rabs_pos s'). set (z := Rabs s' + eta double) in *. assert (0 <= z) by (unfold z; lra).
    assert (C : v * (v * z) <= / 1048576 * (v * z)) by (apply Rmult_le_compat_r; [apply Rmult_le_pos; lra | lra]).
    assert (0 <= v * z) by (apply Rmult_le_pos; lra). lra. }
  pose proof (side _ _ _ Dx Ex) as Lx. pose proof (side _ _ _ Dy Ey) as Ly. clear side Dx Dy Ex Ey.
  apply rounded_down in Exx; [| apply Rle_0_sqr]. apply rounded_down in Eyy; [| apply Rle_0_sqr].
  rewrite <- (Rplus_0_r (v * _)) in Eg. apply rounded_down in Eg.
  2: { apply Rplus_le_le_0_compat; apply nonneg_real, nonneg_square. }
  apply rounded_up in Er; [| lra | lra].
  rewrite (Rabs_pos_eq (sqrt _)), (Rabs_pos_eq (real (fsqrt g))) in Er by (try apply sqrt_pos; assumption).
  (* the length *)
  set (x := real to_x - real from_x) in *. set (y := real to_y - real from_y) in *.
  set (len := sqrt (x ^ 2 + y ^ 2) * real scale / (1 + (203/100) * v)).
  assert (W : 1 <= 1 + (203/100) * v) by lra.
  set (sigma := bpow radix2 (-300)).
  assert (S0 : 0 < sigma) by apply bpow_gt_0.
  assert (TS : 16 * eta double <= sigma * sigma).
  { unfold sigma, eta. change 16 with (bpow radix2 4). rewrite <- !bpow_plus. apply bpow_le. vm_compute. discriminate. }
  assert (TS1 : eta double <= sigma) by (unfold sigma, eta; apply bpow_le; vm_compute; discriminate).
  assert (SL : sqrt (x ^ 2 + y ^ 2) * real scale = (1 + (203/100) * v) * len) by (unfold len; field; lra).
  assert (L0 : 0 <= len).
  { unfold len. apply Rmult_le_pos; [apply Rmult_le_pos; [apply sqrt_pos | lra] |]. left. apply Rinv_0_lt_compat. lra. }
  assert (LL : len * len <= (Rabs (real xs) + eta double) * (Rabs (real xs) + eta double) + (Rabs (real ys) + eta
    double) * (Rabs (real ys) + eta double)).
  { apply Rmult_le_reg_l with ((1 + (203/100) * v) * (1 + (203/100) * v)); [apply Rmult_lt_0_compat; lra |].
    replace ((1 + (203/100) * v) * (1 + (203/100) * v) * (len * len)) with (((1 + (203/100) * v) * len) * ((1 +
      (203/100) * v) * len)) by ring.
    rewrite <- SL.
    replace (sqrt (x ^ 2 + y ^ 2) * real scale * (sqrt (x ^ 2 + y ^ 2) * real scale)) with
      ((sqrt (x ^ 2 + y ^ 2) * sqrt (x ^ 2 + y ^ 2)) * (real scale * real scale)) by ring.
    rewrite sqrt_sqrt by (pose proof (pow2_ge_0 x); pose proof (pow2_ge_0 y); lra).
    pose proof (Rabs_pos x) as Ax. pose proof (Rabs_pos y) as Ay.
    assert (Mx : (Rabs x * real scale) * (Rabs x * real scale) <= ((1 + (203/100) * v) * (Rabs (real xs) + eta double))
      * ((1 + (203/100) * v) * (Rabs (real xs) + eta double)))
      by (apply Rmult_le_compat; auto; apply Rmult_le_pos; lra).
    assert (My : (Rabs y * real scale) * (Rabs y * real scale) <= ((1 + (203/100) * v) * (Rabs (real ys) + eta double))
      * ((1 + (203/100) * v) * (Rabs (real ys) + eta double)))
      by (apply Rmult_le_compat; auto; apply Rmult_le_pos; lra).
    rewrite <- (pow2_abs x), <- (pow2_abs y). lra. }
  assert (Bound : len <= (1 + 4 * v) * real (fsqrt g) + 5 * sigma).
  { apply (length_bound (Rabs (real xs)) (Rabs (real ys)) (real g) (real (fsqrt g)) v (eta double) sigma len);
      auto; try apply Rabs_pos.
    rewrite <- (Rabs_mult (real xs)), <- (Rabs_mult (real ys)), !Rabs_pos_eq by apply Rle_0_sqr.
    eapply Rle_trans; [| exact Eg].
    assert ((1 - v) * ((1 - v) * (real xs * real xs) - eta double + ((1 - v) * (real ys * real ys) - eta double)) <=
      (1 - v) * (real (fmul xs xs) + real (fmul ys ys))) by (apply Rmult_le_compat_l; lra). lra. }
  fold sigma. rewrite SL, Vd.
  assert (B1 : (1 + (203/100) * v) * len <= (1 + (203/100) * v) * ((1 + 4 * v) * real (fsqrt g) + 5 * sigma)) by (apply
    Rmult_le_compat_l; lra).
  eapply Rle_trans; [exact B1 |]. assert (0 <= v * real (fsqrt g)) by (apply Rmult_le_pos; lra).
  assert (v * (v * real (fsqrt g)) <= / 1048576 * (v * real (fsqrt g))) by (apply Rmult_le_compat_r; lra).
  assert (v * sigma <= / 1048576 * sigma) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* What set_limit takes for the length: not less than the real length and the margin, but for 2^-24 and 2^-150. *)
Theorem path_length_enough (from_x from_y to_x to_y scale margin path_x path_y far : F double) :
  0 < real scale -> number margin -> nonneg margin ->
  path_x = fsub to_x from_x -> path_y = fsub to_y from_y ->
  far = fadd (fsqrt (fadd (fmul (fmul path_x scale) (fmul path_x scale)) (fmul (fmul path_y scale) (fmul path_y
    scale))))
    (fmul margin scale) ->
  finite far ->
  (sqrt ((real to_x - real from_x) ^ 2 + (real to_y - real from_y) ^ 2) + real margin) * real scale <=
    (1 + u single) * real far + eta single.
Proof.
  intros Ps Nm Pm Ex Ey E Ff. rewrite E in Ff |- *. clear E.
  destruct (fadd_finite _ _ Ff) as (F1 & F2 & Vfar).
  match type of F1 with finite ?r => set (root := r) in * end.
  pose proof (path_root_enough _ _ _ _ _ _ _ root Ps Ex Ey eq_refl F1) as B1.
  set (v := / 9007199254740992). assert (Vd : u double = v) by apply u_double.
  assert (v0 : 0 <= v <= / 1048576) by (unfold v; lra). pose proof (eta_pos double) as T.
  destruct (fmul_finite _ _ F2) as (Fm & Fs & Vms).
  pose proof (rnd_error double (real margin * real scale)) as Em. rewrite <- Vms, Vd in Em.
  pose proof (rnd_sum_error double _ _ (real_in_format root) (real_in_format (fmul margin scale))) as Ef.
  rewrite <- Vfar, Vd in Ef. pose proof (nonneg_real _ Pm) as Rm.
  assert (Root0 : 0 <= real root).
  { destruct (fsqrt_finite _ F1) as (_ & _ & V). fold root in V. rewrite V. apply rnd_nonneg, sqrt_pos. }
  assert (Ms0 : 0 <= real margin * real scale) by (apply Rmult_le_pos; lra).
  assert (Ms1 : 0 <= real (fmul margin scale)) by (rewrite Vms; now apply rnd_nonneg).
  apply rounded_up in Em; [| lra | lra].
  rewrite <- (Rplus_0_r (v * _)) in Ef. apply rounded_up in Ef; [| lra | lra].
  rewrite (Rabs_pos_eq (real margin * _)), (Rabs_pos_eq (real (fmul margin scale))) in Em by assumption.
  rewrite (Rabs_pos_eq (real root + _)) in Ef by lra.
  assert (Far0 : 0 <= real (fadd root (fmul margin scale))) by (rewrite Vfar; apply rnd_nonneg; lra).
  rewrite (Rabs_pos_eq (real (fadd _ _))) in Ef by exact Far0.
  set (sigma := bpow radix2 (-300)) in *. assert (S0 : 0 < sigma) by apply bpow_gt_0.
  assert (TS1 : eta double <= sigma) by (unfold sigma, eta; apply bpow_le; vm_compute; discriminate).
  assert (SH : 1024 * sigma <= eta single).
  { unfold sigma, eta. change 1024 with (bpow radix2 10). rewrite <- bpow_plus. apply bpow_le. vm_compute.
    discriminate. }
  rewrite Rmult_plus_distr_r. rewrite Vd in B1. rewrite u_single. clear - B1 Em Ef Root0 Ms1 Far0 SH TS1 S0 T. unfold v
    in *.
  set (r := real root) in *. set (ms := real (fmul margin scale)) in *. set (fr := real (fadd root (fmul margin
    scale))) in *.
  clearbody r ms fr. lra.
Qed.

Lemma number_fsqrt (x : F double) : number x -> nonneg x -> number (fsqrt x).
Proof.
  destruct x as [s | s | | s m e B]; intros N P; try discriminate; try reflexivity.
  - simpl in P. subst. reflexivity.
  - apply number_finite.
    match goal with |- finite (fsqrt ?x) => destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE x) as (_ &
      C & _) end.
    unfold finite, fsqrt. rewrite C. simpl in P. now subst.
Qed.

(* A search along a path: the node contains the wall's box, and that contains a place (qx, qy) that is not farther from
   the start than the length of the path and the margin. The node is not beyond the limit. *)
Theorem path_search_keeps_node (ox oy scale from_x from_y to_x to_y path_x path_y margin : F double) (wall : box double)
    (wall' node near : box single) (x y square limit : F single) (qx qy : R) :
  finite ox -> finite oy -> Rabs (real ox) <= bpow radix2 969 -> Rabs (real oy) <= bpow radix2 969 ->
  finite scale -> 0 < real scale -> finite from_x -> finite from_y -> finite to_x -> finite to_y ->
  number margin -> nonneg margin -> path_x = fsub to_x from_x -> path_y = fsub to_y from_y ->
  at_most (min_x wall) qx -> at_least (max_x wall) qx -> at_most (min_y wall) qy -> at_least (max_y wall) qy ->
  index_box ox oy scale wall wall' -> contains node wall' ->
  in_range (min_x node) -> in_range (max_x node) -> in_range (min_y node) -> in_range (max_y node) ->
  index_coordinate_results from_x ox scale x -> index_coordinate_results from_y oy scale y ->
  squares_to_lanes_results (min_x node) (max_x node) (min_y node) (max_y node) x y square ->
  fle (min_x near) (max_x near) = true -> fle (min_y near) (max_y near) = true ->
  set_limit_results scale (min_x near) (max_x near) (min_y near) (max_y near) x y path_x path_y margin limit ->
  (finite margin -> sqrt ((qx - real from_x) ^ 2 + (qy - real from_y) ^ 2) <=
    sqrt ((real to_x - real from_x) ^ 2 + (real to_y - real from_y) ^ 2) + real margin) ->
  flt limit square = false.
Proof.
  intros Fox Foy Sox Soy Fs Ps Ffx Ffy Ftx Fty Nm Pm Ex Ey W0 W1 W2 W3 Hw C R0 R1 R2 R3 Hx Hy O Near_x Near_y Hset D.
  destruct Hset as (sc & px & py & is_path & lim & [-> -> -> Hp Hl Ht]).
  assert (Pscale : nonneg scale) by (apply nonneg_of_real; auto; lra).
  destruct (index_coordinate_bounded ox scale Fox Fs Ps from_x x (number_finite _ Ffx) Hx) as (Fx & _).
  destruct (index_coordinate_bounded oy scale Foy Fs Ps from_y y (number_finite _ Ffy) Hy) as (Fy & _).
  assert (self : forall z : F single, finite z -> feq z z = true).
  { intros z Fz. unfold feq. rewrite Beqb_correct by exact Fz. now apply Req_bool_true. }
  rewrite Near_x, Near_y, (self x Fx), (self y Fy) in Hp. simpl in Hp. rewrite Hp in Ht. rewrite Ht. clear Hp Ht Near_x
    Near_y self is_path.
  set (far := fadd (fsqrt (fadd (fmul (fmul path_x scale) (fmul path_x scale)) (fmul (fmul path_y scale) (fmul path_y
    scale))))
    (fmul margin scale)) in *.
  assert (Np : forall p q : F double, finite p -> finite q -> number (fmul (fmul (fsub p q) scale) (fmul (fsub p q)
    scale))).
  { intros p q Fp Fq. apply number_square. apply number_fmul; auto. now apply fsub_rounds. }
  assert (Ng : number (fadd (fmul (fmul path_x scale) (fmul path_x scale)) (fmul (fmul path_y scale) (fmul path_y
    scale)))).
  { rewrite Ex, Ey. apply number_of_nonneg_sum; auto; apply nonneg_square. }
  assert (Pg : nonneg (fadd (fmul (fmul path_x scale) (fmul path_x scale)) (fmul (fmul path_y scale) (fmul path_y
    scale))))
    by (apply nonneg_fadd; apply nonneg_square).
  assert (Nf : number far).
  { apply number_of_nonneg_sum; [now apply number_fsqrt | now apply number_fmul | now apply nonneg_fsqrt | now apply
    nonneg_fmul]. }
  assert (Pf : nonneg far) by (apply nonneg_fadd; [now apply nonneg_fsqrt | now apply nonneg_fmul]).
  apply (node_within_limit ox oy scale from_x from_y far wall wall' node x y square lim qx
    qy); auto.
  intros Ff. destruct (fadd_finite _ _ Ff) as (_ & Fms & _). destruct (fmul_finite _ _ Fms) as (Fm & _). specialize (D
    Fm).
  pose proof (path_length_enough from_x from_y to_x to_y scale margin path_x path_y far Ps Nm Pm Ex Ey eq_refl Ff) as L.
  rewrite !Rpow_mult_distr, !pow2_abs, <- Rmult_plus_distr_r.
  assert (Q : 0 <= (qx - real from_x) ^ 2 + (qy - real from_y) ^ 2)
    by (apply Rplus_le_le_0_compat; apply pow2_ge_0).
  rewrite <- (sqrt_sqrt _ Q) at 1. set (dist := sqrt ((qx - real from_x) ^ 2 + (qy - real from_y) ^ 2)) in *.
  replace (dist * dist * real scale ^ 2) with ((dist * real scale) ^ 2) by ring.
  apply pow_incr. split; [apply Rmult_le_pos; [apply sqrt_pos | lra] |].
  eapply Rle_trans; [| exact L]. apply Rmult_le_compat_r; lra.
Qed.
