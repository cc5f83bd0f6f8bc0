import {
  API_FIELDS,
  type ApiField,
  type ApiImportInput,
  connectionMessages,
  type Source,
} from '@lotbook/contract'

/** A field of an API form. */
export interface KeyField {
  readonly name: ApiField
  readonly label: string
  /** What is said where it is left empty. */
  readonly required: string
  readonly hint?: string
  /** Shown as dots. */
  readonly isSecret: boolean
}

export type KeyValues = Readonly<Record<ApiField, string>>

const { keyForm } = connectionMessages
const REQUIRED: Readonly<Record<ApiField, string>> = {
  apiKey: keyForm.required['API Key'],
  apiSecret: keyForm.required['API Secret'],
  passPhrase: keyForm.required.Passphrase,
  keyName: keyForm.required['API key name'],
  privateKey: keyForm.required.Secret,
}

/** The fields of a source's API form, in order (R5.4 to R5.14). */
export function keyFields({ slug, api_form }: Pick<Source, 'slug' | 'api_form'>): readonly KeyField[] {
  const labels = api_form ?? {}
  return API_FIELDS.flatMap((name) => {
    const label = labels[name]
    if (label === undefined) return []
    const hint = name === 'passPhrase' && slug === 'kucoin' ? { hint: keyForm.kucoinHint } : {}
    const isSecret = name === 'apiSecret' || name === 'privateKey' || isPassphrase(name, label)
    return [{ name, label, required: requiredOf(slug, name, label), isSecret, ...hint }]
  })
}

const isPassphrase = (name: ApiField, label: string) => name === 'passPhrase' && label === 'Passphrase'

function requiredOf(slug: string, name: ApiField, label: string): string {
  if (slug === 'robinhood') return keyForm.required.robinhood
  return name === 'passPhrase' && label === 'Customer ID' ? keyForm.required['Customer ID'] : REQUIRED[name]
}

export const EMPTY_KEY: KeyValues = { apiKey: '', apiSecret: '', passPhrase: '', keyName: '', privateKey: '' }

/** A form's values as the call takes them, without white space around them (R5.8). */
export function keyPayload(
  values: KeyValues,
): Pick<ApiImportInput, 'access_token' | 'refresh_token' | 'password' | 'key_name' | 'private_key'> {
  return {
    access_token: values.apiKey.trim(),
    refresh_token: values.apiSecret.trim(),
    password: values.passPhrase.trim(),
    key_name: values.keyName.trim(),
    private_key: values.privateKey.trim(),
  }
}
