import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate, ValidationSeverity } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { haproxyConfiguration } from '../apps/server/src/cluster/configurations.ts'

/*
 * The files of `deploy/` are run where there is a container engine; here they are held to what they name: files, commands, variables and
 * routes that there are, and the bounds that every node has.
 */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Container {
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string }[]
  readonly resources?: { readonly requests?: object; readonly limits?: { readonly memory?: string } }
  readonly securityContext?: object
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
}
interface Probe {
  readonly httpGet: { readonly path: string }
}
interface Pod {
  readonly metadata: { readonly labels: Labels }
  readonly spec: {
    readonly securityContext: object
    readonly containers: readonly Container[]
    readonly terminationGracePeriodSeconds?: number
  }
}
type Labels = Readonly<Record<string, string>>
interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: { readonly template?: Pod; readonly selector?: Labels | { readonly matchLabels: Labels } }
}
interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly depends_on?: Readonly<Record<string, object>>
}

const FOLDER = 'deploy/kubernetes'
const resources = readdirSync(join(root, FOLDER)).flatMap((file) =>
  parseAllDocuments(read(join(FOLDER, file))).map((document) => {
    expect(document.errors, file).toEqual([])
    return document.toJS() as Resource
  }),
)
const pods = resources.flatMap(({ kind, metadata, spec }) =>
  spec?.template === undefined ? [] : [{ kind, name: metadata.name, pod: spec.template }],
)
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
}
const nodes = Object.entries(compose.services).filter(([, { image }]) => image === 'lotbook')

const KNOWN_VARIABLES = read('apps/server/src/platform/config.ts')
const ROUTES = read('apps/server/src/platform/probes.ts')

/** What a container runs: a file of the repository, and for the operator's program one of its commands. */
function expectRuns([file = '', command]: readonly string[]) {
  expect(existsSync(join(root, file)), file).toBe(true)
  if (command !== undefined) expect(read(file)).toMatch(new RegExp(`^  ${command} `, 'm'))
}

/** Variables that the configuration reads; what is mistyped would go unnoticed. */
function expectKnown(names: readonly string[]) {
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(KNOWN_VARIABLES))).toEqual([])
}

describe('the image', () => {
  const text = read('deploy/Containerfile')

  test('is built by instructions without a mistake, from files that there are', () => {
    const faults = validate(text).filter(({ severity }) => severity === ValidationSeverity.ERROR)
    expect(faults).toEqual([])
    const copied = [...text.matchAll(/^COPY (?!--from)(.*)$/gm)].flatMap(([, names = '']) =>
      names.split(' ').slice(0, -1),
    )
    expect(copied.length).toBeGreaterThan(4)
    expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([])
  })

  test('runs the server as a user without rights, with the flags of `npm start`', () => {
    const last = text.slice(text.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^USER node$/m)
    const flags = [...read('scripts/toolchain.mjs').matchAll(/'(--max-[^']+|glibc[^']+)'/g)].map(
      ([, flag]) => flag,
    )
    expect(flags).toHaveLength(3)
    for (const flag of flags) expect(last).toContain(flag)
    const [, main = ''] = /^CMD \["([^"]+)"\]$/m.exec(last) ?? []
    expectRuns([main])
  })
})

describe('Kubernetes', () => {
  test('every resource says what it is, and none has the name of another of its kind', () => {
    const names = resources.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`)
    expect(names.filter((name) => name.includes('undefined'))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })

  test('what nodes are told is what they ask for', () => {
    expectKnown(resources.flatMap(({ data = {} }) => Object.keys(data)))
    expectKnown(
      pods.flatMap(({ pod }) => pod.spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
    )
  })

  test.each(pods)(
    '$kind $name: no rights, nothing to write to but its own folders, and bounds',
    ({ pod }) => {
      expect(pod.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const container of pod.spec.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.stringMatching(/Gi$/) },
        })
        if (container.args !== undefined) expectRuns(container.args)
      }
    },
  )

  test('a node that serves is asked by routes that there are, and has longer to stop than it takes', () => {
    const { pod } = pods.find(({ name }) => name === 'lotbook-api') ?? {}
    const [container] = pod?.spec.containers ?? []
    for (const probe of [container?.startupProbe, container?.readinessProbe])
      expect(probe?.httpGet.path).toBe('/readyz')
    expect(container?.livenessProbe?.httpGet.path).toBe('/livez')
    for (const route of ['/readyz', '/livez']) expect(ROUTES).toContain(`app.get('${route}'`)
    const drain = Number(resources.find(({ kind }) => kind === 'ConfigMap')?.data?.['LOTBOOK_DRAIN_S'])
    const [, limit = ''] = /STOP_LIMIT_MS = (\d+)_000/.exec(read('apps/server/src/main.ts')) ?? []
    for (const { kind, pod: one } of pods)
      if (kind === 'Deployment')
        expect(one.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + Number(limit))
  })

  test('a service and each disruption budget choose the pods of one deployment', () => {
    const choosing = resources.filter(({ kind }) => ['Service', 'PodDisruptionBudget'].includes(kind))
    expect(choosing).toHaveLength(3)
    for (const { spec } of choosing) {
      const { selector = {} } = spec ?? {}
      const wanted = ('matchLabels' in selector ? selector.matchLabels : selector) as Labels
      const chosen = pods.filter(({ pod }) =>
        Object.entries(wanted).every(([name, value]) => pod.metadata.labels[name] === value),
      )
      expect(chosen).toHaveLength(1)
    }
  })
})

describe('containers on one machine', () => {
  test('two nodes serve and two work, each without rights and with variables that are read', () => {
    const roles = nodes.map(([, { environment }]) => environment?.['LOTBOOK_ROLE'])
    expect(roles).toEqual([undefined, 'api', 'api', 'worker', 'worker'])
    for (const [, node] of nodes) {
      expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expectKnown(Object.keys(node.environment ?? {}))
      if (node.command !== undefined) expectRuns(node.command)
    }
  })

  test('what a service waits for is there, and the proxy knows every node that serves', () => {
    const names = new Set(Object.keys(compose.services))
    const awaited = Object.values(compose.services).flatMap(({ depends_on = {} }) => Object.keys(depends_on))
    expect(awaited.filter((name) => !names.has(name))).toEqual([])
    const known = [...read('deploy/haproxy.cfg').matchAll(/^  server (\S+) \1:3000$/gm)].map(
      ([, name]) => name,
    )
    expect(known).toEqual(
      nodes.filter(([, { environment }]) => environment?.['LOTBOOK_ROLE'] === 'api').map(([name]) => name),
    )
  })

  test('the proxy asks, waits and repeats as that of `npm run cluster` does', () => {
    // All but the places: ports, nodes and the socket of statistics.
    const rules = (text: string) =>
      text
        .split('\n')
        .filter((line) => /^ {2}\S/.test(line) && !/^ {2}(#|bind|server|stats|maxconn) ?/.test(line))
    const cluster = haproxyConfiguration({ port: 0, nodes: [], statistics: '' })
    expect(rules(read('deploy/haproxy.cfg'))).toEqual(rules(cluster))
  })
})
