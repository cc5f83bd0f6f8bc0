import { paths } from '@lotbook/contract'
import { WALLETS } from '../client/landing-path.ts'
import { isEnabled, LABS, type Start } from '../client/start.ts'
import { useStored } from '../client/stored.ts'
import { supportUrl } from '../client/support.ts'
import { filesInUs } from '../client/user.ts'
import type { NavFacts } from './navigation.ts'
import { useIsRegistered } from '../client/use-is-registered.ts'

/** The facts that decide the navigation, for the customer whose screens are shown. */
export function useNavFacts(start: Start): NavFacts {
  const registered = useIsRegistered()
  const importsPath = useStored('importsPath')
  const { details } = start
  const isCalculated = details?.tax_calculated === true && !details.need_tax_calculation
  const oneYear = details === null ? undefined : paths.oneYear(details.tax_year)
  return {
    variant: isEnabled(start, 'older_navigation') ? 'older' : importsPath === WALLETS ? 'b' : 'a',
    hasHistory: start.import_history_exists,
    filesInUs: filesInUs(start.setting.country_code),
    taxPath: isCalculated && oneYear !== undefined && registered(oneYear) ? oneYear : paths.tax,
    review: details?.review ?? 0,
    hasLabs: isEnabled(start, LABS),
    supportUrl: supportUrl(),
    isRegistered: registered,
  }
}
