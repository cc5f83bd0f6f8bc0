/** Search parameters of adding an account: its source. */
export interface AddAccountSearch {
  slug?: string
  /** Preselects the upload (R2.109). */
  csv?: 'true'
  /**
   * `fix`: the connection `sourceid` is to be set right (R2.110, R2.111). `address_validation`: whoever led here has asked already
   * whether the address is the person's own (R4.25).
   */
  action?: 'fix' | 'address_validation'
  sourceid?: string
  /** The way that `sourceid` is connected. */
  method?: 'oauth' | 'api' | 'wallet'
}

/** The search parameters that an address has. */
export function addAccountSearch(search: Record<string, unknown>): AddAccountSearch {
  return {
    ...(typeof search['slug'] === 'string' ? { slug: search['slug'] } : {}),
    ...(search['csv'] === 'true' ? { csv: 'true' as const } : {}),
    ...(search['action'] === 'fix' || search['action'] === 'address_validation'
      ? { action: search['action'] }
      : {}),
    ...(typeof search['sourceid'] === 'string' ? { sourceid: search['sourceid'] } : {}),
    ...(search['method'] === 'oauth' || search['method'] === 'api' || search['method'] === 'wallet'
      ? { method: search['method'] }
      : {}),
  }
}
