import {
  accountOfFile,
  accountOfName,
  eventFingerprint,
  partFingerprint,
  settleEvent,
  type ReadOutcome,
  type ReadRow,
  type Telling,
} from '@lotbook/sources'
import {
  matchSelfTransfers,
  valueTransaction,
  type JournalEntry,
  type MadeMatch,
  type MatchSide,
  type Unpriced,
} from '@lotbook/tax'

/** A journal made of files alone, without a database: the same transactions, matches and values. */
export interface FileJournal {
  readonly entries: readonly JournalEntry[]
  readonly matches: readonly MadeMatch[]
  /** What a person reads for an account's key. */
  readonly accountNames: ReadonlyMap<string, string>
  /** Where each entry came from: file and line. */
  readonly origins: ReadonlyMap<string, string>
  /** Sides that need a value and of which nothing states one; they count at zero. */
  readonly withoutPrice: readonly UnpricedOfFile[]
}

/** A side without a value, by its transaction's id, and where that came from. */
export interface UnpricedOfFile extends Unpriced {
  readonly origin: string
}

export interface ReadFileOfJournal {
  readonly fileName: string
  readonly reading: ReadOutcome
}

/**
 * The journal of several files together. Overlapping exports count once, by the fingerprints of their rows; reports that
 * share a hash become one transaction; self-transfers are matched, exact and likely ones only.
 */
export function journalOfFiles(files: readonly ReadFileOfJournal[]): FileJournal {
  const accountNames = new Map<string, string>()
  const events = new Map<string, ToldEvent>()
  for (const { fileName, reading } of files) {
    const account = accountOfFile(reading)
    accountNames.set(account.key, account.name)
    const told = new Map<string, ReadRow[]>()
    for (const read of reading.transactions) {
      const at = read.account === null ? account : accountOfName(read.account)
      accountNames.set(at.key, at.name)
      const id = eventFingerprint(at.key, reading.family, read)
      const line = read.records[0]?.line
      const origin = line === undefined ? fileName : `${fileName}, line ${line}`
      if (!events.has(id)) events.set(id, { accountKey: at.key, origin, tellings: [] })
      told.set(id, [...(told.get(id) ?? []), read])
    }
    for (const [id, reads] of told) events.get(id)?.tellings.push({ family: reading.family, reads })
  }

  const withoutPrice: UnpricedOfFile[] = []
  const origins = new Map<string, string>()
  const reads = new Map<string, ReadRow>()
  const entries = [...events].flatMap(([event, { accountKey, origin, tellings }]) =>
    (settleEvent(tellings)?.transactions ?? []).map(({ part, read }) => {
      const id = partFingerprint(event, part)
      origins.set(id, origin)
      reads.set(id, read)
      const { entry, missing } = entryOf(id, accountKey, read)
      const [side] = missing
      if (side !== undefined) withoutPrice.push({ tx: id, asset: side.asset, origin })
      return entry
    }),
  )
  const made = matchesOf(entries, reads)
  const valued = new Set(entries.filter(({ values }) => values.from ?? values.to).map(({ id }) => id))
  const told = new Set(withoutPrice.map(({ origin }) => origin))
  for (const { departure, arrivals, gap } of made) {
    // What was lost on the way is spent (R-TRF-2), and worth what a side says of the whole.
    const isValued = gap === '0' || [departure, ...arrivals].some((id) => valued.has(id))
    const origin = origins.get(departure)
    if (isValued || origin === undefined || told.has(origin)) continue
    told.add(origin)
    withoutPrice.push({ tx: departure, asset: reads.get(departure)?.from?.asset ?? '', origin })
  }
  const matches = made.map(({ departure, arrivals }): MadeMatch => ({ departure, arrivals }))
  return { entries, matches, accountNames, origins, withoutPrice }
}

interface ToldEvent {
  readonly accountKey: string
  readonly origin: string
  readonly tellings: Telling<ReadRow>[]
}

function entryOf(id: string, accountKey: string, read: ReadRow) {
  const stated =
    read.value?.currency === 'USD'
      ? { amount: read.value.amount, origin: 'record' as const, priceId: null }
      : null
  const { valuations, missing } = valueTransaction(
    {
      type: read.type,
      subType: read.subType,
      from: read.from,
      to: read.to,
      fee: read.fee,
      stated,
      transfer: null,
      // No file says what a donor paid, and what is chosen of lock-ups is not known yet.
      donorBasis: null,
      isLockupDisposal: false,
    },
    'USD',
    () => undefined,
  )
  const valueOf = (side: 'from' | 'to' | 'fee') => valuations.find((v) => v.side === side)?.value ?? null
  const entry: JournalEntry = {
    id,
    at: read.at,
    type: read.type,
    subType: read.subType,
    accountKey,
    sequence: read.sequence,
    from: read.from,
    to: read.to,
    fee: read.fee,
    values: { from: valueOf('from'), to: valueOf('to'), fee: valueOf('fee') },
  }
  return { entry, missing }
}

function matchesOf(entries: readonly JournalEntry[], reads: ReadonlyMap<string, ReadRow>) {
  const sides = entries.flatMap((entry): MatchSide[] => {
    const isDeparture = entry.subType === 'sent' || entry.subType === 'send'
    const isArrival = entry.subType === 'received' || entry.subType === 'receive'
    const leg = isDeparture ? entry.from : isArrival ? entry.to : null
    if (leg === null || reads.get(entry.id)?.flags.includes('fiat') === true) return []
    return [
      {
        id: entry.id,
        direction: isDeparture ? 'departure' : 'arrival',
        accountKey: entry.accountKey,
        asset: leg.asset,
        at: entry.at,
        amount: leg.amount,
        fee: entry.fee?.amount ?? null,
        feeAsset: entry.fee?.asset ?? null,
        txHash: reads.get(entry.id)?.txHash ?? null,
        sequence: entry.sequence,
        fingerprint: entry.id,
      },
    ]
  })
  return matchSelfTransfers(sides).filter((match) => match.state === 'made')
}
