import { describe, expect, test } from 'vitest'
import { circles, importedFiles } from './circles.ts'
import { importsOf, type SourceFile, workspaces } from './workspace.ts'

const SRC = 'apps/web/src/'

/** The floors of the web from the ground up. A file imports its own floor and those below it. */
const FLOORS = ['ui', 'client', 'shell', 'features', 'app'] as const
type Floor = (typeof FLOORS)[number]

/**
 * The doors of rooms that features enter: the files that another feature may import, each with the reason. The shell is a room
 * of its own here, since it stands below the features but keeps its parts to itself.
 */
const DOORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  shell: {
    'layout-routes.tsx': 'every route names its parent, which decides who gets in',
    'SettingsPage.tsx': 'the frame of every settings screen',
    'ThemeMenu.tsx': 'the first page has a head of its own',
  },
  'broker-forms': {
    'BrokerForms.tsx': 'a part of the screen of a tax year',
  },
  webhooks: {
    'WebhooksCard.tsx': 'webhooks stand beside the access tokens, on one screen for programs',
  },
  billing: {
    'LikelyCost.tsx': 'the receipt of an import says what its years will cost',
    'PlanPoints.tsx': 'the step of the plan says what one pays for as the page of plans does',
    'money-of-cents.ts': 'the step of the plan shows its price as the page of plans does',
  },
  comparisons: {
    'calculation-differences.ts': 'the list of calculations says what differs between two of them',
  },
  connections: {
    'WalletFinder.tsx': 'the wallets begin with addresses that may be more of them',
  },
  exports: {
    'FormGuard.tsx': 'the packet asks first where a form does',
    'PrintNotes.tsx': 'the packet says which forms are not on the paper that was asked for',
    'export-words.ts': 'the packet of a year is an export, named as the others are',
    'use-exports.ts': 'the same, made and saved as the others are',
  },
  identity: {
    'use-fresh-session.tsx': 'creating an access token asks for the password as a change of security does',
    'ResendLink.tsx': 'whoever must confirm the email before they invite gets its link again there',
    'GetStartedPage.tsx': 'the first step of the walk begins with what the start card asks',
  },
  imports: {
    'AnswerDialog.tsx': 'the wallets ask what a file left open as the history does',
    'DeleteAccount.tsx': 'an account is deleted alike from the wallets and from the history',
    'FileName.tsx': 'the wallets list the same files',
    'FindingsSheet.tsx': 'the wallets show the notes of a file as the history does',
    'ImportReceipts.tsx': 'an import ends on the screen that the person works from',
    'ReceiptPlace.tsx': 'the receipt of an import has its place wherever an import ends',
    'recent-imports.ts': 'the same, from the start',
    'refresh-accounts.ts': 'closing a bankruptcy changes what deleting an account does',
    'NameField.tsx': 'an account is renamed alike from the wallets and from the history',
    'fetch-state.ts': 'the wallets say how a connected account stands as the history does',
    'RenewAccess.tsx': 'a connection is let in again alike from the wallets and from the history',
    'PreviewDialog.tsx': 'the wallets show the rows of a file as the history does',
    'import-state.ts': 'a price file is read and shown like an import',
    'live-progress.ts': 'the wallets show how far an import is as the history does',
    'use-connection-items.tsx': 'the wallets fetch again and replace a key as the history does',
    'use-live-progress.ts': 'the same, while the screen is open',
    'use-source-actions.ts': 'the wallets do the same with a source as the history',
    'use-us-based.ts': 'the wallets mark an account as the history does',
  },
  'journal-runs': {
    'UndoManyDialog.tsx': 'lists that change many transactions undo them as one',
    'journal-run-words.ts': 'every list says alike what a piece of work changed and left',
    'use-journal-run.ts': 'lists follow the work that they started',
  },
  prices: {
    'PriceLookup.tsx': 'the form of a transaction looks up the price of its day',
    'price-words.ts': 'a question for a price says how far the search for it is',
  },
  'removal-forms': {
    'RemovalForms.tsx': 'a part of the filing of a year',
    'TransactionForms.tsx': 'the details of a transaction have the form it belongs on',
    'use-removal-forms.ts': 'the filing counts what their forms still need among what is missing',
  },
  review: {
    'effect-words.ts': 'a rule tells its effect on the tax years as an answer does',
  },
  road: {
    'AmendmentStrip.tsx': 'every screen of a filed year says what changed it',
    'amendment-words.ts': 'the same, in a list and in a heading',
    'use-amendment.ts': 'the same, for a screen that decides by it',
    'road-words.ts': 'the next step of the dashboard has the words and the path of the road',
    'use-road.ts': 'screens know which step comes next, so that one button stands out',
  },
  'safe-harbor': {
    'SafeHarborStrip.tsx': 'the screens of a tax year lead to the allocation',
  },
  settings: {
    'TaxSettingsForm.tsx': 'the tax screen has the settings beside the button that uses them',
    'tax-setting-words.ts': 'methods, comparisons and results name the settings alike',
  },
  sources: {},
  'tax-years': {
    'CarriedDifferences.tsx': 'a part of the screen of a tax year',
    'FiledStrip.tsx': 'a part of the screen of a tax year',
    'LockForm.tsx': 'the lock is one of the tax settings',
    'MarkAsFiled.tsx': 'a part of the screen of a tax year',
    'ProposedAmendment.tsx': 'a part of the screen of a tax year',
  },
  tax: {
    'YearSwitch.tsx': 'the dashboard and the filing lead from year to year as the results do',
    'YearFigures.tsx': 'the dashboard begins with the figures of the year',
    'open-totals.ts': 'the filing counts the open items of a year as its results do',
    'landing-year.ts': 'the dashboard shows the year that the results would',
  },
  transactions: {
    'NothingInYear.tsx': 'the screens of a tax year without transactions say so alike',
    'TypeSelect.tsx': 'a rule chooses a type as an edit does',
    'finding-words.ts': 'the queue and the results name a finding as the list does',
    'headline.ts': 'the queue names a transaction as the list does',
    'type-value.ts': 'the value of TypeSelect',
    'use-asset-names.ts': 'results name an asset by id; its ticker is with the transactions',
    'use-years.ts': 'the years that have transactions are the ones to choose from',
    'years-held.ts': 'the same, for a year that is typed into the address',
  },
  treatments: {
    'treatment-words.ts': 'settings, comparisons and manifests name a treatment alike',
  },
  workpapers: {
    'OpenQuestions.tsx': 'the dashboard says what waits for an answer',
    'Questions.tsx': 'the page of who has access has what they asked',
    'SignedSteps.tsx': 'the same page has what they signed off',
    'TransactionPapers.tsx': 'the details of a transaction have the questions about it',
    'Workpapers.tsx': 'a part of the page of a client',
  },
  'what-if': {
    'EstimateFields.tsx': 'every comparison of outcomes asks the same for its estimate',
    'EstimateLines.tsx': 'the dashboard and the plan of the year add an estimate up alike',
    'RefusedTransaction.tsx': 'whatever cannot be worked out leads to the transaction that is why',
    'estimate-search.ts': 'the address of every such screen holds those inputs',
  },
}

/** Packages of the calls. */
const CALLS = /^(@lotbook\/contract|@orpc\/|@tanstack\/react-query$|virtual:contract-routes)/

interface Place {
  readonly floor: Floor | undefined
  /** The feature, or the shell where it counts as a room with doors. */
  readonly room: string | undefined
  /** The path within the room. */
  readonly file: string
}

/** Floor, room and path of a file of the web. `main.tsx` starts the roof; a file on no floor has none. */
function placeOf(path: string): Place {
  const [first = '', second = '', ...rest] = path.slice(SRC.length).split('/')
  if (path === `${SRC}main.tsx`) return { floor: 'app', room: undefined, file: 'main.tsx' }
  const floor = FLOORS.find((one) => one === first)
  if (floor === 'features' && rest.length > 0) return { floor, room: second, file: rest.join('/') }
  return { floor, room: floor === 'shell' ? 'shell' : undefined, file: [second, ...rest].join('/') }
}

/** Imports that go up a floor, as `from: to`. */
function upward(files: readonly SourceFile[]): string[] {
  return arrows(files).flatMap(({ from, to }) => {
    const [above, below] = [placeOf(from).floor, placeOf(to).floor]
    const isDown =
      above !== undefined && below !== undefined && FLOORS.indexOf(below) <= FLOORS.indexOf(above)
    return isDown ? [] : [`${from}: ${to}`]
  })
}

/** Imports by a feature of another room's file that is no door, as `from: to`. */
function pastTheDoor(files: readonly SourceFile[]): string[] {
  return acrossRooms(files).flatMap(({ from, to }) => {
    const { room = '', file } = placeOf(to)
    return Object.hasOwn(DOORS[room] ?? {}, file) ? [] : [`${from}: ${to}`]
  })
}

/** Circles among features, each feature taken as one file that imports what any of its files does. */
function circlesOfFeatures(files: readonly SourceFile[]): string[][] {
  const between = acrossRooms(files)
  const rooms = new Set(between.flatMap(({ from, to }) => [placeOf(from).room ?? '', placeOf(to).room ?? '']))
  return circles(
    [...rooms].map((room) => ({
      path: room,
      text: '',
      imports: between
        .filter(({ from }) => placeOf(from).room === room)
        .map(({ to }) => `./${placeOf(to).room ?? ''}`),
      isTest: false,
    })),
  )
}

/** Imports by a feature of another feature or of the shell. */
function acrossRooms(files: readonly SourceFile[]): Arrow[] {
  return arrows(files).filter(({ from, to }) => {
    const [own, other] = [placeOf(from), placeOf(to)]
    return own.floor === 'features' && other.room !== undefined && own.room !== other.room
  })
}

interface Arrow {
  readonly from: string
  readonly to: string
}

function arrows(files: readonly SourceFile[]): Arrow[] {
  return [...importedFiles(files)].flatMap(([from, imported]) => imported.map((to) => ({ from, to })))
}

const web = workspaces().find(({ name }) => name === '@lotbook/web')?.files ?? []

test('every file of the web stands on a floor, and every floor has files', () => {
  const adrift = web.filter(({ path }) => placeOf(path).floor === undefined).map(({ path }) => path)
  expect(adrift).toEqual([`${SRC}vite-env.d.ts`])
  expect(new Set(web.map(({ path }) => placeOf(path).floor).filter(Boolean))).toEqual(new Set(FLOORS))
  // A feature is a folder: no file stands beside them.
  const loose = web.filter(
    ({ path }) => placeOf(path).floor === 'features' && placeOf(path).room === undefined,
  )
  expect(loose).toEqual([])
})

test('imports go down the floors only', () => {
  expect(upward(web)).toEqual([])
})

test('a feature is entered by its doors', () => {
  expect(pastTheDoor(web)).toEqual([])
})

test('every door is used', () => {
  const entered = new Set(acrossRooms(web).map(({ to }) => `${placeOf(to).room ?? ''}/${placeOf(to).file}`))
  const named = Object.entries(DOORS).flatMap(([room, doors]) =>
    Object.keys(doors).map((file) => `${room}/${file}`),
  )
  expect(named.filter((door) => !entered.has(door))).toEqual([])
})

test('features depend on each other in no circle', () => {
  expect(circlesOfFeatures(web)).toEqual([])
})

test('ui knows no call: neither the contract nor what sends and keeps its answers', () => {
  const calls = web
    .filter(({ path }) => placeOf(path).floor === 'ui')
    .flatMap(({ path, imports }) => imports.filter((one) => CALLS.test(one)).map((one) => `${path}: ${one}`))
  expect(calls).toEqual([])
})

describe('the checks see', () => {
  const at = (path: string, text: string): SourceFile => ({
    path: SRC + path,
    text,
    imports: importsOf(text),
    isTest: false,
  })
  const ground = [
    at('ui/Button.tsx', ''),
    at('client/api.ts', "import '../ui/Button.tsx'"),
    at('shell/AppShell.tsx', "import '../client/api.ts'"),
    at('shell/layout-routes.tsx', "lazy(() => import('./AppShell.tsx'))"),
    at('features/transactions/headline.ts', "import '../../ui/Button.tsx'"),
    at('features/transactions/Leg.tsx', "import './headline.ts'"),
    at('features/review/Queue.tsx', "import '../transactions/headline.ts'\nimport '../../client/api.ts'"),
    at('app/routes.tsx', "lazy(() => import('../features/review/Queue.tsx'))"),
    at('main.tsx', "import './app/routes.tsx'"),
  ]
  const withOne = (path: string, text: string) => [...ground, at(path, text)]

  test('nothing in a house that stands', () => {
    expect([upward(ground), pastTheDoor(ground), circlesOfFeatures(ground), circles(ground)]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  test.each([
    ['ui/Bad.tsx', "import { api } from '../client/api.ts'"],
    ['client/bad.ts', "import type { Frame } from '../shell/AppShell.tsx'"],
    ['shell/Bad.tsx', "const Queue = lazy(() => import('../features/review/Queue.tsx'))"],
    ['features/review/Bad.tsx', "export { routeTree } from '../../app/routes.tsx'"],
    ['utils/bad.ts', "import '../ui/Button.tsx'"],
  ])('an arrow that goes up, or to no floor: %s', (path, text) => {
    const found = upward(withOne(path, text)).map((arrow) => arrow.split(':')[0])
    expect(found).toEqual([SRC + path])
  })

  test.each([
    ['features/review/Bad.tsx', "import { Leg } from '../transactions/Leg.tsx'"],
    ['features/review/Bad.tsx', "import type { Shell } from '../../shell/AppShell.tsx'"],
    ['features/review/deep/Bad.tsx', "lazy(() => import('../../transactions/Leg.tsx'))"],
  ])('a feature entered past its door: %s', (path, text) => {
    expect(pastTheDoor(withOne(path, text)).map((arrow) => arrow.split(':')[0])).toEqual([SRC + path])
  })

  test('two features that depend on each other, where no file does', () => {
    const files = withOne(
      'features/transactions/Bad.tsx',
      "import { Answers } from '../review/Answers.tsx'",
    ).concat(at('features/review/Answers.tsx', ''))
    expect(circles(files)).toEqual([])
    expect(circlesOfFeatures(files)).toEqual([['review', 'transactions']])
  })
})
