import { cents, usDate } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import { dollars } from './removal-words.ts'
import { recordPdf } from './record-pdf.ts'
import { hasKnownBasis, type Removal, removalsOfYear, termOf } from './removals-of-year.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

/**
 * A record for the donee of each gift of a year: its lots with dates and basis, and its value on the day of the gift. The donee's own gain
 * or loss is worked out from them (sections 1015(a) and 1223(2)).
 */
export function doneeRecords(report: YearReport): ReportFile[] {
  return removalsOfYear(report)
    .removals.filter(({ kind }) => kind === 'gift')
    .map((gift, n) => doneeRecord(report, gift, n + 1))
}

function doneeRecord(report: YearReport, gift: Removal, number: number): ReportFile {
  const { facts, date, property, lots } = gift
  return {
    fileName: reportFileName(`gift-record-${date}-${number}`, report, 'pdf'),
    mediaType: 'application/pdf',
    rows: lots.length,
    chunks: recordPdf({
      title: 'Record of a gift of digital assets',
      at: report.calculatedAt,
      facts: [
        ['Donor', report.taxpayer.name === '' ? 'Name not given' : report.taxpayer.name],
        ['Donee', facts.donee ?? 'Name not entered'],
        ...(facts.donee_address === null ? [] : [['Address', facts.donee_address] as const]),
        ['Date of the gift', usDate(date)],
        ['Property', property],
        ['Value that day', gift.value === null ? 'Unknown' : dollars(gift.value)],
        [
          "Donor's basis",
          lots.every(hasKnownBasis)
            ? dollars(gift.basis)
            : `${dollars(gift.basis)}, and of some units it is unknown`,
        ],
      ],
      tables: [
        {
          title: 'Lots',
          columns: [
            { name: 'Quantity', share: 0.24 },
            { name: 'Acquired by the donor', share: 0.2 },
            { name: 'Term at the gift', share: 0.16 },
            { name: "Donor's basis", share: 0.2, isFigure: true },
            { name: 'Value that day', share: 0.2, isFigure: true },
          ],
          rows: lots.map((lot) => [
            `${lot.quantity} ${lot.asset}`,
            lot.acquired === null ? 'Unknown' : usDate(lot.acquired),
            termOf(lot) ?? 'Unknown',
            hasKnownBasis(lot) ? cents(lot.basis) : 'Unknown',
            lot.value === null ? 'Unknown' : cents(lot.value),
          ]),
          empty: 'None.',
        },
      ],
      notes: [
        "For a gain, the donee's basis is the donor's, and the time that the donor held a lot counts (sections 1015(a) and 1223(2)).",
        'A lot that was worth less that day than its basis has a second one: for a loss, its value that day, and the holding period begins with the gift (Treas. Reg. 1.1015-1(a)).',
        'Keep this record until the return for the year of the sale can no longer be examined.',
        ...closingNotes({ restsOn: report.restsOn }),
      ],
    }),
  }
}
