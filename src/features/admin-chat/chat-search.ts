/** Which conversations the list shows. */
export const chatFilters = ['open', 'mine', 'closed', 'all'] as const
export type ChatFilter = (typeof chatFilters)[number]

export const chatFilterNames: Readonly<Record<ChatFilter, string>> = {
  open: 'Open',
  mine: 'Mine',
  closed: 'Closed',
  all: 'All',
}

/** What the address of /admin says about the chat: the open conversation, the filter and the search. */
export type ChatSearch = { chat?: string; show?: ChatFilter; find?: string }

const SEARCH_MAX_LENGTH = 200

/** Reads the address's search parameters; anything that is not ours is undefined. */
export function readChatSearch(raw: Record<string, unknown>): ChatSearch {
  const text = (value: unknown) => {
    const plain = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    return plain === '' ? undefined : plain.slice(0, SEARCH_MAX_LENGTH)
  }
  const show = chatFilters.find((filter) => filter === raw.show)
  return { chat: text(raw.chat), show: show === 'open' ? undefined : show, find: text(raw.find) }
}
