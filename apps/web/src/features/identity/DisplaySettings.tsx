import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { type Preferences, readPreferences, writePreferences } from '../../ui/preferences.ts'
import { RadioTiles } from '../../ui/RadioTiles.tsx'
import { applyTheme, useTheme } from '../../ui/theme.ts'
import { toastDone } from '../../ui/toast-store.ts'

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
  const apply = (changed: Preferences) => {
    writePreferences(changed)
    setPreferences((now) => ({ ...now, ...changed }))
  }
  const change = (changed: Preferences, before: Preferences, text: string) => {
    apply(changed)
    toastDone(text, () => apply(before))
  }
  const density = preferences.density ?? 'comfortable'
  return (
    <div className="grid gap-6">
      <RadioTiles
        legend="Theme"
        columns={3}
        tiles={themes}
        value={theme}
        onChange={(chosen) => {
          applyTheme(chosen)
          toastDone('Theme changed', () => applyTheme(theme))
        }}
      />
      <RadioTiles
        legend="Tables"
        columns={2}
        tiles={densities}
        value={density}
        onChange={(chosen) => change({ density: chosen }, { density }, 'Height of rows changed')}
      />
      <Checkbox
        label="Single-key shortcuts"
        hint="Press ? anywhere for the list."
        checked={preferences.shortcuts !== false}
        onChange={({ target: { checked } }) =>
          change(
            { shortcuts: checked },
            { shortcuts: !checked },
            checked ? 'Shortcuts are on' : 'Shortcuts are off',
          )
        }
      />
    </div>
  )
}
