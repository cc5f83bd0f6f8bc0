import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connectionMessages, type ExplorerKey, type Source } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toastDone } from '../../ui/toast-store.ts'

export type Chain = Source['chains'][number]
type ExplorerName = ExplorerKey['explorer']

/** The customer's own key for the explorers of a chain: those that are kept, and the one that is being entered. */
export function useOwnKey(chain: Chain | undefined) {
  const client = useQueryClient()
  const { data, error } = useQuery({
    ...laterApi.explorerKeys.list.queryOptions(),
    enabled: chain !== undefined && chain.explorers.length > 0,
    select: (answer) => answer.data,
  })
  const [wanted, setWanted] = useState<ExplorerName>()
  const [key, setKey] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  const explorers = explorersOf(chain, data ?? [])
  const [likely = explorers[0]] = explorers.filter((one) => one.kept !== null && !isUsed(one))
  const chosen = explorers.find(({ explorer }) => explorer === wanted) ?? likely
  const isMissing = data !== undefined && chain?.needs_own_key === true && !explorers.some(isUsed)

  async function refresh(answer: { readonly data: ExplorerKey[] }) {
    client.setQueryData(laterApi.explorerKeys.list.queryKey(), answer)
    // Whoever can be asked may answer where the others are silent, and an address is told of a key that is refused.
    await Promise.all(
      [api.sources.bySlug.key(), api.imports.key(), api.wallets.key()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  }

  /** Tries the key that was entered and keeps it. @returns whether it is kept */
  async function save(): Promise<boolean> {
    if (chosen === undefined) return false
    if (key.trim() === '') {
      setRefusal(connectionMessages.explorerKey.required)
      return false
    }
    setSaving(true)
    try {
      const { explorer, name } = chosen
      await refresh(
        await laterCalls.explorerKeys.save({ explorer, key, ...(chain && { chain: chain.slug }) }),
      )
      setKey('')
      setRefusal(undefined)
      toastDone(`Your ${name} key is saved.`)
      return true
    } catch (thrown) {
      const { fields, message } = toApiError(thrown)
      setRefusal(fields['key'] ?? message)
      return false
    } finally {
      setSaving(false)
    }
  }

  /** Before an address is connected: a key that was entered is kept first, and one that is needed has to be there. */
  async function ready(): Promise<boolean> {
    if (key.trim() !== '') return save()
    if (chain?.needs_own_key !== true) return true
    // They may still be on their way. Where they do not come, the server says what is missing.
    const known = await client
      .ensureQueryData(laterApi.explorerKeys.list.queryOptions())
      .catch(() => undefined)
    if (known === undefined || explorersOf(chain, known.data).some(isUsed)) return true
    setRefusal(connectionMessages.explorerKey.required)
    return false
  }

  return {
    chain,
    explorers,
    chosen,
    key,
    refusal,
    isSaving,
    isMissing,
    failure: error === null ? undefined : toApiError(error).message,
    choose(explorer: ExplorerName) {
      setWanted(explorer)
      setRefusal(undefined)
    },
    enter(text: string) {
      setKey(text)
      setRefusal(undefined)
    },
    save,
    ready,
    async remove(explorer: ExplorerName): Promise<void> {
      await refresh(await laterCalls.explorerKeys.remove({ explorer }))
    },
  }
}

export type OwnKey = ReturnType<typeof useOwnKey>

/** The explorers of a chain, in the order they are asked. */
function explorersOf(chain: Chain | undefined, all: readonly ExplorerKey[]): readonly ExplorerKey[] {
  return (chain?.explorers ?? []).flatMap((name) => all.find(({ explorer }) => explorer === name) ?? [])
}

/** Whether a key is kept and still accepted. */
export const isUsed = ({ kept }: ExplorerKey): boolean => kept !== null && kept.refused_at === null
