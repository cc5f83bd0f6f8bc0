import type { FileAnswers, FileQuestion, ImportSource, ReadAs } from '@lotbook/contract'
import { cityOf } from '../../client/zone-search.ts'

/** The answers as they stand, with one of them changed; what was asked after it is asked anew. */
export function answersOf(
  questions: readonly Pick<FileQuestion, 'kind' | 'answer'>[],
  changed?: FileQuestion['kind'],
  value?: string,
): FileAnswers {
  const upTo = changed === undefined ? questions.length : questions.findIndex(({ kind }) => kind === changed)
  const before = questions.slice(0, upTo).map(({ kind, answer }) => [kind, answer] as const)
  const now = changed === undefined ? [] : [[changed, value] as const]
  return Object.fromEntries([...before, ...now].filter(([, answer]) => answer != null)) as FileAnswers
}

const answered: Record<ReadAs['kind'], string> = {
  format: 'Read as',
  time_zone: 'Times in',
  date_order: 'Dates',
  own_address: 'Address',
  chain: 'Chain',
}
const origins: Record<ReadAs['from'], string> = {
  person: 'your answer',
  remembered: 'as you answered before',
  journal: 'as your accounts have it',
}

/** "Times in Berlin (your answer)": what a file left open, and how it was read; undefined where nothing was. */
export function readAsOf({ read_as }: Pick<ImportSource, 'read_as'>): string | undefined {
  if (read_as.length === 0) return undefined
  return read_as
    .map(
      ({ kind, value, from }) =>
        `${answered[kind]} ${kind === 'time_zone' ? cityOf(value) : value.replaceAll('_', ' ')} (${origins[from]})`,
    )
    .join(' · ')
}
