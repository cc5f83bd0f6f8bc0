import {
  type Connector,
  type Position,
  ProviderBusy,
  ProviderDown,
  type ProviderName,
  type StoredPage,
  type Visit,
} from '@lotbook/sources'
import type { ProviderCall, ProviderHandler, ProviderReply } from './serve.ts'

/** What becomes of a call: an answer, one that was changed on its way, or none. */
export type CallFate = 'well' | 'busy' | 'cut' | 'reset' | ((reply: ProviderReply) => ProviderReply)

export interface WalkOptions {
  readonly handlers: Readonly<Partial<Record<ProviderName, ProviderHandler>>>
  /** Of each call in turn; every later one goes well. */
  readonly fates?: readonly CallFate[]
  readonly from?: Position | null
  readonly pages?: readonly StoredPage[]
  readonly now?: number
  /** Whether the operator has a key for a provider that asks for one. */
  readonly isOpen?: (provider: ProviderName) => boolean
  /** Called before each call, so that a history can change while it is fetched. */
  readonly before?: (calls: number) => void
}

/** Whoever is spoken for can be asked. */
const isSpokenFor = (handlers: WalkOptions['handlers']) => (provider: ProviderName) =>
  handlers[provider] !== undefined

/** How often a walk is taken up again in a test before it counts as one that never ends. */
const MOST_WALKS = 500

/**
 * Walks a connector through its history as the server does: pages are kept by stream and place, and a walk that breaks off goes on from
 * the position of the last page.
 */
export async function walkThrough<Access>(
  connector: Pick<Connector<Access>, 'fetch'>,
  access: Access,
  {
    handlers,
    fates = [],
    from = null,
    pages = [],
    now = Date.UTC(2026, 0, 1),
    isOpen = isSpokenFor(handlers),
    before,
  }: WalkOptions,
): Promise<{
  readonly pages: readonly StoredPage[]
  readonly position: Position | null
  readonly calls: number
}> {
  const kept = new Map(pages.map((page) => [`${page.stream} ${page.place}`, page]))
  let position = from
  let calls = 0
  let moment = now
  const ask = (provider: ProviderName) => async (made: Parameters<ReturnType<Visit<unknown>['ask']>>[0]) => {
    const request = typeof made === 'function' ? await made() : made
    const { method = 'GET', path, headers: sent = {}, body = '' } = request
    const headers = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]),
    )
    before?.(calls)
    const fate = fates[calls] ?? 'well'
    calls += 1
    if (fate === 'busy') throw new ProviderBusy(provider, new Date(moment))
    if (fate === 'cut' || fate === 'reset') throw new ProviderDown(provider, 'cut', true)
    const { pathname, searchParams } = new URL(path, 'http://provider')
    const call: ProviderCall = { method, path: pathname, query: searchParams, target: path, headers, body }
    const handler = handlers[provider]
    if (handler === undefined) throw new Error(`no provider ${provider}`)
    const answered = await handler(call)
    const reply = typeof fate === 'function' ? fate(answered) : answered
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
    const answer = { status: reply.status ?? 200, headers: reply.headers ?? {}, text }
    if (answer.status >= 500 && request.isRefusal?.(answer) !== true)
      throw new ProviderDown(provider, 'status', true)
    return answer
  }
  for (let walks = 0; walks < MOST_WALKS; walks += 1) {
    try {
      for await (const page of connector.fetch({ access, ask, now: () => now, isOpen }, position)) {
        moment += 1
        const { stream, place, text } = page
        if (page.entries > 0) kept.set(`${stream} ${place}`, { stream, place, text, fetchedAt: moment })
        // It is written as JSON and read again.
        position = JSON.parse(JSON.stringify(page.next)) as Position
      }
      return { pages: [...kept.values()], position, calls }
    } catch (error) {
      if (!(error instanceof ProviderBusy) && !(error instanceof ProviderDown)) throw error
    }
  }
  throw new Error('The walk does not end')
}
