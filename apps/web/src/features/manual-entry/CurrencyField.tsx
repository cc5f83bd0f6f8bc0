import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type CurrencyOption, type CurrencyResult, customCurrency, screenMessages } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { useDebounced } from '../../client/use-debounced.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { Money } from '../../ui/Values.tsx'
import { optionOf } from './entry-values.ts'

/** R9.8 */
const DEBOUNCE_MS = 300
const FRESH_MS = 60_000

export interface CurrencyFieldProps {
  readonly label: string
  readonly value: CurrencyOption | null
  readonly onChange: (value: CurrencyOption | null) => void
  /** The currency that prices are in. */
  readonly priceCurrency: string
  readonly error?: string | undefined
  /** The type fixes it: it is shown, and cannot be changed. */
  readonly isFixed?: boolean
}

interface Choice {
  readonly option: CurrencyOption
  /** Null for a currency that nothing knows. */
  readonly result: CurrencyResult | null
}

/** A currency, chosen from a search by ticker or name; what nothing knows can be used by the name that is typed. */
export function CurrencyField({
  label,
  value,
  onChange,
  priceCurrency,
  error,
  isFixed = false,
}: CurrencyFieldProps) {
  const listId = useId()
  const client = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  /** The field was left before the answer came. */
  const [isLeft, setLeft] = useState(false)
  const isOpen = typed !== undefined && !isLeft
  const rested = useDebounced(typed?.trim() ?? '', DEBOUNCE_MS)
  const search = useQuery({
    ...laterApi.manualEntry.searchCurrencies.queryOptions({ input: { q: rested } }),
    enabled: typed !== undefined,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  const isSettled = rested === typed?.trim() && !search.isPlaceholderData && search.data !== undefined
  const choices = choicesOf(search.data?.data ?? [], isSettled ? rested : '')
  const chosen = choices[Math.min(at, choices.length - 1)]

  function pick(choice: Choice | undefined) {
    if (choice === undefined) return
    onChange(choice.option)
    setTyped(undefined)
  }

  // What is on the screen when a late answer comes.
  const latest = useRef({ typed, onChange })
  useEffect(() => {
    latest.current = { typed, onChange }
  })

  /** Takes a result of what is typed: at once where its answer is here, else when it comes and nothing else was typed meanwhile. */
  async function take(which: 'first' | 'exact') {
    const term = typed?.trim() ?? ''
    if (term === '' && which === 'exact') return setTyped(undefined)
    setLeft(which === 'exact')
    const options = laterApi.manualEntry.searchCurrencies.queryOptions({
      input: { q: term },
      staleTime: FRESH_MS,
    })
    const { data } = await client.ensureQueryData(options)
    if (latest.current.typed?.trim() !== term) return
    const found = choicesOf(data, term)
    const taken =
      which === 'first'
        ? (found[at] ?? found[0])
        : found.find(({ option, result }) => result !== null && option.value === term.toLowerCase())
    setLeft(false)
    if (taken === undefined && which === 'first') return
    if (taken !== undefined) latest.current.onChange(taken.option)
    setTyped(undefined)
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      // Of a dialog around it only the list is closed.
      event.preventDefault()
      event.stopPropagation()
      setTyped(undefined)
      return
    }
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setTyped('')
      setAt(0)
      return
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    // The list tells what went wrong.
    if (event.key === 'Enter') take('first').catch(() => {})
    else if (to === undefined) return
    else setAt(Math.min(Math.max(0, to), choices.length - 1))
    event.preventDefault()
  }

  if (isFixed)
    return (
      <Field label={label} error={error} hint="Your own currency">
        <TextInput readOnly value={value?.label ?? ''} />
      </Field>
    )
  return (
    <div className="relative">
      <Field label={label} error={error}>
        <TextInput
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && chosen !== undefined ? optionId(listId, chosen) : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          placeholder={screenMessages.manual.currencyPlaceholder}
          className="pr-10"
          value={typed ?? value?.label ?? ''}
          onChange={({ target }) => {
            setTyped(target.value)
            setLeft(false)
            setAt(0)
          }}
          onFocus={({ target }) => target.select()}
          onClick={() => {
            if (value === null && !isOpen) setTyped('')
          }}
          // Whoever types a ticker and goes on means it.
          onBlur={() => {
            if (typed !== undefined) take('exact').catch(() => setLeft(false))
          }}
          onKeyDown={onKey}
        />
      </Field>
      {value !== null && !isOpen && (
        <span className="absolute top-7 right-1 pointer-coarse:top-6 pointer-coarse:right-0">
          <IconButton label={`Clear ${label}`} onClick={() => onChange(null)}>
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      )}
      <p role="status" className="sr-only">
        {isOpen && isSettled ? `${choices.length.toString()} found` : ''}
      </p>
      {isOpen && (
        <div className="absolute top-full right-0 left-0 z-30 mt-1 min-w-64 overflow-hidden rounded-card border border-line bg-raised shadow-dialog">
          <div
            id={listId}
            role="listbox"
            aria-label={`${label}: choices`}
            aria-busy={!isSettled}
            className={cx('max-h-72 overflow-y-auto p-1', !isSettled && 'opacity-60')}
          >
            {choices.map((choice) => (
              // The keys belong to the box above, which names the chosen option; the press must not take its focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={choice.option.currency_id}
                id={optionId(listId, choice)}
                role="option"
                aria-selected={choice === chosen}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(choice)}
                className={cx(
                  'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 py-1 pointer-coarse:min-h-11',
                  choice === chosen ? 'bg-accent-soft text-ink' : 'hover:bg-sunken',
                )}
              >
                <ChoiceText choice={choice} priceCurrency={priceCurrency} />
              </div>
            ))}
          </div>
          {search.error !== null && search.data === undefined ? (
            <p className="px-3 py-2 text-table text-ink-2">{toApiError(search.error).message}</p>
          ) : choices.length === 0 && isSettled ? (
            <p className="px-3 py-2 text-table text-ink-2">
              No currency has this name. Type at least three characters to use one of your own.
            </p>
          ) : choices.length === 0 ? (
            <p className="px-3 py-2 text-table text-ink-2">Searching…</p>
          ) : null}
        </div>
      )}
    </div>
  )
}

/** The results that are active, and what was typed where none is called so (R5.84, R5.87). */
function choicesOf(results: readonly CurrencyResult[], typed: string): readonly Choice[] {
  const found = results
    .map((result) => ({ option: optionOf(result), result }))
    .filter(({ option }) => option.active)
  const own = customCurrency(typed, results)
  return own === undefined ? found : [...found, { option: own, result: null }]
}

const optionId = (listId: string, { option }: Choice) =>
  `${listId}-${option.currency_id.replace(/[^A-Za-z0-9]/g, '-')}`

function ChoiceText({
  choice: { option, result },
  priceCurrency,
}: {
  choice: Choice
  priceCurrency: string
}) {
  if (result === null)
    return (
      <span className="min-w-0 break-words">
        Use <strong className="font-medium">“{option.label}”</strong> as a custom currency
      </span>
    )
  return (
    <>
      <Coin name={result.code} asset={result.currency_id} small />
      <span className="w-16 shrink-0 truncate font-medium">{result.code}</span>
      <span className="min-w-0 grow truncate text-ink-2">
        {result.name === result.code ? '' : result.name}
      </span>
      <span className="shrink-0 text-table">
        <Money amount={result.price} currency={priceCurrency} />
      </span>
    </>
  )
}
