import {
  brokerReconciliationCsv,
  noticeReplyPdf,
  type BrokerNames,
  type BrokerReconciliation,
  type ReportFile,
  type YearReport,
} from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { linesShown, type LinesOfYear, type NumberedRow } from '../../calculating/keep/broker-lines.ts'
import { filedAt } from '../../calculating/keep/filed-at.ts'

/** The Forms 1099-DA of a year as papers; none where no line was entered. */
export interface BrokerPapers {
  /** As the year shows them: of a filed year with the lines that it was filed with. */
  readonly reconciliation: ReportFile | undefined
  /** With the lines of today, which a notice is about, beside the return as it was filed. */
  readonly reply: ReportFile | undefined
  /** The lines of the reconciliation, for the workbook. */
  readonly found: BrokerReconciliation | undefined
  readonly names: BrokerNames | undefined
}

export const NO_BROKER_PAPERS: BrokerPapers = {
  reconciliation: undefined,
  reply: undefined,
  found: undefined,
  names: undefined,
}

type Reported = Omit<YearReport, 'returnOfYear' | 'interestPaid'>

/** Makes the papers of the Forms 1099-DA of a year beside a calculation. */
export async function brokerPapers(tx: Tx, userId: string, report: Reported): Promise<BrokerPapers> {
  const { year, calculationId } = report
  const shown = await linesOf(tx, userId, report, 'shown')
  const isFiled = (await filedAt(tx, userId, year, calculationId)) !== null
  const now = isFiled ? await linesOf(tx, userId, report, 'now') : shown
  const names = await namesFor(tx, userId, now?.rows ?? shown?.rows ?? [])
  return {
    found: shown?.found,
    names,
    reconciliation: shown && brokerReconciliationCsv(report, shown.found, names),
    reply:
      now &&
      noticeReplyPdf(report, now.found, names, (row) => {
        if (!isFiled) return row.form?.proceeds ?? row.proceeds
        return shown?.columns.get((row as NumberedRow).n)?.form?.proceeds ?? row.proceeds
      }),
  }
}

/** The lines of a year; words on sales alone are no form. */
async function linesOf(
  tx: Tx,
  userId: string,
  { year, calculationId }: Reported,
  as: 'shown' | 'now',
): Promise<LinesOfYear | undefined> {
  const lines = await linesShown(tx, userId, { year, calculationId, as })
  return lines?.lines.length === 0 ? undefined : lines
}

async function namesFor(tx: Tx, userId: string, rows: readonly NumberedRow[]): Promise<BrokerNames> {
  const accounts = await tx.all<{ id: string; name: string }>(sql`
    select id, name from accounts where user_id = ${userId}`)
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]))
  const symbolOf = new Map(rows.map(({ asset, symbol }) => [asset, symbol]))
  return { account: (id) => nameOf.get(id) ?? id, asset: (id) => symbolOf.get(id) ?? id }
}
