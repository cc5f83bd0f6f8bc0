import { contractName, isFiat } from '@lotbook/journal'
import type { DisposalLine, FormColumns, IncomeLine, YearReport } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sharedTexts } from '../../platform/shared-texts.ts'
import { sql } from '../../platform/sql.ts'
import { boxOf, brokerFormsOf, columnsOf } from '../../calculating/keep/broker-forms.ts'
import { doneCalculation } from '../../calculating/keep/done-calculation.ts'
import { businessFactsOf, incomeLinesOf } from '../../calculating/keep/income-lines.ts'
import { filingOf, isUnpriced } from '../../calculating/keep/open-when-filed.ts'
import { paymentFactsOf } from '../../calculating/keep/payment-facts.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { discoveredLines, removalFactsOf, removalLines } from '../../calculating/keep/removal-lines.ts'
import { restsOnOf } from '../../calculating/keep/rests-on.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { isAllocated, withoutSafeHarbor } from '../../calculating/keep/without-safe-harbor.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { PRICE_ORIGINS } from './price-origins.ts'

/** Kinds of rows that are, or may be, the profit or loss of a contract. */
const CONTRACTS = ['margin_gain', 'margin_loss', 'margin_fee', 'contract_loss']

interface Allocated {
  readonly asset_id: string
  readonly is_allocated: boolean
}

/** The rows of a year of a stored calculation, as reports take them: names for people, amounts as they were calculated. */
export async function readYearReport(
  tx: Tx,
  userId: string,
  calculationId: string,
  year: number,
  taxpayer: string,
  as: 'shown' | 'now' = 'shown',
): Promise<Omit<YearReport, 'draft' | 'returnOfYear' | 'interestPaid'>> {
  const calculation = await tx.one<{
    finished_at: Date
    settings: unknown
    engine_version: string
    rules_version: string
    invariants: YearReport['invariants'] | null
  }>(sql`
    select finished_at, settings, engine_version, rules_version, manifest -> 'invariants' as invariants from calculations where user_id = ${userId} and id = ${calculationId} and state = 'done'`)
  const rows = (list: RowList) =>
    rowsWhere({ list, userId, calculationId, where: [sql`d.tax_year = ${year}`] })
  const without = await withoutSafeHarbor(tx, userId, calculation)
  const forms = await brokerFormsOf(tx, userId, year, calculationId, as)
  const marked = ({ asset_id, is_allocated }: Allocated) => (is_allocated ? without.of(asset_id) : null)
  const disposals = await tx.all<
    Omit<DisposalLine, 'allocation' | 'contract'> &
      Allocated & { account_id: string; number: number; words: string | null }
  >(sql`
    select d.n as number, d.transaction_id as transaction, d.kind, coalesce(s.symbol, d.asset_id) as asset, a.name as account, d.account_id,
      d.lot_transaction_id as lot, d.quantity::text, d.acquired, d.disposed, d.proceeds::text, d.basis::text, d.gain::text,
      d.term, d.box, d.asset_id, case when d.kind = any (${CONTRACTS}) then (
        select t.comment from transactions t where t.user_id = ${userId} and t.id = d.transaction_id) end as words,
      ${isAllocated(calculation, without, sql`d.disposed`)}
    from ${rows('disposals')} d join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id
    order by d.n`)
  const incomes = await incomesOf(tx, userId, calculationId, year)
  const followed = { id: calculationId, ...calculation }
  const removalFacts = await removalFactsOf(tx, userId)
  const shared = sharedTexts()
  return {
    year,
    calculationId,
    calculatedAt: calculation.finished_at.toISOString(),
    taxpayer: { name: taxpayer, taxId: '' },
    disposals: disposals.map(({ asset_id, account_id, is_allocated, number, words, ...row }) => ({
      ...row,
      transaction: shared(row.transaction),
      kind: shared(row.kind),
      asset: shared(row.asset),
      account: shared(row.account),
      lot: shared(row.lot),
      acquired: shared(row.acquired),
      disposed: shared(row.disposed),
      term: shared(row.term),
      contract: contractName(words),
      box: shared(boxOf({ ...row, asset_id, account_id, number }, forms)),
      ...formOf(columnsOf(number, forms)),
      allocation: marked({ asset_id, is_allocated }),
      quantity: plain(row.quantity),
      proceeds: plain(row.proceeds),
      basis: plain(row.basis),
      gain: plain(row.gain),
    })),
    incomes,
    removals: await removalLines(tx, userId, followed, year),
    discovered: await discoveredLines(tx, userId, followed, year, removalFacts),
    removalFacts,
    restsOn: restsOnOf(calculation),
    invariants: calculation.invariants ?? [],
    businessFacts: await businessFactsOf(tx, userId, year),
    paymentFacts: await paymentFactsOf(tx, userId, year),
  }
}

const formOf = (form: FormColumns | undefined) => (form === undefined ? {} : { form })

/** Receipts with their line of the return. */
async function incomesOf(tx: Tx, userId: string, calculationId: string, year: number): Promise<IncomeLine[]> {
  const filing = await filingOf(tx, userId, year, await doneCalculation(tx, userId, calculationId))
  const lineOf = await incomeLinesOf(tx, userId, year)
  const rows = await tx.all<
    Omit<IncomeLine, 'at' | 'isCash' | 'isUnpriced' | 'goesTo'> & {
      at: Date
      asset_id: string
      account_id: string
      is_unpriced: boolean
    }
  >(sql`
    select d.transaction_id as transaction, d.category, coalesce(s.symbol, d.asset_id) as asset, a.name as account, d.quantity::text,
      d.date, d.at, d.value::text, coalesce(p.provider, v.origin, '') as "priceSource", d.asset_id, d.account_id,
      ${isUnpriced(filing)} as is_unpriced
    from ${rowsWhere({ list: 'incomes', userId, calculationId, where: [sql`d.tax_year = ${year}`] })} d
    join accounts a on (a.user_id, a.id) = (d.user_id, d.account_id) left join assets s on s.id = d.asset_id
    left join prices p on p.id = d.price_id
    left join valuations v on (v.user_id, v.transaction_id, v.side) = (d.user_id, d.transaction_id, 'to')
    order by d.n`)
  return rows.map(({ asset_id, account_id, is_unpriced, ...row }) => {
    const isCash = isFiat(asset_id)
    return {
      ...row,
      at: row.at.toISOString(),
      quantity: plain(row.quantity),
      value: plain(row.value),
      priceSource: PRICE_ORIGINS[row.priceSource] ?? row.priceSource,
      isCash,
      isUnpriced: is_unpriced,
      goesTo: lineOf({ accountId: account_id, category: row.category, isCash }),
    }
  })
}
