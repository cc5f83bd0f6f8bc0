import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  TAX_PROGRAM_IDS,
  taxProgramFiles,
  type DisposalLine,
  type ReportFile,
  type TaxProgramId,
} from '../packages/reports/src/index.ts'
import { reportOf, sale } from '../packages/reports/src/testing/report-of.ts'
import { middle, report } from './report.ts'

const ROUNDS = 5
const PIECE = 1 << 18

/** Formats with a line for each disposal; the others have one for each box. */
const BY_ROW = TAX_PROGRAM_IDS.filter((id) => !id.endsWith('-summary') && id !== 'taxact-csv')

/** E21: the files of a year for a tax program against the same bytes written once more, and the memory that writing them takes. */
export function taxProgramsBench(count: number): void {
  const year = reportOf({ disposals: Array.from({ length: count }, (_, n) => disposal(n)) })
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-programs-'))
  try {
    for (const id of BY_ROW) programBench(id, folder, () => taxProgramFiles(id, year).files, count)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function programBench(
  id: TaxProgramId,
  folder: string,
  filesOf: () => readonly ReportFile[],
  count: number,
): void {
  const texts = filesOf().map((file) => [...piecesOf(file)])
  const sizeMb = texts.flat().reduce((sum, piece) => sum + piece.length, 0) / 1e6
  const made: number[] = []
  const written: number[] = []
  let grown = 0
  for (let round = 0; round < ROUNDS; round++) {
    written.push(timeOf(() => texts.forEach((pieces, n) => write(join(folder, `${n}`), pieces))))
    made.push(
      timeOf(() => {
        const before = process.memoryUsage().heapUsed
        filesOf().forEach((file, n) => write(join(folder, `${n}`), piecesOf(file)))
        grown = Math.max(grown, process.memoryUsage().heapUsed - before)
      }),
    )
  }
  const [own, floor] = [middle(made), middle(written)]
  report(
    'E21',
    `${id}: ${count} disposals, ${sizeMb.toFixed(0)} MB, ${own.toFixed(0)} ms against ${floor.toFixed(0)}, ${(grown / 1e6).toFixed(0)} MB more`,
    own / floor,
    200,
  )
}

function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function write(path: string, pieces: Iterable<Uint8Array>): void {
  const file = openSync(path, 'w')
  for (const piece of pieces) writeSync(file, piece)
  closeSync(file)
}

function* piecesOf({ chunks }: ReportFile): Generator<Uint8Array> {
  let text = ''
  for (const chunk of chunks as Iterable<string>) {
    text += chunk
    if (text.length < PIECE) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

function disposal(n: number): DisposalLine {
  const day = String((n % 28) + 1).padStart(2, '0')
  const isLong = n % 2 === 0
  return sale({
    transaction: `t${n}`,
    lot: `l${n}`,
    account: `Exchange ${n % 7}`,
    asset: ['BTC', 'ETH', 'SOL'][n % 3]!,
    quantity: `${n % 10}.${String(n).padStart(18, '0')}`,
    acquired: isLong ? `2023-05-${day}` : `2025-01-${day}`,
    disposed: `2025-06-${day}`,
    proceeds: `${n}.${String(n % 1000).padStart(6, '0')}`,
    basis: `${n % 5000}.125`,
    term: isLong ? 'long' : 'short',
    box: isLong ? 'L' : 'I',
  })
}
