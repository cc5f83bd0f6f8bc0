/**
 * The exact words of connecting accounts, beside `messages`: what stands in the specification stands here character for character. They
 * are apart, since the frame of the application needs none of them.
 */
export const connectionMessages = {
  kucoinFix:
    'Due to recent changes by KuCoin, you will need to generate a new API key and submit it below before we can import any more transactions into your account',
  /** R5.4 to R5.7, R5.10 to R5.14. */
  keyForm: {
    required: {
      'API Key': 'API Key is Required',
      'API Secret': 'API Secret is Required',
      Passphrase: 'Passphrase is Required',
      'Customer ID': 'Customer ID is Required',
      'API key name': 'API key name is Required',
      Secret: 'Secret is Required',
      robinhood: 'API key is Required',
    },
    kucoinHint: '7-32 characters, no spaces',
  },
  coinbaseContinue: 'Continue with Coinbase',
  /** R8.11 to R8.14. */
  walletImport: {
    queued: 'Your {wallet} Wallet Added to Import Queue. Please Wait.',
    bulkQueued: 'Wallets added to import queue.',
    invalidExchange: 'Wallets with invalid exchange were not imported.',
    dismissed: 'Wallets dismissed successfully.',
  },
  /** R5.16 to R5.20, R4.23, R2.147. */
  walletForm: {
    addressRequired: 'Public Address is Required',
    addressInvalid: 'Invalid Public Address',
    blockchainRequired: 'Blockchain is Required',
    ownsContract: 'Yes, I own this wallet',
    leavesContract: 'No, go back',
    noLines: 'Wallet address is required.',
    invalidLines: 'Invalid address(es): {list}',
    severalTitle: 'Import Multiple Wallets',
  },
  /** R2.149, R2.151, R5.90, R8.39. */
  hardwareWallet: {
    title: 'Welcome, Ledger Wallet user',
    label: 'Ledger Live',
    nothingSelected: 'You must select at least one address',
    failed: 'Error uploading {coin} account',
  },
  service: {
    notResponding: '{service} service is not currently responding, please try importing again in a bit.',
    failed: '{service} import failed, please try again and contact customer support if the issue persists.',
    wrongKey: 'Please Provide Correct Api-Key and Secret.',
    badKeys: 'Oops! Keys are invalid or has permission issues,please obtain a new one and try.',
    tooMany: 'Too many transactions - please contact customer support for assistance.',
  },
  explorerKey: {
    required: 'Enter a key.',
    wrong:
      '{explorer} does not accept this key. Copy it again from your {explorer} account, all of it and nothing else.',
    opensOthers: 'This key works, but its {explorer} plan does not open {chain}.',
    busy: '{explorer} asks to wait, so the key could not be checked and was not saved. Try again in a minute.',
  },
  codeResent:
    "We resent the code to your email. If you still haven't received the code try again after a minute.",
} as const
