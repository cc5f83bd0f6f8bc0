// `npm run providers`: providers that speak their real protocols, on this machine.
import { demonstrationAccounts, demonstrationProviders } from './demonstration.ts'
import { serveProviders } from './serve.ts'

const { url } = await serveProviders(demonstrationProviders, Number(process.env['PROVIDERS_PORT'] ?? 4700))
console.log(`Providers are at ${url}. Start Lotbook with PROVIDERS_URL=${url}`)
for (const { name, fields } of demonstrationAccounts) {
  console.log(`\n${name}`)
  for (const [label, value] of Object.entries(fields)) console.log(`  ${label}: ${value}`)
}
