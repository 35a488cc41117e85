(* Parts of the slab around a path (src/scene/traversal.c, axes_apart in src/scene/leaf_lanes.h): what a comparison
   with a sum of two products tells of the real sum, also if the sum overflows; the normal of the slab; its margin.

   z is the sum as it would be without overflow. A finite number below the computed sum is below z. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Approx ErrorFree Overflow Products Distances SideDistance.
From Carom Require Terms_slab.
Import Terms_slab.slab_normal_of_terms(slab_normal_of_results).
Import Terms_slab.set_slab_terms(set_slab_results).

Open Scope R_scope.

Implicit Types v w : F double.

(* v is z, rounded, or the infinity to which z overflows. *)
Definition stands_for v (z : R) :=
  (forall w, finite w -> flt w v = true -> real w < z) /\ (forall w, finite w -> flt v w = true -> z < real w).

Lemma rounded_stands_for v s : is_rounded v s -> stands_for v (rnd double s).
Proof.
  intros (N & H). split; intros w Fw L; destruct (flt_value _ _ L) as (_ & _ & V); rewrite (value_finite w Fw) in V.
  - destruct H as [(Fv & _ & E) | [(B & ->) | (B & ->)]]; [rewrite value_finite, E in V by exact Fv; exact V | simpl in
      V; lra |].
    pose proof (real_below w) as R. apply Rabs_def2 in R. unfold value in V. fold (@huge double) in R. lra.
  - destruct H as [(Fv & _ & E) | [(B & ->) | (B & ->)]]; [rewrite value_finite, E in V by exact Fv; exact V | | simpl
      in V; lra].
    pose proof (real_below w) as R. apply Rabs_def2 in R. unfold value in V. fold (@huge double) in R. lra.
Qed.

Lemma ffma_rounded x y w : finite x -> finite y -> finite w -> is_rounded (ffma x y w) (real x * real y + real w).
Proof.
  intros Hx Hy Hw. generalize (Bfma_correct (prec double) (emax double) _ _ mode_NE x y w Hx Hy Hw). cbv zeta.
  change (round radix2 (SpecFloat.fexp (prec double) (emax double)) (round_mode mode_NE)) with (rnd double).
  case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). split; [now apply number_finite |]. left. auto.
  - apply (rounded_of_overflow _ _ _ C B). destruct (Rlt_bool_spec (B2R x * B2R y + B2R w) 0) as [L | L]; unfold real;
      lra.
Qed.

(* The errors of the products and of the sum. *)
Lemma sum_of_products_error (X Y p q s dy : R) :
  Rabs (p - X) <= 301 / 100 * ud * Rabs X + etad -> Rabs (q - Y) <= 301 / 100 * ud * Rabs Y + dy ->
  Rabs (s - (p + q)) <= ud * Rabs (p + q) + (etad - dy) -> 0 <= dy <= etad ->
  Rabs (s - (X + Y)) <= 402 / 100 * ud * (Rabs X + Rabs Y) + 201 / 100 * etad.
Proof.
  intros HX HY HS D. pose proof u_double_small as U. pose proof (Rabs_pos X). pose proof (Rabs_pos Y).
  assert (E : Rabs ((p + q) - (X + Y)) <= 301 / 100 * ud * (Rabs X + Rabs Y) + (etad + dy)).
  { replace (p + q - (X + Y)) with ((p - X) + (q - Y)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (M : Rabs (p + q) <= Rabs X + Rabs Y + (301 / 100 * ud * (Rabs X + Rabs Y) + (etad + dy))).
  { replace (p + q) with ((X + Y) + ((p + q) - (X + Y))) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_triang X Y). lra. }
  replace (s - (X + Y)) with ((s - (p + q)) + ((p + q) - (X + Y))) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (0 <= ud * (Rabs X + Rabs Y)) by (apply Rmult_le_pos; lra).
  revert M E H1. generalize (Rabs X + Rabs Y) as m. intros m M E Hm.
  assert (ud * Rabs (p + q) <= ud * (m + (301 / 100 * ud * m + (etad + dy)))) by (apply Rmult_le_compat_l; lra).
  assert (ud * (ud * m) <= / 1048576 * (ud * m)) by (apply Rmult_le_compat_r; lra).
  assert (ud * (etad + dy) <= / 1048576 * (etad + dy)) by (apply Rmult_le_compat_r; lra).
  lra.
Qed.

Lemma exact_product_error A B a b : Rabs (a - A) <= ud * Rabs A -> Rabs (b - B) <= ud * Rabs B ->
  Rabs (a * b - A * B) <= 301 / 100 * ud * Rabs (A * B) + 0.
Proof.
  intros HA HB. pose proof u_double_small as U.
  assert (E : Rabs (a * b - A * B) <= (2 * ud + ud * ud) * (Rabs A * Rabs B)).
  { replace (a * b - A * B) with (A * (b - B) + (a - A) * B + (a - A) * (b - B)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    rewrite !Rabs_mult. pose proof (Rabs_pos A). pose proof (Rabs_pos B). pose proof (Rabs_pos (a - A)). pose proof
        (Rabs_pos (b - B)).
    assert (Rabs A * Rabs (b - B) <= Rabs A * (ud * Rabs B)) by (apply Rmult_le_compat_l; lra).
    assert (Rabs (a - A) * Rabs B <= ud * Rabs A * Rabs B) by (apply Rmult_le_compat_r; lra).
    assert (Rabs (a - A) * Rabs (b - B) <= ud * Rabs A * (ud * Rabs B)) by (apply Rmult_le_compat; lra). lra. }
  rewrite Rabs_mult. assert (P : 0 <= Rabs A * Rabs B) by (apply Rmult_le_pos; apply Rabs_pos).
  revert P E. generalize (Rabs A * Rabs B). intros m P E.
  assert (0 <= ud * m) by (apply Rmult_le_pos; lra).
  assert (ud * (ud * m) <= / 1048576 * (ud * m)) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* A sum of two products, the second of which may be fused. The factors are A, B, C, D but for a rounding. *)
Lemma dot_stands_for v (a b c d : F double) A B C D :
  sum_or_fused v (fmul a b) (fmul c d) None (Some (c, d)) -> finite (fmul a b) -> finite (fmul c d) ->
  Rabs (real a - A) <= ud * Rabs A -> Rabs (real b - B) <= ud * Rabs B ->
  Rabs (real c - C) <= ud * Rabs C -> Rabs (real d - D) <= ud * Rabs D ->
  exists z, stands_for v z /\
    Rabs (z - (A * B + C * D)) <= 402 / 100 * ud * (Rabs (A * B) + Rabs (C * D)) + 201 / 100 * etad.
Proof.
  intros S F1 F2 HA HB HC HD. pose proof u_double_small as U. pose proof eta_double_pos as T.
  destruct (fmul_error _ _ F1) as (_ & _ & E1). destruct (fmul_error _ _ F2) as (Fc & Fd & E2).
  pose proof (product_error ud etad U A B _ _ _ HA HB E1) as P1.
  destruct S as [-> | [(p & q & E & _) | (p & q & E & ->)]]; [| discriminate |].
  - exists (rnd double (real (fmul a b) + real (fmul c d))). split; [apply rounded_stands_for; now apply fadd_rounded
      |].
    apply (sum_of_products_error _ _ (real (fmul a b)) (real (fmul c d)) _ etad); auto; [| | lra].
    + apply (product_error ud etad U C D (real c) (real d)); auto.
    + replace (etad - etad) with 0 by ring. rewrite Rplus_0_r. apply rnd_sum_error; apply real_in_format.
  - injection E as <- <-. exists (rnd double (real c * real d + real (fmul a b))).
    split; [apply rounded_stands_for; now apply ffma_rounded |].
    apply (sum_of_products_error _ _ (real (fmul a b)) (real c * real d) _ 0); auto; [| | lra].
    + now apply exact_product_error.
    + rewrite Rminus_0_r, (Rplus_comm (real (fmul a b))). apply rnd_error.
Qed.

(* ---- the normal ---- *)

Lemma quotient_at_most_one (x s : F double) : finite x -> finite s -> 0 < real s -> Rabs (real x) <= real s ->
  finite (fdiv x s) /\ Rabs (real (fdiv x s)) <= 1 /\ real (fdiv x s) = rnd double (real x / real s).
Proof.
  intros Fx Fs P L. assert (Q : Rabs (real x / real s) <= bpow radix2 0).
  { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ real s)) by (left; now apply Rinv_0_lt_compat). change (bpow radix2
      0) with 1.
    apply Rmult_le_reg_r with (real s); [exact P |]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (R1 : Rabs (rnd double (real x / real s)) <= bpow radix2 0) by (apply rnd_below; [unfold emin; simpl; lia |
      exact Q]).
  assert (N0 : B2R s <> 0) by (unfold real in P; lra).
  pose proof (Bdiv_correct (prec double) (emax double) _ _ mode_NE x s N0) as C. rewrite Rlt_bool_true in C.
  2: { eapply Rle_lt_trans; [exact R1 | apply bpow_lt; reflexivity]. }
  destruct C as (C1 & C2 & _). unfold finite in Fx. rewrite Fx in C2. split; [exact C2 |].
  assert (E : real (fdiv x s) = rnd double (real x / real s)) by exact C1. rewrite E. split; [exact R1 | reflexivity].
Qed.

(* The normal of a path (mx, my): its coordinates are at most 1, one of them is 1 or -1, and the normal is nearly at a
   right angle to the path. *)
Lemma slab_normal_is (mx my nx ny : F double) : slab_normal_of_results mx my nx ny ->
  finite mx -> finite my -> 0 < Rmax (Rabs (real mx)) (Rabs (real my)) ->
  let s := Rmax (Rabs (real mx)) (Rabs (real my)) in
  finite nx /\ finite ny /\ Rabs (real nx) <= 1 /\ Rabs (real ny) <= 1 /\ 1 <= real nx ^ 2 + real ny ^ 2 /\
  Rabs (real nx * real mx + real ny * real my) <= 201 / 100 * ud * s + 2 * etad * s.
Proof.
  intros (lx & ly & sz & [-> -> E_s -> ->]) Fx Fy P s.
  assert (Es : finite sz /\ real sz = s).
  { rewrite E_s. unfold s. rewrite <- !real_fabs. destruct (flt (fabs my) (fabs mx)) eqn:C.
    - apply flt_real in C; auto using finite_fabs. split; [now apply finite_fabs | rewrite Rmax_left; lra].
    - apply flt_real_false in C; auto using finite_fabs. split; [now apply finite_fabs | rewrite Rmax_right; lra]. }
  destruct Es as (Fs & Es). fold s in P. pose proof u_double_small as U. pose proof eta_double_pos as T.
  assert (Mx : Rabs (real mx) <= s) by apply Rmax_l. assert (My : Rabs (real my) <= s) by apply Rmax_r.
  destruct (quotient_at_most_one (fneg my) sz) as (F1 & B1 & V1); rewrite ?Es, ?real_fneg, ?Rabs_Ropp; auto using
      finite_fneg.
  destruct (quotient_at_most_one mx sz) as (F2 & B2 & V2); rewrite ?Es; auto.
  rewrite real_fneg, Es in V1. rewrite Es in V2.
  split; [exact F1 |]. split; [exact F2 |]. split; [exact B1 |]. split; [exact B2 |].
  assert (One : forall w : R, in_format double w -> w = 1 \/ w = -1 -> rnd double w ^ 2 = 1).
  { intros w Fw Hw. rewrite rnd_of_format by exact Fw. destruct Hw as [-> | ->]; ring. }
  assert (F1' : in_format double 1) by (change 1 with (bpow radix2 0); apply generic_format_bpow; vm_compute;
      discriminate).
  assert (Qs : forall w : R, Rabs w = s -> w / s = 1 \/ w / s = -1).
  { intros w Hw. unfold Rabs in Hw. destruct (Rcase_abs w); [right | left]; apply Rmult_eq_reg_r with s; try lra; unfold
      Rdiv;
      rewrite Rmult_assoc, Rinv_l by lra; lra. }
  assert (Sq : forall w : R, Rabs w = s -> rnd double (w / s) ^ 2 = 1).
  { intros w Hw. destruct (Qs w Hw) as [E | E]; rewrite E; apply One; auto.
    replace (-1) with (- (1)) by ring. now apply generic_format_opp. }
  split.
  - rewrite V1, V2. pose proof (pow2_ge_0 (rnd double (- real my / s))). pose proof (pow2_ge_0 (rnd double (real mx /
      s))).
    assert (E : s = Rabs (real mx) \/ s = Rabs (real my)) by (unfold s, Rmax; destruct Rle_dec; auto).
    destruct E as [E | E].
    + rewrite (Sq (real mx)) by lra. lra.
    + rewrite (Sq (- real my)) by (rewrite Rabs_Ropp; lra). lra.
  - (* the errors of the two quotients *)
    pose proof (rnd_error double (- real my / s)) as E1. pose proof (rnd_error double (real mx / s)) as E2. rewrite <-
        V1 in E1. rewrite <- V2 in E2.
    assert (is : 0 < / s) by now apply Rinv_0_lt_compat.
    replace (real (fdiv (fneg my) sz) * real mx + real (fdiv mx sz) * real my) with
      ((real (fdiv (fneg my) sz) - - real my / s) * real mx + (real (fdiv mx sz) - real mx / s) * real my) by (field;
          lra).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite !Rabs_mult.
    assert (Q1 : Rabs (- real my / s) * Rabs (real mx) <= s).
    { unfold Rdiv. rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (/ s)) by lra.
      apply Rmult_le_reg_r with s; [exact P |]. replace (Rabs (real my) * / s * Rabs (real mx) * s) with (Rabs (real my)
          * Rabs (real mx)) by (field; lra).
      apply Rmult_le_compat; auto using Rabs_pos. }
    assert (Q2 : Rabs (real mx / s) * Rabs (real my) <= s).
    { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ s)) by lra.
      apply Rmult_le_reg_r with s; [exact P |]. replace (Rabs (real mx) * / s * Rabs (real my) * s) with (Rabs (real mx)
          * Rabs (real my)) by (field; lra).
      apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos (real mx)) E1) as G1. pose proof (Rmult_le_compat_r _ _ _ (Rabs_pos
        (real my)) E2) as G2.
    assert (ud * (Rabs (- real my / s) * Rabs (real mx)) <= ud * s) by (apply Rmult_le_compat_l; lra).
    assert (ud * (Rabs (real mx / s) * Rabs (real my)) <= ud * s) by (apply Rmult_le_compat_l; lra).
    assert (etad * Rabs (real mx) <= etad * s) by (apply Rmult_le_compat_l; lra).
    assert (etad * Rabs (real my) <= etad * s) by (apply Rmult_le_compat_l; lra).
    assert (0 <= ud * s) by (apply Rmult_le_pos; lra). lra.
Qed.

(* ---- the margin ---- *)

Section Margin.
Variables nx ny reach size : F double.
Let len := fsqrt (fadd (fmul nx nx) (fmul ny ny)).
Let margin := fadd (fadd (fmul reach (fadd len (fconst 1 (-40)))) (fmul (fconst 1 (-48)) size)) (fconst 1 (-1022)).
Let nu := sqrt (real nx ^ 2 + real ny ^ 2).
Hypothesis reach_valid : nonneg reach.
Hypothesis size_valid : 0 <= real size.
Hypothesis nx_unit : Rabs (real nx) <= 1.
Hypothesis ny_unit : Rabs (real ny) <= 1.
Hypothesis n_long : 1 <= real nx ^ 2 + real ny ^ 2.

Lemma normal_size : 1 <= nu <= 15 / 10.
Proof.
  unfold nu. assert (G : forall v : R, Rabs v <= 1 -> v ^ 2 <= 1).
  { intros v H. apply Rabs_le_inv in H. assert (0 <= (1 - v) * (1 + v)) by (apply Rmult_le_pos; lra). lra. }
  pose proof (G _ nx_unit). pose proof (G _ ny_unit). split.
  - rewrite <- sqrt_1 at 1. now apply sqrt_le_1_alt.
  - rewrite <- (sqrt_pow2 (15 / 10)) by lra. apply sqrt_le_1_alt. lra.
Qed.

Lemma margin_exceeds : finite margin -> finite reach /\ finite size /\ 0 <= real reach /\
  real reach * nu + 30 * ud * real size + 9 / 10 * bpow radix2 (-1022) <= (1 - 3 * ud) * real margin.
Proof.
  intros F. destruct (fadd_error _ _ F) as (F1 & _ & E1). destruct (fadd_error _ _ F1) as (F2 & F3 & E2).
  destruct (fmul_error _ _ F2) as (Fr & F4 & E3). destruct (fmul_error _ _ F3) as (_ & Fs & E4).
  destruct (fadd_error _ _ F4) as (Fl & _ & E5).
  pose proof (nonneg_real _ reach_valid) as R0. do 3 (split; [assumption |]).
  destruct normal_size as (N1 & N2). pose proof u_double_small as U. pose proof eta_double_pos as T. destruct kd_small
      as (K0 & K1).
  (* the length *)
  assert (El : Rabs (real len - nu) <= 10 * ud).
  { destruct (fsqrt_finite _ Fl) as (Fq & _). pose proof (approx_squares nx ny Fq) as (_ & _ & Q).
    assert (q0 : 0 <= real nx ^ 2 + real ny ^ 2) by lra.
    pose proof (root_error _ (real nx ^ 2 + real ny ^ 2) Fl q0) as Re. fold len nu in Re.
    assert (Kd : 11 / 10 * kd <= ud).
    { apply Rle_trans with (bpow radix2 1 * bpow radix2 (-536)).
      - change (bpow radix2 1) with 2. unfold kd. pose proof (bpow_gt_0 radix2 (-536)). lra.
      - rewrite <- bpow_plus. unfold u. apply bpow_le. simpl. lia. }
    assert (U2 : ud * nu <= ud * (15 / 10)) by (apply Rmult_le_compat_l; lra).
    eapply Rle_trans; [apply Re | lra]. replace (real nx * real nx + real ny * real ny) with (real nx ^ 2 + real ny ^ 2)
        in Q by ring.
    eapply Rle_trans; [exact Q |]. assert (E2u : e double 2 <= 201 / 100 * ud).
    { eapply Rle_trans; [apply e_linear; [simpl; lra | rewrite u_double; lra] |]. simpl INR. lra. }
    assert (e double 2 * (real nx ^ 2 + real ny ^ 2) <= 201 / 100 * ud * (real nx ^ 2 + real ny ^ 2)) by (apply
        Rmult_le_compat_r; lra).
    assert (etad <= / 1048576 * ud).
    { apply Rle_trans with (bpow radix2 (-20) * ud); [| apply Rmult_le_compat_r; [lra | simpl; lra]].
      unfold eta, u. rewrite <- bpow_plus. apply bpow_le. simpl. lia. }
    assert (ud * 1 <= ud * (real nx ^ 2 + real ny ^ 2)) by (apply Rmult_le_compat_l; lra). lra. }
  destruct (constant_value (-40) ltac:(lia)) as [_ E40]. destruct (constant_value (-48) ltac:(lia)) as [_ E48].
  destruct (constant_value (-1022) ltac:(lia)) as [_ EM].
  rewrite E40 in E5. rewrite E48 in E4. rewrite EM in E1.
  assert (P48 : bpow radix2 (-48) = 32 * ud) by (unfold u; change (-48)%Z with (5 + - prec double)%Z; rewrite bpow_plus;
      reflexivity).
  assert (P40 : bpow radix2 (-40) = 8192 * ud) by (unfold u; change (-40)%Z with (13 + - prec double)%Z; rewrite
      bpow_plus; reflexivity).
  assert (PM : 1000 * etad <= bpow radix2 (-1022)).
  { apply Rle_trans with (bpow radix2 10 * etad); [change (bpow radix2 10) with 1024; lra |]. unfold eta. rewrite <-
      bpow_plus. apply bpow_le. simpl. lia. }
  rewrite P48 in E4. rewrite P40 in E5. set (L := real (fadd len (fconst 1 (-40)))) in *.
  assert (L1 : (1 + 1000 * ud) * nu <= L).
  { apply within in El. assert (ud * nu <= ud * (15 / 10)) by (apply Rmult_le_compat_l; lra).
    rewrite (Rabs_pos_eq (real len + 8192 * ud)) in E5 by lra. apply within in E5.
    assert (ud * (real len + 8192 * ud) <= ud * 2) by (apply Rmult_le_compat_l; lra). lra. }
  set (p := real (fmul reach (fadd len (fconst 1 (-40))))) in *. set (q := real (fmul (fconst 1 (-48)) size)) in *.
  set (m := bpow radix2 (-1022)) in *. set (rn := real reach * nu).
  assert (rn0 : 0 <= rn) by (apply Rmult_le_pos; lra).
  assert (RL : (1 + 1000 * ud) * rn <= real reach * L).
  { apply Rle_trans with (real reach * ((1 + 1000 * ud) * nu)); [unfold rn; lra |]. now apply Rmult_le_compat_l. }
  assert (UR : 0 <= ud * rn <= / 1048576 * rn) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (US : 0 <= ud * real size <= / 1048576 * real size) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  rewrite (Rabs_pos_eq (real reach * L)) in E3 by lra. rewrite (Rabs_pos_eq (32 * ud * real size)) in E4 by lra.
  apply within in E3, E4.
  assert (UUS : 0 <= ud * (ud * real size) <= / 1048576 * (ud * real size)) by (split; [apply Rmult_le_pos | apply
      Rmult_le_compat_r]; lra).
  assert (UUR : 0 <= ud * (ud * rn) <= / 1048576 * (ud * rn)) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r];
      lra).
  assert (Low : forall k X, 0 < k <= 1 -> (1 + 1000 * ud) * rn <= X -> k * ((1 + 1000 * ud) * rn) <= k * X) by (intros;
      apply Rmult_le_compat_l; lra).
  assert (Pl : (1 + 900 * ud) * rn - etad <= p).
  { pose proof (Low (1 - ud) _ ltac:(lra) RL). lra. }
  assert (Ql : 31 * ud * real size - etad <= q) by lra.
  assert (S0 : 0 <= p + q + 2 * etad) by lra.
  assert (Sl : (1 - ud) * (p + q + 2 * etad) - 2 * etad <= real (fadd (fmul reach (fadd len (fconst 1 (-40)))) (fmul
      (fconst 1 (-48)) size)) + etad).
  { apply within in E2. assert (Rabs (p + q) <= p + q + 4 * etad) by (apply Rabs_le; lra).
    assert (ud * Rabs (p + q) <= ud * (p + q + 4 * etad)) by (apply Rmult_le_compat_l; lra).
    assert (ud * etad <= / 1048576 * etad) by (apply Rmult_le_compat_r; lra). lra. }
  assert (W : (1 - ud) * ((1 + 900 * ud) * rn + 31 * ud * real size) <= (1 - ud) * (p + q + 2 * etad)) by (apply
      Rmult_le_compat_l; lra).
  set (s := real (fadd (fmul reach (fadd len (fconst 1 (-40)))) (fmul (fconst 1 (-48)) size))) in *.
  assert (sm : 0 <= s + m) by lra. rewrite (Rabs_pos_eq (s + m)) in E1 by exact sm. apply within in E1.
  assert (V : (1 - 4 * ud) * (s + m) <= (1 - 3 * ud) * real margin).
  { assert ((1 - 3 * ud) * ((1 - ud) * (s + m)) <= (1 - 3 * ud) * real margin) by (apply Rmult_le_compat_l; [lra |];
      unfold margin; lra).
    assert (0 <= ud * (ud * (s + m))) by (repeat apply Rmult_le_pos; lra). lra. }
  assert (Fin : (1 - 4 * ud) * ((1 - ud) * ((1 + 900 * ud) * rn + 31 * ud * real size) + (m - 3 * etad)) <=
    (1 - 4 * ud) * (s + m)) by (apply Rmult_le_compat_l; lra).
  assert (UUU : 0 <= ud * (ud * (ud * rn))) by (repeat apply Rmult_le_pos; lra).
  assert (UUU' : ud * (ud * (ud * rn)) <= / 1048576 * (ud * (ud * rn))) by (apply Rmult_le_compat_r; lra).
  assert (UU3 : 0 <= ud * (ud * (ud * real size))) by (repeat apply Rmult_le_pos; lra). fold rn.
  assert (Um : 0 <= ud * m <= / 1048576 * m) by (split; [apply Rmult_le_pos; [lra | apply bpow_ge_0] |
    apply Rmult_le_compat_r; [apply bpow_ge_0 | lra]]).
  assert (UT : 0 <= ud * etad <= / 1048576 * etad) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra). lra.
Qed.

Lemma margin_enough : finite margin -> finite reach /\ finite size /\ 0 <= real reach /\
  real reach * nu + 30 * ud * real size <= (1 - 3 * ud) * real margin.
Proof.
  intros F. destruct (margin_exceeds F) as (A & B & C & D). pose proof (bpow_gt_0 radix2 (-1022)).
  repeat split; auto. lra.
Qed.

End Margin.
