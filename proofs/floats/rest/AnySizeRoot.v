(* The root of a double-double, and the sum of two that are not negative (wide_sqrt, wide_add of src/arithmetic/wide.h),
   for src/rest/contact_integers.c: finite, and within 2^-101 and 2^-102 of themselves.

   The exponents of a sum are equal, as those of numbers that come from doubles, or each operand is 0 or of ordinary
   size, as those that come from integers. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations ErrorFree ErrorFreeTerms Wide WideSum WideShift WideQuotient WideDouble
  MovingRoughShift MovingRoughWide AnySizeSteps.
From Carom Require Bounded Terms_wide.
Import Terms_wide.wide_add_terms(wide_add_results).
Import Terms_wide.wide_sqrt_terms(wide_sqrt_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma two_value : finite (fconst 1 1 : D) /\ real (fconst 1 1 : D) = 2.
Proof. destruct (constant_value 1 ltac:(lia)) as (A & B). split; [exact A |]. rewrite B. reflexivity. Qed.

Lemma twice_good n (hi lo : D) : (-900 <= n <= 900)%Z -> is_good n hi lo ->
  is_good (n + 1) (fmul (fconst 1 1) hi) (fmul (fconst 1 1) lo) /\
  real (fmul (fconst 1 1) hi) = 2 * real hi /\ real (fmul (fconst 1 1) lo) = 2 * real lo.
Proof.
  intros Hn G. destruct (good_below _ _ _ G) as (Bh & Bl). destruct two_value as (F2 & V2).
  assert (B2 : Bounded.below 1 (fconst 1 1 : D)) by (split; [exact F2 | rewrite V2, Rabs_pos_eq by lra; simpl; lra]).
  pose proof (Bounded.below_mul 1 n _ _ ltac:(lia) B2 Bh) as Ch.
  pose proof (Bounded.below_mul 1 n _ _ ltac:(lia) B2 Bl) as Cl.
  pose proof (twice_exact hi (proj1 Ch)) as Eh. pose proof (twice_exact lo (proj1 Cl)) as El.
  split; [| auto]. split; [apply Ch |]. split; [apply Cl |].
  replace (n + 1)%Z with (1 + n)%Z by ring. split; [| apply Ch].
  destruct G as (_ & _ & (Z & T) & _). split; [rewrite Eh, El; intros E; rewrite Z; lra |].
  rewrite El, Eh, Rabs_mult, (Rabs_pos_eq 2) by lra. destruct (Req_dec (real hi) 0) as [Zh | Nh].
  - rewrite (Z Zh), Rabs_R0. pose proof (bpow_ge_0 radix2 (unit_of (2 * real hi))). lra.
  - destruct (Z_le_gt_dec (-1074) (mag radix2 (real hi) - 53)) as [L | L].
    + rewrite half_power in T |- *. apply Rle_trans with (2 * b2 (unit_of (real hi) - 1)); [lra |].
      change 2 with (b2 1) at 1. rewrite <- bpow_plus. apply bpow_le. rewrite !unit_at_least.
      change (2 * real hi) with (IZR radix2 * real hi). rewrite Rmult_comm. change (IZR radix2) with (b2 1).
      rewrite mag_mult_bpow by exact Nh. lia.
    + rewrite half_power, unit_at_least, Z.max_r in T by lia.
      replace (real lo) with 0; [rewrite Rabs_R0; pose proof (bpow_ge_0 radix2 (unit_of (2 * real hi))); lra |].
      rewrite <- (rnd_of_format double (real lo)) by apply real_in_format. symmetry. now apply rounded_half_least.
Qed.

(* The steps of a root of a number with an even exponent. *)
Lemma root_steps (h l hi lo : D) : is_good 860 h l -> b2 (-860) <= real h ->
  let s := fsqrt h in
  let d := fdiv (fadd (fsub (fsub h (fmul s s)) (product_rest s s)) l) (fmul (fconst 1 1) s) in
  hi = fadd s d -> lo = ordered_rest s d ->
  is_tight hi lo /\ finite hi /\ finite lo /\ 8 / 10 * sqrt (real h) <= real hi <= 12 / 10 * sqrt (real h).
Proof.
  intros G L s d Eh El. assert (P : 0 < real h) by (pose proof (bpow_gt_0 radix2 (-860)); lra).
  pose proof (good_wide _ _ _ G) as W.
  assert (Fs : finite s) by (apply fsqrt_is_finite; [apply G | lra]).
  destruct (fsqrt_finite h Fs) as (_ & _ & Es). fold s in Es.
  assert (L' : b2 (-968) <= real h) by (eapply Rle_trans; [| exact L]; apply bpow_le; lia).
  assert (S1 : b2 (-430) <= sqrt (real h)).
  { rewrite <- (sqrt_square (b2 (-430))) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus. exact L. }
  assert (S2 : sqrt (real h) <= b2 430).
  { rewrite <- (sqrt_square (b2 430)) by apply bpow_ge_0. apply sqrt_le_1_alt. rewrite <- bpow_plus.
    destruct G as (_ & _ & _ & B). rewrite Rabs_pos_eq in B by lra. exact B. }
  pose proof (bpow_gt_0 radix2 (-430)) as P4.
  assert (Rs : Rabs (real s - sqrt (real h)) <= 2 * u53 * sqrt (real h)).
  { rewrite Es. eapply Rle_trans; [apply rnd_error |]. rewrite u_double, eta_double, Rabs_pos_eq by apply sqrt_pos.
    pose proof (eta_of_splittable (sqrt (real h))) as T.
    assert (b2 (-969) <= sqrt (real h)) by (eapply Rle_trans; [| exact S1]; apply bpow_le; lia).
    specialize (T H). lra. }
  apply Rabs_le_inv in Rs. set (S := sqrt (real h)) in *.
  assert (Ps : 0 < real s) by lra. assert (Ns : real s <> 0) by lra.
  destruct (top_bounds s Ns) as (T1 & T2). set (m := top s) in *.
  assert (Hm : (-440 <= m <= 435)%Z).
  { split.
    - assert (X : b2 (-431) <= b2 m).
      { eapply Rle_trans; [| exact T2]. rewrite Rabs_pos_eq by lra. apply Rle_trans with (/ 2 * b2 (-430)); [| lra].
        rewrite half_power. apply bpow_le. lia. }
      apply le_bpow in X. lia.
    - assert (X : b2 (m - 1) <= b2 431).
      { eapply Rle_trans; [exact T1 |]. rewrite Rabs_pos_eq by lra. apply Rle_trans with (2 * b2 430); [lra |].
        change 2 with (b2 1). rewrite <- bpow_plus. apply bpow_le. lia. }
      apply le_bpow in X. lia. }
  set (J := Z.max (2 * m + 1) (-140)).
  assert (Bs : Bounded.below m s) by (split; [exact Fs | exact T2]).
  assert (Bh : Bounded.below J h).
  { split; [apply G |]. apply Rle_trans with (b2 (1 + (m + m))); [| apply bpow_le; lia].
    rewrite Rabs_pos_eq by lra. rewrite <- (sqrt_sqrt (real h)) by lra. fold S. rewrite !bpow_plus.
      change (b2 1) with 2.
    rewrite Rabs_pos_eq in T2 by lra.
    apply Rle_trans with (11 / 10 * b2 m * (11 / 10 * b2 m)); [apply Rmult_le_compat; lra |].
    pose proof (bpow_gt_0 radix2 m). pose proof (Rmult_lt_0_compat _ _ H H). lra. }
  assert (Gh : is_good J h l) by (apply (good_of_bound 860); [exact G | apply Bh]).
  destruct (good_below _ _ _ Gh) as (_ & Bl).
  assert (Bs' : Bounded.below (J + 2 - m) s) by (apply (Bounded.below_weaken m); [exact Bs | lia]).
  destruct (below_rest J m (J + 2 - m) h s s l s) as (Br & _); try lia; try assumption.
  destruct two_value as (F2 & V2).
  assert (B2 : Bounded.below 1 (fconst 1 1 : D)) by (split; [exact F2 | rewrite V2, Rabs_pos_eq by lra; simpl; lra]).
  pose proof (Bounded.below_mul 1 m _ _ ltac:(lia) B2 Bs) as Bt.
  pose proof (twice_exact s (proj1 Bt)) as Et.
  assert (Nt : real (fmul (fconst 1 1) s) <> 0) by (rewrite Et; lra).
  assert (Bd : Bounded.below 890 d).
  { apply below_quotient; [lia | apply Br | apply Bt | exact Nt |].
    apply Rle_trans with (b2 (J + 75 - (m - 1))); [| apply bpow_le; lia].
    apply quotient_at_most; [apply Br |]. rewrite Et, Rabs_mult, (Rabs_pos_eq 2) by lra. pose proof (Rabs_pos (real s)).
    lra. }
  assert (Bs9 : Bounded.below 890 s) by (apply (Bounded.below_weaken m); [exact Bs | lia]).
  assert (Flo : finite lo) by (rewrite El; apply (below_ordered_rest 890); auto; lia).
  assert (Fhi : finite hi) by (rewrite Eh; apply (Bounded.below_add 890); auto; lia).
  destruct (wide_sqrt_bound h l Fs (proj1 Bd) (proj1 Bt) W L' (proj1 Br)) as (C1 & C2 & _ & _ & C3).
  cbv zeta in C1, C2, C3. fold s in C1, C2, C3. fold d in C1, C3. fold S in C1, C2, C3.
  assert (O : real s = 0 \/ Rabs (real d) <= Rabs (real s)) by (right; rewrite (Rabs_pos_eq (real s)); lra).
  rewrite El in Flo. destruct (ordered_sum_exact _ _ Flo O) as (_ & _ & _ & Eh' & X).
  destruct (ordered_rest_small _ _ Flo O) as (_ & Wr).
  rewrite <- Eh in Eh', X, Wr. rewrite <- El in X, Flo, Wr.
  split; [apply (tight_of_sum s d); assumption |]. split; [exact Fhi |]. split; [exact Flo |].
  pose proof (wide_size _ _ Wr) as (Z1 & Z2). rewrite X in Z1, Z2.
  assert (Q : 0 <= real hi).
  { rewrite Eh'. apply rnd_nonneg. apply Rabs_le_inv in C1. lra. }
  rewrite (Rabs_pos_eq (real hi)) in Z1, Z2 by exact Q. rewrite Rabs_pos_eq in Z1, Z2 by (apply Rabs_le_inv in C1; lra).
  apply Rabs_le_inv in C1. lra.
Qed.

Theorem wide_sqrt_sized ah al ea hi lo e :
  wide_sqrt_results ah al ea hi lo e -> is_good 850 ah al -> b2 (-850) <= real ah ->
  is_tight hi lo /\ finite hi /\ finite lo /\ 8 / 10 * sqrt (real ah) <= real hi <= 18 / 10 * sqrt (real ah) /\
  Rabs (value hi lo e - sqrt (value ah al ea)) <= b2 (-101) * sqrt (value ah al ea).
Proof.
  intros H G L. pose proof H as H'. unfold wide_sqrt_results in H.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 _ I2 A1 A2 A3 A4 A5 A6 Es Sp Er So R1 R2 R3].
  destruct (wide_of_product_values _ _ _ _ _ Sp) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ So) as (Eh & El & _). clear Sp So.
  assert (P : 0 < real ah) by (pose proof (bpow_gt_0 radix2 (-850)); lra).
  assert (Nx : x = false).
  { rewrite I1. destruct (feq ah (fconst 0 0)) eqn:E; [| reflexivity]. apply feq_zero in E. lra. }
  rewrite Nx in *. clear I1 Nx.
  destruct (twice_good 850 ah al ltac:(lia) G) as (G2 & V2 & _). rewrite <- A1, <- A2 in G2. rewrite <- A1 in V2.
  assert (K : is_good 860 x7 x9 /\ b2 (-860) <= real x7 /\ sqrt (real ah) <= sqrt (real x7)
    <= 15 / 10 * sqrt (real ah)).
  { rewrite A4, A6. pose proof (sqrt_pos (real ah)) as P0.
    assert (L' : b2 (-860) <= real ah) by (eapply Rle_trans; [| exact L]; apply bpow_le; lia).
    destruct x3.
    - split; [apply (good_weaken 851); [exact G2 | lia] |]. split; [lra |]. rewrite V2. split.
      + apply sqrt_le_1_alt. lra.
      + rewrite <- (sqrt_square (15 / 10)) by lra. rewrite <- sqrt_mult by lra. apply sqrt_le_1_alt. lra.
    - split; [apply (good_weaken 850); [exact G | lia] |]. split; [exact L' |]. lra. }
  destruct K as (G7 & L7 & S7). subst x10. rewrite Er in Eh, El.
  destruct (root_steps x7 x9 hi lo G7 L7) as (T & F1 & F2 & S).
  { now rewrite R1, Eh. }
  { now rewrite R2, El. }
  split; [exact T |]. split; [exact F1 |]. split; [exact F2 |].
  destruct (wide_sqrt_error _ _ _ _ _ _ H' F2 (good_wide _ _ _ G)) as (_ & B).
  { eapply Rle_trans; [| exact L]. apply bpow_le. lia. }
  { eapply Rle_trans; [apply G | apply bpow_le; lia]. }
  split; [| exact B]. pose proof (sqrt_pos (real ah)). lra.
Qed.

(* ---- sums ---- *)

Definition is_sized n (hi lo : D) := is_good n hi lo /\ (real hi = 0 \/ b2 (- n) <= Rabs (real hi)).

Lemma sum_is_relative v x y t : 0 <= x -> 0 <= y -> Rabs (v - (x + y)) <= b2 (-104) * (Rabs x + Rabs y) + t ->
  t <= b2 (-104) * (x + y) -> Rabs (v - (x + y)) <= b2 (-103) * (x + y).
Proof.
  intros X Y H T. rewrite (Rabs_pos_eq x X), (Rabs_pos_eq y Y) in H. eapply Rle_trans; [exact H |].
  change (-103)%Z with (1 + -104)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2. lra.
Qed.

Lemma value_nonneg (hi lo : D) e : is_wide hi lo -> 0 <= real hi -> 0 <= value hi lo e /\
  (1 - u53) * (real hi * b2 e) <= value hi lo e <= (1 + u53) * (real hi * b2 e).
Proof.
  intros W P. apply is_wide_bound in W. rewrite (Rabs_pos_eq (real hi)) in W by exact P. apply Rabs_le_inv in W.
    unfold value.
  pose proof (bpow_gt_0 radix2 e) as E. split; [apply Rmult_le_pos; lra |].
  split; rewrite <- Rmult_assoc; apply Rmult_le_compat_r; lra.
Qed.

Theorem wide_add_nonneg n ah al ea bh bl eb k1 k2 hi lo e :
  wide_add_results ah al ea bh bl eb k1 k2 hi lo e -> (0 <= n <= 600)%Z -> is_good n ah al -> is_good n bh bl ->
  0 <= real ah -> 0 <= real bh ->
  (ea = eb /\ b2 (- n) <= real ah + real bh) \/
  ((n <= 20)%Z /\ is_sized n ah al /\ is_sized n bh bl /\ (real ah <> 0 \/ real bh <> 0)) ->
  is_good (n + 2) hi lo /\ b2 (- (n + 1)) <= real hi /\
  Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <= b2 (-103) * (value ah al ea + value bh bl eb).
Proof.
  intros H Hn Ga Gb Pa Pb M.
  destruct (value_nonneg ah al ea (good_wide _ _ _ Ga) Pa) as (Va & La & Ua).
  destruct (value_nonneg bh bl eb (good_wide _ _ _ Gb) Pb) as (Vb & Lb & Ub).
  assert (Half : b2 (- (n + 1)) = / 2 * b2 (- n)) by (rewrite half_power; f_equal; ring).
  assert (Small : b2 (-103) <= / 1024) by (change (b2 (-103)) with (/ 10141204801825835211973625643008); lra).
  assert (Last : forall x, is_good (n + 2) hi lo -> b2 (- n) <= x ->
    x * b2 e <= (1 + 2 * u53) * (value ah al ea + value bh bl eb) ->
    Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <= b2 (-103) * (value ah al ea + value bh bl eb) ->
    b2 (- (n + 1)) <= real hi).
  { intros x G Hx Hv B. apply Rabs_le_inv in B. pose proof (good_wide _ _ _ G) as W. apply is_wide_bound in W.
    assert (K : b2 (-103) * (value ah al ea + value bh bl eb) <= / 1024 * (value ah al ea + value bh bl eb))
      by (apply Rmult_le_compat_r; lra).
    assert (Q : 99 / 100 * x * b2 e <= (real hi + real lo) * b2 e)
      by (change ((real hi + real lo) * b2 e) with (value hi lo e); lra).
    apply Rmult_le_reg_r in Q; [| apply bpow_gt_0]. rewrite Half. pose proof (bpow_gt_0 radix2 (- n)).
    destruct (Rle_or_lt 0 (real hi)) as [P | P].
    - rewrite (Rabs_pos_eq (real hi)) in W by exact P. apply Rabs_le_inv in W. lra.
    - rewrite (Rabs_left (real hi)) in W by exact P. apply Rabs_le_inv in W. lra. }
  destruct M as [(E & L) | (Hn' & (_ & Sa) & (_ & Sb) & N)].
  - subst eb. destruct (wide_add_same n _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb) as (G & -> & B).
    assert (B' : Rabs (value hi lo ea - (value ah al ea + value bh bl ea)) <= b2 (-103) * (value ah al ea + value bh bl
      ea)).
    { apply (sum_is_relative _ _ _ 0); try assumption; [lra |].
      apply Rmult_le_pos; [apply bpow_ge_0 | lra]. }
    split; [exact G |]. split; [| exact B']. apply (Last (real ah + real bh)); try assumption. lra.
  - destruct (wide_add_exponent _ _ _ _ _ _ _ _ _ _ _ H (proj1 Ga) (proj1 Gb)) as (Xa & Xb & Ex).
    specialize (Ex N).
    destruct (wide_add_any n e _ _ _ _ _ _ _ _ _ _ _ H ltac:(lia) Ga Gb Xa Xb) as (G & _ & B).
    rewrite (Rabs_pos_eq (real ah)) in Sa by exact Pa. rewrite (Rabs_pos_eq (real bh)) in Sb by exact Pb.
    assert (Big : exists x, b2 (- n) <= x /\ x * b2 e <= (1 + 2 * u53) * (value ah al ea + value bh bl eb)).
    { destruct Ex as [(Nz & ->) | (Nz & ->)].
      - exists (real ah). split; [destruct Sa; [contradiction | assumption] |]. lra.
      - exists (real bh). split; [destruct Sb; [contradiction | assumption] |]. lra. }
    destruct Big as (x & Hx & Hv).
    assert (B' : Rabs (value hi lo e - (value ah al ea + value bh bl eb)) <= b2 (-103) * (value ah al ea + value bh bl
      eb)).
    { apply (sum_is_relative _ _ _ (b2 (n - 990) * b2 e)); try assumption.
      apply Rle_trans with (b2 (-105) * (x * b2 e)).
      - rewrite <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
        apply Rle_trans with (b2 (-105) * b2 (- n)); [| apply Rmult_le_compat_l; [apply bpow_ge_0 | exact Hx]].
        rewrite <- bpow_plus. apply bpow_le. lia.
      - change (-104)%Z with (1 + -105)%Z. rewrite (bpow_plus radix2 1). change (b2 1) with 2.
        pose proof (bpow_gt_0 radix2 (-105)).
        apply Rle_trans with (b2 (-105) * (2 * (value ah al ea + value bh bl eb))); [| lra].
        apply Rmult_le_compat_l; lra. }
    split; [exact G |]. split; [| exact B']. apply (Last x); assumption.
Qed.
