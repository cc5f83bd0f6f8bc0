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
import { brokerFormsOf, columnsOf, filedAt, type BrokerForms } from '../../calculating/keep/broker-forms.ts'
import type { NumberedRow } from '../../calculating/keep/broker-lines.ts'

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
  const shown = withLines(await brokerFormsOf(tx, userId, year, calculationId))
  const isFiled = (await filedAt(tx, userId, year, calculationId)) !== null
  const now = isFiled ? withLines(await brokerFormsOf(tx, userId, year, calculationId, 'now')) : shown
  const names = await namesFor(tx, userId, now.lines?.rows ?? shown.lines?.rows ?? [])
  return {
    found: shown.lines?.found,
    names,
    reconciliation: shown.lines && brokerReconciliationCsv(report, shown.lines.found, names),
    reply:
      now.lines &&
      noticeReplyPdf(report, now.lines.found, names, (row) => {
        if (!isFiled) return row.form?.proceeds ?? row.proceeds
        return columnsOf((row as NumberedRow).n, shown)?.proceeds ?? row.proceeds
      }),
  }
}

/** The forms of a year; words on sales alone are no form. */
function withLines(forms: BrokerForms): BrokerForms {
  return forms.lines?.lines.length === 0 ? { ...forms, lines: undefined } : forms
}

async function namesFor(tx: Tx, userId: string, rows: readonly NumberedRow[]): Promise<BrokerNames> {
  const accounts = await tx.all<{ id: string; name: string }>(sql`
    select id, name from accounts where user_id = ${userId}`)
  const nameOf = new Map(accounts.map(({ id, name }) => [id, name]))
  const symbolOf = new Map(rows.map(({ asset, symbol }) => [asset, symbol]))
  return { account: (id) => nameOf.get(id) ?? id, asset: (id) => symbolOf.get(id) ?? id }
}
