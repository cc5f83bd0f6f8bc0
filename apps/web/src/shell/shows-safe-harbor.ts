import type { Start } from '../client/start.ts'
import { readStored } from '../client/stored.ts'
import { filesInUs } from '../client/user.ts'

/** Whether the banner about the rules of 2025 concerns this person: one pool before 2025, and basis left to allocate. */
export function showsSafeHarbor(start: Start): boolean {
  return (
    start.is_safe_harbor_open &&
    start.get_user_role.roles.includes('customer') &&
    filesInUs(start.setting.country_code) &&
    readStored('safeHarborBannerClosed') === null
  )
}
