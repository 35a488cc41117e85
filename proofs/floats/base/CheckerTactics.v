(* From terms of the C source to a program of the checker (Checker.v), and the inputs that filters have.

   `inputs` of the tactics is a list of (what is known, double, real number). The tactics look for the terms below the
   goal, give each a place in the program, and leave to prove what is known of the inputs and that the results are
   finite. *)
From Coq Require Import ZArith NArith Reals List Lra Bool.
From Flocq Require Import Core.
From Carom Require Import Model Bounded ErrorFree.
From Carom Require Export Checker.
Import ListNotations.

Open Scope R_scope.

(* A number that is off by at most a factor c of itself; exact if c is 0. *)
Definition near_input (c : coef) (is_pos : bool) (least : coef) (top : Z) (k : N) : known :=
  Known (if Z.eqb (Fnum c) 0 then [] else [([Val k], c)]) (variable (Val k)) least is_pos top.
Definition rounded_input (top : Z) (k : N) := near_input uc false nothing top k.
Definition exact_input (top : Z) (k : N) := near_input nothing false nothing top k.
Definition positive_input (top : Z) (k : N) := near_input nothing true nothing top k.
Definition rounded_positive_input (top : Z) (k : N) := near_input uc true nothing top k.

Lemma near_fact code vs rs c p least top k : 0 <= F2R c -> (Fnum c = 0%Z -> Fexp c = Fexp c) ->
  Rabs (real_at rs k - real (double_at vs k)) <= F2R c * Rabs (real (double_at vs k)) ->
  F2R least <= Rabs (real (double_at vs k)) -> (p = true -> 0 <= real (double_at vs k)) ->
  Rabs (real (double_at vs k)) <= bpow radix2 top -> fact code vs rs (near_input c p least top k) k.
Proof.
  intros C _ E L P T. unfold fact, near_input. cbn [off_by Checker.at_most at_least is_pos at_top].
  rewrite value_variable. repeat split; auto; [| unfold x; cbn [y]; apply Rle_refl].
  destruct (Z.eqb_spec (Fnum c) 0) as [Z | Z].
  - destruct c as [m e]. cbn [Fnum] in Z. subst m. rewrite F2R_0 in E. simpl. lra.
  - unfold value_of, product_of. cbn [fold_right fst snd]. unfold x. cbn [y]. lra.
Qed.

Ltac add_to state ins v r :=
  lazymatch state with (?code, ?vs, ?rs) => constr:((ins :: code, v :: vs, r :: rs)) end.

Ltac place_among t vs :=
  lazymatch vs with
  | t :: ?rest => let n := eval compute in (N.of_nat (length rest)) in n
  | _ :: ?rest => place_among t rest
  end.
Ltac place_of t state := lazymatch state with (_, ?vs, _) => place_among t vs end.

Ltac real_among t vs rs :=
  lazymatch vs with
  | t :: _ => lazymatch rs with ?r :: _ => r end
  | _ :: ?vs => lazymatch rs with _ :: ?rs => real_among t vs rs end
  end.
Ltac real_number_of t state := lazymatch state with (_, ?vs, ?rs) => real_among t vs rs end.

(* The state with a place for the term t: the lists of instructions, doubles and real numbers, the last one first. *)
Ltac with_term state t :=
  let binary ins a b f :=
    let s := with_term state a in let s := with_term s b in
    let i := place_of a s in let j := place_of b s in
    let p := real_number_of a s in let q := real_number_of b s in
    let r := f p q in
    add_to s (ins i j) t r in
  let unary ins a f :=
    let s := with_term state a in let i := place_of a s in let p := real_number_of a s in let r := f p in
    add_to s (ins i) t r in
  let rest ins a b high :=
    let s := with_term state high in let i := place_of a s in let j := place_of b s in let k := place_of high s in
    add_to s (ins i j k) t 0 in
  lazymatch state with
  | (_, ?vs, _) =>
    lazymatch vs with
    | context [t :: _] => state
    | _ =>
      lazymatch t with
      | fadd ?a ?b => binary Add a b ltac:(fun p q => constr:(p + q))
      | fsub ?a ?b => binary Sub a b ltac:(fun p q => constr:(p - q))
      | fmul ?a ?b => binary Mul a b ltac:(fun p q => constr:(p * q))
      | fdiv ?a ?b => binary Div a b ltac:(fun p q => constr:(real t))
      | ffma ?a ?b ?c =>
        let s := with_term state a in let s := with_term s b in let s := with_term s c in
        let i := place_of a s in let j := place_of b s in let k := place_of c s in
        let p := real_number_of a s in let q := real_number_of b s in let r := real_number_of c s in
        add_to s (Fma i j k) t (p * q + r)
      | fsqrt ?a => unary Sqrt a ltac:(fun p => constr:(real t))
      | fneg ?a => unary Neg a ltac:(fun p => constr:(- p))
      | fabs ?a => unary Abs a ltac:(fun p => constr:(Rabs p))
      | sum_rest ?a ?b => rest SumRest a b constr:(fadd a b)
      | difference_rest ?a ?b => rest DifferenceRest a b constr:(fsub a b)
      | ordered_rest ?a ?b => rest OrderedRest a b constr:(fadd a b)
      | pair_product_rest ?a ?b => rest ProductRest a b constr:(fmul a b)
      | fconst ?m ?e => add_to state (Const m e) t (IZR m * bpow radix2 e)
      | _ => fail 100 "the checker has no operation for" t "and it is no input"
      end
    end
  end.

Ltac inputs_of state inputs :=
  lazymatch inputs with
  | [] => state
  | (?known, ?v, ?r) :: ?inputs =>
    lazymatch state with
    | (?code, _, _) =>
      let k := eval compute in (N.of_nat (length code)) in
      let n := eval cbv beta in (known k) in
      let s := add_to state (Input n) v r in inputs_of s inputs
    end
  end.
Ltac start inputs := inputs_of constr:((@nil instr, @nil D, @nil R)) inputs.

(* Results that are at least as finite as others: the places of the terms. *)
Ltac places_of terms state :=
  lazymatch terms with
  | [] => constr:(@nil N)
  | ?t :: ?terms => let i := place_of t state in let l := places_of terms state in constr:(i :: l)
  end.

Ltac in_order state :=
  lazymatch state with
  | (?code, ?vs, ?rs) =>
    let c := eval cbn [rev app] in (rev code) in let v := eval cbn [rev app] in (rev vs) in
    let r := eval cbn [rev app] in (rev rs) in constr:((c, v, r))
  end.

(* Proves Rabs (real a - A) <= real b, where A is a without roundings. `finite_terms` are finite. *)
Ltac covers inputs finite_terms :=
  lazymatch goal with
  | |- Rabs (real ?a - ?A) <= real ?b =>
    let s := start inputs in let s := with_term s a in let s := with_term s b in
    let i := place_of a s in let j := place_of b s in let o := places_of finite_terms s in
    lazymatch in_order s with
    | (?c, ?v, ?r) =>
      let H := fresh in
      assert (H := is_at_most_correct c v r o (Minus (V i) (X i)) (V j)
        ltac:(vm_cast_no_check (eq_refl true)) ltac:(repeat split));
      change (all_facts c v r 0 c -> all_finite v o -> Rabs (real a - A) <= real b) in H; apply H; clear H
    end
  end.
