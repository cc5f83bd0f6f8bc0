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
      // Who may call is the server's to say.
      const routes = JSON.stringify(minifyContractRouter(contract), (key, value: unknown) =>
        key === 'access' ? undefined : value,
      )
      return `export default ${routes}`
    },
  }
}
