(* Do two balls certainly not come nearer? is_certainly_leaving of src/crowd/gate_filter.h.

   d goes straight and evenly from `from` to `to`, and u is the difference. If the test holds, d.u > 0 in real numbers
   at the start. |d|^2 is convex, so it only grows. The products are of the second degree, so the scale is from 2^-480
   to 2^480: below, the margin would underflow, and above, the products overflow. *)
From Coq Require Import ZArith Reals List Lia Lra Psatz Bool.
From Flocq Require Import Core.
From Carom Require Import Model Facts Bounded Reflect ReflectAtoms GatePlace GateApart.
From Carom Require Terms_gate.
Import Terms_gate.is_certainly_leaving_terms(is_certainly_leaving_results).
Import ListNotations.

Open Scope R_scope.

Definition is_small_scale (scale : D) := below 480 scale /\ bpow radix2 (-480) <= real scale.

Lemma small_scale scale : is_small_scale scale -> is_scale scale.
Proof.
  intros (B & L). split; [now apply below_weaken with 480%Z |]. eapply Rle_trans; [| exact L]. now apply bpow_le.
Qed.

(* A difference of places, and a difference of two such differences. *)
Definition far_atom (i : nat) (error most : coef) (n : Z) := Known [([i], error)] [([i], most)] nothing false n.
Definition error1 : coef := Float radix2 9 (-51).
Definition error2 : coef := Float radix2 5 (-49).
Definition most1 : coef := Float radix2 (2 ^ 41 + 1) (-40).

Section Difference.
Variable scale : D.
Hypothesis scale_ok : is_small_scale scale.

Lemma small_scale_positive : 0 < real scale /\ Rabs (real scale) = real scale.
Proof.
  destruct scale_ok as (_ & L). pose proof (bpow_gt_0 radix2 (-480)).
  split; [lra | apply Rabs_pos_eq; lra].
Qed.

Lemma scale_of_three p q : fact [p; q; scale] (scale_atom 2 (-480) 480) scale (real scale).
Proof. apply scale_fact; [reflexivity | apply scale_ok ..]. Qed.

Lemma difference_of_places p q P Q : is_place scale p P -> is_place scale q Q ->
  finite (fsub p q) /\ Rabs (P - Q) <= 2 * real scale /\ Rabs (P - Q - real (fsub p q)) <= F2R error1 * real scale.
Proof.
  intros Hp Hq. destruct small_scale_positive as [s0 s1].
  assert (K : facts [place_atom 2 481; place_atom 2 481; scale_atom 2 (-480) 480] [p; q; scale] [P; Q; real scale]).
  { unfold facts. cbn [facts_of]. split; [apply place_fact; [left; exact s0 | apply scale_ok | exact Hp] |].
    split; [apply place_fact; [left; exact s0 | apply scale_ok | exact Hq] |].
    split; [apply scale_of_three | exact I]. }
  destruct (fits_correct _ _ _ K (Sub (Atom 0) (Atom 1)) eq_refl) as [F _].
  pose proof (is_within_correct _ _ _ K (Sub (Atom 0) (Atom 1)) [([2%nat], error1)] ltac:(vm_compute; reflexivity) F)
    as W.
  rewrite scaled_value in W. unfold size in W. cbn [value nth] in W. rewrite s1 in W. split; [exact F |].
  split; [| rewrite Rabs_minus_sym; exact W]. unfold Rminus. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
  destruct Hp as (_ & A & _). destruct Hq as (_ & B & _). lra.
Qed.

Lemma far_fact values i d X : value values i = scale -> finite d -> Rabs X <= 2 * real scale ->
  Rabs (X - real d) <= F2R error1 * real scale -> fact values (far_atom i error1 most1 482) d X.
Proof.
  intros V F M E. destruct small_scale_positive as [s0 s1]. unfold fact.
  cbn [far_atom off_by at_most at_least is_pos top]. rewrite !scaled_value. unfold size. rewrite V, s1.
  assert (A : Rabs (real d) <= F2R most1 * real scale).
  { replace (real d) with (X - (X - real d)) by ring. unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang |].
    rewrite Rabs_Ropp. unfold error1, most1, F2R in *. simpl in *. lra. }
  unfold nothing. rewrite F2R_0. pose proof (Rabs_pos (real d)).
  split; [exact F |]. split; [exact E |]. split; [exact A |]. split; [lra |]. split; [discriminate |].
  eapply Rle_trans; [exact A |]. destruct scale_ok as ((_ & B) & _). rewrite s1 in B.
  change (bpow radix2 482) with (bpow radix2 (2 + 480)). rewrite bpow_plus. change (bpow radix2 2) with 4.
  unfold most1, F2R. simpl Fnum. simpl Fexp. simpl (bpow radix2 (-40)). lra.
Qed.

Lemma difference_of_differences d e X Y : finite d -> finite e ->
  Rabs X <= 2 * real scale -> Rabs Y <= 2 * real scale ->
  Rabs (X - real d) <= F2R error1 * real scale -> Rabs (Y - real e) <= F2R error1 * real scale ->
  finite (fsub d e) /\ Rabs (X - Y - real (fsub d e)) <= F2R error2 * real scale /\ below 483 (fsub d e).
Proof.
  intros Fd Fe MX MY EX EY. destruct small_scale_positive as [s0 s1].
  assert (K : facts [far_atom 2 error1 most1 482; far_atom 2 error1 most1 482; scale_atom 2 (-480) 480] [d; e; scale]
    [X; Y; real scale]).
  { unfold facts. cbn [facts_of]. split; [now apply far_fact |]. split; [now apply far_fact |].
    split; [apply scale_of_three | exact I]. }
  pose proof (fits_correct _ _ _ K (Sub (Atom 0) (Atom 1)) eq_refl) as B. pose proof B as [F _].
  pose proof (is_within_correct _ _ _ K (Sub (Atom 0) (Atom 1)) [([2%nat], error2)] ltac:(vm_compute; reflexivity) F)
    as W.
  rewrite scaled_value in W. unfold size in W. cbn [value nth] in W. rewrite s1 in W. split; [exact F |].
  split; [rewrite Rabs_minus_sym; exact W | exact B].
Qed.
End Difference.

(* u is large or small. *)
Definition move_atom (own i : nat) (error : coef) (n : Z) := Known [([i], error)] (variable own) nothing false n.

Definition leaving_atoms :=
  [far_atom 4 error1 most1 482; far_atom 4 error1 most1 482; move_atom 2 4 error2 483; move_atom 3 4 error2 483;
    scale_atom 4 (-480) 480].

Lemma move_fact values own i u U s : real u = real (value values own) -> real (value values i) = s -> 0 < s ->
  below 483 u -> Rabs (U - real u) <= F2R error2 * s -> fact values (move_atom own i error2 483) u U.
Proof.
  intros V Vs s0 [F B] E. unfold fact. cbn [move_atom off_by at_most at_least is_pos top].
  rewrite scaled_value, value_variable. unfold size. rewrite Vs, (Rabs_pos_eq s), <- V by lra. unfold nothing.
  rewrite F2R_0. pose proof (Rabs_pos (real u)). repeat split; auto; lra || discriminate.
Qed.

(* d at the two ends of the motion: rounded, and real. *)
Theorem is_certainly_leaving_correct scale p_x p_y q_x q_y p2_x p2_y q2_x q2_y P_x P_y Q_x Q_y P2_x P2_y Q2_x Q2_y
    (X := P_x - Q_x) (Y := P_y - Q_y) (X2 := P2_x - Q2_x) (Y2 := P2_y - Q2_y) :
  is_small_scale scale ->
  is_place scale p_x P_x /\ is_place scale p_y P_y -> is_place scale q_x Q_x /\ is_place scale q_y Q_y ->
  is_place scale p2_x P2_x /\ is_place scale p2_y P2_y -> is_place scale q2_x Q2_x /\ is_place scale q2_y Q2_y ->
  is_certainly_leaving_results (fsub p_x q_x) (fsub p_y q_y) (fsub p2_x q2_x) (fsub p2_y q2_y) scale true ->
  0 < X * (X2 - X) + Y * (Y2 - Y).
Proof.
  intros S (Px & Py) (Qx & Qy) (P2x & P2y) (Q2x & Q2y) (u_x & u_y & margin & sum & []).
  destruct (difference_of_places _ S _ _ _ _ Px Qx) as (Fx & Mx & Ex). fold X in Mx, Ex.
  destruct (difference_of_places _ S _ _ _ _ Py Qy) as (Fy & My & Ey). fold Y in My, Ey.
  destruct (difference_of_places _ S _ _ _ _ P2x Q2x) as (F2x & M2x & E2x). fold X2 in M2x, E2x.
  destruct (difference_of_places _ S _ _ _ _ P2y Q2y) as (F2y & M2y & E2y). fold Y2 in M2y, E2y.
  destruct (difference_of_differences _ S _ _ _ _ F2x Fx M2x Mx E2x Ex) as (_ & Ux & Bx).
  destruct (difference_of_differences _ S _ _ _ _ F2y Fy M2y My E2y Ey) as (_ & Uy & By).
  destruct (small_scale_positive _ S) as [s0 s1].
  rewrite <- E_u_x in Ux, Bx. rewrite <- E_u_y in Uy, By. clear E_u_x E_u_y. subst margin sum. symmetry in E_result.
  set (d_x := fsub p_x q_x) in *. set (d_y := fsub p_y q_y) in *. clearbody d_x d_y.
  assert (K : facts leaving_atoms [d_x; d_y; u_x; u_y; scale] [X; Y; X2 - X; Y2 - Y; real scale]).
  { unfold facts, leaving_atoms. cbn [facts_of].
    split; [now apply far_fact with scale |]. split; [now apply far_fact with scale |].
    split; [now apply move_fact with (real scale) |]. split; [now apply move_fact with (real scale) |].
    split; [apply scale_fact; [reflexivity | apply S ..] | exact I]. }
  match type of E_result with flt ?small ?big = true =>
    let a := expression [d_x; d_y; u_x; u_y; scale] big in
    let b := expression [d_x; d_y; u_x; u_y; scale] small in
    let v := constr:([d_x; d_y; u_x; u_y; scale]) in
    change (flt (in_doubles v b) (in_doubles v a) = true) in E_result;
    destruct (fits_correct _ _ _ K a eq_refl) as [Fa _]; destruct (fits_correct _ _ _ K b eq_refl) as [Fb _];
    pose proof (is_above_correct _ _ _ K a b (Const 0 0) ltac:(vm_compute; reflexivity) Fa Fb E_result) as H
  end.
  cbn [in_reals exact nth] in H. rewrite Rmult_0_l in H. exact H.
Qed.

(* Then |d| is never below |d| at the start. *)
Lemma leaving_is_never_nearer x y x2 y2 k : 0 <= x * (x2 - x) + y * (y2 - y) -> 0 <= k ->
  x ^ 2 + y ^ 2 <= between x x2 k ^ 2 + between y y2 k ^ 2.
Proof.
  intros H K. unfold between.
  replace ((x + k * (x2 - x)) ^ 2 + (y + k * (y2 - y)) ^ 2) with
    (x ^ 2 + y ^ 2 + 2 * (k * (x * (x2 - x) + y * (y2 - y))) + ((k * (x2 - x)) ^ 2 + (k * (y2 - y)) ^ 2)) by ring.
  pose proof (Rmult_le_pos _ _ K H). pose proof (pow2_ge_0 (k * (x2 - x))). pose proof (pow2_ge_0 (k * (y2 - y))). lra.
Qed.
