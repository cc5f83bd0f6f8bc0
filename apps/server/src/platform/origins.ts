import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** The origins from which this server takes changes and sockets, exactly. */
export function allowedOrigins(config: Config, app: FastifyInstance): readonly string[] {
  if (config.origins.length > 0) return config.origins
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => loopback(host, port))
}

/** The origin of links that no request asks for: the first that is configured, else this machine. */
export function configuredOrigin({ origins, port }: Config): string {
  return origins[0] ?? loopback('127.0.0.1', port)
}

const loopback = (host: string, port: number) => new URL(`http://${host}:${port}`).origin
