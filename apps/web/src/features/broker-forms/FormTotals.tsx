import type { BrokerLinesOfYear } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { reportedWords } from '../../client/box-words.ts'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import type { Column } from '../../ui/table-columns.ts'
import { Gain, Money } from '../../ui/Values.tsx'

type Box = BrokerLinesOfYear['boxes'][number]

/** How the proceeds on the forms become the gain on Form 8949, in all and by box, and the tax that was withheld. */
export function FormTotals({ found }: { readonly found: BrokerLinesOfYear }) {
  return (
    <Card title="From the forms to Form 8949" flush>
      <div className="grid gap-x-8 gap-y-5 px-card pb-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
        <Footing found={found} />
        <Boxes boxes={found.boxes} />
      </div>
    </Card>
  )
}

function Footing({ found: { footing, withheld } }: { readonly found: BrokerLinesOfYear }) {
  const rows = [
    { name: 'Proceeds on the forms', amount: footing.on_forms },
    { name: 'Less: only on the forms', amount: negative(footing.only_on_forms) },
    { name: 'Form 8949, column (d)', amount: footing.filed, isSum: true },
    { name: 'Less: cost basis, column (e)', amount: negative(footing.basis) },
    ...footing.adjustments.map(({ code, amount, rows: n }) => ({
      name: `Column (g), code ${code}, ${n.toLocaleString()} ${n === 1 ? 'line' : 'lines'}`,
      amount,
    })),
    { name: 'Gain or loss, column (h)', amount: footing.gain, isSum: true },
  ]
  return (
    <dl className="grid content-start">
      {rows.map(({ name, amount, isSum = false }) => (
        <div
          key={name}
          className={
            isSum
              ? 'flex justify-between gap-4 border-t border-line-strong py-1.5 font-semibold'
              : 'flex justify-between gap-4 py-1.5'
          }
        >
          <dt>{name}</dt>
          <dd className="tabular-nums">
            {name.startsWith('Gain') ? (
              <Gain amount={amount} currency="USD" />
            ) : (
              <Money amount={amount} currency="USD" />
            )}
          </dd>
        </div>
      ))}
      {!isZero(readAmount(withheld)) && (
        <div className="mt-2 flex justify-between gap-4 border-t border-line py-1.5">
          <dt>Federal income tax withheld, Form 1040, line 25b</dt>
          <dd className="tabular-nums">
            <Money amount={withheld} currency="USD" />
          </dd>
        </div>
      )}
    </dl>
  )
}

const negative = (amount: string) => (isZero(readAmount(amount)) ? amount : `-${amount}`)

function Boxes({ boxes }: { readonly boxes: readonly Box[] }) {
  const money = (amount: string) => <Money amount={amount} currency="USD" />
  const columns: readonly Column<Box>[] = [
    {
      id: 'box',
      head: 'Box',
      isRowHead: true,
      cell: ({ box }) =>
        box.length === 1 ? (
          <span title={reportedWords(box)}>
            {box} <span className="text-caption font-normal text-ink-2">{reportedWords(box)}</span>
          </span>
        ) : (
          'Not on Form 8949'
        ),
    },
    { id: 'form', head: 'On the forms', isNumeric: true, cell: ({ form }) => money(form) },
    { id: 'filed', head: 'On Form 8949', isNumeric: true, cell: ({ filed }) => money(filed) },
    { id: 'difference', head: 'Difference', isNumeric: true, cell: ({ difference }) => money(difference) },
  ]
  return (
    <DataTable
      caption="Proceeds by box of Form 8949"
      columns={columns}
      rows={boxes}
      rowKey={({ box }) => box}
      narrow={({ box, form, filed, difference }) => (
        <div className="grid gap-1 py-1 tabular-nums">
          <span className="font-medium">{box.length === 1 ? `Box ${box}` : 'Not on Form 8949'}</span>
          <span className="flex flex-wrap justify-between gap-x-3 text-table text-ink-2">
            <span>Forms {money(form)}</span>
            <span>Form 8949 {money(filed)}</span>
            <span>Difference {money(difference)}</span>
          </span>
        </div>
      )}
    />
  )
}
