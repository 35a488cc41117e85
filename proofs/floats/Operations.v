(* What the extracted terms use besides the operations of Model.v. *)
From Coq Require Import ZArith.
From Carom Require Import Model.

(* A result that is left to code that is no filter. No result of a filter is this number. *)
Definition undecided : Z := (-1000)%Z.
