import { useQuery } from '@tanstack/react-query'
import { Field } from '../../ui/Field.tsx'
import { Select, type SelectProps } from '../../ui/Select.tsx'
import { api } from '../../client/api.ts'

/**
 * The time zone taxes are reckoned in. `chosen` is an option from the first moment, and the same one when the list has
 * arrived: were it replaced, the browser would silently go to the first of the list.
 */
export function TimeZoneField({ chosen, ...rest }: SelectProps & { readonly chosen: string }) {
  const { data } = useQuery({ ...api.onboarding.timeZones.queryOptions(), staleTime: Infinity })
  const known = data?.time_zones ?? []
  const zones = known.includes(chosen) ? known : [chosen, ...known]
  return (
    <Field label="Time zone" hint="Decides which day, and so which tax year, a transaction falls on.">
      <Select {...rest}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
    </Field>
  )
}
