import type { Ask } from '../connecting/ask.ts'
import type { CassetteAnswer } from '../connecting/cassette.ts'
import { MOMENT } from '../connecting/nearest-answer.ts'
import type { ProviderName } from '../connecting/providers.ts'
import { stableRequest } from '../connecting/stable-request.ts'

/** Passes requests on to providers, and keeps each with its answer. */
export interface Recorder {
  readonly ask: (provider: ProviderName) => Ask
  /** Every answer so far, in the order they were given. */
  readonly all: () => readonly CassetteAnswer[]
}

/** Records what goes over the way to the providers. Requests are kept without key, time and signature. */
export function recorderOf(ask: (provider: ProviderName) => Ask): Recorder {
  const kept: CassetteAnswer[] = []
  return {
    ask: (provider) => async (made) => {
      let asked = typeof made === 'function' ? undefined : made
      // A request is made anew for each try: the last one was answered.
      const request = typeof made === 'function' ? async () => (asked = await made()) : made
      const { status, headers, text } = await ask(provider)(request)
      if (asked === undefined) throw new Error('An answer came before its request was made.')
      kept.push({ provider, ...stableRequest(provider, asked), status, headers: {}, text })
      return { status, headers, text }
    },
    all: () => kept,
  }
}

/** As many answers of one text are quiet windows, and no coincidence. */
const QUIET = 3

/**
 * Puts answers of quiet windows together: requests that differ in their moments alone and were answered alike. An answer of its own always
 * goes before it.
 */
export function together(answers: readonly CassetteAnswer[]): readonly CassetteAnswer[] {
  const opened = (answer: CassetteAnswer): CassetteAnswer => ({
    ...answer,
    path: answer.path.replaceAll(MOMENT, '*'),
    body: answer.body.replaceAll(MOMENT, '*'),
  })
  const nameOf = (answer: CassetteAnswer) => JSON.stringify(opened(answer))
  const groups = Map.groupBy(answers, nameOf)
  const done = new Set<string>()
  return answers.flatMap((answer) => {
    const name = nameOf(answer)
    const alike = groups.get(name) ?? []
    const isQuiet =
      alike.length >= QUIET && new Set(alike.map(({ path, body }) => `${path} ${body}`)).size > 1
    if (!isQuiet) return [answer]
    if (done.has(name)) return []
    done.add(name)
    return [opened(answer)]
  })
}
