import { randomBytes } from 'node:crypto'
import {
  AccessRefused,
  type ConnectionMethod,
  connectorFor,
  ProviderBusy,
  ProviderDown,
  ProviderFailed,
  type RecordedConnection,
  recordConnection,
} from '@lotbook/sources'
import { argumentsOf } from './arguments.ts'
import type { ExitCode, Io, Network } from './io.ts'
import { isOpenFrom, providerWay } from './provider-way.ts'

const USAGE = `Usage: lotbook record-connection SLUG --out FILE [--address ADDRESS | --key FILE]

  SLUG                the exchange or chain, as \`lotbook sources\` names it
  --out FILE          the recording, for a support request
  --address ADDRESS   your address on a chain
  --key FILE          your key as JSON: apiKey, apiSecret, passphrase, keyName, privateKey or accessToken

Without --key the fields are read from LOTBOOK_API_KEY, LOTBOOK_API_SECRET, LOTBOOK_PASSPHRASE, LOTBOOK_KEY_NAME,
LOTBOOK_PRIVATE_KEY and LOTBOOK_ACCESS_TOKEN. A key that may only read is enough.

Some chains are asked with a key of yours, or at a server of yours: ETHERSCAN_API_KEY, BLOCKSCOUT_API_KEY, HELIUS_API_KEY (Solana),
SUBSCAN_API_KEY (Polkadot), TRONGRID_API_KEY, KOIOS_API_KEY; PROVIDER_URLS=xrpl=https://...
`

const FIELDS = {
  apiKey: 'LOTBOOK_API_KEY',
  apiSecret: 'LOTBOOK_API_SECRET',
  passphrase: 'LOTBOOK_PASSPHRASE',
  keyName: 'LOTBOOK_KEY_NAME',
  privateKey: 'LOTBOOK_PRIVATE_KEY',
  accessToken: 'LOTBOOK_ACCESS_TOKEN',
} as const

type Access = Readonly<Record<string, string>>

/** Record a connection of one's own with keys, addresses, ids and amounts replaced, for a support request. */
export async function runRecordConnection(args: readonly string[], io: Io): Promise<ExitCode> {
  const asked = argumentsOf(args, {
    out: { type: 'string' },
    address: { type: 'string' },
    key: { type: 'string' },
  })
  const [slug, ...more] = asked?.positionals ?? []
  const out = asked?.values.out
  if (slug === undefined || more.length > 0 || out === undefined) {
    io.err(USAGE)
    return 2
  }
  const { network } = io
  if (network === undefined) return told(io, 'This command needs a network.')
  const access = await accessOf(asked?.values ?? {}, io, network)
  if (typeof access === 'string') return told(io, access)
  const method = methodOf(access)
  if (connectorFor(slug, method) === undefined)
    return told(
      io,
      `${slug}: there is no connection by ${WAYS[method]}. \`lotbook sources\` lists the names.`,
    )
  const recorded = await recordedOr(io, network, { slug, method, access })
  if (recorded === undefined) return 1
  if (recorded.outcome === 'refused') return refused(io, recorded.reasons)
  await io.writeFile(out, recorded.text)
  io.out(summary(out, recorded))
  return 0
}

const WAYS: Readonly<Record<ConnectionMethod, string>> = {
  wallet: 'address',
  oauth: 'access token',
  api: 'key',
}

function told(io: Io, message: string): ExitCode {
  io.err(`${message}\n`)
  return 1
}

function refused(io: Io, reasons: readonly string[]): ExitCode {
  io.err('Nothing was written: the recording would tell more than it may, or read otherwise.\n')
  for (const reason of reasons) io.err(`  ${reason}\n`)
  return 1
}

const methodOf = ({ address, accessToken }: Access): ConnectionMethod =>
  address !== undefined ? 'wallet' : accessToken !== undefined ? 'oauth' : 'api'

/** The access that was given, or the reason why there is none. */
async function accessOf(
  { address, key }: { readonly address?: string; readonly key?: string },
  io: Io,
  { environment }: Network,
): Promise<Access | string> {
  if (address !== undefined) return { address }
  if (key !== undefined) return keyIn(key, io)
  const fields = Object.entries(FIELDS).map(([field, name]) => [field, environment(name) ?? ''] as const)
  const given = Object.fromEntries(fields.filter(([, text]) => text !== ''))
  return Object.keys(given).length === 0 ? `No key and no address was given.\n\n${USAGE}` : given
}

async function keyIn(path: string, io: Io): Promise<Access | string> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(await io.readFile(path)))
  } catch (error) {
    // The parser's own message would show a part of the key.
    return `${path}: ${error instanceof SyntaxError ? 'This is no JSON.' : 'The file cannot be opened.'}`
  }
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const strange = fields.find(([field, text]) => !Object.hasOwn(FIELDS, field) || typeof text !== 'string')
  if (strange !== undefined) return `${path}: "${strange[0]}" is no field of a key, or no text.`
  if (fields.length === 0) return `${path}: The key has no fields.`
  return Object.fromEntries(fields) as Access
}

/** The recording; undefined where the provider gave no history, which is said. */
async function recordedOr(
  io: Io,
  network: Network,
  {
    slug,
    method,
    access,
  }: { readonly slug: string; readonly method: ConnectionMethod; readonly access: Access },
): Promise<RecordedConnection | undefined> {
  try {
    return await recordConnection({
      connector: slug,
      method,
      access,
      ask: providerWay(network),
      isOpen: isOpenFrom(network),
      now: io.now().getTime(),
      seed: randomBytes(32).toString('hex'),
    })
  } catch (error) {
    const isKnown = [AccessRefused, ProviderFailed, ProviderBusy, ProviderDown].some(
      (of) => error instanceof of,
    )
    if (!isKnown) throw error
    io.err(`${slug}: ${(error as Error).message}\n`)
    return undefined
  }
}

const NAMES: Readonly<Record<string, string>> = {
  amount: 'amounts',
  id: 'ids',
  address: 'addresses and hashes',
  text: 'notes and names',
}

function summary(
  path: string,
  { events, replaced }: Extract<RecordedConnection, { readonly outcome: 'recorded' }>,
): string {
  const counts = Object.entries(replaced).map(([kind, count]) => `  ${count} ${NAMES[kind] ?? kind}\n`)
  return `${path}: ${events} events, replayed to the same history. Replaced, each by the same other value everywhere:
${counts.join('')}  the key or address itself, which is not in the file

Times, prices, assets and contracts of tokens stay. Amounts are multiplied by one secret number, so who knows one of
them can work out the others: give the file to those you would show your history.
`
}
