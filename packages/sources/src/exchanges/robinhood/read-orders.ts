import type { AssetId } from '@lotbook/journal'
import { times } from '@lotbook/money'
import type { StoredPage } from '../../connecting/connector.ts'
import { type Amount, amountText, isZeroAmount, parseAmount } from '../../reading/amount-text.ts'
import { Collector, exchangeType, SeenNames } from '../../reading/collector.ts'
import type { Finding, Reading } from '../../reading/outcome.ts'
import { shown } from '../../reading/shown.ts'
import { UnreadableValue } from '../../reading/unreadable-value.ts'
import { exactJsonOf, isObject, type JsonObject } from '../json-answer.ts'
import { JsonRecord } from '../json-record.ts'
import { sayUncounted, uncountedCosts } from '../uncounted-costs.ts'

export const ORDERS = 'orders'
export const HOLDINGS = 'holdings'

/** The entries of an answer; undefined where it is none. */
export function resultsOf(text: string): readonly JsonObject[] | undefined {
  const answer = exactJsonOf(text)
  const results = isObject(answer) ? answer['results'] : undefined
  return Array.isArray(results) && results.every(isObject) ? results : undefined
}

/**
 * Reads the orders of Robinhood Crypto, of each what was executed: an order that was cancelled may have been filled in part. The price
 * of an execution holds the spread; there is no fee beside it. Of an order that came twice the later counts.
 */
export function readRobinhoodPages(pages: readonly StoredPage[]): Reading {
  const refused: Finding[] = []
  const newest = new Map<string, { readonly order: JsonObject; readonly page: string }>()
  const out = new Collector({ exchange: 'Robinhood Crypto', names: new SeenNames() })
  for (const { stream, place, text, fetchedAt } of pages.toSorted((a, b) => a.fetchedAt - b.fetchedAt)) {
    const results = resultsOf(text)
    if (results === undefined) refused.push(refusal(place))
    if (stream === HOLDINGS) for (const holding of results ?? []) stateHolding(holding, fetchedAt, out)
    else
      for (const order of results ?? [])
        if (typeof order['id'] === 'string') newest.set(order['id'], { order, page: place })
  }
  let number = 0
  for (const [id, { order, page }] of newest) {
    number += 1
    const origin = { kind: 'page', page, remoteId: id } as const
    const record = new JsonRecord(order, number, origin, () => ({
      kind: 'robinhood-order',
      nativeId: id,
      content: '',
    }))
    out.attempt([record], () => readOrder(record, order, out))
  }
  return {
    transactions: out.transactions,
    skipped: out.skipped,
    notes: out.notes,
    errors: [...refused, ...out.errors],
    balances: out.balances,
  }
}

function readOrder(record: JsonRecord, order: JsonObject, out: Collector): void {
  const list = Array.isArray(order['executions']) ? order['executions'].filter(isObject) : []
  if (list.length === 0) return out.skip([record], record.text('state') === 'open' ? 'pending' : 'cancelled')
  const [base = '', quote = ''] = record.requiredText('symbol').toUpperCase().split('-')
  const executions = list
    .map((execution) => new JsonRecord(execution, record.number, record.origin, () => record.identity()))
    .toSorted((a, b) => (a.text('timestamp') < b.text('timestamp') ? -1 : 1))
  const side = record.requiredText('side')
  if (side !== 'buy' && side !== 'sell')
    throw new UnreadableValue(record, 'unmapped_type', 'side', side, `Not a side: ${shown(side)}`)
  // Those of the documentation state none, so it is not known what is in the price.
  sayUncounted(out, record, 'Robinhood', uncountedCosts(order, []))
  for (const [n, execution] of executions.entries()) {
    const quantity = execution.requiredAmount('quantity')
    const own = { asset: base as AssetId, amount: quantity }
    const paid = times(quantity.value, execution.requiredAmount('effective_price').value)
    const other = { asset: quote as AssetId, amount: { value: paid, places: paid.scale } satisfies Amount }
    const [from, to] = side === 'buy' ? [other, own] : [own, other]
    out.add([record], {
      at: execution.time('timestamp'),
      type: exchangeType(from.asset, to.asset),
      from,
      to,
      externalId: record.text('id'),
      part: n === 0 ? null : `execution ${n + 1}`,
    })
  }
}

function stateHolding(holding: JsonObject, at: number, out: Collector): void {
  const { asset_code: asset, total_quantity: text } = holding
  const quantity = typeof text === 'string' ? parseAmount(text) : undefined
  if (typeof asset !== 'string' || !quantity || isZeroAmount(quantity)) return
  out.stateBalance({ asset: asset.toUpperCase(), part: '', at, quantity: amountText(quantity) })
}

function refusal(page: string): Finding {
  const origin = { kind: 'page', page, remoteId: null } as const
  return { code: 'no_ledger_page', row: 0, origin, message: 'This is no answer with orders' }
}
