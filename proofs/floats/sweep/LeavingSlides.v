(* Whether a circle that touches slides along the wall (certainly_slides of src/sweep/sweep_double_double.c), over the
   extracted terms: if so, v.n = 0 for the real displacement v, where n points from the nearest point of the axis to the
   centre. The circle then comes no nearer at any time.

   Method: a difference of doubles is 0 only if the real one is, also for a wall that moves to a place. So a level wall
   is level, and v is parallel to it. On the side n is across the wall. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded Geometry Points RimFeature SweepErrors SweepGeometry SweepVectors
  SweepTerms SweepContact SweepStart SweepInputs Leaving Terms_sweep Terms_leaving.

Open Scope R_scope.

(* v.n = 0, and the distance at no time is smaller than at the start. *)
Definition slides (x : extent) (c v a b : point) :=
  forall s0, is_nearest x c a b s0 ->
    (px c - (px a + s0 * ux a b)) * px v + (py c - (py a + s0 * uy a b)) * py v = 0 /\
    forall t s, on_axis x s -> dist2_at c a b s0 <= dist2_at (moved c v t) a b s.

Lemma no_nearer x c v a b s0 : is_nearest x c a b s0 ->
  (px c - (px a + s0 * ux a b)) * px v + (py c - (py a + s0 * uy a b)) * py v = 0 ->
  forall t s, on_axis x s -> dist2_at c a b s0 <= dist2_at (moved c v t) a b s.
Proof.
  intros Near O t s S. pose proof (nearest_angle x c a b s0 Near s S) as A.
  set (nx := px c - (px a + s0 * ux a b)) in *. set (ny := py c - (py a + s0 * uy a b)) in *.
  change (dist2_at c a b s0) with (nx ^ 2 + ny ^ 2).
  set (mx := px (moved c v t) - (px a + s * ux a b)). set (my := py (moved c v t) - (py a + s * uy a b)).
  change (dist2_at (moved c v t) a b s) with (mx ^ 2 + my ^ 2).
  assert (E : mx * nx + my * ny = nx ^ 2 + ny ^ 2 + t * (nx * px v + ny * py v)
    - (s - s0) * (nx * ux a b + ny * uy a b)).
  { unfold mx, my, nx, ny, moved. simpl. ring. }
  rewrite O, Rmult_0_r, Rplus_0_r in E. pose proof (pow2_ge_0 (mx - nx)). pose proof (pow2_ge_0 (my - ny)). lra.
Qed.

Lemma slides_at_rest x c v a b : px v = 0 -> py v = 0 -> slides x c v a b.
Proof.
  intros X Y s0 Near.
  match goal with |- ?o = 0 /\ _ => assert (O : o = 0) by (rewrite X, Y; ring) end.
  split; [exact O | now apply no_nearer].
Qed.

Lemma slides_on_side x c v a b s : a <> b -> no_end x s -> is_nearest x c a b s ->
  ux a b * py v - uy a b * px v = 0 -> slides x c v a b.
Proof.
  intros AB N Near P s0 Near0. rewrite (nearest_unique x c a b s0 s AB Near0 Near).
  pose proof (len2_pos a b AB) as L. pose proof (outward_of_side x c v a b s Near N L) as Out.
  rewrite P, Rmult_0_r in Out.
  match goal with |- ?o = 0 /\ _ => assert (O : o = 0) end.
  { apply Rmult_integral in Out. destruct Out as [O | O]; [exact O | lra]. }
  split; [exact O | now apply no_nearer].
Qed.

(* The vectors are 0 only where the real ones are. *)

Lemma close_zero (x : D) X : close x X -> real x = 0 -> X = 0.
Proof.
  unfold close. intros H Z. rewrite Z, Rabs_R0, !Rmult_0_r in H.
  destruct (Req_dec (0 - X) 0) as [E | E]; [lra |]. apply Rabs_pos_lt in E. lra.
Qed.

Lemma equals_zero (x : D) : finite x -> feq x (fconst 0 0) = true -> real x = 0.
Proof. intros F H. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. apply feq_real in H; auto; lra. Qed.

Lemma sweep_vectors_close cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  (close ux (real bx - real ax) /\ close uy (real by_ - real ay)) /\
  close vx (displacement is_end moves (real cx) (real mx) (real ax) (real wmx)) /\
  close vy (displacement is_end moves (real cy) (real my) (real ay) (real wmy)).
Proof.
  intros H S. unfold is_for_filter_results in S. destruct S as [S]. symmetry in S.
  apply andb_prop in S. destruct S as [S _]. apply andb_prop in S. destruct S as [S _]. apply andb_prop in S.
  destruct S as [S _].
  unfold sweep_vectors_of_results in H. open H. destruct H.
  match goal with A : relative_move_results mx cx wmx ax _ _ _, B : relative_move_results my cy wmy ay _ _ _ |- _ =>
    rename A into MoveX; rename B into MoveY end.
  destruct is_end, moves; cbv [andb] in *; subst;
    (apply safe_sizes in S; [destruct S as (Su & _ & _ & Sv & _)
      | apply nonneg_size | apply nonneg_size | apply nonneg_size
      | try apply nonneg_size; try apply nonneg_moved]);
    destruct (size_parts _ _ Su); (split; [split; now apply close_difference |]).
  - destruct (moved_place _ _ _ _ _ _ _ _ _ _ _ _ _ _ MoveX MoveY Sv) as (_ & _ & Cx & Cy). auto.
  - destruct (size_parts _ _ Sv). split; now apply close_difference.
  - destruct (size_parts _ _ Sv). split; now apply close_difference.
  - split; apply close_same.
Qed.

(* leaving_at_start asks for the sign of v.n of valid input that is safe, and takes 0 for it. *)
Theorem certainly_slides_correct x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
  sv r :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  certainly_slides_results cx cy ax ay bx by_ (extent_number x) ux uy vx vy true ->
  slides x c v a b.
Proof.
  intros c v a b Hv Hs Hl.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct (sweep_vectors_close _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as ((Ux & Uy) & Vx & Vy).
  destruct Inputs as (Fcx & Fcy & _ & _ & Fax & Fay & Fbx & Fby & _).
  destruct K as [[Nu _ _ Nv _ _ _ _ _ _] _ _ _].
  destruct Nu as (Fux & Fuy & _). destruct Nv as (Fvx & Fvy & _).
  clear - Fcx Fcy Fax Fay Fbx Fby Fux Fuy Fvx Fvy Ux Uy Vx Vy Hl.
  unfold certainly_slides_results in Hl. open Hl. destruct Hl as [Level Upright Feat Res].
  match type of Feat with _ _ _ _ _ _ _ _ ?f => rename f into feature end.
  assert (Zu : forall y Y, finite y -> close y Y -> feq y (fconst 0 0) = true -> Y = 0).
  { intros y Y F C E. apply (close_zero y); [exact C |]. now apply equals_zero. }
  destruct (feq vx (fconst 0 0) && feq vy (fconst 0 0))%bool eqn:Rest.
  { apply andb_prop in Rest. destruct Rest as [R1 R2].
    apply slides_at_rest; simpl; [now apply (Zu vx) | now apply (Zu vy)]. }
  assert (Parallel : Geometry.ux a b * py v - Geometry.uy a b * px v = 0 /\ feature = 1%Z).
  { unfold Geometry.ux, Geometry.uy, a, b, v. cbn [px py].
    match type of Level with ?l = _ => destruct l end.
    - symmetry in Level. apply andb_prop in Level. destruct Level as [L1 L2].
      rewrite (Zu _ _ Fuy Uy L1), (Zu _ _ Fvy Vy L2). split; [ring |].
      cbn in Res. symmetry in Res. now apply Z.eqb_eq in Res.
    - match type of Upright with ?l = _ => destruct l end; [| discriminate].
      symmetry in Upright. apply andb_prop in Upright. destruct Upright as [L1 L2].
      rewrite (Zu _ _ Fux Ux L1), (Zu _ _ Fvx Vx L2). split; [ring |].
      cbn in Res. symmetry in Res. now apply Z.eqb_eq in Res. }
  destruct Parallel as [P One].
  assert (NZ : feature <> 0%Z) by lia.
  pose proof (feature_correct _ _ _ _ _ _ _ _ Feat (conj Fcx (conj Fcy (conj Fax (conj Fay (conj Fbx Fby))))) NZ) as Is.
  change (point_of cx cy) with c in Is. change (point_of ax ay) with a in Is. change (point_of bx by_) with b in Is.
  destruct Is as [(_ & AB & s & N & Near) | [(E & _) | (E & _)]]; [| lia | lia].
  exact (slides_on_side x c v a b s AB N Near P).
Qed.
