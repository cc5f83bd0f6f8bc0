import { isNegative } from '@lotbook/money'
import { isZeroAmount } from '../../reading/amount-text.ts'
import { type Collector, type DraftLeg, earliest, exchangeType } from '../../reading/collector.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import type { StatementRow } from './statement-row.ts'

/**
 * Reads sales of new tokens: a subscription spends a coin, what was too much of it comes back, and the tokens arrive hours or days later.
 * Nothing but the time ties them, so a subscription without tokens, or one of several that could be meant, stays apart and is noted.
 */
export function readLaunchpad(rows: readonly StatementRow[], out: Collector): void {
  for (const sale of salesOf(rows))
    out.attempt(
      sale.map(({ row }) => row),
      () => readSale(sale, out),
    )
}

const isToken = ({ operation }: StatementRow): boolean =>
  operation?.kind === 'launchpad' && operation.side === 'tokens'

/** Subscriptions up to the tokens that follow them; what came back in the second of the tokens was back before. */
function salesOf(rows: readonly StatementRow[]): StatementRow[][] {
  const ordered = rows.toSorted((a, b) => a.at - b.at || Number(isToken(a)) - Number(isToken(b)))
  const sales: StatementRow[][] = []
  for (const row of ordered) {
    const sale = sales.at(-1)
    const begins = row.isMinus && sale?.some(isToken) === true
    if (sale === undefined || begins) sales.push([row])
    else sale.push(row)
  }
  return sales
}

function readSale(sale: readonly StatementRow[], out: Collector): void {
  const spent = sale.filter((row) => !isToken(row))
  const tokens = Map.groupBy(sale.filter(isToken), ({ asset }) => asset)
  const paid = legsOf(spent)
  if (paid.length === 0 && spent.length > 0) {
    out.skip(
      spent.map(({ row }) => row),
      'internal_transfer',
    )
    for (const row of sale.filter(isToken)) readAlone(row, out)
    return
  }
  const [from] = paid
  const bought = [...tokens.values()].map((rows) => ({ rows, to: legsOf(rows)[0] }))
  const isWhole = bought.every(({ to }) => to !== undefined && !isGiven(to))
  const [first] = bought
  if (
    from !== undefined &&
    first !== undefined &&
    paid.length === 1 &&
    bought.length === 1 &&
    isGiven(from) &&
    isWhole
  )
    return addTrade(sale, from, first, [], out)
  const minus = spent.filter(({ isMinus }) => isMinus)
  if (bought.length > 1 && minus.length === spent.length && minus.length === bought.length && isWhole) {
    for (const [i, got] of bought.entries()) {
      const given = minus[i]
      if (given !== undefined) addTrade([given, ...got.rows], given, got, ['paired_by_order'], out)
    }
    return
  }
  for (const row of sale) readAlone(row, out)
}

const isGiven = ({ amount }: DraftLeg): boolean => isNegative(amount.value)

const legsOf = (rows: readonly StatementRow[]): DraftLeg[] =>
  netByAsset(rows).filter(({ amount }) => !isZeroAmount(amount))

function addTrade(
  rows: readonly StatementRow[],
  { asset, amount }: DraftLeg,
  { rows: bought, to }: { readonly rows: readonly StatementRow[]; readonly to: DraftLeg | undefined },
  flags: readonly string[],
  out: Collector,
): void {
  if (to === undefined) return
  out.add(
    rows.map(({ row }) => row).toSorted((a, b) => a.number - b.number),
    {
      at: earliest(bought.map(({ at }) => at)),
      type: exchangeType(asset, to.asset),
      from: { asset, amount },
      to,
      flags,
    },
  )
}

function readAlone(
  { row, at, asset, amount, isMinus, operationText, remark }: StatementRow,
  out: Collector,
): void {
  if (isZeroAmount(amount)) return out.skip([row], 'zero_amount')
  out.note(
    row,
    'counter_leg_missing',
    `The other side of this ${operationText} could not be determined`,
    'Operation',
  )
  const base = { at, comment: remark, flags: ['counter_leg_missing'] }
  const leg = { asset, amount }
  return isMinus
    ? out.add([row], { ...base, type: 'outgoing', subType: 'sent', from: leg })
    : out.add([row], { ...base, type: 'incoming', subType: 'received', to: leg })
}
