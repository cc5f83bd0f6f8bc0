import { tickerOf } from '@lotbook/journal'
import { formatDecimal, isNegative } from '@lotbook/money'
import { absoluteAmount, amountText } from '../../reading/amount-text.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { type Collector, renameType, unmapped } from '../../reading/collector.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { readLaunchpad } from './launchpad.ts'
import type { TradeFamily } from './operations.ts'
import { normaliseHeader } from '../reader/signature.ts'
import { isOpenCode, type StatementRow, statementRow, timeColumn } from './statement-row.ts'
import { clustersOf, readCluster } from './trade-groups.ts'

const columns = ['Account', 'Operation', 'Coin', 'Change', 'Remark']

/**
 * Binance, all statements: one row per coin that changed. Trades have no id; their legs are found by second,
 * account and kind of operation. Rows of one second come in no order.
 */
export const binanceStatement: FileFormat = {
  id: 'binance-statement',
  family: 'binance-statement',
  name: 'Binance transaction history',
  sourceSlug: 'binance',
  exchange: 'Binance',
  headers: [
    { cells: ['User_ID', 'UTC_Time', ...columns] },
    { cells: ['UTC_Time', ...columns] },
    { cells: ['User ID', 'Time', ...columns] },
  ],
  timeZone: 'UTC',
  // A newer export can be made in local time, and its column no longer says UTC.
  asksZone: (header) => header.some((name) => normaliseHeader(name) === 'time'),
  dateColumns: ['UTC_Time', 'Time'],
  isOpenCode,

  identify(row) {
    const { value } = row.requiredAmount('Change')
    const second = Math.floor(row.time(timeColumn(row)) / 1000)
    const said = [row.text('Account'), row.text('Operation'), row.text('Coin')].join('|').toLowerCase()
    return {
      kind: 'binance-statement',
      nativeId: null,
      content: `${second}|${said}|${value.units}e-${value.scale}`,
    }
  },

  read(rows, _sheet, out) {
    const launchpad: StatementRow[] = []
    const distributions: StatementRow[] = []
    const inside: StatementRow[] = []
    const back = takenBack(rows, out)
    const families = new Map<string, { family: TradeFamily; rows: StatementRow[] }>()
    for (const row of rows) {
      if (back.has(row)) continue
      out.attempt([row], () => {
        const statement = statementRow(row)
        const { operation, account } = statement
        if (operation?.kind === 'launchpad') return void launchpad.push(statement)
        if (/^distribution$/i.test(statement.operationText)) return void distributions.push(statement)
        if (operation?.kind === 'internal') inside.push(statement)
        if (operation?.kind !== 'leg' && operation?.kind !== 'fee') return readMove(statement, out)
        // Fees are those of the order book; other exchanges have none of their own.
        const family = operation.kind === 'fee' ? 'spot' : operation.family
        const key = `${family} ${account}`
        const known = families.get(key)
        if (known === undefined) families.set(key, { family, rows: [statement] })
        else known.rows.push(statement)
      })
    }
    readLaunchpad(launchpad, out)
    readDistributions(distributions, out)
    noteOneEnd(inside, out)
    for (const { family, rows: legs } of families.values())
      for (const cluster of clustersOf(legs))
        out.attempt(
          cluster.map(({ row }) => row),
          () => readCluster(cluster, family, out),
        )
  },
}

const SAYS_BACK = /cancel|fail|revers|refund|reject|return/i

/**
 * Skips deposits and withdrawals that a later row takes back: the same word, account and coin, the same amount the other way, and a remark
 * that says so. There is no reference, so without the remark both rows count, the second for review.
 */
function takenBack(rows: readonly Row[], out: Collector): ReadonlySet<Row> {
  const done = new Set<Row>()
  if (!rows.some((row) => SAYS_BACK.test(row.text('Remark')))) return done
  const open = new Map<string, StatementRow[]>()
  const known: StatementRow[] = []
  for (const row of rows) {
    try {
      if (/^(?:fiat )?(?:deposit|withdraw(?:al)?)$|^send$/i.test(row.text('Operation')))
        known.push(statementRow(row))
    } catch (error) {
      // The row's own reading reports it.
      if (!(error instanceof UnreadableValue)) throw error
    }
  }
  for (const statement of known.toSorted((a, b) => a.at - b.at)) {
    const { row, account, operationText, asset, amount, isMinus, remark } = statement
    const { value } = absoluteAmount(amount)
    const event = [operationText.toLowerCase(), account, asset, formatDecimal(value)].join(' ')
    const waiting = open.get(event) ?? []
    const last = waiting.at(-1)
    const other = SAYS_BACK.test(remark) && last?.isMinus === !isMinus ? waiting.pop() : undefined
    if (other === undefined) waiting.push(statement)
    open.set(event, waiting)
    if (other !== undefined) {
      const both = [other.row, row].toSorted((a, b) => a.number - b.number)
      for (const each of both) done.add(each)
      out.skip(both, 'taken_back')
    }
  }
  return done
}

/** A coin that goes while another arrives in its second, by the same word, has a new name. */
function readDistributions(rows: readonly StatementRow[], out: Collector): void {
  for (const alike of Map.groupBy(
    rows,
    ({ at, account }) => `${Math.floor(at / 1000)} ${account}`,
  ).values()) {
    const [from, ...moreFrom] = alike.filter(({ isMinus }) => isMinus)
    const [to, ...moreTo] = alike.filter(({ isMinus }) => !isMinus)
    const isPair = from !== undefined && to !== undefined && moreFrom.length + moreTo.length === 0
    for (const each of isPair ? [] : alike) out.attempt([each.row], () => readMove(each, out))
    if (!isPair) continue
    const both = alike.map(({ row }) => row)
    out.attempt(both, () =>
      out.add(both, {
        at: from.at,
        type: renameType(from.asset, to.asset),
        from: { asset: from.asset, amount: from.amount },
        to: { asset: to.asset, amount: to.amount },
        comment: from.remark || to.remark,
        flags: ['review'],
      }),
    )
  }
}

/** Notes what went into savings or staking, or to another account, and is not back: it counts as still there. */
function noteOneEnd(rows: readonly StatementRow[], out: Collector): void {
  const last = new Map(rows.map((statement) => [statement.asset, statement]))
  for (const { asset, amount } of netByAsset(rows)) {
    const at = last.get(asset)
    if (at === undefined || !isNegative(amount.value)) continue
    const message = `${amountText(amount)} ${tickerOf(asset)} more was moved inside the account than came back in these rows: it counts as still yours`
    out.note(at.row, 'one_end', message, 'Change')
  }
}

function readMove(
  { row, at, operation, operationText, asset, amount, isMinus, remark }: StatementRow,
  out: Collector,
) {
  if (operation?.kind === 'internal') return out.skip([row], 'internal_transfer')
  const leg = { asset, amount }
  const base = { at, comment: remark }
  if (operation?.kind !== 'move') {
    out.note(row, 'unmapped_type', `Unknown operation: ${operationText}`, 'Operation')
    return out.add([row], { ...base, ...unmapped(operationText, leg, isMinus) })
  }
  if (isMinus) {
    const { subType, flags } = operation.minus
    // The amount is right for the balance; how much of it was the fee, the statement does not say.
    const unknownFee = /fee is included/i.test(remark) ? ['fee_included_unknown'] : []
    return out.add([row], { ...base, type: 'outgoing', subType, from: leg, flags: [...flags, ...unknownFee] })
  }
  const { subType, flags } = operation.plus
  return out.add([row], { ...base, type: 'incoming', subType, to: leg, flags })
}
