import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson, writeCanonicalJson } from '../bytes/canonical-json.ts'
import { calculate } from '../calculating/calculate.ts'
import type { CalculationInput, CalculationSettings } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import type { ResultTable } from '../results/result-table.ts'
import { resultText } from '../results/result-text.ts'
import { checkResult, holdTableToInvariants, holdToInvariants } from '../invariants/check-result.ts'
import { outcomeOf, type InvariantOutcome } from '../invariants/invariant.ts'
import { rowsOfInput } from '../schema/input-rows.ts'
import { rowsOfResult } from '../results/result-rows.ts'
import { ENGINE_VERSION, INVARIANTS_VERSION, RULES_VERSION } from './versions.ts'

const SCHEMA = 'lotbook-manifest/3'
const SCHEMAS = ['lotbook-manifest/1', 'lotbook-manifest/2', SCHEMA] as const

/** Hashes of a calculation's input and result: the proof that figures are these figures (N3). */
export interface Manifest {
  /**
   * The first kind is from before results were checked against invariants; the first and second hash rows with the
   * name of each field.
   */
  readonly schema: (typeof SCHEMAS)[number]
  readonly engine_version: string
  readonly rules_version: string
  readonly settings: CalculationSettings
  readonly transactions: number
  /** SHA-256 of the canonical JSON of the input as rows, settings included. */
  readonly input_hash: string
  /** SHA-256 of the canonical JSON of the result as rows. */
  readonly result_hash: string
  /** Version of the invariants that the result was checked against before it was stored (N16). */
  readonly invariants_version?: string
  readonly invariants?: readonly InvariantOutcome[]
  /** SHA-256 of the canonical JSON of all of the above: what is signed. */
  readonly manifest_hash: string
}

/**
 * The manifest of a calculation. The same input gives the same manifest on any machine (N2).
 *
 * @throws InvariantBroken where the result is not one that this input can have.
 */
export function manifestOf(input: CalculationInput, result: CalculationResult): Manifest {
  const { settings, transactions } = input
  const invariants = holdToInvariants(input, result)
  const { input_hash, result_hash } = hashesOf(SCHEMA, input, result)
  return manifestOfHashes(settings, transactions.length, input_hash, result_hash, invariants)
}

/** A SHA-256 of the platform, which is faster than one in JavaScript. */
export interface Sha256 {
  readonly update: (data: string | Uint8Array) => unknown
  readonly digest: (encoding: 'hex') => string
}

/**
 * The manifest of a result in columns, without an object or a text for the whole of either.
 *
 * @param inputText the canonical JSON of the whole input as rows, piece by piece.
 * @throws InvariantBroken as `manifestOf` does.
 */
export function manifestOfTable(
  settings: CalculationSettings,
  inputText: Iterable<string | Uint8Array>,
  result: ResultTable,
  newHash: () => Sha256,
): Manifest {
  const invariants = endOf(holdTableToInvariants(result, settings))
  const hashed = (pieces: Iterable<string | Uint8Array>) => {
    const hash = newHash()
    for (const piece of pieces) hash.update(piece)
    return hash.digest('hex')
  }
  const [inputHash, resultHash] = [hashed(inputText), hashed(resultText(result))]
  return manifestOfHashes(settings, result.events.count, inputHash, resultHash, invariants)
}

function endOf<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The manifest of a calculation whose input and result were hashed and checked on their way. */
export function manifestOfHashes(
  settings: CalculationSettings,
  transactions: number,
  inputHash: string,
  resultHash: string,
  invariants: readonly InvariantOutcome[],
): Manifest {
  const body = {
    schema: SCHEMA,
    engine_version: ENGINE_VERSION,
    rules_version: RULES_VERSION,
    settings,
    transactions,
    input_hash: inputHash,
    result_hash: resultHash,
    invariants_version: INVARIANTS_VERSION,
    invariants,
  } as const
  return { ...body, manifest_hash: hashOf(body) }
}

/** A manifest that somebody vouches for. */
export interface SignedManifest extends Manifest {
  readonly signature: {
    readonly algorithm: 'Ed25519'
    /** SPKI in DER, base64: compare it with the one that the installation publishes. */
    readonly public_key: string
    /** Over `signedText`, base64. */
    readonly value: string
  }
}

/** The text that the signature of a manifest covers. */
export function signedText({ schema, manifest_hash }: Pick<Manifest, 'schema' | 'manifest_hash'>): string {
  return `${schema}\n${manifest_hash}`
}

export interface Verification {
  readonly holds: boolean
  /** Failed checks, in words; empty if all hold. */
  readonly problems: readonly string[]
  /** Invariants that the recomputed result was checked against; empty if it could not be. */
  readonly invariants: readonly InvariantOutcome[]
}

/**
 * Recompute a calculation and say whether a manifest is true of it. The signature is not looked at: it needs a platform
 * that knows Ed25519 (`signedText`).
 */
export function verifyManifest(manifest: unknown, input: CalculationInput): Verification {
  const nothing = (problem: string): Verification => ({ holds: false, problems: [problem], invariants: [] })
  if (typeof manifest !== 'object' || manifest === null || !('schema' in manifest))
    return nothing('This is not a manifest')
  const stated = manifest as Partial<SignedManifest>
  if (!SCHEMAS.some((schema) => schema === stated.schema))
    return nothing(`Unknown manifest: ${String(stated.schema)}`)

  const problems: string[] = []
  const { manifest_hash: statedHash, signature: _, ...body } = stated
  if (hashOf(body) !== statedHash) problems.push('manifest_hash: the manifest was changed after it was made')
  const result = calculate(input)
  const invariants = checkResult(input, result)
  for (const { name, outcome, example } of invariants)
    if (outcome === 'broken') problems.push(`invariants: ${name} does not hold: ${example ?? ''}`)
  for (const [field, here] of [
    ['engine_version', ENGINE_VERSION],
    ['rules_version', RULES_VERSION],
  ] as const)
    if (stated[field] !== here) problems.push(`${field}: made with ${String(stated[field])}, this is ${here}`)
  if (canonicalJson(stated.settings ?? null) !== canonicalJson(input.settings))
    problems.push('settings: not those of the input')
  if (stated.transactions !== input.transactions.length)
    problems.push(`transactions: the input has ${input.transactions.length}`)
  const hashes = hashesOf(stated.schema, input, result)
  for (const field of ['input_hash', 'result_hash'] as const) {
    const found = hashes[field]
    if (stated[field] !== found) problems.push(`${field}: ${String(stated[field])} is not ${found}`)
  }
  const outcomes = invariants.map(outcomeOf)
  problems.push(...problemsOfInvariants(stated, outcomes))
  return { holds: problems.length === 0, problems, invariants: outcomes }
}

/** Counts are compared with their like only: another version of the checks asks other things of the same result. */
function problemsOfInvariants(
  { schema, invariants, invariants_version }: Partial<SignedManifest>,
  found: readonly InvariantOutcome[],
): string[] {
  if (schema === 'lotbook-manifest/1') return []
  if (!Array.isArray(invariants) || typeof invariants_version !== 'string')
    return ['invariants: the manifest does not say what the result was held to']
  if (invariants_version !== INVARIANTS_VERSION) return []
  return canonicalJson(invariants) === canonicalJson(found)
    ? []
    : ['invariants: not what this result comes to when it is checked']
}

/**
 * Hashes of input and result as a manifest of the schema has them: of rows, and in schemas before rows with the name
 * of each field in each of them (docs/calculation-files.md).
 */
export function hashesOf(
  schema: Manifest['schema'] | undefined,
  input: CalculationInput,
  result: CalculationResult,
): Pick<Manifest, 'input_hash' | 'result_hash'> {
  return schema === SCHEMA
    ? { input_hash: hashOf(rowsOfInput(input)), result_hash: hashOf(rowsOfResult(input, result)) }
    : { input_hash: hashOf(input), result_hash: hashOf(result) }
}

/** SHA-256 over canonical JSON, as hex. */
export function hashOf(value: unknown): string {
  const hash = sha256.create()
  writeCanonicalJson(value, (piece) => void hash.update(utf8ToBytes(piece)))
  return bytesToHex(hash.digest())
}
