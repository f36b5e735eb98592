import { useRef, useState } from 'react'
import { singleKeys } from '#client/lib/single-keys.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { ListPage } from '#client/ui/list-page.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { useToast } from '#client/ui/toast.tsx'
import type { Payout } from '#shared/payout-schema.ts'
import type { PayoutStep } from './payout-buttons.tsx'
import { PayoutRow } from './payout-row.tsx'
import { type PayoutSearch, type PayoutShow, searchHint, shownPayouts } from './payout-search.ts'
import styles from './payouts-page.module.css'
import { canSendByPayPal } from './paypal-choice.ts'
import { SendBar } from './send-bar.tsx'
import { SendDialog } from './send-dialog.tsx'
import { type OpenedStep, StepDialog } from './step-dialog.tsx'
import { usePayoutKeys } from './use-payout-keys.ts'
import { failureText, usePayouts, useReadAgain } from './use-payouts.ts'

const AGE_TICK_MS = 30_000

type PayoutListProps = {
  staffId: string
  /** Whether the site has a PayPal app. */
  hasPayPal: boolean
  search: PayoutSearch
  onSearch: (next: PayoutSearch, replace?: boolean) => void
}

/** One page of payouts: loading, error, empty or list, and the dialog of the step that was chosen. */
export function PayoutList({ staffId, hasPayPal, search, onSearch }: PayoutListProps) {
  const query = usePayouts(search)
  const now = useNow(AGE_TICK_MS)
  const [opened, setOpened] = useState<OpenedStep>()
  const begin = useBegin(setOpened)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState<readonly Payout[]>()
  const list = useRef<HTMLElement>(null)
  usePayoutKeys(list)
  const step = (payout: Payout, chosen: PayoutStep) => {
    if (chosen.kind === 'begin') begin.mutate({ id: payout.id, version: payout.version })
    else setOpened({ ...chosen, payout })
  }

  const choose = (id: string, isChosen: boolean) =>
    setChosenIds((ids) => new Set(isChosen ? [...ids, id] : [...ids].filter((each) => each !== id)))
  const sendable = hasPayPal ? (query.data?.data ?? []).filter(canSendByPayPal) : []
  // Only what is shown is sent.
  const chosen = sendable.filter(({ id }) => chosenIds.has(id))

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
              <Keys />
              {sendable.length > 0 && (
                <SendBar {...{ sendable, chosen }} onChoose={setChosenIds} onSend={() => setSent(chosen)} />
              )}
              <ul className={`plain ${styles.list}`}>
                {payouts.map((payout) => (
                  <li key={payout.id}>
                    <PayoutRow
                      payout={payout}
                      staffId={staffId}
                      now={now}
                      hasPayPal={hasPayPal}
                      isChosen={sendable.includes(payout) ? chosen.includes(payout) : undefined}
                      onChoose={(isChosen) => choose(payout.id, isChosen)}
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
      {sent && <SendDialog payouts={sent} onClose={() => setSent(undefined)} />}
      {opened && <StepDialog opened={opened} staffId={staffId} onOpen={setOpened} />}
    </>
  )
}

/** Locks a payout for this person and opens the dialog that shows where it goes. */
function useBegin(onOpen: (step: OpenedStep) => void) {
  const toast = useToast()
  const readAgain = useReadAgain()
  return trpc.payouts.begin.useMutation({
    onSuccess: ({ payout, destination }) => onOpen({ kind: 'sent', payout, destination }),
    onError: (error) => toast({ title: 'Not begun', description: failureText(error), tone: 'error' }),
    onSettled: readAgain,
  })
}

function Keys() {
  const areOn = singleKeys.use()
  if (!areOn) return null
  return (
    <p className={`pad-bottom-2 muted ${styles.keys}`}>
      Keys: J and K move, Enter shows details, P pays by hand, S marks as sent.
    </p>
  )
}

const emptyTitles: Readonly<Record<PayoutShow, string>> = {
  ready: 'No payout waits.',
  held: 'No payout is held.',
  sending: 'No payout is being sent.',
  attention: 'No payout needs attention.',
  done: 'No payout is done yet.',
  all: 'No payouts yet.',
  ledger: 'No transfers yet.',
}

/** `isCut`: the search ended before it had looked at all payouts. */
type NoPayoutsProps = Pick<PayoutListProps, 'search' | 'onSearch'> & { isCut: boolean }

function NoPayouts({ search, isCut, onSearch }: NoPayoutsProps) {
  const isSearch = search.search !== undefined
  return (
    <StateMessage
      headingLevel={3}
      title={isSearch ? 'No payouts found' : emptyTitles[shownPayouts(search)]}
      action={
        isSearch && (
          <Button variant="secondary" size="small" onClick={() => onSearch({})}>
            Show ready payouts
          </Button>
        )
      }
    >
      {isSearch && searchHint(isCut)}
    </StateMessage>
  )
}
