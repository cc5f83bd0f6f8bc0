/** The name of the session cookie: with TLS the one that no other host or path can set. */
export function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-sid' : 'sid'
}
