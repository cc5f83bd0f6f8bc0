import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical-json.ts'
import { calculate } from './engine/calculate.ts'
import type { CalculationInput, CalculationSettings } from './engine/calculation-input.ts'
import type { CalculationResult } from './engine/calculation-result.ts'

/** Raised with every change that can change a result. */
export const ENGINE_VERSION = '1.0.0'

/** Raised with every change of a rule of `docs/tax`; named after the day of the reference it follows. */
export const RULES_VERSION = 'us-2026-11'

/** What a calculation was made of and what came of it, by hash: the proof that figures are these figures (N3). */
export interface Manifest {
  readonly schema: 'lotbook-manifest/1'
  readonly engine_version: string
  readonly rules_version: string
  readonly settings: CalculationSettings
  readonly transactions: number
  /** SHA-256 of the canonical JSON of the input, settings included. */
  readonly input_hash: string
  /** SHA-256 of the canonical JSON of the result. */
  readonly result_hash: string
  /** SHA-256 of the canonical JSON of all of the above: what is signed. */
  readonly manifest_hash: string
}

/** The manifest of a calculation. The same input gives the same manifest on any machine (N2). */
export function manifestOf(input: CalculationInput, result: CalculationResult, digest?: Digest): Manifest {
  const body = {
    schema: 'lotbook-manifest/1',
    engine_version: ENGINE_VERSION,
    rules_version: RULES_VERSION,
    settings: input.settings,
    transactions: input.transactions.length,
    input_hash: hashOf(input, digest),
    result_hash: hashOf(result, digest),
  } as const
  return { ...body, manifest_hash: hashOf(body) }
}

export interface Verification {
  readonly holds: boolean
  /** What does not hold, in words; empty when all does. */
  readonly problems: readonly string[]
}

/** Recompute a calculation and say whether a manifest is true of it. */
export function verifyManifest(manifest: unknown, input: CalculationInput): Verification {
  if (typeof manifest !== 'object' || manifest === null || !('schema' in manifest))
    return { holds: false, problems: ['This is not a manifest'] }
  const stated = manifest as Partial<Manifest>
  if (stated.schema !== 'lotbook-manifest/1')
    return { holds: false, problems: [`Unknown manifest: ${String(stated.schema)}`] }

  const problems: string[] = []
  const { manifest_hash: statedHash, ...body } = stated
  if (hashOf(body) !== statedHash) problems.push('manifest_hash: the manifest was changed after it was made')
  const found = manifestOf(input, calculate(input))
  for (const field of ['engine_version', 'rules_version'] as const)
    if (stated[field] !== found[field])
      problems.push(`${field}: made with ${String(stated[field])}, this is ${found[field]}`)
  if (canonicalJson(stated.settings ?? null) !== canonicalJson(found.settings))
    problems.push('settings: not those of the input')
  if (stated.transactions !== found.transactions)
    problems.push(`transactions: the input has ${found.transactions}`)
  for (const field of ['input_hash', 'result_hash'] as const)
    if (stated[field] !== found[field])
      problems.push(`${field}: ${String(stated[field])} is not ${found[field]}`)
  return { holds: problems.length === 0, problems }
}

/** SHA-256 over canonical JSON, as hex. */
export function hashOf(value: unknown, digest: Digest = sha256Hex): string {
  return digest(canonicalJson(value))
}

/** SHA-256 of a text's UTF-8, as hex. A caller that has a quicker one at hand passes it; the hash is the same. */
export type Digest = (text: string) => string

function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}
