import { isContractRow } from '@lotbook/journal'
import { formUnits, needsNoListing, type DisposalLine } from '@lotbook/reports'
import type { BoxPart, DecidedColumns } from './decided-lines.ts'

/** A disposal with its number in the calculation. */
interface NumberedRow extends DisposalLine {
  readonly n: number
}

/** Sums of disposals that are in one box whatever is answered of their account: rows of a year become a few parts. */
export function boxParts(
  rows: readonly NumberedRow[],
  columns: ReadonlyMap<number, DecidedColumns>,
): readonly BoxPart[] {
  const parts = new Map<string, BoxPart>()
  for (const row of rows) {
    const decided = columns.get(row.n)
    const key =
      decided === undefined
        ? `${row.account} ${row.term} ${row.box} ${isContractRow(row.kind, row.asset)}`
        : `${decided.box} ${row.term} ${needsNoListing(decided)}`
    parts.set(key, withRow(parts.get(key), row, decided))
  }
  return [...parts.values()]
}

const cents = (amount: string) => formUnits(amount, 'cents')

function withRow(part: BoxPart | undefined, row: NumberedRow, decided: DecidedColumns | undefined): BoxPart {
  const { proceeds, basis, adjustment } = decided?.form ?? { ...row, adjustment: '0' }
  const { account, asset, kind, term, box } = row
  const before = part ?? { account, asset, kind, term, box, decided, ...NOTHING }
  return {
    ...before,
    count: before.count + 1,
    proceeds: before.proceeds + cents(proceeds),
    basis: before.basis + cents(basis),
    adjustment: before.adjustment + cents(adjustment),
    own: before.own + cents(row.proceeds) - cents(row.basis),
  }
}

const NOTHING = { count: 0, proceeds: 0n, basis: 0n, adjustment: 0n, own: 0n }
