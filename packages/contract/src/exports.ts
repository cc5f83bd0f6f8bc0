import { z } from 'zod'
import { id, success, taxYear } from './common.ts'
import { importSource } from './imports.ts'
import { customerRoute } from './route.ts'

/** What can be made of a year. */
export const EXPORT_KINDS = [
  'form-8949-pdf',
  'form-8949-csv',
  'schedule-d-csv',
  'income-csv',
  'gifts-donations-losses-pdf',
  'gifts-donations-losses-csv',
  'gift-records-pdf',
  'turbotax-csv',
  'audit-trail-csv',
  'filing-packet',
  'amendment-pdf',
  'amendment-csv',
  'transactions-csv',
] as const

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
  by_hand: z.array(z.object({ description: z.string(), reason: z.string() })),
  reason: z.string().nullable(),
  created_at: z.string(),
})
export type ExportRow = z.infer<typeof exportRow>

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
  list: customerRoute
    .route({ method: 'GET', path: '/exports' })
    .output(z.object({ data: z.array(exportRow) })),
  /**
   * Of the calculation that the year shows; an amendment of what changed since the year was filed. Refused with `calculation_not_done`, and with
   * `conflict` where there is nothing to amend, or no line for the form. Asked for again while it would be the same, it is the
   * one that is there. Downloaded at /exports/{id}/download.
   */
  create: customerRoute
    .route({ method: 'POST', path: '/exports' })
    .input(
      z.object({
        kind: z.enum(EXPORT_KINDS),
        tax_year: taxYear.optional(),
        // R2.51, R2.52: of the transactions, those of one source or account alone, or what came to it in one way.
        source_id: id.optional(),
        account_id: id.optional(),
        type: importSource.shape.file_type.optional(),
      }),
    )
    .output(z.object({ data: exportRow })),
  /** Asked before a form of a year is made: how much of it rests on what is not known. */
  restsOn: customerRoute
    .route({ method: 'GET', path: '/exports/rests_on' })
    .input(z.object({ kind: z.enum(EXPORT_KINDS), tax_year: taxYear }))
    .output(z.object({ data: formRests })),
  /** The papers of a year's packet as they would be now, in small; the name on them is masked. */
  papers: customerRoute
    .route({ method: 'GET', path: '/exports/papers' })
    .input(z.object({ tax_year: taxYear }))
    .output(z.object({ data: z.array(packetPaper) })),
  remove: customerRoute
    .route({ method: 'DELETE', path: '/exports/{id}' })
    .input(z.object({ id }))
    .output(success),
}
