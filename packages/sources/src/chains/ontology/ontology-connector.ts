import {
  type AddressAccess,
  type AddressConnector,
  OVERLAP_MS,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { isObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { shown } from '../../reading/shown.ts'
import { askChain } from '../chain-answer.ts'
import { type CursorList, cursorWalk } from '../cursor-walk.ts'
import { entryCells } from '../read-account-events.ts'
import { entriesOfOntology, readOntologyPages } from './read-ontology-pages.ts'

/** Transactions of one answer, at most. */
const PAGE = 20

/**
 * Ontology by its explorer: what an address holds, and its transactions with their transfers, newest first. A new one moves the others
 * on, so that one may come twice and none is missing.
 * https://dev-docs.ont.io/#/docs-en/explorer/address
 */
export const ontologyConnector: AddressConnector = {
  slug: 'ontology',
  method: 'wallet',
  exchange: 'Ontology',
  family: 'ontology-chain',

  fetch: (visit, from) =>
    cursorWalk(listsOf(visit), from, async () => ({
      transactions: String(Math.floor((visit.now() - OVERLAP_MS) / 1000)),
    })),

  read: readOntologyPages,

  entry: (page, remoteId) => entryCells(page, remoteId, entriesOfOntology),
}

function listsOf(visit: Visit<AddressAccess>): CursorList[] {
  const address = `/v2/addresses/${visit.access.address}`
  return [
    {
      name: 'balances',
      async ask() {
        const { text, rows } = await call(visit, `${address}/native/balances`)
        return { text, entries: rows.length, cursor: null }
      },
    },
    {
      name: 'transactions',
      async ask({ mark, cursor }) {
        const page = Number(cursor || 1)
        const { text, rows } = await call(
          visit,
          `${address}/transactions?page_size=${PAGE}&page_number=${page}`,
        )
        const isOld = mark !== '' && rows.some((row) => Number(textIn(row, 'tx_time')) < Number(mark))
        return { text, entries: rows.length, cursor: rows.length === 0 || isOld ? null : String(page + 1) }
      },
    },
  ]
}

/** @throws ProviderFailed */
async function call(visit: Visit<AddressAccess>, path: string) {
  const { text, json } = await askChain(visit, 'ontology', { path })
  if (!isObject(json) || textIn(json, 'code') !== '0')
    throw new ProviderFailed(`Its server answered: ${shown(isObject(json) ? textIn(json, 'msg') : '')}`)
  return { text, rows: objectsOf(json['result']) }
}
