import { TriangleAlert } from 'lucide-react'
import type { Proof, WalletAccount, WalletBalances } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { RateNote } from '../../client/CurrencyNotes.tsx'
import { Card } from '../../ui/Card.tsx'
import { position } from '../../ui/charts/chart-scale.ts'
import { cx } from '../../ui/cx.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatPercentOf } from '../../ui/format/format-percent.ts'
import { Money } from '../../ui/Values.tsx'
import { counted, listed } from '../imports/import-state.ts'
import { balancesOf, knownValue, leftOut, type ProofPart, sumsOf, type WalletSums } from './wallet-sums.ts'

/** What all transactions add up to, beside what the accounts say that they hold. */
export function ProofCard({ balances, rows }: { balances: WalletBalances; rows: readonly WalletAccount[] }) {
  const sums = sumsOf(balancesOf(balances, rows))
  const { currency } = balances
  // An asset in several accounts is one; of some accounts alone only their own counts are known.
  const isWhole = rows.length === balances.accounts.length
  const importing = rows.filter((row) => row.import_status === 'in-progress').map(({ label }) => label)
  return (
    <Card flush className="mb-7 overflow-hidden">
      <section aria-label="Balance" className="grid lg:grid-cols-[minmax(300px,0.8fr)_minmax(0,1.2fr)]">
        <div className="p-4 md:px-7 md:py-6">
          <p className="text-ink-2">Balance, computed from your transactions</p>
          <p className="mt-1 text-display font-semibold tracking-[-0.028em] md:text-[2.75rem] md:leading-12">
            <Money amount={knownValue(sums)} currency={currency} large />
          </p>
          <div className="mt-2 grid gap-0.5 text-table text-ink-2">
            {importing.length > 0 && (
              <p>
                <span className="font-medium text-warn">
                  <TriangleAlert aria-hidden="true" className="mr-1.5 inline-block size-4 align-[-3px]" />
                  {listed(importing)} {importing.length === 1 ? 'is' : 'are'} still importing.
                </span>{' '}
                The balance will change.
              </p>
            )}
            {leftOut(isWhole ? { ...sums, unpriced: balances.unpriced } : sums).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p>
              {isWhole && `${counted(balances.assets, 'asset')} in all. `}At the newest known price of each
              asset. Cash is not counted.
            </p>
            <RateNote shown={balances} />
          </div>
        </div>
        <div className="border-rule p-4 max-lg:border-t md:px-7 md:py-6 lg:border-l">
          <h2 className="text-table font-semibold">Against what the accounts report</h2>
          <ProofBar sums={sums} />
          <dl className="grid grid-cols-2 justify-between gap-x-4 gap-y-3 text-table sm:flex">
            {sums.parts.map((part) => (
              <div key={part.proof}>
                <dt className="flex items-center gap-1.5 text-ink-2">
                  <span aria-hidden="true" className={cx('size-2.5 rounded-[2px]', fills[part.proof])} />
                  {NAMES[part.proof]}
                </dt>
                <dd className="pl-4 text-lead font-semibold">
                  <Money amount={part.known} currency={currency} />
                </dd>
                <dd
                  className={cx(
                    'pl-4 text-caption',
                    part.proof === 'differs' ? 'font-medium text-warn' : 'text-ink-3',
                  )}
                >
                  {accountsOf(part, currency)}
                </dd>
              </div>
            ))}
          </dl>
          {sums.parts.every(({ proof }) => proof === 'not_reported') && (
            <p className="mt-3 text-table text-ink-2">
              {rows.length === 1
                ? 'This account does not report its balance, so there is nothing to compare with. Check it against what the account shows today.'
                : 'None of these accounts reports its balance, so there is nothing to compare with. Check each against what it shows today.'}
            </p>
          )}
        </div>
      </section>
    </Card>
  )
}

const NAMES: Record<Proof, string> = {
  matches: 'Matches',
  differs: 'Differs',
  not_reported: 'Not reported',
}

const fills: Record<Proof, string> = {
  matches: 'bg-gain-fill',
  differs: 'border-[1.5px] border-warn-fill bg-warn-soft',
  not_reported: 'border-[1.5px] border-dashed border-line-strong',
}

function accountsOf({ proof, accounts, difference }: ProofPart, currency: string): string {
  const count = counted(accounts, 'account')
  if (proof !== 'differs') return count
  return `${count}, by ${difference === null ? 'units without a price' : formatMoney(difference, { currency })}`
}

/** The parts of the balance as lengths; a whole of nothing is one part of each. */
function ProofBar({ sums }: { sums: WalletSums }) {
  const whole = readAmount(sums.value)
  const said = sums.parts.map(({ proof, value }) => {
    const share = formatPercentOf(value, sums.value)
    return `${share === undefined ? '' : `${share} `}${NAMES[proof].toLowerCase()}`
  })
  return (
    <div
      role="img"
      aria-label={said.join(', ')}
      className="mt-3 mb-4 flex h-5 gap-0.5 overflow-hidden rounded-[5px]"
    >
      {sums.parts.map(({ proof, value }) => (
        <span
          key={proof}
          className={cx('min-w-1 rounded-[2px] first:rounded-l-[5px] last:rounded-r-[5px]', fills[proof])}
          style={{ flex: isZero(whole) ? 1 : Math.max(0.001, position(readAmount(value), whole)) }}
        />
      ))}
    </div>
  )
}
