(* Centre, point and normal of a hit on a level or upright wall: set_level_contact of src/sweep/sweep_double_double.c
   with level_first_contact (src/sweep/sweep_level.h), end to end. The centre is within 2 1/16 ulp of the largest
   coordinate M, the point within 4 1/8 ulp. The normal is exact, so the point has only the error of the centre and two
   roundings.

   The time is that of level_sweep_correct (SweepLevel.v). M is at least 2^-900: some coordinate has that size. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree Geometry SweepErrors SweepGeometry SweepTerms SweepContact
  SweepStart SweepInputs SweepTime SweepSmallTimes Terms_wide Terms_sweep Terms_level ErrorFreeTerms SweepLevel
  TimeRound SweepPlaceRounding SweepPlaceTimes SweepPlace.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).

(* The rounded time and its rest know the true time. *)
Lemma level_time_close guess step error n T (t := fdown n (fadd guess step) (flt (sum_rest guess step) (fconst 0 0)))
  (rest := fadd (fsub (fadd guess step) t) (sum_rest guess step)) :
  time_known guess step error T -> 0 <= T <= 1 -> is_largest_not_after (real t) T ->
  finite t /\ finite rest /\ time_close (real t) (real rest) T.
Proof.
  intros (Fg & Fs & _ & (g0 & g2) & H2 & _ & Near) [T0 T1] (_ & LT & Most).
  pose proof (Rabs_pos (real step)) as s0.
  assert (L4 : Rabs (real guess) <= bpow radix2 2 /\ Rabs (real step) <= bpow radix2 2).
  { change (bpow radix2 2) with 4. rewrite (Rabs_pos_eq (real guess)) by lra. split; lra. }
  pose proof (two_sum_finite guess step 2 ltac:(unfold emin; simpl; lia) Fg Fs (proj1 L4) (proj2 L4)) as Fl.
  destruct (two_sum_exact guess step Fl) as (_ & _ & Fh & Eh & X).
  set (hi := fadd guess step) in *. set (lo := sum_rest guess step) in *. set (z := real guess + real step) in *.
  pose proof (rnd_sum_error double _ _ (real_in_format guess) (real_in_format step)) as Er.
  fold z in Er, Eh, X. rewrite <- Eh, u_double in Er.
  assert (Z : / 2 * real guess <= z <= 3).
  { unfold z. pose proof (Rle_abs (real step)). pose proof (Rle_abs (- real step)) as A. rewrite Rabs_Ropp in A. lra. }
  rewrite (Rabs_pos_eq z) in Er by lra. pose proof Er as Er'. apply Rabs_le_inv in Er.
  assert (h0 : 0 < real hi <= 4) by lra.
  destruct (fdown_value n hi (flt lo (fconst 0 0)) Fh (proj1 h0)) as (Ft & Vt). fold t in Ft, Vt.
  assert (t0 : 0 <= real t) by (apply Most; [apply generic_format_0 | exact T0]).
  assert (Lo : Rabs (real lo) <= bpow radix2 (-50)).
  { replace (real lo) with (- (real hi - z)) by lra. rewrite Rabs_Ropp. change (bpow radix2 (-50)) with (/
    1125899906842624).
    lra. }
  assert (N : Rabs (real hi - real t) <= bpow radix2 (-50)).
  { rewrite Vt. destruct (flt lo (fconst 0 0)); [| rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply bpow_ge_0].
    pose proof (below_near (real hi) (real_in_format hi) h0). rewrite Rabs_pos_eq; lra. }
  destruct (rest_of_rounded hi lo t rest z (or_intror eq_refl) Fh Fl Ft X Lo N) as (F & R & E).
  split; [exact Ft |]. split; [exact F |]. split; [lra |].
  split; [eapply Rle_trans; [exact R | apply bpow_le; lia] |]. split; [lra |].
  replace (real t + real rest - T) with ((real t + real rest - z) + - (T - z)) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp.
  change (-98)%Z with (-60 + -38)%Z in E. rewrite bpow_plus in E. change (bpow radix2 (-38)) with (/ 274877906944) in E.
  pose proof (bpow_gt_0 radix2 (-60)). lra.
Qed.

Lemma level_normal_finite rg rs re rnx rny cx cy cr mx my is_end ax ay wr n ux uy wx wy vx vy su sw sv f guess step
  error
    nx ny :
  level_first_contact_results rg rs re rnx rny cx cy cr mx my is_end ax ay wr n ux uy wx wy vx vy su sw sv
    3%Z f guess step error nx ny -> finite nx /\ finite ny.
Proof.
  intros H. unfold level_first_contact_results in H. open H. destruct H.
  assert (F0 : finite (fconst 0 0 : D)) by reflexivity. assert (F1 : finite (fconst 1 0 : D)) by reflexivity.
  assert (Fs : forall k : bool, finite (if k then fneg (fconst 1 0) else fconst 1 0 : D)) by (intros [|]; reflexivity).
  repeat match goal with K : 3%Z = (if ?p then _ else _) |- _ => destruct p; try discriminate K end.
  cbv iota in *. subst. split; match goal with |- finite (if ?p then _ else _) => destruct p end; auto.
Qed.

Theorem level_place_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    rg rs re rnx rny f guess step error nx ny k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 wmx' wmy' n kind feature t tx ty ox oy
    qx qy M :
  let c := Point (real cx) (real cy) in
  let v := Point (displacement is_end false (real cx) (real mx) (real ax) (real wmx))
                 (displacement is_end false (real cy) (real my) (real ay) (real wmy)) in
  let a := Point (real ax) (real ay) in
  let b := Point (real bx) (real by_) in
  let size p := Rabs (px p) <= M /\ Rabs (py p) <= M in
  sweep_vectors_of_results cx cy cr mx my is_end false ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r ->
  is_for_filter_results cr wr (extent_number x) su sw sz sv r true ->
  level_first_contact_results rg rs re rnx rny cx cy cr mx my is_end ax ay wr (extent_number x) ux uy wx wy vx vy su sw
    sv 3%Z f guess step error nx ny ->
  set_level_contact_results k0 f0 t0 cx0 cy0 px0 py0 nx0 ny0 cx cy cr mx my is_end false ax ay bx by_ wr wmx' wmy'
    guess step error nx ny n true kind feature t tx ty ox oy qx qy ->
  bpow radix2 (-900) <= M < bpow radix2 1022 -> size c -> size v -> real cr <= M -> real wr <= M ->
  exists T, hits_at Side x c v a b (real cr + real wr) T /\ is_largest_not_after (real t) T /\
    side_normal tx ty c a b /\
    let C := moved c v T in let P := Point (px C - real cr * real tx) (py C - real cr * real ty) in
    (size C -> size P -> finite ox /\ finite oy /\ finite qx /\ finite qy /\
      Rabs (real ox - px C) <= (2 + / 16) * ulp_of M /\ Rabs (real oy - py C) <= (2 + / 16) * ulp_of M /\
      Rabs (real qx - px P) <= (4 + / 8) * ulp_of M /\ Rabs (real qy - py P) <= (4 + / 8) * ulp_of M).
Proof.
  intros c v a b size Hv Hs Hf Ht Rg sc sv_ sr sw_.
  destruct (level_first_contact_correct x cx cy cr mx my is_end ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz
    sv r rg rs re rnx rny 3 f guess step error nx ny Hv Hs Hf) as (_ & _ & K3).
  destruct (K3 eq_refl) as (_ & N & T & Hit & Known). fold c v a b in N, Hit.
  destruct (level_time_rounded _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ T Ht Known)
    as (_ & _ & -> & -> & Ft & L).
  exists T. split; [exact Hit |]. split; [exact L |]. split; [exact N |]. intros C P sC sP.
  edestruct level_normal_finite as (Fnx & Fny); [exact Hf |].
  destruct (sweep_inputs_real _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as (Fcx & Fcy & Fmx & Fmy & Fax & Fay & Fbx & Fby & Fcr & Fwr & _ & Pcr & Pwr).
  destruct Hit as ((T0 & T1) & _).
  unfold set_level_contact_results in Ht.
  destruct Ht as (hi & lo & e & if1 & t1 & n1 & n2 & c1 & c2 & p1 & p2 & [W I1 Et En1 En2 Pl _ _ Et2 _ _ Ec1 Ec2 Ep1
    Ep2 R]).
  destruct if1; [discriminate R |]. cbv iota in *.
  destruct (wide_of_sum_values _ _ _ _ _ W) as (-> & -> & _). clear W.
  assert (Lt : is_largest_not_after (real t1) T) by (rewrite <- Et2; exact L). rewrite Et in Lt.
  destruct (level_time_close guess step error n T Known (conj (Rlt_le _ _ T0) T1) Lt) as (Ft1 & Fr & Close).
  rewrite <- Et in Ft1, Fr, Close. subst n1 n2 ox oy qx qy.
  destruct N as (N1 & _).
  assert (U1 : Rabs (real nx) <= 1 /\ Rabs (real ny) <= 1) by (split; apply Rabs_le; nra).
  destruct (place_contact_correct 1 t1 nx ny cx cy cr mx my is_end false ax ay bx by_ wr wmx' wmy'
    (fadd (fsub (fadd guess step) t1) (sum_rest guess step)) c1 c2 p1 p2 T M 0
    (Point (real nx) (real ny))) as ((A1 & A2 & A3 & A4) & A5 & A6 & A7 & A8); auto 10.
  - discriminate.
  - rewrite !Rabs_pos_eq by assumption. auto.
  - intros X. now elim X.
  - intros X. now elim X.
  - cbn [px py]. rewrite !Rminus_diag_eq, Rabs_R0 by reflexivity. split; lra.
  - apply bpow_ge_0.
  - assert (U0 : 0 <= ulp_of M) by apply ulp_ge_0. change (Z.eqb 1 1) with true in A7, A8. cbv iota in A7, A8.
    split; [exact A1 |]. split; [exact A2 |]. split; [exact A5 |]. split; [exact A6 |]. split; [exact A3 |].
    split; [exact A4 |]. unfold P. cbn [px py] in *. split; (eapply Rle_trans; [eassumption | lra]).
Qed.
