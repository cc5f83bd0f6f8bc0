import type { KeyConnector } from '../../connecting/connector.ts'
import { cellsOf, isObject } from '../json-answer.ts'
import { CcxtClient } from './ccxt-client.ts'
import type { CcxtExchange, ExchangeList } from './exchange-list.ts'
import { CCXT_EXCHANGES } from './exchange-table.ts'
import {
  everyMarketPages,
  forwardPages,
  ownMarketPages,
  stateFrom,
  windowPages,
  withCoins,
} from './list-walks.ts'
import { HOLDINGS, namedEntries, readCcxtPages } from './read-entries.ts'

/** Connectors by key of the exchanges that are reached by way of ccxt. */
export const ccxtConnectors: readonly KeyConnector[] = CCXT_EXCHANGES.map(connectorOf)

function connectorOf(of: CcxtExchange): KeyConnector {
  return {
    slug: of.slug,
    method: 'api',
    exchange: of.name,
    family: `${of.slug}-api`,

    async check(visit) {
      await (await CcxtClient.open(of, visit)).check()
      return { canTrade: null, canWithdraw: null }
    },

    async *fetch(visit, from) {
      const client = await CcxtClient.open(of, visit)
      const walk = { of, client, now: visit.now() }
      let state = stateFrom(from, walk.now)
      const isWindowed = ({ forward, markets }: ExchangeList) =>
        forward === undefined && markets === undefined
      for await (const page of windowPages(walk, of.lists.filter(isWindowed), null, state.windows)) {
        state = { ...state, windows: page.next, coins: withCoins(state.coins, page.text) }
        yield { ...page, next: { ...state } }
      }
      for (const list of of.lists.filter(({ markets }) => markets !== undefined))
        for await (const page of (list.markets === 'all' ? everyMarketPages : ownMarketPages)(
          walk,
          list,
          state,
        )) {
          state = page.next
          yield { ...page, next: { ...state } }
        }
      const forward = of.lists.filter((list) => list.forward !== undefined)
      if (forward.length > 0)
        for await (const page of forwardPages(walk, forward, state.forward)) {
          state = { ...state, forward: page.next }
          yield { ...page, next: { ...state } }
        }
      if (of.statesHoldings === true) {
        const text = JSON.stringify(await client.holdings())
        yield { stream: HOLDINGS, place: HOLDINGS, text, entries: 1, next: { ...state } }
      }
      yield { stream: 'end', place: 'end', text: '[]', entries: 0, next: { ...state, began: null } }
    },

    read: (pages) => readCcxtPages(of, pages),

    entry(page, remoteId) {
      const found = namedEntries(page)?.find(([name]) => name === remoteId)?.[1]
      // As the exchange sent it, where it is a set of fields.
      const info = found?.['info']
      return found === undefined ? [] : cellsOf(isObject(info) ? info : found)
    },
  }
}
