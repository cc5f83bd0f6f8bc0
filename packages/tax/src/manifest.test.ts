import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { calculate, CalculationCancelled, type Progress } from './engine/calculate.ts'
import { manifestOf, verifyManifest } from './manifest.ts'
import { scenarios } from './testing/scenarios.ts'

const { input } = scenarios[0]!

test('N2 N3 the manifest of an input is the same however its fields are ordered, and verifies', () => {
  const turned = JSON.parse(
    JSON.stringify({ transactions: input.transactions, settings: input.settings }),
  ) as typeof input
  const manifest = manifestOf(input, calculate(input))
  expect(manifestOf(turned, calculate(turned))).toEqual(manifest)
  expect(verifyManifest(manifest, input)).toEqual({ holds: true, problems: [] })
  expect(manifest.input_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('N3 a manifest of another input, another result or another engine does not hold', () => {
  const manifest = manifestOf(input, calculate(input))
  const other = { ...input, settings: { ...input.settings, method: 'lifo' as const } }
  expect(verifyManifest(manifest, other).problems.join()).toContain('result_hash')
  expect(verifyManifest({ ...manifest, engine_version: '0.0.1' }, input).problems).toHaveLength(2)
  expect(verifyManifest('hello', input).holds).toBe(false)
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
