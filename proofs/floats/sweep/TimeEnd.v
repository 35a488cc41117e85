(* The time of a hit of an end in one pass (set_fast_end of src/sweep/sweep_one_pass.h), over the extracted terms.

   If f->is_certain, the circle comes to the end at some time T, and the error of t + rest is below f->error; so t, or
   the double below, is the largest double not after T (SweepTime.v). The numbers of the axes come from
   set_terms_across; the scalar products and feet may be any numbers. Source: docs/exactness.md, "Hits of a wall at
   rest, in one pass". *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Terms_pair Terms_sweep Terms_fast ErrorFreeTerms Wide
  Geometry SweepErrors SweepGeometry SweepVectors SweepTerms SweepTime TimeRound TimeMoved TimeEndTerms TimeEndGuess
  TimeEndFast SweepQuery.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).

Lemma displaced_difference (a b : D) : finite (difference_rest a b) -> displaced (fsub a b) (difference_rest a b)
  (real a - real b).
Proof.
  intros H. destruct (two_difference_exact a b H) as (_ & _ & _ & _ & X).
  destruct (two_difference_rest_small a b H) as (_ & L).
  rewrite u_double in L. now apply displaced_exact.
Qed.

(* A wall at rest. *)
Lemma across_at_rest cx cy cr mx my is_end ax ay bx by_ wr n wmx wmy r ux uy wx wy zx zy vx vy e1 e2 e3 e4 u1 u2 u3 u4
    sw sz su sv ends seg uu vv tx ty kx ky :
  set_terms_across_results cx cy cr mx my is_end false ax ay bx by_ wr n wmx wmy r ux uy wx wy zx zy vx vy e1 e2 e3 e4
    u1 u2 u3 u4 sw sz su sv ends true seg uu vv tx ty kx ky ->
  r = fadd cr wr /\ wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx /\ zy = fsub cy by_ /\
  vx = (if is_end then fsub mx cx else mx) /\ vy = (if is_end then fsub my cy else my) /\
  sw = size wx wy /\ sz = size zx zy /\ sv = size vx vy /\ nonneg cr /\ nonneg wr /\ size_in_range sv /\ size_in_range
    sw /\
  size_in_range sz /\ size_in_range r.
Proof.
  intros H. destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ H)
    as (rr & K). unfold set_terms_across_results in H. open H. destruct H.
  match goal with Q : rounded_vectors_of_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ => clear Q
    end.
  match goal with Q : true = _ |- _ => symmetry in Q; rename Q into May end.
  apply andb_prop in May. destruct May as [May _]. apply andb_prop in May. destruct May as [_ May].
  subst. apply least_nonneg in May. destruct May as [Nc Nw]. destruct K.
  repeat split; try reflexivity; try assumption; try (apply F_sv || apply F_sw || apply F_sz || apply F_r).
Qed.

(* The end of the wall that a contact is at: b if its feature is 3. *)
Definition wall_end (q : swept_query) f :=
  if Z.eqb f.(fast_contact.feature) 3 then q.(swept_query.wall).(carom_wall.b) else q.(swept_query.wall).(carom_wall.a).
Definition query_end q f := point_of (wall_end q f).(carom_vec2.x) (wall_end q f).(carom_vec2.y).

(* The circle comes to that end at the time T. *)
Definition comes_to_end q f T :=
  let e := query_end q f in let c := query_center q in let v := query_way q in
  end_contact (px c - px e) (py c - py e) (px v) (py v) (query_reach q) T.

(* The contact holds the time T. *)
Definition is_end_time q f T :=
  let t := f.(fast_contact.t) in let rest := f.(fast_contact.rest) in let v := query_way q in
  finite t /\ finite rest /\ 0 < real t < 1 /\ Rabs (T - (real t + real rest)) <= real f.(fast_contact.error) /\
  is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T /\
  Rabs (T - (real t + real rest)) * (Rabs (px v) + Rabs (py v)) <= 102 / 100 * bpow radix2 (-57) * query_reach q.

(* The time, and that nothing underflows. *)
Lemma set_fast_end_parts q t k f : certain_at_end q t k f ->
  (exists T, comes_to_end q f T) /\ forall T, comes_to_end q f T -> is_end_time q f T /\ 0 < T /\
    bpow radix2 (-208) * real t.(axis_terms.uv_size).(pair.y) <=
      real (if Z.eqb f.(fast_contact.feature) 3 then t.(axis_terms.e_size).(pair.y) else
        t.(axis_terms.e_size).(pair.x)).
Proof.
  intros C. unfold comes_to_end, is_end_time, query_end, wall_end. open_certain C as Ha HL HK H. clear HL HK.
  assert (may = true) as ->.
  { unfold set_fast_end_results in H. open H. destruct H. match goal with Q : true = _ |- _ => symmetry in Q;
      rewrite !andb_true_iff in Q; tauto end. }
  set (VX := displacement is_end false (real cx) (real mx) (real ax) (real wmx)).
  set (VY := displacement is_end false (real cy) (real my) (real ay) (real wmy)).
  destruct (across_at_rest _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
    _ _ _ _ Ha)
    as (-> & Ewx & Ewy & Ezx & Ezy & Evx & Evy & Esw & Esz & Esv & Nc & Nw & Rv & Rw & Rz & Rr).
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha)
    as (rr & K).
  destruct (across_terms _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Ha)
    as (_ & _ & _ & -> & _ & _ & Ekx & Eky).
  destruct K as [_ Kw Kz Kv _ _ _ _ _ _ _ _ _ _ _]. clear Ha.
  unfold set_fast_end_results in H. open H. destruct H.
  match goal with Q : true = _ |- _ => symmetry in Q; rename Q into Certain end.
  apply andb_prop in Certain. destruct Certain as [Certain Nor]. apply andb_prop in Certain.
  destruct Certain as [Certain _].
  apply andb_prop in Certain. destruct Certain as [Certain Entry]. apply andb_prop in Certain.
  destruct Certain as [_ Time].
  match goal with Q : low_part_of_move_results _ _ _ _ _ ?lx ?ly |- _ =>
    rename lx into low_x; rename ly into low_y; assert (Low : (finite low_x -> displaced vx low_x VX) /\ (finite low_y
      -> displaced vy low_y VY));
    [destruct Q as (? & ? & ? & ? & Q); destruct Q as [Q Ex Ey];
     destruct (pair_difference_values _ _ _ _ _ _ _ _ Q) as (_ & _ & -> & ->) |] end.
  { unfold VX, VY, displacement. rewrite Evx, Evy, Ex, Ey. destruct is_end.
    - split; apply displaced_difference.
    - split; intros _; apply displaced_zero. }
  destruct Low as [Lx Ly].
  repeat match goal with Q : pair_difference_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_difference_values _ _ _ _ _ _ _ _ Q) as (-> & -> & -> & ->); clear Q end.
  repeat match goal with Q : pair_product_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_product_values _ _ _ _ _ _ _ _ Q) as (-> & -> & -> & ->); clear Q end.
  repeat match goal with Q : pair_sum_results _ _ _ _ _ _ _ _ |- _ =>
    destruct (pair_sum_values _ _ _ _ _ _ _ _ Q) as (-> & -> & -> & ->); clear Q end.
  match goal with Q : set_fast_time_results _ _ _ _ _ _ _ |- _ => rename Q into Is_time end.
  match goal with Q : Terms_time.residual_at_end_terms.residual_at_end_results _ _ _ _ _ _ _ |- _ => rename Q into
    Is_res end.
  subst; destruct (flt (fconst 0 0) feet_y); simpl Z.eqb; cbv iota; members;
    (edestruct fast_end_parts as [X Q]; [.. | exact Is_res | exact Entry | exact Is_time | exact Nor |
      split; [exact X |]; intros T HT; destruct (Q T HT) as (A1 & A2 & A3 & A4 & A5 & A6 & A7 & A8);
      exact (conj (conj A1 (conj A2 (conj A3 (conj A4 (conj A5 A6))))) (conj A7 A8))]; assumption).
Qed.
