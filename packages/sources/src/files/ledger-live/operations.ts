import { columns, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, isFee, leftOut, onlyFee, wentOut, when } from '../reader/ways.ts'

const values = ['Countervalue Ticker', 'Countervalue at Operation Date', 'Countervalue at CSV Export']
const before = [
  'Currency Ticker',
  'Operation Type',
  'Operation Amount',
  'Operation Fees',
  'Operation Hash',
  'Account Name',
]

/** The status is in the language of the app. */
const CONFIRMED = /^$|^(confirm|best[äa]tigt|подтвержд|onayland|确认|已确认|確認|확인)/i
const FAILED = /fail|[ée]chou|fehlgeschlagen|fallid|fallit|falhou|неудач|başarısız|失败|失敗|실패/i
const PENDING = /pending|attente|ausstehend|pendiente|pendente|ожидан|bekle|等待|保留|대기/i

/** Operations that cost their amount. */
const COSTS = /^(FEES|REVEAL|OPT_IN|OPT_OUT)$/i

/** Operations that move nothing out of the account, whatever their amount: what is staked stays its own. Their fee was paid. */
const STAYS = new RegExp(
  `^(${[
    'BOND|UNBOND|WITHDRAW_UNBONDED|DELEGATE|UNDELEGATE|REDELEGATE|STAKE|UNSTAKE|WITHDRAW_UNSTAKED|NOMINATE|CHILL',
    'SET_CONTROLLER|FREEZE|UNFREEZE|LEGACY_UNFREEZE|WITHDRAW_EXPIRE_UNFREEZE|UNDELEGATE_RESOURCE|UNLOCK',
    'ACTIVATE|REVOKE|VOTE|APPROVE',
  ].join('|')})$`,
  'i',
)

function isAllFee(row: Row): boolean {
  const fees = row.text('Operation Fees')
  return fees === '' || fees === row.text('Operation Amount')
}

/** Paid by the amount of an outgoing operation; other operations show a fee that someone else paid, or are one. */
const fee: ReadLeg = (row, sheet) =>
  /^(OUT|CREATE)$/i.test(row.text('Operation Type')) ||
  FAILED.test(row.text('Status')) ||
  STAYS.test(row.text('Operation Type')) ||
  (COSTS.test(row.text('Operation Type')) && !isAllFee(row))
    ? columns('Operation Fees', 'Currency Ticker')(row, sheet)
    : null

/**
 * Ledger Live, operations of all accounts. A token that was sent has its fee in a row of the parent account, under the same hash; coins
 * moved between two accounts are two rows under one hash. Accounts are not told apart: the export names their public keys, which are not
 * kept.
 */
export const ledgerLive = inOutTable({
  ...walletTable,
  id: 'ledger-live',
  family: 'ledger-live',
  name: 'Ledger Live operations',
  sourceSlug: 'ledger-live',
  exchange: 'Ledger Live',
  headers: [
    { cells: ['Operation Date', 'Status', ...before, 'Account xpub', ...values] },
    { cells: ['Operation Date', ...before, 'Account xpub', ...values] },
    { cells: ['Operation Date', ...before, 'Account xpub'] },
    { cells: ['Operation Date', ...before, 'Account id'] },
    { cells: ['Operation Date', ...before.filter((name) => name !== 'Operation Fees')] },
  ],
  time: 'Operation Date',
  type: 'Operation Type',
  // Of what is known not to have happened `means` says what it cost.
  status: {
    column: 'Status',
    done: new RegExp([CONFIRMED, PENDING, FAILED].map(({ source }) => source).join('|'), 'i'),
  },
  means: firstOf(
    when('Status', PENDING, () => leftOut('pending')),
    when('Status', FAILED, (row) =>
      /^(IN|REWARD|REWARD_PAYOUT)$/i.test(row.text('Operation Type')) ? leftOut('failed') : onlyFee('failed'),
    ),
    when('Operation Type', STAYS, () => onlyFee('internal_transfer')),
    when('Operation Type', COSTS, (row) => (isAllFee(row) ? isFee : onlyFee('internal_transfer'))),
    byWord('Operation Type', {
      in: cameIn('received'),
      'out|create': wentOut('sent'),
      'reward|reward payout': cameIn('staking_reward'),
      slash: wentOut('lost'),
      lock: wentOut('staking_lockup'),
      withdraw: cameIn('staking_return'),
      'nft in|nft out': leftOut('nft_without_id'),
    }),
  ),
  moved: { leg: columns('Operation Amount', 'Currency Ticker'), direction: 'byWord' },
  fees: [{ leg: fee, isIn: 'sent' }],
  value: columns('Countervalue at Operation Date', 'Countervalue Ticker'),
  group: (row) => row.text('Operation Hash'),
  groupId: 'Operation Hash',
  txHash: ['Operation Hash'],
})
