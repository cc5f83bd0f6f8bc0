import type { SettingChange, TaxSettings } from '@lotbook/contract'
import { cityOf } from '../../client/zone-search.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { methodWords, poolWords } from '../settings/tax-setting-words.ts'
import { choiceName, tokenWords, treatmentWords } from '../treatments/treatment-words.ts'

export interface PartWords {
  readonly name: string
  readonly before?: string
  /** Undefined for an act that has no value, such as a new password. */
  readonly after?: string
}

type Part = SettingChange['parts'][number]

const SECURITY: Readonly<Record<string, string>> = {
  password_changed: 'Password changed',
  password_reset_used: 'Password reset by an emailed link',
  second_factor_on: 'Authenticator app turned on',
  second_factor_off: 'Authenticator app turned off',
  passkey_added: 'Passkey added',
  passkey_renamed: 'Passkey renamed',
  passkey_removed: 'Passkey removed',
  recovery_codes_made: 'New recovery codes',
  email_changed: 'Email changed',
}

/** A change in the words of the screens where its settings are. */
export function changeWords(
  { kind, parts }: Pick<SettingChange, 'kind' | 'parts'>,
  assetName: (asset: string) => string,
): readonly PartWords[] {
  if (kind === 'security') return parts.map(({ setting }) => ({ name: SECURITY[setting] ?? setting }))
  return parts.map((part) => (kind === 'treatment' ? ofTreatment(part, assetName) : ofSetting(part)))
}

const settings: Readonly<Record<string, { name: string; none: string; value: (text: string) => string }>> = {
  name: { name: 'Name', none: 'none', value: (text) => text },
  country: { name: 'Country', none: 'none', value: countryName },
  time_zone: { name: 'Time zone', none: 'none', value: cityOf },
  currency: { name: 'Currency', none: 'none', value: (text) => text },
  method: { name: 'Method', none: 'none', value: (text) => methodWords[text as TaxSettings['method']].name },
  pool_before_2025: {
    name: 'Lots before 2025',
    none: 'none',
    value: (text) => poolWords[text as TaxSettings['pool_before_2025']].name,
  },
  import_mails: { name: 'Emails about imports', none: 'none', value: onOrOff },
  calculation_mails: { name: 'Emails about tax calculations', none: 'none', value: onOrOff },
  locked_before: {
    name: 'Lock',
    none: 'nothing locked',
    value: (day) => `everything before ${formatDay(day)}`,
  },
}

function ofSetting({ setting, before, after }: Part): PartWords {
  const words = settings[setting]
  const worded = (text: string | null) =>
    text === null ? (words?.none ?? 'none') : (words?.value(text) ?? text)
  return { name: words?.name ?? setting, before: worded(before), after: worded(after) }
}

function ofTreatment({ setting, before, after }: Part, assetName: (asset: string) => string): PartWords {
  const treatment = isTreatment(setting) ? setting : undefined
  const worded = (value: string | null) => {
    if (value === null) return 'not declared'
    return treatment === undefined ? (tokenName(value) ?? value) : choiceName(treatment, value)
  }
  const name =
    treatment === undefined
      ? setting.split(' for ').map(assetName).join(' for ')
      : treatmentWords[treatment].name
  return { name, before: worded(before), after: worded(after) }
}

const isTreatment = (name: string): name is keyof typeof treatmentWords => name in treatmentWords

const tokenName = (kind: string) => Object.entries(tokenWords).find(([one]) => one === kind)?.[1]

function onOrOff(text: string): string {
  return text === 'on' ? 'On' : 'Off'
}

function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}
