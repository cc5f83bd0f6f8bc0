import type { ProviderAnswer } from '@lotbook/sources'

/** What a command may touch of the world outside: handed in, so that tests can hand in something else. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly readFile: (path: string) => Promise<Uint8Array>
  /** Creates the folders above it. @throws WriteFailed */
  readonly writeFile: (path: string, data: FileData) => Promise<void>
  readonly now: () => Date
  /** A variable of the environment; absent where there is none. */
  readonly environment?: (name: string) => string | undefined
  /** Absent where there is none. */
  readonly network?: Network
  /** Absent where nobody watches. */
  readonly progress?: Progress
  /** Says that most of what was in memory is of no more use; absent where nothing is done about it. */
  readonly letGo?: () => void
}

/** A file as a whole, or piece by piece: a long one need not be in memory at once. */
export type FileData =
  | Uint8Array
  | string
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>

/** Tells a person at a terminal what a command is at. */
export interface Progress {
  /** The step that begins or goes on; the next call replaces it. */
  readonly step: (text: string) => void
  /** The step that ended, with its count; it stays. */
  readonly done: (text: string) => void
}

/** A file cannot be written: no such folder, no permission, no room. */
export class WriteFailed extends Error {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'WriteFailed'
    this.path = path
  }
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
