import { ProviderBusy, ProviderDown } from '@lotbook/sources'
import { z } from 'zod'
import type { Services } from '../../platform/request-context.ts'

/** The packet of a year, as a partner gets it. */
export interface HandedPacket {
  /** The same for the same packet, so that a partner can tell that it comes again. */
  readonly id: string
  readonly taxYear: number
  readonly taxpayer: string
  readonly fileName: string
  /** Hexadecimal. */
  readonly sha256: string
  readonly bytes: Buffer
}

/** A partner takes a packet and files the return with the person. */
export interface FilingPartner {
  readonly name: string
  /**
   * @returns the address at which the person goes on.
   * @throws PartnerFailed
   */
  handOver(packet: HandedPacket): Promise<string>
}

/** The partner did not take the packet. */
export class PartnerFailed extends Error {
  override readonly name = 'PartnerFailed'
}

/** The partner of this installation; undefined where the operator named none. */
export function filingPartner({
  config,
  outbound,
}: Pick<Services, 'config' | 'outbound'>): FilingPartner | undefined {
  const partner = config.filingPartner
  if (partner === undefined) return undefined
  const ask = outbound.provider('filing-partner', { retries: 0 })
  return {
    name: partner.name,
    async handOver({ id, taxYear, taxpayer, fileName, sha256, bytes }) {
      const { status, text } = await ask({
        method: 'POST',
        path: '/packets',
        headers: {
          authorization: `Bearer ${partner.key.reveal()}`,
          'content-type': 'application/json',
          'idempotency-key': id,
        },
        body: JSON.stringify({
          id,
          tax_year: taxYear,
          taxpayer,
          file_name: fileName,
          media_type: 'application/zip',
          sha256,
          content: bytes.toString('base64'),
        }),
      }).catch((thrown: unknown) => {
        if (thrown instanceof ProviderBusy || thrown instanceof ProviderDown)
          throw new PartnerFailed(thrown.message)
        throw thrown
      })
      if (status !== 200 && status !== 201) throw new PartnerFailed(`it answered with status ${status}`)
      return addressIn(text, partner.url)
    },
  }
}

/** The address in an answer: of the partner's own site, since the person is sent there. */
function addressIn(text: string, base: string): string {
  const { data } = z.object({ url: z.url() }).safeParse(jsonOf(text))
  if (data === undefined || new URL(data.url).origin !== new URL(base).origin)
    throw new PartnerFailed('it named no address of its own to go on at')
  return data.url
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
