import { NO_OTHER_BOXES, type BrokerLine } from '@lotbook/journal'

/** A line of a Form 1099-DA, with what the test does not care about filled in. */
export function brokerLine(line: Partial<BrokerLine> & Pick<BrokerLine, 'id'>): BrokerLine {
  return {
    form: 'f1',
    status: 'original',
    year: 2025,
    account: 'Coinbase',
    recipient: 'taxpayer',
    code: null,
    name: 'Bitcoin',
    asset: 'BTC',
    units: '1',
    acquired: null,
    sold: '2025-03-04',
    proceeds: '100',
    basis: null,
    isBasisReported: false,
    proceedsAre: 'net',
    withheld: null,
    term: null,
    isNoncovered: true,
    total: null,
    count: null,
    transferredIn: null,
    others: NO_OTHER_BOXES,
    tiedTo: null,
    note: null,
    loss: 'as_on_form',
    ...line,
  }
}
