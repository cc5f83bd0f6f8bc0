import { tickerOf } from '@lotbook/journal'
import { compare, formatDecimal, isNegative } from '@lotbook/money'
import { absoluteAmount, amountText } from '../../reading/amount-text.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { type Collector, renameType, unmapped } from '../../reading/collector.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { LOCAL_TIME, localTime } from './local-time.ts'
import type { Row } from '../reader/row.ts'
import { readLaunchpad } from './launchpad.ts'
import type { TradeFamily } from './operations.ts'
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
    { cells: ['ID de usuario', 'Tiempo', 'Cuenta', 'Operación', 'Moneda', 'Cambio', 'Observación'] },
    { cells: ['ユーザーID', '時間', 'アカウント', '操作', 'コイン', '変更', '備考'] },
  ],
  // Operations are in English in every language.
  columns: {
    Time: LOCAL_TIME,
    Account: /^(?:Account|Cuenta|アカウント)$/i,
    Operation: /^(?:Operation|Operación|操作)$/i,
    Coin: /^(?:Coin|Moneda|コイン)$/i,
    Change: /^(?:Change|Cambio|変更)$/i,
    Remark: /^(?:Remark|Observación|備考)$/i,
  },
  timeZone: 'UTC',
  ...localTime,
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
    const swapped = readSwapsByRecovery(
      rows.filter((row) => !back.has(row)),
      out,
    )
    const families = new Map<string, { family: TradeFamily; rows: StatementRow[] }>()
    for (const row of rows) {
      if (back.has(row) || swapped.has(row)) continue
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
  const known = statementsOf(
    rows.filter((row) => /^(?:fiat )?(?:deposit|withdraw(?:al)?)$|^send$/i.test(row.text('Operation'))),
  )
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
    readRename(from, to, out)
  }
}

function readRename(from: StatementRow, to: StatementRow, out: Collector): void {
  const both = [from.row, to.row].toSorted((a, b) => a.number - b.number)
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

/** A coin that is taken and the one that is given for it are seldom further apart. */
const SWAP_MS = 7 * 86_400_000

/**
 * Reads coins that became others in two steps: the old one is recovered, and as many of the new one are distributed hours or days later.
 * A recovery without such a distribution, or at another ratio, is left to be read alone.
 */
function readSwapsByRecovery(rows: readonly Row[], out: Collector): ReadonlySet<Row> {
  const done = new Set<Row>()
  const [taken, given] = [/^asset recovery$/i, /^token swap - distribution$/i].map((word) =>
    statementsOf(rows.filter((row) => word.test(row.text('Operation')))),
  )
  for (const from of taken ?? []) {
    const to = given?.find(
      (one) =>
        from.isMinus &&
        !one.isMinus &&
        !done.has(one.row) &&
        one.asset !== from.asset &&
        one.account === from.account &&
        Math.abs(one.at - from.at) <= SWAP_MS &&
        compare(absoluteAmount(one.amount).value, absoluteAmount(from.amount).value) === 0,
    )
    if (to === undefined) continue
    done.add(from.row).add(to.row)
    readRename(from, to, out)
  }
  return done
}

/** The rows that can be read; the others are reported where they are read alone. */
function statementsOf(rows: readonly Row[]): StatementRow[] {
  return rows.flatMap((row) => {
    try {
      return [statementRow(row)]
    } catch (error) {
      if (!(error instanceof UnreadableValue)) throw error
      return []
    }
  })
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
