(* Polynomials with dyadic coefficients that Coq computes: the forms and the bounds of the checker (Checker.v).

   A variable is the double of a value of a program, the error of its rounding, how far its real number is from it, or
   a parameter.
   Two kinds of numbers stand for the variables: what they are, and their magnitudes, which are not negative.
   `is_nonneg` decides by computation that a polynomial of magnitudes is not negative. It replaces the variables of each
   negative term by what bounds them from above, then each variable that is bounded from below by its bound and a rest,
   and looks at the signs. If terms are left that are negative, they are replaced by the powers of two that their
   variables do not exceed. *)
From Coq Require Import ZArith NArith Reals List Lia Lra Bool.
From Flocq Require Import Core Operations.
Import ListNotations.

Open Scope R_scope.

Notation coef := (float radix2).

Inductive var := Val (i : N) | Err (i : N) | Dev (i : N) | Par (i : N).

Definition var_compare (v w : var) : comparison :=
  match v, w with
  | Val i, Val j | Err i, Err j | Dev i, Dev j | Par i, Par j => N.compare i j
  | Val _, _ | Err _, Dev _ | Err _, Par _ | Dev _, Par _ => Lt
  | _, _ => Gt
  end.

Fixpoint vars_compare (l m : list var) : comparison :=
  match l, m with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | v :: l, w :: m => match var_compare v w with Eq => vars_compare l m | c => c end
  end.

(* A term is the list of its variables, in order, and a coefficient. The terms of a polynomial are in order. *)
Definition term := (list var * coef)%type.
Definition poly := list term.

Definition product_of (y : var -> R) (l : list var) : R := fold_right (fun v s => y v * s) 1 l.
Definition value_of (y : var -> R) (p : poly) : R := fold_right (fun t s => F2R (snd t) * product_of y (fst t) + s) 0 p.

Definition constant (c : coef) : poly := [([], c)].
Definition variable (v : var) : poly := [([v], Float radix2 1 0)].

Fixpoint merge_vars (l : list var) : list var -> list var :=
  match l with
  | [] => fun m => m
  | v :: l' =>
    fix inner m :=
      match m with
      | [] => l
      | w :: m' => match var_compare v w with Gt => w :: inner m' | _ => v :: merge_vars l' m end
      end
  end.

Definition put (l : list var) (c : coef) (p : poly) : poly := if Z.eqb (Fnum c) 0 then p else (l, c) :: p.

Fixpoint padd (p : poly) : poly -> poly :=
  match p with
  | [] => fun q => q
  | t :: p' =>
    fix inner q :=
      match q with
      | [] => p
      | s :: q' =>
        match vars_compare (fst t) (fst s) with
        | Lt => t :: padd p' q
        | Gt => s :: inner q'
        | Eq => put (fst t) (Fplus (snd t) (snd s)) (padd p' q')
        end
      end
  end.

(* The sum of many polynomials: of pairs, of pairs of these, and so on. *)
Fixpoint in_pairs (l : list poly) : list poly := match l with p :: q :: l => padd p q :: in_pairs l | _ => l end.
Fixpoint sum_up (fuel : nat) (l : list poly) : poly :=
  match fuel with
  | O => fold_right padd [] l
  | S fuel => match l with [] => [] | [p] => p | _ => sum_up fuel (in_pairs l) end
  end.
Definition sum_of (l : list poly) : poly := sum_up 32 l.

Definition minus_one : coef := Float radix2 (-1) 0.
Definition scale (c : coef) (p : poly) : poly := map (fun t => (fst t, Fmult c (snd t))) p.
Definition times (t s : term) : poly := [(merge_vars (fst t) (fst s), Fmult (snd t) (snd s))].
Definition pmul (p q : poly) : poly := sum_of (flat_map (fun t => map (times t) q) p).
Definition psub (p q : poly) : poly := padd p (scale minus_one q).

Lemma var_compare_eq v w : var_compare v w = Eq -> v = w.
Proof. destruct v, w; simpl; try discriminate; intros H; apply N.compare_eq in H; now rewrite H. Qed.

Lemma vars_compare_eq l m : vars_compare l m = Eq -> l = m.
Proof.
  revert m. induction l as [| v l IH]; intros [| w m]; simpl; try discriminate; auto.
  destruct (var_compare v w) eqn:E; try discriminate. intros H. now rewrite (var_compare_eq _ _ E), (IH m H).
Qed.

Section Values.
Variable y : var -> R.

Lemma product_merge l m : product_of y (merge_vars l m) = product_of y l * product_of y m.
Proof.
  revert m. induction l as [| v l IH]; intros m; [simpl; ring |].
  induction m as [| w m IHm]; [simpl; ring |].
  change (merge_vars (v :: l) (w :: m)) with
    (match var_compare v w with Gt => w :: merge_vars (v :: l) m | _ => v :: merge_vars l (w :: m) end).
  unfold product_of in *. destruct (var_compare v w); cbn [fold_right] in *; rewrite ?IH, ?IHm; cbn [fold_right]; ring.
Qed.

Lemma value_cons t p : value_of y (t :: p) = F2R (snd t) * product_of y (fst t) + value_of y p.
Proof. reflexivity. Qed.

Lemma value_put l c p : value_of y (put l c p) = F2R c * product_of y l + value_of y p.
Proof.
  unfold put. destruct (Z.eqb_spec (Fnum c) 0) as [E |]; [| reflexivity].
  destruct c as [m e]. simpl in E. subst m. rewrite F2R_0. ring.
Qed.

Lemma value_padd p q : value_of y (padd p q) = value_of y p + value_of y q.
Proof.
  revert q. induction p as [| t p IH]; intros q; [simpl; ring |].
  induction q as [| s q IHq]; [simpl; ring |].
  change (padd (t :: p) (s :: q)) with
    (match vars_compare (fst t) (fst s) with
     | Lt => t :: padd p (s :: q)
     | Gt => s :: padd (t :: p) q
     | Eq => put (fst t) (Fplus (snd t) (snd s)) (padd p q)
     end).
  destruct (vars_compare (fst t) (fst s)) eqn:E.
  - apply vars_compare_eq in E. rewrite value_put, F2R_plus, IH, !value_cons, E. ring.
  - rewrite !value_cons, IH, value_cons. ring.
  - rewrite value_cons, IHq, !value_cons. ring.
Qed.

Definition total (l : list poly) : R := fold_right (fun p s => value_of y p + s) 0 l.

Lemma total_in_pairs l : total (in_pairs l) = total l.
Proof.
  enough (H : forall n l, (length l <= n)%nat -> total (in_pairs l) = total l) by exact (H _ l (le_n _)).
  induction n as [| n IH]; intros [| p [| q m]] L; simpl in L; try reflexivity; try lia.
  cbn [in_pairs total fold_right] in *. unfold total in IH. rewrite IH by lia. rewrite value_padd. ring.
Qed.

Lemma value_sum_of l : value_of y (sum_of l) = total l.
Proof.
  unfold sum_of. generalize 32%nat. intros n. revert l. induction n as [| n IH]; intros l.
  - simpl. induction l as [| p l IHl]; simpl; [reflexivity |]. now rewrite value_padd, IHl.
  - cbn [sum_up]. destruct l as [| p [| q l]]; [reflexivity | simpl; ring |]. now rewrite IH, total_in_pairs.
Qed.

Lemma total_app l m : total (l ++ m) = total l + total m.
Proof. induction l as [| p l IH]; simpl; [ring |]. rewrite IH. ring. Qed.

Lemma value_scale c p : value_of y (scale c p) = F2R c * value_of y p.
Proof. induction p as [| t p IH]; simpl; [ring |]. rewrite IH, F2R_mult. ring. Qed.

Lemma value_minus p : value_of y (scale minus_one p) = - value_of y p.
Proof. rewrite value_scale. unfold minus_one, F2R. simpl. ring. Qed.

Lemma value_psub p q : value_of y (psub p q) = value_of y p - value_of y q.
Proof. unfold psub. rewrite value_padd, value_minus. ring. Qed.

Lemma value_pmul p q : value_of y (pmul p q) = value_of y p * value_of y q.
Proof.
  unfold pmul. rewrite value_sum_of. induction p as [| t p IH]; simpl; [ring |].
  rewrite total_app, IH. replace (total (map (times t) q)) with (F2R (snd t) * product_of y (fst t) * value_of y q);
    [ring |].
  clear IH. induction q as [| s q IH]; simpl; [ring |]. rewrite <- IH, F2R_mult, product_merge. ring.
Qed.

Lemma value_constant c : value_of y (constant c) = F2R c.
Proof. simpl. ring. Qed.

Lemma value_variable v : value_of y (variable v) = y v.
Proof. unfold variable, value_of, product_of, F2R. simpl. ring. Qed.

(* The term with polynomials for its variables. *)
Definition replaced (by_ : var -> poly) (t : term) : poly :=
  fold_right (fun v p => pmul (by_ v) p) (constant (snd t)) (fst t).

Lemma value_replaced by_ t :
  value_of y (replaced by_ t) = F2R (snd t) * product_of (fun v => value_of y (by_ v)) (fst t).
Proof.
  unfold replaced. destruct t as [l c]. simpl. induction l as [| v l IH]; cbn [fold_right].
  - rewrite value_constant. simpl. ring.
  - rewrite value_pmul, IH. simpl. ring.
Qed.

End Values.

(* No coefficient is negative. *)
Definition has_no_minus (p : poly) : bool := forallb (fun t => Z.leb 0 (Fnum (snd t))) p.

Lemma product_nonneg x l : (forall v, 0 <= x v) -> 0 <= product_of x l.
Proof. intros H. induction l as [| v l IH]; simpl; [lra |]. now apply Rmult_le_pos. Qed.

Lemma no_minus_nonneg x p : (forall v, 0 <= x v) -> has_no_minus p = true -> 0 <= value_of x p.
Proof.
  intros X. induction p as [| t p IH]; simpl; [lra |]. rewrite andb_true_iff. intros [A B]. apply Z.leb_le in A.
  pose proof (product_nonneg x (fst t) X). pose proof (F2R_ge_0 radix2 (snd t) A). specialize (IH B).
  assert (0 <= F2R (snd t) * product_of x (fst t)) by now apply Rmult_le_pos. lra.
Qed.

Lemma product_le (x y : var -> R) l : (forall v, 0 <= x v <= y v) -> 0 <= product_of x l <= product_of y l.
Proof.
  intros H. induction l as [| v l IH]; simpl; [lra |]. pose proof (H v).
  split; [apply Rmult_le_pos; lra | apply Rmult_le_compat; lra].
Qed.

(* With at most 32 bits a coefficient, rounded up: the numbers stay short. *)
Definition coarse_coef (c : coef) : coef :=
  let n := (Z.log2 (Fnum c) - 31)%Z in
  if Z.ltb 0 n then Float radix2 (Z.shiftr (Fnum c) n + 1) (Fexp c + n) else c.
Definition coarse (p : poly) : poly := map (fun t => (fst t, coarse_coef (snd t))) p.

Lemma coarse_more c : F2R c <= F2R (coarse_coef c).
Proof.
  unfold coarse_coef. destruct (Z.ltb_spec 0 (Z.log2 (Fnum c) - 31)) as [L |]; [| lra].
  set (n := (Z.log2 (Fnum c) - 31)%Z) in *. destruct c as [m e]. cbn [Fnum Fexp] in *. unfold F2R. cbn [Fnum Fexp].
  rewrite (Z.add_comm e), bpow_plus, <- Rmult_assoc. apply Rmult_le_compat_r; [apply bpow_ge_0 |].
  rewrite <- IZR_Zpower by lia. rewrite <- mult_IZR. apply IZR_le. rewrite Z.shiftr_div_pow2 by lia.
  change (Zpower radix2 n) with (2 ^ n)%Z. pose proof (Z.pow_pos_nonneg 2 n ltac:(lia) ltac:(lia)).
  pose proof (Z.mul_succ_div_gt m (2 ^ n) ltac:(lia)). lia.
Qed.

Lemma value_coarse x p : (forall v, 0 <= x v) -> value_of x p <= value_of x (coarse p).
Proof.
  intros X. induction p as [| t p IH]; simpl; [lra |]. pose proof (product_nonneg x (fst t) X).
  pose proof (Rmult_le_compat_r _ _ _ H (coarse_more (snd t))). lra.
Qed.

(* What is known of the variables, from their magnitudes x. *)
Section Magnitudes.
Variables x y : var -> R.
Hypothesis x_is : forall v, x v = Rabs (y v).
Variable size : var -> poly.       (* bounds from above *)
Variable is_size : var -> bool.    (* the variable is not negative, and is this bound *)
Hypothesis size_ok : forall v, Rabs (y v) <= value_of x (size v).
Hypothesis is_size_ok : forall v, is_size v = true -> y v = value_of x (size v).

Lemma x_nonneg v : 0 <= x v.
Proof. rewrite x_is. apply Rabs_pos. Qed.

Definition magnitude_term (t : term) : poly := replaced size (fst t, Fabs (snd t)).
Definition magnitude (p : poly) : poly := coarse (sum_of (map magnitude_term p)).

(* A product of squares and of variables that are not negative, in magnitudes. *)
Fixpoint exact_product (l : list var) : option poly :=
  match l with
  | [] => Some (constant (Float radix2 1 0))
  | v :: l' =>
    let single := if is_size v then option_map (pmul (size v)) (exact_product l') else None in
    match l' with
    | w :: m =>
      match is_size v, var_compare v w with
      | false, Eq => option_map (pmul [([v; v], Float radix2 1 0)]) (exact_product m)
      | _, _ => single
      end
    | [] => single
    end
  end.
Definition lower_term (t : term) : poly :=
  match exact_product (fst t) with
  | Some p => scale (snd t) p
  | None => replaced size (fst t, Fopp (Fabs (snd t)))
  end.
Definition lower (p : poly) : poly := sum_of (map lower_term p).

Lemma abs_product l : Rabs (product_of y l) <= product_of (fun v => value_of x (size v)) l.
Proof.
  induction l as [| v l IH]; simpl; [rewrite Rabs_R1; lra |]. rewrite Rabs_mult.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.

Lemma magnitude_correct p : Rabs (value_of y p) <= value_of x (magnitude p).
Proof.
  unfold magnitude. eapply Rle_trans; [| apply value_coarse, x_nonneg]. rewrite value_sum_of.
  induction p as [| t p IH]; simpl; [rewrite Rabs_R0; lra |].
  eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat; [| exact IH]. unfold magnitude_term.
  rewrite value_replaced, Rabs_mult. cbn [fst snd]. rewrite F2R_abs.
  apply Rmult_le_compat_l; [apply Rabs_pos | apply abs_product].
Qed.

Lemma exact_product_correct l p : exact_product l = Some p -> product_of y l = value_of x p.
Proof.
  assert (G : forall n l p, (length l <= n)%nat -> exact_product l = Some p -> product_of y l = value_of x p).
  2: { apply (G (length l)). apply le_n. }
  clear l p. induction n as [| n IH]; intros l p L; destruct l as [| v l']; cbn [length] in L; try lia.
  1, 2: cbn [exact_product]; intros [= <-]; rewrite value_constant, F2R_bpow; reflexivity.
  cbn [exact_product].
  assert (S : forall q, (if is_size v then option_map (pmul (size v)) (exact_product l') else None) = Some q ->
    product_of y (v :: l') = value_of x q).
  { intros q. destruct (is_size v) eqn:E; [| discriminate].
    destruct (exact_product l') as [r |] eqn:R; [| discriminate].
    injection 1 as <-. rewrite value_pmul, <- (is_size_ok v E), <- (IH l' r ltac:(lia) R). reflexivity. }
  destruct l' as [| w m]; [apply S |]. destruct (is_size v); [apply S |].
  destruct (var_compare v w) eqn:C; [| apply S | apply S].
  apply var_compare_eq in C. subst w. destruct (exact_product m) as [r |] eqn:R; [| discriminate]. injection 1 as <-.
  cbn [length] in L. rewrite value_pmul, <- (IH m r ltac:(lia) R).
  change (product_of y (v :: v :: m)) with (y v * (y v * product_of y m)). set (P := product_of y m).
  unfold value_of. cbn [fold_right fst snd product_of]. rewrite !x_is. assert (Q : Rabs (y v) * Rabs (y v) = y v * y v).
  { rewrite <- Rabs_mult. apply Rabs_pos_eq, Rle_0_sqr. }
  replace (F2R (Float radix2 1 0)) with 1 by (unfold F2R; simpl; ring).
  transitivity (Rabs (y v) * Rabs (y v) * P); [rewrite Q |]; ring.
Qed.

Lemma lower_correct p : value_of x (lower p) <= value_of y p.
Proof.
  unfold lower. rewrite value_sum_of. induction p as [| t p IH]; simpl; [lra |].
  apply Rplus_le_compat; [| exact IH]. unfold lower_term. destruct (exact_product (fst t)) as [q |] eqn:E.
  - rewrite value_scale, (exact_product_correct _ _ E). apply Rle_refl.
  - rewrite value_replaced. cbn [fst snd]. rewrite F2R_opp, F2R_abs. pose proof (abs_product (fst t)).
    pose proof (Rle_abs (- (F2R (snd t) * product_of y (fst t)))) as A. rewrite Rabs_Ropp, Rabs_mult in A.
    pose proof (Rmult_le_compat_l _ _ _ (Rabs_pos (F2R (snd t))) H). lra.
Qed.

Variable most : var -> poly. (* bounds from above, of sizes *)
Variable top : var -> poly.  (* constants that they do not exceed, or the variables *)
Variable least : var -> coef. (* bounds from below *)
Hypothesis most_ok : forall v, x v <= value_of x (most v).
Hypothesis top_ok : forall v, x v <= value_of x (top v).
Hypothesis least_ok : forall v, F2R (least v) <= x v.

Definition lowered_term (by_ : var -> poly) (t : term) : poly :=
  if Z.leb 0 (Fnum (snd t)) then [t] else replaced by_ t.
Definition lowered (by_ : var -> poly) (p : poly) : poly := sum_of (map (lowered_term by_) p).

Definition bound_and_rest (v : var) : poly :=
  if Z.eqb 0 (Fnum (least v)) then variable v else padd (variable v) (constant (least v)).
Definition shifted (p : poly) : poly := sum_of (map (replaced bound_and_rest) p).

Definition is_nonneg (p : poly) : bool :=
  has_no_minus p || has_no_minus (shifted p) ||
  (let q := lowered most p in has_no_minus (shifted q) || has_no_minus (shifted (lowered top q))).

Lemma lowered_is_less by_ p : (forall v, x v <= value_of x (by_ v)) -> value_of x (lowered by_ p) <= value_of x p.
Proof.
  intros Most. unfold lowered. rewrite value_sum_of. induction p as [| t p IH]; [simpl; lra |].
  cbn [map total fold_right]. rewrite value_cons. apply Rplus_le_compat; [| exact IH]. unfold lowered_term.
  destruct (Z.leb_spec 0 (Fnum (snd t))) as [S | S]; [simpl; lra |]. rewrite value_replaced.
  pose proof (F2R_le_0 radix2 (snd t) ltac:(lia)).
  destruct (product_le x (fun v => value_of x (by_ v)) (fst t)) as [P Q].
  { intros v. split; [apply x_nonneg | apply Most]. }
  apply Rmult_le_compat_neg_l; assumption.
Qed.

Let rest v := if Z.eqb 0 (Fnum (least v)) then x v else x v - F2R (least v).

Lemma value_shifted p : value_of rest (shifted p) = value_of x p.
Proof.
  unfold shifted. rewrite value_sum_of. induction p as [| t p IH]; simpl; [reflexivity |].
  rewrite IH, value_replaced. f_equal. f_equal. induction (fst t) as [| v l IHl]; simpl; [reflexivity |].
  rewrite IHl. f_equal. unfold bound_and_rest, rest.
  destruct (Z.eqb 0 (Fnum (least v))) eqn:E; [rewrite value_variable, E; reflexivity |].
  rewrite value_padd, value_variable, value_constant, E. ring.
Qed.

Lemma shifted_nonneg p : has_no_minus (shifted p) = true -> 0 <= value_of x p.
Proof.
  intros H. rewrite <- value_shifted. apply no_minus_nonneg; [| exact H].
  intros v. unfold rest. pose proof (x_nonneg v). pose proof (least_ok v). destruct (Z.eqb 0 (Fnum (least v))); lra.
Qed.

Theorem is_nonneg_correct p : is_nonneg p = true -> 0 <= value_of x p.
Proof.
  intros H. apply orb_prop in H. destruct H as [H | H].
  - apply orb_prop in H. destruct H as [H | H]; [apply no_minus_nonneg; [apply x_nonneg | exact H] |].
    now apply shifted_nonneg.
  - eapply Rle_trans; [| apply (lowered_is_less most), most_ok].
    apply orb_prop in H. destruct H as [H | H]; apply shifted_nonneg in H; [exact H |].
    eapply Rle_trans; [exact H |]. apply lowered_is_less, top_ok.
Qed.

End Magnitudes.
