import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { identity } from '../features/identity/index.ts'
import { testServer } from '../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'lotbook-web-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>the application</title>')
writeFileSync(join(folder, 'assets/app-1a2b3c.js'), 'export {}')
writeFileSync(join(folder, '.env'), 'SECRET=canary')
const server = await testServer({ features: () => [identity], env: { LOTBOOK_WEB: folder } })
const get = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => server.app.inject({ url, method })

test.each(['/', '/wallets', '/imports/options?slug=kraken', '/one_year?year=2025', '/tax_pro/dashboard/'])(
  '%s is the application, asked for anew each time',
  async (url) => {
    const answer = await get(url)
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-cache' } })
    expect(answer.body).toContain('the application')
    expect((await get(url, 'HEAD')).statusCode).toBe(200)
  },
)

test.each(['/healthz', '/metrics', '/wp-login', '/imports/more', '/labs/price'])(
  '%s is no screen: its status says so, and the application says it to a person',
  async (url) => {
    const answer = await get(url)
    expect(answer).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-cache' } })
    expect(answer.body).toContain('the application')
    expect((await get(url, 'HEAD')).statusCode).toBe(404)
    expect((await get(url, 'POST')).json()).toMatchObject({ code: 'not_found' })
  },
)

test('R7.1 the page says where the API is when it has a host of its own, and nothing when it has not', async () => {
  const apart = await testServer({
    features: () => [identity],
    env: {
      LOTBOOK_WEB: folder,
      LOTBOOK_ORIGIN: 'https://www.example.org',
      API_HOST: 'https://api.example.org',
    },
  })
  const answer = await apart.app.inject({ url: '/imports', method: 'GET' })
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-cache' } })
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain('<meta name="api-host" content="https://api.example.org/api" />')
  expect((await get('/imports')).body).not.toContain('api-host')
})

test('the page says where support and the guides are, as text that no address can leave', async () => {
  const helpful = await testServer({
    features: () => [identity],
    env: {
      LOTBOOK_WEB: folder,
      SUPPORT_URL: 'https://support.example.org/?from=lotbook&as="customer"',
      HELP_URL: 'https://help.example.org/',
    },
  })
  const { body } = await helpful.app.inject({ url: '/', method: 'GET' })
  expect(body).toContain(
    '<meta name="support-url" content="https://support.example.org/?from=lotbook&amp;as=&quot;customer&quot;" />',
  )
  expect(body).toContain('<meta name="help-url" content="https://help.example.org/" />')
  expect((await get('/')).body).not.toContain('support-url')
})

test('SD8 a hashed file stays for ever, under the headers of everything', async () => {
  const { statusCode, headers } = await get('/assets/app-1a2b3c.js')
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})

test.each([
  '/assets/',
  '/assets',
  '/assets/none.js',
  '/.env',
  '/.git/config',
  '/../package.json',
  '/%2e%2e/package.json',
  '/api/none',
])('SD12 %s shows nothing', async (url) => {
  const answer = await get(url)
  expect(answer.body).not.toContain('canary')
  if (url !== '/assets') expect(answer.json()).toMatchObject({ status: 'error' })
  else expect(answer.body).toContain('the application')
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
})

test('an address that cannot be decoded leads to the screen that says there is nothing', async () => {
  for (const url of ['/%E0%A4%A', '/imports/%zz?x=1']) {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers.location], url).toEqual([302, '/not_found'])
  }
  const call = await get('/api/%E0%A4%A')
  expect([call.statusCode, call.json()]).toMatchObject([404, { status: 'error', code: 'not_found' }])
})

test('a change to a page is not understood', async () => {
  expect((await get('/wallets', 'POST')).statusCode).toBe(404)
})
