import type { WalletAccount } from '@lotbook/contract'
import { barsOf, type StripScale, stripText, yearMarks } from './strip.ts'

const HEIGHT = 32

/** Transactions of an account by quarter. */
export function Strip({ quarters, scale }: Pick<WalletAccount, 'quarters'> & { scale: StripScale }) {
  return (
    <svg
      role="img"
      aria-label={`Transactions by quarter. ${stripText(quarters)}`}
      viewBox={`0 0 1 ${HEIGHT.toString()}`}
      preserveAspectRatio="none"
      className="block h-8 w-full"
    >
      {barsOf(quarters, scale).map(({ from, x, width, height }) => {
        const high = Math.max(2, height * (HEIGHT - 2))
        return (
          <rect
            key={from}
            x={x}
            width={width}
            y={HEIGHT - 1 - high}
            height={high}
            className="fill-data transition-colors duration-[120ms] group-hover/card:fill-accent"
          />
        )
      })}
      <rect x={0} width={1} y={HEIGHT - 1} height={1} className="fill-edge" />
    </svg>
  )
}

/** The years that the strips below begin with. */
export function StripYears({ scale }: { scale: StripScale }) {
  return (
    <span className="relative block h-4">
      {yearMarks(scale).map(({ year, at }) => (
        <span
          key={year}
          className="absolute text-[11px] font-normal"
          style={{ left: `${(at * 100).toString()}%` }}
        >
          {year}
        </span>
      ))}
    </span>
  )
}
