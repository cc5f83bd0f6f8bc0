/** Where the page of plans was come from, by the names that the specification gives them; a path stays what it is. */
export function pathOfCallUrl(callUrl: string | undefined): string | undefined {
  if (callUrl === undefined || callUrl === '') return undefined
  if (callUrl === 'settings') return '/settings/billing-history'
  return callUrl.startsWith('/') ? callUrl : `/${callUrl}`
}
