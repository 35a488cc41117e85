(* What a sweep is asked, in points and real numbers, and the numbers of a wall at rest that set_terms_across and
   set_terms_along of src/sweep/sweep_filter.h give; certain contacts in one pass of src/sweep/sweep_one_pass.h. *)
From Coq Require Import ZArith Reals.
From Carom Require Import Model Operations Geometry SweepErrors SweepGeometry SweepTerms SweepContact SweepTime
  Terms_sweep Terms_fast.
From Carom Require Export Terms_structs Terms_sweep_functions Terms_fast_functions.

Open Scope R_scope.

(* The circle's centre, the ends of the wall, and the sum of the radii. *)
Definition query_center (q : swept_query) := point_of q.(swept_query.circle).(carom_circle.center).(carom_vec2.x)
  q.(swept_query.circle).(carom_circle.center).(carom_vec2.y).
Definition query_a (q : swept_query) := point_of q.(swept_query.wall).(carom_wall.a).(carom_vec2.x)
  q.(swept_query.wall).(carom_wall.a).(carom_vec2.y).
Definition query_b (q : swept_query) := point_of q.(swept_query.wall).(carom_wall.b).(carom_vec2.x)
  q.(swept_query.wall).(carom_wall.b).(carom_vec2.y).
Definition query_reach (q : swept_query) :=
  real q.(swept_query.circle).(carom_circle.radius) + real q.(swept_query.wall).(carom_wall.radius).
(* How far the circle moves relative to the wall; x is one coordinate of a vector. *)
Definition query_along (q : swept_query) (x : carom_vec2 -> F double) :=
  displacement q.(swept_query.is_end) q.(swept_query.wall_moves)
    (real (x q.(swept_query.circle).(carom_circle.center))) (real (x q.(swept_query.move)))
    (real (x q.(swept_query.wall).(carom_wall.a))) (real (x q.(swept_query.wall_move))).
Definition query_way (q : swept_query) := Point (query_along q carom_vec2.x) (query_along q carom_vec2.y).

(* t holds the numbers of q, a sweep past a wall at rest. *)
Definition terms_of (q : swept_query) (t : axis_terms) :=
  q.(swept_query.wall_moves) = false /\ exists t0, t = set_terms_along (set_terms_across t0 q).

(* The records say the same. *)
Lemma terms_across q t : terms_of q t <->
  q.(swept_query.wall_moves) = false /\ set_terms_across_relation t q t /\ set_terms_along_relation t t.
Proof.
  split.
  - intros (at_rest & t0 & ->). split; [exact at_rest |]. split; [exact (set_terms_across_record t0 q _ eq_refl) |].
    exact (set_terms_along_record (set_terms_across t0 q) _ eq_refl).
  - intros (at_rest & A & B). split; [exact at_rest |]. exists t.
    now rewrite (set_terms_across_function q t A), (set_terms_along_function t B).
Qed.

(* k holds the numbers of the line for t. *)
Definition line_of (t : axis_terms) (k : line_approach) := exists nan, k = approach_of t nan.

(* f is certain, and found on the side. *)
Definition certain_on_side q t k f :=
  terms_of q t /\ line_of t k /\ (exists f0, f = set_fast_side f0 q t k) /\ f.(fast_contact.is_certain) = true.

(* f is certain, and found at an end. *)
Definition certain_at_end q t k f :=
  terms_of q t /\ line_of t k /\ (exists f0, f = set_fast_end f0 q t k) /\ f.(fast_contact.is_certain) = true.

(* s is what the sweep returns for it. *)
Definition swept_from f s := exists unknown, s = sweep_of_fast f unknown.

(* T is the time of the first contact, and s holds the largest double not after it. *)
Definition is_first_contact F x q s T :=
  let a := query_a q in let b := query_b q in let c := query_center q in let v := query_way q in
  let R := query_reach q in
  0 < T < 1 /\ (forall t', 0 <= t' < T -> farther x (moved c v t') a b R) /\ touches F x (moved c v T) a b R /\
  finite s.(carom_sweep.t) /\ is_largest_not_after (real s.(carom_sweep.t)) T.

(* For proofs about the numbers: one name for each. *)
Ltac open_query q :=
  destruct q as [[[cx cy] r] [mx my] is_end wall_moves [[ax ay] [bx by_] wr extent ? ? ?] [wmx wmy]].
Ltac open_terms t :=
  destruct t as [reach [ux uy] [wx wy] [zx zy] [vx vy] [e_x_x e_x_y] [e_y_x e_y_y] [e_size_x e_size_y]
    [uv_x_x uv_x_y] [uv_y_x uv_y_y] [uv_size_x uv_size_y] [uv2_x uv2_y] [turns_x turns_y] [crosses_x crosses_y]
    [ev_x ev_y] [eu_x eu_y] vu ends may is_segment].
Ltac open_line k := destruct k as [length reach_len inverse2 side gap inverse time [feet_x feet_y] is_long].
Ltac open_contact f :=
  destruct f as [feature is_certain t rest error [normal_x normal_y] [center_x center_y] [from_x from_y] off].

(* H : swept_from f s becomes the record of sweep_of_fast. *)
Ltac open_swept H :=
  destruct H as [unknown H]; apply sweep_of_fast_record in H; cbv beta delta [is_first_contact sweep_of_fast_relation]
    in *;
  match type of H with context [carom_sweep.t ?s] =>
    destruct s as [kind f_sweep t_sweep [ox oy] [px_ py_] [nx_ ny_]]; members end.

(* H : certain_on_side q t k f, or certain_at_end, becomes the records of what f is computed with. *)
Tactic Notation "open_certain" hyp(H) "as" ident(A) ident(B) ident(K) ident(S) :=
  let f0 := fresh "before" in let M := fresh "at_rest" in let C := fresh "is_sure" in
  destruct H as (A & K & (f0 & S) & C); apply terms_across in A; destruct A as (M & A & B); destruct K as (nan & K);
  apply approach_of_record in K; first [apply set_fast_side_record in S | apply set_fast_end_record in S];
  match type of A with set_terms_across_relation _ ?q ?t => match type of K with approach_of_relation _ _ ?k =>
    match type of C with fast_contact.is_certain ?f = _ =>
      open_query q; open_terms t; open_line k; open_contact f end end end;
  cbv beta delta [set_terms_across_relation set_terms_along_relation approach_of_relation set_fast_side_relation
    set_fast_end_relation query_center query_a query_b query_way query_along query_reach point_of] in *;
  members; cbn beta match delta [px py] in *;
  match type of M with ?v = _ => subst v end; match type of C with ?v = _ => subst v end.
