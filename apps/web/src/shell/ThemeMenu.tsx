import { Monitor, Moon, Sun } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { Menu } from '../ui/Menu.tsx'
import type { Theme } from '../ui/preferences.ts'
import { applyTheme, themes, useTheme } from '../ui/theme.ts'

const names: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'Match system' }
const icons = { light: Sun, dark: Moon, system: Monitor }

/** Light, dark, or as the system; kept by this browser. */
export function ThemeMenu({ className }: { className?: string }) {
  const theme = useTheme()
  const Icon = icons[theme]
  return (
    <Menu
      align="end"
      trigger={(props) => (
        <button
          type="button"
          aria-label={`Theme: ${names[theme]}`}
          className={cx(
            'inline-flex size-9 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11',
            className,
          )}
          {...props}
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      )}
      items={themes.map((choice) => {
        const ChoiceIcon = icons[choice]
        return {
          kind: 'action',
          label: names[choice],
          icon: <ChoiceIcon aria-hidden="true" className="size-4 text-ink-3" />,
          isChosen: choice === theme,
          onSelect: () => applyTheme(choice),
        }
      })}
    />
  )
}
