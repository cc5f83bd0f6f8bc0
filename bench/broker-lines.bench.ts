import { withServer } from './bench-server.ts'
import { told, watchEventLoop } from './event-loop.ts'
import { historyOfSales } from './forms.bench.ts'
import { processorTime, spentSince } from './processor-time.ts'
import { report } from './report.ts'

/**
 * A year with so many sales and a line of a Form 1099-DA for each: what screens ask for, the first time and again, with the longest time that the event
 * loop stands still meanwhile (P11).
 */
export async function brokerLinesBench(lines: number): Promise<void> {
  await withServer(async (server) => {
    await historyOfSales(server, lines)
    const { browser } = server
    const asked = {
      'import of the lines': () => browser.upload('/broker_forms/files', fileOf(lines)),
      'a page of lines': () => browser.get('/broker_forms/lines?year=2025'),
      'the next page': () => browser.get('/broker_forms/lines?year=2025&cursor=50'),
      'totals by box': () => browser.get('/one_year/form_totals?year=2025'),
      'Schedule D': () => browser.get('/tax_returns?year=2025'),
      'a page of disposals': () => browser.get('/one_year/disposals?year=2025&limit=100'),
      'totals by box again': () => browser.get('/one_year/form_totals?year=2025'),
    }
    for (const [what, ask] of Object.entries(asked)) {
      const loop = watchEventLoop()
      const before = processorTime()
      const begun = performance.now()
      await ask()
      const ms = performance.now() - begun
      const blocks = loop()
      console.log(`${what} of ${lines} lines: ${ms.toFixed(0)} ms; ${spentSince(before) ?? ''}`)
      report('P11', `longest block of the event loop during ${what}`, blocks.longest, 50, 'ms')
      console.log(told(blocks))
    }
  })
}

function fileOf(lines: number): FormData {
  const rows = Array.from({ length: lines }, (_, n) => {
    const day = new Date(Date.UTC(2025, 0, 2) + n * 200_000).toISOString().slice(0, 10)
    return `Kraken,F-1,2025,ETH,0.0${1 + (n % 9)},${day},${100 + (n % 900)}`
  })
  const head = 'broker,taxFormId,taxYear,digitalAssetName,units,dateOfSale,proceeds'
  const form = new FormData()
  form.set('file', new File([[head, ...rows, ''].join('\n')], 'forms.csv', { type: 'text/csv' }))
  return form
}
