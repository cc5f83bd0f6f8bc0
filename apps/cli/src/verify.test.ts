import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import {
  calculate,
  manifestOf,
  parseCalculationInput,
  rowsOfResult,
  signedText,
  type SignedManifest,
} from '@lotbook/tax'
import { describe, expect, test } from 'vitest'
import { history } from './testing/history.ts'
import { runCommand } from './testing/run-command.ts'
import { runVerify } from './verify.ts'

const input = parseCalculationInput(history)
const pair = generateKeyPairSync('ed25519')
const spki = pair.publicKey.export({ format: 'der', type: 'spki' })
const fingerprint = createHash('sha256').update(spki).digest('hex')
const manifest = manifestOf(input, calculate(input))
const signed: SignedManifest = {
  ...manifest,
  signature: {
    algorithm: 'Ed25519',
    public_key: spki.toString('base64'),
    value: sign(null, Buffer.from(signedText(manifest)), pair.privateKey).toString('base64'),
  },
}

function verified(made: unknown, of: unknown = input, ...options: string[]) {
  const files = { 'm.json': JSON.stringify(made), 'i.json': JSON.stringify(of) }
  return runCommand(runVerify, ['m.json', '--input', 'i.json', ...options], files)
}

test('N3 a signed manifest holds, and says by which key', async () => {
  const { code, out } = await verified(signed)
  expect(code).toBe(0)
  expect(out).toContain(`m.json: holds for i.json\nSigned with the key ${fingerprint}\n`)
  expect((await verified(signed, input, '--key', fingerprint.toUpperCase())).code).toBe(0)
})

test('N3 one that is not signed holds for itself and says so, and does not where a signature is required', async () => {
  const asked = await verified(manifest, input, '--require-signature')
  expect(asked).toEqual({
    code: 1,
    out: '',
    err: 'm.json: does not hold for i.json\nsignature: there is none\n',
  })
  expect(await verified(signed, input, '--require-signature')).toMatchObject({ code: 0, err: '' })
  const taken = { ...signed, signature: null }
  expect((await verified(taken, input, '--require-signature')).code).toBe(1)
})

test.each([
  [['--key']],
  [['--key', '--require-signature']],
  [['--require-key', fingerprint]],
  [['another.json']],
])('a key that is asked for and not said is misuse, and no leave to do without: %j', async (options) => {
  expect(await verified(manifest, input, ...options)).toMatchObject({ code: 2, out: '' })
})

test('N3 R-GIFT-1 what was calculated is verified where the time zone moved a gift before the day its donor had it', async () => {
  const gift = {
    id: 'g',
    at: '2025-01-01T02:00:00Z',
    type: 'incoming',
    sub_type: 'gift_received',
    account: 'a',
    to_currency: 'BTC',
    to_amount: '1',
    gift: { donor_basis: '1', donor_acquired: '2025-01-01' },
  }
  const moved = { settings: { timezone: 'America/New_York' }, transactions: [gift] }
  expect(() => parseCalculationInput(moved)).toThrow('after the day of the gift, 2024-12-31')
  expect(await verified(manifestOf(moved, calculate(moved)), moved)).toMatchObject({ code: 0, err: '' })
})

test('N16 it holds the result to the invariants again, and says of how many things each was asked', async () => {
  const { out } = await verified(signed)
  expect(out).toContain('12 invariants hold of the result:\n  units-conserved (1)\n  basis-conserved (2)\n')
  expect(out).toContain('  disposals-whole (1)\n')
})

/** A value with one thing of it changed, for each thing in it; with the path to the change. */
function changesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value === 'string')
    return [[path, `${value === '' ? 'x' : ''}${value.slice(0, -1)}${value.endsWith('7') ? '8' : '7'}`]]
  if (typeof value === 'number') return [[path, value + 1]]
  if (Array.isArray(value))
    return value.flatMap((item, i) =>
      changesOf(item, `${path}[${i}]`).map(([at, changed]): [string, unknown] => [
        at,
        value.with(i, changed),
      ]),
    )
  if (typeof value !== 'object' || value === null) return [[path, 'x']]
  return [
    [`${path}.added`, { ...value, added: 'x' }],
    ...Object.entries(value).flatMap(([key, item]): [string, unknown][] => [
      ...changesOf(item, `${path}.${key}`).map(([at, changed]): [string, unknown] => [
        at,
        { ...value, [key]: changed },
      ]),
      [`${path}.${key} gone`, Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))],
    ]),
  ]
}

describe('N3 whatever is changed is found, and said', () => {
  const ofManifest = changesOf(signed).filter(([path]) => path !== '.signature gone')
  test.each(ofManifest)('manifest%s', async (path, changed) => {
    const { code, out, err } = await verified(changed)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(path.startsWith('.signature') ? 'signature: ' : 'm')
  })
  expect(ofManifest.length).toBeGreaterThan(20)

  test.each(changesOf(input))('input%s', async (_, changed) => {
    expect((await verified(signed, changed)).code).toBe(1)
  })

  test('every byte of the signature, and of the key', async () => {
    for (const field of ['value', 'public_key'] as const) {
      const bytes = Buffer.from(signed.signature[field], 'base64')
      for (let at = 0; at < bytes.length; at += 1) {
        const turned = Buffer.from(bytes)
        turned[at]! ^= 1
        const changed = { ...signed, signature: { ...signed.signature, [field]: turned.toString('base64') } }
        expect((await verified(changed)).err, `${field} byte ${at}`).toContain('signature: ')
      }
    }
  })

  test('a signature that was taken off, or one by another key, when one key is asked for', async () => {
    expect(await verified(manifest)).toMatchObject({
      code: 0,
      out: expect.stringContaining('not signed') as string,
    })
    expect((await verified(manifest, input, '--key', fingerprint)).err).toContain('signature: there is none')
    const other = generateKeyPairSync('ed25519')
    const forged = {
      ...manifest,
      signature: {
        ...signed.signature,
        public_key: other.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
        value: sign(null, Buffer.from(signedText(manifest)), other.privateKey).toString('base64'),
      },
    }
    expect((await verified(forged, input, '--key', fingerprint)).err).toContain(
      'signature: made with the key',
    )
  })

  test('another spelling of the same signature', async () => {
    const { value } = signed.signature
    const changed = { ...signed, signature: { ...signed.signature, value: `${value}\n` } }
    expect((await verified(changed)).err).toContain('not plain base64')
  })
})

describe('SF24 an amount of the result that was changed by hand is found', () => {
  const result = rowsOfResult(input, calculate(input))
  const check = (of: unknown) =>
    runCommand(runVerify, ['m.json', '--input', 'i.json', '--result', 'r.json'], {
      'm.json': JSON.stringify(signed),
      'i.json': JSON.stringify(input),
      'r.json': JSON.stringify(of),
    })

  test('as it was written it holds', async () => {
    expect(await check(result)).toMatchObject({ code: 0, err: '' })
  })

  const changes = changesOf(JSON.parse(JSON.stringify(result)))
  test.each(changes)('result%s', async (_, changed) => {
    const { code, err } = await check(changed)
    expect(code).toBe(1)
    expect(err).toContain('result: its figures hash to')
  })
  expect(changes.length).toBeGreaterThan(50)
})
