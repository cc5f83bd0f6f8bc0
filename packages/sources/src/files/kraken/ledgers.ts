import { isNegative, isZero } from '@lotbook/money'
import { absoluteAmount, addAmounts, noAmount } from '../../reading/amount-text.ts'
import { type Collector, type Draft, unmapped } from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { checkBalances } from './balances.ts'
import { type LedgerRow, ledgerRow, worthOfRows } from './ledger-row.ts'
import { readTrade } from './ledger-trades.ts'

const ids = ['txid', 'refid', 'time', 'type']
const figures = ['amount', 'fee', 'balance']

/**
 * Kraken, History, Export, Ledgers. Each row moves one asset; the legs of a trade share a refid. The fee is
 * a further debit of the same asset: balance = previous + amount - fee.
 */
export const krakenLedgers: FileFormat = {
  id: 'kraken-ledgers',
  family: 'kraken-ledgers',
  name: 'Kraken ledgers',
  sourceSlug: 'kraken',
  exchange: 'Kraken',
  headers: [
    { cells: [...ids, 'subtype', 'aclass', 'asset', 'wallet', ...figures] },
    { cells: [...ids, 'aclass', 'asset', ...figures] },
    { cells: [...ids, 'subtype', 'aclass', 'asset', ...figures] },
    { cells: [...ids, 'subtype', 'aclass', 'asset', ...figures, 'amountusd'] },
    { cells: [...ids, 'subtype', 'aclass', 'asset', 'wallet', ...figures, 'amountusd'] },
    { cells: [...ids, 'subtype', 'aclass', 'subclass', 'asset', 'wallet', ...figures] },
  ],
  timeZone: 'UTC',
  dateColumns: ['time'],

  identify(row) {
    const kind = 'kraken-ledger'
    const nativeId = row.text('txid')
    if (nativeId !== '') return { kind, nativeId, content: '' }
    const content = `${row.text('time').slice(0, 19)}|${row.text('type')}|${row.text('asset')}|${row.text('amount')}`
    return { kind, nativeId: null, content }
  },

  read(rows, _sheet, out) {
    const ledgers: LedgerRow[] = []
    for (const row of rows) {
      out.attempt([row], () => {
        const txid = row.text('txid')
        // A row without txid is a request; if it goes through, the movement has a row of its own.
        if (txid === '' && row.text('balance') === '') return out.skip([row], 'pending_duplicate_empty_txid')
        if (txid !== '' && out.isAgain(txid)) return out.skip([row], 'duplicate_row')
        ledgers.push(ledgerRow(row, out))
      })
    }

    const together = conversionsTogether(ledgers)
    const trades = Map.groupBy(ledgers, (ledger) => together.get(ledger) ?? tradeGroup(ledger))
    for (const [group, members] of trades) {
      if (group === undefined)
        for (const ledger of members) out.attempt([ledger.row], () => readSingle(ledger, out))
      else out.attempt(members.map(rowOf), () => readTrade(members, out))
    }
    checkBalances(ledgers, out)
  },
}

const rowOf = ({ row }: LedgerRow): Row => row

const TRADES: ReadonlySet<string> = new Set(['trade', 'spend', 'receive', 'settled'])

/** What the rows of one trade share: the refid. */
function tradeGroup({ type, subtype, refid, txid }: LedgerRow): string | undefined {
  if (subtype !== 'delistingconversion' && !TRADES.has(type)) return undefined
  return refid === '' ? `txid ${txid}` : `refid ${refid}`
}

/**
 * The rows of a delisted asset and of what it became often have refids of their own: they meet by their moment, where
 * there is one of each and no more. Others stay apart, for a person to pair.
 */
function conversionsTogether(ledgers: readonly LedgerRow[]): ReadonlyMap<LedgerRow, string> {
  const conversions = ledgers.filter(({ subtype }) => subtype === 'delistingconversion')
  const together = new Map<LedgerRow, string>()
  for (const [second, rows] of Map.groupBy(conversions, ({ at }) => Math.floor(at / 1000))) {
    const isPair = rows.length === 2 && rows.some(isGiven) && !rows.every(isGiven)
    if (isPair) for (const row of rows) together.set(row, `conversion ${second}`)
  }
  return together
}

const isGiven = ({ amount }: LedgerRow): boolean => isNegative(amount.value)

const INTERNAL_EARN = /^(?:migration|allocation|deallocation|autoallocate|autoallocation)$/
const INTERNAL_TRANSFER =
  /^(?:spottostaking|spotfromstaking|stakingtospot|stakingfromspot|spottofutures|spotfromfutures)$/
const FORKS: ReadonlySet<string> = new Set(['BCH', 'BSV', 'BTG', 'ETHW', 'XEC', 'BCHA'])

function readSingle(ledger: LedgerRow, out: Collector): void {
  const { row, type, subtype, asset, amount, fee } = ledger
  const isInternal =
    (type === 'earn' && INTERNAL_EARN.test(subtype)) ||
    (type === 'transfer' && INTERNAL_TRANSFER.test(subtype))
  if (isInternal) return out.skip([row], 'internal_transfer')

  const feeLeg = fee === null ? null : { asset, amount: fee }
  const base = { at: ledger.at, externalId: ledger.txid }
  if (isZero(amount.value)) {
    // Only a fee: of a position kept open, or of something that moved nothing.
    if (feeLeg === null || isZero(feeLeg.amount.value)) return out.skip([row], 'zero_amount')
    const subType = type === 'rollover' || type === 'margin' ? 'margin_fee' : 'fee'
    return out.add([row], { ...base, type: 'outgoing', subType, from: feeLeg })
  }
  if (type === 'rollover') {
    const whole = addAmounts(absoluteAmount(amount), fee ?? noAmount)
    return out.add([row], {
      ...base,
      type: 'outgoing',
      subType: 'margin_fee',
      from: { asset, amount: whole },
    })
  }
  return out.add([row], { ...base, ...meaning(ledger, out), fee: feeLeg, value: worthOfRows([ledger]) })
}

function meaning(
  ledger: LedgerRow,
  out: Collector,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'> {
  const { row, type, subtype, asset, amount } = ledger
  const leg = { asset, amount }
  const isMinus = isNegative(amount.value)
  const income = (subType: NonNullable<Draft['subType']>, flags: string[] = []) =>
    ({ type: 'incoming', subType, to: leg, flags }) as const
  const outgo = (subType: NonNullable<Draft['subType']>, flags: string[] = []) =>
    ({ type: 'outgoing', subType, from: leg, flags }) as const
  const received = (flags: string[] = []) => (isMinus ? outgo('sent', flags) : income('received', flags))
  // A reward taken back.
  const reward = (subType: NonNullable<Draft['subType']>) =>
    isMinus ? outgo('fee', ['adjustment']) : income(subType)

  switch (subtype === '' ? type : `${type}/${subtype}`) {
    case 'transfer':
      if (isMinus) return outgo('lost', ['review'])
      return income(FORKS.has(asset) ? 'fork' : 'airdrop', ['review'])
    case 'transfer/airdrop':
    case 'earn/airdrop':
      return reward('airdrop')
    case 'earn/reward':
      return reward('interest_received')
  }
  switch (type) {
    case 'deposit':
      // KFEE are credits that pay fees; they have to arrive before they can be spent.
      if (asset === 'KFEE' && !isMinus) return income('misc_reward')
      return received(isMinus ? ['reversal'] : [])
    case 'withdrawal':
      return received(isMinus ? [] : ['reversal'])
    case 'margin':
      return isMinus ? outgo('margin_loss') : income('margin_gain')
    case 'staking':
      return reward('staking_reward')
    case 'dividend':
      return reward('dividend_received')
    case 'invite bonus':
    case 'invitebonus':
      return reward('misc_reward')
    case 'adjustment':
      return received(['review'])
  }
  const name = subtype === '' ? type : `${type}/${subtype}`
  out.note(row, 'unmapped_type', `Unknown type: ${name}`, 'type')
  return unmapped(name, leg, isMinus)
}
