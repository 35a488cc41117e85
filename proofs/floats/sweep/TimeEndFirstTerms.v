(* How the circle of set_fast_end (src/sweep/sweep_one_pass.h) comes to an end, from the numbers of approach_of.

   The gap to the line at distance R has an error of 12.5 eps of its terms, and the inverse is that of |u x v| or of
   2^-900. A foot that exceeds both bounds is certainly beyond its end (TimeEndFirstFoot.v), so the circle comes to
   that end (TimeEndFirstReal.v). Certainly between the lines, the foot is that at the start. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded Geometry SweepErrors SweepSquares SweepAxis SweepGeometry
  SweepVectors SweepTerms SweepCompare SweepEnd SweepContact SweepFilter SweepFoot SweepFirst TangentGapLine
  TimeSideStep TimeSideFast TimeEndBound TimeEndGuess TimeEndFirstReal TimeEndFirstFoot.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].

Notation D := (F double).
Notation h900 := (bpow radix2 (-899)).

Lemma fcopysign_finite n (x y : D) : finite x -> finite (fcopysign n x y).
Proof. intros F. unfold fcopysign. destruct (fsign n y); auto using finite_fneg, finite_fabs. Qed.

Lemma larger_than_zero (x : D) : finite x -> real (if flt (fconst 0 0) x then x else fconst 0 0) = Rmax (real x) 0 /\
  finite (if flt (fconst 0 0) x then x else fconst 0 0).
Proof.
  intros F. const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0. split; [| now apply finite_if].
  rewrite real_larger by assumption. now rewrite V0.
Qed.

Lemma larger_near (a b d : R) : Rabs (a - b) <= d -> Rabs (Rmax a 0 - Rmax b 0) <= d.
Proof.
  intros H. apply Rabs_le_inv in H. apply Rabs_le. unfold Rmax.
  destruct (Rle_dec a 0), (Rle_dec b 0); lra.
Qed.

(* Between a number that is not negative and a number, a number is finite. *)
Lemma finite_between (a x b : D) : nonneg a -> finite b -> flt a x = true -> flt x b = true -> finite x.
Proof.
  intros N Fb A B. destruct x as [| [|] | |]; try reflexivity; exfalso.
  - destruct a as [| [|] | | [|]]; try discriminate; discriminate N.
  - destruct b as [| [|] | | [|]]; discriminate.
  - destruct a as [| [|] | | [|]]; discriminate.
Qed.

Section Line.
Variables (ux uy wx wy zx zy vx vy su sw sz sv r : D) (c v a b : point) (rr : R) (n : bool).
Hypothesis Kv : line_vectors ux uy wx wy zx zy vx vy su sw sz sv r c v a b rr.
Let cross_start := fsub (fmul ux wy) (fmul uy wx).
Let cross_move := fsub (fmul ux vy) (fmul uy vx).
Let uv2 := fadd (fmul ux ux) (fmul uy uy).
Let reach_len := fmul r (fsqrt uv2).
Let side := fneg (fcopysign n (fconst 1 0) cross_move).
Let gap := fsub (fmul side cross_start) reach_len.
Let larger_gap := if flt (fconst 0 0) gap then gap else fconst 0 0.
Let inverse := inverse_of cross_move.
Let time := fmul larger_gap inverse.
Let vu := fadd (fmul ux vx) (fmul uy vy).
Hypothesis Long : fle (fconst 1 (-400)) uv2 = true.

Let X := cross c a b.
Let Y := Geometry.ux a b * py v - Geometry.uy a b * px v.
Let g := px v * Geometry.ux a b + py v * Geometry.uy a b.
Let k := rr * norm (Geometry.ux a b) (Geometry.uy a b).
Let m := real su * (real sw + real r).
Let P := real su * real sv.

Lemma sizes_range : 0 <= real su <= B200 /\ 0 <= real sw <= B200 /\ 0 <= real sz <= B200 /\ 0 <= real sv <= B200 /\
  0 <= real r <= B200 /\ 0 <= m <= 2 * (B200 * B200) /\ 0 <= P <= B200 * B200.
Proof.
  destruct Kv. destruct C_r as (Sr & _). pose proof (in_range_bounds _ C_su). pose proof (in_range_bounds _ C_sw).
  pose proof (in_range_bounds _ C_sz). pose proof (in_range_bounds _ C_sv). pose proof (in_range_bounds _ Sr).
  assert (0 <= m <= 2 * (B200 * B200)).
  { unfold m. split; [apply Rmult_le_pos; lra |]. replace (2 * (B200 * B200)) with (B200 * (2 * B200)) by ring.
    apply Rmult_le_compat; lra. }
  assert (0 <= P <= B200 * B200) by (unfold P; split; [apply Rmult_le_pos | apply Rmult_le_compat]; lra). auto 10.
Qed.

Lemma side_facts : TangentGapLine.is_sign (real side) /\ real side * real cross_move = - Rabs (real cross_move) /\
  finite side /\ below 403 cross_move /\ Rabs (real cross_move - Y) <= 11 * (eps * P) + 3 * tiny.
Proof.
  destruct Kv. destruct (cross_error _ _ _ _ _ _ _ _ _ _ C_u C_v) as (B & E). fold cross_move in B, E.
  destruct (turned_sign n cross_move (proj1 B)) as [S M]. fold side in S, M.
  split; [exact S |]. split; [exact M |]. split; [apply finite_fneg, fcopysign_finite, (const_value 1 0); reflexivity
    |].
  split; [exact B |]. fold Y in E. unfold P. lra.
Qed.

(* The gap to the line at distance R, if positive. *)
Lemma gap_facts : finite gap /\ real larger_gap = Rmax (real gap) 0 /\ finite larger_gap /\
  Rabs (real larger_gap - Rmax (real side * X - k) 0) <= 25 / 2 * (eps * m) + 8 * tiny /\
  0 <= Rmax (real side * X - k) 0 <= (1 + 5 / 100) * m.
Proof.
  destruct Kv. destruct side_facts as (S & _ & Fs & _).
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ C_u C_w) as (B & E). fold cross_start in B, E.
  pose proof (cross_size _ _ _ _ _ _ _ _ _ _ C_u C_w) as G. fold cross_start in G.
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ C_u (near_swap _ _ _ _ _ C_w)) as S2.
  destruct (reach_len_error ux uy su r _ _ rr C_u C_su C_r C_ul Long) as (B5 & E5 & k0 & k1).
  fold uv2 reach_len in B5, E5. fold k in E5, k0, k1.
  change (Geometry.ux a b * Geometry.wy c a - Geometry.uy a b * Geometry.wx c a) with X in E.
  assert (XS : Rabs X <= (1 + 1 / 50) * (real su * real sw)).
  { change X with (Geometry.ux a b * Geometry.wy c a - Geometry.uy a b * Geometry.wx c a).
    unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  assert (Sg : TimeEndBound.is_sign side) by (split; [exact Fs | exact S]).
  pose proof (sign_product_finite side cross_start Sg (proj1 B)) as Fp.
  destruct (sign_product side cross_start Sg Fp) as [_ Ep].
  assert (Bp : below 403 (fmul side cross_start)).
  { split; [exact Fp |]. rewrite Ep, (TangentGapLine.sign_abs _ _ S). apply B. }
  assert (Bg : below 404 gap) by (apply (below_sub 403); [lia | exact Bp | exact B5]).
  pose proof (Bounded.fsub_error _ _ (proj1 Bg)) as Eg. fold gap in Eg. rewrite Ep in *.
  destruct (larger_than_zero gap (proj1 Bg)) as [Vl Fl]. fold larger_gap in Vl, Fl.
  pose proof eps_small. pose proof tiny_pos. destruct sizes_range as (u0 & w0 & _ & _ & r0 & m0 & _).
  assert (UW : 0 <= real su * real sw) by (apply Rmult_le_pos; lra).
  assert (UR : 0 <= real su * real r) by (apply Rmult_le_pos; lra).
  assert (mis : m = real su * real sw + real su * real r) by (unfold m; ring).
  set (uw := real su * real sw) in *. set (ur := real su * real r) in *.
  assert (Euw : 0 <= eps * uw <= / 1048576 * uw) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Eur : 0 <= eps * ur <= / 1048576 * ur) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (Em : eps * m = eps * uw + eps * ur) by (rewrite mis; ring).
  assert (Et : 0 <= eps * tiny <= / 1048576 * tiny) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (sX : Rabs (real side * real cross_start - real side * X) <= 11 * (eps * uw) + 3 * tiny).
  { rewrite <- Rmult_minus_distr_l, (TangentGapLine.sign_abs _ _ S). lra. }
  assert (sC : Rabs (real side * real cross_start) <= (1 + 3 / 100) * uw + 3 * tiny) by
    (rewrite (TangentGapLine.sign_abs _ _ S); exact G).
  assert (sXs : Rabs (real side * X) <= (1 + 1 / 50) * uw) by (rewrite (TangentGapLine.sign_abs _ _ S); exact XS).
  assert (Dif : Rabs (real side * real cross_start - real reach_len) <= (1 + 4 / 100) * m + 4 * tiny).
  { apply Rabs_le_inv in sC. apply Rabs_le_inv in E5. apply Rabs_le. lra. }
  assert (eD : eps * Rabs (real side * real cross_start - real reach_len) <= eps * ((1 + 4 / 100) * m + 4 * tiny))
    by (apply Rmult_le_compat_l; lra).
  split; [exact (proj1 Bg) |]. split; [exact Vl |]. split; [exact Fl |]. split.
  - rewrite Vl. apply larger_near. apply Rabs_le_inv in Eg. apply Rabs_le_inv in sX. apply Rabs_le_inv in E5.
    apply Rabs_le. lra.
  - split; [apply Rmax_r |]. apply Rmax_lub; [| lra]. apply Rabs_le_inv in sXs. lra.
Qed.

Section Foot.
Variables (eu ft far se : D) (F0 sg : R).
Hypothesis is_sg : sg = 1 \/ sg = -1.
Hypothesis is_foot : ft = fadd eu (fmul time vu).
Hypothesis F_foot : finite ft.
Hypothesis Se : size_in_range se.
Hypothesis eu_near : Rabs (real eu - F0) <= 11 * eps * (real su * real se) + 3 * tiny.
Hypothesis not_small : tiny * (real su * real sv) <= eps * (real su * real se) / 100.
Hypothesis far_is : finite far /\ real far = sg * real ft.
Hypothesis past_start : real (allowance su se) < sg * real ft.

(* The foot is certainly beyond the end. *)
Lemma form_beyond : flt (fmul (foot_allowance su sv se sw r) inverse) far = true ->
  exists y, Rabs (real cross_move) <= y <= Rabs (real cross_move) + bpow radix2 (-900) /\
  0 < y /\
  - sg * F0 * y + Rmax (real side * X - k) 0 * (- sg * g) < - (40 * (eps * (real su * real se * P))) - T4 / 8.
Proof.
  intros Q. destruct Kv. destruct side_facts as (S & _ & _ & Bm & _).
  destruct gap_facts as (Fg & Vl & Fl & Q1 & Q2).
  destruct (inverse_of_larger cross_move (proj1 Bm)) as (Fi & [i0 i1] & y & [Y0 Y1] & Yc & Yl & I).
  { eapply Rle_trans; [apply Bm |]. apply bpow_le. lia. }
  fold inverse in Fi, i0, i1, I. pose proof (bpow_gt_0 radix2 (-900)) as P9. pose proof (Rabs_pos (real cross_move)) as
    Pm.
  exists y. split; [split; [exact Yl | destruct Yc; lra] |]. split; [lra |].
  pose proof F_foot as Ff. rewrite is_foot in Ff. destruct (fadd_finite _ _ Ff) as (Fe & Fp & _).
  destruct (fmul_finite _ _ Fp) as (Ft & Fv & _). pose proof Ft as Ft'. unfold time in Ft'.
  pose proof (Bounded.fmul_error _ _ Ft') as Et. fold time in Et. pose proof (Bounded.fmul_error _ _ Fp) as Ep.
  pose proof (Bounded.fadd_error _ _ Ff) as Ea. rewrite <- is_foot in Ea.
  destruct (dot_error _ _ _ _ _ _ _ _ _ _ C_u C_v) as (_ & Ev & _). fold vu in Ev.
  pose proof (dot_size _ _ _ _ _ _ _ _ _ _ C_u C_v) as Zv. fold vu in Zv.
  replace (Geometry.ux a b * px v + Geometry.uy a b * py v) with g in Ev by (unfold g; ring).
  destruct C_r as (Sr & _).
  destruct (foot_allowance_bounds su sv se sw r C_su C_sv Se C_sw Sr) as [Bal Lal].
  destruct (allowance_bounds su se) as [Bst Lst]; auto using in_range_210; try apply C_su; try apply Se.
  destruct sizes_range as (u0 & w0 & _ & v0 & r0 & m0 & Pr). pose proof (in_range_bounds _ Se) as e0.
  pose proof eps_small. pose proof tiny_pos. pose proof T4_pos. destruct tiny_B as [TB Bp]. pose proof tiny_small.
  set (al := foot_allowance su sv se sw r) in *. set (A := real su * real se) in *.
  assert (A0 : 0 <= A) by (unfold A; apply Rmult_le_pos; lra).
  assert (al0 : 0 <= real al).
  { assert (0 <= eps * (real su * real su * real sv * (real se + real sw + real r))).
    { apply Rmult_le_pos; [lra |]. repeat apply Rmult_le_pos; lra. } lra. }
  (* the bound of the line *)
  set (le := fmul al inverse) in *.
  assert (Nle : nonneg le).
  { unfold le. apply nonneg_fmul; apply nonneg_of_real; try assumption; [apply Bal | lra]. }
  pose proof (flt_finite _ _ Q Nle) as Fle. pose proof Fle as Fle'. unfold le in Fle'.
  pose proof (Bounded.fmul_error _ _ Fle') as El. fold le in El.
  rewrite (Rabs_pos_eq (real al * real inverse)) in El by (apply Rmult_le_pos; lra). apply Rabs_le_inv in El.
  assert (past_line : real le < sg * real ft).
  { destruct far_is as [Ffar <-]. exact (flt_real _ _ Fle Ffar Q). }
  assert (l0 : 0 <= real larger_gap) by (rewrite Vl; apply Rmax_r).
  rewrite (Rabs_pos_eq (real larger_gap * real inverse)) in Et by (apply Rmult_le_pos; lra).
  assert (BB : 1 <= B200 * B200) by (rewrite <- bpow_plus; apply (bpow_le radix2 0); lia).
  assert (hB : tiny <= T4 / 32768).
  { eapply Rle_trans; [| exact TB]. rewrite <- (Rmult_1_r tiny) at 1. apply Rmult_le_compat_l; lra. }
  assert (hP : tiny * P <= T4 / 32768) by (eapply Rle_trans; [apply Rmult_le_compat_l; [lra | apply Pr] | exact TB]).
  assert (hm : tiny * m <= T4 / 16384).
  { assert (tiny * m <= tiny * (2 * (B200 * B200))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (hy : tiny * y <= T4 / 10000).
  { pose proof (cross_size _ _ _ _ _ _ _ _ _ _ C_u C_v) as Zm. fold cross_move P in Zm.
    assert (P91 : bpow radix2 (-900) <= 1) by (apply (bpow_le radix2 _ 0); lia).
    assert (y2 : y <= 3 * (B200 * B200)) by (destruct Yc; lra).
    assert (tiny * y <= tiny * (3 * (B200 * B200))) by (apply Rmult_le_compat_l; lra). lra. }
  assert (Lal' : 100 * (eps * (P * (A + m))) + T4 / 2 <= real al).
  { replace (P * (A + m)) with (real su * real su * real sv * (real se + real sw + real r)) by (unfold P, A, m; ring).
    exact Lal. }
  assert (Flip : forall x z d, Rabs (x - z) <= d -> Rabs (- sg * x - - sg * z) <= d).
  { intros x z d Hd. rewrite <- Rmult_minus_distr_l, Rabs_mult. destruct is_sg as [-> | ->].
    - rewrite Rabs_Ropp, Rabs_R1, Rmult_1_l. exact Hd.
    - replace (- -1) with 1 by ring. rewrite Rabs_R1, Rmult_1_l. exact Hd. }
  assert (Same : forall x, Rabs (- sg * x) = Rabs x).
  { intros x. rewrite Rabs_mult. destruct is_sg as [-> | ->].
    - rewrite Rabs_Ropp, Rabs_R1. ring.
    - replace (- -1) with 1 by ring. rewrite Rabs_R1. ring. }
  eapply (form_is_negative eps tiny T4 A P m y (real inverse) (real larger_gap) (Rmax (real side * X - k) 0) (real time)
    (- sg * real vu) (- sg * real (fmul time vu)) (- sg * real eu) (- sg * real ft) (- sg * F0) (- sg * g) (real al)
    (real (allowance su se)) (real le)); try lra; try assumption.
  - eapply Rle_trans; [apply Flip, Ev |]. unfold P. lra.
  - rewrite Same. unfold P. exact Zv.
  - replace (real time * (- sg * real vu)) with (- sg * (real time * real vu)) by ring. rewrite Same. apply Flip, Ep.
  - eapply Rle_trans; [apply Flip, eu_near |]. unfold A. lra.
  - rewrite <- Rmult_plus_distr_l, Same. apply Flip, Ea.
Qed.

(* Certainly between the lines, the foot at the start counts. *)
Lemma foot_between :
  flt (allowance su (fadd sw r)) (fsub reach_len (fabs cross_start)) = true -> Rabs X <= k /\ - sg * F0 < 0.
Proof.
  intros Q. destruct Kv. destruct side_facts as (S & _ & Fs & _).
  destruct gap_facts as (Fg & Vl & Fl & _).
  destruct (cross_error _ _ _ _ _ _ _ _ _ _ C_u C_w) as (B & E). fold cross_start in B, E.
  destruct (reach_len_error ux uy su r _ _ rr C_u C_su C_r C_ul Long) as (B5 & E5 & k0 & k1).
  fold uv2 reach_len in B5, E5. fold k in E5, k0, k1.
  change (Geometry.ux a b * Geometry.wy c a - Geometry.uy a b * Geometry.wx c a) with X in E.
  destruct C_r as (Sr & _). pose proof eps_small. pose proof tiny_pos.
  destruct sizes_range as (u0 & w0 & _ & _ & r0 & m0 & _).
  assert (Br : below 201 (fadd sw r)) by (apply (below_add 200); [lia | apply C_sw | apply Sr]).
  pose proof (Bounded.fadd_error _ _ (proj1 Br)) as Er. rewrite (Rabs_pos_eq (real sw + real r)) in Er by lra.
  apply Rabs_le_inv in Er.
  assert (s0 : (1 - eps) * (real sw + real r) <= real (fadd sw r)) by lra.
  assert (s1 : 0 <= real (fadd sw r)).
  { eapply Rle_trans; [| exact s0]. apply Rmult_le_pos; lra. }
  destruct (allowance_bounds su (fadd sw r)) as [Ba La].
  { now apply in_range_210. } { eapply below_weaken; [exact Br | lia]. } { apply C_su. } { exact s1. }
  destruct (allowance_bounds su se) as [Bst Lst]; auto using in_range_210; try apply C_su; try apply Se.
  assert (Bd : below 404 (fsub reach_len (fabs cross_start))) by (apply (below_sub 403); auto using below_abs; lia).
  pose proof (Bounded.fsub_error _ _ (proj1 Bd)) as Ed. rewrite real_fabs in Ed.
  apply flt_real in Q; [| apply Ba | apply Bd].
  assert (Ls : 31 * eps * (real su * ((1 - eps) * (real sw + real r))) <= 31 * eps * (real su * real (fadd sw r))).
  { apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; lra. }
  replace (31 * eps * (real su * ((1 - eps) * (real sw + real r)))) with (31 * (1 - eps) * (eps * m)) in Ls by (unfold
    m;
    ring).
  assert (Em : 0 <= eps * m <= / 1048576 * m) by (split; [apply Rmult_le_pos | apply Rmult_le_compat_r]; lra).
  assert (EEm : eps * (eps * m) <= / 1048576 * (eps * m)) by (apply Rmult_le_compat_r; lra).
  assert (UW : 0 <= real su * real sw) by (apply Rmult_le_pos; lra).
  assert (UR : 0 <= real su * real r) by (apply Rmult_le_pos; lra).
  assert (mis : eps * m = eps * (real su * real sw) + eps * (real su * real r)) by (unfold m; ring).
  assert (EUW : 0 <= eps * (real su * real sw)) by (apply Rmult_le_pos; lra).
  assert (EUR : 0 <= eps * (real su * real r)) by (apply Rmult_le_pos; lra).
  set (d := real reach_len - Rabs (real cross_start)) in *.
  assert (d0 : 0 < d).
  { apply Rnot_le_lt. intros N. rewrite (Rabs_left1 d) in Ed by exact N. apply Rabs_le_inv in Ed.
    assert (eps * - d <= / 1048576 * - d) by (apply Rmult_le_compat_r; lra). lra. }
  rewrite (Rabs_pos_eq d) in Ed by lra. apply Rabs_le_inv in Ed.
  split.
  - assert (Ab : Rabs X <= Rabs (real cross_start) + 11 * eps * (real su * real sw) + 3 * tiny).
    { replace X with (real cross_start - (real cross_start - X)) by ring. unfold Rminus at 1.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
    assert (d1 : 30 * (eps * m) + 900 * tiny <= (1 + eps) * d) by lra.
    assert (d2 : 29 * (eps * m) + 800 * tiny <= d).
    { assert (eps * d <= / 1048576 * d) by (apply Rmult_le_compat_r; lra). lra. }
    apply Rabs_le_inv in E5. unfold d in d2. lra.
  - (* the time at the line is 0 *)
    assert (Sg : TimeEndBound.is_sign side) by (split; [exact Fs | exact S]).
    pose proof (sign_product_finite side cross_start Sg (proj1 B)) as Fp.
    destruct (sign_product side cross_start Sg Fp) as [_ Epr].
    destruct (fsub_finite _ _ Fg) as (_ & _ & Vg). fold gap in Vg. rewrite Epr in Vg.
    assert (G0 : real gap <= 0).
    { rewrite Vg, <- (rnd_zero double). apply rnd_le.
      pose proof (Rle_abs (real side * real cross_start)) as Ab. rewrite (TangentGapLine.sign_abs _ _ S) in Ab.
      unfold d in d0. lra. }
    rewrite Rmax_right in Vl by exact G0.
    pose proof F_foot as Ff. rewrite is_foot in Ff. destruct (fadd_finite _ _ Ff) as (Fe & Fq & Vf).
    destruct (fmul_finite _ _ Fq) as (Ft & _ & Vq). pose proof Ft as Ft'. unfold time in Ft'.
    destruct (fmul_finite _ _ Ft') as (_ & _ & Vt). fold time in Vt.
    rewrite Vl, Rmult_0_l, rnd_zero in Vt. rewrite Vt, Rmult_0_l, rnd_zero in Vq. rewrite Vq, Rplus_0_r in Vf.
    rewrite rnd_of_format in Vf by apply real_in_format. rewrite <- is_foot in Vf.
    pose proof (in_range_bounds _ Se) as e0.
    assert (0 <= eps * (real su * real se)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
    apply Rabs_le_inv in eu_near. rewrite Vf in past_start. destruct is_sg as [-> | ->]; lra.
Qed.

End Foot.

(* The numbers that underflow are small against the sizes, or the sizes are small. *)
Lemma rates_small y : Rabs (real cross_move) <= y <= Rabs (real cross_move) + bpow radix2 (-900) ->
  4 * h900 <= / 10 * (eps * P) \/ 2 * P * (y + P + h900) <= T4 / 8 / 4.
Proof.
  intros [Hy Y1]. destruct Kv. pose proof (cross_size _ _ _ _ _ _ _ _ _ _ C_u C_v) as Zm. fold cross_move P in Zm.
  destruct sizes_range as (_ & _ & _ & _ & _ & _ & P0 & _).
  destruct (Rle_lt_dec (bpow radix2 (-830)) P) as [L | L]; [left | right].
  - assert (E : 4 * h900 <= / 16 * (eps * bpow radix2 (-830))).
    { change 4 with (bpow radix2 2). change (/ 16) with (bpow radix2 (-4)). change eps with (bpow radix2 (-53)).
      rewrite <- !bpow_plus. apply bpow_le. lia. }
    pose proof eps_small. assert (eps * bpow radix2 (-830) <= eps * P) by (apply Rmult_le_compat_l; lra).
    assert (0 <= eps * P) by (apply Rmult_le_pos; lra). lra.
  - pose proof (bpow_gt_0 radix2 (-830)) as p0.
    assert (H1 : bpow radix2 (-900) + h900 + 3 * tiny <= bpow radix2 (-830)).
    { change h900 with (bpow radix2 (1 + -900)). rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2.
      assert (tiny <= bpow radix2 (-900)) by (apply (bpow_le radix2 (-1075)); lia).
      change (-830)%Z with (3 + -833)%Z. rewrite (bpow_plus _ 3). change (bpow radix2 3) with 8.
      assert (bpow radix2 (-900) <= bpow radix2 (-833)) by (apply bpow_le; lia).
      pose proof (bpow_gt_0 radix2 (-900)). lra. }
    apply Rle_trans with (2 * bpow radix2 (-830) * (4 * bpow radix2 (-830))).
    + pose proof (Rabs_pos (real cross_move)). pose proof (bpow_gt_0 radix2 (-899)).
      apply Rmult_le_compat; lra.
    + apply Rle_trans with (bpow radix2 (-700)).
      * replace (2 * bpow radix2 (-830) * (4 * bpow radix2 (-830))) with (8 * (bpow radix2 (-830) * bpow radix2 (-830)))
          by ring.
        change 8 with (bpow radix2 3). rewrite <- !bpow_plus. apply bpow_le. lia.
      * assert (E : T4 = 32 * bpow radix2 (-665)) by (change 32 with (bpow radix2 5); rewrite <- bpow_plus;
          reflexivity).
        rewrite E. pose proof (bpow_le radix2 (-700) (-665) ltac:(lia)). lra.
Qed.

Variables (x : extent) (T : Rdefinitions.R) (ft : D).
Hypothesis T01 : 0 < T < 1.
Hypothesis F_ft : finite ft.

(* The circle comes to end a. *)
Lemma comes_if_beyond_a :
  x <> Line -> end_contact (px c - px a) (py c - py a) (px v) (py v) rr T ->
  ft = fadd (fadd (fmul ux wx) (fmul uy wy)) (fmul time vu) -> tiny * real sv <= eps * real sw / 100 ->
  flt (allowance su sw) (fneg ft) = true ->
  flt (allowance su (fadd sw r)) (fsub reach_len (fabs cross_start)) = true \/
    flt (fmul (foot_allowance su sv sw sw r) inverse) (fneg ft) = true ->
  comes_to_a x c v a b rr.
Proof.
  intros NL HT Ef Sm St Q. pose proof (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv Long) as L0.
  destruct Kv. destruct (dot_error _ _ _ _ _ _ _ _ _ _ C_u C_w) as (Bd & Ed & _).
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ C_u C_w) as Z0.
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ C_u C_v) as Z1.
  replace (Geometry.ux a b * Geometry.wx c a + Geometry.uy a b * Geometry.wy c a) with (wu c a b) in Ed
    by (unfold wu; ring).
  destruct sizes_range as (u0 & w0 & _ & v0 & _ & _ & P0).
  destruct (allowance_bounds su sw) as [Bst _]; auto using in_range_210; try apply C_su; try apply C_sw.
  apply flt_real in St; [| apply Bst | now apply finite_fneg]. rewrite real_fneg in St.
  assert (St' : real (allowance su sw) < -1 * real ft) by lra.
  assert (Sm' : tiny * (real su * real sv) <= eps * (real su * real sw) / 100).
  { replace (tiny * (real su * real sv)) with (real su * (tiny * real sv)) by ring.
    replace (eps * (real su * real sw) / 100) with (real su * (eps * real sw / 100)) by field.
    apply Rmult_le_compat_l; lra. }
  assert (Far : finite (fneg ft) /\ real (fneg ft) = -1 * real ft).
  { split; [now apply finite_fneg |]. rewrite real_fneg. ring. }
  destruct C_r as (_ & R0 & _).
  destruct Q as [Q | Q].
  - destruct (foot_between _ ft (fneg ft) sw (wu c a b) (-1) (or_intror eq_refl) Ef F_ft C_sw Ed Far St' Q) as [B F].
    apply (comes_between x c v a b rr T); try assumption. lra.
  - destruct side_facts as (S & Sc & _ & _ & Ec).
    destruct (form_beyond _ ft (fneg ft) sw (wu c a b) (-1) (or_intror eq_refl) Ef F_ft C_sw Ed Sm' Far St' Q)
      as (y & Y1 & Y0 & N).
    pose proof eps_small. pose proof tiny_pos.
    assert (T3 : 3 * tiny <= h900).
    { apply Rle_trans with (bpow radix2 2 * tiny); [simpl; lra |]. change tiny with (bpow radix2 (-1075)).
      rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (H9 : bpow radix2 (-900) <= h900) by (apply bpow_le; lia).
    eapply (comes_if_negative x c v a b rr T R0 NL L0 T01 HT (real side) (real cross_move) y (real su * real sw) P eps
      h900 (T4 / 8)); fold X Y g k; try assumption; try lra.
    + apply Rmult_le_pos; lra.
    + unfold wu. eapply Rle_trans; [apply Rabs_triang |].
      rewrite (Rmult_comm (Geometry.wx c a)), (Rmult_comm (Geometry.wy c a)). lra.
    + unfold g, P. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rmult_comm (px v)), (Rmult_comm (py v)). lra.
    + pose proof T4_pos. lra.
    + now apply rates_small.
Qed.

(* The circle comes to end b. *)
Lemma comes_if_beyond_b :
  end_contact (px c - px b) (py c - py b) (px v) (py v) rr T ->
  ft = fadd (fadd (fmul ux zx) (fmul uy zy)) (fmul time vu) -> tiny * real sv <= eps * real sz / 100 ->
  flt (allowance su sz) ft = true ->
  flt (allowance su (fadd sw r)) (fsub reach_len (fabs cross_start)) = true \/
    flt (fmul (foot_allowance su sv sz sw r) inverse) ft = true ->
  comes_to_a Segment c v b a rr.
Proof.
  intros HT Ef Sm St Q. pose proof (long_wall _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Kv Long) as L0.
  destruct (exchanged_terms c v a b) as (X1 & X2 & X3 & X4 & X5 & X6). rewrite <- X1 in L0.
  destruct Kv. destruct (dot_error _ _ _ _ _ _ _ _ _ _ C_u C_z) as (Bd & Ed & _).
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ C_u C_z) as Z0.
  pose proof (real_products_size _ _ _ _ _ _ _ _ _ _ C_u C_v) as Z1.
  replace (Geometry.ux a b * Geometry.zx c b + Geometry.uy a b * Geometry.zy c b) with (zu c a b) in Ed
    by (unfold zu; ring).
  destruct sizes_range as (u0 & w0 & z0 & v0 & _ & _ & P0).
  destruct (allowance_bounds su sz) as [Bst _]; auto using in_range_210; try apply C_su; try apply C_sz.
  apply flt_real in St; [| apply Bst | exact F_ft].
  assert (St' : real (allowance su sz) < 1 * real ft) by lra.
  assert (Sm' : tiny * (real su * real sv) <= eps * (real su * real sz) / 100).
  { replace (tiny * (real su * real sv)) with (real su * (tiny * real sv)) by ring.
    replace (eps * (real su * real sz) / 100) with (real su * (eps * real sz / 100)) by field.
    apply Rmult_le_compat_l; lra. }
  assert (Far : finite ft /\ real ft = 1 * real ft) by (split; [exact F_ft | ring]).
  assert (NL : Segment <> Line) by discriminate.
  destruct C_r as (_ & R0 & _).
  destruct Q as [Q | Q].
  - destruct (foot_between _ ft ft sz (zu c a b) 1 (or_introl eq_refl) Ef F_ft C_sz Ed Far St' Q) as [B F].
    apply (comes_between Segment c v b a rr T); try assumption.
    + rewrite X2, X6, Rabs_Ropp. exact B.
    + rewrite X4. lra.
  - destruct side_facts as (S & Sc & _ & _ & Ec).
    destruct (form_beyond _ ft ft sz (zu c a b) 1 (or_introl eq_refl) Ef F_ft C_sz Ed Sm' Far St' Q)
      as (y & Y1 & Y0 & N).
    pose proof eps_small. pose proof tiny_pos.
    assert (T3 : 3 * tiny <= h900).
    { apply Rle_trans with (bpow radix2 2 * tiny); [simpl; lra |]. change tiny with (bpow radix2 (-1075)).
      rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (H9 : bpow radix2 (-900) <= h900) by (apply bpow_le; lia).
    eapply (comes_if_negative Segment c v b a rr T R0 NL L0 T01 HT (- real side) (- real cross_move) y
      (real su * real sz) P eps h900 (T4 / 8)); rewrite ?X2, ?X3, ?X4, ?X5, ?X6, ?Rabs_Ropp; fold X Y g k;
      try assumption; try lra.
    + destruct S as [-> | ->]; lra.
    + apply Rmult_le_pos; lra.
    + replace (- real cross_move - - Y) with (- (real cross_move - Y)) by ring. rewrite Rabs_Ropp. lra.
    + unfold zu. eapply Rle_trans; [apply Rabs_triang |].
      rewrite (Rmult_comm (Geometry.zx c b)), (Rmult_comm (Geometry.zy c b)). lra.
    + unfold g, P. eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rmult_comm (px v)), (Rmult_comm (py v)). lra.
    + replace (- real side * - X) with (real side * X) by ring. lra.
    + pose proof T4_pos. lra.
    + now apply rates_small.
Qed.

End Line.
