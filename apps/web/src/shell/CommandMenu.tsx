import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Start } from '../client/start.ts'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { type Command, matchCommands } from './match-commands.ts'
import type { NavItem } from './navigation.ts'
import { useCommands } from './use-commands.ts'
import { useFound } from './use-found.ts'

export interface CommandMenuProps {
  readonly start: Start
  readonly items: readonly NavItem[]
  readonly onClose: () => void
}

/** Go anywhere and do anything by name; find years, accounts, assets, transactions and sources. */
export function CommandMenu({ start, items, onClose }: CommandMenuProps) {
  const commands = useCommands(start, items)
  const router = useRouter()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { places, isSearching } = useFound(start, typed)
  const found: readonly Command[] = [...matchCommands(commands, typed), ...places]
  const chosen = found[Math.min(at, found.length - 1)]

  function run(command: Command | undefined) {
    if (command === undefined) return
    onClose()
    if (command.kind === 'go') router.history.push(command.to)
    else command.run()
  }

  function onKey(event: KeyboardEvent) {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key]
    if (event.key === 'Enter') run(chosen)
    else if (to === undefined) return
    else setAt(Math.min(Math.max(0, to), found.length - 1))
    event.preventDefault()
  }

  return (
    <Dialog isOpen onClose={onClose} title="Search">
      <div className="relative mb-2">
        <Search aria-hidden="true" className="absolute inset-y-0 left-3 my-auto size-4 text-ink-3" />
        <input
          role="combobox"
          aria-label="Command"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
          placeholder="Screens, years, accounts, assets, hashes, amounts"
          className="h-11 w-full rounded-control border border-line-strong bg-surface pr-3 pl-9 text-lead placeholder:text-ink-3"
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Commands"
        aria-busy={isSearching}
        className="max-h-[50dvh] overflow-y-auto"
      >
        {found.map((command) => (
          // The arrows and Enter belong to the box above, which names the chosen option.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={command.id}
            id={`${listId}-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            onClick={() => run(command)}
            className={cx(
              'flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-control px-3 py-1 text-body',
              command === chosen ? 'bg-accent-soft text-ink' : 'hover:bg-sunken',
            )}
          >
            <span className="min-w-0 wrap-anywhere">
              {command.label}
              {command.kind === 'go' && command.detail !== undefined && (
                <span className="block text-caption text-ink-3">{command.detail}</span>
              )}
            </span>
            <span className="shrink-0 text-caption text-ink-3">
              {command.kind === 'go' ? command.what : 'Action'}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'px-3 py-4 text-ink-2' : 'sr-only'}>
        {isSearching ? 'Searching…' : found.length === 0 ? 'No matches.' : `${found.length.toString()} found`}
      </p>
    </Dialog>
  )
}
