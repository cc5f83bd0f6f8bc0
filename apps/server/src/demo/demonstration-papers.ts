import type { TaxDetails } from '@lotbook/contract'
import type { Browser } from './browser.ts'

type Calls = Pick<Browser, 'get' | 'post'>

/** The professional's papers of the customer's year: two steps signed off, a sale verified, a question answered, and a point left open. */
export async function writePapers(professional: Calls, customer: Calls): Promise<void> {
  const { id: client_id } = await customer.get<{ id: string }>('/users/get_user_role')
  const { data: details } = await customer.get<{ data: TaxDetails }>('/imports/v1/tax_calculations/details')
  const { tax_year } = details
  const { rows } = await customer.get<{ rows: readonly { id: string }[] }>(
    `/transactions?type=sell&year=${tax_year}&limit=1`,
  )
  const papers = { client_id, tax_year }
  await professional.post('/workpapers/sign_offs', {
    ...papers,
    step: 'imports',
    note: 'Compared with the list of accounts of the engagement letter.',
  })
  await professional.post('/workpapers/sign_offs', {
    ...papers,
    step: 'calculation',
    note: 'Method and treatments agreed with the client.',
  })
  await professional.post('/workpapers/points', {
    ...papers,
    text: 'Ask for the statement of the account that was closed in 2023.',
  })
  const transaction_id = rows[0]?.id
  if (transaction_id !== undefined)
    await professional.post('/workpapers/tick_marks', { client_id, transaction_id, is_ticked: true })
  const { id } = await professional.post<{ id: string }>('/questions', {
    ...papers,
    ...(transaction_id !== undefined && { transaction_id }),
    text: 'Was this sold on your own account, or for somebody else?',
  })
  await customer.post(`/questions/${id}/messages`, { text: 'On my own account.' })
}
