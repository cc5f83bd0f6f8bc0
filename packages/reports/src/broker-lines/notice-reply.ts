import { centsText, formUnits, quantityText, usDate } from '../money-text.ts'
import { closingNotes } from '../not-advice.ts'
import { partiesOf, recordPdf, type RecordTable } from '../record-pdf.ts'
import { reportFileName, type DisposalLine, type ReportFile, type YearReport } from '../year-report.ts'
import { type BrokerResult } from './broker-outcome.ts'
import { washSaleLoss } from './loss-not-allowed.ts'
import { placeOf, type BrokerNames, type BrokerReconciliation } from './broker-reconciliation.ts'

const COLUMNS: RecordTable['columns'] = [
  { name: 'Broker, form', share: 0.14 },
  { name: 'Property', share: 0.14 },
  { name: 'Sold', share: 0.1 },
  { name: 'Proceeds reported to the IRS', share: 0.12, isFigure: true },
  { name: 'Proceeds on our return', share: 0.12, isFigure: true },
  { name: 'Basis', share: 0.1, isFigure: true },
  { name: 'Box', share: 0.05 },
  { name: 'Reason', share: 0.23 },
]

/** Lines that one reply prints; the table of all of them is the reconciliation as CSV. */
const MOST_PRINTED = 5_000

type Reported = Pick<YearReport, 'calculationId' | 'calculatedAt' | 'year' | 'taxpayer' | 'restsOn' | 'draft'>

/**
 * The reply to a notice of the IRS that proceeds on Forms 1099-DA are not on the return (CP2000): each line with the proceeds that the IRS has beside
 * ours, and the reason for a difference.
 */
export function noticeReplyPdf(
  report: Reported,
  { results, footing, boxes, withheld }: BrokerReconciliation,
  names?: BrokerNames,
  onReturn: OnReturn = ({ form, proceeds }) => form?.proceeds ?? proceeds,
): ReportFile {
  const reported = results.filter(({ lines }) => lines.length > 0)
  const onForms = boxes.reduce((sum, { form }) => sum + form, 0n)
  return {
    fileName: reportFileName('notice-reply', report, 'pdf'),
    mediaType: 'application/pdf',
    rows: reported.length,
    chunks: recordPdf({
      title: `Forms 1099-DA and Form 8949, tax year ${report.year}`,
      at: report.calculatedAt,
      facts: [
        ...partiesOf({ taxpayer: report.taxpayer.name }),
        ['In reply to', 'A notice that compares proceeds on Forms 1099-DA with the return'],
        ['Calculation', report.calculationId],
        ['Proceeds reported', centsText(footing.onForms)],
        ['Of these on Form 8949', `${centsText(footing.filed)} in column (d)`],
        ['Not on the return', centsText(footing.onlyOnForms)],
        ...(withheld === 0n
          ? []
          : ([['Tax withheld', `${centsText(withheld)}, Form 1040, line 25b`]] as const)),
      ],
      tables: [
        {
          title: 'Line by line',
          columns: COLUMNS,
          rows: reported.slice(0, MOST_PRINTED).map((result) => lineOf(result, names, onReturn)),
          empty: `There is no line of a Form 1099-DA for ${report.year}.`,
        },
        {
          title: 'Totals by box of Form 8949',
          columns: [
            { name: 'Box', share: 0.4 },
            { name: 'On the forms', share: 0.2, isFigure: true },
            { name: 'On Form 8949', share: 0.2, isFigure: true },
            { name: 'Difference', share: 0.2, isFigure: true },
          ],
          rows: [
            ...boxes.map(({ box, form, filed }) => [
              box,
              centsText(form),
              centsText(filed),
              centsText(form - filed),
            ]),
            ['Total', centsText(onForms), centsText(footing.filed), centsText(onForms - footing.filed)],
          ],
          empty: '',
        },
      ],
      notes: [
        ...(reported.length > MOST_PRINTED
          ? [
              `The first ${MOST_PRINTED.toLocaleString('en-US')} of ${reported.length.toLocaleString('en-US')} lines are printed; the table of Forms 1099-DA (CSV) has all of them.`,
            ]
          : []),
        'Column (d) of Form 8949 has the proceeds as reported. Columns (f) and (g) correct what the form has wrong.',
        ...closingNotes(report),
      ],
    }),
  }
}

/** Column (d) of a row as it was filed; of a year that is not filed, as it would be. */
type OnReturn = (row: DisposalLine) => string

function lineOf(result: BrokerResult, names: BrokerNames | undefined, proceedsOf: OnReturn): string[] {
  const { lines, rows, filed, outcome } = result
  const place = placeOf(result, names)
  const forms = each(lines.map(({ form }) => form))
  const onReturn = filed.reduce((sum, row) => sum + formUnits(proceedsOf(row), 'cents'), 0n)
  return [
    forms === '' ? place.account : `${place.account}, ${forms}`,
    lines.length === 1
      ? `${quantityText(lines[0]!.units)} ${place.asset}`
      : `${lines.length} lines, ${place.asset}`,
    each(lines.map(({ sold }) => (sold === null ? 'various' : usDate(sold)))),
    centsText(result.formProceeds),
    outcome === 'replaced' ? '' : centsText(onReturn),
    rows.length === 0 ? '' : centsText(result.ourBasis),
    each(filed.map(({ box }) => box)),
    reasonOf(result),
  ]
}

const MOST_NAMED = 3

function each(values: readonly string[]): string {
  const all = [...new Set(values)].filter((value) => value !== '')
  return all.length > MOST_NAMED ? `${all.slice(0, MOST_NAMED).join(', ')} and more` : all.join(', ')
}

/** Why a line of a form is on the return as it is, in a sentence or two; a person's own explanation comes first. */
export function reasonOf(result: BrokerResult): string {
  const notes = result.lines.flatMap(({ note }) => (note === null ? [] : [note]))
  return [...new Set(notes), ...ownReasons(result)].join(' ')
}

function ownReasons(result: BrokerResult): string[] {
  const { outcome, filed, formBasis, ourBasis } = result
  const codes = new Set(filed.flatMap(({ form }) => (form?.code ?? '').split('')))
  const adjustment = filed.reduce((sum, { form }) => sum + formUnits(form?.adjustment ?? '0', 'cents'), 0n)
  if (outcome === 'replaced') return ['The form is void or was corrected; this line no longer counts.']
  if (outcome === 'only_with_us') return ['No Form 1099-DA lists this sale.', ...lossReasons(result)]
  if (filed.length === 0) return ['No sale in the records fits this line, and it is not on the return.']
  const sentences = [
    ...(codes.has('E') ? ['Reported gross: selling costs are taken off in column (g), code E.'] : []),
    ...(codes.has('O') ? ['The records show other proceeds: corrected in column (g), code O.'] : []),
    ...(codes.has('B') && formBasis !== null
      ? [`Basis on the form ${centsText(formBasis)}, by the records ${centsText(ourBasis)}: code B.`]
      : []),
    ...(codes.has('T') ? ['The form has the other term: code T.'] : []),
    ...(outcome === 'transferred_in'
      ? ['Units came from another account of the taxpayer, so the broker does not know their basis.']
      : []),
    ...(outcome === 'basis_missing'
      ? [`The form says that basis was reported and shows none; by the records it is ${centsText(ourBasis)}.`]
      : []),
    ...(outcome === 'aggregate' ? ['The form has one total; Form 8949 lists each sale.'] : []),
    ...lossReasons(result),
    ...(adjustment === 0n ? [] : [`Adjustment in column (g): ${centsText(adjustment)}.`]),
  ]
  return sentences.length === 0 ? ['On Form 8949 as reported.'] : sentences
}

/** Why a loss is on the return with code W or L, in part, or in full though the form says otherwise. */
function lossReasons({ lines, lossNotAllowed: { washSale, other } }: BrokerResult): string[] {
  const stated = washSaleLoss(lines)
  const isDropped = lines.some(({ loss, others }) => loss === 'deductible' && others.washSaleLoss !== null)
  return [
    ...(washSale > 0n && washSale === stated
      ? [`Wash sale loss disallowed, ${centsText(washSale)}: code W.`]
      : []),
    ...(washSale > 0n && washSale < stated
      ? [
          `Box 1i shows ${centsText(stated)}, and the records a loss of ${centsText(washSale)}, which is disallowed: code W.`,
        ]
      : []),
    ...(washSale === 0n && stated > 0n && other === 0n
      ? [`Box 1i shows ${centsText(stated)}, and the records no loss.`]
      : []),
    ...(isDropped ? ['Box 1i is not followed: by the records there is no wash sale.'] : []),
    ...(other > 0n ? [`The loss is not deductible, ${centsText(other)}: code L.`] : []),
  ]
}
