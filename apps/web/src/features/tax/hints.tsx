import { Hint } from '../../ui/Hint.tsx'

/** Words of the tax screens that a first-time filer would not know. */
export const TERM_HINT = (
  <Hint about="Term">
    How long you held it. One year or less is short-term, taxed at ordinary rates, like wages. More than one
    year is long-term, taxed at lower rates.
  </Hint>
)

export const BOX_HINT = (
  <Hint about="Box">
    The box to check on Form 8949. For 2025 and later: G or J if a Form 1099-DA shows your cost basis, H or K
    if it shows proceeds only, I or L if you got no form. The first of each pair is short-term, the second
    long-term. Through 2024, A to C and D to F mean the same in the same order.
  </Hint>
)

export const DISPOSAL_HINT = (
  <Hint about="Disposals">
    A sale, a trade, or a purchase paid in crypto. One that uses coins from several purchases counts once for
    each, because each is its own line on Form 8949.
  </Hint>
)

export const PROCEEDS_HINT = <Hint about="Proceeds">What you received, less the fees of the sale.</Hint>

export const BASIS_HINT = <Hint about="Cost basis">What you paid for the coins, fees included.</Hint>

export const GAIN_HINT = <Hint about="Gain">Proceeds less cost basis. A loss has a minus sign.</Hint>

export const DEDUCTION_HINT = (
  <Hint about="Deduction">
    For crypto given to a qualified charity: its market value if you held it for more than a year, otherwise
    its cost or its value, whichever is lower. It counts only if you itemize; from 2026 on, only what is above
    0.5% of your adjusted gross income counts.
  </Hint>
)

/** The last year for which section 1091 is known not to cover crypto; bills that would change it are pending. */
const NO_WASH_SALES_UNTIL = 2026

/** The wash sale rule and the years that the answer holds for. */
export function WashSaleHint({ year }: { readonly year: number }) {
  return (
    <Hint about="Wash sales">
      The wash sale rule (IRC section 1091) defers a loss on stock or securities bought again within 30 days
      before or after the sale.{' '}
      {year <= NO_WASH_SALES_UNTIL
        ? `For ${year.toString()}, as for every year through ${NO_WASH_SALES_UNTIL.toString()}, it does not cover crypto that is property, so Lotbook counts every loss in full.`
        : `Through ${NO_WASH_SALES_UNTIL.toString()} it does not cover crypto that is property. Lotbook counts every loss of ${year.toString()} in full too; check the law of that year.`}{' '}
      A token that is a security is covered: ask a preparer about those.
    </Hint>
  )
}
