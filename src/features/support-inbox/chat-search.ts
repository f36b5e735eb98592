/** The filters of the conversation list. */
export const chatFilters = ['open', 'mine', 'closed', 'all'] as const
type ChatFilter = (typeof chatFilters)[number]

export const chatFilterNames: Readonly<Record<ChatFilter, string>> = {
  open: 'Open',
  mine: 'Mine',
  closed: 'Closed',
  all: 'All',
}

/** The chat state in the URL of /admin: open conversation, filter, search and page. */
export type ChatSearch = { chat?: string; show?: ChatFilter; find?: string; chats?: number }

const SEARCH_MAX_LENGTH = 200
const MAX_PAGE = 1_000_000

/** Parses the search parameters; invalid values become undefined. */
export function readChatSearch(raw: Record<string, unknown>): ChatSearch {
  const text = (value: unknown) => {
    const plain = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    return plain === '' ? undefined : plain.slice(0, SEARCH_MAX_LENGTH)
  }
  const pageOf = (value: unknown) => {
    const page = Number(value)
    return Number.isSafeInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined
  }
  const show = chatFilters.find((filter) => filter === raw.show)
  return {
    chat: text(raw.chat),
    show: show === 'open' ? undefined : show,
    find: text(raw.find),
    chats: pageOf(raw.chats),
  }
}
