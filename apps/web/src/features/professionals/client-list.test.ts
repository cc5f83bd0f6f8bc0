import type { Client } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { chartCsv } from '../../ui/charts/chart-data.ts'
import { clientList } from './client-list.ts'

const client: Client = {
  id: '019aa000-0000-7000-8000-000000000001',
  name: 'Ana Ruiz',
  email: 'ana@client.example',
  since: '2026-01-02T00:00:00Z',
  scope: 'work',
  expires_at: null,
  ended_at: null,
  year: {
    state: 'needs_review',
    imports: { total: 6, running: 0, failed: 0 },
    review: 3,
    effect: null,
    calculation: 'current',
    calculated_at: '2026-03-01T10:00:00Z',
    filed_on: null,
    plan: 'active',
    issues: [
      { code: 'unmatched_send', count: 2, effect: '1114.92' },
      { code: 'missing_price', count: 1, effect: null },
    ],
    questions: { to_answer: 0, answered: 1, asked: 0 },
    changed_at: '2026-03-02T10:00:00Z',
  },
}

test('the list of clients as a file has a row for each, with what is known of the effect', () => {
  const { heads, rows } = clientList([client])
  expect(Object.fromEntries(heads.map((head, i) => [head, rows[0]?.[i]]))).toEqual({
    Client: 'Ana Ruiz',
    Email: 'ana@client.example',
    State: 'Needs review',
    Imports: '6 of 6',
    'Open items': '3',
    'Effect up to (USD)': '1114.92',
    'Some effects unknown': 'Yes',
    Calculation: 'Current',
    'Calculated (UTC)': '2026-03-01T10:00:00Z',
    Filed: '',
    'Questions to answer': '0',
    'Questions answered': '1',
    'Questions asked': '0',
    Plan: 'Paid',
    'Last change (UTC)': '2026-03-02T10:00:00Z',
  })
})

test('a client whose access ended keeps a whole row, and a name is no formula', () => {
  const ended: Client = { ...client, name: '=1+1', scope: null, year: null }
  const { heads, rows } = clientList([ended])
  expect(rows[0]).toHaveLength(heads.length)
  expect(chartCsv({ heads, rows })).toContain(`\r\n'=1+1,ana@client.example,Access ended,,`)
})
