import type { OneYear, TransactionRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { checkInvariants } from '../platform/invariants.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { templateFile } from '../testing/template-file.ts'
import { testServer } from '../testing/test-server.ts'

/*
 * Histories from a file to the forms, by the calls of the browser, with every figure worked out by hand from the rules alone.
 */

const server = await testServer()

async function history(file: string, settings: Record<string, string> = {}) {
  const journal = await customerWith(server)
  await journal.post('/setting/tax', {
    method: 'fifo',
    pool_before_2025: 'account',
    transfer_fee: 'dispose',
    time_zone: 'America/New_York',
    ...settings,
  })
  await journal.import('history.csv', file)
  const on = async (day: string): Promise<string> =>
    (await journal.rows()).find((row: TransactionRow) => row.at.startsWith(day))?.id ?? ''
  return {
    ...journal,
    on,
    async calculate() {
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
      await server.drainJobs()
    },
    async gains(year: number): Promise<[short: string, long: string, deduction: string]> {
      const { data } = await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)
      return [data.short.gain.value, data.long.gain.value, data.donation_deduction.value]
    },
    async form(year: number): Promise<string[]> {
      const { data } = (await journal.post('/exports', { kind: 'form-8949-csv', tax_year: year })) as {
        data: { id: string }
      }
      await server.drainJobs()
      const { text } = await journal.customer.get(`/exports/${data.id}/download`)
      // Box, description, acquired, sold, proceeds, basis, gain.
      return text
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split(','))
        .map((cells) => [...cells.slice(1, 7), cells[9]].join(' '))
    },
  }
}

test('R-GIFT-1 R-GIFT-2 R-DON-1 R-DAY-1 gifts with two bases, sold and donated, over the turn of a year in New York', async () => {
  const worth = (day: string, type: string, into: string, out: string, fee = '') =>
    `${day},${type},${into.replace(' ', ',') || ','},${out.replace(' ', ',') || ','},${fee.replace(' ', ',') || ','},W,,`
  const journal = await history(
    templateFile(
      worth('2023-05-01T12:00:00Z', 'buy', '2 ETH', '3800 USD'),
      worth('2023-06-01T12:00:00Z', 'gift received', '3 ETH', ''),
      worth('2023-07-01T12:00:00Z', 'gift received', '1 BTC', ''),
      worth('2024-02-01T12:00:00Z', 'sell', '1700 USD', '1 ETH'),
      worth('2024-03-01T12:00:00Z', 'sell', '3400 USD', '2 ETH', '10 USD'),
      worth('2024-04-01T12:00:00Z', 'sell', '2500 USD', '1 ETH'),
      worth('2024-05-01T12:00:00Z', 'donation', '', '0.5 ETH'),
      worth('2025-01-01T04:30:00Z', 'sell', '20000 USD', '0.25 BTC'),
      worth('2025-01-01T05:00:00Z', 'sell', '20000 USD', '0.25 BTC'),
      worth('2025-03-01T12:00:00Z', 'sell', '1700 USD', '0.5 ETH'),
    ),
  )
  // Three ether that cost the donor 9,000 and were worth 5,400; a bitcoin that cost 5,000 in 2015 and was worth 30,000.
  const given = (basis: string, acquired: string) => ({ donor_basis: basis, donor_acquired: acquired })
  await journal.patch(await journal.on('2023-06-01'), { value: '5400', gift: given('9000', '2022-01-15') })
  await journal.patch(await journal.on('2023-07-01'), { value: '30000', gift: given('5000', '2015-03-03') })
  await journal.patch(await journal.on('2024-05-01'), { value: '1650' })
  await journal.calculate()

  // -200 and -205 of what was bought; 1,695 for one of the gift is less than 1,800: a loss of 105 since the gift.
  // 2,500 lies between 1,800 and 3,000: nothing. 20,000 less 1,250 at 23:30 of December 31 where the person lives.
  expect(await journal.form(2024)).toEqual([
    'C 1 ETH 05/01/2023 02/01/2024 1700.00 1900.00 -200.00',
    'C 1 ETH 05/01/2023 03/01/2024 1695.00 1900.00 -205.00',
    'C 1 ETH 06/01/2023 03/01/2024 1695.00 1800.00 -105.00',
    'F 1 ETH 01/15/2022 04/01/2024 2500.00 2500.00 0.00',
    'F 0.25 BTC 03/03/2015 12/31/2024 20000.00 1250.00 18750.00',
  ])
  expect(await journal.gains(2024)).toEqual(['-510', '18750', '1650'])
  // 3,400 each is more than the donor's 3,000: a gain of 200, long-term with the donor's day.
  expect(await journal.form(2025)).toEqual([
    'L 0.25 BTC 03/03/2015 01/01/2025 20000.00 1250.00 18750.00',
    'L 0.5 ETH 01/15/2022 03/01/2025 1700.00 1500.00 200.00',
  ])
  expect(await journal.gains(2025)).toEqual(['0', '18950', '0'])
  expect(await checkInvariants(server.db)).toEqual([])
})

/*
 * 2 ETH for 2,400 and 100 LINK for 700. One ETH goes to another account for a fee of 0.01 ETH (25.00), 50 LINK for one of 0.002 ETH (5.20);
 * there the ETH is sold for 3,000 and the LINK for 1,000.
 */
test.each([
  ['dispose', ['13', '2.8'], '2450'],
  ['capitalize', ['13', '2.8'], '2419.8'],
  ['carry', ['0', '2.8'], '2438'],
])(
  'R-TRF-2 what a transfer cost, by %s: the year it was made in, and the sale of what was moved',
  async (fee, moved, sold) => {
    const journal = await history(
      templateFile(
        '2023-01-10T12:00:00Z,buy,2,ETH,2400,USD,,,A,,',
        '2023-02-10T12:00:00Z,buy,100,LINK,700,USD,,,A,,',
        '2024-01-10T12:00:00Z,send,,,1,ETH,0.01,ETH,A,,',
        '2024-01-10T12:20:00Z,receive,1,ETH,,,,,B,,',
        '2024-02-12T12:00:00Z,send,,,50,LINK,0.002,ETH,A,,',
        '2024-02-12T12:20:00Z,receive,50,LINK,,,,,B,,',
        '2025-03-10T12:00:00Z,sell,3000,USD,1,ETH,,,B,,',
        '2025-03-11T12:00:00Z,sell,1000,USD,50,LINK,,,B,,',
      ),
      { transfer_fee: fee },
    )
    await journal.customer.upload('/price_files', {
      file: new File(
        ['asset,date,price,currency\nETH,2024-01-10,2500,USD\nETH,2024-02-12,2600,USD\n'],
        'prices.csv',
        { type: 'text/csv' },
      ),
    })
    await journal.calculate()
    // Held from January 10 to January 10 is short-term; in February it is longer than a year.
    expect((await journal.gains(2024)).slice(0, 2)).toEqual(moved)
    // 3,000 - 1,200 and 1,000 - 350, less what the fee added to the cost: 25 and 5.20, or 12 of the units spent.
    expect((await journal.gains(2025))[1]).toBe(sold)
    expect(await checkInvariants(server.db)).toEqual([])
  },
)
