(* The time of a sharp estimate on the side (estimate_side and is_sharp of src/sweep/sweep_time.h), over the
   extracted terms: the real time T of the contact with the line at distance R is within the error of guess + step,
   if T <= 1.

   in = 1 is the time when the distance falls to R, in = -1 that when it grows beyond. The wall may move. u, w, v
   and R are the real differences and the real sum. That |u|^2 >= 2^-400 and that the sign of u x v is right is what
   the filters of first and last contacts ensure before (filter_first_contact, filter_last_contact). *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded SweepErrors SweepGeometry SweepVectors SweepTerms SweepStart
  ErrorFree PairProduct Terms_wide Terms_pair Terms_sweep Terms_time ErrorFreeTerms Wide TangentGapLine SweepTime
  TimePlace TimeMoved TimeSideProducts TimeSideResidual TimeSideStep TimeSide TimeSideFast TimeSideGuess
  TimeSideEstimate.

Open Scope R_scope.

Opaque fadd fsub fmul fdiv fsqrt ffma fneg fabs fconst.
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).

(* The vectors and sizes of the filter. *)
Lemma estimate_vectors cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r n :
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  (ux = fsub bx ax /\ uy = fsub by_ ay /\ wx = fsub cx ax /\ wy = fsub cy ay /\ r = fadd cr wr) /\
  (su = fadd (fabs ux) (fabs uy) /\ sw = fadd (fabs wx) (fabs wy) /\ sv = fadd (fabs vx) (fabs vy)) /\
  size_in_range su /\ size_in_range sw /\ size_in_range sv /\ size_in_range r.
Proof.
  intros H S. unfold is_for_filter_results in S. destruct S as [S]. symmetry in S.
  apply andb_prop in S. destruct S as [S _]. apply andb_prop in S. destruct S as [S W0]. apply andb_prop in S.
  destruct S as [S C0].
  unfold sweep_vectors_of_results in H. open H. destruct H.
  match goal with A : relative_move_results mx cx wmx ax _ _ _, B : relative_move_results my cy wmy ay _ _ _ |- _ =>
    rename A into MoveX; rename B into MoveY end.
  destruct is_end, moves; cbv [andb] in *; subst;
    (apply safe_sizes in S; [destruct S as (Su & Sw & Sz & Sv & Sr)
      | apply nonneg_size | apply nonneg_size | apply nonneg_size
      | try apply nonneg_size; try apply nonneg_moved]).
  all: destruct (reach_right _ _ Sr C0 W0) as (HR & _).
  - destruct (moved_place _ _ _ _ _ _ _ _ _ _ _ _ _ _ MoveX MoveY Sv) as (E & Ss & _). rewrite E. auto 10.
  - auto 10.
  - auto 10.
  - auto 10.
Qed.

Lemma rounded_difference (a b : D) : finite (fsub a b) -> Rabs (real a - real b - real (fsub a b)) <= u53 * Rabs
  (real (fsub a b)).
Proof. intros H. rewrite Rabs_minus_sym. now apply fsub_error_of_result. Qed.

Lemma rounded_displacement vh vl X : displaced vh vl X -> Rabs (X - real vh) <= 21 / 10 * u53 * Rabs (real vh).
Proof. intros [H1 H2]. pose proof (Rabs_pos (real vh)). two_sided. lra. Qed.

Definition displacement_rounded (vh : D) (X : R) := Rabs (X - real vh) <= 21 / 10 * u53 * Rabs (real vh).

(* The side that the code chooses. *)
Lemma chosen_side (cm in_ : D) (s : D := if Bool.eqb (flt (fconst 0 0) cm) (flt (fconst 0 0) in_) then fneg (fconst 1
  0) else fconst 1 0) :
  finite cm -> real cm <> 0 -> finite in_ -> is_sign (real in_) ->
  is_sign (real s) /\ real in_ * (real s * real cm) = - Rabs (real cm).
Proof.
  intros Fc N Fi S. destruct one_value as (F1 & V1). const_facts 0%Z 0%Z F0 V0. rewrite Rmult_0_l in V0.
  unfold is_sign in *. unfold s. clear s.
  destruct (flt_real_cases (fconst 0 0) cm F0 Fc) as [[-> H] | [-> H]];
    destruct (flt_real_cases (fconst 0 0) in_ F0 Fi) as [[-> G] | [-> G]]; rewrite V0 in H, G; cbv [Bool.eqb];
    rewrite ?real_fneg, ?V1; (split; [auto |]); destruct S as [E | E]; rewrite E in *;
    first [lra | rewrite (Rabs_pos_eq (real cm)) by lra; ring | rewrite (Rabs_left1 (real cm)) by lra; ring].
Qed.

Theorem estimate_side_correct cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv
  r n
    reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu in_ guess step error normal_x normal_y :
  let U1 := real bx - real ax in let U2 := real by_ - real ay in
  let W1 := real cx - real ax in let W2 := real cy - real ay in
  let V1 := displacement is_end moves (real cx) (real mx) (real ax) (real wmx) in
  let V2 := displacement is_end moves (real cy) (real my) (real ay) (real wmy) in
  sweep_vectors_of_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy wx wy zx zy vx vy su sw sz sv r
    ->
  is_for_filter_results cr wr n su sw sz sv r true ->
  set_terms_results ux uy wx wy zx zy vx vy r reach2 len2 move2 cross_start cross_move cross_a cross_b wv zv wu zu vu
    ->
  bpow radix2 (-400) <= real len2 -> 0 < real cross_move * (U1 * V2 - U2 * V1) -> finite in_ -> is_sign (real in_) ->
  estimate_side_results cx cy cr mx my is_end moves ax ay bx by_ wr wmx wmy ux uy su sw sv r len2 cross_start
    cross_move in_
    guess step error normal_x normal_y ->
  is_sharp_results guess error true ->
  forall s T, is_sign s -> real in_ * (s * (U1 * V2 - U2 * V1)) < 0 ->
  s * (U1 * (W2 + T * V2) - U2 * (W1 + T * V1)) = (real cr + real wr) * norm U1 U2 -> T <= 1 ->
  finite guess /\ finite step /\ finite error /\ bpow radix2 (-200) < real guess <= 1001 / 1000 /\
  2 * Rabs (real step) <= real guess /\ Rabs (T - (real guess + real step)) <= real error.
Proof.
  intros U1 U2 W1 W2 V1 V2 Hv Hs Ht L2 Sg Fin Sin K Sh s T Ss Sm ET T1.
  destruct (estimate_vectors _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Hs)
    as ((Eux & Euy & Ewx & Ewy & Er) & (Esu & Esw & Esv) & Su & Sw & Sv & Sr).
  unfold set_terms_results in Ht. destruct Ht as [_ El2 _ Ecs Ecm _ _ _ _ _ _ _].
  unfold is_sharp_results in Sh. destruct Sh as [Sh]. symmetry in Sh. apply andb_true_iff in Sh.
  destruct Sh as [G0 E0].
  unfold estimate_side_results in K. open K.
  destruct K as [Elen Esp Einv Esd Eg Ud Pl C1 D1 C3 D3 Rs PP Elr Err Gap Eres Est Ete Eer _ _ _ -> -> -> _ _].
  destruct (pair_difference_values _ _ _ _ _ _ _ _ Ud) as (Uhx & Uhy & Ulx & Uly).
  destruct (wide_of_sum_values _ _ _ _ _ Rs) as (Rhi & Rlo & _).
  destruct (pair_product_values _ _ _ _ _ _ _ _ PP) as (Phx & Phi & Plx & Ply).
  destruct (wide_of_sum_values _ _ _ _ _ Gap) as (Ghi & Glo & _). clear Ud Rs PP Gap.
  name_of Esd sd. name_of Einv iv. name_of Elen len. name_of Eer er. name_of Est st. name_of Eg gs. name_of Rhi rh.
  name_of Rlo rl.
  name_of Uhx uhx. name_of Uhy uhy.
  assert (uhx = ux /\ uhy = uy /\ rh = r) as (-> & -> & ->) by (subst; auto).
  rewrite Esp in Einv.
  assert (Eer' : er = error_of_estimate su sw sv r iv st) by (rewrite Eer, Ete; reflexivity).
  clear Eer Ete Esp.
  (* all numbers are finite *)
  destruct (coordinates_finite _ _ _ Esu Su) as (B1 & B2). destruct (coordinates_finite _ _ _ Esv Sv) as (B3 & B4).
  destruct (coordinates_finite _ _ _ Esw Sw) as (B5 & B6).
  assert (Fcm : finite cross_move).
  { rewrite Ecm. apply (below_sub 402); [lia | |]; apply (below_mul 201 201); auto; lia. }
  pose proof (inverse_nonneg cross_move Fcm) as Niv. rewrite <- Einv in Niv.
  destruct (in_range_le _ Su) as (Fsu & _). destruct (in_range_le _ Sv) as (Fsv & _).
  destruct (in_range_le _ Sw) as (Fsw & _).
  destruct (in_range_le _ Sr) as (Fsr & _).
  assert (Ner : nonneg er).
  { rewrite Eer'. apply (error_nonneg su sw sv r iv st); try assumption; apply nonneg_of_real; try assumption; try
      apply Su; try apply Sv;
      try apply Sw; try apply Sr. }
  pose proof (flt_finite _ _ E0 Ner) as Fer. pose proof Fer as Fer'. rewrite Eer' in Fer'.
  assert (Fst : finite st).
  { unfold error_of_estimate, part_of_step in Fer'. destruct (fadd_finite _ _ Fer') as (_ & F2 & _).
    destruct (fmul_finite _ _ F2) as (F3 & _). exact (fabs_finite _ F3). }
  pose proof Fst as Fx. rewrite Est in Fx. destruct (fmul_finite _ _ Fx) as (F1 & _).
  destruct (fmul_finite _ _ F1) as (_ & F2 & _).
  rewrite Eres in F2. destruct (fadd_finite _ _ F2) as (_ & F3 & _). destruct (fadd_finite _ _ F3) as (_ & F4 & _).
  destruct (fsub_finite _ _ F4) as (F5 & F6 & _). destruct (fmul_finite _ _ F5) as (_ & Fcp & _).
  rewrite Err in F6. destruct (fadd_finite _ _ F6) as (_ & F7 & _). destruct (fadd_finite _ _ F7) as (_ & F8 & _).
  destruct (fmul_finite _ _ F8) as (Frl & _ & _).
  destruct (cross_lows_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ C1 D1 Fcp) as (Fl1 & Fl2 & Fl3 & Fl4).
  assert (Fg : finite gs /\ finite x10 /\ finite x11).
  { split; [| split; assumption]. unfold pair_place_results in Pl. open Pl. destruct Pl as [_ _ _ Elx _ _ _ _ Erx _].
    rewrite Erx in Fl3. destruct (fadd_finite _ _ Fl3) as (_ & Fa & _). destruct (fadd_finite _ _ Fa) as (_ & Fb & _).
    rewrite Elx in Fb. destruct (fadd_finite _ _ Fb) as (_ & Fc & _). now destruct (fmul_finite _ _ Fc). }
  destruct Fg as (Fg & Flx & Fly).
  assert (Xu : is_exact ux x6 U1) by (rewrite Eux, Ulx in *; now apply difference_exact).
  assert (Yu : is_exact uy x7 U2) by (rewrite Euy, Uly in *; now apply difference_exact).
  assert (Xw : Rabs (W1 - real wx) <= u53 * Rabs (real wx)).
  { destruct B5 as [Fw _]. rewrite Ewx in *. now apply rounded_difference. }
  assert (Yw : Rabs (W2 - real wy) <= u53 * Rabs (real wy)).
  { destruct B6 as [Fw _]. rewrite Ewy in *. now apply rounded_difference. }
  assert (V : displacement_rounded vx V1 /\ displacement_rounded vy V2).
  { unfold pair_place_results in Pl. open Pl. destruct Pl as [Wd _ _ Elx Ely _ _ _ Erx Ery].
    rewrite Erx in Flx. destruct (fadd_finite _ _ Flx) as (_ & Fa & _). destruct (fadd_finite _ _ Fa) as (_ & Fb & _).
    rewrite Elx in Fb. destruct (fadd_finite _ _ Fb) as (_ & Fc & _). destruct (fmul_finite _ _ Fc) as (Fvx & _).
    rewrite Ery in Fly. destruct (fadd_finite _ _ Fly) as (_ & Fd & _). destruct (fadd_finite _ _ Fd) as (_ & Fe & _).
    rewrite Ely in Fe. destruct (fadd_finite _ _ Fe) as (_ & Ff & _). destruct (fmul_finite _ _ Ff) as (Fvy & _).
    destruct (displacement_known _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Hv Fsv Wd Fvx Fvy) as
      (_ & _ & Mx & My).
    split; eapply rounded_displacement; eauto. }
  destruct V as (Xv & Yv). unfold displacement_rounded in Xv, Yv.
  destruct (two_sum_rest_small cr wr ltac:(rewrite <- Rlo; exact Frl)) as (_ & Brl).
  destruct (two_sum_exact cr wr ltac:(rewrite <- Rlo; exact Frl)) as (_ & _ & _ & _ & ER).
  rewrite <- Rlo, <- Er, u_double in Brl. rewrite <- Rlo, <- Er in ER.
  rewrite (Rabs_pos_eq (real r)) in Brl by apply Sr.
  assert (Ncm : real cross_move <> 0) by (intros Z0; rewrite Z0, Rmult_0_l in Sg; lra).
  destruct (chosen_side cross_move in_ Fcm Ncm Fin Sin) as (Ssd & Sid). rewrite <- Esd in Ssd, Sid.
  assert (Place : Rabs (real gs) <= 2 -> is_place x8 x10 vx W1 V1 (real gs) /\ is_place x9 x11 vy W2 V2 (real gs)).
  { intros Hg.
    destruct (pair_place_error _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (Rabs W1) (Rabs W2)
      (Rabs (real vx)) (Rabs (real vy)) Hv Fsv Pl Flx Fly Hg (Rle_refl _) (Rle_refl _) (Rle_refl _) (Rle_refl _))
      as ((X1 & X2 & X3) & (Y1 & Y2 & Y3)).
    split; constructor; assumption. }
  (* the side is that of the contact *)
  assert (Es : s = real sd).
  { assert (Q : real in_ * (real sd * real cross_move) < 0) by (rewrite Sid; pose proof (Rabs_pos_lt _ Ncm); lra).
    set (v := U1 * V2 - U2 * V1) in *. unfold is_sign in *.
    destruct Sin as [Ei | Ei], Ss as [-> | ->], Ssd as [Ed | Ed]; rewrite Ei, ?Ed in *; try reflexivity; exfalso;
      assert (0 <= (- real cross_move) * v \/ 0 <= real cross_move * (- v)) by (first [left; apply Rmult_le_pos; lra
        | right; apply Rmult_le_pos; lra]); lra. }
  subst s.
  set (w := - (real in_ * (real sd * (U1 * V2 - U2 * V1)))).
  assert (w0 : 0 < w) by (unfold w; lra).
  assert (TE : real in_ * (real sd * (U1 * W2 - U2 * W1) - (real r + real rl) * norm U1 U2) = T * w).
  { rewrite ER, <- ET. unfold w. ring. }
  clear Eux Euy Ewx Ewy Er Uhx Uhy Ulx Uly Rhi Rlo Esd Hv Hs Pl Ner Niv Fx F1 F2 F3 F4 F5 F6 F7 F8 ET Fer'.
  subst er st x38 x35 x36 x34 x33 x29 x30 x31 x32 iv gs.
  destruct (estimate_near ux uy x6 x7 wx wy vx vy su sw sv r rl U1 U2 W1 W2 V1 V2 Xu Yu Xw Yw Xv Yv Brl Esu Esw Esv
    Su Sw
    Sv Sr len2 len cross_start cross_move in_ sd El2 Elen L2 Ecs Ecm Sin Ssd Sid x8 x9 x10 x11 Place
    _ _ _ _ _ _ _ _ _ _ _ _ _ _ C1 D1 C3 D3 Fg Fer G0 E0 T w0 TE T1) as (_ & G1 & S2 & Near).
  match type of S2 with Rabs (real ?x) <= _ * real ?y => set (st := x) in *; set (gs := y) in * end.
  pose proof (bpow_gt_0 radix2 (-200)).
  split; [exact Fg |]. split; [exact Fst |]. split; [exact Fer |]. split; [exact G1 |]. split; [lra | exact Near].
Qed.
