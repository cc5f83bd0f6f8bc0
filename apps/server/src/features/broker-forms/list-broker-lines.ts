import type { BrokerFile, BrokerLine, BrokerLinesOfYear, BrokerResult, SaleOfLine } from '@lotbook/contract'
import { isContractRow, type BrokerLineOutcome } from '@lotbook/journal'
import { formatDecimal, parseDecimal, sum, zero } from '@lotbook/money'
import { formText, formUnits, reasonOf, type BrokerReconciliation } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import type { KeptLine } from '../../calculating/keep/broker-line-rows.ts'
import {
  brokerLinesOf,
  linesShown,
  type LinesOfYear,
  type NumberedRow,
} from '../../calculating/keep/broker-lines.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { linesSinceFiled } from '../../calculating/keep/form-changes.ts'
import { filedAt } from '../../calculating/keep/filed-at.ts'

type Result = BrokerReconciliation['results'][number]

/** Lines and sales of one match that a page shows; the counts are of all. */
const MOST_SHOWN = 20

export interface LinesRequest {
  readonly year: number
  readonly outcome?: BrokerLineOutcome | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** A page of the lines of Forms 1099-DA with the sales that they are of, and the totals of all. A filed year shows today's lines. */
export async function listBrokerLines(tx: Tx, userId: string, request: LinesRequest) {
  const { year, outcome, cursor, limit } = request
  const { id } = await calculationOfYear(tx, userId, year)
  const kept = await linesShown(tx, userId, { year, calculationId: id, as: 'now' })
  // Sales on no form are asked for where no form is entered as well: a person may have to say of one that its loss is not deductible.
  const isAlways = outcome === 'only_with_us'
  const found =
    kept ??
    (isAlways ? await brokerLinesOf(tx, userId, { year, calculationId: id, at: null, isAlways }) : undefined)
  const filed = await filedAt(tx, userId, year, id)
  const files = await filesOf(tx, userId, year)
  const results = found === undefined ? [] : shownResults(found, outcome)
  const asked = outcome === undefined ? results : results.filter((one) => one.outcome === outcome)
  const first = cursor === undefined ? 0 : Number(cursor)
  const page = asked.slice(first, first + limit)
  const names = await accountNames(tx, userId)
  const fileNames = new Map(files.map((file) => [file.id, file.file_name]))
  return {
    data: {
      ...summaryOf(found, results),
      is_filed: filed !== null,
      changed_since_filed: filed === null ? 0 : await linesSinceFiled(tx, userId, year, filed),
      files,
      accounts: await brokersOf(tx, userId),
    },
    rows: page.map((result) =>
      resultOf(result, { names, fileNames, notDeductible: found?.notDeductible ?? NONE }),
    ),
    next: first + limit < asked.length ? String(first + limit) : null,
    total: asked.length,
  }
}

/** Sales of accounts without a form are on none because there is none: they are left out, unless a person asks for the sales on no form. */
function shownResults({ found, accounts }: LinesOfYear, asked: BrokerLineOutcome | undefined): Result[] {
  return found.results.filter(
    ({ outcome, rows, lossNotAllowed }) =>
      outcome !== 'only_with_us' ||
      asked === 'only_with_us' ||
      lossNotAllowed.other > 0n ||
      accounts.has(rows[0]?.account ?? ''),
  )
}

function summaryOf(
  lines: LinesOfYear | undefined,
  results: readonly Result[],
): Omit<BrokerLinesOfYear, 'is_filed' | 'changed_since_filed' | 'files' | 'accounts'> {
  const { boxes = [], footing, withheld = 0n } = lines?.found ?? {}
  return {
    lines: lines?.lines.length ?? 0,
    outcomes: [...Map.groupBy(results, ({ outcome }) => outcome)].map(([outcome, own]) => ({
      outcome,
      results: own.length,
    })),
    boxes: boxes.map(({ box, form, filed }) => ({
      box,
      form: cents(form),
      filed: cents(filed),
      difference: cents(form - filed),
    })),
    footing: {
      on_forms: cents(footing?.onForms ?? 0n),
      only_on_forms: cents(footing?.onlyOnForms ?? 0n),
      filed: cents(footing?.filed ?? 0n),
      basis: cents(footing?.basis ?? 0n),
      adjustments: (footing?.adjustments ?? []).map((one) => ({ ...one, amount: cents(one.amount) })),
      gain: cents(footing?.gain ?? 0n),
    },
    withheld: cents(withheld),
  }
}

const cents = (units: bigint) => formText(units, 'cents')

const NONE: ReadonlySet<string> = new Set()

interface Named {
  readonly names: ReadonlyMap<string, string>
  readonly fileNames: ReadonlyMap<string, string>
  readonly notDeductible: ReadonlySet<string>
}

function resultOf(result: Result, { names, fileNames, notDeductible }: Named): BrokerResult {
  const lines = result.lines as readonly KeptLine[]
  const rows = result.rows as readonly NumberedRow[]
  const [line, row] = [lines[0], rows[0]]
  const account = row?.account ?? line?.account ?? ''
  const sales = salesOf(rows)
  return {
    id: line?.id ?? `${row?.transaction} ${row?.n}`,
    outcome: result.outcome,
    account_id: account,
    account_name: names.get(account) ?? '',
    asset: row?.symbol ?? line?.name ?? '',
    is_unknown_asset: line !== undefined && line.asset === null && line.total === null,
    day: line?.sold ?? row?.disposed ?? null,
    lines: lines.slice(0, MOST_SHOWN).map((one) => lineOf(one, fileNames)),
    line_count: lines.length,
    sales: sales
      .slice(0, MOST_SHOWN)
      .map((sale) => ({ ...sale, is_loss_deductible: !notDeductible.has(sale.transaction_id) })),
    sale_count: sales.length,
    form_proceeds: line === undefined ? null : cents(result.formProceeds),
    our_proceeds: row === undefined ? null : cents(result.ourProceeds),
    form_basis: result.formBasis === null ? null : cents(result.formBasis),
    our_basis: row === undefined ? null : cents(result.ourBasis),
    filed: filedByBox(result),
    reason: reasonOf(result),
  }
}

function filedByBox({ filed }: Result): BrokerResult['filed'] {
  return [...Map.groupBy(filed, ({ box, form }) => `${box} ${form?.code ?? ''}`).values()].map((own) => {
    const total = (of: (row: Result['filed'][number]) => string) =>
      own.reduce((amount, row) => amount + formUnits(of(row), 'cents'), 0n)
    const proceeds = total((row) => row.form?.proceeds ?? row.proceeds)
    const basis = total((row) => row.form?.basis ?? row.basis)
    const adjustment = total((row) => row.form?.adjustment ?? '0')
    return {
      box: own[0]?.box ?? '',
      proceeds: cents(proceeds),
      basis: cents(basis),
      code: own[0]?.form?.code ?? '',
      adjustment: cents(adjustment),
      gain: cents(proceeds - basis + adjustment),
    }
  })
}

function lineOf(line: KeptLine, files: ReadonlyMap<string, string>): BrokerLine {
  const { others } = line
  return {
    id: line.id,
    account_id: line.account,
    form: line.form,
    status: line.status,
    recipient: line.recipient,
    code: line.code,
    name: line.name,
    units: line.units,
    acquired: line.acquired,
    sold: line.sold,
    proceeds: line.proceeds,
    basis: line.basis,
    market_discount: others.marketDiscount,
    wash_sale_loss: others.washSaleLoss,
    is_basis_reported: line.isBasisReported,
    proceeds_are: line.proceedsAre,
    is_qof: others.isQof,
    withheld: line.withheld,
    is_loss_not_allowed: others.isLossNotAllowed,
    term: line.term,
    is_cash_only: others.isCashOnly,
    is_customer_provided: others.isCustomerProvided,
    is_noncovered: line.isNoncovered,
    box_10: others.box10,
    total: line.total,
    count: line.count,
    first_sales: others.firstSales,
    transferred_in: line.transferredIn,
    transferred_in_on: others.transferredInOn,
    state: others.state,
    state_id: others.stateId,
    state_withheld: others.stateWithheld,
    file_name: line.fileId === null ? null : (files.get(line.fileId) ?? null),
    is_by_hand: line.tiedTo !== null,
    tied_to: line.tiedTo === null ? null : [...line.tiedTo],
    note: line.note,
    loss: line.loss,
  }
}

/** Sales of rows: the lots of each together. */
function salesOf(rows: readonly NumberedRow[]): SaleOfLine[] {
  const total = (values: readonly string[]) =>
    formatDecimal(sum(values.map((value) => parseDecimal(value) ?? zero)))
  return [...Map.groupBy(rows, ({ transaction, kind }) => `${transaction} ${kind}`).values()].map((own) => ({
    transaction_id: own[0]?.transaction ?? '',
    asset: own[0]?.symbol ?? '',
    quantity: total(own.map(({ quantity }) => quantity)),
    disposed: own[0]?.disposed ?? '',
    proceeds: total(own.map(({ proceeds }) => proceeds)),
    basis: total(own.map(({ basis }) => basis)),
  }))
}

export interface SalesRequest {
  readonly year: number
  readonly lineId: string
  readonly search?: string | undefined
}

/** Sales of the year that a line may be tied to: those of its account first, then of its asset, then those of the nearest days. */
export async function salesForLine(tx: Tx, userId: string, { year, lineId, search = '' }: SalesRequest) {
  const { id } = await calculationOfYear(tx, userId, year)
  const found = await linesShown(tx, userId, { year, calculationId: id, as: 'now' })
  const line = found?.lines.find((one) => one.id === lineId)
  if (found === undefined || line === undefined)
    return refuse('not_found', 'There is no such line in the year.')
  const names = await accountNames(tx, userId)
  const wanted = search.toLowerCase()
  const own = found.rows.filter(
    (row) =>
      row.kind !== 'fee' &&
      !isContractRow(row.kind, row.asset) &&
      `${row.symbol} ${row.disposed} ${names.get(row.account) ?? ''}`.toLowerCase().includes(wanted),
  )
  const dayOf = (day: string) => Date.parse(day)
  const rank = ({ account, asset, disposed }: NumberedRow) => [
    Number(account !== line.account),
    Number(asset !== line.asset),
    line.sold === null ? 0 : Math.abs(dayOf(disposed) - dayOf(line.sold)),
  ]
  const sorted = own.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return (
      first.map((value, i) => value - (second[i] ?? 0)).find((difference) => difference !== 0) ?? a.n - b.n
    )
  })
  const accountOf = new Map(own.map((row) => [row.transaction, names.get(row.account) ?? '']))
  const sales = salesOf(sorted)
  return {
    data: sales
      .slice(0, MOST_SHOWN)
      .map((sale) => ({ ...sale, account_name: accountOf.get(sale.transaction_id) ?? '' })),
    total: sales.length,
  }
}

async function accountNames(tx: Tx, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.all<{ id: string; name: string }>(
    sql`select id, name from accounts where user_id = ${userId}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Accounts that a Form 1099-DA can be of. */
async function brokersOf(tx: Tx, userId: string): Promise<BrokerLinesOfYear['accounts']> {
  const rows = await tx.all<{ id: string; name: string; source_slug: string }>(sql`
    select id, name, source_slug from accounts where user_id = ${userId} and deleted_at is null order by name, id`)
  return rows.flatMap(({ id, name, source_slug }) =>
    isOwnWallet(source_slug) ? [] : [{ account_id: id, account_name: name }],
  )
}

/** Files with a line in force in the year, the newest first. */
async function filesOf(tx: Tx, userId: string, year: number): Promise<BrokerFile[]> {
  const rows = await tx.all<
    Omit<BrokerFile, 'received_at' | 'lines'> & { received_at: Date; lines: string }
  >(sql`
    select f.id, f.file_name, f.received_at, f.problem_count as problems, l.lines from (
      select file_id, count(*) as lines from broker_lines
      where user_id = ${userId} and tax_year = ${year} and removed_in is null and file_id is not null group by file_id
    ) l join broker_line_files f on f.user_id = ${userId} and f.id = l.file_id order by f.received_at desc, f.id`)
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString(), lines: Number(row.lines) }))
}
