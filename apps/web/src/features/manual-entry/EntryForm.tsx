import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import {
  isAmountOptional,
  fixedSide,
  type ManualForm,
  manualPayload,
  manualProblems,
  type ManualProblems,
  manualSubTypes,
  messages,
  amountTyped,
} from '@lotbook/contract'
import { isTransactionType, TRANSACTION_TYPES, type TransactionType, typeLabel } from '@lotbook/journal'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterCalls } from '../../client/later-api.ts'
import { useStart } from '../../client/start.ts'
import { shownZone } from '../../client/zone-search.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { Textarea, TextInput } from '../../ui/TextInput.tsx'
import { useNow } from '../../ui/use-now.ts'
import { PriceLookup } from '../prices/PriceLookup.tsx'
import { CurrencyField } from './CurrencyField.tsx'
import {
  canBeOpeningLot,
  type EntryValues,
  fieldOfWire,
  formOfValues,
  tickerOfOption,
  timeOn,
  timesOf,
  withType,
} from './entry-values.ts'
import { entrySentence } from './entry-sentence.ts'

/** A saved entry: what was recorded, and the transaction it became. */
export interface SavedEntry {
  readonly sentence: string
  readonly transactionId: string
}

export interface EntryFormProps {
  readonly values: EntryValues
  readonly onChange: (values: EntryValues) => void
  readonly onSaved: (saved: SavedEntry) => void
}

/** First day that the form takes. */
const FIRST_DAY = '2009-01-03'

/** The form of a manual transaction, in the order of reading: what, when, out, in, fee, where. */
export function EntryForm({ values, onChange, onSaved }: EntryFormProps) {
  const { currency, tax_currency: taxCurrency, time_zone: timeZone } = useStart().setting
  const now = useNow()
  const [problems, setProblems] = useState<ManualProblems>({})
  const [refused, setRefused] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [cleared, setCleared] = useState<keyof ManualForm>()
  const form = useRef<HTMLDivElement>(null)
  // One intent: sent again after an answer that was lost, it is saved once.
  const intent = useRef<string>(undefined)
  const { type, sub_type, day, time } = values
  const subTypes = manualSubTypes(type)
  const fixed = fixedSide(type)
  const sentence = entrySentence(values)
  const isLot = values.is_opening_lot

  function change(next: Partial<EntryValues>, ...fields: (keyof ManualForm)[]) {
    intent.current = undefined
    onChange({ ...values, ...next })
    setProblems((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([field]) => !fields.includes(field as keyof ManualForm)),
      ),
    )
  }

  function changeType(next: string) {
    if (!isTransactionType(next)) return
    intent.current = undefined
    onChange(withType(values, next, currency))
    setProblems({})
  }

  async function submit() {
    if (isSaving) return
    const entered = formOfValues(values)
    const missing = isLot && entered.from_amount === '' ? { from_amount: COST_REQUIRED } : {}
    const found = { ...manualProblems(entered, now.getTime()), ...missing }
    setRefused(undefined)
    if (Object.keys(found).length > 0) return show(found)
    setProblems({})
    setSaving(true)
    intent.current ??= crypto.randomUUID()
    try {
      const payload = { ...manualPayload(entered), opening_lot: isLot ? 'true' : 'false' } as const
      const saved = await laterCalls.manualEntry.save(
        payload as Parameters<typeof laterCalls.manualEntry.save>[0],
        {
          context: { idempotencyKey: intent.current },
        },
      )
      intent.current = undefined
      onSaved({ sentence: sentence ?? '', transactionId: saved.transaction_id })
    } catch (thrown) {
      const { code, message, fields } = toApiError(thrown)
      setRefused(code === 'unreachable' ? messages.somethingWentWrongTryAgain : message)
      show(
        Object.fromEntries(
          Object.entries(fields).flatMap(([name, words]) => {
            const field = fieldOfWire(name)
            return field === undefined ? [] : [[field, words]]
          }),
        ),
      )
    } finally {
      setSaving(false)
    }
  }

  function show(found: ManualProblems) {
    setProblems(found)
    // The first in the order of the screen.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  const amountField = (side: 'from' | 'to' | 'fee', label: string, isOptional: boolean, hint?: string) => {
    const name = `${side}_amount` as const
    return (
      <Field
        label={label}
        optional={isOptional}
        error={problems[name]}
        hint={cleared === name ? 'Cleared: enter a number of 0 or more, such as 12.5' : hint}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={120}
          value={values[name]}
          onChange={({ target }) => {
            setCleared(undefined)
            change({ [name]: target.value }, name)
          }}
          onBlur={({ target }) => {
            const kept = amountTyped(target.value)
            if (kept === '' && target.value.trim() !== '') setCleared(name)
            if (kept !== target.value) change({ [name]: kept })
          }}
        />
      </Field>
    )
  }
  const currencyField = (side: 'from' | 'to' | 'fee', label: string) => (
    <CurrencyField
      label={label}
      value={values[side]}
      priceCurrency={taxCurrency}
      isFixed={fixed === side}
      error={problems[`${side}_currency`]}
      onChange={(option) => change({ [side]: option }, `${side}_currency`)}
    />
  )
  const words = isLot ? LOT : (WORDS[type] ?? OTHER)
  const priced = fixed === 'from' ? values.to : fixed === 'to' ? values.from : (values.from ?? values.to)

  const outSide = (
    <Side key="from" title={words.from} hint={words.fromHint}>
      {amountField('from', 'From amount', isAmountOptional(type, 'from') && !isLot)}
      {currencyField('from', 'From currency')}
    </Side>
  )
  const inSide = (
    <Side key="to" title={words.to} hint={words.toHint}>
      {amountField('to', 'To amount', isAmountOptional(type, 'to'))}
      {currencyField('to', 'To currency')}
    </Side>
  )

  return (
    <div ref={form}>
      <Form
        refused={refused}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <fieldset disabled={isSaving} className="contents">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="Type" error={problems.type}>
              <Select data-autofocus="" value={type} onChange={({ target }) => changeType(target.value)}>
                {TRANSACTION_TYPES.map((one) => (
                  <option key={one} value={one}>
                    {typeLabel(one, null)}
                  </option>
                ))}
              </Select>
            </Field>
            {subTypes.length > 0 && (
              <Field label="Sub type" error={problems.sub_type} hint={SUB_TYPE_HINTS[sub_type]}>
                <Select
                  value={sub_type}
                  onChange={({ target }) =>
                    change({ sub_type: target.value, is_opening_lot: false }, 'sub_type')
                  }
                >
                  {subTypes.map((one) => (
                    <option key={one} value={one}>
                      {typeLabel(type, one)}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
          </div>
          {canBeOpeningLot(values) && (
            <Checkbox
              label="I already had this: enter what it cost"
              hint="An opening lot, for assets you acquired before your imported history begins. It keeps its acquisition date and cost basis."
              checked={isLot}
              onChange={({ target }) => change({ is_opening_lot: target.checked }, 'from_amount')}
            />
          )}
          <div className="grid gap-1">
            <div className="grid grid-cols-[3fr_2fr] items-start gap-4 sm:grid-cols-2">
              <Field label={isLot ? 'Acquired on (UTC)' : 'Date (UTC)'} error={problems.date}>
                <TextInput
                  type="date"
                  min={FIRST_DAY}
                  max={now.toISOString().slice(0, 10)}
                  value={day}
                  onChange={({ target }) =>
                    change({ day: target.value, time: timeOn(target.value, time, now) }, 'date')
                  }
                />
              </Field>
              <Field label="Time (UTC)">
                <Select value={time} onChange={({ target }) => change({ time: target.value }, 'date')}>
                  {timesOf(day, now).map((one) => (
                    <option key={one} value={one}>
                      {one}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            <p className="text-caption text-ink-3 empty:hidden">{localTime(day, time, timeZone)}</p>
          </div>
          {type === 'incoming' ? [inSide, outSide] : [outSide, inSide]}
          {currency === taxCurrency && priced !== null && day !== '' && (
            <PriceLookup
              key={`${priced.currency_id} ${day} ${time}`}
              code={tickerOfOption(priced)}
              assetId={priced.currency_id}
              at={`${day}T${time}`}
            />
          )}
          <Side title="Fee" hint="What was charged on top, if anything.">
            {amountField('fee', 'Fee amount', true)}
            {currencyField('fee', 'Fee currency')}
          </Side>
          <div className="grid items-start gap-4 border-t border-rule pt-4 sm:grid-cols-2">
            <AccountField
              value={values.exchange}
              error={problems.exchange}
              onChange={(exchange, usBased) =>
                change(
                  { exchange, ...(usBased === undefined ? {} : { us_based: usBased ? 'true' : 'false' }) },
                  'exchange',
                )
              }
            />
            <Field
              label="US based"
              hint="Whether the exchange or wallet is a U.S. company. Exports show it; it does not change your gains."
            >
              <Select
                value={values.us_based}
                onChange={({ target }) => change({ us_based: target.value === 'false' ? 'false' : 'true' })}
              >
                <option value="true">Yes</option>
                <option value="false">No</option>
              </Select>
            </Field>
          </div>
          <Field label="Comment" optional error={problems.comment}>
            <Textarea
              rows={2}
              maxLength={2000}
              value={values.comment}
              onChange={({ target }) => change({ comment: target.value }, 'comment')}
            />
          </Field>
        </fieldset>
        <p className="rounded-card bg-quiet px-4 py-3 break-words">
          {sentence === undefined ? (
            <span className="text-ink-2">
              When the form is complete, this line shows what will be recorded.
            </span>
          ) : (
            <>
              <span className="text-ink-2">You will record:</span> {sentence}
            </>
          )}
        </p>
        <div>
          <Button type="submit" look="primary" busy={isSaving}>
            Save transaction
          </Button>
        </div>
      </Form>
    </div>
  )
}

const COST_REQUIRED = 'Cost basis is required'

interface SideWords {
  readonly from: string
  readonly fromHint?: string
  readonly to: string
  readonly toHint?: string
}

/** What the two sides are of a type that fixes one. */
const WORDS: Readonly<Partial<Record<TransactionType, SideWords>>> = {
  buy: { from: 'Out: what you paid', to: 'In: what you bought' },
  sell: { from: 'Out: what you sold', to: 'In: what you were paid' },
  incoming: {
    from: 'What it was worth',
    fromHint:
      'Its fair market value when you received it. If you leave it empty, the market price at that time is used.',
    to: 'In: what you received',
  },
  outgoing: {
    from: 'Out: what you sent',
    to: 'What it was worth',
    toHint:
      'Its fair market value when it left. If you leave it empty, the market price at that time is used.',
  },
}

const LOT: SideWords = {
  from: 'Cost basis',
  fromHint: 'What you paid in total, including fees.',
  to: 'What you had',
}
const OTHER: SideWords = { from: 'Out: what you gave', to: 'In: what you got' }

const SUB_TYPE_HINTS: Readonly<Record<string, string>> = {
  received: 'From another wallet of yours, or from somebody else',
  sent: 'To another wallet of yours, or to somebody else',
  mastermode: 'A reward for running a masternode',
  staking_lockup: 'Locked for staking: it stays yours',
  staking_return: 'Unlocked from staking: it was yours all along',
  send: 'You gave an NFT. Enter 0 for the other side if you got nothing for it',
  receive: 'You got an NFT. Enter 0 for the other side if you gave nothing for it',
  nft_mint: 'You minted an NFT. Enter 0 for the other side if it was free',
}

function Side({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-rule pt-3">
      <legend className="float-left mb-2 w-full p-0 font-semibold">
        {title}
        {hint !== undefined && <span className="block text-table font-normal text-ink-2">{hint}</span>}
      </legend>
      <div className="clear-both grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

interface AccountFieldProps {
  readonly value: string
  readonly error: string | undefined
  /** `usBased` is what is known of an account of that name. */
  readonly onChange: (name: string, usBased: boolean | undefined) => void
}

/** The exchange or wallet, with the names of those that there are. */
function AccountField({ value, error, onChange }: AccountFieldProps) {
  const { data = [] } = useQuery({
    ...api.imports.histories.queryOptions({ input: { page: 1 } }),
    select: (answer) =>
      answer.data.map(({ custom_name, account_name, us_based }) => ({
        name: custom_name ?? account_name,
        usBased: us_based,
      })),
  })
  return (
    <Field
      label="Exchange or wallet"
      optional
      error={error}
      hint="Where it happened. If you leave it empty, it goes to “Manual entries”."
    >
      <TextInput
        list="accounts-known"
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={({ target }) => {
          const named = target.value.trim().toLowerCase()
          onChange(target.value, data.find(({ name }) => name.toLowerCase() === named)?.usBased)
        }}
      />
      <datalist id="accounts-known">
        {[...new Set(data.map(({ name }) => name))].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  )
}

/** The same moment where the customer's tax days are. */
function localTime(day: string, time: string, timeZone: string): string {
  const at = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(at) || timeZone === 'UTC') return ''
  const local = new Date(at).toLocaleString(undefined, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return `${local} in ${shownZone(timeZone, new Date(at))}`
}
