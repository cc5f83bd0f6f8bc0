import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * `virtual:contract-routes`: method and path of every call of the contract, and nothing else. The browser sends
 * by these and the server validates, so the schemas (and the validator behind them) stay out of the first screen.
 */
export function contractRoutes(): Plugin {
  const name = 'virtual:contract-routes'
  return {
    name: 'lotbook-contract-routes',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return
      const front = createRequire(import.meta.url).resolve('@lotbook/contract')
      const [{ contract }, { minifyContractRouter }] = await Promise.all([
        import(pathToFileURL(front).href),
        import('@orpc/contract'),
      ])
      return `const call = (method, path, more) => ({ '~orpc': { errorMap: {}, meta: {}, route: { method, path, ...more } } })
const get = (path, more) => call('GET', path, more)
const post = (path, more) => call('POST', path, more)
export default ${written(minifyContractRouter(contract))}`
    },
  }
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
