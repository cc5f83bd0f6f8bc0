import type { Instant } from '@lotbook/journal'
import { type Ask, type ProviderAnswer, ProviderBusy, ProviderDown, type ProviderRequest } from './ask.ts'
import type { Cassette, CassetteAnswer } from './cassette.ts'
import type { ProviderName } from './providers.ts'
import { starred } from './starred.ts'
import { type StableRequest, stableRequest } from './stable-request.ts'

/** A cassette that answers in place of its providers. */
export interface Replay {
  readonly ask: (provider: ProviderName) => Ask
  readonly now: () => Instant
  /** Whether a provider was asked when it was recorded: of several that know a chain one is. */
  readonly isOpen: (provider: ProviderName) => boolean
  /** Answers that nobody asked for: a page was skipped. */
  readonly unused: () => readonly CassetteAnswer[]
  /** Requests without an answer, each with the nearest one that was recorded. */
  readonly unanswered: readonly string[]
}

/** A request that the cassette has no answer for. */
export class NoRecordedAnswer extends Error {
  override readonly name = 'NoRecordedAnswer'
}

/**
 * Answers requests from a cassette. The same request asked again gets the next of its answers, and none beyond the last; an answer whose
 * path or body has a `*` counts for every request that no other answers.
 */
export function replayOf({ head, answers }: Pick<Cassette, 'head' | 'answers'>): Replay {
  const history = answers.filter(({ isOfCheck }) => isOfCheck !== true)
  const used = new Set<CassetteAnswer>()
  const unanswered: string[] = []
  const ask = (provider: ProviderName): Ask => {
    const own = history.filter((answer) => answer.provider === provider)
    return async (made) => {
      const request = typeof made === 'function' ? await made() : made
      const stable = stableRequest(provider, request)
      const found = own.find((answer) => !used.has(answer) && isFor(answer, stable)) ?? anyFor(own, stable)
      if (found === undefined) {
        const message = `${shownRequest(provider, stable)} has no recorded answer. ${nearest(own, stable)}`
        unanswered.push(message)
        throw new NoRecordedAnswer(message)
      }
      used.add(found)
      return sent(found, request, head.madeAt)
    }
  }
  return {
    ask,
    now: () => head.madeAt,
    isOpen: (provider) => answers.some((answer) => answer.provider === provider),
    unused: () => history.filter((answer) => !used.has(answer)),
    unanswered,
  }
}

/** A request or recorded answer in one line. */
export function shownRequest(provider: ProviderName, { method, path, body }: StableRequest): string {
  return `${method} ${provider} ${path}${body === '' ? '' : ` with ${body}`}`
}

const isFor = (answer: CassetteAnswer, { method, path, body }: StableRequest): boolean =>
  answer.method === method && answer.path === path && answer.body === body

const anyFor = (own: readonly CassetteAnswer[], { method, path, body }: StableRequest) =>
  own.find(
    (answer) =>
      isOpen(answer) && answer.method === method && fits(answer.path, path) && fits(answer.body, body),
  )

/** Whether an answer counts for more than one request. */
export const isOpen = ({ path, body }: StableRequest): boolean => `${path}${body}`.includes('*')

/** Whether a text is one that a pattern stands for. */
function fits(pattern: string, text: string): boolean {
  return new RegExp(`^${starred(pattern, '[^&]*')}$`, 's').test(text)
}

/** An answer as the way out hands it on: one that says to wait, and one of a server that failed, are no answers. */
function sent(answer: CassetteAnswer, request: ProviderRequest, now: Instant): ProviderAnswer {
  const { provider, status, headers, text } = answer
  const given = { status, headers, text }
  if (status === 429) throw new ProviderBusy(provider, new Date(now))
  if (status >= 500 && request.isRefusal?.(given) !== true) throw new ProviderDown(provider, 'status', true)
  return given
}

function nearest(own: readonly CassetteAnswer[], asked: StableRequest): string {
  const whole = ({ method, path, body }: StableRequest) => `${method} ${path} ${body}`
  const target = whole(asked)
  const common = (answer: CassetteAnswer) => {
    const text = whole(answer)
    const end = Array.from(target).findIndex((char, i) => char !== text[i])
    return end === -1 ? target.length : end
  }
  const [best] = own.toSorted((a, b) => common(b) - common(a))
  if (best === undefined) return 'The cassette has none of this provider.'
  return `The nearest is ${shownRequest(best.provider, best)}`
}
