import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { useNow } from '../ui/use-now.ts'
import { matchingZones, shownZone, type Zone, zonesOf } from './zone-search.ts'

export interface TimeZoneFieldProps {
  /** Empty while none is chosen. */
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly hint?: string
  readonly error?: string | undefined
}

/** A time zone, found by city, offset or its common name; without another hint, the one taxes are reckoned in. */
export function TimeZoneField({
  value,
  onChange,
  hint = 'Decides which day, and so which tax year, a transaction falls on.',
  error,
}: TimeZoneFieldProps) {
  const { data } = useQuery({ ...api.onboarding.timeZones.queryOptions(), staleTime: Infinity })
  const now = useNow()
  return (
    <Combobox
      label="Time zone"
      hint={hint}
      error={error}
      value={value}
      shown={value === '' ? '' : shownZone(value, now)}
      optionsOf={(typed) => matchingZones(zonesNamed(data?.time_zones), typed)}
      onChange={onChange}
      nothing="No time zone fits. Try a city, such as Chicago, or an offset, such as UTC−6."
    />
  )
}

// Each zone asks the browser for its names, which takes a while for 400 of them: once, and not before a list is opened.
const known = new WeakMap<readonly string[], readonly Zone[]>()

function zonesNamed(names: readonly string[] | undefined): readonly Zone[] {
  if (names === undefined) return []
  const zones = known.get(names) ?? zonesOf(names, new Date())
  known.set(names, zones)
  return zones
}
