import { readFileSync } from 'node:fs'
import { API_CHANGES, API_FILES, API_VERSION, contract, SCOPES } from '@lotbook/contract'
import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { apiDocument, operationsOf } from './api-document.ts'
import { callExample, curlOf } from './call-example.ts'
import { docsPage } from './docs-page.ts'

/** Calls of version 1 as they were first given. A line changes or goes only with version 2. */
const SURFACE = readFileSync(new URL('./api-1.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Call => {
    const [name = '', scope = '', asks = '', gives = ''] = line.split('\t')
    return { name, scope, asks: asks.split(' ').filter(Boolean), gives: gives.split(' ').filter(Boolean) }
  })

const document = await apiDocument()
const operations = operationsOf(document)

interface Procedure {
  readonly '~orpc': {
    readonly route: { readonly method?: string; readonly path?: string }
    readonly inputSchema?: z.ZodType
  }
}
const schemas = new Map(
  Object.values(contract)
    .flatMap((noun) => Object.values(noun) as object[])
    .filter((call): call is Procedure => isContractProcedure(call))
    .map(({ '~orpc': { route, inputSchema } }) => [
      `${route.method} ${route.path?.replace(/\/$/, '')}`,
      inputSchema,
    ]),
)

test('the document has what access tokens open, and nothing of the account, security, payments or professionals', () => {
  const names = operations.map(({ method, path }) => `${method} ${path}`)
  expect(names).toEqual(
    expect.arrayContaining([
      'GET /one_year',
      'POST /csv_uploads',
      'GET /explain',
      'GET /exports/{id}/download',
    ]),
  )
  expect(
    names.filter((name) => /identity|access_tokens|billings|tax_pro|admin|customer_cpa/.test(name)),
  ).toEqual([])
  expect(new Set(operations.map(({ scope }) => scope))).toEqual(new Set(SCOPES))
  expect(document.info).toMatchObject({ version: API_VERSION })
  expect(API_CHANGES[0]?.version).toBe(API_VERSION)
})

test('every call has an example that the call itself takes', () => {
  const files = new Set(API_FILES.map(({ path }) => `GET ${path}`))
  const refused = operations.flatMap((operation) => {
    const name = `${operation.method} ${operation.path}`
    const schema = schemas.get(name)
    const { query, body, file } = callExample(operation)
    if (files.has(name) || file !== undefined || schema === undefined) return []
    const ids = Object.fromEntries(
      [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => [
        id,
        '019ab5f0-0000-7000-8000-000000000001',
      ]),
    )
    const { success, error } = schema.safeParse({ ...ids, ...query, ...body })
    return success ? [] : [`${name}: ${error.message}`]
  })
  expect(refused).toEqual([])
})

test('a call with a file is shown as a form', () => {
  const upload = operations.find(({ path }) => path === '/csv_uploads')!
  expect(curlOf(upload)).toContain('-F file=@history.csv')
})

test('the page shows every call and version, and loads nothing from elsewhere', () => {
  const page = docsPage(operations)
  for (const { path } of operations) expect(page).toContain(path)
  for (const { version } of API_CHANGES) expect(page).toContain(version)
  expect(page).not.toMatch(/<script|<style|(src|href)="https?:/)
})

test('what is in the document stays: what was given is given, nothing more is asked for', () => {
  const surface = new Map(operations.map(surfaceOf).map((call) => [call.name, call]))
  const broken = SURFACE.filter(({ name, scope, asks, gives }) => {
    const now = surface.get(name)
    return (
      now === undefined ||
      now.scope !== scope ||
      now.asks.some((field) => !asks.includes(field)) ||
      gives.some((field) => !now.gives.includes(field))
    )
  })
  expect(broken.map(({ name }) => name)).toEqual([])
  // A new call is kept too: add its line, as it is printed here.
  const known = new Set(SURFACE.map(({ name }) => name))
  expect([...surface.values()].filter(({ name }) => !known.has(name)).map(lineOf)).toEqual([])
})

interface Call {
  readonly name: string
  readonly scope: string
  readonly asks: readonly string[]
  readonly gives: readonly string[]
}

/** A call with what it asks for and the names of what it answers. */
function surfaceOf(operation: (typeof operations)[number]): Call {
  const { method, path, scope, described } = operation
  const { query, body } = callExample(operation)
  const { content = {} } = ((described.responses ?? {}) as Record<string, { content?: object }>)['200'] ?? {}
  const answer = (content as Record<string, { schema?: { properties?: object } }>)['application/json']
  return {
    name: `${method} ${path}`,
    scope,
    asks: [...Object.keys(query), ...Object.keys(body ?? {})].toSorted(),
    gives: Object.keys(answer?.schema?.properties ?? {}).toSorted(),
  }
}

function lineOf({ name, scope, asks, gives }: Call): string {
  return [name, scope, asks.join(' '), gives.join(' ')].join('\t')
}
