/**
 * How a division that does not come out even is settled. Every rounding in Lotbook names one of these.
 *
 * `half-up` rounds ties away from zero (the convention of IRS forms, by magnitude); `half-even` rounds
 * ties to the even neighbour; `down` cuts off toward zero; `floor` goes toward minus infinity.
 */
export type Rounding = 'half-even' | 'half-up' | 'down' | 'floor'

/**
 * `a × b ÷ c` in integers with one rounding at the end, so that nothing is lost in between.
 *
 * @throws RangeError when `c` is zero.
 */
export function mulDiv(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  return divideRounded(a * b, c, rounding)
}

/** `numerator ÷ denominator` as an integer. @throws RangeError when the denominator is zero. */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const n = denominator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = n / d // truncates toward zero
  const rest = n % d
  if (rest === 0n) return quotient
  const away = n < 0n ? -1n : 1n

  switch (rounding) {
    case 'down':
      return quotient
    case 'floor':
      return n < 0n ? quotient - 1n : quotient
    case 'half-up':
      return 2n * magnitude(rest) >= d ? quotient + away : quotient
    case 'half-even': {
      const twice = 2n * magnitude(rest)
      if (twice > d) return quotient + away
      if (twice < d) return quotient
      return quotient % 2n === 0n ? quotient : quotient + away
    }
  }
}

/** The absolute value. */
export function magnitude(n: bigint): bigint {
  return n < 0n ? -n : n
}

/** 10 to the power of `exponent`, as an integer; `exponent` is a whole number from 0. */
export function powerOfTen(exponent: number): bigint {
  const known = POWERS[exponent]
  return known ?? 10n ** BigInt(exponent)
}

const POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, i) => 10n ** BigInt(i))
