import { messages } from '@lotbook/contract'
import { helpUrl, supportUrl } from '../../client/support.ts'
import { Card } from '../../ui/Card.tsx'
import { LoneLink } from '../../ui/Link.tsx'

const tips = [
  {
    title: 'Import first',
    text: 'If the exchange or wallet can give you a file, upload that. Enter by hand only what is missing from it.',
  },
  {
    title: 'One entry, one event',
    text: 'A purchase is one entry with both sides. Moving coins between your own wallets is two: sent from one, received in the other. Lotbook matches the two.',
  },
  {
    title: 'Coins you already had',
    text: 'Choose Incoming and Received, and tick “I already had this”. In our template, a row of type buy on the day you bought does the same.',
  },
  {
    title: 'Times are UTC',
    text: 'The time decides which tax day it falls on. Under the date you see the same moment where you live.',
  },
  {
    title: 'Nothing is final',
    text: 'You can correct or remove an entry under Transactions, and undo that too.',
  },
]

/** How a transaction is entered by hand, and where to ask. */
export function EntryHelp() {
  const [support, guides] = [supportUrl(), helpUrl()]
  return (
    <aside aria-label="Help">
      <Card title="Manual transaction guide">
        <dl className="grid gap-3">
          {tips.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-medium">{title}</dt>
              <dd className="text-table text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
        {(support !== undefined || guides !== undefined) && (
          <ul className="mt-4 grid gap-1 border-t border-rule pt-3">
            {guides !== undefined && (
              <li>
                <LoneLink to={guides}>Read the guide to manual transactions</LoneLink>
              </li>
            )}
            {support !== undefined && (
              <li>
                <LoneLink to={support}>{messages.nav.support}</LoneLink>
              </li>
            )}
          </ul>
        )}
      </Card>
    </aside>
  )
}
