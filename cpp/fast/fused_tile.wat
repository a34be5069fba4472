;; The kernel's tile for engines with relaxed SIMD: a product and a sum in one instruction, rounded once where the machine
;; has such an instruction. Older engines refuse a module with it whole, and the core's compiler cannot write it, so it is
;; one function of its own, which is handed to the core (kernel.h: FusedTile).
;;
;; Six rows by two vectors are twelve sums: a fused instruction takes four cycles and two begin in each, so that eight sums
;; would wait for one another. With two vectors of b and a number of a they fill the 15 registers that V8 has.
(module
  (import "core" "memory" (memory 0))

  ;; sums (6, 8) += a (6, depth) · b (8, depth)ᵀ. Each pair of neighbouring rows of a lies in a panel, a step of which is 8
  ;; numbers; from one row of sums to the next are so many bytes.
  (func (export "tile")
    (param $a0 i32) (param $a2 i32) (param $a4 i32) (param $b i32) (param $depth i32)
    (param $sums i32) (param $row_bytes i32)
    (local $at i32) (local $number v128) (local $left v128) (local $right v128)
    (local $s00 v128) (local $s01 v128) (local $s10 v128) (local $s11 v128)
    (local $s20 v128) (local $s21 v128) (local $s30 v128) (local $s31 v128)
    (local $s40 v128) (local $s41 v128) (local $s50 v128) (local $s51 v128)

    (local.set $at (local.get $sums))
    (local.set $s00 (v128.load (local.get $at)))
    (local.set $s01 (v128.load offset=16 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (local.set $s10 (v128.load (local.get $at)))
    (local.set $s11 (v128.load offset=16 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (local.set $s20 (v128.load (local.get $at)))
    (local.set $s21 (v128.load offset=16 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (local.set $s30 (v128.load (local.get $at)))
    (local.set $s31 (v128.load offset=16 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (local.set $s40 (v128.load (local.get $at)))
    (local.set $s41 (v128.load offset=16 (local.get $at)))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (local.set $s50 (v128.load (local.get $at)))
    (local.set $s51 (v128.load offset=16 (local.get $at)))

    (loop $next
      (local.set $left (v128.load (local.get $b)))
      (local.set $right (v128.load offset=16 (local.get $b)))

      (local.set $number (v128.load32_splat (local.get $a0)))
      (local.set $s00 (f32x4.relaxed_madd (local.get $number) (local.get $left) (local.get $s00)))
      (local.set $s01 (f32x4.relaxed_madd (local.get $number) (local.get $right) (local.get $s01)))
      (local.set $number (v128.load32_splat offset=4 (local.get $a0)))
      (local.set $s10 (f32x4.relaxed_madd (local.get $number) (local.get $left) (local.get $s10)))
      (local.set $s11 (f32x4.relaxed_madd (local.get $number) (local.get $right) (local.get $s11)))

      (local.set $number (v128.load32_splat (local.get $a2)))
      (local.set $s20 (f32x4.relaxed_madd (local.get $number) (local.get $left) (local.get $s20)))
      (local.set $s21 (f32x4.relaxed_madd (local.get $number) (local.get $right) (local.get $s21)))
      (local.set $number (v128.load32_splat offset=4 (local.get $a2)))
      (local.set $s30 (f32x4.relaxed_madd (local.get $number) (local.get $left) (local.get $s30)))
      (local.set $s31 (f32x4.relaxed_madd (local.get $number) (local.get $right) (local.get $s31)))

      (local.set $number (v128.load32_splat (local.get $a4)))
      (local.set $s40 (f32x4.relaxed_madd (local.get $number) (local.get $left) (local.get $s40)))
      (local.set $s41 (f32x4.relaxed_madd (local.get $number) (local.get $right) (local.get $s41)))
      (local.set $number (v128.load32_splat offset=4 (local.get $a4)))
      (local.set $s50 (f32x4.relaxed_madd (local.get $number) (local.get $left) (local.get $s50)))
      (local.set $s51 (f32x4.relaxed_madd (local.get $number) (local.get $right) (local.get $s51)))

      (local.set $a0 (i32.add (local.get $a0) (i32.const 32)))
      (local.set $a2 (i32.add (local.get $a2) (i32.const 32)))
      (local.set $a4 (i32.add (local.get $a4) (i32.const 32)))
      (local.set $b (i32.add (local.get $b) (i32.const 32)))
      (br_if $next (local.tee $depth (i32.sub (local.get $depth) (i32.const 1)))))

    (local.set $at (local.get $sums))
    (v128.store (local.get $at) (local.get $s00))
    (v128.store offset=16 (local.get $at) (local.get $s01))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (v128.store (local.get $at) (local.get $s10))
    (v128.store offset=16 (local.get $at) (local.get $s11))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (v128.store (local.get $at) (local.get $s20))
    (v128.store offset=16 (local.get $at) (local.get $s21))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (v128.store (local.get $at) (local.get $s30))
    (v128.store offset=16 (local.get $at) (local.get $s31))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (v128.store (local.get $at) (local.get $s40))
    (v128.store offset=16 (local.get $at) (local.get $s41))
    (local.set $at (i32.add (local.get $at) (local.get $row_bytes)))
    (v128.store (local.get $at) (local.get $s50))
    (v128.store offset=16 (local.get $at) (local.get $s51))))
