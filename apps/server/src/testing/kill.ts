import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ImportSource, OneYear, TaxDetails, UploadResult } from '@lotbook/contract'
import { Browser } from '../demo/browser.ts'
import { comparable, LONG_WORKS, type LongWork, PREPARED } from './long-works.ts'
import {
  check,
  childrenOf,
  comesTrue,
  ended,
  errorsIn,
  scenario,
  type ServerProcesses,
  type Started,
} from './server-process.ts'
import { startsAndStops } from './starts-and-stops.ts'

/*
 * A server starts, stops and starts again (`startsAndStops`); on the same data then, SF1, SF14: it is killed without a word at a random moment of an import and of a calculation. Started again it
 * finishes both, once: the same transactions and the same result, by its hash, as a run that nobody disturbed. So does each
 * other work that takes long, with the same outcome. Before that its reading processes are killed, and at last it is stopped in the midst of an import.
 * Run: node apps/server/src/testing/kill.ts [--rounds=N] [--seed=N]
 */

const PASSWORD = 'plum-engine-violet-93'
const ROWS = 4_000
const LATEST_KILL_MS = 2_500
/** The works of the engine on this history take less than this. */
const LATEST_WORK_KILL_MS = 600
const LIMIT_MS = 90_000

const option = (name: string, otherwise: number) =>
  Number(process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const rounds = option('rounds', 2)
const seed = option('seed', Date.now() % 1_000_000)
console.log(`seed ${seed}, ${rounds} rounds`)

/** Numbers from 0 to 1 that the seed decides (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A Kraken ledger in which bitcoin is bought a hundred times more often than sold. */
function ledger(): string {
  const lines = ['txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance']
  for (let n = 0; n < ROWS / 2; n += 1) {
    const time = new Date(Date.UTC(2023, 0, 1) + n * 7_200_000).toISOString().slice(0, 19).replace('T', ' ')
    const [coin, cash] = n % 100 === 99 ? ['-0.0500000000', '1500.0000'] : ['0.0010000000', '-25.0000']
    lines.push(`LC${n},R${n},${time},trade,tradespot,currency,XXBT,spot / main,${coin},0.0000000000,`)
    lines.push(`LU${n},R${n},${time},trade,tradespot,currency,ZUSD,spot / main,${cash},0.0400,`)
  }
  return `${lines.join('\n')}\n`
}

const file = ledger()

async function signedIn(address: string, email: string, isNew: boolean): Promise<Browser> {
  const browser = new Browser(address)
  if (isNew) await browser.post('/identity/sign_up', { email, password: PASSWORD })
  await browser.post('/identity/log_in', { email, password: PASSWORD })
  if (isNew) await browser.post('/onboarding/settings/update_role', { role: 'customer' })
  return browser
}

function upload(browser: Browser): Promise<UploadResult> {
  const form = new FormData()
  form.set('file', new File([file], 'ledgers.csv', { type: 'text/csv' }))
  return browser.upload<UploadResult>('/csv_uploads', form)
}

async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const begun = performance.now()
  while (performance.now() - begun < LIMIT_MS) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await wait(200)
  }
  throw new Error(`${what} did not come to an end in ${LIMIT_MS / 1000} s`)
}

const imported = (browser: Browser, id: string | null) =>
  until('the import', async () => {
    const { data } = await browser.get<{ data: ImportSource }>(`/imports/v2/sources/${id}`)
    return data.import_status === 'complete' ? data : undefined
  })

const calculated = (browser: Browser) =>
  until('the calculation', async () => {
    const { data } = await browser.get<{ data: TaxDetails }>('/imports/v1/tax_calculations/details')
    return data.tax_calculated === true ? data : undefined
  })

async function resultOf(browser: Browser): Promise<string> {
  const { data } = await browser.get<{ data: OneYear }>('/one_year?year=2023')
  const { total } = await browser.get<{ total: number }>('/transactions?limit=1')
  return `${total} transactions, result ${data.calculation.result_hash}`
}

const emailOf = (round: number) => `round-${round}@example.com`

const outcomeOf = async (work: LongWork, browser: Browser, id: string) =>
  comparable(await until(work.name, () => work.outcome(browser, id)))

function whereTheyPart(found: string, expected: string): string {
  let at = 0
  while (found[at] === expected[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 100)
  return `it is ${around(found)} where it was ${around(expected)}`
}

async function killed(server: ServerProcesses, started: Started, afterMs: number): Promise<Started> {
  await wait(afterMs)
  started.child.kill('SIGKILL')
  await ended(started.child)
  return server.start()
}

/** A reading process that waits for a file is killed, and one that reads: another reads, and the server goes on. */
async function killsReadingProcesses({ address, child, output }: Started): Promise<void> {
  const reading = () => childrenOf(child.pid ?? 0, 'read-file.child')
  const browser = await signedIn(address, 'readers@example.com', true)
  await imported(browser, (await upload(browser)).source_id)
  for (const pid of reading()) process.kill(pid, 'SIGKILL')
  check('a killed idle reader is told of', await comesTrue(() => output().includes('stood ready ended')))
  const { source_id: next } = await upload(await signedIn(address, 'next@example.com', true))
  const other = await signedIn(address, 'next@example.com', false)
  check('another file is imported behind it', (await imported(other, next)).status_code === null)
  const { source_id: last } = await upload(await signedIn(address, 'last@example.com', true))
  for (const pid of reading()) process.kill(pid, 'SIGKILL')
  const third = await signedIn(address, 'last@example.com', false)
  check('and one whose reader is killed', (await imported(third, last)).status_code === null)
  check('by the same server, without an error', child.exitCode === null && errorsIn(output()).length === 0)
}

await scenario('kill', async (server) => {
  const random = randomOf(seed)
  let running = await startsAndStops(server)
  let quiet = await signedIn(running.address, 'quiet@example.com', true)
  await imported(quiet, (await upload(quiet)).source_id)
  await quiet.post('/imports/v1/tax_calculations/start_tax_calculation')
  await calculated(quiet)
  const expected = await resultOf(quiet)
  check(`undisturbed: ${expected}`, expected.startsWith(`${ROWS / 2} transactions`))

  if (process.platform === 'linux') await killsReadingProcesses(running)

  let person = quiet
  for (let round = 1; round <= rounds; round += 1) {
    const email = emailOf(round)
    const first = await signedIn(running.address, email, true)
    const { source_id: sourceId } = await upload(first)
    const importKill = Math.round(random() * LATEST_KILL_MS)
    running = await killed(server, running, importKill)
    const second = await signedIn(running.address, email, false)
    const source = await imported(second, sourceId)
    check(
      `round ${round}: killed ${importKill} ms into the import, which finishes`,
      source.status_code === null,
    )

    await second.post('/imports/v1/tax_calculations/start_tax_calculation')
    const calculationKill = Math.round(random() * LATEST_KILL_MS)
    running = await killed(server, running, calculationKill)
    const third = await signedIn(running.address, email, false)
    await calculated(third)
    person = third
    const found = await resultOf(third)
    check(`round ${round}: killed ${calculationKill} ms into the calculation: ${found}`, found === expected)
  }
  quiet = await signedIn(running.address, 'quiet@example.com', false)
  for (const works of LONG_WORKS) {
    const undisturbed: string[] = []
    for (const work of works) undisturbed.push(await outcomeOf(work, quiet, await work.begin(quiet)))
    if (works === PREPARED) {
      for (const work of works) await outcomeOf(work, person, await work.begin(person))
      continue
    }
    // One after the other: what one changes of the settings the next begins with. They are at work at once all the same.
    const ids: string[] = []
    for (const work of works) ids.push(await work.begin(person))
    const afterMs = Math.round(random() * LATEST_WORK_KILL_MS)
    running = await killed(server, running, afterMs)
    quiet = await signedIn(running.address, 'quiet@example.com', false)
    person = await signedIn(running.address, emailOf(rounds), false)
    for (const [i, work] of works.entries()) {
      const found = await outcomeOf(work, person, ids[i]!)
      const expected = undisturbed[i] ?? ''
      const is = `killed ${afterMs} ms into ${work.name}: as undisturbed`
      check(found === expected ? is : `${is}; ${whereTheyPart(found, expected)}`, found === expected)
    }
  }
  // It stops in the midst of an import.
  await upload(await signedIn(running.address, 'stopped@example.com', true))
  const before = errorsIn(running.output()).length
  running.child.kill('SIGINT')
  check('stops on Ctrl-C', (await ended(running.child)) === 0 && !existsSync(server.postmasterPid))
  check('and logs no error of it', errorsIn(running.output()).length === before)
})
