import { contract } from '@lotbook/contract'
import fastify from 'fastify'
import type { AnyRouter } from '@orpc/server'
import { expect, test } from 'vitest'
import { addDocs } from './openapi.ts'

test('the document that nobody asked for is for this machine only, and not behind a proxy on it', async () => {
  const app = fastify()
  await addDocs(app, contract as unknown as AnyRouter, { isDocsLocal: true })
  const status = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/openapi.json', headers })).statusCode
  expect(await status({ host: '127.0.0.1:3000' })).toBe(200)
  expect(await status({ host: '[::1]:3000' })).toBe(200)
  expect(await status({ host: 'taxes.example' })).toBe(404)
  expect(await status({ host: '127.0.0.1:3000', 'x-forwarded-for': '192.0.2.1' })).toBe(404)
  expect(await status({ host: '127.0.0.1:3000', forwarded: 'for=192.0.2.1' })).toBe(404)
  await app.close()
})
