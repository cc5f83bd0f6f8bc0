import type { SaleLots } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Day, Money, Quantity } from '../../ui/Values.tsx'
import { BrokerConfirmation } from './BrokerConfirmation.tsx'
import { PrintLink } from '../../ui/PrintLink.tsx'

/** Every identification of lots for a sale, with its time and whether it was made in time. */
export function Identifications({ sale }: { sale: SaleLots }) {
  if (sale.identifications.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-body font-medium">On record</h3>
      <ul className="divide-y divide-line border-y border-line">
        {sale.identifications.map((one) => (
          <li key={one.id} className="grid gap-1 py-3">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                Recorded <DateTime instant={one.recorded_at} zone /> by {one.recorded_by}
              </span>
              <PrintLink href={`${apiHost()}/lot_identifications/${one.id}/record.pdf`}>Print</PrintLink>
            </div>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              <StatusBadge
                look={one.is_contemporaneous ? 'done' : 'warn'}
                label={one.is_contemporaneous ? 'Contemporaneous' : 'After the sale'}
              />
              {one.replaced_at !== null && <StatusBadge look="optional" label="Replaced or withdrawn" />}
            </div>
            <p className="text-table text-ink-2">{one.authority}</p>
            {(one.needs_broker || one.broker_confirmation !== null) && (
              <BrokerConfirmation
                record="identification"
                id={one.id}
                name="these lots"
                confirmation={one.broker_confirmation}
              />
            )}
            <ul className="text-table">
              {one.lots.map((lot, n) => (
                // Lots of one day may be alike.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={n}>
                  <Quantity amount={lot.quantity} /> of <Day day={lot.acquired} />, cost{' '}
                  <Money amount={lot.basis} currency={sale.currency} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
