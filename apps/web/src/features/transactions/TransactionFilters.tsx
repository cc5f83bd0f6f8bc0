import { ListFilter, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { type Facets, filterLabel } from './filter-labels.ts'
import { FilterSheet } from './FilterSheet.tsx'
import {
  activeFilters,
  type FilterName,
  type TransactionSearch,
  withoutFilter,
  withoutFilters,
} from './transaction-search.ts'
import type { GoTo } from './use-transaction-search.ts'

export interface TransactionFiltersProps {
  readonly search: TransactionSearch
  readonly goTo: GoTo
  readonly facets: Facets | undefined
  readonly total: number
}

/** The search box, the way to all filters, and those that are on as pills. */
export function TransactionFilters({ search, goTo, facets, total }: TransactionFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const active = activeFilters(search)
  return (
    <>
      <FilterBar
        filters={active.map((name) => ({ id: name, label: filterLabel(name, search, facets) }))}
        onRemove={(name) => goTo(withoutFilter(search, name as FilterName))}
        onClear={() => goTo(withoutFilters(search))}
      >
        <SearchBox value={search.q ?? ''} onSearch={(q) => goTo({ ...search, q }, { replace: true })} />
        <Button icon={<ListFilter aria-hidden="true" className="size-4" />} onClick={() => setOpen(true)}>
          Filters
        </Button>
      </FilterBar>
      {isOpen && (
        <FilterSheet
          search={search}
          facets={facets}
          total={total}
          onChange={(next) => goTo(next, { replace: true })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const PAUSE_MS = 300

// The typed text goes into the address after a pause, so that the list is asked for once and not at every letter.
function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])
  return (
    <div className="relative w-full md:w-72">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-3"
      />
      <TextInput
        type="search"
        aria-label="Search transactions"
        placeholder="Amount, asset, hash or comment"
        className="h-9! pl-9"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  )
}
