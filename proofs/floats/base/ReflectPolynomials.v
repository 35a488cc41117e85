(* Polynomials of magnitudes, with dyadic coefficients that Coq computes: the bounds of the checker (Reflect.v).

   The variables x i are the magnitudes of the inputs of a filter, so they are not negative. `is_nonneg` decides by
   computation that a polynomial is not negative. It replaces the variables of each negative term by what bounds them
   from above, then each variable that is bounded from below by its bound and a rest, and looks at the signs. If terms
   are left that are negative, they are replaced by the powers of two that their variables do not exceed. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core Operations.
Import ListNotations.

Open Scope R_scope.

Notation coef := (float radix2).

(* A term is the list of its variables, in order, and a coefficient. *)
Definition poly := list (list nat * coef).

Definition product_of (x : nat -> R) (l : list nat) : R := fold_right (fun i s => x i * s) 1 l.
Definition value_of (x : nat -> R) (p : poly) : R := fold_right (fun t s => F2R (snd t) * product_of x (fst t) + s) 0 p.

Definition constant (c : coef) : poly := [([], c)].
Definition variable (i : nat) : poly := [([i], Float radix2 1 0)].

Fixpoint insert (i : nat) (l : list nat) : list nat :=
  match l with [] => [i] | j :: t => if Nat.leb i j then i :: l else j :: insert i t end.

Fixpoint same (l m : list nat) : bool :=
  match l, m with [], [] => true | i :: l, j :: m => Nat.eqb i j && same l m | _, _ => false end.

Fixpoint put (t : list nat * coef) (p : poly) : poly :=
  match p with
  | [] => [t]
  | s :: q => if same (fst t) (fst s) then (fst s, Fplus (snd t) (snd s)) :: q else s :: put t q
  end.

(* No two terms of the result have the same variables. *)
Definition collect (p : poly) : poly := fold_right put [] p.

Definition scale (c : coef) (p : poly) : poly := map (fun t => (fst t, Fmult c (snd t))) p.
Definition times (l : list nat) (c : coef) (p : poly) : poly :=
  map (fun t => (fold_right insert (fst t) l, Fmult c (snd t))) p.
Definition pmul (p q : poly) : poly := collect (flat_map (fun t => times (fst t) (snd t) q) p).
Definition padd (p q : poly) : poly := collect (p ++ q).
Definition psub (p q : poly) : poly := padd p (scale (Float radix2 (-1) 0) q).

Lemma product_insert x i l : product_of x (insert i l) = x i * product_of x l.
Proof.
  induction l as [| j t IH]; simpl; auto. destruct (Nat.leb i j); simpl; auto. unfold product_of in *. rewrite IH. ring.
Qed.

Lemma product_fold x l m : product_of x (fold_right insert m l) = product_of x l * product_of x m.
Proof. induction l as [| j t IH]; simpl; [ring |]. rewrite product_insert, IH. ring. Qed.

Lemma same_true l m : same l m = true -> l = m.
Proof.
  revert m. induction l as [| i l IH]; destruct m as [| j m]; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros [A B]. apply Nat.eqb_eq in A. now rewrite A, (IH m B).
Qed.

Lemma value_cons x t p : value_of x (t :: p) = F2R (snd t) * product_of x (fst t) + value_of x p.
Proof. reflexivity. Qed.

Lemma value_put x t p : value_of x (put t p) = F2R (snd t) * product_of x (fst t) + value_of x p.
Proof.
  induction p as [| s q IH]; simpl; auto. destruct (same (fst t) (fst s)) eqn:E; simpl.
  - apply same_true in E. rewrite F2R_plus, E. ring.
  - rewrite IH. ring.
Qed.

Lemma value_collect x p : value_of x (collect p) = value_of x p.
Proof. induction p as [| t p IH]; simpl; auto. rewrite value_put, IH. reflexivity. Qed.

Lemma value_app x p q : value_of x (p ++ q) = value_of x p + value_of x q.
Proof. induction p as [| t p IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma value_padd x p q : value_of x (padd p q) = value_of x p + value_of x q.
Proof. unfold padd. now rewrite value_collect, value_app. Qed.

Lemma value_scale x c p : value_of x (scale c p) = F2R c * value_of x p.
Proof. induction p as [| t p IH]; simpl; [ring |]. rewrite IH, F2R_mult. ring. Qed.

Lemma value_psub x p q : value_of x (psub p q) = value_of x p - value_of x q.
Proof.
  unfold psub. rewrite value_padd, value_scale. replace (F2R (Float radix2 (-1) 0)) with (-1); [ring |].
  unfold F2R. simpl. ring.
Qed.

Lemma value_times x l c p : value_of x (times l c p) = F2R c * product_of x l * value_of x p.
Proof. induction p as [| t p IH]; simpl; [ring |]. rewrite IH, F2R_mult, product_fold. ring. Qed.

Lemma value_pmul x p q : value_of x (pmul p q) = value_of x p * value_of x q.
Proof.
  unfold pmul. rewrite value_collect. induction p as [| t p IH]; simpl; [ring |].
  rewrite value_app, value_times, IH. ring.
Qed.

Lemma value_constant x c : value_of x (constant c) = F2R c.
Proof. simpl. ring. Qed.

Lemma value_variable x i : value_of x (variable i) = x i.
Proof. unfold variable, value_of, product_of, F2R. simpl. ring. Qed.

(* No coefficient is negative. *)
Definition has_no_minus (p : poly) : bool := forallb (fun t => Z.leb 0 (Fnum (snd t))) p.

Lemma product_nonneg x l : (forall i, 0 <= x i) -> 0 <= product_of x l.
Proof. intros H. induction l as [| i l IH]; simpl; [lra |]. now apply Rmult_le_pos. Qed.

Lemma no_minus_nonneg x p : (forall i, 0 <= x i) -> has_no_minus p = true -> 0 <= value_of x p.
Proof.
  intros X. induction p as [| t p IH]; simpl; [lra |]. rewrite andb_true_iff. intros [A B]. apply Z.leb_le in A.
  pose proof (product_nonneg x (fst t) X). pose proof (F2R_ge_0 radix2 (snd t) A). specialize (IH B).
  assert (0 <= F2R (snd t) * product_of x (fst t)) by now apply Rmult_le_pos. lra.
Qed.

Section Signs.
Variable most : nat -> poly.  (* bounds of the variables from above *)
Variable top : nat -> Z.      (* powers of two that they do not exceed *)
Variable least : nat -> coef. (* bounds from below *)

(* The product of polynomials that stand for the variables of a term. *)
Definition replaced (by_ : nat -> poly) (t : list nat * coef) : poly :=
  fold_right (fun i p => pmul (by_ i) p) (constant (snd t)) (fst t).

Definition lowered_term (by_ : nat -> poly) (t : list nat * coef) : poly :=
  if Z.leb 0 (Fnum (snd t)) then [t] else replaced by_ t.
Definition lowered (by_ : nat -> poly) (p : poly) : poly := collect (flat_map (lowered_term by_) p).

Definition bound_and_rest (i : nat) : poly :=
  if Z.eqb 0 (Fnum (least i)) then variable i else variable i ++ constant (least i).
Definition shifted (p : poly) : poly := collect (flat_map (replaced bound_and_rest) p).

Definition power_of_two (i : nat) : poly := constant (Float radix2 1 (top i)).

Definition is_nonneg (p : poly) : bool :=
  let q := lowered most p in has_no_minus (shifted q) || has_no_minus (shifted (lowered power_of_two q)).

Variable x : nat -> R.
Hypothesis x_nonneg : forall i, 0 <= x i.
Hypothesis x_most : forall i, x i <= value_of x (most i).
Hypothesis x_top : forall i, x i <= bpow radix2 (top i).
Hypothesis x_least : forall i, F2R (least i) <= x i.

Lemma value_replaced y by_ t :
  value_of y (replaced by_ t) = F2R (snd t) * product_of (fun i => value_of y (by_ i)) (fst t).
Proof.
  unfold replaced. destruct t as [l c]. simpl. induction l as [| i l IH]; cbn [fold_right].
  - rewrite value_constant. simpl. ring.
  - rewrite value_pmul, IH. simpl. ring.
Qed.

Lemma product_le (y : nat -> R) l : (forall i, x i <= y i) -> 0 <= product_of x l <= product_of y l.
Proof.
  intros Y. induction l as [| i l IH]; simpl; [lra |]. pose proof (x_nonneg i). pose proof (Y i).
  split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra].
Qed.

Lemma lowered_is_less by_ p : (forall i, x i <= value_of x (by_ i)) -> value_of x (lowered by_ p) <= value_of x p.
Proof.
  intros Most. unfold lowered. rewrite value_collect. induction p as [| t p IH]; [simpl; lra |].
  cbn [flat_map]. rewrite value_app, value_cons.
  assert (value_of x (lowered_term by_ t) <= F2R (snd t) * product_of x (fst t)); [| lra]. unfold lowered_term.
  destruct (Z.leb_spec 0 (Fnum (snd t))) as [S | S]; [simpl; lra |]. rewrite value_replaced.
  pose proof (F2R_le_0 radix2 (snd t) ltac:(lia)). destruct (product_le _ (fst t) Most).
  apply Rmult_le_compat_neg_l; assumption.
Qed.

Let rest i := if Z.eqb 0 (Fnum (least i)) then x i else x i - F2R (least i).

Lemma value_shifted p : value_of rest (shifted p) = value_of x p.
Proof.
  unfold shifted. rewrite value_collect. induction p as [| t p IH]; simpl; [reflexivity |].
  rewrite value_app, IH, value_replaced. f_equal. f_equal. induction (fst t) as [| i l IHl]; simpl; [reflexivity |].
  rewrite IHl. f_equal. unfold bound_and_rest, rest.
  destruct (Z.eqb 0 (Fnum (least i))) eqn:E; [rewrite value_variable, E; reflexivity |].
  rewrite value_app, value_variable, value_constant, E. ring.
Qed.

Lemma shifted_nonneg p : has_no_minus (shifted p) = true -> 0 <= value_of x p.
Proof.
  intros H. rewrite <- value_shifted. apply no_minus_nonneg; [| exact H].
  intros i. unfold rest. pose proof (x_nonneg i). pose proof (x_least i). destruct (Z.eqb 0 (Fnum (least i))); lra.
Qed.

Theorem is_nonneg_correct p : is_nonneg p = true -> 0 <= value_of x p.
Proof.
  intros H. apply orb_prop in H. eapply Rle_trans; [| apply (lowered_is_less most), x_most].
  destruct H as [H | H]; apply shifted_nonneg in H; [exact H |]. eapply Rle_trans; [exact H |]. apply lowered_is_less.
  intros i. unfold power_of_two. rewrite value_constant, F2R_bpow. apply x_top.
Qed.

End Signs.
