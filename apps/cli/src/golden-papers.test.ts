import { basename, join } from 'node:path'
import { formatFixed, parseDecimal, sum, zero } from '@lotbook/money'
import { describe, expect, test } from 'vitest'
import { GOLDEN, HISTORIES, rowsOf, writtenOf } from './testing/golden-history.ts'

/*
 * Papers of three fixed histories, as text: somebody who is employed, a trader with Forms 1099-DA, and one with DeFi, gifts and a theft.
 * The figures below were worked out by hand. The texts in fixtures/golden were read line by line when they were made: a change of
 * them is a change of what people file.
 */
async function papersOf(name: string): Promise<ReadonlyMap<string, string>> {
  const written = await writtenOf(name, { args: ['--for', 'all'] })
  const id = /-2025-([0-9a-f]{12})\./.exec(
    [...written.keys()].find((path) => path.includes('schedule-d')) ?? '',
  )
  const plain = (text: string) => text.replaceAll(new RegExp(`${id?.[1] ?? 'none'}[0-9a-f]{0,52}`, 'g'), 'ID')
  return new Map([...written].map(([path, text]) => [plain(path), plain(text)]))
}

/** Tables of the papers, which name no version and no time of their own. */
function textsOf(papers: ReadonlyMap<string, string>): [string, string][] {
  return [...papers]
    .filter(([path]) => /\.(csv|txf|txt)$/.test(path) && !path.startsWith('audit-trail'))
    .map(([path, text]) => [
      path,
      utf8(path, text).replaceAll(/Engine [\d.]+, rules [\w-]+\d/g, 'Engine E, rules R'),
    ])
}

/** Bytes are kept as Latin-1, text as it is. */
const utf8 = (path: string, text: string) =>
  path.endsWith('.txt') ? Buffer.from(text, 'latin1').toString('utf8') : text

const total = (cells: readonly (string | undefined)[]) =>
  formatFixed(sum(cells.map((cell) => parseDecimal(cell ?? '') ?? zero)), 2, 'half-even')

/** Lines of Schedule D and the line of Form 1040, worked out by hand. */
const BY_HAND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // 2023: 9,000 less 20,000 short. 3,000 are deducted, 8,000 carried. 2024: 4,000 long; 3,000 of the other 4,000 are deducted.
  // 2025: 5,600 less 6,510; 44,975 less 15,000; other property -250.50 and 1,200.
  salaried: {
    '3': '-910.00',
    '4 to 5': '-250.50',
    '6': '-1000.00',
    '7': '-2160.50',
    '10': '29975.00',
    '15': '31175.00',
    '16': '29014.50',
    'Form 1040, line 7a': '29014.50',
  },
  // Half a coin for 47,952 that cost 35,035, on a form without basis (box H), as 25,974 - 35,000 and 14,400 - 21,500 are; 25,000 - 35,000 on one
  // with it (box G), whose basis was 1,000 too low. A trade on no form: 43,000 - 35,035. A coin held a year: 89,910 - 70,070.
  trader: {
    '1b': '-10000.00',
    '2': '-3209.00',
    '3': '7965.00',
    '6': '-5000.00',
    '7': '-10244.00',
    '9': '19840.00',
    '15': '19840.00',
    '16': '9596.00',
  },
  // Five units of unknown origin at nothing; 9,900 less 33 of gas for 5,700, gas of 33 that cost 19, 110 for 540.
  defi: { '3': '750.00', '10': '3751.00', '16': '4501.00', 'Form 1040, line 7a': '4501.00' },
}

describe.each(HISTORIES)('E20 E21 golden papers: %s', (name) => {
  test('Schedule D has the lines that were worked out by hand', async () => {
    const lines = Object.fromEntries(
      rowsOf(await papersOf(name), 'schedule-d').map((row) => [row[0], row.at(5)]),
    )
    expect(lines).toMatchObject(BY_HAND[name] ?? {})
  })

  test('every paper comes to the totals of Form 8949', async () => {
    const papers = await papersOf(name)
    const form = rowsOf(papers, 'form-8949').filter((row) => row[0] === 'I' || row[0] === 'II')
    const gain = total(form.map((row) => row[9]))
    const lines = rowsOf(papers, 'schedule-d')
    const ofLine = (...names: string[]) =>
      total(lines.filter(([line]) => names.includes(line ?? '')).map((row) => row[5]))
    expect(ofLine('1b', '2', '3', '8b', '9', '10')).toBe(gain)
    const plain = rowsOf(papers, 'plain-8949')
    expect(plain.length).toBeGreaterThanOrEqual(form.length)
    for (const [file, column] of [
      ['hr-block-totals', 'Gain or Loss'],
      ['freetaxusa-totals', 'Gain or Loss'],
    ] as const) {
      const [path = '', text = ''] =
        [...papers].find(([one]) => basename(one).startsWith(`${file}-2025`) && one.endsWith('.csv')) ?? []
      const at = text.split('\r\n')[0]?.split(',').indexOf(column) ?? -1
      expect(at, path).toBeGreaterThan(0)
      expect(
        total(
          rowsOf(papers, `${file}-2025`)
            .filter((row) => /^[A-L]$/.test(row[0] ?? row[1] ?? ''))
            .map((row) => row[at]),
        ),
        path,
      ).toBe(gain)
    }
  })

  test('the papers read as they were read when they were made', async () => {
    const papers = textsOf(await papersOf(name))
    expect(papers.length).toBeGreaterThan(15)
    await expect(
      papers.map(([path, text]) => `===== ${path}\n${text.replaceAll('\r\n', '\n')}`).join('\n'),
    ).toMatchFileSnapshot(join(GOLDEN, name, 'papers.txt'))
  })
})
