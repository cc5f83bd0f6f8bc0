import { useState } from 'react'
import { forgetDraft } from '../../client/draft.ts'
import { useDraft, useDraftKey } from '../../client/use-draft.ts'
import { answersDraft, type FileMark, isSame, markOf, without } from './file-marks.ts'

// Files themselves stay in the memory of this window: nothing of them is kept before it is imported, here as at the server.
const waiting = new Map<string, readonly File[]>()

export interface FilesToCheck {
  /** Files that wait to be looked at, the first is the next. */
  readonly files: readonly File[]
  /** Files that waited when the page was loaded anew: they have to be chosen again. */
  readonly lost: readonly FileMark[]
  readonly add: (more: readonly File[]) => void
  /** The first one was imported, or not. */
  readonly next: () => void
  /** Forgets the files that a reload lost. */
  readonly forget: () => void
}

/** Files that wait to be checked before they are kept: they outlive the screen, and of a page that is loaded anew their names do. */
export function useFilesToCheck(): FilesToCheck {
  const keyOf = useDraftKey('')
  const key = `${keyOf}files to check`
  const [files, setFiles] = useState(() => waiting.get(key) ?? [])
  const [{ marks }, setMarks, forget] = useDraft<{ marks: readonly FileMark[] }>('files to check', {
    marks: [],
  })
  const lost = marks.filter((mark) => !files.some((file) => isSame(file, mark)))
  const put = (next: readonly File[], stillLost: readonly FileMark[]) => {
    if (next.length === 0) waiting.delete(key)
    else waiting.set(key, next)
    setFiles(next)
    setMarks({ marks: [...stillLost, ...next.map(markOf)] })
  }
  return {
    files,
    lost,
    add: (more) => put([...files, ...more], without(lost, more)),
    next: () => put(files.slice(1), lost),
    forget: () => {
      for (const mark of lost) forgetDraft(`${keyOf}${answersDraft(mark)}`)
      put(files, [])
      if (files.length === 0) forget()
    },
  }
}
