// Films the introduction (`apps/web/public/introduction.webm`) from the demonstration, scene by scene, with ffmpeg. Run it when the
// screens have changed: `npm run demo` in one terminal, `node scripts/introduction.mjs http://127.0.0.1:3000 EMAIL PASSWORD` in another.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './chromium.mjs'
import { root } from './toolchain.mjs'

const [address, email, password] = process.argv.slice(2)
if (password === undefined) {
  console.error('Usage: node scripts/introduction.mjs ADDRESS EMAIL PASSWORD')
  process.exit(2)
}

/** Seconds that a scene stands; the captions of `introduction.vtt` count on them. */
const SCENE_SECONDS = 9
const FADE_SECONDS = 1
const SIZE = { width: 1280, height: 720 }

/** One picture a scene: the screen it is of, and what is done there before it is taken. */
const SCENES = [
  { path: '/imports' },
  { path: '/transactions?review=true' },
  {
    path: '/tax/methods?year=2025',
    act: async (page) => {
      const compare = page.getByRole('button', { name: 'Compare methods' })
      if (await compare.isVisible()) await compare.click()
      await compare.waitFor({ state: 'hidden' })
      await page.waitForLoadState('networkidle')
    },
  },
  { path: '/one_year?year=2025' },
  { path: '/tax_filing?year=2025' },
]

const folder = mkdtempSync(join(tmpdir(), 'lotbook-introduction-'))
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', timezoneId: 'America/New_York' })
  await page.goto(`${address}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  for (const [n, { path, act }] of SCENES.entries()) {
    await page.goto(address + path)
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.screenshot({ path: join(folder, `${n}.png`) })
  }
} finally {
  await browser.close()
}

const inputs = SCENES.flatMap((_, n) => [
  '-loop',
  '1',
  '-t',
  String(SCENE_SECONDS + FADE_SECONDS),
  '-i',
  join(folder, `${n}.png`),
])
const fades = SCENES.slice(1).map((_, n) => {
  const from = n === 0 ? '[0:v]' : `[f${n}]`
  return `${from}[${n + 1}:v]xfade=transition=fade:duration=${FADE_SECONDS}:offset=${(n + 1) * SCENE_SECONDS}[f${n + 1}]`
})
const film = join(root, 'apps/web/public/introduction.webm')
const made = spawnSync(
  'ffmpeg',
  [
    '-y',
    '-loglevel',
    'error',
    ...inputs,
    '-filter_complex',
    `${fades.join(';')};[f${SCENES.length - 1}]fps=12,format=yuv420p[out]`,
    '-map',
    '[out]',
    ...['-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', film],
  ],
  { stdio: 'inherit' },
)
rmSync(folder, { recursive: true })
process.exit(made.status ?? 1)
