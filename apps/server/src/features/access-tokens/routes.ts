import { contract } from '@lotbook/contract'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { createToken, forgetEndedTokens, listTokens, revokeToken } from './access-tokens.ts'

const os = routes(contract.accessTokens)
const success = { status: 'success' } as const

const list = os.list.handler(async ({ context }) => ({ tokens: await listTokens(context) }))

const create = os.create.handler(async ({ input, context }) => ({
  ...success,
  ...(await createToken(context, input)),
}))

const revoke = os.revoke.handler(async ({ input, context }) => {
  await revokeToken(context, input.id)
  return success
})

/** Access tokens of a customer's own. */
export const accessTokensFeature: Feature = {
  routes: { accessTokens: { list, create, revoke } },
  upkeep: forgetEndedTokens,
}
