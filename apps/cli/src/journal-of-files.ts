import {
  accountOfFile,
  accountOfName,
  chainOfAccount,
  eventFingerprint,
  lineOf,
  listedTokens,
  paidFor,
  partFingerprint,
  PriceHistory,
  settleEvent,
  tokenAsset,
  tokenOf,
  distinctParts,
  type PriceOfFile,
  type ReadOutcome,
  type SourceTransaction,
  type EventReport,
} from '@lotbook/sources'
import { compareText, isFiat, statedWorth, contractName } from '@lotbook/journal'
import { byPlace, originText, type FileOrigin } from './file-origin.ts'
import {
  entryNamed,
  inputOfJournal,
  matchSelfTransfers,
  statedValue,
  duplicatesAcrossFiles,
  valueTransaction,
  type FurtherFee,
  type JournalEntry,
  type MadeMatch,
  type MatchSide,
  type PriceFound,
  type SelfTransfer,
  type Unpriced,
} from '@lotbook/tax'

/** A journal made of files alone, without a database: the same transactions, matches and values. */
export interface FileJournal {
  readonly entries: readonly JournalEntry[]
  readonly matches: readonly MadeMatch[]
  /** Sides of a transfer that may be one and is not made by itself, by the id of each: the others. */
  readonly offers: ReadonlyMap<string, readonly string[]>
  /** Fees that were paid for something else, beside the fee that it has of its own. */
  readonly furtherFees: readonly FurtherFee[]
  /** What a person reads for an account's key. */
  readonly accountNames: ReadonlyMap<string, string>
  /** The ticker of a token that goes by its contract. */
  readonly tickers: ReadonlyMap<string, string>
  /** The price of a file that a side of an entry was valued by, by the entry's id. */
  readonly prices: ReadonlyMap<string, PriceOfFile>
  /** Names of the contracts that profits and losses are of, by the entry's id, as far as files name them. */
  readonly contracts: ReadonlyMap<string, string>
  /** Where each entry came from; of several files that tell it, the first by name. */
  readonly origins: ReadonlyMap<string, FileOrigin>
  /** Assets of transactions, and of what matches became, that need a value of which nothing states one; they count at zero. */
  readonly withoutPrice: readonly UnpricedOfFile[]
  /** Transactions that look like one that two files state; both count. */
  readonly possibleDuplicates: readonly PossibleDuplicate[]
}

/** Two transactions that look the same, with where each came from, and their account. */
export interface PossibleDuplicate {
  readonly asset: string
  readonly accountKey: string
  readonly origins: readonly [FileOrigin, FileOrigin]
}

/** A side without a value, by its transaction's id, and the account and place that came from. */
export interface UnpricedOfFile extends Unpriced {
  readonly accountKey: string
  readonly origin: FileOrigin
}

export interface ReadFileOfJournal {
  readonly fileName: string
  readonly reading: ReadOutcome
}

/** What values the journal, beside what files state. */
export interface JournalTerms {
  readonly prices: PriceHistory
  /** Locking coins up and getting them back are disposals at their value: what is chosen of R-OPEN-8. */
  readonly isLockupDisposal: boolean
  /** Whether two assets are declared so that a swap between them is a trade (R-OPEN-1 to R-OPEN-5). */
  readonly isDeclaredTrade: (a: string, b: string) => boolean
}

/** Sub types of what a contract paid or cost. */
const CONTRACT_RESULTS = ['margin_gain', 'margin_loss', 'margin_fee']

const AS_STATED: JournalTerms = {
  prices: new PriceHistory([]),
  isLockupDisposal: false,
  isDeclaredTrade: () => false,
}

/**
 * The journal of several files together. Overlapping exports count once, by the fingerprints of their rows; reports that
 * share a hash become one transaction; self-transfers are matched, exact and likely ones only, and weak ones offered.
 */
export function journalOfFiles(files: readonly ReadFileOfJournal[], terms = AS_STATED): FileJournal {
  const accountNames = new Map<string, string>()
  const events = new Map<string, ReportedEvent>()
  for (const { fileName, reading } of files) {
    const alone = [fileName]
    const account = accountOfFile(reading)
    accountNames.set(account.key, account.name)
    const ofFile = new Map<string, SourceTransaction[]>()
    for (const read of reading.transactions) {
      const at = read.account === null ? account : accountOfName(read.account)
      accountNames.set(at.key, at.name)
      const id = eventFingerprint(at.key, reading.family, read)
      const [first] = read.records
      const origin = { file: fileName, line: first === undefined ? null : lineOf(first.origin) }
      const event = events.get(id)
      if (event === undefined) events.set(id, { accountKey: at.key, origin, files: alone, reports: [] })
      else {
        if (!event.files.includes(fileName)) event.files = [...event.files, fileName]
        if (byPlace(origin, event.origin) < 0) event.origin = origin
      }
      const before = ofFile.get(id) ?? []
      ofFile.set(id, [...before, ...distinctParts(read, before)])
    }
    for (const [id, reads] of ofFile) events.get(id)?.reports.push({ family: reading.family, reads })
  }

  const withoutPrice: UnpricedOfFile[] = []
  const origins = new Map<string, FileOrigin>()
  const reads = new Map<string, SourceTransaction>()
  const furtherFees: FurtherFee[] = []
  const tickers = new Map<string, string>()
  const prices = new Map<string, PriceOfFile>()
  const contracts = new Map<string, string>()
  const toldBy = new Map<string, readonly string[]>()
  const entries = [...events].flatMap(([event, { accountKey, origin, files: fileNames, reports }]) =>
    (settleEvent(reports)?.transactions ?? []).map(({ part, read }) => {
      const id = partFingerprint(event, part)
      const of = paidFor(part)
      if (of !== undefined) furtherFees.push({ fee: id, paidFor: partFingerprint(event, of) })
      origins.set(id, origin)
      toldBy.set(id, fileNames)
      reads.set(id, read)
      for (const ticker of Object.keys(read.tokens)) {
        const asset = assetIn(read, ticker)
        if (asset !== ticker) tickers.set(asset, ticker)
      }
      const { entry, missing, price } = entryOf(id, accountKey, read, terms)
      for (const asset of assetsAskedOf(entry, missing))
        withoutPrice.push({ tx: id, asset, accountKey, origin })
      if (price !== undefined) prices.set(id, price)
      const contract = CONTRACT_RESULTS.includes(entry.subType ?? '') ? contractName(read.comment) : null
      if (contract !== null) contracts.set(id, contract)
      return entry
    }),
  )
  const found = matchesOf(entries, reads)
  const made = found.filter((match) => match.state === 'made')
  const names = new Map([...reads].map(([id, { externalId }]) => [id, externalId]))
  const matches = made.map(({ departure, others = [], arrivals }): MadeMatch => ({
    departure,
    others,
    arrivals,
  }))
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const matched = new Set(
    made.flatMap(({ departure, others = [], arrivals }) => [departure, ...others, ...arrivals]),
  )
  const ofMatches = made
    .flatMap((match) => withoutPriceOf(match, byId))
    .flatMap(({ tx, asset }) => {
      const { accountKey } = byId.get(entryNamed(tx)) ?? {}
      const origin = origins.get(entryNamed(tx))
      return accountKey === undefined || origin === undefined ? [] : [{ tx, asset, accountKey, origin }]
    })
  return {
    entries,
    matches,
    offers: offersOf(found),
    furtherFees,
    accountNames,
    tickers,
    prices,
    contracts,
    origins,
    withoutPrice: [...withoutPrice.filter(({ tx }) => !matched.has(tx)), ...ofMatches],
    // Nothing is told twice by one file.
    possibleDuplicates:
      new Set(files.map(({ fileName }) => fileName)).size < 2
        ? []
        : duplicatesOf(entries, origins, toldBy, names),
  }
}

/** The assets of a row that are asked about: a fee in the coin of a side is worth its part of that side. */
function assetsAskedOf(
  { from, to }: JournalEntry,
  missing: readonly { side: string; asset: string }[],
): string[] {
  const sides = missing.filter(({ side }) => side !== 'fee')
  const follows = (asset: string) => sides.length > 0 && (asset === from?.asset || asset === to?.asset)
  const asked = missing.filter(({ side, asset }) => side !== 'fee' || !follows(asset))
  return [...new Set(asked.map(({ asset }) => asset))]
}

/** What a match became, where it costs something that nothing states the worth of: what was lost on the way, and stated fees (R-TRF-2). */
function withoutPriceOf(
  { departure, others = [], arrivals }: SelfTransfer,
  entries: ReadonlyMap<string, JournalEntry>,
): Unpriced[] {
  const sides = [departure, ...others, ...arrivals].flatMap((id) => entries.get(id) ?? [])
  const moved = entries.get(departure)?.from?.asset
  const statesWorthOf =
    (asset: string) =>
    ({ from, to, fee, values }: JournalEntry) =>
      (from?.asset === asset && values.from !== null) ||
      (to?.asset === asset && values.to !== null) ||
      (fee?.asset === asset && values.fee !== null)
  return inputOfJournal(sides, [{ departure, others, arrivals }], {}).transactions.flatMap(
    (t): Unpriced[] => {
      if (t.type === 'swap') return []
      const asset = t.type === 'transfer' ? t.fee_currency : (t.from_currency ?? t.to_currency)
      if (asset == null || isFiat(asset)) return []
      const payers = asset === moved ? sides : sides.filter(({ fee }) => fee?.asset === asset)
      const isKnown = asset === moved ? payers.some(statesWorthOf(asset)) : payers.every(statesWorthOf(asset))
      return isKnown ? [] : [{ tx: t.id, asset }]
    },
  )
}

/** Each two that look the same once, in the order of their places. */
function duplicatesOf(
  entries: readonly JournalEntry[],
  origins: ReadonlyMap<string, FileOrigin>,
  toldBy: ReadonlyMap<string, readonly string[]>,
  names: ReadonlyMap<string, string | null>,
): PossibleDuplicate[] {
  const told = duplicatesAcrossFiles(
    entries
      .map((entry) => ({
        entry,
        at: entry.at,
        equals: JSON.stringify([entry.accountKey, entry.from?.asset, entry.to?.asset]),
        amounts: [entry.from?.amount ?? null, entry.to?.amount ?? null] as const,
        name: names.get(entry.id) ?? null,
        reportedBy: toldBy.get(entry.id) ?? [],
      }))
      .toSorted((a, b) => a.at - b.at || compareText(a.entry.id, b.entry.id)),
  )
  const found = new Map<string, PossibleDuplicate>()
  for (const [{ entry }, other] of told) {
    const both = [entry.id, other.entry.id].flatMap((id) => origins.get(id) ?? []).toSorted(byPlace)
    const [first, second] = both
    if (first === undefined || second === undefined) continue
    found.set([entry.id, other.entry.id].toSorted(compareText).join(' '), {
      asset: (entry.from ?? entry.to)?.asset ?? '',
      accountKey: entry.accountKey,
      origins: [first, second],
    })
  }
  return [...found.values()].toSorted(
    (a, b) => byPlace(a.origins[0], b.origins[0]) || byPlace(a.origins[1], b.origins[1]),
  )
}

interface ReportedEvent {
  readonly accountKey: string
  origin: FileOrigin
  /** Files that tell it. */
  files: readonly string[]
  readonly reports: EventReport<SourceTransaction>[]
}

const TIED = new Map(listedTokens().map(({ contract, asset }) => [contract, asset]))
const KNOWN_TOKENS = {
  on: (chain: string, contract: string) => (chain === 'ethereum' ? TIED.get(contract) : undefined),
  anywhere: (contract: string) => TIED.get(contract),
}

/** The asset that one is by its contract, where a list ties it to another; else the same. */
export function assetMeant(asset: string): string {
  const token = tokenOf(asset)
  return token === undefined ? asset : tokenAsset(token, KNOWN_TOKENS)
}

/** Which asset a ticker of a row is: a token goes by its contract, all else by its ticker (E13). */
function assetIn({ tokens }: SourceTransaction, ticker: string): string {
  const token = tokens[ticker]
  return token === undefined ? ticker : tokenAsset(token, KNOWN_TOKENS)
}

function entryOf(
  id: string,
  accountKey: string,
  read: SourceTransaction,
  { prices, isLockupDisposal, isDeclaredTrade }: JournalTerms,
) {
  const leg = (of: SourceTransaction['from']) => of && { ...of, asset: assetIn(read, of.asset) }
  const [from, to, fee] = [leg(read.from), leg(read.to), leg(read.fee)]
  const used = new Map<string, PriceOfFile>()
  const priceOf = (asset: string): PriceFound | undefined => {
    const found = prices.at(asset, read.at)
    if (found === undefined) return undefined
    const priceId = originText({ file: found.fileName, line: found.line })
    used.set(priceId, found)
    return { price: found.price, origin: 'own_price', priceId }
  }
  const value = statedWorth(read)
  const rate = value === null || value.currency === 'USD' ? undefined : priceOf(value.currency)
  const { valuations, missing } = valueTransaction(
    {
      type: read.type,
      subType: read.subType,
      from,
      to,
      fee,
      stated: statedValue(value, 'record', 'USD', rate),
      transfer: null,
      // No file says what a donor paid.
      donorBasis: null,
      isLockupDisposal,
      isDeclaredTrade: isDeclaredTrade(from?.asset ?? '', to?.asset ?? ''),
    },
    'USD',
    priceOf,
  )
  const valuationOf = (side: 'from' | 'to' | 'fee') => valuations.find((v) => v.side === side)
  const valueOf = (side: 'from' | 'to' | 'fee') => valuationOf(side)?.value ?? null
  const entry: JournalEntry = {
    id,
    at: read.at,
    type: read.type,
    subType: read.subType,
    accountKey,
    sequence: read.sequence,
    from,
    to,
    fee,
    values: { from: valueOf('from'), to: valueOf('to'), fee: valueOf('fee') },
  }
  const priceId = (valuationOf('to') ?? valuationOf('from') ?? valuationOf('fee'))?.priceId
  return { entry, missing, price: priceId == null ? undefined : used.get(priceId) }
}

function matchesOf(entries: readonly JournalEntry[], reads: ReadonlyMap<string, SourceTransaction>) {
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
        chain: chainOfAccount(entry.accountKey),
        sequence: entry.sequence,
        fingerprint: entry.id,
      },
    ]
  })
  return matchSelfTransfers(sides)
}

function offersOf(found: readonly SelfTransfer[]): ReadonlyMap<string, readonly string[]> {
  const suggested = found.filter((match) => match.state === 'suggested')
  return new Map(
    suggested.flatMap(({ departure, arrivals }) => [
      [departure, arrivals] as const,
      ...arrivals.map((arrival) => [arrival, [departure]] as const),
    ]),
  )
}
