import { type Holding, LOTS_CSV_PATH, type OpenLot, paths } from '@lotbook/contract'
import { Fragment, type ReactNode } from 'react'
import { apiHost } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { Link } from '../../ui/Link.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { Day, Gain, Money, Quantity } from '../../ui/Values.tsx'
import { methodWords } from '../settings/tax-setting-words.ts'
import { reportedWords } from './holding-words.ts'
import { largestLot, lotAxis } from './lot-time.ts'
import { LotsPicture } from './LotsPicture.tsx'
import { LotAxisLine, LotTime } from './LotTime.tsx'
import { Cost } from './Unknown.tsx'
import { useLots } from './use-holdings.ts'

const CELL = 'h-[38px] px-2 py-1 align-middle min-[1200px]:px-3'
const NUMBER = `${CELL} text-right whitespace-nowrap`

/** A figure in a table shows that it opens something where the pointer or the focus is. */
const QUIET = 'no-underline! hover:underline! focus-visible:underline!'

/** The lots of an asset as rows of its table: in its columns they add up to it. */
export function LotRows({
  holding,
  account,
  asOf,
  isWide,
  more,
}: {
  readonly holding: Holding
  readonly account: string | undefined
  /** The earlier day that is shown. */
  readonly asOf: string | null
  readonly isWide: boolean
  /** Columns of the table behind those that it always has. */
  readonly more: number
}) {
  const lots = useLots(holding.asset, account, asOf)
  const { newest, rows, error } = lots
  const columns = (isWide ? 7 : 5) + more
  const timeSpan = (isWide ? 2 : 1) + more
  if (newest === undefined) {
    return (
      <tr>
        <td colSpan={columns} className="border-b border-rule px-6 py-3">
          {error === null ? (
            <Skeleton className="h-9 w-full" />
          ) : (
            <ErrorState
              title="The lots could not be loaded"
              text={toApiError(error).message}
              busy={lots.isFetching}
              onRetry={() => void lots.refetch()}
            />
          )}
        </td>
      </tr>
    )
  }
  const axis = lotAxis({ since: newest.since, today: newest.today, asOf, lots: rows })
  const largest = largestLot(rows)
  return (
    <>
      <tr className="text-caption text-ink-3">
        <td colSpan={isWide ? 5 : 4} className="h-[26px] pr-3 pl-[52px] align-bottom">
          {newest.method !== null && methodWords[newest.method].text}
        </td>
        <td colSpan={timeSpan} className="h-[26px] pr-6 pl-2 align-bottom min-[1200px]:pl-3">
          <LotAxisLine axis={axis} />
        </td>
      </tr>
      {rows.map((lot) => (
        <LotRow
          key={lot.n}
          lot={lot}
          // Explained are the lots that are open now.
          handle={asOf === null ? lotHandle(lot) : undefined}
          currency={newest.currency}
          isWide={isWide}
          timeSpan={timeSpan}
        >
          <LotTime lot={lot} axis={axis} largest={largest} />
        </LotRow>
      ))}
      <tr>
        <td colSpan={columns} className="border-b border-rule pt-1 pr-6 pb-3.5 pl-[52px]">
          <LotFoot holding={holding} lots={lots} asOf={asOf} />
        </td>
      </tr>
    </>
  )
}

function LotRow({
  lot,
  handle,
  currency,
  isWide,
  timeSpan,
  children,
}: {
  readonly lot: OpenLot
  readonly handle: string | null | undefined
  readonly currency: string
  readonly isWide: boolean
  /** Columns that its time goes over. */
  readonly timeSpan: number
  readonly children: ReactNode
}) {
  return (
    <tr className="hover:bg-surface">
      <th scope="row" className={`${CELL} pl-[52px]! text-left font-normal`}>
        <LotName lot={lot} />
      </th>
      <td className={NUMBER}>
        <Figure label="Quantity of the lot" handle={handle} className={QUIET}>
          <Quantity amount={lot.quantity} />
        </Figure>
      </td>
      <td className={NUMBER}>
        <Money amount={lot.value} currency={currency} />
        {!isWide && (
          <span className="block text-caption text-ink-3">
            cost <Cost amount={lot.basis} currency={currency} />
          </span>
        )}
      </td>
      {isWide && (
        <td className={NUMBER}>
          <Figure label="Cost basis of the lot" handle={handle} className={QUIET}>
            <Cost amount={lot.basis} currency={currency} />
          </Figure>
        </td>
      )}
      <td className={NUMBER}>
        <LotGain lot={lot} currency={currency} />
      </td>
      <td colSpan={timeSpan} className={`${CELL} pr-6!`}>
        {children}
      </td>
    </tr>
  )
}

/** Opens what made the lot. */
function lotHandle({ transaction_id: id }: OpenLot): string | null {
  return id === null ? null : `lot:${id}`
}

/** Where a lot lies and when it was acquired: the way to the transaction that did. */
export function LotName({ lot }: { readonly lot: OpenLot }) {
  const { transaction_id: id, acquired, account_slug: slug, account_name: account } = lot
  const day = acquired === null ? 'Unknown date' : <Day day={acquired} />
  return (
    <span className="flex min-w-0 items-center gap-2">
      <SourceLogo slug={slug} name={account} small />
      <span className="min-w-0">
        {id === null ? (
          day
        ) : (
          <Link
            to={`${paths.transactions}?id=${encodeURIComponent(id)}`}
            className="inline-flex min-h-6 items-center underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink hover:decoration-solid pointer-coarse:min-h-11"
          >
            {day}
          </Link>
        )}{' '}
        <span className="text-caption text-ink-3">
          <AccountName name={account} />
        </span>
      </span>
    </span>
  )
}

/** What a lot would bring. A gift that was worth less than it had cost has its own base for a loss. */
export function LotGain({ lot, currency }: { readonly lot: OpenLot; readonly currency: string }) {
  if (lot.gain === null) return <span className="text-ink-2">n/a</span>
  return (
    <span
      title={
        lot.loss_basis === null
          ? undefined
          : 'This gift was worth less than the donor paid, so a loss is measured from its value on the day of the gift.'
      }
    >
      <Gain amount={lot.gain} currency={currency} />
      {lot.loss_basis !== null && (
        <span className="block text-caption text-ink-3">gift with two cost bases</span>
      )}
    </span>
  )
}

/** Under the lots: the accounts they lie in, the lots that are not shown yet, and the file. */
export function LotFoot({
  holding,
  lots,
  asOf,
}: {
  readonly holding: Holding
  readonly lots: ReturnType<typeof useLots>
  readonly asOf: string | null
}) {
  const { left, step } = lots
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-ink-2">
      {lots.newest !== undefined && lots.newest.reported.length > 0 && (
        <ul aria-label="Reported balances" className="grid basis-full gap-0.5 text-table">
          {lots.newest.reported.map((one) => (
            <li key={one.account_id}>{reportedWords(one, holding.symbol)}</li>
          ))}
        </ul>
      )}
      {holding.accounts.map(({ id, name, slug, quantity }) => (
        <Fragment key={id ?? 'all'}>
          <span className="inline-flex items-center gap-2">
            <SourceLogo slug={slug} name={name} small />
            <span>
              <AccountName name={name} />{' '}
              <span className="font-medium text-ink">
                <Quantity amount={quantity} />
              </span>
            </span>
          </span>
        </Fragment>
      ))}
      <span className="ml-auto flex flex-wrap gap-2">
        {left > 0 && (
          <Button size="small" busy={lots.isFetchingNextPage} onClick={() => void lots.fetchNextPage()}>
            Show {Math.min(left, step).toLocaleString()} more
            {left > step && ` of ${left.toLocaleString()}`}
          </Button>
        )}
        <LotsPicture holding={holding} lots={lots} asOf={asOf} />
        {asOf === null && (
          <a
            href={`${apiHost()}${LOTS_CSV_PATH}`}
            download
            className="inline-flex h-8 items-center rounded-control border border-line bg-surface px-3 text-table font-medium text-ink shadow-control hover:border-line-strong pointer-coarse:h-11"
          >
            All lots as CSV
          </a>
        )}
      </span>
    </div>
  )
}
