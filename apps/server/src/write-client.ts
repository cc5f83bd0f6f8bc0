import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { apiDocument, operationsOf } from './features/api-docs/api-document.ts'
import { clientOf } from './features/api-docs/write-client.ts'

// `npm run client [-- FOLDER]`: the typed client of the API, and the document that it is made of.
const folder = resolve(process.argv[2] ?? 'dist/client')
const document = await apiDocument()
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'lotbook.ts'), clientOf(operationsOf(document)))
writeFileSync(join(folder, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
process.stdout.write(`${join(folder, 'lotbook.ts')}\n`)
