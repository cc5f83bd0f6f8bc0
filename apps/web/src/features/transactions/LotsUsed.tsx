import type { TransactionDetail } from '@lotbook/contract'
import { Figure } from '../../ui/Figure.tsx'
import { PlainHead } from '../../ui/PlainHead.tsx'
import { Day, Gain, Money, Quantity } from '../../ui/Values.tsx'
import { Part } from './Part.tsx'

type Lot = TransactionDetail['lots'][number]

const TERMS = { short: 'Short-term', long: 'Long-term' }

/** The lots that a disposal used, each opening to where it comes from. */
export function LotsUsed({ lots, currency }: { lots: readonly Lot[]; currency: string }) {
  return (
    <Part title="Lots used" aside={`${lots.length.toString()} in the newest calculation`}>
      <div
        role="region"
        aria-label="Lots used"
        // Scrolls by keyboard where it is wider than the sheet.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line"
      >
        <table className="w-full text-table">
          <PlainHead names={['Acquired', 'Quantity', 'Cost', 'Proceeds', 'Gain']} />
          <tbody>
            {lots.map((lot) => (
              <tr key={lot.handle} className="border-t border-line">
                <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
                  {lot.acquired === null ? 'Not known' : <Day day={lot.acquired} />}
                  <span className="block text-caption text-ink-2">{TERMS[lot.term]}</span>
                </th>
                <td className="px-3 py-2 text-right">
                  <Quantity amount={lot.quantity} />
                </td>
                <td className="px-3 py-2 text-right">
                  {lot.acquired === null ? (
                    <span className="whitespace-nowrap">
                      <Money amount={lot.basis} currency={currency} /> assumed
                    </span>
                  ) : (
                    <Money amount={lot.basis} currency={currency} />
                  )}
                </td>
                <td className="px-3 py-2 text-right">
                  <Money amount={lot.proceeds} currency={currency} />
                </td>
                <td className="px-3 py-2 text-right">
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
