import type { Client } from '@lotbook/contract'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { formatDateTime, formatDay } from '../../ui/format/format-date-time.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Money } from '../../ui/Values.tsx'
import { findingWords } from '../transactions/finding-words.ts'
import { SCOPE_WORDS, untilWords } from './access-words.ts'
import {
  calculationWords,
  knownEffect,
  importWords,
  planWords,
  questionWords,
  stateStatus,
} from './client-words.ts'

export interface ClientOverviewProps {
  readonly client: Client
  readonly scope: NonNullable<Client['scope']>
  readonly year: string | undefined
}

/** How far a client's year is, what the professional may do there, and the ways to its plan. */
export function ClientOverview({ client, scope, year }: ClientOverviewProps) {
  const { id, name, expires_at } = client
  const yearPart = year === undefined ? '' : `&taxYear=${year}`
  const isUpgrade = client.year?.plan === 'upgrade_required'
  const isPaid = client.year?.plan === 'active'
  const upgradePart = isUpgrade ? '&upgrade=true' : ''
  const type = isUpgrade ? 'upgrade' : 'new'
  return (
    <>
      <Card title="Your access">
        <p>
          <strong className="font-medium">{SCOPE_WORDS[scope].title}.</strong> {SCOPE_WORDS[scope].text}{' '}
          {untilWords(expires_at)}.
        </p>
        <p className="mt-2 text-ink-2">
          {name} can read in their log what you open and change, and gets an email the first time each day.
          Passwords, exchange keys and who has access stay theirs alone.
        </p>
      </Card>
      {client.year !== null && <Year year={client.year} asked={year} />}
      <Card title="Plan">
        {isPaid ? (
          <p>{year ?? 'The year'} is paid; nothing is due.</p>
        ) : (
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={`/tax_pro/payments/invitation?clientId=${id}${yearPart}${upgradePart}`}>
              Invite to pay
            </ButtonLink>
            <ButtonLink to={`/tax_pro/paymentForm?id=${id}${yearPart}&type=${type}`}>Pay for them</ButtonLink>
          </div>
        )}
      </Card>
    </>
  )
}

function Year({
  year,
  asked,
}: {
  readonly year: NonNullable<Client['year']>
  readonly asked: string | undefined
}) {
  return (
    <Card
      title={asked === undefined ? 'The year' : `Tax year ${asked}`}
      actions={<StatusBadge {...stateStatus(year.state)} />}
    >
      <Facts>
        <FactRow name="Imports">{importWords(year.imports)}</FactRow>
        <FactRow name="Review">{year.review} open</FactRow>
        <FactRow name="Could change by up to">
          <CouldChange year={year} />
        </FactRow>
        <FactRow name="Questions">{questionWords(year.questions)}</FactRow>
        <FactRow name="Calculation">
          {calculationWords(year.calculation)}
          {year.calculated_at !== null && `, ${formatDateTime(year.calculated_at)} UTC`}
        </FactRow>
        <FactRow name="Filed">
          {year.filed_on === null ? 'Not yet' : formatDay(`${year.filed_on}T00:00:00Z`)}
        </FactRow>
        <FactRow name="Plan">{planWords(year.plan)}</FactRow>
      </Facts>
      {year.issues.length > 0 && (
        <ul className="mt-4 grid gap-1 border-t border-line pt-4">
          {year.issues.map(({ code, count, effect }) => (
            <li key={code} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {findingWords(code).mark} <span className="text-ink-2">· {count}</span>
              </span>
              <span className="text-ink-2">
                {effect === null ? (
                  'unknown'
                ) : (
                  <>
                    ≤ <Money amount={effect} currency="USD" />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The most that the open items may change the year by, as far as it is known. */
function CouldChange({ year }: { readonly year: NonNullable<Client['year']> }) {
  const known = year.effect ?? knownEffect(year)
  if (known === null) return 'Unknown'
  return (
    <>
      <Money amount={known} currency="USD" />
      {year.effect === null && ' and some unknown'}
    </>
  )
}
