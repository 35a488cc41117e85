(* Numbers that may overflow, in comparisons.

   value v is the real number of v; an infinity counts as 2^emax, with its sign. So all numbers but NaN are ordered as
   their values, and a result that overflows has a value between 0 and the exact result. Filters compare such
   results: a side that overflows is larger than a finite side, and the exact side is larger still. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model.

Open Scope R_scope.

Section Overflow.
Context {f : format}.
Implicit Types v w x y : F f.

Definition huge := bpow radix2 (emax f).
Definition value v : R :=
  match v with
  | B754_infinity s => if s then - huge else huge
  | _ => real v
  end.
Definition number v := is_nan v = false.

(* v is the rounded r, or the infinity to which r overflows. *)
Definition is_rounded v (r : R) :=
  number v /\
  ((finite v /\ Rabs (rnd f r) < huge /\ real v = rnd f r) \/
   (huge <= rnd f r /\ v = B754_infinity false) \/
   (rnd f r <= - huge /\ v = B754_infinity true)).

Lemma huge_at_least_1 : 1 <= huge.
Proof. change 1 with (bpow radix2 0). apply bpow_le. pose proof (prec_gt_1 f). pose proof (prec_lt_emax f). lia. Qed.

Lemma value_finite v : finite v -> value v = real v.
Proof. destruct v; simpl; auto; discriminate. Qed.

Lemma number_finite v : finite v -> number v.
Proof. destruct v; unfold number; simpl; auto; discriminate. Qed.

Lemma value_range v : - huge <= value v <= huge.
Proof.
  pose proof huge_at_least_1. destruct v as [s | [|] | | s m e H1]; try (simpl; unfold real; simpl; lra).
  rewrite value_finite by reflexivity.
  pose proof (real_below (B754_finite s m e H1 : F f)) as B. apply Rabs_def2 in B. fold huge in B. lra.
Qed.

Lemma value_nonneg v : nonneg v -> 0 <= value v.
Proof.
  pose proof huge_at_least_1. intros H1. destruct v as [s | [|] | | s m e H2] eqn:E; try discriminate; try (simpl;
    unfold real; simpl; lra).
  rewrite value_finite by reflexivity. now apply nonneg_real.
Qed.

Lemma finite_of_value v : number v -> Rabs (value v) < huge -> finite v.
Proof.
  pose proof huge_at_least_1. destruct v as [s | [|] | | s m e H2]; unfold number, finite; simpl; auto;
    try discriminate;
    intros _ G; apply Rabs_def2 in G; lra.
Qed.

Lemma flt_value x y : flt x y = true -> number x /\ number y /\ value x < value y.
Proof.
  intros H. destruct (is_finite x) eqn:Fx, (is_finite y) eqn:Fy.
  - repeat split; try (now apply number_finite). rewrite !value_finite by assumption. now apply flt_real.
  - pose proof (real_below x) as B. apply Rabs_def2 in B. fold huge in B. rewrite (value_finite x) by assumption.
    repeat split; try (now apply number_finite);
    destruct x as [| | |], y as [| [|] | |]; try discriminate; unfold number, value; auto; lra.
  - pose proof (real_below y) as B. apply Rabs_def2 in B. fold huge in B. rewrite (value_finite y) by assumption.
    repeat split; try (now apply number_finite);
    destruct x as [| [|] | |], y as [| | |]; try discriminate; unfold number, value; auto; lra.
  - pose proof huge_at_least_1. destruct x as [| [|] | |], y as [| [|] | |]; try discriminate. unfold number; simpl.
  repeat split; auto; lra.
Qed.

Lemma flt_value_false x y : flt x y = false -> number x -> number y -> value y <= value x.
Proof.
  intros H Nx Ny. pose proof huge_at_least_1. destruct (is_finite x) eqn:Fx, (is_finite y) eqn:Fy.
  - rewrite !value_finite by assumption. now apply flt_real_false.
  - pose proof (value_range x) as B. destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; simpl in *; lra.
  - pose proof (value_range y) as B. destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; simpl in *; lra.
  - destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; simpl; lra.
Qed.

Lemma fle_value x y : fle x y = true -> number x /\ number y /\ value x <= value y.
Proof.
  intros H. pose proof huge_at_least_1. destruct (is_finite x) eqn:Fx, (is_finite y) eqn:Fy.
  - repeat split; try (now apply number_finite). rewrite !value_finite by assumption. now apply fle_real.
  - pose proof (value_range x) as B.
    repeat split; try (now apply number_finite);
    destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; unfold number; simpl in *; auto; lra.
  - pose proof (value_range y) as B.
    repeat split; try (now apply number_finite);
    destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; unfold number; simpl in *; auto; lra.
  - destruct x as [| [|] | |], y as [| [|] | |]; try discriminate; unfold number; simpl; repeat split; auto; lra.
Qed.

Lemma value_fabs x : number x -> number (fabs x) /\ value (fabs x) = Rabs (value x).
Proof.
  intros N. pose proof huge_at_least_1.
  destruct (is_finite x) eqn:Fx.
  - rewrite (value_finite x) by assumption. pose proof (finite_fabs x Fx).
    split; [now apply number_finite |]. rewrite value_finite by assumption. apply real_fabs.
  - destruct x as [| [|] | |]; try discriminate; unfold number; simpl; split; auto;
      [rewrite Rabs_left | rewrite Rabs_pos_eq]; lra.
Qed.

(* What operations on finite numbers give. *)

Lemma value_fneg x : number x -> number (fneg x) /\ value (fneg x) = - value x.
Proof.
  intros N. destruct (is_finite x) eqn:Fx.
  - rewrite (value_finite x) by assumption. pose proof (finite_fneg x Fx).
    split; [now apply number_finite |]. rewrite value_finite by assumption. apply real_fneg.
  - destruct x as [| [|] | |]; try discriminate; unfold number; simpl; split; auto; lra.
Qed.

Lemma rounded_of_overflow v r s :
  B2SF v = binary_overflow (prec f) (emax f) mode_NE s -> huge <= Rabs (rnd f r) -> (if s then r <= 0 else 0 <= r) ->
  is_rounded v r.
Proof.
  intros E H S. pose proof huge_at_least_1.
  destruct v as [| s' | |]; unfold binary_overflow in E; simpl in E; try discriminate. injection E as E. subst s'.
  split; [reflexivity |]. right. destruct s; [right | left]; split; auto.
  - pose proof (rnd_le f r 0 S) as G. rewrite rnd_zero in G. rewrite Rabs_left1 in H by assumption. lra.
  - pose proof (rnd_nonneg f r S). rewrite Rabs_pos_eq in H by assumption. lra.
Qed.

Lemma sign_real x : if Bsign x then real x <= 0 else 0 <= real x.
Proof.
  destruct x as [s | s | | s m e H]; simpl; unfold real; simpl; try lra; try (destruct s; lra).
  destruct s; [apply F2R_le_0 | apply F2R_ge_0]; simpl; lia.
Qed.

Lemma fadd_rounded x y : finite x -> finite y -> is_rounded (fadd x y) (real x + real y).
Proof.
  intros Hx Hy. generalize (Bplus_correct (prec f) (emax f) _ _ mode_NE x y Hx Hy).
  change (round radix2 (SpecFloat.fexp (prec f) (emax f)) (round_mode mode_NE)) with (rnd f).
  case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). split; [now apply number_finite |]. left. auto.
  - destruct C as (C1 & C2). apply rounded_of_overflow with (Bsign x); auto.
    pose proof (sign_real x) as Sx. pose proof (sign_real y) as Sy. rewrite <- C2 in Sy. destruct (Bsign x); lra.
Qed.

Lemma fsub_rounded x y : finite x -> finite y -> is_rounded (fsub x y) (real x - real y).
Proof.
  intros Hx Hy. generalize (Bminus_correct (prec f) (emax f) _ _ mode_NE x y Hx Hy).
  change (round radix2 (SpecFloat.fexp (prec f) (emax f)) (round_mode mode_NE)) with (rnd f).
  case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). split; [now apply number_finite |]. left. auto.
  - destruct C as (C1 & C2). apply rounded_of_overflow with (Bsign x); auto.
    pose proof (sign_real x) as Sx. pose proof (sign_real y) as Sy.
    destruct (Bsign x), (Bsign y); try discriminate; lra.
Qed.

Lemma fmul_rounded x y : finite x -> finite y -> is_rounded (fmul x y) (real x * real y).
Proof.
  intros Hx Hy. generalize (Bmult_correct (prec f) (emax f) _ _ mode_NE x y).
  change (round radix2 (SpecFloat.fexp (prec f) (emax f)) (round_mode mode_NE)) with (rnd f).
  case Rlt_bool_spec; intros B C.
  - destruct C as (C1 & C2 & _). rewrite Hx, Hy in C2. split; [now apply number_finite |]. left. auto.
  - apply rounded_of_overflow with (xorb (Bsign x) (Bsign y)); auto.
    pose proof (sign_real x) as Sx. pose proof (sign_real y) as Sy. unfold real in *.
    destruct (Bsign x), (Bsign y); simpl; nra.
Qed.

Lemma rounded_finite v r : is_rounded v r -> Rabs (rnd f r) < huge -> finite v /\ real v = rnd f r.
Proof.
  intros (_ & [(H & _ & E) | [(H & _) | (H & _)]]) G; auto; apply Rabs_def2 in G; lra.
Qed.

(* A comparison of finite numbers with a result that may overflow holds for the rounded real number as well. *)
Lemma rounded_above v r x : is_rounded v r -> finite x -> value x < value v -> real x < rnd f r.
Proof.
  intros (N & H) Fx. rewrite (value_finite x) by assumption. pose proof (real_below x) as B. apply Rabs_def2 in B.
  fold huge in B.
  destruct H as [(H & _ & E) | [(H & E) | (H & E)]]; [rewrite (value_finite v), E by assumption; auto | subst; simpl;
    lra ..].
Qed.

Lemma rounded_below v r x : is_rounded v r -> finite x -> value v < value x -> rnd f r < real x.
Proof.
  intros (N & H) Fx. rewrite (value_finite x) by assumption. pose proof (real_below x) as B. apply Rabs_def2 in B.
  fold huge in B.
  destruct H as [(H & _ & E) | [(H & E) | (H & E)]]; [rewrite (value_finite v), E by assumption; auto | subst; simpl;
    lra ..].
Qed.

Lemma rounded_above_abs v r x : is_rounded v r -> finite x -> value x < Rabs (value v) -> real x < Rabs (rnd f r).
Proof.
  intros (N & H) Fx. rewrite (value_finite x) by assumption. pose proof (real_below x) as B. apply Rabs_def2 in B.
  fold huge in B.
  pose proof huge_at_least_1. intros G.
  destruct H as [(H & _ & E) | [(H & E) | (H & E)]]; [rewrite (value_finite v), E in G by assumption; exact G | ..].
  - rewrite Rabs_pos_eq; lra.
  - rewrite Rabs_left; lra.
Qed.

Lemma flt_abs_rounded v r x : flt x (fabs v) = true -> finite x -> is_rounded v r -> real x < Rabs (rnd f r).
Proof.
  intros H Fx Hv. destruct (flt_value _ _ H) as (_ & _ & G). destruct (value_fabs v (proj1 Hv)) as [_ E].
  rewrite E in G.
  now apply rounded_above_abs with v.
Qed.

(* The value is no farther from 0 than the rounded number. *)
Lemma value_rounded v r : is_rounded v r -> Rabs (value v) <= Rabs (rnd f r).
Proof.
  intros (N & H). pose proof huge_at_least_1.
  destruct H as [(H & _ & E) | [(H & ->) | (H & ->)]].
  - rewrite value_finite, E by assumption. lra.
  - simpl. rewrite !Rabs_pos_eq; lra.
  - simpl. rewrite !Rabs_left; lra.
Qed.

(* Upper bounds of values, through sums and squares that may overflow. *)

Lemma value_sub_at_most x y : finite x -> finite y ->
  number (fsub x y) /\ Rabs (value (fsub x y)) <= (1 + u f) * Rabs (real x - real y).
Proof.
  intros Hx Hy. pose proof (fsub_rounded x y Hx Hy) as H. split; [apply H |].
  eapply Rle_trans; [now apply value_rounded, H |].
  pose proof (rnd_sum_error f (real x) (- real y) (real_in_format x) (generic_format_opp _ _ _ (real_in_format y))) as
    E.
  fold (real x - real y) in E.
  replace (rnd f (real x - real y)) with ((real x - real y) + (rnd f (real x - real y) - (real x - real y))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma value_add_at_most x y a b : nonneg x -> nonneg y -> number x -> number y -> value x <= a -> value y <= b ->
  number (fadd x y) /\ nonneg (fadd x y) /\ value (fadd x y) <= (1 + u f) * (a + b).
Proof.
  intros Px Py Nx Ny Hx Hy. pose proof (u_pos f). pose proof (nonneg_fadd x y Px Py).
  pose proof (value_nonneg x Px). pose proof (value_nonneg y Py). pose proof huge_at_least_1.
  destruct (is_finite x) eqn:Fx; destruct (is_finite y) eqn:Fy.
  2-4: destruct x as [[|] | [|] | | [|]], y as [[|] | [|] | | [|]]; try discriminate; unfold number; simpl in *;
    repeat split; auto; try nra.
  pose proof (fadd_rounded x y Fx Fy) as R. repeat split; auto; [apply R |].
  eapply Rle_trans; [eapply Rle_trans; [apply Rle_abs | apply value_rounded, R] |].
  rewrite value_finite in * by assumption.
  rewrite Rabs_pos_eq by (apply rnd_nonneg; lra).
  pose proof (rnd_sum_error f (real x) (real y) (real_in_format x) (real_in_format y)) as E.
  rewrite (Rabs_pos_eq (real x + real y)) in E by lra. apply Rabs_le_inv in E. nra.
Qed.

Lemma value_square_at_most x a : number x -> Rabs (value x) <= a ->
  number (fmul x x) /\ nonneg (fmul x x) /\ value (fmul x x) <= (1 + u f) * (a * a) + eta f.
Proof.
  intros Nx Hx. pose proof (u_pos f). pose proof (eta_pos f). pose proof huge_at_least_1. pose proof (nonneg_square x).
  destruct (is_finite x) eqn:Fx.
  - pose proof (fmul_rounded x x Fx Fx) as R. repeat split; auto; [apply R |].
    eapply Rle_trans; [eapply Rle_trans; [apply Rle_abs | apply value_rounded, R] |].
    rewrite value_finite in Hx by assumption.
    pose proof (Rabs_pos (real x)).
    assert (A : real x * real x <= a * a) by (pose proof (Rsqr_abs (real x)) as Q; unfold Rsqr in Q; nra).
    assert (0 <= real x * real x) by nra.
    rewrite Rabs_pos_eq by (apply rnd_nonneg; lra).
    pose proof (rnd_error f (real x * real x)) as E. rewrite (Rabs_pos_eq (real x * real x)) in E by lra.
    apply Rabs_le_inv in E. nra.
  - destruct x as [[|] | [|] | | [|]]; try discriminate; unfold number; simpl in *; repeat split; auto;
      rewrite ?Rabs_Ropp, Rabs_pos_eq in Hx by lra; nra.
Qed.

(* The sum of the absolute values bounds the difference: it overflows first. *)
Lemma fsub_finite_of_sum x y : finite (fadd (fabs x) (fabs y)) -> finite (fsub x y).
Proof.
  intros H. destruct (fadd_finite _ _ H) as (Fx & Fy & E). apply fabs_finite in Fx. apply fabs_finite in Fy.
  apply (rounded_finite _ _ (fsub_rounded x y Fx Fy)).
  pose proof (real_below (fadd (fabs x) (fabs y))) as B. fold huge in B. rewrite E, !real_fabs in B.
  apply Rle_lt_trans with (2 := B). pose proof (Rabs_pos (real x)). pose proof (Rabs_pos (real y)).
  rewrite (Rabs_pos_eq (rnd f (Rabs _ + Rabs _))) by (apply rnd_nonneg; lra).
  apply Rabs_le. pose proof (Rabs_triang (real x) (- real y)) as T. rewrite Rabs_Ropp in T.
  assert (N : - (Rabs (real x) + Rabs (real y)) <= real x - real y <= Rabs (real x) + Rabs (real y)).
  { apply Rabs_le_inv. exact T. }
  split; [| now apply rnd_le].
  assert (O : forall r, rnd f (- r) = - rnd f r) by (intros r; apply round_NE_opp).
  rewrite <- O. apply rnd_le, N.
Qed.

End Overflow.
