import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { BrokerLine, BrokerLinesOfYear, BrokerResult, SaleOfLine } from '@lotbook/contract'
import { BROKER_LINE_OUTCOMES, type BrokerLineOutcome } from '@lotbook/journal'
import { formatDecimal, parseDecimal, sum, zero } from '@lotbook/money'
import { formText, formUnits, reasonOf, type BrokerReconciliation } from '@lotbook/reports'
import type { KeptLine } from '../../calculating/keep/broker-line-rows.ts'
import type { LinesOfYear, NumberedRow } from '../../calculating/keep/broker-lines.ts'

type Result = BrokerReconciliation['results'][number]

/** Lines and sales of one match that a page shows; the counts are of all. */
export const MOST_SHOWN = 20

/** Results of a year in their order; those of a page are made, or unpacked, when they are asked for. Accounts and files go by their ids. */
export interface ResultsOfYear {
  readonly summary: Omit<
    BrokerLinesOfYear,
    'outcomes' | 'is_filed' | 'changed_since_filed' | 'files' | 'accounts'
  >
  /** Outcomes of the results, each as its place in `BROKER_LINE_OUTCOMES`. */
  readonly outcomes: Uint8Array
  /** 1 of each that is listed without being asked for by its outcome. */
  readonly listed: Uint8Array
  readonly at: (places: readonly number[]) => BrokerResult[]
}

/** Results as they leave a thread: in blocks of a few, each packed by itself. */
export interface PackedResults extends Omit<ResultsOfYear, 'at'> {
  /** Offsets at which each block begins, and last the end of all. */
  readonly starts: Int32Array<ArrayBuffer>
  readonly blocks: Uint8Array<ArrayBuffer>
}

export function resultsOf(lines: LinesOfYear): ResultsOfYear {
  const { results } = lines.found
  return {
    summary: summaryOf(lines),
    outcomes: Uint8Array.from(results, ({ outcome }) => BROKER_LINE_OUTCOMES.indexOf(outcome)),
    listed: Uint8Array.from(results, (result) => (isListed(result, lines) ? 1 : 0)),
    at: (places) => places.map((place) => resultOf(results[place]!, lines.notDeductible)),
  }
}

/** Results in a block: a page of results of one outcome unpacks one block for each, at worst. */
const BLOCK = 10

export function packResults(lines: LinesOfYear): PackedResults {
  const { at, ...rest } = resultsOf(lines)
  const count = rest.outcomes.length
  const packed: Uint8Array[] = []
  for (let first = 0; first < count; first += BLOCK) {
    const places = Array.from({ length: Math.min(BLOCK, count - first) }, (_, n) => first + n)
    packed.push(zstdCompressSync(JSON.stringify(at(places))))
  }
  const starts = new Int32Array(packed.length + 1)
  packed.forEach((bytes, n) => (starts[n + 1] = starts[n]! + bytes.length))
  const blocks = new Uint8Array(starts.at(-1) ?? 0)
  packed.forEach((bytes, n) => blocks.set(bytes, starts[n]))
  return { ...rest, starts, blocks }
}

export function unpackedResults({ starts, blocks, ...rest }: PackedResults): ResultsOfYear {
  const blockAt = (n: number) =>
    JSON.parse(zstdDecompressSync(blocks.subarray(starts[n], starts[n + 1])).toString()) as BrokerResult[]
  return {
    ...rest,
    at(places) {
      const wanted = [...new Set(places.map((place) => Math.floor(place / BLOCK)))]
      const unpacked = new Map(wanted.map((n) => [n, blockAt(n)]))
      return places.map((place) => unpacked.get(Math.floor(place / BLOCK))![place % BLOCK]!)
    },
  }
}

/** Bytes of packed results, about. */
export function bytesOfResults({ outcomes, blocks, starts }: PackedResults): number {
  return 2 * outcomes.length + blocks.length + starts.byteLength
}

/**
 * Places of the results that a list has. Sales of accounts without a form are on none because there is none: they are left out, unless a person asks for
 * the sales on no form.
 */
export function placesOf(
  { outcomes, listed }: ResultsOfYear,
  asked: BrokerLineOutcome | undefined,
): number[] {
  const wanted = asked === undefined ? -1 : BROKER_LINE_OUTCOMES.indexOf(asked)
  const places: number[] = []
  outcomes.forEach((outcome, place) => {
    if (wanted === -1 ? listed[place] === 1 : outcome === wanted) places.push(place)
  })
  return places
}

/** Numbers of results by outcome, of those that are listed and of those that are asked for. */
export function outcomeCounts(
  { outcomes, listed }: ResultsOfYear,
  asked: BrokerLineOutcome | undefined,
): BrokerLinesOfYear['outcomes'] {
  const counts = BROKER_LINE_OUTCOMES.map((outcome) => ({ outcome, results: 0 }))
  outcomes.forEach((outcome, place) => {
    const count = counts[outcome]!
    if (listed[place] === 1 || count.outcome === asked) count.results += 1
  })
  return counts.filter(({ results }) => results > 0)
}

function isListed({ outcome, rows, lossNotAllowed }: Result, { accounts }: LinesOfYear): boolean {
  return outcome !== 'only_with_us' || lossNotAllowed.other > 0n || accounts.has(rows[0]?.account ?? '')
}

function summaryOf({ lines, found }: LinesOfYear): ResultsOfYear['summary'] {
  const { boxes, footing, withheld } = found
  return {
    lines: lines.length,
    boxes: boxes.map(({ box, form, filed }) => ({
      box,
      form: cents(form),
      filed: cents(filed),
      difference: cents(form - filed),
    })),
    footing: {
      on_forms: cents(footing.onForms),
      only_on_forms: cents(footing.onlyOnForms),
      filed: cents(footing.filed),
      basis: cents(footing.basis),
      adjustments: footing.adjustments.map((one) => ({ ...one, amount: cents(one.amount) })),
      gain: cents(footing.gain),
    },
    withheld: cents(withheld),
  }
}

const NOTHING = cents(0n)

/** The summary of a year without lines. */
export const NO_SUMMARY: ResultsOfYear['summary'] = {
  lines: 0,
  boxes: [],
  footing: {
    on_forms: NOTHING,
    only_on_forms: NOTHING,
    filed: NOTHING,
    basis: NOTHING,
    adjustments: [],
    gain: NOTHING,
  },
  withheld: NOTHING,
}

function cents(units: bigint): string {
  return formText(units, 'cents')
}

function resultOf(result: Result, notDeductible: ReadonlySet<string>): BrokerResult {
  const lines = result.lines as readonly KeptLine[]
  const rows = result.rows as readonly NumberedRow[]
  const [line, row] = [lines[0], rows[0]]
  const account = row?.account ?? line?.account ?? ''
  const sales = salesOf(rows)
  return {
    id: line?.id ?? `${row?.transaction} ${row?.n}`,
    outcome: result.outcome,
    account_id: account,
    account_name: '',
    asset: row?.symbol ?? line?.name ?? '',
    is_unknown_asset: line !== undefined && line.asset === null && line.total === null,
    day: line?.sold ?? row?.disposed ?? null,
    lines: lines.slice(0, MOST_SHOWN).map((one) => lineOf(one)),
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

function lineOf(line: KeptLine): BrokerLine {
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
    file_name: line.fileId,
    is_by_hand: line.tiedTo !== null,
    tied_to: line.tiedTo === null ? null : [...line.tiedTo],
    note: line.note,
    loss: line.loss,
  }
}

/** Sales of rows: the lots of each together. */
export function salesOf(rows: readonly NumberedRow[]): SaleOfLine[] {
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
