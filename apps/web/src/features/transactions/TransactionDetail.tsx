import { ChevronLeft, ChevronRight, ListFilter } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { isFiat } from '@lotbook/journal'
import { paths, type TransactionDetail as Detail } from '@lotbook/contract'
import { useSlots } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { rateWords } from '../../client/CurrencyNotes.tsx'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Credits } from '../../ui/Credits.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { shortAddress } from '../../ui/format/shorten.ts'
import { TextLink } from '../../ui/Link.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Gain, Money } from '../../ui/Values.tsx'
import { ChangeHistory } from './ChangeHistory.tsx'
import { FeeWithValue, FurtherFees } from './FurtherFees.tsx'
import { Leg } from './Leg.tsx'
import { LotsUsed } from './LotsUsed.tsx'
import { MatchBlock } from './MatchBlock.tsx'
import { OriginalRows } from './OriginalRows.tsx'
import { filterItems } from './RowMenu.tsx'
import { findingWords } from './finding-words.ts'
import { flagWords, originWords } from './transaction-words.ts'
import type { TransactionSearch } from './transaction-search.ts'
import type { Corrections } from './use-corrections.ts'
import type { GoTo } from './use-transaction-search.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const TransactionPapers = lazyPart(
  async () => (await import('../workpapers/TransactionPapers.tsx')).TransactionPapers,
)

const TransactionForms = lazyPart(
  async () => (await import('../removal-forms/TransactionForms.tsx')).TransactionForms,
)

/** Sub types that Forms 8283, 709 and 4684 ask about. */
const FORM_SUB_TYPES: readonly string[] = ['gift_sent', 'donation_501c3', 'stolen', 'lost']

export interface TransactionDetailProps {
  readonly detail: Detail
  readonly search: TransactionSearch
  readonly goTo: GoTo
  readonly corrections: Corrections
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** Everything about a transaction: what moved, what it is worth, what is open, where it came from, what was changed. */
export function TransactionDetail(props: TransactionDetailProps) {
  const { SaleLots } = useSlots()
  const { detail, search, goTo, corrections, previous, next } = props
  const { setting } = useStart()
  const live = detail.changes.filter(({ is_undone, fields }) => !is_undone && fields.length > 0)
  const rule = live.find(({ kind }) => kind === 'rule')
  // The newest edit says whose; one from before edits were kept says only that there was one.
  const editor = live.find(({ kind }) => kind !== 'rule')?.by
  const openOther = (id: string) => goTo({ ...search, id }, { replace: true })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 pt-1.5 wrap-anywhere text-ink-2">
            <DateTime instant={detail.at} zone /> · <AccountName name={detail.account_name} hasRoom />
          </p>
          <div className="flex shrink-0">
            <Menu
              align="end"
              items={filterItems(detail, (filter) => goTo({ ...search, ...filter }))}
              trigger={(trigger) => (
                <IconButton label="Filter by this" {...trigger}>
                  <ListFilter aria-hidden="true" className="size-4" />
                </IconButton>
              )}
            />
            <Neighbour label="Previous transaction" id={previous} onGo={openOther}>
              <ChevronLeft aria-hidden="true" className="size-4" />
            </Neighbour>
            <Neighbour label="Next transaction" id={next} onGo={openOther}>
              <ChevronRight aria-hidden="true" className="size-4" />
            </Neighbour>
          </div>
        </div>
        {(detail.is_edited || detail.is_ignored || detail.locked_before !== null) && (
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            {detail.is_edited && (rule === undefined || live.length > 1) && (
              <StatusBadge look="notes" label={editor === undefined ? 'Edited' : `Edited by ${editor}`} />
            )}
            {rule !== undefined && <StatusBadge look="notes" label="By a rule" />}
            {detail.is_ignored && <StatusBadge look="optional" label="Ignored: not counted" />}
            {detail.locked_before !== null && (
              <StatusBadge look="optional" label={`Locked: before ${formatDay(detail.locked_before)}`} />
            )}
          </p>
        )}
      </div>

      {detail.findings.length > 0 && (
        <ul className="grid gap-2">
          {detail.findings.map((code) => (
            <li key={code} className="rounded-card border border-line bg-warn-soft px-3 py-2">
              <StatusBadge look="warn" label={findingWords(code).mark} />
              <p className="mt-1 text-table text-ink-2">{findingWords(code).sentence}</p>
            </li>
          ))}
        </ul>
      )}

      <Facts detail={detail} currency={setting.tax_currency} rule={rule?.summary} onOpen={openOther} />
      <MatchBlock key={detail.id} detail={detail} corrections={corrections} onOpen={openOther} />
      {detail.lots.length > 0 && <LotsUsed lots={detail.lots} currency={setting.tax_currency} />}
      {drawsOnLots(detail) && (
        <Suspense>
          <SaleLots key={detail.id} id={detail.id} />
        </Suspense>
      )}
      {FORM_SUB_TYPES.includes(detail.sub_type ?? '') && (
        <Suspense>
          <TransactionForms key={detail.id} id={detail.id} year={Number(detail.at.slice(0, 4))} />
        </Suspense>
      )}
      <OriginalRows records={detail.records} />
      <Suspense>
        <TransactionPapers key={detail.id} id={detail.id} />
      </Suspense>
      <ChangeHistory detail={detail} corrections={corrections} />
    </div>
  )
}

/** Units leave, and not to an own account: their lots may be named. */
function drawsOnLots({ from, match, is_ignored }: Detail): boolean {
  return from !== null && !isFiat(from.asset) && match === null && !is_ignored
}

/** The value in the currency that is shown elsewhere, with the rate of its day. */
function ShownValue({
  shown,
  taxCurrency,
}: {
  readonly shown: NonNullable<Detail['shown']>
  readonly taxCurrency: string
}) {
  if (shown.rate === null || shown.value === null)
    return <p className="text-table text-ink-3">No rate for {shown.currency} on this day</p>
  return (
    <p>
      <Money amount={shown.value} currency={shown.currency} />
      <span className="text-table text-ink-2">
        {' '}
        at {rateWords(shown.rate, shown.currency, taxCurrency)}. Your return is figured in {taxCurrency}.
      </span>
    </p>
  )
}

interface FactsProps {
  readonly detail: Detail
  readonly currency: string
  /** The rule that made it what it is. */
  readonly rule: string | undefined
  readonly onOpen: (id: string) => void
}

function Facts({ detail, currency, rule, onOpen }: FactsProps) {
  // An explanation needs a calculation that has this transaction.
  const isCalculated = detail.gain !== null
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 border-y border-line py-4">
      <Fact name="Type">{detail.label}</Fact>
      {detail.from !== null && (
        <Fact name="Out">
          <Leg leg={detail.from} pictured />
        </Fact>
      )}
      {detail.to !== null && (
        <Fact name="In">
          <Leg leg={detail.to} pictured />
        </Fact>
      )}
      <Fact name="Fee">
        {detail.fee === null ? (
          <Leg leg={null} />
        ) : (
          <>
            <FeeWithValue fee={detail.fee} value={detail.fee_value} currency={currency} />
            {detail.shown?.fee_value != null && (
              <span className="text-table text-ink-2">
                {' · '}
                <Money amount={detail.shown.fee_value} currency={detail.shown.currency} />
              </span>
            )}
          </>
        )}
      </Fact>
      {detail.further_fees.length > 0 && (
        <Fact name={detail.further_fees.length === 1 ? 'Further fee' : 'Further fees'}>
          <FurtherFees fees={detail.further_fees} currency={currency} onOpen={onOpen} />
        </Fact>
      )}
      {detail.paid_for !== null && (
        <Fact name="Paid for">
          <PaidFor {...detail.paid_for} onOpen={onOpen} />
        </Fact>
      )}
      <Fact name="Value">
        {detail.value === null ? (
          <span className="text-ink-3">No price</span>
        ) : (
          <>
            <Figure label="Value" handle={isCalculated ? `transaction:${detail.id}` : null}>
              <Money amount={detail.value.amount} currency={detail.value.currency} />
            </Figure>
            <span className="text-table text-ink-2"> · {originWords(detail.value.origin)}</span>
            <p className="text-table break-words text-ink-2">{detail.value.source}</p>
            <Credits of={[detail.value.attribution ?? detail.shown?.rate?.attribution ?? null]} />
            {detail.shown !== null && <ShownValue shown={detail.shown} taxCurrency={currency} />}
          </>
        )}
      </Fact>
      {detail.gain !== null && (
        <Fact name="Gain">
          <Figure label="Gain" handle={detail.lots.length === 1 ? detail.lots[0]?.handle : null}>
            <Gain amount={detail.gain} currency={currency} />
          </Figure>
        </Fact>
      )}
      {rule !== undefined && (
        <Fact name="By rule">
          <TextLink to={paths.settingsRules}>{rule}</TextLink>
        </Fact>
      )}
      {detail.flags.length > 0 && (
        <Fact name="From the import">{detail.flags.map(flagWords).join('. ')}</Fact>
      )}
      {detail.comment !== null && <Fact name="Comment">{detail.comment}</Fact>}
      {detail.tx_hash !== null && <CopyFact name="Hash" text={detail.tx_hash} />}
      {detail.external_id !== null && <CopyFact name="Source ID" text={detail.external_id} />}
      <CopyFact name="Lotbook ID" text={detail.id} />
    </dl>
  )
}

function PaidFor({ id, label, onOpen }: { id: string; label: string; onOpen: (id: string) => void }) {
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      {label}
      <Button size="small" look="quiet" onClick={() => onOpen(id)}>
        Open<span className="sr-only"> what it was paid for</span>
      </Button>
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

function CopyFact({ name, text }: { name: string; text: string }) {
  return (
    <Fact name={name}>
      <span className="-my-1.5 flex items-center gap-1">
        <span className="min-w-0 truncate font-mono text-table" title={text}>
          {shortAddress(text)}
        </span>
        <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
      </span>
    </Fact>
  )
}

function Neighbour({
  label,
  id,
  onGo,
  children,
}: {
  label: string
  id: string | undefined
  onGo: (id: string) => void
  children: ReactNode
}) {
  return (
    <IconButton
      label={label}
      disabledReason={id === undefined ? 'there is none in this list' : undefined}
      onClick={() => id !== undefined && onGo(id)}
    >
      {children}
    </IconButton>
  )
}
