import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from './config.ts'

const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Whether a proxy handed the request on, or a name of another machine was asked for. */
export function isFromElsewhere({ headers, hostname }: FastifyRequest): boolean {
  return FORWARDED.some((name) => headers[name] !== undefined) || !isLoopbackHost(hostname)
}

/** Text in a page of HTML. */
export function escapeHtml(text: string | undefined): string {
  return (text ?? '').replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
