import { OPEN_TREATMENTS, type OpenTreatment, type TaxSettings, type TokenKind } from '@lotbook/contract'
import { OPEN_QUESTION_WORDS } from '@lotbook/journal'

interface ChoiceWords {
  readonly name: string
  readonly text: string
}

/** An open question as a person reads it: what it is about, what the default rests on, and its choices. */
export interface TreatmentWords {
  readonly name: string
  readonly question: string
  /** The authority for the default, in one line. */
  readonly authority: string
  /** Its rule in docs/tax/unsettled.md. */
  readonly rule: string
  /** The same history under each choice, in figures. */
  readonly example: string
  readonly choices: Readonly<Record<string, ChoiceWords>>
}

type Question = Pick<TreatmentWords, 'question' | 'rule' | 'example'> & {
  readonly choices: Readonly<Record<string, string>>
}

const carried = 'No gain: the lots continue under the other name, with their cost and acquisition dates.'
const traded = 'A disposal for the value received, which becomes a new lot on that day.'
const income = 'Income at its value, which is also the cost.'
const zeroBasis = 'No income and no cost: all of it is gain when it is sold.'
const token = (what: string) =>
  `2 ETH that cost $4,000 become ${what} worth $7,000, sold later for $6,000. Carried: $2,000 in the end. Trade: $3,000 at once, and a loss of $1,000 in the end.`

/** What the screen alone says of each question; `choices` explain each choice. */
const QUESTIONS: Readonly<Record<OpenTreatment, Question>> = {
  wrapped: {
    question: 'Is wrapping a coin, and unwrapping it, a disposal?',
    rule: 'R-OPEN-1',
    example: token('2 WETH'),
    choices: { swap: carried, trade: traded },
  },
  bridged: {
    question: 'Is changing a token into its version on another chain a disposal?',
    rule: 'R-OPEN-2',
    example: token('2 of the bridged token'),
    choices: { trade: traded, swap: carried },
  },
  liquid_staking: {
    question: 'Is changing a coin into a token that stands for its stake a disposal?',
    rule: 'R-OPEN-3',
    example: token('2 stETH'),
    choices: { trade: traded, swap: carried },
  },
  liquidity_pool: {
    question: 'Is putting a coin into a pool for a share of it, and taking it out, a disposal?',
    rule: 'R-OPEN-4',
    example: token('shares of a pool'),
    choices: { trade: traded, swap: carried },
  },
  lending_receipt: {
    question: 'Is lending a coin for a token that stands for the claim a disposal?',
    rule: 'R-OPEN-5',
    example: token('2 aETH'),
    choices: { trade: traded, swap: carried },
  },
  rebase: {
    question: 'Are the units that a rebasing token adds income each time?',
    rule: 'R-OPEN-6',
    example:
      'Units worth $50 when they come, sold for $80: income of $50 and a gain of $30, or a gain of $80.',
    choices: { income, zero_basis: zeroBasis },
  },
  airdrop: {
    question: 'Is an airdrop income when it comes?',
    rule: 'R-OPEN-7',
    example:
      'Units worth $50 when they come, sold for $80: income of $50 and a gain of $30, or a gain of $80.',
    choices: { income, zero_basis: zeroBasis },
  },
  staking_lockup: {
    question: 'Is locking coins up for staking, and getting them back, a disposal?',
    rule: 'R-OPEN-8',
    example:
      '10 SOL that cost $1,000 are locked up at $1,500 and come back at $1,800. Nothing changes, or $500 at the lock-up and $300 at the return.',
    choices: {
      keep: 'The lots stay as they are while they are locked up.',
      dispose: 'A disposal at the lock-up, for a claim of the same value; its return is another.',
    },
  },
  staking_return: {
    question: 'How is the extra treated that comes back beyond what was locked up?',
    rule: 'R-OPEN-9',
    example:
      '10 SOL are locked up and 11 come back at $180 each: the eleventh has no cost, or is income of $180.',
    choices: {
      unknown: 'No income and no cost, and it waits in the review queue.',
      income: 'Income at its value, which is also the cost.',
    },
  },
  rebate: {
    question: 'Is cashback on your own spending, in coins or in cash, income?',
    rule: 'R-OPEN-10',
    example: 'Cashback worth $12: no income, or $12 of it. Coins cost $12 either way.',
    choices: {
      none: 'No income; coins cost what they are worth.',
      income: 'Other reward at its value, which is also the cost of coins.',
    },
  },
  loan: {
    question: 'What are coins worth that repay a loan of the same coin?',
    rule: 'R-OPEN-11',
    example:
      '1 ETH borrowed and sold at $3,000, another bought at $5,000 and given back: no gain, or a loss of $2,000.',
    choices: {
      market: 'A disposal at the value of the day.',
      liability: 'A disposal for what they were worth when they were borrowed.',
    },
  },
  exchange_fee: {
    question: 'Which side of an exchange of two assets bears its costs?',
    rule: 'R-OPEN-12',
    example:
      '2 ETH that cost $4,000 for BTC worth $6,600, fee $70: a gain of $2,530 and a cost of $6,600, or $2,565 and $6,635.',
    choices: {
      given: 'All of it lowers the proceeds.',
      split: 'Half lowers the proceeds, half is part of the new cost.',
    },
  },
  transfer_fee: {
    question: 'How is a network fee treated when you move your own coins?',
    rule: 'R-TRF-2',
    example:
      'Half of 1 BTC that cost $60,000 moves for 0.0005 BTC worth $50: a gain of $20, and a cost of $30,000, $30,050 or (no gain) $30,030.',
    choices: {
      dispose: 'The fee is spent: a small sale of its own, with a gain or a loss.',
      capitalize: 'The fee is spent, and its value is added to the cost of what moved.',
      carry: 'No gain or loss; the cost of the fee moves onto what arrived.',
    },
  },
}

/** Every open question, in the words that papers use too and those of the screen. */
export const treatmentWords = Object.fromEntries(
  Object.entries(QUESTIONS).map(([treatment, own]) => [treatment, wordsOf(treatment as OpenTreatment, own)]),
) as Readonly<Record<OpenTreatment, TreatmentWords>>

function wordsOf(treatment: OpenTreatment, { choices: texts, ...own }: Question): TreatmentWords {
  const { choices, ...shared } = OPEN_QUESTION_WORDS[treatment]
  const named = Object.entries(choices).map(([choice, name]) => [choice, { name, text: texts[choice] ?? '' }])
  return { ...shared, ...own, choices: Object.fromEntries(named) }
}

/** The questions as the screen groups them. */
export const treatmentGroups: readonly { readonly title: string; readonly of: readonly OpenTreatment[] }[] = [
  {
    title: 'Tokens that stand for others',
    of: ['wrapped', 'bridged', 'liquid_staking', 'liquidity_pool', 'lending_receipt'],
  },
  { title: 'What comes in', of: ['airdrop', 'rebase', 'rebate'] },
  { title: 'Staking', of: ['staking_lockup', 'staking_return'] },
  { title: 'Loans and fees', of: ['loan', 'exchange_fee', 'transfer_fee'] },
]

/** Names of the kinds that a token can be declared to be. */
export const tokenWords: Readonly<Record<TokenKind, string>> = {
  wrapped: 'Wrapped',
  bridged: 'Bridged',
  liquid_staking: 'Liquid staking',
  liquidity_pool: 'Share of a pool',
  lending_receipt: 'Lending receipt',
  rebase: 'Rebasing',
}

/** The name of a choice. */
export function choiceName(treatment: OpenTreatment, choice: string): string {
  return treatmentWords[treatment].choices[choice]?.name ?? choice
}

/** Every choice in force: the treatments of a calculation, in the order of the screen. */
export function choicesInForce({
  treatments,
  transfer_fee,
}: TaxSettings): readonly { readonly treatment: OpenTreatment; readonly choice: string }[] {
  return treatmentGroups.flatMap(({ of }) =>
    of.map((treatment) => ({
      treatment,
      choice: treatment === 'transfer_fee' ? transfer_fee : treatments[treatment],
    })),
  )
}

/** Choices that are not the default. */
export function ownChoices(settings: TaxSettings): ReturnType<typeof choicesInForce> {
  return choicesInForce(settings).filter(({ treatment, choice }) => choice !== OPEN_TREATMENTS[treatment][0])
}
