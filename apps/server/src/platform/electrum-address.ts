import { ELECTRUM_TCP, ELECTRUM_TLS } from '@lotbook/sources'

/** The address of a server of the Electrum protocol, and how its certificate is known. */
export interface ElectrumAddress {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
  /** SHA-256 of its certificate in small hexadecimal digits; undefined where a known authority has to have signed it. */
  readonly fingerprint: string | undefined
}

const FORM = 'expected electrum-tls://host:50002, or electrum-tcp://host:50001 inside your own network'
/** Ports that servers of the protocol listen at, where an address names none. */
const PORTS = { [ELECTRUM_TLS]: 50_002, [ELECTRUM_TCP]: 50_001 } as const

/**
 * Reads the address of an Electrum server. Such servers mostly have a certificate that they signed themselves, so an address may name
 * the fingerprint of the one to trust: `electrum-tls://host:50002?sha256=…`.
 *
 * @returns the address, or the reason why the text is none
 */
export function electrumAddress(text: string): ElectrumAddress | string {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== ELECTRUM_TLS && url.protocol !== ELECTRUM_TCP)) return FORM
  const { protocol, hostname, port, pathname, hash, username, password, searchParams } = url
  const isBare = (pathname === '' || pathname === '/') && hash === '' && username === '' && password === ''
  if (hostname === '' || !isBare) return FORM
  const isTls = protocol === ELECTRUM_TLS
  const named = [...searchParams.keys()]
  if (named.some((name) => name !== 'sha256')) return `expected nothing behind the port but ?sha256=…`
  if (named.length > 0 && !isTls) return 'expected no ?sha256=… where nothing is encrypted (electrum-tcp)'
  // As openssl prints it, or in digits alone.
  const prints = searchParams.getAll('sha256').map((print) => print.replaceAll(':', '').toLowerCase())
  if (prints.length > 1 || !prints.every((print) => /^[0-9a-f]{64}$/.test(print)))
    return 'expected behind ?sha256= the SHA-256 fingerprint of the certificate, in 64 hexadecimal digits'
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? PORTS[protocol] : Number(port),
    isTls,
    fingerprint: prints[0],
  }
}
