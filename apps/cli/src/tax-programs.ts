import { join } from 'node:path'
import {
  notInYear,
  TAX_PROGRAM_IDS,
  TAX_PROGRAMS,
  taxProgramFiles,
  type ReportFile,
  type TaxProgramId,
  type YearReport,
} from '@lotbook/reports'
import type { Io } from './io.ts'

/** `--for PROGRAM`, any number of times: tax programs that files are written for. */
export const PROGRAM_OPTIONS = { for: { type: 'string', multiple: true } } as const
export const PROGRAM_USAGE = `[--for all|${TAX_PROGRAM_IDS.join('|')}]...`

const USUAL: readonly TaxProgramId[] = ['turbotax-csv']

/**
 * Programs that were asked for; without a word that is TurboTax Online. `all` are those that have a file for the year.
 *
 * @returns a sentence where a name is unknown or the format of a program is not defined for the year.
 */
export function programsAsked(
  names: readonly string[] | undefined,
  year: number,
): readonly TaxProgramId[] | string {
  if (names === undefined) return USUAL
  const asked = new Set<TaxProgramId>()
  for (const name of names) {
    const found = TAX_PROGRAMS.filter(({ id }) => name === 'all' || name === id)
    if (found.length === 0) return `--for ${name}: all, ${TAX_PROGRAM_IDS.join(', ')} are expected`
    for (const program of found) {
      const missing = notInYear(program, year)
      if (missing === undefined) asked.add(program.id)
      else if (name !== 'all') return `--for ${name}: ${missing}`
    }
  }
  return TAX_PROGRAM_IDS.filter((id) => asked.has(id))
}

/** Files of the programs, in a folder for each; rows that a person enters by hand are printed. */
export function programFiles(
  report: YearReport,
  programs: readonly TaxProgramId[],
  io: Pick<Io, 'out'>,
): ReportFile[] {
  return programs.flatMap((id) => {
    const { files, byHand } = taxProgramFiles(id, report)
    const name = TAX_PROGRAMS.find((program) => program.id === id)?.name ?? id
    for (const { description, reason } of byHand)
      io.out(`Enter by hand in ${name}: ${description}. ${reason}\n`)
    return files.map((file) => ({ ...file, fileName: join('tax-software', id, file.fileName) }))
  })
}
