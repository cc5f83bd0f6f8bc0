import type { FormTotals } from '@lotbook/contract'
import {
  absolute,
  compare,
  type Decimal,
  formatDecimal,
  isZero,
  minus,
  parseDecimal,
  sum,
  times,
  zero,
} from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

type Box = FormTotals['boxes'][number]

/** Sums of all boxes of Form 8949, and whether they are those of the results. */
export interface BoxTotals extends Pick<Box, 'disposals' | 'proceeds' | 'basis' | 'adjustment' | 'gain'> {
  /** Gain of the form less that of the results, where neither rounding nor a loss that is taken back explains it; null where it ties. */
  readonly apart: string | null
  /** Losses that the form takes back; null where there are none. */
  readonly takenBack: string | null
  /** Cents that rounding each line makes; null where there are none. */
  readonly rounding: string | null
}

/** Proceeds and basis of a line are each rounded by half a cent at most. */
const MOST_OF_A_LINE = parseDecimal('0.01') ?? zero

export function boxTotals(
  boxes: FormTotals['boxes'],
  results: { readonly gain: string; readonly disposals: number },
): BoxTotals {
  const all = (of: (box: Box) => string) => formatDecimal(sum(boxes.map((box) => readAmount(of(box)))))
  const disposals = boxes.reduce((count, box) => count + box.disposals, 0)
  const gain = all((box) => box.gain)
  const takenBack = all((box) => box.taken_back)
  const apart = minus(minus(readAmount(gain), readAmount(takenBack)), readAmount(results.gain))
  const most = times(MOST_OF_A_LINE, parseDecimal(disposals.toString()) ?? zero)
  const ties = disposals === results.disposals && compare(absolute(apart), most) <= 0
  return {
    disposals,
    proceeds: all((box) => box.proceeds),
    adjustment: all((box) => box.adjustment),
    basis: all((box) => box.basis),
    gain,
    takenBack: isZero(readAmount(takenBack)) ? null : takenBack,
    apart: ties ? null : formatDecimal(apart),
    rounding: ties && isACent(apart) ? formatDecimal(absolute(apart)) : null,
  }
}

const isACent = (amount: Decimal) => compare(absolute(amount), parseDecimal('0.005') ?? zero) >= 0
