import { BANKRUPTCY_FLAG, paths, type ReviewItem } from '@lotbook/contract'
import { useDraft } from '../../client/use-draft.ts'
import { findingWords } from '../transactions/finding-words.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Textarea } from '../../ui/TextInput.tsx'
import { DateTime, Quantity } from '../../ui/Values.tsx'
import { AboutTransaction } from './AboutTransaction.tsx'
import { Answers, type AnswerValues } from './Answers.tsx'
import { isHigh } from './importance.ts'
import { isOfFee } from './is-of-fee.ts'
import { MissingElsewhere } from './MissingElsewhere.tsx'
import { PriceSearch, PricesTogether } from './PricesTogether.tsx'
import { Effect } from './review-columns.tsx'
import { sourceType } from './source-type.ts'
import { spamWords } from './spam-words.ts'
import { type Settled, SettledBy } from './SettledItem.tsx'
import type { ReviewActions } from './use-review.ts'

export interface ReviewItemViewProps {
  readonly item: ReviewItem
  /** Stands for all missing prices of its asset. */
  readonly isTogether?: boolean
  /** Person and time of the decision, for an item that is settled. */
  readonly settled?: Settled | null
  readonly currency: string
  readonly actions: ReviewActions
  /** Initial values of the fields of an answer. */
  readonly presets?: AnswerValues
  readonly onOpenTransaction: (id: string) => void
  /** Goes on once the item is accepted as it is. */
  readonly onAccepted?: (() => void) | undefined
}

/** An item of the queue: what is wrong, what it may change, and the ways to settle it. */
export function ReviewItemView(props: ReviewItemViewProps) {
  const { item, settled, currency, actions, presets, onOpenTransaction, onAccepted } = props
  const { transaction } = item
  const together = props.isTogether === true ? item.together : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid gap-2">
        <p>
          {together === null
            ? findingWords(item.code).sentence
            : 'No price is known for these transactions, so they have no value yet.'}
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StatusBadge
            look={item.state === 'accepted' ? 'done' : isHigh(item) ? 'warn' : 'optional'}
            label={item.state === 'accepted' ? 'Accepted as is' : isHigh(item) ? 'Must review' : 'Optional'}
          />
          {/* Where the item's own effect is not known, each answer below tells its own. */}
          {((together ?? item).effect_high !== null || item.state !== 'open') && (
            <span className="text-table text-ink-2">
              May change{item.tax_year === null || together !== null ? '' : ` ${item.tax_year}`}:{' '}
              <Effect item={item} together={together} currency={currency} />
            </span>
          )}
        </p>
        {settled != null && <SettledBy item={item} settled={settled} />}
      </div>
      {together !== null && <PricesTogether item={item} together={together} />}
      {transaction !== null && together === null && (
        <AboutTransaction
          transaction={transaction}
          toldBy={item.told_by?.transaction}
          currency={currency}
          onOpen={onOpenTransaction}
        />
      )}
      {item.detail !== null && item.code === 'negative_balance' && (
        <p className="text-table">
          At least {item.detail} is missing in this account before this transaction.
        </p>
      )}
      {item.detail !== null && item.code === 'missing_basis' && (
        <p className="text-table">The origin of {item.detail} is unknown.</p>
      )}
      {item.code === 'unknown_type' && <CalledBySource flags={transaction?.flags ?? []} />}
      {item.code !== 'missing_price' && transaction?.flags.includes(BANKRUPTCY_FLAG) === true && (
        <p className="text-table">
          The source calls it a payment in a bankruptcy. That is not income. Say which part of your claim it
          settles and how you report it.
        </p>
      )}
      {item.code === 'missing_price' && transaction !== null && together === null && (
        <WhatIsUnpriced item={item} transaction={transaction} />
      )}
      {item.code === 'missing_price' && item.state === 'open' && together === null && (
        <PriceSearch asset={item.detail?.includes(', ') === true ? undefined : (item.detail ?? undefined)} />
      )}
      {item.detail !== null && item.code === 'suspected_spam' && <SpamReasons detail={item.detail} />}
      {item.detail === 'before_lock' && item.code === 'weak_match' && (
        <p className="text-table">
          One side is before the locked date, so they cannot be matched until you{' '}
          <TextLink to={paths.settingsTax}>lift the lock</TextLink>.
        </p>
      )}
      <WayOn code={item.code} />
      {item.code === 'unmatched_send' && item.state === 'open' && transaction !== null && (
        <MissingElsewhere sent={transaction} />
      )}
      {item.state === 'open' && <OwnAccount item={item} onOpen={onOpenTransaction} />}
      {item.other !== null && (
        <div className="grid gap-2">
          <h3 className="text-table font-medium">It looks the same as</h3>
          <AboutTransaction
            transaction={item.other}
            toldBy={item.told_by?.other}
            currency={currency}
            onOpen={onOpenTransaction}
          />
        </div>
      )}
      {item.match !== null && <Suggestion item={item} onOpen={onOpenTransaction} />}
      {item.state === 'open' && (
        <Answers
          item={item}
          isTogether={together !== null}
          currency={currency}
          actions={actions}
          presets={presets}
        />
      )}
      <Accept item={item} isTogether={together !== null} actions={actions} onAccepted={onAccepted} />
    </div>
  )
}

/** Link to the screen that settles the item, if it has one of its own. */
function WayOn({ code }: Pick<ReviewItem, 'code'>) {
  const way = WAYS_ON[code]
  if (way === undefined) return null
  return (
    <p>
      {way.text} <TextLink to={way.to}>{way.link}</TextLink>
    </p>
  )
}

const WAYS_ON: Partial<Record<ReviewItem['code'], { text: string; link: string; to: string }>> = {
  safe_harbor_missing: {
    text: 'You choose once which lots each account held.',
    link: 'Compare allocations',
    to: paths.safeHarbor,
  },
  safe_harbor_off_record: {
    text: 'See what your record says beside what your accounts held.',
    link: 'Compare allocations',
    to: paths.safeHarbor,
  },
  safe_harbor_unplaced: {
    text: 'See what each account held beside what had a cost.',
    link: 'Compare allocations',
    to: paths.safeHarbor,
  },
  one_for_one: {
    text: 'Declare the pair once for your whole history, or set this item aside where they are two assets of their own.',
    link: 'Open the treatments',
    to: paths.settingsTreatments,
  },
  staking_return_exceeds_lockup: {
    text: 'Whether the surplus is income is one choice for your whole history; its effect is shown there.',
    link: 'Open the treatments',
    to: paths.settingsTreatments,
  },
}

/** The source's own word, which says most of what it was. */
function CalledBySource({ flags }: { flags: readonly string[] }) {
  const word = sourceType(flags)
  if (word === undefined) return null
  return (
    <p className="text-table wrap-anywhere">
      The source calls it <strong>{word}</strong>.
    </p>
  )
}

interface Unpriced {
  readonly item: ReviewItem
  readonly transaction: NonNullable<ReviewItem['transaction']>
}

/** Why a value is asked for of what seems to need none. */
function WhatIsUnpriced({ item, transaction: { type, sub_type, fee } }: Unpriced) {
  if (fee !== null && isOfFee(item))
    return (
      <p className="text-table">
        Only the fee has no price: <Quantity amount={fee.amount} ticker={fee.symbol} />. Enter what the fee
        was worth. It is then recorded as a separate fee, and the rest keeps its value.
      </p>
    )
  if (type === 'incoming' && sub_type === 'gift_received')
    return (
      <p className="text-table">
        If the gift was worth less than the donor paid, a loss is measured from its value on the day of the
        gift. Until you enter that value, the loss is measured from what the donor paid, and may be too large.
      </p>
    )
  if (sub_type === 'staking_lockup' || sub_type === 'staking_return')
    return (
      <p className="text-table">
        Locking up and getting back are{' '}
        <TextLink to={paths.settingsTreatments}>treated as disposals</TextLink>. Until this has a value, it
        counts as none.
      </p>
    )
  return null
}

function SpamReasons({ detail }: { detail: string }) {
  const { score, reasons } = spamWords(detail)
  return (
    <div className="grid gap-2 text-table">
      <h3 className="font-medium">Why it looks like spam: {score} of 100</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

/** The answer that needs the other side beside it: what left, or arrived, is in another account of one's own. */
function OwnAccount({ item, onOpen }: { item: ReviewItem; onOpen: (id: string) => void }) {
  const { code, transaction } = item
  if (transaction === null || (code !== 'unmatched_send' && code !== 'unmatched_receive')) return null
  const isSent = code === 'unmatched_send'
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        {isSent ? 'Did it go to' : 'Did it come from'} another of your imported accounts? Match the two: the
        move is not taxed, and the cost and acquisition date move with it.
      </p>
      <Button onClick={() => onOpen(transaction.id)}>
        {isSent ? 'Find where it arrived' : 'Find where it was sent from'}
      </Button>
    </div>
  )
}

function Suggestion({ item, onOpen }: { item: ReviewItem; onOpen: (id: string) => void }) {
  const symbol = (item.transaction?.from ?? item.transaction?.to)?.symbol
  return (
    <div className="grid gap-2">
      <h3 className="text-table font-medium">Suggested other side</h3>
      <ul className="grid gap-2">
        {item.match?.others.map((other) => (
          <li
            key={other.id}
            className="flex flex-wrap justify-between gap-x-4 rounded-card border border-line p-3"
          >
            <span className="min-w-0 wrap-anywhere">
              <AccountName name={other.account_name} />
              <span className="block text-table text-ink-2">
                <DateTime instant={other.at} zone />
              </span>
            </span>
            <Quantity amount={other.amount} {...(symbol === undefined ? {} : { ticker: symbol })} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {item.transaction !== null && (
          <Button look="quiet" onClick={() => item.transaction !== null && onOpen(item.transaction.id)}>
            Find another
          </Button>
        )}
      </div>
    </div>
  )
}

function Accept({
  item,
  isTogether,
  actions,
  onAccepted,
}: Pick<ReviewItemViewProps, 'item' | 'actions' | 'onAccepted'> & { isTogether: boolean }) {
  const [{ note }, setDraft, forget] = useDraft(`note ${item.id}`, { note: '' })
  const only = { items: [item.id], isByAsset: isTogether }
  const act = (action: 'accept' | 'ignore') => {
    actions.act(action, only, note.trim(), () => {
      forget()
      onAccepted?.()
    })
  }
  if (item.state === 'accepted')
    return (
      <div>
        <Button busy={actions.isBusy} onClick={() => actions.act('reopen', only)}>
          Reopen
        </Button>
      </div>
    )
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-medium">{isTogether ? 'Or leave them as they are' : 'Or leave it as it is'}</h3>
      <Field
        label="Why"
        optional
        hint={
          isTogether
            ? 'Saved with your decision. The transactions still count as they do now.'
            : 'Saved with your decision. The transaction still counts as it does now.'
        }
      >
        <Textarea
          rows={2}
          maxLength={2000}
          value={note}
          onChange={(event) => setDraft({ note: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button busy={actions.isBusy} onClick={() => act('accept')}>
          {isTogether ? 'Accept all as they are' : 'Accept as is'}
        </Button>
        {item.transaction !== null && (
          <Button look="quiet" busy={actions.isBusy} onClick={() => act('ignore')}>
            {isTogether ? 'Ignore the transactions' : 'Ignore the transaction'}
          </Button>
        )}
      </div>
    </div>
  )
}
