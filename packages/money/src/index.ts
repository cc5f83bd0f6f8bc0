export * from './decimal.ts'
export * from './rounding.ts'
export * from './share.ts'
