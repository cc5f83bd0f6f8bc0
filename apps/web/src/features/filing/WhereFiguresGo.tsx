import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { type OneYear, paths, type TaxReturn } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { reportedWords, termWords } from '../../client/box-words.ts'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { Hint } from '../../ui/Hint.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { formsOf, linesOf, scheduleLines, type LineOfForm } from './return-lines.ts'
import { useIncomeLines } from './use-income-lines.ts'

/** From the boxes of Form 8949 over Schedule D, Schedule C and Schedule 1 to the lines of Form 1040. */
export function WhereFiguresGo({ year }: { readonly year: OneYear }) {
  const { data, error, refetch, isFetching } = useQuery(
    api.tax.formTotals.queryOptions({ input: { year: year.year }, select: (answer) => answer.data.boxes }),
  )
  const { data: taxReturn } = useQuery(
    laterApi.taxReturns.get.queryOptions({ input: { year: year.year }, select: (answer) => answer.data }),
  )
  const { data: income, error: incomeError } = useIncomeLines(year.year)
  const onForm1040 = linesOf(income, year, 'Form 1040')
  return (
    <Card title="Where the figures go">
      <p className="-mt-2 mb-4 text-ink-2">
        From your disposals and income to the lines of the return, as the forms print them: each line is
        rounded to the cent, so sums can be a few cents from the exact results.
      </p>
      {data === undefined ? (
        error === null ? (
          <Loading label="the lines">
            <Skeleton className="h-44 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The lines could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1.25fr)_1.25rem_minmax(0,1fr)_1.25rem_minmax(0,0.95fr)] lg:gap-2">
          <Form name="Form 8949">
            {data.length === 0 && <li className="p-3 text-ink-2">No disposals</li>}
            {data.map(({ box, term, disposals, gain, is_direct }) => (
              <Line
                key={`${box} ${is_direct}`}
                mark={box}
                name={termWords[term]}
                text={`${reportedWords(box)} · ${disposals.toLocaleString()} ${disposals === 1 ? 'line' : 'lines'}${is_direct ? ', left off the form' : ''}`}
              >
                <Link
                  to={`${paths.oneYear(year.year)}&term=${term}`}
                  className="underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink"
                >
                  <Gain amount={gain} currency={year.currency} />
                </Link>
              </Line>
            ))}
          </Form>
          <Leads />
          <div className="grid content-start gap-4">
            <Form name="Schedule D">
              {data.length === 0 && <li className="p-3 text-ink-2">Nothing to enter</li>}
              {scheduleLines(data).map(({ term, lines, text, gain }) => (
                <Line key={term} name={lines} text={text}>
                  <Figure label={`Schedule D, ${text}`} handle={year[term].gain.handle}>
                    <Gain amount={gain} currency={year.currency} />
                  </Figure>
                </Line>
              ))}
            </Form>
            {incomeError !== null && (
              <Form name="Schedule 1">
                <li className="p-3 text-ink-2">Income could not be loaded</li>
              </Form>
            )}
            {formsOf(income, year).map(({ form, lines }) => (
              <Form key={form} name={form}>
                {lines.map((line) => (
                  <IncomeLine key={line.name} line={line} year={year} />
                ))}
              </Form>
            ))}
          </div>
          <Leads />
          <Form name="Form 1040" isLast>
            {onForm1040
              .filter((line) => !isFromSchedule1(line))
              .map((line) => (
                <IncomeLine key={line.name} line={line} year={year} />
              ))}
            {taxReturn !== undefined && (data.length > 0 || !isZero(readAmount(capitalGain(taxReturn)))) && (
              <Line
                name={lineOf(taxReturn.capital_gain.line)}
                text="capital gain or loss, after carryover and limit"
              >
                <span className="font-semibold">
                  <Gain amount={capitalGain(taxReturn)} currency={year.currency} />
                </span>
              </Line>
            )}
            {onForm1040.filter(isFromSchedule1).map((line) => (
              <IncomeLine key={line.name} line={line} year={year} />
            ))}
            {taxReturn?.withheld != null && (
              <Line name="Line 25b" text="federal income tax withheld by brokers, Forms 1099-DA">
                <Money amount={taxReturn.withheld} currency={year.currency} />
              </Line>
            )}
            {taxReturn?.digital_asset_question != null && (
              <Line name="Digital assets" text={`the question on ${taxReturn.digital_asset_question.place}`}>
                <DigitalAssets found={taxReturn} />
                <Hint about="Digital asset question">“{taxReturn.digital_asset_question.text}”</Hint>
              </Line>
            )}
          </Form>
        </div>
      )}
    </Card>
  )
}

/** Line 8 stands below the capital gain, the other income above it. */
const isFromSchedule1 = ({ text }: LineOfForm) => text.startsWith('additional income')

const capitalGain = ({ capital_gain }: TaxReturn) => capital_gain.gain ?? '0'

/** `Form 1040, line 7a` under the heading of that form. */
const lineOf = (line: string) => line.replace('Form 1040, line', 'Line')

function DigitalAssets({ found }: { readonly found: TaxReturn }) {
  if (!found.has_digital_asset_transactions) return <span className="text-ink-2">No, from what is here</span>
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold">
      <Check aria-hidden="true" className="size-4 text-gain" />
      Yes
    </span>
  )
}

/** A line that income leads to; one that takes all of it explains itself. */
function IncomeLine({ line, year }: { readonly line: LineOfForm; readonly year: OneYear }) {
  const amount = <Money amount={line.amount} currency={year.currency} />
  return (
    <Line name={line.name} text={line.text}>
      {line.isAll ? (
        <Figure label="Income" handle={year.income.handle}>
          {amount}
        </Figure>
      ) : (
        amount
      )}
    </Line>
  )
}

function Form({
  name,
  isLast = false,
  children,
}: {
  readonly name: string
  readonly isLast?: boolean
  readonly children: ReactNode
}) {
  return (
    <section aria-label={name}>
      <h3 className="mb-1.5 text-table font-medium text-ink-2">{name}</h3>
      <ul
        className={cx(
          'divide-y divide-rule rounded-card border',
          isLast ? 'border-ink' : 'border-line-strong',
        )}
      >
        {children}
      </ul>
    </section>
  )
}

function Line({
  mark,
  name,
  text,
  children,
}: {
  readonly mark?: string
  readonly name: string
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-2.5">
      <span className="flex min-w-0 items-start gap-2.5">
        {mark !== undefined && (
          <span className="grid size-6 shrink-0 place-items-center rounded-[4px] bg-accent-weak text-caption font-semibold text-accent">
            <span className="sr-only">Box </span>
            {mark}
          </span>
        )}
        <span className="min-w-0">
          <span className="block">{name}</span>
          <span className="block text-caption text-ink-3">{text}</span>
        </span>
      </span>
      <span className="ml-auto tabular-nums">{children}</span>
    </li>
  )
}

function Leads() {
  return (
    <span aria-hidden="true" className="hidden place-content-center text-ink-3 lg:grid">
      <ArrowRight className="size-4" />
    </span>
  )
}
