import { BROKER_FORMS_FROM, type BrokerForm } from '@lotbook/contract'
import { isContractRow } from '@lotbook/journal'
import { compare, formatDecimal, parseDecimal, sum, zero } from '@lotbook/money'
import { form8949Box } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { isFormExpected, isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import { brokerFormsOf } from '../../calculating/keep/broker-forms.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'

/** Whether a form is expected, and neither its lines nor an answer about it are there. */
export function isFormMissing({ is_expected, reported, lines }: BrokerForm): boolean {
  return is_expected && reported === null && lines === 0
}

/** The accounts with disposals in a year and what is said of their forms, the largest proceeds first. */
export async function listBrokerForms(tx: Tx, userId: string, year: number): Promise<BrokerForm[]> {
  if (year < BROKER_FORMS_FROM) return []
  const calculation = await calculationOfYear(tx, userId, year)
  const { reported, lines } = await brokerFormsOf(tx, userId, year, calculation.id)
  const of = { userId, calculationId: calculation.id, where: [sql`d.tax_year = ${year}`] }
  // A contract is known by its kind and asset; every other account is asked for by itself.
  const found = await tx.all<{
    account_id: string
    name: string
    source_slug: string
    kind: string | null
    asset_id: string | null
    disposals: string
    proceeds: string
  }>(sql`
    select g.*, a.name, a.source_slug from (
      select d.account_id, case when d.kind like 'margin%' then d.kind end as kind,
        case when d.kind like 'margin%' then d.asset_id end as asset_id, count(*) as disposals, sum(d.proceeds)::text as proceeds
      from ${rowsWhere({ list: 'disposals', ...of })} d group by 1, 2, 3
    ) g cross join lateral (
      select name, source_slug from accounts where user_id = ${userId} and id = g.account_id offset 0
    ) a`)
  const rows = found.filter(({ kind, asset_id }) => !isContractRow(kind ?? '', asset_id ?? ''))
  const accounts = [...Map.groupBy(rows, (row) => row.account_id).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const all = [first, ...others]
    const proceeds = sum(all.map((row) => parseDecimal(row.proceeds) ?? zero))
    return [{ first, proceeds, disposals: all.reduce((count, row) => count + Number(row.disposals), 0) }]
  })
  return accounts
    .toSorted((a, b) => compare(b.proceeds, a.proceeds) || (a.first.account_id < b.first.account_id ? -1 : 1))
    .map(({ first: { account_id, name, source_slug }, proceeds, disposals }) => {
      const said = reported.get(account_id) ?? null
      return {
        account_id,
        account_name: name,
        disposals,
        proceeds: formatDecimal(proceeds),
        is_expected: isFormExpected(source_slug, year),
        is_own_wallet: isOwnWallet(source_slug),
        reported: said,
        lines: lines?.accounts.get(account_id) ?? 0,
        short_box: form8949Box(year, 'short', said ?? 'none'),
        long_box: form8949Box(year, 'long', said ?? 'none'),
      }
    })
}
