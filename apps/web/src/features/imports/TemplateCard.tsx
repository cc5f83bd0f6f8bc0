import { apiHost } from '../../client/api.ts'
import { Card } from '../../ui/Card.tsx'
import { TEMPLATE } from './check-file.ts'

const columns = [
  { name: 'Timestamp', text: 'When it happened, in UTC: 2025-03-14 09:26:53' },
  {
    name: 'Type',
    text: 'buy, sell, trade, receive, send, staking reward, airdrop, gift sent, fee and others',
  },
  { name: 'IN Amount, IN Currency', text: 'What came in: 0.5 and BTC' },
  { name: 'Out Amount, Out Currency', text: 'What went out: 21000 and USD' },
  { name: 'Fee Amount, Fee Currency', text: 'The fee, if there was one' },
]

/** For history that no export tells: a table to fill in and upload (R2.132). */
export function TemplateCard() {
  return (
    <Card title="No file to export?">
      <ol className="grid list-decimal gap-2 pl-5">
        <li>
          <a
            href={`${apiHost()}${TEMPLATE.csv}`}
            className="rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
          >
            Download the CSV template
          </a>{' '}
          or the{' '}
          <a
            href={`${apiHost()}${TEMPLATE.xlsx}`}
            className="rounded-[2px] font-medium text-accent underline decoration-1 underline-offset-2 hover:text-accent-hover"
          >
            Excel one
          </a>
        </li>
        <li>Fill it in, with one row for each transaction.</li>
        <li>Upload it here. Excel files (.xls, .xlsx) are accepted too.</li>
      </ol>
      <details className="mt-3">
        <summary className="font-medium text-ink-2 hover:text-ink">What goes in which column</summary>
        <dl className="mt-2 grid gap-2 text-table">
          {columns.map(({ name, text }) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-table text-ink-2">
          Timestamp, Type and one side (In or Out) are required. Everything else can stay empty.
        </p>
      </details>
      <h3 className="mt-4 border-t border-rule pt-4 font-medium">Premium CSV support, included</h3>
      <p className="mt-1 text-ink-2">
        Exports of exchanges, wallets and other tax software are recognized by their content, older layouts
        too. Rows that cannot be read are listed with the reason, and every figure opens the row it came from.
      </p>
    </Card>
  )
}
