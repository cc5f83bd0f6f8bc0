import { formatDecimal, minus } from '@lotbook/money'
import { useId, useRef, useState } from 'react'
import { Coin } from '../Coin.tsx'
import { cx } from '../cx.ts'
import { readAmount } from '../format/amount.ts'
import { formatDay } from '../format/format-date-time.ts'
import { formatPercentOf } from '../format/format-percent.ts'
import { PlainHead } from '../PlainHead.tsx'
import { Money } from '../Values.tsx'
import { Swatch } from './ChartFrame.tsx'
import { ChartTools } from './ChartTools.tsx'
import { position } from './chart-scale.ts'
import { totalOf } from './parts.ts'

/** A part of a whole, and how much of it was held for more than one year. */
export interface AllocationColumn {
  readonly id: string
  readonly label: string
  /** What it is called in a sentence: "Bitcoin", "5 others". */
  readonly name: string
  /** Exact decimal text, above zero. */
  readonly value: string
  /** Null where terms are not known. */
  readonly longValue: string | null
  /** All that has no column of its own. */
  readonly isOther?: boolean
}

export interface AllocationBarProps {
  readonly title: string
  readonly currency: string
  /** The largest first; more than five besides `isOther` have no colours. */
  readonly columns: readonly AllocationColumn[]
  /** Without the long-term part: where there is little room. */
  readonly plain?: boolean
  /** The earlier day that the parts are of; today where there is none. */
  readonly asOf?: string | null
}

const HEIGHT = 88
/** A share from which on there is room for a sign and for words inside; on a narrow screen for less of them. */
const ROOMY = 0.12
const ROOMY_IN_NARROW = 0.34
/** Below this not even the share has room above. */
const LABELLED = 0.035
/** The height of a part, of the whole, that words fit in. */
const ROOM_FOR_WORDS = 0.3

/**
 * The parts of a whole as columns side by side: the width is the share of the value, solid what was held for more than one year and
 * hatched the rest. Above it the names, below it what it says in a sentence; the same as a table by a button.
 */
export function AllocationBar({ title, currency, columns, plain = false, asOf = null }: AllocationBarProps) {
  const titleId = useId()
  const [isTable, setTable] = useState(false)
  const drawing = useRef<HTMLElement>(null)
  const total = totalOf(columns)
  const whole = readAmount(total)
  const share = (value: string) => position(readAmount(value), whole)
  const isTermKnown = !plain && columns.every(({ longValue }) => longValue !== null)
  const long = isTermKnown ? totalOf(columns.map((one) => ({ ...one, value: one.longValue ?? '0' }))) : null
  const sentence = `Width is share of value.${long === null ? '' : ` ${formatPercentOf(long, total) ?? ''} of it ${asOf === null ? 'is long-term today' : `was long-term on ${formatDay(asOf)}`}.`}`
  const narrow = columns.filter(({ value }) => share(value) < ROOMY)
  return (
    <figure ref={drawing} aria-labelledby={titleId}>
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      {isTable ? (
        <AllocationTable
          caption={title}
          columns={columns}
          total={total}
          currency={currency}
          isTermKnown={isTermKnown}
        />
      ) : (
        <>
          <ul aria-hidden="true" className="mb-2 flex gap-[3px] text-table leading-4">
            {columns.map((column, n) => (
              <li
                key={column.id}
                style={{ flex: `${share(column.value).toString()} 0 0` }}
                className="flex min-w-[3px] items-center gap-2 whitespace-nowrap"
              >
                {share(column.value) >= LABELLED && (
                  <>
                    {share(column.value) >= ROOMY && column.isOther !== true && (
                      <span className={n > 0 ? 'max-md:hidden' : undefined}>
                        <Coin name={column.label} asset={column.id} small />
                      </span>
                    )}
                    <span className={cx('min-w-0', share(column.value) < ROOMY && 'max-md:hidden')}>
                      <span className="block font-medium">{column.label}</span>
                      <span className="text-caption text-ink-2">{formatPercentOf(column.value, total)}</span>
                    </span>
                  </>
                )}
              </li>
            ))}
          </ul>
          <ul className="flex gap-[3px]" style={{ height: HEIGHT }}>
            {columns.map((column, n) => (
              <Column
                key={column.id}
                column={column}
                total={total}
                tone={column.isOther === true ? OTHER : (TONES[n] ?? OTHER)}
                share={share(column.value)}
                long={
                  isTermKnown
                    ? position(readAmount(column.longValue ?? '0'), readAmount(column.value))
                    : undefined
                }
              />
            ))}
          </ul>
          {narrow.length > 0 && (
            <p className="mt-2 text-table text-ink-3 md:hidden" aria-hidden="true">
              Narrow ones:{' '}
              {narrow.map(({ label, value }) => `${label} ${formatPercentOf(value, total) ?? ''}`).join(', ')}
            </p>
          )}
        </>
      )}
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-table text-ink-2">
        {isTermKnown && !isTable ? (
          <span className="flex flex-wrap gap-x-4 gap-y-1 text-caption">
            <Swatch label="Held over a year" className="text-ink-3" />
            <Swatch label="Held a year or less" className="text-ink-3" hatched />
          </span>
        ) : (
          <span />
        )}
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span>{sentence}</span>
          <ChartTools
            title={title}
            summary={sentence}
            data={{
              heads: [
                'Asset',
                `Value (${currency})`,
                'Share',
                ...(isTermKnown ? [`Held over a year (${currency})`] : []),
              ],
              rows: columns.map(({ label, value, longValue }) => [
                label,
                value,
                formatPercentOf(value, total) ?? '',
                ...(isTermKnown ? [longValue ?? ''] : []),
              ]),
            }}
            drawing={drawing}
            isTable={isTable}
            onTable={setTable}
          />
        </span>
      </figcaption>
    </figure>
  )
}

interface Tone {
  readonly fill: string
  readonly ground: string
  /** The colour of words on it; none where no colour is clear enough on both themes. */
  readonly words?: string
}

const TONES: readonly Tone[] = [
  { fill: 'text-share-1', ground: 'bg-share-1', words: 'text-on-share-1' },
  { fill: 'text-share-2', ground: 'bg-share-2', words: 'text-on-share-2' },
  { fill: 'text-share-3', ground: 'bg-share-3', words: 'text-on-share-3' },
  { fill: 'text-share-4', ground: 'bg-share-4', words: 'text-on-share-3' },
  { fill: 'text-share-5', ground: 'bg-share-5' },
]
const OTHER: Tone = { fill: 'text-share-other', ground: 'bg-share-other' }

function Column({
  column: { name, value, longValue },
  total,
  tone,
  share,
  long,
}: {
  readonly column: AllocationColumn
  readonly total: string
  readonly tone: Tone
  readonly share: number
  /** The part that is long-term; undefined where terms are not told. */
  readonly long: number | undefined
}) {
  const hatch = useId()
  const percent = formatPercentOf(longValue ?? '0', value) ?? ''
  const isWorded = long !== undefined && long >= ROOM_FOR_WORDS && share >= ROOMY && tone.words !== undefined
  return (
    <li className="relative flex min-w-[3px] flex-col gap-0.5" style={{ flex: `${share.toString()} 0 0` }}>
      <span className="sr-only">
        {name}: {formatPercentOf(value, total)} of value
        {long !== undefined && `, ${percent} of it held over a year`}
      </span>
      {long !== undefined && long < 1 && (
        <svg
          aria-hidden="true"
          className={cx('block w-full', tone.fill)}
          style={{ flex: `${(1 - long).toString()} 0 0`, minHeight: 3 }}
        >
          <defs>
            <pattern
              id={hatch}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="5" height="5" className="fill-surface" />
              <rect width="2" height="5" fill="currentColor" />
            </pattern>
          </defs>
          <rect
            width="100%"
            height="100%"
            rx="3"
            fill={`url(#${hatch})`}
            stroke="currentColor"
            strokeWidth="2"
          />
        </svg>
      )}
      {(long === undefined || long > 0) && (
        <span
          aria-hidden="true"
          className={cx('block w-full rounded-[3px]', tone.ground)}
          style={{ flex: `${(long ?? 1).toString()} 0 0`, minHeight: 3 }}
        />
      )}
      {isWorded && (
        <span
          aria-hidden="true"
          className={cx(
            'absolute bottom-[7px] left-2.5 text-caption font-medium whitespace-nowrap',
            tone.words,
            share < ROOMY_IN_NARROW && 'max-lg:hidden',
          )}
        >
          {long === 1 ? 'All' : percent} long-term
        </span>
      )}
    </li>
  )
}

function AllocationTable({
  caption,
  columns,
  total,
  currency,
  isTermKnown,
}: {
  readonly caption: string
  readonly columns: readonly AllocationColumn[]
  readonly total: string
  readonly currency: string
  readonly isTermKnown: boolean
}) {
  const shortOf = ({ value, longValue }: AllocationColumn) =>
    formatDecimal(minus(readAmount(value), readAmount(longValue ?? '0')))
  const cells = (row: AllocationColumn) => (
    <>
      <td className="px-2 text-right sm:px-3">{formatPercentOf(row.value, total)}</td>
      <td className="px-2 text-right sm:px-3">
        <Money amount={row.value} currency={currency} />
      </td>
      {isTermKnown && (
        <>
          <td className="px-2 text-right sm:px-3">
            <Money amount={row.longValue} currency={currency} />
          </td>
          <td className="px-2 text-right sm:px-3">
            <Money amount={shortOf(row)} currency={currency} />
          </td>
        </>
      )}
    </>
  )
  const longTotal = totalOf(columns.map((column) => ({ ...column, value: column.longValue ?? '0' })))
  return (
    // Scrolls by keyboard where it is wider than its card.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-table">
        <caption className="sr-only">{caption}</caption>
        <PlainHead names={['Name', 'Share', 'Value', ...(isTermKnown ? ['Long-term', 'Short-term'] : [])]} />
        <tbody>
          {columns.map((column) => (
            <tr key={column.id} className="border-b border-rule">
              <th scope="row" className="h-8 px-2 text-left font-normal sm:px-3">
                {column.label}
              </th>
              {cells(column)}
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold">
          <tr>
            <th scope="row" className="h-9 px-2 text-left sm:px-3">
              All
            </th>
            {cells({ id: 'all', label: 'All', name: 'All', value: total, longValue: longTotal })}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
