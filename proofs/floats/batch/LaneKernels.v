(* The theorems of BatchLanes.v and BatchRim.v about the terms that extract.py writes from src/batch/batch_lanes.h, in
   doubles and in floats: what store() gets, bits and certain, is right if certain is 1.

   The terms allow for fused products only where the code says LANES_(plus) or LANES_(minus). The theorems that are used
   here hold for every other product of a sum as well, so also for a compiler that fuses + and *. *)
From Coq Require Import Bool ZArith Reals Lra.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Fused Geometry Conversions Lanes BatchLanes BatchRim Terms_lanes.

Open Scope R_scope.

Section Operations.
Context {f : format}.
Implicit Types v x y : F f.

Lemma some_min_is_min v x y : some_min v x y -> is_min v x y.
Proof.
  unfold some_min. intros H Fx Fy. destruct (flt x y) eqn:A.
  - subst v. apply flt_real in A; auto. split; auto. rewrite Rmin_left; lra.
  - apply flt_real_false in A; auto. destruct (flt y x) eqn:B.
    + subst v. apply flt_real in B; auto. split; auto. rewrite Rmin_right; lra.
    + apply flt_real_false in B; auto. assert (E : real x = real y) by lra.
      destruct H as [-> | [-> | [H _]]]; [split; auto; rewrite Rmin_left; lra | split; auto; rewrite Rmin_right; lra |].
      apply feq_real_false in H; auto. contradiction.
Qed.

Lemma some_max_is_max v x y : some_max v x y -> is_max v x y.
Proof.
  unfold some_max. intros H Fx Fy. destruct (flt y x) eqn:A.
  - subst v. apply flt_real in A; auto. split; auto. rewrite Rmax_left; lra.
  - apply flt_real_false in A; auto. destruct (flt x y) eqn:B.
    + subst v. apply flt_real in B; auto. split; auto. rewrite Rmax_right; lra.
    + apply flt_real_false in B; auto. assert (E : real x = real y) by lra.
      destruct H as [-> | [-> | [H _]]]; [split; auto; rewrite Rmax_left; lra | split; auto; rewrite Rmax_right; lra |].
      apply feq_real_false in H; auto. contradiction.
Qed.

Lemma some_max_keeps_overflow v x y : nonneg x -> nonneg y -> some_max v x y -> keeps_overflow v x y.
Proof.
  intros Px Py H Nx Ny E. unfold some_max in H.
  destruct x as [sx | sx | | sx mx ex Bx], y as [sy | sy | | sy my ey By]; simpl in *; subst; try discriminate;
    destruct E as [E | E]; try discriminate; try destruct sx; try destruct sy; simpl in *; auto;
    destruct H as [H | [H | [H _]]]; auto; discriminate.
Qed.

Lemma fsign_is_sign n x : is_sign (fsign n x) x.
Proof. unfold is_sign, fsign. destruct x; simpl; auto; discriminate. Qed.

Lemma may_fuse_more v x y p q : sum_or_fused v x y None q -> sum_or_fused v x y p q.
Proof. intros [H | [(a & b & H & _) | H]]; [left; auto | discriminate | right; right; auto]. Qed.

Lemma may_fuse_more_of_difference v x y p q : difference_or_fused v x y None q -> difference_or_fused v x y p q.
Proof. intros [H | [(a & b & H & _) | H]]; [left; auto | discriminate | right; right; auto]. Qed.
End Operations.

Lemma ldiff_bits a b : Z.ldiff (bit a) (bit b) = bit (andb a (negb b)).
Proof. destruct a, b; reflexivity. Qed.

Lemma lor_bits a b : Z.lor (bit a) (bit b) = bit (orb a b).
Proof. destruct a, b; reflexivity. Qed.

Lemma bit_is_set b : bit b = 1%Z -> b = true.
Proof. destruct b; [auto | discriminate]. Qed.

(* bits is 1 or 0, and says whether the circle of radius R around c reaches the axis. *)
Definition right_bits (bits : Z) (c a b : point) (R : R) :=
  (bits = 1%Z /\ nearer Segment c a b R) \/ (bits = 0%Z /\ farther Segment c a b R).

Lemma right_of_verdict t c a b R : verdict t c a b R -> right_bits (bit t) c a b R.
Proof. destruct t; simpl; [left | right]; auto. Qed.

(* ---- the disc ---- *)

Ltac as_floor :=
  intros (x & [Hx Hr]); subst; apply may_fuse_more; exact Hr.

Lemma floor_of_doubles_is reach2 result :
  floor_of_doubles_lanes_results reach2 result -> lanes_floor (fconst 1 (-47) : F double) (fconst 1 (-480)) reach2
    result.
Proof. as_floor. Qed.

Lemma floor_of_floats_is reach2 result :
  floor_of_floats_lanes_results reach2 result -> lanes_floor (fconst 1 (-18) : F single) (fconst 1 (-48)) reach2 result.
Proof. as_floor. Qed.

Ltac as_reach nan :=
  intros (ax' & ay' & ux & uy & wx & wy & len2 & dot & cross & max1 & min1 & m & lhs & behind & of1 & terms & error &
    H);
  destruct H; exists (fsign nan behind), (flt error (fabs behind)); subst ax' ay'; split; [| auto];
  exists ux, uy, wx, wy, len2, dot, cross, max1, min1, m, lhs, behind, of1, terms, error;
  split; auto using may_fuse_more, may_fuse_more_of_difference, some_min_is_min, some_max_is_max, fsign_is_sign; left;
    auto.

Lemma reach_of_doubles_is ax ay bx by_ cx cy reach2 floor nan result touch :
  reach_of_doubles_lanes_results ax ay bx by_ cx cy reach2 floor nan result touch ->
  exists t c, lanes_reach_results (fconst 1 (-47)) None ax ay bx by_ cx cy reach2 floor t c /\ result = bit c /\ touch
    = bit t.
Proof. as_reach nan. Qed.

Lemma reach_of_floats_is ax ay bx by_ cx cy reach2 floor nan result touch :
  reach_of_floats_lanes_results ax ay bx by_ cx cy reach2 floor nan result touch ->
  exists t c, lanes_reach_results (fconst 1 (-18)) None ax ay bx by_ cx cy reach2 floor t c /\ result = bit c /\ touch
    = bit t.
Proof. as_reach nan. Qed.

(* KERNEL(bare): its loops call KERNEL(floor) and KERNEL(reach) with r * r. *)
Theorem bare_of_doubles_right ax ay bx by_ cx cy r floor nan bits :
  floor_of_doubles_lanes_results (fmul r r) floor ->
  reach_of_doubles_lanes_results ax ay bx by_ cx cy (fmul r r) floor nan 1%Z bits ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r) /\
  right_bits bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r).
Proof.
  intros Hf Hr. apply reach_of_doubles_is in Hr. destruct Hr as (t & c & code & C & ->).
  symmetry in C. apply bit_is_set in C. subst c.
  destruct (bare_of_doubles_correct ax ay bx by_ cx cy r t) as (Fs & V).
  - exists None, (fmul r r), floor. auto using floor_of_doubles_is.
  - auto using right_of_verdict.
Qed.

Theorem bare_of_floats_right ax ay bx by_ cx cy r floor nan bits :
  floor_of_floats_lanes_results (fmul r r) floor ->
  reach_of_floats_lanes_results ax ay bx by_ cx cy (fmul r r) floor nan 1%Z bits ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r) /\
  right_bits bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r).
Proof.
  intros Hf Hr. apply reach_of_floats_is in Hr. destruct Hr as (t & c & code & C & ->).
  symmetry in C. apply bit_is_set in C. subst c.
  destruct (bare_of_floats_correct ax ay bx by_ cx cy r t) as (Fs & V).
  - exists None, (fmul r r), floor. auto using floor_of_floats_is.
  - auto using right_of_verdict.
Qed.

(* Takes the record of a kernel apart: the verdict t and the certain bit c of KERNEL(reach), and no sign bit set. *)
Ltac open_kernel reach_is :=
  match goal with H : _ |- _ => destruct H; subst end;
  match goal with E : _ |- _ => apply reach_is in E; destruct E as (t & c & code & -> & ->) end;
  match goal with E : 1%Z = Z.ldiff _ ?z |- _ =>
    match z with context [fsign ?n ?x] => change z with (bit (fsign n x)) in E end; rewrite ldiff_bits in E; symmetry
      in E; apply bit_is_set in E;
    rename E into C end.

(* The circle has been checked: its radius is not negative. *)
Theorem walls_of_doubles_right cx cy r ax ay bx by_ wr nan1 nan2 bits :
  walls_of_doubles_lanes_results cx cy r ax ay bx by_ wr nan1 nan2 bits 1%Z ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r /\ finite wr) /\
  0 <= real wr /\
  right_bits bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr).
Proof.
  intros (x & y & z & cx' & cy' & r' & wr' & reach & reach2 & floor & certain & touch & certain_1 & H).
  open_kernel reach_of_doubles_is.
  destruct (walls_of_doubles_correct ax ay bx by_ wr cx cy r t) as (Fs & Ps & V); [| auto using right_of_verdict].
  exists (fsign nan2 wr). split; [apply fsign_is_sign |].
  exists None, (fadd r wr), (fmul (fadd r wr) (fadd r wr)), floor, c. auto 10 using floor_of_doubles_is.
Qed.

(* is_float has been true of the circle's numbers: they are floats. *)
Theorem walls_of_floats_right (cx cy r : F double) ax ay bx by_ wr nan1 nan2 bits :
  finite cx -> finite cy -> finite r ->
  feq (fwiden (fnarrow cx)) cx = true -> feq (fwiden (fnarrow cy)) cy = true -> feq (fwiden (fnarrow r)) r = true ->
  walls_of_floats_lanes_results cx cy r ax ay bx by_ wr nan1 nan2 bits 1%Z ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite wr) /\
  0 <= real wr /\
  right_bits bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr).
Proof.
  intros Fx Fy Fr Ex Ey Er (x & y & z & cx' & cy' & r' & wr' & reach & reach2 & floor & certain & touch & certain_1 &
    H).
  open_kernel reach_of_floats_is.
  destruct (walls_of_floats_correct ax ay bx by_ wr (fnarrow cx) (fnarrow cy) (fnarrow r) t) as (Fs & Ps & V).
  - exists (fsign nan2 wr). split; [apply fsign_is_sign |].
    exists None, (fadd (fnarrow r) wr), (fmul (fadd (fnarrow r) wr) (fadd (fnarrow r) wr)), floor, c.
    auto 10 using floor_of_floats_is.
  - apply is_float_value in Ex, Ey, Er; auto. destruct Ex as (_ & Vx), Ey as (_ & Vy), Er as (_ & Vr).
    unfold point_of at 1 in V. rewrite Vx, Vy, Vr in V. split; [tauto |]. auto using right_of_verdict.
Qed.

Theorem pairs_of_doubles_right cx cy r ax ay bx by_ wr nan1 nan2 bits :
  pairs_of_doubles_lanes_results cx cy r ax ay bx by_ wr nan1 nan2 bits 1%Z ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r /\ finite wr) /\
  (0 <= real r /\ 0 <= real wr) /\
  right_bits bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr).
Proof.
  intros (cx' & cy' & r' & wr' & reach & reach2 & floor & certain & touch & min1 & certain_1 & H).
  open_kernel reach_of_doubles_is.
  destruct (pairs_of_doubles_correct ax ay bx by_ wr cx cy r t) as (Fs & Ps & V); [| auto using right_of_verdict].
  exists min1, (fsign nan2 min1). split; [now apply some_min_is_min |]. split; [apply fsign_is_sign |].
  exists None, (fadd r wr), (fmul (fadd r wr) (fadd r wr)), floor, c. auto 10 using floor_of_doubles_is.
Qed.

Theorem pairs_of_floats_right cx cy r ax ay bx by_ wr nan1 nan2 bits :
  pairs_of_floats_lanes_results cx cy r ax ay bx by_ wr nan1 nan2 bits 1%Z ->
  (finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cx /\ finite cy /\ finite r /\ finite wr) /\
  (0 <= real r /\ 0 <= real wr) /\
  right_bits bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r + real wr).
Proof.
  intros (cx' & cy' & r' & wr' & reach & reach2 & floor & certain & touch & min1 & certain_1 & H).
  open_kernel reach_of_floats_is.
  destruct (pairs_of_floats_correct ax ay bx by_ wr cx cy r t) as (Fs & Ps & V); [| auto using right_of_verdict].
  exists min1, (fsign nan2 min1). split; [now apply some_min_is_min |]. split; [apply fsign_is_sign |].
  exists None, (fadd r wr), (fmul (fadd r wr) (fadd r wr)), floor, c. auto 10 using floor_of_floats_is.
Qed.

(* ---- the rim ---- *)

(* bits is 1 or 0: 1 if the wall is certainly not strictly inside the circle, 0 if it certainly is. *)
Definition right_rim (bits : Z) (c a b : point) (r wr : R) :=
  (bits = 1%Z /\ rim_verdict true c a b r wr) \/ (bits = 0%Z /\ rim_verdict false c a b r wr).

Lemma right_of_rim_verdict yes c a b r wr : rim_verdict yes c a b r wr -> right_rim (bit yes) c a b r wr.
Proof. destruct yes; [left | right]; auto. Qed.

Ltac as_rim nan1 nan2 constants :=
  intros (wx & wy & zx & zy & w2 & z2 & far2 & rim & rim2 & within & of1 & error & thicker & certain & H)
    Fax Fay Fbx Fby Fcx Fcy Fr Fwr Pr Pwr;
  destruct H; subst thicker certain;
  match goal with E : ?bits = Z.lor _ _ |- right_rim ?bits _ _ _ _ _ =>
    change (bits = Z.lor (bit (fsign nan2 within)) (bit (fsign nan1 rim))) in E; rewrite lor_bits in E; rewrite E end;
  match goal with E : 1%Z = Z.lor _ _ |- _ =>
    change (1%Z = Z.lor (bit (flt error (fabs within))) (bit (fsign nan1 rim))) in E; rewrite lor_bits in E;
    symmetry in E; apply bit_is_set in E;
    apply right_of_rim_verdict; eapply (rim_correct _ _ _ _ _ _ _ _ _ _ wx wy zx zy w2 z2 far2 rim rim2 within of1 error
      (fsign nan1 rim) (fsign nan2 within) (flt error (fabs within)));
    [exact constants | | assumption ..] end;
  assert (P2 : nonneg w2)
    by (eapply nonneg_sum_or_fused; [apply (may_fuse_more _ _ _ (Some (wx, wx))); eassumption | ..]; simpl; auto);
  assert (Q2 : nonneg z2)
    by (eapply nonneg_sum_or_fused; [apply (may_fuse_more _ _ _ (Some (zx, zx))); eassumption | ..]; simpl; auto);
  split; auto using may_fuse_more, some_max_is_max, some_max_keeps_overflow, fsign_is_sign; left; assumption.

Theorem rim_of_doubles_right (ax ay bx by_ wr cx cy r : F double) nan1 nan2 bits :
  rim_of_doubles_lanes_results ax ay bx by_ wr cx cy r nan1 nan2 bits 1%Z ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy ->
  finite r -> finite wr -> 0 <= real r -> 0 <= real wr ->
  right_rim bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r) (real wr).
Proof. as_rim nan1 nan2 rim_constants_of_doubles. Qed.

Theorem rim_of_floats_right (ax ay bx by_ wr cx cy r : F single) nan1 nan2 bits :
  rim_of_floats_lanes_results ax ay bx by_ wr cx cy r nan1 nan2 bits 1%Z ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy ->
  finite r -> finite wr -> 0 <= real r -> 0 <= real wr ->
  right_rim bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r) (real wr).
Proof. as_rim nan1 nan2 rim_constants_of_floats. Qed.

(* KERNEL(rim_walls) runs KERNEL(rim) for one circle; in floats its numbers are floats. *)
Theorem rim_walls_of_doubles_right (cx cy r ax ay bx by_ wr : F double) nan1 nan2 bits :
  rim_walls_of_doubles_lanes_results cx cy r ax ay bx by_ wr nan1 nan2 bits 1%Z ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy ->
  finite r -> finite wr -> 0 <= real r -> 0 <= real wr ->
  right_rim bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r) (real wr).
Proof.
  intros (x & y & z & cx' & cy' & r' & wx & wy & zx & zy & w2 & z2 & far2 & rim & rim2 & within & of1 & error & thicker
    & certain & H).
  destruct H. apply (rim_of_doubles_right ax ay bx by_ wr cx cy r nan1 nan2 bits).
  exists wx, wy, zx, zy, w2, z2, far2, rim, rim2, within, of1, error, thicker, certain. subst cx' cy' r' x y z. split;
    assumption.
Qed.

Theorem rim_walls_of_floats_right (cx cy r : F double) (ax ay bx by_ wr : F single) nan1 nan2 bits :
  rim_walls_of_floats_lanes_results cx cy r ax ay bx by_ wr nan1 nan2 bits 1%Z ->
  feq (fwiden (fnarrow cx)) cx = true -> feq (fwiden (fnarrow cy)) cy = true -> feq (fwiden (fnarrow r)) r = true ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy ->
  finite r -> finite wr -> 0 <= real r -> 0 <= real wr ->
  right_rim bits (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r) (real wr).
Proof.
  intros (x & y & z & cx' & cy' & r' & wx & wy & zx & zy & w2 & z2 & far2 & rim & rim2 & within & of1 & error & thicker
    & certain & H)
    Ex Ey Er Fax Fay Fbx Fby Fcx Fcy Fr Fwr Pr Pwr.
  apply is_float_value in Ex, Ey, Er; auto. destruct Ex as (Fx & Vx), Ey as (Fy & Vy), Er as (Fr' & Vr).
  destruct H. unfold point_of at 1. rewrite <- Vx, <- Vy, <- Vr.
  apply (rim_of_floats_right ax ay bx by_ wr (fnarrow cx) (fnarrow cy) (fnarrow r) nan1 nan2 bits); auto; [| rewrite
    Vr; exact Pr].
  exists wx, wy, zx, zy, w2, z2, far2, rim, rim2, within, of1, error, thicker, certain. subst cx' cy' r' x y z. split;
    assumption.
Qed.

(* ---- boxes ---- *)

Ltac as_apart :=
  intros (ax' & ay' & bx' & by' & min1 & apart & max1 & apart_1 & min2 & apart_2 & max2 & apart_3 & H) Fax Fay Fbx Fby
    Fcx Fcy Fr Pr;
  destruct H; subst ax' ay' bx' by'; subst;
  match goal with E : true = Z.eqb _ 1%Z |- _ =>
    symmetry in E; apply Z.eqb_eq in E;
    match type of E with Z.lor (Z.lor (Z.lor ?x ?y) ?z) ?w = _ =>
      match x with context [flt ?x1 ?x2] => change x with (bit (flt x1 x2)) in E end;
      match y with context [flt ?y1 ?y2] => change y with (bit (flt y1 y2)) in E end;
      match z with context [flt ?z1 ?z2] => change z with (bit (flt z1 z2)) in E end;
      match w with context [flt ?w1 ?w2] => change w with (bit (flt w1 w2)) in E end end;
    rewrite !lor_bits in E; apply bit_is_set in E end;
  eapply apart_correct; eauto; split; eauto using some_min_is_min, some_max_is_max.

Theorem apart_of_doubles_right (ax ay bx by_ cx cy r : F double) :
  apart_of_doubles_lanes_results ax ay bx by_ cx cy r true ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy -> finite r -> 0 <= real r ->
  farther Segment (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r).
Proof. as_apart. Qed.

Theorem apart_of_floats_right (ax ay bx by_ cx cy r : F single) :
  apart_of_floats_lanes_results ax ay bx by_ cx cy r true ->
  finite ax -> finite ay -> finite bx -> finite by_ -> finite cx -> finite cy -> finite r -> 0 <= real r ->
  farther Segment (point_of cx cy) (point_of ax ay) (point_of bx by_) (real r).
Proof. as_apart. Qed.
