import {
  accountOfFile,
  accountOfName,
  mergeGroup,
  transactionFingerprint,
  type ReadOutcome,
  type ReadRow,
} from '@lotbook/sources'
import {
  matchSelfTransfers,
  valueTransaction,
  type JournalEntry,
  type MadeMatch,
  type MatchSide,
} from '@lotbook/tax'

/** A journal made of files alone, without a database: the same transactions, matches and values. */
export interface FileJournal {
  readonly entries: readonly JournalEntry[]
  readonly matches: readonly MadeMatch[]
  /** What a person reads for an account's key. */
  readonly accountNames: ReadonlyMap<string, string>
  /** Where each entry came from: file and line. */
  readonly origins: ReadonlyMap<string, string>
  /** Transactions with a side that needs a value and nothing states one; they count at zero. */
  readonly withoutPrice: readonly string[]
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
  const found = new Map<string, { reads: Map<string, ReadRow>; accountKey: string; origin: string }>()
  for (const { fileName, reading } of files) {
    const account = accountOfFile(reading)
    accountNames.set(account.key, account.name)
    for (const read of reading.transactions) {
      const at = read.account === null ? account : accountOfName(read.account)
      accountNames.set(at.key, at.name)
      const id = transactionFingerprint(at.key, reading.family, read)
      const line = read.records[0]?.line
      const known = found.get(id) ?? {
        reads: new Map<string, ReadRow>(),
        accountKey: at.key,
        origin: line === undefined ? fileName : `${fileName}, line ${line}`,
      }
      // One report tells a transaction once, whichever of its exports is read.
      if (!known.reads.has(reading.family)) known.reads.set(reading.family, read)
      found.set(id, known)
    }
  }

  const withoutPrice: string[] = []
  const origins = new Map<string, string>()
  const entries = [...found].map(([id, { reads, accountKey, origin }]) => {
    origins.set(id, origin)
    const { entry, isMissing } = entryOf(id, accountKey, [...reads.values()])
    if (isMissing) withoutPrice.push(origin)
    return entry
  })
  return { entries, matches: matchesOf(entries, found), accountNames, origins, withoutPrice }
}

function entryOf(id: string, accountKey: string, reads: readonly ReadRow[]) {
  const [first] = reads
  if (first === undefined) throw new Error('a transaction that no file tells')
  const read = reads.length === 1 ? first : (mergeGroup(reads) ?? first)
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
    sequence: first.sequence,
    from: read.from,
    to: read.to,
    fee: read.fee,
    values: { from: valueOf('from'), to: valueOf('to'), fee: valueOf('fee') },
  }
  return { entry, isMissing: missing.length > 0 }
}

function matchesOf(
  entries: readonly JournalEntry[],
  found: ReadonlyMap<string, { reads: ReadonlyMap<string, ReadRow> }>,
): MadeMatch[] {
  const readsOf = (entry: JournalEntry) => [...(found.get(entry.id)?.reads.values() ?? [])]
  const sides = entries.flatMap((entry): MatchSide[] => {
    const isDeparture = entry.subType === 'sent' || entry.subType === 'send'
    const isArrival = entry.subType === 'received' || entry.subType === 'receive'
    const leg = isDeparture ? entry.from : isArrival ? entry.to : null
    if (leg === null || readsOf(entry).some((read) => read.flags.includes('fiat'))) return []
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
        txHash: readsOf(entry).find((read) => read.txHash !== null)?.txHash ?? null,
        sequence: entry.sequence,
        fingerprint: entry.id,
      },
    ]
  })
  return matchSelfTransfers(sides)
    .filter((match) => match.state === 'made')
    .map(({ departure, arrivals }) => ({ departure, arrivals }))
}
