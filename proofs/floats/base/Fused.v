(* Sums and differences whose products may be fused: the error against the real operands of the products, and what
   follows from a finite result. The machine decides whether a product is fused, so each lemma holds for every choice.

   An operand is a pair of a number x and p: the factors of x if x is a product, else None. Its value is the real
   product of the factors, or x. *)
From Coq Require Import ZArith Reals Lia Lra Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model.

Open Scope R_scope.

Section Fused.
Context {f : format}.
Hypothesis u_small : u f <= / 1048576.
Implicit Types v w x y z a b : F f.
Implicit Types p q : option (F f * F f).

Definition operand x p := match p with None => True | Some (a, b) => x = fmul a b end.
Definition value x p := match p with None => real x | Some (a, b) => real a * real b end.
Definition operand_finite x p := match p with None => finite x | Some (a, b) => finite a /\ finite b end.

Lemma operand_of_finite x p : operand x p -> finite x -> operand_finite x p.
Proof.
  destruct p as [[a b] |]; simpl; auto. intros -> H. destruct (fmul_finite _ _ H) as (A & B & _). auto.
Qed.

Lemma operand_error x p : operand x p -> finite x -> Rabs (real x - value x p) <= u f * Rabs (value x p) + eta f.
Proof.
  destruct p as [[a b] |]; simpl.
  - intros -> H. destruct (fmul_finite _ _ H) as (_ & _ & ->). apply rnd_error.
  - intros _ _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity.
    pose proof (Rabs_pos (real x)). pose proof (u_pos f). pose proof (eta_pos f). nra.
Qed.

(* Two roundings, of numbers that are near X and Y. *)
Lemma two_roundings r s X Y (dx dy d : R) :
  Rabs (r - s) <= u f * Rabs s + d -> Rabs (s - (X + Y)) <= dx + dy ->
  dx <= u f * Rabs X + eta f -> dy <= u f * Rabs Y + eta f -> d <= eta f ->
  Rabs (r - (X + Y)) <= (201/100) * u f * (Rabs X + Rabs Y) + 4 * eta f.
Proof.
  intros Hr Hs Hx Hy Hd. pose proof (u_pos f) as U. pose proof (eta_pos f) as E.
  pose proof (Rabs_pos X). pose proof (Rabs_pos Y).
  replace (r - (X + Y)) with ((r - s) + (s - (X + Y))) by ring.
  eapply Rle_trans; [apply Rabs_triang |].
  assert (A : Rabs s <= Rabs X + Rabs Y + (u f * (Rabs X + Rabs Y) + 2 * eta f)).
  { replace s with ((X + Y) + (s - (X + Y))) by ring. eapply Rle_trans; [apply Rabs_triang |].
    pose proof (Rabs_triang X Y). lra. }
  assert (B : u f * (Rabs X + Rabs Y) <= / 1048576 * (Rabs X + Rabs Y)) by (apply Rmult_le_compat_r; lra).
  assert (C : u f * Rabs s <= u f * ((1 + / 1048576) * (Rabs X + Rabs Y) + 2 * eta f)) by (apply Rmult_le_compat_l;
    lra).
  assert (D : u f * eta f <= / 1048576 * eta f) by (apply Rmult_le_compat_r; lra).
  assert (0 <= u f * (Rabs X + Rabs Y)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma sum_or_fused_error v x y p q :
  sum_or_fused v x y p q -> operand x p -> operand y q -> finite v ->
  operand_finite x p /\ operand_finite y q /\
  Rabs (real v - (value x p + value y q)) <= (201/100) * u f * (Rabs (value x p) + Rabs (value y q)) + 4 * eta f.
Proof.
  intros S Ox Oy Fv. pose proof (eta_pos f) as E. pose proof (u_pos f) as U.
  destruct S as [-> | [(a & b & -> & ->) | (a & b & -> & ->)]].
  - destruct (fadd_finite _ _ Fv) as (Fx & Fy & R). split; [now apply operand_of_finite |].
    split; [now apply operand_of_finite |].
    apply two_roundings with (s := real x + real y) (dx := Rabs (real x - value x p)) (dy := Rabs (real y - value y q))
      (d := 0).
    + rewrite R, Rplus_0_r. apply rnd_sum_error; apply real_in_format.
    + replace (real x + real y - (value x p + value y q)) with ((real x - value x p) + (real y - value y q)) by ring.
      apply Rabs_triang.
    + now apply operand_error.
    + now apply operand_error.
    + lra.
  - destruct (ffma_finite _ _ _ Fv) as (Fa & Fb & Fy & R). split; [simpl; auto |].
    split; [now apply operand_of_finite |]. simpl value at 1 3.
    apply two_roundings with (s := real a * real b + real y) (dx := 0) (dy := Rabs (real y - value y q)) (d := eta f).
    + rewrite R. apply rnd_error.
    + replace (real a * real b + real y - (real a * real b + value y q)) with (real y - value y q) by ring. lra.
    + pose proof (Rabs_pos (real a * real b)). nra.
    + now apply operand_error.
    + lra.
  - destruct (ffma_finite _ _ _ Fv) as (Fa & Fb & Fx & R). split; [now apply operand_of_finite |].
    split; [simpl; auto |]. simpl value at 2 4.
    apply two_roundings with (s := real a * real b + real x) (dx := Rabs (real x - value x p)) (dy := 0) (d := eta f).
    + rewrite R. apply rnd_error.
    + replace (real a * real b + real x - (value x p + real a * real b)) with (real x - value x p) by ring. lra.
    + now apply operand_error.
    + pose proof (Rabs_pos (real a * real b)). nra.
    + lra.
Qed.

Lemma difference_or_fused_error v x y p q :
  difference_or_fused v x y p q -> operand x p -> operand y q -> finite v ->
  operand_finite x p /\ operand_finite y q /\
  Rabs (real v - (value x p - value y q)) <= (201/100) * u f * (Rabs (value x p) + Rabs (value y q)) + 4 * eta f.
Proof.
  intros S Ox Oy Fv. pose proof (eta_pos f) as E. pose proof (u_pos f) as U.
  rewrite <- (Rabs_Ropp (value y q)). unfold Rminus at 2.
  destruct S as [-> | [(a & b & -> & ->) | (a & b & -> & ->)]].
  - destruct (fsub_finite _ _ Fv) as (Fx & Fy & R). split; [now apply operand_of_finite |].
    split; [now apply operand_of_finite |].
    apply two_roundings with (s := real x + - real y) (dx := Rabs (real x - value x p)) (dy := Rabs (real y - value y
      q)) (d := 0).
    + rewrite R, Rplus_0_r. apply rnd_sum_error; [| apply generic_format_opp]; apply real_in_format.
    + replace (real x + - real y - (value x p + - value y q)) with ((real x - value x p) + - (real y - value y q)) by
      ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
    + now apply operand_error.
    + rewrite Rabs_Ropp. now apply operand_error.
    + lra.
  - destruct (ffma_finite _ _ _ Fv) as (Fa & Fb & Fy & R). apply fneg_finite in Fy.
    rewrite real_fneg in R. split; [simpl; auto |]. split; [now apply operand_of_finite |]. simpl value at 1 3.
    apply two_roundings with (s := real a * real b + - real y) (dx := 0) (dy := Rabs (real y - value y q)) (d := eta f).
    + rewrite R. apply rnd_error.
    + replace (real a * real b + - real y - (real a * real b + - value y q)) with (- (real y - value y q)) by ring.
      rewrite Rabs_Ropp. lra.
    + pose proof (Rabs_pos (real a * real b)). nra.
    + rewrite Rabs_Ropp. now apply operand_error.
    + lra.
  - destruct (ffma_finite _ _ _ Fv) as (Fa & Fb & Fx & R). apply fneg_finite in Fa.
    rewrite real_fneg in R. split; [now apply operand_of_finite |]. split; [simpl; auto |]. simpl value at 2 4.
    apply two_roundings with (s := - real a * real b + real x) (dx := Rabs (real x - value x p)) (dy := 0) (d := eta f).
    + rewrite R. apply rnd_error.
    + replace (- real a * real b + real x - (value x p + - (real a * real b))) with (real x - value x p) by ring. lra.
    + now apply operand_error.
    + pose proof (Rabs_pos (- (real a * real b))). nra.
    + lra.
Qed.

(* Not negative, whether or not it overflows. *)
Lemma nonneg_ffma a b z : (nonneg a /\ nonneg b) \/ a = b -> nonneg z -> nonneg (ffma a b z).
Proof.
  intros H Hz.
  destruct (is_finite a) eqn:Fa; destruct (is_finite b) eqn:Fb; destruct (is_finite z) eqn:Fz.
  2-8: destruct H as [[Ha Hb] | ->];
    [destruct a as [[|] | [|] | | [|]]; try discriminate Fa; try discriminate Ha |];
    destruct b as [[|] | [|] | | [|]]; try discriminate Fb; try discriminate Hb;
    destruct z as [[|] | [|] | | [|]]; try discriminate Fz; try discriminate Hz; simpl in *; try discriminate; auto.
  assert (P : 0 <= real a * real b).
  { destruct H as [[Ha Hb] | ->]; [| nra]. pose proof (nonneg_real a Ha). pose proof (nonneg_real b Hb). nra. }
  pose proof (nonneg_real z Hz) as Pz. unfold real in *.
  generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE a b z Fa Fb Fz). cbv zeta. intros C.
  match type of C with context [Rlt_bool (Rabs ?x) _] => destruct (Rlt_bool (Rabs x) _) end.
  - destruct C as (C1 & C2 & _). apply nonneg_of_real; [exact C2 |].
    unfold real, ffma. rewrite C1. apply (rnd_nonneg f). lra.
  - rewrite Rlt_bool_false in C by lra. now apply nonneg_of_overflow.
Qed.

(* A factor or term that is not negative: the square of anything, or a number. *)
Definition nonneg_operand x p :=
  match p with None => nonneg x | Some (a, b) => (nonneg a /\ nonneg b) \/ a = b end.

Lemma nonneg_of_operand x p : operand x p -> nonneg_operand x p -> nonneg x.
Proof.
  destruct p as [[a b] |]; simpl; auto. intros -> [[Ha Hb] | ->]; [now apply nonneg_fmul | apply nonneg_square].
Qed.

Lemma nonneg_sum_or_fused v x y p q :
  sum_or_fused v x y p q -> operand x p -> operand y q -> nonneg_operand x p -> nonneg_operand y q -> nonneg v.
Proof.
  intros S Ox Oy Nx Ny. pose proof (nonneg_of_operand _ _ Ox Nx) as Hx. pose proof (nonneg_of_operand _ _ Oy Ny) as Hy.
  destruct S as [-> | [(a & b & -> & ->) | (a & b & -> & ->)]].
  - now apply nonneg_fadd.
  - now apply nonneg_ffma.
  - now apply nonneg_ffma.
Qed.

(* What is smaller than a number that does not overflow when rounded does not overflow. *)
Lemma fmul_finite_below a b t :
  finite a -> finite b -> Rabs (real a * real b) <= t -> rnd f t < bpow radix2 (emax f) -> finite (fmul a b).
Proof.
  intros Fa Fb H Ht. unfold finite, fmul.
  generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE a b). intros C.
  rewrite Rlt_bool_true in C.
  - destruct C as (_ & C & _). unfold finite in *. now rewrite C, Fa, Fb.
  - change (Rabs (rnd f (real a * real b)) < bpow radix2 (emax f)).
    unfold rnd. rewrite <- round_NE_abs by apply exponents_valid.
    change (rnd f (Rabs (real a * real b)) < bpow radix2 (emax f)).
    eapply Rle_lt_trans; [apply rnd_le; exact H | exact Ht].
Qed.

Lemma ffma_finite_below a b z t :
  finite a -> finite b -> finite z -> Rabs (real a * real b + real z) <= t -> rnd f t < bpow radix2 (emax f) ->
  finite (ffma a b z).
Proof.
  intros Fa Fb Fz H Ht. unfold finite, ffma.
  generalize (Bfma_correct (prec f) (emax f) _ _ mode_NE a b z Fa Fb Fz). cbv zeta. intros C.
  rewrite Rlt_bool_true in C; [apply C |].
  change (Rabs (rnd f (real a * real b + real z)) < bpow radix2 (emax f)).
  unfold rnd. rewrite <- round_NE_abs by apply exponents_valid.
  change (rnd f (Rabs (real a * real b + real z)) < bpow radix2 (emax f)).
  eapply Rle_lt_trans; [apply rnd_le; exact H | exact Ht].
Qed.

End Fused.
