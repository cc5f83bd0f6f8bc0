import type { StatedBalance } from '../../reading/outcome.ts'
import type { SourceTransaction } from '../../reading/record.ts'
import { isObject, objectsOf, textIn } from '../../exchanges/json-answer.ts'
import { type HeldToken, quantityOf, statedTokens, statedUnits } from '../moved-legs.ts'
import type { ReadPage } from '../read-account-events.ts'

const SUN = 6

/** What an account holds of the coin, and of the tokens that it moved. */
export function heldOnTron(
  pages: readonly ReadPage[],
  transactions: readonly SourceTransaction[],
): StatedBalance[] {
  const page = accountOf(pages)
  if (page === undefined) return []
  return [...balanceOf(pages), ...statedTokens(transactions, heldTokens(pages), page.fetchedAt)]
}

const accountOf = (pages: readonly ReadPage[]) => pages.find(({ stream }) => stream === 'account')

/** TRC-20 tokens of an account, with the decimals that their transfers state. */
function heldTokens(pages: readonly ReadPage[]): HeldToken[] {
  const places = new Map(
    pages
      .filter(({ stream }) => stream === 'tokens')
      .flatMap(({ json }) => (isObject(json) ? objectsOf(json['data']) : []))
      .map(({ token_info: token }) =>
        isObject(token)
          ? ([textIn(token, 'address'), textIn(token, 'decimals')] as const)
          : (['', ''] as const),
      ),
  )
  const page = accountOf(pages)
  const [account] = page !== undefined && isObject(page.json) ? objectsOf(page.json['data']) : []
  return objectsOf(account?.['trc20']).flatMap((one) =>
    Object.keys(one).map((contract) => ({
      chain: 'tron',
      contract,
      quantity: quantityOf(textIn(one, contract), places.get(contract) ?? ''),
    })),
  )
}

/** Coins that can be spent, and those that are frozen, lent or thawing. */
function balanceOf(pages: readonly ReadPage[]): StatedBalance[] {
  const page = pages.find(({ stream }) => stream === 'account')
  const [account] = page !== undefined && isObject(page.json) ? objectsOf(page.json['data']) : []
  if (page === undefined || account === undefined) return []
  const resource = account['account_resource']
  const energy = isObject(resource) ? resource : {}
  const frozenForEnergy = energy['frozen_balance_for_energy']
  const amounts = [
    textIn(account, 'balance'),
    ...objectsOf(account['frozen']).map((one) => textIn(one, 'frozen_balance')),
    ...objectsOf(account['frozenV2']).map((one) => textIn(one, 'amount')),
    ...objectsOf(account['unfrozenV2']).map((one) => textIn(one, 'unfreeze_amount')),
    isObject(frozenForEnergy) ? textIn(frozenForEnergy, 'frozen_balance') : '',
    textIn(account, 'delegated_frozen_balance_for_bandwidth'),
    textIn(account, 'delegated_frozenV2_balance_for_bandwidth'),
    textIn(energy, 'delegated_frozen_balance_for_energy'),
    textIn(energy, 'delegated_frozenV2_balance_for_energy'),
  ].filter((amount) => amount !== '')
  if (!amounts.every((amount) => /^\d{1,25}$/.test(amount))) return []
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
  return statedUnits('TRX', String(total), SUN, page.fetchedAt)
}
