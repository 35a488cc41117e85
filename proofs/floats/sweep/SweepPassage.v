(* src/sweep/passage_filter.h: the feature of the last contact of a circle that meets the wall.

   The filter runs the motion backward: w + v and z + v are rounded once more, and their sizes are the sums of the
   sizes, so they are vectors as the sweep's decisions need them. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Geometry Bounded SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepCompare SweepEnd SweepContact SweepFilter SweepFoot SweepFirst SweepStart
  SweepLast Terms_sweep Terms_contact_sweep.

Open Scope R_scope.

(* A vector of close coordinates, no larger than its size but for rounding. *)
Definition tight (x y : D) (X Y s : R) :=
  close x X /\ close y Y /\ Rabs (real x) + Rabs (real y) <= (1 + 2 * eps) * s.

Lemma close_tight x y X Y : size_in_range (size x y) -> close x X -> close y Y -> tight x y X Y (real (size x y)).
Proof. intros S Cx Cy. split; [exact Cx |]. split; [exact Cy |]. apply size_lower, (in_range_le _ S). Qed.

Lemma difference_tight p q s t :
  size_in_range (size (fsub p q) (fsub s t)) ->
  tight (fsub p q) (fsub s t) (real p - real q) (real s - real t) (real (size (fsub p q) (fsub s t))).
Proof. intros H. destruct (size_parts _ _ H). apply close_tight; auto using close_difference. Qed.

(* The sums of sizes are in range too. *)
Lemma safe_sums a b d e r :
  fle (fadd (fadd (fadd (fadd a b) d) e) (fabs r)) (fconst 1 200) = true ->
  nonneg a -> nonneg b -> nonneg d -> nonneg e -> size_in_range (fadd b e) /\ size_in_range (fadd d e).
Proof.
  intros H A B C E. destruct (safe_sizes _ _ _ _ _ H A B C E) as (Sa & Sb & Sd & Se & Sr).
  const_facts 1%Z 200%Z F1 V1. rewrite Rmult_1_l in V1.
  assert (N3 : nonneg (fadd (fadd (fadd a b) d) e)) by (repeat apply nonneg_fadd; assumption).
  assert (Fs : finite (fadd (fadd (fadd (fadd a b) d) e) (fabs r))).
  { eapply fle_finite; [exact H | apply nonneg_fadd; [exact N3 | apply nonneg_fabs] | exact F1]. }
  apply fle_real in H; auto. rewrite V1 in H.
  destruct (sum_in_range _ _ Fs N3 (nonneg_fabs r) H) as [S1 _]. destruct (in_range_le _ S1) as [G1 L1].
  destruct (fadd_finite _ _ G1) as (G2 & Fe & E1). destruct (fadd_finite _ _ G2) as (G3 & Fd & _).
  pose proof (nonneg_real _ A). pose proof (nonneg_real _ B). pose proof (nonneg_real _ C). pose proof (nonneg_real _
    E).
  pose proof (fadd_at_least_right _ _ G3 ltac:(lra)) as M1. pose proof (fadd_at_least _ _ G2 ltac:(lra)) as M2.
  assert (M0 : 0 <= real (fadd a b)) by lra. pose proof (fadd_at_least_right _ _ G2 M0) as M3.
  assert (K : forall s : D, size_in_range s -> 0 <= real s -> real s <= real (fadd (fadd a b) d) ->
    size_in_range (fadd s e)).
  { intros s Ss s0 Le. destruct (sizes_sum s e 200 ltac:(lia) (proj1 Ss) (proj1 Se) s0 ltac:(lra)) as (Bs & Ps & _).
    split; [split; [apply Bs |] | exact Ps]. rewrite Rabs_pos_eq by exact Ps.
    destruct (fadd_finite _ _ (proj1 Bs)) as (_ & _ & E2). rewrite E2. eapply Rle_trans; [| exact L1]. rewrite E1.
    apply rnd_le. lra. }
  split; apply K; auto; lra.
Qed.

(* The sum of two vectors, one coordinate. *)
Lemma sum_close (x y : D) X Y : finite (fadd x y) -> close x X -> close y Y ->
  Rabs (real (fadd x y) - (X + Y)) <= 27 / 10 * (eps * (Rabs (real x) + Rabs (real y))) /\
  Rabs (real (fadd x y)) <= (1 + eps) * (Rabs (real x) + Rabs (real y)).
Proof.
  intros Fs Cx Cy. pose proof (fadd_error _ _ Fs) as E. unfold close in Cx, Cy. pose proof eps_small.
  pose proof (Rabs_triang (real x) (real y)) as T.
  assert (E2 : eps * Rabs (real x + real y) <= eps * (Rabs (real x) + Rabs (real y))) by (apply Rmult_le_compat_l; lra).
  pose proof (Rabs_triang_inv (real (fadd x y)) (real x + real y)).
  pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  assert (0 <= eps * Rabs (real x)) by (apply Rmult_le_pos; lra). assert (0 <= eps * Rabs (real y)) by (apply
    Rmult_le_pos; lra).
  split; [| lra]. apply Rabs_le_inv in E. apply Rabs_le_inv in Cx. apply Rabs_le_inv in Cy. apply Rabs_le. lra.
Qed.

Lemma sum_near (x1 x2 y1 y2 s t : D) X1 X2 Y1 Y2 :
  tight x1 x2 X1 X2 (real s) -> tight y1 y2 Y1 Y2 (real t) -> finite x1 -> finite x2 -> finite y1 -> finite y2 ->
  size_in_range s -> size_in_range t -> size_in_range (fadd s t) ->
  near (fadd x1 y1) (fadd x2 y2) (X1 + Y1) (X2 + Y2) (real (fadd s t)).
Proof.
  intros (C1 & C2 & L) (C3 & C4 & M) F1 F2 F3 F4 Ss St Sst.
  pose proof eps_small. pose proof (Rabs_pos (real x1)). pose proof (Rabs_pos (real x2)).
  pose proof (Rabs_pos (real y1)). pose proof (Rabs_pos (real y2)).
  destruct (in_range_bounds _ Ss) as [s0 s1]. destruct (in_range_bounds _ St) as [t0 t1].
  destruct (sizes_sum s t 200 ltac:(lia) (proj1 Ss) (proj1 St) s0 t0) as (_ & P & Low).
  set (S := real s + real t) in *.
  assert (ES : 0 <= eps * S <= / 1048576 * S) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; unfold S; lra).
  assert (ESS : eps * S = eps * real s + eps * real t) by (unfold S; ring).
  assert (B : forall z : D, finite z -> Rabs (real z) <= (1 + 2 * eps) * S -> below 202 z).
  { intros z Fz Hz. split; auto. change 202%Z with (201 + 1)%Z. rewrite <- two_powers. change 201%Z with (200 + 1)%Z.
    rewrite <- two_powers. unfold S in *. lra. }
  assert (S2 : 0 <= S) by (unfold S; lra).
  assert (G1 : finite (fadd x1 y1)).
  { apply (below_add 202); [lia | apply B; auto; unfold S in *; lra | apply B; auto; unfold S in *; lra]. }
  assert (G2 : finite (fadd x2 y2)).
  { apply (below_add 202); [lia | apply B; auto; unfold S in *; lra | apply B; auto; unfold S in *; lra]. }
  destruct (sum_close _ _ _ _ G1 C1 C3) as [E1 N1]. destruct (sum_close _ _ _ _ G2 C2 C4) as [E2 N2].
  assert (Sum : Rabs (real x1) + Rabs (real y1) + (Rabs (real x2) + Rabs (real y2)) <= S + 2 * (eps * S)) by (unfold S
    in *; lra).
  assert (EE : eps * (eps * S) <= / 1048576 * (eps * S)) by (apply Rmult_le_compat_r; lra).
  assert (X : eps * (Rabs (real x1) + Rabs (real y1) + (Rabs (real x2) + Rabs (real y2))) <= eps * (S + 2 * (eps * S)))
    by (apply Rmult_le_compat_l; lra).
  assert (Y : eps * ((1 - eps) * S) <= eps * real (fadd s t)) by (apply Rmult_le_compat_l; lra).
  assert (Z1 : 0 <= eps * (Rabs (real x1) + Rabs (real y1))) by (apply Rmult_le_pos; lra).
  assert (Z2 : 0 <= eps * (Rabs (real x2) + Rabs (real y2))) by (apply Rmult_le_pos; lra).
  destruct (in_range_le _ Sst) as [_ Le].
  split; [exact G1 |]. split; [exact G2 |]. split; [lra |]. split; [lra |]. split; [lra | exact Le].
Qed.

Lemma near_opposite x y X Y s : near x y X Y s -> near (fneg x) (fneg y) (- X) (- Y) s.
Proof.
  intros (A & B & C & E & G & H). repeat split; auto using finite_fneg; rewrite ?real_fneg, ?Rabs_Ropp; auto.
  - replace (- real x - - X) with (- (real x - X)) by ring. now rewrite Rabs_Ropp.
  - replace (- real y - - Y) with (- (real y - Y)) by ring. now rewrite Rabs_Ropp.
Qed.

(* The vectors of the motion run backward. *)
Theorem vectors_backward_right ux uy wx wy zx zy vx vy su sw sz sv r c v a b R
    ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' :
  line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b R ->
  tight wx wy (Geometry.wx c a) (Geometry.wy c a) (real sw) -> tight zx zy (Geometry.zx c b) (Geometry.zy c b) (real sz)
    ->
  tight vx vy (px v) (py v) (real sv) -> size_in_range (fadd sw sv) -> size_in_range (fadd sz sv) ->
  vectors_backward_results ux uy wx wy zx zy vx vy su sw sz sv r ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' ->
  line_vectors ux' uy' wx' wy' zx' zy' vx' vy' su' sw' sz' sv' r' (moved c v 1) (opposite v) a b R /\
  (wx' = fadd wx vx /\ wy' = fadd wy vy /\ zx' = fadd zx vx /\ zy' = fadd zy vy /\ sw' = fadd sw sv /\
    sz' = fadd sz sv /\ r' = r).
Proof.
  intros K Tw Tz Tv Sw Sz H. unfold vectors_backward_results in H. open H. destruct H. subst. destruct K.
  split; [| auto 10].
  match goal with Nw : near wx wy _ _ _, Nz : near zx zy _ _ _, Nv : near vx vy _ _ _ |- _ =>
    destruct Nw as (Fw1 & Fw2 & _); destruct Nz as (Fz1 & Fz2 & _); pose proof Nv as (Fv1 & Fv2 & _) end.
  constructor; auto.
  - replace (Geometry.wx (moved c v 1) a) with (Geometry.wx c a + px v) by (unfold Geometry.wx, moved; simpl; ring).
    replace (Geometry.wy (moved c v 1) a) with (Geometry.wy c a + py v) by (unfold Geometry.wy, moved; simpl; ring).
    apply sum_near; auto.
  - replace (Geometry.zx (moved c v 1) b) with (Geometry.zx c b + px v) by (unfold Geometry.zx, moved; simpl; ring).
    replace (Geometry.zy (moved c v 1) b) with (Geometry.zy c b + py v) by (unfold Geometry.zy, moved; simpl; ring).
    apply sum_near; auto.
  - now apply near_opposite.
Qed.

(* The end that e + v comes from: within R or beyond. *)
Section End.
Variables (ex ey vx vy se sv r : D) (E1 E2 V1 V2 R : R).
Hypotheses (Ne : near ex ey E1 E2 (real se)) (Nv : near vx vy V1 V2 (real sv)) (Se : size_in_range se) (Sv :
  size_in_range sv)
  (HR : reach_of r R).

Let fx := fadd ex vx.
Let fy := fadd ey vy.
Let dist2 := fadd (fmul fx fx) (fmul fy fy).
Let error := fadd (fmul (fconst 1 (-48)) (fadd se sv)) (fconst 1 (-500)).
Let dist2_error := fmul (fmul (fconst 1 2) error) (fadd (fadd (fabs fx) (fabs fy)) error).
Let slack := fadd (fadd dist2_error (fmul (fconst 1 (-48)) (fmul r r))) (fconst 1 (-660)).

Lemma known_last : known (fsub dist2 (fmul r r)) ((E1 + V1) ^ 2 + (E2 + V2) ^ 2 - R ^ 2) slack.
Proof.
  destruct (dist2_error_bound _ _ _ _ _ _ _ _ _ _ Ne Nv Se Sv) as (B1 & P1 & Q0 & M1 & M2).
  destruct (dist2_error_at_least _ _ _ _ _ _ _ _ _ _ Ne Nv Se Sv) as [B2 L2].
  destruct (reach2_bounds _ _ HR) as (B3 & P3 & U3 & L3 & _ & _ & TT).
  fold fx fy in B1, P1, Q0, M1, M2, B2, L2. fold dist2 in B1, P1, M1, M2. fold error in B2, L2. fold dist2_error in B2,
    L2.
  revert Q0 M1 M2 L2.
  match goal with |- 0 <= ?q -> _ => generalize q end. intros Q Q0 M1 M2 L2.
  const_facts 1%Z (-48)%Z G1 K1. rewrite Rmult_1_l, eps_48 in K1. destruct T4_value as [BT VT].
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos.
  assert (Bc : below (-48) (fconst 1 (-48))) by (split; auto; rewrite K1, Rabs_pos_eq, <- eps_48; lra).
  assert (B4 : below 354 (fmul (fconst 1 (-48)) (fmul r r))) by (apply (below_mul (-48) 402); auto; lia).
  assert (B5 : below 408 (fadd dist2_error (fmul (fconst 1 (-48)) (fmul r r)))).
  { apply (below_add 407); [lia | exact B2 | eapply below_weaken; [exact B4 | lia]]. }
  assert (B6 : below 409 slack) by (apply (below_add 408); [lia | exact B5 | eapply below_weaken; [exact BT | lia]]).
  assert (B7 : below 406 (fsub dist2 (fmul r r))) by (apply (below_sub 405); [lia | exact B1 | eapply below_weaken;
    [exact B3 | lia]]).
  pose proof (fmul_error _ _ (proj1 B4)) as X4. rewrite K1 in X4.
  pose proof (fadd_error _ _ (proj1 B5)) as X5. pose proof (fadd_error _ _ (proj1 B6)) as X6. fold slack in X6. rewrite
    VT in X6.
  pose proof (fsub_error _ _ (proj1 B7)) as X7.
  assert (N4 : 0 <= real (fmul (fconst 1 (-48)) (fmul r r))) by (apply fmul_nonneg; [apply B4 | lra | lra]).
  assert (N5 : 0 <= real (fadd dist2_error (fmul (fconst 1 (-48)) (fmul r r)))) by (apply fadd_nonneg; [apply B5 | lra |
    lra]).
  rewrite (Rabs_pos_eq (32 * eps * _)) in X4 by (apply Rmult_le_pos; lra).
  rewrite (Rabs_pos_eq (real dist2_error + _)) in X5 by lra. rewrite (Rabs_pos_eq (_ + T4)) in X6 by lra.
  apply Rabs_le_inv in X4. apply Rabs_le_inv in X5. apply Rabs_le_inv in X6.
  assert (Er : 0 <= eps * real (fmul r r)) by (apply Rmult_le_pos; lra).
  assert (EEr : eps * (eps * real (fmul r r)) <= / 1048576 * (eps * real (fmul r r))) by (apply Rmult_le_compat_r; lra).
  assert (Y4 : 31 * (eps * real (fmul r r)) - tiny <= real (fmul (fconst 1 (-48)) (fmul r r))) by lra.
  assert (Y5 : (1 - eps) * (100 * Q + 31 * (eps * real (fmul r r))) <= real (fadd dist2_error (fmul (fconst 1 (-48))
    (fmul r r)))).
  { assert ((1 - eps) * (100 * Q + 31 * (eps * real (fmul r r))) <= (1 - eps) * (real dist2_error + real (fmul (fconst 1
    (-48)) (fmul r r)))) by (apply Rmult_le_compat_l; lra).
    lra. }
  assert (EQ : eps * Q <= / 1048576 * Q) by (apply Rmult_le_compat_r; lra).
  assert (Y6 : 99 * Q + 30 * (eps * real (fmul r r)) <= real (fadd dist2_error (fmul (fconst 1 (-48)) (fmul r r)))) by
    lra.
  assert (Y7 : (1 - eps) * (99 * Q + 30 * (eps * real (fmul r r)) + T4) <=
    (1 - eps) * (real (fadd dist2_error (fmul (fconst 1 (-48)) (fmul r r))) + T4)) by (apply Rmult_le_compat_l; lra).
  assert (ET : eps * T4 <= / 1048576 * T4) by (apply Rmult_le_compat_r; lra).
  assert (Y8 : 98 * Q + 29 * (eps * real (fmul r r)) + T4 / 2 <= real slack) by lra.
  assert (Z : eps * Rabs (real dist2 - real (fmul r r)) <= eps * (real dist2 + real (fmul r r))).
  { apply Rmult_le_compat_l; [lra |]. apply Rabs_le. lra. }
  split; [eapply below_weaken; [exact B7 | lia] |]. split; [eapply below_weaken; [exact B6 | lia] |]. split; [lra |].
  apply Rabs_le_inv in X7. apply Rabs_le_inv in M1. apply Rabs_le. lra.
Qed.

Lemma filter_last_end_correct n f :
  n <> 0%Z -> filter_last_end_results (fmul r r) fx fy (fadd se sv) n true f ->
  (f = n /\ R ^ 2 < (E1 + V1) ^ 2 + (E2 + V2) ^ 2) \/ (f = 0%Z /\ (E1 + V1) ^ 2 + (E2 + V2) ^ 2 < R ^ 2).
Proof.
  intros N H. unfold filter_last_end_results in H. open H. destruct H. subst.
  pose proof known_last as K.
  match goal with C : true = _ |- _ => rename C into Certain end.
  change (fadd (fmul fx fx) (fmul fy fy)) with dist2 in Certain |- *.
  change (fadd (fmul (fconst 1 (-48)) (fadd se sv)) (fconst 1 (-500))) with error in Certain |- *.
  change (fmul (fmul (fconst 1 2) error) (fadd (fadd (fabs fx) (fabs fy)) error)) with dist2_error in Certain |- *.
  change (fadd (fadd dist2_error (fmul (fconst 1 (-48)) (fmul r r))) (fconst 1 (-660))) with slack in Certain |- *.
  destruct (flt slack (fsub dist2 (fmul r r))) eqn:A.
  - left. split; [reflexivity |]. pose proof (known_positive _ _ _ K A). lra.
  - destruct (flt (fsub dist2 (fmul r r)) (fneg slack)) eqn:B; [| discriminate Certain].
    right. split; [reflexivity |]. pose proof (known_negative _ _ _ K B). lra.
Qed.
End End.
