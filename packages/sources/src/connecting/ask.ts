/** A question to a provider. Who asks knows no network: where the provider is, and how fast it may be asked, is said elsewhere. */
export interface ProviderRequest {
  readonly method?: 'GET' | 'POST'
  /** Below the provider's base, with its query: `/0/public/OHLC?pair=XBTUSD`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The answer is bytes: each is a letter of `text` (Latin-1). */
  readonly isBinary?: boolean
  /** A POST that changes nothing, so that it may be sent again after a failure. A GET always may. */
  readonly isRead?: boolean
  /** Whether an answer with status 200 says that it was asked too often; it is then asked again, later and slower. */
  readonly isBusy?: (answer: ProviderAnswer) => boolean
  /** Whether an answer with a status of 500 or above is a refusal to read: some refuse a key so, and are not down. */
  readonly isRefusal?: (answer: ProviderAnswer) => boolean
}

/** What a provider answered, whatever its status. */
export interface ProviderAnswer {
  readonly status: number
  /** Under lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * Ask a provider.
 *
 * A request with a nonce, a time or a token in its signature is handed in as a function: it is made anew for each
 * try, at the moment it is sent.
 *
 * @throws ProviderBusy or ProviderDown. Every other answer, a refusal or a redirect too, is for the one who asks to read.
 */
export type Ask = (
  request: ProviderRequest | (() => ProviderRequest | Promise<ProviderRequest>),
) => Promise<ProviderAnswer>

/** The provider has been asked too often, and says so or is known to. A job puts itself off until then. */
export class ProviderBusy extends Error {
  override readonly name = 'ProviderBusy'
  readonly provider: string
  readonly until: Date

  constructor(provider: string, until: Date) {
    super(`${provider} is to be asked again at ${until.toISOString()}`)
    this.provider = provider
    this.until = until
  }
}

/**
 * Why a provider gave no answer: `status` is an answer of 500 and above, `cut` a body that broke off, `too-large` one beyond
 * what is taken, `unreachable` a connection or name that was refused, `forbidden` an address that is nobody's on the
 * Internet, `untrusted` a certificate that neither a known authority signed nor the operator named, `circuit` not asked at all, since it failed several times in a row just now.
 */
export type DownReason =
  | 'status'
  | 'timeout'
  | 'unreachable'
  | 'cut'
  | 'too-large'
  | 'unreadable'
  | 'forbidden'
  | 'untrusted'
  | 'circuit'

/** The provider does not answer, also after it was asked again. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown'
  readonly provider: string
  readonly reason: DownReason
  /** Whether the request may have reached the provider: then nobody knows what became of it. */
  readonly mayHaveArrived: boolean

  constructor(provider: string, reason: DownReason, mayHaveArrived: boolean) {
    super(`${provider} does not answer (${reason})`)
    this.provider = provider
    this.reason = reason
    this.mayHaveArrived = mayHaveArrived
  }
}
