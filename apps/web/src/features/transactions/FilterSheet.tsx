import { shortAccount } from '@lotbook/journal'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { Select } from '../../ui/Select.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { type Facets, typeName } from './filter-labels.ts'
import {
  type TransactionSearch,
  transactionSearch,
  withoutFilter,
  withoutFilters,
} from './transaction-search.ts'

export interface FilterSheetProps {
  readonly search: TransactionSearch
  readonly facets: Facets | undefined
  readonly total: number
  readonly onChange: (search: TransactionSearch) => void
  readonly onClose: () => void
}

/** Every filter, in a sheet: what is chosen counts at once, and the foot says how many are left. */
export function FilterSheet({ search, facets, total, onChange, onClose }: FilterSheetProps) {
  const set = (filter: TransactionSearch) => onChange({ ...search, ...filter })
  const type = search.type === undefined ? '' : `${search.type} ${search.sub_type ?? ''}`

  function chooseType(text: string) {
    const [name, subType] = text.split(' ')
    const rest = withoutFilter(search, 'type')
    if (name === undefined || name === '') onChange(rest)
    else
      onChange({
        ...rest,
        type: name,
        ...(subType === undefined || subType === '' ? {} : { sub_type: subType }),
      })
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Button look="quiet" onClick={() => onChange(withoutFilters(search))}>
            Clear all
          </Button>
          <Button look="primary" onClick={onClose}>
            Show {formatCount(total)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="Account">
          <Select
            data-autofocus
            value={search.account_id ?? ''}
            onChange={({ target }) => set({ account_id: target.value })}
          >
            <option value="">All accounts</option>
            {facets?.accounts.map(({ id, name, count }) => (
              <option key={id} value={id}>
                {shortAccount(name)} ({formatCount(count)})
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Type">
          <Select value={type} onChange={({ target }) => chooseType(target.value)}>
            <option value="">All types</option>
            <TypeOptions facets={facets} chosen={type} />
          </Select>
        </Field>
        <Field label="Asset">
          <Select value={search.asset ?? ''} onChange={({ target }) => set({ asset: target.value })}>
            <option value="">All assets</option>
            {facets?.assets.map(({ asset, symbol, count }) => (
              <option key={asset} value={asset}>
                {symbol} ({formatCount(count)})
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Year">
          <Select value={search.year ?? ''} onChange={({ target }) => set({ year: target.value })}>
            <option value="">All years</option>
            {facets?.years.map(({ year, count }) => (
              <option key={year} value={year}>
                {year} ({formatCount(count)})
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label="From day (UTC)">
            <TextInput
              type="date"
              value={search.from_day ?? ''}
              onChange={({ target }) => set({ from_day: target.value })}
            />
          </Field>
          <Field label="To day (UTC)">
            <TextInput
              type="date"
              value={search.to_day ?? ''}
              onChange={({ target }) => set({ to_day: target.value })}
            />
          </Field>
        </div>
        <Field label="Ignored transactions">
          <Select
            value={search.ignored ?? ''}
            onChange={({ target }) => onChange(transactionSearch({ ...search, ignored: target.value }))}
          >
            <option value="">Shown with the others</option>
            <option value="false">Left out</option>
            <option value="true">Only these</option>
          </Select>
        </Field>
        <Checkbox
          label="Only items to review"
          checked={search.review === 'true'}
          onChange={({ target }) =>
            onChange(target.checked ? { ...search, review: 'true' } : withoutFilter(search, 'review'))
          }
        />
        <Checkbox
          label="Only edited ones"
          checked={search.edited === 'true'}
          onChange={({ target }) =>
            onChange(target.checked ? { ...search, edited: 'true' } : withoutFilter(search, 'edited'))
          }
        />
        <Checkbox
          label="Only deleted ones"
          checked={search.removed === 'true'}
          onChange={({ target }) =>
            onChange(target.checked ? { ...search, removed: 'true' } : withoutFilter(search, 'removed'))
          }
        />
      </div>
    </Sheet>
  )
}

function TypeOptions({ facets, chosen }: { facets: Facets | undefined; chosen: string }) {
  const types = facets?.types ?? []
  const groups = ['incoming', 'outgoing', 'nft'].filter((group) =>
    types.some(({ type, sub_type }) => type === group && sub_type !== null),
  )
  const isKnown = types.some(({ type, sub_type }) => `${type} ${sub_type ?? ''}` === chosen)
  return (
    <>
      {types
        .filter(({ sub_type }) => sub_type === null)
        .map(({ type, label, count }) => (
          <option key={type} value={`${type} `}>
            {label} ({formatCount(count)})
          </option>
        ))}
      {groups.map((group) => (
        <optgroup key={group} label={typeName(group, facets)}>
          <option value={`${group} `}>{typeName(group, facets)}, all of them</option>
          {types
            .filter(({ type, sub_type }) => type === group && sub_type !== null)
            .map(({ type, sub_type, label, count }) => (
              <option key={sub_type} value={`${type} ${sub_type ?? ''}`}>
                {label} ({formatCount(count)})
              </option>
            ))}
        </optgroup>
      ))}
      {chosen !== '' && !isKnown && !groups.some((group) => chosen === `${group} `) && (
        <option value={chosen}>{typeName(chosen.trim(), facets)} (0)</option>
      )}
    </>
  )
}
