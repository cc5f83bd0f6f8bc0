import { Card } from '../../ui/Card.tsx'

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
