import type { TransactionDetail, TransactionEdit } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { seedTokens } from '../prices/seed-tokens.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const template = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`
const RECEIVED = '2024-01-02T00:00:00Z,received,2,ETH,,,,,Kraken,yes,r1'
const BOUGHT = '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1'
const SENT = '2024-01-01T23:00:00Z,sent,,,2.1,ETH,,,Coinbase,yes,s1'

async function journalOf(...rows: string[]) {
  const journal = await customerWith(server)
  const source = await journal.import('history.csv', template(...rows))
  const detail = async (id: string) =>
    (await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data
  return { ...journal, source, detail }
}

test('an undo takes back its own change only, wherever it stands among the others', async () => {
  const journal = await journalOf(RECEIVED)
  const [{ id } = { id: '' }] = await journal.rows()
  const changes: string[] = []
  for (const comment of ['first', 'second', 'third']) changes.push(await journal.patch(id, { comment }))
  const undo = (n: number) => journal.post(`/changes/${changes[n]}/undo`)
  const comment = async () => (await journal.detail(id)).comment
  await undo(1)
  expect(await comment()).toBe('third')
  await undo(2)
  expect(await comment()).toBe('first')
  const again = await journal.patch(id, { comment: 'fourth' })
  await undo(0)
  expect(await comment()).toBe('fourth')
  await journal.post(`/changes/${again}/undo`)
  expect(await journal.detail(id)).toMatchObject({ comment: null, is_edited: false })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('undoing a change of type beneath a change that needs it keeps a valid transaction', async () => {
  const journal = await journalOf(RECEIVED)
  const [{ id } = { id: '' }] = await journal.rows()
  const turned = await journal.patch(id, { type: 'outgoing', sub_type: 'lost' })
  await journal.patch(id, { from_amount: '1.5' })
  const refused = await journal.customer.post(`/changes/${turned}/undo`)
  expect(refused.status, refused.text).toBe(422)
  expect(await journal.detail(id)).toMatchObject({ type: 'outgoing', from: { amount: '1.5' }, to: null })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('a type that turns round carries what moved to the other side', async () => {
  const journal = await journalOf(RECEIVED)
  const [{ id } = { id: '' }] = await journal.rows()
  await journal.patch(id, { type: 'outgoing', sub_type: 'gift_sent' })
  expect(await journal.detail(id)).toMatchObject({
    label: 'Gift sent',
    from: { amount: '2', asset: 'ETH' },
    to: null,
  })
  await journal.patch(id, { type: 'incoming', sub_type: 'received', to_amount: '3', to_asset: 'eth' })
  expect(await journal.detail(id)).toMatchObject({ from: null, to: { amount: '3', asset: 'ETH' } })
  await journal.patch(id, { type: 'trade', from_amount: '5000', from_asset: 'USDC' })
  expect(await journal.detail(id)).toMatchObject({ type: 'trade', sub_type: null })
})

test('an NFT that was sent brought nothing in, and one that was received took nothing out: a trade is made neither', async () => {
  const journal = await journalOf(BOUGHT)
  const [row] = await journal.rows()
  const refused = async (edit: TransactionEdit) =>
    ((await journal.edit(row?.id ?? '', edit)).body as { fields?: unknown }).fields
  const only = (side: string) => ({
    [side]: expect.stringContaining('Choose a trade, a purchase or a sale') as string,
  })
  expect(await refused({ type: 'nft', sub_type: 'send' })).toEqual(only('to'))
  expect(await refused({ type: 'nft', sub_type: 'receive' })).toEqual(only('from'))
  expect(await journal.rows()).toEqual([row])
  // Removing the side in the same edit drops nothing that nobody saw.
  await journal.patch(row?.id ?? '', {
    type: 'nft',
    sub_type: 'receive',
    from_asset: null,
    from_amount: null,
  })
  expect(await journal.detail(row?.id ?? '')).toMatchObject({ label: 'NFT received', from: null })
})

test('what is not valid is refused with its field and a reason, and nothing changes', async () => {
  const journal = await journalOf(RECEIVED)
  const [row] = await journal.rows()
  const cases: [TransactionEdit, string, string][] = [
    [{ type: 'outgoing' }, 'sub_type', 'outgoing'],
    [{ type: 'sell' }, 'from', 'What left is missing'],
    [{ from_asset: 'USDC', from_amount: '9' }, 'from', 'What left would not count for “Received”.'],
    [{ type: 'nft', sub_type: 'send' }, 'from', 'What left is missing'],
    [{ sub_type: 'sent' }, 'sub_type', 'sent does not go with incoming'],
    [{ to_amount: 'twelve' }, 'edit.to_amount', 'To amount: a number such as 12.5 is expected.'],
    [{ to_amount: '-1' }, 'to_amount', 'To amount: -1 is negative; a number such as 12.5 is expected.'],
    [{ to_amount: `1${'0'.repeat(31)}` }, 'to_amount', 'To amount: it has too many digits'],
    [{ fee_asset: 'ETH', fee_amount: '-1' }, 'fee_amount', 'Fee amount: -1 is negative'],
    [{ fee_amount: '1' }, 'fee_asset', 'go together'],
    [{ value: '-1' }, 'value', 'Value: -1 is negative'],
    [{ value: '9'.repeat(40) }, 'value', 'Value: it has too many digits'],
    [{ at: '2024-02-30T00:00:00Z' }, 'at', 'At: there is no such date'],
    [{ at: '0024-03-01T00:00:00Z' }, 'at', 'At: the date is before 2009'],
    [{ gift: { donor_basis: '-5' } }, 'gift.donor_basis', 'Donor basis: -5 is negative'],
    [{ gift: { donor_basis: '9'.repeat(40) } }, 'gift.donor_basis', 'Donor basis: it has too many digits'],
    [
      { gift: { donor_acquired: '2023-02-30' } },
      'gift.donor_acquired',
      'Donor acquired: there is no such date',
    ],
    [
      { gift: { donor_acquired: '2025-01-01' } },
      'gift.donor_acquired',
      'Donor acquired: the date is after the gift',
    ],
  ]
  for (const [edit, field, reason] of cases) {
    const answer = await journal.edit(row?.id ?? '', edit)
    expect(answer.status, `${JSON.stringify(edit)} ${answer.text}`).toBe(422)
    expect((answer.body as { fields: Record<string, string> }).fields[field]).toContain(reason)
  }
  expect(await journal.rows()).toEqual([row])
})

test('text that names no asset is refused with its field, wherever one is given, and nothing changes', async () => {
  const journal = await journalOf(RECEIVED)
  const [row] = await journal.rows()
  for (const text of ['coin:', 'foo:bar', 'ethereum:usdc']) {
    const cases: [TransactionEdit, string, string][] = [
      [{ to_asset: text }, 'to_asset', 'To asset'],
      [{ type: 'outgoing', sub_type: 'lost', from_asset: text }, 'from_asset', 'From asset'],
      [{ fee_asset: text, fee_amount: '1', comment: 'lost?' }, 'fee_asset', 'Fee asset'],
      [{ comment: 'lost?', added_fees: [{ asset: text, amount: '1' }] }, 'added_fees', 'Fee asset'],
    ]
    for (const [edit, field, name] of cases) {
      const answer = await journal.edit(row?.id ?? '', edit)
      expect(answer.status, `${JSON.stringify(edit)} ${answer.text}`).toBe(422)
      expect((answer.body as { fields: Record<string, string> }).fields).toEqual({
        [field]: `${name}: “${text}” names no asset; a ticker such as BTC, or a token as ethereum: and its contract, is expected.`,
      })
    }
  }
  expect(await journal.rows()).toEqual([row])
  const made = await withSubject(server.db, self(journal.userId), (tx) =>
    tx.all(sql`select id from assets where id in ('coin:', 'foo:bar', 'ethereum:usdc')`),
  )
  expect(made).toEqual([])
})

test('a currency, a coin that goes by its code and a token by its contract are assets; a listed contract is its coin', async () => {
  const journal = await journalOf(RECEIVED)
  const [{ id } = { id: '' }] = await journal.rows()
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const other = `0x${'aB'.repeat(20)}`
  await seedTokens(server.db)
  for (const [text, asset] of [
    ['eur', 'EUR'],
    ['Coin:RON', 'coin:ron'],
    [`ethereum:${other}`, `ethereum:${other.toLowerCase()}`],
    [`ethereum:${usdc}`, 'USDC'],
    [`bsc:${usdc}`, `bsc:${usdc.toLowerCase()}`],
    [`eip155:1:${usdc}`, 'USDC'],
    [`nft:base:${other}:7`, `nft:base:${other.toLowerCase()}:7`],
  ] as const) {
    await journal.patch(id, { to_asset: text })
    expect((await journal.detail(id)).to?.asset, text).toBe(asset)
  }
})

test('what a file called an asset that nobody else knows may be given again', async () => {
  const journal = await journalOf(RECEIVED)
  await journal.import(
    'tokens.csv',
    `${HEADER},Asset IN Id\n2024-01-03T00:00:00Z,received,1,ODD,,,,,Kraken,yes,r2,odd-chain:abc\n`,
  )
  const odd = (await journal.rows()).find(({ to }) => to?.symbol === 'ODD')
  const eth = (await journal.rows()).find(({ to }) => to?.symbol === 'ETH')
  expect(odd?.to?.asset).toBe('odd-chain:abc')
  await journal.patch(eth?.id ?? '', { to_asset: 'odd-chain:abc' })
  expect((await journal.detail(eth?.id ?? '')).to?.asset).toBe('odd-chain:abc')
})

test('a gift keeps the basis of its donor, and an undo takes it back', async () => {
  const journal = await journalOf(RECEIVED)
  const [{ id } = { id: '' }] = await journal.rows()
  const gift = { donor_basis: '123.45', donor_acquired: '2020-05-06' }
  const change = await journal.patch(id, { sub_type: 'gift_received', gift })
  const kept = () =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.one(sql`select gift, sub_type from transactions where user_id = ${journal.userId} and id = ${id}`),
    )
  expect(await kept()).toEqual({ gift, sub_type: 'gift_received' })
  await journal.post(`/changes/${change}/undo`)
  expect(await kept()).toEqual({ gift: null, sub_type: 'received' })
})

test('nothing before the lock is edited, moved there, or undone', async () => {
  const journal = await journalOf(RECEIVED, BOUGHT.replace('2024', '2025'))
  const [early, late] = await journal.rows()
  const change = await journal.patch(early?.id ?? '', { comment: 'before the lock' })
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update customers set locked_before = '2025-01-01' where user_id = ${journal.userId}`),
  )
  const locked = { code: 'transactions_locked' }
  expect((await journal.edit(early?.id ?? '', { comment: 'x' })).body).toMatchObject(locked)
  expect((await journal.edit(late?.id ?? '', { at: '2024-12-31T00:00:00Z' })).body).toMatchObject(locked)
  expect((await journal.customer.post(`/changes/${change}/undo`)).body).toMatchObject(locked)
  expect(await journal.detail(early?.id ?? '')).toMatchObject({
    comment: 'before the lock',
    locked_before: '2025-01-01',
  })
  expect(await journal.detail(late?.id ?? '')).toMatchObject({ locked_before: null })
})

test('a suggestion that is taken, refused and taken again is a transfer only while it is made', async () => {
  const journal = await journalOf(BOUGHT, SENT, RECEIVED)
  const departure = (await journal.rows()).find((row) => row.sub_type === 'sent')
  const id = departure?.id ?? ''
  const suggestion = (await journal.detail(id)).match
  expect(suggestion).toMatchObject({ state: 'suggested', quality: 'weak' })
  expect(departure?.findings).toContain('weak_match')
  const decide = (decision: string) => journal.post(`/matches/${suggestion?.id}/decide`, { decision })

  await decide('match')
  expect((await journal.rows()).map((row) => row.label).toSorted()).toEqual(['Buy', 'Transfer'])
  expect((await journal.detail(id)).findings).not.toContain('weak_match')
  await decide('refuse')
  expect((await journal.rows()).map((row) => row.label).toSorted()).toEqual(['Buy', 'Received', 'Sent'])
  await decide('match')

  // The decision rests while a side is gone or is something else, and holds again when it is back.
  const change = await journal.patch(id, { sub_type: 'lost' })
  expect((await journal.rows()).map((row) => row.label).toSorted()).toEqual(['Buy', 'Lost', 'Received'])
  await journal.post(`/changes/${change}/undo`)
  expect((await journal.rows()).map((row) => row.label).toSorted()).toEqual(['Buy', 'Transfer'])
  await journal.remove(journal.source)
  const kraken = await journal.import('kraken.csv', template(RECEIVED))
  expect((await journal.rows()).map((row) => row.label)).toEqual(['Received'])
  await journal.import('coinbase.csv', template(BOUGHT, SENT))
  expect((await journal.rows()).map((row) => row.label).toSorted()).toEqual(['Buy', 'Transfer'])
  await journal.remove(kraken)
  expect((await journal.rows()).map((row) => row.label).toSorted()).toEqual(['Buy', 'Sent'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N7 of two who correct the same transaction the later is told, whatever the other field; without a version the last word stands', async () => {
  const journal = await journalOf(RECEIVED)
  const [row] = await journal.rows()
  const id = row?.id ?? ''
  const seen = async () =>
    (await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data.version
  const edit = (change: object, version?: string) =>
    journal.customer.request('PATCH', `/transactions/${id}`, { edit: change, version })
  const version = await seen()
  expect((await edit({ comment: 'first' }, version)).status).toBe(200)
  expect(await seen()).not.toBe(version)
  const late = await edit({ comment: 'second' }, version)
  expect([late.status, late.body]).toMatchObject([409, { code: 'changed_elsewhere' }])
  expect((await edit({ value: '7' }, version)).status).toBe(409)
  const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)
  expect(data.comment).toBe('first')
  expect((await edit({ comment: 'second' }, await seen())).status).toBe(200)
  expect((await edit({ comment: 'third' })).status).toBe(200)
})

test('what a person says is a coin and no currency can be half of a transfer, and no longer once that is undone', async () => {
  const journal = await journalOf(
    '2024-01-01T00:00:00Z,sent,,,7,RON,,,Coinbase,yes,s1',
    '2024-01-01T01:00:00Z,received,7,RON,,,,,Kraken,yes,r1',
  )
  const of = async () =>
    (await journal.rows()).map((row) => ({
      sides: [row.from ?? row.to].map((leg) => `${leg?.asset} ${leg?.symbol}`),
      type: row.type,
    }))
  expect(await of()).toMatchObject([{ sides: ['RON RON'] }, { sides: ['RON RON'] }])
  const changes: string[] = []
  for (const { id, from } of await journal.rows())
    changes.push(
      await journal.patch(id, from === null ? { to_asset: 'coin:ron' } : { from_asset: 'Coin:RON' }),
    )
  expect(await of()).toEqual([{ sides: ['coin:ron RON'], type: 'transfer' }])
  const flags = () =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.all(sql`select flags from transactions where user_id = ${journal.userId} order by at`),
    )
  expect(await flags()).toEqual([{ flags: ['currency_assumed'] }, { flags: ['currency_assumed'] }])
  for (const change of changes) await journal.post(`/changes/${change}/undo`)
  expect(await flags()).toEqual([
    { flags: ['fiat', 'currency_assumed'] },
    { flags: ['fiat', 'currency_assumed'] },
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})
