import { US_REGIONS, type UserRole } from '@lotbook/contract'
import { shortLocalPart } from '../ui/format/shorten.ts'

type Named = Pick<UserRole, 'email' | 'first_name' | 'last_name'>

/** First and last name, else the part of the email before the @ (cut on mobile where it is long). */
export function displayedName({ first_name, last_name, email }: Named, isMobile: boolean): string {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  if (name !== '') return name
  const localPart = email.split('@')[0] ?? email
  return isMobile ? shortLocalPart(localPart) : localPart
}

/** Whether the customer's screens are this person's: their own, or those of the client they look at. */
export function actsAsCustomer({ roles, viewing }: Pick<UserRole, 'roles' | 'viewing'>): boolean {
  return roles.includes('customer') || viewing !== null
}

/** A tax professional who is no customer. */
export function isOnlyProfessional({ roles }: Pick<UserRole, 'roles'>): boolean {
  return roles.includes('cpa') && !roles.includes('customer')
}

/** Whether returns of a country are US returns; unset means US (R6.13). */
export function filesInUs(countryCode: string | null | undefined): boolean {
  const country = countryCode === null || countryCode === undefined || countryCode === '' ? 'US' : countryCode
  return US_REGIONS.some((region) => region === country)
}
