import { formatDecimal, parseDecimal, plus, negate, zero, type Decimal } from '@lotbook/money'
import type { Expectation } from '../connecting/cassette.ts'
import type { Reading } from '../reading/outcome.ts'
import type { SourceTransaction } from '../reading/record.ts'

/** A reading as lines of a cassette: what moved, in the order of time, then what was skipped, noted or in error. */
export function journalLines(reading: Reading): readonly Expectation[] {
  const events = reading.transactions.toSorted((a, b) => a.at - b.at).map(eventLine)
  const skipped = counted(reading.skipped.flatMap(({ rows, reason }) => rows.map(() => reason)))
  return [
    ...events,
    ...skipped.map(([reason, rows]) => ({ skipped: reason, rows })),
    ...counted(reading.notes.map(({ code }) => code)).map(([note, times]) => ({ note, times })),
    ...reading.errors.map(({ code, message }) => ({ error: code, message })),
  ]
}

/** Only what is there; amounts without the zeros that a provider writes behind them. */
function eventLine(t: SourceTransaction): Expectation {
  const tokens = Object.entries(t.tokens).map(([asset, { contract }]) => [asset, contract])
  return {
    event: new Date(t.at).toISOString(),
    type: t.subType === null ? t.type : `${t.type}/${t.subType}`,
    ...(t.from === null ? {} : { from: legText(t.from) }),
    ...(t.to === null ? {} : { to: legText(t.to) }),
    ...(t.fee === null ? {} : { fee: legText(t.fee) }),
    ...(t.value === null ? {} : { value: `${exact(t.value.amount)} ${t.value.currency}` }),
    ...((t.externalId ?? '') === '' ? {} : { id: t.externalId }),
    ...((t.txHash ?? '') === '' ? {} : { hash: t.txHash }),
    ...((t.comment ?? '') === '' ? {} : { comment: t.comment }),
    ...(t.flags.length === 0 ? {} : { flags: t.flags }),
    ...(tokens.length === 0 ? {} : { tokens: Object.fromEntries(tokens) as Expectation }),
  }
}

const legText = ({ amount, asset }: { readonly amount: string; readonly asset: string }): string =>
  `${exact(amount)} ${asset}`

/** The sum of all that moved, by asset; assets that come to nothing are left out. */
export function sumsOf({ transactions }: Pick<Reading, 'transactions'>): Readonly<Record<string, string>> {
  const sums = new Map<string, Decimal>()
  const add = (leg: { readonly asset: string; readonly amount: string } | null, isOut: boolean) => {
    if (leg === null) return
    const amount = parseDecimal(leg.amount) ?? zero
    sums.set(leg.asset, plus(sums.get(leg.asset) ?? zero, isOut ? negate(amount) : amount))
  }
  for (const { from, to, fee } of transactions) {
    add(from, true)
    add(to, false)
    add(fee, true)
  }
  return shown(sums)
}

/** Balances that the provider states, by asset, all parts of one together; those of nothing are left out. */
export function statedOf({ balances }: Pick<Reading, 'balances'>): Readonly<Record<string, string>> {
  const sums = new Map<string, Decimal>()
  for (const { asset, quantity } of balances)
    sums.set(asset, plus(sums.get(asset) ?? zero, parseDecimal(quantity) ?? zero))
  return shown(sums)
}

function shown(sums: ReadonlyMap<string, Decimal>): Readonly<Record<string, string>> {
  const texts = [...sums].map(([asset, sum]) => [asset, formatDecimal(sum)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== '0'))
}

/** An amount as the shortest text of the same value; a text that is none as it is. */
export function exact(text: string): string {
  const value = parseDecimal(text)
  return value === undefined ? text : formatDecimal(value)
}

function counted(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
