import { coinOf } from '@lotbook/journal'
import { decimal, formatDecimal } from '@lotbook/money'
import type { StoredPage } from '../../connecting/connector.ts'
import { exactJsonOf, type JsonObject } from '../../exchanges/json-answer.ts'
import { JsonRecord } from '../../exchanges/json-record.ts'
import type { Collector } from '../../reading/collector.ts'
import type { Finding } from '../../reading/outcome.ts'
import { unreadablePage } from '../chain-answer.ts'
import type { EvmChain } from './evm-chains.ts'
import { rowsOf } from './explorer-api.ts'
import { actOf, ValidatorStakes } from './validator-stakes.ts'
import { type Withdrawal, WITHDRAWALS, withdrawalsIn } from './withdrawals-api.ts'

/** The report that withdrawals of validators are, beside those of an explorer's files. */
export const WITHDRAWAL_REPORT = 'evm-withdrawal'
/** Part of a withdrawal that earned something beside the stake that it brought back. */
const REWARD = 'reward'
/** Flag of a withdrawal of which nothing states how much is stake and how much is reward. */
const STAKE_UNKNOWN = 'stake_unknown'
const WEI = 18

/** Names the row of a withdrawal on its page. */
export const withdrawalId = (index: string): string => `withdrawal/${index}`

/**
 * Adds what validators paid to an address: rewards are income when they are withdrawn (R-INC-1), a stake comes back as it was. Gives back
 * findings about pages.
 */
export function addWithdrawals(
  out: Collector,
  latest: readonly StoredPage[],
  {
    own,
    chain,
    firstNumber,
  }: { readonly own: string; readonly chain: EvmChain; readonly firstNumber: number },
): {
  readonly refused: readonly Finding[]
  readonly unlisted: readonly Finding[]
  readonly rows: number
} {
  const { listed, refused } = listedWithdrawals(latest)
  const stakes = new ValidatorStakes(listed.length === 0 ? [] : actsIn(latest, own))
  for (const [n, { page, withdrawal }] of listed.entries()) {
    const { index, block, time, validator, wei } = withdrawal
    const origin = { kind: 'page', page, remoteId: withdrawalId(index) } as const
    const identity = { kind: WITHDRAWAL_REPORT, nativeId: index, content: index, family: WITHDRAWAL_REPORT }
    const record = new JsonRecord({ time, amount: wei }, firstNumber + n, origin, () => identity)
    out.attempt([record], () => {
      if (!/^\d{1,30}$/.test(wei))
        throw record.problem('not_an_amount', 'amount', `Not an amount: ${wei.slice(0, 40)}`)
      const at = record.time('time')
      const base = { at, sequence: /^\d{1,12}$/.test(block) ? block.padStart(12, '0') : null }
      const leg = (units: bigint) => {
        const value = decimal(units, WEI)
        return { asset: coinOf(chain.ticker), amount: { value, places: value.scale } }
      }
      const incoming = { ...base, type: 'incoming' } as const
      if (BigInt(wei) === 0n) return out.skip([record], 'no_value_moved')
      const divided = stakes.divide(at / 1000, BigInt(wei))
      if (divided === undefined) {
        const { amount } = leg(BigInt(wei))
        const message = `Validator ${validator} paid ${formatDecimal(amount.value)} ${chain.ticker}. This history does not say how much of it is stake that came back, and how much is reward: divide it`
        out.note(record, STAKE_UNKNOWN, message)
        return out.add([record], {
          ...incoming,
          subType: 'received',
          to: leg(BigInt(wei)),
          part: WITHDRAWAL_REPORT,
          flags: [STAKE_UNKNOWN],
        })
      }
      const { stake, reward } = divided
      if (stake > 0n)
        out.add([record], { ...incoming, subType: 'staking_return', to: leg(stake), part: WITHDRAWAL_REPORT })
      if (reward > 0n)
        out.add([record], {
          ...incoming,
          subType: 'staking_reward',
          to: leg(reward),
          part: stake > 0n ? `${WITHDRAWAL_REPORT} ${REWARD}` : WITHDRAWAL_REPORT,
        })
    })
  }
  return { refused, unlisted: unlistedIn(latest), rows: listed.length }
}

interface Listed {
  readonly page: string
  readonly withdrawal: Withdrawal
}

/** Withdrawals of all pages, each once, oldest first. */
function listedWithdrawals(latest: readonly StoredPage[]): {
  readonly listed: readonly Listed[]
  readonly refused: readonly Finding[]
} {
  const refused: Finding[] = []
  const found = new Map<string, Listed>()
  for (const { stream, place, text } of latest) {
    if (stream !== WITHDRAWALS || text === '') continue
    const all = withdrawalsIn(exactJsonOf(text))
    if (typeof all === 'string' || all.some(({ index }) => index === '')) refused.push(unreadablePage(place))
    else
      for (const withdrawal of all)
        if (!found.has(withdrawal.index)) found.set(withdrawal.index, { page: place, withdrawal })
  }
  const inOrder = [...found.values()].toSorted(
    (a, b) => Number(a.withdrawal.index) - Number(b.withdrawal.index),
  )
  return { listed: inOrder, refused }
}

/** An explorer that has no such list does not know what validators paid. */
function unlistedIn(latest: readonly StoredPage[]): Finding[] {
  const page = latest.find(({ stream }) => stream === WITHDRAWALS)
  if (page?.text !== '') return []
  const origin = { kind: 'page', page: page.place, remoteId: null } as const
  const message = 'The explorer does not list what validators paid. If you stake, add it from a file'
  return [{ code: 'history_incomplete', row: 0, origin, message }]
}

/** Acts of the address about its validators, of all its transactions. */
function actsIn(latest: readonly StoredPage[], own: string) {
  const rows = new Map<string, JsonObject>()
  for (const { stream, text } of latest) {
    const listed = stream === 'txlist' ? rowsOf(exactJsonOf(text)) : []
    for (const row of typeof listed === 'string' ? [] : listed) {
      const hash = String(row['hash'])
      if (!rows.has(hash) && actOf(row, own) !== undefined) rows.set(hash, row)
    }
  }
  return [...rows.values()].flatMap((row) => actOf(row, own) ?? [])
}

/** The row of a page that a record of a withdrawal was made of. */
export function withdrawalRow(json: unknown, remoteId: string): JsonObject | undefined {
  const all = withdrawalsIn(json)
  const n = typeof all === 'string' ? -1 : all.findIndex(({ index }) => withdrawalId(index) === remoteId)
  const rows = rowsIn(json)
  return n === -1 ? undefined : rows[n]
}

function rowsIn(json: unknown): readonly JsonObject[] {
  const { items, result } = json as { readonly items?: unknown; readonly result?: unknown }
  return [items, result].filter((one) => Array.isArray(one)).flat() as readonly JsonObject[]
}
