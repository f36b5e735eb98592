import { oneOf, pageNumber, searchParams, text } from '#client/lib/search-params.ts'

export const chatFilters = ['open', 'mine', 'closed', 'all'] as const
type ChatFilter = (typeof chatFilters)[number]

export const chatFilterNames: Readonly<Record<ChatFilter, string>> = {
  open: 'Open',
  mine: 'Mine',
  closed: 'Closed',
  all: 'All',
}

/** The chat state in the URL of /admin: open conversation, filter, search and page. */
export const readChatSearch = searchParams({
  chat: text(200),
  show: oneOf(chatFilters, 'open'),
  find: text(200),
  chats: pageNumber,
})
export type ChatSearch = ReturnType<typeof readChatSearch>
