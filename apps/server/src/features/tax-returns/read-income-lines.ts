import type { IncomeByLine } from '@lotbook/contract'
import { byValue, formText, incomeLines, kindText } from '@lotbook/reports'
import { linesOfReturn } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { businessFactsOf, incomeBySource } from '../../calculating/keep/income-lines.ts'

/** The income of a year by kind and source, the lines that it goes to, and what these come to. */
export async function readIncomeLines(tx: Tx, userId: string, year: number): Promise<IncomeByLine> {
  const sources = (await incomeBySource(tx, userId, year)).toSorted(byValue)
  const filed = await tx.maybe(sql`
    select 1 from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed'`)
  const facts = await businessFactsOf(tx, userId, year)
  const { lines, notes } = incomeLines(year, sources, facts)
  return {
    is_filed: filed !== undefined,
    facts: { ...facts },
    sources: sources.map(({ accountId, account, category, isCash, goesTo, ...one }) => ({
      account_id: accountId,
      account_name: account,
      category,
      label: kindText({ category, isCash }),
      is_cash: isCash,
      receipts: one.receipts,
      unpriced: one.unpriced,
      value: one.unpriced === one.receipts ? null : plain(one.value),
      line: goesTo.line,
      chosen: goesTo.chosen,
      carried_from: goesTo.from,
      lines: [...linesOfReturn({ category, isCash }, year)],
    })),
    lines: lines.map(({ line, text, amount }) => ({
      line,
      text,
      amount: amount === null ? null : formText(amount, 'cents'),
    })),
    notes: [...notes],
  }
}
