import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ExportRow, ImportSource, UploadResult } from '../packages/contract/src/index.ts'
import { withServer, type BenchServer } from './bench-server.ts'
import { told, watchEventLoop } from './event-loop.ts'
import { processorTime, spentSince } from './processor-time.ts'
import { report } from './report.ts'

const PRINTING = { name: 'Jane Roe', tax_id: '123-45-6789', summary_above: null }

/**
 * Papers of a year with so many sales, made by the server as its customer asks for them: drawn, filled (where LOTBOOK_FORMS names a
 * folder with the form of 2025), in summary with the statement behind, and the whole packet. Each against writing the same bytes to the disk; and the
 * longest time that the event loop stands still meanwhile.
 */
export async function formsBench(sales: number): Promise<void> {
  const folder = process.env['LOTBOOK_FORMS']
  await withServer(
    async (server) => {
      await historyOfSales(server, sales)
      const kinds = ['form-8949-pdf', ...(folder === undefined ? [] : ['form-8949-official'])]
      for (const kind of kinds)
        for (const summary_above of [null, 100]) await made(server, kind, { ...PRINTING, summary_above })
      await made(server, 'filing-packet', PRINTING)
    },
    folder === undefined ? {} : { LOTBOOK_FORMS: folder },
  )
}

/** A file with one purchase and the sales of it, imported and calculated. */
export async function historyOfSales({ browser }: BenchServer, sales: number): Promise<void> {
  const head =
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
  const rows = Array.from({ length: sales }, (_, n) => {
    const at = new Date(Date.UTC(2025, 0, 2) + n * 200_000).toISOString().slice(0, 19)
    return `${at}Z,sell,${100 + (n % 900)},USD,0.0${1 + (n % 9)},ETH,,,Kraken,yes,s${n}`
  })
  const bought = `2024-01-01T00:00:00Z,buy,${sales},ETH,${sales * 100},USD,,,Kraken,yes,b1`
  const form = new FormData()
  form.set('file', new File([[head, bought, ...rows].join('\n')], 'history.csv', { type: 'text/csv' }))
  const { source_id: id } = await browser.upload<UploadResult>('/csv_uploads', form)
  await until(async () => {
    const { data } = await browser.get<{ data: ImportSource }>(`/imports/v2/sources/${id}`)
    return data.import_status === 'complete'
  })
  await browser.post('/imports/v1/tax_calculations/start_tax_calculation', {
    recalculate: true,
    tax_year: 2025,
  })
  await until(async () => {
    const { data } = await browser.get<{ data: { calculated_at: string | null } }>(
      '/imports/v1/tax_calculations/details',
    )
    return data.calculated_at !== null
  })
}

async function made({ browser }: BenchServer, kind: string, printing: object): Promise<void> {
  const loop = watchEventLoop()
  globalThis.gc?.()
  const before = processorTime()
  const resident = process.memoryUsage().rss
  let peak = resident
  const begun = performance.now()
  const { data } = await browser.post<{ data: ExportRow }>('/exports', { kind, tax_year: 2025, printing })
  let row = data
  let pages = 0
  await until(async () => {
    const { data: rows } = await browser.get<{ data: ExportRow[] }>('/exports')
    row = rows.find(({ id }) => id === data.id) ?? row
    pages = row.pages?.of ?? pages
    peak = Math.max(peak, process.memoryUsage().rss)
    return row.state === 'done' || row.state === 'failed'
  })
  const ms = performance.now() - begun
  const blocks = loop()
  const bytes = row.size_bytes ?? 0
  const floor = written(bytes)
  console.log(
    `${kind} of ${row.rows ?? 0} rows, ${row.file_name ?? row.reason ?? ''}: ${ms.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB, ${pages} pages said; writing the same bytes ${floor.toFixed(0)} ms (${(ms / floor).toFixed(0)} x); ${spentSince(before) ?? ''}; memory ${(resident / 1e6).toFixed(0)} MB before and ${(peak / 1e6).toFixed(0)} MB at its peak`,
  )
  report('P11', `longest block of the event loop while ${kind} is made`, blocks.longest, 17, 'ms')
  console.log(told(blocks))
}

/** Milliseconds for as many bytes to be on the disk. */
function written(bytes: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-floor-'))
  const piece = Buffer.alloc(1 << 16, 7)
  const begun = performance.now()
  const file = openSync(join(folder, 'floor'), 'w')
  for (let left = bytes; left > 0; left -= piece.length)
    writeSync(file, piece, 0, Math.min(left, piece.length))
  fsyncSync(file)
  closeSync(file)
  const ms = performance.now() - begun
  rmSync(folder, { recursive: true })
  return ms
}

export async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) await wait(250)
}
