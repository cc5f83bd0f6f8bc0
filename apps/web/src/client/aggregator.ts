import { calls } from './api.ts'
import { reportFault } from './monitoring.ts'

/** Only until it was sent: a mail to confirm the address may open another tab in between. */
const KEY = 'aggregator'

/** Keeps the code of the partner that sent a visitor here, if the address has one. */
export function keepAggregator(code: unknown): void {
  if (typeof code !== 'string' || !/^[\w.-]{1,64}$/.test(code)) return
  try {
    localStorage.setItem(KEY, code)
  } catch {
    // A browser that keeps nothing has no code to send.
  }
}

/** Sends the kept code once (R7.31). That it could not be sent stops nobody. */
export async function sendAggregator(): Promise<void> {
  try {
    const aggregator = localStorage.getItem(KEY)
    if (aggregator === null) return
    await calls.onboarding.processAggregator({ aggregator_params: { aggregator } })
    localStorage.removeItem(KEY)
  } catch (thrown) {
    reportFault('call', thrown)
  }
}
