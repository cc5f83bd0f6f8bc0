import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** What a server starts that goes before it heard of its reader: the readers know it by their environment. */
async function started(mark: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await readdir('/proc')) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.split('\0').includes(`NODE_ENV=${mark}`)) found.push(Number(pid))
  }
  return found
}

// A bug: whoever went while the process that starts readers came up left it behind, and a reader with it.
test.runIf(process.platform === 'linux')(
  'a server that goes takes everything along, however early',
  async () => {
    const mark = `early-${process.pid}`
    const host = new URL('./reading-host.ts', import.meta.url).href
    const goes = `import { startReading } from '${host}'; startReading(64).catch(() => {}); setTimeout(() => process.exit(), 20)`
    const server = spawn(process.execPath, ['--input-type=module', '--eval', goes], {
      env: { ...process.env, NODE_ENV: mark },
      stdio: 'ignore',
    })
    await once(server, 'exit')
    await expect.poll(() => started(mark), { timeout: 10_000, interval: 100 }).toEqual([])
  },
)
