import type { TransactionDetail } from '@lotbook/contract'
import { isContractRow } from '@lotbook/journal'
import { Figure } from '../../ui/Figure.tsx'
import { PlainHead } from '../../ui/PlainHead.tsx'
import { Day, Gain, Money, Quantity } from '../../ui/Values.tsx'
import { Part } from './Part.tsx'

type Lot = TransactionDetail['lots'][number]

const TERMS = { short: 'Short-term', long: 'Long-term' }

export interface LotsUsedProps {
  readonly lots: readonly Lot[]
  readonly currency: string
}

/** The lots that a disposal used, each opening to where it comes from. What a contract paid or cost has none, and lacks none. */
export function LotsUsed({ lots, currency }: LotsUsedProps) {
  const isAssumed = (lot: Lot) => lot.acquired === null && !isContractRow(lot.kind, lot.asset)
  const isContract = (lot: Lot) => lot.acquired === null && !isAssumed(lot)
  return (
    <Part title="Lots used" aside={`${lots.length.toString()} in the latest calculation`}>
      <div
        role="region"
        aria-label="Lots used"
        // Scrolls by keyboard where it is wider than the sheet.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line"
      >
        <table className="w-full text-table">
          <PlainHead names={['Acquired', 'Quantity', 'Cost', 'Proceeds', 'Gain']} wideOnly="Quantity" />
          <tbody>
            {lots.map((lot) => (
              <tr key={lot.handle} className="border-t border-line">
                <th scope="row" className="px-2 py-2 sm:px-3 text-left font-normal whitespace-nowrap">
                  {lot.acquired !== null && <Day day={lot.acquired} />}
                  {isAssumed(lot) && 'Not known'}
                  {isContract(lot) && 'Contract'}
                  <span className="block text-caption text-ink-2">{TERMS[lot.term]}</span>
                  {/* On a phone the quantity stands under the day, so that the gain is in sight. */}
                  <span className="block text-caption text-ink-2 sm:hidden">
                    <Quantity amount={lot.quantity} />
                  </span>
                </th>
                <td className="hidden px-3 py-2 text-right sm:table-cell">
                  <Quantity amount={lot.quantity} />
                </td>
                <td className="px-2 py-2 sm:px-3 text-right">
                  {isAssumed(lot) ? (
                    <>
                      <Money amount={lot.basis} currency={currency} />{' '}
                      <span className="max-sm:block">assumed</span>
                    </>
                  ) : (
                    <Money amount={lot.basis} currency={currency} />
                  )}
                </td>
                <td className="px-2 py-2 sm:px-3 text-right">
                  <Money amount={lot.proceeds} currency={currency} />
                </td>
                <td className="px-2 py-2 sm:px-3 text-right">
                  <Figure label="Gain on this lot" handle={lot.handle}>
                    <Gain amount={lot.gain} currency={currency} />
                  </Figure>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}
