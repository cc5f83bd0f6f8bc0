import { expect, test } from 'vitest'
import { runMethods } from './methods.ts'
import { runSafeHarbor } from './safe-harbor.ts'
import { runTreatments } from './treatments.ts'
import { terminal } from './testing/run-command.ts'

const HISTORY = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency
2023-01-02T10:00:00Z,buy,2,BTC,40000,USD,,,Kraken,yes,b1,,
2025-01-02T10:00:00Z,payment,10000,USD,,,,,Kraken,yes,p1,,
2025-02-02T10:00:00Z,airdrop,100,ARB,,,,,Kraken,yes,a1,50,USD
`
const ASKED = ['--files', 'h.csv', '--filing-status', 'single', '--other-income', '85000', '--json']
const line = (of: string) => ({
  2025: { income_lines: [{ category: 'payment', source: 'Kraken', line: of }] },
})

async function run(command: 'methods' | 'treatments' | 'safe-harbor', facts?: object) {
  const { io, printed } = terminal({ 'h.csv': HISTORY, 'f.json': JSON.stringify(facts) })
  const stated = facts === undefined ? [] : ['--return', 'f.json']
  const code =
    command === 'methods'
      ? await runMethods([...ASKED, ...stated, '--year', '2025'], io)
      : command === 'treatments'
        ? await runTreatments([...ASKED, ...stated], io)
        : await runSafeHarbor(
            [...ASKED, ...stated, '--pool', 'universal'],
            io,
            new Date('2026-01-05T00:00:00Z'),
          )
  return { code, err: printed.err, out: printed.out }
}

test.each(['methods', 'treatments', 'safe-harbor'] as const)(
  '%s: the estimate has income on the lines that are stated, else on the usual ones',
  async (command) => {
    const taxes = async (facts?: object) => {
      const { code, err, out } = await run(command, facts)
      expect(code, err).toBe(0)
      // 85,000 alone are 13,614; less is a difference, or another year.
      return [...out.matchAll(/"tax": "([\d.]+)"/g)]
        .map(([, tax]) => Number(tax))
        .filter((tax) => tax > 15000)
    }
    const [usual, business, wages] = [
      await taxes(),
      await taxes(line('business')),
      await taxes(line('wages')),
    ]
    expect(usual.length).toBeGreaterThan(0)
    expect(business).toEqual(usual)
    // 10,000 at 22 percent as wages; as a business 1,412.96 of self-employment tax, half of which lowers the income.
    expect(usual.map((tax, n) => Math.round(tax - wages[n]!))).toEqual(usual.map(() => 1258))
  },
)

test.each(['methods', 'treatments', 'safe-harbor'] as const)(
  '%s: a line that the income may not go to is refused with its place',
  async (command) => {
    const { code, err } = await run(command, line('dividends'))
    expect(code).toBe(1)
    expect(err).toContain('payment goes to one of business, wages, other, not to dividends')
    expect(err).toContain('f.json: ')
  },
)
