import {
  type AccountDescription,
  type AddressAccess,
  type ConnectionMethod,
  connectorFor,
  type Reading,
  type SourceTransaction,
  type StatedBalance,
} from '@lotbook/sources'
import {
  dropEarlierWalks,
  type PackedPage,
  unpackedPage,
  type WalkOf,
} from '../../journal/laying/fetched-pages.ts'
import { keepFetched, type Purpose } from '../../journal/laying/keep-reading.ts'
import type { ReadingToLay } from '../../journal/laying/reading-to-lay.ts'
import { packEvents, type PackedReading } from '../../journal/reading/packed-reading.ts'
import type { Database } from '../../platform/database.ts'
import { type Fence, FenceLost } from '../../platform/fence.ts'
import { sql } from '../../platform/sql.ts'
import { planNextFetch } from './next-fetch.ts'

/** All pages of a connection, to be read and put into the journal. It can be handed to a thread. */
export interface LayTask {
  readonly fence: Fence
  readonly purpose: Purpose
  readonly of: WalkOf
  /** The source and method of the connector that reads them. */
  readonly source: { readonly slug: string; readonly method: ConnectionMethod }
  readonly account: AccountDescription
  readonly address: AddressAccess | null
  readonly pages: readonly PackedPage[]
  readonly now: Date
}

export type LayAnswer = 'laid' | 'fence-lost'

/** Reads the pages and puts them into the journal; the watermark moves with them. */
export async function layPages(db: Database, task: LayTask): Promise<LayAnswer> {
  const { fence, purpose, of, account, now } = task
  const reading = readPages(task)
  try {
    await keepFetched(db, fence, purpose, { account, reading }, async (tx) => {
      await tx.run(sql`
        update connections set watermark = coalesce(position, watermark), position = null, last_synced_at = ${now}
        where user_id = ${of.userId} and id = ${of.connectionId}`)
      await dropEarlierWalks(tx, of)
      await planNextFetch(tx, of.userId, of.connectionId, now)
    })
    return 'laid'
  } catch (error) {
    if (error instanceof FenceLost) return 'fence-lost'
    throw error
  }
}

/** More transactions than this are packed: then those of a long history are in memory some at a time as they are written. */
const MOST_AT_HAND = 4_000

/** The reading of the pages. Nothing else of them is left in memory behind it. */
function readPages({ source, account, address, pages }: LayTask): ReadingToLay {
  const connector = connectorFor(source.slug, source.method)
  if (connector === undefined) throw new Error(`no connector of ${source.slug} by ${source.method}`)
  const unpacked = pages.map(unpackedPage)
  const parts = connector.readInParts?.(unpacked, address) ?? [connector.read(unpacked, address)]
  const rows = new Set<number>()
  let all: Reading | undefined
  let packed = { events: 0, pieces: [] as PackedReading['pieces'] }
  for (const part of parts) {
    addRows(rows, part)
    const isLong = part.transactions.length > MOST_AT_HAND && part.transactions.every(isOfNoAccount)
    if (isLong) {
      const { events, pieces } = packEvents(part.transactions)
      packed = { events: packed.events + events, pieces: [...packed.pieces, ...pieces] }
    }
    all = joined(all, isLong ? { ...part, transactions: [] } : part)
  }
  const { transactions, ...summary } = all ?? NOTHING
  const rest = packEvents(packed.events === 0 ? [] : transactions)
  return {
    ...summary,
    ...(packed.events === 0
      ? { transactions }
      : { events: packed.events + rest.events, pieces: [...packed.pieces, ...rest.pieces] }),
    family: connector.family,
    sourceSlug: account.slug,
    exchange: connector.exchange,
    formatId: null,
    formatName: null,
    headerRow: null,
    timeZone: null,
    dataRows: rows.size,
  }
}

const NOTHING: Reading = { transactions: [], skipped: [], notes: [], errors: [], balances: [] }
const isOfNoAccount = ({ account }: SourceTransaction): boolean => account === null

/** Two parts of a reading. What both say is held is said once. */
function joined(one: Reading | undefined, other: Reading): Reading {
  if (one === undefined) return other
  const isNew = ({ asset, part }: StatedBalance) =>
    !one.balances.some((known) => known.asset === asset && known.part === part)
  return {
    transactions: [...one.transactions, ...other.transactions],
    skipped: [...one.skipped, ...other.skipped],
    notes: [...one.notes, ...other.notes],
    errors: [...one.errors, ...other.errors],
    balances: [...one.balances, ...other.balances.filter(isNew)],
    series: [...(one.series ?? []), ...(other.series ?? [])],
    counterparties: [...(one.counterparties ?? []), ...(other.counterparties ?? [])],
  }
}

/** Records of a reading: each is part of a transaction, skipped or in error. */
function addRows(rows: Set<number>, { transactions, skipped, errors }: Reading): void {
  for (const { records } of transactions) for (const { row } of records) rows.add(row)
  for (const of of skipped) for (const row of of.rows) rows.add(row)
  for (const { row } of errors) if (row > 0) rows.add(row)
}
