import type { SaleLots } from '@lotbook/contract'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { PlainHead } from '../../ui/PlainHead.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { Day, Money, Quantity } from '../../ui/Values.tsx'
import { offeredQuantity, type Typed } from './named-units.ts'

export interface LotsOnOfferProps {
  readonly sale: SaleLots
  readonly typed: Typed
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (typed: Typed) => void
}

/** The lots that were open right before the sale: tick one to name what is still open, or type how much. */
export function LotsOnOffer({ sale, typed, problems, onChange }: LotsOnOfferProps) {
  const isMobile = useIsMobile()
  if (sale.lots.length === 0)
    return <p className="text-ink-2">No lot of this asset was open just before the sale.</p>
  return (
    <div
      role="region"
      aria-label="Lots on offer"
      // Scrolls by keyboard where it is wider than the dialog.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-card border border-line"
    >
      <table className="w-full text-table">
        <PlainHead names={isMobile ? ['Acquired', 'Named'] : ['Acquired', 'Open', 'Cost', 'Named']} />
        <tbody>
          {sale.lots.map((lot) => {
            const id = lot.lot_transaction_id
            const text = typed[id] ?? ''
            const of = `the lot of ${formatDay(lot.acquired)}, ${lot.quantity}`
            const set = (next: string) => onChange({ ...typed, [id]: next })
            return (
              <tr key={id} className="border-t border-line">
                <th scope="row" className="px-2 py-2 text-left font-normal whitespace-nowrap sm:px-3">
                  <Checkbox
                    label={
                      <>
                        <Day day={lot.acquired} />
                        <span className="block text-caption text-ink-2">
                          {lot.term === 'long' ? 'Long-term' : 'Short-term'}
                          {isMobile && (
                            <>
                              <span className="block">
                                Open <Quantity amount={lot.quantity} />
                              </span>
                              <span className="block">
                                Cost <Money amount={lot.basis} currency={sale.currency} />
                              </span>
                            </>
                          )}
                        </span>
                      </>
                    }
                    checked={text !== ''}
                    onChange={() => set(text === '' ? offeredQuantity(sale, typed, id) : '')}
                  />
                </th>
                {!isMobile && (
                  <>
                    <td className="px-2 py-2 text-right sm:px-3">
                      <Quantity amount={lot.quantity} />
                    </td>
                    <td className="px-2 py-2 text-right sm:px-3">
                      <Money amount={lot.basis} currency={sale.currency} />
                    </td>
                  </>
                )}
                <td className="px-2 py-2 text-right sm:px-3">
                  <div className="ml-auto w-32">
                    <TextInput
                      aria-label={`Quantity of ${of}`}
                      aria-invalid={problems[id] === undefined ? undefined : true}
                      aria-describedby={problems[id] === undefined ? undefined : `problem-${id}`}
                      inputMode="decimal"
                      className="text-right"
                      value={text}
                      onChange={(event) => set(event.target.value)}
                    />
                  </div>
                  {problems[id] !== undefined && (
                    <p id={`problem-${id}`} className="mt-1 text-caption text-danger">
                      {problems[id]}
                    </p>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
