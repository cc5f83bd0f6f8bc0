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
import { readJson, readJsonIfThere } from './calculate-input.ts'
import { originsKept, type FileOrigin } from './file-origin.ts'
import type { Io } from './io.ts'
import { isStoredNames, isStoredResult, type ResultNames } from './stored-result.ts'

/** A calculation to set beside another. */
export interface GivenCalculation extends CalculationRecord {
  /** The hash of its result: the same result is the same calculation. */
  readonly id: string
  /** ISO 8601 in UTC; null where it was only worked out now, or nothing says when. */
  readonly calculatedAt: string | null
  readonly accountNames: Readonly<Record<string, string>>
  /** Tickers of tokens, and names of contracts by transaction. */
  readonly names: Pick<ResultNames, 'asset_names' | 'contract_names'>
  /** It holds to a manifest; else it was worked out from an input by this engine. */
  readonly isKept: boolean
  /** Where its transactions came from, as far as that was kept. */
  readonly origins: ReadonlyMap<string, FileOrigin>
}

/**
 * A calculation as it is named on the command line: a folder that holds `input.json`, `manifest.json` and either `result.json` or
 * `names.json`, or an input, which is worked out. What a folder holds is held to the hashes of its manifest.
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
      names: {},
      isKept: false,
      origins: new Map(),
    }
  }
  const folder = await storedIn(path, input, io)
  if (folder === undefined) return undefined
  const { result, manifest, names } = folder
  return {
    input,
    result,
    engineVersion: manifest.engine_version,
    rulesVersion: manifest.rules_version,
    id: manifest.result_hash,
    calculatedAt: names?.calculated_at ?? null,
    accountNames: names?.account_names ?? {},
    names: names ?? {},
    isKept: true,
    origins: originsKept(names?.origins ?? {}),
  }
}

/**
 * The result and the names in a folder that `calculate --files` wrote, or in a page's downloads, which have no names.
 *
 * @returns undefined where it cannot be read, which is said on standard error.
 * @throws CalculationInputError where the input is not one.
 */
export async function storedFolder(
  path: string,
  io: Io,
): Promise<{ readonly result: CalculationResult; readonly names: ResultNames | undefined } | undefined> {
  const read = await readJson(join(path, 'input.json'), io)
  return read === undefined ? undefined : storedIn(path, parseStoredInput(read.json), io)
}

interface Folder {
  readonly result: CalculationResult
  readonly manifest: SignedManifest
  /** Undefined in what a browser downloads. */
  readonly names: ResultNames | undefined
}

/** A folder whose files hold to its manifest. A result that was not kept is worked out again. */
async function storedIn(path: string, input: CalculationInput, io: Io): Promise<Folder | undefined> {
  const said = await readJson(join(path, 'manifest.json'), io)
  if (said === undefined) return undefined
  const manifest = (said.json ?? {}) as SignedManifest
  const names = await readJsonIfThere(join(path, 'names.json'), io)
  // Names of another calculation are left from an earlier run into the same folder.
  const isOfManifest = isStoredNames(names) && names.calculation_id === manifest.result_hash
  const found = isOfManifest ? { names, result: calculate(input) } : await keptResult(path, input, io)
  if (found === undefined) return undefined
  const { manifest_hash: _, signature: __, ...body } = manifest
  const hashes = hashesOf(manifest.schema, input, found.result)
  const changed = ([name, field, hash]: readonly [string, keyof SignedManifest, string]) => {
    if (manifest[field] === hash) return false
    io.err(`${join(path, name)}: changed since the manifest of this calculation was made (${field})\n`)
    return true
  }
  if (
    changed(['manifest.json', 'manifest_hash', hashOf(body)]) ||
    changed(['input.json', 'input_hash', hashes.input_hash])
  )
    return undefined
  if (!isOfManifest)
    return changed(['result.json', 'result_hash', hashes.result_hash]) ? undefined : { ...found, manifest }
  if (hashes.result_hash === manifest.result_hash) return { ...found, manifest }
  io.err(
    `${path}: engine ${manifest.engine_version} made this calculation and engine ${ENGINE_VERSION} gets another result; its own was not kept (--result keeps it)\n`,
  )
  return undefined
}

/** The result that a folder keeps, with its names where it has some. */
async function keptResult(path: string, input: CalculationInput, io: Io) {
  const kept = await readJson(join(path, 'result.json'), io)
  if (kept === undefined) return undefined
  const names = isStoredResult(kept.json) ? kept.json : undefined
  const result = resultIn(names?.result ?? kept.json, input)
  if (result === undefined) io.err(`${join(path, 'result.json')}: not a result of the input beside it\n`)
  return result === undefined ? undefined : { result, names }
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
