import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { connectionMessages, fill, messages, type Source } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SourceLogo } from '../../ui/SourceLogo.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import {
  completionPoll,
  firstTicks,
  HARDWARE_COINS,
  type HardwareAccount,
  hardwareAccounts,
  hardwareImports,
} from './hardware-accounts.ts'
import { ledgerManifest } from './ledger-manifest.ts'
import { ledgerTransport, LedgerWallet } from './ledger-wallet.ts'
import { shortAddress } from './wallet-lines.ts'

const { hardwareWallet, walletImport } = connectionMessages

/** The accounts of a Ledger: read from its app where Lotbook runs inside it, else the way there. */
export function LedgerPanel({ source }: { readonly source: Source }) {
  const [wallet] = useState(() => {
    const transport = ledgerTransport()
    return transport === undefined ? undefined : new LedgerWallet(transport)
  })
  return (
    <section aria-label="Ledger" className="mb-6 grid gap-4 border-b border-rule pb-6">
      <h2 className="text-lead font-semibold">{hardwareWallet.title}</h2>
      {wallet === undefined ? <WayThere /> : <FoundAccounts source={source} wallet={wallet} />}
    </section>
  )
}

interface FoundAccountsProps {
  readonly source: Source
  readonly wallet: LedgerWallet
}

function FoundAccounts({ source: { slug, chains }, wallet }: FoundAccountsProps) {
  const client = useQueryClient()
  const [ticked, setTicked] = useState<readonly string[]>()
  /** Accounts that were sent; none once all of them are done. */
  const [sent, setSent] = useState<readonly HardwareAccount[]>([])
  const found = useQuery({
    queryKey: ['ledger', 'accounts'],
    queryFn: () => wallet.accounts(Object.keys(HARDWARE_COINS)),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const histories = useQuery({
    ...api.imports.allHistories.queryOptions({ input: { all: true } }),
    refetchInterval: ({ state }) => completionPoll(sent, hardwareImports(state.data?.data ?? [], chains)),
  })
  const problem = found.error ?? (histories.data === undefined ? histories.error : null)
  const said =
    problem === null ? undefined : found.error === null ? toApiError(problem).message : problem.message
  useEffect(() => {
    if (said !== undefined) toastFailed(said)
  }, [said])

  if (said !== undefined)
    return (
      <ErrorState
        title="Your Ledger accounts could not be listed"
        text={said}
        busy={found.isFetching || histories.isFetching}
        onRetry={() => void Promise.all([found.refetch(), histories.refetch()])}
      />
    )
  if (found.data === undefined || histories.data === undefined)
    return (
      <Loading label="the accounts of your Ledger">
        <Skeleton className="h-24" />
      </Loading>
    )

  const open = hardwareAccounts(found.data, hardwareImports(histories.data.data, chains), chains)
  const isRunning = sent.some(({ id }) => open.some((account) => account.id === id && account.pending))
  // What is done leaves the list once everything that was sent with it is.
  const shown = [...open, ...sent.filter(({ id }) => open.every((account) => account.id !== id))]
  const chosen = ticked ?? firstTicks(open)
  const wanted = open.filter(({ id, pending }) => chosen.includes(id) && !pending)

  async function send() {
    setTicked(chosen)
    const taken: HardwareAccount[] = []
    for (const account of wanted) {
      try {
        await laterCalls.connections.importWallets({
          wallets: [{ address: account.xpub || account.address, chains: [account.chain] }],
          exchange: slug,
          xpub: account.xpub !== '',
        })
        taken.push(account)
        setSent([...taken])
      } catch {
        toastFailed(fill(hardwareWallet.failed, { coin: account.currencyCode }))
      }
    }
    if (taken.length > 0) toastDone(walletImport.bulkQueued)
    await client.invalidateQueries({ queryKey: api.imports.allHistories.key() })
  }

  if (shown.length === 0)
    return (
      <p className="text-ink-2">
        Every account that Lotbook can read is imported: {Object.values(HARDWARE_COINS).join(', ')}, as far as
        you have added them in Ledger&apos;s app.
      </p>
    )
  return (
    <FoundList
      accounts={shown}
      chains={chains}
      chosen={chosen}
      isUploading={isRunning}
      canImport={wanted.length > 0}
      onChoose={setTicked}
      onImport={send}
      onDone={sent.length > 0 && !isRunning ? () => setSent([]) : undefined}
    />
  )
}

interface FoundListProps {
  readonly accounts: readonly HardwareAccount[]
  readonly chains: Source['chains']
  readonly chosen: readonly string[]
  readonly isUploading: boolean
  readonly canImport: boolean
  readonly onChoose: (ids: readonly string[]) => void
  readonly onImport: () => Promise<void>
  /** Set once everything that was sent is done. */
  readonly onDone: (() => void) | undefined
}

function FoundList(props: FoundListProps) {
  const { accounts, chains, chosen, isUploading, canImport, onChoose, onImport, onDone } = props
  const [isSending, setSending] = useState(false)
  const isAllDone = onDone !== undefined && !isSending
  useEffect(() => {
    if (isAllDone) onDone()
  }, [isAllDone, onDone])
  const isBusy = isSending || isUploading
  return (
    <>
      <p className="text-ink-2">
        These accounts are in Ledger&apos;s app. Only their public keys are read, and nobody can spend with
        those.
      </p>
      <fieldset disabled={isBusy} className="min-w-0">
        <legend className="sr-only">Your Ledger accounts</legend>
        <ul className="grid rounded-card border border-line">
          {accounts.map(({ id, name, currencyCode, chain, address, xpub, pending }) => (
            <li key={id} className="border-t border-rule px-3 py-2 first:border-t-0">
              <Checkbox
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
                }
                hint={<span className="font-mono">{shortAddress(xpub || address)}</span>}
                label={
                  <span className="flex flex-wrap items-center gap-2">
                    <SourceLogo
                      slug={chain}
                      name={chains.find(({ slug }) => slug === chain)?.name ?? currencyCode}
                      small
                    />
                    <span>{name}</span>
                    <span className="text-table text-ink-2">{currencyCode}</span>
                    {pending && (
                      <span className="flex items-center gap-1.5 text-caption text-ink-3">
                        <Spinner /> Importing
                      </span>
                    )}
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <div>
        <Button
          look="primary"
          busy={isBusy}
          disabledReason={
            chosen.length === 0
              ? hardwareWallet.nothingSelected
              : !canImport && !isBusy
                ? 'The selected accounts are being imported'
                : undefined
          }
          onClick={() => {
            setSending(true)
            void onImport().finally(() => setSending(false))
          }}
        >
          {isBusy ? 'Uploading' : messages.import.importButton}
        </Button>
      </div>
    </>
  )
}

/** In an ordinary browser: how to open Lotbook inside Ledger's app. */
function WayThere() {
  return (
    <>
      <p className="text-ink-2">
        Opened inside Ledger&apos;s app, Lotbook lists your {Object.values(HARDWARE_COINS).join(', ')}{' '}
        accounts and reads their public keys by itself. Here in the browser, paste an extended public key
        below instead: in Ledger&apos;s app, open the account, then its settings, then Advanced.
      </p>
      <details className="rounded-card border border-line px-3 py-2">
        <summary className="font-medium">Open Lotbook inside Ledger&apos;s app</summary>
        <ol className="mt-2 grid list-decimal gap-1.5 pl-5 text-ink-2">
          <li>Download the Lotbook manifest below.</li>
          <li>
            In Ledger&apos;s app on your computer, open Settings, About, and click the version ten times.
          </li>
          <li>Open Settings, Developer. Under Add a local app, choose Browse and select the file.</li>
          <li>Open Lotbook from the menu, log in, and come back to this page.</li>
        </ol>
        <a
          download="lotbook-ledger.json"
          href={`data:application/json,${encodeURIComponent(JSON.stringify(ledgerManifest(location.origin), null, 2))}`}
          className="mt-3 mb-1 inline-flex min-h-6 items-center gap-2 font-medium text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          <Download aria-hidden="true" className="size-4" />
          Lotbook manifest for Ledger&apos;s app
        </a>
      </details>
    </>
  )
}
