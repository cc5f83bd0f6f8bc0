import type { Client } from '@lotbook/contract'
import type { ChartData } from '../../ui/charts/chart-data.ts'
import { calculationWords, importWords, knownEffect, planWords, STATE_WORDS } from './client-words.ts'

/** Clients as a table of text, for a file. A cell is empty where nothing is known. */
export function clientList(clients: readonly Client[]): ChartData {
  return {
    heads: [
      'Client',
      'Email',
      'State',
      'Imports',
      'Open items',
      'Effect up to (USD)',
      'Some effects unknown',
      'Calculation',
      'Calculated (UTC)',
      'Filed',
      'Questions to answer',
      'Questions answered',
      'Questions asked',
      'Plan',
      'Last change (UTC)',
    ],
    rows: clients.map(({ name, email, scope, year }) => [
      name,
      email,
      ...(year === null ? [scope === null ? 'Access ended' : '', ...NOTHING] : cellsOf(year, scope)),
    ]),
  }
}

const NOTHING = Array.from({ length: 12 }, () => '')

function cellsOf(year: NonNullable<Client['year']>, scope: Client['scope']): string[] {
  const { state, imports, review, effect, calculation, questions, plan } = year
  return [
    scope === null ? 'Access ended' : STATE_WORDS[state],
    importWords(imports),
    review.toString(),
    review === 0 ? '' : (effect ?? knownEffect(year) ?? ''),
    review > 0 && effect === null ? 'Yes' : 'No',
    calculationWords(calculation),
    year.calculated_at ?? '',
    year.filed_on ?? '',
    questions.to_answer.toString(),
    questions.answered.toString(),
    questions.asked.toString(),
    planWords(plan),
    year.changed_at,
  ]
}
