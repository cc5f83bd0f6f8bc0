/** What Coinbase sends back: a code with the state, or the reason why there is none. */
export interface ReturnSearch {
  code?: string
  state?: string
  error?: string
}

export function returnSearch(search: Record<string, unknown>): ReturnSearch {
  const { code, state, error } = search
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof state === 'string' ? { state } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }
}
