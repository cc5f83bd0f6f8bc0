import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { calls } from './client/api.ts'
import { toApiError } from './client/api-error.ts'
import { leaveEndedBooks } from './client/ended-books.ts'
import { isLeavingSession } from './client/leaving.ts'
import { reportFault } from './client/monitoring.ts'
import { createQueryClient } from './client/query-client.ts'
import { signInPath } from './client/redirect.ts'
import { createRouter } from './app/router.tsx'
import { slots } from './app/slots.ts'
import { SlotsContext } from './client/slots.ts'
import { type Start, startQuery } from './client/start.ts'
import './styles.css'

// Watches over faults that nobody caught (R9.34).
for (const event of ['error', 'unhandledrejection'] as const) {
  window.addEventListener(event, (fault) => {
    const thrown: unknown = 'reason' in fault ? fault.reason : fault.error
    reportFault('error', thrown)
  })
}

// The code of a screen that was not open before cannot come without a network: the screen says so. Otherwise the router would load the
// page again, which without a network is the browser's own error page.
window.addEventListener('vite:preloadError', (event) => {
  if (!navigator.onLine) event.preventDefault()
})

const client = createQueryClient(() => {
  // Only a session that was open can end; who never signed in is led by the guard.
  if (client.getQueryData(startQuery.queryKey) !== undefined && !isLeavingSession())
    setTimeout(() => void calls.start.all().then(leaveIfSignedOut), ASKED_AGAIN_MS)
}, leaveIfEnded)

/** A refusal can also mean that the session was just given another id (SA10): it is known by that when it is asked for again. */
const ASKED_AGAIN_MS = 300

function leaveIfSignedOut({ get_user_role }: Awaited<ReturnType<typeof calls.start.all>>) {
  if (get_user_role !== null) return client.invalidateQueries()
  // What memory holds of the session goes with the page. Until then screens keep what they stand on.
  const path = signInPath(router.state.location.href)
  window.location.assign(`${path}${path.includes('?') ? '&' : '?'}ended=true`)
}

/** Access that was taken back while one looked ends the looking, wherever one is (R4.76). */
function leaveIfEnded() {
  const start = client.getQueryData<Start>(startQuery.queryKey)
  if (start === undefined || start.get_user_role.viewing === null) return
  calls.start.all().catch((thrown: unknown) => {
    if (toApiError(thrown).code === 'forbidden') void leaveEndedBooks()
  })
}
const router = createRouter(client)

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <SlotsContext value={slots}>
        <RouterProvider router={router} />
      </SlotsContext>
    </QueryClientProvider>
  </StrictMode>,
)
