(* The polynomials of a wall that turns from rough numbers: rough_dot, rough_square_minus and rough_signs_on of
   src/turning/moving_double_double.h.

   u, w and z = w - u are linear in s. The polynomials are p = w.u, q = -z.u, A = |w|^2 - R^2, B = |z|^2 - R^2,
   X = u x w and S = X^2 - R^2 |u|^2. If rough_signs_on returns true, each of them that the gap can depend on has the
   signs that it returns. The inputs of the record are what to_wide returns for u.x0, u.y0, u.x1, u.y1, then for w, then
   for the reach. The counts of operations are at most 20 for a coefficient, which rough_square_minus gives, and 24 for
   its Bernstein coefficients; 2^16 would do. *)
From Coq Require Import ZArith Reals Lia Lra Bool List.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Wide MovingRough MovingRoughSteps MovingRoughForms.
From Carom Require Terms_wide.
From Carom Require Import Terms_moving_rough.
Import Terms_wide.wide_of_terms(wide_of_results).
Import ListNotations.

Open Scope R_scope.

(* Whether a fact is about a record. *)
Ltac head t := match t with ?f _ => head f | _ => t end.
Ltac is_about t f := let h := head t in constr_eq h f.

Ltac opened H := repeat match type of H with ex _ => destruct H as [? H] end.

Lemma dot_near fx0 fy0 fx1 fy1 gx0 gy0 gx1 gy1
    fx0h fx0l fx0e fx0sh fx0sl fx0se
    fy0h fy0l fy0e fy0sh fy0sl fy0se
    fx1h fx1l fx1e fx1sh fx1sl fx1se
    fy1h fy1l fy1e fy1sh fy1sl fy1se
    gx0h gx0l gx0e gx0sh gx0sl gx0se
    gy0h gy0l gy0e gy0sh gy0sl gy0se
    gx1h gx1l gx1e gx1sh gx1sl gx1se
    gy1h gy1l gy1e gy1sh gy1sl gy1se
    c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se
    c3h c3l c3e c3sh c3sl c3se
    c4h c4l c4e c4sh c4sl c4se g :
  rough_dot_results fx0h fx0l fx0e fx0sh fx0sl fx0se
    fy0h fy0l fy0e fy0sh fy0sl fy0se
    fx1h fx1l fx1e fx1sh fx1sl fx1se
    fy1h fy1l fy1e fy1sh fy1sl fy1se
    gx0h gx0l gx0e gx0sh gx0sl gx0se
    gy0h gy0l gy0e gy0sh gy0sl gy0se
    gx1h gx1l gx1e gx1sh gx1sl gx1se
    gy1h gy1l gy1e gy1sh gy1sl gy1se
    c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se
    c3h c3l c3e c3sh c3sl c3se
    c4h c4l c4e c4sh c4sl c4se g ->
  near 2 3 fx0 fx0h fx0l fx0e fx0sh fx0sl fx0se ->
  near 2 3 fy0 fy0h fy0l fy0e fy0sh fy0sl fy0se ->
  near 2 3 fx1 fx1h fx1l fx1e fx1sh fx1sl fx1se ->
  near 2 3 fy1 fy1h fy1l fy1e fy1sh fy1sl fy1se ->
  near 2 3 gx0 gx0h gx0l gx0e gx0sh gx0sl gx0se ->
  near 2 3 gy0 gy0h gy0l gy0e gy0sh gy0sl gy0se ->
  near 2 3 gx1 gx1h gx1l gx1e gx1sh gx1sl gx1se ->
  near 2 3 gy1 gy1h gy1l gy1e gy1sh gy1sl gy1se ->
  near 7 11 (fx0 * gx0 + fy0 * gy0) c0h c0l c0e c0sh c0sl c0se /\
  near 7 11 (fx0 * gx1 + fy0 * gy1 + (fx1 * gx0 + fy1 * gy0)) c1h c1l c1e c1sh c1sl c1se /\
  near 7 11 (fx1 * gx1 + fy1 * gy1) c2h c2l c2e c2sh c2sl c2se.
Proof.
  intros H N1 N2 N3 N4 N5 N6 N7 N8. unfold rough_dot_results in H. opened H.
  destruct H as [P1 P2 P3 A P4 _ _ _ _ _ _ _ _ _ _ _ _ _]. repeat near_step.
  repeat split; eapply near_weaken; try eassumption; reflexivity.
Qed.

Lemma square_minus_near x0 x1 x2 r2 l0 l1 l2
    x0h x0l x0e x0sh x0sl x0se
    x1h x1l x1e x1sh x1sl x1se
    x2h x2l x2e x2sh x2sl x2se
    rh rl re rsh rsl rse
    l0h l0l l0e l0sh l0sl l0se
    l1h l1l l1e l1sh l1sl l1se
    l2h l2l l2e l2sh l2sl l2se
    c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se
    c3h c3l c3e c3sh c3sl c3se
    c4h c4l c4e c4sh c4sl c4se g :
  rough_square_minus_2_2_results x0h x0l x0e x0sh x0sl x0se
    x1h x1l x1e x1sh x1sl x1se
    x2h x2l x2e x2sh x2sl x2se
    rh rl re rsh rsl rse
    l0h l0l l0e l0sh l0sl l0se
    l1h l1l l1e l1sh l1sl l1se
    l2h l2l l2e l2sh l2sl l2se
    c0h c0l c0e c0sh c0sl c0se
    c1h c1l c1e c1sh c1sl c1se
    c2h c2l c2e c2sh c2sl c2se
    c3h c3l c3e c3sh c3sl c3se
    c4h c4l c4e c4sh c4sl c4se g ->
  near 7 11 x0 x0h x0l x0e x0sh x0sl x0se ->
  near 7 11 x1 x1h x1l x1e x1sh x1sl x1se ->
  near 7 11 x2 x2h x2l x2e x2sh x2sl x2se ->
  near 3 3 r2 rh rl re rsh rsl rse ->
  near 7 11 l0 l0h l0l l0e l0sh l0sl l0se ->
  near 7 11 l1 l1h l1l l1e l1sh l1sl l1se ->
  near 7 11 l2 l2h l2l l2e l2sh l2sl l2se ->
  near 20 30 (x0 * x0 - r2 * l0) c0h c0l c0e c0sh c0sl c0se /\
  near 20 30 (2 * (x0 * x1) - r2 * l1) c1h c1l c1e c1sh c1sl c1se /\
  near 20 30 (2 * (x0 * x2) + x1 * x1 - r2 * l2) c2h c2l c2e c2sh c2sl c2se /\
  near 20 30 (2 * (x1 * x2)) c3h c3l c3e c3sh c3sl c3se /\
  near 20 30 (x2 * x2) c4h c4l c4e c4sh c4sl c4se.
Proof.
  intros H N1 N2 N3 N4 N5 N6 N7. unfold rough_square_minus_2_2_results in H. opened H. destruct H. subst.
  repeat match goal with H : wide_of_results (fconst 0 0) ?a ?b ?c, H' : wide_of_results (fconst 0 0) ?d ?e ?f |- _ =>
    match goal with A : rough_add_results a b c d e f _ _ _ _ _ _ _ _ _ _ _ _ |- _ =>
      pose proof (near_zero _ _ _ _ _ _ H H'); clear H H' end end.
  repeat near_step.
  repeat split; (eapply near_same; [eapply near_weaken; [eassumption | reflexivity] | ring]).
Qed.

(* The signs of - f: opposite of src/turning/moving_forms.h. *)
Lemma opposite_signs f b a e c : has_form_signs f b a e c -> has_form_signs (fun s => - f s) (- b) (- a) (- e) c.
Proof.
  intros (l & N & E & s & F & -> & -> & -> & ->). exists (map Ropp l).
  split; [destruct l; [contradiction | discriminate] |]. split.
  { intros t. rewrite E. clear. induction l as [| x l IH]; simpl; [ring |].
    rewrite <- IH, map_length. ring. }
  exists (map Z.opp s). split; [| split; [| split; [| split]]].
  - clear - F. induction F as [| y x s l H F IH]; constructor; [| exact IH].
    destruct H as [(-> & H) | [(-> & H) | (-> & H)]]; [right; left | left | right; right]; split; lra || reflexivity.
  - destruct s; reflexivity.
  - clear. induction s as [| x s IH]; [reflexivity |]. cbn [first_sign map].
    destruct (Z.eqb_spec x 0), (Z.eqb_spec (- x) 0); lia.
  - clear. induction s as [| x s IH]; [reflexivity |]. destruct s as [| y s]; [reflexivity |]. exact IH.
  - clear. change 0%Z with (- 0)%Z at 2. generalize 0%Z. induction s as [| x s IH]; intros t; [reflexivity |].
    cbn [changes map]. rewrite <- !IH.
    destruct (Z.eqb_spec x 0), (Z.eqb_spec (- x) 0), (Z.eqb_spec t (- x)), (Z.eqb_spec (- t) (- - x)); lia.
Qed.

Lemma form_of_degree_2 f x0 x1 x2 b a e c : has_signs [x0; 2 * x0 + x1; x0 + x1 + x2] b a e c ->
  (forall s, f s = x0 + x1 * s + x2 * s ^ 2) -> has_form_signs f b a e c.
Proof.
  intros H E. eexists. split; [| split; [| exact H]]; [discriminate |]. intros s. now rewrite E, bernstein_of_degree_2.
Qed.

Lemma form_of_degree_4 f x0 x1 x2 x3 x4 b a e c :
  has_signs [x0; 4 * x0 + x1; 6 * x0 + 3 * x1 + x2; 4 * x0 + 3 * x1 + 2 * x2 + x3; x0 + x1 + x2 + x3 + x4] b a e c ->
  (forall s, f s = x0 + x1 * s + x2 * s ^ 2 + x3 * s ^ 3 + x4 * s ^ 4) -> has_form_signs f b a e c.
Proof.
  intros H E. eexists. split; [| split; [| exact H]]; [discriminate |]. intros s. now rewrite E, bernstein_of_degree_4.
Qed.

(* The signs of a polynomial of degree 2, if they are certain. *)
Definition has_signs_if (res : bool) l b a e c := res = true -> has_signs l b a e c.

(* What is certain if the result is true: z for a point, ba, bb and bs for the end a, the end b and the side. *)
Lemma certain_parts (z ba bb bs ra rb rx rs : bool) (na := if z then true else negb bb && negb bs)
  (nb := if z then true else negb ba && negb bs) (ns := if z then true else negb ba && negb bb)
  (ca := if na then ra else true) (cb := if ca && nb then rb else ca) :
  true = (if cb && ns then (negb z || rx) && rs else cb) ->
  (z = true \/ bb = false /\ bs = false -> ra = true /\ na = true) /\
  (z = true \/ ba = false /\ bs = false -> rb = true /\ ca && nb = true) /\
  (z = true \/ ba = false /\ bb = false -> rs = true /\ cb && ns = true /\ negb z || rx = true) /\
  (z = true -> rx = true /\ cb && ns = true).
Proof.
  unfold cb, ca, na, nb, ns. intros E. destruct z.
  - destruct ra, rb, rx, rs; try discriminate E. repeat split.
  - destruct ba, bb, bs, ra, rb, rs; try discriminate E; clear E;
      repeat split; intros; repeat match goal with H : _ \/ _ |- _ => destruct H | H : _ /\ _ |- _ => destruct H end;
      try discriminate; reflexivity.
Qed.

(* is_always of src/turning/moving_forms.h. *)
Definition is_always (t b e c : Z) := c = 0%Z /\ b = t /\ e = t.

Lemma always_decided t b e c : ((c =? 0) && (b =? t) && (e =? t))%Z = true <-> is_always t b e c.
Proof. unfold is_always. rewrite !andb_true_iff, !Z.eqb_eq. tauto. Qed.

Theorem rough_signs_on_correct n ux0 uy0 ux1 uy1 wx0 wy0 wx1 wy1 r
    ux0h ux0l ux0e uy0h uy0l uy0e ux1h ux1l ux1e uy1h uy1l uy1e wx0h wx0l wx0e
    wy0h wy0l wy0e wx1h wx1l wx1e wy1h wy1l wy1e rh rl re
    ab aa ae ac bb ba be bc pb pa pe pc qb qa qe qc xb xa xe xc sb sa se sc wb wa we wc zb za ze zc :
  rough_signs_on_results n ux0h ux0l ux0e uy0h uy0l uy0e ux1h ux1l ux1e uy1h uy1l uy1e wx0h wx0l wx0e wy0h wy0l wy0e
    wx1h wx1l wx1e wy1h wy1l wy1e rh rl re true
    ab aa ae ac bb ba be bc pb pa pe pc qb qa qe qc xb xa xe xc sb sa se sc wb wa we wc zb za ze zc ->
  is_cut_off ux0 ux0h ux0l ux0e ->
  is_cut_off uy0 uy0h uy0l uy0e ->
  is_cut_off ux1 ux1h ux1l ux1e ->
  is_cut_off uy1 uy1h uy1l uy1e ->
  is_cut_off wx0 wx0h wx0l wx0e ->
  is_cut_off wy0 wy0h wy0l wy0e ->
  is_cut_off wx1 wx1h wx1l wx1e ->
  is_cut_off wy1 wy1h wy1l wy1e ->
  is_cut_off r rh rl re ->
  let ux s := ux0 + ux1 * s in let uy s := uy0 + uy1 * s in let wx s := wx0 + wx1 * s in let wy s := wy0 + wy1 * s in
  let zx s := wx s - ux s in let zy s := wy s - uy s in let x s := ux s * wy s - uy s * wx s in
  let at_a := is_always (-1) pb pe pc in let at_b := is_always (-1) qb qe qc in
  let at_side := is_always 1 pb pe pc /\ is_always 1 qb qe qc in
  has_form_signs (fun s => wx s * ux s + wy s * uy s) pb pa pe pc /\
  has_form_signs (fun s => - (zx s * ux s + zy s * uy s)) qb qa qe qc /\
  (n = 0%Z \/ ~ at_b /\ ~ at_side -> has_form_signs (fun s => wx s ^ 2 + wy s ^ 2 - r ^ 2) ab aa ae ac) /\
  (n = 0%Z \/ ~ at_a /\ ~ at_side -> has_form_signs (fun s => zx s ^ 2 + zy s ^ 2 - r ^ 2) bb ba be bc) /\
  (n = 0%Z \/ ~ at_a /\ ~ at_b ->
    has_form_signs (fun s => x s ^ 2 - r ^ 2 * (ux s ^ 2 + uy s ^ 2)) sb sa se sc) /\
  (n = 0%Z -> has_form_signs x xb xa xe xc).
Proof.
  intros H C1 C2 C3 C4 C5 C6 C7 C8 C9 ux uy wx wy zx zy x at_a at_b at_side.
  unfold rough_signs_on_results in H. opened H. destruct H. subst.
  repeat match goal with H : ?t |- _ => is_about t rough_vector_of_results; destruct H end.
  repeat near_step.
  repeat match goal with H : ?t |- _ => is_about t rough_dot_results;
    eapply dot_near in H; [destruct H as (? & ? & ?) | eapply near_weaken; [eassumption | reflexivity] ..] end.
  repeat near_step.
  match goal with H : ?t |- _ => is_about t rough_square_minus_2_2_results;
    eapply square_minus_near in H; [destruct H as (? & ? & ? & ? & ?) | eassumption ..] end.
  assert (Two : forall x0 x1 x2 r0 r1 r2 r3 c0h c0l c0e c0sh c0sl c0se
      c1h c1l c1e c1sh c1sl c1se c2h c2l c2e c2sh c2sl c2se res b a e c,
    set_rough_signs_2_results r0 r1 r2 r3 c0h c0l c0e c0sh c0sl c0se c1h c1l c1e c1sh c1sl c1se
      c2h c2l c2e c2sh c2sl c2se res b a e c ->
    near 10 20 x0 c0h c0l c0e c0sh c0sl c0se -> near 10 20 x1 c1h c1l c1e c1sh c1sl c1se ->
    near 10 20 x2 c2h c2l c2e c2sh c2sl c2se ->
    has_signs_if res [x0; 2 * x0 + x1; x0 + x1 + x2] b a e c).
  { intros until 4. intros ->. eapply signs_of_degree_2; eassumption. }
  repeat match goal with H : ?t |- _ => is_about t set_rough_signs_2_results;
    eapply Two in H; [| eapply near_weaken; [eassumption | reflexivity] ..] end.
  match goal with H : ?t |- _ => is_about t set_rough_signs_4_results;
    match type of H with set_rough_signs_4_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
      ?res ?b ?a ?e ?c =>
    assert (Four : res = true -> has_form_signs (fun s => x s ^ 2 - r ^ 2 * (ux s ^ 2 + uy s ^ 2)) b a e c) end;
    [intros ->; eapply form_of_degree_4; [eapply signs_of_degree_4 with (1 := H); eassumption |];
      intros s; unfold x, ux, uy, wx, wy; ring | clear H] end.
  repeat match goal with H : near _ _ _ _ _ _ _ _ _ |- _ => clear H end. clear Two.
  unfold at_a, at_b, at_side. clear at_a at_b at_side.
  match goal with E : true = (if negb ?i || negb ?j then false else _) |- _ =>
    destruct i; [| discriminate E]; destruct j; [| discriminate E]; cbn [negb orb] in *; rename E into Result end.
  apply certain_parts in Result. destruct Result as (PA & PB & PS & PX).
  assert (Form : forall res c0 c1 c2 f b a e c,
    has_signs_if res [c0; 2 * c0 + c1; c0 + c1 + c2] b a e c -> res = true ->
    (forall s, f s = c0 + c1 * s + c2 * s ^ 2) -> has_form_signs f b a e c).
  { intros res c0 c1 c2 f b a e c S R E. eapply form_of_degree_2; [exact (S R) | exact E]. }
  assert (No : forall t b e c, ~ is_always t b e c -> ((c =? 0) && (b =? t) && (e =? t))%Z = false).
  { intros t b e c A. apply not_true_is_false. now rewrite always_decided. }
  assert (None : forall t b e c b' e' c', ~ (is_always t b e c /\ is_always t b' e' c') ->
    ((c =? 0) && (b =? t) && (e =? t) && ((c' =? 0) && (b' =? t) && (e' =? t)))%Z = false).
  { intros t b e c b' e' c' A. apply not_true_is_false. rewrite andb_true_iff, !always_decided. exact A. }
  repeat split.
  - eapply Form; [eassumption | reflexivity |]. intros s. unfold ux, uy, wx, wy. ring.
  - apply opposite_signs. eapply Form; [eassumption | reflexivity |]. intros s. unfold zx, zy, ux, uy, wx, wy. ring.
  - intros H. destruct PA as (R & C).
    { destruct H as [-> | (H1 & H2)]; [now left | right; auto]. }
    rewrite C. eapply Form; [eassumption | exact R |]. intros s. unfold wx, wy. ring.
  - intros H. destruct PB as (R & C).
    { destruct H as [-> | (H1 & H2)]; [now left | right; auto]. }
    rewrite C. eapply Form; [eassumption | exact R |]. intros s. unfold zx, zy, ux, uy, wx, wy. ring.
  - intros H. destruct PS as (R & C & C').
    { destruct H as [-> | (H1 & H2)]; [now left | right; auto]. }
    rewrite C, C'. apply Four, R.
  - intros ->. destruct (PX eq_refl) as (R & C). rewrite C. cbn [Z.eqb negb].
    eapply Form; [eassumption | exact R |]. intros s. unfold x, ux, uy, wx, wy. ring.
Qed.
