import { engineBench } from './engine.bench.ts'
import { filesBench } from './files.bench.ts'
import { storageBench } from './storage.bench.ts'

/*
 * `npm run bench [-- --quick] [-- --million] [-- --stored]`: every figure beside a floor of the same run. The engine is
 * measured on a million transactions, the way through the database on ten and a hundred thousand (with `--million` on a
 * million too), files at ten megabytes; `--quick` takes less, `--stored` only the way through the database, `--files` only files.
 */
const isQuick = process.argv.includes('--quick')
const isStoredOnly = process.argv.includes('--stored')
const isFilesOnly = process.argv.includes('--files')
if (!isStoredOnly && !isFilesOnly) engineBench(isQuick)
if (!isFilesOnly) for (const count of isQuick ? [10_000] : [10_000, 100_000]) await storageBench(count)
if (process.argv.includes('--million')) await storageBench(1_000_000)
if (!isStoredOnly) await filesBench(isQuick ? 2_000_000 : 10_000_000)
