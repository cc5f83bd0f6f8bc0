import { useQuery } from '@tanstack/react-query'
import type { UseFormRegister } from 'react-hook-form'
import { api } from '../../app/api.ts'
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
  timeZone,
}: {
  register: UseFormRegister<LocationValues>
  timeZone: string
}) {
  const { data } = useQuery({ ...api.onboarding.timeZones.queryOptions(), staleTime: Infinity })
  const zones = data?.time_zones ?? []
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
      <Field label="Time zone" hint="Decides which day, and so which tax year, a transaction falls on.">
        <Select {...register('time_zone')}>
          {!zones.includes(timeZone) && <option value={timeZone}>{timeZone}</option>}
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Field>
    </>
  )
}

/** The currency results are shown in. */
export function CurrencyField({ register }: { register: UseFormRegister<LocationValues> }) {
  const { data } = useQuery({ ...api.onboarding.currencies.queryOptions(), staleTime: Infinity })
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const known = data?.currencies ?? []
  return (
    <Field label="Currency">
      <Select {...register('currency')}>
        {!known.includes('USD') && <option value="USD">{names.of('USD')} (USD)</option>}
        {known.map((code) => (
          <option key={code} value={code}>
            {names.of(code)} ({code})
          </option>
        ))}
      </Select>
    </Field>
  )
}
