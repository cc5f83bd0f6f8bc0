import { readAmount } from '../format/amount.ts'
import { formatMoney } from '../format/format-money.ts'
import { type ChartData, fileStem } from './chart-data.ts'
import { largest, position } from './chart-scale.ts'
import { saveFile } from './save-file.ts'

const SVG = 'http://www.w3.org/2000/svg'
const EDGE = 24
const HEAD = 72
/** Pixels of the file for one of the screen. */
const SHARP = 2
const BAR_ROW = 32
/** Letters of a name that fit beside its bar. */
const NAME_ROOM = 26
/** Height of a name above its bar. */
const NAME_LINE = 20

/** What decides how a shape looks; the page's own style sheet is not in the picture. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'color',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
]

interface Picture {
  readonly title: string
  readonly summary: string
  readonly data: ChartData
  readonly drawing: HTMLElement | null
}

/** Saves a chart as a PNG in the colours of the screen: its title, its sentence, and its drawing. */
export async function savePicture({ title, summary, data, drawing }: Picture): Promise<void> {
  const drawn = drawing?.querySelector('svg[data-chart]') ?? null
  const inner = drawn instanceof SVGSVGElement ? copyOf(drawn) : barsOf(data)
  const width = Math.max(480, inner.width) + 2 * EDGE
  const height = inner.height + HEAD + EDGE

  const svg = shape('svg', { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` })
  svg.style.fontFamily = 'Inter, system-ui, sans-serif'
  svg.append(
    shape('rect', { width, height, fill: token('--surface') }),
    text(title, { x: EDGE, y: 32, fill: token('--text'), 'font-size': 18, 'font-weight': 600 }),
    text(summary, { x: EDGE, y: 54, fill: token('--text-2'), 'font-size': 13 }),
  )
  const place = shape('g', { transform: `translate(${EDGE} ${HEAD})` })
  place.append(inner.node)
  svg.append(place)

  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * SHARP
  canvas.height = height * SHARP
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob === null) throw new Error('no picture')
  saveFile(blob, `${fileStem(title)}.png`)
}

interface Inner {
  readonly node: SVGElement
  readonly width: number
  readonly height: number
}

/** The drawing with the styles that it has on the screen written into it. */
function copyOf(drawn: SVGSVGElement): Inner {
  const copy = drawn.cloneNode(true) as SVGSVGElement
  const { width, height } = drawn.getBoundingClientRect()
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [n, element] of [drawn, ...drawn.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(element)
    const into = copies[n]
    if (!(into instanceof SVGElement)) continue
    into.removeAttribute('class')
    for (const name of STYLES) into.style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('width', width.toString())
  copy.setAttribute('height', height.toString())
  return { node: copy, width, height }
}

/** Bars of the first column of amounts, for a chart whose drawing is not of shapes. */
function barsOf({ heads, rows }: ChartData): Inner {
  const currency = /\((\w{3})\)$/.exec(heads[1] ?? '')?.[1]
  const shown = (amount: string) => (currency === undefined ? amount : formatMoney(amount, { currency }))
  const width = 720
  // Names that are sentences have a line of their own above their bars.
  const isOwnLine = rows.some(([name = '']) => name.length > NAME_ROOM)
  const row = isOwnLine ? BAR_ROW + NAME_LINE : BAR_ROW
  const amounts = rows.map(([, amount = '']) => (amount === '' ? '0' : amount))
  const reach = largest(amounts)
  const lengths = amounts.map((amount) => position(readAmount(amount), reach))
  const node = shape('g', {})
  for (const [n, [name = '', amount = '']] of rows.entries()) {
    const y = n * row + (isOwnLine ? NAME_LINE : 0)
    node.append(
      text(name, { x: 0, y: isOwnLine ? y : y + 20, fill: token('--text'), 'font-size': 13 }),
      shape('rect', {
        x: isOwnLine ? 0 : 200,
        y: y + 10,
        width: Math.abs(lengths[n] ?? 0) * (width - 380),
        height: 12,
        rx: 2,
        fill: token('--accent'),
      }),
      text(amount === '' ? 'No price' : shown(amount), {
        x: width,
        y: y + 20,
        fill: token('--text'),
        'font-size': 13,
        'text-anchor': 'end',
      }),
    )
  }
  return { node, width, height: rows.length * row }
}

/** A colour of the theme that is shown, as the picture takes it. */
function token(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value.toString())
  return element
}

function text(words: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = shape('text', attributes)
  element.textContent = words
  return element
}
