import { divideRounded, formatUnits, parseDecimal, toUnits } from '@lotbook/money'
import type { Amounts } from './amounts.ts'

/** Whole numbers of any size, one big integer each: exact where two limbs are too few, and several times slower. */
export class WideAmounts implements Amounts {
  readonly values: bigint[] = []

  reserve(count: number): number {
    const first = this.values.length
    for (let i = 0; i < count; i++) this.values.push(0n)
    return first
  }

  clear(slot: number): void {
    this.values[slot] = 0n
  }

  copy(to: number, from: number): void {
    this.values[to] = this.values[from]!
  }

  copyFrom(to: number, other: WideAmounts, from: number): void {
    this.values[to] = other.values[from]!
  }

  gather(to: number, other: WideAmounts, a: number, b: number, c: number, d: number): void {
    for (const [i, slot] of [a, b, c, d].entries()) this.values[to + i] = other.values[slot]!
  }

  add(to: number, a: number, b: number): void {
    this.values[to] = this.values[a]! + this.values[b]!
  }

  subtract(to: number, a: number, b: number): void {
    this.values[to] = this.values[a]! - this.values[b]!
  }

  isZero(slot: number): boolean {
    return this.values[slot] === 0n
  }

  isNegative(slot: number): boolean {
    return this.values[slot]! < 0n
  }

  compare(a: number, b: number): number {
    const left = this.values[a]!
    const right = this.values[b]!
    return left < right ? -1 : left > right ? 1 : 0
  }

  share(to: number, total: number, part: number, whole: number): void {
    this.values[to] = divideRounded(
      this.values[total]! * this.values[part]!,
      this.values[whole]!,
      'half-even',
    )
  }

  compareRatios(a: number, b: number, c: number, d: number): number {
    const left = this.values[a]! * this.values[d]!
    const right = this.values[c]! * this.values[b]!
    return left < right ? -1 : left > right ? 1 : 0
  }

  approximate(slot: number): number {
    return Number(this.values[slot])
  }

  get(slot: number): bigint {
    return this.values[slot]!
  }

  set(slot: number, value: bigint): void {
    this.values[slot] = value
  }

  setText(slot: number, text: string, scale: number): void {
    const value = parseDecimal(text)
    if (value === undefined) throw new RangeError(`Not an amount: ${text}`)
    this.values[slot] = toUnits(value, scale)
  }

  text(slot: number, scale: number): string {
    return formatUnits(this.values[slot]!, scale)
  }

  split(): boolean {
    return false
  }

  identify(): boolean {
    return false
  }

  writeText(slot: number, scale: number, to: Uint8Array, at: number): number {
    const text = this.text(slot, scale)
    for (let i = 0; i < text.length; i++) to[at + i] = text.charCodeAt(i)
    return at + text.length
  }
}
