import { messages, paths } from '@lotbook/contract'
import { ADMIN, WALLETS } from '../client/landing-path.ts'

/** A place in the navigation; with `children` it is a menu. */
export interface NavItem {
  readonly id: string
  readonly label: string
  readonly to: string
  /** Further screens that it stands for; those below each are meant too. */
  readonly also?: readonly string[]
  readonly children?: readonly NavItem[]
  /** How many items wait behind it, with what they wait for. */
  readonly waiting?: { readonly count: number; readonly label: string }
}

export interface NavFacts {
  readonly variant: 'a' | 'b' | 'older'
  readonly hasHistory: boolean
  readonly filesInUs: boolean
  /** The screen that the tax control leads to. */
  readonly taxPath: string
  /** Open items of the review queue. */
  readonly review: number
  /** Labs is offered. */
  readonly hasLabs: boolean
  /** An address outside, or undefined where none is configured. */
  readonly supportUrl: string | undefined
  readonly isRegistered: (path: string) => boolean
}

const { nav } = messages
const TAX_FILING = '/tax_filing'
const WORK_WITH_TAX_PRO = '/work_with_tax_pro'
/** The tax control leads to one of these, by the state of the calculation. */
const TAX_SCREENS = [paths.tax, '/one_year', '/tax-calculation']

/** The main navigation: the specification's order, less what this build has no screen for. */
export function navigation(facts: NavFacts): readonly NavItem[] {
  const item = (id: string, label: string, to: string): NavItem => ({ id, label, to })
  const support = facts.supportUrl === undefined ? [] : [item('support', nav.support, facts.supportUrl)]
  const transactions = withReview(facts, item('transactions', nav.transactions, paths.transactions))
  const tax = { ...item('tax', nav.tax, facts.taxPath), also: TAX_SCREENS }
  const holdings = { ...item('holdings', nav.holdings, paths.holdings), also: [paths.plan] }
  const taxPro = item('tax-pro', nav.taxPro, WORK_WITH_TAX_PRO)
  const filing = facts.filesInUs ? [item('tax-filing', nav.taxFiling, TAX_FILING)] : []

  switch (facts.variant) {
    case 'a':
      return there(facts, [
        item('dashboard', nav.dashboard, paths.dashboard),
        item('import', nav.import, facts.hasHistory ? paths.imports : paths.home),
        transactions,
        tax,
        holdings,
        ...filing,
        taxPro,
        ...support,
      ])
    case 'b':
      return there(facts, [
        item('wallets', nav.wallets, WALLETS),
        transactions,
        tax,
        // The dashboard and the holdings are in no other place of this variant.
        menu('more', nav.more, [
          item('dashboard', nav.dashboard, paths.dashboard),
          holdings,
          ...(facts.filesInUs ? [item('tax-filing', nav.fileYourTaxReturn, TAX_FILING)] : []),
          item('tax-pro', nav.addYourAccountant, WORK_WITH_TAX_PRO),
          ...support,
        ]),
      ])
    case 'older':
      return there(facts, [
        menu('imports', 'Imports', [
          item('imported-history', 'Imported History', paths.transactionSources),
          transactions,
          item('add-account', 'Add Account', paths.imports),
        ]),
        { ...tax, id: 'taxes', label: 'Taxes' },
        holdings,
        ...(facts.hasLabs ? [item('labs', 'Labs (beta)', '/labs/dashboard')] : []),
        taxPro,
        ...support,
      ])
  }
}

/** The navigation of who is only a professional, or looks after the installation. */
export function professionalNavigation(facts: NavFacts, isAdmin = false): readonly NavItem[] {
  return there(facts, [
    isAdmin
      ? { id: 'people', label: 'People', to: ADMIN }
      : { id: 'clients', label: 'Clients', to: paths.taxProDashboard, also: ['/tax_pro/view_customer'] },
    { id: 'settings', label: nav.settings, to: paths.taxProProfile, also: ['/tax_pro/settings'] },
    ...(facts.supportUrl === undefined ? [] : [{ id: 'support', label: nav.support, to: facts.supportUrl }]),
  ])
}

/** The bar at the foot of a phone: Wallets, Transactions, Tax Center, Holdings. */
export function mobileBar(facts: NavFacts): readonly NavItem[] {
  const wallets = [WALLETS, paths.imports].find(facts.isRegistered)
  return there(facts, [
    ...(wallets === undefined ? [] : [{ id: 'wallets', label: nav.wallets, to: wallets }]),
    withReview(facts, { id: 'transactions', label: nav.transactions, to: paths.transactions }),
    { id: 'tax', label: nav.taxCenter, to: facts.taxPath, also: TAX_SCREENS },
    { id: 'holdings', label: nav.holdings, to: paths.holdings, also: [paths.plan] },
  ])
}

// Items that wait for a person are counted at the place that leads to them.
const withReview = ({ review }: NavFacts, item: NavItem): NavItem =>
  review === 0 ? item : { ...item, waiting: { count: review, label: 'to review, all years' } }

const menu = (id: string, label: string, children: readonly NavItem[]): NavItem => ({
  id,
  label,
  to: '',
  children,
})

// No way to a screen that does not exist; a menu without entries is none.
function there(facts: NavFacts, items: readonly NavItem[]): readonly NavItem[] {
  return items.flatMap((item) => {
    if (item.children !== undefined) {
      const children = there(facts, item.children)
      return children.length === 0 ? [] : [{ ...item, children }]
    }
    const isThere = item.to.startsWith('https:') || facts.isRegistered(item.to)
    return isThere ? [item] : []
  })
}

/** Whether a place of the navigation is the screen shown, or one above it. */
export function isCurrent({ to, also = [] }: NavItem, pathname: string): boolean {
  return [to, ...also].some((one) => {
    const path = one.split('?')[0] ?? one
    return pathname === path || (path !== '/' && pathname.startsWith(`${path}/`))
  })
}

/** The path of Upgrade: the plans, with the way back to the settings. */
export function upgradePath(currentTaxYear: number): string {
  return `/pricing?callUrl=settings&taxYear=${currentTaxYear.toString()}`
}
