import { isNegative, isZero } from '@lotbook/money'
import { absoluteAmount, addAmounts, noAmount } from '../../reading/amount-text.ts'
import { type Collector, type Draft, unmapped } from '../../reading/collector.ts'
import type { NamedRecord } from '../../reading/named-record.ts'
import type { ForeignRecord, RecordIdentity } from '../../reading/record.ts'
import { checkBalances } from '../../reading/running-balance.ts'
import { conversionsTogether } from './conversions.ts'
import { withFeesAsPaid } from './fee-sign.ts'
import { feeLegOf, FORKS, type LedgerEntry, ledgerEntry, withOwnFee, worthOfEntries } from './ledger-entry.ts'
import { readTrade } from './ledger-trades.ts'
import { isMoveInside, readMovesInside, withMovesNamed } from './moves-inside.ts'
import { withoutTakenBack } from './taken-back.ts'

/** An entry is named by its id, which the export and the API share. */
export function ledgerIdentity(record: NamedRecord): RecordIdentity {
  const kind = 'kraken-ledger'
  const nativeId = record.text('txid')
  if (nativeId !== '') return { kind, nativeId, content: '' }
  const content = `${record.text('time').slice(0, 19)}|${record.text('type')}|${record.text('asset')}|${record.text('amount')}`
  return { kind, nativeId: null, content }
}

/**
 * Reads entries of Kraken's ledger, out of its export or its API. Each moves one asset; the legs of a trade share a refid. The fee is a
 * further debit of the same asset, balance = previous + amount - fee, unless `feecurrency` names another.
 */
export function readLedger(records: readonly NamedRecord[], out: Collector): void {
  const ledgers: LedgerEntry[] = []
  for (const record of records) {
    out.attempt([record], () => {
      const txid = record.text('txid')
      // An entry without txid is a request; if it goes through, the movement has an entry of its own.
      if (txid === '' && record.text('balance') === '')
        return out.skip([record], 'pending_duplicate_empty_txid')
      if (txid !== '' && out.isAgain(txid)) return out.skip([record], 'duplicate_row')
      ledgers.push(ledgerEntry(record, out))
    })
  }

  const left = withoutTakenBack(ledgers, out)
  const kept = withMovesNamed(withFeesAsPaid(left, out))
  readMovesInside(kept.filter(isMoveInside), out)
  const events = kept.filter((ledger) => !isMoveInside(ledger))
  const together = conversionsTogether(events)
  const trades = Map.groupBy(events, (ledger) => together.get(ledger) ?? tradeGroup(ledger))
  for (const [group, members] of trades) {
    if (group === undefined)
      for (const ledger of members) out.attempt([ledger.record], () => readSingle(ledger, out))
    else out.attempt(members.map(recordOf), () => readTrade(members, out))
  }
  // A movement that was taken back changed the balance as well, there and back.
  const isLeft = new Set(left)
  const all = [...kept, ...ledgers.filter((ledger) => !isLeft.has(ledger))]
  checkBalances(
    all.map(withOwnFee).sort((a, b) => a.record.number - b.record.number),
    out,
  )
}

const recordOf = ({ record }: LedgerEntry): ForeignRecord => record

const TRADES: ReadonlySet<string> = new Set([
  'trade',
  'spend',
  'receive',
  'settled',
  'sale',
  'conversion',
  'collateralconversion',
])

/** The name that the entries of one trade share: the refid. */
function tradeGroup({ type, subtype, refid, txid }: LedgerEntry): string | undefined {
  if (subtype !== 'delistingconversion' && !TRADES.has(type)) return undefined
  return refid === '' ? `txid ${txid}` : `refid ${refid}`
}

function readSingle(ledger: LedgerEntry, out: Collector): void {
  const { record, type, asset, amount, fee } = ledger
  const feeLeg = feeLegOf(ledger)
  const base = { at: ledger.at, externalId: ledger.txid }
  if (isZero(amount.value)) {
    // Only a fee: of a position kept open, or of something that moved nothing.
    if (feeLeg === null || isZero(feeLeg.amount.value)) return out.skip([record], 'zero_amount')
    const subType = type === 'rollover' ? 'interest_paid' : type === 'margin' ? 'margin_fee' : 'fee'
    return out.add([record], { ...base, type: 'outgoing', subType, from: feeLeg })
  }
  // Kraken charges it every four hours for the credit that a margin position is held on: interest, and no part of its result.
  if (type === 'rollover') {
    const isSame = ledger.feeAsset === asset
    const whole = addAmounts(absoluteAmount(amount), isSame && fee !== null ? fee : noAmount)
    return out.add([record], {
      ...base,
      type: 'outgoing',
      subType: 'interest_paid',
      from: { asset, amount: whole },
      fee: isSame ? null : feeLeg,
    })
  }
  return out.add([record], { ...base, ...meaning(ledger, out), fee: feeLeg, value: worthOfEntries([ledger]) })
}

function meaning(
  ledger: LedgerEntry,
  out: Collector,
): Pick<Draft, 'type' | 'subType' | 'from' | 'to' | 'flags'> {
  const { record, type, subtype, asset, amount, fee } = ledger
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
    case 'reward':
      return reward('misc_reward')
    case 'airdrop':
      return reward('airdrop')
    case 'earn':
      // What Kraken takes a fee of is a reward; without one it may be a move as well.
      if (subtype === '' && !isMinus && fee !== null && !isZero(fee.value)) return reward('interest_received')
      break
    case 'adjustment':
      return received(['review'])
    case 'nft rebate':
    case 'nft_rebate':
      return reward('rebate')
  }
  const name = subtype === '' ? type : `${type}/${subtype}`
  out.note(record, 'unmapped_type', `Unknown type: ${name}`, 'type')
  return unmapped(name, leg, isMinus)
}
