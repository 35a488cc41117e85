(* What the checker (Reflect.v) finds for filters that are proved by hand elsewhere, and what it refuses: a constant
   that is half as large, and a bound that leaves out underflow. Each line is one computation. *)
From Coq Require Import ZArith Reals List Bool.
From Flocq Require Import Core.
From Carom Require Import Model Reflect.
Import ListNotations.

(* A difference of two numbers, rounded once. *)
Definition rounded (i : nat) (n : Z) := Known [([i], Float radix2 1 (-53))] (variable i) nothing false n.
Definition dot a b c d := Add (Mul (Atom a) (Atom b)) (Mul (Atom c) (Atom d)).
Definition cross a b c d := Sub (Mul (Atom a) (Atom b)) (Mul (Atom c) (Atom d)).
Definition sizes a b := Mul (Abs (Atom a)) (Abs (Atom b)).

(* carom_filter_feature and carom_filter_reach of src/rest/relation_filter.h, for all doubles: wx, wy, ux, uy. *)
Definition relation := [rounded 0 1024; rounded 1 1024; rounded 2 1024; rounded 3 1024].
Definition relation_error e p q := Add (Mul (Const 1 e) (Add p q)) (Const 1 (-1019)).
Lemma feature : is_covered relation (dot 0 2 1 3) (relation_error (-50) (sizes 0 2) (sizes 1 3)) = true.
Proof. vm_compute. reflexivity. Qed.
Lemma reach : is_covered relation (cross 2 1 3 0) (relation_error (-50) (sizes 2 1) (sizes 3 0)) = true.
Proof. vm_compute. reflexivity. Qed.
Lemma half_is_refused : is_covered relation (cross 2 1 3 0) (relation_error (-51) (sizes 2 1) (sizes 3 0)) = false.
Proof. vm_compute. reflexivity. Qed.
Lemma underflow_is_noticed :
  is_covered relation (cross 2 1 3 0) (Mul (Const 1 (-50)) (Add (sizes 2 1) (sizes 3 0))) = false.
Proof. vm_compute. reflexivity. Qed.

(* errors_of of src/turning/moving_filter.h: w and u at the start, how they change, a time in [0, 1], and the reach. *)
Definition change (i : nat) :=
  Known [([i], Float radix2 3 (-53)); ([(i - 2)%nat], Float radix2 3 (-53))] (variable i) nothing false 201.
Definition time := Known [] (constant one) nothing true 0.
Definition radius := Known [([9%nat], Float radix2 1 (-53))] (variable 9) nothing true 201.
Definition moving :=
  [rounded 0 201; rounded 1 201; change 2; change 3; rounded 4 201; rounded 5 201; change 6; change 7; time; radius].
Definition now k := Add (Atom k) (Mul (Atom 8) (Atom (k + 2))).
Definition size_of k := Add (Add (Abs (Atom k)) (Abs (Atom (k + 1)))) (Add (Abs (Atom (k + 2))) (Abs (Atom (k + 3)))).
Definition reach2 := Mul (Atom 9) (Atom 9).
Definition product := Add (Mul (now 0) (now 4)) (Mul (now 1) (now 5)).
Definition square := Sub (Add (Mul (now 0) (now 0)) (Mul (now 1) (now 1))) reach2.
Definition product_error e := Add (Mul (Mul (Const 1 e) (size_of 4)) (size_of 0)) (Const 1 (-600)).
Definition square_error e := Add (Mul (Const 1 e) (Add (Mul (size_of 0) (size_of 0)) reach2)) (Const 1 (-600)).
Lemma product_at_time : is_covered moving product (product_error (-48)) = true.
Proof. vm_compute. reflexivity. Qed.
Lemma square_at_time : is_covered moving square (square_error (-48)) = true.
Proof. vm_compute. reflexivity. Qed.
Lemma quarter_is_refused : is_covered moving product (product_error (-50)) = false.
Proof. vm_compute. reflexivity. Qed.
