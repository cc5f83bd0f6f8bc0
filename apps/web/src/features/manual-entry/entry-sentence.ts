import { type CurrencyOption, isAmount, manualInstant } from '@lotbook/contract'
import { isFiat, type TransactionType, typeLabel } from '@lotbook/journal'
import { parseDecimal } from '@lotbook/money'
import { displayLocale, groupDigits } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { type EntryValues, tickerOfOption } from './entry-values.ts'

/** What the form would record, in a sentence without its beginning; undefined while something is missing that it is about. */
export function entrySentence(values: EntryValues, locale = displayLocale()): string | undefined {
  const did = deedOf(values, locale)
  const { day, time, exchange, fee, fee_amount } = values
  if (did === undefined || manualInstant(`${day}T${time}`) === undefined) return undefined
  const at = exchange.trim() === '' ? '' : ` at ${exchange.trim()}`
  const cost = shown(fee, fee_amount, locale)
  return `${did} on ${formatDay(`${day}T${time}:00Z`)}, ${time} UTC${at}${cost === undefined ? '' : `, with a fee of ${cost}`}.`
}

function deedOf(values: EntryValues, locale: string): string | undefined {
  const { type, sub_type, is_opening_lot } = values
  const from = shown(values.from, values.from_amount, locale)
  const to = shown(values.to, values.to_amount, locale)
  const kind = `(${typeLabel(type, sub_type === '' ? null : sub_type)})`
  if (is_opening_lot)
    return from === undefined || to === undefined ? undefined : `acquired ${to}, which cost ${from},`
  switch (type) {
    case 'incoming':
      return to && `received ${to} ${kind}${from === undefined ? '' : `, worth ${from},`}`
    case 'outgoing':
      return (
        from &&
        `${sub_type === 'purchase' ? `spent ${from}` : `sent ${from} ${kind}`}${to === undefined ? '' : `, worth ${to},`}`
      )
    case 'nft':
      return nftDeed(values, from, to)
    default:
      return from && to && EXCHANGES[type](from, to)
  }
}

const EXCHANGES: Readonly<
  Record<Exclude<TransactionType, 'incoming' | 'outgoing' | 'nft'>, (from: string, to: string) => string>
> = {
  buy: (from, to) => `bought ${to} for ${from}`,
  sell: (from, to) => `sold ${from} for ${to}`,
  trade: (from, to) => `traded ${from} for ${to}`,
  ico: (from, to) => `bought ${to} for ${from} in an ICO`,
  swap: (from, to) => `exchanged ${from} for ${to} in a rebrand`,
}

function nftDeed(
  { sub_type, from_amount, to_amount }: EntryValues,
  from: string | undefined,
  to: string | undefined,
): string | undefined {
  const gave = isNothing(from_amount) ? undefined : from
  const got = isNothing(to_amount) ? undefined : to
  if (sub_type === 'send') return gave && (got === undefined ? `sent ${gave}` : `gave ${gave} for ${got}`)
  if (sub_type === 'nft_mint')
    return got && (gave === undefined ? `minted ${got}` : `minted ${got} for ${gave}`)
  return got && (gave === undefined ? `received ${got}` : `got ${got} for ${gave}`)
}

const isNothing = (amount: string) => /^[0.]*$/.test(amount.trim())

/** An amount with its currency, with every digit there is; undefined for one of more digits than are kept, which the server refuses. */
function shown(currency: CurrencyOption | null, amount: string, locale: string): string | undefined {
  const text = amount.trim()
  if (currency === null || !isAmount(text) || parseDecimal(text) === undefined) return undefined
  if (isFiat(currency.currency_id))
    return formatMoney(text, { currency: currency.currency_id, exact: true, locale })
  return `${groupDigits(text, locale)} ${tickerOfOption(currency)}`
}
