/** A transaction of a chain of outputs, as a server of such a chain knows it. */
export interface ChainTransaction {
  readonly txid: string
  readonly height: number
  /** Seconds since 1970. */
  readonly time: number
  /** None where the chain made the coins. */
  readonly inputs: readonly ChainOutput[]
  readonly outputs: readonly ChainOutput[]
}

export interface ChainOutput {
  readonly address: string
  /** In the smallest unit. */
  readonly units: number
}

/** Transactions that name an address, newest first. */
export function transactionsOfAddress(all: readonly ChainTransaction[], address: string): ChainTransaction[] {
  return all
    .filter(({ inputs, outputs }) => [...inputs, ...outputs].some((output) => output.address === address))
    .toSorted((a, b) => b.height - a.height || (a.txid < b.txid ? -1 : 1))
}

/** Units received and spent by an address. */
export function sumsOfAddress(all: readonly ChainTransaction[], address: string) {
  const total = (outputs: readonly ChainOutput[]) =>
    outputs.reduce((sum, output) => sum + (output.address === address ? output.units : 0), 0)
  return {
    received: all.reduce((sum, { outputs }) => sum + total(outputs), 0),
    spent: all.reduce((sum, { inputs }) => sum + total(inputs), 0),
  }
}

export function feeOf({ inputs, outputs }: ChainTransaction): number {
  const total = (all: readonly ChainOutput[]) => all.reduce((sum, { units }) => sum + units, 0)
  return inputs.length === 0 ? 0 : total(inputs) - total(outputs)
}

/** A 64-figure hash made of a number. */
export const hashOfNumber = (n: number) => n.toString(16).padStart(64, '0')

const FIRST_DAY = Date.UTC(2023, 0, 2) / 1000

/** The history of an address: coins received, one payment a day with change back to it, and coins moved to itself at the end. */
export function outputHistory(
  address: string,
  payments: number,
  other: string,
  firstNumber = 1,
): ChainTransaction[] {
  const first = 100_000_000
  const history: ChainTransaction[] = [
    {
      txid: hashOfNumber(firstNumber),
      height: 770_000,
      time: FIRST_DAY - 600,
      inputs: [{ address: other, units: first + 1_000 }],
      outputs: [{ address, units: first }],
    },
  ]
  let held = first
  for (let n = 0; n < payments; n += 1) {
    const left = held - 101_000
    history.push({
      txid: hashOfNumber(firstNumber + n + 1),
      height: 770_144 + n * 144,
      time: FIRST_DAY + n * 86_400,
      inputs: [{ address, units: held }],
      outputs: [
        { address: other, units: 100_000 },
        { address, units: left },
      ],
    })
    held = left
  }
  history.push({
    txid: hashOfNumber(firstNumber + payments + 1),
    height: 770_144 + payments * 144,
    time: FIRST_DAY + payments * 86_400,
    inputs: [{ address, units: held }],
    outputs: [{ address, units: held - 500 }],
  })
  return history
}
