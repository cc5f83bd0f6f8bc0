/** Two ETH for 100, one of them sold for 80 a year later: 30 of gain. */
export const history = {
  settings: { jurisdiction: 'US', method: 'fifo' },
  transactions: [
    {
      id: 'b',
      at: '2024-01-01T12:00:00Z',
      type: 'buy',
      account: 'kraken',
      from_currency: 'USD',
      from_amount: '100',
      to_currency: 'ETH',
      to_amount: '2',
    },
    {
      id: 's',
      at: '2025-01-01T12:00:00Z',
      type: 'sell',
      account: 'kraken',
      from_currency: 'ETH',
      from_amount: '1',
      to_currency: 'USD',
      to_amount: '80',
    },
  ],
}
