import { LONG_BOXES, SHORT_BOXES } from './form-8949.ts'

type Wording = Readonly<Record<string, string>>

/** Boxes as Form 8949 of 2020 to 2024 words them. */
const UNTIL_2024: Wording = {
  A: 'Short-term transactions reported on Form(s) 1099-B showing basis was reported to the IRS (see Note above)',
  B: 'Short-term transactions reported on Form(s) 1099-B showing basis wasn’t reported to the IRS',
  C: 'Short-term transactions not reported to you on Form 1099-B',
  D: 'Long-term transactions reported on Form(s) 1099-B showing basis was reported to the IRS (see Note above)',
  E: 'Long-term transactions reported on Form(s) 1099-B showing basis wasn’t reported to the IRS',
  F: 'Long-term transactions not reported to you on Form 1099-B',
}

/** Boxes as Form 8949 of 2025 words them. */
const FROM_2025: Wording = {
  A: UNTIL_2024['A']!,
  B: 'Short-term transactions reported on Form(s) 1099-B showing basis was not reported to the IRS',
  C: 'Short-term transactions, other than digital asset transactions, not reported to you on Form 1099-B or Form 1099-DA',
  D: UNTIL_2024['D']!,
  E: 'Long-term transactions reported on Form(s) 1099-B showing basis was not reported to the IRS',
  F: 'Long-term transactions, other than digital asset transactions, not reported to you on Form 1099-B or Form 1099-DA',
  G: 'Short-term transactions reported on Form(s) 1099-DA showing basis was reported to the IRS (see Note above)',
  H: 'Short-term transactions reported on Form(s) 1099-DA showing basis was not reported to the IRS',
  I: 'Short-term digital asset transactions not reported to you on Form 1099-DA or Form 1099-B',
  J: 'Long-term transactions reported on Form(s) 1099-DA showing basis was reported to the IRS (see Note above)',
  K: 'Long-term transactions reported on Form(s) 1099-DA showing basis was not reported to the IRS',
  L: 'Long-term digital asset transactions not reported to you on Form 1099-DA or Form 1099-B',
}

/** The boxes of a part of Form 8949 of a year, from top to bottom, as the form words them (read in the forms of 2020 to 2025). */
export function boxesOf(
  year: number,
  part: 'I' | 'II',
): readonly { readonly box: string; readonly text: string }[] {
  const words = year >= 2025 ? FROM_2025 : UNTIL_2024
  return (part === 'I' ? SHORT_BOXES : LONG_BOXES).flatMap((box) => {
    const text = words[box]
    return text === undefined ? [] : [{ box, text }]
  })
}

/** The note on lines 1a and 8a, which the words "see Note above" point to. */
export function noteAboveBoxes(year: number, part: 'I' | 'II'): string {
  const [term, line] = part === 'I' ? ['short-term', '1a'] : ['long-term', '8a']
  const forms = year >= 2025 ? 'Form(s) 1099-B and Form(s) 1099-DA' : 'Form(s) 1099-B'
  return `Note: You may aggregate all ${term} transactions reported on ${forms} showing basis was reported to the IRS and for which no adjustments or codes are required. Enter the totals directly on Schedule D, line ${line}; you aren’t required to report these transactions on Form 8949 (see instructions).`
}
