import { Download, Ellipsis, FileUp, List, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type ImportHistory, paths } from '@lotbook/contract'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { nameOf } from './import-state.ts'
import { useConnectionItems } from './use-connection-items.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const DeleteAccount = lazyPart(async () => (await import('./DeleteAccount.tsx')).DeleteAccount)

const iconShape = 'size-4 shrink-0'

/** Actions on an account. */
export function AccountMenu({ row, onRename }: { row: ImportHistory; onRename: () => void }) {
  const isRegistered = useIsRegistered()
  const [isAsking, setAsking] = useState(false)
  const connection = useConnectionItems(row)

  const transactions = paths.transactionsOf(row.id)
  const items: MenuItem[] = [
    ...(isRegistered(transactions)
      ? [
          {
            kind: 'link' as const,
            label: 'View transactions',
            to: transactions,
            icon: <List aria-hidden="true" className={iconShape} />,
          },
        ]
      : []),
    ...connection,
    {
      kind: 'link',
      label: 'Upload another file',
      to: `${paths.importOptions(row.account_slug)}&csv=true`,
      icon: <FileUp aria-hidden="true" className={iconShape} />,
    },
    {
      kind: 'link',
      label: 'Export transactions',
      to: paths.exportOfAccount(row.id, row.type),
      icon: <Download aria-hidden="true" className={iconShape} />,
    },
    {
      kind: 'action',
      label: 'Rename',
      onSelect: onRename,
      icon: <Pencil aria-hidden="true" className={iconShape} />,
    },
    { kind: 'separator' },
    {
      kind: 'action',
      label: 'Delete',
      isDanger: true,
      onSelect: () => setAsking(true),
      icon: <Trash2 aria-hidden="true" className={iconShape} />,
    },
  ]

  return (
    <>
      <Menu
        items={items}
        align="end"
        trigger={(trigger) => (
          <Button
            look="quiet"
            size="small"
            aria-label={`Actions for ${nameOf(row)}`}
            className="px-2"
            {...trigger}
          >
            <Ellipsis aria-hidden="true" className="size-4" />
          </Button>
        )}
      />
      {isAsking && (
        <Suspense>
          <DeleteAccount row={row} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
