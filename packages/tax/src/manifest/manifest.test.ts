import { expect, test } from 'vitest'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { calculate, CalculationCancelled, type Progress } from '../calculating/calculate.ts'
import { INVARIANTS } from '../invariants/invariant.ts'
import { hashOf, manifestOf, verifyManifest } from './manifest.ts'
import { scenarios } from '../testing/scenarios.ts'
import { ENGINE_VERSION, RULES_VERSION } from './versions.ts'

const { input } = scenarios[0]!

test('N2 N3 the manifest of an input is the same however its fields are ordered, and verifies', () => {
  const turned = JSON.parse(
    JSON.stringify({ transactions: input.transactions, settings: input.settings }),
  ) as typeof input
  const manifest = manifestOf(input, calculate(input))
  expect(manifestOf(turned, calculate(turned))).toEqual(manifest)
  expect(verifyManifest(manifest, input)).toMatchObject({ holds: true, problems: [] })
  expect(manifest.input_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('N3 a manifest of another input, another result or another engine does not hold', () => {
  const manifest = manifestOf(input, calculate(input))
  const other = { ...input, settings: { ...input.settings, method: 'lifo' as const } }
  expect(verifyManifest(manifest, other).problems.join()).toContain('result_hash')
  expect(verifyManifest({ ...manifest, engine_version: '0.0.1' }, input).problems).toHaveLength(2)
  expect(verifyManifest('hello', input).holds).toBe(false)
})

test('N3 an input of before there were treatments still gives the result it gave: only the versions are others', () => {
  const was = {
    engine_version: '1.1.0',
    rules_version: 'us-2026-11',
    input_hash: '73d74ac1c1bfa3376462064ceb438cc83a913193344629ded7452a9cccc14b1e',
    result_hash: '82a63ed4c48b98d222ce2ad929bdc88a6b778f28998110c517d865828a443d8b',
    manifest_hash: 'a79d481aa8d063fb4abb21315234df9cca9522b307ddc84591ea4d7c7d3b5107',
  }
  const { invariants: _, invariants_version: __, ...now } = manifestOf(input, calculate(input))
  const { problems } = verifyManifest({ ...now, schema: 'lotbook-manifest/1', ...was }, input)
  expect(problems).toEqual([
    `engine_version: made with 1.1.0, this is ${ENGINE_VERSION}`,
    `rules_version: made with us-2026-11, this is ${RULES_VERSION}`,
  ])
})

test('canonical JSON sorts keys, leaves out what is undefined, and refuses fractions', () => {
  expect(canonicalJson({ b: [1, null, 'x'], a: undefined, A: true })).toBe('{"A":true,"b":[1,null,"x"]}')
  expect(() => canonicalJson(0.1)).toThrow('Not a whole number')
})

test('a calculation tells how far it is, and stops when told to', () => {
  const stages: Progress[] = []
  calculate(input, { onProgress: (progress) => void stages.push(progress) })
  expect(new Set(stages.map((p) => p.stage))).toEqual(new Set(['Building lots', 'Applying rules']))
  expect(stages.at(-1)?.done).toBe(stages.at(-1)?.total)
  expect(() => calculate(input, { onProgress: () => false })).toThrow(CalculationCancelled)
})

test('N16 a manifest says what the result was held to, and what it says is recomputed', () => {
  const manifest = manifestOf(input, calculate(input))
  expect(manifest.schema).toBe('lotbook-manifest/3')
  expect(manifest.invariants?.map(({ name }) => name)).toEqual(INVARIANTS)
  const { manifest_hash: _, ...body } = manifest
  const sealed = (changed: object) => ({ ...changed, manifest_hash: hashOf(changed) })
  const counts = manifest.invariants?.map((one) => ({ ...one, checked: one.checked + 1 }))
  expect(verifyManifest(sealed({ ...body, invariants: counts }), input).problems).toEqual([
    'invariants: not what this result comes to when it is checked',
  ])
  const { invariants: __, ...silent } = body
  expect(verifyManifest(sealed(silent), input).problems).toEqual([
    'invariants: the manifest does not say what the result was held to',
  ])
  // Counted by other checks: they are made again, and not compared.
  const other = sealed({ ...body, invariants: counts, invariants_version: '0' })
  expect(verifyManifest(other, input)).toMatchObject({ holds: true, problems: [] })
})

test('N16 N3 manifests of before there were rows, and of before results were checked, still verify, and are checked now', () => {
  const result = calculate(input)
  const { manifest_hash: _, ...now } = manifestOf(input, result)
  const named = { ...now, input_hash: hashOf(input), result_hash: hashOf(result) }
  const { invariants: __, invariants_version: ___, ...unchecked } = named
  for (const body of [
    { ...named, schema: 'lotbook-manifest/2' },
    { ...unchecked, schema: 'lotbook-manifest/1' },
  ]) {
    const found = verifyManifest({ ...body, manifest_hash: hashOf(body) }, input)
    expect(found).toMatchObject({ holds: true, problems: [] })
    expect(found.invariants).toHaveLength(INVARIANTS.length)
    const asNow = { ...body, schema: 'lotbook-manifest/3' }
    expect(verifyManifest({ ...asNow, manifest_hash: hashOf(asNow) }, input).problems.join()).toContain(
      'input_hash',
    )
  }
})

test('N16 no manifest is made of a result that breaks an invariant', () => {
  const result = calculate(input)
  const [first, ...rest] = result.disposals
  const spoiled = { ...result, disposals: [{ ...first!, gain: '1000000' }, ...rest] }
  expect(() => manifestOf(input, spoiled)).toThrow(/^gain-is-difference: \w+/)
})
