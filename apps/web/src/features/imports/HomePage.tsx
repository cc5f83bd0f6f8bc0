import { Navigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { messages, paths } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'

const steps = [
  { title: 'Import your history', text: 'From every exchange and wallet you have used, closed ones too.' },
  {
    title: 'Review what needs you',
    text: 'Missing cost basis, unmatched transfers, unknown tokens: one list, most important first.',
  },
  { title: 'Calculate your taxes', text: 'Lot by lot. Every figure opens to the rows it came from.' },
  { title: 'Get your forms', text: 'Form 8949, Schedule D and files for other tax software.' },
]

/** First page of a customer without history. Once there is some, the import history takes its place. */
export function HomePage() {
  const { AddSourceButton } = useSlots()
  const { import_history_exists } = useStart()
  const [isAdding, setAdding] = useState(false)
  // A dialog in which somebody enters one transaction after the other stays until they close it.
  if (import_history_exists && !isAdding) {
    return <Navigate to={paths.imports} search={{ first_import: 'success' }} replace />
  }
  return (
    <Page
      title="Welcome to Lotbook"
      summary="From your transactions to forms you can file, with every step shown."
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <div className="grid justify-items-start gap-4 p-2 md:p-4">
            <BookPicture />
            <div>
              <h2 className="text-h2 font-semibold">Start with your first wallet or exchange</h2>
              <p className="mt-1 max-w-[52ch] text-ink-2">
                Upload the file you downloaded from it. Lotbook recognizes it by its columns, and every row
                can be looked up later.
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Suspense>
                <AddSourceButton onOpen={setAdding} />
              </Suspense>
              <ButtonLink to={paths.importCsvs}>{messages.import.viaCsv}</ButtonLink>
              <ButtonLink look="quiet" to={paths.importManual}>
                {messages.import.manual}
              </ButtonLink>
            </div>
          </div>
        </Card>
        <Card title="What comes next">
          <ol className="grid gap-4">
            {steps.map(({ title, text }, at) => (
              <li key={title} className="flex items-start gap-3">
                <span
                  aria-hidden="true"
                  className={cx(
                    'flex size-6 shrink-0 items-center justify-center rounded-full text-table font-semibold',
                    at === 0 ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-2',
                  )}
                >
                  {at + 1}
                </span>
                <div>
                  <p className="font-medium">{title}</p>
                  <p className="text-table text-ink-2">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </Page>
  )
}

/** The future book: lots as bars on ruled lines, greyed. Decoration. */
function BookPicture() {
  const lots = [
    { x: 0, width: 150 },
    { x: 40, width: 90 },
    { x: 84, width: 176 },
    { x: 150, width: 60 },
  ]
  return (
    <svg viewBox="0 0 280 92" aria-hidden="true" className="h-24 w-full max-w-[280px] text-ink-3">
      {lots.map(({ x, width }, at) => (
        <g key={x}>
          <path d={`M0 ${(at * 23 + 20).toString()}H280`} stroke="currentColor" strokeOpacity="0.25" />
          <rect
            x={x}
            y={at * 23 + 5}
            width={width}
            height={11}
            rx={2}
            className={at === 2 ? 'fill-accent' : 'fill-current'}
            opacity={at === 2 ? 1 : 0.35}
          />
        </g>
      ))}
    </svg>
  )
}
