import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
const FILE = `txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance
L1,D1,2022-03-03 05:07:33,deposit,,currency,XBT,spot,1,0,`

test('R7.4 a file is uploaded in a trace of its customer: the answer says status and first_import, another trace is refused', async () => {
  const [a, b] = [await customerWith(server), await customerWith(server)]
  const traceOf = async ({ post }: typeof a) =>
    ((await post('/traces', { wizard_name: 'UploadCsvWizard' })) as { id: string }).id
  const upload = ({ customer }: typeof a, fields: Record<string, string>) =>
    customer.upload('/csv_uploads', { file: new File([FILE], 'kraken.csv', { type: 'text/csv' }), ...fields })
  const ofA = await traceOf(a)
  const words = 'There is no such import session. Reload the page and upload the file again.'
  expect(await upload(b, { trace_id: 'anything' })).toMatchObject({ status: 422 })
  for (const trace_id of [ofA, newId()]) {
    const refused = await upload(b, { trace_id, exchange_value: 'Custom CSV' })
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found', message: words } })
  }
  expect(await b.get('/imports/v2/import_histories')).toMatchObject({ data: [] })

  const first = await upload(b, { trace_id: await traceOf(b), exchange_value: 'Custom CSV' })
  expect(first).toMatchObject({ status: 200, body: { status: 'success', first_import: true } })
  const second = await upload(b, { trace_id: await traceOf(b) })
  expect(second).toMatchObject({ status: 200, body: { status: 'success', first_import: false } })
})
