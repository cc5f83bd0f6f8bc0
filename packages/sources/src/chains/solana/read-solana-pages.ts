import { decimal, formatDecimal } from '@lotbook/money'
import type { AddressAccess, StoredPage } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, type JsonObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { JsonRecord } from '../../exchanges/json-record.ts'
import type { Amount } from '../../reading/amount-text.ts'
import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Finding, Reading, StatedBalance } from '../../reading/outcome.ts'
import { addEvent, type EventLeg } from '../add-event.ts'
import { keptStakes, stakeAccountsIn } from './stake-accounts.ts'
import { keysOf, movesUnstated, ownTokenAccounts, statedOwners } from './token-accounts.ts'
import { addStakeRewards } from './stake-rewards.ts'
import { TICKERS, WRAPPED_COIN } from '../../providers/solana/mints.ts'
import { latestFirst, unreadablePage } from '../chain-answer.ts'
import { quantityOf, statedTokens } from '../moved-legs.ts'

const LAMPORTS = 9
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
  for (const [n, { place, result, meta }] of read.entries()) {
    const signature = place.slice(place.indexOf(':') + 1)
    const origin = { kind: 'page', page: place, remoteId: signature } as const
    const identity = { kind: 'solana-tx', nativeId: signature, content: signature }
    const record = new JsonRecord(
      { ...meta, time: textIn(result, 'blockTime') },
      n + 1,
      origin,
      () => identity,
    )
    out.attempt([record], () => {
      const { legs, fee } = movedBy(record, result, meta, { wallet, stakes, accounts })
      const hasFailed = meta['err'] !== null && meta['err'] !== undefined
      if (!hasFailed && movesUnstated(result, accounts))
        out.note(record, 'missing_value', 'The server does not state which tokens this moved. Add them')
      addEvent(out, record, {
        at: record.time('time'),
        hash: signature,
        sequence: textIn(result, 'slot').padStart(12, '0'),
        fee: { asset: 'SOL', amount: amountOf(fee, LAMPORTS) },
        legs,
        flags: hasFailed ? ['failed'] : [],
      })
    })
  }
  const told = addStakeRewards(out, latest, read.length + 1)
  const { transactions, skipped, notes, errors } = out
  const balances = [...balanceOf(latest), ...tokensOf(latest, transactions)]
  return {
    transactions,
    skipped,
    notes: [...notes, ...told],
    errors: [...refused, ...errors],
    balances,
  }
}

const slotOf = (result: JsonObject) => Number(textIn(result, 'slot'))

interface Holder {
  readonly wallet: string
  readonly stakes: ReadonlySet<string>
  /** Its token accounts, as any of its transactions names them. */
  readonly accounts: ReadonlySet<string>
}

/** What a transaction moved, without its fee, which its first signer pays. @throws UnreadableValue */
function movedBy(
  record: JsonRecord,
  result: JsonObject,
  meta: JsonObject,
  { wallet, stakes, accounts }: Holder,
): { readonly legs: readonly EventLeg[]; readonly fee: bigint } {
  const keys = keysOf(result)
  const owners = statedOwners(result)
  const isOwnAccount = (key: string) => (owners.get(key) ?? (accounts.has(key) ? wallet : '')) === wallet
  const own = new Set([wallet, ...stakes, ...keys.filter(isOwnAccount)])
  const fee = keys[0] === wallet ? unitsOf(record, 'fee', meta['fee']) : 0n
  const [before, after] = ['preBalances', 'postBalances'].map((field) => {
    const balances = meta[field]
    if (!Array.isArray(balances) || balances.length !== keys.length)
      throw record.problem('not_an_amount', field, 'Not a balance of each account')
    return keys.reduce((sum, key, n) => (own.has(key) ? sum + unitsOf(record, field, balances[n]) : sum), 0n)
  })
  const coins = (after ?? 0n) - (before ?? 0n) + fee
  const tokens = new Map<string, { units: bigint; decimals: number }>()
  for (const [field, sign] of [
    ['preTokenBalances', -1n],
    ['postTokenBalances', 1n],
  ] as const)
    for (const balance of objectsOf(meta[field])) {
      const mint = textIn(balance, 'mint')
      const held = balance['uiTokenAmount']
      const account = keys[Number(textIn(balance, 'accountIndex'))] ?? ''
      if (!isOwnAccount(account) || mint === WRAPPED_COIN || !isObject(held)) continue
      const { units } = tokens.get(mint) ?? { units: 0n }
      const now = unitsOf(record, field, held['amount'])
      const decimals = textIn(held, 'decimals')
      if (!/^\d{1,2}$/.test(decimals)) throw record.problem('not_an_amount', field, 'No decimals of a token')
      tokens.set(mint, { units: units + sign * now, decimals: Number(decimals) })
    }
  const legs = [...tokens].map(([mint, { units, decimals }]) => ({
    ...legOf(units, decimals, TICKERS[mint] ?? mint),
    token: { chain: 'solana', contract: mint },
  }))
  return { legs: [legOf(coins, LAMPORTS, 'SOL'), ...legs], fee }
}

function legOf(units: bigint, decimals: number, asset: string): EventLeg {
  return { asset, amount: amountOf(units < 0n ? -units : units, decimals), isOut: units < 0n }
}

/** @throws UnreadableValue */
function unitsOf(record: JsonRecord, field: string, value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,25}$/.test(value)) return BigInt(value)
  throw record.problem('not_an_amount', field, 'Not an amount')
}

function amountOf(units: bigint, decimals: number): Amount {
  const value = decimal(units, decimals)
  return { value, places: value.scale }
}

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

/** What its token accounts hold of each token, two of one mint together. */
function tokensOf(latest: readonly StoredPage[], transactions: Collector['transactions']): StatedBalance[] {
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

/** What the wallet, its token accounts and its stake accounts hold of the coin. */
function balanceOf(latest: readonly StoredPage[]): StatedBalance[] {
  const page = latest.find(({ stream }) => stream === 'balance')
  if (page === undefined) return []
  const accounts = accountsIn(latest).map(({ account }) => account)
  const held = [...accounts, ...stakesIn(latest)].map((account) => textIn(account, 'lamports'))
  const result = resultIn(exactJsonOf(page.text))
  const all = [isObject(result) ? textIn(result, 'value') : '', ...held]
  if (!all.every((lamports) => /^\d{1,25}$/.test(lamports))) return []
  const units = all.reduce((sum, lamports) => sum + BigInt(lamports), 0n)
  return [{ asset: 'SOL', part: '', at: page.fetchedAt, quantity: formatDecimal(decimal(units, LAMPORTS)) }]
}
