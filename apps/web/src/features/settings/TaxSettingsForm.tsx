import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths, type TaxSettings as Settings } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import type { TaxSettingsProps } from '../../client/slots.ts'
import { useRefreshStart } from '../../client/start.ts'
import { useSavedToast } from '../../client/use-saved-toast.ts'
import { useDraft } from '../../client/use-draft.ts'
import { TimeZoneField } from '../../client/TimeZoneField.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { filedMethodWords, harborWords, methodWords, notesOn, poolWords } from './tax-setting-words.ts'

/** The settings that decide a calculation, once they have arrived. */
export function TaxSettings({ onChange }: TaxSettingsProps) {
  const { data, error, refetch, isFetching } = useQuery(api.settings.taxSettings.queryOptions())
  // Made anew when another window has saved.
  if (data !== undefined)
    return <TaxSettingsForm key={JSON.stringify(data)} saved={data} onChange={onChange} />
  return error === null ? (
    <Loading label="tax settings">
      <Skeleton className="h-100 w-full" />
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

function TaxSettingsForm({ saved, onChange }: TaxSettingsProps & { saved: Settings }) {
  const client = useQueryClient()
  const toastSaved = useSavedToast()
  const refreshStart = useRefreshStart()
  const [settings, setSettings, forget] = useDraft('tax settings', saved)
  const change = (changed: Partial<Settings>) => setSettings({ ...settings, ...changed })
  const isChanged = JSON.stringify(settings) !== JSON.stringify(saved)
  useEffect(() => onChange?.(isChanged), [isChanged, onChange])
  const { mutate, isPending, error } = useMutation(
    api.settings.saveTaxSettings.mutationOptions({
      onSuccess: async ({ change_ids }) => {
        forget()
        // The way back comes once the form shows what was saved: put back at once, it would be told of no change.
        await Promise.all([
          client.invalidateQueries({ queryKey: api.settings.key() }),
          client.invalidateQueries({ queryKey: api.tax.key() }),
          // The time zone is the person's on every screen.
          refreshStart(),
        ])
        toastSaved('Tax settings saved. Calculate again to see what they change.', change_ids)
      },
    }),
  )
  const refusal = error === null ? undefined : toApiError(error)
  const notes = notesOn(settings)
  const { data: lastFiled } = useQuery(
    api.taxYears.list.queryOptions({ select: (answer) => answer.data.filed.at(-1)?.year }),
  )
  const ofFiled = filedMethodWords(settings, saved.method, lastFiled)

  return (
    <Form
      refused={refusal?.message}
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
      {ofFiled.map((sentence) => (
        <p key={sentence} className="text-table text-ink-2">
          {sentence}
        </p>
      ))}
      <Choice
        label="Lots before 2025"
        words={poolWords}
        value={settings.pool_before_2025}
        onChange={(pool_before_2025) => change({ pool_before_2025 })}
      />
      {settings.pool_before_2025 === 'universal' && (
        <p>
          <span className="flex items-center font-medium">
            Safe Harbor 2025
            <Hint about="Safe Harbor 2025">
              Since January 1, 2025, each account has its own lots. Rev. Proc. 2024-28 says how the basis left
              in a universal pool may be allocated to your accounts. An allocation that meets its conditions
              is irrevocable, and the IRS treats it as reasonable.
            </Hint>
          </span>
          {harborWords(settings)}{' '}
          <TextLink to={paths.safeHarbor}>
            {settings.safe_harbor === null ? 'Compare and record' : 'View the record'}
          </TextLink>
        </p>
      )}
      <TimeZoneField
        value={settings.time_zone}
        onChange={(time_zone) => change({ time_zone })}
        error={refusal?.fields['time_zone']}
      />
      <p className="text-table text-ink-2">
        Network fees, airdrops, wrapped tokens, pools, loans and other questions the law leaves open are set
        under <TextLink to={paths.settingsTreatments}>treatments</TextLink>.
      </p>
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
