// The programs of the project, and how they are run. Runs on the installed Node (20.19 or newer), so it is plain JavaScript
// without dependencies.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const bin = (name) =>
  join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Path of the pinned Node 24. */
export function runtime() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * A calculation fills columns of tens of megabytes, and the first touch of each 4 kB of them is a fault, which in a virtual
 * machine may cost as much as the matching of twenty transactions. glibc asks for pages of 2 MB when it is told to before a
 * process starts (glibc 2.35, "Memory Allocation Tunables"); what is no glibc does not look at it.
 */
const LARGE_PAGES = 'glibc.malloc.hugetlb=1'

/**
 * The engine is small functions that call small functions, and what the compiler puts into one at most by itself (V8's
 * `max-inlined-bytecode-size` and its sum, 460 and 920) leaves calls in the innermost loops: about an eighth of a long
 * calculation's time (docs/speed.md).
 */
const ROOM_FOR_CALLS = ['--max-inlined-bytecode-size=1000', '--max-inlined-bytecode-size-cumulative=3000']

/**
 * Modules are kept compiled from one process or thread to the next: to load the engine takes a fifth of the processor time that it
 * takes to read and compile it. Where this cannot be written, they are compiled each time.
 */
const COMPILED_MODULES = join(root, 'node_modules', '.cache', 'modules')

/** The environment in which children find the pinned runtime first, and modules that are compiled already. */
export function environment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(separator)
  return { NODE_COMPILE_CACHE: COMPILED_MODULES, ...process.env, PATH: path, ...extra }
}

/** Run a program in the foreground, with large pages and room for calls, and become its exit code; signals go on to it. */
export function become(args, extra = {}, cwd = root) {
  const env = { GLIBC_TUNABLES: LARGE_PAGES, ...environment(extra) }
  const child = spawn(runtime(), [...ROOM_FOR_CALLS, ...args], { cwd, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/** Run a step to its end; true when it succeeded. With `tell` its output is given to that at the end, else seen as it comes. */
export function run(command, args, { tell, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: tell === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    ...options,
    env: environment(options.env),
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
  return new Promise((resolve) => {
    const end = (succeeded) => {
      tell?.(Buffer.concat(output).toString())
      resolve(succeeded)
    }
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}
