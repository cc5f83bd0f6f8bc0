import { setImmediate as breathe } from 'node:timers/promises'
import { UPLOAD_MAX_BYTES } from '@lotbook/contract'
import { refuse } from './refusal.ts'

/** What the form around a file may take: boundaries, names, the other fields. */
const ENVELOPE_BYTES = 64 * 1024
const MOST_PARTS = 20

/**
 * Read a form with one file. Bytes are counted as they arrive, before anything is parsed, whatever the length
 * header claims.
 */
export async function readForm(
  contentType: string,
  contentLength: string | undefined,
  body: AsyncIterable<Buffer>,
): Promise<FormData> {
  const limit = UPLOAD_MAX_BYTES + ENVELOPE_BYTES
  if (contentLength !== undefined && Number(contentLength) > limit) refuse('too_large')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) refuse('too_large')
    chunks.push(chunk)
  }
  let form: FormData
  try {
    // Ten megabytes are put together and taken apart in one go: others get their turn before and after.
    await breathe()
    form = await new Response(ReadableStream.from(chunks), {
      headers: { 'content-type': contentType },
    }).formData()
    await breathe()
  } catch {
    return refuse('invalid_input', 'The form could not be read.')
  }
  const parts = [...form.values()]
  const files = parts.filter((part) => typeof part !== 'string')
  if (parts.length > MOST_PARTS || files.length > 1) refuse('invalid_input', 'One file per request, please.')
  if (files.some((file) => file.size > UPLOAD_MAX_BYTES)) refuse('too_large')
  return form
}
