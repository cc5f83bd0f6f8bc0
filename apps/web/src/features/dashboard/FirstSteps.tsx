import { Circle } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { paths, screenMessages } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoneLink } from '../../ui/Link.tsx'

const HelpDialog = lazy(async () => ({ default: (await import('../sources/HelpDialog.tsx')).HelpDialog }))

const steps = [
  {
    title: 'Import',
    text: 'Every exchange and wallet you have used, closed ones too. Without them a cost is missing.',
  },
  { title: 'Calculate', text: 'Gains and income, lot by lot. Every figure opens to the rows it came from.' },
  { title: 'Review', text: 'What needs your answer, in one list, with what each answer could change.' },
  { title: 'File', text: 'Form 8949, Schedule D and files for other tax software.' },
]

/** The checklist in place of the figures, while there is no history. */
export function FirstSteps() {
  const [hasHelp, setHelp] = useState(false)
  return (
    <Card title="Your year starts with your history">
      <ol className="grid gap-4">
        {steps.map(({ title, text }, at) => (
          <li key={title} aria-current={at === 0 ? 'step' : undefined} className="flex items-start gap-3">
            <Circle
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${at === 0 ? 'text-accent' : 'text-ink-3'}`}
            />
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              <p className="text-table text-ink-2">{text}</p>
              {at === 0 && <LoneLink to={paths.importCsvs}>Upload a file</LoneLink>}
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-5 border-t border-rule pt-4">
        <Button size="small" aria-haspopup="dialog" onClick={() => setHelp(true)}>
          {screenMessages.search.helpTitle}
        </Button>
      </p>
      <Suspense>{hasHelp && <HelpDialog onClose={() => setHelp(false)} />}</Suspense>
    </Card>
  )
}

/** Heights of the sample's bars, in percent; below zero is a loss. */
const SAMPLE_MONTHS = [62, 24, 30, -34, 44, 4, -6, 40, 46, 52, 36, -22]
const SAMPLE_INCOME = [100, 46, 22]

/** Greyed samples of the pictures that a calculation brings. */
export function SamplePictures() {
  return (
    <div className="grid gap-4 md:gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Card title="Gain by month">
        <p className="text-table text-ink-2">Appears here after your first calculation.</p>
        <svg
          viewBox="0 0 120 60"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="mt-4 h-44 w-full text-ink-3 opacity-40"
        >
          <path d="M0 40H120" stroke="currentColor" strokeWidth="0.3" />
          {SAMPLE_MONTHS.map((height, at) => (
            <rect
              key={at}
              x={at * 10 + 3}
              y={height < 0 ? 40 : 40 - height * 0.6}
              width="4"
              height={Math.abs(height) * 0.6}
              fill="currentColor"
            />
          ))}
        </svg>
      </Card>
      <Card title="Income by category">
        <p className="text-table text-ink-2">Appears here after your first calculation.</p>
        <div aria-hidden="true" className="mt-6 grid gap-6 opacity-40">
          {SAMPLE_INCOME.map((width) => (
            <span key={width} className="grid gap-2">
              <span className="h-2 w-24 rounded-full bg-line" />
              <span className="block h-1.5 rounded-full bg-ink-3" style={{ width: `${width}%` }} />
            </span>
          ))}
        </div>
      </Card>
    </div>
  )
}
