import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'
import { balances } from './balances.ts'

const server = await testServer()

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2023-01-02T00:00:00Z,buy,2,BTC,40000,USD,12.5,USD,Kraken,Yes,b1
2023-02-02T00:00:00Z,trade,5.5,ETH,0.75,BTC,0.01,ETH,Kraken,Yes,t1
2023-03-02T00:00:00Z,sent,,,1.25,BTC,,,Kraken,Yes,o1
2023-03-02T00:10:00Z,received,1.2499,BTC,,,,,Ledger,Yes,i1
2023-04-02T00:00:00Z,sent,,,1,SOL,,,Ledger,Yes,o2
`

test('a balance is what came less what went and what was paid in fees, to the last digit, by account', async () => {
  const journal = await customerWith(server)
  const other = await customerWith(server)
  await journal.import('h.csv', HISTORY)
  await other.import('h.csv', HISTORY)
  const rows = await journal.rows()
  const accountOf = (name: string) => rows.find(({ account_name: of }) => of === name)?.account_id ?? ''
  const held = async (accountId?: string) =>
    (
      await withSubject(server.db, self(journal.userId), (tx) =>
        balances(tx, journal.userId, { accounts: accountId === undefined ? undefined : [accountId] }),
      )
    ).map(({ accountId: id, asset, quantity }) => [id, asset, quantity].join(' '))
  const [kraken, ledger] = [accountOf('Kraken'), accountOf('Ledger')]
  // Nothing is left of the bitcoin at Kraken, so it has no balance of it.
  const ofKraken = [`${kraken} ETH 5.49`, `${kraken} USD -40012.5`]
  const ofLedger = [`${ledger} BTC 1.2499`, `${ledger} SOL -1`]
  expect((await held()).toSorted()).toEqual([...ofKraken, ...ofLedger].toSorted())
  expect(await held(kraken)).toEqual(ofKraken)

  const buy = rows.find(({ type }) => type === 'buy')?.id ?? ''
  const change = await journal.patch(buy, { is_ignored: true })
  expect(await held(kraken)).toEqual([`${kraken} BTC -2`, `${kraken} ETH 5.49`])
  await journal.post(`/changes/${change}/undo`)
  expect(await held(kraken)).toEqual(ofKraken)
})
