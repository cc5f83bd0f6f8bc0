import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import type { Document } from '../draw-pages.ts'
import { contentOf } from './read-official-form.ts'

/** A value as pdfkit writes it. */
type Value = unknown
/** An object of the document with a number of its own. */
interface Reference {
  data: Value
  compress: boolean
  write(bytes: Uint8Array): void
  end(bytes?: Uint8Array): void
}

/**
 * A page of another PDF as a picture that any number of pages of a document show: its content and fonts are in the file once, however
 * many copies there are. Its form fields do not come along.
 *
 * @returns a function that shows it on the page being drawn, in its own size.
 */
export function pagePicture(document: Document, page: PDFPage, name: string): () => void {
  const { context } = page.doc
  const { x, y, width, height } = page.getMediaBox()
  const copied = new Map<PDFRef, Reference>()

  const copyOf = (object: PDFObject | undefined): Value => {
    if (object instanceof PDFRef) return referenceOf(object)
    if (object instanceof PDFName) return object.toString().slice(1)
    if (object instanceof PDFNumber) return object.asNumber()
    if (object instanceof PDFBool) return object.asBoolean()
    if (object instanceof PDFString || object instanceof PDFHexString) return Buffer.from(object.asBytes())
    if (object instanceof PDFArray) return object.asArray().map(copyOf)
    if (object instanceof PDFDict) return entriesOf(object)
    if (object instanceof PDFStream) throw new Error('a stream stands in a PDF only by reference')
    return null
  }
  const entriesOf = (dict: PDFDict): Record<string, Value> =>
    Object.fromEntries(dict.entries().map(([key, value]) => [key.toString().slice(1), copyOf(value)]))
  const referenceOf = (ref: PDFRef): Reference => {
    const found = copied.get(ref)
    if (found !== undefined) return found
    const object = context.lookup(ref)
    const dict = object instanceof PDFStream ? object.dict : object
    const made = document.ref({}) as Reference
    copied.set(ref, made)
    made.data = dict instanceof PDFDict ? entriesOf(dict) : copyOf(object)
    if (object instanceof PDFRawStream) {
      const { Length: _, ...entries } = made.data as Record<string, Value>
      made.data = entries
      made.compress = entries['Filter'] === undefined
      made.write(Buffer.from(object.contents))
    }
    made.end()
    return made
  }

  const picture = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [x, y, x + width, y + height],
    Resources: entriesOf(page.node.normalizedEntries().Resources),
  }) as Reference
  picture.end(Buffer.from(contentOf(page)))
  return () => {
    document.page.xobjects[name] = picture
    // pdfkit draws from the upper left with y downward; the picture has y upward.
    document.save()
    document.transform(1, 0, 0, -1, 0, height)
    document.addContent(`/${name} Do`)
    document.restore()
  }
}
