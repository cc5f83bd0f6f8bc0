import { join } from 'node:path'
import {
  calculate,
  ENGINE_VERSION,
  hashesOf,
  hashOf,
  isResultRows,
  parseCalculationInput,
  parseStoredInput,
  resultOfRows,
  rowsOfResult,
  RULES_VERSION,
  type CalculationInput,
  type CalculationRecord,
  type CalculationResult,
  type SignedManifest,
} from '@lotbook/tax'
import { readJson } from './calculate-input.ts'
import { originsKept, type FileOrigin } from './file-origin.ts'
import type { Io } from './io.ts'
import { isStoredResult } from './write-reports.ts'

/** A calculation to set beside another. */
export interface GivenCalculation extends CalculationRecord {
  /** The hash of its result: the same result is the same calculation. */
  readonly id: string
  /** ISO 8601 in UTC; null where it was only worked out now, or nothing says when. */
  readonly calculatedAt: string | null
  readonly accountNames: Readonly<Record<string, string>>
  /** It was read as it was kept; else it was worked out from an input by this engine. */
  readonly isKept: boolean
  /** Where its transactions came from, as far as that was kept. */
  readonly origins: ReadonlyMap<string, FileOrigin>
}

/**
 * A calculation as it is named on the command line: a folder that holds `input.json`, `result.json` and `manifest.json`,
 * or an input, which is worked out. What a folder holds is held to the hashes of its manifest.
 *
 * @returns undefined where it cannot be read, which is said on standard error.
 * @throws CalculationInputError where the input is not one.
 */
export async function givenCalculation(path: string, io: Io): Promise<GivenCalculation | undefined> {
  const isFolder = !path.endsWith('.json')
  const read = await readJson(isFolder ? join(path, 'input.json') : path, io)
  if (read === undefined) return undefined
  const input = isFolder ? parseStoredInput(read.json) : parseCalculationInput(read.json)
  if (!isFolder) {
    const result = calculate(input)
    return {
      input,
      result,
      engineVersion: ENGINE_VERSION,
      rulesVersion: RULES_VERSION,
      id: hashOf(rowsOfResult(input, result)),
      calculatedAt: null,
      accountNames: {},
      isKept: false,
      origins: new Map(),
    }
  }
  const kept = await readJson(join(path, 'result.json'), io)
  const said = await readJson(join(path, 'manifest.json'), io)
  if (kept === undefined || said === undefined) return undefined
  const stored = isStoredResult(kept.json) ? kept.json : undefined
  const result = resultIn(stored?.result ?? kept.json, input)
  const manifest = (said.json ?? {}) as SignedManifest
  if (result === undefined) {
    io.err(`${join(path, 'result.json')}: not a result of the input beside it\n`)
    return undefined
  }
  const { manifest_hash: _, signature: __, ...body } = manifest
  const hashes = hashesOf(manifest.schema, input, result)
  for (const [name, field, hash] of [
    ['manifest.json', 'manifest_hash', hashOf(body)],
    ['input.json', 'input_hash', hashes.input_hash],
    ['result.json', 'result_hash', hashes.result_hash],
  ] as const)
    if (manifest[field] !== hash) {
      io.err(`${join(path, name)}: changed since the manifest of this calculation was made (${field})\n`)
      return undefined
    }
  return {
    input,
    result,
    engineVersion: manifest.engine_version,
    rulesVersion: manifest.rules_version,
    id: manifest.result_hash,
    calculatedAt: stored?.calculated_at ?? null,
    accountNames: stored?.account_names ?? {},
    isKept: true,
    origins: originsKept(stored?.origins ?? {}),
  }
}

/** A result as it is kept, with names or as rows; undefined where it is none of this input. */
function resultIn(json: unknown, input: CalculationInput): CalculationResult | undefined {
  try {
    const result = isResultRows(json) ? resultOfRows(json, input) : (json as CalculationResult)
    const places = new Set(input.transactions.map(({ id }) => id))
    return LISTS.every((list) => result[list].every(({ tx }) => tx === null || places.has(tx)))
      ? result
      : undefined
  } catch {
    // Whatever it is made of, it is not what its manifest was made of either.
    return undefined
  }
}

const LISTS = ['disposals', 'income', 'removals', 'warnings'] as const
