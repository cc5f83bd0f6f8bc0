import type { Browser } from './browser.ts'

type Calls = Pick<Browser, 'get' | 'post'>

/**
 * The professional's papers of the last year in which the customer sold: two steps signed off, a sale verified, a question answered,
 * and a point left open. Gives back the year.
 */
export async function writePapers(professional: Calls, customer: Calls): Promise<number> {
  const { id: client_id } = await customer.get<{ id: string }>('/users/get_user_role')
  const { rows } = await customer.get<{ rows: readonly { id: string; at: string }[] }>(
    '/transactions?type=sell&limit=1',
  )
  const [sale] = rows
  if (sale === undefined) throw new Error('Nothing of the demonstration was sold')
  const tax_year = Number(sale.at.slice(0, 4))
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
  const transaction_id = sale.id
  await professional.post('/workpapers/tick_marks', { client_id, transaction_id, is_ticked: true })
  const { id } = await professional.post<{ id: string }>('/questions', {
    ...papers,
    transaction_id,
    text: 'Was this sold on your own account, or for somebody else?',
  })
  await customer.post(`/questions/${id}/messages`, { text: 'On my own account.' })
  return tax_year
}
