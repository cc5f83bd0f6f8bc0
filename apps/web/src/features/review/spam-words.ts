/** Why a token looks like spam, by the reasons that the server names. */
const REASONS: Readonly<Record<string, string>> = {
  advertises: 'Its name or symbol carries an address or a call to claim something.',
  lookalike: 'Its symbol is written to look like a known one.',
  borrowed_symbol: 'It has the symbol of a listed token, at another contract.',
  dust: 'What arrived is worth nothing, or less than a cent.',
  never_bought: 'You never bought or sold it.',
  no_price: 'No price of it is known anywhere.',
  unasked: 'It arrived unsolicited, for nothing.',
}

export interface SpamWords {
  /** 0 to 100. */
  readonly score: string
  readonly reasons: readonly string[]
}

/** Score and reasons of an item, from `80 advertises never_bought`. */
export function spamWords(detail: string): SpamWords {
  const [score = '', ...codes] = detail.split(' ')
  return { score, reasons: codes.flatMap((code) => REASONS[code] ?? []) }
}
