import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const MOST_LETTERS = 500

/**
 * Why messages are not sent to an address that a customer names; undefined where they are. It is of the open Internet, encrypted, at the usual
 * port and without a password in it. Whether its name leads to this network is looked up when a connection is made, each time.
 */
export function customerAddressProblem(text: string): string | undefined {
  if (text.length > MOST_LETTERS || !URL.canParse(text))
    return 'Enter a web address such as https://example.com/hook.'
  const { protocol, port, hostname, username, password } = new URL(text)
  if (protocol !== 'https:') return 'Enter an address that begins with https://.'
  if (port !== '') return 'Enter an address without a port: messages go to port 443.'
  if (username !== '' || password !== '') return 'Enter an address without a name or password in it.'
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) !== 0 && !isPublicAddress(address)) return 'Enter an address on the public Internet.'
  if (/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(hostname))
    return 'Enter an address on the public Internet.'
  return undefined
}
