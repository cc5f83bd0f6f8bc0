import { parseDecimal, formatDecimal } from '@lotbook/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { form8949Csv } from './form-8949-csv.ts'
import { form8949Pdf } from './form-8949-pdf.ts'
import { amountOn, description, form8949, form8949Pages, rowsPerPage } from './form-8949.ts'
import { scheduleD } from './schedule-d.ts'
import { wordsOf } from './testing/file-words.ts'
import { reportOf, sale, textOf } from './testing/report-of.ts'

describe('columns', () => {
  test('a row is rounded once, and (h) comes from what is printed', () => {
    const form = form8949(reportOf({ disposals: [sale({ proceeds: '100.005', basis: '33.333333333333' })] }))
    const row = form.sections[0]?.rows[0]
    expect(row && [row.proceeds, row.basis, row.gain].map((units) => amountOn(form, units))).toEqual([
      '100.01',
      '33.33',
      '66.68',
    ])
  })

  test('an unknown acquisition stays empty: nothing is invented', () => {
    const form = form8949(
      reportOf({ disposals: [sale({ proceeds: '1', basis: '0', acquired: null, lot: null })] }),
    )
    expect(form.sections[0]?.rows[0]?.acquired).toBe('')
  })

  test('(a) names quantity and asset in 40 characters and keeps the quantity', () => {
    const day = { disposed: '2025-03-01' }
    expect(description({ ...day, quantity: '0.500000000000000000', asset: 'BTC', kind: 'sell' })).toBe(
      '0.5 BTC',
    )
    expect(description({ ...day, quantity: '0.000000000000000001', asset: 'ETH', kind: 'sell' })).toBe(
      '0.000000000000000001 ETH',
    )
    // The coin that paid for a loss is a coin that was disposed of.
    expect(description({ ...day, quantity: '7', asset: 'USDT', kind: 'margin_loss' })).toBe('7 USDT')
    expect(
      description({
        ...day,
        quantity: '1',
        asset: 'nft:ethereum:0x1234567890123456789012345678901234567890:77',
        kind: 'sell',
      }),
    ).toHaveLength(40)
  })

  test('(a) names the contract of a profit or loss and its day, in 40 characters', () => {
    const of = (row: Partial<Parameters<typeof description>[0]>) =>
      description({ quantity: '7', asset: 'USD', kind: 'margin_gain', disposed: '2025-03-01', ...row })
    expect(of({ contract: 'BTC-PERP' })).toBe('BTC-PERP, profit or loss of 03/01/2025')
    expect(of({ contract: null, kind: 'margin_loss' })).toBe('Contract, profit or loss of 03/01/2025')
    // A profit that came in a coin is of the contract; the coin is a lot of its own.
    expect(of({ asset: 'ETH', contract: 'ETH-PERP' })).toBe('ETH-PERP, profit or loss of 03/01/2025')
    expect(of({ asset: 'USDT', kind: 'contract_loss', contract: '1000SHIBUSDT-PERP' })).toBe(
      '1000SHI..., profit or loss of 03/01/2025',
    )
  })

  test('whole dollars round half up by magnitude', () => {
    const form = form8949(reportOf({ disposals: [sale({ proceeds: '0.50', basis: '-0.50' })] }), 'dollars')
    expect(form.sections[0]?.totals).toMatchObject({ proceeds: 1n, basis: -1n, gain: 2n })
  })
})

describe('boxes and pages', () => {
  test('R-BOX-1 each box has pages of its own, eleven rows each from 2025 and fourteen before', () => {
    expect([rowsPerPage(2024), rowsPerPage(2025)]).toEqual([14, 11])
    const disposals = [
      ...Array.from({ length: 12 }, (_, i) =>
        sale({ transaction: `a${i}`, proceeds: '1', basis: '1', term: 'short', box: 'I' }),
      ),
      ...Array.from({ length: 11 }, (_, i) => sale({ transaction: `b${i}`, proceeds: '1', basis: '1' })),
    ]
    const pages = form8949Pages(form8949(reportOf({ disposals })))
    expect(pages.map((p) => [p.section.box, p.rows.length, p.number, p.of])).toEqual([
      ['I', 11, 1, 2],
      ['I', 1, 2, 2],
      ['L', 11, 1, 1],
    ])
  })

  test('no disposals are no pages', () => {
    expect(form8949Pages(form8949(reportOf({})))).toEqual([])
  })
})

const cents = fc
  .bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  .map((units) => formatDecimal({ units, scale: 6 }))

test('a filed page foots: totals are sums of printed rows, on the form, in its file and on Schedule D', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cents, cents, fc.constantFrom('I', 'L', 'H', 'J')), { maxLength: 40 }),
      async (rows) => {
        const disposals = rows.map(([proceeds, basis, box], i) =>
          sale({ transaction: `t${i}`, proceeds, basis, box, term: 'IH'.includes(box) ? 'short' : 'long' }),
        )
        const report = reportOf({ disposals })
        const form = form8949(report)
        for (const section of form.sections) {
          expect(section.totals.gain).toBe(section.rows.reduce((sum, row) => sum + row.gain, 0n))
          expect(section.totals.gain).toBe(section.totals.proceeds - section.totals.basis)
        }
        const net = form.sections.reduce((sum, section) => sum + section.totals.gain, 0n)
        const { lines } = scheduleD(2025, form.sections, report.returnOfYear)
        expect(lines.find(({ line }) => line === '16')?.gain).toBe(net)

        const csv = (await textOf(form8949Csv(report).chunks)).trimEnd().split('\r\n').slice(1)
        expect(csv.length).toBe(rows.length)
        const written = csv.reduce((sum, line) => {
          const gain = parseDecimal(line.split(',')[9] ?? '')
          return sum + (gain === undefined ? 0n : gain.units * 10n ** BigInt(2 - gain.scale))
        }, 0n)
        expect(written).toBe(net)
      },
    ),
    { numRuns: 50 },
  )
})

describe('the PDF', () => {
  const report = reportOf({
    disposals: Array.from({ length: 30 }, (_, i) =>
      sale({ transaction: `t${i}`, proceeds: '12.50', basis: '10' }),
    ),
  })

  test('is the same, byte for byte, for the same report', async () => {
    const first = await textOf(form8949Pdf(report).chunks)
    expect(first.startsWith('%PDF-')).toBe(true)
    expect(first.endsWith('%%EOF\n') || first.endsWith('%%EOF')).toBe(true)
    expect(await textOf(form8949Pdf(report).chunks)).toBe(first)
  })

  test('has a page for every eleven rows of a box', async () => {
    const text = await textOf(form8949Pdf(report).chunks)
    expect(text.match(/\/Type \/Page\b/g)?.length).toBe(3)
    expect(form8949Pdf(report).rows).toBe(30)
  })

  test('says on every page that it is no tax advice, and of a draft that it is one, and why', async () => {
    const why = '3 of 30 lines rest on items that are still open.'
    const words = await wordsOf(form8949Pdf({ ...report, draft: why }))
    expect(words.match(/^Draft$/gm)).toHaveLength(3)
    expect(words.match(new RegExp(`Draft, not to be filed. ${why}`, 'g'))).toHaveLength(3)
    const filed = await wordsOf(form8949Pdf(report))
    expect(filed).not.toContain('Draft')
    expect(filed.match(/not tax advice/g)).toHaveLength(3)
    // The word stays on its page: it adds none.
    const text = await textOf(form8949Pdf({ ...report, draft: why }).chunks)
    expect(text.match(/\/Type \/Page\b/g)?.length).toBe(3)
  })

  test('is written for a year without disposals too', async () => {
    const text = await textOf(form8949Pdf(reportOf({})).chunks)
    expect(text.match(/\/Type \/Page\b/g)?.length).toBe(1)
  })
})

test('every file names its calculation', () => {
  expect(form8949Csv(reportOf({})).fileName).toBe('form-8949-2025-0190ab1234cd.csv')
})
