import type { CalculationInput } from '../schema/calculation-input.ts'
import { INPUT_COLUMNS, INPUT_ROWS, rowOfTransaction } from '../schema/input-rows.ts'
import { canonicalJson } from './canonical-json.ts'

/** The canonical JSON of an input as rows, piece by piece: the same text as of `rowsOfInput`. */
export function* inputText({ settings, transactions }: CalculationInput): Generator<string> {
  const head = { columns: INPUT_COLUMNS, schema: INPUT_ROWS, settings }
  yield `${canonicalJson(head).slice(0, -1)},"transactions":[`
  let comma = ''
  for (const t of transactions) {
    const row = rowOfTransaction(t)
    // A row without objects in it has no order of keys, and is written by the platform.
    const isFlat = t.lots == null && t.gift == null && t.further_fees == null
    yield `${comma}${isFlat ? JSON.stringify(row) : canonicalJson(row)}`
    comma = ','
  }
  yield ']}'
}
