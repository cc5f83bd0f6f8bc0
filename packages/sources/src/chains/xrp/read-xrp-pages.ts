import { coinOf } from '@lotbook/journal'
import {
  decimal,
  formatDecimal,
  isNegative,
  minus,
  negate,
  parseDecimal,
  plus,
  zero,
  type Decimal,
} from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { JsonRecord } from '../../exchanges/json-record.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Finding, Reading, StatedBalance } from '../../reading/outcome.ts'
import { addEvent, type EventLeg } from '../add-event.ts'
import { latestFirst, unreadablePage } from '../chain-answer.ts'
import { statedTokens } from '../moved-legs.ts'
import { deliveredBy } from './delivered-amount.ts'
import type { SourceTransaction } from '../../reading/record.ts'

const DROPS = 6
/** Seconds from 1970 to 2000, when the ledger's clock begins. */
const RIPPLE_EPOCH = 946_684_800

const transactionIn = (entry: JsonObject): JsonObject => (isObject(entry['tx']) ? entry['tx'] : {})
export const hashIn = (entry: JsonObject): string => textIn(transactionIn(entry), 'hash')

/**
 * Reads transactions as one account sees them: what each changed of the account's own entries in the ledger. So a payment counts as it
 * was delivered, and an exchange by whoever's offer it was.
 */
export function readXrpPages(pages: readonly StoredPage[], access: AddressAccess | null): Reading {
  const own = access?.address ?? ''
  const out = new Collector({ exchange: 'XRP Ledger', names: new SeenNames() })
  const refused: Finding[] = []
  const latest = latestFirst(pages)
  const found = new Map<string, { readonly entry: JsonObject; readonly place: string }>()
  for (const { stream, place, text } of latest) {
    if (stream !== 'transactions') continue
    const json = exactJsonOf(text)
    const result = isObject(json) ? json['result'] : undefined
    const listed = isObject(result) ? objectsOf(result['transactions']) : []
    if (!isObject(result) || listed.some((entry) => hashIn(entry) === '')) refused.push(unreadablePage(place))
    else for (const entry of listed) if (!found.has(hashIn(entry))) found.set(hashIn(entry), { entry, place })
  }
  const inOrder = [...found.values()].toSorted(
    (a, b) => ledgerOf(a.entry) - ledgerOf(b.entry) || indexOf(a.entry) - indexOf(b.entry),
  )
  for (const [n, { entry, place }] of inOrder.entries()) {
    const hash = hashIn(entry)
    const transaction = transactionIn(entry)
    const origin = { kind: 'page', page: place, remoteId: hash } as const
    const date = Number(textIn(transaction, 'date'))
    const fields = { time: String(date + RIPPLE_EPOCH), fee: textIn(transaction, 'Fee'), meta: '' }
    const identity = { kind: 'xrp-tx', nativeId: hash, content: hash }
    const record = new JsonRecord(fields, n + 1, origin, () => identity)
    out.attempt([record], () => {
      const meta = entry['meta']
      if (!isObject(meta)) throw record.problem('missing_value', 'meta', 'What it changed is not stated')
      const fee =
        textIn(transaction, 'Account') === own ? dropsOf(record, 'fee', textIn(transaction, 'Fee')) : zero
      const unread = unreadIn(transaction, meta, own)
      if (unread !== undefined) out.note(record, 'not_counted', unread)
      addEvent(out, record, {
        at: record.time('time'),
        hash,
        sequence: `${String(ledgerOf(entry)).padStart(12, '0')}-${String(indexOf(entry)).padStart(6, '0')}`,
        fee: { asset: 'XRP', amount: { value: fee, places: fee.scale } },
        legs: isToldByNodes(transaction, meta, own)
          ? legsOf(record, meta, own, fee)
          : deliveredLegs(record, transaction, meta, own),
        flags: textIn(meta, 'TransactionResult') === 'tesSUCCESS' ? [] : ['failed'],
      })
    })
  }
  const { transactions, skipped, notes, errors } = out
  const balances = [...balanceOf(latest), ...tokensOf(latest, transactions)]
  return { transactions, skipped, notes, errors: [...refused, ...errors], balances }
}

const ledgerOf = (entry: JsonObject) => Number(textIn(transactionIn(entry), 'ledger_index') || 0)
const indexOf = ({ meta }: JsonObject) => (isObject(meta) ? Number(textIn(meta, 'TransactionIndex') || 0) : 0)

/** What else moved, which is not counted: a token whose decimals nobody states here (XLS-33), or an NFT. */
function unreadIn(transaction: JsonObject, meta: JsonObject, own: string): string | undefined {
  if (textIn(meta, 'TransactionResult') !== 'tesSUCCESS') return undefined
  const isOwnToken = changedIn(meta).some(
    ({ type, fields }) => type === 'MPToken' && textIn(fields, 'Account') === own,
  )
  const isOptIn = textIn(transaction, 'TransactionType') === 'MPTokenAuthorize'
  if (isOwnToken && !isOptIn) return 'A multi-purpose token moved. Its amount is not counted: add it by hand'
  if (textIn(transaction, 'TransactionType') !== 'NFTokenAcceptOffer') return undefined
  return 'An NFT changed hands. It is not counted: add it by hand'
}

/** Entries of the ledger that a transaction changed, as they are afterwards. */
function changedIn(meta: JsonObject): { readonly type: string; readonly fields: JsonObject }[] {
  return objectsOf(meta['AffectedNodes']).flatMap((node) => {
    const changed = ['ModifiedNode', 'CreatedNode', 'DeletedNode'].map((kind) => node[kind]).find(isObject)
    const fields = [changed?.['NewFields'], changed?.['FinalFields']].find(isObject)
    return changed === undefined || fields === undefined
      ? []
      : [{ type: textIn(changed, 'LedgerEntryType'), fields }]
  })
}

/** Whether the changed entries state what an account moved. Of a payment from or to it, a server may leave them out. */
function isToldByNodes(transaction: JsonObject, meta: JsonObject, own: string): boolean {
  const isPayment = textIn(transaction, 'TransactionType') === 'Payment'
  if (!isPayment || textIn(meta, 'TransactionResult') !== 'tesSUCCESS') return true
  if (![textIn(transaction, 'Account'), textIn(transaction, 'Destination')].includes(own)) return true
  return changedIn(meta).some(
    ({ type, fields }) =>
      ['Account', 'Owner'].some((field) => textIn(fields, field) === own) ||
      (type === 'RippleState' && lineOf(fields, own) !== undefined),
  )
}

/** Legs of a payment by what it delivered. @throws UnreadableValue where the payer gave another asset than was delivered */
function deliveredLegs(
  record: JsonRecord,
  transaction: JsonObject,
  meta: JsonObject,
  own: string,
): EventLeg[] {
  const delivered = deliveredBy(record, transaction, meta)
  const isOut = textIn(transaction, 'Account') === own
  if (delivered === undefined || (isOut && textIn(transaction, 'Destination') === own)) return []
  if (isOut && transaction['SendMax'] !== undefined)
    throw record.problem('missing_value', 'SendMax', 'What this payment took is not stated')
  const { token, value } = delivered
  const leg = legOf(token === undefined ? 'XRP' : tickerOf(token.code), isOut ? negate(value) : value)
  if (token === undefined) return [leg]
  return [{ ...leg, token: { chain: 'xrp-ledger', contract: `${token.code}.${token.issuer}` } }]
}

/** @throws UnreadableValue */
function legsOf(record: JsonRecord, meta: JsonObject, own: string, fee: Decimal): EventLeg[] {
  let coins = fee
  const tokens = new Map<string, { code: string; issuer: string; moved: Decimal }>()
  for (const node of objectsOf(meta['AffectedNodes'])) {
    const changed = ['ModifiedNode', 'CreatedNode', 'DeletedNode'].map((kind) => node[kind]).find(isObject)
    if (changed === undefined) continue
    const after = isObject(changed['NewFields']) ? changed['NewFields'] : (changed['FinalFields'] ?? {})
    const before = isObject(node['CreatedNode']) ? null : (changed['PreviousFields'] ?? {})
    if (!isObject(after) || (before !== null && !isObject(before))) continue
    const type = textIn(changed, 'LedgerEntryType')
    if (type === 'AccountRoot' && textIn(after, 'Account') === own) {
      // What is not among the earlier fields did not change.
      const now = dropsOf(record, 'meta', textIn(after, 'Balance'))
      const was =
        before === null
          ? zero
          : dropsOf(record, 'meta', textIn(before, 'Balance') || textIn(after, 'Balance'))
      coins = plus(coins, minus(now, was))
    }
    const line = type === 'RippleState' ? lineOf(after, own) : undefined
    if (line === undefined) continue
    const now = valueOf(record, after)
    const was = before === null ? zero : before['Balance'] === undefined ? now : valueOf(record, before)
    const difference = minus(now, was)
    const key = `${line.code} ${line.issuer}`
    const moved = plus(tokens.get(key)?.moved ?? zero, line.isLow ? difference : negate(difference))
    tokens.set(key, { ...line, moved })
  }
  const lines = [...tokens.values()]
  const isShared = (code: string) => lines.filter((line) => line.code === code).length > 1
  return [
    legOf('XRP', coins),
    ...lines.map(({ code, issuer, moved }) => ({
      // Two issuers' tokens of one code are two assets.
      ...legOf(isShared(code) ? `${tickerOf(code)}.${issuer.slice(0, 8)}` : tickerOf(code), moved),
      token: { chain: 'xrp-ledger', contract: `${code}.${issuer}` },
    })),
  ]
}

/** The other end of a trust line, and whether the own account is its low one, whose side its balance is written from. */
function lineOf(fields: JsonObject, own: string) {
  const { LowLimit: low, HighLimit: high, Balance: balance } = fields
  if (!isObject(low) || !isObject(high) || !isObject(balance)) return undefined
  const code = textIn(balance, 'currency')
  if (textIn(low, 'issuer') === own) return { code, issuer: textIn(high, 'issuer'), isLow: true }
  if (textIn(high, 'issuer') === own) return { code, issuer: textIn(low, 'issuer'), isLow: false }
  return undefined
}

/** @throws UnreadableValue */
function valueOf(record: JsonRecord, { Balance: balance }: JsonObject): Decimal {
  const value = isObject(balance) ? parseDecimal(textIn(balance, 'value')) : undefined
  if (value === undefined) throw record.problem('not_an_amount', 'meta', 'Not an amount on a trust line')
  return value
}

/** @throws UnreadableValue */
function dropsOf(record: JsonRecord, field: string, text: string): Decimal {
  if (!/^\d{1,20}$/.test(text)) throw record.problem('not_an_amount', field, 'Not an amount of drops')
  return decimal(BigInt(text), DROPS)
}

function legOf(asset: string, moved: Decimal): EventLeg {
  const value = isNegative(moved) ? negate(moved) : moved
  return { asset, amount: { value, places: value.scale }, isOut: isNegative(moved) }
}

/** A code of three letters as it is; a longer one is written in hexadecimal. A token is never the currency that it is named after. */
function tickerOf(code: string): string {
  const text = /^[0-9A-F]{40}$/i.test(code)
    ? Buffer.from(code, 'hex').toString('latin1').replaceAll('\0', '')
    : code
  return coinOf(/^[\x21-\x7e]{1,20}$/.test(text) ? text : code)
}

/** What trust lines hold of the tokens that moved, where one answer states all of them. */
function tokensOf(
  latest: readonly StoredPage[],
  transactions: readonly SourceTransaction[],
): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'lines')
  const json = page === undefined ? undefined : exactJsonOf(page.text)
  const result = isObject(json) ? json['result'] : undefined
  if (page === undefined || !isObject(result) || result['marker'] !== undefined) return []
  const held = objectsOf(result['lines']).map((line) => {
    const value = parseDecimal(textIn(line, 'balance'))
    return {
      chain: 'xrp-ledger',
      contract: `${textIn(line, 'currency')}.${textIn(line, 'account')}`,
      // Below nothing is what the account itself issued and owes.
      quantity: value === undefined || isNegative(value) ? undefined : formatDecimal(value),
    }
  })
  return statedTokens(transactions, held, page.fetchedAt)
}

function balanceOf(latest: readonly StoredPage[]): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'balance')
  const json = page === undefined ? undefined : exactJsonOf(page.text)
  const result = isObject(json) ? json['result'] : undefined
  const account = isObject(result) ? result['account_data'] : undefined
  const drops = isObject(account) ? textIn(account, 'Balance') : ''
  if (page === undefined || !/^\d{1,20}$/.test(drops)) return []
  return [
    { asset: 'XRP', part: '', at: page.fetchedAt, quantity: formatDecimal(decimal(BigInt(drops), DROPS)) },
  ]
}
