import {
  FIRST_INSTANT,
  formatInstant,
  instantOfLocal,
  localClock,
  parseInstant,
  taxDayOf,
  type Instant,
  type TaxDate,
} from '@lotbook/journal'
import { isNegative, isZero, parseDecimal, zero } from '@lotbook/money'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import { withClaimPaid } from './answered-claim.ts'
import type { OpenQuestion } from './open-questions.ts'

/** Possible uses of a withdrawal whose purpose is unknown, and the sub type for each. */
export const SENT_ANSWERS = {
  gift_sent: 'gift_sent',
  purchase: 'purchase',
  lost: 'lost',
  stolen: 'stolen',
  donation: 'donation_501c3',
} as const

/** Fields that an answer may give beside its option. Amounts are exact decimal text in USD, days the taxpayer's. */
export interface AnswerFields {
  readonly acquired_on?: string
  /** Quantity of an opening lot; the missing quantity if left out. */
  readonly quantity?: string
  readonly cost?: string
  readonly value?: string
  readonly sub_type?: string
  readonly donor_basis?: string
  readonly donor_acquired?: string
  /** Asset of the question, where several questions of one transaction have the same answers. */
  readonly asset?: string
  /** Account and units of the claim that a receipt settles. */
  readonly claim_account?: string
  readonly claim_asset?: string
  readonly claim_quantity?: string
}

export type AnswerField = keyof AnswerFields

/** The ways to settle a question of an input, what each has to say, and what it may. */
export const ANSWERS = {
  opening_lot: { needs: ['acquired_on', 'cost'], may: ['quantity', 'asset'] },
  zero_basis: { needs: [], may: ['asset'] },
  own_wallet: { needs: [], may: [] },
  gift_sent: { needs: [], may: ['value'] },
  purchase: { needs: [], may: ['value'] },
  donation: { needs: [], may: ['value'] },
  lost: { needs: [], may: ['value'] },
  stolen: { needs: [], may: ['value'] },
  income: { needs: ['sub_type'], may: ['value'] },
  gift_received: { needs: [], may: ['donor_basis', 'donor_acquired'] },
  bought: { needs: ['cost'], may: [] },
  donor_basis: { needs: ['donor_basis'], may: ['donor_acquired'] },
  price: { needs: ['value'], may: ['asset'] },
  worthless: { needs: [], may: ['asset'] },
  claim_disposed: { needs: ['claim_account'], may: ['claim_asset', 'claim_quantity', 'value'] },
  claim_carried: { needs: ['claim_account'], may: ['claim_asset', 'claim_quantity'] },
  still_locked: { needs: [], may: [] },
  lost_stake: { needs: [], may: [] },
} as const satisfies Readonly<
  Record<string, { readonly needs: readonly AnswerField[]; readonly may: readonly AnswerField[] }>
>

export type AnswerOption = keyof typeof ANSWERS

/** The ways to settle a question; none where only the history itself can. */
export function answersTo(code: OpenQuestion['code']): readonly AnswerOption[] {
  switch (code) {
    case 'MISSING_BASIS':
      return ['opening_lot', 'zero_basis']
    case 'NEGATIVE_BALANCE':
      return ['opening_lot']
    case 'UNRESOLVED_SENT':
      return ['gift_sent', 'purchase', 'donation', 'lost', 'stolen', 'own_wallet']
    case 'UNRESOLVED_RECEIVED':
      return ['income', 'gift_received', 'bought', 'claim_disposed', 'claim_carried', 'own_wallet']
    case 'STAKING_RETURN_SHORT':
      return ['still_locked', 'lost_stake']
    case 'GIFT_BASIS_UNKNOWN':
      return ['donor_basis', 'zero_basis']
    case 'MISSING_PRICE':
      return ['price', 'worthless']
    default:
      return []
  }
}

export interface Answer extends AnswerFields {
  readonly option: AnswerOption
}

/**
 * The input as it is once a question is answered: the transaction says what it was, or an opening lot stands before it.
 * Accepting it as it is changes nothing.
 *
 * @returns why the answer cannot be given, in words, where it cannot.
 */
export function answeredInput(
  input: CalculationInput,
  question: OpenQuestion,
  { option, ...fields }: Answer,
): CalculationInput | string {
  if (!answersTo(question.code).includes(option)) return `${option} is no answer to ${question.code}`
  const { needs } = ANSWERS[option]
  const missing = needs.filter((field) => (fields[field] ?? '') === '')
  if (missing.length > 0) return `${option} needs ${missing.join(' and ')}`
  for (const field of ['quantity', 'cost', 'value', 'donor_basis', 'claim_quantity'] as const) {
    const text = fields[field]
    const amount = text === undefined ? undefined : parseDecimal(text)
    if (text !== undefined && (amount === undefined || isNegative(amount)))
      return `${field} is no amount: ${text}`
  }
  const editedBy = (change: (t: InputTransaction) => Partial<InputTransaction>): CalculationInput => ({
    ...input,
    transactions: input.transactions.map((t) => (t.id === question.tx ? { ...t, ...change(t) } : t)),
  })
  const edited = (change: Partial<InputTransaction>) => editedBy(() => change)
  const { cost, value, sub_type, donor_basis, donor_acquired } = fields
  if (donor_acquired !== undefined && isAfter(donor_acquired, dayOf(input, question.tx)))
    return `the donor had it before it was given: ${donor_acquired} is after that`
  const gift = {
    ...(donor_basis !== undefined && { donor_basis }),
    ...(donor_acquired !== undefined && { donor_acquired }),
  }
  switch (option) {
    case 'opening_lot':
      return withOpeningLot(input, question, fields)
    case 'zero_basis':
    case 'own_wallet':
    case 'still_locked':
      return input
    case 'lost_stake':
      return withLostStake(input, question)
    case 'gift_sent':
    case 'purchase':
    case 'donation':
    case 'lost':
    case 'stolen':
      return edited({
        type: 'outgoing',
        sub_type: SENT_ANSWERS[option],
        ...(value !== undefined && { from_value: value }),
      })
    case 'income':
      return edited({
        type: 'incoming',
        sub_type: sub_type ?? null,
        ...(value !== undefined && { to_value: value }),
      })
    case 'gift_received':
      return edited({ type: 'incoming', sub_type: 'gift_received', gift })
    case 'claim_disposed':
    case 'claim_carried':
      return withClaimPaid(input, question, option, fields)
    case 'donor_basis':
      return edited({ gift })
    case 'price':
    case 'worthless':
      return feeWorth(
        editedBy((t) => worth(t, question.asset, value ?? '0')),
        question.tx,
        value ?? '0',
      )
    case 'bought':
      return edited({ type: 'buy', sub_type: null, from_currency: 'USD', from_amount: cost ?? null })
  }
}

/** A fee that is one of several counts for as much at what it was paid for (R-FEE-4). */
function feeWorth(input: CalculationInput, fee: string, value: string): CalculationInput {
  const transactions = input.transactions.map((t) =>
    t.further_fees?.some((one) => one.fee === fee) === true
      ? { ...t, further_fees: t.further_fees.map((one) => (one.fee === fee ? { fee, value } : one)) }
      : t,
  )
  return { ...input, transactions }
}

/**
 * The transaction with an asset valued at so much; of a self-transfer it is the fee that is valued. Both
 * sides of an exchange are worth the same, and the engine works out a fee in the coin of a side; a fee in a
 * third coin has a value of its own.
 */
function worth(t: InputTransaction, asset: string, value: string): Partial<InputTransaction> {
  if (t.type === 'transfer') return { fee_value: value }
  const isSide = (currency: string | null | undefined) => currency != null && currency !== 'USD'
  const sides = [t.from_currency, t.to_currency]
  if (!sides.includes(asset)) return { fee_value: value }
  const isFeeOfSide = sides.includes(t.fee_currency ?? '') && isZero(parseDecimal(t.fee_value ?? '0') ?? zero)
  return {
    ...(isSide(t.from_currency) && { from_value: value }),
    ...(isSide(t.to_currency) && { to_value: value }),
    ...(isFeeOfSide && { fee_value: null }),
  }
}

/**
 * When an opening lot was acquired: at noon of the day, in the taxpayer's time zone, or just before what uses it where
 * that is the same day. Undefined where there is no such day.
 */
export function openingLotAt(acquiredOn: TaxDate, usedAt: Instant, timeZone: string): Instant | undefined {
  const noon = parseInstant(`${acquiredOn}T12:00:00Z`)
  return noon === undefined ? undefined : Math.min(instantOfLocal(noon, timeZone), usedAt - 1_000)
}

/** Whether a text is a day, and one after another. */
function isAfter(text: string, day: TaxDate): boolean {
  return parseInstant(`${text}T00:00:00Z`) !== undefined && text > day
}

/** The tax day of a transaction. */
function dayOf({ settings, transactions }: CalculationInput, tx: string): TaxDate {
  const at = parseInstant(transactions.find(({ id }) => id === tx)?.at ?? '') ?? 0
  return taxDayOf(at, localClock(settings.timezone ?? 'UTC'))
}

/** The units that a return lacks, lost right after it (R-STK-2). */
function withLostStake(
  input: CalculationInput,
  { tx, account, asset, quantity }: OpenQuestion,
): CalculationInput | string {
  const at = parseInstant(input.transactions.find(({ id }) => id === tx)?.at ?? '') ?? 0
  const lost: InputTransaction = {
    id: `lost stake of ${tx}`,
    at: formatInstant(at + 1_000),
    type: 'outgoing',
    sub_type: 'lost',
    account,
    from_currency: asset,
    from_amount: quantity,
  }
  if (input.transactions.some(({ id }) => id === lost.id)) return 'it is lost already'
  return { ...input, transactions: [...input.transactions, lost] }
}

function withOpeningLot(
  input: CalculationInput,
  { tx, account, asset, quantity: missing }: OpenQuestion,
  { acquired_on = '', cost = '', quantity = missing }: AnswerFields,
): CalculationInput | string {
  const zone = input.settings.timezone ?? 'UTC'
  const usedAt = parseInstant(input.transactions.find(({ id }) => id === tx)?.at ?? '') ?? 0
  const at = openingLotAt(acquired_on, usedAt, zone)
  if (at === undefined) return `there is no such day: ${acquired_on}`
  if (at < FIRST_INSTANT) return 'there was no coin yet before 2009'
  if (acquired_on > dayOf(input, tx)) return 'it must have been there before it was used'
  const lot: InputTransaction = {
    id: `opening lot of ${tx}${asset === '' ? '' : ` in ${asset}`}`,
    at: formatInstant(at),
    type: 'buy',
    account,
    from_currency: 'USD',
    from_amount: cost,
    to_currency: asset,
    to_amount: quantity,
  }
  if (input.transactions.some(({ id }) => id === lot.id)) return 'it has an opening lot already'
  return { ...input, transactions: [...input.transactions, lot] }
}
