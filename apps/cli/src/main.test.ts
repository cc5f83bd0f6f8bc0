import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, 'main.ts')

/** The command line as a process. */
async function lotbook(...args: string[]) {
  try {
    return { code: 0, ...(await run(process.execPath, [MAIN, ...args])) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

test('help tells of every command that the page names', async () => {
  const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  const named = [...page.matchAll(/^\| `([a-z-]+) (?:FILE|INPUT|HISTORY|BEFORE|FILED|RESULT|MANIFEST)/gm)]
  const commands = [...new Set(named.map(([, name]) => name ?? ''))]
  expect(commands.length).toBeGreaterThan(9)
  const { code, stdout } = await lotbook('help')
  expect(code).toBe(0)
  for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
  expect(await lotbook('--help')).toEqual({ code: 0, stdout, stderr: '' })
})

test('a command that is not there is misuse, and so is one that is told nothing', async () => {
  const { code, stderr } = await lotbook('guess')
  expect([code, stderr]).toEqual([2, expect.stringContaining('Unknown command: guess')])
  const record = await lotbook('record')
  expect([record.code, record.stderr]).toEqual([2, expect.stringContaining('Usage: lotbook record')])
})

test('who has seen enough of the output is no fault', async () => {
  const child = spawn(process.execPath, [MAIN, 'sources', '--json'])
  const said = { err: '' }
  child.stderr.on('data', (text: Buffer) => (said.err += text.toString()))
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  expect(said.err).toBe('')
})
