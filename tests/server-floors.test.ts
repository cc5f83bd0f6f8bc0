import { describe, expect, test } from 'vitest'
import { circles, importedFiles } from './circles.ts'
import { workspaces, type SourceFile } from './workspace.ts'

const SERVER = 'apps/server/src/'

/**
 * Rooms of the server below its features, from the bottom up. A room imports those before it, never one behind it
 * (ARCHITECTURE.md, "Floors inside the server").
 */
const ROOMS = [
  'platform',
  'journal/transactions',
  'journal/findings',
  'journal/matching',
  'journal/valuing',
  'journal/settling',
  'journal/edits',
  'journal/rules',
  'journal/acts',
  'journal/reading',
  'journal/laying',
  'calculating/settings',
  'calculating/collect',
  'calculating/keep',
  'calculating/run',
]

/** Files by which other features enter a feature. Another file of it is nobody else's business. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  billing: ['plan-of-year', 'require-plan'],
  'broker-forms': ['list-broker-forms'],
  comparisons: ['read-comparison'],
  holdings: [
    'account-names',
    'held-assets',
    'holdings-totals',
    'list-lots',
    'lot-gain',
    'sum-lots',
    'work-out-lots',
  ],
  identity: ['index'],
  imports: [
    'accepted-file',
    'account-acts',
    'import-counts',
    'import-histories',
    'original-records',
    'read-set-aside',
  ],
  methods: ['standing-orders'],
  onboarding: ['onboarding-flag'],
  review: ['effects-in-thread', 'kept-effects', 'questions-together', 'wizard-condition'],
  rules: ['rule-effect'],
  'safe-harbor': ['record-sheet'],
  settings: ['mail-address', 'mail-switches', 'read-setting', 'save-tax-settings', 'toggles'],
  sources: ['find-address'],
  'tax-years': ['amendments', 'lock-before'],
  tax: ['form-totals', 'one-year', 'open-of-year', 'subscription-status', 'tax-details'],
  transactions: ['transaction-detail'],
  treatments: ['change-treatment'],
  workpapers: ['papers-of-year', 'question-counts', 'year-span'],
}

const server = workspaces().find(({ name }) => name === '@lotbook/server')?.files ?? []
const product = server.filter(
  ({ path, isTest }) =>
    !isTest && !['testing', 'demo', 'cluster'].some((beside) => path.startsWith(`${SERVER}${beside}/`)),
)

/** `platform`, `journal/edits`, `features/tax`; null for a file beside the rooms, which may import all of them. */
function roomOf(path: string): string | null {
  const [floor = '', inner = '', rest] = path.slice(SERVER.length).split('/')
  if (floor === 'platform') return floor
  return rest === undefined ? null : `${floor}/${inner}`
}

interface Arrow {
  readonly from: string
  readonly to: string
}

function arrowsOf(files: readonly SourceFile[]): Arrow[] {
  return [...importedFiles(files)].flatMap(([from, imported]) => imported.map((to) => ({ from, to })))
}

/** Arrows that go up, and arrows between features that do not pass through a door. */
function against(arrows: readonly Arrow[]): string[] {
  return arrows.filter((arrow) => !isAllowed(arrow)).map(({ from, to }) => `${from} -> ${to}`)
}

function isAllowed({ from, to }: Arrow): boolean {
  const [room, entered] = [roomOf(from), roomOf(to)]
  if (room === null || room === entered) return true
  if (entered === null) return false
  if (!isFeature(room)) return ROOMS.indexOf(entered) !== -1 && ROOMS.indexOf(entered) < ROOMS.indexOf(room)
  return !isFeature(entered) || isDoor(entered, to)
}

const isFeature = (room: string) => room.startsWith('features/')

function isDoor(feature: string, path: string): boolean {
  const [, noun = ''] = feature.split('/')
  return (DOORS[noun] ?? []).some((door) => path === `${SERVER}features/${noun}/${door}.ts`)
}

test('every file lies in a room that is known', () => {
  const rooms = new Set(product.map(({ path }) => roomOf(path)).filter((room) => room !== null))
  expect([...rooms].filter((room) => !isFeature(room)).toSorted()).toEqual(ROOMS.toSorted())
})

test('imports point down, and into another feature by a door', () => {
  expect(against(arrowsOf(product))).toEqual([])
})

test('every door is used by another feature', () => {
  const entered = new Set(
    arrowsOf(product)
      .filter(({ from, to }) => roomOf(from) !== roomOf(to))
      .map(({ to }) => to),
  )
  const doors = Object.entries(DOORS).flatMap(([noun, names]) =>
    names.map((name) => `${SERVER}features/${noun}/${name}.ts`),
  )
  expect(doors.filter((door) => !entered.has(door))).toEqual([])
})

test('features do not need each other in a circle', () => {
  const features = new Map<string, Set<string>>()
  for (const { from, to } of arrowsOf(product)) {
    const [room, entered] = [roomOf(from), roomOf(to)]
    if (room === null || entered === null || room === entered || !isFeature(room) || !isFeature(entered))
      continue
    features.set(room, (features.get(room) ?? new Set()).add(entered))
  }
  // Each feature as one file that imports the features it needs.
  const asFiles = [
    ...new Set([...features.keys(), ...[...features.values()].flatMap((all) => [...all])]),
  ].map((path): SourceFile => ({
    path,
    text: '',
    isTest: false,
    imports: [...(features.get(path) ?? [])].map((needed) => `../${needed}`),
  }))
  expect(circles(asFiles)).toEqual([])
})

describe('the check sees', () => {
  const arrow = (from: string, to: string): Arrow => ({ from: `${SERVER}${from}`, to: `${SERVER}${to}` })

  test.each([
    arrow('platform/http.ts', 'journal/edits/edit-transaction.ts'),
    arrow('journal/transactions/changes.ts', 'journal/edits/edit-transaction.ts'),
    arrow('journal/laying/write-events.ts', 'calculating/run/work-out.ts'),
    arrow('calculating/run/work-out.ts', 'features/tax/one-year.ts'),
    arrow('features/exports/routes.ts', 'features/tax/explain.ts'),
    arrow('features/tax/routes.ts', 'features.ts'),
  ])('$from -> $to', (wrong) => {
    expect(against([wrong])).toHaveLength(1)
  })

  test.each([
    arrow('features/exports/routes.ts', 'features/tax/one-year.ts'),
    arrow('features/tax/routes.ts', 'journal/edits/edit-transaction.ts'),
    arrow('features.ts', 'features/tax/routes.ts'),
  ])('nothing wrong in $from -> $to', (right) => {
    expect(against([right])).toEqual([])
  })
})
