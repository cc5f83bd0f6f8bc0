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
  isKnownType,
  quoted,
  REPORTED,
  subTypesOf,
  TOKEN_KINDS,
  TRANSFER_FEES,
  treatmentCode,
  TREATMENTS,
  UNKNOWN_FIELD,
  UNSETTLED,
  type DeclaredToken,
  type InputProblem,
  type Treatment,
} from '@lotbook/rules'
import { inputOfRows, isInputRows } from './input-rows.ts'
import { plainAmount } from './amount-text.ts'
import { contradictionsIn } from './contradictions.ts'
import {
  METHODS,
  type CalculationInput,
  type CalculationSettings,
  type GlobalAllocation,
  type InputTransaction,
  type MethodOverride,
  type SpecificAllocation,
} from './calculation-input.ts'
import { ACCOUNT_POOLS_FROM, dayNumber, readInstant } from './tax-day.ts'

/** Beyond this many problems the rest is not collected: the input is of another kind altogether. */
const MOST_PROBLEMS = 200

const TEXTS = ['to_account', 'from_currency', 'to_currency', 'fee_currency', 'sub_type'] as const
const AMOUNTS = ['from_amount', 'from_value', 'to_amount', 'to_value', 'fee_amount', 'fee_value'] as const

/** The fields that the schema knows, by where they stand. Any other is refused: a misspelt one would count for nothing. */
const INPUT = fields<CalculationInput>('settings', 'transactions')
const SETTINGS = fields<CalculationSettings>(
  'jurisdiction',
  'timezone',
  'method',
  'method_overrides',
  'pool_before_2025',
  'safe_harbor',
  'transfer_fee',
  'treatments',
  'tokens',
)
const OVERRIDE = fields<MethodOverride>('account', 'asset', 'from', 'method', 'recorded_at', 'ended_at')
const SPECIFIC = fields<SpecificAllocation>('type', 'allocations')
const ALLOCATION = fields<SpecificAllocation['allocations'][number]>('lot', 'asset', 'account', 'quantity')
const GLOBAL = fields<GlobalAllocation>('type', 'order', 'accounts')
const TOKEN = fields<DeclaredToken>('kind', 'asset', 'of')
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

function fields<Shape>(...names: readonly (keyof Shape & string)[]): ReadonlySet<string> {
  return new Set(names)
}

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

/** Problems that keep an input from being calculated; empty if there are none. */
export function problemsOfInput(json: unknown): InputProblem[] {
  const problems: InputProblem[] = []
  if (!isObject(json)) return [{ index: null, transaction: null, field: 'input', message: 'Not an object' }]
  eachUnknown(json, INPUT, '', problems)
  const settings = json['settings'] ?? {}
  if (isObject(settings)) checkSettings(settings, problems)
  else problems.push(inSettings('settings', 'Not an object'))

  const transactions = json['transactions']
  if (!Array.isArray(transactions)) {
    problems.push(inSettings('transactions', 'Not a list'))
    return problems
  }
  const seen = new Map<string, number>()
  for (let index = 0; index < transactions.length && problems.length < MOST_PROBLEMS; index++) {
    checkTransaction(transactions[index], index, seen, isObject(settings) ? settings : {}, problems)
  }
  return problems
}

type Fields = Readonly<Record<string, unknown>>

function checkSettings(s: Fields, problems: InputProblem[]) {
  eachUnknown(s, SETTINGS, 'settings.', problems)
  const oneOf = (field: string, value: unknown, known: readonly string[]) => {
    if (value !== undefined && value !== null && !(known as readonly unknown[]).includes(value))
      problems.push(inSettings(field, `Unknown: ${quoted(value)}; known are ${known.join(', ')}`))
  }
  oneOf('settings.jurisdiction', s['jurisdiction'], ['US'])
  oneOf('settings.method', s['method'], METHODS)
  oneOf('settings.pool_before_2025', s['pool_before_2025'], ['account', 'universal'])
  oneOf('settings.transfer_fee', s['transfer_fee'], TRANSFER_FEES)
  const zone = s['timezone']
  if (zone !== undefined && zone !== null && !(typeof zone === 'string' && isTimeZone(zone)))
    problems.push(inSettings('settings.timezone', `Unknown time zone: ${quoted(zone)}`))

  const overrides = s['method_overrides'] ?? []
  if (!Array.isArray(overrides)) problems.push(inSettings('settings.method_overrides', 'Not a list'))
  else
    overrides.forEach((o: unknown, i) => {
      const field = `settings.method_overrides[${i}]`
      if (!isObject(o)) return problems.push(inSettings(field, 'Not an object'))
      eachUnknown(o, OVERRIDE, `${field}.`, problems)
      if ((o['method'] ?? null) === null) problems.push(inSettings(`${field}.method`, 'Missing'))
      oneOf(`${field}.method`, o['method'], METHODS)
      for (const key of ['account', 'asset'] as const)
        if (!isOptionalText(o[key]))
          problems.push(inSettings(`${field}.${key}`, `Not text: ${quoted(o[key])}`))
      const from = o['from']
      if (from !== undefined && from !== null && !isDay(from))
        problems.push(inSettings(`${field}.from`, `Not a day (YYYY-MM-DD): ${quoted(from)}`))
      for (const key of ['recorded_at', 'ended_at'] as const) {
        const at = o[key]
        if (at !== undefined && at !== null && (typeof at !== 'string' || readInstant(at) === undefined))
          problems.push(inSettings(`${field}.${key}`, `Not an instant (ISO 8601, UTC): ${quoted(at)}`))
      }
    })
  checkSafeHarbor(s['safe_harbor'], oneOf, problems)
  checkTreatments(s['treatments'], oneOf, problems)
  checkTokens(s['tokens'], oneOf, problems)
}

type OneOf = (field: string, value: unknown, known: readonly string[]) => void

function checkTreatments(treatments: unknown, oneOf: OneOf, problems: InputProblem[]) {
  if (treatments === undefined || treatments === null) return
  if (!isObject(treatments)) {
    problems.push(inSettings('settings.treatments', 'Not an object'))
    return
  }
  for (const [name, choice] of Object.entries(treatments)) {
    // A misspelt name would be a choice that nobody follows.
    if (Object.hasOwn(UNSETTLED, name))
      oneOf(`settings.treatments.${name}`, choice, UNSETTLED[name as keyof typeof UNSETTLED])
    else
      problems.push(
        inSettings(
          `settings.treatments.${name}`,
          `Unknown treatment; known are ${Object.keys(UNSETTLED).join(', ')}`,
        ),
      )
  }
}

function checkTokens(tokens: unknown, oneOf: OneOf, problems: InputProblem[]) {
  if (tokens === undefined || tokens === null) return
  if (!Array.isArray(tokens)) {
    problems.push(inSettings('settings.tokens', 'Not a list'))
    return
  }
  const seen = new Set<string>()
  tokens.forEach((token: unknown, i) => {
    const field = `settings.tokens[${i}]`
    if (!isObject(token)) return problems.push(inSettings(field, 'Not an object'))
    eachUnknown(token, TOKEN, `${field}.`, problems)
    const { kind, asset, of: underlying } = token
    if (kind === undefined || kind === null) problems.push(inSettings(`${field}.kind`, 'Missing'))
    oneOf(`${field}.kind`, kind, TOKEN_KINDS)
    if (typeof asset !== 'string' || asset === '') problems.push(inSettings(`${field}.asset`, 'Missing'))
    const isAlone = underlying === undefined || underlying === null
    if (kind === 'rebase' && !isAlone)
      problems.push(inSettings(`${field}.of`, 'A rebasing token stands for no other asset'))
    if (kind !== 'rebase' && (typeof underlying !== 'string' || underlying === ''))
      problems.push(inSettings(`${field}.of`, 'Missing: which asset it stands for'))
    if (typeof underlying === 'string' && underlying === asset)
      problems.push(inSettings(`${field}.of`, 'An asset does not stand for itself'))
    // Two assets are one kind of pair, whichever is named first.
    const name = isAlone ? `rebase ${String(asset)}` : [asset, underlying].map(String).sort().join(' ')
    if (seen.has(name)) problems.push(inSettings(field, `Declared twice: ${quoted(name)}`))
    seen.add(name)
  })
}

function checkSafeHarbor(
  plan: unknown,
  oneOf: (field: string, value: unknown, known: readonly string[]) => void,
  problems: InputProblem[],
) {
  if (plan === undefined || plan === null) return
  if (!isObject(plan)) {
    problems.push(inSettings('settings.safe_harbor', 'Not an object'))
  } else if (plan['type'] === 'global') {
    eachUnknown(plan, GLOBAL, 'settings.safe_harbor.', problems)
    if ((plan['order'] ?? null) === null) problems.push(inSettings('settings.safe_harbor.order', 'Missing'))
    oneOf('settings.safe_harbor.order', plan['order'], ['fifo', 'lifo', 'hifo', 'lofo'])
    const accounts = plan['accounts']
    if (!Array.isArray(accounts) || !accounts.every((account) => typeof account === 'string'))
      problems.push(inSettings('settings.safe_harbor.accounts', 'Not a list of accounts'))
  } else if (plan['type'] === 'specific') {
    eachUnknown(plan, SPECIFIC, 'settings.safe_harbor.', problems)
    const allocations = plan['allocations']
    if (!Array.isArray(allocations)) {
      problems.push(inSettings('settings.safe_harbor.allocations', 'Not a list'))
      return
    }
    allocations.forEach((a: unknown, i) => {
      const field = `settings.safe_harbor.allocations[${i}]`
      if (!isObject(a)) return problems.push(inSettings(field, 'Not an object'))
      eachUnknown(a, ALLOCATION, `${field}.`, problems)
      for (const key of ['lot', 'asset', 'account'] as const)
        if (typeof a[key] !== 'string') problems.push(inSettings(`${field}.${key}`, 'Missing'))
      const trouble = amountTrouble(a['quantity'])
      if (trouble !== undefined) problems.push(inSettings(`${field}.quantity`, trouble))
    })
  } else if ((plan['type'] ?? null) === null) {
    problems.push(inSettings('settings.safe_harbor.type', 'Missing'))
  } else oneOf('settings.safe_harbor.type', plan['type'], ['specific', 'global'])
}

function checkTransaction(
  json: unknown,
  index: number,
  seen: Map<string, number>,
  settings: Fields,
  problems: InputProblem[],
) {
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
  if (typeof type !== 'string' || !isKnownType(type)) return report('type', `Unknown type: ${quoted(type)}`)
  const code = treatmentCode(type, json['sub_type'] as string | null | undefined)
  if (code === undefined) return report('sub_type', subTypeTrouble(type, json['sub_type']))
  // The requirements of a type are checked only on fields that are well formed.
  if (problems.length === before)
    checkSides(json as unknown as InputTransaction, TREATMENTS[code]!, settings, report)
}

/** Why a sub type, or the lack of one, is refused. */
function subTypeTrouble(type: string, subType: unknown): string {
  const known = subTypesOf(type).join(', ')
  if ((subType ?? '') === '') return `Missing: ${type} is one of ${known}`
  return `${quoted(subType)} does not go with ${type}${known === '' ? ', which has none' : `; known are ${known}`}`
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
function checkSides(t: InputTransaction, treatment: Treatment, settings: Fields, report: Report) {
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
          treatment.kind === 'donation'
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
  checkFee(t, operation, { fromKnown, toKnown }, settings, report)
}

function checkFee(
  t: InputTransaction,
  operation: Treatment['operation'],
  known: { fromKnown: boolean; toKnown: boolean },
  settings: Fields,
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
      settings['transfer_fee'] === 'carry' &&
      (settings['pool_before_2025'] !== 'universal' || isSincePools(t.at, settings['timezone'])) &&
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

/**
 * Whether an event is of 2025 or later, when lots are kept per account whatever was before (R-POOL-1,
 * R-DAY-1).
 */
function isSincePools(at: string, zone: unknown): boolean {
  const clock = localClock(typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC')
  return dayNumber(taxDayOf(readInstant(at)!, clock))! >= ACCOUNT_POOLS_FROM
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

function amountTrouble(value: unknown, mayBeNegative = false): string | undefined {
  if (value === undefined || value === null) return 'Missing'
  if (typeof value !== 'string') return `Not a decimal string: ${quoted(value)}`
  const plain = plainAmount(value)
  if (plain === undefined) return `Not an amount: ${quoted(value)}`
  if (!mayBeNegative && plain.startsWith('-')) return `Negative: ${quoted(value)}`
  return undefined
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && dayNumber(value) !== undefined
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function eachUnknown(given: object, known: ReadonlySet<string>, under: string, problems: InputProblem[]) {
  eachUnknownField(given, known, (field) => problems.push(inSettings(`${under}${field}`, UNKNOWN_FIELD)))
}

function inSettings(field: string, message: string): InputProblem {
  return { index: null, transaction: null, field, message }
}
