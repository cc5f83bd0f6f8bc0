import { calculate, compareYears, parseCalculationInput, type OpenQuestion } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { runDecisions } from './decisions.ts'
import { runCommand, terminal } from './testing/run-command.ts'
import { scenarios } from './testing/scenarios.ts'

const event = (id: string, at: string, type: string, rest: object) => ({
  id,
  at: `${at}T12:00:00Z`,
  type,
  account: 'kraken',
  ...rest,
})
const gives = (amount: string, currency: string) => ({ from_currency: currency, from_amount: amount })
const gets = (amount: string, currency: string) => ({ to_currency: currency, to_amount: amount })

/** A coin sold that never came in, ether sent to nobody knows whom, a receipt from nobody knows where, a gift of unknown basis. */
const HISTORY = JSON.stringify({
  settings: { jurisdiction: 'US' },
  transactions: [
    event('ether', '2023-04-01', 'buy', { ...gives('4000', 'USD'), ...gets('2', 'ETH') }),
    event('gift', '2024-05-01', 'incoming', {
      sub_type: 'gift_received',
      ...gets('100', 'ADA'),
      to_value: '50',
    }),
    event('sale', '2025-03-01', 'sell', { ...gives('1', 'BTC'), ...gets('80000', 'USD') }),
    event('sent', '2025-04-01', 'outgoing', { sub_type: 'sent', ...gives('2', 'ETH') }),
    event('came', '2025-05-01', 'incoming', { sub_type: 'received', ...gets('10', 'SOL') }),
    event('gift sold', '2025-06-01', 'sell', { ...gives('100', 'ADA'), ...gets('90', 'USD') }),
    event('came sold', '2025-07-01', 'sell', { ...gives('10', 'SOL'), ...gets('1500', 'USD') }),
  ],
})
const FILES = { 'h.json': HISTORY }

interface Effect {
  readonly refused: string | null
  readonly years: readonly object[]
}
interface Printed {
  readonly questions: readonly (OpenQuestion & {
    readonly is_worked_out: boolean
    readonly may_change: string | null
    readonly answers: readonly {
      readonly option: string
      readonly needs: readonly string[]
      readonly effect: Effect | null
    }[]
  })[]
}
interface Decided {
  readonly answers: readonly { readonly transaction: string; readonly effect: Effect }[]
  readonly together: readonly object[]
}

const open = async (history = HISTORY) => {
  const { code, out, err } = await runCommand(runDecisions, ['h.json', '--json'], { 'h.json': history })
  expect([code, err]).toEqual([0, ''])
  return (JSON.parse(out) as Printed).questions
}
const answered = (...answers: string[]) => ['h.json', ...answers.flatMap((answer) => ['--answer', answer])]

test('N11 what is open, and what each answer would change that has nothing more to say', async () => {
  const questions = await open()
  expect(questions.map(({ code, tx, quantity, asset }) => `${code} ${tx} ${quantity} ${asset}`)).toEqual([
    'MISSING_BASIS sale 1 BTC',
    'UNRESOLVED_RECEIVED came 10 SOL',
    'GIFT_BASIS_UNKNOWN gift 100 ADA',
    'UNRESOLVED_SENT sent 2 ETH',
    'NEGATIVE_BALANCE sale 1 BTC',
  ])
  // What was sent has no value, and an opening lot no cost before somebody says it.
  expect(questions.map(({ may_change }) => may_change)).toEqual(['80000', '1500', '90', null, null])
  const ofSent = questions.find(({ tx }) => tx === 'sent')?.answers ?? []
  expect(
    ofSent.map(({ option, effect }) => [option, effect?.refused === null, effect?.years.length]),
  ).toEqual([
    ['gift_sent', true, 0],
    ['purchase', false, 0],
    ['donation', false, 0],
    ['lost', true, 0],
    ['stolen', true, 0],
    ['own_wallet', true, 0],
  ])
  const asking = questions.flatMap(({ answers }) => answers).filter(({ effect }) => effect === null)
  expect(asking.map(({ option, needs }) => `${option}: ${needs.join()}`)).toEqual([
    'opening_lot: acquired_on,cost',
    'income: sub_type',
    'bought: cost',
    'claim_disposed: claim_account',
    'claim_carried: claim_account',
    'donor_basis: donor_basis',
    'opening_lot: acquired_on,cost',
  ])
})

test('N11 each answer by itself and all together, and an input that follows them', async () => {
  const { io, printed, written } = terminal(FILES)
  const answers = answered(
    'sale=opening_lot,acquired_on=2020-01-05,cost=4000',
    'came=income,sub_type=airdrop,value=1000',
    'sent=purchase,value=7000',
    'gift=donor_basis,donor_basis=30',
  )
  expect(await runDecisions([...answers, '--out', 'out', '--json'], io), printed.err).toBe(0)
  const { answers: each, together } = JSON.parse(printed.out) as Decided
  const year = (gain: string, short: string, income: string) => ({
    year: 2025,
    gain,
    short,
    income,
    deduction: '0',
  })
  // 80,000 were short-term without a day; 4,000 of cost since 2020 make 76,000 of long-term gain of them.
  expect(each.map(({ transaction, effect }) => [transaction, effect.years])).toEqual([
    ['sale', [year('-4000', '-80000', '0')]],
    ['came', [year('-1000', '-1000', '1000')]],
    ['sent', [year('3000', '0', '0')]],
    ['gift', [year('-30', '0', '0')]],
  ])
  expect(together).toEqual([year('-2030', '-81000', '1000')])

  const before = calculate(parseCalculationInput(JSON.parse(HISTORY))).years
  const after = calculate(parseCalculationInput(JSON.parse(written.get('out/input.json') ?? '')))
  expect(compareYears(before, after.years)).toEqual(together)
  expect(after.warnings).toEqual([])
  expect(await open(written.get('out/input.json'))).toEqual([])
})

test('N11 as tables', async () => {
  const { out } = await runCommand(runDecisions, ['h.json'], FILES)
  expect(out).toContain('sale: 1 BTC in kraken: more is disposed of than ever came in')
  expect(out).toMatch(/^sale: .* \(MISSING_BASIS\); it may change 80000 USD\n/)
  expect(out).toMatch(
    /\nIt is not known what each of these 2 would change:\n\nsent: .* \(UNRESOLVED_SENT\)\n/,
  )
  expect(out).toMatch(/\nopening_lot +needs acquired_on, cost\n/)
  expect(out).toMatch(/\npurchase +not so: transactions\[3\] \(sent\): from_value: Missing/)
  const one = await runCommand(runDecisions, ['h.json', '--transaction', 'gift'], FILES)
  expect(one.out).toContain('GIFT_BASIS_UNKNOWN')
  expect(one.out).not.toContain('MISSING_BASIS')
  const said = await runCommand(runDecisions, answered('came=bought,cost=1200'), FILES)
  expect(said.out).toMatch(/\ncame +bought +2025 +-1200 +-1200 +0 +0\n/)
  const whole = { settings: {}, transactions: [] }
  expect((await runCommand(runDecisions, ['h.json'], { 'h.json': JSON.stringify(whole) })).out).toBe(
    'Nothing is open.\n',
  )
})

test.each([
  ['sale=opening_lot,acquired_on=2025-03-02,cost=1', 'it must have been there before it was used'],
  ['sale=opening_lot,acquired_on=2020-02-31,cost=1', 'there is no such day: 2020-02-31'],
  ['sale=opening_lot,acquired_on=2020-01-05,cost=dear', 'cost is no amount: dear'],
  ['sale=opening_lot,cost=1', 'opening_lot needs acquired_on'],
  ['sale=lost', 'nothing is open of it that lost answers'],
  ['nobody=lost', 'nothing is open of it that lost answers'],
  ['sent=purchase', 'transactions[3] (sent): from_value: Missing: what left has no value'],
])('N11 an answer that cannot be given is refused and nothing is written: %s', async (answer, why) => {
  const { io, printed, written } = terminal(FILES)
  const transaction = answer.split('=')[0] ?? ''
  expect(await runDecisions([...answered(answer), '--out', 'out'], io)).toBe(1)
  expect([printed.err, written.size]).toEqual([`${transaction}: ${why}\n`, 0])
})

test.each(scenarios.map(({ id, input }) => [id, JSON.stringify(input)] as const))(
  'N11 %s: what is accepted as it is changes nothing, and what is open is what the calculation warns of',
  async (_, input) => {
    const questions = await open(input)
    const { warnings } = calculate(parseCalculationInput(JSON.parse(input)))
    const codes = questions.filter(({ code }) => code !== 'NEGATIVE_BALANCE' && code !== 'MISSING_PRICE')
    expect(new Set(codes.map(({ code, tx }) => `${code} ${tx}`))).toEqual(
      new Set(warnings.flatMap(({ code, tx }) => (tx === null ? [] : [`${code} ${tx}`]))),
    )
    const accepted = questions
      .flatMap(({ answers }) => answers)
      .filter(({ option }) => option === 'zero_basis' || option === 'own_wallet')
    for (const { effect } of accepted) expect(effect).toEqual({ refused: null, years: [] })
  },
)

test('N11 E19 what no file states the price of is asked for, and answered with a value or as worth nothing', async () => {
  const file = [
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
    '2024-06-01T00:00:00Z,airdrop,500,XYZ,,,,,Kraken,yes,a1',
    '2024-07-01T00:00:00Z,trade,2,ABC,500,XYZ,0.5,XYZ,Kraken,yes,t1',
    '2024-09-01T00:00:00Z,sell,700,USD,1.5,ABC,0,USD,Kraken,yes,s1',
    '',
  ].join('\n')
  const files = ['--files', 'h.csv']
  const { out } = await runCommand(runDecisions, [...files, '--json'], { 'h.csv': file })
  const { questions } = JSON.parse(out) as {
    questions: (OpenQuestion & { origin: string; answers: object[] })[]
  }
  const missing = questions.filter(({ code }) => code === 'MISSING_PRICE')
  expect(missing).toMatchObject([
    {
      origin: 'h.csv, line 2',
      asset: 'XYZ',
      quantity: '500',
      answers: [
        { option: 'price', needs: ['value'], effect: null },
        // It counts so already.
        { option: 'worthless', effect: { refused: null, years: [] } },
      ],
    },
    { origin: 'h.csv, line 3', asset: 'ABC', quantity: '2' },
  ])
  const [airdrop, trade] = missing.map(({ tx }) => tx)
  const { io, printed, written } = terminal({ 'h.csv': file })
  const answers = [`${airdrop}=price,value=100`, `${trade}=price,value=600`]
  const code = await runDecisions(
    [...files, ...answers.flatMap((one) => ['--answer', one]), '--out', 'out', '--json'],
    io,
  )
  expect(code, printed.err).toBe(0)
  const { answers: each, together } = JSON.parse(printed.out) as Decided
  // 100 of income, and as much less gain when it is traded for what is worth nothing.
  expect(each[0]?.effect.years).toMatchObject([{ year: 2024, gain: '-100', income: '100' }])
  const decided = calculate(parseCalculationInput(JSON.parse(written.get('out/input.json') ?? '')))
  expect(together).toMatchObject([{ year: 2024, income: '100' }])
  expect(decided.years['2024']?.income).toBe('100')
  expect(decided.disposals.find(({ kind }) => kind === 'trade')?.proceeds).toBe('599.4')
  const text = await runCommand(runDecisions, files, { 'h.csv': file })
  expect(text.out).toContain('h.csv, line 2: 500 XYZ in')
  expect(text.out).toContain('nothing states what this was worth (MISSING_PRICE)')
})

const TEMPLATE =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'

/** What is asked of a file, and what comes of answers to it, each given by the asset that it is about. */
async function prices(...rows: string[]) {
  const files = { 'h.csv': `${[TEMPLATE, ...rows].join('\n')}\n` }
  const { out } = await runCommand(runDecisions, ['--files', 'h.csv', '--json'], files)
  const missing = (JSON.parse(out) as Printed).questions.filter(({ code }) => code === 'MISSING_PRICE')
  const decide = async (values: Readonly<Record<string, string>>) => {
    const { io, printed, written } = terminal(files)
    const answers = missing.flatMap(({ tx, asset }) =>
      asset in values ? ['--answer', `${tx}=price,value=${values[asset] ?? ''},asset=${asset}`] : [],
    )
    const code = await runDecisions(['--files', 'h.csv', ...answers, '--out', 'out'], io)
    expect(code, printed.err).toBe(0)
    return calculate(parseCalculationInput(JSON.parse(written.get('out/input.json') ?? '')))
  }
  const refused = async (answer: string) => {
    const { err } = await runCommand(runDecisions, ['--files', 'h.csv', '--answer', answer], files)
    return err.split('\n').find((line) => line.startsWith(answer.split('=')[0] ?? ''))
  }
  return { missing, decide, refused, asked: missing.map(({ quantity, asset }) => `${quantity} ${asset}`) }
}

test('N11 E19 each price that one transaction lacks is asked for, and answered by its asset', async () => {
  const { missing, asked, decide, refused } = await prices(
    '2024-01-01T00:00:00Z,buy,500,XYZ,50,USD,,,Kraken,yes,b1',
    '2024-01-02T00:00:00Z,buy,3,BNB,900,USD,,,Kraken,yes,b2',
    '2024-07-01T00:00:00Z,trade,2,ABC,500,XYZ,1,BNB,Kraken,yes,t1',
  )
  expect(asked).toEqual(['2 ABC', '1 BNB'])
  const tx = missing[0]?.tx ?? ''
  expect(await refused(`${tx}=price,value=600`)).toBe(`${tx}: of which asset? asset=ABC or asset=BNB`)
  expect(await refused(`${tx}=price,value=600,asset=XYZ`)).toBe(
    `${tx}: nothing is open of it that price answers in XYZ`,
  )
  const { disposals } = await decide({ ABC: '600', BNB: '310' })
  expect(disposals.map(({ kind, asset, proceeds }) => [kind, asset, proceeds])).toEqual([
    ['trade', 'XYZ', '290'],
    ['fee', 'BNB', '310'],
  ])
})

test('N11 E19 R-TRF-2 what a transfer cost is asked for: units lost on the way, and a fee of each side', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  const { asked, decide } = await prices(
    '2024-01-01T00:00:00Z,buy,1,BTC,1000,USD,,,Kraken,yes,b1',
    '2024-01-02T00:00:00Z,buy,2,BNB,200,USD,,,Kraken,yes,b2',
    '2024-01-03T00:00:00Z,buy,3,SOL,90,USD,,,Gemini,yes,b3',
    `2025-03-01T00:00:00Z,send,,,1,BTC,0.5,BNB,Kraken,yes,${hash}`,
    `2025-03-01T00:10:00Z,receive,0.99,BTC,,,1,SOL,Gemini,yes,${hash}`,
  )
  expect(asked.toSorted()).toEqual(['0.01 BTC', '0.5 BNB', '1 SOL'])
  const { disposals } = await decide({ BTC: '700', BNB: '250', SOL: '120' })
  expect(disposals.map(({ asset, proceeds, gain }) => `${asset} ${proceeds} ${gain}`).toSorted()).toEqual([
    'BNB 250 200',
    'BTC 700 690',
    'SOL 120 90',
  ])
})

test('N11 E19 R-OPEN-10 a fee that an arrival was given back in another coin is a rebate there, and asked for its worth', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  const { asked, decide } = await prices(
    '2024-01-01T00:00:00Z,buy,1,BTC,1000,USD,,,Kraken,yes,b1',
    `2025-03-01T00:00:00Z,send,,,1,BTC,,,Kraken,yes,${hash}`,
    `2025-03-01T00:10:00Z,receive,1,BTC,,,-2,SOL,Gemini,yes,${hash}`,
  )
  expect(asked).toEqual(['2 SOL'])
  const { lots, disposals, income } = await decide({ SOL: '240' })
  expect(lots.map(({ asset, account, quantity, basis }) => [asset, account, quantity, basis])).toEqual([
    ['BTC', 'gemini', '1', '1000'],
    ['SOL', 'gemini', '2', '240'],
  ])
  expect([disposals, income]).toEqual([[], []])
})

test('N11 E19 a gift of an input that says what the donor paid and not what it was worth', async () => {
  const given = (rest: object) =>
    JSON.stringify({
      settings: { jurisdiction: 'US' },
      transactions: [
        event('gift', '2024-05-01', 'incoming', { sub_type: 'gift_received', ...gets('1', 'ETH'), ...rest }),
        event('sold', '2024-06-01', 'sell', { ...gives('1', 'ETH'), ...gets('1000', 'USD') }),
      ],
    })
  const lossy = given({ gift: { donor_basis: '3000', donor_acquired: '2020-01-01' } })
  expect((await open(lossy)).map(({ code, tx, asset }) => [code, tx, asset])).toEqual([
    ['MISSING_PRICE', 'gift', 'ETH'],
  ])
  const { out } = await runCommand(runDecisions, [...answered('gift=price,value=1200'), '--json'], {
    'h.json': lossy,
  })
  // A loss of 2,000 long-term from what the donor paid is one of 200, short-term, from what it was worth.
  expect((JSON.parse(out) as Decided).together).toMatchObject([{ year: 2024, gain: '1800', short: '-200' }])
  expect(await open(given({ gift: { donor_basis: '0' } }))).toEqual([])
  expect(await open(given({ gift: { donor_basis: '3000' }, to_value: '4000' }))).toEqual([])
})

test('of more questions than are worth waiting for, the rest are listed, and said not to be worked out', async () => {
  const all = await open()
  const few = await runCommand(runDecisions, ['h.json', '--json', '--most', '1'], FILES)
  const { questions } = JSON.parse(few.out) as Printed
  expect(questions.map(({ tx }) => tx)).toEqual(all.map(({ tx }) => tx))
  expect(all.map((question) => question.is_worked_out)).toEqual(all.map(() => true))
  expect(questions[0]).toEqual(all[0])
  expect(questions.slice(1).every(({ is_worked_out }) => !is_worked_out)).toBe(true)
  expect(questions.slice(1).flatMap(({ answers }) => answers.map(({ effect }) => effect))).toEqual(
    questions.slice(1).flatMap(({ answers }) => answers.map(() => null)),
  )
  expect(few.err).toContain(
    `What ${all.length - 1} of ${all.length} questions would change is not worked out`,
  )
  expect((await runCommand(runDecisions, ['h.json', '--most', '1'], FILES)).out).toContain('not worked out')
})

test.each([
  [[]],
  [['h.json', '--answer', 'sale']],
  [['h.json', '--answer', 'sale=forget']],
  [['h.json', '--answer', 'sent=lost,cost=5']],
  [['h.json', '--out', 'out']],
  [['h.json', '--transaction', 'sale', '--answer', 'sale=zero_basis']],
  [['h.json', '--most', 'all']],
  [['h.json', '--most', '3', '--transaction', 'sale']],
  [['h.json', '--most', '3', '--answer', 'sale=zero_basis']],
])('misuse is answered with the usage: %j', async (args) => {
  const { code, err } = await runCommand(runDecisions, args, FILES)
  expect([code, err]).toEqual([2, expect.stringContaining('Usage: lotbook decisions')])
})

const CLAIM = JSON.stringify({
  settings: { jurisdiction: 'US' },
  transactions: [
    event('frozen', '2020-03-01', 'buy', { ...gives('6000', 'USD'), ...gets('1', 'BTC') }),
    event('paid', '2024-02-15', 'incoming', {
      sub_type: 'received',
      ...gets('0.3', 'BTC'),
      to_value: '15600',
    }),
    event('again', '2024-11-27', 'incoming', {
      sub_type: 'received',
      ...gets('0.1', 'BTC'),
      to_value: '9300',
    }),
  ],
})

test('N11 R-LOSS-1 payments on a claim are answered in any order, and the rest is lost when the case is closed', async () => {
  const { io, printed, written } = terminal({ 'h.json': CLAIM })
  const answers = answered(
    'again=claim_carried,claim_account=kraken',
    'paid=claim_disposed,claim_account=kraken',
  )
  const args = [...answers, '--close-claim', 'kraken=2026-01-31', '--out', 'out', '--json']
  expect(await runDecisions(args, io), printed.err).toBe(0)
  const { answers: each } = JSON.parse(printed.out) as Decided
  expect(each.map(({ transaction }) => transaction)).toEqual(['again', 'paid'])
  const after = calculate(parseCalculationInput(JSON.parse(written.get('out/input.json') ?? '')))
  expect(after.disposals.map(({ gain }) => gain)).toEqual(['13800'])
  expect(after.removals.map(({ kind, quantity, basis, date }) => [kind, quantity, basis, date])).toEqual([
    ['lost', '0.6', '3600', '2026-01-31'],
  ])
  expect(after.lots.map(({ quantity, basis }) => [quantity, basis])).toEqual([
    ['0.1', '600'],
    ['0.3', '15600'],
  ])
})

test.each([
  ['kraken=2019-01-01', 1, 'kraken: something moved in kraken after 2019-01-01\n'],
  ['nowhere=2026-01-31', 1, 'nowhere: nothing is left in nowhere on 2026-01-31\n'],
  ['kraken=soon', 2, /^Usage: /],
])('R-LOSS-1 a claim that cannot be closed says why: %s', async (closing, code, said) => {
  const { io, printed, written } = terminal({ 'h.json': CLAIM })
  expect(await runDecisions(['h.json', '--close-claim', closing, '--out', 'out'], io)).toBe(code)
  expect(printed.err).toMatch(said)
  expect(written.size).toBe(0)
})
