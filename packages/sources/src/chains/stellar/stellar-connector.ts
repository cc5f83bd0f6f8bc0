import {
  type AddressAccess,
  type AddressConnector,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { textIn } from '../../exchanges/json-answer.ts'
import { askChainMaybe } from '../chain-answer.ts'
import { type CursorList, cursorWalk, type ListAnswer } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { entriesOfStellar, readStellarPages, recordsIn } from './read-stellar-pages.ts'

/** Records of one answer, at most. */
const PAGE = 200

/**
 * Stellar by a Horizon server: what an account holds, its transactions with their fees, failed ones too, and what each of them did to the
 * account (effects). Cursors last, so the next walk goes on behind the last record.
 * https://developers.stellar.org/docs/data/apis/horizon/api-reference/get-effects-by-account-id
 */
export const stellarConnector: AddressConnector = {
  slug: 'stellar',
  method: 'wallet',
  exchange: 'Stellar',
  family: 'stellar-chain',

  fetch: (visit, from) => cursorWalk(listsOf(visit), from, async () => ({})),

  read: readStellarPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfStellar),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const account = `/accounts/${visit.access.address}`
  return [
    {
      name: 'account',
      async ask() {
        // An account that nobody has funded is none.
        const answer = await askChainMaybe(visit, 'stellar', { path: account })
        return { text: answer?.text ?? '{}', entries: answer === undefined ? 0 : 1, cursor: null }
      },
    },
    {
      name: 'transactions',
      ask: (from) => listed(visit, `${account}/transactions`, 'include_failed=true', from),
    },
    { name: 'effects', ask: (from) => listed(visit, `${account}/effects`, '', from) },
  ]
}

async function listed(
  visit: Visit<AddressAccess>,
  path: string,
  more: string,
  { mark, cursor }: { readonly mark: string; readonly cursor: string },
): Promise<ListAnswer> {
  const query = new URLSearchParams(more)
  query.set('order', 'asc')
  query.set('limit', String(PAGE))
  const behind = cursor || mark
  if (behind !== '') query.set('cursor', behind)
  const answer = await askChainMaybe(visit, 'stellar', { path: `${path}?${query.toString()}` })
  if (answer === undefined) return { text: '{}', entries: 0, cursor: null }
  const records = recordsIn(answer.json)
  if (records === undefined) throw new ProviderFailed('Its server answered without a list.')
  const last = records.at(-1)
  const token = last === undefined ? '' : textIn(last, 'paging_token')
  return {
    text: answer.text,
    entries: records.length,
    cursor: token === '' ? null : token,
    ...(token !== '' && { mark: token }),
  }
}
