import { useState } from 'react'
import type { StandingOrder } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Day } from '../../ui/Values.tsx'
import { BrokerConfirmation } from './BrokerConfirmation.tsx'
import { OrderForm } from './OrderForm.tsx'
import { PrintLink } from '../../ui/PrintLink.tsx'
import { methodWords } from '../settings/tax-setting-words.ts'
import { useAssetNames } from '../transactions/use-asset-names.ts'
import { useStandingOrders } from './use-standing-orders.ts'

/** The standing orders on record: what applies from when, and the way to record and end one. */
export function StandingOrders() {
  const { data, error, refetch, isFetching } = useStandingOrders()
  return (
    <Card
      title="Standing orders"
      actions={<PrintLink href={`${apiHost()}/standing_orders/record.pdf`}>Print</PrintLink>}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="grid min-w-0 gap-3">
          <p className="text-ink-2">
            An order is recorded with its time and applies to sales made while it is on record, never to
            earlier ones. If several apply, the one recorded last counts; if none does, the method in your
            settings.
          </p>
          {data === undefined ? (
            error === null ? (
              <Loading label="standing orders">
                <Skeleton className="h-24 w-full" />
              </Loading>
            ) : (
              <ErrorState
                title="Your standing orders could not be loaded"
                text={toApiError(error).message}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            )
          ) : data.length === 0 ? (
            <p className="text-ink-2">None is on record.</p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {data.map((order) => (
                <OrderLine key={order.id} order={order} />
              ))}
            </ul>
          )}
        </div>
        <OrderForm />
      </div>
    </Card>
  )
}

function OrderLine({ order }: { order: StandingOrder }) {
  const assetName = useAssetNames()
  const name = methodWords[order.method].name
  const where = `${order.account_name ?? 'Every account'}, ${order.asset === null ? 'every asset' : assetName(order.asset)}`
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 wrap-anywhere">
          <strong className="font-medium">{name}</strong> · {where}
        </span>
        {order.ended_at === null ? (
          <EndOrder id={order.id} name={`${name}, ${where}`} />
        ) : (
          <StatusBadge look="optional" label="Ended" />
        )}
      </div>
      <p className="text-table text-ink-2">
        From <Day day={order.from_day} /> · recorded <DateTime instant={order.recorded_at} zone /> by{' '}
        {order.recorded_by}
        {order.ended_at !== null && (
          <>
            {' '}
            · ended <DateTime instant={order.ended_at} zone />
          </>
        )}
      </p>
      {(order.needs_broker || order.broker_confirmation !== null) && (
        <BrokerConfirmation
          record="standing_order"
          id={order.id}
          name={`${name}, ${where}`}
          confirmation={order.broker_confirmation}
        />
      )}
      {order.too_late_for > 0 && (
        <div>
          <StatusBadge look="warn" label={`Too late for ${order.too_late_for.toLocaleString()}`} />
          <p className="text-table text-ink-2">
            {order.too_late_for === 1 ? 'A sale' : 'Sales'} since its first day came before it was recorded:
            it does not apply there.
          </p>
        </div>
      )}
    </li>
  )
}

function EndOrder({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const { end, isBusy } = useStandingOrders()
  return (
    <>
      <Button size="small" aria-label={`End ${name}`} onClick={() => setOpen(true)}>
        End
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="End this order"
        text="From now on it applies to no further sales. Sales made while it was on record stay as they are, and the order stays on this list."
        confirm="End the order"
        busy={isBusy}
        onConfirm={() => end(id, () => setOpen(false))}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
