import { isContractProcedure, type AnyContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { decimalText } from './common.ts'
import { refusedFieldWords } from './field-words.ts'
import { contract } from './index.ts'
import { fill } from './messages.ts'
import { screenMessages } from './screen-messages.ts'
import type { RouteMeta } from './route.ts'

function procedures(node: object, name = ''): [string, AnyContractProcedure][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    const path = name === '' ? key : `${name}.${key}`
    if (isContractProcedure(value)) return [[path, value] as [string, AnyContractProcedure]]
    return typeof value === 'object' && value !== null ? procedures(value, path) : []
  })
}
const all = procedures(contract)

test('SB1 every call says who may make it', () => {
  const silent = all.filter(([, p]) => (p['~orpc'].meta as RouteMeta).access === undefined)
  expect(silent.map(([name]) => name)).toEqual([])
  expect(all.length).toBeGreaterThan(50)
})

test.each(['from_day', 'to_day', 'books_day'])(
  'a %s that the calendar does not have is refused by every call that takes one',
  (field) => {
    const taking = all.flatMap(([name, p]) => {
      const input = p['~orpc'].inputSchema
      return input instanceof z.ZodObject && field in input.shape ? [[name, input] as const] : []
    })
    expect(taking.length).toBeGreaterThan(0)
    for (const [name, input] of taking) {
      const refused = (day: string) =>
        input.safeParse({ [field]: day }).error?.issues.some(({ path }) => path.join('.') === field) ?? false
      expect(['2025-99-99', '2025-02-29', '0000-01-01', 'today'].map(refused), name).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect(['2024-02-29', '2009-01-03'].map(refused), name).toEqual([false, false])
    }
  },
)

test('no two calls share a method and path', () => {
  const seen = all.map(([, p]) => `${p['~orpc'].route.method} ${p['~orpc'].route.path}`)
  expect(new Set(seen).size).toBe(seen.length)
})

test.each([
  ['R7.2', 'GET /traces/{id}'],
  ['R7.3', 'POST /traces'],
  ['R7.4', 'POST /csv_uploads'],
  ['R7.9', 'POST /manual_entry'],
  ['R7.17', 'GET /users/get_user_role'],
  ['R7.19', 'GET /traces/customer_info'],
  ['R7.21', 'GET /traces/active_year_subscription_status'],
  ['R7.22', 'GET /traces/has_subscriptions'],
  ['R7.20', 'GET /traces/review_entry'],
  ['R7.23', 'GET /traces/next_wizard'],
  ['R7.24', 'GET /traces/trace_status'],
  ['R7.25', 'POST /traces/update_trace_to_upload_csv_wizard'],
  ['R7.26', 'POST /traces/update_trace_to_desired_wizard'],
  ['R7.27', 'GET /traces/check_tax_calculation'],
  ['R7.30', 'POST /users/dismiss_safe_harbor_banner'],
  ['R7.31', 'POST /users/process_aggregator'],
  ['R7.33', 'POST /users/update_transaction_uploaded'],
  ['R7.37', 'POST /onboarding/settings/send_desktop_link'],
  ['R7.38', 'POST /onboarding/settings/update_role'],
  ['R7.39', 'POST /onboarding/settings/save_location'],
  ['R7.40', 'GET /timezone'],
  ['R7.56', 'GET /imports/v1/exchanges/search'],
  ['R7.57', 'GET /imports/v1/exchanges/{id}'],
  ['R7.58', 'POST /imports/v1/tax_calculations/start_tax_calculation'],
  ['R7.59', 'GET /imports/v1/tax_calculations/details'],
  ['R7.61', 'GET /imports/v1/currencies/search'],
  ['R7.62', 'GET /imports/v1/currencies/historical_price'],
  ['R7.82 R7.83', 'POST /users/crypto_assets'],
  ['R7.84', 'GET /users/crypto_assets/holding_in_progress'],
  ['R7.66', 'GET /imports/v2/import_histories'],
  ['R7.67', 'DELETE /imports/v2/import_histories/{id}'],
  ['R7.68', 'GET /imports/v2/import_histories/{id}/exchange_sources'],
  ['R7.69', 'POST /imports/v2/update_name'],
  ['R7.70', 'POST /imports/v2/update_us_based'],
  ['R7.90', 'GET /wallets/v1/wallet_finders/address_list'],
  ['R7.91', 'POST /wallets/v1/wallet_finders/import_wallets'],
  ['R7.92', 'POST /wallets/v1/wallet_finders/dismiss_wallets'],
  ['R7.74', 'DELETE /transaction/delete_transaction_csv/{id}'],
])('%s %s stands as the specification spells it', (_, call) => {
  expect(all.map(([, p]) => `${p['~orpc'].route.method} ${p['~orpc'].route.path}`)).toContain(call)
})

// What they answer is tested at the server (`calls-without-screen.pg.test.ts`, `older-paths.pg.test.ts`, `wallets.pg.test.ts`).
test.each([
  'GET /setting',
  'GET /feature_toggles/',
  'GET /onboarding/settings/onboarding_flag',
  'GET /currency',
  'GET /imports/v1/import_histories/import_history_exists',
  'POST /imports/v1/tax_calculations/update_tax_calculated',
  'GET /exchanges/',
  'GET /users/list_csv_files',
  'GET /imports/v1/import_histories',
  'DELETE /imports/v1/import_histories/{id}',
  'POST /imports/v1/import_histories/update_name',
  'POST /imports/v1/import_histories/update_us_based',
  'GET /imports/v1/import_histories/payment_required',
  'POST /imports/v2/actions/resync_account',
  'POST /trigger_resynchronize_source',
  'GET /compliance/v1/import_histories',
  'POST /compliance/v1/api_imports',
  'POST /imports/v1/api_imports',
  'POST /blockchain_query',
  'POST /check_smart_contract',
  'POST /wallets/v1/bulk_imports/import_wallets',
  'GET /compliance/v1/exchanges/search',
  'GET /compliance/v1/exchanges/{id}',
  'GET /compliance/v1/exchanges/by_source',
  'GET /compliance/v1/imports/check_csv_import_enabled',
  'GET /wallets/v1/assets/accounts',
  'GET /wallets/v1/imports',
  'GET /wallets/v1/imports/{id}/import_sources',
  'POST /wallets/v1/imports/update_us_based',
  'POST /wallets/v1/imports/update_name',
  'DELETE /wallets/v1/imports/{id}',
])('%s stands as the specification spells it', (call) => {
  expect(all.map(([, p]) => `${p['~orpc'].route.method} ${p['~orpc'].route.path}`)).toContain(call)
})

test('a message is filled in, and what has no value stays', () => {
  expect(fill(screenMessages.csv.extension, { file: 'a.pdf', ext: 'pdf' })).toBe(
    'a.pdf Unsupported file extension: pdf. Supported file extensions: csv, xls, xlsx',
  )
  expect(fill('{a} {b}', { a: 'x' })).toBe('x {b}')
})

type Path = readonly (string | number)[]

/** A field of an input: its schema, the way to it (items of a list stand at 0), and what decides that it is there at all. */
interface TakenField {
  readonly schema: unknown
  readonly path: Path
  readonly beside: object
}

/** What a call takes, field by field. */
function fieldsIn(schema: unknown, path: Path = [], beside: object = {}): TakenField[] {
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    const kinds = schema.options as z.ZodObject[]
    return [
      { schema, path: [...path, discriminator], beside },
      ...kinds.flatMap((kind) => {
        const { [discriminator]: set, ...shape } = kind.shape
        return fieldsIn(z.object(shape), path, { [discriminator]: (set as z.ZodLiteral).value })
      }),
    ]
  }
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as object).flatMap(([name, inner]) =>
      fieldsIn(inner, [...path, name], beside),
    )
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element, [...path, 0], beside)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsIn(schema.unwrap(), path, beside)
  return [{ schema, path, beside }]
}

const fieldsTaken = all.flatMap(([name, p]) =>
  fieldsIn(p['~orpc'].inputSchema).map((field) => ({ name: `${name} ${field.path.join('.')}`, p, ...field })),
)

/** What is wrong with a field of a call that has this value. */
function issueOf(
  p: AnyContractProcedure,
  { path, beside }: Pick<TakenField, 'path' | 'beside'>,
  value: unknown,
) {
  const given = path
    .toReversed()
    .reduce<unknown>((inner, step) => (step === 0 ? [inner] : { ...beside, [step]: inner }), value)
  const input = p['~orpc'].inputSchema as z.ZodType
  return input
    .safeParse(given, { error: refusedFieldWords })
    .error?.issues.find((issue) => issue.path.join() === path.join())
}

const taken = fieldsTaken
  .filter(({ schema }) => schema === decimalText)
  .map(({ name, p, ...field }) => [name, p, field] as const)

test.each(taken)('what is no amount is refused in words that name its field: %s', (_, p, amount) => {
  const wordsFor = (value: unknown) => issueOf(p, amount, value)?.message
  const field = amount.path.findLast((step) => typeof step === 'string') ?? ''
  const name = `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`
  for (const wrong of ['twelve', '1,5', '1e3', ''])
    expect(wordsFor(wrong)).toBe(`${name}: a number such as 12.5 is expected.`)
  expect(wordsFor(12.5)).toBe(`${name}: a number such as 12.5 is expected, as text.`)
  expect(wordsFor('-12.5')).toBeUndefined()
})

test('calls take amounts', () => {
  expect(taken.length).toBeGreaterThan(10)
})

const choices = fieldsTaken
  .filter(({ schema }) => schema instanceof z.ZodEnum || schema instanceof z.ZodDiscriminatedUnion)
  .map(({ name, p, schema, ...field }) => [name, p, { ...field, schema }] as const)

test.each(choices)(
  'what is no choice is refused in words that name its field and the choices: %s',
  (_, p, choice) => {
    const wordsFor = (value: unknown) => {
      const issue = issueOf(p, choice, value)
      return issue?.message
    }
    const { schema } = choice
    const all =
      schema instanceof z.ZodEnum
        ? schema.options.map(String)
        : (schema as z.ZodDiscriminatedUnion).options.map((kind) =>
            String(((kind as z.ZodObject).shape[String(choice.path.at(-1))] as z.ZodLiteral).value),
          )
    for (const wrong of ['no such choice', 7, {}]) {
      const words = wordsFor(wrong) ?? ''
      expect(words).toMatch(/^[A-Z][a-z0-9 ]*: .* is expected\.$/)
      for (const one of all) expect(words).toContain(one)
      expect(words).not.toMatch(/Invalid|"/)
    }
  },
)

test('calls take choices', () => {
  expect(choices.length).toBeGreaterThan(30)
})

const WRONG = [
  undefined,
  null,
  true,
  '',
  'x',
  '2025-02-30',
  'x'.repeat(200_000),
  -1,
  1.5,
  1e9,
  Number.NaN,
  [],
  ['x'],
  {},
]
/** How zod would say it. */
const RAW = /Invalid|Too (?:big|small)|, received |Unrecognized|NaN|"|Error/

/** Every object and list that a call takes, and every field of it. */
const places = fieldsTaken.flatMap(({ name, p, path, beside }) =>
  path.map((_, n) => [`${name} ${n}`, p, { path: path.slice(0, path.length - n), beside }] as const),
)

test.each(places)(
  'whatever a field is given is taken, or refused in a sentence that names it: %s',
  (_, p, place) => {
    const input = p['~orpc'].inputSchema as z.ZodType
    for (const wrong of WRONG) {
      const given = place.path
        .toReversed()
        .reduce<unknown>((inner, step) => (step === 0 ? [inner] : { ...place.beside, [step]: inner }), wrong)
      for (const issue of input.safeParse(given, { error: refusedFieldWords }).error?.issues ?? []) {
        expect(issue.message).not.toMatch(RAW)
        expect(issue.message).toMatch(
          /^[A-Z][a-z0-9 ]*: .+ (?:is|are) expected(?:, and missing|, as text)?\.$/,
        )
        const own = issue.path.findLast((step) => typeof step === 'string')
        if (own !== undefined)
          expect(issue.message.toLowerCase()).toContain(
            `${own.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, '$1 $2')}: `.toLowerCase(),
          )
      }
    }
  },
)

test('what is no input at all is refused in a sentence too', () => {
  for (const [name, p] of all)
    for (const wrong of WRONG) {
      const input = p['~orpc'].inputSchema as z.ZodType | undefined
      const issues = input?.safeParse(wrong, { error: refusedFieldWords }).error?.issues ?? []
      for (const { message } of issues)
        expect([name, message]).toEqual([name, expect.not.stringMatching(RAW)])
    }
})
