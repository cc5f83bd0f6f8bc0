import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './Button.tsx'
import { lifetimeMs, type Toast, toasts } from './toast-store.ts'

/** Where toasts appear. Once per window, in the shell. */
export function Toaster() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list)
  const layer = useRef<HTMLDivElement>(null)

  // Shown again with every toast, so that the newest lies above an open dialog.
  useEffect(() => {
    const element = layer.current
    if (element === null) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (list.length > 0) element.showPopover()
  }, [list])

  return (
    <div
      ref={layer}
      popover="manual"
      className="pointer-events-none fixed right-4 bottom-[calc(1rem+env(safe-area-inset-bottom))] left-4 m-0 ml-auto w-auto max-w-[400px] overflow-visible border-0 bg-transparent p-0 max-md:bottom-[calc(5rem+env(safe-area-inset-bottom))]"
    >
      <div className="grid gap-2">
        {list.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const lifetime = lifetimeMs(toast)

  useEffect(() => {
    if (isHeld || lifetime === undefined) return
    const timer = setTimeout(() => toasts.remove(toast.id), lifetime)
    return () => clearTimeout(timer)
  }, [isHeld, lifetime, toast.id])

  const failed = toast.kind === 'failed'
  return (
    <div
      role={failed ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-[rise_200ms_ease-out] items-center gap-3 rounded-card border border-line bg-raised py-2 pr-2 pl-4 text-body text-ink shadow-menu"
    >
      {failed ? (
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
      ) : (
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-gain" />
      )}
      <span className="min-w-0 grow py-1 break-words">{toast.text}</span>
      {toast.undo !== undefined && (
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            toast.undo?.()
            toasts.remove(toast.id)
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Close" onClick={() => toasts.remove(toast.id)}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}
