import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

export interface Command {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly options: Pick<SpawnOptions, 'env' | 'uid' | 'gid' | 'cwd'>
}

const RESTART_MS = 500

/** A process that is started again when it ends by itself or is killed, until it is stopped. */
export class Supervised {
  readonly name: string
  readonly #command: Command
  readonly #tell: (line: string) => void
  #child: ChildProcess | undefined
  #isStopping = false
  #again: NodeJS.Timeout | undefined

  /** @param tell - is given what it prints, and how it ended, line by line. */
  constructor(command: Command, tell: (line: string) => void) {
    this.name = command.name
    this.#command = command
    this.#tell = tell
    this.#start()
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  kill(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#again)
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  #start(): void {
    const { file, args, options } = this.#command
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        for (const line of text.toString().split('\n'))
          if (line.trim() !== '') this.#tell(`${this.name}: ${line}`)
      })
    child.on('error', (error) => this.#tell(`${this.name}: ${error.message}`))
    child.on('exit', (code, signal) => {
      if (this.#isStopping) return
      this.#tell(`${this.name} ended (${signal ?? code ?? 'unknown'}) and is started again`)
      this.#again = setTimeout(() => this.#start(), RESTART_MS)
    })
  }
}
