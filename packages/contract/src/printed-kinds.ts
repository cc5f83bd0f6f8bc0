import type { EXPORT_KINDS } from './exports.ts'

/** Exports that name and number are printed on. */
export const PRINTED_KINDS = [
  'form-8949-pdf',
  'form-8949-official',
  'schedule-d-official',
  'schedule-1-official',
  'filing-packet',
] as const satisfies readonly (typeof EXPORT_KINDS)[number][]

/** Sales from which reporting in summary is offered; the IRS names no number. */
export const SUMMARY_OFFERED_FROM = 100
