import { divideRounded } from '@lotbook/money'
import { MOST_DECIMALS, MOST_WHOLE, type Amounts, type Slot, type SplitAmount } from './amounts.ts'

/** A number is `hi × 10^15 + lo` with `0 ≤ lo < 10^15`; both are integers that a double holds exactly. */
const BASE = 1e15
/** The floor of a whole number times this is that of dividing it by the base, within twice the base: what is next to it is far more off than a rounding. */
const PER_BASE = 1e-15
const BASE_DIGITS = 15
const BIG_BASE = 10n ** 15n

/** Beyond this magnitude a number, or a sum of numbers, does not fit two limbs: take `WideAmounts`. */
export const NARROW_LIMIT = 4e30

/** The base is an odd part times 2^15, so that a higher limb times the odd part is a number that a double holds. */
const EVEN_PART = 2 ** 15
const ODD_PART = BASE / EVEN_PART
/** A higher limb below this, and no less than its negative, makes a number that 64 bits hold. */
const MOST_IN_64_BITS = 9223
/** Holds 64 bits as one number and as two halves, the lower first. */
const IN_64_BITS = new BigInt64Array(1)
const HALVES = new Int32Array(IN_64_BITS.buffer)

/** Splits a double into two halves of 26 bits (Dekker), so that products of halves are exact. */
const SPLITTER = 134217729

/**
 * Whole numbers up to 4 × 10^30 in a column of doubles. Decimal limbs, because numbers come and go as decimal
 * text; an addition is two additions and a carry.
 *
 * A processor cannot predict whether there is a carry, or whether a share is rounded up, and each wrong guess
 * costs as much as several additions. So both are computed as `Math.floor` of a quotient and not asked by an
 * `if`, which saves a twentieth of the time of a whole calculation.
 */
export class NarrowAmounts implements Amounts {
  /** Both limbs of a number side by side, so that they come into the processor together. */
  cells: Float64Array<ArrayBuffer>
  used = 0

  constructor(capacity: number) {
    this.cells = new Float64Array(2 * capacity)
  }

  reserve(count: number): Slot {
    const first = this.used
    this.used += count
    if (2 * this.used > this.cells.length) {
      const cells = new Float64Array(2 * Math.max(this.used, Math.ceil(this.cells.length * 0.8), 64))
      cells.set(this.cells)
      this.cells = cells
    }
    return first
  }

  clear(slot: number): void {
    const { cells } = this
    const at = 2 * slot
    cells[at] = 0
    cells[at + 1] = 0
  }

  copy(to: number, from: number): void {
    const { cells } = this
    const at = 2 * to
    const there = 2 * from
    cells[at] = cells[there]!
    cells[at + 1] = cells[there + 1]!
  }

  copyFrom(to: number, other: NarrowAmounts, from: number): void {
    const { cells } = this
    const others = other.cells
    const at = 2 * to
    const there = 2 * from
    cells[at] = others[there]!
    cells[at + 1] = others[there + 1]!
  }

  gather(to: number, other: NarrowAmounts, a: number, b: number, c: number, d: number): void {
    const { cells } = this
    const from = other.cells
    const at = 2 * to
    cells[at] = from[2 * a]!
    cells[at + 1] = from[2 * a + 1]!
    cells[at + 2] = from[2 * b]!
    cells[at + 3] = from[2 * b + 1]!
    cells[at + 4] = from[2 * c]!
    cells[at + 5] = from[2 * c + 1]!
    cells[at + 6] = from[2 * d]!
    cells[at + 7] = from[2 * d + 1]!
  }

  add(to: number, a: number, b: number): void {
    const { cells } = this
    const at = 2 * to
    const lo = cells[2 * a + 1]! + cells[2 * b + 1]!
    const carry = Math.floor(lo * PER_BASE)
    cells[at] = cells[2 * a]! + cells[2 * b]! + carry
    cells[at + 1] = lo - carry * BASE
  }

  subtract(to: number, a: number, b: number): void {
    const { cells } = this
    const at = 2 * to
    const lo = cells[2 * a + 1]! - cells[2 * b + 1]!
    const carry = Math.floor(lo * PER_BASE)
    cells[at] = cells[2 * a]! - cells[2 * b]! + carry
    cells[at + 1] = lo - carry * BASE
  }

  isZero(slot: number): boolean {
    const { cells } = this
    const at = 2 * slot
    return cells[at + 1] === 0 && cells[at] === 0
  }

  isNegative(slot: number): boolean {
    return this.cells[2 * slot]! < 0
  }

  compare(a: number, b: number): number {
    const { cells } = this
    return cells[2 * a]! - cells[2 * b]! || cells[2 * a + 1]! - cells[2 * b + 1]!
  }

  /**
   * The quotient is found in double-double arithmetic, good to about 4 × 10^-31 of its size. Only when it lies
   * so near to a tie that this does not settle the rounding are big integers asked.
   */
  share(to: number, total: number, part: number, whole: number): void {
    const { cells } = this
    let totalHi = cells[2 * total]!
    let totalLo = cells[2 * total + 1]!
    const partHi = cells[2 * part]!
    const partLo = cells[2 * part + 1]!
    const wholeHi = cells[2 * whole]!
    const wholeLo = cells[2 * whole + 1]!
    // The last of several shares is all there is.
    if (partLo === wholeLo && partHi === wholeHi) {
      cells[2 * to] = totalHi
      cells[2 * to + 1] = totalLo
      return
    }
    const isNegative = totalHi < 0
    if (isNegative) {
      totalHi = -totalHi
      if (totalLo > 0) {
        totalHi -= 1
        totalLo = BASE - totalLo
      }
    }

    // Each operand as an unevaluated sum of two doubles: x = total, y = part, z = whole.
    const x = totalHi * BASE
    const xh = x + totalLo
    const xl = totalLo - (xh - x) + baseError(totalHi, x)
    const y = partHi * BASE
    const yh = y + partLo
    const yl = partLo - (yh - y) + baseError(partHi, y)
    const z = wholeHi * BASE
    const zh = z + wholeLo
    const zl = wholeLo - (zh - z) + baseError(wholeHi, z)

    // p = x × y, then q = p ÷ z in two steps, the second of which makes up for what the first lost.
    const inverse = 1 / zh
    const ph = xh * yh
    const pl = productError(xh, yh, ph) + (xh * yl + xl * yh)
    const q1 = (ph + pl) * inverse
    const m = q1 * zh
    const q2 = (ph - m - productError(q1, zh, m) + pl - q1 * zl) * inverse

    // q1 + q2 as limbs and a fraction. The upper limb may be one off, for which the lower makes up in the end.
    let hi = Math.floor(q1 * PER_BASE)
    const back = hi * BASE
    const rest = q1 - back - baseError(hi, back)
    const whole1 = Math.floor(rest)
    const whole2 = Math.floor(q2)
    const fractions = rest - whole1 + (q2 - whole2)
    const whole3 = Math.floor(fractions)
    const fraction = fractions - whole3
    let lo = whole1 + whole2 + whole3
    const doubt = q1 * 2e-30 + 1e-9
    if (Math.abs(fraction - 0.5) <= doubt) {
      this.set(to, divideRounded(this.get(total) * this.get(part), this.get(whole), 'half-even'))
      return
    }
    lo += Math.floor(fraction + 0.5)
    while (lo < 0) {
      lo += BASE
      hi -= 1
    }
    while (lo >= BASE) {
      lo -= BASE
      hi += 1
    }
    if (isNegative) {
      hi = lo === 0 ? 0 - hi : -1 - hi
      lo = lo === 0 ? 0 : BASE - lo
    }
    cells[2 * to] = hi
    cells[2 * to + 1] = lo
  }

  compareRatios(a: number, b: number, c: number, d: number): number {
    const ah = this.cells[2 * a]!
    const bh = this.cells[2 * b]!
    const ch = this.cells[2 * c]!
    const dh = this.cells[2 * d]!
    if (ah >= BASE || bh >= BASE || ch >= BASE || dh >= BASE) {
      const left = this.get(a) * this.get(d)
      const right = this.get(c) * this.get(b)
      return left < right ? -1 : left > right ? 1 : 0
    }
    // a × d - c × b in limbs of 10^15, from the lowest; each limb may be borrowed from once.
    const al = this.cells[2 * a + 1]!
    const bl = this.cells[2 * b + 1]!
    const cl = this.cells[2 * c + 1]!
    const dl = this.cells[2 * d + 1]!
    const low = productRest(al, dl) - productRest(cl, bl)
    const middle =
      productQuotient(al, dl) -
      productQuotient(cl, bl) +
      (productRest(ah, dl) - productRest(ch, bl)) +
      (productRest(al, dh) - productRest(cl, bh))
    const high =
      productQuotient(ah, dl) -
      productQuotient(ch, bl) +
      (productQuotient(al, dh) - productQuotient(cl, bh)) +
      (productRest(ah, dh) - productRest(ch, bh))
    const top = productQuotient(ah, dh) - productQuotient(ch, bh)

    const carry1 = Math.floor(low / BASE)
    const carry2 = Math.floor((middle + carry1) / BASE)
    const carry3 = Math.floor((high + carry2) / BASE)
    const sign = top + carry3
    if (sign !== 0) return sign
    const anyLeft =
      low - carry1 * BASE !== 0 ||
      middle + carry1 - carry2 * BASE !== 0 ||
      high + carry2 - carry3 * BASE !== 0
    return anyLeft ? 1 : 0
  }

  approximate(slot: number): number {
    return this.cells[2 * slot]! * BASE + this.cells[2 * slot + 1]!
  }

  get(slot: number): bigint {
    const hi = this.cells[2 * slot]!
    const lo = this.cells[2 * slot + 1]!
    if (hi === 0 && lo === 0) return 0n
    // A number of at most 64 bits is made from its bits: three times as quick as from doubles, which are each a call
    // into the runtime.
    if (hi < MOST_IN_64_BITS && hi >= -MOST_IN_64_BITS) {
      const above = Math.floor(lo / EVEN_PART)
      const shifted = hi * ODD_PART + above
      const high = Math.floor(shifted / 2 ** 17)
      HALVES[0] = (shifted - high * 2 ** 17) * EVEN_PART + (lo - above * EVEN_PART)
      HALVES[1] = high
      return IN_64_BITS[0]!
    }
    return BigInt(hi) * BIG_BASE + BigInt(lo)
  }

  set(slot: number, value: bigint): void {
    if (BigInt.asIntN(64, value) === value) {
      // The way of `get`, back: the even part of the base is a shift, and what is left of it a division of doubles.
      IN_64_BITS[0] = value
      const low = HALVES[0]!
      const shifted = HALVES[1]! * 2 ** 17 + (low >>> 15)
      const above = Math.floor(shifted / ODD_PART)
      this.cells[2 * slot] = above
      this.cells[2 * slot + 1] = (shifted - above * ODD_PART) * EVEN_PART + (low & (EVEN_PART - 1))
      return
    }
    let hi = value / BIG_BASE
    let lo = value % BIG_BASE
    if (lo < 0n) {
      lo += BIG_BASE
      hi -= 1n
    }
    this.cells[2 * slot] = Number(hi)
    this.cells[2 * slot + 1] = Number(lo)
  }

  setText(slot: number, text: string, scale: number): void {
    const isNegative = text.charCodeAt(0) === 45
    const point = text.indexOf('.')
    const whole = text.slice(isNegative ? 1 : 0, point === -1 ? text.length : point)
    const fraction = point === -1 ? '' : text.slice(point + 1)
    if (fraction.length > scale) throw new RangeError(`${text} has more than ${scale} decimals`)
    const digits = whole + fraction.padEnd(scale, '0')
    const cut = Math.max(0, digits.length - BASE_DIGITS)
    let lo = +digits.slice(cut)
    let hi = cut === 0 ? 0 : +digits.slice(0, cut)
    if (isNegative) {
      hi = lo === 0 ? 0 - hi : -1 - hi
      lo = lo === 0 ? 0 : BASE - lo
    }
    this.cells[2 * slot] = hi
    this.cells[2 * slot + 1] = lo
  }

  text(slot: number, scale: number): string {
    let hi = this.cells[2 * slot]!
    let lo = this.cells[2 * slot + 1]!
    const isNegative = hi < 0
    if (isNegative) {
      hi = -hi
      if (lo > 0) {
        hi -= 1
        lo = BASE - lo
      }
    }
    const digits = (hi === 0 ? String(lo) : String(hi) + String(lo).padStart(BASE_DIGITS, '0')).padStart(
      scale + 1,
      '0',
    )
    let end = digits.length
    const point = digits.length - scale
    while (end > point && digits.charCodeAt(end - 1) === 48) end -= 1
    const text =
      end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`
    return isNegative ? `-${text}` : text
  }

  identify(slot: number, to: Float64Array, at: number): boolean {
    to[at] = this.cells[2 * slot]!
    to[at + 1] = this.cells[2 * slot + 1]!
    return true
  }

  split(slot: number, scale: number, to: SplitAmount): boolean {
    if (scale > MOST_DECIMALS) return false
    let hi = this.cells[2 * slot]!
    let lo = this.cells[2 * slot + 1]!
    const isNegative = hi < 0
    if (isNegative) {
      hi = -hi
      if (lo > 0) {
        hi -= 1
        lo = BASE - lo
      }
    }
    const unit = TENS[scale]!
    const above = Math.floor(lo / unit)
    const whole = hi * TENS[BASE_DIGITS - scale]! + above
    to[0] = isNegative ? 1 : 0
    to[1] = whole
    to[2] = lo - above * unit
    return whole < MOST_WHOLE
  }

  writeText(slot: number, scale: number, to: Uint8Array, at: number): number {
    let hi = this.cells[2 * slot]!
    let lo = this.cells[2 * slot + 1]!
    if (hi < 0) {
      to[at++] = MINUS
      hi = -hi
      if (lo > 0) {
        hi -= 1
        lo = BASE - lo
      }
    }
    // The whole part, and the decimals in two parts: those above the lower limb, if any, and those in it.
    let whole: number
    let upper = 0
    if (scale > BASE_DIGITS) {
      const unit = TENS[scale - BASE_DIGITS]
      // More decimals than both limbs have digits.
      if (unit === undefined) return this.#writeLong(slot, scale, to, at)
      whole = Math.floor(hi / unit)
      upper = hi - whole * unit
    } else {
      const unit = TENS[scale]!
      const above = Math.floor(lo / unit)
      whole = hi * TENS[BASE_DIGITS - scale]! + above
      // The sum must be one that a double holds exactly.
      if (whole > Number.MAX_SAFE_INTEGER) return this.#writeLong(slot, scale, to, at)
      lo -= above * unit
    }
    at = putWhole(whole, to, at)
    if (upper === 0 && lo === 0) return at
    to[at++] = POINT
    if (scale <= BASE_DIGITS) return putDecimals(lo, scale, to, at)
    if (lo === 0) return putDecimals(upper, scale - BASE_DIGITS, to, at)
    return putDecimals(lo, BASE_DIGITS, to, putFixed(upper, scale - BASE_DIGITS, to, at))
  }

  /** Writes an amount of more digits than doubles can be taken apart into. The sign, if any, stands before `at`. */
  #writeLong(slot: number, scale: number, to: Uint8Array, at: number): number {
    const text = this.text(slot, scale)
    const start = text.startsWith('-') ? 1 : 0
    for (let i = start; i < text.length; i++) to[at++] = text.charCodeAt(i)
    return at
  }
}

const ZERO = 0x30
const POINT = 0x2e
const MINUS = 0x2d

/** Powers of ten up to the one of a limb. */
const TENS = Float64Array.from({ length: BASE_DIGITS + 1 }, (_, exponent) => 10 ** exponent)
/** Digits are put in parts of so many, which whole numbers of 32 bits hold: those are divided quickly. */
const PART_DIGITS = 8
const PART = 1e8

/** Put a whole number without zeros before it. @returns where it ends. */
function putWhole(value: number, to: Uint8Array, at: number): number {
  if (value < PART) {
    let digits = 1
    for (let least = 10; value >= least; least *= 10) digits += 1
    return putPart(value, digits, to, at)
  }
  const above = Math.floor(value / PART)
  return putPart(value - above * PART, PART_DIGITS, to, putWhole(above, to, at))
}

/** Put so many decimals, not all of them zero, without zeros behind them. @returns where they end. */
function putDecimals(value: number, digits: number, to: Uint8Array, at: number): number {
  if (digits > PART_DIGITS) {
    const above = Math.floor(value / PART)
    const rest = value - above * PART
    if (rest === 0) return putDecimals(above, digits - PART_DIGITS, to, at)
    return putDecimals(rest, PART_DIGITS, to, putFixed(above, digits - PART_DIGITS, to, at))
  }
  let left = value | 0
  if (left % 10_000 === 0) {
    left = (left / 10_000) | 0
    digits -= FOUR
  }
  for (let next = (left / 10) | 0; next * 10 === left; next = (left / 10) | 0) {
    left = next
    digits -= 1
  }
  return putPart(left, digits, to, at)
}

/** Put so many digits, zeros and all. @returns where they end. */
function putFixed(value: number, digits: number, to: Uint8Array, at: number): number {
  if (digits <= PART_DIGITS) return putPart(value, digits, to, at)
  const above = Math.floor(value / PART)
  return putPart(value - above * PART, PART_DIGITS, to, putFixed(above, digits - PART_DIGITS, to, at))
}

/** Writes no more digits than a part has. */
function putPart(value: number, digits: number, to: Uint8Array, at: number): number {
  const end = at + digits
  let rest = value | 0
  let i = end
  for (; i - at >= FOUR; i -= FOUR) {
    const above = (rest / 10_000) | 0
    const four = FOUR * (rest - 10_000 * above)
    to[i - 4] = FOUR_DIGITS[four]!
    to[i - 3] = FOUR_DIGITS[four + 1]!
    to[i - 2] = FOUR_DIGITS[four + 2]!
    to[i - 1] = FOUR_DIGITS[four + 3]!
    rest = above
  }
  for (i -= 1; i >= at; i--) {
    const tenth = (rest / 10) | 0
    to[i] = ZERO + rest - 10 * tenth
    rest = tenth
  }
  return end
}

/** The digits of each number below 10,000, four by four: looked up, for a division for each costs more. */
const FOUR = 4
const FOUR_DIGITS = Uint8Array.from(
  { length: FOUR * 10_000 },
  (_, n) => ZERO + (Math.floor(Math.floor(n / FOUR) / 10 ** (FOUR - 1 - (n % FOUR))) % 10),
)

/**
 * The rounding error of an upper limb multiplied by the base, exactly. The odd part of the base has 35 bits, so a limb
 * of 18 bits has no error.
 */
function baseError(hi: number, product: number): number {
  return hi < 2 ** 18 ? 0 : productError(hi, BASE, product)
}

/** The rounding error of `a × b` in the double `product`, exactly. */
function productError(a: number, b: number, product: number): number {
  if (a === 0) return 0
  const ca = SPLITTER * a
  const ah = ca - (ca - a)
  const al = a - ah
  const cb = SPLITTER * b
  const bh = cb - (cb - b)
  const bl = b - bh
  return ah * bh - product + ah * bl + al * bh + al * bl
}

/** `a × b` modulo 10^15, exactly, for `0 ≤ a, b < 10^15`. */
function productRest(a: number, b: number): number {
  const product = a * b
  const quotient = Math.floor(product / BASE)
  const back = quotient * BASE
  let rest = product - back + (productError(a, b, product) - productError(quotient, BASE, back))
  if (rest < 0) rest += BASE
  else if (rest >= BASE) rest -= BASE
  return rest
}

/** `a × b` divided by 10^15 without its rest, exactly, for `0 ≤ a, b < 10^15`. */
function productQuotient(a: number, b: number): number {
  const product = a * b
  const quotient = Math.floor(product / BASE)
  const back = quotient * BASE
  const rest = product - back + (productError(a, b, product) - productError(quotient, BASE, back))
  return rest < 0 ? quotient - 1 : rest >= BASE ? quotient + 1 : quotient
}
