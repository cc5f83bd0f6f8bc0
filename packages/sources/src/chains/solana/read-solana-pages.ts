import { decimal, formatDecimal } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { JsonRecord } from '../../exchanges/json-record.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Finding, Reading, StatedBalance } from '../../reading/outcome.ts'
import { addEvent } from '../add-event.ts'
import { type HeldInOrders, LAMPORTS, SolanaHolder } from './solana-holder.ts'
import { orderAccounts } from './order-accounts.ts'
import { ORDER_SIDE, orderSides } from './order-sides.ts'
import { keptStakes, stakeAccountsIn } from './stake-accounts.ts'
import { movesUnstated, ownTokenAccounts } from './token-accounts.ts'
import { addStakeRewards } from './stake-rewards.ts'
import { latestFirst, unreadablePage } from '../chain-answer.ts'
import { quantityOf, statedTokens } from '../moved-legs.ts'

export const resultIn = (json: unknown): unknown => (isObject(json) ? json['result'] : undefined)

/** Reads transactions of Solana as one wallet sees them: coins of its token accounts are its own. */
export function readSolanaPages(pages: readonly StoredPage[], access: AddressAccess | null): Reading {
  const wallet = access?.address ?? ''
  const out = new Collector({ exchange: 'Solana', names: new SeenNames() })
  const refused: Finding[] = []
  const latest = latestFirst(pages)
  const read = latest
    .filter(({ stream }) => stream === 'transaction')
    .flatMap(({ place, text }) => {
      const result = resultIn(exactJsonOf(text))
      if (isObject(result) && isObject(result['meta'])) return [{ place, result, meta: result['meta'] }]
      refused.push(unreadablePage(place))
      return []
    })
    .toSorted((a, b) => slotOf(a.result) - slotOf(b.result) || (a.place < b.place ? -1 : 1))
  const stakes = keptStakes(read.map(({ result }) => stakeAccountsIn(result, wallet)))
  const accounts = new Set([
    ...read.flatMap(({ result }) => ownTokenAccounts(result, wallet)),
    ...accountsIn(latest).map(({ address }) => address),
  ])
  const results = read.map(({ result }) => result)
  const orders = orderAccounts(results, wallet, accounts)
  const sides = orderSides(results, wallet, accounts, orders)
  const holder = new SolanaHolder({ wallet, stakes, accounts, orders })
  for (const [n, { place, result, meta }] of read.entries()) {
    const signature = signatureOf(place)
    const origin = { kind: 'page', page: place, remoteId: signature } as const
    const identity = { kind: 'solana-tx', nativeId: signature, content: signature }
    const record = new JsonRecord(meta, n + 1, origin, () => identity, { time: textIn(result, 'blockTime') })
    out.attempt([record], () => {
      const { legs, fee, flags } = holder.movedBy(record, result, meta)
      const hasFailed = meta['err'] !== null && meta['err'] !== undefined
      if (!hasFailed && movesUnstated(result, accounts))
        out.note(record, 'missing_value', 'The server does not state which tokens this moved. Add them')
      const side = sides.get(n)
      if (side?.side === 'given') out.note(record, ORDER_SIDE, MAYBE_ORDER)
      addEvent(out, record, {
        at: record.time('time'),
        hash: signature,
        sequence: textIn(result, 'slot').padStart(12, '0'),
        fee,
        legs,
        flags: [
          ...(hasFailed ? ['failed'] : []),
          ...flags,
          ...(side === undefined ? [] : [orderFlag(read[side.order])]),
        ],
      })
    })
  }
  const told = addStakeRewards(out, latest, read.length + 1)
  const { transactions, skipped, notes, errors } = out
  const inOrders = holder.heldInOrders()
  const balances = [...balanceOf(latest, inOrders), ...tokensOf(latest, transactions, inOrders)]
  return {
    transactions,
    skipped,
    notes: [...notes, ...told],
    errors: [...refused, ...errors],
    balances,
  }
}

const MAYBE_ORDER =
  'A program took this, and another coin came from it later. If it was one order, say so in the review: what came is then traded for a share of this each'

const signatureOf = (place: string): string => place.slice(place.indexOf(':') + 1)

/** The flag of the sides of one order, which holds the signature of the transaction that gave for it. */
const orderFlag = (order: { readonly place: string } | undefined): string =>
  [ORDER_SIDE, signatureOf(order?.place ?? '')].join(':')

const slotOf = (result: JsonObject) => Number(textIn(result, 'slot'))

/** The token accounts that the wallet has now. */
function accountsIn(
  latest: readonly StoredPage[],
): readonly { readonly address: string; readonly account: JsonObject }[] {
  const seen = new Set<string>()
  return latest
    .filter(({ stream, place }) => stream === 'accounts' && seen.size < seen.add(place).size)
    .flatMap(({ text }) => {
      const result = resultIn(exactJsonOf(text))
      return isObject(result) ? objectsOf(result['value']) : []
    })
    .flatMap((one) =>
      isObject(one['account']) ? [{ address: textIn(one, 'pubkey'), account: one['account'] }] : [],
    )
}

/** Holdings of its token accounts and its open orders by token, two of one mint together. */
function tokensOf(
  latest: readonly StoredPage[],
  transactions: Collector['transactions'],
  inOrders: HeldInOrders,
): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'accounts')
  if (page === undefined) return []
  const held = new Map<string, { units: bigint; places: string }>()
  for (const { account } of accountsIn(latest)) {
    const data = isObject(account['data']) ? account['data'] : {}
    const parsed = isObject(data['parsed']) ? data['parsed'] : {}
    const info = isObject(parsed['info']) ? parsed['info'] : {}
    const amount = isObject(info['tokenAmount']) ? info['tokenAmount'] : {}
    const units = textIn(amount, 'amount')
    if (!/^\d{1,25}$/.test(units)) return []
    const mint = textIn(info, 'mint')
    const known = held.get(mint)?.units ?? 0n
    held.set(mint, { units: known + BigInt(units), places: textIn(amount, 'decimals') })
  }
  for (const [mint, { units, decimals }] of inOrders.tokens) {
    const known = held.get(mint)?.units ?? 0n
    held.set(mint, { units: known + units, places: String(decimals) })
  }
  const tokens = [...held].map(([contract, { units, places }]) => ({
    chain: 'solana',
    contract,
    quantity: quantityOf(String(units), places),
  }))
  return statedTokens(transactions, tokens, page.fetchedAt)
}

/** The stake accounts that the wallet has now; one that was closed is none. */
function stakesIn(latest: readonly StoredPage[]): readonly JsonObject[] {
  const page = latest.find(({ stream }) => stream === 'stakes')
  const result = page === undefined ? undefined : resultIn(exactJsonOf(page.text))
  return isObject(result) ? objectsOf(result['value']) : []
}

/** Coins that the wallet, its token accounts, its stake accounts and its open orders hold. */
function balanceOf(latest: readonly StoredPage[], { lamports: inOrders }: HeldInOrders): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'balance')
  if (page === undefined) return []
  const accounts = accountsIn(latest).map(({ account }) => account)
  const held = [...accounts, ...stakesIn(latest)].map((account) => textIn(account, 'lamports'))
  const result = resultIn(exactJsonOf(page.text))
  const all = [isObject(result) ? textIn(result, 'value') : '', ...held]
  if (!all.every((lamports) => /^\d{1,25}$/.test(lamports))) return []
  const units = all.reduce((sum, lamports) => sum + BigInt(lamports), inOrders)
  return [{ asset: 'SOL', part: '', at: page.fetchedAt, quantity: formatDecimal(decimal(units, LAMPORTS)) }]
}
