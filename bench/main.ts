import { engineBench } from './engine.bench.ts'
import { filesBench } from './files.bench.ts'
import { storageBench } from './storage.bench.ts'

/*
 * `npm run bench [-- --quick]`: every figure beside a floor of the same run. The engine is measured on a million
 * transactions, the way through the database on a hundred thousand, files at ten megabytes; `--quick` takes less.
 */
const isQuick = process.argv.includes('--quick')
engineBench(isQuick)
await storageBench(isQuick ? 20_000 : 100_000)
await filesBench(isQuick ? 2_000_000 : 10_000_000)
