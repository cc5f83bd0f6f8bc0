import { useState } from 'react'
import {
  MOST_INCOME_LINES,
  type IncomeByLine,
  type IncomeOfSource,
  type LineOfIncome,
  type OneYear,
} from '@lotbook/contract'
import { isChosen, NONE, type Selection, toggled } from '../../client/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ChosenBar } from '../../ui/ChosenBar.tsx'
import { cx } from '../../ui/cx.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Money } from '../../ui/Values.tsx'
import { chosenWords, commonLines, lineWords, optionWords, sourceKey } from './income-line-words.ts'
import { useSetIncomeLines } from './use-income-lines.ts'

/** Rows that are shown at first, and with each further step. */
const STEP = 25

/** Kinds of income with their lines: changed one by one, or several at once. */
export function IncomeSources({ year, found }: { readonly year: OneYear; readonly found: IncomeByLine }) {
  const { sources, is_filed } = found
  const [selection, setSelection] = useState<Selection>(NONE)
  const [shown, setShown] = useState(STEP)
  const { set, isPending } = useSetIncomeLines(year.year)
  const chosen = sources.filter((one) => isChosen(selection, sourceKey(one)))
  const open = sources.filter((one) => one.chosen !== 'answered')
  const tick = (row: IncomeOfSource) => (
    <Checkbox
      label={`${row.label} from ${row.account_name}`}
      hideLabel
      checked={isChosen(selection, sourceKey(row))}
      onChange={() => setSelection(toggled(selection, sourceKey(row), sources.map(sourceKey)))}
    />
  )
  const line = (row: IncomeOfSource) =>
    is_filed ? (
      optionWords(row, row.line)
    ) : (
      <Select
        small
        aria-label={`Line of ${row.label} from ${row.account_name}`}
        value={row.line}
        onChange={({ target }) => {
          const to = row.lines.find((one) => one.line === target.value)
          if (to !== undefined) set([row], () => to.line)
        }}
      >
        {row.lines.map((one) => (
          <option key={one.line} value={one.line}>
            {optionWords(row, one.line)}
          </option>
        ))}
      </Select>
    )
  const { currency } = year
  return (
    <div>
      <DataTable
        caption={`Income of ${year.year.toString()} by kind and source`}
        rows={sources.slice(0, shown)}
        rowKey={sourceKey}
        columns={columnsIn(currency, line, is_filed ? undefined : tick)}
        narrow={(row) => (
          <div className="flex items-start gap-3 py-1">
            {!is_filed && tick(row)}
            <div className="grid min-w-0 grow gap-1.5">
              <p className="flex justify-between gap-3">
                <span className="font-medium">{row.label}</span>
                <Money amount={row.value} currency={currency} />
              </p>
              <p className="flex justify-between gap-3 text-caption text-ink-2">
                <span className="min-w-0 truncate">{row.account_name}</span>
                <Chosen row={row} />
              </p>
              {line(row)}
            </div>
          </div>
        )}
      />
      {shown < sources.length && (
        <p className="px-card py-3">
          <Button size="small" onClick={() => setShown(shown + STEP * 4)}>
            Show more ({(sources.length - shown).toLocaleString()})
          </Button>
        </p>
      )}
      {!is_filed && chosen.length === 0 && open.length > 0 && (
        <p className="border-t border-line px-card py-3">
          <Button
            size="small"
            busy={isPending}
            disabledReason={tooMany(open)}
            onClick={() => set(open, (one) => one.line)}
          >
            Confirm {open.length.toLocaleString()} {open.length === 1 ? 'line' : 'lines'} as shown
          </Button>
        </p>
      )}
      {chosen.length > 0 && (
        <ChosenBar
          label="Chosen kinds of income"
          count={chosen.length}
          total={sources.length}
          onAll={selection === 'all' ? undefined : () => setSelection('all')}
          onClear={() => setSelection(NONE)}
        >
          <Bulk
            chosen={chosen}
            busy={isPending}
            onLine={(to) => {
              set(chosen, (one) => to ?? one.line)
              setSelection(NONE)
            }}
          />
        </ChosenBar>
      )}
    </div>
  )
}

const tooMany = (sources: readonly IncomeOfSource[]) =>
  sources.length > MOST_INCOME_LINES
    ? `Choose at most ${MOST_INCOME_LINES.toLocaleString()} at a time.`
    : undefined

/** One line for all that are chosen, or the lines that they have; `onLine` has no line for the latter. */
function Bulk({
  chosen,
  busy,
  onLine,
}: {
  readonly chosen: readonly IncomeOfSource[]
  readonly busy: boolean
  readonly onLine: (to: LineOfIncome | undefined) => void
}) {
  const lines = commonLines(chosen)
  return (
    <>
      <Select
        small
        aria-label="Line of the chosen kinds of income"
        value=""
        disabled={busy || tooMany(chosen) !== undefined}
        onChange={({ target }) => {
          const to = lines.find((one) => one === target.value)
          if (to !== undefined) onLine(to)
        }}
      >
        <option value="">{lines.length === 0 ? 'They have no line in common' : 'Set the line to …'}</option>
        {lines.map((one) => (
          <option key={one} value={one}>
            {lineWords[one]}
          </option>
        ))}
      </Select>
      <Button size="small" busy={busy} disabledReason={tooMany(chosen)} onClick={() => onLine(undefined)}>
        Confirm as shown
      </Button>
    </>
  )
}

function Chosen({ row }: { readonly row: IncomeOfSource }) {
  return (
    <span className={cx('whitespace-nowrap', row.chosen === 'answered' ? 'text-ink-2' : 'text-warn')}>
      {chosenWords(row)}
    </span>
  )
}

function columnsIn(
  currency: string,
  line: Column<IncomeOfSource>['cell'],
  tick: Column<IncomeOfSource>['cell'] | undefined,
): readonly Column<IncomeOfSource>[] {
  return [
    ...(tick === undefined ? [] : [{ id: 'chosen', head: 'Choose', hideHead: true, cell: tick }]),
    {
      id: 'kind',
      head: 'Income',
      isRowHead: true,
      cell: (row) => (
        <span className="block py-1.5 text-left">
          <span className="block">{row.label}</span>
          <span className="block text-caption font-normal text-ink-3">
            {row.account_name} · {row.receipts.toLocaleString()} {row.receipts === 1 ? 'receipt' : 'receipts'}
          </span>
        </span>
      ),
    },
    {
      id: 'value',
      head: 'Amount',
      isNumeric: true,
      cell: (row) => <Money amount={row.value} currency={currency} />,
    },
    {
      id: 'line',
      head: 'Line',
      cell: (row) => (
        <span className="grid gap-0.5 py-1.5">
          {line(row)}
          <span className="text-caption">
            <Chosen row={row} />
          </span>
        </span>
      ),
    },
  ]
}
