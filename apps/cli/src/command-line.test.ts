import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { runCommandLine } from './command-line.ts'
import { WriteFailed, type Io } from './io.ts'
import { terminalProgress } from './terminal-progress.ts'
import { runCommand, terminal } from './testing/run-command.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')

const run = (args: string[], files: Readonly<Record<string, string>> = {}) =>
  runCommand(runCommandLine, args, files)

const BITSTAMP = `ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID
1,Main Account,Market,Buy,2022-01-10T10:00:00Z,1,BTC,40000,USD,40000,USD,0,USD,1
2,Main Account,Market,Sell,2022-06-10T10:00:00Z,1,BTC,30000,USD,30000,USD,0,USD,2
`

describe('help', () => {
  test.each([...COMMANDS.keys()])('tells %s alone, with an example that is no misuse', async (name) => {
    const { code, out, err } = await run([name, '--help'])
    expect([code, err]).toEqual([0, ''])
    expect(await run(['help', name])).toEqual({ code, out, err })
    const told = [...out.matchAll(/^ {2}(?:lotbook )?([a-z-]+)/gm)].map(([, command]) => command)
    expect(new Set(told)).toEqual(new Set([name]))

    const [, example = ''] = /^Example:\n\n {2}lotbook (.+)$/m.exec(out) ?? []
    expect(example.split(' ')[0]).toBe(name)
    // Without the files that it names there is nothing to do, but it is asked in the right way.
    expect((await run(example.split(' '))).code).not.toBe(2)
  })

  test('explains the words of its forms', async () => {
    expect((await run(['amend', '--help'])).out).toContain('A calculation (BEFORE, AFTER, FILED) is')
    expect((await run(['methods', '-h'])).out).toContain('HISTORY is INPUT.json, or --files FILE...')
    expect((await run(['sources', '--help'])).out).not.toContain('HISTORY')
  })
})

describe('exit codes are those of the page', () => {
  const [, table = ''] = /\| exit code .*\n\|[-| ]+\n((?:\|.*\n)+)/.exec(PAGE) ?? []
  const stated = table.split('\n').flatMap((line) => /^\| (\d) +\|/.exec(line)?.[1] ?? [])

  test('which names each once', () => expect(stated).toEqual(['0', '1', '2']))

  test('0: done', async () => {
    expect((await run(['help'])).code).toBe(0)
    expect((await run(['import', 'a.csv'], { 'a.csv': BITSTAMP })).code).toBe(0)
  })

  test.each(['import', 'calculate', 'methods', 'safe-harbor', 'treatments', 'decisions', 'check-recording'])(
    '1: %s cannot read its file',
    async (name) => {
      const args = name === 'methods' ? [name, 'gone.json', '--year', '2025'] : [name, 'gone.json']
      const { code, err } = await run(args)
      expect([code, err]).toEqual([1, expect.stringContaining('gone.json')])
    },
  )

  test('1: a paper cannot be written, which names it', async () => {
    const { io, printed } = terminal({ 'a.csv': BITSTAMP })
    const full: Io = {
      ...io,
      writeFile: async (path) => {
        throw new WriteFailed(path, new Error('no space left'))
      },
    }
    const args = ['calculate', '--files', 'a.csv', '--method', 'fifo', '--year', '2022', '--out', 'out']
    expect(await runCommandLine(args, full)).toBe(1)
    expect(printed.err).toMatch(/^out\/.+: cannot be written: no space left$/m)
  })

  test.each([...COMMANDS.keys()])('2: %s is asked in a wrong way', async (name) => {
    const { code, err } = await run([name, '--no-such-option', 'a', 'b'])
    expect([code, err]).toEqual([2, expect.stringContaining(`Usage: lotbook ${name}`)])
  })

  test('2: no command, or none of that name', async () => {
    expect((await run([])).code).toBe(2)
    expect((await run(['help', 'guess'])).code).toBe(2)
  })
})

describe('on a terminal', () => {
  const args = ['calculate', '--files', 'a.csv', '--method', 'fifo', '--year', '2022', '--out', 'out']

  test('each step is told with its count', async () => {
    const { io } = terminal({ 'a.csv': BITSTAMP })
    const lines: string[] = []
    const progress = { step: () => {}, done: (text: string) => void lines.push(text) }
    expect(await runCommandLine(args, { ...io, progress })).toBe(0)
    expect(lines).toEqual([
      'a.csv: 2 transactions',
      'Matching: 0 transfers in 2 transactions',
      expect.stringMatching(/^Calculating: 1 disposal, \d+ invariants held$/),
      'Papers: 9 files of 2022 in out',
    ])
  })

  test('a step is written over by the next, and gone before anything else is printed', () => {
    let screen = ''
    const shown = terminalProgress((text) => (screen += text))
    shown.step('Reading a.csv')
    shown.done('a.csv: 2 transactions')
    shown.step('Matching')
    shown.clear()
    shown.clear()
    expect(screen.replaceAll('\r\u001B[K', '<')).toBe(
      '<Reading a.csv ...<a.csv: 2 transactions\n<Matching ...<',
    )
  })
})
