import { SmallButton } from './button.tsx'

type PageTurnProps = { page: number; count: number; fileName: string; onPage: (page: number) => void }

/** 'Page 3 of 12' of a document, between buttons for the pages beside it. A document of one page has none. */
export function PageTurn({ page, count, fileName, onPage }: PageTurnProps) {
  if (count <= 1) return null
  return (
    <nav aria-label={`Pages of ${fileName}`} className="cluster gap-2">
      <SmallButton disabledReason={page === 1 ? 'This is the first page' : undefined} onClick={() => onPage(page - 1)}>
        Previous<span className="visually-hidden"> page</span>
      </SmallButton>
      <span role="status" className="tabular nowrap">
        Page {page} of {count}
      </span>
      <SmallButton
        disabledReason={page === count ? 'This is the last page' : undefined}
        onClick={() => onPage(page + 1)}
      >
        Next<span className="visually-hidden"> page</span>
      </SmallButton>
    </nav>
  )
}
