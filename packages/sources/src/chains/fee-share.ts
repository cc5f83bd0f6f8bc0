import { type JsonObject, textIn } from '../exchanges/json-answer.ts'

/** An input of a transaction that several addresses put into. */
export interface FeeInput {
  /** Whole number of the smallest unit; undefined where it is not stated. */
  readonly units: bigint | undefined
  readonly isOwn: boolean
}

/** A whole number of the smallest unit; undefined where the text is none. */
export const unitsOf = (text: string): bigint | undefined =>
  /^\d{1,25}$/.test(text) ? BigInt(text) : undefined

/**
 * The part of a transaction's fee that own inputs bear. Each input bears it in proportion to its amount, rounded down, and the first inputs
 * one unit more each until nothing is left. So all shares make the fee, whoever reads the transaction: of one that several addresses of one
 * person paid into, each read by itself, the fee is counted once. Nothing where an input states no amount.
 */
export function shareOfFee(fee: bigint, inputs: readonly FeeInput[]): bigint {
  const amounts = inputs.map(({ units }) => units ?? -1n)
  const total = amounts.reduce((sum, units) => sum + units, 0n)
  if (total <= 0n || fee <= 0n || amounts.some((units) => units < 0n)) return 0n
  const shares = amounts.map((units) => (fee * units) / total)
  let left = shares.reduce((rest, share) => rest - share, fee)
  return inputs.reduce((sum, { isOwn }, n) => {
    const more = left > 0n ? 1n : 0n
    left -= more
    return isOwn ? sum + (shares[n] ?? 0n) + more : sum
  }, 0n)
}

/** The same of inputs that a provider lists, each with its amount in the field `value`, and of a fee in the smallest unit as text. */
export function sharedFee(
  fee: string,
  inputs: readonly JsonObject[],
  isOwn: (input: JsonObject) => boolean,
): bigint {
  const told = inputs.map((input) => ({ units: unitsOf(textIn(input, 'value')), isOwn: isOwn(input) }))
  return shareOfFee(unitsOf(fee) ?? 0n, told)
}
