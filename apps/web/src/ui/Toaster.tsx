import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './Button.tsx'
import { freePlace } from './free-place.ts'
import { TextLink } from './Link.tsx'
import { swallowRepeats } from './swallow-repeats.ts'
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
    if (list.length === 0) return
    element.showPopover()
    const place = () => keepClear(element)
    place()
    // What is under it moves with the page, and what a click brought comes a moment later.
    const watcher = new ResizeObserver(place)
    watcher.observe(document.body)
    for (const event of ['scrollend', 'resize', 'focusin']) addEventListener(event, place, true)
    return () => {
      watcher.disconnect()
      for (const event of ['scrollend', 'resize', 'focusin']) removeEventListener(event, place, true)
    }
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

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [tabindex="0"]'

/** Move the toasts to where they cover nothing that can be used; under a pointer they stay. */
function keepClear(layer: HTMLElement): void {
  if (layer.matches(':hover, :focus-within')) return
  layer.style.translate = 'none'
  const open = [...document.querySelectorAll(':modal')].at(-1)
  const controls = [...(open ?? document).querySelectorAll(CONTROLS)]
    .filter((control) => !layer.contains(control) && control.checkVisibility({ visibilityProperty: true }))
    .map((control) => control.getBoundingClientRect())
  const box = layer.getBoundingClientRect()
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const bounds = { left: 16, top: Math.max(8, header + 8), right: innerWidth, bottom: innerHeight }
  const { dx, dy } = freePlace(box, bounds, controls)
  layer.style.translate = `${dx}px ${dy}px`
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const lifetime = lifetimeMs(toast)

  useEffect(() => {
    if (isHeld || lifetime === undefined) return
    const timer = setTimeout(() => toasts.remove(toast.id), lifetime)
    return () => clearTimeout(timer)
  }, [isHeld, lifetime, toast.id])

  const leave = () => {
    swallowRepeats()
    toasts.remove(toast.id)
  }

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
      <span className="min-w-0 grow py-1 break-words">
        {toast.text}
        {toast.link !== undefined && (
          <>
            {' '}
            <TextLink to={toast.link.to} onClick={leave}>
              {toast.link.label}
            </TextLink>
          </>
        )}
      </span>
      {toast.undo !== undefined && (
        <Button
          size="small"
          look="quiet"
          onClick={() => {
            toast.undo?.()
            leave()
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Close" onClick={leave}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}
