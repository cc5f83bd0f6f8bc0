/** A node as the proxy knows it. */
export interface ApiNode {
  readonly name: string
  readonly port: number
}

export interface PoolerPlaces {
  /** The folder of PostgreSQL's socket, and that of the pooler's own: only their owner gets in, so nobody is asked who they are. */
  readonly databaseSocket: string
  readonly socket: string
  readonly users: string
  readonly database: string
}

/** PgBouncer's, in transaction mode, reached by a private socket. */
export function pgbouncerConfiguration({ databaseSocket, socket, users, database }: PoolerPlaces): string {
  return `[databases]
${database} = host=${databaseSocket} port=5432 dbname=${database}

[pgbouncer]
pool_mode = transaction
listen_addr =
listen_port = 6432
unix_socket_dir = ${socket}
unix_socket_mode = 0700
auth_type = trust
auth_file = ${users}
; More than the connections that one customer's waiting requests can hold.
default_pool_size = 30
max_client_conn = 1000
; A request gives up after ten seconds by itself.
query_wait_timeout = 15
; A PostgreSQL that was gone is found to be back within a second, not fifteen.
server_login_retry = 1
log_connections = 0
log_disconnections = 0
log_stats = 0
`
}

export interface ProxyPlaces {
  readonly port: number
  readonly nodes: readonly ApiNode[]
  /** The socket that figures are read from. */
  readonly statistics: string
}

/**
 * HAProxy's: a node is asked for `/readyz` each second and left alone once it is not ready, or takes no connection. A request that a dying node left without
 * an answer goes to another one where it can be done twice: a read, or what has a key under which it is answered once.
 */
export function haproxyConfiguration({ port, nodes, statistics }: ProxyPlaces): string {
  const servers = nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port}`).join('\n')
  return `global
  maxconn 2000
  stats socket ${statistics} mode 600
  # Requests of this size can be sent again.
  tune.bufsize 65536

defaults
  mode http
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response 503
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  timeout queue 10s

frontend lotbook
  bind 127.0.0.1:${port}
  default_backend api

backend api
  balance roundrobin
  http-request disable-l7-retry if !METH_GET !{ req.hdr(Idempotency-Key) -m found }
  option httpchk GET /readyz
  http-check expect status 200
  timeout check 4s
  default-server check inter 1s fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
${servers}
`
}
