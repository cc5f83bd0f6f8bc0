import { expect, test } from 'vitest'
import type { Ask } from '../../connecting/ask.ts'
import { ProviderFailed, type StoredPage } from '../../connecting/connector.ts'
import { polkadotConnector } from './polkadot-connector.ts'

const OWN = '152UPCpB6Vv22CEfrvjgEZ5vt9AnshDYP5Ldw9GvkrTFqgAS'
const OTHER = '13GLKFFdbjiEhQhNJAkXCupp5jN2rbLrtCLbrnk5vL5RioYc'
const ACCESS = { chain: 'polkadot', address: OWN, isExtendedKey: false }

const answer = (data: object, code = 0) => ({
  status: 200,
  headers: {},
  text: JSON.stringify({ code, message: 'Success', data }),
})

/** Subscan, which gives the first 10,000 rows of what it is asked for. Two transfers came in each block. */
const server =
  (rows: number, blockOf: (n: number) => number): Ask =>
  async (request) => {
    const { path, body = '{}' } = typeof request === 'function' ? await request() : request
    if (path === '/api/scan/metadata') return answer({ blockNum: '20000' })
    if (path !== '/api/v2/scan/transfers') return answer({})
    const { page, row, block_range: range } = JSON.parse(String(body))
    if ((page + 1) * row > 10_000) return answer({}, 400)
    const [from, to] = String(range).split('-').map(Number)
    const all = Array.from({ length: rows }, (_, n) => rows - 1 - n).filter(
      (n) => blockOf(n) >= Number(from) && blockOf(n) <= Number(to),
    )
    return answer({
      transfers: all.slice(page * row, (page + 1) * row).map((n) => ({
        from: OTHER,
        to: OWN,
        amount: '1',
        hash: `0x${n}`,
        block_num: blockOf(n),
        block_timestamp: 1_700_000_000 + n,
        event_idx: n,
        success: true,
      })),
    })
  }

async function walk(relay: Ask): Promise<StoredPage[]> {
  const visit = {
    access: ACCESS,
    now: () => 0,
    ask: (name: string) => (name === 'subscan' ? relay : server(0, () => 0)),
  }
  const pages: StoredPage[] = []
  for await (const { stream, place, text } of polkadotConnector.fetch(visit, null))
    pages.push({ stream, place, text, fetchedAt: pages.length })
  return pages
}

test('of more than 10,000 rows every one comes, those of the block between two questions once', async () => {
  const pages = await walk(server(10_301, (n) => 100 + Math.floor(n / 2)))
  const { transactions, errors } = polkadotConnector.read(pages, ACCESS)
  expect(errors).toEqual([])
  expect(transactions).toHaveLength(10_301)
})

test('rows beyond the first 10,000 of one block are not to be had, and that is said', async () => {
  await expect(walk(server(10_301, () => 19_000))).rejects.toThrow(ProviderFailed)
})
