(* The two gaps of src/exact/tangent_gap.h, over the extracted terms.

   line_gap_of returns s (p x q) - R |p|, where s is the returned side, and square_gap_of returns |p|^2 - R^2. The
   returned error exceeds what hi + lo misses by a tenth of itself or more, so hi alone has the sign if it exceeds the
   error. The parts are in TangentGapSums.v, TangentGapSquare.v, TangentGapLength.v and TangentGapLine.v. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN.
From Carom Require Import Model Operations Bounded ErrorFree PairProduct Terms_wide Terms_pair Terms_gap ErrorFreeTerms Wide
  WideQuotient TangentGapSums TangentGapSquare TangentGapLength TangentGapLine.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Notation D := (F double).
Notation u53 := (/ 9007199254740992).
Notation u212 := (u53 * u53 * u53 * u53).

(* A coordinate h + l of a vector, or R: a double-double of up to 2^201. *)
Definition is_coordinate (h l : D) := Rabs (real l) <= u53 * Rabs (real h) /\ Rabs (real h) <= bpow radix2 201.

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
  is_sign (real side) /\ finite hi /\
  is_gap hi lo err (real side * (px * qy - py * qx) - reach * length) /\
  finite fh /\ Rabs (real fh - reach * length) <= 20 * u53 * (reach * length) + 20 * u212 * tiny /\ 0 <= reach * length /\
  Rabs (real s + real d + real f - length) <= 710 * (u53 * u53 * u53) * real s.
Proof.
  intros H Ferr Px Py Qx Qy Rr R0 S0 px py qx qy length reach.
  unfold line_gap_of_results in H.
  repeat match type of H with ex _ => destruct H as [? H] end.
  destruct H as [Len Es Ed Ef Epx Epy Eside Esy Esx Etx Ety Emx Emy P1 P2 Elx Ely P3 W1 Efl Ex0 P4 A1 A2 A3 A4 A5 Et Gap W2
    R1 R2 R3 R4 R5 R6 R7 R8 R9 R10].
  destruct (pair_product_values _ _ _ _ _ _ _ _ P1) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P2) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P3) as (-> & -> & -> & ->).
  destruct (pair_product_values _ _ _ _ _ _ _ _ P4) as (-> & -> & -> & ->).
  destruct (wide_of_product_values _ _ _ _ _ W1) as (-> & -> & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ W2) as (-> & _ & _).
  subst. clear P1 P2 P3 P4 W1 W2.
  match goal with |- context [is_sign (real ?x)] => set (sg := x) in * end.
  match type of Len with triple_length_results _ _ _ _ ?x ?y ?z => rename x into s; rename y into d; rename z into f end.
  match type of Gap with gap_of_total_results _ _ _ _ _ _ _ _ ?x ?y ?z => rename x into hi; rename y into lo; rename z into err end.
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
  destruct Px as (Pxl & Pxs). destruct Py as (Pyl & Pys).
  destruct Qx as (Qxl & Qxs). destruct Qy as (Qyl & Qys). pose proof (coordinate_in_size _ _ Rr) as Rs. destruct Rr as (Rl & _).
  assert (Fs : finite s) by (destruct (fmul_finite _ _ Frl) as (_ & Fs & _); exact Fs).
  destruct (length_in_size _ _ _ (triple_length_first _ _ _ _ _ _ _ Len) Fs Pxs Pys) as (_ & Ss).
  assert (S210 : real s <= bpow radix2 210).
  { eapply Rle_trans; [apply Rle_abs |]. eapply Rle_trans; [exact Ss |]. apply bpow_le. lia. }
  destruct (triple_length_error _ _ _ _ _ _ _ Len Ff Pxl Pyl S0 S210) as (_ & Fd & Hd & Hf & HL). fold px py length in HL.
  assert (S1 : 0 < real s) by (pose proof (bpow_gt_0 radix2 (-150)); lra).
  clear S0 S210 Len.
  destruct (far_size rh rl s d Frs Frl Frd Rl R0 S1 Rs Ss Hd) as (Ffh & Hfh).
  (* the sizes of the terms *)
  destruct (terms_size phx qhy phy qhx rh s Ft R0 ltac:(lra)) as (Ht & HT).
  set (a := Rabs (real phx * real qhy)) in *. set (b := Rabs (real phy * real qhx)) in *. set (rs := real rh * real s) in *.
  assert (a0 : 0 <= a) by apply Rabs_pos. assert (b0 : 0 <= b) by apply Rabs_pos.
  assert (rs0 : 0 <= rs) by (apply Rmult_le_pos; lra). pose proof tiny_pos as P0.
  set (M := 105 / 100 * (a + b + rs + tiny)).
  assert (M0 : 0 <= M) by (unfold M; lra). assert (HM : tiny <= M) by (unfold M; lra).
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
    ltac:(apply Big; rewrite Vtx, sign_abs by exact Sg; exact Qys) HM ltac:(unfold M; lra)) as (X1 & X2 & X3 & X4 & X5 & X6).
  destruct (cross_parts phy ply (fmul (fneg sg) qhx) (fmul (fneg sg) qlx) M Fly Fpy Pyl
    ltac:(rewrite Vty, Vmy, !sign_abs by exact Sn; exact Qxl) (Big _ Pys)
    ltac:(apply Big; rewrite Vty, sign_abs by exact Sn; exact Qxs) HM ltac:(unfold M; lra)) as (Y1 & Y2 & Y3 & Y4 & Y5 & Y6).
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
    { eapply Rle_trans; [apply product_abs_le; [apply Rle_refl | exact L1] |]. rewrite Rabs_pos_eq by lra. unfold rs. lra. }
    assert (L3 : Rabs (real rl * length) <= 2 * u53 * rs).
    { eapply Rle_trans; [apply product_abs_le; [exact Rl |] |].
      - instantiate (1 := 2 * real s). clear - L1 S1. two_sided; lra.
      - rewrite Rabs_pos_eq by lra. unfold rs. lra. }
    replace (reach * length - rs) with (real rh * (length - real s) + real rl * length) by (unfold reach, rs; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra. }
  split; [exact Sg |]. split; [exact Fhi |]. split.
  2: { split; [exact Ffh |]. fold rs in Hfh. assert (RL : rs - 7 * u53 * rs <= reach * length) by (clear - HR; two_sided; lra).
       split; [| split; [lra | exact HL]]. clear - Hfh HR RL rs0 P0. two_sided; lra. }
  clear Arg Big Vtx Vmx Vty Vmy HR Hfh HL Hd Hf Rl Pxl Pyl Qxl Qyl.
  (* the sums *)
  set (ht_x := real phx * real (fmul sg qhy)) in *. set (ht_y := real phy * real (fmul (fneg sg) qhx)) in *.
  set (hx := fmul phx (fmul sg qhy)) in *. set (lx := pair_product_rest phx (fmul sg qhy)) in *.
  set (hy := fmul phy (fmul (fneg sg) qhx)) in *. set (ly := pair_product_rest phy (fmul (fneg sg) qhx)) in *.
  set (mx := fmul phx (fmul sg qly)) in *. set (my := fmul phy (fmul (fneg sg) qlx)) in *.
  set (ox := fmul plx (fmul sg qhy)) in *. set (oy := fmul ply (fmul (fneg sg) qhx)) in *.
  set (rsh := fmul rh s) in *. set (rsl := pair_product_rest rh s) in *. set (rls := fmul rl s) in *. set (rd := fmul rh d) in *.
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
