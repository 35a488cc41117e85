(* Steps with rough numbers, for the files that follow: `near k n x` is is_rough for some size.

   k is the count of operations and n the bound of the exponents, as whole numbers, so that each step computes the next
   ones. Each bound is far below what is allowed: k <= 1000 and n <= 100. *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Wide WideDouble MovingRoughShift MovingRoughWide MovingRough.
From Carom Require Terms_wide.
From Carom Require Import Terms_moving_rough.
Import Terms_wide.wide_of_terms(wide_of_results).

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite].

Definition near (k n : Z) (x : R) (vh vl : D) (ve : Z) (sh sl : D) (se : Z) :=
  exists m, is_rough (IZR k) n x m vh vl ve sh sl se.

(* Bounds of a step. *)
Definition may_go_on (k n : Z) := ((0 <=? k) && (k <=? 1000) && (0 <=? n) && (n <=? 100))%Z.

Lemma bounds_of_step k n : may_go_on k n = true -> 0 <= IZR k <= 1000 /\ (0 <= n <= 100)%Z.
Proof.
  unfold may_go_on. intros H. apply andb_prop in H as (H & D4). apply andb_prop in H as (H & D3).
  apply andb_prop in H as (D1 & D2). apply Z.leb_le in D1, D2, D3, D4.
  apply IZR_le in D1, D2. auto.
Qed.

Lemma near_same k n x y vh vl ve sh sl se : near k n x vh vl ve sh sl se -> x = y -> near k n y vh vl ve sh sl se.
Proof. now intros H <-. Qed.

Lemma near_weaken k n k' n' x vh vl ve sh sl se :
  near k n x vh vl ve sh sl se -> ((k <=? k') && (n <=? n'))%Z = true -> near k' n' x vh vl ve sh sl se.
Proof.
  intros (m & H) B. apply andb_prop in B as (B1 & B2). apply Z.leb_le in B1, B2. apply IZR_le in B1.
  exists m. now apply (rough_weaken (IZR k) n).
Qed.

Lemma near_of x hi lo e vh vl ve sh sl se :
  rough_of_results hi lo e vh vl ve sh sl se -> is_cut_off x hi lo e -> near 1 1 x vh vl ve sh sl se.
Proof. intros H C. exists (Rabs x). exact (rough_of_correct _ _ _ _ _ _ _ _ _ _ H C). Qed.

Lemma near_neg k n x avh avl ave ash asl ase vh vl ve sh sl se :
  rough_neg_results avh avl ave ash asl ase vh vl ve sh sl se -> near k n x avh avl ave ash asl ase ->
  near k n (- x) vh vl ve sh sl se.
Proof. intros H (m & A). exists m. exact (rough_neg_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H A). Qed.

Lemma near_add k n i j x y avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se :
  rough_add_results avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se ->
  near k n x avh avl ave ash asl ase -> near i j y bvh bvl bve bsh bsl bse ->
  may_go_on k n && may_go_on i j = true -> near (Z.max k i + 1) (Z.max n j + 2) (x + y) vh vl ve sh sl se.
Proof.
  intros H (m & A) (l & B) G. apply andb_prop in G as (G1 & G2). apply bounds_of_step in G1, G2. exists (m + l).
  assert (K : IZR k <= IZR (Z.max k i) /\ IZR i <= IZR (Z.max k i) /\ IZR (Z.max k i) <= 1000).
  { repeat split; try (apply IZR_le; lia). destruct (Z.max_spec k i) as [(_ & ->) | (_ & ->)]; tauto. }
  rewrite plus_IZR. apply (rough_add_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H);
    [unfold is_count; lra | lia | |].
  - apply (rough_weaken (IZR k) n); [exact A | lra | lia].
  - apply (rough_weaken (IZR i) j); [exact B | lra | lia].
Qed.

Lemma near_mul k n i j x y avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se :
  rough_mul_results avh avl ave ash asl ase bvh bvl bve bsh bsl bse vh vl ve sh sl se ->
  near k n x avh avl ave ash asl ase -> near i j y bvh bvl bve bsh bsl bse ->
  may_go_on k n && may_go_on i j = true -> near (k + i + 1) (n + j + 1) (x * y) vh vl ve sh sl se.
Proof.
  intros H (m & A) (l & B) G. apply andb_prop in G as (G1 & G2). apply bounds_of_step in G1, G2. exists (m * l).
  rewrite !plus_IZR. apply (rough_mul_correct _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H); auto;
    unfold is_count; lra || lia.
Qed.

Lemma near_products k n i j k' n' i' j' x y z t avh avl ave ash asl ase bvh bvl bve bsh bsl bse
    cvh cvl cve csh csl cse dvh dvl dve dsh dsl dse vh vl ve sh sl se :
  rough_products_results avh avl ave ash asl ase bvh bvl bve bsh bsl bse cvh cvl cve csh csl cse dvh dvl dve dsh dsl dse
    vh vl ve sh sl se ->
  near k n x avh avl ave ash asl ase -> near i j y bvh bvl bve bsh bsl bse ->
  near k' n' z cvh cvl cve csh csl cse -> near i' j' t dvh dvl dve dsh dsl dse ->
  (may_go_on k n && may_go_on i j) && (may_go_on k' n' && may_go_on i' j') &&
    (may_go_on (k + i + 1) (n + j + 1) && may_go_on (k' + i' + 1) (n' + j' + 1)) = true ->
  near (Z.max (k + i + 1) (k' + i' + 1) + 1) (Z.max (n + j + 1) (n' + j' + 1) + 2) (x * y + z * t) vh vl ve sh sl se.
Proof.
  intros H A B C E G. apply andb_prop in G as (G & G3). apply andb_prop in G as (G1 & G2).
  unfold rough_products_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H as [H1 H2 H3].
  pose proof (near_mul _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H1 A B G1) as P1.
  pose proof (near_mul _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H2 C E G2) as P2.
  exact (near_add _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H3 P1 P2 G3).
Qed.

Lemma near_sign k n x vh vl ve sh sl se s :
  rough_sign_results vh vl ve sh sl se s -> near k n x vh vl ve sh sl se -> may_go_on k n = true ->
  is_sign_if_certain s x.
Proof.
  intros H (m & A) G. apply bounds_of_step in G.
  apply (rough_sign_correct (IZR k) n x m _ _ _ _ _ _ _ H); [unfold is_count; lra | lia | exact A].
Qed.

(* The constants 0 and 2. *)
Lemma wide_of_two h l e : wide_of_results (fconst 1 1) h l e -> h = fconst 1 1 /\ l = fconst 0 0 /\ e = 0%Z.
Proof.
  intros H. unfold wide_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end. destruct H.
  destruct (constant_of_power 1 ltac:(lia)) as (F1 & V1).
  destruct (flt_power_abs 250 (fconst 1 1) ltac:(lia) F1) as (T1 & _).
  destruct (flt_power_abs (-250) (fconst 1 1) ltac:(lia) F1) as (_ & _ & T2 & _).
  rewrite V1, (Rabs_pos_eq (b2 1)) in * by apply bpow_ge_0.
  assert (B1 : flt (fconst 1 250) (fabs (fconst 1 1 : D)) = false).
  { destruct (flt (fconst 1 250) (fabs (fconst 1 1 : D))); [| reflexivity]. specialize (T1 eq_refl).
    apply lt_bpow in T1. lia. }
  assert (B2 : flt (fabs (fconst 1 1 : D)) (fconst 1 (-250)) = false).
  { destruct (flt (fabs (fconst 1 1 : D)) (fconst 1 (-250))); [| reflexivity]. specialize (T2 eq_refl).
    apply lt_bpow in T2. lia. }
  subst. rewrite B1. rewrite B2. auto.
Qed.

Lemma near_two h l e h' l' e' :
  wide_of_results (fconst 1 1) h l e -> wide_of_results (fconst 1 1) h' l' e' -> near 0 1 2 h l e h' l' e'.
Proof.
  intros H H'. apply wide_of_two in H as (-> & -> & ->). apply wide_of_two in H' as (-> & -> & ->).
  assert (Z : finite (fconst 0 0 : D) /\ real (fconst 0 0 : D) = 0) by (split; reflexivity).
  destruct Z as (F0 & V0). destruct (constant_of_power 1 ltac:(lia)) as (F1 & V1). change (b2 1) with 2 in V1.
  assert (G : is_good 1 (fconst 1 1) (fconst 0 0)).
  { split; [exact F1 |]. split; [exact F0 |]. unfold is_tight. rewrite V0, V1, Rabs_R0, (Rabs_pos_eq 2) by lra.
    split; [| change (b2 1) with 2; lra].
    split; [auto |]. apply Rmult_le_pos; [lra | apply bpow_ge_0]. }
  assert (V : value (fconst 1 1) (fconst 0 0) 0 = 2) by (unfold value; rewrite V0, V1; change (b2 0) with 1; ring).
  exists 2. split; [exact G |]. split; [exact G |]. split; [right; lia |]. rewrite V.
  split; [right; split; [lra |]; change (b2 (- (1))) with (/ 2); change (b2 0) with 1; lra |].
  rewrite Rminus_diag_eq, Rabs_R0, Rabs_pos_eq by lra. lra.
Qed.

Lemma good_zero h l e : wide_of_results (fconst 0 0) h l e -> is_good 0 h l /\ real h = 0 /\ value h l e = 0.
Proof.
  intros H. assert (F0 : finite (fconst 0 0 : D)) by reflexivity.
  assert (V0 : real (fconst 0 0 : D) = 0) by reflexivity.
  destruct (wide_of_is_exact _ _ _ _ H F0) as (Fh & V & L & _). rewrite V0 in V.
  assert (E : l = fconst 0 0).
  { unfold wide_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end. now destruct H. }
  assert (Zh : real h = 0).
  { unfold value in V. rewrite L, Rplus_0_r in V. pose proof (bpow_gt_0 radix2 e).
    apply Rmult_integral in V. destruct V; lra. }
  split; [| auto]. split; [exact Fh |]. split; [now rewrite E |].
  split; [| rewrite Zh, Rabs_R0; apply bpow_ge_0].
  split; [auto |]. rewrite L, Rabs_R0. pose proof (bpow_gt_0 radix2 (unit_of (real h))). lra.
Qed.

Lemma near_zero h l e h' l' e' :
  wide_of_results (fconst 0 0) h l e -> wide_of_results (fconst 0 0) h' l' e' -> near 0 0 0 h l e h' l' e'.
Proof.
  intros H H'. apply good_zero in H as (G & Z & V). apply good_zero in H' as (G' & Z' & V').
  exists 0. split; [exact G |]. split; [exact G' |]. split; [now left |]. split; [now left |].
  rewrite V, V', !Rminus_0_r, Rabs_R0. lra.
Qed.

Lemma near_twice k n x avh avl ave ash asl ase vh vl ve sh sl se :
  rough_scale_results avh avl ave ash asl ase (fconst 1 1) vh vl ve sh sl se -> near k n x avh avl ave ash asl ase ->
  may_go_on k n = true -> near (k + 1) (n + 2) (x * 2) vh vl ve sh sl se.
Proof.
  intros H A G. unfold rough_scale_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end. destruct H as [H1 H2 H3].
  pose proof (near_two _ _ _ _ _ _ H1 H2) as T.
  pose proof (near_mul _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H3 A T ltac:(now rewrite G)) as P.
  now replace (k + 1)%Z with (k + 0 + 1)%Z by ring; replace (n + 2)%Z with (n + 1 + 1)%Z by ring.
Qed.

(* Computes the bounds of a new fact. *)
Ltac computed R :=
  match type of R with near ?k ?n ?x ?a ?b ?c ?d ?e ?f =>
    let k' := eval vm_compute in k in let n' := eval vm_compute in n in change (near k' n' x a b c d e f) in R
  end.

(* One step more, for whatever operation has operands that are near something. *)
Ltac near_step :=
  let R := fresh "N" in
  match goal with
  | H : rough_of_results ?h ?l ?e _ _ _ _ _ _, A : is_cut_off _ ?h ?l ?e |- _ =>
    pose proof (near_of _ _ _ _ _ _ _ _ _ _ H A) as R; clear H
  | H : rough_neg_results ?a ?b ?c ?d ?e ?f _ _ _ _ _ _, A : near _ _ _ ?a ?b ?c ?d ?e ?f |- _ =>
    pose proof (near_neg _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H A) as R; clear H
  | H : rough_add_results ?a ?b ?c ?d ?e ?f ?a' ?b' ?c' ?d' ?e' ?f' _ _ _ _ _ _ |- _ =>
    match goal with A : near _ _ _ a b c d e f |- _ =>
    match goal with B : near _ _ _ a' b' c' d' e' f' |- _ =>
      pose proof (near_add _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H A B eq_refl) as R; clear H;
      computed R end end
  | H : rough_mul_results ?a ?b ?c ?d ?e ?f ?a' ?b' ?c' ?d' ?e' ?f' _ _ _ _ _ _ |- _ =>
    match goal with A : near _ _ _ a b c d e f |- _ =>
    match goal with B : near _ _ _ a' b' c' d' e' f' |- _ =>
      pose proof (near_mul _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H A B eq_refl) as R; clear H;
      computed R end end
  | H : rough_products_results ?a ?b ?c ?d ?e ?f ?a' ?b' ?c' ?d' ?e' ?f' ?g ?h ?i ?j ?k ?l ?g' ?h' ?i' ?j' ?k' ?l'
      _ _ _ _ _ _ |- _ =>
    match goal with A : near _ _ _ a b c d e f |- _ =>
    match goal with B : near _ _ _ a' b' c' d' e' f' |- _ =>
    match goal with C : near _ _ _ g h i j k l |- _ =>
    match goal with E : near _ _ _ g' h' i' j' k' l' |- _ =>
      pose proof (near_products _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
        _ _ _ _ _ _ _ _ _ _ _ _ H A B C E eq_refl) as R; clear H; computed R
    end end end end
  | H : rough_scale_results ?a ?b ?c ?d ?e ?f _ _ _ _ _ _ _, A : near _ _ _ ?a ?b ?c ?d ?e ?f |- _ =>
    pose proof (near_twice _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H A eq_refl) as R; clear H; computed R
  | H : rough_sign_results ?a ?b ?c ?d ?e ?f _, A : near _ _ _ ?a ?b ?c ?d ?e ?f |- _ =>
    pose proof (near_sign _ _ _ _ _ _ _ _ _ _ H A eq_refl) as R; clear H
  end.
