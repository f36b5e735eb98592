import { Link } from '@tanstack/react-router'
import { useCall } from '#client/calls/use-call.ts'
import { formatDate } from '#client/lib/format.ts'
import { isDialogOpen, useKeys } from '#client/lib/single-keys.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import { AddressText } from '#client/ui/address-text.tsx'
import { LabelTag } from '#client/ui/badge.tsx'
import { QueryPart } from '#client/ui/query-state.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { Time } from '#client/ui/time.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { inboxMessages } from '#shared/inbox.ts'
import type { ChatCustomer, ChatSummary } from '#shared/inbox-schema.ts'
import { formatDollars } from '#shared/money.ts'
import { statusLabels } from '#shared/status-label.ts'
import type { ChatSearch } from './chat-search.ts'
import styles from './chat-tab.module.css'
import { SessionList, useChats } from './session-list.tsx'
import { ThreadPane } from './thread-pane.tsx'

type Props = { staff: StaffProfile; search: ChatSearch; onSearch: (next: ChatSearch, replace?: boolean) => void }

export function ChatTab({ staff, search, onSearch }: Props) {
  const chats = useChats(search)
  useExistingPage(chats.pagination, (page) => onSearch({ ...search, chats: page > 1 ? page : undefined }, true))
  const { chat: openId } = search
  const sessions = chats.data ?? []
  const open = (chat: string | undefined) => onSearch({ ...search, chat })
  const step = (by: 1 | -1) => neighbour(sessions, openId, by)
  const { mutate: setStatus } = trpc.admin.chat.setStatus.useMutation(useCall({ failed: 'Conversation not closed' }))

  const closeOpen = (andNext: boolean) => {
    if (openId === undefined) return
    const next = step(1) ?? step(-1)
    setStatus({ sessionId: openId, status: 'closed' }, { onSuccess: () => andNext && open(next?.sessionId) })
  }
  const move = (by: 1 | -1) => {
    const to = step(by)
    if (to) open(to.sessionId)
  }
  useInboxShortcuts({ onMove: move, onClose: closeOpen })

  return (
    <div className={styles.inbox} data-open={openId === undefined ? undefined : ''}>
      <h2 className="visually-hidden">Chat Support</h2>
      <SessionList chats={chats} search={search} onSearch={onSearch} onOpen={open} onMove={move} />
      {openId === undefined ? (
        <div className={`centred ${styles.none}`}>
          <StateMessage title={inboxMessages.noneChosen} headingLevel={3} />
        </div>
      ) : (
        <>
          <ThreadPane
            key={openId}
            staff={staff}
            sessionId={openId}
            onBack={() => open(undefined)}
            onClose={closeOpen}
          />
          <CustomerPanel key={`${openId}-customer`} sessionId={openId} />
        </>
      )}
    </div>
  )
}

/** The conversation after or before the open one; the first one if none is open. */
function neighbour(sessions: readonly ChatSummary[], openId: string | undefined, by: 1 | -1) {
  const at = sessions.findIndex(({ sessionId }) => sessionId === openId)
  return at < 0 ? sessions[0] : sessions[at + by]
}

/** Alt+J and Alt+K move, Alt+E closes, Alt+Shift+E closes and opens the next. Inactive in dialogs. */
function useInboxShortcuts({ onMove, onClose }: { onMove: (by: 1 | -1) => void; onClose: (andNext: boolean) => void }) {
  useKeys((event) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat || isDialogOpen()) return
    // Uses the physical key: on some layouts Alt changes the letter.
    if (event.code === 'KeyJ' && !event.shiftKey) onMove(1)
    else if (event.code === 'KeyK' && !event.shiftKey) onMove(-1)
    else if (event.code === 'KeyE') onClose(event.shiftKey)
    else return
    event.preventDefault()
  })
}

function CustomerPanel({ sessionId }: { sessionId: string }) {
  const query = trpc.admin.chat.customer.useQuery({ sessionId }, { refetchOnMount: 'always' })
  return (
    <section className={`shrinks line-top ${styles.panel}`} aria-label="Customer">
      <h3 className="margin-bottom-2">Customer</h3>
      <QueryPart query={query} lines={5} label="Loading the customer..." failed="We couldn't load the customer.">
        {(customer) => <Facts customer={customer} />}
      </QueryPart>
    </section>
  )
}

function Facts({
  customer: { name, email, phone, memberSince, submissions, submissionCount },
}: {
  customer: ChatCustomer
}) {
  return (
    <>
      <dl className={`facts gap-3 breaks ${styles.facts}`}>
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Email</dt>
        <dd>
          <AddressText>{email}</AddressText>
        </dd>
        <dt>Phone</dt>
        <dd>{phone || 'Not provided'}</dd>
        <dt>Customer since</dt>
        <dd>{formatDate(memberSince)}</dd>
      </dl>
      <h4 className={styles.submissions}>Orders ({submissionCount})</h4>
      {submissions.length === 0 && <p className="muted">No orders yet</p>}
      <ul className="plain">
        {submissions.map(({ id, giftCardName, payoutAmount, status, createdAt, payoutTo }) => (
          <li key={id} className="pad-block-2 line-bottom">
            <p className="strong cluster stretch spread gap-2 row-gap-0">
              <span>{giftCardName}</span>
              <span className="money tabular">{formatDollars(payoutAmount)}</span>
            </p>
            <Link to="/admin" search={{ search: id }} className={`breaks ${styles.link}`}>
              {id}
            </Link>
            {payoutTo && <p className="muted breaks text-sm">{payoutTo}</p>}
            <p className="cluster stretch spread gap-2 row-gap-0">
              <LabelTag label={statusLabels[status]} />
              <Time at={createdAt} isDay className="muted text-xs" />
            </p>
          </li>
        ))}
      </ul>
      {submissionCount > submissions.length && (
        <p className="muted">and {submissionCount - submissions.length} older</p>
      )}
    </>
  )
}
