import type { RowFormat } from './tax-program.ts'

/** Boxes whose sales are on a form that a program may import from the broker as well. */
const ON_A_FORM = new Set(['A', 'B', 'D', 'E', 'G', 'H', 'J', 'K'])

/** Rows of a broker's form in files of their own: the same sales come again where the program imports the form. */
export const brokerFormsApart: Pick<RowFormat, 'series' | 'seriesNote'> = {
  series: ({ line }) => (ON_A_FORM.has(line.box) ? 'with-1099' : ''),
  seriesNote: 'Only if the form of the broker is not imported.',
}
