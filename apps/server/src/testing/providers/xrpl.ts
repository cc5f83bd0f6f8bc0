import type { ProviderHandler, ProviderReply } from './serve.ts'

/** A payment of XRP to or from the account. */
export interface XrpPayment {
  readonly hash: string
  readonly ledger: number
  /** Seconds since 2000. */
  readonly date: number
  readonly before: number
  readonly after: number
}

export interface XrpAccount {
  readonly address: string
  /** Payments can be added while they are fetched. */
  readonly payments: XrpPayment[]
}

/** A server with full history: https://xrpl.org/docs/references/http-websocket-apis */
export function xrplProvider({ address, payments }: XrpAccount, pageSize = 200): ProviderHandler {
  return ({ body }): ProviderReply => {
    const { method, params } = JSON.parse(body) as { method: string; params: [Record<string, unknown>] }
    const [asked] = params
    if (asked['account'] !== address) return result({ error: 'actNotFound', status: 'error' })
    if (method === 'account_info')
      return result({ account_data: { Account: address, Balance: String(payments.at(-1)?.after ?? 0) } })
    if (method === 'account_lines') return result({ account: address, lines: [] })
    if (method !== 'account_tx') return result({ error: 'unknownCmd', status: 'error' })
    const last = Math.max(32_570, ...payments.map(({ ledger }) => ledger))
    const inside = payments.filter(({ ledger }) => ledger >= Number(asked['ledger_index_min']))
    const marker = asked['marker'] as { ledger: number; seq: number } | undefined
    const left = inside.filter(({ ledger }) => marker === undefined || ledger >= marker.ledger)
    const size = Math.min(Number(asked['limit']), pageSize)
    const next = left[size]
    return result({
      account: address,
      ledger_index_min: 32_570,
      ledger_index_max: last,
      transactions: left.slice(0, size).map((payment) => entryOf(address, payment)),
      ...(next !== undefined && { marker: { ledger: next.ledger, seq: 1 } }),
    })
  }
}

const result = (value: object): ProviderReply => ({ body: { result: { status: 'success', ...value } } })

function entryOf(address: string, { hash, ledger, date, before, after }: XrpPayment) {
  return {
    meta: {
      AffectedNodes: [
        {
          ModifiedNode: {
            LedgerEntryType: 'AccountRoot',
            FinalFields: { Account: address, Balance: String(after) },
            PreviousFields: { Balance: String(before) },
          },
        },
      ],
      TransactionIndex: 1,
      TransactionResult: 'tesSUCCESS',
    },
    tx: { Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', Fee: '12', hash, date, ledger_index: ledger },
    validated: true,
  }
}
