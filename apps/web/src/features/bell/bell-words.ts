import { type BellItem, paths } from '@lotbook/contract'
import { amendmentPath, amendmentWords } from '../road/amendment-words.ts'

export interface BellWords {
  readonly text: string
  /** The path to where it is acted on. */
  readonly to: string
}

/** An item of the bell in one sentence, with the way to it. */
export function bellWords(item: BellItem): BellWords {
  switch (item.kind) {
    case 'import':
      return { text: `${item.account_name}: ${importWords(item)}`, to: paths.imports }
    case 'review':
      return {
        text: `${item.items.toLocaleString()} new ${item.items === 1 ? 'item' : 'items'} to review`,
        to: `${paths.transactions}?review=true`,
      }
    case 'prices':
      return item.missing === 0
        ? { text: 'All missing prices were found', to: paths.settingsPrices }
        : {
            text: `Price search is done: ${item.missing.toLocaleString()} ${item.missing === 1 ? 'price is' : 'prices are'} still missing`,
            to: `${paths.transactions}?review=true&kind=missing_price`,
          }
    case 'amendment':
      return {
        text: amendmentWords(item.amendment, item.currency),
        to: amendmentPath(item.amendment.year),
      }
  }
}

function importWords({ outcome, rows }: Extract<BellItem, { kind: 'import' }>): string {
  if (outcome === 'asks') return 'needs an answer'
  if (outcome === 'failed') return 'import failed'
  return `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'} imported`
}
