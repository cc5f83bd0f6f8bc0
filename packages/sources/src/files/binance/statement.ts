import { type Collector, unmapped } from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
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
    const families = new Map<string, { family: TradeFamily; rows: StatementRow[] }>()
    for (const row of rows) {
      out.attempt([row], () => {
        const statement = statementRow(row)
        const { operation, account } = statement
        if (operation?.kind !== 'leg' && operation?.kind !== 'fee') return readMove(statement, out)
        // Fees are those of the order book; other exchanges have none of their own.
        const family = operation.kind === 'fee' ? 'spot' : operation.family
        const key = `${family} ${account}`
        const known = families.get(key)
        if (known === undefined) families.set(key, { family, rows: [statement] })
        else known.rows.push(statement)
      })
    }
    for (const { family, rows: legs } of families.values())
      for (const cluster of clustersOf(legs))
        out.attempt(
          cluster.map(({ row }) => row),
          () => readCluster(cluster, family, out),
        )
  },
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
