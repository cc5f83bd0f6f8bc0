import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, type UseFormRegister } from 'react-hook-form'
import { api } from '../../client/api.ts'
import { TimeZoneField } from '../../client/TimeZoneField.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { countries } from './countries.ts'

export interface LocationValues {
  country_code: string
  currency: string
  time_zone: string
}

/** Country and time zone; they decide which rules and which day a transaction falls on. */
export function LocationFields({
  register,
  control,
  error,
}: {
  register: UseFormRegister<LocationValues>
  control: Control<LocationValues>
  error?: string | undefined
}) {
  return (
    <>
      <Field label="Country" hint="Where you file your return.">
        <Select autoComplete="country" {...register('country_code')}>
          {countries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Controller
        control={control}
        name="time_zone"
        render={({ field }) => <TimeZoneField value={field.value} onChange={field.onChange} error={error} />}
      />
    </>
  )
}

/** The currency that values are shown in; `chosen` is an option before the list has arrived, and stays the same one. */
export function CurrencyField({
  register,
  chosen,
  error,
}: {
  register: UseFormRegister<LocationValues>
  chosen: string
  error?: string | undefined
}) {
  const { data } = useQuery({ ...api.onboarding.currencies.queryOptions(), staleTime: Infinity })
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const known = data?.currencies ?? []
  return (
    <Field
      label="Currency"
      error={error}
      hint={
        known.length === 1
          ? 'US dollars only: this site has no exchange rates.'
          : 'Values are shown in it. Your return is figured in US dollars.'
      }
    >
      <Select {...register('currency')}>
        {(known.includes(chosen) ? known : [chosen, ...known]).map((code) => (
          <option key={code} value={code}>
            {names.of(code)} ({code})
          </option>
        ))}
      </Select>
    </Field>
  )
}
