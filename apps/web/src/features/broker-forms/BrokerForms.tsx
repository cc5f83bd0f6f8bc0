import { shortAccount } from '@lotbook/journal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  BROKER_FORMS_FROM,
  BROKER_REPORTED,
  type BrokerForm,
  type BrokerReported,
  paths,
} from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import type { Column } from '../../ui/table-columns.ts'
import { Money } from '../../ui/Values.tsx'
import { boxesOf, openForms, REPORTED_WORDS, unansweredWord } from './reported-words.ts'

/** Forms 1099-DA of a year by account: which are expected, and what the person says that each shows. */
export function BrokerForms({ year, currency }: { readonly year: number; readonly currency: string }) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.brokerForms.list.queryOptions({ input: { year }, enabled: year >= BROKER_FORMS_FROM }),
  )
  if (year < BROKER_FORMS_FROM || data?.data.length === 0) return null
  return (
    <Card
      title={
        <>
          Forms from brokers
          <Hint about="Form 1099-DA">
            Starting with tax year 2025, U.S. brokers send you and the IRS a Form 1099-DA that lists your
            sales. Form 8949 sorts your sales by what that form shows. Your own wallet has no broker, so no
            form is sent for it.
          </Hint>
        </>
      }
      id="broker-forms"
      flush
    >
      <div className="pt-1">
        {data !== undefined ? (
          <Found year={year} currency={currency} forms={data.data} isFiled={data.is_filed} />
        ) : error === null ? (
          <Loading label="forms from brokers">
            <div className="p-4">
              <Skeleton className="h-10 w-full" />
            </div>
          </Loading>
        ) : (
          <ErrorState
            title="The forms from brokers could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </Card>
  )
}

interface FoundProps {
  readonly year: number
  readonly currency: string
  readonly forms: readonly BrokerForm[]
  readonly isFiled: boolean
}

function Found({ year, currency, forms, isFiled }: FoundProps) {
  const set = useSetForm(year)
  const open = openForms(forms)
  const choice = (row: BrokerForm) =>
    row.is_own_wallet ? (
      <span className="text-ink-2">Your own wallet, no form</span>
    ) : row.lines > 0 ? (
      <TextLink to={paths.brokerLines(year)}>
        {row.lines.toLocaleString()} {row.lines === 1 ? 'line' : 'lines'} entered
      </TextLink>
    ) : isFiled ? (
      row.reported === null ? (
        unansweredWord(row)
      ) : (
        REPORTED_WORDS[row.reported]
      )
    ) : (
      <Select
        small
        aria-label={`Form 1099-DA of ${row.account_name}`}
        className="w-56 max-w-full"
        value={row.reported ?? ''}
        onChange={({ target }) => set(row, BROKER_REPORTED.find((one) => one === target.value) ?? null)}
      >
        <option value="">{unansweredWord(row)}</option>
        {BROKER_REPORTED.map((one) => (
          <option key={one} value={one}>
            {REPORTED_WORDS[one]}
          </option>
        ))}
      </Select>
    )
  const columns: readonly Column<BrokerForm>[] = [
    {
      id: 'account',
      head: 'Account',
      isRowHead: true,
      cell: (row) => <AccountName name={row.account_name} />,
    },
    { id: 'form', head: 'What the form shows', cell: choice },
    { id: 'boxes', head: 'Box on Form 8949', cell: (row) => (row.lines > 0 ? 'By its lines' : boxesOf(row)) },
    {
      id: 'disposals',
      head: 'Disposals',
      isNumeric: true,
      cell: (row) => row.disposals.toLocaleString(),
    },
    {
      id: 'proceeds',
      head: 'Proceeds',
      isNumeric: true,
      cell: (row) => <Money amount={row.proceeds} currency={currency} />,
    },
  ]
  return (
    <>
      <p className="px-4 pb-3 text-ink-2 md:px-6">
        {open.length > 0 && (
          <span className="mb-1 block">
            <StatusBadge
              look="warn"
              label={`${open.length.toLocaleString()} Form${open.length === 1 ? '' : 's'} 1099-DA expected`}
            />
          </span>
        )}
        {isFiled
          ? `${year.toString()} is marked as filed, so its boxes stay as filed.`
          : `Choose what each broker’s Form 1099-DA shows. Your answer puts the sales in the right box of Form 8949. It does not change any amount.`}
        {forms.some(({ reported }) => reported === 'basis') &&
          ' If a form shows a different cost basis than Lotbook, enter its lines: columns (e) to (g) follow.'}{' '}
        <TextLink to={paths.brokerLines(year)}>Enter Form 1099-DA</TextLink> line by line to match each sale.
      </p>
      <DataTable
        caption={`Forms from brokers for ${year.toString()}`}
        columns={columns}
        rows={forms}
        rowKey={(row) => row.account_id}
        narrow={(row) => (
          <div className="grid gap-2 py-1">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">
                <AccountName name={row.account_name} />
              </span>
              <Money amount={row.proceeds} currency={currency} />
            </span>
            {choice(row)}
            <span className="text-caption text-ink-2">
              {row.disposals.toLocaleString()} {row.disposals === 1 ? 'disposal' : 'disposals'} ·{' '}
              {row.lines > 0 ? 'box by its lines' : `box ${boxesOf(row)}`}
            </span>
          </div>
        )}
      />
    </>
  )
}

/** Setting what a form shows; it can be undone, and the boxes everywhere follow. */
function useSetForm(year: number) {
  const client = useQueryClient()
  const { mutate } = useMutation(
    laterApi.brokerForms.set.mutationOptions({
      onSuccess: () =>
        Promise.all(
          [
            laterApi.brokerForms.key(),
            api.tax.disposals.key(),
            laterApi.explain.key(),
            laterApi.exports.key(),
          ].map((queryKey) => client.invalidateQueries({ queryKey })),
        ),
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  const set = ({ account_id, account_name, reported: before }: BrokerForm, reported: BrokerReported | null) =>
    mutate(
      { year, account_id, reported },
      {
        onSuccess: () =>
          toastDone(
            `${shortAccount(account_name)}: ${reported === null ? 'not answered' : REPORTED_WORDS[reported].toLowerCase()}`,
            () => mutate({ year, account_id, reported: before }),
          ),
      },
    )
  return set
}
