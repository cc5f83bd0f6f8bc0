import {
  type AccountHistory,
  type AccountPayment,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

const PLACES = 4

/** A Hyperion server: https://hyperion.docs.eosrio.io/api/v2/ */
export function eosProvider(account: AccountHistory, most = 1_000): ProviderHandler {
  return ({ path, query, body }): ProviderReply => {
    if (path === '/v1/chain/get_account') {
      const { account_name: name } = JSON.parse(body) as { account_name: string }
      const held = name === account.address ? heldAfter(account) : 0n
      return {
        body: { account_name: name, core_liquid_balance: coinsOf(held), voter_info: null, rex_info: null },
      }
    }
    if (path !== '/v2/history/get_actions') return { status: 404, body: { message: 'not found' } }
    const after = query.get('after')
    const known = query.get('account') === account.address ? account.payments : []
    const inside = known
      .filter(({ at }) => after === null || at >= Date.parse(after))
      .toSorted((a, b) => a.at - b.at)
    const skip = Number(query.get('skip') ?? 0)
    const page = inside.slice(skip, skip + Math.min(Number(query.get('limit')), most))
    return { body: { actions: page.flatMap((payment) => actionsOf(account, payment)) } }
  }
}

const coinsOf = (units: bigint): string => {
  const digits = String(units).padStart(PLACES + 1, '0')
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)} EOS`
}

/** Transfers cost nothing on EOS: what other chains take as a fee goes along. */
function actionsOf({ address, other }: AccountHistory, payment: AccountPayment) {
  const [from, to] = payment.isOut ? [address, other] : [other, address]
  return [
    {
      '@timestamp': new Date(payment.at).toISOString().replace('Z', ''),
      block_num: blockOf(payment),
      trx_id: hashOf(payment),
      global_sequence: payment.n,
      act: {
        account: 'eosio.token',
        name: 'transfer',
        data: { from, to, quantity: coinsOf(payment.isOut ? payment.units + FEE : payment.units), memo: '' },
      },
    },
  ]
}
