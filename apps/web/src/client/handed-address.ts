let handed: { readonly slug: string; readonly address: string } | undefined

/**
 * Hand an address that was pasted into the search to the form of the source that was chosen for it. It is kept in memory only: the
 * key of a whole account shall stand in no address of a page.
 */
export function handAddress(slug: string, address: string): void {
  handed = { slug, address }
}

/** The address that was handed to the form of a source; empty where there is none. */
export function handedAddress(slug: string): string {
  return handed?.slug === slug ? handed.address : ''
}

/** Forget it, once its form was left. */
export function forgetHandedAddress(): void {
  handed = undefined
}
