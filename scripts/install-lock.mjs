// Lock file that one process at a time holds. Runs on the installed Node (20.19 or newer), without dependencies.
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 250
const BEAT_MS = 2_000
const SILENT_MS = 30_000

/**
 * Run `work` while this process holds the lock; others wait until it is released.
 *
 * A lock is abandoned, and taken over, when its process is gone. A process id can be used again after a restart, and says nothing
 * from another machine, so a holder also touches the file every two seconds: a lock that stays untouched for `silentMs` while
 * somebody waits is abandoned too.
 *
 * @param onWait is called once, before the first wait
 */
export async function holdingLock(file, work, { onWait, silentMs = SILENT_MS } = {}) {
  const mine = `${process.pid} ${hostname()} ${randomUUID()}`
  await take(file, mine, { onWait, silentMs })
  const beat = setInterval(() => touch(file), BEAT_MS)
  const release = () => {
    if (holderOf(file)?.text === mine) rmSync(file, { force: true })
  }
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', release)
    release()
  }
}

async function take(file, mine, { onWait, silentMs }) {
  const isAbandoned = watchHolder(silentMs)
  mkdirSync(dirname(file), { recursive: true })
  for (let waits = 0; !created(file, mine); waits += 1) {
    const holder = holderOf(file)
    if (holder === undefined) continue
    if (isAbandoned(holder)) {
      // Of several who find it abandoned one removes it, and only what it saw: else it would remove the next one's lock.
      await holdingLock(
        `${file}.takeover`,
        () => {
          if (holderOf(file)?.text === holder.text) rmSync(file, { force: true })
        },
        { silentMs },
      )
      continue
    }
    if (waits === 0) onWait?.()
    await sleep(POLL_MS)
  }
}

function created(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Text and time of the lock; undefined where there is none. */
function holderOf(file) {
  try {
    return { text: readFileSync(file, 'utf8'), touchedMs: statSync(file).mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Counts how long a waiter has seen the same sign of life, on its own clock: clocks of two machines may differ. */
function watchHolder(silentMs) {
  let seen
  let since = 0
  return ({ text, touchedMs }) => {
    const sign = `${text} ${touchedMs}`
    if (sign !== seen) {
      seen = sign
      since = performance.now()
    }
    return isGone(text) || performance.now() - since >= silentMs
  }
}

/** Whether the process was one of this machine and is no more. */
function isGone(text) {
  const [pid, host] = text.split(' ')
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
