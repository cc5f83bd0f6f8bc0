import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPrograms } from './programs.ts'

function folderWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

test('programs are found in the folders of PATH, in their order', () => {
  const [first, second] = [folderWith('pgbouncer'), folderWith('pgbouncer', 'haproxy')]
  expect(findPrograms([first, second])).toEqual({
    pgbouncer: join(first, 'pgbouncer'),
    haproxy: join(second, 'haproxy'),
  })
})

test('the Debian packages of all that is missing are named', () => {
  expect(() => findPrograms([folderWith()])).toThrow(
    'a cluster needs pgbouncer and haproxy: apt-get install pgbouncer haproxy',
  )
  expect(() => findPrograms([folderWith('pgbouncer')])).toThrow(
    'a cluster needs haproxy: apt-get install haproxy',
  )
})
