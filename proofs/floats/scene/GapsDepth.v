(* The depth that gaps_of_walls (src/scene/gap_lanes.h) computes in a lane is that of measure_end and measure_side
   (src/rest/contact_double_double.h), bit for bit.

   The high parts are the same expressions, and the conditions are about them. So measure_end and measure_side hold,
   which bounds all parts; then the low parts are the same, too. Products may be fused or split. *)
From Coq Require Import ZArith Reals Lia Lra Psatz Bool.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model ErrorFreeTerms Facts Overflow Operations ErrorFree ContactFeature ContactPairs
  ContactSteps ContactRoot ContactDepth ContactEnd ContactSide ContactSideDepth Order GapsSame.
From Carom Require Terms_wide Terms_contact Terms_gaps.
Import Terms_contact.wide_square_terms(wide_square_results).
Import Terms_contact.is_fast_pair_terms(is_fast_pair_results).
Import Terms_contact.depth_of_terms(depth_of_results).
Import Terms_contact.measure_end_terms(measure_end_results).
Import Terms_contact.measure_side_terms(measure_side_results).
Import Terms_gaps.lanes64_exact_sum_lanes_terms(lanes64_exact_sum_lanes_results).
Import Terms_gaps.lanes64_exact_product_lanes_terms(lanes64_exact_product_lanes_results).
Import Terms_gaps.lanes64_square_lanes_terms(lanes64_square_lanes_results).
Import Terms_gaps.lanes64_product_lanes_terms(lanes64_product_lanes_results).
Import Terms_gaps.distance_to_side_lanes_terms(distance_to_side_lanes_results).

Open Scope R_scope.

(* ---- the steps in lanes as expressions ---- *)

Lemma exact_sum_is a b hi lo : lanes64_exact_sum_lanes_results a b hi lo -> hi = fadd a b /\ lo = sum_rest a b.
Proof. intros (s & t & []). subst. auto. Qed.

Lemma exact_difference_is a b hi lo : lanes64_exact_sum_lanes_results a (fneg b) hi lo ->
  hi = fsub a b /\ (finite (difference_rest a b) -> same lo (difference_rest a b)).
Proof.
  intros H. apply exact_sum_is in H. destruct H as (-> & ->). rewrite fadd_neg. split; [reflexivity |].
  apply same_rest_of_difference.
Qed.

Lemma exact_product_is a b hi lo : lanes64_exact_product_lanes_results a b hi lo -> hi = fmul a b /\ is_rest a b lo.
Proof.
  intros (p & [Ep Er Eh]). subst. split; [reflexivity |]. destruct Er as [-> | Er]; [now left | right; left].
  destruct Er as (sp & ta & tb & a1 & b1 & a2 & b2 & []). unfold product_rest, rest_of_split, split_high. cbv zeta.
  now subst.
Qed.

Lemma lanes_square_is xh xl yh yl hi lo : lanes64_square_lanes_results xh xl yh yl hi lo ->
  hi = fadd (fmul xh xh) (fmul yh yh) /\ exists rx ry, is_rest xh xh rx /\ is_rest yh yh ry /\
  lo = fadd (sum_rest (fmul xh xh) (fmul yh yh))
    (fadd (fadd rx (fadd (fmul xh xl) (fmul xh xl))) (fadd ry (fadd (fmul yh yl) (fmul yh yl)))).
Proof.
  intros (pxh & pxl & pyh & pyl & c1 & c2 & sh & sl & sl1 & [Ex Ey -> -> Es -> -> ->]).
  apply exact_product_is in Ex, Ey. apply exact_sum_is in Es. destruct Ex as (-> & Rx), Ey as (-> & Ry), Es as (-> &
      ->). eauto 6.
Qed.

Lemma lanes_product_is xh xl yh yl hi lo : lanes64_product_lanes_results xh xl yh yl hi lo ->
  hi = fmul xh yh /\ exists r, is_rest xh yh r /\ lo = fadd r (fadd (fmul xh yl) (fmul xl yh)).
Proof.
  intros (ph & pl & pl1 & [Ex -> -> ->]). apply exact_product_is in Ex. destruct Ex as (-> & R). eauto.
Qed.

Lemma select_bit b : negb (Z.eqb (bit b) 0) = b.
Proof. now destruct b. Qed.
Lemma bit_is_set b : bit b <> 0%Z <-> b = true.
Proof. destruct b; simpl; split; congruence. Qed.
Ltac bits_in H := repeat match type of H with
    context [if ?c then 1%Z else 0%Z] => change (if c then 1%Z else 0%Z) with (bit c) in H end;
  rewrite ?lor_bit, ?land_bit, ?lor_bit, ?land_bit, ?select_bit, ?bit_is_set in H.
Ltac bits_in_goal := repeat match goal with
    |- context [if ?c then 1%Z else 0%Z] => change (if c then 1%Z else 0%Z) with (bit c) end;
  rewrite ?lor_bit, ?land_bit, ?lor_bit, ?land_bit, ?select_bit, ?bit_is_set.

(* lanes64_is_fast *)
Definition is_long_or_none (x : F double) := orb (fle (fconst 1 (-150)) (fabs x)) (feq x (fconst 0 0)).

Lemma fast_pair_of_lanes x y b : is_fast_pair_results x y b -> b = (is_long_or_none x && is_long_or_none y)%bool.
Proof.
  intros (ax & ay & [-> -> ->]). unfold is_long_or_none.
  assert (G : forall v : F double, feq (fabs v) (fconst 0 0) = feq v (fconst 0 0)) by (intros [[|] | [|] | | [|] ? ? ?];
      reflexivity).
  now rewrite !G.
Qed.

Lemma number_of_fast x : is_long_or_none x = true -> number (fabs x).
Proof. destruct x as [[|] | [|] | | [|] ? ? ?]; try discriminate; reflexivity. Qed.

(* The larger one, whichever of equal numbers it is. *)
Lemma max_is_larger (w x y c : F double) : number y -> some_max w x y -> fle w c = true ->
  fle (if flt y x then x else y) c = true.
Proof.
  unfold some_max. intros Ny. destruct (flt y x) eqn:A; [now intros -> |]. destruct (flt x y) eqn:B; [now intros -> |].
  intros [-> | [-> | [_ ->]]]; auto; [| discriminate]. intros H. apply fle_of_values in H. destruct H as (Nx & Nc & H).
  apply fle_of_values. split; [exact Ny |]. split; [exact Nc |]. apply Rnot_lt_le. intros L.
  assert (flt x y = true); [| congruence]. apply flt_of_values. repeat split; auto. lra.
Qed.

(* (((a - p) - p's rest) + a's rest) half of the inverse: the rest of a root. *)
Lemma same_root_rest ah al al' s i r r' : same al al' -> same r r' ->
  same (fmul (fadd (fsub (fsub ah (fmul s s)) r) al) (fmul (fconst 1 (-1)) i))
       (fmul (fadd (fsub (fsub ah (fmul s s)) r') al') (fmul (fconst 1 (-1)) i)).
Proof. intros. auto using same_fmul, same_fadd, same_fsub, same_refl. Qed.

(* The square of a vector. *)
Lemma same_square hx hy lx ly lx' ly' lo rx ry a_hi a_lo e :
  ordinary hx -> ordinary hy -> same lx lx' -> same ly ly' -> is_rest hx hx rx -> is_rest hy hy ry ->
  lo = fadd (sum_rest (fmul hx hx) (fmul hy hy))
    (fadd (fadd rx (fadd (fmul hx lx) (fmul hx lx))) (fadd ry (fadd (fmul hy ly) (fmul hy ly)))) ->
  wide_square_results hx hy lx' ly' a_hi a_lo e -> same lo a_lo.
Proof.
  intros Ox Oy Lx Ly Rx Ry -> W. apply wide_square_is in W. destruct W as (_ & ->).
  assert (Sx : same rx (pair_product_rest hx hx)) by (apply (same_rests_of_ordinary hx hx); auto; right; now right).
  assert (Sy : same ry (pair_product_rest hy hy)) by (apply (same_rests_of_ordinary hy hy); auto; right; now right).
  auto 8 using same_fmul, same_fadd, same_fsub, same_refl.
Qed.

(* The rest of the length. *)
Lemma same_length_rest a_hi lo a_lo s i r rest x y hx hy lx ly :
  is_vector hx hy lx ly s rest i x y -> bpow radix2 (-150) <= real s -> same lo a_lo -> is_rest s s r ->
  rest = fmul (fadd (fsub (fsub a_hi (fmul s s)) (product_rest s s)) a_lo) (fmul (fconst 1 (-1)) i) ->
  same (fmul (fadd (fsub (fsub a_hi (fmul s s)) r) lo) (fmul (fconst 1 (-1)) i)) rest.
Proof.
  intros V L S R ->. apply same_root_rest; [exact S |]. destruct V as [_ _ _ _ _ _ _ _ _ B _ _ _ _ _ _].
  apply (same_rests s s 202); try lia; auto.
  - right. apply Rle_trans with (bpow radix2 (-150) * bpow radix2 (-150)); [rewrite <- bpow_plus; apply bpow_le; lia |].
    rewrite Rabs_mult. pose proof (bpow_ge_0 radix2 (-150)). rewrite Rabs_pos_eq by lra. apply Rmult_le_compat; lra.
  - right. rewrite Rabs_pos_eq by (pose proof (bpow_ge_0 radix2 (-150)); lra). eapply Rle_trans; [apply bpow_le | exact
      L]; lia.
  - right. rewrite Rabs_pos_eq by (pose proof (bpow_ge_0 radix2 (-150)); lra). eapply Rle_trans; [apply bpow_le | exact
      L]; lia.
  - right; now left.
Qed.

(* R - distance. *)
Lemma same_depth R_hi R_lo k_hi lo lo' g_hi g_lo depth :
  lanes64_exact_sum_lanes_results R_hi (fneg k_hi) g_hi g_lo -> depth_of_results R_hi R_lo k_hi lo' depth ->
  same lo lo' -> same (fadd g_hi (fadd g_lo (fsub R_lo lo))) depth.
Proof.
  intros G D S. apply depth_of_is in D. subst depth. apply exact_sum_is in G. destruct G as (-> & ->).
  auto using same_fmul, same_fadd, same_fsub, same_refl.
Qed.

Section Lane.
Variables r wr R_hi R_lo cx cy ax ay bx by_ : F double.
Hypothesis reach : is_reach r wr R_hi R_lo.

(* ---- an end ---- *)

Section End.
Variable feature : Z.
Variable result : bool.
Variables length hi rest lo inverse depth error dhx dhy dlx dly uhx uhy ulx uly along along_rest spread : F double.
Hypothesis run : measure_end_results feature R_hi R_lo cx cy ax ay bx by_ result length hi rest lo inverse depth error
  dhx dhy dlx dly uhx uhy ulx uly along along_rest spread.
Let ex := if Z.eqb feature 2 then ax else bx.
Let ey := if Z.eqb feature 2 then ay else by_.

Variables vhx vhy vlx vly square_hi square_lo back_hi back_lo g_hi g_lo : F double.
Hypothesis x_is : lanes64_exact_sum_lanes_results cx (fneg ex) vhx vlx.
Hypothesis y_is : lanes64_exact_sum_lanes_results cy (fneg ey) vhy vly.
Hypothesis square_is : lanes64_square_lanes_results vhx vlx vhy vly square_hi square_lo.
Let s := fsqrt square_hi.
Hypothesis back_is : lanes64_exact_product_lanes_results s s back_hi back_lo.
Let s_rest := fmul (fadd (fsub (fsub square_hi back_hi) back_lo) square_lo) (fmul (fconst 1 (-1)) (fdiv (fconst 1 0)
    s)).
Hypothesis g_is : lanes64_exact_sum_lanes_results R_hi (fneg s) g_hi g_lo.
Hypothesis x_fast : is_long_or_none vhx = true.
Hypothesis y_fast : is_long_or_none vhy = true.
Hypothesis s_low : fle (fconst 1 (-150)) s = true.
Hypothesis s_high : fle s (fconst 1 150) = true.

Lemma end_has_the_depth : result = true /\ same (fadd g_hi (fadd g_lo (fsub R_lo s_rest))) depth /\
  same (fmul (fconst 1 (-98)) (fadd (fadd R_hi s) (fconst 0 0))) error.
Proof.
  apply exact_difference_is in x_is, y_is. destruct x_is as (Ex & Lx), y_is as (Ey & Ly).
  apply lanes_square_is in square_is. destruct square_is as (Eq & rx & ry & Rx & Ry & El).
  pose proof run as run'. destruct run' as (at_a & e_x & e_y & hx & hy & lx & ly & a_hi & a_lo & a_e & sq & i & b & []).
  subst at_a. fold ex in E_end_x. fold ey in E_end_y. subst e_x e_y.
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (Hx & Hy & Kx & Ky).
  assert (Qx : hx = vhx) by congruence. assert (Qy : hy = vhy) by congruence.
  pose proof (wide_square_is _ _ _ _ _ _ _ E_wide_square) as (Ea & _).
  assert (Qa : a_hi = square_hi) by (rewrite Ea, Eq, Qx, Qy; reflexivity).
  assert (Qs : sq = s) by (rewrite E_s, Qa; reflexivity).
  assert (Res : result = true).
  { rewrite E_result, (fast_pair_of_lanes _ _ _ E_is_fast_pair), Qs, Qx, Qy, s_low, s_high, x_fast, y_fast. reflexivity.
      }
  split; [exact Res |]. pose proof run as run'. rewrite Res in run'.
  edestruct measure_end_is as (_ & _ & _ & _ & _ & Elo & Dx & Dy & Dlx & Dly & V & _);
    [exact reach | exact run' |]. fold ex in Dx, Dlx. fold ey in Dy, Dly.
  pose proof V as V'. destruct V' as [Ox Oy Flx Fly _ _ _ _ _ _ _ _ _ _ _ _].
  rewrite Dlx in Flx. rewrite Dly in Fly. rewrite Dx, <- Ex in Ox. rewrite Dy, <- Ey in Oy.
  specialize (Lx Flx). specialize (Ly Fly).
  assert (Sq : same square_lo a_lo).
  { rewrite Qx, Qy, Kx, Ky in E_wide_square. apply (same_square vhx vhy vlx vly (difference_rest cx ex) (difference_rest
      cy ey) square_lo rx ry a_hi a_lo a_e);
      assumption. }
  destruct (constant_value (-150) ltac:(lia)) as [F1 E1].
  assert (Fs : finite s /\ bpow radix2 (-150) <= real s).
  { destruct V as [_ _ _ _ _ _ _ _ _ [Fl _] _ _ _ _ _ _]. rewrite E_k_length, Qs in Fl. split; [exact Fl |].
    rewrite <- E1. now apply fle_real. }
  apply exact_product_is in back_is. destruct back_is as (Eb & Rb).
  assert (Sr : same s_rest rest).
  { unfold s_rest. rewrite Eb. rewrite E_k_inverse, E_inverse, E_k_length, Qs in V.
    eapply same_length_rest; [exact V | apply Fs | exact Sq | exact Rb |].
    rewrite (root_rest_is _ _ _ _ _ E_root_rest), Qa, Qs, E_inverse, Qs. reflexivity. }
  split.
  - rewrite E_k_hi, E_k_length, Qs in E_depth_of. apply (same_depth R_hi R_lo s s_rest lo g_hi g_lo depth g_is
      E_depth_of).
    now rewrite Elo.
  - rewrite E_k_error, Qs. apply same_fmul; [apply same_refl | apply same_plus_zero].
Qed.

End End.

(* ---- the side ---- *)

Section Side.
Variable result : bool.
Variables hi lo depth error along along_rest spread dhx dhy dlx dly uhx uhy ulx uly length rest inverse : F double.
Hypothesis run : measure_side_results R_hi R_lo cx cy ax ay bx by_ result hi lo depth error along along_rest spread
  dhx dhy dlx dly uhx uhy ulx uly length rest inverse.

Variables vhx vhy vlx vly whx why wlx wly square_hi square_lo back_hi back_lo g_hi g_lo : F double.
Hypothesis x_is : lanes64_exact_sum_lanes_results bx (fneg ax) vhx vlx.
Hypothesis y_is : lanes64_exact_sum_lanes_results by_ (fneg ay) vhy vly.
Hypothesis wx_is : lanes64_exact_sum_lanes_results cx (fneg ax) whx wlx.
Hypothesis wy_is : lanes64_exact_sum_lanes_results cy (fneg ay) why wly.
Hypothesis square_is : lanes64_square_lanes_results vhx vlx vhy vly square_hi square_lo.
Let s := fsqrt square_hi.
Hypothesis back_is : lanes64_exact_product_lanes_results s s back_hi back_lo.
Let i := fmul s (fdiv (fconst 1 0) square_hi).
Let s_rest := fmul (fadd (fsub (fsub square_hi back_hi) back_lo) square_lo) (fmul (fconst 1 (-1)) i).
Variables k_hi k_lo k_spread : F double.
Variable is_fast : Z.
Hypothesis side_is : distance_to_side_lanes_results vhx vlx vhy vly whx wlx why wly s s_rest i k_hi k_lo k_spread
    is_fast.
Hypothesis g_is : lanes64_exact_sum_lanes_results R_hi (fneg k_hi) g_hi g_lo.
Hypothesis x_fast : is_long_or_none vhx = true.
Hypothesis y_fast : is_long_or_none vhy = true.
Hypothesis s_low : fle (fconst 1 (-150)) s = true.
Hypothesis s_high : fle s (fconst 1 150) = true.
Hypothesis fast : is_fast <> 0%Z.
Hypothesis digits : fle k_spread (fmul (fconst 1 40) (fadd R_hi k_hi)) = true.

(* What the lanes compute and check. *)
Definition cross_hi := fadd (fmul vhx why) (fneg (fmul vhy whx)).
Definition cross_terms := fadd (fabs (fmul vhx why)) (fabs (fmul vhy whx)).
Definition cross_lo p1 p2 := fadd (sum_rest (fmul vhx why) (fneg (fmul vhy whx))) (fsub p1 p2).
Definition positive (c : F double) := if flt cross_hi (fconst 0 0) then fneg c else c.

Lemma side_parts :
  (exists r1 r2 r3, is_rest vhx why r1 /\ is_rest vhy whx r2 /\ is_rest k_hi s r3 /\
    k_lo = fmul (fadd (fsub (fsub (positive cross_hi) (fmul k_hi s)) r3)
      (fsub (positive (cross_lo (fadd r1 (fadd (fmul vhx wly) (fmul vlx why))) (fadd r2 (fadd (fmul vhy wlx) (fmul vly
          whx)))))
        (fmul k_hi s_rest))) i) /\
  (exists w_size, some_max w_size (fabs whx) (fabs why) /\ fle w_size (fconst 1 150) = true) /\
  k_hi = fmul (positive cross_hi) i /\ k_spread = fmul cross_terms i /\
  is_long_or_none whx = true /\ is_long_or_none why = true /\
  flt (fmul (fconst 1 (-50)) cross_terms) (positive cross_hi) = true /\
  feq vhx (fconst 0 0) = false /\ feq vhy (fconst 0 0) = false.
Proof.
  destruct side_is as (none & high & p1h & p1l & p2h & p2l & c_hi & c_lo & c_lo1 & is_right & size & size_rest & terms &
    spread' & d_hi & bh & bl & d_lo & w_size & l1 & n1 & l2 & n2 & k_fast & H).
  destruct H as [-> -> Q1 Q2 Qc Qc1 Qr Qs Qsr Qt Qsp Qk Qb Ql Qw K1 K2 K3 K4 K5 R1 R2 R3 R4].
  apply lanes_product_is in Q1, Q2. destruct Q1 as (-> & r1 & R1' & ->), Q2 as (-> & r2 & R2' & ->).
  apply exact_sum_is in Qc. destruct Qc as (Qc & ->). apply exact_product_is in Qb. destruct Qb as (-> & Rb).
  rewrite R4, K5, K1, K2, K3, K4 in fast. bits_in fast.
  rewrite !andb_true_iff, !negb_true_iff in fast. destruct fast as (((((f1 & f2) & f3) & f4) & f5) & f6).
  rewrite Qr in Qs, Qsr. bits_in Qs. bits_in Qsr. unfold is_long_or_none, positive, cross_lo, cross_terms.
  change (fadd (fmul vhx why) (fneg (fmul vhy whx))) with cross_hi in Qc. rewrite Qc in *. rewrite Qt in *.
  rewrite <- Qs, R1 in *.
  split; [| split; [eauto |]]; repeat match goal with |- _ /\ _ => split end; try assumption; try congruence.
  exists r1, r2, bl. repeat match goal with |- _ /\ _ => split end; try assumption.
  rewrite R2, Ql, Qsr, Qc1. reflexivity.
Qed.

Lemma side_has_the_depth : result = true /\ same (fadd g_hi (fadd g_lo (fsub R_lo k_lo))) depth /\
  error = fmul (fconst 1 (-98)) (fadd (fadd R_hi k_hi) k_spread).
Proof.
  destruct side_parts as ((r1 & r2 & r3 & I1 & I2 & I3 & Kl) & (w_size & Wm & Wl) & Kh & Ks & W1 & W2 & Tl & _ & _).
  apply exact_difference_is in x_is, y_is, wx_is, wy_is.
  destruct x_is as (Ex & Lx), y_is as (Ey & Ly), wx_is as (Ewx & Lwx), wy_is as (Ewy & Lwy).
  apply lanes_square_is in square_is. destruct square_is as (Eq & rx & ry & Rx & Ry & El).
  pose proof run as run'. destruct run' as (u_hx & u_hy & u_lx & u_ly & w_hx & w_hy & w_lx & w_ly & thx & thy & tlx &
      tly & a_hi & a_lo
    & a_e & dts_hx & dts_hy & dts_lx & dts_ly & dot_hi & dot_lo & dot_e & phx & phy & plx & ply & c_hi & c_lo & c_e &
        terms & len & i2
    & inv & rst & neg & s_hi & s_lo & turn & turns_x & turns_y & big_x & big_y & w_size' & fu & fw & []).
  apply pair_difference_values in E_pair_difference. destruct E_pair_difference as (Hx & Hy & Kx & Ky).
  apply pair_difference_values in E_pair_difference_2. destruct E_pair_difference_2 as (Gx & Gy & Mx & My).
  assert (Qx : u_hx = vhx) by congruence. assert (Qy : u_hy = vhy) by congruence.
  assert (Qwx : w_hx = whx) by congruence. assert (Qwy : w_hy = why) by congruence.
  pose proof (wide_square_is _ _ _ _ _ _ _ E_wide_square) as (Ea & _).
  assert (Qa : a_hi = square_hi) by (rewrite Ea, Eq, Qx, Qy; reflexivity).
  assert (Qs : len = s) by (rewrite E_length, Qa; reflexivity).
  assert (Qi : inv = i) by (rewrite E_inverse, E_inverse2, Qs, Qa; reflexivity).
  apply pair_mul_is in E_pair_mul_2. rewrite E_turned_w_hi_x, E_turned_w_hi_y, E_turned_w_lo_x, E_turned_w_lo_y in
      E_pair_mul_2.
  destruct E_pair_mul_2 as (Epx & Epy & Eqx & Eqy). rewrite Qx, Qwy in Epx. rewrite Qy, Qwx in Epy.
  apply difference_of_pair_is in E_difference_of_pair. destruct E_difference_of_pair as (Ech & Ecl).
  rewrite Epx, Epy in Ech, Ecl, E_terms.
  assert (Qc : c_hi = cross_hi) by exact Ech. assert (Qt : terms = cross_terms) by exact E_terms.
  assert (Qsz : s_hi = positive cross_hi) by (unfold positive; rewrite E_size_hi, E_wide_abs_if1, Qc; reflexivity).
  assert (Qk : hi = k_hi) by (rewrite E_k_hi, Qsz, Qi, Kh; reflexivity).
  assert (Res : result = true).
  { rewrite E_result, (fast_pair_of_lanes _ _ _ E_is_fast_pair), (fast_pair_of_lanes _ _ _ E_is_fast_pair_2), Qs, Qx,
      Qy, Qwx, Qwy,
      s_low, s_high, x_fast, y_fast, W1, W2, Qt, Qsz, Tl, Qi, Qk, <- Ks, digits, E_w_size, E_larger_x, E_larger_y, Qwx,
          Qwy.
    rewrite (max_is_larger _ _ _ _ (number_of_fast _ W2) Wm Wl). reflexivity. }
  split; [exact Res |]. pose proof run as run'. rewrite Res in run'.
  edestruct measure_side_is as (_ & _ & _ & _ & _ & _ & _ & _ & Dx & Dy & Dlx & Dly & Dw & V & _ & Dq & _);
    [exact reach | exact run' |].
  pose proof V as V'. destruct V' as [Ox Oy Flx Fly _ _ _ _ _ [Fl _] _ _ _ _ _ _].
  destruct Dw as [Owx Owy Fwx Fwy _ _ _ _]. rewrite <- Ewx in Owx. rewrite <- Ewy in Owy.
  rewrite Dlx in Flx. rewrite Dly in Fly. rewrite Dx, <- Ex in Ox. rewrite Dy, <- Ey in Oy.
  specialize (Lx Flx). specialize (Ly Fly). specialize (Lwx Fwx). specialize (Lwy Fwy).
  assert (Sq : same square_lo a_lo).
  { rewrite Qx, Qy, Kx, Ky in E_wide_square.
    apply (same_square vhx vhy vlx vly (difference_rest bx ax) (difference_rest by_ ay) square_lo rx ry a_hi a_lo a_e);
      assumption. }
  destruct (constant_value (-150) ltac:(lia)) as [F1 E1].
  assert (Fs : finite s /\ bpow radix2 (-150) <= real s).
  { rewrite E_k_length, Qs in Fl. split; [exact Fl |]. rewrite <- E1. now apply fle_real. }
  apply exact_product_is in back_is. destruct back_is as (Eb & Rb).
  assert (Sr : same s_rest rest).
  { unfold s_rest. rewrite Eb. rewrite E_k_length, E_k_inverse, Qs, Qi in V.
    eapply same_length_rest; [exact V | apply Fs | exact Sq | exact Rb |].
    rewrite E_k_length_rest, (root_rest_is _ _ _ _ _ E_root_rest), Qa, Qs, Qi. reflexivity. }
  split.
  - apply (same_depth R_hi R_lo k_hi k_lo lo g_hi g_lo depth g_is); [rewrite <- Qk; exact E_depth_of |].
    rewrite Kl, (quotient_rest_is _ _ _ _ _ _ _ E_quotient_rest), Qk, Qsz, Qs, Qi.
    assert (S1 : same r1 (pair_product_rest vhx why)) by (apply (same_rests_of_ordinary vhx why); auto; right; now
        right).
    assert (S2 : same r2 (pair_product_rest vhy whx)) by (apply (same_rests_of_ordinary vhy whx); auto; right; now
        right).
    assert (Sc : same (cross_lo (fadd r1 (fadd (fmul vhx wly) (fmul vlx why))) (fadd r2 (fadd (fmul vhy wlx) (fmul vly
        whx)))) c_lo).
    { rewrite Ecl, Eqx, Eqy, Qx, Qy, Qwx, Qwy, Kx, Ky, Mx, My. unfold cross_lo.
      auto 8 using same_fmul, same_fadd, same_fsub, same_refl. }
    assert (S3 : same r3 (product_rest k_hi s)).
    { rewrite Qk in Dq. destruct Dq as [B1 B2 B3 _ _ _ _]. rewrite E_k_length, Qs in Fl. destruct V as [_ _ _ _ _ _ _ _
        _ B _ _ _ _ _ _].
      rewrite E_k_length, Qs in B. pose proof (bpow_gt_0 radix2 (-150)). pose proof (bpow_gt_0 radix2 (-570)).
      apply (same_rests k_hi s 400); try lia; auto.
      - apply (below_weaken _ _ _ B). lia.
      - right. apply Rle_trans with (bpow radix2 (-570) * bpow radix2 (-150)); [rewrite <- bpow_plus; apply bpow_le; lia
          |].
        rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra). apply Rmult_le_compat; lra.
      - right. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply bpow_le | exact B3]; lia.
      - right. rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply bpow_le | apply Fs]; lia.
      - right; now left. }
    rewrite E_k_length_rest in Sr.
    assert (Ss : same (positive (cross_lo (fadd r1 (fadd (fmul vhx wly) (fmul vlx why))) (fadd r2 (fadd (fmul vhy wlx)
        (fmul vly whx))))) s_lo).
    { unfold positive. rewrite E_size_lo, E_wide_abs_if1, Qc. apply same_if; [now apply same_fneg | exact Sc]. }
    auto 8 using same_fmul, same_fadd, same_fsub, same_refl.
  - rewrite E_k_error, Qk, Qt, Qi, Ks. reflexivity.
Qed.

End Side.
End Lane.
