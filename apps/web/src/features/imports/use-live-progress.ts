import { useEffect, useState } from 'react'
import { onNotification } from '../../client/notifications.ts'
import { advance } from '../../ui/progress.ts'
import { type LiveProgress, progressOf } from './live-progress.ts'

/** The running imports as they are told of while this screen is open. */
export function useLiveProgress(): LiveProgress {
  const [live, setLive] = useState<LiveProgress>(new Map())
  useEffect(
    () =>
      onNotification((message) => {
        if (message.type !== 'import') return
        const told = progressOf(message)
        setLive((shown) => new Map(shown).set(message.id, advance(shown.get(message.id), told)))
      }),
    [],
  )
  return live
}
