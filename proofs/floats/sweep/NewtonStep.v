(* One Newton step to the time on a side, in real numbers: how far guess + step is from the true time of contact.

   On a side the distance is linear in time. So only the errors of the residual, of the inverse of the speed and of the
   multiplication remain. TimeSideStep.v gives their bounds. TimeEndStep.v and TimeEndSecond.v have the steps at an end.
   Source: docs/exactness.md, "The time" and "Hits of a wall at rest, in one pass". *)
From Coq Require Import Reals Lra Psatz.

Open Scope R_scope.

(* T = g + r / w. The residual r' is off by at most E; i is the inverse of w with the relative error x; and the step is
   r' i but for an error C. *)
Lemma linear_step_error g r w T r' i s E x C :
  0 < w -> 0 < i -> T = g + r / w -> Rabs (r' - r) <= E -> Rabs (i * w - 1) <= x -> x < 1 ->
  Rabs (r' * i - s) <= C ->
  Rabs (T - (g + s)) <= (E * i + x * Rabs s + C) / (1 - x).
Proof.
  intros Hw Hi -> HE Hx X1 Hc. set (y := i * w) in *.
  assert (Hy : 1 - x <= y) by (revert Hx; unfold Rabs; destruct Rcase_abs; lra).
  assert (Y0 : 0 < y) by lra.
  assert (P : Rabs (g + r / w - (g + s)) * y <= E * i + x * Rabs s + C).
  { rewrite <- (Rabs_pos_eq y) at 1 by lra. rewrite <- Rabs_mult.
    replace ((g + r / w - (g + s)) * y) with ((- (r' - r)) * i + ((r' * i - s) + - (s * (y - 1)))).
    2: { unfold y. field. lra. }
    rewrite Rplus_assoc. eapply Rle_trans; [apply Rabs_triang |]. apply Rplus_le_compat.
    - rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq i) by lra. apply Rmult_le_compat_r; lra.
    - eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_Ropp, Rabs_mult.
      pose proof (Rabs_pos s). assert (Rabs s * Rabs (y - 1) <= Rabs s * x) by (apply Rmult_le_compat_l; assumption).
      lra. }
  apply Rmult_le_reg_r with (1 - x); [lra |]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  eapply Rle_trans; [| exact P]. apply Rmult_le_compat_l; [apply Rabs_pos | exact Hy].
Qed.
