import { randomBytes } from 'node:crypto'
import {
  bytesOfId,
  calculatePacked,
  chunkOf,
  disposalsOf,
  ID_BYTES,
  type ChunkEntry,
  type DisposalRow,
  type Names,
  type StoredChunk,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { assembledWork } from './assembled-work.ts'
import type { JournalRead } from './journal-work.ts'
import { packedJournal } from './packed-work.ts'

/** A sale for dollars that nobody has made. It comes after everything in the journal. */
export interface PlannedSale {
  readonly accountId: string
  readonly asset: string
  readonly quantity: string
  readonly proceeds: string
  /** An instant. */
  readonly at: number
}

/** Its rows as a calculation of the journal with this sale has them, and what their names stand for. */
export interface SoldAlso {
  readonly rows: readonly DisposalRow[]
  readonly names: Names
}

/**
 * Works out the journal with one more sale behind it. Nothing of it is kept.
 *
 * @param chunks the packed journal; undefined where only the way by objects does.
 */
export async function sellAlso(
  tx: Tx,
  userId: string,
  read: JournalRead,
  chunks: readonly StoredChunk[] | undefined,
  sale: PlannedSale,
): Promise<SoldAlso> {
  const entry = entryOf(sale)
  const columns = chunkOf([entry])
  if (chunks !== undefined && columns !== undefined) {
    const chunk = { columns, ids: bytesOfId(newId()), prices: new Uint8Array(2 * ID_BYTES) }
    const packed = await packedJournal(tx, userId, read, [...chunks, chunk])
    if (packed !== undefined)
      return {
        rows: disposalsOf(calculatePacked(packed.input, read.engine), entry.fingerprint),
        names: packed.names,
      }
  }
  const { account, fingerprint, ...rest } = entry
  const accountKey = read.accounts.find(({ id }) => id === account)?.key
  if (accountKey === undefined) throw new Error(`unknown account: ${account}`)
  const also = { ...rest, id: fingerprint, accountKey, lots: null }
  const work = await assembledWork(tx, userId, read, () => {}, [also])
  return { rows: disposalsOf(work.calculateTable({}), fingerprint), names: work.names }
}

const NAME_BYTES = 32

function entryOf({ accountId, asset, quantity, proceeds, at }: PlannedSale): ChunkEntry {
  return {
    // A fingerprint is made of content: this one is no transaction's.
    fingerprint: randomBytes(NAME_BYTES).toString('hex'),
    at,
    type: 'sell',
    subType: null,
    account: accountId,
    sequence: null,
    from: { asset, amount: quantity },
    to: { asset: 'USD', amount: proceeds },
    fee: null,
    values: { from: null, to: proceeds, fee: null },
    gift: null,
  }
}
