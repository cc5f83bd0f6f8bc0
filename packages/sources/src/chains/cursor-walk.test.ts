import { expect, test } from 'vitest'
import { type FetchedPage, type Position, ProviderFailed } from '../connecting/connector.ts'
import { type CursorList, cursorWalk, detailsOf } from './cursor-walk.ts'

/** A list of three answers of two entries, each of which names a token. */
function listed(asked: string[], isOpenOften: boolean): CursorList {
  return {
    name: 'entries',
    isOpenOften,
    async ask({ mark, cursor, until }) {
      asked.push(`${mark}+${cursor} until ${until}`)
      const n = Number(cursor || 0)
      return {
        text: `${n}`,
        entries: 2,
        cursor: n === 2 ? null : String(n + 1),
        details: ['a', `b${n}`, 'a'],
      }
    },
    async detail(id) {
      asked.push(id)
      return { text: id }
    },
  }
}

/** Walks to the end, begun anew from the kept position after each page. */
async function walkedInSteps(lists: readonly CursorList[], from: Position | null) {
  const pages: FetchedPage[] = []
  let position = from
  for (;;) {
    const walk = cursorWalk(lists, position, async () => ({ entries: '7' }))
    const { value, done } = await walk[Symbol.asyncIterator]().next()
    if (done === true) return { pages, position }
    pages.push(value)
    // It is written as JSON and read again.
    position = JSON.parse(JSON.stringify(value.next)) as Position
    if ('until' in position && !('list' in position)) return { pages, position }
  }
}

test('what answers leave open is asked for behind each of them, and once where it is open often', async () => {
  const often: string[] = []
  const { pages, position } = await walkedInSteps([listed(often, true)], null)
  expect(often).toEqual(['+ until 7', 'a', 'b0', '+1 until 7', 'b1', '+2 until 7', 'b2'])
  expect(pages.map(({ stream, place }) => `${stream} ${place}`)).toContain(
    `${detailsOf('entries')} entries-detail:b2`,
  )
  expect(position).toEqual({ until: { entries: '7' } })

  const each: string[] = []
  await walkedInSteps([listed(each, false)], position)
  expect(each.slice(0, 4)).toEqual(['7+ until 7', 'a', 'b0', '7+1 until 7'])
  expect(each.filter((id) => id === 'a')).toHaveLength(3)
})

test('a server that goes on at the same place ends the walk', async () => {
  const stuck: CursorList = { name: 'entries', ask: async () => ({ text: '', entries: 1, cursor: 'x' }) }
  await expect(walkedInSteps([stuck], null)).rejects.toThrow(ProviderFailed)
})
