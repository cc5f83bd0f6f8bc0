import {
  apiBook,
  type Ask,
  type AskRequest,
  assistantServer,
  type Book,
  BookRefusal,
} from '@lotbook/assistant'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { argumentsOf } from './arguments.ts'
import { fileBook } from './file-book.ts'
import { HISTORY_OPTIONS, HISTORY_USAGE, whichHistory, withHistory } from './given-history.ts'
import type { ExitCode, Io, Network } from './io.ts'

const MCP_USAGE = `lotbook mcp ${HISTORY_USAGE}
       LOTBOOK_TOKEN=... lotbook mcp --url URL`
const VERSION = '1.0'
const TOKEN = 'LOTBOOK_TOKEN'

/**
 * `lotbook mcp`: a server of the Model Context Protocol over standard input and output (N27), for an assistant on this machine. It answers
 * from files, calculated here, or from an installation by an access token, which comes from the environment so that no list of processes
 * shows it. Standard output belongs to the protocol; everything else goes to standard error.
 *
 * @returns 0 once the assistant is gone, 1 when something could not be read, 2 on misuse.
 */
export async function runMcp(
  args: readonly string[],
  io: Io,
  transport: Transport = ownTransport(),
): Promise<ExitCode> {
  const given = argumentsOf(args, { ...HISTORY_OPTIONS, url: { type: 'string' } })
  if (given === undefined) return misused(io)
  const { url, ...others } = given.values
  if (url !== undefined) {
    const isAlone = given.positionals.length === 0 && Object.keys(others).length === 0
    const base = baseOf(url)
    const token = io.environment?.(TOKEN)
    if (!isAlone || base === undefined || io.network === undefined) return misused(io)
    if (token === undefined || token === '') {
      io.err(`Set ${TOKEN} to an access token with the scope “read” (Settings, API access).\n`)
      return 1
    }
    return serve(apiBook(askOver(io.network, base, token)), transport)
  }
  const which = whichHistory(others, given.positionals)
  if (which === undefined) return misused(io)
  return withHistory(which, io, (history) =>
    serve(fileBook(history, io.now().toISOString().slice(0, 10)), transport),
  )
}

/** Standard input and output; whoever closes the input is gone. */
function ownTransport(): Transport {
  const transport = new StdioServerTransport()
  process.stdin.once('end', () => void transport.close())
  return transport
}

function misused(io: Io): ExitCode {
  io.err(`Usage: ${MCP_USAGE}\n`)
  return 2
}

/** The address of an installation; undefined for what is no such address. A token goes over the Internet encrypted, or not at all. */
function baseOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, origin, pathname, username } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (username !== '' || (protocol !== 'https:' && !(protocol === 'http:' && isHere))) return undefined
  return origin + pathname.replace(/\/$/, '')
}

async function serve(book: Book, transport: Transport): Promise<ExitCode> {
  const server = assistantServer(book, VERSION)
  const gone = new Promise<void>((resolve) => {
    server.server.onclose = resolve
  })
  await server.connect(transport)
  await gone
  return 0
}

/** Calls of an installation with a token. No redirect is followed, so the token goes nowhere else. */
function askOver(network: Network, base: string, token: string): Ask {
  return async ({ method, path, query = {}, body }: AskRequest) => {
    const to = new URL(`${base}/api${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) to.searchParams.set(name, String(value))
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const sent = await network
      .send(to.href, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      .catch(() => undefined)
    if (sent === undefined) throw new BookRefusal('unavailable', 'The installation does not answer.')
    return answerOf(sent.status, sent.text)
  }
}

function answerOf(status: number, text: string): unknown {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw new BookRefusal('unavailable', `The installation answered ${status} without an answer of the API.`)
  }
  if (status === 200) return answer
  const { code = 'unavailable', message = `The installation answered ${status}.` } = answer as {
    code?: string
    message?: string
  }
  throw new BookRefusal(code, message)
}
