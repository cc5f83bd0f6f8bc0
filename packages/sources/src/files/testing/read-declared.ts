import { Collector, SeenNames } from '../../reading/collector.ts'
import type { Reading } from '../../reading/outcome.ts'
import { csvTable } from '../reader/csv-table.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import { Row } from '../reader/row.ts'
import { Sheet } from '../reader/sheet.ts'

/** Read a CSV text with a format that is not in the registry; the first line is its header. */
export function readDeclared(format: FileFormat, text: string): Reading {
  const [header, ...rows] = csvTable(text, ',').rows
  const sheet = new Sheet({
    fileName: 'export.csv',
    preamble: [],
    header: header?.cells ?? [],
    rows,
    delimiter: ',',
    timeZone: { zone: format.timeZone, from: 'format' },
    dateOrder: 'month-first',
  })
  const out = new Collector({ exchange: format.exchange, names: new SeenNames() })
  const identify = (row: Row, of: Sheet) => format.identify(row, of)
  format.read(
    rows.map((row, i) => new Row(sheet, row, i + 1, identify)),
    sheet,
    out,
  )
  return out
}
