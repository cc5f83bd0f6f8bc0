import type { ReportFile } from '@lotbook/reports'
import { expect, test } from 'vitest'
import { bytesOf } from '../../platform/archive.ts'
import { watched, type PagesDrawn } from './watched-pages.ts'

/** A paper of so many pages, a byte each. */
function paper(of: number): ReportFile {
  const pages = { done: 0, of }
  async function* chunks() {
    while (pages.done < of) {
      pages.done += 1
      yield new Uint8Array([pages.done % 256])
    }
  }
  return { fileName: 'paper.pdf', mediaType: 'application/pdf', rows: of, chunks: chunks(), pages }
}

async function saidOf(files: readonly ReportFile[]): Promise<PagesDrawn[]> {
  const said: PagesDrawn[] = []
  let clock = 0
  const all = watched(
    files,
    (pages) => said.push(pages),
    () => (clock += 20),
  )
  for (const file of all) await bytesOf(file)
  return said
}

test('a long paper says now and then how far it is, with all papers of its export', async () => {
  const said = await saidOf([paper(300), paper(100)])
  expect(said.length).toBeGreaterThan(5)
  expect(said.every(({ done, of }) => of === 400 && done > 0 && done <= 400)).toBe(true)
  expect(said.map(({ done }) => done)).toEqual(said.map(({ done }) => done).toSorted((a, b) => a - b))
})

test('a short one is there before anybody has read how far it is', async () => {
  expect(await saidOf([paper(199)])).toEqual([])
})
