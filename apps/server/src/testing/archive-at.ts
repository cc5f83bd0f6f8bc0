import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

/** The files of an archive that somebody downloads, by their names; bytes as Latin-1 text. */
export async function archiveAt(
  server: TestServer,
  browser: TestClient,
  path: string,
): Promise<Record<string, string>> {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api${path}`,
    headers: { cookie: browser.cookieHeader },
  })
  expect(answer.statusCode).toBe(200)
  const files = Object.entries(unzipSync(new Uint8Array(answer.rawPayload)))
  return Object.fromEntries(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]))
}
