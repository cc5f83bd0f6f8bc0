import { paths } from '@lotbook/contract'

/**
 * A place to return to, as far as it can be trusted: a path of this application that it has a screen for, with its
 * search. Anything else (another host in any spelling, a script, an unknown path) is undefined (SD5).
 */
export function safeReturnPath(text: string | undefined, isRegistered: (path: string) => boolean) {
  if (text === undefined || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\')) return undefined
  let url: URL
  try {
    url = new URL(text, BASE)
  } catch {
    return undefined
  }
  // Returning to a screen of signing in would lead round in circles.
  const isKnown = url.origin === BASE && isRegistered(url.pathname) && !SIGNING_IN.has(url.pathname)
  return isKnown ? url.pathname + url.search : undefined
}

const BASE = 'https://lotbook.invalid'
const SIGNING_IN: ReadonlySet<string> = new Set([
  paths.logIn,
  paths.signUp,
  paths.newSignUp,
  paths.forgotPassword,
  paths.resetPassword,
])

/** The screen that the guard sends a visitor to: log in, or sign up for one on the way to a plan. */
export function signInPath(wanted: string): string {
  const screen = wanted.includes('pricing') ? paths.newSignUp : paths.logIn
  return wanted === paths.home ? screen : `${screen}?redirect=${encodeURIComponent(wanted)}`
}
