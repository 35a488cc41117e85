(* A checker of error bounds: whether the rounding of an expression of C stays below a bound, decided by computation.

   The inputs of an expression are atoms: doubles of which is known how far they are from some real numbers, and how
   large and how small they are. From the atoms follow, as polynomials of their magnitudes (ReflectPolynomials.v), the
   magnitude and the error of each operation, a bound from below of sums and products of positive numbers, and powers of
   two that no operation exceeds. Underflow is part of all of them. So a filter is proved by one computation each:

   - `is_within`: the value of an expression is off by at most a polynomial;
   - `is_covered`: it is off by at most the value of another expression of the C code, its error bound;
   - `is_above`: if a value exceeds another one, a margin included, the real number exceeds what the margin is for;
   - `fits`: no operation overflows.

   Quotients, square roots and differences whose size matters are atoms with a bound of their own (ReflectAtoms.v). *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core Operations.
From Carom Require Import Model Bounded.
From Carom Require Export ReflectPolynomials.
Import ListNotations.

Open Scope R_scope.

Inductive expr :=
  Atom (i : nat) | Const (m e : Z) | Add (a b : expr) | Sub (a b : expr) | Mul (a b : expr) | Abs (a : expr).

(* What is known of an atom: how far it is from its real number, polynomials and a number that bound its magnitude from
   above and below, whether it is certainly not negative, and a power of two that it does not exceed. *)
Record known := Known { off_by : poly; at_most : poly; at_least : coef; is_pos : bool; top : Z }.

Definition nothing : coef := Float radix2 0 0.
Definition one : coef := Float radix2 1 0.
(* The default: the number 0. *)
Definition zero_atom := Known [] [] nothing true 0.

Definition zero : D := fconst 0 0.
Definition value (values : list D) (i : nat) : D := nth i values zero.
Definition exact (exacts : list R) (i : nat) : R := nth i exacts 0.
Definition size (values : list D) (i : nat) : R := Rabs (real (value values i)).

(* The value of an expression in C, and in real numbers. *)
Fixpoint in_doubles (values : list D) (a : expr) : D :=
  match a with
  | Atom i => value values i
  | Const m e => fconst m e
  | Add a b => fadd (in_doubles values a) (in_doubles values b)
  | Sub a b => fsub (in_doubles values a) (in_doubles values b)
  | Mul a b => fmul (in_doubles values a) (in_doubles values b)
  | Abs a => fabs (in_doubles values a)
  end.

Fixpoint in_reals (exacts : list R) (a : expr) : R :=
  match a with
  | Atom i => exact exacts i
  | Const m e => IZR m * bpow radix2 e
  | Add a b => in_reals exacts a + in_reals exacts b
  | Sub a b => in_reals exacts a - in_reals exacts b
  | Mul a b => in_reals exacts a * in_reals exacts b
  | Abs a => Rabs (in_reals exacts a)
  end.

(* The expression of a term of C. `atoms` is the list of the values that it takes as atoms. *)
Ltac place_in atoms t :=
  lazymatch atoms with
  | t :: _ => constr:(O)
  | _ :: ?rest => let n := place_in rest t in constr:(S n)
  end.

Ltac expression atoms t :=
  lazymatch t with
  | fadd ?a ?b => let p := expression atoms a in let q := expression atoms b in constr:(Add p q)
  | fsub ?a ?b => let p := expression atoms a in let q := expression atoms b in constr:(Sub p q)
  | fmul ?a ?b => let p := expression atoms a in let q := expression atoms b in constr:(Mul p q)
  | fabs ?a => let p := expression atoms a in constr:(Abs p)
  | fconst ?m ?e => constr:(Const m e)
  | _ => let i := place_in atoms t in constr:(Atom i)
  end.

Definition uc : coef := Float radix2 1 (-53).
Definition etac : coef := Float radix2 1 (-1075).
Definition one_less : coef := Float radix2 (2 ^ 53 - 1) (-53).

Lemma uc_value : F2R uc = u double.
Proof. unfold F2R, u. simpl. ring. Qed.
Lemma etac_value : F2R etac = eta double.
Proof. unfold F2R, eta, emin. simpl. ring. Qed.
Lemma one_less_value : F2R one_less = 1 - u double.
Proof. rewrite u_double. unfold F2R. simpl. lra. Qed.

Section Check.
Variable table : list known.
Definition of_atom (i : nat) : known := nth i table zero_atom.

(* ---- What is computed ---- *)

Definition is_constant (m e : Z) : bool :=
  (Z.ltb (Z.abs m) (2 ^ 53) && Z.leb (-1074) e && Z.leb (Z.log2 (Z.abs m) + 1 + e) 1024)%bool%Z.

Fixpoint is_known (a : expr) : bool :=
  match a with
  | Atom i => has_no_minus (off_by (of_atom i))
  | Const m e => is_constant m e
  | Abs a => is_known a
  | Add a b | Sub a b | Mul a b => is_known a && is_known b
  end.

(* Bounds of the magnitude of the real number, and of the error. *)
Fixpoint bounds (a : expr) : poly * poly :=
  match a with
  | Atom i => (padd (variable i) (off_by (of_atom i)), off_by (of_atom i))
  | Const m e => (constant (Float radix2 (Z.abs m) e), [])
  | Abs a => bounds a
  | Add a b | Sub a b =>
    let (m, e) := bounds a in let (n, f) := bounds b in let s := padd m n in let d := padd e f in
    (s, padd (padd d (scale uc d)) (scale uc s))
  | Mul a b =>
    let (m, e) := bounds a in let (n, f) := bounds b in let s := pmul m n in
    let d := padd (padd (pmul m f) (pmul e n)) (pmul e f) in
    (s, padd (padd (padd d (scale uc d)) (scale uc s)) (constant etac))
  end.

(* Sums and products of numbers that are not negative. *)
Fixpoint is_positive (a : expr) : bool :=
  match a with
  | Atom i => is_pos (of_atom i)
  | Abs (Atom i) => true
  | Const m e => is_constant m e && Z.leb 0 m
  | Add a b | Mul a b => is_positive a && is_positive b
  | _ => false
  end.

(* Such a value is at least the first polynomial, less the second. *)
Fixpoint low (a : expr) : poly * poly :=
  match a with
  | Atom i | Abs (Atom i) => (variable i, [])
  | Const m e => (constant (Float radix2 m e), [])
  | Add a b => let (p, s) := low a in let (q, t) := low b in (scale one_less (padd p q), padd s t)
  | Mul a b =>
    let (p, s) := low a in let (q, t) := low b in
    (scale one_less (pmul p q), padd (padd (pmul s q) (pmul p t)) (constant etac))
  | _ => ([], [])
  end.

(* An exponent of two that a value does not exceed in magnitude. *)
Fixpoint power (a : expr) : Z :=
  match a with
  | Atom i => top (of_atom i)
  | Const m e => Z.log2 (Z.abs m) + 1 + e
  | Add a b | Sub a b => Z.max (power a) (power b) + 1
  | Mul a b => power a + power b
  | Abs a => power a
  end.

Definition is_power (n : Z) : bool := (Z.leb (-1074) n && Z.ltb n 1024)%bool.

Fixpoint fits (a : expr) : bool :=
  match a with
  | Atom i => true
  | Const m e => is_constant m e
  | Add a b | Sub a b => fits a && fits b && is_power (Z.max (power a) (power b) + 1)
  | Mul a b => fits a && fits b && is_power (power a + power b)
  | Abs a => fits a
  end%bool.

Definition is_nonneg_here (p : poly) : bool :=
  is_nonneg (fun i => at_most (of_atom i)) (fun i => top (of_atom i)) (fun i => at_least (of_atom i)) p.

Definition is_within (a : expr) (p : poly) : bool := (is_known a && is_nonneg_here (psub p (snd (bounds a))))%bool.

Definition is_covered (a error : expr) : bool :=
  (is_known a && is_positive error &&
    let (p, s) := low error in is_nonneg_here (psub p (padd (snd (bounds a)) s)))%bool.

Definition is_above (big small target : expr) : bool :=
  (is_known big && is_known target && is_positive small &&
    let (p, s) := low small in
    is_nonneg_here (psub p (padd (padd (fst (bounds target)) (snd (bounds big))) s)))%bool.

(* ---- What it means ---- *)

Variables (values : list D) (exacts : list R).
Notation x := (size values).
Notation v := (value values).
Notation X := (exact exacts).

Definition fact (k : known) (d : D) (r : R) : Prop :=
  finite d /\ Rabs (r - real d) <= value_of x (off_by k) /\ Rabs (real d) <= value_of x (at_most k) /\
  F2R (at_least k) <= Rabs (real d) /\ (is_pos k = true -> 0 <= real d) /\ Rabs (real d) <= bpow radix2 (top k).

Fixpoint facts_of (ks : list known) (ds : list D) (rs : list R) : Prop :=
  match ks, ds, rs with
  | [], [], [] => True
  | k :: ks, d :: ds, r :: rs => fact k d r /\ facts_of ks ds rs
  | _, _, _ => False
  end.

Definition facts := facts_of table values exacts.

Hypothesis known_facts : facts.

Lemma size_nonneg i : 0 <= x i.
Proof. apply Rabs_pos. Qed.

Lemma zero_fact : fact zero_atom zero 0.
Proof.
  destruct (const_value 0 0 eq_refl eq_refl eq_refl) as [F V]. unfold fact, zero. rewrite V. cbn [zero_atom off_by
    at_most at_least is_pos top value_of fold_right]. rewrite Rmult_0_l, Rminus_0_r, Rabs_R0. unfold nothing.
  rewrite F2R_0. simpl. repeat split; auto; lra.
Qed.

Lemma fact_of_list ks ds rs i : facts_of ks ds rs -> fact (nth i ks zero_atom) (nth i ds zero) (nth i rs 0).
Proof.
  revert ds rs i. induction ks as [| k ks IH]; intros [| d ds] [| r rs] i; cbn [facts_of]; try tauto.
  - intros _. destruct i; apply zero_fact.
  - intros [K H]. destruct i as [| i]; [exact K | exact (IH _ _ i H)].
Qed.

Lemma each_fact i : fact (of_atom i) (v i) (X i).
Proof. apply fact_of_list, known_facts. Qed.

Lemma sum_step (r s s' M E : R) : Rabs s <= M -> Rabs (s' - s) <= E -> Rabs (r - s') <= u double * Rabs s' ->
  Rabs (r - s) <= E + u double * E + u double * M.
Proof.
  intros A B C. pose proof (u_pos double). assert (Rabs s' <= M + E).
  { replace s' with (s + (s' - s)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  replace (r - s) with ((r - s') + (s' - s)) by ring. eapply Rle_trans; [apply Rabs_triang |]. nra.
Qed.

Lemma product_error p q P Q M N E G : Rabs P <= M -> Rabs Q <= N -> Rabs (p - P) <= E -> Rabs (q - Q) <= G ->
  Rabs (p * q - P * Q) <= M * G + E * N + E * G.
Proof.
  intros. pose proof (Rabs_pos P). pose proof (Rabs_pos Q).
  pose proof (Rabs_pos (p - P)). pose proof (Rabs_pos (q - Q)).
  replace (p * q - P * Q) with (P * (q - Q) + (p - P) * Q + (p - P) * (q - Q)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
  rewrite !Rabs_mult. apply Rplus_le_compat; [apply Rplus_le_compat |]; apply Rmult_le_compat; lra.
Qed.

Lemma constant_is m e : is_constant m e = true ->
  finite (fconst m e : D) /\ real (fconst m e : D) = IZR m * bpow radix2 e.
Proof.
  unfold is_constant. rewrite !andb_true_iff. intros ((A & B) & C). apply Z.ltb_lt in A. apply Z.leb_le in B, C.
  now apply fconst_value.
Qed.

Lemma magnitude_correct a : is_known a = true -> Rabs (in_reals exacts a) <= value_of x (fst (bounds a)).
Proof.
  induction a as [i | m e | a IHa b IHb | a IHa b IHb | a IHa b IHb | a IHa]; intros O;
    cbn [is_known bounds in_reals] in *.
  - destruct (each_fact i) as (_ & C & _). cbn [fst]. rewrite value_padd, value_variable.
    replace (X i) with (real (v i) + (X i - real (v i))) by ring. eapply Rle_trans; [apply Rabs_triang |].
    unfold size in *. lra.
  - cbn [fst]. rewrite value_constant. unfold F2R. cbn [Fnum Fexp].
    rewrite Rabs_mult, abs_IZR, (Rabs_pos_eq (bpow radix2 e)) by apply bpow_ge_0. lra.
  - apply andb_prop in O. destruct O as [O1 O2]. specialize (IHa O1). specialize (IHb O2).
    destruct (bounds a), (bounds b). cbn [fst] in *. rewrite value_padd.
    eapply Rle_trans; [apply Rabs_triang |]. lra.
  - apply andb_prop in O. destruct O as [O1 O2]. specialize (IHa O1). specialize (IHb O2).
    destruct (bounds a), (bounds b). cbn [fst] in *. rewrite value_padd.
    unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
  - apply andb_prop in O. destruct O as [O1 O2]. specialize (IHa O1). specialize (IHb O2).
    destruct (bounds a), (bounds b). cbn [fst] in *. rewrite value_pmul, Rabs_mult.
    apply Rmult_le_compat; auto using Rabs_pos.
  - rewrite Rabs_Rabsolu. now apply IHa.
Qed.

Theorem error_correct a : is_known a = true -> finite (in_doubles values a) ->
  Rabs (real (in_doubles values a) - in_reals exacts a) <= value_of x (snd (bounds a)).
Proof.
  pose proof (u_pos double) as U. pose proof (eta_pos double) as T.
  induction a as [i | m e | a IHa b IHb | a IHa b IHb | a IHa b IHb | a IHa]; intros O Fi.
  - destruct (each_fact i) as (_ & C & _). rewrite Rabs_minus_sym. exact C.
  - destruct (constant_is m e O) as [_ V]. cbn [bounds snd in_doubles in_reals]. rewrite V, Rminus_diag_eq, Rabs_R0
      by reflexivity. simpl. lra.
  - cbn [is_known bounds in_doubles in_reals] in *.
    apply andb_prop in O. destruct O as [O1 O2]. destruct (fadd_finite _ _ Fi) as (F1 & F2 & V).
    specialize (IHa O1 F1). specialize (IHb O2 F2).
    pose proof (magnitude_correct _ O1). pose proof (magnitude_correct _ O2).
    destruct (bounds a) as [m e]. destruct (bounds b) as [n f]. cbn [fst snd] in *.
    rewrite !value_padd, !value_scale, !value_padd, uc_value, V.
    apply sum_step with (real (in_doubles values a) + real (in_doubles values b)).
    + eapply Rle_trans; [apply Rabs_triang |]. lra.
    + replace (_ + _ - (_ + _)) with ((real (in_doubles values a) - in_reals exacts a) +
        (real (in_doubles values b) - in_reals exacts b)) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra.
    + apply rnd_sum_error; apply real_in_format.
  - cbn [is_known bounds in_doubles in_reals] in *.
    apply andb_prop in O. destruct O as [O1 O2]. destruct (fsub_finite _ _ Fi) as (F1 & F2 & V).
    specialize (IHa O1 F1). specialize (IHb O2 F2).
    pose proof (magnitude_correct _ O1). pose proof (magnitude_correct _ O2).
    destruct (bounds a) as [m e]. destruct (bounds b) as [n f]. cbn [fst snd] in *.
    rewrite !value_padd, !value_scale, !value_padd, uc_value, V.
    apply sum_step with (real (in_doubles values a) - real (in_doubles values b)).
    + unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
    + replace (_ - _ - (_ - _)) with ((real (in_doubles values a) - in_reals exacts a) -
        (real (in_doubles values b) - in_reals exacts b)) by ring.
      unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
    + unfold Rminus at 1 3 4. apply rnd_sum_error; [apply real_in_format |].
      apply Generic_fmt.generic_format_opp, real_in_format.
  - cbn [is_known bounds in_doubles in_reals] in *.
    apply andb_prop in O. destruct O as [O1 O2]. destruct (fmul_finite _ _ Fi) as (F1 & F2 & V).
    specialize (IHa O1 F1). specialize (IHb O2 F2).
    pose proof (magnitude_correct _ O1) as A1. pose proof (magnitude_correct _ O2) as B1.
    destruct (bounds a) as [m e]. destruct (bounds b) as [n f]. cbn [fst snd] in *.
    rewrite !value_padd, !value_scale, !value_padd, !value_pmul, value_constant, uc_value, etac_value, V.
    set (w := real (in_doubles values a) * real (in_doubles values b)).
    set (W := in_reals exacts a * in_reals exacts b).
    assert (S1 : Rabs (w - W) <= _) by exact (product_error _ _ _ _ _ _ _ _ A1 B1 IHa IHb).
    assert (S0 : Rabs W <= value_of x m * value_of x n).
    { unfold W. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. }
    pose proof (rnd_error double w) as R0. assert (Rabs w <= Rabs W + Rabs (w - W)).
    { replace w with (W + (w - W)) at 1 by ring. apply Rabs_triang. }
    replace (rnd double w - W) with ((rnd double w - w) + (w - W)) by ring.
    eapply Rle_trans; [apply Rabs_triang |]. clearbody w W.
    generalize dependent (value_of x m * value_of x f + value_of x e * value_of x n + value_of x e * value_of x f).
    intros d S1. assert (u double * Rabs w <= u double * (value_of x m * value_of x n + d)); [| lra].
    apply Rmult_le_compat_l; lra.
  - cbn [is_known bounds in_doubles in_reals] in *. apply fabs_finite in Fi. rewrite real_fabs.
    eapply Rle_trans; [apply Rabs_triang_inv2 | now apply IHa].
Qed.

Lemma rounded_down (w : R) : 0 <= w -> (1 - u double) * w - eta double <= rnd double w.
Proof. intros W. pose proof (rnd_error double w) as E. rewrite (Rabs_pos_eq w W) in E. apply Rabs_le_inv in E. lra. Qed.

Lemma product_low V W P Q S T : 0 <= V -> 0 <= W -> 0 <= P -> 0 <= Q -> 0 <= S -> 0 <= T -> P - S <= V -> Q - T <= W ->
  P * Q - (S * Q + P * T) <= V * W.
Proof.
  intros V0 W0 P0 Q0 S0 T0 A B. pose proof (Rmult_le_pos _ _ V0 W0).
  destruct (Rle_dec S P) as [L | L].
  - destruct (Rle_dec T Q) as [K | K].
    + assert ((P - S) * (Q - T) <= V * W) by (apply Rmult_le_compat; lra). pose proof (Rmult_le_pos _ _ S0 T0). nra.
    + pose proof (Rmult_le_pos _ _ S0 Q0). assert (P * Q <= P * T) by (apply Rmult_le_compat_l; lra). lra.
  - pose proof (Rmult_le_pos _ _ P0 T0). assert (P * Q <= S * Q) by (apply Rmult_le_compat_r; lra). lra.
Qed.

Theorem low_correct a : is_positive a = true -> finite (in_doubles values a) ->
  0 <= real (in_doubles values a) /\ 0 <= value_of x (fst (low a)) /\ 0 <= value_of x (snd (low a)) /\
  value_of x (fst (low a)) - value_of x (snd (low a)) <= real (in_doubles values a).
Proof.
  pose proof (u_pos double) as U. pose proof (u_le_quarter double) as U4. pose proof (eta_pos double) as T.
  induction a as [i | m e | a IHa b IHb | a IHa b IHb | a IHa b IHb | a IHa]; intros O Fi; try discriminate.
  - cbn [is_positive low in_doubles fst snd] in *. destruct (each_fact i) as (_ & _ & _ & _ & P & _). specialize (P O).
    rewrite value_variable. unfold size. rewrite Rabs_pos_eq by exact P. simpl. lra.
  - cbn [is_positive low in_doubles fst snd] in *. apply andb_prop in O. destruct O as [O M]. apply Z.leb_le in M.
    destruct (constant_is m e O) as [_ V]. rewrite V, value_constant. unfold F2R. cbn [Fnum Fexp].
    assert (0 <= IZR m * bpow radix2 e) by (apply Rmult_le_pos; [now apply IZR_le | apply bpow_ge_0]). simpl. lra.
  - cbn [is_positive low in_doubles] in *. apply andb_prop in O. destruct O as [O1 O2].
    destruct (fadd_finite _ _ Fi) as (F1 & F2 & V).
    destruct (IHa O1 F1) as (A0 & A1 & A2 & A3). destruct (IHb O2 F2) as (B0 & B1 & B2 & B3).
    destruct (low a) as [p s]. destruct (low b) as [q t]. cbn [fst snd] in *.
    rewrite !value_scale, !value_padd, one_less_value, V.
    split; [apply rnd_nonneg; lra |]. split; [apply Rmult_le_pos; lra |]. split; [lra |].
    pose proof (rnd_sum_error double _ _ (real_in_format (in_doubles values a)) (real_in_format (in_doubles values b)))
      as E.
    rewrite (Rabs_pos_eq (real (in_doubles values a) + real (in_doubles values b))) in E by lra.
    apply Rabs_le_inv in E. nra.
  - cbn [is_positive low in_doubles] in *. apply andb_prop in O. destruct O as [O1 O2].
    destruct (fmul_finite _ _ Fi) as (F1 & F2 & V).
    destruct (IHa O1 F1) as (A0 & A1 & A2 & A3). destruct (IHb O2 F2) as (B0 & B1 & B2 & B3).
    destruct (low a) as [p s]. destruct (low b) as [q t]. cbn [fst snd] in *.
    rewrite !value_scale, !value_padd, !value_pmul, value_constant, one_less_value, etac_value, V.
    pose proof (product_low _ _ _ _ _ _ A0 B0 A1 B1 A2 B2 A3 B3) as L. pose proof (Rmult_le_pos _ _ A0 B0) as VW.
    pose proof (Rmult_le_pos _ _ A2 B1). pose proof (Rmult_le_pos _ _ A1 B2). pose proof (Rmult_le_pos _ _ A1 B1).
    pose proof (rounded_down _ VW).
    split; [now apply rnd_nonneg |]. split; [apply Rmult_le_pos; lra |]. split; [lra |]. nra.
  - destruct a as [i | | | | |]; try discriminate. cbn [low in_doubles fst snd]. rewrite value_variable, real_fabs.
    pose proof (size_nonneg i). unfold size in *. simpl. repeat split; lra.
Qed.

Lemma is_power_true n : is_power n = true -> (-1074 <= n < 1024)%Z.
Proof. unfold is_power. rewrite andb_true_iff. intros [A B]. apply Z.leb_le in A. apply Z.ltb_lt in B. lia. Qed.

Theorem fits_correct a : fits a = true -> below (power a) (in_doubles values a).
Proof.
  induction a as [i | m e | a IHa b IHb | a IHa b IHb | a IHa b IHb | a IHa]; intros H;
    cbn [fits power in_doubles] in *.
  - destruct (each_fact i) as (F & _ & _ & _ & _ & B). split; assumption.
  - destruct (constant_is m e H) as [F V]. split; [exact F |]. rewrite V, Rabs_mult, (Rabs_pos_eq (bpow radix2 e))
      by apply bpow_ge_0. rewrite bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    rewrite <- abs_IZR, <- IZR_Zpower by (pose proof (Z.log2_nonneg (Z.abs m)); lia). apply IZR_le.
    change (Zpower radix2) with (Z.pow 2). rewrite Z.add_1_r. destruct (Z.eq_dec m 0) as [-> | M]; [simpl; lia |].
    apply Z.lt_le_incl, Z.log2_spec. lia.
  - rewrite !andb_true_iff in H. destruct H as ((A & B) & C). apply is_power_true in C.
    apply below_add; [lia | |]; eapply below_weaken; eauto; lia.
  - rewrite !andb_true_iff in H. destruct H as ((A & B) & C). apply is_power_true in C.
    apply below_sub; [lia | |]; eapply below_weaken; eauto; lia.
  - rewrite !andb_true_iff in H. destruct H as ((A & B) & C). apply is_power_true in C. apply below_mul; auto; lia.
  - now apply below_abs, IHa.
Qed.

Lemma nonneg_here p : is_nonneg_here p = true -> 0 <= value_of x p.
Proof.
  apply is_nonneg_correct; intros i; [apply size_nonneg | | |];
    destruct (each_fact i) as (_ & _ & M & L & _ & T); assumption.
Qed.

Theorem is_within_correct a p : is_within a p = true -> finite (in_doubles values a) ->
  Rabs (real (in_doubles values a) - in_reals exacts a) <= value_of x p.
Proof.
  unfold is_within. rewrite andb_true_iff. intros [O C] F. pose proof (error_correct a O F) as E.
  apply nonneg_here in C. rewrite value_psub in C. lra.
Qed.

Theorem is_covered_correct a error : is_covered a error = true ->
  finite (in_doubles values a) -> finite (in_doubles values error) ->
  Rabs (real (in_doubles values a) - in_reals exacts a) <= real (in_doubles values error).
Proof.
  unfold is_covered. rewrite !andb_true_iff. intros ((O & P) & C) F G. pose proof (error_correct a O F) as E.
  destruct (low_correct error P G) as (_ & _ & _ & L). destruct (low error) as [p s]. cbn [fst snd] in L.
  apply nonneg_here in C. rewrite value_psub, value_padd in C. lra.
Qed.

Theorem is_above_correct big small target : is_above big small target = true ->
  finite (in_doubles values big) -> finite (in_doubles values small) ->
  flt (in_doubles values small) (in_doubles values big) = true -> in_reals exacts target < in_reals exacts big.
Proof.
  unfold is_above. rewrite !andb_true_iff. intros (((O & Q) & P) & C) F G H. apply (flt_real _ _ G F) in H.
  pose proof (error_correct big O F) as E. apply Rabs_le_inv in E.
  destruct (low_correct small P G) as (_ & _ & _ & L). destruct (low small) as [p s]. cbn [fst snd] in L.
  apply nonneg_here in C. rewrite value_psub, !value_padd in C.
  pose proof (magnitude_correct target Q) as M. pose proof (Rle_abs (in_reals exacts target)). lra.
Qed.

End Check.
