import { Layers, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { paths, type WalletAccount } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/Link.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { GROUPS, shortLabel } from './wallet-sums.ts'

/** The side list: every account under its heading; choosing one narrows the page to it. */
export function AccountList({
  accounts,
  chosen,
}: {
  accounts: readonly WalletAccount[]
  chosen: string | undefined
}) {
  const [term, setTerm] = useState('')
  const sought = term.trim().toLowerCase()
  const found = accounts.filter(({ label, account_name }) =>
    [label, account_name].some((name) => name.toLowerCase().includes(sought)),
  )
  const total = accounts.reduce((count, row) => count + row.total_transactions, 0)

  return (
    <nav
      aria-label="Accounts"
      className="sticky top-14 hidden max-h-[calc(100vh-3.5rem)] flex-col gap-0.5 self-start overflow-y-auto pt-8 pr-3 pb-6 pl-6 min-[1280px]:flex"
    >
      <div className="relative mb-2">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3"
        />
        <TextInput
          type="search"
          small
          aria-label="Find an account"
          placeholder="Find an account"
          value={term}
          className="pl-8"
          onChange={({ target }) => setTerm(target.value)}
        />
      </div>
      {sought === '' && (
        <ListLink to={paths.wallets} isCurrent={chosen === undefined} count={total}>
          <span className="inline-flex size-6 items-center justify-center rounded-control bg-sunken text-ink-2">
            <Layers aria-hidden="true" className="size-3.5" />
          </span>
          <span className="min-w-0 grow truncate">All accounts</span>
        </ListLink>
      )}
      {GROUPS.map(([group, name]) => {
        const rows = found.filter((row) => row.group === group)
        if (rows.length === 0) return null
        return (
          <div key={group}>
            <p className="px-2 pt-3.5 pb-1 text-caption font-medium text-ink-3">{name}</p>
            <ul>
              {rows.map((row) => (
                <li key={row.id}>
                  <ListLink
                    to={`${paths.wallets}?account=${row.id}`}
                    isCurrent={chosen === row.id}
                    count={row.total_transactions}
                  >
                    <SourceLogo slug={row.slug} name={row.label} small />
                    <span className="min-w-0 grow wrap-anywhere" title={row.label}>
                      {shortLabel(row.label)}
                    </span>
                  </ListLink>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      {found.length === 0 && (
        <p role="status" className="px-2 py-3 text-table text-ink-2">
          {sought === '' ? 'No accounts yet.' : 'No account name contains this.'}
        </p>
      )}
    </nav>
  )
}

interface ListLinkProps {
  readonly to: string
  readonly isCurrent: boolean
  readonly count: number
  readonly children: ReactNode
}

function ListLink({ to, isCurrent, count, children }: ListLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'flex min-h-9 items-center gap-2.5 rounded-[7px] px-2 py-1 text-table',
        isCurrent ? 'bg-accent-soft font-medium text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      {children}
      <span className="shrink-0 text-caption font-normal text-ink-2 tabular-nums">
        {count.toLocaleString()}
        <span className="sr-only"> transactions</span>
      </span>
    </Link>
  )
}
