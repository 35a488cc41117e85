(* A checker of error bounds: whether the roundings of a program of C stay below a bound, decided by computation.

   A program is a list of instructions, one for each value, in the order of the source. Its inputs are doubles of which
   is known how far they are from some real numbers, and how large and how small they are. Each value is, up to a rest
   that is bounded, a polynomial in the inputs and in the errors of the roundings: its form. What is exact, such as the
   sum of both parts of an error-free sum, is exact in the forms: errors cancel. A form is linear in errors; products of
   two errors go to the rest. Quotients and roots are variables like inputs, and their squares and products with the
   divisor are replaced by what they come from. A product of inputs is bounded by the magnitude of its rounded value,
   where a bound is written with it, as 2^-50 |a b|. Underflow is part of all bounds.

   So a filter is proved by one computation each (the sections "Goals" and "What is checked"):

   - `is_at_most`: the magnitude of an expression of values and real numbers is at most another one;
   - `is_less`: an expression is at most another one, signs included;
   - `checked`: no instruction overflows, or only where the results are not finite.

   proofs/floats/README.md says how to prove a new filter. *)
From Coq Require Import ZArith NArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core Operations BinarySingleNaN Relative.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct.
From Carom Require Export CheckerPolynomials.
Import ListNotations.

Open Scope R_scope.

(* What is known of an input: how far it is from its real number, a polynomial and a number that bound its magnitude
   from above and below, whether it is certainly not negative, and a power of two that it does not exceed. *)
Record known := Known { off_by : poly; at_most : poly; at_least : coef; is_pos : bool; at_top : Z }.

Inductive instr :=
| Input (k : known)
| Const (m e : Z)
| Add (i j : N) | Sub (i j : N) | Mul (i j : N) | Fma (i j k : N) | Neg (i : N) | Abs (i : N)
| Div (i j : N) | Sqrt (i : N)
  (* The low part of an error-free operation on i and j; s is its high part. For Ordered |i| >= |j|. *)
| SumRest (i j s : N) | DifferenceRest (i j s : N) | OrderedRest (i j s : N) | ProductRest (i j s : N)
  (* The same number as a variable of its own, so that bounds are in its magnitude. *)
| Keep (i : N)
  (* A real number that is not negative, in bounds: the program has the double 0 in its place. *)
| Bound.

Definition zero : D := fconst 0 0.
Definition nothing : coef := Float radix2 0 0.
Definition one : coef := Float radix2 1 0.
Definition uc : coef := Float radix2 1 (-53).
Definition etac : coef := Float radix2 1 (-1075).
Definition root_error : coef := Float radix2 (2 ^ 54 + 1) (-106).

Lemma uc_value : F2R uc = u double.
Proof. unfold F2R, u. simpl. ring. Qed.
Lemma etac_value : F2R etac = eta double.
Proof. unfold F2R, eta, emin. simpl. ring. Qed.

(* ---- Forms ---- *)

(* A number is its form, but for at most the rest. *)
Definition form := (poly * poly)%type.

Definition plus (s t : form) : form := (padd (fst s) (fst t), padd (snd s) (snd t)).
Definition minus (s t : form) : form := (psub (fst s) (fst t), padd (snd s) (snd t)).
Definition opposite (s : form) : form := (scale minus_one (fst s), snd s).
Definition exactly (p : poly) : form := (p, []).

Definition is_symbol (v : var) : bool := match v with Val _ | Par _ => false | _ => true end.
Definition is_linear (t : term) : bool := Nat.leb (length (filter is_symbol (fst t))) 1.

Section Sizes.
Variable size : var -> poly.

Definition form_size (s : form) : poly := padd (magnitude size (fst s)) (snd s).

Definition rest_of_product (s t : form) : poly :=
  match snd s, snd t with
  | [], [] => []
  | [], r => pmul (magnitude size (fst s)) r
  | r, [] => pmul r (magnitude size (fst t))
  | q, r => sum_of [pmul (magnitude size (fst s)) r; pmul q (magnitude size (fst t)); pmul q r]
  end.

Definition product (s t : form) : form :=
  let all := pmul (fst s) (fst t) in
  (filter is_linear all,
    padd (magnitude size (filter (fun t => negb (is_linear t)) all)) (rest_of_product s t)).

Variables x y : var -> R.
Hypothesis x_is : forall v, x v = Rabs (y v).
Hypothesis size_ok : forall v, Rabs (y v) <= value_of x (size v).

Definition close (a : R) (s : form) := Rabs (a - value_of y (fst s)) <= value_of x (snd s).

Lemma close_exactly p : close (value_of y p) (exactly p).
Proof. unfold close, exactly. simpl. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. Qed.

Lemma close_is a p : a = value_of y p -> close a (exactly p).
Proof. intros ->. apply close_exactly. Qed.

Lemma close_plus a b s t : close a s -> close b t -> close (a + b) (plus s t).
Proof.
  unfold close, plus. simpl. intros A B. rewrite !value_padd.
  replace (a + b - (value_of y (fst s) + value_of y (fst t))) with
    ((a - value_of y (fst s)) + (b - value_of y (fst t))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma close_minus a b s t : close a s -> close b t -> close (a - b) (minus s t).
Proof.
  unfold close, minus. simpl. intros A B. rewrite value_padd, value_psub.
  replace (a - b - (value_of y (fst s) - value_of y (fst t))) with
    ((a - value_of y (fst s)) + - (b - value_of y (fst t))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra.
Qed.

Lemma close_opposite a s : close a s -> close (- a) (opposite s).
Proof.
  unfold close, opposite. simpl. rewrite value_minus. intros A.
  replace (- a - - value_of y (fst s)) with (- (a - value_of y (fst s))) by ring. now rewrite Rabs_Ropp.
Qed.

Lemma close_size a s : close a s -> Rabs a <= value_of x (form_size s).
Proof.
  unfold close, form_size. intros A. rewrite value_padd. pose proof (magnitude_correct x y x_is size size_ok (fst s)).
  replace a with (value_of y (fst s) + (a - value_of y (fst s))) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma value_filter z f p : value_of z p = value_of z (filter f p) + value_of z (filter (fun t => negb (f t)) p).
Proof. induction p as [| t p IH]; simpl; [ring |]. destruct (f t); simpl; rewrite IH; ring. Qed.

Lemma value_rest_of_product s t : value_of x (rest_of_product s t) =
  value_of x (magnitude size (fst s)) * value_of x (snd t) + value_of x (snd s) * value_of x (magnitude size (fst t)) +
  value_of x (snd s) * value_of x (snd t).
Proof.
  unfold rest_of_product. destruct (snd s) as [| a p], (snd t) as [| b q].
  - cbn [value_of fold_right]. ring.
  - rewrite value_pmul. cbn [value_of fold_right]. ring.
  - rewrite value_pmul. cbn [value_of fold_right]. ring.
  - rewrite value_sum_of. cbn [total fold_right]. rewrite !value_pmul. ring.
Qed.

Lemma close_product a b s t : close a s -> close b t -> close (a * b) (product s t).
Proof.
  intros A B. pose proof (magnitude_correct x y x_is size size_ok (fst s)) as M.
  pose proof (magnitude_correct x y x_is size size_ok (fst t)) as N. unfold close in *.
  unfold product. cbn [fst snd].
  rewrite value_padd, value_rest_of_product. set (all := pmul (fst s) (fst t)).
  pose proof (value_pmul y (fst s) (fst t)) as V. fold all in V.
  pose proof (magnitude_correct x y x_is size size_ok (filter (fun t => negb (is_linear t)) all)) as L.
  rewrite (value_filter y is_linear all) in V.
  set (P := value_of y (fst s)) in *. set (Q := value_of y (fst t)) in *.
  set (l := value_of y (filter (fun t => negb (is_linear t)) all)) in *.
  set (k := value_of y (filter is_linear all)) in *.
  replace (a * b - k) with (l + (P * (b - Q) + (a - P) * Q + (a - P) * (b - Q))).
  2: { replace l with (P * Q - k) by (rewrite <- V; ring). ring. }
  eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [exact L |].
  eapply Rle_trans; [apply Rabs_triang |]. eapply Rle_trans; [apply Rplus_le_compat_r, Rabs_triang |].
  rewrite !Rabs_mult.
  repeat apply Rplus_le_compat; apply Rmult_le_compat; auto using Rabs_pos.
Qed.

End Sizes.

(* ---- What is computed of each value ---- *)

Record info := Info {
  double_form : form; (* of the double *)
  real_form : form;   (* of its real number *)
  err : poly;         (* bounds the error of the rounding, Err *)
  dev : poly;         (* bounds how far the real number is from the double, Dev *)
  most : poly;        (* bounds the magnitude of the double *)
  least : coef;       (* does so from below *)
  pos : bool;         (* the double is not negative *)
  top : option Z;     (* a power of two that it does not exceed *)
  base : option N;    (* a variable with this magnitude *)
  rule : option (list var * poly) (* a product of variables, and what it is *);
  limit : option (list var * poly) (* a product of magnitudes, and what it does not exceed *) }.

Definition table := list info.
Definition look (t : table) (i : N) : option info := nth_error t (N.to_nat i).

Section Lookup.
Variable t : table.

Definition size (v : var) : poly :=
  match v with
  | Val i => match look t i with Some n => match base n with Some j => variable (Val j) | None => variable v end
                               | None => variable v end
  | Err i => match look t i with Some n => err n | None => variable v end
  | Dev i => match look t i with Some n => dev n | None => variable v end
  | Par _ => variable v
  end.
Definition is_size (v : var) : bool :=
  match v with
  | Val i => match look t i with Some n => match base n with Some _ => pos n | None => false end | None => false end
  | Par _ => true
  | _ => false
  end.
Definition most_of (v : var) : poly :=
  match v with Val i => match look t i with Some n => most n | None => variable v end | _ => variable v end.
Definition least_of (v : var) : coef :=
  match v with Val i => match look t i with Some n => least n | None => nothing end | _ => nothing end.
Definition power_of (v : var) : option Z :=
  match v with Val i => match look t i with Some n => top n | None => None end | _ => None end.
Definition top_of (v : var) : poly := match power_of v with Some n => constant (Float radix2 1 n) | None => variable v
  end.

Definition double_of (i : N) : form := match look t i with Some n => double_form n | None => exactly (variable (Val
  i)) end.
Definition real_of (i : N) : form :=
  match look t i with Some n => real_form n | None => exactly (padd (variable (Val i)) (variable (Dev i))) end.
Definition is_positive (i : N) : bool := match look t i with Some n => pos n | None => false end.
Definition base_of (i : N) : option N := match look t i with Some n => base n | None => None end.
(* A power of two that the double has at least. *)
Definition floor_of (i : N) : option Z :=
  match look t i with
  | Some n => if Z.ltb 0 (Fnum (least n)) then Some (Z.log2 (Fnum (least n)) + Fexp (least n))%Z else None
  | None => None
  end.

(* A power of two that a polynomial of magnitudes does not exceed. *)
Fixpoint power_of_product (l : list var) : option Z :=
  match l with
  | [] => Some 0%Z
  | v :: l => match power_of v, power_of_product l with Some m, Some n => Some (m + n)%Z | _, _ => None end
  end.
Fixpoint sum_at_top (p : poly) : option coef :=
  match p with
  | [] => Some nothing
  | (l, c) :: p => match power_of_product l, sum_at_top p with
                   | Some n, Some s => Some (Fplus (Fmult (Fabs c) (Float radix2 1 n)) s)
                   | _, _ => None
                   end
  end.
Definition ceiling (p : poly) : option Z :=
  match sum_at_top p with Some c => Some (Z.log2_up (Z.max 1 (Fnum c)) + Fexp c)%Z | None => None end.
End Lookup.

Definition is_constant (m e : Z) : bool :=
  (Z.ltb (Z.abs m) (2 ^ 53) && Z.leb (-1074) e && Z.leb (Z.log2 (Z.abs m) + 1 + e) 1024)%bool%Z.

Definition above (m n : option Z) : bool := match m, n with Some m, Some n => Z.leb m n | _, _ => false end.
Definition both (f : Z -> Z -> Z) (m n : option Z) : option Z :=
  match m, n with Some m, Some n => Some (f m n) | _, _ => None end.
(* A bound from below that is a power of two. Results below 2^-1074 may be rounded to 0. *)
Definition power (n : option Z) : coef :=
  match n with Some n => if Z.leb (-1074) n then Float radix2 1 n else nothing | None => nothing end.

(* The product that a value is, but for its rounding, does not exceed the magnitude of the value by much. *)
Definition same_vars (l : list var) (a : term) : bool := match vars_compare l (fst a) with Eq => true | _ => false end.
Definition sum_of_coefs (p : poly) : coef := fold_right (fun a c => Fplus (snd a) c) nothing p.
Definition two : coef := Float radix2 2 0.
Definition half : coef := Float radix2 1 (-1).
Definition is_at_most_coef (c d : coef) : bool := Z.leb 0 (Fnum (Fminus d c)).
Definition product_limit (size : var -> poly) (k : N) (f : form) : option (list var * poly) :=
  match snd f, filter (fun a => negb (existsb is_symbol (fst a))) (fst f) with
  | [], [(l, c)] =>
    let m := magnitude size (filter (fun a => existsb is_symbol (fst a)) (fst f)) in
    (* 2^n is the largest power of two that c has. *)
    let n := (Z.log2 (Fnum c) + Fexp c)%Z in
    let d := Fmult (Float radix2 1 (- n)) (sum_of_coefs (filter (same_vars l) m)) in
    if (Z.ltb 0 (Fnum c) && is_at_most_coef nothing d && is_at_most_coef d half)%bool then
      Some (l, scale (Fmult (Float radix2 1 (- n)) (Fplus one (Fmult two d)))
        (padd (variable (Val k)) (filter (fun a => negb (same_vars l a)) m)))
    else None
  | _, _ => None
  end.

Definition variables_of (i j : N) : list var := merge_vars [Val i] [Val j].

Definition info_of (t : table) (k : N) (ins : instr) : info :=
  let v := Val k in
  let unknown := exactly (padd (variable v) (variable (Dev k))) in
  (* A value that is the polynomial f, rounded, and at least 2^n. *)
  let computed f r e n p :=
    Info (plus f (exactly (variable (Err k)))) r e (variable (Dev k)) (variable v) (power n) p None None None None in
  match ins with
  | Input n => Info (exactly (variable v)) (match off_by n with [] => exactly (variable v) | _ => unknown end) []
      (off_by n) (at_most n) (at_least n) (is_pos n) (Some (at_top n)) (Some k) None None
  | Const m e =>
    if is_constant m e then
      Info (exactly (constant (Float radix2 m e))) (exactly (constant (Float radix2 m e))) [] (variable (Dev k))
        (variable v) (Fabs (Float radix2 m e)) (Z.leb 0 m) None None None None
    else Info (exactly (variable v)) unknown [] (variable (Dev k)) (variable v) nothing false None None None None
  | Add i j =>
    let f := plus (double_of t i) (double_of t j) in let p := (is_positive t i && is_positive t j)%bool in
    computed f (plus (real_of t i) (real_of t j)) (scale uc (form_size (size t) f))
      (if p then match floor_of t i with Some n => Some n | None => floor_of t j end else None) p
  | Sub i j =>
    let f := minus (double_of t i) (double_of t j) in
    computed f (minus (real_of t i) (real_of t j)) (scale uc (form_size (size t) f)) None false
  | Mul i j =>
    let f := product (size t) (double_of t i) (double_of t j) in
    computed f (product (size t) (real_of t i) (real_of t j)) (padd (scale uc (form_size (size t) f)) (constant etac))
      (both Z.add (floor_of t i) (floor_of t j)) (N.eqb i j || is_positive t i && is_positive t j)%bool
  | Fma i j l =>
    let f := plus (product (size t) (double_of t i) (double_of t j)) (double_of t l) in
    computed f (plus (product (size t) (real_of t i) (real_of t j)) (real_of t l))
      (padd (scale uc (form_size (size t) f)) (constant etac)) None false
  | Neg i => Info (opposite (double_of t i)) (opposite (real_of t i)) [] (variable (Dev k)) (variable v)
      match floor_of t i with Some n => Float radix2 1 n | None => nothing end false None (base_of t i) None None
  | Abs i =>
    let d := form_size (size t) (minus (real_of t i) (double_of t i)) in
    let s := form_size (size t) (double_of t i) in
    Info (exactly (variable v)) (match d with [] => exactly (variable v) | _ => unknown end) [] d s
      match floor_of t i with Some n => Float radix2 1 n | None => nothing end true (ceiling t s)
      (Some match base_of t i with Some j => j | None => k end) None
      match base_of t i with Some _ => None | None => product_limit (size t) k (double_of t i) end
  | Div i j =>
    let f := double_of t i in let s := form_size (size t) f in
    match floor_of t j with
    | Some n =>
      Info (exactly (variable v)) (exactly (variable v)) (padd (scale uc s) (scale etac (form_size (size t) (double_of
        t j))))
        [] (variable v) nothing (is_positive t i && is_positive t j)
        match ceiling t s with Some m => Some (Z.max (-1074) (m - n)) | None => None end (Some k)
        match snd f with [] => Some (variables_of k j, padd (fst f) (variable (Err k))) | _ => None end None
    | None => Info (exactly (variable v)) (exactly (variable v)) (variable (Err k)) [] (variable v) nothing false None
        (Some k) None None
    end
  | Sqrt i =>
    let f := double_of t i in let s := form_size (size t) f in
    Info (exactly (variable v)) (exactly (variable v)) (scale root_error s) [] (variable v)
      (power (option_map (fun n => Z.div n 2) (floor_of t i))) true
      match ceiling t s with Some m => Some (Z.max (-1074) (Z.div m 2 + 1)) | None => None end (Some k)
      match snd f with [] => Some ([v; v], padd (fst f) (variable (Err k))) | _ => None end None
  | SumRest i j s | OrderedRest i j s =>
    Info (minus (plus (double_of t i) (double_of t j)) (double_of t s)) (exactly []) [] (variable (Dev k)) (variable v)
      nothing false None None None None
  | DifferenceRest i j s =>
    Info (minus (minus (double_of t i) (double_of t j)) (double_of t s)) (exactly []) [] (variable (Dev k)) (variable v)
      nothing false None None None None
  | ProductRest i j s =>
    computed (minus (product (size t) (double_of t i) (double_of t j)) (double_of t s)) (exactly [])
      (padd (constant (Float radix2 1 (-960)))
        (scale (Float radix2 1 (-1010)) (padd (form_size (size t) (double_of t i)) (form_size (size t) (double_of t
          j)))))
      None false
  | Keep i =>
    let d := form_size (size t) (minus (real_of t i) (double_of t i)) in
    let s := form_size (size t) (double_of t i) in
    Info (exactly (variable v)) (match d with [] => exactly (variable v) | _ => unknown end) [] d s
      match floor_of t i with Some n => Float radix2 1 n | None => nothing end (is_positive t i) (ceiling t s)
      (Some k) None (product_limit (size t) k (double_of t i))
  | Bound => Info (exactly []) (exactly (variable (Par k))) [] (variable (Dev k)) (variable v) nothing true None None
      None None
  end.

(* ---- What it means ---- *)

(* The low part of a product: with both splits. *)
Definition is_product_rest (c a b : D) := c = pair_product_rest a b \/ c = product_rest a b.

Lemma product_rest_error c a b : is_product_rest c a b -> finite c -> finite (fmul a b) /\
  Rabs (real (fmul a b) + real c - real a * real b) <=
    bpow radix2 (-960) + bpow radix2 (-1010) * (Rabs (real a) + Rabs (real b)).
Proof.
  intros [-> | ->] H.
  - split; [| now apply pair_product_error]. now destruct (rest_of_split_value _ _ _ _ H) as (_ & _ & F & _).
  - destruct (split_product _ _ H) as (_ & _ & F & _ & _ & E). split; [exact F |].
    eapply Rle_trans; [exact E |]. apply Rle_trans with (bpow radix2 2 * bpow radix2 (-1074)).
    + apply Rmult_le_compat_r; [apply bpow_ge_0 | simpl; lra].
    + rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-960) + 0); [rewrite Rplus_0_r; apply bpow_le; lia |].
      apply Rplus_le_compat_l, Rmult_le_pos; [apply bpow_ge_0 |]. pose proof (Rabs_pos (real a)).
      pose proof (Rabs_pos (real b)). lra.
Qed.

Section Meaning.
Variable code : list instr.
Variables (vs : list D) (rs : list R).

Definition double_at (i : N) : D := nth (N.to_nat i) vs zero.
Definition real_at (i : N) : R := nth (N.to_nat i) rs 0.
Notation v := double_at.
Notation r := real_at.
Notation d i := (real (v i)).

(* The equation of an instruction, in doubles and in real numbers. *)
Definition says (k : N) (ins : instr) : Prop :=
  match ins with
  | Input n => True
  | Const m e => v k = fconst m e /\ r k = IZR m * bpow radix2 e
  | Add i j => v k = fadd (v i) (v j) /\ r k = r i + r j
  | Sub i j => v k = fsub (v i) (v j) /\ r k = r i - r j
  | Mul i j => v k = fmul (v i) (v j) /\ r k = r i * r j
  | Fma i j l => v k = ffma (v i) (v j) (v l) /\ r k = r i * r j + r l
  | Neg i => v k = fneg (v i) /\ r k = - r i
  | Abs i => v k = fabs (v i) /\ r k = Rabs (r i)
  | Div i j => v k = fdiv (v i) (v j) /\ r k = d k
  | Sqrt i => v k = fsqrt (v i) /\ r k = d k
  | SumRest i j s => v k = sum_rest (v i) (v j) /\ v s = fadd (v i) (v j) /\ r k = 0
  | DifferenceRest i j s => v k = difference_rest (v i) (v j) /\ v s = fsub (v i) (v j) /\ r k = 0
  | OrderedRest i j s => v k = ordered_rest (v i) (v j) /\ v s = fadd (v i) (v j) /\ r k = 0 /\
      (d i = 0 \/ Rabs (d j) <= Rabs (d i))
  | ProductRest i j s => is_product_rest (v k) (v i) (v j) /\ v s = fmul (v i) (v j) /\ r k = 0
  | Keep i => v k = v i /\ r k = r i
  | Bound => v k = zero /\ 0 <= r k
  end.

(* The error of the rounding, or of what takes its place. *)
Definition error_of (k : N) (ins : instr) : R :=
  match ins with
  | Add i j => d k - (d i + d j)
  | Sub i j => d k - (d i - d j)
  | Mul i j => d k - d i * d j
  | Fma i j l => d k - (d i * d j + d l)
  | Div i j => d k * d j - d i
  | Sqrt i => d k * d k - d i
  | ProductRest i j s => d k - (d i * d j - d s)
  | _ => 0
  end.

Definition y (w : var) : R :=
  match w with
  | Val i => d i
  | Dev i => r i - d i
  | Par i => Rabs (r i)
  | Err i => match nth_error code (N.to_nat i) with Some ins => error_of i ins | None => 0 end
  end.
Definition x (w : var) : R := Rabs (y w).

Definition fact (n : known) (k : N) : Prop :=
  Rabs (r k - d k) <= value_of x (off_by n) /\ Rabs (d k) <= value_of x (at_most n) /\ F2R (at_least n) <= Rabs (d k) /\
  (is_pos n = true -> 0 <= d k) /\ Rabs (d k) <= bpow radix2 (at_top n).

Record correct (k : N) (n : info) : Prop := {
  is_double : close x y (d k) (double_form n);
  is_real : close x y (r k) (real_form n);
  is_err : Rabs (y (Err k)) <= value_of x (err n);
  is_dev : Rabs (y (Dev k)) <= value_of x (dev n);
  is_most : Rabs (d k) <= value_of x (most n);
  is_least : F2R (least n) <= Rabs (d k);
  is_positive_ : pos n = true -> 0 <= d k;
  is_top : forall m, top n = Some m -> Rabs (d k) <= bpow radix2 m;
  is_base : forall j, base n = Some j -> Rabs (d k) = Rabs (d j);
  is_rule : forall l p, rule n = Some (l, p) -> product_of y l = value_of y p;
  is_limit : forall l p, limit n = Some (l, p) -> product_of x l <= value_of x p }.

Lemma x_is w : x w = Rabs (y w).
Proof. reflexivity. Qed.
Lemma x_pos w : 0 <= x w.
Proof. apply Rabs_pos. Qed.
Lemma own_size w : Rabs (y w) <= value_of x (variable w).
Proof. rewrite value_variable. apply Rle_refl. Qed.

Lemma no_distance a b : Rabs (a - b) <= 0 -> a = b.
Proof.
  intros H. pose proof (Rabs_pos (a - b)). destruct (Req_dec (a - b) 0) as [E | E]; [lra |].
  apply Rabs_no_R0 in E. lra.
Qed.

Lemma rnd_at_least n a : (-1074 <= n)%Z -> bpow radix2 n <= Rabs a -> bpow radix2 n <= Rabs (rnd double a).
Proof.
  intros N H. rewrite <- (rnd_of_format double (bpow radix2 n)) by (apply power_in_format; exact N).
  destruct (Rle_or_lt 0 a) as [A | A].
  - rewrite Rabs_pos_eq in H by exact A. rewrite Rabs_pos_eq by now apply rnd_nonneg. now apply rnd_le.
  - rewrite Rabs_left in H by exact A. replace a with (- - a) by ring. rewrite rnd_opp, Rabs_Ropp.
    rewrite Rabs_pos_eq by (apply rnd_nonneg; lra). now apply rnd_le.
Qed.

Lemma least_positive (a : D) : 0 < real a -> bpow radix2 (-1074) <= real a.
Proof.
  intros P. pose proof (real_in_format a) as G. apply FLT_format_generic in G; [| apply prec_positive].
  destruct G as [g G1 _ G3]. rewrite G1 in *. apply gt_0_F2R in P. destruct g as [m e]. cbn [Fnum Fexp] in *.
  apply Rle_trans with (bpow radix2 e); [apply bpow_le; exact G3 | now apply bpow_le_F2R].
Qed.

Lemma power_at_least n a : (forall m, n = Some m -> (-1074 <= m)%Z -> bpow radix2 m <= Rabs a) -> F2R (power n) <=
  Rabs a.
Proof.
  intros H. unfold power. destruct n as [n |]; [destruct (Z.leb_spec (-1074) n) |];
    try (unfold power, nothing; rewrite F2R_0; apply Rabs_pos). rewrite F2R_bpow. now apply H.
Qed.

Lemma abs_of_product l : product_of x l = Rabs (product_of y l).
Proof.
  induction l as [| w l IH]; cbn [product_of fold_right]; [now rewrite Rabs_R1 |].
  unfold product_of in IH. now rewrite Rabs_mult, IH.
Qed.

Section Table.
Variable t : table.
Hypothesis good : forall i n, look t i = Some n -> correct i n.

Lemma size_ok w : Rabs (y w) <= value_of x (size t w).
Proof.
  destruct w as [i | i | i | i]; cbn [size]; try apply own_size; destruct (look t i) as [n |] eqn:E; try apply own_size.
  - destruct (base n) as [j |] eqn:B; [| apply own_size]. rewrite value_variable. unfold x. cbn [y].
    rewrite (is_base _ _ (good i n E) j B). apply Rle_refl.
  - apply (is_err _ _ (good i n E)).
  - apply (is_dev _ _ (good i n E)).
Qed.

Lemma is_size_ok w : is_size t w = true -> y w = value_of x (size t w).
Proof.
  destruct w as [i | i | i | i]; cbn [is_size size]; try discriminate.
  2: { intros _. rewrite value_variable. unfold x. cbn [y]. now rewrite Rabs_Rabsolu. }
  destruct (look t i) as [n |] eqn:E; [| discriminate].
  destruct (base n) as [j |] eqn:B; [| discriminate]. intros P. rewrite value_variable. unfold x. cbn [y].
  rewrite <- (is_base _ _ (good i n E) j B). symmetry. apply Rabs_pos_eq. exact (is_positive_ _ _ (good i n E) P).
Qed.

Lemma most_ok w : x w <= value_of x (most_of t w).
Proof.
  destruct w as [i | i | i | i]; cbn [most_of]; try (rewrite value_variable; apply Rle_refl).
  destruct (look t i) as [n |] eqn:E; [apply (is_most _ _ (good i n E)) | rewrite value_variable; apply Rle_refl].
Qed.

Lemma least_ok w : F2R (least_of t w) <= x w.
Proof.
  destruct w as [i | i | i | i]; cbn [least_of]; try (unfold nothing; rewrite F2R_0; apply x_pos).
  destruct (look t i) as [n |] eqn:E; [apply (is_least _ _ (good i n E)) | unfold nothing; rewrite F2R_0; apply x_pos].
Qed.

Lemma power_of_ok w n : power_of t w = Some n -> x w <= bpow radix2 n.
Proof.
  destruct w as [i | i | i | i]; cbn [power_of]; try discriminate. destruct (look t i) as [m |] eqn:E; [| discriminate].
  apply (is_top _ _ (good i m E)).
Qed.

Lemma top_ok w : x w <= value_of x (top_of t w).
Proof.
  unfold top_of. destruct (power_of t w) as [n |] eqn:E; [| rewrite value_variable; apply Rle_refl].
  rewrite value_constant, F2R_bpow. now apply power_of_ok.
Qed.

Lemma double_ok i : close x y (d i) (double_of t i).
Proof.
  unfold double_of. destruct (look t i) as [n |] eqn:E; [apply (is_double _ _ (good i n E)) |].
  apply close_is. now rewrite value_variable.
Qed.

Lemma real_ok i : close x y (r i) (real_of t i).
Proof.
  unfold real_of. destruct (look t i) as [n |] eqn:E; [apply (is_real _ _ (good i n E)) |].
  apply close_is. rewrite value_padd, !value_variable. cbn [y]. ring.
Qed.

Lemma positive_ok i : is_positive t i = true -> 0 <= d i.
Proof.
  unfold is_positive. destruct (look t i) as [n |] eqn:E; [apply (is_positive_ _ _ (good i n E)) | discriminate].
Qed.

Lemma base_ok i j : base_of t i = Some j -> Rabs (d i) = Rabs (d j).
Proof. unfold base_of. destruct (look t i) as [n |] eqn:E; [apply (is_base _ _ (good i n E)) | discriminate]. Qed.

Lemma floor_ok i n : floor_of t i = Some n -> bpow radix2 n <= Rabs (d i).
Proof.
  unfold floor_of. destruct (look t i) as [m |] eqn:E; [| discriminate].
  pose proof (is_least _ _ (good i m E)) as L. destruct (least m) as [a e]. cbn [Fnum Fexp].
  destruct (Z.ltb_spec 0 a); [| discriminate]. injection 1 as <-. eapply Rle_trans; [| exact L].
  unfold F2R. cbn [Fnum Fexp]. rewrite bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
  rewrite <- IZR_Zpower by apply Z.log2_nonneg. apply IZR_le. now apply (proj1 (Z.log2_spec a H)).
Qed.

Lemma product_power l n : power_of_product t l = Some n -> 0 <= product_of x l <= bpow radix2 n.
Proof.
  revert n. induction l as [| w l IH]; cbn [power_of_product product_of fold_right]; intros n.
  - injection 1 as <-. simpl. lra.
  - destruct (power_of t w) as [m |] eqn:E; [| discriminate].
    destruct (power_of_product t l) as [k |] eqn:F; [| discriminate]. injection 1 as <-.
    destruct (IH k eq_refl) as [A B]. pose proof (power_of_ok w m E). pose proof (x_pos w). unfold product_of in *.
    rewrite bpow_plus. split; [now apply Rmult_le_pos | now apply Rmult_le_compat].
Qed.

Lemma sum_top p c : sum_at_top t p = Some c -> value_of x p <= F2R c.
Proof.
  revert c. induction p as [| [l a] p IH]; cbn [sum_at_top]; intros c.
  - injection 1 as <-. unfold nothing. rewrite F2R_0. simpl. lra.
  - destruct (power_of_product t l) as [n |] eqn:E; [| discriminate].
    destruct (sum_at_top t p) as [s |]; [| discriminate]. injection 1 as <-. specialize (IH s eq_refl).
    rewrite value_cons, F2R_plus, F2R_mult, F2R_bpow, F2R_abs. cbn [fst snd]. destruct (product_power l n E).
    pose proof (Rle_abs (F2R a)). pose proof (Rabs_pos (F2R a)). apply Rplus_le_compat; [| exact IH].
    apply Rle_trans with (Rabs (F2R a) * product_of x l);
      [now apply Rmult_le_compat_r | now apply Rmult_le_compat_l].
Qed.

Lemma ceiling_ok p n : ceiling t p = Some n -> value_of x p <= bpow radix2 n.
Proof.
  unfold ceiling. destruct (sum_at_top t p) as [[m e] |] eqn:E; [| discriminate]. injection 1 as <-.
  eapply Rle_trans; [exact (sum_top p _ E) |]. unfold F2R. cbn [Fnum Fexp]. rewrite bpow_plus.
  apply Rmult_le_compat_r; [apply bpow_ge_0 |]. rewrite <- IZR_Zpower by apply Z.log2_up_nonneg. apply IZR_le.
  change (Zpower radix2) with (Z.pow 2). destruct (Z.max_spec 1 m) as [[H ->] | [H ->]].
  - apply (Z.log2_up_spec m). lia.
  - simpl. lia.
Qed.

Lemma form_size_ok a s : close x y a s -> Rabs a <= value_of x (form_size (size t) s).
Proof. exact (close_size _ x y x_is size_ok a s). Qed.

Lemma product_ok a b s q : close x y a s -> close x y b q -> close x y (a * b) (product (size t) s q).
Proof. exact (close_product _ x y x_is size_ok a b s q). Qed.

Lemma dev_ok i : Rabs (r i - d i) <= value_of x (form_size (size t) (minus (real_of t i) (double_of t i))).
Proof. apply form_size_ok, close_minus; [apply real_ok | apply double_ok]. Qed.

Lemma value_same_vars l p : value_of x (filter (same_vars l) p) =
  F2R (sum_of_coefs (filter (same_vars l) p)) * product_of x l.
Proof.
  induction p as [| a p IH]; cbn [filter]; [simpl; unfold nothing; rewrite F2R_0; ring |].
  destruct (same_vars l a) eqn:E; [| exact IH]. cbn [sum_of_coefs fold_right] in *. rewrite value_cons, F2R_plus.
  unfold sum_of_coefs in IH. rewrite IH. unfold same_vars in E.
  destruct (vars_compare l (fst a)) eqn:C; try discriminate.
  apply vars_compare_eq in C. rewrite <- C. ring.
Qed.

Lemma at_most_coef c e : is_at_most_coef c e = true -> F2R c <= F2R e.
Proof.
  unfold is_at_most_coef. intros H. apply Z.leb_le in H. apply F2R_ge_0 in H. rewrite F2R_minus in H. lra.
Qed.

Lemma product_limit_ok k f l p : product_limit (size t) k f = Some (l, p) -> close x y (d k) f \/ close x y (- d k) f ->
  product_of x l <= value_of x p.
Proof.
  unfold product_limit. destruct (snd f) as [| ? ?] eqn:No; [| discriminate].
  set (others := filter (fun a => existsb is_symbol (fst a)) (fst f)).
  destruct (filter (fun a : list var * coef => negb (existsb is_symbol (fst a))) (fst f))
    as [| [m c] [| ? ?]] eqn:M; try discriminate.
  set (all := magnitude (size t) others). set (n := (Z.log2 (Fnum c) + Fexp c)%Z).
  set (e := Fmult (Float radix2 1 (- n)) (sum_of_coefs (filter (same_vars m) all))).
  destruct (_ && _ && _)%bool eqn:B; [| discriminate].
  set (q0 := padd (variable (Val k)) _). set (c0 := Fmult _ (Fplus one _)). injection 1 as -> <-. intros C.
  rewrite !andb_true_iff in B. destruct B as ((B1 & B2) & B3). apply Z.ltb_lt in B1. apply at_most_coef in B2, B3.
  assert (V : Rabs (value_of y (fst f)) = x (Val k)).
  { unfold close in C. rewrite No in C. cbn [value_of fold_right] in C. unfold x. cbn [y].
    destruct C as [C | C]; apply no_distance in C; rewrite <- C; [reflexivity | apply Rabs_Ropp]. }
  pose proof (value_filter y (fun a => existsb is_symbol (fst a)) (fst f)) as W.
  change (value_of y (fst f) = value_of y others +
    value_of y (filter (fun a : list var * coef => negb (existsb is_symbol (fst a))) (fst f))) in W.
  rewrite M in W. rewrite W in V. clear W. cbn [fst snd value_of fold_right] in V. rewrite Rplus_0_r in V.
  pose proof (magnitude_correct x y x_is _ size_ok others) as O. fold all in O.
  rewrite (value_filter x (same_vars l) all), value_same_vars in O. fold (value_of y others) in V.
  unfold q0, c0. rewrite value_scale, value_padd, value_variable, F2R_mult, F2R_plus, F2R_mult.
  set (q := value_of x (filter (fun a => negb (same_vars l a)) all)) in *.
  rewrite abs_of_product in *. set (P := product_of y l) in *. set (w := value_of y others) in *.
  assert (p0 : 0 < bpow radix2 n) by apply bpow_gt_0. assert (pn : bpow radix2 (- n) * bpow radix2 n = 1).
  { rewrite <- bpow_plus. now replace (- n + n)%Z with 0%Z by ring. }
  assert (L : bpow radix2 n <= F2R c).
  { unfold n, F2R. rewrite bpow_plus. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
    rewrite <- IZR_Zpower by apply Z.log2_nonneg. apply IZR_le. now apply (proj1 (Z.log2_spec _ B1)). }
  set (s := F2R (sum_of_coefs (filter (same_vars l) all))) in *.
  assert (E : F2R e = bpow radix2 (- n) * s) by (unfold e; now rewrite F2R_mult, F2R_bpow).
  assert (Es : s = bpow radix2 n * F2R e) by (rewrite E, <- Rmult_assoc, (Rmult_comm (bpow radix2 n)), pn; ring).
  pose proof (Rabs_pos P) as P0. set (P2 := bpow radix2 n * Rabs P).
  assert (P20 : 0 <= P2) by (apply Rmult_le_pos; lra).
  assert (G : P2 <= x (Val k) + (F2R e * P2 + q)).
  { apply Rle_trans with (Rabs (F2R c * P)).
    - rewrite Rabs_mult, (Rabs_pos_eq (F2R c)) by lra. now apply Rmult_le_compat_r.
    - replace (F2R c * P) with (w + F2R c * P - w) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
      rewrite Rabs_Ropp, V. replace (F2R e * P2) with (s * Rabs P) by (rewrite Es; unfold P2; ring). lra. }
  unfold nothing in B2. rewrite F2R_0 in B2. unfold half in B3. rewrite F2R_bpow in B3. unfold one, two.
  rewrite !F2R_bpow. change (F2R (Float radix2 2 0)) with (2 * 1). change (bpow radix2 0) with 1. simpl in B3.
  replace (Rabs P) with (bpow radix2 (- n) * P2) by (unfold P2; rewrite <- Rmult_assoc, pn; ring).
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [apply bpow_ge_0 |].
  pose proof (x_pos (Val k)). set (z := F2R e) in *. set (X := x (Val k)) in *.
  assert (z * (P2 * (1 - 2 * z)) >= 0) by (apply Rle_ge, Rmult_le_pos; [lra | apply Rmult_le_pos; lra]).
  assert ((1 + 2 * z) * (P2 - z * P2) <= (1 + 2 * z) * (X + q)) by (apply Rmult_le_compat_l; lra). nra.
Qed.

(* One instruction. *)
Lemma close_rounded k f e : y (Err k) = d k - e -> close x y e f -> close x y (d k) (plus f (exactly (variable (Err
  k)))).
Proof.
  intros E C. replace (d k) with (e + y (Err k)) by (rewrite E; ring). apply close_plus; [exact C |].
  apply close_is. now rewrite value_variable.
Qed.

Lemma close_own k : close x y (d k) (exactly (variable (Val k))).
Proof. apply close_is. now rewrite value_variable. Qed.

Lemma close_unknown k : close x y (r k) (exactly (padd (variable (Val k)) (variable (Dev k)))).
Proof. apply close_is. rewrite value_padd, !value_variable. cbn [y]. ring. Qed.

Lemma close_dev (k : N) (q : poly) : Rabs (r k - d k) <= value_of x q ->
  close x y (r k) (match q with [] => exactly (variable (Val k)) | _ => exactly (padd (variable (Val k)) (variable
    (Dev k))) end).
Proof.
  intros H. destruct q; [| apply close_unknown]. cbn [value_of fold_right] in H. apply close_is. rewrite value_variable.
  cbn [y]. now apply no_distance.
Qed.

Lemma constant_ok m e : is_constant m e = true -> real (fconst m e : D) = IZR m * bpow radix2 e.
Proof.
  unfold is_constant. rewrite !andb_true_iff. intros ((A & B) & C). apply Z.ltb_lt in A. apply Z.leb_le in B, C.
  now apply fconst_value.
Qed.

Lemma scaled_size a f c : 0 <= F2R c -> close x y a f -> F2R c * Rabs a <= value_of x (scale c (form_size (size t) f)).
Proof. intros C H. rewrite value_scale. apply Rmult_le_compat_l; [exact C | now apply form_size_ok]. Qed.

Lemma uc_nonneg : 0 <= F2R uc.
Proof. rewrite uc_value. apply Rlt_le, u_pos. Qed.

Lemma root_error_value : F2R root_error = 2 * u double + u double * u double.
Proof. rewrite u_double. unfold F2R. simpl. lra. Qed.

Lemma floor_least i : F2R (match floor_of t i with Some n => Float radix2 1 n | None => nothing end) <= Rabs (d i).
Proof.
  destruct (floor_of t i) as [n |] eqn:E; [rewrite F2R_bpow; now apply floor_ok |].
  unfold nothing. rewrite F2R_0. apply Rabs_pos.
Qed.

Lemma sum_floor i j n : 0 <= d i -> 0 <= d j ->
  match floor_of t i with Some n => Some n | None => floor_of t j end = Some n -> bpow radix2 n <= Rabs (d i + d j).
Proof.
  intros A B H. rewrite Rabs_pos_eq by lra.
  destruct (floor_of t i) as [m |] eqn:E; [injection H as <-; apply floor_ok in E | apply floor_ok in H];
    rewrite Rabs_pos_eq in * by assumption; lra.
Qed.

(* What most instructions share. *)
Ltac simple_info :=
  try (intros; discriminate); try (rewrite value_variable; apply Rle_refl); try apply own_size;
  try (unfold power, nothing; rewrite F2R_0; apply Rabs_pos).

Lemma no_error k ins : nth_error code (N.to_nat k) = Some ins -> error_of k ins = 0 -> Rabs (y (Err k)) <= value_of x
  [].
Proof. intros E H. cbn [y]. rewrite E, H, Rabs_R0. apply Rle_refl. Qed.

Lemma no_dev k : r k = d k -> Rabs (y (Dev k)) <= value_of x [].
Proof. intros E. cbn [y]. rewrite E, Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rle_refl. Qed.

Theorem info_correct k ins : nth_error code (N.to_nat k) = Some ins -> says k ins -> finite (v k) ->
  (forall i j, ins = Div i j -> finite (v j)) -> (forall n, ins = Input n -> fact n k) -> correct k (info_of t k ins).
Proof.
  intros Ek S Fk Fj F. assert (Ey : y (Err k) = error_of k ins) by (cbn [y]; now rewrite Ek).
  pose proof (u_pos double) as u0. pose proof uc_nonneg as c0.
  destruct ins as [n | m e | i j | i j | i j | i j l | i | i | i j | i | i j s | i j s | i j s | i j s | i |];
    cbn [says error_of] in S, Ey; cbn [info_of].
  - (* Input *)
    destruct (F n eq_refl) as (F1 & F2 & F3 & F4 & F5). split; cbn; simple_info.
    + apply close_own.
    + now apply close_dev.
    + rewrite Ek. cbn. rewrite Rabs_R0. lra.
    + exact F1.
    + exact F2.
    + exact F3.
    + exact F4.
    + injection 1 as <-. exact F5.
    + injection 1 as <-. reflexivity.
  - (* Const *)
    destruct S as [S1 S2]. destruct (is_constant m e) eqn:C.
    + pose proof (constant_ok m e C) as V. rewrite <- S1 in V. change (IZR m * bpow radix2 e) with (F2R (Float radix2
      m e)) in *.
      split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
      * apply close_is. now rewrite value_constant.
      * apply close_is. now rewrite value_constant.
      * now apply no_error with (1 := Ek).
      * rewrite V, F2R_abs. apply Rle_refl.
      * intros P. apply Z.leb_le in P. rewrite V. now apply F2R_ge_0.
    + split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
      * apply close_own.
      * apply close_unknown.
      * now apply no_error with (1 := Ek).
  - (* Add *)
    destruct S as [S1 S2]. rewrite S1 in Fk. destruct (fadd_finite _ _ Fk) as (F1 & F2 & V). rewrite <- S1 in V.
    pose proof (close_plus x y _ _ _ _ (double_ok i) (double_ok j)) as C.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + now apply close_rounded with (2 := C).
    + rewrite S2. apply close_plus; apply real_ok.
    + rewrite Ey, V. eapply Rle_trans; [apply rnd_sum_error; apply real_in_format |].
      rewrite <- uc_value. now apply scaled_size.
    + apply power_at_least. intros a A B. rewrite V. apply rnd_at_least; [exact B |].
      destruct (is_positive t i) eqn:Pi; [| discriminate]. destruct (is_positive t j) eqn:Pj; [| discriminate].
      apply sum_floor; [now apply positive_ok | now apply positive_ok | exact A].
    + intros P. apply andb_prop in P. destruct P as [P Q]. apply positive_ok in P, Q. rewrite V. apply rnd_nonneg. lra.
  - (* Sub *)
    destruct S as [S1 S2]. rewrite S1 in Fk. destruct (fsub_finite _ _ Fk) as (F1 & F2 & V). rewrite <- S1 in V.
    pose proof (close_minus x y _ _ _ _ (double_ok i) (double_ok j)) as C.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + now apply close_rounded with (2 := C).
    + rewrite S2. apply close_minus; apply real_ok.
    + rewrite Ey, V. eapply Rle_trans.
      { unfold Rminus at 2 3. apply rnd_sum_error; [apply real_in_format | apply in_format_opp, real_in_format]. }
      rewrite <- uc_value. now apply scaled_size.
  - (* Mul *)
    destruct S as [S1 S2]. rewrite S1 in Fk. destruct (fmul_finite _ _ Fk) as (F1 & F2 & V). rewrite <- S1 in V.
    pose proof (product_ok _ _ _ _ (double_ok i) (double_ok j)) as C.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + now apply close_rounded with (2 := C).
    + rewrite S2. apply product_ok; apply real_ok.
    + rewrite Ey, V, value_padd, value_constant, etac_value. eapply Rle_trans; [apply rnd_error |].
      rewrite <- uc_value. apply Rplus_le_compat_r. now apply scaled_size.
    + apply power_at_least. intros a A B. rewrite V. apply rnd_at_least; [exact B |].
      destruct (floor_of t i) as [p |] eqn:Pi; [| discriminate]. destruct (floor_of t j) as [q |] eqn:Pj; [|
        discriminate].
      injection A as <-. rewrite bpow_plus, Rabs_mult. apply floor_ok in Pi, Pj.
      apply Rmult_le_compat; auto using bpow_ge_0.
    + intros P. rewrite V. apply rnd_nonneg. apply orb_prop in P. destruct P as [P | P].
      * apply N.eqb_eq in P. rewrite P. apply Rle_0_sqr.
      * apply andb_prop in P. destruct P as [P Q]. apply positive_ok in P, Q. now apply Rmult_le_pos.
  - (* Fma *)
    destruct S as [S1 S2]. rewrite S1 in Fk. destruct (ffma_finite _ _ _ Fk) as (F1 & F2 & F3 & V). rewrite <- S1 in V.
    pose proof (close_plus x y _ _ _ _ (product_ok _ _ _ _ (double_ok i) (double_ok j)) (double_ok l)) as C.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + now apply close_rounded with (2 := C).
    + rewrite S2. apply close_plus; [apply product_ok |]; apply real_ok.
    + rewrite Ey, V, value_padd, value_constant, etac_value. eapply Rle_trans; [apply rnd_error |].
      rewrite <- uc_value. apply Rplus_le_compat_r. now apply scaled_size.
  - (* Neg *)
    destruct S as [S1 S2]. assert (V : d k = - d i) by (rewrite S1; apply real_fneg).
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + rewrite V. apply close_opposite, double_ok.
    + rewrite S2. apply close_opposite, real_ok.
    + now apply no_error with (1 := Ek).
    + rewrite V, Rabs_Ropp. apply floor_least.
    + intros j B. rewrite V, Rabs_Ropp. now apply base_ok.
  - (* Abs *)
    destruct S as [S1 S2]. assert (V : d k = Rabs (d i)) by (rewrite S1; apply real_fabs).
    assert (Dk : Rabs (r k - d k) <= value_of x (form_size (size t) (minus (real_of t i) (double_of t i)))).
    { rewrite S2, V. eapply Rle_trans; [apply Rabs_triang_inv2 | apply dev_ok]. }
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + apply close_own.
    + now apply close_dev.
    + now apply no_error with (1 := Ek).
    + exact Dk.
    + rewrite V, Rabs_Rabsolu. apply form_size_ok, double_ok.
    + rewrite V, Rabs_Rabsolu. apply floor_least.
    + intros _. rewrite V. apply Rabs_pos.
    + intros m H. eapply Rle_trans; [| exact (ceiling_ok _ m H)]. rewrite V, Rabs_Rabsolu. apply form_size_ok,
      double_ok.
    + injection 1 as <-. destruct (base_of t i) as [j |] eqn:B; [| reflexivity].
      rewrite V, Rabs_Rabsolu. now apply base_ok.
    + intros l p H. destruct (base_of t i); [discriminate |]. apply (product_limit_ok _ _ _ _ H). rewrite V.
      unfold Rabs. destruct (Rcase_abs (d i)); [right; rewrite Ropp_involutive | left]; apply double_ok.
  - (* Div *)
    destruct S as [S1 S2].
    destruct (floor_of t j) as [n |] eqn:Fl.
    2: { split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
         - apply close_own.
         - rewrite S2. apply close_own.
         - now apply no_dev.
         - injection 1 as <-. reflexivity. }
    pose proof (floor_ok j n Fl) as Lj. assert (Nj : d j <> 0).
    { intros Z. rewrite Z, Rabs_R0 in Lj. pose proof (bpow_gt_0 radix2 n). lra. }
    rewrite S1 in Fk. destruct (fdiv_finite _ _ Fk (Fj i j eq_refl) Nj) as (Fi & V). rewrite <- S1 in V.
    pose proof (double_ok i) as Ci. pose proof (form_size_ok _ _ Ci) as Si.
    pose proof (form_size_ok _ _ (double_ok j)) as Sj.
    assert (E : Rabs (d k * d j - d i) <= u double * Rabs (d i) + eta double * Rabs (d j)).
    { replace (d k * d j - d i) with ((d k - d i / d j) * d j) by (field; exact Nj). rewrite Rabs_mult, V.
      apply Rle_trans with ((u double * Rabs (d i / d j) + eta double) * Rabs (d j)).
      - apply Rmult_le_compat_r; [apply Rabs_pos | apply rnd_error].
      - apply Req_le. unfold Rdiv. rewrite Rabs_mult, Rabs_inv. field. now apply Rabs_no_R0. }
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + apply close_own.
    + rewrite S2. apply close_own.
    + rewrite Ey, value_padd, !value_scale, uc_value, etac_value. eapply Rle_trans; [exact E |].
      pose proof (eta_pos double). apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
    + now apply no_dev.
    + intros P. apply andb_prop in P. destruct P as [P Q]. apply positive_ok in P, Q. rewrite V. apply rnd_nonneg.
      apply Rmult_le_pos; [exact P |]. left. apply Rinv_0_lt_compat. destruct Q as [Q | Q]; [exact Q | now elim Nj].
    + intros m H. destruct (ceiling t (form_size (size t) (double_of t i))) as [a |] eqn:C; [| discriminate].
      injection H as <-. apply ceiling_ok in C. rewrite V. apply Bounded.rnd_below; [lia |].
      apply Rle_trans with (bpow radix2 (a - n)); [| apply bpow_le; lia]. unfold Zminus. rewrite bpow_plus, bpow_opp.
      unfold Rdiv. rewrite Rabs_mult, Rabs_inv. apply Rmult_le_compat; [apply Rabs_pos | | lra |].
      * left. apply Rinv_0_lt_compat. now apply Rabs_pos_lt.
      * apply Rinv_le; [apply bpow_gt_0 | exact Lj].
    + injection 1 as <-. reflexivity.
    + intros l p. destruct (snd (double_of t i)) as [| a b] eqn:R; [| discriminate]. injection 1 as <- <-.
      unfold variables_of. rewrite product_merge, value_padd, value_variable, Ey. unfold close in Ci. rewrite R in Ci.
        simpl in Ci.
      cbn [product_of fold_right y]. rewrite <- (no_distance _ _ Ci). ring.
  - (* Sqrt *)
    destruct S as [S1 S2]. rewrite S1 in Fk. destruct (fsqrt_finite _ Fk) as (Fi & P & V). rewrite <- S1 in V.
    pose proof (double_ok i) as Ci. pose proof (form_size_ok _ _ Ci) as Si. rewrite Rabs_pos_eq in Si by exact P.
    pose proof (sqrt_pos (d i)) as q0. pose proof (sqrt_sqrt (d i) P) as qq. set (q := sqrt (d i)) in *.
    assert (E : Rabs (d k - q) <= u double * q).
    { destruct (Req_dec q 0) as [Z | Z].
      - rewrite V, Z, rnd_zero, Rminus_0_r, Rabs_R0. lra.
      - assert (L : bpow radix2 (-537) <= q).
        { assert (Pd : 0 < d i) by (rewrite <- qq; apply Rmult_lt_0_compat; lra).
          apply Rsqr_incr_0_var; [| exact q0]. unfold Rsqr. rewrite qq, <- bpow_plus. simpl (-537 + -537)%Z.
          now apply least_positive. }
        rewrite V. pose proof (relative_error_N_FLT radix2 (emin double) (prec double) (prec_positive double)
          (fun z => negb (Z.even z)) q) as R. rewrite (Rabs_pos_eq q) in R by exact q0.
        rewrite u_double. unfold rnd, exponents. eapply Rle_trans; [apply R |].
        + eapply Rle_trans; [apply bpow_le | exact L]. discriminate.
        + apply Rmult_le_compat_r; [exact q0 |]. simpl. lra. }
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + apply close_own.
    + rewrite S2. apply close_own.
    + rewrite Ey, value_scale, root_error_value. set (e := d k - q) in *.
      replace (d k * d k - d i) with (e * (2 * q + e)) by (unfold e; rewrite <- qq; ring). rewrite Rabs_mult.
      apply Rle_trans with (u double * q * (2 * q + u double * q)).
      * apply Rmult_le_compat; auto using Rabs_pos. eapply Rle_trans; [apply Rabs_triang |].
        rewrite (Rabs_pos_eq (2 * q)) by lra. lra.
      * replace (u double * q * (2 * q + u double * q)) with ((2 * u double + u double * u double) * (q * q)) by ring.
        rewrite qq. apply Rmult_le_compat_l; [nra | exact Si].
    + now apply no_dev.
    + apply power_at_least. intros n A B. destruct (floor_of t i) as [m |] eqn:Fl; [| discriminate].
      injection A as <-. apply floor_ok in Fl. rewrite Rabs_pos_eq in Fl by exact P. rewrite V.
      apply rnd_at_least; [exact B |]. rewrite Rabs_pos_eq by exact q0. apply Rsqr_incr_0_var; [| exact q0].
      unfold Rsqr. rewrite qq, <- bpow_plus. eapply Rle_trans; [| exact Fl]. apply bpow_le.
      pose proof (Z.mul_div_le m 2). lia.
    + intros _. rewrite V. now apply rnd_nonneg.
    + intros m H. destruct (ceiling t (form_size (size t) (double_of t i))) as [a |] eqn:C; [| discriminate].
      injection H as <-. apply ceiling_ok in C. rewrite V. apply Bounded.rnd_below; [lia |]. rewrite Rabs_pos_eq by
        exact q0.
      apply Rle_trans with (bpow radix2 (a / 2 + 1)); [| apply bpow_le; lia].
      apply Rsqr_incr_0_var; [| apply bpow_ge_0]. unfold Rsqr. rewrite qq, <- bpow_plus.
      eapply Rle_trans; [exact Si |]. eapply Rle_trans; [exact C |]. apply bpow_le.
      pose proof (Z.mul_succ_div_gt a 2). lia.
    + injection 1 as <-. reflexivity.
    + intros l p. destruct (snd (double_of t i)) as [| a b] eqn:R; [| discriminate]. injection 1 as <- <-.
      rewrite value_padd, value_variable, Ey. unfold close in Ci. rewrite R in Ci. simpl in Ci.
      cbn [product_of fold_right y]. rewrite <- (no_distance _ _ Ci). ring.
  - (* SumRest *)
    destruct S as (S1 & S2 & S3). rewrite S1 in Fk. destruct (two_sum_exact _ _ Fk) as (_ & _ & _ & _ & V).
    rewrite <- S1, <- S2 in V.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + replace (d k) with (d i + d j - d s) by lra. apply close_minus; [apply close_plus |]; apply double_ok.
    + rewrite S3. now apply close_is.
    + now apply no_error with (1 := Ek).
  - (* DifferenceRest *)
    destruct S as (S1 & S2 & S3). rewrite S1 in Fk. destruct (two_difference_exact _ _ Fk) as (_ & _ & _ & _ & V).
    rewrite <- S1, <- S2 in V.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + replace (d k) with (d i - d j - d s) by lra. apply close_minus; [apply close_minus |]; apply double_ok.
    + rewrite S3. now apply close_is.
    + now apply no_error with (1 := Ek).
  - (* OrderedRest *)
    destruct S as (S1 & S2 & S3 & O). rewrite S1 in Fk. destruct (ordered_sum_exact _ _ Fk O) as (_ & _ & _ & _ & V).
    rewrite <- S1, <- S2 in V.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + replace (d k) with (d i + d j - d s) by lra. apply close_minus; [apply close_plus |]; apply double_ok.
    + rewrite S3. now apply close_is.
    + now apply no_error with (1 := Ek).
  - (* ProductRest *)
    destruct S as (S1 & S2 & S3). destruct (product_rest_error _ _ _ S1 Fk) as (_ & E). rewrite <- S2 in E.
    pose proof (close_minus x y _ _ _ _ (product_ok _ _ _ _ (double_ok i) (double_ok j)) (double_ok s)) as C.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + now apply close_rounded with (2 := C).
    + rewrite S3. now apply close_is.
    + rewrite Ey, value_padd, value_constant, value_scale, value_padd, !F2R_bpow.
      replace (d k - (d i * d j - d s)) with (d s + d k - d i * d j) by ring. eapply Rle_trans; [exact E |].
      apply Rplus_le_compat_l, Rmult_le_compat_l; [apply bpow_ge_0 |].
      apply Rplus_le_compat; apply form_size_ok, double_ok.
  - (* Keep *)
    destruct S as [S1 S2]. assert (V : d k = d i) by now rewrite S1.
    assert (Dk : Rabs (r k - d k) <= value_of x (form_size (size t) (minus (real_of t i) (double_of t i)))).
    { rewrite S2, V. apply dev_ok. }
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + apply close_own.
    + now apply close_dev.
    + now apply no_error with (1 := Ek).
    + exact Dk.
    + rewrite V. apply form_size_ok, double_ok.
    + rewrite V. apply floor_least.
    + intros P. rewrite V. now apply positive_ok.
    + intros m H. eapply Rle_trans; [| exact (ceiling_ok _ m H)]. rewrite V. apply form_size_ok, double_ok.
    + injection 1 as <-. reflexivity.
    + intros l p H. apply (product_limit_ok _ _ _ _ H). left. rewrite V. apply double_ok.
  - (* Bound *)
    destruct S as [S1 S2]. assert (V : d k = 0) by now rewrite S1.
    split; cbn [double_form real_form err dev most least pos top base rule limit]; simple_info.
    + now apply close_is.
    + apply close_is. rewrite value_variable. symmetry. now apply Rabs_pos_eq.
    + now apply no_error with (1 := Ek).
    + intros _. rewrite V. apply Rle_refl.
Qed.

End Table.

(* ---- Which values are finite ---- *)

(* What is finite if the result is. *)
Definition used_by (ins : instr) : list N :=
  match ins with
  | Input _ | Const _ _ | Bound => []
  | Add i j | Sub i j | Mul i j => [i; j]
  | SumRest i j s | DifferenceRest i j s | OrderedRest i j s | ProductRest i j s => [i; j; s]
  | Fma i j l => [i; j; l]
  | Neg i | Abs i | Keep i | Sqrt i | Div i _ => [i]
  end.

Definition is_in (i : N) (l : list N) : bool := existsb (N.eqb i) l.

(* What is finite if some results are: from the last instruction to the first. *)
Fixpoint finite_from (l : list N) (reversed : list instr) : list N :=
  match reversed with
  | [] => l
  | ins :: before => finite_from (if is_in (N.of_nat (length before)) l then used_by ins ++ l else l) before
  end.

Definition at_most_top (n : option Z) : bool := match n with Some n => Z.leb n 1023 | None => false end.

(* The result does not overflow if the operands are finite. *)
Definition fits (t : table) (ins : instr) : bool :=
  let top_of f := ceiling t (form_size (size t) f) in
  match ins with
  | Input _ | ProductRest _ _ _ | DifferenceRest _ _ _ | OrderedRest _ _ _ => false
  | Const m e => is_constant m e
  | Add i j => at_most_top (top_of (plus (double_of t i) (double_of t j)))
  | Sub i j => at_most_top (top_of (minus (double_of t i) (double_of t j)))
  | Mul i j => at_most_top (top_of (product (size t) (double_of t i) (double_of t j)))
  | Fma i j l => at_most_top (top_of (plus (product (size t) (double_of t i) (double_of t j)) (double_of t l)))
  | Neg _ | Abs _ | Keep _ | Bound => true
  | Div i j => at_most_top (both Z.sub (top_of (double_of t i)) (floor_of t j))
  | Sqrt i => is_positive t i
  | SumRest i j _ => match top_of (double_of t i), top_of (double_of t j) with
                     | Some m, Some n => Z.leb m 1000 && Z.leb n 1000
                     | _, _ => false
                     end
  end.

Definition operands (ins : instr) : list N := match ins with Div _ j => j :: used_by ins | _ => used_by ins end.

(* All values are finite if those of `outs` are. *)
Definition checks (outs : list N) (t : table) (ins : instr) : bool :=
  let k := N.of_nat (length t) in
  (forallb (fun i => N.ltb i k) (operands ins) && if is_in k outs then true else fits t ins)%bool.
Fixpoint extend (outs : list N) (t : table) (rest : list instr) : option table :=
  match rest with
  | [] => Some t
  | ins :: rest => if checks outs t ins then extend outs (t ++ [info_of t (N.of_nat (length t)) ins]) rest else None
  end.
Definition table_of (outs : list N) : option table := extend (finite_from outs (rev code)) [] code.
Definition checked (outs : list N) : bool := match table_of outs with Some _ => true | None => false end.

(* The equations of all instructions. *)
Fixpoint say_all (k : N) (rest : list instr) : Prop :=
  match rest with [] => True | ins :: rest => says k ins /\ say_all (N.succ k) rest end.
Fixpoint all_facts (k : N) (rest : list instr) : Prop :=
  match rest with
  | [] => True
  | Input n :: rest => fact n k /\ all_facts (N.succ k) rest
  | _ :: rest => all_facts (N.succ k) rest
  end.
Fixpoint all_finite (l : list N) : Prop := match l with [] => True | i :: l => finite (v i) /\ all_finite l end.

Lemma says_at rest k n ins : say_all k rest -> nth_error rest n = Some ins -> says (k + N.of_nat n) ins.
Proof.
  revert k n. induction rest as [| i rest IH]; intros k [| n]; cbn [say_all nth_error]; try discriminate.
  - intros [S _]. injection 1 as <-. now rewrite N.add_0_r.
  - intros [_ H] E. replace (k + N.of_nat (S n))%N with (N.succ k + N.of_nat n)%N by lia. now apply IH.
Qed.

Lemma fact_at rest k n a : all_facts k rest -> nth_error rest n = Some (Input a) -> fact a (k + N.of_nat n).
Proof.
  revert k n. induction rest as [| i rest IH]; intros k [| n]; cbn [nth_error]; try discriminate.
  - intros F. injection 1 as ->. rewrite N.add_0_r. apply F.
  - intros F H. replace (k + N.of_nat (S n))%N with (N.succ k + N.of_nat n)%N by lia. apply IH; [| exact H].
    destruct i; try exact F. apply F.
Qed.

Lemma finite_in l i : all_finite l -> is_in i l = true -> finite (v i).
Proof.
  induction l as [| j l IH]; cbn [all_finite is_in existsb]; [discriminate |]. intros [F H] E.
  apply orb_prop in E. destruct E as [E | E]; [apply N.eqb_eq in E; now rewrite E | now apply IH].
Qed.

Lemma all_finite_app l m : all_finite l -> all_finite m -> all_finite (l ++ m).
Proof. induction l as [| i l IH]; cbn [all_finite app]; intuition. Qed.

Lemma used_finite k ins : says k ins -> finite (v k) -> all_finite (used_by ins).
Proof.
  destruct ins; cbn [says used_by all_finite]; intros S F; auto; destruct S as [S S'];
    try rewrite S in F.
  - destruct (fadd_finite _ _ F) as (A & B & _). auto.
  - destruct (fsub_finite _ _ F) as (A & B & _). auto.
  - destruct (fmul_finite _ _ F) as (A & B & _). auto.
  - destruct (ffma_finite _ _ _ F) as (A & B & C & _). auto.
  - apply fneg_finite in F. auto.
  - apply fabs_finite in F. auto.
  - split; [| exact I]. revert F. unfold finite, fdiv, Bdiv. destruct (v i) as [| [|] | |], (v j) as [| [|] | |];
    simpl; auto; discriminate.
  - destruct (fsqrt_finite _ F) as (A & _). auto.
  - destruct (two_sum_exact _ _ F) as (A & B & C & _). destruct S' as [-> _]. auto.
  - destruct (two_difference_exact _ _ F) as (A & B & C & _). destruct S' as [-> _]. auto.
  - destruct S' as (-> & _ & O). destruct (ordered_sum_exact _ _ F O) as (A & B & C & _). auto.
  - destruct (product_rest_error _ _ _ S F) as (C & _). destruct (fmul_finite _ _ C) as (A & B & _).
    destruct S' as [-> _]. auto.
  - auto.
Qed.

Lemma finite_from_correct l reversed : all_finite l -> say_all 0 (rev reversed) -> all_finite (finite_from l reversed).
Proof.
  revert l. induction reversed as [| ins before IH]; intros l F S; [exact F |]. cbn [finite_from rev] in *.
  assert (A : forall rest k, say_all k (rest ++ [ins]) -> say_all k rest).
  { induction rest as [| i rest IHr]; intros k; cbn [say_all app]; intuition. }
  apply IH; [| now apply A in S]. destruct (is_in (N.of_nat (length before)) l) eqn:E; [| exact F].
  apply all_finite_app; [| exact F]. pose proof (finite_in _ _ F E) as Fk.
  apply used_finite with (2 := Fk). rewrite <- (rev_length before), <- (N.add_0_l (N.of_nat _)).
  apply says_at with (1 := S). rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity.
Qed.

Section Fits.
Variable t : table.
Hypothesis good : forall i n, look t i = Some n -> correct i n.

Lemma size_below f a n : close x y a f -> ceiling t (form_size (size t) f) = Some n -> Rabs a <= bpow radix2 n.
Proof.
  intros C H. eapply Rle_trans; [exact (form_size_ok t good _ _ C) |]. now apply (ceiling_ok t good).
Qed.

Lemma size_in_range f a : close x y a f -> at_most_top (ceiling t (form_size (size t) f)) = true ->
  Rabs a <= bpow radix2 1023.
Proof.
  intros C H. unfold at_most_top in H. destruct (ceiling t _) as [n |] eqn:E; [| discriminate]. apply Z.leb_le in H.
  eapply Rle_trans; [exact (size_below _ _ _ C E) | now apply bpow_le].
Qed.

Lemma fits_correct k ins : says k ins -> fits t ins = true -> all_finite (operands ins) -> finite (v k).
Proof.
  assert (D : forall i, close x y (d i) (double_of t i)) by (apply double_ok, good).
  assert (M : forall i j, close x y (d i * d j) (product (size t) (double_of t i) (double_of t j))).
  { intros. now apply product_ok. }
  destruct ins as [n | m e | i j | i j | i j | i j l | i | i | i j | i | i j s | i j s | i j s | i j s | i |];
    cbn [says fits operands used_by all_finite]; intros S H F; try discriminate;
    destruct S as [S S']; rewrite S; try apply size_in_range with (1 := close_plus _ _ _ _ _ _ (D _) (D _)) in H.
  - unfold is_constant in H. rewrite !andb_true_iff in H. destruct H as ((A & B) & C). apply Z.ltb_lt in A.
    apply Z.leb_le in B, C. now apply fconst_value.
  - now apply (fadd_is_finite _ _ 1023).
  - apply size_in_range with (1 := close_minus _ _ _ _ _ _ (D _) (D _)) in H. now apply (fsub_is_finite _ _ 1023).
  - apply size_in_range with (1 := M _ _) in H. now apply (fmul_is_finite _ _ 1023).
  - apply size_in_range with (1 := close_plus _ _ _ _ _ _ (M _ _) (D _)) in H. now apply (ffma_is_finite _ _ _ 1023).
  - now apply finite_fneg.
  - now apply finite_fabs.
  - destruct F as (Fj & Fi & _). destruct (floor_of t j) as [n |] eqn:E.
    2: { destruct (ceiling t _); discriminate. }
    destruct (ceiling t _) as [m |] eqn:G; [| discriminate]. cbn [both at_most_top] in H. apply Z.leb_le in H.
    apply floor_ok in E; [| exact good]. assert (Nj : d j <> 0).
    { intros Z. rewrite Z, Rabs_R0 in E. pose proof (bpow_gt_0 radix2 n). lra. }
    pose proof (size_below _ _ _ (D i) G) as Si.
    generalize (Bdiv_correct (prec double) (emax double) _ _ mode_NE (v i) (v j) Nj).
    rewrite power_below_overflow with (n := 1023%Z).
    + intros (_ & C2 & _). unfold finite, fdiv. now rewrite C2.
    + lia.
    + apply Rle_trans with (bpow radix2 (m - n)); [| now apply bpow_le]. unfold Zminus. rewrite bpow_plus, bpow_opp.
      unfold Rdiv. fold (d i) (d j). rewrite Rabs_mult, Rabs_inv. apply Rmult_le_compat; [apply Rabs_pos | | exact Si
        |].
      * left. apply Rinv_0_lt_compat. now apply Rabs_pos_lt.
      * apply Rinv_le; [apply bpow_gt_0 | exact E].
  - apply positive_ok in H; [| exact good]. now apply fsqrt_is_finite.
  - destruct (ceiling t _) as [m |] eqn:G in H; [| discriminate]. destruct (ceiling t _) as [n |] eqn:K in H; [|
    discriminate].
    apply andb_prop in H. destruct H as [H1 H2]. apply Z.leb_le in H1, H2. apply (two_sum_finite _ _ 1000).
    + cbn. lia.
    + apply F.
    + apply F.
    + eapply Rle_trans; [exact (size_below _ _ _ (D i) G) | now apply bpow_le].
    + eapply Rle_trans; [exact (size_below _ _ _ (D j) K) | now apply bpow_le].
  - apply F.
  - reflexivity.
Qed.
End Fits.

Lemma look_app t n i : look (t ++ [n]) i = if N.eqb i (N.of_nat (length t)) then Some n else look t i.
Proof.
  unfold look. destruct (N.eqb_spec i (N.of_nat (length t))) as [-> | E].
  - rewrite Nat2N.id, nth_error_app2, Nat.sub_diag by lia. reflexivity.
  - destruct (Nat.lt_ge_cases (N.to_nat i) (length t)) as [L | L]; [now apply nth_error_app1 |].
    assert (length (t ++ [n]) <= N.to_nat i)%nat by (rewrite app_length; simpl; lia).
    now rewrite !(proj2 (nth_error_None _ _)) by assumption.
Qed.

Theorem table_correct outs t : say_all 0 code -> all_facts 0 code -> all_finite outs -> table_of outs = Some t ->
  (forall i n, look t i = Some n -> correct i n) /\ forall i, (N.to_nat i < length code)%nat -> finite (v i).
Proof.
  intros S F O. revert t. apply finite_from_correct with (reversed := rev code) in O; [| now rewrite rev_involutive].
  unfold table_of. generalize dependent (finite_from outs (rev code)). clear outs. intros outs O.
  assert (H : forall rest t u, (exists done, code = done ++ rest /\ length done = length t) ->
    (forall i n, look t i = Some n -> correct i n) -> (forall i, (N.to_nat i < length t)%nat -> finite (v i)) ->
    extend outs t rest = Some u ->
    (forall i n, look u i = Some n -> correct i n) /\
    forall i, (N.to_nat i < length t + length rest)%nat -> finite (v i)).
  { induction rest as [| ins rest IH]; intros t u (done & E & L) G Fin C.
    - injection C as <-. split; [exact G |]. cbn [length]. now rewrite Nat.add_0_r.
    - cbn [extend] in C. destruct (checks outs t ins) eqn:C1; [| discriminate]. rename C into C2. unfold checks in C1.
      set (k := N.of_nat (length t)) in *.
      assert (Ek : nth_error code (N.to_nat k) = Some ins).
      { unfold k. rewrite Nat2N.id, E, nth_error_app2, L, Nat.sub_diag by lia. reflexivity. }
      pose proof (says_at code 0 (N.to_nat k) ins S Ek) as Sk. rewrite N2Nat.id, N.add_0_l in Sk.
      apply andb_prop in C1. destruct C1 as [C0 C1].
      assert (Op : all_finite (operands ins)).
      { clear - C0 Fin. induction (operands ins) as [| i l IHl]; cbn [all_finite forallb] in *; [exact I |].
        apply andb_prop in C0. destruct C0 as [A B]. apply N.ltb_lt in A. split; [apply Fin; unfold k in A; lia |].
        now apply IHl. }
      assert (Fk : finite (v k)).
      { destruct (is_in k outs) eqn:I; [now apply (finite_in outs) | now apply (fits_correct t G k ins)]. }
      assert (Ck : correct k (info_of t k ins)).
      { apply info_correct; auto.
        - intros i j ->. apply Op.
        - intros n ->. pose proof (fact_at code 0 (N.to_nat k) n F Ek) as A. now rewrite N2Nat.id, N.add_0_l in A. }
      destruct (IH (t ++ [info_of t k ins]) u) as [A B].
      + exists (done ++ [ins]). rewrite E, <- app_assoc, !app_length, L. now split.
      + intros i n. rewrite look_app. fold k. destruct (N.eqb_spec i k) as [-> | N]; [| apply G].
        injection 1 as <-. exact Ck.
      + intros i. rewrite app_length. cbn [length]. intros H.
        destruct (Nat.eq_dec (N.to_nat i) (length t)) as [Q | Q]; [| apply Fin; lia].
        replace i with k by (unfold k; lia). exact Fk.
      + exact C2.
      + split; [exact A |]. intros i H. apply B. rewrite app_length. cbn [length] in *. lia. }
  intros t C. destruct (H code [] t) as [A B]; auto.
  - now exists [].
  - intros i n. unfold look. now destruct (N.to_nat i).
  - cbn [length]. lia.
Qed.

(* ---- Goals ---- *)

(* An expression of doubles and real numbers of the values. *)
Inductive goal := V (i : N) | X (i : N) | Number (m : Z) | Power (e : Z) | Plus (a b : goal) | Minus (a b : goal) |
  Times (a b : goal).

Fixpoint meaning (g : goal) : R :=
  match g with
  | V i => d i
  | X i => r i
  | Number m => IZR m
  | Power e => bpow radix2 e
  | Plus a b => meaning a + meaning b
  | Minus a b => meaning a - meaning b
  | Times a b => meaning a * meaning b
  end.

(* Without the variables of a rule, if it has them all. *)
Fixpoint without (w : var) (l : list var) : option (list var) :=
  match l with
  | [] => None
  | u :: l => match var_compare w u with Eq => Some l | _ => option_map (cons u) (without w l) end
  end.
Fixpoint without_all (ws l : list var) : option (list var) :=
  match ws with
  | [] => Some l
  | w :: ws => match without w l with Some m => without_all ws m | None => None end
  end.

Fixpoint rules_of (t : table) : list (list var * poly) :=
  match t with [] => [] | n :: t => match rule n with Some a => a :: rules_of t | None => rules_of t end end.

Fixpoint rewrite_term (rules : list (list var * poly)) (a : term) : poly :=
  match rules with
  | [] => [a]
  | (ws, p) :: rules =>
    match without_all ws (fst a) with Some l => pmul [(l, snd a)] p | None => rewrite_term rules a end
  end.
Definition rewritten (rules : list (list var * poly)) (p : poly) : poly := sum_of (map (rewrite_term rules) p).

Fixpoint goal_form (t : table) (g : goal) : form :=
  match g with
  | V i => double_of t i
  | X i => real_of t i
  | Number m => exactly (constant (Float radix2 m 0))
  | Power e => exactly (constant (Float radix2 1 e))
  | Plus a b => plus (goal_form t a) (goal_form t b)
  | Minus a b => minus (goal_form t a) (goal_form t b)
  | Times a b => product (size t) (goal_form t a) (goal_form t b)
  end.
(* Four times: a quotient whose dividend is a root, and so on. *)
Definition simple_form (t : table) (g : goal) : form :=
  let f := goal_form t g in let a := rewritten (rules_of t) in (a (a (a (a (fst f)))), snd f).

(* Instead of a product of magnitudes that is subtracted, what it does not exceed. *)
Fixpoint limits_of (t : table) : list (list var * poly) :=
  match t with [] => [] | n :: t => match limit n with Some a => a :: limits_of t | None => limits_of t end end.
Fixpoint bounded_term (bounds : list (list var * poly)) (a : term) : poly :=
  match bounds with
  | [] => [a]
  | (ws, p) :: bounds =>
    match without_all ws (fst a) with
    | Some l => if Z.leb 0 (Fnum (snd a)) then [a] else pmul [(l, snd a)] p
    | None => bounded_term bounds a
    end
  end.
(* Products come first: what is left of a term may have no other bound. *)
Definition is_product (b : list var * poly) : bool := Nat.ltb 1 (length (fst b)).
Definition bounds_of (t : table) : list (list var * poly) :=
  let l := limits_of t in
  filter is_product l ++ map (fun b => (fst b, magnitude (size t) (snd b))) (rules_of t) ++
    filter (fun b => negb (is_product b)) l.
Definition bounded_once (t : table) (p : poly) : poly := let b := bounds_of t in sum_of (map (bounded_term b) p).
(* Twice: a term may have two such products. *)
Definition bounded (t : table) (p : poly) : poly := bounded_once t (bounded_once t p).

(* Instead of the first magnitude of a product that is subtracted, what it does not exceed: a bound of the one factor of
   |d| |u| keeps the other one. *)
Definition less_of_first (t : table) (a : term) : poly :=
  match fst a with
  | [] => [a]
  | w :: l => if Z.leb 0 (Fnum (snd a)) then [a] else pmul [(l, snd a)] (most_of t w)
  end.
Definition lower_first (t : table) (p : poly) : poly := sum_of (map (less_of_first t) p).

Definition is_nonneg_here (t : table) (p : poly) : bool :=
  let is_nonneg := is_nonneg (most_of t) (top_of t) (least_of t) in
  if is_nonneg p then true
  else let q := bounded t p in if is_nonneg q then true
  else let r := lower_first t q in if is_nonneg r then true
  else is_nonneg (lower_first t r).

(* |g| <= h, and g <= h. *)
Definition is_at_most (outs : list N) (g h : goal) : bool :=
  match table_of outs with
  | Some t =>
    let f := simple_form t g in let e := simple_form t h in
    is_nonneg_here t (psub (lower (size t) (is_size t) (fst e)) (padd (snd e) (padd (snd f) (magnitude (size t) (fst
      f)))))
  | None => false
  end.
Definition is_less (outs : list N) (g h : goal) : bool :=
  match table_of outs with
  | Some t =>
    let e := simple_form t (Minus h g) in is_nonneg_here t (psub (lower (size t) (is_size t) (fst e)) (snd e))
  | None => false
  end.

Section Goals.
Variable t : table.
Hypothesis good : forall i n, look t i = Some n -> correct i n.

Lemma product_without z w l m : without w l = Some m -> product_of z l = z w * product_of z m.
Proof.
  revert m. induction l as [| u l IH]; cbn [without]; intros m; [discriminate |].
  destruct (var_compare w u) eqn:E.
  - injection 1 as <-. apply var_compare_eq in E. now rewrite E.
  - destruct (without w l) as [k |]; [| discriminate]. injection 1 as <-. cbn [product_of fold_right] in *.
    unfold product_of in IH. rewrite (IH k eq_refl). ring.
  - destruct (without w l) as [k |]; [| discriminate]. injection 1 as <-. cbn [product_of fold_right] in *.
    unfold product_of in IH. rewrite (IH k eq_refl). ring.
Qed.

Lemma product_without_all z ws l m :
  without_all ws l = Some m -> product_of z l = product_of z ws * product_of z m.
Proof.
  revert l. induction ws as [| w ws IH]; cbn [without_all]; intros l.
  { injection 1 as ->. change (product_of z []) with 1. ring. }
  destruct (without w l) as [k |] eqn:E; [| discriminate]. intros H.
  rewrite (product_without _ _ _ _ E), (IH _ H). change (product_of z (w :: ws)) with (z w * product_of z ws). ring.
Qed.

Lemma rules_ok ws p : In (ws, p) (rules_of t) -> product_of y ws = value_of y p.
Proof.
  assert (G : forall l, (forall n, In n l -> exists i, look t i = Some n) -> In (ws, p) (rules_of l) ->
    product_of y ws = value_of y p).
  { induction l as [| n l IH]; cbn [rules_of]; [easy |]. intros H K.
    assert (L : forall n, In n l -> exists i, look t i = Some n) by (intros; apply H; now right).
    destruct (rule n) as [a |] eqn:E; [| now apply IH]. destruct K as [-> | K]; [| now apply IH].
    destruct (H n (or_introl eq_refl)) as [i Hi]. exact (is_rule _ _ (good i n Hi) _ _ E). }
  apply G. intros n Hn. apply In_nth_error in Hn. destruct Hn as [i Hi]. exists (N.of_nat i). unfold look. now rewrite
    Nat2N.id.
Qed.

Lemma value_rewritten p : value_of y (rewritten (rules_of t) p) = value_of y p.
Proof.
  unfold rewritten. rewrite value_sum_of. induction p as [| a p IH]; [reflexivity |].
  cbn [map total fold_right]. rewrite value_cons. unfold total in IH. rewrite IH. f_equal.
  assert (G : forall rules, (forall ws q, In (ws, q) rules -> product_of y ws = value_of y q) ->
    value_of y (rewrite_term rules a) = F2R (snd a) * product_of y (fst a)).
  { induction rules as [| [ws q] rules IHr]; intros H; cbn [rewrite_term]; [simpl; ring |].
    destruct (without_all ws (fst a)) as [l |] eqn:E.
    - rewrite value_pmul, value_cons, (product_without_all _ _ _ _ E), (H ws q (or_introl eq_refl)).
      cbn [fst snd value_of fold_right]. ring.
    - apply IHr. intros u k K. apply H. now right. }
  apply G, rules_ok.
Qed.

Lemma goal_ok g : close x y (meaning g) (goal_form t g).
Proof.
  induction g as [i | i | m | e | a IHa b IHb | a IHa b IHb | a IHa b IHb]; cbn [meaning goal_form].
  - now apply double_ok.
  - now apply real_ok.
  - apply close_is. rewrite value_constant. unfold F2R. simpl. ring.
  - apply close_is. now rewrite value_constant, F2R_bpow.
  - now apply close_plus.
  - now apply close_minus.
  - now apply product_ok.
Qed.

Lemma simple_ok g : close x y (meaning g) (simple_form t g).
Proof. unfold simple_form, close. cbn [fst snd]. rewrite !value_rewritten. apply goal_ok. Qed.

Lemma bounds_ok ws p : In (ws, p) (bounds_of t) -> product_of x ws <= value_of x p.
Proof.
  unfold bounds_of. intros H. assert (K : In (ws, p) (limits_of t) \/
    In (ws, p) (map (fun b => (fst b, magnitude (size t) (snd b))) (rules_of t))).
  { rewrite !in_app_iff, !filter_In in H. tauto. }
  clear H. destruct K as [H | H].
  - assert (G : forall l, (forall n, In n l -> exists i, look t i = Some n) -> In (ws, p) (limits_of l) ->
      product_of x ws <= value_of x p).
    { induction l as [| n l IH]; cbn [limits_of]; [easy |]. intros L K.
      assert (M : forall n, In n l -> exists i, look t i = Some n) by (intros; apply L; now right).
      destruct (limit n) as [a |] eqn:E; [| now apply IH]. destruct K as [-> | K]; [| now apply IH].
      destruct (L n (or_introl eq_refl)) as [i Hi]. exact (is_limit _ _ (good i n Hi) _ _ E). }
    apply G with (2 := H). intros n Hn. apply In_nth_error in Hn. destruct Hn as [i Hi]. exists (N.of_nat i).
    unfold look. now rewrite Nat2N.id.
  - apply in_map_iff in H. destruct H as ([u q] & [= <- <-] & H). cbn [fst snd].
    rewrite abs_of_product, (rules_ok _ _ H). exact (magnitude_correct x y x_is _ (size_ok _ good) q).
Qed.

Lemma bounded_once_is_less p : value_of x (bounded_once t p) <= value_of x p.
Proof.
  unfold bounded_once. cbv zeta. rewrite value_sum_of. induction p as [| a p IH]; [simpl; lra |].
  cbn [map total fold_right]. rewrite value_cons. apply Rplus_le_compat; [| exact IH].
  assert (G : forall bounds, (forall ws q, In (ws, q) bounds -> product_of x ws <= value_of x q) ->
    value_of x (bounded_term bounds a) <= F2R (snd a) * product_of x (fst a)).
  { induction bounds as [| [ws q] bounds IHr]; intros H; cbn [bounded_term]; [simpl; lra |].
    destruct (without_all ws (fst a)) as [l |] eqn:E; [| apply IHr; intros u k K; apply H; now right].
    destruct (Z.leb_spec 0 (Fnum (snd a))) as [S | S]; [simpl; lra |].
    rewrite value_pmul, value_cons, (product_without_all _ _ _ _ E). pose proof (F2R_le_0 radix2 (snd a) ltac:(lia)).
    pose proof (Rabs_pos (product_of y l)) as L. cbn [fst snd value_of fold_right]. rewrite (abs_of_product l).
    rewrite Rplus_0_r, Rmult_assoc. apply Rmult_le_compat_neg_l; [assumption |]. rewrite Rmult_comm.
    apply Rmult_le_compat_l; [exact L | exact (H ws q (or_introl eq_refl))]. }
  apply G, bounds_ok.
Qed.

Lemma bounded_is_less p : value_of x (bounded t p) <= value_of x p.
Proof. eapply Rle_trans; apply bounded_once_is_less. Qed.

Lemma lower_first_is_less p : value_of x (lower_first t p) <= value_of x p.
Proof.
  unfold lower_first. rewrite value_sum_of. induction p as [| [l c] p IH]; [simpl; lra |].
  cbn [map total fold_right]. rewrite value_cons. apply Rplus_le_compat; [| exact IH]. unfold less_of_first.
  cbn [fst snd]. destruct l as [| w l]; [simpl; lra |].
  destruct (Z.leb_spec 0 (Fnum c)) as [S | S]; [simpl; lra |]. rewrite value_pmul, value_cons. cbn [fst snd value_of].
  pose proof (F2R_le_0 radix2 c ltac:(lia)). pose proof (most_ok t good w) as M. cbn [product_of fold_right].
  change (fold_right (fun v r => x v * r) 1 l) with (product_of x l).
  rewrite (abs_of_product l), Rplus_0_r, Rmult_assoc.
  apply Rmult_le_compat_neg_l; [assumption |]. rewrite Rmult_comm. apply Rmult_le_compat_l; [apply Rabs_pos | exact M].
Qed.

Lemma nonneg_here p : is_nonneg_here t p = true -> 0 <= value_of x p.
Proof.
  pose proof (is_nonneg_correct x y x_is _ _ _ (most_ok t good) (top_ok t good) (least_ok t good)) as N.
  unfold is_nonneg_here. cbv zeta. destruct (is_nonneg _ _ _ p) eqn:E; [intros _; exact (N p E) |].
  intros H. eapply Rle_trans; [| apply bounded_is_less].
  destruct (is_nonneg _ _ _ (bounded t p)) eqn:F; [exact (N _ F) |].
  eapply Rle_trans; [| apply lower_first_is_less].
  destruct (is_nonneg _ _ _ (lower_first t (bounded t p))) eqn:G; [exact (N _ G) |].
  eapply Rle_trans; [exact (N _ H) | apply lower_first_is_less].
Qed.

Lemma lower_ok p : value_of x (lower (size t) (is_size t) p) <= value_of y p.
Proof. exact (lower_correct x y x_is _ _ (size_ok t good) (is_size_ok t good) p). Qed.
End Goals.

Theorem is_at_most_correct outs g h : is_at_most outs g h = true -> say_all 0 code -> all_facts 0 code ->
  all_finite outs -> Rabs (meaning g) <= meaning h.
Proof.
  unfold is_at_most. destruct (table_of outs) as [t |] eqn:T; [| discriminate]. intros H2 S F O.
  destruct (table_correct outs t S F O T) as [G _].
  apply nonneg_here in H2; [| exact G]. rewrite value_psub, !value_padd in H2.
  pose proof (lower_ok _ G (fst (simple_form t h))) as L.
  pose proof (magnitude_correct x y x_is _ (size_ok _ G) (fst (simple_form t g))) as M.
  pose proof (simple_ok _ G g) as A. pose proof (simple_ok _ G h) as B. unfold close in A, B.
  pose proof (Rabs_triang_inv (meaning g) (value_of y (fst (simple_form t g)))).
  apply Rabs_le_inv in B. lra.
Qed.

Theorem is_less_correct outs g h : is_less outs g h = true -> say_all 0 code -> all_facts 0 code ->
  all_finite outs -> meaning g <= meaning h.
Proof.
  unfold is_less. destruct (table_of outs) as [t |] eqn:T; [| discriminate]. intros H2 S F O.
  destruct (table_correct outs t S F O T) as [G _].
  apply nonneg_here in H2; [| exact G]. rewrite value_psub in H2.
  pose proof (lower_ok _ G (fst (simple_form t (Minus h g)))) as L.
  pose proof (simple_ok _ G (Minus h g)) as B. unfold close in B. cbn [meaning] in B. apply Rabs_le_inv in B. lra.
Qed.

Theorem checked_correct outs : checked outs = true -> say_all 0 code -> all_facts 0 code -> all_finite outs ->
  forall i, (N.to_nat i < length code)%nat -> finite (v i).
Proof.
  unfold checked. destruct (table_of outs) as [t |] eqn:T; [| discriminate]. intros _ S F O.
  exact (proj2 (table_correct outs t S F O T)).
Qed.

(* Which values are finite, without facts of the inputs: from the results. *)
Theorem finite_from_results outs : say_all 0 code -> all_finite outs -> all_finite (finite_from outs (rev code)).
Proof. intros S O. apply finite_from_correct; [exact O | now rewrite rev_involutive]. Qed.

End Meaning.
