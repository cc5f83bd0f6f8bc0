import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useCurrentInSight } from './use-current-in-sight.ts'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Behind the label: how many are in it. */
  readonly count?: string
}

export interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly selected: Id
  /** What is selected belongs in the URL: change the search there. */
  readonly onSelect: (id: Id) => void
  /** What the selected tab shows. */
  readonly children: ReactNode
}

/** Tabs over one panel. Arrows move between them, Tab goes into the panel. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const list = useCurrentInSight<HTMLDivElement>(selected)
  function move(event: KeyboardEvent<HTMLButtonElement>) {
    const at = tabs.findIndex((tab) => tab.id === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }

  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto px-1 shadow-[inset_0_-1px_var(--color-line)]"
      >
        {tabs.map((tab) => {
          const isSelected = tab.id === selected
          return (
            <button
              key={tab.id}
              id={`tab-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={isSelected}
              aria-controls={isSelected ? `panel-${tab.id}` : undefined}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onKeyDown={move}
              className={cx(
                'inline-flex h-10 shrink-0 items-center gap-2 border-b-2 px-3 text-body outline-offset-[-2px] pointer-coarse:h-11',
                isSelected
                  ? 'border-accent font-medium text-ink'
                  : 'border-transparent text-ink-2 hover:text-ink',
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="rounded-full bg-sunken px-2 text-caption text-ink-2">{tab.count}</span>
              )}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`panel-${selected}`} aria-labelledby={`tab-${selected}`} className="pt-4">
        {children}
      </div>
    </div>
  )
}
