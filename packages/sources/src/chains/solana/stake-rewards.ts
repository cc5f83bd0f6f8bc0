import { decimal } from '@lotbook/money'
import type { StoredPage } from '../../connecting/connector.ts'
import { exactJsonOf, isObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { JsonRecord } from '../../exchanges/json-record.ts'
import type { Collector } from '../../reading/collector.ts'
import type { Finding } from '../../reading/outcome.ts'

const LAMPORTS = 9

/** Pages of rewards: `reward:<epoch>`, and the moment of its slot: `reward-time:<slot>`. */
export const REWARD = 'reward'
export const REWARD_TIME = 'reward-time'

/**
 * Adds what stake accounts earned, an epoch at a time. A node pays it into the accounts when the next epoch begins, without a transaction.
 * Gives back a note where the node has forgotten old epochs.
 */
export function addStakeRewards(
  out: Collector,
  latest: readonly StoredPage[],
  firstNumber: number,
): Finding[] {
  const times = new Map(
    latest
      .filter(({ stream }) => stream === REWARD_TIME)
      .map(({ place, text }) => {
        const json = exactJsonOf(text)
        return [place.slice(place.indexOf(':') + 1), isObject(json) ? textIn(json, 'result') : ''] as const
      }),
  )
  const rewards = latest.filter(({ stream }) => stream === REWARD).toSorted((a, b) => epochIn(a) - epochIn(b))
  let forgotten: StoredPage | undefined
  for (const [n, page] of rewards.entries()) {
    const json = exactJsonOf(page.text)
    const paid = isObject(json) ? objectsOf(json['result']) : []
    if (isObject(json) && isObject(json['error'])) forgotten ??= page
    const slot = paid.map((one) => textIn(one, 'effectiveSlot')).find((text) => text !== '')
    if (slot === undefined) continue
    const id = `reward:${epochIn(page)}`
    const origin = { kind: 'page', page: page.place, remoteId: id } as const
    const identity = { kind: 'solana-reward', nativeId: id, content: id }
    const record = new JsonRecord({ time: times.get(slot) ?? '' }, firstNumber + n, origin, () => identity)
    out.attempt([record], () => {
      const units = paid.reduce((sum, one) => {
        const amount = textIn(one, 'amount')
        if (!/^\d{1,20}$/.test(amount)) throw record.problem('not_an_amount', 'amount', 'Not an amount')
        return sum + BigInt(amount)
      }, 0n)
      if (units === 0n) return out.skip([record], 'no_value_moved')
      const value = decimal(units, LAMPORTS)
      out.add([record], {
        at: record.time('time'),
        type: 'incoming',
        subType: 'staking_reward',
        to: { asset: 'SOL', amount: { value, places: value.scale } },
        sequence: slot.padStart(12, '0'),
      })
    })
  }
  if (forgotten === undefined) return []
  const message =
    'The public server no longer knows what the stake earned in early epochs. Add it from a file'
  const origin = { kind: 'page', page: forgotten.place, remoteId: null } as const
  return [{ code: 'history_incomplete', row: 0, origin, message }]
}

const epochIn = ({ place }: StoredPage): number => Number(place.slice(place.indexOf(':') + 1))
