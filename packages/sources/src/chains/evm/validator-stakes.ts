import { isStaked } from '../../providers/etherscan/deposit-contract.ts'
import { type JsonObject, textIn } from '../../exchanges/json-answer.ts'

/** Contracts of the chain itself that take requests of a validator's owner (EIP-7002, EIP-7251). */
const WITHDRAWAL_REQUESTS = '0x00000961ef480eb55e80d19ad83579a64c007002'
const CONSOLIDATION_REQUESTS = '0x0000bbddc7ce488642fb579f8b00f3a590007251'

const WEI_OF_GWEI = 1_000_000_000n
const ETHER = 1_000_000_000_000_000_000n
/** A validator that left holds more: it leaves by itself at 16 ETH. Nothing that is paid beside its stake comes near. */
const LEAST_EXIT = 8n * ETHER

/** An act of an address about its own validators. */
export interface ValidatorAct {
  /** Seconds since 1970. */
  readonly at: number
  readonly kind: 'deposit' | 'request' | 'consolidation'
  /** Public key of the validator in hexadecimal; the hash of the transaction where it names none. */
  readonly key: string
  /** Wei that were staked, or asked back. */
  readonly wei: bigint
  /** Public key of the validator that takes over. */
  readonly into?: string
}

/** The act that a transaction of an explorer's list is; undefined of every other. */
export function actOf(row: JsonObject, own: string): ValidatorAct | undefined {
  const [from, to] = ['from', 'to'].map((field) => textIn(row, field).toLowerCase())
  const hasFailed = textIn(row, 'isError') === '1' || textIn(row, 'txreceipt_status') === '0'
  if (from !== own || to === undefined || hasFailed) return undefined
  const input = textIn(row, 'input').toLowerCase()
  const at = Number(textIn(row, 'timeStamp'))
  const bytes = (start: number, count: number) => input.slice(2 + 2 * start, 2 + 2 * (start + count))
  const value = textIn(row, 'value')
  if (isStaked(to) && isStakeOf(input, own)) {
    const key = input.length > 2 + 2 * PUBLIC_KEY ? bytes(PUBLIC_KEY, KEY_BYTES) : textIn(row, 'hash')
    return { at, kind: 'deposit', key, wei: /^\d{1,30}$/.test(value) ? BigInt(value) : 0n }
  }
  if (to === WITHDRAWAL_REQUESTS && input.length === 2 + 2 * (KEY_BYTES + 8))
    return {
      at,
      kind: 'request',
      key: bytes(0, KEY_BYTES),
      wei: BigInt(`0x${bytes(KEY_BYTES, 8)}`) * WEI_OF_GWEI,
    }
  if (to === CONSOLIDATION_REQUESTS && input.length === 2 + 4 * KEY_BYTES)
    return {
      at,
      kind: 'consolidation',
      key: bytes(0, KEY_BYTES),
      into: bytes(KEY_BYTES, KEY_BYTES),
      wei: 0n,
    }
  return undefined
}

const KEY_BYTES = 48
/** Places of the public key and of the credentials in a call of `deposit`, in bytes. */
const PUBLIC_KEY = 164
const CREDENTIALS = 260

/**
 * Whether a deposit comes back to the address that made it. Credentials of an address (0x01, 0x02) name whom the validator pays; older ones
 * (0x00) name nobody yet, and a list without the call's data says nothing.
 */
export function isStakeOf(input: string, own: string): boolean {
  const credentials = input.toLowerCase().slice(2 + 2 * CREDENTIALS, 2 + 2 * (CREDENTIALS + 32))
  return !/^0[12]/.test(credentials) || credentials.endsWith(own.slice(2).toLowerCase())
}

/** A withdrawal divided into the stake that came back and what it earned; undefined where nothing states it. */
export interface DividedWithdrawal {
  readonly stake: bigint
  readonly reward: bigint
}

/**
 * Stakes of an address's validators, by what it did itself. Withdrawals are asked about oldest first.
 *
 * A withdrawal far below a stake is a reward: a validator pays out what it holds beyond the most that counts. One that may be the end of a
 * validator brings back a stake that the address itself deposited. Where it deposited none, several fit, or a part was asked for, nobody says what
 * is stake and what is reward.
 */
export class ValidatorStakes {
  readonly #acts: ValidatorAct[]
  readonly #stakes = new Map<string, bigint>()
  readonly #asked: bigint[] = []

  constructor(acts: readonly ValidatorAct[]) {
    this.#acts = acts.toSorted((a, b) => a.at - b.at)
  }

  divide(at: number, wei: bigint): DividedWithdrawal | undefined {
    this.#actUntil(at)
    const asked = this.#asked.indexOf(wei)
    if (asked !== -1) {
      this.#asked.splice(asked, 1)
      return undefined
    }
    if (wei < LEAST_EXIT) return { stake: 0n, reward: wei }
    const stake = this.#stakeIn(wei)
    if (stake === undefined) return undefined
    this.#stakes.delete(stake.key)
    const returned = stake.held < wei ? stake.held : wei
    return { stake: returned, reward: wei - returned }
  }

  #actUntil(at: number): void {
    for (let act = this.#acts[0]; act !== undefined && act.at <= at; act = this.#acts[0]) {
      this.#acts.shift()
      const held = this.#stakes.get(act.key) ?? 0n
      if (act.kind === 'deposit') this.#stakes.set(act.key, held + act.wei)
      // Asking for nothing is asking for all.
      else if (act.kind === 'request' && act.wei > 0n) this.#asked.push(act.wei)
      else if (act.into !== undefined && act.into !== act.key) {
        this.#stakes.delete(act.key)
        this.#stakes.set(act.into, (this.#stakes.get(act.into) ?? 0n) + held)
      }
    }
  }

  /** The one stake that a whole validator may have brought back: the largest that fits, else the smallest of one that was punished. */
  #stakeIn(wei: bigint): { readonly key: string; readonly held: bigint } | undefined {
    const all = [...this.#stakes].map(([key, held]) => ({ key, held })).filter(({ held }) => held > 0n)
    const fitting = all.filter(({ held }) => held <= wei).toSorted((a, b) => compareUnits(b.held, a.held))
    const [best, ...others] = fitting
    if (best === undefined) return all.toSorted((a, b) => compareUnits(a.held, b.held))[0]
    const isWithAnother = others.some(({ held }) => best.held + held <= wei)
    return isWithAnother || 2n * (wei - best.held) > best.held ? undefined : best
  }
}

const compareUnits = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
