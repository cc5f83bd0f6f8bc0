import type { Instant } from '@lotbook/journal'
import {
  AccessRefused,
  type FetchedPage,
  type KeyAccess,
  type KeyConnector,
  type KeyRights,
  OVERLAP_MS,
  type Position,
  ProviderFailed,
  type Visit,
} from '../../connecting/connector.ts'
import { cellsOf, isObject, type JsonObject } from '../json-answer.ts'
import { askBlink } from './blink-call.ts'
import {
  type BlinkPage,
  fieldsOf,
  instantIn,
  pageIn,
  readBlinkPages,
  TRANSACTIONS,
} from './read-transactions.ts'

/** The most that one answer holds, from memory; the schema names no number. */
const PAGE = 100

/**
 * Blink, the wallet for Bitcoin and Lightning, by an API key that reads: what moved in the wallets of bitcoin and of dollars, and what
 * each holds. https://dev.blink.sv/api/auth; schema: `core/api/src/graphql/public/schema.graphql` of GaloyMoney/blink.
 *
 * Its list has the newest entry first and is paged from its end, so that new entries come behind the last one and shift no page.
 */
export const blinkConnector: KeyConnector = {
  slug: 'blink',
  method: 'api',
  exchange: 'Blink',
  family: 'blink-transactions',

  async check(visit) {
    const { apiKey } = visit.access
    const { data } = await askBlink(visit.ask('blink'), { apiKey }, { query: 'query Account { me { id } }' })
    if (!isObject(data['me'])) throw new AccessRefused('invalid', 'Blink does not accept the key.')
    try {
      return rightsIn((await askBlink(visit.ask('blink'), { apiKey }, { query: SCOPES })).data)
    } catch (error) {
      if (error instanceof ProviderFailed) return { canTrade: null, canWithdraw: null }
      throw error
    }
  },

  async *fetch(visit, from) {
    let walk = walkFrom(from, visit.now())
    for (;;) {
      const { text, page } = await pageBefore(visit, walk.before)
      const place = `${TRANSACTIONS} ${walk.since}+${walk.before ?? ''}`
      const next = behind(walk, page)
      const isLast = next.before === walk.before
      yield {
        stream: TRANSACTIONS,
        place,
        text,
        entries: page.edges.length,
        next: isLast ? { mark: next.mark } : { ...next },
      } satisfies FetchedPage
      if (isLast) return
      walk = next
    }
  },

  read: (pages) => readBlinkPages(pages),

  entry({ text }, remoteId) {
    const found = pageIn(text)?.edges.find(({ node }) => node['id'] === remoteId)
    return found === undefined ? [] : cellsOf(fieldsOf(found.node))
  },
}

interface Walk {
  /** Cursor that the walk began at: the newest entry that earlier walks are done with. Empty: the beginning of the history. */
  readonly since: string
  /** When it began. */
  readonly at: Instant
  /** Cursor of the last page; null: none was read. */
  readonly before: string | null
  /** Cursor that the next walk begins at. */
  readonly mark: string
  /** Whether an entry behind the mark is pending or of the last day, so that the mark stays. */
  readonly isHeld: boolean
}

function walkFrom(from: Position | null, now: Instant): Walk {
  const { since, at, before, mark, isHeld } = from ?? {}
  const begin = typeof mark === 'string' ? mark : ''
  if (typeof since === 'string' && typeof at === 'number')
    return {
      since,
      at,
      before: typeof before === 'string' ? before : null,
      mark: begin,
      isHeld: isHeld === true,
    }
  return { since: begin, at: now, before: begin === '' ? null : begin, mark: begin, isHeld: false }
}

/**
 * The walk behind a page; its cursor is the same where the page was the last. The mark moves over entries that have come to an end and are
 * older than a day: what is pending is asked for again until it has.
 */
function behind(walk: Walk, { edges, cursorOfNewest, hasNewer }: BlinkPage): Walk {
  let { mark, isHeld } = walk
  for (const { cursor, node } of edges.toReversed()) {
    isHeld ||= node['status'] === 'PENDING' || instantIn(node) > walk.at - OVERLAP_MS
    if (!isHeld) mark = cursor
  }
  if (hasNewer && (cursorOfNewest === null || cursorOfNewest === walk.before))
    throw new ProviderFailed('Blink goes on at the same place for ever.')
  return { ...walk, before: hasNewer ? cursorOfNewest : walk.before, mark, isHeld }
}

/** The entries that come right after a cursor, or the oldest ones. */
async function pageBefore(visit: Visit<KeyAccess>, before: string | null) {
  const { apiKey } = visit.access
  const { text, data } = await askBlink(
    visit.ask('blink'),
    { apiKey },
    { query: HISTORY, variables: { last: PAGE, before } },
  )
  if (!isObject(data['me'])) throw new AccessRefused('invalid', 'Blink does not accept the key.')
  const page = pageIn(text)
  if (page === undefined) throw new ProviderFailed('Blink answered without a list.')
  return { text, page }
}

/**
 * Not on the API page; wallets that take a key of Blink's ask so. By itself: a server that does not know it answers none of a
 * question that has it.
 */
const SCOPES = 'query Scopes { authorization { scopes } }'

/** A key that may write sends payments, which is also how one wallet is changed into the other. */
function rightsIn(data: JsonObject): KeyRights {
  const authorization = data['authorization']
  const scopes: unknown = isObject(authorization) ? authorization['scopes'] : undefined
  if (!Array.isArray(scopes)) return { canTrade: null, canWithdraw: null }
  const mayWrite = scopes.includes('WRITE')
  return { canTrade: mayWrite, canWithdraw: mayWrite }
}

const HISTORY = `query History($last: Int!, $before: String) {
  me {
    id
    defaultAccount {
      id
      wallets { id walletCurrency balance }
      transactions(last: $last, before: $before) {
        pageInfo { hasPreviousPage startCursor }
        edges {
          cursor
          node {
            id status direction createdAt memo
            settlementAmount settlementFee settlementCurrency
            settlementDisplayAmount settlementDisplayCurrency
            initiationVia {
              __typename
              ... on InitiationViaIntraLedger { counterPartyUsername counterPartyWalletId }
              ... on InitiationViaLn { paymentHash }
              ... on InitiationViaOnChain { address }
            }
            settlementVia {
              __typename
              ... on SettlementViaIntraLedger { counterPartyUsername counterPartyWalletId }
              ... on SettlementViaOnChain { transactionHash vout }
            }
          }
        }
      }
    }
  }
}`
