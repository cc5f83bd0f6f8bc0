import { shareOfFee } from '../fee-share.ts'

/** An input or output of a transaction, and whose it is: an address, or the holder whose transactions are read. */
export interface HeldOutput {
  readonly holder: string
  readonly units: bigint
}

/** More recipients than this are those of a company that pays many at once. */
export const MOST_RECIPIENTS = 5

/**
 * Parts of what a holder sent in one transaction, one for each recipient: one of them may be another address of the same person, where the
 * part arrives as it was sent. Who pays whom is decided by order: what each holder put in, less its share of the fee and what came
 * back to it, pays the outputs from the first one on. So every reader of the transaction divides it alike, and the parts to one recipient
 * are what it got. Undefined where it has one recipient or very many.
 */
export function sentParts(
  inputs: readonly HeldOutput[],
  outputs: readonly HeldOutput[],
  fee: bigint,
  holder: string,
): readonly bigint[] | undefined {
  const nets = netsOf(inputs, outputs, fee)
  const receivers = [...nets].filter(([, net]) => net < 0n).map(([name, net]) => ({ name, left: -net }))
  if (receivers.length < 2 || receivers.length > MOST_RECIPIENTS) return undefined
  const parts: bigint[] = []
  for (const [payer, net] of nets) {
    let left = net
    for (const receiver of receivers) {
      if (left <= 0n) break
      const paid = receiver.left < left ? receiver.left : left
      receiver.left -= paid
      left -= paid
      if (payer === holder && paid > 0n) parts.push(paid)
    }
  }
  return parts.length < 2 ? undefined : parts
}

/**
 * Amounts that each holder put in beyond its share of the fee and what came to it; negative where more came. Payers stand in the order of
 * inputs, receivers in that of outputs.
 */
function netsOf(
  inputs: readonly HeldOutput[],
  outputs: readonly HeldOutput[],
  fee: bigint,
): ReadonlyMap<string, bigint> {
  const nets = new Map<string, bigint>()
  for (const name of new Set([...inputs, ...outputs].map(({ holder }) => holder))) {
    const total = (sides: readonly HeldOutput[]) =>
      sides.reduce((sum, { holder, units }) => (holder === name ? sum + units : sum), 0n)
    const share = shareOfFee(
      fee,
      inputs.map(({ holder, units }) => ({ units, isOwn: holder === name })),
    )
    nets.set(name, total(inputs) - share - total(outputs))
  }
  return nets
}
