(* The time of a contact with an end (estimate_end of src/sweep/sweep_time.h), over the extracted terms.

   If the estimate is sharp, there is a contact with the end, and its time T <= 1 is within `error` of guess + step. The
   direction is 1 where the distance falls to R and -1 where it grows beyond. The vectors are those of the filter, of
   walls at rest and of moving ones. Source: docs/exactness.md, "The time". *)
From Coq Require Import ZArith Reals Lia Lra Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry Terms_pair Terms_sweep Terms_time ErrorFreeTerms
  Wide SweepErrors SweepGeometry SweepVectors SweepTerms SweepFilter SweepStart TimeMoved TimeEndTerms TimeEndGuess
  TimeEndBound TimeEndEstimate SweepTime TimeRound Terms_leaving Terms_passage.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).

(* What the filter's vectors are. *)
Lemma filter_vectors x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr x su sw sz sv r true ->
  r = fadd cr wr /\ wx = fsub cx ax /\ wy = fsub cy ay /\ zx = fsub cx bx /\ zy = fsub cy by_ /\
  sw = size wx wy /\ sz = size zx zy /\ sv = size vx vy /\ nonneg cr /\ nonneg wr /\ size_in_range sv /\ size_in_range
    sw /\
  size_in_range sz /\ size_in_range r.
Proof.
  intros H S. unfold is_for_filter_results in S. destruct S as [S]. symmetry in S.
  apply andb_prop in S. destruct S as [S _]. apply andb_prop in S. destruct S as [S W0]. apply andb_prop in S.
  destruct S as [S C0].
  unfold sweep_vectors_of_results in H. open H. destruct H.
  match goal with A : relative_move_results mx cx wmx ax _ _ _, B : relative_move_results my cy wmy ay _ _ _ |- _ =>
    clear A B end.
  const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  assert (Nc : nonneg cr) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  assert (Nw : nonneg wr) by (apply fle_nonneg with (y := fconst 0 0); auto; lra).
  destruct is_end, moves; cbv [andb] in *; subst;
    (apply safe_sizes in S; [destruct S as (Su & Sw & Sz & Sv & Sr)
      | apply nonneg_size | apply nonneg_size | apply nonneg_size
      | try apply nonneg_size; try apply nonneg_moved]).
  all: assert (Rr : size_in_range (fadd cr wr)) by (pose proof (nonneg_fadd _ _ Nc Nw) as N; destruct Sr as [[Fa Ba] _];
    pose proof (fabs_finite _ Fa) as Fr; rewrite real_fabs, Rabs_Rabsolu in Ba; split; [split; assumption | now apply
      nonneg_real]).
  1: match goal with Q : size_in_range (if (if ?j then ?k else false) then _ else _) |- _ =>
      destruct j, k; try (exfalso; destruct Q as [[Fi _] _]; discriminate Fi) end.
  all: repeat (split; [reflexivity || assumption |]); assumption.
Qed.

(* estimate_end: dir is 1 for the first contact, and -1 for the last, where the distance grows. *)
Theorem estimate_end_correct x cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu feature dir guess step error nx ny :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr x su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu ->
  estimate_end_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy wx wy zx zy vx vy sw sz sv r move2 reach2
    cross_a cross_b wv zv feature dir guess step error nx ny ->
  is_sharp_results guess error true -> is_sign dir ->
  let at_a := Z.eqb feature 2 in
  let EX := real cx - real (if at_a then ax else bx) in
  let EY := real cy - real (if at_a then ay else by_) in
  let VX := displacement is_end moves (real cx) (real mx) (real ax) (real wmx) in
  let VY := displacement is_end moves (real cy) (real my) (real ay) (real wmy) in
  let R := real cr + real wr in
  (exists T, directed_contact (real dir) EX EY VX VY R T) /\
  forall T, directed_contact (real dir) EX EY VX VY R T -> T <= 1 -> is_estimate guess step error T.
Proof.
  intros Hv Hs Ht He Sh Sd. destruct (filter_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as (-> & Ewx & Ewy & Ezx & Ezy & Esw & Esz & Esv & Nc & Nw & Rv & Rw & Rz & Rr).
  destruct (sweep_vectors_right _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs) as [K].
  destruct K as [_ Kw Kz Kv _ _ _ _ _ _]. unfold Geometry.wx, Geometry.wy, Geometry.zx, Geometry.zy in Kw, Kz.
  cbn [px py] in Kw, Kz, Kv.
  intros at_a EX EY VX VY R. fold VX VY in Kv.
  unfold estimate_end_results in He. open He. destruct He.
  match goal with Q : pair_place_results _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ |- _ => rename Q into Place end.
  unfold pair_place_results in Place. open Place. destruct Place as [Wd P1 P2 Plx Ply P3 Phx Phy Qlx Qly].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  destruct (pair_sum_values _ _ _ _ _ _ _ _ P3) as (-> & -> & -> & ->). clear P1 P2 P3.
  edestruct displacement_parts with (1 := Hv) (3 := Wd) as (-> & -> & Lx & Ly); [exact (proj1 (proj1 Rv)) |].
  unfold set_terms_results in Ht. destruct Ht as [_ _ Em _ _ _ _ _ _ _ _ _].
  unfold is_sharp_results in Sh. destruct Sh as [Sh]. symmetry in Sh. apply andb_prop in Sh.
  destruct Sh as [Above Below].
  match goal with Q : ?e = (if ?h then _ else finf), Q2 : error = ?e |- _ =>
    rewrite Q in Q2; clear Q; rename Q2 into Ee; destruct h eqn:Holds end.
  2: { exfalso. rewrite Ee in Below. destruct (fmul (fconst 1 (-60)) guess) as [| [|] | | [|]]; discriminate Below. }
  match goal with Q : true = _ |- _ => symmetry in Q; apply andb_prop in Q; destruct Q as [Q _]; apply andb_prop in Q;
    destruct Q as [Q Hb]; apply andb_prop in Q; destruct Q as [Hr Hg] end.
  match goal with Q : residual_at_end_results _ _ _ _ _ _ _ |- _ => rename Q into Is_res end.
  match goal with Q : guess = ?g, Qg : ?g = (if flt _ _ then _ else _) |- _ => clear Qg end.
  match goal with Q : _ = fsqrt _ |- _ => clear Q end.
  assert (Small : finite guess -> finite error -> 0 < real guess ->
    real guess < 2 /\ real error <= bpow radix2 (-59) * real guess).
  { intros Fg Fe G0. destruct (power_value 1 eq_refl eq_refl) as [F2 V2]. change (bpow radix2 1) with 2 in V2.
    assert (G2 : real guess < 2).
    { rewrite <- V2. apply flt_real; [exact Fg | exact F2 |]. now subst. }
    split; [exact G2 |]. destruct (power_value (-200) eq_refl eq_refl) as [F200 V200].
    pose proof (flt_real _ _ F200 Fg Above) as G1. rewrite V200 in G1.
    destruct (guess_product guess Fg (conj G0 G2)) as [Fp Ep]. pose proof (flt_real _ _ Fe Fp Below) as Le.
    assert (E59 : bpow radix2 (-59) = 2 * bpow radix2 (-60)) by (rewrite <- (bpow_plus radix2 1); reflexivity).
    assert (e1 : bpow radix2 (-1075) <= / 2 * (bpow radix2 (-60) * real guess)).
    { apply Rle_trans with (/ 2 * (bpow radix2 (-60) * bpow radix2 (-200))).
      - change (/ 2) with (bpow radix2 (-1)). rewrite <- !bpow_plus. apply bpow_le. lia.
      - apply Rmult_le_compat_l; [lra |]. apply Rmult_le_compat_l; [apply bpow_ge_0 | lra]. }
    assert (0 <= bpow radix2 (-60) * real guess) by (apply Rmult_le_pos; [apply bpow_ge_0 | lra]).
    rewrite E59. lra. }
  match goal with |- ?E /\ _ => assert (All : E /\ forall T, directed_contact (real dir) EX EY VX VY R T -> T <= 1 ->
    finite guess /\ finite step /\ finite error /\ 0 < real guess /\ Rabs (real step) <= / 900 * real guess /\
    Rabs (T - (real guess + real step)) <= real error) end.
  { clear Small. subst. destruct (Z.eqb feature 2);
      (eapply estimate_time;
        [.. | exact Is_res | exact Sd | exact Hr | exact Hg | exact Hb | exact Above | exact Below]; assumption). }
  destruct All as [Ex All]. split; [exact Ex |]. intros T HT T1.
  destruct (All T HT T1) as (Fg & Fst & Fe & G0 & St & K). destruct (Small Fg Fe G0) as [G2 Er].
  constructor; try assumption; lra.
Qed.
