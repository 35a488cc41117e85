(* Quotients and square roots of double-doubles (wide_div, wide_sqrt of src/arithmetic/wide.h): relative errors of at
   most 2^-101, over the extracted terms.

   Method: the high part is the rounded quotient or root. Its remainder is computed with a few roundings, each relative
   to the dividend. The low part is the remainder, divided. The exact remainder, divided in the same way, gives the
   quotient or root up to a term of second order. *)
From Coq Require Import ZArith Reals Lia Lra Bool Psatz.
From Flocq Require Import Core BinarySingleNaN Mult_error.
From Carom Require Import Model Facts Operations ErrorFree Terms_wide ErrorFreeTerms Wide.

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
  { eapply Rle_trans; [apply times_size; [exact Sq | exact Wb] |]. unfold A. lra. }
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
    2: { replace (real rest) with (w * real bh).
    replace N with (z * (real bh + real bl)) by (unfold z; field; exact Nz). ring. }
    eapply Rle_trans; [apply Rabs_triang |].
    assert (Rabs (z * real bl) <= (3 * u53 + 13 * (u53 * u53)) * Q * (u53 * B)) by now apply times_size.
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
  { subst lo. destruct (fsub_finite _ _ Fl) as (Fd & F1 & _). destruct (fsub_finite _ _ F1) as (_ & F2 & _).
    now split. }
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

(* Doubling has no error. *)
Lemma twice_in_format x : in_format double x -> in_format double (2 * x).
Proof.
  intros H. pose proof (mult_bpow_pos_exact_FLT radix2 (emin double) (prec double) x 1 H ltac:(easy)) as G.
  change (bpow radix2 1) with 2 in G. rewrite Rmult_comm. exact G.
Qed.

Lemma twice_exact (a : D) : finite (fmul (fconst 1 1) a) -> real (fmul (fconst 1 1) a) = 2 * real a.
Proof.
  intros H. destruct (fmul_finite _ _ H) as (_ & _ & ->). constant_of double 1%Z 1%Z. destruct C as [_ ->].
  change (bpow radix2 1) with 2. rewrite Rmult_1_l. apply rnd_of_format, twice_in_format, real_in_format.
Qed.

(* Square roots: h = ah or 2 ah, by the parity of the exponent. *)
Lemma wide_sqrt_bound (h l : D) (S := sqrt (real h)) :
  let s := fsqrt h in
  let rest := fadd (fsub (fsub h (fmul s s)) (product_rest s s)) l in
  let d := fdiv rest (fmul (fconst 1 1) s) in
  finite s -> finite d -> finite (fmul (fconst 1 1) s) -> is_wide h l -> bpow radix2 (-968) <= real h ->
  finite rest ->
  Rabs (real d) <= 2 * u53 * S /\ (1 - 2 * u53) * S <= real s /\ 0 < S /\ 0 < real h + real l /\
  Rabs (real s + real d - sqrt (real h + real l)) <= 18 * (u53 * u53) * S.
Proof.
  intros s rest d Fs Fd F2 W Hh Fr. apply is_wide_bound in W.
  pose proof (bpow_gt_0 radix2 (-968)) as P. assert (H0 : 0 < real h) by lra.
  rewrite (Rabs_pos_eq (real h)) in W by lra.
  assert (SS : S * S = real h) by (unfold S; apply sqrt_sqrt; lra).
  assert (S0 : 0 < S) by (unfold S; now apply sqrt_lt_R0).
  assert (Half : bpow radix2 (-969) = / 2 * bpow radix2 (-968)).
  { replace (-969)%Z with (-1 + -968)%Z by reflexivity. rewrite bpow_plus. reflexivity. }
  assert (HS : bpow radix2 (-969) <= S).
  { unfold S. rewrite <- (sqrt_square (bpow radix2 (-969))) by apply bpow_ge_0. apply sqrt_le_1_alt.
    apply Rle_trans with (bpow radix2 (-968)); [| exact Hh]. rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (HA : bpow radix2 (-969) <= real h) by lra.
  pose proof (eta_of_splittable _ HS) as TS. pose proof (eta_of_splittable _ HA) as TA.
  set (A := real h) in *.
  destruct (fsqrt_finite h Fs) as (_ & _ & Es). fold s in Es. fold A in Es. fold S in Es.
  assert (Ds : Rabs (real s - S) <= (u53 + u53 * u53) * S).
  { rewrite Es. eapply Rle_trans; [apply rnd_error |]. rewrite u_double, eta_double, (Rabs_pos_eq S) by lra. lra. }
  assert (Dss : Rabs (real s * real s - A) <= (2 * u53 + 5 * (u53 * u53)) * A).
  { rewrite <- SS. replace (real s * real s - S * S) with ((real s - S) * (real s + S)) by ring.
    eapply Rle_trans; [apply times_size with (b := (2 + 2 * u53) * S); [exact Ds |] |].
    - apply Rabs_le_inv in Ds. apply Rabs_le. lra.
    - assert (0 < S * S) by (now apply Rmult_lt_0_compat). lra. }
  assert (Ls : (1 - 2 * u53) * S <= real s) by (apply Rabs_le_inv in Ds; lra).
  assert (Us : real s <= (1 + 2 * u53) * S) by (apply Rabs_le_inv in Ds; lra).
  unfold rest in Fr. destruct (fadd_finite _ _ Fr) as (F3 & _ & _). destruct (fsub_finite _ _ F3) as (F1 & Fp & _).
  assert (Sq : bpow radix2 (-969) <= Rabs (real s * real s) /\ Rabs (real s * real s) <= (1 + 3 * u53) * A).
  { apply Rabs_le_inv in Dss. rewrite Rabs_pos_eq by lra. rewrite Half. lra. }
  destruct Sq as [S1 S2]. destruct (product_rest_small s s Fp S1) as (Bp & X).
  set (pl := product_rest s s) in *. set (p := fmul s s) in *.
  assert (Bp' : Rabs (real pl) <= (u53 + 5 * (u53 * u53)) * A) by lra. clear Bp.
  assert (H1 : Rabs (A - real p) <= (3 * u53 + 12 * (u53 * u53)) * A) by (clear - Dss Bp' X H0; two_sided; lra).
  destruct (fsub_error _ _ _ F1 H1) as (_ & _ & E1). set (r1 := fsub h p) in *. fold A in E1.
  assert (H2 : Rabs (real r1 - real pl) <= (2 * u53 + 9 * (u53 * u53)) * A) by (clear - Dss E1 X H0; two_sided; lra).
  destruct (fsub_error _ _ _ F3 H2) as (_ & _ & E2). set (r2 := fsub r1 pl) in *.
  assert (H3 : Rabs (real r2 + real l) <= (3 * u53 + 12 * (u53 * u53)) * A) by (clear - H2 E2 W H0; two_sided; lra).
  destruct (fadd_error _ _ _ Fr H3) as (_ & _ & E3). fold rest in E3.
  set (N := A + real l - real s * real s).
  assert (EN : Rabs (real rest - N) <= 9 * (u53 * u53) * A) by (unfold N; clear - E1 E2 E3 X H0; two_sided; lra).
  assert (BN : Rabs N <= (3 * u53 + 5 * (u53 * u53)) * A) by (unfold N; clear - Dss W H0; two_sided; lra).
  assert (Pl : 0 < A + real l) by (apply Rabs_le_inv in W; lra).
  set (R := sqrt (A + real l)).
  assert (RR : R * R = A + real l) by (unfold R; apply sqrt_sqrt; lra).
  assert (R0 : 0 <= R) by apply sqrt_pos.
  set (z := R - real s). assert (Ez : z * (R + real s) = N) by (unfold z, N; rewrite <- RR; ring).
  assert (P2 : 0 < S * S) by (now apply Rmult_lt_0_compat).
  assert (Bz : Rabs z <= (3 * u53 + 20 * (u53 * u53)) * S).
  { assert (Hz : Rabs z * ((1 - 2 * u53) * S) <= (3 * u53 + 5 * (u53 * u53)) * A).
    { eapply Rle_trans; [apply Rmult_le_compat_l with (r2 := R + real s); [apply Rabs_pos | lra] |].
      rewrite <- (Rabs_pos_eq (R + real s)) by lra. rewrite <- Rabs_mult, Ez. exact BN. }
    apply Rmult_le_reg_r with ((1 - 2 * u53) * S); [apply Rmult_lt_0_compat; lra |].
    eapply Rle_trans; [exact Hz |]. rewrite <- SS. lra. }
  assert (Two : real (fmul (fconst 1 1) s) = 2 * real s) by now apply twice_exact.
  assert (N2 : real (fmul (fconst 1 1) s) <> 0) by (rewrite Two; lra).
  destruct (fdiv_finite _ _ Fd F2 N2) as (_ & Ed). fold d in Ed. rewrite Two in Ed, N2.
  set (w := real rest / (2 * real s)) in *.
  assert (Ew : w * (2 * real s) = real rest) by (unfold w; field; lra).
  assert (Bw : Rabs (w - z) <= 13 * (u53 * u53) * S).
  { assert (Hw : Rabs ((w - z) * (2 * real s)) <= 23 * (u53 * u53) * A).
    { replace ((w - z) * (2 * real s)) with ((real rest - N) + z * z) by (rewrite <- Ew, <- Ez; unfold z; ring).
      eapply Rle_trans; [apply Rabs_triang |].
      pose proof (times_size z z _ _ Bz Bz) as Bzz. rewrite <- SS in *. lra. }
    rewrite Rabs_mult, (Rabs_pos_eq (2 * real s)) in Hw by lra.
    assert (Hw' : Rabs (w - z) * (2 * ((1 - 2 * u53) * S)) <= 23 * (u53 * u53) * A).
    { eapply Rle_trans; [| exact Hw]. apply Rmult_le_compat_l; [apply Rabs_pos | lra]. }
    apply Rmult_le_reg_r with (2 * ((1 - 2 * u53) * S)); [lra |].
    eapply Rle_trans; [exact Hw' |]. rewrite <- SS. lra. }
  assert (Bz2 : Rabs z <= (3 / 2 * u53 + 20 * (u53 * u53)) * S).
  { assert (Ra : (1 - 6 * u53) * S <= R).
    { apply Rabs_le_inv in Bz. unfold z in Bz. lra. }
    assert (Hz : Rabs z * ((2 - 8 * u53) * S) <= (3 * u53 + 5 * (u53 * u53)) * A).
    { eapply Rle_trans; [apply Rmult_le_compat_l with (r2 := R + real s); [apply Rabs_pos | lra] |].
      rewrite <- (Rabs_pos_eq (R + real s)) by lra. rewrite <- Rabs_mult, Ez. exact BN. }
    apply Rmult_le_reg_r with ((2 - 8 * u53) * S); [apply Rmult_lt_0_compat; lra |].
    eapply Rle_trans; [exact Hz |]. rewrite <- SS. lra. }
  assert (Bw' : Rabs w <= (3 / 2 * u53 + 40 * (u53 * u53)) * S).
  { replace w with ((w - z) + z) by ring. eapply Rle_trans; [apply Rabs_triang |]. lra. }
  assert (Bd : Rabs (real d - w) <= 3 * (u53 * u53) * S).
  { rewrite Ed. eapply Rle_trans; [apply rnd_error |]. rewrite u_double, eta_double. lra. }
  split; [| split; [exact Ls | split; [exact S0 | split; [exact Pl |]]]].
  - clear - Bd Bw' S0. two_sided; lra.
  - fold A R. replace (real s + real d - R) with ((real d - w) + (w - z)) by (unfold z; ring).
    eapply Rle_trans; [apply Rabs_triang |]. lra.
Qed.

Lemma fmul_finite_parts (a b : D) : finite (fmul a b) -> finite a /\ finite b.
Proof. intros H. destruct (fmul_finite _ _ H) as (A & B & _). auto. Qed.

Lemma root_is_positive (h : D) : finite (fsqrt h) -> bpow radix2 (-968) <= real h -> 0 < real (fsqrt h).
Proof.
  intros Fs Hh. destruct (fsqrt_finite h Fs) as (_ & _ & Es). rewrite Es.
  assert (P : bpow radix2 (-500) <= sqrt (real h)).
  { rewrite <- (sqrt_square (bpow radix2 (-500))) by apply bpow_ge_0. apply sqrt_le_1_alt.
    rewrite <- bpow_plus. apply Rle_trans with (bpow radix2 (-968)); [apply bpow_le; lia | exact Hh]. }
  pose proof (rnd_le double _ _ P) as Q. rewrite rnd_of_format in Q.
  - pose proof (bpow_gt_0 radix2 (-500)). lra.
  - apply generic_format_bpow. unfold exponents, FLT_exp, emin. change (prec double) with 53%Z.
    change (emax double) with 1024%Z. lia.
Qed.

(* wide_sqrt of a number with an even exponent, or of twice the number with an odd one. *)
Lemma wide_sqrt_core (h l : D) e hi lo :
  hi = fadd (fsqrt h) (fdiv (fadd (fsub (fsub h (fmul (fsqrt h) (fsqrt h))) (product_rest (fsqrt h) (fsqrt h))) l)
    (fmul (fconst 1 1) (fsqrt h))) ->
  lo = ordered_rest (fsqrt h) (fdiv (fadd (fsub (fsub h (fmul (fsqrt h) (fsqrt h))) (product_rest (fsqrt h) (fsqrt h)))
    l)
    (fmul (fconst 1 1) (fsqrt h))) ->
  finite lo -> finite (fmul (fconst 1 1) (fsqrt h)) -> is_wide h l -> bpow radix2 (-968) <= real h -> Z.Even e ->
  is_wide hi lo /\
  Rabs (value hi lo (Z.quot e 2) - sqrt (value h l e)) <= bpow radix2 (-101) * sqrt (value h l e).
Proof.
  intros -> El Fl F2 W Hh Ev. destruct (fmul_finite_parts _ _ F2) as (_ & Fs).
  set (s := fsqrt h) in *.
  match type of El with lo = ordered_rest s ?y => set (d := y) in * end.
  assert (Fd : finite d).
  { subst lo. unfold ordered_rest in Fl. cbv zeta in Fl. now destruct (fsub_finite _ _ Fl). }
  assert (N2 : real (fmul (fconst 1 1) s) <> 0).
  { rewrite (twice_exact s F2). pose proof (root_is_positive h Fs Hh). fold s in H. lra. }
  destruct (fdiv_finite _ _ Fd F2 N2) as (Fr & _).
  destruct (wide_sqrt_bound h l Fs Fd F2 W Hh Fr) as (B1 & B2 & S0 & Pl & B3). cbv zeta in B1, B2, B3.
  fold s in B1, B2, B3. fold d in B1, B3. set (S := sqrt (real h)) in *.
  assert (O : real s = 0 \/ Rabs (real d) <= Rabs (real s)) by (right; rewrite (Rabs_pos_eq (real s)); lra).
  rewrite El in Fl. destruct (ordered_sum_exact _ _ Fl O) as (_ & _ & _ & _ & X).
  destruct (ordered_rest_small _ _ Fl O) as (_ & Wr). subst lo. split; [exact Wr |].
  destruct Ev as (k & ->). replace (Z.quot (2 * k) 2) with k by (rewrite Z.mul_comm, Z.quot_mul; lia).
  assert (EV : sqrt (value h l (2 * k)) = sqrt (real h + real l) * bpow radix2 k).
  { unfold value. replace (2 * k)%Z with (k + k)%Z by lia. rewrite bpow_plus, sqrt_mult_alt by lra.
    rewrite sqrt_square by apply bpow_ge_0. reflexivity. }
  rewrite EV. unfold value. rewrite X.
  rewrite <- (Rabs_pos_eq (sqrt (real h + real l) * bpow radix2 k)) at 2
    by (apply Rmult_le_pos; [apply sqrt_pos | apply bpow_ge_0]).
  apply relative_of_scaled. rewrite (Rabs_pos_eq (sqrt _)) by apply sqrt_pos. eapply Rle_trans; [exact B3 |].
  apply Rabs_le_inv in B1, B3. change (bpow radix2 (-101)) with (/ 2535301200456458802993406410752). lra.
Qed.

Lemma finite_of_real (x : D) : real x <> 0 -> finite x.
Proof. destruct x as [| | |]; try reflexivity; unfold real; simpl; intros H; now elim H. Qed.

Lemma root_is_finite (h : D) :
  0 < real h -> Rabs (real h) <= bpow radix2 1001 -> finite (fmul (fconst 1 1) (fsqrt h)).
Proof.
  intros H0 Hb. assert (Fh : finite h) by (apply finite_of_real; lra).
  destruct (Bsqrt_correct (prec double) (emax double) _ _ mode_NE h) as (C1 & C2 & _).
  assert (Fs : finite (fsqrt h)).
  { unfold finite, fsqrt. rewrite C2. unfold real in H0.
    destruct h as [| | |[|] m e Hm]; try reflexivity; try discriminate.
    simpl B2R in H0. exfalso. assert (F2R (Float radix2 (Z.neg m) e) < 0) by now apply F2R_lt_0. simpl in *. lra. }
  destruct (fsqrt_finite h Fs) as (_ & _ & Es).
  assert (B : Rabs (real (fsqrt h)) <= bpow radix2 1001).
  { rewrite Es. apply rnd_below; [easy |]. rewrite Rabs_pos_eq by apply sqrt_pos.
    rewrite <- (sqrt_square (bpow radix2 1001)) by apply bpow_ge_0. apply sqrt_le_1_alt.
    rewrite Rabs_pos_eq in Hb by lra. eapply Rle_trans; [exact Hb |]. rewrite <- bpow_plus. apply bpow_le. lia. }
  assert (F2 : finite (fconst 1 1 : D)) by (constant_of double 1%Z 1%Z; apply C).
  apply (fmul_is_finite (fconst 1 1) (fsqrt h) 1002 (conj eq_refl eq_refl) F2 Fs).
  constant_of double 1%Z 1%Z. destruct C as [_ ->]. change (bpow radix2 1) with 2.
  replace 1002%Z with (1 + 1001)%Z by reflexivity. rewrite bpow_plus, Rabs_mult. change (bpow radix2 1) with 2.
  rewrite (Rabs_pos_eq (1 * 2)) by lra. lra.
Qed.

Theorem wide_sqrt_error ah al ea hi lo e :
  wide_sqrt_results ah al ea hi lo e -> finite lo -> is_wide ah al -> bpow radix2 (-968) <= real ah ->
  Rabs (real ah) <= bpow radix2 1000 ->
  is_wide hi lo /\
  Rabs (value hi lo e - sqrt (value ah al ea)) <= bpow radix2 (-101) * sqrt (value ah al ea).
Proof.
  unfold wide_sqrt_results. intros H Fl W Hh Hb.
  repeat match goal with H : exists _, _ |- _ => destruct H as [? H] end.
  destruct H as [I1 _ I2 A1 A2 A3 A4 A5 A6 Es Sp Er So R1 R2 R3].
  destruct (wide_of_product_values _ _ _ _ _ Sp) as (? & ? & _).
  destruct (wide_of_ordered_sum_values _ _ _ _ _ _ So) as (? & ? & ?). clear Sp So.
  assert (P : 0 < real ah) by (pose proof (bpow_gt_0 radix2 (-968)); lra).
  assert (Fa : finite ah) by (apply finite_of_real; lra).
  assert (Nx : x = false).
  { rewrite I1. destruct (feq ah (fconst 0 0)) eqn:E; [| reflexivity]. exfalso.
    constant_of double 0%Z 0%Z. destruct C as [Fz Vz]. pose proof (feq_real _ _ Fa Fz E) as Z. rewrite Vz in Z. lra. }
  rewrite Nx in *. clear I1 Nx.
  pose proof (Z.quot_rem' ea 2) as QR. pose proof (Z.rem_bound_abs ea 2 ltac:(easy)) as QB.
  destruct (Z.rem ea 2 =? 0)%Z eqn:Par; simpl negb in I2; subst x3; cbv iota in *.
  - apply Z.eqb_eq in Par. subst.
    apply wide_sqrt_core; try assumption; try reflexivity.
    + apply root_is_finite; [exact P |]. eapply below_le; [exact Hb | lia].
    + exists (Z.quot ea 2). lia.
  - apply Z.eqb_neq in Par.
    assert (F2 : finite (fconst 1 1 : D)) by (constant_of double 1%Z 1%Z; apply C).
    assert (V2 : real (fconst 1 1 : D) = 2).
    { constant_of double 1%Z 1%Z. destruct C as [_ ->]. change (bpow radix2 1) with 2. ring. }
    assert (T1 : finite (fmul (fconst 1 1) ah)).
    { apply (fmul_is_finite (fconst 1 1) ah 1001 (conj eq_refl eq_refl) F2 Fa). rewrite V2, Rabs_mult, (Rabs_pos_eq 2)
      by lra.
      replace 1001%Z with (1 + 1000)%Z by reflexivity. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
    assert (R2f : finite (fmul (fconst 1 1) (fsqrt (fmul (fconst 1 1) ah)))).
    { apply root_is_finite; rewrite (twice_exact ah T1); [lra |]. rewrite Rabs_mult, (Rabs_pos_eq 2) by lra.
      replace 1001%Z with (1 + 1000)%Z by reflexivity. rewrite bpow_plus. change (bpow radix2 1) with 2. lra. }
    assert (H2h : bpow radix2 (-968) <= real (fmul (fconst 1 1) ah)) by (rewrite (twice_exact ah T1); lra).
    assert (T2 : finite (fmul (fconst 1 1) al)).
    { subst. unfold ordered_rest in Fl. cbv zeta in Fl. destruct (fsub_finite _ _ Fl) as (Fd & _ & _).
      destruct (fmul_finite_parts _ _ R2f) as (_ & Fs).
      assert (N2 : real (fmul (fconst 1 1) (fsqrt (fmul (fconst 1 1) ah))) <> 0).
      { rewrite (twice_exact _ R2f). pose proof (root_is_positive _ Fs H2h). lra. }
      destruct (fdiv_finite _ _ Fd R2f N2) as (Fr & _).
      destruct (fadd_finite _ _ Fr) as (_ & F & _). exact F. }
    assert (W' : is_wide (fmul (fconst 1 1) ah) (fmul (fconst 1 1) al)).
    { unfold is_wide. rewrite (twice_exact ah T1), (twice_exact al T2), !Rabs_mult, (Rabs_pos_eq 2) by lra.
      unfold is_wide in W. lra. }
    assert (EV : value ah al ea = value (fmul (fconst 1 1) ah) (fmul (fconst 1 1) al) (ea - 1)).
    { unfold value. rewrite (twice_exact ah T1), (twice_exact al T2).
      replace ea with (ea - 1 + 1)%Z at 1 by ring. rewrite bpow_plus. change (bpow radix2 1) with 2. ring. }
    rewrite EV. subst. apply wide_sqrt_core; try assumption; try reflexivity.
    assert (Z.rem ea 2 = 1 \/ Z.rem ea 2 = -1)%Z as [R | R] by lia.
    + exists (Z.quot ea 2). lia.
    + exists (Z.quot ea 2 - 1)%Z. lia.
Qed.
