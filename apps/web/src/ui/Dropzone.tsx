import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'

export interface DropzoneProps {
  /** The words in the middle, from `messages`. */
  readonly text: string
  readonly hint?: string
  /** As the `accept` of a file input; what is dropped is checked by whoever takes it. */
  readonly accept?: string
  readonly multiple?: boolean
  readonly disabledReason?: string | undefined
  /** The whole window takes files, while no dialog is open. */
  readonly isAnywhere?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A place to drop files on; the whole of it is also the button that browses. */
export function Dropzone({
  text,
  hint,
  accept,
  multiple = true,
  disabledReason,
  isAnywhere = false,
  onFiles,
}: DropzoneProps) {
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const isOff = disabledReason !== undefined

  function drop(event: DragEvent) {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    if (!isOff) give([...event.dataTransfer.files])
  }

  useDropOnWindow(isAnywhere && !isOff, setOver, give)

  function give(files: readonly File[]) {
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }

  return (
    <>
      <button
        type="button"
        aria-disabled={isOff || undefined}
        aria-describedby={hintId}
        onClick={() => {
          if (!isOff) input.current?.click()
        }}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!isOff)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'grid w-full content-center justify-items-center gap-2 rounded-card border-2 border-dashed px-4 py-10 text-center transition-colors duration-[120ms]',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface hover:bg-sunken',
          isOff && 'opacity-55',
        )}
      >
        <Upload aria-hidden="true" className="size-6 text-ink-3" />
        <span className="text-lead font-medium">{text}</span>
        <span id={hintId} className="text-table text-ink-2">
          {disabledReason ?? hint}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        aria-label={text}
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        className="sr-only"
        onChange={(event) => {
          give([...(event.target.files ?? [])])
          event.target.value = '' // the same file may be chosen again
        }}
      />
    </>
  )
}

// Files that are dragged over the window and dropped on it. A dialog takes what is dropped while it is open.
function useDropOnWindow(
  isOn: boolean,
  onOver: (isOver: boolean) => void,
  onFiles: (files: readonly File[]) => void,
) {
  const tell = useEffectEvent(onOver)
  const give = useEffectEvent(onFiles)
  useEffect(() => {
    if (!isOn) return
    const concerns = ({ dataTransfer }: globalThis.DragEvent) =>
      dataTransfer?.types.includes('Files') === true && document.querySelector(':modal') === null
    const over = (event: globalThis.DragEvent) => {
      if (!concerns(event)) return
      event.preventDefault()
      tell(true)
    }
    // Nothing is entered where the window is left.
    const leave = ({ relatedTarget }: globalThis.DragEvent) => {
      if (relatedTarget === null) tell(false)
    }
    const drop = (event: globalThis.DragEvent) => {
      if (!concerns(event)) return
      event.preventDefault()
      tell(false)
      give([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [isOn])
}
