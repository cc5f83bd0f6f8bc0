import { CalculationInputError, parseCalculationInput, verifyManifest } from '@lotbook/tax'
import { readJson, type ReadingIo } from './calculate-input.ts'
import type { ExitCode } from './io.ts'

export const VERIFY_USAGE = 'lotbook verify MANIFEST.json --input INPUT.json'

/**
 * `lotbook verify MANIFEST.json --input INPUT.json`: recompute a calculation and say whether its hashes hold.
 *
 * @returns 0 when they hold, 1 when they do not or something could not be read, 2 on misuse.
 */
export async function runVerify(args: readonly string[], io: ReadingIo): Promise<ExitCode> {
  const at = args.indexOf('--input')
  const inputPath = at === -1 ? undefined : args[at + 1]
  const rest = at === -1 ? args : args.toSpliced(at, 2)
  const [manifestPath] = rest
  if (
    inputPath === undefined ||
    manifestPath === undefined ||
    rest.length > 1 ||
    manifestPath.startsWith('-')
  ) {
    io.err(`Usage: ${VERIFY_USAGE}\n`)
    return 2
  }
  const manifest = await readJson(manifestPath, io)
  const input = await readJson(inputPath, io)
  if (manifest === undefined || input === undefined) return 1
  try {
    const { holds, problems } = verifyManifest(manifest.json, parseCalculationInput(input.json))
    if (holds) io.out(`${manifestPath}: holds for ${inputPath}\n`)
    else io.err(`${manifestPath}: does not hold for ${inputPath}\n${problems.join('\n')}\n`)
    return holds ? 0 : 1
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    io.err(`${inputPath}:\n${error.message}\n`)
    return 1
  }
}
