import { isZero } from '@lotbook/money'
import { NO_ADDRESS } from '../../catalogue/explorer-chains.ts'
import { parseAmount } from '../../reading/amount-text.ts'
import type { Collector } from '../../reading/collector.ts'
import type { Sheet } from './sheet.ts'
import { cleanCell } from './table.ts'

/** The columns that say who sent and who received, and, where there are any, how much came and went. */
export interface PartyColumns {
  readonly from: string
  readonly to: string
  readonly valueIn?: RegExp
  readonly valueOut?: RegExp
}

/**
 * Owner of an explorer export's history: the address that the person names; else the side that the value columns point
 * to; else the one address in every row; else, of several, the one in the name of the file.
 */
export function ownAddressOf(
  sheet: Sheet,
  columns: PartyColumns,
  told: string | undefined,
): string | { readonly candidates: readonly string[] } {
  if (told !== undefined) return told.toLowerCase()
  const rows = partiesOf(sheet, columns)
  const sure = new Set(rows.flatMap(({ own }) => (own === undefined ? [] : [own])))
  const [only] = sure
  if (only !== undefined && sure.size === 1) return only

  // An address that receives comes first: it is the likelier one.
  let common: string[] | undefined
  for (const { from, to } of rows) {
    const both = [to, from].filter((address) => address !== '' && address !== NO_ADDRESS)
    common = common === undefined ? both : common.filter((address) => both.includes(address))
  }
  const candidates = [...new Set(common ?? [])]
  const [first] = candidates
  if (first !== undefined && candidates.length === 1) return first
  const named = candidates.filter((address) => sheet.fileName.toLowerCase().includes(address))
  if (named.length === 1 && named[0] !== undefined) return named[0]
  return { candidates: candidates.length > 0 ? candidates : mostCommon(rows) }
}

interface Parties {
  readonly from: string
  readonly to: string
  readonly own: string | undefined
}

function partiesOf(sheet: Sheet, columns: PartyColumns): Parties[] {
  const at = (name: string | undefined) => (name === undefined ? undefined : sheet.columnOf(name))
  const [from, to] = [at(columns.from), at(columns.to)]
  const valueIn = columns.valueIn && at(sheet.find(columns.valueIn)?.name)
  const valueOut = columns.valueOut && at(sheet.find(columns.valueOut)?.name)
  return sheet.rows.flatMap(({ cells }) => {
    const cell = (i: number | undefined) => (i === undefined ? '' : cleanCell(cells[i] ?? ''))
    const parties = { from: cell(from).toLowerCase(), to: cell(to).toLowerCase() }
    // A blank row names nobody.
    if (parties.from === '' && parties.to === '') return []
    const own = isMore(cell(valueIn)) ? parties.to : isMore(cell(valueOut)) ? parties.from : ''
    return { ...parties, own: own === '' || parties.from === parties.to ? undefined : own }
  })
}

function isMore(text: string): boolean {
  const amount = parseAmount(text)
  return amount !== undefined && amount !== null && !isZero(amount.value)
}

function mostCommon(rows: readonly Parties[]): string[] {
  const counts = new Map<string, number>()
  for (const { from, to } of rows)
    for (const address of new Set([to, from]))
      if (address !== '' && address !== NO_ADDRESS) counts.set(address, (counts.get(address) ?? 0) + 1)
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([address]) => address)
}

/** Keeps the other side of a movement of coins: an address that sent to the own one, or that it sent to. */
export function meetOtherSide(sheet: Sheet, out: Collector, txHash: string, from: string, to: string): void {
  const { address: own, chain } = sheet.account
  if (own === undefined || chain === undefined) return
  const sides = [from.toLowerCase(), to.toLowerCase()]
  const [other, ...more] = sides.filter((side) => side !== own && side !== '' && side !== NO_ADDRESS)
  if (other !== undefined && more.length === 0 && sides.includes(own))
    out.meet({ chain, address: other, txHash })
}
