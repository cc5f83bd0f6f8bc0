import { lookup as resolveName } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 addresses that are nobody's on the Internet (RFC 6890 and its registry), multicast among them. */
const NOT_PUBLIC = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, 'ipv4')

/**
 * All of IPv6 that is given out to anybody is in 2000::/3: loopback, mapped, NAT64, unique local, link-local and multicast
 * addresses are outside. What is reserved or leads to an IPv4 address inside it (Teredo, 6to4, documentation) is taken out.
 */
const GIVEN_OUT = new BlockList()
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6')

/** Whether an address is one of the open Internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !NOT_PUBLIC.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && GIVEN_OUT.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
    default:
      return false
  }
}

/** A name that leads to an address inside this network. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

/** The addresses of a name. */
export type Resolve = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

export const systemResolve: Resolve = (name) => resolveName(name, { all: true, verbatim: true })

/**
 * The look-up of a connection, which is made to the very addresses that were checked: a name that leads elsewhere a moment
 * later leads nowhere. One address inside this network among several is enough to refuse the name.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (found) => {
        const [first] = found
        if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
          callback(new ForbiddenAddress(`${name} leads to an address that is not public`), '')
        else if (all === true) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    )
  }
}
