(* The numbers of a crossing, as include/carom/contact.h promises them: the parameter times |b - a| is within 4 ulp of
   the largest coordinate involved, and the point within 2. M is that coordinate: of a, of b and of the crossing.
   The roots are those of
   AnySizeRoots.v, from integers or from doubles. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble
  MovingRoughShift MovingRoughWide MovingRough AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap AnySizeRound
  AnySizeVector AnySizeForms AnySizeEnd AnySizeRoots AnySizeCrossingForms AnySizeNormal AnySizeCoordinate AnySizeSurface
  Geometry.
From Carom Require ContactPointSteps Terms_wide Terms_any_size Terms_any_crossings Terms_any_roots.
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_any_roots.solve_roots_terms(solve_roots_results).
Import Terms_any_crossings.crossing_forms_terms(crossing_forms_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

Lemma rounded_error_by_size h l e k g1 g2 d n : wide_to_double_results h e k g1 g2 d -> is_good n h l -> finite d ->
  Rabs (real d - value h l e) <= 101 / 100 * u53 * Rabs (value h l e) \/ Rabs (real d - value h l e) <= b2 (-1074).
Proof.
  intros H G Fd. pose proof (good_wide _ _ _ G) as W. pose proof (high_at_most_value h l e W) as B.
  rewrite <- abs_scaled in B. rewrite (wide_to_double_finite _ _ _ _ _ _ H (proj1 G) Fd).
  assert (Z : Rabs (real h * b2 e - value h l e) <= u53 * Rabs (real h * b2 e)).
  { replace (real h * b2 e - value h l e) with (- (real l * b2 e)) by (unfold value; ring).
    rewrite Rabs_Ropp, !abs_scaled, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    now apply is_wide_bound. }
  pose proof (Rabs_pos (value h l e)) as V0.
  destruct (Rle_or_lt (b2 (-1022)) (Rabs (real h * b2 e))) as [N | N].
  - left. rewrite rnd_of_format by (apply format_scaled; [apply real_in_format | now right]). lra.
  - right. assert (R : Rabs (rnd (real h * b2 e) - real h * b2 e) <= b2 (-1075)).
    { eapply Rle_trans; [apply error_le_half_ulp; apply exponents_valid |]. change (b2 (-1075)) with (b2 (-1074 - 1)).
      rewrite <- half_power. apply Rmult_le_compat_l; [lra |]. unfold exponents.
      rewrite ulp_FLT_small; [apply Rle_refl | apply prec_positive |].
      eapply Rlt_le_trans; [exact N |]. apply bpow_le. vm_compute. discriminate. }
    assert (S : u53 * Rabs (real h * b2 e) <= b2 (-1075)).
    { change (-1075)%Z with (-53 + -1022)%Z. rewrite bpow_plus. change (b2 (-53)) with u53.
      apply Rmult_le_compat_l; lra. }
    change (-1074)%Z with (1 + -1075)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2.
    replace (rnd (real h * b2 e) - value h l e) with
      (rnd (real h * b2 e) - real h * b2 e + (real h * b2 e - value h l e)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma length_of_coordinates x y m : Rabs x <= 2 * m -> Rabs y <= 2 * m -> sqrt (x * x + y * y) <= 283 / 100 * m.
Proof.
  intros X Y. pose proof (Rabs_pos x) as x0. rewrite <- (sqrt_square (283 / 100 * m)) by lra. apply sqrt_le_1_alt.
  pose proof (square_of_abs x) as X2. pose proof (square_of_abs y) as Y2. pose proof (Rabs_pos y) as y0.
  assert (Rabs x * Rabs x <= 2 * m * (2 * m)) by (apply Rmult_le_compat; lra).
  assert (Rabs y * Rabs y <= 2 * m * (2 * m)) by (apply Rmult_le_compat; lra).
  pose proof (Rle_0_sqr m) as M2. unfold Rsqr in M2. lra.
Qed.

Theorem crossing_along_correct h l e k g1 g2 d n t ax ay ux uy M : wide_to_double_results h e k g1 g2 d ->
  is_good n h l ->
  finite d -> is_within (b2 (-55)) (value h l e) t ->
  Rabs ax <= M -> Rabs ay <= M -> Rabs (ax + ux) <= M -> Rabs (ay + uy) <= M ->
  Rabs (ax + t * ux) <= M -> Rabs (ay + t * uy) <= M ->
  Rabs (real d - t) * sqrt (ux * ux + uy * uy) <= 4 * ulp_of M.
Proof.
  intros H G Fd W A1 A2 B1 B2 P1 P2. set (s := sqrt (ux * ux + uy * uy)).
  pose proof (sqrt_pos (ux * ux + uy * uy)) as s0.
  fold s in s0. pose proof (Rabs_pos ax) as M0.
  assert (Way : forall v w, Rabs v <= M -> Rabs (v + w) <= M -> Rabs w <= 2 * M).
  { intros v w V Vw. apply Rabs_le_inv in V, Vw. apply Rabs_le. lra. }
  assert (Us : s <= 283 / 100 * M) by (apply length_of_coordinates; [apply (Way ax) | apply (Way ay)]; assumption).
  assert (Ts : Rabs t * s <= 283 / 100 * M).
  { unfold s. rewrite <- (sqrt_Rsqr_abs t), <- sqrt_mult_alt by apply Rle_0_sqr. unfold Rsqr.
    replace (t * t * (ux * ux + uy * uy)) with (t * ux * (t * ux) + t * uy * (t * uy)) by ring.
    apply length_of_coordinates; [apply (Way ax) | apply (Way ay)]; assumption. }
  assert (E : Rabs (real d - value h l e) <= 101 / 100 * u53 * Rabs (value h l e) + b2 (-1074)).
  { pose proof (Rabs_pos (value h l e)). pose proof (bpow_gt_0 radix2 (-1074)).
    destruct (rounded_error_by_size _ _ _ _ _ _ _ _ H G Fd); lra. } unfold is_within in W.
    destruct (abs_near _ _ _ W) as (V & _).
  pose proof (Rabs_pos t) as t0. assert (E55 : b2 (-55) = / 4 * u53).
  { change (-55)%Z with (-2 + -53)%Z. rewrite bpow_plus. change (b2 (-2)) with (/ 4). reflexivity. }
  rewrite E55 in *.
  assert (D : Rabs (real d - t) <= 127 / 100 * u53 * Rabs t + b2 (-1074)).
  { replace (real d - t) with (real d - value h l e + (value h l e - t)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  pose proof (ContactPointSteps.ulp_at_least M) as U. rewrite (Rabs_pos_eq M) in U by lra.
  change (bpow radix2 (-53)) with u53 in U.
  assert (S : b2 (-1074) <= / 1000 * u53).
  { apply Rle_trans with (b2 (-10) * b2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (b2 (-53)) with u53. change (b2 (-10)) with (/ 1024). lra. }
  apply Rle_trans with ((127 / 100 * u53 * Rabs t + b2 (-1074)) * s); [apply Rmult_le_compat_r; assumption |].
  assert (b2 (-1074) * s <= / 1000 * u53 * s) by (apply Rmult_le_compat_r; assumption). lra.
Qed.

(* ---- the point ---- *)

Lemma ulp_at_least_both M : 0 <= M -> M * u53 <= ulp_of M /\ b2 (-1074) <= ulp_of M.
Proof.
  intros M0. split.
  - pose proof (ContactPointSteps.ulp_at_least M) as U. now rewrite (Rabs_pos_eq M) in U.
  - destruct (Req_dec M 0) as [-> | N]; [| now apply ulp_at_least].
    unfold exponents. rewrite ulp_FLT_small; [apply Rle_refl | apply prec_positive |]. rewrite Rabs_R0. apply bpow_gt_0.
Qed.

Theorem crossing_coordinate_correct plain a ux t M ah al ae uh ul ue th tl te ph pl pe k1 k2 h l e k g1 g2 d :
  wide_of_results a ah al ae -> wide_mul_results uh ul ue th tl te ph pl pe ->
  wide_add_results ah al ae ph pl pe k1 k2 h l e -> wide_to_double_results h e k g1 g2 d -> finite a -> finite d ->
  is_coordinate plain ux uh ul ue -> is_good 850 th tl -> is_sizeable plain 850 13 th tl te ->
  is_within (b2 (-55)) (value th tl te) t -> (plain = true -> b2 (-205) <= M /\ Rabs (t * ux) <= b2 240) ->
  Rabs (real a) <= M -> Rabs (real a + t * ux) <= M -> Rabs (real d - (real a + t * ux)) <= 2 * ulp_of M.
Proof.
  intros Ha Hp Hs Hd Fa Fd Cu Gt St Wt R A P. destruct (coordinate_parts _ _ _ _ _ Cu) as (Gu & Eu).
  pose proof (Rabs_pos (real a)) as A0. assert (M0 : 0 <= M) by lra. unfold is_within in Wt.
  assert (X : Rabs (t * ux) <= 2 * M) by (apply Rabs_le_inv in A, P; apply Rabs_le; lra).
  assert (E55 : b2 (-55) = / 4 * u53) by (change (-55)%Z with (-2 + -53)%Z; rewrite bpow_plus; reflexivity).
  assert (S105 : b2 (-105) <= / 1000000 * u53).
  { apply Rle_trans with (b2 (-30) * b2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    change (b2 (-53)) with u53. change (b2 (-30)) with (/ 1073741824). lra. }
  rewrite E55 in Wt. set (vu := value uh ul ue) in *. set (vt := value th tl te) in *. set (x := Rabs (t * ux)) in *.
  assert (x0 : 0 <= x) by apply Rabs_pos.
  assert (D : Rabs (vu * vt - t * ux) <= 26 / 100 * u53 * x).
  { replace (vu * vt - t * ux) with ((vu - ux) * t + ux * (vt - t) + (vu - ux) * (vt - t)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
    rewrite !Rabs_mult. unfold x. rewrite Rabs_mult. pose proof (Rabs_pos t) as t0. pose proof (Rabs_pos ux) as u0.
    pose proof (Rmult_le_pos _ _ t0 u0) as tu.
    assert (Y1 : Rabs (vu - ux) * Rabs t <= b2 (-105) * Rabs ux * Rabs t) by (apply Rmult_le_compat_r; assumption).
    assert (Y2 : Rabs ux * Rabs (vt - t) <= Rabs ux * (/ 4 * u53 * Rabs t)) by (apply Rmult_le_compat_l; assumption).
    assert (Y3 : Rabs (vu - ux) * Rabs (vt - t) <= b2 (-105) * Rabs ux * (/ 4 * u53 * Rabs t)).
    { apply Rmult_le_compat; auto using Rabs_pos. }
    assert (Y4 : b2 (-105) * (Rabs t * Rabs ux) <= / 1000000 * u53 * (Rabs t * Rabs ux)) by (apply Rmult_le_compat_r;
      assumption).
    lra. }
  assert (V : Rabs (vu * vt) <= 201 / 100 * M) by (destruct (abs_near _ _ _ D) as (Y & _); fold x in Y; lra).
  assert (Vx : Rabs (vu * vt) <= 101 / 100 * x) by (destruct (abs_near _ _ _ D) as (Y & _); fold x in Y; lra).
  assert (Size : forall c, Rabs (vu * vt) <= c -> Rabs (real uh * real th) * b2 (ue + te) <= 101 / 100 * c).
  { intros c Hc. rewrite Rabs_mult, bpow_plus. pose proof (high_at_most_value uh ul ue (good_wide _ _ _ Gu)) as Q1.
    pose proof (high_at_most_value th tl te (good_wide _ _ _ Gt)) as Q2. fold vu in Q1. fold vt in Q2.
    replace (Rabs (real uh) * Rabs (real th) * (b2 ue * b2 te)) with
      (Rabs (real uh) * b2 ue * (Rabs (real th) * b2 te)) by ring.
    rewrite Rabs_mult in Hc. pose proof (Rmult_le_pos _ _ (Rabs_pos vu) (Rabs_pos vt)).
    apply Rle_trans with ((1 + 2 * u53) * Rabs vu * ((1 + 2 * u53) * Rabs vt)).
    - apply Rmult_le_compat; try assumption; apply Rmult_le_pos; try apply Rabs_pos; apply bpow_ge_0.
    - lra. }
  assert (Err : forall E, M <= b2 E -> is_good 252 h l /\
    Rabs (value h l e - (real a + t * ux)) <= 26 / 100 * u53 * x + / 1000 * u53 * M + b2 (-300) * b2 E).
  { intros E HE. destruct (term_of_double a E _ _ _ Ha Fa ltac:(lra)) as (Ta & Va).
    assert (Hn : Rabs (real uh * real th) <= b2 247 /\ (real uh <> 0 -> real th <> 0 -> (ue + te <= E + 270)%Z)).
    { destruct plain.
      - destruct Cu as (_ & Zu & _). destruct St as (_ & Zt). rewrite Zu, Zt in *. destruct (R eq_refl) as (R1 & R2).
        pose proof (Size _ Vx) as Q. change (b2 (0 + 0)) with 1 in Q. fold x in R2. split.
        + apply Rle_trans with (2 * b2 240); [lra |]. change 2 with (b2 1). rewrite <- bpow_plus. apply bpow_le. lia.
        + intros _ _. assert (L : b2 (-205) <= b2 E) by lra. apply le_bpow in L. lia.
      - destruct St as (G13 & O). destruct (cut_off_parts _ _ _ _ Cu) as (G1 & _ & _ & _ & Ou & _). split.
        + eapply Rle_trans; [apply (product_at_most 1 13); [apply G1 | apply G13] | apply bpow_le; lia].
        + intros N1 N2. destruct Ou as [| Ou]; [contradiction |]. destruct O as [| O]; [contradiction |].
          pose proof (Size _ V) as Q.
          assert (L : b2 (- (13) + (ue + te)) <= b2 (2 + E)).
          { rewrite (bpow_plus radix2 (- (13))), (bpow_plus radix2 2). change (b2 2) with 4.
            apply Rle_trans with (Rabs (real uh * real th) * b2 (ue + te)); [| lra].
            apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite Rabs_mult.
            rewrite <- (Rmult_1_l (b2 (- (13)))). apply Rmult_le_compat; try lra; apply bpow_ge_0. }
          apply le_bpow in L. lia. }
    destruct Hn as (Hn & He).
    destruct (product_of_terms 247 (E + 270) _ _ _ _ _ _ _ _ _ Hp ltac:(lia) (good_weaken _ 850 _ _ Gu ltac:(lia)) Gt Hn
      He) as (Tp & Ep).
    destruct (sum_of_terms 250 (E + 270) _ _ _ _ _ _ _ _ _ _ _ Hs ltac:(lia) (term_weaken _ _ _ (E + 270) _ _ _ Ta
      (Z.le_refl _) ltac:(lia)) Tp) as (T & Es).
    split; [apply T |]. rewrite Va in Es. fold vu vt in Ep.
    set (p := value ph pl pe) in *. set (v := value h l e) in *. set (q := vu * vt) in *.
    assert (Low : forall i, (i <= -600)%Z -> b2 i * b2 (E + 270) <= / 1000000 * (b2 (-300) * b2 E)).
    { intros i Hi. rewrite (Z.add_comm E), (bpow_plus radix2 270), <- !Rmult_assoc.
      apply Rmult_le_compat_r; [apply bpow_ge_0 |]. apply Rle_trans with (b2 (-30) * b2 (-300)).
      - rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
    pose proof (Low (250 - 990)%Z ltac:(lia)) as L1. pose proof (Low (-1066)%Z ltac:(lia)) as L2.
    pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-1066)) (bpow_ge_0 radix2 (E + 270))) as Z1.
    set (t1 := b2 (250 - 990) * b2 (E + 270)) in *. set (t2 := b2 (-1066) * b2 (E + 270)) in *.
    set (t3 := b2 (-300) * b2 E) in *.
    assert (S102 : b2 (-102) <= / 100000 * u53).
    { apply Rle_trans with (b2 (-30) * b2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      change (b2 (-53)) with u53. change (b2 (-30)) with (/ 1073741824). lra. }
    assert (S104 : b2 (-104) <= / 100000 * u53) by (eapply Rle_trans; [| exact S102]; apply bpow_le; lia).
    assert (Eq : b2 (-102) * Rabs q <= / 100000 * u53 * (201 / 100 * M)).
    { apply Rmult_le_compat; auto using Rabs_pos. apply bpow_ge_0. }
    assert (Hp' : Rabs p <= 202 / 100 * M + t2) by (destruct (abs_near _ _ _ Ep); lra).
    assert (Ea : b2 (-104) * (Rabs (real a) + Rabs p) <= / 100000 * u53 * (303 / 100 * M + t2)).
    { apply Rmult_le_compat; [apply bpow_ge_0 | | exact S104 | lra]. pose proof (Rabs_pos p). lra. }
    replace (v - (real a + t * ux)) with (v - (real a + p) + (p - q) + (q - t * ux)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r; apply Rabs_triang |]. lra. }
  assert (Near : Rabs (value h l e - (real a + t * ux)) <= 55 / 100 * u53 * M).
  { pose proof (bound_of_powers M _ _ _ M0 (bpow_ge_0 radix2 (-300)) (fun E HE => proj2 (Err E HE))) as B.
    assert (L : 2 * b2 (-300) * M <= / 1000 * u53 * M).
    { apply Rmult_le_compat_r; [exact M0 |]. change 2 with (b2 1). rewrite <- bpow_plus.
      apply Rle_trans with (b2 (-10) * b2 (-53)); [rewrite <- bpow_plus; apply bpow_le; lia |].
      change (b2 (-53)) with u53. change (b2 (-10)) with (/ 1024). lra. } lra. }
  destruct (Err (mag radix2 M)) as (G & _).
  { left. rewrite <- (Rabs_pos_eq M) at 1 by exact M0. apply bpow_mag_gt. }
  destruct (ulp_at_least_both M M0) as (U1 & U2). pose proof (rounded_error_by_size _ _ _ _ _ _ _ _ Hd G Fd) as Rd.
  destruct (abs_near _ _ _ Near) as (Nv & _).
  replace (real d - (real a + t * ux)) with (real d - value h l e + (value h l e - (real a + t * ux))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. destruct Rd as [Rd | Rd]; lra.
Qed.

(* ---- from integers ---- *)

Lemma sizeable_of_cut_off m i x h l e : is_cut_off x h l e -> (1 <= i)%Z ->
  is_sizeable false m i h l e /\ is_within (b2 (-105)) (value h l e) x /\ same_sign (real h) x.
Proof.
  intros C I. destruct (cut_off_parts _ _ _ _ C) as (G & _ & S & _ & O & E). split; [| split; [exact E | exact S]].
  split; [apply (good_weaken 1); [exact G | lia] |]. destruct O as [Z | O]; [now left | right].
  apply Rle_trans with (b2 0); [apply bpow_le; lia | exact O].
Qed.

Theorem roots_from_integers dh dl de lh ll le gah gal gae gsh gsl gse k1 k2 k3 k4 ih il ie oh ol oe p g L
    (G := p * p + L * g) (Q := if Rle_dec 0 p then p + sqrt G else p - sqrt G) :
  solve_roots_results dh dl de lh ll le gah gal gae gsh gsl gse k1 k2 k3 k4 ih il ie oh ol oe -> 0 < L -> 0 <= G ->
  is_cut_off p dh dl de -> is_cut_off L lh ll le -> is_cut_off g gah gal gae -> is_cut_off G gsh gsl gse ->
  (is_sizeable false 850 13 oh ol oe /\ is_good 850 oh ol /\ real oh = rnd (real oh + real ol) /\
    is_within (b2 (-55)) (value oh ol oe) (Q / L)) /\
  (Q <> 0 -> is_sizeable false 850 13 ih il ie /\ is_good 850 ih il /\ real ih = rnd (real ih + real il) /\
    is_within (b2 (-55)) (value ih il ie) (- g / Q) /\ (g = 0 -> real ih = 0)) /\
  (Q = 0 -> ih = oh /\ il = ol /\ ie = oe).
Proof.
  intros H L0 G0 Cp Cl Cg Cs. destruct (sizeable_of_cut_off 500 4 _ _ _ _ Cp ltac:(lia)) as (Sp & Wp & Dp).
  destruct (sizeable_of_cut_off 500 4 _ _ _ _ Cl ltac:(lia)) as (Sl & Wl & _).
  destruct (sizeable_of_cut_off 500 4 _ _ _ _ Cg ltac:(lia)) as (Sg & Wg & _).
  destruct (sizeable_of_cut_off 820 2 _ _ _ _ Cs ltac:(lia)) as (Ss & Ws & _).
  assert (Weaken : forall i v x, (-105 <= i)%Z -> is_within (b2 (-105)) v x -> is_within (b2 i) v x).
  { intros i v x I W. eapply Rle_trans; [exact W |]. apply Rmult_le_compat_r; [apply Rabs_pos | apply bpow_le; lia]. }
  eapply solve_roots_correct with (plain := false); [exact H | | | | | discriminate].
  - split; [exact Sl |]. split; [apply Weaken; [lia | exact Wl] | exact L0].
  - split; [exact Sp |]. split; [exact Dp |]. eapply Rle_trans; [apply (Weaken (-70)%Z); [lia | exact Wp] |].
    apply Rmult_le_compat_l; [apply bpow_ge_0 |]. pose proof (sqrt_pos (p * p + L * g)). lra.
  - split; [exact Sg |]. apply Weaken; [lia | exact Wg].
  - split; [exact Ss |]. split; [apply Weaken; [lia | exact Ws] |]. split; [exact G0 | discriminate].
Qed.

(* Both quotients are the parameters of the crossings. *)
Theorem quotients_are_roots p g L (G := p * p + L * g) (Q := if Rle_dec 0 p then p + sqrt G else p - sqrt G) : 0 < L ->
  0 <= G -> forall t, L * t * t - 2 * p * t - g = 0 <-> t = Q / L \/ t = (if Req_EM_T Q 0 then 0 else - g / Q).
Proof.
  intros L0 G0 t. pose proof (sqrt_pos G) as H0. pose proof (sqrt_sqrt G G0) as HH. set (H := sqrt G) in *.
  assert (QQ : Q * (2 * p - Q) = - (L * g)).
  { unfold Q. destruct (Rle_dec 0 p).
    - replace ((p + H) * (2 * p - (p + H))) with (p * p - H * H) by ring. rewrite HH. unfold G. ring.
    - replace ((p - H) * (2 * p - (p - H))) with (p * p - H * H) by ring. rewrite HH. unfold G. ring. }
  assert (Factor : L * (L * t * t - 2 * p * t - g) = (L * t - Q) * (L * t - (2 * p - Q))).
  { replace ((L * t - Q) * (L * t - (2 * p - Q))) with (L * t * (L * t) - 2 * p * (L * t) + Q * (2 * p - Q)) by ring.
    rewrite QQ. ring. }
  assert (Zero : L * t * t - 2 * p * t - g = 0 <-> L * t = Q \/ L * t = 2 * p - Q).
  { split; intros E.
    - rewrite E, Rmult_0_r in Factor. symmetry in Factor. apply Rmult_integral in Factor.
      destruct Factor; [left | right]; lra.
    - assert (Z : (L * t - Q) * (L * t - (2 * p - Q)) = 0) by (destruct E as [E | E]; rewrite E; ring).
      rewrite Z in Factor. apply Rmult_integral in Factor. destruct Factor; lra. }
  assert (Div : forall q, L * t = q <-> t = q / L).
  { intros q. split; intros E; [rewrite <- E; field; lra | rewrite E; field; lra]. }
  rewrite Zero, (Div Q). apply or_iff_compat_l. rewrite Div. destruct (Req_EM_T Q 0) as [Zq | Nq].
  - assert (P : p = 0) by (unfold Q in Zq; destruct (Rle_dec 0 p); lra). rewrite P, Zq.
    replace ((2 * 0 - 0) / L) with 0 by (unfold Rdiv; ring). reflexivity.
  - assert (E : (2 * p - Q) / L = - g / Q).
    { apply (Rmult_eq_reg_r (L * Q)); [| apply Rmult_integral_contrapositive; split; lra].
      replace ((2 * p - Q) / L * (L * Q)) with (Q * (2 * p - Q)) by (field; lra). rewrite QQ. field. exact Nq. }
    rewrite E. reflexivity.
Qed.

(* ---- both ---- *)

Section Forms.
Variables cx cy r ax ay bx by_ wr : D.
Variables v1 v2 v4 v5 v7 v8 v10 v11 : D.
Variables v3 v6 v9 v12 : Z.
Variables k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20 : D.
(* from integers *)
Variables uxh uxl uyh uyl wxh wxl wyh wyl zxh zxl zyh zyl dah dal dbh dbl ch cl lh ll rh rl gah gal gbh gbl gh gl : D.
Variables uxe uye wxe wye zxe zye dae dbe ce le re gae gbe ge : Z.
(* results *)
Variables uxh' uxl' uyh' uyl' wxh' wxl' wyh' wyl' zxh' zxl' zyh' zyl' dah' dal' dbh' dbl' ch' cl' lh' ll' rh' rl' : D.
Variables gah' gal' gbh' gbl' gh' gl' : D.
Variables uxe' uye' wxe' wye' zxe' zye' dae' dbe' ce' le' re' gae' gbe' ge' : Z.
Hypothesis run : crossing_forms_results cx cy r ax ay bx by_ wr v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11 v12
  k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k14 k15 k16 k17 k18 k19 k20
  uxh uxl uxe uyh uyl uye wxh wxl wxe wyh wyl wye zxh zxl zxe zyh zyl zye dah dal dae dbh dbl dbe ch cl ce lh ll le
  rh rl re gah gal gae gbh gbl gbe gh gl ge
  uxh' uxl' uxe' uyh' uyl' uye' wxh' wxl' wxe' wyh' wyl' wye' zxh' zxl' zxe' zyh' zyl' zye' dah' dal' dae' dbh' dbl'
    dbe'
  ch' cl' ce' lh' ll' le' rh' rl' re' gah' gal' gae' gbh' gbl' gbe' gh' gl' ge'.
Let A := point_of ax ay.
Let B := point_of bx by_.
Let C := point_of cx cy.
Let R := real r + real wr.
Hypothesis finite_points : finite cx /\ finite cy /\ finite ax /\ finite ay /\ finite bx /\ finite by_.
Hypothesis radii : nonneg r /\ nonneg wr.
Let p := wu C A B.
Let L := len2 A B.
Let g := R * R - w2 C A.
Let G := p * p + L * g.
Let Q := if Rle_dec 0 p then p + sqrt G else p - sqrt G.
Hypothesis no_point : 0 < L.
Hypothesis integers : is_cut_off p dah dal dae /\ is_cut_off L lh ll le /\ is_cut_off g gah gal gae /\
  is_cut_off G gh gl ge /\ is_cut_off (Geometry.ux A B) uxh uxl uxe /\ is_cut_off (Geometry.uy A B) uyh uyl uye.
(* The straight meets the outline, and its crossings are computed. *)
Hypothesis meets : 0 <= real gh'.
Variables i1 i2 i3 i4 ih il oh ol : D.
Variables ie oe : Z.
Hypothesis solved : solve_roots_results dah' dal' dae' lh' ll' le' gah' gal' gae' gh' gl' ge' i1 i2 i3 i4
  ih il ie oh ol oe.

Theorem crossing_roots_correct : exists plain, is_coordinate plain (Geometry.ux A B) uxh' uxl' uxe' /\
  is_coordinate plain (Geometry.uy A B) uyh' uyl' uye' /\
  (is_sizeable plain 850 13 oh ol oe /\ is_good 850 oh ol /\ real oh = rnd (real oh + real ol) /\
    is_within (b2 (-55)) (value oh ol oe) (Q / L)) /\
  (Q <> 0 -> is_sizeable plain 850 13 ih il ie /\ is_good 850 ih il /\ real ih = rnd (real ih + real il) /\
    is_within (b2 (-55)) (value ih il ie) (- g / Q) /\ (g = 0 -> real ih = 0)) /\
  (Q = 0 -> ih = oh /\ il = ol /\ ie = oe).
Proof.
  pose proof run as K. unfold crossing_forms_results in K. repeat match type of K with ex _ => destruct K as [? K] end.
  destruct K. destruct finite_points as (F1 & F2 & F3 & F4 & F5 & F6).
  match type of E_if2 with ?i = _ => destruct i end; cbv iota in *; subst.
  - symmetry in E_if2. apply andb_prop in E_if2. destruct E_if2 as (E & D2). apply andb_prop in E.
    destruct E as (E & D1).
    rewrite E in *. cbv iota in *. apply andb_prop in E. destruct E as (E & G2). apply andb_prop in E.
    destruct E as (S & G1).
    rewrite S in E_approximate_side. rewrite G1 in E_approximate_gap. rewrite D1 in E_dot_is_clear.
    pose proof E_approximate_side as Range. apply side_is_in_range in Range. destruct Range as (Su & Sw & Lr).
    pose proof E_set_vectors as Vec. destruct Vec as [Hux Huy Hwx Hwy Hzx Hzy Hr].
    destruct (vector_of_doubles _ _ _ _ _ _ _ _ _ _ Hux Huy F5 F6 F3 F4 Su)
      as (((Gux & Zux & Eux) & (Guy & Zuy & Euy) & Lu) & _).
    destruct (vector_of_doubles _ _ _ _ _ _ _ _ _ _ Hwx Hwy F1 F2 F3 F4 Sw)
      as (((Gwx & Zwx & Ewx) & (Gwy & Zwy & Ewy) & Lw) & _).
    destruct radii as (P1 & P2). destruct (reach_is_good _ _ _ _ _ Hr P1 P2 Lr) as (Gr & Zr & Er & R0).
    rewrite Zux, Zuy, Zwx, Zwy, Zr in E_approximate_side. rewrite Zwx, Zwy, Zr in E_approximate_gap.
    rewrite Zux, Zuy, Zwx, Zwy in E_dot_is_clear.
    assert (Rn : 0 <= R).
    { pose proof (nonneg_real _ P1). pose proof (nonneg_real _ P2). unfold R. lra. }
    pose proof solved as T. eapply roots_from_doubles in T; [| exact E_approximate_side | exact E_approximate_gap |
      exact E_dot_is_clear | exact (conj Gux (conj Guy (conj Gwx (conj Gwy Gr)))) | exact Lu | exact Lw |
      rewrite Er; exact Rn | exact meets]. rewrite Eux, Euy, Ewx, Ewy, Er in T.
    exists true. split; [split; [exact Gux | split; [exact Zux | exact Eux]] |].
    split; [split; [exact Guy | split; [exact Zuy | exact Euy]] |]. exact T.
  - destruct integers as (I1 & I2 & I3 & I4 & I5 & I6). exists false. split; [exact I5 |]. split; [exact I6 |].
    destruct (cut_off_parts _ _ _ _ I4) as (_ & _ & (_ & (_ & Sg)) & _).
    eapply roots_from_integers; [exact solved | exact no_point | | exact I1 | exact I2 | exact I3 | exact I4].
    apply Rnot_lt_le. intros Ng. specialize (Sg Ng). lra.
Qed.
End Forms.
