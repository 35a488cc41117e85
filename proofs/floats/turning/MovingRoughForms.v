(* The signs of polynomials from rough numbers: set_rough_signs of src/turning/moving_double_double.h.

   A polynomial of degree n is the sum of b_i s^i (1-s)^(n-i). The code computes these b_i, which are multiples of the
   Bernstein coefficients, from the coefficients by additions, and takes their signs. `has_form_signs` says that these
   are the four numbers of form_signs: the sign at 0, just after it, at 1, and how often the signs change. *)
From Coq Require Import ZArith Reals Lia Lra Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Wide MovingRough MovingRoughSteps.
From Carom Require Import Terms_moving_rough.
Import ListNotations.

Open Scope R_scope.

(* signs_of_bernstein of src/turning/moving_forms.h. *)
Fixpoint first_sign (s : list Z) : Z :=
  match s with
  | [] => 0
  | x :: l => if (x =? 0)%Z then first_sign l else x
  end.

Fixpoint changes (before : Z) (s : list Z) : Z :=
  match s with
  | [] => 0
  | x :: l => if (x =? 0)%Z then changes before l else ((if (before =? - x)%Z then 1 else 0) + changes x l)%Z
  end.

Definition has_signs (b : list R) (begin after ends count : Z) :=
  exists s, Forall2 is_sign_of s b /\ begin = hd 0%Z s /\ after = first_sign s /\ ends = last s 0%Z /\
    count = changes 0 s.

(* The sum of b_i s^i (1-s)^(n-i), where n is the degree. *)
Fixpoint bernstein (b : list R) (s : R) : R :=
  match b with
  | [] => 0
  | x :: l => x * (1 - s) ^ length l + s * bernstein l s
  end.

Definition has_form_signs (f : R -> R) (begin after ends count : Z) :=
  exists b, b <> [] /\ (forall s, f s = bernstein b s) /\ has_signs b begin after ends count.

(* What these numbers mean. *)
Lemma bernstein_at_0 x l : bernstein (x :: l) 0 = x.
Proof. simpl. rewrite Rminus_0_r, pow1. ring. Qed.

Lemma bernstein_at_1 b : b <> [] -> bernstein b 1 = last b 0.
Proof.
  induction b as [| x l IH]; [contradiction |]. intros _. destruct l as [| y l]; [simpl; ring |].
  change (last (x :: y :: l) 0) with (last (y :: l) 0). rewrite <- IH by discriminate.
  change (bernstein (x :: y :: l) 1) with (x * (1 - 1) ^ S (length l) + 1 * bernstein (y :: l) 1). simpl. ring.
Qed.

Lemma last_sign s b : Forall2 is_sign_of s b -> b <> [] -> is_sign_of (last s 0%Z) (last b 0).
Proof.
  induction 1 as [| t x s l H1 H2 IH]; [contradiction |]. intros _. destruct H2 as [| t' y s l H3 H4]; [exact H1 |].
  apply IH. discriminate.
Qed.

Theorem form_signs_at_ends f begin after ends count : has_form_signs f begin after ends count ->
  is_sign_of begin (f 0) /\ is_sign_of ends (f 1).
Proof.
  intros (b & N & E & s & F & -> & _ & -> & _). rewrite !E, (bernstein_at_1 b N). split; [| now apply last_sign].
  destruct F as [| t x s l H]; [contradiction |]. rewrite bernstein_at_0. exact H.
Qed.

(* The code. *)
Ltac certain_sign H :=
  destruct H as [-> | H];
  [exfalso; match goal with E : true = _ |- False =>
     repeat match type of E with context [if ?c then _ else _] => destruct c eqn:? end; discriminate end |].

Ltac signs_of_record :=
  repeat near_step;
  repeat match goal with H : near _ _ _ _ _ _ _ _ _ |- _ => clear H end;
  repeat match goal with H : is_sign_if_certain _ _ |- _ => certain_sign H end.

Ltac some_sign :=
  match goal with H : is_sign_of ?s ?y |- is_sign_of _ ?x => replace x with y by ring; exact H end.

Lemma sign_is_one_of s x : is_sign_of s x -> (s = 1 \/ s = -1 \/ s = 0)%Z.
Proof. intros [(-> & _) | [(-> & _) | (-> & _)]]; auto. Qed.

Lemma for_each_sign (P : Z -> bool) s : (s = 1 \/ s = -1 \/ s = 0)%Z -> forallb P [1; -1; 0]%Z = true -> P s = true.
Proof. cbn [forallb]. rewrite !andb_true_iff. intros [-> | [-> | ->]]; tauto. Qed.

(* Computes both sides of an equation for all signs. *)
Ltac by_all_signs :=
  apply Z.eqb_eq;
  repeat match goal with H : is_sign_of ?s _ |- ?b = true =>
    apply sign_is_one_of in H; let f := eval pattern s in b in
    match f with ?P s => apply (for_each_sign P s H); clear H end end;
  vm_compute; reflexivity.

Lemma signs_of_degree_2 x0 x1 x2 r0 r1 r2 r3
    c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se b a e c :
  set_rough_signs_2_results r0 r1 r2 r3 c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se
    true b a e c ->
  near 10 20 x0 c0h c0l c0e c0sh c0sl c0se ->
  near 10 20 x1 c1h c1l c1e c1sh c1sl c1se ->
  near 10 20 x2 c2h c2l c2e c2sh c2sl c2se ->
  has_signs [x0; 2 * x0 + x1; x0 + x1 + x2] b a e c.
Proof.
  intros H N100 N101 N102. unfold set_rough_signs_2_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H. subst. signs_of_record.
  eexists [_; _; _]. split; [repeat (apply Forall2_cons; [some_sign |]); apply Forall2_nil |].
  repeat split; by_all_signs.
Qed.

Lemma signs_of_degree_4 x0 x1 x2 x3 x4 r0 r1 r2 r3
    c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se
    c3h c3l c3e c3sh c3sl c3se
    c4h c4l c4e c4sh c4sl c4se b a e c :
  set_rough_signs_4_results r0 r1 r2 r3 c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se
    c3h c3l c3e c3sh c3sl c3se
    c4h c4l c4e c4sh c4sl c4se
    true b a e c ->
  near 20 30 x0 c0h c0l c0e c0sh c0sl c0se ->
  near 20 30 x1 c1h c1l c1e c1sh c1sl c1se ->
  near 20 30 x2 c2h c2l c2e c2sh c2sl c2se ->
  near 20 30 x3 c3h c3l c3e c3sh c3sl c3se ->
  near 20 30 x4 c4h c4l c4e c4sh c4sl c4se ->
  has_signs [x0; 4 * x0 + x1; 6 * x0 + 3 * x1 + x2; 4 * x0 + 3 * x1 + 2 * x2 + x3; x0 + x1 + x2 + x3 + x4] b a e c.
Proof.
  intros H N100 N101 N102 N103 N104. unfold set_rough_signs_4_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H. subst. signs_of_record.
  eexists [_; _; _; _; _]. split; [repeat (apply Forall2_cons; [some_sign |]); apply Forall2_nil |].
  repeat split; by_all_signs.
Qed.

(* The polynomials that have these multiples of Bernstein coefficients. *)
Lemma bernstein_of_degree_2 x0 x1 x2 s :
  x0 + x1 * s + x2 * s ^ 2 = bernstein [x0; 2 * x0 + x1; x0 + x1 + x2] s.
Proof. simpl. ring. Qed.

Lemma bernstein_of_degree_4 x0 x1 x2 x3 x4 s :
  x0 + x1 * s + x2 * s ^ 2 + x3 * s ^ 3 + x4 * s ^ 4 =
  bernstein [x0; 4 * x0 + x1; 6 * x0 + 3 * x1 + x2; 4 * x0 + 3 * x1 + 2 * x2 + x3; x0 + x1 + x2 + x3 + x4] s.
Proof. simpl. ring. Qed.
