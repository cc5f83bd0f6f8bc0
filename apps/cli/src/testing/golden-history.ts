import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCalculateFiles } from '../calculate-files.ts'
import { terminal } from './run-command.ts'

export const GOLDEN = join(import.meta.dirname, '../../fixtures/golden')
export const HISTORIES = readdirSync(GOLDEN).toSorted()

interface Asked {
  readonly args: readonly string[]
  readonly files?: Readonly<Record<string, Uint8Array>>
  /** 1 where a form that is asked for is not among the files. */
  readonly code?: number
}

/** Everything that a fixed history is reported with for 2025, by path below `out`; bytes as Latin-1. */
export async function writtenOf(
  name: string,
  { args, files = {}, code = 0 }: Asked,
): Promise<ReadonlyMap<string, string>> {
  const folder = join(GOLDEN, name)
  const given = (file: string) => (existsSync(join(folder, file)) ? [file] : [])
  const own = ['history.csv', 'facts.json', 'forms.csv'].flatMap(given)
  const { io, printed, written } = terminal({
    ...Object.fromEntries(own.map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
    ...files,
  })
  const asked = ['--files', 'history.csv', '--method', 'fifo', '--year', '2025', '--out', 'out', ...args]
  const facts = [
    ...given('facts.json').flatMap((file) => ['--return', file]),
    ...given('forms.csv').flatMap((file) => ['--form-1099-da', file]),
  ]
  const ended = await runCalculateFiles([...asked, ...facts], io, new Date('2026-03-01T12:00:00Z'))
  if (ended !== code) throw new Error(printed.err)
  return new Map([...written].map(([path, text]) => [path.replace('out/', ''), text]))
}

/** The cells of a written table below its header. */
export function rowsOf(papers: ReadonlyMap<string, string>, start: string): string[][] {
  const [, text = ''] =
    [...papers].find(
      ([path]) => path.split('/').at(-1)?.startsWith(start) === true && path.endsWith('.csv'),
    ) ?? []
  return text
    .split('\r\n')
    .slice(1)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('"', '')),
    )
    .filter((cells) => cells.length > 2)
}
