(* The contact point of any size: surface_point of src/rest/contact_integers.c. Each coordinate is within an ulp of
   the true one, and exact if that is a double, as include/carom/contact.h promises.

   The error of a coordinate in double-doubles is at most 1.2 * 2^-96 of |c - a| and the radius, and 2^-100 of itself.
   The test accepts coordinates that are not far below these, which then have 57 bits. The point of
   carom_careful_point is a premise here; AnySizePoint.v has it. docs/exactness.md, "The contact point". *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble Geometry
  MovingRoughShift MovingRoughWide MovingRough ContactPointSteps AnySizeSteps AnySizeRoot AnySizeSums AnySizeGap
  AnySizeRound AnySizeVector AnySizeNormal AnySizeEnd AnySizeCoordinate AnySizePlace.
From Carom Require Overflow Terms_wide Terms_any_point Terms_any_surface.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_mul_terms(wide_mul_results).
Import Terms_wide.wide_of_terms(wide_of_results).
Import Terms_wide.wide_to_double_terms(wide_to_double_results).
Import Terms_any_point.carom_careful_point_terms(carom_careful_point_results).
Import Terms_any_surface.surface_point_terms(surface_point_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

(* What holds for all powers of two that are at least s. *)
Lemma bound_of_powers s x y c : 0 <= s -> 0 <= c -> (forall E, s <= b2 E -> x <= y + c * b2 E) -> x <= y + 2 * c * s.
Proof.
  intros S C H. destruct (Rle_lt_or_eq_dec 0 s S) as [P | <-].
  - pose proof (bpow_mag_gt radix2 s) as U. pose proof (bpow_mag_le radix2 s ltac:(lra)) as L.
    rewrite (Rabs_pos_eq s) in U, L by lra. specialize (H (mag radix2 s) ltac:(lra)).
    assert (b2 (mag radix2 s) <= 2 * s).
    { replace (mag radix2 s : Z) with (1 + (mag radix2 s - 1))%Z by ring. rewrite (bpow_plus radix2 1).
      change (b2 1) with 2. lra. }
    assert (c * b2 (mag radix2 s) <= c * (2 * s)) by (apply Rmult_le_compat_l; assumption). lra.
  - rewrite Rmult_0_r, Rplus_0_r. apply Rnot_lt_le. intros N. set (d := (x - y) / (c + 1)).
    assert (D : 0 < d) by (apply Rdiv_lt_0_compat; lra). pose proof (bpow_mag_le radix2 d ltac:(lra)) as L.
    rewrite (Rabs_pos_eq d) in L by lra. specialize (H (mag radix2 d - 1)%Z (bpow_ge_0 _ _)).
    assert (K : c * b2 (mag radix2 d - 1) <= c * d) by (apply Rmult_le_compat_l; assumption).
    assert (Ed : x - y = d * (c + 1)) by (unfold d; field; lra). lra.
Qed.

(* A coordinate of (k.x, k.y) + wr n, before it is rounded. *)
Section Coordinate.
Variables a w X N : R.
Variables wr oh ol kh kl nh nl mh ml h l k1 k2 : D.
Variables oe ke ne me e : Z.
Hypothesis place : is_place a w X kh kl ke.
Hypothesis radius : wide_of_results wr oh ol oe.
Hypothesis radius_valid : finite wr /\ 0 <= real wr.
Hypothesis normal : is_ordinary nh nl ne /\ Rabs (value nh nl ne - N) <= 11 / 10 * b2 (-96).
Hypothesis unit_normal : Rabs N <= 1.
Hypothesis product : wide_mul_results oh ol oe nh nl ne mh ml me.
Hypothesis added : wide_add_results kh kl ke mh ml me k1 k2 h l e.
Let P := X + real wr * N.
Let S := Rabs a + w + real wr.

Lemma coordinate_with_exponent E : S <= b2 E -> is_term 270 (E + 270) h l e /\
  Rabs (value h l e - P) <= 65 / 100 * b2 (-96) * w + 112 / 100 * b2 (-96) * real wr + b2 (-102) * S + b2 (-300) * b2 E.
Proof.
  intros HE. unfold S in *. destruct place as (W0 & Hx & Hk). destruct radius_valid as (Fw & W). pose proof (Rabs_pos a)
    as A0.
  destruct (Hk E ltac:(lra)) as (Tk & Ek).
  destruct (term_of_double wr E _ _ _ radius Fw ltac:(rewrite Rabs_pos_eq; lra)) as (To & Vo).
  destruct normal as ((Gn & Xn) & En). pose proof To as (Go & _ & Xo).
  destruct (product_of_terms 265 (E + 270) _ _ _ _ _ _ _ _ _ product ltac:(lia) (good_weaken _ 850 _ _ Go ltac:(lia))
    (good_weaken _ 850 _ _ Gn ltac:(lia))) as (Tm & Em).
  { apply (product_at_most 250 15); [apply Go | apply Gn]. }
  { intros N1 N2. destruct Xo as [| Xo]; [contradiction |]. destruct Xn as [| Xn]; [contradiction |]. lia. }
  destruct (sum_of_terms 268 (E + 270) _ _ _ _ _ _ _ _ _ _ _ added ltac:(lia)
    (term_weaken 252 268 _ _ _ _ _ Tk ltac:(lia) (Z.le_refl _)) Tm) as (T & Es).
  split; [exact T |]. rewrite Vo in Em. unfold P.
  set (v := value h l e) in *. set (k := value kh kl ke) in *. set (m := value mh ml me) in *.
  set (n := value nh nl ne) in *. set (r := real wr) in *. clearbody v k m n r.
  pose proof (bpow_gt_0 radix2 E) as PE.
  assert (L1 : b2 (-400) * b2 E <= / 1000000 * (b2 (-300) * b2 E)).
  { rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [lra |]. apply Rle_trans with (b2 (-30) * b2 (-300)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  assert (Low : forall i, (i <= -600)%Z -> b2 i * b2 (E + 270) <= / 1000000 * (b2 (-300) * b2 E)).
  { intros i Hi. rewrite (Z.add_comm E), (bpow_plus radix2 270), <- !Rmult_assoc. apply Rmult_le_compat_r; [lra |].
    apply Rle_trans with (b2 (-30) * b2 (-300)).
    - rewrite <- !bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. change (b2 (-30)) with (/ 1073741824). lra. }
  pose proof (Low (268 - 990)%Z ltac:(lia)) as L2. pose proof (Low (-1066)%Z ltac:(lia)) as L3. clear Low.
  pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-1066)) (bpow_ge_0 radix2 (E + 270))) as Z1.
  pose proof (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-400)) (bpow_ge_0 radix2 E)) as Z2.
  set (t0 := b2 (-300) * b2 E) in *. set (t1 := b2 (-400) * b2 E) in *. set (t2 := b2 (268 - 990) * b2 (E + 270)) in *.
  set (t3 := b2 (-1066) * b2 (E + 270)) in *. clearbody t0 t1 t2 t3.
  assert (K : forall i, b2 (i + -104) = b2 i * b2 (-104)) by (intros; apply bpow_plus).
  change (-96)%Z with (8 + -104)%Z in *. change (-103)%Z with (1 + -104)%Z in Ek.
  change (-102)%Z with (2 + -104)%Z in *.
  rewrite (K 8%Z) in *. rewrite (K 1%Z) in Ek. rewrite (K 2%Z) in *. change (b2 8) with 256 in *.
  change (b2 1) with 2 in *. change (b2 2) with 4 in *.
  assert (B : b2 (-104) <= / 1048576) by (change (/ 1048576) with (b2 (-20)); apply bpow_le; lia).
  pose proof (bpow_gt_0 radix2 (-104)) as p0. set (p := b2 (-104)) in *. clearbody p. clear K HE Hk Tk To Tm T.
  (* the term of the radius *)
  assert (pr : 0 <= p * r <= / 1048576 * r) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]).
  assert (pw : 0 <= p * w <= / 1048576 * w) by (split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]).
  assert (pa : 0 <= p * Rabs a <= / 1048576 * Rabs a).
  { split; [apply Rmult_le_pos; lra | apply Rmult_le_compat_r; lra]. }
  assert (Dn : Rabs (r * n - r * N) <= 2816 / 10 * (p * r)).
  { rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq r) by exact W.
    apply Rle_trans with (r * (11 / 10 * (256 * p))); [apply Rmult_le_compat_l; assumption | lra]. }
  assert (Rn : Rabs (r * N) <= r).
  { rewrite Rabs_mult, (Rabs_pos_eq r) by exact W. rewrite <- (Rmult_1_r r) at 2. now apply Rmult_le_compat_l. }
  assert (Rn' : Rabs (r * n) <= 101 / 100 * r) by (destruct (abs_near _ _ _ Dn); lra).
  assert (Em' : Rabs (m - r * n) <= 405 / 100 * (p * r) + t3).
  { eapply Rle_trans; [exact Em |]. assert (4 * p * Rabs (r * n) <= 4 * p * (101 / 100 * r))
      by (apply Rmult_le_compat_l; lra). lra. }
  assert (M : Rabs m <= 102 / 100 * r + t3) by (destruct (abs_near _ _ _ Em'); lra).
  assert (Xs : Rabs X <= Rabs a + w).
  { replace X with (a + (X - a)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Ks : Rabs k <= 101 / 100 * (Rabs a + w) + t1) by (destruct (abs_near _ _ _ Ek); lra).
  assert (Es' : Rabs (v - (k + m)) <= 102 / 100 * (p * Rabs a + p * w + p * r) + 2 * t1 + 2 * t3 + t2).
  { eapply Rle_trans; [exact Es |].
    assert (p * (Rabs k + Rabs m) <= p * (101 / 100 * (Rabs a + w) + t1 + (102 / 100 * r + t3)))
      by (apply Rmult_le_compat_l; lra).
    assert (p * t1 <= 1 * t1) by (apply Rmult_le_compat_r; lra).
    assert (p * t3 <= 1 * t3) by (apply Rmult_le_compat_r; lra). lra. }
  replace (v - (X + r * N)) with (v - (k + m) + (k - X) + (m - r * n) + (r * n - r * N)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
  eapply Rle_trans; [apply Rplus_le_compat_r, Rplus_le_compat_r, Rabs_triang |]. lra.
Qed.

Lemma sizes_at_most : 0 <= S /\ S <= Rabs P + 2 * (w + real wr).
Proof.
  destruct place as (W0 & Hx & _). destruct radius_valid as (_ & W). pose proof (Rabs_pos a) as A0. unfold S, P in *.
  split; [lra |]. assert (Rn : Rabs (real wr * N) <= real wr).
  { rewrite Rabs_mult, (Rabs_pos_eq (real wr)) by exact W. rewrite <- (Rmult_1_r (real wr)) at 2.
    now apply Rmult_le_compat_l. }
  assert (A : Rabs a <= Rabs X + w) by (destruct (abs_near _ _ _ Hx); lra).
  assert (Rabs X <= Rabs (X + real wr * N) + real wr); [| lra].
  replace X with (X + real wr * N + - (real wr * N)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |].
  rewrite Rabs_Ropp. lra.
Qed.

Lemma coordinate_error : Rabs (value h l e - P) <= 12 / 10 * b2 (-96) * (w + real wr) + b2 (-100) * Rabs P.
Proof.
  destruct sizes_at_most as (S0 & Sp). destruct place as (W0 & _). destruct radius_valid as (_ & W).
  pose proof (bound_of_powers S _ _ _ S0 (bpow_ge_0 radix2 (-300))
    (fun E HE => proj2 (coordinate_with_exponent E HE))) as B.
  assert (L : 2 * b2 (-300) <= b2 (-102)).
  { change 2 with (b2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (L' : 2 * b2 (-300) * S <= b2 (-102) * S) by (apply Rmult_le_compat_r; assumption).
  assert (M : b2 (-102) * S <= b2 (-102) * (Rabs P + 2 * (w + real wr))).
  { apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Sp]. }
  assert (E96 : b2 (-96) = 64 * b2 (-102)) by (change (-96)%Z with (6 + -102)%Z; rewrite bpow_plus; reflexivity).
  assert (E100 : b2 (-100) = 4 * b2 (-102)) by (change (-100)%Z with (2 + -102)%Z; rewrite bpow_plus; reflexivity).
  rewrite E96 in *. rewrite E100. pose proof (bpow_gt_0 radix2 (-102)) as p0. set (p := b2 (-102)) in *. clearbody p.
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ p0) W). pose proof (Rmult_le_pos _ _ (Rlt_le _ _ p0) W0).
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ p0) (Rabs_pos P)). lra.
Qed.

(* d is the rounded coordinate, and not far below T. *)
Theorem coordinate_rounded T k g1 g2 d : wide_to_double_results h e k g1 g2 d -> finite d -> w + real wr <= T ->
  T <= 51 / 10 * b2 36 * Rabs (real d) -> (Rabs (real d) <= 1 -> T <= 101 / 100 * b2 36 * Rabs (real d)) ->
  is_rounded_coordinate (real d) P.
Proof.
  intros H Fd HT T1 T2. destruct sizes_at_most as (S0 & Sp). destruct place as (W0 & _).
  destruct radius_valid as (_ & W).
  destruct (coordinate_with_exponent (mag radix2 S)) as ((G & Eh & _) & _).
  { left. rewrite <- (Rabs_pos_eq S) at 1 by exact S0. apply bpow_mag_gt. }
  pose proof (good_weaken _ 850 _ _ G ltac:(lia)) as G'. pose proof coordinate_error as B.
  set (V := value h l e) in *. pose proof (high_at_most_value h l e (good_wide _ _ _ G)) as Hv. fold V in Hv.
  rewrite <- abs_scaled in Hv. pose proof (wide_to_double_finite _ _ _ _ _ _ H (proj1 G) Fd) as Ed.
  set (z := real h * b2 e) in *. pose proof (Rabs_pos (real d)) as d0. pose proof (Rabs_pos V) as V0.
  (* T is at most 2^39 |V| *)
  assert (D2 : Rabs (real d) <= 2 * Rabs z).
  { pose proof (round_N_pt radix2 (exponents double) (fun t => negb (Z.even t)) z) as (_ & Q).
    specialize (Q 0 (generic_format_0 _ _)). change (round radix2 (exponents double) ZnearestE z) with (rnd z) in Q.
    rewrite <- Ed, Rminus_0_l, Rabs_Ropp in Q. destruct (abs_near _ _ _ Q). lra. }
  assert (D1 : 1 <= Rabs (real d) -> Rabs (real d) <= 101 / 100 * Rabs V).
  { intros L. pose proof (rnd_error double z) as Q. rewrite <- Ed, u_double, eta_double in Q.
    assert (b2 (-1075) <= / 1048576) by (change (/ 1048576) with (b2 (-20)); apply bpow_le; lia).
    destruct (abs_near _ _ _ Q). lra. }
  assert (TV : T <= 52 / 10 * b2 36 * Rabs V).
  { pose proof (bpow_gt_0 radix2 36) as p36. destruct (Rle_or_lt (Rabs (real d)) 1) as [L | L].
    - specialize (T2 L). assert (b2 36 * Rabs (real d) <= b2 36 * (201 / 100 * Rabs V)) by (apply Rmult_le_compat_l;
      lra).
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ p36) V0). lra.
    - specialize (D1 ltac:(lra)).
      assert (b2 36 * Rabs (real d) <= b2 36 * (101 / 100 * Rabs V)) by (apply Rmult_le_compat_l; lra).
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ p36) V0). lra. }
  (* V is near P *)
  assert (Nr : Rabs (V - P) <= 63 / 10 * b2 (-60) * Rabs V + b2 (-100) * Rabs P).
  { eapply Rle_trans; [exact B |]. apply Rplus_le_compat_r.
    apply Rle_trans with (12 / 10 * b2 (-96) * (52 / 10 * b2 36 * Rabs V)).
    - apply Rmult_le_compat_l; [|lra]. pose proof (bpow_gt_0 radix2 (-96)). lra.
    - change (-60)%Z with (-96 + 36)%Z. rewrite bpow_plus.
      pose proof (Rmult_le_pos _ _ (Rmult_le_pos _ _ (bpow_ge_0 radix2 (-96)) (bpow_ge_0 radix2 36)) V0). lra. }
  assert (E57 : b2 (-57) = 8 * b2 (-60)) by (change (-57)%Z with (3 + -60)%Z; rewrite bpow_plus; reflexivity).
  assert (S60 : b2 (-60) <= / 1048576) by (change (/ 1048576) with (b2 (-20)); apply bpow_le; lia).
  assert (S100 : b2 (-100) <= / 1048576 * b2 (-60)).
  { change (/ 1048576) with (b2 (-20)). rewrite <- bpow_plus. apply bpow_le. lia. }
  pose proof (bpow_gt_0 radix2 (-60)) as p60. pose proof (Rabs_pos P) as P0.
  assert (Nr' : Rabs (V - P) <= b2 (-57) * Rabs P /\ Rabs P <= 2 * Rabs V).
  { rewrite E57. destruct (abs_near _ _ _ Nr) as (N1 & N2). set (q := b2 (-60)) in *.
    assert (X1 : b2 (-100) * Rabs P <= / 1048576 * q * Rabs P) by (apply Rmult_le_compat_r; lra).
    assert (X2 : q * Rabs P <= / 1048576 * Rabs P) by (apply Rmult_le_compat_r; lra).
    assert (X3 : q * Rabs V <= / 1048576 * Rabs V) by (apply Rmult_le_compat_r; lra).
    assert (V1 : Rabs V <= 101 / 100 * Rabs P) by lra.
    assert (X4 : q * Rabs V <= q * (101 / 100 * Rabs P)) by (apply Rmult_le_compat_l; lra). lra. }
  destruct Nr' as (Nr' & PV).
  apply (near_is_rounded_coordinate h l e P k g1 g2 d H Fd G'); [| exact Nr'].
  split; [exact Eh |]. destruct (Req_dec (real h) 0) as [Zh | Nh]; [now left | right].
  (* the exponent is that of the sizes *)
  assert (Sv : S <= b2 41 * Rabs V).
  { change 41%Z with (5 + 36)%Z. rewrite bpow_plus. change (b2 5) with 32.
    assert (1 <= b2 36) by (change 1 with (b2 0); apply bpow_le; lia).
    assert (1 * Rabs V <= b2 36 * Rabs V) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Nv : V <> 0).
  { intros Z. apply Nh. apply (zero_of_value h l (proj1 (proj2 (proj2 G)))). unfold V, value in Z.
    apply Rmult_integral in Z. destruct Z as [Z | Z]; [exact Z |]. pose proof (bpow_gt_0 radix2 e). lra. }
  assert (Vp : 0 < Rabs V) by now apply Rabs_pos_lt.
  assert (Sp' : 0 < S).
  { destruct (Rle_lt_or_eq_dec 0 S S0) as [|Z]; [assumption | exfalso]. unfold S in Z. pose proof (Rabs_pos a).
    assert (w = 0 /\ real wr = 0) as (Zw & Zr) by lra. assert (Za : Rabs a = 0) by lra.
    destruct place as (_ & Hx & _). rewrite Zw in Hx. assert (Zx : X = 0).
    { destruct (Req_dec a 0) as [Za' | Na]; [| apply Rabs_pos_lt in Na; lra]. rewrite Za', Rminus_0_r in Hx.
      destruct (Req_dec X 0) as [|Nx]; [assumption | apply Rabs_pos_lt in Nx; lra]. }
    unfold P in Nr'. rewrite Zx, Zr, Rmult_0_l, Rplus_0_l, Rabs_R0, Rmult_0_r, Rminus_0_r in Nr'. lra. }
  set (E := mag radix2 S : Z). destruct (coordinate_with_exponent E) as ((_ & _ & [Z | Xe]) & _).
  { left. rewrite <- (Rabs_pos_eq S) at 1 by exact S0. apply bpow_mag_gt. }
  { contradiction. }
  assert (Se : b2 (E - 1) <= S) by (rewrite <- (Rabs_pos_eq S) by lra; apply bpow_mag_le; lra).
  assert (Ve : Rabs V <= 2 * (Rabs (real h) * b2 (E + 270))).
  { unfold V, value. rewrite abs_scaled. destruct (wide_size _ _ (good_wide _ _ _ G)) as (_ & U).
    apply Rle_trans with (2 * Rabs (real h) * b2 e).
    - apply Rmult_le_compat_r; [apply bpow_ge_0 |]. pose proof (Rabs_pos (real h)). lra.
    - rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply Rabs_pos |].
      now apply bpow_le. }
  apply Rmult_le_reg_r with (b2 (E + 312)); [apply bpow_gt_0 |]. rewrite <- bpow_plus.
  apply Rle_trans with (b2 (E - 1)); [apply bpow_le; lia |]. eapply Rle_trans; [exact Se |].
  eapply Rle_trans; [exact Sv |]. replace (E + 312)%Z with (41 + (1 + (E + 270)))%Z by ring.
  rewrite (bpow_plus radix2 41), (bpow_plus radix2 1). change (b2 1) with 2.
  apply Rle_trans with (b2 41 * (2 * (Rabs (real h) * b2 (E + 270)))); [apply Rmult_le_compat_l; [apply bpow_ge_0 |
    exact Ve] | right; ring].
Qed.
End Coordinate.

(* ---- the test ---- *)

Lemma rounded_sum_at_least (x y : R) : in_format double x -> in_format double y ->
  (1 - u53) * Rabs (x + y) <= Rabs (rnd (x + y)).
Proof.
  intros Fx Fy. pose proof (rnd_sum_error double x y Fx Fy) as E. rewrite u_double in E.
  destruct (abs_near _ _ _ E). lra.
Qed.

Lemma test_of_sizes (cx cy ax ay wr least : D) : finite cx -> finite cy -> finite ax -> finite ay -> nonneg wr ->
  finite wr -> finite least -> 0 <= real least ->
  fle (fadd (fadd (fabs (fsub cx ax)) (fabs (fsub cy ay))) wr) (fmul least (fconst 1 36)) = true ->
  let T := Rabs (real cx - real ax) + Rabs (real cy - real ay) + real wr in
  T <= 51 / 10 * b2 36 * real least /\ (real least <= 1 -> T <= 101 / 100 * b2 36 * real least).
Proof.
  intros F1 F2 F3 F4 Pw Fw Fl L0 H T. pose proof (nonneg_real _ Pw) as W0.
  destruct (constant_of_power 36 ltac:(lia)) as (Fc & Vc). pose proof (bpow_gt_0 radix2 36) as p36.
  pose proof (Rmult_le_pos _ _ (Rlt_le _ _ p36) L0) as M0.
  destruct (Overflow.fmul_rounded least (fconst 1 36) Fl Fc) as (_ & [(Fm & _ & Em) | O]).
  - rewrite Vc in Em. rewrite rnd_of_format in Em by (apply format_scaled; [apply real_in_format | left; lia]).
    assert (Nn : nonneg (fadd (fadd (fabs (fsub cx ax)) (fabs (fsub cy ay))) wr)).
    { apply nonneg_fadd; [apply nonneg_fadd; apply nonneg_fabs | exact Pw]. }
    pose proof (fle_finite _ _ H Nn Fm) as Fs. pose proof (fle_real _ _ Fs Fm H) as Q. rewrite Em in Q.
    destruct (fadd_finite _ _ Fs) as (Fs1 & _ & E1). destruct (fadd_finite _ _ Fs1) as (Fx & Fy & E2).
    apply fabs_finite in Fx, Fy. destruct (fsub_finite _ _ Fx) as (_ & _ & E3).
    destruct (fsub_finite _ _ Fy) as (_ & _ & E4).
    pose proof (rounded_sum_at_least _ _ (real_in_format cx) (in_format_opp _ (real_in_format ax))) as B3.
    pose proof (rounded_sum_at_least _ _ (real_in_format cy) (in_format_opp _ (real_in_format ay))) as B4.
    change (real cx + - real ax) with (real cx - real ax) in B3.
    change (real cy + - real ay) with (real cy - real ay) in B4.
    rewrite <- E3 in B3. rewrite <- E4 in B4. set (x := Rabs (real cx - real ax)) in *.
    set (y := Rabs (real cy - real ay)) in *. assert (x0 : 0 <= x) by apply Rabs_pos.
    assert (y0 : 0 <= y) by apply Rabs_pos.
    pose proof (rounded_sum_at_least _ _ (real_in_format (fabs (fsub cx ax))) (real_in_format (fabs (fsub cy ay))))
      as B2.
    rewrite <- E2, !real_fabs in B2.
    pose proof (rounded_sum_at_least _ _ (real_in_format (fadd (fabs (fsub cx ax)) (fabs (fsub cy ay))))
      (real_in_format wr)) as B1. rewrite <- E1 in B1.
    assert (N1 : 0 <= real (fadd (fabs (fsub cx ax)) (fabs (fsub cy ay)))).
    { apply nonneg_real, nonneg_fadd; apply nonneg_fabs. }
    pose proof (nonneg_real _ Nn) as N0.
    rewrite (Rabs_pos_eq (real (fadd (fadd _ _) _))), (Rabs_pos_eq (_ + real wr)) in B1 by lra.
    rewrite (Rabs_pos_eq (real (fadd _ _))) in B2 by exact N1.
    pose proof (Rabs_pos (real (fsub cx ax))) as a0. pose proof (Rabs_pos (real (fsub cy ay))) as b0.
    rewrite (Rabs_pos_eq (_ + _)) in B2 by lra.
    assert (T <= 101 / 100 * (real least * b2 36)) by (unfold T; fold x y; lra). split; intros; lra.
  - rewrite Vc in O. rewrite rnd_of_format in O by (apply format_scaled; [apply real_in_format | left; lia]).
    assert (Big : b2 1024 <= real least * b2 36).
    { change (b2 1024) with (@Overflow.huge double). destruct O as [(O & _) | (O & _)]; [exact O |].
      assert (0 < @Overflow.huge double) by apply bpow_gt_0. lra. }
    pose proof (real_below cx) as C1. pose proof (real_below cy) as C2. pose proof (real_below ax) as C3.
    pose proof (real_below ay) as C4. pose proof (real_below wr) as C5. change (emax double) with 1024%Z in *.
    apply Rabs_lt_inv in C1, C2, C3, C4, C5.
    assert (X : Rabs (real cx - real ax) <= 2 * b2 1024) by (apply Rabs_le; lra).
    assert (Y : Rabs (real cy - real ay) <= 2 * b2 1024) by (apply Rabs_le; lra).
    split; [unfold T; lra |]. intros L. exfalso. assert (b2 36 < b2 1024) by (apply bpow_lt; lia).
    assert (real least * b2 36 <= 1 * b2 36) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Section Surface.
Variables cx cy ax ay bx by_ wr kxh kxl kyh kyl nxh nxl nyh nyl nx ny u1 u2 u3 u4 u5 u6 xh yh k1 k2 px' py' : D.
Variables n kxe kye nxe nye xe ye : Z.
Variables s1 s2 : bool.
Hypothesis run : surface_point_results cx cy ax ay bx by_ wr n kxh kxl kxe kyh kyl kye nxh nxl nxe nyh nyl nye nx ny
  u1 u2 u3 u4 u5 u6 s1 s2 xh xe yh ye k1 k2 px' py'.
Hypothesis finite_points : finite cx /\ finite cy /\ finite ax /\ finite ay.
Hypothesis radius : finite wr /\ nonneg wr.
Variables a1 a2 w X Y : R.
Variable N : point.
Hypothesis place : is_place a1 w X kxh kxl kxe /\ is_place a2 w Y kyh kyl kye.
Hypothesis way : w <= Rabs (real cx - real ax) + Rabs (real cy - real ay).
Hypothesis unit_normal : Rabs (px N) <= 1 /\ Rabs (py N) <= 1.
Hypothesis normal : (is_ordinary nxh nxl nxe /\ Rabs (value nxh nxl nxe - px N) <= 11 / 10 * b2 (-96)) /\
  (is_ordinary nyh nyl nye /\ Rabs (value nyh nyl nye - py N) <= 11 / 10 * b2 (-96)).
(* What carom_careful_point gives. *)
Hypothesis careful : forall g1 g2 g3 g4 qx qy,
  carom_careful_point_results cx cy ax ay bx by_ wr n nx ny s1 s2 xh xe yh ye k1 k2 g1 g2 g3 g4 qx qy ->
  finite qx -> finite qy ->
  is_rounded_coordinate (real qx) (X + real wr * px N) /\ is_rounded_coordinate (real qy) (Y + real wr * py N).

Theorem surface_point_correct : finite px' -> finite py' ->
  is_rounded_coordinate (real px') (X + real wr * px N) /\ is_rounded_coordinate (real py') (Y + real wr * py N).
Proof.
  intros Fx Fy. destruct finite_points as (F1 & F2 & F3 & F4). destruct radius as (Fw & Pw).
  pose proof (nonneg_real _ Pw) as W0. destruct place as (Kx & Ky). destruct normal as (Nx & Ny).
  destruct unit_normal as (Ux & Uy).
  pose proof run as Q. unfold surface_point_results in Q. repeat match type of Q with ex _ => destruct Q as [? Q] end.
  destruct Q. rewrite E_result_x in *. rewrite E_result_y in *.
  match type of E_if1 with ?i = _ => destruct i; [| eapply careful; eassumption] end.
  symmetry in E_if1. rewrite E_w_x, E_w_y, E_least, E_smaller_x, E_smaller_y in E_if1.
  match type of E_if1 with context [fmul ?l (fconst 1 36)] => set (least := l) in * end.
  assert (L : finite least /\ 0 <= real least /\ real least <= Rabs (real px') /\ real least <= Rabs (real py')).
  { rewrite E_result_x, E_result_y. unfold least.
    match goal with |- context [flt (fabs ?x) (fabs ?y)] => pose proof (finite_fabs _ Fx) as Gx;
      pose proof (finite_fabs _ Fy) as Gy; destruct (flt (fabs x) (fabs y)) eqn:Less;
      [apply flt_real in Less | apply flt_real_false in Less]; try assumption; rewrite !real_fabs in * ;
      pose proof (Rabs_pos (real x)); pose proof (Rabs_pos (real y)) end.
    - repeat split; try assumption; lra.
    - repeat split; try assumption; lra. }
  destruct L as (Fl & L0 & Lx & Ly). rewrite E_result_x in Lx. rewrite E_result_y in Ly.
  destruct (test_of_sizes cx cy ax ay wr least F1 F2 F3 F4 Pw Fw Fl L0 E_if1) as (T1 & T2).
  set (T := Rabs (real cx - real ax) + Rabs (real cy - real ay) + real wr) in *.
  assert (HT : w + real wr <= T) by (unfold T; lra). pose proof (bpow_gt_0 radix2 36) as p36.
  assert (Up : forall v c, 0 <= c -> real least <= Rabs v -> c * b2 36 * real least <= c * b2 36 * Rabs v).
  { intros v c C Hv. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Hv]. }
  split.
  - eapply (coordinate_rounded a1 w X (px N) wr) with (T := T); try eassumption; try (now split).
    + eapply Rle_trans; [exact T1 |]. apply Up; [lra | exact Lx].
    + intros One. eapply Rle_trans; [apply T2; lra |]. apply Up; [lra | exact Lx].
  - eapply (coordinate_rounded a2 w Y (py N) wr) with (T := T); try eassumption; try (now split).
    + eapply Rle_trans; [exact T1 |]. apply Up; [lra | exact Ly].
    + intros One. eapply Rle_trans; [apply T2; lra |]. apply Up; [lra | exact Ly].
Qed.
End Surface.
