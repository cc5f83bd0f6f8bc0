import { PRINTED_KINDS, TAX_PROGRAM_KINDS } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { calculationOfYear, changesSince } from '../../calculating/keep/done-calculation.ts'
import { filingOf } from '../../calculating/keep/open-when-filed.ts'
import type { ExportKind } from './export-kinds.ts'
import { formRests } from './form-rests.ts'

/** Exports with pages that are filed, or with steps that say whether they may be. */
const PRINTED: readonly ExportKind[] = [...PRINTED_KINDS, ...TAX_PROGRAM_KINDS]

/**
 * Why the printed forms of a year are a draft: lines rest on open items, or the history changed since the calculation. Null where
 * they are not, where the export prints none, and of a filed year, whose forms are as they were sent.
 */
export async function draftOf(
  tx: Tx,
  userId: string,
  kind: ExportKind,
  year: number | null,
): Promise<string | null> {
  if (year === null || !PRINTED.includes(kind)) return null
  const calculation = await calculationOfYear(tx, userId, year)
  if ((await filingOf(tx, userId, year, calculation)) !== null) return null
  const { lines, open_lines } = await formRests(tx, userId, 'form-8949-pdf', year)
  const reasons = [
    ...(open_lines > 0
      ? [
          `${count(open_lines)} of ${count(lines)} ${lines === 1 ? 'line' : 'lines'} ${open_lines === 1 ? 'rests' : 'rest'} on items that are still open.`,
        ]
      : []),
    ...((await changesSince(tx, userId, calculation)) > 0
      ? ['The history has changed since this was calculated.']
      : []),
  ]
  return reasons.length === 0 ? null : reasons.join(' ')
}

const count = (n: number) => n.toLocaleString('en-US')
