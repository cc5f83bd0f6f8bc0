import { createHash } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Ask,
  isElectrum,
  isProviderName,
  needsOperatorKey,
  OPERATOR_KEYS,
  type Provider,
  type ProviderAnswer,
  ProviderBusy,
  ProviderDown,
  type ProviderName,
  PROVIDERS,
  type ProviderRequest,
} from '@lotbook/sources'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { electrumAddress } from './electrum-address.ts'
import { ElectrumWire } from './electrum-wire.ts'
import { isPublicAddress, publicLookup, type Resolve, systemResolve } from './public-address.ts'
import {
  type CustomerMessage,
  type Delivered,
  deliverMessage,
  problemOfAddress,
  type WayToCustomers,
} from './customer-message.ts'
import type { Secret } from './secret.ts'
import { sendRequest, type WireLimits } from './send-request.ts'
import { Slots } from './slots.ts'
import { timed, traced } from './watched.ts'

const LIMITS: WireLimits = {
  connectMs: 5_000,
  headersMs: 15_000,
  totalMs: 60_000,
  bodyBytes: 20_000_000,
  textBytes: 100_000_000,
}
const AT_ONCE = 2
/** A request without an answer after this time keeps nobody else from asking: its provider may answer everybody but one. */
const STUCK_MS = 3_000
/** Such requests, and those that are on their way, at most. */
const MOST_SOCKETS = 8
const RETRIES = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000
/** A longer wait is not slept: the job puts itself off. */
const LONGEST_SLEEP_MS = 30_000
const LONGEST_RETRY_AFTER_MS = 60 * 60_000
const SILENCE_LOGGED_EVERY_MS = 60 * 60 * 1000

/** After so many failures in a row a provider is left alone for a while. */
const FAILURES_IN_A_ROW = 5
const LEFT_ALONE_MS = 60_000

export interface OutboundOptions {
  readonly config: Pick<Config, 'providersUrl' | 'providerUrls'> &
    Partial<Pick<Config, 'proxyUrl' | 'providerKeys'>>
  readonly clock?: Clock
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
  /** 0 up to 1: what a pause is of the longest it may be. */
  readonly random?: () => number
  readonly resolve?: Resolve
  readonly limits?: Partial<WireLimits>
}

export interface AskOptions {
  /** Ends the asking, and each wait before it, with its reason. */
  readonly signal?: AbortSignal
  /** How often a failed request is sent again. */
  readonly retries?: number
  /** A key of the customer's own, which goes along in place of the operator's. */
  readonly key?: Secret<string> | undefined
}

/** Customers' keys that are told apart at once; of one more that was asked with longest ago is forgotten. */
const MOST_KEYS = 1_000

/** The standing of one provider while the process lives; of one that is asked with a customer's own key, by that key. */
interface Standing {
  readonly name: string
  /** The name, and what tells its keys apart. */
  readonly id: string
  readonly key: Secret<string> | undefined
  readonly at: Provider
  readonly agent: HttpAgent
  /** Set for a server of the Electrum protocol, which is asked over this in place of HTTP. */
  readonly wire: ElectrumWire | undefined
  /** Tokens left of its rate, and as of when. Below zero: taken by requests that wait for them. */
  tokens: number
  countedAt: number
  /** Not to be asked before, by its own word. */
  busyUntil: number
  failures: number
  /** After many failures: when one request may try again. */
  aloneUntil: number
  /** Until when the log has its silence already. */
  knownSilentUntil: number
}

/**
 * The one way out of this server (security.md, SN1 and SN6). Hosts come from the list of providers and from the operator;
 * from a customer only for messages that tell them what they know (`deliver`), and those go to the open Internet alone.
 *
 * A provider is asked at its rate and by two at once (requests that it leaves without an answer not counted), is left alone for as long as it says, and is not asked at all for a
 * while after it failed several times in a row. Each process counts for itself. A key of a customer's own has a quota of its own at its
 * provider, so all of this is counted for it alone.
 */
export class Outbound {
  readonly #config: OutboundOptions['config']
  readonly #clock: Clock
  readonly #sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>
  readonly #random: () => number
  readonly #resolve: Resolve
  readonly #given: Partial<WireLimits>
  readonly #limits: WireLimits
  readonly #slots = new Slots({ perCustomer: AT_ONCE })
  readonly #known = new Map<string, Standing>()

  constructor(options: OutboundOptions) {
    this.#config = options.config
    this.#clock = options.clock ?? systemClock
    this.#sleep = options.sleep ?? ((ms, signal) => sleep(ms, undefined, { signal }))
    this.#random = options.random ?? Math.random
    this.#resolve = options.resolve ?? systemResolve
    this.#given = options.limits ?? {}
    this.#limits = { ...LIMITS, ...this.#given }
  }

  /** The way to ask one provider. */
  provider(name: ProviderName, options: AskOptions = {}): Ask {
    return (request) => this.#ask(this.#standingOf(name, options.key), request, options)
  }

  /** The address of a page of a provider, for a browser to go to. */
  addressOf(name: ProviderName, path: string): string {
    return this.#baseOf(name) + path
  }

  /** Whether a provider can be asked: one that asks for a key of the operator's, or for an address of theirs, only where there is one. */
  isOpen(name: ProviderName): boolean {
    const { providersUrl, providerUrls, providerKeys } = this.#config
    const at: Provider = PROVIDERS[name]
    if (providerUrls[name] !== undefined) return true
    if (at.isOperators === true) return providersUrl !== undefined
    return !needsOperatorKey(name) || providerKeys?.[name] !== undefined
  }

  /**
   * Whether the silence of a provider is news for the log, where one line an hour is enough: the answer is yes at the first silence
   * after an answer, and then once an hour.
   */
  isSilenceNews(name: ProviderName): boolean {
    const standing = this.#standingOf(name)
    const now = this.#now()
    if (standing.knownSilentUntil > now) return false
    standing.knownSilentUntil = now + SILENCE_LOGGED_EVERY_MS
    return true
  }

  /** Send a message to an address that a customer named: to the open Internet alone, and without following a redirect. */
  deliver(address: string, message: CustomerMessage): Promise<Delivered> {
    return deliverMessage(this.#toCustomers(), address, message)
  }

  /** Why an address that a customer names leads nowhere that messages may go; undefined where it may, as far as can be told now. */
  problemOfAddress(address: string): Promise<string | undefined> {
    return problemOfAddress(this.#toCustomers(), address)
  }

  #toCustomers(): WayToCustomers {
    const { providersUrl, proxyUrl } = this.#config
    return {
      providersUrl,
      resolve: proxyUrl === undefined ? this.#resolve : undefined,
      agentOptions: this.#wayOut(),
      limits: this.#given,
    }
  }

  /** Let go of the connections that are kept open. */
  close(): void {
    for (const { agent, wire } of this.#known.values()) {
      agent.destroy()
      wire?.close()
    }
  }

  async #ask(
    standing: Standing,
    make: ProviderRequest | (() => ProviderRequest | Promise<ProviderRequest>),
    { signal, retries = RETRIES }: AskOptions,
  ): Promise<ProviderAnswer> {
    for (let tries = 0; ; tries += 1) {
      const isLast = (request: ProviderRequest) => tries >= retries || !mayRepeat(request)
      const giveBack = await this.#slots.take(standing.id, signal)
      const outcome = await this.#try(standing, make, signal, giveBack).finally(giveBack)
      const { request } = outcome
      if ('answer' in outcome) {
        const { answer } = outcome
        const pause = this.#pauseAsked(answer, request)
        if (pause === undefined) {
          if (isAnswered(answer, request)) return answer
          if (isLast(request)) throw new ProviderDown(standing.name, 'status', true)
        } else {
          const ms = pause !== 'unsaid' ? pause : isLast(request) ? LEFT_ALONE_MS : this.#pauseAfter(tries)
          standing.busyUntil = Math.max(standing.busyUntil, this.#now() + ms)
          if (isLast(request)) throw new ProviderBusy(standing.name, new Date(standing.busyUntil))
          // Its next turn is when the provider may be asked again.
          continue
        }
      } else if (isLast(request) || !isWorthAnother(outcome.down)) throw outcome.down
      await this.#pause(this.#pauseAfter(tries), signal)
    }
  }

  /**
   * One try, when it is its turn. What it comes to counts for or against the provider.
   *
   * @param giveBack - gives its slot to whoever waits for one.
   */
  async #try(
    standing: Standing,
    make: ProviderRequest | (() => ProviderRequest | Promise<ProviderRequest>),
    signal: AbortSignal | undefined,
    giveBack: () => void,
  ): Promise<{ request: ProviderRequest } & ({ answer: ProviderAnswer } | { down: ProviderDown })> {
    await this.#turn(standing, signal)
    const request = typeof make === 'function' ? await make() : make
    const stuck = setTimeout(giveBack, STUCK_MS)
    const begun = performance.now()
    const ended = (outcome: string) =>
      timed('provider', (performance.now() - begun) / 1000, { provider: standing.name, outcome })
    try {
      const { wire } = standing
      const answer = await traced('provider', standing.name, {}, () =>
        wire === undefined ? this.#send(standing, request, signal) : wire.ask(request.body ?? '', signal),
      )
      ended(isAnswered(answer, request) ? 'answered' : String(answer.status))
      this.#count(standing, isAnswered(answer, request))
      return { request, answer: withoutKey(answer, this.#keyOf(standing)) }
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error
      ended(error.reason)
      this.#count(standing, false)
      return { request, down: error }
    } finally {
      clearTimeout(stuck)
    }
  }

  #send(standing: Standing, request: ProviderRequest, signal: AbortSignal | undefined) {
    const { url, headers } = this.#addressed(standing, request)
    return sendRequest(
      url,
      { ...request, headers },
      {
        provider: standing.name,
        limits: this.#limits,
        // A connection that was kept can be closed by the other end while the request is on its way.
        agent: mayRepeat(request) ? standing.agent : this.#agentOf(standing.at.base, false),
        signal,
      },
    )
  }

  /** Wait until the provider may be asked. */
  async #turn(standing: Standing, signal: AbortSignal | undefined): Promise<void> {
    const { at } = standing
    await this.#whileBusy(standing, signal)
    if (standing.aloneUntil > this.#now()) throw new ProviderDown(standing.name, 'circuit', false)
    // One request tries whether it answers again; the others are refused until that one has come back.
    if (standing.failures >= FAILURES_IN_A_ROW) standing.aloneUntil = this.#now() + LEFT_ALONE_MS

    const now = this.#now()
    const gained = ((now - standing.countedAt) / 1000) * at.perSecond
    standing.tokens = Math.min(at.burst, standing.tokens + gained) - 1
    standing.countedAt = now
    if (standing.tokens < 0) await this.#pause((-standing.tokens / at.perSecond) * 1000, signal)
    // Another request may have been told to wait meanwhile.
    await this.#whileBusy(standing, signal)
  }

  async #whileBusy({ name, busyUntil }: Standing, signal: AbortSignal | undefined): Promise<void> {
    const ms = busyUntil - this.#now()
    if (ms > LONGEST_SLEEP_MS) throw new ProviderBusy(name, new Date(busyUntil))
    if (ms > 0) await this.#pause(ms, signal)
  }

  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#sleep(ms, signal)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  }

  #count(standing: Standing, isWell: boolean): void {
    standing.failures = isWell ? 0 : standing.failures + 1
    if (isWell) standing.knownSilentUntil = 0
    standing.aloneUntil = standing.failures >= FAILURES_IN_A_ROW ? this.#now() + LEFT_ALONE_MS : 0
  }

  /** How long an answer asks to wait; undefined for one that does not, `unsaid` where it does not say how long. */
  #pauseAsked(answer: ProviderAnswer, request: ProviderRequest): number | 'unsaid' | undefined {
    const said = retryAfterMs(answer.headers['retry-after'], this.#now())
    // 418 is Binance's word for an address that went on after a 429.
    const isBusy =
      answer.status === 429 ||
      answer.status === 418 ||
      (answer.status === 503 && said !== undefined) ||
      (answer.status === 200 && request.isBusy?.(answer) === true)
    if (!isBusy) return undefined
    return said === undefined ? 'unsaid' : Math.min(said, LONGEST_RETRY_AFTER_MS)
  }

  /** Full jitter: anything up to a bound that doubles with each try. */
  #pauseAfter(tries: number): number {
    return this.#random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries)
  }

  #now(): number {
    return this.#clock.now().getTime()
  }

  #standingOf(name: ProviderName, key?: Secret<string>): Standing {
    const id = key === undefined ? name : `${name}#${createHash('sha256').update(key.reveal()).digest('hex')}`
    const known = this.#known.get(id)
    if (known !== undefined) {
      if (key !== undefined) this.#remember(known)
      return known
    }
    const rate = (key ?? this.#config.providerKeys?.[name]) && OPERATOR_KEYS[name]?.rate
    const at = { ...PROVIDERS[name], ...rate, base: this.#baseOf(name) }
    const standing: Standing = {
      name,
      id,
      key,
      at,
      agent: key === undefined ? this.#agentOf(at.base, true) : this.#standingOf(name).agent,
      wire: isElectrum(at.base) ? this.#wireOf(name, at.base) : undefined,
      tokens: at.burst,
      countedAt: this.#now(),
      busyUntil: 0,
      failures: 0,
      aloneUntil: 0,
      knownSilentUntil: 0,
    }
    this.#remember(standing)
    return standing
  }

  /** As the one that was asked last. */
  #remember(standing: Standing): void {
    this.#known.delete(standing.id)
    this.#known.set(standing.id, standing)
    if (this.#known.size <= MOST_KEYS + Object.keys(PROVIDERS).length) return
    for (const [id, { key }] of this.#known) if (key !== undefined) return void this.#known.delete(id)
  }

  /** The base of a provider, and whether the operator has set it. */
  #baseOf(name: ProviderName): string {
    const { providersUrl, providerUrls } = this.#config
    const base = providerUrls[name] ?? (providersUrl === undefined ? undefined : `${providersUrl}/${name}`)
    return (base ?? PROVIDERS[name].base).replace(/\/$/, '')
  }

  #isOperators(base: string): boolean {
    const { providersUrl, providerUrls } = this.#config
    const host = hostOf(base)
    return [providersUrl, ...Object.values(providerUrls)].some(
      (url) => url !== undefined && hostOf(url) === host,
    )
  }

  #wireOf(name: ProviderName, base: string): ElectrumWire {
    const at = electrumAddress(base)
    if (typeof at === 'string') throw new Error(`The address of ${name} is wrong: ${at}`)
    const lookup = this.#isOperators(base) ? undefined : publicLookup(this.#resolve)
    return new ElectrumWire({ provider: name, at, limits: this.#limits, lookup })
  }

  #agentOf(base: string, keepAlive: boolean): HttpAgent {
    const options = {
      keepAlive,
      maxSockets: MOST_SOCKETS,
      // What the operator names may be a node of their own, inside this network.
      ...(!this.#isOperators(base) && this.#wayOut()),
    }
    return base.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options)
  }

  /** Names are looked up and checked here, or by the operator's proxy, which alone is connected to. */
  #wayOut(): HttpsAgentOptions {
    const { proxyUrl } = this.#config
    return proxyUrl === undefined
      ? { lookup: publicLookup(this.#resolve) }
      : { proxyEnv: { HTTPS_PROXY: proxyUrl } }
  }

  /** Where a request goes: below the base of its provider, whatever its path says. */
  #addressed(
    standing: Standing,
    { path, headers = {} }: ProviderRequest,
  ): { readonly url: URL; readonly headers: Readonly<Record<string, string>> } {
    const { name, at } = standing
    const base = new URL(at.base)
    const url = new URL(at.base + path)
    const isBelow = path.startsWith('/') && `${url.pathname}/`.startsWith(base.pathname.replace(/\/?$/, '/'))
    const isOpen =
      this.#isOperators(at.base) ||
      (url.protocol === 'https:' && url.port === '' && isNameOrPublic(url.hostname))
    if (url.origin !== base.origin || !isBelow || !isOpen || url.username !== '')
      throw new ProviderDown(name, 'forbidden', false)
    return { url, headers: this.#withKey(standing, url, headers) }
  }

  /** The customer's own key, else the operator's, goes along only here, so that neither a connector nor what it keeps knows it. */
  #withKey(
    standing: Standing,
    url: URL,
    headers: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> {
    const place = isProviderName(standing.name) ? OPERATOR_KEYS[standing.name] : undefined
    const key = this.#keyOf(standing)
    if (place === undefined || key === undefined) return headers
    if ('header' in place) {
      const scheme = place.scheme === undefined ? '' : `${place.scheme} `
      return { ...headers, [place.header]: `${scheme}${key.reveal()}` }
    }
    url.searchParams.set(place.parameter, key.reveal())
    return headers
  }

  #keyOf({ name, key }: Standing): Secret<string> | undefined {
    return key ?? (isProviderName(name) ? this.#config.providerKeys?.[name] : undefined)
  }
}

/** An answer may repeat the key that it was asked with: it is kept, and shown where it is an error. */
function withoutKey(answer: ProviderAnswer, key: Secret<string> | undefined): ProviderAnswer {
  if (key === undefined || !answer.text.includes(key.reveal())) return answer
  return { ...answer, text: answer.text.replaceAll(key.reveal(), '[key]') }
}

/** Scheme, host and port of an address. `URL.origin` is the same for all addresses whose scheme browsers do not know. */
function hostOf(text: string): string {
  const { protocol, host } = new URL(text)
  return `${protocol}//${host}`
}

/** An address in place of a name is connected to without a look-up, so it is checked here. */
function isNameOrPublic(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 || isPublicAddress(address)
}

const isAnswered = (answer: ProviderAnswer, { isRefusal }: ProviderRequest): boolean =>
  answer.status < 500 || isRefusal?.(answer) === true

const mayRepeat = ({ method = 'GET', isRead }: ProviderRequest) => method === 'GET' || isRead === true

/** Not what would come out the same again. */
const isWorthAnother = ({ reason }: ProviderDown) =>
  !['forbidden', 'untrusted', 'too-large', 'unreadable', 'circuit'].includes(reason)

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
