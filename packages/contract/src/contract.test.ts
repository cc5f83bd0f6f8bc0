import { isContractProcedure, type AnyContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { decimalText } from './common.ts'
import { contract } from './index.ts'
import { fill, messages } from './messages.ts'
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
  ['R7.17', 'GET /users/get_user_role'],
  ['R7.20', 'GET /traces/review_entry'],
  ['R7.23', 'GET /traces/next_wizard'],
  ['R7.24', 'GET /traces/trace_status'],
  ['R7.25', 'POST /traces/update_trace_to_upload_csv_wizard'],
  ['R7.26', 'POST /traces/update_trace_to_desired_wizard'],
  ['R7.27', 'GET /traces/check_tax_calculation'],
  ['R7.28', 'GET /setting'],
  ['R7.29', 'GET /feature_toggles/'],
  ['R7.30', 'POST /users/dismiss_safe_harbor_banner'],
  ['R7.36', 'GET /onboarding/settings/onboarding_flag'],
  ['R7.38', 'POST /onboarding/settings/update_role'],
  ['R7.39', 'POST /onboarding/settings/save_location'],
  ['R7.40', 'GET /timezone'],
  ['R7.41', 'GET /currency'],
  ['R7.53', 'GET /imports/v1/import_histories/import_history_exists'],
  ['R7.56', 'GET /imports/v1/exchanges/search'],
  ['R7.57', 'GET /imports/v1/exchanges/{id}'],
  ['R7.58', 'POST /imports/v1/tax_calculations/start_tax_calculation'],
  ['R7.59', 'GET /imports/v1/tax_calculations/details'],
  ['R7.62', 'GET /imports/v1/currencies/historical_price'],
  ['R7.60', 'POST /imports/v1/tax_calculations/update_tax_calculated'],
  ['R7.66', 'GET /imports/v2/import_histories'],
  ['R7.67', 'DELETE /imports/v2/import_histories/{id}'],
  ['R7.68', 'GET /imports/v2/import_histories/{id}/exchange_sources'],
  ['R7.69', 'POST /imports/v2/update_name'],
  ['R7.70', 'POST /imports/v2/update_us_based'],
  ['R7.72', 'GET /exchanges/'],
  ['R7.74', 'DELETE /transaction/delete_transaction_csv/{id}'],
])('%s %s stands as the specification spells it', (_, call) => {
  expect(all.map(([, p]) => `${p['~orpc'].route.method} ${p['~orpc'].route.path}`)).toContain(call)
})

test('a message is filled in, and what has no value stays', () => {
  expect(fill(messages.csv.extension, { file: 'a.pdf', ext: 'pdf' })).toBe(
    'a.pdf Unsupported file extension: pdf. Supported file extensions: csv, xls, xlsx',
  )
  expect(fill('{a} {b}', { a: 'x' })).toBe('x {b}')
})

/** The amounts that a call takes, as paths into its input; items of a list stand at 0. */
function amountsIn(
  schema: unknown,
  path: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (schema === decimalText) return [path]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as object).flatMap(([name, inner]) =>
      amountsIn(inner, [...path, name]),
    )
  if (schema instanceof z.ZodArray) return amountsIn(schema.element, [...path, 0])
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return amountsIn(schema.unwrap(), path)
  return []
}

const taken = all.flatMap(([name, p]) =>
  amountsIn(p['~orpc'].inputSchema).map((path) => [`${name} ${path.join('.')}`, p, path] as const),
)

test.each(taken)('what is no amount is refused in words that name its field: %s', (_, p, path) => {
  const input = p['~orpc'].inputSchema as z.ZodType
  const wordsFor = (amount: unknown) => {
    const given = path
      .toReversed()
      .reduce<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), amount)
    return input.safeParse(given).error?.issues.find((issue) => issue.path.join() === path.join())?.message
  }
  const field = path.findLast((step) => typeof step === 'string') ?? ''
  const name = `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')}`
  for (const wrong of ['twelve', '1,5', '1e3', ''])
    expect(wordsFor(wrong)).toBe(`${name}: a number such as 12.5 is expected.`)
  expect(wordsFor(12.5)).toBe(`${name}: a number such as 12.5 is expected, as text.`)
  expect(wordsFor('-12.5')).toBeUndefined()
})

test('calls take amounts', () => {
  expect(taken.length).toBeGreaterThan(10)
})
