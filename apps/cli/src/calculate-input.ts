import type { Io } from './io.ts'

/** What reading a file for a calculation needs of the world. */
export type ReadingIo = Pick<Io, 'out' | 'err' | 'readFile' | 'progress'>

/** The JSON of a file that need not be there; undefined where it is not, or holds none. */
export async function readJsonIfThere(path: string, io: Pick<Io, 'readFile'>): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await io.readFile(path))) as unknown
  } catch {
    return undefined
  }
}

/** The JSON of a file; undefined when it cannot be read, which is then said on standard error. */
export async function readJson(path: string, io: ReadingIo): Promise<{ readonly json: unknown } | undefined> {
  let text: string
  try {
    text = new TextDecoder().decode(await io.readFile(path))
  } catch (error) {
    io.err(`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}\n`)
    return undefined
  }
  try {
    return { json: JSON.parse(text) as unknown }
  } catch (error) {
    io.err(`${path}: not JSON: ${error instanceof Error ? error.message : String(error)}\n`)
    return undefined
  }
}
