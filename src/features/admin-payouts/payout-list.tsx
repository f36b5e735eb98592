import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCall } from '#client/calls/use-call.ts'
import { pressControl, singleKeys, useFreeKeys } from '#client/lib/single-keys.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import { PayoutRow, type PayoutStep } from './payout-row.tsx'
import {
  canSendByPayPal,
  listInput,
  type PayoutSearchProps,
  payoutShown,
  searchHint,
  shownPayouts,
  sumText,
} from './payout-search.ts'
import { FileDialog, type OpenedStep, PayoutStepDialog, type RenderReport, SendDialog } from './payout-step-dialog.tsx'
import { useListPolling } from './use-payouts.ts'

type Asked = { kind: 'send' | 'file'; payouts: readonly Payout[] }

type PayoutListProps = PayoutSearchProps & { staffId: string; hasPayPal: boolean; renderReport: RenderReport }

export function PayoutList({ staffId, hasPayPal, search, onSearch, renderReport }: PayoutListProps) {
  const query = trpc.payouts.list.useQuery(listInput(search), useListPolling())
  const now = useNow()
  const areKeysOn = singleKeys.use()
  const [opened, setOpened] = useState<OpenedStep>()
  const ready = (query.data?.data ?? []).filter(({ state }) => state === 'ready')
  const { begin, next } = useBegin(ready, setOpened)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked>()
  useLeftNotice(opened)
  const lastId = useRef<string>(undefined)
  const list = useRef<HTMLElement>(null)
  usePayoutKeys(list)
  useFocusBack(list, { openedId: opened?.payout.id, shown: shownPayouts(search), rows: query.data })
  const step = (payout: Payout, chosen: PayoutStep) => {
    if (chosen.kind === 'begin') begin.mutate({ id: payout.id, version: payout.version })
    else setOpened({ ...chosen, payout })
  }
  const choose = (id: string, isRange: boolean) => {
    setChosenIds(chosenWith(chosenIds, id, isRange ? between(ready, lastId.current, id) : [id]))
    lastId.current = id
  }
  // Only what is shown is paid.
  const chosen = ready.filter(({ id }) => chosenIds.has(id))

  return (
    <>
      <section ref={list} aria-label="Payouts" aria-busy={query.isPlaceholderData} tabIndex={-1}>
        <ListPage
          query={query}
          what="payouts"
          onPage={(page, replace) => onSearch({ ...search, page }, replace)}
          empty={({ moreThan }) => <NoPayouts search={search} isCut={moreThan === true} onSearch={onSearch} />}
        >
          {(payouts) => (
            <>
              {areKeysOn && (
                <p className="pad-bottom-2 muted any-width pointer-only">
                  Keys: J and K move, Enter shows details, P pays by hand, S marks as sent, X chooses.
                </p>
              )}
              {ready.length > 0 && (
                <ChooseBar {...{ ready, chosen, hasPayPal }} onChoose={setChosenIds} onAsk={setAsked} />
              )}
              <ul className="plain line-bottom">
                {payouts.map((payout) => (
                  <li key={payout.id}>
                    <PayoutRow
                      {...{ payout, staffId, now, hasPayPal }}
                      isChosen={payout.state === 'ready' ? chosen.includes(payout) : undefined}
                      onChoose={(isRange) => choose(payout.id, isRange)}
                      isBusy={begin.isPending && begin.variables.id === payout.id}
                      onStep={(chosen) => step(payout, chosen)}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
        </ListPage>
      </section>
      {asked?.kind === 'send' && <SendDialog subject={asked.payouts} onClose={() => setAsked(undefined)} />}
      {asked?.kind === 'file' && (
        <FileDialog
          payouts={asked.payouts}
          onMade={(file) => onSearch({ show: 'files', file })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {opened && (
        <PayoutStepDialog {...{ opened, staffId, renderReport }} onNext={next(opened.payout.id)} onOpen={setOpened} />
      )}
    </>
  )
}

/** Locks a payout for this person; `next` begins the ready one that followed it in the list, or the first. */
function useBegin(ready: readonly Payout[], onOpen: (step: OpenedStep | undefined) => void) {
  const call = useCall({ failed: 'Not begun' })
  // The payout that is paid leaves the list, and its place with it.
  const [order, setOrder] = useState<readonly string[]>([])
  const begin = trpc.payouts.begin.useMutation({
    onMutate: ({ id }) => {
      if (!order.includes(id)) setOrder(ready.map((each) => each.id))
    },
    onSuccess: ({ payout, destination }) => onOpen({ kind: 'sent', payout, destination }),
    onError: (error) => {
      onOpen(undefined)
      call.onError(error)
    },
  })
  const next = (id: string) => {
    const others = ready.filter((each) => each.id !== id)
    const later = order.slice(order.indexOf(id) + 1)
    const found = later.flatMap((each) => others.find((payout) => payout.id === each) ?? [])[0] ?? others[0]
    if (!found) return undefined
    return () => {
      onOpen(undefined)
      begin.mutate({ id: found.id, version: found.version })
    }
  }
  return { begin, next }
}

/** The payout stays locked for this person, so the page says so when it is left. */
function useLeftNotice(opened: OpenedStep | undefined) {
  const toast = useToast()
  const leave = useEffectEvent(() => {
    if (opened?.kind === 'sent') toast({ title: `${opened.payout.id} is still being sent by you.` })
  })
  useEffect(() => () => leave(), [])
}

function NoPayouts({ search, isCut, onSearch }: PayoutSearchProps & { isCut: boolean }) {
  const isSearch = search.search !== undefined
  return (
    <StateMessage
      headingLevel={3}
      title={isSearch ? 'No payouts found' : (payoutShown[shownPayouts(search)].empty ?? '')}
      action={isSearch && <SmallButton onClick={() => onSearch({})}>Show ready payouts</SmallButton>}
    >
      {isSearch ? searchHint(isCut) : shownPayouts(search) === 'ready' && 'Approved orders appear here.'}
    </StateMessage>
  )
}

/** Focuses the row, which may return later, unless a person has moved the focus or changed what is listed. */
function useFocusBack(
  list: RefObject<HTMLElement | null>,
  { openedId, shown, rows }: { openedId: string | undefined; shown: string; rows: unknown },
) {
  const last = useRef<{ id: string; shown: string }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row can return whenever the rows change
  useEffect(() => {
    if (openedId !== undefined) last.current = { id: openedId, shown }
    if (openedId !== undefined || !last.current) return
    if (last.current.shown !== shown) last.current = undefined
    // A dialog gives the focus to what is around the list if its opener has gone.
    if (!last.current || !document.activeElement?.contains(list.current)) return
    const heading = list.current?.querySelector(`#payout-${CSS.escape(last.current.id)}`)
    const row = heading?.closest<HTMLElement>('article')
    if (!row) return
    row.focus()
    last.current = undefined
  }, [list, openedId, shown, rows])
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

const rowKeys: ReadonlySet<string> = new Set(['Enter', 'p', 's', 'x'])

/** Keys press the control of the focused row that declares them; without one, P takes the first to be paid. */
function usePayoutKeys(list: RefObject<HTMLElement | null>) {
  useFreeKeys((key) => (key === '/' ? pressControl(document, key) : actInRows(key, list.current)))
}

function actInRows(key: string, list: HTMLElement | null) {
  const rows = [...(list?.querySelectorAll<HTMLElement>('article') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const step = steps[key]
  if (step !== undefined) {
    const next = at === -1 ? rows[0] : rows[at + step]
    next?.focus()
    return next !== undefined
  }
  const row = rows[at]
  if (!row) {
    const payable = key === 'p' ? rows.find((each) => pressControl(each, key)) : undefined
    payable?.focus()
    return payable !== undefined
  }
  if (key === 'Enter' && row !== document.activeElement) return false
  return rowKeys.has(key) && pressControl(row, key)
}

type ChooseBarProps = {
  ready: readonly Payout[]
  chosen: readonly Payout[]
  hasPayPal: boolean
  onChoose: (ids: ReadonlySet<string>) => void
  onAsk: (asked: Asked) => void
}

function ChooseBar({ ready, chosen, hasPayPal, onChoose, onAsk }: ChooseBarProps) {
  const sendable = hasPayPal ? chosen.filter(canSendByPayPal) : []
  const disabledReason = chosen.length === 0 ? 'Choose payouts first' : undefined
  return (
    <div className="cluster gap-4 row-gap-0 pad-bottom-2">
      <Checkbox
        label={ready.length === 1 ? 'The ready payout of this page' : `All ${ready.length} ready payouts of this page`}
        checked={chosen.length === ready.length}
        onCheckedChange={(all) => onChoose(new Set(all ? ready.map(({ id }) => id) : []))}
      />
      <SmallButton disabledReason={disabledReason} onClick={() => onAsk({ kind: 'file', payouts: chosen })}>
        {chosen.length === 0 ? 'Pay with a file...' : `Pay ${chosen.length} with a file, ${sumText(chosen)}...`}
      </SmallButton>
      {hasPayPal && ready.some(canSendByPayPal) && (
        <SmallButton
          disabledReason={sendable.length === 0 ? 'Choose PayPal payouts first' : undefined}
          onClick={() => onAsk({ kind: 'send', payouts: sendable })}
        >
          {sendable.length === 0 ? 'Send by PayPal' : `Send ${sendable.length} by PayPal, ${sumText(sendable)}`}
        </SmallButton>
      )}
    </div>
  )
}

/** Both included, in either direction; `to` alone without `from`. */
export function between(rows: readonly { id: string }[], from: string | undefined, to: string) {
  const ids = rows.map(({ id }) => id)
  const [start, end] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** `ids` are chosen or not, as `id` is after it was pressed. */
export function chosenWith(chosen: ReadonlySet<string>, id: string, ids: readonly string[]) {
  return chosen.has(id) ? new Set([...chosen].filter((each) => !ids.includes(each))) : new Set([...chosen, ...ids])
}
