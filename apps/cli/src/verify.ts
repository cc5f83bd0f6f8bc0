import { createHash, createPublicKey, verify } from 'node:crypto'
import { CalculationInputError } from '@lotbook/rules'
import {
  type CalculationInput,
  hashesOf,
  hashOf,
  parseStoredInput,
  signedText,
  type SignedManifest,
  verifyManifest,
} from '@lotbook/tax'
import { argumentsOf } from './arguments.ts'
import { readJson, type ReadingIo } from './calculate-input.ts'
import type { ExitCode } from './io.ts'
import { isStoredResult } from './stored-result.ts'

export const VERIFY_USAGE =
  'lotbook verify MANIFEST.json --input INPUT.json [--result RESULT.json] [--key FINGERPRINT | --require-signature]'

/**
 * Recompute a calculation, offline, and say whether its hashes, its signature and the engine's invariants hold; with `--result`
 * also whether the figures of that file are the ones that the manifest vouches for. An unsigned manifest holds for itself and is said to be that; with
 * `--require-signature` it must be signed, by whichever key, and with `--key` by the key of that SHA-256.
 *
 * @returns 0 when they hold, 1 when they do not or something could not be read, 2 on misuse.
 */
export async function runVerify(args: readonly string[], io: ReadingIo): Promise<ExitCode> {
  const given = argumentsOf(args, {
    input: { type: 'string' },
    result: { type: 'string' },
    key: { type: 'string' },
    'require-signature': { type: 'boolean' },
  })
  const [manifestPath, ...more] = given?.positionals ?? []
  const {
    input: inputPath,
    result: resultPath,
    key,
    'require-signature': isRequired = false,
  } = given?.values ?? {}
  if (inputPath === undefined || manifestPath === undefined || more.length > 0) {
    io.err(`Usage: ${VERIFY_USAGE}\n`)
    return 2
  }
  const manifest = await readJson(manifestPath, io)
  const input = await readJson(inputPath, io)
  const result = resultPath === undefined ? null : await readJson(resultPath, io)
  if (manifest === undefined || input === undefined || result === undefined) return 1
  try {
    const stored = parseStoredInput(input.json)
    const { problems, invariants } = verifyManifest(manifest.json, stored)
    const signature = checkSignature(manifest.json, { key, isRequired })
    const all = [...problems, ...signature.problems, ...problemsOfResult(manifest.json, stored, result)]
    const counts = invariants.map(({ name, checked }) => `  ${name} (${checked})`).join('\n')
    const held = `${invariants.length} invariants hold of the result:\n${counts}`
    if (all.length === 0) io.out(`${manifestPath}: holds for ${inputPath}\n${signature.text}\n${held}\n`)
    else io.err(`${manifestPath}: does not hold for ${inputPath}\n${all.join('\n')}\n`)
    return all.length === 0 ? 0 : 1
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    io.err(`${inputPath}:\n${error.message}\n`)
    return 1
  }
}

function problemsOfResult(
  manifest: unknown,
  input: CalculationInput,
  result: { readonly json: unknown } | null,
): string[] {
  if (result === null) return []
  const { result_hash: stated, schema } = (manifest ?? {}) as Partial<SignedManifest>
  const found = hashOfResult(schema, input, result.json)
  return found === stated
    ? []
    : [`result: its figures hash to ${found}, the manifest states ${String(stated)}`]
}

/** The reports of the command line keep a result with the name of each field, and more that no hash covers. */
function hashOfResult(
  schema: SignedManifest['schema'] | undefined,
  input: CalculationInput,
  json: unknown,
): string {
  if (!isStoredResult(json)) return hashOf(json)
  try {
    return hashesOf(schema, input, json.result).result_hash
  } catch (error) {
    return `nothing (${error instanceof Error ? error.message : String(error)})`
  }
}

interface SignatureCheck {
  readonly problems: readonly string[]
  /** Who vouches for the manifest, where nothing is wrong. */
  readonly text: string
}

function checkSignature(
  manifest: unknown,
  { key, isRequired }: { readonly key: string | undefined; readonly isRequired: boolean },
): SignatureCheck {
  const wrong = (problem: string): SignatureCheck => ({ problems: [`signature: ${problem}`], text: '' })
  if (typeof manifest !== 'object' || manifest === null || !('signature' in manifest)) {
    return key === undefined && !isRequired
      ? { problems: [], text: 'It is not signed: anybody could have made it.' }
      : wrong('there is none')
  }
  const { signature, ...signed } = manifest as SignedManifest
  const fields: Readonly<Record<string, unknown>> =
    typeof signature === 'object' && signature !== null ? { ...signature } : {}
  const { algorithm, public_key, value, ...others } = fields
  if (typeof public_key !== 'string' || typeof value !== 'string' || Object.keys(others).length > 0)
    return wrong('not of the form that is signed')
  if (algorithm !== 'Ed25519') return wrong(`unknown: ${String(algorithm)}`)
  const der = Buffer.from(public_key, 'base64')
  const bytes = Buffer.from(value, 'base64')
  // A second spelling of the same bytes would be a change that nobody finds.
  if (der.toString('base64') !== public_key || bytes.toString('base64') !== value)
    return wrong('not plain base64')
  const fingerprint = createHash('sha256').update(der).digest('hex')
  if (key !== undefined && key.toLowerCase() !== fingerprint)
    return wrong(`made with the key ${fingerprint}, not with ${key}`)
  if (!holds(der, signedText(signed), bytes)) return wrong('does not hold for this manifest and key')
  return { problems: [], text: `Signed with the key ${fingerprint}` }
}

function holds(der: Buffer, text: string, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    // Readers of keys are lenient; what they would not write themselves was changed.
    const isPlain = key.export({ format: 'der', type: 'spki' }).equals(der)
    return isPlain && key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, signature)
  } catch {
    return false
  }
}
