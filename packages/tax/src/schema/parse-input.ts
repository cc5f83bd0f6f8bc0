import { isFiat, isTimeZone, isTransactionType, localClock, sidesOf, taxDayOf } from '@lotbook/journal'
import {
  absolute,
  compare,
  decimal,
  isZero,
  MAX_INTEGER_DIGITS,
  parseDecimal,
  times,
  zero,
  type Decimal,
} from '@lotbook/money'
import {
  CalculationInputError,
  eachUnknownField,
  JURISDICTION_CODES,
  jurisdictionOf,
  quoted,
  REPORTED,
  UNKNOWN_FIELD,
  type InputProblem,
  type Jurisdiction,
  type Treatment,
} from '@lotbook/rules'
import { plainAmount } from './amount-text.ts'
import type { CalculationInput, InputTransaction } from './calculation-input.ts'
import { contradictionsIn } from './contradictions.ts'
import { inputOfRows, isInputRows } from './input-rows.ts'
import {
  amountTrouble,
  eachUnknown,
  fields,
  inSettings,
  isDay,
  isObject,
  isOptionalText,
  type Fields,
} from './json-fields.ts'
import { checkSettings } from './settings-problems.ts'
import { dayNumber, readInstant } from './tax-day.ts'

/** Beyond this many problems the rest is not collected: the input is of another kind altogether. */
const MOST_PROBLEMS = 200

const TEXTS = ['to_account', 'from_currency', 'to_currency', 'fee_currency', 'sub_type'] as const
const AMOUNTS = ['from_amount', 'from_value', 'to_amount', 'to_value', 'fee_amount', 'fee_value'] as const

/** The fields that the schema knows, by where they stand. Any other is refused: a misspelt one would count for nothing. */
const INPUT = fields<CalculationInput>('settings', 'transactions')
const TRANSACTION = fields<InputTransaction>(
  'id',
  'at',
  'type',
  'account',
  'lots',
  'gift',
  'reported',
  'further_fees',
  ...TEXTS,
  ...AMOUNTS,
)
const PICK = fields<NonNullable<InputTransaction['lots']>[number]>('lot', 'quantity')
const FURTHER_FEE = fields<NonNullable<InputTransaction['further_fees']>[number]>('fee', 'value')
const GIFT = fields<NonNullable<InputTransaction['gift']>>('donor_basis', 'donor_acquired')

/**
 * Read an input of the schema `lotbook-tax-scenarios/1`, or the same as rows (`lotbook-input-rows/1`).
 *
 * @throws CalculationInputError naming each transaction and field that is unknown, missing, no amount or a contradiction.
 */
export function parseCalculationInput(json: unknown): CalculationInput {
  const input = parseStoredInput(json)
  const contradictions = contradictionsIn(input)
  if (contradictions.length > 0) throw new CalculationInputError(contradictions)
  return input
}

/**
 * Reads an input that was calculated already, as its manifest says: it need only be well formed. Another time zone may
 * have moved the day of a gift before the one its donor had it on.
 *
 * @throws CalculationInputError naming each transaction and field that is unknown, missing or no amount.
 */
export function parseStoredInput(json: unknown): CalculationInput {
  const named = isInputRows(json) ? inputOfRows(json) : json
  const problems = problemsOfInput(named)
  if (problems.length > 0) throw new CalculationInputError(problems)
  const read = named as CalculationInput
  return (read.settings as unknown) == null ? { ...read, settings: {} } : read
}

/**
 * Problems that keep an input from being calculated; empty if there are none.
 *
 * @param law the law to read it by, where it is not the one that its settings name.
 */
export function problemsOfInput(json: unknown, law?: Jurisdiction): InputProblem[] {
  const problems: InputProblem[] = []
  if (!isObject(json)) return [{ index: null, transaction: null, field: 'input', message: 'Not an object' }]
  eachUnknown(json, INPUT, '', problems)
  const given = json['settings'] ?? {}
  const settings = isObject(given) ? given : {}
  const known = law ?? lawNamedIn(settings)
  if (isObject(given)) checkSettings(settings, known, problems)
  else problems.push(inSettings('settings', 'Not an object'))

  const transactions = json['transactions']
  if (!Array.isArray(transactions)) {
    problems.push(inSettings('transactions', 'Not a list'))
    return problems
  }
  const seen = new Map<string, number>()
  for (let index = 0; index < transactions.length && problems.length < MOST_PROBLEMS; index++) {
    checkTransaction(transactions[index], index, seen, { law: known, settings }, problems)
  }
  return problems
}

/** The law that settings name; for a name that is not known, which is a problem of its own, the default. */
function lawNamedIn(settings: Fields): Jurisdiction {
  const jurisdiction = JURISDICTION_CODES.find((code) => code === settings['jurisdiction'])
  return jurisdictionOf(jurisdiction === undefined ? {} : { jurisdiction })
}

/** Law and settings that a transaction is read by. */
interface ReadBy {
  readonly law: Jurisdiction
  readonly settings: Fields
}

function checkTransaction(
  json: unknown,
  index: number,
  seen: Map<string, number>,
  by: ReadBy,
  problems: InputProblem[],
) {
  const { law } = by
  const before = problems.length
  const id = isObject(json) && typeof json['id'] === 'string' ? json['id'] : null
  const report = (field: string, message: string) => {
    problems.push({ index, transaction: id, field, message })
  }
  if (!isObject(json)) return report('transaction', 'Not an object')
  eachUnknownField(json, TRANSACTION, (field) => report(field, UNKNOWN_FIELD))

  if (id === null || id === '') report('id', 'Missing')
  else if (seen.has(id)) report('id', `Twice: also transactions[${seen.get(id)}]`)
  else seen.set(id, index)

  const at = json['at']
  if (at === undefined || at === null) report('at', 'Missing')
  else if (typeof at !== 'string' || readInstant(at) === undefined)
    report('at', `Not an instant (ISO 8601, UTC): ${quoted(at)}`)
  if (typeof json['account'] !== 'string' || json['account'] === '') report('account', 'Missing')
  for (const field of TEXTS)
    if (!isOptionalText(json[field])) report(field, `Not text: ${quoted(json[field])}`)
  for (const field of AMOUNTS) {
    const value = json[field]
    if (value === undefined || value === null) continue
    const trouble = amountTrouble(value, field.startsWith('fee_'))
    if (trouble !== undefined) report(field, trouble)
  }
  const reported = json['reported']
  if (reported !== undefined && reported !== null && !(REPORTED as readonly unknown[]).includes(reported))
    report('reported', `Unknown: ${quoted(reported)}; known are ${REPORTED.join(', ')}`)
  checkPicks(json['lots'], report)
  checkFurtherFees(json['further_fees'], report)
  checkGift(json['gift'], report)

  const type = json['type']
  if (type === undefined || type === null) return report('type', 'Missing')
  if (typeof type !== 'string' || !law.treatments.some((known) => known.type === type))
    return report('type', `Unknown type: ${quoted(type)}`)
  const code = law.treatmentCode(type, json['sub_type'] as string | null | undefined)
  if (code === undefined) return report('sub_type', subTypeTrouble(law, type, json['sub_type']))
  // The requirements of a type are checked only on fields that are well formed.
  if (problems.length === before)
    checkSides(json as unknown as InputTransaction, law.treatments[code]!, by, report)
}

/** Why a sub type, or the lack of one, is refused. */
function subTypeTrouble(law: Jurisdiction, type: string, subType: unknown): string {
  const known = subTypesOf(law, type).join(', ')
  if ((subType ?? '') === '') return `Missing: ${type} is one of ${known}`
  return `${quoted(subType)} does not go with ${type}${known === '' ? ', which has none' : `; known are ${known}`}`
}

/** The sub types that an input may give a type, by name; none where it has none. */
function subTypesOf({ treatments, treatmentCode }: Jurisdiction, type: string): readonly string[] {
  return treatments
    .flatMap((t, code) =>
      t.type === type && treatmentCode(type, t.subType) === code ? [t.subType ?? ''] : [],
    )
    .filter((subType) => subType !== '')
    .toSorted()
}

type Report = (field: string, message: string) => void

function checkPicks(picks: unknown, report: Report) {
  if (picks === undefined || picks === null) return
  if (!Array.isArray(picks)) return report('lots', 'Not a list')
  picks.forEach((pick: unknown, i) => {
    if (!isObject(pick)) return report(`lots[${i}]`, 'Not an object')
    eachUnknownField(pick, PICK, (field) => report(`lots[${i}].${field}`, UNKNOWN_FIELD))
    if (typeof pick['lot'] !== 'string') report(`lots[${i}].lot`, 'Missing')
    const trouble = amountTrouble(pick['quantity'])
    if (trouble !== undefined) report(`lots[${i}].quantity`, trouble)
  })
}

function checkFurtherFees(fees: unknown, report: Report) {
  if (fees === undefined || fees === null) return
  if (!Array.isArray(fees)) return report('further_fees', 'Not a list')
  fees.forEach((one: unknown, i) => {
    const field = `further_fees[${i}]`
    if (!isObject(one) || typeof one['fee'] !== 'string')
      return report(field, 'Not a fee with what it is worth')
    eachUnknownField(one, FURTHER_FEE, (name) => report(`${field}.${name}`, UNKNOWN_FIELD))
    const trouble = amountTrouble(one['value'])
    if (trouble !== undefined) report(`${field}.value`, trouble)
  })
}

function checkGift(gift: unknown, report: Report) {
  if (gift === undefined || gift === null) return
  if (!isObject(gift)) return report('gift', 'Not an object')
  eachUnknownField(gift, GIFT, (field) => report(`gift.${field}`, UNKNOWN_FIELD))
  const basis = gift['donor_basis']
  const trouble = basis === undefined || basis === null ? undefined : amountTrouble(basis)
  if (trouble !== undefined) report('gift.donor_basis', trouble)
  const acquired = gift['donor_acquired']
  if (acquired !== undefined && acquired !== null && !isDay(acquired))
    report('gift.donor_acquired', `Not a day (YYYY-MM-DD): ${quoted(acquired)}`)
}

/** The sides that a treatment cannot do without: those of its type in the journal. A transfer, which no journal has, needs what left. */
export function sidesNeeded({ type, subType }: Treatment): { needsFrom: boolean; needsTo: boolean } {
  if (!isTransactionType(type)) return { needsFrom: true, needsTo: false }
  const { from, to } = sidesOf(type, subType)
  return { needsFrom: from === 'needed', needsTo: to === 'needed' }
}

/** Whether a value that nobody states stays unknown and does not become zero. */
export function mayBeUnknown({ value }: Treatment): boolean {
  return value === 'may-be-unknown'
}

/** The sides and values that a treatment cannot do without. */
function checkSides(t: InputTransaction, treatment: Treatment, by: ReadBy, report: Report) {
  const { operation } = treatment
  const isMint = treatment.subType === 'nft_mint'
  const { needsFrom, needsTo } = sidesNeeded(treatment)
  // Without an amount it would pass for a free one (R-NFT-2).
  if (isMint && given(t.from_currency) && !given(t.from_amount))
    report('from_amount', 'Missing: there is a from_currency')

  const from = sideOf('from', t.from_currency, t.from_amount, needsFrom, report)
  const to = sideOf('to', t.to_currency, t.to_amount, needsTo, report)
  if (operation === 'transfer' && !given(t.to_account)) report('to_account', 'Missing')
  if (!from || !to) return

  const fromKnown = isKnown(t.from_currency, t.from_amount, t.from_value)
  const toKnown = isKnown(t.to_currency, t.to_amount, t.to_value)
  const fromIsCash = given(t.from_currency) && isFiat(t.from_currency)
  const toIsCash = given(t.to_currency) && isFiat(t.to_currency)
  switch (treatment.value) {
    case 'needs-either': {
      const isFree = isMint && isNothing(t.from_amount)
      if (!fromKnown && !toKnown && !isFree && !(fromIsCash && toIsCash))
        report(toIsCash || !fromIsCash ? 'to_value' : 'from_value', 'Missing: no side has a value')
      break
    }
    case 'needs-received':
      if (!toKnown) report('to_value', 'Missing: what arrived has no value')
      break
    case 'needs-sent':
      if (!fromKnown)
        report(
          'from_value',
          by.law.deductedKinds.includes(treatment.kind)
            ? 'Missing: a deduction needs the value given'
            : 'Missing: what left has no value',
        )
      break
    case 'not-needed':
      // Renamed into cash it is a trade (R-SWP-1), and a trade has a value.
      if (operation === 'convert' && fromIsCash !== toIsCash && !fromKnown && !toKnown)
        report(toIsCash ? 'to_value' : 'from_value', 'Missing: no side has a value')
      break
    case 'may-be-unknown':
      break
  }
  checkFee(t, operation, { fromKnown, toKnown }, by, report)
}

function checkFee(
  t: InputTransaction,
  operation: Treatment['operation'],
  known: { fromKnown: boolean; toKnown: boolean },
  { law, settings }: ReadBy,
  report: Report,
) {
  if (isNothing(t.fee_amount)) {
    if (!given(t.fee_amount) && !isNothing(t.fee_value)) report('fee_amount', 'Missing: there is a fee_value')
    return
  }
  if (!given(t.fee_currency)) return report('fee_currency', 'Missing: there is a fee_amount')
  if (isKnown(t.fee_currency, t.fee_amount, t.fee_value)) return
  // The value follows from a side in the same coin, and both sides of an exchange are worth the same; or nothing asks for it.
  const isOneForOther = operation === 'exchange' || operation === 'convert'
  const isExchanged = isOneForOther && (known.fromKnown || known.toKnown)
  const isOfTo = t.fee_currency === t.to_currency && (known.toKnown || isExchanged)
  if (isOfTo || (t.fee_currency === t.from_currency && (known.fromKnown || isExchanged))) {
    const values = [valueOf(t, 'from'), valueOf(t, 'to')]
    if (isBeyondAll(t.fee_amount, isOfTo ? t.to_amount : t.from_amount, values))
      report(
        'fee_value',
        `Missing: the fee in ${t.fee_currency} is so many times what moved that its part of that is no amount`,
      )
    return
  }
  if (operation === 'transfer') {
    const isCarried =
      (settings['transfer_fee'] ?? law.transferFees[0]) === 'carry' &&
      (settings['pool_before_2025'] !== 'universal' || isSincePools(law, t.at, settings['timezone'])) &&
      t.fee_currency === t.from_currency
    if (isCarried || isFiat(t.fee_currency)) return
  }
  report('fee_value', `Missing: the fee in ${t.fee_currency} has no value`)
}

/** The value that an input states for a side; cash is its own value. */
function valueOf(t: InputTransaction, side: 'from' | 'to'): Decimal {
  const value = t[`${side}_value`]
  const stated = given(value) ? value : t[`${side}_currency`] === 'USD' ? t[`${side}_amount`] : undefined
  return parseDecimal(stated ?? '') ?? zero
}

/**
 * Whether a fee's share of a side's value, by quantity, is larger than any amount may be. A fee may be more
 * than the side.
 */
function isBeyondAll(
  fee: string | null | undefined,
  side: string | null | undefined,
  values: readonly Decimal[],
): boolean {
  const [part, whole] = [fee, side].map((text) => absolute(parseDecimal(text ?? '') ?? zero))
  if (part === undefined || whole === undefined || isZero(whole)) return false
  return values.some((value) => compare(times(part, value), times(whole, MOST_WORTH)) >= 0)
}

/** No amount has more digits before the point. */
const MOST_WORTH = decimal(10n ** BigInt(MAX_INTEGER_DIGITS), 0)

/** Whether an event is of a day on which lots are kept per account whatever was before (R-POOL-1, R-DAY-1). */
function isSincePools({ lotsByAccountFrom }: Jurisdiction, at: string, zone: unknown): boolean {
  const clock = localClock(typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC')
  return dayNumber(taxDayOf(readInstant(at)!, clock))! >= lotsByAccountFrom
}

/** Whether a side is as it must be; says so where not. */
function sideOf(
  side: 'from' | 'to',
  currency: string | null | undefined,
  amount: string | null | undefined,
  isNeeded: boolean,
  report: Report,
): boolean {
  const hasCurrency = given(currency)
  const hasAmount = given(amount)
  if (hasCurrency === hasAmount && (hasCurrency || !isNeeded)) return true
  if (!hasCurrency && (isNeeded || !isNothing(amount))) report(`${side}_currency`, 'Missing')
  if (!hasAmount && isNeeded) report(`${side}_amount`, 'Missing')
  return !isNeeded
}

function isKnown(
  currency: string | null | undefined,
  amount: string | null | undefined,
  value: string | null | undefined,
): boolean {
  return given(value) || (currency === 'USD' && given(amount))
}

function given(text: string | null | undefined): text is string {
  return text !== undefined && text !== null && text !== ''
}

function isNothing(amount: string | null | undefined): boolean {
  return !given(amount) || plainAmount(amount) === '0'
}
