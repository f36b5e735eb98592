import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAge, formatDateTime } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePolling } from '#client/lib/use-live-query.ts'
import { useNow } from '#client/lib/use-now.ts'
import { AlertSwitch } from '#client/ui/alert-switch.tsx'
import { UnreadCount } from '#client/ui/badge.tsx'
import { QuietButton, SmallButton } from '#client/ui/button.tsx'
import { ChoiceButtons } from '#client/ui/choice-buttons.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PageButtons } from '#client/ui/page-buttons.tsx'
import { FailedMessage, QueryState } from '#client/ui/query-state.tsx'
import { SearchBox } from '#client/ui/search-box.tsx'
import { optionsOf } from '#client/ui/select-field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { CHAT_SESSIONS_PER_PAGE, inboxMessages } from '#shared/inbox.ts'
import type { ChatSummary } from '#shared/inbox-schema.ts'
import { paginate } from '#shared/paging.ts'
import { type ChatSearch, chatFilterNames, chatFilters } from './chat-search.ts'
import styles from './session-list.module.css'

const POLL_MS = 5_000

/** One page of the list with the total; polls only while the socket is closed. */
export function useChats({ show = 'open', find: search, chats: page = 1 }: ChatSearch) {
  const status = show === 'open' || show === 'mine' ? 'open' : show === 'closed' ? 'closed' : undefined
  const filter = { status, assignee: show === 'mine' ? 'me' : undefined, search } as const
  const options = { placeholderData: keepPreviousData, refetchOnMount: 'always', ...usePolling(POLL_MS) } as const
  const list = trpc.admin.chat.sessions.useQuery({ ...filter, page, limit: CHAT_SESSIONS_PER_PAGE }, options)
  const { data: total } = trpc.admin.chat.total.useQuery(filter, options)
  // Without conversations there is one page.
  const pagination = total === undefined ? undefined : paginate(Math.max(total, 1), page, CHAT_SESSIONS_PER_PAGE)
  return { ...list, total, pagination }
}

type Props = {
  chats: ReturnType<typeof useChats>
  search: ChatSearch
  onSearch: (next: ChatSearch, replace?: boolean) => void
  onOpen: (sessionId: string) => void
  onMove: (by: 1 | -1) => void
}

export function SessionList({ chats, search, onSearch, onOpen, onMove }: Props) {
  const now = useNow(30_000)
  const failed = ({ retry }: { retry: () => void }) => (
    <FailedMessage title={inboxMessages.sessionsFailed} headingLevel={3} retry={retry} />
  )
  return (
    <section className={`shrinks ${styles.pane}`} aria-label="Conversations">
      <ListHead search={search} onSearch={onSearch} />
      <div className={styles.scroller}>
        <QueryState
          query={chats}
          loading={<Skeleton lines={6} height="3.5rem" label="Loading chat sessions..." />}
          failed={failed}
        >
          {(sessions) => (
            <>
              {chats.isError && failed({ retry: () => void chats.refetch() })}
              {sessions.length === 0 && <Nothing isFiltered={search.find !== undefined || search.show !== undefined} />}
              {sessions.length > 0 && (
                <ul className={`plain lines-between ${styles.list}`}>
                  {sessions.map((session) => (
                    <SessionRow
                      key={session.sessionId}
                      session={session}
                      isOpen={session.sessionId === search.chat}
                      now={now}
                      onOpen={onOpen}
                    />
                  ))}
                </ul>
              )}
            </>
          )}
        </QueryState>
      </div>
      <ListFoot
        chats={chats}
        onPage={(page) => onSearch({ ...search, chats: page > 1 ? page : undefined })}
        onMove={onMove}
      />
    </section>
  )
}

const filters = optionsOf(chatFilters, chatFilterNames)

function ListHead({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  return (
    <div className={`stack gap-2 line-bottom ${styles.head}`}>
      <search>
        <SearchBox
          label="Search conversations"
          placeholder="Search by name or email..."
          committed={search.find}
          onCommit={(find) => onSearch({ ...search, find, chats: undefined }, true)}
        />
      </search>
      <ChoiceButtons
        label="Filter conversations"
        choices={filters}
        chosen={search.show ?? 'open'}
        onChoose={(show) => onSearch({ ...search, show: show === 'open' ? undefined : show, chats: undefined })}
      />
    </div>
  )
}

function ListFoot({ chats, onPage, onMove }: Pick<Props, 'chats' | 'onMove'> & { onPage: (page: number) => void }) {
  const { total, pagination } = chats
  const [isSet, setIsSet] = useState(false)
  const paged = pagination && pagination.totalPages > 1 ? pagination : undefined
  const shown = (total: number) =>
    paged ? inboxMessages.range((paged.currentPage - 1) * paged.limit + 1, total) : inboxMessages.total(total)
  return (
    <div className={`cluster spread gap-2 muted text-xs line-top ${styles.foot}`}>
      <p role="status">{total ? shown(total) : undefined}</p>
      <div className={`row stretch gap-1 ${styles.tools}`}>
        <QuietButton aria-label="Keys and alerts" onClick={() => setIsSet(true)}>
          Keys
        </QuietButton>
        <MoveButton name="Previous conversation" shortcut="Alt+K" arrow={styles.up} onPress={() => onMove(-1)} />
        <MoveButton name="Next conversation" shortcut="Alt+J" arrow={styles.down} onPress={() => onMove(1)} />
      </div>
      {paged && <PageButtons pagination={paged} onPage={onPage} />}
      {isSet && <InboxSettings onClose={() => setIsSet(false)} />}
    </div>
  )
}

type MoveButtonProps = { name: string; shortcut: string; arrow: string | undefined; onPress: () => void }

function MoveButton({ name, shortcut, arrow, onPress }: MoveButtonProps) {
  return (
    <SmallButton aria-label={name} title={`${name} (${shortcut})`} aria-keyshortcuts={shortcut} onClick={onPress}>
      <Icon name="arrow-right" size={16} className={arrow} />
    </SmallButton>
  )
}

type RowProps = { session: ChatSummary; isOpen: boolean; now: number; onOpen: (sessionId: string) => void }

function SessionRow({ session, isOpen, now, onOpen }: RowProps) {
  const { sessionId, userName, userEmail, unreadCount, subject, lastMessage, lastActivity, status, assignee } = session
  return (
    <li>
      <button
        type="button"
        className={classNames(`hover-sunken ${styles.row}`, unreadCount > 0 && styles.unread)}
        aria-current={isOpen || undefined}
        onClick={() => onOpen(sessionId)}
      >
        <span className={`strong ${styles.name}`}>{userName}</span>
        <time className="align-end muted text-xs" dateTime={lastActivity} title={formatDateTime(lastActivity)}>
          {formatAge(lastActivity, now)}
        </time>
        <span className={`muted text-xs ${styles.email}`}>{userEmail}</span>
        {unreadCount > 0 && (
          <span className={styles.count}>
            <UnreadCount count={unreadCount} />
          </span>
        )}
        <span className={styles.subject}>{subject}</span>
        <span className={`muted text-xs ${styles.last}`}>{lastMessage}</span>
        {(assignee || status === 'closed') && (
          <span className={`muted text-xs ${styles.last}`}>
            {status === 'closed' && 'Closed'}
            {status === 'closed' && assignee && ', '}
            {assignee && `assigned to ${assignee.name}`}
          </span>
        )}
      </button>
    </li>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <StateMessage title={inboxMessages.noSessions} headingLevel={3}>
      {isFiltered ? 'No conversations match your search and filter.' : 'New conversations appear here automatically.'}
    </StateMessage>
  )
}

const inboxShortcuts = [
  ['Alt+J', 'Next conversation'],
  ['Alt+K', 'Previous conversation'],
  ['Alt+E', 'Close the conversation'],
  ['Alt+Shift+E', 'Close it and open the next'],
  ['/', 'Saved answers, at the start of a reply'],
  ['Enter', 'Send'],
  ['Shift+Enter', 'New line'],
] as const

function InboxSettings({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys and alerts" size="small">
      <div className="stack gap-5">
        <AlertSwitch />
        <section className="stack gap-3">
          <h3>Keys</h3>
          <dl className={`stack gap-2 ${styles.keys}`}>
            {inboxShortcuts.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}
