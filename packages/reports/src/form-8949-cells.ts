import { amountOn, type Form8949, type Form8949Row } from './form-8949.ts'
import { amountShown } from './money-text.ts'

/** A row as the form shows it, columns (a) to (h). */
export function cellsOf(form: Form8949, row: Form8949Row): readonly string[] {
  const shown = (units: bigint) => amountShown(amountOn(form, units))
  return [
    row.description,
    row.acquired,
    row.disposed,
    shown(row.proceeds),
    shown(row.basis),
    row.code,
    row.adjustment === 0n ? '' : shown(row.adjustment),
    shown(row.gain),
  ]
}
