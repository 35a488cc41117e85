(* The time of a certain first contact on the side (set_fast_side of src/sweep/sweep_one_pass.h), over the extracted
   terms.

   If the contact is certain, s (u x (w + t v)) - R |u| falls through 0 at one time T in (0, 1), where s is 1 or -1.
   T is within the error of t + rest, and the time that carom_circle_sweep returns is the largest double not after
   T. This is for all finite doubles, with u, w, v and R the real differences and the real sum. Method:
   set_terms_across and approach_of give the numbers, TimeSide.v the error, SweepTime.v the rounding. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded Geometry SweepGeometry SweepTerms ErrorFree PairProduct
  Terms_wide Terms_pair Terms_sweep Terms_fast ErrorFreeTerms Wide TangentGapLine SweepTime TimeSideProducts
  TimeSideReach TimeSideResidual TimeSideStep TimeSide SweepQuery.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* At the time T the distance from the line falls to R, on the side that s names. *)
Definition comes_to_line (U1 U2 W1 W2 V1 V2 R s T : R) :=
  is_sign s /\ s * (U1 * V2 - U2 * V1) < 0 /\ s * (U1 * (W2 + T * V2) - U2 * (W1 + T * V1)) = R * norm U1 U2.

Lemma difference_exact (a b : D) : finite (difference_rest a b) ->
  is_exact (fsub a b) (difference_rest a b) (real a - real b).
Proof.
  intros H. destruct (two_difference_exact a b H) as (_ & _ & _ & _ & E).
  destruct (two_difference_rest_small a b H) as (_ & S).
  rewrite u_double in S. now split.
Qed.

(* A finite cross product has finite low parts. *)
Lemma cross_lows_finite uhx uhy ulx uly whx why wlx wly ph qh pl ql hi lo e :
  pair_mul_results uhx uhy ulx uly why whx wly wlx ph qh pl ql -> difference_of_pair_results ph qh pl ql hi lo e ->
    finite lo ->
  finite ulx /\ finite uly /\ finite wlx /\ finite wly.
Proof.
  intros (px & py & lx & ly & lx1 & ly1 & M) (sh & sl & se & Df) Fl.
  destruct M as [_ -> -> _ _ -> ->]. destruct Df as [_ _ -> _].
  destruct (fadd_finite _ _ Fl) as (_ & F1 & _). destruct (fsub_finite _ _ F1) as (F2 & F3 & _).
  destruct (fadd_finite _ _ F2) as (_ & F4 & _). destruct (fadd_finite _ _ F3) as (_ & F5 & _).
  destruct (fadd_finite _ _ F4) as (F6 & F7 & _). destruct (fadd_finite _ _ F5) as (F8 & F9 & _).
  destruct (fmul_finite _ _ F6) as (_ & ? & _). destruct (fmul_finite _ _ F7) as (? & _).
  destruct (fmul_finite _ _ F8) as (_ & ? & _). destruct (fmul_finite _ _ F9) as (? & _). auto.
Qed.

(* 1 with the sign of -x. *)
Lemma turned_sign n (x : D) : finite x ->
  is_sign (real (fneg (fcopysign n (fconst 1 0) x))) /\ real (fneg (fcopysign n (fconst 1 0) x)) * real x = - Rabs
    (real x).
Proof.
  intros F. destruct one_value as (F1 & V1).
  assert (E : real (fneg (fcopysign n (fconst 1 0) x)) = if fsign n x then 1 else -1).
  { unfold fcopysign. destruct (fsign n x); rewrite ?real_fneg, !real_fabs, V1, Rabs_R1; ring. }
  rewrite E. unfold is_sign. split; [destruct (fsign n x); auto |].
  destruct x as [s | s | | s m e p]; try discriminate F.
  - unfold real. simpl. rewrite Rabs_R0. destruct s; ring.
  - simpl fsign. destruct s.
    + assert (real (B754_finite true m e p : D) < 0) by (unfold real; simpl; now apply F2R_lt_0).
      rewrite Rabs_left by assumption. ring.
    + assert (0 <= real (B754_finite false m e p : D)) by (unfold real; simpl; apply F2R_ge_0; simpl; lia).
      rewrite Rabs_pos_eq by assumption. ring.
Qed.

Lemma positive_nonneg (x : D) : flt (fconst 0 0) x = true -> nonneg x.
Proof.
  intros H. destruct x as [sg | sg | | sg m e p]; simpl; auto; destruct sg; try discriminate H; auto.
Qed.

Ltac name_of E n := match type of E with ?v = _ => rename v into n end.

(* At the time T the circle of q comes to the line at distance R, and the contact holds T. *)
Definition comes_to_line_of q k T :=
  let a := query_a q in let b := query_b q in let c := query_center q in let v := query_way q in
  comes_to_line (Geometry.ux a b) (Geometry.uy a b) (Geometry.wx c a) (Geometry.wy c a) (px v) (py v) (query_reach q)
    (real k.(line_approach.side)) T.
Definition is_time_of f T :=
  let t := f.(fast_contact.t) in let rest := f.(fast_contact.rest) in let error := f.(fast_contact.error) in
  0 < T < 1 /\ finite t /\ finite rest /\ finite error /\ bpow radix2 (-204) <= real t < 1 /\
  Rabs (T - (real t + real rest)) <= real error < Rabs (real rest) /\
  is_largest_not_after (if Rlt_bool (real rest) 0 then below (real t) else real t) T.

(* set_fast_side_correct with the step, and with the tests that the feet have passed. *)
Lemma set_fast_side_parts q t k f : certain_on_side q t k f ->
  let time := k.(line_approach.time) in let sizes := t.(axis_terms.e_size) in
  let u_size := t.(axis_terms.uv_size).(pair.x) in let v_size := t.(axis_terms.uv_size).(pair.y) in
  exists step T, (comes_to_line_of q k T /\ is_time_of f T) /\
    finite time /\ finite step /\ 0 < real time <= 11 / 10 /\ 2 * Rabs (real step) <= real time /\
    real f.(fast_contact.t) + real f.(fast_contact.rest) = real time + real step /\
    Rabs (real f.(fast_contact.rest)) <= u53 /\ L <= real u_size * real v_size /\
    let foot_error := fadd (fmul (fmul (fconst 1 (-48)) u_size) (fadd (fadd sizes.(pair.x) sizes.(pair.y)) v_size))
      (fabs (fmul step t.(axis_terms.vu))) in
    (flt foot_error k.(line_approach.feet).(pair.x) || Z.eqb q.(swept_query.wall).(carom_wall.extent) 2)%bool = true /\
    (flt foot_error (fneg k.(line_approach.feet).(pair.y)) || negb t.(axis_terms.is_segment))%bool = true.
Proof.
  intros H. unfold comes_to_line_of, is_time_of, Geometry.ux, Geometry.uy, Geometry.wx, Geometry.wy.
  open_certain H as A B K S. clear B. cbv zeta.
  unfold set_fast_side_results in S. open S.
  destruct S as [U Wd Low Hvx Hvy C1 D1 C2 D2 C3 D3 Rh PP El Eh Err Gap Egr Esr Back Ebh Ebl Eres Est Eus Evs Ews Ezs
    Ete Eer Efe Eaf Ebe _ _ _ Tm Cert _ _ _ _ _ _ _ _].
  symmetry in Cert. rewrite !andb_true_iff in Cert. destruct Cert as ((((-> & ->) & ->) & CA) & CB).
  destruct (across_facts _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A)
    as (rr & Fa).
  destruct Fa as [_ _ _ _ Su Sw _ Sv Sr _ _ _ _ _ _].
  unfold set_terms_across_results in A. open A. destruct A. cbv match in *.
  unfold approach_of_results in K. open K. destruct K.
  repeat match goal with H : ?x = ?y |- _ => is_var x; is_var y; subst x end.
  destruct (pair_difference_values _ _ _ _ _ _ _ _ U) as (Uhx & Uhy & Ulx & Uly).
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Wd) as (Whx & Why & Wlx & Wly).
  destruct (wide_of_sum_values _ _ _ _ _ Rh) as (Rhi & Rlo & _).
  destruct (pair_product_values _ _ _ _ _ _ _ _ PP) as (Phx & Phi & Plx & Ply).
  destruct (pair_product_values _ _ _ _ _ _ _ _ Back) as (Bhi & _ & Blo & _).
  destruct (wide_of_sum_values _ _ _ _ _ Gap) as (Ghi & Glo & _).
  clear U Wd Rh PP Back Gap.
  name_of E_k_side0 sd. name_of E_k_time0 tm. name_of E_k_inverse0 iv. name_of E_k_length0 len.
  name_of E_k_inverse3 inv2.
  name_of E_t_uv_size_x0 su. name_of E_t_uv_size_y0 sv. name_of Eer er. name_of Est st. name_of E_t_v_x0 vhx.
  name_of E_t_v_y0 vhy.
  name_of Rhi rh. name_of Rlo rl. name_of Uhx uhx. name_of Uhy uhy. name_of Whx whx. name_of Why why.
  (* the names of the same numbers *)
  assert (uhx = ux /\ uhy = uy /\ whx = wx /\ why = wy /\ rh = reach) as (-> & -> & -> & -> & ->) by (subst; auto).
  assert (Einv : iv = inverse_of turns_y) by (rewrite E_k_inverse0, E_larger_x0; reflexivity).
  assert (Ecm : turns_y = fsub (fmul ux vhy) (fmul uy vhx)) by (rewrite E_t_turns_y0, E_move_x0, E_move_y0;
    reflexivity).
  assert (Eer' : er = error_of_side su e_size_x sv reach iv st) by (rewrite Eer, Ete; reflexivity).
  (* the error is finite, and so are all numbers *)
  destruct (cross_move_finite ux uy vhx vhy su sv E_t_uv_size_x0 E_t_uv_size_y0 Su Sv turns_y Ecm) as (Fcm & Hcm).
  destruct (inverse_range turns_y Fcm Hcm) as (Fi & [i0 i1] & _). rewrite <- Einv in Fi, i0, i1.
  destruct (in_range_le _ Su) as (Fsu & _). destruct (in_range_le _ Sv) as (Fsv & _).
  destruct (in_range_le _ Sw) as (Fsw & _).
  destruct (in_range_le _ Sr) as (Fsr & _).
  assert (Ner : nonneg er).
  { rewrite Eer'. apply (error_nonneg su e_size_x sv reach iv st); apply nonneg_of_real; try assumption; try apply Su;
      try apply Sv; try apply Sw; try apply Sr. lra. }
  pose proof Tm as Tm'. destruct Tm as (hi & lo & e & [Ws -> -> Ert Rt]).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Ws) as (-> & -> & _).
  pose proof Rt as Rt'. symmetry in Rt'. rewrite !andb_true_iff in Rt'. destruct Rt' as ((R1 & R2) & R3).
  pose proof (flt_finite _ _ R1 Ner) as Fer. pose proof Fer as Fer'. rewrite Eer' in Fer'.
  destruct (error_at_least su e_size_x sv reach iv st (proj2 Su) (proj2 Sw) (proj2 Sv) (proj2 Sr) (Rlt_le _ _ i0)
    Fer' i1) as (_ & Fst & _ & _).
  assert (Ntm : nonneg tm).
  { rewrite E_k_time0. apply nonneg_fmul; [| apply nonneg_of_real; [exact Fi | lra]].
    destruct (flt (fconst 0 0) _) eqn:Hg; [now apply positive_nonneg | apply zero_nonneg]. }
  pose proof Fst as Fx. rewrite Est in Fx. destruct (fmul_finite _ _ Fx) as (F1 & _). rewrite Eres in F1.
  destruct (fadd_finite _ _ F1) as (_ & F2 & _). destruct (fsub_finite _ _ F2) as (F3 & F4 & _).
  rewrite Egr in F3. destruct (fadd_finite _ _ F3) as (_ & F5 & _). destruct (fsub_finite _ _ F5) as (F6 & F7 & _).
  destruct (fmul_finite _ _ F6) as (_ & Fcs & _). destruct (fmul_finite _ _ F4) as (_ & F8 & _). rewrite Esr in F8.
  destruct (fmul_finite _ _ F8) as (_ & Fcl & _).
  destruct (cross_lows_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ C1 D1 Fcs) as (L1 & L2 & L3 & L4).
  destruct (cross_lows_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ C2 D2 Fcl) as (_ & _ & L5 & L6).
  rewrite Err in F7. destruct (fadd_finite _ _ F7) as (_ & F9 & _). destruct (fadd_finite _ _ F9) as (_ & F10 & _).
  destruct (fmul_finite _ _ F10) as (Frl & _ & _).
  assert (Xu : is_exact ux x1 (real bx - real ax)) by (rewrite Uhx, Ulx in *; now apply difference_exact).
  assert (Yu : is_exact uy x2 (real by_ - real ay)) by (rewrite Uhy, Uly in *; now apply difference_exact).
  assert (Xw : is_exact wx x5 (real cx - real ax)) by (rewrite Whx, Wlx in *; now apply difference_exact).
  assert (Yw : is_exact wy x6 (real cy - real ay)) by (rewrite Why, Wly in *; now apply difference_exact).
  assert (V : is_exact vhx x7 (displacement is_end false (real cx) (real mx) (real ax) (real wmx)) /\
    is_exact vhy x8 (displacement is_end false (real cy) (real my) (real ay) (real wmy))).
  { destruct Low as (dhx & dhy & dlx & dly & [Wd El8 El9]).
    destruct (pair_difference_values _ _ _ _ _ _ _ _ Wd) as (_ & _ & Edx & Edy).
    rewrite E_t_v_x0, E_t_v_y0, El8, El9, Edx, Edy in *. unfold displacement. destruct is_end.
    - split; now apply difference_exact.
    - unfold is_exact. change (real (fconst 0 0 : D)) with 0. rewrite Rabs_R0, !Rplus_0_r.
      pose proof (Rabs_pos (real mx)). pose proof (Rabs_pos (real my)). repeat split; lra. }
  destruct V as (Xv & Yv).
  assert (Hrl : finite rl -> Rabs (real rl) <= u53 * real reach /\ real reach + real rl = real r + real wr).
  { intros _. rewrite Rlo, Rhi in *. destruct (two_sum_rest_small _ _ Frl) as (_ & B).
    destruct (two_sum_exact _ _ Frl) as (_ & _ & _ & _ & S).
    rewrite u_double, (Rabs_pos_eq (real (fadd r wr))) in B by apply Sr. auto. }
  destruct (Hrl Frl) as (_ & ER). rewrite <- ER.
  destruct (turned_sign nan turns_y Fcm) as (Sg & Sd). rewrite <- E_k_side0 in Sg, Sd.
  assert (Lw : bpow radix2 (-400) <= real uv2_x).
  { rewrite E_k_is_long0 in E_result_is_long0. symmetry in E_result_is_long0. const_facts 1%Z (-400)%Z F400 V400.
    rewrite Rmult_1_l in V400.
    rewrite <- V400. apply fle_real; [exact F400 | | exact E_result_is_long0]. rewrite E_t_uv2_x0.
    destruct (coordinates_finite _ _ _ E_t_uv_size_x0 Su) as (B1 & B2).
    apply (below_add 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  assert (Brl : finite rl -> Rabs (real rl) <= u53 * real reach) by (intros _; now apply Hrl).
  clear E_k_inverse0 E_larger_x0 Eer Ete E_t_turns_y0 E_move_x0 E_move_y0 E_rounded_vectors_of0 E_total0
    E_t_may_decide0 E_k_feet_x0
    E_k_feet_y0 E_pair_both_x0 E_k_time0 E_k_gap0 E_k_reach_len0 E_t_turns_x0 E_start_x0 E_start_y0 E_t_reach0
      E_t_u_x0 E_t_u_y0
    E_t_w_x0 E_t_w_y0 Uhx Uhy Whx Why Rhi Hrl Rlo E_t_v_x0 E_t_v_y0 E_k_side0 E_t_uv2_y0.
  subst error. subst er iv st x53 x45 x46 x47 x49 x42 x43 x41 x40 x39 x35 x36 x37 x38.
  destruct (side_time_near _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Xu Yu Xw Yw Xv Yv su e_size_x sv reach rl
    E_t_uv_size_x0
    E_t_e_size_x0 E_t_uv_size_y0 Su Sw Sv Sr Brl uv2_x len inv2 turns_y sd tm E_t_uv2_x0 E_k_length0 E_k_inverse3 Lw
      Ecm Sg Sd Ntm
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ C1 D1 C2 D2 C3 D3 Fer R2 R3) as (Ftm & _ & H2 & [t0 t1] & Sgn & BL &
      Near).
  match type of H2 with 2 * Rabs (real ?x) <= _ => set (st := x) in * end.
  match type of Fer with finite ?x => set (er := x) in * end.
  match type of Near with Rabs (?x - _) <= _ => set (T := x) in * end.
  destruct (set_fast_time_correct _ _ _ _ _ _ T Tm' Ftm Fst Ner H2 (fun _ => Near)) as (Ft & Fr & [P0 P1] & Es & Lg).
  pose proof (flt_real _ _ Fer (finite_fabs _ Fr) R1) as Lr. rewrite real_fabs in Lr.
  rewrite <- Es in Near.
  assert (O : real tm = 0 \/ Rabs (real st) <= Rabs (real tm)).
  { right. pose proof (Rabs_pos (real st)). rewrite (Rabs_pos_eq (real tm)); lra. }
  destruct (ordered_rest_small tm st Fr O) as (_ & Sm).
  rewrite u_double, (Rabs_pos_eq (real (fadd tm st))) in Sm by lra.
  exists st, T. split.
  2: { pose proof (bpow_gt_0 radix2 (-203)). split; [exact Ftm |]. split; [exact Fst |]. split; [lra |].
  split; [exact H2 |].
    split; [exact Es |]. split; [lra |]. split; [exact BL |]. rewrite Eaf, Efe in CA. rewrite Ebe, Efe in CB. auto. }
  split.
  { split; [exact Sg |]. split; [exact Sgn |]. unfold T.
    match goal with |- context [_ / - ?x] => set (v := x) in * end.
    match goal with |- _ = ?x => set (far := x) in * end.
    match goal with |- context [(real sd * ?x - _) / _] => set (w := x) in * end.
    match goal with |- ?l = _ => replace l with (real sd * w + (real sd * w - far) / - v * v) by (unfold v, w; ring)
      end.
    field. lra. }
  split.
  { split.
    - pose proof (Rle_abs (- (T - (real (fadd tm st) + real (ordered_rest tm st))))) as A1. rewrite Rabs_Ropp in A1.
      pose proof (Rle_abs (- real (ordered_rest tm st))) as A2. rewrite Rabs_Ropp in A2. lra.
    - apply Rnot_le_lt. intros C. destruct Lg as (_ & _ & Lg).
      specialize (Lg 1 ltac:(destruct one_value as (_ & <-); apply real_in_format) C).
      pose proof (pred_le_id radix2 (exponents double) (real (fadd tm st))) as B.
      revert Lg. case Rlt_bool_spec; intros; lra. }
  split; [exact Ft |]. split; [exact Fr |]. split; [exact Fer |]. split; [split; [| exact P1] |].
  { destruct (fadd_finite _ _ Ft) as (_ & _ & ->).
    rewrite <- (rnd_of_format double (bpow radix2 (-204))) by (apply power_in_format; lia).
    apply rnd_le. pose proof (Rle_abs (- real st)) as A2. rewrite Rabs_Ropp in A2.
    assert (E2 : bpow radix2 (-203) = bpow radix2 1 * bpow radix2 (-204)) by (rewrite <- bpow_plus; reflexivity).
    change (bpow radix2 1) with 2 in E2. lra. }
  split; [split; [exact Near | exact Lr] | exact Lg].
Qed.

Theorem set_fast_side_correct q t k f : certain_on_side q t k f -> exists T, comes_to_line_of q k T /\ is_time_of f T.
Proof. intros H. destruct (set_fast_side_parts _ _ _ _ H) as (step & T & C & _). now exists T. Qed.
