(* From terms of the C source to a program of the checker (Checker.v), and the inputs that filters have.

   `inputs` of the tactics is a list of (what is known, double, real number). The tactics look for the terms below the
   goal, give each a place in the program, and leave to prove what is known of the inputs and that the results are
   finite. *)
From Coq Require Import ZArith NArith Arith Reals List Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Bounded ErrorFree.
From Carom Require Export Checker.
Import ListNotations.

Open Scope R_scope.

(* Inputs. The last argument of each is the place that the tactics give it: what is known may be about others, too. *)

(* Off by at most a factor c of itself; exact if c is 0. Its magnitude is at most b, at least a number. *)
Definition input_within (c : coef) (b : poly) (is_pos : bool) (least : coef) (top : Z) (k : N) : known :=
  Known (if Z.eqb (Fnum c) 0 then [] else [([Val k], c)]) b least is_pos top.
Definition rounded_input (top : Z) (k : N) := input_within uc (variable (Val k)) false nothing top k.
Definition exact_input (top : Z) (k : N) := input_within nothing (variable (Val k)) false nothing top k.
Definition positive_input (top : Z) (k : N) := input_within nothing (variable (Val k)) true nothing top k.
Definition rounded_positive_input (top : Z) (k : N) := input_within uc (variable (Val k)) true nothing top k.

Lemma input_fact code vs rs c b p least top k v r : double_at vs k = v -> real_at rs k = r ->
  Rabs (r - real v) <= F2R c * Rabs (real v) -> Rabs (real v) <= value_of (x code vs rs) b ->
  F2R least <= Rabs (real v) -> (p = true -> 0 <= real v) -> Rabs (real v) <= bpow radix2 top ->
  fact code vs rs (input_within c b p least top k) k.
Proof.
  intros <- <- E B L P T. unfold fact, input_within. cbn [off_by Checker.at_most at_least is_pos at_top].
  repeat split; auto. destruct (Z.eqb_spec (Fnum c) 0) as [Z | Z].
  - destruct c as [m e]. cbn [Fnum] in Z. subst m. rewrite F2R_0 in E. simpl. lra.
  - unfold value_of, product_of. cbn [fold_right fst snd]. unfold x. cbn [y]. lra.
Qed.

Lemma own_bound code vs rs k v : double_at vs k = v -> Rabs (real v) <= value_of (x code vs rs) (variable (Val k)).
Proof. intros <-. rewrite value_variable. apply Rle_refl. Qed.

Lemma nothing_least v : F2R nothing <= Rabs (real (v : D)).
Proof. unfold nothing. rewrite F2R_0. apply Rabs_pos. Qed.

Lemma rounded_fact code vs rs top k v r : double_at vs k = v -> real_at rs k = r ->
  Rabs (r - real v) <= u double * Rabs (real v) -> Rabs (real v) <= bpow radix2 top ->
  fact code vs rs (rounded_input top k) k.
Proof.
  intros V R E T. apply input_fact with v r; auto using own_bound, nothing_least; [now rewrite uc_value | discriminate].
Qed.

Lemma rounded_positive_fact code vs rs top k v r : double_at vs k = v -> real_at rs k = r ->
  Rabs (r - real v) <= u double * Rabs (real v) -> 0 <= real v -> Rabs (real v) <= bpow radix2 top ->
  fact code vs rs (rounded_positive_input top k) k.
Proof. intros V R E P T. apply input_fact with v r; auto using own_bound, nothing_least. now rewrite uc_value. Qed.

Lemma exact_off (v : D) : Rabs (real v - real v) <= F2R nothing * Rabs (real v).
Proof. unfold nothing. rewrite F2R_0, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. Qed.

Lemma exact_fact code vs rs top k v : double_at vs k = v -> real_at rs k = real v -> Rabs (real v) <= bpow radix2 top ->
  fact code vs rs (exact_input top k) k.
Proof. intros V R T. apply input_fact with v (real v); auto using own_bound, nothing_least, exact_off. discriminate.
  Qed.

Lemma positive_fact code vs rs top k v : double_at vs k = v -> real_at rs k = real v -> 0 <= real v ->
  Rabs (real v) <= bpow radix2 top -> fact code vs rs (positive_input top k) k.
Proof. intros V R P T. apply input_fact with v (real v); auto using own_bound, nothing_least, exact_off. Qed.

(* A difference of doubles is such an input. *)
Lemma difference_rounded (a b : D) : finite (fsub a b) ->
  Rabs (real a - real b - real (fsub a b)) <= u double * Rabs (real (fsub a b)).
Proof.
  intros F. destruct (fsub_finite _ _ F) as (_ & _ & V). rewrite V, Rabs_minus_sym. unfold Rminus at 1 3 4.
  apply rnd_sum_error_of_result; [| apply Generic_fmt.generic_format_opp]; apply real_in_format.
Qed.

(* The usual end of a filter: a value beyond its error has the sign of the exact number. The error may overflow. *)
Lemma certain_sign (v e : D) (E : R) : nonneg e -> (finite e -> finite v /\ Rabs (real v - E) <= real e) ->
  (flt e v = true -> 0 < E) /\ (flt v (fneg e) = true -> E < 0).
Proof.
  intros P H. split; intros L.
  - pose proof (flt_finite _ _ L P) as Fe. destruct (H Fe) as [Fv B]. apply (flt_real _ _ Fe Fv) in L.
    apply Rabs_le_inv in B. lra.
  - assert (Fe : finite e).
    { revert L P. clear. unfold flt, Bltb, SpecFloat.SFltb, SpecFloat.SFcompare, finite, nonneg, fneg.
      destruct v as [| [|] | |], e as [| [|] | |]; simpl; congruence. }
    destruct (H Fe) as [Fv B]. apply (flt_real _ _ Fv (finite_fneg _ Fe)) in L. rewrite real_fneg in L.
    apply Rabs_le_inv in B. lra.
Qed.

(* Off by at most a polynomial, as a fraction of a scale that is another input. *)
Definition input_near (off_by b : poly) (is_pos : bool) (least : coef) (top : Z) (k : N) : known :=
  Known off_by b least is_pos top.

Lemma near_fact code vs rs off_by b p least top k v r : double_at vs k = v -> real_at rs k = r ->
  Rabs (r - real v) <= value_of (x code vs rs) off_by -> Rabs (real v) <= value_of (x code vs rs) b ->
  F2R least <= Rabs (real v) -> (p = true -> 0 <= real v) -> Rabs (real v) <= bpow radix2 top ->
  fact code vs rs (input_near off_by b p least top k) k.
Proof. intros <- <-. unfold fact, input_near. cbn [Checker.off_by Checker.at_most at_least is_pos at_top]. auto. Qed.

(* A sum of variables, times m 2^e; and exact inputs that are at most that, as of a bound that is not in the program. *)
Definition multiple (m e : Z) (l : list var) : poly := map (fun w => ([w], Float radix2 m e)) l.
Definition input_below (m e : Z) (l : list var) (top : Z) (k : N) : known :=
  input_near [] (multiple m e l) false nothing top k.
(* Exact, not negative, and at least a number. *)
Definition positive_input_from (least : coef) (top : Z) (k : N) :=
  input_within nothing (variable (Val k)) true least top k.
(* Exact, and at most 2^top, in products, too. *)
Definition small_input (top : Z) (k : N) := input_within nothing (constant (Float radix2 1 top)) false nothing top k.
(* (parameter, zero, A): a real number A that is not negative, in bounds. Other bounds have it as `Par`. *)
Definition parameter (k : N) : known := Known [] [] nothing true 0.

Lemma exact_near z (v : D) : Rabs (real v - real v) <= value_of z [].
Proof. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. apply Rle_refl. Qed.

Lemma value_multiple z w c : value_of z [([w], c)] = F2R c * z w.
Proof. unfold value_of, product_of. cbn [fold_right fst snd]. ring. Qed.

(* A variable x of the context with `kept x` is a variable of the checker, too: bounds are in its own magnitude. *)
Definition kept (x : D) : Prop := x = x.
Lemma keep x : kept x.
Proof. reflexivity. Qed.

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

(* The state with a place for the term t: the lists of instructions, doubles and real numbers, the last one first.
   A variable with an equation or a value in the context is what that says. What is kept has the place of Keep. *)
Ltac with_term state t :=
  lazymatch state with
  | (_, ?vs, _) =>
    lazymatch vs with
    | context [t :: _] => state
    | _ =>
      let named := match goal with _ => let check := match goal with _ => is_var t end in constr:(true)
                   | _ => constr:(false) end in
      lazymatch named with
      | true =>
        lazymatch goal with
        | H : t = ?shape |- _ =>
          let s := with_shape state t shape in
          lazymatch goal with
          | K : kept t |- _ => let i := place_of t s in let r := real_number_of t s in add_to s (Keep i) t r
          | _ => s
          end
        | _ => let shape := eval cbv delta [t] in t in with_shape state t shape
        end
      | false => with_shape state t t
      end
    end
  end
with with_shape state t shape :=
  let binary ins a b f :=
    let s := with_term state a in let s := with_term s b in
    let i := place_of a s in let j := place_of b s in
    let p := real_number_of a s in let q := real_number_of b s in
    let r := f p q in
    add_to s (ins i j) t r in
  let unary ins a f :=
    let s := with_term state a in let i := place_of a s in let p := real_number_of a s in let r := f p in
    add_to s (ins i) t r in
  lazymatch shape with
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
  | sum_rest ?a ?b => with_rest state t SumRest a b constr:(fadd a b)
  | difference_rest ?a ?b => with_rest state t DifferenceRest a b constr:(fsub a b)
  | ordered_rest ?a ?b => with_rest state t OrderedRest a b constr:(fadd a b)
  | pair_product_rest ?a ?b => with_rest state t ProductRest a b constr:(fmul a b)
  | product_rest ?a ?b => with_rest state t ProductRest a b constr:(fmul a b)
  | fconst ?m ?e => add_to state (Const m e) t (IZR m * bpow radix2 e)
  | _ => fail 100 "the checker has no operation for" t "and it is no input"
  end
with with_rest state t ins a b high :=
  (* The high part may have a name. *)
  let h := lazymatch goal with H : ?h = high |- _ => h | h := high |- _ => h | _ => high end in
  let s := with_term state h in
  let i := place_of a s in let j := place_of b s in let k := place_of h s in
  add_to s (ins i j k) t 0.

Ltac with_terms state terms :=
  lazymatch terms with [] => state | ?t :: ?terms => let s := with_term state t in with_terms s terms end.

(* A variable with a value in the context is its value. *)
Ltac value_of_variable e :=
  match goal with
  | _ => let check := match goal with _ => is_var e end in eval cbv delta [e] in e
  | _ => e
  end.

(* The doubles of an expression of real numbers, but for those that are the real numbers of inputs. *)
Ltac with_doubles state e :=
  match state with
  | (_, _, ?rs) => lazymatch rs with context [e :: _] => state end
  | _ =>
    lazymatch e with
    | real ?t => with_term state t
    | ?a + ?b => let s := with_doubles state a in with_doubles s b
    | ?a - ?b => let s := with_doubles state a in with_doubles s b
    | ?a * ?b => let s := with_doubles state a in with_doubles s b
    | ?a / _ => with_doubles state a
    | _ => let v := value_of_variable e in lazymatch v with e => state | _ => with_doubles state v end
    end
  end.

Ltac place_of_real e rs :=
  lazymatch rs with
  | e :: ?rest => let n := eval compute in (N.of_nat (length rest)) in n
  | _ :: ?rest => place_of_real e rest
  | _ => fail 100 "the checker does not know" e
  end.

Ltac goal_of e state :=
  match e with
  | real ?t => let i := match state with (_, ?vs, _) => place_among t vs end in constr:(V i)
  | IZR ?m => constr:(Number m)
  | bpow radix2 ?n => constr:(Power n)
  | _ =>
    match state with
    | (_, _, ?rs) => lazymatch rs with context [e :: _] => let i := place_of_real e rs in constr:(X i) end
    | _ =>
      lazymatch e with
      | ?a + ?b => let p := goal_of a state in let q := goal_of b state in constr:(Plus p q)
      | ?a - ?b => let p := goal_of a state in let q := goal_of b state in constr:(Minus p q)
      | ?a * ?b => let p := goal_of a state in let q := goal_of b state in constr:(Times p q)
      | ?a / ?b => let p := goal_of a state in let q := goal_of (/ b) state in constr:(Times p q)
      (* Of a power of two. *)
      | / IZR ?n => let k := eval compute in (- Z.log2 n)%Z in constr:(Power k)
      | _ =>
        let v := value_of_variable e in
        lazymatch v with e => fail 100 "the checker does not know" e | _ => goal_of v state end
      end
    end
  end.

Ltac inputs_of state inputs :=
  lazymatch inputs with
  | [] => state
  | (parameter, ?v, ?r) :: ?inputs => let s := add_to state Bound v r in inputs_of s inputs
  | (?known, ?v, ?r) :: ?inputs =>
    lazymatch state with
    | (?code, _, _) =>
      let k := eval compute in (N.of_nat (length code)) in
      let n := eval cbv beta in (known k) in
      let s := add_to state (Input n) v r in inputs_of s inputs
    end
  end.
Ltac start inputs := inputs_of constr:((@nil instr, @nil D, @nil R)) inputs.

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

Ltac reduce_places :=
  cbv [say_all says all_facts all_finite double_at real_at nth N.to_nat Pos.to_nat Pos.iter_op Init.Nat.add N.succ
    Pos.succ].

(* Which of both rests. That they differ would be found out only by computing. *)
Ltac product_rest_is :=
  match goal with
  | |- is_product_rest (pair_product_rest _ _) _ _ => left; reflexivity
  | |- is_product_rest (product_rest _ _) _ _ => right; reflexivity
  | H : ?c = pair_product_rest _ _ |- is_product_rest ?c _ _ => left; exact H
  | H : ?c = product_rest _ _ |- is_product_rest ?c _ _ => right; exact H
  | c := pair_product_rest _ _ |- is_product_rest ?c _ _ => left; reflexivity
  | c := product_rest _ _ |- is_product_rest ?c _ _ => right; reflexivity
  end.

Ltac equations :=
  reduce_places;
  repeat match goal with
  | |- _ /\ _ => apply conj
  | |- True => exact Logic.I
  | |- is_product_rest _ _ _ => product_rest_is
  | |- _ = _ => first [reflexivity | assumption]
  end; try assumption.

Ltac head_of e := lazymatch e with ?f _ => head_of f | _ => e end.

(* Bounds in other inputs, as real numbers. *)
Ltac sizes_of_inputs :=
  unfold multiple; cbn [map]; unfold value_of, product_of, F2R; cbn [fold_right fst snd Fnum Fexp]; unfold Checker.x;
  cbn [Checker.y]; reduce_places; rewrite ?Rabs_Rabsolu;
  repeat match goal with
  | P : 0 <= ?a |- context [Rabs ?a] => rewrite (Rabs_pos_eq a P)
  | |- context [Rabs ?a] => lazymatch a with real _ => fail | _ => rewrite (Rabs_pos_eq a) by lra end
  end.

(* Inputs that have names of their own, such as `scale_input`, are what their definitions say. *)
Ltac known_inputs :=
  cbv [all_facts N.succ Pos.succ];
  repeat match goal with
  | |- True => exact Logic.I
  | |- fact _ _ _ _ _ /\ _ => split
  | |- fact _ _ _ (rounded_input _ _) _ => eapply rounded_fact; [reflexivity | reflexivity | |]
  | |- fact _ _ _ (rounded_positive_input _ _) _ => eapply rounded_positive_fact; [reflexivity | reflexivity | | |]
  | |- fact _ _ _ (exact_input _ _) _ => eapply exact_fact; [reflexivity | reflexivity |]
  | |- fact _ _ _ (positive_input _ _) _ => eapply positive_fact; [reflexivity | reflexivity | |]
  | |- fact _ _ _ (input_within _ _ _ _ _ _) _ => eapply input_fact; [reflexivity | reflexivity | | | | |]
  | |- fact _ _ _ (input_near _ _ _ _ _ _) _ => eapply near_fact; [reflexivity | reflexivity | | | | |]
  | |- fact _ _ _ ?known _ => let f := head_of known in unfold f
  end;
  try exact (nothing_least _); try exact (exact_off _); try exact (exact_near _ _); try (apply own_bound; reflexivity);
  try discriminate; unfold one;
  rewrite ?value_variable, ?value_constant, ?value_multiple, ?F2R_bpow, ?uc_value; unfold x; cbn [y]; reduce_places;
  try assumption; try (intros _; assumption || lra); try (apply Rlt_le; exact (real_below _));
  try match goal with
  | |- 0 <= real _ => lra
  | |- bpow radix2 _ <= Rabs (real _) => rewrite Rabs_pos_eq by lra; assumption
  | |- context [value_of] => sizes_of_inputs; try solve [lra | simpl bpow; lra]
  end.

(* What the checker is asked for a goal Rabs A <= B or A <= B: the theorem, program, values and goals. *)
Ltac question_of P inputs finite_terms :=
  let prepare a b f :=
    let s := start inputs in let s := with_terms s finite_terms in let s := with_doubles s a in
    let s := with_doubles s b in let g := goal_of a s in let h := goal_of b s in let o := places_of finite_terms s in
    lazymatch in_order s with (?c, ?v, ?r) => f c v r o g h end in
  lazymatch P with
  | Rabs ?a <= ?b => prepare a b ltac:(fun c v r o g h => constr:((is_at_most c o g h, is_at_most_correct c v r o g h)))
  | ?a <= ?b => prepare a b ltac:(fun c v r o g h => constr:((is_less c o g h, is_less_correct c v r o g h)))
  end.

(* What the checker computes: once, and so that a refusal is found here, and not only at Qed. *)
Ltac checked_now :=
  clear;
  first [abstract (vm_cast_no_check (eq_refl true)) |
    fail 1000 "the checker refuses the bound: it does not find that it follows from what is known of the inputs"].

(* Proves such a goal by computation. What is left: what is known of the inputs, that `finite_terms` are finite, and
   what the equations of an error-free sum in order need. *)
Ltac by_checker inputs finite_terms :=
  lazymatch goal with
  | |- ?P => lazymatch question_of P inputs finite_terms with (_, ?theorem) => refine (theorem _ _ _ _) end
  end;
  [checked_now | equations | known_inputs | reduce_places; repeat apply conj; try exact Logic.I;
    try assumption].

(* What the checker says of a statement, true or false, and nothing is proved. *)
Ltac verdict_on P inputs finite_terms :=
  lazymatch question_of P inputs finite_terms with (?question, _) => eval vm_compute in question end.

(* A test that the checker refuses a statement. *)
Definition refused (P : Prop) : Prop := True.
Ltac refused_by_checker inputs finite_terms :=
  lazymatch goal with
  | |- refused ?P =>
    lazymatch verdict_on P inputs finite_terms with false => exact Logic.I | true => fail "the checker accepts" P end
  end.

(* Prints the least m from `low` to `high` for which the checker accepts the statement and the finite terms that `f m`
   is, or that there is none: an exponent, or of a constant m 2^e the last bit that is needed. *)
Ltac verdict_at f n inputs :=
  lazymatch eval cbv beta zeta in (f n) with
  | (?P, ?finite_terms) => verdict_on P inputs finite_terms
  end.

Ltac search_least f low high inputs :=
  let middle := eval compute in (Z.div (low + high) 2) in
  lazymatch middle with
  | low => idtac "the checker accepts from" high
  | _ =>
    lazymatch verdict_at f middle inputs with
    | true => search_least f low middle inputs
    | false => search_least f middle high inputs
    end
  end.

Ltac least_between f low high inputs :=
  lazymatch verdict_at f high inputs with
  | false => idtac "the checker refuses" high "too"
  | true =>
    lazymatch verdict_at f low inputs with
    | true => idtac "the checker accepts from" low "or less"
    | false => search_least f low high inputs
    end
  end.

Ltac doubles_of inputs :=
  lazymatch inputs with
  | [] => constr:(@nil D)
  | (parameter, _, _) :: ?inputs => doubles_of inputs
  | (_, ?v, _) :: ?inputs => let l := doubles_of inputs in constr:(v :: l)
  end.

(* Proves that a value is finite, if no operation below it overflows. What is left: what is known of the inputs, and
   that they are finite. *)
Ltac finite_by_checker inputs :=
  lazymatch goal with
  | |- finite ?t =>
    let s := start inputs in let s := with_term s t in let k := place_of t s in
    let l := doubles_of inputs in let o := places_of l s in
    lazymatch in_order s with
    | (?c, ?v, ?r) => refine (checked_correct c v r o _ _ _ _ k _)
    end
  end;
  [checked_now | equations | known_inputs | reduce_places; repeat apply conj; try exact Logic.I;
    try assumption | apply Nat.ltb_lt; reflexivity].

(* Proves a < b from a test of the code, H : flt small big = true: what is real is beyond what the margin is for. *)
Ltac less_by_checker inputs H :=
  lazymatch type of H with
  | flt ?small ?big = true =>
    lazymatch goal with
    | |- ?a < ?b =>
      let F := fresh in let G := fresh in let L := fresh in let l := doubles_of inputs in
      assert (F : finite small); [finite_by_checker inputs |
      assert (G : finite big); [finite_by_checker inputs |
      assert (L : real big + (a - b) <= real small); [by_checker inputs l |
      apply (flt_real _ _ F G) in H; lra]]]
    end
  end.

(* A certificate: what is missing is a square. An inequality between different products, such as 2 |x y| <= x^2 + y^2,
   is not found by looking at signs; with the square it is an equation. *)
Lemma with_square c s A B : 0 <= c -> A + c * (s * s) <= B -> A <= B.
Proof. intros C H. pose proof (Rle_0_sqr s) as S. unfold Rsqr in S. pose proof (Rmult_le_pos _ _ C S). lra. Qed.

(* Inequalities and equations of numbers and powers of two. *)
Ltac by_powers :=
  match goal with
  | |- _ <= _ => by_checker (@nil (known * D * R)) (@nil D)
  | |- _ = _ => apply Rle_antisym; by_powers
  | |- _ /\ _ => split; by_powers
  end.

(* From H, that a term is finite, that all operands below it are. *)
Ltac finite_operands H :=
  let both a b E :=
    let P := fresh "Fin" in let Q := fresh "Gin" in destruct E as (P & Q & _); finite_operands P; finite_operands Q in
  lazymatch type of H with
  | finite (fadd ?a ?b) => both a b (fadd_finite a b H)
  | finite (fsub ?a ?b) => both a b (fsub_finite a b H)
  | finite (fmul ?a ?b) => both a b (fmul_finite a b H)
  | finite (fabs ?a) => let P := fresh "Fin" in pose proof (fabs_finite a H) as P; finite_operands P
  | finite (fneg ?a) => let P := fresh "Fin" in pose proof (fneg_finite a H) as P; finite_operands P
  | finite ?x =>
    match goal with
    | _ => let check := match goal with _ => is_var x end in let b := eval cbv delta [x] in x in
           let P := fresh "Fin" in assert (P : finite b) by exact H; finite_operands P
    | _ => idtac
    end
  end.

Lemma nonneg_const m e : (is_constant m e && (0 <=? m)%Z = true)%bool -> nonneg (fconst m e : D).
Proof.
  unfold is_constant. rewrite !andb_true_iff. intros (((A & B) & C) & P). apply Z.leb_le in P.
  destruct (const_value m e A B C) as [F V]. apply nonneg_of_real; [exact F |]. rewrite V.
  apply Rmult_le_pos; [now apply IZR_le | apply bpow_ge_0].
Qed.

(* A sum or product of what is not negative. *)
Ltac not_negative :=
  repeat first [assumption | apply nonneg_fabs | apply nonneg_fadd | apply nonneg_square | apply nonneg_fmul |
    apply nonneg_const; reflexivity | apply nonneg_of_real; [assumption | lra] |
    match goal with |- nonneg ?x => is_var x; unfold x end].

(* An error relative to what is rounded, as one relative to the result. *)
Lemma error_of_result a b e w : 0 <= e -> Rabs (a - b) <= e * Rabs b + w -> (1 - e) * Rabs (a - b) <= e * Rabs a + w.
Proof.
  intros E H. assert (Rabs b <= Rabs a + Rabs (a - b)).
  { replace b with (a + - (a - b)) at 1 by ring. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  pose proof (Rmult_le_compat_l e _ _ E H0). lra.
Qed.
