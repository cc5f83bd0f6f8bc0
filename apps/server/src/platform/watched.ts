import { type Attributes, metrics, SpanStatusCode, trace } from '@opentelemetry/api'

/** Work of a node that is timed and traced where somebody collects it. */
export type Work = 'request' | 'job' | 'provider' | 'sql'

/** Work that is timed. Statements of SQL are traced alone: they are too many to be told apart by their text. */
type Timed = Exclude<Work, 'sql'>
type Recorder = (seconds: number, attributes: Attributes) => void

let recorders: { readonly [one in Timed]: Recorder } | undefined
let isTraced = false

const NAMES: { readonly [one in Timed]: { readonly name: string; readonly description: string } } = {
  request: { name: 'lotbook_request_seconds', description: 'Requests, by method, route and status.' },
  job: { name: 'lotbook_job_seconds', description: 'Jobs, by queue and how they ended.' },
  provider: { name: 'lotbook_provider_seconds', description: 'Requests to providers, by what came of them.' },
}
/** From a lookup of a key to a long calculation. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]

/** Begin to time and trace. Before, and where nobody collects, `watched` only does the work. */
export function startWatching({
  isTimed,
  isTracing,
}: {
  readonly isTimed: boolean
  readonly isTracing: boolean
}): void {
  isTraced = isTracing
  if (!isTimed) return
  const meter = metrics.getMeter('lotbook')
  const of = (work: Timed): Recorder => {
    const { name, description } = NAMES[work]
    const advice = { explicitBucketBoundaries: BOUNDS }
    const histogram = meter.createHistogram(name, { description, advice })
    return (seconds, attributes) => histogram.record(seconds, attributes)
  }
  recorders = { request: of('request'), job: of('job'), provider: of('provider') }
}

/** Go back to doing the work alone. */
export function stopWatching(): void {
  recorders = undefined
  isTraced = false
}

/** Record the time of work that is not one call, such as a request from its first byte to its last. */
export function timed(work: Timed, seconds: number, attributes: Attributes): void {
  recorders?.[work](seconds, attributes)
}

/**
 * Do some work as a span of a trace: what is done within it is a part of it. Attributes say what kind of work it is, in words of the
 * program, and nothing of a customer.
 */
export function traced<T>(
  work: Work,
  name: string,
  attributes: Attributes,
  run: () => Promise<T>,
): Promise<T> {
  if (!isTraced) return run()
  return trace.getTracer('lotbook').startActiveSpan(`${work} ${name}`, { attributes }, async (span) => {
    try {
      return await run()
    } catch (error) {
      // Its words may name what a customer sent: the kind of the fault is enough here, and the log has the rest.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'fault' })
      throw error
    } finally {
      span.end()
    }
  })
}
