import {
  type AccountHistory,
  type AccountPayment,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
  lastBlock,
  secondsOf,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

/** A reward of an epoch, as Koios lists it. */
export interface CardanoReward {
  readonly earned_epoch: number
  readonly spendable_epoch: number
  readonly amount: string
  readonly type: string
  readonly pool_id_bech32: string
}

export interface CardanoAccount extends AccountHistory {
  readonly stake: string
  readonly rewards?: readonly CardanoReward[]
}

/** The longest question that Koios takes of who has no key. */
const LONGEST_BODY = 1_000

/** Koios: https://api.koios.rest */
export function koiosProvider(account: CardanoAccount, most = 1_000): ProviderHandler {
  return ({ path, query, body }): ProviderReply => {
    if (body.length > LONGEST_BODY) return { status: 413, body: { message: 'too large' } }
    const asked = (body === '' ? {} : JSON.parse(body)) as Readonly<Record<string, readonly string[]>>
    switch (path) {
      case '/api/v1/tip':
        return { body: [{ block_height: lastBlock(account), epoch_no: 400 }] }
      case '/api/v1/account_info': {
        const isKnown = asked['_stake_addresses']?.includes(account.stake) === true
        const held = { total_balance: String(totalOf(account)), rewards_available: '0', deposit: '0' }
        return { body: isKnown ? [{ stake_address: account.stake, ...held }] : [] }
      }
      case '/api/v1/account_txs': {
        const after = Number(query.get('_after_block_height'))
        const inside = account.payments.filter((payment) => blockOf(payment) >= after)
        const rows = inside.map((payment) => ({
          tx_hash: hashOf(payment),
          block_height: blockOf(payment),
          block_time: secondsOf(payment),
        }))
        return { body: query.get('_stake_address') === account.stake ? partOf(rows, query, most) : [] }
      }
      case '/api/v1/tx_info':
        return {
          body: account.payments
            .filter((payment) => asked['_tx_hashes']?.includes(hashOf(payment)))
            .map((payment) => transactionOf(account, payment)),
        }
      case '/api/v1/account_reward_history':
        return { body: partOf(account.rewards ?? [], query, most) }
      default:
        return { status: 404, body: { message: 'not found' } }
    }
  }
}

function totalOf(account: CardanoAccount): bigint {
  return (account.rewards ?? []).reduce((sum, { amount }) => sum + BigInt(amount), heldAfter(account))
}

/** The part of a list that PostgREST gives. */
function partOf<T>(rows: readonly T[], query: URLSearchParams, most: number): readonly T[] {
  const offset = Number(query.get('offset') ?? 0)
  return rows.slice(offset, offset + Math.min(Number(query.get('limit') ?? 1_000), most))
}

/** A payment with change: what goes out is taken from a larger output, and the rest comes back to another address of the account. */
function transactionOf({ address, other, stake }: CardanoAccount, payment: AccountPayment) {
  const { units, isOut } = payment
  const CHANGE = 5_000_000n
  const side = (bech32: string, value: bigint, stake_addr: string | null) => ({
    payment_addr: { bech32 },
    stake_addr,
    value: String(value),
    asset_list: [],
  })
  const [payer, taker] = isOut ? [stake, null] : [null, stake]
  return {
    tx_hash: hashOf(payment),
    block_height: blockOf(payment),
    tx_timestamp: secondsOf(payment),
    tx_block_index: 1,
    fee: String(FEE),
    deposit: '0',
    inputs: [side(isOut ? address : other, units + FEE + CHANGE, payer)],
    outputs: [side(isOut ? other : address, units, taker), side('addr1change', CHANGE, payer)],
    withdrawals: [],
    plutus_contracts: [],
  }
}
