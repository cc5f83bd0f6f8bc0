import { readLedgerPages } from '@lotbook/sources'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { takeFence } from '../../platform/fence.ts'
import { newId } from '../../platform/ids.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { accountFor } from '../transactions/account-of.ts'
import { keepReading } from './keep-reading.ts'

const server = await testServer()
type Journal = Awaited<ReturnType<typeof customerWith>>

const CSV = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
LAAA,RDEP,2023-01-01 00:00:00,deposit,,currency,ZUSD,spot / main,1000.0000,0,1000.0000
LBBB,TTRADE,2023-01-02 00:00:00,trade,tradespot,currency,ZUSD,spot / main,-500.0000,1.3000,498.7000
LCCC,TTRADE,2023-01-02 00:00:00,trade,tradespot,currency,XXBT,spot / main,0.0300000000,0,0.0300000000
`
const entry = (refid: string, time: number, type: string, asset: string, ...amounts: readonly string[]) => {
  const [amount, fee, balance] = amounts
  return {
    refid,
    time,
    type,
    subtype: type === 'trade' ? 'tradespot' : '',
    aclass: 'currency',
    asset,
    amount,
    fee,
    balance,
  }
}
const PAGES = [
  {
    page: '0',
    text: JSON.stringify({
      error: [],
      result: {
        ledger: {
          LCCC: entry('TTRADE', 1672617600.9999, 'trade', 'XXBT', '0.0300000000', '0', '0.0300000000'),
          LBBB: entry('TTRADE', 1672617600.9999, 'trade', 'ZUSD', '-500.0000', '1.3000', '498.7000'),
        },
      },
    }),
  },
  {
    page: '50',
    text: JSON.stringify({
      error: [],
      result: {
        ledger: { LAAA: entry('RDEP', 1672531200.0417, 'deposit', 'ZUSD', '1000.0000', '0', '1000.0000') },
      },
    }),
  },
]

/** Put the pages of a key into the journal, as the job of a connection by key does it. */
async function layPages({ userId }: Journal): Promise<string> {
  const [connectionId, importId] = [newId(), newId()]
  const account = await withSubject(server.db, self(userId), async (tx) => {
    const kraken = await accountFor(tx, userId, { key: 'kraken', slug: 'kraken', name: 'Kraken' })
    await tx.run(sql`
      insert into connections (user_id, id, account_id, method, label, created_at)
      values (${userId}, ${connectionId}, ${kraken.id}, 'api', 'Kraken', now())`)
    await tx.run(sql`
      insert into imports (user_id, id, connection_id, created_at) values (${userId}, ${importId}, ${connectionId}, now())`)
    return kraken
  })
  const fence = await takeFence(server.db, 'imports', userId, importId)
  if (fence === undefined) throw new Error('the import cannot be taken')
  const purpose = {
    name: 'Kraken',
    connectionId,
    accountId: account.id,
    accountKey: account.key,
    upload: null,
  }
  const read = readLedgerPages(PAGES)
  const reading = {
    ...read,
    family: 'kraken-ledgers',
    sourceSlug: 'kraken',
    exchange: 'Kraken',
    formatId: null,
    formatName: null,
    headerRow: null,
    timeZone: null,
    dataRows: 3,
  }
  await keepReading(server.db, fence, purpose, { reading, readAs: [] })
  return connectionId
}

const journalOf = async (journal: Journal) =>
  (await journal.rows()).map(({ at, type, from, to, fee }) => ({ at, type, from, to, fee }))

function recordsOf({ userId }: Journal, connectionId: string) {
  return withSubject(server.db, self(userId), (tx) =>
    tx.all<{ native_id: string; line: number | null; origin: unknown; outcome: string }>(sql`
      select native_id, line, origin, outcome from records where connection_id = ${connectionId} order by native_id`),
  )
}

test('N9 the same history by file and by key counts once, whichever comes first', async () => {
  const [fileFirst, keyFirst] = [await customerWith(server), await customerWith(server)]
  await fileFirst.import('ledgers.csv', CSV)
  const byFile = await journalOf(fileFirst)
  expect(byFile.length).toBe(2)
  await layPages(fileFirst)
  expect(await journalOf(fileFirst)).toEqual(byFile)

  await layPages(keyFirst)
  expect(await journalOf(keyFirst)).toEqual(byFile)
  const source = await keyFirst.import('ledgers.csv', CSV)
  expect(await keyFirst.source(source)).toMatchObject({ already_here: 2 })
  expect(await journalOf(keyFirst)).toEqual(byFile)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a record keeps its origin: the line of a file, the page and id of an answer', async () => {
  const journal = await customerWith(server)
  const file = await journal.import('ledgers.csv', CSV)
  const key = await layPages(journal)
  expect(await recordsOf(journal, file)).toEqual([
    { native_id: 'LAAA', line: 2, origin: null, outcome: 'used' },
    { native_id: 'LBBB', line: 3, origin: null, outcome: 'used' },
    { native_id: 'LCCC', line: 4, origin: null, outcome: 'used' },
  ])
  expect(await recordsOf(journal, key)).toEqual(
    [
      ['LAAA', '50'],
      ['LBBB', '0'],
      ['LCCC', '0'],
    ].map(([remoteId, page]) => ({
      native_id: remoteId,
      line: null,
      origin: { kind: 'page', page, remoteId },
      outcome: 'used',
    })),
  )
})

test('an event that file and key state stays when either of them is removed', async () => {
  const journal = await customerWith(server)
  const file = await journal.import('ledgers.csv', CSV)
  const key = await layPages(journal)
  const both = await journalOf(journal)
  await journal.remove(file)
  expect(await journalOf(journal)).toEqual(both)
  await journal.remove(key)
  expect(await journalOf(journal)).toEqual([])
})
