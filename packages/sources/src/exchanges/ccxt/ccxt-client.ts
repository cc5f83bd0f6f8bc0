import { type Ask, ProviderBusy, ProviderDown } from '../../connecting/ask.ts'
import { AccessRefused, type KeyAccess, ProviderFailed, type Visit } from '../../connecting/connector.ts'
import { unwatched } from '../../connecting/field-reads.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import { exactJsonOf, isObject, type JsonObject, textIn } from '../json-answer.ts'
import type { CcxtExchange, ExchangeList, RawRows } from './exchange-list.ts'

/** An answer of ccxt: its unified entries, each with the raw one as `info`, and the longest list that the exchange sent. */
export interface CcxtAnswer {
  readonly entries: readonly JsonObject[]
  readonly rawCount: number
  /** As the exchange sent it, where that is a set of fields. */
  readonly raw: JsonObject
}

/** The part of an exchange of ccxt that is used. */
interface Exchange {
  number: unknown
  timeout: number
  has: Record<string, unknown>
  options: Record<string, unknown>
  fetchImplementation: unknown
  markets: Record<string, { readonly spot?: boolean }> | undefined
  readonly loadMarkets: () => Promise<unknown>
  readonly milliseconds: () => number
}

type Method = (...parameters: unknown[]) => Promise<unknown>
type Constructor = new (options: object) => Exchange
type ErrorClass = new (...parameters: never[]) => Error

/** Attempts of one call: each is signed anew, at its own time. */
const ATTEMPTS = 5
const BUSY_MS = 60_000

/**
 * An exchange of ccxt for one visit. Its requests go out by `ask` alone, its amounts stay the texts that were sent, and what it throws is
 * said in our own words, which hold no address and no key. The package is large, so it is loaded when it is first needed.
 */
export class CcxtClient {
  readonly #of: CcxtExchange
  readonly #visit: Visit<KeyAccess>
  readonly #exchange: Exchange
  readonly #errors: Readonly<Record<string, ErrorClass>>
  #rawCount = 0
  #raw: unknown
  #status = 200

  private constructor(of: CcxtExchange, visit: Visit<KeyAccess>, library: Readonly<Record<string, unknown>>) {
    this.#of = of
    this.#visit = visit
    this.#errors = library as Readonly<Record<string, ErrorClass>>
    const { apiKey, apiSecret, passphrase } = visit.access
    const exchange = new (library[of.ccxtId] as Constructor)({
      apiKey,
      secret: apiSecret,
      password: passphrase,
      uid: passphrase,
      // The outbound client keeps the pace.
      enableRateLimit: false,
      userAgent: 'Lotbook',
    })
    exchange.number = String
    exchange.timeout = 600_000
    exchange.options = { ...exchange.options, ...of.options }
    if (of.needsCurrencies !== true) exchange.has['fetchCurrencies'] = false
    // ccxt calls it as the fetch of a browser.
    exchange.fetchImplementation = (url: string, request: FetchRequest) => this.#send(url, request)
    replace(exchange, {
      milliseconds: () => visit.now(),
      seconds: () => Math.floor(visit.now() / 1000),
      microseconds: () => visit.now() * 1000,
      parseJson,
    })
    // ccxt leaves out what it holds to be older than was asked for, also where it knows the time to the second alone.
    const asItCame = (entries: unknown) => entries
    for (const filter of FILTERS) replace(exchange, { [filter]: asItCame })
    this.#exchange = exchange
  }

  static async open(of: CcxtExchange, visit: Visit<KeyAccess>): Promise<CcxtClient> {
    if (of.otherKeys !== undefined && visit.access.apiKey.startsWith(of.otherKeys.prefix))
      throw otherKey(of, of.otherKeys.advice)
    const { default: library } = await import('ccxt')
    return new CcxtClient(of, visit, library as unknown as Readonly<Record<string, unknown>>)
  }

  /** Markets for coins and cash, in a fixed order. */
  async symbols(): Promise<readonly string[]> {
    await this.#attempt(() => this.#exchange.loadMarkets())
    return Object.entries(this.#exchange.markets ?? {})
      .filter(([, { spot }]) => spot === true)
      .map(([symbol]) => symbol)
      .toSorted()
  }

  /** Entries that a method lists. @throws AccessRefused, ProviderFailed, ProviderDown, ProviderBusy */
  async list(call: string, parameters: readonly unknown[]): Promise<CcxtAnswer> {
    await this.#attempt(() => this.#exchange.loadMarkets())
    const entries = await this.#attempt(() => this.#method(call)(...parameters))
    if (!Array.isArray(entries) || !entries.every(isObject))
      throw new ProviderFailed(`${this.#of.name} answered without a list.`)
    return { entries, rawCount: this.#rawCount, raw: isObject(this.#raw) ? this.#raw : {} }
  }

  /** Rows of an answer that ccxt does not unify, in the fields of those that it does. */
  async listRows(list: ExchangeList, rows: RawRows, parameters: JsonObject): Promise<CcxtAnswer> {
    const answer = await this.#attempt(() => this.#method(list.call)(parameters))
    // A list of none may be left out.
    const isNone = isObject(answer) && answer[rows.list] === undefined && textIn(answer, 'total') === '0'
    const found = isNone ? [] : isObject(answer) ? answer[rows.list] : undefined
    if (!Array.isArray(found) || !found.every(isObject))
      throw new ProviderFailed(`${this.#of.name} answered without a list.`)
    const entries = found.flatMap((info) => rows.entriesOf(info, list))
    return { entries, rawCount: found.length, raw: answer as JsonObject }
  }

  /** One harmless request that needs the key. */
  async check(): Promise<void> {
    await this.held()
  }

  /** Coins that the account has an entry for, also where none is left of them. */
  async held(): Promise<readonly string[]> {
    return Object.keys(await this.holdings())
  }

  /** How much of each coin the account holds. */
  async holdings(): Promise<JsonObject> {
    const balance = await this.#attempt(() => this.#method('fetchBalance')())
    const total = isObject(balance) ? balance['total'] : undefined
    return isObject(total) ? total : {}
  }

  #method(call: string): Method {
    const method = (this.#exchange as unknown as Readonly<Record<string, Method | undefined>>)[call]
    if (method === undefined) throw new Error(`${this.#of.ccxtId} has no ${call}`)
    return method.bind(this.#exchange)
  }

  async #attempt(work: () => Promise<unknown>): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof SignedBefore) || attempt === ATTEMPTS) throw this.#inOurWords(error)
      }
    }
  }

  async #send(url: string, { method, headers, body }: FetchRequest): Promise<Response> {
    const { hostname, pathname, search } = new URL(url)
    const provider = this.#of.hosts[hostname]
    if (provider === undefined) throw new ProviderFailed(`${hostname} is no host of ${this.#of.name}.`)
    let isSent = false
    const ask: Ask = this.#visit.ask(provider)
    const answer = await ask(() => {
      // A signature holds its time: after a pause the call begins again.
      if (isSent) throw new SignedBefore()
      isSent = true
      const isPost = method.toUpperCase() === 'POST'
      return {
        method: isPost ? 'POST' : 'GET',
        path: `${pathname}${search}`,
        headers: Object.fromEntries(
          Object.entries(headers ?? {})
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => [name, String(value)]),
        ),
        isRead: true,
        ...(this.#of.refusesWith500 === true ? { isRefusal: ({ text }) => text.startsWith('["error"') } : {}),
        ...(typeof body === 'string' && body !== '' ? { body } : {}),
      }
    })
    this.#status = answer.status
    this.#raw = exactJsonOf(answer.text)
    this.#rawCount = unwatched(() => longestList(this.#raw))
    return new Response(answer.text, { status: answer.status, headers: { ...answer.headers } })
  }

  /** The word that the exchange gave its last answer, where it gives refusals one. */
  #reason(): string {
    return isObject(this.#raw) ? textIn(this.#raw, 'reason') : ''
  }

  #inOurWords(error: unknown): unknown {
    const is = (...names: readonly string[]) =>
      names.some((name) => this.#errors[name] !== undefined && error instanceof this.#errors[name])
    const provider = Object.values(this.#of.hosts)[0] as ProviderName
    if (error instanceof ProviderBusy || error instanceof ProviderDown) return error
    if (error instanceof AccessRefused || error instanceof ProviderFailed) return error
    if (error instanceof SignedBefore) return new ProviderDown(provider, 'status', true)
    if (this.#of.otherKeys !== undefined && this.#reason() === this.#of.otherKeys.reason)
      return otherKey(this.#of, this.#of.otherKeys.advice)
    if (is('PermissionDenied', 'AccountSuspended'))
      return new AccessRefused('permission', `The key may not read the account of ${this.#of.name}.`)
    if (is('InvalidNonce'))
      return new ProviderFailed(`${this.#of.name} says that the clock of this server is wrong.`)
    // Some refusals have no class of their own in ccxt.
    if (is('AuthenticationError') || (is('BaseError') && this.#status === 401))
      return new AccessRefused('invalid', `${this.#of.name} does not accept the key.`)
    if (is('RateLimitExceeded', 'DDoSProtection'))
      return new ProviderBusy(provider, new Date(this.#visit.now() + BUSY_MS))
    if (is('NetworkError')) return new ProviderDown(provider, 'status', true)
    if (is('BaseError'))
      return new RequestRefused(
        `${this.#of.name} refused the request (${(error as Error).constructor.name}).`,
      )
    return error
  }
}

const otherKey = ({ name }: CcxtExchange, advice: string): AccessRefused =>
  new AccessRefused('invalid', `${name} has keys of another kind too, and this is one.`, advice)

/** The exchange understood the request and did not grant it. */
export class RequestRefused extends ProviderFailed {}

interface FetchRequest {
  readonly method: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const FILTERS = ['Since', 'ValueSince', 'SymbolSince', 'CurrencySince'].map((by) => `filterBy${by}Limit`)

function replace(exchange: Exchange, methods: Readonly<Record<string, (...of: never[]) => unknown>>): void {
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(exchange, name, { value })
}

/** An answer as ccxt reads it, with its numbers as text: it would take those of a list for numbers of JavaScript. */
function parseJson(text: string): unknown {
  const answer = exactJsonOf(text)
  return typeof answer === 'object' && answer !== null ? answer : undefined
}

/** The request would be sent again under a signature whose time has passed. */
class SignedBefore extends Error {}

/** The length of the longest list anywhere in an answer: how many entries the exchange sent, before any were left out. */
function longestList(value: unknown, depth = 0): number {
  if (depth > 6) return 0
  if (Array.isArray(value)) {
    // A list of plain values is an entry itself.
    const isOfEntries = value.some((one) => typeof one === 'object' && one !== null)
    return Math.max(
      isOfEntries ? value.length : 0,
      ...value.slice(0, 3).map((one) => longestList(one, depth + 1)),
    )
  }
  return isObject(value) ? Math.max(0, ...Object.values(value).map((one) => longestList(one, depth + 1))) : 0
}
