import { contract } from '@lotbook/contract'
import type { BlinkSession } from '@lotbook/sources'
import type { Feature } from '../../platform/feature.ts'
import { routes, type Services } from '../../platform/request-context.ts'
import { beginAuthorization, finishAuthorization } from './authorize-coinbase.ts'
import { checkAddress } from './check-address.ts'
import { forgetCodeJob } from './codes-mailed.ts'
import { connectAddress } from './connect-address.ts'
import { connectByCode, sendCode } from './connect-by-code.ts'
import { connectKey } from './connect-key.ts'
import { connectWallets } from './connect-wallets.ts'
import { dropExplorerKey, keepExplorerKey, listExplorerKeys } from './explorer-keys.ts'
import { fetchImportJob } from './fetch-import.ts'
import { findAddresses as findAll } from './find-addresses.ts'
import { dismissWallets, findWallets } from './find-wallets.ts'
import { HeldSessions } from './held-sessions.ts'
import { fetchWhenDueJob } from './next-fetch.ts'
import { revokeGrantJob } from './revoke-grant.ts'
import { resyncAccount, resyncSource } from './resync.ts'

const os = routes(contract.connections)
const imports = routes(contract.imports)
const codes = routes(contract.mailedCodes)
const ofKeys = routes(contract.explorerKeys)

const apiImport = os.apiImport.handler(({ input, context }) => connectKey(context, input))
const complianceApiImport = os.complianceApiImport.handler(({ input, context }) => connectKey(context, input))
const blockchainQuery = os.blockchainQuery.handler(({ input, context }) => connectAddress(context, input))
const checkSmartContract = os.checkSmartContract.handler(async ({ input, context }) => {
  await context.limit('addresses')
  return checkAddress(context, input)
})
const findAddresses = os.findAddresses.handler(async ({ input, context }) => {
  await context.limit('addresses')
  return { data: await findAll(context, input.addresses) }
})
const importWallets = os.importWallets.handler(({ input, context }) => connectWallets(context, input))

const walletFinder = os.walletFinder.handler(async ({ context }) => ({ data: await findWallets(context) }))
const importFoundWallets = os.importFoundWallets.handler(({ input, context }) =>
  connectWallets(context, { wallets: input.wallets, exchange: '', xpub: false }),
)
const dismissFoundWallets = os.dismissFoundWallets.handler(async ({ input, context }) => {
  await dismissWallets(context, input.wallets)
  return { status: 'success' as const }
})
const listKeys = ofKeys.list.handler(async ({ context }) => ({ data: await listExplorerKeys(context) }))
const saveKey = ofKeys.save.handler(async ({ input, context }) => {
  await context.limit('addresses')
  await keepExplorerKey(context, input)
  return { data: await listExplorerKeys(context) }
})
const removeKey = ofKeys.remove.handler(async ({ input, context }) => {
  await dropExplorerKey(context, input.explorer)
  return { data: await listExplorerKeys(context) }
})

const beginCoinbase = os.beginCoinbase.handler(({ input, context }) => beginAuthorization(context, input))

/** Accounts that are connected: by key, by grant of the customer or by public address. */
export function connectionsFeature(services: Services): Feature {
  const ofCodes = {
    db: services.db,
    held: new HeldSessions<BlinkSession>(services.clock),
    pauseMs: services.config.mailedCodePauseMs,
  }
  return {
    routes: {
      connections: {
        apiImport,
        complianceApiImport,
        blockchainQuery,
        checkSmartContract,
        findAddresses,
        importWallets,
        walletFinder,
        importFoundWallets,
        dismissFoundWallets,
        beginCoinbase,
        finishCoinbase: os.finishCoinbase.handler(({ input, context }) =>
          finishAuthorization(context, services.db, input),
        ),
      },
      explorerKeys: { list: listKeys, save: saveKey, remove: removeKey },
      mailedCodes: {
        send: codes.send.handler(({ input, context }) => sendCode(context, ofCodes, input)),
        connect: codes.connect.handler(({ input, context }) => connectByCode(context, ofCodes, input)),
      },
      imports: {
        resyncAccount: imports.resyncAccount.handler(({ input, context }) =>
          resyncAccount(context, input.id),
        ),
        resyncSource: imports.resyncSource.handler(({ input, context }) =>
          resyncSource(context, input.source_id),
        ),
      },
    },
    jobs: [
      fetchImportJob(services),
      fetchWhenDueJob(services),
      revokeGrantJob(services),
      forgetCodeJob(services),
    ],
  }
}
