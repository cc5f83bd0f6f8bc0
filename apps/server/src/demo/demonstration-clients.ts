import type { ImportHistory, TaxDetails, UploadResult } from '@lotbook/contract'
import type { Browser } from './browser.ts'

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

/** A client of the demonstration's professional beside Ana. */
export interface DemonstrationClient {
  readonly email: string
  readonly name: readonly [first: string, last: string]
  readonly history: string
  /** Whether the year is calculated, so that only filing is left. */
  readonly isCalculated: boolean
}

/** One whose year waits for a calculation and for answers, and one whose year is ready to be filed. */
export const DEMONSTRATION_CLIENTS: readonly DemonstrationClient[] = [
  {
    email: 'ben@demo.example',
    name: ['Ben', 'Ito'],
    isCalculated: false,
    history: `${HEADER}
2024-02-01T15:00:00Z,buy,2,ETH,4600,USD,12,USD,Gemini,yes,g1
2025-03-04T09:30:00Z,send,,,1.5,ETH,0.001,ETH,Gemini,yes,g2
2025-06-10T18:00:00Z,receive,0.4,ETH,,,,,Gemini,yes,g3
`,
  },
  {
    email: 'cleo@demo.example',
    name: ['Cleo', 'Park'],
    isCalculated: true,
    history: `${HEADER}
2023-05-02T12:00:00Z,buy,0.5,BTC,14200,USD,20,USD,Kraken,yes,k1
2025-01-20T12:00:00Z,sell,26000,USD,0.25,BTC,30,USD,Kraken,yes,k2
`,
  },
]

/** Somebody who was asked and has not answered yet. */
export const INVITED = 'fern@client.example'

/** Brings a client's history in, and calculates where that is wanted. */
export async function fillBooks(
  client: Browser,
  { history, isCalculated }: DemonstrationClient,
  until: (isDone: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  await client.post('/onboarding/settings/save_location', {
    country_code: 'US',
    currency: 'USD',
    time_zone: 'America/New_York',
  })
  const form = new FormData()
  form.set('file', new File([history], 'history.csv', { type: 'text/csv' }))
  form.set('exchange_value', 'Custom CSV')
  const result = await client.upload<UploadResult>('/csv_uploads', form)
  if (result.status !== 'success') throw new Error(`history.csv was not taken: ${result.message}`)
  await until(async () => {
    const { data } = await client.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')
    return data.length > 0 && data.every((row) => row.import_status === 'complete')
  })
  if (!isCalculated) return
  await client.post('/imports/v1/tax_calculations/start_tax_calculation')
  await until(async () => {
    const { data } = await client.get<{ data: TaxDetails }>('/imports/v1/tax_calculations/details')
    return data.tax_calculated === true
  })
}

/** The professional asks for access, and the client gives it. */
export async function workTogether(professional: Browser, client: Browser, email: string): Promise<void> {
  await professional.post('/tax_pro/customers', { email })
  const { data } = await client.get<{ data: { invited: readonly { id: string }[] } }>('/customer_cpa')
  await client.post('/accept_invitation', { id: data.invited[0]?.id })
}
