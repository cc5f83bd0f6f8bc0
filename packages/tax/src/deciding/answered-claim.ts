import { FIRST_INSTANT, formatInstant, isFiat, type Instant, type TaxDate } from '@lotbook/journal'
import { compare, formatDecimal, minus, parseDecimal, plus, times, zero, type Decimal } from '@lotbook/money'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { transferEvents } from '../matching/transfer-events.ts'
import {
  claimClosedAt,
  claimSteps,
  type ClaimAnswer,
  type ClaimPlace,
  type ClaimStep,
} from './claim-steps.ts'
import type { OpenQuestion } from './open-questions.ts'

/** The part of a claim that a receipt settles: by default as many units of the same coin. */
export interface ClaimFields {
  /** The account that the bankrupt company kept. */
  readonly claim_account?: string
  readonly claim_asset?: string
  readonly claim_quantity?: string
  /** Fair market value of all that was received, in USD. */
  readonly value?: string
}

/**
 * The input in which a receipt pays part of a claim: each movement that it stands for is one that the rules know. A claim in the account of the receipt
 * is set aside first, so that what was paid out and what is still owed are not one pool of lots.
 *
 * @returns why the answer cannot be given, in words, where it cannot.
 */
export function withClaimPaid(
  input: CalculationInput,
  { tx }: OpenQuestion,
  answer: ClaimAnswer,
  fields: ClaimFields,
): CalculationInput | string {
  const receipt = input.transactions.find(({ id }) => id === tx)
  const { to_currency: coin, to_amount: units } = receipt ?? {}
  if (receipt === undefined || receipt.type !== 'incoming' || coin == null || units == null)
    return 'only a coin that was received pays a claim in kind'
  if (isFiat(coin)) return 'cash pays a claim as a sale of its units'
  const { claim_account: account = '', claim_asset: owed = coin } = fields
  if (owed !== coin && fields.claim_quantity === undefined)
    return `${answer} needs claim_quantity: ${owed} is another coin than ${coin}`
  const settled = { asset: owed, amount: fields.claim_quantity ?? units }
  if (isFiat(settled.asset)) return 'a claim in cash that is paid in a coin is a purchase'
  if (!isAbove(read(settled.amount), zero)) return 'claim_quantity must be above zero'
  const at = instantOf(receipt)
  const claim = claimAt(input.transactions, account, receipt.account, at)
  if (typeof claim === 'string') return claim
  const transactions = [...input.transactions, ...claim.setAside]
  const left = unitsLeft(transactions, claim.account, settled.asset, at)
  if (isAbove(read(settled.amount), left))
    return `${account} has ${formatDecimal(left)} ${settled.asset} left to pay, less than ${settled.amount}`
  const worth = fields.value ?? receipt.to_value ?? undefined
  if (worth === undefined && answer === 'claim_disposed') return `${answer} needs value`
  const places = { claim: claim.account, settling: settlingName(account), receipt: receipt.account }
  const steps = claimSteps({ answer, at, settled, received: { asset: coin, amount: units } })
  const paid = steps.flatMap((step, n) =>
    eventsOf(step, { receipt, places, worth, isLast: n === steps.length - 1 }),
  )
  return { ...input, transactions: [...transactions.filter(({ id }) => id !== tx), ...paid] }
}

/**
 * The input in which a case is closed: what is left of the claim of an account leaves as lost at the end of that day, with its basis (R-LOSS-1).
 *
 * @param priceAt - the price in USD of one unit at an instant, where one is known.
 * @returns why it cannot be closed, in words, where it cannot.
 */
export function withClaimClosed(
  input: CalculationInput,
  account: string,
  on: TaxDate,
  priceAt: (asset: string, at: Instant) => string | undefined = () => undefined,
): CalculationInput | string {
  const at = claimClosedAt(on, input.settings.timezone ?? 'UTC')
  if (at === undefined) return `there is no such day: ${on}`
  if (at < FIRST_INSTANT) return 'there was no coin yet before 2009'
  const { transactions } = input
  const owed = setAsideAt(transactions, account) === undefined ? account : claimName(account)
  const lost = [...unitsHeld(transactions, owed, at + 1)].flatMap(([asset, units]): InputTransaction[] => {
    if (isFiat(asset) || !isAbove(units, zero)) return []
    const price = parseDecimal(priceAt(asset, at) ?? '')
    return [
      {
        id: `claim on ${account} lost in ${asset}`,
        at: formatInstant(at),
        type: 'outgoing',
        sub_type: 'lost',
        account: owed,
        from_currency: asset,
        from_amount: formatDecimal(units),
        from_value: price === undefined ? null : formatDecimal(times(units, price)),
      },
    ]
  })
  if (transactions.some((t) => (t.account === owed || t.to_account === owed) && instantOf(t) > at))
    return `something moved in ${owed} after ${on}`
  if (lost.length === 0) return `nothing is left in ${account} on ${on}`
  return { ...input, transactions: [...transactions, ...lost] }
}

/** Names of the accounts that a claim passes through. */
const claimName = (account: string) => `${account} claim`
const settlingName = (account: string) => `${account} claim, being settled`
const setAsideId = (account: string, asset: string) => `claim on ${account} set aside in ${asset}`

interface Claim {
  /** The account that holds the claim when it is paid. */
  readonly account: string
  readonly setAside: readonly InputTransaction[]
}

/** The claim as it is when a receipt pays part of it; in words why that order cannot be. */
function claimAt(
  transactions: readonly InputTransaction[],
  account: string,
  receiptAccount: string,
  at: Instant,
): Claim | string {
  const before = setAsideAt(transactions, account)
  if (before !== undefined && before > at && account === receiptAccount)
    return `the claim on ${account} was set aside for a later payment: answer the earliest first`
  if (before !== undefined && before <= at) return { account: claimName(account), setAside: [] }
  if (account !== receiptAccount) return { account, setAside: [] }
  const setAside = [...unitsHeld(transactions, account, at)].flatMap(([asset, units]): InputTransaction[] =>
    isFiat(asset) || !isAbove(units, zero)
      ? []
      : [
          {
            id: setAsideId(account, asset),
            at: formatInstant(at - 1),
            type: 'transfer',
            account,
            to_account: claimName(account),
            from_currency: asset,
            from_amount: formatDecimal(units),
          },
        ],
  )
  return { account: claimName(account), setAside }
}

/** When the claim of an account was set aside; undefined where it was not. */
function setAsideAt(transactions: readonly InputTransaction[], account: string): Instant | undefined {
  const one = transactions.find((t) => t.account === account && isSetAside(t))
  return one === undefined ? undefined : instantOf(one)
}

const isSetAside = ({ id, account, from_currency: asset }: InputTransaction) =>
  id === setAsideId(account, asset ?? '')

interface StepContext {
  readonly receipt: InputTransaction
  readonly places: Readonly<Record<ClaimPlace, string>>
  readonly worth: string | undefined
  readonly isLast: boolean
}

function eventsOf(step: ClaimStep, { receipt, places, worth, isLast }: StepContext): InputTransaction[] {
  const id = `claim paid by ${receipt.id}`
  if (step.kind === 'exchange')
    return [
      {
        id: `${id}, exchanged`,
        at: formatInstant(step.at),
        type: step.type,
        account: places.settling,
        from_currency: step.from.asset,
        from_amount: step.from.amount,
        from_value: worth ?? null,
        to_currency: step.to.asset,
        to_amount: step.to.amount,
        to_value: worth ?? null,
      },
    ]
  const { asset, amount, at } = step
  const departure = {
    id,
    direction: 'departure',
    accountKey: places[step.from],
    asset,
    amount,
    at,
    fingerprint: id,
  } as const
  if (isLast)
    return transferEvents({ ...departure, id: `${id}, paid out` }, [
      {
        id: receipt.id,
        direction: 'arrival',
        accountKey: receipt.account,
        asset,
        amount,
        at,
        value: receipt.to_value ?? null,
        fee: receipt.fee_amount ?? null,
        feeAsset: receipt.fee_currency ?? null,
        feeValue: receipt.fee_currency === 'USD' ? null : (receipt.fee_value ?? '0'),
        furtherFees: receipt.further_fees ?? null,
        fingerprint: receipt.id,
      },
    ])
  return transferEvents(departure, [{ ...departure, direction: 'arrival', accountKey: places[step.to] }])
}

/** Units of a claim that a payment may settle: those that were there then, and that nothing later took. */
function unitsLeft(
  transactions: readonly InputTransaction[],
  account: string,
  asset: string,
  at: Instant,
): Decimal {
  const [then = zero, now = zero] = [at + 1, Infinity].map((before) =>
    unitsHeld(transactions, account, before).get(asset),
  )
  return isAbove(then, now) ? now : then
}

/** Units of each asset in an account by what happened before an instant. */
function unitsHeld(
  transactions: readonly InputTransaction[],
  account: string,
  before: Instant,
): ReadonlyMap<string, Decimal> {
  const concerned = transactions.filter(
    (t) => (t.account === account || t.to_account === account) && instantOf(t) < before,
  )
  return unitsByAccount(concerned).get(account) ?? new Map<string, Decimal>()
}

/** Units of each asset that transactions leave in each account. */
function unitsByAccount(transactions: readonly InputTransaction[]): Map<string, Map<string, Decimal>> {
  const held = new Map<string, Map<string, Decimal>>()
  const add = (account: string, asset: string | null | undefined, units: Decimal) => {
    if (asset == null) return
    const ofAccount = held.get(account) ?? new Map<string, Decimal>()
    held.set(account, ofAccount.set(asset, plus(ofAccount.get(asset) ?? zero, units)))
  }
  for (const t of transactions) {
    add(t.account, t.from_currency, minus(zero, read(t.from_amount)))
    add(t.account, t.fee_currency, minus(zero, read(t.fee_amount)))
    if (t.type === 'transfer') add(t.to_account ?? t.account, t.from_currency, read(t.from_amount))
    else add(t.account, t.to_currency, read(t.to_amount))
  }
  return held
}

const instantOf = (t: InputTransaction): Instant => Date.parse(t.at)
const read = (text: string | null | undefined): Decimal => parseDecimal(text ?? '0') ?? zero
const isAbove = (a: Decimal, b: Decimal) => compare(a, b) > 0
