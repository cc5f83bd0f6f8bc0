export interface FindingWords {
  /** In a row of the list. */
  readonly mark: string
  /** What several of them are called; the mark where left out. */
  readonly many?: string
  /** What is open, and what answers it. */
  readonly sentence: string
}

/** What a finding on a transaction says to a person. A code not known here is shown as its own words. */
export function findingWords(code: string): FindingWords {
  return FINDINGS[code] ?? { mark: sentenceOf(code), sentence: `${sentenceOf(code)}.` }
}

const FINDINGS: Readonly<Record<string, FindingWords>> = {
  unknown_type: {
    mark: 'Unknown type',
    many: 'Unknown types',
    sentence:
      'The source calls this by a type that Lotbook does not know. It counts as sent or received until you say what it was.',
  },
  uncounted_side: {
    mark: 'A side does not count',
    many: 'Sides that do not count',
    sentence:
      'Something left and something arrived, and its type has only one of the two: nothing counts the other. If one was given for the other it is a trade.',
  },
  negative_balance: {
    mark: 'Negative balance',
    many: 'Negative balances',
    sentence:
      'More has left this account than ever came in. What is missing was bought, received or moved in before, and is not here.',
  },
  suspected_spam: {
    mark: 'Suspected spam',
    sentence: 'This looks like a token that was sent to you unasked. Nothing is set aside before you say so.',
  },
  safe_harbor_missing: {
    mark: 'Safe Harbor not recorded',
    sentence: 'No allocation was recorded for January 1, 2025; the oldest lots were placed first.',
  },
  safe_harbor_unplaced: {
    mark: 'Cost without coins',
    sentence: 'On January 1, 2025 more units had a cost than the accounts held: history is incomplete.',
  },
  missing_basis: {
    mark: 'Missing cost basis',
    sentence:
      'More was disposed of than Lotbook has seen you acquire, so the uncovered part counts with a cost of zero. Import where it came from.',
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
    sentence: 'This may be a transfer between your own accounts. Say whether it is.',
  },
  unmatched_send: {
    mark: 'Where did it go?',
    many: 'Unmatched sends',
    sentence:
      'Sent to somewhere Lotbook does not know. Import the account it went to, or change the type to what it was.',
  },
  unmatched_receive: {
    mark: 'Where is it from?',
    many: 'Unmatched receipts',
    sentence:
      'Received from somewhere Lotbook does not know. Import the account it came from, or change the type to what it was.',
  },
  possible_duplicate: {
    mark: 'Possible duplicate',
    many: 'Possible duplicates',
    sentence: 'Another transaction looks the same. If it is the same one, ignore one of the two.',
  },
  edit_differs_from_import: {
    mark: 'Import differs',
    sentence: 'A newer import brought another value for a field you edited. Your edit stands.',
  },
  gift_basis_unknown: {
    mark: 'Gift basis unknown',
    sentence:
      'What the giver paid is not known. Edit the transaction and enter their cost and date if you have them.',
  },
  staking_return_exceeds_lockup: {
    mark: 'More returned than staked',
    sentence: 'More came back from staking than was locked up. The surplus may be a reward.',
  },
  spec_lot_unavailable: {
    mark: 'Chosen lot not there',
    sentence: 'A lot that was chosen for this disposal was no longer there; the next in order was used.',
  },
}

function sentenceOf(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
