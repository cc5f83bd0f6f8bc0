/** Search parameters of adding an account: its source. */
export interface AddAccountSearch {
  slug?: string
  /** Preselects the upload (R2.109). */
  csv?: 'true'
  /** `fix`: the connection `sourceid` is to be set right (R2.110, R2.111). */
  action?: 'fix'
  sourceid?: string
}

/** The search parameters that an address has. */
export function addAccountSearch(search: Record<string, unknown>): AddAccountSearch {
  return {
    ...(typeof search['slug'] === 'string' ? { slug: search['slug'] } : {}),
    ...(search['csv'] === 'true' ? { csv: 'true' as const } : {}),
    ...(search['action'] === 'fix' ? { action: 'fix' as const } : {}),
    ...(typeof search['sourceid'] === 'string' ? { sourceid: search['sourceid'] } : {}),
  }
}
