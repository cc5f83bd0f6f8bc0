import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { customerWith } from '../testing/customer-journal.ts'
import { testServer } from '../testing/test-server.ts'
import { silentLog } from './log.ts'
import { startTelemetry } from './telemetry.ts'
import { traced } from './watched.ts'

const server = await testServer()
const DEPLOY = join(import.meta.dirname, '../../../../deploy')
const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T12:00:00Z,buy,1,CANARYCOIN,31337.77,USD,,,Coinbase,yes,b1
2025-02-01T12:00:00Z,sell,90000,USD,1,CANARYCOIN,,,Coinbase,yes,s1
`

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
}

/** A collector of traces that keeps what it is sent. */
async function collector() {
  const bodies: string[] = []
  const http = createServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void http.close())
  const spans = () =>
    bodies.flatMap((body) =>
      (
        JSON.parse(body) as {
          resourceSpans: readonly { scopeSpans: readonly { spans: readonly Span[] }[] }[]
        }
      ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: of }) => of)),
    )
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, bodies, spans }
}

async function freePort(): Promise<number> {
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  await new Promise((resolve) => http.close(resolve))
  return port
}

const start = (config: { metrics?: { host: string; port: number }; tracesUrl?: string }) =>
  startTelemetry({
    config: { metrics: undefined, tracesUrl: undefined, role: 'all', ...config },
    requests: server.db,
    jobs: server.db,
    log: silentLog,
  })

test('switched off, nothing is collected and work is done as it is', async () => {
  expect(await start({})).toBeUndefined()
  const answer = Promise.resolve(1)
  expect(traced('sql', 'select', {}, () => answer)).toBe(answer)
})

test('an import and a calculation are seen in figures and in traces, and nothing of the customer is', async () => {
  const to = await collector()
  const telemetry = await start({ metrics: { host: '127.0.0.1', port: await freePort() }, tracesUrl: to.url })
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  const [row] = await journal.rows()
  await journal.customer.expect(200, 'GET', `/transactions/${row!.id}`)
  const figures = await (await fetch(telemetry!.metricsAddress!)).text()
  await telemetry!.stop()

  for (const line of [
    /^lotbook_request_seconds_count\{method="GET",route="\/transactions\/\{id\}",status="200"\} 1$/m,
    /^lotbook_job_seconds_count\{queue="read-import",outcome="done"\} 1$/m,
    /^lotbook_jobs\{queue="read-import",state="waiting"\} 0$/m,
    /^lotbook_jobs_oldest_seconds\{queue="calculate-taxes"\} 0$/m,
    /^lotbook_pool_connections\{pool="requests",state="waiting"\} 0$/m,
    /^lotbook_process_resident_bytes\{process="server"\} \d{8,}$/m,
    /^lotbook_event_loop_delay_seconds\{quantile="0.99"\} 0\.\d+$/m,
  ])
    expect(figures).toMatch(line)

  const spans = to.spans()
  const job = spans.find(({ name }) => name === 'job read-import')
  const request = spans.find(({ name }) => name === 'request GET /transactions/{id}')
  for (const whole of [job, request]) {
    const within = spans.filter(({ parentSpanId }) => parentSpanId === whole?.spanId)
    expect(within.map(({ name }) => name)).toContain('sql select')
    expect(new Set(within.map(({ traceId }) => traceId))).toEqual(new Set([whole?.traceId]))
  }
  for (const secret of ['CANARYCOIN', journal.userId, row!.id, 'example.com', '31337'])
    expect(figures + to.bodies.join()).not.toContain(secret)
})

test('the dashboard and the alerts ask for figures that there are', async () => {
  const telemetry = await start({ metrics: { host: '127.0.0.1', port: await freePort() } })
  await (await customerWith(server)).import('history.csv', HISTORY)
  const figures = await (await fetch(telemetry!.metricsAddress!)).text()
  await telemetry!.stop()
  const known = new Set([...figures.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))

  const dashboard = JSON.parse(readFileSync(join(DEPLOY, 'grafana/lotbook.json'), 'utf8')) as {
    panels: readonly { title: string; targets?: readonly { expr: string }[] }[]
  }
  const { groups } = parse(readFileSync(join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8')) as {
    groups: readonly { rules: readonly { alert: string; expr: string; annotations: { summary: string } }[] }[]
  }
  const asked = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ]
  expect(asked.length).toBeGreaterThan(12)
  const names = new Set(asked.flatMap((expr) => expr.match(/lotbook_\w+/g) ?? []))
  // Providers are asked by none of the requests above.
  const missing = [...names]
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !known.has(name))
  expect(new Set(missing)).toEqual(new Set(['lotbook_provider_seconds']))
  expect(readdirSync(DEPLOY)).toEqual(expect.arrayContaining(['grafana', 'prometheus']))
})
