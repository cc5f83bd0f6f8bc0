import { kindLabel } from '@lotbook/tax'
import { type GiftsToDonee, overExclusion } from '@lotbook/rules/us'
import { allocationNotes } from './allocation-notes.ts'
import { cents, usDate } from './money-text.ts'
import { closingNotes } from './not-advice.ts'
import { partiesOf, recordPdf, type RecordTable } from './record-pdf.ts'
import { HOW_ACQUIRED_WORDS, missingLines, removalNotes, VALUED_BY_WORDS } from './removal-words.ts'
import { hasKnownBasis, type Removal, removalsOfYear, termOf, VARIOUS } from './removals-of-year.ts'
import { reportFileName, type ReportFile, type YearReport } from './year-report.ts'

/**
 * The gifts, donations and losses of a year on paper: the data of Form 8283, of Form 709 by donee and of Form 4684, every lot with its
 * term, and what is still missing.
 */
export function removalsPdf(report: YearReport): ReportFile {
  const year = removalsOfYear(report)
  const of = (...kinds: Removal['kind'][]) => year.removals.filter(({ kind }) => kinds.includes(kind))
  const donations = of('donation')
  const thefts = [...of('stolen', 'lost'), ...year.discovered]
  const missing = missingLines(year)
  const all = [...year.removals, ...year.discovered]
  const lots = all.flatMap((one) => one.lots)
  return {
    fileName: reportFileName('gifts-donations-losses', report, 'pdf'),
    mediaType: 'application/pdf',
    rows: lots.length,
    chunks: recordPdf({
      title: `Gifts, donations and losses of ${report.year}`,
      at: report.calculatedAt,
      facts: [
        ...partiesOf({ taxpayer: report.taxpayer.name }),
        ['Tax year', String(report.year)],
        ...(missing.length === 0 ? [] : [['Missing', `${missing.join('. ')}.`] as const]),
      ],
      tables: [
        ...(donations.length > 0 ? [donationTable(donations, year.donations.section)] : []),
        ...(donations.length > 0 ? [charityTable(donations)] : []),
        ...(year.gifts.length > 0 ? [doneeTable(year.gifts)] : []),
        ...(thefts.length > 0 ? [theftTable(thefts)] : []),
        ...(thefts.some(({ facts }) => facts.evidence !== null) ? [evidenceTable(thefts)] : []),
        lotTable(all),
      ],
      notes: [
        ...removalNotes(year),
        ...allocationNotes(lots).map(({ text }) => text),
        ...notMatched(report),
        ...closingNotes(report),
      ],
    }),
  }
}

const TITLES = {
  none: 'Donations',
  a: 'Donations: Form 8283, Section A',
  b: 'Donations: Form 8283, Section B',
} as const

function donationTable(donations: readonly Removal[], section: keyof typeof TITLES): RecordTable {
  return {
    title: TITLES[section],
    columns: [
      { name: 'Property', share: 0.17 },
      { name: 'Contributed', share: 0.12 },
      { name: 'Acquired', share: 0.12 },
      { name: 'How acquired', share: 0.12 },
      { name: 'Cost basis', share: 0.12, isFigure: true },
      { name: 'Fair market value', share: 0.12, isFigure: true },
      { name: 'Deduction', share: 0.11, isFigure: true },
      { name: 'Method', share: 0.12 },
    ],
    rows: donations.map((one) => [
      one.property,
      usDate(one.date),
      acquiredText(one),
      howText(one),
      cents(one.basis),
      amountText(one.value),
      amountText(one.deduction),
      one.facts.valued_by === null ? '' : VALUED_BY_WORDS[one.facts.valued_by],
    ]),
    empty: 'None.',
  }
}

function charityTable(donations: readonly Removal[]): RecordTable {
  return {
    title: 'Donee organizations',
    columns: [
      { name: 'Contributed', share: 0.12 },
      { name: 'Name and address', share: 0.34 },
      { name: 'EIN', share: 0.13 },
      { name: 'Acknowledged', share: 0.14 },
      { name: 'Qualified appraisal', share: 0.27 },
    ],
    rows: donations.map(({ date, facts }) => [
      usDate(date),
      [facts.donee ?? 'Not entered', facts.donee_address].filter((part) => part !== null).join(', '),
      facts.donee_ein ?? '',
      facts.acknowledged_on === null ? 'Not entered' : usDate(facts.acknowledged_on),
      appraisalText(facts),
    ]),
    empty: 'None.',
  }
}

function appraisalText({ has_appraisal, appraiser, appraised_on }: Removal['facts']): string {
  if (has_appraisal === null) return 'Not entered'
  if (!has_appraisal) return 'None'
  return ['Yes', appraiser, appraised_on === null ? null : usDate(appraised_on)]
    .filter((part) => part !== null)
    .join(', ')
}

const RETURNS: Readonly<Record<GiftsToDonee['giftReturn'], string>> = {
  needed: 'Due',
  not_needed: 'Not needed for these',
  open: 'Open',
}

function doneeTable(gifts: readonly GiftsToDonee[]): RecordTable {
  return {
    title: 'Gifts by donee: Form 709',
    columns: [
      { name: 'Donee', share: 0.3 },
      { name: 'Gifts', share: 0.08, isFigure: true },
      { name: 'Value', share: 0.16, isFigure: true },
      { name: 'Annual exclusion', share: 0.16, isFigure: true },
      { name: 'Above it', share: 0.13, isFigure: true },
      { name: 'Form 709', share: 0.17 },
    ],
    rows: gifts.map((one) => [
      one.donee === null ? 'Not entered' : one.isSpouse ? `${one.donee} (spouse)` : one.donee,
      String(one.gifts),
      one.unknownValues > 0 ? `${cents(one.value)} and ${one.unknownValues} unknown` : cents(one.value),
      one.exclusion === null ? '' : cents(one.exclusion),
      amountText(overExclusion(one), ''),
      RETURNS[one.giftReturn],
    ]),
    empty: 'None.',
  }
}

const yesNo = (answer: boolean | null) => (answer === null ? 'Not entered' : answer ? 'Yes' : 'No')

function theftTable(losses: readonly Removal[]): RecordTable {
  return {
    title: 'Thefts and losses: data for Form 4684',
    columns: [
      { name: 'Property', share: 0.16 },
      { name: 'What', share: 0.08 },
      { name: 'Date', share: 0.11 },
      { name: 'Discovered', share: 0.11 },
      { name: 'Held for profit', share: 0.1 },
      { name: 'Cost basis', share: 0.11, isFigure: true },
      { name: 'Reimbursed', share: 0.11, isFigure: true },
      { name: 'Not reimbursed', share: 0.11, isFigure: true },
      { name: 'Value then', share: 0.11, isFigure: true },
    ],
    rows: losses.map(({ property, kind, date, facts, basis, unreimbursed, value }) => [
      property,
      kindLabel(kind),
      usDate(date),
      facts.discovered_on === null ? 'Not entered' : usDate(facts.discovered_on),
      kind === 'lost' ? '' : yesNo(facts.is_for_profit),
      cents(basis),
      amountText(facts.reimbursement, 'Not entered'),
      amountText(unreimbursed, ''),
      amountText(value),
    ]),
    empty: 'None.',
  }
}

function evidenceTable(losses: readonly Removal[]): RecordTable {
  return {
    title: 'Evidence',
    columns: [
      { name: 'Property', share: 0.2 },
      { name: 'Date', share: 0.12 },
      { name: 'May be recovered', share: 0.14 },
      { name: 'Evidence', share: 0.54 },
    ],
    rows: losses.map(({ property, kind, date, facts }) => [
      property,
      usDate(date),
      kind === 'lost' ? '' : yesNo(facts.may_recover),
      facts.evidence ?? 'Not entered',
    ]),
    empty: 'None.',
  }
}

function lotTable(removals: readonly Removal[]): RecordTable {
  return {
    title: 'Lots',
    columns: [
      { name: 'Date', share: 0.11 },
      { name: 'What', share: 0.1 },
      { name: 'Property', share: 0.2 },
      { name: 'Account', share: 0.13 },
      { name: 'Acquired', share: 0.11 },
      { name: 'Term', share: 0.09 },
      { name: 'Cost basis', share: 0.13, isFigure: true },
      { name: 'Fair market value', share: 0.13, isFigure: true },
    ],
    rows: removals.flatMap(({ lots }) =>
      lots.map((lot) => [
        usDate(lot.date),
        kindLabel(lot.kind),
        `${lot.quantity} ${lot.asset}`,
        lot.account,
        lot.acquired === null ? 'Unknown' : usDate(lot.acquired),
        termOf(lot) ?? 'Unknown',
        hasKnownBasis(lot) ? cents(lot.basis) : 'Unknown',
        amountText(lot.value),
      ]),
    ),
    empty: 'Nothing was given away, donated, stolen or lost.',
  }
}

function acquiredText({ acquired }: Removal): string {
  if (acquired === null) return 'Unknown'
  return acquired === VARIOUS ? VARIOUS : usDate(acquired)
}

function howText({ howAcquired, lots }: Removal): string {
  if (howAcquired !== null) return HOW_ACQUIRED_WORDS[howAcquired]
  return lots.some((lot) => lot.howAcquired === null) ? 'Unknown' : 'Various'
}

const amountText = (amount: string | null, unknown = 'Unknown') => (amount === null ? unknown : cents(amount))

function notMatched({ removals }: YearReport): string[] {
  const count = new Set(
    removals.filter(({ kind }) => kind === 'sent_unresolved').map(({ transaction }) => transaction),
  ).size
  return count === 0
    ? []
    : [
        `${count.toLocaleString('en-US')} ${count === 1 ? 'transaction was' : 'transactions were'} sent and not matched. Decide under Review whether any of them is a gift, a donation or a loss.`,
      ]
}
