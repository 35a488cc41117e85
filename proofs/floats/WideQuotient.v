(* Quotients and square roots of double-doubles (wide_div, wide_sqrt of src/exact/wide.h): relative errors of at most
   2^-101, over the extracted terms.

   Method: the high part is the rounded quotient or root; its remainder is computed with a few roundings, each relative
   to the dividend; the low part is the remainder divided. What the exact remainder would give differs in second order. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Mult_error.
From Carom Require Import Model Operations ErrorFree Terms_wide ErrorFreeTerms Wide.

Open Scope R_scope.

Strategy 100 [fadd fsub fmul fdiv fsqrt ffma fneg fabs real finite rnd].
Strategy expand [sum_rest difference_rest ordered_rest product_rest rest_of_split split_high].

Lemma cancel_size x b c Q : b <> 0 -> Rabs (x * b) <= c * (Q * Rabs b) -> Rabs x <= c * Q.
Proof.
  intros Hb H. rewrite Rabs_mult in H. pose proof (Rabs_pos_lt b Hb).
  apply Rmult_le_reg_r with (Rabs b); [assumption |]. rewrite Rmult_assoc. exact H.
Qed.

Lemma fdiv_error (a b : D) B :
  finite (fdiv a b) -> finite b -> real b <> 0 -> Rabs (real a / real b) <= B -> bpow radix2 (-1075) <= u53 * u53 * B ->
  finite a /\ Rabs (real (fdiv a b) - real a / real b) <= (u53 + u53 * u53) * B.
Proof.
  intros H Fb Nb HB Ht. destruct (fdiv_finite _ _ H Fb Nb) as (Fa & E). split; [exact Fa |]. rewrite E.
  eapply Rle_trans; [apply rnd_error |]. rewrite u_double, eta_double. lra.
Qed.

(* The sizes of a quotient, and the error of its parts. *)
Lemma wide_div_bound (ah al bh bl : D) (Q := Rabs (real ah / real bh)) :
  let q := fdiv ah bh in
  let rest := fsub (fadd (fsub (fsub ah (fmul q bh)) (product_rest q bh)) al) (fmul q bl) in
  let d := fdiv rest bh in
  finite q -> finite d -> finite rest -> finite bh -> real bh <> 0 -> is_wide ah al -> is_wide bh bl ->
  bpow radix2 (-968) <= Rabs (real ah) -> bpow radix2 (-969) <= Q ->
  Rabs (real d) <= 5 * u53 * Q /\ (1 - 2 * u53) * Q <= Rabs (real q) /\
  Rabs (real q + real d - (real ah + real al) / (real bh + real bl)) <= 20 * (u53 * u53) * Q.
Proof.
  intros q rest d Fq Fd Fr Fb Nb Wa Wb HA HQ. apply is_wide_bound in Wa. apply is_wide_bound in Wb.
  set (B := Rabs (real bh)) in *. assert (B0 : 0 < B) by now apply Rabs_pos_lt.
  set (A := Q * B).
  assert (EA : Rabs (real ah) = A).
  { unfold A, Q, B. rewrite <- Rabs_mult. f_equal. field. exact Nb. }
  assert (Q0 : 0 <= Q) by apply Rabs_pos. assert (A0 : 0 <= A) by (unfold A; apply Rmult_le_pos; lra).
  rewrite EA in *.
  assert (Half : bpow radix2 (-969) = / 2 * bpow radix2 (-968)).
  { replace (-969)%Z with (-1 + -968)%Z by reflexivity. rewrite bpow_plus. reflexivity. }
  assert (HA' : bpow radix2 (-969) <= A) by (pose proof (bpow_gt_0 radix2 (-968)); lra).
  pose proof (eta_of_splittable _ HQ) as TQ. pose proof (eta_of_splittable _ HA') as TA.
  destruct (fdiv_error ah bh Q Fq Fb Nb (Rle_refl _) TQ) as (Fa & Eq). fold q in Eq.
  set (y := real ah / real bh) in *. assert (Ey : y * real bh = real ah) by (unfold y; field; exact Nb).
  (* q bh *)
  assert (Dq : Rabs (real q * real bh - real ah) <= (u53 + u53 * u53) * A).
  { replace (real q * real bh - real ah) with ((real q - y) * real bh) by (rewrite <- Ey; ring).
    rewrite Rabs_mult. unfold A. fold B. rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  assert (Sq : Rabs (real q) <= (1 + 2 * u53) * Q).
  { replace (real q) with ((real q - y) + y) by ring. eapply Rle_trans; [apply Rabs_triang |]. fold Q. lra. }
  assert (Lq : (1 - 2 * u53) * Q <= Rabs (real q)).
  { replace (real q) with (y - - (real q - y)) by ring. eapply Rle_trans; [| apply Rabs_triang_inv].
    rewrite Rabs_Ropp. fold Q. lra. }
  (* finite parts *)
  unfold rest in Fr. destruct (fsub_finite _ _ Fr) as (F3 & F4 & _). destruct (fadd_finite _ _ F3) as (F2 & Fal & _).
  destruct (fsub_finite _ _ F2) as (F1 & Fp & _).
  assert (Sqb : bpow radix2 (-969) <= Rabs (real q * real bh) /\ Rabs (real q * real bh) <= (1 + 2 * u53) * A).
  { split.
    - replace (real q * real bh) with (real ah - - (real q * real bh - real ah)) by ring.
      eapply Rle_trans; [| apply Rabs_triang_inv]. rewrite Rabs_Ropp, EA. rewrite Half. lra.
    - replace (real q * real bh) with ((real q * real bh - real ah) + real ah) by ring.
      eapply Rle_trans; [apply Rabs_triang |]. rewrite EA. lra. }
  destruct Sqb as [S1 S2]. destruct (product_rest_small q bh Fp S1) as (Bp & X).
  set (pl := product_rest q bh) in *. set (p := fmul q bh) in *.
  assert (Bp' : Rabs (real pl) <= (u53 + 4 * (u53 * u53)) * A) by lra. clear Bp.
  assert (H1 : Rabs (real ah - real p) <= (2 * u53 + 8 * (u53 * u53)) * A) by (clear - Dq Bp' X A0; two_sided; lra).
  destruct (fsub_error _ _ _ F1 H1) as (_ & _ & E1). set (r1 := fsub ah p) in *.
  assert (H2 : Rabs (real r1 - real pl) <= (u53 + 4 * (u53 * u53)) * A) by (clear - Dq E1 X A0; two_sided; lra).
  destruct (fsub_error _ _ _ F2 H2) as (_ & _ & E2). set (r2 := fsub r1 pl) in *.
  assert (H3 : Rabs (real r2 + real al) <= (2 * u53 + 8 * (u53 * u53)) * A) by (clear - H2 E2 Wa A0; two_sided; lra).
  destruct (fadd_error _ _ _ F3 H3) as (_ & _ & E3). set (r3 := fadd r2 al) in *.
  assert (H4 : Rabs (real q * real bl) <= (u53 + 2 * (u53 * u53)) * A).
  { eapply Rle_trans; [apply product_abs_le; [exact Sq | exact Wb] |]. unfold A. lra. }
  destruct (fmul_error _ _ _ _ F4 H4 TA) as (_ & _ & E4). set (m := fmul q bl) in *.
  assert (H5 : Rabs (real r3 - real m) <= (3 * u53 + 20 * (u53 * u53)) * A) by (clear - H3 E3 H4 E4 A0; two_sided; lra).
  destruct (fsub_error _ _ _ Fr H5) as (_ & _ & E5). fold rest in E5.
  set (N := real ah + real al - real q * real bh - real q * real bl).
  assert (EN : Rabs (real rest - N) <= 11 * (u53 * u53) * A).
  { unfold N. clear - E1 E2 E3 E4 E5 X A0. two_sided; lra. }
  assert (BN : Rabs N <= (3 * u53 + 9 * (u53 * u53)) * A).
  { unfold N. clear - Dq Wa H4 A0. two_sided; lra. }
  (* the exact remainder divided *)
  assert (Sb : (1 - u53) * B <= Rabs (real bh + real bl)).
  { replace (real bh + real bl) with (real bh - - real bl) by ring. eapply Rle_trans; [| apply Rabs_triang_inv].
    rewrite Rabs_Ropp. fold B. lra. }
  assert (Nz : real bh + real bl <> 0).
  { intros Z. rewrite Z, Rabs_R0 in Sb. lra. }
  set (z := N / (real bh + real bl)).
  assert (Ez : (real ah + real al) / (real bh + real bl) = real q + z) by (unfold z, N; field; exact Nz).
  assert (Bz : Rabs z <= (3 * u53 + 13 * (u53 * u53)) * Q).
  { assert (Hz : Rabs z * ((1 - u53) * B) <= (3 * u53 + 9 * (u53 * u53)) * A).
    { eapply Rle_trans; [apply Rmult_le_compat_l; [apply Rabs_pos | exact Sb] |].
      rewrite <- Rabs_mult. replace (z * (real bh + real bl)) with N by (unfold z; field; exact Nz). exact BN. }
    apply Rmult_le_reg_r with ((1 - u53) * B); [apply Rmult_lt_0_compat; lra |].
    eapply Rle_trans; [exact Hz |]. unfold A.
    assert (0 <= Q * B) by exact A0. lra. }
  set (w := real rest / real bh).
  assert (Ew : w * real bh = real rest) by (unfold w; field; exact Nb).
  assert (Bw : Rabs (w - z) <= 15 * (u53 * u53) * Q).
  { apply cancel_size with (real bh); [exact Nb |]. fold B. fold A.
    replace ((w - z) * real bh) with ((real rest - N) + z * real bl).
    2: { replace (real rest) with (w * real bh). replace N with (z * (real bh + real bl)) by (unfold z; field; exact Nz). ring. }
    eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs (z * real bl) <= (3 * u53 + 13 * (u53 * u53)) * Q * (u53 * B)) by now apply product_abs_le.
    unfold A in *. lra. }
  assert (Bw' : Rabs w <= (3 * u53 + 30 * (u53 * u53)) * Q).
  { replace w with ((w - z) + z) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  destruct (fdiv_finite _ _ Fd Fb Nb) as (_ & Ed). fold d in Ed. fold w in Ed.
  assert (Bd : Rabs (real d - w) <= 5 * (u53 * u53) * Q).
  { rewrite Ed. eapply Rle_trans; [apply rnd_error |]. rewrite u_double, eta_double. lra. }
  rewrite Ez. clear - Bd Bw Bw' Lq Q0. split; [| split; [exact Lq |]]; two_sided; lra.
Qed.

Theorem wide_div_error ah al ea bh bl eb hi lo e :
  wide_div_results ah al ea bh bl eb hi lo e -> finite lo -> finite bh -> real bh <> 0 ->
  is_wide ah al -> is_wide bh bl ->
  bpow radix2 (-968) <= Rabs (real ah) -> bpow radix2 (-969) <= Rabs (real ah / real bh) ->
  is_wide hi lo /\
  Rabs (value hi lo e - value ah al ea / value bh bl eb) <= bpow radix2 (-101) * Rabs (value ah al ea / value bh bl eb).
Proof.
  intros (q & ph & pl & pe & rest & H) Fl Fb Nb Wa Wb HA HQ. destruct H as [Eq Hp Er Hs].
  destruct (wide_of_product_values _ _ _ _ _ Hp) as (-> & -> & ->).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ Hs) as (Eh & El & ->). subst q.
  assert (F : finite (fdiv rest bh) /\ finite (fdiv ah bh)).
  { subst lo. destruct (fsub_finite _ _ Fl) as (Fd & F1 & _). destruct (fsub_finite _ _ F1) as (_ & F2 & _). now split. }
  destruct F as (Fd & Fq). destruct (fdiv_finite _ _ Fd Fb Nb) as (Fr & _). subst rest.
  destruct (wide_div_bound ah al bh bl Fq Fd Fr Fb Nb Wa Wb HA HQ) as (B1 & B2 & B3).
  cbv zeta in B1, B2, B3.
  set (Q := Rabs (real ah / real bh)) in *. assert (Q0 : 0 <= Q) by apply Rabs_pos.
  set (q := fdiv ah bh) in *. match type of El with lo = ordered_rest q ?y => set (d := y) in * end.
  assert (O : real q = 0 \/ Rabs (real d) <= Rabs (real q)) by (right; lra).
  rewrite El in Fl. destruct (ordered_sum_exact _ _ Fl O) as (_ & _ & _ & _ & X).
  destruct (ordered_rest_small _ _ Fl O) as (_ & W). subst hi lo. split; [exact W |].
  destruct (wide_size _ _ Wa) as [Sa _]. destruct (wide_size _ _ Wb) as [Sb Sb'].
  assert (B0 : 0 < Rabs (real bh)) by now apply Rabs_pos_lt.
  assert (Nz : real bh + real bl <> 0).
  { intros Z. rewrite Z, Rabs_R0 in Sb. lra. }
  assert (EV : value ah al ea / value bh bl eb =
    (real ah + real al) / (real bh + real bl) * bpow radix2 (ea - eb)).
  { unfold value. unfold Zminus. rewrite bpow_plus, bpow_opp. field. split; [| exact Nz].
    apply Rgt_not_eq, bpow_gt_0. }
  rewrite EV. unfold value. rewrite X. apply relative_of_scaled. eapply Rle_trans; [exact B3 |].
  assert (Big : (1 - 2 * u53) * Q <= Rabs ((real ah + real al) / (real bh + real bl))).
  { unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
    apply Rmult_le_reg_r with (Rabs (real bh + real bl)); [now apply Rabs_pos_lt |].
    replace (Rabs (real ah + real al) * / Rabs (real bh + real bl) * Rabs (real bh + real bl))
      with (Rabs (real ah + real al)) by (field; now apply Rabs_no_R0).
    eapply Rle_trans; [| exact Sa].
    assert (EA : Rabs (real ah) = Q * Rabs (real bh)).
    { unfold Q. rewrite <- Rabs_mult. f_equal. field. exact Nb. }
    rewrite EA.
    assert (P : 0 <= Q * Rabs (real bh)) by (apply Rmult_le_pos; lra).
    eapply Rle_trans; [apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | exact Sb'] |]. lra. }
  change (bpow radix2 (-101)) with (/ 2535301200456458802993406410752). lra.
Qed.
