import { amountWords, dayWords, type TransactionEdit } from '@lotbook/contract'
import {
  FIRST_INSTANT,
  isFiat,
  isSubTypeOf,
  parseInstant,
  problemsOf,
  type ReadTransaction,
  sidesOf,
  tickerOf,
  type TransactionType,
  typeLabel,
} from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { addFees, type AddedFee, apartFrom } from '../transactions/add-fees.ts'
import { assetGivenBy } from '../transactions/asset-given-by.ts'
import { checkLock } from '../transactions/check-lock.ts'
import { EDITABLE_FIELDS, moneyText, type TransactionFields } from '../transactions/imported-transaction.ts'
import { recordChange, type ChangeEdit, type NewChange } from '../transactions/changes.ts'
import { holdJournal, recount, writeJournal } from '../transactions/write-journal.ts'
import { readFields, same, writeFields } from '../transactions/overlay.ts'
import { settleJournal } from '../settling/settle-journal.ts'
import { versionOf } from '../transactions/transaction-version.ts'
import { type Spot, spotOf } from '../matching/match-sides.ts'
import type { Editor } from '../transactions/editor.ts'

/** A field that a change moved, as it was and as it is. */
export interface FieldEdit {
  readonly field: keyof TransactionFields
  readonly before: unknown
  readonly after: unknown
}

/**
 * Correct a transaction: one change with its edits, laid over what was imported. What the type does not take is
 * dropped with it, so that the result is a valid transaction; what is not valid is refused with the field.
 *
 * @param version - what whoever corrects it saw; refused where it is another by now.
 * @returns the id of the change.
 */
export async function editTransaction(
  tx: Tx,
  editor: Editor,
  id: string,
  edit: TransactionEdit,
  version?: string,
): Promise<string> {
  if (version !== undefined) await checkVersion(tx, editor.userId, id, version)
  const { added_fees: fees = [], ...fields } = await withAssets(tx, editor.userId, edit)
  const changeId =
    fees.length === 0
      ? await editTransactions(
          tx,
          editor,
          [...(await movedAlong(tx, editor.userId, id, fields)), id],
          (one) => (one === id ? fields : dateOf(fields)),
        )
      : await editWithFees(tx, editor, id, fields, fees)
  return changeId ?? refuse('invalid_input', 'Nothing was changed.')
}

/** The edit with the assets that it means, under every name that one may be given by. */
async function withAssets(tx: Tx, userId: string, edit: TransactionEdit): Promise<TransactionEdit> {
  const given: Record<string, unknown> = { ...edit }
  for (const field of ['from_asset', 'to_asset', 'fee_asset'] as const) {
    const text = edit[field]
    if (text !== undefined && text !== null && text !== '')
      given[field] = await assetGivenBy(tx, userId, text, { field })
  }
  if (edit.added_fees !== undefined) {
    const fees: AddedFee[] = []
    for (const fee of edit.added_fees) {
      const named = { field: 'fee_asset', told: 'added_fees' }
      fees.push({ ...fee, asset: await assetGivenBy(tx, userId, fee.asset, named) })
    }
    given['added_fees'] = fees
  }
  return given
}

/** An edit that also adds fees, which are of the same change; they are at the instant that the transaction has by then. */
async function editWithFees(
  tx: Tx,
  editor: Editor,
  id: string,
  edit: TransactionEdit,
  fees: readonly AddedFee[],
): Promise<string | undefined> {
  const { userId } = editor
  const at = { userId, journalVersion: await writeJournal(tx, userId) }
  const kept = (await readFields(tx, userId, [id])).get(id) ?? refuse('not_found')
  const { own, further } = apartFrom(applied(kept.fields, edit, ''), fees)
  const movedTo = edit.at === undefined ? undefined : instantNamed(edit.at)
  const added = await addFees(tx, at, id, further, movedTo)
  const along = await movedAlong(tx, userId, id, edit)
  const said = fees.length === 1 ? 'a fee' : `${fees.length} fees`
  return editTransactions(
    tx,
    editor,
    [...along, id, ...added.values.keys()],
    (one) =>
      one === id
        ? { ...edit, ...own }
        : along.includes(one)
          ? dateOf(edit)
          : { value: added.values.get(one) ?? null },
    {
      kind: 'edit',
      summary: Object.keys(edit).length === 0 ? `Added ${said}` : `Changed it, and added ${said}`,
    },
    added.edits,
    added.edits.map(({ targetId }) => targetId),
  )
}

/** Moves the further fees that a file states for a transaction when an edit moves the transaction: they were paid when it happened. Fees that persons added follow by themselves. */
async function movedAlong(tx: Tx, userId: string, id: string, edit: TransactionEdit): Promise<string[]> {
  if (edit.at === undefined) return []
  const fees = await tx.all<{ id: string }>(sql`
    select f.id from transactions p
    join transactions f on f.user_id = p.user_id and f.event_id = p.event_id and f.fee_of = p.fingerprint
    where p.user_id = ${userId} and p.id = ${id} and p.at <> ${instantNamed(edit.at)} and f.deleted_at is null order by f.id`)
  return fees.map((fee) => fee.id)
}

const dateOf = ({ at }: TransactionEdit): TransactionEdit => ({ at })

/** Two windows, or two people, at the same transaction: the later one is told, and nothing of the first is lost. */
async function checkVersion(tx: Tx, userId: string, id: string, version: string): Promise<void> {
  await holdJournal(tx, userId)
  const kept = (await readFields(tx, userId, [id])).get(id)
  if (kept !== undefined && versionOf(kept.fields) !== version) refuse('changed_elsewhere')
}

/** A fee that a person added is at the instant of what it was paid for, which alone has a date to correct. */
async function checkDated(tx: Tx, userId: string, id: string): Promise<void> {
  const fee = await tx.maybe(sql`
    select 1 from transactions where user_id = ${userId} and id = ${id} and fee_of is not null and event_id is null`)
  if (fee === undefined) return
  refuse('invalid_input', undefined, {
    fields: { at: 'A fee that was added is paid when what it was paid for happens: change the date there.' },
  })
}

export interface ChangeWords {
  readonly kind: NewChange['kind']
  readonly summary: string
}

/**
 * Correct many transactions in one change, with one undo. Those that an edit leaves as they are have no part in it.
 *
 * @param words - how the history tells it; by the fields that changed where left out.
 * @param more - what else belongs to the change, written already.
 * @param touched - further transactions to settle the journal with.
 * @returns the id of the change, or undefined when nothing would change.
 */
export async function editTransactions(
  tx: Tx,
  editor: Editor,
  ids: readonly string[],
  editOf: (id: string) => TransactionEdit,
  words?: ChangeWords,
  more: readonly ChangeEdit[] = [],
  touched: readonly string[] = [],
): Promise<string | undefined> {
  const { userId } = editor
  const journalVersion = await writeJournal(tx, userId)
  const { currency } = await tx.one<{ currency: string }>(
    sql`select currency from customers where user_id = ${userId}`,
  )
  const kept = await readFields(tx, userId, ids)
  await checkLock(tx, userId, ids)
  const asked = ids.map((id) => {
    const edit = editOf(id)
    const before = kept.get(id) ?? refuse('not_found')
    const wanted = applied(before.fields, edit, currency)
    // An edit that states nothing about the event is taken for an invalid row too: ignoring the row is a way out.
    const isAside = Object.keys(edit).every((field) => field === 'comment' || field === 'is_ignored')
    if (!isAside) checked(wanted, edit.at === undefined ? undefined : editor.now)
    if (SIDES_AND_TYPE.some((field) => field in edit)) checkSides(wanted)
    return { id, before, wanted, changed: changedOf(before.fields, wanted) }
  })
  const [earliest] = asked.map(({ wanted }) => wanted.at).toSorted()
  if (earliest !== undefined) await checkLock(tx, userId, earliest)
  const moved = asked.filter(({ changed }) => changed.length > 0)
  for (const { id, changed } of moved)
    if (changed.some(({ field }) => field === 'at')) await checkDated(tx, userId, id)
  if (moved.length === 0 && more.length === 0) return undefined
  const edits = moved.map(({ id, changed }): ChangeEdit => {
    const before = Object.fromEntries(changed.map((e) => [e.field, e.before]))
    const after = Object.fromEntries(changed.map((e) => [e.field, e.after]))
    return { target: 'transaction', targetId: id, before, after }
  })
  const written = moved.map(({ id, before, wanted, changed }) => {
    const imported = Object.fromEntries(changed.map((e) => [e.field, e.before]))
    return { id, fields: wanted, flags: before.flags, base: { ...imported, ...before.base } }
  })
  await makeAssets(
    tx,
    moved.map(({ wanted }) => wanted),
  )
  await writeFields(tx, { userId, journalVersion }, written)
  const changeId = await recordChange(tx, editor, {
    ...(words ?? { kind: 'edit', summary: summaryOf(moved.at(-1)?.changed ?? []) }),
    edits: [...edits, ...more],
  })
  const changedIds = [...new Set([...edits.map((edit) => edit.targetId), ...touched])]
  const was = moved.flatMap(({ before }) => spotOf(before.fields))
  await settleJournal(tx, userId, changedIds, { was: fewOnly(was, changedIds) })
  await recount(tx, userId)
  await tellEdited(tx, userId, changedIds)
  return changeId
}

/** The fields that an edit moved. */
function changedOf(before: TransactionFields, after: TransactionFields): readonly FieldEdit[] {
  return EDITABLE_FIELDS.flatMap((field) =>
    same(before[field], after[field]) ? [] : [{ field, before: before[field], after: after[field] }],
  )
}

const SIDES_AND_TYPE = ['type', 'sub_type', 'from_asset', 'from_amount', 'to_asset', 'to_amount'] as const

/** Nothing would count the side that a type does not have: with both it is an exchange (R-TRD-1). */
function checkSides({ type, sub_type, from_asset, to_asset }: TransactionFields): void {
  const rule = sidesOf(type as TransactionType, sub_type)
  const wont = (side: string) =>
    `What ${side} would not count for “${typeLabel(type as TransactionType, sub_type)}”. Choose a trade, a purchase or a sale, or leave this side empty.`
  if (rule.from === 'none' && from_asset !== null)
    refuse('invalid_input', undefined, { fields: { from: wont('left') } })
  if (rule.to === 'none' && to_asset !== null)
    refuse('invalid_input', undefined, { fields: { to: wont('arrived') } })
}

/** The sides that a few transactions were; many are matched among all sides. */
export function fewOnly(was: readonly Spot[], ids: readonly string[]): readonly Spot[] | undefined {
  return ids.length > FEW ? undefined : was
}

/** Tell open screens of transactions that changed, of very many at once. */
export async function tellEdited(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  const told = ids.length > FEW ? ['all'] : ids
  for (const id of told) await notify(tx, userId, { type: 'transactions', id, status: 'edited' })
}

/** Most transactions that count as a few. */
const FEW = 20

function applied(fields: TransactionFields, edit: TransactionEdit, currency: string): TransactionFields {
  const { value, at, from_amount, to_amount, fee_amount, ...rest } = edit
  const amount = (text: string | null | undefined, before: string | null) =>
    text === undefined ? before : text === null ? null : (canonicalAmount(text) ?? text)
  const next: TransactionFields = {
    ...fields,
    ...Object.fromEntries(Object.entries(rest).filter(([, v]) => v !== undefined)),
    from_asset: assetSet(rest.from_asset, fields.from_asset),
    to_asset: assetSet(rest.to_asset, fields.to_asset),
    fee_asset: assetSet(rest.fee_asset, fields.fee_asset),
    at: at === undefined ? fields.at : instantNamed(at),
    from_amount: amount(from_amount, fields.from_amount),
    to_amount: amount(to_amount, fields.to_amount),
    fee_amount: amount(fee_amount, fields.fee_amount),
    ...(value === undefined
      ? {}
      : value === null
        ? { value: null, value_currency: null }
        : { value: moneyText(value) ?? value, value_currency: currency }),
  }
  return edit.type === undefined ? next : withSidesOfType(next, edit)
}

/**
 * The sides that the new type has: what came in and now went out is carried over, unless the edit names that side
 * itself; a side that the type does not have is dropped, and so is a sub type that does not go with it.
 */
function withSidesOfType(fields: TransactionFields, edit: TransactionEdit): TransactionFields {
  const type = fields.type as TransactionType
  const names = (side: 'from' | 'to') => `${side}_asset` in edit || `${side}_amount` in edit
  const { from_asset, from_amount, to_asset, to_amount } = fields
  const isOneSided = (from_asset === null) !== (to_asset === null)
  const sub_type = edit.sub_type === undefined && !isSubTypeOf(type, fields.sub_type) ? null : fields.sub_type
  const next = { ...fields, sub_type }
  // The sides of an NFT are not guessed: one that it lacks, or has too many of, is refused.
  if (type === 'nft') return next
  const rule = sidesOf(type, sub_type)
  if (rule.from === 'none') {
    const isTurned = isOneSided && to_asset === null && !names('to')
    const turned = isTurned ? { to_asset: from_asset, to_amount: from_amount } : {}
    return { ...next, ...turned, from_asset: null, from_amount: null }
  }
  if (rule.to === 'none') {
    const isTurned = isOneSided && from_asset === null && !names('from')
    const turned = isTurned ? { from_asset: to_asset, from_amount: to_amount } : {}
    return { ...next, ...turned, to_asset: null, to_amount: null }
  }
  return next
}

/** @throws Refusal for a day that the calendar does not have. */
function instantNamed(text: string): string {
  const at = parseInstant(text)
  if (at === undefined) refuse('invalid_input', undefined, { fields: { at: dayWords.none('at') } })
  return new Date(at).toISOString()
}

/** An empty asset is none. */
function assetSet(asset: string | null | undefined, before: string | null): string | null {
  return asset === undefined ? before : asset === '' ? null : asset
}

/** @param now - against which a date that a person set is held; files may say what they like. */
export function checked(fields: TransactionFields, now: Date | undefined): TransactionFields {
  const problems: Record<string, string> = {}
  const side = (name: 'from' | 'to' | 'fee') => {
    const asset = fields[`${name}_asset`]
    const amount = fields[`${name}_amount`]
    if ((asset === null || asset === '') !== (amount === null)) {
      problems[`${name}_${amount === null ? 'amount' : 'asset'}`] = 'Amount and currency go together.'
    }
    if (amount !== null && canonicalAmount(amount) === undefined)
      problems[`${name}_amount`] = amountWords.tooLong(`${name}_amount`)
    else if (amount?.startsWith('-') === true)
      problems[`${name}_amount`] = amountWords.negative(`${name}_amount`, amount)
    return asset === null || amount === null ? null : { asset, amount }
  }
  const transaction = {
    type: fields.type,
    subType: fields.sub_type,
    from: side('from'),
    to: side('to'),
    fee: side('fee'),
  } as Pick<ReadTransaction, 'type' | 'subType' | 'from' | 'to' | 'fee'>
  for (const { field, message } of problemsOf(transaction)) {
    // Each missing side has its own message already.
    if ((field === 'from' || field === 'to') && `${field}_amount` in problems) continue
    problems[field] ??= message
  }
  if (fields.sub_type === null && (fields.type === 'incoming' || fields.type === 'outgoing'))
    problems['sub_type'] = `Choose what kind of ${fields.type} transaction it is.`
  if (fields.value !== null && moneyText(fields.value) === undefined)
    problems['value'] = amountWords.tooLong('value')
  else if (fields.value?.startsWith('-') === true)
    problems['value'] = amountWords.negative('value', fields.value)
  if (fields.gift !== null && !['incoming', 'nft'].includes(fields.type))
    problems['gift'] = 'Only what was received can be a gift from someone.'
  const acquired = fields.gift?.donor_acquired
  if (acquired !== undefined && parseInstant(`${acquired}T00:00:00Z`) === undefined)
    problems['gift.donor_acquired'] = dayWords.none('donor_acquired')
  else if (acquired !== undefined && acquired > fields.at.slice(0, 10))
    problems['gift.donor_acquired'] = dayWords.after('donor_acquired', 'the date is after the gift')
  const basis = fields.gift?.donor_basis
  if (basis !== undefined && moneyText(basis) === undefined)
    problems['gift.donor_basis'] = amountWords.tooLong('donor_basis')
  else if (basis?.startsWith('-') === true)
    problems['gift.donor_basis'] = amountWords.negative('donor_basis', basis)
  // Five minutes of grace: a clock that runs ahead is not the person's fault.
  if (now !== undefined && new Date(fields.at).getTime() > now.getTime() + 300_000)
    problems['at'] = dayWords.inFuture('at')
  // No tax year before it can be looked at: what a slip of the hand puts there would be missing from every result.
  if (now !== undefined && new Date(fields.at).getTime() < FIRST_INSTANT)
    problems['at'] = dayWords.tooEarly('at')
  if (Object.keys(problems).length > 0) refuse('invalid_input', undefined, { fields: problems })
  return fields
}

/** A ticker that a person typed is an asset from then on. */
async function makeAssets(tx: Tx, fields: readonly TransactionFields[]): Promise<void> {
  const named = fields.flatMap(({ from_asset, to_asset, fee_asset }) => [from_asset, to_asset, fee_asset])
  const assets = [...new Set(named.filter((asset) => asset !== null))].toSorted()
  if (assets.length === 0) return
  await tx.run(sql`
    insert into assets (id, kind, symbol, name)
    select * from unnest(${assets}::text[], ${assets.map((asset) => (isFiat(asset) ? 'fiat' : 'coin'))}::text[],
      ${assets.map(tickerOf)}::text[], ${assets.map(tickerOf)}::text[]) on conflict do nothing`)
}

const WORDS: Readonly<Record<keyof TransactionFields, string>> = {
  at: 'date',
  type: 'type',
  sub_type: 'sub type',
  from_asset: 'currency sent',
  from_amount: 'amount sent',
  to_asset: 'currency received',
  to_amount: 'amount received',
  fee_asset: 'fee currency',
  fee_amount: 'fee',
  value: 'value',
  value_currency: 'currency of the value',
  gift: 'gift',
  comment: 'comment',
  is_ignored: 'ignored',
}

/** `Changed type, amount sent`. */
function summaryOf(edits: readonly FieldEdit[]): string {
  return `Changed ${edits.map((edit) => WORDS[edit.field]).join(', ')}`
}
