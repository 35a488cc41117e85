(* A certain contact of set_fast_end (src/sweep/sweep_one_pass.h) is the first contact, at that end, end to end: the
   wall is no point and a foot is certainly beyond the end, or it is a point. So the kind and the feature of the hit are
   right, and the time that sweep_of_fast returns is the largest double not after the contact.

   Rounding is monotone, so the foot of b is never above that of a: the larger of both bounds belongs to the end that
   is chosen. docs/exactness.md, "What the bound proves". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts SweepLast Operations Bounded Geometry SweepErrors SweepSquares SweepAxis
  SweepGeometry SweepVectors SweepTerms SweepCompare SweepEnd SweepContact SweepFilter SweepFoot SweepFirst SweepStart
  SweepTime Terms_pair Terms_sweep Terms_fast ErrorFreeTerms TimeSideStep TimeSideFast TimeRound TimeEndGuess
  TimeEndFirstReal TimeEndFirstTerms TimeEnd SweepQuery.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

Notation D := (F double).

(* (b - a) (c - b) is at most (b - a) (c - a), rounded as well. *)
Lemma product_ordered (a b c : D) :
  finite (fmul (fsub b a) (fsub c b)) -> finite (fmul (fsub b a) (fsub c a)) ->
  real (fmul (fsub b a) (fsub c b)) <= real (fmul (fsub b a) (fsub c a)).
Proof.
  intros F1 F2. destruct (fmul_finite _ _ F1) as (Fu & Fz & ->). destruct (fmul_finite _ _ F2) as (_ & Fw & ->).
  destruct (fsub_finite _ _ Fu) as (_ & _ & Eu). destruct (fsub_finite _ _ Fz) as (_ & _ & ->).
  destruct (fsub_finite _ _ Fw) as (_ & _ & ->). apply rnd_le.
  destruct (Rle_or_lt (real a) (real b)) as [L | L].
  - assert (0 <= real (fsub b a)) by (rewrite Eu; apply rnd_nonneg; lra).
    apply Rmult_le_compat_l; [assumption |]. apply rnd_le. lra.
  - assert (real (fsub b a) <= 0) by (rewrite Eu, <- (rnd_zero double); apply rnd_le; lra).
    apply Rmult_le_compat_neg_l; [assumption |]. apply rnd_le. lra.
Qed.

Lemma sums_ordered (p q r s : D) : finite (fadd p q) -> finite (fadd r s) -> real p <= real r -> real q <= real s ->
  real (fadd p q) <= real (fadd r s).
Proof.
  intros F1 F2 H1 H2. destruct (fadd_finite _ _ F1) as (_ & _ & ->). destruct (fadd_finite _ _ F2) as (_ & _ & ->).
  apply rnd_le. lra.
Qed.

(* So both feet cannot be beyond their ends. *)
Lemma foot_of_one_end (eux euy p start : D) :
  Bounded.below 403 eux -> Bounded.below 403 euy -> real euy <= real eux -> nonneg start ->
  flt (fconst 0 0) (fadd euy p) = true -> flt start (fneg (fadd eux p)) = true ->
  flt (fneg (fadd eux p)) (fconst 1 900) = true -> False.
Proof.
  intros Bx By O N At A B. const_facts 1%Z 900%Z F9 V9. rewrite Rmult_1_l in V9.
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  pose proof (finite_between _ _ _ N F9 A B) as Fn. pose proof (flt_finite _ _ A N) as Fs.
  pose proof (nonneg_real _ N) as s0. pose proof (flt_real _ _ Fs Fn A) as L. pose proof (flt_real _ _ Fn F9 B) as U.
  rewrite V9 in U. rewrite real_fneg in L, U. apply fneg_finite in Fn.
  destruct (fadd_finite _ _ Fn) as (_ & Fp & Vx).
  pose proof (Bounded.fadd_error _ _ Fn) as E. set (f := real (fadd eux p)) in *. set (z := real eux + real p) in *.
  pose proof eps_small.
  assert (z1 : Rabs z <= 2 * bpow radix2 900).
  { assert (eps * Rabs z <= / 1048576 * Rabs z) by (apply Rmult_le_compat_r; [apply Rabs_pos | lra]).
    assert (Rabs z <= Rabs f + Rabs (f - z)).
    { replace z with (f + - (f - z)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    rewrite (Rabs_left f) in * by lra. lra. }
  assert (Bp : Bounded.below 903 p).
  { split; [exact Fp |]. replace (real p) with (z - real eux) by (unfold z; ring). unfold Rminus.
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    assert (Rabs (real eux) <= bpow radix2 900) by (eapply Rle_trans; [apply Bx | apply bpow_le; lia]).
    change 903%Z with (3 + 900)%Z. rewrite bpow_plus. change (bpow radix2 3) with 8. pose proof (bpow_gt_0 radix2 900).
    lra. }
  assert (Fy : finite (fadd euy p)) by (apply (below_add 903); [lia | apply (below_weaken 403); [exact By | lia] | exact
    Bp]).
  apply flt_real in At; [| exact F0 | exact Fy]. rewrite V0 in At.
  destruct (fadd_finite _ _ Fy) as (_ & _ & Vy).
  assert (real (fadd euy p) <= f) by (rewrite Vy, Vx; unfold z; apply rnd_le; lra). lra.
Qed.

(* The vectors of a wall at rest. *)
Lemma across_line_vectors cx cy r mx my is_end ax ay bx by_ wr n wmx wmy reach ux uy wx wy zx zy vx vy e1 e2 e3 e4 u1 u2
    u3 u4 sw sz su sv ends is_segment uu vv tx ty kx ky :
  set_terms_across_results cx cy r mx my is_end false ax ay bx by_ wr n wmx wmy reach ux uy wx wy zx zy vx vy e1 e2 e3
    e4 u1 u2 u3 u4 sw sz su sv ends true is_segment uu vv tx ty kx ky ->
  line_vectors ux uy wx wy zx zy vx vy su sw sz sv reach (Point (real cx) (real cy))
    (Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
           (displacement is_end false (real cy) (real my) (real ay) (real wmy)))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) (real r + real wr) /\
  ux = fsub bx ax /\ uy = fsub by_ ay /\ wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx /\ zy = fsub cy by_ /\
  su = size ux uy /\ sw = size wx wy /\ sz = size zx zy.
Proof.
  intros H. destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ H) as (rr & K).
  destruct (across_at_rest _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H)
    as (Er & Ewx & Ewy & Ezx & Ezy & _ & _ & Esw & Esz & _ & Nc & Nw & _).
  assert (Eu : ux = fsub bx ax /\ uy = fsub by_ ay /\ su = size ux uy).
  { unfold set_terms_across_results in H. open H. destruct H.
    match goal with Q : rounded_vectors_of_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ =>
      clear Q end.
    subst. repeat split; reflexivity. }
  destruct Eu as (Eux & Euy & Esu). destruct K as [Nu Nw' Nz Nv Su Sw Sz Sv Sr _ _ _ R0 _ _].
  split; [| rewrite <- ?Esu; auto 12].
  assert (Lu : length_of ux uy (real bx - real ax) (real by_ - real ay)).
  { rewrite Eux, Euy, Esu in *. exact (proj2 (difference_close_vector _ _ _ _ Su)). }
  assert (HR : reach_of reach (real r + real wr)).
  { rewrite Er in *. pose proof (reach_error_real _ _ (proj1 (proj1 Sr)) Nc Nw) as [_ R1].
    split; [exact Sr |]. split; [exact R0 |]. split; [exact R1 |].
    pose proof (Bounded.fadd_error _ _ (proj1 (proj1 Sr))) as E. rewrite (Rabs_pos_eq (real r + real wr)) in E by exact
      R0.
    apply Rabs_le_inv in E. pose proof eps_small. assert (0 <= eps * (real r + real wr)) by (apply Rmult_le_pos; lra).
    lra. }
  constructor; assumption.
Qed.

(* A wall of equal points has the feature a. *)
Lemma point_has_end_a (ux uy wx wy zx zy vx vy su sw sz sv r : D) c v a b rr n (time vu eu : D) :
  line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b rr -> su = size ux uy -> feq su (fconst 0 0) = true ->
  time = fmul (if flt (fconst 0 0) (fsub (fmul (fneg (fcopysign n (fconst 1 0) (fsub (fmul ux vy) (fmul uy vx))))
      (fsub (fmul ux wy) (fmul uy wx))) (fmul r (fsqrt (fadd (fmul ux ux) (fmul uy uy)))))
    then fsub (fmul (fneg (fcopysign n (fconst 1 0) (fsub (fmul ux vy) (fmul uy vx)))) (fsub (fmul ux wy) (fmul uy wx)))
      (fmul r (fsqrt (fadd (fmul ux ux) (fmul uy uy))))
    else fconst 0 0) (inverse_of (fsub (fmul ux vy) (fmul uy vx))) ->
  vu = fadd (fmul ux vx) (fmul uy vy) -> eu = fadd (fmul ux zx) (fmul uy zy) ->
  flt (fconst 0 0) (fadd eu (fmul time vu)) = false.
Proof.
  intros K Esu Z -> -> ->. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. destruct K. destruct C_r as (Sr & _).
  apply feq_real in Z; [| apply C_su | exact F0]. rewrite V0 in Z.
  destruct (in_range_le _ C_su) as [Fsu _]. rewrite Esu in Fsu, Z.
  destruct (size_bounds _ _ Fsu) as (_ & Ax & Ay & _). rewrite Z in Ax, Ay.
  assert (Z0 : forall t : R, Rabs t <= 0 -> t = 0).
  { intros t T. pose proof (Rabs_pos t). destruct (Req_dec t 0) as [| N]; [assumption |]. apply Rabs_no_R0 in N. lra. }
  apply Z0 in Ax. apply Z0 in Ay. clear Z0.
  destruct (near_below _ _ _ _ _ C_u) as [Bx By].
  assert (Prod : forall p q : D, real p = 0 -> Bounded.below 201 p -> Bounded.below 201 q -> Bounded.below 402 (fmul p
    q) /\ real (fmul p q) = 0).
  { intros p q P Bp Bq. assert (B : Bounded.below 402 (fmul p q)) by (apply (below_mul 201 201); auto; lia). split;
      [exact B |].
    destruct (fmul_finite _ _ (proj1 B)) as (_ & _ & ->). rewrite P, Rmult_0_l. apply rnd_zero. }
  assert (Sum : forall p q : D, Bounded.below 402 p /\ real p = 0 -> Bounded.below 402 q /\ real q = 0 ->
    Bounded.below 403 (fadd p q) /\ real (fadd p q) = 0).
  { intros p q [Bp P] [Bq Q]. assert (B : Bounded.below 403 (fadd p q)) by (apply (below_add 402); auto; lia). split;
      [exact B |].
    destruct (fadd_finite _ _ (proj1 B)) as (_ & _ & ->). rewrite P, Q, Rplus_0_r. apply rnd_zero. }
  assert (Dif : forall p q : D, Bounded.below 402 p /\ real p = 0 -> Bounded.below 402 q /\ real q = 0 ->
    Bounded.below 403 (fsub p q) /\ real (fsub p q) = 0).
  { intros p q [Bp P] [Bq Q]. assert (B : Bounded.below 403 (fsub p q)) by (apply (below_sub 402); auto; lia). split;
      [exact B |].
    destruct (fsub_finite _ _ (proj1 B)) as (_ & _ & ->). rewrite P, Q, Rminus_diag_eq by reflexivity. apply rnd_zero. }
  destruct (near_below _ _ _ _ _ C_w) as [Bwx Bwy]. destruct (near_below _ _ _ _ _ C_z) as [Bzx Bzy].
  destruct (near_below _ _ _ _ _ C_v) as [Bvx Bvy].
  destruct (Sum _ _ (Prod ux vx Ax Bx Bvx) (Prod uy vy Ay By Bvy)) as [Bvu Zvu].
  destruct (Sum _ _ (Prod ux zx Ax Bx Bzx) (Prod uy zy Ay By Bzy)) as [Beu Zeu].
  destruct (Sum _ _ (Prod ux ux Ax Bx Bx) (Prod uy uy Ay By By)) as [Buu Zuu].
  destruct (Dif _ _ (Prod ux wy Ax Bx Bwy) (Prod uy wx Ay By Bwx)) as [Bst Zst].
  destruct (Dif _ _ (Prod ux vy Ax Bx Bvy) (Prod uy vx Ay By Bvx)) as [Bmo Zmo].
  set (vu := fadd (fmul ux vx) (fmul uy vy)) in *. set (eu := fadd (fmul ux zx) (fmul uy zy)) in *.
  set (uu := fadd (fmul ux ux) (fmul uy uy)) in *. set (start := fsub (fmul ux wy) (fmul uy wx)) in *.
  set (move := fsub (fmul ux vy) (fmul uy vx)) in *. set (side := fneg (fcopysign n (fconst 1 0) move)).
  assert (Fs : finite (fsqrt uu)) by (apply fsqrt_is_finite; [apply Buu | lra]).
  assert (Zs : real (fsqrt uu) = 0).
  { destruct (fsqrt_finite _ Fs) as (_ & _ & ->). rewrite Zuu, sqrt_0. apply rnd_zero. }
  assert (Bs : Bounded.below 0 (fsqrt uu)) by (split; [exact Fs | rewrite Zs, Rabs_R0; apply bpow_ge_0]).
  assert (Bl : Bounded.below 200 (fmul r (fsqrt uu))) by (apply (below_mul 200 0); [lia | apply Sr | exact Bs]).
  assert (Zl : real (fmul r (fsqrt uu)) = 0).
  { destruct (fmul_finite _ _ (proj1 Bl)) as (_ & _ & ->). rewrite Zs, Rmult_0_r. apply rnd_zero. }
  assert (Sd : Bounded.below 0 side).
  { destruct (turned_sign n move (proj1 Bmo)) as [S _]. fold side in S. split.
    - apply finite_fneg, fcopysign_finite. now destruct (const_value 1 0 eq_refl eq_refl eq_refl).
    - change (bpow radix2 0) with 1. destruct S as [-> | ->]; apply Rabs_le; lra. }
  assert (Bg1 : Bounded.below 403 (fmul side start)) by (apply (below_mul 0 403); [lia | exact Sd | exact Bst]).
  assert (Zg1 : real (fmul side start) = 0).
  { destruct (fmul_finite _ _ (proj1 Bg1)) as (_ & _ & ->). rewrite Zst, Rmult_0_r. apply rnd_zero. }
  assert (Bg : Bounded.below 404 (fsub (fmul side start) (fmul r (fsqrt uu)))).
  { apply (below_sub 403); [lia | exact Bg1 | apply (below_weaken 200); [exact Bl | lia]]. }
  set (gap := fsub (fmul side start) (fmul r (fsqrt uu))) in *.
  assert (Zg : real gap = 0).
  { destruct (fsub_finite _ _ (proj1 Bg)) as (_ & _ & E). unfold gap. rewrite E, Zg1, Zl, Rminus_diag_eq by reflexivity.
    apply rnd_zero. }
  destruct (flt_real_cases (fconst 0 0) gap F0 (proj1 Bg)) as [[_ L] | [-> _]]; [lra |].
  destruct (inverse_of_larger move (proj1 Bmo)) as (Fi & [i0 i1] & _).
  { rewrite Zmo, Rabs_R0. apply bpow_ge_0. }
  assert (Bi : Bounded.below 901 (inverse_of move)) by (split; [exact Fi | rewrite Rabs_pos_eq; lra]).
  assert (B0 : Bounded.below 0 (fconst 0 0)) by (split; [exact F0 | rewrite V0, Rabs_R0; apply bpow_ge_0]).
  assert (Bt : Bounded.below 901 (fmul (fconst 0 0) (inverse_of move))) by (apply (below_mul 0 901); [lia | exact B0 |
    exact Bi]).
  assert (Zt : real (fmul (fconst 0 0) (inverse_of move)) = 0).
  { destruct (fmul_finite _ _ (proj1 Bt)) as (_ & _ & ->). rewrite V0, Rmult_0_l. apply rnd_zero. }
  set (time := fmul (fconst 0 0) (inverse_of move)) in *.
  assert (Bt0 : Bounded.below 0 time) by (split; [apply Bt | rewrite Zt, Rabs_R0; apply bpow_ge_0]).
  assert (Bp : Bounded.below 403 (fmul time vu)) by (apply (below_mul 0 403); [lia | exact Bt0 | exact Bvu]).
  assert (Zp : real (fmul time vu) = 0).
  { destruct (fmul_finite _ _ (proj1 Bp)) as (_ & _ & ->). rewrite Zt, Rmult_0_l. apply rnd_zero. }
  assert (Bf : Bounded.below 404 (fadd eu (fmul time vu))) by (apply (below_add 403); [lia | exact Beu | exact Bp]).
  destruct (flt_real_cases (fconst 0 0) (fadd eu (fmul time vu)) F0 (proj1 Bf)) as [[_ L] | [-> _]]; [exfalso |
    reflexivity].
  destruct (fadd_finite _ _ (proj1 Bf)) as (_ & _ & E). rewrite E, Zeu, Zp, Rplus_0_r, rnd_zero in L. lra.
Qed.

(* What a certain contact has passed, besides the tests of its time. *)
Lemma end_tests cx cy r mx my is_end ax ay bx by_ wr n reach vx vy sw su sv vv tx kx ky evx evy may is_segment reach_len
    inverse fa fb is_long f_t f_rest f_error ccx ccy nx ny fromx fromy off feature :
  set_fast_end_results cx cy r mx my is_end ax ay bx by_ wr n reach vx vy sw su sv vv tx kx ky evx evy may is_segment
    reach_len inverse fa fb is_long f_t f_rest f_error true ccx ccy nx ny fromx fromy off feature ->
  let at_b := flt (fconst 0 0) fb in
  let se := size (fsub cx (if at_b then bx else ax)) (fsub cy (if at_b then by_ else ay)) in
  let far := if flt (fneg fa) fb then fb else fneg fa in
  may = true /\ feature = Z.add 2 (if at_b then 1 else 0) /\
  ((is_segment = true \/ (at_b = false /\ n = 1%Z)) /\ is_long = true /\ flt (allowance su se) far = true /\
    flt far (fconst 1 900) = true /\
    (flt (allowance su (fadd sw reach)) (fsub reach_len (fabs tx)) = true \/
     flt (fmul (foot_allowance su sv se sw reach) inverse) far = true) \/ feq su (fconst 0 0) = true).
Proof.
  intros H. unfold set_fast_end_results in H. open H. destruct H. intros at_b se far.
  repeat match goal with Q : pair_difference_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_difference_values _ _ _ _ _ _ _ _ Q) as (Dx & Dy & _ & _); clear Q end.
  match goal with Q : true = _ |- _ => symmetry in Q; rename Q into Certain end.
  apply andb_prop in Certain. destruct Certain as [Certain _].
  apply andb_prop in Certain. destruct Certain as [Certain End].
  apply andb_prop in Certain. destruct Certain as [Certain _].
  apply andb_prop in Certain. destruct Certain as [May _].
  split; [exact May |]. subst. split; [reflexivity |].
  apply orb_prop in End. destruct End as [End | End]; [left | right; exact End].
  apply andb_prop in End. destruct End as [End Line].
  apply andb_prop in End. destruct End as [End Below].
  apply andb_prop in End. destruct End as [End Start].
  apply andb_prop in End. destruct End as [Has Long].
  split; [| split; [exact Long | split; [| split; [exact Below | now apply orb_prop]]]].
  - apply orb_prop in Has. destruct Has as [Has | Has]; [now left | right].
    apply andb_prop in Has. destruct Has as [Na E]. apply negb_true_iff in Na. apply Z.eqb_eq in E. auto.
  - exact Start.
Qed.

Theorem set_fast_end_hits x q t k f s :
  certain_at_end q t k f -> swept_from f s -> q.(swept_query.wall).(carom_wall.extent) = extent_number x ->
  exists F, f.(fast_contact.feature) = feature_number F /\ F <> Side /\
    hits F x (query_center q) (query_way q) (query_a q) (query_b q) (query_reach q) /\
    exists T, is_first_contact F x q s T.
Proof.
  intros certain from Ex. destruct (set_fast_end_parts _ _ _ _ certain) as [[T HT] Parts].
  destruct (Parts T HT) as ((Ft & Fr & [t0 t1] & _ & Lg & _) & T0 & Sm). clear Parts.
  unfold comes_to_end, query_end, wall_end in HT. open_swept from. rename from into HF.
  open_certain certain as HA HL HK HS. subst extent.
  set (c := Point (real cx) (real cy)) in *. set (a := Point (real ax) (real ay)) in *.
  set (b := Point (real bx) (real by_)) in *. set (R := real r + real wr) in *.
  match goal with |- context [hits _ _ _ ?p _ _ _] => set (v := p) in * end.
  rename e_size_x into sw, e_size_y into sz, uv_size_x into su, uv_size_y into sv, uv2_x into uu, turns_x into tx,
    turns_y into ty.
  pose proof HS as Q. apply end_tests in Q. destruct Q as (-> & Ef & Tests). clear HS.
  pose proof HA as Q. apply across_line_vectors in Q.
  destruct Q as (Kv & Eux & Euy & Ewx & Ewy & Ezx & Ezy & Esu & Esw & Esz). apply across_terms in HA.
  destruct HA as ((Ee1 & Ee2 & Ee3 & Ee4) & Eseg & Euu & _ & Etx & Ety & _).
  fold c v a b R in Kv. unfold set_terms_along_results in HL. destruct HL as [_ _ Eex Eey Evu].
  rewrite Ee1, Ee3 in Eex. rewrite Ee2, Ee4 in Eey.
  unfold approach_of_results in HK. open HK.
  destruct HK as [H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 H11 H12 H13 H14 H15 H16 H17 H18 H19 H20 H21 H22 H23].
  assert (Time : time = fmul (if flt (fconst 0 0) (fsub (fmul (fneg (fcopysign nan (fconst 1 0) ty)) tx)
      (fmul reach (fsqrt uu))) then fsub (fmul (fneg (fcopysign nan (fconst 1 0) ty)) tx) (fmul reach (fsqrt uu))
      else fconst 0 0) (inverse_of ty)) by (subst; reflexivity).
  assert (Inv : inverse = inverse_of ty) by (subst; reflexivity).
  assert (Len : reach_len = fmul reach (fsqrt uu)) by (subst; reflexivity).
  assert (Feet : feet_x = fadd eu_x (fmul time vu) /\ feet_y = fadd eu_y (fmul time vu)) by (subst; split; reflexivity).
  assert (Lng : is_long = fle (fconst 1 (-400)) uu) by (subst; reflexivity).
  clear H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 H11 H12 H13 H14 H15 H16 H17 H18 H19 H20 H21 H22 H23.
  destruct Feet as [Efx Efy].
  (* the time *)
  assert (T1 : T < 1).
  { apply Rnot_le_lt. intros C. destruct Lg as (_ & _ & Lg).
    specialize (Lg 1 ltac:(destruct one_value as (_ & <-); apply real_in_format) C).
    pose proof (pred_le_id radix2 (exponents double) (real t)) as B. revert Lg. case Rlt_bool_spec; intros; lra. }
  destruct (sweep_of_fast_time _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ HF Ft Fr t0) as (Fts & Ets).
  rewrite <- Ets in Lg. clear HF Ets. assert (T01 : 0 < T < 1) by lra.
  assert (R0 : 0 <= R) by (destruct Kv as [_ _ _ _ _ _ _ _ (_ & R0 & _) _]; exact R0).
  assert (Small : forall s : D, 0 <= real s -> bpow radix2 (-208) * real sv <= real s ->
    tiny * real sv <= eps * real s / 100).
  { intros s s0 Hs. assert (v0 : 0 <= real sv) by apply (C_sv _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv).
    assert (Q : tiny <= eps * / 128 * bpow radix2 (-208)).
    { change tiny with (bpow radix2 (-1075)). change eps with (bpow radix2 (-53)).
      change (/ 128) with (bpow radix2 (-7)). rewrite <- !bpow_plus. apply bpow_le. lia. }
    assert (tiny * real sv <= eps * / 128 * bpow radix2 (-208) * real sv) by (now apply Rmult_le_compat_r).
    pose proof eps_small. assert (0 <= eps * real s) by (apply Rmult_le_pos; lra).
    assert (eps * / 128 * (bpow radix2 (-208) * real sv) <= eps * / 128 * real s) by (apply Rmult_le_compat_l; lra).
    lra. }
  set (hit F := hits F x c v a b R /\ exists T, 0 < T < 1 /\ (forall t', 0 <= t' < T -> farther x (moved c v t') a b R)
    /\
    touches F x (moved c v T) a b R /\ finite t_sweep /\ is_largest_not_after (real t_sweep) T).
  enough (exists F, feature = feature_number F /\ F <> Side /\ hit F) as (F & Q1 & Q2 & Q3).
  { exists F. split; [exact Q1 |]. split; [exact Q2 |]. exact Q3. }
  assert (At_a : end_contact (real cx - real ax) (real cy - real ay) (px v) (py v) R T -> comes_to_a x c v a b R ->
    hit EndA).
  { intros H C. destruct (hits_where_it_comes x c v a b R T R0 C T01 H) as (Q1 & Q2 & Q3).
    split; [exact Q1 |]. exists T. auto 10. }
  assert (w0 : 0 <= real sw) by apply (C_sw _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv).
  assert (z0 : 0 <= real sz) by apply (C_sz _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv).
  rewrite Euu in Lng, Len, Time. rewrite Etx, Ety in Time. rewrite Ety in Inv.
  destruct (flt (fconst 0 0) feet_y) eqn:At.
  - (* end b *)
    rewrite Ef in HT, Sm. simpl Z.eqb in HT, Sm. cbv iota in HT, Sm.
    destruct Tests as [(Has & Long & Start & Below & Past) | Z].
    2: { exfalso. rewrite Efy in At.
      pose proof (point_has_end_a ux uy wx wy zx zy vx vy su sw sz sv reach c v a b R nan time vu eu_y Kv Esu Z Time Evu
        Eey) as Q. rewrite Q in At. discriminate At. }
    destruct Has as [Has | [Has _]]; [| discriminate Has].
    assert (Ex : x = Segment) by (rewrite Eseg in Has; destruct x; try discriminate Has; reflexivity). subst x.
    simpl extent_number in *. rewrite Lng in Long.
    assert (Esize : size (fsub cx bx) (fsub cy by_) = sz) by (rewrite Esz, Ezx, Ezy; reflexivity).
    rewrite Esize in Start, Past.
    assert (Far : (if flt (fneg feet_x) feet_y then feet_y else fneg feet_x) = feet_y).
    { destruct (flt (fneg feet_x) feet_y) eqn:G; [reflexivity | exfalso].
      destruct Kv. destruct (dot_error _ _ _ _ _ _ _ _ _ _ C_u C_w) as (Bw & _).
      destruct (dot_error _ _ _ _ _ _ _ _ _ _ C_u C_z) as (Bz & _).
      apply (foot_of_one_end eu_x eu_y (fmul time vu) (allowance su sz)); rewrite <- ?Efx, <- ?Efy; try assumption.
      - rewrite Eex. exact Bw.
      - rewrite Eey. exact Bz.
      - rewrite Eex, Eey. destruct (fadd_finite _ _ (proj1 Bw)) as (P1 & P2 & _).
        destruct (fadd_finite _ _ (proj1 Bz)) as (P3 & P4 & _).
        apply sums_ordered; [apply Bz | apply Bw | |]; rewrite ?Eux, ?Euy, ?Ewx, ?Ewy, ?Ezx, ?Ezy in *;
          now apply product_ordered.
      - destruct (allowance_bounds su sz) as [Ba La]; auto using in_range_210; try apply C_su.
        apply nonneg_of_real; [apply Ba |]. pose proof eps_small. pose proof tiny_pos.
        assert (u0 : 0 <= real su) by apply C_su.
        assert (0 <= eps * (real su * real sz)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]). lra. }
    rewrite Far in Start, Below, Past. rewrite Len, Etx, Inv in Past.
    destruct (const_value 1 900 eq_refl eq_refl eq_refl) as [F9 _].
    destruct (const_value 0 0 eq_refl eq_refl eq_refl) as [F0 V0]. rewrite Rmult_0_l in V0.
    assert (N0 : nonneg (fconst 0 0 : D)) by apply zero_nonneg.
    pose proof (finite_between _ _ _ N0 F9 At Below) as Fy.
    assert (C : comes_to_a Segment c v b a R).
    { eapply (comes_if_beyond_b ux uy wx wy zx zy vx vy su sw sz sv reach c v a b R nan Kv Long T feet_y T01 Fy); auto.
      rewrite Efy, Eey, Evu. rewrite Time. reflexivity. }
    destruct (hits_where_it_comes Segment c v b a R T R0 C T01 HT) as (Q1 & Q2 & Q3).
    exists EndB. split; [exact Ef |]. split; [discriminate |].
    split; [now apply hits_exchanged |]. exists T. split; [exact T01 |].
    split; [intros t' Ht'; apply farther_exchanged, Q2, Ht' |]. split; [now apply touch_exchanged | auto].
  - (* end a *)
    rewrite Ef in HT, Sm. simpl Z.eqb in HT, Sm. cbv iota in HT, Sm.
    exists EndA. split; [exact Ef |]. split; [discriminate |]. apply At_a; [exact HT |].
    destruct Tests as [(Has & Long & Start & Below & Past) | Z].
    2: { apply comes_to_point; [| exact (equal_points _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv Z)].
      exact (starts_farther c v a R T T01 HT). }
    assert (NL : x <> Line).
    { intros E. destruct Has as [Has | [_ Has]]; [rewrite Eseg in Has |]; rewrite E in Has; discriminate Has. }
    rewrite Lng in Long.
    assert (Esize : size (fsub cx ax) (fsub cy ay) = sw) by (rewrite Esw, Ewx, Ewy; reflexivity).
    rewrite Esize in Start, Past.
    destruct (const_value 1 900 eq_refl eq_refl eq_refl) as [F9 _].
    destruct (const_value 0 0 eq_refl eq_refl eq_refl) as [F0 V0]. rewrite Rmult_0_l in V0.
    assert (Nst : nonneg (allowance su sw)).
    { destruct Kv. destruct (allowance_bounds su sw) as [Ba La]; auto using in_range_210; try apply C_su.
      apply nonneg_of_real; [apply Ba |]. pose proof eps_small. pose proof tiny_pos.
      assert (u0 : 0 <= real su) by apply C_su.
      assert (0 <= eps * (real su * real sw)) by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]). lra. }
    pose proof (finite_between _ _ _ Nst F9 Start Below) as Ffar.
    assert (Far : (if flt (fneg feet_x) feet_y then feet_y else fneg feet_x) = fneg feet_x).
    { destruct (flt (fneg feet_x) feet_y) eqn:G; [exfalso | reflexivity].
      pose proof (flt_finite _ _ Start Nst) as Fst. pose proof (nonneg_real _ Nst).
      apply flt_real in Start; auto. apply flt_real_false in At; auto. lra. }
    rewrite Far in Start, Below, Past, Ffar. rewrite Len, Etx, Inv in Past. apply fneg_finite in Ffar.
    eapply (comes_if_beyond_a ux uy wx wy zx zy vx vy su sw sz sv reach c v a b R nan Kv Long x T feet_x T01 Ffar);
      auto.
    rewrite Efx, Eex, Evu. rewrite Time. reflexivity.
Qed.
