import { readerInProcess, type Reader, type Readers } from './reader.ts'
import { pooledReaders } from './reading-pool.ts'

/** All customers of this process share one pool of reading processes, so that their number and memory are bounded. */
let readers: Readers = pooledReaders()

/** The reader of a customer's files. */
export function readerOf(userId: string): Reader {
  return readers(userId)
}

/** From now on files are read in this process: for tests of anything but the isolation of readers. */
export function readInThisProcess(): void {
  readers = () => readerInProcess
}
