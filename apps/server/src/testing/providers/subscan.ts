import {
  type AccountHistory,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
  lastBlock,
  secondsOf,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

export interface SubscanNetwork extends AccountHistory {
  /** The key that every call must carry. */
  readonly apiKey: string
}

const NOT_FOUND: ProviderReply = { body: { code: 10_004, message: 'Record Not Found', data: null } }

/** Subscan for one network: https://support.subscan.io/ */
export function subscanProvider(network: SubscanNetwork, most = 100): ProviderHandler {
  return ({ path, headers, body }): ProviderReply => {
    if (headers['x-api-key'] !== network.apiKey)
      return { status: 401, body: { code: 401, message: 'API key' } }
    const asked = JSON.parse(body || '{}') as Readonly<Record<string, unknown>>
    if (path === '/api/scan/metadata') return answer({ blockNum: String(lastBlock(network)) })
    const isKnown = asked['address'] === network.address || asked['key'] === network.address
    if (path === '/api/v2/scan/search')
      return isKnown ? answer({ account: { balance: dotOf(heldAfter(network)) } }) : NOT_FOUND
    const [from = 0, to = 0] = String(asked['block_range']).split('-').map(Number)
    const inside = isKnown
      ? network.payments.filter((payment) => blockOf(payment) >= from && blockOf(payment) <= to)
      : []
    const size = Math.min(Number(asked['row']), most)
    const start = Number(asked['page']) * size
    const rows = inside.toSorted((a, b) => b.at - a.at)
    const of = (payments: typeof inside) => payments.slice(start, start + size)
    switch (path) {
      case '/api/v2/scan/extrinsics':
        return answer({
          extrinsics: of(rows.filter(({ isOut }) => isOut)).map((payment) => ({
            block_num: blockOf(payment),
            block_timestamp: secondsOf(payment),
            extrinsic_hash: hashOf(payment),
            extrinsic_index: `${blockOf(payment)}-2`,
            fee: String(FEE),
            fee_used: String(FEE),
            success: true,
          })),
        })
      case '/api/v2/scan/transfers':
        return answer({
          transfers: of(rows).map((payment) => ({
            block_num: blockOf(payment),
            block_timestamp: secondsOf(payment),
            hash: hashOf(payment),
            event_idx: 3,
            from: payment.isOut ? network.address : network.other,
            to: payment.isOut ? network.other : network.address,
            amount: dotOf(payment.units),
            asset_symbol: 'DOT',
            asset_unique_id: 'DOT',
            success: true,
          })),
        })
      case '/api/v2/scan/account/reward_slash':
        return answer({ count: 0, list: null })
      default:
        return { status: 404, body: 'not found' }
    }
  }
}

const answer = (data: object): ProviderReply => ({ body: { code: 0, message: 'Success', data } })

function dotOf(planck: bigint): string {
  const digits = String(planck).padStart(11, '0')
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`
}
