import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractRoutes } from './scripts/contract-routes.ts'

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
        // The first screen carries the names of all others: seven letters of hash tell two builds of a file apart.
        // Those of one case compress better.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Small files pack badly: what every signed-in screen, or nearly every one, loads at once comes in one piece.
          groups: [
            {
              name: 'core',
              test: /\/src\/(main|client\/RoadPlace|shell\/AppShell|features\/imports\/(ReceiptPlace|recent-imports|use-us-based|import-state|live-progress|use-live-progress)|ui\/(SourceLogo|Banner|Card|Checkbox|DataTable|EmptyState|Pager|StatusBadge|progress|use-now|format\/format-date-time))\.tsx?$|\/icons\/(chevron-down|circle-exclamation-point|download|file-up|pencil|trash|x)\.m?js$/,
            },
            // Icons that several screens share: each in a piece of its own costs the first screen its name.
            {
              name: 'icons',
              test: /\/icons\/(arrow-right|check|circle-question-mark|eye|eye-off|file-text|key-round|layers|lock|mail-check|message-circle-question-mark|monitor|plus|rotate-cw|scroll-text)\.m?js$/,
            },
            // What stands beside amounts comes with them: a piece of its own would cost every list of pieces its name.
            {
              name: 'Values',
              test: /\/src\/(ui\/(Values|Total|Facts|PlainHead|AccountName|format\/(typed-amount|format-size))|client\/(CurrencyNotes|box-words)|features\/billing\/money-of-cents|contract-row|broker-form-names)\.tsx?$/,
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
    proxy: { '/api': { target: SERVER, ws: true }, '/logos': SERVER },
  },
  preview: {
    proxy: { '/api': { target: SERVER, ws: true }, '/logos': SERVER },
  },
})
