import { createHash, randomUUID } from 'node:crypto'
import type { ProviderHandler, ProviderReply } from './serve.ts'
import type { CoinbaseAccount } from './coinbase.ts'

const HOUR_MS = 3_600_000

interface Given {
  readonly account: CoinbaseAccount
  readonly scope: string
}

/**
 * Coinbase's sign-in: its page approves at once, a code works once for who has its verifier, an access token for an hour, and a refresh
 * token once.
 */
export class CoinbaseSignIn {
  readonly clientId = 'lotbook-client'
  readonly clientSecret = 'lotbook-client-secret'
  /** The account that is signed in, by the cookies of the browser. */
  accountOf: (cookies: string) => CoinbaseAccount
  /** Scopes that are granted beyond those asked for. */
  readonly extraScopes: string[] = []
  readonly #now: () => number
  readonly #codes = new Map<string, Given & { readonly challenge: string; readonly redirectUri: string }>()
  readonly #access = new Map<string, Given & { readonly until: number }>()
  readonly #refresh = new Map<string, Given>()

  constructor(accountOf: (cookies: string) => CoinbaseAccount, now: () => number = Date.now) {
    this.accountOf = accountOf
    this.#now = now
  }

  /** The account of a token that has not expired. */
  readonly accountOfToken = (token: string): CoinbaseAccount | undefined => {
    const given = this.#access.get(token)
    if (given === undefined || given.until <= this.#now()) return undefined
    const { account } = given
    if (account.callsUntilRevoked === undefined) return account
    account.callsUntilRevoked -= 1
    if (account.callsUntilRevoked >= 0) return account
    this.#forget(account)
    return undefined
  }

  /** Takes back what was given: access tokens, and refresh tokens where `all`. */
  revoke(all = false): void {
    this.#access.clear()
    if (all) this.#refresh.clear()
  }

  #forget(account: CoinbaseAccount): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, given] of tokens) if (given.account === account) tokens.delete(token)
  }

  readonly handler: ProviderHandler = (call) => {
    if (call.method === 'GET' && call.path === '/oauth2/auth')
      return this.#approve(call.query, call.headers['cookie'] ?? '')
    if (call.method === 'POST' && call.path === '/oauth2/token')
      return this.#tokens(new URLSearchParams(call.body))
    return { status: 404 }
  }

  #approve(query: URLSearchParams, cookies: string): ProviderReply {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isKnown = query.get('client_id') === this.clientId && query.get('response_type') === 'code'
    const isSafe = query.get('code_challenge_method') === 'S256' && (query.get('state') ?? '').length >= 8
    if (!isKnown || !isSafe) return { status: 400, body: 'invalid_request' }
    const code = randomUUID()
    this.#codes.set(code, {
      account: this.accountOf(cookies),
      challenge: query.get('code_challenge') ?? '',
      redirectUri,
      scope: [query.get('scope') ?? '', ...this.extraScopes].join(' '),
    })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return { status: 302, headers: { location: back.href } }
  }

  #tokens(form: URLSearchParams): ProviderReply {
    if (form.get('client_id') !== this.clientId || form.get('client_secret') !== this.clientSecret)
      return refusal('invalid_client', 401)
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? ''
      const given = this.#refresh.get(token)
      this.#refresh.delete(token)
      return given === undefined ? refusal('invalid_grant') : this.#pair(given)
    }
    const code = form.get('code') ?? ''
    const asked = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isOurs = asked?.challenge === challenge && asked.redirectUri === form.get('redirect_uri')
    return asked === undefined || !isOurs ? refusal('invalid_grant') : this.#pair(asked)
  }

  #pair({ account, scope }: Given): ProviderReply {
    const [access_token, refresh_token] = [randomUUID(), randomUUID()]
    this.#access.set(access_token, { account, scope, until: this.#now() + HOUR_MS })
    this.#refresh.set(refresh_token, { account, scope })
    return { body: { access_token, token_type: 'bearer', expires_in: HOUR_MS / 1000, refresh_token, scope } }
  }
}

const refusal = (error: string, status = 400): ProviderReply => ({ status, body: { error } })
