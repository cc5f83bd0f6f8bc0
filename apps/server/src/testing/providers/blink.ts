import { randomBytes, randomUUID } from 'node:crypto'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** An entry of the history as GaloyMoney/blink answers it: amounts in satoshis or cents, with the fee in them. */
export interface BlinkEntry {
  /** 24 hexadecimal digits, which are its cursor too; later ones are greater. */
  readonly id: string
  readonly status: 'SUCCESS' | 'PENDING' | 'FAILURE'
  readonly direction: 'SEND' | 'RECEIVE'
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly memo: string | null
  readonly settlementAmount: number
  readonly settlementFee: number
  readonly settlementCurrency: 'BTC' | 'USD'
  readonly settlementDisplayAmount: string
  readonly settlementDisplayCurrency: string
  readonly initiationVia: object
  readonly settlementVia: object
}

export interface BlinkAccount {
  /** Code of the authenticator, where one is asked for. */
  readonly totpCode?: string
  /** Oldest first. */
  readonly entries: BlinkEntry[]
}

/** The code in every mail of the Blink of this machine. */
export const BLINK_CODE = '314159'
/** How long a code is good. */
const CODE_MS = 15 * 60_000
/** Wrong codes of one mail that are told; then it asks to wait. */
const MOST_WRONG = 5

interface Login {
  readonly email: string
  readonly until: number
  wrong: number
  isUsed: boolean
}

interface Session {
  readonly account: BlinkAccount
  isElevated: boolean
}

/** The Blink of this machine: it mails one code to everybody, and knows the accounts that it is given. */
export class BlinkServer {
  readonly #accountOf: (email: string) => BlinkAccount | undefined
  readonly #now: () => number
  readonly #logins = new Map<string, Login>()
  readonly #sessions = new Map<string, Session>()
  readonly #keys = new Map<string, { readonly account: BlinkAccount; readonly scopes: readonly string[] }>()

  constructor(accountOf: (email: string) => BlinkAccount | undefined, now: () => number = Date.now) {
    this.#accountOf = accountOf
    this.#now = now
  }

  /** Whether a key is told its scopes. */
  tellsScopes = true

  /** Sessions that are not signed out. */
  get sessions(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  /** The keys that work. */
  get keys(): readonly string[] {
    return [...this.#keys.keys()]
  }

  /** A key as it is made by hand in the dashboard. */
  makeKey(account: BlinkAccount, scopes: readonly string[]): string {
    const secret = `blink_${randomBytes(24).toString('hex')}`
    this.#keys.set(secret, { account, scopes })
    return secret
  }

  revokeKeys(): void {
    this.#keys.clear()
  }

  /** For `blink-auth`: mails codes and signs in. */
  readonly signIn: ProviderHandler = ({ path, body }) => {
    const given = JSON.parse(body) as Readonly<Record<string, string | undefined>>
    if (path === '/email/code') return this.#mail(given['email'] ?? '')
    if (path === '/email/login') return this.#login(given['emailLoginId'] ?? '', given['code'] ?? '')
    if (path === '/totp/validate') return this.#elevate(given['authToken'] ?? '', given['totpCode'] ?? '')
    return { status: 404 }
  }

  /** For `blink`: GraphQL with a key or a session. */
  readonly graphql: ProviderHandler = (call) => {
    if (call.path !== '/graphql') return { status: 404 }
    const { query, variables } = JSON.parse(call.body) as { query: string; variables: Variables }
    const who = this.#whoIs(call)
    if (who === undefined) return { status: 401, body: { error: { code: 401, status: 'Unauthorized' } } }
    const { account, scopes, session } = who
    if (query.includes('apiKeyCreate')) {
      if (!scopes.includes('WRITE'))
        return { body: { data: null, errors: [{ message: 'Permission denied' }] } }
      const apiKeySecret = this.makeKey(account, variables.input?.scopes ?? ['READ', 'WRITE'])
      return { body: { data: { apiKeyCreate: { apiKey: { id: randomUUID() }, apiKeySecret } } } }
    }
    if (query.includes('userLogout')) {
      this.#sessions.delete(session)
      return { body: { data: { userLogout: { success: true } } } }
    }
    if (!scopes.includes('READ')) return { body: { data: null, errors: [{ message: 'Not authorized' }] } }
    if (query.includes('transactions')) return { body: { data: { me: historyOf(account, variables) } } }
    if (query.includes('scopes'))
      return this.tellsScopes
        ? { body: { data: { authorization: { scopes } } } }
        : {
            status: 400,
            body: { errors: [{ message: 'Cannot query field "authorization" on type "Query".' }] },
          }
    return { body: { data: { me: { id: 'user' } } } }
  }

  #whoIs({ headers }: ProviderCall) {
    const key = this.#keys.get(headers['x-api-key'] ?? '')
    if (key !== undefined) return { ...key, session: '' }
    const token = (headers['authorization'] ?? '').replace(/^Bearer /, '')
    const session = this.#sessions.get(token)
    if (session?.isElevated !== true) return undefined
    return { account: session.account, scopes: ['READ', 'RECEIVE', 'WRITE'], session: token }
  }

  /** Whether somebody has an account by the address is told to nobody. */
  #mail(email: string): ProviderReply {
    if (!/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email))
      return { status: 422, body: { error: 'Invalid email address' } }
    const id = randomUUID()
    this.#logins.set(id, { email, until: this.#now() + CODE_MS, wrong: 0, isUsed: false })
    return { body: { result: id } }
  }

  #login(id: string, code: string): ProviderReply {
    const login = this.#logins.get(id)
    if (login === undefined || login.until <= this.#now())
      return { status: 500, body: { error: 'code expired' } }
    if (!/^\d{6}$/.test(code)) return { status: 422, body: { error: 'Invalid value for EmailCode' } }
    if (login.wrong >= MOST_WRONG) return { status: 429, body: { error: 'too many requests' } }
    const account = this.#accountOf(login.email)
    if (code !== BLINK_CODE || login.isUsed || account === undefined) {
      login.wrong += 1
      return { status: 401, body: { error: 'invalid code' } }
    }
    login.isUsed = true
    const authToken = `ory_st_${randomBytes(24).toString('hex')}`
    const totpRequired = account.totpCode !== undefined
    this.#sessions.set(authToken, { account, isElevated: !totpRequired })
    return { body: { result: { authToken, totpRequired, id: randomUUID() } } }
  }

  #elevate(token: string, code: string): ProviderReply {
    const session = this.#sessions.get(token)
    if (session === undefined || session.account.totpCode !== code)
      return { status: 401, body: { error: 'invalid code' } }
    session.isElevated = true
    return { body: '' }
  }
}

interface Variables {
  readonly last?: number
  readonly before?: string | null
  readonly input?: { readonly scopes?: readonly string[] }
}

/** The entries right after a cursor, or the oldest, with the newest of them first. */
function historyOf({ entries }: BlinkAccount, { last = 100, before = null }: Variables) {
  const newer = entries.filter(({ id }) => before === null || id > before)
  const some = newer.slice(0, last).toReversed()
  const held = (currency: string) =>
    entries
      .filter(({ settlementCurrency, status }) => settlementCurrency === currency && status === 'SUCCESS')
      .reduce((sum, { settlementAmount }) => sum + settlementAmount, 0)
  return {
    id: 'user',
    defaultAccount: {
      id: 'account',
      wallets: ['BTC', 'USD'].map((currency) => ({
        id: `wallet-${currency}`,
        walletCurrency: currency,
        balance: held(currency),
      })),
      transactions: {
        pageInfo: { hasPreviousPage: newer.length > last, startCursor: some[0]?.id ?? null },
        edges: some.map((node) => ({ cursor: node.id, node })),
      },
    },
  }
}

const WITHIN = {
  __typename: 'SettlementViaIntraLedger',
  counterPartyUsername: null,
  counterPartyWalletId: null,
}

/** An entry that came in by Lightning, unless it says otherwise. */
export function blinkEntry(n: number, settlementAmount: number, more: Partial<BlinkEntry> = {}): BlinkEntry {
  return {
    id: n.toString(16).padStart(24, '0'),
    status: 'SUCCESS',
    direction: settlementAmount > 0 ? 'RECEIVE' : 'SEND',
    createdAt: Date.UTC(2025, 0, 2, 15) / 1000 + n * 3_600,
    memo: null,
    settlementAmount,
    settlementFee: 0,
    settlementCurrency: 'BTC',
    settlementDisplayAmount: '1.00',
    settlementDisplayCurrency: 'USD',
    initiationVia: { __typename: 'InitiationViaLn', paymentHash: `hash-${n}` },
    settlementVia: { __typename: 'SettlementViaLn' },
    ...more,
  }
}

/** Payments that came in, one an hour; then a payment with its fee, a change into dollars, and one that failed. */
export function blinkHistory(payments: number): BlinkAccount {
  const entries = Array.from({ length: payments }, (_, n) =>
    blinkEntry(n + 1, 100_000, { memo: `sale ${n + 1}` }),
  )
  const change = {
    createdAt: Date.UTC(2025, 2, 1) / 1000,
    initiationVia: { ...WITHIN, __typename: 'InitiationViaIntraLedger' },
    settlementVia: WITHIN,
  }
  entries.push(
    blinkEntry(payments + 1, -20_015, { settlementFee: 15, memo: 'coffee' }),
    blinkEntry(payments + 2, -50_000, { ...change, settlementDisplayAmount: '-45.00' }),
    blinkEntry(payments + 3, 4_500, {
      ...change,
      settlementCurrency: 'USD',
      settlementDisplayAmount: '45.00',
    }),
    blinkEntry(payments + 4, -7_000, { status: 'FAILURE' }),
  )
  return { entries }
}
