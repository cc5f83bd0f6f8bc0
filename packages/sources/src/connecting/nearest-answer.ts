import type { CassetteAnswer } from './cassette.ts'
import { starred } from './starred.ts'
import type { StableRequest } from './stable-request.ts'

/** A moment in a request: a number of seconds or milliseconds, or a date with or without a time. */
export const MOMENT =
  /\b\d{10}(?:\d{3}(?:\d{3})?)?\b|\b20\d\d-\d\d-\d\d(?:(?:T|%20)\d\d(?::|%3A)\d\d(?::|%3A)\d\d(?:\.\d+)?(?:Z|%2B00)?)?/g

/**
 * The answer for somebody whose clock is not that of the recording: of those that differ from the request in their moments alone, the
 * nearest one. Of windows it is one that begins within half of a window's length; every other window is quiet, or
 * where none is recorded as quiet has the nearest once more: what comes twice is read once.
 */
export function nearestAnswer(
  answers: readonly CassetteAnswer[],
  request: StableRequest,
): CassetteAnswer | undefined {
  const same = answers.filter((answer) => shapeOf(answer) === shapeOf(request))
  const asked = momentsIn(request)
  const [start = 0, end = Number.POSITIVE_INFINITY] = asked
  const distance = (answer: CassetteAnswer) => Math.abs((momentsIn(answer)[0] ?? 0) - start)
  const [best] = same.toSorted((a, b) => distance(a) - distance(b))
  if (best !== undefined && (asked.length < 2 || distance(best) <= Math.abs(end - start) / 2)) return best
  return answers.find((answer) => isOpenFor(answer, request)) ?? best
}

const whole = ({ method, path, body }: StableRequest) => `${method} ${path} ${body}`
const shapeOf = (request: StableRequest): string => whole(request).replaceAll(MOMENT, '*')

/** Moments of a request in milliseconds, in the order they stand in. */
function momentsIn(request: StableRequest): readonly number[] {
  return (whole(request).match(MOMENT) ?? []).map((text) => {
    if (!/^\d+$/.test(text)) return Date.parse(decodeURIComponent(text).replace('+00', 'Z'))
    return Number(text.padEnd(13, '0').slice(0, 13))
  })
}

function isOpenFor(answer: CassetteAnswer, request: StableRequest): boolean {
  return (
    `${answer.path}${answer.body}`.includes('*') &&
    new RegExp(`^${starred(whole(answer), '[^&]*')}$`, 's').test(whole(request))
  )
}
