import { z } from 'zod'

/** The channel of the specification (R4.80, O-26). */
export const NOTIFICATION_CHANNEL = 'Imports notifications'
/** Where the socket is, under the API host. */
export const NOTIFICATION_PATH = '/notifications'
/** Close code of a socket that gave way to those of newer pages (RFC 6455 leaves 4000 to 4999 to applications). */
export const SOCKET_GAVE_WAY = 4001
/** R9.6: the fallback asks this often. */
export const COMPLETION_POLL_MS = 2000

/** What a socket message is about; the browser refetches what it names. */
export const notification = z.object({
  channel: z.literal(NOTIFICATION_CHANNEL),
  type: z.enum([
    'import',
    'calculation',
    'comparison',
    'export',
    'transactions',
    'journal',
    'prices',
    'settings',
    'amendment',
    'questions',
    'session',
  ]),
  id: z.string(),
  status: z.string(),
  seq: z.number().int(),
  stage: z.string().nullable(),
  done: z.number().int().nullable(),
  total: z.number().int().nullable(),
  unit: z.string().nullable(),
  started_at: z.string().nullable(),
  message: z.string().nullable(),
})
export type Notification = z.infer<typeof notification>
