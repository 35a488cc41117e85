(* The second test of axes_apart (src/scene/leaf_lanes.h): if both ends of the path lie beyond the line of an axis,
   on one side, all points of the axis are farther than `reach` from the exact path, for all finite walls.

   SlabChain.v bounds the computed sides, SlabLine.v the number they are compared with. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree Geometry Regions Overflow Products SlabParts SlabBeside
  SlabChain SlabLine.
From Carom Require PathRegion.
From Carom Require Terms_region.
Import Terms_region.sum_up_terms(sum_up_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Section Across.
Variables fx fy mx my until tx ty reach margin ax ay bx by_ : F double.
Variables start plus1 end_ plus2 of1 bound : F double.
Let size := PathRegion.max_abs fx fy tx ty.
Let ux := fsub bx ax. Let uy := fsub by_ ay.
Let dx := fsub ax fx. Let dy := fsub ay fy.
Let px := fsub tx fx. Let py := fsub ty fy.
Let u_far := fadd (fabs ux) (fabs uy).
Let a_far := fadd (fabs dx) (fabs dy).
Let path_far := fadd (fabs px) (fabs py).
(* The path, as set_path sets it. *)
Hypothesis tx_is : tx = fadd fx (fmul mx until).
Hypothesis ty_is : ty = fadd fy (fmul my until).
Hypothesis reach_valid : nonneg reach.
Hypothesis margin_is : sum_up_results reach (fmul size (fconst 1 (-49))) margin.
(* The lane. *)
Hypothesis start_is : difference_or_fused start (fmul uy dx) (fmul ux dy) None (Some (ux, dy)).
Hypothesis plus1_is : sum_or_fused plus1 start (fmul ux py) None (Some (ux, py)).
Hypothesis end_is : end_ = fsub plus1 (fmul uy px).
Hypothesis plus2_is : sum_or_fused plus2 (fmul (fconst 1 3) (fconst 1 (-1022))) (fmul u_far margin) None (Some (u_far,
    margin)).
Hypothesis of1_is : of1 = fmul u_far (fadd a_far path_far).
Hypothesis bound_is : sum_or_fused bound plus2 (fmul (fconst 1 (-47)) of1) None (Some (fconst 1 (-47), of1)).
Variable s : bool.
Hypothesis start_above : above s bound start.
Hypothesis end_above : above s bound end_.

Let c tau := Point (real fx + tau * (real mx * real until)) (real fy + tau * (real my * real until)).
Let A := Point (real ax) (real ay).
Let B := Point (real bx) (real by_).

Lemma nonneg_margin : nonneg margin.
Proof.
  destruct margin_is as [->]. apply nonneg_fadd; [| reflexivity]. apply nonneg_fmul; [| reflexivity].
  apply nonneg_fadd; [exact reach_valid |]. apply nonneg_fmul; [| reflexivity].
  unfold size, PathRegion.max_abs, SearchRegions.greater. repeat match goal with |- nonneg (if ?c then _ else _) =>
      destruct c end; apply nonneg_fabs.
Qed.

Lemma nonneg_sums : nonneg u_far /\ nonneg a_far /\ nonneg path_far.
Proof. repeat split; apply nonneg_fadd; apply nonneg_fabs. Qed.

Lemma nonneg_bound : nonneg bound.
Proof.
  destruct nonneg_sums as (N1 & N2 & N3). pose proof nonneg_margin as N4.
  assert (G : forall v x c d : F double, sum_or_fused v x (fmul c d) None (Some (c, d)) -> nonneg x -> nonneg c ->
      nonneg d -> nonneg v).
  { intros v x k d [-> | [(p & q & G & _) | (p & q & G & ->)]] Nx Nc Nd; [| discriminate |].
    - apply nonneg_fadd; [exact Nx | now apply nonneg_fmul].
    - injection G as <- <-. now apply nonneg_ffma. }
  apply (G _ _ _ _ bound_is); [| reflexivity |].
  - apply (G _ _ _ _ plus2_is); auto. apply nonneg_fmul; reflexivity.
  - rewrite of1_is. apply nonneg_fmul; [exact N1 | now apply nonneg_fadd].
Qed.

Lemma bound_finite : finite bound.
Proof.
  pose proof nonneg_bound as N. unfold above in start_above. destruct s.
  - destruct bound as [| [|] | |]; try reflexivity; [discriminate N | |]; destruct start as [| [|] | |]; discriminate
      start_above.
  - exact (flt_finite _ _ start_above N).
Qed.

(* A product of the lane does not overflow, because the product of the sums does not. *)
Lemma product_finite (x y w z : F double) : finite (fmul w z) -> 0 <= real w -> 0 <= real z -> finite x -> finite y ->
  Rabs (real x) <= real w -> Rabs (real y) <= real z -> finite (fmul x y).
Proof.
  intros Fp W Z Fx Fy Bx By. destruct (fmul_finite _ _ Fp) as (_ & _ & E).
  generalize (Bmult_correct (prec double) (emax double) _ _ mode_NE x y). rewrite Rlt_bool_true.
  - unfold finite in Fx, Fy. rewrite Fx, Fy. intros (_ & C & _). exact C.
  - change (Rabs (rnd double (real x * real y)) < bpow radix2 (emax double)).
    assert (H : Rabs (real x * real y) <= real w * real z) by (rewrite Rabs_mult; apply Rmult_le_compat; auto using
        Rabs_pos).
    apply Rle_lt_trans with (real (fmul w z)).
    + rewrite E. apply Rabs_le_inv in H. apply Rabs_le. rewrite <- rnd_opp. split; apply rnd_le; lra.
    + pose proof (real_below (fmul w z)) as Q. apply Rabs_def2 in Q. lra.
Qed.

Theorem across_the_line tau t : 0 <= tau <= 1 -> on_axis Segment t ->
  finite reach /\ real reach ^ 2 < dist2_at (c tau) A B t.
Proof.
  intros Ht Ta. pose proof bound_finite as Fb. destruct nonneg_sums as (N1 & N2 & N3).
  destruct (SlabLine.bound_is u_far margin a_far path_far plus2 of1 bound plus2_is of1_is bound_is Fb N1 nonneg_margin
      N2 N3)
    as (Fu & Fm & Fa & Fp & Fo & BB). cbv zeta in BB. set (T := real u_far * (real a_far + real path_far)) in *.
  destruct BB as (O1 & O2 & BR). pose proof u_double_small as U. pose proof eta_double_pos as ET. pose proof top_large
      as TL.
  destruct (abs_sum_bounds _ _ Fu) as (Fux & Fuy & Bux & Buy & Bu). destruct (abs_sum_bounds _ _ Fa) as (Fdx & Fdy & Bdx
      & Bdy & Bd).
  destruct (abs_sum_bounds _ _ Fp) as (Fpx & Fpy & Bpx & Bpy & Bp). fold u_far in Bux, Buy, Bu. fold a_far in Bdx, Bdy,
      Bd. fold path_far in Bpx, Bpy, Bp.
  destruct (fsub_finite _ _ Fdx) as (Fax & Ffx & _). destruct (fsub_finite _ _ Fdy) as (Fay & Ffy & _).
  destruct (fsub_finite _ _ Fpx) as (Ftx & _ & _). destruct (fsub_finite _ _ Fpy) as (Fty & _ & _).
  (* no product overflows *)
  pose proof Fo as Fo'. rewrite of1_is in Fo'. destruct (fmul_finite _ _ Fo') as (_ & Fs & Eo). destruct (fadd_finite _
      _ Fs) as (_ & _ & Es).
  pose proof (nonneg_real _ N1) as u0. pose proof (nonneg_real _ N2) as a0. pose proof (nonneg_real _ N3) as p0.
  assert (Sa : real a_far <= real (fadd a_far path_far)).
  { rewrite Es. apply Rle_trans with (rnd double (real a_far)); [rewrite rnd_of_format by apply real_in_format; lra |
      apply rnd_le; lra]. }
  assert (Sp : real path_far <= real (fadd a_far path_far)).
  { rewrite Es. apply Rle_trans with (rnd double (real path_far)); [rewrite rnd_of_format by apply real_in_format; lra |
      apply rnd_le; lra]. }
  assert (F1 : finite (fmul uy dx)) by (apply (product_finite _ _ _ _ Fo'); auto; lra).
  assert (F2 : finite (fmul ux dy)) by (apply (product_finite _ _ _ _ Fo'); auto; lra).
  assert (F3 : finite (fmul ux py)) by (apply (product_finite _ _ _ _ Fo'); auto; lra).
  assert (F4 : finite (fmul uy px)) by (apply (product_finite _ _ _ _ Fo'); auto; lra).
  (* all terms *)
  assert (T0 : 0 <= T) by (apply Rmult_le_pos; lra).
  assert (UT : 0 <= ud * T <= / 1048576 * T) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUT : 0 <= ud * (ud * T) <= / 1048576 * (ud * T)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  assert (UUUT : 0 <= ud * (ud * (ud * T)) <= / 1048576 * (ud * (ud * T))) by (split; [repeat apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  set (T2 := (1 + 21 / 10 * ud) * T).
  assert (Terms : Rabs (real uy * real dx) + Rabs (real ux * real dy) + Rabs (real ux * real py) + Rabs (real uy * real
      px) <= T2).
  { rewrite !Rabs_mult. pose proof (Rabs_pos (real ux)) as P1. pose proof (Rabs_pos (real uy)) as P2. pose proof
      (Rabs_pos (real dx)) as P3.
    pose proof (Rabs_pos (real dy)) as P4. pose proof (Rabs_pos (real px)) as P5. pose proof (Rabs_pos (real py)) as P6.
    set (p := Rabs (real ux)) in *. set (q := Rabs (real uy)) in *. set (i := Rabs (real dx)) in *. set (j := Rabs (real
        dy)) in *.
    set (k := Rabs (real px)) in *. set (l := Rabs (real py)) in *.
    assert (M : (1 - ud) * (p + q) * ((1 - ud) * (i + j + (k + l))) <= T) by (apply Rmult_le_compat; try lra; apply
        Rmult_le_pos; lra).
    assert (Q : q * i + p * j + p * l + q * k <= (p + q) * (i + j + (k + l))).
    { assert (0 <= p * i) by (apply Rmult_le_pos; lra). assert (0 <= p * k) by (apply Rmult_le_pos; lra).
      assert (0 <= q * j) by (apply Rmult_le_pos; lra). assert (0 <= q * l) by (apply Rmult_le_pos; lra). lra. }
    set (z := (p + q) * (i + j + (k + l))) in *. assert (z0 : 0 <= z) by (apply Rmult_le_pos; lra).
    assert (M' : (1 - ud) * (1 - ud) * z <= T) by (unfold z; lra).
    assert (z <= T2); [| lra]. apply Rmult_le_reg_l with ((1 - ud) * (1 - ud)); [apply Rmult_lt_0_compat; lra |].
    unfold T2. eapply Rle_trans; [exact M' |]. lra. }
  assert (Ttop : T2 <= (1 + 7 * ud) * top).
  { assert (T <= (1 + 4 * ud) * top).
    { apply Rmult_le_reg_l with (1 - 3 * ud); [lra |]. assert (0 <= ud * top) by lra.
      assert (ud * (ud * top) <= / 1048576 * (ud * top)) by (apply Rmult_le_compat_r; lra). lra. }
    assert (ud * T <= ud * ((1 + 4 * ud) * top)) by (apply Rmult_le_compat_l; lra).
    assert (ud * (ud * top) <= / 1048576 * (ud * top)) by (apply Rmult_le_compat_r; lra). unfold T2. lra. }
  destruct (chain_above ux uy dx dy px py start plus1 end_ bound s start_is plus1_is end_is F1 F2 F3 F4 Fb start_above
      end_above T2 Terms Ttop)
    as (CS & CE).
  (* the exact vectors *)
  set (Ux := real bx - real ax). set (Uy := real by_ - real ay). set (Ax := real ax - real fx). set (Ay := real ay -
      real fy).
  set (Px := real mx * real until). set (Py := real my * real until).
  pose proof (difference_within _ _ Fux) as Wux. fold ux Ux in Wux. pose proof (difference_within _ _ Fuy) as Wuy. fold
      uy Uy in Wuy.
  pose proof (difference_within _ _ Fdx) as Wdx. fold dx Ax in Wdx. pose proof (difference_within _ _ Fdy) as Wdy. fold
      dy Ay in Wdy.
  set (U1 := Rabs Ux + Rabs Uy). assert (U10 : 0 <= U1) by (pose proof (Rabs_pos Ux); pose proof (Rabs_pos Uy); unfold
      U1; lra).
  assert (Low : forall X x : R, Rabs (x - X) <= ud * Rabs X -> (1 - ud) * Rabs X <= Rabs x).
  { intros X x H. replace x with (X - (X - x)) at 1 by ring. eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite
      (Rabs_minus_sym X x). lra. }
  assert (UU1 : (1 - 2 * ud) * U1 <= real u_far).
  { pose proof (Low _ _ Wux). pose proof (Low _ _ Wuy). assert ((1 - ud) * U1 <= Rabs (real ux) + Rabs (real uy)) by
      (unfold U1; lra).
    assert ((1 - ud) * ((1 - ud) * U1) <= real u_far) by (eapply Rle_trans; [apply Rmult_le_compat_l; [lra |
        eassumption] | lra]).
    assert (0 <= ud * (ud * U1)) by (repeat apply Rmult_le_pos; lra). lra. }
  (* the path *)
  destruct (PathRegion.max_abs_value fx fy tx ty Ffx Ffy Ftx Fty) as (Fsz & S1 & S2 & S3 & S4). fold size in Fsz, S1,
      S2, S3, S4.
  assert (size0 : 0 <= real size) by (pose proof (Rabs_pos (real fx)); lra).
  destruct (path_margin reach size margin margin_is reach_valid Fm size0) as (Fr & R0 & ME). split; [exact Fr |].
  set (ep := 51 / 10 * ud * real size + 101 / 100 * etad).
  assert (US : 0 <= ud * real size <= / 1048576 * real size) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  assert (EP : forall (f m w : F double) (v : R), w = fadd f (fmul m until) -> finite w -> Rabs (real f) <= real size ->
      Rabs (real w) <= real size ->
    finite (fsub w f) -> v = real (fsub w f) -> Rabs (real m * real until - v) <= ep).
  { intros f m w v Ew Fw B1 B2 Fd ->. pose proof (PathRegion.end_error f m until w (real size) Fw Ew B1 B2) as E.
    pose proof (difference_within _ _ Fd) as D. apply within in E, D.
    assert (L : Rabs (real w - real f) <= 2 * real size).
    { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (ud * Rabs (real w - real f) <= ud * (2 * real size)) by (apply Rmult_le_compat_l; lra). apply within. unfold
        ep. lra. }
  pose proof (EP fx mx tx (real px) tx_is Ftx S1 S3 Fpx eq_refl) as Wpx. pose proof (EP fy my ty (real py) ty_is Fty S2
      S4 Fpy eq_refl) as Wpy.
  fold Px in Wpx. fold Py in Wpy. clear EP.
  assert (Mep : real reach + ep <= real margin) by (unfold ep; lra).
  (* the bound against |u| times the margin *)
  assert (m0 : 0 <= real margin) by (apply nonneg_real, nonneg_margin).
  set (Um := U1 * real margin). assert (Um0 : 0 <= Um) by (apply Rmult_le_pos; lra).
  assert (UUm : 0 <= ud * Um <= / 1048576 * Um) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (UUUm : 0 <= ud * (ud * Um) <= / 1048576 * (ud * Um)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  assert (Fm' : (1 - 2 * ud) * Um <= real u_far * real margin).
  { unfold Um. replace ((1 - 2 * ud) * (U1 * real margin)) with ((1 - 2 * ud) * U1 * real margin) by ring. apply
      Rmult_le_compat_r; lra. }
  assert (BR' : (1 - 8 * ud) * Um + 635 / 10 * (ud * T) + 1000 * etad <= real bound).
  { assert ((1 - 5 * ud) * ((1 - 2 * ud) * Um) <= (1 - 5 * ud) * (real u_far * real margin)) by (apply
      Rmult_le_compat_l; lra). lra. }
  assert (Btop : real bound < top) by (pose proof (real_below bound) as Q; apply Rabs_def2 in Q; unfold huge; lra).
  set (S0 := real uy * real dx - real ux * real dy) in *. set (E0 := S0 + real ux * real py - real uy * real px) in *.
  assert (Abs : forall x, sg s * x <= Rabs x) by (intros x; rewrite <- (sg_abs s x); apply Rle_abs).
  assert (AS : sg s * S0 <= T2).
  { eapply Rle_trans; [apply Abs |]. unfold S0, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    pose proof (Rabs_pos (real ux * real py)). pose proof (Rabs_pos (real uy * real px)). lra. }
  assert (AE : sg s * E0 <= T2).
  { eapply Rle_trans; [apply Abs |]. unfold E0, S0, Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    eapply Rle_trans; [apply Rplus_le_compat_r, Rplus_le_compat_r, Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (UT2 : ud * T2 <= 101 / 100 * (ud * T)) by (unfold T2; lra).
  assert (UmT : ud * Um <= 102 / 100 * (ud * T)).
  { assert ((1 - 8 * ud) * Um <= 101 / 100 * T) by (unfold T2 in *; lra).
    assert (ud * ((1 - 8 * ud) * Um) <= ud * (101 / 100 * T)) by (apply Rmult_le_compat_l; lra). lra. }
  assert (GS : Um + 49 * (ud * T) < sg s * S0) by lra.
  assert (GE : Um + 34 * (ud * T) < sg s * E0).
  { destruct CE as [CE | CE]; [lra |].
    assert (ud * top <= 102 / 100 * (ud * T)); [| lra].
    assert ((1 - 20 * ud) * top <= T2) by lra.
    assert (ud * ((1 - 20 * ud) * top) <= ud * T2) by (apply Rmult_le_compat_l; lra).
    assert (ud * (ud * top) <= / 1048576 * (ud * top)) by (apply Rmult_le_compat_r; [lra | lra]). lra. }
  (* the exact sides *)
  set (S1' := Uy * Ax - Ux * Ay). set (E1' := S1' + Ux * Py - Uy * Px).
  pose proof (factors_close Uy (real uy) Ax (real dx) Wuy Wdx) as K1. pose proof (factors_close Ux (real ux) Ay (real
      dy) Wux Wdy) as K2.
  pose proof (Rabs_pos (real uy * real dx)). pose proof (Rabs_pos (real ux * real dy)).
  pose proof (Rabs_pos (real ux * real py)). pose proof (Rabs_pos (real uy * real px)).
  assert (DS : Rabs (S1' - S0) <= 22 / 10 * (ud * T)).
  { replace (S1' - S0) with ((Uy * Ax - real uy * real dx) + - (Ux * Ay - real ux * real dy)) by (unfold S1', S0; ring).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    assert (ud * (Rabs (real uy * real dx) + Rabs (real ux * real dy)) <= ud * T2) by (apply Rmult_le_compat_l; lra).
        lra. }
  assert (Prod : forall X x P p : R, Rabs (x - X) <= ud * Rabs X -> Rabs (P - p) <= ep ->
    Rabs (X * P - x * p) <= 102 / 100 * ud * Rabs (x * p) + Rabs X * ep).
  { intros X x P p HX HP. replace (X * P - x * p) with (X * (P - p) + - ((x - X) * p)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult. pose proof (Rabs_pos p). pose proof
        (Rabs_pos X). pose proof (Rabs_pos x).
    assert (Rabs X * Rabs (P - p) <= Rabs X * ep) by (apply Rmult_le_compat_l; lra).
    assert (Q : Rabs (x - X) * Rabs p <= ud * Rabs X * Rabs p) by (apply Rmult_le_compat_r; lra).
    pose proof (Low _ _ HX) as L. assert (L' : Rabs X * Rabs p * (1 - ud) <= Rabs x * Rabs p).
    { replace (Rabs X * Rabs p * (1 - ud)) with ((1 - ud) * Rabs X * Rabs p) by ring. apply Rmult_le_compat_r; lra. }
    set (m := Rabs X * Rabs p) in *. set (n := Rabs x * Rabs p) in *. assert (0 <= m) by (apply Rmult_le_pos; lra).
    assert (ud * m <= / 1048576 * m) by (apply Rmult_le_compat_r; lra). assert (0 <= ud * m) by (apply Rmult_le_pos;
        lra).
    assert (ud * (m * (1 - ud)) <= ud * n) by (apply Rmult_le_compat_l; lra).
    assert (ud * (ud * m) <= / 1048576 * (ud * m)) by (apply Rmult_le_compat_r; lra).
    replace (ud * Rabs X * Rabs p) with (ud * m) in Q by (unfold m; ring). lra. }
  pose proof (Prod Ux (real ux) Py (real py) Wux Wpy) as K3. pose proof (Prod Uy (real uy) Px (real px) Wuy Wpx) as K4.
      clear Prod.
  assert (DE : Rabs (E1' - E0) <= 33 / 10 * (ud * T) + U1 * ep).
  { replace (E1' - E0) with ((S1' - S0) + ((Ux * Py - real ux * real py) + - (Uy * Px - real uy * real px))) by (unfold
      E1', E0; ring).
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_l, Rabs_triang |]. rewrite
        Rabs_Ropp.
    assert (ud * (Rabs (real ux * real py) + Rabs (real uy * real px)) <= ud * T2) by (apply Rmult_le_compat_l; lra).
    unfold U1. lra. }
  pose proof (sg_near s S1' S0 _ DS) as HS. pose proof (sg_near s E1' E0 _ DE) as HE.
  assert (UR : U1 * real reach + U1 * ep <= Um).
  { unfold Um. replace (U1 * real reach + U1 * ep) with (U1 * (real reach + ep)) by ring. apply Rmult_le_compat_l; lra.
      }
  assert (ep0 : 0 <= U1 * ep) by (apply Rmult_le_pos; [exact U10 | unfold ep; lra]).
  assert (UR0 : 0 <= U1 * real reach) by (apply Rmult_le_pos; lra).
  (* at the place of the path *)
  assert (Cr : Geometry.cross (c tau) A B = (1 - tau) * S1' + tau * E1').
  { unfold Geometry.cross, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, c, A, B. cbn [Geometry.px Geometry.py].
    unfold E1', S1', Ux, Uy, Ax, Ay, Px, Py. ring. }
  assert (Far : U1 * real reach < Rabs (Geometry.cross (c tau) A B)).
  { eapply Rlt_le_trans; [| apply Abs]. rewrite Cr.
    replace (sg s * ((1 - tau) * S1' + tau * E1')) with ((1 - tau) * (sg s * S1') + tau * (sg s * E1')) by ring.
    assert (J1 : U1 * real reach < sg s * S1') by lra. assert (J2 : U1 * real reach < sg s * E1') by lra.
    pose proof (Rmult_le_compat_l (1 - tau) _ _ ltac:(lra) (Rlt_le _ _ J1)) as Q1. pose proof (Rmult_le_compat_l tau _ _
        ltac:(lra) (Rlt_le _ _ J2)) as Q2.
    destruct (Req_dec tau 0) as [Z | Z]; [rewrite Z in *; lra |].
    assert (tau * (U1 * real reach) < tau * (sg s * E1')) by (apply Rmult_lt_compat_l; lra). lra. }
  apply (farther_on_side (c tau) A B Segment (real reach)); [| exact Ta].
  apply Rle_lt_trans with ((U1 * real reach) ^ 2).
  - replace ((U1 * real reach) ^ 2) with (real reach ^ 2 * (U1 * U1)) by ring. apply Rmult_le_compat_l; [apply pow2_ge_0
      |].
    assert (0 <= Rabs Ux * Rabs Uy) by (apply Rmult_le_pos; apply Rabs_pos).
    change (Geometry.len2 A B) with (Ux * Ux + Uy * Uy).
    assert (Sq : forall x : R, x * x = Rabs x * Rabs x) by (intros x; rewrite <- Rabs_mult; symmetry; apply Rabs_pos_eq,
        Rle_0_sqr).
    rewrite (Sq Ux), (Sq Uy). unfold U1. lra.
  - rewrite <- (pow2_abs (Geometry.cross _ _ _)). simpl. rewrite !Rmult_1_r. apply Rmult_le_0_lt_compat; lra.
Qed.

End Across.
