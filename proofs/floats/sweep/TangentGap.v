(* The two gaps of src/sweep/tangent_gap.h, over the extracted terms.

   line_gap_of returns s (p x q) - R |p|, where s is the returned side, and square_gap_of returns |p|^2 - R^2. The
   returned error exceeds what hi + lo misses by a tenth of itself or more, so hi alone has the sign if it exceeds the
   error. The parts are in TangentGapSums.v, TangentGapSquare.v, TangentGapLength.v and TangentGapLine.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Facts Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair Terms_gap
  ErrorFreeTerms Wide WideQuotient TangentGapSums TangentGapSquare TangentGapLength TangentGapLine.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).

(* A coordinate h + l of a vector, or R: a double-double of up to 2^201. Whether l is finite follows from the result. *)
Definition is_coordinate (h l : D) :=
  (finite l -> Rabs (real l) <= u53 * Rabs (real h)) /\ Rabs (real h) <= bpow radix2 201.

Lemma coordinate_in_size h l : is_coordinate h l -> in_size (real h).
Proof. intros (_ & H). unfold in_size. eapply Rle_trans; [exact H |]. apply bpow_le. lia. Qed.

(* One pair more. t1 and t2 prove the bounds of the partial sums. *)
Ltac next_pair A M0 Fx Fy C Dd t1 t2 C' D' :=
  let H := fresh in let G1 := fresh in let G2 := fresh in
  pose proof (add_pair_columns _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A Fx Fy C Dd M0 ltac:(lra) ltac:(lra) ltac:(lra))
    as H;
  match type of H with ?P -> ?Q -> _ => assert (G1 : P) by t1; assert (G2 : Q) by t2 end;
  destruct (H G1 G2) as [C' D']; clear H G1 G2.

Theorem line_gap_error phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe -> finite err ->
  is_coordinate phx plx -> is_coordinate phy ply -> is_coordinate qhx qlx -> is_coordinate qhy qly ->
  is_coordinate rh rl -> 0 <= real rh -> bpow radix2 (-150) <= real s ->
  let px := real phx + real plx in let py := real phy + real ply in
  let qx := real qhx + real qlx in let qy := real qhy + real qly in
  let length := sqrt (px * px + py * py) in let reach := real rh + real rl in
  (finite plx /\ finite ply /\ finite qlx /\ finite qly /\ finite rl) /\ is_sign (real side) /\ finite hi /\
  u53 * u53 * u53 * least_size <= real err /\
  is_gap hi lo err (real side * (px * qy - py * qx) - reach * length) /\
  finite fh /\ Rabs (real fh - reach * length) <= 20 * u53 * (reach * length) + 20 * u212 * least_size /\
    0 <= reach * length /\
  Rabs (real s + real d + real f - length) <= 710 * (u53 * u53 * u53) * real s.
Proof.
  intros H Ferr Px Py Qx Qy Rr R0 S0 px py qx qy length reach.
  unfold line_gap_of_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [Len Es Ed Ef Epx Epy Eside Esy Esx Etx Ety Emx Emy P1 P2 Elx Ely P3 W1 Efl Ex0 P4 A1 A2 A3 A4 A5 Et Gap
    W2
    R1 R2 R3 R4 R5 R6 R7 R8 R9 R10].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P3) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P4) as (-> & -> & -> & ->).
  destruct (wide_of_product_values _ _ _ _ _ W1) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ W2) as (-> & _ & _).
  subst. clear P1 P2 P3 P4 W1 W2.
  match goal with |- context [is_sign (real ?x)] => set (sg := x) in * end.
  match type of Len with triple_length_results _ _ _ _ ?x ?y ?z => rename x into s; rename y into d;
    rename z into f end.
  match type of Gap with gap_of_total_results _ _ _ _ _ _ _ _ ?x ?y ?z => rename x into hi; rename y into lo;
    rename z into err end.
  assert (Sg : is_sign (real sg)).
  { const_facts 1%Z 0%Z F1 V1. rewrite Rmult_1_l in V1. change (bpow radix2 0) with 1 in V1.
    unfold sg, is_sign. destruct (flt _ _); rewrite ?real_fneg, V1; auto. }
  assert (Sn : is_sign (real (fneg sg))).
  { rewrite real_fneg. unfold is_sign in *. destruct Sg as [-> | ->]; [right | left]; ring. }
  (* all numbers are finite *)
  pose proof (gap_of_total_error _ _ _ _ _ _ _ _ _ _ _ Gap) as Eerr. rewrite Eerr in Ferr.
  destruct (gap_error_finite _ _ Ferr) as (Ft & Fhi).
  destruct (gap_of_total_finite _ _ _ _ _ _ _ _ _ _ _ Gap Fhi) as (Fr & _ & _ & Fx5 & Fy5).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A5 Fx5 Fy5) as (Frl & _ & _ & _ & Fx4 & Fy4).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A4 Fx4 Fy4) as (Frs & Frd & _ & _ & Fx3 & Fy3).
  apply fneg_finite in Frl, Frs, Frd.
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A3 Fx3 Fy3) as (_ & _ & _ & _ & Fx2 & Fy2).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A2 Fx2 Fy2) as (_ & _ & _ & _ & Fx1 & Fy1).
  destruct A1 as (bx0 & by0 & bx1 & by1 & bx2 & by2 & A1). destruct A1 as [A0 A1].
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A1 Fx1 Fy1) as (Fpx & Fpy & _ & _ & Fx0 & Fy0).
  destruct (fsub_finite _ _ Fr) as (Flow & Ffar & _). destruct (fadd_finite _ _ Flow) as (Flx & Fly & _).
  destruct (fadd_finite _ _ Ffar) as (_ & Ff2 & _). destruct (fadd_finite _ _ Ff2) as (Ff3 & _ & _).
  destruct (fmul_finite _ _ Ff3) as (_ & Ff & _).
  (* the length *)
  assert (Lows : finite plx /\ finite ply /\ finite qlx /\ finite qly /\ finite rl).
  { destruct (fadd_finite _ _ Flx) as (_ & F1 & _). destruct (fadd_finite _ _ Fly) as (_ & F2 & _).
    destruct (fmul_finite _ _ F1) as (? & F3 & _). destruct (fmul_finite _ _ F2) as (? & F4 & _).
    destruct (fmul_finite _ _ F3) as (_ & ? & _). destruct (fmul_finite _ _ F4) as (_ & ? & _).
    destruct (fmul_finite _ _ Frl) as (? & _). repeat split; assumption. }
  split; [exact Lows |]. destruct Lows as (Flpx & Flpy & Flqx & Flqy & Flr).
  destruct Px as (Pxl & Pxs). destruct Py as (Pyl & Pys).
  destruct Qx as (Qxl & Qxs). destruct Qy as (Qyl & Qys). pose proof (coordinate_in_size _ _ Rr) as Rs. destruct Rr as
    (Rl & _).
  specialize (Pxl Flpx). specialize (Pyl Flpy). specialize (Qxl Flqx). specialize (Qyl Flqy). specialize (Rl Flr).
  assert (Fs : finite s) by (destruct (fmul_finite _ _ Frl) as (_ & Fs & _); exact Fs).
  destruct (length_in_size _ _ _ (triple_length_first _ _ _ _ _ _ _ Len) Fs Pxs Pys) as (_ & Ss).
  assert (S210 : real s <= bpow radix2 210).
  { eapply Rle_trans; [apply Rle_abs |]. eapply Rle_trans; [exact Ss |]. apply bpow_le. lia. }
  destruct (triple_length_error _ _ _ _ _ _ _ Len Ff Pxl Pyl S0 S210) as (_ & Fd & Hd & Hf & HL). fold px py length in
    HL.
  assert (S1 : 0 < real s) by (pose proof (bpow_gt_0 radix2 (-150)); lra).
  clear S0 S210 Len.
  destruct (far_size rh rl s d Frs Frl Frd Rl R0 S1 Rs Ss Hd) as (Ffh & Hfh).
  (* the sizes of the terms *)
  destruct (terms_size phx qhy phy qhx rh s Ft R0 ltac:(lra)) as (Ht & HT).
  set (a := Rabs (real phx * real qhy)) in *. set (b := Rabs (real phy * real qhx)) in *. set (rs :=
    real rh * real s) in *.
  assert (a0 : 0 <= a) by apply Rabs_pos. assert (b0 : 0 <= b) by apply Rabs_pos.
  assert (rs0 : 0 <= rs) by (apply Rmult_le_pos; lra). pose proof least_size_pos as P0.
  set (M := 105 / 100 * (a + b + rs + least_size)).
  assert (M0 : 0 <= M) by (unfold M; lra). assert (HM : least_size <= M) by (unfold M; lra).
  (* the parts *)
  assert (Big : forall x, Rabs x <= bpow radix2 201 -> in_size x)
    by (intros x Hx; unfold in_size; eapply Rle_trans; [exact Hx | apply bpow_le; lia]).
  assert (Arg : forall x w : D, finite (pair_product_rest x w) -> finite w).
  { intros x w Fw. unfold pair_product_rest in Fw. destruct (rest_of_split_value _ _ _ _ Fw) as (_ & _ & Fp & _).
    destruct (fmul_finite _ _ Fp) as (_ & Fq & _). exact Fq. }
  pose proof (times_sign _ _ Sg (Arg _ _ Fpx)) as Vtx. pose proof (times_sign _ _ Sn (Arg _ _ Fpy)) as Vty.
  assert (Vmx : real (fmul sg qly) = real sg * real qly).
  { apply times_sign; [exact Sg |]. destruct (fadd_finite _ _ Flx) as (F1 & _ & _).
    destruct (fadd_finite _ _ F1) as (F2 & _ & _). exact (Arg _ _ F2). }
  assert (Vmy : real (fmul (fneg sg) qlx) = real (fneg sg) * real qlx).
  { apply times_sign; [exact Sn |]. destruct (fadd_finite _ _ Fly) as (F1 & _ & _).
    destruct (fadd_finite _ _ F1) as (F2 & _ & _). exact (Arg _ _ F2). }
  assert (Bx : Rabs (real phx * real (fmul sg qhy)) <= a).
  { rewrite Vtx. replace (real phx * (real sg * real qhy)) with (real sg * (real phx * real qhy)) by ring.
    rewrite sign_abs by exact Sg. apply Rle_refl. }
  assert (By : Rabs (real phy * real (fmul (fneg sg) qhx)) <= b).
  { rewrite Vty. replace (real phy * (real (fneg sg) * real qhx)) with (real (fneg sg) * (real phy * real qhx)) by ring.
    rewrite sign_abs by exact Sn. apply Rle_refl. }
  destruct (cross_parts phx plx (fmul sg qhy) (fmul sg qly) M Flx Fpx Pxl
    ltac:(rewrite Vtx, Vmx, !sign_abs by exact Sg; exact Qyl) (Big _ Pxs)
    ltac:(apply Big; rewrite Vtx, sign_abs by exact Sg; exact Qys) HM ltac:(unfold M;
      lra)) as (X1 & X2 & X3 & X4 & X5 & X6).
  destruct (cross_parts phy ply (fmul (fneg sg) qhx) (fmul (fneg sg) qlx) M Fly Fpy Pyl
    ltac:(rewrite Vty, Vmy, !sign_abs by exact Sn; exact Qxl) (Big _ Pys)
    ltac:(apply Big; rewrite Vty, sign_abs by exact Sn; exact Qxs) HM ltac:(unfold M;
      lra)) as (Y1 & Y2 & Y3 & Y4 & Y5 & Y6).
  destruct (far_parts rh rl s d f length M Ffar Frs Rl R0 S1 Rs Ss Hd Hf HL HM ltac:(fold rs; unfold M; lra))
    as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6).
  fold rs reach in Z1, Z2.
  (* the cross product and the reach *)
  assert (EX : (real phx + real plx) * (real (fmul sg qhy) + real (fmul sg qly)) +
    (real phy + real ply) * (real (fmul (fneg sg) qhx) + real (fmul (fneg sg) qlx)) = real sg * (px * qy - py * qx)).
  { rewrite Vtx, Vmx, Vty, Vmy, real_fneg. unfold px, py, qx, qy. ring. }
  assert (HR : Rabs (reach * length - rs) <= 7 * u53 * rs).
  { assert (L1 : Rabs (length - real s) <= 34 / 10 * u53 * real s).
    { clear - HL Hd Hf S1. two_sided; lra. }
    assert (L2 : Rabs (real rh * (length - real s)) <= 34 / 10 * u53 * rs).
    { eapply Rle_trans; [apply times_size; [apply Rle_refl | exact L1] |]. rewrite Rabs_pos_eq by lra. unfold rs.
      lra. }
    assert (L3 : Rabs (real rl * length) <= 2 * u53 * rs).
    { eapply Rle_trans; [apply times_size; [exact Rl |] |].
      - instantiate (1 := 2 * real s). clear - L1 S1. two_sided; lra.
      - rewrite Rabs_pos_eq by lra. unfold rs. lra. }
    replace (reach * length - rs) with (real rh * (length - real s) + real rl * length) by (unfold reach, rs; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  split; [exact Sg |]. split; [exact Fhi |]. split.
  { pose proof (gap_error_least _ _ _ Ferr Ht HT) as L. rewrite <- Eerr in L. pose proof (Rabs_pos (real hi)). lra. }
  split.
  2: { split; [exact Ffh |]. fold rs in Hfh. assert (RL : rs - 7 * u53 * rs <= reach * length) by (clear - HR;
    two_sided; lra).
       split; [| split; [lra | exact HL]]. clear - Hfh HR RL rs0 P0. two_sided; lra. }
  clear Arg Big Vtx Vmx Vty Vmy HR Hfh HL Hd Hf Rl Pxl Pyl Qxl Qyl.
  (* the sums *)
  set (ht_x := real phx * real (fmul sg qhy)) in *. set (ht_y := real phy * real (fmul (fneg sg) qhx)) in *.
  set (hx := fmul phx (fmul sg qhy)) in *. set (lx := pair_product_rest phx (fmul sg qhy)) in *.
  set (hy := fmul phy (fmul (fneg sg) qhx)) in *. set (ly := pair_product_rest phy (fmul (fneg sg) qhx)) in *.
  set (mx := fmul phx (fmul sg qly)) in *. set (my := fmul phy (fmul (fneg sg) qlx)) in *.
  set (ox := fmul plx (fmul sg qhy)) in *. set (oy := fmul ply (fmul (fneg sg) qhx)) in *.
  set (rsh := fmul rh s) in *. set (rsl := pair_product_rest rh s) in *. set (rls := fmul rl s) in *. set (rd :=
    fmul rh d) in *.
  match type of X6 with Rabs (real ?q) <= _ => set (low_x := q) in * end.
  match type of Y6 with Rabs (real ?q) <= _ => set (low_y := q) in * end.
  match type of Z6 with Rabs (real ?q) <= _ => set (far_low := q) in * end.
  match type of Ft with finite ?q => set (terms := q) in * end.
  assert (C0 : Rabs (real low_x + real low_y) <= 63 / 10 * (u53 * u53) * M) by (clear - X6 Y6 M0; two_sided; lra).
  destruct (fadd_error _ _ _ Flow C0) as (_ & _ & E1). set (low := fadd low_x low_y) in *.
  assert (C1 : Rabs (real low - real far_low) <= 36 * (u53 * u53) * M) by (clear - C0 E1 Z6 M0; two_sided; lra).
  destruct (fsub_error _ _ _ Fr C1) as (_ & _ & E2). set (rest := fsub low far_low) in *.
  assert (Hrest : Rabs (real rest) <= 60 * (u53 * u53) * M) by (clear - C1 E2 M0; two_sided; lra).
  pose proof (column_of (fneg rsh) M M0) as Cx0. pose proof (column_of (fconst 0 0) M M0) as Cy0.
  rewrite real_fneg in Cx0. rewrite real_zero in Cy0.
  assert (Bm : a + rs <= 96 / 100 * M /\ b <= 96 / 100 * M) by (unfold M; lra). destruct Bm as (Bm1 & Bm2).
  next_pair A0 M0 Fx0 Fy0 Cx0 Cy0 ltac:(clear - X2 Z2 Bx Bm1 M0 a0 rs0; two_sided; lra)
    ltac:(clear - Y2 By Bm2 M0 b0; two_sided; lra) Cx1 Cy1.
  next_pair A1 M0 Fx1 Fy1 Cx1 Cy1 ltac:(clear - X2 X3 Z2 Bx Bm1 M0 a0 rs0; two_sided; lra)
    ltac:(clear - Y2 Y3 By Bm2 M0 b0; two_sided; lra) Cx2 Cy2.
  next_pair A2 M0 Fx2 Fy2 Cx2 Cy2 ltac:(clear - X2 X3 X4 Z2 Bx Bm1 M0 a0 rs0; two_sided; lra)
    ltac:(clear - Y2 Y3 Y4 By Bm2 M0 b0; two_sided; lra) Cx3 Cy3.
  next_pair A3 M0 Fx3 Fy3 Cx3 Cy3 ltac:(clear - X2 X3 X4 X5 Z2 Bx Bm1 M0 a0 rs0; two_sided; lra)
    ltac:(clear - Y2 Y3 Y4 Y5 By Bm2 M0 b0; two_sided; lra) Cx4 Cy4.
  next_pair A4 M0 Fx4 Fy4 Cx4 Cy4
    ltac:(rewrite real_fneg; clear - X2 X3 X4 X5 Z2 Z3 Bx Bm1 M0 a0 rs0; two_sided; lra)
    ltac:(rewrite real_fneg; clear - Y2 Y3 Y4 Y5 Z5 By Bm2 M0 b0; two_sided; lra) Cx5 Cy5.
  assert (HSx : Rabs (- real rsh + real hx + real lx + real mx + real ox + real (fneg rsl) + real (fneg rls)) <= M)
    by (rewrite !real_fneg; clear - X2 X3 X4 X5 Z2 Z3 Z4 Bx Bm1 M0 a0 rs0; two_sided; lra).
  assert (HSy : Rabs (0 + real hy + real ly + real my + real oy + real (fneg rd) + real (fconst 0 0 : D)) <= M)
    by (rewrite real_zero, real_fneg; clear - Y2 Y3 Y4 Y5 Z5 By Bm2 M0 b0; two_sided; lra).
  next_pair A5 M0 Fx5 Fy5 Cx5 Cy5 ltac:(exact HSx) ltac:(exact HSy) Cx6 Cy6.
  pose proof (gap_of_total_sum _ _ _ _ _ _ _ _ _ _ _ _ _ M Gap Fhi
    (column_weaken _ _ _ _ _ _ _ _ 7 22 60 Cx6 M0 ltac:(lra) ltac:(lra) ltac:(lra))
    (column_weaken _ _ _ _ _ _ _ _ 7 22 60 Cy6 M0 ltac:(lra) ltac:(lra) ltac:(lra)) M0 HSx HSy Hrest) as Near.
  rewrite Eerr. eapply (gap_of_sum terms hi lo _ (a + b + rs) M); [exact Ferr | exact Ht | exact HT | exact Near |].
  rewrite <- EX. rewrite !real_fneg, real_zero.
  match goal with |- _ + Rabs ?x <= _ => assert (Q : Rabs x <= 900 * (u53 * u53 * u53) * M) end.
  { clear - X1 Y1 Z1 E1 E2 M0. two_sided; lra. }
  unfold M in *. lra.
Qed.

(* The size of the terms of squares. *)
Lemma square_terms_size (hx hy r : D) :
  let terms := fsub (fadd (fmul hx hx) (fmul hy hy)) (fmul r (fneg r)) in
  finite terms ->
  0 <= real terms /\
  real hx * real hx + real hy * real hy + real r * real r <= 1001 / 1000 * real terms + u53 * least_size.
Proof.
  intros terms H. destruct (fsub_finite _ _ H) as (H1 & H2 & _). destruct (fadd_finite _ _ H1) as (H3 & H4 & _).
  pose proof (below_least_size (-1075) ltac:(lia)) as Et. pose proof least_size_pos as P.
  assert (x0 : 0 <= real hx * real hx) by apply Rle_0_sqr. assert (y0 : 0 <= real hy * real hy) by apply Rle_0_sqr.
  assert (r0 : 0 <= real r * real r) by apply Rle_0_sqr.
  assert (B1 : Rabs (real hx * real hx) <= real hx * real hx) by (apply Req_le, Rabs_pos_eq, x0).
  assert (B2 : Rabs (real hy * real hy) <= real hy * real hy) by (apply Req_le, Rabs_pos_eq, y0).
  assert (B3 : Rabs (real r * real (fneg r)) <= real r * real r).
  { rewrite real_fneg, <- Ropp_mult_distr_r, Rabs_Ropp. apply Req_le, Rabs_pos_eq, r0. }
  destruct (fmul_error hx hx _ _ H3 B1 Et) as (_ & _ & E1). destruct (fmul_error hy hy _ _ H4 B2 Et) as (_ & _ & E2).
  destruct (fmul_error r (fneg r) _ _ H2 B3 Et) as (_ & _ & E3). rewrite real_fneg, <- Ropp_mult_distr_r in E3.
  assert (P1 : 0 <= real (fmul hx hx)) by (destruct (fmul_finite _ _ H3) as (_ & _ & ->); now apply rnd_nonneg).
  assert (P2 : 0 <= real (fmul hy hy)) by (destruct (fmul_finite _ _ H4) as (_ & _ & ->); now apply rnd_nonneg).
  assert (P3 : real (fmul r (fneg r)) <= 0).
  { destruct (fmul_finite _ _ H2) as (_ & _ & ->). rewrite <- (rnd_zero double). apply rnd_le.
    rewrite real_fneg, <- Ropp_mult_distr_r. lra. }
  set (X := real hx * real hx) in *. set (Y := real hy * real hy) in *. set (R := real r * real r) in *.
  assert (C1 : Rabs (real (fmul hx hx) + real (fmul hy hy)) <= real (fmul hx hx) + real (fmul hy hy))
    by (rewrite Rabs_pos_eq; lra).
  destruct (fadd_error _ _ _ H1 C1) as (_ & _ & E4). set (t := fadd (fmul hx hx) (fmul hy hy)) in *.
  assert (T0 : 0 <= real t) by (clear - E4 P1 P2; two_sided; lra).
  assert (C2 : Rabs (real t - real (fmul r (fneg r))) <= real t - real (fmul r (fneg r))) by (rewrite Rabs_pos_eq; lra).
  destruct (fsub_error _ _ _ H C2) as (_ & _ & E5). fold terms in E5.
  apply Rabs_le_inv in E1, E2, E3, E4, E5. destruct E1, E2, E3, E4, E5. clear B1 B2 B3 C1 C2 Et. split; lra.
Qed.

Lemma add_square_low_finite x0 y0 x1 y1 x2 y2 hx hy lx ly rest x0' y0' x1' y1' x2' y2' :
  add_square_results x0 y0 x1 y1 x2 y2 hx hy lx ly rest x0' y0' x1' y1' x2' y2' -> finite rest -> finite lx /\
    finite ly.
Proof.
  intros H F. unfold add_square_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [_ _ _ _ ->]. destruct (fadd_finite _ _ F) as (F1 & F2 & _).
  destruct (fadd_finite _ _ F1) as (_ & F3 & _). destruct (fadd_finite _ _ F2) as (_ & F4 & _).
  destruct (fmul_finite _ _ F3) as (F5 & _). destruct (fmul_finite _ _ F4) as (F6 & _). auto.
Qed.

Theorem square_gap_error hx hy lx ly rh rl hi lo err :
  square_gap_of_results hx hy lx ly rh rl hi lo err -> finite err ->
  is_coordinate hx lx -> is_coordinate hy ly -> is_coordinate rh rl ->
  let px := real hx + real lx in let py := real hy + real ly in let reach := real rh + real rl in
  (finite lx /\ finite ly /\ finite rl) /\ finite hi /\ is_gap hi lo err (px * px + py * py - reach * reach).
Proof.
  intros H Ferr (Hxl & Hxs) (Hyl & Hys) (Rl & Rs) px py reach. unfold square_gap_of_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [P1 Ex0 Ey0 Sq A Et Gap].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->). clear P1.
  match type of Sq with add_square_results _ _ _ _ _ _ _ _ _ _ ?x _ _ _ _ _ _ => rename x into rest end.
  pose proof (gap_of_total_error _ _ _ _ _ _ _ _ _ _ _ Gap) as Eerr. rewrite Eerr in Ferr.
  destruct (gap_error_finite _ _ Ferr) as (Ft & Fhi).
  destruct (gap_of_total_finite _ _ _ _ _ _ _ _ _ _ _ Gap Fhi) as (Fr & _ & _ & Fx2 & Fy2).
  destruct (add_pair_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ A Fx2 Fy2) as (Fpx & _ & _ & _ & Fx1 & Fy1).
  destruct (fadd_finite _ _ Fr) as (Frest & Flow & _). destruct (fsub_finite _ _ Flow) as (Fpy & Fll & _).
  destruct (add_square_low_finite _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ Sq Frest) as (Flx & Fly).
  assert (Flr : finite rl) by (destruct (fmul_finite _ _ Fll) as (F & _); exact F).
  specialize (Hxl Flx). specialize (Hyl Fly). specialize (Rl Flr).
  split; [repeat split; assumption |]. split; [exact Fhi |].
  rewrite Et in Ft, Ferr, Eerr. clear Et. destruct (square_terms_size hx hy rh Ft) as (Ht & HT).
  assert (x0 : 0 <= real hx * real hx) by apply Rle_0_sqr. assert (y0 : 0 <= real hy * real hy) by apply Rle_0_sqr.
  assert (r0 : 0 <= real rh * real rh) by apply Rle_0_sqr. pose proof least_size_pos as P0.
  set (X := real hx * real hx) in *. set (Y := real hy * real hy) in *. set (R := real rh * real rh) in *.
  set (M := 12 / 10 * (X + Y + R + least_size)).
  assert (M0 : 0 <= M) by (unfold M; lra). assert (HM : least_size <= M) by (unfold M; lra).
  assert (Big : forall x, Rabs x <= bpow radix2 201 -> in_size x)
    by (intros x Hx; unfold in_size; eapply Rle_trans; [exact Hx | apply bpow_le; lia]).
  assert (Twice : forall x, Rabs x <= bpow radix2 201 -> in_size (2 * x)).
  { intros x Hx. unfold in_size. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra.
    change 202%Z with (1 + 201)%Z. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
  pose proof (low_in_size _ _ (Big _ Rs) Rl) as Sl.
  assert (F2 : finite (fmul (fconst 1 1) rh)).
  { unfold pair_product_rest in Fpy. destruct (rest_of_split_value _ _ _ _ Fpy) as (_ & _ & Fp & _).
    destruct (fmul_finite _ _ Fp) as (Fq & _). exact Fq. }
  pose proof (twice_exact _ F2) as E2.
  assert (Sn : forall x : D, in_size (real x) -> in_size (real (fneg x))) by (intros x; unfold in_size;
    now rewrite real_fneg, Rabs_Ropp).
  assert (B1 : Rabs (real rh * real (fneg rh)) <= R).
  { rewrite real_fneg, <- Ropp_mult_distr_r, Rabs_Ropp. apply Req_le, Rabs_pos_eq, r0. }
  assert (Hr : Rabs (real rh) * Rabs (real rh) = R) by (rewrite <- Rabs_mult; apply Rabs_pos_eq, r0).
  assert (B3 : Rabs (real rh * real rl) <= u53 * R).
  { eapply Rle_trans; [apply times_size; [apply Rle_refl | exact Rl] |]. rewrite <- Hr. lra. }
  assert (B4 : Rabs (real rl * real rl) <= u53 * u53 * R).
  { eapply Rle_trans; [apply times_size; exact Rl |]. rewrite <- Hr. lra. }
  assert (B2 : Rabs (real (fmul (fconst 1 1) rh) * real (fneg rl)) <= 2 * u53 * R).
  { rewrite E2, real_fneg. replace (2 * real rh * - real rl) with (- (2 * (real rh * real rl))) by ring.
    rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq 2) by lra. lra. }
  assert (S2 : in_size (real (fmul (fconst 1 1) rh))) by (rewrite E2; exact (Twice _ Rs)).
  destruct (product_parts _ _ _ M Fpx (loses_little_of_size _ _ _ (Big _ Rs) (Sn _ (Big _ Rs)) HM) B1)
    as (_ & _ & _ & X1 & X2 & X3).
  destruct (product_parts _ _ _ M Fpy (loses_little_of_size _ _ _ S2 (Sn _ Sl) HM) B2)
    as (_ & _ & _ & Y1 & Y2 & Y3).
  destruct (fmul_error _ _ _ _ Fll B4 (little_eta _ _ _ (loses_little_of_size _ _ _ Sl Sl HM))) as (_ & _ & L1).
  rewrite real_fneg, <- Ropp_mult_distr_r in X1, X2. fold R in X1, X2. rewrite E2, real_fneg in Y1, Y2, B2.
  subst. (* the columns start with the parts of - R^2 *)
  set (fx := fmul rh (fneg rh)) in *. set (fy := fmul (fmul (fconst 1 1) rh) (fneg rl)) in *.
  set (gx := pair_product_rest rh (fneg rh)) in *. set (gy := pair_product_rest (fmul (fconst 1 1) rh) (fneg rl)) in *.
  assert (RM : R <= 84 / 100 * M /\ X <= 84 / 100 * M /\ Y <= 84 / 100 * M) by (unfold M;
    lra). destruct RM as (RM & XM & YM).
  destruct (add_square_columns _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ M Sq Frest Fx1 Fy1 eq_refl eq_refl Hxl Hyl
    (loses_little_of_size _ _ _ (Twice _ Hxs) (Big _ Hxs) HM) (loses_little_of_size _ _ _ (Twice _ Hys) (Big _ Hys) HM)
    ltac:(fold X; lra) ltac:(fold Y; lra)
    ltac:(clear - X2 RM r0 M0; two_sided; split; lra) ltac:(clear - Y2 B2 RM r0 M0; two_sided; split; lra)
    ltac:(fold X; clear - X2 XM r0 M0; two_sided; lra) ltac:(fold Y; clear - Y2 B2 YM RM r0 M0; two_sided; lra))
    as (Tx & Ty & Cx & Cy & Hx & Hy & Hrest & Hsum).
  fold px py in Hsum. fold X in Hx. fold Y in Hy.
  assert (HSx : Rabs (Tx + real gx) <= M) by (clear - Hx X2 X3 RM XM r0 x0 M0; two_sided; lra).
  assert (HSy : Rabs (Ty + real (fconst 0 0 : D)) <= M)
    by (rewrite real_zero; clear - Hy Y2 B2 RM YM r0 y0 M0; two_sided; lra).
  destruct (add_pair_columns _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ A Fx2 Fy2 Cx Cy M0 ltac:(lra) ltac:(lra) ltac:(lra)
    HSx HSy) as [Dx Dy].
  assert (C1 : Rabs (real gy - real (fmul rl rl)) <= 4 * (u53 * u53) * M)
    by (clear - Y3 L1 B4 RM r0 M0; two_sided; lra).
  destruct (fsub_error _ _ _ Flow C1) as (_ & _ & E3). set (low := fsub gy (fmul rl rl)) in *.
  assert (C2 : Rabs (real rest + real low) <= 14 * (u53 * u53) * M) by (clear - C1 E3 Hrest M0; two_sided; lra).
  destruct (fadd_error _ _ _ Fr C2) as (_ & _ & E4). set (all := fadd rest low) in *.
  assert (Hall : Rabs (real all) <= 60 * (u53 * u53) * M) by (clear - C2 E4 M0; two_sided; lra).
  pose proof (gap_of_total_sum _ _ _ _ _ _ _ _ _ _ _ _ _ M Gap Fhi
    (column_weaken _ _ _ _ _ _ _ _ 7 22 60 Dx M0 ltac:(lra) ltac:(lra) ltac:(lra))
    (column_weaken _ _ _ _ _ _ _ _ 7 22 60 Dy M0 ltac:(lra) ltac:(lra) ltac:(lra)) M0 HSx HSy Hall) as Near.
  refine (gap_of_sum _ hi lo _ (X + Y + R) M _ Ferr Ht HT Near _).
  assert (ER : reach * reach = R + 2 * real rh * real rl + real rl * real rl) by (unfold reach, R; ring).
  rewrite ER, real_zero. replace (2 * real rh * - real rl) with (- (2 * real rh * real rl)) in Y1 by ring.
  match goal with |- _ + Rabs ?x <= _ => assert (Q : Rabs x <= 60 * (u53 * u53 * u53) * M) end.
  { clear - X1 Y1 L1 E3 E4 Hsum RM r0 M0. two_sided; lra. }
  unfold M in *. lra.
Qed.

(* The bound of a line is not negative, so a comparison with it shows that it is finite. *)
Lemma line_gap_terms phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe -> nonneg rh ->
  exists terms, nonneg terms /\ err = gap_error_of terms hi.
Proof.
  intros H Rn. unfold line_gap_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [Len Es Ed Ef Epx Epy Eside Esy Esx Etx Ety Emx Emy P1 P2 Elx Ely P3 W1 Efl Ex0 P4 A1 A2 A3 A4 A5 Et Gap
    W2
    R1 R2 R3 R4 R5 R6 R7 R8 R9 R10].
  rewrite R3, R1, (gap_of_total_error _ _ _ _ _ _ _ _ _ _ _ Gap). eexists. split; [| reflexivity]. rewrite Et.
  destruct (pair_product_values _ _ _ _ _ _ _ _ P3) as (-> & _).
  repeat apply nonneg_fadd; try apply nonneg_fabs. apply nonneg_fmul; [exact Rn |].
  rewrite Es, (triple_length_first _ _ _ _ _ _ _ Len). apply nonneg_fsqrt, nonneg_fadd; apply nonneg_square.
Qed.

Lemma line_gap_error_nonneg phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe -> nonneg rh -> nonneg err.
Proof. intros H Rn. destruct (line_gap_terms _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ H Rn) as (t & N & ->). now apply
  gap_error_nonneg. Qed.

Lemma line_gap_length_finite phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe :
  line_gap_of_results phx phy plx ply qhx qhy qlx qly rh rl hi lo err side s d f fh fl fe -> finite err -> finite s.
Proof.
  intros H Fe. unfold line_gap_of_results in H. repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [Len Es Ed Ef Epx Epy Eside Esy Esx Etx Ety Emx Emy P1 P2 Elx Ely P3 W1 Efl Ex0 P4 A1 A2 A3 A4 A5 Et Gap
    W2
    R1 R2 R3 R4 R5 R6 R7 R8 R9 R10].
  rewrite R3, (gap_of_total_error _ _ _ _ _ _ _ _ _ _ _ Gap) in Fe. destruct (gap_error_finite _ _ Fe) as (Ft & _).
  rewrite Et in Ft. destruct (fadd_finite _ _ Ft) as (_ & F1 & _).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P3) as (E & _). rewrite E in F1. destruct (fmul_finite _ _ F1) as (_ &
    F2 & _).
  rewrite R5, <- Es. exact F2.
Qed.
