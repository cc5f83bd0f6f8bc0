import type { FilePreview } from '@lotbook/contract'
import { useStart } from '../../client/start.ts'
import { Money } from '../../ui/Values.tsx'
import { counted } from './import-state.ts'

type Effect = NonNullable<NonNullable<FilePreview['summary']>['effect']>

/** What a file would change in each year, before it is kept (N8). */
export function FileEffect({ effect: { refused, years, unpriced } }: { readonly effect: Effect }) {
  const { tax_currency: currency } = useStart().setting
  if (refused !== null) return refused
  return (
    <>
      {years.length === 0 ? (
        <p>No gain and no income of any year.</p>
      ) : (
        <ul>
          {years.map(({ year, gain, short, income }) => (
            <li key={year}>
              {year}: gain <Money amount={gain} currency={currency} signed />
              {short !== '0' && short !== gain && (
                <>
                  {' '}
                  (short-term <Money amount={short} currency={currency} signed />)
                </>
              )}
              {income !== '0' && (
                <>
                  , income <Money amount={income} currency={currency} signed />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="text-ink-2">
        Before transfers between your accounts are matched
        {unpriced > 0 && ` and ${counted(unpriced, 'price')} looked up`}.
      </p>
    </>
  )
}
