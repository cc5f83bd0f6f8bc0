import { shortAccount } from '@lotbook/journal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ClaimLeft, paths, type WalletAccount } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { type ApiError, toApiError } from '../../client/api-error.ts'
import { isDay } from '../../client/is-day.ts'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { Quantity } from '../../ui/Values.tsx'
import { refreshHistory } from '../imports/refresh-accounts.ts'
import { counted } from '../imports/import-state.ts'

export interface CloseClaimDialogProps {
  readonly row: WalletAccount
  readonly onClose: () => void
}

/** Closes the bankruptcy of an account's company: shows what was never paid, and asks for the day of the final distribution. */
export function CloseClaimDialog({ row, onClose }: CloseClaimDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...laterApi.claims.left.queryOptions({ input: { id: row.id } }),
    select: (answer) => answer.data,
  })
  return (
    <Dialog isOpen onClose={onClose} title={`Close the bankruptcy of ${shortAccount(row.label)}`}>
      {data !== undefined ? (
        <Closing row={row} claim={data} onClose={onClose} />
      ) : error === null ? (
        <Loading label="the claim">
          <Skeleton className="h-40 w-full" />
        </Loading>
      ) : (
        <ErrorState
          title="The claim could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  )
}

function Closing({ row, claim, onClose }: CloseClaimDialogProps & { readonly claim: ClaimLeft }) {
  const [closedOn, setClosedOn] = useState('')
  const { mutate, isPending, error } = useCloseClaim(row, onClose)
  const refusal = error === null ? undefined : toApiError(error)
  const why = whyNot(claim, closedOn)
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (why === undefined) mutate(closedOn)
      }}
      refused={generalProblem(refusal)}
    >
      <p>
        When the case is over, whatever was never paid leaves your books as lost, with its cost. No loss is
        computed; the results list the units, cost and value for your tax preparer.
      </p>
      {claim.open > 0 && (
        <p className="text-table">
          {counted(claim.open, 'payment')} in this bankruptcy {claim.open === 1 ? 'is' : 'are'} not answered
          yet.{' '}
          <TextLink to={`${paths.transactions}?review=true`}>
            Answer {claim.open === 1 ? 'it' : 'them'} in the review
          </TextLink>{' '}
          first.
        </p>
      )}
      {claim.open === 0 && <Unpaid claim={claim} />}
      <Field label="Final distribution on" error={refusal?.fields['closed_on']}>
        <TextInput
          data-autofocus
          type="date"
          value={closedOn}
          onChange={({ target }) => setClosedOn(target.value)}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={isPending} disabledReason={why}>
          Close the case
        </Button>
      </div>
    </Form>
  )
}

/** Units that would leave as lost. */
function Unpaid({ claim: { assets } }: { readonly claim: ClaimLeft }): ReactNode {
  if (assets.length === 0) return <p className="text-ink-2">Nothing is left in this account.</p>
  return (
    <section aria-label="Not paid so far">
      <h3 className="font-medium">Not paid so far</h3>
      <ul className="mt-2 max-h-60 divide-y divide-rule overflow-y-auto rounded-card border border-line">
        {assets.map(({ asset, symbol, quantity }) => (
          <li key={asset} className="px-3 py-2">
            <Quantity amount={quantity} ticker={symbol} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function whyNot({ open, assets }: ClaimLeft, closedOn: string): string | undefined {
  if (assets.length === 0) return 'nothing is left in this account'
  if (open > 0) return 'answer the payments first'
  return isDay(closedOn) ? undefined : 'enter the day of the final distribution'
}

const generalProblem = (refusal: ApiError | undefined) =>
  refusal === undefined || refusal.fields['closed_on'] !== undefined ? undefined : refusal.message

function useCloseClaim(row: WalletAccount, onClose: () => void) {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([refreshHistory(client), client.invalidateQueries({ queryKey: laterApi.review.key() })])
  const undoing = useMutation({
    mutationFn: (id: string) => calls.transactions.undo({ id }),
    onSuccess: async () => {
      toastDone('Undone')
      await refresh()
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return useMutation({
    mutationFn: (closedOn: string) => laterCalls.claims.close({ id: row.id, closed_on: closedOn }),
    onSuccess: async ({ change_id, count }) => {
      toastDone(`Closed: ${counted(count, 'asset')} listed as lost`, () => undoing.mutate(change_id))
      onClose()
      await refresh()
    },
  })
}
