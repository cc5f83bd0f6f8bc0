import { paths } from '@lotbook/contract'
import { HARDWARE_COINS } from './hardware-accounts.ts'

/**
 * Describes this Lotbook to Ledger's app, which then opens it inside. It asks for the right to list accounts and to read extended
 * public keys, and for no other.
 * https://developers.ledger.com/docs/ledger-live/discover/integration/wallet-api/appendix/manifest
 */
export function ledgerManifest(origin: string) {
  const description = { en: 'Tax figures from your crypto transactions.' }
  return {
    id: 'lotbook',
    name: 'Lotbook',
    url: `${origin}${paths.importOptions('ledger-live')}`,
    homepageUrl: origin,
    platform: ['ios', 'android', 'desktop'],
    apiVersion: '^2.0.0',
    manifestVersion: '2',
    branch: 'stable',
    categories: ['tax'],
    currencies: Object.keys(HARDWARE_COINS),
    content: { shortDescription: description, description },
    permissions: ['account.list', 'bitcoin.getXPub'],
    domains: [origin],
    visibility: 'complete',
  }
}
