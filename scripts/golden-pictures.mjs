// Pictures of the papers of the three fixed histories (`apps/cli/fixtures/golden`), filled on the forms of the IRS and as Lotbook draws
// them, to be looked at side by side after a change of the pages. Needs `pdftoppm` (poppler) and a folder of blank forms:
// `node scripts/golden-pictures.mjs FORMS OUT`.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { environment, root, run, runtime } from './toolchain.mjs'

const [forms, out] = process.argv.slice(2).map((path) => resolve(path))
if (out === undefined) {
  console.error('Usage: node scripts/golden-pictures.mjs FORMS OUT')
  process.exit(2)
}

const golden = join(root, 'apps/cli/fixtures/golden')
const DPI = '90'

/** The papers of a history in a folder of their own, with or without forms of the IRS. */
async function papersOf(name, kind) {
  const given = (file, option) =>
    existsSync(join(golden, name, file)) ? [option, join(golden, name, file)] : []
  const folder = join(out, name, kind)
  const printed = kind === 'filled' ? ['--forms', forms, '--name', 'Jane Roe'] : []
  await run(runtime(), [
    join(root, 'apps/cli/src/main.ts'),
    'calculate',
    ...given('history.csv', '--files'),
    ...given('facts.json', '--return'),
    ...given('forms.csv', '--form-1099-da'),
    ...['--method', 'fifo', '--year', '2025', '--out', folder],
    ...printed,
  ])
  return globSync(join(folder, '**/*.pdf'))
}

for (const name of readdirSync(golden))
  for (const kind of ['filled', 'drawn'])
    for (const paper of await papersOf(name, kind)) {
      const pictures = join(out, 'pictures', name)
      mkdirSync(pictures, { recursive: true })
      const stem = join(pictures, `${basename(paper).replace(/-2025-[0-9a-f]{12}\.pdf$/, '')}-${kind}`)
      const made = spawnSync('pdftoppm', ['-r', DPI, '-png', paper, stem], { env: environment() })
      if (made.status !== 0) throw new Error(`pdftoppm: ${made.error?.message ?? made.stderr.toString()}`)
    }
console.log(`The pictures are in ${join(out, 'pictures')}.`)
