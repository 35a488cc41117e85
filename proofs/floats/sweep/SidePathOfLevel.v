(* Paths along level and upright walls: set_level_path and side_path_of_level of src/sweep/side_path.h together, over
   the extracted terms, for all inputs. An answer implies that the inputs are finite and no radius is negative.

   The geometry and the comparison of sums are in SidePathLevel.v. Here: the tests of set_level_path bound all sizes, so
   that no operation overflows. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_wide Terms_side_path ErrorFreeTerms
  SweepGeometry SweepTerms SweepContact TangentGapLine TangentGapSign TangentTime SidePathGeometry SidePathLevel.

Open Scope R_scope.

Opaque fadd fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).

Lemma feq_finite (p q : D) : feq p q = true -> finite p -> finite q /\ real p = real q.
Proof.
  intros H Fp. assert (Fq : finite q).
  { unfold feq, Beqb, SpecFloat.SFeqb, SpecFloat.SFcompare, finite in *.
    destruct p as [| [|] | | [|]], q as [| [|] | | [|]]; simpl in *; congruence. }
  split; [exact Fq |]. now apply feq_real.
Qed.

(* A finite difference of ends with a number between them has finite ends. *)
Lemma ends_finite (low x high most : D) : flt low x = true -> flt x high = true -> fle (fsub high low) most = true ->
  finite most -> finite low /\ finite high.
Proof.
  unfold flt, fle, Bltb, Bleb, SpecFloat.SFltb, SpecFloat.SFleb, SpecFloat.SFcompare, finite, fsub, Bminus, Bplus.
  destruct low as [| [|] | | [|]], high as [| [|] | | [|]]; simpl; auto; try discriminate;
    destruct x as [| [|] | | [|]]; simpl; try discriminate; destruct most as [| [|] | | [|]]; simpl; congruence.
Qed.

Lemma along_facts (p q x y most : D) :
  let low := if flt p q then p else q in let high := if flt q p then p else q in
  fle (fsub high low) most = true -> finite most ->
  flt low x = true -> flt x high = true -> flt low y = true -> flt y high = true ->
  finite p /\ finite q /\ finite x /\ finite y /\
  Rmin (real p) (real q) < real x < Rmax (real p) (real q) /\ Rmin (real p) (real q) < real y < Rmax (real p) (real q).
Proof.
  intros low high L Fm A1 A2 B1 B2. destruct (ends_finite _ _ _ _ A1 A2 L Fm) as (Fl & Fh).
  pose proof (between_finite _ _ _ Fl A1 A2) as Fx. pose proof (between_finite _ _ _ Fl B1 B2) as Fy.
  assert (E : finite p /\ finite q /\ real low = Rmin (real p) (real q) /\ real high = Rmax (real p) (real q)).
  { apply flt_real in A1; auto. apply flt_real in A2; auto. unfold low, high in *.
    destruct (flt p q) eqn:PQ, (flt q p) eqn:QP.
    - exfalso. lra.
    - apply flt_real in PQ; auto. rewrite Rmin_left, Rmax_right by lra. auto.
    - apply flt_real in QP; auto. rewrite Rmin_right, Rmax_left by lra. auto.
    - exfalso. lra. }
  destruct E as (Fp & Fq & El & Eh). rewrite <- El, <- Eh.
  apply flt_real in A1, A2, B1, B2; auto 10.
Qed.

Lemma sum_is_sum (p q : D) : finite p -> finite q -> Rabs (real p) <= bpow radix2 200 -> Rabs (real q) <= bpow radix2
  200 ->
  is_sum (fadd p q) (sum_rest p q) (real p + real q).
Proof.
  intros Fp Fq Hp Hq. pose proof (two_sum_finite p q 200 (conj eq_refl eq_refl) Fp Fq Hp Hq) as Fr.
  destruct (two_sum_exact p q Fr) as (_ & _ & Fh & E & X). destruct (two_sum_rest_small p q Fr) as (_ & L).
  destruct (fadd_is_finite p q 201 (conj eq_refl eq_refl) Fp Fq) as (_ & _ & B).
  { change 201%Z with (200 + 1)%Z. now apply sum_below. }
  split; [exact Fh |]. split; [exact Fr |]. split; [exact E |]. split; [exact X |]. split; [exact B |].
  eapply Rle_trans; [exact L |]. rewrite u_double. pose proof (Rabs_pos (real (fadd p q))). lra.
Qed.

Lemma signed_number (s p : D) : finite s -> is_sign (real s) -> finite p -> Rabs (real p) <= bpow radix2 200 ->
  finite (fmul s p) /\ real (fmul s p) = real s * real p /\ Rabs (real (fmul s p)) <= bpow radix2 200.
Proof.
  intros Fs Sg Fp H.
  assert (B : Rabs (real s * real p) <= bpow radix2 200) by now rewrite sign_abs.
  destruct (fmul_is_finite s p 200 (conj eq_refl eq_refl) Fs Fp B) as (F & _ & B').
  split; [exact F |]. split; [now apply times_sign | exact B'].
Qed.

(* s p - s q as the code computes it. *)
Lemma signed_difference (s p q : D) : finite s -> is_sign (real s) -> finite p -> finite q ->
  Rabs (real p) <= bpow radix2 200 -> Rabs (real q) <= bpow radix2 200 ->
  is_sum (fadd (fmul s p) (fneg (fmul s q))) (sum_rest (fmul s p) (fneg (fmul s q))) (real s * (real p - real q)).
Proof.
  intros Fs Sg Fp Fq Hp Hq. destruct (signed_number s p Fs Sg Fp Hp) as (F1 & E1 & B1).
  destruct (signed_number s q Fs Sg Fq Hq) as (F2 & E2 & B2).
  replace (real s * (real p - real q)) with (real (fmul s p) + real (fneg (fmul s q))) by (rewrite real_fneg, E1, E2;
    ring).
  apply sum_is_sum; auto; [now apply finite_fneg | now rewrite real_fneg, Rabs_Ropp].
Qed.

Lemma sizes_below (p q l r s : D) :
  fle (fadd (fadd (fadd (fadd (fabs p) (fabs q)) (fabs l)) r) s) (fconst 1 190) = true ->
  fle (fconst 0 0) r = true -> fle (fconst 0 0) s = true ->
  (finite p /\ finite q /\ finite l /\ finite r /\ finite s) /\
  (Rabs (real p) <= bpow radix2 200 /\ Rabs (real q) <= bpow radix2 200 /\ Rabs (real l) <= bpow radix2 200 /\
   Rabs (real r) <= bpow radix2 200 /\ Rabs (real s) <= bpow radix2 200) /\ 0 <= real r /\ 0 <= real s.
Proof.
  intros H Hr Hs. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. const_facts 1%Z 190%Z F1 V1.
  rewrite Rmult_1_l in V1.
  assert (Nr : nonneg r) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  assert (Ns : nonneg s) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  assert (N1 : nonneg (fadd (fabs p) (fabs q))) by (apply nonneg_fadd; apply nonneg_fabs).
  assert (N2 : nonneg (fadd (fadd (fabs p) (fabs q)) (fabs l))) by (apply nonneg_fadd; auto using nonneg_fabs).
  assert (N3 : nonneg (fadd (fadd (fadd (fabs p) (fabs q)) (fabs l)) r)) by now apply nonneg_fadd.
  assert (Ff : finite (fadd (fadd (fadd (fadd (fabs p) (fabs q)) (fabs l)) r) s))
    by (eapply fle_finite; [exact H | now apply nonneg_fadd | exact F1]).
  apply fle_real in H; auto. rewrite V1 in H.
  assert (H' : real (fadd (fadd (fadd (fadd (fabs p) (fabs q)) (fabs l)) r) s) <= bpow radix2 200)
    by (eapply Rle_trans; [exact H | apply bpow_le; lia]).
  destruct (sum_in_range _ _ Ff N3 Ns H') as [S1 [[Fs Bs] S0]].
  destruct (sum_in_range' _ _ S1 N2 Nr) as [S3 [[Fr Br] R0]].
  destruct (sum_in_range' _ _ S3 N1 (nonneg_fabs l)) as [S5 [[Fl Bl] _]].
  destruct (sum_in_range' _ _ S5 (nonneg_fabs p) (nonneg_fabs q)) as [[[Fp Bp] _] [[Fq Bq] _]].
  rewrite real_fabs, Rabs_Rabsolu in Bl, Bp, Bq. apply fabs_finite in Fl, Fp, Fq.
  repeat split; auto.
Qed.

Theorem side_path_of_level_correct sh0 sl0 se0 eh0 el0 ee0 rh0 rl0 re0 s0 cx cy cr tox toy ax ay bx by_ wr n
    upright side sh sl se eh el ee rh rl re result :
  set_level_path_results sh0 sl0 se0 eh0 el0 ee0 rh0 rl0 re0 s0 cx cy cr tox toy ax ay bx by_ wr n true upright
    side sh sl se eh el ee rh rl re ->
  side_path_of_level_results sh sl eh el rh rl result ->
  let c := Point (real cx) (real cy) in let v := Point (real tox - real cx) (real toy - real cy) in
  let a := Point (real ax) (real ay) in let b := Point (real bx) (real by_) in let R := real cr + real wr in
  n = extent_number Segment /\
  (finite cx /\ finite cy /\ finite tox /\ finite toy /\ finite ax /\ finite ay /\ finite bx /\ finite by_ /\ finite cr
    /\ finite wr) /\
  0 <= real cr /\ 0 <= real wr /\
  (result = 1%Z -> stays_clear c v a b R) /\ (result = 2%Z -> presses c v a b R) /\
  (result = 3%Z -> farther Segment c a b R /\ hits Side Segment c v a b R).
Proof.
  intros H Hr c v a b R. unfold set_level_path_results in H. open H. destruct H.
  repeat match goal with W : wide_of_sum_results _ _ _ _ _ |- _ =>
    destruct (wide_of_sum_values _ _ _ _ _ W) as (? & ? & _); clear W end.
  match goal with K : true = (if ?p then false else if ?q then false else true) |- _ =>
    destruct p; [discriminate K |]; destruct q; [discriminate K |]; clear K end. cbv iota in *.
  match goal with K : false = orb _ _ |- _ => rename K into E_if1 end.
  match goal with K : false = negb _ |- _ => rename K into E_if2 end.
  symmetry in E_if1. apply orb_false_iff in E_if1. destruct E_if1 as [Up Seg]. apply negb_false_iff, Z.eqb_eq in Seg.
  symmetry in E_if2. apply negb_false_iff in E_if2.
  apply andb_prop in E_if2. destruct E_if2 as [E_if2 W0]. apply andb_prop in E_if2. destruct E_if2 as [E_if2 C0].
  apply andb_prop in E_if2. destruct E_if2 as [E_if2 Sizes]. apply andb_prop in E_if2. destruct E_if2 as [E_if2 T2].
  apply andb_prop in E_if2. destruct E_if2 as [E_if2 T1]. apply andb_prop in E_if2. destruct E_if2 as [E_if2 A2].
  apply andb_prop in E_if2. destruct E_if2 as [Len A1].
  destruct (sizes_below _ _ _ _ _ Sizes C0 W0) as ((Ff & Fe & Fl & Fcr & Fwr) & (Bf & Be & Bl & Bcr & Bwr) & Rc & Rw).
  const_facts 1%Z 190%Z F190 V190. const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1.
  change (bpow radix2 0) with 1 in V1.
  assert (Sd : forall k : bool, finite (if k then fneg (fconst 1 0) else fconst 1 0 : D) /\
    is_sign (real (if k then fneg (fconst 1 0) else fconst 1 0 : D))).
  { intros [|]; [split; [now apply finite_fneg |]; right; rewrite real_fneg, V1; ring |].
    split; [exact F1 | left; exact V1]. }
  match goal with K : _ = (if flt ?p ?q then fneg (fconst 1 0) else fconst 1 0) |- _ => destruct (Sd (flt p q)) as (Fs
    & Sg) end.
  unfold side_path_of_level_results in Hr. open Hr. destruct Hr as [Eah Est Eae Een Res].
  subst. match type of Fs with finite ?s => set (sd := s) in * end.
  pose proof (signed_difference sd _ _ Fs Sg Ff Fl Bf Bl) as Start.
  pose proof (signed_difference sd _ _ Fs Sg Fe Fl Be Bl) as End.
  pose proof (sum_is_sum _ _ Fcr Fwr Bcr Bwr) as Reach. fold R in Reach.
  destruct (compare_sums_right _ _ _ _ _ _ Start Reach) as (S1 & S2 & S3).
  destruct (compare_sums_right _ _ _ _ _ _ End Reach) as (E1 & E2 & E3). unfold sign_of_ahead in *.
  match type of S1 with (?k < 0)%Z -> _ => set (start := k) in * end.
  match type of E1 with (?k < 0)%Z -> _ => set (end_ := k) in * end.
  assert (Rpos : flt (fconst 0 0) (fadd cr wr) = true -> 0 < R).
  { intros K. destruct Reach as (Fh & _ & Er & _). apply flt_real in K; auto.
    change (real (fconst 0 0 : D)) with 0 in K.
    apply Rnot_le_lt. intros N. apply (rnd_le double) in N. rewrite rnd_zero, <- Er in N. lra. }
  destruct (along_facts _ _ _ _ _ Len F190 A1 A2 T1 T2) as (G1 & G2 & G3 & G4 & B1 & B2).
  assert (Answers : forall h he, h = real sd * (real (if feq ax bx then cx else cy) - real (if feq ax bx then ax else
    ay)) ->
    he = real sd * (real (if feq ax bx then tox else toy) - real (if feq ax bx then ax else ay)) ->
    (R <= h -> R <= he -> stays_clear c v a b R) /\ (0 < R -> h = R -> he < R -> presses c v a b R) /\
    (R < h -> he < R -> farther Segment c a b R /\ hits Side Segment c v a b R) ->
    let result := if ((start <? 0)%Z || negb (flt (fconst 0 0) (fadd cr wr)))%bool then 0%Z
      else if (end_ >=? 0)%Z then 1%Z else if (start >? 0)%Z then 3%Z else 2%Z in
    (result = 1%Z -> stays_clear c v a b R) /\ (result = 2%Z -> presses c v a b R) /\
    (result = 3%Z -> farther Segment c a b R /\ hits Side Segment c v a b R)).
  { intros h he -> -> (Q1 & Q2 & Q3). cbv zeta.
    destruct (Z.ltb_spec start 0) as [K1 | K1]; [simpl; repeat split; intros; lia |].
    destruct (flt (fconst 0 0) (fadd cr wr)) eqn:K2; [| simpl; repeat split; intros; lia]. simpl.
    specialize (Rpos eq_refl).
    rewrite Z.geb_leb, Z.gtb_ltb. destruct (Z.leb_spec 0 end_) as [K3 | K3].
    - split; [intros _ | split; intros; lia]. apply Q1.
      + destruct (Z.eq_dec start 0) as [Z0 | Z0]; [right; symmetry; now apply S2 | left; apply S3; lia].
      + destruct (Z.eq_dec end_ 0) as [Z0 | Z0]; [right; symmetry; now apply E2 | left; apply E3; lia].
    - destruct (Z.ltb_spec 0 start) as [K4 | K4].
      + split; [intros; lia |]. split; [intros; lia | intros _]. apply Q3; [apply S3; lia | apply E1; lia].
      + split; [intros; lia |]. split; [intros _ | intros; lia].
        apply Q2; [exact Rpos | apply S2; lia | apply E1; lia]. }
  split; [reflexivity |].
  destruct (feq ax bx) eqn:Ux; cbn [orb] in *.
  - destruct (feq_finite _ _ Ux Fl) as (Fbx & Ebx). split; [auto 15 |]. split; [exact Rc |]. split; [exact Rw |].
    eapply Answers; [reflexivity | reflexivity |].
    pose proof (upright_path c v a b R (real sd) ltac:(unfold R; lra) Sg ltac:(unfold ux, a, b; simpl; lra)) as P.
    simpl in P.
    replace (real cx + (real tox - real cx)) with (real tox) in P by ring.
    replace (real cy + (real toy - real cy)) with (real toy) in P by ring. exact (P B1 B2).
  - destruct (feq ay by_) eqn:Uy; [| discriminate Up]. destruct (feq_finite _ _ Uy Fl) as (Fby & Eby).
    split; [auto 15 |]. split; [exact Rc |]. split; [exact Rw |].
    eapply Answers; [reflexivity | reflexivity |].
    pose proof (level_path c v a b R (real sd) ltac:(unfold R; lra) Sg ltac:(unfold uy, a, b; simpl; lra)) as P.
    simpl in P.
    replace (real cx + (real tox - real cx)) with (real tox) in P by ring.
    replace (real cy + (real toy - real cy)) with (real toy) in P by ring. exact (P B1 B2).
Qed.
