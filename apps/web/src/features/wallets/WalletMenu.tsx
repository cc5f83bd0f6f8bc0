import { Download, Ellipsis, FileUp, Flag, Gavel, List, Pencil, Trash2 } from 'lucide-react'
import { downloadOfSource, paths, type WalletAccount } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { useConnectionItems } from '../imports/use-connection-items.tsx'
import { useUsBased } from '../imports/use-us-based.ts'

const shape = 'size-4 shrink-0'

export interface WalletActs {
  readonly row: WalletAccount
  readonly onRename: () => void
  /** Closes the claim on its company, which went bankrupt. */
  readonly onCloseClaim: () => void
  readonly onDelete: () => void
}

/** Actions on an account. */
export function WalletMenu({ row, onRename, onCloseClaim, onDelete }: WalletActs) {
  const isRegistered = useIsRegistered()
  const { isUsBased, mark } = useUsBased(row)
  const connection = useConnectionItems(row)
  const transactions = paths.transactionsOf(row.id)
  const items: MenuItem[] = [
    ...(isRegistered(transactions)
      ? [
          {
            kind: 'link' as const,
            label: 'View transactions',
            to: transactions,
            icon: <List aria-hidden="true" className={shape} />,
          },
        ]
      : []),
    ...connection,
    {
      kind: 'link',
      label: 'Upload another file',
      to: `${paths.importOptions(row.slug)}&csv=true`,
      icon: <FileUp aria-hidden="true" className={shape} />,
    },
    {
      kind: 'action',
      label: 'Rename',
      onSelect: onRename,
      icon: <Pencil aria-hidden="true" className={shape} />,
    },
    ...(row.is_empty
      ? []
      : [
          {
            kind: 'action' as const,
            label: 'Download',
            onSelect: () => download(row.id),
            icon: <Download aria-hidden="true" className={shape} />,
          },
        ]),
    { kind: 'separator' },
    {
      kind: 'action',
      label: isUsBased ? 'Not US based' : 'US based',
      onSelect: () => mark(!isUsBased),
      icon: <Flag aria-hidden="true" className={shape} />,
    },
    // Coins in a wallet of one’s own are owed by no company.
    ...(row.is_empty || row.group === 'wallets'
      ? []
      : [
          {
            kind: 'action' as const,
            label: 'Close a bankruptcy',
            onSelect: onCloseClaim,
            icon: <Gavel aria-hidden="true" className={shape} />,
          },
        ]),
    { kind: 'separator' },
    {
      kind: 'action',
      label: 'Delete Account',
      isDanger: true,
      onSelect: onDelete,
      icon: <Trash2 aria-hidden="true" className={shape} />,
    },
  ]
  return (
    <Menu
      items={items}
      align="end"
      trigger={(trigger) => (
        <Button
          look="quiet"
          size="small"
          aria-label={`More for ${row.label}`}
          className="px-2! pointer-coarse:min-w-11"
          {...trigger}
        >
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      )}
    />
  )
}

/** Where what an account or a source brought can be had as CSV. */
export const downloadUrl = (id: string) => `${apiHost()}${downloadOfSource(id)}`

function download(id: string): void {
  const link = document.createElement('a')
  link.href = downloadUrl(id)
  link.download = ''
  link.click()
}
