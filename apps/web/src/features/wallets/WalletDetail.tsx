import { Download, FileUp, Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { paths, type WalletAccount } from '@lotbook/contract'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { LiveProgress } from '../imports/live-progress.ts'
import { useUsBased } from '../imports/use-us-based.ts'
import { BalancesTable } from './BalancesTable.tsx'
import { SourcesTable } from './SourcesTable.tsx'
import { downloadUrl, type WalletActs } from './WalletMenu.tsx'

export interface WalletDetailProps extends Omit<WalletActs, 'onCloseClaim'> {
  readonly live: LiveProgress
  readonly now: Date
}

/** Inside an account: its sources, its balance by asset, and what can be done with it. */
export function WalletDetail({ row, live, now, onRename, onDelete }: WalletDetailProps) {
  const { isUsBased, mark } = useUsBased(row)
  const hintId = useId()
  return (
    <div className="grid rounded-b-card border-t border-rule bg-quiet lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
      <SourcesTable row={row} live={live} now={now} />
      <div className="border-rule max-lg:border-t lg:border-l">
        <BalancesTable row={row} />
      </div>
      <div className="col-span-full flex flex-wrap items-center gap-1 border-t border-rule py-2.5 pr-3.5 pl-5">
        <Switch
          label="US based"
          aria-describedby={hintId}
          checked={isUsBased}
          onChange={({ target }) => mark(target.checked)}
        />
        <span id={hintId} className="text-caption text-ink-3">
          Held with a company in the United States. Exports show it; it does not change your gains.
        </span>
        <Address row={row} />
        <span className="grow max-sm:basis-full" />
        <Button
          look="quiet"
          size="small"
          icon={<Pencil aria-hidden="true" className="size-4" />}
          aria-label={`Rename ${row.label}`}
          onClick={onRename}
        >
          Rename
        </Button>
        {!row.is_empty && (
          <a
            href={downloadUrl(row.id)}
            download
            aria-label={`Download the transactions of ${row.label}`}
            className="inline-flex h-8 items-center gap-2 rounded-control px-3 text-table font-medium text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:h-11"
          >
            <Download aria-hidden="true" className="size-4" />
            Download
          </a>
        )}
        <ButtonLink
          size="small"
          to={`${paths.importOptions(row.slug)}&csv=true`}
          icon={<FileUp aria-hidden="true" className="size-4" />}
          aria-label={`Upload another file of ${row.label}`}
        >
          Upload another file
        </ButtonLink>
        <Button
          look="quiet"
          size="small"
          className="text-danger!"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          aria-label={`Delete Account ${row.label}`}
          onClick={onDelete}
        >
          Delete Account
        </Button>
      </div>
    </div>
  )
}

/** The address that an account is, with its page at the chain's explorer. */
function Address({ row }: { row: WalletAccount }) {
  if (row.blockchain_url === null) return null
  return (
    <span className="ml-4 min-w-0 text-table">
      <LoneLink to={row.blockchain_url} className="min-w-0 break-all">
        {row.file_name}
      </LoneLink>
    </span>
  )
}
