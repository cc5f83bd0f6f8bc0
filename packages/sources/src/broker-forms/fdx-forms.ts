import { BROKER_FORM_HEADER, placesOf, type Column } from './broker-form-columns.ts'
import type { NamedCells } from './line-reader.ts'

type FdxObject = Readonly<Record<string, unknown>>
type FdxForm = FdxObject & { readonly digitalAssetDetails: readonly unknown[] }

/**
 * The details of all forms in FDX's JSON, as rows under the columns of the template: every object with `digitalAssetDetails`, wherever it stands. The
 * withholding of a whole form follows its details as a total.
 *
 * @returns the rows, or why there are none.
 */
export function fdxRows(text: string): NamedCells[] | string {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return 'The file begins like JSON and is not: it may have been cut.'
  }
  const forms = formsIn(json, 0)
  if (forms.length === 0) return 'No Form 1099-DA was found: there are no digitalAssetDetails.'
  let line = 0
  return forms.flatMap((form): NamedCells[] => {
    const of = cellsOfForm(form)
    const isAlone = form.digitalAssetDetails.length === 1
    const rows = form.digitalAssetDetails.map((detail): NamedCells => {
      line += 1
      const cells = new Map([...of, ...cellsOfDetail(detail)])
      // One detail has all that was withheld of its form.
      if (isAlone && cells.get('federalTaxWithheld') === '')
        cells.set('federalTaxWithheld', textOf(form['federalTaxWithheld']))
      return { line, broken: isObject(detail) ? undefined : 'This is no detail of a form', cells }
    })
    const withheld = textOf(form['federalTaxWithheld'])
    const total = new Map([...of, ['digitalAssetName', 'Total'], ['federalTaxWithheld', withheld]] as const)
    return withheld === '' ? rows : [...rows, { line, broken: undefined, cells: total }]
  })
}

function cellsOfForm(form: FdxForm): [Column, string][] {
  return [
    ['broker', nameOf(form['issuer'])],
    ['recipientName', nameOf(form['recipient'])],
    ['taxFormId', textOf(form['taxFormId']) || textOf(form['accountNumber'])],
    ['taxYear', textOf(form['taxYear'])],
    // FDX has no word for a void form; a file that says it all the same is believed.
    ['status', form['void'] === true ? 'void' : form['corrected'] === true ? 'corrected' : 'original'],
  ]
}

const OF_FORM: ReadonlySet<Column> = new Set(['broker', 'recipientName', 'taxFormId', 'taxYear', 'status'])

function cellsOfDetail(detail: unknown): [Column, string][] {
  const own = isObject(detail) ? { ...stateOf(detail), ...detail } : {}
  const names = Object.keys(own)
  const places = placesOf(names)
  const cells = BROKER_FORM_HEADER.filter((column) => !OF_FORM.has(column)).map(
    (column): [Column, string] => {
      const place = places.get(column)
      return [column, place === undefined ? '' : textOf(own[names[place] ?? ''])]
    },
  )
  return own['ordinary'] === true ? [...cells, ['longOrShort', 'ordinary']] : cells
}

/** Boxes 14 to 16 stand in a list of states; the first is taken. Its names are from memory. */
function stateOf(detail: FdxObject): FdxObject {
  const list = detail['stateAndLocal']
  const [first] = Array.isArray(list) ? (list as unknown[]) : []
  if (!isObject(first)) return {}
  return {
    state: first['stateCode'],
    stateId: first['stateTaxId'],
    stateTaxWithheld: first['stateTaxWithheld'],
  }
}

const DEEPEST = 12

function formsIn(json: unknown, depth: number): FdxForm[] {
  if (depth > DEEPEST || !isObject(json)) return []
  if (Array.isArray(json['digitalAssetDetails'])) return [json as FdxForm]
  return Object.values(json).flatMap((value) =>
    Array.isArray(value) ? value.flatMap((one) => formsIn(one, depth + 1)) : formsIn(value, depth + 1),
  )
}

/** The name of a business or of a person. */
function nameOf(party: unknown): string {
  if (!isObject(party)) return ''
  const { businessName, individualName } = party
  if (isObject(businessName)) return textOf(businessName['name1'])
  if (!isObject(individualName)) return ''
  return ['first', 'middle', 'last']
    .map((part) => textOf(individualName[part]))
    .filter((part) => part !== '')
    .join(' ')
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

function isObject(value: unknown): value is FdxObject {
  return typeof value === 'object' && value !== null
}
