import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { type Preferences, readPreferences, writePreferences } from '../../ui/preferences.ts'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { applyTheme, useTheme } from '../../ui/theme.ts'

const themes = [
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
  { value: 'system', title: 'Match system' },
] as const

const densities = [
  { value: 'comfortable', title: 'Comfortable rows' },
  { value: 'compact', title: 'Compact rows' },
] as const

/** How this browser shows Lotbook; applied at once. */
export function DisplaySettings() {
  const theme = useTheme()
  const [preferences, setPreferences] = useState<Preferences>(readPreferences)
  const change = (changed: Preferences) => {
    writePreferences(changed)
    setPreferences({ ...preferences, ...changed })
  }
  return (
    <div className="grid gap-6">
      <RadioTiles legend="Theme" columns={3} tiles={themes} value={theme} onChange={applyTheme} />
      <RadioTiles
        legend="Tables"
        columns={2}
        tiles={densities}
        value={preferences.density ?? 'comfortable'}
        onChange={(density) => change({ density })}
      />
      <Checkbox
        label="Single-key shortcuts"
        hint="Press ? anywhere for the list."
        checked={preferences.shortcuts !== false}
        onChange={(event) => change({ shortcuts: event.target.checked })}
      />
    </div>
  )
}
