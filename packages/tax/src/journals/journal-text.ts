import { bytesOf, ByteWriter } from '../bytes/byte-writer.ts'
import { canonicalJson } from '../bytes/canonical-json.ts'
import { INPUT_COLUMNS, INPUT_ROWS, behindColumns, rowOfTransaction } from '../schema/input-rows.ts'
import type { CalculationSettings, InputTransaction } from '../schema/calculation-input.ts'
import {
  AMOUNTS_PER_EVENT,
  FEE,
  FEE_VALUE_KNOWN,
  firstEvent,
  FROM,
  FROM_VALUE_KNOWN,
  NONE,
  TO,
  TO_VALUE_KNOWN,
  type EventTable,
} from '../events/event-table.ts'
import { blocksBefore, type TextPart, type TextPlan } from '../bytes/text-parts.ts'

/** The parts of an event that the columns of a journal do not hold. */
export interface BesideColumns {
  /** The whole of a transfer; undefined of any other event. */
  readonly transfer: (event: number) => InputTransaction | undefined
  /** Writes the name in quotes, of an event that is no transfer. */
  readonly name: (event: number, to: ByteWriter) => void
  readonly lots: (event: number) => InputTransaction['lots']
  readonly gift: (event: number) => InputTransaction['gift']
  readonly furtherFees: (event: number) => InputTransaction['further_fees']
}

/**
 * The canonical JSON of a journal as rows in UTF-8, in parts, each of which holds until the next is asked for: the very bytes of
 * `canonicalJson(rowsOfInput(input))`, without an object for each transaction. Of a table that goes on it is the text of the whole
 * history, whose transactions from before stand in blocks that are kept; `beside` is asked of the others only.
 */
export function* journalParts(
  table: EventTable,
  settings: CalculationSettings,
  beside: BesideColumns,
  plan: TextPlan = {},
): Generator<TextPart> {
  const accounts = table.accounts.map((name) => bytesOf(`${JSON.stringify(name)},null,`))
  const assets = table.assets.map((name) => bytesOf(`${JSON.stringify(name)},`))
  const types = table.jurisdiction.treatments.map(({ type, subType }) =>
    bytesOf(`,${JSON.stringify(type)},${JSON.stringify(subType)},`),
  )
  const isDollar = table.assets.map((name) => name === 'USD')
  const { amounts } = table
  const w = new ByteWriter()
  const side = (e: number, place: number, known: number, asset: number) => {
    if (asset === NONE) return w.put(NO_SIDE)
    const slot = e * AMOUNTS_PER_EVENT + place
    w.put(assets[asset]!)
    w.amount(amounts, slot, table.scales[asset]!)
    w.put(COMMA)
    if (isDollar[asset] === true || (table.known[e]! & known) === 0) w.put(NULL)
    else w.money(amounts, slot + 1)
    w.put(COMMA)
  }
  yield { begins: 'input' }
  const kept = blocksBefore(table, 'input', plan)
  if (kept === undefined) {
    const head = { columns: INPUT_COLUMNS, schema: INPUT_ROWS, settings }
    w.put(bytesOf(`${canonicalJson(head).slice(0, -1)},"transactions":[`))
    yield w.cut()
  } else yield { kept }
  const first = firstEvent(table)
  const before = table.opening?.before ?? 0
  const { borders = [], stretches = [] } = plan
  let passed = 0
  let begun = 0
  for (let e = first; e < table.count; e++) {
    while (borders[passed]! <= e) {
      yield w.cut()
      yield { border: borders[passed++]! }
    }
    const stretch = stretches[begun]
    if (stretch?.event === e) {
      begun += 1
      yield w.cut()
      yield { stretch: e }
      if (stretch.kept !== undefined) {
        yield { kept: stretch.kept }
        e = (stretches[begun]?.event ?? table.count) - 1
        continue
      }
    }
    if (e > first || before > 0) w.put(COMMA)
    const transfer = beside.transfer(e)
    if (transfer !== undefined) w.raw(canonicalJson(rowOfTransaction(transfer)))
    else {
      const gift = beside.gift(e)
      w.put(OPEN)
      beside.name(e, w)
      w.put(COMMA)
      w.instant(table.at[e]!)
      w.put(types[table.treatment[e]!]!)
      w.put(accounts[table.account[e]!]!)
      side(e, FROM, FROM_VALUE_KNOWN, table.fromAsset[e]!)
      side(e, TO, TO_VALUE_KNOWN, table.toAsset[e]!)
      side(e, FEE, FEE_VALUE_KNOWN, table.feeAsset[e]!)
      const lots = beside.lots(e)
      const furtherFees = beside.furtherFees(e)
      if (gift == null && lots == null && furtherFees == null) w.put(NEITHER)
      else
        w.put(
          bytesOf(
            `${[lots ?? null, gift ?? null, null, ...behindColumns(furtherFees)].map(canonicalJson).join()}]`,
          ),
        )
    }
    if (w.isFull) yield w.cut()
  }
  yield w.cut()
  for (; passed < borders.length; passed++) yield { border: borders[passed]! }
  yield { begins: null }
  w.put(bytesOf(']}'))
  yield w.cut()
}

const NULL = bytesOf('null')
const COMMA = bytesOf(',')
const OPEN = bytesOf('[')
/** Neither asset nor amount nor value. */
const NO_SIDE = bytesOf('null,null,null,')
/** Neither lots nor gift, nothing reported and no further fees. */
const NEITHER = bytesOf('null,null,null]')
