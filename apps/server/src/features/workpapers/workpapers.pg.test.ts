import { createHash } from 'node:crypto'
import type { WorkpapersOfYear, WorkpaperStep } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'
import { archiveAt } from '../../testing/archive-at.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { testServer } from '../../testing/test-server.ts'
import { clientOn, giveAccess, professionalOn } from '../../testing/work-together.ts'

const server = await testServer()

const HEAD =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid\n'
/** A transfer between own accounts, a sale, and a receipt without a price that is asked about. */
const HISTORY = `${HEAD}2023-01-02T12:00:00Z,buy,2,BTC,40000,USD,,,Kraken,yes,b1
2024-03-02T12:00:00Z,send,,,1,BTC,,,Kraken,yes,0x${'a1'.repeat(32)}
2024-03-02T12:10:00Z,receive,1,BTC,,,,,Ledger,yes,0x${'a1'.repeat(32)}
2024-06-02T12:00:00Z,sell,30000,USD,0.5,BTC,,,Kraken,yes,s1
2024-08-05T12:00:00Z,airdrop,12,XYZ,,,,,Ledger,yes,a1
`
const YEAR = 2024

async function together(scope: 'view' | 'work' = 'view') {
  const [professional, client] = [await professionalOn(server), await clientOn(server)]
  await giveAccess(server, client, professional, scope)
  await client.import('history.csv', HISTORY)
  const named = { client_id: client.userId }
  return {
    professional,
    client,
    write: (path: string, body: object = {}) =>
      professional.post(`/workpapers/${path}`, { ...named, ...body }),
    papers: async (): Promise<WorkpapersOfYear> =>
      (
        (await professional.expect(
          200,
          'GET',
          `/workpapers?tax_year=${YEAR}&client_id=${client.userId}`,
        )) as {
          data: WorkpapersOfYear
        }
      ).data,
    calculate: async () => {
      server.clock.advance(1_000)
      await client.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
      await server.drainJobs()
    },
  }
}

const stepOf = ({ steps }: WorkpapersOfYear, step: WorkpaperStep) => steps.find((one) => one.step === step)

test('the steps of a year say what the data has, and nothing else', async () => {
  const { client, papers, calculate } = await together()
  const statesOf = async () =>
    (await papers()).steps.map(({ step, state, open }) => `${step} ${state} ${open}`)
  expect(await statesOf()).toEqual([
    'imports done 0',
    'balances nothing 0',
    'transfers done 0',
    'review open 1',
    'prices open 1',
    'calculation open 1',
    'forms open 1',
  ])
  const airdrop = (await client.rows()).find(({ to }) => to?.symbol === 'XYZ')
  await client.patch(airdrop?.id ?? '', { value: '24' })
  await calculate()
  expect(await statesOf()).toEqual([
    'imports done 0',
    'balances nothing 0',
    'transfers done 0',
    'review done 0',
    'prices done 0',
    'calculation done 0',
    'forms done 0',
  ])
  expect(stepOf(await papers(), 'forms')?.text).toBe(
    'Lines of Form 8949: 1. Receipts of income: 1. Kinds of income on a line that is not confirmed: 1 of 1. Nothing is missing.',
  )
  // A row that cannot be read leaves its source unfinished.
  await client.import(
    'broken.csv',
    `${HEAD}never,buy,1,BTC,1,USD,,,Gemini,yes,n1\n2024-01-01T00:00:00Z,buy,1,BTC,1,USD,,,Gemini,yes,n2\n`,
  )
  expect(stepOf(await papers(), 'imports')).toMatchObject({ state: 'open', open: 1 })
})

test('a sign-off holds until the books change, by what makes a calculation out of date', async () => {
  const { professional, client, write, papers, calculate } = await together()
  await calculate()
  const [row] = await client.rows()
  expect(await write('sign_offs', { tax_year: YEAR, step: 'imports' })).toMatchObject({ status: 200 })
  expect(await write('sign_offs', { tax_year: YEAR, step: 'review' })).toMatchObject({
    status: 422,
    body: { fields: { note: 'This step is still open. Say why it can be signed off all the same.' } },
  })
  const note = 'XYZ is worthless, says the client.'
  expect(await write('sign_offs', { tax_year: YEAR, step: 'review', note })).toMatchObject({ status: 200 })
  await calculate()
  expect(stepOf(await papers(), 'imports')?.sign_off).toMatchObject({ changed_since: null, note: '' })
  expect(stepOf(await papers(), 'review')?.sign_off).toMatchObject({ changed_since: null, note })

  await client.patch(row?.id ?? '', { comment: 'seen' })
  await client.setTax({ method: 'hifo' })
  const changed = stepOf(await papers(), 'imports')
  expect(changed?.sign_off?.changed_since).toMatch(/^\d changes? of the books, other tax settings$/)
  // Signed again it holds again, and the customer reads it.
  await write('sign_offs', { tax_year: YEAR, step: 'imports' })
  const { data } = await client.get<{ data: WorkpapersOfYear }>('/workpapers')
  expect(data).toMatchObject({ tax_year: YEAR, years: [YEAR] })
  const again = stepOf(data, 'imports')?.sign_off
  expect(again).toMatchObject({ changed_since: null })
  expect(await write(`sign_offs/${again?.id}/end`)).toMatchObject({ status: 200 })
  expect(await write(`sign_offs/${again?.id}/end`)).toMatchObject({ status: 404 })
  expect(stepOf(await papers(), 'imports')?.sign_off).toBeNull()
  expect(await professional.get(`/workpapers?tax_year=${YEAR}&client_id=${newId()}`)).toMatchObject({
    status: 404,
  })
})

test('a tick mark is of the transaction as it was, and an open point is settled and opened again', async () => {
  const { client, write, papers } = await together()
  const sale = (await client.rows()).find(({ type }) => type === 'sell')?.id ?? ''
  const tick = (is_ticked: boolean, transaction_id = sale) =>
    write('tick_marks', { transaction_id, is_ticked, note: 'Seen on the trade confirmation.' })
  expect(await tick(true)).toMatchObject({ status: 200 })
  // The two sides of the transfer are one line.
  expect(await papers()).toMatchObject({
    transactions: 3,
    ticked: 1,
    tick_marks: [
      { transaction_id: sale, text: 'Sold 0.5 BTC for $30,000.00, Kraken, Jun 02, 2024', is_changed: false },
    ],
  })
  await client.patch(sale, { to_amount: '29000' })
  expect((await papers()).tick_marks).toMatchObject([{ is_changed: true }])
  expect(await tick(true)).toMatchObject({ status: 200 })
  expect((await papers()).tick_marks).toMatchObject([{ is_changed: false }])
  expect(await tick(false)).toMatchObject({ status: 200 })
  expect(await tick(false)).toMatchObject({ status: 404 })
  expect(await tick(true, newId())).toMatchObject({ status: 404 })

  const text = 'Ask for the wallet of 2019.'
  const { id } = (await write('points', { tax_year: YEAR, text })).body as { id: string }
  expect((await papers()).points).toMatchObject([{ id, text, done_at: null }])
  await write(`points/${id}`, { is_done: true })
  expect((await papers()).points).toMatchObject([{ id, done_at: expect.any(String) }])
  await write(`points/${id}`, { is_done: false })
  expect((await papers()).points).toMatchObject([{ done_at: null }])
})

test('only a professional with access writes papers: not the customer, not a stranger, not in another’s name', async () => {
  const { professional, client, write } = await together()
  const stranger = await professionalOn(server)
  const calls: readonly (readonly [path: string, body: object])[] = [
    ['sign_offs', { tax_year: YEAR, step: 'imports' }],
    ['tick_marks', { transaction_id: (await client.rows())[0]?.id, is_ticked: true }],
    ['points', { tax_year: YEAR, text: 'Mine' }],
  ]
  const tried = async (browser: TestClient, body: object) => {
    const statuses = []
    for (const [path, more] of calls)
      statuses.push((await browser.post(`/workpapers/${path}`, { ...body, ...more })).status)
    return statuses
  }
  expect(await tried(client.customer, {})).toEqual([409, 409, 409])
  expect(await tried(stranger, { client_id: client.userId })).toEqual([404, 404, 404])
  expect(await tried(professional, { client_id: client.userId })).toEqual([200, 200, 200])
  expect(await write('sign_offs', { tax_year: YEAR, step: 'everything' })).toMatchObject({ status: 422 })

  const inTheirName = withSubject(
    server.db,
    { actorId: professional.userId, subjectId: client.userId },
    (tx) =>
      tx.run(sql`
        insert into open_points (user_id, id, tax_year, body, added_by, added_at)
        values (${client.userId}, ${newId()}, ${YEAR}, 'Theirs', ${client.userId}, now())`),
  )
  await expect(inTheirName).rejects.toThrow('row-level security')
})

async function packetOf(browser: TestClient) {
  const answer = await browser.expect(200, 'POST', '/exports', { kind: 'filing-packet', tax_year: YEAR })
  const { id } = (answer as { data: { id: string } }).data
  await server.drainJobs()
  return { id, files: await archiveAt(server, browser, `/exports/${id}/download`) }
}

test('N21 a professional signs off, verifies, asks, is answered and notes what is open; one bundle has all of it, and so has the packet', async () => {
  const { professional, client, write, calculate } = await together('view')
  const bundle = `/workpapers/bundle.zip?tax_year=${YEAR}&client_id=${client.userId}`
  expect(await professional.get(bundle)).toMatchObject({
    status: 409,
    body: { message: 'There are no papers of 2024 yet.' },
  })
  expect(await (await professionalOn(server)).get(bundle)).toMatchObject({ status: 404 })
  await calculate()
  const sale = (await client.rows()).find(({ type }) => type === 'sell')?.id ?? ''
  await write('sign_offs', { tax_year: YEAR, step: 'imports', note: '=1+1' })
  await write('tick_marks', { transaction_id: sale, is_ticked: true })
  await write('points', { tax_year: YEAR, text: 'Ask for the wallet of 2019.' })
  const asked = { client_id: client.userId, transaction_id: sale, text: 'What was it sold for?' }
  const { id } = (await professional.expect(200, 'POST', '/questions', asked)) as { id: string }
  await client.post(`/questions/${id}/messages`, { text: 'For a house.' })

  const files = await archiveAt(server, professional, bundle)
  expect(files[`workpapers-${YEAR}.pdf`]?.slice(0, 5)).toBe('%PDF-')
  expect(files[`sign-offs-${YEAR}.csv`]).toContain(",'=1+1,0,")
  const questions = files[`questions-${YEAR}.csv`]
  expect(questions?.split('\r\n').map((line) => line.split(',').at(-1))).toEqual([
    'Text',
    'What was it sold for?',
    'For a house.',
    '',
  ])
  expect(files[`tick-marks-${YEAR}.csv`]).toContain('"Sold 0.5 BTC for $30,000.00, Kraken, Jun 02, 2024"')
  expect(files[`open-points-${YEAR}.csv`]).toContain('Ask for the wallet of 2019.')
  const { 'papers.json': list = '', ...others } = files
  expect(
    (JSON.parse(list) as { files: { name: string; sha256: string }[] }).files.map(({ name, sha256 }) => [
      name,
      sha256,
    ]),
  ).toEqual(
    Object.entries(others).map(([name, text]) => [
      name,
      createHash('sha256').update(Buffer.from(text, 'latin1')).digest('hex'),
    ]),
  )

  // The customer's packet has the same papers. Asked for again it is the same file, until a paper changes.
  const packet = await packetOf(client.customer)
  const inPacket = Object.keys(packet.files).find((name) => name.startsWith('questions-')) ?? ''
  expect(packet.files[inPacket]).toBe(questions)
  expect((await packetOf(client.customer)).id).toBe(packet.id)
  await client.post(`/questions/${id}/close`)
  const again = await packetOf(client.customer)
  expect(again.id).not.toBe(packet.id)
  expect(again.files[inPacket]?.match(/closed/g)).toHaveLength(2)
})
