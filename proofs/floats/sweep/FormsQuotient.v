(* Quotients and square roots of double-doubles that are close to real numbers (wide_div and wide_sqrt of
   src/arithmetic/wide.h), as FormsSteps has sums and products.

   All operands are bounded, and the divisor is not small, so nothing overflows. A dividend that cancelled to below
   2^-700 may lose digits. Of those below 2^-300 all that is said is that their quotient is small, too. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideDouble WideQuotient
  MovingRoughShift MovingRoughWide MovingRough FormsSteps.
From Carom Require Bounded SweepLevelTime Terms_wide.
Import Terms_wide.wide_div_terms(wide_div_results).
Import Terms_wide.wide_sqrt_terms(wide_sqrt_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation below := Bounded.below.

Lemma quotient_size x y m i : Rabs x <= b2 m -> b2 (- i) <= Rabs y -> Rabs (x / y) <= b2 (m + i).
Proof.
  intros X Y. pose proof (bpow_gt_0 radix2 (- i)) as P.
  assert (N : y <> 0) by (intros Z; rewrite Z, Rabs_R0 in Y; lra).
  unfold Rdiv. rewrite Rabs_mult, Rabs_inv, bpow_plus. replace (b2 i) with (/ b2 (- i)).
  2: { rewrite <- bpow_opp. f_equal. lia. }
  apply Rmult_le_compat; [apply Rabs_pos | | exact X |].
  - apply Rlt_le, Rinv_0_lt_compat. lra.
  - apply Rinv_le_contravar; lra.
Qed.

Lemma below_quotient m i (x y : D) : (-1074 <= m + i < 1024)%Z -> below m x -> b2 (- i) <= Rabs (real y) ->
  below (m + i) (fdiv x y).
Proof.
  intros H (Fx & Bx) Y. pose proof (bpow_gt_0 radix2 (- i)) as P.
  assert (N : real y <> 0) by (intros Z; rewrite Z, Rabs_R0 in Y; lra).
  apply (SweepLevelTime.fdiv_below x y (m + i) Fx N H). now apply quotient_size.
Qed.

(* The parts of a quotient are bounded. *)
Section Quotient.
Variables (ah al bh bl : D) (m n i : Z).
Hypothesis Hm : (-300 <= m + i < 260)%Z.
Hypothesis Hn : (0 <= n <= 100)%Z.
Hypothesis Hi : (0 <= i <= 100)%Z.
Hypothesis Bah : below m ah.
Hypothesis Bal : below m al.
Hypothesis Bbh : below n bh.
Hypothesis Bbl : below n bl.
Hypothesis Low : b2 (- i) <= Rabs (real bh).
Let q := fdiv ah bh.
Let rest := fsub (fadd (fsub (fsub ah (fmul q bh)) (product_rest q bh)) al) (fmul q bl).
Let d := fdiv rest bh.

Lemma quotient_parts_below :
  below (m + i) q /\ finite rest /\ below (m + n + i + 73 + i) d /\ below (m + n + i + 74 + i) (fadd q d) /\
  finite (ordered_rest q d).
Proof.
  assert (Bq : below (m + i) q) by (apply below_quotient; auto; lia).
  pose proof (below_product_rest (m + i) n q bh ltac:(lia) ltac:(lia) ltac:(lia) Bq Bbh) as Bp.
  assert (B1 : below (m + i + n) (fmul q bh)) by (apply Bounded.below_mul; auto; lia).
  assert (B2 : below (m + i + n) (fmul q bl)) by (apply Bounded.below_mul; auto; lia).
  assert (B3 : below (m + i + n + 1) (fsub ah (fmul q bh))).
  { apply Bounded.below_sub; [lia | apply (Bounded.below_weaken m); auto; lia | exact B1]. }
  replace (m + i + n + 70)%Z with (m + i + n + 70)%Z in Bp by ring.
  assert (B4 : below (m + i + n + 70 + 1) (fsub (fsub ah (fmul q bh)) (product_rest q bh))).
  { apply Bounded.below_sub; [lia | apply (Bounded.below_weaken (m + i + n + 1)); auto; lia | exact Bp]. }
  assert (B5 : below (m + i + n + 71 + 1) (fadd (fsub (fsub ah (fmul q bh)) (product_rest q bh)) al)).
  { apply Bounded.below_add; [lia | apply (Bounded.below_weaken (m + i + n + 70 + 1)); auto; lia |].
    apply (Bounded.below_weaken m); auto; lia. }
  assert (B6 : below (m + i + n + 72 + 1) rest).
  { apply Bounded.below_sub; [lia | apply (Bounded.below_weaken (m + i + n + 71 + 1)); auto; lia |].
    apply (Bounded.below_weaken (m + i + n)); auto; lia. }
  assert (B7 : below (m + n + i + 73 + i) d).
  { apply below_quotient; [lia | apply (Bounded.below_weaken (m + i + n + 72 + 1)); auto; lia | exact Low]. }
  assert (Bq' : below (m + n + i + 73 + i) q) by (apply (Bounded.below_weaken (m + i)); auto; lia).
  split; [exact Bq |]. split; [apply B6 |]. split; [exact B7 |]. split.
  - replace (m + n + i + 74 + i)%Z with (m + n + i + 73 + i + 1)%Z by ring. apply Bounded.below_add; auto; lia.
  - destruct (below_ordered_rest (m + n + i + 73 + i) q d ltac:(lia) Bq' B7) as (F & _). exact F.
Qed.

End Quotient.

(* Errors in real numbers: v and w are near x and y, and r near their quotient. *)
Lemma quotient_of_close k j v w r x y M :
  is_count k -> is_count j -> y <> 0 -> Rabs x <= M ->
  Rabs (v - x) <= k * e100 * M -> Rabs (w - y) <= j * e100 * Rabs y ->
  Rabs (r - v / w) <= b2 (-101) * Rabs (v / w) -> Rabs (r - x / y) <= (k + j + 1) * e100 * (M / Rabs y).
Proof.
  intros (K0 & K1) (J0 & J1) N X V W R. change (b2 (-101)) with (/ 2535301200456458802993406410752) in R.
  pose proof (Rabs_pos_lt _ N) as Y. set (Y' := Rabs y) in *. set (Z := M / Y').
  assert (M0 : 0 <= M) by (pose proof (Rabs_pos x); lra).
  assert (Z0 : 0 <= Z) by (apply Rmult_le_pos; [exact M0 | apply Rlt_le, Rinv_0_lt_compat, Y]).
  assert (EM : M = Z * Y') by (unfold Z; field; lra).
  assert (J : 0 <= j * e100 <= / 1000000000000) by lra.
  assert (Wl : (1 - j * e100) * Y' <= Rabs w).
  { replace w with (y - - (w - y)) by ring. eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite Rabs_Ropp.
    fold Y'. lra. }
  assert (Y2 : 0 < (1 - j * e100) * Y') by (apply Rmult_lt_0_compat; lra).
  assert (Nw : w <> 0) by (intros E; rewrite E, Rabs_R0 in Wl; lra).
  set (z := x / y) in *. assert (Ex : x = z * y) by (unfold z; field; exact N).
  assert (Zz : Rabs z <= Z).
  { apply Rmult_le_reg_r with Y'; [exact Y |]. rewrite <- EM. unfold Y'. now rewrite <- Rabs_mult, <- Ex. }
  set (a := v / w) in *. assert (Ev : v = a * w) by (unfold a; field; exact Nw).
  assert (D1 : Rabs (a - z) * Rabs w <= (k + j) * e100 * Z * Y').
  { rewrite <- Rabs_mult. replace ((a - z) * w) with ((v - x) + - (z * (w - y))) by (rewrite Ev, Ex; ring).
    eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
    pose proof (times_size _ _ _ _ Zz W) as T. rewrite EM in V. lra. }
  assert (D2 : Rabs (a - z) * (1 - j * e100) <= (k + j) * e100 * Z).
  { apply Rmult_le_reg_r with Y'; [exact Y |]. eapply Rle_trans; [| exact D1]. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [apply Rabs_pos | exact Wl]. }
  set (D := Rabs (a - z)) in *. assert (D0 : 0 <= D) by apply Rabs_pos.
  assert (D3 : D <= 2 * ((k + j) * e100 * Z)) by nra.
  assert (D4 : j * e100 * D <= / 1000 * (e100 * Z)).
  { apply Rle_trans with (j * e100 * (2 * ((k + j) * e100 * Z))); [apply Rmult_le_compat_l; lra |].
    replace (j * e100 * (2 * ((k + j) * e100 * Z))) with (2 * (j * (k + j)) * e100 * (e100 * Z)) by ring.
    apply Rmult_le_compat_r; [apply Rmult_le_pos; lra |]. assert (j * (k + j) <= 65536 * 131072) by nra. lra. }
  assert (D5 : D <= (k + j) * e100 * Z + / 1000 * (e100 * Z)) by lra.
  assert (D6 : D <= / 1000 * Z).
  { assert ((k + j) * e100 <= / 1000000) by lra. assert ((k + j) * e100 * Z <= / 1000000 * Z)
      by (apply Rmult_le_compat_r; lra). lra. }
  assert (A : Rabs a <= Z + D).
  { replace a with (z + (a - z)) by ring. eapply Rle_trans; [apply Rabs_triang |]. fold D. lra. }
  replace (r - z) with ((r - a) + (a - z)) by ring. eapply Rle_trans; [apply Rabs_triang |]. fold D. lra.
Qed.

(* What a quotient is rounded to: hi is nearest to hi + lo. *)
Definition is_nearest_sum (hi lo : D) := real hi = rnd (real hi + real lo).

Theorem close_div k j n i x M y ah al ea bh bl eb hi lo e :
  wide_div_results ah al ea bh bl eb hi lo e -> is_count k -> is_count j -> (0 <= n <= 60)%Z -> (0 <= i <= 60)%Z ->
  is_close k n x M ah al ea -> is_close j i y (Rabs y) bh bl eb -> y <> 0 -> b2 (-700) <= Rabs (real ah) ->
  is_close (k + j + 1) (n + i + 4) (x / y) (M / Rabs y) hi lo e /\ is_nearest_sum hi lo.
Proof.
  intros H K J Hn Hi A B N Big. pose proof H as (q & ph & pl & pe & rest & [Eq Hp Er Hs]).
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & Ee). subst q rest.
  destruct (close_nonzero _ _ _ _ _ _ B J N) as (VB & LB). pose proof (value_size _ _ _ _ _ _ _ B J) as VB'.
  destruct A as (GA & XA & BA & EA). destruct B as (GB & XB & _ & EB).
  destruct (good_below _ _ _ GA) as (Bah & Bal). destruct (good_below _ _ _ GB) as (Bbh & Bbl).
  replace (- i - 2)%Z with (- (i + 2))%Z in LB by ring.
  destruct (quotient_parts_below ah al bh bl n i (i + 2) ltac:(lia) ltac:(lia) ltac:(lia) Bah Bal Bbh Bbl LB)
    as (Bq & Fr & Bd & Bhi & Flo).
  set (q := fdiv ah bh) in *.
  set (rest := fsub (fadd (fsub (fsub ah (fmul q bh)) (product_rest q bh)) al) (fmul q bl)) in *.
  set (d := fdiv rest bh) in *.
  assert (Nb : real bh <> 0).
  { intros Z. rewrite Z, Rabs_R0 in LB. pose proof (bpow_gt_0 radix2 (- (i + 2))). lra. }
  assert (HQ : b2 (-969) <= Rabs (real ah / real bh)).
  { unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rle_trans with (b2 (-700) * b2 (- i)).
    - rewrite <- bpow_plus. apply bpow_le. lia.
    - apply Rmult_le_compat; [apply bpow_ge_0 | apply bpow_ge_0 | exact Big |]. rewrite bpow_opp.
      apply Rinv_le_contravar; [now apply Rabs_pos_lt | apply GB]. }
  assert (HA : b2 (-968) <= Rabs (real ah)) by (eapply Rle_trans; [apply bpow_le | exact Big]; lia).
  rewrite <- El in Flo.
  destruct (wide_div_error _ _ _ _ _ _ _ _ _ H Flo (proj1 Bbh) Nb (good_wide _ _ _ GA) (good_wide _ _ _ GB) HA HQ)
    as (W & E).
  destruct (wide_div_bound ah al bh bl (proj1 Bq) (proj1 Bd) Fr (proj1 Bbh) Nb (good_wide _ _ _ GA)
    (good_wide _ _ _ GB) HA HQ) as (D1 & D2 & _). cbv zeta in D1, D2. fold q rest d in D1, D2.
  set (Q := Rabs (real ah / real bh)) in *. assert (Q0 : 0 <= Q) by apply Rabs_pos.
  assert (O : real q = 0 \/ Rabs (real d) <= Rabs (real q)) by (right; lra).
  rewrite El in Flo. destruct (ordered_sum_exact _ _ Flo O) as (_ & _ & _ & Er & X).
  rewrite <- El in Flo, X. rewrite <- Eh in Er, X.
  assert (P : is_nearest_sum hi lo) by (unfold is_nearest_sum; rewrite X; exact Er).
  split; [| exact P].
  assert (Size : Q <= b2 (n + (i + 2))) by (apply quotient_size; [apply GA | exact LB]).
  assert (Hhi : Rabs (real hi) <= b2 (n + i + 4)).
  { destruct (wide_size _ _ W) as (S & _). rewrite X in S.
    assert (T : Rabs (real q + real d) <= b2 (n + (i + 2)) + 5 * u53 * b2 (n + (i + 2))).
    { eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [apply Bq |]. lra. }
    replace (n + i + 4)%Z with (2 + (n + (i + 2)))%Z by ring. rewrite bpow_plus. change (b2 2) with 4.
    pose proof (bpow_gt_0 radix2 (n + (i + 2))). pose proof (Rabs_pos (real hi)). lra. }
  split; [| split; [| split]].
  - split; [rewrite Eh; apply Bhi |]. split; [exact Flo |]. split; [| exact Hhi].
    apply (tight_of_sum q d); [exact Er | exact X].
  - right. rewrite Ee. pose proof (Rabs_pos_lt _ N) as Y.
    destruct XA as [Z | XA]; [rewrite Z, Rabs_R0 in HA; pose proof (bpow_gt_0 radix2 (-968)); lra |].
    assert (M0 : 0 <= M) by (pose proof (Rabs_pos x); lra).
    assert (V : Rabs y <= b2 (i + 2) * b2 eb).
    { destruct (wide_size _ _ (good_wide _ _ _ GB)) as (_ & S). unfold value in VB. rewrite abs_scaled in VB.
      assert (T : Rabs (real bh + real bl) <= 2 * b2 i).
      { pose proof (proj2 (proj2 (proj2 GB))). pose proof (Rabs_pos (real bh)). lra. }
      rewrite bpow_plus. change (b2 2) with 4. pose proof (bpow_gt_0 radix2 eb).
      assert (Rabs (real bh + real bl) * b2 eb <= 2 * b2 i * b2 eb) by (apply Rmult_le_compat_r; lra). lra. }
    apply Rmult_le_reg_r with (Rabs y); [exact Y |].
    replace (b2 (n + i + 4) * (M / Rabs y) * Rabs y) with (b2 (n + i + 4) * M) by (field; lra).
    eapply Rle_trans; [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact V] |].
    rewrite <- !bpow_plus. replace (ea - eb + (i + 2 + eb))%Z with (i + 2 + ea)%Z by ring. rewrite bpow_plus.
    apply Rle_trans with (b2 (i + 2) * (b2 n * M)); [apply Rmult_le_compat_l; [apply bpow_ge_0 | exact XA] |].
    rewrite <- Rmult_assoc, <- bpow_plus. apply Rmult_le_compat_r; [exact M0 | apply bpow_le; lia].
  - unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rmult_le_compat_r; [| exact BA].
    apply Rlt_le, Rinv_0_lt_compat, Rabs_pos_lt, N.
  - exact (quotient_of_close k j _ _ _ x y M K J N BA EA EB E).
Qed.

(* Square roots: h and l have an even exponent. *)
Lemma root_parts_below (h l : D) n : (0 <= n <= 100)%Z -> is_good n h l -> b2 (- n) <= real h ->
  let s := fsqrt h in
  let d := fdiv (fadd (fsub (fsub h (fmul s s)) (product_rest s s)) l) (fmul (fconst 1 1) s) in
  below n s /\ finite (fmul (fconst 1 1) s) /\ finite d /\
  finite (fadd (fsub (fsub h (fmul s s)) (product_rest s s)) l) /\ finite (fadd s d) /\ finite (ordered_rest s d).
Proof.
  intros Hn G L s d. destruct (good_below _ _ _ G) as (Bh & Bl). pose proof (bpow_gt_0 radix2 (- n)) as P.
  assert (Fs : finite s) by (apply fsqrt_is_finite; [apply G | lra]).
  destruct (fsqrt_finite _ Fs) as (_ & _ & Es). fold s in Es. pose proof (proj2 Bh) as Hh.
  rewrite Rabs_pos_eq in Hh by lra.
  assert (Le : real s <= b2 n).
  { rewrite Es, <- (rnd_of_format double (b2 n)) by (apply Bounded.power_in_format; lia). apply rnd_le.
    rewrite <- (sqrt_square (b2 n)) by apply bpow_ge_0. apply sqrt_le_1_alt. eapply Rle_trans; [exact Hh |].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Ge : b2 (- n) <= real s).
  { rewrite Es, <- (rnd_of_format double (b2 (- n))) at 1 by (apply Bounded.power_in_format; lia). apply rnd_le.
    rewrite <- (sqrt_square (b2 (- n))) by apply bpow_ge_0. apply sqrt_le_1_alt. eapply Rle_trans; [| exact L].
    rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (Bs : below n s) by (split; [exact Fs | rewrite Rabs_pos_eq; lra]).
  assert (Bc : below 1 (fconst 1 1 : D)).
  { destruct (constant_value 1 ltac:(lia)) as (F & V). split; [exact F |]. rewrite V, Rabs_pos_eq by apply bpow_ge_0.
    apply Rle_refl. }
  assert (B2 : below (1 + n) (fmul (fconst 1 1) s)) by (apply Bounded.below_mul; auto; lia).
  assert (Low : b2 (- n) <= Rabs (real (fmul (fconst 1 1) s))).
  { rewrite (twice_exact s (proj1 B2)), Rabs_pos_eq; lra. }
  pose proof (below_product_rest n n s s ltac:(lia) ltac:(lia) ltac:(lia) Bs Bs) as Bp.
  assert (B1 : below (n + n) (fmul s s)) by (apply Bounded.below_mul; auto; lia).
  assert (B3 : below (n + n + 1) (fsub h (fmul s s))).
  { apply Bounded.below_sub; [lia | apply (Bounded.below_weaken n); auto; lia | exact B1]. }
  assert (B4 : below (n + n + 70 + 1) (fsub (fsub h (fmul s s)) (product_rest s s))).
  { apply Bounded.below_sub; [lia | apply (Bounded.below_weaken (n + n + 1)); auto; lia | exact Bp]. }
  assert (B5 : below (n + n + 71 + 1) (fadd (fsub (fsub h (fmul s s)) (product_rest s s)) l)).
  { apply Bounded.below_add; [lia | apply (Bounded.below_weaken (n + n + 70 + 1)); auto; lia |].
    apply (Bounded.below_weaken n); auto; lia. }
  assert (B6 : below (n + n + 71 + 1 + n) d) by (apply below_quotient; [lia | exact B5 | exact Low]).
  assert (B7 : below (n + n + 71 + 1 + n) s) by (apply (Bounded.below_weaken n); auto; lia).
  split; [exact Bs |]. split; [apply B2 |]. split; [apply B6 |]. split; [apply B5 |]. split.
  - apply (Bounded.below_add (n + n + 71 + 1 + n)); auto; lia.
  - destruct (below_ordered_rest (n + n + 71 + 1 + n) s d ltac:(lia) B7 B6) as (F & _). exact F.
Qed.

Lemma root_near (h l : D) n e hi lo : (0 <= n <= 100)%Z -> is_good n h l -> b2 (- n) <= real h -> Z.Even e ->
  let s := fsqrt h in
  let d := fdiv (fadd (fsub (fsub h (fmul s s)) (product_rest s s)) l) (fmul (fconst 1 1) s) in
  hi = fadd s d -> lo = ordered_rest s d ->
  is_good (n + 1) hi lo /\ is_nearest_sum hi lo /\
  Rabs (value hi lo (Z.quot e 2) - sqrt (value h l e)) <= b2 (-101) * sqrt (value h l e).
Proof.
  intros Hn G L Ev s d Eh El. destruct (root_parts_below h l n Hn G L) as (Bs & F2 & Fd & Fr & Fhi & Flo).
  fold s in Bs, F2, Fd, Fr, Fhi, Flo. fold d in Fd, Fhi, Flo.
  assert (Hh : b2 (-968) <= real h) by (eapply Rle_trans; [apply bpow_le | exact L]; lia).
  rewrite <- El in Flo.
  destruct (wide_sqrt_core h l e hi lo Eh El Flo F2 (good_wide _ _ _ G) Hh Ev) as (W & E).
  destruct (wide_sqrt_bound h l (proj1 Bs) Fd F2 (good_wide _ _ _ G) Hh Fr) as (D1 & D2 & S0 & _ & _).
  cbv zeta in D1, D2. fold s in D1, D2. fold d in D1. set (S := sqrt (real h)) in *.
  assert (O : real s = 0 \/ Rabs (real d) <= Rabs (real s)) by (right; rewrite (Rabs_pos_eq (real s)); lra).
  rewrite El in Flo. destruct (ordered_sum_exact _ _ Flo O) as (_ & _ & _ & Er & X).
  rewrite <- El in Flo, X. rewrite <- Eh in Er, X.
  split; [| split; [unfold is_nearest_sum; rewrite X; exact Er | exact E]].
  split; [rewrite Eh; exact Fhi |]. split; [exact Flo |]. split; [now apply (tight_of_sum s d) |].
  destruct (wide_size _ _ W) as (T & _). rewrite X in T. pose proof (proj2 Bs) as Bs'.
  rewrite (Rabs_pos_eq (real s)) in Bs' by lra.
  assert (Rabs (real s + real d) <= b2 n + 3 * u53 * b2 n).
  { eapply Rle_trans; [apply Rabs_triang |]. rewrite (Rabs_pos_eq (real s)) by lra. lra. }
  rewrite bpow_plus. change (b2 1) with 2. pose proof (bpow_gt_0 radix2 n). pose proof (Rabs_pos (real hi)). lra.
Qed.

Lemma root_of_close k v r x : is_count k -> 0 < x -> Rabs (v - x) <= k * e100 * x ->
  Rabs (r - sqrt v) <= b2 (-101) * sqrt v -> Rabs (r - sqrt x) <= (k + 1) * e100 * sqrt x.
Proof.
  intros (K0 & K1) P V R. change (b2 (-101)) with (/ 2535301200456458802993406410752) in R.
  assert (K : 0 <= k * e100 <= / 1000000000000) by lra.
  assert (Kx : k * e100 * x <= / 1000000000000 * x) by (apply Rmult_le_compat_r; lra).
  assert (V0 : 0 < v) by (apply Rabs_le_inv in V; lra).
  pose proof (sqrt_lt_R0 x P) as S0. pose proof (sqrt_lt_R0 v V0) as T0.
  set (s := sqrt x) in *. set (t := sqrt v) in *.
  assert (Es : s * s = x) by (unfold s; apply sqrt_sqrt; lra).
  assert (Et : t * t = v) by (unfold t; apply sqrt_sqrt; lra).
  assert (D : Rabs (t - s) <= k * e100 * s).
  { apply Rmult_le_reg_r with s; [exact S0 |]. rewrite Rmult_assoc, Es. eapply Rle_trans; [| exact V].
    rewrite <- Es, <- Et. replace (t * t - s * s) with ((t - s) * (t + s)) by ring. rewrite Rabs_mult.
    apply Rmult_le_compat_l; [apply Rabs_pos |]. rewrite Rabs_pos_eq; lra. }
  assert (Ks : k * e100 * s <= / 1000000000000 * s) by (apply Rmult_le_compat_r; lra).
  assert (T : t <= 2 * s) by (apply Rabs_le_inv in D; lra).
  replace (r - s) with ((r - t) + (t - s)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma good_twice n (h l : D) : (0 <= n <= 100)%Z -> is_good n h l -> b2 (-200) <= Rabs (real h) ->
  is_good (n + 1) (fmul (fconst 1 1) h) (fmul (fconst 1 1) l) /\ real (fmul (fconst 1 1) h) = 2 * real h /\
  real (fmul (fconst 1 1) l) = 2 * real l.
Proof.
  intros Hn G Low. destruct (good_below _ _ _ G) as (Bh & Bl).
  assert (Bc : below 1 (fconst 1 1 : D)).
  { destruct (constant_value 1 ltac:(lia)) as (F & V). split; [exact F |]. rewrite V, Rabs_pos_eq by apply bpow_ge_0.
    apply Rle_refl. }
  assert (B1 : below (1 + n) (fmul (fconst 1 1) h)) by (apply Bounded.below_mul; auto; lia).
  assert (B2 : below (1 + n) (fmul (fconst 1 1) l)) by (apply Bounded.below_mul; auto; lia).
  pose proof (twice_exact h (proj1 B1)) as E1. pose proof (twice_exact l (proj1 B2)) as E2.
  split; [| split; assumption]. split; [apply B1 |]. split; [apply B2 |]. split; [| rewrite Z.add_comm; apply B1].
  destruct G as (_ & _ & (T0 & T) & _). split.
  - rewrite E1, E2. intros Z. rewrite T0 by lra. ring.
  - rewrite E1, E2, Rabs_mult, (Rabs_pos_eq 2) by lra. rewrite !unit_at_least in *.
    assert (N : real h <> 0).
    { intros Z. rewrite Z, Rabs_R0 in Low. pose proof (bpow_gt_0 radix2 (-200)). lra. }
    assert (M : (-200 < mag radix2 (real h))%Z) by (apply mag_gt_bpow; exact Low).
    assert (M2 : (mag radix2 (2 * real h) = mag radix2 (real h) + 1 :> Z)%Z).
    { rewrite Rmult_comm. change 2 with (b2 1). now apply mag_mult_bpow. }
    rewrite M2.
    replace (Z.max (mag radix2 (real h) + 1 - 53) (-1074)) with (1 + Z.max (mag radix2 (real h) - 53) (-1074))%Z by lia.
    rewrite bpow_plus. change (b2 1) with 2. lra.
Qed.

Theorem close_sqrt_nearest k n x ah al ea hi lo e :
  wide_sqrt_results ah al ea hi lo e -> is_count k -> (0 <= n <= 60)%Z -> 0 <= x -> is_close k n x x ah al ea ->
  is_close (k + 1) (n + 4) (sqrt x) (sqrt x) hi lo e /\ is_nearest_sum hi lo.
Proof.
  intros H K Hn P C. unfold wide_sqrt_results in H.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 W0 I2 A1 A2 A3 B1 B2 B3 Es Hp Er Hs R1 R2 R3].
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & Ee). clear Hp Hs.
  assert (Zero : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Zero as (F0 & V0).
  destruct (Req_dec x 0) as [-> | N].
  - destruct (close_zero _ _ _ _ _ C) as (Za & _).
    assert (E1 : feq ah (fconst 0 0) = true).
    { destruct (feq ah (fconst 0 0)) eqn:E; [reflexivity |]. apply feq_real_false in E; [| apply C | exact F0]. lra. }
    rewrite E1 in I1. rewrite I1 in R1, R2, R3. rewrite <- R1, <- R2, <- R3 in W0. clear - W0 F0 V0 Hn.
    destruct (wide_of_is_exact _ _ _ _ W0 F0) as (Fh & Vh & Zl & _).
    assert (Fl : finite lo).
    { destruct W0 as (? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & ? & [_ _ _ _ _ _ _ _ _ _
        _ _ _ _ _ _ _ _ _ _ E _]). rewrite E. reflexivity. }
    assert (Zh : real hi = 0).
    { rewrite V0 in Vh. unfold value in Vh. rewrite Zl, Rplus_0_r in Vh. apply Rmult_integral in Vh.
      destruct Vh as [Z | Z]; [exact Z | pose proof (bpow_gt_0 radix2 e); lra]. }
    rewrite sqrt_0. split.
    2: { unfold is_nearest_sum. rewrite Zh, Zl, Rplus_0_r. symmetry. apply rnd_zero. }
    split; [| split; [now left | split]].
    + split; [exact Fh |]. split; [exact Fl |]. split; [split; [auto |] |].
      * rewrite Zl, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real hi))). lra.
      * rewrite Zh, Rabs_R0. apply bpow_ge_0.
    + rewrite Rabs_R0. lra.
    + rewrite Vh, V0, Rminus_0_r, Rabs_R0. lra.
  - assert (X0 : 0 < x) by lra. pose proof C as C'. rewrite <- (Rabs_pos_eq x) in C' at 2 by lra.
    destruct (close_positive _ _ _ _ _ _ C' K X0) as (V1 & L). clear C'. destruct C as (G & X & _ & E).
    destruct X as [X | X]; [rewrite X in L; pose proof (bpow_gt_0 radix2 (- n - 2)); lra |].
    pose proof (bpow_gt_0 radix2 (- n - 2)) as Pn.
    assert (E1 : feq ah (fconst 0 0) = false).
    { destruct (feq ah (fconst 0 0)) eqn:Q; [| reflexivity]. apply feq_real in Q; [| apply G | exact F0]. lra. }
    rewrite E1 in I1. rewrite I1 in R1, R2, R3. clear I1 E1 W0.
    pose proof (Z.quot_rem' ea 2) as QR. pose proof (Z.rem_bound_abs ea 2 ltac:(easy)) as QB.
    assert (Q : exists h l j, is_good (n + 2) h l /\ b2 (- (n + 2)) <= real h /\ value h l (2 * j) = value ah al ea /\
      (2 * j <= ea)%Z /\ hi = fadd (fsqrt h) (fdiv (fadd (fsub (fsub h (fmul (fsqrt h) (fsqrt h)))
        (product_rest (fsqrt h) (fsqrt h))) l) (fmul (fconst 1 1) (fsqrt h))) /\
      lo = ordered_rest (fsqrt h) (fdiv (fadd (fsub (fsub h (fmul (fsqrt h) (fsqrt h)))
        (product_rest (fsqrt h) (fsqrt h))) l) (fmul (fconst 1 1) (fsqrt h))) /\ e = Z.quot (2 * j) 2).
    { destruct (Z.rem ea 2 =? 0)%Z eqn:Par; simpl negb in I2; rewrite I2 in B1, B2, B3; subst.
      - apply Z.eqb_eq in Par. exists ah, al, (Z.quot ea 2). replace (2 * Z.quot ea 2)%Z with ea by lia.
        split; [apply (good_weaken n); auto; lia |]. split; [replace (- (n + 2))%Z with (- n - 2)%Z by ring; exact L |].
        repeat split; auto; lia.
      - apply Z.eqb_neq in Par.
        assert (L2 : b2 (-200) <= Rabs (real ah)).
        { rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply bpow_le | exact L]. lia. }
        destruct (good_twice n ah al ltac:(lia) G L2) as (G2 & Vh & Vl).
        assert (exists j, ea - 1 = 2 * j)%Z as (j & Ej).
        { assert (Z.rem ea 2 = 1 \/ Z.rem ea 2 = -1)%Z as [R | R] by lia;
            [exists (Z.quot ea 2) | exists (Z.quot ea 2 - 1)%Z]; lia. }
        exists (fmul (fconst 1 1) ah), (fmul (fconst 1 1) al), j. rewrite <- Ej.
        split; [apply (good_weaken (n + 1)); auto; lia |].
        split; [rewrite Vh; replace (- (n + 2))%Z with (- n - 2)%Z by ring; lra |].
        split; [| repeat split; auto; lia].
        unfold value. rewrite Vh, Vl. replace ea with (ea - 1 + 1)%Z at 2 by ring. rewrite bpow_plus.
        change (b2 1) with 2. ring. }
    destruct Q as (h & l & j & G' & L' & V' & J & Qh & Ql & Qe).
    destruct (root_near h l (n + 2) (2 * j) hi lo ltac:(lia) G' L' (ex_intro _ j eq_refl) Qh Ql) as (Gr & Nr & Er').
    rewrite <- Qe, V' in Er'.
    assert (S0 : 0 <= sqrt x) by apply sqrt_pos.
    split; [| exact Nr]. split; [apply (good_weaken (n + 2 + 1)); auto; lia |]. split; [right | split].
    + rewrite Qe, Z.mul_comm, Z.quot_mul by lia. apply Rsqr_incr_0_var.
      * unfold Rsqr. rewrite <- bpow_plus. replace (j + j)%Z with (2 * j)%Z by ring.
        apply Rle_trans with (b2 ea); [apply bpow_le; exact J |]. eapply Rle_trans; [exact X |].
        replace (b2 (n + 4) * sqrt x * (b2 (n + 4) * sqrt x)) with (b2 (n + 4) * b2 (n + 4) * (sqrt x * sqrt x)) by
          ring.
        rewrite sqrt_sqrt, <- bpow_plus by lra. apply Rmult_le_compat_r; [lra | apply bpow_le; lia].
      * apply Rmult_le_pos; [apply bpow_ge_0 | exact S0].
    + rewrite Rabs_pos_eq by exact S0. apply Rle_refl.
    + exact (root_of_close k (value ah al ea) _ x K X0 E Er').
Qed.

Corollary close_sqrt k n x ah al ea hi lo e :
  wide_sqrt_results ah al ea hi lo e -> is_count k -> (0 <= n <= 60)%Z -> 0 <= x -> is_close k n x x ah al ea ->
  is_close (k + 1) (n + 4) (sqrt x) (sqrt x) hi lo e.
Proof. intros. now apply (close_sqrt_nearest k n x ah al ea). Qed.
