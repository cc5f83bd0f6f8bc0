import {
  amountWords,
  dayWords,
  missingFields,
  reviewOptions,
  TOGETHER_OPTIONS,
  type ReviewAnswer,
  type ReviewKind,
  type TransactionEdit,
} from '@lotbook/contract'
import { exchangeOf, FIRST_INSTANT, isSubTypeOf, localClock, taxDayOf } from '@lotbook/journal'
import { isNegative, isZero, parseDecimal } from '@lotbook/money'
import { openingLotAt, SENT_ANSWERS } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { addTransaction, type AddedTransaction } from '../../journal/transactions/add-transaction.ts'
import { editTransactions } from '../../journal/edits/edit-transaction.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'
import { accountFor } from '../../journal/transactions/account-of.ts'
import { decideFindings } from '../../journal/findings/decide-finding.ts'
import { writeWord, writeWordOnSuggestions } from '../../journal/edits/decide-match.ts'
import { receiptsAlike } from '../../journal/findings/find-spam.ts'
import type { Editor } from '../../journal/transactions/editor.ts'
import { claimPaid } from './claim-answers.ts'
import { type About, aboutOf, type Deed, isOfFee } from './finding-about.ts'
import { oneOrder } from './order-answers.ts'
import { feeWorth, pricedTogether } from './price-answers.ts'

/**
 * Settle an item of the queue the way a person chose: one change, with one undo. What it answers leaves the queue at once;
 * should the next calculation meet it again, it is back.
 *
 * @returns the id of the change.
 */
export async function answerFinding(
  tx: Tx,
  editor: Editor,
  findingId: string,
  answer: ReviewAnswer,
): Promise<string> {
  const { userId } = editor
  const journalVersion = await writeJournal(tx, userId)
  const about = await aboutOf(tx, userId, findingId)
  const ways = [
    ...reviewOptions(about.code, about.from_asset !== null, { isOfOrder: about.order_flag !== null }),
    ...(about.code === 'missing_price' ? TOGETHER_OPTIONS : []),
  ]
  const option = ways.find(({ id }) => id === answer.option)
  if (option === undefined) refuse('invalid_input', 'This item cannot be settled that way.')
  const missing = missingFields(option, answer)
  if (missing.length > 0)
    refuse('invalid_input', undefined, {
      fields: Object.fromEntries(missing.map((field) => [field, 'This is missing.'])),
    })
  checkAmounts(answer)
  const deed = await deedOf(tx, editor, journalVersion, about, answer)
  const decision = { choice: answer.option, note: answer.note ?? null }
  const decided = await decideFindings(
    tx,
    editor,
    [findingId, ...(deed.answers ?? (await sameQuestion(tx, userId, about, answer)))],
    deed.isAccepted === true ? 'accepted' : 'resolved',
    decision,
  )
  const changeId = await editTransactions(
    tx,
    editor,
    deed.edit === undefined ? [] : (deed.edited ?? [about.id]),
    (id) => deed.otherEdits?.get(id) ?? deed.edit ?? {},
    { kind: 'review', summary: deed.summary },
    [...decided, ...(deed.more ?? [])],
    deed.touched,
  )
  return changeId ?? refuse('invalid_input', 'Nothing was changed.')
}

/**
 * A disposal of more than an account ever had is asked about twice, as a missing basis and as a balance below zero: whoever
 * says where the units came from has answered both.
 *
 * @returns the other open finding of the transaction, if there is one.
 */
async function sameQuestion(
  tx: Tx,
  userId: string,
  { finding, code, id }: About,
  { option }: ReviewAnswer,
): Promise<string[]> {
  if (!BRINGS_UNITS.has(option) || !ASKS_FOR_UNITS.includes(code)) return []
  const rows = await tx.all<{ id: string }>(sql`
    select id from findings where user_id = ${userId} and subject = 'transaction' and subject_id = ${id} and state = 'open'
      and code = any (${ASKS_FOR_UNITS}) and id <> ${finding}`)
  return rows.map((row) => row.id)
}

const ASKS_FOR_UNITS: readonly ReviewKind[] = ['missing_basis', 'negative_balance']
const BRINGS_UNITS: ReadonlySet<ReviewAnswer['option']> = new Set(['opening_lot', 'declared', 'moved_here'])

async function deedOf(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  about: About,
  answer: ReviewAnswer,
): Promise<Deed> {
  const { option, note } = answer
  const valued = (edit: TransactionEdit): TransactionEdit =>
    answer.value === undefined ? edit : { ...edit, value: answer.value }
  switch (option) {
    case 'opening_lot':
    case 'declared': {
      const lot = openingLot(about, answer)
      const added = await addTransaction(tx, { userId: editor.userId, journalVersion }, lot)
      const summary = option === 'declared' ? 'Declared day and cost' : 'Added an opening lot'
      return { summary, more: [added], touched: [added.targetId, about.id] }
    }
    case 'moved_here':
      return movedHere(tx, editor, journalVersion, about, answer.departure ?? '')
    case 'zero_basis':
      return { summary: 'Counted a cost of $0.00', isAccepted: true }
    case 'own_wallet':
      return { summary: 'Marked as an own wallet, not imported yet', isAccepted: true }
    case 'price':
    case 'worthless': {
      const value = option === 'price' ? answer.value : '0'
      const summary = option === 'price' ? 'Entered a value' : 'Marked as worth nothing'
      if (isOfFee(about)) return { summary, ...(await feeWorth(tx, editor, journalVersion, about, value)) }
      return { summary, edit: value === undefined ? {} : { value } }
    }
    case 'price_all':
    case 'worthless_all':
      return pricedTogether(
        tx,
        editor,
        journalVersion,
        about,
        option === 'price_all' ? answer.unit_price : '0',
      )
    case 'gift_sent':
    case 'purchase':
    case 'lost':
    case 'stolen':
    case 'donation':
      return { summary: SUMMARIES[option], edit: valued(outgoing(SENT_ANSWERS[option])) }
    case 'income':
      return {
        summary: 'Marked as income',
        edit: valued({ type: 'incoming', sub_type: answer.sub_type ?? null }),
      }
    case 'gift_received':
      return {
        summary: 'Marked as a gift received',
        edit: { type: 'incoming', sub_type: 'gift_received', gift: giftOf(answer) },
      }
    case 'exchange': {
      const { from_asset, to_asset } = about
      if (from_asset === null || to_asset === null) refuse('invalid_input', 'It has one side only.')
      return {
        summary: 'Marked as a trade of one for the other',
        edit: { type: exchangeOf(from_asset, to_asset), sub_type: null },
      }
    }
    case 'one_order':
      return oneOrder(tx, editor.userId, about)
    case 'donor_basis':
      return { summary: 'Entered what the donor paid', edit: { gift: giftOf(answer) } }
    case 'bought':
      if ((answer.acquired_on ?? '') !== '') return boughtElsewhere(tx, editor, journalVersion, about, answer)
      return {
        summary: 'Marked as bought',
        edit: { type: 'buy', sub_type: null, from_asset: about.currency, from_amount: answer.cost ?? null },
      }
    case 'claim_disposed':
    case 'claim_carried':
      return claimPaid(tx, editor, journalVersion, about, { ...answer, option })
    case 'still_locked':
      return { summary: 'Marked as still locked', isAccepted: true }
    case 'lost_stake': {
      const lost = lostStake(about, answer)
      const added = await addTransaction(tx, { userId: editor.userId, journalVersion }, lost)
      return {
        summary: 'Entered what was lost of a stake',
        more: [added],
        touched: [added.targetId, about.id],
      }
    }
    case 'match':
    case 'refuse': {
      const said = await writeWordOnSuggestions(
        tx,
        editor,
        [about.id],
        option === 'match' ? 'made' : 'refused',
      )
      if (said.edits.length === 0) refuse('invalid_input', 'No transfer is suggested any more.')
      const summary = option === 'match' ? 'Matched as a transfer' : 'Marked as not a transfer'
      return { summary, more: said.edits, touched: said.ids }
    }
    case 'duplicate':
      return {
        summary: 'Ignored as a duplicate',
        edit: { is_ignored: true, ...(note ? { comment: note } : {}) },
      }
    case 'set_aside': {
      const alike = await receiptsAlike(tx, editor.userId, about.to_asset ?? '')
      const edited = [...new Set([about.id, ...alike])]
      return { summary: 'Set a token aside as spam', edit: { is_ignored: true }, edited }
    }
    case 'not_spam':
      return { summary: 'Marked a token as not spam', isAccepted: true, touched: [about.id] }
  }
}

const SUMMARIES: Readonly<Record<keyof typeof SENT_ANSWERS, string>> = {
  gift_sent: 'Marked as given away',
  purchase: 'Marked as spent',
  lost: 'Marked as lost',
  stolen: 'Marked as stolen',
  donation: 'Marked as donated',
}

function outgoing(subType: string): TransactionEdit {
  if (!isSubTypeOf('outgoing', subType)) throw new Error(`not an outgoing sub type: ${subType}`)
  return { type: 'outgoing', sub_type: subType }
}

function giftOf({ donor_basis, donor_acquired }: ReviewAnswer): NonNullable<TransactionEdit['gift']> | null {
  const gift = {
    ...(donor_basis === undefined ? {} : { donor_basis }),
    ...(donor_acquired === undefined ? {} : { donor_acquired }),
  }
  return Object.keys(gift).length === 0 ? null : gift
}

/** Account for assets bought outside this history, until they arrived. */
const ELSEWHERE = { key: 'custom-csv:Bought elsewhere', slug: 'custom-csv', name: 'Bought elsewhere' }

/**
 * Adds a purchase in an account that was not imported, on the day that is entered, and its transfer to here: the
 * holding period goes on (R-HOLD-1), and nothing can be sold from this account before it is there.
 */
async function boughtElsewhere(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  about: About,
  answer: ReviewAnswer,
): Promise<Deed> {
  const at = { userId: editor.userId, journalVersion }
  const { id: accountId } = await accountFor(tx, editor.userId, ELSEWHERE)
  const quantity = about.to_amount ?? refuse('not_found')
  const lot = await addTransaction(tx, at, { ...openingLot(about, { ...answer, quantity }), accountId })
  const sent = await addTransaction(tx, at, {
    accountId,
    // After the purchase, which is a second before where both are of one day.
    at: new Date(about.at.getTime() - 500),
    type: 'outgoing',
    subType: 'sent',
    from: { asset: about.to_asset ?? '', amount: quantity },
    to: null,
    comment: 'Sent from where it was bought',
    flag: 'moved_here',
    answers: about.finding,
  })
  const word = await writeWord(tx, editor, { departure: sent.targetId, arrivals: [about.id] }, 'made')
  return {
    summary: 'Entered when it was bought and for how much',
    more: [lot, sent, word],
    touched: [lot.targetId, sent.targetId, about.id],
  }
}

/** A purchase of what is missing. */
function openingLot(about: About, { acquired_on, quantity, cost, note }: ReviewAnswer): AddedTransaction {
  const asset = about.from_asset ?? about.to_asset ?? refuse('not_found')
  const at = openingLotAt(acquired_on ?? '', about.at.getTime(), about.time_zone)
  if (at === undefined)
    refuse('invalid_input', undefined, { fields: { acquired_on: dayWords.none('acquired_on') } })
  if (at < FIRST_INSTANT)
    refuse('invalid_input', undefined, { fields: { acquired_on: dayWords.tooEarly('acquired_on') } })
  if ((acquired_on ?? '') > taxDayOf(about.at.getTime(), localClock(about.time_zone)))
    refuse('invalid_input', undefined, {
      fields: { acquired_on: dayWords.after('acquired_on', 'it must have been there before it was used') },
    })
  return {
    accountId: about.account_id,
    at: new Date(at),
    type: 'buy',
    subType: null,
    from: { asset: about.currency, amount: cost ?? '' },
    to: { asset, amount: quantity ?? '' },
    comment: note === undefined || note === '' ? 'Opening lot' : note,
    flag: 'opening_lot',
    answers: about.finding,
  }
}

/** Units that a return lacks, lost a moment after it (R-STK-2). */
function lostStake(about: About, { quantity = '', note = '' }: ReviewAnswer): AddedTransaction {
  const asset = about.to_asset ?? refuse('not_found')
  return {
    accountId: about.account_id,
    at: new Date(about.at.getTime() + 1_000),
    type: 'outgoing',
    subType: 'lost',
    from: { asset, amount: quantity },
    to: null,
    comment: note === '' ? 'Lost of a stake' : note,
    flag: 'lost_stake',
    answers: about.finding,
  }
}

/** Adds the arrival of a withdrawal in another account, a moment later, and matches the two as one transfer. */
async function movedHere(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  about: About,
  departure: string,
): Promise<Deed> {
  const [origin] = (await originsOf(tx, editor.userId, about)).filter(({ id }) => id === departure)
  if (origin === undefined)
    refuse('invalid_input', undefined, { fields: { departure: 'It cannot have come from there.' } })
  const asset = about.from_asset ?? about.to_asset ?? ''
  const added = await addTransaction(
    tx,
    { userId: editor.userId, journalVersion },
    {
      accountId: about.account_id,
      at: new Date(origin.at.getTime() + 1_000),
      type: 'incoming',
      subType: 'received',
      from: null,
      to: { asset, amount: origin.amount },
      comment: `Arrived from ${origin.account_name}`,
      flag: 'moved_here',
      answers: about.finding,
    },
  )
  const word = await writeWord(tx, editor, { departure, arrivals: [added.targetId] }, 'made')
  return {
    summary: 'Entered where it came from',
    more: [added, word],
    touched: [departure, added.targetId, about.id],
  }
}

export interface Origin {
  readonly id: string
  readonly account_name: string
  readonly at: Date
  readonly amount: string
}

const MOST_ORIGINS = 50

/** Sends of the same asset from other accounts before it, which are part of no transfer; the nearest first. */
function originsOf(tx: Tx, userId: string, about: About): Promise<Origin[]> {
  return tx.all<Origin>(sql`
    select t.id, a.name as account_name, t.at, t.from_amount::text as amount from transactions t
    join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored and t.type = 'outgoing' and t.sub_type = 'sent'
      and t.from_asset = ${about.from_asset ?? about.to_asset} and t.account_id <> ${about.account_id}
      and t.at < ${about.at}::timestamptz and t.matched_as is null
    order by t.at desc, t.id limit ${MOST_ORIGINS}`)
}

/** The same of an item of the queue. */
export async function origins(tx: Tx, userId: string, findingId: string): Promise<Origin[]> {
  return originsOf(tx, userId, await aboutOf(tx, userId, findingId))
}

function checkAmounts(answer: ReviewAnswer): void {
  const problems: Record<string, string> = {}
  for (const field of ['quantity', 'cost', 'value', 'unit_price', 'donor_basis', 'claim_quantity'] as const) {
    const text = answer[field]
    if (text === undefined) continue
    const amount = parseDecimal(text)
    if (amount === undefined) problems[field] = amountWords.tooLong(field)
    else if (isNegative(amount)) problems[field] = amountWords.negative(field, text)
    else if ((field === 'quantity' || field === 'unit_price') && isZero(amount))
      problems[field] = amountWords.nothing(field)
  }
  if (Object.keys(problems).length > 0) refuse('invalid_input', undefined, { fields: problems })
}
