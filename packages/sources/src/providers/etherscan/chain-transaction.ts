import type { AssetId, Instant } from '@lotbook/journal'
import { absoluteAmount, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import type { Collector, Draft } from '../../reading/collector.ts'
import type { ForeignRecord, RecordIdentity } from '../../reading/record.ts'

/** A record of a transaction has its hash as its id, in a file and in an answer alike. */
export const transactionIdentity = (hash: string): RecordIdentity => ({
  kind: 'evm-tx',
  nativeId: hash,
  content: hash,
})

/** A transaction of an explorer, as seen from the own address. */
export interface ChainTransaction {
  readonly native: AssetId
  readonly hash: string
  readonly at: Instant
  readonly sequence: string | null
  readonly isSender: boolean
  readonly isReceiver: boolean
  readonly isFailed: boolean
  /** Whether the coins went to the deposit contract, from where they come back. */
  readonly isStake?: boolean
  readonly received: Amount
  readonly sent: Amount
  /** Fee that the sender of the transaction paid. */
  readonly paid: Amount
  readonly unitPrices: NonNullable<Draft['unitPrices']>
  readonly comment: string
}

/** The fee is the sender's; a failed transaction costs its fee and moves nothing. */
export function readTransaction(row: ForeignRecord, out: Collector, told: ChainTransaction): void {
  const { native, hash, at, sequence, isSender, isReceiver, isFailed, received, sent } = told
  const { unitPrices, comment } = told
  if (!isSender && !isReceiver) return out.skip([row], 'not_own_address')
  const paid = isSender ? absoluteAmount(told.paid) : noAmount
  const fee = { asset: native, amount: paid }
  const base = { at, txHash: hash, group: hash, sequence, unitPrices, comment }
  const isMove = !isFailed && !(isSender && isReceiver)
  if (isMove && !isZeroAmount(received))
    return out.add([row], {
      ...base,
      type: 'incoming',
      subType: 'received',
      to: { asset: native, amount: received },
      fee,
    })
  if (isMove && !isZeroAmount(sent))
    return out.add([row], {
      ...base,
      type: 'outgoing',
      subType: told.isStake === true ? 'staking_lockup' : 'sent',
      from: { asset: native, amount: sent },
      fee,
    })
  // Someone else's call, or one that cost nothing that the export shows: its tokens are in the sibling file.
  if (isZeroAmount(paid)) return out.skip([row], isFailed ? 'failed' : 'no_value_moved')
  return out.add([row], {
    ...base,
    type: 'outgoing',
    subType: 'fee',
    from: fee,
    flags: isFailed ? ['failed'] : [],
  })
}
