import { recipientOf } from '../../catalogue/recipient.ts'
import { ledgerIdentity, readLedger, type Commissions } from '../../providers/coinbase/ledger-meaning.ts'
import { coinbaseAsset } from '../../providers/coinbase/assets.ts'
import type { StoredPage } from '../../connecting/connector.ts'
import { type Amount, amountText, parseAmount } from '../../reading/amount-text.ts'
import { bareHash } from '../../reading/bare-hash.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Finding, Reading } from '../../reading/outcome.ts'
import { isObject, type JsonObject, jsonOf } from '../json-answer.ts'
import { JsonRecord } from '../json-record.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'

/** Streams of the pages that are kept. */
export const ACCOUNTS = 'accounts'
export const TRANSACTIONS = 'transactions'
export const FILLS = 'fills'

/** The list of an answer: `data` of version 2, `fills` of version 3; undefined where it is none. */
export function listOf(text: string, field: 'data' | 'fills' = 'data'): readonly JsonObject[] | undefined {
  const answer = jsonOf(text)
  const list = isObject(answer) ? answer[field] : undefined
  return Array.isArray(list) && list.every(isObject) ? list : undefined
}

/**
 * Reads the answers of Coinbase: transactions of all accounts, the commissions of their fills, and what the accounts hold. Of an entry that
 * came twice the later counts: one that was pending is there again when it is done.
 */
export function readCoinbasePages(pages: readonly StoredPage[]): Reading {
  const refused: Finding[] = []
  const newest = new Map<string, { readonly entry: JsonObject; readonly page: string }>()
  for (const { stream, place, text } of latestLast(pages)) {
    if (stream !== TRANSACTIONS) continue
    const list = listOf(text)
    if (list === undefined) refused.push(refusal(place))
    for (const entry of list ?? []) {
      const id = textOf(entry['id'])
      if (id !== '') newest.set(id, { entry, page: place })
    }
  }
  const out = new Collector({ exchange: 'Coinbase', names: new SeenNames() })
  const records: JsonRecord[] = []
  // By account in the order they were asked: an entry keeps its place when it comes again.
  for (const [id, { entry, page }] of newest) {
    const origin = { kind: 'page', page, remoteId: id } as const
    const record = new JsonRecord(flat(entry), records.length + 1, origin, ledgerIdentity)
    records.push(record)
    if (['completed', ''].includes(record.text('status'))) sayOpen(record, entry, out)
  }
  readLedger(records, out, commissionsOf(pages))
  stateBalances(pages, out)
  for (const record of records) meetRecipient(record, out)
  return {
    transactions: out.transactions.toSorted((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0)),
    skipped: out.skipped,
    notes: out.notes,
    errors: [...refused, ...out.errors],
    balances: out.balances,
    counterparties: out.counterparties,
  }
}

export const latestLast = (pages: readonly StoredPage[]) =>
  pages.toSorted((a, b) => a.fetchedAt - b.fetchedAt)

function refusal(page: string): Finding {
  const origin = { kind: 'page', page, remoteId: null } as const
  return { code: 'no_ledger_page', row: 0, origin, message: 'This is no answer with transactions' }
}

/** Says what an entry states as a cost beside those that its meaning is made of. */
function sayOpen(record: JsonRecord, entry: JsonObject, out: Collector): void {
  const counted = ['fee', 'network_fee', 'commission'].flatMap(
    (field) => parseAmount(record.text(field)) ?? [],
  )
  sayUncounted(out, record, 'Coinbase', uncountedCosts(entry, counted))
}

/** Keeps the address that coins were sent to. */
function meetRecipient(record: JsonRecord, out: Collector): void {
  if (!record.text('amount').startsWith('-')) return
  const recipient = recipientOf(record.text('currency'), record.text('to_address'), record.text('hash'))
  if (recipient !== undefined) out.meet(recipient)
}

/** The fields of a transaction that count, side by side. */
function flat(entry: JsonObject): JsonObject {
  const within = (value: unknown): JsonObject => (isObject(value) ? value : {})
  const money = (value: unknown) => within(value)
  const { type } = entry
  const event = within(entry[textOf(type)])
  // An order has its fee in its own object or beside it.
  const fee = money(isObject(event['fee']) ? event['fee'] : entry['fee'])
  const network = within(entry['network'])
  const details = within(entry['details'])
  return {
    id: entry['id'],
    type,
    status: entry['status'],
    created_at: entry['created_at'],
    amount: money(entry['amount'])['amount'],
    currency: money(entry['amount'])['currency'],
    native_amount: money(entry['native_amount'])['amount'],
    native_currency: money(entry['native_amount'])['currency'],
    said: [entry['description'], details['title'], details['subtitle']].filter(isText).join(', '),
    event_id: event['id'],
    fee: fee['amount'],
    fee_currency: fee['currency'],
    total: money(event['total'])['amount'],
    total_currency: money(event['total'])['currency'],
    order_id: event['order_id'],
    order_side: event['order_side'],
    product_id: event['product_id'],
    fill_price: event['fill_price'],
    commission: event['commission'],
    hash: bareHash(textOf(network['hash'])),
    to_address: within(entry['to'])['address'],
    network_fee: money(network['transaction_fee'])['amount'],
    network_fee_currency: money(network['transaction_fee'])['currency'],
    network_amount: money(network['transaction_amount'])['amount'],
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Commissions of fills by order and size; null where two fills of one size paid different ones. */
function commissionsOf(pages: readonly StoredPage[]): Commissions {
  const known = new Map<string, Amount | null>()
  for (const { stream, text } of pages) {
    if (stream !== FILLS) continue
    for (const fill of listOf(text, 'fills') ?? []) {
      const size = parseAmount(textOf(fill['size']))
      const commission = parseAmount(textOf(fill['commission']))
      if (!size || !commission) continue
      const key = `${textOf(fill['order_id'])} ${amountText({ ...size, places: size.value.scale })}`
      const before = known.get(key)
      const isOther = before !== undefined && before !== null && amountText(before) !== amountText(commission)
      known.set(key, isOther ? null : commission)
    }
  }
  return (order, size) => {
    const amount = parseAmount(size)
    return amount
      ? (known.get(`${order} ${amountText({ ...amount, places: amount.value.scale })}`) ?? null)
      : null
  }
}

/** What the accounts held when they were listed, each a part of its own. */
function stateBalances(pages: readonly StoredPage[], out: Collector): void {
  for (const { stream, text, fetchedAt } of latestLast(pages)) {
    if (stream !== ACCOUNTS) continue
    for (const account of listOf(text) ?? []) {
      const { balance } = account
      const amount = isObject(balance) ? parseAmount(textOf(balance['amount'])) : undefined
      const code = isObject(balance) ? textOf(balance['currency']) : ''
      if (!amount || code === '') continue
      const asset = coinbaseAsset(code)
      out.stateBalance({ asset, part: textOf(account['id']), at: fetchedAt, quantity: amountText(amount) })
    }
  }
}
