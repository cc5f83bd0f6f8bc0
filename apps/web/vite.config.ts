import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = process.env['LOTBOOK_SERVER'] ?? 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), contractRoutes()],
  build: {
    target: 'es2023',
    // Fonts as data: URLs would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Small files pack badly: what every signed-in screen, or nearly every one, loads at once comes in one piece.
          groups: [
            {
              name: 'core',
              test: /\/src\/(main|shell\/AppShell|ui\/(Card|Checkbox|DataTable|Pager|StatusBadge|progress|use-now))\.tsx?$|\/icons\/(download|file-up|pencil|trash)\.m?js$/,
            },
          ],
        },
      },
      treeshake: {
        // The contract's schemas are pure declarations: a screen takes the messages and paths it names, no more.
        moduleSideEffects: (id) => !/packages\/(contract|journal|money)\/|node_modules\/zod\//.test(id),
        manualPureFunctions: ['z'],
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: SERVER, ws: true } },
  },
  preview: {
    proxy: { '/api': { target: SERVER, ws: true } },
  },
})

/**
 * `virtual:contract-routes`: method and path of every call of the contract, and nothing else. The browser sends
 * by these and the server validates, so the schemas (and the validator behind them) stay out of the first screen.
 */
function contractRoutes(): Plugin {
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
