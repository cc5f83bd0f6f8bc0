import {
  amountWords,
  fixedSide,
  MANUAL_WIRE_NAMES,
  type ManualEntryInput,
  type ManualForm,
  manualInstant,
  manualProblems,
  type ManualProblems,
  manualSubTypes,
} from '@lotbook/contract'
import { isSubTypeOf, isTransactionType, type SubType, type TransactionType } from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import {
  type AccountDescription,
  accountOfName,
  type EnteredSide,
  MANUAL_ENTRY,
  readManualEntry,
} from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject, type Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { keepReadingAtOnce } from '../../journal/laying/keep-reading.ts'
import { accountFor } from '../../journal/transactions/account-of.ts'
import { assetGivenBy } from '../../journal/transactions/asset-given-by.ts'
import { checkLock } from '../../journal/transactions/check-lock.ts'
import { customerCurrencies } from '../../journal/valuing/display-currency.ts'
import { holdJournal } from '../../journal/transactions/write-journal.ts'

/** Account of what is entered without an exchange or a wallet. */
const WITHOUT_ACCOUNT = 'Manual entries'

export interface SavedEntry {
  readonly transaction_id: string
  /** The connection of manual entries that it belongs to. */
  readonly source_id: string
  readonly account_name: string
}

/**
 * Write a transaction that a person entered by hand: an import of one record, whose account has a connection of manual entries. It is
 * matched, valued and settled like what a file brings, all in one transaction of the database.
 *
 * @throws Refusal with what is wrong in the specification's words, each beside its field.
 */
export function saveManualEntry(context: RequestContext, input: ManualEntryInput): Promise<SavedEntry> {
  const { db, who, now } = context
  return withSubject(db, who, async (tx) => {
    const { subjectId: userId } = who
    const { shown } = await customerCurrencies(tx, userId)
    const form = withFixedCurrency(formOf(input), shown)
    const isOpeningLot = input.opening_lot === 'true'
    refuseProblems({ ...manualProblems(form, now.getTime()), ...openingProblems(form, isOpeningLot) })
    const at = manualInstant(form.date) ?? refuse('invalid_input')
    const [from, to, fee] = [
      await sideOf(tx, userId, form, 'from'),
      await sideOf(tx, userId, form, 'to'),
      await sideOf(tx, userId, form, 'fee'),
    ]
    await holdJournal(tx, userId)
    await checkLock(tx, userId, new Date(at).toISOString())

    const described = await accountNamed(tx, userId, form.exchange === '' ? WITHOUT_ACCOUNT : form.exchange)
    const account = await accountFor(tx, userId, described)
    const connection = await connectionOf(tx, userId, account.id, now)
    const entry = newId()
    const reading = readManualEntry({
      id: entry,
      number: Number(connection.records) + 1,
      at,
      type: form.type,
      subType: form.sub_type === '' ? null : (form.sub_type as SubType),
      from,
      to,
      fee,
      exchange: described.name,
      usBased: form.us_based === 'true',
      comment: form.comment === '' ? null : form.comment,
      isOpeningLot,
    })
    const [error] = reading.errors
    if (error !== undefined) refuse('invalid_input', `${error.message}.`)
    const importId = newId()
    await tx.run(sql`
      insert into imports (user_id, id, connection_id, state, stage, unit, created_at, started_at)
      values (${userId}, ${importId}, ${connection.id}, 'running', 'Adding transactions', 'rows', now(), now())`)
    const purpose = {
      name: described.name,
      connectionId: connection.id,
      accountId: account.id,
      accountKey: account.key,
      upload: null,
    }
    await keepReadingAtOnce(tx, { userId, importId }, purpose, {
      account: described,
      reading: {
        ...reading,
        family: MANUAL_ENTRY,
        sourceSlug: described.slug,
        exchange: described.name,
        formatId: null,
        formatName: null,
        headerRow: null,
        timeZone: null,
        dataRows: 1,
      },
    })
    await tx.run(sql`update customers set transaction_uploaded = true where user_id = ${userId}`)
    const { transaction_id } = await tx.one<{ transaction_id: string }>(sql`
      select transaction_id from records where user_id = ${userId} and connection_id = ${connection.id} and native_id = ${entry}`)
    await auditRequest(tx, context, { event: 'transaction_entered', object: `transaction:${transaction_id}` })
    return { transaction_id, source_id: connection.id, account_name: described.name }
  })
}

/** The form that a payload was sent of: the type of a sub type is the one that has it. */
function formOf(input: ManualEntryInput): ManualForm {
  const { type, subType } = typeOf(input)
  return {
    type,
    sub_type: subType,
    date: input.transaction_at,
    exchange: input.exchange_or_wallet,
    from_currency: input.from_currency_coin,
    from_amount: input.from_currency_quantity,
    to_currency: input.to_currency_coin,
    to_amount: input.to_currency_quantity,
    fee_currency: input.fee_currency_code,
    fee_amount: input.fee_amount,
    us_based: input.us_based,
    comment: input.comment.trim(),
  }
}

function typeOf({ type: told, transaction_type }: ManualEntryInput): {
  type: TransactionType
  subType: string
} {
  if (told === 'nft') return { type: told, subType: transaction_type ?? manualSubTypes(told)[0] ?? '' }
  if (isTransactionType(told)) return { type: told, subType: manualSubTypes(told)[0] ?? '' }
  return { type: isSubTypeOf('incoming', told) ? 'incoming' : 'outgoing', subType: told }
}

/** A side that is fixed to the customer's currency may be left out, and can be no other. */
function withFixedCurrency(form: ManualForm, currency: string): ManualForm {
  const side = fixedSide(form.type)
  if (side === undefined) return form
  const field = `${side}_currency` as const
  const told = form[field].toUpperCase()
  if (told !== '' && told !== currency)
    refuseProblems({ [field]: `${side === 'from' ? 'From' : 'To'} currency: ${currency} is expected.` })
  return { ...form, [field]: currency }
}

/** What was there already was received, and its cost is known: that is what makes it a lot. */
function openingProblems({ type, from_amount }: ManualForm, isOpeningLot: boolean): ManualProblems {
  if (!isOpeningLot) return {}
  if (type !== 'incoming') return { type: 'Type: an opening lot is incoming.' }
  return from_amount === '' ? { from_amount: 'Cost basis is required' } : {}
}

async function sideOf(
  tx: Tx,
  userId: string,
  form: ManualForm,
  side: 'from' | 'to' | 'fee',
): Promise<EnteredSide | null> {
  const amount = form[`${side}_amount`]
  if (amount === '') return null
  const field = `${side}_amount` as const
  if (canonicalAmount(amount) === undefined) refuseProblems({ [field]: amountWords.tooLong(field) })
  const asset = await assetGivenBy(tx, userId, form[`${side}_currency`], {
    field: `${side}_currency`,
    told: MANUAL_WIRE_NAMES[`${side}_currency`],
  })
  return { asset, amount }
}

/** The account that a name means: one that the customer calls so, else a source of the catalogue, else a wallet of their own. */
async function accountNamed(tx: Tx, userId: string, name: string): Promise<AccountDescription> {
  const named = accountOfName(name)
  const known = await tx.maybe<AccountDescription>(sql`
    select key, source_slug as slug, name from accounts
    where user_id = ${userId} and deleted_at is null and (lower(name) = ${name.toLowerCase()} or key = ${named.key})
    order by lower(name) <> ${name.toLowerCase()}, created_at, id limit 1`)
  return known ?? named
}

/** The account's connection of manual entries, with the number of entries that it has; made with the first. */
async function connectionOf(
  tx: Tx,
  userId: string,
  accountId: string,
  now: Date,
): Promise<{ readonly id: string; readonly records: string }> {
  const known = await tx.maybe<{ id: string; records: string }>(sql`
    select id, records from connections
    where user_id = ${userId} and account_id = ${accountId} and method = 'manual' and deleted_at is null
    order by created_at, id limit 1`)
  if (known !== undefined) return known
  const id = newId()
  await tx.run(sql`
    insert into connections (user_id, id, account_id, method, label, created_at)
    values (${userId}, ${id}, ${accountId}, 'manual', 'Entered by hand', ${now})`)
  return { id, records: '0' }
}

/** Refuses with the first problem as the message, and each beside its field as the wire calls it. */
function refuseProblems(problems: ManualProblems): void {
  const entries = Object.entries(problems) as [keyof ManualForm, string][]
  const [first] = entries
  if (first === undefined) return
  const fields = Object.fromEntries(entries.map(([field, words]) => [MANUAL_WIRE_NAMES[field], words]))
  refuse('invalid_input', first[1], { fields })
}
