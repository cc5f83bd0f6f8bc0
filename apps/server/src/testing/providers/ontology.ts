import {
  type AccountHistory,
  type AccountPayment,
  blockOf,
  FEE,
  hashOf,
  heldAfter,
  secondsOf,
} from './account-history.ts'
import type { ProviderHandler, ProviderReply } from './serve.ts'

const PLACES = 9
const GOVERNANCE = 'AFmseVrdL9f9oyCzZefL9tG6UbviEH9ugK'

/** The explorer of Ontology, of an address that moves gas alone: https://dev-docs.ont.io/#/docs-en/explorer/address */
export function ontologyProvider(account: AccountHistory, most = 20): ProviderHandler {
  return ({ path, query }): ProviderReply => {
    const [, address = '', list] =
      /^\/v2\/addresses\/([^/]+)\/(native\/balances|transactions)$/.exec(path) ?? []
    if (list === undefined) return { status: 404, body: { code: 404, msg: 'NOT FOUND' } }
    const isKnown = address === account.address
    if (list !== 'transactions') {
      const balance = textOf(isKnown ? heldAfter(account) : 0n)
      return answer([{ balance, asset_name: 'ong', asset_type: 'native', contract_hash: '' }])
    }
    const newest = (isKnown ? account.payments : []).toSorted((a, b) => b.at - a.at)
    const size = Math.min(Number(query.get('page_size')), most)
    const start = (Number(query.get('page_number')) - 1) * size
    return answer(newest.slice(start, start + size).map((payment) => transactionOf(account, payment)))
  }
}

const answer = (result: readonly object[]): ProviderReply => ({ body: { code: 0, msg: 'SUCCESS', result } })

function textOf(units: bigint): string {
  const digits = String(units).padStart(PLACES + 1, '0')
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`
}

function transactionOf({ address, other }: AccountHistory, payment: AccountPayment) {
  const [from, to] = payment.isOut ? [address, other] : [other, address]
  const transfer = (to_address: string, units: bigint) => ({
    from_address: from,
    to_address,
    amount: textOf(units),
    asset_name: 'ong',
    contract_hash: '',
  })
  return {
    tx_hash: hashOf(payment),
    confirm_flag: 1,
    tx_type: 209,
    tx_time: secondsOf(payment),
    block_height: blockOf(payment),
    block_index: 1,
    fee: textOf(FEE),
    transfers: [transfer(to, payment.units), transfer(GOVERNANCE, FEE)],
  }
}
