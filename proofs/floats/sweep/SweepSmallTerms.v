(* The vectors and terms of a sweep of small integers have no error (sweep_vectors_of and set_terms of
   src/sweep/sweep_filter.h, if is_small holds).

   All inputs are multiples of a unit 2^g, and the sum of all sizes is below 2^26 units. So vectors are exact. All
   products of two coordinates are multiples of 2^2g below 2^52 of them, and so are sums of two products. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations ErrorFree Bounded Geometry SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepMiss SweepContact SweepFilter SweepInputs SweepStart SweepSmallSquare SweepSmallGrid
  SweepSmallUnit SweepLevelTime.
From Carom Require Terms_sweep Terms_small ContactPairs ErrorFreeTerms.
Import Terms_sweep.sweep_vectors_of_terms(sweep_vectors_of_results).
Import Terms_sweep.is_for_filter_terms(is_for_filter_results).
Import Terms_sweep.set_terms_terms(set_terms_results).
Import Terms_small.is_small_terms(is_small_results).
Import Terms_small.compare_square_terms(compare_square_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

(* A rounded multiple of the unit that is small was not rounded. *)
Lemma grid_unrounded g z : on_grid g z -> (-1074 <= g)%Z -> Rabs (rnd double z) < bpow radix2 (g + 53)
  -> rnd double z = z.
Proof.
  intros G R H. destruct (Rle_lt_dec (Rabs z) (bpow radix2 (g + 53))) as [L | L]; [now apply (grid_exact g) |].
  exfalso. apply (Rlt_irrefl (bpow radix2 (g + 53))). eapply Rle_lt_trans; [| exact H].
  apply abs_round_ge_generic; auto with typeclass_instances; [| lra]. apply power_in_format. lia.
Qed.

(* t is T without error, a multiple of 2^h below 2^52 of them. *)
Definition small_value (h : Z) (t : D) (T : R) :=
  finite t /\ real t = T /\ on_grid h T /\ Rabs T <= bpow radix2 (52 + h).

(* compare_square has the sign of x^2 - p q. *)
Lemma compare_square_real x p q X P Q h result :
  compare_square_results x p q result -> (-484 <= h <= 350)%Z ->
  small_value h x X -> small_value h p P -> small_value h q Q ->
  ((0 < result)%Z <-> P * Q < X * X) /\ (result = 0%Z <-> X * X = P * Q).
Proof.
  intros (lh & ll & le & rh & rl & re & ahead & H) Hh (Fx & <- & Gx & Bx) (Fp & <- & Gp & Bp) (Fq & <- & Gq & Bq).
  assert (Small : forall y : D, finite y -> Rabs (real y) <= bpow radix2 (52 + h) -> ContactPairs.below y 402).
  { intros y Fy By. split; [exact Fy |]. eapply Rle_trans; [exact By |]. apply bpow_le. lia. }
  assert (Fa : finite ahead).
  { destruct H as [H1 H2 -> _].
    destruct (ErrorFreeTerms.wide_of_product_values _ _ _ _ _ H1) as (-> & -> & _).
    destruct (ErrorFreeTerms.wide_of_product_values _ _ _ _ _ H2) as (-> & -> & _). clear H1 H2.
    pose proof (ContactPairs.product_rest_finite x x 402 (Small x Fx Bx) (Small x Fx Bx) ltac:(lia)) as F1.
    pose proof (ContactPairs.product_rest_finite p q 402 (Small p Fp Bp) (Small q Fq Bq) ltac:(lia)) as F2.
    assert (Low : forall y z : D, finite y -> finite z -> finite (product_rest y z)
      -> Rabs (real y) <= bpow radix2 (52 + h) ->
      Rabs (real z) <= bpow radix2 (52 + h) -> below 804 (fmul y z) /\ below 806 (product_rest y z)).
    { intros y z Fy Fz Fr By Bz. pose proof (Small y Fy By) as [_ Sy]. pose proof (Small z Fz Bz) as [_ Sz].
      assert (Bm : below 804 (fmul y z)) by (apply (below_mul 402 402); [lia | split; assumption | split; assumption]).
      split; [exact Bm |]. split; [exact Fr |].
      destruct (split_product y z Fr) as (_ & _ & _ & _ & _ & E).
      assert (Pr : Rabs (real y * real z) <= bpow radix2 804).
      { rewrite Rabs_mult. change 804%Z with (402 + 402)%Z. rewrite bpow_plus. apply Rmult_le_compat;
        auto using Rabs_pos. }
      destruct Bm as [_ Bm]. pose proof (bpow_gt_0 radix2 804).
      assert (7 / 2 * bpow radix2 (-1074) <= bpow radix2 804).
      { apply Rle_trans with (bpow radix2 2 * bpow radix2 (-1074)).
        - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (bpow radix2 2) with 4. lra.
        - rewrite <- bpow_plus. apply bpow_le. lia. }
      change 806%Z with (804 + 2)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
      apply Rabs_le_inv in E, Pr, Bm. apply Rabs_le. lra. }
    destruct (Low x x Fx Fx F1 Bx Bx) as [A1 A2]. destruct (Low p q Fp Fq F2 Bp Bq) as [A3 A4].
    refine (proj1 (below_add 807 _ _ ltac:(lia) _ _)).
    - apply (below_weaken 805); [| lia]. apply (below_sub 804); auto; lia.
    - apply (below_sub 806); auto; lia. }
  destruct Gx as (X & Ex), Gp as (P & Ep), Gq as (Q & Eq).
  assert (Whole : forall y Y, y = IZR Y * bpow radix2 h -> Rabs y <= bpow radix2 (52 + h) -> (Z.abs Y <= 2 ^ 52)%Z).
  { intros y Y -> B. apply le_IZR. rewrite abs_IZR, (IZR_Zpower radix2) by lia.
    rewrite bpow_plus, Rabs_mult, (Rabs_pos_eq (bpow radix2 h)) in B by apply bpow_ge_0.
    apply Rmult_le_reg_r with (bpow radix2 h); [apply bpow_gt_0 | exact B]. }
  pose proof (compare_square_exact x p q lh ll le rh rl re ahead result X P Q h H Fa ltac:(lia) Ex Ep Eq
    (Whole _ _ Ex Bx) (Whole _ _ Ep Bp) (Whole _ _ Eq Bq)) as E.
  rewrite E, Ex, Ep, Eq. pose proof (bpow_gt_0 radix2 h) as P0.
  assert (PP : 0 < bpow radix2 h * bpow radix2 h) by nra.
  replace (IZR X * bpow radix2 h * (IZR X * bpow radix2 h)) with (IZR (X * X) * (bpow radix2 h * bpow radix2 h))
    by (rewrite mult_IZR; ring).
  replace (IZR P * bpow radix2 h * (IZR Q * bpow radix2 h)) with (IZR (P * Q) * (bpow radix2 h * bpow radix2 h))
    by (rewrite mult_IZR; ring).
  unfold integer_sign. destruct (Z.ltb_spec 0 (X * X - P * Q)) as [L | L];
    [| destruct (Z.ltb_spec (X * X - P * Q) 0) as [L' | L']].
  - assert (IZR (P * Q) < IZR (X * X)) by (apply IZR_lt; lia). split; split; intros K; try lia; try nra.
  - assert (IZR (X * X) < IZR (P * Q)) by (apply IZR_lt; lia). split; split; intros K; try lia; try nra.
  - assert (X * X = P * Q)%Z as -> by lia. split; split; intros K; try lia; try nra.
Qed.

(* The vectors have no error. *)
Record small_vectors (g : Z) (ux uy wx wy zx zy vx vy su r : D) (c v a b : point) (R : R) : Prop := {
  V_range : (-175 <= g <= 175)%Z;
  V_ux : finite ux /\ real ux = Geometry.ux a b /\ on_grid g (Geometry.ux a b);
  V_uy : finite uy /\ real uy = Geometry.uy a b /\ on_grid g (Geometry.uy a b);
  V_wx : finite wx /\ real wx = Geometry.wx c a /\ on_grid g (Geometry.wx c a);
  V_wy : finite wy /\ real wy = Geometry.wy c a /\ on_grid g (Geometry.wy c a);
  V_zx : finite zx /\ real zx = Geometry.zx c b /\ on_grid g (Geometry.zx c b);
  V_zy : finite zy /\ real zy = Geometry.zy c b /\ on_grid g (Geometry.zy c b);
  V_vx : finite vx /\ real vx = px v /\ on_grid g (px v);
  V_vy : finite vy /\ real vy = py v /\ on_grid g (py v);
  V_r : finite r /\ real r = R /\ on_grid g R /\ 0 <= R;
  V_su : finite su /\ real su = Rabs (Geometry.ux a b) + Rabs (Geometry.uy a b);
  V_sum : Rabs (Geometry.ux a b) + Rabs (Geometry.uy a b) + (Rabs (Geometry.wx c a) + Rabs (Geometry.wy c a)) +
    (Rabs (Geometry.zx c b) + Rabs (Geometry.zy c b)) + (Rabs (px v) + Rabs (py v)) + R < bpow radix2 (26 + g) }.

(* A sum of numbers that are not negative, with a result below 2^26 units. *)
Lemma sum_unrounded g (p q : D) : (-175 <= g)%Z -> finite (fadd p q) -> on_grid g (real p) -> on_grid g (real q) ->
  0 <= real p -> 0 <= real q -> real (fadd p q) < bpow radix2 (26 + g) ->
  real (fadd p q) = real p + real q /\ real p < bpow radix2 (26 + g) /\ real q < bpow radix2 (26 + g).
Proof.
  intros Hg F Gp Gq Pp Pq B. pose proof (fadd_at_least p q F Pq) as L1. pose proof (fadd_at_least_right p q F Pp) as L2.
  split; [| lra]. destruct (fadd_finite _ _ F) as (_ & _ & E). rewrite E in B |- *.
  apply (grid_unrounded g); [now apply grid_add | lia |]. rewrite Rabs_pos_eq by (apply rnd_nonneg; lra).
  eapply Rlt_le_trans; [exact B |]. apply bpow_le. lia.
Qed.

Lemma size_grid g (p q : D) : finite (size p q) -> on_grid g (real p) -> on_grid g (real q)
  -> on_grid g (real (size p q)).
Proof.
  intros F Gp Gq. unfold size in *. destruct (fadd_finite _ _ F) as (_ & _ & ->). rewrite !real_fabs.
  auto using grid_rnd, grid_add, grid_abs.
Qed.

(* The parts of a size. *)
Lemma size_unrounded g (p q : D) : (-175 <= g)%Z -> finite (size p q) -> on_grid g (real p) -> on_grid g (real q) ->
  real (size p q) < bpow radix2 (26 + g) ->
  real (size p q) = Rabs (real p) + Rabs (real q) /\ Rabs (real p) < bpow radix2 (26 + g)
    /\ Rabs (real q) < bpow radix2 (26 + g).
Proof.
  unfold size. intros Hg F Gp Gq B. pose proof (Rabs_pos (real p)). pose proof (Rabs_pos (real q)).
  destruct (sum_unrounded g (fabs p) (fabs q) Hg F) as (E & L1 & L2); rewrite ?real_fabs in *; auto using grid_abs.
Qed.

(* A difference of two multiples, below 2^26 units when rounded. *)
Lemma difference_unrounded g (p q : D) : (-175 <= g)%Z -> finite (fsub p q) -> on_grid g (real p)
  -> on_grid g (real q) ->
  Rabs (real (fsub p q)) < bpow radix2 (26 + g) -> real (fsub p q) = real p - real q.
Proof.
  intros Hg F Gp Gq B. destruct (fsub_finite _ _ F) as (_ & _ & E). rewrite E in B |- *.
  apply (grid_unrounded g); [now apply grid_sub | lia |]. eapply Rlt_le_trans; [exact B |]. apply bpow_le. lia.
Qed.

(* The unit. *)
Lemma small_unit cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n k :
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr k su sw sz sv r true ->
  is_small_results cx cy cr mx my ax ay bx by_ wr su sw sz sv r n true ->
  exists g, small_inputs g cx cy cr mx my ax ay bx by_ wr (fadd (fadd (fadd (fadd su sw) sz) sv) r).
Proof.
  intros Hv Hs Hm.
  pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  destruct K as [[_ _ _ _ Su Sw Sz Sv (Sr & _) _] _ _ _].
  assert (Safe : real (fadd (fadd (fadd (fadd su sw) sz) sv) r) <= bpow radix2 200).
  { unfold is_for_filter_results in Hs. destruct Hs as [Hs]. symmetry in Hs.
    apply andb_prop in Hs. destruct Hs as [Hs _]. apply andb_prop in Hs. destruct Hs as [Hs _]. apply andb_prop in Hs.
    destruct Hs as [Hs _].
    const_facts 1%Z 200%Z F1 V1. rewrite Rmult_1_l in V1.
    set (s := fadd (fadd (fadd su sw) sz) sv) in *.
    assert (Bs : below 203 s).
    { apply (below_add 202); [lia | | eapply below_weaken; [apply Sv | lia]].
      apply (below_add 201); [lia | | eapply below_weaken; [apply Sz | lia]].
      apply (below_add 200); [lia | apply Su | apply Sw]. }
    destruct Sr as (Br & Pr). assert (Br' : below 203 r) by (eapply below_weaken; [exact Br | lia]).
    destruct (fadd_finite _ _ (proj1 (below_add 203 s r ltac:(lia) Bs Br'))) as (_ & _ & E1).
    pose proof (below_add 203 s (fabs r) ltac:(lia) Bs (below_abs _ _ Br')) as B2.
    destruct (fadd_finite _ _ (proj1 B2)) as (_ & _ & E2). apply fle_real in Hs; [| apply B2 | exact F1].
    rewrite V1, E2, real_fabs, Rabs_pos_eq in Hs by exact Pr. now rewrite E1. }
  exact (is_small_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Su Sw Sz Sv Sr Safe Hm).
Qed.

Theorem small_vectors_exact cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n k :
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr k su sw sz sv r true ->
  is_small_results cx cy cr mx my ax ay bx by_ wr su sw sz sv r n true ->
  exists g, small_vectors g ux uy wx wy zx zy vx vy su r (Point (real cx) (real cy))
    (Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
           (displacement is_end false (real cy) (real my) (real ay) (real wmy)))
    (Point (real ax) (real ay)) (Point (real bx) (real by_)) (real cr + real wr).
Proof.
  intros Hv Hs Hm. pose proof (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as K.
  pose proof (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as Inputs.
  destruct Inputs as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Pcr & Pwr).
  destruct K as [[Nu Nw Nz Nv Su Sw Sz Sv (Sr & _) _] _ _ _].
  destruct (small_unit _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs Hm) as (g & S). exists g.
  destruct S as [Hg ((Ft & _) & _ & Lt) Gcx Gcy Gcr Gmx Gmy Gax Gay Gbx Gby Gwr]. clear Hm.
  (* the sizes, from the total *)
  assert (Fs : finite (fadd (fadd (fadd su sw) sz) sv)) by (now destruct (fadd_finite _ _ Ft)).
  assert (Eq : ux = fsub bx ax /\ uy = fsub by_ ay /\ wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx
    /\ zy = fsub cy by_ /\
    vx = (if is_end then fsub mx cx else mx) /\ vy = (if is_end then fsub my cy else my) /\
    su = size ux uy /\ sw = size wx wy /\ sz = size zx zy /\ sv = size vx vy /\ r = fadd cr wr).
  { clear - Hv. unfold sweep_vectors_of_results in Hv. open Hv. destruct Hv. destruct is_end; cbv [andb] in *; subst;
    auto 20. }
  destruct Eq as (Eux & Euy & Ewx & Ewy & Ezx & Ezy & Evx & Evy & Esu & Esw & Esz & Esv & Er). clear Hv Hs.
  destruct Nu as (Fux & Fuy & _). destruct Nw as (Fwx & Fwy & _). destruct Nz as (Fzx & Fzy & _).
  destruct Nv as (Fvx & Fvy & _).
  assert (Gd : forall t p q : D, t = fsub p q -> finite t -> on_grid g (real p) -> on_grid g (real q)
    -> on_grid g (real t)).
  { intros t p q -> F Gp Gq. destruct (fsub_finite _ _ F) as (_ & _ & ->). auto using grid_rnd, grid_sub. }
  pose proof (Gd _ _ _ Eux Fux Gbx Gax) as Gux. pose proof (Gd _ _ _ Euy Fuy Gby Gay) as Guy.
  pose proof (Gd _ _ _ Ewx Fwx Gcx Gax) as Gwx. pose proof (Gd _ _ _ Ewy Fwy Gcy Gay) as Gwy.
  pose proof (Gd _ _ _ Ezx Fzx Gcx Gbx) as Gzx. pose proof (Gd _ _ _ Ezy Fzy Gcy Gby) as Gzy.
  assert (Gvx : on_grid g (real vx)) by (destruct is_end; [exact (Gd _ _ _ Evx Fvx Gmx Gcx) | now rewrite Evx]).
  assert (Gvy : on_grid g (real vy)) by (destruct is_end; [exact (Gd _ _ _ Evy Fvy Gmy Gcy) | now rewrite Evy]).
  assert (Gr : on_grid g (real r)).
  { rewrite Er. destruct Sr as ((Fr & _) & _). rewrite Er in Fr. destruct (fadd_finite _ _ Fr) as (_ & _ & ->).
    auto using grid_rnd, grid_add. }
  assert (Finite : forall s, size_in_range s -> finite s) by (intros s [[F _] _]; exact F).
  assert (Gsu : on_grid g (real su)) by (rewrite Esu; apply size_grid; auto; rewrite <- Esu; auto).
  assert (Gsw : on_grid g (real sw)) by (rewrite Esw; apply size_grid; auto; rewrite <- Esw; auto).
  assert (Gsz : on_grid g (real sz)) by (rewrite Esz; apply size_grid; auto; rewrite <- Esz; auto).
  assert (Gsv : on_grid g (real sv)) by (rewrite Esv; apply size_grid; auto; rewrite <- Esv; auto).
  pose proof (proj2 Su) as Pu. pose proof (proj2 Sw) as Pw. pose proof (proj2 Sz) as Pz. pose proof (proj2 Sv) as Pv.
  pose proof (proj2 Sr) as Pr.
  assert (Gs : forall p q : D, finite (fadd p q) -> on_grid g (real p) -> on_grid g (real q) -> 0 <= real p
    -> 0 <= real q ->
    on_grid g (real (fadd p q)) /\ 0 <= real (fadd p q)).
  { intros p q F Gp Gq Pp Pq. destruct (fadd_finite _ _ F) as (_ & _ & ->). split; [auto using grid_rnd, grid_add |].
    apply rnd_nonneg. lra. }
  assert (F3 : finite (fadd (fadd su sw) sz)) by (now destruct (fadd_finite _ _ Fs)).
  assert (F2 : finite (fadd su sw)) by (now destruct (fadd_finite _ _ F3)).
  destruct (Gs su sw F2 Gsu Gsw Pu Pw) as [G2 P2]. destruct (Gs _ sz F3 G2 Gsz P2 Pz) as [G3 P3].
  destruct (Gs _ sv Fs G3 Gsv P3 Pv) as [G4 P4]. assert (Hg' : (-175 <= g)%Z) by lia.
  destruct (sum_unrounded g _ r Hg' Ft G4 Gr P4 Pr Lt) as (T1 & L4 & Lr).
  destruct (sum_unrounded g _ sv Hg' Fs G3 Gsv P3 Pv L4) as (T2 & L3 & Lv).
  destruct (sum_unrounded g _ sz Hg' F3 G2 Gsz P2 Pz L3) as (T3 & L2 & Lz).
  destruct (sum_unrounded g _ sw Hg' F2 Gsu Gsw Pu Pw L2) as (T4 & Lu & Lw).
  pose proof (Finite _ Su) as Fsu. pose proof (Finite _ Sw) as Fsw. pose proof (Finite _ Sz) as Fsz.
  pose proof (Finite _ Sv) as Fsv.
  rewrite Esu in Fsu, Lu. rewrite Esw in Fsw, Lw. rewrite Esz in Fsz, Lz. rewrite Esv in Fsv, Lv.
  destruct (size_unrounded g _ _ Hg' Fsu Gux Guy Lu) as (Xu & Lux & Luy).
  destruct (size_unrounded g _ _ Hg' Fsw Gwx Gwy Lw) as (Xw & Lwx & Lwy).
  destruct (size_unrounded g _ _ Hg' Fsz Gzx Gzy Lz) as (Xz & Lzx & Lzy).
  destruct (size_unrounded g _ _ Hg' Fsv Gvx Gvy Lv) as (Xv & Lvx & Lvy).
  assert (Vd : forall t p q : D, t = fsub p q -> finite t -> on_grid g (real p) -> on_grid g (real q) ->
    Rabs (real t) < bpow radix2 (26 + g) -> real t = real p - real q).
  { intros t p q -> F Gp Gq L. now apply (difference_unrounded g). }
  pose proof (Vd _ _ _ Eux Fux Gbx Gax Lux) as Vux. pose proof (Vd _ _ _ Euy Fuy Gby Gay Luy) as Vuy.
  pose proof (Vd _ _ _ Ewx Fwx Gcx Gax Lwx) as Vwx. pose proof (Vd _ _ _ Ewy Fwy Gcy Gay Lwy) as Vwy.
  pose proof (Vd _ _ _ Ezx Fzx Gcx Gbx Lzx) as Vzx. pose proof (Vd _ _ _ Ezy Fzy Gcy Gby Lzy) as Vzy.
  assert (Vvx : real vx = displacement is_end false (real cx) (real mx) (real ax) (real wmx)).
  { unfold displacement. destruct is_end; [exact (Vd _ _ _ Evx Fvx Gmx Gcx Lvx) | now rewrite Evx]. }
  assert (Vvy : real vy = displacement is_end false (real cy) (real my) (real ay) (real wmy)).
  { unfold displacement. destruct is_end; [exact (Vd _ _ _ Evy Fvy Gmy Gcy Lvy) | now rewrite Evy]. }
  assert (Vr : real r = real cr + real wr).
  { pose proof Lr as Lr'. rewrite Er in Lr' |- *. apply (sum_unrounded g); auto. rewrite <- Er. auto. }
  constructor; unfold Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy; cbn [px py];
    rewrite <- ?Vux, <- ?Vuy, <- ?Vwx, <- ?Vwy, <- ?Vzx, <- ?Vzy, <- ?Vvx, <- ?Vvy, <- ?Vr; auto.
  - split; [exact (Finite _ Su) | now rewrite Esu].
  - rewrite <- Xu, <- Xw, <- Xz, <- Xv, <- Esu, <- Esw, <- Esz, <- Esv. lra.
Qed.

(* Products of two coordinates. *)
Lemma small_product g (p q : D) P Q : (-175 <= g <= 175)%Z ->
  finite p /\ real p = P /\ on_grid g P -> finite q /\ real q = Q /\ on_grid g Q ->
  Rabs P <= bpow radix2 (26 + g) -> Rabs Q <= bpow radix2 (26 + g) -> small_value (g + g) (fmul p q) (P * Q).
Proof.
  intros Hg (Fp & <- & Gp) (Fq & <- & Gq) BP BQ.
  assert (B : below (26 + g + (26 + g)) (fmul p q)) by (apply below_mul; [lia | split; assumption | split; assumption]).
  pose proof (grid_mul g g _ _ Gp Gq) as G.
  assert (L : Rabs (real p * real q) <= bpow radix2 (52 + (g + g))).
  { replace (52 + (g + g))%Z with (26 + g + (26 + g))%Z by lia. rewrite bpow_plus, Rabs_mult. apply Rmult_le_compat;
    auto using Rabs_pos. }
  split; [apply B |]. split; [| split; assumption]. destruct (fmul_finite _ _ (proj1 B)) as (_ & _ & ->).
  apply (grid_exact (g + g)); [exact G | lia |]. eapply Rle_trans; [exact L |]. apply bpow_le. lia.
Qed.

Lemma small_sum h (x y : D) X Y : (-350 <= h <= 350)%Z -> small_value h x X -> small_value h y Y ->
  Rabs X + Rabs Y <= bpow radix2 (52 + h) -> small_value h (fadd x y) (X + Y) /\ small_value h (fsub x y) (X - Y).
Proof.
  intros Hh (Fx & <- & Gx & Bx) (Fy & <- & Gy & By) S.
  assert (L1 : Rabs (real x + real y) <= bpow radix2 (52 + h)) by (eapply Rle_trans; [apply Rabs_triang | exact S]).
  assert (L2 : Rabs (real x - real y) <= bpow radix2 (52 + h)).
  { unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. now rewrite Rabs_Ropp. }
  assert (L3 : bpow radix2 (52 + h) <= bpow radix2 (h + 53)) by (apply bpow_le; lia).
  pose proof (below_add (52 + h) x y ltac:(lia) (conj Fx Bx) (conj Fy By)) as A.
  pose proof (below_sub (52 + h) x y ltac:(lia) (conj Fx Bx) (conj Fy By)) as B.
  destruct (fadd_finite _ _ (proj1 A)) as (_ & _ & EA). destruct (fsub_finite _ _ (proj1 B)) as (_ & _ & EB).
  split; (split; [first [apply A | apply B] |]).
  - split; [rewrite EA; apply (grid_exact h); [now apply grid_add | lia | lra] |].
    split; [now apply grid_add | exact L1].
  - split; [rewrite EB; apply (grid_exact h); [now apply grid_sub | lia | lra] |].
    split; [now apply grid_sub | exact L2].
Qed.

Lemma small_products g (p1 p2 q1 q2 : D) P1 P2 Q1 Q2 : (-175 <= g <= 175)%Z ->
  finite p1 /\ real p1 = P1 /\ on_grid g P1 -> finite p2 /\ real p2 = P2 /\ on_grid g P2 ->
  finite q1 /\ real q1 = Q1 /\ on_grid g Q1 -> finite q2 /\ real q2 = Q2 /\ on_grid g Q2 ->
  Rabs P1 + Rabs P2 <= bpow radix2 (26 + g) -> Rabs Q1 + Rabs Q2 <= bpow radix2 (26 + g) ->
  small_value (g + g) (fadd (fmul p1 q1) (fmul p2 q2)) (P1 * Q1 + P2 * Q2) /\
  small_value (g + g) (fsub (fmul p1 q2) (fmul p2 q1)) (P1 * Q2 - P2 * Q1).
Proof.
  intros Hg Hp1 Hp2 Hq1 Hq2 SP SQ.
  pose proof (Rabs_pos P1). pose proof (Rabs_pos P2). pose proof (Rabs_pos Q1). pose proof (Rabs_pos Q2).
  assert (All : (Rabs P1 + Rabs P2) * (Rabs Q1 + Rabs Q2) <= bpow radix2 (52 + (g + g))).
  { replace (52 + (g + g))%Z with (26 + g + (26 + g))%Z by lia. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (0 <= Rabs P1 * Rabs Q1) by now apply Rmult_le_pos. assert (0 <= Rabs P1 * Rabs Q2) by now apply Rmult_le_pos.
  assert (0 <= Rabs P2 * Rabs Q1) by now apply Rmult_le_pos. assert (0 <= Rabs P2 * Rabs Q2) by now apply Rmult_le_pos.
  split.
  - apply small_sum; [lia | apply small_product; auto; lra | apply small_product; auto; lra |]. rewrite !Rabs_mult. lra.
  - apply small_sum; [lia | apply small_product; auto; lra | apply small_product; auto; lra |]. rewrite !Rabs_mult. lra.
Qed.

Section Terms.
Variables (g : Z) (ux uy wx wy zx zy vx vy su r : D) (c v a b : point) (R : R).
Hypothesis K : small_vectors g ux uy wx wy zx zy vx vy su r c v a b R.

(* The terms of set_terms. *)
Record small_terms (reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu : D) : Prop := {
  T_reach2 : small_value (g + g) reach2 (R * R);
  T_len2 : small_value (g + g) len2 (Geometry.len2 a b);
  T_move2 : small_value (g + g) move2 (px v * px v + py v * py v);
  T_start : small_value (g + g) cross_start (cross c a b);
  T_move : small_value (g + g) cross_move (Geometry.ux a b * py v - Geometry.uy a b * px v);
  T_a : small_value (g + g) cross_a (px v * Geometry.wy c a - py v * Geometry.wx c a);
  T_b : small_value (g + g) cross_b (px v * Geometry.zy c b - py v * Geometry.zx c b);
  T_wv : small_value (g + g) wv (Geometry.wx c a * px v + Geometry.wy c a * py v);
  T_zv : small_value (g + g) zv (Geometry.zx c b * px v + Geometry.zy c b * py v);
  T_wu : small_value (g + g) wu (Geometry.wu c a b);
  T_zu : small_value (g + g) zu (Geometry.zu c a b);
  (* what small_first_contact subtracts *)
  T_rest : Rabs (cross c a b) + Rabs (Geometry.ux a b * py v - Geometry.uy a b * px v) <= bpow radix2 (52 + (g + g)) }.

Lemma vector_sizes e1 e2 : (e1 = Geometry.wx c a /\ e2 = Geometry.wy c a) \/ (e1 = Geometry.zx c b
  /\ e2 = Geometry.zy c b) ->
  Rabs (Geometry.ux a b) + Rabs (Geometry.uy a b) + (Rabs e1 + Rabs e2) + (Rabs (px v) + Rabs (py v)) + R <= bpow radix2
    (26 + g).
Proof.
  destruct K as [_ _ _ _ _ _ _ _ _ _ _ S]. pose proof (Rabs_pos (Geometry.wx c a)).
  pose proof (Rabs_pos (Geometry.wy c a)).
  pose proof (Rabs_pos (Geometry.zx c b)). pose proof (Rabs_pos (Geometry.zy c b)). intros [[-> ->] | [-> ->]]; lra.
Qed.

Theorem small_terms_exact reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu :
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  small_terms reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu.
Proof.
  intros H. unfold set_terms_results in H. destruct H. subst.
  pose proof (vector_sizes _ _ (or_introl (conj eq_refl eq_refl))) as S1.
  pose proof (vector_sizes _ _ (or_intror (conj eq_refl eq_refl))) as S2.
  destruct K as [Hg Hux Huy Hwx Hwy Hzx Hzy Hvx Hvy (Fr & Er & Gr & R0) _ S].
  pose proof (Rabs_pos (Geometry.ux a b)). pose proof (Rabs_pos (Geometry.uy a b)).
  pose proof (Rabs_pos (Geometry.wx c a)). pose proof (Rabs_pos (Geometry.wy c a)).
  pose proof (Rabs_pos (Geometry.zx c b)). pose proof (Rabs_pos (Geometry.zy c b)).
  pose proof (Rabs_pos (px v)). pose proof (Rabs_pos (py v)).
  constructor; try (apply small_products; auto; lra).
  - apply small_product; auto; rewrite Rabs_pos_eq; lra.
  - unfold cross. set (U1 := Geometry.ux a b) in *. set (U2 := Geometry.uy a b) in *.
    set (W1 := Geometry.wx c a) in *. set (W2 := Geometry.wy c a) in *.
    assert (All : (Rabs U1 + Rabs U2) * (Rabs W1 + Rabs W2 + (Rabs (px v) + Rabs (py v))) <= bpow radix2 (52 + (g +
      g))).
    { replace (52 + (g + g))%Z with (26 + g + (26 + g))%Z by lia. rewrite bpow_plus. apply Rmult_le_compat; lra. }
    assert (D : forall p q p' q', Rabs (p * q - p' * q') <= Rabs p * Rabs q + Rabs p' * Rabs q').
    { intros. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, !Rabs_mult. lra. }
    pose proof (D U1 W2 U2 W1). pose proof (D U1 (py v) U2 (px v)).
    assert (0 <= Rabs U1 * Rabs W1) by now apply Rmult_le_pos.
    assert (0 <= Rabs U2 * Rabs W2) by now apply Rmult_le_pos.
    assert (0 <= Rabs U1 * Rabs (px v)) by now apply Rmult_le_pos.
    assert (0 <= Rabs U2 * Rabs (py v)) by now apply Rmult_le_pos. lra.
Qed.

End Terms.
