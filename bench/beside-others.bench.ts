import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { mixedHistory } from '../apps/server/src/testing/mixed-history.ts'
import type { CalculationState, ImportSource, UploadResult } from '../packages/contract/src/index.ts'
import { withServer, type BenchServer } from './bench-server.ts'
import { middle, report } from './report.ts'

/** Customers whose rows a server holds before the measured ones come. */
const OTHERS = 10
/** New customers who are measured on each server, one after the other; the middle one counts. */
const MEASURED = 3

/**
 * The same import and calculation on a server that holds ten other customers, whom its statistics know, and on an empty one; and how
 * long three customers wait who come to an empty server one after the other.
 *
 * @param rows - of each customer's file.
 */
export async function besideOthersBench(rows: number): Promise<void> {
  const file = mixedHistory(rows, 'a')
  // Not measured: whoever comes first waits for the compiler, on whichever server.
  await withServer(async (server) => void (await importedAndCalculated(server, file)))

  let alone: Waited[] = []
  await withServer(async (server) => {
    alone = await measured(server, file)
  })
  let beside: Waited[] = []
  await withServer(async (server) => {
    for (let n = 0; n < OTHERS; n += 1) await importedAndCalculated(await server.another(), file)
    await analyse(server)
    beside = await measured(server, file)
  })
  tell('on an empty server', alone)
  tell(`beside ${OTHERS} others`, beside)
  const whole = (waited: readonly Waited[]) =>
    middle(waited.map(({ imported, calculated }) => imported + calculated))
  report(
    'OTHERS',
    `${rows} rows imported and calculated beside ${OTHERS} others, against alone`,
    whole(beside) / whole(alone),
    1.5,
  )
  const [first, ...later] = alone.map(({ imported, calculated }) => imported + calculated)
  report(
    'OTHERS',
    `the slower of two customers who come later, against the first`,
    Math.max(...later) / (first ?? 0),
    1.5,
  )
}

/** Milliseconds that a customer waited. */
interface Waited {
  readonly imported: number
  readonly calculated: number
}

async function measured(server: BenchServer, file: string): Promise<Waited[]> {
  const waited: Waited[] = []
  while (waited.length < MEASURED) waited.push(await importedAndCalculated(await server.another(), file))
  return waited
}

async function importedAndCalculated({ browser }: BenchServer, file: string): Promise<Waited> {
  const form = new FormData()
  form.set('file', new File([file], 'history.csv', { type: 'text/csv' }))
  form.set('exchange_value', 'Custom CSV')
  const begun = performance.now()
  const { source_id: id } = await browser.upload<UploadResult>('/csv_uploads', form)
  await until(async () => {
    const { data } = await browser.get<{ data: ImportSource }>(`/imports/v2/sources/${id}`)
    return data.import_status === 'complete'
  })
  const imported = performance.now()
  await browser.post('/imports/v1/tax_calculations/start_tax_calculation')
  await until(async () => {
    const { data } = await browser.get<{ data: CalculationState[] }>('/tax_calculations')
    return data[0]?.state === 'done'
  })
  return { imported: imported - begun, calculated: performance.now() - imported }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  // A browser may ask twenty times a second.
  while (!(await isSo())) await wait(60)
}

async function analyse({ db }: BenchServer): Promise<void> {
  const owner = openDatabase({ connect: () => db.connect('lotbook_owner') })
  await owner.app.query('analyze')
  await owner.close()
}

function tell(where: string, waited: readonly Waited[]): void {
  const each = waited.map(
    ({ imported, calculated }) => `${imported.toFixed(0)} + ${calculated.toFixed(0)} ms`,
  )
  console.log(`imported + calculated ${where}, one customer after the other: ${each.join(', ')}`)
}
