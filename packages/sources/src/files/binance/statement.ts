import { type IncomingSubType, tickerOf } from '@lotbook/journal'
import { formatDecimal, isNegative } from '@lotbook/money'
import { absoluteAmount, amountText } from '../../reading/amount-text.ts'
import { nameEvent } from '../../providers/binance/event-name.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { renamesByAmount } from '../../reading/renames-by-amount.ts'
import { type Collector, renameType, unmapped } from '../../reading/collector.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { LOCAL_TIME, localTime } from './local-time.ts'
import type { Row } from '../reader/row.ts'
import { readLaunchpad } from './launchpad.ts'
import type { TradeFamily } from './operations.ts'
import { isOpenCode } from '../../providers/binance/assets.ts'
import { type StatementRow, statementRow, timeColumn } from './statement-row.ts'
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
  emptyColumns: ['Remark'],

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
    const swapped = readRenames(
      rows.filter((row) => !back.has(row)),
      out,
    )
    const ownMoves: StatementRow[] = []
    const families = new Map<string, { family: TradeFamily; rows: StatementRow[] }>()
    for (const row of rows) {
      if (back.has(row) || swapped.has(row)) continue
      out.attempt([row], () => {
        const statement = statementRow(row)
        const { operation, account } = statement
        if (operation?.kind === 'launchpad') return void launchpad.push(statement)
        if (/^distribution$/i.test(statement.operationText)) return void distributions.push(statement)
        if (operation?.kind === 'own-move') return void ownMoves.push(statement)
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
    readOwnMoves(ownMoves, out)
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

/**
 * A coin that goes while another arrives in its second, by the same word, has a new name. One that arrives within weeks of one that was
 * taken may be the same coin, and is no income without a look.
 */
function readDistributions(rows: readonly StatementRow[], out: Collector): void {
  const taken: StatementRow[] = []
  const given: StatementRow[] = []
  for (const alike of Map.groupBy(
    rows,
    ({ at, account }) => `${Math.floor(at / 1000)} ${account}`,
  ).values()) {
    const [from, ...moreFrom] = alike.filter(({ isMinus }) => isMinus)
    const [to, ...moreTo] = alike.filter(({ isMinus }) => !isMinus)
    const isPair = from !== undefined && to !== undefined && moreFrom.length + moreTo.length === 0
    if (isPair) readRename(from, to, out)
    else for (const each of alike) (each.isMinus ? taken : given).push(each)
  }
  for (const each of taken) out.attempt([each.row], () => readMove(each, out))
  for (const each of given) {
    const old = taken.find((other) => other.asset !== each.asset && isWithin(other, each, REPLACED_MS))
    if (old === undefined) out.attempt([each.row], () => readMove(each, out))
    else
      readOpen(
        each,
        `This may be what ${tickerOf(old.asset)} became, which was taken: no income until that is clear`,
        out,
      )
  }
}

/** A coin that is replaced at another ratio arrives in this time. */
const REPLACED_MS = 30 * 86_400_000

const isWithin = (a: StatementRow, b: StatementRow, ms: number): boolean => Math.abs(a.at - b.at) <= ms

/** A row whose other side is not known: a person says what it was. */
function readOpen(
  { row, at, asset, amount, isMinus, remark }: StatementRow,
  message: string,
  out: Collector,
): void {
  out.note(row, 'one_end', message, 'Operation')
  const leg = { asset, amount }
  const base = { at, comment: remark, flags: ['review'] }
  out.add(
    [row],
    isMinus
      ? { ...base, type: 'outgoing', subType: 'sent', from: leg }
      : { ...base, type: 'incoming', subType: 'received', to: leg },
  )
}

/**
 * Reads moves between wallets and pools of one person: as much of a coin that went and came back, or arrived in another wallet, leaves no
 * trace. One end alone is open.
 */
function readOwnMoves(rows: readonly StatementRow[], out: Collector): void {
  const waiting = new Map<string, StatementRow[]>()
  const inOrder = rows.toSorted((a, b) => a.at - b.at || Number(b.isMinus) - Number(a.isMinus))
  for (const each of inOrder) {
    const { value } = absoluteAmount(each.amount)
    const key = `${isOfPool(each)} ${each.asset} ${formatDecimal(value)}`
    const open = waiting.get(key) ?? []
    const at = open.findIndex((other) => other.isMinus !== each.isMinus && areEnds(other, each))
    if (at === -1) waiting.set(key, [...open, each])
    else {
      const [other] = open.splice(at, 1)
      out.skip(
        [other?.row ?? each.row, each.row].toSorted((a, b) => a.number - b.number),
        'internal_transfer',
      )
    }
  }
  for (const each of [...waiting.values()].flat())
    readOpen(each, 'The other end of this move is not in these rows', out)
}

const isOfPool = ({ operationText }: StatementRow): boolean => /liquid/i.test(operationText)

/** A pool gives back later what went in; a move between wallets arrives at once. */
function areEnds(first: StatementRow, second: StatementRow): boolean {
  return isOfPool(second) ? first.isMinus : isWithin(first, second, MOVED_MS)
}

const MOVED_MS = 3_600_000

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

/** Words under which a coin is taken and the one that it became is given. */
const REPLACES = /^(?:asset recovery|distribution|token swap - .*)$/i

/**
 * Reads coins that became others in two steps: the old one is taken, and as many of the new one are given hours or days later. One
 * without such a partner, or at another ratio, is left to be read alone, as are those that have theirs in their own second.
 */
function readRenames(rows: readonly Row[], out: Collector): ReadonlySet<Row> {
  const known = statementsOf(rows.filter((row) => REPLACES.test(row.text('Operation'))))
  const seconds = Map.groupBy(known, secondOf)
  const isAlone = (one: StatementRow) =>
    !(seconds.get(secondOf(one)) ?? []).some((other) => other.isMinus !== one.isMinus)
  const done = new Set<Row>()
  for (const ofAccount of Map.groupBy(known.filter(isAlone), ({ account }) => account).values())
    for (const [from, to] of renamesByAmount(ofAccount)) {
      done.add(from.row).add(to.row)
      readRename(from, to, out)
    }
  return done
}

const secondOf = ({ at, account }: StatementRow): string => `${Math.floor(at / 1000)} ${account}`

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

/** What Binance gives, which its API lists too. */
const IS_REWARD: ReadonlySet<IncomingSubType> = new Set([
  'airdrop',
  'interest_received',
  'misc_reward',
  'rebate',
  'staking_reward',
])

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
  const group = IS_REWARD.has(subType) ? nameEvent(out, 'reward', at, [leg]) : null
  return out.add([row], { ...base, type: 'incoming', subType, to: leg, flags, group })
}
