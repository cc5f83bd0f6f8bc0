import type { Jurisdiction } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'

/** The question of the network fees of own transfers (R-TRF-2), which is a setting of its own. */
export const TRANSFER_FEE = 'transfer_fee'

/** Every question that a law leaves open, with its choices, the default first. */
export function openChoices({
  questions,
  transferFees,
}: Jurisdiction): Readonly<Record<string, readonly string[]>> {
  return { ...questions.choices, [TRANSFER_FEE]: transferFees }
}

/** The choice made for a question: by the settings, else its default. @throws RangeError for a question that the law does not ask. */
export function choiceInForce(settings: CalculationSettings, question: string, law: Jurisdiction): string {
  const byDefault = openChoices(law)[question]?.[0]
  if (byDefault === undefined) throw new RangeError(`The law does not ask: ${question}`)
  const chosen = question === TRANSFER_FEE ? settings.transfer_fee : settings.treatments?.[question]
  return chosen ?? byDefault
}

/** The settings with one question answered as it could be. */
export function settingsTreating(
  settings: CalculationSettings,
  question: string,
  choice: string,
  { transferFees }: Jurisdiction,
): CalculationSettings {
  if (question !== TRANSFER_FEE)
    return { ...settings, treatments: { ...settings.treatments, [question]: choice } }
  const fee = transferFees.find((one) => one === choice)
  return fee === undefined ? settings : { ...settings, transfer_fee: fee }
}
