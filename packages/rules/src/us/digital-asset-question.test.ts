import { expect, test } from 'vitest'
import { digitalAssetQuestion } from './digital-asset-question.ts'

test('each year asks about digital assets in its own words, on its own form', () => {
  const of = (year: number) => digitalAssetQuestion(year)
  expect(of(2018)).toBeNull()
  expect(of(2019)?.place).toBe('Schedule 1')
  expect(of(2020)).toEqual({
    place: 'Form 1040, page 1',
    text: 'At any time during 2020, did you receive, sell, send, exchange, or otherwise acquire any financial interest in any virtual currency?',
  })
  expect(of(2021)?.text).toBe(
    'At any time during 2021, did you receive, sell, exchange, or otherwise dispose of any financial interest in any virtual currency?',
  )
  expect(of(2022)?.text).toBe(
    'At any time during 2022, did you: (a) receive (as a reward, award, or payment for property or services); or (b) sell, exchange, gift, or otherwise dispose of a digital asset (or a financial interest in a digital asset)?',
  )
  for (const year of [2023, 2024, 2025])
    expect(of(year)?.text).toBe(
      `At any time during ${year}, did you: (a) receive (as a reward, award, or payment for property or services); or (b) sell, exchange, or otherwise dispose of a digital asset (or a financial interest in a digital asset)?`,
    )
})
