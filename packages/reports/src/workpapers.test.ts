import { expect, test } from 'vitest'
import { textOf } from './testing/report-of.ts'
import { workpaperFiles, type WorkpapersReport } from './workpapers.ts'

const at = '2026-03-01T10:00:00.000Z'
const papers: WorkpapersReport = {
  year: 2025,
  at,
  steps: [
    {
      name: 'Imports complete',
      text: '2 sources are read to the end.',
      state: 'done',
      signedBy: 'Dana Cho',
      signedAt: at,
      note: '',
      changedSince: '',
    },
    {
      name: 'Balances agree',
      text: 'No account states a balance.',
      state: 'nothing',
      signedBy: '',
      signedAt: '',
      note: '',
      changedSince: '',
    },
  ],
  signOffs: [{ step: 'Imports complete', by: 'Dana Cho', at, note: '', openItems: '0', endedAt: '' }],
  messages: [
    {
      question: '1',
      about: '2025',
      state: 'closed',
      at,
      side: 'professional',
      by: 'Dana Cho',
      text: '=HYPERLINK("x")\n+1',
    },
  ],
  ticks: [],
  points: [],
}
const of = { calculationId: '0190ab12-34cd', taxpayer: 'Ana Ruiz' }

test('SE8 papers are a document and a table for each list that has a line, and no cell is a formula', async () => {
  const files = workpaperFiles(papers, of)
  expect(files.map(({ fileName, rows }) => `${fileName} ${rows}`)).toEqual([
    'workpapers-2025-0190ab1234cd.pdf 2',
    'sign-offs-2025-0190ab1234cd.csv 1',
    'questions-2025-0190ab1234cd.csv 1',
  ])
  const questions = files[2]
  expect(questions && (await textOf(questions.chunks))).toBe(
    `Question,About,State,At (UTC),Side,By,Text\r\n1,2025,closed,2026-03-01 10:00,professional,Dana Cho,"'=HYPERLINK(""x"")\n'+1"\r\n`,
  )
})

test('the same papers are the same document, byte for byte', async () => {
  const bytesOf = async () => {
    const [pdf] = workpaperFiles(papers, of)
    const chunks: Buffer[] = []
    for await (const chunk of pdf?.chunks ?? []) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks).toString('latin1')
  }
  const document = await bytesOf()
  expect(document.startsWith('%PDF-')).toBe(true)
  expect(await bytesOf()).toBe(document)
})
