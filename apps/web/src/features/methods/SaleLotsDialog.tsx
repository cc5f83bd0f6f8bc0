import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SaleLots } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { DateTime, Gain, Money, Quantity } from '../../ui/Values.tsx'
import { Identifications } from './Identifications.tsx'
import { LotsOnOffer } from './LotsOnOffer.tsx'
import { lotsToName, namedUnits, type Typed } from './named-units.ts'
import { useAssetNames } from '../transactions/use-asset-names.ts'

const TITLE = 'Choose lots'

/** The lots that a sale may draw on, with what naming some of them comes to, and what was ever named. */
export function SaleLotsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...laterApi.methods.saleLots.queryOptions({ input: { id } }),
    select: (answer) => answer.data,
  })
  // Made anew when something else was named.
  if (data !== undefined)
    return <Chooser key={data.identifications[0]?.id ?? ''} sale={data} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={TITLE} width="wide">
      {error === null ? (
        <Loading label="the lots on offer">
          <Skeleton className="h-64 w-full" />
        </Loading>
      ) : (
        <ErrorState
          title="The lots could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  )
}

function Chooser({ sale, onClose }: { sale: SaleLots; onClose: () => void }) {
  const client = useQueryClient()
  const assetName = useAssetNames()
  const named: Typed = Object.fromEntries(
    sale.lots.flatMap((lot) => (lot.chosen === '0' ? [] : [[lot.lot_transaction_id, lot.chosen]])),
  )
  const [draft, setDraft, forget] = useDraft(`lots of ${sale.transaction_id}`, { typed: named })
  // A lot that is no longer on offer is named no more.
  const typed: Typed = Object.fromEntries(
    Object.entries(draft.typed).filter(([id]) => sale.lots.some((lot) => lot.lot_transaction_id === id)),
  )
  const { mutate, isPending, error } = useMutation(
    laterApi.methods.nameLots.mutationOptions({
      onSuccess: async ({ data }) => {
        forget()
        client.setQueryData(laterApi.methods.saleLots.queryKey({ input: { id: sale.transaction_id } }), {
          data,
        })
        await Promise.all([
          client.invalidateQueries({ queryKey: laterApi.methods.comparison.key() }),
          client.invalidateQueries({ queryKey: api.tax.key() }),
        ])
        toastDone(
          data.identifications[0]?.replaced_at === null
            ? 'The lots are on record. Calculate again to see what they change.'
            : 'Your choice of lots was withdrawn. It stays on record.',
        )
      },
    }),
  )
  const now = useNow()
  const units = namedUnits(sale, typed)
  const lots = lotsToName(typed)
  const isNamed = Object.keys(named).length > 0
  const name = (chosen: typeof lots) => mutate({ id: sale.transaction_id, lots: chosen })

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={TITLE}
      width="wide"
      footer={
        <>
          {isNamed && (
            <Button look="quiet" busy={isPending} onClick={() => name([])}>
              Withdraw
            </Button>
          )}
          <Button
            look="primary"
            busy={isPending}
            disabledReason={reasonNot(units, lots, named)}
            onClick={() => name(lots)}
          >
            Record these lots
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error !== null && <Banner tone="danger">{toApiError(error).message}</Banner>}
        <p className="wrap-anywhere">
          <Quantity amount={sale.quantity} ticker={assetName(sale.asset)} /> disposed of on{' '}
          <DateTime instant={sale.sold_at} zone /> from{' '}
          {sale.pool === 'account' ? sale.account_name : 'the universal pool'}.
        </p>
        {Date.parse(sale.sold_at) < now.getTime() && (
          <Banner tone="warn">
            This sale is in the past. Lots you name now decide its figures, but this record was made after the
            sale and is not enough by itself: keep proof that you identified them by the time of the sale.
          </Banner>
        )}
        <LotsOnOffer
          sale={sale}
          typed={typed}
          problems={units.problems}
          onChange={(next) => setDraft({ typed: next })}
        />
        <dl
          aria-live="polite"
          className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 rounded-card border border-line bg-sunken p-3 sm:grid-cols-[auto_auto_auto_auto]"
        >
          <dt className="text-ink-2">Named</dt>
          <dd className="text-right">
            <Quantity amount={units.quantity} ticker={assetName(sale.asset)} />
          </dd>
          <dt className="text-ink-2">Their cost</dt>
          <dd className="text-right">
            <Money amount={units.basis} currency={sale.currency} />
          </dd>
          <dt className="text-ink-2">{units.isTooMuch ? 'Too much by' : 'By the method in force'}</dt>
          <dd className="text-right">
            <Quantity amount={units.rest.replace('-', '')} ticker={assetName(sale.asset)} />
          </dd>
          <dt className="text-ink-2">Gain on the named lots</dt>
          <dd className="text-right">
            {units.gain === null ? (
              <span className="text-ink-3">Not calculated yet</span>
            ) : (
              <Gain amount={units.gain} currency={sale.currency} />
            )}
          </dd>
        </dl>
        <Identifications sale={sale} />
      </div>
    </Dialog>
  )
}

function reasonNot(
  { problems, isTooMuch }: ReturnType<typeof namedUnits>,
  lots: ReturnType<typeof lotsToName>,
  named: Typed,
): string | undefined {
  if (Object.keys(problems).length > 0) return 'A quantity is not right.'
  if (isTooMuch) return 'More is named than was disposed of.'
  if (lots.length === 0) return 'Name a lot first.'
  const isSame =
    lots.length === Object.keys(named).length &&
    lots.every(({ lot_transaction_id, quantity }) => named[lot_transaction_id] === quantity)
  return isSame ? 'These lots are on record.' : undefined
}
