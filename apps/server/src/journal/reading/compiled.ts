import { fileURLToPath } from 'node:url'

/**
 * Folder of the compiled modules of the processes and threads that come up for a file. Without permission to write there,
 * they are compiled each time.
 */
export const COMPILED = fileURLToPath(new URL('../../../../../node_modules/.cache/reader', import.meta.url))
