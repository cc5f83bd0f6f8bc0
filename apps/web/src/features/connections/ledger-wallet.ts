/** The way to Ledger's app and back: texts of JSON-RPC. */
export interface LedgerTransport {
  onMessage: ((message: string) => void | Promise<void>) | undefined
  send: (message: string) => unknown
}

/** An account of Ledger's app, as `account.list` of its Wallet API gives it, and its extended public key. */
export interface LedgerAccount {
  readonly id: string
  readonly name: string
  /** Ledger's name of the coin: `bitcoin_cash`. */
  readonly currency: string
  readonly address: string
  /** Empty where the app does not hand it out. */
  readonly xpub: string
}

interface Host {
  readonly ReactNativeWebView?: { readonly postMessage: (message: string) => void }
  readonly ElectronWebview?: { readonly postMessage: (message: string) => void }
}

/**
 * The transport to Ledger's app around this page; undefined in an ordinary browser. Only the app can put its bridge into the page, so
 * without one no message is listened to.
 */
export function ledgerTransport(target: Window & Host = window): LedgerTransport | undefined {
  const bridge = target.ReactNativeWebView ?? target.ElectronWebview
  if (bridge === undefined) return undefined
  const transport: LedgerTransport = {
    onMessage: undefined,
    send: (message) => bridge.postMessage(message),
  }
  const receive = (event: Event) => {
    const { data } = event as MessageEvent<unknown>
    if (typeof data === 'string') void transport.onMessage?.(data)
  }
  target.addEventListener('message', receive)
  // The web view of Android sends to the document.
  target.document.addEventListener('message', receive)
  return transport
}

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly message?: string }
}

/** How long Ledger's app may take: it asks nobody for what is read here. */
const ANSWER_MS = 30_000

/**
 * Reads accounts from Ledger's app. It speaks the part of the Wallet API that this takes, JSON-RPC 2.0: Ledger's own client brings a
 * validator of 400 KB for it. https://developers.ledger.com/docs/ledger-live/discover/integration/wallet-api
 */
export class LedgerWallet {
  readonly #transport: LedgerTransport
  readonly #waiting = new Map<string, (answer: Answer) => void>()

  constructor(transport: LedgerTransport) {
    this.#transport = transport
    transport.onMessage = (message) => {
      const answer = answerIn(message)
      if (typeof answer?.id !== 'string') return
      this.#waiting.get(answer.id)?.(answer)
      this.#waiting.delete(answer.id)
    }
  }

  /** The accounts of some coins, each with its extended public key. @throws Error with what the app said. */
  async accounts(currencies: readonly string[]): Promise<LedgerAccount[]> {
    const { rawAccounts } = (await this.#ask('account.list', { currencyIds: currencies })) as {
      rawAccounts: readonly Omit<LedgerAccount, 'xpub'>[]
    }
    const accounts: LedgerAccount[] = []
    for (const { id, name, currency, address } of rawAccounts)
      accounts.push({ id, name, currency, address, xpub: await this.#xpubOf(id) })
    return accounts
  }

  async #xpubOf(accountId: string): Promise<string> {
    const { xPub } = (await this.#ask('bitcoin.getXPub', { accountId })) as { xPub: string }
    return xPub
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = crypto.randomUUID()
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(id)
        reject(new Error("Ledger's app does not answer."))
      }, ANSWER_MS)
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(late)
        if (error === undefined) resolve(result)
        else reject(new Error(error.message ?? "Ledger's app refused."))
      })
      this.#transport.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }
}

// What other scripts send to the page is none.
function answerIn(message: string): Answer | undefined {
  try {
    const parsed: unknown = JSON.parse(message)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}
