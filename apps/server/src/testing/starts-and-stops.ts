import { existsSync } from 'node:fs'
import { check, comesTrue, ended, type ServerProcesses, type Started } from './server-process.ts'

const CREDENTIALS = { email: 'smoke@example.com', password: 'plum-engine-violet-93' }

async function call(address: string, path: string, body: object): Promise<Response> {
  return fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lotbook': '1', origin: address },
    body: JSON.stringify(body),
  })
}

/**
 * The server as a process: started on an empty folder, killed without a word, started again on the same data, a second one refused,
 * signed in to, and stopped in order, with no PostgreSQL left behind. It runs again at the end.
 */
export async function startsAndStops(server: ServerProcesses): Promise<Started> {
  const first = await server.start()
  check(`starts on an empty folder (${first.ms} ms)`, true)
  check('signs up', (await call(first.address, '/identity/sign_up', CREDENTIALS)).status === 200)

  first.child.kill('SIGKILL')
  await ended(first.child)
  check('the database outlives a killed server', existsSync(server.postmasterPid))
  const second = await server.start()
  check(`starts again after kill -9 (${second.ms} ms)`, true)

  const rival = server.launch()
  check('refuses a second server on the same data', (await ended(rival.child)) === 1)
  check('and says why', rival.output().includes('another Lotbook server uses this data folder'))

  const answer = await call(second.address, '/identity/log_in', CREDENTIALS)
  check('what was acknowledged before the kill is there', answer.status === 200)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const me = await fetch(`${second.address}/api/users/get_user_role`, { headers: { cookie } })
  check('a session opens', me.status === 200)

  // Told to stop, PostgreSQL waits for whoever is connected, and lets nobody else in.
  const told = server.postmaster
  process.kill(told, 'SIGTERM')
  const isBack = () => existsSync(server.postmasterPid) && server.postmaster !== told
  check('a database that is told to stop is started again', await comesTrue(isBack))
  const signsIn = async () => (await call(second.address, '/identity/log_in', CREDENTIALS)).status === 200
  check('and the server goes on with it', await comesTrue(signsIn))

  second.child.kill('SIGTERM')
  check('stops in order', (await ended(second.child)) === 0)
  check('no postmaster.pid is left', !existsSync(server.postmasterPid))

  const third = await server.start()
  check(`starts again after a stop in order (${third.ms} ms)`, true)
  return third
}
