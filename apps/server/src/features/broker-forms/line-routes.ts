import { contract, type BrokerLineBoxes } from '@lotbook/contract'
import type { BrokerLineLoss } from '@lotbook/journal'
import type { BrokerFormReading, SourceFile } from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject, type Tx } from '../../platform/database.ts'
import { received } from '../../platform/multipart.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes, type RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { ReaderStopped, type Reader, type Readers } from '../../journal/reading/reader.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import { nameOnForms } from '../identity/index.ts'
import { acceptedForms } from '../imports/accepted-file.ts'
import {
  addLines,
  openChange,
  takeOut,
  stateSaleLoss,
  tieLine,
  undoChange,
  type LineChange,
  type NewLine,
} from './keep-lines.ts'
import { linesPage, salesPage } from './lists-in-thread.ts'
import { receiveForms } from './receive-forms.ts'

const os = routes(contract.brokerForms)

const lines = os.lines.handler(({ input, context }) => {
  if (input.cursor !== undefined && !/^\d{1,9}$/.test(input.cursor))
    refuse('invalid_input', 'The cursor is not one of ours.')
  return linesPage(context, input)
})

const sales = os.sales.handler(({ input, context }) =>
  salesPage(context, { year: input.year, lineId: input.line_id, search: input.search }),
)

const enter = os.enter.handler(({ input: { year, line_id: lineId, ...boxes }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    refuseUnlikely(boxes, year)
    const account = await tx.maybe<{ source_slug: string }>(sql`
      select source_slug from accounts where user_id = ${userId} and id = ${boxes.account_id} and deleted_at is null`)
    if (account === undefined) return refuse('not_found')
    if (isOwnWallet(account.source_slug))
      refuse('conflict', 'Your own wallet has no broker, so no Form 1099-DA is sent for it.')
    const kind = lineId === undefined ? 'entered' : 'replaced'
    const change = await openChange(tx, userId, { year, kind, now: context.now })
    const line = lineOf(boxes)
    if (lineId === undefined) await addLines(tx, userId, change, [line])
    else {
      // What a person said of the line stays with it.
      const before = await tx.maybe<{
        tied_to: string[] | null
        note: string | null
        loss: BrokerLineLoss
        file_id: string | null
        line: number
      }>(sql`
        select tied_to, note, loss, file_id, line from broker_lines where user_id = ${userId} and id = ${lineId} and removed_in is null`)
      await takeOut(tx, userId, change, sql`id = ${lineId}`)
      await addLines(tx, userId, change, [
        {
          ...line,
          tiedTo: before?.tied_to ?? null,
          note: before?.note ?? null,
          loss: before?.loss ?? line.loss,
          fileId: before?.file_id ?? null,
          line: before?.line ?? 0,
        },
      ])
    }
    return said(tx, context, change, kind)
  }),
)

/** A sale has its day and stands in its year; only a total of many has none. */
function refuseUnlikely(boxes: BrokerLineBoxes, year: number): void {
  const fields: Record<string, string> = {}
  if (boxes.sold === null && boxes.total === null)
    fields['sold'] = 'Date sold: a day is expected, and missing.'
  // Brokers report by UTC: the first and last day may be of the year beside it.
  else if (boxes.sold !== null && (boxes.sold < `${year - 1}-12-31` || boxes.sold > `${year + 1}-01-01`))
    fields['sold'] = `Date sold: a day of ${year} is expected.`
  if (boxes.acquired !== null && boxes.sold !== null && boxes.acquired > boxes.sold)
    fields['acquired'] = 'Date acquired: it is after the day of the sale.'
  if (Object.keys(fields).length > 0) refuse('invalid_input', undefined, { fields })
}

function lineOf(boxes: BrokerLineBoxes): NewLine {
  return {
    account: boxes.account_id,
    form: boxes.form,
    status: boxes.status,
    recipient: boxes.recipient,
    code: boxes.code,
    name: boxes.name,
    symbol: '',
    asset: null,
    units: boxes.units,
    acquired: boxes.acquired,
    sold: boxes.sold,
    proceeds: boxes.proceeds,
    basis: boxes.basis,
    isBasisReported: boxes.is_basis_reported,
    proceedsAre: boxes.proceeds_are,
    withheld: boxes.withheld,
    term: boxes.term,
    isNoncovered: boxes.is_noncovered,
    total: boxes.total,
    count: boxes.count,
    transferredIn: boxes.transferred_in,
    others: {
      marketDiscount: boxes.market_discount,
      washSaleLoss: boxes.wash_sale_loss,
      isQof: boxes.is_qof,
      isLossNotAllowed: boxes.is_loss_not_allowed,
      isCashOnly: boxes.is_cash_only,
      isCustomerProvided: boxes.is_customer_provided,
      box10: boxes.box_10,
      firstSales: boxes.first_sales,
      transferredInOn: boxes.transferred_in_on,
      state: boxes.state,
      stateId: boxes.state_id,
      stateWithheld: boxes.state_withheld,
    },
    tiedTo: null,
    note: null,
    loss: 'as_on_form',
    fileId: null,
    line: 0,
  }
}

const remove = os.remove.handler(({ input: { year, line_id: lineId, file_id: fileId }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    if ((lineId === undefined) === (fileId === undefined))
      return refuse('invalid_input', 'Name the line or the file to remove.')
    const { subjectId: userId } = context.who
    const change = await openChange(tx, userId, { year, kind: 'removed', now: context.now })
    await takeOut(tx, userId, change, lineId === undefined ? sql`file_id = ${fileId}` : sql`id = ${lineId}`)
    return said(tx, context, change, 'removed')
  }),
)

const tie = os.tie.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const { year, line_id: lineId, transaction_ids: transactionIds, note, loss } = input
    const change = await openChange(tx, userId, { year, kind: 'tied', now: context.now })
    const known = await tx.one<{ n: string }>(sql`
      select count(*) as n from transactions where user_id = ${userId} and id = any (${transactionIds ?? []}::uuid[])`)
    if (Number(known.n) !== new Set(transactionIds ?? []).size) return refuse('not_found')
    await tieLine(tx, userId, change, { lineId, transactionIds, note: note === '' ? null : note, loss })
    return said(tx, context, change, 'tied')
  }),
)

const stateLoss = os.stateLoss.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const { year, transaction_id: transactionId, is_deductible: isDeductible } = input
    const known = await tx.maybe(sql`
      select 1 from transactions where user_id = ${userId} and id = ${transactionId}`)
    if (known === undefined) return refuse('not_found')
    const change = await openChange(tx, userId, { year, kind: 'stated', now: context.now })
    await stateSaleLoss(tx, userId, change, { transactionId, isDeductible })
    return said(tx, context, change, 'stated')
  }),
)

const undo = os.undo.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const change = await undoChange(tx, context.who.subjectId, input.change_id, context.now)
    return said(tx, context, change, 'undone')
  }),
)

/** Writes a change into the trail, and tells open screens. The trail names no amount. */
async function said(tx: Tx, context: RequestContext, change: LineChange, kind: string) {
  const { subjectId: userId } = context.who
  await auditRequest(tx, context, {
    event: 'broker_lines_changed',
    object: `tax_year:${change.year}`,
    details: { tax_year: change.year, kind },
  })
  await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
  return { status: 'success' as const, change_id: change.id }
}

const upload = (readers: Readers) =>
  os.upload.handler(async ({ input, context }) => {
    await context.limit('uploads')
    const { db, who, now } = context
    const { subjectId: userId } = who
    const { name, contents: bytes } = received(input.file)
    const file = acceptedForms({ name, bytes })
    const reading = await readingOf(readers(userId), file)
    if (reading.outcome === 'refused') return refuse('unsupported_file', `${file.name}: ${reading.message}`)
    if (reading.lines.length === 0) return refuse('unsupported_file', `${file.name}: ${noLineWords(reading)}`)
    const taxpayer = await nameOnForms(db, userId)
    return withSubject(db, who, async (tx) => {
      const data = await receiveForms(tx, userId, {
        file,
        lines: reading.lines,
        problems: reading.problems,
        accountId: input.account_id,
        recipient: input.recipient,
        taxpayer,
        now,
      })
      for (const { year } of data.years)
        await auditRequest(tx, context, {
          event: 'broker_lines_changed',
          object: `tax_year:${year}`,
          details: { tax_year: year, kind: 'imported' },
        })
      await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
      return { data }
    })
  })

async function readingOf(reader: Reader, file: SourceFile): Promise<BrokerFormReading> {
  try {
    return await reader.brokerForms(file)
  } catch (error) {
    if (!(error instanceof ReaderStopped)) throw error
    return { outcome: 'refused', message: error.message }
  }
}

/** Reasons that are told of a file without one line. */
const REASONS_TOLD = 3

function noLineWords({ problems }: Extract<BrokerFormReading, { outcome: 'lines' }>): string {
  if (problems.length === 0) return 'There is no line in it.'
  const told = problems.slice(0, REASONS_TOLD).map(({ line, column, message }) => {
    return `Line ${line}${column === null ? '' : `, ${column}`}: ${message}`
  })
  const rest = problems.length - told.length
  return [
    'No line of it can be used, so nothing is kept.',
    ...told,
    ...(rest > 0 ? [`${rest.toLocaleString('en-US')} more like these.`] : []),
  ].join(' ')
}

const problems = os.problems.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const row = await tx.maybe<{
      file_name: string
      total: number
      data: { line: number; column: string | null; value: string | null; message: string }[]
    }>(sql`
      select file_name, problem_count as total, problems as data from broker_line_files
      where user_id = ${context.who.subjectId} and id = ${input.id}`)
    return row ?? refuse('not_found')
  }),
)

/** The calls about lines of Forms 1099-DA. */
export const brokerLineRoutes = (readers: Readers) => ({
  lines,
  sales,
  enter,
  remove,
  tie,
  stateLoss,
  undo,
  upload: upload(readers),
  problems,
})
