import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type Cassette,
  type CassetteAnswer,
  nearestAnswer,
  parseCassette,
  type ProviderName,
  stableRequest,
} from '@lotbook/sources'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

type Handlers = Partial<Record<ProviderName, ProviderHandler>>

/**
 * Speaks for the providers of a recording. The same request asked again gets its next answer, and behind the last one the last again: a
 * server tries a key before it fetches, and fetches again later. Moments may differ, for its clock is not that of the recording.
 *
 * @throws CassetteProblem
 */
export async function replayHandlers(path: string): Promise<Handlers> {
  return handlersOf(parseCassette(basename(path), await readFile(path, 'utf8')))
}

/** The same of a recording that was read. */
export function handlersOf({ answers }: Pick<Cassette, 'answers'>): Handlers {
  const byProvider = Map.groupBy(answers, ({ provider }) => provider)
  return Object.fromEntries([...byProvider].map(([provider, own]) => [provider, handlerOf(provider, own)]))
}

function handlerOf(provider: ProviderName, answers: readonly CassetteAnswer[]): ProviderHandler {
  const given = new Map<string, number>()
  return (call) => {
    const request = stableRequest(provider, requestOf(call))
    const same = answers.filter(
      ({ method, path, body }) => method === request.method && path === request.path && body === request.body,
    )
    const name = JSON.stringify(request)
    const times = given.get(name) ?? 0
    given.set(name, times + 1)
    const answer = same[times] ?? same.at(-1) ?? nearestAnswer(answers, request)
    return answer === undefined ? notRecorded(call) : replyOf(answer)
  }
}

const requestOf = ({ method, target, headers, body }: ProviderCall) => ({
  method: method === 'POST' ? ('POST' as const) : ('GET' as const),
  path: target,
  headers,
  body,
})

const replyOf = ({ status, headers, text }: CassetteAnswer): ProviderReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: text,
})

const notRecorded = ({ method, target, body }: ProviderCall): ProviderReply => ({
  status: 404,
  body: `not recorded: ${method} ${target} ${body}`,
})

/** Recorded answers in front of other handlers, which answer what was not recorded: prices of an exchange beside its history. */
export function inFrontOf(others: Handlers, recorded: Handlers): Handlers {
  const both = Object.entries(recorded).map(([name, replay]) => {
    const other = others[name as ProviderName]
    const handler: ProviderHandler = async (call) => {
      const reply = await replay(call)
      return reply.status === 404 && other !== undefined ? other(call) : reply
    }
    return [name, handler]
  })
  return { ...others, ...(Object.fromEntries(both) as Handlers) }
}

/** The providers of the file that `--replay` names among the words of a command; undefined without it. */
export function replayPathIn(args: readonly string[]): string | undefined {
  const at = args.indexOf('--replay')
  return at === -1 ? undefined : args[at + 1]
}

/** How a recording is connected: its address, or that any key opens it. */
export async function accessIn(path: string): Promise<string> {
  const { head } = parseCassette(basename(path), await readFile(path, 'utf8'))
  const { address } = head.access
  return `connect ${head.connector} with ${address === undefined ? 'any key of its form' : `the address ${address}`}`
}
