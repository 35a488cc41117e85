(* Whether a circle leaves a wall (certain_leaving of src/sweep/sweep_double_double.c), over the extracted terms: the
   sign of v.n, where n points from the nearest point of the axis to the centre.

   Method: the axis is convex, so if v.n > 0 the distance at every later time is larger than at the start, and the
   circle misses if it starts apart. If v.n < 0 the circle comes nearer at once. The bounds are those of the sweep's
   filter. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded Geometry Points RimFeature SweepErrors SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepCompare SweepEnd SweepContact SweepFilter SweepStart SweepInputs Terms_sweep
  Terms_leaving.

Open Scope R_scope.

Notation D := (F double).

(* The distance grows from the start on. *)
Definition leaves (x : extent) (c v a b : point) :=
  exists s0, is_nearest x c a b s0 /\
    forall t s, 0 < t -> on_axis x s -> dist2_at c a b s0 < dist2_at (moved c v t) a b s.

(* The circle comes nearer right after the start. *)
Definition approaches (x : extent) (c v a b : point) :=
  exists s0, is_nearest x c a b s0 /\ exists d, 0 < d /\
    forall t, 0 < t < d -> dist2_at (moved c v t) a b s0 < dist2_at c a b s0.

Section Nearest.
Variables (x : extent) (c v a b : point) (s0 : R).
Hypothesis Near : is_nearest x c a b s0.
Let nx := px c - (px a + s0 * ux a b).
Let ny := py c - (py a + s0 * uy a b).
Let out := nx * px v + ny * py v.

Lemma between_on_axis s h : on_axis x s -> 0 <= h <= 1 -> on_axis x (s0 + h * (s - s0)).
Proof.
  destruct Near as (O & _). destruct x; simpl in *; auto; intros S H.
  - split; nra.
  - nra.
Qed.

(* n makes no acute angle with the way to another point of the axis. *)
Lemma nearest_angle s : on_axis x s -> (s - s0) * (nx * ux a b + ny * uy a b) <= 0.
Proof.
  intros S. apply Rnot_lt_le. intros P. set (q := (s - s0) * (nx * ux a b + ny * uy a b)) in *.
  set (dd := ((s - s0) * ux a b) ^ 2 + ((s - s0) * uy a b) ^ 2).
  assert (D0 : 0 <= dd) by (unfold dd; pose proof (pow2_ge_0 ((s - s0) * ux a b)); pose proof (pow2_ge_0 ((s - s0) * uy
    a b)); lra).
  set (h := Rmin 1 (q / (dd + 1))). assert (H0 : 0 < h) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  assert (H1 : h <= 1) by apply Rmin_l.
  assert (H2 : h * (dd + 1) <= q).
  { apply Rle_trans with (q / (dd + 1) * (dd + 1)); [apply Rmult_le_compat_r; [lra | apply Rmin_r] | right; field;
      lra]. }
  destruct Near as (_ & L). pose proof (L _ (between_on_axis s h S ltac:(lra))) as M.
  assert (E : dist2_at c a b (s0 + h * (s - s0)) = dist2_at c a b s0 - 2 * h * q + h * h * dd).
  { unfold dist2_at, q, dd, nx, ny, ux, uy. ring. }
  rewrite E in M. assert (h * h * dd < 2 * h * q) by nra. lra.
Qed.

Lemma nearest_square : dist2_at c a b s0 = nx ^ 2 + ny ^ 2.
Proof. reflexivity. Qed.

Lemma leaves_outward : 0 < out -> leaves x c v a b.
Proof.
  intros O. exists s0. split; [exact Near |]. intros t s T S. rewrite nearest_square.
  pose proof (nearest_angle s S) as A.
  set (mx := px (moved c v t) - (px a + s * ux a b)). set (my := py (moved c v t) - (py a + s * uy a b)).
  change (dist2_at (moved c v t) a b s) with (mx ^ 2 + my ^ 2).
  assert (E : mx * nx + my * ny = nx ^ 2 + ny ^ 2 + t * out - (s - s0) * (nx * ux a b + ny * uy a b)).
  { unfold mx, my, out, nx, ny, moved. simpl. ring. }
  assert (TO : 0 < t * out) by (apply Rmult_lt_0_compat; lra).
  assert (CS : (mx * nx + my * ny) ^ 2 <= (mx ^ 2 + my ^ 2) * (nx ^ 2 + ny ^ 2)).
  { pose proof (pow2_ge_0 (mx * ny - my * nx)). nra. }
  assert (N0 : 0 <= nx ^ 2 + ny ^ 2) by (pose proof (pow2_ge_0 nx); pose proof (pow2_ge_0 ny); lra).
  assert (NP : 0 < nx ^ 2 + ny ^ 2).
  { destruct N0 as [N0 | N0]; [exact N0 |]. exfalso. assert (nx = 0 /\ ny = 0) as [Zx Zy] by (split; nra).
    unfold out in O. rewrite Zx, Zy in O. lra. }
  apply Rmult_lt_reg_r with (nx ^ 2 + ny ^ 2); [exact NP |]. eapply Rlt_le_trans; [| exact CS].
  set (N := nx ^ 2 + ny ^ 2) in *. assert (N < mx * nx + my * ny) by lra. nra.
Qed.

Lemma approaches_inward : out < 0 -> approaches x c v a b.
Proof.
  intros O. exists s0. split; [exact Near |]. set (v2 := px v * px v + py v * py v).
  assert (V : 0 <= v2) by (unfold v2; nra). exists (- out / (v2 + 1)).
  assert (H : 0 < - out / (v2 + 1)) by (apply Rdiv_lt_0_compat; lra). split; [exact H |]. intros t T.
  assert (E : dist2_at (moved c v t) a b s0 = dist2_at c a b s0 + 2 * t * out + t * t * v2).
  { unfold dist2_at, out, v2, nx, ny, moved, ux, uy. simpl. ring. }
  assert (Q : t * (v2 + 1) < - out).
  { apply Rlt_le_trans with (- out / (v2 + 1) * (v2 + 1)); [apply Rmult_lt_compat_r; lra | right; field; lra]. }
  rewrite E. nra.
Qed.

(* On the side v.n has the sign of both cross products. *)
Lemma outward_of_side : no_end x s0 -> 0 < len2 a b -> out * len2 a b = cross c a b * (ux a b * py v - uy a b * px v).
Proof.
  intros N L.
  assert (Foot : nx * ux a b + ny * uy a b = 0).
  { assert (Both : exists e, 0 < e /\ on_axis x (s0 + e) /\ on_axis x (s0 - e)).
    { destruct x; simpl in N.
      - exists (Rmin s0 (1 - s0)). pose proof (Rmin_l s0 (1 - s0)). pose proof (Rmin_r s0 (1 - s0)).
        assert (0 < Rmin s0 (1 - s0)) by (apply Rmin_glb_lt; lra). simpl. repeat split; lra.
      - exists s0. simpl. repeat split; lra.
      - exists 1. simpl. repeat split; lra. }
    destruct Both as (e & E & O1 & O2). pose proof (nearest_angle _ O1) as A1. pose proof (nearest_angle _ O2) as A2.
    replace (s0 + e - s0) with e in A1 by ring. replace (s0 - e - s0) with (- e) in A2 by ring.
    set (z := nx * ux a b + ny * uy a b) in *. nra. }
  assert (E : out * len2 a b - cross c a b * (ux a b * py v - uy a b * px v) =
    (nx * ux a b + ny * uy a b) * (px v * ux a b + py v * uy a b)).
  { unfold out, nx, ny, cross, len2, wx, wy. ring. }
  rewrite Foot in E. lra.
Qed.
End Nearest.

Lemma positive_product p q : (0 < p * q -> (0 < p /\ 0 < q) \/ (p < 0 /\ q < 0))%Z.
Proof. destruct p, q; simpl; lia. Qed.

Lemma negative_product p q : (p * q < 0 -> (0 < p /\ q < 0) \/ (p < 0 /\ 0 < q))%Z.
Proof. destruct p, q; simpl; lia. Qed.

(* What holds if v.n < 0: the circle comes nearer, and it was farther before. *)
Definition back v := Point (- px v) (- py v).
Definition comes x c v a b := approaches x c v a b /\ leaves x c (back v) a b.

Lemma comes_inward x c v a b s0 : is_nearest x c a b s0 ->
  (px c - (px a + s0 * ux a b)) * px v + (py c - (py a + s0 * uy a b)) * py v < 0 -> comes x c v a b.
Proof.
  intros N O. split; [exact (approaches_inward x c v a b s0 N O) |]. apply (leaves_outward x c (back v) a b s0 N).
  unfold back. cbn [px py]. lra.
Qed.

(* The same with products that are known, for a centre c anywhere. *)
Lemma certain_leaving_if x cx cy ax ay bx by_ ux uy vx vy su sv result v
    (c := Point (real cx) (real cy)) (a := Point (real ax) (real ay)) (b := Point (real bx) (real by_))
    (sw := fadd (fabs (fsub cx ax)) (fabs (fsub cy ay))) (sz := fadd (fabs (fsub cx bx)) (fabs (fsub cy by_))) :
  finite cx -> finite cy -> finite ax -> finite ay -> finite bx -> finite by_ ->
  known (fsub (fmul ux (fsub cy ay)) (fmul uy (fsub cx ax))) (cross c a b) (allowance su sw) ->
  known (fsub (fmul ux vy) (fmul uy vx)) (Geometry.ux a b * py v - Geometry.uy a b * px v) (allowance su sv) ->
  known (fadd (fmul (fsub cx ax) vx) (fmul (fsub cy ay) vy)) (Geometry.wx c a * px v + Geometry.wy c a * py v)
    (allowance sw sv) ->
  known (fadd (fmul (fsub cx bx) vx) (fmul (fsub cy by_) vy)) (Geometry.zx c b * px v + Geometry.zy c b * py v)
    (allowance sz sv) ->
  certain_leaving_results cx cy ax ay bx by_ (extent_number x) ux uy vx vy su sv result ->
  ((0 < result)%Z -> leaves x c v a b) /\ ((result < 0)%Z -> comes x c v a b).
Proof.
  intros Fcx Fcy Fax Fay Fbx Fby Kw Kv Kwv Kzv Hl.
  unfold certain_leaving_results in Hl. open Hl.
  destruct Hl as [Feat Eif Efx Efy Efs X1 Y1 X2 Y2 X3 Y3 Res].
  match type of Feat with _ _ _ _ _ _ _ _ ?f => rename f into feature end.
  destruct (Z.eq_dec feature 0) as [Z0 | Z0]; [subst; simpl; split; intros H; lia |].
  pose proof (feature_correct _ _ _ _ _ _ _ _ Feat (conj Fcx (conj Fcy (conj Fax (conj Fay (conj Fbx Fby))))) Z0) as Is.
  change (point_of cx cy) with c in Is. change (point_of ax ay) with a in Is. change (point_of bx by_) with b in Is.
  (* the signs *)
  assert (Sign : forall (d : D) X e, known d X e ->
    let sign := if flt e d then 1%Z else if flt d (fneg e) then (-1)%Z else 0%Z in
    ((0 < sign)%Z -> 0 < X) /\ ((sign < 0)%Z -> X < 0)).
  { intros d X e K sign. apply (certain_sign_correct d X e sign K). constructor. reflexivity. }
  destruct Is as [(E & AB & s0 & N & Near) | [(E & _ & Near) | (E & AB & -> & Near)]]; subst feature; cbn in Eif; subst.
  - (* the side *)
    pose proof (Sign _ _ _ Kw) as (A1 & A2).
    pose proof (Sign _ _ _ Kv) as (B1 & B2).
    unfold allowance, sw in A1, A2, B1, B2. cbn [Z.eqb negb Pos.eqb].
    match goal with |- context [(?p * ?q)%Z] => set (s1 := p) in *; set (s2 := q) in * end.
    pose proof (len2_pos a b AB) as L.
    pose proof (outward_of_side x c v a b s0 Near N L) as Out.
    match type of Out with ?o * _ = _ => set (out := o) in Out end.
    set (X := cross c a b) in *. set (Y := Geometry.ux a b * py v - Geometry.uy a b * px v) in *.
    change ((0 < s1)%Z -> 0 < X) in A1. change ((s1 < 0)%Z -> X < 0) in A2.
    change ((0 < s2)%Z -> 0 < Y) in B1. change ((s2 < 0)%Z -> Y < 0) in B2. clearbody X Y.
    assert (Pos : 0 < X * Y -> 0 < out) by (intros P; apply Rmult_lt_reg_r with (len2 a b); [exact L | lra]).
    assert (Neg : X * Y < 0 -> out < 0) by (intros P; apply Rmult_lt_reg_r with (len2 a b); [exact L | lra]).
    split; intros S.
    + apply (leaves_outward x c v a b s0 Near), Pos.
      destruct (positive_product s1 s2 S) as [[C1 C2] | [C1 C2]]; [specialize (A1 C1); specialize (B1 C2) | specialize
        (A2 C1); specialize (B2 C2)];
        [| replace (X * Y) with (- X * - Y) by ring]; apply Rmult_lt_0_compat; lra.
    + apply (comes_inward x c v a b s0 Near), Neg.
      destruct (negative_product s1 s2 S) as [[C1 C2] | [C1 C2]]; [specialize (A1 C1); specialize (B2 C2) | specialize
        (A2 C1); specialize (B1 C2)];
        [replace (X * Y) with (- (X * - Y)) by ring | replace (X * Y) with (- (- X * Y)) by ring];
        apply Ropp_lt_gt_0_contravar, Rmult_lt_0_compat; lra.
  - pose proof (Sign _ _ _ Kwv) as (A1 & A2).
    unfold allowance, sw, sz in A1, A2. cbn [Z.eqb negb Pos.eqb].
    split; intros S; [specialize (A1 S); apply (leaves_outward x c v a b 0 Near) | specialize (A2 S); apply
      (comes_inward x c v a b 0 Near)];
      unfold Geometry.wx, Geometry.wy in *; rewrite ?Rmult_0_l, ?Rplus_0_r; assumption.
  - pose proof (Sign _ _ _ Kzv) as (A1 & A2).
    unfold allowance, sw, sz in A1, A2. cbn [Z.eqb negb Pos.eqb].
    split; intros S; [specialize (A1 S); apply (leaves_outward Segment c v a b 1 Near)
      | specialize (A2 S); apply (comes_inward Segment c v a b 1 Near)];
      unfold Geometry.zx, Geometry.zy, Geometry.ux, Geometry.uy in *;
      replace (px a + 1 * (px b - px a)) with (px b) by ring; replace (py a + 1 * (py b - py a)) with (py b) by ring;
        assumption.
Qed.

Theorem certain_leaving_correct x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
  sv r
    result :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end moves (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end moves (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  certain_leaving_results cx cy ax ay bx by_ (extent_number x) ux uy vx vy su sv result ->
  ((0 < result)%Z -> leaves x c v a b) /\ ((result < 0)%Z -> approaches x c v a b).
Proof.
  intros c v a b Hv Hs Hl.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct Inputs as (Fcx & Fcy & _ & _ & Fax & Fay & Fbx & Fby & _).
  destruct K as [[Nu Nw Nz Nv Su Sw Sz Sv _ _] _ _ _].
  unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv.
  assert (Eu : wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx /\ zy = fsub cy by_ /\
    sw = fadd (fabs (fsub cx ax)) (fabs (fsub cy ay)) /\ sz = fadd (fabs (fsub cx bx)) (fabs (fsub cy by_)))
    by (repeat split; congruence).
  clear - Eu Nu Nw Nz Nv Su Sw Sz Sv Hl Fcx Fcy Fax Fay Fbx Fby. destruct Eu as (-> & -> & -> & -> & -> & ->).
  destruct (certain_leaving_if x _ _ _ _ _ _ _ _ _ _ _ _ _ v Fcx Fcy Fax Fay Fbx Fby
    (known_cross _ _ _ _ _ _ _ _ _ _ Nu Nw Su Sw) (known_cross _ _ _ _ _ _ _ _ _ _ Nu Nv Su Sv)
    (known_dot _ _ _ _ _ _ _ _ _ _ Nw Nv Sw Sv) (known_dot _ _ _ _ _ _ _ _ _ _ Nz Nv Sz Sv) Hl) as (Out & In).
  split; [exact Out |]. intros S. now apply In.
Qed.
