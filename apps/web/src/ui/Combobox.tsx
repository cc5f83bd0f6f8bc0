import { type KeyboardEvent, useId, useState } from 'react'
import { ChevronDown } from 'lucide-react'
import { cx } from './cx.ts'
import { Field } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
  /** At the right of the label. */
  readonly detail?: string
}

export interface ComboboxProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  /** Text of what is chosen, shown while nothing is typed. */
  readonly shown: string
  readonly value: string
  /** Options that fit what is typed, best first; asked for while the list is open. */
  readonly optionsOf: (typed: string) => readonly ComboboxOption[]
  readonly onChange: (value: string) => void
  /** Told of what is typed, where the options are asked for elsewhere. */
  readonly onTyped?: (typed: string) => void
  /** An emptied box chooses nothing: `onChange` is told ''. */
  readonly isClearable?: boolean
  /** What the list says where nothing fits. */
  readonly nothing: string
}

/** One of many, found by typing. What is typed and not chosen is forgotten: the field then shows its value again. */
export function Combobox({
  label,
  hint,
  error,
  shown,
  value,
  optionsOf,
  onChange,
  onTyped,
  isClearable = false,
  nothing,
}: ComboboxProps) {
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const isOpen = typed !== undefined
  const options = isOpen ? optionsOf(typed.trim()) : []
  const marked = options[Math.min(at, options.length - 1)]

  function pick(option: ComboboxOption | undefined) {
    if (option === undefined) return
    if (option.value !== value) onChange(option.value)
    setTyped(undefined)
  }

  function onKey(event: KeyboardEvent) {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      open()
      return
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[event.key]
    if (event.key === 'Escape') {
      // Of a dialog around it only the list is closed.
      event.stopPropagation()
      setTyped(undefined)
    } else if (event.key === 'Enter') pick(marked)
    else if (to === undefined) return
    else mark(Math.min(Math.max(0, to), options.length - 1))
    event.preventDefault()
  }

  function open() {
    setTyped('')
    onTyped?.('')
    setAt(
      Math.max(
        0,
        optionsOf('').findIndex((option) => option.value === value),
      ),
    )
  }

  function mark(index: number) {
    setAt(index)
    const option = options[index]
    if (option !== undefined)
      document.getElementById(optionId(listId, option))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="relative">
      <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
        <div className="relative">
          <TextInput
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && marked !== undefined ? optionId(listId, marked) : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            className="pr-9"
            value={isOpen && typed !== '' ? typed : shown}
            onChange={({ target }) => {
              setTyped(target.value)
              onTyped?.(target.value.trim())
              setAt(0)
              if (isClearable && target.value === '' && value !== '') onChange('')
            }}
            onFocus={({ target }) => target.select()}
            onClick={() => {
              if (!isOpen) open()
            }}
            onBlur={() => setTyped(undefined)}
            onKeyDown={onKey}
          />
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3"
          />
          {isOpen && (
            <div className="absolute top-full right-0 left-0 z-30 mt-1 overflow-hidden rounded-card border border-line bg-raised shadow-dialog">
              <div
                id={listId}
                role="listbox"
                aria-label={`${label}: choices`}
                className="max-h-72 overflow-y-auto p-1 empty:hidden"
              >
                {options.map((option) => (
                  // The keys belong to the box above, which names the marked option; the press must not take its focus.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={option.value}
                    id={optionId(listId, option)}
                    role="option"
                    aria-selected={option === marked}
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => pick(option)}
                    className={cx(
                      'flex min-h-9 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-control px-2 py-1 pointer-coarse:min-h-11',
                      option === marked ? 'bg-accent-soft text-ink' : 'hover:bg-sunken',
                    )}
                  >
                    <span className="min-w-0 break-words">{option.label}</span>
                    <span className="text-table text-ink-2">{option.detail}</span>
                  </div>
                ))}
              </div>
              {options.length === 0 && <p className="px-3 py-2 text-table text-ink-2">{nothing}</p>}
            </div>
          )}
        </div>
      </Field>
      <p role="status" className="sr-only">
        {isOpen ? `${options.length.toString()} found` : ''}
      </p>
    </div>
  )
}

const optionId = (listId: string, { value }: ComboboxOption) =>
  `${listId}-${value.replace(/[^A-Za-z0-9]/g, '-')}`
