import { coinOf, compareText, type SubType } from '@lotbook/journal'
import { compare, decimal } from '@lotbook/money'
import { recipientOf } from '../../catalogue/recipient.ts'
import { JsonRecord } from '../../exchanges/json-record.ts'
import type { Amount } from '../../reading/amount-text.ts'
import { Collector, type Draft, SeenNames } from '../../reading/collector.ts'
import type { Finding, Reading } from '../../reading/outcome.ts'
import { MOST_RECIPIENTS, sentParts } from './sent-parts.ts'
import { type FeeInput, shareOfFee, unitsOf as statedUnits } from '../fee-share.ts'

/** A transaction of a chain of outputs, as a provider states it. Amounts are whole numbers of the smallest unit. */
export interface OutputTransaction {
  readonly hash: string
  /** Seconds since 1970 of its block. */
  readonly time: string
  readonly height: string
  readonly inputs: readonly Output[]
  readonly outputs: readonly Output[]
  readonly fee: string
  /** The chain made its coins in this transaction: the reward of whoever found the block. */
  readonly isCoinbase: boolean
  /** Its outputs are more than its inputs, since the chain paid for the stake in it. */
  readonly isStake?: boolean
  /** The page it stands on. */
  readonly page: string
}

export interface Output {
  readonly addresses: readonly string[]
  readonly units: string
}

export interface OutputChain {
  /** Name of the chain. */
  readonly exchange: string
  readonly ticker: string
  /** Coins can go where nobody sees them; what is missing of a transaction then is no fee. */
  readonly hasShielded?: boolean
}

/** Decimals of every chain that is read here. */
const PLACES = 8

/**
 * Reads transactions of outputs as one holder sees them. What went out is inputs less what came back to own addresses: change is
 * no income, and coins moved between own addresses cost their fee and nothing else. The first of equal hashes counts.
 */
export function readOutputTransactions(
  transactions: readonly OutputTransaction[],
  own: ReadonlySet<string>,
  chain: OutputChain,
  refused: readonly Finding[] = [],
): Reading {
  const out = new Collector({ exchange: chain.exchange, names: new SeenNames() })
  const seen = new Set<string>()
  const once = transactions.filter(({ hash }) => seen.size < seen.add(hash).size)
  for (const [n, transaction] of once.toSorted(byHeight).entries()) {
    const { hash, page, time, height } = transaction
    const origin = { kind: 'page', page, remoteId: hash } as const
    const record = new JsonRecord({ time, height }, n + 1, origin, () => ({
      kind: 'utxo-tx',
      nativeId: hash,
      content: hash,
    }))
    out.attempt([record], () => {
      const base = {
        at: record.time('time'),
        txHash: hash,
        group: hash,
        sequence: sequenceOf(height),
      }
      const moved = movementOf(record, transaction, own, chain)
      if (moved === undefined) return out.skip([record], 'no_value_moved')
      for (const draft of inParts(moved, transaction, own, chain)) out.add([record], { ...base, ...draft })
      if (moved.subType === 'sent') meetRecipients(transaction, own, chain, out)
    })
  }
  const { transactions: read, skipped, notes, errors, balances, counterparties } = out
  return { transactions: read, skipped, notes, errors: [...refused, ...errors], balances, counterparties }
}

/** Keeps the addresses that coins were sent to: of a transaction that others paid into nobody says who sent what. */
function meetRecipients(
  { hash, inputs, outputs }: OutputTransaction,
  own: ReadonlySet<string>,
  { ticker }: OutputChain,
  out: Collector,
): void {
  const isOwn = ({ addresses }: Output) => addresses.some((address) => own.has(address))
  const others = outputs.filter((output) => !isOwn(output)).flatMap(({ addresses }) => addresses)
  if (!inputs.every(isOwn) || others.length > MOST_RECIPIENTS) return
  for (const address of others) {
    const recipient = recipientOf(ticker, address, hash)
    if (recipient !== undefined) out.meet(recipient)
  }
}

/** Oldest first, whatever the order of the pages. */
function byHeight(a: OutputTransaction, b: OutputTransaction): number {
  return Number(a.height) - Number(b.height) || compareText(a.hash, b.hash)
}

function movementOf(
  record: JsonRecord,
  transaction: OutputTransaction,
  own: ReadonlySet<string>,
  chain: OutputChain,
): Omit<Draft, 'at'> | undefined {
  const { inputs, outputs, isStake } = transaction
  const asset = coinOf(chain.ticker)
  const isOwn = ({ addresses }: Output) => addresses.some((address) => own.has(address))
  const total = (all: readonly Output[]) => all.reduce((sum, { units }) => sum + unitsOf(record, units), 0n)
  const spent = total(inputs.filter(isOwn))
  const received = total(outputs.filter(isOwn))
  const leg = (units: bigint) => ({ asset, amount: amountOf(units) })
  if (received > spent && (spent === 0n || isStake === true))
    return { type: 'incoming', subType: incomeOf(transaction, spent), to: leg(received - spent) }
  if (spent === 0n) return undefined
  const { paid, flags } = feeOf(record, transaction, { isOwn, gained: received - spent }, chain)
  const fee = paid === 0n ? null : leg(paid)
  const moved = received - spent + paid
  if (moved > 0n) return { type: 'incoming', subType: 'received', to: leg(moved), fee, flags }
  if (moved < 0n) return { type: 'outgoing', subType: 'sent', from: leg(-moved), fee, flags }
  return paid === 0n ? undefined : { type: 'outgoing', subType: 'fee', from: leg(paid), flags }
}

/** Divides a sending into a transaction for each recipient; leaves all else as it is. */
function inParts(
  moved: Omit<Draft, 'at'>,
  { inputs, outputs, fee }: OutputTransaction,
  own: ReadonlySet<string>,
  chain: OutputChain,
): readonly Omit<Draft, 'at'>[] {
  if (moved.subType !== 'sent' || moved.flags?.includes(SHIELDED) === true || chain.hasShielded === true)
    return [moved]
  const held = (sides: readonly Output[]) =>
    sides.map(({ addresses, units }, n) => ({
      // An output without an address is nobody's whose name is known.
      holder: addresses.some((address) => own.has(address)) ? OWN : (addresses[0] ?? `output ${n}`),
      units: statedUnits(units) ?? 0n,
    }))
  const parts = sentParts(held(inputs), held(outputs), statedUnits(fee) ?? 0n, OWN) ?? []
  const asset = coinOf(chain.ticker)
  const whole = amountOf(parts.reduce((sum, one) => sum + one, 0n))
  const isWhole = moved.from != null && compare(whole.value, moved.from.amount.value) === 0
  if (parts.length < 2 || !isWhole) return [moved]
  return parts.map((units, n) => ({
    ...moved,
    from: { asset, amount: amountOf(units) },
    fee: n === 0 ? (moved.fee ?? null) : null,
    part: n === 0 ? null : `recipient ${n}`,
  }))
}

/** Holder of own addresses. */
const OWN = 'own'

function incomeOf({ isCoinbase, isStake }: OutputTransaction, spent: bigint): SubType {
  if (isCoinbase) return 'mined'
  return isStake === true && spent > 0n ? 'staking_reward' : 'received'
}

/**
 * The fee that own inputs bear. None where coins went where nobody sees them, for it is among them, or came from there on top of own
 * inputs. @throws UnreadableValue
 */
function feeOf(
  record: JsonRecord,
  transaction: OutputTransaction,
  { isOwn, gained }: { readonly isOwn: (output: Output) => boolean; readonly gained: bigint },
  chain: OutputChain,
): { readonly paid: bigint; readonly flags: readonly string[] } {
  const { inputs } = transaction
  const isAllOwn = inputs.every(isOwn)
  if (isAllOwn && gained > 0n) return { paid: 0n, flags: [SHARED] }
  const missing = unitsOf(record, transaction.fee)
  const isShielded = chain.hasShielded === true && missing > mostFee(transaction)
  const flags = [...(isAllOwn ? [] : [SHARED]), ...(isShielded ? [SHIELDED] : [])]
  if (isShielded) return { paid: 0n, flags }
  if (!isAllOwn) return { paid: shareOfFee(missing, inputs.map(inputOf(isOwn))), flags }
  if (gained + missing > 0n)
    throw record.problem('not_an_amount', 'fee', 'The fee is more than what was spent')
  return { paid: missing, flags }
}

const inputOf =
  (isOwn: (output: Output) => boolean) =>
  (input: Output): FeeInput => ({
    units: statedUnits(input.units),
    isOwn: isOwn(input),
  })

/**
 * More than any wallet pays for a transaction on Zcash: twice the fee of ZIP 317 for what is seen and some actions that are not, and the
 * fee that was usual before.
 */
function mostFee({ inputs, outputs }: OutputTransaction): bigint {
  return 10_000n * BigInt(inputs.length + outputs.length + 20)
}

/** Flag of a transaction that other addresses paid into as well: the fee is the share of what came from here. */
const SHARED = 'shared_transaction'
/** Flag of a transaction that sent coins where nobody sees them; its fee is among them. */
const SHIELDED = 'shielded'

/** @throws UnreadableValue */
function unitsOf(record: JsonRecord, text: string): bigint {
  if (!/^\d{1,25}$/.test(text))
    throw record.problem('not_an_amount', 'value', `Not an amount: ${text.slice(0, 40)}`)
  return BigInt(text)
}

/** The amount of a whole number of the smallest unit. */
export function amountOf(units: bigint): Amount {
  const value = decimal(units, PLACES)
  return { value, places: value.scale }
}

function sequenceOf(height: string): string | null {
  return /^\d{1,12}$/.test(height) ? height.padStart(12, '0') : null
}
