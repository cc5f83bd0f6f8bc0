export interface FindingWords {
  /** In a row of the list. */
  readonly mark: string
  /** The plural of the mark; the mark itself where left out. */
  readonly many?: string
  /** The open question, and how to answer it. */
  readonly sentence: string
}

/** The words for a finding on a transaction. A code not known here is shown as its own words. */
export function findingWords(code: string): FindingWords {
  return FINDINGS[code] ?? { mark: sentenceOf(code), sentence: `${sentenceOf(code)}.` }
}

const FINDINGS: Readonly<Record<string, FindingWords>> = {
  unknown_type: {
    mark: 'Unknown type',
    many: 'Unknown types',
    sentence:
      'Lotbook does not know the type that the source gives this. Until you say what it was, it counts as sent or received.',
  },
  uncounted_side: {
    mark: 'One side not counted',
    many: 'Sides not counted',
    sentence:
      'Something was sent and something was received, but its type covers only one of the two, so the other is not counted. If one was exchanged for the other, it is a trade.',
  },
  negative_balance: {
    mark: 'Negative balance',
    many: 'Negative balances',
    sentence:
      'More has left this account than ever came in. What is missing was bought, received or moved in earlier and has not been imported.',
  },
  suspected_spam: {
    mark: 'Suspected spam',
    sentence:
      'This looks like a token that was sent to you unsolicited. It counts until you mark it as spam.',
  },
  safe_harbor_missing: {
    mark: 'Safe Harbor not recorded',
    sentence:
      'No allocation was recorded for January 1, 2025. Units stayed in the account that acquired them as far as it still held them; the rest went oldest first to accounts by name.',
  },
  safe_harbor_off_record: {
    mark: 'Safe Harbor record does not fit',
    sentence:
      'Your holdings on January 1, 2025 no longer match your recorded allocation. Units that it does not cover stayed where they were acquired, or went oldest first.',
  },
  safe_harbor_unplaced: {
    mark: 'Cost basis without coins',
    sentence: 'On January 1, 2025 more units had a cost than your accounts held: your history is incomplete.',
  },
  missing_basis: {
    mark: 'Missing cost basis',
    sentence:
      'You disposed of more than Lotbook has seen you acquire, so the rest counts at a cost of $0.00. Import the account it came from.',
  },
  missing_price: {
    mark: 'Missing price',
    many: 'Missing prices',
    sentence:
      'No price is known for this moment, so it has no value yet. Edit the transaction and enter its value.',
  },
  weak_match: {
    mark: 'Possible transfer',
    many: 'Possible transfers',
    sentence: 'This may be a transfer between your own accounts. Confirm it or reject it.',
  },
  unmatched_send: {
    mark: 'Unmatched send',
    many: 'Unmatched sends',
    sentence:
      'Where did it go? It was sent to an account that Lotbook does not know. Import the account it went to, or say what it was.',
  },
  unmatched_receive: {
    mark: 'Unmatched receipt',
    many: 'Unmatched receipts',
    sentence:
      'Where is it from? It was received from an account that Lotbook does not know. Import the account it came from, or say what it was.',
  },
  possible_duplicate: {
    mark: 'Possible duplicate',
    many: 'Possible duplicates',
    sentence: 'Another transaction looks the same. If it is the same one, ignore one of the two.',
  },
  edit_differs_from_import: {
    mark: 'Import differs',
    sentence: 'A newer import brought another value for a field you edited. Your edit still applies.',
  },
  gift_basis_unknown: {
    mark: 'Gift basis unknown',
    sentence:
      'What the donor paid is not known. Edit the transaction and enter their cost and date if you have them.',
  },
  one_for_one: {
    mark: 'Traded one for one',
    sentence:
      'These two assets were only ever traded one for one. If one stands for the other, like ETH and WETH, the trades may be no sale at all. Until you declare it, each is taxed as a trade.',
  },
  staking_return_exceeds_lockup: {
    mark: 'More returned than staked',
    sentence: 'More came back from staking than was locked up. The surplus may be a reward.',
  },
  staking_return_short: {
    mark: 'Less returned than staked',
    sentence:
      'Less came back from staking than was locked up. Accept it if the rest is still locked; enter what was lost as a transaction.',
  },
  spec_lot_unavailable: {
    mark: 'Chosen lot not available',
    sentence: 'A lot that was chosen for this disposal was no longer available; the next in order was used.',
  },
}

function sentenceOf(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
