import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, FileUp, List, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ImportHistory, messages, paths } from '@lotbook/contract'
import { api, calls } from '../../app/api.ts'
import { useIsRegistered } from '../../shell/use-is-registered.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { counted, nameOf } from './import-state.ts'

const iconShape = 'size-4 shrink-0'

/** What can be done with an account. */
export function AccountMenu({ row, onRename }: { row: ImportHistory; onRename: () => void }) {
  const client = useQueryClient()
  const isRegistered = useIsRegistered()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.imports.deleteHistory({ id: row.id }),
    onSuccess: async () => {
      toastDone(messages.account.deleted)
      setAsking(false)
      await Promise.all([
        client.invalidateQueries({ queryKey: api.imports.key() }),
        client.invalidateQueries({ queryKey: api.tax.key() }),
        client.invalidateQueries({ queryKey: api.transactions.key() }),
        client.invalidateQueries({ queryKey: api.start.key() }),
      ])
    },
    onError: () => toastFailed(messages.account.deleteFailed),
  })

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
    {
      kind: 'link',
      label: 'Upload another file',
      to: `${paths.importOptions(row.account_slug)}&csv=true`,
      icon: <FileUp aria-hidden="true" className={iconShape} />,
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
      <ConfirmDialog
        isOpen={isAsking}
        title={messages.account.deleteTitle}
        text={messages.account.deleteText}
        consequence={deletionOf(row)}
        confirm="Delete"
        isDestructive
        busy={isPending}
        onConfirm={mutate}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** What goes with an account, in numbers. */
export function deletionOf(row: ImportHistory): string {
  return `This removes ${nameOf(row)} with ${counted(row.total_transactions, 'transaction')}. Years calculated with them need calculating again. Upload the files again and they come back, with the changes you made.`
}
