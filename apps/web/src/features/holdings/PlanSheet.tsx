import { shortAccount } from '@lotbook/journal'
import type { Holding, SalePlanRequest } from '@lotbook/contract'
import { type FormEvent, useState } from 'react'
import { toApiError } from '../../client/api-error.ts'
import { useDraft } from '../../client/use-draft.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'
import { Select } from '../../ui/Select.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { EstimateFields } from '../what-if/EstimateFields.tsx'
import { estimateSearch, type EstimateSearch } from '../what-if/estimate-search.ts'
import { unitMoney } from './holding-words.ts'
import { nameOf } from './HoldingsTable.tsx'
import { PlannedSale } from './PlannedSale.tsx'
import { useSalePlan, useSellable } from './use-holdings.ts'

export interface PlanSheetProps {
  readonly asset: string
  readonly onAsset: (asset: string) => void
  readonly onClose: () => void
}

/** A sale that nobody has made: which lots it would take, what it would bring, and what waiting would change. */
export function PlanSheet({ asset, onAsset, onClose }: PlanSheetProps) {
  const { data, error, refetch, isFetching } = useSellable()
  const holdings = data?.data.holdings ?? []
  const holding = holdings.find((one) => one.asset === asset)
  return (
    <Sheet isOpen onClose={onClose} title="Plan a sale">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="text-ink-2">
          See which lots a sale would use and what gain it would make, before you make it. Nothing is
          recorded.
        </p>
        <TaxCurrencyNote />
        {data === undefined ? (
          error === null ? (
            <Loading label="what you hold">
              <Skeleton className="h-40 w-full" />
            </Loading>
          ) : (
            <ErrorState
              title="Your holdings could not be loaded"
              text={toApiError(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )
        ) : (
          <>
            <Field label="Asset">
              <Select data-autofocus value={asset} onChange={({ target }) => onAsset(target.value)}>
                {holding === undefined && <option value={asset}>Choose an asset</option>}
                {holdings.map((one) => (
                  <option key={one.asset} value={one.asset}>
                    {optionOf(one)}
                  </option>
                ))}
              </Select>
            </Field>
            {holding !== undefined && (
              <SaleForm key={holding.asset} holding={holding} currency={data.currency} />
            )}
          </>
        )}
      </div>
    </Sheet>
  )
}

function optionOf(holding: Holding): string {
  const name = nameOf(holding)
  return name === holding.symbol ? name : `${holding.symbol} · ${name}`
}

/** What is typed; empty is left to the server. */
interface Typed {
  readonly account: string
  readonly quantity: string
  readonly day: string
  readonly price: string
}

function SaleForm({ holding, currency }: { readonly holding: Holding; readonly currency: string }) {
  const { asset, symbol, price } = holding
  const accounts = holding.accounts.flatMap(({ id, ...one }) => (id === null ? [] : [{ ...one, id }]))
  const [typed, setTyped] = useState<Typed>({
    account: accounts[0]?.id ?? '',
    quantity: '',
    day: '',
    price: '',
  })
  const [estimate, keepEstimate] = useDraft('tax of a sale', { status: '', income: '' })
  const person = estimateSearch(estimate)
  const [asked, setAsked] = useState<SalePlanRequest>()
  const { data: plan, error, isFetching, refetch } = useSalePlan(asked)
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change })
  const account = accounts.find(({ id }) => id === typed.account)
  const refusal = error === null || isFetching ? undefined : toApiError(error)
  const { quantity, day, price: priceError, ...others } = refusal?.fields ?? {}
  const isOfField = (quantity ?? day ?? priceError) !== undefined && Object.keys(others).length === 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const next = requestOf(asset, typed, person)
    // The same again is asked again: the history may have changed.
    if (JSON.stringify(next) === JSON.stringify(asked)) void refetch()
    else setAsked(next)
  }

  if (account === undefined)
    return (
      <EmptyState
        title="No account holds this asset"
        text="These units are still in the universal pool that was used before 2025. Recalculate to plan a sale."
      />
    )
  return (
    <>
      <Form onSubmit={submit} refused={refusal === undefined || isOfField ? undefined : refusal.message}>
        {accounts.length > 1 && (
          <Field label="From account" hint="Since 2025 a sale uses the lots of the account it is made from.">
            <Select value={typed.account} onChange={({ target }) => set({ account: target.value })}>
              {accounts.map((one) => (
                <option key={one.id} value={one.id}>
                  {shortAccount(one.name)} ({formatQuantity(one.quantity, { ticker: symbol })})
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={`Quantity (${symbol})`} error={quantity}>
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              required
              value={typed.quantity}
              onChange={({ target }) => set({ quantity: target.value })}
            />
            <Button onClick={() => set({ quantity: account.quantity })}>
              All<span className="sr-only"> that {account.name} holds</span>
            </Button>
          </div>
        </Field>
        <Field
          label="Day of the sale"
          optional
          error={day}
          hint="Today, unless you choose a later day of this year."
        >
          <TextInput type="date" value={typed.day} onChange={({ target }) => set({ day: target.value })} />
        </Field>
        <Field
          label={`Price of one ${symbol} (${currency})`}
          optional={price !== null}
          error={priceError}
          hint={
            price === null
              ? 'No price is known. Enter what one unit would sell for, after fees.'
              : `${unitMoney(price.price, currency)}, the last known price of ${formatDay(price.at)}, unless you enter another. Enter it after fees.`
          }
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={typed.price}
            onChange={({ target }) => set({ price: target.value })}
          />
        </Field>
        <EstimateFields
          search={person}
          onChange={(changed) =>
            keepEstimate({ status: person.status ?? '', income: person.income ?? '', ...changed })
          }
        />
        <Button type="submit" look="primary" busy={isFetching}>
          Show the result
        </Button>
      </Form>
      <div aria-live="polite">
        {plan !== undefined && error === null && !isFetching && <PlannedSale plan={plan} />}
      </div>
    </>
  )
}

/** What is typed, as the call takes it. */
function requestOf(
  asset: string,
  { account, quantity, day, price }: Typed,
  { status = 'single', income = '0' }: EstimateSearch,
): SalePlanRequest {
  return {
    asset,
    account,
    quantity: amountOf(quantity),
    filing_status: status,
    other_income: income,
    ...(day === '' ? {} : { day }),
    ...(price.trim() === '' ? {} : { price: amountOf(price) }),
  }
}

/** An amount without the commas and the sign of a currency that people write. */
const amountOf = (text: string) => text.trim().replace(/^\$/, '').replaceAll(',', '')
