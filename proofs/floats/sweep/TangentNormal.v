(* A coordinate of fast_normal of src/rest/contact_double_double.h where a sweep is near a tangent: a quotient of
   double-doubles by a length, with its remainder, is that of the real numbers, rounded once.

   ContactNormal.v has the same for contacts at rest, where no product underflows. Here a coordinate may be of any size,
   and the length is known to 22 units of 2^-106. What underflows is below 2^-640 (PairProduct.v). All roundings are at
   most 96 units of 2^-106 of the coordinate, before the last one. *)
From Coq Require Import ZArith Reals Lia Lra.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts ErrorFree PairProduct ErrorFreeTerms Wide ContactPairs ContactRoot ContactDepth.
From Carom Require Terms_contact Terms_tangent.
Import Terms_contact.fast_normal_terms(fast_normal, fast_normal_results).
Import Terms_tangent.sweep_of_tangent_terms(sweep_of_tangent_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation w := (bpow radix2 (-1075)).
Notation E := (bpow radix2 (-800)).

(* One operation on finite numbers, if the exact result is at most B. *)
Lemma sum_known (a b : D) B : finite a -> finite b -> Rabs (real a + real b) <= B -> B <= bpow radix2 900 ->
  finite (fadd a b) /\ Rabs (real (fadd a b) - (real a + real b)) <= u53 * B.
Proof.
  intros Fa Fb H HB. destruct (fadd_is_finite a b 900 (conj eq_refl eq_refl) Fa Fb ltac:(lra)) as (F & _).
  split; [exact F |]. now destruct (fadd_error a b B F H) as (_ & _ & X).
Qed.

Lemma difference_known (a b : D) B : finite a -> finite b -> Rabs (real a - real b) <= B -> B <= bpow radix2 900 ->
  finite (fsub a b) /\ Rabs (real (fsub a b) - (real a - real b)) <= u53 * B.
Proof.
  intros Fa Fb H HB. destruct (fsub_is_finite a b 900 (conj eq_refl eq_refl) Fa Fb ltac:(lra)) as (F & _).
  split; [exact F |]. now destruct (fsub_error a b B F H) as (_ & _ & X).
Qed.

Lemma product_known (a b : D) B : finite a -> finite b -> Rabs (real a * real b) <= B -> B <= bpow radix2 900 ->
  finite (fmul a b) /\ Rabs (real (fmul a b) - real a * real b) <= u53 * B + w.
Proof.
  intros Fa Fb H HB. destruct (fmul_is_finite a b 900 (conj eq_refl eq_refl) Fa Fb ltac:(lra)) as (F & _).
  split; [exact F |]. now destruct (fmul_error a b B w F H (Rle_refl _)) as (_ & _ & X).
Qed.

(* The inverse of a length. *)
Lemma inverse_of_length (s : D) : finite s -> bpow radix2 (-150) <= real s <= bpow radix2 203 ->
  let i := fdiv (fconst 1 0) s in
  finite i /\ 0 < real i <= bpow radix2 151 /\ Rabs (real i * real s - 1) <= 101 / 100 * u53.
Proof.
  intros Fs [S1 S2] i. pose proof (bpow_gt_0 radix2 (-150)) as P. destruct one_value as (F1 & V1).
  assert (Q : 0 < 1 / real s <= bpow radix2 150).
  { split; [apply Rdiv_lt_0_compat; lra |]. apply Rmult_le_reg_r with (real s); [lra |]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. replace (1 * 1) with (bpow radix2 150 * bpow radix2 (-150)).
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact S1].
    - rewrite <- bpow_plus. simpl. ring. }
  destruct (div_step (fconst 1 0) s (bpow radix2 150) F1 Fs ltac:(lra)) as (Fi & _).
  { rewrite V1. lra. } { apply bpow_le. lia. }
  destruct (fdiv_finite _ _ Fi Fs ltac:(lra)) as (_ & Ei). rewrite V1 in Ei. fold i in Fi, Ei.
  pose proof (rnd_error double (1 / real s)) as X. rewrite <- Ei, u_double, (Rabs_pos_eq (1 / real s)) in X by lra.
  change (eta double) with w in X.
  assert (W : w * real s <= / 1000 * u53).
  { apply Rle_trans with (w * bpow radix2 203); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact S2] |].
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-70)); [apply bpow_le; lia | simpl; lra]. }
  assert (N : Rabs (real i * real s - 1) <= 101 / 100 * u53).
  { replace (real i * real s - 1) with ((real i - 1 / real s) * real s) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (real s)) by lra.
    apply Rle_trans with ((u53 * (1 / real s) + w) * real s); [apply Rmult_le_compat_r; lra |].
    replace ((u53 * (1 / real s) + w) * real s) with (u53 + w * real s) by (field; lra). lra. }
  split; [exact Fi |]. split; [| exact N]. split.
  - apply Rmult_lt_reg_r with (real s); [lra |]. clear - N. two_sided; lra.
  - assert (w <= bpow radix2 149) by (apply bpow_le; lia). change 151%Z with (1 + 150)%Z.
    change 149%Z with (-1 + 150)%Z in H. rewrite bpow_plus in H |- *. change (bpow radix2 1) with 2.
    change (bpow radix2 (-1)) with (/ 2) in H. clear - X H Q. two_sided; lra.
Qed.

(* The quotient (h + lo) / l. *)
Section Coordinate.
Variables (h lo s r : D) (l : R).
Hypotheses (Fh : finite h) (Fl : finite lo) (Fs : finite s) (Fr : finite r).
Hypotheses (s_size : bpow radix2 (-150) <= real s <= bpow radix2 203) (h_size : Rabs (real h) <= 2 * real s)
  (lo_size : Rabs (real lo) <= u53 * Rabs (real h)) (r_size : Rabs (real r) <= 4 * u53 * real s)
  (length : Rabs (real s + real r - l) <= 22 * (u53 * u53) * real s).
Let i := fdiv (fconst 1 0) s.
Let n := fmul h i.
Let x := fsub (fsub h (fmul n s)) (pair_product_rest n s).
Let y := fsub lo (fmul n r).
Let c := fmul (fadd x y) i.
Let v := fadd (fadd n c) (fconst 0 0).

Lemma quotient_before_rounding : finite n /\ finite c /\ Rabs (real n + real c) <= 3 /\
  Rabs ((real n + real c) * l - (real h + real lo)) <= 95 * (u53 * u53) * Rabs (real h) + 30 * E.
Proof.
  destruct s_size as [S1 S2]. destruct (inverse_of_length s Fs s_size) as (Fi & [i0 i1] & I). fold i in Fi, i0, i1, I.
  pose proof (bpow_gt_0 radix2 (-150)) as P. pose proof (bpow_gt_0 radix2 (-800)) as E0.
  set (S := real s) in *. set (g := Rabs (real h)) in *. assert (g0 : 0 <= g) by apply Rabs_pos.
  assert (B900 : 1000 * S <= bpow radix2 900).
  { apply Rle_trans with (bpow radix2 10 * bpow radix2 203); [apply Rmult_le_compat; try lra; simpl; lra |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (b900 : 1000 <= bpow radix2 900) by (apply Rle_trans with (bpow radix2 10); [simpl; lra | apply bpow_le; lia]).
  assert (W1 : w <= E) by (apply bpow_le; lia).
  assert (W2 : w * S <= E).
  { apply Rle_trans with (w * bpow radix2 203); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact S2] |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (E1 : E <= / 1000 * S).
  { apply Rle_trans with (/ 1024 * bpow radix2 (-150)); [| lra]. change (/ 1024) with (bpow radix2 (-10)).
    rewrite <- bpow_plus. apply bpow_le. lia. }
  (* n *)
  set (k := real i * S - 1) in *.
  assert (Hi : Rabs (real h * real i) <= 21 / 10).
  { apply Rmult_le_reg_r with S; [lra |]. rewrite <- (Rabs_pos_eq S) at 1 by lra. rewrite <- Rabs_mult.
    replace (real h * real i * S) with (real h * (k + 1)) by (unfold k; ring). rewrite Rabs_mult. fold g.
    apply Rle_trans with (2 * S * (21 / 20)); [| lra]. apply Rmult_le_compat; try apply Rabs_pos; [exact h_size |].
    clear - I. two_sided; lra. }
  destruct (product_known h i _ Fh Fi (Rle_refl _) ltac:(lra)) as (Fn & Xn). fold n in Fn, Xn.
  assert (N1 : Rabs (real n) <= 22 / 10).
  { assert (w <= / 1000) by (apply Rle_trans with (bpow radix2 (-10)); [apply bpow_le; lia | simpl; lra]).
    assert (Rabs (real n - real h * real i) <= / 100) by lra. clear - H0 Hi. two_sided; lra. }
  assert (Hk : Rabs (real h * k) <= g * (101 / 100 * u53)) by (apply times_size; [apply Rle_refl | exact I]).
  assert (Xn' : Rabs (real n * S - real h * (k + 1)) <= u53 * Rabs (real h * (k + 1)) + E).
  { replace (real h * (k + 1)) with (real h * real i * S) by (unfold k; ring).
    rewrite <- Rmult_minus_distr_r, !(Rabs_mult _ S), (Rabs_pos_eq S) by lra.
    apply Rle_trans with ((u53 * Rabs (real h * real i) + w) * S); [apply Rmult_le_compat_r; lra | lra]. }
  assert (N2 : Rabs (real n * S - real h) <= 203 / 100 * u53 * g + 2 * E).
  { replace (real h * (k + 1)) with (real h + real h * k) in Xn' by ring.
    pose proof (Rabs_triang (real h) (real h * k)) as T. fold g in T.
    assert (Rabs (real n * S - (real h + real h * k)) <= 1001 / 1000 * u53 * g + E) by lra.
    clear - Hk H g0 E0. two_sided; lra. }
  assert (N3 : Rabs (real n * S) <= 101 / 100 * g + 2 * E).
  { replace (real n * S) with ((real n * S - real h) + real h) by ring. eapply Rle_trans; [apply Rabs_triang |].
    fold g. lra. }
  (* n s *)
  destruct (product_known n s _ Fn Fs N3 ltac:(lra)) as (Fp & Xp). fold S in Xp.
  assert (Fpl : finite (pair_product_rest n s)).
  { apply pair_product_rest_finite with (k := 203%Z); [| | lia]; split; try assumption.
    - eapply Rle_trans; [exact N1 |]. apply Rle_trans with (bpow radix2 2); [simpl; lra | apply bpow_le; lia].
    - fold S. rewrite Rabs_pos_eq; lra. }
  pose proof (pair_product_error n s Fpl) as Xpl. fold S in Xpl.
  assert (Lost : bpow radix2 (-960) + bpow radix2 (-1010) * (Rabs (real n) + Rabs S) <= E).
  { rewrite (Rabs_pos_eq S) by lra.
    apply Rle_trans with (bpow radix2 (-960) + bpow radix2 (-1010) * bpow radix2 205).
    - apply Rplus_le_compat_l, Rmult_le_compat_l; [apply bpow_ge_0 |].
      change 205%Z with (2 + 203)%Z. rewrite bpow_plus. change (bpow radix2 2) with 4.
      assert (4 <= bpow radix2 203) by (apply (bpow_le radix2 2); lia). lra.
    - rewrite <- bpow_plus. change (-800)%Z with (1 + -801)%Z. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2.
      assert (bpow radix2 (-960) <= bpow radix2 (-801)) by (apply bpow_le; lia).
      assert (bpow radix2 (-1010 + 205) <= bpow radix2 (-801)) by (apply bpow_le; lia). lra. }
  assert (Xs : Rabs (real (fmul n s) + real (pair_product_rest n s) - real n * S) <= E) by lra. clear Xpl Lost.
  set (p := fmul n s) in *. set (pl := pair_product_rest n s) in *.
  assert (Bpl : Rabs (real pl) <= 102 / 100 * u53 * g + 4 * E) by (clear - Xs Xp N3 W1 g0 E0; two_sided; lra).
  (* what is left *)
  assert (H1 : Rabs (real h - real p) <= 305 / 100 * u53 * g + 5 * E) by (clear - Xp N2 N3 W1 g0 E0; two_sided; lra).
  destruct (difference_known h p _ Fh Fp H1 ltac:(lra)) as (F1 & X1).
  set (x1 := fsub h p) in *.
  assert (H2 : Rabs (real x1 - real pl) <= 408 / 100 * u53 * g + 10 * E) by (clear - H1 X1 Bpl g0 E0; two_sided; lra).
  destruct (difference_known x1 pl _ F1 Fpl H2 ltac:(lra)) as (Fx & X2). fold x in Fx, X2.
  assert (Hx : Rabs (real x - (real h - real n * S)) <= 714 / 100 * (u53 * u53) * g + 2 * E)
    by (clear - X1 X2 Xs g0 E0; two_sided; lra).
  assert (Bx : Rabs (real x) <= 204 / 100 * u53 * g + 5 * E) by (clear - Hx N2 g0 E0; two_sided; lra).
  (* the low parts *)
  assert (Nr : Rabs (real n * real r) <= 405 / 100 * u53 * g + E).
  { apply Rle_trans with (Rabs (real n * S) * (4 * u53)); [| lra].
    rewrite !Rabs_mult, (Rabs_pos_eq S) by lra.
    apply Rle_trans with (Rabs (real n) * (4 * u53 * S)); [apply Rmult_le_compat_l; [apply Rabs_pos | lra] | lra]. }
  destruct (product_known n r _ Fn Fr Nr ltac:(lra)) as (Fq & Xq). set (q := fmul n r) in *.
  assert (H3 : Rabs (real lo - real q) <= 506 / 100 * u53 * g + 3 * E).
  { fold g in lo_size. clear - lo_size Xq Nr W1 g0 E0. two_sided; lra. }
  destruct (difference_known lo q _ Fl Fq H3 ltac:(lra)) as (Fy & Xy). fold y in Fy, Xy.
  assert (Hy : Rabs (real y - (real lo - real n * real r)) <= 912 / 100 * (u53 * u53) * g + 2 * E)
    by (clear - Xy Xq W1 g0 E0; two_sided; lra).
  assert (Hz : Rabs (real x + real y) <= 711 / 100 * u53 * g + 10 * E)
    by (clear - Bx H3 Xy g0 E0; two_sided; lra).
  destruct (sum_known x y _ Fx Fy Hz ltac:(lra)) as (Fz & Xz). set (z := fadd x y) in *.
  assert (Bz : Rabs (real z) <= 712 / 100 * u53 * g + 11 * E) by (clear - Hz Xz g0 E0; two_sided; lra).
  set (t := real n * S + real n * real r) in *.
  assert (Zt : Rabs (real z - (real h + real lo - t)) <= 234 / 10 * (u53 * u53) * g + 5 * E)
    by (unfold t; clear - Hx Hy Xz g0 E0; two_sided; lra).
  (* times the inverse *)
  assert (Zk : Rabs (real z * k) <= (712 / 100 * u53 * g + 11 * E) * (101 / 100 * u53))
    by (apply times_size; assumption).
  assert (Zi : Rabs (real z * real i) * S <= 713 / 100 * u53 * g + 12 * E).
  { rewrite <- (Rabs_pos_eq S) by lra. rewrite <- Rabs_mult.
    replace (real z * real i * S) with (real z + real z * k) by (unfold k; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Zi' : Rabs (real z * real i) <= / 10).
  { apply Rmult_le_reg_r with S; [lra |]. lra. }
  destruct (product_known z i _ Fz Fi (Rle_refl _) ltac:(lra)) as (Fc & Xc). fold c in Fc, Xc.
  assert (Cs : Rabs (real c * S - real z) <= 145 / 10 * (u53 * u53) * g + 2 * E).
  { replace (real c * S - real z) with ((real c - real z * real i) * S + real z * k) by (unfold k; ring).
    eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs ((real c - real z * real i) * S) <= u53 * (713 / 100 * u53 * g + 12 * E) + E).
    { rewrite Rabs_mult, (Rabs_pos_eq S) by lra.
      apply Rle_trans with ((u53 * Rabs (real z * real i) + w) * S); [apply Rmult_le_compat_r; lra |]. lra. }
    lra. }
  assert (Bc : Rabs (real c * S) <= 713 / 100 * u53 * g + 14 * E) by (clear - Cs Bz g0 E0; two_sided; lra).
  assert (Cr : Rabs (real c * real r) <= 286 / 10 * (u53 * u53) * g + E).
  { apply Rle_trans with (Rabs (real c * S) * (4 * u53)); [| lra].
    rewrite !Rabs_mult, (Rabs_pos_eq S) by lra.
    apply Rle_trans with (Rabs (real c) * (4 * u53 * S)); [apply Rmult_le_compat_l; [apply Rabs_pos | lra] | lra]. }
  assert (Sum : Rabs ((real n + real c) * S) <= 102 / 100 * g + 20 * E).
  { replace ((real n + real c) * S) with (real n * S + real c * S) by ring. clear - N3 Bc g0 E0. two_sided; lra. }
  assert (Len : Rabs ((real n + real c) * (l - (S + real r))) <= 225 / 10 * (u53 * u53) * g + E).
  { apply Rle_trans with (Rabs ((real n + real c) * S) * (22 * (u53 * u53))); [| lra].
    rewrite !Rabs_mult, (Rabs_pos_eq S), (Rabs_minus_sym l) by lra.
    apply Rle_trans with (Rabs (real n + real c) * (22 * (u53 * u53) * S)); [apply Rmult_le_compat_l;
      [apply Rabs_pos | exact length] | lra]. }
  split; [exact Fn |]. split; [exact Fc |]. split.
  - apply Rmult_le_reg_r with S; [lra |]. rewrite <- (Rabs_pos_eq S) at 1 by lra. rewrite <- Rabs_mult. lra.
  - replace ((real n + real c) * l - (real h + real lo)) with
      ((real n + real c) * (l - (S + real r)) + (real c * S - real z) + (real z - (real h + real lo - t)) +
       real c * real r) by (unfold t; ring).
    clear - Len Cs Zt Cr g0 E0. two_sided; lra.
Qed.

Theorem quotient_rounded_once : let q := (real h + real lo) / l in
  finite v /\ Rabs (real v - q) <= (1 + / 1000000) * u53 * Rabs q + bpow radix2 (-640).
Proof.
  intros q. destruct quotient_before_rounding as (Fn & Fc & B & H). destruct s_size as [S1 S2].
  pose proof (bpow_gt_0 radix2 (-150)) as P. pose proof (Rabs_pos (real h)) as g0.
  assert (L : 99 / 100 * real s <= l) by (apply Rabs_le_inv in length, r_size; lra).
  assert (Eq : real h + real lo = q * l) by (unfold q; field; lra).
  assert (G : 99 / 100 * Rabs (real h) <= Rabs q * l).
  { rewrite <- (Rabs_pos_eq l) by lra. rewrite <- Rabs_mult, <- Eq.
    pose proof (Rabs_triang_inv (real h) (- real lo)) as T. rewrite Rabs_Ropp in T.
    replace (real h - - real lo) with (real h + real lo) in T by ring. lra. }
  assert (Small : 30 * E <= / 10 * bpow radix2 (-640) * l).
  { apply Rle_trans with (bpow radix2 5 * E); [apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra] |].
    apply Rle_trans with (/ 16 * bpow radix2 (-640) * (/ 2 * bpow radix2 (-150))).
    - change (/ 16) with (bpow radix2 (-4)). change (/ 2) with (bpow radix2 (-1)). rewrite <- !bpow_plus.
      apply bpow_le. lia.
    - pose proof (bpow_gt_0 radix2 (-640)). apply Rmult_le_compat; lra. }
  assert (N : Rabs (real n + real c - q) <= 96 * (u53 * u53) * Rabs q + / 10 * bpow radix2 (-640)).
  { apply Rmult_le_reg_r with l; [lra |]. rewrite <- (Rabs_pos_eq l) at 1 by lra. rewrite <- Rabs_mult.
    replace ((real n + real c - q) * l) with ((real n + real c) * l - (real h + real lo)) by (rewrite Eq; ring).
    lra. }
  assert (big : 3 <= bpow radix2 900) by (apply Rle_trans with (bpow radix2 2); [simpl; lra | apply bpow_le; lia]).
  destruct (sum_known n c (Rabs (real n + real c)) Fn Fc (Rle_refl _) ltac:(lra)) as (Fv & Xv).
  destruct zero_value as [Fz Ez].
  destruct (fadd_exact (fadd n c) (fconst 0 0) (fadd n c) Fv Fz ltac:(rewrite Ez; ring)) as (Fw & Ew).
  fold v in Fw, Ew. split; [exact Fw |]. rewrite Ew.
  assert (T : Rabs (real n + real c) <= Rabs q + Rabs (real n + real c - q)).
  { replace (real n + real c) with (q + (real n + real c - q)) at 1 by ring. apply Rabs_triang. }
  replace (real (fadd n c) - q) with ((real (fadd n c) - (real n + real c)) + (real n + real c - q)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. pose proof (Rabs_pos q). pose proof (bpow_gt_0 radix2 (-640)). lra.
Qed.
End Coordinate.

(* Both coordinates. *)
Definition is_rounded_once (v : D) (q : R) :=
  finite v /\ Rabs (real v - q) <= (1 + / 1000000) * u53 * Rabs q + bpow radix2 (-640).

Theorem fast_normal_rounded_once hx hy lx ly s r nx ny l :
  fast_normal_results hx hy lx ly s r (fdiv (fconst 1 0) s) nx ny ->
  finite hx -> finite hy -> finite lx -> finite ly -> finite s -> finite r ->
  bpow radix2 (-150) <= real s <= bpow radix2 203 ->
  Rabs (real hx) <= 2 * real s -> Rabs (real hy) <= 2 * real s ->
  Rabs (real lx) <= u53 * Rabs (real hx) -> Rabs (real ly) <= u53 * Rabs (real hy) ->
  Rabs (real r) <= 4 * u53 * real s -> Rabs (real s + real r - l) <= 22 * (u53 * u53) * real s ->
  is_rounded_once nx ((real hx + real lx) / l) /\ is_rounded_once ny ((real hy + real ly) / l).
Proof.
  intros H Fhx Fhy Flx Fly Fs Fr S Hx Hy Lx Ly Rs Len. unfold fast_normal_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  apply pair_product_values in E_pair_product. destruct E_pair_product as (-> & -> & -> & ->). subst.
  split; now apply quotient_rounded_once.
Qed.

Lemma normal_of_tangent cx cy cr ax ay bx by_ wr feature t rest vhx vhy vlx vly dhx dhy dlx dly length length_rest
    unknown kind feature' time ox oy qx qy nx ny :
  sweep_of_tangent_results cx cy cr ax ay bx by_ wr feature t rest vhx vhy vlx vly dhx dhy dlx dly length length_rest
    unknown kind feature' time ox oy qx qy nx ny ->
  fast_normal_results dhx dhy dlx dly length length_rest (fdiv (fconst 1 0) length) nx ny.
Proof.
  intros H. unfold sweep_of_tangent_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H. subst. assumption.
Qed.
