import { COMPLETION_POLL_MS, SOCKET_GAVE_WAY } from '@lotbook/contract'

export type Connection = 'connecting' | 'open' | 'lost'

export interface LiveSocketOptions {
  readonly url: string
  readonly onMessage: (data: unknown) => void
  readonly onChange: (connection: Connection) => void
  /** Called when a socket is open again after messages may have been missed. */
  readonly onBack: () => void
  /** Called every two seconds while the socket is lost and the page is seen. */
  readonly onPoll: () => void
  /** Called when the server has ended the session; answers whether to open another socket now, later, or never. */
  readonly onSessionEnded: () => Promise<'now' | 'later' | 'never'>
}

/** The server closes with 1008 (RFC 6455, policy violation) the sockets of a session that was ended. */
const SESSION_ENDED = 1008

/**
 * Keeps a socket open until the returned function is called. A lost socket is opened again with growing pauses.
 *
 * A page that the browser keeps for going back closes its socket, and opens one when it is shown again. A page whose socket
 * gave way to those of newer pages opens one when somebody comes back to it: sooner, the pages would take turns.
 */
export function openLiveSocket({
  url,
  onMessage,
  onChange,
  onBack,
  onPoll,
  onSessionEnded,
}: LiveSocketOptions): () => void {
  let socket: WebSocket | undefined
  let attempt = 0
  let hasGivenWay = false
  let hasMissed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined

  function open() {
    wait()
    const opened = new WebSocket(url)
    socket = opened
    opened.addEventListener('open', () => {
      attempt = 0
      clearInterval(poll)
      onChange('open')
      if (hasMissed) onBack()
      hasMissed = false
    })
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) onMessage(data)
    })
    opened.addEventListener('close', ({ code }) => {
      // This page closed it and has another one by now, or wants none.
      if (socket !== opened) return
      hasMissed = true
      onChange('lost')
      if (code === SESSION_ENDED) {
        clearInterval(poll)
        void onSessionEnded().then((when) => {
          if (socket !== opened) return
          if (when === 'now') open()
          if (when === 'later') openLater()
        })
      } else if (code === SOCKET_GAVE_WAY) {
        hasGivenWay = true
        startPolling()
      } else openLater()
    })
  }

  function openLater() {
    startPolling()
    retry = setTimeout(open, retryDelayMs(attempt++))
  }

  function startPolling() {
    clearInterval(poll)
    poll = setInterval(() => {
      if (!document.hidden) onPoll()
    }, COMPLETION_POLL_MS)
  }

  // Polling goes on until the new socket is open.
  function wait() {
    clearTimeout(retry)
    hasGivenWay = false
  }

  function close() {
    wait()
    clearInterval(poll)
    const closing = socket
    socket = undefined
    closing?.close()
  }

  function onHide() {
    close()
    hasMissed = true
  }

  function onShow({ persisted }: PageTransitionEvent) {
    if (persisted) open()
  }

  function onReturn() {
    if (hasGivenWay && !document.hidden) open()
  }

  open()
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  window.addEventListener('focus', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    window.removeEventListener('focus', onReturn)
    document.removeEventListener('visibilitychange', onReturn)
    close()
    onChange('connecting')
  }
}

/** Pause before the n-th attempt to reconnect: 1 s, doubled each time, at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(30_000, 1000 * 2 ** attempt)
}
