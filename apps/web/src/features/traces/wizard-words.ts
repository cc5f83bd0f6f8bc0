import type { ReviewWizard } from '@lotbook/contract'

/** Name of each step of the review, and its question about an item; `{mark}` is the name of the item. */
export const wizardWords: Readonly<
  Record<ReviewWizard, { readonly name: string; readonly question: string }>
> = {
  SentGiftorPurchase: { name: 'Sent', question: 'What was this sent for?' },
  MarkForkTransactions: { name: 'Forks', question: 'Did this come from a fork?' },
  ConfirmAllTransaction: { name: 'Confirm', question: '{mark}: what is correct?' },
  MissingSendWizard: { name: 'Missing sends', question: 'Where did this come from?' },
  MissingReceiveWizard: { name: 'Missing receipts', question: 'Where did you get this?' },
  SelfTransferWizard: { name: 'Own transfers', question: 'Did you send this to yourself?' },
}
