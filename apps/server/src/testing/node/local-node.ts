import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A node of the Ethereum kind on this machine, with a chain of its own that begins when it does. A block is made when it is asked to (`evm_mine`). */
export interface LocalNode {
  /** A call of JSON-RPC. @throws Error with what the node says */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  close(): Promise<void>
}

/** The program comes with a package for each platform; where there is none, it says so. */
const LAUNCHER = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'))

export async function startLocalNode(): Promise<LocalNode> {
  const child = spawn(process.execPath, [LAUNCHER, '--port', '0', '--no-mining'], {
    env: { ...process.env, TARGET_TOOL: 'anvil' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the node ended with ${code} before it listened`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = /^Listening on (.+)$/.exec(line) ?? []
      if (found !== undefined) resolve(`http://${found}`)
    })
  })
  return {
    async call(method, ...params) {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const { result, error } = (await response.json()) as {
        result?: unknown
        error?: { message: string }
      }
      if (error !== undefined) throw new Error(`${method}: ${error.message}`)
      return result
    },
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
