import type { AllocationRecord } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Day } from '../../ui/Values.tsx'
import { PrintLink } from '../../ui/PrintLink.tsx'
import { countsFor, openOf } from './allocation-words.ts'
import { Conditions } from './Conditions.tsx'

/** The allocations on record: the newest is in force, the others were replaced. */
export function AllocationRecords({
  records,
  drift,
}: {
  readonly records: readonly AllocationRecord[]
  readonly drift: readonly string[]
}) {
  if (records.length === 0) return null
  const open = openOf(records)
  return (
    <Card title="On record">
      <ul className="divide-y divide-line">
        {records.map((record) => (
          <li key={record.id} className="grid gap-3 not-first:pt-4 not-last:pb-4">
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
              <div className="min-w-0">
                <p className="max-w-[72ch] wrap-anywhere">{record.rule_text}</p>
                <p className="text-table text-ink-2">
                  Recorded <DateTime instant={record.recorded_at} zone /> by {record.recorded_by}
                  {record.books_day !== null && (
                    <>
                      {' · in your own books since '}
                      <Day day={record.books_day} />, as you state
                    </>
                  )}
                </p>
              </div>
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <PrintLink href={`${apiHost()}/safe_harbor/records/${record.id}/record.pdf`}>Print</PrintLink>
                <PrintLink href={`${apiHost()}/safe_harbor/records/${record.id}/record.csv`}>CSV</PrintLink>
              </p>
            </div>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              <Counts record={record} />
              {record.is_irrevocable && <StatusBadge look="notes" label="Irrevocable" />}
            </div>
            <AssetsOf record={record} />
            {record.replaced_at === null && record.standing !== null && (
              <Conditions standing={record.standing} />
            )}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <div className="mt-4">
          <Banner tone="warn">
            {open.join(', ')} {open.length === 1 ? 'was' : 'were'} left out and{' '}
            {open.length === 1 ? 'has' : 'have'} no record: units stay where they were acquired as far as they
            are held there, and the rest goes oldest first. That is not a safe harbor.
          </Banner>
        </div>
      )}
      {drift.length > 0 && (
        <div className="mt-4">
          <Banner tone="warn">
            Your history has changed since the allocation was recorded, and the units no longer agree. What is
            on record is used as far as it goes; what is left goes by the default.
            <ul className="mt-1 list-disc pl-5">
              {drift.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
    </Card>
  )
}

function Counts({ record }: { record: AllocationRecord }) {
  if (record.replaced_at === null) return <StatusBadge look="done" label="Counts" />
  return (
    <>
      {record.is_irrevocable && <StatusBadge look="done" label="Counts for what it binds" />}
      <span className="text-table text-ink-2">
        {record.is_irrevocable ? 'For the rest replaced' : 'Replaced'}{' '}
        <DateTime instant={record.replaced_at} zone />
      </span>
    </>
  )
}

const BINDS = {
  bound: { look: 'done', label: 'Bound' },
  late: { look: 'warn', label: 'Not bound' },
  replaced: { look: 'optional', label: 'Replaced' },
} as const

/** The assets that a record binds, those that it does not, and why. */
function AssetsOf({ record }: { record: AllocationRecord }) {
  const { standing } = record
  if (standing === null || (record.replaced_at !== null && !record.is_irrevocable)) return null
  return (
    <ul className="grid gap-1.5 text-table" aria-label="Assets of this record">
      {standing.assets.map((asset) => {
        const { symbol, why } = asset
        const { look, label } = BINDS[countsFor(asset, record)]
        return (
          <li
            key={symbol}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 sm:grid-cols-[6rem_7rem_minmax(0,1fr)]"
          >
            <span className="font-medium wrap-anywhere">{symbol}</span>
            <StatusBadge look={look} label={label} />
            <span className="col-span-2 text-ink-2 sm:col-span-1">{why}</span>
          </li>
        )
      })}
    </ul>
  )
}
