/** The logos that there are. */
export interface LogoIndex {
  readonly version: string
  readonly sources: ReadonlySet<string>
  readonly coins: ReadonlySet<string>
}

let asked: Promise<LogoIndex | undefined> | undefined

/** List of logos, loaded once a visit; undefined where it cannot be had: letters stand everywhere then. */
export function logoIndex(): Promise<LogoIndex | undefined> {
  asked ??= load().catch(() => undefined)
  return asked
}

async function load(): Promise<LogoIndex> {
  const answer = await fetch('/logos/index.json')
  const { version, sources, coins } = (await answer.json()) as {
    readonly version: string
    readonly sources: readonly string[]
    readonly coins: readonly string[]
  }
  return { version, sources: new Set(sources), coins: new Set(coins) }
}

/** Address of a logo, which the server serves (`logo-files.ts`); undefined where there is none. */
export function logoUrl(
  index: LogoIndex | undefined,
  kind: 'sources' | 'coins',
  id: string,
): string | undefined {
  return index?.[kind].has(id) === true
    ? `/logos/${index.version}/${kind}/${encodeURIComponent(id)}.svg`
    : undefined
}
