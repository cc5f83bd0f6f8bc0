import type { ImportHistory } from '@lotbook/contract'

/** Methods of connections, by the type that the specification calls them. */
export const METHODS: Readonly<Record<ImportHistory['type'], readonly string[]>> = {
  api: ['api', 'oauth'],
  wallet: ['wallet'],
  manual: ['manual'],
  CSV: ['csv'],
}
