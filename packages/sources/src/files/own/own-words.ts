import {
  FILE_INCOMING_SUB_TYPES,
  INCOMING_SUB_TYPES,
  type IncomingSubType,
  type OutgoingSubType,
} from '@lotbook/journal'
import {
  bySides,
  cameIn,
  exchanged,
  leftOut,
  renamed,
  transferred,
  way,
  type Way,
  wentOut,
} from '../reader/ways.ts'
import { templateType } from '../template/types.ts'
import { OWN_MEANINGS, type OwnMeaning } from '../reader/own-format.ts'

const INCOMING: readonly string[] = [...INCOMING_SUB_TYPES, ...FILE_INCOMING_SUB_TYPES]

const OTHERS: Readonly<Partial<Record<OwnMeaning, Way>>> = {
  buy: exchanged,
  sell: exchanged,
  trade: exchanged,
  margin_trade: way({ both: 'exchange', flags: ['margin'] }),
  swap: renamed,
  ico: way({ both: 'ico' }),
  transfer: transferred,
  by_side: bySides,
  skip: leftOut('left_out_by_format'),
}

/** The meaning as the reader of tables takes it. */
export function wayOf(meaning: OwnMeaning): Way {
  const other = OTHERS[meaning]
  if (other !== undefined) return other
  return INCOMING.includes(meaning) ? cameIn(meaning as IncomingSubType) : wentOut(meaning as OutgoingSubType)
}

/** Words that files use beside those of the template. */
const ALSO: Readonly<Record<string, OwnMeaning>> = {
  '': 'by_side',
  bought: 'buy',
  sold: 'sell',
  market_buy: 'buy',
  limit_buy: 'buy',
  market_sell: 'sell',
  limit_sell: 'sell',
  bid: 'buy',
  ask: 'sell',
  b: 'buy',
  s: 'sell',
  conversion: 'trade',
  converted: 'trade',
  credit: 'received',
  in: 'received',
  debit: 'sent',
  out: 'sent',
  withdraw: 'sent',
  reward: 'staking_reward',
  rewards: 'staking_reward',
  staking_rewards: 'staking_reward',
  interest: 'interest_received',
  earn: 'interest_received',
  dividend: 'dividend_received',
  cashback: 'rebate',
  bonus: 'misc_reward',
  referral: 'misc_reward',
  fees: 'fee',
  commission: 'fee',
  network_fee: 'fee',
  cancelled: 'skip',
  canceled: 'skip',
  failed: 'skip',
}

/**
 * Phrases in English, German, French, Spanish, Italian, Portuguese and Dutch, the surer first: what came back or did not happen goes before
 * what it was, a reward before the deposit that brought it.
 */
const PHRASES: readonly (readonly [RegExp, OwnMeaning])[] = [
  [
    /\b(?:cancel|fail|reject|reversed|declined|storniert|fehlgeschlagen|annul|échou|fallid|cancelad|geannuleerd|mislukt)/,
    'skip',
  ],
  [/\b(?:unstak|stak(?:e|ing) return)/, 'staking_return'],
  [
    /\bstaking (?:reward|payout|income)|staking[- ]?(?:prämie|belohnung)|\brewards?\b|belohnung|récompense|recompensa|ricompens|beloning/,
    'staking_reward',
  ],
  [/\binterest (?:paid|payment made|charged)/, 'interest_paid'],
  [
    /\binterest\b|\bzinsen\b|\bintérêts?\b|\bintereses\b|\binteress[ei]\b|\bjuros\b|\brente\b|\bearn\b/,
    'interest_received',
  ],
  [/\bairdrop/, 'airdrop'],
  [/\bmin(?:ing|ed)\b|\bmining[- ]|\bminage\b|\bminería\b|\bmineração\b/, 'mined'],
  [/\bdividend/, 'dividend_received'],
  [/\bcash ?back\b|\brebate\b/, 'rebate'],
  [/\bgift (?:from|received)/, 'gift_received'],
  [/\bgift (?:to|sent)/, 'gift_sent'],
  [/\b(?:fees?|gebühr(?:en)?|frais|comisi[óo]n(?:es)?|commission[ie]?|taxa|kosten)\b/, 'fee'],
  [
    /\b(?:bought|buy|purchase[ds]?|kauf|gekauft|achat|acheté|compra(?:do)?|acquisto|acquistato|koop|gekocht|aankoop)\b/,
    'buy',
  ],
  [
    /\b(?:sold|sell|sale|verkauf|verkauft|vente|vendu|venta|vendido|venda|vendita|venduto|verkoop|verkocht)\b/,
    'sell',
  ],
  [
    /\b(?:convert(?:ed)?|conversion|exchange[d]?|trade|tausch|handel|échange|intercambio|scambio|troca|ruil)\b/,
    'trade',
  ],
  [
    /\b(?:received|receive|deposit(?:ed)?|incoming|einzahlung|empfangen|eingang|dépôt|reçu|depósito|ingreso|recibido|deposito|ricevuto|recebido|storting|ontvangen)\b/,
    'received',
  ],
  [
    /\b(?:sent|send|withdraw(?:al|n)?|outgoing|auszahlung|gesendet|ausgang|retrait|envoyé|retir[oa]|enviado|prelievo|inviato|saque|levantamento|opname|verzonden)\b/,
    'sent',
  ],
]

/** What a word most likely means; undefined where nobody can tell, and the person is asked. */
export function guessMeaning(word: string): OwnMeaning | undefined {
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s_/-]+/g, '_')
  if (Object.hasOwn(ALSO, key)) return ALSO[key]
  const [both, into, out] = [
    templateType(word, true, true),
    templateType(word, true, false),
    templateType(word, false, true),
  ]
  if (both === undefined)
    return PHRASES.find(([phrase]) => phrase.test(word.trim().toLowerCase().replace(/[_/]+/g, ' ')))?.[1]
  if (both.kind !== into?.kind || both.kind !== out?.kind) return undefined
  if (both.kind === 'transfer') return 'transfer'
  if (both.kind === 'exchange') return both.flags.length > 0 ? 'margin_trade' : both.type
  const { subType } = both
  return OWN_MEANINGS.find((meaning) => meaning === subType)
}
