import { isTimeZone } from '@lotbook/journal'
import { assetGiven } from '../../catalogue/asset-given.ts'
import {
  OWN_MEANINGS,
  type OwnAssetRole,
  type OwnFormat,
  type OwnRole,
  ROLES_OF_KIND,
} from '../reader/own-format.ts'

/** What keeps a description from being one, in sentences for the person; none where files can be read by it. */
export function ownProblems(own: OwnFormat): string[] {
  const { kind, columns, assets, header } = own
  const has = (role: OwnRole) => columns[role] !== undefined
  const hasAsset = (role: OwnAssetRole) => has(role) || assets[role] !== undefined
  const problems: string[] = []
  const needs = (isThere: boolean, text: string) => void (isThere || problems.push(text))

  needs(header.length >= 2, 'A header of two columns at least is needed.')
  needs(has('date'), 'Choose the column with the date.')
  if (kind === 'sides')
    needs(has('in_amount') || has('out_amount'), 'Choose the column of what came in or of what went out.')
  else needs(has('amount'), 'Choose the column with the amount.')
  if (kind === 'trades') {
    needs(has('asset') || has('pair') || hasAsset('asset'), 'Choose the column with the asset or the pair.')
    needs(has('total') || has('price'), 'Choose the column with the total or with the price.')
    needs(hasAsset('total_asset') || has('pair'), 'Say in which currency the total or the price is.')
  }
  if (has('value')) needs(hasAsset('value_asset'), 'Say in which currency the value is.')
  needs(isTimeZone(own.time_zone), 'Choose the time zone of the times.')
  for (const [role, asset] of Object.entries(assets))
    needs(
      asset.length <= 20 && assetGiven(asset) !== undefined,
      `${asset || 'Nothing'} names no asset (${role.replace('_', ' ')}).`,
    )
  const places = Object.values(columns)
  needs(
    places.every((at) => Number.isInteger(at) && at >= 0 && at < header.length),
    'A column is chosen that the file does not have.',
  )
  needs(new Set(places).size === places.length, 'A column can hold one thing only.')
  needs(
    Object.values(own.words).every((meaning) => OWN_MEANINGS.includes(meaning)),
    'A word has a meaning that is not known.',
  )
  needs(
    Object.keys(columns).every((role) => ROLES_OF_KIND[kind].some((own) => own === role)),
    'A column has a meaning that this kind of table does not have.',
  )
  return problems
}
