import { API_CHANGES, API_VERSION, SCOPE_WORDS, SCOPES } from '@lotbook/contract'
import { escapeHtml } from '../../platform/local-page.ts'
import type { Operation } from './api-document.ts'
import { curlOf } from './call-example.ts'
import { typesOf } from './write-client.ts'

/** The page of the API: plain HTML, because the content policy allows no inline style or script and a guide needs neither. */
export function docsPage(operations: readonly Operation[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Lotbook API ${API_VERSION}</title><link rel="stylesheet" href="api.css"></head>
<body><main><h1>Lotbook API ${API_VERSION}</h1>
<p>For scripts, spreadsheets and programs of your own. All calls are under <code>/api</code>. The same as a document for tools:
<a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${GUIDE}
<h2>Versions</h2>
${RULE}
${changes()}
<h2>Calls</h2>
${SCOPES.map((scope) => section(scope, operations)).join('\n')}
</main></body></html>
`
}

/** A block of text to copy. */
const block = (text: string) => `<pre>${escapeHtml(text)}</pre>`

const GUIDE = `<h2>Start</h2>
<ol><li>In Lotbook, open Settings, API access, and create a token. It is shown once. Choose only the scopes you need.</li>
<li>Keep it out of files that you share: put it in the environment of your program.</li></ol>
${block(`export LOTBOOK="https://your-lotbook.example"
export LOTBOOK_TOKEN="lbk_..."
curl "$LOTBOOK/api/road" -H "Authorization: Bearer $LOTBOOK_TOKEN"`)}
<h2>Import a file and calculate</h2>
<p>Upload a file, wait until it has been read, start a calculation, wait until it is done, and read the year.</p>
${block(`curl -X POST "$LOTBOOK/api/csv_uploads" -H "Authorization: Bearer $LOTBOOK_TOKEN" \\
  -H "Idempotency-Key: $(uuidgen)" -F file=@history.csv
curl "$LOTBOOK/api/imports/v2/sources/SOURCE_ID" -H "Authorization: Bearer $LOTBOOK_TOKEN"
curl -X POST "$LOTBOOK/api/imports/v1/tax_calculations/start_tax_calculation" \\
  -H "Authorization: Bearer $LOTBOOK_TOKEN" -H "Content-Type: application/json" -d '{}'
curl "$LOTBOOK/api/tax_calculations" -H "Authorization: Bearer $LOTBOOK_TOKEN"
curl "$LOTBOOK/api/one_year?year=2025" -H "Authorization: Bearer $LOTBOOK_TOKEN"`)}
<p>Every figure of a year has a handle, such as <code>disposal:12</code>. <code>/api/explain</code> leads from it to the lots, the
transactions and the rows of your files.</p>
<h2>Webhooks</h2>
<p>Add an address in Settings, API access. Lotbook sends a POST to it when an import or a tax calculation finishes. A message says what
finished and how; it holds no amounts, so ask the API for the rest.</p>
${block(`{"type": "calculation.finished", "timestamp": "2026-11-29T12:00:00.000Z",
 "data": {"calculation_id": "…", "state": "done", "reason": null}}
{"type": "import.finished", "timestamp": "2026-11-29T12:00:00.000Z",
 "data": {"import_id": "…", "source_id": "…", "state": "done", "reason": null}}`)}
<p>Messages follow Standard Webhooks, so its libraries can check them: <code>webhook-signature</code> is <code>v1,</code> and the
HMAC-SHA256, in base64, of <code>webhook-id.webhook-timestamp.body</code> under the bytes behind <code>whsec_</code>. Refuse a message whose
signature does not fit or whose timestamp is more than five minutes off. A message may come twice: <code>webhook-id</code> stays the
same.</p>
${block(`const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
const expected = 'v1,' + createHmac('sha256', key).update(signed).digest('base64')
const isGenuine = expected.length === headers['webhook-signature'].length &&
  timingSafeEqual(Buffer.from(expected), Buffer.from(headers['webhook-signature']))`)}
<p>Answer with 2xx within 10 seconds. Any other answer, a redirect too, is tried again over a day: after 5 seconds, 5 and 30 minutes, 2, 5, 8
and 8.5 hours. Then the webhook is turned off and you get an email. 410 turns it off at once. Each message of the last 30 days can be sent again
from its log. Addresses must be on the public Internet, with https on port 443.</p>
<h2>An assistant</h2>
<p>An assistant that speaks the Model Context Protocol can look into your books: by HTTP at <code>/api/mcp</code> with a token of the scope
<code>read</code> as bearer, or on your machine with <code>lotbook mcp</code>, over files or over this installation.
Its tools only read. Every figure has a handle and leads to the rows of your files.</p>
${block(`LOTBOOK_TOKEN="lbk_..." lotbook mcp --url https://your-lotbook.example
lotbook mcp --files history.csv --method fifo`)}
<h2>What to know</h2>
<ul><li>Amounts are exact decimal text. Do not read them as floating-point numbers.</li>
<li>Send an <code>Idempotency-Key</code> with each change. The same key gets the same answer for 24 hours, and nothing is done twice.</li>
<li>Errors have one shape: <code>{"status": "error", "code": "…", "message": "…", "fields": {…}}</code>. Go by
<code>code</code>; <code>message</code> may be reworded. <code>fields</code> names what is wrong with each field.</li>
<li>A token that is unknown, expired or revoked gets 401 with <code>access_token_unknown</code>,
<code>access_token_expired</code> or <code>access_token_revoked</code>. A scope that is missing gets 403 with
<code>scope_missing</code>.</li></ul>
<h2>Limits</h2>
<p>All tokens of an account share 60 reads at once, refilled at 20 a second, and 20 changes at once, refilled at 5 a second. Some calls
have a further limit. Each answer says in <code>RateLimit-Policy</code> how many requests (q) fit in how many seconds (w), and in
<code>RateLimit</code> how many are left (r) and in how many seconds all are back (t). Beyond it the answer is 429, and
<code>Retry-After</code> says how many seconds to wait.</p>
${block(`RateLimit-Policy: "reads";q=60;w=3
RateLimit: "reads";r=59;t=1`)}`

const RULE = `<p>Within version 1, calls, fields and codes are added, and nothing that is here is taken away or changes its meaning. Ignore fields
that you do not know. What cannot be kept is announced here
at least six months before it goes, with the version that ends it. Calls that are not on this page belong to the web application and may change any day.</p>`

function changes(): string {
  const versions = API_CHANGES.map(
    ({ version, on, changes: list }) =>
      `<dt>${version} <time>${on}</time></dt>${list.map((change) => `<dd>${escapeHtml(change)}</dd>`).join('')}`,
  )
  return `<dl>${versions.join('\n')}</dl>`
}

function section(scope: (typeof SCOPES)[number], operations: readonly Operation[]): string {
  const { name, hint } = SCOPE_WORDS[scope]
  const own = operations.filter((operation) => operation.scope === scope)
  return `<h3>${name}</h3><p>Scope <code>${scope}</code>. ${escapeHtml(hint)}</p>
${own.map(callOf).join('\n')}`
}

function callOf(operation: Operation): string {
  const { method, path, described } = operation
  const id = `${method}-${path}`.replace(/[^A-Za-z0-9]+/g, '-')
  const words = described.summary === undefined ? '' : `<p>${escapeHtml(described.summary)}</p>`
  const { takes, answers } = typesOf(operation)
  return `<details id="${id}"><summary><code>${escapeHtml(`${method} ${path}`)}</code></summary>
${words}${block(curlOf(operation))}
${takes === undefined ? '' : `<p>Takes</p>${block(takes)}`}
<p>${answers === undefined ? 'Answers a file.' : 'Answers'}</p>${answers === undefined ? '' : block(answers)}</details>`
}
