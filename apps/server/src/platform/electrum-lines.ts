import type { Socket } from 'node:net'
import { type DownReason, ProviderDown } from '@lotbook/sources'
import { JSONRPCClient } from 'json-rpc-2.0'

/**
 * The versions of the protocol that connectors read the answers of, as the first request of a connection names them. From 1.6 on
 * histories may go by scripts, and a server need not state transactions in full.
 */
const VERSIONS = ['1.4', '1.4.3'] as const
const NEWLINE = 0x0a

export interface ElectrumLinesOptions {
  readonly provider: string
  readonly socket: Socket
  /** The longest line that is taken. */
  readonly mostBytes: number
  readonly onEnd: () => void
}

/**
 * One connection of the Electrum protocol: JSON-RPC, a message to a line. A line is handed on as it came, since an amount in it must not
 * go through a JavaScript number; its id alone is read here.
 */
export class ElectrumLines {
  readonly #options: ElectrumLinesOptions
  readonly #client: JSONRPCClient
  #lastId = 0
  #waiting = 0
  /** Pieces of the line that has not ended yet, and their bytes. */
  #pieces: Buffer[] = []
  #bytes = 0
  #ended: DownReason | undefined

  constructor(options: ElectrumLinesOptions) {
    const { socket } = options
    this.#options = options
    this.#client = new JSONRPCClient((request) => void socket.write(`${JSON.stringify(request)}\n`))
    socket.on('data', (data: Buffer) => this.#take(data))
    socket.once('close', () => this.end('cut'))
  }

  /** Agrees on a version, which has to come before any other request. @throws ProviderDown */
  async greet(ms: number): Promise<void> {
    const line = await this.ask('server.version', ['Lotbook', VERSIONS], ms)
    const { error } = JSON.parse(line) as { readonly error?: unknown }
    if (error == null) return
    this.end('unreadable')
    throw this.#down('unreadable')
  }

  /** Sends a request and returns the line of its answer, a refusal too. @throws ProviderDown */
  async ask(method: string, params: readonly unknown[], ms: number): Promise<string> {
    const { socket } = this.#options
    if (this.#ended !== undefined) throw this.#down(this.#ended)
    this.#wait(1)
    socket.ref()
    try {
      const id = (this.#lastId += 1)
      const { result, error } = await this.#client
        .timeout(ms, (late) => ({ jsonrpc: '2.0', id: late, error: { code: 0, message: 'timeout' } }))
        .requestAdvanced({ jsonrpc: '2.0', id, method, params: [...params] })
      if (error === undefined) return result as string
      // A server that leaves one request without an answer is not asked over this connection again.
      if (this.#ended === undefined) this.end('timeout')
      throw this.#down(this.#ended ?? 'timeout')
    } finally {
      this.#wait(-1)
    }
  }

  /** Ends the connection; whoever waits for an answer is told why. */
  end(reason: DownReason): void {
    if (this.#ended !== undefined) return
    this.#ended = reason
    this.#pieces = []
    this.#options.socket.destroy()
    this.#client.rejectAllPendingRequests(reason)
    this.#options.onEnd()
  }

  /** Keeps the process alive only while somebody waits. */
  #wait(more: 1 | -1): void {
    this.#waiting += more
    if (this.#waiting === 0) this.#options.socket.unref()
  }

  #take(data: Buffer): void {
    let from = 0
    for (let at = data.indexOf(NEWLINE); at !== -1; at = data.indexOf(NEWLINE, from)) {
      if (!this.#keep(data.subarray(from, at))) return
      const line = Buffer.concat(this.#pieces).toString('utf8')
      this.#pieces = []
      this.#bytes = 0
      this.#receive(line)
      from = at + 1
    }
    this.#keep(data.subarray(from))
  }

  /** Whether a piece still fits; a line that grows too long ends the connection. */
  #keep(piece: Buffer): boolean {
    this.#bytes += piece.length
    if (this.#bytes > this.#options.mostBytes) this.end('too-large')
    if (this.#ended !== undefined) return false
    if (piece.length > 0) this.#pieces.push(piece)
    return true
  }

  #receive(line: string): void {
    const message = messageIn(line)
    // Nobody waits for what a server tells or asks by itself, such as a new block.
    if (message?.method !== undefined) return
    if (typeof message?.id === 'number')
      this.#client.receive({ jsonrpc: '2.0', id: message.id, result: line })
    else this.end('unreadable')
  }

  #down(reason: DownReason): ProviderDown {
    return new ProviderDown(this.#options.provider, reason, true)
  }
}

function messageIn(line: string): { readonly id?: unknown; readonly method?: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
