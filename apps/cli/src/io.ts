import type { ProviderAnswer } from '@lotbook/sources'

/** What a command may touch of the world outside: handed in, so that tests can hand in something else. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly readFile: (path: string) => Promise<Uint8Array>
  /** Creates the folders above it. */
  readonly writeFile: (path: string, data: Uint8Array | string) => Promise<void>
  readonly now: () => Date
  /** Absent where there is none. */
  readonly network?: Network
}

/** The network, for the one command that asks providers. */
export interface Network {
  readonly environment: (name: string) => string | undefined
  /** One request, whose redirects are not followed. @throws where there is no answer */
  readonly send: (
    url: string,
    request: {
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      readonly body?: string
    },
  ) => Promise<ProviderAnswer>
  readonly wait: (ms: number) => Promise<void>
  readonly now: () => Date
}

/** 0 done, 1 something could not be read or done (said on standard error), 2 asked in a wrong way. */
export type ExitCode = 0 | 1 | 2
