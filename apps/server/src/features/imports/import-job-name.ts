/** The queue of files to read; tried ten times at most (O-18). */
export const READ_IMPORT = { name: 'read-import', retryLimit: 10 } as const
