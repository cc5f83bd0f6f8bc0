import { shortAccount } from '@lotbook/journal'
import { Pencil } from 'lucide-react'
import { Suspense } from 'react'
import type { ImportHistory } from '@lotbook/contract'
import { IconButton } from '../../ui/Button.tsx'
import { nameOf } from './import-state.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const NameField = lazyPart(async () => (await import('./NameField.tsx')).NameField)

export interface AccountNameProps {
  readonly row: ImportHistory
  readonly isRenaming: boolean
  readonly onRenaming: (isRenaming: boolean) => void
}

/** The name of an account, changed where it stands. */
export function AccountName({ row, isRenaming, onRenaming }: AccountNameProps) {
  if (isRenaming) {
    return (
      <Suspense>
        <NameField row={row} onDone={() => onRenaming(false)} />
      </Suspense>
    )
  }
  return (
    <div className="group flex min-w-0 items-center gap-1">
      <div className="min-w-32 wrap-anywhere">
        <p className="font-medium" title={row.account_name}>
          {nameOf(row)}
        </p>
        {row.custom_name !== null && (
          <p className="text-caption text-ink-3" title={row.account_name}>
            {shortAccount(row.account_name)}
          </p>
        )}
      </div>
      <IconButton
        label={`Rename ${nameOf(row)}`}
        className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-md:hidden"
        onClick={() => onRenaming(true)}
      >
        <Pencil aria-hidden="true" className="size-3.5" />
      </IconButton>
    </div>
  )
}
