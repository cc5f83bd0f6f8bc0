import { createHash, createPublicKey, verify } from 'node:crypto'
import type { ManifestView } from '@lotbook/contract'
import {
  calculate,
  canonicalJson,
  type Manifest,
  parseCalculationInput,
  rowsOfResult,
  type SignedManifest,
  signedText,
  verifyManifest,
} from '@lotbook/tax'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { keepAsBeforeBlocks } from '../../testing/kept-before-blocks.ts'
import { KRAKEN } from '../../testing/kraken-ledger.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

test('N2 N3 a calculation leaves as files that anybody can check: hashes, signature, and the work itself', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { data: list } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
  const id = list[0]?.id ?? ''
  const [manifestFile, inputFile, resultFile] = await Promise.all(
    ['manifest', 'input', 'result'].map((name) =>
      journal.customer.get(`/tax_calculations/${id}/${name}.json`),
    ),
  )
  const manifest = JSON.parse(manifestFile?.text ?? '') as SignedManifest

  // The files are what was hashed, byte for byte: any program that knows SHA-256 can tell.
  expect(sha256(inputFile?.text ?? '')).toBe(manifest.input_hash)
  expect(sha256(resultFile?.text ?? '')).toBe(manifest.result_hash)
  const input = parseCalculationInput(JSON.parse(inputFile?.text ?? ''))
  expect(canonicalJson(rowsOfResult(input, calculate(input)))).toBe(resultFile?.text)
  expect(verifyManifest(manifest, input)).toMatchObject({ holds: true, problems: [] })
  expect(String(inputFile?.headers['content-disposition'])).toContain('input.json')

  const { body } = await server.client().get('/signing_key')
  const key = body as { algorithm: string; public_key: string; fingerprint: string }
  expect(manifest.signature).toMatchObject({ algorithm: 'Ed25519', public_key: key.public_key })
  const der = Buffer.from(key.public_key, 'base64')
  expect(key.fingerprint).toBe(sha256(der))
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(
    verify(
      null,
      Buffer.from(signedText(manifest)),
      publicKey,
      Buffer.from(manifest.signature.value, 'base64'),
    ),
  ).toBe(true)

  const taken = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all<{ file: string }>(sql`
      select details ->> 'file' as file from audit_events
      where user_id = ${journal.userId} and event = 'calculation_downloaded'`),
  )
  expect(new Set(taken.map(({ file }) => file))).toEqual(
    new Set(['manifest.json', 'input.json', 'result.json']),
  )

  // Again, the same bytes; and the page says what the file says.
  expect((await journal.customer.get(`/tax_calculations/${id}/manifest.json`)).text).toBe(manifestFile?.text)
  const { data: view } = await journal.get<{ data: ManifestView }>(`/tax_calculations/${id}/manifest`)
  const { schema: _, settings: __, signature: ___, ...stated } = manifest
  expect(view).toMatchObject({ ...stated, key_fingerprint: key.fingerprint, has_files: true })
})

test('N3 what was kept before there were blocks leaves as the same files', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const { data: list } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
  const id = list[0]?.id ?? ''
  const textOf = async (name: string) =>
    (await journal.customer.get(`/tax_calculations/${id}/${name}.json`)).text
  const texts = { input: await textOf('input'), result: await textOf('result') }
  await withSubject(server.db, self(journal.userId), (tx) =>
    keepAsBeforeBlocks(tx, journal.userId, id, texts),
  )
  expect({ input: await textOf('input'), result: await textOf('result') }).toEqual(texts)
  const { data: view } = await journal.get<{ data: ManifestView }>(`/tax_calculations/${id}/manifest`)
  expect(view).toMatchObject({ has_files: true, result_hash: sha256(texts.result) })
})

test('N3 what kept no input has a manifest and no files, and what is not there is not there', async () => {
  const journal = await customerWith(server)
  await journal.import('kraken.csv', KRAKEN)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  const { data: queued } = await journal.get<{ data: { id: string }[] }>('/tax_calculations')
  const path = `/tax_calculations/${queued[0]?.id}`
  expect((await journal.customer.get(`${path}/manifest`)).status).toBe(404)
  expect((await journal.customer.get(`${path}/manifest.json`)).status).toBe(404)
  await server.drainJobs()
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update calculations set input_blocks = null where user_id = ${journal.userId}`),
  )
  expect((await journal.get<{ data: ManifestView }>(`${path}/manifest`)).data.has_files).toBe(false)
  expect((await journal.customer.get(`${path}/input.json`)).status).toBe(404)
  expect((await journal.customer.get('/tax_calculations/x/input.json')).status).toBe(404)
  const signed = JSON.parse((await journal.customer.get(`${path}/manifest.json`)).text) as Manifest
  expect(signed.manifest_hash).toMatch(/^[0-9a-f]{64}$/)
})
