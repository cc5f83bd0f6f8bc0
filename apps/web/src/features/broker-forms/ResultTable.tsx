import type { BrokerResult } from '@lotbook/contract'
import { formatDecimal, isZero, minus } from '@lotbook/money'
import { AccountName } from '../../ui/AccountName.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Money, Quantity } from '../../ui/Values.tsx'
import { filedWords, OUTCOME_WORDS, sizeWords } from './outcome-words.ts'

/** Lines of forms beside the sales that they are of, with the outcome and what goes on Form 8949. */
export function ResultTable({
  rows,
  onOpen,
}: {
  readonly rows: readonly BrokerResult[]
  readonly onOpen: (result: BrokerResult) => void
}) {
  return (
    <DataTable
      caption="Lines of Forms 1099-DA"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      onOpen={onOpen}
      narrow={(row) => (
        <div className="grid gap-1 py-1">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="font-medium">
              <Units row={row} />
            </span>
            {money(row.form_proceeds ?? row.our_proceeds)}
          </span>
          <span className="flex flex-wrap justify-between gap-x-3 text-caption text-ink-2">
            <span>
              {row.day === null ? 'Various days' : <Day day={row.day} />} ·{' '}
              <AccountName name={row.account_name} />
            </span>
            <span>{filedWords(row)}</span>
          </span>
          <Outcome row={row} />
        </div>
      )}
    />
  )
}

/** Nothing where a side has no such figure. */
const money = (amount: string | null) => amount !== null && <Money amount={amount} currency="USD" />

function Units({ row }: { readonly row: BrokerResult }) {
  const { lines, sales, asset } = row
  const amount = lines[0]?.units ?? sales[0]?.quantity ?? '0'
  const many = sizeWords(row)
  return (
    <>
      {many === undefined || lines.length === 1 ? <Quantity amount={amount} ticker={asset} /> : asset}
      {many !== undefined && <span className="block text-caption font-normal text-ink-2">{many}</span>}
    </>
  )
}

function Outcome({ row: { outcome, is_unknown_asset, lines } }: { readonly row: BrokerResult }) {
  const { name, look } = OUTCOME_WORDS[outcome]
  return (
    <span className="grid">
      <StatusBadge look={look} label={name} />
      {is_unknown_asset && <span className="text-caption text-warn">Asset not in your history</span>}
      {lines.some(({ is_by_hand }) => is_by_hand) && (
        <span className="text-caption text-ink-2">Matched by you</span>
      )}
    </span>
  )
}

/** The form less the history; nothing where either side has no such figure. */
function difference(form: string | null, ours: string | null): string | null {
  if (form === null || ours === null) return null
  const value = minus(readAmount(form), readAmount(ours))
  return isZero(value) ? null : formatDecimal(value)
}

const COLUMNS: readonly Column<BrokerResult>[] = [
  {
    id: 'sale',
    head: 'Sale',
    isRowHead: true,
    cell: (row) => <Units row={row} />,
  },
  { id: 'day', head: 'Sold', cell: ({ day }) => (day === null ? 'Various' : <Day day={day} />) },
  {
    id: 'account',
    head: 'Account, form',
    cell: ({ account_name, lines }) => (
      <>
        <AccountName name={account_name} />
        {lines[0] !== undefined && lines[0].form !== '' && (
          <span className="block max-w-40 truncate text-caption text-ink-2">{lines[0].form}</span>
        )}
      </>
    ),
  },
  {
    id: 'form',
    head: 'Proceeds on form',
    isNumeric: true,
    cell: ({ form_proceeds }) => money(form_proceeds),
  },
  { id: 'ours', head: 'In your history', isNumeric: true, cell: ({ our_proceeds }) => money(our_proceeds) },
  {
    id: 'difference',
    head: 'Difference',
    isNumeric: true,
    cell: ({ form_proceeds, our_proceeds }) => {
      const amount = difference(form_proceeds, our_proceeds)
      return amount === null ? '' : <Money amount={amount} currency="USD" signed />
    },
  },
  {
    id: 'basis',
    head: 'Basis on form',
    isNumeric: true,
    cell: ({ form_basis }) => money(form_basis),
  },
  { id: 'box', head: 'On Form 8949', cell: (row) => filedWords(row) },
  { id: 'outcome', head: 'Outcome', cell: (row) => <Outcome row={row} /> },
]
