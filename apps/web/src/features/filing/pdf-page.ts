import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the build makes the address of the file its default export
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/** Pixels of a page in small: sharp on dense screens too. */
const WIDTH = 320

/** As browsers that hold pages to trusted types have it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(address: string): unknown }
}

let worker: Worker | undefined

/** Draws the first page of a PDF on a canvas. What it is made with comes with the first page, and only then. */
export async function drawFirstPage(canvas: HTMLCanvasElement, base64: string): Promise<void> {
  worker ??= startWorker()
  const loading = getDocument({ data: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) })
  const pdf = await loading.promise
  try {
    const page = await pdf.getPage(1)
    const { width } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: WIDTH / width })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.floor(viewport.height)
    await page.render({ canvas, viewport }).promise
  } finally {
    await loading.destroy()
  }
}

/** The content policy takes addresses of scripts from a policy of its own alone; this one knows one address. */
function startWorker(): Worker {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl })
  const address = policy?.createScriptURL(workerUrl) ?? workerUrl
  const started = new Worker(address as string, { type: 'module' })
  GlobalWorkerOptions.workerPort = started
  return started
}
