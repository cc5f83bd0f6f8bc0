/** The question on digital assets, as the form of a year asks it. */
export interface DigitalAssetQuestion {
  /** `Form 1040, page 1`. */
  readonly place: string
  readonly text: string
}

const ANY_TIME = (year: number) => `At any time during ${year}, did you`
const VIRTUAL = 'any financial interest in any virtual currency?'
const DIGITAL = 'dispose of a digital asset (or a financial interest in a digital asset)?'
const RECEIVE =
  '(a) receive (as a reward, award, or payment for property or services); or (b) sell, exchange,'

/**
 * The question on digital assets of a year: on Schedule 1 in 2019, on page 1 of Form 1040 since 2020; null before 2019, when no form asked
 * (tax/us 7.3; the wording of 2019 from memory). 2022 names gifts, the years after it do not.
 */
export function digitalAssetQuestion(year: number): DigitalAssetQuestion | null {
  if (year < 2019) return null
  const place = year === 2019 ? 'Schedule 1' : 'Form 1040, page 1'
  return { place, text: `${ANY_TIME(year)}${wordsOf(year)}` }
}

function wordsOf(year: number): string {
  if (year <= 2020) return ` receive, sell, send, exchange, or otherwise acquire ${VIRTUAL}`
  if (year === 2021) return ` receive, sell, exchange, or otherwise dispose of ${VIRTUAL}`
  return year === 2022 ? `: ${RECEIVE} gift, or otherwise ${DIGITAL}` : `: ${RECEIVE} or otherwise ${DIGITAL}`
}
