import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { escapeHtml, isFromElsewhere } from './local-page.ts'
import { outboxOf } from './mail.ts'

/** Older mails stay in their folder. */
const NEWEST = 50
const LINK = /https?:\/\/[^\s<>"]+/g

/**
 * The outbox in a browser, for development and the demonstration: `OUTBOX=open` asks for it. Its links open accounts, so it is
 * there for who sits at this machine alone.
 */
export function addOutbox(app: FastifyInstance, config: Pick<Config, 'dataDirectory'>): void {
  app.get('/outbox', (request, reply) => {
    if (isFromElsewhere(request)) return reply.callNotFound()
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(pageOf(newestMails(outboxOf(config))))
  })
}

/** Names are ids that grow with time. */
function newestMails(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .slice(-NEWEST)
      .toReversed()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return [] // Nothing was sent yet.
  }
}

function pageOf(mails: readonly string[]): string {
  const sections = mails.map((mail) => {
    const [head = '', ...body] = mail.split('\n\n')
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
    return `<article><h2>${escapeHtml(header('Subject'))}</h2>
<p>To ${escapeHtml(header('To'))}</p>
<pre>${linked(body.join('\n\n'))}</pre></article>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Outbox</title></head>
<body><h1>Outbox</h1>
<p>No mail server is configured, so mails end here. The newest comes first.</p>
${sections.join('\n<hr>\n') || '<p>Nothing was sent yet.</p>'}
</body></html>
`
}

/** The text with its addresses as links. */
function linked(text: string): string {
  let page = ''
  let end = 0
  for (const { 0: link, index } of text.matchAll(LINK)) {
    const shown = escapeHtml(link)
    page += `${escapeHtml(text.slice(end, index))}<a href="${shown}">${shown}</a>`
    end = index + link.length
  }
  return page + escapeHtml(text.slice(end))
}
