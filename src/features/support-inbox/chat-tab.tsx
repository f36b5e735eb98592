import { useCall } from '#client/calls/use-call.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useExistingPage } from '#client/lib/use-existing-page.ts'
import { StateMessage } from '#client/ui/state-message.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { inboxMessages } from '#shared/inbox.ts'
import type { ChatSummary } from '#shared/inbox-schema.ts'
import type { ChatSearch } from './chat-search.ts'
import styles from './chat-tab.module.css'
import { CustomerPanel } from './customer-panel.tsx'
import { useInboxShortcuts } from './inbox-settings.tsx'
import { SessionList } from './session-list.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { useChats } from './use-chats.ts'

type Props = {
  staff: StaffProfile
  search: ChatSearch
  onSearch: (next: ChatSearch, replace?: boolean) => void
}

export function ChatTab({ staff, search, onSearch }: Props) {
  const chats = useChats(search)
  useExistingPage(chats.pagination, (page) => onSearch({ ...search, chats: page > 1 ? page : undefined }, true))
  const { chat: openId } = search
  const sessions = chats.data ?? []
  const open = (chat: string | undefined) => onSearch({ ...search, chat })
  const step = (by: 1 | -1) => neighbour(sessions, openId, by)
  const close = useClose()

  const closeOpen = (andNext: boolean) => {
    if (openId === undefined) return
    const next = step(1) ?? step(-1)
    close(openId, () => {
      if (andNext) open(next?.sessionId)
    })
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
function neighbour(sessions: readonly ChatSummary[], openId: string | undefined, by: 1 | -1): ChatSummary | undefined {
  const at = sessions.findIndex(({ sessionId }) => sessionId === openId)
  return at < 0 ? sessions[0] : sessions[at + by]
}

function useClose() {
  const { mutate } = trpc.admin.chat.setStatus.useMutation(useCall({ failed: 'Conversation not closed' }))
  return (sessionId: string, onClosed: () => void) => mutate({ sessionId, status: 'closed' }, { onSuccess: onClosed })
}
