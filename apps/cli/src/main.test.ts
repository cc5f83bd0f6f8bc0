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

// A stream in place of standard input would not show that the process ends with it, and that nothing else is on its output.
test('an assistant is answered on standard output alone, and the command ends with its input', async () => {
  const input = join(import.meta.dirname, '../fixtures/mcp/history.csv')
  const child = spawn(process.execPath, [MAIN, 'mcp', '--files', input])
  let out = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  const request = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  const clientInfo = { name: 'an assistant', version: '0' }
  request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  request(2, 'tools/call', { name: 'list_years', arguments: {} })
  const code = new Promise((resolve) => child.once('close', resolve))
  child.stdout.on('data', () => {
    if (out.trimEnd().split('\n').length === 2) child.stdin.end()
  })
  expect(await code).toBe(0)
  const [, answer] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { result: object })
  expect(answer?.result).toMatchObject({ structuredContent: { years: [{ year: 2024 }] } })
})
