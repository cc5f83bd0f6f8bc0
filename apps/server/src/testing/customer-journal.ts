import type {
  ImportSource,
  TaxSettings,
  TransactionEdit,
  TransactionRow,
  UploadResult,
} from '@lotbook/contract'
import type { TestServer } from './test-server.ts'

/** A customer and what tests of the journal do with one: bring files in, take them out, correct what came of them. */
export async function customerWith(server: TestServer) {
  const customer = await server.customer()
  const get = async <T>(path: string) => (await customer.expect(200, 'GET', path)) as T
  const send = async (name: string, content: string | Uint8Array<ArrayBuffer>): Promise<UploadResult> => {
    const answer = await customer.upload('/csv_uploads', {
      file: new File([content], name, { type: 'text/csv' }),
      exchange_value: 'Custom CSV',
    })
    if (answer.status !== 200) throw new Error(`upload of ${name}: ${answer.status} ${answer.text}`)
    return answer.body as UploadResult
  }
  const upload = async (name: string, content: string): Promise<string> => {
    const { source_id: id, message } = await send(name, content)
    if (id === null) throw new Error(message ?? 'no source')
    return id
  }
  return {
    customer,
    userId: customer.userId,
    get,
    /** Upload whatever it is, and give back the answer. */
    send,
    /** Upload a file that must be known, and leave it queued; gives back its source. */
    upload,
    async import(name: string, content: string): Promise<string> {
      const id = await upload(name, content)
      await server.drainJobs()
      return id
    },
    post: (path: string, body: object = {}) => customer.expect(200, 'POST', path, body),
    /** Change tax settings; the others stay as they are. */
    async setTax(changes: Partial<TaxSettings>): Promise<void> {
      const settings = await get<TaxSettings>('/setting/tax')
      await customer.expect(200, 'POST', '/setting/tax', { ...settings, ...changes })
    },
    remove: (source: string) => customer.expect(200, 'DELETE', `/imports/v2/sources/${source}`),
    async rows(query = ''): Promise<TransactionRow[]> {
      const { rows } = await get<{ rows: TransactionRow[] }>(`/transactions?order=oldest&limit=500&${query}`)
      return rows
    },
    source: async (id: string) => (await get<{ data: ImportSource }>(`/imports/v2/sources/${id}`)).data,
    edit: (id: string, edit: TransactionEdit) => customer.request('PATCH', `/transactions/${id}`, { edit }),
    async patch(id: string, edit: TransactionEdit): Promise<string> {
      const answer = await customer.request('PATCH', `/transactions/${id}`, { edit })
      if (answer.status !== 200) throw new Error(`edit: ${answer.status} ${answer.text}`)
      return (answer.body as { change_id: string }).change_id
    },
  }
}
