import { expect, test } from 'vitest'
import { environmentOfPostgres } from './environment.ts'

test('PostgreSQL gets no variable of ours that it does not need', () => {
  const env = {
    PATH: '/bin',
    SMTP_URL: 'smtp://me:secret@mail',
    GLIBC_TUNABLES: 'x',
    LC_ALL: 'de_DE.UTF-8',
    TZ: 'Asia/Tokyo',
  }
  expect(environmentOfPostgres(env)).toEqual({ PATH: '/bin', LC_ALL: 'C', TZ: 'UTC' })
})
