(* The contact point of walls that are neither level nor upright: fast_point of src/rest/contact_double_double.h. If it
   returns true, each coordinate is within an ulp of the true one, and exact if the true one is a double.
   docs/exactness.md, "Point". *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Operations Approx ErrorFree Geometry ContactFeature ContactGeometry
  ContactPairs ContactSteps ContactRoot ContactDepth ContactEnd ContactSide ContactSideDepth ContactAlong ContactLarge
  ContactSpec ContactPointSteps ContactPointTerms ContactPointKept.
From Carom Require Terms_wide Terms_pair Terms_contact.
Import Terms_contact.quotient_rest_terms(quotient_rest_results).
Import Terms_contact.measure_end_terms(measure_end_results).
Import Terms_contact.measure_side_terms(measure_side_results).
Import Terms_contact.fast_point_terms(fast_point, fast_point_results).

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.

(* One coordinate, as the code computes it. *)
Section Coordinate.
Variables (side round : bool) (a t trest spread uh ul m mrest dh dl : F double).
Let h1 := fmul t uh.
Let low1 := fadd (pair_product_rest t uh) (fadd (fmul t ul) (fmul trest uh)).
Let h2 := fmul m dh.
Let low2 := fadd (pair_product_rest m dh) (fadd (fmul m dl) (fmul mrest dh)).
Definition axis_hi := if side then fadd a h1 else a.
Definition axis_lo := if side then fadd (sum_rest a h1) low1 else fconst 0 0.
Definition axis_terms := if side then fadd (fabs a) spread else fabs a.
Definition point_hi := if round then fadd axis_hi h2 else axis_hi.
Definition point_lo := if round then fadd (fadd (sum_rest axis_hi h2) axis_lo) low2 else axis_lo.
Definition point_terms := if round then fadd axis_terms (fabs h2) else axis_terms.
Definition point_coordinate := fadd (fadd point_hi point_lo) (fconst 0 0).
Definition is_kept := fle (fmul (fconst 1 (-40)) point_terms) (fabs point_coordinate).
End Coordinate.

Lemma fast_point_is n t trest spread uhx uhy ulx uly dhx dhy dlx dly length lrest inverse cx cy ax ay bx by_ wr result X
  Y :
  fast_point_results n false t trest spread uhx uhy ulx uly dhx dhy dlx dly length lrest inverse cx cy ax ay bx by_ wr
    result X Y ->
  let side := Z.eqb n 1 in let round := flt (fconst 0 0) wr in let m := fmul wr inverse in
  let ex := if Z.eqb n 3 then bx else ax in let ey := if Z.eqb n 3 then by_ else ay in
  exists mrest, quotient_rest_results m wr (fconst 0 0) length lrest inverse mrest /\
    X = point_coordinate side round ex t trest uhx ulx m mrest dhx dlx /\
    Y = point_coordinate side round ey t trest uhy uly m mrest dhy dly /\
    result = orb (negb side && feq wr (fconst 0 0))
      (is_kept side round ex t trest spread uhx ulx m mrest dhx dlx && is_kept side round ey t trest spread uhy uly m
        mrest dhy dly).
Proof.
  intros (is_side & if1 & from_x & from_y & off_x & off_y & is_upright & r1x & r1y & pt_x & pt_y & p_hi_x & p_hi_y &
    terms_x & terms_y &
    t_x & t_y & rest_x & rest_y & h_hi_x & h_hi_y & h_lo_x & h_lo_y & p_hi_x_1 & p_hi_y_1 & p_lo_x & p_lo_y & p_lo_x_1 &
      p_lo_y_1 &
    terms_x_1 & terms_y_1 & p_hi_x_2 & p_hi_y_2 & p_lo_x_2 & p_lo_y_2 & terms_x_2 & terms_y_2 & if2 & m & rest & ms_x &
      ms_y & rests_x & rests_y &
    h_hi_x_1 & h_hi_y_1 & h_lo_x_1 & h_lo_y_1 & sum_hi_x & sum_hi_y & sum_lo_x & sum_lo_y & p_lo_x_3 & p_lo_y_3 &
      p_hi_x_3 & p_hi_y_3 &
    terms_x_3 & terms_y_3 & p_hi_x_4 & p_hi_y_4 & p_lo_x_4 & p_lo_y_4 & terms_x_4 & terms_y_4 & r2x & r2y & pt_x_1 &
      pt_y_1 & least_x & least_y &
    has_x & has_y & []).
  apply pair_product_values in E_pair_product, E_pair_product_2. destruct E_pair_product as (A1 & A2 & A3 & A4).
  destruct E_pair_product_2 as (B1 & B2 & B3 & B4).
  apply pair_sum_values in E_pair_sum, E_pair_sum_2. destruct E_pair_sum as (C1 & C2 & C3 & C4).
  destruct E_pair_sum_2 as (D1 & D2 & D3 & D4).
  cbv zeta. exists rest. subst. split; [exact E_quotient_rest |].
  unfold is_kept, point_coordinate, point_terms, point_hi, point_lo, axis_terms, axis_hi, axis_lo.
  destruct (Z.eqb n 1), (Z.eqb n 3), (flt (fconst 0 0) wr); auto.
Qed.

(* A coordinate that is 0 is ordinary too; one that is not is not small. *)
Lemma not_small (h l : F double) x : ordinary h -> real h + real l = x -> Rabs (real l) <= ud * Rabs x -> x <> 0 ->
  bpow radix2 (-150) <= Rabs (real h) /\ bpow radix2 (-151) <= Rabs x.
Proof.
  intros [_ Oh] E S N. destruct ud_small as [U0 U1]. pose proof (Rabs_pos_lt _ N).
  assert (Hs : ud * Rabs x <= / 2 * Rabs x) by (apply Rmult_le_compat_r; lra).
  assert (Nd : bpow radix2 (-150) <= Rabs (real h)).
  { destruct Oh as [Z | Q]; [| exact Q]. exfalso. assert (El : real l = x) by lra. rewrite El in S. lra. }
  split; [exact Nd |]. change (-151)%Z with (-1 + -150)%Z. rewrite bpow_plus. change (bpow radix2 (-1)) with (/ 2).
  assert (Rabs (real h) <= Rabs x + Rabs (real l)).
  { replace (real h) with (x - real l) by lra. eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp. lra. }
  lra.
Qed.

(* What is added is exactly 0. *)
Lemma zero_product (v w : F double) : finite v -> finite w -> real v * real w = 0 -> finite (fmul v w) /\
  real (fmul v w) = 0.
Proof.
  intros Fv Fw Z. destruct (fmul_is_finite v w 0 ltac:(unfold emin; simpl; lia) Fv Fw) as (F & E & _).
  { rewrite Z, Rabs_R0. apply bpow_ge_0. }
  split; [exact F |]. rewrite E, Z. apply rnd_zero.
Qed.

Lemma sum_with_zero (a h : F double) : finite a -> finite h -> real h = 0 ->
  finite (fadd a h) /\ real (fadd a h) = real a /\ finite (sum_rest a h) /\ real (sum_rest a h) = 0.
Proof.
  intros Fa Fh Z. destruct (fadd_exact a h a Fa Fh ltac:(lra)) as (F1 & E1). set (s := fadd a h) in *.
  destruct zero_value as [Fz Ez].
  destruct (fsub_exact s a (fconst 0 0) F1 Fa ltac:(lra)) as (F2 & E2). set (t := fsub s a) in *.
  destruct (fsub_exact s t a F1 F2 ltac:(lra)) as (F3 & E3).
  destruct (fsub_exact a (fsub s t) (fconst 0 0) Fa F3 ltac:(lra)) as (F4 & E4).
  destruct (fsub_exact h t (fconst 0 0) Fh F2 ltac:(lra)) as (F5 & E5).
  destruct (fadd_exact _ _ (fconst 0 0) F4 F5 ltac:(lra)) as (F6 & E6).
  unfold sum_rest. fold s t. do 2 (split; [assumption |]). split; [exact F6 | lra].
Qed.

(* An end of which the normal does not move this coordinate. *)
Lemma end_coordinate_stays round a t trest uh ul m mrest dh dl :
  finite a -> (round = true -> below m 430 /\ is_normal_or_zero (real m) /\ finite mrest) ->
  finite dh -> finite dl -> real dh = 0 -> real dl = 0 ->
  finite (point_coordinate false round a t trest uh ul m mrest dh dl) /\
  real (point_coordinate false round a t trest uh ul m mrest dh dl) = real a.
Proof.
  intros Fa Hm Fh Fl Zh Zl. destruct zero_value as [Fz Ez].
  unfold point_coordinate, point_hi, point_lo, axis_hi, axis_lo. destruct round.
  - destruct (Hm eq_refl) as (Bm & Nm & Fr). pose proof (proj1 Bm) as Fm.
    destruct (zero_product m dh Fm Fh ltac:(rewrite Zh; ring)) as (F1 & E1).
    destruct (zero_product m dl Fm Fl ltac:(rewrite Zl; ring)) as (F2 & E2).
    destruct (zero_product mrest dh Fr Fh ltac:(rewrite Zh; ring)) as (F3 & E3).
    assert (Bd : below dh 430) by (split; [exact Fh | rewrite Zh, Rabs_R0; apply bpow_ge_0]).
    destruct (pair_product_parts m dh 430 Bm Bd ltac:(lia) Nm (or_introl Zh) ltac:(left; rewrite Zh; ring))
      as (_ & F4 & E4 & _).
    rewrite E1, Zh, Rmult_0_r, Rplus_0_l in E4.
    destruct (sum_with_zero a (fmul m dh) Fa F1 E1) as (F5 & E5 & F6 & E6).
    destruct (fadd_exact (fmul m dl) (fmul mrest dh) (fconst 0 0) F2 F3 ltac:(lra)) as (F7 & E7).
    destruct (fadd_exact (pair_product_rest m dh) _ (fconst 0 0) F4 F7 ltac:(lra)) as (F8 & E8).
    destruct (fadd_exact (sum_rest a (fmul m dh)) (fconst 0 0) (fconst 0 0) F6 Fz ltac:(lra)) as (F9 & E9).
    destruct (fadd_exact _ _ (fconst 0 0) F9 F8 ltac:(lra)) as (F10 & E10).
    destruct (fadd_exact _ _ a F5 F10 ltac:(lra)) as (F11 & E11).
    destruct (fadd_exact _ (fconst 0 0) a F11 Fz ltac:(lra)) as (F12 & E12). auto.
  - destruct (fadd_exact a (fconst 0 0) a Fa Fz ltac:(lra)) as (F1 & E1).
    destruct (fadd_exact _ (fconst 0 0) a F1 Fz ltac:(lra)) as (F2 & E2). auto.
Qed.

Lemma rounded_exactly x : in_format double x -> is_rounded_coordinate x x.
Proof. intros _. split; [rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; apply ulp_ge_0 | reflexivity]. Qed.

(* The wall radius is 0 or of ordinary size. *)
Lemma radius_size r wr R_hi R_lo : is_reach r wr R_hi R_lo ->
  (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool = true ->
  (flt (fconst 0 0) wr = true /\ feq wr (fconst 0 0) = false /\ bpow radix2 (-150) <= real wr <= bpow radix2 151) \/
  (flt (fconst 0 0) wr = false /\ feq wr (fconst 0 0) = true /\ real wr = 0).
Proof.
  intros [_ Fw r0 w0 [_ BR] _ R0 ER SR] H. rewrite Rabs_pos_eq in BR by exact R0. destruct zero_value as [Fz Ez].
  destruct (constant_value (-150) ltac:(lia)) as [F1 E1]. destruct ud_small as [U0 U1].
  pose proof (bpow_gt_0 radix2 (-150)) as Z.
  apply orb_prop in H. destruct H as [H | H].
  - left. apply fle_real in H; auto. rewrite E1 in H. split.
    + destruct (flt (fconst 0 0) wr) eqn:L; [reflexivity | exfalso].
      apply flt_real_false in L; auto. rewrite Ez in L. lra.
    + split; [destruct (feq wr (fconst 0 0)) eqn:L; [exfalso; apply feq_zero in L; lra | reflexivity] |].
      split; [exact H |]. change 151%Z with (1 + 150)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2.
      assert (ud * real R_hi <= / 2 * real R_hi) by (apply Rmult_le_compat_r; lra). lra.
  - right. pose proof (feq_zero _ H) as [_ E]. split; [| auto].
    destruct (flt (fconst 0 0) wr) eqn:L; [exfalso | reflexivity]. apply flt_real in L; auto. rewrite Ez in L. lra.
Qed.

(* ---- at an end ---- *)

Section End.
Variables r wr R_hi R_lo length lrest inverse mrest : F double.
Variables l : R.
Hypothesis reach : is_reach r wr R_hi R_lo.
Hypothesis radius : (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool = true.
Hypothesis l_size : bpow radix2 (-160) <= l <= bpow radix2 165.
Hypothesis length_below : below length 202.
Hypothesis lrest_finite : finite lrest.
Hypothesis inverse_finite : finite inverse.
Hypothesis length_is : - (33/10 * (ud * l)) <= real length - l <= 33/10 * (ud * l).
Hypothesis length_rest_is : - (34/10 * (ud * l)) <= real lrest <= 34/10 * (ud * l).
Hypothesis length_sum : - (51 * (ud * (ud * l))) <= real length + real lrest - l <= 51 * (ud * (ud * l)).
Hypothesis inverse_is : - (5 * ud) <= real inverse * real length - 1 <= 5 * ud.
Let m := fmul wr inverse.
Hypothesis rest_is : quotient_rest_results m wr (fconst 0 0) length lrest inverse mrest.
Let round := flt (fconst 0 0) wr.

Lemma end_point e c dh dl t trest spread uh ul :
  let v := real c - real e in let X := point_coordinate false round e t trest uh ul m mrest dh dl in
  dh = fsub c e -> ordinary dh -> finite dl -> real dh + real dl = v -> Rabs (real dl) <= ud * Rabs v -> Rabs v <= l ->
  (feq wr (fconst 0 0) = false -> is_kept false round e t trest spread uh ul m mrest dh dl = true) ->
  finite X /\ is_rounded_coordinate (real X) (real e + real wr / l * v).
Proof.
  cbv zeta. intros Ed Od Fl Es Sl Vl Hk. set (v := real c - real e) in *. pose proof (proj1 (proj1 Od)) as Fh.
  pose proof Fh as Fh'. rewrite Ed in Fh'. destruct (fsub_finite _ _ Fh') as (Fc & Fe & _).
  destruct ud_small as [U0 U1].
  assert (Stay : v = 0 \/ real wr = 0 -> (round = true -> v = 0) ->
    finite (point_coordinate false round e t trest uh ul m mrest dh dl) /\
    is_rounded_coordinate (real (point_coordinate false round e t trest uh ul m mrest dh dl)) (real e + real wr / l *
      v)).
  { intros Z Rz.
    assert (S : finite (point_coordinate false round e t trest uh ul m mrest dh dl) /\
      real (point_coordinate false round e t trest uh ul m mrest dh dl) = real e).
    { destruct round eqn:Er.
      - specialize (Rz eq_refl). rewrite Rz, Rabs_R0, Rmult_0_r in Sl. apply Rabs_le_inv in Sl.
        destruct (radius_size r wr R_hi R_lo reach radius) as [(_ & _ & W) | (L & _)];
          [| unfold round in Er; congruence].
        destruct (radius_parts wr length lrest inverse mrest l (wr_finite _ _ _ _ reach) W l_size length_below
          lrest_finite inverse_finite
          length_is length_rest_is length_sum inverse_is rest_is) as (Bm & Lm & _ & Fr & _). fold m in Bm, Lm.
        pose proof (bpow_gt_0 radix2 (-330)) as Zp.
        apply end_coordinate_stays; auto; try lra. intros _. split; [exact Bm |]. split; [right | exact Fr].
        rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply bpow_le | exact Lm]; lia.
      - unfold point_coordinate, point_hi, point_lo, axis_hi, axis_lo. destruct zero_value as [Fz Ez].
        destruct (fadd_exact e (fconst 0 0) e Fe Fz ltac:(lra)) as (F1 & E1).
        destruct (fadd_exact _ (fconst 0 0) e F1 Fz ltac:(lra)) as (F2 & E2). auto. }
    destruct S as [S1 S2]. split; [exact S1 |]. rewrite S2.
    replace (real e + real wr / l * v) with (real e); [apply rounded_exactly, real_in_format |].
    destruct Z as [Z | Z]; rewrite Z; unfold Rdiv; ring. }
  destruct (radius_size r wr R_hi R_lo reach radius) as [(Rt & Nz & W) | (Rf & _ & W)];
    [| apply Stay; [auto | unfold round; congruence]].
  destruct (Req_dec v 0) as [Z | N]; [apply Stay; auto |].
  specialize (Hk Nz). fold round in Rt. rewrite Rt in *. clear Stay.
  destruct (radius_term wr length lrest inverse mrest l (wr_finite _ _ _ _ reach) W l_size length_below lrest_finite
    inverse_finite
    length_is length_rest_is length_sum inverse_is rest_is dh dl v Od Fl Es Sl Vl N)
      as (MS & G1 & G2 & G3 & G4 & G5 & G6). fold m in G1, G2, G3, G4, G5, G6.
  assert (Be : below e 300).
  { destruct (not_large c e 200 ltac:(rewrite <- Ed; apply Od) ltac:(lia) N) as [_ B]. apply (below_weaken _ _ _ B).
    lia. }
  assert (MB : bpow radix2 (-500) <= real wr * Rabs v / l <= bpow radix2 300).
  { split; [apply MS | eapply Rle_trans; [apply MS | apply bpow_le; lia]]. }
  exact (end_coordinate e _ _ _ _ Be _ (Build_is_term _ _ _ _ _ MB G1 G2 G4 G5 G6) G3 eq_refl Hk).
Qed.

End End.

Theorem fast_point_at_end_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth error dhx dhy dlx dly
    uhx uhy ulx uly t trest spread X Y :
  is_reach r wr R_hi R_lo -> (fle (fconst 1 (-150)) wr || feq wr (fconst 0 0))%bool = true -> n = 2%Z \/ n = 3%Z ->
  measure_end_results n R_hi R_lo cx cy ax ay bx by_ true length hi lrest lo inverse depth error dhx dhy dlx dly uhx uhy
    ulx uly t trest spread ->
  fast_point_results n false t trest spread uhx uhy ulx uly dhx dhy dlx dly length lrest inverse cx cy ax ay bx by_ wr
    true X Y ->
  let S := surface_of n (point_of cx cy) (point_of ax ay) (point_of bx by_) (real wr) in
  finite X /\ finite Y /\ is_rounded_coordinate (real X) (px S) /\ is_rounded_coordinate (real Y) (py S).
Proof.
  intros Rch Hw Hn Hm Hp. cbv zeta. apply fast_point_is in Hp. destruct Hp as (mrest & Q & EX & EY & Hk).
  destruct (measure_end_is n r wr R_hi R_lo cx cy ax ay bx by_ length hi lrest lo inverse depth error dhx dhy dlx dly
    uhx uhy ulx uly
    t trest spread Rch Hm) as (Fcx & Fcy & Fex & Fey & _ & _ & E1 & E2 & E3 & E4 & V & _).
  destruct V as [Ox Oy Flx Fly Ex Ey Rx Ry Sl Bl Flr Fi L1 L2 L3 I1].
  set (ex := if Z.eqb n 2 then ax else bx) in *. set (ey := if Z.eqb n 2 then ay else by_) in *.
  assert (Ke : (if Z.eqb n 3 then bx else ax) = ex /\ (if Z.eqb n 3 then by_ else ay) = ey /\ Z.eqb n 1 = false).
  { unfold ex, ey. destruct Hn as [-> | ->]; auto. }
  destruct Ke as (K1 & K2 & K3). rewrite K1, K3 in EX. rewrite K2, K3 in EY. rewrite K1, K2, K3 in Hk.
  cbn [negb andb] in Hk.
  set (vx := real cx - real ex) in *. set (vy := real cy - real ey) in *. set (l := sqrt (vx * vx + vy * vy)) in *.
  assert (Vx : Rabs vx <= l).
  { unfold l. rewrite <- (sqrt_Rsqr_abs vx). apply sqrt_le_1_alt. pose proof (Rle_0_sqr vy). unfold Rsqr in *. lra. }
  assert (Vy : Rabs vy <= l).
  { unfold l. rewrite <- (sqrt_Rsqr_abs vy). apply sqrt_le_1_alt. pose proof (Rle_0_sqr vx). unfold Rsqr in *. lra. }
  destruct (end_point r wr R_hi R_lo length lrest inverse mrest l Rch Hw Sl Bl Flr Fi L1 L2 L3 I1 Q ex cx dhx dlx t
    trest spread uhx ulx E1 Ox Flx Ex Rx Vx)
    as (G1 & G2). { intros Nz. rewrite Nz in Hk. cbn in Hk. symmetry in Hk. apply andb_prop in Hk. apply Hk. }
  destruct (end_point r wr R_hi R_lo length lrest inverse mrest l Rch Hw Sl Bl Flr Fi L1 L2 L3 I1 Q ey cy dhy dly t
    trest spread uhy uly E2 Oy Fly Ey Ry Vy)
    as (G3 & G4). { intros Nz. rewrite Nz in Hk. cbn in Hk. symmetry in Hk. apply andb_prop in Hk. apply Hk. }
  rewrite <- EX in G1, G2. rewrite <- EY in G3, G4. do 2 (split; [assumption |]).
  assert (l0 : l <> 0) by (pose proof (bpow_gt_0 radix2 (-160)); lra).
  assert (Es : surface_of n (point_of cx cy) (point_of ax ay) (point_of bx by_) (real wr) =
    Point (real ex + real wr / l * vx) (real ey + real wr / l * vy)).
  { unfold surface_of, normal_of, vector_length, along_of, vector_x, vector_y, l, vx, vy, ex, ey in *.
    destruct Hn as [-> | ->]; cbn [Z.eqb Pos.eqb]; unfold wx, wy, zx, zy, ux, uy, point_of; cbn [px py];
      cbn [Z.eqb Pos.eqb] in l0; f_equal; field; exact l0. }
  rewrite Es. cbn [px py]. auto.
Qed.
