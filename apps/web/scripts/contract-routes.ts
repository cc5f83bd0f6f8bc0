import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { LATER_NOUNS } from '../src/client/later-nouns.ts'

/**
 * `virtual:contract-routes`: method and path of every call of the contract, and nothing else. The browser sends
 * by these and the server validates, so the schemas (and the validator behind them) stay out of the first screen.
 * Those that no first screen makes are in `virtual:contract-routes/later`.
 */
export function contractRoutes(): Plugin {
  const [first, later] = ['virtual:contract-routes', 'virtual:contract-routes/later']
  return {
    name: 'lotbook-contract-routes',
    resolveId: (id) => (id === first || id === later ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${first}` && id !== `\0${later}`) return
      const front = createRequire(import.meta.url).resolve('@lotbook/contract')
      const [{ contract }, { minifyContractRouter }] = await Promise.all([
        import(pathToFileURL(front).href),
        import('@orpc/contract'),
      ])
      return `const call = (method, path, more) => ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path, ...more } } })
const get = (path, more) => call('GET', path, more)
const post = (path, more) => call('POST', path, more)
export default ${written(partOf(minifyContractRouter(contract), id === `\0${later}`))}`
    },
  }
}

/** The calls of the nouns that are loaded later, or of the others. */
function partOf(contract: object, isLater: boolean): object {
  return Object.fromEntries(
    Object.entries(contract).filter(([noun]) => LATER_NOUNS.some((one) => one === noun) === isLater),
  )
}

/** A tree of calls as code: each call by its method and path, and what else its route says. */
function written(node: object): string {
  if ('~orpc' in node) {
    const { method, path, ...more } = (node['~orpc'] as { route: { method: string; path: string } }).route
    const rest = Object.keys(more).length === 0 ? '' : `, ${JSON.stringify(more)}`
    const short = { GET: 'get(', POST: 'post(' }[method] ?? `call(${JSON.stringify(method)}, `
    return `${short}${JSON.stringify(path)}${rest})`
  }
  const entries = Object.entries(node).map(([key, value]) => `${key}: ${written(value as object)}`)
  return `{ ${entries.join(', ')} }`
}
