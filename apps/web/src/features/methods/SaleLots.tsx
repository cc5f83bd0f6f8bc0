import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SaleLotsDialog } from './SaleLotsDialog.tsx'

/** Naming the lots of a sale, from its detail. What there is to name is worked out when it is asked for. */
export function SaleLots({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        Choose lots
      </Button>
      {isOpen && <SaleLotsDialog id={id} onClose={() => setOpen(false)} />}
    </div>
  )
}
