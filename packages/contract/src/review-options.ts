import { INCOMES } from '@lotbook/journal'

/**
 * The kinds of problem in the queue (E10), in the order of work: what stands first clears what stands later.
 */
export const REVIEW_KINDS = [
  'possible_duplicate',
  'unknown_type',
  'uncounted_side',
  'weak_match',
  'unmatched_send',
  'unmatched_receive',
  'missing_price',
  'missing_basis',
  'negative_balance',
  'suspected_spam',
  'gift_basis_unknown',
  'one_for_one',
  'staking_return_exceeds_lockup',
  'staking_return_short',
  'spec_lot_unavailable',
  'safe_harbor_missing',
  'safe_harbor_off_record',
  'safe_harbor_unplaced',
] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** What can be done to many items at once. */
export const REVIEW_ACTIONS = ['accept', 'reopen', 'ignore', 'match', 'refuse'] as const

/** What an option asks for. */
export type OptionField =
  | 'acquired_on'
  | 'quantity'
  | 'cost'
  | 'value'
  | 'unit_price'
  | 'sub_type'
  | 'donor_basis'
  | 'donor_acquired'
  | 'departure'
  | 'claim'
  | 'claim_quantity'
  | 'note'

/** One way to settle an item of the queue. */
export interface ReviewOption {
  readonly id: ReviewOptionId
  readonly title: string
  readonly text: string
  readonly fields: readonly OptionField[]
  /** Fields that may stay empty. */
  readonly optional?: readonly OptionField[]
}

export const REVIEW_OPTION_IDS = [
  'opening_lot',
  'declared',
  'moved_here',
  'zero_basis',
  'price',
  'worthless',
  'price_all',
  'worthless_all',
  'gift_sent',
  'purchase',
  'lost',
  'stolen',
  'donation',
  'own_wallet',
  'income',
  'gift_received',
  'bought',
  'claim_disposed',
  'claim_carried',
  'exchange',
  'one_order',
  'donor_basis',
  'still_locked',
  'lost_stake',
  'match',
  'refuse',
  'duplicate',
  'set_aside',
  'not_spam',
] as const
export type ReviewOptionId = (typeof REVIEW_OPTION_IDS)[number]

/** What a receipt may have been, where it was income. */
export const INCOME_SUB_TYPES = INCOMES

const openingLot: ReviewOption = {
  id: 'opening_lot',
  title: 'I bought it before this history begins',
  text: 'An opening lot is added with the date and the cost you enter.',
  fields: ['acquired_on', 'quantity', 'cost', 'note'],
  optional: ['note'],
}
const movedHere: ReviewOption = {
  id: 'moved_here',
  title: 'It came from another account of mine',
  text: 'What left that account arrived here and keeps its cost and acquisition date.',
  fields: ['departure'],
}
const declared: ReviewOption = {
  id: 'declared',
  title: 'I can state the date and the cost',
  text: 'Like an opening lot, with a note on your evidence. Keep the evidence with your own records.',
  fields: ['acquired_on', 'quantity', 'cost', 'note'],
}
const zeroBasis: ReviewOption = {
  id: 'zero_basis',
  title: 'Count a cost of $0.00',
  text: 'All of the proceeds are gain. No purchase date is known, so it counts as short-term.',
  fields: ['note'],
  optional: ['note'],
}
const ownWallet: ReviewOption = {
  id: 'own_wallet',
  title: 'It is my own wallet, not imported yet',
  text: 'Nothing is taxed until that wallet is imported. Until then this is listed under “Accepted as is”.',
  fields: ['note'],
  optional: ['note'],
}
const spent: readonly ReviewOption[] = [
  {
    id: 'gift_sent',
    title: 'I gave it away',
    text: 'A gift has no gain; your cost passes to the person who received it.',
    fields: [],
  },
  {
    id: 'purchase',
    title: 'I paid with it',
    text: 'Spending is a disposal at its value on that day.',
    fields: ['value'],
    optional: ['value'],
  },
  {
    id: 'donation',
    title: 'I donated it to a charity',
    text: 'A 501(c)(3) organization. The deduction depends on its value on that day and on its cost.',
    fields: ['value'],
    optional: ['value'],
  },
  { id: 'lost', title: 'I lost it', text: 'It is removed without a deduction.', fields: [] },
  { id: 'stolen', title: 'It was stolen', text: 'It is removed and listed as a theft.', fields: [] },
]
const came: readonly ReviewOption[] = [
  {
    id: 'income',
    title: 'It was income',
    text: 'Taxed at its value on that day, which becomes its cost.',
    fields: ['sub_type', 'value'],
    optional: ['value'],
  },
  {
    id: 'gift_received',
    title: 'It was a gift to me',
    text: 'It keeps the donor’s cost and acquisition date, where they are known.',
    fields: ['donor_basis', 'donor_acquired'],
    optional: ['donor_basis', 'donor_acquired'],
  },
  {
    id: 'bought',
    title: 'I bought it elsewhere',
    text: 'It keeps the cost you enter, and the date if you enter one; otherwise it counts as bought on the day it arrived here.',
    fields: ['cost', 'acquired_on'],
    optional: ['acquired_on'],
  },
]

/** A payment on a claim against a bankrupt company; the position that the default of such questions takes stands first. */
const claimed: readonly ReviewOption[] = [
  {
    id: 'claim_disposed',
    title: 'A bankruptcy payment, reported as a disposal',
    text: 'You dispose of that part of your claim for the value of what you received, which becomes its cost. The gain or loss goes on Form 8949.',
    fields: ['claim', 'claim_quantity', 'value'],
    optional: ['claim', 'claim_quantity', 'value'],
  },
  {
    id: 'claim_carried',
    title: 'A bankruptcy payment that keeps my cost',
    text: 'What you received replaces that part of your claim and keeps its cost and acquisition dates. Nothing is taxed until you sell it.',
    fields: ['claim', 'claim_quantity'],
    optional: ['claim', 'claim_quantity'],
  },
]

/** An order that a program filled later: what left and what came are apart, and nothing states that they belong together. */
const ordered: readonly ReviewOption[] = [
  {
    id: 'one_order',
    title: 'It was one order, filled later',
    text: 'Each amount that came from the order becomes a trade for its share of what was sent, less what came back of it. What was sent leaves its fee.',
    fields: [],
  },
]
const ASKS_WHERE: ReadonlySet<ReviewKind> = new Set(['unmatched_send', 'unmatched_receive'])

/** The ways to settle each kind of problem, in the order in which they are offered; accepting it as it is goes always. */
const OPTIONS: Partial<Record<ReviewKind, readonly ReviewOption[]>> = {
  missing_basis: [openingLot, movedHere, zeroBasis, declared],
  negative_balance: [openingLot, movedHere, declared],
  missing_price: [
    {
      id: 'price',
      title: 'Enter its value',
      text: 'The value of the whole amount at that time. It takes precedence over every price.',
      fields: ['value'],
    },
    { id: 'worthless', title: 'It was worth nothing', text: 'A value of $0.00, set by you.', fields: [] },
  ],
  unmatched_send: [ownWallet, ...spent],
  unmatched_receive: [ownWallet, ...came, ...claimed],
  weak_match: [
    {
      id: 'match',
      title: 'It is a transfer',
      text: 'The cost and the acquisition date move with it; nothing is taxed.',
      fields: [],
    },
    {
      id: 'refuse',
      title: 'It is not a transfer',
      text: 'The two sides stay separate, for you to settle one by one.',
      fields: [],
    },
  ],
  uncounted_side: [
    {
      id: 'exchange',
      title: 'One was given for the other',
      text: 'A trade: what left is disposed of for the value of what arrived. With cash on one side it is a purchase or a sale.',
      fields: [],
    },
  ],
  gift_basis_unknown: [
    {
      id: 'donor_basis',
      title: 'I know what the donor paid',
      text: 'Their cost and acquisition date become yours.',
      fields: ['donor_basis', 'donor_acquired'],
      optional: ['donor_acquired'],
    },
    {
      ...zeroBasis,
      text: 'All of the proceeds are gain when you sell it, and it counts as held from the day of the gift.',
    },
  ],
  staking_return_short: [
    {
      id: 'still_locked',
      title: 'The rest is still locked',
      text: 'Nothing changes: the units stay yours with their cost, until they come back.',
      fields: [],
    },
    {
      id: 'lost_stake',
      title: 'The rest was lost',
      text: 'Units that were slashed or never came back leave with their cost. No loss is computed for them.',
      fields: ['quantity'],
    },
  ],
  possible_duplicate: [
    {
      id: 'duplicate',
      title: 'It is the same one',
      text: 'This one is ignored; the other counts.',
      fields: [],
    },
  ],
  suspected_spam: [
    {
      id: 'set_aside',
      title: 'It is spam',
      text: 'What you received of this token is ignored: it stays in the list, counts toward nothing, and can be brought back.',
      fields: [],
    },
    {
      id: 'not_spam',
      title: 'It is not spam',
      text: 'It counts. Lotbook remembers it for this token and does not ask again.',
      fields: [],
    },
  ],
}

/** Answers that hold for all open questions for the price of one asset. */
export const TOGETHER_OPTIONS: readonly ReviewOption[] = [
  {
    id: 'price_all',
    title: 'Enter one price for all of them',
    text: 'Each transaction is valued at its own amount times this price. It takes precedence over every other price.',
    fields: ['unit_price'],
  },
  {
    id: 'worthless_all',
    title: 'All of them were worth nothing',
    text: 'Each transaction gets a value of $0.00, set by you.',
    fields: [],
  },
]

/**
 * The ways to settle an item.
 *
 * @param isOut - whether its transaction took something out, which decides what an unknown type may have been.
 * @param of - whether its source says that a bankrupt company paid it, or that it may be a side of an order: then that is offered first.
 */
export function reviewOptions(
  code: ReviewKind,
  isOut: boolean,
  { isOfBankruptcy = false, isOfOrder = false }: { isOfBankruptcy?: boolean; isOfOrder?: boolean } = {},
): readonly ReviewOption[] {
  const options = code === 'unknown_type' ? (isOut ? spent : [...came, ...claimed]) : (OPTIONS[code] ?? [])
  if (isOfOrder && ASKS_WHERE.has(code)) return [...ordered, ...options]
  if (!isOfBankruptcy || !options.some(({ id }) => id === 'claim_disposed')) return options
  return [...claimed, ...options.filter((option) => !claimed.includes(option))]
}

/** Flag of a transaction whose source calls it the payment of a bankrupt company. */
export const BANKRUPTCY_FLAG = 'bankruptcy'

/** Begins the flag of a transaction that may be a side of an order; the flag is the same for all sides of one. */
const ORDER_FLAG = 'order_side:'

/** The flag that the sides of one order share; undefined where a transaction is none. */
export const orderFlagIn = (flags: readonly string[]): string | undefined =>
  flags.find((flag) => flag.startsWith(ORDER_FLAG))

/** What an answer lacks of its option: the fields that are missing. */
export function missingFields(
  option: ReviewOption,
  answer: Partial<Readonly<Record<OptionField, string | undefined>>>,
): readonly OptionField[] {
  return option.fields.filter(
    (field) => option.optional?.includes(field) !== true && (answer[field] ?? '') === '',
  )
}
