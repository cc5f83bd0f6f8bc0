import { parseTaxId } from '@lotbook/journal'
import { z } from 'zod'
import { decimalText, id, success, taxYear } from './common.ts'
import { importSource } from './imports.ts'
import { calculateRoute, customerRoute, readRoute } from './route.ts'
import { TAX_PROGRAM_KINDS } from './tax-program-names.ts'

/** What can be made of a year. */
export const EXPORT_KINDS = [
  'form-8949-pdf',
  'form-8949-csv',
  'form-8949-official',
  'schedule-d-official',
  'schedule-1-official',
  'schedule-d-csv',
  'income-csv',
  'gifts-donations-losses-pdf',
  'gifts-donations-losses-csv',
  'gift-records-pdf',
  ...TAX_PROGRAM_KINDS,
  'audit-trail-csv',
  'form-1099-da-csv',
  'notice-reply-pdf',
  'filing-packet',
  'amendment-pdf',
  'amendment-csv',
  'amendment-packet',
  'transactions-csv',
] as const

/** Letters of a name that a form has room for. */
const NAME_LETTERS = 100

/** Whose forms are printed, and how; it is kept sealed until the file is made, and nowhere else. */
const printing = z.object({
  name: z.string().trim().max(NAME_LETTERS),
  /** A Social Security number or ITIN; empty to write it in by hand. */
  tax_id: z
    .string()
    .max(20)
    .refine((text) => text.trim() === '' || parseTaxId(text) !== undefined, {
      error: 'Tax id: the nine digits of a Social Security number are expected.',
    }),
  /** More sales than this are reported in summary, with a statement attached (Exception 2 of Form 8949); null for never. */
  summary_above: z.number().int().min(0).nullable(),
})
export type Printing = z.infer<typeof printing>

export const exportRow = z.object({
  id,
  kind: z.enum(EXPORT_KINDS),
  tax_year: z.number().int().nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  file_name: z.string().nullable(),
  size_bytes: z.number().int().nullable(),
  sha256: z.string().nullable(),
  rows: z.number().int().nullable(),
  /** Rows that this file cannot carry and a person has to enter by hand, with the reason. */
  by_hand: z.array(
    z.object({
      description: z.string(),
      reason: z.string(),
      /** Rows that the entry stands for, where it is more than one. */
      rows: z.number().int().optional(),
    }),
  ),
  reason: z.string().nullable(),
  /** Sentences about forms that are not on the paper that was asked for. */
  notes: z.array(z.string()),
  /** Pages that are drawn so far, of a long paper that is being made. */
  pages: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
  made_by: z.enum(['customer', 'professional']),
  /** Customers fetch every file, a professional the files that they asked for. */
  can_download: z.boolean(),
  created_at: z.string(),
})
export type ExportRow = z.infer<typeof exportRow>

/** A tax program and its file, in words. */
export const taxProgram = z.object({
  kind: z.enum(TAX_PROGRAM_KINDS),
  name: z.string(),
  carries: z.string(),
  limit: z.string(),
  /** Aggregation rule: what becomes of a year with more rows than that. */
  beyond: z.string(),
  /** Whether an import into the program was tried, with its version and day. */
  checked: z.string(),
  /** Facts that no page of the maker confirms. */
  unconfirmed: z.array(z.string()),
  steps: z.array(z.string()),
  /** Reason that there is no file for the year; null where there is one. */
  unavailable: z.string().nullable(),
})
export type TaxProgramOfYear = z.infer<typeof taxProgram>

const amendedLine = z.object({
  form: z.string(),
  line: z.string(),
  text: z.string(),
  filed: decimalText.nullable(),
  corrected: decimalText.nullable(),
})

/** The lines of a filed return that an amended one changes, in cents; null where only the whole return tells. */
export const amendedReturnOfYear = z.object({
  form_8949: z.array(amendedLine),
  schedule_d: z.array(amendedLine),
  form_1040: z.array(amendedLine),
  /** Columns A to C of Form 1040-X. */
  form_1040_x: z.array(
    z.object({
      line: z.string(),
      text: z.string(),
      a: decimalText.nullable(),
      b: decimalText.nullable(),
      c: decimalText.nullable(),
    }),
  ),
  /** Losses that later years carry over. */
  carryover: z.array(amendedLine),
  part_ii: z.array(z.string()),
  notes: z.array(z.string()),
})
export type AmendedReturnOfYear = z.infer<typeof amendedReturnOfYear>

/** What the lines of a form rest on that nobody has decided yet. */
export const formRests = z.object({
  /** All lines of the form, and those that rest on anything open. */
  lines: z.number().int(),
  open_lines: z.number().int(),
  /** By finding, the most lines first; one line may rest on several. */
  rests: z.array(z.object({ code: z.string(), lines: z.number().int() })),
  /** Accounts that should have a Form 1099-DA which nobody has answered for, where it decides boxes of the form. */
  forms_expected: z.array(z.object({ account_name: z.string(), disposals: z.number().int() })),
})
export type FormRests = z.infer<typeof formRests>

/** A paper of a packet in small: the first page of what is printed, or the first lines of a table; a workbook has neither. */
export const packetPaper = z.object({
  file_name: z.string(),
  rows: z.number().int(),
  /** A PDF in base64, of which the first page is shown; null where it is not printed. */
  pdf: z.string().nullable(),
  /** Cells of the first lines; null where it is no table. */
  lines: z.array(z.array(z.string())).nullable(),
})
export type PacketPaper = z.infer<typeof packetPaper>

export const exports = {
  list: readRoute.route({ method: 'GET', path: '/exports' }).output(z.object({ data: z.array(exportRow) })),
  /**
   * Of the calculation that the year shows; an amendment of what changed since the year was filed. Refused with `calculation_not_done`, and with
   * `conflict` where there is nothing to amend, or no line for the form. Asked for again while it would be the same, it is the
   * one that is there. Downloaded at /exports/{id}/download.
   */
  create: calculateRoute
    .route({ method: 'POST', path: '/exports' })
    .input(
      z.object({
        kind: z.enum(EXPORT_KINDS),
        tax_year: taxYear.optional(),
        // R2.51, R2.52: of the transactions, those of one source or account alone, or what came to it in one way.
        source_id: id.optional(),
        account_id: id.optional(),
        type: importSource.shape.file_type.optional(),
        printing: printing.optional(),
      }),
    )
    .output(z.object({ data: exportRow })),
  /** Asked before a form of a year is made: how much of it rests on what is not known. */
  restsOn: readRoute
    .route({ method: 'GET', path: '/exports/rests_on' })
    .input(z.object({ kind: z.enum(EXPORT_KINDS), tax_year: taxYear }))
    .output(z.object({ data: formRests })),
  /** The lines of an amended return of a filed year; refused with `conflict` as its files are. */
  amendedReturn: readRoute
    .route({ method: 'GET', path: '/exports/amended_return' })
    .input(z.object({ tax_year: taxYear }))
    .output(z.object({ data: amendedReturnOfYear })),
  /** Programs that a year's sales can be taken to, with limit, steps, and whether each was checked. */
  programs: readRoute
    .route({ method: 'GET', path: '/exports/programs' })
    .input(z.object({ tax_year: taxYear }))
    .output(z.object({ data: z.array(taxProgram) })),
  /** The papers of a year's packet as they would be now, in small; the name on them is masked. */
  papers: readRoute
    .route({ method: 'GET', path: '/exports/papers' })
    .input(z.object({ tax_year: taxYear }))
    .output(z.object({ data: z.array(packetPaper) })),
  remove: customerRoute
    .route({ method: 'DELETE', path: '/exports/{id}' })
    .input(z.object({ id }))
    .output(success),
}
