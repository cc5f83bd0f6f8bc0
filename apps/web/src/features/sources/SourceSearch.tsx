import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleQuestionMark, FileUp, PenLine, Search } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messages, paths, screenMessages, type SourceCard } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { isLikeAddress } from '../../client/is-like-address.ts'
import { reportFault } from '../../client/monitoring.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { nextCard } from './card-moves.ts'
import { AddressFound } from './AddressFound.tsx'
import { SourceCardLink } from './SourceCardLink.tsx'
import { useDebounced } from '../../client/use-debounced.ts'
import { ANY_ADDRESS } from './source-methods.ts'

/** R2.101 */
const DEBOUNCE_MS = 300
/** R2.102: what was typed is told for the list of most searched once it rested so long. */
const ANALYTICS_DEBOUNCE_MS = 500
/** Cards that are drawn before anything else. */
const FIRST = 48
/** Letters of a search that the server takes. */
const MOST_LETTERS = 100
const sorts = [
  { order: 'rank', label: screenMessages.search.popular },
  { order: 'name', label: screenMessages.search.alphabetical },
] as const

export interface SourceSearchProps {
  readonly onClose: () => void
  readonly onHelp: () => void
  readonly onUpload: () => void
  readonly onManual: () => void
}

/** All sources there are, over any screen: each card leads to the screen that adds an account of it. */
export function SourceSearch({ onClose, onHelp, onUpload, onManual }: SourceSearchProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={screenMessages.search.title}
      width="wide"
      beside={
        <IconButton label={screenMessages.search.helpTitle} onClick={onHelp}>
          <CircleQuestionMark aria-hidden="true" className="size-4" />
        </IconButton>
      }
      footer={
        <div className="mr-auto flex flex-wrap gap-2">
          <Button look="quiet" icon={<FileUp aria-hidden="true" className="size-4" />} onClick={onUpload}>
            {messages.import.viaCsv}
          </Button>
          <Button look="quiet" icon={<PenLine aria-hidden="true" className="size-4" />} onClick={onManual}>
            {messages.import.manual}
          </Button>
        </div>
      }
    >
      <SourceFinder onFollow={onClose} />
    </Dialog>
  )
}

export interface SourceFinderProps {
  /** Called when a card or an address is followed. */
  readonly onFollow?: () => void
  /** On a page, so many cards stand there until somebody searches or asks for all. */
  readonly most?: number
}

/** The search over all sources, with its cards. */
export function SourceFinder({ onFollow = () => {}, most }: SourceFinderProps) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [order, setOrder] = useState<'rank' | 'name'>('rank')
  const [isAll, setAll] = useState(false)
  const isOnPage = most !== undefined
  // An address is looked up by a call of its own, and a secret must not stand in one that is logged.
  const isAddress = isLikeAddress(typed.trim())
  const rested = useDebounced(typed.trim(), DEBOUNCE_MS)
  const term = isLikeAddress(rested) ? '' : rested.slice(0, MOST_LETTERS)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...api.sources.search.queryOptions({ input: { q: term, order } }),
    staleTime: Infinity, // the catalogue comes with the server
    placeholderData: keepPreviousData,
    enabled: !isAddress,
    select: (answer) => answer.data,
  })
  const searched = useDebounced(typed.trim(), ANALYTICS_DEBOUNCE_MS)
  useEffect(() => {
    if (searched !== '' && !isLikeAddress(searched))
      calls.sources
        .searched({ q: searched.slice(0, MOST_LETTERS) })
        .catch((thrown) => reportFault('call', thrown))
  }, [searched])
  const body = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  /** The text that Enter was pressed on, until something else is typed. */
  const entered = useRef<string>(undefined)
  const [enteredAddress, setEnteredAddress] = useState<string>()
  const isSettled = !isPlaceholderData && rested === typed.trim()
  const isCut = most !== undefined && !isAll && term === ''
  const found = data?.filter(({ slug }) => slug !== ANY_ADDRESS) ?? []

  function open(source: SourceCard) {
    onFollow()
    router.history.push(paths.importOptions(source.slug))
  }

  // A person who types and presses Enter at once is ahead of the answer: its first card opens when it arrives.
  async function openFirstOf(wanted: string) {
    entered.current = wanted
    const options = api.sources.search.queryOptions({ input: { q: wanted, order }, staleTime: Infinity })
    const [first] = (await client.ensureQueryData(options)).data
    if (first !== undefined && entered.current === wanted && body.current !== null) open(first)
  }

  function fromInput(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      body.current?.querySelector<HTMLElement>('[data-card]')?.focus()
    } else if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      if (isAddress) return setEnteredAddress(typed.trim())
      // The list tells what went wrong.
      openFirstOf(typed.trim().slice(0, MOST_LETTERS)).catch(() => {})
    }
  }

  return (
    <div ref={body} className={isOnPage ? 'min-h-100' : 'min-h-[66dvh]'}>
      <div
        className={cx('grid gap-3 pb-3', !isOnPage && 'sticky -top-4 z-10 -mx-4 -mt-4 bg-raised px-4 pt-4')}
      >
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-3"
          />
          <TextInput
            type="search"
            data-autofocus={isOnPage ? undefined : ''}
            aria-label={messages.import.searchPlaceholder}
            placeholder={messages.import.searchPlaceholder}
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            value={typed}
            className="pl-9"
            onChange={({ target }) => {
              setTyped(target.value)
              entered.current = undefined
              setEnteredAddress(undefined)
            }}
            onKeyDown={fromInput}
          />
        </div>
        {!isAddress && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3 className="text-body font-semibold">{screenMessages.search.heading}</h3>
            <SortChoice order={order} onOrder={setOrder} />
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {isSettled && !isAddress && data !== undefined && term !== ''
          ? `${found.length.toString()} found`
          : ''}
      </p>
      {isAddress ? (
        isLikeAddress(rested) && (
          <AddressFound text={rested} isEntered={enteredAddress === rested} onFollow={onFollow} />
        )
      ) : data === undefined ? (
        error === null ? (
          <CardsLoading />
        ) : (
          <ErrorState
            title="The list could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div aria-busy={!isSettled} className={cx('transition-opacity', !isSettled && 'opacity-60')}>
          {found.length === 0 && (
            <EmptyState
              title={messages.import.nothingFound}
              text="Upload its history as a file instead. Lotbook recognizes the file by its columns."
              actions={
                <ButtonLink look="primary" to={paths.importCsvs} onClick={onFollow}>
                  {messages.import.importButton}
                </ButtonLink>
              }
            />
          )}
          {/* A new list starts again at its first card. */}
          <Cards
            key={`${order} ${term}`}
            sources={isCut ? data.slice(0, most) : data}
            onFollow={onFollow}
            onType={() => focusSearch(body.current)}
          />
          {isCut && data.length > most && (
            <p className="mt-4">
              <Button onClick={() => setAll(true)}>Show all {data.length.toLocaleString()}</Button>
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function SortChoice({
  order,
  onOrder,
}: {
  order: 'rank' | 'name'
  onOrder: (order: 'rank' | 'name') => void
}) {
  const group = useId()
  return (
    <fieldset className="flex items-center gap-4">
      <legend className="sr-only">Sort by</legend>
      {sorts.map((sort) => (
        <label
          key={sort.order}
          className="flex min-h-6 items-center gap-1.5 text-table pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={group}
            checked={sort.order === order}
            onChange={() => onOrder(sort.order)}
            className="size-4 accent-accent"
          />
          {sort.label}
        </label>
      ))}
    </fieldset>
  )
}

interface CardsProps {
  readonly sources: readonly SourceCard[]
  readonly onFollow: () => void
  readonly onType: () => void
}

/** The cards: Tab comes to one of them, arrows move over all, Enter opens, and typing goes back to the search. */
function Cards({ sources, onFollow, onType }: CardsProps) {
  const [active, setActive] = useState(0)
  // The dialog shows the first cards at once, and the hundreds after them when there is time.
  const first = useDeferredValue(sources, sources.slice(0, FIRST))
  const [isHurried, setHurried] = useState(false)
  const shown = isHurried ? sources : first

  function move(event: KeyboardEvent<HTMLUListElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // The last of all may not be drawn yet.
    if (event.key === 'End') flushSync(() => setHurried(true))
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-card]')]
    const at = cards.findIndex((card) => card === document.activeElement)
    if (at === -1) return
    if (event.key.length === 1 && event.key !== ' ') return onType() // the letter lands in the search box
    const to = nextCard(event.key, at, cards.length, columnsOf(cards))
    if (to === undefined) {
      if (event.key === 'ArrowUp') {
        event.preventDefault()
        onType()
      }
      return
    }
    event.preventDefault()
    setActive(to)
    cards[to]?.focus()
  }

  return (
    // The keys are those of the cards, which are links.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      aria-label={screenMessages.search.heading}
      onKeyDown={move}
      className="grid grid-cols-1 gap-2 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4"
    >
      {shown.map((source, at) => (
        <SourceCardLink key={source.slug} source={source} isTabStop={at === active} onFollow={onFollow} />
      ))}
    </ul>
  )
}

function columnsOf(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.getBoundingClientRect().top
  const second = cards.findIndex((card) => card.getBoundingClientRect().top !== top)
  return second === -1 ? cards.length : second
}

function focusSearch(body: HTMLElement | null) {
  body?.querySelector<HTMLElement>('input[type="search"]')?.focus()
}

function CardsLoading() {
  return (
    <Loading label="exchanges and wallets">
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
        {Array.from({ length: 12 }, (_, n) => (
          <Skeleton key={n} className="h-16" />
        ))}
      </div>
    </Loading>
  )
}
