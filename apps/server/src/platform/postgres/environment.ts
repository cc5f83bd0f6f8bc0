/** Finding programs and libraries, and room for temporary files. */
const NEEDED = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'TMPDIR']

/**
 * The environment of PostgreSQL and of what sets it up: nothing of ours that it does not need, since our variables hold secrets
 * (the password of the mail server), and large pages (GLIBC_TUNABLES) would take memory in each of its many processes.
 */
export function environmentOfPostgres(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const needed = NEEDED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]))
  return { ...Object.fromEntries(needed), LC_ALL: 'C', TZ: 'UTC' }
}
