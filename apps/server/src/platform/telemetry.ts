import { monitorEventLoopDelay } from 'node:perf_hooks'
import { context, metrics, type Meter, trace } from '@opentelemetry/api'
import project from '../../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { JOBS_SCHEMA } from './job-schema.ts'
import { errorText, type Log } from './log.ts'
import { processMemory } from './process-memory.ts'
import { startWatching, stopWatching } from './watched.ts'

/** What figures are read from when somebody collects them. */
export interface Observed {
  readonly config: Pick<Config, 'metrics' | 'tracesUrl' | 'role'>
  readonly requests: Database
  readonly jobs: Database
  readonly log: Log
}

export interface Telemetry {
  /** Where the figures are read, for a port that the system chose. */
  readonly metricsAddress: string | undefined
  stop(): Promise<void>
}

/**
 * Begin to collect figures and traces where the configuration asks for them; nothing of it is loaded otherwise.
 *
 * Figures are read by Prometheus at `/metrics` on a port of its own, which is for the operator's network alone. Traces go to a collector by
 * OTLP over HTTP, at an address that the operator named.
 */
export async function startTelemetry(observed: Observed): Promise<Telemetry | undefined> {
  const { metrics: at, tracesUrl } = observed.config
  if (at === undefined && tracesUrl === undefined) return undefined
  const [figures, traces] = await Promise.all([
    at === undefined ? undefined : startFigures(at, observed),
    tracesUrl === undefined ? undefined : startTraces(tracesUrl, observed),
  ])
  startWatching({ isTimed: figures !== undefined, isTracing: traces !== undefined })
  return {
    metricsAddress: figures?.address,
    async stop() {
      stopWatching()
      await Promise.all([figures?.stop(), traces?.stop()])
    },
  }
}

interface Started {
  stop(): Promise<void>
}

async function startFigures(
  { host, port }: NonNullable<Config['metrics']>,
  observed: Observed,
): Promise<Started & { readonly address: string }> {
  const [{ PrometheusExporter }, { MeterProvider }] = await Promise.all([
    import('@opentelemetry/exporter-prometheus'),
    import('@opentelemetry/sdk-metrics'),
  ])
  const reader = new PrometheusExporter({ host, port, withoutScopeInfo: true, preventServerStart: true })
  const provider = new MeterProvider({ resource: await resourceOf(observed.config.role), readers: [reader] })
  await reader.startServer()
  metrics.setGlobalMeterProvider(provider)
  const delay = addGauges(provider.getMeter('lotbook'), observed)
  return {
    address: `http://${host}:${port}/metrics`,
    async stop() {
      delay.disable()
      metrics.disable()
      await provider.shutdown()
    },
  }
}

async function startTraces(url: string, { config }: Observed): Promise<Started> {
  const [{ TracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: await resourceOf(config.role),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return {
    async stop() {
      trace.disable()
      context.disable()
      await provider.shutdown()
    },
  }
}

async function resourceOf(role: Config['role']) {
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  return resourceFromAttributes({
    'service.name': 'lotbook',
    'service.version': project.version,
    'lotbook.role': role,
  })
}

/** Figures that are there to be read, and not counted as work is done. */
function addGauges(meter: Meter, { requests, jobs, log }: Observed) {
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description })

  const memory = gauge('lotbook_process_resident_bytes', 'Memory of this process and of those it started.')
  memory.addCallback((result) => {
    for (const [name, bytes] of sums(processMemory().map(({ name, residentBytes }) => [name, residentBytes])))
      result.observe(bytes, { process: name })
  })

  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const loop = gauge('lotbook_event_loop_delay_seconds', 'Delay of the event loop since it was last read.')
  loop.addCallback((result) => {
    for (const quantile of [50, 99])
      result.observe(delay.percentile(quantile) / 1e9, { quantile: quantile / 100 })
    result.observe(delay.max / 1e9, { quantile: 1 })
    delay.reset()
  })

  const connections = gauge(
    'lotbook_pool_connections',
    'Connections to the database, by state; and who waits for one.',
  )
  connections.addCallback((result) => {
    const pools = { requests: requests.app, identity: requests.identity, jobs: jobs.app }
    for (const [pool, { state }] of Object.entries(pools)) {
      result.observe(state.idle, { pool, state: 'idle' })
      result.observe(state.open - state.idle, { pool, state: 'busy' })
      result.observe(state.waiting, { pool, state: 'waiting' })
    }
  })

  const depth = gauge('lotbook_jobs', 'Jobs of all nodes that wait or run, by queue.')
  const age = gauge(
    'lotbook_jobs_oldest_seconds',
    'Time that the longest waiting job of a queue has been due.',
  )
  meter.addBatchObservableCallback(
    async (result) => {
      try {
        for (const { name, waiting, active, oldest } of await queuesOf(jobs)) {
          result.observe(depth, waiting, { queue: name, state: 'waiting' })
          result.observe(depth, active, { queue: name, state: 'active' })
          result.observe(age, oldest, { queue: name })
        }
      } catch (error) {
        log.warn({ error: errorText(error) }, 'the queues could not be counted')
      }
    },
    [depth, age],
  )
  return delay
}

function sums(pairs: readonly (readonly [string, number])[]): Map<string, number> {
  const of = new Map<string, number>()
  for (const [name, value] of pairs) of.set(name, (of.get(name) ?? 0) + value)
  return of
}

interface QueueState {
  readonly name: string
  readonly waiting: number
  readonly active: number
  readonly oldest: number
}

async function queuesOf(db: Database): Promise<readonly QueueState[]> {
  const { rows } = await db.app.query<QueueState>(`
    select q.name, count(j.id) filter (where j.state < 'active')::int as waiting,
      count(j.id) filter (where j.state = 'active')::int as active,
      coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())), 0)::float8 as oldest
    from ${JOBS_SCHEMA}.queue q left join ${JOBS_SCHEMA}.job j on j.name = q.name and j.state <= 'active'
    group by q.name order by q.name`)
  return rows
}
