/** A question that the law leaves open, in the words of screens and papers, which share them. */
export interface OpenQuestionWords {
  readonly name: string
  /** The authority for the default, in one line. */
  readonly authority: string
  /** Names of its choices. */
  readonly choices: Readonly<Record<string, string>>
}

/** Every open question by the name that settings use. */
export const OPEN_QUESTION_WORDS = {
  wrapped: {
    name: 'Wrapped tokens',
    authority: 'No direct authority; the wrapped coin differs in name more than in kind.',
    choices: { swap: 'Basis carried', trade: 'Trade' },
  },
  bridged: {
    name: 'Bridged tokens',
    authority: 'No direct authority; another token is different property, as in any trade.',
    choices: { trade: 'Trade', swap: 'Basis carried' },
  },
  liquid_staking: {
    name: 'Liquid staking',
    authority: 'No direct authority; the token carries different rights than the coin.',
    choices: { trade: 'Trade', swap: 'Basis carried' },
  },
  liquidity_pool: {
    name: 'Liquidity pools',
    authority: 'No direct authority; a share of a pool is different property from the coin.',
    choices: { trade: 'Trade', swap: 'Basis carried' },
  },
  lending_receipt: {
    name: 'Lending receipts',
    authority: 'No direct authority; section 1058 on lending covers securities only.',
    choices: { trade: 'Trade', swap: 'Basis carried' },
  },
  rebase: {
    name: 'Rebases',
    authority: 'No direct authority; income is taxed when it is controlled (Rev. Rul. 2023-14 on staking).',
    choices: { income: 'Income when received', zero_basis: 'Nothing until sold' },
  },
  airdrop: {
    name: 'Airdrops',
    authority: 'Rev. Rul. 2019-24 says so of airdrops after a hard fork; others are disputed.',
    choices: { income: 'Income when received', zero_basis: 'Nothing until sold' },
  },
  staking_lockup: {
    name: 'Staking: lock-up',
    authority: 'No direct authority; what is locked up is usually still yours.',
    choices: { keep: 'Nothing changes', dispose: 'Disposal for a claim' },
  },
  staking_return: {
    name: 'Staking: more than was locked up',
    authority: 'Rev. Rul. 2023-14 taxes staking rewards when they are controlled.',
    choices: { unknown: 'Unknown, for review', income: 'Staking reward' },
  },
  rebate: {
    name: 'Cashback',
    authority: 'Rev. Rul. 76-96: a rebate lowers the price of what was bought.',
    choices: { none: 'A lower price', income: 'Income' },
  },
  loan: {
    name: 'Loans repaid in kind',
    authority: 'No direct authority; disputed.',
    choices: { market: 'What they are worth then', liability: 'What was owed' },
  },
  exchange_fee: {
    name: 'Costs of exchanging',
    authority: 'Treas. Reg. 1.1001-7(b)(2): what is given up; the split in the proposed rule was dropped.',
    choices: { given: 'What is given up', split: 'Half each' },
  },
  transfer_fee: {
    name: 'Network fees of own transfers',
    authority: 'No direct authority; the rules say where costs go only when something is bought or sold.',
    choices: { dispose: 'Dispose', capitalize: 'Capitalize', carry: 'Carry' },
  },
} as const satisfies Readonly<Record<string, OpenQuestionWords>>

/** Whether a statute, a ruling or a regulation decides the question. */
export function hasAuthority({ authority }: Pick<OpenQuestionWords, 'authority'>): boolean {
  return !authority.startsWith('No direct authority')
}
