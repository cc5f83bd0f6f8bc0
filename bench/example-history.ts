import type { ExampleFile } from '../packages/sources/src/files/testing/example-files.ts'

/** Columns of ids and hashes, which differ from one event to the next. */
const ID =
  /(?:^|[^a-z])(?:id|ids|txid|refid|tid|hash|uuid|ref|reference|operation hash|signature)$|(?:txid|hash|id)$|^(?:order|transaction|trade|order no\.?|trade #|no\.?)$/i

/** The rows of an example again and again, each time with ids and times of their own. */
export function exampleHistory({ bytes, expected }: ExampleFile, rows: number): string {
  const lines = bytes.toString('utf8').trimEnd().split(/\r?\n/)
  const above = lines.slice(0, expected.header_row)
  const below = lines.slice(expected.header_row)
  const header = above.at(-1) ?? ''
  const mark = [',', ';', '\t', '|'].find((each) => header.includes(each)) ?? ','
  const isId = header.split(mark).map((name) => ID.test(name.replaceAll('"', '').trim()))
  const history = [...above]
  for (let n = 0; history.length < rows + above.length; n += 1)
    for (const line of below)
      history.push(
        line
          .split(mark)
          .map((cell, at) => varied(cell, isId[at] === true, n))
          .join(mark),
      )
  return `${history.join('\n')}\n`
}

function varied(cell: string, isId: boolean, n: number): string {
  if (/^"?1[3-7]\d{8}(?:\d{3})?"?$/.test(cell))
    return cell.replace(/^("?1[3-7]\d{2})\d{6}/, `$1${digits(n, 6)}`)
  if (isId && /\d|^[0-9a-f]{2,}$/i.test(cell) && !cell.includes(':'))
    return cell.replace(/"?$/, `${digits(n, 6)}$&`)
  return cell
    .replace(/\b\d\d?:\d\d(?::\d\d)?(?!\d)/, (time) => timeOf(time, n))
    .replace(/\b20\d\d\b(?=[-/. ,T]|"?$)/, (year) =>
      /[-/ ]/.test(cell) ? String(2012 + (Math.floor(n / 3600) % 13)) : year,
    )
}

function timeOf(time: string, n: number): string {
  const [hour = ''] = time.split(':')
  const [small, large] = [n % 60, Math.floor(n / 60) % 60]
  return time.split(':').length === 3
    ? `${hour}:${digits(large, 2)}:${digits(small, 2)}`
    : `${digits(1 + (large % 12), hour.length)}:${digits(small, 2)}`
}

const digits = (n: number, places: number) => String(n).padStart(places, '0')
