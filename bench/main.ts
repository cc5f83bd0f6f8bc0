import { spawnSync } from 'node:child_process'
import { besideOthersBench } from './beside-others.bench.ts'
import { brokerLinesBench } from './broker-lines.bench.ts'
import { callsBench } from './calls.bench.ts'
import { connectionsBench } from './connections.bench.ts'
import { engineBench } from './engine.bench.ts'
import { filesBench } from './files.bench.ts'
import { formatsBench } from './formats.bench.ts'
import { formsBench } from './forms.bench.ts'
import { matchingBench } from './matching.bench.ts'
import { oneWorkerBench } from './one-worker.bench.ts'
import { storageBench } from './storage.bench.ts'
import { taxProgramsBench } from './tax-programs.bench.ts'

/*
 * `npm run bench [-- --quick] [-- --million] [-- --stored]`: every figure beside a floor of the same run. The engine is
 * measured on a million transactions, the way through the database on ten and a hundred thousand (with `--million` on a
 * million too), files at ten megabytes, a customer beside others at thirty thousand rows; `--quick` takes less, `--stored` only the way
 * through the database, `--files` only files, `--formats` only the reader of each format, `--others` only a customer beside others, `--one-worker` only short work beside long, `--connections` only what a connection
 * costs, `--programs` only the files of tax programs, `--forms` only papers of a hundred thousand sales, `--broker-lines` only as many lines of Forms 1099-DA.
 */
const isQuick = process.argv.includes('--quick')
const isStoredOnly = process.argv.includes('--stored')
const isFilesOnly = process.argv.includes('--files')
const isFormatsOnly = process.argv.includes('--formats')
const isOthersOnly = process.argv.includes('--others')
const isFormsOnly = process.argv.includes('--forms')
const isBrokerLinesOnly = process.argv.includes('--broker-lines')
const isConnectionsOnly = process.argv.includes('--connections')
const isOneWorkerOnly = process.argv.includes('--one-worker')
const isProgramsOnly = process.argv.includes('--programs')
const isOnly =
  isStoredOnly ||
  isFilesOnly ||
  isFormatsOnly ||
  isOthersOnly ||
  isOneWorkerOnly ||
  isConnectionsOnly ||
  isProgramsOnly ||
  isFormsOnly ||
  isBrokerLinesOnly
const stored = [
  ...(isOnly && !isStoredOnly ? [] : isQuick ? [10_000] : [10_000, 100_000]),
  ...(process.argv.includes('--million') ? [1_000_000] : []),
]
const connections = {
  calls: callsBench,
  ...Object.fromEntries(
    (isQuick ? [10_000] : [50_000, 200_000]).map((count) => [
      `connection ${count}`,
      () => connectionsBench(count),
    ]),
  ),
}
const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  ...(isOnly ? {} : { engine: () => engineBench(isQuick), matching: () => matchingBench(30_000) }),
  ...Object.fromEntries(stored.map((count) => [`stored ${count}`, () => storageBench(count)])),
  ...(isOnly && !isFilesOnly ? {} : { files: () => filesBench(isQuick ? 2_000_000 : 10_000_000) }),
  ...(isOnly && !isFormatsOnly ? {} : { formats: () => formatsBench(isQuick ? 2_000 : 20_000) }),
  ...(isOnly && !isBrokerLinesOnly
    ? {}
    : { 'broker lines': () => brokerLinesBench(isQuick ? 10_000 : 100_000) }),
  ...(isOnly && !isProgramsOnly ? {} : { programs: () => taxProgramsBench(isQuick ? 10_000 : 100_000) }),
  ...(isOnly && !isOthersOnly ? {} : { others: () => besideOthersBench(isQuick ? 5_000 : 30_000) }),
  ...(isOnly && !isOneWorkerOnly
    ? {}
    : { 'one worker': () => (isQuick ? oneWorkerBench(50_000, 20_000) : oneWorkerBench(200_000, 80_000)) }),
  ...(isOnly && !isFormsOnly ? {} : { forms: () => formsBench(isQuick ? 10_000 : 100_000) }),
  ...(isOnly && !isConnectionsOnly ? {} : connections),
}

// Each part has a process of its own: what one leaves in memory would be tidied up while the next is measured, and a server holds none of it.
const ENV = 'LOTBOOK_BENCH_PART'
const own = process.env[ENV]
if (own !== undefined) await parts[own]?.()
else
  for (const part of Object.keys(parts)) {
    const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, [ENV]: part },
    })
    if (status !== 0) process.exit(status ?? 1)
  }
