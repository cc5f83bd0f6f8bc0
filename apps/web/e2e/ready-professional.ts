import type { Page } from '@playwright/test'
import { call, type Person, startAsProfessional } from './helpers.ts'
import { mailedLink, totp } from './mail-and-codes.ts'

/** The address is confirmed by the link of its mail. */
export async function confirmEmail(page: Page, { email }: Person): Promise<void> {
  const link = await mailedLink(email, '/verify_email')
  await call(page, 'POST', '/identity/verify_email', { token: link.split('token=')[1] ?? '' })
}

/** A professional who confirmed their address and set up the authenticator that they cannot do without. */
export async function readyProfessional(page: Page): Promise<Person> {
  const person = await startAsProfessional(page)
  await confirmEmail(page, person)
  const { secret } = (await call(page, 'POST', '/identity/totp/enrol')) as { secret: string }
  await call(page, 'POST', '/identity/totp/confirm', { code: totp(secret, 0) })
  return person
}

/** A client of the professional, with access to work in their books. */
export async function acceptedBy(client: Page, professional: Page, email: string): Promise<void> {
  await call(professional, 'POST', '/tax_pro/customers', { email })
  const { data } = (await call(client, 'GET', '/customer_cpa')) as { data: { invited: { id: string }[] } }
  await call(client, 'POST', '/accept_invitation', { id: data.invited[0]?.id })
}
