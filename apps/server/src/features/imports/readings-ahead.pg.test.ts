import { beforeEach, expect, test } from 'vitest'
import { compose } from '../../features.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import {
  isolatedReader,
  type ReadOn,
  type Reader,
  ReaderStopped,
} from '../../journal/reading/read-isolated.ts'
import { importsFeature } from './routes.ts'

const real = isolatedReader()
const realReadOn: ReadOn = (...args) => real.readOn!(...args)
let readOn = realReadOn
/** Files that were read by themselves, of their stored bytes. */
let readAlone: string[] = []
const read: Reader['read'] = (file, ...rest) => {
  readAlone.push(file.name)
  return real.read(file, ...rest)
}
const server = await testServer({
  features: (services) => [
    ...compose(services).features.filter(({ routes }) => routes?.['imports'] === undefined),
    importsFeature(services, { ...real, read, readOn: (...args) => readOn(...args) }),
  ],
})
beforeEach(() => {
  readOn = realReadOn
  readAlone = []
})

const HEADER = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
const staked = (rows: number) =>
  [
    HEADER,
    ...Array.from(
      { length: rows },
      (_, n) => `S${n},R${n},2023-01-01 00:00:00,staking,,currency,DOT,spot / main,0.${n + 1},0,`,
    ),
  ].join('\n')
/** Few rows are written by the server itself, many by a thread. */
const COUNTS = [3, 2_500]

test.each(COUNTS)(
  'an import of %d rows takes what was read ahead, and the file is not read again',
  async (rows) => {
    const journal = await customerWith(server)
    const source = await journal.import('new.csv', staked(rows))
    expect(readAlone).toEqual([])
    expect(await journal.source(source)).toMatchObject({ parsed: rows, already_here: 0 })
  },
)

test('of two files that wait at once the first is read ahead, and both come in', async () => {
  const journal = await customerWith(server)
  const first = await journal.upload('first.csv', staked(3))
  const second = await journal.upload('second.csv', staked(5))
  await server.drainJobs()
  expect(readAlone).toEqual(['second.csv'])
  expect(await journal.source(first)).toMatchObject({ parsed: 3 })
  expect(await journal.source(second)).toMatchObject({ parsed: 5 })
  expect((await journal.rows()).length).toBe(5)
})

test.each(COUNTS)(
  'SE6 where the reading ahead of %d rows breaks off, nothing is taken in, and a retry reads the stored bytes',
  async (rows) => {
    const crashed = new ReaderStopped('reader_crashed', 'The file broke its reader and was set aside.')
    readOn = (...args) => {
      const { recognised, reading } = realReadOn(...args)
      const broken = reading.then((whole) => {
        if (whole.outcome !== 'read') return whole
        const { packed } = whole
        async function* brokenOff() {
          for await (const piece of packed) {
            yield piece
            throw crashed
          }
        }
        return { ...whole, packed: brokenOff() }
      })
      return { recognised, reading: broken }
    }
    const journal = await customerWith(server)
    const source = await journal.import('new.csv', staked(rows))
    expect(await journal.source(source)).toMatchObject({
      status_code: 'failed',
      reason: 'new.csv: The file broke its reader and was set aside.',
    })
    expect(await journal.rows()).toEqual([])
    await journal.post(`/imports/v2/sources/${source}/retry`)
    await server.drainJobs()
    expect(readAlone).toEqual(['new.csv'])
    expect(await journal.source(source)).toMatchObject({ parsed: rows, already_here: 0 })
  },
)

test('what is recognised by nobody is refused as before, and the next file comes in', async () => {
  const journal = await customerWith(server)
  const answer = await journal.customer.upload('/csv_uploads', {
    file: new File(['%PDF-1.7\n\0\0'], 'a.csv'),
  })
  expect(answer).toMatchObject({ body: { status: 'error' } })
  const source = await journal.import('new.csv', staked(3))
  expect(readAlone).toEqual([])
  expect(await journal.source(source)).toMatchObject({ parsed: 3 })
})
