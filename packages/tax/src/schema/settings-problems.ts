import { isTimeZone } from '@lotbook/journal'
import {
  JURISDICTION_CODES,
  quoted,
  type DeclaredToken,
  type InputProblem,
  type Jurisdiction,
  type OpenQuestions,
  type TokenKinds,
} from '@lotbook/rules'
import {
  METHODS,
  type CalculationSettings,
  type DefaultAllocation,
  type GlobalAllocation,
  type MethodOverride,
  type SpecificAllocation,
} from './calculation-input.ts'
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
import { readInstant } from './tax-day.ts'

const SETTINGS = fields<CalculationSettings>(
  'jurisdiction',
  'timezone',
  'method',
  'method_overrides',
  'pool_before_2025',
  'safe_harbor',
  'default_allocation',
  'wallets',
  'transfer_fee',
  'treatments',
  'tokens',
)
const OVERRIDE = fields<MethodOverride>('account', 'asset', 'from', 'method', 'recorded_at', 'ended_at')
const SPECIFIC = fields<SpecificAllocation>('type', 'allocations')
const ALLOCATION = fields<SpecificAllocation['allocations'][number]>('lot', 'asset', 'account', 'quantity')
const GLOBAL = fields<GlobalAllocation>('type', 'order', 'accounts')
const DEFAULT_ALLOCATION = fields<DefaultAllocation>('accounts')
const TOKEN = fields<DeclaredToken>('kind', 'asset', 'of')

/** Adds what is wrong with settings, by the questions and choices of a law. */
export function checkSettings(s: Fields, law: Jurisdiction, problems: InputProblem[]): void {
  eachUnknown(s, SETTINGS, 'settings.', problems)
  const oneOf = (field: string, value: unknown, known: readonly string[]) => {
    if (value !== undefined && value !== null && !(known as readonly unknown[]).includes(value))
      problems.push(inSettings(field, `Unknown: ${quoted(value)}; known are ${known.join(', ')}`))
  }
  oneOf('settings.jurisdiction', s['jurisdiction'], JURISDICTION_CODES)
  oneOf('settings.method', s['method'], METHODS)
  oneOf('settings.pool_before_2025', s['pool_before_2025'], ['account', 'universal'])
  oneOf('settings.transfer_fee', s['transfer_fee'], law.transferFees)
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
  checkDefaultAllocation(s['default_allocation'], problems)
  if ((s['wallets'] ?? null) !== null) checkAccounts('settings.wallets', s['wallets'], problems)
  checkTreatments(s['treatments'], law.questions, oneOf, problems)
  checkTokens(s['tokens'], law.questions.tokens, oneOf, problems)
}

type OneOf = (field: string, value: unknown, known: readonly string[]) => void

function checkTreatments(
  treatments: unknown,
  { choices }: OpenQuestions,
  oneOf: OneOf,
  problems: InputProblem[],
) {
  if (treatments === undefined || treatments === null) return
  if (!isObject(treatments)) {
    problems.push(inSettings('settings.treatments', 'Not an object'))
    return
  }
  for (const [name, choice] of Object.entries(treatments)) {
    // A misspelt name would be a choice that nobody follows.
    const known = Object.hasOwn(choices, name) ? choices[name] : undefined
    if (known !== undefined) oneOf(`settings.treatments.${name}`, choice, known)
    else
      problems.push(
        inSettings(
          `settings.treatments.${name}`,
          `Unknown treatment; known are ${Object.keys(choices).join(', ')}`,
        ),
      )
  }
}

function checkTokens(
  tokens: unknown,
  { pairs, rebasing }: TokenKinds,
  oneOf: OneOf,
  problems: InputProblem[],
) {
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
    oneOf(`${field}.kind`, kind, [...pairs, rebasing])
    if (typeof asset !== 'string' || asset === '') problems.push(inSettings(`${field}.asset`, 'Missing'))
    const isAlone = underlying === undefined || underlying === null
    if (kind === rebasing && !isAlone)
      problems.push(inSettings(`${field}.of`, 'A rebasing token stands for no other asset'))
    if (kind !== rebasing && (typeof underlying !== 'string' || underlying === ''))
      problems.push(inSettings(`${field}.of`, 'Missing: which asset it stands for'))
    if (typeof underlying === 'string' && underlying === asset)
      problems.push(inSettings(`${field}.of`, 'An asset does not stand for itself'))
    // Two assets are one kind of pair, whichever is named first.
    const name = isAlone ? `${rebasing} ${String(asset)}` : [asset, underlying].map(String).sort().join(' ')
    if (seen.has(name)) problems.push(inSettings(field, `Declared twice: ${quoted(name)}`))
    seen.add(name)
  })
}

function checkSafeHarbor(plan: unknown, oneOf: OneOf, problems: InputProblem[]) {
  if (plan === undefined || plan === null) return
  if (!isObject(plan)) {
    problems.push(inSettings('settings.safe_harbor', 'Not an object'))
  } else if (plan['type'] === 'global') {
    eachUnknown(plan, GLOBAL, 'settings.safe_harbor.', problems)
    if ((plan['order'] ?? null) === null) problems.push(inSettings('settings.safe_harbor.order', 'Missing'))
    oneOf('settings.safe_harbor.order', plan['order'], ['fifo', 'lifo', 'hifo', 'lofo'])
    checkAccounts('settings.safe_harbor.accounts', plan['accounts'], problems)
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

function checkDefaultAllocation(json: unknown, problems: InputProblem[]) {
  if (json === undefined || json === null) return
  if (!isObject(json)) {
    problems.push(inSettings('settings.default_allocation', 'Not an object'))
    return
  }
  eachUnknown(json, DEFAULT_ALLOCATION, 'settings.default_allocation.', problems)
  checkAccounts('settings.default_allocation.accounts', json['accounts'], problems)
}

function checkAccounts(field: string, accounts: unknown, problems: InputProblem[]) {
  if (!Array.isArray(accounts) || !accounts.every((account) => typeof account === 'string'))
    problems.push(inSettings(field, 'Not a list of accounts'))
}
