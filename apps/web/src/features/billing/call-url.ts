/** The path that led to the page of plans, by the names that the specification gives them; a path stays what it is. */
export function pathOfCallUrl(callUrl: string | undefined): string | undefined {
  if (callUrl === undefined || callUrl === '') return undefined
  if (callUrl === 'settings') return '/settings/billing-history'
  const path = callUrl.startsWith('/') ? callUrl : `/${callUrl}`
  // Never another host, however it is spelled.
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\') ? path : undefined
}
