(* Atoms of the checker (Reflect.v) with a bound of their own: a fraction of a span of time, and the length of a
   vector. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Bounded Reflect SweepGeometry.
Import ListNotations.

Open Scope R_scope.

(* A number that is as it stands, and in magnitude at most the atom i: itself, or a scale. *)
Definition exact_atom (i : nat) (n : Z) := Known [] (variable i) nothing false n.
(* The same, if it is not negative and at least a number. *)
Definition positive_atom (i : nat) (least : coef) (n : Z) := Known [] (variable i) least true n.

Lemma exact_fact values i n x : below n x -> Rabs (real x) <= size values i -> fact values (exact_atom i n) x (real x).
Proof.
  intros [F B] L. unfold fact. cbn [exact_atom off_by at_most at_least is_pos top]. rewrite value_variable.
  rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. unfold nothing. rewrite F2R_0. pose proof (Rabs_pos (real x)).
  cbn [value_of fold_right]. repeat split; auto; lra || discriminate.
Qed.

Lemma positive_fact values i least n x :
  below n x -> Rabs (real x) <= size values i -> F2R least <= real x -> 0 <= real x ->
  fact values (positive_atom i least n) x (real x).
Proof.
  intros [F B] L M P. unfold fact. cbn [positive_atom off_by at_most at_least is_pos top]. rewrite value_variable.
  rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. rewrite (Rabs_pos_eq (real x)) in * by exact P.
  cbn [value_of fold_right]. repeat split; auto; lra.
Qed.

Lemma relative_quotient d D e E k : 0 < E -> 0 <= D <= E -> 0 <= k <= / 1000 ->
  Rabs (d - D) <= k * D -> Rabs (e - E) <= k * E -> Rabs (d / e - D / E) <= (2 * k + 3 * (k * k)).
Proof.
  intros E0 D01 K Hd He. apply Rabs_le_inv in Hd, He.
  assert (kE : k * E <= / 1000 * E) by (apply Rmult_le_compat_r; lra).
  assert (kD : k * D <= k * E) by (apply Rmult_le_compat_l; lra). assert (e0 : 0 < e) by lra.
  replace (d / e - D / E) with ((d * E - D * e) / (e * E)) by (field; lra).
  unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ (e * E))).
  2: { left. apply Rinv_0_lt_compat. now apply Rmult_lt_0_compat. }
  apply Rmult_le_reg_r with (e * E); [now apply Rmult_lt_0_compat |].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq; now apply Rmult_lt_0_compat).
  replace (d * E - D * e) with ((d - D) * E - D * (e - E)) by ring.
  assert (A : Rabs ((d - D) * E - D * (e - E)) <= 2 * k * D * E).
  { assert (- (k * D) * E <= (d - D) * E <= k * D * E) by (split; apply Rmult_le_compat_r; lra).
    assert (D * - (k * E) <= D * (e - E) <= D * (k * E)) by (split; apply Rmult_le_compat_l; lra).
    apply Rabs_le. split; lra. }
  assert (B : (1 - k) * E * E <= e * E) by (apply Rmult_le_compat_r; lra).
  assert (C : 2 * k * D * E <= 2 * k * E * E).
  { apply Rmult_le_compat_r; [lra |]. replace (2 * k * D) with (2 * (k * D)) by ring. lra. }
  assert (E2 : 0 < E * E) by now apply Rmult_lt_0_compat.
  assert (F : 2 * k * (E * E) <= (2 * k + 3 * (k * k)) * ((1 - k) * (E * E))).
  { replace ((2 * k + 3 * (k * k)) * ((1 - k) * (E * E))) with ((2 * k + k * k * (1 - 3 * k)) * (E * E)) by ring.
    apply Rmult_le_compat_r; [lra |]. assert (0 <= k * k * (1 - 3 * k)) by (apply Rmult_le_pos; nra). lra. }
  assert (G : (2 * k + 3 * (k * k)) * ((1 - k) * (E * E)) <= (2 * k + 3 * (k * k)) * (e * E)).
  { apply Rmult_le_compat_l; [nra |]. lra. }
  lra.
Qed.

(* The fraction of the span from s to e at the time t, for times in [0, 1]. *)
Section Fraction.
Variables s e t : D.
Hypothesis below_s : below 0 s.
Hypothesis below_e : below 0 e.
Hypothesis below_t : below 0 t.
Hypothesis order : real s <= real t <= real e.
Hypothesis is_span : real s < real e.

Let d := fsub t s.
Let l := fsub e s.

Lemma difference_near (p q : D) : below 0 p -> below 0 q -> finite (fsub p q) /\
  Rabs (real (fsub p q) - (real p - real q)) <= eps * Rabs (real p - real q).
Proof.
  intros P Q. destruct (below_sub 0 p q ltac:(lia) P Q) as [F _]. split; [exact F | now apply fsub_error].
Qed.

Lemma fraction_atom : finite (fdiv d l) /\ 0 <= real (fdiv d l) <= 1 /\
  Rabs ((real t - real s) / (real e - real s) - real (fdiv d l)) <= 13 * bpow radix2 (-55).
Proof.
  destruct (difference_near t s below_t below_s) as [Fd Ed]. destruct (difference_near e s below_e below_s) as [Fl El].
  fold d in Fd, Ed. fold l in Fl, El.
  rewrite (Rabs_pos_eq (real t - real s)) in Ed by lra. rewrite (Rabs_pos_eq (real e - real s)) in El by lra.
  set (A := real t - real s) in *. set (B := real e - real s) in *.
  assert (B0 : 0 < B) by (unfold B; lra). assert (AB : 0 <= A <= B) by (unfold A, B; lra).
  pose proof u_double as U. pose proof eps_small as U1.
  assert (l0 : 0 < real l).
  { apply Rabs_le_inv in El. assert (eps * B <= / 1048576 * B) by (apply Rmult_le_compat_r; lra). lra. }
  assert (dl : 0 <= real d <= real l).
  { destruct (fsub_finite t s Fd) as (_ & _ & Vd). destruct (fsub_finite e s Fl) as (_ & _ & Vl).
    fold d in Vd. fold l in Vl. rewrite Vd, Vl. split; [apply rnd_nonneg | apply rnd_le]; lra. }
  assert (Q : 0 <= real d / real l <= 1).
  { split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
    apply Rmult_le_reg_r with (real l); [exact l0 |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE d l (Rgt_not_eq _ _ l0)). intros C.
  assert (P : Rabs (real d / real l) <= bpow radix2 0) by (simpl; rewrite Rabs_pos_eq; apply Q).
  rewrite power_below_overflow with (n := 0%Z) in C by (exact P || lia). destruct C as (C1 & C2 & _).
  assert (V : real (fdiv d l) = rnd double (real d / real l)) by exact C1.
  split; [unfold finite, fdiv; rewrite C2; exact Fd |]. rewrite V. split.
  { split; [apply rnd_nonneg, Q |]. rewrite <- (rnd_of_format double 1).
    - apply rnd_le, Q.
    - exact (power_in_format 0 ltac:(lia)). }
  pose proof (relative_quotient (real d) A (real l) B eps B0 AB ltac:(lra) Ed El) as R.
  pose proof (rnd_error double (real d / real l)) as T. rewrite (Rabs_pos_eq (real d / real l)) in T by lra.
  assert (eta double <= bpow radix2 (-105)) by (apply bpow_le; discriminate).
  assert (eps * (real d / real l) <= eps * 1) by (apply Rmult_le_compat_l; lra).
  rewrite Rabs_minus_sym. replace (rnd double (real d / real l) - A / B) with
    ((rnd double (real d / real l) - real d / real l) + (real d / real l - A / B)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite U in *. simpl. simpl in H. lra.
Qed.
End Fraction.

(* The length of a vector (x, y) whose larger component is from 2^-60 to 2^60 in magnitude. *)
Section Length.
Variables x y : D.
Hypothesis below_x : below 60 x.
Hypothesis below_y : below 60 y.
Hypothesis is_large : bpow radix2 (-60) <= Rabs (real x) \/ bpow radix2 (-60) <= Rabs (real y).

Let l := fsqrt (fadd (fmul x x) (fmul y y)).
Let N := norm (real x) (real y).

Definition squares := Add (Mul (Atom 0) (Atom 0)) (Mul (Atom 1) (Atom 1)).
Definition squares_atoms := [exact_atom 0 60; exact_atom 1 60].
Definition squares_error : poly :=
  [([0%nat; 0%nat], Float radix2 33 (-57)); ([1%nat; 1%nat], Float radix2 33 (-57)); ([], Float radix2 1 (-1072))].

Lemma length_between : bpow radix2 (-120) <= N * N /\ N * N <= 2 * bpow radix2 120.
Proof.
  unfold N. rewrite norm_square. destruct below_x as [_ X]. destruct below_y as [_ Y].
  assert (S : forall r, Rabs r * Rabs r = r * r) by (intros r; rewrite <- Rabs_mult, Rabs_pos_eq; nra).
  assert (L : forall r, bpow radix2 (-60) <= Rabs r -> bpow radix2 (-120) <= r * r).
  { intros r H. rewrite <- S. change (-120)%Z with (-60 + -60)%Z. rewrite bpow_plus.
    apply Rmult_le_compat; auto using bpow_ge_0. }
  assert (M : forall r, Rabs r <= bpow radix2 60 -> r * r <= bpow radix2 120).
  { intros r H. rewrite <- S. change 120%Z with (60 + 60)%Z. rewrite bpow_plus.
    apply Rmult_le_compat; auto using Rabs_pos. }
  pose proof (M _ X). pose proof (M _ Y). pose proof (Rle_0_sqr (real x)) as X0. pose proof (Rle_0_sqr (real y)) as Y0.
  unfold Rsqr in X0, Y0. destruct is_large as [B | B]; apply L in B; lra.
Qed.

Lemma root_near s n : 0 < n -> Rabs (s - n * n) <= 67 * bpow radix2 (-58) * (n * n) ->
  0 <= s /\ Rabs (sqrt s - n) <= 67 * bpow radix2 (-58) * n.
Proof.
  intros n0 H. assert (n2 : 0 < n * n) by now apply Rmult_lt_0_compat.
  assert (s0 : 0 <= s) by (apply Rabs_le_inv in H; simpl in H; lra). split; [exact s0 |].
  pose proof (sqrt_pos s) as r0. pose proof (sqrt_sqrt s s0) as S. set (r := sqrt s) in *.
  rewrite <- S in H. replace (r * r - n * n) with ((r - n) * (r + n)) in H by ring.
  rewrite Rabs_mult, (Rabs_pos_eq (r + n)) in H by lra. apply Rmult_le_reg_r with n; [exact n0 |].
  rewrite Rmult_assoc. eapply Rle_trans; [| exact H]. apply Rmult_le_compat_l; [apply Rabs_pos | lra].
Qed.

Lemma length_atom : finite l /\ 0 < real l /\ bpow radix2 (-61) <= real l <= bpow radix2 61 /\
  Rabs (N - real l) <= 13 * bpow radix2 (-55) * real l.
Proof.
  assert (K : facts squares_atoms [x; y] [real x; real y]).
  { unfold facts, squares_atoms. cbn [facts_of].
    split; [apply exact_fact; [assumption | apply Rle_refl] |].
    split; [apply exact_fact; [assumption | apply Rle_refl] |].
    exact I. }
  destruct (fits_correct _ _ _ K squares eq_refl) as [F Top].
  pose proof (is_within_correct _ _ _ K squares squares_error ltac:(vm_compute; reflexivity) F) as W.
  change (power squares_atoms squares) with 121%Z in Top.
  change (in_doubles [x; y] squares) with (fadd (fmul x x) (fmul y y)) in *. set (s := fadd (fmul x x) (fmul y y)) in *.
  change (in_reals [real x; real y] squares) with (real x * real x + real y * real y) in W.
  rewrite <- norm_square in W. fold N in W. pose proof (norm_nonneg (real x) (real y)) as N0. fold N in N0.
  destruct length_between as [NL NU]. fold N in NL, NU.
  assert (W1 : Rabs (real s - N * N) <= 67 * bpow radix2 (-58) * (N * N)).
  { eapply Rle_trans; [exact W |]. unfold squares_error, value_of, product_of. cbn [fold_right fst snd].
    unfold size. cbn [value nth]. unfold F2R. cbn [Fnum Fexp].
    replace (67 * bpow radix2 (-58) * (N * N)) with (33 * bpow radix2 (-57) * (N * N) + bpow radix2 (-58) * (N * N))
      by (simpl; lra).
    assert (E : bpow radix2 (-1072) <= bpow radix2 (-58) * (N * N)).
    { apply Rle_trans with (bpow radix2 (-58) * bpow radix2 (-120)).
      - rewrite <- bpow_plus. apply bpow_le. discriminate.
      - apply Rmult_le_compat_l; [apply bpow_ge_0 | exact NL]. }
    unfold N at 1 2. rewrite norm_square.
    assert (Q : forall r, Rabs r * (Rabs r * 1) = r * r).
    { intros r. rewrite Rmult_1_r, <- Rabs_mult, Rabs_pos_eq; nra. }
    rewrite !Q. lra. }
  clear W. assert (N1 : 0 < N).
  { destruct (Req_dec N 0) as [Z | Z]; [| lra]. rewrite Z, Rmult_0_l in NL. pose proof (bpow_gt_0 radix2 (-120)). lra. }
  pose proof (root_near (real s) N N1 W1) as (S0 & S1). set (r := sqrt (real s)) in *.
  assert (P : bpow radix2 (-61) <= r <= bpow radix2 61).
  { apply Rabs_le_inv in S1.
    assert (A : bpow radix2 (-60) <= N).
    { apply Rsqr_incr_0_var; [| lra]. unfold Rsqr. rewrite <- bpow_plus. exact NL. }
    assert (B : N <= 3 / 2 * bpow radix2 60).
    { apply Rsqr_incr_0_var; [| pose proof (bpow_gt_0 radix2 60); lra]. unfold Rsqr.
      replace (3 / 2 * bpow radix2 60 * (3 / 2 * bpow radix2 60))
        with (9 / 4 * (bpow radix2 60 * bpow radix2 60)) by field.
      rewrite <- bpow_plus. pose proof (bpow_gt_0 radix2 120). simpl (60 + 60)%Z. lra. }
    change (bpow radix2 (-61)) with (bpow radix2 (-60 + -1)). change (bpow radix2 61) with (bpow radix2 (60 + 1)).
    rewrite !bpow_plus. change (bpow radix2 (-1)) with (/ 2). change (bpow radix2 1) with 2.
    assert (67 * bpow radix2 (-58) * N <= / 1000 * N) by (apply Rmult_le_compat_r; [lra | simpl; lra]). lra. }
  assert (Fl : finite l) by (apply fsqrt_is_finite; [exact F | lra]).
  destruct (fsqrt_finite _ Fl) as (_ & _ & V). fold l r in V.
  assert (Q : bpow radix2 (-61) <= real l <= bpow radix2 61).
  { rewrite V, <- (rnd_of_format double (bpow radix2 (-61))), <- (rnd_of_format double (bpow radix2 61))
      by (apply power_in_format; lia). split; apply rnd_le, P. }
  split; [exact Fl |]. split; [pose proof (bpow_gt_0 radix2 (-61)); lra |]. split; [exact Q |].
  pose proof (rnd_error double r) as T.
  rewrite <- V, (Rabs_pos_eq r) in T by (pose proof (bpow_gt_0 radix2 (-61)); lra).
  assert (T1 : eta double <= bpow radix2 (-70) * r).
  { apply Rle_trans with (bpow radix2 (-70) * bpow radix2 (-61)).
    - rewrite <- bpow_plus. apply bpow_le. discriminate.
    - apply Rmult_le_compat_l; [apply bpow_ge_0 | apply P]. }
  apply Rabs_le_inv in S1, T. rewrite u_double in T. simpl in T1, S1 |- *. apply Rabs_le. lra.
Qed.
End Length.
