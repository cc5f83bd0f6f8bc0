import { join } from 'node:path'
import { maskedTaxId, parseTaxId } from '@lotbook/journal'
import {
  filedForms,
  form8949Pdf,
  linesInFormOrder,
  formsToFill,
  officialFileName,
  readOfficialForm,
  type FormShape,
  type OfficialForm,
  type OfficialKind,
  type RefusedForm,
  type ReportFile,
  type YearReport,
} from '@lotbook/reports'
import type { Io } from './io.ts'

/** Options that say whose name stands on the forms, and where the blank forms are. */
export const FORM_OPTIONS = {
  forms: { type: 'string' },
  name: { type: 'string' },
  'ssn-file': { type: 'string' },
  'summary-above': { type: 'string' },
  ssn: { type: 'string' },
} as const
export const FORM_USAGE = '[--forms DIR] [--name NAME] [--ssn-file FILE] [--summary-above ROWS]'

/** The values of `FORM_OPTIONS`. */
export type FormOptions = { readonly [Option in keyof typeof FORM_OPTIONS]?: string | undefined }

/** The environment variable that holds the number if no file is named. */
const SSN_VARIABLE = 'LOTBOOK_SSN'

/** The environment variable that names the folder of blank forms if no option does, as on the server. */
const FORMS_VARIABLE = 'LOTBOOK_FORMS'

/** Printing as it was asked for. */
export interface Printing {
  /** The folder with the forms of the IRS; undefined where forms are drawn. */
  readonly folder: string | undefined
  readonly taxpayer: YearReport['taxpayer']
  /** More rows than this are reported in summary. */
  readonly summaryAbove: number
}

/**
 * Read how forms are printed. The number comes from the file of `--ssn-file` or from LOTBOOK_SSN: a command line can be read by every
 * user of the machine.
 *
 * @returns undefined where a value is wrong, which is said on standard error without it.
 */
export async function readPrinting(
  options: FormOptions,
  io: Pick<Io, 'err' | 'readFile' | 'environment'>,
): Promise<Printing | undefined> {
  if (options.ssn !== undefined) {
    io.err(`--ssn: every user of this machine can read it. Use --ssn-file FILE, or set ${SSN_VARIABLE}.\n`)
    return undefined
  }
  const above = options['summary-above']
  if (above !== undefined && !/^\d{1,9}$/.test(above)) {
    io.err('--summary-above: a number of rows is expected, as 100.\n')
    return undefined
  }
  const taxId = await readNumber(options['ssn-file'], io)
  if (taxId === undefined) return undefined
  return {
    folder: options.forms ?? io.environment?.(FORMS_VARIABLE),
    taxpayer: { name: (options.name ?? '').trim(), taxId },
    summaryAbove: above === undefined ? Number.POSITIVE_INFINITY : parseInt(above, 10),
  }
}

/** Empty where none is given. */
async function readNumber(
  file: string | undefined,
  io: Pick<Io, 'err' | 'readFile' | 'environment'>,
): Promise<string | undefined> {
  const from = file ?? SSN_VARIABLE
  const text = file === undefined ? (io.environment?.(SSN_VARIABLE) ?? '') : await textIn(file, io)
  if (text === undefined || text.trim() === '') return text?.trim()
  const taxId = parseTaxId(text)
  if (taxId === undefined) io.err(`${from}: not a Social Security number; nine digits are expected.\n`)
  return taxId
}

async function textIn(file: string, io: Pick<Io, 'err' | 'readFile'>): Promise<string | undefined> {
  try {
    return Buffer.from(await io.readFile(file)).toString('utf8')
  } catch (error) {
    io.err(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}\n`)
    return undefined
  }
}

/**
 * Forms of a year as they are filed, from the folder of the forms. What is not there or not the expected form is said on standard
 * error by its name.
 *
 * @returns the files, and whether every form is on the paper that was asked for.
 */
export async function printedForms(
  report: YearReport,
  { folder, summaryAbove }: Printing,
  io: Pick<Io, 'out' | 'err' | 'readFile'>,
): Promise<{ readonly files: readonly ReportFile[]; readonly isWhole: boolean }> {
  const shape: FormShape = linesInFormOrder(report).length > summaryAbove ? 'summary' : 'rows'
  const kinds = formsToFill(report)
  const { name, taxId } = report.taxpayer
  if (name !== '' || taxId !== '')
    io.out(`Printed for ${[name, maskedTaxId(taxId)].filter((part) => part !== '').join(', ')}\n`)
  const officials = new Map<OfficialKind, OfficialForm | RefusedForm>()
  if (folder !== undefined)
    for (const kind of kinds) {
      const path = join(folder, officialFileName(kind, report.year))
      const bytes = await io.readFile(path).catch(() => undefined)
      officials.set(
        kind,
        bytes === undefined
          ? { refused: `${path}: there is no such file.` }
          : await readOfficialForm(kind, report.year, bytes),
      )
    }
  const wanted = folder === undefined ? kinds.filter((kind) => kind === 'form-8949') : kinds
  const { files, notes } = await filedForms(report, officials, wanted, shape)
  if (folder !== undefined) for (const note of notes) io.err(`${note}\n`)
  if (folder !== undefined && kinds.length === 0)
    io.out(`There is nothing to put on a form of ${report.year}.\n`)
  // A year without a row on it has the drawn form, which says why.
  const drawn = linesInFormOrder(report).length === 0 ? [form8949Pdf(report)] : []
  return { files: [...drawn, ...files], isWhole: folder === undefined || notes.length === 0 }
}
