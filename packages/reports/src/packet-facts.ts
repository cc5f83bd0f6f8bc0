import { hasAuthority, OPEN_QUESTION_WORDS, type OpenQuestionWords } from '@lotbook/journal'
import { methodsText, type RestsOn } from './rests-on.ts'
import type { PacketFacts, TreatmentRecord } from './workbook/packet-records.ts'

/** Settings of a calculation as a packet tells them; accounts and assets by the names that people read. */
export interface PacketSettings extends Pick<RestsOn, 'method' | 'earlierMethods' | 'pool'> {
  /** Each standing order in a sentence, the newest first. */
  readonly orders: readonly string[]
  /** Specific identifications of sales of the year. */
  readonly identifications: number
  /** Allocations of unused basis as of January 1, 2025 that are in force, each in a sentence. */
  readonly allocations: readonly string[]
  readonly timeZone: string
  /** Tokens that were declared to stand for an asset or to rebase, each in words. */
  readonly tokens: readonly string[]
}

const POOLS = {
  account: 'Lots per account in every year',
  universal: 'One pool of lots until the end of 2024, lots per account from January 1, 2025',
} as const

/** Settings as rows with a name and a value each. */
export function packetSettings(of: PacketSettings): PacketFacts['settings'] {
  const each = (name: string, values: readonly string[], none: string) =>
    (values.length === 0 ? [none] : values).map((value) => [name, value] as const)
  return [
    ['Method', methodsText(of)],
    ...each(
      'Standing order',
      of.orders,
      'None on record: units that were not identified go first in, first out',
    ),
    ['Specific identifications', `${of.identifications} for sales of the year`],
    ['Pools', POOLS[of.pool]],
    ...(of.pool === 'universal'
      ? each('Safe Harbor (Rev. Proc. 2024-28)', of.allocations, 'No allocation is on record')
      : [
          ['Safe Harbor (Rev. Proc. 2024-28)', 'Not needed: lots were kept per account before 2025'] as const,
        ]),
    ...each('Token', of.tokens, 'None is declared to stand for another asset'),
    ['Time zone of tax days', of.timeZone],
  ]
}

const QUESTIONS: Readonly<Record<string, OpenQuestionWords>> = OPEN_QUESTION_WORDS

/** Questions that the law leaves open and that bear on a transaction of a history, as they were answered. */
export function treatmentRecords(
  choices: Readonly<Record<string, string>>,
  transactions: Readonly<Record<string, number>>,
): TreatmentRecord[] {
  return Object.entries(choices).flatMap(([question, choice]) => {
    const words = QUESTIONS[question]
    const count = transactions[question] ?? 0
    if (words === undefined || count === 0) return []
    return [
      {
        name: words.name,
        choice: words.choices[choice] ?? choice,
        authority: words.authority,
        hasAuthority: hasAuthority(words),
        transactions: count,
      },
    ]
  })
}
