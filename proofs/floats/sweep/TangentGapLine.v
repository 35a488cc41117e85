(* The distance beyond a line in triple-doubles (line_gap_of of src/sweep/tangent_gap.h), over the extracted terms: the
   gap is s (p x q) - R |p| but for less than the returned error, where s is the returned side. Sizes up to 2^202 and
   |p| from 2^-150 on.

   Products of high parts, and of a high and a low part, are sums of two doubles. Products of low parts are rounded. The
   sums are in TangentGapSums.v, |p| in TangentGapLength.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair Terms_gap
  ErrorFreeTerms Wide WideQuotient TangentGapSums TangentGapSquare TangentGapLength.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).

(* A factor of 1 or -1. *)
Definition is_sign (s : R) := s = 1 \/ s = -1.

Lemma times_sign (s x : D) : is_sign (real s) -> finite (fmul s x) -> real (fmul s x) = real s * real x.
Proof.
  intros H Fm. destruct (fmul_finite _ _ Fm) as (_ & _ & ->).
  destruct H as [-> | ->]; rewrite rnd_of_format; auto.
  - rewrite Rmult_1_l. apply real_in_format.
  - replace (-1 * real x) with (- real x) by ring. apply in_format_opp, real_in_format.
Qed.

Lemma sign_abs s x : is_sign s -> Rabs (s * x) = Rabs x.
Proof. intros [-> | ->]; [now rewrite Rmult_1_l |]. replace (-1 * x) with (- x) by ring. apply Rabs_Ropp. Qed.

Definition in_size (x : R) := Rabs x <= bpow radix2 202.

Lemma loses_little_of_size a b M : in_size a -> in_size b -> least_size <= M -> loses_little a b M.
Proof.
  unfold in_size, loses_little. intros Ha Hb HM.
  apply Rle_trans with (u212 * least_size); [| apply Rmult_le_compat_l; lra].
  apply Rle_trans with (bpow radix2 (-765)); [| apply below_least_size; lia].
  assert (bpow radix2 (-1010) * (Rabs a + Rabs b) <= bpow radix2 (-1010) * (bpow radix2 1 * bpow radix2 202)).
  { apply Rmult_le_compat_l; [apply bpow_ge_0 |]. change (bpow radix2 1) with 2. lra. }
  rewrite <- !bpow_plus in H. change (-1010 + (1 + 202))%Z with (-807)%Z in H.
  assert (bpow radix2 (-960) <= bpow radix2 (-766)) by (apply bpow_le; lia).
  assert (bpow radix2 (-807) <= bpow radix2 (-766)) by (apply bpow_le; lia).
  change (-765)%Z with (1 + -766)%Z. rewrite (bpow_plus _ 1). change (bpow radix2 1) with 2. lra.
Qed.

Lemma low_in_size h l : in_size h -> Rabs l <= u53 * Rabs h -> in_size l.
Proof. unfold in_size. intros. pose proof (Rabs_pos h). lra. Qed.

(* One product of two double-doubles h + l and t + m. *)
Lemma cross_parts (h l t m : D) M :
  let q := fadd (fadd (pair_product_rest h m) (pair_product_rest l t)) (fmul l m) in
  finite q -> finite (pair_product_rest h t) ->
  Rabs (real l) <= u53 * Rabs (real h) -> Rabs (real m) <= u53 * Rabs (real t) ->
  in_size (real h) -> in_size (real t) -> least_size <= M -> Rabs (real h * real t) <= M ->
  Rabs (real (fmul h t) + real (pair_product_rest h t) + real (fmul h m) + real (fmul l t) + real q -
    (real h + real l) * (real t + real m)) <= 8 * (u53 * u53 * u53) * M /\
  Rabs (real (fmul h t) - real h * real t) <= 2 * u53 * M /\ Rabs (real (pair_product_rest h t)) <= 2 * u53 * M /\
  Rabs (real (fmul h m)) <= 2 * u53 * M /\ Rabs (real (fmul l t)) <= 2 * u53 * M /\
  Rabs (real q) <= 31 / 10 * (u53 * u53) * M.
Proof.
  intros q Fq Fr Hl Hm Sh St HM B1.
  destruct (fadd_finite _ _ Fq) as (Fs & Flm & _). destruct (fadd_finite _ _ Fs) as (Fhm & Flt & _).
  assert (M0 : 0 < M) by (pose proof least_size_pos; lra).
  pose proof (Rabs_pos (real h)) as Ph. pose proof (Rabs_pos (real l)) as Pl. pose proof (Rabs_pos (real t)) as Pt.
  pose proof (Rabs_pos (real m)) as Pm. rewrite Rabs_mult in B1.
  assert (B2 : Rabs (real h * real m) <= u53 * M).
  { rewrite Rabs_mult. assert (Rabs (real h) * Rabs (real m) <= Rabs (real h) * (u53 * Rabs (real t)))
      by (apply Rmult_le_compat_l; lra). lra. }
  assert (B3 : Rabs (real l * real t) <= u53 * M).
  { rewrite Rabs_mult. assert (Rabs (real l) * Rabs (real t) <= (u53 * Rabs (real h)) * Rabs (real t))
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (B4 : Rabs (real l * real m) <= u53 * u53 * M).
  { rewrite Rabs_mult. assert (Rabs (real l) * Rabs (real m) <= (u53 * Rabs (real h)) * (u53 * Rabs (real t)))
      by (apply Rmult_le_compat; lra). lra. }
  rewrite <- Rabs_mult in B1.
  pose proof (low_in_size _ _ Sh Hl) as Sl. pose proof (low_in_size _ _ St Hm) as Sm.
  destruct (product_parts _ _ _ _ Fr (loses_little_of_size _ _ _ Sh St HM) B1) as (_ & _ & _ & X1 & X2 & X3).
  destruct (product_parts _ _ _ _ Fhm (loses_little_of_size _ _ _ Sh Sm HM) B2) as (_ & _ & _ & Y1 & Y2 & Y3).
  destruct (product_parts _ _ _ _ Flt (loses_little_of_size _ _ _ Sl St HM) B3) as (_ & _ & _ & Z1 & Z2 & Z3).
  destruct (fmul_error _ _ _ _ Flm B4 (little_eta _ _ _ (loses_little_of_size _ _ _ Sh St HM))) as (_ & _ & W1).
  replace ((real h + real l) * (real t + real m)) with (real h * real t + real h * real m + real l * real t + real l *
    real m)
    by ring.
  set (ht := real h * real t) in *. set (hm := real h * real m) in *. set (lt := real l * real t) in *.
  set (lm := real l * real m) in *.
  clear Hl Hm Sh St Sl Sm Ph Pl Pt Pm HM.
  assert (C1 : Rabs (real (pair_product_rest h m) + real (pair_product_rest l t)) <= (2 * (u53 * u53) + u53 * u53 * u53)
    * M)
    by (clear - Y3 Z3 M0; two_sided; lra).
  destruct (fadd_error _ _ _ Fs C1) as (_ & _ & E1).
  set (s := fadd (pair_product_rest h m) (pair_product_rest l t)) in *.
  assert (C2 : Rabs (real s + real (fmul l m)) <= (3 * (u53 * u53) + 9 * (u53 * u53 * u53)) * M)
    by (clear - C1 E1 W1 B4 M0; two_sided; lra).
  destruct (fadd_error _ _ _ Fq C2) as (_ & _ & E2). fold q in E2.
  repeat split.
  - clear - X1 Y1 Z1 W1 E1 E2 M0. two_sided; lra.
  - clear - X2 M0. two_sided; lra.
  - clear - X3 M0. two_sided; lra.
  - clear - Y2 B2 M0. two_sided; lra.
  - clear - Z2 B3 M0. two_sided; lra.
  - clear - E2 C2 M0. two_sided; lra.
Qed.

(* R |p| from the parts of both: what is summed and what is rounded. *)
Lemma far_parts (rh rl s d f : D) L M :
  let rest := fadd (fadd (pair_product_rest rl s) (product_rest rh d)) (fadd (fmul rh f) (fmul rl d)) in
  finite rest -> finite (pair_product_rest rh s) ->
  Rabs (real rl) <= u53 * Rabs (real rh) -> 0 <= real rh -> 0 < real s -> in_size (real rh) -> in_size (real s) ->
  Rabs (real d) <= 33 / 10 * u53 * real s -> Rabs (real f) <= 20 * (u53 * u53) * real s ->
  Rabs (real s + real d + real f - L) <= 710 * (u53 * u53 * u53) * real s ->
  least_size <= M -> real rh * real s <= M ->
  Rabs (real (fmul rh s) + real (pair_product_rest rh s) + real (fmul rl s) + real (fmul rh d) + real rest -
    (real rh + real rl) * L) <= 830 * (u53 * u53 * u53) * M /\
  Rabs (real (fmul rh s) - real rh * real s) <= 2 * u53 * M /\ Rabs (real (pair_product_rest rh s)) <= 2 * u53 * M /\
  Rabs (real (fmul rl s)) <= 2 * u53 * M /\ Rabs (real (fmul rh d)) <= 4 * u53 * M /\
  Rabs (real rest) <= 29 * (u53 * u53) * M.
Proof.
  intros rest Frest Frs Hrl R0 S0 Sr Ss Hd Hf HL HM HB.
  destruct (fadd_finite _ _ Frest) as (F1 & F2 & _). destruct (fadd_finite _ _ F1) as (F3 & F4 & _).
  destruct (fadd_finite _ _ F2) as (F5 & F6 & _).
  assert (M0 : 0 < M) by (pose proof least_size_pos; lra).
  rewrite (Rabs_pos_eq (real rh)) in Hrl by lra.
  assert (rs0 : 0 <= real rh * real s) by (apply Rmult_le_pos; lra).
  assert (Sl : in_size (real rl)) by (apply (low_in_size (real rh)); [exact Sr | rewrite (Rabs_pos_eq (real rh)); lra]).
  pose proof (loses_little_of_size _ _ _ Sr Ss HM) as L1. pose proof (loses_little_of_size _ _ _ Sl Ss HM) as L2.
  assert (Scale : forall x y a b, Rabs x <= a * real rh -> Rabs y <= b * real s -> 0 <= a -> 0 <= b ->
    Rabs (x * y) <= a * b * M).
  { intros x y a b Hx Hy Ha Hb. eapply Rle_trans; [apply times_size; eassumption |].
    replace (a * real rh * (b * real s)) with (a * b * (real rh * real s)) by ring.
    apply Rmult_le_compat_l; [now apply Rmult_le_pos | exact HB]. }
  assert (Ar : Rabs (real rh) <= 1 * real rh) by (rewrite Rabs_pos_eq; lra).
  assert (As : Rabs (real s) <= 1 * real s) by (rewrite Rabs_pos_eq; lra).
  pose proof (Scale _ _ _ _ Ar As ltac:(lra) ltac:(lra)) as B1.
  pose proof (Scale _ _ _ _ Hrl As ltac:(lra) ltac:(lra)) as B2.
  pose proof (Scale _ _ _ _ Ar Hd ltac:(lra) ltac:(lra)) as B3.
  pose proof (Scale _ _ _ _ Ar Hf ltac:(lra) ltac:(lra)) as B4.
  pose proof (Scale _ _ _ _ Hrl Hd ltac:(lra) ltac:(lra)) as B5.
  pose proof (Scale _ _ _ _ Hrl Hf ltac:(lra) ltac:(lra)) as B6.
  pose proof (Scale (real rh) (real s + real d + real f - L) _ _ Ar HL ltac:(lra) ltac:(lra)) as B7.
  pose proof (Scale (real rl) (real s + real d + real f - L) _ _ Hrl HL ltac:(lra) ltac:(lra)) as B8.
  destruct (product_parts _ _ _ _ Frs L1 B1) as (_ & _ & _ & X1 & X2 & X3).
  destruct (product_parts _ _ _ _ F3 L2 B2) as (_ & _ & _ & Y1 & Y2 & Y3).
  pose proof (little_eta _ _ _ L1) as Et.
  destruct (split_product _ _ F4) as (_ & _ & Fz & _ & _ & Z1).
  destruct (fmul_error _ _ _ _ Fz B3 Et) as (_ & _ & Z2).
  assert (E74 : 7 / 2 * bpow radix2 (-1074) <= u212 * M).
  { unfold loses_little in L1. eapply Rle_trans; [| exact L1]. pose proof (Rabs_pos (real rh)). pose proof (Rabs_pos
    (real s)).
    assert (0 <= bpow radix2 (-1010) * (Rabs (real rh) + Rabs (real s))) by (apply Rmult_le_pos; [apply bpow_ge_0 |
      lra]).
    assert (bpow radix2 (-1072) <= bpow radix2 (-960)) by (apply bpow_le; lia).
    change (-1072)%Z with (2 + -1074)%Z in *. rewrite (bpow_plus _ 2) in *. change (bpow radix2 2) with 4 in *.
    pose proof (bpow_gt_0 radix2 (-1074)). lra. }
  destruct (fmul_error _ _ _ _ F5 B4 Et) as (_ & _ & E1). destruct (fmul_error _ _ _ _ F6 B5 Et) as (_ & _ & E2).
  replace ((real rh + real rl) * L) with (real rh * real s + real rl * real s + real rh * real d + real rh * real f +
    real rl * real d + real rl * real f - real rh * (real s + real d + real f - L) - real rl * (real s + real d + real f
      - L))
    by ring.
  set (rs := real rh * real s) in *. set (ls := real rl * real s) in *. set (rd := real rh * real d) in *.
  set (rf := real rh * real f) in *. set (ld := real rl * real d) in *. set (lf := real rl * real f) in *.
  set (rx := real rh * (real s + real d + real f - L)) in *. set (lx := real rl * (real s + real d + real f - L)) in *.
  clear Scale Ar As Hrl Hd Hf HL Sr Ss Sl R0 S0 L1 L2 HM rs0.
  assert (Z3 : Rabs (real (product_rest rh d)) <= 34 / 10 * (u53 * u53) * M) by (clear - Z1 Z2 E74 M0; two_sided; lra).
  assert (C1 : Rabs (real (pair_product_rest rl s) + real (product_rest rh d)) <= 5 * (u53 * u53) * M)
    by (clear - Y3 Z3 M0; two_sided; lra).
  destruct (fadd_error _ _ _ F1 C1) as (_ & _ & E3). set (a := fadd (pair_product_rest rl s) (product_rest rh d)) in *.
  assert (C2 : Rabs (real (fmul rh f) + real (fmul rl d)) <= 235 / 10 * (u53 * u53) * M)
    by (clear - E1 E2 B4 B5 M0; two_sided; lra).
  destruct (fadd_error _ _ _ F2 C2) as (_ & _ & E4). set (b := fadd (fmul rh f) (fmul rl d)) in *.
  assert (C3 : Rabs (real a + real b) <= 286 / 10 * (u53 * u53) * M) by (clear - E3 E4 C1 C2 M0; two_sided; lra).
  destruct (fadd_error _ _ _ Frest C3) as (_ & _ & E5). fold rest in E5.
  repeat split.
  - clear - X1 Y1 Z1 E1 E2 E3 E4 E5 B6 B7 B8 E74 M0. two_sided; lra.
  - clear - X2 M0. two_sided; lra.
  - clear - X3 M0. two_sided; lra.
  - clear - Y2 B2 M0. two_sided; lra.
  - clear - Z2 B3 M0. two_sided; lra.
  - clear - E5 C3 M0. two_sided; lra.
Qed.

(* R |p| in double, for the range of a sign. *)
Lemma far_size (rh rl s d : D) (rs := real rh * real s) :
  let far := fadd (fmul rh s) (fadd (pair_product_rest rh s) (fadd (fmul rl s) (fmul rh d))) in
  finite (pair_product_rest rh s) -> finite (fmul rl s) -> finite (fmul rh d) ->
  Rabs (real rl) <= u53 * Rabs (real rh) -> 0 <= real rh -> 0 < real s -> in_size (real rh) -> in_size (real s) ->
  Rabs (real d) <= 33 / 10 * u53 * real s ->
  finite far /\ Rabs (real far - rs) <= 12 * u53 * rs + 12 * u212 * least_size.
Proof.
  intros far F1 F2 F3 Hrl R0 S0 Sr Ss Hd.
  assert (rs0 : 0 <= rs) by (apply Rmult_le_pos; lra).
  assert (B1 : Rabs (real rh * real s) <= rs) by (apply Req_le, Rabs_pos_eq, rs0).
  assert (B2 : Rabs (real rl * real s) <= u53 * rs).
  { eapply Rle_trans; [apply times_size; [exact Hrl | apply Rle_refl] |]. rewrite !Rabs_pos_eq by lra. unfold rs.
    lra. }
  assert (B3 : Rabs (real rh * real d) <= 33 / 10 * u53 * rs).
  { eapply Rle_trans; [apply times_size; [apply Rle_refl | exact Hd] |]. rewrite Rabs_pos_eq by lra. unfold rs. lra.
    }
  pose proof (below_least_size (-1075) ltac:(lia)) as Et. pose proof least_size_pos as P.
  destruct (product_parts _ _ _ _ F1 (loses_little_of_size _ _ least_size Sr Ss (Rle_refl _)) B1) as (_ & _ & Fp & _ &
    X2 & X3).
  destruct (fmul_error _ _ _ _ F2 B2 Et) as (_ & _ & Y). destruct (fmul_error _ _ _ _ F3 B3 Et) as (_ & _ & Z).
  fold rs in X2.
  assert (Big : rs <= bpow radix2 404).
  { unfold in_size in *. rewrite (Rabs_pos_eq _ R0) in Sr. rewrite Rabs_pos_eq in Ss by lra.
    replace 404%Z with (202 + 202)%Z by reflexivity. rewrite bpow_plus. apply Rmult_le_compat; lra. }
  assert (T1 : least_size <= 1) by (apply (bpow_le radix2 _ 0); lia).
  assert (P45 : 4 * bpow radix2 404 + 4 <= bpow radix2 450).
  { assert (8 * bpow radix2 404 <= bpow radix2 450).
    { change 8 with (bpow radix2 3). rewrite <- bpow_plus. apply bpow_le. lia. }
    assert (1 <= bpow radix2 404) by (apply (bpow_le radix2 0); lia). lra. }
  assert (C1 : Rabs (real (fmul rl s) + real (fmul rh d)) <= 5 * u53 * rs + 3 * u212 * least_size)
    by (clear - B2 B3 Y Z rs0 P; two_sided; lra).
  destruct (fadd_is_finite (fmul rl s) (fmul rh d) 450 ltac:(simpl; lia) F2 F3 ltac:(lra)) as (G1 & _).
  destruct (fadd_error _ _ _ G1 C1) as (_ & _ & E1). set (a := fadd (fmul rl s) (fmul rh d)) in *.
  assert (C2 : Rabs (real (pair_product_rest rh s) + real a) <= 7 * u53 * rs + 6 * u212 * least_size)
    by (clear - C1 E1 X3 rs0 P; two_sided; lra).
  destruct (fadd_is_finite (pair_product_rest rh s) a 450 ltac:(simpl; lia) F1 G1 ltac:(lra)) as (G2 & _).
  destruct (fadd_error _ _ _ G2 C2) as (_ & _ & E2). set (b := fadd (pair_product_rest rh s) a) in *.
  assert (C3 : Rabs (real (fmul rh s) + real b) <= (1 + 10 * u53) * rs + 8 * u212 * least_size)
    by (clear - C2 E2 X2 rs0 P; two_sided; lra).
  destruct (fadd_is_finite (fmul rh s) b 450 ltac:(simpl; lia) Fp G2 ltac:(lra)) as (G3 & _).
  destruct (fadd_error _ _ _ G3 C3) as (_ & _ & E3). fold far in G3, E3.
  split; [exact G3 |]. clear - C2 E2 X2 E3 rs0 P. two_sided; lra.
Qed.

(* The root of the squares is in range. *)
Lemma length_in_size (hx hy s : D) :
  s = fsqrt (fadd (fmul hx hx) (fmul hy hy)) -> finite s -> Rabs (real hx) <= bpow radix2 201 ->
  Rabs (real hy) <= bpow radix2 201 -> 0 <= real s /\ in_size (real s).
Proof.
  intros -> Fs Hx Hy. destruct (fsqrt_finite _ Fs) as (Fw & W0 & E).
  destruct (fadd_finite _ _ Fw) as (Fx & Fy & Ew). destruct (fmul_finite _ _ Fx) as (_ & _ & Ex).
  destruct (fmul_finite _ _ Fy) as (_ & _ & Ey).
  assert (Bx : Rabs (real (fmul hx hx)) <= bpow radix2 402).
  { rewrite Ex. apply rnd_below; [reflexivity |]. replace 402%Z with (201 + 201)%Z by reflexivity. rewrite bpow_plus.
    now apply times_size. }
  assert (By : Rabs (real (fmul hy hy)) <= bpow radix2 402).
  { rewrite Ey. apply rnd_below; [reflexivity |]. replace 402%Z with (201 + 201)%Z by reflexivity. rewrite bpow_plus.
    now apply times_size. }
  assert (Bw : real (fadd (fmul hx hx) (fmul hy hy)) <= bpow radix2 403).
  { eapply Rle_trans; [apply Rle_abs |]. rewrite Ew. apply rnd_below; [reflexivity |]. exact (sum_below _ _ 402 Bx By).
    }
  unfold in_size. rewrite E. split; [apply rnd_nonneg, sqrt_pos |]. apply rnd_below; [reflexivity |].
  rewrite Rabs_pos_eq by apply sqrt_pos.
  rewrite <- (sqrt_square (bpow radix2 202)) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
  eapply Rle_trans; [exact Bw |]. apply bpow_le. lia.
Qed.

Lemma triple_length_first hx hy lx ly s d f :
  triple_length_results hx hy lx ly s d f -> s = fsqrt (fadd (fmul hx hx) (fmul hy hy)).
Proof.
  intros (s' & k & bh & bl & ? & x0 & y0 & rest & x0' & y0' & x1 & y1 & x2 & y2 & eh & el & err & d' & ah & al & ? &
    left & H).
  destruct H as [Es _ _ _ _ _ _ _ _ _ -> _ _]. exact Es.
Qed.

(* The size of the terms is what it says, and no NaN. *)
Lemma terms_size (a b c d r s : D) :
  let terms := fadd (fadd (fabs (fmul a b)) (fabs (fmul c d))) (fmul r s) in
  finite terms -> 0 <= real r -> 0 <= real s ->
  0 <= real terms /\
  Rabs (real a * real b) + Rabs (real c * real d) + real r * real s <= 1001 / 1000 * real terms + u53 * least_size.
Proof.
  intros terms H R0 S0. destruct (fadd_finite _ _ H) as (H1 & H2 & _). destruct (fadd_finite _ _ H1) as (H3 & H4 & _).
  apply fabs_finite in H3. apply fabs_finite in H4.
  pose proof (below_least_size (-1075) ltac:(lia)) as Et. pose proof least_size_pos as P.
  assert (rs0 : 0 <= real r * real s) by now apply Rmult_le_pos.
  destruct (fmul_error a b _ _ H3 (Rle_refl _) Et) as (_ & _ & E1).
  destruct (fmul_error c d _ _ H4 (Rle_refl _) Et) as (_ & _ & E2).
  assert (B3 : Rabs (real r * real s) <= real r * real s) by (apply Req_le, Rabs_pos_eq, rs0).
  destruct (fmul_error r s _ _ H2 B3 Et) as (_ & _ & E3).
  pose proof (Rabs_triang_inv (real a * real b) (real a * real b - real (fmul a b))) as T1.
  pose proof (Rabs_triang_inv (real c * real d) (real c * real d - real (fmul c d))) as T2.
  replace (real a * real b - (real a * real b - real (fmul a b))) with (real (fmul a b)) in T1 by ring.
  replace (real c * real d - (real c * real d - real (fmul c d))) with (real (fmul c d)) in T2 by ring.
  rewrite (Rabs_minus_sym (real a * real b)) in T1. rewrite (Rabs_minus_sym (real c * real d)) in T2.
  assert (F3 : 0 <= real (fmul r s)).
  { destruct (fmul_finite _ _ H2) as (_ & _ & ->). now apply rnd_nonneg. }
  set (p := Rabs (real a * real b)) in *. set (q := Rabs (real c * real d)) in *. set (rs := real r * real s) in *.
  assert (p0 : 0 <= p) by apply Rabs_pos. assert (q0 : 0 <= q) by apply Rabs_pos.
  pose proof (Rabs_pos (real (fmul a b))) as p1. pose proof (Rabs_pos (real (fmul c d))) as q1.
  assert (C1 : Rabs (real (fabs (fmul a b)) + real (fabs (fmul c d))) <= Rabs (real (fmul a b)) + Rabs (real (fmul c
    d)))
    by (rewrite !real_fabs, Rabs_pos_eq; lra).
  destruct (fadd_error _ _ _ H1 C1) as (_ & _ & E4). rewrite !real_fabs in E4.
  set (t := fadd (fabs (fmul a b)) (fabs (fmul c d))) in *.
  set (x := Rabs (real (fmul a b))) in *. set (y := Rabs (real (fmul c d))) in *.
  assert (T0 : 0 <= real t) by (clear - E4 p1 q1; two_sided; lra).
  assert (C2 : Rabs (real t + real (fmul r s)) <= real t + real (fmul r s)) by (rewrite Rabs_pos_eq; lra).
  destruct (fadd_error _ _ _ H C2) as (_ & _ & E5). fold terms in E5.
  apply Rabs_le_inv in E3, E4, E5. destruct E3, E4, E5.
  clear B3 C1 C2 Et. split; lra.
Qed.
