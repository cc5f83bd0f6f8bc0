import type { IncomeAnswer } from '@lotbook/contract'
import { kindText } from '@lotbook/reports'
import {
  allowedIncomeLines,
  incomeLineName,
  linesOfReturn,
  type ChosenIncomeLine,
  type LineOfIncome,
} from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { incomeBySource, incomeKey, writeIncomeLines } from '../../calculating/keep/income-lines.ts'
import { refuseIfFiled } from './refuse-if-filed.ts'

/** Keep which line kinds of income of a year go to: all of the answers, or none where one cannot be. */
export async function setIncomeLines(
  tx: Tx,
  userId: string,
  {
    year,
    lines,
    now,
  }: { readonly year: number; readonly lines: readonly IncomeAnswer[]; readonly now: Date },
): Promise<void> {
  await refuseForeignAccounts(tx, userId, lines)
  await refuseIfFiled(tx, userId, year, 'its lines stay as filed')
  await refuseImpossible(tx, userId, year, lines)
  for (const { account_id, category, is_cash, line } of lines)
    if (line === null)
      await tx.run(sql`
        delete from income_lines where user_id = ${userId} and tax_year = ${year} and account_id = ${account_id}
          and category = ${category} and is_cash = ${is_cash}`)
  const answers = lines.flatMap(({ account_id: accountId, category, is_cash: isCash, line }) =>
    line === null ? [] : [{ accountId, category, isCash, goesTo: answered(line) }],
  )
  if (answers.length > 0) await writeIncomeLines(tx, userId, year, answers, now)
}

const answered = (line: LineOfIncome): ChosenIncomeLine => ({ line, chosen: 'answered', from: null })

async function refuseForeignAccounts(tx: Tx, userId: string, lines: readonly IncomeAnswer[]): Promise<void> {
  const asked = [...new Set(lines.map(({ account_id }) => account_id))]
  const { found } = await tx.one<{ found: number }>(sql`
    select count(*)::integer as found from accounts where user_id = ${userId} and id = any (${asked})`)
  if (found < asked.length) refuse('not_found', 'One of these accounts is not yours.')
}

/** Refuses, by its place in the request, what the year does not have, what is said twice, and a line that it may not go to. */
async function refuseImpossible(
  tx: Tx,
  userId: string,
  year: number,
  lines: readonly IncomeAnswer[],
): Promise<void> {
  const sources = await incomeBySource(tx, userId, year)
  if (sources.length === 0) refuse('conflict', `There is no income in ${year}.`)
  const known = new Map(sources.map((one) => [incomeKey(one), one]))
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [n, { account_id: accountId, category, is_cash: isCash, line }] of lines.entries()) {
    const source = { accountId, category, isCash }
    const key = incomeKey(source)
    const found = known.get(key)
    const kind = kindText(source)
    if (found === undefined) fields[`lines.${n}`] = `${kind}: the account has no such income in ${year}.`
    else if (seen.has(key)) fields[`lines.${n}`] = `${kind} from ${found.account} is there twice.`
    else if (line !== null && !allowedIncomeLines(source).includes(line))
      fields[`lines.${n}.line`] =
        `${kind} from ${found.account} does not go to ${incomeLineName(line, year, isCash)}. It goes to ${linesOfReturn(
          source,
          year,
        )
          .map(({ name }) => name)
          .join(', or ')}.`
    seen.add(key)
  }
  const [first] = Object.values(fields)
  if (first !== undefined) refuse('invalid_input', first, { fields })
}
