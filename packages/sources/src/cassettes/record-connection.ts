import { createHash } from 'node:crypto'
import type { Instant } from '@lotbook/journal'
import { detectAddress } from '../addresses/detect-address.ts'
import type { Ask } from '../connecting/ask.ts'
import type { Cassette, CassetteAnswer, CassetteHead } from '../connecting/cassette.ts'
import { cassetteText } from '../connecting/cassette.ts'
import {
  type AddressAccess,
  type ConnectionMethod,
  ProviderFailed,
  type Visit,
} from '../connecting/connector.ts'
import { FieldReads } from '../connecting/field-reads.ts'
import { needsOperatorKey, type Provider, type ProviderName, PROVIDERS } from '../connecting/providers.ts'
import { replayOf } from '../connecting/replay-cassette.ts'
import type { Reading } from '../reading/outcome.ts'
import { checkCassette } from './check-cassette.ts'
import { inventedAccess } from './invented-access.ts'
import { journalLines, statedOf, sumsOf } from './journal-lines.ts'
import { holdsMoney } from './money-fields.ts'
import { recorderOf, together } from './record-answers.ts'
import { leaks, otherShape } from './recording-checks.ts'
import { redactor, type Redactor } from './redactor.ts'
import { connectorOf, readingOf, replayedReading, tryConnection } from './replayed-reading.ts'
import { unreadFields } from './unread-fields.ts'

/** A connection of a person's own, and the way to its provider. */
export interface OwnConnection {
  readonly connector: string
  readonly method: ConnectionMethod
  /** Fields of a key, a token, or an address under `address`. */
  readonly access: Readonly<Record<string, string>>
  readonly ask: (provider: ProviderName) => Ask
  /** Whether the way leads to a provider: by default to those that take no key of the operator's, and are not run by one. */
  readonly isOpen?: (provider: ProviderName) => boolean
  readonly now: Instant
  /** A secret that the replacements are made from; it is thrown away. */
  readonly seed: string
}

/** A recording that tells nothing of the person, or the reasons why there is none. */
export type RecordedConnection =
  | {
      readonly outcome: 'recorded'
      readonly text: string
      /** How many values of each kind were replaced. */
      readonly replaced: Readonly<Record<string, number>>
      readonly events: number
    }
  | { readonly outcome: 'refused'; readonly reasons: readonly string[] }

/** Factors that are tried: one whose products meet an amount of the person's own is not taken. */
const ATTEMPTS = 12

/**
 * Fetches a connection's history, and keeps its answers with keys, addresses, ids and amounts replaced. What is kept is replayed before it
 * is given away: it has to read as the same events with other amounts, and to hold nothing that was replaced.
 *
 * @throws what the connector throws
 */
export async function recordConnection(own: OwnConnection): Promise<RecordedConnection> {
  const ofTry = await triedBy(own)
  const { ask, all } = recorderOf(own.ask)
  const { connector, visit, address } = visitOf(own, { ask, isOpen: own.isOpen ?? isOpen })
  const original = await readingOf(connector, visit, address)
  const answers = { ofTry, ofHistory: all() }
  let reasons: readonly string[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await redacted(own, answers, original, `${own.seed} ${attempt}`)
    if (result.outcome === 'recorded') return result
    reasons = result.reasons
  }
  return { outcome: 'refused', reasons }
}

/** Answers to the try of a connection, none where it failed: fetching says why; and those of its history. */
interface Answers {
  readonly ofTry: readonly CassetteAnswer[]
  readonly ofHistory: readonly CassetteAnswer[]
}

/** The connector of a connection, and a visit to its provider. */
function visitOf(own: Pick<OwnConnection, 'connector' | 'method' | 'access' | 'now'>, more: WayOf) {
  const access = inventedAccess(own)
  const visit: Visit<unknown> = { access, ask: more.ask, now: () => own.now, isOpen: more.isOpen }
  return {
    connector: connectorOf(own),
    visit,
    address: own.method === 'wallet' ? (access as AddressAccess) : null,
  }
}

type WayOf = Pick<Visit<unknown>, 'ask'> & { readonly isOpen: (provider: ProviderName) => boolean }

async function triedBy(own: OwnConnection): Promise<readonly CassetteAnswer[]> {
  const { ask, all } = recorderOf(own.ask)
  const { connector, visit } = visitOf(own, { ask, isOpen: own.isOpen ?? isOpen })
  try {
    await tryConnection(connector, visit)
    return all()
  } catch {
    return []
  }
}

/** Providers that ask for a key of the operator's, or that an operator runs, are not asked. */
const isOpen = (provider: ProviderName): boolean => {
  const { isOperators }: Provider = PROVIDERS[provider]
  return !needsOperatorKey(provider) && isOperators !== true
}

async function redacted(
  own: OwnConnection,
  { ofTry, ofHistory }: Answers,
  original: Reading,
  seed: string,
): Promise<RecordedConnection> {
  const secrets = Object.values(own.access).filter((text) => text !== '')
  const texts = [...ofTry, ...ofHistory].map(({ text }) => text)
  const replace = redactor(seed, factorOf(seed), texts, secrets)
  const access = accessInPlaceOf(own, replace)
  if (access === undefined)
    return {
      outcome: 'refused',
      reasons: [
        'An address of this kind, and an extended key, cannot be replaced by another that holds. Record a single address.',
      ],
    }
  const other = (answer: CassetteAnswer) => ({ ...answer, text: replace.answer(answer.text) })
  const answers = { ofTry: ofTry.map(other), ofHistory: ofHistory.map(other) }
  try {
    const cassette = await asAsked(own, access, answers)
    const reasons = [
      ...(await checkCassette(cassette)).problems,
      ...otherShape(original, await replayedReading(cassette.head, replayOf(cassette))),
      ...leaks(cassetteText(cassette), replace, secrets, original),
    ]
    if (reasons.length > 0) return { outcome: 'refused', reasons }
    const kinds = Map.groupBy(replace.replaced.values(), ({ kind }) => kind)
    return {
      outcome: 'recorded',
      text: cassetteText(cassette),
      replaced: Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length])),
      events: original.transactions.length,
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      outcome: 'refused',
      reasons: [`With its values replaced the history cannot be read: ${message}`],
    }
  }
}

/** A factor of three figures. One that ten divides in part would give amounts zeros that they do not end in. */
function factorOf(seed: string): bigint {
  let factor = 101n + (BigInt(`0x${createHash('sha256').update(seed).digest('hex')}`) % 890n)
  while (factor % 2n === 0n || factor % 5n === 0n) factor += 1n
  return factor
}

/** What stands in place of a key or address; undefined for an address that cannot be replaced. */
function accessInPlaceOf(
  { method, access }: OwnConnection,
  { own }: Redactor,
): Readonly<Record<string, string>> | undefined {
  if (method === 'wallet') {
    const address = own(access['address'] ?? '')
    const isOne = detectAddress(address).outcome === 'address'
    return isOne && address !== access['address'] ? { address } : undefined
  }
  return Object.fromEntries(
    Object.entries(access)
      .filter(([, text]) => text !== '')
      .map(([field, text]) => [field, inPlaceOfKey(field, text)]),
  )
}

function inPlaceOfKey(field: string, text: string): string {
  if (text.includes('-----BEGIN')) return 'generate:p256'
  if (field === 'privateKey') return 'generate:ed25519'
  if (field === 'apiSecret') return 'aW52ZW50ZWQtc2VjcmV0'
  // Some keys say by their first word what they are of.
  const [, word = ''] = /^([a-z]{3,12}[-_])/.exec(text) ?? []
  return `${word}invented`
}

/**
 * The answers in the order they were given, each under the request that a connector makes now: what a page names is asked for next, so
 * requests are made anew rather than rewritten.
 */
async function asAsked(
  own: OwnConnection,
  access: CassetteHead['access'],
  { ofTry, ofHistory }: Answers,
): Promise<Cassette> {
  const bare = { connector: own.connector, method: own.method, access }
  const again = (answers: readonly CassetteAnswer[]) => {
    const way = inOrder(answers)
    return { ...recorderOf(way.ask), isOpen: way.isOpen }
  }
  const [tried, fetched] = [again(ofTry), again(ofHistory)]
  if (ofTry.length > 0) {
    const { connector, visit } = visitOf({ ...bare, now: own.now }, tried)
    await tryConnection(connector, visit)
  }
  const reads = new FieldReads()
  const reading = await reads.during(() => replayedReading(bare, { ...fetched, now: () => own.now }))
  const kept = together(fetched.all())
  const head: CassetteHead = {
    ...bare,
    kind: 'redacted',
    source: 'recorded from a connection by lotbook record-connection',
    madeAt: own.now,
    balances: balancesOf(reading),
    ignored: [],
    asks: [],
  }
  const checked = tried.all().map((answer) => ({ ...answer, isOfCheck: true as const }))
  return {
    head: { ...head, ignored: ignoredNow(head, kept, reads) },
    answers: [...checked, ...kept],
    expected: journalLines(reading),
  }
}

/** Gives answers in their order, whatever is asked. */
function inOrder(answers: readonly CassetteAnswer[]): WayOf {
  const left = Map.groupBy(answers, ({ provider }) => provider)
  return {
    isOpen: (provider) => left.has(provider),
    ask: (provider) => async (made) => {
      if (typeof made === 'function') await made()
      const next = left.get(provider)?.shift()
      if (next === undefined) throw new ProviderFailed(`${provider} is asked more than when it was recorded.`)
      return { status: next.status, headers: next.headers, text: next.text }
    },
  }
}

/** Fields that are not read today: one that comes later shows. Those that sound like money wait for a reason of their own. */
function ignoredNow(
  head: CassetteHead,
  answers: readonly CassetteAnswer[],
  reads: FieldReads,
): CassetteHead['ignored'] {
  const unread = unreadFields(head, answers, reads).map((line) => line.split(': '))
  const [money, others] = [true, false].map((isMoney) =>
    unread.filter(([list = '', field = '']) => isMoney === holdsMoney(answers, list, field)),
  )
  return [
    ...ignoredFor(others ?? [], 'not read when this was recorded'),
    ...ignoredFor(
      money ?? [],
      'not read when this was recorded, though it sounds like money: say what it is',
    ),
  ]
}

const ignoredFor = (fields: readonly string[][], reason: string): CassetteHead['ignored'] =>
  [...Map.groupBy(fields, ([list = '']) => list)].map(([list, all]) => ({
    in: list,
    fields: all.map(([, field = '']) => field),
    reason,
  }))

/** What the provider states where the events add up to it; null where they do not, or it states nothing. */
function balancesOf(reading: Reading): CassetteHead['balances'] {
  const [sums, stated] = [sumsOf(reading), statedOf(reading)]
  return Object.fromEntries(
    [...new Set([...Object.keys(sums), ...Object.keys(stated)])].map((asset) => {
      const held = stated[asset] ?? '0'
      return [asset, held === (sums[asset] ?? '0') && stated[asset] !== undefined ? held : null]
    }),
  )
}
