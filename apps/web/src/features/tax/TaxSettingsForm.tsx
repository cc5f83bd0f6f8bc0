import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaxSettings as Settings } from '@lotbook/contract'
import { api } from '../../app/api.ts'
import { toApiError } from '../../app/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { feeWords, methodWords, notesOn, poolWords } from './tax-setting-words.ts'

/** What decides a calculation, once it has arrived. */
export function TaxSettings() {
  const { data, error, refetch, isFetching } = useQuery(api.settings.taxSettings.queryOptions())
  // Made anew when another window has saved.
  if (data !== undefined) return <TaxSettingsForm key={JSON.stringify(data)} saved={data} />
  return error === null ? (
    <Loading label="tax settings">
      <Skeleton className="h-64 w-full" />
    </Loading>
  ) : (
    <ErrorState
      title="Your tax settings could not be loaded"
      text={toApiError(error).message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function TaxSettingsForm({ saved }: { saved: Settings }) {
  const client = useQueryClient()
  const [settings, setSettings] = useState(saved)
  const change = (changed: Partial<Settings>) => setSettings({ ...settings, ...changed })
  const isChanged = JSON.stringify(settings) !== JSON.stringify(saved)
  const { mutate, isPending, error } = useMutation(
    api.settings.saveTaxSettings.mutationOptions({
      onSuccess: async () => {
        toastDone('Tax settings saved. Calculate again to see what they change.')
        await Promise.all([
          client.invalidateQueries({ queryKey: api.settings.key() }),
          client.invalidateQueries({ queryKey: api.tax.key() }),
        ])
      },
    }),
  )
  const notes = notesOn(settings)

  return (
    <Form
      refused={error === null ? undefined : toApiError(error).message}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !isPending) mutate(settings)
      }}
    >
      <Choice
        label="Method"
        words={methodWords}
        value={settings.method}
        onChange={(method) => change({ method })}
      />
      <Choice
        label="Lots before 2025"
        words={poolWords}
        value={settings.pool_before_2025}
        onChange={(pool_before_2025) => change({ pool_before_2025 })}
      />
      {settings.pool_before_2025 === 'universal' && (
        <SafeHarbor
          isRecorded={saved.safe_harbor !== null}
          value={settings.safe_harbor}
          onChange={(safe_harbor) => change({ safe_harbor })}
        />
      )}
      <Choice
        label="Network fees of own transfers"
        words={feeWords}
        value={settings.transfer_fee}
        onChange={(transfer_fee) => change({ transfer_fee })}
      />
      <TimeZone value={settings.time_zone} onChange={(time_zone) => change({ time_zone })} />
      {notes.length > 0 && (
        <Banner tone="warn">
          <ul className="grid gap-2">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div>
        <Button
          type="submit"
          busy={isPending}
          disabledReason={isChanged ? undefined : 'Nothing was changed.'}
        >
          Save settings
        </Button>
      </div>
    </Form>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly words: Readonly<Record<Value, { name: string; text: string }>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, words, value, onChange }: ChoiceProps<Value>) {
  // The words name every value there is.
  const values = Object.keys(words) as Value[]
  return (
    <Field label={label} hint={words[value].text}>
      <Select
        value={value}
        onChange={(event) => {
          const chosen = values.find((one) => one === event.target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words[one].name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const ORDERS = ['fifo', 'lifo', 'hifo', 'lofo'] as const

function SafeHarbor({
  isRecorded,
  value,
  onChange,
}: {
  isRecorded: boolean
  value: Settings['safe_harbor']
  onChange: (value: Settings['safe_harbor']) => void
}) {
  return (
    <Field
      label="Safe Harbor: global order"
      hint="Which units were attached first to your accounts on January 1, 2025, the accounts by name. Recorded with its time."
    >
      <Select
        value={value?.order ?? ''}
        onChange={(event) => {
          const order = ORDERS.find((one) => one === event.target.value)
          onChange(order === undefined ? null : { order, accounts: value?.accounts ?? [] })
        }}
      >
        {/* What was recorded stays on record, so it cannot be taken back. */}
        {!isRecorded && <option value="">Not recorded</option>}
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            {methodWords[order].name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function TimeZone({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { data } = useQuery({ ...api.onboarding.timeZones.queryOptions(), staleTime: Infinity })
  const zones = data?.time_zones ?? []
  return (
    <Field label="Time zone" hint="Decides which day, and so which tax year, a transaction falls on.">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {!zones.includes(value) && <option value={value}>{value.replaceAll('_', ' ')}</option>}
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  )
}
