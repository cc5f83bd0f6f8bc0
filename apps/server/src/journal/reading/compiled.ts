import { fileURLToPath } from 'node:url'

/**
 * Where the modules of processes and threads that come up for a file are kept compiled. What cannot be written there is
 * compiled each time.
 */
export const COMPILED = fileURLToPath(new URL('../../../../../node_modules/.cache/reader', import.meta.url))
