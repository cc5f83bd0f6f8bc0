/** A text that no name is like: one long word, or more than five. It may be an address, a hash, or a secret. */
export function isLikeAddress(text: string): boolean {
  return /^\S{25,}$/.test(text) || hasWordsOfSecret(text)
}

/** More words than a name or a search has, as many as a seed phrase: nothing to send anywhere unasked. */
export function hasWordsOfSecret(text: string): boolean {
  return text.split(/\s+/).length > 5
}
