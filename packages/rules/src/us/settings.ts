import type { TransferFee } from '../settings.ts'

export type { RuleSettings, TransferFee } from '../settings.ts'

/** Treatments of the network fee of a self-transfer, the default first (R-TRF-2). */
export const TRANSFER_FEES = ['dispose', 'capitalize', 'carry'] as const satisfies readonly TransferFee[]
